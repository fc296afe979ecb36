//! How a run tells people how far it is: a bar on a terminal, elsewhere a plain line now and then.

use std::ops::Range;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::batch::asked::Asked;
use crate::batch::estimate::{Design, interval};
use crate::batch::plan::Plan;
use crate::batch::runner::Progress;
use crate::batch::tally::Tally;
use crate::cards::wording::counted;
use crate::cli::term;

/// How often a line is written where there is no terminal.
const LINES: Duration = Duration::from_secs(30);

/// Tells how far a run is.
pub(in crate::cli) struct Meter {
    began: Instant,
    plan: Plan,
    /// Whether a rule may end it.
    may_stop: bool,
    estimated: bool,
    told: Duration,
    shown: Shown,
}

/// Where it is told.
enum Shown {
    Bar(ProgressBar),
    Lines,
    Nowhere,
}

impl Meter {
    /// A meter for those blocks of a plan, or for all of it until its rule is met.
    pub(in crate::cli) fn new(plan: &Plan, part: Option<&Range<u64>>, quiet: bool) -> Meter {
        let games = part.map_or(plan.games(), |blocks| plan.games_in(blocks).count() as u64);
        let may_stop = part.is_none() && plan.until().is_some();
        let bar = ProgressBar::with_draw_target(Some(games), ProgressDrawTarget::stderr());
        let shown = match (quiet, bar.is_hidden()) {
            (true, _) => Shown::Nowhere,
            (false, true) => Shown::Lines,
            (false, false) => Shown::Bar(bar.with_style(style())),
        };
        Meter { began: Instant::now(), plan: plan.clone(), may_stop, estimated: false, told: Duration::ZERO, shown }
    }

    /// Hears how far the run is.
    pub(in crate::cli) fn hear(&mut self, progress: &Progress<'_>) {
        let elapsed = self.began.elapsed();
        if let Shown::Bar(bar) = &self.shown {
            bar.set_position(progress.games_played);
            bar.set_message(self.speed(progress, elapsed) + &self.known(progress.tally));
        }
        let first = !self.estimated && progress.tally.games() > progress.games_before;
        if first && progress.blocks_kept < progress.blocks_planned {
            self.estimated = true;
            self.line(&self.estimate(progress, elapsed));
        }
        if matches!(self.shown, Shown::Lines) && elapsed >= self.told + LINES {
            self.told = elapsed;
            self.line(&self.so_far(progress, elapsed));
        }
    }

    /// The run is over: the bar goes, and says how long the games took.
    pub(in crate::cli) fn end(self) -> Duration {
        if let Shown::Bar(bar) = &self.shown {
            bar.finish_and_clear();
        }
        self.began.elapsed()
    }

    fn line(&self, text: &str) {
        match &self.shown {
            Shown::Bar(bar) => bar.println(text),
            Shown::Lines => term::say(text),
            Shown::Nowhere => {}
        }
    }

    fn estimate(&self, progress: &Progress<'_>, elapsed: Duration) -> String {
        let (games, most) =
            (progress.games_played - progress.games_before, progress.games_planned - progress.games_before);
        let whole = elapsed.as_secs_f64() * most as f64 / games.max(1) as f64;
        let may_stop = if self.may_stop { ", less if its rule is met" } else { "" };
        let games = counted(games, "game", "games");
        format!("{games} in {}; all {most} in about {}{may_stop}", time(elapsed.as_secs_f64()), time(whole))
    }

    fn so_far(&self, progress: &Progress<'_>, elapsed: Duration) -> String {
        let (done, most) = (progress.games_played, progress.games_planned);
        let left = elapsed.as_secs_f64() * (most - done) as f64 / (done - progress.games_before).max(1) as f64;
        let (speed, known) = (self.speed(progress, elapsed), self.known(progress.tally));
        format!("{done} of {}, {speed}, about {} left{known}", counted(most, "game", "games"), time(left))
    }

    fn speed(&self, progress: &Progress<'_>, elapsed: Duration) -> String {
        let games = (progress.games_played - progress.games_before) as f64;
        format!("{:.0} games/s", games / elapsed.as_secs_f64().max(0.001))
    }

    /// What is known by now: how well what the run waits for, or how long games are.
    fn known(&self, tally: &Tally) -> String {
        if let Some(until) = self.plan.until().filter(|_| self.may_stop) {
            let known = until.width_asked().zip(until.width(&self.plan, tally));
            return known.map_or_else(String::new, |(asked, widest)| format!(", error {widest:.4} of {asked}"));
        }
        let turns = Asked::default().stats(&self.plan, tally);
        let design = Design::of(&self.plan, tally);
        let known = turns
            .first()
            .and_then(|(kind, stat)| Some((stat.groups.ratio()?, interval(*kind, stat, &design)?.half_width())));
        known.map_or_else(String::new, |(mean, half)| format!(", turns {mean:.1} ± {half:.1}"))
    }
}

fn style() -> ProgressStyle {
    // The template is a constant that a test has looked at; a plain bar would do as well.
    ProgressStyle::with_template(TEMPLATE).unwrap_or_else(|_| ProgressStyle::default_bar())
}

/// What does not fit is cut off behind: of a line that breaks, a part would be left standing at every step.
const TEMPLATE: &str = "{bar:12} {pos}/{len} games  {eta} left  {wide_msg}";

/// A duration for people.
fn time(seconds: f64) -> String {
    match seconds {
        s if s < 10.0 => format!("{s:.1} s"),
        s if s < 120.0 => format!("{s:.0} s"),
        s if s < 7200.0 => format!("{:.0} min", s / 60.0),
        s => format!("{:.1} h", s / 3600.0),
    }
}

#[cfg(test)]
mod tests {
    use std::io;
    use std::sync::{Arc, Mutex};

    use indicatif::TermLike;

    use crate::batch::fake::{group, order};
    use crate::batch::plan::Order;

    use super::*;

    /// A terminal that keeps what is written to it.
    #[derive(Debug, Clone)]
    struct Screen {
        columns: u16,
        written: Arc<Mutex<String>>,
    }

    impl TermLike for Screen {
        fn width(&self) -> u16 {
            self.columns
        }
        fn move_cursor_up(&self, _: usize) -> io::Result<()> {
            Ok(())
        }
        fn move_cursor_down(&self, _: usize) -> io::Result<()> {
            Ok(())
        }
        fn move_cursor_right(&self, _: usize) -> io::Result<()> {
            Ok(())
        }
        fn move_cursor_left(&self, _: usize) -> io::Result<()> {
            Ok(())
        }
        fn write_line(&self, text: &str) -> io::Result<()> {
            self.write_str(&format!("{text}\r"))
        }
        fn write_str(&self, text: &str) -> io::Result<()> {
            self.written.lock().unwrap().push_str(text);
            Ok(())
        }
        fn clear_line(&self) -> io::Result<()> {
            self.write_str("\r")
        }
        fn flush(&self) -> io::Result<()> {
            Ok(())
        }
    }

    fn meter(rule: Option<&str>) -> Meter {
        let until = rule.map(|rule| rule.parse().unwrap());
        Meter::new(&Plan::new(Order { until, ..order(4, 2000, true) }).unwrap(), None, true)
    }

    #[test]
    fn progress_is_told_in_words() {
        let mut tally = Tally::new(4);
        (0..128).for_each(|g| tally.add_group(&group(4, 7, g)));
        let progress = Progress {
            games_played: 512,
            games_before: 0,
            games_planned: 2000,
            blocks_kept: 2,
            blocks_planned: 8,
            tally: &tally,
        };
        let four = Duration::from_secs(4);
        assert_eq!(meter(None).estimate(&progress, four), "512 games in 4.0 s; all 2000 in about 16 s");
        let known = meter(None).so_far(&progress, four);
        assert!(known.starts_with("512 of 2000 games, 128 games/s, about 12 s left, turns "), "{known}");
        let waiting = meter(Some("ci(won) <= 0.02")).so_far(&progress, four);
        assert!(waiting.contains(", error 0.") && waiting.ends_with(" of 0.02"), "{waiting}");
        let resumed = meter(Some("ci(won) <= 0.02")).estimate(&Progress { games_before: 256, ..progress }, four);
        assert_eq!(resumed, "256 games in 4.0 s; all 1744 in about 27 s, less if its rule is met");
    }

    #[test]
    fn times_are_told_in_the_unit_that_fits() {
        assert_eq!([1.25, 59.6, 300.0, 9000.0].map(time), ["1.2 s", "60 s", "5 min", "2.5 h"]);
    }

    #[test]
    fn the_template_is_one_and_fits_any_terminal() {
        assert!(ProgressStyle::with_template(TEMPLATE).is_ok());
        for columns in [50, 80, 100] {
            let term = Screen { columns, written: Arc::default() };
            let target = ProgressDrawTarget::term_like(Box::new(term.clone()));
            let bar = ProgressBar::with_draw_target(Some(2_000_000), target).with_style(style());
            bar.set_message("1234 games/s, error 0.0123 of 0.01");
            bar.set_position(1_999_999);
            bar.tick();
            let shown = term.written.lock().unwrap().clone();
            let last = shown.rsplit('\r').next().unwrap_or_default();
            assert!(last.contains("1999999/2000000 games"), "{columns} columns: {shown:?}");
            assert!(last.chars().count() <= usize::from(columns), "{columns} columns: {last:?}");
        }
    }
}
