//! `turnlab replay DIR K --step`: a walk through a game, led by commands on standard input, a line each.

use std::io::{self, BufRead, IsTerminal, Read, Write};
use std::num::NonZeroU32;
use std::sync::Arc;

use super::args::ShowArgs;
use super::failure::Failure;
use super::term::{self, Paint};
use super::trace;
use crate::cards::limits;
use crate::table::Matchup;
use crate::table::trace::Guide;
use crate::table::walk::{Stop, Walk, notation};

/// What can be typed.
const HELP: &str = "\
n, b    to the next decision, back to the one before
s, S    to the next step, back to the one before
t, T    to the next turn, back to the one before; all of these take a number: t 5
g N     to turn N; 0 is the beginning
        what is walked through is told; t 5 and g jump, and only what happens last is told
p       the schedule of turns and the table, as they stand
o       what can be answered to the pending decision
c ...   answer it otherwise, and go on from there; `o` lists the options by number
        c 3      that option, and what it needs: c 3 1
        c 0,2    these options, or in this order; c none
        c 5      a number
        c 0:1    option 1 for item 0; several with commas
        c default, c concede
h       this list
q       the end
";

/// A command.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Command {
    Forward(Stop, u32),
    Back(Stop, u32),
    GoTo(u32),
    Show,
    Options,
    Answer(String),
    Help,
    Quit,
    Nothing,
}

/// Leads somebody through the game. From a terminal, what is wrong is said and forgotten; otherwise it ends the walk.
/// Returns whether a question was answered otherwise than by the players.
///
/// # Errors
/// A wrong command in a script; standard input or output that fails.
pub(super) fn walk(matchup: Matchup, game: u64, show: &ShowArgs, paint: Paint) -> Result<bool, Failure> {
    let address = matchup.address(game);
    let catalog = Arc::clone(matchup.scenario().catalog());
    let cast = matchup.cast(address);
    let mut guide = Guide::new(cast, catalog, trace::detail(show), show.hands, trace::look(paint));
    let stdin = io::stdin();
    let walk = Walk::new(matchup, address, &mut guide);
    let mut session = Session { walk, guide, by_hand: stdin.is_terminal(), own: false };
    session.lead(&mut stdin.lock(), &mut io::stdout().lock())?;
    Ok(session.own)
}

/// Somebody at work.
struct Session {
    walk: Walk,
    guide: Guide,
    /// Commands are typed, and not read from a script.
    by_hand: bool,
    /// A question was answered otherwise.
    own: bool,
}

impl Session {
    fn lead(&mut self, commands: &mut impl BufRead, out: &mut impl Write) -> Result<(), Failure> {
        self.told(out)?;
        let mut line = String::new();
        for number in 1.. {
            self.prompt();
            line.clear();
            let read = commands.take(limits::LINE_BYTES as u64 + 1).read_line(&mut line).map_err(unreadable)?;
            if read == 0 {
                break;
            }
            if read > limits::LINE_BYTES {
                let most = limits::LINE_BYTES;
                return Err(Failure::Input(format!("command {number}: the line has more than {most} bytes")));
            }
            let done = parse(&line).and_then(|command| match command {
                Command::Quit => Ok(None),
                command => self.perform(command).map(Some),
            });
            match done {
                Ok(None) => break,
                Ok(Some(text)) => out.write_all(text.as_bytes())?,
                Err(wrong) if self.by_hand => term::say(&wrong),
                Err(wrong) => return Err(Failure::Input(format!("command {number}: {wrong}"))),
            }
            out.flush()?;
        }
        Ok(())
    }

    fn prompt(&self) {
        if self.by_hand {
            // Who doesn't see it can type all the same.
            let _ = write!(io::stderr(), "> ").and_then(|()| io::stderr().flush());
        }
    }

    fn told(&mut self, out: &mut impl Write) -> Result<(), Failure> {
        out.write_all(self.arrived().as_bytes())?;
        Ok(out.flush()?)
    }

    /// Does what is asked, and says what there is to see.
    fn perform(&mut self, command: Command) -> Result<String, String> {
        match command {
            Command::Forward(stop, times) => Ok(self.forward(stop, times)),
            Command::Back(stop, times) => {
                for _ in 0..times {
                    if !self.walk.back(stop) {
                        break;
                    }
                }
                Ok(self.arrived())
            }
            Command::GoTo(turn) => {
                self.guide.jump();
                let there = self.walk.to_turn(turn, &mut self.guide);
                let missing = if there { String::new() } else { format!("there is no turn {turn}\n") };
                Ok(self.arrived() + &missing)
            }
            Command::Show => {
                let game = self.walk.game();
                Ok(format!("{}{}", self.guide.schedule(game), self.guide.table(game)))
            }
            Command::Options => Ok(self.guide.options(self.walk.game())),
            Command::Answer(text) => self.answer(&text),
            Command::Help => Ok(HELP.to_owned()),
            Command::Quit | Command::Nothing => Ok(String::new()),
        }
    }

    fn forward(&mut self, stop: Stop, times: u32) -> String {
        if times > 1 {
            self.guide.jump();
        }
        for _ in 0..times {
            if !self.walk.forward(stop, &mut self.guide) {
                break;
            }
        }
        self.arrived()
    }

    fn answer(&mut self, text: &str) -> Result<String, String> {
        let choice = notation::read(self.walk.game(), text).map_err(|wrong| wrong.to_string())?;
        let branch = format!("answered {}: `{}`\n", self.walk.answered(), notation::write(&choice));
        self.walk.answer(choice, &mut self.guide).map_err(|wrong| wrong.to_string())?;
        self.own = true;
        Ok(branch + &self.arrived())
    }

    /// What the last move brought, and where it has led.
    fn arrived(&mut self) -> String {
        self.guide.news(self.walk.game()) + &self.here()
    }

    fn here(&self) -> String {
        let own: Vec<String> = self.walk.own_answers().map(|(number, _)| number.to_string()).collect();
        let off = if own.is_empty() { String::new() } else { format!(" [own answers: {}]", own.join(" ")) };
        format!("== {}{off}\n", self.guide.here(self.walk.game(), self.walk.answered()))
    }
}

fn unreadable(error: io::Error) -> Failure {
    Failure::Input(format!("cannot read standard input: {error}"))
}

fn parse(line: &str) -> Result<Command, String> {
    let line = line.trim();
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let rest = rest.trim();
    let bare = |command| if rest.is_empty() { Ok(command) } else { Err(format!("`{word}` takes nothing: `{rest}`")) };
    let times = || match rest {
        "" => Ok(1),
        _ => match rest.parse().map(NonZeroU32::get) {
            Ok(times @ ..=limits::WALK) => Ok(times),
            Ok(times) => Err(format!("found {times} times, expected at most {}", limits::WALK)),
            Err(_) => Err(format!("`{rest}` is not a number of times")),
        },
    };
    match word {
        "n" => times().map(|n| Command::Forward(Stop::Decision, n)),
        "b" => times().map(|n| Command::Back(Stop::Decision, n)),
        "s" => times().map(|n| Command::Forward(Stop::Step, n)),
        "S" => times().map(|n| Command::Back(Stop::Step, n)),
        "t" => times().map(|n| Command::Forward(Stop::Turn, n)),
        "T" => times().map(|n| Command::Back(Stop::Turn, n)),
        "g" => rest.parse().map(Command::GoTo).map_err(|_| format!("`g` needs the number of a turn: `{rest}`")),
        "c" if rest.is_empty() => Err("`c` needs an answer; `o` lists the options".to_owned()),
        "c" => Ok(Command::Answer(rest.to_owned())),
        "p" => bare(Command::Show),
        "o" => bare(Command::Options),
        "h" | "?" | "help" => bare(Command::Help),
        "q" => bare(Command::Quit),
        "" => Ok(Command::Nothing),
        _ => Err(format!("unknown command `{word}`; `h` lists them all")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_a_letter_and_perhaps_a_number() {
        assert_eq!(parse("n\n"), Ok(Command::Forward(Stop::Decision, 1)));
        assert_eq!(parse(" T 3 "), Ok(Command::Back(Stop::Turn, 3)));
        assert_eq!(parse("g 12"), Ok(Command::GoTo(12)));
        assert_eq!(parse("c 3  0,2\n"), Ok(Command::Answer("3  0,2".to_owned())));
        assert_eq!(parse("\n"), Ok(Command::Nothing));
    }

    #[test]
    fn other_commands_are_refused() {
        let refused = |line| parse(line).expect_err(line);
        assert_eq!(refused("x"), "unknown command `x`; `h` lists them all");
        assert_eq!(refused("t 1000001"), "found 1000001 times, expected at most 1000000");
        assert_eq!(refused("n 0"), "`0` is not a number of times");
        assert_eq!(refused("g"), "`g` needs the number of a turn: ``");
        assert_eq!(refused("c"), "`c` needs an answer; `o` lists the options");
        assert_eq!(refused("p 3"), "`p` takes nothing: `3`");
    }
}
