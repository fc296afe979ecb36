//! Laws that hold whatever happens: what is changed here must change nothing, or just so much, there.
//!
//! | law | of turns alone | of whole games |
//! |---|---|---|
//! | other names, the same game | mirrored seats with the direction reversed | the file's seats rotated |
//! | an extra turn and a skip of it cancel | at the end of any turn | |
//! | the record is the game | | answers given again |
//! | rewound is never played | a mark, another script, and back | a copy, other answers, and back |

use std::sync::Arc;

use proptest::prelude::*;

use turnlab::agents::Direct;
use turnlab::cards::source::Source;
use turnlab::game::settle::{Reply, settle};
use turnlab::game::{Game, GameEvent, Pause};
use turnlab::scenario::{Disk, Scenario};
use turnlab::table::{Matchup, RulesDigest, outline, replay};
use turnlab::turn::{
    AfterTurn, History, Seat, SkipScope, Skippable, StaticSkippable, Step, Transition, TurnEvent, TurnRestrictions,
    TurnSetup,
};

use crate::turn_mutants::translate::scenario;
use crate::turn_oracle::script::{Act, Entry, Script, scripts};
use crate::turn_oracle::{config_of, perform_due, play};
use crate::turn_table::Table;

// ---- turns alone ----

/// What happened to turns, phases and steps, without the numbers of grants and skips.
fn happened(log: &[TurnEvent], place: impl Fn(Seat) -> Seat) -> Vec<String> {
    let line = |event: &TurnEvent| {
        Some(match *event {
            TurnEvent::TurnBegan { turn, seat, kind, controller } => {
                format!("turn {turn} {:?} {} {:?}", place(seat), kind.is_extra(), controller.map(&place))
            }
            TurnEvent::TurnSkipped { seat, kind, .. } => format!("skipped {:?} {}", place(seat), kind.is_extra()),
            TurnEvent::TurnLost { seat, why, .. } => format!("lost {:?} {why:?}", place(seat)),
            TurnEvent::TurnNotBegun { seat } => format!("not begun {:?}", place(seat)),
            TurnEvent::PhaseBegan { phase, added, .. } => format!("{phase} {added}"),
            TurnEvent::StepBegan { step, added, .. } => format!("{step} {added}"),
            TurnEvent::PhaseSkipped { phase, .. } => format!("{phase} skipped"),
            TurnEvent::StepSkipped { step, .. } => format!("{step} skipped"),
            _ => return None,
        })
    };
    log.iter().filter_map(line).collect()
}

/// The same script with other seats.
fn relabelled(script: &Script, place: impl Fn(Seat) -> Seat + Copy) -> Script {
    let act = |act: &Act| match act {
        Act::ExtraTurn { seat, after, restrictions } => {
            let after = match after {
                AfterTurn::This => AfterTurn::This,
                AfterTurn::NextOf(seat) => AfterTurn::NextOf(place(*seat)),
            };
            Act::ExtraTurn { seat: place(*seat), after, restrictions: *restrictions }
        }
        Act::Skip { seat, what, scope } => Act::Skip { seat: place(*seat), what: *what, scope: *scope },
        Act::Statics(statics) => Act::Statics(
            statics.iter().map(|(seats, what)| (seats.iter().map(|seat| place(*seat)).collect(), *what)).collect(),
        ),
        Act::Control { player, by } => Act::Control { player: place(*player), by: place(*by) },
        Act::Leave(seat) => Act::Leave(place(*seat)),
        other => other.clone(),
    };
    let entries = script.entries.iter().map(|entry| Entry { act: act(&entry.act), ..entry.clone() }).collect();
    Script { entries, ..script.clone() }
}

/// Whether nothing but what is added would touch a turn, so that the effect of it is plain.
fn leaves_turns_alone(act: &Act) -> bool {
    let skips_turns = |(_, what): &(Vec<Seat>, StaticSkippable)| {
        matches!(what, StaticSkippable::ExtraTurns | StaticSkippable::Each(Skippable::Turn))
    };
    match act {
        Act::Skip { what, .. } => *what != Skippable::Turn,
        Act::Statics(statics) => !statics.iter().any(skips_turns),
        _ => true,
    }
}

fn table_for(script: &Script) -> Table {
    Table::with(TurnSetup { extra_turns: script.rules, ..TurnSetup::new(script.seats) })
}

/// Plays on until so many turns have ended.
fn play_on(table: &mut Table, script: &Script, fired: &mut [bool], turns: u32) {
    while table.turns.turn().number < turns || table.turns.in_step() {
        match table.next() {
            Transition::StepBegan { .. } => perform_due(table, script, fired),
            Transition::StepEnded { turn_ended: true, .. } if table.turns.turn().number >= turns => return,
            Transition::NobodyCanTakeATurn | Transition::NobodyLeft => return,
            _ => {}
        }
    }
}

/// The same scenario with that text in place of its first `[[seat]]`.
fn plain_with(plain: &Matchup, text: &str) -> Matchup {
    matchup(&String::from_utf8_lossy(&plain.scenario().inputs()[0].bytes).replacen("[[seat]]", text, 1))
}

proptest! {
    #![proptest_config(config_of(4_000, 5008))]

    /// Whoever looks at the table in a mirror sees play go the other way round, and nothing else.
    #[test]
    fn a_mirrored_table_in_the_other_direction_is_the_same_table(script in scripts()) {
        let mirror = |seat: Seat| Seat((script.seats as u8 - seat.0) % script.seats as u8);
        let mut mirrored = relabelled(&script, mirror);
        mirrored.entries.insert(0, Entry { turn: 1, step: Step::Untap, act: Act::Reverse });
        let (straight, reversed) = (play(&script).0, play(&mirrored).0);
        prop_assert_eq!(happened(&straight.log, |seat| seat), happened(&reversed.log, mirror), "{:?}", script);
    }

    #[test]
    fn an_extra_turn_and_a_skip_of_it_cancel(mut script in scripts(), turn in 1..6u32, who in 0..6u8) {
        script.rules = Default::default();
        script.entries.retain(|entry| leaves_turns_alone(&entry.act));
        let seat = Seat(who % script.seats as u8);
        let plain = play(&script).0;
        let at = |act| Entry { turn, step: Step::Cleanup, act };
        let mut both = script.clone();
        both.entries.push(at(Act::ExtraTurn { seat, after: AfterTurn::This, restrictions: TurnRestrictions::default() }));
        both.entries.push(at(Act::Skip { seat, what: Skippable::Turn, scope: SkipScope::Next }));
        let both = play(&both).0;
        let skipped = format!("skipped {seat:?} true");
        let (expected, mut found) = (happened(&plain.log, |seat| seat), happened(&both.log, |seat| seat));
        // Whoever has left loses the turn, and nobody is there to skip another one.
        let gone = !both.turns.is_living(seat);
        let ours = found.iter().position(|line| *line == skipped);
        if let Some(at) = ours {
            found.remove(at);
        }
        let granted = both.accounts().0 - plain.accounts().0;
        prop_assume!(!gone && later_grants(&both.log, seat, turn) == 0);
        prop_assert_eq!(ours.is_some(), granted == 1, "{:?}", script);
        prop_assert_eq!(expected, found, "{:?}\nand in turn {}: an extra turn of {:?} that is skipped", script, turn, seat);
    }

    #[test]
    fn going_back_to_a_mark_is_as_if_nothing_had_been_played(script in scripts(), other in scripts(), mark in 1..6u32) {
        let other = Script { entries: other.entries, ..script.clone() };
        let other = relabelled(&other, |seat| Seat(seat.0 % script.seats as u8));
        let (mut straight, mut fired) = (table_for(&script), vec![false; script.entries.len()]);
        play_on(&mut straight, &script, &mut fired, mark);
        let (mut history, kept, log) = (History::new(), fired.clone(), straight.log.clone());
        let here = history.mark(&straight.turns);
        let facts = straight.facts;
        play_on(&mut straight, &script, &mut fired, 12);

        let mut astray = Table { turns: history.rewind(here).expect("the mark is kept"), log: log.clone(), ..table_for(&script) };
        play_on(&mut astray, &other, &mut vec![false; other.entries.len()], 12);

        let mut back = Table { turns: history.rewind(here).expect("the mark is kept"), log, facts, ..table_for(&script) };
        play_on(&mut back, &script, &mut kept.clone(), 12);
        prop_assert!(back.turns == straight.turns, "{:?}", script);
        prop_assert_eq!(back.log, straight.log, "{:?}", script);
    }
}

/// Extra turns granted in that turn after the last one of that seat: they would come before it.
fn later_grants(log: &[TurnEvent], whose: Seat, turn: u32) -> usize {
    let of_turn = |event: &&TurnEvent| matches!(event, TurnEvent::ExtraTurnGranted { in_turn, .. } if *in_turn == turn);
    let granted: Vec<&TurnEvent> = log.iter().filter(of_turn).collect();
    let last = granted.iter().rposition(|e| matches!(e, TurnEvent::ExtraTurnGranted { seat, .. } if *seat == whose));
    last.map_or(0, |at| granted.len() - 1 - at)
}

// ---- scenarios and whole games ----

fn matchup(text: &str) -> Matchup {
    let scenario = Scenario::from_source(&Source::new("law.toml", text.to_owned()), &Disk);
    Matchup::new(Arc::new(scenario.unwrap_or_else(|faults| panic!("{faults}\n{text}"))))
}

/// Four seats with the embedded decks that play at random.
fn at_random(seed: u64) -> Matchup {
    let decks = ["talrand-extra-turns", "aurelia-extra-combats", "augustin-stasis", "goreclaw-creatures"];
    let mut text = format!("schema = 1\nname = \"law\"\n[game]\nmax_turns = 16\n[batch]\nseed = {seed}\n");
    for deck in decks {
        text += &format!("[[seat]]\nname = \"{deck}\"\ndeck = \"builtin:/decks/{deck}.txt\"\nagent = \"random\"\n");
    }
    matchup(&text)
}

/// Plays a game with its agents and writes every answer down.
fn recorded(matchup: &Matchup) -> (Game, Vec<Reply>) {
    let turnlab::table::Table { mut game, agents, places, .. } = matchup.sit_down(matchup.address(0));
    let (mut players, mut answers) = (Direct::new(agents, &places), Vec::new());
    while players.advance(&mut game) == Pause::Decide {
        let reply = players.ask(&game).expect("built-in agents answer");
        answers.push(reply.clone());
        settle(&mut game, Ok(reply));
    }
    (game, answers)
}

/// Gives these answers again.
fn give(game: &mut Game, answers: &[Reply]) {
    for answer in answers {
        assert_eq!(game.advance(), Pause::Decide);
        settle(game, Ok(answer.clone()));
    }
}

fn digest(events: &[GameEvent]) -> String {
    let mut digest = RulesDigest::default();
    events.iter().for_each(|event| digest.add(event));
    digest.digest().to_string()
}

proptest! {
    #![proptest_config(config_of(40, 5009))]

    /// Who sits where is what the names say, in whatever order the file lists them.
    #[test]
    fn rotating_the_seats_of_a_file_rotates_nothing_else(script in scripts(), by in 1..6usize) {
        let text = scenario(&script, &[]).replace("[expect]\nturns = []\n", "");
        let (head, rest) = text.split_at(text.find("[[seat]]").expect("seats"));
        let head = head.replace("[game]\n", "[game]\nstarting_seat = \"A\"\nmax_turns = 14\n");
        let (seats, rest) = rest.split_at(rest.find("# several").or(rest.find("\n[rules]")).expect("the end of the seats"));
        let (seats, rest) = match seats.find("\n[rules]") {
            Some(at) => (&seats[..at + 1], format!("{}{rest}", &seats[at..])),
            None => (seats, rest.to_owned()),
        };
        let mut seats: Vec<&str> = seats.split_inclusive("\"\n").collect();
        let told = |seats: &[&str]| {
            let matchup = matchup(&format!("{head}{}{rest}", seats.concat()));
            let replay = replay(&matchup, matchup.address(0));
            outline(replay.cast, &replay.events)
        };
        let plain = told(&seats);
        let by = by % seats.len();
        seats.rotate_left(by);
        prop_assert_eq!(plain, told(&seats), "{}", text);
    }

    #[test]
    fn a_game_is_its_answers(seed in 0..1_000_000u64) {
        let matchup = at_random(seed);
        let (game, answers) = recorded(&matchup);
        let mut again = matchup.sit_down(matchup.address(0)).game;
        give(&mut again, &answers);
        again.advance();
        prop_assert!(game == again, "seed {seed}");
        prop_assert_eq!(digest(game.new_events()), digest(again.new_events()));
    }

    #[test]
    fn a_game_gone_back_to_was_never_left(seed in 0..1_000_000u64, mark in 0..1000usize, astray in 1..200usize) {
        let matchup = at_random(seed);
        let (game, answers) = recorded(&matchup);
        let (before, after) = answers.split_at(mark % answers.len());
        let mut here = matchup.sit_down(matchup.address(0)).game;
        give(&mut here, before);
        let mut elsewhere = here.clone();
        for _ in 0..astray {
            if elsewhere.advance() != Pause::Decide {
                break;
            }
            let default = elsewhere.decision().expect("a question").default.clone();
            settle(&mut elsewhere, Ok(Reply::plain(default)));
        }
        drop(elsewhere);
        give(&mut here, after);
        here.advance();
        prop_assert!(game == here, "seed {seed}, gone back to answer {}", before.len());
    }

    /// A deal is a deal: whoever sits where, each entrant draws the same opening hand; and with deals of their own the games of a
    /// group have the same order of seats, rotated.
    #[test]
    fn rotated_games_share_their_deal(seed in 0..1_000_000u64) {
        let plain = at_random(seed);
        let fresh = plain_with(&plain, "rotate_seats = true\n[[seat]]");
        let orders: Vec<_> = (0..4).map(|game| fresh.order(fresh.address(game)).values().to_vec()).collect();
        for (places, order) in orders.iter().enumerate() {
            let mut rotated = orders[0].clone();
            rotated.rotate_left(places);
            prop_assert_eq!(&rotated, order);
            prop_assert_eq!(fresh.address(places as u64).deal, places as u64);
        }
        let text = "rotate_seats = true\ndeals = \"shared\"\n[[seat]]";
        let rotated = plain_with(&plain, text);
        let hands = |game: u64| {
            let address = rotated.address(game);
            let (table, order) = (rotated.sit_down(address).game, rotated.order(address));
            let hand = |seat: Seat| table.view(seat).hand(seat).map(|card| card.card).collect::<Vec<_>>();
            let mut hands: Vec<_> = order.iter().map(|(seat, entrant)| (*entrant, hand(seat))).collect();
            hands.sort_unstable();
            hands
        };
        let first = hands(0);
        prop_assert!(first.iter().all(|(_, hand)| hand.len() == 7));
        for game in 1..4 {
            prop_assert_eq!(&first, &hands(game));
        }
    }
}
