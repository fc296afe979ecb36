//! The table as an onlooker has it in mind: as it was before a piece of the game and as it is after it. From the two comes
//! what events don't tell: whose a permanent was, what a spell targets, what was drawn.

use crate::cards::effect::CardId;
use crate::cards::type_line::Types;
use crate::game::{Game, GameEvent, GameState, ObjectId, Remark, Target, Zone};
use crate::turn::{Seat, SeatSet, TurnEvent};

/// What is remembered of the table.
#[derive(Debug, Clone, Default)]
pub(super) struct Seen {
    /// By slot.
    objects: Vec<Thing>,
    /// The bottom first.
    pub(super) stack: Vec<Item>,
    /// By seat.
    hands: Vec<Vec<ObjectId>>,
    /// Whose effect is in progress.
    pub(super) working: Option<Seat>,
}

/// An object as it was.
#[derive(Debug, Clone, Copy)]
pub(super) struct Thing {
    id: ObjectId,
    /// The card that it is, of what has become something else the token that describes that.
    card: CardId,
    /// The card whose name it has (CR 201.2).
    pub(super) named: CardId,
    /// Its controller; its owner where nobody controls it.
    pub(super) whose: Seat,
    zone: Zone,
    types: Types,
    power: i16,
    toughness: i16,
}

/// A spell or ability on the stack.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Item {
    serial: u32,
    source: ObjectId,
    card: CardId,
    pub(super) x: i32,
    pub(super) controller: Seat,
    pub(super) targets: Vec<Target>,
}

impl Seen {
    /// Takes in the table as it is.
    pub(super) fn look(&mut self, game: &Game) {
        let state = game.state();
        self.objects.clear();
        self.objects.extend((0..state.objects.len()).map(|slot| thing(game, slot)));
        self.stack = items(state);
        self.hands.clear();
        self.hands.extend(state.players.values().iter().map(|p| p.hand.iter().map(|slot| state.id(*slot)).collect()));
        // A question that an effect asks last is asked when the rest of its work is done.
        let asked = || state.pending.as_ref().filter(|p| p.decision.source.is_some()).map(|p| p.decision.actor);
        self.working = state.frames.first().or(state.soon.last()).map(|frame| frame.controller).or_else(asked);
    }
}

fn thing(game: &Game, slot: usize) -> Thing {
    let object = &game.state().objects[slot];
    let id = game.state().id(slot as u16);
    Thing {
        id,
        card: object.card,
        named: game.named(id).unwrap_or(object.card),
        whose: object.controller,
        zone: object.zone,
        types: object.types,
        power: object.power,
        toughness: object.toughness,
    }
}

fn items(state: &GameState) -> Vec<Item> {
    let all = state.stack.iter().map(|item| Item {
        serial: item.serial,
        source: item.source(),
        card: item.card,
        x: item.x,
        controller: item.controller,
        targets: item.targets.iter().flatten().copied().collect(),
    });
    all.collect()
}

/// A piece of a game: what happened in it, the table before and after.
pub(super) struct Piece<'a> {
    pub(super) events: &'a [GameEvent],
    pub(super) before: &'a Seen,
    pub(super) after: &'a Seen,
    pub(super) game: &'a Game,
}

impl Piece<'_> {
    pub(super) fn state(&self) -> &GameState {
        self.game.state()
    }

    // ---- objects ----

    /// The object of that id, as it is or as it last was.
    pub(super) fn thing(&self, id: ObjectId) -> Option<Thing> {
        let slot = usize::from(id.slot);
        let of = |seen: &Seen| seen.objects.get(slot).filter(|thing| thing.id == id).copied();
        let last_known = || {
            let last = self.state().last_known.iter().rev().find(|last| last.id == id)?;
            let there = self.after.objects.get(slot)?;
            Some(Thing { card: last.object.card, named: last.object.card, whose: last.object.controller, ..*there })
        };
        of(self.after).or_else(|| of(self.before)).or_else(last_known).or_else(|| self.after.objects.get(slot).copied())
    }

    /// The card whose name an object has, of which an event tells that it is that card: not what an effect has made of it.
    pub(super) fn named(&self, id: ObjectId, card: CardId) -> CardId {
        self.thing(id).filter(|thing| thing.card == card).map_or(card, |thing| thing.named)
    }

    /// The card whose ability on the stack that is, or was.
    pub(super) fn card_of_ability(&self, id: ObjectId) -> Option<CardId> {
        let serial = id.ability()?;
        let item = self.before.stack.iter().chain(&self.after.stack).find(|item| item.serial == serial)?;
        Some(self.named(item.source, item.card))
    }

    /// What moved and has that id now, as it was before.
    pub(super) fn moved(&self, id: ObjectId, from: Zone) -> Option<Thing> {
        self.before.objects.get(usize::from(id.slot)).filter(|thing| thing.zone == from).copied()
    }

    /// Permanents that have come under somebody else's control.
    pub(super) fn taken(&self) -> impl Iterator<Item = Thing> + '_ {
        let both = self.before.objects.iter().zip(&self.after.objects);
        let taken = |(was, is): &(&Thing, &Thing)| {
            was.id == is.id && is.zone == Zone::Battlefield && was.zone == is.zone && was.whose != is.whose
        };
        both.filter(taken).map(|(_, is)| *is)
    }

    /// Cards that are in that player's hand and were not, drawn ones as far as events tell.
    pub(super) fn drawn(&self, seat: Seat) -> Vec<CardId> {
        let had = self.before.hands.get(seat.index()).map_or(&[][..], Vec::as_slice);
        let otherwise = |id: &ObjectId| {
            self.events.iter().any(|e| matches!(e, GameEvent::ZoneChanged { object, .. } if object == id))
        };
        let new = self.after.hands[seat.index()].iter().filter(|id| !had.contains(id) && !otherwise(id));
        new.filter_map(|id| self.after.objects.get(usize::from(id.slot))).map(|thing| thing.named).collect()
    }

    /// Whether it was on the stack, as a spell.
    pub(super) fn was_spell(&self, id: ObjectId) -> bool {
        self.moved(id, Zone::Stack).is_some_and(|thing| thing.id == id)
    }

    // ---- the stack ----

    /// The spell or ability that the event at that place tells to have been put on the stack, and at which place from the
    /// bottom it is there.
    pub(super) fn put(&self, at: usize) -> Option<(usize, &Item)> {
        let what = put(&self.events[at])?;
        let earlier = self.events[..at].iter().filter(|event| put(event) == Some(what)).count();
        let old = |item: &Item| self.before.stack.iter().any(|earlier| earlier.serial == item.serial);
        let new = self.after.stack.iter().enumerate().filter(|(_, item)| !old(item));
        new.filter(|(_, item)| (item.source, item.card) == what).nth(earlier)
    }

    /// The spell or ability of that source that has left the stack, with its targets that were legal as it resolved.
    pub(super) fn resolved(&self, source: ObjectId, card: CardId) -> Option<Item> {
        let there = |item: &Item| self.after.stack.iter().any(|other| other.serial == item.serial);
        let is_it = |item: &&Item| (item.source, item.card) == (source, card) && !there(item);
        let item = self.before.stack.iter().rev().find(is_it)?.clone();
        let mut work = self.state().frames.iter().filter(|frame| frame.source == source).peekable();
        if work.peek().is_none() {
            return Some(item);
        }
        let targets = work.flat_map(|frame| frame.targets.iter().flatten().copied()).collect();
        Some(Item { targets, ..item })
    }

    // ---- whom it is about ----

    fn holder(&self, id: ObjectId) -> SeatSet {
        self.thing(id).map_or(SeatSet::EMPTY, |thing| SeatSet::only(thing.whose))
    }

    pub(super) fn aimed_at(&self, targets: &[Target]) -> SeatSet {
        let whom = |target: &Target| match *target {
            Target::Player(seat) => SeatSet::only(seat),
            Target::Object(id) => self.holder(id),
        };
        targets.iter().map(whom).fold(SeatSet::EMPTY, SeatSet::or)
    }

    /// Whom an event is about: who does it, whom it happens to, or to whose permanents; everybody, where it is about the
    /// game.
    pub(super) fn about(&self, event: &GameEvent) -> SeatSet {
        let everybody = SeatSet::first(self.state().players.seats());
        let (only, of) = (SeatSet::only, |id| self.holder(id));
        match *event {
            GameEvent::GameSetUp { .. } | GameEvent::GameOver { .. } | GameEvent::Scripted { .. } => everybody,
            GameEvent::MulliganTaken { seat, .. }
            | GameEvent::Kept { seat, .. }
            | GameEvent::LibraryShuffled { seat }
            | GameEvent::GameBegan { starting: seat }
            | GameEvent::LandPlayed { seat, .. }
            | GameEvent::SpellCast { seat, .. }
            | GameEvent::AbilityActivated { seat, .. }
            | GameEvent::ManaAbilityActivated { seat, .. }
            | GameEvent::AbilityTriggered { seat, .. }
            | GameEvent::Resolved { seat, .. }
            | GameEvent::Fizzled { seat, .. }
            | GameEvent::LifeChanged { seat, .. }
            | GameEvent::PoisonChanged { seat, .. }
            | GameEvent::CardDrawn { seat }
            | GameEvent::DrewFromEmptyLibrary { seat }
            | GameEvent::TokenCreated { seat, .. }
            | GameEvent::CoinFlipped { seat, .. }
            | GameEvent::DieRolled { seat, .. }
            | GameEvent::ExperienceChanged { seat, .. }
            | GameEvent::Scried { seat, .. }
            | GameEvent::Discarded { seat, .. }
            | GameEvent::EnergyChanged { seat, .. }
            | GameEvent::Revealed { seat, .. }
            | GameEvent::Foretold { seat, .. }
            | GameEvent::Voted { seat, .. }
            | GameEvent::PlayerLeft { seat, .. }
            | GameEvent::TurnedFaceUp { seat, .. }
            | GameEvent::MonarchChanged { seat }
            | GameEvent::InitiativeTaken { seat }
            | GameEvent::RoomEntered { seat, .. }
            | GameEvent::SpellCopied { seat, .. }
            | GameEvent::PhasedOut { seat, .. }
            | GameEvent::PhasedIn { seat, .. }
            | GameEvent::AbilityCopied { seat, .. }
            | GameEvent::EmblemCreated { seat, .. }
            | GameEvent::Remark(
                Remark::Sacrificed { seat, .. }
                | Remark::ManaLeft { seat, .. }
                | Remark::Suspended { seat, .. }
                | Remark::Drawn { seat, .. },
            ) => only(seat),
            GameEvent::DecisionMade { seat, by, .. } | GameEvent::Refused { seat, by, .. } => only(seat).or(only(by)),
            GameEvent::AttackerDeclared { object, defender, .. } => of(object).or(only(defender)),
            GameEvent::PlaneswalkerAttacked { object, planeswalker, .. } => of(object).or(of(planeswalker)),
            GameEvent::BlockerDeclared { object, attacker, .. } => of(object).or(of(attacker)),
            GameEvent::DamageDealt { by, to, .. } => only(by).or(self.aimed_at(&[to])),
            GameEvent::ZoneChanged { object, owner, from, .. } => {
                only(owner).or(of(object)).or(self.moved(object, from).map_or(SeatSet::EMPTY, |was| only(was.whose)))
            }
            GameEvent::Countered { object, .. }
            | GameEvent::Transformed { object, .. }
            | GameEvent::BecameCopy { object, .. }
            | GameEvent::CountersChanged { object, .. }
            | GameEvent::Tapped { object }
            | GameEvent::Untapped { object } => of(object),
            GameEvent::Attached { object, to } => of(object).or(of(to)),
            GameEvent::Turn(ref event) => self.about_turns(event),
        }
    }

    fn about_turns(&self, event: &TurnEvent) -> SeatSet {
        let only = SeatSet::only;
        match *event {
            TurnEvent::TurnBegan { seat, controller, .. } => only(seat).or(controller.map_or(SeatSet::EMPTY, only)),
            TurnEvent::TurnSkipped { seat, .. }
            | TurnEvent::TurnLost { seat, .. }
            | TurnEvent::TurnNotBegun { seat }
            | TurnEvent::PhaseSkipped { seat, .. }
            | TurnEvent::StepSkipped { seat, .. }
            | TurnEvent::ExtraTurnGranted { seat, .. }
            | TurnEvent::SkipCreated { seat, .. }
            | TurnEvent::PriorityGiven { seat }
            | TurnEvent::Passed { seat, .. }
            | TurnEvent::TimeSpent { seat, .. }
            | TurnEvent::TimeLimitExceeded { seat } => only(seat),
            TurnEvent::TurnControlled { seat, by } | TurnEvent::PhaseControlled { seat, by, .. } => {
                only(seat).or(only(by))
            }
            TurnEvent::TurnOrderReversed => SeatSet::first(self.state().players.seats()),
            TurnEvent::PhaseBegan { .. }
            | TurnEvent::StepBegan { .. }
            | TurnEvent::PhaseAdded { .. }
            | TurnEvent::AddedPhaseLost { .. }
            | TurnEvent::StepAdded { .. }
            | TurnEvent::SkipExpired { .. }
            | TurnEvent::TurnEndedEarly { .. }
            | TurnEvent::CombatEndedEarly { .. } => only(self.state().turns.turn().active),
        }
    }
}

impl Thing {
    pub(super) fn is_creature(&self) -> bool {
        self.types.contains(Types::CREATURE)
    }

    pub(super) fn is_permanent(&self) -> bool {
        self.zone == Zone::Battlefield
    }

    pub(super) const fn size(&self) -> (i16, i16) {
        (self.power, self.toughness)
    }
}

/// What an event tells to have been put on the stack.
const fn put(event: &GameEvent) -> Option<(ObjectId, CardId)> {
    match *event {
        GameEvent::SpellCast { object: source, card, .. }
        | GameEvent::AbilityActivated { source, card, .. }
        | GameEvent::AbilityTriggered { source, card, .. } => Some((source, card)),
        _ => None,
    }
}
