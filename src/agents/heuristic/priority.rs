//! What to do with priority: the moment decides what is looked at, the points decide what is done.

use crate::cards::effect::{CardId, How};
use crate::cards::type_line::Types;
use crate::game::decision::{Choice, Item};
use crate::game::stops::{Stops, Tops};
use crate::game::view::{PlayerView, SeenStackItem};
use crate::turn::{Interrupts, Step, StepSet, WakeSteps, Yield, YieldUntil};

use super::board::{BoardReading, Piece, mine};
use super::doomed;
use super::effect::Effect;
use super::judge::Judge;
use super::means::{Means, Uses};
use super::order;
use super::peril::perils;
use super::plan::{PlannedAct, Planner};
use super::profile::{CardProfile, Profiles, Roles};
use crate::agents::{Decklist, Pilot};

/// What is better done after combat.
pub(super) const AFTER_COMBAT: Roles = Roles::SWEEPER.union(Roles::WHEEL).union(Roles::EXTRA_COMBAT);
/// What is not done at the end of the turn before one's own.
pub(super) const NEVER_LATE: Roles = Roles::END_TURN.union(Roles::THIS_TURN).union(Roles::SWEEPER);
/// What an ability does that is activated as something is about to be lost.
pub(super) const RESCUES: Roles = Roles::SAVES.union(Roles::SACRIFICES);
/// What a spell does that answers another.
pub(super) const ANSWERS: Roles = Roles::COUNTER.union(Roles::END_TURN);
/// What an instant does that wins a fight, or saves something.
pub(super) const TRICKS: Roles = Roles::SAVES.union(Roles::PUMP);
/// Life up to which an act might take the last of it.
pub(super) const LITTLE_LIFE: i32 = 5;
/// Mana beyond which nobody counts.
const MOST_MANA: usize = 24;

/// The step that brings [`Moment::Main`] before combat.
const FIRST_MAIN: StepSet = StepSet::of(&[Step::PrecombatMain]);
/// The step that brings it after combat.
const SECOND_MAIN: StepSet = StepSet::of(&[Step::PostcombatMain]);
/// Both.
const MAIN: StepSet = FIRST_MAIN.or(SECOND_MAIN);
/// The step of an opponent's turn that brings [`Moment::Attacked`].
const ATTACKED: StepSet = StepSet::of(&[Step::DeclareAttackers]);
/// The step of an opponent's turn that brings [`Moment::Blocked`].
const BLOCKED: StepSet = StepSet::of(&[Step::DeclareBlockers]);
/// Of one's own turn, the step that brings [`Moment::Combat`] while damage is still to come.
const FIGHT: StepSet = StepSet::of(&[Step::DeclareBlockers]);
/// And the one that brings it once damage has been dealt.
const FOUGHT: StepSet = StepSet::of(&[Step::CombatDamage]);
/// Both.
const COMBAT: StepSet = FIGHT.or(FOUGHT);
/// Steps of an opponent's turn that bring [`Moment::Theirs`].
const THEIRS: StepSet = StepSet::of(&[Step::Upkeep, Step::Draw, Step::PrecombatMain]);
/// The step that brings [`Moment::LastChance`].
const END: StepSet = StepSet::of(&[Step::End]);
/// Steps that may bring [`Moment::Doom`].
const DOOM: StepSet = StepSet::of(&[Step::Upkeep, Step::End]);

/// What kind of opportunity a priority is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Moment {
    /// One's own main phase with an empty stack, before or after combat.
    Main { first: bool },
    /// One's own combat, blockers declared.
    Combat,
    /// Attacked, before blockers.
    Attacked,
    /// Attacked, and a creature of one's own blocks.
    Blocked,
    /// The end of the turn before one's own: mana left over is lost.
    LastChance,
    /// An opponent's turn before combat.
    Theirs,
    /// An opponent's spell is on top of the stack.
    Answer(SeenStackItem),
    /// An opponent's ability is, and there is something to answer it with.
    Ability,
    /// One's own doom is on top of the stack.
    Doom,
    /// Nothing is done now.
    Idle,
}

/// The priorities that may be another moment than [`Moment::Idle`]: see [`moment`].
pub(super) const STOPS: Stops = Stops {
    own: MAIN.or(COMBAT),
    others: THEIRS.or(ATTACKED).or(BLOCKED).or(END),
    top: Tops::THEIR_SPELL.union(Tops::OWN_ABILITY),
    forced: false,
};

/// The same for who plays that deck, of which nothing may be known: with opponents' abilities where it has an answer to them.
pub(super) fn stops(deck: &Decklist, profiles: &Profiles) -> Stops {
    let answers = |card: &CardId| profiles.held(*card).answers_abilities();
    match &deck.cards {
        Some(cards) if !cards.iter().any(answers) => STOPS,
        _ => Stops { top: STOPS.top.union(Tops::THEIR_ABILITY), ..STOPS },
    }
}

/// Whether somebody has just attacked this player in their own turn.
pub(in crate::agents) fn is_attacked(view: &PlayerView) -> bool {
    let me = view.actor();
    view.step() == Step::DeclareAttackers
        && view.are_opponents(view.turn().active, me)
        && view.attackers().any(|(_, whom)| whom == me)
}

/// An ability of an opponent's on top of the stack.
pub(super) fn their_ability(view: &PlayerView) -> Option<SeenStackItem> {
    view.stack().next_back().filter(|top| !top.spell && view.are_opponents(top.controller, view.actor()))
}

/// Which moment this is.
pub(super) fn moment(view: &PlayerView, profiles: &Profiles) -> Moment {
    let me = view.actor();
    let own = !view.are_opponents(view.turn().active, me);
    // A script's trigger has no card.
    let is_doom = |card: CardId| {
        let Some(profile) = card.known().map(|card| profiles.card(card)) else { return false };
        let bill = profile.spell.as_ref().and_then(|spell| spell.bill);
        profile.roles.contains(Roles::LOSES) || bill.is_some_and(|cost| !view.could_pay_mana(cost))
    };
    if let Some(top) = view.stack().next_back() {
        return if view.are_opponents(top.controller, me) && top.spell {
            Moment::Answer(top)
        } else if !own && their_ability(view).is_some() && Means::read(view, profiles).are_for(Uses::ABILITY) {
            Moment::Ability
        } else if own && !top.spell && top.controller == me && is_doom(top.card) {
            Moment::Doom
        } else {
            Moment::Idle
        };
    }
    match (own, view.step()) {
        (true, Step::PrecombatMain) => Moment::Main { first: true },
        (true, Step::PostcombatMain) => Moment::Main { first: false },
        (true, Step::DeclareBlockers | Step::CombatDamage) => Moment::Combat,
        (false, Step::DeclareAttackers) if is_attacked(view) => Moment::Attacked,
        (false, Step::DeclareBlockers) if blocks(view) => Moment::Blocked,
        (false, Step::Upkeep | Step::Draw | Step::PrecombatMain) => Moment::Theirs,
        (false, Step::End) if view.next_seat() == me => Moment::LastChance,
        _ => Moment::Idle,
    }
}

/// Whether a creature of this player's blocks.
fn blocks(view: &PlayerView) -> bool {
    let me = view.actor();
    view.blockers().any(|(blocker, _)| view.object(blocker).is_some_and(|object| object.controller == me))
}

/// The acts among the options: between the pass in front and the mana abilities at the end.
pub(super) fn acts(options: &[Item]) -> impl Iterator<Item = (u16, Item)> + '_ {
    let numbered = options.iter().enumerate().map(|(at, item)| (at as u16, *item));
    numbered.take_while(|(_, item)| !matches!(item, Item::MakeMana(..))).filter(|(_, item)| *item != Item::Pass)
}

/// Whether a spell is there for harm to permanents, so that something may have to be saved from it.
fn harms(profiles: &Profiles, spell: &SeenStackItem) -> bool {
    let roles = spell.card.known().map_or(Roles::empty(), |card| profiles.card(card).roles);
    roles.intersects(Roles::REMOVAL | Roles::SWEEPER | Roles::GUARD)
}

/// Whether the act could be for that moment, as far as what it is for tells; [`Judge::act`] looks closer.
fn could_fit(view: &PlayerView, profiles: &Profiles, moment: Moment, item: Item) -> bool {
    match item {
        Item::Activate(_, ability) if matches!(moment, Moment::Answer(top) if !harms(profiles, &top)) => {
            profiles.ability(ability).roles.contains(Roles::COUNTER)
        }
        Item::Cast(id, How::Printed | How::Free) => view.object(id).is_some_and(|object| {
            let CardProfile { spell, instant, .. } = profiles.card(object.card);
            match spell {
                Some(spell) => spell_fits(view, moment, spell.roles, *instant),
                None => permanent_fits(moment, *instant),
            }
        }),
        // Cast so it may do something else than what the card's profile says.
        Item::Cast(id, _) => view.object(id).is_some_and(|object| {
            let CardProfile { roles, instant, .. } = profiles.card(object.card);
            permanent_fits(moment, *instant) || spell_fits(view, moment, *roles, *instant)
        }),
        Item::Activate(_, ability) => ability_fits(moment, profiles.ability(ability)),
        _ => matches!(moment, Moment::Main { .. } | Moment::LastChance),
    }
}

/// Whether an instant or sorcery of those roles is for that moment, which need not have come yet.
pub(super) fn spell_fits(view: &PlayerView, moment: Moment, roles: Roles, instant: bool) -> bool {
    match moment {
        Moment::Main { first } => {
            let waits = first && roles.intersects(AFTER_COMBAT);
            let full = view.hand_size(view.actor()) >= 7;
            let later = instant && roles.contains(Roles::DRAW) && !full && !roles.intersects(Roles::REMOVAL);
            let ends = roles.contains(Roles::END_TURN) && (first || !roles.intersects(AFTER_COMBAT));
            !roles.intersects(Roles::COUNTER | Roles::THIS_TURN) && !waits && !later && !ends
        }
        Moment::LastChance => instant && !roles.intersects(NEVER_LATE),
        Moment::Attacked => {
            roles.intersects(Roles::FOG | Roles::END_TURN)
                || instant && roles.intersects(Roles::REMOVAL | Roles::SWEEPER | Roles::GUARD)
        }
        Moment::Theirs => roles.contains(Roles::THIS_TURN | Roles::SKIP),
        Moment::Answer(_) => {
            roles.intersects(Roles::COUNTER | Roles::END_TURN) || instant && roles.contains(Roles::SAVES)
        }
        Moment::Blocked => instant && roles.intersects(TRICKS),
        Moment::Doom => roles.contains(Roles::END_TURN),
        Moment::Combat => roles.contains(Roles::EXTRA_COMBAT) || instant && roles.intersects(TRICKS),
        Moment::Ability | Moment::Idle => false,
    }
}

/// Whether a permanent is cast at that moment.
pub(super) fn permanent_fits(moment: Moment, instant: bool) -> bool {
    match moment {
        Moment::Main { .. } => true,
        Moment::LastChance => instant,
        _ => false,
    }
}

/// Whether an ability that does so is for that moment, whatever it costs.
pub(super) fn ability_fits(moment: Moment, effect: &Effect) -> bool {
    let roles = effect.roles;
    let plain = effect.grows == 0 && !roles.contains(Roles::END_TURN);
    match moment {
        Moment::Main { first } => plain && !(first && roles.intersects(AFTER_COMBAT)),
        Moment::Combat => effect.grows > 0 || effect.ambushes || roles.intersects(RESCUES.union(Roles::EXTRA_COMBAT)),
        Moment::LastChance => plain,
        Moment::Attacked => roles.intersects(Roles::REMOVAL | Roles::GUARD) || effect.animates.is_some(),
        Moment::Answer(_) => roles.intersects(RESCUES | Roles::COUNTER),
        Moment::Blocked => roles.intersects(RESCUES),
        Moment::Doom => roles.contains(Roles::END_TURN),
        Moment::Theirs | Moment::Ability | Moment::Idle => false,
    }
}

/// A standing pass that changes next to nothing: until the next step that may bring a moment at which this player would act,
/// unless a spell is cast that they might answer, they are attacked, or they get another card.
pub(super) fn standing_pass(view: &PlayerView, options: &[Item], profiles: &Profiles) -> Option<Yield> {
    until_moment(view, options, profiles).or_else(|| until_theirs_resolves(view, profiles))
}

fn until_moment(view: &PlayerView, options: &[Item], profiles: &Profiles) -> Option<Yield> {
    let own = !view.are_opponents(view.turn().active, view.actor());
    // Once what is on the stack now has resolved, this step may still bring such a moment.
    let may_come = own || matches!(view.step(), Step::DeclareAttackers | Step::DeclareBlockers | Step::End);
    let stack = view.stack().len();
    if stack > if may_come { 0 } else { 1 } {
        return None;
    }
    let means = Means::read(view, profiles);
    let for_theirs = means.are_for(Uses::THEIRS);
    if stack > 0 && for_theirs {
        return None;
    }
    let fits = |moment| acts(options).any(|(_, item)| could_fit(view, profiles, moment, item));
    let may_add_combats = |item| roles(view, item, profiles).contains(Roles::EXTRA_COMBAT);
    let when = |there: bool, steps| if there { steps } else { StepSet::default() };
    let late = means.are_for(Uses::LATE) || fits(Moment::LastChance);
    let wakes = WakeSteps {
        own: FIRST_MAIN
            .or(when(!is_done_for_the_turn(view, options, profiles), SECOND_MAIN))
            .or(when(means.are_for(Uses::TRICK | Uses::AMBUSH), BLOCKED))
            .or(when(fits(Moment::Combat), FIGHT))
            .or(when(acts(options).any(|(_, item)| may_add_combats(item)), FOUGHT))
            .or(when(means.end_turns(), DOOM)),
        others: when(for_theirs, THEIRS),
        last: when(late, END),
    };
    let breaks_on = if means.defend() { Interrupts::ATTACKED } else { Interrupts::empty() };
    Some(Yield { until: YieldUntil::Steps(wakes), breaks_on: breaks_on | means.wakers() })
}

/// Whether the second main phase would bring nothing that the first has not brought: nothing waits for the end of combat,
/// nothing is cast in a way that its printed roles don't tell of, and nothing could attack.
fn is_done_for_the_turn(view: &PlayerView, options: &[Item], profiles: &Profiles) -> bool {
    let waits = |item| {
        let unusual = match item {
            Item::Activate(..) | Item::Foretell(_) => true,
            Item::Cast(_, how) => !matches!(how, How::Printed | How::Free),
            _ => false,
        };
        unusual || roles(view, item, profiles).intersects(AFTER_COMBAT)
    };
    view.step() == Step::PrecombatMain
        && !view.are_opponents(view.turn().active, view.actor())
        && !acts(options).any(|(_, item)| waits(item))
        && !mine(view).any(|object| Piece { object, worth: 0 }.may_attack())
}

/// Once creatures are to block, whoever may do something about their fights is asked again in this step.
pub(super) fn once_blocked(view: &PlayerView, profiles: &Profiles) -> Option<Yield> {
    let fights = Means::read(view, profiles).fight();
    fights.then_some(Yield { until: YieldUntil::StackEmpty, breaks_on: Interrupts::empty() })
}

/// A standing pass with an act on an empty stack, which changes nothing either: while what comes of it waits to resolve,
/// there is nothing to do but to answer others' spells.
pub(super) fn until_resolved(view: &PlayerView, profiles: &Profiles) -> Option<Yield> {
    let alone = view.stack().len() == 0;
    alone.then(|| Yield { until: YieldUntil::StackEmpty, breaks_on: Means::read(view, profiles).wakers() })
}

/// A standing pass while an opponent's ability waits to resolve that there is nothing to answer with.
fn until_theirs_resolves(view: &PlayerView, profiles: &Profiles) -> Option<Yield> {
    their_ability(view)?;
    let means = Means::read(view, profiles);
    (!means.are_for(Uses::ABILITY)).then(|| Yield { until: YieldUntil::StackEmpty, breaks_on: means.wakers() })
}

/// What an act is for.
pub(super) fn roles(view: &PlayerView, item: Item, profiles: &Profiles) -> Roles {
    match item {
        Item::Cast(id, _) => {
            let spell = view.object(id).and_then(|o| profiles.card(o.card).spell.as_ref());
            spell.map_or(Roles::empty(), |s| s.roles)
        }
        Item::Activate(_, ability) => profiles.ability(ability).roles,
        _ => Roles::empty(),
    }
}

/// The best act, if one is worthwhile. Counts the options scored in `thought`.
pub(super) fn choose(
    view: &PlayerView,
    options: &[Item],
    profiles: &Profiles,
    pilot: &Pilot,
    thought: &mut u32,
) -> Option<Choice> {
    choose_at(view, options, profiles, pilot, moment(view, profiles), thought)
}

/// The same as at that moment.
pub(super) fn choose_at(
    view: &PlayerView,
    options: &[Item],
    profiles: &Profiles,
    pilot: &Pilot,
    moment: Moment,
    thought: &mut u32,
) -> Option<Choice> {
    if !acts(options).any(|(_, item)| could_fit(view, profiles, moment, item)) {
        return None;
    }
    let land = super::opening::best_land(view, options, profiles);
    let in_main = matches!(moment, Moment::Main { .. });
    if let Some(land) = land
        && !(in_main && acts(options).any(|(_, item)| order::gains_by(view, item, Types::LAND)))
    {
        return Some(Choice::option(land));
    }
    let mut board = BoardReading::read_as(view, profiles, pilot);
    board.before_attack = moment == (Moment::Main { first: true });
    board.perils = perils(view, profiles, &board, moment);
    if moment == Moment::Blocked && board.perils.is_empty() {
        return None;
    }
    let judge = Judge { planner: Planner { view, profiles, board: &board }, moment };
    let mut plans: Vec<(u16, PlannedAct)> = Vec::new();
    for (at, item) in acts(options) {
        *thought += 1;
        if !could_fit(view, profiles, moment, item) {
            continue;
        }
        plans.extend(judge.act(item).filter(|plan| plan.score >= profiles.weights().worthwhile).map(|plan| (at, plan)));
    }
    let spends = matches!(moment, Moment::Main { .. } | Moment::LastChance) && plans.iter().any(|(_, p)| p.mana > 0);
    if spends && judge.is_locked() && judge.saves() {
        plans.retain(|(_, plan)| {
            plan.score >= profiles.weights().worthwhile + profiles.weights().locked_mana * plan.mana
        });
    }
    if moment == (Moment::Main { first: true }) && judge.attack_is_taxed() {
        let opens = |at: u16| roles(view, options[usize::from(at)], profiles).intersects(Roles::REMOVAL | Roles::PUMP);
        plans.retain(|(at, plan)| plan.mana <= 0 || opens(*at));
    }
    if land.is_some() {
        plans.retain(|(at, _)| order::gains_by(view, options[usize::from(*at)], Types::LAND));
    } else {
        judge.hold_for_the_sweep(options, &mut plans);
    }
    if board.one_spell && in_main {
        order::keep_one_spell(options, view.mana_available(view.actor()).into(), &mut plans);
    }
    let late = |(at, plan): &(u16, PlannedAct)| {
        let item = options[usize::from(*at)];
        Late {
            pumps: pumps(view, item, profiles),
            musters: order::musters(item, plan, profiles),
            builds: order::builds(view, item, profiles),
            gathers: order::gains_by(view, item, Types::CREATURE),
        }
    };
    let kept = if in_main { kept_mana(view, profiles) } else { None };
    let Some(first) = first_of_best(&plans, view, kept, late) else { return land.map(Choice::option) };
    let (at, plan) = plans.swap_remove(first);
    Some(Choice::One(at, plan.fills))
}

/// Why an act comes after others, or they after it.
#[derive(Debug, Clone, Copy)]
struct Late {
    pumps: bool,
    musters: bool,
    builds: bool,
    gathers: bool,
}

/// Whether a card makes creatures larger for a while: whatever else comes first may make them more.
fn pumps(view: &PlayerView, item: Item, profiles: &Profiles) -> bool {
    let Item::Cast(id, _) = item else { return false };
    view.object(id).is_some_and(|object| profiles.card(object.card).roles.contains(Roles::PUMP))
}

/// Mana that may be kept for later, and what that is worth.
fn kept_mana(view: &PlayerView, profiles: &Profiles) -> Option<(i32, i32)> {
    let doomed = doomed::kept_mana(view, profiles).map(|cost| (cost, profiles.weights().lethal));
    doomed.or_else(|| kept_for_answers(view, profiles))
}

/// What the cheapest answer in hand costs, and what it is worth to keep that for the others' turns.
fn kept_for_answers(view: &PlayerView, profiles: &Profiles) -> Option<(i32, i32)> {
    let me = view.actor();
    if view.life(me) > LITTLE_LIFE {
        return None;
    }
    let answers = |card: CardId| {
        let profile = profiles.card(card);
        profile.instant && profile.spell.as_ref().is_some_and(|spell| spell.roles.intersects(ANSWERS))
    };
    let held = view.hand(me).filter(|object| answers(object.card));
    let costs = held.filter_map(|object| view.casting_cost(object.id, How::Printed, 0).map(i32::from));
    let cost = costs.min().filter(|cost| *cost <= view.mana_available(me).into())?;
    Some((cost, profiles.weights().answer))
}

/// Of the acts that are worth most together for the mana there is, the one to begin with: what gives mana back, then the
/// best; last what counts on the others, or what is there by then. `kept`: mana that may be kept for something else, and what that is worth.
fn first_of_best(
    plans: &[(u16, PlannedAct)],
    view: &PlayerView,
    kept: Option<(i32, i32)>,
    late: impl Fn(&(u16, PlannedAct)) -> Late,
) -> Option<usize> {
    if plans.len() < 2 && kept.is_none() {
        return (!plans.is_empty()).then_some(0);
    }
    let mana = i32::from(view.mana_available(view.actor()));
    let (points, mut affordable) = best_set(plans, mana);
    let mut keeps = false;
    if let Some((cost, worth)) = kept {
        let (others, set) = best_set(plans, mana - cost);
        keeps = others + worth > points;
        affordable = if keeps { set } else { affordable };
    }
    let chosen = (0..plans.len().min(32)).filter(|place| affordable >> place & 1 == 1);
    let builds = chosen.clone().any(|place| late(&plans[place]).builds);
    let order = |place: &usize| {
        let (late, plan) = (late(&plans[*place]), &plans[*place].1);
        (!(builds && late.musters), plan.mana <= 0, late.gathers, !late.pumps, plan.score, std::cmp::Reverse(*place))
    };
    // Where the mana is kept for something worth more, what can't be paid besides is not done.
    chosen.max_by_key(order).or_else(|| (0..plans.len()).filter(|_| !keeps).max_by_key(order))
}

/// What acts add up to at most within the mana, in points, and which, as bits.
pub(super) fn best_set(plans: &[(u16, PlannedAct)], mana: i32) -> (i32, u32) {
    let mana = mana.clamp(0, MOST_MANA as i32) as usize;
    let mut best = [(0i32, 0u32); MOST_MANA + 1];
    for (place, (_, plan)) in plans.iter().enumerate().take(32) {
        let weight = plan.mana.max(0) as usize;
        for left in (weight..=mana).rev() {
            let (points, set) = best[left - weight];
            if points + plan.score > best[left].0 {
                best[left] = (points + plan.score, set | 1 << place);
            }
        }
    }
    best[mana]
}
