//! Players who lose, and what happens as they leave (CR 104.3, 800.4).

use std::ops::Deref;

use crate::cards::ability::StaticEffect;
use crate::turn::{Seat, SeatSet};

use super::engine::{Core, Engine};
use super::event::{DrawWhy, GameEvent, LossCause, Outcome};
use super::object::{ObjectId, Slot, Status, Zone};
use super::setup::Ends;
use super::state::{GameState, Resume, StackItem, StackKind, Stage, Taken};

impl<S: Deref<Target = GameState>, L> Core<'_, S, L> {
    /// CR 104.3b to e, 810.8b: whether the player, and with them their team, can't lose the game.
    pub(crate) fn cant_lose(&self, seat: Seat) -> bool {
        let theirs =
            |mate: Seat| self.cant(mate, |e| if let StaticEffect::CantLose(whose) = e { Some(whose) } else { None });
        let team = self.s.turns.teams().of(seat);
        team.iter().any(|mate| self.s.this_turn.effects.unbeaten.contains(mate) || theirs(mate))
    }

    /// CR 104.2b: whether the player can't win the game by an effect.
    pub(crate) fn cant_win(&self, seat: Seat) -> bool {
        let theirs =
            |mate: Seat| self.cant(mate, |e| if let StaticEffect::CantWin(whose) = e { Some(whose) } else { None });
        let unbeaten = self.s.this_turn.effects.unbeaten;
        let team = self.s.turns.teams().of(seat);
        team.iter().any(theirs) || unbeaten.iter().any(|other| self.s.turns.are_opponents(other, seat))
    }
}

impl Engine<'_> {
    // ---- losing ----

    /// CR 704.3: all who lose by state-based actions lose at once; when nobody is left, the game is a draw (CR 104.4a).
    pub(super) fn lose_together(&mut self, losers: &[(Seat, LossCause)]) {
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
        let living = seats.iter().filter(|s| self.s.turns.is_living(**s) && !self.cant_lose(**s));
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

    /// Somebody has left. CR 104.2a, 104.2b: one player is left, or one team; or the house rule that this ends the game.
    fn settle_winner(&mut self) {
        let living = self.s.turns.living();
        let Some(winner) = living.iter().next() else { return };
        if living.without(self.s.turns.teams().of(winner)).is_empty() {
            self.finish(Outcome::Win { winner });
        } else if self.fix.rules.ends == Ends::FirstKnockOut {
            let outcome = self.ahead_in_life();
            self.finish(outcome);
        }
    }

    /// The player or team with the most life, if there is one.
    fn ahead_in_life(&self) -> Outcome {
        let living = || self.s.turns.living().iter();
        let most = living().map(|seat| self.s.players[seat].life).max();
        let ahead: SeatSet = living().filter(|seat| Some(self.s.players[*seat].life) == most).collect();
        match ahead.iter().next() {
            Some(winner) if ahead.without(self.s.turns.teams().of(winner)).is_empty() => Outcome::Win { winner },
            _ => Outcome::Draw { why: DrawWhy::Tied },
        }
    }

    /// CR 800.4a: what they own leaves, their control effects end, their abilities on the stack cease, the rest is exiled.
    fn leave(&mut self, seat: Seat, cause: LossCause) {
        self.s.players[seat].left = Some(cause);
        self.emit(GameEvent::PlayerLeft { seat, cause });
        self.take_back_question();
        self.take_cards_of(seat);
        let owned: Vec<Slot> = (0..self.s.objects.len() as u16)
            .filter(|slot| self.s.object(*slot).owner == seat && self.s.object(*slot).zone != Zone::Nowhere)
            .collect();
        // Others' abilities see all their permanents leave at once (CR 603.6c, 603.10a).
        for slot in owned.iter().filter(|slot| self.s.object(**slot).zone == Zone::Battlefield).collect::<Vec<_>>() {
            self.leave_announced(*slot, Zone::Nowhere);
        }
        for slot in owned {
            self.leave_with_owner(slot);
        }
        self.end_control_effects(seat);
        self.s.stack.retain(|item| item.controller != seat || matches!(item.kind, StackKind::Spell(_)));
        self.exile_what_they_control(seat);
        self.s.pending_triggers.retain(|w| w.controller != seat);
        self.s.delayed.retain(|d| d.trigger.controller != seat);
        self.s.entries.retain(|entry| entry.under != seat && self.s.objects[usize::from(entry.slot)].owner != seat);
        self.s.combat.to_block.retain(|s| *s != seat);
        self.s.commander_moves.retain(|(slot, ..)| self.s.objects[usize::from(*slot)].owner != seat);
        self.s.turns.leave(seat, self.log);
        self.phase_in_without(seat);
        self.monarch_leaves(seat);
        self.s.players[seat].venture = None;
        self.s.venturers.remove(seat);
        self.initiative_leaves(seat);
        self.s.stale = true;
        self.go_on_without(seat);
    }

    /// The library, hand and graveyard of a player who leaves: nothing notices those cards go.
    fn take_cards_of(&mut self, seat: Seat) {
        let s = &mut *self.s;
        let player = &mut s.players[seat];
        player.last_hand = player.hand.len() as u16;
        player.last_graveyard.clone_from(&player.graveyard);
        for slot in [&mut player.library, &mut player.hand, &mut player.graveyard].into_iter().flat_map(std::mem::take)
        {
            let object = &mut s.objects[usize::from(slot)];
            object.incarnation += 1;
            object.zone = Zone::Nowhere;
        }
        let objects = &s.objects;
        let is_there = |slot: Slot| objects[usize::from(slot)].zone != Zone::Nowhere;
        s.elsewhere.retain(|slot| is_there(*slot));
        s.statics.retain(|works| is_there(works.source));
        s.triggers.retain(|works| is_there(works.source));
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

    /// CR 800.4a: effects that gave the player control of something end; what they controlled goes back.
    fn end_control_effects(&mut self, seat: Seat) {
        while let Some(at) = self.s.taken.iter().rposition(|t| t.by == seat) {
            let Taken { object, from, .. } = self.s.taken.remove(at);
            for later in self.s.taken.iter_mut().filter(|t| t.object == object && t.from == seat) {
                later.from = from;
            }
            self.give_back(object, seat, from);
        }
        self.s.taken.retain(|t| t.from != seat);
    }

    /// A question that is pending as somebody leaves is taken back, as what it offers may have left with them: it is asked
    /// anew of whoever it concerns then, if it concerns anybody still (CR 800.4f to 800.4h). Each arm restores what was
    /// taken off as it was asked.
    fn take_back_question(&mut self) {
        let Some(pending) = self.s.pending.take() else { return };
        let actor = pending.decision.actor;
        match pending.resume {
            Resume::Mulligan | Resume::MulliganBottom if self.s.players[actor].left.is_some() => {
                self.s.players[actor].kept = true;
            }
            // A hand is nobody else's business.
            Resume::Mulligan | Resume::MulliganBottom => self.s.pending = Some(pending),
            Resume::Attackers | Resume::CleanupDiscard => self.s.stage = Stage::Actions(0),
            Resume::Blockers => self.s.combat.to_block.insert(0, actor),
            Resume::Damage => self.s.combat.to_divide.extend(pending.decision.source),
            Resume::Exert(id) => self.s.combat.to_exert.push(id),
            Resume::UntapType => {
                let chosen = &mut self.s.this_turn.untap_type_chosen;
                *chosen = chosen.without(SeatSet::only(actor));
            }
            Resume::Entry(entry) => self.s.entries.push(entry),
            Resume::CommanderZone(slot) => self.s.object_mut(slot).status.insert(Status::ASK_COMMANDER),
            Resume::CommanderMove(slot, to) => self.s.commander_moves.push((slot, to)),
            Resume::SpellDivision(spell) => self.s.undivided.push(spell),
            // What asked these stands where it stood, and asks again by itself.
            Resume::Priority
            | Resume::Skip
            | Resume::SkipTurnToUntap(_)
            | Resume::SkipDrawStep(_)
            | Resume::Untap
            | Resume::Legend
            | Resume::TriggerOrder
            | Resume::TriggerTarget
            | Resume::TriggerMode
            | Resume::TriggerDivision
            | Resume::Frame => {}
        }
    }

    fn exile_what_they_control(&mut self, seat: Seat) {
        let theirs: Vec<Slot> =
            self.s.battlefield.iter().copied().filter(|slot| self.s.object(*slot).controller == seat).collect();
        self.move_together(&theirs, Zone::Exile);
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
