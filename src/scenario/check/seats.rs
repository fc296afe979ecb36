//! `[[seat]]`, checked: names, decks, prepared boards.

use std::ops::Range;

use toml::Spanned;

use crate::agents::Pilot;
use crate::cards::effect::CardId;
use crate::cards::limits::{self, COPIES};
use crate::cards::source::{Diagnostic, Diagnostics, Source};
use crate::cards::wording::is_formula;
use crate::scenario::deck::{Deck, DeckCheck};
use crate::scenario::file::ScenarioFile;
use crate::scenario::file::reader::not_one_of;
use crate::scenario::file::seat::{AgentTable, BoardTable, CardItem, SeatTable};
use crate::scenario::format::Format;
use crate::scenario::seats::{Board, BoardCard, SeatSetup, means_something_else};
use crate::scenario::settings::{AgentSpec, ProcessSpec};
use crate::scenario::token::RESERVED;
use crate::turn::MAX_SEATS;

use super::Checker;

/// The seats' names, made up where the file has none; tables past the most there can be are left out.
pub(super) fn names(source: &Source, file: &ScenarioFile, faults: &mut Vec<Diagnostic>) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for (i, seat) in file.seats.iter().take(MAX_SEATS).enumerate() {
        let Some(name) = &seat.name else {
            names.push(format!("seat {}", i + 1));
            continue;
        };
        let text = name.get_ref();
        if names.contains(text) {
            faults.push(
                source.complain(name.span(), format!("`name`: a second seat is called `{text}`, expected a new name")),
            );
        } else if means_something_else(text) {
            faults.push(
                source.complain(name.span(), format!("`name`: `{text}` means something else, expected another name")),
            );
        } else if text.is_empty() {
            faults.push(source.complain(name.span(), "`name`: found nothing, expected a name"));
        } else if is_formula(text) {
            faults.push(source.complain(name.span(), formula("name", text)));
        } else if text.contains(char::is_control) {
            let message = format!("`name`: found `{text}`, expected a name without control characters");
            faults.push(source.complain(name.span(), message));
        } else if text.trim() != text || text.contains(RESERVED) {
            let message = format!(
                "`name`: found `{text}`, expected a name without `*`, `[`, `]`, `+` and without spaces at its ends"
            );
            faults.push(source.complain(name.span(), message));
        }
        names.push(text.clone());
    }
    names
}

/// What is said of a name that would stand in tables as a formula.
fn formula(key: &str, found: &str) -> String {
    format!(
        "`{key}`: found `{found}`, expected a name that a spreadsheet does not run: it can't begin with =, +, - or @"
    )
}

impl Checker<'_> {
    pub(super) fn seats(&mut self, file: &ScenarioFile, format: &Format) -> Vec<SeatSetup> {
        let (found, fewest, most) = (file.seats.len(), format.fewest_seats, format.most_seats);
        let team = format.teams.size();
        if !(fewest..=most).contains(&found) || found % team != 0 {
            let expected = if fewest == most { format!("{most}") } else { format!("{fewest} to {most}") };
            let expected = if team > 1 { format!("{expected} in teams of {team}") } else { expected };
            let seats = if found == 1 { "seat" } else { "seats" };
            let message = format!("found {found} {seats}, expected {expected} in {}", format.name);
            match file.seats.get(most) {
                Some(seat) => self.complain(seat.span.clone(), message),
                None => self.inputs.faults.push(self.source.complain_whole(message)),
            }
        }
        let names = self.seats.clone();
        let thinking = file.game.thinking;
        let teams = self.teams(file, format);
        self.shared_totals(file, format);
        let seats = file.seats.iter().zip(names).zip(teams);
        seats
            .map(|((seat, name), team)| SeatSetup {
                thinking: seat.thinking.or(thinking),
                ..self.seat_setup(seat, name, team, format)
            })
            .collect()
    }

    /// The team of each seat: the seats of the file are teams in their order, called by number unless they say otherwise.
    fn teams(&mut self, file: &ScenarioFile, format: &Format) -> Vec<Option<String>> {
        let size = format.teams.size();
        let mut names: Vec<String> = Vec::new();
        for (number, team) in file.seats.chunks(size).enumerate() {
            let named: Vec<&Spanned<String>> = team.iter().filter_map(|seat| seat.team.as_ref()).collect();
            let name = named.first().map_or_else(|| (number + 1).to_string(), |name| name.get_ref().clone());
            for (nth, other) in named.into_iter().enumerate() {
                let found = other.get_ref();
                if is_formula(found) {
                    self.complain(other.span(), formula("team", found));
                } else if size == 1 {
                    self.complain(other.span(), format!("`team`: everybody plays alone in {}", format.name));
                } else if *found != name || nth == 0 && names.contains(found) {
                    let message = format!(
                        "`team`: found `{found}`, expected teams of {size} seats next to each other, each with one name"
                    );
                    self.complain(other.span(), message);
                }
            }
            names.push(name);
        }
        (0..file.seats.len()).map(|at| (size > 1).then(|| names[at / size].clone())).collect()
    }

    /// A team has one life total and its poison counters together (CR 810.4, 810.10): heads must not say different ones.
    fn shared_totals(&mut self, file: &ScenarioFile, format: &Format) {
        for team in file.seats.chunks(format.teams.size()) {
            let heads = || team.iter().map(|seat| &seat.board);
            let lives = heads().filter_map(|b| b.life.as_ref()).map(|l| (*l.get_ref(), l.span()));
            self.one_total("life", &lives.collect::<Vec<_>>());
            let poisons = heads().filter_map(|b| b.poison.as_ref()).map(|p| (i32::from(*p.get_ref()), p.span()));
            self.one_total("poison", &poisons.collect::<Vec<_>>());
        }
    }

    fn one_total(&mut self, key: &str, heads: &[(i32, Range<usize>)]) {
        let Some(((first, _), others)) = heads.split_first() else { return };
        for (found, span) in others.iter().filter(|(found, _)| found != first) {
            let message = format!("`{key}`: found {found}, expected {first}, as its teammate has: a team shares it");
            self.complain(span.clone(), message);
        }
    }

    fn seat_setup(&mut self, seat: &SeatTable, name: String, team: Option<String>, format: &Format) -> SeatSetup {
        let fallback = if seat.deck.is_some() { "heuristic" } else { "scripted" };
        let agent = seat.agent.as_ref().and_then(|agent| self.agent(agent));
        let unknown = seat.agent.is_some() && agent.is_none();
        let agent = agent.unwrap_or_else(|| AgentSpec::named(fallback));
        if !unknown {
            self.pilot_fits(seat, &agent);
        }
        let deck = self.deck(seat, format);
        SeatSetup {
            name,
            team,
            deck,
            pilot: seat.pilot.as_ref().map_or(Pilot::DEFAULT, |pilot| *pilot.get_ref()),
            agent,
            time_limit: seat.time_limit,
            game_time_limit: seat.game_time_limit,
            thinking: seat.thinking,
            board: self.board(seat),
        }
    }

    /// Who answers, if the registry knows it.
    fn agent(&mut self, written: &AgentTable) -> Option<AgentSpec> {
        let (name, options, at) = match written {
            AgentTable::Process { command, options, deadline } => {
                return Some(AgentSpec::Process(ProcessSpec {
                    command: command.clone(),
                    options: options.clone(),
                    deadline: deadline.unwrap_or(ProcessSpec::DEADLINE),
                }));
            }
            AgentTable::Named { name, options, at } => (name, options, at),
        };
        let registry = self.inputs.files.agents();
        let Some(kind) = registry.get(name.get_ref()) else {
            self.complain(name.span(), not_one_of("agent", name.get_ref(), registry.names()));
            return None;
        };
        if let Err(fault) = kind.check(options) {
            self.complain(at.clone(), format!("`agent`: {fault}"));
        }
        Some(AgentSpec::Named { name: name.get_ref().as_str().into(), options: options.clone() })
    }

    /// Only agents that go by rules of thumb can be told how to play.
    fn pilot_fits(&mut self, seat: &SeatTable, agent: &AgentSpec) {
        let Some(pilot) = &seat.pilot else { return };
        let registry = self.inputs.files.agents();
        let flown = |name: &&str| registry.get(name).is_some_and(|kind| kind.has_pilot());
        let is_flown = matches!(agent, AgentSpec::Named { name, .. } if flown(&&**name));
        if !is_flown {
            let names: Vec<String> = registry.names().filter(flown).map(|name| format!("`{name}`")).collect();
            let message =
                format!("`pilot`: the seat is played by `{}`, expected agent {}", agent.label(), names.join(" or "));
            self.complain(pilot.span(), message);
        }
    }

    fn deck(&mut self, seat: &SeatTable, format: &Format) -> Option<Deck> {
        let commanders = self.commanders(seat, format);
        let source = self.inputs.open(self.source, seat.deck.as_ref()?)?;
        let check = DeckCheck { catalog: &self.catalog, rules: &format.deck };
        match check.read(&source, &commanders) {
            Ok(mut read) => {
                self.inputs.warnings.append(&mut read.warnings);
                Some(read.deck)
            }
            Err(Diagnostics(mut faults)) => {
                self.inputs.faults.append(&mut faults);
                None
            }
        }
    }

    /// The commanders that the seat names apart from its list.
    fn commanders(&mut self, seat: &SeatTable, format: &Format) -> Vec<CardId> {
        let mut commanders = Vec::new();
        for name in &seat.commander {
            if !format.deck.commander {
                self.complain(name.span(), format!("`commander`: there is none in {}", format.name));
            } else if seat.deck.is_none() {
                self.complain(
                    name.span(),
                    "`commander`: expected a `deck` too; without one, `command` puts a card into the command zone",
                );
            }
            commanders.extend(self.card(name).filter(|_| format.deck.commander));
        }
        commanders
    }

    fn board(&mut self, seat: &SeatTable) -> Option<Board> {
        let board = &seat.board;
        if !board.is_prepared() {
            return None;
        }
        self.conflicts(seat);
        if !self.fits(seat) {
            return None;
        }
        Some(Board {
            life: board.life.as_ref().map(|life| self.life(life)),
            poison: board.poison.as_ref().map(|p| *p.get_ref()),
            hand: self.pile("hand", board.hand.as_deref()),
            battlefield: self.board_cards("battlefield", board),
            graveyard: self.pile("graveyard", board.graveyard.as_deref()),
            exile: self.board_cards("exile", board),
            command: self.pile("command", board.command.as_deref()),
            library: board.library.as_deref().map(|cards| self.pile("library", Some(cards))),
            library_top: self.pile("library_top", board.library_top.as_deref()),
            mana: board.mana.as_ref().map(|mana| self.mana(mana)).unwrap_or_default(),
        })
    }

    /// Whether the prepared cards are few enough, each counted as often as it is there.
    fn fits(&mut self, seat: &SeatTable) -> bool {
        let board = &seat.board;
        let listed = [&board.hand, &board.battlefield, &board.graveyard, &board.exile, &board.command];
        let zones = listed.into_iter().chain([&board.library, &board.library_top]).flatten().flatten();
        let count = |item: &CardItem| item.count.as_ref().map_or(1, |count| usize::from(*count.get_ref()));
        let found: usize = zones.map(count).sum();
        if found > limits::BOARD_CARDS {
            self.complain(seat.span.clone(), limits::too_many(found, "prepared cards", limits::BOARD_CARDS));
        }
        found <= limits::BOARD_CARDS
    }

    fn life(&mut self, life: &Spanned<i32>) -> i32 {
        let most = limits::LIFE;
        if !(-most..=most).contains(life.get_ref()) {
            self.complain(life.span(), format!("`life`: found {}, expected -{most} to {most}", life.get_ref()));
        }
        *life.get_ref()
    }

    /// A deck has a library and a commander already.
    fn conflicts(&mut self, seat: &SeatTable) {
        let Some(deck) = &seat.deck else { return };
        for (key, zone) in [("library", &seat.board.library), ("command", &seat.board.command)] {
            if zone.is_some() {
                self.complain(deck.span(), format!("found `deck` and `{key}`, expected only one of them"));
            }
        }
    }

    /// Cards of a zone in which cards have no state.
    fn pile(&mut self, zone: &str, items: Option<&[CardItem]>) -> Vec<CardId> {
        let mut cards = Vec::new();
        for item in items.unwrap_or_default() {
            let counters = item.counters.first().map(|(kind, _)| kind.span());
            let flag = item.tapped.as_ref().or(item.summoning_sick.as_ref()).map(Spanned::span);
            if let Some(span) = counters.or(flag) {
                self.complain(span, format!("`{zone}`: cards there have no counters and can't be tapped"));
            }
            let card = self.card(&item.card);
            let count = self.copies(item);
            cards.extend(card.into_iter().flat_map(|card| std::iter::repeat_n(card, count)));
        }
        cards
    }

    fn copies(&mut self, item: &CardItem) -> usize {
        let Some(count) = &item.count else { return 1 };
        if !(1..=COPIES).contains(count.get_ref()) {
            self.complain(count.span(), format!("`count`: found {}, expected 1 to {COPIES}", count.get_ref()));
        }
        usize::from(*count.get_ref())
    }

    /// Permanents, or cards in exile.
    fn board_cards(&mut self, zone: &str, board: &BoardTable) -> Vec<BoardCard> {
        let permanents = zone == "battlefield";
        let items = if permanents { &board.battlefield } else { &board.exile };
        let mut cards = Vec::new();
        for item in items.as_deref().unwrap_or_default() {
            let Some(card) = (if permanents { self.permanent(&item.card) } else { self.card(&item.card) }) else {
                continue;
            };
            if let Some(flag) = item.tapped.as_ref().or(item.summoning_sick.as_ref()).filter(|_| !permanents) {
                self.complain(flag.span(), "`exile`: cards there can't be tapped");
            }
            let flag = |flag: &Option<Spanned<bool>>| flag.as_ref().is_some_and(|f| *f.get_ref());
            let counters = self.counters(&item.counters);
            let (tapped, summoning_sick) = (flag(&item.tapped), flag(&item.summoning_sick));
            let count = self.copies(item);
            cards.extend(std::iter::repeat_n(BoardCard { card, counters, tapped, summoning_sick }, count));
        }
        cards
    }

    fn permanent(&mut self, name: &Spanned<String>) -> Option<CardId> {
        let card = self.object(name)?;
        if !self.catalog.card(card).is_permanent() {
            self.complain(name.span(), format!("`battlefield`: `{}` is no permanent", name.get_ref()));
        }
        Some(card)
    }
}
