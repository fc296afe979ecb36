//! Reading an effect's instructions.
//!
//! They are read once for each card. An effect whose numbers or conditions depend on the game is marked and read again,
//! against the view, when it matters.

mod points;

use crate::cards::ability::{Ability, StaticEffect};
use crate::cards::catalog::Catalog;
use crate::cards::effect::{
    AbilityId, Amount, AmountId, CardId, Condition, ConditionId, CounterKind, Destination, Duration, EffectId, Facts,
    Lasting, Op, Sheltered, What, Who,
};
use crate::cards::keyword::Keywords;
use crate::cards::limits;
use crate::cards::type_line::{Subtype, Types};
use crate::game::ObjectId;
use crate::game::view::PlayerView;
use crate::turn::{Phase, Restrictions, Seat, Skippable, Step};

use super::effect::{Aim, Bond, Effect, Saves};
use super::flicker::comes_back;
use super::profile::{Roles, body};
use super::weights::Weights;

/// What a number is taken for when only the game can tell.
const GUESS: i32 = 3;
/// Where what is done to the objects chosen for a voter is kept: no effect that votes has so many targets.
pub(super) const CHOSEN: usize = 5;
/// Cards in hand that need not be discarded (CR 402.2).
pub(super) const MOST_CARDS: i32 = 7;
/// Points for a player who gains protection.
const PROTECTED: i32 = 15;
/// Points for a shield against what one source would do.
const SHIELD: i32 = 8;
/// Points for an emblem, whose abilities last for the rest of the game.
const EMBLEM: i32 = 60;
/// Points for a copy of something that is not looked at.
const COPY: i32 = 20;
/// Points that one instruction is worth at most.
const MOST_POINTS: i32 = 1_000_000;
/// Times that something repeated is read at most.
const REPEATS: i32 = 12;
/// Instructions read at most, so that no loop is followed for ever.
pub(super) const LONGEST: usize = 64;

/// Where numbers and conditions are looked up.
#[derive(Clone, Copy)]
pub(super) struct Live<'a> {
    pub(super) view: &'a PlayerView,
    pub(super) source: ObjectId,
    pub(super) x: i32,
    /// How often the spell is kicked, where it is about to be cast.
    pub(super) kicked: Option<u8>,
}

impl<'a> Live<'a> {
    /// Where nothing was paid besides.
    pub(super) const fn plain(view: &'a PlayerView, source: ObjectId, x: i32) -> Live<'a> {
        Live { view, source, x, kicked: None }
    }
}

/// Reads an effect.
pub(super) struct EffectReader<'a> {
    cat: &'a Catalog,
    lands: &'a [Subtype],
    weights: &'a Weights,
    live: Option<Live<'a>>,
    each: Option<Who>,
    /// Before this instruction everything counts half: it may not happen.
    half_until: EffectId,
    /// Before this instruction what happens is spared for so much mana.
    spared: Option<(EffectId, i32)>,
    at: EffectId,
    /// The only vote cast: what follows is read as it would be then.
    vote: Option<u8>,
    effect: Effect,
}

impl<'a> EffectReader<'a> {
    /// A reader that knows which subtypes are those of lands.
    pub(super) fn new(
        cat: &'a Catalog,
        lands: &'a [Subtype],
        weights: &'a Weights,
        live: Option<Live<'a>>,
    ) -> EffectReader<'a> {
        let (start, effect) = (EffectId(0), Effect::default());
        let (each, spared, vote) = (None, None, None);
        EffectReader { cat, lands, weights, live, each, half_until: start, spared, at: start, vote, effect }
    }

    /// The same reader of what follows a vote, in which only that option has one.
    pub(super) const fn after_vote(mut self, option: u8) -> EffectReader<'a> {
        self.vote = Some(option);
        self
    }

    /// The whole effect that begins there.
    pub(super) fn read(self, from: EffectId) -> Effect {
        self.read_to(from, EffectId(u32::MAX))
    }

    /// The instructions from there up to another.
    pub(super) fn read_to(mut self, from: EffectId, to: EffectId) -> Effect {
        self.run(from, to);
        self.effect
    }

    fn run(&mut self, from: EffectId, to: EffectId) {
        let outer = self.at;
        self.at = from;
        for _ in 0..LONGEST {
            let op = self.cat.op(self.at);
            let next = EffectId(self.at.0 + 1);
            let Some(next) = self.instruction(op, next) else { break };
            self.at = next;
            if self.at >= to {
                break;
            }
        }
        self.at = outer;
    }

    fn branch(&mut self, condition: ConditionId, next: EffectId, goal: EffectId) -> EffectId {
        self.effect.varies = true;
        if let Some(holds) = self.vote_decides(condition) {
            return if holds { next } else { goal };
        }
        match self.live.filter(|_| self.is_known(condition)) {
            Some(live) if live.view.holds_paid(condition, live.source, live.x, live.kicked) => next,
            Some(_) => goal,
            None => {
                self.half_until = self.half_until.max(goal);
                next
            }
        }
    }

    /// Whether a condition on votes holds after the one that is cast.
    fn vote_decides(&self, condition: ConditionId) -> Option<bool> {
        let vote = self.vote?;
        let count = |amount: AmountId| match self.cat.amount(amount) {
            Amount::Votes(option) => Some(i32::from(option == vote)),
            Amount::Const(n) => Some(n),
            _ => None,
        };
        match self.cat.condition(condition) {
            Condition::Compare(a, comparison, b) => Some(comparison.holds(count(a)?, count(b)?)),
            Condition::Not(inner) => Some(!self.vote_decides(inner)?),
            _ => None,
        }
    }

    /// Conditions on what the effect itself does can't be known beforehand.
    fn is_known(&self, condition: ConditionId) -> bool {
        let own = |a: AmountId| matches!(self.cat.amount(a), Amount::Result | Amount::That);
        match self.cat.condition(condition) {
            _ if self.asks_for_votes(condition) => false,
            Condition::Compare(a, _, b) => !own(a) && !own(b),
            Condition::Done => false,
            _ => true,
        }
    }

    fn asks_for_votes(&self, condition: ConditionId) -> bool {
        let votes = |a: AmountId| matches!(self.cat.amount(a), Amount::Votes(_));
        match self.cat.condition(condition) {
            Condition::Compare(a, _, b) => votes(a) || votes(b),
            Condition::Not(inner) => self.asks_for_votes(inner),
            _ => false,
        }
    }

    /// An amount as far as it makes a difference.
    fn number(&mut self, amount: AmountId) -> i32 {
        self.guessed(amount).clamp(-limits::TIMES, limits::TIMES)
    }

    fn guessed(&mut self, amount: AmountId) -> i32 {
        let known = match self.cat.amount(amount) {
            Amount::Const(n) => return n,
            Amount::Votes(option) if self.vote.is_some() => return i32::from(self.vote == Some(option)),
            Amount::That | Amount::Result | Amount::OpponentsAttacked | Amount::Votes(_) => false,
            Amount::Power(what) | Amount::Toughness(what) | Amount::ManaValue(what) => what == What::Source,
            // How many is a guess, but not whether it is less than nothing.
            Amount::Times(of, times) if times < 0 && self.live.is_none() => return -self.guessed(of).abs(),
            _ => true,
        };
        self.effect.varies = true;
        self.effect.by_power |= !known && matches!(self.cat.amount(amount), Amount::Power(_));
        self.live
            .filter(|_| known)
            .map_or(GUESS, |live| live.view.amount_paid(amount, live.source, live.x, live.kicked))
    }

    // ---- points ----

    /// Who is meant within an instruction for each of several players.
    const fn meant(&self, who: Who) -> Who {
        match (who, self.each) {
            (Who::Each, Some(each)) => each,
            _ => who,
        }
    }

    /// Somebody loses life, which counts where it may be another than the effect's controller.
    fn drains(&mut self, who: Who, life: i32) {
        let who = self.meant(who);
        self.effect.drains += if quarters(who) < 4 { life } else { 0 };
        if matches!(who, Who::EachOpponent | Who::EachOther | Who::EachPlayer) && self.at >= self.half_until {
            self.effect.toll += life.max(0);
        }
    }

    /// Somebody gets points.
    fn give(&mut self, who: Who, points: i32) {
        let points = points.clamp(-MOST_POINTS, MOST_POINTS);
        let points = if self.at < self.half_until { points / 2 } else { points };
        match who {
            Who::Target(n) | Who::ControllerOf(What::Target(n)) | Who::OwnerOf(What::Target(n)) => {
                if let Some(aim) = self.effect.aims.get_mut(usize::from(n)) {
                    aim.points += points;
                }
            }
            Who::Each => self.effect.value += points * quarters(self.each.unwrap_or(Who::You)) / 4,
            who => self.effect.value += points * quarters(who) / 4,
        }
    }

    /// Something happens to objects; `own` are the points when it is the source itself.
    fn hit(&mut self, what: What, own: i32, change: impl Fn(&mut Aim)) {
        match what {
            What::Target(n) => {
                if let Some(aim) = self.effect.aims.get_mut(usize::from(n)) {
                    change(aim);
                }
            }
            // Those of one name go with the one that is chosen.
            What::All(filter) if self.cat.filter(filter).is.contains(Facts::NAMED_ALIKE) => {
                self.hit(What::Target(0), own, change);
            }
            What::All(filter) => {
                let mut aim = Aim::default();
                change(&mut aim);
                // A third sweep in one effect would be a rare card; it goes unseen.
                let _ = self.effect.sweeps.try_push((filter, aim));
            }
            What::Source => self.effect.value += own,
            What::Them if self.vote.is_some() => change(&mut self.effect.aims[CHOSEN]),
            What::Targets => {
                self.effect.alike = true;
                self.effect.aims.iter_mut().for_each(change);
            }
            What::That
            | What::Them
            | What::Attached
            | What::Card
            | What::CardOfTarget(_)
            | What::CardOfThat
            | What::ExiledWithSource
            | What::InGraveyard(..) => {}
        }
    }

    /// Reads one instruction; returns where the effect goes on, if it does.
    fn instruction(&mut self, op: Op, next: EffectId) -> Option<EffectId> {
        match op {
            Op::End => return None,
            Op::Jump(goal) => return (goal > self.at).then_some(goal),
            Op::JumpUnless(condition, goal) => return Some(self.branch(condition, next, goal)),
            Op::EachPlayer { who: Who::Voters(option), past } if self.vote.is_some_and(|own| own != option) => {
                return Some(past);
            }
            Op::MayPay { cost, otherwise, .. } => {
                self.half_until = self.half_until.max(otherwise);
                if matches!(self.cat.op(otherwise), Op::LoseGame(_)) {
                    self.effect.bill = Some(cost);
                }
            }
            Op::UnlessGeneric { amount, paid, .. } => {
                self.half_until = self.half_until.max(paid);
                self.spared = Some((paid, self.number(amount)));
            }
            Op::Unless { cost, paid, .. } => {
                self.half_until = self.half_until.max(paid);
                let cost = self.cat.cost(cost);
                self.spared = cost.is_mana().then(|| (paid, cost.mana.mana_value(0).into()));
            }
            Op::EachPlayer { who, .. } => self.each = Some(who),
            Op::NextPlayer => self.each = None,
            Op::Repeat { count, past } => {
                let times = self.number(count).clamp(0, REPEATS);
                (0..times).for_each(|_| self.run(next, past));
                return Some(past);
            }
            Op::Again => return None,
            Op::Delay(_, body) => self.run(body, EffectId(u32::MAX)),
            Op::Reflexive(ability) => self.reflexive(ability),

            Op::ExtraTurn { who, count, restrictions, .. } => {
                let n = self.number(count);
                self.effect.roles |= Roles::EXTRA_TURN;
                if restrictions.contains(Restrictions::LOSE_AT_END_STEP) {
                    self.effect.roles |= Roles::LOSES;
                }
                if restrictions.contains(Restrictions::NO_UNTAP) {
                    self.effect.roles |= Roles::NO_UNTAP;
                }
                self.give(who, n * self.extra_turn(restrictions));
            }
            Op::Skip { who, what, count, scope, .. } => {
                let n = self.number(count);
                self.effect.roles |= Roles::SKIP;
                if matches!(scope, crate::turn::SkipScope::NextThisTurn | crate::turn::SkipScope::ThisTurn) {
                    self.effect.roles |= Roles::THIS_TURN;
                }
                self.give(who, -n * skipped(what, self.weights));
            }
            Op::AddPhases { phases, .. } => {
                if self.cat.phases(phases).contains(&Phase::Combat) {
                    self.effect.roles |= Roles::EXTRA_COMBAT;
                } else {
                    self.effect.value += self.weights.card;
                }
            }
            Op::AddStep { .. } => self.effect.value += 5,
            Op::TimeTravelRemove(Who::You) => self.effect.value += 6,
            Op::Suspend(What::Them, _) if !self.effect.roles.intersects(Roles::REMOVAL | Roles::COUNTER) => {
                self.effect.value += 2 * self.weights.card;
            }
            Op::EndTurn => self.effect.roles |= Roles::END_TURN,
            Op::EndCombat => self.effect.roles |= Roles::FOG,
            Op::ControlTurn { player, .. } => {
                self.effect.roles |= Roles::CONTROL;
                self.give(player, -self.weights.extra_turn);
            }
            Op::ControlPhase { player, phase, .. } => {
                self.give(player, -skipped(Skippable::Phase(phase), self.weights))
            }
            Op::LoseGame(who) => {
                if who == Who::You {
                    self.effect.roles |= Roles::LOSES;
                }
                self.drains(who, MOST_POINTS);
                self.give(who, -1000);
            }
            Op::WinGame(who) => {
                self.effect.roles |= Roles::WINS;
                self.give(who, 2000);
            }
            Op::DrawGame => self.effect.value -= 500,

            Op::Draw(who, n) => self.draw(who, n),
            Op::GainLife(who, n) => self.times(who, n, 1),
            Op::LoseLife(who, n) | Op::DamagePlayer(who, n) => {
                let life = self.number(n);
                self.drains(who, life);
                if matches!(self.meant(who), Who::You | Who::EachPlayer) && self.at >= self.half_until {
                    self.effect.bleeds += life.max(0);
                }
                self.times(who, n, -self.weights.life_lost);
            }
            Op::SetLife(who, _) => {
                self.drains(who, 30);
                self.give(who, -30);
            }
            Op::Poison(who, n) => self.times(who, n, -8),
            Op::Discard(who, n, _) => self.times(who, n, -self.weights.discard),
            Op::DiscardHand(..) => self.effect.roles |= Roles::WHEEL,
            Op::ShuffleHandAndGraveyard(_) => self.effect.roles |= Roles::WHEEL | Roles::REFILLS,
            Op::Scry(who, n) | Op::Surveil(who, n) => self.times(who, n, 4),
            Op::OrderTop(who, n) => self.times(who, n, 3),
            Op::MoreLands(who, n) => self.times(who, n, 5),
            Op::TakeInitiative(who) => self.give(who, self.weights.initiative),
            Op::Venture(who) => self.give(who, self.weights.venture),
            Op::BecomeMonarch(who) => self.give(who, self.weights.monarch),
            Op::NoUntapNext(who, _) => {
                self.effect.roles |= Roles::SKIP;
                self.give(who, -skipped(Skippable::Step(Step::Untap), self.weights));
            }
            Op::MustAttackThisTurn(who, _) => self.give(who, -6),
            Op::PreventCombatDamage => self.effect.roles |= Roles::FOG,
            Op::TapChosen(who, _, n) => self.times(who, n, -3),
            Op::UntapChosen(who, _, n) => self.times(who, n, 3),
            Op::ExileTop(who, n, _) => self.draw(who, n),
            Op::MayPutFromHand(who, filter, ..) => self.out_of_hand(who, filter),
            Op::Shuffle(who) => self.give(who, -1),
            Op::AddMana(who, _, n) | Op::AddManaChoice(who, _, n) | Op::AddLastingMana(who, _, n) => {
                self.times(who, n, 3)
            }
            Op::PutBack(who, n, _) => self.times(who, n, -9),
            Op::Energy(who, n) => self.times(who, n, 3),
            Op::LookAtTop { who, .. } => self.give(who, self.weights.card),
            Op::Proliferate(who) => self.give(who, 6),
            Op::SacrificeChosen(who, _, n) => self.times(who, n, -12),
            Op::UntapUpTo(who, _, n) => self.times(who, n, 3),
            Op::Search { who, filter, count, to, .. } => {
                let count = self.number(count);
                self.search(who, filter, count, to);
            }
            Op::CreateToken { who, token, count, size, .. } => {
                self.effect.roles |= Roles::TOKENS;
                let size = size.map_or(0, |(power, toughness)| 5 * self.number(power) + 3 * self.number(toughness));
                self.times(who, count, body(self.cat.card(token)) + size);
            }

            Op::DamageObject(what, n) => {
                let n = self.number(n);
                self.removal(what, |aim| aim.damage += n);
            }
            Op::DamageFrom(What::Target(first), t, n) if self.is_power_of(n, first) => {
                self.bind(first, t, Bond::Bite);
            }
            Op::DamageTarget(t, n) | Op::DamageFrom(_, t, n) => {
                let n = self.number(n);
                self.removal(What::Target(t), |aim| aim.damage += n);
            }
            Op::DamageDivided(n) => {
                let n = self.number(n);
                self.removal(What::Target(0), |aim| aim.damage += n);
            }
            Op::Destroy { what, .. } => self.removal(what, |aim| (aim.share, aim.destroys) = (aim.share - 100, true)),
            Op::Exile(what) if comes_back(self.cat, self.at) => {
                self.effect.roles |= Roles::SAVES;
                self.spare(what, Saves::all());
                self.hit(what, 0, |aim| (aim.flickers, aim.saves) = (true, Saves::all()));
            }
            Op::Exile(what) => self.removal(what, |aim| aim.share -= 100),
            Op::ExileUntilSourceLeaves(what) => self.removal(what, |aim| aim.share -= 90),
            Op::Bounce(what) => self.removal(what, |aim| aim.share -= 45),
            Op::Sacrifice(_, what) => self.hit(what, -8, |aim| aim.share -= 100),
            Op::Move(what, to) => self.moved(what, to),
            Op::Transform(What::Source) => self.transform(),
            Op::Tap(what) => self.hit(what, 0, |aim| aim.share -= 10),
            Op::Freeze(what) => self.hit(what, 0, |aim| aim.share -= 15),
            Op::Untap(what) => self.hit(what, 0, |aim| aim.points += 1),
            Op::PutCounters(what, kind, n) => self.counters(what, kind, n),
            Op::RemoveCounters(what, CounterKind::TIME, n) => {
                let n = self.number(n);
                self.hit(what, 0, |aim| aim.time -= n);
            }
            Op::DistributeCounters(_, _, n) => self.times(Who::You, n, 6),
            Op::CountersAsDivided(_) => self.hit(What::Target(0), 0, |aim| aim.points += 6 * GUESS),
            Op::Pump { what, power, toughness, keywords, duration } => {
                let (power, toughness) = (self.number(power), self.number(toughness));
                self.pump(what, power, toughness, keywords, duration);
            }
            Op::Counter { target, .. } => {
                self.effect.roles |= Roles::COUNTER;
                self.effect.ransom = self.spared.filter(|(paid, _)| self.at < *paid).map(|(_, mana)| mana);
                self.hit(What::Target(target), 0, |aim| aim.share -= 100);
            }
            Op::DamageAsDivided => self.removal(What::Targets, |aim| aim.damage += GUESS),
            Op::Attach(What::Source, What::Target(_)) => {
                self.effect.attaches = true;
                self.effect.value += 4;
            }
            // An attack with it, and one blocker less.
            Op::GainControl(Who::You, what, Lasting::ThisTurn) => {
                self.removal(what, |aim| (aim.share, aim.gain) = (aim.share - 20, aim.gain + 20));
            }
            Op::GainControl(Who::You, what, _) | Op::GainControlWhile { who: Who::You, what, .. } => {
                self.removal(what, |aim| (aim.share, aim.gain) = (aim.share - 100, aim.gain + 100));
            }

            // Worth nothing that could be told without knowing what will be chosen, or nothing to speak of.
            Op::May { .. }
            | Op::ChooseMode { .. }
            | Op::Transform(_)
            | Op::BecomeDaytime(_)
            | Op::ReverseTurnOrder
            | Op::RestrictTurn { .. }
            | Op::ModifyPhase { .. }
            | Op::Vote(_)
            | Op::NoMoreSpells { .. }
            | Op::Mill(..)
            | Op::FlipCoins(_)
            | Op::ShuffleGraveyard(_)
            | Op::ReturnExiled
            | Op::RemoveCounters(..)
            | Op::Suspend(..)
            | Op::MayPlaySuspended(_)
            | Op::ChooseOpponent
            | Op::ChooseCreatureType
            | Op::ClashReveal
            | Op::ClashBottom
            | Op::PayAnyLife(_)
            | Op::Permit { .. }
            | Op::LoseKeywords { .. }
            | Op::ChooseInGraveyard { .. }
            | Op::ShuffleHand(_)
            | Op::MayBottomTop(_)
            | Op::LockLife(_)
            | Op::EnterSource
            | Op::LookAtHand(_)
            | Op::AllTime(_)
            | Op::SwapTapped(..)
            | Op::ChangeCounter { .. }
            | Op::TimeTravelAdd(_)
            | Op::TimeTravelRemove(_)
            | Op::ExileUntil(..)
            | Op::MayExileFromHand(..)
            | Op::ExileTopHighest
            | Op::MayCast(..)
            | Op::Reveal(_)
            | Op::Attach(..)
            | Op::ChooseObjects { .. }
            | Op::CounterThis
            | Op::Guard(..)
            | Op::ExileAsItLeaves(_)
            | Op::Whenever { .. }
            | Op::Pair(_)
            | Op::MoreManaThisTurn(..)
            | Op::Devour(_)
            | Op::Sear(_)
            | Op::Unprevented(_)
            | Op::CantGainLife(_)
            | Op::CantBeTargeted(_)
            | Op::BarAttackers(_)
            | Op::DrawOneByOne => {}
            Op::Animate { what: What::Source, size: Some((power, _)), keywords, this_turn: true, .. } => {
                self.effect.animates = Some((Some(self.number(power)), keywords));
            }
            Op::Animate { what: What::Source, size: None, types, keywords, this_turn: true, .. }
                if types.contains(Types::CREATURE) =>
            {
                self.effect.animates = Some((None, keywords));
            }
            Op::Animate { .. } => {}
            Op::Become { what, this_turn: false, .. } => self.removal(what, |aim| aim.share -= 80),
            Op::Become { what, .. } => self.hit(what, 0, |aim| aim.share -= 15),
            Op::Fight(What::Target(first), What::Target(second)) => self.bind(first, second, Bond::Fight),
            Op::Fight(What::Source, with) => {
                self.removal(with, |aim| (aim.damage, aim.bond) = (aim.damage + GUESS, Some(Bond::Fight)));
            }
            Op::Fight(_, with) => self.removal(with, |aim| aim.damage += GUESS),
            Op::ExchangeControl(What::Target(first), What::Target(second)) => self.bind(first, second, Bond::Swap),
            Op::ExchangeControl(given, taken) => {
                self.hit(given, 0, |aim| aim.share -= 100);
                self.removal(taken, |aim| (aim.share, aim.gain) = (aim.share - 100, aim.gain + 100));
            }
            Op::CantBlockThisTurn(_) => self.effect.opens = usize::MAX,
            Op::GainControl(..) | Op::GainControlWhile { .. } => {
                self.effect.opens = self.effect.opens.saturating_add(1)
            }
            Op::MoveCounters(..) => {}
            Op::Manifest(_, n) => self.effect.value += 12 * self.number(n),
            Op::CounterAll(_) => self.effect.value += 10,
            Op::OneMoreOfEach(n) => self.hit(What::Target(n), 2, |aim| aim.points += 2),
            Op::EntersWith(what, kind, n) => self.counters(what, kind, n),
            Op::DamageAttacked(n) | Op::DamageThat(n) => self.effect.drains += self.number(n),
            Op::MayCastFree { who, .. } => self.give(who, 2 * self.weights.card),
            Op::PhaseOut(what) => {
                self.effect.roles |= Roles::SAVES;
                self.spare(what, Saves::all());
                self.hit(what, 0, |aim| (aim.share, aim.saves) = (aim.share - 40, Saves::all()));
            }
            Op::Regenerate(what) => {
                self.effect.roles |= Roles::SAVES;
                self.spare(what, Saves::DESTRUCTION);
                self.hit(what, 0, |aim| aim.saves |= Saves::DESTRUCTION);
            }
            Op::RemoveFromCombat(what) => {
                self.effect.roles |= Roles::GUARD;
                self.hit(what, 0, |aim| aim.withdraws = true);
            }
            Op::Exploited => self.exploited(),
            Op::PickFromHand { who, count, .. } => self.times(who, count, -self.weights.discard),
            Op::BottomFromHand(who) | Op::SwapHandWithTop(who) => self.give(who, self.weights.card / 2),
            Op::EnterAttacking(what) => self.hit(what, 10, |aim| aim.gain += 100),
            Op::NoMaxHandSize(who, _) => self.give(who, 2),
            Op::Hideaway(_) => self.effect.value += self.weights.card,
            Op::AddManaMixed(who, _, n) => self.times(who, n, 3),
            Op::CopySpell { count, .. } | Op::CopyAbility { count, .. } => {
                self.times(Who::You, count, self.weights.card)
            }
            Op::Goad(what) => self.hit(what, 0, |aim| aim.goads = true),
            Op::RollDie(_) => {}
            Op::Double { what, power, toughness, duration } => {
                let n = |doubled| if doubled { GUESS } else { 0 };
                self.pump(what, n(power), n(toughness), Keywords::empty(), duration);
            }
            Op::DoubleCounters(what, _) => self.hit(what, 6 * GUESS, |aim| aim.points += 6 * GUESS),
            Op::FlashUntilYourNextTurn(who, _) => self.give(who, 4),
            Op::Experience(who, n) => self.times(who, n, 6),
            Op::EnterByNinjutsu => self.effect.ambushes = true,
            Op::MoreLoyalty => self.effect.value += self.weights.card,
            Op::CreateCopies { of, count, .. } => {
                self.effect.roles |= Roles::TOKENS;
                let n = self.number(count);
                self.hit(of, COPY * n, |aim| aim.gain += 100 * n);
            }
            Op::GainProtection { what, who, duration, .. } => {
                if let Some(what) = what {
                    // What protection is for, hexproof is for as well.
                    self.pump(what, 0, 0, Keywords::HEXPROOF, duration);
                }
                self.give(who.unwrap_or(Who::You), if who.is_some() { PROTECTED } else { 0 });
            }
            Op::CreateEmblem(who, _) => self.give(who, EMBLEM),
            Op::BecomeCopy(..) | Op::EnterAsCopy(..) => {}
            Op::SeparateTop(..) => {}
            Op::TakePile { count, .. } => self.times(Who::You, count, self.weights.card / 2),
            Op::FlashThisTurn(_) => self.effect.value += 2,
            Op::PreventDamageBy(What::All(_), _) => self.effect.roles |= Roles::FOG,
            Op::PreventDamageBy(..) => self.effect.roles |= Roles::GUARD,
            // What keeps from losing is for when that is about to happen.
            Op::CantLose(Who::You) | Op::DamageLeavesOne(Who::You) => self.effect.roles |= Roles::FOG,
            Op::CantLose(_) | Op::DamageLeavesOne(_) => {}
            Op::CommanderToHand(who) => self.give(who, self.weights.card),
            Op::PreventDamageTo(Sheltered::Players(Who::You | Who::EachPlayer), None, _) => {
                self.effect.roles |= Roles::FOG
            }
            Op::PreventDamageTo(Sheltered::Players(who), ..) => self.give(who, SHIELD),
            Op::PreventDamageTo(Sheltered::Objects(what), ..) => {
                self.pump(what, 0, 1, Keywords::empty(), Duration::EndOfTurn)
            }
            Op::PreventDamageTo(Sheltered::Target(_), ..) => self.effect.roles |= Roles::GUARD,
            Op::Shield(_) => {
                self.effect.roles |= Roles::GUARD;
                self.effect.blunts = true;
            }
            Op::ChangeTargets(target, _) => {
                self.effect.roles |= Roles::COUNTER;
                self.effect.redirects = true;
                self.hit(What::Target(target), 0, |aim| aim.share -= 100);
            }
            Op::ExileBoundForGraveyard(_) => {}
            Op::SetX(_) => {}
            Op::DamageTargets(n) => {
                let n = self.number(n);
                self.removal(What::Targets, |aim| aim.damage += n);
            }
            Op::DamageEachFrom(_, filter, n) => {
                let n = self.number(n);
                self.removal(What::All(filter), |aim| aim.damage += n);
            }
            Op::DamagePlayersFrom(_, who, n) => {
                let life = self.number(n);
                self.drains(who, life);
                self.times(who, n, -self.weights.life_lost);
            }
            Op::ExileUntilKept(who) => self.give(who, 20),
            Op::TopOfGraveyard(..) => {}
            // They are worth something where they are cast, which is read of what follows.
            Op::CopyCards(..) => {}
            Op::RevealTop(who, filter, Destination::Hand) => {
                let share = if self.cat.filter(filter).is_any() { 1 } else { 2 };
                self.give(who, self.weights.card / share);
            }
            Op::GainLevel(_) | Op::BecomeMonstrous(_) => self.effect.value += self.weights.card,
            Op::CounterThat => self.give(Who::That, -2 * self.weights.card),
            Op::RevealTop(..) => {}
            Op::RevealUntil { who, filter, count, to, .. } => {
                let count = self.number(count);
                match to {
                    Destination::Battlefield | Destination::BattlefieldTapped | Destination::Hand => {
                        self.search(who, filter, count, to);
                    }
                    _ => {}
                }
            }
            Op::Cascade => self.effect.value += 2 * self.weights.card,
            Op::CantBeBlocked(What::All(_), _) => self.effect.opens = usize::MAX,
            Op::CantBeBlocked(..) => self.effect.opens = self.effect.opens.saturating_add(1),
            Op::FlipUntilLost => {}
            Op::ExileFromHand(who, n) => self.times(who, n, -self.weights.discard),
            // What is done with what they find or choose is read of what follows.
            Op::EachObject { .. }
            | Op::NextObject
            | Op::SetThem(..)
            | Op::Mark
            | Op::RandomInGraveyard(..)
            | Op::ChooseInExile { .. }
            | Op::ChooseName(_)
            | Op::CantBeCountered(_)
            | Op::ReturnEnchanted
            | Op::OpeningCounters
            | Op::Provoke(_)
            | Op::CostsUntilYourNextTurn(..)
            | Op::EnterAttached(..)
            | Op::UncounterableThisTurn(_) => {}
        }
        Some(next)
    }
}

/// Whether that card's controller wins instead of drawing from an empty library (CR 614).
pub(super) fn wins_by_an_empty_library(view: &PlayerView, card: CardId) -> bool {
    let wins = |ability: &AbilityId| matches!(view.ability(*ability), Ability::Static(printed) if printed.effect == StaticEffect::WinsByEmptyDraw);
    view.card(card).abilities.iter().any(wins)
}

/// Cards in a player's library; more than anybody draws where it never ends.
pub(super) fn library(view: &PlayerView, seat: Seat) -> i32 {
    if view.has_endless_library(seat) { 999 } else { view.library_size(seat) as i32 }
}

/// How much of what some players get counts for the effect's controller, in quarters.
const fn quarters(who: Who) -> i32 {
    match who {
        Who::You | Who::ControllerOf(What::Source) | Who::OwnerOf(What::Source) => 4,
        Who::EachPlayer | Who::Active => 1,
        Who::EachOpponent | Who::EachOther => -6,
        Who::That | Who::Defending | Who::Chosen => -3,
        Who::ControllerOf(What::That) | Who::OwnerOf(What::That) => -2,
        _ => 0,
    }
}

/// Points that a skip costs its player.
pub(super) const fn skipped(what: Skippable, weights: &Weights) -> i32 {
    match what {
        Skippable::Turn => weights.skipped_turn,
        Skippable::Step(Step::Untap) => weights.skipped_untap,
        Skippable::MainPhase | Skippable::Phase(Phase::PrecombatMain) => weights.skipped_main,
        Skippable::Phase(Phase::Combat) => weights.skipped_combat,
        Skippable::Phase(Phase::Beginning) => weights.skipped_beginning,
        Skippable::Step(Step::Draw) => weights.card,
        _ => 3,
    }
}
