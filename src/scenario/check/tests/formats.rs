//! `[format]`: what it gives, and what is wrong with it.

use crate::scenario::Scenario;
use crate::scenario::testing::load;
use crate::turn::{Passing, Phase, Step};

fn seats(n: usize) -> String {
    (0..n).map(|n| format!("[[seat]]\nname = \"S{n}\"\n")).collect()
}

/// A scenario of that many seats whose `[format]` begins in line 3.
fn with(format: &str, n: usize) -> Result<Scenario, String> {
    load(&format!("schema = 1\nname = \"x\"\n{format}\n{}", seats(n)))
}

#[test]
fn two_headed_giant_has_two_teams_of_two() {
    let scenario = with("game.format = \"two-headed-giant\"", 4).unwrap();
    let format = &scenario.game().format;
    assert_eq!((format.life, format.teams.size()), (30, 2));
    let teams: Vec<_> = scenario.seats().values().iter().map(|s| s.team.as_deref().unwrap()).collect();
    assert_eq!(teams, ["1", "1", "2", "2"]);
    let three = with("game.format = \"two-headed-giant\"", 3).unwrap_err();
    assert_eq!(three, "s.toml: found 3 seats, expected 4 in teams of 2 in two-headed-giant");
}

#[test]
fn a_format_of_one_s_own_changes_what_it_says_and_keeps_the_rest() {
    let text = "[format]\nname = \"brawl\"\nlife = 25\nseats = [2, 4]\npriority = \"active-player\"\nfirst_draw = true\n\
                deck = { cards = 60, copies = 2 }\n[[format.phase]]\nname = \"beginning\"\n[[format.phase]]\nname = \"night\"\n\
                steps = [{ custom = \"dusk\" }, { custom = \"dark\", priority = false }]\n[[format.phase]]\nname = \"ending\"\n\
                steps = [\"end\", { step = \"cleanup\", priority = true }]\n";
    let scenario = with(text, 3).unwrap();
    let format = &scenario.game().format;
    assert_eq!((format.life, format.passing, format.first_draw), (25, Passing::ActivePlayer, Some(true)));
    assert_eq!((format.deck.fewest, format.deck.most, format.deck.copies, format.deck.commander), (60, 60, 2, true));
    let turn = format.turn.as_ref().unwrap();
    let (dusk, dark) = (Step::Custom(0), Step::Custom(1));
    let expected = vec![Phase::Beginning.steps().to_vec(), vec![dusk, dark], vec![Step::End, Step::Cleanup]];
    assert_eq!(turn.sequence.0, expected);
    assert_eq!(turn.priority_in, [(dark, false), (Step::Cleanup, true)]);
    assert_eq!((turn.names.of_step(dusk), turn.names.of_phase(Phase::Custom(0))), ("dusk", "night"));
    let five = with(text, 5).unwrap_err();
    assert!(five.contains("found 5 seats, expected 2 to 4 in brawl"), "{five}");
}

#[test]
fn phases_and_steps_that_are_none() {
    let wrong = |phases: &str| with(&format!("[format]\n{phases}"), 2).unwrap_err();
    assert_eq!(
        wrong("[[format.phase]]\nname = \"begining\""),
        "s.toml:3:1: `format.phase`: a turn without steps, expected at least one\n\
         s.toml:5:8: `name`: found `begining`, expected `beginning`, `precombat-main`, `combat`, `postcombat-main` or `ending`; did you mean `beginning`?; a phase of one's own has `steps`"
    );
    let step = wrong("[[format.phase]]\nname = \"beginning\"\nsteps = [\"untap\", \"upkep\"]");
    assert!(step.contains("s.toml:6:19: `steps`: found `upkep`"), "{step}");
    assert!(step.contains("did you mean `upkeep`?; a step of one's own is written { custom = \"upkep\" }"), "{step}");
    let foreign = wrong("[[format.phase]]\nname = \"beginning\"\nsteps = [\"untap\", \"end\"]");
    assert!(foreign.contains("the phase `beginning` has steps of another"), "{foreign}");
    let taken = wrong("[[format.phase]]\nname = \"night\"\nsteps = [{ custom = \"draw\" }]");
    assert!(taken.contains("`custom`: `draw` is a step of the rules, expected another name"), "{taken}");
    let twice = wrong(
        "[[format.phase]]\nname = \"night\"\nsteps = [{ custom = \"dusk\" }]\n[[format.phase]]\nname = \"late\"\n\
         steps = [{ custom = \"dusk\" }]",
    );
    assert_eq!(twice, "s.toml:9:21: `custom`: `dusk` is a step of this format already, expected another name");
    let both = wrong("[[format.phase]]\nname = \"night\"\nsteps = [{ custom = \"dusk\", step = \"draw\" }]");
    assert!(
        both.contains("`steps`: expected either `step`, one of the rules, or `custom`, a name of one's own"),
        "{both}"
    );
}

#[test]
fn numbers_and_names_out_of_bounds() {
    let wrong =
        with("[format]\nlife = 0\nseats = [4, 2]\nteam_size = 9\nbased_on = \"comander\"\npriority = \"nobody\"", 2)
            .unwrap_err();
    for part in [
        "`life`: found 0, expected 1 to 1000000",
        "`seats`: found 4 to 2, expected the least and the most, from 2 to 15",
        "`team_size`: found 9, expected 1 to 7",
        "`based_on`: found `comander`",
        "`priority`: found `nobody`, expected `turn-order` or `active-player`",
    ] {
        assert!(wrong.contains(part), "{part}\n{wrong}");
    }
    let two = with("game.format = \"commander\"\n[format]\nlife = 20", 2).unwrap_err();
    assert!(two.contains("`format`: there is a [format] table too, expected one of them"), "{two}");
}

#[test]
fn teams_are_named_together_or_not_at_all() {
    let named = |teams: [&str; 4]| {
        let seats: String = teams
            .iter()
            .enumerate()
            .map(|(n, team)| format!("[[seat]]\nname = \"S{n}\"\nteam = \"{team}\"\n"))
            .collect();
        load(&format!("schema = 1\nname = \"x\"\ngame.format = \"two-headed-giant\"\n{seats}"))
    };
    let right = named(["red", "red", "blue", "blue"]).unwrap();
    assert_eq!(right.seats().values()[3].team.as_deref(), Some("blue"));
    let apart = named(["red", "blue", "red", "blue"]).unwrap_err();
    assert!(
        apart.contains("`team`: found `blue`, expected teams of 2 seats next to each other, each with one name"),
        "{apart}"
    );
    let same = named(["red", "red", "red", "red"]).unwrap_err();
    assert!(same.contains("s.toml:12:8: `team`: found `red`"), "{same}");
    let alone =
        load("schema = 1\nname = \"x\"\n[[seat]]\nname = \"A\"\nteam = \"red\"\n[[seat]]\nname = \"B\"\n").unwrap_err();
    assert!(alone.contains("`team`: everybody plays alone in commander"), "{alone}");
}
