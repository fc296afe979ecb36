//! Card names as people type them: any case, no accents, curly quotes, one face of two.

use std::collections::BTreeMap;

use crate::cards::catalog::{Catalog, fold};
use crate::cards::effect::CardId;
use crate::cards::source::nearest;
use crate::cards::wording::quoted;

/// The names of a catalog, forgiving about how they are written.
#[derive(Debug, Clone)]
pub struct NameIndex {
    cards: BTreeMap<String, CardId>,
    /// Tokens, and the backs of double-faced cards.
    tokens: BTreeMap<String, CardId>,
    spelling: Vec<String>,
}

impl NameIndex {
    /// Indexes every card and token of the catalog: whole names first, then the faces of cards with two.
    #[must_use]
    pub fn new(catalog: &Catalog) -> NameIndex {
        let mut index = NameIndex { cards: BTreeMap::new(), tokens: BTreeMap::new(), spelling: Vec::new() };
        for (id, card) in catalog.cards() {
            let names = if card.is_whole() { &mut index.cards } else { &mut index.tokens };
            names.entry(plain(&card.name)).or_insert(id);
            if card.is_whole() {
                index.spelling.push(card.name.clone());
            }
        }
        for (id, card) in catalog.cards().filter(|(_, c)| c.is_whole() && c.name.contains("//")) {
            for face in plain(&card.name).split(" // ") {
                index.cards.entry(face.to_owned()).or_insert(id);
            }
        }
        index
    }

    /// The card of that name; never a token.
    #[must_use]
    pub fn card(&self, name: &str) -> Option<CardId> {
        let name = plain(name);
        let front = || name.split(" // ").next().and_then(|face| self.cards.get(face));
        let spaced = || self.cards.get(&name.replacen('/', " // ", 1));
        self.cards.get(&name).or_else(spaced).or_else(front).copied()
    }

    /// The card or, failing that, the token or the back of a card of that name.
    #[must_use]
    pub fn object(&self, name: &str) -> Option<CardId> {
        self.card(name).or_else(|| self.tokens.get(&plain(name)).copied())
    }

    /// "unknown card" with the nearest name there is.
    #[must_use]
    pub fn unknown(&self, name: &str) -> String {
        let near = self.nearest(name).map_or_else(String::new, |near| format!("; did you mean `{near}`?"));
        format!("unknown card {}{near}", quoted(name))
    }

    /// The name that was probably meant.
    #[must_use]
    pub fn nearest(&self, name: &str) -> Option<&str> {
        nearest(name, self.spelling.iter().map(String::as_str))
    }
}

/// A name as catalogs fold it, with accents typed apart dropped too, plain dashes, and two faces separated by ` // `.
pub(super) fn plain(name: &str) -> String {
    if name.is_ascii() && !name.contains("//") {
        return fold(name);
    }
    let mut typed = String::with_capacity(name.len());
    for c in name.chars() {
        match c {
            '\u{0300}'..='\u{036f}' => {}
            '\u{2010}'..='\u{2015}' | '\u{2212}' => typed.push('-'),
            '\u{201c}' | '\u{201d}' => typed.push('"'),
            c => typed.push(c),
        }
    }
    fold(&typed.replace("//", " // "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_become_what_a_keyboard_has() {
        assert_eq!(plain("Lim-Dûl’s  Vault"), "lim-dul's vault");
        assert_eq!(plain("Æther Vial"), "aether vial");
        assert_eq!(plain("Jo\u{0308}tun Grunt"), "jotun grunt");
        assert_eq!(plain("Fire//Ice"), "fire // ice");
        assert_eq!(plain("Will\u{2013}o\u{2013}Wisp"), "will-o-wisp");
    }

    #[test]
    fn either_face_a_single_slash_and_any_case_find_the_card() {
        let catalog = crate::scenario::testing::catalog();
        let names = NameIndex::new(&catalog);
        let whole = names.card("Fire // Ice").expect("a card of the test file");
        for name in ["fire // ice", "Fire/Ice", "Fire//Ice", "FIRE", "Ice", "Fire // Whatever"] {
            assert_eq!(names.card(name), Some(whole), "{name}");
        }
        assert_eq!(names.card("Soldier"), None);
        assert!(names.object("Soldier").is_some_and(|id| catalog.card(id).token));
        assert_eq!(names.unknown("Sol Rnig"), "unknown card `Sol Rnig`; did you mean `Sol Ring`?");
        assert_eq!(names.unknown("Xyzzy"), "unknown card `Xyzzy`");
    }
}
