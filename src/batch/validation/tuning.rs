//! Weights tried against others by self-play, on common deals.
//!
//! A candidate differs from the player as it is in one number. Every deal is played with the candidate in each entrant's place in
//! turn, from every position, against that player in all other seats, all with the same deck. So if the number made no
//! difference, each of those games would have the same winner wherever the candidate sits, and its share would be exactly one
//! in so many as there are seats, without any error: what the interval is about is the difference alone.

use std::sync::Arc;

use rayon::prelude::*;

use super::embedded::embedded;
use crate::agents::heuristic::{Profiles, Weight, Weights};
use crate::agents::{Agent, AgentKind, AgentRegistry, Heuristic, Pilot, PilotOption, Recruit};
use crate::batch::interval::{Interval, t_interval, t_reach};
use crate::batch::ratio::RatioSums;
use crate::cards::catalog::Catalog;
use crate::cards::source::Diagnostics;
use crate::scenario::{Disk, WithAgents, builtin_paths};
use crate::table::{Matchup, play_direct};

/// Where the embedded decks stand.
const DECKS: &str = "builtin:/decks/";

/// Two players of rules of thumb who might differ.
const NAMES: [&str; 2] = ["current", "candidate"];

/// How a player of rules of thumb plays: what counts how much, and its temper.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Play {
    /// What counts how much.
    pub weights: Weights,
    /// In percent of what is usual.
    pub pilot: Pilot,
}

impl Play {
    /// As it is played.
    pub const DEFAULT: Play = Play { weights: Weights::DEFAULT, pilot: Pilot::DEFAULT };
}

/// One number of a [`Play`].
#[derive(Debug, Clone, Copy)]
pub enum Knob {
    /// One of the weights.
    Weight(&'static Weight),
    /// A number of the pilot, in percent.
    Pilot(&'static PilotOption),
}

impl Knob {
    /// All of them: the weights, and then what a scenario may say.
    #[must_use]
    pub fn all() -> Vec<Knob> {
        let pilot: &'static [PilotOption] = &Pilot::OPTIONS;
        Weights::ALL.iter().map(Knob::Weight).chain(pilot.iter().map(Knob::Pilot)).collect()
    }

    /// Its name, `pilot.` first if a scenario may say it.
    #[must_use]
    pub fn name(self) -> String {
        match self {
            Knob::Weight(weight) => weight.name.to_owned(),
            Knob::Pilot(option) => format!("pilot.{}", option.name),
        }
    }

    /// What it is there.
    #[must_use]
    pub fn of(self, play: &Play) -> i32 {
        match self {
            Knob::Weight(weight) => weight.of(&play.weights),
            Knob::Pilot(option) => option.of(&play.pilot).into(),
        }
    }

    /// The same play with this number, as near as it may be.
    #[must_use]
    pub fn with(self, play: &Play, value: i32) -> Play {
        match self {
            Knob::Weight(weight) => Play { weights: weight.with(&play.weights, value), ..*play },
            Knob::Pilot(option) => {
                let percent = u16::try_from(value.clamp(0, Pilot::MOST.into())).unwrap_or(Pilot::MOST);
                Play { pilot: option.with(&play.pilot, percent), ..*play }
            }
        }
    }

    /// The values to try: so many percent less and more, by 1 at least.
    #[must_use]
    pub fn tries(self, play: &Play, step: u32) -> [i32; 2] {
        let value = self.of(play);
        let by = (value.abs().saturating_mul(step as i32) / 100).max(1);
        [value - by, value + by]
    }
}

/// The embedded decks in two halves, those of one commander in one half: to tune on, and to confirm on.
#[must_use]
pub fn halves() -> [Vec<String>; 2] {
    let name = |path: String| Some(path.strip_prefix(DECKS)?.strip_suffix(".txt")?.to_owned());
    let mut decks: Vec<String> = builtin_paths().into_iter().filter_map(name).collect();
    decks.sort_unstable();
    let of = |deck: &str| deck.split('-').next().unwrap_or_default().to_owned();
    let mut commanders: Vec<String> = decks.iter().map(|deck| of(deck)).collect();
    commanders.dedup();
    let (first, second) = decks
        .into_iter()
        .partition(|deck| commanders.iter().position(|c| *c == of(deck)).is_some_and(|at| at % 2 == 0));
    [first, second]
}

/// How large a trial is.
#[derive(Debug, Clone, Copy)]
pub struct Trial {
    /// Seats at each table.
    pub seats: usize,
    /// Deals for each deck.
    pub deals: u64,
    /// The master seed.
    pub seed: u64,
}

/// How much more of the games the candidate wins than a player like the others would.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Gain {
    /// The difference of shares of games that somebody won.
    pub value: f64,
    /// Its 95% interval, by t on deals.
    pub interval: Interval,
}

impl Gain {
    /// Whether the candidate is better, beyond chance.
    #[must_use]
    pub fn is_significant(&self) -> bool {
        self.interval.low > 0.0
    }
}

impl Trial {
    /// Games of a trial on so many decks: every deal with the candidate in each place, from each position.
    #[must_use]
    pub const fn games(&self, decks: usize) -> u64 {
        (self.seats * self.seats * decks) as u64 * self.deals
    }

    /// What the candidate gains against that player, with those decks; nothing when nobody won a game, or there is one deal only.
    ///
    /// # Errors
    /// When a deck can't be played.
    pub fn gain(&self, candidate: &Play, current: &Play, decks: &[String]) -> Result<Option<Gain>, Diagnostics> {
        let files = WithAgents { files: Disk, agents: Arc::new(registry([current, candidate])) };
        let mut sums = RatioSums::default();
        for deck in decks {
            let tables = (0..self.seats).map(|place| {
                let seats: Vec<(&str, &str)> =
                    (0..self.seats).map(|seat| (NAMES[usize::from(seat == place)], deck.as_str())).collect();
                embedded(&seats, self.seed, &files)
            });
            let tables: Vec<Matchup> = tables.collect::<Result<_, _>>()?;
            let deals: Vec<(u64, u64)> = (0..self.deals).into_par_iter().map(|deal| deal_of(&tables, deal)).collect();
            deals.into_iter().for_each(|(won, played)| sums.add(won, played));
        }
        let even = 1.0 / self.seats as f64;
        let gain = t_reach(sums.groups).and_then(|reach| Some((sums.ratio()?, t_interval(&sums, reach)?)));
        Ok(gain.map(|(share, Interval { low, high })| Gain {
            value: share - even,
            interval: Interval { low: low - even, high: high - even },
        }))
    }
}

/// The games of a deal that the candidate won, and those that anybody won; the candidate is the entrant of the table's place.
fn deal_of(tables: &[Matchup], deal: u64) -> (u64, u64) {
    let mut sums = (0, 0);
    for (place, table) in tables.iter().enumerate() {
        for game in deal * table.group()..(deal + 1) * table.group() {
            let record = play_direct(table, table.address(game));
            sums.0 += u64::from(record.seats[place].won);
            sums.1 += u64::from(record.seats.iter().any(|seat| seat.won));
        }
    }
    sums
}

/// A kind of agent that plays so.
struct Tried {
    profiles: Arc<Profiles>,
    pilot: Pilot,
}

impl AgentKind for Tried {
    fn make(&self, _: Recruit<'_>) -> Box<dyn Agent> {
        Box::new(Heuristic::new(Arc::clone(&self.profiles)).piloted(self.pilot))
    }
}

fn registry(plays: [&Play; 2]) -> AgentRegistry {
    let builtin = AgentRegistry::clone(&AgentRegistry::builtin());
    NAMES.into_iter().zip(plays).fold(builtin, |registry, (name, play)| {
        let profiles = Arc::new(Profiles::weighed(Catalog::builtin(), play.weights));
        registry.with(name, Tried { profiles, pilot: play.pilot })
    })
}

/// One value of a number, tried.
#[derive(Debug, Clone, PartialEq)]
pub struct Verdict {
    /// The value.
    pub value: i32,
    /// What it gains with the decks that are tuned on; nothing where no game was won.
    pub tuned: Option<Gain>,
    /// What it gains with the other decks; only tried where the first gain is beyond chance.
    pub confirmed: Option<Gain>,
}

impl Verdict {
    /// Whether it is better, beyond chance, with both halves of the decks.
    #[must_use]
    pub fn is_accepted(&self) -> bool {
        self.confirmed.is_some_and(|gain| gain.is_significant())
    }
}

/// Tries a number less and more, with everything else as it is there.
///
/// # Errors
/// When a deck can't be played.
pub fn vary(knob: Knob, play: &Play, step: u32, trial: &Trial) -> Result<Vec<Verdict>, Diagnostics> {
    let [tuned_on, confirmed_on] = halves();
    let verdict = |value: i32| {
        let candidate = knob.with(play, value);
        let tuned = trial.gain(&candidate, play, &tuned_on)?;
        let promising = tuned.is_some_and(|gain| gain.is_significant());
        let confirmed = if promising { trial.gain(&candidate, play, &confirmed_on)? } else { None };
        Ok(Verdict { value, tuned, confirmed })
    };
    knob.tries(play, step).into_iter().map(verdict).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const TRIAL: Trial = Trial { seats: 2, deals: 2, seed: 5 };

    #[test]
    fn a_candidate_that_differs_in_nothing_gains_nothing_at_all() {
        let decks = ["goreclaw-creatures".to_owned()];
        let gain = TRIAL.gain(&Play::DEFAULT, &Play::DEFAULT, &decks).unwrap().unwrap();
        assert_eq!(gain, Gain { value: 0.0, interval: Interval { low: 0.0, high: 0.0 } });
        assert!(!gain.is_significant() && TRIAL.games(1) == 8);
    }

    /// To whom nothing is worth doing wins nothing.
    #[test]
    fn a_bad_candidate_loses() {
        let worthwhile = Weights::ALL.iter().find(|weight| weight.name == "worthwhile").unwrap();
        let idle = Play { weights: worthwhile.with(&Weights::DEFAULT, 1_000_000), ..Play::DEFAULT };
        let gain = TRIAL.gain(&idle, &Play::DEFAULT, &["goreclaw-creatures".to_owned()]).unwrap().unwrap();
        assert!(gain.value < -0.3, "{gain:?}");
    }

    #[test]
    fn the_decks_of_a_commander_are_in_one_half() {
        let [first, second] = halves();
        assert!(first.len() >= 5 && second.len() >= 5, "{first:?} {second:?}");
        let commander = |deck: &String| deck.split('-').next().unwrap_or_default().to_owned();
        assert!(first.iter().all(|one| second.iter().all(|other| commander(one) != commander(other))));
    }

    #[test]
    fn every_number_is_tried_both_ways() {
        let names: Vec<String> = Knob::all().iter().map(|knob| knob.name()).collect();
        assert!(names.contains(&"extra_turn".to_owned()) && names.contains(&"pilot.grudge".to_owned()));
        for knob in Knob::all() {
            let [less, more] = knob.tries(&Play::DEFAULT, 25);
            let value = knob.of(&Play::DEFAULT);
            assert!(less < value && value < more, "{}", knob.name());
            assert_eq!(knob.of(&knob.with(&Play::DEFAULT, more)), more);
        }
    }
}
