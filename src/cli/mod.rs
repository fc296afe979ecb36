//! Words typed, calls made: one file a verb.
//!
//! Results go to standard output and everything else to standard error. Exit codes: 0 done; 1 the run failed, or a difference
//! was found; 2 the user's input was wrong; 130 interrupted, with what is finished saved.

mod agent;
mod args;
mod cards;
mod case_files;
mod changes;
mod check;
mod compare;
mod counterfactual;
mod deck;
mod export;
mod failure;
mod load;
mod new;
mod new_file;
mod permit;
mod play;
mod power;
mod puzzles;
mod replay;
mod run;
mod schema;
mod seating;
mod shard;
mod shelf;
mod shells;
mod step;
mod study;
mod term;
mod trace;
mod tune;
mod validate;
mod values;
mod verify;

use std::env;
use std::io::{self, Write};
use std::process::ExitCode;

use clap::error::{ContextKind, ContextValue};
use clap::{ColorChoice, FromArgMatches};

use args::{Turnlab, Verb};
use failure::Failure;
use term::Paint;

use crate::cards::source::nearest;

/// Parses the command line, does what it says, and gives the exit code.
#[must_use]
pub fn main() -> ExitCode {
    let color = term::color_asked(env::args_os());
    let asked = args::command().color(color).try_get_matches().and_then(|m| Turnlab::from_arg_matches(&m));
    match asked {
        Ok(asked) => perform(asked),
        Err(error) => {
            let code = error.exit_code();
            match with_nearest(error).print().and_then(|()| io::stdout().flush()) {
                // A complaint that can't be shown is one still.
                Err(unwritten) if code == 0 => Failure::from(unwritten).report(Paint::stderr(color)),
                _ => ExitCode::from(u8::try_from(code).unwrap_or(2)),
            }
        }
    }
}

/// A complaint of an unknown command, with the nearest one as everywhere, instead of what clap thinks is near.
fn with_nearest(mut error: clap::Error) -> clap::Error {
    if let Some(ContextValue::String(typed)) = error.get(ContextKind::InvalidSubcommand) {
        let command = args::command();
        // The commands of the one that was typed before it.
        let words = env::args_os().skip(1).map(|word| word.to_string_lossy().into_owned());
        let asked = words.take_while(|word| word != typed);
        let inner = asked.fold(&command, |at, word| at.find_subcommand(&word).unwrap_or(at));
        let near = nearest(typed, inner.get_subcommands().map(clap::Command::get_name)).map(str::to_owned);
        error.remove(ContextKind::SuggestedSubcommand);
        error.remove(ContextKind::Suggested);
        if let Some(near) = near {
            error.insert(ContextKind::SuggestedSubcommand, ContextValue::Strings(vec![near]));
        }
    }
    error
}

fn perform(asked: Turnlab) -> ExitCode {
    match verb(asked.verb, asked.color) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(Paint::stderr(asked.color)),
    }
}

fn verb(verb: Verb, color: ColorChoice) -> Result<(), Failure> {
    match verb {
        Verb::Run(args) => run::run(&args),
        Verb::Compare(args) => compare::compare(&args),
        Verb::Power(args) => power::power(&args),
        Verb::Check(args) => check::check(&args, Paint::stdout(color)),
        Verb::Puzzles(args) => puzzles::puzzles(&args),
        Verb::Validate(args) => validate::validate(&args),
        Verb::Tune(args) => tune::tune(&args),
        Verb::Trace(args) => trace::game(&args, Paint::stdout(color)),
        Verb::Play(args) => play::play(&args),
        Verb::Replay(args) => replay::game(&args, Paint::stdout(color)),
        Verb::Shard(verb) => shard::shard(&verb),
        Verb::Verify(args) => verify::verify(&args),
        Verb::Export(args) => export::export(&args),
        Verb::Report(args) => export::report(&args),
        Verb::Deck(args) => deck::deck(&args),
        Verb::Cards(args) => cards::cards(&args),
        Verb::New(args) => new::write(&args),
        Verb::Schema { name } => schema::schema(name.as_deref()),
        Verb::Completions { shell } => shells::completions(shell),
        Verb::Man { command } => shells::manual(&command),
        Verb::Study(verb) => study::study(&verb),
        Verb::Agent(verb) => agent::agent(&verb, Paint::stdout(color)),
    }
}
