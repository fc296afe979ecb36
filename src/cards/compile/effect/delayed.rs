//! Effects that wait for something: reflexive and delayed triggers.

use crate::cards::ability::{Ability, FunctionsIn, StaticEffect, TriggerEvent, Triggered};
use crate::cards::effect::{DelayedEvent, Op, Who};
use crate::cards::parse::{self, Parsed, Word};
use crate::cards::written;

use crate::cards::compile::Compiler;

impl Compiler<'_> {
    /// A triggered ability of its own, with its own targets; the default player in it is its controller.
    pub(super) fn reflexive(&mut self, e: &written::Reflexive) -> Op {
        let targets = self.targets_of(&e.targets);
        let outer = (std::mem::replace(&mut self.targets, targets), std::mem::replace(&mut self.default_who, Who::You));
        let effect = self.run(&e.r#do.0);
        let (targets, default_who) = outer;
        self.default_who = default_who;
        let targets = std::mem::replace(&mut self.targets, targets);
        Op::Reflexive(self.add_ability(Ability::Triggered(Triggered {
            event: TriggerEvent::Reflexive,
            when: None,
            condition: None,
            effect,
            targets,
            once_each_turn: false,
            from: FunctionsIn::Battlefield,
            modes: None,
            divides: None,
        })))
    }

    /// A triggered ability for the rest of the turn; the default player in it is its controller.
    pub(super) fn whenever(&mut self, e: &written::Whenever) -> Option<Op> {
        let of = e.of.as_ref().map(|text| self.what(text));
        let outer = (
            std::mem::take(&mut self.targets),
            std::mem::replace(&mut self.default_who, Who::You),
            self.speaks_of_that_player,
        );
        let ability = self.ability(&e.ability);
        (self.targets, self.default_who, self.speaks_of_that_player) = outer;
        let ability = ability?;
        let fits = matches!(self.catalog.ability(ability), Ability::Triggered(t)
            if t.from == FunctionsIn::Battlefield && !t.once_each_turn && !t.event.is_state());
        if !fits {
            self.complain_here("`whenever` has a triggered ability that is no state trigger (expected `trigger`)");
        }
        Some(Op::Whenever { ability, of, once: e.once })
    }

    pub(super) fn more_mana_this_turn(&mut self, e: &crate::cards::written::WrittenMoreMana) -> Option<Op> {
        match self.more_mana(e) {
            StaticEffect::MoreMana { what: Some(filter), more } => Some(Op::MoreManaThisTurn(filter, more)),
            _ => {
                self.complain(&e.what, "`attached` is nothing that an effect of a turn speaks of (expected a filter)");
                None
            }
        }
    }

    /// A moment to wait for; `creature yours deals combat damage to target this turn` is one that comes again, `your next cast
    /// instant|sorcery` one that comes once.
    pub(super) fn delayed_event(&mut self, words: &[Word<'_>]) -> Parsed<DelayedEvent> {
        if let [your, next, cast, what @ ..] = words
            && [your.text, next.text, cast.text] == ["your", "next", "cast"]
        {
            let filter = self.parse_filter(what)?;
            return Ok(DelayedEvent::YouNextCastThisTurn(self.intern_filter(filter)));
        }
        const DEALS: [&str; 7] = ["deals", "combat", "damage", "to", "target", "this", "turn"];
        let at = words.len().saturating_sub(DEALS.len());
        if at == 0 || !words[at..].iter().map(|w| w.text).eq(DEALS) {
            let event = parse::delayed(&self.catalog.turn_names, words)?;
            if event.is_of_target() {
                self.target_number(words[0], &[])?;
            }
            return Ok(event);
        }
        self.target_number(words[at + 4], &[])?;
        let filter = self.parse_filter(&words[..at])?;
        Ok(DelayedEvent::CombatDamageToTargetThisTurn(self.intern_filter(filter)))
    }
}
