//! `TurnManager` against a slow, obvious scheduler written from the rules alone, on random scripts.
//!
//! Both play the same script and write down everything that happens, a line each; the lines must agree.

pub(crate) mod mistake;
pub(crate) mod model;
pub(crate) mod script;

use proptest::prelude::*;
use proptest::test_runner::{FileFailurePersistence, RngSeed};
use turnlab::turn::{CombatFacts, LostWhy, PendingTurnSpec, SkippedBy, Step, Tag, Transition, TurnEvent};
use turnlab::turn::{TurnKind, TurnSetup};

use self::script::{Act, Choosing, Script};
use crate::turn_mutants::translate::scenario;
use crate::turn_table::{Table, letter, static_skip};

/// How many turns each script plays.
const TURNS: u32 = 12;

/// So many scripts, where that takes seconds.
const SCRIPTS: u32 = if cfg!(debug_assertions) { 20_000 } else { 60_000 };

/// `PROPTEST_CASES` and its like play more, others, and shrink longer or not at all.
pub(crate) fn config_of(cases: u32, seed: u64) -> ProptestConfig {
    let default = ProptestConfig::default();
    let asked = |variable| std::env::var_os(variable).is_some();
    ProptestConfig {
        cases: if asked("PROPTEST_CASES") { default.cases } else { cases },
        rng_seed: if asked("PROPTEST_RNG_SEED") { default.rng_seed } else { RngSeed::Fixed(seed) },
        failure_persistence: Some(Box::new(FileFailurePersistence::Off)),
        max_shrink_iters: if asked("PROPTEST_MAX_SHRINK_ITERS") { default.max_shrink_iters } else { 20_000 },
        ..default
    }
}

proptest! {
    #![proptest_config(config_of(SCRIPTS, 5007))]

    #[test]
    fn the_manager_plays_every_script_as_the_rules_say(script in script::scripts()) {
        let expected = model::play(&script, TURNS);
        let (table, lines) = play(&script);
        let at = expected.lines.iter().zip(&lines).take_while(|(e, a)| e == a).count();
        prop_assert!(
            expected.lines == lines,
            "\n{script:?}\nboth say:\n{}\nthe rules go on: {:?}\nthe manager: {:?}\nas a scenario:\n{}",
            lines[..at].join("\n"), expected.lines.get(at), lines.get(at), scenario(&script, &expected.turns),
        );
        prop_assert_eq!(expected.expired, expired(&table), "skips expired in {:?}", script);
        let waiting: Vec<u32> = table.turns.pending_skips().iter().map(|s| s.id).collect();
        prop_assert_eq!(expected.waiting, waiting, "skips still waiting in {:?}", script);
        let (granted, taken, skipped, lost) = table.accounts();
        prop_assert_eq!(granted, taken + skipped + lost, "accounts of {:?}", script);
    }
}

/// Plays a script on the real thing.
pub(crate) fn play(script: &Script) -> (Table, Vec<String>) {
    let mut table = Table::with(TurnSetup { extra_turns: script.rules, ..TurnSetup::new(script.seats) });
    table.choose = match script.choosing {
        Choosing::Default => |_| 0,
        Choosing::OldestCounted => |options| counted(options).min_by_key(|(_, id)| *id).map_or(0, |(at, _)| at),
        Choosing::NewestCounted => |options| counted(options).max_by_key(|(_, id)| *id).map_or(0, |(at, _)| at),
    };
    let (mut lines, mut fired) = (Vec::new(), vec![false; script.entries.len()]);
    loop {
        let told = table.log.len();
        let progress = table.next();
        lines.extend(table.log[told..].iter().filter_map(line));
        match progress {
            Transition::StepBegan { .. } => {
                let told = table.log.len();
                perform_due(&mut table, script, &mut fired);
                lines.extend(table.log[told..].iter().filter_map(line));
            }
            Transition::StepEnded { phase_ended, turn_ended, .. } => {
                lines.extend(phase_ended.then(|| "  the phase ends".to_owned()));
                lines.extend(turn_ended.then(|| "the turn ends".to_owned()));
                if turn_ended && table.turns.turn().number == TURNS {
                    break;
                }
            }
            Transition::NobodyCanTakeATurn => break lines.push("nobody can take a turn".to_owned()),
            Transition::NobodyLeft => break lines.push("nobody is left".to_owned()),
            Transition::TurnBegan | Transition::OfferSkip { .. } | Transition::ChooseSkip { .. } => {}
        }
    }
    table.turns.finish(&mut table.log);
    (table, lines)
}

pub(crate) fn perform_due(table: &mut Table, script: &Script, fired: &mut [bool]) {
    let (turn, step) = (table.turns.turn().number, table.turns.step());
    for (entry, fired) in script.entries.iter().zip(fired) {
        if !*fired && entry.turn == turn && entry.step == step {
            *fired = true;
            perform(table, &entry.act);
        }
    }
}

fn counted(options: &[SkippedBy]) -> impl Iterator<Item = (usize, u32)> {
    options.iter().enumerate().filter_map(|(at, by)| match by {
        SkippedBy::Counted(id) => Some((at, *id)),
        _ => None,
    })
}

fn perform(table: &mut Table, act: &Act) {
    let (turns, log) = (&mut table.turns, &mut table.log);
    match act {
        Act::ExtraTurn { seat, after, restrictions } => {
            let spec = PendingTurnSpec { seat: *seat, restrictions: *restrictions, source: Tag(1), after: *after };
            turns.grant_extra_turn(spec, log);
        }
        Act::Skip { seat, what, scope } => {
            turns.add_skip(*seat, *what, *scope, Tag(2), None, log);
        }
        Act::Statics(statics) => {
            let skips: Vec<_> = statics.iter().map(|(seats, what)| static_skip(seats, *what)).collect();
            turns.set_static_skips(&skips);
        }
        Act::AddPhases(phases, after) => {
            turns.add_phases(phases, *after, Tag(3), log);
        }
        Act::AddStep { step, after_phase } => turns.add_step(*step, *after_phase, Tag(4), log),
        Act::EndTurn => turns.end_turn(log),
        Act::EndCombat => {
            turns.end_combat(log);
        }
        Act::RepeatCleanup if turns.step() == Step::Cleanup => turns.repeat_cleanup(),
        Act::RepeatCleanup => {}
        Act::Control { player, by } => turns.control_next_turn(*player, *by, log),
        Act::Restrict(restrictions) => turns.restrict(*restrictions, None),
        Act::Reverse => turns.reverse(log),
        Act::Leave(seat) => turns.leave(*seat, log),
        Act::Attack { first_strike } => table.facts = CombatFacts { attackers: true, first_strike: *first_strike },
    }
}

/// An event in the words of the model.
fn line(event: &TurnEvent) -> Option<String> {
    Some(match *event {
        TurnEvent::TurnBegan { turn, seat, kind, controller } => {
            let by = controller.map_or(String::new(), |by| format!(", controlled by {}", letter(by)));
            format!("turn {turn}: {} {}{by}", letter(seat), kind_name(kind))
        }
        TurnEvent::TurnSkipped { seat, kind, by, .. } => {
            format!("{} {} skipped by {}", letter(seat), kind_name(kind), cause(by))
        }
        TurnEvent::TurnLost { grant, why, .. } => format!("extra turn {grant} lost: {}", why_name(why)),
        TurnEvent::TurnNotBegun { seat } => format!("{} is not there", letter(seat)),
        TurnEvent::PhaseBegan { phase, .. } => format!("  {phase} phase"),
        TurnEvent::StepBegan { step, .. } => format!("    {step}"),
        TurnEvent::PhaseSkipped { phase, by, .. } => format!("  {phase} phase skipped by {}", cause(by)),
        TurnEvent::StepSkipped { step, by, .. } => format!("    {step} skipped by {}", cause(by)),
        _ => return None,
    })
}

fn kind_name(kind: TurnKind) -> String {
    match kind {
        TurnKind::Normal => "turn".to_owned(),
        TurnKind::Extra(grant) => format!("extra turn {grant}"),
    }
}

fn cause(by: SkippedBy) -> String {
    match by {
        SkippedBy::Counted(id) => format!("skip {id}"),
        SkippedBy::Static(_) => "a static skip".to_owned(),
        SkippedBy::Restriction => "a restriction".to_owned(),
        SkippedBy::HouseRule => "a house rule".to_owned(),
        SkippedBy::Rule => "the rules".to_owned(),
    }
}

fn why_name(why: LostWhy) -> &'static str {
    match why {
        LostWhy::PlayerLeft => "its player has left",
        LostWhy::NeverDue => "its turn never comes",
        LostWhy::GameOver => "the game is over",
    }
}

fn expired(table: &Table) -> Vec<u32> {
    let expired = |event: &TurnEvent| match event {
        TurnEvent::SkipExpired { id } => Some(*id),
        _ => None,
    };
    table.log.iter().filter_map(expired).collect()
}
