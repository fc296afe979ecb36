//! Card names as people type them: any case, no accents, curly quotes, one face of two.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::card::Card;
use super::catalog::Catalog;
use super::effect::CardId;
use super::source::nearest;
use super::wording::quoted;

/// What the cards of a catalog are found by.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(super) struct Names {
    /// Cards by folded name.
    pub(super) cards: BTreeMap<String, CardId>,
    /// Cards of two names by either of them.
    halves: BTreeMap<String, CardId>,
    /// Tokens by folded key.
    pub(super) tokens: BTreeMap<String, CardId>,
    /// What is no card of its own, by folded name: tokens, emblems, the backs of double-faced cards. The first of several.
    others: BTreeMap<String, CardId>,
}

impl Names {
    pub(super) fn add_card(&mut self, folded: String, id: CardId) {
        if folded.contains(TWO) {
            for half in folded.split(TWO) {
                self.halves.entry(half.to_owned()).or_insert(id);
            }
        }
        self.cards.insert(folded, id);
    }

    pub(super) fn add_other(&mut self, name: &str, id: CardId) {
        self.others.entry(fold(name)).or_insert(id);
    }

    /// Forgets a name that a card has no more.
    pub(super) fn remove_other(&mut self, name: &str, id: CardId) {
        let name = fold(name);
        if self.others.get(&name) == Some(&id) {
            self.others.remove(&name);
        }
    }
}

/// What stands between two names of a card.
const TWO: &str = " // ";

impl Catalog {
    /// The card of that name, whatever its case, accents, dashes and apostrophes, or the card of two names of which it is one;
    /// never a token.
    #[must_use]
    pub fn find(&self, name: &str) -> Option<CardId> {
        let name = fold(name);
        let of = |name: &str| self.names.cards.get(name).or_else(|| self.names.halves.get(name));
        let two = || if name.contains(TWO) { name.clone() } else { name.replacen('/', TWO, 1) };
        let divided = || two().split(TWO).next().and_then(of);
        of(&name).or_else(|| of(&two())).or_else(divided).copied()
    }

    /// The card, the token, the back or the half of a card of that name.
    #[must_use]
    pub fn find_object(&self, name: &str) -> Option<CardId> {
        self.find_part(name, |_| true)
    }

    /// What the name of that card finds: of several tokens that are called alike, one stands for all.
    #[must_use]
    pub fn namesake(&self, card: CardId) -> CardId {
        let named = self.card(card);
        let other = if named.token { self.find_object(&named.name) } else { None };
        other.filter(|other| self.card(*other).token).unwrap_or(card)
    }

    /// What is cast by that name: a card, or the back of a modal double-faced card, an Adventure, a half of a split card.
    #[must_use]
    pub fn find_spell(&self, name: &str) -> Option<CardId> {
        self.find_part(name, Card::is_castable_part)
    }

    /// A card by its whole name, then what is no card of its own and passes, then a card by one of its names: a half of a split
    /// card is no card, but a spell.
    fn find_part(&self, name: &str, is: impl Fn(&Card) -> bool) -> Option<CardId> {
        let folded = fold(name);
        let other = || self.names.others.get(&folded).filter(|id| is(self.card(**id)));
        self.names.cards.get(&folded).or_else(other).copied().or_else(|| self.find(name))
    }

    /// The token of that key.
    #[must_use]
    pub fn find_token(&self, key: &str) -> Option<CardId> {
        self.names.tokens.get(&fold(key)).copied()
    }

    /// The name of the card whose name is nearest to what was written, if one is near enough to be meant.
    #[must_use]
    pub fn suggest(&self, name: &str) -> Option<&str> {
        let near = nearest(&fold(name), self.names.cards.keys().map(String::as_str))?;
        self.names.cards.get(near).map(|id| self.card(*id).name.as_str())
    }

    /// "unknown card" with the nearest name there is.
    #[must_use]
    pub fn unknown(&self, name: &str) -> String {
        let near = self.suggest(name).map_or_else(String::new, |near| format!("; did you mean `{near}`?"));
        format!("unknown card {}{near}", quoted(name))
    }
}

/// A name in the form it is looked up by: lower case, without accents, with plain apostrophes, dashes and single spaces, and
/// two names separated by ` // `, also where they are written with one slash between spaces.
#[must_use]
pub fn fold(name: &str) -> String {
    if is_typed_plainly(name.as_bytes()) {
        return name.to_ascii_lowercase();
    }
    let spaced = name.replace("//", TWO).replace(" / ", TWO);
    let mut folded = String::with_capacity(spaced.len());
    for word in spaced.split_whitespace() {
        if !folded.is_empty() {
            folded.push(' ');
        }
        word.chars().flat_map(char::to_lowercase).for_each(|c| fold_letter(&mut folded, c));
    }
    folded
}

/// Whether nothing but capitals has to be folded, as in nearly every name.
fn is_typed_plainly(name: &[u8]) -> bool {
    let is_plain = |b: &u8| matches!(b, b' '..=b'~') && *b != b'`';
    name.iter().all(is_plain)
        && !name.windows(2).any(|two| two == b"  " || two == b"//" || two == b" /")
        && name.first() != Some(&b' ')
        && name.last() != Some(&b' ')
}

fn fold_letter(folded: &mut String, letter: char) {
    match letter {
        '\u{2018}' | '\u{2019}' | '\u{02bc}' | '`' | '\u{b4}' => folded.push('\''),
        '\u{201c}' | '\u{201d}' => folded.push('"'),
        '\u{2010}'..='\u{2015}' | '\u{2212}' => folded.push('-'),
        // Accents typed apart from their letters.
        '\u{0300}'..='\u{036f}' => {}
        'à'..='å' => folded.push('a'),
        'æ' => folded.push_str("ae"),
        'ç' => folded.push('c'),
        'è'..='ë' => folded.push('e'),
        'ì'..='ï' => folded.push('i'),
        'ñ' => folded.push('n'),
        'ò'..='ö' | 'ø' => folded.push('o'),
        'ù'..='ü' => folded.push('u'),
        'ý' | 'ÿ' => folded.push('y'),
        other => folded.push(other),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::CatalogBuilder;
    use crate::cards::source::Source;

    #[test]
    fn names_are_folded_alike_however_they_are_spaced() {
        for name in ["Sol Ring", " Sol Ring", "sol  ring ", "SOL\tRING", "Sol\u{a0}Ring"] {
            assert_eq!(fold(name), "sol ring", "{name:?}");
        }
        assert_eq!(fold("Urza`s Tower"), fold("Urza\u{2019}s Tower"));
        assert_eq!(fold("Ifh-Bäff Efreet!"), "ifh-baff efreet!");
        assert_eq!(fold(""), "");
    }

    #[test]
    fn names_become_what_a_keyboard_has() {
        assert_eq!(fold("Lim-Dûl’s  Vault"), "lim-dul's vault");
        assert_eq!(fold("Æther Vial"), "aether vial");
        assert_eq!(fold("Jo\u{0308}tun Grunt"), "jotun grunt");
        assert_eq!(["Fire//Ice", "Fire / Ice", "Fire // Ice"].map(fold), ["fire // ice"; 3]);
        assert_eq!(fold("Will\u{2013}o\u{2013}Wisp"), "will-o-wisp");
    }

    const CARDS: &str = "\
        [[card]]\nname = \"Fire // Ice\"\ntype = \"Enchantment\"\ncost = \"{1}\"\n\
        [[card]]\nname = \"Sol Ring\"\ntype = \"Artifact\"\ncost = \"{1}\"\n\
        [[card]]\nname = \"Day\"\ntype = \"Enchantment\"\ncost = \"{1}\"\n\
        [card.back]\nname = \"Night\"\ntype = \"Enchantment\"\n\
        [[token]]\nname = \"Soldier\"\ntype = \"Creature\"\npt = \"1/1\"\n";

    fn catalog(more: &[&str]) -> Catalog {
        let mut builder = CatalogBuilder::new();
        for text in [CARDS].iter().chain(more) {
            if let Err(faults) = builder.add_file(&Source::new("t.toml", *text)) {
                panic!("{faults}");
            }
        }
        builder.build()
    }

    #[test]
    fn either_half_a_single_slash_and_any_case_find_the_card() {
        let catalog = catalog(&[]);
        let whole = catalog.find("Fire // Ice").expect("a card of the file");
        for name in ["fire // ice", "Fire/Ice", "Fire//Ice", "Fire / Ice", "FIRE", "Ice", "Fire // Whatever"] {
            assert_eq!(catalog.find(name), Some(whole), "{name}");
        }
        for name in ["Day // Night", "Day / Night", "Day/Night"] {
            assert_eq!(catalog.find(name), catalog.find("Day"), "{name}");
        }
        assert_eq!(catalog.find("Soldier"), None);
        assert!(catalog.find_object("Soldier").is_some_and(|id| catalog.card(id).token));
        assert_eq!(catalog.unknown("Sol Rnig"), "unknown card `Sol Rnig`; did you mean `Sol Ring`?");
        assert_eq!(catalog.unknown("Xyzzy"), "unknown card `Xyzzy`");
    }

    #[test]
    fn a_back_is_the_one_of_the_card_that_is_played() {
        let other = "[[card]]\nname = \"Day\"\ntype = \"Enchantment\"\ncost = \"{2}\"\nreplace = true\n";
        let again = format!("{other}[card.back]\nname = \"Night\"\ntype = \"Artifact\"\n");
        assert_eq!(catalog(&[other]).find_object("Night"), None);
        let catalog = catalog(&[&again]);
        let back = catalog.find("Day").and_then(|day| catalog.card(day).other_face());
        assert_eq!(catalog.find_object("Night"), back);
    }
}
