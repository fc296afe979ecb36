//! The tables at which a program is examined: a whole game, and a prepared board for each shape of question.

use std::sync::Arc;

use crate::cards::source::{Diagnostics, Source};
use crate::scenario::{Disk, Scenario};
use crate::table::matchup::Matchup;

/// A prepared table that asks a certain question.
#[derive(Debug)]
pub(super) struct Shape {
    /// What the report calls it.
    pub(super) item: &'static str,
    /// What it asks: kinds of questions, shapes of answers and needs of acts.
    pub(super) asks: &'static [&'static str],
    /// The program's seat, the other's seat, and what happens.
    you: &'static str,
    other: &'static str,
    script: &'static str,
}

/// What every table begins with. A fault of the program ends its game.
const GAME: &str = "schema = 1\nname = \"examination\"\n[game]\non_fault = \"abort\"\n";

/// A whole game with decks, from the mulligans to the end.
pub(super) const WHOLE: &str = r#"
starting_seat = "You"
max_turns = 40
[[seat]]
name = "You"
deck = "builtin:/decks/goreclaw-green-creatures.txt"
agent = "pass"
[[seat]]
name = "Other"
deck = "builtin:/decks/judith-midrange.txt"
agent = "random"
[batch]
seed = 13
"#;

/// A single question.
pub(super) const SMALL: &str = r#"
starting_seat = "You"
max_turns = 1
[[seat]]
name = "You"
agent = "pass"
[[seat]]
name = "Other"
agent = "pass"
[[script]]
turn = 1
do = { pay-any-life = {} }
"#;

/// Names that have to be written and read with care.
pub(super) const NAMES: &str = r#"
starting_seat = 'Zoë "the Owl" \ Ünal'
max_turns = 1
[[seat]]
name = 'Zoë "the Owl" \ Ünal'
agent = "pass"
hand = ["Time Warp", "Lightning Bolt"]
battlefield = [{ card = "Island", count = 6 }, { card = "Mountain", count = 2 }]
[[seat]]
name = "日本語 {},: <b>"
agent = "pass"
"#;

/// A board so large that questions about it are long.
pub(super) const LARGE: &str = r#"
starting_seat = "You"
max_turns = 1
[[seat]]
name = "You"
agent = "pass"
hand = ["Fireball", "Time Warp", "Shock"]
battlefield = [{ card = "Grizzly Bears", count = 120 }, { card = "Island", count = 60 }, { card = "Mountain", count = 60 }]
[[seat]]
name = "Other"
agent = "pass"
battlefield = [{ card = "Hill Giant", count = 120 }]
"#;

/// A prepared board for each shape of question.
pub(super) const SHAPES: &[Shape] = &[
    Shape {
        item: "acts",
        asks: &["priority", "answer-one"],
        you: r#"hand = ["Grizzly Bears", "Forest"]
battlefield = [{ card = "Forest", count = 3 }]"#,
        other: "",
        script: "",
    },
    Shape {
        item: "targets of acts",
        asks: &["need-target"],
        you: r#"hand = ["Shock"]
battlefield = ["Mountain"]"#,
        other: r#"battlefield = ["Grizzly Bears"]"#,
        script: "",
    },
    Shape {
        item: "modes of acts",
        asks: &["need-mode"],
        you: r#"hand = ["Azorius Charm", "Austere Command"]
battlefield = [{ card = "Plains", count = 4 }, { card = "Island", count = 2 }]"#,
        other: r#"battlefield = ["Grizzly Bears"]"#,
        script: "",
    },
    Shape {
        item: "X of acts",
        asks: &["need-x", "answer-number"],
        you: r#"hand = ["Fireball"]
battlefield = [{ card = "Mountain", count = 5 }]"#,
        other: "",
        script: "",
    },
    Shape {
        item: "additional costs",
        asks: &["need-extra"],
        you: r#"hand = ["Everflowing Chalice", "Into the Roil"]
battlefield = [{ card = "Island", count = 6 }]"#,
        other: r#"battlefield = ["Grizzly Bears"]"#,
        script: "",
    },
    Shape {
        item: "cards as costs",
        asks: &["need-cost"],
        you: r#"hand = ["Fury of the Horde", "Shock", "Lightning Bolt", "Fireball"]
battlefield = ["Island"]"#,
        other: "",
        script: "",
    },
    Shape {
        item: "target of a trigger",
        asks: &["target"],
        you: r#"battlefield = ["Bloodgift Demon"]
library_top = ["Island", "Island", "Island"]"#,
        other: r#"library_top = ["Island", "Island", "Island"]"#,
        script: "",
    },
    Shape {
        item: "attackers",
        asks: &["attackers", "answer-assign"],
        you: r#"battlefield = ["Grizzly Bears", "Hill Giant", "Air Elemental"]"#,
        other: r#"battlefield = ["Hill Giant"]"#,
        script: "",
    },
    Shape {
        item: "blockers",
        asks: &["blockers", "answer-assign"],
        // Even if both attacked before, they can block.
        you: r#"battlefield = ["Serra Angel", "Wall of Omens"]"#,
        other: r#"battlefield = ["Hill Giant"]"#,
        script: r#"[[script]]
turn = 2
do = { attack = [{ attacker = "Hill Giant", defender = "You" }] }"#,
    },
    Shape {
        item: "damage of an attacker",
        asks: &["damage", "answer-divide"],
        you: r#"battlefield = ["Craw Wurm"]"#,
        other: r#"battlefield = ["Grizzly Bears", "Hill Giant"]"#,
        script: r#"[[script]]
turn = 1
step = "upkeep"
do = { must-attack = { player = "You", what = "creature" } }
[[script]]
turn = 1
seat = "Other"
do = { block = [{ blocker = "Grizzly Bears", attacker = "Craw Wurm" }, { blocker = "Hill Giant", attacker = "Craw Wurm" }] }"#,
    },
    Shape {
        item: "division",
        asks: &["choose", "answer-divide"],
        you: r#"battlefield = ["Hill Giant", "Air Elemental", "Grizzly Bears"]"#,
        other: "",
        script: r#"[[script]]
turn = 1
do = { distribute-counters = { what = "creature yours", kind = "+1/+1", count = 3 } }"#,
    },
    Shape {
        item: "order of cards",
        asks: &["scry", "answer-order"],
        you: r#"library = ["Island", "Forest", "Swamp", "Plains"]"#,
        other: "",
        script: r#"[[script]]
turn = 1
do = { order-top = { count = 3 } }"#,
    },
    Shape {
        item: "order of triggers",
        asks: &["trigger-order", "answer-order"],
        you: r#"battlefield = ["Dark Confidant", "Bloodgift Demon"]
library_top = ["Island", "Island", "Island"]"#,
        other: "",
        script: "",
    },
    Shape {
        item: "a number",
        asks: &["pay", "answer-number"],
        you: "life = 20",
        other: "",
        script: r#"[[script]]
turn = 1
do = { pay-any-life = {} }"#,
    },
    Shape {
        item: "yes or no",
        asks: &["may", "answer-one"],
        you: r#"library_top = ["Island", "Island"]"#,
        other: "",
        script: r#"[[script]]
turn = 1
do = { may = { do = { draw = {} } } }"#,
    },
    Shape {
        item: "a payment",
        asks: &["pay", "answer-one"],
        you: r#"battlefield = [{ card = "Island", count = 3 }]
library_top = ["Island", "Island"]"#,
        other: "",
        script: r#"[[script]]
turn = 1
do = { may-pay = { cost = "{2}", do = { draw = {} } } }"#,
    },
    Shape {
        item: "exactly so many",
        asks: &["discard", "answer-some"],
        you: r#"hand = ["Island", "Forest", "Opt", "Time Warp", "Shock"]"#,
        other: "",
        script: r#"[[script]]
turn = 1
do = { discard = { count = 2 } }"#,
    },
    Shape {
        item: "up to so many",
        asks: &["choose", "answer-some"],
        you: r#"battlefield = [{ card = "Island", count = 4, tapped = true }]"#,
        other: "",
        script: r#"[[script]]
turn = 1
do = { tap = { what = "land" } }
[[script]]
turn = 1
do = { untap-up-to = { what = "land", count = 2 } }"#,
    },
    Shape {
        item: "a search",
        asks: &["search", "answer-some"],
        you: r#"library = ["Island", "Opt", "Forest", "Swamp"]"#,
        other: "",
        script: r#"[[script]]
turn = 1
do = { search = { what = "basic land", count = 2, to = "hand" } }"#,
    },
    Shape {
        item: "sacrifices",
        asks: &["sacrifice", "answer-some"],
        you: r#"battlefield = ["Hill Giant", "Air Elemental", "Grizzly Bears"]"#,
        other: "",
        script: r#"[[script]]
turn = 1
do = { make-sacrifice = { player = "You", what = "creature", count = 2 } }"#,
    },
    Shape {
        item: "a vote",
        asks: &["vote"],
        you: "",
        other: "",
        script: r#"[[script]]
turn = 1
do = { vote = { options = 3 } }"#,
    },
    Shape {
        item: "a mode",
        asks: &["mode"],
        you: r#"library_top = ["Island", "Island"]"#,
        other: "",
        script: r#"[[script]]
turn = 1
do = { choose = { modes = [{ draw = {} }, { gain-life = { amount = 2 } }] } }"#,
    },
    Shape {
        item: "a type of mana",
        asks: &["mana"],
        you: "",
        other: "",
        script: r#"[[script]]
turn = 1
do = { add-mana-choice = { mana = "{R}{G}", count = 2 } }"#,
    },
    Shape {
        item: "legends of one name",
        asks: &["legend"],
        you: r#"battlefield = ["Talrand, Sky Summoner", "Talrand, Sky Summoner"]"#,
        other: "",
        script: "",
    },
    Shape {
        item: "what untaps",
        asks: &["untap"],
        you: r#"battlefield = [{ card = "Hill Giant", tapped = true }, { card = "Air Elemental", tapped = true }]"#,
        other: r#"battlefield = ["Stoic Angel"]"#,
        script: "",
    },
];

impl Shape {
    /// The table, as a scenario.
    fn text(&self) -> String {
        let Shape { you, other, script, .. } = self;
        let seats = format!(
            "[[seat]]\nname = \"You\"\nagent = \"pass\"\n{you}\n[[seat]]\nname = \"Other\"\nagent = \"scripted\"\n{other}\n"
        );
        format!("starting_seat = \"You\"\nmax_turns = 3\n{seats}{script}\n")
    }

    /// The table.
    ///
    /// # Errors
    /// Never, as a test shows.
    pub(super) fn matchup(&self) -> Result<Matchup, Diagnostics> {
        matchup(&self.text())
    }
}

/// The table of a scenario.
///
/// # Errors
/// Where the scenario is none.
pub(super) fn matchup(rest: &str) -> Result<Matchup, Diagnostics> {
    let source = Source::new("examination.toml", format!("{GAME}{rest}"));
    Scenario::from_source(&source, &Disk).map(|scenario| Matchup::new(Arc::new(scenario)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_table_is_a_good_scenario() {
        for text in [WHOLE, SMALL, NAMES, LARGE] {
            matchup(text).unwrap_or_else(|faults| panic!("{faults}\n{text}"));
        }
        for shape in SHAPES {
            shape.matchup().unwrap_or_else(|faults| panic!("{}: {faults}", shape.item));
        }
    }
}
