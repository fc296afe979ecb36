//! `[[script]]`, checked: moments, effects, players' acts.

use std::sync::Arc;

use toml::Spanned;

use crate::agents::act::{Act, ActTarget, Answer, Named, ObjectName};
use crate::cards::CatalogBuilder;
use crate::cards::ability::{Ability, Replacement, Static, StaticEffect};
use crate::cards::effect::{AbilityId, CardId, EffectId};
use crate::cards::mana::mana_named;
use crate::cards::source::{Diagnostic, Diagnostics, Source, nearest};
use crate::cards::type_line::Subtype;
use crate::cards::wording::quoted;
use crate::cards::written::WrittenEffect;
use crate::scenario::file::ScenarioFile;
use crate::scenario::file::act::{ObjectItem, WhichAbility, WrittenAct, WrittenAnswer};
use crate::scenario::file::script::{DoItem, ScriptTable, When};
use crate::scenario::script::{Do, ScriptEntry};
use crate::scenario::seats::SeatSetup;
use crate::scenario::settings::GameSettings;
use crate::turn::Step;

use super::Checker;

/// For each entry of the script, for each run of effects in it: where the compiled effects begin. Nothing where any of them
/// could not be compiled.
pub(super) type Compiled = Vec<Vec<EffectId>>;

/// Compiles the effects; a run of effects in one list is one effect, so that "them" and results carry over.
pub(super) fn compile(
    source: &Source,
    file: &ScenarioFile,
    seats: &[String],
    builder: &mut CatalogBuilder,
    faults: &mut Vec<Diagnostic>,
) -> Compiled {
    let runs: Vec<Vec<Vec<WrittenEffect>>> = file.script.iter().map(|entry| runs(&entry.what)).collect();
    match builder.compile_script(source, &runs.concat(), seats) {
        Ok(starts) => {
            let mut starts = starts.into_iter();
            runs.iter().map(|runs| starts.by_ref().take(runs.len()).collect()).collect()
        }
        Err(Diagnostics(mut wrong)) => {
            faults.append(&mut wrong);
            vec![Vec::new(); runs.len()]
        }
    }
}

/// The runs of effects between acts.
fn runs(items: &[DoItem]) -> Vec<Vec<WrittenEffect>> {
    let mut runs = Vec::new();
    for part in items.split(|item| matches!(item, DoItem::Act(_))) {
        let effects: Vec<WrittenEffect> = part
            .iter()
            .filter_map(|item| match item {
                DoItem::Effect(effect) => Some(effect.get_ref().clone()),
                DoItem::Act(_) => None,
            })
            .collect();
        if !effects.is_empty() {
            runs.push(effects);
        }
    }
    runs
}

impl Checker<'_> {
    pub(super) fn script(
        &mut self,
        file: &ScenarioFile,
        compiled: Compiled,
        game: &GameSettings,
        seats: &[SeatSetup],
    ) -> Vec<ScriptEntry> {
        let entries = file.script.iter().zip(compiled);
        let tried = file.puzzle.is_some();
        // In a turn that the solver controls, the others do nothing of their own.
        let whose = |read: ScriptEntry| ScriptEntry { tried, by: read.seat.filter(|_| tried), ..read };
        entries.map(|(entry, effects)| whose(self.entry(entry, effects, game, seats))).collect()
    }

    pub(super) fn entry(
        &mut self,
        entry: &ScriptTable,
        effects: Vec<EffectId>,
        game: &GameSettings,
        seats: &[SeatSetup],
    ) -> ScriptEntry {
        let turn = self.turn(entry.turn.as_ref());
        if let Some(late) = entry.turn.as_ref().filter(|t| *t.get_ref() > game.max_turns) {
            let message =
                format!("`turn`: found {turn}, expected at most {}, the `max_turns` of [game]", game.max_turns);
            self.complain(late.span(), message);
        }
        let seat = entry.seat.as_ref().and_then(|name| self.seat(name));
        let acts = entry.what.iter().any(|item| matches!(item, DoItem::Act(_)));
        if acts {
            self.actor(entry, seat.and_then(|seat| seats.get(seat.index())));
        }
        self.impossible(entry);
        let by_default = if acts { When::Priority } else { When::Step };
        let when = entry.when.as_ref().map_or(by_default, |when| *when.get_ref());
        let step = entry.step.as_ref().map(|step| *step.get_ref());
        if when == When::Before {
            self.before(entry);
        }
        ScriptEntry {
            turn,
            step: if when == When::Before { step } else { step.or(Some(usual_step(entry.what.first()))) },
            nth: self.nth(entry.nth.as_ref()),
            seat,
            by: None,
            when,
            optional: entry.optional,
            impossible: entry.impossible.as_ref().is_some_and(|i| *i.get_ref()),
            tried: false,
            what: self.what(&entry.what, effects),
            at: self.source.position(entry.span.start),
        }
    }

    /// Acts are done by a scripted agent, when it is asked.
    fn actor(&mut self, entry: &ScriptTable, seat: Option<&SeatSetup>) {
        if let Some(when) = entry.when.as_ref().filter(|when| *when.get_ref() == When::Step) {
            self.complain(
                when.span(),
                "`when`: a player can act only at a `priority`, or choose `before` a step; `step` is for effects",
            );
        }
        if let (Some(seat), Some(name)) = (seat.filter(|s| !s.agent.is("scripted")), &entry.seat) {
            let message = format!(
                "`{}` is to act by the script, but its agent is `{}`, expected `scripted`",
                seat.name,
                seat.agent.label()
            );
            self.complain(name.span(), message);
        }
    }

    /// Between steps nothing happens but what the rules ask: which skip applies, a mulligan, a turn given up.
    fn before(&mut self, entry: &ScriptTable) {
        for item in &entry.what {
            let span = match item {
                DoItem::Act(act) if matches!(act.get_ref(), WrittenAct::Choose(_)) => continue,
                DoItem::Act(act) => act.span(),
                DoItem::Effect(effect) => effect.span(),
            };
            self.complain(span, "`do`: found something else than `choose`, expected only `choose`: `when` is `before`");
        }
        if entry.step.is_some() {
            return;
        }
        if let Some(nth) = &entry.nth {
            self.complain(nth.span(), "`nth`: expected a `step` too; without one, `before` is before the turn");
        }
        if entry.seat.is_none() {
            self.complain(entry.span.clone(), "missing key `seat` in [[script]]: before a turn nobody is active yet");
        }
    }

    fn impossible(&mut self, entry: &ScriptTable) {
        let effects = entry.what.iter().any(|item| matches!(item, DoItem::Effect(_)));
        if let Some(impossible) = entry.impossible.as_ref().filter(|i| *i.get_ref() && effects) {
            self.complain(impossible.span(), "`impossible`: an effect just happens; only acts can be impossible");
        }
    }

    fn what(&mut self, items: &[DoItem], effects: Vec<EffectId>) -> Vec<Do> {
        let mut effects = effects.into_iter();
        let mut what = Vec::new();
        let mut in_run = false;
        for item in items {
            match item {
                DoItem::Act(act) => what.extend(self.act(act).map(Do::Act)),
                DoItem::Effect(_) if in_run => {}
                DoItem::Effect(_) => what.extend(effects.next().map(Do::Effect)),
            }
            in_run = matches!(item, DoItem::Effect(_));
        }
        what
    }

    fn act(&mut self, act: &Spanned<WrittenAct>) -> Option<Act> {
        Some(match act.get_ref() {
            WrittenAct::Pass(passing) => Act::Pass(*passing),
            WrittenAct::PlayLand(name) => Act::PlayLand(self.spell(name)?),
            WrittenAct::Concede => Act::Concede,
            WrittenAct::Cast { card, with, modes, way, extra } => Act::Cast {
                way: *way,
                extra: *extra,
                targets: self.targets(&with.targets),
                costs: self.object_names(&with.costs),
                x: with.x,
                modes: modes
                    .iter()
                    .map(|mode| self.place("modes", u16::from(*mode.get_ref()), mode.span()) as u8)
                    .collect(),
                card: self.spell(card)?,
            },
            WrittenAct::Foretell(card) => Act::Foretell(self.card(card)?),
            WrittenAct::TurnUp(card) => Act::TurnUp(self.card(card)?),
            WrittenAct::CastFaceDown(card) => Act::CastFaceDown(self.card(card)?),
            WrittenAct::Suspend { card, x } => Act::Suspend { card: self.card(card)?, x: *x },
            WrittenAct::Activate { source, ability, granted_by, makes, with } => {
                let (targets, costs) = (self.targets(&with.targets), self.object_names(&with.costs));
                let source_name = self.object_name(source)?;
                let (written, card) = match granted_by {
                    Some(name) => (name, self.card(name)?),
                    None => (&source.name, source_name.card),
                };
                // What has no ability of its own may have one that it grants.
                let granted = granted_by.is_some() || self.only_grants(card);
                let ability = self.ability(written, card, granted, ability)?;
                Act::Activate { source: source_name, ability, targets, costs, x: with.x, makes: *makes }
            }
            WrittenAct::Attack(pairs) => Act::Attack(self.pairs(pairs, Checker::target)),
            WrittenAct::Block(pairs) => Act::Block(self.pairs(pairs, Checker::object_name)),
            WrittenAct::Choose(answer) => Act::Choose(self.answer(answer)),
        })
    }

    fn pairs<T>(
        &mut self,
        pairs: &[(ObjectItem, ObjectItem)],
        second: fn(&mut Self, &ObjectItem) -> Option<T>,
    ) -> Vec<(ObjectName, T)> {
        pairs.iter().filter_map(|(a, b)| self.object_name(a).zip(second(self, b))).collect()
    }

    fn targets(&mut self, items: &[ObjectItem]) -> Vec<ActTarget> {
        items.iter().filter_map(|item| self.target(item)).collect()
    }

    /// A seat's name means the player, unless it is written as a card.
    fn target(&mut self, item: &ObjectItem) -> Option<ActTarget> {
        let seat = self.seat_of(item);
        if let Some(seat) = seat {
            return Some(ActTarget::Seat(seat));
        }
        let name = item.name.get_ref();
        if !item.card_only && item.of.is_none() && self.seats_known && self.catalog.find_object(name).is_none() {
            if !self.is_full() {
                let seats = &self.seats;
                let near = nearest(name, seats.iter().map(String::as_str)).or_else(|| self.catalog.suggest(name));
                let near = near.map_or_else(String::new, |near| format!("; did you mean `{near}`?"));
                let message =
                    format!("{} is neither a card nor one of the seats {}{near}", quoted(name), seats.join(", "));
                self.complain(item.name.span(), message);
            }
            return None;
        }
        self.object_name(item).map(ActTarget::Object)
    }

    fn object_names(&mut self, items: &[ObjectItem]) -> Vec<ObjectName> {
        items.iter().filter_map(|item| self.object_name(item)).collect()
    }

    fn seat_of(&self, item: &ObjectItem) -> Option<crate::turn::Seat> {
        if item.card_only { None } else { super::SeatNames(&self.seats).find(item.name.get_ref()) }
    }

    fn object_name(&mut self, item: &ObjectItem) -> Option<ObjectName> {
        let card = self.object(&item.name);
        let of = item.of.as_ref().and_then(|name| self.seat(name));
        let nth = item.nth.as_ref().map(|nth| self.nth(Some(nth)).saturating_sub(1));
        Some(ObjectName { card: card?, of, nth })
    }

    /// A place in a list, counted from 1 by people and from 0 here.
    fn place(&mut self, key: &str, place: u16, span: std::ops::Range<usize>) -> u16 {
        if place == 0 {
            self.complain(span, format!("`{key}`: found 0, expected at least 1"));
        }
        place.saturating_sub(1)
    }

    /// Whether the card has no ability to activate, and grants some: to itself as well, perhaps.
    fn only_grants(&self, card: CardId) -> bool {
        let abilities = || self.catalog.card(card).abilities.iter().map(|id| self.catalog.ability(*id));
        let grants = |ability: &Ability| {
            matches!(
                ability,
                Ability::Static(Static { effect: StaticEffect::Grant(..) | StaticEffect::GrantMana(..), .. })
            )
        };
        abilities().any(grants) && !abilities().any(|a| matches!(a, Ability::Activated(_) | Ability::Mana(_)))
    }

    /// The n-th activated ability of the card, or of those it grants: mana abilities are counted apart, and meant where
    /// there is nothing else.
    fn ability(
        &mut self,
        name: &Spanned<String>,
        card: CardId,
        granted: bool,
        which: &WhichAbility,
    ) -> Option<AbilityId> {
        let catalog = Arc::clone(&self.catalog);
        let card = catalog.card(card);
        let meant = |id: &AbilityId| match catalog.ability(*id) {
            Ability::Static(Static {
                effect: StaticEffect::Grant(_, ability) | StaticEffect::GrantMana(_, ability),
                ..
            }) if granted => Some(*ability),
            // What a permanent keeps or gets as it becomes a copy (CR 707.9a).
            Ability::Activated(a) if granted && catalog.copy_made_by(a.effect).is_some_and(|e| e.this_ability) => {
                Some(*id)
            }
            Ability::Replacement(Replacement::BeforeEntering(effect)) if granted => {
                catalog.copy_made_by(*effect).and_then(|except| except.ability)
            }
            _ if granted => None,
            // No ability of its own.
            Ability::Activated(a) if a.by_life_of.is_some() => None,
            _ => Some(*id),
        };
        let all = || card.abilities.iter().filter_map(meant);
        let activated: Vec<AbilityId> =
            all().filter(|id| matches!(catalog.ability(*id), Ability::Activated(_))).collect();
        let mana: Vec<AbilityId> = all().filter(|id| matches!(catalog.ability(*id), Ability::Mana(_))).collect();
        let makes_mana = which.mana.is_some() || which.ability.is_none() && activated.is_empty();
        let (key, among, written) = if makes_mana {
            ("mana", &mana, which.mana.as_ref())
        } else {
            ("ability", &activated, which.ability.as_ref())
        };
        let n = written.map_or(1, |n| *n.get_ref());
        let found = usize::from(n).checked_sub(1).and_then(|i| among.get(i)).copied();
        if found.is_none() {
            let does = if granted { "grants" } else { "has" };
            let message = match (among.len(), activated.len() + mana.len()) {
                (_, 0) if granted => format!("`{}` {does} no ability to activate", card.name),
                (_, 0) => {
                    let from = "one that another card grants it is written with `granted-by`, the card that grants it";
                    format!("`{}` {does} no ability to activate; {from}", card.name)
                }
                (0, _) if makes_mana => format!("`mana`: `{}` {does} no mana ability, expected `ability`", card.name),
                (0, _) => format!("`ability`: `{}` {does} only mana abilities, expected `mana`", card.name),
                (most, _) => {
                    let expected = if most == 1 { "1".to_owned() } else { format!("1 to {most}") };
                    let kind = match (makes_mana, most, mana.is_empty()) {
                        (true, 1, _) => "mana ability",
                        (true, ..) => "mana abilities",
                        (false, _, true) => "to activate",
                        (false, _, false) => "to activate besides mana abilities",
                    };
                    format!("`{key}`: found {n}, expected {expected}, for `{}` {does} {most} {kind}", card.name)
                }
            };
            self.complain(written.map_or(name.span(), Spanned::span), message);
        }
        found
    }

    fn answer(&mut self, answer: &WrittenAnswer) -> Answer {
        match answer {
            WrittenAnswer::Yes => Answer::Yes,
            WrittenAnswer::No => Answer::No,
            WrittenAnswer::Default => Answer::Default,
            WrittenAnswer::Number(n) => Answer::Number(*n),
            WrittenAnswer::Options(options) => {
                Answer::Options(options.iter().map(|o| self.place("options", *o.get_ref(), o.span())).collect())
            }
            WrittenAnswer::Names(items) => Answer::Names(items.iter().filter_map(|item| self.named(item)).collect()),
            WrittenAnswer::Shares(shares) => {
                let share = |(to, amount): &(ObjectItem, i32)| Some((self.target(to)?, *amount));
                Answer::Shares(shares.iter().filter_map(share).collect())
            }
        }
    }

    fn named(&mut self, item: &ObjectItem) -> Option<Named> {
        if let Some(seat) = self.seat_of(item) {
            return Some(Named::Seat(seat));
        }
        match mana_named(item.name.get_ref()) {
            Some(mana) if !item.card_only => Some(Named::Mana(mana)),
            _ => match self.subtype_of(item) {
                Some(subtype) => Some(Named::Subtype(subtype)),
                None => self.object_name(item).map(Named::Object),
            },
        }
    }

    /// A subtype that no card or token is called.
    fn subtype_of(&self, item: &ObjectItem) -> Option<Subtype> {
        let name = item.name.get_ref();
        let is_card = item.card_only || self.catalog.find_object(name).is_some();
        (!is_card).then(|| self.catalog.find_subtype(name)).flatten()
    }
}

/// The step in which such a thing usually happens.
fn usual_step(item: Option<&DoItem>) -> Step {
    match item {
        Some(DoItem::Act(act)) if matches!(act.get_ref(), WrittenAct::Attack(_)) => Step::DeclareAttackers,
        Some(DoItem::Act(act)) if matches!(act.get_ref(), WrittenAct::Block(_)) => Step::DeclareBlockers,
        _ => Step::PrecombatMain,
    }
}
