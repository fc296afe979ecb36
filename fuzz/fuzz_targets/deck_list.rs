//! A deck list in any format: read, checked, written in every format, and read back.
#![no_main]

use libfuzzer_sys::fuzz_target;
use turnlab::cards::catalog::Catalog;
use turnlab::cards::source::Source;
use turnlab::scenario::{DeckCheck, DeckList, Format, ListFormat};
use turnlab_fuzz::text;

fuzz_target!(|bytes: &[u8]| {
    let Some(source) = text(bytes) else { return };
    let check = DeckCheck { catalog: Catalog::builtin(), rules: &Format::COMMANDER.deck };
    let legal = check.read(&source, &[]);
    if let Ok(list) = DeckList::parse(&source) {
        let _ = check.missing(&list);
        for printed in ListFormat::ALL.into_iter().filter_map(|format| list.print(format)) {
            // Not every name survives every format: it only has to be read without harm.
            let _ = DeckList::parse(&Source::new("printed", printed.text));
        }
    }
    let Ok(legal) = legal else { return };
    for format in ListFormat::ALL {
        let Some(printed) = legal.list.print(format) else { continue };
        let again = check.read(&Source::new(source.name.as_str(), printed.text.as_str()), legal.deck.commanders());
        let again = again.unwrap_or_else(|faults| panic!("{format}: {faults}\n{}", printed.text));
        let sorted = |deck: &turnlab::scenario::Deck| {
            let mut cards = deck.main().to_vec();
            cards.sort_unstable();
            (deck.commanders().to_vec(), cards)
        };
        assert_eq!(sorted(&again.deck), sorted(&legal.deck), "{format}: {}", printed.text);
    }
});
