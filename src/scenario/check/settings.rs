//! `[game]`, `[rules]` and `[batch]`, checked.

use std::borrow::Cow;

use toml::Spanned;

use crate::cards::limits;
use crate::game::setup::STEP_BUDGET;
use crate::scenario::Deals;
use crate::scenario::file::ScenarioFile;
use crate::scenario::file::format::FormatTable;
use crate::scenario::file::tables::{BatchTable, FormatName};
use crate::scenario::format::{DeckRules, Format};
use crate::scenario::scenario::Scenario;
use crate::scenario::settings::{BatchSettings, GameSettings, HouseRules, Questions, Quoted, StartingSeat};
use crate::turn::{ExtraTurnRules, Seat, Teams};

use super::Checker;

/// Games that reach this are cut off by default.
const MAX_TURNS: u32 = 200;
const MAX_DECISIONS_PER_TURN: u32 = 5000;
/// Cards that a house rule can deal to somebody, or have them look at, before turn 1.
const MAX_OPENING_CARDS: i64 = 20;
const MAX_GAMES: i64 = limits::GAMES as i64;

impl Checker<'_> {
    /// The scenario's name, which is also a folder's.
    pub(super) fn scenario_name(&mut self, file: &ScenarioFile) -> String {
        let Some(name) = &file.name else { return String::new() };
        if !Scenario::is_name(name.get_ref()) {
            let message = format!(
                "`name`: found `{}`, expected letters, digits, `-`, `_` and `.`: runs are written to a folder of that name",
                name.get_ref()
            );
            self.complain(name.span(), message);
        }
        name.get_ref().clone()
    }

    pub(super) fn game(&mut self, file: &ScenarioFile) -> GameSettings {
        let game = &file.game;
        GameSettings {
            format: self.format(game.format.as_ref(), file.format.as_ref()),
            starting_seat: self.starting_seat(file),
            max_turns: self.limit("max_turns", game.max_turns.as_ref(), MAX_TURNS, limits::MAX_TURNS),
            max_decisions_per_turn: self.limit(
                "max_decisions_per_turn",
                game.max_decisions_per_turn.as_ref(),
                MAX_DECISIONS_PER_TURN,
                limits::MAX_DECISIONS_PER_TURN,
            ),
            ask_all: game.ask_all,
            step_budget: self.limit("step_budget", game.step_budget.as_ref(), STEP_BUDGET, u32::MAX),
            on_fault: game.on_fault,
        }
    }

    /// A number that can't be 0, nor more than that.
    fn limit(&mut self, key: &str, written: Option<&Spanned<u32>>, default: u32, most: u32) -> u32 {
        let Some(limit) = written else { return default };
        if !(1..=most).contains(limit.get_ref()) {
            self.complain(limit.span(), format!("`{key}`: found {}, expected 1 to {most}", limit.get_ref()));
        }
        *limit.get_ref()
    }

    fn format(&mut self, named: Option<&Spanned<FormatName>>, own: Option<&FormatTable>) -> Format {
        match (named, own) {
            (None, None) => Format::COMMANDER,
            (Some(name), None) => format_of(*name.get_ref()),
            (None, Some(own)) => self.own_format(own),
            (Some(name), Some(own)) => {
                self.complain(name.span(), "`format`: there is a [format] table too, expected one of them");
                self.own_format(own)
            }
        }
    }

    fn own_format(&mut self, own: &FormatTable) -> Format {
        let base = format_of(own.based_on);
        let (fewest_seats, most_seats) = own.seats.unwrap_or((base.fewest_seats, base.most_seats));
        let (fewest, most) = own.deck.cards.unwrap_or((base.deck.fewest, base.deck.most));
        let commander = own.deck.commander.unwrap_or(base.deck.commander);
        let ban_list = own.deck.ban_list.unwrap_or(base.deck.ban_list);
        let copies = own.deck.copies.unwrap_or(base.deck.copies);
        let teams = own.team_size.map_or(base.teams, Teams::of_size);
        Format {
            name: own.name.clone().map_or(Cow::Borrowed("this format"), Cow::Owned),
            life: own.life.unwrap_or(base.life),
            fewest_seats: fewest_seats.max(2 * teams.size()),
            most_seats,
            teams,
            deck: DeckRules { fewest, most, copies, commander, ban_list },
            first_draw: own.first_draw,
            free_mulligan: own.free_mulligan,
            passing: own.passing,
            turn: own.turn.clone(),
        }
    }

    /// By default the dice say; in a case with a script, expectations or prepared boards, the first seat of the file.
    fn starting_seat(&mut self, file: &ScenarioFile) -> StartingSeat {
        let Some(name) = &file.game.starting_seat else {
            let prepared = file.seats.iter().any(|s| s.board.is_prepared());
            let case = prepared || !file.script.is_empty() || file.expect.is_some();
            return if case { StartingSeat::Seat(Seat(0)) } else { StartingSeat::Random };
        };
        if name.get_ref() == "random" {
            return StartingSeat::Random;
        }
        let rotated = file.batch.as_ref().and_then(|b| b.rotate_seats.as_ref()).is_some_and(|r| *r.get_ref());
        if rotated {
            self.complain(
                name.span(),
                "`starting_seat`: with `rotate_seats` everybody starts in turn, expected `random`",
            );
        }
        self.seat(name).map_or(StartingSeat::Random, StartingSeat::Seat)
    }

    pub(super) fn questions(&mut self, file: &ScenarioFile) -> Questions {
        let quoted = |text: &Spanned<String>| {
            let at = self.source.position(text.span().start);
            Quoted { text: text.get_ref().clone(), file: self.source.name.clone(), at }
        };
        let until = file.batch.as_ref().and_then(|batch| batch.until.as_ref());
        let questions =
            Questions { until: until.map(quoted), metrics: file.report_metrics.iter().map(quoted).collect() };
        if let (Some(until), Some(BatchTable { target_error: Some(_), .. })) = (until, &file.batch) {
            self.complain(until.span(), "`until`: expected one rule to stop by, found `target_error` too");
        }
        questions
    }

    pub(super) fn rules(&mut self, file: &ScenarioFile) -> HouseRules {
        let rules = &file.rules;
        HouseRules {
            extra_turns: ExtraTurnRules { from_round: self.first_round(file), ..rules.extra_turns },
            denied_extra_turn: rules.denied_extra_turn,
            slow_play: rules.slow_play,
            concede: rules.concede,
            draw_on_first_turn: rules.draw_on_first_turn,
            opening_hand: self.by_position(file, "opening_hand", &rules.opening_hand, 1),
            opening_scry: self.by_position(file, "opening_scry", &rules.opening_scry, 0),
            ends: rules.ends,
        }
    }

    /// The first round in which extra turns are taken.
    fn first_round(&mut self, file: &ScenarioFile) -> Option<u32> {
        let round = file.rules.no_extra_turns_before_round.as_ref()?;
        if *round.get_ref() == 0 {
            let message = "`no_extra_turns_before_round`: found 0, expected a round, which count from 1";
            self.complain(round.span(), message);
        }
        Some(*round.get_ref())
    }

    /// Cards for each position at the table, from the starting player on.
    fn by_position(&mut self, file: &ScenarioFile, key: &str, written: &[Spanned<i64>], least: i64) -> Vec<u8> {
        let Some(first) = written.first() else { return Vec::new() };
        if file.seats.iter().any(|seat| seat.board.is_prepared()) {
            let message = format!("`{key}`: the boards are prepared, and the game begins without opening hands");
            self.complain(first.span(), message);
        }
        if let Some(over) = written.get(file.seats.len()) {
            let (found, most) = (written.len(), file.seats.len());
            let message = format!("`{key}`: found {found} numbers, expected {most} at most: one for each position");
            self.complain(over.span(), message);
        }
        for cards in written.iter().filter(|cards| !(least..=MAX_OPENING_CARDS).contains(cards.get_ref())) {
            let message = format!("`{key}`: found {}, expected {least} to {MAX_OPENING_CARDS}", cards.get_ref());
            self.complain(cards.span(), message);
        }
        written.iter().map(|cards| u8::try_from(*cards.get_ref()).unwrap_or_default()).collect()
    }

    pub(super) fn batch(&mut self, file: &ScenarioFile) -> BatchSettings {
        let mut batch = BatchSettings::default();
        let Some(written) = &file.batch else { return batch };
        if let Some(games) = &written.games {
            if !(1..=MAX_GAMES).contains(games.get_ref()) {
                self.complain(games.span(), format!("`games`: found {}, expected 1 to {MAX_GAMES}", games.get_ref()));
            }
            batch.games = games.get_ref().unsigned_abs();
        }
        if let Some(error) = &written.target_error {
            if !(*error.get_ref() > 0.0 && *error.get_ref() < 0.5) {
                let message =
                    format!("`target_error`: found {}, expected more than 0 and less than 0.5", error.get_ref());
                self.complain(error.span(), message);
            }
            batch.target_error = Some(*error.get_ref());
        }
        batch.seed = written.seed.unwrap_or_default();
        batch.rotate_seats = written.rotate_seats.as_ref().is_some_and(|r| *r.get_ref());
        batch.deals = written.deals.as_ref().map_or(batch.deals, |deals| *deals.get_ref());
        if let Some(deals) = written.deals.as_ref().filter(|d| *d.get_ref() == Deals::Shared && !batch.rotate_seats) {
            let message =
                "`deals`: found `shared` without `rotate_seats = true`, so that no game has another to share with";
            self.complain(deals.span(), message);
        }
        batch
    }
}

fn format_of(name: FormatName) -> Format {
    match name {
        FormatName::Commander => Format::COMMANDER,
        FormatName::Constructed => Format::CONSTRUCTED,
        FormatName::TwoHeadedGiant => Format::TWO_HEADED_GIANT,
    }
}
