//! What to do with priority: the moment decides what is looked at, the points decide what is done.

use crate::cards::ability::{Ability, Activated};
use crate::cards::effect::AbilityId;
use crate::game::decision::{Choice, Item};
use crate::game::view::{PlayerView, SeenObject, SeenStackItem};
use crate::game::{ObjectId, Zone};
use crate::turn::{Interrupts, Step, Yield, YieldUntil};

use super::board::{Board, Piece};
use super::effect::{CARD, EXTRA_TURN, Effect};
use super::plan::{NEVER, Plan, Planner};
use super::profile::{Profiles, Roles};

/// Points an act must be worth to be done.
const WORTHWHILE: i32 = 6;
/// Points a spell must be worth to its controller to be countered.
const MATTERS: i32 = 38;
/// Creatures that are enough: nobody makes more tokens then.
const CROWD: usize = 60;
/// Mana beyond which nobody counts.
const MOST_MANA: usize = 24;
/// Activations of one ability in one turn, at most.
const ACTIVATIONS: u8 = 4;

/// What kind of opportunity a priority is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Moment {
    /// One's own main phase with an empty stack, before or after combat.
    Main { first: bool },
    /// One's own combat, blockers declared.
    Combat,
    /// Attacked, before blockers.
    Attacked,
    /// The end of the turn before one's own: mana left over is lost.
    LastChance,
    /// An opponent's turn before combat.
    Theirs,
    /// An opponent's spell is on top of the stack.
    Answer(SeenStackItem),
    /// One's own doom is on top of the stack.
    Doom,
    /// Nothing is done now.
    Idle,
}

/// Which moment this is.
pub(super) fn moment(view: &PlayerView, profiles: &Profiles) -> Moment {
    let me = view.actor();
    let own = view.turn().active == me;
    if let Some(top) = view.stack().next_back() {
        return if top.controller != me && top.spell {
            Moment::Answer(top)
        } else if own && !top.spell && top.controller == me && profiles.card(top.card).roles.contains(Roles::LOSES) {
            Moment::Doom
        } else {
            Moment::Idle
        };
    }
    match (own, view.step()) {
        (true, Step::PrecombatMain) => Moment::Main { first: true },
        (true, Step::PostcombatMain) => Moment::Main { first: false },
        (true, Step::DeclareBlockers | Step::CombatDamage) => Moment::Combat,
        (false, Step::DeclareAttackers) if view.attackers().any(|(_, d)| d == me) => Moment::Attacked,
        (false, Step::Upkeep | Step::Draw | Step::PrecombatMain) => Moment::Theirs,
        (false, Step::End) if view.next_seat() == me => Moment::LastChance,
        _ => Moment::Idle,
    }
}

/// The acts among the options: between the pass in front and the mana abilities at the end.
fn acts(options: &[Item]) -> impl Iterator<Item = (u16, Item)> + '_ {
    let numbered = options.iter().enumerate().map(|(at, item)| (at as u16, *item));
    numbered.take_while(|(_, item)| !matches!(item, Item::MakeMana(..))).filter(|(_, item)| *item != Item::Pass)
}

/// A standing pass that changes nothing: until the end of somebody else's turn there is no moment at which this player
/// would act, unless a spell is cast or they are attacked.
pub(super) fn standing_pass(view: &PlayerView, options: &[Item], profiles: &Profiles) -> Option<Yield> {
    let me = view.actor();
    if view.turn().active == me || view.stack().next().is_some() {
        return None;
    }
    let last = view.next_seat() == me;
    let waits =
        |item: Item| roles(view, item, profiles).contains(Roles::THIS_TURN) || last && is_late(view, item, profiles);
    let breaks_on = Interrupts::SPELL_CAST | Interrupts::ATTACKED;
    (!acts(options).any(|(_, item)| waits(item))).then_some(Yield { until: YieldUntil::EndOfTurn, breaks_on })
}

/// Whether it may be something for the end of the turn before one's own.
fn is_late(view: &PlayerView, item: Item, profiles: &Profiles) -> bool {
    match item {
        Item::Cast(id) => view.object(id).is_some_and(|o| profiles.card(o.card).instant),
        _ => true,
    }
}

fn roles(view: &PlayerView, item: Item, profiles: &Profiles) -> Roles {
    match item {
        Item::Cast(id) => {
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
    board: &mut Board,
    thought: &mut u32,
) -> Option<Choice> {
    let moment = moment(view, profiles);
    if moment == Moment::Idle || acts(options).next().is_none() {
        return None;
    }
    if let Some(land) = super::opening::best_land(view, options, profiles) {
        return Some(Choice::option(land));
    }
    board.read(view, profiles);
    board.before_attack = moment == (Moment::Main { first: true });
    let judge = Judge { planner: Planner { view, profiles, board }, moment };
    let mut plans: Vec<(u16, Plan)> = Vec::new();
    for (at, item) in acts(options) {
        *thought += 1;
        plans.extend(judge.act(item).filter(|plan| plan.score >= WORTHWHILE).map(|plan| (at, plan)));
    }
    let first = first_of_best(&plans, view)?;
    let (at, plan) = plans.swap_remove(first);
    Some(Choice::One(at, plan.fills))
}

/// Of the acts that are worth most together for the mana there is, the one to begin with: what gives mana back, then the
/// best.
fn first_of_best(plans: &[(u16, Plan)], view: &PlayerView) -> Option<usize> {
    let order = |place: &usize| {
        let plan = &plans[*place].1;
        (plan.mana <= 0, plan.score, std::cmp::Reverse(*place))
    };
    if plans.len() < 2 {
        return (!plans.is_empty()).then_some(0);
    }
    let affordable = best_set(plans, view.mana_available(view.actor()).into());
    let chosen = (0..plans.len()).filter(|place| affordable >> place & 1 == 1);
    chosen.max_by_key(order).or_else(|| (0..plans.len()).max_by_key(order))
}

/// The acts, as bits, whose points add up to most within the mana.
fn best_set(plans: &[(u16, Plan)], mana: i32) -> u32 {
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
    best[mana].1
}

/// Judges single acts at one moment.
struct Judge<'a> {
    planner: Planner<'a>,
    moment: Moment,
}

impl Judge<'_> {
    fn act(&self, item: Item) -> Option<Plan> {
        match item {
            Item::Cast(id) => self.cast(item, id),
            Item::Activate(id, ability) => self.activate(item, id, ability),
            _ => None,
        }
    }

    // ---- casting ----

    fn cast(&self, item: Item, id: ObjectId) -> Option<Plan> {
        let view = self.planner.view;
        let object = view.object(id)?;
        let profile = self.planner.profiles.card(object.card);
        let Some((spell, read)) = view.card(object.card).spell.as_ref().zip(profile.spell.as_ref()) else {
            return self.permanent(item, &object);
        };
        if !self.fits_moment(read.roles, profile.instant) {
            return None;
        }
        let mut plan = self.planner.fill(item, &read.aims)?;
        let effect = self.planner.effect_now(read, spell.effect, id, plan.x);
        plan.mana = i32::from(view.casting_cost(id)?) + plan.x;
        if let Moment::Answer(top) = self.moment {
            return self.answer(item, plan, &top, &effect);
        }
        plan.score += effect.value + self.planner.board.swept(&effect, view, id) + self.special(&effect);
        plan.score = self.weigh(plan.score, effect.roles);
        Some(plan)
    }

    /// Creatures, rocks, enchantments: what they are worth standing there and what happens as they enter.
    fn permanent(&self, item: Item, object: &SeenObject) -> Option<Plan> {
        let profiles = self.planner.profiles;
        let now = match self.moment {
            Moment::Main { .. } => true,
            Moment::LastChance => profiles.card(object.card).instant,
            _ => false,
        };
        let mut plan = self.planner.fill(item, &[]).filter(|_| now)?;
        let piece = Piece { object: *object, worth: super::board::worth(object, profiles) };
        let profile = profiles.card(object.card);
        let back = if profile.slow || piece.is_creature() { 0 } else { profile.units };
        plan.mana = i32::from(self.planner.view.casting_cost(object.id)?) - back;
        plan.score += piece.worth + profile.enters.iter().map(|a| self.planner.entering(*a, &piece)).sum::<i32>();
        plan.score += i32::from(object.zone == Zone::Command) * 4;
        plan.score = self.weigh(plan.score, profile.roles & (Roles::MANA | Roles::RAMP));
        Some(plan)
    }

    /// Whether an instant or sorcery of those roles is for this moment.
    fn fits_moment(&self, roles: Roles, instant: bool) -> bool {
        let after = Roles::SWEEPER | Roles::WHEEL | Roles::EXTRA_COMBAT;
        match self.moment {
            Moment::Main { first } => {
                let waits = first && roles.intersects(after);
                let full = self.planner.view.hand_size(self.planner.board.me) >= 7;
                let later = instant && roles.contains(Roles::DRAW) && !full && !roles.intersects(Roles::REMOVAL);
                let ends = roles.contains(Roles::END_TURN) && (first || !roles.intersects(after));
                !roles.intersects(Roles::COUNTER | Roles::THIS_TURN) && !waits && !later && !ends
            }
            Moment::LastChance => instant && !roles.intersects(Roles::END_TURN | Roles::THIS_TURN | Roles::SWEEPER),
            Moment::Attacked => roles.contains(Roles::REMOVAL) && !roles.contains(Roles::SWEEPER),
            Moment::Theirs => roles.contains(Roles::THIS_TURN | Roles::SKIP),
            Moment::Answer(_) => roles.intersects(Roles::COUNTER | Roles::END_TURN),
            Moment::Doom => roles.contains(Roles::END_TURN),
            Moment::Combat | Moment::Idle => false,
        }
    }

    /// Counters what matters, and nothing but the top of the stack.
    fn answer(&self, item: Item, mut plan: Plan, top: &SeenStackItem, effect: &Effect) -> Option<Plan> {
        let threat = self.planner.profiles.card(top.card).threat;
        let needed = if effect.roles.contains(Roles::COUNTER) { MATTERS } else { 2 * MATTERS };
        if threat < needed {
            return None;
        }
        if !effect.roles.contains(Roles::COUNTER) {
            return Some(Plan { score: threat / 2, ..plan });
        }
        let need = self.planner.view.next_need(item, &[])?;
        let crate::game::decision::Shape::One(options) = &need.shape else { return None };
        let at = options.iter().position(|o| *o == Item::Object(top.source))?;
        let mut fills = std::mem::take(&mut plan.fills);
        *fills.first_mut()? = Choice::option(at as u16);
        // The cheapest answer will do.
        Some(Plan { score: threat + effect.value.min(10), fills, ..plan })
    }

    /// What the table alone can tell about an effect: extra combats, new hands, a skip that comes in time.
    fn special(&self, effect: &Effect) -> i32 {
        let (view, board) = (self.planner.view, self.planner.board);
        let mut points = 0;
        if effect.roles.contains(Roles::EXTRA_TURN) && board.no_extra_turns {
            points -= EXTRA_TURN;
        }
        if effect.roles.contains(Roles::EXTRA_COMBAT) {
            points += self.another_attack();
        }
        if effect.roles.contains(Roles::TOKENS) && board.mine().filter(|p| p.is_creature()).count() > CROWD {
            points += NEVER;
        }
        if effect.roles.contains(Roles::WHEEL) {
            points += self.new_hands();
        }
        if effect.roles.contains(Roles::THIS_TURN) && self.moment == Moment::Theirs {
            let danger = board.sides[view.turn().active.index()].power;
            points += if 3 * danger >= view.life(board.me) { 0 } else { NEVER };
        }
        if effect.roles.contains(Roles::LOSES) && self.can_end_turn() {
            points += 350;
        }
        if self.moment == Moment::Doom {
            points += 100;
        }
        points
    }

    /// What attacked already attacks once more.
    fn another_attack(&self) -> i32 {
        let attacked = self.planner.board.mine().filter(|p| p.is_creature() && p.object.tapped && !p.object.sick);
        let power: i32 = attacked.map(Piece::strike).sum();
        if power >= 4 { 3 * power } else { NEVER }
    }

    fn new_hands(&self) -> i32 {
        let (view, board) = (self.planner.view, self.planner.board);
        let fresh = |seat| (7 - view.hand_size(seat) as i32).max(0);
        let mine = fresh(board.me) + 1;
        let living = crate::turn::Seat::first(view.seats()).filter(|s| *s != board.me && view.is_living(*s));
        let theirs: i32 = living.map(fresh).sum();
        if view.library_size(board.me) < 12 { NEVER } else { mine * 10 - theirs * 3 }
    }

    /// Whether a permanent of one's own can end the turn before its price comes due.
    fn can_end_turn(&self) -> bool {
        let ends = |p: &Piece| self.planner.profiles.card(p.object.card).roles.contains(Roles::END_TURN);
        self.planner.board.mine().any(ends)
    }

    /// Mana is worth most early, cards least when the hand is full.
    fn weigh(&self, score: i32, roles: Roles) -> i32 {
        let board = self.planner.board;
        let sources = board.sides[board.me.index()].sources;
        if roles.intersects(Roles::MANA | Roles::RAMP) {
            return match sources {
                0..=3 => score + 20,
                4..=5 => score + 6,
                6..=8 => score * 3 / 4,
                _ => score / 2,
            };
        }
        let crowded = self.planner.view.hand_size(board.me) >= 6 && self.moment != Moment::LastChance;
        if roles.contains(Roles::DRAW) && crowded && score < 60 { score / 2 } else { score }
    }

    // ---- activating ----

    fn activate(&self, item: Item, id: ObjectId, ability: AbilityId) -> Option<Plan> {
        let view = self.planner.view;
        let Ability::Activated(activated) = view.ability(ability) else { return None };
        let read = self.planner.profiles.ability(ability);
        let most = if read.grows > 0 { 2 * ACTIVATIONS } else { ACTIVATIONS };
        if view.activations(id, ability) >= most || !self.activation_fits(activated, read, id) {
            return None;
        }
        let piece = self.planner.board.find(id)?;
        let loyalty = self.loyalty(activated, piece)?;
        let mut plan = self.planner.fill(item, &read.aims)?;
        let cost = view.catalog().cost(activated.cost);
        let x = match cost.remove_counters {
            Some((kind, n)) => n.unwrap_or_else(|| view.counters(id, kind)).into(),
            None => plan.x,
        };
        let effect = self.planner.effect_now(read, activated.effect, id, x);
        plan.score += effect.value + self.planner.board.swept(&effect, view, id) + self.special(&effect) + loyalty;
        plan.score += if self.moment == Moment::Combat { CARD * effect.grows.signum() } else { 0 };
        plan.score -= self.planner.cost_points(cost, id);
        plan.mana = i32::from(cost.mana.mana_value(0)) + plan.x;
        Some(plan)
    }

    /// Creatures tap after combat only; what grows a creature waits until nothing blocks it.
    fn activation_fits(&self, activated: &Activated, read: &Effect, id: ObjectId) -> bool {
        let view = self.planner.view;
        let cost = view.catalog().cost(activated.cost);
        let creature = self.planner.board.find(id).is_some_and(Piece::is_creature);
        let taps = cost.tap && creature || cost.tap_others.is_some();
        let ends = read.roles.contains(Roles::END_TURN);
        match self.moment {
            Moment::Main { first } => {
                let after = taps || read.roles.intersects(Roles::SWEEPER | Roles::EXTRA_COMBAT | Roles::WHEEL);
                !(first && after) && !ends && read.grows == 0
            }
            Moment::Combat => {
                let unblocked = view.attackers().any(|(a, _)| a == id) && !view.blockers().any(|(_, a)| a == id);
                let pumps = read.grows > 0 && view.step() == Step::DeclareBlockers && unblocked;
                pumps || read.roles.contains(Roles::EXTRA_COMBAT) && view.step() == Step::CombatDamage
            }
            Moment::LastChance => !ends && read.grows == 0,
            Moment::Attacked => read.roles.contains(Roles::REMOVAL),
            Moment::Doom => ends,
            Moment::Theirs | Moment::Answer(_) | Moment::Idle => false,
        }
    }

    /// CR 606.3, 606.6: one loyalty ability a turn, and only what the loyalty can pay. Points for the change of loyalty.
    fn loyalty(&self, activated: &Activated, piece: &Piece) -> Option<i32> {
        let Some(change) = activated.loyalty else { return Some(0) };
        let view = self.planner.view;
        let id = piece.object.id;
        let used = view.card(piece.object.card).abilities.iter().any(|a| view.activations(id, *a) > 0);
        let left = i32::from(view.counters(id, crate::cards::effect::CounterKind::LOYALTY)) + i32::from(change);
        (!used && left >= 0).then_some(i32::from(change) * 2 + 4)
    }
}
