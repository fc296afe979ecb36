//! What effects do to turns, phases and steps.

use crate::cards::effect::{Daytime, Op};
use crate::cards::parse;
use crate::cards::written::{self, EffectKind, StepAfter, Text};
use crate::turn::{AfterPhase, Lasts, Phase, Restrictions, Selector, SkipScope, Skippable, Step};

use crate::cards::compile::Compiler;

impl Compiler<'_> {
    pub(super) fn turn_op(&mut self, effect: &EffectKind) -> Option<Op> {
        Some(match effect {
            EffectKind::ExtraTurn(e) => Op::ExtraTurn {
                who: self.who_or_default(e.player.as_ref()),
                count: self.amount_or(e.count.as_ref(), 1),
                restrictions: self.restrictions(&e.riders),
                max_spells: e.max_spells.unwrap_or(u8::MAX),
            },
            EffectKind::Skip(e) => Op::Skip {
                who: self.who_or_default(e.player.as_ref()),
                what: self.read(&e.what, Skippable::Turn, |c, words| parse::skippable(&c.catalog.turn_names, words)),
                scope: e.scope.unwrap_or(SkipScope::Next),
                count: self.amount_or(e.count.as_ref(), 1),
                then: self.later(&e.then),
            },
            EffectKind::AddPhase(e) => self.add_phase(e),
            EffectKind::AddStep(e) => Op::AddStep {
                step: self.read(&e.step, Step::Upkeep, |c, words| parse::step(&c.catalog.turn_names, words)),
                count: self.amount_or(e.count.as_ref(), 1),
                after_phase: e.after == StepAfter::Phase,
                only_yours: e.only_yours,
            },
            EffectKind::EndTurn(_) => Op::EndTurn,
            EffectKind::EndCombat(_) => Op::EndCombat,
            EffectKind::ControlTurn(e) => Op::ControlTurn {
                player: self.who(&e.player),
                controller: self.who_or_default(e.controller.as_ref()),
                then_extra_turn: e.then_extra_turn,
            },
            EffectKind::ControlPhase(e) => Op::ControlPhase {
                player: self.who(&e.player),
                controller: self.who_or_default(e.controller.as_ref()),
                phase: e.phase.as_ref().map_or(Phase::Combat, |text| {
                    self.read(text, Phase::Combat, |c, words| parse::phase(&c.catalog.turn_names, words))
                }),
            },
            EffectKind::GainLevel(e) => {
                if e.level < 2 {
                    self.complain_here("a Class has level 1 to begin with (expected a `level` from 2)");
                }
                Op::GainLevel(e.level)
            }
            EffectKind::BecomeDay(_) => Op::BecomeDaytime(Daytime::Day),
            EffectKind::BecomeNight(_) => Op::BecomeDaytime(Daytime::Night),
            EffectKind::ReverseTurnOrder(_) => Op::ReverseTurnOrder,
            EffectKind::RestrictTurn(e) => Op::RestrictTurn {
                restrictions: self.restrictions(&e.riders),
                max_spells: e.max_spells.unwrap_or(u8::MAX),
            },
            EffectKind::ModifyPhase(e) => self.modify_phase(e),
            EffectKind::LoseGame(e) => Op::LoseGame(self.who_or_default(e.player.as_ref())),
            EffectKind::WinGame(e) => Op::WinGame(self.who_or_default(e.player.as_ref())),
            EffectKind::DrawGame(_) => Op::DrawGame,
            _ => return None,
        })
    }

    fn restrictions(&mut self, texts: &[Text]) -> Restrictions {
        let mut all = Restrictions::empty();
        for text in texts {
            all |= self.read(text, Restrictions::empty(), |_, words| parse::restrictions(words));
        }
        all
    }

    fn modify_phase(&mut self, e: &written::ModifyPhase) -> Op {
        Op::ModifyPhase {
            what: self
                .read(&e.what, Selector::Step(Step::Upkeep), |c, words| parse::selector(&c.catalog.turn_names, words)),
            who: e.player.as_ref().map(|text| self.who(text)),
            skip_priority: e.skip_priority,
            skip_actions: e.skip_actions,
            rounds: e.rounds.unwrap_or(1).max(1),
            entry: self.later(&e.r#do),
            lasts: e.lasts.unwrap_or(Lasts::ThisTurn),
        }
    }

    fn add_phase(&mut self, e: &written::AddPhase) -> Op {
        let mut phases = Vec::new();
        for text in &e.phases {
            phases.extend(self.read(text, None, |c, words| parse::phase(&c.catalog.turn_names, words).map(Some)));
        }
        let after = e.after.as_ref();
        Op::AddPhases {
            phases: self.intern_phases(phases),
            after: after.map_or(AfterPhase::This, |t| {
                self.read(t, AfterPhase::This, |c, words| parse::after_phase(&c.catalog.turn_names, words))
            }),
            only_yours: e.only_yours,
            attackers: e.attackers.as_ref().map(|text| self.filter(text)),
        }
    }
}
