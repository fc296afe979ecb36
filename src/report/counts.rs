//! The tables of what is counted beside the metrics: `sources.csv`, `cards.csv`, `steps.csv`.

use std::io::{self, Write};
use std::path::Path;

use serde::Serialize;

use super::csv::{table, writer};
use crate::batch::plan::Plan;
use crate::batch::tally::Tally;
use crate::cards::catalog::Catalog;
use crate::cards::wording::cell;
use crate::study::part_file::{FileEntry, WriteError};
use crate::table::columns::Column;
use crate::table::counts::{CardCounts, CardRow, SourceCounts, SourceRow, StepCounts, StepRow};

/// Writes `sources.csv`, `cards.csv` and `steps.csv` into that folder; the cards are those of that catalog.
///
/// # Errors
/// When the disk refuses.
pub(super) fn write_counts(
    folder: &Path,
    tally: &Tally,
    plan: &Plan,
    catalog: &Catalog,
) -> Result<[FileEntry; 3], WriteError> {
    // The names of cards of somebody's own may be anything.
    let sources = tally.sources().iter().map(|row| ((cell(&row.source), &row.seat), row.counts));
    let cards = tally.cards().iter().filter_map(|row| {
        let seat = &plan.entrants().get(usize::from(row.entrant))?.name;
        Some(((seat, cell(&catalog.get(row.card)?.name)), row.counts))
    });
    let names = catalog.turn_names();
    let steps = tally.steps().iter().map(|row| ((row.round, names.of_step(row.step)), row.counts));
    let of_sources = SourceRow::LABELS.iter().chain(SourceCounts::COLUMNS);
    let of_cards = CardRow::LABELS.iter().chain(CardCounts::COLUMNS);
    let of_steps = StepRow::LABELS.iter().chain(StepCounts::COLUMNS);
    Ok([
        table(&folder.join("sources.csv"), |out| rows(out, of_sources, sources))?,
        table(&folder.join("cards.csv"), |out| rows(out, of_cards, cards))?,
        table(&folder.join("steps.csv"), |out| rows(out, of_steps, steps))?,
    ])
}

/// A table of labels and counts; says how many rows it has.
fn rows<'c, L: Serialize, C: Serialize>(
    out: impl Write,
    columns: impl Iterator<Item = &'c Column>,
    rows: impl Iterator<Item = (L, C)>,
) -> io::Result<u64> {
    let mut writer = writer(out);
    writer.write_record(columns.map(|column| column.name))?;
    let mut count = 0;
    for row in rows {
        writer.serialize(row)?;
        count += 1;
    }
    writer.flush()?;
    Ok(count)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::batch::fake::{group, order};
    use std::fs;

    #[test]
    fn counts_are_tables_by_name() {
        let plan = Plan::new(order(4, 400, true)).unwrap();
        let mut tally = Tally::new(4);
        (0..100).for_each(|g| tally.add_group(&group(4, 7, g)));
        let folder = tempfile::tempdir().unwrap();
        let catalog = Catalog::builtin();
        let written = write_counts(folder.path(), &tally, &plan, catalog).unwrap();
        let text = |name: &str| fs::read_to_string(folder.path().join(name)).unwrap();
        let first = |name: &str| text(name).lines().nth(1).unwrap().split(',').map(str::to_owned).collect::<Vec<_>>();
        let sources = first("sources.csv");
        assert_eq!((sources.len(), sources[..3].join(",")), (17, "Time Warp,D,400".to_owned()));
        assert!(text("sources.csv").starts_with("source,seat,games,extra_turns_granted,"));
        let cards = first("cards.csv");
        let wins = tally.entrant_stats()[0][crate::batch::metric::WON].spread.sum();
        let card = &catalog.card(crate::cards::effect::CardId(0)).name;
        assert_eq!((cards.len(), cards[..4].join(",")), (15, format!("A,{card},400,{wins}")));
        assert!(text("cards.csv").starts_with("seat,card,games,wins,played,cast,"));
        assert_eq!(first("steps.csv").join(","), "1,untap,400,1600,0,0");
        assert_eq!(written[1].rows, Some(4));
    }
}
