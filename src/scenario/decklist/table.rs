//! Deck lists that are tables, as collection managers and sites export them: a header, then a row for each card.

use std::ops::Range;

use csv::{ReaderBuilder, StringRecord};

use crate::cards::source::{Diagnostic, Source};

use super::{DeckList, Entry, Hints, ListFormat, MOST, Printing, Zone, clean};
use crate::scenario::columns::{Columns, Named};

/// The columns that are read.
const COLUMNS: [Named; 6] = [
    ("name", &["name", "card name", "card"]),
    ("count", &["count", "quantity", "qty", "amount"]),
    ("board", &["board", "section", "zone", "category", "categories"]),
    ("set", &["set code", "edition code", "set", "edition"]),
    ("number", &["collector number", "card number", "number"]),
    ("foil", &["foil", "finish", "printing"]),
];

/// The columns of a header; `None` where it names no cards, or no number of them.
fn columns_of(header: &StringRecord) -> Option<Columns> {
    let columns = Columns::find(&COLUMNS, header);
    (columns.has("name") && columns.has("count")).then_some(columns)
}

/// Where the table begins: behind the line `sep=,`, quoted or not, that spreadsheets are told the separator by.
pub(super) fn beginning(text: &str) -> usize {
    let text_at = text.len() - text.trim_start_matches('\u{feff}').trim_start().len();
    let Some((first, _)) = text[text_at..].split_once('\n') else { return 0 };
    let told = first.trim().trim_matches('"').to_ascii_lowercase().strip_prefix("sep=").is_some_and(|s| s.len() <= 1);
    if told { text_at + first.len() + 1 } else { 0 }
}

/// What separates the cells of that table; `None` for what is none.
pub(super) fn separator(text: &str) -> Option<u8> {
    let header = text[beginning(text)..].lines().map(str::trim).find(|line| !line.is_empty())?;
    [b',', b';', b'\t'].into_iter().find(|separator| {
        let mut reader = ReaderBuilder::new().has_headers(false).delimiter(*separator).from_reader(header.as_bytes());
        let first = reader.records().next();
        first.and_then(Result::ok).is_some_and(|cells| columns_of(&cells).is_some())
    })
}

/// The header of a text that begins as a table of cards does, but has no column of how many.
pub(super) fn without_counts(text: &str) -> Option<&str> {
    let header = text.lines().next()?.trim();
    let is_name = |cell: &str| COLUMNS[0].1.iter().any(|name| cell.trim().trim_matches('"').eq_ignore_ascii_case(name));
    let cells = |separator: char| header.contains(separator) && header.split(separator).any(is_name);
    [',', ';', '\t'].into_iter().any(cells).then_some(header)
}

/// Reads a table with that between its cells, as far as it can be read.
pub(super) fn read(source: &Source, separator: u8) -> (DeckList, Vec<Diagnostic>) {
    let mut list = DeckList { format: ListFormat::Table, ..DeckList::default() };
    let mut faults = Vec::new();
    let from = beginning(&source.text);
    let mut rows =
        ReaderBuilder::new().delimiter(separator).flexible(true).from_reader(&source.text.as_bytes()[from..]);
    let columns = rows.headers().ok().and_then(columns_of);
    let Some(columns) = columns else { return (list, faults) };
    list.sectioned = columns.has("board");
    let mut last = from;
    for row in rows.records() {
        let row = match row {
            Ok(row) => row,
            Err(error) => {
                faults.push(source.complain_whole(format!("is no table: {error}")));
                break;
            }
        };
        last = from + row.position().map_or(0, |at| at.byte() as usize);
        let cell = |column| columns.get(&row, column).unwrap_or_default();
        let name = cell("name");
        // Every cell may be quoted, and every sign in it doubled.
        let bytes = 2 * row.as_slice().len() + 3 * row.len() + '\u{feff}'.len_utf8();
        let span = place(&source.text, last, bytes, name);
        let counted = cell("count");
        match counted.trim_end_matches(['x', 'X']).parse::<u16>() {
            // Collections list what is not owned any more.
            Ok(0) => {}
            Ok(count) if count <= MOST && !name.is_empty() => list.entries.push(Entry {
                zone: Zone::named(cell("board")).unwrap_or_default(),
                count,
                name: clean(name),
                printing: printing(&columns, &row),
                group: 0,
                span,
                hints: Hints { marked: !cell("board").is_empty(), ..Hints::default() },
            }),
            _ if name.is_empty() => faults.push(source.complain(span, "found a row without a name".to_owned())),
            _ => {
                let message = format!("found `{counted}` as the number of cards, expected 1 to {MOST}");
                faults.push(source.complain(span, message));
            }
        }
    }
    // What is quoted goes on to the end where nothing ends it.
    let rest = source.text.get(last..).unwrap_or_default();
    if let Some(quote) = rest.find('"').filter(|_| rest.matches('"').count() % 2 == 1) {
        let message = "found a quotation mark that nothing closes, expected another one behind the name";
        faults.push(source.complain(last + quote..last + quote + 1, message.to_owned()));
    }
    (list, faults)
}

/// Where a name stands in the row that begins about there, of so many bytes at most; where it can't be found as it is, the row.
fn place(text: &str, row: usize, bytes: usize, name: &str) -> Range<usize> {
    let floor = |at: usize| (0..=at.min(text.len())).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0);
    // A byte order mark is not counted, and blank lines before the row are.
    let row = floor(row);
    let row = row + (text[row..].len() - text[row..].trim_start_matches(['\r', '\n']).len());
    match text[row..floor(row + bytes)].find(name) {
        Some(behind) => row + behind..row + behind + name.len(),
        None => row..row,
    }
}

fn printing(columns: &Columns, row: &StringRecord) -> Printing {
    let cell = |column| columns.get(row, column).unwrap_or_default();
    let set = cell("set");
    let number = cell("number");
    let foil = cell("foil").to_lowercase();
    Printing {
        // Some tables have the name of the set instead of its code.
        set: (2..=6).contains(&set.len()).then(|| set.to_uppercase()).filter(|set| super::line::is_set(set)),
        number: (!number.is_empty()).then(|| number.to_owned()),
        foil: matches!(foil.as_str(), "foil" | "etched" | "true" | "yes"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::limits;

    fn parse(text: &str) -> Result<DeckList, String> {
        DeckList::parse(&Source::new("deck.txt", text)).map_err(|faults| faults.to_string())
    }

    fn complaint(text: &str) -> String {
        parse(text).expect_err("a complaint")
    }

    #[test]
    fn tables_of_collection_managers_are_read_with_their_places() {
        let table = "Count,Tradelist Count,Name,Edition,Card Number,Foil,Board\r\n\
                     1,0,\"Talrand, Sky Summoner\",Magic 2013,72,,Commander\r\n98,,Island,M13,230,foil,\r\n\
                     2x,,Opt,XLN,65,,Sideboard\r\n0,,Ponder,,,,\r\n";
        for text in
            [table.to_owned(), format!("\u{feff}\n{table}"), table.replace(',', ";").replace("Talrand;", "Talrand,")]
        {
            let list = parse(&text).expect("a table");
            assert_eq!((list.format, list.sectioned), (ListFormat::Table, true), "{text}");
            let told: Vec<_> =
                list.entries.iter().map(|e| (e.zone, e.count, e.name.as_str(), e.printing.foil)).collect();
            let expected = [
                (Zone::Commander, 1, "Talrand, Sky Summoner", false),
                (Zone::Main, 98, "Island", true),
                (Zone::Sideboard, 2, "Opt", false),
            ];
            assert_eq!(told, expected, "{text}");
            assert_eq!(list.entries[1].printing.set.as_deref(), Some("M13"));
            assert_eq!(list.entries[0].printing.set, None, "the name of a set is no code");
            assert!(list.entries.iter().all(|e| text[e.span.clone()] == e.name), "{text}");
        }
        assert!(!parse("name\tquantity\nSol Ring\t1\n").expect("a table").sectioned, "without a column of boards");
    }

    #[test]
    fn what_is_wrong_in_a_table_is_told_with_its_place() {
        let faults = complaint("Name,Quantity\nSol Ring,many\n,1\nOpt,1000\n");
        assert_eq!(
            faults,
            "deck.txt:2:1: found `many` as the number of cards, expected 1 to 999\n\
             deck.txt:3:1: found a row without a name\n\
             deck.txt:4:1: found `1000` as the number of cards, expected 1 to 999"
        );
        assert_eq!(
            complaint("Count,Name\n1,\"Talrand, Sky Summoner\"\n99,\"Island\n"),
            "deck.txt:3:4: found a quotation mark that nothing closes, expected another one behind the name"
        );
        for header in ["Name,Foo", "Foo;\"card name\""] {
            let expected = "expected one called `count`, `quantity`, `qty` or `amount`";
            let told = format!("deck.txt:1:1: found the header `{header}` without a column of numbers, {expected}");
            assert_eq!(complaint(&format!("{header}\nSol Ring,1\n")), told);
        }
        assert_eq!(complaint("Name,Quantity\n"), "deck.txt: found no cards, expected rows below the header");
        // A first line with a comma is no header by itself.
        assert_eq!(parse("1 Talrand, Sky Summoner").expect("a list").entries[0].name, "Talrand, Sky Summoner");
    }

    #[test]
    fn strange_bytes_and_long_lines_are_told_and_nothing_more() {
        // Names that stand otherwise than they are read, behind signs of several bytes and a byte order mark.
        for text in [
            "\u{feff}Name,Count\n\"\u{c9}o\"\"mer\",x\n\n\nOpt,x\n",
            "name;qty\n\u{e9}\u{e9};\u{e9}\n\r\n\"\u{e9}\n\";0x\n",
        ] {
            assert!(complaint(text).contains("as the number of cards"), "{text}");
        }
        let long = format!("Name,Count\n{},1\n", "a".repeat(limits::LINE_BYTES));
        assert!(complaint(&long).starts_with("deck.txt:2:1: this line has "), "{}", complaint(&long));
    }
}
