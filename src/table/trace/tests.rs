use super::*;
use crate::table::outline;
use crate::table::replay::replay;
use crate::table::testing::{table, three};

fn told(matchup: &Matchup, style: Style) -> String {
    let mut out = Vec::new();
    trace(matchup, matchup.address(0), style, &mut out).unwrap();
    String::from_utf8(out).unwrap()
}

/// A has two turns at once, B skips two turns, C leaves, somebody controls somebody.
fn eventful() -> Matchup {
    three(
        r#"
[[script]]
turn = 1
do = [{ extra-turn = { player = "A" } }, { skip = { what = "turn", player = "B", count = 2 } }]
[[script]]
turn = 2
do = [{ control-turn = { player = "A", controller = "B" } }, { extra-turn = { player = "C" } }]
[[script]]
turn = 3
step = "upkeep"
do = { lose-game = { player = "C" } }
[[script]]
turn = 4
do = { lose-game = { player = "B" } }
"#,
    )
}

#[test]
fn why_each_turn_exists_or_not() {
    let expected = "\
turn   1  A   normal turn (103.8): the first
turn   2  A*  extra turn (500.7): the script, turn 1
turn   3  C*  extra turn (500.7): the script, turn 2
      --  C   left: an effect (104.3e); the turn goes on (800.4j)
      --  B   skipped (614.10a): the script, turn 1; 1 more waits
      --  C   not begun (800.4k): left in turn 3
turn   4  A   normal turn (500.1): next after C; controlled by B (723.1)
      --  B   left: an effect (104.3e)
      --      A wins (104.2a)
";
    assert_eq!(told(&eventful(), Style::Why), expected);
}

/// Four players. The second extra turn made comes first (500.7); B's two skips eat an extra turn and a normal one
/// (614.10a) and wait for B; D's control of A works in A's next real turn (723.1); C's extra turn is lost with C (800.4k).
#[test]
fn four_players_with_everything() {
    let seats = "name = \"A\"\n[[seat]]\nname = \"B\"\n[[seat]]\nname = \"C\"\n[[seat]]\nname = \"D\"";
    let script = r#"
[game]
starting_seat = "A"
max_turns = 7
[rules]
max_extra_turns = 1
[[script]]
turn = 1
do = [
  { skip = { what = "turn", player = "B", count = 2 } },
  { extra-turn = { player = "A" } },
  { extra-turn = { player = "B" } },
  { skip = { what = "untap", player = "D" } },
]
[[script]]
turn = 2
do = [{ control-turn = { player = "A", controller = "D" } }, { extra-turn = { player = "A" } }]
[[script]]
turn = 3
do = [{ extra-turn = { player = "C" } }, { extra-turn = { player = "D" } }]
[[script]]
turn = 4
do = [{ lose-game = { player = "C" } }, { add-phase = { phases = ["combat"] } }]
[[script]]
turn = 5
do = "end-turn"
[[script]]
turn = 7
do = { extra-turn = { player = "D" } }
"#;
    let expected = "\
turn   1  A   normal turn (103.8): the first
      --  B*  skipped (614.10a): the script, turn 1; was the script, turn 1; 1 more waits
turn   2  A*  extra turn (500.7): the script, turn 1
      --  A*  skipped (house rule); was the script, turn 2
      --  B   skipped (614.10a): the script, turn 1
turn   3  C   normal turn (500.1): next after B
turn   4  D*  extra turn (500.7): the script, turn 3
                untap step skipped (614.10a): the script, turn 1
      --  C   left: an effect (104.3e)
                combat phase added (500.8): the script
      --  C*  lost (800.4k): its player has left; the script, turn 3
turn   5  D   normal turn (500.7): order resumes after C
                ended early (724.1)
turn   6  A   normal turn (500.1): next after D; controlled by D (723.1)
turn   7  B   normal turn (500.1): next after A
      --  D*  lost (104.1): the game is over; the script, turn 7
      --      no result: max_turns reached
";
    assert_eq!(told(&table(seats, script), Style::Why), expected);
}

#[test]
fn a_cause_with_a_card_says_whose_it_was() {
    let seats = "name = \"A\"\nhand = [\"Time Warp\"]\nbattlefield = [{ card = \"Island\", count = 5 }]\n[[seat]]\nname = \"B\"";
    let script =
        "[game]\nmax_turns = 2\n[[script]]\nturn = 1\ndo = { cast = { card = \"Time Warp\", targets = [\"B\"] } }";
    let expected = "\
turn   1  A   normal turn (103.8): the first
                draw step skipped (103.8): the starting player's first
turn   2  B*  extra turn (500.7): Time Warp, turn 1, by A
      --      no result: max_turns reached
";
    assert_eq!(told(&table(seats, script), Style::Why), expected);
}

#[test]
fn the_outline_is_short() {
    let matchup = eventful();
    let replay = replay(&matchup, matchup.address(0));
    let expected = "1 A\n2 A*\n3 C*\nleft C (effect)\nskip B\n4 A[by:B]\nleft B (effect)\nend win A";
    assert_eq!(outline(replay.cast, &replay.events), expected);
}

#[test]
fn text_shows_the_steps_in_which_something_happens() {
    let seats = "name = \"A\"\nhand = [\"Time Warp\"]\nbattlefield = [{ card = \"Island\", count = 5 }]\n[[seat]]\nname = \"B\"";
    let script = r#"
[game]
max_turns = 2
[[script]]
turn = 1
do = { cast = { card = "Time Warp", targets = ["B"] } }
"#;
    let text = told(&table(seats, script), Style::Text { verbose: false });
    let turn = "\
turn 1  A's turn
  draw step skipped: the first turn of two players has none
  precombat-main
    A casts Time Warp
    Time Warp resolves
    B gets an extra turn (Time Warp)
turn 2  B's extra turn (Time Warp, granted in turn 1)
";
    assert!(text.contains(turn), "{text}");
    assert!(text.ends_with("no result: stopped after turn 2\n"), "{text}");
}

#[test]
fn verbose_text_shows_every_step_and_pass() {
    let text = told(&three("[game]\nstarting_seat = \"A\"\nmax_turns = 1"), Style::Text { verbose: true });
    let upkeep = "  upkeep\n    A has priority\n    A passes (nothing to do)\n    B has priority\n";
    assert!(text.contains(upkeep), "{text}");
    assert!(
        !told(&three("[game]\nstarting_seat = \"A\"\nmax_turns = 1"), Style::Text { verbose: false })
            .contains("passes")
    );
}

#[test]
fn json_names_seats_and_cards() {
    let lines = told(&eventful(), Style::Json);
    let events: Vec<serde_json::Value> = lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let find = |kind: &str| events.iter().find(|e| e["type"] == kind).unwrap_or_else(|| panic!("no {kind}"));
    let granted = find("extra-turn-granted");
    assert_eq!((&granted["seat"], &granted["source"], &granted["in_turn"]), (&"A".into(), &"script".into(), &1.into()));
    assert_eq!(find("turn-controlled")["by"], "B");
    assert_eq!(find("game-over")["outcome"], serde_json::json!({ "end": "win", "winner": "A" }));
    let matchup = eventful();
    assert_eq!(events.len(), replay(&matchup, matchup.address(0)).events.len(), "a line for each event");
}

/// Writes a little, and then no more.
struct FullDisk(usize);

impl Write for FullDisk {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0 = self.0.checked_sub(1).ok_or_else(|| io::Error::other("full"))?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn what_cannot_be_written_is_an_error() {
    let matchup = eventful();
    let error = trace(&matchup, matchup.address(0), Style::Why, FullDisk(2)).unwrap_err();
    assert_eq!(error.to_string(), "full");
}
