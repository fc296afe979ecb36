//! What changed turns, and where it is seen: cards, steps, one game from turn to turn.

use std::borrow::Cow;
use std::cmp::Reverse;

use maud::{Markup, html};

use super::super::chart::{Axis, Heat, Stack, heat, stacks};
use super::super::page::{Figure, names, number, text};
use super::super::timeline::{Lane, Mark, TurnBox, timeline};
use super::RunPage;
use crate::batch::example::{Example, ExampleSeat};
use crate::cards::wording::counted;
use crate::report::format::percent;
use crate::table::counts::{LAST_ROUND, SourceCounts, SourceRow, StepRow};
use crate::table::record::{Fate, TurnRow};

/// So many cards are drawn.
const SOURCES: usize = 12;
/// Rounds that fewer games reach, one in so many, are not drawn.
const RARE: u64 = 10;

impl RunPage<'_> {
    /// Which cards granted extra turns, and what came of them.
    pub(super) fn granted(&self) -> Option<Figure> {
        let most = self.most(|c| c.extra_turns_granted);
        let stack = |row: &&SourceRow| {
            let c = &row.counts;
            let idle = c.extra_turns_dead.min(c.extra_turns_taken);
            let parts = [c.extra_turns_taken - idle, idle, c.extra_turns_skipped + c.extra_turns_lost];
            self.stack(row, format!("{} won", percent(share(c.extra_turns_won, c.extra_turns_taken))), parts)
        };
        let cells = |row: &&SourceRow| {
            let c = &row.counts;
            cells(
                row,
                &[
                    ("extra_turns_granted", c.extra_turns_granted),
                    ("extra_turns_taken", c.extra_turns_taken),
                    ("extra_turns_dead", c.extra_turns_dead),
                    ("extra_turns_cards", c.extra_turns_cards),
                    ("extra_turns_damage", c.extra_turns_damage),
                    ("extra_turns_won", c.extra_turns_won),
                ],
            )
        };
        let axis = Axis { title: "extra turns in a game, mean", percent: false };
        let rows: Vec<Stack> = most.iter().take(SOURCES).map(stack).collect();
        (!most.is_empty()).then(|| Figure {
            title: "Which cards grant extra turns".to_owned(),
            picture: stacks("extra turns in a game by the card that granted them", &rows, None, axis),
            caption: html! {
                "Extra turns in a game by card and seat: " span.key { "taken" } ", " span.key.one { "taken with nothing done in them" } " and "
                span.key.two { "skipped or never come" } "; of " (self.games()) ". Behind them: in how many of those taken the game was won."
                @if most.len() > SOURCES { " The table has all of them." }
            },
            columns: names(["card", "seat", "granted", "taken", "idle", "cards drawn", "damage", "won"]),
            rows: most.iter().map(cells).collect(),
        })
    }

    /// Which cards added phases and steps, skipped, ended turns and took control of them.
    pub(super) fn changed(&self) -> Option<Figure> {
        let parts =
            |c: &SourceCounts| [c.phases_added + c.steps_added, c.skips_used, c.turns_ended + c.turns_controlled];
        let most = self.most(|c| parts(c).iter().sum());
        let stack = |row: &&SourceRow| {
            let parts = parts(&row.counts);
            self.stack(row, counted(parts.iter().sum::<u64>(), "time", "times"), parts)
        };
        let cells = |row: &&SourceRow| {
            let c = &row.counts;
            cells(
                row,
                &[
                    ("phases_added", c.phases_added),
                    ("steps_added", c.steps_added),
                    ("skips_created", c.skips_created),
                    ("skips_used", c.skips_used),
                    ("turns_ended", c.turns_ended),
                    ("turns_controlled", c.turns_controlled),
                ],
            )
        };
        let axis = Axis { title: "times in a game, mean", percent: false };
        let rows: Vec<Stack> = most.iter().take(SOURCES).map(stack).collect();
        (!most.is_empty()).then(|| Figure {
            title: "Which cards change turns otherwise".to_owned(),
            picture: stacks("what cards add to turns, skip of them and end, in a game", &rows, None, axis),
            caption: html! {
                "How often in a game a card " span.key { "adds a phase or step" } ", " span.key.one { "skips a turn, phase or step" } " or "
                span.key.two { "ends a turn or takes control of one" } ", by card and seat; of " (self.games()) "."
                @if most.len() > SOURCES { " The table has all of them." }
            },
            columns: names([
                "card", "seat", "phases added", "steps added", "skips made", "skips used", "turns ended", "turns controlled",
            ]),
            rows: most.iter().map(cells).collect(),
        })
    }

    /// The sources of which that is counted, most first.
    fn most(&self, count: impl Fn(&SourceCounts) -> u64) -> Vec<&SourceRow> {
        let mut most: Vec<&SourceRow> =
            self.outcome.tally.sources().iter().filter(|row| count(&row.counts) > 0).collect();
        most.sort_by_key(|row| Reverse(count(&row.counts)));
        most
    }

    fn stack(&self, row: &SourceRow, shown: String, parts: [u64; 3]) -> Stack {
        let games = self.outcome.tally.games() as f64;
        let label = format!("{}, {}", row.source, row.seat);
        Stack { label, shown, parts: parts.iter().map(|part| *part as f64 / games).collect() }
    }

    /// What steps are visited, round by round.
    pub(super) fn steps(&self) -> Option<Figure> {
        let games = self.outcome.tally.games();
        let names_of = self.scenario.catalog().turn_names();
        let often = |row: &&StepRow| row.counts.games * RARE >= games && row.round < LAST_ROUND;
        let rows: Vec<&StepRow> = self.outcome.tally.steps().iter().filter(often).collect();
        let mut steps: Vec<_> = rows.iter().map(|row| row.step).collect();
        steps.sort_unstable();
        steps.dedup();
        let last = rows.last()?.round;
        let at = |round: u32, step| rows.iter().find(|row| (row.round, row.step) == (round, step));
        let mean = |row: &StepRow| row.counts.begun as f64 / row.counts.games as f64;
        let drawn = Heat {
            rows: steps.iter().map(|step| names_of.of_step(*step).to_owned()).collect(),
            columns: last,
            cells: steps
                .iter()
                .map(|step| (1..=last).map(|round| at(round, *step).map(|row| mean(row))).collect())
                .collect(),
        };
        let cells = |round: u32| {
            let of = |step| {
                let Some(row) = at(round, step) else { return text("-") };
                let path = format!("steps/{round}/{}/begun", names_of.of_step(step));
                number(&path, mean(row), &format!("{:.2}", mean(row)))
            };
            let games = at(round, *steps.first()?)?.counts.games;
            let first =
                [text(round.to_string()), number(&format!("steps/{round}/games"), games as f64, &games.to_string())];
            Some(first.into_iter().chain(steps.iter().map(|step| of(*step))).collect())
        };
        let rows: Vec<Vec<Markup>> = (1..=last).filter_map(cells).collect();
        let most = drawn.most();
        Some(Figure {
            title: "Which steps are visited".to_owned(),
            picture: heat("how often each step begins in each round, the mean of games", &drawn, "round"),
            caption: html! {
                "How often each step begins in a round, extra turns and added phases included: white is never, the fullest colour "
                (format!("{most:.1}")) " times. The mean of those of " (self.games()) " that reached the round; rounds that fewer than one in "
                (RARE) " reached are left out. steps.csv has them, and what was added and skipped."
            },
            columns: ["round", "games"]
                .map(Cow::from)
                .into_iter()
                .chain(drawn.rows.iter().cloned().map(Cow::from))
                .collect(),
            rows,
        })
    }

    /// One game from turn to turn.
    pub(super) fn timeline(&self) -> Option<Figure> {
        let Example { game, seats, turns, .. } = self.outcome.tally.example()?;
        let mut placed: Vec<&ExampleSeat> = seats.iter().collect();
        placed.sort_by_key(|seat| seat.position);
        let lane = |seat: &&ExampleSeat| Lane {
            label: format!("{}. {}", seat.position, seat.seat),
            shown: standing(seat),
            boxes: turns.iter().map(|turn| is_of(turn, seat).then(|| kind_of(turn))).collect(),
            out: seat.left.as_ref().and_then(|(turn, _)| turns.iter().position(|row| row.turn == Some(*turn))),
        };
        let taken = turns.iter().filter(|turn| turn.turn.is_some()).count();
        let rounds: Vec<u32> = turns.iter().map(|turn| turn.round).collect();
        let lanes: Vec<Lane> = placed.iter().map(lane).collect();
        let rows = turns.iter().enumerate().map(|(nth, turn)| {
            let of = |column: &str, value: u32| {
                number(&format!("turns/{}/{nth}/{column}", game), value.into(), &value.to_string())
            };
            vec![
                turn.turn.map_or_else(|| text("-"), |turn| of("turn", turn)),
                of("round", turn.round),
                text(&*turn.seat),
                text(why(turn)),
                of("spells_cast", turn.spells_cast),
                of("cards_drawn", turn.cards_drawn),
                of("damage_dealt", turn.damage_dealt),
                of("table_seconds", turn.table_seconds),
            ]
        });
        (!turns.is_empty()).then(|| Figure {
            title: "One game from turn to turn".to_owned(),
            picture: timeline(&format!("the turns of game {}, a row for each seat", game), &lanes, &rounds),
            caption: html! {
                "Game " (game) ", of those won within 80 turns the one with the most extra and skipped turns: " (counted(taken, "turn", "turns"))
                " in the order they were taken, a row for each seat: " span.key { "normal" } ", " span.key.one { "extra" } " and "
                span.key.hollow { "skipped or never come" } "; a cross is where somebody left the game. "
                code { "turnlab replay DIR " (game) " --why" } " tells it all."
            },
            columns: names(["turn", "round", "seat", "why", "spells", "cards drawn", "damage", "seconds"]),
            rows: rows.collect(),
        })
    }
}

/// A source with its counts.
fn cells(row: &SourceRow, counts: &[(&str, u64)]) -> Vec<Markup> {
    let of = |(column, count): &(&str, u64)| {
        number(&format!("sources/{}/{}/{column}", row.source, row.seat), *count as f64, &count.to_string())
    };
    [text(&*row.source), text(&*row.seat)].into_iter().chain(counts.iter().map(of)).collect()
}

/// Whether it is a turn of that seat, or of its team.
fn is_of(turn: &TurnRow, seat: &ExampleSeat) -> bool {
    turn.seat == seat.seat || seat.in_team && turn.seat.split('+').any(|name| *name == *seat.seat)
}

fn kind_of(turn: &TurnRow) -> TurnBox {
    let mark = match (turn.fate, turn.extra) {
        (Fate::Taken, false) => Mark::Normal,
        (Fate::Taken, true) => Mark::Extra,
        (Fate::Skipped | Fate::Lost, _) => Mark::Missing,
    };
    let number = turn.turn.map_or_else(String::new, |turn| format!("turn {turn}: "));
    TurnBox { mark, told: format!("{number}{}", why(turn)) }
}

/// Why there was a turn, or why there was none.
fn why(turn: &TurnRow) -> String {
    let extra = match (&turn.granted_by, turn.granted_in_turn) {
        (Some(card), Some(turn)) => format!("extra turn by {card}, granted in turn {turn}"),
        _ if turn.extra => "extra turn".to_owned(),
        _ => "its turn".to_owned(),
    };
    let because = turn.because.as_deref().unwrap_or_default();
    let controller = turn.controller.as_ref().map_or_else(String::new, |by| format!(", controlled by {by}"));
    let ended = if turn.ended_early { ", ended early" } else { "" };
    match turn.fate {
        Fate::Taken => format!("{extra}{controller}{ended}"),
        Fate::Skipped => format!("{extra}: skipped by {because}"),
        Fate::Lost => format!("{extra}: never came, {because}"),
    }
}

/// How a seat ended.
fn standing(seat: &ExampleSeat) -> String {
    match &seat.left {
        _ if seat.won => "won".to_owned(),
        Some((turn, cause)) => format!("out in turn {turn}: {cause}"),
        None => String::new(),
    }
}

/// A part of a whole; nothing of nothing.
fn share(part: u64, whole: u64) -> f64 {
    if whole == 0 { 0.0 } else { part as f64 / whole as f64 }
}
