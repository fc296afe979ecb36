//! A scenario as checked: nothing in it can be wrong any more.

use std::sync::Arc;

use crate::agents::AgentRegistry;
use crate::cards::catalog::Catalog;
use crate::cards::source::{Diagnostic, Diagnostics, Source};
use crate::turn::{BySeat, Seat};

use super::check;
use super::expect::Expectations;
use super::files::{self, Disk, Files, Input};
use super::puzzle::Puzzle;
use super::script::ScriptEntry;
use super::seats::{SeatNames, SeatSetup};
use super::settings::{AgentSpec, BatchSettings, GameSettings, HouseRules, Questions};
use super::table_time::TableTime;

/// A table, the games to be played at it, and what is expected of them.
///
/// Made by [`Scenario::load`] and its neighbours only: every name in it is resolved, every deck is legal.
#[derive(Debug, Clone, PartialEq)]
pub struct Scenario {
    pub(super) name: String,
    pub(super) description: String,
    pub(super) game: GameSettings,
    pub(super) rules: HouseRules,
    pub(super) seats: BySeat<SeatSetup>,
    pub(super) batch: BatchSettings,
    pub(super) questions: Questions,
    pub(super) is_study: bool,
    pub(super) table_time: TableTime,
    pub(super) script: Vec<ScriptEntry>,
    pub(super) expect: Option<Expectations>,
    pub(super) puzzle: Option<Puzzle>,
    pub(super) catalog: Arc<Catalog>,
    pub(super) inputs: Vec<Input>,
    pub(super) warnings: Vec<Diagnostic>,
    pub(super) agents: Agents,
}

/// The agents that the scenario may name. Two scenarios are the same whoever else could be named.
#[derive(Debug, Clone)]
pub(super) struct Agents(pub(super) Arc<AgentRegistry>);

impl PartialEq for Agents {
    fn eq(&self, _other: &Agents) -> bool {
        true
    }
}

impl Scenario {
    /// Reads and checks a scenario from the disk, or from the embedded files for a path under `builtin:/`.
    ///
    /// # Errors
    /// Everything that is wrong with it and the files it names.
    pub fn load(path: &str) -> Result<Scenario, Diagnostics> {
        Scenario::load_from(path, &Disk)
    }

    /// The same, with all files taken from a place of one's own, such as the inputs of an earlier run.
    ///
    /// # Errors
    /// Everything that is wrong with it and the files it names.
    pub fn load_from(path: &str, files: &dyn Files) -> Result<Scenario, Diagnostics> {
        match files::open(files, path) {
            Ok((source, input)) => check::check(&source, input, files, &[]),
            Err(error) => Err(Diagnostic::new(path, None, error.to_string()).into()),
        }
    }

    /// Checks a scenario's text; its name is the path that other files are found from.
    ///
    /// # Errors
    /// Everything that is wrong with it and the files it names.
    pub fn from_source(source: &Source, files: &dyn Files) -> Result<Scenario, Diagnostics> {
        Scenario::with_cards(source, files, &[])
    }

    /// The same with card files beside the scenario's own, which are not kept among its inputs.
    ///
    /// # Errors
    /// Everything that is wrong with it and the files it names.
    pub fn with_cards(source: &Source, files: &dyn Files, cards: &[Source]) -> Result<Scenario, Diagnostics> {
        check::check(source, Input::new(&source.name, source.text.clone().into_bytes()), files, cards)
    }

    /// Whether a text can be a scenario's name, and so a folder's: ASCII letters, digits, `_`, and `-` and `.`, which can't
    /// be the first.
    #[must_use]
    pub fn is_name(text: &str) -> bool {
        let fits = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.');
        !text.is_empty() && !text.starts_with(['.', '-']) && text.chars().all(fits)
    }

    /// Its name, fit for a folder's name too.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// What it is about, in the author's words.
    #[must_use]
    pub fn description(&self) -> &str {
        &self.description
    }

    /// How every game is played.
    #[must_use]
    pub fn game(&self) -> &GameSettings {
        &self.game
    }

    /// The house rules.
    #[must_use]
    pub fn rules(&self) -> &HouseRules {
        &self.rules
    }

    /// The same, whose file messages call so.
    #[must_use]
    pub fn called_in_messages(mut self, file: &str) -> Scenario {
        let quoted = self.questions.until.iter_mut().chain(&mut self.questions.metrics);
        quoted.for_each(|quoted| file.clone_into(&mut quoted.file));
        self
    }

    /// What a study of it is about.
    #[must_use]
    pub const fn questions(&self) -> &Questions {
        &self.questions
    }

    /// The seats, in the order of the file.
    #[must_use]
    pub fn seats(&self) -> &BySeat<SeatSetup> {
        &self.seats
    }

    /// The seat of exactly that name.
    #[must_use]
    pub fn seat_named(&self, name: &str) -> Option<Seat> {
        self.seats.iter().find(|(_, s)| s.name == name).map(|(seat, _)| seat)
    }

    /// What is said of a name that no seat has, with the nearest name there is.
    #[must_use]
    pub fn no_seat_named(&self, name: &str) -> String {
        let names: Vec<String> = self.seats.values().iter().map(|seat| seat.name.clone()).collect();
        SeatNames(&names).unknown(name)
    }

    /// What is said where the name of a team stands in the place of a seat's; none where no team is called so.
    #[must_use]
    pub fn team_asked(&self, name: &str) -> Option<String> {
        let members = self.seats.values().iter().filter(|seat| seat.team.as_deref() == Some(name));
        let seats: Vec<&str> = members.map(|seat| seat.name.as_str()).collect();
        let named = || format!("`{name}` is a team, expected one of its seats: {}", seats.join(", "));
        (!seats.is_empty()).then(named)
    }

    /// How many games, and which.
    #[must_use]
    pub fn batch(&self) -> &BatchSettings {
        &self.batch
    }

    /// How long turns take at its table.
    #[must_use]
    pub fn table_time(&self) -> &TableTime {
        &self.table_time
    }

    /// The same with every seat played by that agent.
    #[must_use]
    pub fn played_by(&self, agent: &AgentSpec) -> Scenario {
        let mut played = self.clone();
        played.seats.iter_mut().for_each(|(_, seat)| seat.agent = agent.clone());
        played
    }

    /// Whether the file has a `[batch]` table.
    #[must_use]
    pub fn is_study(&self) -> bool {
        self.is_study
    }

    /// Whether any seat starts with a prepared board: then all do, without mulligans.
    #[must_use]
    pub fn is_prepared(&self) -> bool {
        self.seats.values().iter().any(|s| s.board.is_some())
    }

    /// What happens, and when, in the order of the file.
    #[must_use]
    pub fn script(&self) -> &[ScriptEntry] {
        &self.script
    }

    /// What a regression case must show.
    #[must_use]
    pub fn expect(&self) -> Option<&Expectations> {
        self.expect.as_ref()
    }

    /// The embedded cards, those of the scenario's own files, and the compiled effects of its script.
    #[must_use]
    pub fn catalog(&self) -> &Arc<Catalog> {
        &self.catalog
    }

    /// The agents that it may name.
    #[must_use]
    pub fn agents(&self) -> &Arc<AgentRegistry> {
        &self.agents.0
    }

    /// Every file read, the scenario first, each once.
    #[must_use]
    pub fn inputs(&self) -> &[Input] {
        &self.inputs
    }

    /// What was ignored.
    #[must_use]
    pub fn warnings(&self) -> &[Diagnostic] {
        &self.warnings
    }
}
