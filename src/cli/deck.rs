//! `turnlab deck`: are these lists legal decks, what is in them, and the same in another format.

mod report;

use std::path::Path;

use super::args::{DeckArgs, FormatArg, ListArg};
use super::failure::Failure;
use super::new_file::write_new;
use super::shelf::Shelf;
use super::term;
use crate::cards::effect::CardId;
use crate::cards::source::{Diagnostic, Diagnostics};
use crate::cards::wording::counted;
use crate::scenario::{self, DeckCheck, DeckList, Format, ListFormat, ReadDeck, Typed};

pub(super) use report::letters;

/// Reports on every list, or converts one.
pub(super) fn deck(args: &DeckArgs) -> Result<(), Failure> {
    if args.convert.is_some() && args.files.len() > 1 {
        return Err(Failure::Input("--convert: expected one list, so that decks are not mixed".to_owned()));
    }
    let desk = Desk::new(args)?;
    let mut faults = Vec::new();
    for file in &args.files {
        match desk.read(file) {
            Err(Diagnostics(found)) => faults.extend(found),
            Ok(read) => {
                // A converted list has what the deck ignores.
                let warnings = read.warnings.iter().filter(|_| args.convert.is_none());
                warnings.for_each(|warning| term::say(&format!("warning: {warning}")));
                let stand_ins = read.deck.stand_ins(&desk.shelf.catalog);
                if stand_ins.much() {
                    term::say(&format!(
                        "warning: {file}: games will say little about this deck: stand-ins are {stand_ins}"
                    ));
                }
                match args.convert {
                    Some(format) => convert(file, &read.list, format.format(), args.out.as_deref())?,
                    None => term::print(&desk.report(file, &read))?,
                }
            }
        }
    }
    if faults.is_empty() { Ok(()) } else { Err(Failure::Files(Diagnostics(faults))) }
}

/// Where lists are checked.
struct Desk {
    shelf: Shelf,
    format: Format,
    commanders: Vec<CardId>,
}

impl Desk {
    fn new(args: &DeckArgs) -> Result<Desk, Failure> {
        let lists: Vec<&str> = args.files.iter().map(String::as_str).collect();
        let shelf = Shelf::new(&args.shelf, &lists)?;
        let find = |name: &String| {
            let unknown = || Failure::Input(format!("--commander: {}", shelf.catalog.unknown(name)));
            shelf.catalog.find(name).ok_or_else(unknown)
        };
        let commanders = args.commander.iter().map(find).collect::<Result<Vec<_>, _>>()?;
        let format = match args.format {
            FormatArg::Commander => Format::COMMANDER,
            FormatArg::Constructed => Format::CONSTRUCTED,
        };
        if !commanders.is_empty() && !format.deck.commander {
            return Err(Failure::Input(format!("--commander: there is none in {}", format.name)));
        }
        Ok(Desk { shelf, format, commanders })
    }

    fn read(&self, file: &str) -> Result<ReadDeck, Diagnostics> {
        let (source, _) = scenario::open(&Typed, file).map_err(|e| Diagnostic::new(file, None, e.to_string()))?;
        let check = DeckCheck { catalog: &self.shelf.catalog, rules: &self.format.deck };
        check.read(&source, &self.commanders)
    }
}

impl ListArg {
    fn format(self) -> ListFormat {
        match self {
            ListArg::Plain => ListFormat::Plain,
            ListArg::Arena => ListFormat::Arena,
            ListArg::Mtgo => ListFormat::Mtgo,
            ListArg::Dek => ListFormat::Dek,
            ListArg::Moxfield => ListFormat::Moxfield,
            ListArg::Archidekt => ListFormat::Archidekt,
            ListArg::Forge => ListFormat::Forge,
            ListArg::Xmage => ListFormat::XMage,
            ListArg::Cockatrice => ListFormat::Cockatrice,
        }
    }
}

/// Writes a list in that format to standard output or a new file.
fn convert(file: &str, list: &DeckList, format: ListFormat, out: Option<&Path>) -> Result<(), Failure> {
    let Some(printed) = list.print(format) else {
        return Err(Failure::Input(format!("--convert: {format} is read, not written")));
    };
    for (zone, cards) in printed.left_out {
        let (zone, cards) = (zone.header().to_lowercase(), counted(cards, "card", "cards"));
        term::say(&format!("warning: {file}: left out the {zone}, for which {format} has no place: {cards}"));
    }
    match out {
        None => term::print(&printed.text),
        Some(out) => write_new("--out", out, &printed.text),
    }
}
