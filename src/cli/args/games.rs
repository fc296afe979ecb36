//! The arguments of what shows or plays one game.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::ShelfArgs;
use crate::cli::changes::Change;
use crate::cli::values;
use crate::table::trace::Turns;

#[derive(Debug, Args)]
pub(in crate::cli) struct TraceArgs {
    /// A scenario file, or the name of an embedded study
    #[arg(value_name = "SCENARIO")]
    pub(in crate::cli) scenario: String,

    /// Which game, from 0
    #[arg(long, value_name = "K", default_value = "0", value_parser = values::game, allow_hyphen_values = true)]
    pub(in crate::cli) game: u64,

    /// The master seed: decimal or 0x hexadecimal [default: the scenario's]
    #[arg(long, value_name = "S", value_parser = values::seed, allow_hyphen_values = true)]
    pub(in crate::cli) seed: Option<u64>,

    /// Who solves it, where the scenario is a puzzle [default: scripted, its own solution]
    #[arg(long, value_name = "NAME")]
    pub(in crate::cli) agent: Option<String>,

    /// Start the programs that the scenario names as players
    #[arg(long)]
    pub(in crate::cli) allow_agents: bool,

    #[command(flatten)]
    pub(in crate::cli) show: ShowArgs,

    #[command(flatten)]
    pub(in crate::cli) shelf: ShelfArgs,
}

#[derive(Debug, Args)]
#[command(after_help = "\
The screen has the players and what they control, your hand, the turns to come, the last of the play-by-play, and at the bottom
the question with its numbered answers. `?` lists the keys. Only what your seat may see is shown.

Examples:
  turnlab play --seat Talrand                  sit down at the default study's first table
  turnlab play my.toml --seat Ann --game 3     at another table of a scenario of your own
  turnlab play --watch --speed 4               follow the agents, four things a second")]
pub(in crate::cli) struct PlayArgs {
    /// A scenario file, or the name of an embedded study [default: the study `default`]
    #[arg(value_name = "SCENARIO")]
    pub(in crate::cli) scenario: Option<String>,

    /// Whose seat you take; with --watch, through whose eyes you look on
    #[arg(long, value_name = "NAME", required_unless_present = "watch")]
    pub(in crate::cli) seat: Option<String>,

    /// Look on while agents play
    #[arg(long)]
    pub(in crate::cli) watch: bool,

    /// With --watch, how many things happen in a second, 0.125 to 256
    #[arg(long, value_name = "N", default_value = "2", value_parser = values::speed, allow_hyphen_values = true)]
    #[arg(requires = "watch")]
    pub(in crate::cli) speed: f64,

    /// With --watch, show all hands
    #[arg(long, requires = "watch", conflicts_with = "seat")]
    pub(in crate::cli) hands: bool,

    /// Which game, from 0
    #[arg(long, value_name = "K", default_value = "0", value_parser = values::game, allow_hyphen_values = true)]
    pub(in crate::cli) game: u64,

    /// The master seed: decimal, 0x hexadecimal, or `random` [default: the scenario's]
    #[arg(long, value_name = "S", value_parser = values::seed, allow_hyphen_values = true)]
    pub(in crate::cli) seed: Option<u64>,

    /// Start the programs that the scenario names as players
    #[arg(long)]
    pub(in crate::cli) allow_agents: bool,

    #[command(flatten)]
    pub(in crate::cli) shelf: ShelfArgs,
}

/// The options of how one game is shown: where two are held against each other they would have no effect.
const SHOWN: [&str; 8] = ["step", "format", "detail", "verbose", "why", "hands", "turns", "seat"];

#[derive(Debug, Args)]
pub(in crate::cli) struct ReplayArgs {
    /// The folder of a run
    #[arg(value_name = "DIR")]
    pub(in crate::cli) folder: PathBuf,

    /// Which game, from 0
    #[arg(value_name = "K", value_parser = values::game, allow_hyphen_values = true)]
    pub(in crate::cli) game: u64,

    /// Walk through the game by commands on standard input, forwards and back; `h` lists them. A wrong one is told, and ends the
    /// walk with exit code 2 where they come from a file or a pipe
    #[arg(long, conflicts_with_all = ["format", "why", "turns", "seat"])]
    pub(in crate::cli) step: bool,

    /// Ask the programs that play anew, instead of taking what they answered in the run
    #[arg(long)]
    pub(in crate::cli) allow_agents: bool,

    /// Play it once more without its N-th extra turn, counted from 1 as they are granted, and tell what changes
    #[arg(long, value_name = "N", value_parser = values::extra_turn, allow_hyphen_values = true, conflicts_with_all = SHOWN)]
    pub(in crate::cli) deny_extra_turn: Option<u32>,

    /// Play it once more without that card, a basic land or OTHER in its place, and tell what changes
    #[arg(long, value_name = "CARD[=OTHER]", value_parser = Change::without_card, conflicts_with_all = SHOWN)]
    pub(in crate::cli) deny_card: Option<Change>,

    #[command(flatten)]
    pub(in crate::cli) show: ShowArgs,
}

/// How a game is shown.
#[derive(Debug, Clone, Args)]
pub(in crate::cli) struct ShowArgs {
    /// Text to read, or one JSON object a line
    #[arg(long, value_enum, default_value_t = TraceFormat::Text)]
    pub(in crate::cli) format: TraceFormat,

    /// How much the text tells: `turns` and what changes them; `play`, what players do and what comes of it; or `all`,
    /// every step, priority and answer too
    #[arg(long, value_enum, value_name = "HOW", default_value_t = DetailArg::Play, hide_possible_values = true)]
    pub(in crate::cli) detail: DetailArg,

    /// The same as --detail all
    #[arg(long, conflicts_with = "detail")]
    pub(in crate::cli) verbose: bool,

    /// Say of every turn and step why it is there, or why not, instead
    #[arg(long, conflicts_with_all = ["detail", "hands"])]
    pub(in crate::cli) why: bool,

    /// Show hands as turns begin, and which cards are drawn
    #[arg(long)]
    pub(in crate::cli) hands: bool,

    /// Only these turns, such as 30..36, 30.., ..6 or 30
    #[arg(long, value_name = "RANGE", value_parser = values::turns, allow_hyphen_values = true)]
    pub(in crate::cli) turns: Option<Turns>,

    /// Only what that seat does, and what happens to it and to what is its own
    #[arg(long, value_name = "NAME")]
    pub(in crate::cli) seat: Option<String>,
}

/// How much of a game is told.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(in crate::cli) enum DetailArg {
    Turns,
    Play,
    All,
}

/// The forms of a game's log.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(in crate::cli) enum TraceFormat {
    Text,
    Jsonl,
}
