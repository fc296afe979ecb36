//! The arguments of `turnlab compare`.

use std::path::PathBuf;

use clap::Args;

use super::{ChangeArgs, DriveArgs, ShelfArgs, SummaryFormat};
use crate::batch::asked::Asked;
use crate::batch::until::Until;
use crate::cli::values;
use crate::report::comparison::Assertion;

#[derive(Debug, Args)]
#[command(after_help = "\
The first is the base, with which every other is compared, game by game on the same deals. With changes the base is the
scenario as it is, and every change is a variant of its own, or all of them one with --together.
What is played goes to --out, a run's folder each, with compare.csv (every metric) and pairs.csv (every pair of games);
the same command goes on where it was interrupted, or adds games.
An assertion holds when all of the 95% interval agrees; one that does not hold ends with exit code 1.")]
pub(in crate::cli) struct CompareArgs {
    /// Scenario files, names of embedded studies, or folders of runs [default with changes: the study `default`]
    #[arg(value_name = "SCENARIO|DIR")]
    pub(in crate::cli) sides: Vec<String>,

    #[command(flatten)]
    pub(in crate::cli) changes: ChangeArgs,

    /// All changes are one variant
    #[arg(long)]
    pub(in crate::cli) together: bool,

    /// How many games of each, rounded up to whole deals [default: the base's]
    #[arg(long, value_name = "N", value_parser = values::games, allow_hyphen_values = true)]
    pub(in crate::cli) games: Option<u64>,

    /// The master seed: decimal, 0x hexadecimal, or `random` [default: the base's]
    #[arg(long, value_name = "S", value_parser = values::seed, allow_hyphen_values = true)]
    pub(in crate::cli) seed: Option<u64>,

    /// What the comparison is about: METRIC, or METRIC,SEAT, or METRIC,position N; several are told in this order
    #[arg(long, value_name = "METRIC", value_parser = Asked::parse, default_value = "turns")]
    pub(in crate::cli) metric: Vec<Asked>,

    /// Stop when every such difference is known so well, such as 'ci(turns) <= 0.5': looks after 128 groups of games, and then after a
    /// quarter more each time, up to --games
    #[arg(long, value_name = "RULE", value_parser = Until::parse_of_differences, allow_hyphen_values = true)]
    pub(in crate::cli) until: Option<Until>,

    /// What must hold of every difference: 'turns < 1', '|turns| < 1', '0 < won,Talrand < 0.1'
    #[arg(long, value_name = "STATEMENT", value_parser = Assertion::parse, allow_hyphen_values = true)]
    pub(in crate::cli) assert: Vec<Assertion>,

    /// The folder for what is played and found [default, if anything is played: reports/compare-NAME-SEED, or -2 and so on]
    #[arg(long, value_name = "DIR")]
    pub(in crate::cli) out: Option<PathBuf>,

    /// The form of the comparison on standard output
    #[arg(long, value_enum, default_value_t = SummaryFormat::Table)]
    pub(in crate::cli) format: SummaryFormat,

    #[command(flatten)]
    pub(in crate::cli) drive: DriveArgs,

    #[command(flatten)]
    pub(in crate::cli) shelf: ShelfArgs,
}

impl CompareArgs {
    /// Everything that is asked about.
    pub(in crate::cli) fn asked(&self) -> impl Iterator<Item = &Asked> {
        let asserted = self.assert.iter().map(Assertion::asked);
        self.metric.iter().chain(asserted).chain(self.until.iter().map(Until::asked))
    }
}
