//! The monarch (CR 724), and ward (CR 702.21): triggered abilities that no object has printed in so many words.

use crate::cards::ability::StaticEffect;
use crate::cards::effect::{CardId, EffectId};
use crate::turn::{Seat, Step};

use super::engine::Engine;
use super::event::GameEvent;
use super::object::{ObjectId, Target};
use super::state::{About, Chosen, StackKind, Waiting};
use super::trigger::Happening;

/// Abilities of rules have no source (CR 724.2).
const NO_SOURCE: ObjectId = ObjectId { slot: u16::MAX, incarnation: 0 };

impl Engine<'_> {
    /// CR 724.1, 724.3: there is one monarch.
    pub(crate) fn become_monarch(&mut self, seat: Seat, card: CardId) {
        if self.s.monarch.is_none_or(|(monarch, _)| monarch != seat) && self.s.turns.is_living(seat) {
            self.s.monarch = Some((seat, card));
            self.log.unsettle();
            self.emit(GameEvent::MonarchChanged { seat });
        }
    }

    /// CR 724.2: the monarch draws in their end step; whose creature deals combat damage to the monarch becomes it.
    pub(super) fn monarch_triggers(&mut self, what: &Happening) {
        let Some((monarch, card)) = self.s.monarch else { return };
        let [draws, changes] = self.cat.monarch;
        match what {
            Happening::StepBegan(Step::End) if self.s.turns.is_active(monarch) => {
                self.wait_for(draws, monarch, card, About::default(), 0);
            }
            Happening::CombatDamage(damage) => {
                for (id, to, _) in damage.iter().filter(|(_, to, _)| *to == monarch) {
                    let by = self.s.recall(*id).map(|o| o.controller);
                    let about = About { object: Some(*id), player: by, number: 0 };
                    self.wait_for(changes, *to, card, about, 0);
                }
            }
            _ => {}
        }
    }

    /// CR 724.4: the active player, or the next player in turn order, when the monarch leaves.
    pub(super) fn monarch_leaves(&mut self, seat: Seat) {
        let Some((_, card)) = self.s.monarch.filter(|(monarch, _)| *monarch == seat) else { return };
        let active = self.active();
        let next = if self.s.turns.is_living(active) { active } else { self.s.turns.next_living(active) };
        self.s.monarch = None;
        self.become_monarch(next, card);
    }

    /// CR 702.21a: what an opponent targets is countered unless they pay. The spell or ability is about to go on the stack.
    pub(super) fn ward_triggers(&mut self, by: Seat, target: ObjectId) {
        let Some(controller) = self.s.permanent(target).map(|o| o.controller) else { return };
        if !self.s.turns.are_opponents(by, controller) {
            return;
        }
        let wards: Vec<u8> = self
            .statics(|effect| if let StaticEffect::Ward(filter, n) = effect { Some((filter, n)) } else { None })
            .filter(|(source, (filter, _))| self.passes_for(*filter, target.slot, *source))
            .map(|(_, (_, n))| n)
            .collect();
        let (card, height) = (self.s.object(target.slot).card, self.s.stack.len() as i32);
        for n in wards {
            let about = About { object: Some(target), player: Some(by), number: height };
            self.wait_for(self.cat.ward, controller, card, about, n.into());
        }
    }

    /// Counters the spell or ability that stands at that height of the stack, if its controller is still that player.
    pub(super) fn counter_at(&mut self, height: i32, by: Option<Seat>) {
        let Some(item) = usize::try_from(height).ok().and_then(|at| self.s.stack.get(at)) else { return };
        if Some(item.controller) != by {
            return;
        }
        match item.kind {
            StackKind::Spell(id) => self.counter_on_stack(id, crate::cards::effect::Destination::Graveyard),
            _ => {
                self.s.stack.remove(height as usize);
                self.log.unsettle();
            }
        }
    }

    fn wait_for(&mut self, effect: EffectId, controller: Seat, card: CardId, about: About, x: i32) {
        self.s.waiting.push(Waiting {
            kind: StackKind::Delayed { source: NO_SOURCE, effect },
            card,
            controller,
            about,
            x,
            targets: Chosen::new(),
            them: Vec::new(),
            divided: Vec::new(),
            ordered: false,
            aimed: false,
        });
    }
}

/// The objects among targets.
pub(super) fn objects_among(targets: &Chosen) -> Vec<ObjectId> {
    let object = |t: &Target| if let Target::Object(id) = t { Some(*id) } else { None };
    targets.iter().flatten().filter_map(object).collect()
}
