//! Who and what is meant by a reference.

use super::ast::{Filter, Obj, Target, TargetOf, Who, Zone};
use super::lower::{Lowered, Meant, Scope, Why};

impl Scope<'_> {
    /// The word for an object, which is meant by "it" from then on.
    pub(super) fn object(&mut self, obj: &Obj) -> Lowered<String> {
        let meant = self.meant(obj)?;
        let word = meant.word.clone();
        self.last = Some(meant);
        Ok(word)
    }

    pub(super) fn meant(&mut self, obj: &Obj) -> Lowered<Meant> {
        match obj {
            Obj::Me => Ok(Meant::one("self", "permanent")),
            Obj::Attached(_) if self.event.gone => Err(Why("what it was attached to is spoken of afterwards")),
            Obj::Attached(noun) => Ok(Meant::one("attached", noun)),
            Obj::Word(word) => Ok(Meant::one(word, "permanent")),
            Obj::Target(target) => self.target(target),
            Obj::Each(filter) => {
                let mut word = self.filter(filter)?;
                if filter.zone == Zone::YourGraveyard {
                    word.push_str(" in your graveyard");
                } else if filter.zone == Zone::AnyGraveyard {
                    return Err(Why("all cards in all graveyards are not an object"));
                }
                Ok(Meant { word, noun: filter.noun, plural: true })
            }
            Obj::InGraveyards(filter, who) => {
                let whose = self.player(who)?;
                let word = format!("{} in graveyard of {whose}", self.filter(filter)?);
                Ok(Meant { word, noun: "card", plural: true })
            }
            Obj::Choice(..) => Err(Why("something is chosen here")),
            Obj::It => self.it(),
            Obj::That("card") if self.fresh.is_some() => self.fresh.clone().ok_or(Why("nothing is meant")),
            Obj::That(noun) => self.that(noun),
            Obj::Those(noun) => self.those(noun),
        }
    }

    pub(super) fn it(&self) -> Lowered<Meant> {
        if let Some(last) = &self.last {
            return if last.plural { Err(Why("`it` would be several things")) } else { Ok(last.clone()) };
        }
        if let Some(object) = &self.event.object {
            return Ok(object.clone());
        }
        if self.event.unnamed {
            return Err(Why("`it` could be what the event was about"));
        }
        if self.on_source { Ok(Meant::one("self", "permanent")) } else { Err(Why("`it` means nothing yet")) }
    }

    pub(super) fn that(&self, noun: &str) -> Lowered<Meant> {
        let fits = |meant: &Meant| {
            meant.noun == noun || noun == "permanent" && !matches!(meant.noun, "card" | "spell" | "player")
        };
        let mut found: Vec<&Meant> = self.slots.iter().filter(|m| fits(m)).collect();
        found.extend(self.event.object.iter().filter(|m| m.word != "self" && fits(m)));
        if let Some(them) = &self.them {
            let just_made = noun == "creature" && found.is_empty();
            let just_made = just_made && self.last.as_ref().is_some_and(|l| l.word == "them");
            if matches!((noun, them.noun), ("token", "token") | ("card", "card")) || just_made {
                found = vec![them];
            }
        }
        // What was put onto the battlefield is no longer the card that was the target.
        if noun == "creature" && self.last.as_ref().is_some_and(|l| l.word == "them" && l.noun == "creature") {
            return self.last.clone().ok_or(Why("nothing is meant"));
        }
        match found[..] {
            [one] if !one.plural => Ok(one.clone()),
            [] => Err(Why("it is not clear what `that` means")),
            _ => Err(Why("`that` could mean several things")),
        }
    }

    pub(super) fn those(&self, noun: &str) -> Lowered<Meant> {
        let meant = if self.perhaps {
            return Err(Why("`those` are there only perhaps"));
        } else if self.several {
            Meant { word: "targets".to_owned(), noun: "creature", plural: true }
        } else if let Some(last) = self.last.as_ref().filter(|last| last.plural) {
            last.clone()
        } else if let Some(them) = self.them.as_ref().filter(|them| them.plural) {
            them.clone()
        } else {
            return Err(Why("it is not clear what `those` means"));
        };
        let fits = noun == "permanent" || meant.noun == noun || meant.word == "targets" || meant.word == "them";
        if fits { Ok(meant) } else { Err(Why("`those` does not fit what was said before")) }
    }

    pub(super) fn target(&mut self, target: &Target) -> Lowered<Meant> {
        let (spec, noun) = match &target.of {
            TargetOf::Any => ("any".to_owned(), "permanent"),
            TargetOf::OnStack(word) => ((*word).to_owned(), "spell"),
            TargetOf::Player { opponent } => ((if *opponent { "opponent" } else { "player" }).to_owned(), "player"),
            TargetOf::PlayerOrPlaneswalker { opponent: false } => ("player-or-planeswalker".to_owned(), "player"),
            TargetOf::PlayerOrPlaneswalker { opponent: true } => ("opponent-or-planeswalker".to_owned(), "player"),
            // Behind another target it is another than that, and otherwise another than the source.
            TargetOf::Objects(filter) if !self.targets.is_empty() && filter.has("other") => {
                let words = filter.words.iter().filter(|word| *word != "other").cloned().collect();
                (format!("another {}", self.target_words(&Filter { words, ..filter.clone() })?), filter.noun)
            }
            TargetOf::Objects(filter) => (self.target_words(filter)?, filter.noun),
        };
        let before = self.targets.len();
        if target.each_opponent {
            if before > 0 {
                return Err(Why("it has several targets at once and others besides"));
            }
            self.targets.push(format!("for-each-opponent {}{spec}", if target.up_to { "up to one " } else { "" }));
            self.several = true;
            self.slots.push(Meant::nothing());
            return Ok(Meant { word: "targets".to_owned(), noun, plural: true });
        }
        let prefix = if target.any_number {
            "any number of "
        } else if target.up_to {
            "up to one "
        } else {
            ""
        };
        if self.targets.iter().any(|earlier| *earlier == format!("{prefix}{spec}")) {
            return Err(Why("two targets of one kind that may be the same"));
        }
        for _ in 0..target.count {
            self.targets.push(format!("{prefix}{spec}"));
        }
        if self.targets.len() > 6 {
            return Err(Why("there are more than six targets"));
        }
        if target.count > 1 || target.any_number {
            if before > 0 {
                return Err(Why("it has several targets at once and others besides"));
            }
            self.several = true;
            self.slots.extend((0..target.count).map(|_| Meant::nothing()));
            return Ok(Meant { word: "targets".to_owned(), noun, plural: true });
        }
        if self.several {
            return Err(Why("it has several targets at once and others besides"));
        }
        let word = if before == 0 { "target".to_owned() } else { format!("target {}", before + 1) };
        let meant = Meant { word: word.clone(), noun, plural: false };
        if noun == "player" {
            self.players.push(word);
        } else {
            self.slots.push(meant.clone());
        }
        Ok(meant)
    }

    pub(super) fn target_words(&mut self, filter: &Filter) -> Lowered<String> {
        let mut words = match filter.whose {
            Some("theirs") if matches!(filter.them.as_deref(), Some(Who::Target(_))) => {
                return Err(Why("a target of a targeted player"));
            }
            // A target is chosen before any other: only the event's player can be meant.
            Some("theirs") if self.players.is_empty() => self.filter(filter)?,
            Some("theirs") => return Err(Why("a target of a targeted player")),
            _ => self.filter(filter)?,
        };
        if filter.noun == "card" && filter.zone == Zone::Usual {
            return Err(Why("a target card must be in a graveyard"));
        }
        match filter.zone {
            Zone::Usual => {}
            Zone::YourGraveyard => words.push_str(" in your graveyard"),
            Zone::AnyGraveyard => words.push_str(" in graveyard"),
        }
        Ok(words)
    }

    /// The words of a filter; of a graveyard they are said without it.
    pub(super) fn filter(&mut self, filter: &Filter) -> Lowered<String> {
        if let Some(Who::Target(target)) = filter.them.as_deref() {
            if !self.players.is_empty() || self.event.player.is_some() || !self.slots.is_empty() {
                return Err(Why("it is not clear which player controls them"));
            }
            let last = self.last.clone();
            self.target(target)?;
            self.last = last;
        } else if let Some(them) = &filter.them {
            let defending = **them == Who::Defending;
            let fine = if defending {
                self.event.attacks && self.players.is_empty()
            } else {
                self.players.len() + usize::from(self.event.player == Some("that")) == 1
            };
            if !fine {
                return Err(Why("it is not clear which player controls them"));
            }
        }
        if filter.words.iter().any(|word| word.ends_with("=x")) && !self.x {
            return Err(Why("there is no X to compare with"));
        }
        Ok(filter.print())
    }

    // ---- players ----

    pub(super) fn player(&mut self, who: &Who) -> Lowered<String> {
        let word = match who {
            Who::You => "you".to_owned(),
            Who::Target(target) => {
                let last = self.last.clone();
                let meant = self.target(target)?;
                self.last = last;
                meant.word
            }
            Who::EachPlayer => "each-player".to_owned(),
            Who::EachOpponent => "each-opponent".to_owned(),
            Who::EachOther => "each-other-player".to_owned(),
            Who::Defending if self.event.attacks => "defending".to_owned(),
            Who::Defending => return Err(Why("nothing attacks here")),
            Who::They => match self.last_player.clone() {
                Some(word) => word,
                None => self.that_player()?,
            },
            Who::That => self.that_player()?,
            Who::ControllerOf(obj) | Who::OwnerOf(obj) => {
                let meant = self.meant(obj)?;
                if meant.plural || matches!(meant.word.as_str(), "self" | "them") {
                    return Err(Why("it is not clear whose controller or owner is meant"));
                }
                if matches!(obj, Obj::Attached(_)) {
                    self.last = Some(meant.clone());
                }
                let role = if matches!(who, Who::OwnerOf(_)) { "owner" } else { "controller" };
                format!("{role} of {}", meant.word)
            }
        };
        self.last_player = (word != "you").then(|| word.clone());
        Ok(word)
    }

    pub(super) fn that_player(&self) -> Lowered<String> {
        match (&self.players[..], self.event.player) {
            ([one], None) => Ok(one.clone()),
            ([], Some(word)) => Ok(word.to_owned()),
            ([], None) => match &self.last_player {
                Some(word) if word.starts_with("controller") || word.starts_with("owner") => Ok(word.clone()),
                _ => Err(Why("it is not clear which player is meant")),
            },
            _ => Err(Why("`that player` could be several")),
        }
    }
}
