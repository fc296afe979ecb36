//! What keeps this player in the game: other ways to go on than the usual, and how each fares in the others' turns.

use std::cmp::Reverse;

use arrayvec::ArrayVec;

use crate::agents::heuristic::board::Piece;
use crate::agents::heuristic::counter::counters_few;
use crate::agents::heuristic::priority::{Moment, moment};
use crate::agents::heuristic::profile::Profiles;
use crate::cards::card::Spell;
use crate::cards::effect::CardId;
use crate::cards::keyword::Keywords;
use crate::game::decision::{Choice, Constraint, DecisionKind, Item, Shape};
use crate::game::{Game, Outcome};
use crate::turn::{Seat, Step};

use super::hunt::DEEP;
use super::patience::is_choice;
use super::play_on::{Ahead, Habit, all_at};
use super::{Look, burn, candidates, danger, prey, public};

/// More than turns that are looked at.
const WON: u32 = 1_000;
/// What a turn counts that is seen by what is usual: what takes the right answer later counts one less.
const SURE: u32 = 2;
/// Which part of what is left one way to go on may take, to see what defends this player in it.
const PART: u32 = 4;
/// And at least so many plays.
const LEAST_PART: u32 = 8;
/// Permanents, lands and all, with which a play on a small table still costs little, at most.
const LIGHT: usize = 32;
/// Plays, at least, in this player's own turn where the usual ends this player.
const LAST_PLAYS: u32 = 40;

impl<'a> Look<'a> {
    /// Another way that fares better than the usual; `only`: to see the next turn is all there is to gain.
    pub(super) fn survive(&mut self, usual: &Choice, only: bool) -> Option<Choice> {
        // These go on into the others' turns.
        let guards = self.effort.is_of_small_table();
        self.budget.lengthen(&self.effort);
        // Between two a counter-attack may win what merely goes on otherwise.
        self.outlook.goal = if self.premises.races && !only { WON } else { self.outlook.horizon };
        let habit = Habit { guards, ..Habit::USUAL };
        let ahead = self.start(usual);
        let mut best = (self.fares(ahead, habit), None);
        if best.0 == 0 && self.is_last_chance() {
            self.budget.raise(LAST_PLAYS);
        }
        let enough = SURE * if only { self.outlook.horizon } else { WON };
        let saving = *usual == Choice::option(0) && self.decision.kind == DecisionKind::Priority;
        let turn = self.view.turn().number;
        // In a race everything may have to attack, whatever else is done, and what is left to be kept for the others' turns.
        let races = self.outlook.goal == WON;
        let also = match self.decision.kind {
            DecisionKind::Priority => {
                self.view.last_opponent_of(self.me).map(|all| Habit { all_at: Some(all), ..habit })
            }
            DecisionKind::Attackers => Some(Habit { saves: Some(turn), ..habit }),
            _ => None,
        };
        let habits: ArrayVec<Habit, 2> = [habit].into_iter().chain(also.filter(|_| races)).collect();
        for (other, habit) in self.others().iter().flat_map(|other| habits.iter().map(move |habit| (other, *habit))) {
            // What is sure to be seen is worth looking for beyond what takes the right answers.
            if self.budget.is_spent() || best.0 >= enough && best.0 % SURE == 0 {
                break;
            }
            if *other == *usual && !saving && habit == habits[0] || !self.view.is_legal(other) {
                continue;
            }
            let ahead = self.start(other);
            // What is not done now is saved for the others' turns.
            let pass = self.decision.kind == DecisionKind::Priority && *other == Choice::option(0);
            let saves = pass.then_some(turn).or(habit.saves);
            let fares = self.fares(ahead, Habit { saves, ..habit });
            if fares > best.0 {
                best = (fares, Some(other.clone()));
            }
        }
        self.outlook.is_lost = best.0 < SURE * self.outlook.horizon - 1;
        let (fares, other) = best;
        // Of what is usual, what may hit this player's own attackers is worth the wait.
        let act = other.as_ref().or_else(|| Some(usual).filter(|usual| fares > 0 && self.sweeps(usual)));
        if act.is_some_and(|act| self.can_wait(act, fares)) { Some(Choice::option(0)) } else { other }
    }

    /// Whether what ends this player is worth looking further than anything else is: in their own turn, before several opponents
    /// whose turns are all to be lived through, while a play costs little.
    fn is_last_chance(&self) -> bool {
        self.effort.is_of_small_table()
            && self.view.battlefield().len() <= LIGHT
            && self.view.turn().active == self.me
            && self.view.last_opponent_of(self.me).is_none()
    }

    /// Whether what saves this player now would save them after combat as well, and what attacks until then takes more from the
    /// opponents so.
    fn can_wait(&mut self, act: &Choice, fares: u32) -> bool {
        let (Shape::One(options), Choice::One(at, fills)) = (&self.decision.shape, act) else { return false };
        let item = options[usize::from(*at)];
        let waits = self.decision.kind == DecisionKind::Priority
            && item != Item::Pass
            && self.effort.is_of_small_table()
            && self.view.step() == Step::PrecombatMain;
        if !waits {
            return false;
        }
        let me = self.me;
        let ends = |game: &Game| game.place().active != me;
        let habit = Habit { guards: true, ..Habit::USUAL };
        let fought = |game: &Game| {
            let asked = game.decision().is_some_and(|d| d.decider == me && d.kind == DecisionKind::Priority);
            asked && game.place().step == Step::PostcombatMain && game.view(me).stack().len() == 0
        };
        let mut later = self.start(&Choice::option(0));
        later.play_on(Habit { saves: Some(self.view.turn().number), ..habit }, |game| ends(game) || fought(game));
        if !later.attacked || !fought(&later.game) {
            return false;
        }
        let at = later.game.decision().and_then(|decision| match &decision.shape {
            Shape::One(options) => options.iter().position(|other| *other == item),
            _ => None,
        });
        let Some(then) = at.map(|at| Choice::One(at as u16, fills.clone())) else { return false };
        if !later.game.view(me).is_legal(&then) {
            return false;
        }
        later.answer(&then);
        later.play_on(habit, ends);
        let mut now = self.start(act);
        now.play_on(habit, ends);
        let left = |ahead: &Ahead<'_>| -> i32 {
            let view = ahead.game.view(me);
            view.opponents_of(me).map(|seat| view.life(seat)).sum()
        };
        left(&later) < left(&now) && SURE * self.lasts(later, habit) >= fares
    }

    /// Whether that casts what hits many permanents.
    fn sweeps(&self, choice: &Choice) -> bool {
        let spell = self.cast(choice).and_then(|card| self.player.profiles.card(card).spell.as_ref());
        spell.is_some_and(|spell| spell.sweeps.iter().any(|(_, aim)| aim.harms()))
    }

    /// The spell that is cast so.
    fn spell(&self, choice: &Choice) -> Option<&'a Spell> {
        self.cast(choice).and_then(|card| self.view.card(card).spell.as_ref())
    }

    /// The card that is cast so.
    fn cast(&self, choice: &Choice) -> Option<CardId> {
        let Shape::One(options) = &self.decision.shape else { return None };
        candidates::cast(self.view, options, choice)
    }

    /// How likely it is that what is targeted would kill this player: an opponent's creature with infect where that poisons to
    /// death, the creatures of who has power enough, the strongest first, and then everything else.
    fn deadliness(&self, target: Option<Item>) -> i32 {
        let Some(Item::Object(id)) = target else { return 0 };
        let Some(object) = self.view.object(id).filter(|object| self.view.are_opponents(object.controller, self.me))
        else {
            return 0;
        };
        let (seat, me) = (object.controller, self.me);
        let strength = public::strength(&object);
        let piece = Piece { object, worth: 0 };
        if danger::is_about_to_win(self.view, &piece, &self.player.profiles) {
            return i32::MAX;
        }
        let poisons =
            object.keywords.contains(Keywords::INFECT) && strength + self.view.poison(me) >= self.view.deadly_poison();
        match poisons {
            true => i32::MAX,
            false if public::power(self.view, seat) >= self.view.life(me) => 1 + strength,
            false => 0,
        }
    }

    /// Everything else that could be answered, roughly.
    fn others(&self) -> Vec<Choice> {
        match (&self.decision.shape, self.decision.kind) {
            (Shape::One(options), DecisionKind::Priority) => {
                let mut acts = candidates::acts_at(self.view, self.decision, &self.player.profiles, false);
                // Of two that do the same first what does little else.
                let catalog = self.view.catalog();
                let is_narrow =
                    |choice: &Choice| self.spell(choice).is_some_and(|spell| counters_few(catalog, &spell.targets));
                let target = |choice: &Choice| candidates::first_target(self.view, options, choice);
                let deadliness =
                    |choice: &Choice| if self.sweeps(choice) { i32::MAX } else { self.deadliness(target(choice)) };
                acts.sort_by_cached_key(|choice| (!is_narrow(choice), Reverse(deadliness(choice))));
                acts.push(Choice::option(0));
                acts
            }
            (shape, kind) if is_choice(kind) => candidates::answers(self.view, shape),
            (Shape::Assign { items, options, constraint: Constraint::Attack }, _) => {
                let players =
                    options.iter().filter_map(|o| if let Item::Player(seat) = o { Some(*seat) } else { None });
                let mut ways: Vec<Choice> =
                    players.filter_map(|seat| all_at(seat, items, options, self.view)).collect();
                // Between two somebody has to attack; of several nobody need.
                let first = if self.view.last_opponent_of(self.me).is_some() { ways.len() } else { 0 };
                ways.insert(first, Choice::Assign(Vec::new()));
                // What is no player is attacked with everything, too: a planeswalker may be what kills.
                let others = options.iter().enumerate().filter(|(_, option)| matches!(option, Item::Object(_)));
                let sent = |at: usize| Choice::Assign((0..items.len() as u16).map(|item| (item, at as i32)).collect());
                ways.extend(others.map(|(at, _)| sent(at)).filter(|way| self.view.is_legal(way)));
                if self.effort.is_of_small_table() {
                    let some = candidates::some_attack(self.view, items, options);
                    ways.extend(some.into_iter().filter(|way| !ways.contains(way)).collect::<Vec<_>>());
                }
                ways
            }
            (Shape::Assign { items, options, constraint: Constraint::Block }, _) => {
                candidates::blocks(self.view, items, options)
            }
            _ => Vec::new(),
        }
    }

    /// How this player fares if it also does whatever saves it as others attack, or as their turns begin.
    pub(super) fn fares(&mut self, ahead: Ahead<'a>, habit: Habit) -> u32 {
        if !habit.guards {
            return SURE * self.lasts(ahead, habit);
        }
        let untouched = self.lasts(ahead.fork(), habit);
        if untouched >= self.outlook.goal {
            return SURE * untouched;
        }
        // What is looked at for one way is not to be missed for the others.
        let left = self.budget.left();
        let part = (left / PART).max(self.effort.units(LEAST_PART)).min(left / 2);
        let kept = self.budget.set_aside(left - part);
        let defended = self.defended(ahead, habit, DEEP);
        self.budget.take_back(kept);
        (SURE * untouched).max((SURE * defended).saturating_sub(1))
    }

    /// The same with another answer at this player's own attack in this turn, at the first attack on it, or at the next.
    fn defended(&mut self, mut ahead: Ahead<'a>, habit: Habit, deep: u32) -> u32 {
        let (me, now) = (self.me, self.view.turn().number);
        let back = |game: &Game| game.place().active == me && game.place().turn > now;
        let profiles = &*self.player.profiles;
        ahead.play_on(habit, |game| back(game) || !game.living().contains(me) || is_at_stake(game, me, profiles));
        if deep == 0 || !ahead.lives(me) || back(&ahead.game) || ahead.game.outcome().is_some() {
            return 0;
        }
        let Some(decision) = ahead.game.decision() else { return 0 };
        let view = ahead.game.view(me);
        let usual = ahead.choice(&view, decision, habit);
        let mut ways = match &decision.shape {
            Shape::Assign { .. } => vec![usual, decision.default.clone()],
            _ => {
                let mut ways = vec![usual];
                ways.extend(candidates::acts_at(&view, decision, &self.player.profiles, false));
                ways.push(Choice::option(0));
                ways
            }
        };
        drop(view);
        let mut tried: Vec<Choice> = Vec::new();
        let mut best = 0;
        for way in ways.drain(..) {
            if self.budget.is_spent() || best >= self.outlook.goal {
                break;
            }
            if tried.contains(&way) {
                continue;
            }
            self.budget.pay();
            let mut other = ahead.fork();
            other.answer(&way);
            // The usual has been played to the end already.
            let lasts = if tried.is_empty() { 0 } else { self.lasts(other.fork(), habit) };
            tried.push(way);
            best = best.max(lasts);
            if lasts < self.outlook.goal {
                best = best.max(self.defended(other, habit, deep - 1));
            }
        }
        best
    }

    /// Whether the last opponent is killed in this player's turn that has begun there, with everything that attacks and hurts.
    fn closes(&mut self, ahead: &Ahead<'a>) -> bool {
        if !self.effort.is_of_small_table() || self.budget.is_spent() {
            return false;
        }
        let (view, me) = (ahead.game.view(self.me), self.me);
        let Some(target) = prey::last_prey(&self.player.profiles, &view) else { return false };
        self.budget.pay();
        let throws = Some((target, burn::When::After));
        let habit = Habit { frugal: true, all_at: Some(target), throws, ..Habit::USUAL };
        let mut rush = ahead.fork();
        rush.play_on(habit, |game| game.place().active != me || !game.living().contains(target));
        !rush.lives(target) && rush.lives(me)
    }

    /// How this player fares: how many of their next turns they see, up to the horizon, or a win, better the sooner. Nobody can
    /// be counted on to block with what could kill this player instead.
    fn lasts(&mut self, mut ahead: Ahead<'a>, habit: Habit) -> u32 {
        let mut again = ahead.fork();
        let lasts = self.sees(&mut ahead, habit);
        if lasts == 0 || !ahead.may_spare || self.budget.is_spent() {
            return lasts;
        }
        self.budget.pay();
        lasts.min(self.sees(&mut again, Habit { unblocked: true, ..habit }))
    }

    /// The same where they do or don't.
    fn sees(&mut self, ahead: &mut Ahead<'a>, habit: Habit) -> u32 {
        let (me, mut turn) = (self.me, self.view.turn().number);
        for seen in 0..self.outlook.horizon {
            ahead.play_on(habit, |game| {
                let place = game.place();
                let there = place.active == me && place.turn > turn && place.step > Step::Draw;
                there || !game.living().contains(me)
            });
            if !ahead.lives(me) {
                return seen;
            }
            if matches!(ahead.game.outcome(), Some(Outcome::Win { .. })) {
                return WON + self.outlook.horizon - seen;
            }
            if ahead.game.outcome().is_some() {
                // Whatever else ended it, this player saw the end.
                return self.outlook.horizon;
            }
            if self.closes(ahead) {
                return WON + self.outlook.horizon - seen;
            }
            turn = ahead.game.place().turn;
        }
        self.outlook.horizon
    }
}

/// Whether that player declares attackers, or may answer a spell or ability or, with nothing on the stack, an attack; or it is their last
/// chance before one.
fn is_at_stake(game: &Game, me: Seat, profiles: &Profiles) -> bool {
    let own = game.place().active == me;
    let answers = || {
        let view = game.view(me);
        match view.stack().next_back() {
            Some(top) if top.spell => view.are_opponents(top.controller, me),
            Some(_) => moment(&view, profiles) == Moment::Ability,
            None => match game.place().step {
                Step::PrecombatMain | Step::DeclareAttackers => true,
                Step::DeclareBlockers => {
                    moment(&view, profiles) == Moment::Blocked && danger::is_dying(&view, profiles)
                }
                _ => false,
            },
        }
    };
    game.decision().is_some_and(|d| {
        d.decider == me
            && d.actor == me
            && match d.kind {
                DecisionKind::Attackers => own,
                DecisionKind::Blockers => true,
                DecisionKind::Priority => !own && answers(),
                _ => false,
            }
    })
}
