//! From scenarios as written to scenarios as checked: names looked up, decks held against the rules, effects compiled.

mod events;
mod expect;
mod puzzle;
mod script;
mod seats;
mod settings;
#[cfg(test)]
mod tests;

use std::ops::Range;
use std::sync::Arc;

use toml::Spanned;

use crate::cards::CatalogBuilder;
use crate::cards::catalog::Catalog;
use crate::cards::effect::{CardId, CounterKind};
use crate::cards::limits;
use crate::cards::source::{Diagnostic, Diagnostics, Source, did_you_mean};
use crate::turn::Seat;

use super::file::{self, ScenarioFile};
use super::files::{self, Files, Input};
use super::scenario::{Agents, Scenario};
use super::seats::SeatNames;

/// Checks a scenario and everything it names, with card files beside its own.
///
/// # Errors
/// All faults, those of the scenario itself first, each file's in the order of its lines.
pub(super) fn check(
    source: &Source,
    input: Input,
    files: &dyn Files,
    cards: &[Source],
) -> Result<Scenario, Diagnostics> {
    let (file, faults, _) = file::read(source)?;
    let mut inputs = Inputs { files, read: vec![input], faults, warnings: Vec::new() };
    let seats = seats::names(source, &file, &mut inputs.faults);
    let turn_names = file.format.as_ref().and_then(|f| f.turn.as_ref()).map(|t| t.names.clone()).unwrap_or_default();
    let own: Vec<Source> = file.cards.iter().filter_map(|path| inputs.open(source, path)).collect();
    let (mut builder, mut wrong) = CatalogBuilder::embedded_and(turn_names, own.iter().chain(cards));
    inputs.faults.append(&mut wrong);
    let compiled = script::compile(source, &file, &seats, &mut builder, &mut inputs.faults);
    let catalog = builder.build();
    let checker = Checker {
        source,
        seats_known: file.seats.iter().all(|s| s.name.is_some()),
        seats,
        catalog: Arc::new(catalog),
        inputs,
    };
    checker.scenario(&file, compiled)
}

/// The files read, and what is wrong with anything.
struct Inputs<'a> {
    files: &'a dyn Files,
    read: Vec<Input>,
    faults: Vec<Diagnostic>,
    warnings: Vec<Diagnostic>,
}

impl Inputs<'_> {
    /// Reads a file that the scenario names, relative to it; each file is kept once.
    fn open(&mut self, source: &Source, path: &Spanned<String>) -> Option<Source> {
        if self.faults.len() >= limits::FAULTS {
            return None;
        }
        let resolved = files::resolve(&source.name, path.get_ref());
        match files::open(self.files, &resolved) {
            Ok((opened, input)) => {
                if self.read.iter().all(|i| i.name != input.name) {
                    self.read.push(input);
                }
                Some(opened)
            }
            Err(error) => {
                // A path is told whole.
                let at = source.position(path.span().start);
                self.faults.push(Diagnostic::new(&source.name, Some(at), error.to_string()));
                None
            }
        }
    }

    /// All faults: the files in the order they were read, each in the order of its lines, nothing twice.
    fn sorted_faults(&mut self) -> Vec<Diagnostic> {
        let mut faults = std::mem::take(&mut self.faults);
        let place = |file: &str| self.read.iter().position(|i| i.name == file);
        faults.sort_by_key(|f| (place(&f.file).unwrap_or(usize::MAX), f.level, f.at.unwrap_or((usize::MAX, 0))));
        faults.dedup();
        faults
    }
}

/// A scenario being checked.
struct Checker<'a> {
    source: &'a Source,
    /// The seats' names; made up where the file has none.
    seats: Vec<String>,
    /// False when a name couldn't be read: then no other name is called unknown.
    seats_known: bool,
    catalog: Arc<Catalog>,
    inputs: Inputs<'a>,
}

impl Checker<'_> {
    fn scenario(mut self, file: &ScenarioFile, compiled: script::Compiled) -> Result<Scenario, Diagnostics> {
        let name = self.scenario_name(file);
        let game = self.game(file);
        let mut seats = self.seats(file, &game.format);
        let puzzle = self.puzzle(file, &mut seats);
        let rules = self.rules(file);
        let batch = self.batch(file);
        let script = self.script(file, compiled, &game, &seats);
        // What comes first is done first: who plays the solution may also answer for others, in a turn it controls.
        let script = [self.solution(file, puzzle.as_ref(), &game), script].concat();
        let expect = file.expect.as_ref().map(|expect| self.expect(expect));
        let questions = self.questions(file);
        // A case that shows nothing passes whatever happens; a script shows that it can be done.
        if let Some(bare) = file.expect.as_ref().and_then(|e| e.bare.clone()).filter(|_| file.script.is_empty()) {
            self.complain(bare, "[expect] expects nothing, expected `turns`, `events`, `never` or the like");
        }
        let faults = self.inputs.sorted_faults();
        if !faults.is_empty() {
            return Err(Diagnostics(faults));
        }
        Ok(Scenario {
            name,
            description: file.description.clone(),
            game,
            rules,
            seats: seats.into_iter().collect(),
            batch,
            questions,
            is_study: file.batch.is_some(),
            table_time: file.table_time.clone().unwrap_or_default(),
            script,
            expect,
            puzzle,
            catalog: self.catalog,
            inputs: self.inputs.read,
            warnings: self.inputs.warnings,
            agents: Agents(self.inputs.files.agents()),
        })
    }

    fn complain(&mut self, span: Range<usize>, message: impl Into<String>) {
        if !self.is_full() {
            self.inputs.faults.push(self.source.complain(span, message));
        }
    }

    /// Whether no further fault of the scenario is noted.
    fn is_full(&self) -> bool {
        self.inputs.faults.len() >= limits::FAULTS
    }

    /// The seat of that name.
    fn seat(&mut self, name: &Spanned<String>) -> Option<Seat> {
        let names = SeatNames(&self.seats);
        let seat = names.find(name.get_ref());
        if seat.is_none() && self.seats_known {
            let message = names.unknown(name.get_ref());
            self.complain(name.span(), message);
        }
        seat
    }

    /// The card of that name.
    fn card(&mut self, name: &Spanned<String>) -> Option<CardId> {
        let card = self.catalog.find(name.get_ref());
        self.known(name, card)
    }

    /// What is cast by that name: a card, or a part of one.
    fn spell(&mut self, name: &Spanned<String>) -> Option<CardId> {
        let card = self.catalog.find_spell(name.get_ref());
        self.known(name, card)
    }

    /// The card or token of that name.
    fn object(&mut self, name: &Spanned<String>) -> Option<CardId> {
        let object = self.catalog.find_object(name.get_ref());
        self.known(name, object)
    }

    fn known(&mut self, name: &Spanned<String>, card: Option<CardId>) -> Option<CardId> {
        // Nearest names take their time, and nobody would read them.
        if card.is_none() && !self.is_full() {
            let message = self.catalog.unknown(name.get_ref());
            self.complain(name.span(), message);
        }
        card
    }

    /// The cards of those names.
    fn cards(&mut self, names: &[Spanned<String>]) -> Vec<CardId> {
        names.iter().filter_map(|name| self.object(name)).collect()
    }

    /// Kinds of counters with their numbers.
    fn counters(&mut self, written: &[(Spanned<String>, u16)]) -> Vec<(CounterKind, u16)> {
        let catalog = Arc::clone(&self.catalog);
        let mut counters = Vec::new();
        for (kind, n) in written {
            match catalog.counters.iter().position(|name| name == kind.get_ref()) {
                Some(id) => counters.push((CounterKind(id as u16), *n)),
                None => {
                    let near = did_you_mean(kind.get_ref(), catalog.counters.iter().map(String::as_str));
                    let message = format!("no card has counters called `{}`{near}", kind.get_ref());
                    self.complain(kind.span(), message);
                }
            }
        }
        counters
    }

    /// Which of several, from 1; absent: the first.
    fn nth(&mut self, number: Option<&Spanned<u16>>) -> u16 {
        let Some(number) = number else { return 1 };
        if *number.get_ref() == 0 {
            self.complain(number.span(), "`nth`: found 0, expected at least 1");
        }
        *number.get_ref()
    }

    /// A turn's number; faults have been reported where it is absent.
    fn turn(&mut self, number: Option<&Spanned<u32>>) -> u32 {
        let Some(number) = number else { return 1 };
        if *number.get_ref() == 0 {
            self.complain(number.span(), "`turn`: found 0, expected at least 1: turns are counted from 1");
        }
        *number.get_ref()
    }

    /// Mana in a pool: letters, in braces or not.
    fn mana(&mut self, written: &Spanned<String>) -> [u8; 6] {
        let mut pool = [0_u8; 6];
        for letter in written.get_ref().chars().filter(|c| !matches!(c, '{' | '}' | ' ')) {
            match "WUBRGC".find(letter) {
                Some(i) => pool[i] = pool[i].saturating_add(1),
                None => {
                    let message = format!("`mana`: found `{letter}`, expected letters among W, U, B, R, G and C");
                    self.complain(written.span(), message);
                }
            }
        }
        pool
    }
}
