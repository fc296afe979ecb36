//! Which games a run plays, and how they form groups and blocks.

use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::Arc;

use itertools::Itertools;

use super::asked::Asked;
use super::until::Until;
use crate::scenario::{Deals, Quoted};
use crate::table::{CastMember, Matchup};
use crate::turn::MAX_SEATS;

/// Groups in a block. Part of the published results: a stop rule looks at whole blocks.
pub const GROUPS_PER_BLOCK: u64 = 32;

/// The most groups a run may have: a group's dice are stream `group * 32 + lane` of a 64-bit stream number.
pub const MAX_GROUPS: u64 = 1 << 59;

/// An entry of the scenario that sits down in every game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entrant {
    /// Its name, unique in the scenario.
    pub name: Arc<str>,
    /// Its deck's name.
    pub deck: Arc<str>,
    /// Its agent's name.
    pub agent: Arc<str>,
}

/// What was asked for; checked by [`Plan::new`].
#[derive(Debug, Clone, PartialEq)]
pub struct Order {
    /// The most games to play; rounded up to whole groups.
    pub games: u64,
    /// The master seed.
    pub seed: u64,
    /// Whether games come in groups, with the table order rotated through all positions.
    pub rotate_seats: bool,
    /// Entrants in a team; teams are rotated as one.
    pub team_size: usize,
    /// What the games of a group are dealt.
    pub deals: Deals,
    /// Stop earlier when this is met.
    pub until: Option<Until>,
    /// What its summary shows; by default what is usual.
    pub shown: Vec<Asked>,
    /// Who sits down, in the order of the scenario.
    pub entrants: Vec<Entrant>,
}

impl Order {
    /// What the scenario of that matchup asks for.
    ///
    /// # Errors
    /// When it asks for a rule or a metric that is none.
    pub fn of(matchup: &Matchup) -> Result<Order, PlanError> {
        let (batch, questions) = (matchup.scenario().batch(), matchup.scenario().questions());
        let entrants = entrants(matchup);
        let seats = || entrants.iter().map(|entrant| &*entrant.name);
        let rule = |quoted: &Quoted| {
            let rule: Result<Until, String> = quoted.text.parse();
            rule.and_then(|rule| rule.asked().check(seats()).map(|()| rule)).map_err(|why| wrong(quoted, "until", &why))
        };
        let metric = |quoted: &Quoted| {
            let asked = Asked::parse_of_any(&quoted.text);
            asked.and_then(|asked| asked.check(seats()).map(|()| asked)).map_err(|why| wrong(quoted, "metrics", &why))
        };
        let until = questions.until.as_ref().map(rule).transpose();
        let (shown, mut complaints): (Vec<_>, Vec<_>) = questions.metrics.iter().map(metric).partition_result();
        complaints.splice(0..0, until.as_ref().err().cloned());
        if !complaints.is_empty() {
            return Err(PlanError::Asked(complaints.join("; ")));
        }
        let until = until.ok().flatten().or(batch.target_error.map(Until::target_error));
        Ok(Order {
            games: batch.games,
            seed: batch.seed,
            rotate_seats: batch.rotate_seats,
            team_size: matchup.scenario().game().format.teams.size(),
            deals: batch.deals,
            until,
            shown,
            entrants,
        })
    }
}

fn wrong(quoted: &Quoted, key: &str, why: &str) -> String {
    let (line, column) = quoted.at;
    format!("{}:{line}:{column}: `{key}`: {why}", quoted.file)
}

/// Who sits down, in the order of the scenario.
fn entrants(matchup: &Matchup) -> Vec<Entrant> {
    let cast = matchup.cast(matchup.address(0));
    let mut members: Vec<&CastMember> = cast.0.values().iter().collect();
    members.sort_by_key(|member| member.entrant);
    let entrant = |member: &CastMember| Entrant {
        name: member.name.clone(),
        deck: member.deck.clone(),
        agent: member.agent.clone(),
    };
    members.into_iter().map(entrant).collect()
}

/// Why an order cannot be played.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum PlanError {
    /// No games were asked for.
    #[error("a run needs at least one game")]
    NoGames,
    /// More games than there are dice for.
    #[error("{games} games are more than a run can number; the most is {most}")]
    TooManyGames {
        /// The games asked for.
        games: u64,
        /// The most there may be.
        most: u64,
    },
    /// Nobody, or too many, to sit down.
    #[error("a table has 1 to {MAX_SEATS} entrants, not {0}")]
    Entrants(usize),
    /// Two entrants have one name.
    #[error("two entrants are called `{0}`")]
    SameName(Arc<str>),
    /// A stop rule or a metric that is none, or about a seat or a position that is not at the table.
    #[error("{0}")]
    Asked(String),
}

/// The games of a run: how many, from which seed, in which groups and blocks.
#[derive(Debug, Clone, PartialEq)]
pub struct Plan(Order);

/// Games that are played with every rotation of one order of the seats, with one deal or each with its own.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Group {
    /// The group's index in the run.
    pub index: u64,
    /// Its games: one, or one for each rotation of the table.
    pub games: Range<u64>,
}

/// Up to [`GROUPS_PER_BLOCK`] consecutive groups: the unit of stopping, resuming and sharing out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Block {
    /// The block's index in the run.
    pub index: u64,
    /// Its groups.
    pub groups: Range<u64>,
    /// Its games.
    pub games: Range<u64>,
}

impl Block {
    /// Whether the block has all its groups; only the last of a run may not.
    #[must_use]
    pub const fn is_full(&self) -> bool {
        self.groups.end - self.groups.start == GROUPS_PER_BLOCK
    }
}

impl Plan {
    /// Checks an order.
    ///
    /// # Errors
    /// See [`PlanError`].
    pub fn new(order: Order) -> Result<Plan, PlanError> {
        check_entrants(&order.entrants)?;
        check_asked(&order)?;
        let plan = Plan(order);
        let most = MAX_GROUPS.saturating_mul(plan.group_size());
        match plan.0.games {
            0 => Err(PlanError::NoGames),
            games if games > most => Err(PlanError::TooManyGames { games, most }),
            _ => Ok(plan),
        }
    }

    /// The same plan, of so many games.
    ///
    /// # Errors
    /// See [`PlanError`].
    pub fn of_games(&self, games: u64) -> Result<Plan, PlanError> {
        Plan::new(Order { games, ..self.0.clone() })
    }

    /// The games asked for, before rounding up.
    #[must_use]
    pub const fn games_asked(&self) -> u64 {
        self.0.games
    }

    /// The master seed.
    #[must_use]
    pub const fn seed(&self) -> u64 {
        self.0.seed
    }

    /// The rule by which the run may stop by itself.
    #[must_use]
    pub const fn until(&self) -> Option<&Until> {
        self.0.until.as_ref()
    }

    /// What its summary shows; nothing where that is what is usual.
    #[must_use]
    pub fn shown(&self) -> &[Asked] {
        &self.0.shown
    }

    /// What the games of a group are dealt; alone, a game has a deal of its own anyway.
    #[must_use]
    pub fn deals(&self) -> Deals {
        if self.group_size() > 1 { self.0.deals } else { Deals::Fresh }
    }

    /// Who sits down, in the order of the scenario.
    #[must_use]
    pub fn entrants(&self) -> &[Entrant] {
        &self.0.entrants
    }

    /// Entrants in a team.
    #[must_use]
    pub const fn team_size(&self) -> u64 {
        self.0.team_size as u64
    }

    /// Games in a group: one, or as many as there are positions.
    #[must_use]
    pub fn group_size(&self) -> u64 {
        if self.0.rotate_seats { (self.0.entrants.len() / self.0.team_size.max(1)) as u64 } else { 1 }
    }

    /// Groups in the run, all of them whole.
    #[must_use]
    pub fn groups(&self) -> u64 {
        self.0.games.div_ceil(self.group_size())
    }

    /// Games in the run: those asked for, rounded up to whole groups.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.groups() * self.group_size()
    }

    /// Blocks in the run; only the last may be short.
    #[must_use]
    pub fn blocks(&self) -> u64 {
        self.groups().div_ceil(GROUPS_PER_BLOCK)
    }

    /// The group a game belongs to.
    #[must_use]
    pub fn group_of(&self, game: u64) -> u64 {
        game / self.group_size()
    }

    /// The block a game belongs to.
    #[must_use]
    pub fn block_of(&self, game: u64) -> u64 {
        self.group_of(game) / GROUPS_PER_BLOCK
    }

    /// The group of that index.
    #[must_use]
    pub fn group(&self, index: u64) -> Group {
        Group { index, games: self.games_of(&(index..index + 1)) }
    }

    /// The block of that index.
    #[must_use]
    pub fn block(&self, index: u64) -> Block {
        let first = (index * GROUPS_PER_BLOCK).min(self.groups());
        let groups = first..(first + GROUPS_PER_BLOCK).min(self.groups());
        Block { index, games: self.games_of(&groups), groups }
    }

    /// The games of these blocks.
    #[must_use]
    pub fn games_in(&self, blocks: &Range<u64>) -> Range<u64> {
        let first = |block: u64| self.block(block).games.start;
        first(blocks.start)..first(blocks.end)
    }

    fn games_of(&self, groups: &Range<u64>) -> Range<u64> {
        groups.start * self.group_size()..groups.end * self.group_size()
    }
}

/// Who is asked about must play.
fn check_asked(order: &Order) -> Result<(), PlanError> {
    let until = order.until.iter().map(|until| (until.to_string(), until.asked()));
    let shown = order.shown.iter().map(|asked| (asked.to_string(), asked));
    let names = || order.entrants.iter().map(|entrant| &*entrant.name);
    let checked = |(text, asked): (String, &Asked)| {
        asked.check(names()).map_err(|why| PlanError::Asked(format!("`{text}`: {why}")))
    };
    until.chain(shown).try_for_each(checked)
}

fn check_entrants(entrants: &[Entrant]) -> Result<(), PlanError> {
    if entrants.is_empty() || entrants.len() > MAX_SEATS {
        return Err(PlanError::Entrants(entrants.len()));
    }
    let mut names = BTreeSet::new();
    match entrants.iter().find(|entrant| !names.insert(&entrant.name)) {
        Some(twin) => Err(PlanError::SameName(twin.name.clone())),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::batch::fake::order;

    #[test]
    fn games_are_rounded_up_to_whole_groups() {
        let plan = Plan::new(order(4, 2001, true)).unwrap();
        assert_eq!((plan.games_asked(), plan.games(), plan.groups(), plan.blocks()), (2001, 2004, 501, 16));
        let plain = Plan::new(order(4, 2001, false)).unwrap();
        assert_eq!((plain.games(), plain.groups(), plain.blocks()), (2001, 2001, 63));
    }

    #[test]
    fn every_game_is_in_one_group_and_one_block_in_order() {
        for rotate in [true, false] {
            let plan = Plan::new(order(3, 1000, rotate)).unwrap();
            let mut next = 0;
            for block in (0..plan.blocks()).map(|b| plan.block(b)) {
                for group in block.groups.clone().map(|g| plan.group(g)) {
                    for game in group.games.clone() {
                        assert_eq!(game, next);
                        assert_eq!((plan.group_of(game), plan.block_of(game)), (group.index, block.index));
                        next += 1;
                    }
                }
                assert_eq!(block.games.end, next);
            }
            assert_eq!(next, plan.games());
        }
    }

    #[test]
    fn orders_that_cannot_be_played_are_refused() {
        let refused = |change: fn(&mut Order)| {
            let mut order = order(4, 100, true);
            change(&mut order);
            Plan::new(order).unwrap_err()
        };
        assert_eq!(refused(|o| o.games = 0), PlanError::NoGames);
        assert!(matches!(refused(|o| o.games = u64::MAX), PlanError::TooManyGames { .. }));
        assert_eq!(refused(|o| o.entrants.clear()), PlanError::Entrants(0));
        assert_eq!(refused(|o| o.entrants[1] = o.entrants[0].clone()).to_string(), "two entrants are called `A`");
        let nobody = refused(|o| o.until = "ci(won,E) <= 0.1".parse().ok());
        assert_eq!(nobody.to_string(), "`ci(won,E) <= 0.1`: no seat `E`; there are A, B, C, D");
        let nowhere = refused(|o| o.shown = vec![Asked::parse("won,position 5").unwrap()]);
        assert_eq!(nowhere.to_string(), "`won,position 5`: no position 5; there are 1 to 4");
    }
}
