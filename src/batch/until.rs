//! Rules that end a run by what it has shown, as they are typed.

use std::fmt;
use std::str::FromStr;

use super::asked::{Asked, Subject};
use super::estimate::{Design, interval};
use super::interval::Interval;
use super::metric::Kind;
use super::plan::Plan;
use super::tally::{Stat, Tally};
use crate::table::columns::serde_as_text;

/// When a run is over before all its games are played: a question, and what answers it.
#[derive(Debug, Clone, PartialEq)]
pub struct Until {
    asked: Asked,
    rule: Rule,
}

/// What answers a question.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Rule {
    /// Half the length of every interval asked for is at most so much.
    ///
    /// Such a rule looks at the variance alone, so the interval of a number of games fixed beforehand holds asymptotically: Chow
    /// and Robbins (1965), "On the asymptotic theory of fixed-width sequential confidence intervals for the mean".
    Width(f64),
    /// The same of the confidence sequence, which holds however often one looks; only of metrics that are 0 or 1.
    Sequence(f64),
    /// Wald's sequential probability ratio test (1945) between two means, with the likelihood of the normal distribution and the
    /// variance that was seen.
    Test(Test),
}

/// A sequential test between two means.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Test {
    /// The mean by the null hypothesis.
    pub null: f64,
    /// The mean by the alternative.
    pub alternative: f64,
    /// How often it may accept the alternative where the null is true.
    pub alpha: f64,
    /// How often it may accept the null where the alternative is true.
    pub beta: f64,
}

/// How a rule was met.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// The interval is narrow enough.
    Narrow,
    /// The test accepts the null hypothesis.
    Null,
    /// The test accepts the alternative.
    Alternative,
}

impl Verdict {
    /// What it says, after the rule's text.
    #[must_use]
    pub const fn told(self) -> &'static str {
        match self {
            Verdict::Narrow => "",
            Verdict::Null => ", which accepts h0",
            Verdict::Alternative => ", which accepts h1",
        }
    }
}

const EXPECTED: &str = "expected such as 'ci(won,Talrand) <= 0.01', 'ci(turns) <= 0.5', 'sequence(won) <= 0.02' or \
                        'sprt(won,Talrand, 0.25, 0.3)' with the means by h0 and h1, and alpha and beta if they are not 0.05";

impl Until {
    /// The rule that ends a run when every entrant's share of wins is known within that error.
    #[must_use]
    pub fn target_error(error: f64) -> Until {
        Until { asked: Asked { metric: "won", of: Subject::EverySeat }, rule: Rule::Width(error) }
    }

    /// The error, if it is such a rule.
    #[must_use]
    pub fn as_target_error(&self) -> Option<f64> {
        match self.rule {
            Rule::Width(error) if *self == Until::target_error(error) => Some(error),
            _ => None,
        }
    }

    /// What is asked about.
    #[must_use]
    pub const fn asked(&self) -> &Asked {
        &self.asked
    }

    /// What answers it.
    #[must_use]
    pub const fn rule(&self) -> Rule {
        self.rule
    }

    /// How far intervals may reach; none of a test.
    #[must_use]
    pub const fn width_asked(&self) -> Option<f64> {
        match self.rule {
            Rule::Width(error) | Rule::Sequence(error) => Some(error),
            Rule::Test(_) => None,
        }
    }

    /// Reads a rule that a comparison can stop by, whose intervals are of differences: `ci(METRIC) <= WIDTH`.
    ///
    /// # Errors
    /// When it is no rule, or not one of the width of intervals.
    pub fn parse_of_differences(text: &str) -> Result<Until, String> {
        let until: Until = text.parse()?;
        match until.rule {
            Rule::Width(_) => Ok(until),
            Rule::Sequence(_) | Rule::Test(_) => {
                Err("a comparison stops when intervals of differences are narrow enough, such as 'ci(turns) <= 0.5'"
                    .into())
            }
        }
    }

    /// The same rule, twice as hard to meet; none where there is no such.
    #[must_use]
    pub fn harder(&self) -> Option<Until> {
        let rule = match self.rule {
            Rule::Width(error) => Rule::Width(error / 2.0),
            Rule::Sequence(error) => Rule::Sequence(error / 2.0),
            Rule::Test(_) => return None,
        };
        Some(Until { asked: self.asked.clone(), rule })
    }

    /// Whether a run that stops by this has still to be played where one that stopped by the other stopped.
    #[must_use]
    pub fn goes_on_from(&self, earlier: &Until) -> bool {
        let wider = match (earlier.rule, self.rule) {
            (Rule::Width(was), Rule::Width(is)) | (Rule::Sequence(was), Rule::Sequence(is)) => is <= was,
            (was, is) => was == is,
        };
        wider && self.asked == earlier.asked
    }

    /// How the rule is met, if it is.
    #[must_use]
    pub fn met(&self, plan: &Plan, tally: &Tally) -> Option<Verdict> {
        match self.rule {
            Rule::Width(error) | Rule::Sequence(error) => {
                (self.width(plan, tally)? <= error).then_some(Verdict::Narrow)
            }
            Rule::Test(test) => test.verdict(self.asked.stats(plan, tally).first()?.1),
        }
    }

    /// How far the widest interval that is asked for reaches; none of a test, and where there is none yet.
    #[must_use]
    pub fn width(&self, plan: &Plan, tally: &Tally) -> Option<f64> {
        let sequence = match self.rule {
            Rule::Width(_) => false,
            Rule::Sequence(_) => true,
            Rule::Test(_) => return None,
        };
        let design = Design { sequence, ..Design::of(plan, tally) };
        let stats = self.asked.stats(plan, tally);
        let widths = stats.iter().map(|(kind, stat)| interval(*kind, stat, &design).map(Interval::half_width));
        widths.collect::<Option<Vec<f64>>>()?.into_iter().reduce(f64::max)
    }
}

impl Test {
    /// What it accepts, if it has come to that.
    fn verdict(&self, stat: &Stat) -> Option<Verdict> {
        let (mean, error) = (stat.groups.ratio()?, stat.error()?);
        let apart = self.alternative - self.null;
        let likelihood = apart * (mean - (self.null + self.alternative) / 2.0) / (error * error);
        if !likelihood.is_finite() {
            return None;
        }
        if likelihood >= libm::log((1.0 - self.beta) / self.alpha) {
            return Some(Verdict::Alternative);
        }
        (likelihood <= libm::log(self.beta / (1.0 - self.alpha))).then_some(Verdict::Null)
    }
}

impl FromStr for Until {
    type Err = String;

    fn from_str(text: &str) -> Result<Until, String> {
        let expected = || format!("found `{text}`, {EXPECTED}");
        let (name, rest) = text.trim().split_once('(').ok_or_else(expected)?;
        let (inner, after) = rest.rsplit_once(')').ok_or_else(expected)?;
        let positive = |text: &str| text.trim().parse::<f64>().ok().filter(|n| n.is_finite() && *n > 0.0);
        match name.trim() {
            width @ ("ci" | "sequence") => {
                let error = after.trim().strip_prefix("<=").and_then(positive).ok_or_else(expected)?;
                let asked = Asked::parse_of_any(inner)?;
                let flag = asked.kind() == Some(Kind::Flag);
                match width {
                    "ci" if flag && error >= 0.5 => Err(format!("found {error}, expected less than 0.5 of a share")),
                    "ci" => Ok(Until { asked, rule: Rule::Width(error) }),
                    _ if flag && error < 0.5 => Ok(Until { asked, rule: Rule::Sequence(error) }),
                    _ if flag => Err(format!("found {error}, expected less than 0.5 of a share")),
                    _ => Err(format!("`{}` is not 0 or 1, as a sequence needs; see ci({asked})", asked.metric)),
                }
            }
            "sprt" if after.trim().is_empty() => test(inner).ok_or_else(expected)?,
            _ => Err(expected()),
        }
    }
}

/// `METRIC[,SEAT], H0, H1[, ALPHA, BETA]`, where a seat may be a position. A seat's name may end in numbers: four of them are all
/// the test's where the last two can be risks and what is before them is a mean.
fn test(text: &str) -> Option<Result<Until, String>> {
    let (asked, four) = numbers_of(text, 4).unzip();
    let [null, alternative, alpha, beta] = four.as_deref().unwrap_or_default() else { return test_of_two(text) };
    let risks = [alpha, beta].iter().all(|risk| **risk > 0.0 && **risk < 1.0);
    match asked.map(Asked::parse) {
        Some(Ok(asked)) if risks => {
            Some(asked_by(asked, Test { null: *null, alternative: *alternative, alpha: *alpha, beta: *beta }))
        }
        Some(Err(why)) => test_of_two(text).filter(Result::is_ok).or(Some(Err(why))),
        // What can't be risks may be means, and is told as risks where it can't be those either.
        Some(Ok(asked)) => test_of_two(text).filter(Result::is_ok).or_else(|| {
            Some(asked_by(asked, Test { null: *null, alternative: *alternative, alpha: *alpha, beta: *beta }))
        }),
        None => test_of_two(text),
    }
}

fn test_of_two(text: &str) -> Option<Result<Until, String>> {
    let (asked, two) = numbers_of(text, 2)?;
    let [null, alternative] = two.as_slice() else { return None };
    let test = Test { null: *null, alternative: *alternative, alpha: 0.05, beta: 0.05 };
    Some(Asked::parse(asked).and_then(|asked| asked_by(asked, test)))
}

/// So many numbers at the end, and what is before them.
fn numbers_of(text: &str, many: usize) -> Option<(&str, Vec<f64>)> {
    let mut parts: Vec<&str> = text.rsplitn(many + 1, ',').collect();
    let before = parts.pop().filter(|_| parts.len() == many)?;
    let number = |part: &&str| part.trim().parse().ok().filter(|n: &f64| n.is_finite());
    Some((before, parts.iter().rev().map(number).collect::<Option<_>>()?))
}

/// The test of that mean, if it is one. A test is about one mean.
fn asked_by(asked: Asked, test: Test) -> Result<Until, String> {
    let Test { null, alternative, alpha, beta } = test;
    if null == alternative {
        return Err("h0 and h1 are the same mean".to_owned());
    }
    let most = if asked.kind() == Some(Kind::Flag) { 1.0 } else { f64::INFINITY };
    if let Some(mean) = [null, alternative].into_iter().find(|mean| !(0.0..=most).contains(mean)) {
        let range = if most == 1.0 { "a share, 0 to 1" } else { "0 or more" };
        return Err(format!("found a mean of {mean}, expected {range}"));
    }
    if [alpha, beta].iter().any(|risk| !(*risk > 0.0 && *risk < 0.5)) {
        return Err(format!("found alpha {alpha} and beta {beta}, expected more than 0 and less than 0.5"));
    }
    Ok(Until { asked, rule: Rule::Test(test) })
}

impl fmt::Display for Until {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let asked = &self.asked;
        match self.rule {
            Rule::Width(error) => write!(f, "ci({asked}) <= {error}"),
            Rule::Sequence(error) => write!(f, "sequence({asked}) <= {error}"),
            Rule::Test(Test { null, alternative, alpha, beta }) => {
                write!(f, "sprt({asked}, {null}, {alternative}, {alpha}, {beta})")
            }
        }
    }
}

serde_as_text!(Until);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_are_read_as_they_are_written() {
        for text in
            ["ci(won) <= 0.02", "ci(turns) <= 1.5", "sequence(won,A) <= 0.1", "sprt(won,A, 0.25, 0.3, 0.05, 0.1)"]
        {
            assert_eq!(text.parse::<Until>().unwrap().to_string(), text);
        }
        let short: Until = " sprt( won,A , 0.25, 0.3 )".parse().unwrap();
        assert_eq!(short.to_string(), "sprt(won,A, 0.25, 0.3, 0.05, 0.05)");
        for (text, of) in [
            ("sprt(won,7, 0.2, 0.3)", "won,7"),
            ("sprt(won,7, 0.2, 0.3, 0.1, 0.1)", "won,7"),
            ("sprt(won,7, 8, 0.2, 0.3)", "won,7, 8"),
            ("sprt(won,Ann 0.4, 0.2, 0.3)", "won,Ann 0.4"),
            ("sprt(turns,30, 35, 0.1, 0.2)", "turns"),
            ("sprt(spells_cast,7,8, 30, 35)", "spells_cast,7,8"),
            ("sprt(won,position 3, 0.2, 0.3)", "won,position 3"),
            ("sprt(turns, 30, 35)", "turns"),
        ] {
            assert_eq!(text.parse::<Until>().unwrap().asked().to_string(), of);
        }
        assert_eq!(Until::target_error(0.02).to_string().parse::<Until>().unwrap().as_target_error(), Some(0.02));
    }

    #[test]
    fn what_is_no_rule_is_told() {
        for (text, message) in [
            ("won <= 0.1", "expected such as"),
            ("ci(won) < 0.1", "expected such as"),
            ("ci(won) <= 0", "expected such as"),
            ("ci(wonn) <= 0.1", "no metric `wonn` of a game"),
            ("ci(wn,A) <= 0.1", "no metric `wn` of a seat; did you mean `won`?"),
            ("sequence(won) <= 0.7", "less than 0.5"),
            ("ci(won) <= 0.5", "less than 0.5"),
            ("sequence(turns) <= 0.1", "`turns` is not 0 or 1"),
            ("sprt(won, 0.25, 0.3)", "`won` is measured of seats"),
            ("sprt(won,A, 0.25)", "expected such as"),
            ("sprt(won,A, 0.25, 0.25)", "the same mean"),
            ("sprt(won,A, 0.25, 0.3, 0.9, 0.1)", "less than 0.5"),
            ("sprt(won,A, 0.3, 1.4)", "found a mean of 1.4, expected a share, 0 to 1"),
            ("sprt(won,A, -3, 0.3)", "found a mean of -3, expected a share, 0 to 1"),
            ("sprt(turns, -3, 30)", "found a mean of -3, expected 0 or more"),
            ("sprt(won,A, 0.25, 0.3, 0, 0)", "found alpha 0 and beta 0"),
            ("sprt(won,A, x, y)", "expected such as"),
            ("", "expected such as"),
        ] {
            let found = text.parse::<Until>().unwrap_err();
            assert!(found.contains(message), "{text}: {found}");
        }
    }

    #[test]
    fn a_narrower_rule_goes_on_where_a_wider_one_stopped() {
        let until = |text: &str| text.parse::<Until>().unwrap();
        assert!(until("ci(won) <= 0.01").goes_on_from(&until("ci(won) <= 0.02")));
        assert!(!until("ci(won) <= 0.02").goes_on_from(&until("ci(won) <= 0.01")));
        assert!(!until("ci(turns) <= 0.01").goes_on_from(&until("ci(won) <= 0.02")));
        assert!(!until("sequence(won) <= 0.01").goes_on_from(&until("ci(won) <= 0.02")));
    }
}
