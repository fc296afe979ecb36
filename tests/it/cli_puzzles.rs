//! `turnlab puzzles`, from a folder with nothing of this project in it.

use serde_json::Value;

use crate::cli::Desk;

const BOLT: &str = r#"
schema = 1
name = "bolt"
[game]
max_turns = 1
[puzzle]
seat = "A"
kind = "burn"
[[seat]]
name = "A"
hand = ["Lightning Bolt"]
battlefield = ["Mountain"]
[[seat]]
name = "B"
life = 3
[[solution]]
turn = 1
do = { cast = { card = "Lightning Bolt", targets = ["B"] } }
[expect]
winner = "A"
"#;

#[test]
fn a_measurement_succeeds_however_little_is_solved() {
    let desk = Desk::new();
    let table = desk.fine("puzzles --agent pass --kind evasion").out;
    assert!(table.contains(" by pass\n") && table.contains("\nevasion "), "{table}");
    assert!(table.contains("\nunsolved\n  evasion-"), "{table}");
    let all = desk.fine("puzzles --agent scripted").out;
    assert!(all.contains(" 100.0%") && !all.contains("unsolved"), "{all}");
}

#[test]
fn ones_own_puzzle_is_played_judged_and_shown() {
    let desk = Desk::new();
    desk.write("bolt.toml", BOLT);
    let json: Value =
        serde_json::from_str(&desk.fine("puzzles bolt.toml --agent pass --format json").out).expect("JSON");
    assert_eq!(
        (&json["agent"], &json["all"]["of"], &json["kinds"]["burn"]["solved"]),
        (&"pass".into(), &1.into(), &0.into())
    );
    assert_eq!(json["puzzles"][0]["difference"], "winner: expected A, got none");
    let csv = desk.fine("puzzles . --agent scripted --format csv").out;
    assert_eq!(csv, "puzzle,kind,solved,seed,difference\nbolt,burn,true,,\n");
    assert!(desk.fine("check bolt.toml").out.contains("1 case, all passed"));
    assert!(desk.fine("trace bolt.toml").out.contains("A wins in turn 1"));
    assert!(!desk.fine("trace bolt.toml --agent pass").out.contains("A wins"));
}

#[test]
fn what_was_asked_for_wrongly_is_named() {
    let desk = Desk::new();
    desk.write("bolt.toml", BOLT);
    desk.write(
        "case.toml",
        &BOLT.replace("[puzzle]\nseat = \"A\"\nkind = \"burn\"\n", "").replace("[[solution]]", "[[script]]"),
    );
    let refused = |line: &str| {
        let ran = desk.run(line);
        assert_eq!((ran.code, ran.out.as_str()), (Some(2), ""), "{line}: {}", ran.err);
        ran.err
    };
    let agent = refused("puzzles --agent heuristics");
    assert!(agent.contains("unknown agent `heuristics`") && agent.contains("did you mean `heuristic`?"), "{agent}");
    let kind = refused("puzzles --kind evasoin");
    assert!(kind.contains("no puzzle of the kind `evasoin`") && kind.contains("did you mean `evasion`?"), "{kind}");
    assert!(refused("puzzles case.toml").contains("is no puzzle: it has no [puzzle]"));
    assert!(refused("puzzles none.toml").contains("no file `none.toml`"));
    assert!(refused("trace case.toml --agent pass").contains("is no puzzle"));
}
