//! Copies of spells: the effect that makes them, storm and cascade.

use crate::cards::ability::{TargetKind, TriggerEvent};
use crate::cards::effect::{AbilityId, Amount, Op, What};
use crate::cards::written;

use super::Compiler;

impl Compiler<'_> {
    /// CR 707.10: what is copied is a spell, so that a target must be one.
    pub(super) fn copy_spell(&mut self, e: &written::CopySpell) -> Op {
        let what = self.what(&e.what);
        let is_spell =
            |n: u8| self.targets.get(usize::from(n)).is_some_and(|spec| matches!(spec.kind, TargetKind::Spell(_)));
        if let What::Target(n) = what
            && !is_spell(n)
        {
            let found = e.what.get_ref();
            self.complain(
                &e.what,
                format!("`{found}` is no spell (expected one, as in targets = [\"instant|sorcery spell\"])"),
            );
        } else if !matches!(what, What::Target(_) | What::Targets | What::That | What::Source) {
            self.complain(
                &e.what,
                "a spell on the stack is copied here (expected `target`, `targets`, `that` or `self`)",
            );
        }
        Op::CopySpell { what, count: self.amount_or(e.count.as_ref(), 1), new_targets: e.new_targets }
    }

    /// CR 702.40a: as it is cast, a copy for each spell cast before it this turn, which is the number of the event.
    pub(super) fn storm(&mut self) -> AbilityId {
        let count = self.intern_amount(Amount::That);
        let effect = self.ops(&[Op::CopySpell { what: What::That, count, new_targets: true }]);
        self.triggered_by(TriggerEvent::CastThis, None, effect)
    }

    /// CR 702.85a.
    pub(super) fn cascade(&mut self) -> AbilityId {
        let effect = self.ops(&[Op::Cascade]);
        self.triggered_by(TriggerEvent::CastThis, None, effect)
    }
}
