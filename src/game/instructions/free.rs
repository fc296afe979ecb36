//! Spells that are cast for nothing while an effect resolves (CR 118.9, 608.2g), and cards chosen from hands and graveyards.

use crate::cards::card::Card;
use crate::cards::effect::{AmountId, Destination, FilterId, How, What, Who};
use crate::cards::keyword::Keywords;
use crate::cards::mana::{Mana, ManaSet};
use crate::cards::type_line::Types;
use crate::turn::Seat;

use crate::game::decision::{Choice, DecisionKind, Item, Shape};
use crate::game::engine::{Engine, chosen_items};
use crate::game::filter::Seats;
use crate::game::object::{ObjectId, Slot, Zone};
use crate::game::state::{Frame, Resume, Sorting};

use super::asking::{Answer, Asks, Call, Question};
use super::choosing::items;

/// What may be cast for nothing.
#[derive(Clone, Copy)]
pub(super) struct Free {
    pub(super) who: Who,
    /// From among which objects; `None`: from hand.
    pub(super) among: Option<What>,
    pub(super) filter: FilterId,
    pub(super) once: bool,
    /// Lands may be played as well.
    pub(super) lands: bool,
}

/// One card after another, until the player declines or nothing is left.
pub(super) fn may_cast_free(engine: &mut Engine<'_>, call: Call<'_>, free: Free) {
    match call {
        Call::Perform => {
            let options = offers(engine, free);
            let Some((seat, mut options)) = options.filter(|(_, options)| !options.is_empty()) else {
                return engine.next();
            };
            options.push(Item::No);
            let default = Choice::option(options.len() as u16 - 1);
            let source = engine.frame().source;
            engine.ask_about(seat, DecisionKind::Play, Some(source), Shape::One(options), default, Resume::Frame);
        }
        Call::Answer(decision, choice) => {
            let item = chosen_items(decision, choice).first().copied();
            if free.once || matches!(item, None | Some(Item::No)) {
                engine.next();
            }
            match item {
                Some(Item::PlayLand(id)) => engine.play_land(decision.actor, id, false),
                Some(_) => super::casting::cast_offered(engine, decision, choice),
                None => {}
            }
        }
    }
}

fn offers(engine: &Engine<'_>, free: Free) -> Option<(Seat, Vec<Item>)> {
    let seat = engine.seats_of(free.who).first().copied().filter(|seat| engine.s.turns.is_living(*seat))?;
    let ids = match free.among {
        Some(what) => engine.objects_of(what),
        None => engine.s.players[seat].hand.iter().map(|slot| engine.s.id(*slot)).collect(),
    };
    let (filter, at) = (engine.cat.filter(free.filter), engine.view());
    let mut options = Vec::new();
    for id in ids {
        let object = engine.s.object(id.slot);
        if object.zone == Zone::Stack || !engine.passes(filter, id, object, &at) {
            continue;
        }
        if object.types.contains(Types::LAND) {
            let now = free.lands && engine.s.turns.is_active(seat) && engine.reader().may_play_land(seat);
            options.extend(now.then_some(Item::PlayLand(id)));
            continue;
        }
        if engine.reader().may_cast_for(seat, id, How::Free, &mut None) {
            options.push(Item::CastFree(id));
        }
        let modal = engine.cat.card(object.card).has & Card::MODAL != 0;
        if modal && engine.reader().may_cast_for(seat, id, How::BackFree, &mut None) {
            options.push(Item::CastWith(id, How::BackFree));
        }
    }
    Some((seat, options))
}

// ---- hands ----

/// The controller sees the hands.
pub(super) fn look_at_hand(engine: &mut Engine<'_>, who: Who) {
    let you = engine.frame().controller;
    for seat in engine.seats_of(who) {
        let hand: Vec<ObjectId> = engine.s.players[seat].hand.iter().map(|slot| engine.s.id(*slot)).collect();
        engine.saw(you, hand);
    }
}

/// The controller chooses among the cards of a hand that is revealed (CR 701.9b).
pub(super) struct PickFromHand {
    pub(super) who: Who,
    pub(super) filter: FilterId,
    pub(super) count: AmountId,
    pub(super) to: Option<Destination>,
}

impl PickFromHand {
    fn whose(&self, engine: &Engine<'_>) -> Option<Seat> {
        engine.seats_of(self.who).first().copied()
    }

    /// CR 701.20: everybody sees the hand.
    fn reveal(&self, engine: &mut Engine<'_>) {
        let Some(of) = self.whose(engine) else { return };
        let hand: Vec<ObjectId> = engine.s.players[of].hand.iter().map(|slot| engine.s.id(*slot)).collect();
        for seat in engine.s.turns.living().iter() {
            engine.saw(seat, hand.iter().copied());
        }
    }
}

impl Asks for PickFromHand {
    fn who(&self) -> Who {
        Who::You
    }

    fn begin(&self, frame: &mut Frame) {
        frame.result = 0;
        frame.them.clear();
    }

    fn question(&self, engine: &Engine<'_>, _: Seat) -> Option<Question> {
        let hand = self.whose(engine).map(|seat| engine.s.players[seat].hand.clone())?;
        let (filter, at) = (engine.cat.filter(self.filter), engine.view());
        let passing: Vec<Slot> = hand
            .into_iter()
            .filter(|slot| engine.passes(filter, engine.s.id(*slot), engine.s.object(*slot), &at))
            .collect();
        super::choosing::exactly(items(engine, &passing), engine.num(self.count), DecisionKind::Search)
    }

    fn answer(&self, engine: &mut Engine<'_>, answer: &Answer<'_>) {
        let Some(of) = self.whose(engine) else { return };
        self.reveal(engine);
        let mut moved = Vec::new();
        for id in answer.objects() {
            match self.to {
                None => engine.discard(id.slot),
                Some(to) => moved.extend(engine.send(id.slot, to, of)),
            }
            engine.frame().result += 1;
        }
        engine.set_them(moved);
    }

    fn unasked(&self, engine: &mut Engine<'_>) {
        self.reveal(engine);
    }
}

/// Any number of cards, none by default.
fn any_of_hand(engine: &Engine<'_>, seat: Seat, kind: DecisionKind) -> Option<Question> {
    let options = items(engine, &engine.s.players[seat].hand);
    let max = options.len() as u16;
    (max > 0).then(|| (kind, Shape::Some { options, min: 0, max }, Choice::Some(Vec::new())))
}

/// Any number of cards go to the bottom; how many is the result.
pub(super) struct BottomFromHand {
    pub(super) who: Who,
}

impl Asks for BottomFromHand {
    fn who(&self) -> Who {
        self.who
    }

    fn begin(&self, frame: &mut Frame) {
        frame.result = 0;
    }

    fn question(&self, engine: &Engine<'_>, seat: Seat) -> Option<Question> {
        any_of_hand(engine, seat, DecisionKind::Scry)
    }

    fn answer(&self, engine: &mut Engine<'_>, answer: &Answer<'_>) {
        let seat = answer.seat;
        let cards: Vec<ObjectId> =
            answer.objects().iter().filter_map(|id| engine.send(id.slot, Destination::LibraryBottom, seat)).collect();
        engine.frame().result += answer.objects().len() as i32;
        engine.sort(vec![Sorting { of: seat, bottom: true, cards }]);
    }
}

/// Any number of cards lie where as many from the top of the library lay, which come to hand.
pub(super) struct SwapHandWithTop {
    pub(super) who: Who,
}

impl Asks for SwapHandWithTop {
    fn who(&self) -> Who {
        self.who
    }

    fn question(&self, engine: &Engine<'_>, seat: Seat) -> Option<Question> {
        any_of_hand(engine, seat, DecisionKind::Scry)
    }

    fn answer(&self, engine: &mut Engine<'_>, answer: &Answer<'_>) {
        let seat = answer.seat;
        let exiled: Vec<ObjectId> = answer.objects().iter().map(|id| engine.exile_face_down(id.slot)).collect();
        for _ in 0..exiled.len() {
            let Some(slot) = engine.s.players[seat].library.last().copied() else { break };
            engine.move_object(slot, Zone::Hand);
        }
        let cards: Vec<ObjectId> =
            exiled.iter().rev().filter_map(|id| engine.send(id.slot, Destination::LibraryTop, seat)).collect();
        engine.saw(seat, cards.iter().copied());
        let cards = cards.into_iter().rev().collect();
        engine.sort(vec![Sorting { of: seat, bottom: false, cards }]);
    }
}

/// The whole hand goes into the library, which is shuffled; how many cards is the result.
pub(super) fn shuffle_hand(engine: &mut Engine<'_>, who: Who) {
    let mut shuffled = 0;
    for seat in engine.seats_of(who) {
        shuffled += engine.s.players[seat].hand.len() as i32;
        for slot in engine.s.players[seat].hand.clone() {
            engine.shuffle_in(slot);
        }
        engine.shuffle(seat);
    }
    engine.set_result(shuffled);
}

// ---- libraries ----

/// The controller looks at the top card of a player's library, and may put it on the bottom.
pub(super) struct MayBottomTop {
    pub(super) who: Who,
}

impl Asks for MayBottomTop {
    fn who(&self) -> Who {
        Who::You
    }

    fn question(&self, engine: &Engine<'_>, _: Seat) -> Option<Question> {
        let of = engine.seats_of(self.who).first().copied()?;
        let top = engine.s.players[of].library.last().copied()?;
        let shape = Shape::Some { options: items(engine, &[top]), min: 0, max: 1 };
        Some((DecisionKind::Scry, shape, Choice::Some(Vec::new())))
    }

    fn answer(&self, engine: &mut Engine<'_>, answer: &Answer<'_>) {
        engine.saw(answer.seat, answer.looked_at());
        let Some(of) = engine.seats_of(self.who).first().copied() else { return };
        for id in answer.objects() {
            let library = &mut engine.s.players[of].library;
            if let Some(at) = library.iter().rposition(|slot| *slot == id.slot) {
                library.remove(at);
                library.insert(0, id.slot);
            }
        }
    }
}

/// CR 702.75a.
pub(super) struct Hideaway {
    pub(super) n: AmountId,
}

impl Asks for Hideaway {
    fn who(&self) -> Who {
        Who::You
    }

    fn question(&self, engine: &Engine<'_>, seat: Seat) -> Option<Question> {
        let n = engine.num(self.n).max(0) as usize;
        let top: Vec<Slot> = engine.s.players[seat].library.iter().rev().take(n).copied().collect();
        super::choosing::exactly(items(engine, &top), 1, DecisionKind::Search)
    }

    fn answer(&self, engine: &mut Engine<'_>, answer: &Answer<'_>) {
        let (source, ..) = engine.frame_source();
        let chosen = answer.objects();
        let others: Vec<Slot> = answer.left_over(&chosen).iter().map(|id| id.slot).collect();
        let exiled: Vec<ObjectId> = chosen.iter().map(|id| engine.exile_face_down(id.slot)).collect();
        engine.s.exiled_by.extend(exiled.iter().map(|id| (source, *id, false)));
        engine.bury_at_random(answer.seat, others);
        engine.set_them(exiled);
    }
}

// ---- graveyards ----

/// The player chooses cards of their graveyard, which become "them".
pub(super) struct ChooseInGraveyard {
    pub(super) who: Who,
    pub(super) filter: FilterId,
    /// Below zero: any number.
    pub(super) count: AmountId,
    pub(super) up_to: bool,
}

impl Asks for ChooseInGraveyard {
    fn who(&self) -> Who {
        self.who
    }

    fn begin(&self, frame: &mut Frame) {
        frame.them.clear();
    }

    fn question(&self, engine: &Engine<'_>, seat: Seat) -> Option<Question> {
        let (filter, at) = (engine.cat.filter(self.filter), engine.view());
        let passing: Vec<Slot> = engine.s.players[seat]
            .graveyard
            .iter()
            .copied()
            .filter(|slot| engine.passes(filter, engine.s.id(*slot), engine.s.object(*slot), &at))
            .collect();
        let all = passing.len() as i32;
        let n = engine.num(self.count);
        let max = if n < 0 { all } else { n.min(all) } as u16;
        let min = if n < 0 || self.up_to { 0 } else { max };
        let shape = Shape::Some { options: items(engine, &passing), min, max };
        (max > 0).then(|| (DecisionKind::Choose, shape, Choice::Some((0..max).collect())))
    }

    fn answer(&self, engine: &mut Engine<'_>, answer: &Answer<'_>) {
        engine.frame().them.extend(answer.objects());
    }
}

// ---- players ----

/// No maximum hand size (CR 402.2), until their next turn or for good.
pub(super) fn no_max_hand_size(engine: &mut Engine<'_>, who: Who, until_next_turn: bool) {
    for seat in engine.seats_of(who) {
        let lasting =
            if until_next_turn { &mut engine.s.unbounded_until_turn } else { &mut engine.s.unbounded_for_good };
        lasting.insert(seat);
    }
}

/// CR 119.8.
pub(super) fn lock_life(engine: &mut Engine<'_>, who: Who) {
    for seat in engine.seats_of(who) {
        engine.s.life_locked.insert(seat);
    }
    engine.log.forget_known();
}

// ---- permanents ----

/// CR 506.4.
pub(super) fn remove_from_combat(engine: &mut Engine<'_>, what: What) {
    for id in engine.objects_of(what) {
        engine.remove_from_combat(id);
    }
}

/// Keywords that the objects lose until end of turn (CR 613.1f).
pub(super) fn lose_keywords(engine: &mut Engine<'_>, what: What, keywords: Keywords) {
    let ids = engine.objects_of(what);
    engine.s.this_turn.lost_keywords.extend(ids.into_iter().map(|id| (id, keywords)));
    engine.s.stale = true;
    engine.log.forget_known();
    engine.refresh();
}

/// What players add one mana after another, each of a type of the set.
pub(super) struct AddMixed {
    pub(super) who: Who,
    pub(super) set: ManaSet,
    pub(super) n: AmountId,
}

impl Asks for AddMixed {
    fn who(&self) -> Who {
        self.who
    }

    /// As many times as there is mana to be added.
    fn players(&self, engine: &Engine<'_>) -> Seats {
        let seats = engine.seats_of(self.who);
        let n = engine.num(self.n).max(0) as usize;
        if n == 0 { Seats::new() } else { seats }
    }

    fn question(&self, engine: &Engine<'_>, _: Seat) -> Option<Question> {
        let n = engine.num(self.n).max(0);
        let types: Vec<Mana> = Mana::ALL.into_iter().filter(|m| self.set.contains(m.set())).collect();
        // How many of each but the last type; the rest is of the last.
        let options: Vec<Item> =
            types.iter().flat_map(|mana| std::iter::repeat_n(Item::Mana(*mana), n as usize)).collect();
        let n = n as u16;
        (n > 0 && !options.is_empty())
            .then(|| (DecisionKind::Mana, Shape::Some { options, min: n, max: n }, Choice::Some((0..n).collect())))
    }

    fn answer(&self, engine: &mut Engine<'_>, answer: &Answer<'_>) {
        engine.log.forget_known();
        for item in chosen_items(answer.decision, answer.choice) {
            if let Item::Mana(mana) = item {
                engine.s.players[answer.seat].add_mana(mana, 1);
            }
        }
    }
}

/// The objects enter tapped and attacking (CR 508.4).
pub(super) fn enter_attacking(engine: &mut Engine<'_>, call: Call<'_>, what: What) {
    match call {
        Call::Perform => {
            let (_, you, _) = engine.frame_source();
            let attacks = engine.in_combat() && engine.s.turns.is_active(you);
            let options = if attacks { engine.attackable() } else { Vec::new() };
            if options.len() > 1 && engine.frame().aims.is_empty() && !engine.objects_of(what).is_empty() {
                return engine.ask_attacked(you, options);
            }
            let aim = engine.frame().aims.first().copied().or(options.first().copied());
            let mut moved = Vec::new();
            for id in engine.objects_of(what) {
                let Some(entered) = engine.enter(id.slot, you, true) else { continue };
                if engine.s.object(entered.slot).is_creature() {
                    engine.attack_as_it_enters(entered, aim);
                }
                moved.push(entered);
            }
            engine.set_them(moved);
            engine.next();
        }
        Call::Answer(decision, choice) => engine.frame().aims.extend(chosen_items(decision, choice).first()),
    }
}

/// CR 702.49c, 508.4a: it attacks what the creature attacked that was returned for it, if that is still there.
pub(super) fn enter_by_ninjutsu(engine: &mut Engine<'_>) {
    let (source, you, _) = engine.frame_source();
    let returned = engine.frame().them.first().copied();
    engine.next();
    if engine.s.get(source).is_none_or(|o| !matches!(o.zone, Zone::Hand | Zone::Command)) {
        return;
    }
    let last = engine.s.combat.aims.iter().rev().find(|aim| Some(aim.id) == returned).copied();
    let aim = last.and_then(|aim| engine.attacked_by(&aim)).map(crate::game::pending_triggers::target_item);
    let Some(entered) = engine.enter(source.slot, you, true) else { return };
    if engine.in_combat() && engine.s.turns.is_active(you) && engine.s.object(entered.slot).is_creature() {
        engine.attack_as_it_enters(entered, aim);
    }
}

impl Engine<'_> {
    /// CR 506.4: it neither attacks nor blocks any more.
    pub(in crate::game) fn remove_from_combat(&mut self, id: ObjectId) {
        self.s.combat.attackers.retain(|a| a.id != id);
        self.s.combat.blockers.retain(|b| b.id != id);
        self.log.forget_known();
    }
}

/// CR 614.12: what enters only if something is done does so now.
pub(super) fn enter_source(engine: &mut Engine<'_>) {
    let (source, seat, _) = engine.frame_source();
    engine.next();
    if engine.s.turns.is_living(seat)
        && let Some(id) = engine.put_onto_battlefield(source.slot, seat, false)
    {
        engine.announce_entered(&[id]);
    }
}
