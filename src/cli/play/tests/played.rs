//! Whole games by keys.

use super::*;

/// Two players: A has a hand and a board to do everything with; B passes, and has a hand that nobody else may see.
const DUEL: &str = r#"schema = 1
name = "duel"
[game]
format = "constructed"
starting_seat = "A"
[[seat]]
name = "A"
life = 20
hand = ["Time Walk", "Shock", "Island", "Island"]
battlefield = ["Mountain", "Mountain", "Island", "Island", "Grizzly Bears", "Grizzly Bears"]
library = ["Opt", "Mountain", "Mountain", "Mountain", "Mountain", "Mountain"]
[[seat]]
name = "B"
agent = "pass"
life = 9
hand = ["Essence Scatter"]
battlefield = ["Llanowar Elves", "Forest"]
library = ["Divination", "Divination", "Divination", "Divination", "Divination", "Divination"]
"#;

fn duel() -> Sitting {
    Sitting::at(matchup(DUEL), &args())
}

#[test]
fn a_game_is_won_by_keys_alone() {
    let mut table = duel();
    let shown = table.sees("");
    assert!(shown.contains("you have priority") && shown.contains(" 1 pass"), "{shown}");
    assert!(shown.contains("> A you  20 life  hand 4"), "{shown}");
    let shown = table.sees("/ shock enter enter");
    assert!(shown.contains("cast Shock {R}: which target?") && shown.contains("Llanowar Elves 1/1 (B)"), "{shown}");
    let shown = table.sees("2 enter");
    assert!(shown.contains("A casts Shock -> B") && shown.contains("B       7 life"), "{shown}");
    let shown = table.sees("/ walk enter enter");
    assert!(shown.contains("next: A*, B, A"), "{shown}");
    let shown = table.sees("p a");
    assert!(shown.contains("who attacks whom?") && shown.contains("Grizzly Bears 2/2 (A) -> B"), "{shown}");
    let shown = table.sees("enter w");
    assert!(shown.contains("turn 2  A's extra turn") && shown.contains("A draws a card: Opt"), "{shown}");
    let shown = table.sees("p a enter");
    assert!(shown.contains("the game is over") && shown.contains("A wins in turn 2"), "{shown}");
    assert!(shown.contains("2 turns, 1 extra turn taken"), "{shown}");
    assert!(shown.contains("the same deal again: turnlab play --seat A --game 0 --seed 0"), "{shown}");
    let (left, _) = table.types("q");
    left.unwrap();
    assert_eq!(table.play.record.as_ref().unwrap().game.winner.as_deref(), Some("A"));
    let hidden = |shown: &String| shown.contains("Essence Scatter") || shown.contains("Divination");
    assert!(!table.desk.seen.iter().any(hidden), "what is hidden is never on the screen");
}

#[test]
fn decisions_are_taken_back_until_something_hidden_was_seen() {
    let mut table = duel();
    let first = table.sees("");
    assert!(table.sees("u").contains("there is no decision of yours to take back"));
    table.sees("/ shock enter enter 2 enter");
    assert!(table.sees("/ walk enter enter").contains("next: A*, B, A"));
    let shown = table.sees("u");
    assert!(shown.contains("B       7 life") && shown.contains("next: B, A"), "{shown}");
    let shown = table.sees("u");
    assert_eq!(shown, first, "as if nothing had been done");
    // Another way from here, until the next card is drawn.
    assert!(table.sees("m").contains("who attacks whom?"), "what is no priority is asked all the same");
    let shown = table.sees("enter");
    assert!(shown.contains("turn 3  A's turn"), "{shown}");
    assert!(table.sees("u").contains("your last decision stays: something hidden has been seen since"));
    assert!(table.sees("").contains("turn 3  A's turn"));
}

#[test]
fn stages_are_taken_back_and_what_can_t_be_is_said() {
    let mut table = duel();
    let before = table.sees("");
    assert_eq!(table.sees("/ shock enter enter esc / esc"), before);
    let shown = table.sees("p w");
    assert!(shown.contains("this question can't be passed on: it needs an answer"), "{shown}");
    let shown = table.sees("i");
    assert!(shown.contains("Grizzly Bears                   {1}{G}          Creature - Bear 2/2"), "{shown}");
}

#[test]
fn sheets_are_laid_over_the_table() {
    let mut table = duel();
    let shown = table.sees("b");
    assert!(shown.contains("A: battlefield") && shown.contains("  Time Walk") && !shown.contains("Essence"), "{shown}");
    assert!(table.sees("esc s").contains("normal turn (500.1): next after A"));
    assert!(table.sees("esc l").contains("2 players sit down"));
    assert!(table.sees("esc ?").contains("PASSING"));
    // The cursor is on the upkeep of one's own turns.
    let shown = table.sees("esc t space");
    assert!(shown.contains("  upkeep                [x]         [ ]"), "{shown}");
    let shown = table.sees("esc m enter");
    assert!(shown.contains("unt [upk] drw"), "a stop of one's own: {shown}");
}

#[test]
fn conceding_and_leaving_are_asked_twice() {
    let mut table = duel();
    assert!(table.sees("C").contains("Concede the game?"));
    assert!(table.sees("n").contains("you have priority"));
    assert!(table.sees("q").contains("Leave the game?"));
    assert!(table.sees("n C y").contains("B wins in turn 1"));
    assert!(table.sees("u").contains("you have priority"), "even that");
    assert!(table.types("q y").0.is_ok());
}

#[test]
fn a_table_of_agents_is_followed() {
    let followed = |hands: bool, seat: Option<&str>| {
        let args = PlayArgs { watch: true, hands, seat: seat.map(str::to_owned), ..args() };
        let mut table = Sitting::at(matchup(&DUEL.replace("life = 20", "life = 20\nagent = \"random\"")), &args);
        let shown = table.sees("");
        assert!(shown.contains("the game is over"), "{shown}");
        table.desk.seen.concat()
    };
    let shown = followed(false, None);
    assert!(
        shown.contains("256 a second") && !shown.contains("Essence Scatter") && !shown.contains("hand: "),
        "{shown}"
    );
    assert!(followed(true, None).contains("B's Essence Scatter"));
    let of_a = followed(false, Some("A"));
    assert!(of_a.contains("\nhand: ") && !of_a.contains("Essence Scatter"));
}

#[test]
fn every_embedded_study_and_format_can_be_sat_down_at() {
    for (path, seat) in [("builtin:/studies/default.toml", "Goreclaw"), ("builtin:/formats/dusk.toml", "")] {
        let scenario = Scenario::load(path).unwrap_or_else(|faults| panic!("{faults}"));
        let seat = if seat.is_empty() { scenario.seats()[Seat(0)].name.clone() } else { seat.to_owned() };
        let mut table = Sitting::at(Matchup::new(Arc::new(scenario)), &PlayArgs { seat: Some(seat), ..args() });
        // Whatever is asked is answered with what is marked.
        let shown = table.sees(&"enter ".repeat(40));
        assert!(table.play.screen.over.is_some() || table.play.screen.scene.turn > 2, "{shown}");
    }
}
