//! The arguments of runs, and of what becomes of their folders.

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::str::FromStr;

use clap::{Args, Subcommand, ValueEnum};

use super::{DriverArg, ShelfArgs, SummaryFormat};
use crate::batch::plan::{Order, PlanError};
use crate::batch::until::Until;
use crate::cli::failure::Failure;
use crate::cli::values;
use crate::report::derive::{Format, Keep};
use crate::study::identity::RunFile;
use crate::study::rows::Rows;
use crate::table::Matchup;

/// A study as it is typed.
#[derive(Debug, Args)]
pub(in crate::cli) struct StudyArgs {
    /// A scenario file, or the name of an embedded study [default: the study `default`]
    #[arg(value_name = "SCENARIO")]
    pub(in crate::cli) scenario: Option<String>,

    /// Deck lists to seat in place of the scenario's first decks, each named after its file; `-` for standard input
    #[arg(long, value_name = "FILE", num_args = 1..)]
    pub(in crate::cli) deck: Vec<String>,

    /// How many games, rounded up so that every seat starts equally often [default: the scenario's]
    #[arg(long, value_name = "N", value_parser = values::games, allow_hyphen_values = true)]
    pub(in crate::cli) games: Option<u64>,

    /// The master seed: decimal, 0x hexadecimal, or `random` [default: the scenario's]
    #[arg(long, value_name = "S", value_parser = values::seed, allow_hyphen_values = true)]
    pub(in crate::cli) seed: Option<u64>,
}

impl StudyArgs {
    /// What is asked for of that matchup: as it was typed, as in the run that goes on, or as the scenario says.
    ///
    /// # Errors
    /// When the scenario asks for a rule or a metric that is none.
    pub(in crate::cli) fn order(
        &self,
        until: Option<Until>,
        matchup: &Matchup,
        old: Option<&RunFile>,
    ) -> Result<Order, PlanError> {
        let asked = old.map_or_else(|| Order::of(matchup), |old| old.order(matchup))?;
        Ok(Order {
            games: self.games.unwrap_or(asked.games),
            seed: self.seed.unwrap_or(asked.seed),
            until: until.or(asked.until),
            ..asked
        })
    }
}

/// When a run is over before all its games are played.
#[derive(Debug, Args)]
pub(in crate::cli) struct RuleArgs {
    /// Stop when every share of wins is known within E, such as 0.02
    #[arg(long, value_name = "E", value_parser = values::target_error, allow_hyphen_values = true)]
    target_error: Option<f64>,

    /// Stop when this is met: 'ci(won,Talrand) <= 0.01', 'ci(turns) <= 0.5', 'sequence(won) <= 0.02', 'sprt(won,Talrand, 0.25, 0.3)'
    #[arg(long, value_name = "RULE", value_parser = Until::from_str, conflicts_with = "target_error", allow_hyphen_values = true)]
    until: Option<Until>,
}

impl RuleArgs {
    /// The rule, if one was typed.
    pub(in crate::cli) fn rule(&self) -> Option<Until> {
        self.until.clone().or(self.target_error.map(Until::target_error))
    }
}

/// How games are played.
#[derive(Debug, Args)]
pub(in crate::cli) struct DriveArgs {
    /// How many threads play; no result depends on it [default: one a core]
    #[arg(long, value_name = "T", value_parser = values::threads, allow_hyphen_values = true)]
    pub(in crate::cli) threads: Option<NonZeroUsize>,

    /// Who asks the players: actors with mailboxes, or a plain loop; no result depends on it
    #[arg(long, value_enum, default_value_t = DriverArg::Actors)]
    pub(in crate::cli) driver: DriverArg,

    /// Start the programs that a scenario names as players
    #[arg(long)]
    pub(in crate::cli) allow_agents: bool,

    /// No progress and no remarks
    #[arg(long, short)]
    pub(in crate::cli) quiet: bool,
}

#[derive(Debug, Args)]
#[command(after_help = "\
Without --out a run goes to reports/NAME-SEED, or -2, -3 and so on when that is taken.
Ctrl-C finishes the games in flight and keeps the finished part; the same command with --resume goes on.
The same scenario, seed and number of games give the same files, byte for byte, whatever --threads and --driver;
only timing.json and into how many files the blocks are packed depend on time.")]
pub(in crate::cli) struct RunArgs {
    #[command(flatten)]
    pub(in crate::cli) study: StudyArgs,

    #[command(flatten)]
    pub(in crate::cli) rule: RuleArgs,

    /// The folder for the results; one that is not empty is refused
    #[arg(long, value_name = "DIR")]
    pub(in crate::cli) out: Option<PathBuf>,

    /// Go on with the run that is in --out, or extend it with a larger --games
    #[arg(long, requires = "out", conflicts_with = "force")]
    pub(in crate::cli) resume: bool,

    /// Replace the run in --out
    #[arg(long, requires = "out")]
    pub(in crate::cli) force: bool,

    /// Which games have rows: all, none, sample:N (one game in N) or extreme:N (the N longest) [default: all]
    #[arg(long, value_name = "WHICH")]
    pub(in crate::cli) rows: Option<Rows>,

    /// Write turns.csv too, a row for every turn of the games that have rows: taken, skipped or lost, and why
    #[arg(long)]
    pub(in crate::cli) turns: bool,

    /// What stays in the folder: blocks, from which the run goes on, tables, or both
    #[arg(long, value_enum, default_value_t = KeepArg::Both)]
    pub(in crate::cli) keep: KeepArg,

    /// The form of the summary on standard output
    #[arg(long, value_enum, default_value_t = SummaryFormat::Table)]
    pub(in crate::cli) format: SummaryFormat,

    #[command(flatten)]
    pub(in crate::cli) drive: DriveArgs,

    #[command(flatten)]
    pub(in crate::cli) shelf: ShelfArgs,
}

/// What stays in a run's folder.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(in crate::cli) enum KeepArg {
    /// Blocks, and the tables made of them.
    Both,
    /// Blocks: `turnlab export` makes the tables of games and seats when they are wanted.
    Blocks,
    /// Tables: to go on, or to extend the run, its games are played again.
    Csv,
}

impl From<KeepArg> for Keep {
    fn from(asked: KeepArg) -> Keep {
        match asked {
            KeepArg::Both => Keep::Both,
            KeepArg::Blocks => Keep::Blocks,
            KeepArg::Csv => Keep::Csv,
        }
    }
}

/// In which form tables are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(in crate::cli) enum TablesArg {
    /// CSV.
    Csv,
    /// Parquet files beside the CSV, with typed columns; of all tables, whatever --keep says. Only of a turnlab that was built
    /// with its feature `parquet`.
    Parquet,
}

impl TablesArg {
    /// The form, if it can be had.
    ///
    /// # Errors
    /// When this program was built without it.
    pub(in crate::cli) fn format(self) -> Result<Format, Failure> {
        match self {
            TablesArg::Csv => Ok(Format::Csv),
            #[cfg(feature = "parquet")]
            TablesArg::Parquet => Ok(Format::Parquet),
            #[cfg(not(feature = "parquet"))]
            TablesArg::Parquet => Err(Failure::Input(
                "no Parquet files: this turnlab was built without the feature `parquet` (cargo build --release --features parquet)"
                    .to_owned(),
            )),
        }
    }
}

/// `turnlab verify`.
#[derive(Debug, Args)]
pub(in crate::cli) struct VerifyArgs {
    /// The folder of a run
    #[arg(value_name = "DIR")]
    pub(in crate::cli) folder: PathBuf,

    /// Play so many of its games again too, chosen by a hash of the run, and compare them with their rows
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = values::replays, allow_hyphen_values = true)]
    pub(in crate::cli) replay: u64,
}

/// `turnlab export`.
#[derive(Debug, Args)]
pub(in crate::cli) struct ExportArgs {
    /// The folder of a run
    #[arg(value_name = "DIR")]
    pub(in crate::cli) folder: PathBuf,

    /// What stays in the folder: blocks, from which the run goes on, tables, or both
    #[arg(long, value_enum, default_value_t = KeepArg::Both)]
    pub(in crate::cli) keep: KeepArg,

    /// The form of the tables
    #[arg(long, value_enum, default_value_t = TablesArg::Csv)]
    pub(in crate::cli) format: TablesArg,
}

/// `turnlab report`.
#[derive(Debug, Args)]
pub(in crate::cli) struct ReportArgs {
    /// The folder of a finished run
    #[arg(value_name = "DIR")]
    pub(in crate::cli) folder: PathBuf,
}

/// `turnlab shard`.
#[derive(Debug, Subcommand)]
pub(in crate::cli) enum ShardVerb {
    /// Write plan.json: a study with its inputs, and which blocks each shard plays
    Plan(Box<ShardPlanArgs>),
    /// Play one shard of a plan; a shard that is whole is left alone
    Run(ShardRunArgs),
    /// Put the shards of a plan together: the folder that one machine would have written
    Merge(ShardMergeArgs),
}

/// `turnlab shard plan`.
#[derive(Debug, Args)]
pub(in crate::cli) struct ShardPlanArgs {
    #[command(flatten)]
    pub(in crate::cli) study: StudyArgs,

    #[command(flatten)]
    pub(in crate::cli) rule: RuleArgs,

    /// Which games have rows: all, none, sample:N (one game in N) or extreme:N (the N longest)
    #[arg(long, value_name = "WHICH", default_value_t = Rows::All)]
    pub(in crate::cli) rows: Rows,

    /// Turns have rows too, in turns.csv
    #[arg(long)]
    pub(in crate::cli) turns: bool,

    /// How many shards
    #[arg(long, value_name = "K", value_parser = values::shards, allow_hyphen_values = true)]
    pub(in crate::cli) shards: u64,

    /// The plan's file; one that is there is refused, unless it is the same plan
    #[arg(long, value_name = "FILE", default_value = "plan.json")]
    pub(in crate::cli) out: PathBuf,

    #[command(flatten)]
    pub(in crate::cli) shelf: ShelfArgs,
}

/// `turnlab shard run`.
#[derive(Debug, Args)]
pub(in crate::cli) struct ShardRunArgs {
    /// The plan's file
    #[arg(long, value_name = "FILE", default_value = "plan.json")]
    pub(in crate::cli) plan: PathBuf,

    /// Which shard, from 0
    #[arg(long, value_name = "I", value_parser = values::shard, allow_hyphen_values = true)]
    pub(in crate::cli) id: u64,

    /// The folder of all shards; this one gets a folder of its own in it
    #[arg(long, value_name = "DIR")]
    pub(in crate::cli) out: PathBuf,

    #[command(flatten)]
    pub(in crate::cli) drive: DriveArgs,
}

/// `turnlab shard merge`.
#[derive(Debug, Args)]
pub(in crate::cli) struct ShardMergeArgs {
    /// The folder of all shards
    #[arg(value_name = "DIR")]
    pub(in crate::cli) folder: PathBuf,

    /// The plan's file
    #[arg(long, value_name = "FILE", default_value = "plan.json")]
    pub(in crate::cli) plan: PathBuf,

    /// The folder for the results
    #[arg(long, value_name = "DIR")]
    pub(in crate::cli) out: PathBuf,

    /// Replace the run in --out
    #[arg(long)]
    pub(in crate::cli) force: bool,

    /// What stays in the folder: blocks, from which the run goes on, tables, or both
    #[arg(long, value_enum, default_value_t = KeepArg::Both)]
    pub(in crate::cli) keep: KeepArg,
}
