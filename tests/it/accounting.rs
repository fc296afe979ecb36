//! What must hold of every game, whoever plays with what: the books balance, and the rules' invariants hold at every pause.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Display;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use proptest::prelude::*;
use rayon::prelude::*;

use turnlab::agents::{Direct, Historian};
use turnlab::cards::catalog::Catalog;
use turnlab::cards::effect::CardId;
use turnlab::cards::source::Source;
use turnlab::game::decision::Decision;
use turnlab::game::{Dice, Game, GameEvent, Lane, Pause, check};
use turnlab::scenario::{Disk, EVENTS, Scenario};
use turnlab::table::counts::{CardRow, SourceCounts, SourceRow, StepCounts, StepRow};
use turnlab::table::record::{End, Fate, GameRecord, GameRow, SeatRow, TurnRow};
use turnlab::table::{Address, Matchup, Table, play_watched};
use turnlab::turn::{Seat, SeatSet, Step, TurnEvent};

use crate::random_tables::{RandomTable, asked_for, table};

const DECKS: [&str; 4] = ["talrand-extra-turns", "aurelia-extra-combats", "augustin-stasis", "goreclaw-creatures"];

/// From so many tables on every card must be played at one of them.
const EVERY_CARD: u64 = 20_000;

/// Tables drawn at random, and games at each: laying out a table costs more than a short game. `TURNLAB_TABLES` asks for
/// more, or for a range of them: `18310..18311`.
const TABLES: u64 = if cfg!(debug_assertions) { 80 } else { 2_000 };
const EACH: u64 = 5;

/// Cards that none of these games plays, and why: `card<tab>reason`.
const NEVER_PLAYED: &str = include_str!("../data/never_played.tsv");

/// One question in so many has the invariants checked, which is slow; every question of so many games.
const SAMPLE: u32 = 20;
const CHECKED: u64 = if cfg!(debug_assertions) { 6 } else { 60 };

/// The starter decks, played at random.
fn starters() -> Matchup {
    let mut text = "schema = 1\nname = \"books\"\n[game]\nmax_turns = 60\nmax_decisions_per_turn = 200\n".to_owned();
    for deck in DECKS {
        text.push_str(&format!(
            "[[seat]]\nname = \"{deck}\"\ndeck = \"builtin:/decks/{deck}.txt\"\nagent = \"random\"\n"
        ));
    }
    let scenario = Scenario::from_source(&Source::new("books.toml", text), &Disk);
    Matchup::new(Arc::new(scenario.unwrap_or_else(|faults| panic!("{faults}"))))
}

/// Finds out whether a seat that has left begins a turn, or is asked; and holds the rules' invariants against some questions.
struct Watcher {
    cards: Vec<usize>,
    dice: Dice,
    left: SeatSet,
    ends: Vec<GameEvent>,
    played: BTreeSet<CardId>,
    /// What was asked last.
    asked: Option<Decision>,
    wrong: Vec<String>,
}

impl Watcher {
    fn new(cards: Vec<usize>, game: u64) -> Watcher {
        let dice = Dice::new(50, game, Lane::Chance);
        let (left, ends, played) = (SeatSet::EMPTY, Vec::new(), BTreeSet::new());
        Watcher { cards, dice, left, ends, played, asked: None, wrong: Vec::new() }
    }
}

impl Historian for Watcher {
    fn record(&mut self, events: &[GameEvent], game: &Game) {
        for event in events {
            match event {
                GameEvent::PlayerLeft { seat, .. } => self.left.insert(*seat),
                GameEvent::Turn(TurnEvent::TurnBegan { seat, .. } | TurnEvent::TurnSkipped { seat, .. })
                | GameEvent::DecisionMade { seat, .. }
                | GameEvent::Turn(TurnEvent::PriorityGiven { seat })
                    if self.left.contains(*seat) =>
                {
                    self.wrong.push(format!("{event:?} after that seat had left"));
                }
                GameEvent::Refused { reason, .. } => {
                    self.wrong.push(told(game, &format!("refused ({reason:?}) when asked {:?}", self.asked)));
                }
                GameEvent::GameOver { .. } => self.ends.push(*event),
                GameEvent::SpellCast { card, .. } | GameEvent::LandPlayed { card, .. } => {
                    // Half of a split card is a part of it.
                    self.played.insert(game.catalog().card(*card).whole().unwrap_or(*card));
                }
                _ => {}
            }
        }
        self.asked = game.decision().cloned();
        if self.dice.below(SAMPLE) == 0 || !self.ends.is_empty() {
            self.wrong.extend(check(game, &self.cards).err().map(|violation| told(game, &violation)));
        }
    }
}

/// A violation with the permanents that are there.
fn told(game: &Game, violation: &dyn Display) -> String {
    let view = game.view(Seat::first(1).next().expect("there is a first seat"));
    let permanents = view.battlefield().map(|seen| {
        let name = &game.catalog().card(seen.card).name;
        format!("{:?} {name} {:?}", seen.id, seen.types)
    });
    let hands = game.living().iter().flat_map(|seat| {
        let view = game.view(seat);
        view.hand(seat).map(|seen| format!("{:?} {}", seen.id, game.catalog().card(seen.card).name)).collect::<Vec<_>>()
    });
    format!("{violation}; hands: {:?}; permanents: {:?}", hands.collect::<Vec<_>>(), permanents.collect::<Vec<_>>())
}

/// The books of one game.
fn balance(
    GameRecord { game, seats, choices, turns, sources, cards, steps }: &GameRecord,
) -> Result<(), TestCaseError> {
    of_turns(game, turns)?;
    of_cards(game, seats, cards)?;
    of_steps(game, steps)?;
    prop_assert_eq!(
        game.extra_turns_granted,
        game.extra_turns_taken + game.extra_turns_skipped + game.extra_turns_lost
    );
    let sum = |of: fn(&SeatRow) -> u32| seats.iter().map(of).sum::<u32>();
    prop_assert_eq!(game.turns, sum(|s| s.turns_taken));
    prop_assert_eq!(game.extra_turns_taken, sum(|s| s.extra_turns));
    prop_assert_eq!(game.turns_skipped, sum(|s| s.turns_skipped));
    prop_assert_eq!(game.spells_cast, sum(|s| s.spells_cast));
    prop_assert_eq!(game.extra_turns_granted, sum(|s| s.extra_turns_granted));
    prop_assert_eq!(game.extra_turns_skipped, sum(|s| s.extra_turns_skipped));
    prop_assert_eq!(game.extra_turns_lost, sum(|s| s.extra_turns_lost));
    prop_assert_eq!(game.steps_skipped, sum(|s| s.steps_skipped));
    prop_assert_eq!(game.phases_skipped, sum(|s| s.phases_skipped));
    prop_assert_eq!(game.extra_phases, sum(|s| s.extra_phases));
    prop_assert_eq!(game.extra_steps, sum(|s| s.extra_steps));
    prop_assert_eq!(game.turns_ended_early, sum(|s| s.turns_ended_early));
    prop_assert_eq!(game.decisions, sum(|s| s.decisions));
    let kept = |s: &SeatRow| s.extra_turns + s.extra_turns_skipped + s.extra_turns_lost;
    prop_assert!(seats.iter().all(|s| s.extra_turns_granted == kept(s)));
    prop_assert!(seats.iter().all(|s| s.turns_taken == s.normal_turns + s.extra_turns));
    prop_assert!(seats.iter().all(|s| s.longest_streak <= s.turns_taken));
    prop_assert_eq!(game.table_seconds, sum(|s| s.table_seconds));
    prop_assert!(seats.iter().all(|s| s.extra_turn_seconds <= s.table_seconds));
    prop_assert!(seats.iter().all(|s| s.longest_wait.is_some() == s.longest_wait_seconds.is_some()));
    prop_assert!(seats.iter().all(|s| s.turns_taken > 0 || s.table_seconds == 0));
    prop_assert!(seats.iter().all(|s| s.extra_turns > 0 || s.extra_turn_seconds == 0));
    // A wait is in the turns of others.
    let of_others = |s: &SeatRow| game.table_seconds - s.table_seconds;
    prop_assert!(seats.iter().all(|s| s.longest_wait_seconds.is_none_or(|wait| wait <= of_others(s))));
    prop_assert_eq!(game.longest_wait_seconds, seats.iter().filter_map(|s| s.longest_wait_seconds).max());
    let shared: u32 = seats.iter().filter_map(|s| s.share_of_table_time).map(|share| share.part()).sum();
    prop_assert_eq!(shared, game.table_seconds);
    prop_assert!(game.forced_passes <= game.priority_passes);
    prop_assert_eq!(game.end == End::Win, game.winner.is_some());
    prop_assert_eq!(usize::from(game.end == End::Win), seats.iter().filter(|s| s.won).count());
    let winner = seats.iter().find(|s| s.won);
    prop_assert_eq!(winner.map(|s| &s.seat), game.winner.as_ref());
    prop_assert!(winner.is_none_or(|s| s.left_turn.is_none()));
    prop_assert_eq!(game.first_elimination_turn, seats.iter().filter_map(|s| s.left_turn).min());
    let all_left = seats.iter().all(|s| s.left_turn.is_some());
    prop_assert!(!all_left || game.end == End::Draw);
    let mut positions: Vec<u32> = seats.iter().map(|s| s.position).collect();
    positions.sort_unstable();
    prop_assert_eq!(positions, (1..=game.players).collect::<Vec<_>>());
    prop_assert_eq!(game.refused, 0, "built-in players answer within the rules");
    prop_assert!(choices.is_empty(), "they play the same again");
    let of_sources = |of: fn(&SourceCounts) -> u64| sources.iter().map(|row| of(&row.counts)).sum::<u64>();
    prop_assert_eq!(of_sources(|c| c.extra_turns_granted), u64::from(game.extra_turns_granted));
    prop_assert_eq!(of_sources(|c| c.extra_turns_taken), u64::from(game.extra_turns_taken));
    prop_assert_eq!(of_sources(|c| c.extra_turns_skipped), u64::from(game.extra_turns_skipped));
    prop_assert_eq!(of_sources(|c| c.extra_turns_lost), u64::from(game.extra_turns_lost));
    prop_assert_eq!(of_sources(|c| c.turns_ended), u64::from(game.turns_ended_early));
    prop_assert!(of_sources(|c| c.phases_added) >= u64::from(game.extra_phases));
    prop_assert!(of_sources(|c| c.steps_added) >= u64::from(game.extra_steps));
    prop_assert!(of_sources(|c| c.extra_turns_won) <= u64::from(game.end == End::Win));
    let dead: u32 = seats.iter().map(|s| s.dead_extra_turns).sum();
    prop_assert_eq!(of_sources(|c| c.extra_turns_dead), u64::from(dead));
    for SourceRow { counts: c, .. } in sources {
        prop_assert_eq!(c.extra_turns_granted, c.extra_turns_taken + c.extra_turns_skipped + c.extra_turns_lost);
        prop_assert!(c.extra_turns_dead + c.extra_turns_won <= c.extra_turns_taken && c.games == 1);
    }
    Ok(())
}

/// The books of its turns.
fn of_turns(game: &GameRow, turns: &[TurnRow]) -> Result<(), TestCaseError> {
    let count = |of: &dyn Fn(&TurnRow) -> bool| turns.iter().filter(|turn| of(turn)).count() as u32;
    let sum = |of: fn(&TurnRow) -> u32| turns.iter().map(of).sum::<u32>();
    let numbers: Vec<u32> = turns.iter().filter_map(|turn| turn.turn).collect();
    prop_assert_eq!(numbers, (1..=game.turns).collect::<Vec<_>>());
    prop_assert!(turns.iter().all(|turn| (turn.fate == Fate::Taken) == turn.turn.is_some()));
    prop_assert!(turns.iter().all(|turn| (turn.fate == Fate::Taken) == turn.because.is_none()));
    prop_assert!(turns.iter().all(|turn| turn.extra == turn.granted_by.is_some()));
    prop_assert_eq!(count(&|turn| turn.extra && turn.fate == Fate::Taken), game.extra_turns_taken);
    prop_assert_eq!(count(&|turn| turn.extra && turn.fate == Fate::Skipped), game.extra_turns_skipped);
    prop_assert_eq!(count(&|turn| turn.fate == Fate::Lost), game.extra_turns_lost);
    prop_assert_eq!(count(&|turn| turn.fate == Fate::Skipped), game.turns_skipped);
    prop_assert_eq!(count(&|turn| turn.ended_early), game.turns_ended_early);
    prop_assert_eq!(sum(|turn| turn.extra_phases), game.extra_phases);
    prop_assert_eq!(sum(|turn| turn.extra_steps), game.extra_steps);
    prop_assert_eq!(sum(|turn| turn.phases_skipped), game.phases_skipped);
    prop_assert_eq!(sum(|turn| turn.steps_skipped), game.steps_skipped);
    prop_assert_eq!(sum(|turn| turn.spells_cast), game.spells_cast);
    prop_assert_eq!(sum(|turn| turn.table_seconds), game.table_seconds);
    prop_assert!(sum(|turn| turn.decisions) <= game.decisions);
    prop_assert!(turns.is_sorted_by_key(|turn| turn.round));
    prop_assert!(turns.last().is_none_or(|turn| turn.round <= game.rounds + 1));
    // An extra turn belongs to the round of the normal turn before it.
    let mut round = 1;
    for turn in turns.iter().filter(|turn| turn.fate != Fate::Lost) {
        round = if turn.extra { round } else { turn.round };
        prop_assert_eq!(turn.round, round);
    }
    Ok(())
}

/// The books of its cards.
fn of_cards(game: &GameRow, seats: &[SeatRow], cards: &[CardRow]) -> Result<(), TestCaseError> {
    for (entrant, seat) in seats.iter().enumerate() {
        let own = || cards.iter().filter(|row| usize::from(row.entrant) == entrant).map(|row| row.counts);
        prop_assert_eq!(own().map(|c| c.cast).sum::<u64>(), u64::from(seat.spells_cast));
        prop_assert_eq!(own().map(|c| c.played).sum::<u64>(), u64::from(seat.lands_played));
        prop_assert!(own().all(|c| c.games == 1 && c.wins == u64::from(seat.won)));
    }
    for CardRow { counts: c, .. } in cards {
        prop_assert!(c.resolved + c.countered + c.fizzled <= c.cast);
        prop_assert_eq!(c.games_cast, u64::from(c.cast > 0));
        prop_assert!(c.games_cast_by_round_5 <= c.games_cast_by_round_10 && c.games_cast_by_round_10 <= c.games_cast);
    }
    prop_assert!(cards.is_sorted_by_key(|row| (row.entrant, row.card)));
    let resolved: u64 = cards.iter().map(|row| row.counts.resolved).sum();
    prop_assert!(resolved <= u64::from(game.spells_cast));
    Ok(())
}

/// The books of its steps.
fn of_steps(game: &GameRow, steps: &[StepRow]) -> Result<(), TestCaseError> {
    let sum = |of: fn(&StepCounts) -> u64| steps.iter().map(|row| of(&row.counts)).sum::<u64>();
    let of = |step: Step| steps.iter().filter(move |row| row.step == step).map(|row| row.counts);
    prop_assert!(sum(|c| c.added) >= u64::from(game.extra_steps + game.extra_phases));
    prop_assert_eq!(sum(|c| c.skipped), u64::from(game.steps_skipped + game.phases_skipped));
    prop_assert!(of(Step::Untap).map(|c| c.begun - c.added).sum::<u64>() <= u64::from(game.turns));
    prop_assert!(steps.iter().all(|row| row.counts.added <= row.counts.begun && row.counts.games == 1));
    prop_assert!(steps.last().is_none_or(|row| row.round <= game.rounds + 1));
    Ok(())
}

/// Plays that game and goes through its books; what is wrong, if anything is.
fn audit(matchup: &Matchup, address: Address) -> Result<(GameRecord, BTreeSet<CardId>), String> {
    let mut watcher = Watcher::new(matchup.setup(address).cards(), address.game);
    let played = catch_unwind(AssertUnwindSafe(|| play_watched(matchup.sit_down(address), &mut watcher)));
    let record = played.map_err(|_| "it panicked: see above".to_owned())?;
    if let Some(wrong) = watcher.wrong.first() {
        return Err(wrong.clone());
    }
    balance(&record).map_err(|unbalanced| format!("{unbalanced} in {:?} of {:?}", record.game, record.seats))?;
    match watcher.ends.len() {
        1 => Ok((record, watcher.played)),
        _ => Err(format!("it ended with {:?}", watcher.ends)),
    }
}

/// What audited games come to.
#[derive(Default)]
struct Audit {
    games: u64,
    /// The sizes of their tables.
    players: BTreeSet<u32>,
    ends: BTreeSet<&'static str>,
    /// Extra turns taken, skipped and lost, and normal turns skipped.
    fates: [u64; 4],
    played: BTreeSet<CardId>,
    wrong: Vec<String>,
}

impl Audit {
    /// Of all games at that table.
    fn of_table(number: u64) -> Audit {
        let RandomTable { matchup, text } = table(number);
        let mut sum = Audit::default();
        for game in 0..EACH {
            match audit(&matchup, matchup.address(game)) {
                Ok((record, played)) => sum.add(&record.game, played),
                Err(wrong) => sum.wrong.push(format!("table {number}, game {game}: {wrong}\n{text}")),
            }
        }
        sum
    }

    fn add(&mut self, game: &GameRow, played: BTreeSet<CardId>) {
        self.games += 1;
        self.players.insert(game.players);
        self.ends.insert(game.end.name());
        let skipped = game.turns_skipped - game.extra_turns_skipped;
        let fates = [game.extra_turns_taken, game.extra_turns_skipped, game.extra_turns_lost, skipped];
        self.fates = std::array::from_fn(|i| self.fates[i] + u64::from(fates[i]));
        self.played.extend(played);
    }

    fn and(mut self, other: Audit) -> Audit {
        self.games += other.games;
        self.players.extend(other.players);
        self.ends.extend(other.ends);
        self.fates = std::array::from_fn(|i| self.fates[i] + other.fates[i]);
        self.played.extend(other.played);
        self.wrong.extend(other.wrong);
        self
    }
}

#[test]
fn the_books_of_random_games_balance() {
    let range = asked_for(TABLES);
    let tables = range.end - range.start;
    let Audit { games, players, ends, fates, played, wrong } =
        range.into_par_iter().map(Audit::of_table).reduce(Audit::default, Audit::and);
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert_eq!(games, tables * EACH);
    if tables < TABLES {
        return;
    }
    // They are worth auditing: every size of table, every end there can be, extra turns of every fate.
    assert!((2..=8).all(|size| players.contains(&size)), "sizes of tables: {players:?}");
    for end in [End::Win, End::Capped, End::Stalled] {
        assert!(ends.contains(end.name()), "{end:?}");
    }
    assert!(fates.iter().all(|n| *n > 0), "taken, skipped, lost, and normal turns skipped: {fates:?}");
    if tables >= EVERY_CARD {
        let excused = every_card_was_played(&played);
        assert!(tables > EVERY_CARD || excused.is_empty(), "these are played after all: {excused:?}");
    }
}

/// A card that is never played proves nothing about itself. Those that are excused without need come back.
fn every_card_was_played(played: &BTreeSet<CardId>) -> Vec<&'static str> {
    let excused: BTreeMap<&str, &str> = NEVER_PLAYED.lines().skip(1).filter_map(|line| line.split_once('\t')).collect();
    let cards = Catalog::builtin().cards().filter(|(_, card)| card.is_whole());
    let never: BTreeSet<&str> =
        cards.filter(|(id, _)| !played.contains(id)).map(|(_, card)| card.name.as_str()).collect();
    let unexcused: Vec<_> = never.iter().filter(|name| !excused.contains_key(**name)).collect();
    assert!(unexcused.is_empty(), "{} cards were never played: {unexcused:#?}", unexcused.len());
    excused.into_keys().filter(|name| !never.contains(name)).collect()
}

#[test]
fn every_event_has_a_name_that_a_case_can_expect() {
    let matchup = starters();
    for game in 0..20 {
        let mut events: Vec<GameEvent> = Vec::new();
        let _ = play_watched(matchup.sit_down(matchup.address(game)), &mut events);
        for event in events {
            let value = serde_json::to_value(event).expect("events are plain data");
            let kind = value["type"].as_str().expect("events are tagged");
            assert!(EVENTS.iter().any(|event| event.name == kind), "{kind}");
        }
    }
}

/// Plays a game and checks the rules' invariants at every pause.
fn play_checked(matchup: &Matchup, address: Address) {
    let cards = matchup.setup(address).cards();
    let Table { mut game, agents, places, .. } = matchup.sit_down(address);
    let mut players = Direct::new(agents, &places);
    loop {
        let pause = players.advance(&mut game);
        game.clear_events();
        check(&game, &cards).unwrap_or_else(|violation| panic!("game {}: {violation}", address.game));
        match pause {
            Pause::Over(_) => return,
            Pause::Decide => players.answer(&mut game),
        }
    }
}

#[test]
fn the_invariants_hold_at_every_pause() {
    let matchup = starters();
    for game in 0..CHECKED {
        play_checked(&matchup, matchup.address(game));
    }
}
