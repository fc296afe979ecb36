//! Effects: control flow becomes jumps within a run of instructions.

use crate::cards::ability::{Ability, FunctionsIn, StaticEffect, TargetKind, TriggerEvent, Triggered};
use crate::cards::effect::{
    Amount, AmountId, Arrival, CardId, Comparison, Condition, CounterKind, Daytime, DelayedEvent, Destination,
    Duration, EffectId, FilterId, How, Lasting, Op, Shape, Sheltered, What, Who, Whose,
};
use crate::cards::keyword::Keywords;
use crate::cards::limits;
use crate::cards::mana::ManaSet;
use crate::cards::parse::{self, Parsed, Word, first, nothing_more, words};
use crate::cards::source::did_you_mean;
use crate::cards::type_line::Types;
use crate::cards::written::{self, EffectKind, OneOrMany, StepAfter, Text, WrittenEffect};
use crate::turn::{AfterPhase, Lasts, Phase, Restrictions, Selector, SkipScope, Skippable, Step};

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
                let seared = !e.regenerate;
                run.extend(seared.then_some(Op::Sear(true)));
                run.push(op);
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

    /// A triggered ability of its own, with its own targets; the default player in it is its controller.
    fn reflexive(&mut self, e: &written::Reflexive) -> Op {
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
    fn whenever(&mut self, e: &written::Whenever) -> Option<Op> {
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

    fn more_mana_this_turn(&mut self, e: &crate::cards::written::WrittenMoreMana) -> Option<Op> {
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
    fn delayed_event(&mut self, words: &[Word<'_>]) -> Parsed<DelayedEvent> {
        if let [your, next, cast, what @ ..] = words
            && [your.text, next.text, cast.text] == ["your", "next", "cast"]
        {
            let filter = self.parse_filter(what)?;
            return Ok(DelayedEvent::YouNextCastThisTurn(self.intern_filter(filter)));
        }
        const DEALS: [&str; 7] = ["deals", "combat", "damage", "to", "target", "this", "turn"];
        let at = words.len().saturating_sub(DEALS.len());
        if at == 0 || !words[at..].iter().map(|w| w.text).eq(DEALS) {
            return parse::delayed(&self.catalog.turn_names, words);
        }
        let filter = self.parse_filter(&words[..at])?;
        Ok(DelayedEvent::CombatDamageToTargetThisTurn(self.intern_filter(filter)))
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

    fn turn_op(&mut self, effect: &EffectKind) -> Option<Op> {
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

    /// Effects that happen some time, as a run of their own.
    fn later(&mut self, effects: &OneOrMany<WrittenEffect>) -> Option<EffectId> {
        (!effects.0.is_empty()).then(|| self.run(&effects.0))
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

    fn player_op(&mut self, effect: &EffectKind) -> Option<Op> {
        Some(match effect {
            EffectKind::Draw(e) => self.counted(e, Op::Draw),
            EffectKind::Poison(e) => self.counted(e, Op::Poison),
            EffectKind::Manifest(e) => self.counted(e, Op::Manifest),
            EffectKind::Mill(e) => self.counted(e, Op::Mill),
            EffectKind::Scry(e) => self.counted(e, Op::Scry),
            EffectKind::PutBack(e) => {
                let what = e.what.as_ref().map(|text| self.filter(text));
                Op::PutBack(self.who_or_default(e.player.as_ref()), self.amount_or(e.count.as_ref(), 1), what)
            }
            EffectKind::GainLife(e) => self.much(e, Op::GainLife),
            EffectKind::LoseLife(e) => self.much(e, Op::LoseLife),
            EffectKind::Energy(e) => self.counted(e, Op::Energy),
            EffectKind::Vote(e) => Op::Vote(e.options),
            EffectKind::MoreLands(e) => self.counted(e, Op::MoreLands),
            EffectKind::NoMoreSpells(e) => {
                let duration = e.until.unwrap_or(Duration::EndOfTurn);
                let lasts = [Duration::EndOfTurn, Duration::YourNextTurn, Duration::EndOfYourNextTurn];
                if let Some(what) = e.what.as_ref().or(e.player.as_ref()).filter(|_| !lasts.contains(&duration)) {
                    let message = "players are kept from casting until `end-of-turn`, `your-next-turn` or `end-of-your-next-turn`";
                    self.complain(what, message);
                }
                Op::NoMoreSpells {
                    who: self.who_or_default(e.player.as_ref()),
                    filter: e.what.as_ref().map(|what| self.filter(what)),
                    duration,
                }
            }
            EffectKind::RevealTop(e) => {
                Op::RevealTop(self.who_or_default(e.player.as_ref()), self.filter(&e.what), e.to)
            }
            EffectKind::LookAtTop(e) => Op::LookAtTop {
                who: self.who_or_default(e.player.as_ref()),
                of: e.of.as_ref().map(|text| self.who(text)),
                count: self.amount(&e.count),
                filter: match &e.what {
                    Some(text) => self.filter(text),
                    None => self.intern_filter(crate::cards::effect::Filter::default()),
                },
                take: self.amount_or(e.take.as_ref(), 1),
                up_to: e.up_to,
                random: e.random,
                to: e.to,
                rest: e.rest,
            },
            EffectKind::Proliferate(e) => Op::Proliferate(self.who_or_default(e.player.as_ref())),
            EffectKind::SetLife(e) => self.much(e, Op::SetLife),
            EffectKind::Discard(e) => {
                Op::Discard(self.who_or_default(e.player.as_ref()), self.amount_or(e.count.as_ref(), 1), e.random)
            }
            EffectKind::DiscardHand(e) => Op::DiscardHand(self.who_or_default(e.player.as_ref()), e.greatest),
            EffectKind::ShuffleHandAndGraveyard(e) => {
                Op::ShuffleHandAndGraveyard(self.who_or_default(e.player.as_ref()))
            }
            EffectKind::ShuffleGraveyard(e) => Op::ShuffleGraveyard(self.who_or_default(e.player.as_ref())),
            EffectKind::AddMana(e) => self.add_mana(e, Op::AddMana),
            EffectKind::AddManaChoice(e) => self.add_mana(e, Op::AddManaChoice),
            EffectKind::Search(e) => {
                let filter = self.filter(&e.what);
                Op::Search {
                    who: self.who_or_default(e.player.as_ref()),
                    filter,
                    count: self.found_at_most(e, filter),
                    to: e.to,
                    rest: e.rest.unwrap_or(e.to),
                    alike: e.alike,
                    each: e.each,
                    differ: e.differ,
                    of: e.of.as_ref().map(|text| self.who(text)),
                    graveyard: e.graveyard,
                    others: e.others,
                    counters: self.with_counters(e.counters.as_ref(), e.to),
                }
            }
            EffectKind::FlipUntilLost(_) => Op::FlipUntilLost,
            EffectKind::Mark(_) => Op::Mark,
            EffectKind::ChooseName(e) => Op::ChooseName(self.filter(&e.what)),
            EffectKind::ChooseInExile(e) => {
                if e.also || e.random || e.differ.is_some() {
                    self.complain(
                        &e.what,
                        "what is chosen in exile becomes \"them\" alone (expected no `also`, no `random`, no `differ`)",
                    );
                }
                Op::ChooseInExile {
                    who: self.who_or_default(e.player.as_ref()),
                    filter: self.filter(&e.what),
                    count: self.amount_or(e.count.as_ref(), 1),
                    up_to: e.up_to,
                }
            }
            EffectKind::FlipCoins(e) => Op::FlipCoins(self.amount_or(e.count.as_ref(), 1)),
            EffectKind::ExileTopHighest(_) => Op::ExileTopHighest,
            EffectKind::ExileUntil(e) => Op::ExileUntil(self.who_or_default(e.player.as_ref()), self.filter(&e.what)),
            EffectKind::RevealUntil(e) => Op::RevealUntil {
                who: self.who_or_default(e.player.as_ref()),
                filter: self.filter(&e.what),
                count: self.amount_or(e.count.as_ref(), 1),
                to: e.to.unwrap_or(e.rest),
                rest: e.rest,
            },
            EffectKind::OrderTop(e) => self.counted(e, Op::OrderTop),
            EffectKind::Surveil(e) => self.counted(e, Op::Surveil),
            EffectKind::ShuffleLibrary(e) => Op::Shuffle(self.who_or_default(e.player.as_ref())),
            EffectKind::AddLastingMana(e) => self.add_mana(e, Op::AddLastingMana),
            EffectKind::TakeInitiative(e) => Op::TakeInitiative(self.who_or_default(e.player.as_ref())),
            EffectKind::Venture(e) => Op::Venture(self.who_or_default(e.player.as_ref())),
            EffectKind::BecomeMonarch(e) => Op::BecomeMonarch(self.who_or_default(e.player.as_ref())),
            EffectKind::PayAnyLife(e) => Op::PayAnyLife(self.who_or_default(e.player.as_ref())),
            EffectKind::ExileTop(e) => {
                let count = self.amount_or(e.count.as_ref(), 1);
                Op::ExileTop(self.who_or_default(e.player.as_ref()), count, e.face_down)
            }
            EffectKind::Permit(e) => Op::Permit {
                who: self.who_or_default(e.player.as_ref()),
                until: e.until,
                filter: e.what.as_ref().map(|text| self.filter(text)),
                free: e.free,
                of: e.of.as_ref().map(|text| self.what(text)),
                mana: e.mana,
                exile: e.exile,
            },
            EffectKind::CastFree(e) => Op::MayCastFree {
                who: self.who_or_default(e.player.as_ref()),
                among: e.among.as_ref().map(|text| self.what(text)),
                filter: self.filter_or_any(e.what.as_ref()),
                once: e.once,
                lands: e.lands,
                exile: e.exile,
            },
            EffectKind::PickFromHand(e) => Op::PickFromHand {
                who: self.who(&e.player),
                filter: self.filter_or_any(e.what.as_ref()),
                count: self.amount_or(e.count.as_ref(), 1),
                to: e.to,
            },
            EffectKind::TopOfGraveyard(e) => {
                Op::TopOfGraveyard(self.who_or_default(e.player.as_ref()), self.filter(&e.what))
            }
            EffectKind::ExileUntilKept(e) => Op::ExileUntilKept(self.who_or_default(e.player.as_ref())),
            EffectKind::SetX(e) => Op::SetX(self.amount(&e.amount)),
            EffectKind::ChooseOpponent(_) => Op::ChooseOpponent,
            EffectKind::ChooseCreatureType(_) => Op::ChooseCreatureType,
            EffectKind::ExileBoundForGraveyard(e) => Op::ExileBoundForGraveyard(self.who_or_default(e.player.as_ref())),
            EffectKind::SeparateTop(e) => self.counted(e, Op::SeparateTop),
            EffectKind::TakePile(e) => Op::TakePile {
                who: self.who_or_default(e.player.as_ref()),
                count: self.amount(&e.count),
                to: e.to,
                rest: e.rest,
            },
            EffectKind::LookAtHand(e) => Op::LookAtHand(self.who_or_default(e.player.as_ref())),
            EffectKind::ChooseInGraveyard(e) => {
                if e.also {
                    self.complain(&e.what, "what is chosen in a graveyard becomes \"them\" alone (expected no `also`)");
                }
                let (who, filter) = (self.who_or_default(e.player.as_ref()), self.filter(&e.what));
                let count = self.amount_or(e.count.as_ref(), 1);
                if e.random && e.differ.is_some() {
                    self.complain(&e.what, "cards chosen at random are not asked to `differ`");
                }
                match e.random {
                    true => Op::RandomInGraveyard(who, filter, count),
                    false => Op::ChooseInGraveyard { who, filter, count, up_to: e.up_to, differ: e.differ },
                }
            }
            EffectKind::BottomFromHand(e) => Op::BottomFromHand(self.who_or_default(e.player.as_ref())),
            EffectKind::SwapHandWithTop(e) => Op::SwapHandWithTop(self.who_or_default(e.player.as_ref())),
            EffectKind::ShuffleHand(e) => Op::ShuffleHand(self.who_or_default(e.player.as_ref())),
            EffectKind::MayBottomTop(e) => Op::MayBottomTop(self.who_or_default(e.player.as_ref())),
            EffectKind::NoMaxHandSize(e) => {
                Op::NoMaxHandSize(self.who_or_default(e.player.as_ref()), e.until_your_next_turn)
            }
            EffectKind::LockLife(e) => Op::LockLife(self.who_or_default(e.player.as_ref())),
            EffectKind::Hideaway(e) => Op::Hideaway(self.amount_or(e.count.as_ref(), 1)),
            EffectKind::AddManaMixed(e) => self.add_mana(e, Op::AddManaMixed),
            EffectKind::MayPutFromHand(e) => {
                let count = self.amount_or(e.count.as_ref(), 1);
                let arrival = match (e.attacking, e.tapped) {
                    (true, _) => Arrival::Attacking,
                    (false, true) => Arrival::Tapped,
                    (false, false) => Arrival::Untapped,
                };
                Op::MayPutFromHand(self.who_or_default(e.player.as_ref()), self.filter(&e.what), count, arrival)
            }
            EffectKind::Roll(e) => {
                if e.sides < 2 {
                    self.complain_here("a die has at least 2 sides (expected `sides`, as in { sides = 20 })");
                }
                Op::RollDie(e.sides)
            }
            EffectKind::Experience(e) => self.counted(e, Op::Experience),
            EffectKind::MoreLoyalty(_) => Op::MoreLoyalty,
            EffectKind::MayExileFromHand(e) => {
                Op::MayExileFromHand(self.who_or_default(e.player.as_ref()), self.filter(&e.what))
            }
            _ => return None,
        })
    }

    /// A filter, or one that everything passes.
    fn filter_or_any(&mut self, text: Option<&Text>) -> crate::cards::effect::FilterId {
        match text {
            Some(text) => self.filter(text),
            None => self.intern_filter(crate::cards::effect::Filter::default()),
        }
    }

    fn counted(&mut self, e: &written::PlayerCount, op: fn(Who, crate::cards::effect::AmountId) -> Op) -> Op {
        op(self.who_or_default(e.player.as_ref()), self.amount_or(e.count.as_ref(), 1))
    }

    fn much(&mut self, e: &written::PlayerAmount, op: fn(Who, crate::cards::effect::AmountId) -> Op) -> Op {
        op(self.who_or_default(e.player.as_ref()), self.amount(&e.amount))
    }

    fn add_mana(&mut self, e: &written::AddMana, op: fn(Who, ManaSet, crate::cards::effect::AmountId) -> Op) -> Op {
        let found = self.read(&e.mana, Vec::new(), |this, words| {
            let (word, rest) = first(words, "mana symbols such as `{R}{G}`")?;
            nothing_more(rest)?;
            let symbols = this.mana_symbols(word)?;
            let twice = symbols.iter().enumerate().any(|(at, symbol)| symbols[..at].contains(symbol));
            if twice {
                return Err(word.fault(format!("`{}` has a symbol twice (expected it once, and `count`)", word.text)));
            }
            Ok(symbols)
        });
        let set = found.into_iter().fold(ManaSet::empty(), |set, mana| set | mana.set());
        op(self.who_or_default(e.player.as_ref()), set, self.amount_or(e.count.as_ref(), 1))
    }

    fn object_op(&mut self, effect: &EffectKind) -> Option<Op> {
        Some(match effect {
            EffectKind::Destroy(e) => Op::Destroy { what: self.what(&e.what), regenerable: e.regenerate },
            EffectKind::ExileAsItLeaves(e) => Op::ExileAsItLeaves(self.what(&e.what)),
            EffectKind::Regenerate(e) => Op::Regenerate(self.what(&e.what)),
            EffectKind::Exile(e) => Op::Exile(self.what(&e.what)),
            EffectKind::CopyCards(e) => Op::CopyCards(self.what(&e.what), self.amount_or(e.count.as_ref(), 1)),
            EffectKind::MayCast(e) => Op::MayCast(self.what(&e.what), How::Printed),
            EffectKind::PhaseOut(e) => Op::PhaseOut(self.what(&e.what)),
            EffectKind::RemoveFromCombat(e) => Op::RemoveFromCombat(self.what(&e.what)),
            EffectKind::LoseKeywords(e) => Op::LoseKeywords {
                what: self.what(&e.what),
                keywords: self.keywords(&e.keywords),
                barred: e.for_the_turn,
            },
            EffectKind::EnterAttacking(e) => Op::EnterAttacking(self.what(&e.what)),
            EffectKind::ExileUntilSourceLeaves(e) => Op::ExileUntilSourceLeaves(self.what(&e.what)),
            EffectKind::ReturnExiled(_) => Op::ReturnExiled,
            EffectKind::Transform(e) => Op::Transform(self.what(&e.what)),
            EffectKind::Bounce(e) => Op::Bounce(self.what(&e.what)),
            EffectKind::Sacrifice(e) => Op::Sacrifice(self.who_or_default(e.player.as_ref()), self.what(&e.what)),
            EffectKind::Tap(e) => Op::Tap(self.what(&e.what)),
            EffectKind::Untap(e) => Op::Untap(self.what(&e.what)),
            EffectKind::Suspend(e) => Op::Suspend(self.what(&e.what), self.amount(&e.time)),
            EffectKind::AllTime(e) => Op::AllTime(self.amount(&e.amount)),
            EffectKind::SwapTapped(e) => Op::SwapTapped(self.who_or_default(e.player.as_ref()), self.filter(&e.what)),
            EffectKind::ChangeCounter(e) => Op::ChangeCounter { what: self.what(&e.what), or_remove: true },
            EffectKind::OneMoreCounter(e) => Op::ChangeCounter { what: self.what(&e.what), or_remove: false },
            EffectKind::MoveCounters(e) => Op::MoveCounters(self.what(&e.from), self.what(&e.to)),
            EffectKind::OneMoreOfEach(e) => Op::OneMoreOfEach(self.counted_target(e.target)),
            EffectKind::CantAttackYou(e) => Op::BarAttackers(self.filter(&e.what)),
            EffectKind::Freeze(e) => Op::Freeze(self.what(&e.what)),
            EffectKind::MakeSacrifice(e) => self.chosen(e, Op::SacrificeChosen),
            EffectKind::UntapUpTo(e) => self.chosen(e, Op::UntapUpTo),
            EffectKind::UntapChosen(e) => self.chosen(e, Op::UntapChosen),
            EffectKind::TapChosen(e) => self.chosen(e, Op::TapChosen),
            EffectKind::MustAttack(e) => {
                Op::MustAttackThisTurn(self.who_or_default(e.player.as_ref()), self.filter(&e.what))
            }
            EffectKind::PreventCombatDamage(_) => Op::PreventCombatDamage,
            EffectKind::NoUntapNext(e) => Op::NoUntapNext(self.who_or_default(e.player.as_ref()), self.filter(&e.what)),
            EffectKind::ChooseObjects(e) => {
                if e.random || e.differ.is_some() {
                    self.complain(&e.what, "only cards of a graveyard are chosen at random, or asked to `differ`");
                }
                Op::ChooseObjects {
                    who: self.who_or_default(e.player.as_ref()),
                    filter: self.filter(&e.what),
                    count: self.amount_or(e.count.as_ref(), 1),
                    up_to: e.up_to,
                    also: e.also,
                }
            }
            EffectKind::ExileFromHand(e) => self.counted(e, Op::ExileFromHand),
            EffectKind::CostsUntilYourNextTurn(e) => {
                let (whose, filter) = self.whose_and_filter(&e.what);
                let known = matches!(whose, Whose::Any | Whose::Yours | Whose::Opponents | Whose::Others);
                if !known || !self.catalog.filter(filter).is_simple() {
                    self.complain(&e.what, "only types and whose they are decide here which spells cost more");
                }
                Op::CostsUntilYourNextTurn(whose, filter, e.by)
            }
            EffectKind::Provoke(e) => Op::Provoke(self.filter(&e.what)),
            EffectKind::EnterAttached(e) => {
                let what = e.what.as_ref().map_or(What::Card, |text| self.what(text));
                Op::EnterAttached(what, self.what(&e.to))
            }
            EffectKind::ReturnEnchanted(_) => Op::ReturnEnchanted,
            EffectKind::SetThem(e) => Op::SetThem(self.what(&e.of), self.filter(&e.what)),
            EffectKind::CantBeCountered(e) => match self.what(&e.what) {
                What::All(filter) => Op::UncounterableThisTurn(filter),
                what => Op::CantBeCountered(what),
            },
            EffectKind::CantBeBlocked(e) => {
                Op::CantBeBlocked(self.what(&e.what), e.by.as_ref().map(|text| self.filter(text)))
            }
            EffectKind::Attach(e) => {
                let what = e.what.as_ref().map_or(What::Source, |text| self.what(text));
                Op::Attach(what, self.what(&e.to))
            }
            EffectKind::CounterThis(_) => Op::CounterThis,
            EffectKind::CounterThat(_) => Op::CounterThat,
            EffectKind::DamageAttacked(e) => Op::DamageAttacked(self.amount(&e.amount)),
            EffectKind::DamageThat(e) => Op::DamageThat(self.amount(&e.amount)),
            EffectKind::DamageAsDivided(_) => {
                self.speaks_of_shares = true;
                Op::DamageAsDivided
            }
            EffectKind::CountersAsDivided(e) => {
                self.speaks_of_shares = true;
                Op::CountersAsDivided(self.kind_of_counter(&e.kind))
            }
            EffectKind::Protect(e) => Op::Guard(self.filter(&e.what), self.who(&e.from)),
            EffectKind::CantBlock(e) => Op::CantBlockThisTurn(self.filter(&e.what)),
            EffectKind::Fight(e) => {
                Op::Fight(e.what.as_ref().map_or(What::Source, |what| self.what(what)), self.what(&e.with))
            }
            EffectKind::ExchangeControl(e) => Op::ExchangeControl(self.what(&e.what), self.what(&e.with)),
            EffectKind::Become(e) => {
                let shape = self.shape(&e.shape, e.keeps_colours, e.keeps_types);
                Op::Become { what: self.what(&e.what), shape, this_turn: e.this_turn }
            }
            EffectKind::GainControlWhile(e) => Op::GainControlWhile {
                who: self.who_or_default(e.player.as_ref()),
                what: self.what(&e.what),
                controlled: !e.anybody,
                tapped: e.tapped,
            },
            EffectKind::DamageDivided(e) => Op::DamageDivided(self.amount(&e.amount)),
            EffectKind::CreateToken(e) => self.create_token(e),
            EffectKind::Emblem(e) => self.emblem(e),
            EffectKind::GainProtection(e) => self.gain_protection(e),
            EffectKind::GainHexproof(e) => self.gain_hexproof(e),
            EffectKind::BecomeCopy(e) => {
                let what = e.what.as_ref().map_or(What::Source, |text| self.what(text));
                if e.except.as_ref().is_some_and(|except| !except.counters.is_empty()) {
                    self.complain(&e.of, "`counters` belong to what enters as a copy");
                }
                let lasting = if e.this_turn { Lasting::ThisTurn } else { Lasting::ForGood };
                Op::BecomeCopy(what, self.what(&e.of), self.except(e.except.as_ref()), lasting)
            }
            EffectKind::GainControl(e) => {
                let lasting = match (e.this_turn, e.until_end_of_your_next_turn) {
                    (true, _) => Lasting::ThisTurn,
                    (false, true) => Lasting::YourNextTurn,
                    (false, false) => Lasting::ForGood,
                };
                Op::GainControl(self.who_or_default(e.player.as_ref()), self.what(&e.what), lasting)
            }
            EffectKind::Goad(e) => Op::Goad(self.what(&e.what)),
            EffectKind::DoubleCounters(e) => {
                let kind = e.kind.as_ref().map(|kind| self.kind_of_counter(kind));
                Op::DoubleCounters(self.what(&e.what), kind)
            }
            EffectKind::Double(e) => {
                if !e.power && !e.toughness {
                    self.complain(
                        &e.what,
                        "`double` doubles nothing (expected `power = true`, `toughness = true` or both)",
                    );
                }
                let duration = e.until.unwrap_or(Duration::EndOfTurn);
                self.refuse_while_tapped(duration);
                Op::Double { what: self.what(&e.what), power: e.power, toughness: e.toughness, duration }
            }
            EffectKind::FlashUntilYourNextTurn(e) => {
                Op::FlashUntilYourNextTurn(self.who_or_default(e.player.as_ref()), self.filter(&e.what))
            }
            EffectKind::CopyAbility(e) => self.copy_ability(e),
            EffectKind::Counter(e) => {
                Op::Counter { target: self.spell_target(e.target), to: e.to.unwrap_or(Destination::Graveyard) }
            }
            EffectKind::CounterEach(e) => Op::CounterAll(self.filter(&e.what)),
            EffectKind::ChangeTargets(e) => Op::ChangeTargets(self.spell_target(e.target), e.must),
            EffectKind::FlashThisTurn(e) => Op::FlashThisTurn(self.filter(&e.what)),
            EffectKind::PreventDamageBy(e) => Op::PreventDamageBy(self.what(&e.what), e.combat),
            EffectKind::CantLose(e) => Op::CantLose(self.who_or_default(e.player.as_ref())),
            EffectKind::DamageLeavesOne(e) => Op::DamageLeavesOne(self.who_or_default(e.player.as_ref())),
            EffectKind::CommanderToHand(e) => Op::CommanderToHand(self.who_or_default(e.player.as_ref())),
            EffectKind::PreventDamageTo(e) => {
                Op::PreventDamageTo(self.sheltered(&e.to), e.count.as_ref().map(|n| self.amount(n)), e.combat)
            }
            EffectKind::Shield(e) => Op::Shield(self.run(&e.r#do.0)),
            EffectKind::CopySpell(e) => self.copy_spell(e),
            other => return self.counters_op(other),
        })
    }

    fn animate(&mut self, run: &mut Run, e: &written::Animate) {
        let (types, subtypes) = match &e.r#type {
            Some(text) => self.read(text, Default::default(), Compiler::parse_type_line),
            None => Default::default(),
        };
        let what = self.what(&e.what);
        run.push(Op::Animate {
            what,
            size: self.base_size(e.size.as_ref()),
            types,
            subtype: subtypes.first().copied(),
            keywords: self.keywords(&e.keywords),
            colours: e.colours.as_ref().map_or(ManaSet::empty(), |text| self.colour_letters(text)),
            adds_colours: e.adds_colours,
            every_creature_type: e.every_creature_type,
            this_turn: e.this_turn,
            until_your_next_turn: e.until_your_next_turn,
        });
        // A change adds one subtype.
        for subtype in subtypes.into_iter().skip(1) {
            run.push(Op::Animate {
                what,
                size: None,
                types: Types::empty(),
                subtype: Some(subtype),
                keywords: Keywords::empty(),
                colours: ManaSet::empty(),
                adds_colours: false,
                every_creature_type: false,
                this_turn: e.this_turn,
                until_your_next_turn: e.until_your_next_turn,
            });
        }
    }

    /// How many cards a search finds: one, or one of each of its kinds.
    fn found_at_most(&mut self, e: &written::Search, filter: FilterId) -> AmountId {
        let kinds = self.catalog.alternatives(filter).count() as i32;
        if e.each && kinds < 2 {
            self.complain(&e.what, "`each` finds one card for each of several kinds (expected `or` between them)");
        }
        self.amount_or(e.count.as_ref(), if e.each { kinds } else { 1 })
    }

    /// Counters with which something enters that is moved there.
    fn with_counters(
        &mut self,
        counters: Option<&written::WithCounters>,
        to: Destination,
    ) -> Option<(CounterKind, AmountId)> {
        let counters = counters?;
        if !to.is_battlefield() {
            self.complain(&counters.kind, "only what enters the battlefield does so with counters");
        }
        Some((self.kind_of_counter(&counters.kind), self.amount_or(counters.count.as_ref(), 1)))
    }

    /// Power and toughness as amounts.
    pub(super) fn base_size(&mut self, size: Option<&[written::WrittenAmount; 2]>) -> Option<(AmountId, AmountId)> {
        size.map(|[power, toughness]| (self.amount(power), self.amount(toughness)))
    }

    /// Only what `pump` does is looked after for as long as its source remains tapped.
    pub(super) fn refuse_while_tapped(&mut self, duration: Duration) {
        if duration == Duration::WhileSourceTapped {
            self.complain_here("only `pump`, without protection, lasts `while-source-tapped`");
        }
    }

    /// What something becomes that loses its abilities.
    pub(super) fn shape(&mut self, token: &Text, keeps_colours: bool, keeps_types: bool) -> Shape {
        Shape { card: self.token(token), keeps_colours, keeps_types, sets_land_types: false }
    }

    fn chosen(
        &mut self,
        e: &written::ChosenObjects,
        op: fn(Who, crate::cards::effect::FilterId, crate::cards::effect::AmountId) -> Op,
    ) -> Op {
        op(self.who_or_default(e.player.as_ref()), self.filter(&e.what), self.amount_or(e.count.as_ref(), 1))
    }

    fn counters_op(&mut self, effect: &EffectKind) -> Option<Op> {
        Some(match effect {
            EffectKind::PutCounters(e) => {
                let (what, kind) = self.counters_on(e);
                Op::PutCounters(what, kind, self.amount_or(e.count.as_ref(), 1))
            }
            EffectKind::RemoveCounters(e) => {
                let (what, kind) = self.counters_on(e);
                Op::RemoveCounters(what, kind, self.amount_or(e.count.as_ref(), 1))
            }
            EffectKind::DistributeCounters(e) => {
                let kind = self.kind_of_counter(&e.kind);
                let filter = e.what.as_ref().map(|text| self.filter(text));
                let filter = filter.unwrap_or_else(|| self.intern_filter(crate::cards::effect::Filter::default()));
                Op::DistributeCounters(kind, filter, self.amount_or(e.count.as_ref(), 1))
            }
            _ => return None,
        })
    }

    fn counters_on(&mut self, e: &written::Counters) -> (What, CounterKind) {
        let what = e.what.as_ref().map_or(What::Source, |text| self.what(text));
        (what, self.kind_of_counter(&e.kind))
    }

    /// The target of that number, from 1, which must be a spell.
    fn spell_target(&mut self, number: u8) -> u8 {
        let n = number.saturating_sub(1);
        let spec = self.targets.get(usize::from(n)).filter(|_| number > 0);
        if !spec.is_some_and(|spec| {
            matches!(spec.kind, TargetKind::Spell(_) | TargetKind::SpellOrAbility { .. } | TargetKind::Ability { .. })
        }) {
            self.complain_here(format!(
                "`counter` needs a spell or an ability as target {number}, as in targets = [\"spell\"]"
            ));
        }
        n
    }

    /// The target of that number, from 1, which must be a permanent or a player.
    fn counted_target(&mut self, number: u8) -> u8 {
        let n = number.saturating_sub(1);
        let spec = self.targets.get(usize::from(n)).filter(|_| number > 0);
        if !spec.is_some_and(|spec| {
            matches!(spec.kind, TargetKind::Permanent(_) | TargetKind::Player { .. } | TargetKind::PermanentOrPlayer)
        }) {
            self.complain_here(format!(
                "`one-more-of-each` needs a permanent or a player as target {number}, as in targets = \
                 [\"permanent-or-player\"]"
            ));
        }
        n
    }

    /// A token by its key.
    pub(super) fn token(&mut self, text: &Text) -> CardId {
        self.catalog.find_token(text.get_ref()).unwrap_or_else(|| {
            let near = did_you_mean(text.get_ref(), self.catalog.names.tokens.keys().map(String::as_str));
            self.complain(text, format!("there is no token `{}`{near}", text.get_ref()));
            CardId(0)
        })
    }

    /// Who or what is protected from damage: a target of any kind, players, or objects.
    fn sheltered(&mut self, to: &Text) -> Sheltered {
        let found = words(to.get_ref());
        if found.first().is_some_and(|word| word.text == "target") {
            let n = self.read(to, None, |this, words| this.target_number(words[0], &words[1..]).map(Some));
            return n.map_or(Sheltered::Players(Who::You), Sheltered::Target);
        }
        match self.parse_who(&found) {
            Ok(who) => Sheltered::Players(who),
            Err(_) => Sheltered::Objects(self.what(to)),
        }
    }

    /// Damage, by what `to` names: a target of any kind, players, or objects.
    fn damage(&mut self, e: &written::Damage) -> Op {
        let amount = self.amount(&e.amount);
        let found = words(e.to.get_ref());
        let target = found.first().filter(|w| w.text == "target");
        if let Some(from) = &e.from {
            let from = self.what(from);
            if target.is_none() {
                if let Ok(who) = self.parse_who(&found) {
                    return Op::DamagePlayersFrom(from, who, amount);
                }
                return Op::DamageEachFrom(from, self.filter(&e.to), amount);
            }
            let n = self.read(&e.to, 0, |this, words| {
                let (head, rest) = first(words, "`target`")?;
                if head.text != "target" {
                    return Err(head.is_not(
                        "a target",
                        "`target` or `target 2`, when `from` says what deals the damage",
                        [],
                    ));
                }
                this.target_number(head, rest)
            });
            return Op::DamageFrom(from, n, amount);
        }
        if let Some(head) = target {
            let n = self.read(&e.to, None, |this, words| this.target_number(*head, &words[1..]).map(Some));
            return match n.map(|n| (n, self.targets[usize::from(n)].kind)) {
                Some((n, TargetKind::Player { .. })) => Op::DamagePlayer(Who::Target(n), amount),
                Some((n, TargetKind::Any | TargetKind::PlayerOrPlaneswalker { .. })) => Op::DamageTarget(n, amount),
                Some((n, _)) => Op::DamageObject(What::Target(n), amount),
                None => Op::DamagePlayer(Who::You, amount),
            };
        }
        let player = |spec: &crate::cards::ability::TargetSpec| matches!(spec.kind, TargetKind::Player { .. });
        if e.to.get_ref() == "targets" && !self.targets.iter().all(player) {
            return Op::DamageTargets(amount);
        }
        if let Ok(who) = self.parse_who(&found) {
            return Op::DamagePlayer(who, amount);
        }
        let what = self.read(&e.to, What::Source, |this, words| {
            let neither = first(words, "whom or what is damaged")?.0.is_not(
                "a player or an object",
                "target, you, each-opponent, self, `creature opponents`, ...",
                [
                    "target",
                    "you",
                    "each-player",
                    "each-opponent",
                    "each-other-player",
                    "active",
                    "defending",
                    "creature",
                ],
            );
            this.parse_what(words).map_err(|fault| if words.len() == 1 { neither } else { fault })
        });
        Op::DamageObject(what, amount)
    }
}
