//! Players: who wins and loses, votes (CR 701.38), clashes (CR 701.30), flips coins, is chosen, is the monarch (CR 725),
//! has no maximum hand size (CR 402.2) or a life total that can't change (CR 119.8).

use crate::cards::effect::{AmountId, Who};
use crate::turn::Seat;

use crate::game::decision::{Choice, DecisionKind, Item, Shape};
use crate::game::engine::{Engine, chosen_items, chosen_one};
use crate::game::event::{GameEvent, Outcome};
use crate::game::filter::Seats;
use crate::game::state::Resume;

use super::asking::{Answer, Asks, Call, Question};
use super::choosing::items;

/// CR 104.3e.
pub(super) fn lose(engine: &mut Engine<'_>, who: Who) {
    let losers = engine.seats_of(who);
    engine.lose_by_effect(&losers);
}

/// CR 104.2b.
pub(super) fn win(engine: &mut Engine<'_>, who: Who) {
    if let Some(winner) = engine.seats_of(who).first().copied().filter(|winner| !engine.cant_win(*winner)) {
        engine.finish(Outcome::Win { winner });
    }
}

pub(super) fn cant_lose(engine: &mut Engine<'_>, who: Who) {
    for seat in engine.seats_of(who) {
        engine.s.this_turn.effects.unbeaten.insert(seat);
    }
    engine.log.forget_known();
}

pub(super) fn become_monarch(engine: &mut Engine<'_>, who: Who) {
    let (_, _, card) = engine.frame_source();
    engine.seats_of(who).into_iter().for_each(|seat| engine.become_monarch(seat, card));
}

pub(super) fn take_initiative(engine: &mut Engine<'_>, who: Who) {
    let (_, _, card) = engine.frame_source();
    engine.seats_of(who).into_iter().for_each(|seat| engine.take_initiative(seat, card));
}

/// Into which room their venture markers move is asked where there are two (CR 701.49b).
pub(super) struct Ventures {
    pub(super) who: Who,
}

impl Asks for Ventures {
    fn who(&self) -> Who {
        self.who
    }

    fn question(&self, engine: &Engine<'_>, seat: Seat) -> Option<Question> {
        let rooms = engine.rooms_ahead(seat);
        let options = rooms.iter().map(|room| Item::Mode(*room)).collect();
        (!rooms.is_empty()).then(|| (DecisionKind::Mode, Shape::One(options), Choice::option(0)))
    }

    fn answer(&self, engine: &mut Engine<'_>, answer: &Answer<'_>) {
        if let Some(Item::Mode(room)) = chosen_items(answer.decision, answer.choice).first().copied() {
            engine.enter_room(answer.seat, room);
        }
    }
}

/// How many came up heads is the result.
pub(super) fn flip_coins(engine: &mut Engine<'_>, n: AmountId) {
    let (_, seat, _) = engine.frame_source();
    let mut won = 0;
    for _ in 0..engine.times(n) {
        let heads = engine.s.dice.flip();
        won += i32::from(heads);
        engine.emit(GameEvent::CoinFlipped { seat, heads });
    }
    engine.set_result(won);
}

/// CR 705.2: one after another, up to the first that is lost.
pub(super) fn flip_until_lost(engine: &mut Engine<'_>) {
    let (_, seat, _) = engine.frame_source();
    let mut won = 0;
    loop {
        let heads = engine.s.dice.flip();
        engine.emit(GameEvent::CoinFlipped { seat, heads });
        if !heads || won >= crate::cards::limits::TIMES {
            break;
        }
        won += 1;
    }
    engine.set_result(won);
}

/// CR 706.2: each side is as likely as any other.
pub(super) fn roll_die(engine: &mut Engine<'_>, sides: u8) {
    let (_, seat, _) = engine.frame_source();
    let rolled = engine.s.dice.chance_below(u32::from(sides.max(1))) as i32 + 1;
    engine.emit(GameEvent::DieRolled { seat, sides, rolled: rolled as u8 });
    engine.set_result(rolled);
}

/// Whom the rest of the effect is about.
pub(super) fn choose_opponent(engine: &mut Engine<'_>, call: Call<'_>) {
    match call {
        Call::Perform => ask_opponent(engine),
        Call::Answer(decision, choice) => {
            if let Some(Item::Player(chosen)) = chosen_items(decision, choice).first() {
                engine.frame().about.player = Some(*chosen);
            }
            engine.next();
        }
    }
}

/// Which opponent the rest of the effect is about; no question when there is but one.
fn ask_opponent(engine: &mut Engine<'_>) {
    let opponents = engine.seats_of(Who::EachOpponent);
    if opponents.len() < 2 {
        engine.frame().about.player = opponents.first().copied();
        return engine.next();
    }
    let (seat, source) = (engine.frame().controller, engine.frame().source);
    let shape = Shape::One(opponents.into_iter().map(Item::Player).collect());
    engine.ask_about(seat, DecisionKind::Choose, Some(source), shape, Choice::option(0), Resume::Frame);
}

// ---- votes ----

/// CR 701.38: every player votes for one of so many options.
pub(super) struct Vote {
    pub(super) options: u8,
}

impl Asks for Vote {
    fn who(&self) -> Who {
        Who::EachPlayer
    }

    /// CR 701.38a: the controller first, then the others in turn order.
    fn players(&self, engine: &Engine<'_>) -> Seats {
        let mut seats = engine.seats_of(self.who());
        let (_, you, _) = engine.frame_source();
        let first = seats.iter().position(|s| *s == you).unwrap_or(0);
        seats.rotate_left(first);
        seats
    }

    fn question(&self, _: &Engine<'_>, _: Seat) -> Option<Question> {
        let options = (0..self.options).map(Item::Mode).collect();
        Some((DecisionKind::Vote, Shape::One(options), Choice::option(0)))
    }

    fn answer(&self, engine: &mut Engine<'_>, answer: &Answer<'_>) {
        let (seat, option) = (answer.seat, chosen_one(answer.choice) as u8);
        engine.emit(GameEvent::Voted { seat, option });
        engine.frame().votes.push((seat, option));
    }
}

// ---- clashes ----

/// CR 701.30c, 701.30d: the top cards are revealed at the same time; who reveals the higher mana value wins.
pub(super) fn clash_reveal(engine: &mut Engine<'_>) {
    let (_, you, _) = engine.frame_source();
    let opponent = engine.frame().about.player;
    let mut revealed = |seat: Option<Seat>| {
        let slot = engine.s.players[seat?].library.last().copied()?;
        let (seat, card) = (engine.s.object(slot).owner, engine.s.object(slot).card);
        engine.emit(GameEvent::Revealed { seat, card });
        Some(engine.cat.card(card).mana_value)
    };
    let (mine, theirs) = (revealed(Some(you)), revealed(opponent));
    let won = mine.is_some_and(|mine| theirs.is_none_or(|theirs| mine > theirs));
    engine.set_result(won.into());
}

/// Those who have revealed put their cards on the bottom or leave them.
pub(super) struct ClashBottom;

impl Asks for ClashBottom {
    fn who(&self) -> Who {
        Who::You
    }

    fn players(&self, engine: &Engine<'_>) -> Seats {
        let mut seats = engine.seats_of(Who::You);
        seats.extend(engine.seats_of(Who::That));
        let order: Vec<Seat> = engine.s.turns.apnap().collect();
        seats.sort_by_key(|seat| order.iter().position(|s| s == seat));
        seats
    }

    fn question(&self, engine: &Engine<'_>, seat: Seat) -> Option<Question> {
        let top = engine.s.players[seat].library.last().map(|slot| items(engine, &[*slot]))?;
        Some((DecisionKind::Scry, Shape::Some { options: top, min: 0, max: 1 }, Choice::Some(Vec::new())))
    }

    fn answer(&self, engine: &mut Engine<'_>, answer: &Answer<'_>) {
        // One card of each player: nothing shows that they move one after another.
        let library = &mut engine.s.players[answer.seat].library;
        if let Some(at) = library.len().checked_sub(1).filter(|_| !answer.objects().is_empty()) {
            let card = library.remove(at);
            library.insert(0, card);
        }
    }
}

/// No maximum hand size (CR 402.2), until their next turn or for good.
pub(super) fn no_max_hand_size(engine: &mut Engine<'_>, who: Who, until_next_turn: bool) {
    for seat in engine.seats_of(who) {
        let lasting =
            if until_next_turn { &mut engine.s.unbounded_until_turn } else { &mut engine.s.unbounded_for_good };
        lasting.insert(seat);
    }
}

/// CR 119.7, 119.8; a team's life total is one (CR 810.9g, 810.9h).
pub(super) fn lock_life(engine: &mut Engine<'_>, who: Who) {
    for seat in engine.seats_of(who) {
        let team = engine.s.turns.teams().of(seat);
        engine.s.life_locked = engine.s.life_locked.or(team);
    }
    engine.log.forget_known();
}
