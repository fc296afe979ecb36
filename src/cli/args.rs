//! What was typed.

mod changes;
mod compare;
mod games;
mod power;
mod runs;

use std::path::PathBuf;
use std::time::Duration;

use clap::{Arg, Args, ColorChoice, Command, CommandFactory, Parser, Subcommand, ValueEnum};

pub(super) use changes::ChangeArgs;
pub(super) use compare::CompareArgs;
pub(super) use games::{DetailArg, PlayArgs, ReplayArgs, ShowArgs, TraceArgs, TraceFormat};
pub(super) use power::PowerArgs;
pub(super) use runs::{
    DriveArgs, ExportArgs, ReportArgs, RunArgs, ShardMergeArgs, ShardPlanArgs, ShardRunArgs, ShardVerb, StudyArgs,
    TablesArg, VerifyArgs,
};

use super::values;
use crate::batch::validation::PLAYERS;

/// What extra turns, skips, added combats and ended turns do to a Commander table: seeded games by the thousand.
#[derive(Debug, Parser)]
#[command(name = "turnlab", version, after_help = EXAMPLES, max_term_width = 100)]
pub(super) struct Turnlab {
    #[command(subcommand)]
    pub(super) verb: Verb,

    /// When to colour what is written to a terminal
    #[arg(long, global = true, value_enum, value_name = "WHEN", default_value_t = ColorChoice::Auto)]
    #[arg(hide_possible_values = true, help = "When to colour the output: auto, always or never")]
    pub(super) color: ColorChoice,
}

const EXAMPLES: &str = "\
Examples:
  turnlab run                                  play the default study, 2000 games
  turnlab run --deck my-deck.txt --games 400   seat your own deck against it
  turnlab new slow-table                       write a scenario to change and play
  turnlab replay reports/default-20261120 17   see game 17 of a run, turn by turn
  turnlab check                                hold the rules against their cases
  turnlab puzzles --agent random               measure a player by boards with one right answer

Exit codes: 0 done; 1 the run failed or a difference was found; 2 the input was wrong;
130 interrupted, and the run can go on with --resume.";

#[derive(Debug, Subcommand)]
pub(super) enum Verb {
    /// Play many games and measure them
    Run(RunArgs),
    /// Play the same deals in two ways or more and compare them game by game, or compare runs
    Compare(CompareArgs),
    /// Say how many games a question needs
    Power(PowerArgs),
    /// Play regression scenarios and say where they differ
    Check(CheckArgs),
    /// Measure a player by boards with one right answer
    Puzzles(PuzzlesArgs),
    /// Hold simulated games against recorded ones, another engine, exact arithmetic and other players
    Validate(ValidateArgs),
    /// Vary the numbers that the heuristic player plays by, one at a time, by self-play
    Tune(TuneArgs),
    /// Show one game of a scenario, play by play
    Trace(TraceArgs),
    /// Play at the table yourself, in the terminal, or follow a table of agents
    Play(PlayArgs),
    /// Show one game of an earlier run again, from what the run kept
    Replay(ReplayArgs),
    /// Look whether everything in a run's folder is as it was written
    Verify(VerifyArgs),
    /// Write report.html of a finished run again, from its results alone
    Report(ReportArgs),
    /// Write a run's tables and manifest again, from its blocks
    Export(ExportArgs),
    /// Cut a run into shards, play them anywhere, and put them together again
    #[command(subcommand)]
    Shard(ShardVerb),
    /// Check and convert deck lists
    Deck(DeckArgs),
    /// Look up the cards that can be played
    Cards(CardsArgs),
    /// Write a commented scenario to start from
    New(NewArgs),
    /// List every key of scenario files, every column of results and every metric, or those with one name
    Schema {
        /// A table or key of scenario files, a file of results, a column or a metric
        #[arg(value_name = "NAME")]
        name: Option<String>,
    },
    /// Write the completions of a shell on standard output
    Completions {
        /// Which shell
        #[arg(value_enum)]
        shell: clap_complete::Shell,
    },
    /// Write the manual page of turnlab, or of one of its commands, on standard output
    Man {
        /// A command, and one of its own: `study export`
        #[arg(value_name = "COMMAND")]
        command: Vec<String>,
    },
    /// List or export the embedded studies
    #[command(subcommand)]
    Study(StudyVerb),
    /// Check a program that plays seats, or print the schema of its protocol
    #[command(subcommand)]
    Agent(AgentVerb),
}

#[derive(Debug, Args)]
pub(super) struct CheckArgs {
    /// Regression scenarios, or folders of them [default: the embedded suite]
    #[arg(value_name = "PATH")]
    pub(super) paths: Vec<String>,

    /// Check this program on this machine: the embedded suite, determinism, and N games with every invariant [default: 200]
    #[arg(long = "self", value_name = "N", num_args = 0..=1, default_missing_value = "200", value_parser = values::games, allow_negative_numbers = true, conflicts_with = "paths")]
    pub(super) of_itself: Option<u64>,

    /// The first of the games of `--self`: so that many can be played in parts
    #[arg(long, value_name = "GAME", value_parser = values::game, allow_hyphen_values = true, default_value = "0", hide_default_value = true, requires = "of_itself", conflicts_with = "paths")]
    pub(super) first_game: u64,

    /// Who plays every seat of the games of `--self`, instead of the players of the studies
    #[arg(long, value_name = "NAME", requires = "of_itself", conflicts_with = "paths")]
    pub(super) agent: Option<String>,

    /// Start the programs that the scenarios name as players
    #[arg(long)]
    pub(super) allow_agents: bool,

    /// Rewrite the digests of cases whose outline is still right
    #[arg(long, requires = "paths", conflicts_with = "of_itself")]
    pub(super) bless: bool,

    /// Rewrite outlines too
    #[arg(long, requires = "bless")]
    pub(super) bless_outline: bool,

    #[command(flatten)]
    pub(super) shelf: ShelfArgs,
}

#[derive(Debug, Args)]
#[command(after_help = "\
However many are solved, the exit code is 0: it is a measurement.
`turnlab check PUZZLE` holds a puzzle against its own solution, `turnlab trace PUZZLE` shows it,
and `turnlab trace PUZZLE --agent NAME` shows what somebody else does.")]
pub(super) struct PuzzlesArgs {
    /// Puzzles, or folders of them [default: the embedded ones]
    #[arg(value_name = "PATH")]
    pub(super) paths: Vec<String>,

    /// Who solves them: heuristic, search, random, pass or any other agent; `scripted` plays their own solutions
    #[arg(long, value_name = "NAME", default_value = "heuristic")]
    pub(super) agent: String,

    /// Read files that a puzzle names though they stand outside its folder
    #[arg(long)]
    pub(super) allow_outside: bool,

    /// Only puzzles of this kind
    #[arg(long, value_name = "KIND")]
    pub(super) kind: Option<String>,

    /// The form of the result
    #[arg(long, value_enum, default_value_t = SummaryFormat::Table)]
    pub(super) format: SummaryFormat,
}

#[derive(Debug, Args)]
#[command(after_help = "\
The tables, and the figures that they are held against with their sources, are in scenarios/validation.
docs/validation.md and docs/validation.html are what it writes with `--out docs/validation.md --out docs/validation.html`.")]
pub(super) struct ValidateArgs {
    /// Games of each table, and with each deck; half as many on each rung of the ladder
    #[arg(long, value_name = "N", default_value = "1000", value_parser = values::games_in_memory, allow_hyphen_values = true)]
    pub(super) games: u64,

    /// The master seed: decimal or 0x hexadecimal
    #[arg(long, value_name = "S", default_value = "20261122", value_parser = values::seed, allow_hyphen_values = true)]
    pub(super) seed: u64,

    /// The uppermost player of the ladder and of the puzzles; search plays a game in seconds, not milliseconds
    #[arg(long, value_name = "PLAYER", default_value = "search", value_parser = PLAYERS)]
    pub(super) up_to: String,

    /// Writes the page to this file instead of standard output: with pictures if it ends in .html, otherwise as Markdown; again
    /// for both
    #[arg(long, value_name = "FILE")]
    pub(super) out: Vec<String>,
}

#[derive(Debug, Args)]
#[command(after_help = "\
Nothing is changed: what is accepted is told, and is to be written into src/agents/heuristic/weights.rs.
docs/tuning.md is what it wrote in November 2026.")]
pub(super) struct TuneArgs {
    /// A weight, or `pilot.` and a number of a seat's pilot; again for more [default: all of them]
    #[arg(long = "weight", value_name = "NAME")]
    pub(super) weights: Vec<String>,

    /// Deals of each deck, each played with the candidate in every place and from every position
    #[arg(long, value_name = "N", default_value = "10", value_parser = values::deals, allow_hyphen_values = true)]
    pub(super) deals: u64,

    /// Seats at a table, 2 to 6
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = values::seats, allow_hyphen_values = true)]
    pub(super) seats: u8,

    /// By how many percent a number is made less and more
    #[arg(long, value_name = "P", default_value_t = 40, value_parser = values::step, allow_hyphen_values = true)]
    pub(super) step: u16,

    /// The master seed: decimal or 0x hexadecimal
    #[arg(long, value_name = "S", default_value = "20261123", value_parser = values::seed, allow_hyphen_values = true)]
    pub(super) seed: u64,

    /// Writes the page to this file instead of standard output; one that is there is refused
    #[arg(long, value_name = "FILE")]
    pub(super) out: Option<String>,
}

#[derive(Debug, Args)]
pub(super) struct DeckArgs {
    /// Deck lists, `-` for standard input: plain text, or as exported by Arena, MTGO (text, .dek), Moxfield, Archidekt, Forge, XMage, Cockatrice;
    /// the JSON of Moxfield, Archidekt, MTGJSON; or a table with a header
    #[arg(value_name = "FILE", required = true)]
    pub(super) files: Vec<String>,

    /// What the deck is for
    #[arg(long, value_enum, default_value_t = FormatArg::Commander)]
    pub(super) format: FormatArg,

    /// The commander, when the list does not say; twice for two with partner abilities
    #[arg(long, value_name = "CARD")]
    pub(super) commander: Vec<String>,

    /// Write the deck as a list in this format instead of a report
    #[arg(long, alias = "to", value_enum, value_name = "FORMAT")]
    pub(super) convert: Option<ListArg>,

    /// The file for the converted list; one that is there is refused [default: standard output]
    #[arg(long, value_name = "FILE", requires = "convert")]
    pub(super) out: Option<PathBuf>,

    #[command(flatten)]
    pub(super) shelf: CardArgs,
}

/// Which cards there are beside the embedded ones.
#[derive(Debug, Clone, Default, PartialEq, Eq, Args)]
pub(super) struct CardArgs {
    /// Card files of your own, beside the embedded cards
    #[arg(long, value_name = "FILE", num_args = 1..)]
    pub(super) cards: Vec<String>,

    /// Facts of further cards: card objects as JSON, or a table with a header (commas or tabs); those whose rules text is in
    /// it, and understood in full, are played as printed
    #[arg(long, value_name = "FILE")]
    pub(super) card_facts: Option<String>,

    /// Play cards that are not known: `facts` as their printed bodies without abilities, `blank` those without facts as
    /// colourless spells for {3} that do nothing, and lands that tap for {C}
    #[arg(long, value_enum, value_name = "HOW", hide_possible_values = true)]
    pub(super) allow_unknown: Option<UnknownArg>,
}

/// Those, and where the files of scenarios may stand.
#[derive(Debug, Clone, Default, PartialEq, Eq, Args)]
pub(super) struct ShelfArgs {
    #[command(flatten)]
    pub(super) cards: CardArgs,

    /// Read files that a scenario names though they stand outside its folder
    #[arg(long)]
    pub(super) allow_outside: bool,
}

/// What cards that are not known are played as.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum UnknownArg {
    /// Their printed bodies, by `--card-facts`.
    Facts,
    /// Those, and blank spells where there are no facts.
    Blank,
}

#[derive(Debug, Args)]
#[command(args_conflicts_with_subcommands = true)]
pub(super) struct CardsArgs {
    #[command(subcommand)]
    pub(super) verb: Option<CardsVerb>,

    /// A name or a part of it, a type, a keyword, or a word of the effects such as `extra-turn`; all words must match. Of
    /// several names in quotes each card is shown
    #[arg(value_name = "QUERY")]
    pub(super) query: Vec<String>,

    /// Only cards with this tag, such as `extra-turn` or `ramp`; several must all fit
    #[arg(long, value_name = "TAG")]
    pub(super) tag: Vec<String>,

    /// Only cards written with this word of the vocabulary, such as `add-phase` or `untap-limit`
    #[arg(long, value_name = "WORD")]
    pub(super) primitive: Vec<String>,

    /// Only cards whose colour identity is within these letters of WUBRG; C for colourless
    #[arg(long, alias = "identity", value_name = "LETTERS")]
    pub(super) colour: Option<String>,

    /// Only cards with this type, supertype or subtype
    #[arg(long, value_name = "TYPE")]
    pub(super) r#type: Vec<String>,

    /// Say which cards of a deck list can be played, instead
    #[arg(long, value_name = "FILE", conflicts_with_all = ["query", "tag", "primitive", "colour", "type"])]
    pub(super) deck: Option<String>,

    /// Count the cards for each tag and each word of the vocabulary, instead
    #[arg(long, conflicts_with_all = ["query", "tag", "primitive", "colour", "type", "deck"])]
    pub(super) coverage: bool,

    /// List in what cards differ from what is printed on them, instead
    #[arg(long, conflicts_with_all = ["query", "tag", "primitive", "colour", "type", "deck", "coverage"])]
    pub(super) notes: bool,

    /// The form of the answer
    #[arg(long, value_enum, default_value_t = TableFormat::Table)]
    pub(super) format: TableFormat,

    #[command(flatten)]
    pub(super) shelf: CardArgs,
}

#[derive(Debug, Subcommand)]
pub(super) enum CardsVerb {
    /// Translate printed rules text into entries of a card file
    Import(ImportArgs),
}

#[derive(Debug, Args)]
#[command(after_help = "\
Example:
  turnlab cards import oracle-cards.json --deck my-deck.txt --out my-cards.toml
  turnlab run --deck my-deck.txt --cards my-cards.toml

A card is translated when every word of its rules text is understood, and refused with the sentence that is not; nothing is
guessed. The entries can be read, corrected and kept; docs/cards.md tells their words.")]
pub(super) struct ImportArgs {
    /// Card objects as JSON (by name, or as an array), or a table with a header and a column `text`
    #[arg(value_name = "FILE")]
    pub(super) file: String,

    /// Only the cards of these deck lists that are not known [default: all that may be in a Commander deck]
    #[arg(long, value_name = "LIST", num_args = 1..)]
    pub(super) deck: Vec<String>,

    /// The card file for the entries; one that is there is refused [default: none]
    #[arg(long, value_name = "FILE")]
    pub(super) out: Option<PathBuf>,

    /// Card files of your own, whose cards are known
    #[arg(long, value_name = "FILE", num_args = 1..)]
    pub(super) cards: Vec<String>,

    /// Hold the entries of known cards against their printed text instead, and tell what differs
    #[arg(long, conflicts_with_all = ["deck", "out"])]
    pub(super) compare: bool,

    /// The form of the answer
    #[arg(long, value_enum, default_value_t = TableFormat::Table)]
    pub(super) format: TableFormat,
}

/// The forms of a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum TableFormat {
    /// Columns to read.
    Table,
    /// Comma-separated values with a header.
    Csv,
}

#[derive(Debug, Args)]
pub(super) struct NewArgs {
    /// The scenario's name; it is written to NAME.toml in the current folder
    #[arg(value_name = "NAME")]
    pub(super) name: String,
}

#[derive(Debug, Subcommand)]
pub(super) enum StudyVerb {
    /// List the embedded studies
    List,
    /// Write an embedded study to standard output
    Export {
        /// Its name
        #[arg(value_name = "NAME")]
        name: String,
    },
}

#[derive(Debug, Subcommand)]
pub(super) enum AgentVerb {
    /// Try everything on a program that a player has to be able to do, and say pass or fail for each
    Check(ExamineArgs),
    /// Print the JSON Schema of the messages between turnlab and a program
    Schema,
}

#[derive(Debug, Args)]
#[command(after_help = "\
Example:
  turnlab agent check --deadline 2s python3 my-bot.py --depth 3

docs/agents.md tells the protocol and what each item of the list means. Some items are only skipped, such as several
games at once for a program that does not offer it.

Exit codes: 0 nothing failed; 1 something failed; 2 there is no such program.")]
pub(super) struct ExamineArgs {
    /// The program and its arguments
    #[arg(value_name = "CMD", required = true, trailing_var_arg = true, allow_hyphen_values = true)]
    pub(super) command: Vec<String>,

    /// How long it may take for one answer, such as 500ms or 2s
    #[arg(long, value_name = "TIME", value_parser = values::deadline, allow_hyphen_values = true, default_value = "10s")]
    pub(super) deadline: Duration,

    /// Options that it is told, as a JSON object
    #[arg(long, value_name = "JSON")]
    pub(super) options: Option<String>,

    /// The form of the report
    #[arg(long, value_enum, default_value_t = ReportFormat::Text)]
    pub(super) format: ReportFormat,
}

/// The forms of a report.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum ReportFormat {
    /// Text for people.
    Text,
    /// One JSON object.
    Json,
}

/// Who asks the players.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum DriverArg {
    /// Actors with mailboxes.
    Actors,
    /// A plain loop.
    Direct,
}

/// The forms of a run's summary.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum SummaryFormat {
    Table,
    Json,
    Csv,
}

/// The formats a deck can be checked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum FormatArg {
    Commander,
    Constructed,
}

/// The formats a deck can be written in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum ListArg {
    /// Counts and names under headers.
    Plain,
    /// Magic: The Gathering Arena.
    Arena,
    /// Text of Magic Online.
    Mtgo,
    /// `.dek` of Magic Online.
    Dek,
    Moxfield,
    Archidekt,
    /// `.dck` of Forge.
    Forge,
    /// `.dck` of XMage.
    Xmage,
    /// `.cod` of Cockatrice.
    Cockatrice,
}

/// The command line, whose usage names what stands alone before options that take all words after them.
pub(super) fn command() -> Command {
    positionals_first(Turnlab::command(), "turnlab")
}

fn positionals_first(command: Command, typed: &str) -> Command {
    let takes_all = |arg: &Arg| !arg.is_positional() && arg.get_num_args().is_some_and(|many| many.max_values() > 1);
    let alone: Vec<String> = command.get_positionals().map(ToString::to_string).collect();
    let verbs: Vec<String> = command.get_subcommands().map(|verb| verb.get_name().to_owned()).collect();
    let mut usage = format!("{typed} {} [OPTIONS]", alone.join(" "));
    if !verbs.is_empty() {
        usage += &format!("\n       {typed} <COMMAND>");
    }
    let command = match !alone.is_empty() && command.get_arguments().any(takes_all) {
        true => command.override_usage(usage),
        false => command,
    };
    verbs.iter().fold(command, |command, verb| {
        command.mut_subcommand(verb, |inner| positionals_first(inner, &format!("{typed} {verb}")))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_arguments_fit_together() {
        Turnlab::command().debug_assert();
    }

    fn refused(line: &str) -> String {
        Turnlab::try_parse_from(line.split(' ')).unwrap_err().to_string()
    }

    #[test]
    fn negative_numbers_are_values_and_not_unknown_options() {
        let text = refused("turnlab run --games -5");
        assert!(text.starts_with("error: invalid value '-5' for '--games <N>': expected a whole number"), "{text}");
    }

    #[test]
    fn options_that_need_or_exclude_others() {
        assert!(refused("turnlab run --resume").contains("--out <DIR>"));
        assert!(refused("turnlab run --out x --resume --force").contains("cannot be used with"));
        assert!(refused("turnlab check a.toml --bless-outline").contains("--bless"));
    }

    #[test]
    fn several_decks_follow_one_option() {
        let Verb::Run(run) = Turnlab::try_parse_from(["turnlab", "run", "s.toml", "--deck", "a", "b"]).unwrap().verb
        else {
            panic!("a run");
        };
        assert_eq!(
            (run.study.scenario.as_deref(), run.study.deck),
            (Some("s.toml"), vec!["a".to_owned(), "b".to_owned()])
        );
    }
}
