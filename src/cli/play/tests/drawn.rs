//! What is drawn, at several sizes.

use super::*;
use crate::cli::play::screen::Effect;

/// A table in the middle of a game of the default study.
fn middle() -> Sitting {
    let scenario = Scenario::load("builtin:/studies/default.toml").unwrap_or_else(|faults| panic!("{faults}"));
    let args = PlayArgs { seat: Some("Talrand".to_owned()), ..args() };
    let mut table = Sitting::at(Matchup::new(Arc::new(scenario)), &args);
    table.sees("enter 2 enter 2 enter");
    table
}

fn drawn(table: &Sitting, width: u16, height: u16) -> String {
    let mut terminal = Terminal::new(TestBackend::new(width, height)).expect("a test backend takes everything");
    drawing(&table.play.screen, &mut terminal)
}

#[test]
fn everything_is_on_one_screen_at_80_columns() {
    let table = middle();
    let shown = drawn(&table, 80, 24);
    for part in ["default game 0, seed 20261120", "next: ", "hand: ", "── log ──", "> Talrand", " you  ", "? keys"]
    {
        assert!(shown.contains(part), "{part}: {shown}");
    }
    for name in ["Aurelia", "Augustin", "Goreclaw"] {
        let line = shown.lines().find(|line| line.trim_start_matches(['>', ' ']).starts_with(name)).unwrap_or("");
        assert!(line.contains(" life  hand ") && line.contains(" lib "), "{name}: {shown}");
    }
    assert!(shown.contains(" 1 pass") && shown.contains("you have priority"), "{shown}");
    assert_eq!(shown.lines().count(), 24);
}

#[test]
fn larger_and_smaller_terminals_show_more_and_less() {
    let table = middle();
    let (small, wide) = (drawn(&table, 60, 20), drawn(&table, 132, 50));
    assert!(small.contains("you have priority") && small.contains(" 1 pass"), "{small}");
    assert!(small.lines().all(|line| line.chars().count() <= 60), "{small}");
    let log = |shown: &str| {
        shown.lines().skip_while(|line| !line.starts_with("── log")).take_while(|l| !l.contains("priority")).count()
    };
    assert!(log(&wide) > log(&small), "{wide}");
    let least = drawn(&table, 59, 24);
    assert!(least.contains("needs 60 columns and 20 rows; here are 59 and 24"), "{least}");
    assert!(drawn(&table, 20, 3).contains("The table needs"));
    drawn(&table, 1, 1);
}

#[test]
fn sheets_fit_where_the_table_fits() {
    let mut table = middle();
    for key in ["b", "l", "s", "?", "t", "q", "C"] {
        table.sees(key);
        for (width, height) in [(60, 20), (80, 24), (200, 60)] {
            assert!(drawn(&table, width, height).contains('┌'), "{key} at {width} by {height}");
        }
        table.sees("esc");
    }
}

#[test]
fn many_players_and_long_names_stay_on_the_screen() {
    let seats: String = (0..15).map(|n| format!("[[seat]]\nname = \"A player of a very long name {n}\"\n")).collect();
    let text = format!("schema = 1\nname = \"crowd\"\n{seats}");
    let args = PlayArgs { seat: Some("A player of a very long name 0".to_owned()), ..args() };
    let mut table = Sitting::at(matchup(&text), &args);
    table.play.screen.stops.forced = true;
    let shown = table.sees("");
    assert_eq!(shown.matches(" 40 life ").count(), 15, "{shown}");
    let small = drawn(&table, 60, 20);
    assert!(small.contains("more: b shows them") && small.contains("you have priority"), "{small}");
    assert!(small.lines().all(|line| line.chars().count() <= 60), "{small}");
}

#[test]
fn the_pace_is_kept_within_reason() {
    let mut screen = Screen::new(
        Arc::new(matchup("schema = 1\nname = \"n\"\n[[seat]]\nname = \"A\"\n[[seat]]\nname = \"B\"\n").cast(Address {
            game: 0,
            deal: 0,
            rotation: 0,
        })),
        String::new(),
        Some(Pace { speed: 2.0, paused: false }),
    );
    let mut press = |words: &str| {
        let effect = keys(words).into_iter().map(|key| screen.key(key)).last();
        (effect, screen.pace.unwrap())
    };
    assert_eq!(press("+").1.speed, 4.0);
    assert_eq!(press("- - - - - - - - -").1.speed, 0.125);
    assert!(press("space").1.paused && !press("space").1.paused);
    assert_eq!(press("n"), (Some(Effect::Next), Pace { speed: 0.125, paused: true }));
}
