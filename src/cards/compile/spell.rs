//! What an instant or sorcery does: its effect, targets and modes.

use toml::Spanned;

use crate::cards::ability::{Cost, Timing};
use crate::cards::card::{Card, Modes, Spell, Spree};
use crate::cards::effect::{ConditionId, How, Op, What};
use crate::cards::mana::ManaCost;
use crate::cards::type_line::Types;
use crate::cards::written::{Afterwards, WrittenCard, WrittenMode};

use super::Compiler;
use super::costs::sum_of;

impl Compiler<'_> {
    /// What the card does as it resolves; `None` of a permanent card.
    pub(super) fn spell(&mut self, card: &Card, written: &WrittenCard) -> Option<Spell> {
        let name = &written.name;
        self.speaks_of_shares = false;
        let modes = self.modes(written);
        let says = written.spell.is_some() || modes.is_some();
        match (says.then_some(()), card.types.intersects(Types::INSTANT | Types::SORCERY)) {
            (None, true) => self.complain(name, "an instant or sorcery needs `spell`, its effect"),
            (Some(_), false) => self.complain(name, "only an instant or sorcery has `spell`; write a [[card.ability]]"),
            _ => {}
        }
        if !says {
            self.refuse_spell_keys(written);
            return None;
        }
        self.targets = self.targets_of(&written.targets);
        let afterwards = written.afterwards.as_ref().map(|s| *s.get_ref());
        let effect = self.run(written.spell.as_ref().map_or(&[], |effects| effects.0.as_slice()));
        if modes.is_some() && written.divide.is_some() {
            self.complain(name, "a spell with [[card.mode]] divides nothing here (expected `spell` beside `divide`)");
        } else if written.divide.is_some() != self.speaks_of_shares {
            self.complain(
                name,
                "`divide` says how much, and `damage-as-divided` or `counters-as-divided` who gets it (expected both)",
            );
        }
        let divides = written.divide.as_ref().map(|amount| self.amount(amount));
        // CR 601.2d: each target gets something, so that there are no more than there is to divide.
        for spec in self.targets.iter_mut().filter(|spec| spec.many && divides.is_some()) {
            spec.at_most = spec.at_most.or(divides);
        }
        Some(Spell {
            effect,
            targets: self.targets.clone(),
            divides,
            rebound: written.rebound.then(|| self.ops(&[Op::MayCast(What::Source, How::Free)])),
            modes,
            timing: written.timing.as_ref().map_or(Timing::Instant, |s| *s.get_ref()),
            condition: written.r#if.as_ref().map(|text| self.condition(text)),
            exile: afterwards == Some(Afterwards::Exile),
            shuffle: afterwards == Some(Afterwards::Shuffle),
        })
    }

    /// When a permanent card may be cast; an instant or sorcery says so with its effect.
    pub(super) fn castable_if(&mut self, card: &Card, written: &WrittenCard) -> Option<ConditionId> {
        let text = written.r#if.as_ref().filter(|_| card.spell.is_none())?;
        if card.cost.is_none() {
            self.complain(text, "`if` says when a card may be cast, and this one has no `cost`");
        }
        Some(self.condition(text))
    }

    /// The modes of a modal spell, each with targets of its own.
    fn modes(&mut self, written: &WrittenCard) -> Option<Modes> {
        if written.mode.is_empty() {
            return None;
        }
        if written.spell.is_some() || !written.targets.is_empty() {
            self.complain(&written.name, "a card has either `spell` with `targets` or [[card.mode]], not both");
        }
        let choose = written.choose.as_ref().map_or(1, |n| *n.get_ref());
        // CR 700.2d: a mode chosen twice is there twice, one after the other.
        let times = if written.repeat_modes { usize::from(choose) } else { 1 };
        let modes: Vec<WrittenMode> =
            written.mode.iter().flat_map(|mode| std::iter::repeat_n(mode.clone(), times)).collect();
        if choose == 0 || usize::from(choose) > modes.len() || modes.len() > MAX_MODES {
            self.complain(
                &written.name,
                "`choose` must be from 1 to the number of modes, of which there are at most 8",
            );
        }
        let modes = self.modes_of(&modes, choose)?;
        let spree = self.spree(written);
        let at_least = written.choose_at_least.unwrap_or(choose);
        if at_least == 0 || at_least > choose {
            self.complain(&written.name, "`choose-at-least` must be from 1 to `choose`");
        }
        Some(Modes { spree, at_least, ..modes })
    }

    /// What each choice of modes costs, in mana (CR 702.172a).
    fn spree(&mut self, written: &WrittenCard) -> Option<Spree> {
        if !written.spree {
            for cost in written.mode.iter().filter_map(|mode| mode.cost.as_ref()) {
                self.complain(cost, "only the modes of a card with `spree = true` have a cost");
            }
            return None;
        }
        if let Some(choose) = &written.choose {
            self.complain(choose, "of a card with spree one or more modes are chosen (expected no `choose`)");
        }
        if !written.way.is_empty() || written.mode.len() > MAX_SPREE {
            self.complain(&written.name, "a card with spree has at most 4 modes and no other way to be cast here");
        }
        let mut each = Vec::new();
        for mode in written.mode.iter().take(MAX_SPREE) {
            let Some(text) = &mode.cost else {
                self.complain(&written.name, "each mode of a card with spree needs a `cost`, as in \"{2}{R}\"");
                continue;
            };
            let cost = self.cost(text);
            let cost = self.catalog.cost(cost);
            let mana = cost.mana.clone();
            if *cost != (Cost { mana: mana.clone(), ..Cost::default() }) || mana.x > 0 {
                self.complain(text, "a mode costs mana without X here");
            }
            each.push(mana);
        }
        let (mut added, mut total) = (Vec::new(), Vec::new());
        for chosen in 0..1usize << each.len() {
            let of = each.iter().enumerate().filter(|(n, _)| chosen >> n & 1 == 1).map(|(_, cost)| cost);
            added.extend(sum_of(ManaCost::default(), of.clone()));
            total.extend(sum_of(self.mana_cost.clone(), of));
        }
        if total.len() != 1 << each.len() {
            self.complain(&written.name, "cost and costs of the modes together have too many symbols");
        }
        Some(Spree { added, total })
    }

    /// Modes as written; `None` when there are none.
    pub(super) fn modes_of(&mut self, written: &[WrittenMode], choose: u8) -> Option<Modes> {
        let mut of = Vec::new();
        let own = self.targets.clone();
        for mode in written {
            self.targets = self.targets_of(&mode.targets);
            if let Some(text) = mode.targets.last().filter(|_| self.targets.iter().any(|spec| spec.each_opponent)) {
                self.complain(text, "a mode has no target for each opponent here");
            }
            let effect = self.run(&mode.r#do.0);
            of.push((effect, self.targets.clone()));
        }
        self.targets = own;
        let conditions = written.iter().enumerate().filter_map(|(n, mode)| Some((n, mode.r#if.as_ref()?)));
        let only_if = conditions.map(|(n, text)| (n as u8, self.condition(text))).collect();
        (!of.is_empty()).then_some(Modes { choose, at_least: choose, only_if, of, spree: None })
    }

    /// Keys that say something about `spell`, which isn't there.
    fn refuse_spell_keys(&mut self, written: &WrittenCard) {
        if written.divide.is_some() {
            self.complain(&written.name, "`divide` belongs to `spell`, which this card doesn't have");
        }
        let keys = [
            ("targets", written.targets.first().map(Spanned::span)),
            ("timing", written.timing.as_ref().map(Spanned::span)),
            ("afterwards", written.afterwards.as_ref().map(Spanned::span)),
        ];
        for (key, span) in keys {
            if let Some(span) = span {
                let message = format!("`{key}` belongs to `spell`, which this card doesn't have");
                self.faults.push(self.source.complain(span, message));
            }
        }
    }
}

/// Modes of a card at most, each counted as often as it may be chosen.
const MAX_MODES: usize = 16;

/// Modes of a card with spree, at most: every choice of them has its cost.
const MAX_SPREE: usize = 4;
