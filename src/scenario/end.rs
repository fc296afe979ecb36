//! How games end.

use serde::{Deserialize, Serialize};

/// How a game ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum End {
    /// A player or a team won (CR 104.2).
    Win,
    /// Nobody won: a draw by the rules (CR 104.4).
    Draw,
    /// The game reached the scenario's `max_turns`: censored.
    Capped,
    /// A turn reached `max_decisions_per_turn`: censored.
    Stalled,
    /// An agent's fault ended the game: censored.
    Fault,
}

impl End {
    /// Every end, in the order of reports.
    pub const ALL: [End; 5] = [End::Win, End::Draw, End::Capped, End::Stalled, End::Fault];

    /// The word written in `games.csv`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            End::Win => "win",
            End::Draw => "draw",
            End::Capped => "capped",
            End::Stalled => "stalled",
            End::Fault => "fault",
        }
    }

    /// Whether the game was cut off before it had a result.
    #[must_use]
    pub const fn is_censored(self) -> bool {
        matches!(self, End::Capped | End::Stalled | End::Fault)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_end_is_written_as_its_name() {
        for end in End::ALL {
            assert_eq!(serde_json::to_value(end).unwrap(), end.name());
        }
        assert_eq!(End::ALL.map(End::is_censored), [false, false, true, true, true]);
    }
}
