//! A question with the whole tree of what may be chosen, and the reading of its answers.
//!
//! What an act needs depends on what was chosen before, so the needs of an option are nodes that point to each other; equal
//! ones are there once. An answer may leave needs out at its end: the table fills them in the first way that is legal.

use std::collections::BTreeMap;
use std::iter::once;

use itertools::Itertools;
use serde::Serialize;
use serde_json::Value;

use crate::cards::effect::How;
use crate::game::decision::{Choice, Constraint, Decision, DecisionKind, Item, NeedKind, Shape};
use crate::game::view::PlayerView;

use super::{Token, Wire};

/// A question.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Question {
    /// What it is about.
    pub kind: DecisionKind,
    /// The card that asks.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source: Option<Offer>,
    /// What can be answered.
    #[serde(flatten)]
    pub wanted: Wanted,
    /// What acts among the options need, by number: see [`Offer::needs`] and [`Next`].
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub needs: Vec<Need>,
    /// A legal answer.
    #[cfg_attr(test, schemars(with = "super::schema::Chosen"))]
    pub default: Value,
}

/// The shape of an answer.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case", tag = "answer")]
pub enum Wanted {
    /// One of these.
    One {
        /// By their places, from 0.
        options: Vec<Offer>,
    },
    /// From `min` to `max` different ones of these.
    Some {
        /// By their places, from 0.
        options: Vec<Offer>,
        /// At least so many.
        min: u16,
        /// At most so many.
        max: u16,
    },
    /// All of these, the first one first.
    Order {
        /// By their places, from 0.
        options: Vec<Offer>,
    },
    /// A number.
    Number {
        /// At least.
        min: i32,
        /// At most.
        max: i32,
    },
    /// For each of these one of the options, or nothing.
    Assign {
        /// Attackers or blockers, by their places, from 0.
        items: Vec<Offer>,
        /// What they may attack or block.
        options: Vec<Offer>,
    },
    /// Shares of a number for these.
    Divide {
        /// By their places, from 0.
        items: Vec<Offer>,
        /// What the shares add up to.
        total: i32,
        /// The least share.
        least: i32,
    },
}

impl Wanted {
    /// How many things it lists.
    const fn offers(&self) -> usize {
        match self {
            Wanted::One { options } | Wanted::Some { options, .. } | Wanted::Order { options } => options.len(),
            Wanted::Assign { items, options } => items.len() + options.len(),
            Wanted::Divide { items, .. } => items.len(),
            Wanted::Number { .. } => 0,
        }
    }
}

/// Something that can be chosen.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Default, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Offer {
    /// What it is.
    #[serde(rename = "do")]
    pub act: Act,
    /// The object.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<Token>,
    /// Its card's name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub card: Option<String>,
    /// Which of the card's abilities, counted from 0 in printed order.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ability: Option<usize>,
    /// In which way a spell is cast, if not for its mana cost.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub way: Option<String>,
    /// The player.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub player: Option<String>,
    /// A number: of a mode, a trigger.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub number: Option<u16>,
    /// A type of mana.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mana: Option<String>,
    /// A creature type.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub creature_type: Option<String>,
    /// Mana that a spell costs now, with X being 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cost: Option<u16>,
    /// What it needs first, by its place in [`Question::needs`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub needs: Option<usize>,
}

/// What can be chosen, in a word.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Act {
    /// Pass priority.
    #[default]
    Pass,
    /// Play a land.
    PlayLand,
    /// Cast a spell.
    Cast,
    /// Foretell a card.
    Foretell,
    /// Turn a face-down permanent face up.
    TurnUp,
    /// Suspend a card.
    Suspend,
    /// Activate an ability.
    Activate,
    /// Activate a mana ability.
    MakeMana,
    /// Yes.
    Yes,
    /// No.
    No,
    /// Keep the hand.
    Keep,
    /// Take a mulligan.
    Mulligan,
    /// An object.
    Object,
    /// A player.
    Player,
    /// A mode, by its number.
    Mode,
    /// A type of mana.
    Mana,
    /// A creature type.
    CreatureType,
    /// A card name.
    Name,
    /// A skip.
    Skip,
    /// A triggered ability that waits, by its number.
    Trigger,
}

/// Something that an act needs: a target, a number.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Need {
    /// What it is.
    pub kind: NeedKind,
    /// What can be answered.
    #[serde(flatten)]
    pub wanted: Wanted,
    /// What is needed after it.
    pub next: Next,
}

/// What an act needs after a need is filled.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Next {
    /// Nothing, whatever is chosen.
    Nothing,
    /// That need, whatever is chosen.
    Need(usize),
    /// That need, or nothing, by the option that is chosen; the last one by choosing none.
    ByOption(Vec<Option<usize>>),
    /// More, that was not worked out: there is too much of it. The table fills it.
    More,
}

/// Needs worked out for one question; more are left to the table.
const MOST_NEEDS: usize = 2_000;

/// Options of needs written out for one question: some hundred kilobytes.
const MOST_OFFERS: usize = 8_000;

/// Ways to fill what an answer leaves out that are tried before it is refused.
const MOST_TRIES: u32 = 20_000;

/// The question that is pending in the view.
pub(super) fn asked(wire: &mut Wire, at: &PlayerView, decision: &Decision) -> Question {
    let mut tree = Tree { wire, at, needs: Vec::new(), known: BTreeMap::new(), worked: 0, offers: 0 };
    let mut wanted = tree.wanted(&decision.shape);
    if let (Wanted::One { options }, Shape::One(items)) = (&mut wanted, &decision.shape) {
        for (offer, item) in options.iter_mut().zip(items) {
            if let Next::Need(first) = tree.after(*item, &mut Vec::new()) {
                offer.needs = Some(first);
            }
        }
    }
    let needs = tree.needs;
    let source = decision.source.filter(|id| at.object(*id).is_some()).map(|id| offer(wire, at, Item::Object(id)));
    Question { kind: decision.kind, source, wanted, needs, default: written(&decision.default) }
}

/// Works out what acts need.
struct Tree<'a> {
    wire: &'a mut Wire,
    at: &'a PlayerView,
    needs: Vec<Need>,
    known: BTreeMap<Need, usize>,
    worked: usize,
    offers: usize,
}

impl Tree<'_> {
    fn wanted(&mut self, shape: &Shape) -> Wanted {
        let (wire, at) = (&mut *self.wire, self.at);
        let mut list = |items: &[Item]| items.iter().map(|item| offer(wire, at, *item)).collect();
        match shape {
            Shape::One(options) => Wanted::One { options: list(options) },
            Shape::Some { options, min, max } => Wanted::Some { options: list(options), min: *min, max: *max },
            Shape::Order(items) => Wanted::Order { options: list(items) },
            Shape::Number { min, max } => Wanted::Number { min: *min, max: *max },
            Shape::Assign { items, options, constraint } => {
                let items = list(items);
                match constraint {
                    Constraint::Attack | Constraint::Block => Wanted::Assign { items, options: list(options) },
                    Constraint::Damage { total, .. } | Constraint::Sum(total) => {
                        Wanted::Divide { items, total: *total, least: 0 }
                    }
                    Constraint::Shares(total) => Wanted::Divide { items, total: *total, least: 1 },
                }
            }
        }
    }

    /// What the act needs once so much is filled.
    fn after(&mut self, item: Item, fills: &mut Vec<Choice>) -> Next {
        if self.worked >= MOST_NEEDS || self.offers >= MOST_OFFERS {
            return Next::More;
        }
        self.worked += 1;
        let Some(need) = self.at.next_need(item, fills) else { return Next::Nothing };
        let next = self.next(item, &need.shape, fills);
        let node = Need { kind: need.kind, wanted: self.wanted(&need.shape), next };
        let place = *self.known.entry(node.clone()).or_insert_with(|| {
            self.offers += node.wanted.offers();
            self.needs.push(node);
            self.needs.len() - 1
        });
        Next::Need(place)
    }

    fn next(&mut self, item: Item, shape: &Shape, fills: &mut Vec<Choice>) -> Next {
        let choices: Vec<Choice> = match shape {
            Shape::One(options) => (0..options.len() as u16).map(Choice::option).collect(),
            // The last one is to choose none.
            Shape::Some { options, min, max: 1 } => {
                let one = (0..options.len() as u16).map(|at| Choice::Some(vec![at]));
                one.chain((*min == 0).then(|| Choice::Some(Vec::new()))).collect()
            }
            Shape::Number { min, max } if max - min < 64 => (*min..=*max).map(Choice::Number).collect(),
            _ => vec![least(shape)],
        };
        let whole = choices.len() > 1 || matches!(shape, Shape::One(_) | Shape::Some { max: 1, .. });
        let mut nexts = Vec::new();
        for choice in choices {
            fills.push(choice);
            nexts.push(self.after(item, fills));
            fills.pop();
        }
        match nexts.first().cloned() {
            Some(first) if nexts.iter().all(|next| *next == first) => {
                // Of many ways to choose several only one was tried.
                if whole || first == Next::Nothing { first } else { Next::More }
            }
            Some(_) if !nexts.contains(&Next::More) => Next::ByOption(
                nexts.into_iter().map(|n| if let Next::Need(at) = n { Some(at) } else { None }).collect(),
            ),
            Some(_) => Next::More,
            None => Next::Nothing,
        }
    }
}

/// The first answer that fits a shape.
fn least(shape: &Shape) -> Choice {
    match shape {
        Shape::One(_) => Choice::option(0),
        Shape::Some { min, .. } => Choice::Some((0..*min).collect()),
        Shape::Order(items) => Choice::Order((0..items.len() as u16).collect()),
        // What is asked for as a number by an act is X, or how often it is kicked: as much as can be paid for.
        Shape::Number { max, .. } => Choice::Number(*max),
        Shape::Assign { .. } => Choice::Assign(Vec::new()),
    }
}

fn offer(wire: &mut Wire, at: &PlayerView, item: Item) -> Offer {
    let mut of = |act: Act, id| {
        let seen = at.object(id);
        let card = seen.map(|object| wire.card(object.card).to_owned());
        Offer { act, id: seen.is_some().then(|| wire.token(id)), card, ..Offer::default() }
    };
    let plain = |act| Offer { act, ..Offer::default() };
    match item {
        Item::Pass => plain(Act::Pass),
        Item::Yes => plain(Act::Yes),
        Item::No => plain(Act::No),
        Item::Keep => plain(Act::Keep),
        Item::Mulligan => plain(Act::Mulligan),
        Item::PlayLand(id) => of(Act::PlayLand, id),
        Item::PlayLandBack(id) => Offer { way: Some("back".to_owned()), ..of(Act::PlayLand, id) },
        Item::Cast(id, How::Printed) => Offer { cost: at.casting_cost(id, How::Printed, 0), ..of(Act::Cast, id) },
        Item::Cast(id, how) => {
            Offer { way: Some(way(at, id, how)), cost: at.casting_cost(id, how, 0), ..of(Act::Cast, id) }
        }
        Item::Foretell(id) => of(Act::Foretell, id),
        Item::TurnUp(id) => of(Act::TurnUp, id),
        Item::Suspend(id) => of(Act::Suspend, id),
        Item::Activate(id, ability) | Item::MakeMana(id, ability) => {
            let act = if matches!(item, Item::Activate(..)) { Act::Activate } else { Act::MakeMana };
            let printed = at.object(id).and_then(|o| at.card(o.card).abilities.iter().position(|a| *a == ability));
            Offer { ability: printed, ..of(act, id) }
        }
        Item::Object(id) => of(Act::Object, id),
        Item::Player(seat) => Offer { player: Some(wire.player(seat)), ..plain(Act::Player) },
        Item::Mode(n) => Offer { number: Some(n.into()), ..plain(Act::Mode) },
        Item::Mana(mana) => Offer { mana: Some(mana.letter().to_string()), ..plain(Act::Mana) },
        Item::Subtype(subtype) => {
            Offer { creature_type: Some(at.catalog().subtype(subtype).to_owned()), ..plain(Act::CreatureType) }
        }
        Item::Name(card) => Offer { card: Some(wire.card(card).to_owned()), ..plain(Act::Name) },
        Item::Skip(_) => plain(Act::Skip),
        Item::Trigger(n) => Offer { number: Some(n), ..plain(Act::Trigger) },
    }
}

fn way(at: &PlayerView, id: crate::game::ObjectId, how: How) -> String {
    match how {
        How::Printed => "printed".to_owned(),
        How::Free => "free".to_owned(),
        How::Life => "life".to_owned(),
        How::FaceDown => "face-down".to_owned(),
        How::Back => "back".to_owned(),
        How::BackFree => "back-free".to_owned(),
        How::BackLife => "back-life".to_owned(),
        How::Way(_) | How::WayFree(_) => {
            let card = at.object(id).map(|object| at.card(object.card));
            let free = if how.is_free() { "-free" } else { "" };
            let way = card.and_then(|card| card.way_cast(how));
            way.map_or_else(String::new, |way| format!("{:?}", way.kind).to_lowercase() + free)
        }
    }
}

// ---- answers ----

/// A choice as an answer writes it.
fn written(choice: &Choice) -> Value {
    match choice {
        Choice::One(at, fills) if fills.is_empty() => (*at).into(),
        Choice::One(at, fills) => {
            let fills: Vec<Value> = fills.iter().map(written).collect();
            serde_json::json!([*at, fills])
        }
        Choice::Some(chosen) | Choice::Order(chosen) => chosen.clone().into(),
        Choice::Number(n) => (*n).into(),
        Choice::Assign(pairs) => {
            pairs.iter().map(|(item, to)| Value::from(vec![i64::from(*item), (*to).into()])).collect()
        }
        Choice::Concede => "concede".into(),
    }
}

/// Reads an answer: `"default"`, `"concede"`, or what the shape asks for; an act is a number, or a number and a list of
/// fills. Needs that are left out are filled in the first way that is legal.
pub(super) fn read(at: &PlayerView, decision: &Decision, answer: &Value) -> Result<Choice, String> {
    match answer.as_str() {
        Some("default") => return Ok(decision.default.clone()),
        Some("concede") => return Ok(Choice::Concede),
        Some(other) => {
            return Err(format!("`{other}` is no answer: expected `default`, `concede`, a number or a list"));
        }
        None => {}
    }
    let Shape::One(options) = &decision.shape else { return read_shape(&decision.shape, answer) };
    let (index, given) = match answer {
        Value::Array(parts) => match parts.as_slice() {
            [index, Value::Array(fills)] => (index, fills.as_slice()),
            _ => return Err("expected a number, or [number, [fills]]".to_owned()),
        },
        index => (index, &[][..]),
    };
    let index = place(index, options.len())?;
    let item = options[usize::from(index)];
    let mut fills = Vec::new();
    for (at_fill, fill) in given.iter().enumerate() {
        let Some(need) = at.next_need(item, &fills) else {
            return Err(format!("one fill too many: the act needs {at_fill}"));
        };
        fills.push(read_shape(&need.shape, fill)?);
    }
    let mut tries = MOST_TRIES;
    if at.next_need(item, &fills).is_some() && !complete(at, item, &mut fills, &mut tries) {
        return Err("the act has no legal target or cost after these fills".to_owned());
    }
    Ok(Choice::One(index, fills))
}

/// Fills what the act still needs in the first way that can be paid. What is tapped for its cost makes no mana, for example, so
/// the first that fits each need is not always enough. Returns whether there is such a way.
fn complete(at: &PlayerView, item: Item, fills: &mut Vec<Choice>, tries: &mut u32) -> bool {
    let Some(need) = at.next_need(item, fills) else { return at.is_affordable(item, fills) };
    for fill in every(&need.shape) {
        let Some(left) = tries.checked_sub(1) else { return false };
        *tries = left;
        fills.push(fill);
        if complete(at, item, fills, tries) {
            return true;
        }
        fills.pop();
    }
    false
}

/// Every answer that fits what an act needs, [`least`] first.
fn every(shape: &Shape) -> Box<dyn Iterator<Item = Choice>> {
    match shape {
        Shape::One(options) => Box::new((0..options.len() as u16).map(Choice::option)),
        Shape::Some { options, min, max } => {
            let len = options.len() as u16;
            let of_size = move |size| (0..len).combinations(usize::from(size)).map(Choice::Some);
            Box::new((*min..=*max).flat_map(of_size))
        }
        Shape::Number { min, max } => Box::new((*min..=*max).rev().map(Choice::Number)),
        // No act needs these.
        Shape::Order(_) | Shape::Assign { .. } => Box::new(once(least(shape))),
    }
}

fn read_shape(shape: &Shape, answer: &Value) -> Result<Choice, String> {
    match shape {
        Shape::One(options) => place(answer, options.len()).map(Choice::option),
        Shape::Some { options, .. } => places(answer, options.len()).map(Choice::Some),
        Shape::Order(items) => places(answer, items.len()).map(Choice::Order),
        Shape::Number { .. } => number(answer).map(Choice::Number),
        Shape::Assign { .. } => {
            let pairs = answer.as_array().ok_or("expected a list of [item, option or share]")?;
            let pair = |pair: &Value| match pair.as_array().map(Vec::as_slice) {
                Some([item, to]) => Ok((place(item, usize::from(u16::MAX))?, number(to)?)),
                _ => Err(format!("found {pair}, expected [item, option or share]")),
            };
            pairs.iter().map(pair).collect::<Result<_, String>>().map(Choice::Assign)
        }
    }
}

fn place(value: &Value, len: usize) -> Result<u16, String> {
    let found = value.as_u64().and_then(|n| u16::try_from(n).ok()).filter(|n| usize::from(*n) < len);
    found.ok_or_else(|| format!("found {value}, expected the place of an option, 0 to {}", len.saturating_sub(1)))
}

fn places(value: &Value, len: usize) -> Result<Vec<u16>, String> {
    let list = value.as_array().ok_or_else(|| format!("found {value}, expected a list of places of options"))?;
    list.iter().map(|item| place(item, len)).collect()
}

fn number(value: &Value) -> Result<i32, String> {
    let found = value.as_i64().and_then(|n| i32::try_from(n).ok());
    found.ok_or_else(|| format!("found {value}, expected a number"))
}
