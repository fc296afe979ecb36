//! What of a run is asked about: a metric by its name, of all games or of a seat.

use std::fmt;

use super::metric::{GAME_METRICS, Kind, SEAT_METRICS, told};
use super::plan::Plan;
use super::tally::{Stat, Tally};
use crate::cards::source::did_you_mean;

/// A metric, of all games or of a seat.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Asked {
    /// The metric.
    pub metric: String,
    /// The seat; none for all games.
    pub seat: Option<String>,
}

impl Default for Asked {
    fn default() -> Asked {
        Asked { metric: "turns".to_owned(), seat: None }
    }
}

impl fmt::Display for Asked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.seat {
            None => f.write_str(&self.metric),
            Some(seat) => write!(f, "{},{seat}", self.metric),
        }
    }
}

impl Asked {
    /// Reads `METRIC` or `METRIC,SEAT`.
    ///
    /// # Errors
    /// When there is no such metric of games or of seats, with the nearest.
    pub fn parse(text: &str) -> Result<Asked, String> {
        let asked = Asked::parse_of_any(text)?;
        match asked.seat.is_none() && !GAME_METRICS.iter().any(|m| m.name == asked.metric) {
            true => Err(format!("`{0}` is measured of seats: say whose, {0},SEAT", asked.metric)),
            false => Ok(asked),
        }
    }

    /// Reads the same, or a metric of seats alone, which then is that of every seat.
    ///
    /// # Errors
    /// As [`Asked::parse`].
    pub fn parse_of_any(text: &str) -> Result<Asked, String> {
        let (metric, seat) = match text.split_once(',') {
            Some((metric, seat)) => (metric.trim(), Some(seat.trim().to_owned())),
            None => (text.trim(), None),
        };
        let of_seats = |name: &str| SEAT_METRICS.iter().any(|m| m.name == name);
        let of_games = |name: &str| GAME_METRICS.iter().any(|m| m.name == name);
        if of_seats(metric) || (seat.is_none() && of_games(metric)) {
            return Ok(Asked { metric: metric.to_owned(), seat });
        }
        let level = if seat.is_some() { "seat" } else { "game" };
        let known = told().filter(|m| m.level == level).map(|m| m.name);
        let near = did_you_mean(metric, known);
        let near = if near.is_empty() { "; turnlab schema lists them".to_owned() } else { near };
        Err(format!("no metric `{metric}` of a {level}{near}"))
    }

    /// What its values are.
    #[must_use]
    pub fn kind(&self) -> Option<Kind> {
        let of_game = GAME_METRICS.iter().find(|m| m.name == self.metric && self.seat.is_none()).map(|m| m.kind);
        of_game.or_else(|| SEAT_METRICS.iter().find(|m| m.name == self.metric).map(|m| m.kind))
    }

    /// What a tally of that plan has of it: of a metric of seats without a seat, that of each. Nothing where the seat is not in it.
    #[must_use]
    pub fn stats<'t>(&self, plan: &Plan, tally: &'t Tally) -> Vec<(Kind, &'t Stat)> {
        let of_game = GAME_METRICS.iter().zip(tally.game_stats()).find(|(m, _)| m.name == self.metric);
        match (&self.seat, of_game) {
            (None, Some((metric, stat))) => vec![(metric.kind, stat)],
            (seat, _) => {
                let entrants = plan.entrants().iter().zip(tally.entrant_stats());
                let wanted = entrants.filter(|(e, _)| seat.as_deref().is_none_or(|name| *e.name == *name));
                let of = |stats: &'t [Stat]| {
                    SEAT_METRICS.iter().zip(stats).find(|(m, _)| m.name == self.metric).map(|(m, s)| (m.kind, s))
                };
                wanted.filter_map(|(_, stats)| of(stats)).collect()
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::batch::fake::{group, order};

    #[test]
    fn metrics_are_asked_for_by_name() {
        for text in ["turns", "won,A", "turns_skipped,Talrand"] {
            assert_eq!(Asked::parse(text).unwrap().to_string(), text);
        }
        assert_eq!(Asked::parse("won").unwrap_err(), "`won` is measured of seats: say whose, won,SEAT");
        assert_eq!(Asked::parse("turnz").unwrap_err(), "no metric `turnz` of a game; did you mean `turns`?");
        assert!(Asked::parse("rounds,A").unwrap_err().starts_with("no metric `rounds` of a seat"));
        assert_eq!(Asked::parse_of_any("won").unwrap().seat, None);
    }

    #[test]
    fn they_are_found_in_a_tally() {
        let plan = Plan::new(order(4, 40, true)).unwrap();
        let mut tally = Tally::new(4);
        (0..10).for_each(|g| tally.add_group(&group(4, 7, g)));
        let found = |text: &str| Asked::parse_of_any(text).unwrap().stats(&plan, &tally).len();
        assert_eq!(["turns", "won,B", "won", "won,E"].map(found), [1, 1, 4, 0]);
    }
}
