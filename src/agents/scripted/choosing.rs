//! Acts by name into choices by index.

use crate::agents::act::{Act, Answer, Named, ObjectName, Target};
use crate::cards::ability::{Ability, FunctionsIn};
use crate::cards::card::WayKind;
use crate::cards::effect::How;
use crate::game::decision::{Choice, Constraint, Decision, DecisionKind, Item, Need, NeedKind, Shape};
use crate::game::view::{PlayerView, SeenObject};
use crate::game::{ObjectId, Zone};
use crate::turn::Seat;

/// Why an act can't be done now.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(super) enum NotPossible {
    #[error("`{0}` can't be cast, played or activated now")]
    NotOffered(String),
    #[error("there is no such `{0}` here")]
    NoSuchObject(String),
    #[error("`{0}` can't be chosen for that")]
    NotAnOption(String),
    #[error("seat {0} can't be chosen for that")]
    NotAnOptionSeat(Seat),
    #[error("a target is missing")]
    TargetMissing,
    #[error("X is missing")]
    XMissing,
    #[error("the question has no such answer")]
    NoSuchAnswer,
    #[error("the rules don't allow it")]
    Illegal,
}

type Chosen<T> = Result<T, NotPossible>;

/// The choice that does the act.
pub(super) fn choose(view: &PlayerView, decision: &Decision, act: &Act) -> Chosen<Choice> {
    let asked = Asked { view, decision };
    let choice = match act {
        Act::Pass(_) => decision.default.clone(),
        Act::Concede => Choice::Concede,
        Act::PlayLand(card) => {
            asked.act(|item| matches!(item, Item::PlayLand(id) if asked.is(*id, *card)), *card, &With::default())?
        }
        Act::Cast { card, targets, x, modes, way, extra } => {
            let with = With { targets, x: *x, modes, extra: *extra };
            asked.act(|item| asked.casts(*item, *card, *way), *card, &with)?
        }
        Act::Foretell(card) => {
            asked.act(|item| matches!(item, Item::Foretell(id) if asked.is(*id, *card)), *card, &With::default())?
        }
        Act::TurnUp(card) => {
            let meant = |item: &Item| matches!(item, Item::TurnUp(id) if view.beneath(*id) == Some(*card));
            asked.act(meant, *card, &With::default())?
        }
        Act::CastFaceDown(card) => {
            let meant = |item: &Item| matches!(item, Item::CastWith(id, How::FaceDown) if asked.is(*id, *card));
            asked.act(meant, *card, &With::default())?
        }
        Act::Suspend { card, x } => {
            let with = With { x: *x, ..With::default() };
            asked.act(|item| matches!(item, Item::Suspend(id) if asked.is(*id, *card)), *card, &with)?
        }
        Act::Activate { source, ability, targets, x } => {
            let in_hand = matches!(view.ability(*ability), Ability::Activated(a) if a.from == FunctionsIn::Hand);
            let elsewhere = [Zone::Battlefield, Zone::Exile, Zone::Graveyard];
            let id = asked.find(source, if in_hand { &[Zone::Hand] } else { &elsewhere })?;
            let wanted = [Item::Activate(id, *ability), Item::MakeMana(id, *ability)];
            asked.act(|item| wanted.contains(item), source.card, &With { targets, x: *x, ..With::default() })?
        }
        Act::Attack(pairs) => asked.attack(pairs)?,
        Act::Block(pairs) => asked.block(pairs)?,
        Act::Choose(answer) => asked.answer(answer)?,
    };
    if view.is_legal(&choice) { Ok(choice) } else { Err(NotPossible::Illegal) }
}

/// What a spell or ability is given.
#[derive(Debug, Clone, Copy, Default)]
struct With<'a> {
    targets: &'a [Target],
    x: Option<u16>,
    modes: &'a [u8],
    extra: u8,
}

/// A question and what can be seen.
struct Asked<'a> {
    view: &'a PlayerView,
    decision: &'a Decision,
}

impl Asked<'_> {
    fn name(&self, card: crate::cards::effect::CardId) -> String {
        self.view.card(card).name.clone()
    }

    fn is(&self, id: ObjectId, card: crate::cards::effect::CardId) -> bool {
        self.view.object(id).is_some_and(|o| o.card == card)
    }

    /// Whether the option casts that card in that way.
    fn casts(&self, item: Item, card: crate::cards::effect::CardId, way: Option<WayKind>) -> bool {
        match (item, way) {
            (Item::Cast(id) | Item::CastFree(id), None) => self.is(id, card),
            // Either face of a modal card, by its own name.
            (Item::CastWith(id, How::Back | How::BackFree), None) => {
                self.view.object(id).is_some_and(|o| self.view.card(o.card).other_face() == Some(card))
            }
            (Item::CastWith(id, How::Way(n)), Some(way)) => {
                self.is(id, card) && self.view.card(card).ways.get(usize::from(n)).is_some_and(|w| w.kind == way)
            }
            _ => false,
        }
    }

    // ---- acts at priority ----

    /// The first option that is meant, with everything it needs.
    fn act(
        &self,
        meant: impl Fn(&Item) -> bool,
        card: crate::cards::effect::CardId,
        with: &With<'_>,
    ) -> Chosen<Choice> {
        let Shape::One(options) = &self.decision.shape else { return Err(NotPossible::NoSuchAnswer) };
        let at = options.iter().position(meant).ok_or_else(|| NotPossible::NotOffered(self.name(card)))?;
        self.filled(at, options[at], with)
    }

    /// The option with everything it needs.
    fn filled(&self, at: usize, item: Item, with: &With<'_>) -> Chosen<Choice> {
        let mut fills = Vec::new();
        let mut targets = with.targets.iter();
        while let Some(need) = self.view.next_need(item, &fills) {
            fills.push(self.fill(&need, &mut targets, with)?);
        }
        if targets.next().is_some() { Err(NotPossible::NoSuchAnswer) } else { Ok(Choice::One(at as u16, fills)) }
    }

    fn fill<'t>(&self, need: &Need, targets: &mut impl Iterator<Item = &'t Target>, with: &With<'_>) -> Chosen<Choice> {
        match need.kind {
            NeedKind::X => with.x.map(|x| Choice::Number(x.into())).ok_or(NotPossible::XMissing),
            NeedKind::Extra => Ok(Choice::Number(with.extra.into())),
            NeedKind::Mode => {
                let Shape::Some { options, .. } = &need.shape else { return Err(NotPossible::NoSuchAnswer) };
                let place = |mode: &u8| options.iter().position(|o| *o == Item::Mode(*mode)).map(|at| at as u16);
                let all: Option<Vec<u16>> = with.modes.iter().map(place).collect();
                all.map(Choice::Some).ok_or(NotPossible::NoSuchAnswer)
            }
            // Any number of targets: all that are left.
            NeedKind::Target if matches!(need.shape, Shape::Some { max, .. } if max != 1) => {
                self.pick(&need.shape, &targets.copied().collect::<Vec<_>>())
            }
            NeedKind::Target => match (targets.next(), &need.shape) {
                (Some(target), shape) => self.pick(shape, &[*target]),
                (None, Shape::Some { min: 0, .. }) => Ok(Choice::Some(Vec::new())),
                (None, Shape::One(options)) if options.len() == 1 => Ok(Choice::option(0)),
                (None, _) => Err(NotPossible::TargetMissing),
            },
            // Scripts name no costs and no mana: the first that will do.
            NeedKind::Cost | NeedKind::Waterbend | NeedKind::Mana => match &need.shape {
                Shape::Some { min, .. } => Ok(Choice::Some((0..*min).collect())),
                Shape::One(_) => Ok(Choice::option(0)),
                _ => Err(NotPossible::NoSuchAnswer),
            },
        }
    }

    /// Those players and objects, out of a list.
    fn pick(&self, shape: &Shape, targets: &[Target]) -> Chosen<Choice> {
        let (Shape::One(options) | Shape::Some { options, .. } | Shape::Order(options)) = shape else {
            return Err(NotPossible::NoSuchAnswer);
        };
        let mut chosen = Vec::new();
        for target in targets {
            chosen.push(self.place(options, target)?);
        }
        match (shape, chosen.as_slice()) {
            (Shape::One(_), [one]) => Ok(Choice::option(*one)),
            (Shape::Some { .. }, _) => Ok(Choice::Some(chosen)),
            (Shape::Order(_), _) => Ok(Choice::Order(completed(chosen, options.len()))),
            _ => Err(NotPossible::NoSuchAnswer),
        }
    }

    /// Where a player or object stands in a list.
    fn place(&self, options: &[Item], target: &Target) -> Chosen<u16> {
        let (wanted, missing) = match target {
            Target::Seat(seat) => (Item::Player(*seat), NotPossible::NotAnOptionSeat(*seat)),
            Target::Object(name) => {
                let zones = self.zones(options);
                (Item::Object(self.find(name, &zones)?), NotPossible::NotAnOption(self.name(name.card)))
            }
        };
        options.iter().position(|item| *item == wanted).map(|at| at as u16).ok_or(missing)
    }

    // ---- combat ----

    fn attack(&self, pairs: &[(ObjectName, Target)]) -> Chosen<Choice> {
        let Shape::Assign { items, options, constraint: Constraint::Attack } = &self.decision.shape else {
            return Err(NotPossible::NoSuchAnswer);
        };
        let pair = |(attacker, defender): &(ObjectName, Target)| {
            Ok((self.place(items, &Target::Object(*attacker))?, i32::from(self.place(options, defender)?)))
        };
        pairs.iter().map(pair).collect::<Chosen<Vec<_>>>().map(Choice::Assign)
    }

    fn block(&self, pairs: &[(ObjectName, ObjectName)]) -> Chosen<Choice> {
        let Shape::Assign { items, options, constraint: Constraint::Block } = &self.decision.shape else {
            return Err(NotPossible::NoSuchAnswer);
        };
        let pair = |(blocker, attacker): &(ObjectName, ObjectName)| {
            let attacker = self.place(options, &Target::Object(*attacker))?;
            Ok((self.place(items, &Target::Object(*blocker))?, i32::from(attacker)))
        };
        pairs.iter().map(pair).collect::<Chosen<Vec<_>>>().map(Choice::Assign)
    }

    // ---- other questions ----

    fn answer(&self, answer: &Answer) -> Chosen<Choice> {
        let shape = &self.decision.shape;
        match answer {
            Answer::Default => Ok(self.decision.default.clone()),
            Answer::Yes if self.decision.kind == DecisionKind::Play => self.answer(&Answer::Options(vec![0])),
            Answer::Yes => self.one_of(&[Item::Yes, Item::Keep]),
            Answer::No if matches!(shape, Shape::Some { min: 0, .. }) => Ok(Choice::Some(Vec::new())),
            Answer::No => self.one_of(&[Item::No, Item::Mulligan]),
            Answer::Number(n) => i32::try_from(*n).map(Choice::Number).map_err(|_| NotPossible::NoSuchAnswer),
            Answer::Options(places) => match (shape, places.as_slice()) {
                (Shape::One(options), [one]) => match options.get(usize::from(*one)) {
                    Some(item) => self.filled((*one).into(), *item, &With::default()),
                    None => Err(NotPossible::NoSuchAnswer),
                },
                (Shape::Some { .. }, _) => Ok(Choice::Some(places.clone())),
                (Shape::Order(items), _) => Ok(Choice::Order(completed(places.clone(), items.len()))),
                _ => Err(NotPossible::NoSuchAnswer),
            },
            Answer::Names(names) => self.names(names),
            Answer::Shares(shares) => self.shares(shares),
        }
    }

    fn one_of(&self, items: &[Item]) -> Chosen<Choice> {
        let Shape::One(options) = &self.decision.shape else { return Err(NotPossible::NoSuchAnswer) };
        let at = options.iter().position(|item| items.contains(item)).ok_or(NotPossible::NoSuchAnswer)?;
        self.filled(at, options[at], &With::default())
    }

    fn names(&self, names: &[Named]) -> Chosen<Choice> {
        if let [Named::Mana(mana)] = names {
            return self.one_of(&[Item::Mana(*mana)]);
        }
        let target = |name: &Named| match name {
            Named::Seat(seat) => Ok(Target::Seat(*seat)),
            Named::Object(name) => Ok(Target::Object(*name)),
            Named::Mana(_) => Err(NotPossible::NoSuchAnswer),
        };
        self.pick(&self.decision.shape, &names.iter().map(target).collect::<Chosen<Vec<_>>>()?)
    }

    fn shares(&self, shares: &[(Target, i32)]) -> Chosen<Choice> {
        let items = match &self.decision.shape {
            Shape::Assign { items, options, .. } if options.is_empty() => items,
            _ => return Err(NotPossible::NoSuchAnswer),
        };
        let share = |(to, amount): &(Target, i32)| Ok((self.place(items, to)?, *amount));
        shares.iter().map(share).collect::<Chosen<Vec<_>>>().map(Choice::Assign)
    }

    // ---- objects by name ----

    /// The zones that the objects of a list are in.
    fn zones(&self, options: &[Item]) -> Vec<Zone> {
        let mut zones: Vec<Zone> =
            options.iter().filter_map(|i| self.view.object(object(i)?)).map(|o| o.zone).collect();
        zones.sort_unstable();
        zones.dedup();
        zones
    }

    /// The object of that name in those zones: the n-th in the order of arrival, one's own first unless somebody else's
    /// is meant.
    fn find(&self, name: &ObjectName, zones: &[Zone]) -> Chosen<ObjectId> {
        let mut found = self.seen();
        found
            .retain(|o| o.card == name.card && zones.contains(&o.zone) && name.of.is_none_or(|seat| holder(o) == seat));
        if name.of.is_none() {
            found.sort_by_key(|o| holder(o) != self.decision.actor);
        }
        found.get(usize::from(name.nth)).map(|o| o.id).ok_or_else(|| NotPossible::NoSuchObject(self.name(name.card)))
    }

    /// Everything that can be seen, zone by zone; what a search or the like shows comes last.
    fn seen(&self) -> Vec<SeenObject> {
        let view = self.view;
        let stack = view.stack().filter(|item| item.spell).filter_map(|item| view.object(item.source));
        let mut seen: Vec<SeenObject> = view.battlefield().chain(stack).collect();
        seen.extend(view.hand(self.decision.actor));
        seen.extend(view.command_zone().chain(view.exile()));
        for seat in Seat::first(view.seats()) {
            seen.extend(view.graveyard(seat));
        }
        let (Shape::One(shown) | Shape::Some { options: shown, .. } | Shape::Order(shown)) = &self.decision.shape
        else {
            return seen;
        };
        seen.extend(shown.iter().filter_map(|i| view.object(object(i)?)).filter(|o| o.zone == Zone::Library));
        seen
    }
}

const fn object(item: &Item) -> Option<ObjectId> {
    match item {
        Item::Object(id) => Some(*id),
        _ => None,
    }
}

/// Whose an object is: its controller's where there is one, and otherwise its owner's.
fn holder(object: &SeenObject) -> Seat {
    match object.zone {
        Zone::Battlefield | Zone::Stack => object.controller,
        _ => object.owner,
    }
}

/// An order that begins with those, the others following as they stand.
fn completed(mut first: Vec<u16>, len: usize) -> Vec<u16> {
    let rest: Vec<u16> = (0..len as u16).filter(|at| !first.contains(at)).collect();
    first.extend(rest);
    first
}
