//! Published figures, and the curves that some of them are points of.

use super::{Align, Cell, Curve, GOLDFISH, Held, Played, Point, Row, Section, Theirs, Validation, shown};
use crate::batch::interval::Interval;
use crate::batch::validation::{Anchor, DAMAGE, Length, Ours, PublishedFigure, Sample, anchor, exact_turns, unit};

/// Mountains and Goblins of `goldfish.txt`.
const MANA_AND_GOBLINS: (u32, u32) = (30, 30);

const COLUMNS: [(&str, Align); 8] = [
    ("figure", Align::Left),
    ("ours", Align::Right),
    ("95%", Align::Right),
    ("games", Align::Right),
    ("theirs", Align::Right),
    ("95%", Align::Left),
    ("games", Align::Right),
    ("compared", Align::Left),
];

const TRUTH: [(&str, Align); 6] = [
    ("figure", Align::Left),
    ("ours", Align::Right),
    ("95%", Align::Left),
    ("games", Align::Right),
    ("exact", Align::Right),
    ("compared", Align::Left),
];

impl Validation {
    /// Tables beside the figures that were published of them.
    pub(super) fn held(&self, held: &Held) -> Section {
        let figures = || held.tables.iter().flat_map(|table| self.published.of(table.name));
        let used = |id: &str| figures().any(|figure| figure.source == id);
        let sources = self.published.sources.iter().filter(|source| used(&source.id));
        let of_tables = |name: &str| held.tables.iter().any(|table| table.name == name);
        let remarks = self.published.remarks.iter().filter(|remark| of_tables(&remark.table));
        let curves = held.tables.iter().flat_map(|table| Length::ALL.map(|length| self.curve(*table, length)));
        Section {
            title: held.title.to_owned(),
            about: String::new(),
            counted: ["game", "games"],
            beside: "theirs",
            columns: &COLUMNS,
            rows: figures().map(|figure| self.figure(figure)).collect(),
            curves: curves.flatten().collect(),
            sources: sources.map(|source| (source.id.clone(), source.text.clone())).collect(),
            remarks: remarks.map(|remark| remark.text.split_whitespace().collect::<Vec<_>>().join(" ")).collect(),
            commands: held.tables.iter().map(|table| self.command_of(*table)).collect(),
        }
    }

    fn figure(&self, figure: &PublishedFigure) -> Row {
        let ours = self.sample(&figure.table).and_then(|sample| sample.measure(&figure.measure));
        let mut row = Row {
            cells: Vec::new(),
            picture: unit(&figure.measure).unwrap_or_default().to_owned(),
            label: figure.what.clone(),
            percent: figure.share,
            ours,
            theirs: Some(Theirs { value: figure.value, interval: figure.interval() }),
            even: None,
        };
        let (of_ours, of_theirs) = (
            format!("{}/{}/ours", figure.table, figure.measure),
            format!("{}/{}/{}", figure.table, figure.measure, figure.source),
        );
        let number = |value: f64| shown(value, figure.share);
        let count =
            |of: &str, games: Option<u64>| games.map_or(Cell::None, |games| Cell::count(format!("{of}/games"), games));
        row.cells = vec![
            Cell::text(&figure.what),
            Cell::optional(format!("{of_ours}/value"), ours.map(|ours| ours.value), number),
            Cell::range(&of_ours, ours.and_then(|ours| ours.interval), number),
            count(&of_ours, ours.map(|ours| ours.games)),
            Cell::number(format!("{of_theirs}/value"), figure.value, number(figure.value)),
            Cell::range(&of_theirs, figure.interval(), number),
            count(&of_theirs, figure.n),
            row.verdict().map_or(Cell::None, |verdict| Cell::text(verdict.name())),
        ];
        row
    }

    /// How long games of a table take, where points of the same curve are published.
    fn curve(&self, table: Played, length: Length) -> Option<Curve> {
        let sample = self.sample(table.name)?;
        let of_length = self.published.of(table.name).filter_map(|figure| match anchor(&figure.measure) {
            Some((of, anchor)) if of == length => Some((figure, anchor)),
            _ => None,
        });
        let all: Vec<(&PublishedFigure, Anchor)> = of_length.collect();
        // Where shares are published, a quantile says no more, and less exactly.
        let rising = all.iter().any(|(_, anchor)| matches!(anchor, Anchor::ShareBy(_)));
        let theirs: Vec<(f64, Theirs)> =
            all.iter().filter_map(|(figure, anchor)| point(figure, *anchor, rising)).collect();
        let mut places: Vec<f64> = grid(sample, length)?.chain(theirs.iter().map(|(at, _)| *at)).collect();
        places.sort_by(f64::total_cmp);
        places.dedup();
        let at = |at: f64| {
            let ours = sample.over_by(length, at as u32)?;
            let theirs = theirs.iter().find(|(place, _)| *place == at).map(|(_, theirs)| *theirs);
            Some(Point { at, ours: if rising { ours } else { rest(ours) }, theirs })
        };
        let unit = length.name();
        let one = unit.trim_end_matches('s');
        let title = match rising {
            true => format!("Games that are over by each {one}"),
            false => format!("Games that go on after so many {unit}"),
        };
        let scenario = table.scenario.trim_start_matches("builtin:/validation/").trim_end_matches(".toml");
        (!theirs.is_empty()).then(|| Curve {
            title: format!("{title}: {scenario}"),
            table: table.name,
            length,
            rising,
            games: sample.games().count() as u64,
            points: places.into_iter().filter_map(at).collect(),
        })
    }

    /// Games whose truth is known beside it.
    pub(super) fn truth(&self) -> Section {
        let (mountains, goblins) = MANA_AND_GOBLINS;
        let ours = self.sample(GOLDFISH.name).and_then(|sample| sample.measure("turns-to-win"));
        let exact = exact_turns(mountains, goblins);
        let mut row = Row {
            cells: Vec::new(),
            picture: "own turns".to_owned(),
            label: "own turns, mean".to_owned(),
            percent: false,
            ours,
            theirs: exact.map(|value| Theirs { value, interval: None }),
            even: None,
        };
        let number = |value: f64| format!("{value:.3}");
        let of = "goldfish/turns-to-win/ours";
        row.cells = vec![
            Cell::text(&row.label),
            Cell::optional(format!("{of}/value"), ours.map(|ours| ours.value), number),
            Cell::range(of, ours.and_then(|ours| ours.interval), number),
            ours.map_or(Cell::None, |ours| Cell::count(format!("{of}/games"), ours.games)),
            Cell::optional("goldfish/turns-to-win/exact/value".to_owned(), exact, number),
            row.verdict().map_or(Cell::None, |verdict| Cell::text(verdict.name())),
        ];
        Section {
            title: "Known truth".to_owned(),
            about: format!(
                "A deck of {mountains} Mountains and {goblins} Raging Goblins, from an empty hand, deals {DAMAGE} damage alone: the number \
                 of its turns depends on the order of the library only, and is worked out over every order there is."
            ),
            counted: ["game", "games"],
            beside: "the exact value",
            columns: &TRUTH,
            rows: vec![row],
            curves: Vec::new(),
            sources: Vec::new(),
            remarks: Vec::new(),
            commands: vec![self.command_of(GOLDFISH)],
        }
    }
}

/// Where a published figure lies on the curve.
fn point(figure: &PublishedFigure, anchor: Anchor, rising: bool) -> Option<(f64, Theirs)> {
    match anchor {
        Anchor::ShareBy(by) => Some((by.into(), Theirs { value: figure.value, interval: figure.interval() })),
        Anchor::LengthOf(percent) if !rising => {
            Some((figure.value, Theirs { value: 1.0 - f64::from(percent) / 100.0, interval: None }))
        }
        Anchor::LengthOf(_) => None,
    }
}

/// What is left of a share.
fn rest(ours: Ours) -> Ours {
    let interval = ours.interval.map(|i| Interval { low: 1.0 - i.high, high: 1.0 - i.low });
    Ours { value: 1.0 - ours.value, interval, ..ours }
}

/// The lengths at which a curve is told, from the shortest game to the longest.
fn grid(sample: &Sample, length: Length) -> Option<impl Iterator<Item = f64>> {
    let step = if length == Length::Minutes { 5 } else { 1 };
    let (shortest, longest) = sample.lengths(length)?;
    Some((shortest / step..=longest.div_ceil(step)).map(move |at| f64::from(at * step)))
}
