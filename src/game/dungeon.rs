//! The initiative (CR 726) and the dungeon that it leads into, the Undercity (CR 309, 701.49).
//!
//! A dungeon is an object in the command zone; its rooms are triggered abilities, which trigger as the venture marker moves into
//! them (CR 309.4c).

use std::ops::Deref;

use serde::{Deserialize, Serialize};

use crate::cards::ability::UNDERCITY_ROOMS;
use crate::cards::effect::CardId;
use crate::turn::{Seat, Step};

use super::engine::{Core, Engine};
use super::event::GameEvent;
use super::happening::Happening;
use super::object::{ObjectId, Zone};
use super::state::{About, GameState, StackKind};

/// A dungeon that a player is in, and the room with their venture marker, from 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Venture {
    pub(crate) dungeon: ObjectId,
    pub(crate) room: u8,
}

/// The rooms of the Undercity in printed order, and to which rooms each leads.
const UNDERCITY: [(&str, &[u8]); UNDERCITY_ROOMS as usize] = [
    ("Secret Entrance", &[2, 3]),
    ("Forge", &[4, 5]),
    ("Lost Well", &[5, 6]),
    ("Trap!", &[7]),
    ("Arena", &[7, 8]),
    ("Stash", &[8]),
    ("Archives", &[9]),
    ("Catacombs", &[9]),
    ("Throne of the Dead Three", &[]),
];

const FIRST: u8 = 1;

/// The name of a room of the Undercity, numbered from 1.
pub(crate) fn room_name(room: u8) -> &'static str {
    UNDERCITY.get(usize::from(room).wrapping_sub(1)).map_or("a room", |(name, _)| name)
}

impl<S: Deref<Target = GameState>, L> Core<'_, S, L> {
    /// Into which rooms the player's venture marker can move; the first one where they are in no dungeon (CR 701.49a, b).
    pub(super) fn rooms_ahead(&self, seat: Seat) -> &'static [u8] {
        match self.s.players[seat].venture {
            Some(Venture { room, .. }) if room != UNDERCITY_ROOMS => UNDERCITY[usize::from(room) - 1].1,
            // CR 701.49c: out of the last room into a new dungeon.
            _ => &[FIRST],
        }
    }
}

impl Engine<'_> {
    /// CR 726.1, 726.3, 726.5: one player has the initiative; whoever takes it ventures, even if it was theirs.
    pub(super) fn take_initiative(&mut self, seat: Seat, card: CardId) {
        if !self.s.turns.is_living(seat) {
            return;
        }
        self.s.initiative = Some((seat, card));
        self.log.forget_known();
        self.emit(GameEvent::InitiativeTaken { seat });
        let [ventures, _] = self.cat.initiative;
        self.trigger_unprinted(ventures, seat, card, About::default(), 0);
    }

    /// CR 726.2: who has the initiative ventures in their upkeep; whose creatures deal combat damage to them takes it.
    pub(super) fn initiative_triggers(&mut self, what: &Happening) {
        let Some((holder, card)) = self.s.initiative else { return };
        let [ventures, takes] = self.cat.initiative;
        match what {
            Happening::StepBegan(Step::Upkeep) if self.s.turns.is_active(holder) => {
                self.trigger_unprinted(ventures, holder, card, About::default(), 0);
            }
            Happening::CombatDamage(damage) => {
                // One or more creatures of a player: once for each such player.
                let mut by: Vec<Seat> = Vec::new();
                for (id, ..) in damage.iter().filter(|(_, to, _)| *to == holder) {
                    let seat = self.s.recall(*id).map(|o| o.controller);
                    by.extend(seat.filter(|seat| !by.contains(seat)));
                }
                for seat in by {
                    let about = About { object: None, player: Some(seat), number: 0 };
                    self.trigger_unprinted(takes, holder, card, about, 0);
                }
            }
            _ => {}
        }
    }

    /// CR 726.4: the active player, or the next player in turn order, when who has the initiative leaves.
    pub(super) fn initiative_leaves(&mut self, seat: Seat) {
        let Some((_, card)) = self.s.initiative.filter(|(holder, _)| *holder == seat) else { return };
        self.s.initiative = None;
        self.take_initiative(self.heir(), card);
    }

    /// CR 309.5, 701.49: the player's venture marker moves into that room of the Undercity, of a new one if they are in none.
    pub(super) fn enter_room(&mut self, seat: Seat, room: u8) {
        if let Some(venture) = self.s.players[seat].venture.filter(|_| room == FIRST) {
            self.complete_dungeon(seat, venture.dungeon);
        }
        let dungeon = match self.s.players[seat].venture {
            Some(venture) => Some(venture.dungeon),
            None => self.cat.find_token("Undercity").and_then(|card| self.create_emblem(seat, card)),
        };
        let Some(dungeon) = dungeon else { return };
        self.s.players[seat].venture = Some(Venture { dungeon, room });
        self.s.venturers.insert(seat);
        self.log.forget_known();
        self.emit(GameEvent::RoomEntered { seat, room });
        self.happened(&Happening::RoomEntered { dungeon, room });
    }

    /// CR 309.6, 704.5t: a dungeon is completed once the ability of its last room has left the stack. True when one was.
    pub(super) fn complete_dungeons(&mut self) -> bool {
        let last = |venture: &Venture| venture.room == UNDERCITY_ROOMS;
        for seat in self.s.venturers.iter() {
            let Some(Venture { dungeon, .. }) = self.s.players[seat].venture.filter(last) else { continue };
            let of_it = |kind: StackKind| matches!(kind, StackKind::Triggered { source, .. } if source == dungeon);
            let waits = self.s.pending_triggers.iter().any(|waiting| of_it(waiting.kind))
                || self.s.stack.iter().any(|item| of_it(item.kind))
                || self.s.frames.iter().any(|frame| frame.source == dungeon);
            if !waits {
                self.complete_dungeon(seat, dungeon);
                return true;
            }
        }
        false
    }

    /// It leaves the game (CR 309.6).
    fn complete_dungeon(&mut self, seat: Seat, dungeon: ObjectId) {
        self.s.venturers.remove(seat);
        let player = &mut self.s.players[seat];
        player.venture = None;
        player.dungeons = player.dungeons.saturating_add(1);
        self.leave_zone(dungeon.slot);
        // They are listed as those of a permanent, as an emblem's are.
        self.s.triggers.retain(|works| works.source != dungeon.slot);
        let object = self.s.object_mut(dungeon.slot);
        object.incarnation += 1;
        object.zone = Zone::Nowhere;
        self.s.stale = true;
        self.log.forget_known();
    }
}
