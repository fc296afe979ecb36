//! Looking ahead where it matters: who could be killed this turn, and what else than usual keeps this player alive.
//!
//! Nothing is looked at unless a kill, or one's own end, is near as far as arithmetic can tell; on a small table, where looking
//! costs little, it need not be sure ([`near`]). Then a few ways to go on are played in one imagined game ([`play_on`]), as many as
//! the player's [`patience`] allows. In it the others block as well as they can, and use at most what lies on the table.

mod budget;
mod burn;
mod candidates;
mod champion;
mod clear;
mod danger;
mod despite;
mod effort;
mod exposure;
mod hunt;
mod near;
mod patience;
mod play_on;
mod prey;
mod public;
mod reach;
mod survive;

use smallvec::SmallVec;

use crate::game::decision::{Choice, Constraint, Decision, DecisionKind, Item, Shape};
use crate::game::view::PlayerView;
use crate::game::{Dice, Game, imagine};
use crate::turn::{Seat, Step};

use super::Heuristic;
use budget::Budget;
use despite::Despite;
use effort::Effort;
use exposure::Exposure;
use near::Near;
pub(super) use patience::Patience;
use patience::{Hunted, Seen, is_own};
use play_on::{Ahead, Habit, all_at};

/// Players whose killing is looked at, at most.
const PREY: usize = 2;
/// Of those of one decision, kept for what saves this player.
const KEPT: u32 = 6;
/// Ways to take somebody's turn that are looked at.
const DIRECTIONS: usize = 6;
/// Plays, at least, at a decision in somebody else's turn.
const CONTROLLED: u32 = 12;
/// Plays, at least, at a decision in a turn that decides.
const DECISIVE: u32 = 100;

/// Life of each opponent that two mana might take, whatever arithmetic tells.
const LIFE_FOR_TWO: i32 = 3;

/// One decision looked at.
struct Look<'a> {
    player: &'a Heuristic,
    view: &'a PlayerView,
    decision: &'a Decision,
    /// Who decides.
    me: Seat,
    /// For whom: somebody else where their turn is controlled (CR 723).
    actor: Seat,
    /// The imagined game, at this decision.
    root: Game,
    effort: Effort,
    budget: Budget,
    premises: Premises,
    hunt: Hunt,
    outlook: Outlook,
}

/// What is known before anything is played.
#[derive(Debug, Clone, Copy)]
struct Premises {
    /// Two are left on a small table, and one might be dead in two turns.
    races: bool,
    /// More combats or turns may come.
    more: bool,
    /// The turn decides, so that every way to kill somebody is looked at as far as there is anything to pay it with.
    decisive: bool,
    /// Others have cards to cast that everybody sees.
    public: bool,
    /// Damage at most that anything but the attack could deal.
    face: i32,
    /// The game might be won by drawing from an empty library, so that drawing comes nearer to it.
    wins: bool,
}

/// How far the hunt has come.
#[derive(Debug)]
struct Hunt {
    /// It is not one player who is hunted, but all opponents.
    all: bool,
    /// All opponents are about to be killed.
    kills_all: bool,
    /// How much of what kills who is hunted the best way came to, in thousandths.
    hurt: i32,
    /// The acts that could be part of killing who is hunted, of those that there were at this decision.
    useful: Option<SmallVec<[Item; 16]>>,
    /// Who is hunted dies by what this player would do anyhow, to the end.
    settled: bool,
    /// Answers, one after another, whose consequences are being followed.
    following: u32,
    /// What blocks have left of the ways to kill them.
    despite: Despite,
    /// What kills have turned out to leave this player to be killed by another.
    exposure: Exposure,
}

/// What this player wants to see of the turns to come.
#[derive(Debug, Clone, Copy)]
struct Outlook {
    /// Turns of its own that it wants to see.
    horizon: u32,
    /// How many of them, or a win, make it look no further.
    goal: u32,
    /// Nothing looked at keeps it in the game.
    is_lost: bool,
}

/// Whether so little lies on the table that what is seen by looking ahead is next to all there is.
pub(super) fn is_small(view: &PlayerView) -> bool {
    Effort::on(view).is_of_small_table()
}

/// Whether so little lies there, lands and all, that a look costs next to nothing.
pub(super) fn is_bare(view: &PlayerView) -> bool {
    Effort::on(view).is_of_bare_table()
}

/// What is done at first sight in a turn that this player controls (CR 723): what does whose turn it is no good.
pub(super) fn misplay(player: &Heuristic, view: &PlayerView, decision: &Decision) -> Choice {
    play_on::misplay(player, view, decision, None, false)
}

/// What to do instead of the usual, if that kills somebody whom the usual does not kill, or saves this player.
pub(super) fn instead(
    player: &Heuristic,
    view: &PlayerView,
    decision: &Decision,
    usual: &Choice,
    dice: &Dice,
    patience: &mut Patience,
) -> Option<Choice> {
    patience.rest(view.turn().number, view.seats() as u32);
    let (own, controls) = (is_own(view, decision), decision.actor != decision.decider);
    // In somebody else's turn nothing comes by itself.
    if own && !controls && patience.goes_as_seen(view) {
        return None;
    }
    let wanted = patience.wanted(view, decision);
    if own && !controls && !wanted.prey && !wanted.danger || near::is_idle(&player.profiles, view, decision) {
        return None;
    }
    let effort = Effort::on(view);
    // On a small table to have somebody else's turn is always worth a look.
    let least = if controls && effort.is_of_small_table() { effort.units(CONTROLLED) } else { 0 };
    if least == 0 && !patience.allows(&effort) {
        return None;
    }
    let mut near = near::read(&player.profiles, view, decision, usual, wanted);
    patience.reckon(view, decision, &mut near, wanted);
    // A block may also be what wins the race.
    near.far |= decision.kind == DecisionKind::Blockers && near.opponents == 1 && effort.is_of_bare_table();
    // Whom a sure kill leaves alive may be who kills.
    let leaves = near.danger && effort.is_of_small_table() && near.opponents > 1;
    if decision.kind == DecisionKind::Attackers
        && !near.prey.is_empty()
        && !near.all
        && !leaves
        && let Some(seat) = prey::surely_killed(&player.profiles, view, decision, usual)
    {
        patience.hunts(seat);
        return None;
    }
    if let Some(hunted) = patience.hunted(view).filter(|_| near.hunts) {
        near.prey.retain(|seat| *seat != hunted);
        near.prey.insert(0, hunted);
        near.all |= near.opponents > 1 && patience.is_winning();
    }
    near.prey.truncate(PREY);
    if near.prey.is_empty() && near.challenged.is_empty() && !near.danger && !near.fogs && !near.controls {
        return None;
    }
    // 19 decisions in 300 games of the default study are.
    let decisive = own && !controls && near.is_decisive();
    let plays = if decisive { effort.units(DECISIVE) } else { least };
    let (me, left) = (decision.decider, patience.budget(&effort).max(plays));
    let root = imagine(view, &mut dice.clone());
    let more = near.again || patience.is_hunting() || !view.pending_turns().is_empty();
    let mut look = Look {
        player,
        view,
        decision,
        me,
        actor: decision.actor,
        root,
        effort,
        budget: Budget::new(left, &effort),
        premises: Premises {
            races: near.far && near.opponents == 1 && effort.is_of_small_table(),
            more,
            decisive,
            public: effort.is_of_small_table() && public::is_there(view, me, &player.profiles),
            face: near.face,
            wins: near.wins,
        },
        hunt: Hunt {
            all: false,
            kills_all: false,
            hurt: 0,
            useful: None,
            settled: false,
            following: 0,
            despite: Despite::new(&effort),
            exposure: Exposure::default(),
        },
        outlook: Outlook { horizon: 1, goal: 1, is_lost: false },
    };
    let found = look.instead(&near, usual);
    let seen = Seen {
        helps: found.is_some(),
        hunted: found.as_ref().and_then(|(hunted, _)| *hunted).map(|first| Hunted { first, all: look.hunt.kills_all }),
        settled: look.hunt.settled,
        doubts: look.hunt.despite.doubts,
        is_lost: look.outlook.is_lost,
        spent: left.saturating_sub(look.budget.left()),
    };
    patience.learn(view, decision, &near, &seen);
    found?.1
}

impl<'a> Look<'a> {
    /// Whom to kill, and what to do instead of the usual.
    fn instead(&mut self, near: &Near, usual: &Choice) -> Option<(Option<Seat>, Option<Choice>)> {
        if self.actor != self.me {
            return self.misplay(near, usual);
        }
        let kept = self.budget.set_aside(if near.danger && !near.all { self.effort.units(KEPT) } else { 0 });
        self.budget.begin();
        if near.controls
            && let Some(found) = self.take_a_turn(near)
        {
            return Some(found);
        }
        let all = if near.all { self.kill_all(near.prey[0], usual) } else { None };
        self.hunt.exposure.minded = near.danger && near.opponents > 1 && self.effort.is_of_small_table();
        let killed = match all.or_else(|| Some((Some(self.killed_anyhow(&near.prey, usual)?), None))) {
            Some(killed) => Some(killed),
            None => {
                let killed = self.kill_one(&near.prey, usual).map(|(target, choice)| (Some(target), choice));
                killed.or_else(|| self.challenge(&near.challenged))
            }
        };
        self.hunt.exposure.minded = false;
        self.budget.take_back(kept + std::mem::take(&mut self.hunt.exposure.set_aside));
        if killed.is_some() {
            return killed;
        }
        if let Some((hunted, choice)) = self.hunt.exposure.first.take() {
            let kill = choice.as_ref().unwrap_or(usual);
            let safer = self.survive(kill, !near.far);
            return Some(safer.map_or((Some(hunted), choice), |other| (None, Some(other))));
        }
        self.outlook.horizon = if near.far { 2 } else { 1 };
        if near.fogs && near.far {
            // What blocks may be missed where it should win the race.
            let pass = Choice::option(0);
            let other = self.survive(&pass, false);
            return other.or_else(|| (!self.outlook.is_lost).then_some(pass)).map(|choice| (None, Some(choice)));
        }
        if near.fogs && self.is_safe() {
            return Some((None, Some(Choice::option(0))));
        }
        if near.danger {
            let other = self.survive(usual, !near.far && near.prey.is_empty()).map(|choice| (None, Some(choice)));
            return other.or_else(|| self.win_at_last(near, usual));
        }
        None
    }

    /// How to win this turn though arithmetic does not tell of it, where this player is in danger and finds nothing better
    /// than the usual: several opponents are left, and none has much life.
    fn win_at_last(&mut self, near: &Near, usual: &Choice) -> Option<(Option<Seat>, Option<Choice>)> {
        let (view, me) = (self.view, self.me);
        let early = self.decision.kind == DecisionKind::Priority && view.step() == Step::PrecombatMain;
        let begins = near.hunts && early && view.stack().len() == 0;
        if !begins || self.premises.decisive || near.opponents < 2 || !self.effort.is_of_small_table() {
            return None;
        }
        let reach = public::power(view, me) + i32::from(view.mana_available(me)) * LIFE_FOR_TWO / 2;
        if view.opponents_of(me).any(|seat| view.life(seat) > reach) {
            return None;
        }
        let first = view.opponents_of(me).next()?;
        // It does not tell what other looks are worth.
        let kept = std::mem::replace(&mut self.budget, Budget::new(self.effort.units(DECISIVE), &self.effort));
        self.premises.decisive = true;
        let found = self.kill_all(first, usual);
        self.budget = kept;
        found
    }

    /// The turn of somebody whom this player controls: whom it can kill, they themselves first; otherwise their creatures
    /// attack, somebody else if there is anybody, and this player only as far as that does not kill them.
    fn misplay(&mut self, near: &Near, usual: &Choice) -> Option<(Option<Seat>, Option<Choice>)> {
        if let Some((target, choice)) = self.kill_one(&near.prey, usual) {
            return Some((Some(target), choice));
        }
        let Shape::Assign { items, options, constraint: Constraint::Attack } = &self.decision.shape else {
            return None;
        };
        let mut order: Vec<Seat> =
            options.iter().filter_map(|o| if let Item::Player(seat) = o { Some(*seat) } else { None }).collect();
        order.sort_by_key(|seat| (*seat == self.me, std::cmp::Reverse(self.view.life(*seat))));
        order.into_iter().find_map(|seat| {
            let choice = all_at(seat, items, options, self.view)?;
            let mut ahead = self.start(&choice);
            let actor = self.actor;
            ahead.play_on(Habit::USUAL, |game| game.place().active != actor);
            ahead.lives(self.me).then_some((None, Some(choice)))
        })
    }

    /// Whose turn to take so that somebody dies in it (CR 723.5).
    fn take_a_turn(&mut self, near: &Near) -> Option<(Option<Seat>, Option<Choice>)> {
        let acts = candidates::acts_at(self.view, self.decision, &self.player.profiles, false);
        let Shape::One(options) = &self.decision.shape else { return None };
        let takes = |choice: &Choice| match choice {
            Choice::One(at, _) => near.takers.contains(&options[usize::from(*at)]),
            _ => false,
        };
        let (me, now) = (self.me, self.view.turn().number);
        // What they have is thrown at themselves, or at another.
        let hunted = || [None].into_iter().chain(near.others.iter().map(|seat| Some(*seat)));
        for way in acts.into_iter().filter(takes).take(DIRECTIONS) {
            for all_at in hunted() {
                if self.budget.is_spent() {
                    return None;
                }
                let mut ahead = self.start(&way);
                ahead.play_on(Habit { frugal: true, guards: true, all_at, ..Habit::USUAL }, |game| {
                    game.place().active == me && game.place().turn > now
                });
                let dead = near.others.iter().copied().find(|seat| !ahead.lives(*seat));
                if let Some(dead) = dead.filter(|_| ahead.lives(me)) {
                    return Some((Some(dead), Some(way)));
                }
            }
        }
        None
    }

    /// The imagined game as it stands.
    fn ahead(&self) -> Ahead<'a> {
        let controlled = Some(self.actor).filter(|actor| *actor != self.me);
        Ahead::new(self.root.clone(), self.player, self.me, self.premises.public, controlled)
    }

    fn start(&mut self, choice: &Choice) -> Ahead<'a> {
        self.budget.pay();
        let mut ahead = self.ahead();
        ahead.answer(choice);
        ahead
    }

    /// Whether this player need not do anything now, nor later in this turn.
    fn is_safe(&mut self) -> bool {
        let mut ahead = self.start(&Choice::option(0));
        let (me, turn) = (self.me, self.view.turn().number);
        let habit = Habit { frugal: true, ..Habit::USUAL };
        ahead.play_on(habit, |game| game.place().turn != turn || !game.living().contains(me));
        ahead.lives(me)
    }
}
