//! Whole games by keys.

use super::*;

/// Two players: A has a hand and a board to do everything with; B passes.
const DUEL: &str = r#"schema = 1
name = "duel"
[game]
format = "constructed"
starting_seat = "A"
[[seat]]
name = "A"
[seat.board]
life = 20
hand = ["Time Walk", "Shock", "Island", "Island"]
battlefield = ["Mountain", "Mountain", "Island", "Island", "Grizzly Bears", "Grizzly Bears"]
library = ["Opt", "Mountain", "Mountain", "Mountain", "Mountain", "Mountain"]
[[seat]]
name = "B"
agent = "pass"
[seat.board]
life = 9
battlefield = ["Llanowar Elves", "Forest"]
library = ["Forest", "Forest", "Forest", "Forest", "Forest", "Forest"]
"#;

fn duel() -> Sitting {
    Sitting::at(matchup(DUEL), &args())
}

#[test]
fn a_game_is_won_by_keys_alone() {
    let mut table = duel();
    let shown = table.sees("");
    assert!(shown.contains("you have priority") && shown.contains(" 1 pass"), "{shown}");
    assert!(shown.contains("> A  you  20 life  hand 4"), "{shown}");
    let shown = table.sees("/ shock enter enter");
    assert!(shown.contains("cast Shock {R}: which target?") && shown.contains("Llanowar Elves 1/1"), "{shown}");
    // B has 9 life: Shock, and four damage in each of two turns.
    let shown = table.sees("/ shock enter enter");
    println!("{shown}");
}
