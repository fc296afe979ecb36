//! A question being answered, stage by stage: an act, then what it needs, each as a page; only what may be chosen is offered.

use std::sync::Arc;

use super::page::{Form, Page, Row, Turned};
use super::scene::Painter;
use crate::cards::ability::Ability;
use crate::cards::effect::{AbilityId, How};
use crate::game::decision::{Choice, Constraint, Decision, DecisionKind, IllegalChoice, Item, NeedKind, Shape};
use crate::game::view::PlayerView;
use crate::game::{ObjectId, Zone};
use crate::table::Cast;
use crate::table::trace::Offers;

/// A question being answered.
pub(super) struct Answering {
    pub(super) view: PlayerView,
    cast: Arc<Cast>,
    /// The act that has been chosen, and its place among the options.
    act: Option<(u16, Item)>,
    fills: Vec<Choice>,
    /// The question, and what the act needs; the last is open. With how many needs were filled before.
    pages: Vec<(Page, usize)>,
}

impl Answering {
    /// The question that is pending in the view.
    pub(super) fn new(view: PlayerView, cast: Arc<Cast>) -> Option<Answering> {
        let decision = view.decision()?;
        let writer = Writer { view: &view, cast: &cast };
        let page = writer.page(writer.asked(decision), &decision.shape, Some(&decision.default));
        let pages = vec![(page, 0)];
        Some(Answering { view, cast, act: None, fills: Vec::new(), pages })
    }

    /// The page that is open.
    pub(super) fn page(&self) -> &Page {
        &self.pages[self.pages.len() - 1].0
    }

    pub(super) fn page_mut(&mut self) -> &mut Page {
        let last = self.pages.len() - 1;
        &mut self.pages[last].0
    }

    /// What has been chosen so far, in words.
    pub(super) fn so_far(&self) -> Option<String> {
        let (_, item) = self.act?;
        Some(Writer { view: &self.view, cast: &self.cast }.item(item))
    }

    /// Passing priority, where that is what is asked.
    pub(super) fn pass(&self) -> Option<Choice> {
        let decision = self.view.decision().filter(|decision| decision.kind == DecisionKind::Priority)?;
        let Shape::One(options) = &decision.shape else { return None };
        let at = options.iter().position(|item| *item == Item::Pass)?;
        Some(Choice::option(at as u16))
    }

    /// Whether passing is all that can be done.
    pub(super) fn only_passes(&self) -> bool {
        matches!(self.view.decision().map(|d| &d.shape), Some(Shape::One(options)) if *options == [Item::Pass])
    }

    /// Takes the answer to the open page: the whole answer comes back when nothing more is needed.
    pub(super) fn take(&mut self, choice: Choice) -> Turned {
        match (self.act, &choice) {
            (None, Choice::One(at, _)) => {
                let item = match self.view.decision().map(|d| &d.shape) {
                    Some(Shape::One(options)) => options.get(usize::from(*at)).copied(),
                    _ => None,
                };
                let Some(item) = item else { return Turned::Stays };
                self.act = Some((*at, item));
            }
            (None, _) => return self.whole(choice),
            (Some(_), _) => self.fills.push(choice),
        }
        self.next_stage()
    }

    /// Goes on to what the act needs next; what can be filled in one way only is filled.
    fn next_stage(&mut self) -> Turned {
        let Some((at, item)) = self.act else { return Turned::Stays };
        while let Some(need) = self.view.next_need(item, &self.fills) {
            match only_answer(&need.shape) {
                Some(choice) => self.fills.push(choice),
                None if matches!(&need.shape, Shape::One(options) if options.is_empty()) => {
                    self.reopen();
                    return Turned::Wrong("there is no legal target or cost for that".to_owned());
                }
                None => {
                    let writer = Writer { view: &self.view, cast: &self.cast };
                    let page = writer.page(writer.needed(need.kind), &need.shape, None);
                    self.pages.push((page, self.fills.len()));
                    return Turned::Stays;
                }
            }
        }
        let fills = std::mem::take(&mut self.fills);
        match self.whole(Choice::One(at, fills)) {
            Turned::Wrong(why) => {
                self.reopen();
                Turned::Wrong(why)
            }
            done => done,
        }
    }

    fn whole(&self, choice: Choice) -> Turned {
        match self.view.judge(&choice) {
            Ok(()) => Turned::Answered(choice),
            Err(IllegalChoice::BrokenConstraint) if self.act.is_some() => {
                Turned::Wrong("that can't be paid for, or not in this way".to_owned())
            }
            Err(why) => Turned::Wrong(format!("not allowed: {why}")),
        }
    }

    /// Takes back the last stage.
    pub(super) fn back(&mut self) {
        if self.pages.len() > 1 {
            self.pages.pop();
        }
        self.reopen();
    }

    /// The open page is asked again: what came of its answer is forgotten.
    fn reopen(&mut self) {
        match self.pages.len() {
            1 => (self.act, self.fills) = (None, Vec::new()),
            n => self.fills.truncate(self.pages[n - 1].1),
        }
    }
}

/// The answer, where there is only one.
fn only_answer(shape: &Shape) -> Option<Choice> {
    match shape {
        Shape::One(options) if options.len() == 1 => Some(Choice::option(0)),
        Shape::Some { max: 0, .. } => Some(Choice::Some(Vec::new())),
        Shape::Some { options, min, .. } if usize::from(*min) == options.len() => {
            Some(Choice::Some((0..*min).collect()))
        }
        Shape::Order(items) if items.len() < 2 => Some(Choice::Order((0..items.len() as u16).collect())),
        Shape::Number { min, max } if min == max => Some(Choice::Number(*min)),
        _ => None,
    }
}

/// Puts a question into words.
struct Writer<'a> {
    view: &'a PlayerView,
    cast: &'a Cast,
}

impl Writer<'_> {
    // ---- titles ----

    fn asked(&self, decision: &Decision) -> String {
        let source = decision.source.map(|id| Offers::new(self.view, self.cast).card(id));
        let source = source.map_or_else(String::new, |card| format!("{card}: "));
        let whom = if decision.actor == decision.decider {
            String::new()
        } else {
            format!("for {}: ", self.cast.name(decision.actor))
        };
        format!("{whom}{source}{}", kind_asked(decision.kind))
    }

    fn needed(&self, kind: NeedKind) -> String {
        match kind {
            NeedKind::Extra => "how often is the additional cost paid?",
            NeedKind::Mode => "which mode?",
            NeedKind::X => "how much is X?",
            NeedKind::Target => "which target?",
            NeedKind::Cost => "with what is the cost paid?",
            NeedKind::Waterbend => "what is tapped for generic mana?",
            NeedKind::Mana => "which mana?",
        }
        .to_owned()
    }

    // ---- pages ----

    fn page(&self, title: String, shape: &Shape, default: Option<&Choice>) -> Page {
        match shape {
            Shape::One(options) => {
                let rows = self.grouped(options);
                let at = if let Some(Choice::One(at, _)) = default { *at } else { 0 };
                let cursor = rows.iter().rposition(|row| row.option <= at).unwrap_or(0);
                let exact = rows.iter().position(|row| row.option == at);
                Page::new(title, Form::One, rows, exact.unwrap_or(cursor))
            }
            Shape::Some { options, min, max } => {
                let chosen = match default {
                    Some(Choice::Some(chosen)) => chosen.iter().map(|at| usize::from(*at)).collect(),
                    _ => Vec::new(),
                };
                let form = Form::Some { min: usize::from(*min), max: usize::from(*max), chosen };
                Page::new(title, form, self.rows(options), 0)
            }
            Shape::Order(items) => {
                let placed = match default {
                    Some(Choice::Order(order)) if !order.is_sorted() => {
                        order.iter().map(|at| usize::from(*at)).collect()
                    }
                    _ => Vec::new(),
                };
                Page::new(title, Form::Order { placed }, self.rows(items), 0)
            }
            Shape::Number { min, max } => {
                // What an act asks for as a number is worth as much as can be paid for.
                let now = if let Some(Choice::Number(n)) = default { *n } else { *max };
                Page::new(title, Form::Number { min: *min, max: *max, now }, Vec::new(), 0)
            }
            Shape::Assign { items, options, constraint } => self.assigned(title, items, options, *constraint, default),
        }
    }

    fn assigned(
        &self,
        title: String,
        items: &[Item],
        options: &[Item],
        constraint: Constraint,
        default: Option<&Choice>,
    ) -> Page {
        let given = |row: usize| match default {
            Some(Choice::Assign(pairs)) => pairs.iter().find(|(at, _)| usize::from(*at) == row).map(|(_, to)| *to),
            _ => None,
        };
        let form = match constraint {
            Constraint::Attack | Constraint::Block => Form::Assign {
                options: options.iter().map(|item| self.item(*item)).collect(),
                to: (0..items.len()).map(|row| given(row).and_then(|to| usize::try_from(to).ok())).collect(),
                barred: items.iter().map(|item| self.barred(*item, options)).collect(),
            },
            Constraint::Damage { total, .. } | Constraint::Sum(total) | Constraint::Shares(total) => {
                Form::Divide { total, shares: (0..items.len()).map(|row| given(row).unwrap_or(0)).collect() }
            }
        };
        Page::new(title, form, self.rows(items), 0)
    }

    /// What a creature can't attack or block, as far as the two of them go.
    fn barred(&self, item: Item, options: &[Item]) -> Vec<usize> {
        let Item::Object(creature) = item else { return Vec::new() };
        let is_barred = |option: &Item| match *option {
            Item::Player(seat) => self.view.is_barred(creature, seat),
            Item::Object(attacker) if self.view.attackers().any(|(id, _)| id == attacker) => {
                !self.view.may_block(creature, attacker)
            }
            _ => false,
        };
        options.iter().enumerate().filter(|(_, option)| is_barred(option)).map(|(at, _)| at).collect()
    }

    // ---- rows ----

    fn rows(&self, items: &[Item]) -> Vec<Row> {
        let row = |(at, item): (usize, &Item)| Row {
            text: self.item(*item),
            count: 1,
            option: at as u16,
            card: self.card(*item),
        };
        items.iter().enumerate().map(row).collect()
    }

    /// Rows, one for options that look the same.
    fn grouped(&self, items: &[Item]) -> Vec<Row> {
        let mut rows: Vec<Row> = Vec::new();
        for row in self.rows(items) {
            match rows.iter_mut().find(|other| other.text == row.text && row.card.is_some()) {
                Some(other) => other.count += 1,
                None => rows.push(row),
            }
        }
        rows
    }

    fn card(&self, item: Item) -> Option<crate::cards::effect::CardId> {
        let id = object_of(item)?;
        let offered = || self.view.offered().map(|(_, object)| object).find(|object| object.id == id);
        self.view.object(id).or_else(offered)?.card.known()
    }

    /// An option with what one wants to know before choosing it.
    fn item(&self, item: Item) -> String {
        let text = Offers::new(self.view, self.cast).item(item);
        let about = match item {
            Item::Cast(id, how) => self.price(id, how),
            Item::Activate(id, ability) | Item::MakeMana(id, ability) => self.ability(id, ability),
            Item::Object(id) => return self.object(id).unwrap_or(text),
            _ => None,
        };
        about.map_or(text.clone(), |about| format!("{text} {about}"))
    }

    /// A permanent as the table shows it, with its controller.
    fn object(&self, id: ObjectId) -> Option<String> {
        let object = self.view.object(id).filter(|object| object.zone == Zone::Battlefield)?;
        let painter = Painter { view: self.view, cast: self.cast };
        let tapped = if object.tapped { ", tapped" } else { "" };
        Some(format!("{} ({}{tapped})", painter.permanent(&object), self.cast.name(object.controller)))
    }

    fn price(&self, id: ObjectId, how: How) -> Option<String> {
        let card = self.view.card(self.view.object(id)?.card);
        let cost = self.view.casting_cost(id, how, 0)?;
        let printed = card.cost.as_ref().filter(|_| how == How::Printed);
        match printed {
            Some(printed) if cost == card.mana_value => Some(printed.to_string()),
            _ => Some(format!("for {cost} mana")),
        }
    }

    fn ability(&self, id: ObjectId, ability: AbilityId) -> Option<String> {
        let card = self.view.card(self.view.object(id)?.card);
        let cost = match self.view.ability(ability) {
            Ability::Activated(activated) => match activated.loyalty {
                Some(loyalty) => format!("{loyalty:+}"),
                None => self.cost(activated.cost),
            },
            Ability::Mana(mana) => self.cost(mana.cost),
            _ => String::new(),
        };
        let several = card.abilities.iter().filter(|a| matches!(self.view.ability(**a), Ability::Activated(_))).count();
        let which = card.abilities.iter().position(|a| *a == ability).filter(|_| several > 1);
        let which = which.map_or_else(String::new, |n| format!(", ability {}", n + 1));
        Some(format!("[{cost}{which}]"))
    }

    /// A cost in short.
    fn cost(&self, cost: crate::cards::effect::CostId) -> String {
        let cost = self.view.catalog().cost(cost);
        let mut parts = Vec::new();
        if !cost.mana.is_zero() {
            parts.push(cost.mana.to_string());
        }
        let flags = [
            (cost.tap, "{T}"),
            (cost.untap, "{Q}"),
            (cost.sacrifice_source, "sacrifice it"),
            (cost.exile_source, "exile it"),
            (cost.return_source, "return it"),
            (cost.discard_source, "discard it"),
            (cost.sacrifice.is_some(), "sacrifice"),
            (cost.discard > 0, "discard"),
            (cost.tap_others.is_some() || cost.crew.is_some(), "tap others"),
            (cost.remove_counters.is_some(), "remove counters"),
            (cost.put_counters.is_some(), "put counters"),
            (cost.return_others.is_some(), "return others"),
        ];
        parts.extend(flags.into_iter().filter(|(has, _)| *has).map(|(_, word)| word.to_owned()));
        if cost.life > 0 {
            parts.push(format!("{} life", cost.life));
        }
        parts.join(", ")
    }
}

fn object_of(item: Item) -> Option<ObjectId> {
    match item {
        Item::PlayLand(id)
        | Item::PlayLandBack(id)
        | Item::Cast(id, _)
        | Item::Foretell(id)
        | Item::TurnUp(id)
        | Item::Suspend(id)
        | Item::Activate(id, _)
        | Item::MakeMana(id, _)
        | Item::Object(id) => Some(id),
        Item::Pass
        | Item::Yes
        | Item::No
        | Item::Keep
        | Item::Mulligan
        | Item::Player(_)
        | Item::Mode(_)
        | Item::Mana(_)
        | Item::Subtype(_)
        | Item::Name(_)
        | Item::Skip(_)
        | Item::Trigger(_) => None,
    }
}

const fn kind_asked(kind: DecisionKind) -> &'static str {
    match kind {
        DecisionKind::Mulligan => "keep this hand?",
        DecisionKind::MulliganBottom => "which cards go to the bottom of the library?",
        DecisionKind::Priority => "you have priority",
        DecisionKind::Skip => "which skip applies?",
        DecisionKind::Untap => "which permanents untap?",
        DecisionKind::Attackers => "who attacks whom?",
        DecisionKind::Attacked => "whom does it attack?",
        DecisionKind::Blockers => "who blocks whom?",
        DecisionKind::Damage => "how is the damage divided?",
        DecisionKind::Legend => "which one is kept?",
        DecisionKind::Discard => "which cards are discarded?",
        DecisionKind::TriggerOrder => "in which order do the triggers go on the stack?",
        DecisionKind::Target => "which target?",
        DecisionKind::May => "do it?",
        DecisionKind::Pay => "pay?",
        DecisionKind::Sacrifice => "what is sacrificed?",
        DecisionKind::Choose => "which ones?",
        DecisionKind::Search => "which cards are found?",
        DecisionKind::Scry => "which cards?",
        DecisionKind::Mode => "which mode?",
        DecisionKind::Mana => "which mana?",
        DecisionKind::CreatureType => "which creature type?",
        DecisionKind::Name => "which name?",
        DecisionKind::Vote => "how do you vote?",
        DecisionKind::Play => "play it?",
        DecisionKind::Commander => "to the command zone instead?",
        DecisionKind::StandIn => "who chooses instead?",
    }
}
