use super::*;
use crate::table::outline;
use crate::table::replay::replay;
use crate::table::testing::{table, three};
use crate::turn::Seat;

/// The usual lines.
const PLAY: Style = Style::Text { detail: Detail::Play, hands: false };
const ALL: Style = Style::Text { detail: Detail::All, hands: false };

fn told(matchup: &Matchup, style: impl Into<Telling>) -> String {
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
    let text = told(&table(seats, script), PLAY);
    let turn = "\
turn 1  A's turn
  life: A 40, B 40
  draw step skipped: the first turn of two players has none
  precombat-main
    A casts Time Warp -> B
    Time Warp resolves -> B
      B gets an extra turn (Time Warp)

turn 2  B's extra turn (Time Warp, granted in turn 1)
  life: A 40, B 40
";
    assert!(text.contains(turn), "{text}");
    assert!(text.ends_with("no result: stopped after turn 2\n"), "{text}");
}

#[test]
fn verbose_text_shows_every_step_and_pass() {
    let text = told(&three("[game]\nstarting_seat = \"A\"\nmax_turns = 1"), ALL);
    let upkeep = "  upkeep\n    A has priority\n    A passes (nothing to do)\n    B has priority\n";
    assert!(text.contains(upkeep), "{text}");
    assert!(!told(&three("[game]\nstarting_seat = \"A\"\nmax_turns = 1"), PLAY).contains("passes"));
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

/// A casts at B's creature, which is saved, and at C's, which is not, and attacks both; B draws.
const PLAYED: &str = r#"
[game]
max_turns = 3
starting_seat = "A"
[[script]]
turn = 1
do = { cast = { card = "Lightning Bolt", targets = ["Grizzly Bears"] } }
[[script]]
turn = 1
seat = "B"
do = { cast = { card = "Counterspell", targets = ["Lightning Bolt"] } }
[[script]]
turn = 1
step = "beginning-of-combat"
do = { cast = { card = "Shock", targets = ["Llanowar Elves"] } }
[[script]]
turn = 1
do = { attack = [{ attacker = "Savannah Lions", defender = "B" }, { attacker = { card = "Savannah Lions", nth = 2 }, defender = "B" }, { attacker = "Serra Angel", defender = "C" }] }
[[script]]
turn = 1
step = "declare-blockers"
seat = "B"
do = { block = [{ blocker = "Grizzly Bears", attacker = "Savannah Lions" }] }
[[script]]
turn = 2
do = { cast = { card = "Divination" } }
"#;

fn played() -> Matchup {
    let seats = r#"name = "A"
hand = ["Lightning Bolt", "Shock", "Swords to Plowshares"]
battlefield = [{ card = "Mountain", count = 2 }, "Plains", { card = "Savannah Lions", count = 2 }, "Serra Angel"]
[[seat]]
name = "B"
hand = ["Counterspell", "Divination"]
battlefield = [{ card = "Island", count = 3 }, "Grizzly Bears"]
library_top = ["Forest", "Swamp", "Island"]
[[seat]]
name = "C"
battlefield = ["Llanowar Elves"]
"#;
    table(seats, PLAYED)
}

#[test]
fn play_is_told_with_targets_and_with_what_comes_of_it() {
    let expected = "\
turn 1  A's turn
  life: A 40, B 40, C 40
  precombat-main
    A casts Lightning Bolt -> Grizzly Bears (B)
      B casts Counterspell -> Lightning Bolt
      Counterspell resolves -> Lightning Bolt
        Lightning Bolt is countered
  beginning-of-combat
    A casts Shock -> Llanowar Elves (C)
    Shock resolves -> Llanowar Elves (C)
      Shock deals 2 damage to Llanowar Elves (C)
    Llanowar Elves (C) dies
  declare-attackers
    2 Savannah Lions 2/1 attack B
    Serra Angel 4/4 attacks C
  declare-blockers
    Grizzly Bears 2/2 (B) blocks Savannah Lions
  combat-damage
    Savannah Lions (A) deals 2 damage to Grizzly Bears (B)
    Savannah Lions (A) deals 2 damage to B: 38 life
    Serra Angel (A) deals 4 damage to C: 36 life
    Grizzly Bears (B) deals 2 damage to Savannah Lions (A)
    Savannah Lions (A) dies
    Grizzly Bears (B) dies
";
    let text = told(&played(), PLAY);
    assert!(text.contains(expected), "{text}");
    assert!(text.contains("    Divination resolves\n      B draws 2 cards\n"), "{text}");
}

#[test]
fn hands_are_shown_where_they_are_asked_for() {
    let text = told(&played(), Style::Text { detail: Detail::Play, hands: true });
    let hands = "  A's hand: Lightning Bolt; Shock; Swords to Plowshares\n  B's hand: Counterspell; Divination\n  C's hand: nothing\n";
    assert!(text.contains(hands), "{text}");
    assert!(text.contains("B draws a card: Forest\n"), "{text}");
    assert!(text.contains("B draws 2 cards: Swamp; Island\n"), "{text}");
}

#[test]
fn some_turns_and_what_is_about_one_seat() {
    let matchup = played();
    let within = |turns, seat| Telling { scope: Scope { turns, seat }, ..PLAY.into() };
    let second = told(&matchup, within(Turns { first: 2, last: 2 }, None));
    assert!(second.starts_with("turn 2  B's turn\n  life: A 40, B 38, C 36\n"), "{second}");
    assert!(second.ends_with("B draws 2 cards\n"), "{second}");
    let about_c = "\
turn 1  A's turn
  life: A 40, B 40, C 40
  beginning-of-combat
    A casts Shock -> Llanowar Elves (C)
    Shock resolves -> Llanowar Elves (C)
      Shock deals 2 damage to Llanowar Elves (C)
    Llanowar Elves (C) dies
  declare-attackers
    Serra Angel 4/4 attacks C
  combat-damage
    Serra Angel (A) deals 4 damage to C: 36 life
";
    assert_eq!(told(&matchup, within(Turns { first: 1, last: 2 }, Some(Seat(2)))), about_c);
    let json = told(
        &matchup,
        Telling { scope: Scope { turns: Turns { first: 3, last: 3 }, seat: None }, ..Style::Json.into() },
    );
    assert!(
        json.starts_with(r#"{"controller":null,"kind":"normal","seat":"C","turn":3,"type":"turn-began"}"#),
        "{json}"
    );
    let why = told(&matchup, Telling { scope: within(Turns { first: 2, last: 3 }, None).scope, ..Style::Why.into() });
    assert!(why.starts_with("turn   2  B ") && why.lines().count() == 3, "{why}");
}

/// What a reply to somebody else's spell is about stands below that spell.
#[test]
fn what_stands_above_is_told_with_it() {
    let about_b = "    A casts Lightning Bolt -> Grizzly Bears (B)\n      B casts Counterspell -> Lightning Bolt\n";
    let scope = Scope { turns: Turns { first: 1, last: 1 }, seat: Some(Seat(1)) };
    let text = told(&played(), Telling { scope, ..PLAY.into() });
    assert!(text.contains(about_b) && !text.contains("Shock"), "{text}");
}

#[test]
fn json_tells_the_targets() {
    let text = told(&played(), Style::Json);
    let cast = |name: &str| {
        let events = text.lines().map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap());
        events.into_iter().find(|e| e["type"] == "spell-cast" && e["card"] == name).unwrap_or_else(|| panic!("{name}"))
    };
    assert_eq!(cast("Lightning Bolt")["targets"][0]["card"], "Grizzly Bears");
    assert_eq!(cast("Counterspell")["targets"][0]["card"], "Lightning Bolt");
    assert_eq!(cast("Divination")["targets"], serde_json::Value::Null);
}

/// Costs stand below what they are paid for, sacrifices are told from deaths, and no event tells of a change of control.
#[test]
fn costs_sacrifices_and_control() {
    let seats = r#"name = "A"
hand = ["Mountain"]
battlefield = ["Siege-Gang Commander", { card = "Mountain", count = 2 }]
[[seat]]
name = "B"
battlefield = ["Grizzly Bears", "Evolving Wilds"]
"#;
    let script = r#"
[game]
max_turns = 1
starting_seat = "A"
[[script]]
turn = 1
do = { activate = { card = "Siege-Gang Commander", targets = ["B"] } }
[[script]]
turn = 1
step = "end"
do = { gain-control = { player = "you", what = "creature" } }
"#;
    let text = told(&table(seats, script), PLAY);
    let activated = "\
    A activates Siege-Gang Commander -> B
      A sacrifices Siege-Gang Commander
    Siege-Gang Commander's ability resolves -> B
      Siege-Gang Commander deals 2 damage to B: 38 life
";
    assert!(text.contains(activated), "{text}");
    assert!(text.contains("A gains control of Grizzly Bears\n"), "{text}");
    let prepared = "  2 players sit down\n  A starts with Siege-Gang Commander\n  A starts with 2 Mountain\n";
    assert!(text.starts_with(prepared), "{text}");
}

#[test]
fn modes_optional_costs_and_x_are_told() {
    let seats = r#"name = "A"
hand = ["Austere Command", "Everflowing Chalice", "Blue Sun's Zenith"]
battlefield = [{ card = "Plains", count = 6 }, { card = "Island", count = 8 }, { card = "Wastes", count = 4 }]
[[seat]]
name = "B"
"#;
    let script = r#"
[game]
max_turns = 1
starting_seat = "A"
[[script]]
turn = 1
do = { cast = { card = "Austere Command", modes = [2, 3] } }
[[script]]
turn = 1
do = { cast = { card = "Everflowing Chalice", extra = 2 } }
[[script]]
turn = 1
step = "postcombat-main"
do = { cast = { card = "Blue Sun's Zenith", targets = ["B"], x = 1 } }
"#;
    let text = told(&table(seats, script), PLAY);
    for line in [
        "    A casts Austere Command, modes 2 and 3
",
        "    A casts Everflowing Chalice with multikicker 2
",
        "    A casts Blue Sun's Zenith, X = 1 -> B
",
    ] {
        assert!(text.contains(line), "{line}{text}");
    }
}

/// A trigger of a script has no card.
#[test]
fn a_script_is_called_by_its_name() {
    let script = "[game]\nmax_turns = 1\nstarting_seat = \"A\"\n[[script]]\nturn = 1\nstep = \"upkeep\"\n\
                  do = { delay = { until = \"next end\", do = { gain-life = { amount = 1 } } } }";
    let text = told(&three(script), PLAY);
    assert!(text.contains("    the script (A) triggers\n    the script's ability resolves\n"), "{text}");
    assert!(told(&three(script), Style::Json).contains(r#""card":"script""#));
    let damage = "[game]\nmax_turns = 1\n[[script]]\nturn = 1\ndo = { damage = { to = \"B\", amount = 1 } }";
    assert!(told(&three(damage), PLAY).contains("\n      the script deals 1 damage to B: 39 life\n"));
}

#[test]
fn turns_alone_are_told_without_steps() {
    let text = told(&eventful(), Style::Text { detail: Detail::Turns, hands: false });
    let begins = "turn 1  A's turn\n  life: A 40, B 40, C 40\n  A gets an extra turn (the script)\n";
    assert!(text.starts_with(begins), "{text}");
    assert!(text.contains("  B will skip: a turn (the script)\n  B will skip: a turn (the script)\n"), "{text}");
    assert!(text.contains("\n  C leaves the game (effect)\nskipped  B's turn: the script, made in turn 1\n"), "{text}");
}

#[test]
fn what_has_become_something_else_is_told_by_its_name() {
    let seats = "name = \"A\"\nhand = [\"Lignify\"]\nbattlefield = [\"Forest\", \"Forest\"]\n\
                 [[seat]]\nname = \"B\"\nbattlefield = [\"Serra Angel\"]\n";
    let script = "[game]\nmax_turns = 2\n\
                  [[script]]\nturn = 1\ndo = { cast = { card = \"Lignify\", targets = [\"Serra Angel\"] } }\n\
                  [[script]]\nturn = 2\ndo = { attack = [{ attacker = \"Serra Angel\", defender = \"A\" }] }\n";
    let matchup = table(seats, script);
    let text = told(&matchup, PLAY);
    assert!(text.contains("Lignify (A) is attached to Serra Angel (B)\n"), "{text}");
    assert!(text.contains("    Serra Angel 0/4 attacks A\n"), "{text}");
    assert!(!text.contains("Lignified") && !told(&matchup, ALL).contains("Lignified"), "{text}");
}
