//! State-based actions to a fixed point (CR 704), and commanders (CR 903.9, 903.10).

use arrayvec::ArrayVec;

use crate::cards::effect::{CardId, CounterKind, Destination};
use crate::cards::keyword::Keywords;
use crate::cards::type_line::Types;
use crate::turn::{Seat, Teams};

use super::decision::{Choice, Decision, DecisionKind, Item, Shape};
use super::engine::{Engine, chosen_one};
use super::event::LossCause;
use super::known_idle::Checks;
use super::object::{Object, ObjectId, Slot, Status, Zone};
use super::state::{CommanderDamage, Pumped, Resume, Stage, Taken};
use super::trigger_mask::TriggerMask;

/// Combat damage by one commander that makes its player lose (CR 704.6c, 903.10a).
pub const COMMANDER_DAMAGE: i32 = 21;

/// Poison counters that make a player lose, or a team: ten, and five more for each teammate (CR 704.5c, 810.8d, 810.11).
pub(super) fn deadly_poison(teams: Teams) -> i32 {
    5 + 5 * teams.size() as i32
}

/// Legendary permanents of different names and players that are told apart.
const MAX_LEGENDS: usize = 64;

/// So much is remembered before what nothing can ask for any more is looked for.
pub(super) const MANY: usize = 64;

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
        self.end_batch();
        self.refresh();
        self.note_top_cards();
        if !self.log.known.unchecked().is_empty() {
            if self.state_based_actions() || self.s.outcome.is_some() || self.s.pending.is_some() {
                return;
            }
            self.log.known.set_checked();
        }
        if !self.s.pending_triggers.is_empty() && self.stack_triggers() {
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

    /// Whoever's turn it is gets priority, or whoever has it keeps it.
    pub(super) fn give_priority(&mut self, keep: bool) {
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
        self.end_batch();
        self.keep_to_daytime();
        if self.return_borrowed() {
            return true;
        }
        self.part_pairs();
        self.end_while_tapped();
        if !self.s.card_copies.is_empty() {
            self.end_card_copies();
        }
        self.spare_from_losing();
        let losers = self.losers();
        if !losers.is_empty() {
            self.lose_together(&losers);
            return true;
        }
        let permanents = self.log.known.unchecked().contains(Checks::PERMANENTS);
        let Doomed { dying, falling, loose, twins } = if permanents { self.dying() } else { Doomed::default() };
        if permanents {
            self.s.deathtouched.clear();
        }
        if !dying.is_empty() || !falling.is_empty() || !loose.is_empty() {
            for slot in &loose {
                self.unattach(*slot);
            }
            for slot in &falling {
                self.move_object(*slot, Zone::Graveyard);
            }
            let dying = if self.saves_from_destruction() { self.spared(dying) } else { dying };
            self.die_together(&dying);
            return true;
        }
        if self.end_sagas() || self.complete_dungeons() {
            return true;
        }
        let legends = |this: &mut Self| twins.is_some_and(|legend| this.legend_rule(legend));
        let acted = permanents && (self.annihilate_counters() || legends(self)) || self.ask_commander_zone();
        if !acted && self.s.trigger_mask.contains(TriggerMask::STATES) {
            self.state_triggers();
        }
        acted
    }

    /// CR 704.5e: copies of cards that have not been cast.
    fn end_card_copies(&mut self) {
        for id in std::mem::take(&mut self.s.card_copies) {
            if self.s.get(id).is_some_and(|copy| copy.zone == Zone::Exile) {
                self.leave_zone(id.slot);
                let copy = self.s.object_mut(id.slot);
                copy.incarnation += 1;
                copy.zone = Zone::Nowhere;
                self.s.free.push(id.slot);
            }
        }
    }

    /// What dies of that where something may be saved. CR 704.5f, 704.5i: without toughness or loyalty it is not destroyed.
    fn spared(&mut self, dying: Vec<Slot>) -> Vec<Slot> {
        let destroyed = |slot: &Slot| {
            let object = self.s.object(*slot);
            object.is_creature() && object.toughness > 0
        };
        let (destroyed, mut dying): (Vec<Slot>, Vec<Slot>) = dying.into_iter().partition(destroyed);
        dying.extend(self.destroyed(destroyed));
        dying
    }

    /// CR 704.5b: who can't lose now does not lose later for having drawn from an empty library.
    fn spare_from_losing(&mut self) {
        let drew = |seat: &Seat| self.s.players[*seat].drew_from_empty && self.cant_lose(*seat);
        let spared: Vec<Seat> = self.s.turns.living().iter().filter(drew).collect();
        spared.into_iter().for_each(|seat| self.s.players[seat].drew_from_empty = false);
    }

    /// CR 704.5a to c, 704.6c.
    fn losers(&self) -> Vec<(Seat, LossCause)> {
        let mut losers = Vec::new();
        let deadly = deadly_poison(self.s.turns.teams());
        for seat in self.s.turns.living().iter() {
            let player = &self.s.players[seat];
            let cause = if player.life <= 0 {
                LossCause::Life
            } else if player.drew_from_empty {
                LossCause::EmptyLibrary
            } else if player.poison >= deadly {
                LossCause::Poison
            } else if self.s.commander_damage.iter().any(|d| d.to == seat && d.amount >= COMMANDER_DAMAGE) {
                LossCause::CommanderDamage
            } else {
                continue;
            };
            if !self.cant_lose(seat) {
                losers.push((seat, cause));
            }
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
                let legend = (self.called(self.s.id(slot), object), object.controller);
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
                let lethal = object.damage >= object.toughness || self.s.deathtouched.contains(&self.s.id(slot));
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
            object.types.contains(Types::LEGENDARY)
                && (self.called(self.s.id(*slot), object), object.controller) == legend
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
        let unasked = self.s.players.iter().flat_map(|(_, p)| p.commanders.iter()).map(|c| c.slot).find(|slot| {
            let object = self.s.object(*slot);
            object.is(Status::ASK_COMMANDER) && self.s.turns.is_living(object.owner)
        });
        let Some(slot) = unasked else { return false };
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
        let Some((owner, which)) = self.s.which_commander(source) else { return };
        match self.s.commander_damage.iter_mut().find(|d| d.owner == owner && d.which == which && d.to == to) {
            Some(damage) => damage.amount = damage.amount.saturating_add(amount),
            None => self.s.commander_damage.push(CommanderDamage { owner, which, to, amount }),
        }
    }

    /// CR 611.2b: what lasts for as long as its source remains tapped.
    fn end_while_tapped(&mut self) {
        let ended = |pumped: &Pumped| {
            pumped.source.is_some_and(|id| self.s.permanent(id).is_none_or(|o| !o.is(Status::TAPPED)))
        };
        if self.s.pumped.iter().any(ended) {
            let ended: Vec<bool> = self.s.pumped.iter().map(ended).collect();
            let mut at = 0..;
            self.s.pumped.retain(|_| at.next().is_none_or(|at: usize| !ended[at]));
            self.s.stale = true;
            self.log.forget_known();
            self.refresh();
        }
    }

    /// CR 611.2b: control "for as long as you control" something ends with it.
    fn return_borrowed(&mut self) -> bool {
        self.return_taken(|engine, t| {
            t.while_there.is_some_and(|there| {
                let source = engine.s.permanent(there.source);
                let loose = |source: &Object| t.while_attached && source.attached_to != Some(t.object);
                !there.holds(source, t.by) || source.is_some_and(loose)
            })
        })
    }

    /// Ends the first control of something that is over, and gives that back to whoever else controls it. False when none is.
    pub(super) fn return_taken(&mut self, over: impl Fn(&Engine<'_>, &Taken) -> bool + Copy) -> bool {
        let Some(at) = self.s.taken.iter().position(|taken| over(self, taken)) else { return false };
        let Taken { object, from, by, .. } = self.s.taken.remove(at);
        if let Some(later) = self.s.taken[at..].iter_mut().find(|t| t.object == object) {
            later.from = from;
            return true;
        }
        if by == from {
            return self.return_taken(over);
        }
        self.give_back(object, by, from) || self.return_taken(over)
    }

    /// Whoever had control of something gives it back. False when they have not.
    pub(super) fn give_back(&mut self, object: ObjectId, by: Seat, to: Seat) -> bool {
        match self.s.get(object).filter(|o| o.controller == by).map(|o| o.zone) {
            Some(Zone::Battlefield) => self.change_control(object, to),
            // CR 702.26f: of what is phased out it ends unseen.
            Some(Zone::Phased) => self.s.object_mut(object.slot).controller = to,
            _ => return false,
        }
        true
    }
}
