//! An imagined game played on: this player by its habits, the others by their boards.

use crate::cards::ability::{Ability, TriggerEvent};
use crate::cards::effect::{AbilityId, CardId};
use crate::cards::keyword::Keywords;
use crate::game::decision::{Choice, Constraint, Decision, DecisionKind, Item, Shape};
use crate::game::settle::{Reply, settle};
use crate::game::stops::{Stops, Tops};
use crate::game::view::PlayerView;
use crate::game::{Game, Outcome, Pause};
use crate::turn::{BySeat, Seat, Step, StepSet};

use crate::agents::heuristic::Heuristic;

use super::burn::{self, When};
use super::{candidates, champion, clear, public};

/// Questions after which nobody looks any further.
const FAR: u32 = 400;

/// Never asked at priority: what is in others' hands is not known, and what they hold is not played.
const NEVER: Stops = Stops { own: StepSet::of(&[]), others: StepSet::of(&[]), top: Tops::empty(), forced: false };

/// Asked before they attack, and once they are blocked, for what lies on the table.
const THREATS: Stops = Stops {
    own: StepSet::of(&[Step::PrecombatMain, Step::DeclareBlockers]),
    others: StepSet::of(&[]),
    top: Tops::empty(),
    forced: false,
};

/// Asked so, as attackers or blockers are declared, and with a spell of this player's on the stack, for what can be cast of what
/// everybody sees.
const PUBLIC: Stops = Stops {
    own: StepSet::of(&[Step::PrecombatMain, Step::DeclareBlockers]),
    others: StepSet::of(&[Step::DeclareAttackers, Step::DeclareBlockers]),
    top: Tops::THEIR_SPELL,
    forced: false,
};

/// How this player goes on in the imagined game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Habit {
    /// It passes but in combat.
    pub(super) frugal: bool,
    /// It passes but in combat, in that turn.
    pub(super) saves: Option<u32>,
    /// Where nobody can surely be killed, everything attacks that player.
    pub(super) all_at: Option<Seat>,
    /// Everything that hurts is thrown at that player from then on, and nothing else is done.
    pub(super) throws: Option<(Seat, When)>,
    /// Before combat everything of that player's that could block is taken out of the way.
    pub(super) clears: Option<Seat>,
    /// A creature of that card is armed with everything, and attacks that player alone.
    pub(super) arms: Option<(CardId, Seat)>,
    /// It looks for danger: others use what they have on the table before they attack, and it blocks so that least damage comes
    /// through.
    pub(super) guards: bool,
    /// Who could kill this player in their next turn, and lives without a block, does not block.
    pub(super) unblocked: bool,
}

impl Habit {
    /// As it would play anyhow.
    pub(super) const USUAL: Habit = Habit {
        frugal: false,
        saves: None,
        all_at: None,
        throws: None,
        clears: None,
        arms: None,
        guards: false,
        unblocked: false,
    };
}

/// An imagined game and who looks at it.
#[derive(Clone)]
pub(super) struct Ahead<'a> {
    pub(super) game: Game,
    player: &'a Heuristic,
    me: Seat,
    /// Others have cards to cast that everybody sees.
    public: bool,
    /// Whose turn it controls as it looks: it sees their hand.
    controlled: Option<Seat>,
    /// Whether this player has declared attackers on the way, which another habit might have done otherwise.
    pub(super) attacked: bool,
    /// Whether somebody has blocked on the way who need not have, and could kill this player in their next turn.
    pub(super) may_spare: bool,
}

impl<'a> Ahead<'a> {
    pub(super) const fn new(
        game: Game,
        player: &'a Heuristic,
        me: Seat,
        public: bool,
        controlled: Option<Seat>,
    ) -> Ahead<'a> {
        Ahead { game, player, me, public, controlled, attacked: false, may_spare: false }
    }

    /// The same game, to be played on in another way.
    pub(super) fn fork(&self) -> Ahead<'a> {
        Ahead { game: self.game.clone(), ..*self }
    }

    /// Answers the pending question.
    pub(super) fn answer(&mut self, choice: &Choice) {
        settle(&mut self.game, Ok(Reply::plain(choice.clone())));
    }

    /// Plays on until that holds at a question, or the game is over; whether it came to either.
    pub(super) fn play_on(&mut self, habit: Habit, until: impl Fn(&Game) -> bool) -> bool {
        let others = match (self.public, habit.guards) {
            (true, _) => PUBLIC,
            (false, true) => THREATS,
            (false, false) => NEVER,
        };
        let own = self.player.stops;
        let stops = BySeat::new(self.game.view(self.me).seats(), |seat| if seat == self.me { own } else { others });
        for _ in 0..FAR {
            self.game.clear_events();
            if matches!(self.game.advance_to(&stops), Pause::Over(_)) || until(&self.game) {
                return true;
            }
            let Some(decision) = self.game.decision() else { return true };
            self.attacked |= decision.decider == self.me && decision.kind == DecisionKind::Attackers;
            let view = self.game.view(decision.decider);
            self.may_spare |= habit.guards && decision.kind == DecisionKind::Blockers && self.spares(&view);
            let choice = self.choice(&view, decision, habit);
            drop(view);
            self.answer(&choice);
        }
        false
    }

    /// What whoever is asked does.
    pub(super) fn choice(&self, view: &PlayerView, decision: &Decision, habit: Habit) -> Choice {
        let mine = decision.decider == self.me;
        let default = || decision.default.clone();
        if mine && decision.actor != self.me {
            return misplay(self.player, view, decision, habit.all_at, self.controlled == Some(decision.actor));
        }
        let answers = || view.stack().next_back().is_some_and(|top| top.spell && top.controller != self.me);
        if mine && decision.kind == DecisionKind::Priority && answers() {
            return self.usual(view, decision);
        }
        if let (Some(target), true, DecisionKind::Priority) = (habit.clears, mine, decision.kind)
            && view.stack().len() == 0
            && view.step() == Step::PrecombatMain
        {
            return clear::clear(view, decision, &self.player.profiles, target).unwrap_or_else(default);
        }
        if let (Some((target, when)), true) = (habit.throws, mine) {
            match (&decision.shape, decision.kind) {
                (_, DecisionKind::Priority) if when.has_come(view.step()) || !habit.frugal || when != When::After => {
                    let throws = view.stack().len() == 0 && when.has_come(view.step());
                    let hardest = || burn::hardest(view, decision, &self.player.profiles, target);
                    return throws.then(hardest).flatten().unwrap_or_else(default);
                }
                (Shape::One(options), DecisionKind::Target) => {
                    if let Some(at) = options.iter().position(|option| *option == Item::Player(target)) {
                        return Choice::option(at as u16);
                    }
                }
                _ => {}
            }
        }
        if let (Some((champion, target)), true) = (habit.arms, mine) {
            match (&decision.shape, decision.kind) {
                (_, DecisionKind::Priority) => {
                    let free = view.stack().len() == 0;
                    let armed = || champion::arm(view, decision, &self.player.profiles, champion);
                    return free.then(armed).flatten().unwrap_or_else(default);
                }
                (Shape::Assign { items, options, constraint: Constraint::Attack }, _) => {
                    return champion::attack(view, items, options, champion, target).unwrap_or_else(default);
                }
                _ => {}
            }
        }
        if decision.kind == DecisionKind::Priority && !mine {
            return self.of_others(view, decision, habit).unwrap_or_else(default);
        }
        if decision.kind == DecisionKind::Priority {
            let combat = matches!(view.step(), Step::DeclareBlockers | Step::CombatDamage);
            let saves = habit.saves == Some(view.turn().number);
            let waits = (habit.frugal || saves) && !combat;
            return if waits { default() } else { self.usual(view, decision) };
        }
        let usual = self.usual(view, decision);
        if let Shape::Assign { items, options, constraint: Constraint::Attack } = &decision.shape
            && !mine
            && habit.guards
            && let Some(all) = self.besieges(view, items, options)
        {
            return all;
        }
        if let Shape::Assign { items, options, constraint: Constraint::Block } = &decision.shape
            && (!mine || habit.guards)
        {
            if habit.unblocked && self.spares(view) {
                return Choice::Assign(Vec::new());
            }
            return candidates::best_block(view, items, options).unwrap_or(usual);
        }
        match (habit.all_at, &decision.shape) {
            (Some(target), Shape::Assign { items, options, constraint: Constraint::Attack }) if mine => {
                all_at(target, items, options, view).unwrap_or(usual)
            }
            _ => usual,
        }
    }

    /// What somebody else does with priority: what lies on the table, or everybody sees in graveyards. Whether they answer with
    /// anything else is not known: hope counts on it that they don't.
    fn of_others(&self, view: &PlayerView, decision: &Decision, habit: Habit) -> Option<Choice> {
        let profiles = &self.player.profiles;
        if view.stack().len() > 0 {
            return public::counters(view, decision, profiles, self.me);
        }
        let own = view.turn().active == decision.actor;
        let guards = habit.guards && own;
        let thrown = if guards { burn::from_the_table(view, decision, profiles, self.me) } else { None };
        let clears = || if guards { public::clears(view, decision, profiles, self.me) } else { None };
        let plays = || if self.public || guards { public::play(view, decision, profiles) } else { None };
        let wakes = || if guards { public::wakes(view, decision, profiles, self.me) } else { None };
        thrown.or_else(clears).or_else(wakes).or_else(plays)
    }

    /// Everything that somebody else has attacks this player, if it could be enough.
    fn besieges(&self, view: &PlayerView, items: &[Item], options: &[Item]) -> Option<Choice> {
        let power = |item: &Item| match item {
            Item::Object(id) => view.object(*id).map_or(0, |object| public::strength(&object)),
            _ => 0,
        };
        let infects = |item: &&Item| match item {
            Item::Object(id) => view.object(*id).is_some_and(|object| object.keywords.contains(Keywords::INFECT)),
            _ => false,
        };
        let them = view.actor();
        let growth = public::growth(view, &self.player.profiles, them, view.mana_available(them).into());
        let enough = items.iter().map(power).sum::<i32>() + growth >= view.life(self.me)
            || items.iter().filter(|item| infects(item)).map(power).sum::<i32>()
                >= view.deadly_poison() - view.poison(self.me);
        if enough { all_at(self.me, items, options, view) } else { None }
    }

    /// Whether who is attacked lives without a block, and keeps what could kill this player in their next turn.
    fn spares(&self, view: &PlayerView) -> bool {
        let them = view.actor();
        if them == self.me {
            return false;
        }
        let attacks = view.attackers().filter(|(_, whom)| *whom == them).filter_map(|(id, _)| view.object(id));
        let damage: i32 = attacks.map(|object| public::strength(&object)).sum();
        damage < view.life(them) && public::power(view, them) >= view.life(self.me)
    }

    fn usual(&self, view: &PlayerView, decision: &Decision) -> Choice {
        self.player.at_once(view, decision).choice
    }

    /// Whether that player is still in the game, and it is not won by another.
    pub(super) fn lives(&self, seat: Seat) -> bool {
        let lost = |winner: Seat| winner != seat && !self.game.rules().teams.same(winner, seat);
        let beaten = matches!(self.game.outcome(), Some(Outcome::Win { winner }) if lost(winner));
        self.game.living().contains(seat) && !beaten
    }
}

/// What somebody does in a turn that this player controls: what they have is thrown at who is hunted or at themselves,
/// their creatures attack who has least life of the others, and in the end what they have is sacrificed.
///
/// `holds`: with the cards in their hand as well, which who controls them sees (CR 723.4).
pub(super) fn misplay(
    player: &Heuristic,
    view: &PlayerView,
    decision: &Decision,
    hunted: Option<Seat>,
    holds: bool,
) -> Choice {
    let others = |seat: &Seat| *seat != decision.decider && *seat != decision.actor && view.is_living(*seat);
    let found = match (&decision.shape, decision.kind) {
        (_, DecisionKind::Priority) if view.stack().len() == 0 => {
            let at = |seat| match holds {
                true => burn::hardest(view, decision, &player.profiles, seat),
                false => burn::from_the_table(view, decision, &player.profiles, seat),
            };
            // Once they have attacked, what they have is given up for nothing.
            let late = view.step() >= Step::PostcombatMain && view.turn().active == decision.actor;
            let squandered = || if late { burn::squandered(view, decision, &player.profiles) } else { None };
            hunted.and_then(at).or_else(|| at(decision.actor)).or_else(squandered)
        }
        (Shape::Assign { items, options, constraint: Constraint::Attack }, _) => {
            let weakest = Seat::first(view.seats()).filter(others).min_by_key(|seat| (view.life(*seat), seat.index()));
            // What attacks is tapped in the next turn: nobody else is left, and this player can take it.
            let me = Some(decision.decider).filter(|me| public::power(view, decision.actor) < view.life(*me));
            let target = hunted.filter(others).or(weakest).or(me);
            target.and_then(|seat| all_at(seat, items, options, view))
        }
        _ => None,
    };
    found.unwrap_or_else(|| decision.default.clone())
}

/// Everything that can attack attacks that player, if that may be declared.
pub(super) fn all_at(target: Seat, items: &[Item], options: &[Item], view: &PlayerView) -> Option<Choice> {
    let at = options.iter().position(|option| *option == Item::Player(target))?;
    let fit = |item: &Item| match item {
        Item::Object(id) => {
            view.object(*id).is_some_and(|o| o.power > 0 || incites(view, o.card)) && !view.is_barred(*id, target)
        }
        _ => false,
    };
    let pairs = items.iter().enumerate().filter(|(_, item)| fit(item)).map(|(item, _)| (item as u16, at as i32));
    let choice = Choice::Assign(pairs.collect());
    view.is_legal(&choice).then_some(choice)
}

/// Whether attacking with that card brings more than its damage.
pub(super) fn incites(view: &PlayerView, card: CardId) -> bool {
    attack_triggers(view, card).next().is_some()
}

/// The printed abilities of that card which an attack triggers.
pub(super) fn attack_triggers<'a>(view: &'a PlayerView, card: CardId) -> impl Iterator<Item = AbilityId> + 'a {
    let by_attack = |event| matches!(event, TriggerEvent::Attacks(_) | TriggerEvent::YouAttack);
    view.card(card).abilities.iter().copied().filter(move |ability| match view.ability(*ability) {
        Ability::Triggered(trigger) => by_attack(trigger.event),
        _ => false,
    })
}
