//! A comparison in words: the answer, how it was found, numbers with their units.

use std::fmt::Write;

use super::{Compared, ComparedRow, Comparison, LEVEL};
use crate::batch::estimate::Scope;
use crate::batch::interval::MISS;
use crate::batch::metric::{CENSORED, Kind, LENGTHS};
use crate::batch::paired::PairedEstimate;
use crate::cards::wording::counted;
use crate::report::format::{clipped, fixed, percent};

/// Of so few groups it is not told how seldom something differs: they say next to nothing of it.
const FEW: u64 = 4;

impl Comparison {
    /// What was asked for first, in plain words; where the decks differ in several cards alone, what each comes to.
    pub(in crate::report) fn sentence(&self, variant: &Compared) -> String {
        let told = variant.rows.first().map(|row| sentence_of(variant, row));
        format!("{}: {}", variant.name, told.unwrap_or_else(|| "nothing to compare".to_owned()))
    }

    /// The same of everything that was asked for, each a sentence.
    pub(in crate::report) fn sentences(&self, variant: &Compared) -> Vec<String> {
        let others = variant.rows.iter().take(self.asked()).skip(1).map(|row| sentence_of(variant, row));
        std::iter::once(self.sentence(variant)).chain(others).collect()
    }

    /// How the games were paired, and what the marks mean.
    pub(in crate::report) fn notes(&self, variant: &Compared) -> String {
        let tally = &variant.tally;
        let share = percent(tally.identical as f64 / (tally.games as f64).max(1.0));
        let mut text = format!(
            "{} in {} beside {}, {share} identical.",
            counted(tally.games, "game", "games"),
            counted(tally.groups(), "group", "groups"),
            self.base
        );
        if tally.identical == tally.games && tally.groups() > FEW {
            let seldom = 1.0 - libm::pow(MISS, 1.0 / tally.groups() as f64);
            let _ = write!(text, " Whatever differs does so in fewer than 1 deal in {:.0} (95%).", 1.0 / seldom);
        }
        let [of_base, of_variant] = variant.cut_off().map(percent);
        if variant.cut_off() != [0.0; 2] {
            let _ = write!(
                text,
                " {of_variant} of these and {of_base} of the others were cut off: what is counted of them is what was played."
            );
        }
        text.push_str(
            " worth: by how many times as many unpaired games the interval would cost. *: p below 0.05 after Holm's adjustment.",
        );
        text
    }
}

impl Compared {
    /// Which share of the base's games were cut off, and which of its own.
    fn cut_off(&self) -> [f64; 2] {
        let of_all = self.rows.iter().map(|row| &row.estimate).filter(|e| e.scope == Scope::All);
        let ends = of_all.filter(|e| CENSORED.contains(&e.metric)).map(|e| e.difference);
        ends.fold([0.0; 2], |[base, own], d| [base + d.first, own + d.second])
    }

    /// The base's mean and its own, marked where games were cut off, so that a length is at least so much.
    pub(in crate::report) fn means(&self, e: &PairedEstimate) -> [String; 2] {
        let is_length = e.scope == Scope::All && LENGTHS.iter().any(|(length, _)| *length == e.metric);
        let [base, own] = self.cut_off();
        [(base, e.difference.first), (own, e.difference.second)]
            .map(|(cut, mean)| if is_length && cut > 0.0 { format!("≥{}", value(e, mean)) } else { value(e, mean) })
    }
}

fn sentence_of(variant: &Compared, row: &ComparedRow) -> String {
    difference(variant, &row.estimate) + &each_card(variant, row).unwrap_or_default()
}

/// How what the row is about differs, in plain words.
fn difference(variant: &Compared, e: &PairedEstimate) -> String {
    let [was, is] = variant.means(e);
    let told = match (e.metric, e.scope) {
        ("turns" | "rounds" | "table_minutes", Scope::All) => {
            format!("a game takes {is} {} instead of {was}", e.unit)
        }
        ("won", Scope::Position) => format!("position {} wins {is} of the games instead of {was}", e.key),
        ("won", _) => format!("{} wins {is} of the games instead of {was}", e.key),
        (metric, Scope::Seat) => format!("{metric} of {} is {is} instead of {was}", e.key),
        (metric, Scope::Position) => format!("{metric} of position {} is {is} instead of {was}", e.key),
        (metric, _) => format!("{metric} is {is} instead of {was}"),
    };
    let Some(interval) = e.difference.interval else {
        return format!("{told}; so few deals say nothing of chance");
    };
    let amount = |x: f64| match e.kind {
        Kind::Count => value(e, x.abs()),
        Kind::Flag | Kind::Share => fixed(100.0 * x.abs(), 1) + " points",
    };
    let word = |x: f64| if x < 0.0 { "less" } else { "more" };
    if e.difference.difference == 0.0 && interval.half_width() == 0.0 {
        return format!("{told}: no difference");
    }
    if interval.contains(0.0) {
        let (low, high) = (interval.low, interval.high);
        return format!(
            "{told}: no difference is seen, which may be anything from {} {} to {} {} (95%)",
            amount(low),
            word(-low.abs()),
            amount(high),
            word(high.abs())
        );
    }
    let d = e.difference.difference;
    let (near, far) = if d < 0.0 { (interval.high, interval.low) } else { (interval.low, interval.high) };
    format!("{told}: {} {} ({} to {}, 95%)", amount(d), word(d), amount(near), amount(far))
}

/// What one of several cards in which decks differ comes to: "; each of the 8 other cards +0.91 points (+0.60 to +1.22, 95%)".
fn each_card(variant: &Compared, row: &ComparedRow) -> Option<String> {
    let cards = variant.cards.filter(|cards| *cards > 1)?;
    let (difference, interval) = variant.per_card(row)?;
    let (times, unit) = match row.estimate.kind {
        Kind::Count => (1.0, ""),
        Kind::Flag | Kind::Share => (100.0, " points"),
    };
    let shown = |x: f64| plus(x * times);
    let interval = interval.map(|i| format!(" ({} to {}, 95%)", shown(i.low), shown(i.high))).unwrap_or_default();
    Some(format!("; each of the {cards} other cards {}{unit}{interval}", shown(difference)))
}

/// A value of a metric: a count with two decimals, a share in percent.
pub(in crate::report) fn value(e: &PairedEstimate, x: f64) -> String {
    match e.kind {
        Kind::Count => fixed(x, 2),
        Kind::Flag | Kind::Share => percent(x),
    }
}

/// A number with two decimals and its sign, zero included.
pub(in crate::report) fn plus(x: f64) -> String {
    let text = fixed(x, 2);
    if text.starts_with('-') { text } else { format!("+{text}") }
}

/// The same with its sign, as differences have it.
pub(in crate::report) fn signed(e: &PairedEstimate, x: f64) -> String {
    let text = value(e, x.abs());
    let zero = text.chars().all(|c| !c.is_ascii_digit() || c == '0');
    if zero { text } else { format!("{}{text}", if x < 0.0 { '-' } else { '+' }) }
}

/// A difference with its interval.
pub(super) fn ends(e: &PairedEstimate) -> String {
    let d = &e.difference;
    let interval = d.interval.map(|i| format!(" ({} to {}, 95%)", signed(e, i.low), signed(e, i.high)));
    signed(e, d.difference) + &interval.unwrap_or_default()
}

/// A row of the table on screen.
pub(super) fn line(variant: &Compared, row: &ComparedRow) -> String {
    let e = &row.estimate;
    let [base, mean] = variant.means(e);
    let d = &e.difference;
    let name = match e.scope {
        Scope::Seat => format!("{} {}", e.key, e.metric),
        Scope::Position => format!("position {} {}", e.key, e.metric),
        _ => e.metric.to_owned(),
    };
    let name = clipped(&name.replace('_', " "), 24);
    let interval = d.interval.map_or_else(String::new, |i| format!("{} to {}", signed(e, i.low), signed(e, i.high)));
    let mark = if row.p_holm.is_some_and(|p| p < LEVEL) { "*" } else { " " };
    let worth = d.variance_ratio.map_or_else(|| "-".to_owned(), |ratio| format!("{ratio:.1}x"));
    format!("{name:<25}{:>8}{:>9}{:>11}{mark}  {interval:<17}{worth:>7}", base, mean, signed(e, d.difference))
}
