//! Wrong schedulers: every classic mistake about the order of turns is made, and some embedded case must notice.
//!
//! The cases that need no cards are also a third opinion on the right scheduler: it plays them all as they expect.

pub(crate) mod translate;

use turnlab::scenario::{BUILTIN, Disk, builtin_paths, open};
use turnlab::turn::{Seat, StaticSkippable, Step};

use self::translate::Case;
use crate::turn_oracle::mistake::Mistake;
use crate::turn_oracle::model::{Story, play_with};
use crate::turn_oracle::script::{Act, Choosing, Entry, Script};

/// The embedded cases that are about nothing but turns.
fn cases() -> Vec<Case> {
    let paths = builtin_paths().into_iter().filter(|path| path.starts_with(&format!("{BUILTIN}rules/")));
    let text = |path: &str| open(&Disk, path).map(|(source, _)| source.text.clone()).unwrap_or_else(|e| panic!("{e}"));
    paths.filter_map(|path| translate::case(&path, &text(&path))).collect()
}

fn story(case: &Case, mistake: Option<Mistake>) -> Story {
    let last = case.script.entries.iter().map(|entry| entry.turn).chain(case.steps.iter().map(|(turn, _)| *turn)).max();
    play_with(&case.script, last.unwrap_or(1).max(case.turns.len() as u32) + 1, mistake)
}

/// Whether the story is what the case expects.
fn is_as_expected(case: &Case, story: &Story) -> bool {
    let steps = |(turn, visited): &(u32, Vec<String>)| {
        let found = story.steps.get(*turn as usize - 1);
        found.is_some_and(|steps| steps.iter().map(Step::to_string).eq(visited.iter().cloned()))
    };
    story.turns.starts_with(&case.turns) && case.steps.iter().all(steps)
}

#[test]
fn the_right_scheduler_plays_the_cases_as_they_expect() {
    let cases = cases();
    assert!(cases.len() >= 60, "{} cases are about nothing but turns", cases.len());
    for case in &cases {
        let story = story(case, None);
        assert!(is_as_expected(case, &story), "{}\n{:?}\n{}", case.name, case.script, story.lines.join("\n"));
    }
}

/// What the cases can only show with cards on the table: the same, said of the turns alone.
fn scripts() -> Vec<Case> {
    let everybody = |what| Act::Statics(vec![(Seat::first(3).collect(), what)]);
    let entry = |turn, act| Entry { turn, step: Step::PrecombatMain, act };
    let skip = |seat| Act::Skip {
        seat,
        what: turnlab::turn::Skippable::Step(Step::Untap),
        scope: turnlab::turn::SkipScope::Next,
    };
    // Stasis lies in play while B also has a counted skip of an untap step: the counter is kept for later (CR 616.1).
    let stasis = StaticSkippable::Each(turnlab::turn::Skippable::Step(Step::Untap));
    let entries = vec![entry(1, everybody(stasis)), entry(1, skip(Seat(1))), entry(2, Act::Statics(Vec::new()))];
    let no_untap: Vec<String> = ["upkeep", "draw", "precombat-main", "beginning-of-combat", "declare-attackers"]
        .into_iter()
        .chain(["end-of-combat", "postcombat-main", "end", "cleanup"])
        .map(str::to_owned)
        .collect();
    vec![Case {
        name: "616.1, a counter is kept while a static skip applies".to_owned(),
        script: Script { seats: 3, rules: Default::default(), choosing: Choosing::Default, entries },
        turns: Vec::new(),
        steps: vec![(2, no_untap.clone()), (5, no_untap)],
    }]
}

#[test]
fn some_case_notices_every_mistake() {
    let (cases, scripts) = (cases(), scripts());
    assert!(scripts.iter().all(|case| is_as_expected(case, &story(case, None))), "the scripts themselves are right");
    let noticed = |mistake: &Mistake| {
        let by = cases.iter().chain(&scripts).filter(|case| !is_as_expected(case, &story(case, Some(*mistake))));
        by.map(|case| case.name.as_str()).next()
    };
    let survivors: Vec<&Mistake> = Mistake::ALL.iter().filter(|mistake| noticed(mistake).is_none()).collect();
    assert!(survivors.is_empty(), "nobody notices {survivors:?}");
}

#[test]
fn a_script_written_as_a_scenario_reads_back() {
    let written = cases().into_iter().map(|case| (translate::scenario(&case.script, &case.turns), case));
    let mut whole = 0;
    for (text, case) in written.filter(|(text, _)| !text.contains("\n# turn ")) {
        let again = translate::case(&case.name, &text).unwrap_or_else(|| panic!("{text}"));
        assert_eq!(format!("{:?}", again.script), format!("{:?}", case.script), "{text}");
        assert_eq!(again.turns, case.turns);
        whole += 1;
    }
    assert!(whole >= 50, "{whole} scripts could be written");
}
