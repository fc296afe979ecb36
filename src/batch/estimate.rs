//! From exact tallies to numbers for people: the one place where floats are derived, once, at the end.

use super::distribution::Distribution;
use super::interval::{Interval, confidence_sequence, grouped_score_interval, t_interval_of_error, t_reach, wilson};
use super::metric::{GAME_METRICS, Kind, SEAT_METRICS, SHARE_SCALE, SeatMetric, WON};
use super::plan::Plan;
use super::tally::{Stat, Tally};
use super::until::Rule;
use crate::scenario::Deals;

/// What part of the run an estimate is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scope {
    /// All games; the key is `all`.
    All,
    /// One entrant, wherever it sat; the key is its name.
    Seat,
    /// One position at the table, whoever sat there; the key counts from 1.
    Position,
    /// One entrant at one position; the key is `name@position`.
    SeatPosition,
}

impl Scope {
    /// The word in the `scope` column.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Scope::All => "all",
            Scope::Seat => "seat",
            Scope::Position => "position",
            Scope::SeatPosition => "seat_position",
        }
    }
}

/// A row of `summary.csv`: a metric in a scope. What cannot be computed from the games at hand is `None`.
#[derive(Debug, Clone, PartialEq)]
pub struct Estimate {
    /// What part of the run.
    pub scope: Scope,
    /// Which one of its kind.
    pub key: String,
    /// The metric's name.
    pub metric: &'static str,
    /// How many values were observed.
    pub n: u64,
    /// Their mean; of shares the ratio of sums.
    pub mean: Option<f64>,
    /// Their sample standard deviation, from value to value.
    pub sd: Option<f64>,
    /// The least value.
    pub min: Option<f64>,
    /// The quantiles at [`PERCENTS`].
    pub quantiles: [Option<f64>; 6],
    /// The greatest value.
    pub max: Option<f64>,
    /// A 95% interval of the mean; see [`Method`].
    pub interval: Option<Interval>,
    /// A 95% interval of each quantile of what is no flag; an end is none where too few values lie on that side.
    pub quantile_intervals: [(Option<f64>, Option<f64>); 6],
    /// How many independent values would give the mean the same error: more or less than there are, since games of a group share
    /// their seats' order, and their deal where it is shared.
    pub effective_n: Option<f64>,
    /// Of a flag, the confidence sequence: it holds however often one looks, and whenever one stops.
    pub sequence: Option<Interval>,
}

/// The percents of an estimate's quantiles.
pub const PERCENTS: [u8; 6] = [5, 25, 50, 75, 95, 99];

impl Estimate {
    /// The median.
    #[must_use]
    pub const fn median(&self) -> Option<f64> {
        self.quantiles[2]
    }

    /// The value that 95% of the values do not exceed.
    #[must_use]
    pub const fn p95(&self) -> Option<f64> {
        self.quantiles[4]
    }
}

/// How intervals of flags (win shares, ends) are computed. Those of counts are always t intervals: on group means, without their
/// skewness, or of few groups of games with fresh deals on the games.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Method {
    /// Wilson's interval: a group is one game.
    Wilson,
    /// Wilson's over as many games as the groups are worth. Groups that are few or all alike say nothing of that; then it is over the
    /// sum of what is independent of each other.
    Grouped,
    /// The Beta-mixture confidence sequence: the run could stop by a mean that it saw.
    Sequence,
}

impl Method {
    /// The method for that plan.
    #[must_use]
    pub fn of(plan: &Plan) -> Method {
        match (plan.until().map(|until| until.rule()), plan.group_size()) {
            (Some(Rule::Sequence(_) | Rule::Test(_)), _) => Method::Sequence,
            (None | Some(Rule::Width(_)), 1) => Method::Wilson,
            (None | Some(Rule::Width(_)), _) => Method::Grouped,
        }
    }

    /// What it is called.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Method::Wilson => "Wilson and t",
            Method::Grouped => "Wilson and t by groups",
            Method::Sequence => "confidence sequence and t",
        }
    }
}

/// What intervals have to know of how games were played.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Design {
    /// From [`t_reach`], for the number of groups.
    pub reach: Option<f64>,
    /// Games in a group.
    pub size: u64,
    /// Whether games of a group share a deal, so that only groups are independent of each other.
    pub shared: bool,
    /// Whether flags get confidence sequences.
    pub sequence: bool,
}

impl Design {
    /// That of the games of a plan which a tally has counted.
    #[must_use]
    pub fn of(plan: &Plan, tally: &Tally) -> Design {
        Design {
            reach: t_reach(tally.groups()),
            size: plan.group_size(),
            shared: plan.deals() == Deals::Shared,
            sequence: Method::of(plan) == Method::Sequence,
        }
    }
}

/// A tally's numbers with their labels, in the order of the files.
struct Labelled<'a> {
    scope: Scope,
    key: String,
    metric: &'static str,
    kind: Kind,
    stat: &'a Stat,
}

/// Every estimate of a run, in the order of `summary.csv`.
#[must_use]
pub fn estimates(plan: &Plan, tally: &Tally) -> Vec<Estimate> {
    let design = Design::of(plan, tally);
    labelled(plan, tally).into_iter().map(|one| estimate(one, &design)).collect()
}

fn labelled<'a>(plan: &Plan, tally: &'a Tally) -> Vec<Labelled<'a>> {
    let mut all: Vec<Labelled<'a>> = GAME_METRICS
        .iter()
        .zip(tally.game_stats())
        .map(|(m, stat)| Labelled { scope: Scope::All, key: "all".to_owned(), metric: m.name, kind: m.kind, stat })
        .collect();
    for (entrant, stats) in plan.entrants().iter().zip(tally.entrant_stats()) {
        all.extend(seat_metrics(Scope::Seat, &entrant.name, stats));
    }
    for (position, stats) in tally.position_stats().iter().enumerate() {
        all.extend(seat_metrics(Scope::Position, &(position + 1).to_string(), stats));
    }
    for (entrant, stats) in plan.entrants().iter().zip(tally.placed_wins()) {
        for (position, stat) in stats.iter().enumerate() {
            let key = format!("{}@{}", entrant.name, position + 1);
            let SeatMetric { name, kind, .. } = SEAT_METRICS[WON];
            all.push(Labelled { scope: Scope::SeatPosition, key, metric: name, kind, stat });
        }
    }
    all
}

fn seat_metrics<'a>(scope: Scope, key: &str, stats: &'a [Stat]) -> impl Iterator<Item = Labelled<'a>> {
    SEAT_METRICS.iter().zip(stats).map(move |(m, stat)| Labelled {
        scope,
        key: key.to_owned(),
        metric: m.name,
        kind: m.kind,
        stat,
    })
}

fn estimate(one: Labelled<'_>, design: &Design) -> Estimate {
    let spread = &one.stat.spread;
    let unit = if one.kind == Kind::Share { f64::from(SHARE_SCALE) } else { 1.0 };
    let value = |v: Option<u32>| v.map(|v| f64::from(v) / unit);
    Estimate {
        scope: one.scope,
        key: one.key,
        metric: one.metric,
        n: spread.n(),
        mean: one.stat.groups.ratio(),
        sd: spread.sd().map(|sd| sd / unit),
        min: value(spread.min()),
        quantiles: PERCENTS.map(|percent| value(spread.quantile(percent))),
        max: value(spread.max()),
        interval: interval(one.kind, one.stat, design),
        quantile_intervals: match one.kind {
            Kind::Flag => [(None, None); 6],
            Kind::Count | Kind::Share => PERCENTS.map(|percent| {
                let (low, high) = one.stat.quantile_interval(percent, design.size, design.reach);
                (value(low), value(high))
            }),
        },
        effective_n: one.stat.worth(),
        sequence: if one.kind == Kind::Flag { sequence_of(one.stat, design.shared) } else { None },
    }
}

/// The interval of a mean. What was never seen is told of as a flag that was never set, so as if it came to 1 wherever it happens:
/// no variance says of it how seldom it is.
pub(crate) fn interval(kind: Kind, stat: &Stat, design: &Design) -> Option<Interval> {
    let reach = stat.groups.reach(design.reach);
    let by_groups = || t_interval_of_error(&stat.groups, stat.error()?, reach?);
    match kind {
        Kind::Count if stat.groups.is_nothing() => by_units(stat, design.shared),
        Kind::Share if stat.groups.is_nothing() => by_units(stat, true),
        // So few groups hardly tell how much their means vary; with fresh deals their games tell it too, as they are independent.
        Kind::Count if stat.has_few_groups() && design.size > 1 && !design.shared => {
            by_games(stat).or_else(by_groups).map(|i| i.within(0.0, f64::INFINITY))
        }
        Kind::Count => by_groups().map(|i| i.within(0.0, f64::INFINITY)),
        Kind::Share => by_groups().map(|i| i.within(0.0, 1.0)),
        Kind::Flag if design.sequence => sequence_of(stat, design.shared),
        Kind::Flag if stat.groups.at_most_one_each() || stat.has_few_groups() => by_units(stat, design.shared),
        Kind::Flag => {
            let grouped = reach.zip(stat.error());
            let grouped = grouped.and_then(|(reach, error)| grouped_score_interval(&stat.groups, error, reach));
            grouped.or_else(|| by_units(stat, design.shared))
        }
    }
}

/// The t interval of a mean over games that are independent of each other; none below two of them.
fn by_games(stat: &Stat) -> Option<Interval> {
    let games = stat.spread.n();
    let half = t_reach(games)? * stat.sd()? / (games as f64).sqrt();
    stat.groups.ratio().map(|mean| Interval { low: mean - half, high: mean + half })
}

/// Wilson's interval of a flag over what is independent of each other: games, whose chances differ from seat to seat, so that it is
/// wider rather than too narrow, or groups of games that share a deal.
fn by_units(flag: &Stat, shared: bool) -> Option<Interval> {
    let (sum, units) = units_of(flag, shared)?;
    wilson(sum, units)
}

/// The confidence sequence of a flag's mean over what is independent of each other.
///
/// Games of a group have seats in different places, so that their chances differ, but add up to the same in every group: of
/// factors with a given sum the product is greatest when they are equal, so that what the sequence multiplies is, group by group, at
/// most what it would be for games of one chance.
fn sequence_of(flag: &Stat, shared: bool) -> Option<Interval> {
    let (sum, units) = units_of(flag, shared)?;
    confidence_sequence(sum, units)
}

/// The sum of a flag over what is independent of each other, and the number of that: games, or groups of games that share a deal.
/// None when nothing was observed.
fn units_of(flag: &Stat, shared: bool) -> Option<(f64, u64)> {
    let sums = &flag.groups;
    let games = !shared || sums.at_most_one_each();
    let units = if games { u64::try_from(sums.whole).ok()? } else { sums.telling() };
    Some((sums.ratio()? * units as f64, units))
}

/// A row of `hist.csv`: how often a metric had a value in a scope.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Bar {
    /// The metric's name.
    pub metric: &'static str,
    /// What part of the run.
    pub scope: Scope,
    /// Which one of its kind.
    pub key: String,
    /// The value; none for all values too great to be told apart.
    pub value: Option<u32>,
    /// How often.
    pub count: u64,
}

/// The histograms of everything that is counted, in the order of `hist.csv`: the metrics of [`estimates`] that are whole
/// numbers, then `wins_in_group`, how many games of its group an entrant won.
pub fn bars(plan: &Plan, tally: &Tally) -> impl Iterator<Item = Bar> {
    let whole = labelled(plan, tally).into_iter().filter(|one| one.kind != Kind::Share);
    let in_groups = plan.entrants().iter().zip(tally.group_wins());
    whole
        .flat_map(|one| bars_of(one.metric, one.scope, one.key, &one.stat.spread))
        .chain(in_groups.flat_map(|(e, wins)| bars_of("wins_in_group", Scope::Seat, e.name.to_string(), wins)))
}

fn bars_of(metric: &'static str, scope: Scope, key: String, values: &Distribution) -> impl Iterator<Item = Bar> {
    let beyond = Some((None, values.beyond())).filter(|(_, count)| *count > 0);
    let counts = values.counts().map(|(value, count)| (Some(value), count)).chain(beyond);
    counts.map(move |(value, count)| Bar { metric, scope, key: key.clone(), value, count })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::batch::fake::{group, order, record};
    use crate::batch::plan::Order;

    fn tally(players: usize, groups: u64) -> Tally {
        let mut tally = Tally::new(players);
        (0..groups).for_each(|g| tally.add_group(&group(players, 7, g)));
        tally
    }

    fn find<'a>(all: &'a [Estimate], scope: Scope, key: &str, metric: &str) -> &'a Estimate {
        all.iter().find(|e| (e.scope, e.key.as_str(), e.metric) == (scope, key, metric)).unwrap()
    }

    #[test]
    fn every_metric_has_an_estimate_in_every_scope() {
        let plan = Plan::new(order(4, 400, true)).unwrap();
        let all = estimates(&plan, &tally(4, 100));
        assert_eq!(all.len(), GAME_METRICS.len() + 8 * SEAT_METRICS.len() + 16);
        for e in all.iter().filter(|e| e.n > 0) {
            let (mean, interval) = (e.mean.unwrap(), e.interval.unwrap());
            assert!(interval.contains(mean), "{e:?}");
            assert!(e.min.unwrap() <= mean && mean <= e.max.unwrap(), "{e:?}");
        }
        let shares: f64 =
            ["A", "B", "C", "D"].map(|k| find(&all, Scope::Seat, k, "share_of_turns").mean.unwrap()).iter().sum();
        assert!((shares - 1.0).abs() < 1e-12);
    }

    #[test]
    fn means_over_rotated_groups_have_the_t_interval_of_group_means_without_their_skewness() {
        let plan = Plan::new(order(4, 200, true)).unwrap();
        let all = estimates(&plan, &tally(4, 50));
        let mean = |g: u64| group(4, 7, g).iter().map(|r| f64::from(r.game.turns)).sum::<f64>() / 4.0;
        let means: Vec<f64> = (0..50).map(mean).collect();
        let centre = means.iter().sum::<f64>() / 50.0;
        let variance = means.iter().map(|m| (m - centre) * (m - centre)).sum::<f64>() / 49.0;
        let skewness = means.iter().map(|m| (m - centre).powi(3)).sum::<f64>() / 50.0 / (variance * 0.98).powf(1.5);
        let turns = find(&all, Scope::All, "all", "turns");
        assert!((turns.mean.unwrap() - centre).abs() < 1e-12);
        // What would be studentised if that end were the truth, by the rational transformation: all groups have turns, and no few
        // of them have most.
        let transformed = |end: f64| {
            let s = (centre - end) / variance.sqrt();
            (s / (1.0 - skewness * s / 3.0) + skewness / 300.0) * 50f64.sqrt()
        };
        assert!(variance / (centre * centre) < 0.3);
        let Interval { low, high } = turns.interval.unwrap();
        // t(0.975, 49)
        for (end, t) in [(low, 2.009_575_237), (high, -2.009_575_237)] {
            assert!((transformed(end) - t).abs() < 1e-7, "{} is not {t}", transformed(end));
        }
    }

    #[test]
    fn few_groups_of_fresh_deals_have_the_t_interval_of_their_games() {
        let all = estimates(&Plan::new(order(4, 8, true)).unwrap(), &tally(4, 2));
        let turns: Vec<f64> = (0..2).flat_map(|g| group(4, 7, g)).map(|r| f64::from(r.game.turns)).collect();
        let mean = turns.iter().sum::<f64>() / 8.0;
        let sd = (turns.iter().map(|t| (t - mean) * (t - mean)).sum::<f64>() / 7.0).sqrt();
        // t(0.975, 7)
        let half = 2.364_624_252 * sd / 8f64.sqrt();
        let Interval { low, high } = find(&all, Scope::All, "all", "turns").interval.unwrap();
        assert!((low - (mean - half).max(0.0)).abs() < 1e-6 && (high - mean - half).abs() < 1e-6, "{low} to {high}");
    }

    #[test]
    fn the_method_follows_the_plan() {
        let until = |text: &str| Order { until: Some(text.parse().unwrap()), ..order(4, 200, true) };
        let sequence = until("sequence(won) <= 0.01");
        let of = |order| Method::of(&Plan::new(order).unwrap());
        assert_eq!(of(order(4, 200, true)), Method::Grouped);
        assert_eq!(of(until("ci(won) <= 0.01")), Method::Grouped);
        assert_eq!(of(until("sprt(won,A, 0.2, 0.3)")), Method::Sequence);
        assert_eq!(of(order(4, 200, false)), Method::Wilson);
        assert_eq!(of(sequence.clone()), Method::Sequence);
        let tally = tally(4, 50);
        let width = |order| {
            let plan = Plan::new(order).unwrap();
            find(&estimates(&plan, &tally), Scope::Seat, "A", "won").interval.unwrap().half_width()
        };
        assert!(width(sequence) > 1.5 * width(order(4, 200, true)), "looking all the time has its price");
    }

    #[test]
    fn groups_of_one_game_get_wilsons_interval() {
        let plan = Plan::new(order(4, 100, false)).unwrap();
        let mut tally = Tally::new(4);
        (0..100).for_each(|g| tally.add_group(&[record(4, 7, g)]));
        let won = find(&estimates(&plan, &tally), Scope::Seat, "B", "won").clone();
        assert_eq!(won.interval, wilson(won.mean.unwrap() * 100.0, 100));
    }

    #[test]
    fn never_having_won_is_not_certainty() {
        let mut tally = Tally::new(4);
        for g in 0..50 {
            let mut games = group(4, 7, g);
            games.iter_mut().for_each(|r| r.seats[0].won = false);
            tally.add_group(&games);
        }
        let won = |deals| {
            let plan = Plan::new(Order { deals, ..order(4, 200, true) }).unwrap();
            find(&estimates(&plan, &tally), Scope::Seat, "A", "won").clone()
        };
        let (fresh, shared) = (won(Deals::Fresh), won(Deals::Shared));
        assert_eq!((fresh.mean, fresh.interval), (Some(0.0), wilson(0.0, 200)));
        // Games of one deal may be all alike.
        assert_eq!(shared.interval, wilson(0.0, 50));
    }

    #[test]
    fn censored_games_stand_between_lost_and_won() {
        let plan = Plan::new(order(4, 400, true)).unwrap();
        let tally = tally(4, 100);
        let all = estimates(&plan, &tally);
        let lost = find(&all, Scope::Seat, "C", "won").mean.unwrap();
        let won = find(&all, Scope::Seat, "C", "won_or_censored").mean.unwrap();
        assert!(tally.censored() > 0);
        assert!((won - lost - tally.censored() as f64 / 400.0).abs() < 1e-12);
    }

    #[test]
    fn bars_add_up_to_the_observations() {
        let plan = Plan::new(order(4, 400, true)).unwrap();
        let tally = tally(4, 100);
        let bars: Vec<Bar> = bars(&plan, &tally).collect();
        for e in estimates(&plan, &tally).iter().filter(|e| !e.metric.starts_with("share_of_")) {
            let same = bars.iter().filter(|b| (b.scope, &b.key, b.metric) == (e.scope, &e.key, e.metric));
            assert_eq!(same.map(|b| b.count).sum::<u64>(), e.n, "{e:?}");
        }
        let groups: u64 = bars.iter().filter(|b| b.metric == "wins_in_group" && b.key == "A").map(|b| b.count).sum();
        assert_eq!(groups, 100);
    }
}
