//! What the tests of the command line share: the binary, a folder of one's own, and a small study that plays in no time.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Output;

use assert_cmd::Command;
use tempfile::TempDir;

/// Four seats that pass, with two decks among them; every game is cut off in its twelfth turn.
pub(crate) const STUDY: &str = r#"schema = 1
name = "small"

[game]
max_turns = 12

[[seat]]
name = "A"
deck = "builtin:/decks/talrand-extra-turns.txt"
agent = "random"

[[seat]]
name = "B"
deck = "decks/b.txt"
agent = "random"

[[seat]]
name = "C"
agent = "pass"

[[seat]]
name = "D"
agent = "pass"

[batch]
games = 300
seed = 7
rotate_seats = true
"#;

/// A legal deck of a commander and islands.
pub(crate) const DECK: &str = "Commander\n1 Talrand, Sky Summoner\n\nDeck\n98 Island\n1 Opt\n";

/// What is said after unknown cards: how much of a deck is known, and what to do about the rest.
pub(crate) fn unknown(known: &str) -> String {
    format!(
        "note: {known} cards known\nhelp: `turnlab cards --deck LIST` names the cards that are not known\nhelp: `--card-facts FILE` plays \
         those as printed whose rules text in FILE is understood; with `--allow-unknown blank` the\n      others are their printed \
         bodies in FILE, or spells and lands that do nothing else\nhelp: FILE is a table or JSON of card objects, such as Scryfall's bulk data\n"
    )
}

/// A folder with the small study in it, and commands run there.
pub(crate) struct Desk(TempDir);

impl Desk {
    pub(crate) fn new() -> Desk {
        let desk = Desk(tempfile::tempdir().expect("a folder"));
        desk.write("small.toml", STUDY);
        desk.write("decks/b.txt", DECK);
        desk
    }

    /// With `random.toml` too, whose games differ: everybody plays at random, and there is time to lose.
    pub(crate) fn with_random() -> Desk {
        let desk = Desk::new();
        let random = STUDY.replace("max_turns = 12", "max_turns = 400").replace("\"pass\"", "\"random\"");
        desk.write("random.toml", &random);
        desk
    }

    pub(crate) fn path(&self) -> &Path {
        self.0.path()
    }

    pub(crate) fn write(&self, name: &str, text: &str) {
        let path = self.0.path().join(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(path, text).expect("a file");
    }

    pub(crate) fn read(&self, name: &str) -> String {
        fs::read_to_string(self.0.path().join(name)).unwrap_or_else(|e| panic!("{name}: {e}"))
    }

    pub(crate) fn command(&self) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_turnlab"));
        command.current_dir(self.0.path()).env("COLUMNS", "100");
        for name in ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "RUST_BACKTRACE"] {
            command.env_remove(name);
        }
        command
    }

    /// What a command line comes to; words are separated by spaces.
    pub(crate) fn run(&self, line: &str) -> Ran {
        Ran::of(&self.command().args(line.split(' ').filter(|w| !w.is_empty())).output().expect("it runs"))
    }

    /// What the command line comes to when all is well.
    pub(crate) fn fine(&self, line: &str) -> Ran {
        let ran = self.run(line);
        assert_eq!(ran.code, Some(0), "turnlab {line}\n{}{}", ran.out, ran.err);
        ran
    }

    /// What is in a folder, but for blocks and what differs from run to run.
    pub(crate) fn files(&self, folder: &str) -> BTreeMap<PathBuf, Vec<u8>> {
        let root = self.0.path().join(folder);
        let mut found = BTreeMap::new();
        let mut folders = vec![root.clone()];
        while let Some(folder) = folders.pop() {
            for entry in fs::read_dir(&folder).expect("a folder") {
                let path = entry.expect("an entry").path();
                if path.is_dir() {
                    // How blocks are put together in files depends on how long they took to play.
                    if !path.ends_with("blocks") {
                        folders.push(path);
                    }
                } else if !path.ends_with("timing.json") {
                    let name = path.strip_prefix(&root).expect("inside").to_owned();
                    found.insert(name, fs::read(path).expect("a file"));
                }
            }
        }
        found
    }
}

/// What a command came to.
pub(crate) struct Ran {
    pub(crate) code: Option<i32>,
    pub(crate) out: String,
    pub(crate) err: String,
}

impl Ran {
    pub(crate) fn of(output: &Output) -> Ran {
        let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).expect("text");
        Ran { code: output.status.code(), out: text(&output.stdout), err: text(&output.stderr) }
    }
}
