//! Effects: control flow becomes jumps within a run of instructions.
//!
//! | file | what |
//! |---|---|
//! | `turns` | what is done to turns, phases and steps |
//! | `players` | what is done to players |
//! | `objects` | what is done to permanents, cards, spells and tokens |
//! | `delayed` | what waits for something |

mod delayed;
mod objects;
mod players;
mod turns;

use crate::cards::effect::{Amount, Arrival, Comparison, Condition, EffectId, Op, What, Who};
use crate::cards::limits;
use crate::cards::written::{self, EffectKind, OneOrMany, WrittenEffect};

use super::Compiler;

/// Instructions under way; jumps in them count from their own start.
#[derive(Default)]
pub(super) struct Run(Vec<Op>);

impl Run {
    fn push(&mut self, op: Op) {
        self.0.push(op);
    }

    pub(super) fn extend(&mut self, ops: impl IntoIterator<Item = Op>) {
        self.0.extend(ops);
    }

    /// The place of the next instruction.
    pub(super) fn here(&self) -> EffectId {
        EffectId(self.0.len() as u32)
    }

    /// Leaves room for a jump whose goal is not known yet.
    fn hold(&mut self) -> usize {
        self.push(Op::End);
        self.0.len() - 1
    }
}

/// The same instruction with its jump counted from the arena's start.
fn relocated(mut op: Op, base: u32) -> Op {
    if let Some(to) = op.jump_mut() {
        *to = EffectId(to.0 + base);
    }
    op
}

impl Compiler<'_> {
    /// Effects as one run at the end of the arena.
    pub(super) fn run(&mut self, effects: &[WrittenEffect]) -> EffectId {
        let run = self.assembled(effects);
        self.placed(run)
    }

    /// The instructions of a run of effects, as if it stood at the beginning.
    pub(super) fn assembled(&mut self, effects: &[WrittenEffect]) -> Vec<Op> {
        let mut run = Run::default();
        self.effects(&mut run, effects);
        run.push(Op::End);
        let most = limits::INSTRUCTIONS;
        if run.0.len() > most + 1 {
            let found = run.0.len() - 1;
            self.complain_here(format!("this effect has {found} instructions, expected at most {most}"));
            run = Run::default();
            run.push(Op::End);
        }
        run.0
    }

    /// Puts them behind all others.
    pub(super) fn placed(&mut self, run: Vec<Op>) -> EffectId {
        let base = self.catalog.ops.len() as u32;
        self.catalog.ops.extend(run.into_iter().map(|op| relocated(op, base)));
        EffectId(base)
    }

    fn effects(&mut self, run: &mut Run, effects: &[WrittenEffect]) {
        for effect in effects {
            self.effect(run, &effect.0);
        }
    }

    fn effect(&mut self, run: &mut Run, effect: &EffectKind) {
        match effect {
            EffectKind::Animate(e) => self.animate(run, e),
            EffectKind::If(e) => {
                let condition = self.condition(&e.condition);
                self.branch(run, &e.then, &e.r#else, |past| Op::JumpUnless(condition, past));
            }
            EffectKind::May(e) => {
                let who = self.who_or_default(e.player.as_ref());
                self.branch(run, &e.r#do, &e.r#else, |otherwise| Op::May { who, otherwise });
            }
            EffectKind::MayPay(e) => {
                let (who, cost) = (self.who_or_default(e.player.as_ref()), self.cost(&e.cost));
                let most = e.at_most.as_ref().map(|n| self.amount(n));
                self.branch(run, &e.r#do, &e.r#else, |otherwise| Op::MayPay { who, cost, otherwise, most });
            }
            EffectKind::Unless(e) => {
                let who = self.who_or_default(e.player.as_ref());
                if matches!(who, Who::EachPlayer | Who::EachOpponent | Who::EachOther) {
                    self.complain_here(
                        "`unless` asks one player (expected it within `each-opponent` or `each-player`)",
                    );
                }
                match (&e.pay, &e.generic) {
                    (Some(pay), None) => {
                        let cost = self.cost(pay);
                        self.branch(run, &e.r#do, &OneOrMany::default(), |paid| Op::Unless { who, cost, paid });
                    }
                    (None, Some(generic)) => {
                        let amount = self.amount(generic);
                        let guard = |paid| Op::UnlessGeneric { who, amount, paid };
                        self.branch(run, &e.r#do, &OneOrMany::default(), guard);
                    }
                    _ => self.complain_here("`unless` needs one of `pay` and `generic`"),
                }
            }
            EffectKind::EachPlayer(body) => self.for_each(run, Who::EachPlayer, body),
            EffectKind::EachOpponent(body) => self.for_each(run, Who::EachOpponent, body),
            EffectKind::EachOtherPlayer(body) => self.for_each(run, Who::EachOther, body),
            EffectKind::EachVoter(e) => self.for_each(run, Who::Voters(e.option.saturating_sub(1)), &e.r#do),
            EffectKind::Choose(e) => self.choose(run, e),
            EffectKind::Repeat(e) => {
                let count = self.amount(&e.count);
                let start = run.hold();
                self.effects(run, &e.r#do.0);
                run.push(Op::Again);
                run.0[start] = Op::Repeat { count, past: run.here() };
            }
            EffectKind::MayPutFromHand(e) if e.attacking_any => {
                if let Some(player) = &e.player {
                    self.complain(
                        player,
                        "what enters attacking what you choose is of your own hand (expected no `player`)",
                    );
                }
                let (filter, count) = (self.filter(&e.what), self.amount_or(e.count.as_ref(), 1));
                run.push(Op::MayPutFromHand(Who::You, filter, count, Arrival::Chosen));
                run.push(Op::EnterAttacking(What::Them));
            }
            EffectKind::EachObject(e) => {
                let (what, before) = (self.what(&e.what), e.as_they_were);
                let start = run.hold();
                self.effects(run, &e.r#do.0);
                run.push(Op::NextObject);
                run.0[start] = Op::EachObject { what, before, past: run.here() };
            }
            EffectKind::MayRepeat(e) => {
                // Written out once before the loop, so that whoever reads what is decided about reads the body alone.
                let who = self.who_or_default(e.player.as_ref());
                self.effects(run, &e.r#do.0);
                let start = run.hold();
                self.effects(run, &e.r#do.0);
                run.push(Op::Jump(EffectId(start as u32)));
                run.0[start] = Op::May { who, otherwise: run.here() };
            }
            // From the beginning of these effects.
            EffectKind::Again(_) => run.push(Op::Jump(EffectId(0))),
            EffectKind::Clash(e) => {
                run.push(Op::ChooseOpponent);
                run.push(Op::ClashReveal);
                run.push(Op::ClashBottom);
                let (result, one) = (self.intern_amount(Amount::Result), self.intern_amount(Amount::Const(1)));
                let won = self.intern_condition(Condition::Compare(result, Comparison::AtLeast, one));
                self.branch(run, &e.r#do, &OneOrMany::default(), |past| Op::JumpUnless(won, past));
            }
            EffectKind::TimeTravel(e) => {
                let who = self.who_or_default(e.player.as_ref());
                for _ in 0..e.times {
                    run.push(Op::TimeTravelAdd(who));
                    run.push(Op::TimeTravelRemove(who));
                }
            }
            EffectKind::Damage(e) => {
                let op = self.damage(e);
                let (seared, unprevented) = (!e.regenerate, !e.prevent);
                run.extend(seared.then_some(Op::Sear(true)));
                run.extend(unprevented.then_some(Op::Unprevented(true)));
                run.push(op);
                run.extend(unprevented.then_some(Op::Unprevented(false)));
                run.extend(seared.then_some(Op::Sear(false)));
            }
            EffectKind::Amass(e) => self.amass(run, e),
            EffectKind::Adapt(e) => self.adapt(run, &e.amount),
            EffectKind::Monstrosity(e) => self.monstrosity(run, &e.amount),
            EffectKind::Move(e) => {
                let what = self.what(&e.what);
                if let Some((kind, n)) = self.with_counters(e.counters.as_ref(), e.to) {
                    run.push(Op::EntersWith(what, kind, n));
                }
                run.push(Op::Move(what, e.to));
            }
            EffectKind::Delay(e) => {
                let event = self.read(&e.until, None, |c, words| c.delayed_event(words).map(Some));
                let body = self.run(&e.r#do.0);
                if let Some(event) = event {
                    run.push(Op::Delay(event, body));
                }
            }
            EffectKind::Pump(e) => {
                run.extend(self.pump(e));
            }
            EffectKind::Reflexive(e) => {
                let op = self.reflexive(e);
                run.push(op);
            }
            EffectKind::Whenever(e) => {
                run.extend(self.whenever(e));
            }
            EffectKind::MoreManaThisTurn(e) => {
                run.extend(self.more_mana_this_turn(e));
            }
            other => {
                if let Some(op) =
                    self.turn_op(other).or_else(|| self.player_op(other)).or_else(|| self.object_op(other))
                {
                    run.push(op);
                }
            }
        }
    }

    /// A guarded part and what happens otherwise.
    fn branch(
        &mut self,
        run: &mut Run,
        then: &OneOrMany<WrittenEffect>,
        otherwise: &OneOrMany<WrittenEffect>,
        guard: impl Fn(EffectId) -> Op,
    ) {
        let start = run.hold();
        self.effects(run, &then.0);
        if otherwise.0.is_empty() {
            run.0[start] = guard(run.here());
            return;
        }
        let end = run.hold();
        run.0[start] = guard(run.here());
        self.effects(run, &otherwise.0);
        run.0[end] = Op::Jump(run.here());
    }

    /// A body for each of several players, who are the default player in it.
    fn for_each(&mut self, run: &mut Run, who: Who, body: &OneOrMany<WrittenEffect>) {
        let start = run.hold();
        let outer = std::mem::replace(&mut self.default_who, Who::Each);
        self.effects(run, &body.0);
        self.default_who = outer;
        run.push(Op::NextPlayer);
        run.0[start] = Op::EachPlayer { who, past: run.here() };
    }

    /// The choice, a jump to each mode, the modes, each with a jump past the last.
    fn choose(&mut self, run: &mut Run, choose: &written::Choose) {
        let who = self.who_or_default(choose.player.as_ref());
        if !(1..=usize::from(u8::MAX)).contains(&choose.modes.len()) {
            self.complain_here("`choose` needs between 1 and 255 modes");
        }
        run.push(Op::ChooseMode { who, count: choose.modes.len() as u8 });
        let table: Vec<usize> = choose.modes.iter().map(|_| run.hold()).collect();
        let mut ends = Vec::new();
        for (jump, mode) in table.into_iter().zip(&choose.modes) {
            run.0[jump] = Op::Jump(run.here());
            self.effects(run, &mode.0);
            ends.push(run.hold());
        }
        for end in ends {
            run.0[end] = Op::Jump(run.here());
        }
    }

    /// Effects that happen some time, as a run of their own.
    fn later(&mut self, effects: &OneOrMany<WrittenEffect>) -> Option<EffectId> {
        (!effects.0.is_empty()).then(|| self.run(&effects.0))
    }
}
