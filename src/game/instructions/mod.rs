//! What the instructions of effects do, in one file for each family of them.
//!
//! [`Op`] lists the instructions. Each is a function here, or, where it asks each of several players in turn, a type that
//! [`Asks`]: what it does, what it asks, and what comes of the answer stand together. [`Engine::instruct`] is the one place
//! that leads from an instruction to its code. It names every one, so that a new instruction does not compile until somebody
//! has said here what it does.

mod asking;
mod casting;
mod choosing;
mod continuous;
mod copying;
mod counters;
mod fighting;
mod flow;
mod found_together;
mod free;
mod hand;
mod instead;
mod library;
mod life_and_damage;
mod looking;
mod mana;
mod payment;
mod players;
mod regeneration;
mod revealing;
mod stand_in;
mod tapping;
mod tokens;
mod turns;
mod zones;

use crate::cards::effect::Op;

use super::engine::Engine;
use super::event::{DrawWhy, Outcome};
use super::protection::Gained;
use super::state::TypeChange;

use choosing::ChooseObjects;
use life_and_damage as life;
use tokens::{NewTokens, TokenKind};

#[cfg(doc)]
use asking::Asks;

pub(super) use asking::Call;

impl Engine<'_> {
    /// Performs an instruction, or goes on with it after an answer.
    pub(super) fn instruct(&mut self, op: Op, call: Call<'_>) {
        match op {
            // Those that return say themselves where the effect goes on, since they may have to wait for an answer.
            Op::End => return self.finish_frame(),
            Op::Jump(to) => return self.go(to),
            Op::JumpUnless(condition, to) => return flow::jump_unless(self, condition, to),
            Op::EachPlayer { who, past } => return flow::each_player(self, who, past),
            Op::NextPlayer => return flow::next_player(self),
            Op::Repeat { count, past } => return flow::repeat(self, count, past),
            Op::Again => return flow::again(self),
            Op::EachObject { what, before, past } => return flow::each_object(self, what, before, past),
            Op::NextObject => return flow::next_object(self),
            Op::SetThem(what, filter) => flow::set_them(self, what, filter),
            Op::Mark => flow::mark(self),
            Op::FlipUntilLost => players::flip_until_lost(self),
            Op::RandomInGraveyard(who, filter, n) => zones::random_in_graveyard(self, who, filter, n),
            Op::ChooseInExile { who, filter, count, up_to } => {
                return self.ask_each(call, &choosing::ChooseInExile { who, filter, count, up_to });
            }
            Op::ChooseName(filter) => return choosing::choose_name(self, call, filter),
            Op::CantBeCountered(what) => zones::cant_be_countered(self, what),
            Op::UncounterableThisTurn(filter) => zones::uncounterable_this_turn(self, filter),
            Op::OpeningCounters => counters::of_openers(self),
            Op::ExileFromHand(who, n) => return self.ask_each(call, &hand::ExileChosen { who, n }),
            Op::CostsUntilYourNextTurn(whose, filter, by) => continuous::costs(self, whose, filter, by),
            Op::Provoke(filter) => continuous::provoke(self, filter),
            Op::EnterAttached(what, to) => continuous::enter_attached(self, what, to),
            Op::ReturnEnchanted => {
                let (source, you, _) = self.frame_source();
                self.return_enchanted(source, you);
            }
            Op::CantBeBlocked(what, by) => continuous::cant_be_blocked(self, what, by),
            Op::May { who, otherwise } => return flow::may(self, call, who, otherwise),
            Op::ChooseMode { who, count } => return flow::choose_mode(self, call, who, count),
            Op::Delay(event, effect) => flow::delay(self, event, effect),
            Op::Reflexive(ability) => flow::reflexive(self, ability),
            Op::Exploited => zones::exploited(self),
            Op::Pair(what) => continuous::pair(self, what),
            Op::Whenever { ability, of, once } => flow::whenever(self, ability, of, once),
            Op::MoreManaThisTurn(filter, more) => mana::more_this_turn(self, filter, more),

            Op::MayPay { who, cost, otherwise, .. } => return payment::may_pay(self, call, who, cost, otherwise),
            Op::Unless { who, cost, paid } => return payment::unless(self, call, who, cost, paid),
            Op::UnlessGeneric { who, amount, paid } => return payment::unless_generic(self, call, who, amount, paid),

            Op::ExtraTurn { who, count, restrictions, max_spells } => {
                turns::extra(self, who, count, restrictions, max_spells)
            }
            Op::Skip { who, what, scope, count, then } => turns::skip(self, who, (what, scope), count, then),
            Op::AddPhases { phases, after, only_yours, attackers } => {
                turns::add_phases(self, phases, after, only_yours, attackers);
            }
            Op::AddStep { step, count, after_phase, only_yours } => {
                turns::add_step(self, step, count, after_phase, only_yours);
            }
            Op::EndTurn => self.end_turn_now(),
            Op::EndCombat => self.end_combat_now(),
            Op::ControlTurn { player, controller, then_extra_turn } => {
                turns::control_turn(self, player, controller, then_extra_turn);
            }
            Op::ControlPhase { player, controller, phase } => turns::control_phase(self, player, controller, phase),
            Op::GainLevel(level) => counters::gain_level(self, level),
            Op::BecomeMonstrous(n) => counters::become_monstrous(self, n),
            Op::BecomeDaytime(daytime) => self.become_daytime(daytime),
            Op::ReverseTurnOrder => self.s.turns.reverse(self.log),
            Op::RestrictTurn { restrictions, max_spells } => turns::restrict(self, restrictions, max_spells),
            Op::ModifyPhase { what, who, skip_priority, skip_actions, rounds, entry, lasts } => {
                turns::modify_phase(self, what, who, (skip_priority, skip_actions), rounds, entry, lasts);
            }

            Op::LoseGame(who) => players::lose(self, who),
            Op::WinGame(who) => players::win(self, who),
            Op::DrawGame => self.finish(Outcome::Draw { why: DrawWhy::Effect }),
            Op::TakeInitiative(who) => players::take_initiative(self, who),
            Op::Venture(who) => return self.ask_each(call, &players::Ventures { who }),
            Op::BecomeMonarch(who) => players::become_monarch(self, who),
            Op::FlipCoins(n) => players::flip_coins(self, n),
            Op::ChooseOpponent => return players::choose_opponent(self, call),
            Op::ChooseCreatureType => return choosing::choose_creature_type(self, call),
            Op::Vote(options) => return self.ask_each(call, &players::Vote { options }),
            Op::ClashReveal => players::clash_reveal(self),
            Op::ClashBottom => return self.ask_each(call, &players::ClashBottom),

            Op::GainLife(who, n) => life::gain(self, who, n),
            Op::LoseLife(who, n) => life::lose(self, who, n),
            Op::SetLife(who, n) => life::set(self, who, n),
            Op::PayAnyLife(who) => return self.ask_each(call, &life::PayAny { who }),
            Op::DamagePlayer(who, n) => life::damage_players(self, who, n),
            Op::DamageObject(what, n) => life::damage_objects(self, what, n),
            Op::DamageTarget(target, n) => life::damage_target(self, target, n),
            Op::DamageFrom(what, target, n) => life::damage_from(self, what, target, n),
            Op::DamageAttacked(n) => life::damage_attacked(self, n),
            Op::DamageThat(n) => life::damage_that(self, n),
            Op::DamageDivided(n) => life::damage_divided(self, n),
            Op::DamageAsDivided => life::damage_as_divided(self),
            Op::PreventCombatDamage => self.s.this_turn.effects.no_combat_damage = true,

            Op::Draw(who, n) => library::draw(self, who, n),
            Op::DrawOneByOne => return library::draw_one_by_one(self, call),
            Op::Mill(who, n) => library::mill(self, who, n),
            Op::RevealTop(who, filter, to) => library::reveal_top(self, who, filter, to),
            Op::ExileTop(who, n, face_down) => library::exile_top(self, who, n, face_down),
            Op::ExileUntil(who, filter) => library::exile_until(self, who, filter),
            Op::RevealUntil { who, filter, count, to, rest } => {
                revealing::reveal_until(self, who, (filter, count), to, rest);
            }
            Op::ExileTopHighest => library::exile_top_highest(self),
            Op::Shuffle(who) => library::shuffle(self, who),
            Op::ShuffleHandAndGraveyard(who) => library::shuffle_away(self, who, true),
            Op::ShuffleGraveyard(who) => library::shuffle_away(self, who, false),

            Op::Scry(who, n) => return self.ask_each(call, &looking::Scry { who, n }),
            Op::Surveil(who, n) => return self.ask_each(call, &looking::Surveil { who, n }),
            Op::OrderTop(who, n) => return self.ask_each(call, &looking::OrderTop { who, n }),
            Op::LookAtTop { who, of, count, filter, take, up_to, random, to, rest } => {
                let look = looking::LookAtTop { who, of, count, filter, take, up_to, random, to, rest };
                return self.ask_each(call, &look);
            }
            Op::Search { who, filter, count, to, rest, alike, each, differ, of, graveyard, others, counters } => {
                let search = looking::Search {
                    who,
                    filter,
                    count,
                    to,
                    rest,
                    alike,
                    each,
                    differ,
                    of,
                    graveyard,
                    others,
                    counters,
                };
                return self.ask_each(call, &search);
            }

            Op::Discard(who, n, true) => hand::discard_at_random(self, who, n),
            Op::Discard(who, n, false) => return self.ask_each(call, &hand::Discard { who, n }),
            Op::DiscardHand(who, greatest) => hand::discard_all(self, who, greatest),
            Op::PutBack(who, n, what) => return self.ask_each(call, &hand::PutBack { who, n, what }),
            Op::MayPutFromHand(who, filter, n, arrival) => {
                return self.ask_each(call, &hand::MayPut { who, filter, n, arrival });
            }
            Op::MayExileFromHand(who, filter) => return self.ask_each(call, &hand::MayExile { who, filter }),

            Op::AddMana(who, set, n) => mana::add(self, who, set, n, false),
            Op::AddLastingMana(who, set, n) => mana::add(self, who, set, n, true),
            Op::AddManaChoice(who, set, n) => return self.ask_each(call, &mana::AddChosen { who, set, n }),

            Op::Poison(who, n) => counters::poison(self, who, n),
            Op::Energy(who, n) => counters::energy(self, who, n),
            Op::PutCounters(what, kind, n) => counters::put(self, what, kind, n),
            Op::RemoveCounters(what, kind, n) => counters::remove(self, what, kind, n),
            Op::CountersAsDivided(kind) => counters::as_divided(self, kind),
            Op::DistributeCounters(kind, filter, n) => {
                return self.ask_each(call, &counters::Distribute { kind, filter, n });
            }
            Op::Proliferate(who) => return self.ask_each(call, &counters::Proliferate { who }),
            Op::MoveCounters(from, to) => counters::move_all(self, from, to),
            Op::Manifest(who, n) => library::manifest(self, who, n),
            Op::OneMoreOfEach(n) => counters::one_more_of_each(self, n),
            Op::EntersWith(what, kind, n) => counters::enter_with(self, what, kind, n),
            Op::ChangeCounter { what, or_remove } => return counters::change_one(self, call, what, or_remove),
            Op::AllTime(n) => counters::all_time(self, n),
            Op::TimeTravelAdd(who) => return self.ask_each(call, &counters::TimeTravelAdd { who }),
            Op::TimeTravelRemove(who) => return self.ask_each(call, &counters::TimeTravelRemove { who }),

            Op::Tap(what) => tapping::tap(self, what),
            Op::Untap(what) => tapping::untap(self, what),
            Op::SwapTapped(who, filter) => tapping::swap_tapped(self, who, filter),
            Op::Freeze(what) => tapping::freeze(self, what),
            Op::NoUntapNext(who, filter) => tapping::no_untap_next(self, who, filter),
            Op::UntapUpTo(who, filter, n) => return self.ask_each(call, &tapping::UntapUpTo { who, filter, n }),
            Op::UntapChosen(who, filter, n) => return self.ask_each(call, &tapping::UntapChosen { who, filter, n }),
            Op::TapChosen(who, filter, n) => return self.ask_each(call, &tapping::TapChosen { who, filter, n }),

            Op::Destroy { what, regenerable } => regeneration::destroy(self, what, regenerable),
            Op::ExileAsItLeaves(what) => zones::exile_as_it_leaves(self, what),
            Op::Devour(n) => return self.ask_each(call, &zones::Devour { n }),
            Op::Regenerate(what) => regeneration::shield(self, what),
            Op::Sear(on) => self.s.this_turn.effects.searing = on,
            Op::Unprevented(on) => self.s.this_turn.effects.unprevented = on,
            Op::Exile(what) => zones::exile(self, what),
            Op::ExileUntilSourceLeaves(what) => zones::exile_until_source_leaves(self, what),
            Op::ReturnExiled => zones::return_exiled(self),
            Op::Bounce(what) => zones::bounce(self, what),
            Op::Move(what, to) => zones::send(self, what, to),
            Op::Reveal(what) => zones::reveal(self, what),
            Op::Sacrifice(who, what) => zones::sacrifice(self, who, what),
            Op::SacrificeChosen(who, filter, n) => {
                return self.ask_each(call, &zones::SacrificeChosen { who, filter, n });
            }
            Op::Counter { target, to } => zones::counter(self, target, to),
            Op::CounterAll(filter) => zones::counter_all(self, filter),
            Op::CounterThis => zones::counter_this(self),
            Op::CounterThat => zones::counter_that(self),

            Op::CreateToken { who, token, count, tapped, attacking, blocking, size } => {
                let kind = TokenKind::Described(token, size.map(|size| self.fixed_size(size)));
                return tokens::create(self, call, &NewTokens { who, kind, count, tapped, attacking, blocking });
            }
            Op::CreateCopies { who, of, count, tapped, attacking, except } => {
                let (kind, blocking) = (TokenKind::Copies(of, except), false);
                return tokens::create(self, call, &NewTokens { who, kind, count, tapped, attacking, blocking });
            }
            Op::EnterAsCopy(copy) => {
                return match call {
                    Call::Perform => self.ask_copied(copy.what),
                    Call::Answer(decision, choice) => self.enter_as_chosen(decision, choice, copy),
                };
            }
            Op::GainProtection { what, who, from, duration } => {
                return self.gain_protection(call, Gained { what, who, duration }, from);
            }
            Op::CreateEmblem(who, emblem) => tokens::create_emblems(self, who, emblem),
            Op::BecomeCopy(what, of, except, lasting) => self.become_copies(what, of, except, lasting),
            Op::ChooseObjects { who, filter, count, up_to, also } => {
                return self.ask_each(call, &ChooseObjects { who, filter, count, up_to, also });
            }

            Op::Pump { what, power, toughness, keywords, duration } => {
                continuous::pump(self, what, (power, toughness), keywords, duration);
            }
            Op::Animate {
                what,
                size,
                types,
                subtype,
                keywords,
                colours,
                adds_colours,
                every_creature_type,
                this_turn,
                until_your_next_turn,
            } => {
                let (_, by, _) = self.frame_source();
                let until_turn_of = until_your_next_turn.then_some(by);
                let size = size.map(|size| self.fixed_size(size));
                continuous::animate(
                    self,
                    what,
                    TypeChange {
                        size,
                        types,
                        keywords,
                        colours,
                        adds_colours,
                        every_creature_type,
                        this_turn,
                        until_turn_of,
                        ..TypeChange::of_type(subtype)
                    },
                );
            }
            Op::Fight(a, b) => fighting::fight(self, a, b),
            Op::ExchangeControl(a, b) => continuous::exchange_control(self, a, b),
            Op::Become { what, shape, this_turn } => self.shape_all(what, shape, this_turn),
            Op::Transform(what) => continuous::transform(self, what),
            Op::Attach(what, to) => continuous::attach(self, what, to),
            Op::GainControl(who, what, lasting) => continuous::gain_control(self, who, what, None, lasting),
            Op::Goad(what) => continuous::goad(self, what),
            Op::CopyAbility { what, count, new_targets } => {
                return copying::copy_ability(self, call, what, count, new_targets);
            }
            Op::RollDie(sides) => players::roll_die(self, sides),
            Op::Experience(who, n) => counters::experience(self, who, n),
            Op::DoubleCounters(what, kind) => counters::double(self, what, kind),
            Op::Double { what, power, toughness, duration } => {
                continuous::double(self, what, (power, toughness), duration);
            }
            Op::FlashUntilYourNextTurn(who, filter) => {
                let those = self.those_of_each(who, filter);
                self.s.flashing.extend(those);
                self.log.forget_known();
            }
            Op::EnterByNinjutsu => return fighting::enter_by_ninjutsu(self),
            Op::MoreLoyalty => {
                let (_, you, _) = self.frame_source();
                self.s.this_turn.effects.more_loyalty.push(you);
            }
            Op::GainControlWhile { who, what, controlled, tapped } => {
                continuous::gain_control_while(self, who, what, controlled, tapped);
            }
            Op::Guard(filter, from) => continuous::guard(self, filter, from),
            Op::BarAttackers(filter) => continuous::bar_attackers(self, filter),
            Op::CantBlockThisTurn(filter) => continuous::cant_block(self, filter),
            Op::MustAttackThisTurn(who, filter) => continuous::must_attack(self, who, filter),

            Op::MayCast(what, how) => return casting::may_cast(self, call, what, how),
            Op::MayPlaySuspended(what) => return casting::may_play_suspended(self, call, what),
            Op::Suspend(what, time) => casting::suspend(self, what, time),
            Op::Permit { who, until, filter, spells, free, of, mana, leaves } => {
                casting::permit(self, (who, of), until, (filter, spells), (free, mana, leaves));
            }
            Op::MayCastFree { who, among, filter, once, lands, exile } => {
                return free::may_cast_free(self, call, free::Free { who, among, filter, once, lands, exile });
            }
            Op::PickFromHand { who, filter, count, to } => {
                return self.ask_each(call, &hand::PickFromHand { who, filter, count, to });
            }
            Op::LookAtHand(who) => hand::look_at_hand(self, who),
            Op::BottomFromHand(who) => return self.ask_each(call, &hand::BottomFromHand { who }),
            Op::SwapHandWithTop(who) => return self.ask_each(call, &hand::SwapHandWithTop { who }),
            Op::ShuffleHand(who) => hand::shuffle_hand(self, who),
            Op::MayBottomTop(who) => return self.ask_each(call, &looking::MayBottomTop { who }),
            Op::Hideaway(n) => return self.ask_each(call, &looking::Hideaway { n }),
            Op::ChooseInGraveyard { who, filter, count, up_to, differ } => {
                return self.ask_each(call, &choosing::ChooseInGraveyard { who, filter, count, up_to, differ });
            }
            Op::AddManaMixed(who, set, n) => return self.ask_each(call, &mana::AddMixed { who, set, n }),
            Op::NoMaxHandSize(who, until) => players::no_max_hand_size(self, who, until),
            Op::EnterSource => return zones::enter_source(self),
            Op::LockLife(who) => players::lock_life(self, who),
            Op::PhaseOut(what) => self.phase_out(what),
            Op::RemoveFromCombat(what) => fighting::remove_from_combat(self, what),
            Op::LoseKeywords { what, keywords, barred } => continuous::lose_keywords(self, what, keywords, barred),
            Op::EnterAttacking(what) => return fighting::enter_attacking(self, call, what),
            Op::NoMoreSpells { who, filter, named, duration } => {
                casting::no_more_spells(self, who, (filter, named), duration);
            }
            Op::MoreLands(who, n) => casting::more_lands(self, who, n),
            Op::CopyCards(what, n) => copying::copy_cards(self, what, n),
            Op::TopOfGraveyard(who, filter) => zones::top_of_graveyard(self, who, filter),
            Op::ExileUntilKept(who) => return library::exile_until_kept(self, call, who),
            Op::DamageEachFrom(from, filter, n) => life::damage_each_from(self, from, filter, n),
            Op::DamagePlayersFrom(from, who, n) => life::damage_players_from(self, from, who, n),
            Op::DamageTargets(n) => life::damage_targets(self, n),
            Op::SetX(n) => {
                let n = self.num(n);
                self.frame().x = n;
            }
            Op::ExileBoundForGraveyard(who) => zones::exile_bound_for_graveyard(self, who),
            Op::ChangeTargets(n, must) => return copying::change_targets(self, call, n, must),
            Op::FlashThisTurn(filter) => casting::flash_this_turn(self, filter),
            Op::PreventDamageBy(what, combat) => life::prevent_damage_by(self, what, combat),
            Op::PreventDamageTo(to, n, combat) => life::prevent_damage_to(self, to, n, combat),
            Op::CantLose(who) => players::cant_lose(self, who),
            Op::DamageLeavesOne(who) => life::damage_leaves_one(self, who),
            Op::CantGainLife(who) => life::cant_gain(self, who),
            Op::CantBeTargeted(what) => continuous::cant_be_targeted(self, what),
            Op::CommanderToHand(who) => return self.ask_each(call, &zones::CommanderToHand { who }),
            Op::Shield(then) => return life::shield(self, call, then),
            Op::SeparateTop(who, n) => return self.ask_each(call, &looking::SeparateTop { who, n }),
            Op::TakePile { who, count, to, rest } => {
                return self.ask_each(call, &looking::TakePile { who, count, to, rest });
            }
            Op::Cascade => return casting::cascade(self, call),
            Op::CopySpell { what, count, new_targets, who } => {
                return copying::copy_spell(self, call, (who, what), count, new_targets);
            }
        }
        self.next_if_running();
    }
}
