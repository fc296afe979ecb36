//! What of a run is asked about: a metric by its name, of all games, of a seat or of a position.

use std::fmt;

use super::estimate::Scope;
use super::metric::{GAME_METRICS, Kind, SEAT_METRICS, told};
use super::plan::Plan;
use super::tally::{Stat, Tally};
use crate::cards::source::{did_you_mean, no_seat};
use crate::scenario::position_in;

/// A metric, and whose it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Asked {
    /// The metric.
    pub metric: &'static str,
    /// Whose it is.
    pub of: Subject,
}

/// Whose metric is asked about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Subject {
    /// All games'.
    Games,
    /// That of the seat of this name, wherever it sits.
    Seat(String),
    /// That of a place at the table, counted from 1, whoever sits there.
    Position(usize),
    /// That of every seat, each by itself.
    EverySeat,
}

impl Default for Asked {
    fn default() -> Asked {
        Asked { metric: "turns", of: Subject::Games }
    }
}

impl fmt::Display for Asked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.of {
            Subject::Games | Subject::EverySeat => f.write_str(self.metric),
            Subject::Seat(name) => write!(f, "{},{name}", self.metric),
            Subject::Position(number) => write!(f, "{},position {number}", self.metric),
        }
    }
}

impl Asked {
    /// Reads `METRIC`, `METRIC,SEAT` or `METRIC,position N`.
    ///
    /// # Errors
    /// When there is no such metric of games or of seats, with the nearest.
    pub fn parse(text: &str) -> Result<Asked, String> {
        let asked = Asked::parse_of_any(text)?;
        match asked.of {
            Subject::EverySeat => {
                Err(format!("`{0}` is measured of seats: say whose, {0},SEAT or {0},position N", asked.metric))
            }
            Subject::Games | Subject::Seat(_) | Subject::Position(_) => Ok(asked),
        }
    }

    /// Reads the same, or a metric of seats alone, which then is that of every seat.
    ///
    /// # Errors
    /// As [`Asked::parse`].
    pub fn parse_of_any(text: &str) -> Result<Asked, String> {
        let (metric, whose) = match text.split_once(',') {
            Some((metric, whose)) => (metric.trim(), Some(whose.trim())),
            None => (text.trim(), None),
        };
        let of_seats = SEAT_METRICS.iter().find(|m| m.name == metric).map(|m| m.name);
        let of_games = GAME_METRICS.iter().find(|m| m.name == metric).map(|m| m.name);
        let found = match (whose, of_games, of_seats) {
            (None, Some(metric), _) => Some((metric, Subject::Games)),
            (None, None, Some(metric)) => Some((metric, Subject::EverySeat)),
            (Some(whose), _, Some(metric)) => Some((metric, subject(whose)?)),
            (_, _, None) => None,
        };
        if let Some((metric, of)) = found {
            return Ok(Asked { metric, of });
        }
        let level = if whose.is_some() { "seat" } else { "game" };
        let known = told().filter(|m| m.level == level).map(|m| m.name);
        let near = did_you_mean(metric, known);
        let near = if near.is_empty() { "; turnlab schema lists them".to_owned() } else { near };
        Err(format!("no metric `{metric}` of a {level}{near}"))
    }

    /// That whoever is asked about sits at a table with seats of these names.
    ///
    /// # Errors
    /// When there is no such seat or position, with those that there are.
    pub fn check<'a>(&self, seats: impl IntoIterator<Item = &'a str>) -> Result<(), String> {
        let seats: Vec<&str> = seats.into_iter().collect();
        match &self.of {
            Subject::Seat(name) if !seats.contains(&name.as_str()) => Err(no_seat(name, seats)),
            Subject::Position(number) if *number > seats.len() => {
                Err(format!("no position {number}; there are 1 to {}", seats.len()))
            }
            Subject::Games | Subject::EverySeat | Subject::Seat(_) | Subject::Position(_) => Ok(()),
        }
    }

    /// The name of the seat that is asked about.
    #[must_use]
    pub fn seat(&self) -> Option<&str> {
        match &self.of {
            Subject::Seat(name) => Some(name),
            Subject::Games | Subject::Position(_) | Subject::EverySeat => None,
        }
    }

    /// What its values are.
    #[must_use]
    pub fn kind(&self) -> Option<Kind> {
        match self.of {
            Subject::Games => GAME_METRICS.iter().find(|m| m.name == self.metric).map(|m| m.kind),
            Subject::Seat(_) | Subject::Position(_) | Subject::EverySeat => {
                SEAT_METRICS.iter().find(|m| m.name == self.metric).map(|m| m.kind)
            }
        }
    }

    /// Whether an estimate of that metric in that scope is what is asked about.
    #[must_use]
    pub fn is(&self, metric: &str, scope: Scope, key: &str) -> bool {
        let whose = match (&self.of, scope) {
            (Subject::Games, Scope::All) | (Subject::EverySeat, Scope::Seat) => true,
            (Subject::Seat(name), Scope::Seat) => name == key,
            (Subject::Position(number), Scope::Position) => number.to_string() == key,
            (_, Scope::All | Scope::Seat | Scope::Position | Scope::SeatPosition) => false,
        };
        whose && self.metric == metric
    }

    /// What a tally of that plan has of it: of every seat that of each. Nothing where the seat or the position is not in it.
    #[must_use]
    pub fn stats<'t>(&self, plan: &Plan, tally: &'t Tally) -> Vec<(Kind, &'t Stat)> {
        let of_seat = |stats: &'t Vec<Stat>| {
            SEAT_METRICS.iter().zip(stats).find(|(m, _)| m.name == self.metric).map(|(m, stat)| (m.kind, stat))
        };
        let entrants = || plan.entrants().iter().zip(tally.entrant_stats());
        match &self.of {
            Subject::Games => {
                let metrics = GAME_METRICS.iter().zip(tally.game_stats());
                metrics.filter(|(m, _)| m.name == self.metric).map(|(m, stat)| (m.kind, stat)).collect()
            }
            Subject::EverySeat => entrants().filter_map(|(_, stats)| of_seat(stats)).collect(),
            Subject::Seat(name) => {
                entrants().filter(|(e, _)| *e.name == **name).filter_map(|(_, stats)| of_seat(stats)).collect()
            }
            Subject::Position(number) => {
                let stats = number.checked_sub(1).and_then(|at| tally.position_stats().get(at));
                stats.and_then(of_seat).into_iter().collect()
            }
        }
    }
}

/// A seat by its name, or a position by its number.
fn subject(text: &str) -> Result<Subject, String> {
    match position_in(text) {
        Some(0) => Err("no position 0; they are counted from 1, which takes the first turn".to_owned()),
        Some(number) => Ok(Subject::Position(number)),
        None => Ok(Subject::Seat(text.to_owned())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::batch::fake::{group, order};

    #[test]
    fn metrics_are_asked_for_by_name() {
        for text in ["turns", "won,A", "turns_skipped,Talrand", "won,position 2", "won,position two", "won,Position 2"]
        {
            assert_eq!(Asked::parse(text).unwrap().to_string(), text);
        }
        assert_eq!(Asked::parse(" won , position 02").unwrap().of, Subject::Position(2));
        assert_eq!(Asked::parse("won,position two").unwrap().of, Subject::Seat("position two".to_owned()));
        assert_eq!(
            Asked::parse("won").unwrap_err(),
            "`won` is measured of seats: say whose, won,SEAT or won,position N"
        );
        assert_eq!(
            Asked::parse("won,position 0").unwrap_err(),
            "no position 0; they are counted from 1, which takes the first turn"
        );
        assert_eq!(Asked::parse("turnz").unwrap_err(), "no metric `turnz` of a game; did you mean `turns`?");
        assert!(Asked::parse("rounds,A").unwrap_err().starts_with("no metric `rounds` of a seat"));
        assert_eq!(Asked::parse_of_any("won").unwrap().of, Subject::EverySeat);
        // The same word is a metric of games and of seats.
        let skipped = ["turns_skipped", "turns_skipped,A"].map(|text| Asked::parse_of_any(text).unwrap().of);
        assert_eq!(skipped, [Subject::Games, Subject::Seat("A".to_owned())]);
    }

    #[test]
    fn whoever_is_asked_about_has_to_sit_at_the_table() {
        let checked = |text: &str| Asked::parse_of_any(text).unwrap().check(["A", "B"]);
        for text in ["turns", "won", "won,B", "won,position 1", "won,position 2"] {
            assert_eq!(checked(text), Ok(()), "{text}");
        }
        assert_eq!(checked("won,C").unwrap_err(), "no seat `C`; there are A, B");
        assert_eq!(checked("won,position 3").unwrap_err(), "no position 3; there are 1 to 2");
    }

    #[test]
    fn they_are_found_in_a_tally() {
        let plan = Plan::new(order(4, 40, true)).unwrap();
        let mut tally = Tally::new(4);
        (0..10).for_each(|g| tally.add_group(&group(4, 7, g)));
        let of = |text: &str| Asked::parse_of_any(text).unwrap().stats(&plan, &tally);
        let texts = ["turns", "won,B", "won", "won,E", "won,position 4", "won,position 5"];
        assert_eq!(texts.map(|text| of(text).len()), [1, 1, 4, 0, 1, 0]);
        let of_position = &tally.position_stats()[3][crate::batch::metric::WON];
        assert!(of("won,position 4")[0].1 == of_position && of("won,B")[0].1 != of_position);
        // And among estimates, the same numbers.
        let all = crate::batch::estimate::estimates(&plan, &tally);
        for text in texts {
            let asked = Asked::parse_of_any(text).unwrap();
            let found: Vec<_> = all.iter().filter(|e| asked.is(e.metric, e.scope, &e.key)).map(|e| e.mean).collect();
            let means: Vec<_> = of(text).iter().map(|(_, stat)| stat.groups.ratio()).collect();
            assert_eq!(found, means, "{text}");
        }
    }
}
