//! Looking at cards of a library: scry (CR 701.22), surveil (CR 701.25), searches (CR 701.23), and putting in order.

use crate::cards::ability::StaticEffect;
use crate::cards::effect::{AmountId, CounterKind, Destination, Differ, FilterId, Who};
use crate::turn::Seat;

use crate::game::ability_index::StaticKinds;
use crate::game::decision::{Choice, DecisionKind, Item, Shape};
use crate::game::engine::{Engine, chosen_one};
use crate::game::event::GameEvent;
use crate::game::happening::Happening;
use crate::game::object::{ObjectId, Slot, Zone};
use crate::game::state::{Frame, Sorting};

use super::asking::{Answer, Asks, Question};
use super::choosing::items;

/// The top cards of a library, as many as there are, the highest first.
fn top(engine: &Engine<'_>, seat: Seat, n: usize) -> Vec<Slot> {
    engine.s.players[seat].library.iter().rev().take(n).copied().collect()
}

/// Any number of the top cards, none by default.
fn any_of_top(engine: &Engine<'_>, seat: Seat, n: AmountId) -> Option<Question> {
    // CR 701.22b, 701.25c: of no cards it does not happen; from an empty library it does (701.22d, 701.25d).
    let n = usize::try_from(engine.num(n)).ok().filter(|n| *n > 0)?;
    let options = top(engine, seat, n);
    let max = options.len() as u16;
    let shape = Shape::Some { options: items(engine, &options), min: 0, max };
    Some((DecisionKind::Scry, shape, Choice::Some(Vec::new())))
}

// ---- scry and surveil ----

/// CR 701.22a.
pub(super) struct Scry {
    pub(super) who: Who,
    pub(super) n: AmountId,
}

impl Asks for Scry {
    fn who(&self) -> Who {
        self.who
    }

    fn question(&self, engine: &Engine<'_>, seat: Seat) -> Option<Question> {
        any_of_top(engine, seat, self.n)
    }

    /// The chosen cards go to the bottom, the others stay on top, in any order.
    fn answer(&self, engine: &mut Engine<'_>, answer: &Answer<'_>) {
        let (seat, bottom) = (answer.seat, answer.objects());
        let library = &mut engine.s.players[seat].library;
        for id in &bottom {
            if let Some(at) = library.iter().rposition(|s| *s == id.slot) {
                library.remove(at);
                library.insert(0, id.slot);
            }
        }
        let top = Sorting { by: seat, of: seat, bottom: false, cards: answer.left_over(&bottom) };
        engine.sort(vec![top, Sorting { by: seat, of: seat, bottom: true, cards: bottom }]);
        engine.saw(seat, answer.looked_at());
        if let Shape::Some { options, .. } = &answer.decision.shape {
            engine.emit(GameEvent::Scried { seat, cards: options.len() as u8 });
        }
        if engine.frame().sorting.is_empty() {
            engine.happened(&Happening::Scried(seat));
        }
    }

    /// CR 701.22d.
    fn sorted(&self, engine: &mut Engine<'_>, seat: Seat) {
        engine.happened(&Happening::Scried(seat));
    }
}

/// CR 701.25a.
pub(super) struct Surveil {
    pub(super) who: Who,
    pub(super) n: AmountId,
}

impl Asks for Surveil {
    fn who(&self) -> Who {
        self.who
    }

    fn question(&self, engine: &Engine<'_>, seat: Seat) -> Option<Question> {
        any_of_top(engine, seat, self.n)
    }

    fn answer(&self, engine: &mut Engine<'_>, answer: &Answer<'_>) {
        let chosen = answer.objects();
        for id in &chosen {
            engine.move_object(id.slot, Zone::Graveyard);
        }
        engine.saw(answer.seat, answer.left_over(&chosen));
        engine.sort(vec![Sorting {
            by: answer.seat,
            of: answer.seat,
            bottom: false,
            cards: answer.left_over(&chosen),
        }]);
    }
}

// ---- the top cards ----

/// The top cards are put back in any order.
pub(super) struct OrderTop {
    pub(super) who: Who,
    pub(super) n: AmountId,
}

impl Asks for OrderTop {
    fn who(&self) -> Who {
        self.who
    }

    fn question(&self, engine: &Engine<'_>, seat: Seat) -> Option<Question> {
        let n = engine.num(self.n).max(0) as usize;
        let top = top(engine, seat, n);
        let default = Choice::Order((0..top.len() as u16).collect());
        (!top.is_empty()).then(|| (DecisionKind::Scry, Shape::Order(items(engine, &top)), default))
    }

    fn answer(&self, engine: &mut Engine<'_>, answer: &Answer<'_>) {
        let chosen = answer.objects();
        let library = &mut engine.s.players[answer.seat].library;
        library.truncate(library.len() - chosen.len());
        library.extend(chosen.iter().rev().map(|id| id.slot));
        engine.saw(answer.seat, chosen);
    }
}

/// Some of the top cards go to one place, the others to another.
pub(super) struct LookAtTop {
    pub(super) who: Who,
    /// Whose library; that of whoever looks.
    pub(super) of: Option<Who>,
    pub(super) count: AmountId,
    pub(super) filter: FilterId,
    pub(super) take: AmountId,
    pub(super) up_to: bool,
    pub(super) random: bool,
    pub(super) to: Destination,
    pub(super) rest: Destination,
}

impl LookAtTop {
    /// The library that the player looks at.
    fn owner(&self, engine: &Engine<'_>, seat: Seat) -> Seat {
        self.of.and_then(|of| engine.seats_of(of).first().copied()).unwrap_or(seat)
    }

    fn top(&self, engine: &Engine<'_>, seat: Seat) -> Vec<Slot> {
        top(engine, self.owner(engine, seat), usize::try_from(engine.num(self.count)).unwrap_or(0))
    }
}

impl Asks for LookAtTop {
    fn who(&self) -> Who {
        self.who
    }

    fn begin(&self, frame: &mut Frame) {
        frame.them.clear();
    }

    /// Where none of them can be taken, the others have to be seen and put away all the same.
    fn question(&self, engine: &Engine<'_>, seat: Seat) -> Option<Question> {
        let mut options = self.top(engine, seat);
        if options.is_empty() {
            return None;
        }
        let (filter, at) = (engine.cat.filter(self.filter), engine.view());
        options.retain(|slot| engine.passes(filter, engine.s.id(*slot), engine.s.object(*slot), &at));
        let max = engine.num(self.take).clamp(0, options.len() as i32) as u16;
        let min = if self.up_to { 0 } else { max };
        let shape = Shape::Some { options: items(engine, &options), min, max };
        Some((DecisionKind::Search, shape, Choice::Some((0..max).collect())))
    }

    fn answer(&self, engine: &mut Engine<'_>, answer: &Answer<'_>) {
        let (seat, chosen) = (answer.seat, answer.objects());
        let (of, top) = (self.owner(engine, seat), self.top(engine, seat));
        let seen: Vec<ObjectId> = top.iter().map(|slot| engine.s.id(*slot)).collect();
        engine.saw(seat, seen);
        // What stays hidden has to be shown, or nobody could tell that it passes (CR 701.20a).
        let hidden = matches!(self.to, Destination::LibraryTop | Destination::LibraryBottom | Destination::Hand);
        if hidden && !engine.cat.filter(self.filter).is_any() {
            for id in &chosen {
                engine.emit(GameEvent::Revealed { seat: of, card: engine.s.object(id.slot).card });
            }
            for other in engine.s.turns.living().iter() {
                engine.saw(other, chosen.clone());
            }
        }
        // Together, as far as nobody has to be asked about one of them.
        let send = |engine: &mut Engine<'_>, id: &ObjectId| engine.send(id.slot, self.to, seat);
        let taken: Vec<ObjectId> =
            engine.all_at_once(|engine| chosen.iter().filter_map(|id| send(engine, id)).collect());
        engine.frame().them.extend(taken);
        let others: Vec<Slot> = top.into_iter().filter(|slot| !chosen.iter().any(|id| id.slot == *slot)).collect();
        if self.rest == Destination::LibraryBottom && self.random {
            return engine.bury_at_random(of, others);
        }
        let cards: Vec<ObjectId> = others.into_iter().filter_map(|slot| engine.send(slot, self.rest, seat)).collect();
        if self.rest == Destination::LibraryBottom {
            engine.sort(vec![Sorting { by: seat, of, bottom: true, cards }]);
        } else if self.rest == Destination::LibraryTop {
            engine.sort(vec![Sorting { by: seat, of, bottom: false, cards }]);
        }
    }
}

// ---- piles ----

/// CR 700.3: the first pile is chosen; the other cards are the second.
pub(super) struct SeparateTop {
    pub(super) who: Who,
    pub(super) n: AmountId,
}

impl Asks for SeparateTop {
    fn who(&self) -> Who {
        self.who
    }

    fn begin(&self, frame: &mut Frame) {
        frame.them.clear();
    }

    fn question(&self, engine: &Engine<'_>, _: Seat) -> Option<Question> {
        let (_, you, _) = engine.frame_source();
        let options = top(engine, you, usize::try_from(engine.num(self.n)).unwrap_or(0));
        let max = options.len() as u16;
        let half = Choice::Some((0..max.div_ceil(2)).collect());
        (max > 0).then(|| (DecisionKind::Choose, Shape::Some { options: items(engine, &options), min: 0, max }, half))
    }

    fn answer(&self, engine: &mut Engine<'_>, answer: &Answer<'_>) {
        for seat in engine.s.turns.living().iter() {
            engine.saw(seat, answer.looked_at());
        }
        engine.set_them(answer.objects());
    }
}

/// One pile goes to one place, the other to another.
pub(super) struct TakePile {
    pub(super) who: Who,
    pub(super) count: AmountId,
    pub(super) to: Destination,
    pub(super) rest: Destination,
}

impl Asks for TakePile {
    fn who(&self) -> Who {
        self.who
    }

    /// The first pile or the second; by default the larger.
    fn question(&self, engine: &Engine<'_>, _: Seat) -> Option<Question> {
        let (_, you, _) = engine.frame_source();
        let n = top(engine, you, usize::try_from(engine.num(self.count)).unwrap_or(0)).len();
        let first = engine.view().them.len();
        let shape = Shape::One(vec![Item::Mode(0), Item::Mode(1)]);
        (n > 0).then(|| (DecisionKind::Mode, shape, Choice::option(u16::from(2 * first < n))))
    }

    fn answer(&self, engine: &mut Engine<'_>, answer: &Answer<'_>) {
        let (_, you, _) = engine.frame_source();
        let all = top(engine, you, usize::try_from(engine.num(self.count)).unwrap_or(0));
        let first: Vec<Slot> = engine.frame().them.iter().map(|id| id.slot).collect();
        let takes_first = chosen_one(answer.choice) == 0;
        let (taken, left): (Vec<Slot>, Vec<Slot>) =
            all.into_iter().partition(|slot| first.contains(slot) == takes_first);
        let taken = engine.all_at_once(|engine| {
            let taken = taken.into_iter().filter_map(|slot| engine.send(slot, self.to, you)).collect();
            for slot in left {
                engine.send(slot, self.rest, you);
            }
            taken
        });
        engine.set_them(taken);
    }
}

// ---- searching ----

/// CR 701.23, 701.24: what is found goes where the effect says; the library is shuffled.
pub(super) struct Search {
    pub(super) who: Who,
    pub(super) filter: FilterId,
    pub(super) count: AmountId,
    pub(super) to: Destination,
    pub(super) rest: Destination,
    pub(super) alike: bool,
    pub(super) each: bool,
    pub(super) differ: Option<Differ>,
    /// In whose library the controller searches, if it is not the player's own.
    pub(super) of: Option<Who>,
    /// In the graveyard as well.
    pub(super) graveyard: bool,
    /// Where the cards go that are not found; `None`: they stay, and the library is shuffled.
    pub(super) others: Option<Destination>,
    /// Counters with which what is found enters.
    pub(super) counters: Option<(CounterKind, AmountId)>,
}

impl Search {
    /// Whose library it is.
    fn library(&self, engine: &Engine<'_>, seat: Seat) -> Option<Seat> {
        self.of.map_or(Some(seat), |of| engine.seats_of(of).first().copied())
    }
}

impl Asks for Search {
    fn who(&self) -> Who {
        self.who
    }

    fn begin(&self, frame: &mut Frame) {
        frame.them.clear();
    }

    fn question(&self, engine: &Engine<'_>, seat: Seat) -> Option<Question> {
        let options = searchable(engine, seat, self.library(engine, seat)?, self.filter, self.graveyard);
        let max = engine.num(self.count).clamp(0, options.len() as i32) as u16;
        // CR 701.23b, 701.23d: only who looks for a card with some quality may fail to find it.
        let min = if engine.cat.filter(self.filter).is_any() { max } else { 0 };
        let default = match (self.each, self.differ, self.alike) {
            (true, ..) => engine.reader().one_of_each(&options, self.filter, max),
            (false, Some(differ), _) => engine.reader().most_that_differ(differ, &options, max),
            // What must be alike is found one by one: the first alone is always legal.
            (false, None, true) => (0..max.min(1)).collect(),
            (false, None, false) => (0..max).collect(),
        };
        Some((DecisionKind::Search, Shape::Some { options, min, max }, Choice::Some(default)))
    }

    fn answer(&self, engine: &mut Engine<'_>, answer: &Answer<'_>) {
        let Some(library) = self.library(engine, answer.seat) else { return };
        let kept = cant_search(engine, answer.seat) || cant_search_own(engine, answer.seat, library);
        if library == answer.seat && !kept {
            engine.happened(&Happening::Searched(library));
        }
        let chosen = answer.objects();
        if let Some((kind, n)) = self.counters {
            let n = engine.num(n).max(0);
            engine.s.enters_with.extend(chosen.iter().map(|id| (*id, kind, n)));
        }
        found(engine, (answer.seat, library), &chosen, self.to, self.rest);
        engine.forget_unentered();
        if let Some(to) = self.others {
            self.put_away(engine, library, to);
        }
    }
}

impl Search {
    /// What was searched and not found goes elsewhere.
    fn put_away(&self, engine: &mut Engine<'_>, library: Seat, to: Destination) {
        let player = &engine.s.players[library];
        let mut slots = player.library.clone();
        if self.graveyard {
            slots.extend(&player.graveyard);
        }
        let found = engine.frame().them.clone();
        slots.retain(|slot| !found.iter().any(|id| id.slot == *slot));
        for slot in slots {
            engine.send(slot, to, library);
        }
    }
}

/// How many cards from the top alone the player searches; of several such effects the least.
fn searched(engine: &Engine<'_>, seat: Seat) -> Option<usize> {
    let limits = engine.statics(StaticKinds::RARE, |effect| match effect {
        StaticEffect::SearchTop(whose, n) => Some((whose, n)),
        _ => None,
    });
    limits.filter(|(by, (whose, _))| engine.concerns(*whose, *by, seat)).map(|(_, (_, n))| n.into()).min()
}

fn cant_search(engine: &Engine<'_>, seat: Seat) -> bool {
    engine.cant(seat, |effect| if let StaticEffect::NoSearch(whose) = effect { Some(whose) } else { None })
}

/// Whether the effect can't have its own controller search their own library.
fn cant_search_own(engine: &Engine<'_>, seat: Seat, library: Seat) -> bool {
    let own = seat == library && engine.s.frames.last().is_some_and(|frame| frame.controller == seat);
    own && engine.cant(seat, |effect| if let StaticEffect::NoOwnSearch(whose) = effect { Some(whose) } else { None })
}

/// CR 701.23. In the order of the cards' names, so that the order of the library tells nothing.
fn searchable(engine: &Engine<'_>, seat: Seat, library: Seat, filter: FilterId, graveyard: bool) -> Vec<Item> {
    let filter = engine.cat.filter(filter);
    let at = engine.view();
    let mut found: Vec<ObjectId> = Vec::new();
    if !cant_search(engine, seat) && !cant_search_own(engine, seat, library) {
        let cards = engine.s.players[library].library.as_slice();
        let from = cards.len() - searched(engine, seat).unwrap_or(cards.len()).min(cards.len());
        found.extend(cards[from..].iter().map(|s| engine.s.id(*s)));
    }
    if graveyard {
        found.extend(engine.s.players[library].graveyard.iter().map(|s| engine.s.id(*s)));
    }
    found.retain(|id| engine.passes(filter, *id, engine.s.object(id.slot), &at));
    found.sort_by_key(|id| (engine.s.object(id.slot).card, id.slot));
    found.into_iter().map(Item::Object).collect()
}

/// CR 701.23, 701.24: what was found goes where the effect says; the library is shuffled.
fn found(
    engine: &mut Engine<'_>,
    (seat, library): (Seat, Seat),
    chosen: &[ObjectId],
    to: Destination,
    rest: Destination,
) {
    let under = engine.frame().controller;
    let (mut moved, mut tops) = (Vec::new(), Vec::new());
    engine.all_at_once(|engine| {
        for (at, id) in chosen.iter().enumerate() {
            let to = if at == 0 { to } else { rest };
            if to == Destination::LibraryTop {
                tops.push(id.slot);
                continue;
            }
            let entering = matches!(to, Destination::Battlefield | Destination::BattlefieldTapped);
            moved.extend(engine.send(id.slot, to, if entering { seat } else { under }));
        }
    });
    if to == Destination::Exile || rest == Destination::Exile {
        engine.remember_exiled(&moved);
    }
    // CR 701.24d: what goes on top does so once the rest has been shuffled.
    for slot in &tops {
        if engine.s.object(*slot).zone == Zone::Graveyard {
            engine.move_object(*slot, Zone::Library);
        }
    }
    // CR 903.9b: the owner of a commander is still to be asked where it goes.
    tops.retain(|slot| engine.s.object(*slot).zone == Zone::Library);
    engine.s.players[library].library.retain(|slot| !tops.contains(slot));
    engine.shuffle(library);
    engine.s.players[library].library.extend(&tops);
    let tops: Vec<ObjectId> = tops.into_iter().map(|slot| engine.s.id(slot)).collect();
    engine.saw(seat, tops.iter().copied());
    moved.extend(tops);
    engine.frame().them.extend(moved);
}

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
