//! Embedded scenarios told in every form, replayed, and walked through.

use std::sync::Arc;
use std::thread;

use turnlab::agents::Historian;
use turnlab::game::{Game, GameEvent};
use turnlab::scenario::{Scenario, builtin_paths};
use turnlab::table::record::GameRecord;
use turnlab::table::trace::{Detail, Guide, Look, Style, Telling, Tracer};
use turnlab::table::{Matchup, Stop, Walk, play_closely, play_direct};

/// Of the cases of rules and of single cards every so many are told and walked through; all of them where `TURNLAB_TOLD` is set.
const EVERY: usize = 4;

/// The embedded scenarios, studies included.
fn scenarios() -> Vec<String> {
    let folders = ["studies", "rules", "cases", "formats"].map(|folder| format!("builtin:/{folder}/"));
    let is_one = |path: &String| path.ends_with(".toml") && folders.iter().any(|folder| path.starts_with(folder));
    let many = |path: &String| path.starts_with("builtin:/cases/cards/") || path.starts_with("builtin:/rules/");
    let (many, mut all): (Vec<String>, Vec<String>) = builtin_paths().into_iter().filter(is_one).partition(many);
    let every = if std::env::var_os("TURNLAB_TOLD").is_some() { 1 } else { EVERY };
    all.extend(many.into_iter().step_by(every));
    all
}

fn load(path: &str) -> Matchup {
    Matchup::new(Arc::new(Scenario::load(path).unwrap_or_else(|faults| panic!("{faults}"))))
}

/// Does it for every scenario, on as many threads as there are cores; a panic names its scenario.
fn for_each(what: impl Fn(&str, &Matchup) + Sync) {
    let all = scenarios();
    let cores = thread::available_parallelism().map_or(1, usize::from);
    thread::scope(|scope| {
        for chunk in all.chunks(all.len().div_ceil(cores * 4)) {
            let what = &what;
            scope.spawn(move || {
                for path in chunk {
                    let done = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| what(path, &load(path))));
                    assert!(done.is_ok(), "{path}");
                }
            });
        }
    });
}

/// Several who look on together.
struct All(Vec<Tracer<Vec<u8>>>);

impl Historian for All {
    fn record(&mut self, events: &[GameEvent], game: &Game) {
        self.0.iter_mut().for_each(|tracer| tracer.record(events, game));
    }
}

const STYLES: [Style; 6] = [
    Style::Text { detail: Detail::Turns, hands: false },
    Style::Text { detail: Detail::Play, hands: false },
    Style::Text { detail: Detail::Play, hands: true },
    Style::Text { detail: Detail::All, hands: true },
    Style::Why,
    Style::Json,
];

#[test]
fn every_scenario_is_told_in_every_form_and_plays_as_if_nobody_looked_on() {
    for_each(|path, matchup| {
        let (address, catalog) = (matchup.address(0), matchup.scenario().catalog());
        let tracer = |style| {
            let telling = Telling { look: Look { width: Some(60), ..Look::default() }, ..Telling::from(style) };
            Tracer::new(telling, matchup.cast(address), Arc::clone(catalog), Vec::new())
        };
        let mut all = All(STYLES.map(tracer).into());
        let record = play_closely(matchup.sit_down(address), &mut all);
        // Who looks at every piece of work sees cards in hands that are gone when the next question comes.
        let but_for_cards = |record: GameRecord| GameRecord { cards: Vec::new(), ..record };
        let record = but_for_cards(record);
        assert_eq!(record, but_for_cards(play_direct(matchup, address)), "{path}");
        let finish = |tracer: Tracer<Vec<u8>>| String::from_utf8(tracer.finish().expect("a vector")).expect("text");
        let texts: Vec<String> = all.0.into_iter().map(finish).collect();
        let lines = texts.iter().map(|text| text.lines().count()).collect::<Vec<_>>();
        assert!(lines[0] <= lines[1] && lines[1] <= lines[2] && lines[2] <= lines[3], "{path}: {lines:?}");
        assert!(lines.iter().all(|n| *n > 0), "{path}: {lines:?}");
        for text in &texts[..4] {
            let turns = text.lines().filter(|line| line.starts_with("turn ")).count();
            assert_eq!(turns, record.game.turns as usize, "{path}: every turn has its heading");
        }
        let objects = texts[5].lines().map(serde_json::from_str::<serde_json::Value>);
        assert!(objects.into_iter().all(|object| object.is_ok_and(|object| object["type"].is_string())), "{path}");
    });
}

#[test]
fn every_scenario_can_be_walked_through() {
    for_each(|_, matchup| {
        let (address, catalog) = (matchup.address(0), Arc::clone(matchup.scenario().catalog()));
        let mut guide = Guide::new(matchup.cast(address), catalog, Detail::Play, true, Look::default());
        let mut walk = Walk::new(matchup.clone(), address, &mut guide);
        for stop in [Stop::Decision, Stop::Step, Stop::Turn] {
            for _ in 0..40 {
                let on = walk.forward(stop, &mut guide);
                shown(&mut guide, &walk);
                if !on {
                    break;
                }
            }
            for _ in 0..3 {
                walk.back(stop);
                shown(&mut guide, &walk);
            }
        }
        guide.jump();
        walk.to_turn(12, &mut guide);
        shown(&mut guide, &walk);
        walk.to_turn(0, &mut guide);
        shown(&mut guide, &walk);
    });
}

/// Everything that a walk can show where it stands.
fn shown(guide: &mut Guide, walk: &Walk) {
    let game = walk.game();
    guide.news(game);
    assert!(!guide.here(game, walk.answered()).is_empty());
    assert!(!(guide.schedule(game) + &guide.table(game) + &guide.options(game)).is_empty());
}
