//! The arguments of `turnlab power`.

use clap::{ArgGroup, Args};

use super::{ChangeArgs, DriveArgs, ReportFormat, ShelfArgs};
use crate::batch::asked::Asked;
use crate::cli::values;

#[derive(Debug, Args)]
#[command(group = ArgGroup::new("question").required(true).multiple(true).args(["error", "detect"]), after_help = "\
How much the metric varies is learnt from the run in that folder, or from a pilot that is played and not kept. With a change the pilot
is played both ways, which tells what pairing the games saves, as `turnlab compare` does.

Examples:
  turnlab power --share 0.25 --detect 0.02                      two points of a win share of a quarter; nothing is played
  turnlab power reports/default-20261120 --error 0.5            the mean number of turns within half a turn
  turnlab power --set rules.extra_turns=skipped --detect 1      a turn that a house rule saves or costs")]
pub(in crate::cli) struct PowerArgs {
    /// A scenario file, the name of an embedded study, or the folder of a run [default: the study `default`]
    #[arg(value_name = "SCENARIO|DIR", conflicts_with = "share")]
    pub(in crate::cli) of: Option<String>,

    /// What the question is about: METRIC, or METRIC,SEAT, or METRIC,position N
    #[arg(long, value_name = "METRIC", value_parser = Asked::parse, default_value = "turns", conflicts_with = "share")]
    pub(in crate::cli) metric: Asked,

    /// Instead of measuring: a share of independent games, such as 0.25
    #[arg(long, value_name = "P", value_parser = values::share, allow_hyphen_values = true, conflicts_with = "ChangeArgs")]
    pub(in crate::cli) share: Option<f64>,

    /// How well the mean is to be known: half the length of its interval
    #[arg(long, value_name = "E", value_parser = values::positive, allow_hyphen_values = true)]
    pub(in crate::cli) error: Option<f64>,

    /// What difference between two runs is to be found
    #[arg(long, value_name = "D", value_parser = values::positive, allow_hyphen_values = true)]
    pub(in crate::cli) detect: Option<f64>,

    /// With what probability it is to be found
    #[arg(long, value_name = "P", value_parser = values::share, allow_hyphen_values = true, default_value_t = 0.8)]
    pub(in crate::cli) power: f64,

    #[command(flatten)]
    pub(in crate::cli) changes: ChangeArgs,

    /// Games of the pilot, rounded up to whole groups [default: 400]
    #[arg(long, value_name = "N", value_parser = values::games, allow_hyphen_values = true, conflicts_with = "share")]
    pub(in crate::cli) games: Option<u64>,

    /// The master seed of the pilot: decimal, 0x hexadecimal, or `random` [default: the scenario's]
    #[arg(long, value_name = "S", value_parser = values::seed, allow_hyphen_values = true, conflicts_with = "share")]
    pub(in crate::cli) seed: Option<u64>,

    /// The form of the answer
    #[arg(long, value_enum, default_value_t = ReportFormat::Text)]
    pub(in crate::cli) format: ReportFormat,

    #[command(flatten)]
    pub(in crate::cli) drive: DriveArgs,

    #[command(flatten)]
    pub(in crate::cli) shelf: ShelfArgs,
}
