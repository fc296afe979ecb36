//! Reading an effect's instructions.
//!
//! They are read once for each card. An effect whose numbers or conditions depend on the game is marked and read again,
//! against the view, when it matters.

use crate::cards::ability::{Ability, Subject, TriggerEvent};
use crate::cards::catalog::Catalog;
use crate::cards::effect::{
    AbilityId, Amount, AmountId, Condition, ConditionId, CounterKind, Destination, Duration, EffectId, FilterId,
    Lasting, Op, Sheltered, What, Who,
};
use crate::cards::keyword::Keywords;
use crate::cards::limits;
use crate::cards::type_line::{Subtype, Types};
use crate::game::view::PlayerView;
use crate::game::{ObjectId, Zone};
use crate::turn::{Phase, Restrictions, Seat, Skippable, Step};

use super::effect::{Aim, Effect};
use super::profile::{Roles, body};
use super::weights::Weights;

/// What a number is taken for when only the game can tell.
const GUESS: i32 = 3;
/// Where what is done to the objects chosen for a voter is kept: no effect that votes has so many targets.
pub(super) const CHOSEN: usize = 5;
/// Cards that nobody draws without need: so many turns.
const LAST_CARDS: i32 = 4;
/// Points that it costs to be decked.
const DECKED: i32 = 500;
/// Cards in hand that need not be discarded (CR 402.2).
pub(super) const MOST_CARDS: i32 = 7;
/// Cards that the library should have for each card in a full hand.
const LIBRARY_TO_HAND: i32 = 3;
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
        EffectReader { cat, lands, weights, live, each: None, half_until: start, at: start, vote: None, effect }
    }

    /// The same reader of what follows a vote, in which only that option has one.
    pub(super) const fn after_vote(mut self, option: u8) -> EffectReader<'a> {
        self.vote = Some(option);
        self
    }

    /// The whole effect that begins there.
    pub(super) fn read(self, from: EffectId) -> Effect {
        self.read_to(from, EffectId(u16::MAX))
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
            Some(live) if live.view.holds(condition, live.source, live.x) => next,
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
            _ => true,
        };
        self.effect.varies = true;
        self.live.filter(|_| known).map_or(GUESS, |live| live.view.amount(amount, live.source, live.x))
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
        self.effect.drains += if quarters(self.meant(who)) < 4 { life } else { 0 };
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
            What::All(filter) => {
                let mut aim = Aim::default();
                change(&mut aim);
                // A third sweep in one effect would be a rare card; it goes unseen.
                let _ = self.effect.sweeps.try_push((filter, aim));
            }
            What::Source => self.effect.value += own,
            What::Them if self.vote.is_some() => change(&mut self.effect.aims[CHOSEN]),
            What::That
            | What::Them
            | What::Targets
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
                    self.effect.bill = i32::from(self.cat.cost(cost).mana.mana_value(0));
                }
            }
            Op::UnlessGeneric { paid, .. } => self.half_until = self.half_until.max(paid),
            Op::Unless { paid, .. } => self.half_until = self.half_until.max(paid),
            Op::EachPlayer { who, .. } => self.each = Some(who),
            Op::NextPlayer => self.each = None,
            Op::Repeat { count, past } => {
                let times = self.number(count).clamp(0, REPEATS);
                (0..times).for_each(|_| self.run(next, past));
                return Some(past);
            }
            Op::Again => return None,
            Op::Delay(_, body) => self.run(body, EffectId(u16::MAX)),
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
            Op::DamageTarget(t, n) | Op::DamageFrom(_, t, n) => {
                let n = self.number(n);
                self.removal(What::Target(t), |aim| aim.damage += n);
            }
            Op::DamageDivided(n) => {
                let n = self.number(n);
                self.removal(What::Target(0), |aim| aim.damage += n);
            }
            Op::Destroy { what, .. } => self.removal(what, |aim| (aim.share, aim.destroys) = (aim.share - 100, true)),
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
                self.hit(What::Target(target), 0, |aim| aim.share -= 100);
            }
            Op::DamageAsDivided => self.removal(What::Target(0), |aim| aim.damage += GUESS),
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
            | Op::NoMoreSpells(_)
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
            | Op::RemoveFromCombat(_)
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
            | Op::Regenerate(_)
            | Op::ExileAsItLeaves(_)
            | Op::Whenever { .. }
            | Op::Exploited
            | Op::Pair(_)
            | Op::MoreManaThisTurn(..)
            | Op::Devour(_)
            | Op::Sear(_)
            | Op::BarAttackers(_)
            | Op::DrawOneByOne => {}
            Op::Animate { what: What::Source, size: Some((power, _)), keywords, this_turn: true, .. } => {
                self.effect.animates = Some((self.number(power), keywords));
            }
            Op::Animate { .. } => {}
            Op::Become { what, this_turn: false, .. } => self.removal(what, |aim| aim.share -= 80),
            Op::Become { what, .. } => self.hit(what, 0, |aim| aim.share -= 15),
            // By how much the other is hurt is not known before it is known who fights.
            Op::Fight(_, with) => self.removal(with, |aim| aim.damage += GUESS),
            Op::ExchangeControl(given, taken) => {
                self.hit(given, 0, |aim| aim.share -= 100);
                self.removal(taken, |aim| (aim.share, aim.gain) = (aim.share - 100, aim.gain + 100));
            }
            Op::CantBlockThisTurn(_) => self.effect.opens = usize::MAX,
            Op::GainControl(..) | Op::GainControlWhile { .. } => {
                self.effect.opens = self.effect.opens.saturating_add(1)
            }
            Op::OneMoreOfEach(n) => self.hit(What::Target(n), 2, |aim| aim.points += 2),
            Op::EntersWith(what, kind, n) => self.counters(what, kind, n),
            Op::DamageAttacked(n) | Op::DamageThat(n) => self.effect.drains += self.number(n),
            Op::MayCastFree { who, .. } => self.give(who, 2 * self.weights.card),
            Op::PhaseOut(what) => self.hit(what, 0, |aim| aim.share -= 40),
            Op::PickFromHand { who, count, .. } => self.times(who, count, -self.weights.discard),
            Op::BottomFromHand(who) | Op::SwapHandWithTop(who) => self.give(who, self.weights.card / 2),
            Op::EnterAttacking(what) => self.hit(what, 10, |aim| aim.gain += 100),
            Op::NoMaxHandSize(who, _) => self.give(who, 2),
            Op::Hideaway(_) => self.effect.value += self.weights.card,
            Op::AddManaMixed(who, _, n) => self.times(who, n, 3),
            Op::CopySpell { count, .. } | Op::CopyAbility { count, .. } => {
                self.times(Who::You, count, self.weights.card)
            }
            Op::Goad(what) => self.hit(what, 0, |aim| aim.share -= 10),
            Op::RollDie(_) => {}
            Op::Double { what, power, toughness, duration } => {
                let n = |doubled| if doubled { GUESS } else { 0 };
                self.pump(what, n(power), n(toughness), Keywords::empty(), duration);
            }
            Op::DoubleCounters(what, _) => self.hit(what, 6 * GUESS, |aim| aim.points += 6 * GUESS),
            Op::FlashUntilYourNextTurn(who, _) => self.give(who, 4),
            Op::Experience(who, n) => self.times(who, n, 6),
            Op::EnterByNinjutsu => self.effect.value += self.weights.card,
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
            Op::CantLose(who) | Op::DamageLeavesOne(who) => self.give(who, SHIELD),
            Op::CommanderToHand(who) => self.give(who, self.weights.card),
            Op::PreventDamageTo(Sheltered::Players(who), ..) => self.give(who, SHIELD),
            Op::PreventDamageTo(Sheltered::Objects(what), ..) => {
                self.pump(what, 0, 1, Keywords::empty(), Duration::EndOfTurn)
            }
            Op::PreventDamageTo(Sheltered::Target(_), ..) => self.effect.roles |= Roles::GUARD,
            Op::Shield(_) => self.effect.value += SHIELD,
            Op::ChangeTargets(target, _) => {
                self.effect.roles |= Roles::COUNTER;
                self.effect.redirects = true;
                self.hit(What::Target(target), 0, |aim| aim.share -= 100);
            }
            Op::ExileBoundForGraveyard(_) => {}
            Op::SetX(_) => {}
            Op::DamageTargets(n) => {
                let n = self.number(n);
                self.removal(What::Target(0), |aim| aim.damage += n);
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
            Op::GainLevel(_) => self.effect.value += self.weights.card,
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

    fn extra_turn(&self, restrictions: Restrictions) -> i32 {
        if restrictions.contains(Restrictions::LOSE_AT_END_STEP) {
            -300
        } else if restrictions.contains(Restrictions::NO_UNTAP) {
            self.weights.extra_turn / 2
        } else {
            self.weights.extra_turn
        }
    }

    /// A trigger to come, whose targets are others: read alone, so that only its points and what it can do count here.
    fn reflexive(&mut self, ability: AbilityId) {
        let Ability::Triggered(trigger) = self.cat.ability(ability) else { return };
        let read = EffectReader::new(self.cat, self.lands, self.weights, self.live).read(trigger.effect);
        self.effect.roles |= read.roles;
        self.effect.value += read.guess();
    }

    fn times(&mut self, who: Who, n: AmountId, points: i32) {
        let n = self.number(n);
        self.give(who, n.saturating_mul(points));
    }

    fn draw(&mut self, who: Who, n: AmountId) {
        let n = self.number(n);
        if self.each == Some(Who::EachPlayer) && n >= 5 {
            self.effect.roles |= Roles::WHEEL;
            return;
        }
        self.effect.roles |= Roles::DRAW;
        self.effect.varies = true;
        let points = match (self.live, who) {
            (Some(live), Who::You | Who::EachPlayer) => drawn(live, n, self.weights.card),
            // Who may choose anybody chooses nobody then.
            (Some(live), Who::Target(_)) => drawn(live, n, self.weights.card).max(0),
            _ => n * self.weights.card,
        };
        self.give(who, points);
    }

    /// A creature straight from the hand: something only when one is there that is worth it.
    fn out_of_hand(&mut self, who: Who, filter: FilterId) {
        self.effect.varies = true;
        let types = self.cat.filter(filter).all_types;
        let best = self.live.map(|live| {
            let hand = live.view.hand(live.view.actor()).filter(|o| o.types.contains(types));
            hand.map(|o| i32::from(o.power)).max().unwrap_or(0)
        });
        self.give(who, 6 * (best.unwrap_or(GUESS) - 3));
    }

    fn search(&mut self, who: Who, filter: FilterId, count: i32, to: Destination) {
        let onto = matches!(to, Destination::Battlefield | Destination::BattlefieldTapped);
        let land = self.finds_lands(filter);
        if onto && land {
            self.effect.roles |= Roles::RAMP;
        }
        let points = match (onto, land) {
            (true, true) => 22,
            (true, false) => 30,
            (false, true) => 10,
            (false, false) => 20,
        };
        self.give(who, count * points);
    }

    fn finds_lands(&self, filter: FilterId) -> bool {
        let filter = self.cat.filter(filter);
        let types = filter.any_type | filter.all_types;
        types.contains(Types::LAND)
            || filter.is.contains(crate::cards::effect::Facts::BASIC)
            || filter.subtypes.iter().any(|s| self.lands.contains(s))
    }

    /// The body of the other face instead of this one, and what that does as it is turned up.
    fn transform(&mut self) {
        self.effect.varies = true;
        let faces = self.live.and_then(|live| {
            let card = live.view.card(live.view.object(live.source)?.card);
            Some((card, self.cat.card(card.other_face()?)))
        });
        let Some((is, will_be)) = faces else { return self.effect.value += GUESS };
        self.effect.value += body(will_be) - body(is);
        for ability in &will_be.abilities {
            if let Ability::Triggered(trigger) = self.cat.ability(*ability)
                && trigger.event == TriggerEvent::Transforms(Subject::Source)
            {
                self.run(trigger.effect, EffectId(u16::MAX));
            }
        }
    }

    fn removal(&mut self, what: What, change: impl Fn(&mut Aim)) {
        self.effect.roles |= match what {
            What::All(_) => Roles::SWEEPER,
            What::Target(_) => Roles::REMOVAL,
            _ => Roles::empty(),
        };
        self.hit(what, -20, change);
    }

    fn moved(&mut self, what: What, to: Destination) {
        match to {
            Destination::Battlefield | Destination::BattlefieldTapped => self.hit(what, 10, |aim| aim.gain += 100),
            Destination::Hand => self.hit(what, 0, |aim| aim.gain += 50),
            // What goes to a library in time is as good as removed.
            Destination::LibraryBottom | Destination::LibraryTop => {
                self.effect.roles |= Roles::GUARD;
                self.hit(what, -20, |aim| aim.share -= 80);
            }
            _ => self.hit(what, -20, |aim| aim.share -= 80),
        }
    }

    fn counters(&mut self, what: What, kind: CounterKind, n: AmountId) {
        let n = self.number(n);
        let each = match kind {
            CounterKind::PLUS_ONE => 7,
            CounterKind::MINUS_ONE => -7,
            CounterKind::TIME => return self.hit(what, 0, |aim| aim.time += n),
            _ => 9,
        };
        self.hit(what, n * each, |aim| aim.points += n * each);
    }

    fn pump(&mut self, what: What, power: i32, toughness: i32, keywords: Keywords, duration: Duration) {
        if duration == Duration::Permanent {
            let points = 5 * power + 3 * toughness + 4 * keywords.bits().count_ones() as i32;
            return self.hit(what, points, |aim| aim.points += points);
        }
        self.effect.roles |= Roles::PUMP;
        if keywords.contains(Keywords::NO_COMBAT_DAMAGE) {
            self.effect.roles |= Roles::GUARD;
        }
        if what == What::Source {
            self.effect.grows += power;
        }
        self.hit(what, 0, |aim| {
            aim.power += power.max(0);
            aim.shrinks += (-toughness).max(0);
            aim.keywords |= keywords;
        });
    }
}

/// Cards in a player's library; more than anybody draws where it never ends.
pub(super) fn library(view: &PlayerView, seat: Seat) -> i32 {
    if view.has_endless_library(seat) { 999 } else { view.library_size(seat) as i32 }
}

/// Points for cards that the source's controller draws: nobody draws what would be lost with the game, nor empties a library into a
/// hand that is full of cards as it is.
fn drawn(live: Live<'_>, n: i32, card: i32) -> i32 {
    let Live { view, source, .. } = live;
    let object = view.object(source);
    let me = object.map_or(view.actor(), |object| object.controller);
    let (left, hand) = (library(view, me) - n, view.hand_size(me) as i32);
    // A card that replaces itself makes no hand larger.
    let grows = n > 2 || object.is_some_and(|object| object.zone == Zone::Battlefield);
    if left <= LAST_CARDS {
        -DECKED
    } else if grows && hand >= MOST_CARDS && left < LIBRARY_TO_HAND * hand {
        -n * card / 2
    } else {
        n * card
    }
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
