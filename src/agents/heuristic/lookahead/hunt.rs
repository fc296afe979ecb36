//! The hunt: how to kill somebody this turn, or everybody.

use crate::agents::heuristic::profile::Roles;
use crate::game::decision::{Choice, Constraint, DecisionKind, Item, Shape};
use crate::game::view::PlayerView;
use crate::game::{COMMANDER_DAMAGE, Game, Outcome};
use crate::turn::{Seat, Step};

use super::patience::{is_choice, is_own};
use super::play_on::{Ahead, Habit, all_at};
use super::prey::KILLED;
use super::{Look, burn, candidates, champion, clear, prey};

/// Acts that are tried alone where nothing comes near to a kill.
const TRIED: usize = 4;
/// Acts in a row.
pub(super) const DEEP: u32 = 3;

impl<'a> Look<'a> {
    /// Whom the usual attack kills: a sure kill is not given up for another.
    pub(super) fn killed_anyhow(&mut self, prey: &[Seat], usual: &Choice) -> Option<Seat> {
        if self.decision.kind != DecisionKind::Attackers || prey.len() < 2 || self.budget.is_spent() {
            return None;
        }
        let turn = self.view.turn().number;
        let mut ahead = self.start(usual);
        ahead.play_on(Habit::USUAL, |game| game.place().turn != turn || game.place().step > Step::EndOfCombat);
        let dead = prey.iter().copied().find(|seat| self.is_dead(&ahead, *seat))?;
        let killed = self.is_killed(&ahead, dead);
        self.expose(dead, None);
        killed.then_some(dead)
    }

    /// How to win this turn, of whose victims that is the first; it takes half of what is left at most.
    pub(super) fn kill_all(&mut self, target: Seat, usual: &Choice) -> Option<(Option<Seat>, Option<Choice>)> {
        let kept = self.budget.set_aside(self.budget.left() / 2);
        self.budget.begin();
        self.hunt.all = true;
        let found = self.kill_one(&[target], usual);
        self.hunt.all = false;
        self.budget.take_back(kept);
        self.budget.begin();
        self.hunt.kills_all = found.is_some();
        found.map(|(target, choice)| (Some(target), choice))
    }

    /// How to kill one of those players this turn, the first that can be: `None` beside the player when the usual does. What no
    /// block prevents comes before what an unusual one would, whoever dies by it.
    pub(super) fn kill_one(&mut self, prey: &[Seat], usual: &Choice) -> Option<(Seat, Option<Choice>)> {
        self.hunt.despite.forget();
        let found = prey.iter().find_map(|target| Some((*target, self.kill_for_sure(*target, usual)?)));
        self.hunt.despite.or_hope(found)
    }

    /// How to kill that player this turn, whatever they block: `Some(None)` when the usual does.
    fn kill_for_sure(&mut self, target: Seat, usual: &Choice) -> Option<Option<Choice>> {
        self.hunt.hurt = 0;
        let small = self.effort.is_of_small_table();
        let is_act = self.decision.kind == DecisionKind::Priority;
        // Unless it costs next to nothing, what attacks is looked at again once it does.
        let habits =
            if self.effort.is_of_bare_table() || !is_act { &[None, Some(target)][..] } else { &[Some(target)] };
        for all_at in habits.iter().copied() {
            if self.budget.is_spent() {
                return None;
            }
            let mut ahead = self.start(usual);
            if self.kills(&mut ahead, target, Habit { all_at, ..Habit::USUAL }) {
                self.hunt.settled = all_at.is_none();
                return Some(None);
            }
            self.hope_for(target, None);
            // Where it has not attacked, the other habit is the same.
            if !ahead.attacked || self.hunt.all {
                break;
            }
        }
        if let Some(first) = self.throw_everything(target) {
            return Some(Some(first));
        }
        if let Some(first) = self.clear_the_way(target) {
            return Some(Some(first));
        }
        if let Some(first) = self.arm_somebody(target) {
            return Some(Some(first));
        }
        // With more combats or turns the usual tells little of what there is.
        if is_act && !self.premises.more && !self.premises.decisive && !self.effort.goes_on(self.hunt.hurt) {
            return self.try_useful(target, usual).map(Some);
        }
        if self.hunt.all && self.decision.kind == DecisionKind::Attackers {
            let ahead = self.ahead();
            return (0..=DEEP).find_map(|deep| self.search(&ahead, target, deep)).map(Some);
        }
        match (&self.decision.shape, self.decision.kind) {
            (Shape::Assign { items, options, constraint: Constraint::Attack }, _) => {
                let mut ways: Vec<Choice> = all_at(target, items, options, self.view).into_iter().collect();
                // As it was seen before this attack, if it was.
                if let Some(all) = ways.first().filter(|_| self.premises.more && !self.budget.is_spent()) {
                    let mut ahead = self.start(all);
                    if self.kills(&mut ahead, target, Habit { all_at: Some(target), ..Habit::USUAL }) {
                        return Some(Some(all.clone()));
                    }
                    self.hope_for(target, Some(all));
                }
                ways.push(usual.clone());
                // Who has to live on attacks with no more than it takes.
                let spares = self.hunt.exposure.minded && items.len() > 1;
                if small && (self.premises.more || spares) {
                    ways.extend(candidates::some_attack(self.view, items, options));
                }
                if small {
                    ways.extend(candidates::spread_attacks(self.view, items, options, target));
                }
                for deep in 0..=DEEP {
                    for choice in &ways {
                        if !self.is_promising() {
                            return None;
                        }
                        let ahead = self.start(choice);
                        // What is hoped for is the attack, and not what comes after it.
                        self.hunt.following += 1;
                        let killed = self.follow(ahead, target, deep);
                        self.hunt.following -= 1;
                        if killed {
                            return Some(Some(choice.clone()));
                        }
                        self.hope_for(target, Some(choice));
                    }
                }
                None
            }
            (_, DecisionKind::Blockers) => None,
            _ => {
                if let (Shape::One(options), DecisionKind::Priority) = (&self.decision.shape, self.decision.kind)
                    && self.actor == self.me
                {
                    let useful = prey::useful(&self.player.profiles, self.view, options, target, self.hunt.hurt);
                    // Nothing that could be done adds what is missing.
                    if useful.is_empty() && !self.effort.is_of_small_table() {
                        return None;
                    }
                    self.hunt.useful = Some(useful);
                }
                let ahead = self.ahead();
                (0..=DEEP).find_map(|deep| self.search(&ahead, target, deep)).map(Some)
            }
        }
    }

    /// Nothing but the attack, or one of the few acts without which nothing comes near to killing that player, as far as
    /// arithmetic can tell.
    fn try_useful(&mut self, target: Seat, usual: &Choice) -> Option<Choice> {
        let Shape::One(options) = &self.decision.shape else { return None };
        if self.actor != self.me {
            return None;
        }
        let useful = prey::useful(&self.player.profiles, self.view, options, target, self.hunt.hurt);
        self.hunt.useful = Some(useful);
        let (ahead, pass) = (self.ahead(), Choice::option(0));
        if *usual != pass && self.leads_to(&ahead, target, 0, &pass) == Some(true) {
            return Some(pass);
        }
        let ways = self.ways(&ahead, target, 1);
        ways.into_iter()
            .filter(|way| *way != pass)
            .take(TRIED)
            .find(|way| self.leads_to(&ahead, target, 1, way) == Some(true))
    }

    /// Whether everything that hurts that player, thrown at them at one moment of the turn, kills them with an attack on them;
    /// and what to do first.
    fn throw_everything(&mut self, target: Seat) -> Option<Choice> {
        if self.decision.kind == DecisionKind::Blockers || self.hunt.all {
            return None;
        }
        for when in burn::When::ALL {
            if self.budget.is_spent() {
                return None;
            }
            let habit = Habit { frugal: true, all_at: Some(target), throws: Some((target, when)), ..Habit::USUAL };
            let mut ahead = self.ahead();
            let first = ahead.choice(self.view, self.decision, habit);
            // Unless it costs next to nothing, only what is thrown now is worth a play of its own.
            if !self.effort.is_of_bare_table() && (when != burn::When::Now || first == Choice::option(0)) {
                return None;
            }
            self.budget.pay();
            ahead.answer(&first);
            if self.kills(&mut ahead, target, habit) {
                return Some(first);
            }
            self.hope_for(target, Some(&first));
        }
        None
    }

    /// Whether an attack kills that player once everything that could block and be taken out of the way is, with what is thrown
    /// at them after combat; and what to do first.
    fn clear_the_way(&mut self, target: Seat) -> Option<Choice> {
        let early = self.view.step() == Step::PrecombatMain && self.decision.kind == DecisionKind::Priority;
        if !early || self.hunt.all || self.actor != self.me || self.budget.is_spent() {
            return None;
        }
        let first = clear::clear(self.view, self.decision, &self.player.profiles, target)?;
        let throws = Some((target, burn::When::After));
        let habit = Habit { frugal: true, all_at: Some(target), clears: Some(target), throws, ..Habit::USUAL };
        let mut ahead = self.start(&first);
        if self.kills(&mut ahead, target, habit) {
            return Some(first);
        }
        self.hope_for(target, Some(&first));
        None
    }

    /// Which of those players is killed by a commander that comes and is armed with everything, and what to do first.
    pub(super) fn challenge(&mut self, challenged: &[Seat]) -> Option<(Option<Seat>, Option<Choice>)> {
        challenged.iter().find_map(|target| Some((Some(*target), Some(self.arm_somebody(*target)?))))
    }

    /// Whether one creature, armed with everything there is, kills that player alone; and what to do first.
    fn arm_somebody(&mut self, target: Seat) -> Option<Choice> {
        let Shape::One(options) = &self.decision.shape else { return None };
        let early =
            self.view.step() == Step::PrecombatMain && self.actor == self.me && is_own(self.view, self.decision);
        if !early || self.hunt.all || !self.effort.is_of_bare_table() {
            return None;
        }
        for champion in champion::champions(self.view, options, &self.player.profiles, target, self.premises.more) {
            if self.budget.is_spent() {
                return None;
            }
            let habit = Habit { arms: Some((champion, target)), ..Habit::USUAL };
            let first = self.ahead().choice(self.view, self.decision, habit);
            let mut ahead = self.start(&first);
            if self.kills(&mut ahead, target, habit) {
                return Some(first);
            }
            self.hope_for(target, Some(&first));
        }
        None
    }

    /// Whether that player is killed in this turn, if this player does the right things.
    fn follow(&mut self, mut ahead: Ahead<'a>, target: Seat, deep: u32) -> bool {
        let (me, all) = (self.me, self.hunt.all);
        // What is left when combat is over is thrown at whoever still lives.
        let throws = (!all).then_some((target, burn::When::After));
        let habit = Habit { frugal: true, all_at: (!all).then_some(target), throws, ..Habit::USUAL };
        // Without an act left, nothing comes after combat.
        let fought =
            |game: &Game| deep == 0 && game.place().step > Step::PostcombatMain && game.view(me).stack().len() == 0;
        let done = |game: &Game| self.is_over(game, target) || fought(game) && !self.waits(target);
        let attacks = all || self.premises.more && self.effort.is_of_small_table();
        let blocks = self.hunt.despite.looks();
        ahead.play_on(habit, |game| {
            done(game) || is_asked(game, me, deep > 0, attacks) || blocks && self.may_be_blocked(game)
        });
        if blocks && self.may_be_blocked(&ahead.game) {
            return self.despite_blocks(&ahead, |look, ahead| look.follow(ahead, target, deep));
        }
        if self.is_dead(&ahead, target) {
            return self.is_killed(&ahead, target);
        }
        let goes_on = ahead.game.outcome().is_none() && !done(&ahead.game);
        self.hunt.hurt = self.hunt.hurt.max(self.hurt_in(&ahead, target));
        goes_on && self.search(&ahead, target, deep).is_some()
    }

    /// Whether who is hunted is out: that player, or everybody.
    fn is_dead(&self, ahead: &Ahead<'_>, target: Seat) -> bool {
        match self.hunt.all {
            true => matches!(ahead.game.outcome(), Some(Outcome::Win { .. })) && ahead.lives(self.me),
            false => !ahead.lives(target),
        }
    }

    /// How much of what kills who is hunted has been done to them there, in thousandths: of all on an average.
    fn hurt_in(&self, ahead: &Ahead<'_>, target: Seat) -> i32 {
        let (view, now) = (self.view, ahead.game.view(self.me));
        let mine = view.library_size(self.me) as i32;
        let drawn = if self.premises.wins { share(mine - now.library_size(self.me) as i32, mine + 1) } else { 0 };
        if !self.hunt.all {
            return hurt(view, &now, target).max(drawn);
        }
        let done = |seat: Seat| if now.is_living(seat) { hurt(view, &now, seat).min(KILLED) } else { KILLED };
        let (mut sum, mut n) = (0, 0);
        for seat in view.opponents_of(self.me) {
            (sum, n) = (sum + done(seat), n + 1);
        }
        sum / n.max(1)
    }

    /// What to do first so that acts at this priority and the later ones of this turn kill that player.
    fn search(&mut self, from: &Ahead<'a>, target: Seat, deep: u32) -> Option<Choice> {
        for way in self.ways(from, target, deep) {
            if self.leads_to(from, target, deep, &way)? {
                return Some(way);
            }
        }
        None
    }

    /// Whether another way is worth a look: the more, the nearer the others came to killing that player.
    fn is_promising(&self) -> bool {
        !self.budget.is_spent()
            && (self.premises.decisive || self.budget.hunted() < self.effort.hunting(self.hunt.hurt))
    }

    /// Whether that player is killed in this turn after going that way; `None` when nothing more may be looked at.
    fn leads_to(&mut self, from: &Ahead<'a>, target: Seat, deep: u32, way: &Choice) -> Option<bool> {
        if !self.is_promising() {
            return None;
        }
        let priority = from.game.decision().is_some_and(|d| d.kind == DecisionKind::Priority);
        let passes = priority && *way == Choice::option(0);
        let (place, now) = (from.game.place(), self.view.turn().number);
        // To pass later than now is only to go on, which takes no play of its own.
        if !passes || place.turn == now && place.step == self.view.step() {
            self.budget.pay();
        }
        let mut ahead = from.fork();
        ahead.answer(way);
        let spent = u32::from(priority && !passes).min(deep);
        self.hunt.following += 1;
        let killed = self.follow(ahead, target, deep - spent);
        self.hunt.following -= 1;
        if self.hunt.following == 0 && !killed {
            self.hope_for(target, Some(way));
        }
        Some(killed)
    }

    /// At priority every act, and to pass last; otherwise what is usual, and then everything else.
    fn ways(&self, from: &Ahead<'a>, target: Seat, deep: u32) -> Vec<Choice> {
        let Some(decision) = from.game.decision() else { return Vec::new() };
        let view = from.game.view(self.me);
        if decision.kind != DecisionKind::Priority {
            let usual = self.player.at_once(&view, decision).choice;
            let others = match &decision.shape {
                Shape::Assign { items, options, constraint: Constraint::Attack } if self.hunt.all => {
                    candidates::attacks(&view, items, options)
                }
                Shape::Assign { items, options, constraint: Constraint::Attack } => {
                    let some = candidates::some_attack(&view, items, options);
                    some.into_iter().chain(candidates::spread_attacks(&view, items, options, target)).collect()
                }
                shape => candidates::answers(&view, shape),
            };
            let others = others.into_iter().filter(|way| *way != usual);
            return [usual.clone()].into_iter().chain(others).collect();
        }
        let mut ways = Vec::new();
        if deep > 0 {
            ways = candidates::acts_at(&view, decision, &self.player.profiles, self.actor == self.me);
            if view.step() == Step::PostcombatMain && !self.hunt.all {
                ways.splice(0..0, burn::hardest(&view, decision, &self.player.profiles, target));
            }
            if matches!(view.step(), Step::DeclareBlockers | Step::CombatDamage) {
                ways.insert(0, self.player.at_once(&view, decision).choice);
            }
            ways.retain(|way| *way != Choice::option(0));
            // Who loses the game for it has to win before.
            if !self.hunt.all && view.last_opponent_of(self.me).is_none() {
                let options: &[Item] = if let Shape::One(options) = &decision.shape { options } else { &[] };
                ways.retain(|way| !candidates::casts(&view, options, way, &self.player.profiles, Roles::LOSES));
            }
            // On a small table there is more than arithmetic tells.
            match self.effort.is_of_small_table() {
                true => ways.sort_by_key(|way| !self.is_useful(&decision.shape, way)),
                false => ways.retain(|way| self.is_useful(&decision.shape, way)),
            }
        }
        ways.push(Choice::option(0));
        ways
    }

    /// Whether an act could be part of the kill, as far as was seen at this decision.
    fn is_useful(&self, shape: &Shape, way: &Choice) -> bool {
        let (Shape::One(now), Shape::One(then)) = (shape, &self.decision.shape) else { return true };
        let (Some(useful), Choice::One(at, _)) = (&self.hunt.useful, way) else { return true };
        let Some(item) = now.get(usize::from(*at)) else { return true };
        useful.contains(item) || !then.contains(item)
    }

    /// Whether the game has come to where that player is killed or not: the end of this player's turns in a row, or for who
    /// has hardly any cards left their draw step.
    fn is_over(&self, game: &Game, target: Seat) -> bool {
        let place = game.place();
        let later = place.turn.saturating_sub(self.view.turn().number);
        // Somebody else's turn may have come and gone without a question.
        let in_a_row = || {
            let taken = |view: &PlayerView| view.extra_turns_taken(self.actor);
            later <= taken(&game.view(self.me)) - taken(self.view)
        };
        let gone = |to: Seat| place.active != to || to == self.actor && later > 0 && !in_a_row();
        let own = self.view.turn().active == self.actor;
        let draws = target != self.actor && self.view.library_size(target) < prey::FEW_CARDS;
        if self.hunt.all {
            return game.outcome().is_some() || own && gone(self.actor);
        }
        let passed = if draws { !gone(target) && place.step > Step::Draw } else { gone(self.actor) };
        !game.living().contains(target) || own && passed
    }

    /// Whether what kills that player may come after this turn's combat: an empty library, poison, an extra turn or combat.
    fn waits(&self, target: Seat) -> bool {
        self.view.library_size(target) < prey::FEW_CARDS
            || prey::is_nearly_poisoned(self.view, target)
            || self.premises.more
    }

    /// Whether that player is killed before this player's turns in a row are over, and this player is not.
    fn kills(&mut self, ahead: &mut Ahead<'a>, target: Seat, habit: Habit) -> bool {
        let me = self.me;
        // After combat nothing comes that could be enough.
        let spent = |game: &Game| {
            game.place().step > Step::EndOfCombat
                && game.view(me).stack().len() == 0
                && game.view(me).life(target) > self.premises.face
        };
        let waits = self.waits(target) || self.actor != me || self.effort.is_of_small_table();
        let blocks = self.hunt.despite.looks();
        ahead.play_on(habit, |game| {
            self.is_over(game, target) || !waits && spent(game) || blocks && self.may_be_blocked(game)
        });
        if blocks && self.may_be_blocked(&ahead.game) {
            return self.despite_blocks(ahead, |look, mut ahead| look.kills(&mut ahead, target, habit));
        }
        self.hunt.hurt = self.hunt.hurt.max(self.hurt_in(ahead, target));
        self.is_killed(ahead, target)
    }

    /// Whether who is hunted is out and this player is not, nor is about to be where that is looked for.
    pub(super) fn is_killed(&mut self, ahead: &Ahead<'a>, target: Seat) -> bool {
        if !self.is_dead(ahead, target) || !ahead.lives(self.me) {
            return false;
        }
        let safe = !self.hunt.exposure.minded || self.fares(ahead.fork(), Habit { guards: true, ..Habit::USUAL }) > 0;
        self.hunt.exposure.seen |= !safe;
        safe
    }

    /// Takes note of a way to kill that player that has just turned out not to be one, if it has.
    fn hope_for(&mut self, target: Seat, way: Option<&Choice>) {
        self.hunt.despite.hope_for(target, way);
        self.expose(target, way);
    }

    /// Takes note of a way to kill that player that has just turned out to leave this one to be killed, if it has; the half of
    /// what is left is set aside for what kills nobody.
    fn expose(&mut self, target: Seat, way: Option<&Choice>) {
        if self.hunt.exposure.is_first(target, way) {
            self.hunt.exposure.set_aside = self.budget.set_aside(self.budget.left() / 2);
        }
    }
}

/// So much of what is needed, in thousandths.
fn share(done: i32, needed: i32) -> i32 {
    done.saturating_mul(KILLED) / needed.max(1)
}

/// How much of what kills that player has been done to them, in thousandths: of their life, of poison counters, of combat
/// damage by one commander, of their library.
fn hurt(before: &PlayerView, now: &PlayerView, target: Seat) -> i32 {
    let life = share(before.life(target).saturating_sub(now.life(target)), before.life(target));
    let poison = share(now.poison(target) - before.poison(target), before.deadly_poison() - before.poison(target));
    let dealt = before.commander_damage(target);
    let commander = share(now.commander_damage(target) - dealt, COMMANDER_DAMAGE - dealt);
    let cards = before.library_size(target) as i32;
    life.max(poison).max(commander).max(share(cards - now.library_size(target) as i32, cards))
}

/// Whether that player has something to choose for themselves: at priority with nothing on the stack, or as something of
/// theirs triggers or resolves; `attacks`: whom to attack, too.
fn is_asked(game: &Game, me: Seat, acts: bool, attacks: bool) -> bool {
    game.decision().filter(|d| d.decider == me).is_some_and(|d| match d.kind {
        DecisionKind::Priority => acts && game.view(me).stack().len() == 0,
        DecisionKind::Attackers => attacks,
        kind => is_choice(kind),
    })
}
