use super::*;
use crate::cards::effect::CardId;
use crate::game::event::RefusalReason;
use crate::game::{DrawWhy, ObjectId, StallCause};
use crate::table::cast::CastMember;
use crate::table::play_direct;
use crate::table::record::TurnRow;
use crate::table::record::{GameRecord, SeatRow, Share};
use crate::table::testing::table;
use crate::turn::{AfterTurn, LostWhy, Phase, SkipScope, Skippable, Step, Tag};
use std::sync::Arc;

/// A, B and C sit in the order C, A, B: entrants 2, 0 and 1.
fn cast() -> Cast {
    let member = |(entrant, name): (u8, &str)| CastMember {
        entrant,
        name: name.into(),
        deck: format!("deck of {name}").into(),
        agent: "random".into(),
        team: None,
        life: 40,
    };
    Cast([(2, "C"), (0, "A"), (1, "B")].into_iter().map(member).collect())
}

const C: Seat = Seat(0);
const A: Seat = Seat(1);
const B: Seat = Seat(2);
const OBJECT: ObjectId = ObjectId { slot: 3, incarnation: 1 };

fn record(events: &[GameEvent]) -> GameRecord {
    timed(events, &TableTime::default())
}

fn timed(events: &[GameEvent], time: &TableTime) -> GameRecord {
    let mut recorder = Recorder::new(5, 7, cast(), time);
    events.iter().for_each(|event| recorder.add(event));
    recorder.finish()
}

fn turn(event: TurnEvent) -> GameEvent {
    GameEvent::Turn(event)
}

/// Turns as they begin: a seat, and the number of the grant of an extra one.
fn turns(begun: &[(Seat, u32)]) -> Vec<GameEvent> {
    begun.iter().enumerate().map(|(at, (seat, grant))| began(at as u32 + 1, *seat, *grant)).collect()
}

fn began(number: u32, seat: Seat, grant: u32) -> GameEvent {
    turn(TurnEvent::TurnBegan { turn: number, seat, kind: kind(grant), controller: None })
}

fn kind(grant: u32) -> TurnKind {
    if grant == 0 { TurnKind::Normal } else { TurnKind::Extra(grant) }
}

fn granted(id: u32, seat: Seat) -> GameEvent {
    turn(TurnEvent::ExtraTurnGranted { id, seat, source: Tag(1), in_turn: 1, after: AfterTurn::This })
}

fn skipped(seat: Seat, grant: u32) -> GameEvent {
    turn(TurnEvent::TurnSkipped { seat, kind: kind(grant), by: SkippedBy::Counted(1), left: 0 })
}

fn left(seat: Seat) -> GameEvent {
    GameEvent::PlayerLeft { seat, cause: LossCause::Life }
}

fn over(outcome: Outcome) -> GameEvent {
    GameEvent::GameOver { outcome }
}

#[test]
fn who_sat_where_is_told_in_the_order_of_the_scenario() {
    let record = record(&[over(Outcome::Win { winner: B })]);
    assert_eq!((record.game.game, record.game.seed, record.game.players), (5, 7, 3));
    assert_eq!((record.game.winner.as_deref(), record.game.winner_deck.as_deref()), (Some("B"), Some("deck of B")));
    let seats: Vec<_> = record.seats.iter().map(|s| (&*s.seat, s.position, s.won, &*s.agent, s.game)).collect();
    assert_eq!(seats, [("A", 2, false, "random", 5), ("B", 3, true, "random", 5), ("C", 1, false, "random", 5)]);
}

#[test]
fn every_end_has_its_class() {
    for (outcome, end) in [
        (Outcome::Win { winner: A }, End::Win),
        (Outcome::Draw { why: DrawWhy::AllLost }, End::Draw),
        (Outcome::Capped, End::Capped),
        (Outcome::Stalled { cause: StallCause::Decisions }, End::Stalled),
        (Outcome::Fault, End::Fault),
    ] {
        let row = record(&[over(outcome)]).game;
        assert_eq!((row.end, row.winner.is_some()), (end, end == End::Win));
    }
}

#[test]
fn extra_turns_end_in_exactly_one_bucket() {
    let mut events = vec![began(1, C, 0)];
    events.extend((1..=5).map(|id| granted(id, C)));
    events.push(began(2, C, 5));
    events.push(skipped(C, 4));
    events.push(turn(TurnEvent::TurnLost { grant: 3, seat: C, why: LostWhy::PlayerLeft }));
    events.push(turn(TurnEvent::TurnLost { grant: 2, seat: C, why: LostWhy::GameOver }));
    events.push(turn(TurnEvent::TurnLost { grant: 1, seat: C, why: LostWhy::NeverDue }));
    events.push(skipped(A, 0));
    let GameRecord { game, seats, .. } = record(&events);
    assert_eq!((game.extra_turns_granted, game.extra_turns_taken), (5, 1));
    assert_eq!((game.extra_turns_skipped, game.extra_turns_lost, game.turns_skipped), (1, 3, 2));
    assert_eq!(
        (seats[2].normal_turns, seats[2].extra_turns, seats[2].turns_taken, seats[2].turns_skipped),
        (1, 1, 2, 1)
    );
    assert_eq!((seats[0].turns_taken, seats[0].turns_skipped), (0, 1));
}

#[test]
fn streaks_and_waits() {
    let GameRecord { game, seats, .. } =
        record(&turns(&[(C, 0), (A, 0), (A, 1), (A, 2), (B, 0), (C, 0), (A, 0), (A, 3)]));
    assert_eq!((game.turns, game.longest_streak, game.longest_wait), (8, 3, Some(4)));
    let seat = |at: usize| (seats[at].longest_streak, seats[at].longest_wait);
    assert_eq!([seat(0), seat(1), seat(2)], [(3, Some(2)), (1, None), (1, Some(4))]);
    assert_eq!(seats[0].share_of_turns, Share::new(5, 8));
}

#[test]
fn two_turns_in_a_row_are_a_wait_of_nothing() {
    let seats = record(&turns(&[(C, 0), (C, 1)])).seats;
    assert_eq!((seats[2].longest_wait, seats[0].longest_wait, seats[0].longest_streak), (Some(0), None, 0));
}

#[test]
fn a_round_is_over_when_the_next_turn_would_begin() {
    let rounds = |events: &[GameEvent]| record(events).game.rounds;
    let around = [(C, 0), (A, 0), (B, 0)];
    assert_eq!(rounds(&turns(&around)), 0, "the last turn of the round has not ended");
    assert_eq!(rounds(&[turns(&around), vec![over(Outcome::Win { winner: C })]].concat()), 0);
    assert_eq!(rounds(&[turns(&around), vec![over(Outcome::Capped)]].concat()), 1, "it is capped between two turns");
    assert_eq!(rounds(&[turns(&around), vec![began(4, B, 1)]].concat()), 1, "an extra turn belongs to the next round");
    assert_eq!(rounds(&[turns(&around), vec![skipped(C, 0)]].concat()), 1);
}

#[test]
fn extra_turns_are_no_place_in_a_round_and_skipped_turns_are() {
    let rounds = |events: &[GameEvent]| record(events).game.rounds;
    assert_eq!(rounds(&turns(&[(C, 0), (A, 0), (A, 1), (A, 2), (C, 3)])), 0);
    assert_eq!(rounds(&[began(1, C, 0), skipped(A, 0), began(2, B, 0), began(3, C, 0)]), 1);
}

#[test]
fn who_has_left_is_not_waited_for() {
    let rounds = |events: &[GameEvent]| record(events).game.rounds;
    let not_begun = turn(TurnEvent::TurnNotBegun { seat: B });
    assert_eq!(rounds(&[began(1, C, 0), began(2, A, 0), left(B), not_begun, began(3, C, 0), began(4, A, 0)]), 1);
    assert_eq!(rounds(&[began(1, C, 0), began(2, A, 0), left(B), began(3, C, 0)]), 1, "nor to be passed over");
}

#[test]
fn the_first_to_leave_is_kept_and_everyone_has_a_cause() {
    let concession = GameEvent::PlayerLeft { seat: C, cause: LossCause::Concession };
    let GameRecord { game, seats, .. } = record(&[began(1, C, 0), began(2, A, 0), left(B), began(3, C, 0), concession]);
    assert_eq!((game.first_elimination_turn, game.rounds_sat_out), (Some(2), Some(2)));
    let seat = |at: usize| (seats[at].left_turn, seats[at].left_cause.as_deref());
    assert_eq!([seat(0), seat(1), seat(2)], [(None, None), (Some(2), Some("life")), (Some(3), Some("concession"))]);
    assert_eq!(game.decisions, 1, "a concession answers a question");
}

#[test]
fn only_uses_of_a_skip_effect_count() {
    let step = |by| turn(TurnEvent::StepSkipped { seat: C, step: Step::Draw, by });
    let phase = |by| turn(TurnEvent::PhaseSkipped { seat: C, phase: Phase::Combat, by });
    let row = record(&[
        step(SkippedBy::Rule),
        step(SkippedBy::Counted(1)),
        step(SkippedBy::Static(Tag(1))),
        phase(SkippedBy::Restriction),
        turn(TurnEvent::SkipCreated { id: 1, seat: C, what: Skippable::Turn, scope: SkipScope::Next, source: Tag(1) }),
        turn(TurnEvent::SkipExpired { id: 1 }),
    ])
    .game;
    assert_eq!((row.steps_skipped, row.phases_skipped, row.turns_skipped), (2, 1, 0));
}

#[test]
fn added_phases_and_steps_count_as_they_begin() {
    let phase = |added| turn(TurnEvent::PhaseBegan { turn: 1, phase: Phase::Combat, added });
    let step = |added| turn(TurnEvent::StepBegan { turn: 1, phase: Phase::Beginning, step: Step::Upkeep, added });
    let row = record(&[
        turn(TurnEvent::PhaseAdded { phase: Phase::Combat, source: Tag(1) }),
        turn(TurnEvent::StepAdded { step: Step::Upkeep, source: Tag(1) }),
        phase(false),
        phase(true),
        step(false),
        step(true),
        step(true),
        turn(TurnEvent::TurnEndedEarly { turn: 1 }),
        turn(TurnEvent::CombatEndedEarly { turn: 1 }),
    ])
    .game;
    assert_eq!((row.extra_phases, row.extra_steps, row.turns_ended_early), (1, 2, 1));
}

#[test]
fn passes_decisions_and_refusals() {
    let passed = |forced| turn(TurnEvent::Passed { seat: A, forced });
    let kind = crate::game::decision::DecisionKind::Priority;
    let made = GameEvent::DecisionMade { seat: A, by: A, kind };
    let refused = GameEvent::Refused { seat: A, by: A, reason: RefusalReason::Late };
    let row = record(&[passed(true), passed(false), passed(true), made, refused, made]).game;
    assert_eq!((row.priority_passes, row.forced_passes, row.decisions, row.refused), (3, 2, 2, 1));
}

#[test]
fn what_a_seat_did() {
    let (object, card) = (OBJECT, CardId(0));
    let damage = |to, amount| GameEvent::DamageDealt { source: object, by: A, to, amount, combat: true };
    let cast = |seat| GameEvent::SpellCast { seat, object, card, from: crate::game::Zone::Hand };
    let GameRecord { game, seats, .. } = record(&[
        GameEvent::CardDrawn { seat: A },
        GameEvent::MulliganTaken { seat: A, nth: 1 },
        GameEvent::MulliganTaken { seat: A, nth: 2 },
        GameEvent::GameBegan { starting: C },
        GameEvent::CardDrawn { seat: A },
        GameEvent::CardDrawn { seat: A },
        GameEvent::LandPlayed { seat: A, object, card },
        cast(A),
        cast(B),
        damage(Target::Player(B), 3),
        damage(Target::Object(object), 9),
        damage(Target::Player(C), 4),
        GameEvent::LifeChanged { seat: B, by: -3, to: 37 },
        GameEvent::LifeChanged { seat: A, by: 2, to: 42 },
    ]);
    let a = &seats[0];
    assert_eq!((a.mulligans, a.cards_drawn, a.lands_played, a.spells_cast, a.damage_dealt), (2, 2, 1, 1, 7));
    assert_eq!([seats[0].life, seats[1].life, seats[2].life], [42, 37, 40]);
    assert_eq!(game.spells_cast, 2);
}

/// Two seats that play at random with a deck, and what the rest of the scenario says of time.
fn at_random(game: &str, rest: &str) -> GameRecord {
    let seat = |name: &str| {
        format!("name = \"{name}\"\nagent = \"random\"\ndeck = \"builtin:/decks/goreclaw-creatures.txt\"\n{rest}\n")
    };
    let seats = format!("{}[[seat]]\n{}", seat("A"), seat("B"));
    let matchup = table(&seats, &format!("[game]\nmax_turns = 30\n{game}\n[batch]\nseed = 3"));
    play_direct(&matchup, matchup.address(0))
}

#[test]
fn keeping_time_changes_nothing_but_the_time() {
    let timeless = at_random("", "");
    let timed = at_random("thinking = { mean = \"5s\", spread = \"8s\" }", "");
    assert_eq!(timed.game, timeless.game, "no other dice are touched");
    assert!(timeless.seats.iter().all(|seat| seat.time_spent_ms.is_none()));
    let spent: Vec<u64> = timed.seats.iter().filter_map(|seat| seat.time_spent_ms).collect();
    let answers = u64::from(timed.game.decisions);
    let total: u64 = spent.iter().sum();
    assert_eq!(spent.len(), 2);
    assert!((answers * 2_000..answers * 10_000).contains(&total), "{answers} answers took {total} ms");
    assert!(timed.seats.iter().all(|seat| seat.time_limits_exceeded == 0));
}

#[test]
fn limits_exceeded_are_counted_for_each_seat() {
    let slow = at_random("", "thinking = { mean = \"10s\" }\ntime_limit = \"25s\"");
    let [a, b] = &slow.seats[..] else { panic!("two seats") };
    assert!(a.time_limits_exceeded > 0 && b.time_limits_exceeded > 0, "{a:?} {b:?}");
    // A third answer in a turn is one too many, and the last one of that turn.
    let most = u64::from(slow.game.turns + 1) * 30_000;
    assert!(slow.seats.iter().all(|seat| seat.time_spent_ms.is_some_and(|ms| ms <= most)));
    assert!(u64::from(a.time_limits_exceeded) * 30_000 <= a.time_spent_ms.unwrap_or(0));
}

/// One, two and three minutes by round, half a minute a spell, a second a decision; nothing varies.
fn exact() -> TableTime {
    TableTime {
        by_round: [60_000_000, 120_000_000, 180_000_000].into(),
        per_decision: 1_000_000,
        per_spell: 30_000_000,
        turn_spread: 0,
        table_spread: 0,
        error: 0,
    }
}

#[test]
fn turns_take_their_time_by_round_decision_and_spell() {
    let made = GameEvent::DecisionMade { seat: A, by: A, kind: crate::game::decision::DecisionKind::Priority };
    let spell = GameEvent::SpellCast { seat: B, object: OBJECT, card: CardId(0), from: Zone::Hand };
    let GameRecord { game, seats, .. } = timed(
        &[
            made,
            began(1, C, 0),
            made,
            spell,
            began(2, A, 0),
            skipped(C, 0),
            made,
            began(3, A, 1),
            began(4, B, 0),
            began(5, C, 0),
            made,
            made,
            over(Outcome::Win { winner: C }),
        ],
        &exact(),
    );
    // What is decided before the first turn is in none, what is done between two turns neither; the last turn is one too.
    let expected = [91, 60, 60, 60, 122];
    assert_eq!(game.table_seconds, expected.iter().sum::<u32>());
    let told = |at: usize| {
        let seat: &SeatRow = &seats[at];
        (seat.table_seconds, seat.extra_turn_seconds, seat.longest_wait_seconds)
    };
    assert_eq!([told(0), told(1), told(2)], [(120, 60, Some(0)), (60, 0, None), (213, 0, Some(180))]);
    assert_eq!((game.longest_wait_seconds, seats[2].share_of_table_time), (Some(180), Share::new(213, 393)));
}

#[test]
fn a_game_without_a_turn_takes_no_time() {
    let GameRecord { game, seats, .. } = timed(&[over(Outcome::Draw { why: DrawWhy::AllLost })], &TableTime::default());
    assert_eq!((game.table_seconds, game.longest_wait_seconds), (0, None));
    assert!(seats.iter().all(|seat| seat.table_seconds == 0 && seat.share_of_table_time.is_none()));
}

#[test]
fn table_time_changes_nothing_but_the_minutes() {
    let usual = at_random("", "");
    let slow = at_random("", "\n").game;
    assert_eq!(usual.game, slow, "the same game takes the same time");
    let seats = "name = \"A\"\nagent = \"random\"\ndeck = \"builtin:/decks/goreclaw-creatures.txt\"\n";
    let both = format!("{seats}[[seat]]\n{}", seats.replace("\"A\"", "\"B\""));
    let rest = "[game]\nmax_turns = 30\n[batch]\nseed = 3\n[table_time]\nminutes_by_round = [1]\nturn_spread = 0\ntable_spread = 0";
    let matchup = table(&both, rest);
    let own = play_direct(&matchup, matchup.address(0)).game;
    assert_eq!(own.table_seconds, own.turns * 60);
    let told = GameRow {
        table_seconds: usual.game.table_seconds,
        longest_wait_seconds: usual.game.longest_wait_seconds,
        ..own
    };
    assert_eq!(told, usual.game, "no other dice are touched");
}

#[test]
fn a_turn_that_runs_out_of_time_is_ended_by_no_effect() {
    let GameRecord { game, turns, .. } = record(&[
        began(1, C, 0),
        turn(TurnEvent::TimeLimitExceeded { seat: C }),
        turn(TurnEvent::TurnEndedEarly { turn: 1 }),
        began(2, A, 0),
        turn(TurnEvent::TimeLimitExceeded { seat: B }),
        turn(TurnEvent::TurnEndedEarly { turn: 2 }),
        over(Outcome::Win { winner: B }),
    ]);
    assert_eq!(game.turns_ended_early, 1);
    assert_eq!(turns.iter().map(|row| row.ended_early).collect::<Vec<_>>(), [false, true]);
}

#[test]
fn every_turn_is_told_with_why_it_was_there_or_not() {
    let phase = |phase, added| turn(TurnEvent::PhaseBegan { turn: 2, phase, added });
    let step = |phase, step| turn(TurnEvent::StepBegan { turn: 2, phase, step, added: false });
    let missed = |by| turn(TurnEvent::StepSkipped { seat: A, step: Step::Untap, by });
    let GameRecord { turns, steps, .. } = record(&[
        began(1, C, 0),
        granted(4, C),
        granted(5, A),
        phase(Phase::Combat, false),
        step(Phase::Combat, Step::BeginningOfCombat),
        phase(Phase::Combat, true),
        step(Phase::Combat, Step::BeginningOfCombat),
        turn(TurnEvent::TurnEndedEarly { turn: 1 }),
        began(2, C, 4),
        missed(SkippedBy::Restriction),
        missed(SkippedBy::Rule),
        turn(TurnEvent::PhaseSkipped { seat: C, phase: Phase::Combat, by: SkippedBy::Restriction }),
        turn(TurnEvent::TurnSkipped { seat: A, kind: kind(0), by: SkippedBy::HouseRule, left: 0 }),
        turn(TurnEvent::TurnBegan { turn: 3, seat: B, kind: kind(0), controller: Some(A) }),
        GameEvent::CardDrawn { seat: B },
        GameEvent::CardDrawn { seat: A },
        turn(TurnEvent::TurnLost { grant: 5, seat: A, why: LostWhy::GameOver }),
        over(Outcome::Win { winner: B }),
    ]);
    let said = |row: &TurnRow| {
        let text = |name: &Option<Arc<str>>| name.as_deref().unwrap_or("-").to_owned();
        let number = row.turn.map_or("-".to_owned(), |turn| turn.to_string());
        let (granted, why, by) = (text(&row.granted_by), text(&row.because), text(&row.controller));
        let counts = [row.extra_phases, row.phases_skipped, row.steps_skipped, row.cards_drawn];
        format!("{number} {} {:?} {granted} {why} {by} {} {counts:?}", row.seat, row.fate, row.ended_early)
    };
    assert_eq!(
        turns.iter().map(said).collect::<Vec<_>>(),
        [
            "1 C Taken - - - true [1, 0, 0, 0]",
            "2 C Taken script - - false [0, 1, 1, 0]",
            "- A Skipped - house-rule - false [0, 0, 0, 0]",
            "3 B Taken - - A false [0, 0, 0, 1]",
            "- A Lost script game-over - false [0, 0, 0, 0]",
        ]
    );
    let counts = |step: Step| steps.iter().find(|row| row.step == step).map(|row| row.counts).unwrap();
    let combat = counts(Step::BeginningOfCombat);
    assert_eq!((combat.games, combat.begun, combat.added, combat.skipped), (1, 2, 1, 1));
    assert_eq!(counts(Step::Untap).skipped, 1, "what the rules leave out is no skip");
    assert_eq!((steps.len(), steps[0].round), (Step::ALL.len(), 1), "one round was reached");
}

#[test]
fn cards_are_counted_from_the_hand_to_the_end() {
    let object = |slot| ObjectId { slot, incarnation: 1 };
    let cast = |seat, slot, card| GameEvent::SpellCast {
        seat,
        object: object(slot),
        card: CardId(card),
        from: crate::game::Zone::Hand,
    };
    let resolved = |slot, card| GameEvent::Resolved { seat: A, source: object(slot), card: CardId(card) };
    let record = record(&[
        began(1, C, 0),
        cast(A, 1, 10),
        cast(A, 2, 11),
        GameEvent::Countered { object: object(2), card: CardId(11) },
        resolved(1, 10),
        // An ability of the same permanent resolves, which is no spell.
        resolved(1, 10),
        cast(A, 3, 11),
        GameEvent::Fizzled { seat: A, source: object(3), card: CardId(11) },
        GameEvent::Discarded { seat: B, card: CardId(12) },
        GameEvent::Remark(Remark::Drawn { seat: B, card: CardId(14) }),
        GameEvent::LandPlayed { seat: B, object: OBJECT, card: CardId(13) },
        over(Outcome::Win { winner: A }),
    ]);
    let said = |row: &crate::table::counts::CardRow| {
        let c = row.counts;
        let counts =
            [c.wins, c.played, c.cast, c.resolved, c.countered, c.fizzled, c.games_cast, c.wins_cast_by_round_5];
        format!("{} {}: {counts:?}", row.entrant, row.card.0)
    };
    assert_eq!(
        record.cards.iter().map(said).collect::<Vec<_>>(),
        [
            "0 10: [1, 0, 1, 1, 0, 0, 1, 1]",
            "0 11: [1, 0, 2, 0, 1, 1, 1, 1]",
            "1 12: [0, 0, 0, 0, 0, 0, 0, 0]",
            "1 13: [0, 1, 0, 0, 0, 0, 0, 0]",
            "1 14: [0, 0, 0, 0, 0, 0, 0, 0]",
        ]
    );
}
