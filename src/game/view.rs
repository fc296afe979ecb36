//! What a seat may see: the only place that hides.
//!
//! A view is the whole state behind private fields; its methods show what the decider and the actor may see (CR 723.4).
//! It derives neither `Debug` nor `Serialize`, so that nothing leaks.

mod asking;
mod seen;

use std::sync::Arc;

use crate::cards::ability::Ability;
use crate::cards::card::Card;
use crate::cards::catalog::Catalog;
use crate::cards::effect::{CardId, CounterKind, How};
use crate::cards::keyword::Keywords;
use crate::cards::type_line::Types;
use crate::turn::{Phase, Seat, SkipScope, Skippable, Step, Turn};

use super::decision::{Choice, Decision, IllegalChoice, Item, Need};
use super::engine::{Fixed, Reader};
use super::object::{Object, ObjectId, Status, Target, Zone};
use super::setup::Ends;
use super::state::{Deed, GameState, StackKind};
use super::state_based::deadly_poison;
use super::stops::Stops;

pub use asking::Asking;

/// The table as a seat may see it.
pub struct PlayerView {
    state: Arc<GameState>,
    fixed: Arc<Fixed>,
    seat: Seat,
    actor: Seat,
}

/// What is about to begin.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Upcoming {
    /// A turn.
    Turn,
    /// In the turn in progress, the n-th such step, from 1.
    Step(Step, u16),
}

/// An object that the seat may see.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SeenObject {
    /// Its id.
    pub id: ObjectId,
    /// Which card.
    pub card: CardId,
    /// Where it is.
    pub zone: Zone,
    /// Who owns it.
    pub owner: Seat,
    /// Who controls it.
    pub controller: Seat,
    /// Its types now.
    pub types: Types,
    /// Its power now.
    pub power: i16,
    /// Its toughness now.
    pub toughness: i16,
    /// Damage marked on it.
    pub damage: i16,
    /// Its keywords now.
    pub keywords: Keywords,
    /// It is tapped.
    pub tapped: bool,
    /// It is summoning sick (CR 302.6).
    pub sick: bool,
    /// It is a commander.
    pub commander: bool,
    /// It is a token.
    pub token: bool,
    /// What it is attached to.
    pub attached_to: Option<ObjectId>,
}

/// A spell or ability on the stack.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SeenStackItem {
    /// The spell, or the source of the ability.
    pub source: ObjectId,
    /// Which card.
    pub card: CardId,
    /// Who controls it.
    pub controller: Seat,
    /// It is a spell.
    pub spell: bool,
}

impl PlayerView {
    pub(crate) fn new(state: Arc<GameState>, fixed: Arc<Fixed>, seat: Seat, actor: Seat) -> PlayerView {
        PlayerView { state, fixed, seat, actor }
    }

    pub(super) const fn parts(&self) -> (&Arc<Fixed>, &Arc<GameState>) {
        (&self.fixed, &self.state)
    }

    fn rules(&self) -> Reader<'_, '_> {
        Reader { cat: &self.fixed.catalog, fix: &self.fixed, s: &self.state, log: () }
    }

    // ---- the question ----

    /// The pending question, if it is this seat's to answer.
    #[must_use]
    pub fn decision(&self) -> Option<&Decision> {
        self.state.pending.as_ref().map(|p| &p.decision).filter(|d| d.decider == self.seat)
    }

    /// Whether the choice would be a legal answer.
    #[must_use]
    pub fn is_legal(&self, choice: &Choice) -> bool {
        self.judge(choice).is_ok()
    }

    /// Whether the choice would be a legal answer.
    ///
    /// # Errors
    /// Says why it would not.
    pub fn judge(&self, choice: &Choice) -> Result<(), IllegalChoice> {
        let decision = self.decision().ok_or(IllegalChoice::NothingAsked)?;
        super::legal::judge(&self.fixed, &self.state, decision, choice)
    }

    /// Whether those options of a search may be found together.
    #[must_use]
    pub fn is_legal_search(&self, chosen: &[u16]) -> bool {
        use super::decision::Shape;
        let Some(Shape::Some { options, .. }) = self.decision().map(|d| &d.shape) else { return false };
        self.rules().search_fits(options, chosen) && self.rules().differ_as_asked(options, chosen)
    }

    /// Whether somebody with those stops, who sits here, is to be asked at this priority.
    #[must_use]
    pub fn is_stop(&self, stops: &Stops) -> bool {
        self.rules().is_stop(self.seat, stops)
    }

    /// What the act still needs, given what has been filled so far; `None` when it is complete, and `Choice::One(at, fills)` an
    /// answer.
    ///
    /// ```
    /// use turnlab::prelude::*;
    ///
    /// /// The act that is option `at`, with the first of whatever it asks for.
    /// fn with_the_first(view: &PlayerView, at: u16, item: Item) -> Option<Choice> {
    ///     let mut fills = Vec::new();
    ///     while let Some(need) = view.next_need(item, &fills) {
    ///         fills.push(match need.shape {
    ///             Shape::One(_) => Choice::option(0),
    ///             Shape::Some { min, .. } => Choice::Some((0..min).collect()),
    ///             _ => return None,
    ///         });
    ///     }
    ///     Some(Choice::One(at, fills)).filter(|choice| view.judge(choice).is_ok())
    /// }
    /// ```
    #[must_use]
    pub fn next_need(&self, item: Item, fills: &[Choice]) -> Option<Need> {
        self.rules().need(self.actor, item, fills).ok().flatten()
    }

    /// Whether the act could be paid for with what has been filled so far. Costs that are paid with objects count as unpaid
    /// until their need is filled, so an act may be affordable later that is not yet.
    #[must_use]
    pub fn is_affordable(&self, item: Item, fills: &[Choice]) -> bool {
        self.rules().is_payable(self.actor, item, fills)
    }

    /// What has been chosen before in this turn in the very position that is asked about now, told by everything but the
    /// identity of objects: another choice might lead elsewhere. Only known once the turn has gone on for long.
    #[must_use]
    pub fn tried(&self) -> &[Choice] {
        if self.decision().is_some() { self.state.this_turn.positions.tried() } else { &[] }
    }

    // ---- the table ----

    /// Who looks.
    #[must_use]
    pub const fn seat(&self) -> Seat {
        self.seat
    }

    /// For whom the pending decision is made: the seat itself, or a player whose turn it controls.
    #[must_use]
    pub const fn actor(&self) -> Seat {
        self.actor
    }

    /// The catalog.
    #[must_use]
    pub fn catalog(&self) -> &Catalog {
        &self.fixed.catalog
    }

    /// How many seats the table has.
    #[must_use]
    pub fn seats(&self) -> usize {
        self.state.players.seats()
    }

    /// Whether the seat's player is still in the game.
    #[must_use]
    pub fn is_living(&self, seat: Seat) -> bool {
        self.state.turns.is_living(seat)
    }

    /// The turn in progress.
    #[must_use]
    pub fn turn(&self) -> Turn {
        *self.state.turns.turn()
    }

    /// The current step.
    #[must_use]
    pub fn step(&self) -> Step {
        self.state.turns.step()
    }

    /// The current phase.
    #[must_use]
    pub fn phase(&self) -> Phase {
        self.state.turns.phase()
    }

    /// How often the current step has begun in this turn.
    #[must_use]
    pub fn step_occurrence(&self) -> u16 {
        let step = self.step();
        self.state.this_turn.steps_begun.iter().find(|(s, _)| *s == step).map_or(0, |(_, n)| *n)
    }

    /// What is about to begin; `None` while a step is in progress.
    #[must_use]
    pub fn upcoming(&self) -> Option<Upcoming> {
        let turns = &self.state.turns;
        if turns.in_step() {
            return None;
        }
        let Some(step) = turns.next_step_planned() else { return Some(Upcoming::Turn) };
        let begun = self.state.this_turn.steps_begun.iter().find(|(s, _)| *s == step).map_or(0, |(_, n)| *n);
        Some(Upcoming::Step(step, begun + 1))
    }

    /// Life total.
    #[must_use]
    pub fn life(&self, seat: Seat) -> i32 {
        self.state.players[seat].life
    }

    /// Poison counters.
    #[must_use]
    pub fn poison(&self, seat: Seat) -> i32 {
        self.state.players[seat].poison
    }

    /// Poison counters with which a player loses, or a team (CR 704.5c, 810.8d).
    #[must_use]
    pub fn deadly_poison(&self) -> i32 {
        deadly_poison(self.state.turns.teams())
    }

    /// Cards in hand, by number.
    #[must_use]
    pub fn hand_size(&self, seat: Seat) -> usize {
        self.state.players[seat].hand.len()
    }

    /// Cards in hand, by number; of a player who has left, as many as there were then.
    #[must_use]
    pub fn last_hand_size(&self, seat: Seat) -> usize {
        let player = &self.state.players[seat];
        player.hand.len().max(player.last_hand.into())
    }

    /// Cards in the library, by number.
    #[must_use]
    pub fn library_size(&self, seat: Seat) -> usize {
        self.state.players[seat].library.len()
    }

    /// Whether the library is one of a seat without a deck: an endless one of nothing.
    #[must_use]
    pub fn has_endless_library(&self, seat: Seat) -> bool {
        self.state.players[seat].endless
    }

    /// Floating mana in WUBRGC order.
    #[must_use]
    pub fn floating_mana(&self, seat: Seat) -> [u16; 6] {
        self.state.players[seat].pool
    }

    /// Lands the seat has played this turn.
    #[must_use]
    pub fn lands_played(&self, seat: Seat) -> u8 {
        self.state.players[seat].turn.lands_played
    }

    /// How many mana a seat could have by tapping what it controls, what floats already included and colours left aside.
    #[must_use]
    pub fn mana_available(&self, seat: Seat) -> u16 {
        self.rules().mana_available(seat)
    }

    /// The hand, if this seat may see it: its own, and that of the player it decides for.
    pub fn hand(&self, seat: Seat) -> impl ExactSizeIterator<Item = SeenObject> + '_ {
        self.visible_hand(seat).iter().map(|slot| self.seen(*slot))
    }

    /// The cards of that hand, if this seat may see it.
    pub fn hand_cards(&self, seat: Seat) -> impl ExactSizeIterator<Item = CardId> + '_ {
        self.visible_hand(seat).iter().map(|slot| self.state.object(*slot).card)
    }

    fn visible_hand(&self, seat: Seat) -> &[u16] {
        // CR 810.5: teammates may look at each other's hands.
        let hidden = self.are_opponents(seat, self.seat) && seat != self.actor;
        if hidden { &[] } else { &self.state.players[seat].hand }
    }

    /// Whether two players are opponents (CR 102.3).
    #[must_use]
    pub fn are_opponents(&self, a: Seat, b: Seat) -> bool {
        self.state.turns.are_opponents(a, b)
    }

    /// The players who are still in the game, in order of seats.
    pub fn living(&self) -> impl Iterator<Item = Seat> + '_ {
        Seat::first(self.seats()).filter(|seat| self.is_living(*seat))
    }

    /// The opponents of a player who are still in the game, in order of seats.
    pub fn opponents_of(&self, of: Seat) -> impl Iterator<Item = Seat> + '_ {
        self.living().filter(move |seat| self.are_opponents(*seat, of))
    }

    /// The only opponent of a player who is still in the game; none where there are several.
    #[must_use]
    pub fn last_opponent_of(&self, of: Seat) -> Option<Seat> {
        let mut opponents = self.opponents_of(of);
        opponents.next().filter(|_| opponents.next().is_none())
    }

    /// Everything on the battlefield, in order of arrival.
    pub fn battlefield(&self) -> impl ExactSizeIterator<Item = SeenObject> + '_ {
        // Nothing is hidden there: what is face down looks like what it has become (CR 708.2).
        self.state.battlefield.iter().map(|slot| self.uncovered(*slot))
    }

    /// What a player controls on the battlefield, in order of arrival.
    pub fn controlled_by(&self, seat: Seat) -> impl Iterator<Item = SeenObject> + '_ {
        // What others control is not even read: this is asked all the time.
        let theirs = self.state.battlefield.iter().filter(move |slot| self.state.object(**slot).controller == seat);
        theirs.map(|slot| self.uncovered(*slot))
    }

    /// The permanents that a player controls and their cards, without a closer look at them.
    pub(crate) fn cards_controlled_by(&self, seat: Seat) -> impl Iterator<Item = (ObjectId, CardId)> + '_ {
        let objects = self.state.battlefield.iter().map(|slot| (*slot, self.state.object(*slot)));
        let theirs = objects.filter(move |(_, object)| object.controller == seat);
        theirs.map(|(slot, object)| (self.state.id(slot), object.card))
    }

    /// The cards of the player's commanders that are in the command zone (CR 903.6).
    pub(crate) fn commander_cards(&self, seat: Seat) -> impl Iterator<Item = CardId> + '_ {
        let objects = self.state.command.iter().map(|slot| self.state.object(*slot));
        let theirs = objects.filter(move |object| object.is(Status::COMMANDER) && object.owner == seat);
        theirs.map(|object| object.card)
    }

    /// A graveyard, the top card last.
    pub fn graveyard(&self, seat: Seat) -> impl Iterator<Item = SeenObject> + '_ {
        self.state.players[seat].graveyard.iter().map(|slot| self.seen(*slot))
    }

    /// The command zone.
    pub fn command_zone(&self) -> impl Iterator<Item = SeenObject> + '_ {
        self.state.command.iter().map(|slot| self.seen(*slot))
    }

    /// The player's commanders that are in the command zone (CR 903.6).
    pub fn commanders(&self, seat: Seat) -> impl Iterator<Item = SeenObject> + '_ {
        self.command_zone().filter(move |object| object.commander && object.owner == seat)
    }

    /// Exile.
    pub fn exile(&self) -> impl Iterator<Item = SeenObject> + '_ {
        self.state.exile.iter().filter(|slot| !self.is_hidden(**slot)).map(|slot| self.seen(*slot))
    }

    /// The stack, the top last.
    pub fn stack(&self) -> impl DoubleEndedIterator<Item = SeenStackItem> + ExactSizeIterator + '_ {
        self.state.stack.iter().map(|item| SeenStackItem {
            source: item.source(),
            card: item.card,
            controller: item.controller,
            spell: matches!(item.kind, StackKind::Spell(_)),
        })
    }

    /// The card whose ability on the stack that is; `None` for everything else.
    #[must_use]
    pub fn card_of_ability(&self, id: ObjectId) -> Option<CardId> {
        id.ability()?;
        self.rules().on_stack(id).map(|item| item.card)
    }

    /// How that spell was cast, which everybody has seen (CR 601.2b).
    #[must_use]
    pub fn how_cast(&self, spell: ObjectId) -> How {
        self.state.get(spell).map_or(How::Printed, |object| object.paid.how)
    }

    /// What the spell on the stack targets (CR 115.1).
    pub fn targets_of(&self, spell: ObjectId) -> impl Iterator<Item = Target> + '_ {
        let item = self.state.stack.iter().find(move |item| item.kind == StackKind::Spell(spell));
        item.into_iter().flat_map(|item| item.targets.iter().flatten().copied())
    }

    /// Attackers and the players whom they attack; of an attacked planeswalker its controller.
    pub fn attackers(&self) -> impl Iterator<Item = (ObjectId, Seat)> + '_ {
        self.state.combat.attackers.iter().map(|a| (a.id, a.defender))
    }

    /// Blockers and what they block.
    pub fn blockers(&self) -> impl Iterator<Item = (ObjectId, ObjectId)> + '_ {
        self.state.combat.blockers.iter().map(|b| (b.id, b.attacker))
    }

    /// Counters on a visible object.
    #[must_use]
    pub fn counters(&self, id: ObjectId, kind: CounterKind) -> u16 {
        if self.object(id).is_some() { self.state.counters_on(id.slot, kind) } else { 0 }
    }

    /// All counters on a visible object.
    pub fn all_counters(&self, id: ObjectId) -> impl Iterator<Item = (CounterKind, u16)> + '_ {
        let seen = self.object(id).is_some();
        self.state.counters.iter().filter(move |c| seen && c.slot == id.slot).map(|c| (c.kind, c.count))
    }

    /// An object by its id, if this seat may see it: public zones, its own hand, and what the pending question shows.
    #[must_use]
    pub fn object(&self, id: ObjectId) -> Option<SeenObject> {
        self.state.get(id).filter(|object| self.may_see(id, object)).map(|_| self.uncovered(id.slot))
    }

    /// The object as the spell that it is when it is cast so, which may be a part of the card.
    pub(crate) fn as_cast(&self, id: ObjectId, how: How) -> Option<SeenObject> {
        self.object(id)?;
        self.rules().as_cast(id, how).map(|object| as_seen(id, &object))
    }

    /// Whether the card lies on top of a library and is seen there.
    fn knows_top(&self, id: ObjectId) -> bool {
        let shown = self.state.static_kinds.contains(super::ability_index::StaticKinds::TOP_CARDS);
        let top = |seat: Seat| self.state.players[seat].library.last() == Some(&id.slot);
        shown && Seat::first(self.state.players.seats()).any(top) && self.state.is_known(id.slot, self.seat)
    }

    fn may_see(&self, id: ObjectId, object: &Object) -> bool {
        match object.zone {
            Zone::Hand => {
                !self.are_opponents(object.owner, self.seat) || object.owner == self.actor || self.asked_about(id)
            }
            Zone::Library => self.asked_about(id) || self.knows_top(id),
            Zone::Exile => !self.is_hidden(id.slot),
            Zone::Nowhere => false,
            _ => true,
        }
    }

    fn is_hidden(&self, slot: u16) -> bool {
        self.state.is_covered(slot, [self.seat, self.actor])
    }

    /// Cards of a library are shown to who searches it or looks at its top.
    fn asked_about(&self, id: ObjectId) -> bool {
        use super::decision::Shape;
        self.decision().is_some_and(|d| match &d.shape {
            Shape::One(items) | Shape::Some { options: items, .. } | Shape::Order(items) => {
                items.contains(&Item::Object(id))
            }
            _ => false,
        })
    }

    /// The card under a face-down spell or permanent, for who controls it (CR 708.5).
    #[must_use]
    pub fn beneath(&self, id: ObjectId) -> Option<CardId> {
        let object = self.state.get(id)?;
        let mine = [self.seat, self.actor].contains(&object.controller);
        self.rules().beneath(id.slot).filter(|_| mine)
    }

    /// The card whose name the object has (CR 201.2): an effect that says what a permanent is leaves it its name.
    #[must_use]
    pub fn named(&self, object: &SeenObject) -> CardId {
        let there = self.state.get(object.id).filter(|there| there.card == object.card);
        there.map_or(object.card, |there| self.rules().called(object.id, there))
    }

    /// Whether that is what finds the object: the card or token that it is called after, or the token that describes what an
    /// effect has made of it.
    #[must_use]
    pub fn is_found_by(&self, object: &SeenObject, name: CardId) -> bool {
        [self.named(object), object.card].iter().any(|card| self.catalog().namesake(*card) == name)
    }

    /// How much mana turning a face-down permanent face up costs, for who controls it.
    #[must_use]
    pub fn turn_up_value(&self, id: ObjectId) -> Option<u16> {
        self.beneath(id)?;
        self.rules().turn_up_cost(id.slot).map(|cost| cost.mana_value(0))
    }

    /// The card of an id.
    #[must_use]
    pub fn card(&self, id: CardId) -> &Card {
        self.catalog().card(id)
    }

    /// The targets and other facts of an ability.
    #[must_use]
    pub fn ability(&self, id: crate::cards::effect::AbilityId) -> &Ability {
        self.catalog().ability(id)
    }

    /// Whether the creature can't attack that player once more this turn.
    #[must_use]
    pub fn is_barred(&self, id: ObjectId, defender: Seat) -> bool {
        self.rules().is_barred(id, defender)
    }

    /// Whether that player has protection from another (CR 702.16k).
    #[must_use]
    pub fn is_guarded(&self, seat: Seat, from: Seat) -> bool {
        self.rules().is_guarded(super::object::Target::Player(seat), from)
    }

    /// Whether combat damage of that source to that player would be prevented (CR 615.1a, 702.16e).
    #[must_use]
    pub fn is_shielded(&self, seat: Seat, source: ObjectId) -> bool {
        self.rules().is_shielded(seat, source, true)
    }

    /// Whether the permanent will be regenerated the next time it would be destroyed this turn (CR 701.19a).
    #[must_use]
    pub fn regenerates(&self, id: ObjectId) -> bool {
        self.state.this_turn.effects.regenerating.contains(&id)
    }

    /// Whether all combat damage is prevented this turn (CR 615.1a).
    #[must_use]
    pub fn is_combat_damage_prevented(&self) -> bool {
        self.state.this_turn.effects.no_combat_damage
    }

    /// Whether one creature on the battlefield may block another, as far as those two go (CR 509.1b): whether the blocker is
    /// tapped, or kept from blocking at all, is not looked at, and it need not be combat.
    #[must_use]
    pub fn may_block(&self, blocker: ObjectId, attacker: ObjectId) -> bool {
        let there = |id| self.state.permanent(id).is_some();
        there(blocker) && there(attacker) && self.rules().may_block(blocker, attacker)
    }

    /// With how many creatures that player can be attacked in a combat (CR 508.1c); `None` where nothing limits it.
    #[must_use]
    pub fn attack_room(&self, defender: Seat) -> Option<usize> {
        self.rules().attack_room(defender)
    }

    /// How many more creatures can block in this combat (CR 509.1b); `None` where nothing limits it.
    #[must_use]
    pub fn block_room(&self) -> Option<usize> {
        self.rules().block_room()
    }

    /// Generic mana that attacking a player costs for each creature (CR 508.1h); an attack that can't be paid for is not legal.
    #[must_use]
    pub fn attack_tax(&self, defender: Seat) -> u16 {
        self.rules().attack_tax(defender)
    }

    /// Combat damage that commander has dealt to a player (CR 903.10a); 0 for what is no commander.
    #[must_use]
    pub fn commander_damage_by(&self, commander: ObjectId, to: Seat) -> i32 {
        self.state.commander_damage_by(commander, to)
    }

    /// Combat damage a commander has dealt to a player, the most of any one commander (CR 903.10a).
    #[must_use]
    pub fn commander_damage(&self, to: Seat) -> i32 {
        self.state.commander_damage.iter().filter(|d| d.to == to).map(|d| d.amount).max().unwrap_or(0)
    }

    /// When the game is over, by the table's rules.
    #[must_use]
    pub fn ends(&self) -> Ends {
        self.fixed.rules.ends
    }

    /// How many of the extra turns that the seat might be granted now it would take by the house rules, those that are
    /// pending counted first; `None`: any number.
    #[must_use]
    pub fn extra_turns_left(&self, seat: Seat) -> Option<u32> {
        self.state.turns.extra_turns_left(seat)
    }

    /// How many extra turns the player or team has taken so far.
    #[must_use]
    pub fn extra_turns_taken(&self, seat: Seat) -> u32 {
        self.state.turns.extra_turns_taken(seat)
    }

    /// What one player has done to another so far: everybody has seen it.
    #[must_use]
    pub fn deed(&self, by: Seat, to: Seat) -> Deed {
        self.state.deeds.of(by, to)
    }

    /// How many extra turns wait for the player or team.
    #[must_use]
    pub fn waiting_turns(&self, seat: Seat) -> usize {
        if !self.state.turns.has_pending_turns() {
            return 0;
        }
        self.pending_turns().iter().filter(|turn| !self.are_opponents(turn.seat, seat)).count()
    }

    /// Whether that player's next turn, or the combat phase to come in it, is to be skipped as things stand (CR 614.10).
    #[must_use]
    pub fn is_combat_skipped(&self, seat: Seat) -> bool {
        let skips = self.state.turns.pending_skips().iter();
        skips.filter(|skip| skip.seat == seat).any(|skip| {
            let comes = matches!(skip.scope, SkipScope::Next | SkipScope::NextTurn);
            comes && matches!(skip.what, Skippable::Turn | Skippable::Phase(Phase::Combat))
        })
    }

    /// Pending extra turns in the order in which they would be taken.
    #[must_use]
    pub fn pending_turns(&self) -> Vec<crate::turn::PendingTurn> {
        self.state.turns.pending_turns()
    }

    #[inline(always)]
    fn seen(&self, slot: u16) -> SeenObject {
        let object = self.state.object(slot);
        if object.is(Status::FACE_DOWN) && self.is_hidden(slot) { self.covered(slot) } else { self.uncovered(slot) }
    }

    #[cold]
    fn covered(&self, slot: u16) -> SeenObject {
        SeenObject {
            card: self.catalog().face_down,
            types: Types::empty(),
            power: 0,
            toughness: 0,
            keywords: Keywords::empty(),
            ..self.uncovered(slot)
        }
    }

    #[inline(always)]
    fn uncovered(&self, slot: u16) -> SeenObject {
        as_seen(self.state.id(slot), self.state.object(slot))
    }
}

/// What can be seen of an object that is like that.
#[inline(always)]
fn as_seen(id: ObjectId, object: &Object) -> SeenObject {
    SeenObject {
        id,
        card: object.card,
        zone: object.zone,
        owner: object.owner,
        controller: object.controller,
        types: object.types,
        power: object.power,
        toughness: object.toughness,
        damage: object.damage,
        keywords: object.keywords,
        tapped: object.is(Status::TAPPED),
        sick: object.is(Status::SICK),
        commander: object.is(Status::COMMANDER),
        token: object.is(Status::TOKEN),
        attached_to: object.attached_to,
    }
}
