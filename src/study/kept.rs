//! What a run keeps of its inputs under `inputs/`, and how a scenario is read back from there.
//!
//! Paths are kept as the scenario has them, with names for what leads out of the folder: `../decks/a.txt` becomes
//! `_up/decks/a.txt`, `builtin:/decks/a.txt` becomes `_builtin/decks/a.txt`. The same rule finds them again.

use std::path::{Component, Path, PathBuf};

use toml::{Table, Value};

use super::folder::INPUTS;
use super::identity::{Origin, RunIdentity, StandInEntry};
use super::inputs::{Input, InputEntry};
use crate::cards::source::Diagnostics;
use crate::cards::{builtin_sources, limits};
use crate::scenario::{self, AgentSpec, BUILTIN, Deck, FileError, Files, Scenario, SeatSetup, read_regular};

/// The catalog's name in manifests.
const CATALOG: &str = "builtin:/cards";

/// The name under which a file of that path is kept.
fn kept_name(path: &str) -> String {
    if let Some(rest) = path.strip_prefix(BUILTIN) {
        return format!("_builtin/{rest}");
    }
    let part = |component: Component<'_>| match component {
        Component::Prefix(prefix) => Some(prefix.as_os_str().to_string_lossy().replace([':', '\\', '/'], "_")),
        Component::RootDir => Some("_root".to_owned()),
        Component::CurDir => None,
        Component::ParentDir => Some("_up".to_owned()),
        Component::Normal(name) => Some(name.to_string_lossy().into_owned()),
    };
    Path::new(path).components().filter_map(part).collect::<Vec<_>>().join("/")
}

/// What a run of that scenario keeps: the scenario first, each file once.
#[must_use]
pub fn inputs(scenario: &Scenario) -> Vec<Input> {
    let mut kept: Vec<Input> = Vec::new();
    for input in scenario.inputs() {
        let input = Input::new(kept_name(&input.name), input.bytes.clone());
        // Two ways to write one path lead to one file.
        if !kept.contains(&input) {
            kept.push(input);
        }
    }
    kept
}

/// What the manifest says of where a run came from. Agents of this program decide by nothing but what they are shown; what
/// other programs do nobody can promise.
#[must_use]
pub fn origin(scenario: &Scenario) -> Origin {
    let stand_ins = stand_ins(scenario);
    let entries: Vec<InputEntry> = inputs(scenario).iter().map(Input::entry).collect();
    let named = |name: &str| entries.iter().find(|entry| entry.name == name).cloned();
    let paths = deck_paths(scenario);
    let decks: Vec<InputEntry> = paths.iter().filter_map(|path| named(&kept_name(path))).collect();
    let mut all = entries.iter();
    let first = all.next().cloned();
    let cards: Vec<&InputEntry> = all.filter(|entry| !decks.contains(entry)).collect();
    let is_program = |seat: &SeatSetup| matches!(seat.agent, AgentSpec::Process(_));
    let reproducible = !scenario.seats().values().iter().any(is_program);
    let scenario = first.unwrap_or_else(|| Input::new(scenario.name(), "").entry());
    Origin { scenario, catalog: catalog(&cards), decks, inputs: entries.clone(), reproducible, stand_ins }
}

/// How many cards of every seat's deck stand in for others.
fn stand_ins(scenario: &Scenario) -> Vec<StandInEntry> {
    let entry = |seat: &SeatSetup| {
        let deck = seat.deck.as_ref();
        let count = deck.map(|deck| deck.stand_ins(scenario.catalog())).unwrap_or_default();
        StandInEntry::new(&seat.name, deck.map_or("", Deck::name), count)
    };
    scenario.seats().values().iter().map(entry).collect()
}

/// The paths of the seats' decks, as the scenario's inputs are called; seats without one are left out.
fn deck_paths(scenario: &Scenario) -> Vec<String> {
    let Some(input) = scenario.inputs().first() else { return Vec::new() };
    let table: Table = String::from_utf8_lossy(&input.bytes).parse().unwrap_or_default();
    let seats = table.get("seat").and_then(Value::as_array).into_iter().flatten();
    let decks = seats.filter_map(|seat| seat.get("deck").and_then(Value::as_str));
    decks.map(|path| scenario::resolve(&input.name, path)).collect()
}

/// The line of the embedded cards, together with those of the scenario's own card files.
fn catalog(own: &[&InputEntry]) -> InputEntry {
    let mut hasher = blake3::Hasher::new();
    let mut add = |text: &str| {
        // Lengths keep one text's end apart from the next one's beginning.
        hasher.update(&(text.len() as u64).to_le_bytes()).update(text.as_bytes());
    };
    for source in builtin_sources() {
        [&source.name, &source.text].into_iter().for_each(|text| add(text));
    }
    own.iter().flat_map(|entry| [&entry.name, &entry.blake3]).for_each(|text| add(text));
    InputEntry { name: CATALOG.to_owned(), blake3: hasher.finalize().to_string() }
}

/// The path by which a scenario kept under that name was read.
/// Whether scenario or decks are not those of the run; that cards are others is no change of what it was given.
#[must_use]
pub fn have_changed(scenario: &Scenario, run: &RunIdentity) -> bool {
    let origin = origin(scenario);
    origin.scenario.blake3 != run.scenario.blake3 || origin.decks != run.decks
}

fn original(name: &str) -> String {
    name.strip_prefix("_builtin/").map_or_else(|| name.to_owned(), |rest| format!("{BUILTIN}{rest}"))
}

/// The scenario of that name among these inputs, which need not be on disk.
///
/// # Errors
/// As [`read_back`].
pub fn from_inputs(inputs: &[Input], name: &str) -> Result<Scenario, Diagnostics> {
    Scenario::load_from(&original(name), &Carried(inputs))
}

/// A scenario written anew: the text of its own file, and files that it names now by the paths that the text has.
///
/// # Errors
/// Everything that is wrong with it.
pub fn rewritten(was: &Scenario, text: &str, files: &[(String, Vec<u8>)]) -> Result<Scenario, Diagnostics> {
    let mut all = inputs(was);
    let name = was.inputs().first().map_or_else(String::new, |own| own.name.clone());
    let kept = files.iter().map(|(path, bytes)| Input::new(kept_name(&scenario::resolve(&name, path)), bytes.clone()));
    let kept: Vec<Input> = kept.collect();
    all.retain(|input| kept.iter().all(|other| other.name != input.name));
    if let Some(own) = all.first_mut() {
        *own = Input::new(own.name.clone(), text.as_bytes().to_vec());
    }
    all.extend(kept);
    from_inputs(&all, &kept_name(&name))
}

/// Inputs by their original paths.
struct Carried<'a>(&'a [Input]);

impl Files for Carried<'_> {
    fn read(&self, path: &str) -> Result<Vec<u8>, FileError> {
        let name = kept_name(path);
        let missing = || FileError::Unreadable { path: name.clone(), why: "it is not among the inputs".to_owned() };
        self.0.iter().find(|input| input.name == name).map(|input| input.bytes.clone()).ok_or_else(missing)
    }
}

/// Reads the scenario kept in a run's folder under that name.
///
/// # Errors
/// When a file is missing, has changed into something wrong, or names a card that is not there any more.
pub fn read_back(folder: &Path, name: &str) -> Result<Scenario, Diagnostics> {
    let kept = Kept { folder: folder.join(INPUTS) };
    Scenario::load_from(&original(name), &kept).map_err(|Diagnostics(mut faults)| {
        faults.iter_mut().for_each(|fault| fault.file = kept.path(&fault.file).to_string_lossy().into_owned());
        Diagnostics(faults)
    })
}

/// The files of an `inputs/` folder by their original paths.
struct Kept {
    folder: PathBuf,
}

impl Kept {
    fn path(&self, original: &str) -> PathBuf {
        self.folder.join(kept_name(original))
    }
}

impl Files for Kept {
    fn read(&self, path: &str) -> Result<Vec<u8>, FileError> {
        let place = self.path(path);
        read_regular(&place, limits::FILE_BYTES)
            .map_err(|e| FileError::Unreadable { path: place.display().to_string(), why: e.to_string() })
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::study::inputs::write_inputs;

    /// The files of a folder, as somebody in it would name them.
    struct Home(PathBuf);

    impl Files for Home {
        fn read(&self, path: &str) -> Result<Vec<u8>, FileError> {
            fs::read(self.0.join(path)).map_err(|e| FileError::Unreadable { path: path.to_owned(), why: e.to_string() })
        }
    }

    #[test]
    fn paths_stay_inside_and_apart() {
        let named = |path| kept_name(path);
        assert_eq!(named("case.toml"), "case.toml");
        assert_eq!(named("./decks//a b.txt"), "decks/a b.txt");
        assert_eq!(named("../decks/../a.txt"), "_up/decks/_up/a.txt");
        assert_eq!(named("/home/me/a.txt"), "_root/home/me/a.txt");
        assert_eq!(named("builtin:/decks/a.txt"), "_builtin/decks/a.txt");
    }

    #[test]
    fn the_default_study_is_read_back_as_it_was() {
        let folder = tempfile::tempdir().unwrap();
        let scenario = Scenario::load("builtin:/studies/default.toml").unwrap();
        write_inputs(folder.path(), &inputs(&scenario)).unwrap();
        let origin = origin(&scenario);
        let names: Vec<&str> = origin.decks.iter().map(|deck| deck.name.as_str()).collect();
        assert_eq!(names[..2], ["_builtin/decks/talrand-extra-turns.txt", "_builtin/decks/aurelia-extra-combats.txt"]);
        assert_eq!(names.len(), 4);
        assert_eq!(origin.scenario.name, "_builtin/studies/default.toml");
        assert_eq!(read_back(folder.path(), &origin.scenario.name).unwrap(), scenario);
    }

    #[test]
    fn a_scenario_on_disk_is_read_back_without_its_folder() {
        let home = tempfile::tempdir().unwrap();
        let write = |name: &str, text: &str| {
            let path = home.path().join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        };
        write("decks/a.txt", "Commander\n1 Talrand, Sky Summoner\n\nDeck\n99 Island\n");
        let absolute = home.path().join("decks/a.txt").display().to_string();
        let seats = |deck: &str| format!("[[seat]]\nname = \"{}\"\ndeck = '{deck}'\n", deck.len());
        let seats: String = ["../decks/a.txt", "./../decks/a.txt", &absolute].map(seats).concat();
        write("my/s.toml", &format!("schema = 1\nname = \"s\"\n{seats}"));
        let scenario = Scenario::load_from("s.toml", &Home(home.path().join("my"))).unwrap();
        let run = tempfile::tempdir().unwrap();
        write_inputs(run.path(), &inputs(&scenario)).unwrap();
        drop(home);
        let decks: Vec<String> = origin(&scenario).decks.into_iter().map(|deck| deck.name).collect();
        assert_eq!(decks[..2], ["_up/decks/a.txt", "_up/decks/a.txt"]);
        assert_eq!((decks.len(), decks[2].starts_with("_root/")), (3, true));
        assert_eq!(read_back(run.path(), "s.toml").unwrap(), scenario);
        assert_eq!(from_inputs(&inputs(&scenario), "s.toml").unwrap(), scenario);
        let error = from_inputs(&inputs(&scenario)[1..], "s.toml").unwrap_err().to_string();
        assert!(error.contains("`s.toml`: it is not among the inputs"), "{error}");
    }

    #[test]
    fn a_card_file_of_ones_own_changes_the_catalog() {
        let home = tempfile::tempdir().unwrap();
        let seats = "[[seat]]\nname = \"A\"\n[[seat]]\nname = \"B\"\n";
        let load = |cards: &str| {
            fs::write(home.path().join("c.toml"), cards).unwrap();
            fs::write(home.path().join("s.toml"), format!("schema = 1\nname = \"s\"\ncards = [\"c.toml\"]\n{seats}"))
                .unwrap();
            origin(&Scenario::load_from("s.toml", &Home(home.path().to_owned())).unwrap())
        };
        let [one, two] =
            ["1", "2"].map(|pt| load(&format!("[[card]]\nname = \"Bo\"\ntype = \"Creature\"\npt = \"{pt}/1\"\n")));
        assert_ne!(one.catalog, two.catalog);
        assert_eq!((one.scenario, one.decks), (two.scenario, vec![]));
    }

    #[test]
    fn inputs_that_are_gone_are_named() {
        let folder = tempfile::tempdir().unwrap();
        let error = read_back(folder.path(), "s.toml").unwrap_err().to_string();
        let path = folder.path().join("inputs").join("s.toml").display().to_string();
        assert!(error.starts_with(&path) && error.contains("can't read"), "{error}");
    }
}
