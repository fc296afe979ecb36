//! What asks the pending question, and numbers and conditions as the deciding player would work them out: all of it public.

use crate::cards::effect::{AbilityId, AmountId, CardId, ConditionId, CostId, EffectId, How};
use crate::game::decision::{DecisionKind, Item, Shape};
use crate::game::filter::Viewpoint;
use crate::game::mana::{Bill, UsedFor};
use crate::game::object::{ObjectId, Target, Zone};
use crate::game::state::Resume;
use crate::turn::Seat;

use super::{PlayerView, SeenObject};

/// What asks the pending question, when a card does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Asking {
    /// An instruction of an effect that is being performed.
    Instruction {
        /// Where it stands in the catalog's arena.
        at: EffectId,
        /// The effect's source.
        source: ObjectId,
        /// Who controls the effect.
        controller: Seat,
    },
    /// A modal triggered ability that is put on the stack, for its mode.
    Mode {
        /// Which ability.
        ability: AbilityId,
        /// The ability's source.
        source: ObjectId,
    },
    /// An effect that has copied a spell, for a new target of the copy (CR 707.10c).
    NewTarget {
        /// The copy.
        copy: ObjectId,
        /// The target's number, from 0.
        nth: u8,
    },
    /// A triggered ability that is put on the stack, for a target.
    Target {
        /// Which ability.
        ability: AbilityId,
        /// The target's number, from 0.
        nth: u8,
        /// The ability's source.
        source: ObjectId,
    },
}

impl PlayerView {
    /// What asks the pending question: an effect or a trigger; `None` for what the rules ask by themselves.
    #[must_use]
    pub fn asking(&self) -> Option<Asking> {
        let decision = self.decision()?;
        match self.state.pending.as_ref()?.resume {
            Resume::Frame => {
                let frame = self.state.frames.last()?;
                if let Some((copy, nth)) = self.rules().next_new_target()
                    && decision.kind == DecisionKind::Target
                {
                    return Some(Asking::NewTarget { copy, nth: nth as u8 });
                }
                Some(Asking::Instruction { at: frame.at, source: frame.source, controller: frame.controller })
            }
            Resume::TriggerTarget => {
                let pending = self.state.pending_triggers.first()?;
                let crate::game::state::StackKind::Triggered { source, ability } = pending.kind else { return None };
                Some(Asking::Target { ability, nth: pending.targets.len() as u8, source })
            }
            Resume::TriggerMode => {
                let pending = self.state.pending_triggers.first()?;
                let crate::game::state::StackKind::Triggered { source, ability } = pending.kind else { return None };
                Some(Asking::Mode { ability, source })
            }
            _ => None,
        }
    }

    /// Target number n of the effect that is being performed, or of the trigger whose targets are being chosen.
    #[must_use]
    pub fn asking_target(&self, n: u8) -> Option<Target> {
        if self.state.pending.as_ref().is_some_and(|pending| pending.resume == Resume::TriggerTarget) {
            return self.state.pending_triggers.first()?.targets.get(usize::from(n)).copied().flatten();
        }
        self.state.frames.last()?.targets.get(usize::from(n)).copied().flatten()
    }

    /// The objects among the options of the pending question, with their indices.
    pub fn offered(&self) -> impl Iterator<Item = (u16, SeenObject)> + '_ {
        self.options().iter().enumerate().filter_map(|(at, item)| match item {
            Item::Object(id) => self.state.get(*id).map(|_| (at as u16, self.seen(id.slot))),
            _ => None,
        })
    }

    /// The options of the pending question, if it has a list of them.
    fn options(&self) -> &[Item] {
        match self.decision().map(|d| &d.shape) {
            Some(Shape::One(options) | Shape::Some { options, .. } | Shape::Order(options)) => options,
            Some(Shape::Assign { items, .. }) => items,
            _ => &[],
        }
    }

    /// Whether the pending question shows the seat cards that it may not see otherwise: of a library, even if they are there to
    /// be played, and of another's hand.
    #[must_use]
    pub fn shows_hidden(&self) -> bool {
        let hidden = |item: &Item| {
            item.object().and_then(|id| self.state.get(id)).is_some_and(|object| match object.zone {
                Zone::Library => true,
                Zone::Hand => self.are_opponents(object.owner, self.seat),
                _ => false,
            })
        };
        let looks_in = self.decision().is_some_and(|d| self.are_opponents(d.actor, self.seat));
        looks_in || self.options().iter().any(hidden)
    }

    /// The card of a triggered ability that waits to be put on the stack, by its number; none where the rules themselves made it
    /// trigger.
    #[must_use]
    pub fn waiting_trigger(&self, n: u16) -> Option<CardId> {
        self.state.pending_triggers.get(usize::from(n)).and_then(|pending| pending.card.known())
    }

    /// An amount from the point of view of who decides, with that X, for a source that may be seen; 0 otherwise.
    #[must_use]
    pub fn amount(&self, amount: AmountId, source: ObjectId, x: i32) -> i32 {
        self.amount_paid(amount, source, x, None)
    }

    /// Whether a condition holds from the point of view of who controls that permanent. For conditions on what lies open alone:
    /// who controls it sees more than this seat.
    pub(crate) fn holds_for(&self, condition: ConditionId, source: &SeenObject) -> bool {
        self.object(source.id).is_some() && self.rules().holds(condition, &Viewpoint::of(source.controller, source.id))
    }

    /// The same for a spell that is about to be cast, kicked so often (CR 702.33d).
    pub(crate) fn amount_paid(&self, amount: AmountId, source: ObjectId, x: i32, kicked: Option<u8>) -> i32 {
        if self.object(source).is_none() {
            return 0;
        }
        self.rules().amount(amount, &Viewpoint { x, kicked, ..Viewpoint::of(self.actor, source) })
    }

    /// Whether a condition holds from the point of view of who decides, for a source that may be seen.
    #[must_use]
    pub fn holds(&self, condition: ConditionId, source: ObjectId, x: i32) -> bool {
        self.holds_paid(condition, source, x, None)
    }

    /// The same for a spell that is about to be cast, kicked so often (CR 702.33d).
    pub(crate) fn holds_paid(&self, condition: ConditionId, source: ObjectId, x: i32, kicked: Option<u8>) -> bool {
        self.object(source).is_some()
            && self.rules().holds(condition, &Viewpoint { x, kicked, ..Viewpoint::of(self.actor, source) })
    }

    /// How often an ability of an object has been activated this turn.
    #[must_use]
    pub fn activations(&self, source: ObjectId, ability: AbilityId) -> u8 {
        self.rules().uses(source, ability)
    }

    /// Whether a loyalty ability of the permanent has been activated this turn (CR 606.3).
    #[must_use]
    pub fn loyalty_used(&self, source: ObjectId) -> bool {
        self.rules().loyalty_used(source)
    }

    /// Whether whoever acts could pay the mana of that cost now.
    #[must_use]
    pub fn could_pay_mana(&self, cost: CostId) -> bool {
        let bill = Bill::of(&self.catalog().cost(cost).mana, 0);
        self.rules().plan_payment(self.actor, bill, &[]).is_some()
    }

    /// How many mana casting the card with that X would cost now: with commander tax and what makes spells cost more or
    /// less. `None` when the deciding player may not see it or it has no cost.
    #[must_use]
    pub fn casting_cost(&self, id: ObjectId, how: How, x: u16) -> Option<u16> {
        self.object(id)?;
        self.rules().spell_price(self.actor, id, how).map(|price| price.at(x).mana_value().min(u16::MAX.into()) as u16)
    }

    /// Whether whoever acts could pay the mana of casting the card so now, X being 0. False when the deciding player may not see
    /// it or it has no cost.
    #[must_use]
    pub fn could_pay_to_cast(&self, id: ObjectId, how: How) -> bool {
        let rules = self.rules();
        let price = self.object(id).and_then(|_| rules.spell_price(self.actor, id, how));
        price.is_some_and(|price| {
            rules.plan_payment_for(self.actor, price.at(0), &[], UsedFor::Spell(id, how)).is_some()
        })
    }

    /// Mulligans a seat has taken.
    #[must_use]
    pub fn mulligans(&self, seat: Seat) -> u8 {
        self.state.players[seat].mulligans
    }

    /// Whether there are cards that this seat may use, or could with mana or a target, from exile or a graveyard.
    #[must_use]
    pub fn has_cards_elsewhere(&self) -> bool {
        let mine = |seat| seat == self.actor;
        self.state.permits.iter().any(|p| mine(p.seat))
            || self.state.elsewhere.iter().any(|slot| mine(self.state.object(*slot).owner))
            || self.state.foretold.iter().any(|(id, _)| mine(self.state.object(id.slot).owner))
    }

    /// The other living seats in turn order, from the one after the active player's (CR 101.4).
    pub fn seats_to_come(&self) -> impl Iterator<Item = Seat> + '_ {
        let (seats, active) = (self.seats(), self.turn().active);
        (1..seats).map(move |n| Seat(((active.index() + n) % seats) as u8)).filter(|seat| self.is_living(*seat))
    }

    /// The seat after the active player's in turn order.
    #[must_use]
    pub fn next_seat(&self) -> Seat {
        self.state.turns.next_living(self.state.turns.turn().active)
    }
}
