//! Exerting attackers (CR 701.43).

use crate::cards::card::Card;
use crate::cards::keyword::Keywords;
use crate::turn::Seat;

use super::decision::{Choice, DecisionKind, Item, Shape};
use super::engine::Engine;
use super::happening::Happening;
use super::object::{ObjectId, Status};
use super::state::{About, Resume, Stage};

impl Engine<'_> {
    /// CR 508.1g: attackers have been declared; those that may be exerted are asked about before anything triggers.
    pub(super) fn declared(&mut self, attackers: Vec<(ObjectId, Seat)>) {
        let may = |id: &ObjectId| {
            let has = self.cat.card(self.s.object(id.slot).card).has;
            // CR 701.43b: what has been exerted may be so again, unless it says otherwise.
            has & Card::EXERT != 0 && (has & Card::EXERT_ONCE == 0 || !self.s.this_turn.exerted.contains(id))
        };
        self.s.combat.to_exert = attackers.iter().map(|(id, _)| *id).filter(may).collect();
        self.s.combat.declared = attackers;
        self.s.stage = Stage::Actions(1);
    }

    pub(super) fn ask_exert(&mut self) {
        let Some(id) = self.s.combat.to_exert.pop() else { return self.attack_triggers() };
        self.s.stage = Stage::Actions(1);
        // Its controller may have left since it was declared.
        let Some(seat) = self.s.permanent(id).map(|object| object.controller) else { return };
        let shape = Shape::One(vec![Item::Yes, Item::No]);
        self.ask_about(seat, DecisionKind::May, Some(id), shape, Choice::option(0), Resume::Exert(id));
    }

    /// CR 701.43a: it won't untap during its controller's next untap step.
    pub(super) fn exert(&mut self, id: ObjectId) {
        if self.s.permanent(id).is_some() {
            self.s.object_mut(id.slot).status.insert(Status::FROZEN);
            self.s.this_turn.exerted.push(id);
            self.s.combat.exerted.push(id);
        }
    }

    /// CR 702.147a: as it attacks, an ability triggers by which it is sacrificed at end of combat.
    fn decay(&mut self, id: ObjectId) {
        let Some(object) = self.s.permanent(id).copied().filter(|o| o.has(Keywords::DECAYED)) else { return };
        let about = About { object: Some(id), player: None, number: 0 };
        self.trigger_unprinted(self.cat.decays, object.controller, object.card, about, 0);
    }

    fn attack_triggers(&mut self) {
        let (attackers, exerted) =
            (std::mem::take(&mut self.s.combat.declared), std::mem::take(&mut self.s.combat.exerted));
        if attackers.is_empty() {
            return;
        }
        let by = self.active();
        self.refresh();
        let powers: Vec<(Seat, i32)> =
            self.s.turns.active_team().iter().map(|seat| (seat, self.attacking_power(&attackers, seat))).collect();
        let declared: Vec<ObjectId> = attackers.iter().map(|(id, _)| *id).collect();
        self.happened(&Happening::Attacked { attackers, by });
        for id in &declared {
            self.decay(*id);
        }
        for seat in self.s.turns.active_team().iter() {
            let n = declared.iter().filter(|id| self.s.object(id.slot).controller == seat).count() as u16;
            if n > 0 {
                self.s.this_turn.attackers.push((seat, n));
            }
        }
        for (seat, power) in powers {
            match self.s.this_turn.attacked_with.iter_mut().find(|(s, _)| *s == seat) {
                Some((_, most)) => *most = power.max(*most),
                None => self.s.this_turn.attacked_with.push((seat, power)),
            }
        }
        for id in exerted {
            self.happened(&Happening::Exerted(id));
        }
    }
}
