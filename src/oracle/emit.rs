//! Entries of the card format as text, in the style in which people write them.

use super::tokens::Token;
use super::value::Value;

/// A translated card: what its entry says.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Entry {
    /// Its name.
    pub name: String,
    /// Its keys in written order, without tables of their own.
    pub fields: Vec<(&'static str, Value)>,
    /// The modes of a spell.
    pub modes: Vec<Value>,
    /// Other ways to cast it.
    pub ways: Vec<Value>,
    /// Its abilities.
    pub abilities: Vec<Value>,
    /// Its other face.
    pub back: Option<Box<Entry>>,
    /// Tokens it makes that no catalog has, with their keys.
    pub tokens: Vec<(String, Token)>,
}

impl Entry {
    /// The `[[card]]` without the tokens it needs.
    #[must_use]
    pub fn card(&self) -> String {
        let mut out = String::from("[[card]]\n");
        self.face("card", &mut out);
        if let Some(back) = &self.back {
            out.push_str("[card.back]\n");
            back.face("card.back", &mut out);
        }
        out
    }

    fn face(&self, of: &str, out: &mut String) {
        for (key, value) in &self.fields {
            value.line(key, out);
        }
        tables(&self.modes, &format!("{of}.mode"), out);
        tables(&self.ways, &format!("{of}.way"), out);
        abilities(&self.abilities, of, out);
    }

    /// The whole entry: the card, and the tokens it needs.
    #[must_use]
    pub fn text(&self) -> String {
        let mut out = self.card();
        for (key, token) in &self.tokens {
            out.push('\n');
            out.push_str(&token.entry(key));
        }
        out
    }
}

/// `[[card.ability]]` after `[[card.ability]]`.
pub(super) fn abilities(values: &[Value], of: &str, out: &mut String) {
    tables(values, &format!("{of}.ability"), out);
}

fn tables(values: &[Value], head: &str, out: &mut String) {
    for value in values {
        let Value::Table(pairs) = value else { continue };
        out.push_str("[[");
        out.push_str(head);
        out.push_str("]]\n");
        for (key, value) in pairs {
            value.line(key, out);
        }
    }
}
