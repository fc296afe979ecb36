//! Made-up games for the tests of this room and the next: a pure function of seed and index, like real ones.

use std::borrow::Cow;
use std::convert::Infallible;

use super::plan::{Entrant, Order};
use super::worker::PlayGame;
use crate::agents::{Gift, Given, Moment, Wants};
use crate::cards::effect::CardId;
use crate::game::StallCause;
use crate::game::decision::{Choice, DecisionKind};
use crate::game::settle::Reply;
use crate::scenario::Deals;
use crate::table::ChoiceRow;
use crate::table::counts::{CardCounts, CardRow, SourceCounts, SourceRow, StepCounts, StepRow};
use crate::table::record::{Digest, End, Fate, GameRecord, GameRow, SeatRow, Share, TurnRow};
use crate::turn::Step;

/// How long their turns take.
const SECONDS_A_TURN: u32 = 120;

/// Entrants A, B, C, ...
pub(crate) fn entrants(n: usize) -> Vec<Entrant> {
    let entrant = |i: usize| {
        let name = String::from(char::from(b'A' + i as u8));
        Entrant { deck: format!("deck-{name}").into(), agent: "heuristic".into(), name: name.into() }
    };
    (0..n).map(entrant).collect()
}

/// An order for a run of made-up games with seed 7.
pub(crate) fn order(n: usize, games: u64, rotate_seats: bool) -> Order {
    Order {
        games,
        seed: 7,
        rotate_seats,
        team_size: 1,
        deals: Deals::Fresh,
        until: None,
        shown: Vec::new(),
        entrants: entrants(n),
    }
}

/// Plays made-up games.
pub(crate) struct Fake {
    pub(crate) players: usize,
    pub(crate) seed: u64,
}

impl PlayGame for Fake {
    type Error = Infallible;

    fn play(&self, game: u64) -> Result<GameRecord, Infallible> {
        Ok(record(self.players, self.seed, game))
    }
}

/// The games of one rotated group.
pub(crate) fn group(players: usize, seed: u64, group: u64) -> Vec<GameRecord> {
    let size = players as u64;
    (group * size..(group + 1) * size).map(|game| record(players, seed, game)).collect()
}

/// One made-up game; entrants sit in rotation, the first position wins a little more often.
pub(crate) fn record(players: usize, seed: u64, game: u64) -> GameRecord {
    let mut luck = Luck(seed ^ game.wrapping_mul(0x9e37_79b9_7f4a_7c15));
    let end = match luck.below(20) {
        0 => End::Draw,
        1 => End::Capped,
        _ => End::Win,
    };
    let winner = (end == End::Win).then(|| luck.below(players as u64 + 1) as usize % players);
    let taken: Vec<u32> = (0..players).map(|_| 3 + luck.below(5) as u32).collect();
    let turns = taken.iter().sum();
    let place = |entrant: usize| (entrant + game as usize) % players;
    let names = entrants(players);
    let won = |entrant: usize| winner == Some(place(entrant));
    let seat = |i: usize| seat_row(game, &names[i], place(i) as u32 + 1, won(i), taken[i], turns);
    let seats: Vec<SeatRow> = (0..players).map(seat).collect();
    let first = seats.iter().find(|s| s.won);
    let row = game_row(game, seed, end, first, players as u32, turns, &mut luck);
    let sources = vec![sources(&row, &seats[players - 1])];
    let (choices, turns) = (choices(game, &seats[0]), turns_of(&row, &seats));
    GameRecord { choices, turns, sources, cards: cards(&seats), steps: steps(&row), game: row, seats }
}

/// Turns in the order of the seats, the extra ones last.
fn turns_of(game: &GameRow, seats: &[SeatRow]) -> Vec<TurnRow> {
    let turn = |number: u32| TurnRow {
        turn: Some(number + 1),
        round: number / game.players + 1,
        extra: number + game.extra_turns_taken >= game.turns,
        table_seconds: SECONDS_A_TURN,
        ..TurnRow::empty(game.game, seats[number as usize % seats.len()].seat.clone())
    };
    let missing = |fate: Fate| TurnRow { fate, extra: true, ..TurnRow::empty(game.game, seats[0].seat.clone()) };
    let skipped = (0..game.extra_turns_skipped).map(|_| missing(Fate::Skipped));
    let lost = (0..game.extra_turns_lost).map(|_| missing(Fate::Lost));
    (0..game.turns).map(turn).chain(skipped).chain(lost).collect()
}

/// Everybody casts the first cards of the catalog.
fn cards(seats: &[SeatRow]) -> Vec<CardRow> {
    let row = |(entrant, seat): (usize, &SeatRow)| {
        let (cast, wins) = (seat.spells_cast.into(), u64::from(seat.won));
        let counts = CardCounts { games: 1, wins, cast, games_cast: 1, wins_cast: wins, ..CardCounts::default() };
        CardRow { entrant: entrant as u8, card: CardId(entrant as u16), counts }
    };
    seats.iter().enumerate().map(row).collect()
}

/// Every player untaps once a round.
fn steps(game: &GameRow) -> Vec<StepRow> {
    let counts = StepCounts { games: 1, begun: game.players.into(), ..StepCounts::default() };
    (1..=game.rounds).map(|round| StepRow { round, step: Step::Untap, counts }).collect()
}

/// One card made all extra turns, for one seat.
fn sources(game: &GameRow, seat: &SeatRow) -> SourceRow {
    let counts = SourceCounts {
        games: 1,
        extra_turns_granted: game.extra_turns_granted.into(),
        extra_turns_taken: game.extra_turns_taken.into(),
        extra_turns_skipped: game.extra_turns_skipped.into(),
        extra_turns_lost: game.extra_turns_lost.into(),
        ..SourceCounts::default()
    };
    SourceRow { source: "Time Warp".into(), seat: seat.seat.clone(), counts }
}

fn game_row(
    game: u64,
    seed: u64,
    end: End,
    winner: Option<&SeatRow>,
    players: u32,
    turns: u32,
    luck: &mut Luck,
) -> GameRow {
    let mut some = |n: u64| luck.below(n) as u32;
    let (taken, skipped, lost) = (some(4), some(2), some(2));
    GameRow {
        game,
        seed,
        players,
        end,
        winner: winner.map(|s| s.seat.clone()),
        winner_deck: winner.map(|s| s.deck.clone()),
        turns,
        rounds: turns / players,
        extra_turns_granted: taken + skipped + lost,
        extra_turns_taken: taken,
        extra_turns_skipped: skipped,
        extra_turns_lost: lost,
        turns_skipped: skipped + some(3),
        steps_skipped: some(3),
        phases_skipped: some(2),
        extra_phases: some(4),
        extra_steps: some(2),
        turns_ended_early: some(2),
        longest_streak: 1 + some(3),
        longest_wait: Some(players + some(6)),
        first_elimination_turn: (some(3) > 0).then(|| 5 + some(9)),
        rounds_sat_out: Some(turns % 3),
        decisions: 100 + some(900),
        forced_passes: 1000 + some(900),
        priority_passes: 2000 + some(900),
        spells_cast: 10 + some(30),
        refused: some(2),
        digest: Digest((u128::from(luck.next()) << 64 | u128::from(game)).to_be_bytes()),
        stalled_by: (end == End::Stalled).then_some(StallCause::Decisions),
        table_seconds: turns * SECONDS_A_TURN,
        longest_wait_seconds: Some((players + turns % 5) * SECONDS_A_TURN),
    }
}

fn seat_row(game: u64, entrant: &Entrant, position: u32, won: bool, taken: u32, turns: u32) -> SeatRow {
    SeatRow {
        game,
        seat: entrant.name.clone(),
        team: None,
        position,
        deck: entrant.deck.clone(),
        agent: entrant.agent.clone(),
        won,
        turns_taken: taken,
        normal_turns: taken - 1,
        extra_turns: 1,
        turns_skipped: taken % 2,
        share_of_turns: Share::new(taken, turns),
        longest_streak: 1 + taken % 3,
        longest_wait: (taken > 3).then_some(taken),
        mulligans: taken % 2,
        cards_drawn: taken * 2,
        lands_played: taken - 1,
        spells_cast: taken + 1,
        damage_dealt: taken * 5,
        life: if won { 12 } else { -3 },
        left_turn: (!won).then_some(turns - 1),
        left_cause: (!won).then_some(Cow::Borrowed("life")),
        time_spent_ms: taken.is_multiple_of(2).then_some(u64::from(taken) * 1500),
        time_limits_exceeded: taken % 3,
        refused: taken % 3,
        refused_illegal: taken % 3,
        refused_unreadable: 0,
        refused_late: 0,
        refused_gone: 0,
        refused_panicked: 0,
        exit: None,
        mana_unspent: taken * 3,
        cards_in_hand: taken % 4,
        commander_casts: taken % 3,
        attackers_able: taken * 4,
        attackers_declared: taken * 2,
        sure_kills: taken % 4,
        sure_kills_missed: taken % 2,
        dead_extra_turns: taken % 2,
        dead_turns: taken % 3,
        dead_turns_castable: taken % 2,
        table_seconds: taken * SECONDS_A_TURN,
        extra_turn_seconds: SECONDS_A_TURN,
        share_of_table_time: Share::new(taken, turns),
        longest_wait_seconds: (taken > 3).then_some(taken * SECONDS_A_TURN),
        extra_turns_granted: 1 + taken % 3,
        extra_turns_skipped: taken % 2,
        extra_turns_lost: taken % 3,
        steps_skipped: taken % 4,
        phases_skipped: taken % 3,
        extra_phases: taken % 5,
        extra_steps: taken % 2,
        turns_ended_early: taken % 2,
        decisions: taken * 9,
    }
}

/// In some games the first entrant is played by somebody's program, which sits down and answers once.
fn choices(game: u64, seat: &SeatRow) -> Vec<ChoiceRow> {
    let wants = Gift::Wants(Wants::everything());
    let sat = Given { at: Moment::Seated, number: 0, kind: None, gift: wants };
    let reply = Gift::Reply(Reply::plain(Choice::Number(0)));
    let answered = Given { at: Moment::Ask, number: 0, kind: Some(DecisionKind::Mode), gift: reply };
    let given = [sat, answered].into_iter().take(game as usize % 3);
    given.map(|given| ChoiceRow { game, seat: seat.seat.clone(), given }).collect()
}

/// A small deterministic stream (splitmix64).
struct Luck(u64);

impl Luck {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }

    fn below(&mut self, n: u64) -> u64 {
        self.next() % n
    }
}
