//! State-based actions to a fixed point (CR 704), commanders (CR 903.9, 903.10), players who leave (CR 800.4).

use arrayvec::ArrayVec;

use crate::cards::effect::{CardId, CounterKind, Destination};
use crate::cards::keyword::Keywords;
use crate::cards::type_line::Types;
use crate::turn::Seat;

use super::decision::{Choice, Decision, DecisionKind, Item, Shape};
use super::engine::{Engine, chosen_one};
use super::event::{DrawWhy, GameEvent, LossCause, Outcome};
use super::object::{ObjectId, Slot, Status, Zone};
use super::occasion::Occasions;
use super::settled::Checks;
use super::state::{CommanderDamage, Resume, StackItem, StackKind, Stage, Taken};

/// Legendary permanents of different names and players that are told apart.
const MAX_LEGENDS: usize = 64;

/// So much is remembered before what nothing can ask for any more is looked for.
const MANY: usize = 64;

/// What state-based actions do to permanents.
#[derive(Default)]
struct Doomed {
    /// Destroyed, or put into the graveyard for want of toughness or loyalty.
    dying: Vec<Slot>,
    /// Auras, which go to the graveyard without having been destroyed.
    falling: Vec<Slot>,
    /// Equipment, which becomes unattached.
    loose: Vec<Slot>,
    /// Legendary permanents of one name that a player controls more than one of (CR 704.5j).
    twins: Option<Legend>,
}

/// What the legend rule compares: the name, and who controls it.
type Legend = (CardId, Seat);

impl Engine<'_> {
    // ---- checks ----

    /// Before a player gets priority: state-based actions and triggers until neither is left (CR 117.5, 704.3).
    pub(super) fn check_then_priority(&mut self) {
        let keep = self.s.stage == Stage::CheckKeep;
        self.refresh();
        if !self.log.settled.unchecked().is_empty() {
            if self.state_based_actions() || self.s.outcome.is_some() || self.s.pending.is_some() {
                return;
            }
            self.log.settled.set_checked();
        }
        if !self.s.waiting.is_empty() && self.stack_triggers() {
            return;
        }
        if self.s.pending.is_some() || self.s.outcome.is_some() {
            return;
        }
        if self.s.last_known.len() > MANY && self.s.stack.is_empty() {
            self.forget();
        }
        self.give_priority(keep);
    }

    fn give_priority(&mut self, keep: bool) {
        if self.s.stack.is_empty() {
            self.s.turns.stack_is_empty();
        }
        if !keep || self.s.turns.priority().is_none() {
            self.s.turns.open_priority(self.log);
        }
        self.s.stage = if self.fix.script.is_empty() { Stage::Priority } else { Stage::PriorityScripts { any: false } };
    }

    /// One simultaneous round of state-based actions (CR 704.3). True when any was performed.
    pub(crate) fn state_based_actions(&mut self) -> bool {
        if self.return_borrowed() {
            return true;
        }
        let losers = self.losers();
        if !losers.is_empty() {
            self.lose_together(&losers);
            return true;
        }
        let permanents = self.log.settled.unchecked().contains(Checks::PERMANENTS);
        let Doomed { dying, falling, loose, twins } = if permanents { self.dying() } else { Doomed::default() };
        if !dying.is_empty() || !falling.is_empty() || !loose.is_empty() {
            for slot in &loose {
                self.unattach(*slot);
            }
            for slot in &falling {
                self.move_object(*slot, Zone::Graveyard);
            }
            self.die_together(&dying);
            return true;
        }
        let legends = |this: &mut Self| twins.is_some_and(|legend| this.legend_rule(legend));
        let acted = permanents && (self.annihilate_counters() || legends(self)) || self.ask_commander_zone();
        if !acted && self.s.occasions.contains(Occasions::STATES) {
            self.state_triggers();
        }
        acted
    }

    /// CR 704.5a to c, 704.6c.
    fn losers(&self) -> Vec<(Seat, LossCause)> {
        let mut losers = Vec::new();
        // CR 704.5c, 810.8d, 810.11: ten, and five more for each teammate.
        let deadly = 5 + 5 * self.s.turns.teams().size() as i32;
        for seat in self.s.turns.living().iter() {
            let player = &self.s.players[seat];
            let cause = if player.life <= 0 {
                LossCause::Life
            } else if player.drew_from_empty {
                LossCause::EmptyLibrary
            } else if player.poison >= deadly {
                LossCause::Poison
            } else if self.s.commander_damage.iter().any(|d| d.to == seat && d.amount >= 21) {
                LossCause::CommanderDamage
            } else {
                continue;
            };
            losers.push((seat, cause));
        }
        losers
    }

    /// CR 704.5f, g, h, i, j, m, n.
    fn dying(&self) -> Doomed {
        let (mut dying, mut falling, mut loose) = (Vec::new(), Vec::new(), Vec::new());
        let mut legends = ArrayVec::<Legend, MAX_LEGENDS>::new();
        let mut twins = None;
        for slot in self.s.mortal().iter().copied() {
            let object = self.s.object(slot);
            if object.types.contains(Types::LEGENDARY) && twins.is_none() {
                let legend = (object.card, object.controller);
                let again =
                    legends.contains(&legend) || legends.try_push(legend).is_err() && self.twins(legend).count() > 1;
                twins = again.then_some(legend);
            }
            // Most permanents are lands, which nothing happens to here.
            let mortal = object.types.intersects(Types::CREATURE | Types::PLANESWALKER | Types::ENCHANTMENT);
            if !mortal && object.attached_to.is_none() {
                continue;
            }
            if object.is_creature() {
                let lethal = object.damage >= object.toughness || object.is(Status::DEATHTOUCHED) && object.damage > 0;
                if object.toughness <= 0 || lethal && !object.has(Keywords::INDESTRUCTIBLE) {
                    dying.push(slot);
                }
            } else if object.types.contains(Types::PLANESWALKER) && self.s.counters_on(slot, CounterKind::LOYALTY) == 0
            {
                dying.push(slot);
            }
            if object.attached_to.is_none() && !object.types.contains(Types::ENCHANTMENT) {
                continue;
            }
            match object.attached_to {
                None if object.enchants.is_some_and(|seat| self.may_enchant(self.s.id(slot), seat)) => {}
                Some(host) if self.may_be_attached(self.s.id(slot), host) => {}
                Some(_) if !self.is_aura(object) => loose.push(slot),
                None if !self.is_aura(object) => {}
                _ => falling.push(slot),
            }
        }
        Doomed { dying, falling, loose, twins }
    }

    /// CR 704.5q: +1/+1 and -1/-1 counters annihilate each other.
    fn annihilate_counters(&mut self) -> bool {
        let pair = self.s.counters.iter().find_map(|c| {
            let minus = self.s.counters_on(c.slot, CounterKind::MINUS_ONE);
            (c.kind == CounterKind::PLUS_ONE && minus > 0).then(|| (c.slot, c.count.min(minus)))
        });
        let Some((slot, n)) = pair else { return false };
        self.change_counters(slot, CounterKind::PLUS_ONE, -i32::from(n));
        self.change_counters(slot, CounterKind::MINUS_ONE, -i32::from(n));
        true
    }

    fn twins(&self, legend: Legend) -> impl Iterator<Item = Slot> + '_ {
        let is_twin = move |slot: &Slot| {
            let object = self.s.object(*slot);
            object.types.contains(Types::LEGENDARY) && (object.card, object.controller) == legend
        };
        self.s.battlefield.iter().copied().filter(is_twin)
    }

    /// CR 704.5j: of several legendary permanents of one name, their controller chooses one to keep.
    fn legend_rule(&mut self, legend: Legend) -> bool {
        let seat = legend.1;
        let options: Vec<Item> = self.twins(legend).map(|slot| Item::Object(self.s.id(slot))).collect();
        let newest = Choice::option(options.len() as u16 - 1);
        self.ask(seat, DecisionKind::Legend, Shape::One(options), newest, Resume::Legend);
        true
    }

    pub(super) fn keep_legend(&mut self, decision: &Decision, choice: &Choice) {
        let Shape::One(options) = &decision.shape else { return };
        let kept = options.get(chosen_one(choice)).copied();
        let going: Vec<Slot> = options
            .iter()
            .filter(|item| Some(**item) != kept)
            .filter_map(|item| if let Item::Object(id) = item { Some(id.slot) } else { None })
            .collect();
        self.die_together(&going);
    }

    // ---- commanders ----

    /// CR 903.9a: a commander in a graveyard or in exile since the last check may be put into the command zone.
    fn ask_commander_zone(&mut self) -> bool {
        let waiting = self.s.players.iter().flat_map(|(_, p)| p.commanders.iter()).map(|c| c.slot).find(|slot| {
            let object = self.s.object(*slot);
            object.is(Status::ASK_COMMANDER) && self.s.turns.is_living(object.owner)
        });
        let Some(slot) = waiting else { return false };
        self.s.object_mut(slot).status.remove(Status::ASK_COMMANDER);
        let (owner, id) = (self.s.object(slot).owner, self.s.id(slot));
        let shape = Shape::One(vec![Item::Yes, Item::No]);
        let resume = Resume::CommanderZone(slot);
        self.ask_about(owner, DecisionKind::Commander, Some(id), shape, Choice::option(0), resume);
        true
    }

    pub(super) fn commander_to_zone(&mut self, slot: Slot, yes: bool) {
        if yes {
            self.move_object(slot, Zone::Command);
        }
    }

    pub(super) fn ask_commander_move(&mut self, slot: Slot, to: Destination) {
        let (owner, id) = (self.s.object(slot).owner, self.s.id(slot));
        let shape = Shape::One(vec![Item::Yes, Item::No]);
        let resume = Resume::CommanderMove(slot, to);
        self.ask_about(owner, DecisionKind::Commander, Some(id), shape, Choice::option(0), resume);
    }

    /// CR 903.10a: combat damage is counted for each commander and each player.
    pub(crate) fn commander_damage(&mut self, source: ObjectId, to: Seat, amount: i32) {
        let Some(object) = self.s.get(source).filter(|o| o.is(Status::COMMANDER)) else { return };
        let owner = object.owner;
        let Some(which) = self.s.players[owner].commanders.iter().position(|c| c.slot == source.slot) else { return };
        let which = which as u8;
        match self.s.commander_damage.iter_mut().find(|d| d.owner == owner && d.which == which && d.to == to) {
            Some(damage) => damage.amount = damage.amount.saturating_add(amount),
            None => self.s.commander_damage.push(CommanderDamage { owner, which, to, amount }),
        }
    }

    // ---- losing and leaving ----

    /// CR 704.3: all who lose by state-based actions lose at once; when nobody is left, the game is a draw (CR 104.4a).
    fn lose_together(&mut self, losers: &[(Seat, LossCause)]) {
        let losers = &self.with_teams(losers);
        if losers.len() == self.s.turns.living().len() {
            for (seat, cause) in losers {
                self.s.players[*seat].left = Some(*cause);
                self.emit(GameEvent::PlayerLeft { seat: *seat, cause: *cause });
            }
            return self.finish(Outcome::Draw { why: DrawWhy::AllLost });
        }
        for (seat, cause) in losers {
            self.leave(*seat, *cause);
        }
        self.settle_winner();
    }

    /// CR 104.3e: all of them at once; when nobody is left, the game is a draw (CR 104.4a).
    pub(crate) fn lose_by_effect(&mut self, seats: &[Seat]) {
        let living = seats.iter().filter(|s| self.s.turns.is_living(**s));
        let losers: Vec<(Seat, LossCause)> = living.map(|s| (*s, LossCause::Effect)).collect();
        if !losers.is_empty() && self.s.outcome.is_none() {
            self.lose_together(&losers);
        }
    }

    /// CR 104.3a, 104.3e: at once, in the middle of a resolution too.
    pub(crate) fn lose_now(&mut self, seat: Seat, cause: LossCause) {
        if self.s.outcome.is_some() || !self.s.turns.is_living(seat) {
            return;
        }
        for (seat, cause) in self.with_teams(&[(seat, cause)]) {
            self.leave(seat, cause);
        }
        self.settle_winner();
    }

    /// CR 810.8a, 810.8b: who loses takes the team along.
    fn with_teams(&self, losers: &[(Seat, LossCause)]) -> Vec<(Seat, LossCause)> {
        let teams = self.s.turns.teams();
        let mut all = losers.to_vec();
        for (seat, _) in losers {
            for mate in teams.of(*seat).and(self.s.turns.living()).iter() {
                if !all.iter().any(|(loser, _)| *loser == mate) {
                    all.push((mate, LossCause::Team));
                }
            }
        }
        all
    }

    /// CR 104.2a, 104.2b: one player is left, or one team.
    fn settle_winner(&mut self) {
        let living = self.s.turns.living();
        let Some(winner) = living.iter().next() else { return };
        if living.without(self.s.turns.teams().of(winner)).is_empty() {
            self.finish(Outcome::Win { winner });
        }
    }

    /// CR 800.4a: what they own leaves, their control effects end, their abilities on the stack cease, the rest is exiled.
    fn leave(&mut self, seat: Seat, cause: LossCause) {
        self.s.players[seat].left = Some(cause);
        self.emit(GameEvent::PlayerLeft { seat, cause });
        if let Some(pending) = &self.s.pending
            && pending.decision.actor == seat
        {
            self.abandon();
        }
        self.take_cards_of(seat);
        let owned: Vec<Slot> = (0..self.s.objects.len() as u16)
            .filter(|slot| self.s.object(*slot).owner == seat && self.s.object(*slot).zone != Zone::Nowhere)
            .collect();
        for slot in owned {
            self.remove_from_game(slot);
        }
        self.end_control_effects(seat);
        self.s.stack.retain(|item| item.controller != seat || matches!(item.kind, StackKind::Spell(_)));
        self.exile_what_they_control(seat);
        self.s.waiting.retain(|w| w.controller != seat);
        self.s.delayed.retain(|d| d.trigger.controller != seat);
        self.s.frames.retain(|f| f.controller != seat);
        self.s.soon.retain(|f| f.controller != seat);
        self.s.combat.to_block.retain(|s| *s != seat);
        self.s.commander_moves.retain(|(slot, ..)| self.s.objects[usize::from(*slot)].owner != seat);
        self.s.turns.leave(seat, self.log);
        self.monarch_leaves(seat);
        self.s.stale = true;
        self.go_on_without(seat);
    }

    /// The library, hand and graveyard of a player who leaves: nothing notices those cards go.
    fn take_cards_of(&mut self, seat: Seat) {
        let s = &mut *self.s;
        let player = &mut s.players[seat];
        for slot in [&mut player.library, &mut player.hand, &mut player.graveyard].into_iter().flat_map(std::mem::take)
        {
            let object = &mut s.objects[usize::from(slot)];
            object.incarnation += 1;
            object.zone = Zone::Nowhere;
        }
        s.elsewhere.retain(|slot| s.objects[usize::from(*slot)].zone != Zone::Nowhere);
    }

    /// Who decided for somebody else does so no more (CR 800.4a), and who has priority now gets it as always: after
    /// state-based actions and triggers (CR 117.5).
    fn go_on_without(&mut self, seat: Seat) {
        if let Some(pending) = &mut self.s.pending
            && pending.decision.decider == seat
        {
            pending.decision.decider = pending.decision.actor;
        }
        if self.s.stage == Stage::Priority && self.s.pending.is_none() {
            self.s.stage = Stage::CheckKeep;
        }
    }

    /// CR 611.2b: control "for as long as you control" something ends with it.
    fn return_borrowed(&mut self) -> bool {
        let over = |t: &Taken| {
            t.while_controlling.is_some_and(|id| self.s.permanent(id).is_none_or(|source| source.controller != t.by))
        };
        let Some(at) = self.s.taken.iter().position(over) else { return false };
        let Taken { object, from, by, .. } = self.s.taken.remove(at);
        let held = self.s.permanent(object).is_some_and(|o| o.controller == by);
        match self.s.taken[at..].iter_mut().find(|t| t.object == object) {
            Some(later) => later.from = from,
            None if held => self.change_control(object, from),
            None => return self.return_borrowed(),
        }
        true
    }

    /// CR 800.4a: effects that gave the player control of something end; what they controlled goes back.
    fn end_control_effects(&mut self, seat: Seat) {
        while let Some(at) = self.s.taken.iter().rposition(|t| t.by == seat) {
            let Taken { object, from, .. } = self.s.taken.remove(at);
            for later in self.s.taken.iter_mut().filter(|t| t.object == object && t.from == seat) {
                later.from = from;
            }
            if self.s.permanent(object).is_some_and(|o| o.controller == seat) {
                self.change_control(object, from);
            }
        }
        self.s.taken.retain(|t| t.from != seat);
    }

    /// The question that was asked of a player who leaves is not answered; the game goes on from a safe place (CR 800.4h).
    fn abandon(&mut self) {
        let Some(pending) = self.s.pending.take() else { return };
        match pending.resume {
            Resume::Frame => {
                if let Some(frame) = self.s.frames.last_mut() {
                    // CR 800.4f, 800.4g: nothing is paid or chosen by a player who has left.
                    frame.asking.retain(|s| *s != pending.decision.actor);
                }
            }
            Resume::Mulligan | Resume::MulliganBottom => self.s.players[pending.decision.actor].kept = true,
            _ => {}
        }
    }

    fn remove_from_game(&mut self, slot: Slot) {
        let object = *self.s.object(slot);
        if object.zone == Zone::Stack {
            let id = self.s.id(slot);
            self.s.stack.retain(|item| item.kind != StackKind::Spell(id));
        }
        self.leave_with_owner(slot);
    }

    fn exile_what_they_control(&mut self, seat: Seat) {
        let theirs: Vec<Slot> =
            self.s.battlefield.iter().copied().filter(|slot| self.s.object(*slot).controller == seat).collect();
        for slot in theirs {
            self.move_object(slot, Zone::Exile);
        }
        let spells = self.s.stack.iter().filter(|i| i.controller == seat).map(StackItem::source);
        let resolving = self.s.frames.iter().filter(|f| f.controller == seat).filter_map(|f| f.resolves);
        let spells: Vec<ObjectId> = spells.chain(resolving).collect();
        for id in spells {
            self.s.stack.retain(|item| item.kind != StackKind::Spell(id));
            if self.s.get(id).is_some_and(|o| o.zone == Zone::Stack) {
                self.move_object(id.slot, Zone::Exile);
            }
        }
    }
}
