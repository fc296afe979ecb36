//! Acts by name into choices by index.

use std::fmt;
use std::sync::Arc;

use crate::agents::act::{Act, ActTarget, Answer, Named, ObjectName};
use crate::cards::ability::{Ability, FunctionsIn};
use crate::cards::card::WayKind;
use crate::cards::effect::How;
use crate::cards::mana::Mana;
use crate::game::decision::{Choice, Constraint, Decision, DecisionKind, Item, Need, NeedKind, Shape};
use crate::game::view::{PlayerView, SeenObject};
use crate::game::{ObjectId, Zone};
use crate::turn::Seat;

use super::obstacle::Obstacle;

/// Why an act can't be done now.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(super) enum NotPossible {
    #[error("`{0}` can't be cast, played or activated now{1}")]
    NotOffered(String, Obstacle),
    #[error("there is no such `{0}` here")]
    NoSuchObject(String),
    #[error("there is no such `{0}` here: it lies face down, where it is called `{1}`")]
    FaceDown(String, String),
    #[error("`{0}` can't be chosen as {1}")]
    NotAnOption(String, Role),
    #[error("{seat} can't be chosen as {role}, expected {expected}")]
    NotAnOptionSeat { seat: String, role: Role, expected: String },
    #[error("a target is missing")]
    TargetMissing,
    #[error(
        "`choose` plays it without targets, modes and X, and it needs them: a `cast` with them answers the question"
    )]
    CastInstead,
    #[error("X is missing")]
    XMissing,
    #[error("`{0}` is given, but nothing asks for it")]
    Unused(&'static str),
    #[error("`x` is given, but nothing asks for it, or only 0 can be paid")]
    XUnused,
    #[error("X is {given}, and {most} is all that can be paid")]
    XTooGreat { given: i32, most: i32 },
    #[error("more targets are given than it has")]
    TooManyTargets,
    #[error("`costs`: no cost of it can be paid with `{0}`, or not with that many")]
    NoSuchCost(String),
    #[error("there is no mode {found}, expected {expected}")]
    NoSuchMode { found: u8, expected: String },
    #[error("mode {0} is given twice: one that may be chosen more than once has a number for each time, in a row")]
    ModeTwice(u8),
    #[error("mode {mode} can't be chosen: {why}")]
    ModeClosed { mode: u8, why: &'static str },
    #[error("it can't make {0} mana")]
    NoSuchMana(&'static str),
    #[error("the question ({kind}) has no such answer, expected {expected}")]
    NoSuchAnswer { kind: String, expected: String },
    #[error(
        "one thing is asked for here, and {0} are given: what comes after it is asked for by itself, each with a `choose`"
    )]
    OneAtATime(usize),
    #[error("the rules don't allow it")]
    Illegal,
}

impl NotPossible {
    /// Whether not the rules stand in the way, but what the script says.
    pub(super) const fn is_of_the_script(&self) -> bool {
        match self {
            NotPossible::TargetMissing
            | NotPossible::CastInstead
            | NotPossible::XMissing
            | NotPossible::Unused(_)
            | NotPossible::XUnused
            | NotPossible::TooManyTargets
            | NotPossible::NoSuchCost(_)
            | NotPossible::OneAtATime(_)
            | NotPossible::NoSuchMana(_)
            | NotPossible::NoSuchMode { .. }
            | NotPossible::NoSuchAnswer { .. } => true,
            NotPossible::NotOffered(..)
            | NotPossible::NoSuchObject(_)
            | NotPossible::FaceDown(..)
            | NotPossible::NotAnOption(..)
            | NotPossible::NotAnOptionSeat { .. }
            | NotPossible::ModeClosed { .. }
            | NotPossible::ModeTwice(_)
            | NotPossible::XTooGreat { .. }
            | NotPossible::Illegal => false,
        }
    }
}

/// As what a player or an object is to be chosen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Role {
    Target,
    Cost,
    Attacker,
    Defender,
    Blocker,
    /// The attacker that is blocked.
    Blocked,
    /// What a question of that kind asks for.
    Answer(DecisionKind),
}

impl fmt::Display for Role {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Role::Target => "a target",
            Role::Cost => "what a cost is paid with",
            Role::Attacker => "an attacker",
            Role::Defender => "a defender",
            Role::Blocker => "a blocker",
            Role::Blocked => "the attacker that is blocked",
            Role::Answer(kind) => return write!(f, "an answer to the question ({})", name_of(*kind)),
        })
    }
}

type Chosen<T> = Result<T, NotPossible>;

/// The choice that does the act. Seats are called by those names.
pub(super) fn choose(view: &PlayerView, decision: &Decision, act: &Act, names: &[Arc<str>]) -> Chosen<Choice> {
    let chosen = chosen(&Asked { view, decision, names }, act);
    chosen.map_err(|why| match why {
        NotPossible::NotOffered(card, _) => NotPossible::NotOffered(card, Obstacle::to(view, decision, act)),
        NotPossible::TargetMissing | NotPossible::XMissing
            if decision.kind == DecisionKind::Play && matches!(act, Act::Choose(_)) =>
        {
            NotPossible::CastInstead
        }
        other => other,
    })
}

fn chosen(asked: &Asked<'_>, act: &Act) -> Chosen<Choice> {
    let Asked { view, decision, .. } = *asked;
    let choice = match act {
        Act::Pass(_) => decision.default.clone(),
        Act::Concede => Choice::Concede,
        Act::PlayLand(card) => {
            let meant = |item: &Item| match item {
                Item::PlayLand(id) => asked.is(*id, *card),
                Item::PlayLandBack(id) => asked.has_part(*id, How::Back, *card),
                _ => false,
            };
            asked.act(meant, *card, &With::default())?
        }
        Act::Cast { card, targets, costs, x, modes, way, extra } => {
            let with = With { targets, costs, x: *x, modes, extra: *extra, makes: None };
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
            let meant = |item: &Item| matches!(item, Item::Cast(id, How::FaceDown) if asked.is(*id, *card));
            asked.act(meant, *card, &With::default())?
        }
        Act::Suspend { card, x } => {
            let with = With { x: *x, ..With::default() };
            asked.act(|item| matches!(item, Item::Suspend(id) if asked.is(*id, *card)), *card, &with)?
        }
        Act::Activate { source, ability, targets, costs, x, makes } => {
            let zones: &[Zone] = match view.ability(*ability) {
                Ability::Activated(a) => match a.from {
                    FunctionsIn::Hand => &[Zone::Hand],
                    FunctionsIn::HandOrCommand => &[Zone::Hand, Zone::Command],
                    FunctionsIn::Command => &[Zone::Command],
                    _ => &[Zone::Battlefield, Zone::Exile, Zone::Graveyard],
                },
                Ability::Mana(m) if m.from == FunctionsIn::Hand => &[Zone::Hand],
                _ => &[Zone::Battlefield, Zone::Exile, Zone::Graveyard],
            };
            let called = asked.called(source, zones);
            // With mana, or with life for Phyrexian mana.
            let by_life = view.catalog().abilities_by_life_of(source.card, *ability);
            let items = |object: &SeenObject| {
                let printed = [Item::Activate(object.id, *ability), Item::MakeMana(object.id, *ability)];
                let paid = by_life.iter().map(|ability| Item::Activate(object.id, *ability));
                printed.into_iter().chain(paid).collect::<Vec<_>>()
            };
            let offered = |object: &&SeenObject| items(object).iter().any(|item| asked.offers(item));
            let meant = match source.nth {
                Some(nth) => called.get(usize::from(nth)),
                None => called.iter().find(offered).or(called.first()),
            };
            let wanted = items(meant.ok_or_else(|| NotPossible::NoSuchObject(asked.name(source.card)))?);
            let with = With { targets, costs, x: *x, makes: *makes, ..With::default() };
            asked.act(|item| wanted.contains(item), source.card, &with)?
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
    targets: &'a [ActTarget],
    costs: &'a [ObjectName],
    x: Option<u16>,
    modes: &'a [u8],
    extra: u8,
    makes: Option<Mana>,
}

/// A question and what can be seen.
struct Asked<'a> {
    view: &'a PlayerView,
    decision: &'a Decision,
    /// What the seats are called.
    names: &'a [Arc<str>],
}

impl Asked<'_> {
    fn name(&self, card: crate::cards::effect::CardId) -> String {
        self.view.card(card).name.clone()
    }

    fn is(&self, id: ObjectId, card: crate::cards::effect::CardId) -> bool {
        self.view.object(id).is_some_and(|o| self.view.is_found_by(&o, card))
    }

    /// Whether that card is the part of the object that is cast so.
    fn has_part(&self, id: ObjectId, how: How, card: crate::cards::effect::CardId) -> bool {
        self.view.object(id).is_some_and(|o| self.view.card(o.card).part_cast(how) == Some(card))
    }

    /// Whether the option casts that card in that way.
    fn casts(&self, item: Item, card: crate::cards::effect::CardId, way: Option<WayKind>) -> bool {
        match (item, way) {
            (Item::Cast(id, How::Printed | How::Free | How::Life), None) => {
                self.is(id, card) || self.has_part(id, How::Printed, card)
            }
            // Either part of a card, by its own name.
            (Item::Cast(id, how @ (How::Back | How::BackFree | How::BackLife)), None) => self.has_part(id, how, card),
            (Item::Cast(id, how), Some(way)) => {
                self.is(id, card) && self.view.card(card).way_cast(how).is_some_and(|w| w.kind == way)
            }
            _ => false,
        }
    }

    // ---- acts at priority ----

    fn offers(&self, item: &Item) -> bool {
        matches!(&self.decision.shape, Shape::One(options) if options.contains(item))
    }

    /// The first option that is meant and that takes what is given, with everything it needs.
    fn act(
        &self,
        meant: impl Fn(&Item) -> bool,
        card: crate::cards::effect::CardId,
        with: &With<'_>,
    ) -> Chosen<Choice> {
        let Shape::One(options) = &self.decision.shape else { return Err(self.no_such_answer()) };
        let mut ways = options.iter().enumerate().filter(|(_, item)| meant(item)).map(|(at, item)| {
            // For its mana cost first, then in other ways: what one has no use for, another may.
            self.filled(at, *item, with)
        });
        let first = ways.next().ok_or_else(|| NotPossible::NotOffered(self.name(card), Obstacle::Other))?;
        first.or_else(|why| ways.find_map(Result::ok).ok_or(why))
    }

    /// The option with everything it needs.
    fn filled(&self, at: usize, item: Item, with: &With<'_>) -> Chosen<Choice> {
        let mut fills = Vec::new();
        let (mut targets, mut costs) = (with.targets.iter(), with.costs);
        let (mut x, mut extra, mut makes) = (false, false, false);
        while let Some(need) = self.view.next_need(item, &fills) {
            x |= need.kind == NeedKind::X;
            extra |= need.kind == NeedKind::Extra;
            makes |= need.kind == NeedKind::Mana;
            fills.push(self.fill(item, &need, &mut targets, &mut costs, with)?);
        }
        if let [unpaid, ..] = costs {
            return Err(NotPossible::NoSuchCost(self.name(unpaid.card)));
        }
        match with {
            // X is 0 where nobody is asked for it; how many targets there are may depend on it.
            With { x: Some(1..), .. } if !x => Err(NotPossible::XUnused),
            _ if targets.next().is_some() => Err(NotPossible::TooManyTargets),
            With { extra: 1.., .. } if !extra => Err(NotPossible::Unused("extra")),
            With { makes: Some(_), .. } if !makes => Err(NotPossible::Unused("makes")),
            _ => Ok(Choice::One(at as u16, fills)),
        }
    }

    fn fill<'t>(
        &self,
        item: Item,
        need: &Need,
        targets: &mut impl Iterator<Item = &'t ActTarget>,
        costs: &mut &[ObjectName],
        with: &With<'_>,
    ) -> Chosen<Choice> {
        match need.kind {
            NeedKind::X => match (with.x.map(i32::from), &need.shape) {
                (None, _) => Err(NotPossible::XMissing),
                (Some(given), Shape::Number { max, .. }) if given > *max => {
                    Err(NotPossible::XTooGreat { given, most: *max })
                }
                (Some(given), _) => Ok(Choice::Number(given)),
            },
            NeedKind::Extra => Ok(Choice::Number(with.extra.into())),
            NeedKind::Mode => {
                let Shape::Some { options, min, .. } = &need.shape else { return Err(self.no_such_answer()) };
                // Where every mode must be chosen, as with fuse, none has to be named.
                if with.modes.is_empty() && usize::from(*min) == options.len() {
                    return Ok(Choice::Some((0..*min).collect()));
                }
                let mut earlier = with.modes.iter().enumerate();
                if let Some((_, twice)) = earlier.find(|(at, mode)| with.modes[..*at].contains(mode)) {
                    return Err(NotPossible::ModeTwice(twice + 1));
                }
                let place = |mode: &u8| {
                    let at = options.iter().position(|o| *o == Item::Mode(*mode)).map(|at| at as u16);
                    at.ok_or_else(|| self.no_such_mode(item, *mode))
                };
                with.modes.iter().map(place).collect::<Chosen<Vec<u16>>>().map(Choice::Some)
            }
            // Any number of targets: all that are left.
            NeedKind::Target if matches!(need.shape, Shape::Some { max, .. } if max != 1) => {
                self.pick(&need.shape, &targets.copied().collect::<Vec<_>>(), Role::Target)
            }
            NeedKind::Target => match (targets.next(), &need.shape) {
                (Some(target), shape) => self.pick(shape, &[*target], Role::Target),
                (None, Shape::Some { min: 0, .. }) => Ok(Choice::Some(Vec::new())),
                (None, Shape::One(options)) if options.len() == 1 => Ok(Choice::option(0)),
                (None, _) => Err(NotPossible::TargetMissing),
            },
            NeedKind::Mana => {
                let Shape::One(options) = &need.shape else { return Err(self.no_such_answer()) };
                let Some(mana) = with.makes else { return Ok(Choice::option(0)) };
                let at = options.iter().position(|item| *item == Item::Mana(mana));
                at.map(|at| Choice::option(at as u16)).ok_or(NotPossible::NoSuchMana(mana.name()))
            }
            NeedKind::Cost | NeedKind::Waterbend => match &need.shape {
                Shape::Some { options, min, max } => Ok(Choice::Some(self.paid(options, (*min, *max), costs))),
                Shape::One(options) => {
                    let paid = self.paid(options, (1, 1), costs);
                    Ok(Choice::option(paid.first().copied().unwrap_or(0)))
                }
                _ => Err(self.no_such_answer()),
            },
        }
    }

    /// Why a mode is not among those that can be chosen for a spell (CR 700.2a).
    fn no_such_mode(&self, item: Item, mode: u8) -> NotPossible {
        let (id, how) = match item {
            Item::Cast(id, how) => (id, how),
            _ => return NotPossible::ModeClosed { mode: mode + 1, why: CLOSED },
        };
        let object = self.view.object(id).map(|object| self.view.card(object.card));
        let part = object.and_then(|card| card.part_cast(how)).map(|part| self.view.card(part)).or(object);
        let modes = part.and_then(|card| card.spell.as_ref()?.modes.as_ref());
        let (found, last) = (mode + 1, modes.map_or(0, |modes| modes.of.len()));
        match modes.and_then(|modes| modes.of.get(usize::from(mode)).map(|of| (modes, of))) {
            Some((modes, (_, targets))) => {
                let bound = modes.spree.is_some() || modes.only_if.iter().any(|(n, _)| *n == mode);
                let why = if bound || targets.is_empty() { CLOSED } else { "it has no legal target" };
                NotPossible::ModeClosed { mode: found, why }
            }
            None => NotPossible::NoSuchMode { found, expected: format!("1 to {last}") },
        }
    }

    /// What a cost is paid with: as many as can be of those that are named next, then the first that will do.
    fn paid(&self, options: &[Item], (min, max): (u16, u16), costs: &mut &[ObjectName]) -> Vec<u16> {
        let mut paid = Vec::new();
        while let Some((next, rest)) = costs.split_first().filter(|_| paid.len() < usize::from(max)) {
            match self.place(options, &ActTarget::Object(*next), &paid, Role::Cost) {
                Ok(at) if !paid.contains(&at) => paid.push(at),
                _ => break,
            }
            *costs = rest;
        }
        let others: Vec<u16> = (0..options.len() as u16).filter(|at| !paid.contains(at)).collect();
        paid.extend(others.into_iter().take(usize::from(min).saturating_sub(paid.len())));
        paid
    }

    /// Those players and objects, out of a list.
    fn pick(&self, shape: &Shape, targets: &[ActTarget], role: Role) -> Chosen<Choice> {
        let (Shape::One(options) | Shape::Some { options, .. } | Shape::Order(options)) = shape else {
            return Err(self.no_such_answer());
        };
        if matches!(shape, Shape::One(_)) && targets.len() > 1 {
            return Err(NotPossible::OneAtATime(targets.len()));
        }
        let mut chosen = Vec::new();
        for target in targets {
            chosen.push(self.place(options, target, &chosen, role)?);
        }
        match (shape, chosen.as_slice()) {
            (Shape::One(_), [one]) => Ok(Choice::option(*one)),
            (Shape::Some { .. }, _) => Ok(Choice::Some(chosen)),
            (Shape::Order(_), _) => Ok(Choice::Order(completed(chosen, options.len()))),
            _ => Err(self.no_such_answer()),
        }
    }

    /// Where a player or object stands in a list; of several objects of that name the first that is not taken.
    fn place(&self, options: &[Item], target: &ActTarget, taken: &[u16], role: Role) -> Chosen<u16> {
        let stands = |wanted: Item| options.iter().position(|item| *item == wanted).map(|at| at as u16);
        match target {
            ActTarget::Seat(seat) => stands(Item::Player(*seat)).ok_or_else(|| self.no_such_seat(options, *seat, role)),
            ActTarget::Object(name) => {
                if let Some(at) = self.ability_of(options, name.card) {
                    return Ok(at);
                }
                let missing = NotPossible::NotAnOption(self.name(name.card), role);
                let called = self.called(name, &self.zones(options));
                let mut places = called.iter().filter_map(|object| stands(Item::Object(object.id)));
                match name.nth {
                    Some(nth) => match called.get(usize::from(nth)) {
                        Some(object) => stands(Item::Object(object.id)).ok_or(missing),
                        None => Err(self.no_such_object(name, role)),
                    },
                    None if called.is_empty() => Err(self.no_such_object(name, role)),
                    // Where all are taken, one is named too often.
                    None => {
                        let free = places.clone().find(|at| !taken.contains(at));
                        free.or_else(|| places.next()).ok_or(missing)
                    }
                }
            }
        }
    }

    /// The first of the options that is an ability of that card on the stack.
    fn ability_of(&self, options: &[Item], card: crate::cards::effect::CardId) -> Option<u16> {
        let is = |item: &Item| matches!(item, Item::Object(id) if self.view.card_of_ability(*id) == Some(card));
        options.iter().position(is).map(|at| at as u16)
    }

    // ---- combat ----

    fn attack(&self, pairs: &[(ObjectName, ActTarget)]) -> Chosen<Choice> {
        let Shape::Assign { items, options, constraint: Constraint::Attack } = &self.decision.shape else {
            return Err(self.no_such_answer());
        };
        let pair = |(attacker, defender): &(ObjectName, ActTarget)| {
            let attacker = self.place(items, &ActTarget::Object(*attacker), &[], Role::Attacker)?;
            Ok((attacker, i32::from(self.place(options, defender, &[], Role::Defender)?)))
        };
        pairs.iter().map(pair).collect::<Chosen<Vec<_>>>().map(Choice::Assign)
    }

    fn block(&self, pairs: &[(ObjectName, ObjectName)]) -> Chosen<Choice> {
        let Shape::Assign { items, options, constraint: Constraint::Block } = &self.decision.shape else {
            return Err(self.no_such_answer());
        };
        let pair = |(blocker, attacker): &(ObjectName, ObjectName)| {
            let attacker = self.place(options, &ActTarget::Object(*attacker), &[], Role::Blocked)?;
            Ok((self.place(items, &ActTarget::Object(*blocker), &[], Role::Blocker)?, i32::from(attacker)))
        };
        let mut pairs = pairs.iter().map(pair).collect::<Chosen<Vec<_>>>()?;
        // What blocks several is there so often.
        for at in 0..pairs.len() {
            let item = pairs[at].0;
            if pairs[..at].iter().any(|(before, _)| *before == item) {
                let same = |other: &usize| items[*other] == items[usize::from(item)];
                let free = |other: &usize| pairs[..at].iter().all(|(before, _)| usize::from(*before) != *other);
                if let Some(other) = (0..items.len()).filter(same).find(free) {
                    pairs[at].0 = other as u16;
                }
            }
        }
        Ok(Choice::Assign(pairs))
    }

    // ---- other questions ----

    /// Whether it asks for some of several, and none will do.
    const fn may_decline(&self) -> bool {
        matches!(self.decision.shape, Shape::Some { min: 0, .. })
    }

    /// What kind of answer the question takes.
    fn no_such_answer(&self) -> NotPossible {
        let expected = match &self.decision.shape {
            Shape::One(options) if options.iter().any(|o| matches!(o, Item::Yes | Item::Keep)) => {
                "true or false".to_owned()
            }
            Shape::One(options) if self.decision.kind == DecisionKind::Play && options.len() == 2 => {
                "true or false".to_owned()
            }
            Shape::One(options) | Shape::Some { options, .. } if options.iter().any(|o| mode(o).is_some()) => {
                let modes: Vec<String> = options.iter().filter_map(mode).map(|mode| mode.to_string()).collect();
                format!("the number of one of these modes: {}", modes.join(", "))
            }
            Shape::One(options) => format!("one option, by name or {{ options = [1 to {}] }}", options.len()),
            Shape::Some { options, min, max } => {
                let no = if self.may_decline() { "false, or " } else { "" };
                let number = if min == max { max.to_string() } else { format!("{min} to {max}") };
                format!("{no}a list of {number}, by names or {{ options = [1 to {}] }}", options.len())
            }
            Shape::Order(items) => format!("an order, by names or {{ options = [1 to {}] }}", items.len()),
            Shape::Number { min, max } => format!("a number from {min} to {max}"),
            Shape::Assign { constraint: Constraint::Attack, .. } => "`attack`".to_owned(),
            Shape::Assign { constraint: Constraint::Block, .. } => "`block`".to_owned(),
            Shape::Assign { .. } => "{ shares = [...] }".to_owned(),
        };
        NotPossible::NoSuchAnswer { kind: name_of(self.decision.kind), expected }
    }

    fn answer(&self, answer: &Answer) -> Chosen<Choice> {
        let shape = &self.decision.shape;
        match answer {
            Answer::Default => Ok(self.decision.default.clone()),
            Answer::Yes => match shape {
                // A card that an effect offers: to play it, or not.
                Shape::One(options) if self.decision.kind == DecisionKind::Play && options.len() == 2 => {
                    self.filled(0, options[0], &With::default())
                }
                _ => self.one_of(&[Item::Yes, Item::Keep]),
            },
            Answer::No if self.may_decline() => Ok(Choice::Some(Vec::new())),
            Answer::No => self.one_of(&[Item::No, Item::Mulligan]),
            Answer::Number(n) => match shape {
                Shape::Number { min, max } => i32::try_from(*n)
                    .ok()
                    .filter(|n| (*min..=*max).contains(n))
                    .map(Choice::Number)
                    .ok_or_else(|| self.no_such_answer()),
                // To pay, with that as X.
                Shape::One(options) if options.contains(&Item::Yes) => {
                    let at = options.iter().position(|item| *item == Item::Yes).unwrap_or_default();
                    self.filled(at, Item::Yes, &With { x: u16::try_from(*n).ok(), ..With::default() })
                }
                Shape::One(options) | Shape::Some { options, .. } if options.iter().any(|o| mode(o).is_some()) => {
                    let at = options.iter().position(|item| mode(item).map(i64::from) == Some(*n));
                    let at = at.ok_or_else(|| self.no_such_answer())? as u16;
                    Ok(if matches!(shape, Shape::One(_)) { Choice::option(at) } else { Choice::Some(vec![at]) })
                }
                Shape::One(_) | Shape::Some { .. } | Shape::Order(_) | Shape::Assign { .. } => {
                    Err(self.no_such_answer())
                }
            },
            Answer::Options(places) => match (shape, places.as_slice()) {
                (Shape::One(options), [one]) => match options.get(usize::from(*one)) {
                    Some(item) => self.filled((*one).into(), *item, &With::default()),
                    None => Err(self.no_such_answer()),
                },
                (Shape::Some { .. }, _) => Ok(Choice::Some(places.clone())),
                (Shape::Order(items), _) => Ok(Choice::Order(completed(places.clone(), items.len()))),
                _ => Err(self.no_such_answer()),
            },
            Answer::Names(names) => self.names(names),
            Answer::Shares(shares) => self.shares(shares),
        }
    }

    fn one_of(&self, items: &[Item]) -> Chosen<Choice> {
        let Shape::One(options) = &self.decision.shape else { return Err(self.no_such_answer()) };
        let at = options.iter().position(|item| items.contains(item)).ok_or_else(|| self.no_such_answer())?;
        self.filled(at, options[at], &With::default())
    }

    fn names(&self, names: &[Named]) -> Chosen<Choice> {
        match names {
            [Named::Mana(mana)] => return self.one_of(&[Item::Mana(*mana)]),
            [Named::Subtype(subtype)] => return self.one_of(&[Item::Subtype(*subtype)]),
            [Named::Object(name)] if self.decision.kind == DecisionKind::Play => {
                let Shape::One(options) = &self.decision.shape else { return Err(self.no_such_answer()) };
                if let Some(at) = options.iter().position(|item| self.casts(*item, name.card, None)) {
                    return self.filled(at, options[at], &With::default());
                }
            }
            [Named::Object(name)] if self.decision.kind == DecisionKind::Name => {
                return self.one_of(&[Item::Name(name.card)]);
            }
            // A type that a token is called after as well.
            [Named::Object(name)] if self.decision.kind == DecisionKind::CreatureType => {
                let subtype = self.view.catalog().find_subtype(&self.view.card(name.card).name);
                return subtype.map_or_else(|| Err(self.no_such_answer()), |s| self.one_of(&[Item::Subtype(s)]));
            }
            _ => {}
        }
        let target = |name: &Named| match name {
            Named::Seat(seat) => Ok(ActTarget::Seat(*seat)),
            Named::Object(name) => Ok(ActTarget::Object(*name)),
            Named::Mana(_) | Named::Subtype(_) => Err(self.no_such_answer()),
        };
        // To pay, and what with.
        if let (DecisionKind::Pay, Shape::One(options)) = (self.decision.kind, &self.decision.shape)
            && let Some(at) = options.iter().position(|item| *item == Item::Yes)
        {
            let object = |name: &Named| if let Named::Object(name) = name { Some(*name) } else { None };
            let costs: Option<Vec<ObjectName>> = names.iter().map(object).collect();
            let costs = costs.ok_or_else(|| self.no_such_answer())?;
            return self.filled(at, Item::Yes, &With { costs: &costs, ..With::default() });
        }
        // A mode has no name.
        if matches!(&self.decision.shape, Shape::One(options) if options.iter().any(|o| mode(o).is_some())) {
            return Err(self.no_such_answer());
        }
        let role = Role::Answer(self.decision.kind);
        self.pick(&self.decision.shape, &names.iter().map(target).collect::<Chosen<Vec<_>>>()?, role)
    }

    fn shares(&self, shares: &[(ActTarget, i32)]) -> Chosen<Choice> {
        let items = match &self.decision.shape {
            Shape::Assign { items, options, .. } if options.is_empty() => items,
            _ => return Err(self.no_such_answer()),
        };
        let role = Role::Answer(self.decision.kind);
        let share = |(to, amount): &(ActTarget, i32)| Ok((self.place(items, to, &[], role)?, *amount));
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

    /// The objects of that name in those zones in the order of arrival, one's own first unless somebody else's are meant.
    fn called(&self, name: &ObjectName, zones: &[Zone]) -> Vec<SeenObject> {
        let mut found = self.seen();
        let called = |o: &SeenObject| self.view.is_found_by(o, name.card);
        found.retain(|o| called(o) && zones.contains(&o.zone) && name.of.is_none_or(|seat| holder(o) == seat));
        if name.of.is_none() {
            found.sort_by_key(|o| holder(o) != self.decision.actor);
        }
        found
    }

    /// Who could be chosen, of players.
    fn no_such_seat(&self, options: &[Item], seat: Seat, role: Role) -> NotPossible {
        let name = |seat: Seat| self.names.get(seat.index()).map_or_else(|| seat.to_string(), |name| name.to_string());
        let player = |item: &Item| if let Item::Player(seat) = item { Some(name(*seat)) } else { None };
        let players: Vec<String> = options.iter().filter_map(player).collect();
        let expected = if players.is_empty() { "no player".to_owned() } else { players.join(", ") };
        NotPossible::NotAnOptionSeat { seat: name(seat), role, expected }
    }

    /// There is none of that name where anything can be chosen from; there may be elsewhere.
    fn no_such_object(&self, name: &ObjectName, role: Role) -> NotPossible {
        let seen = self.seen();
        let covered = || seen.iter().find(|o| self.view.beneath(o.id) == Some(name.card));
        match seen.iter().any(|o| self.view.is_found_by(o, name.card)) {
            true => NotPossible::NotAnOption(self.name(name.card), role),
            false => covered().map_or_else(
                || NotPossible::NoSuchObject(self.name(name.card)),
                |o| NotPossible::FaceDown(self.name(name.card), self.name(o.card)),
            ),
        }
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
        let others = |o: &SeenObject| o.zone == Zone::Hand && holder(o) != self.decision.actor;
        let shown = shown.iter().filter_map(|i| view.object(object(i)?));
        seen.extend(shown.filter(|o| o.zone == Zone::Library || others(o)));
        seen
    }
}

/// Why a mode can't be chosen that is bound to more than targets.
const CLOSED: &str = "its condition does not hold, it has no legal target, or it can't be paid for";

/// The number of a mode, from 1.
fn mode(item: &Item) -> Option<u16> {
    if let Item::Mode(mode) = item { Some(u16::from(*mode) + 1) } else { None }
}

/// `MulliganBottom` as the log writes it: `mulligan-bottom`.
fn name_of(kind: DecisionKind) -> String {
    let name = format!("{kind:?}");
    let mut kebab = String::new();
    for letter in name.chars() {
        if letter.is_ascii_uppercase() && !kebab.is_empty() {
            kebab.push('-');
        }
        kebab.push(letter.to_ascii_lowercase());
    }
    kebab
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
