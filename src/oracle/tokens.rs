//! Tokens as printed texts describe them, and by which key card files call them.

use serde::Deserialize;
use winnow::Parser;

use crate::cards::source::Source;

use super::activated;
use super::filters::COLOURS;
use super::grammar::{In, Parsed, eat, lit, maybe, one, stuck, table};
use super::keywords;
use super::subtypes::subtype;
use super::value::Value;

/// A token as described.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Token {
    /// Its name.
    pub name: String,
    /// Its type line.
    pub types: String,
    /// Its colours as letters, in the order WUBRG.
    pub colours: String,
    /// Power and toughness, as in `1/1`.
    pub size: Option<String>,
    /// Its keywords, sorted.
    pub keywords: Vec<String>,
    /// Its abilities.
    pub abilities: Vec<Value>,
}

/// Tokens that a catalog has already, with what effects call them.
#[derive(Debug, Clone, Default)]
pub struct KnownTokens(Vec<(String, Token)>);

/// A card file, of which only the tokens are looked at.
#[derive(Deserialize)]
struct TokenFile {
    #[serde(default)]
    token: Vec<TokenEntry>,
}

/// A token as card files have it, when it says nothing that a [`Token`] does not.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PlainToken {
    name: String,
    key: Option<String>,
    r#type: String,
    #[serde(default)]
    colours: String,
    pt: Option<String>,
    #[serde(default)]
    keywords: Vec<String>,
    #[serde(default)]
    ability: Vec<toml::Value>,
}

/// A token that texts may describe, or one of another kind.
#[derive(Deserialize)]
#[serde(untagged)]
enum TokenEntry {
    Plain(PlainToken),
    Other(serde::de::IgnoredAny),
}

impl KnownTokens {
    /// Those of card files; a file that can't be read has none.
    #[must_use]
    pub fn of(sources: &[Source]) -> KnownTokens {
        let mut known = KnownTokens::default();
        let files = sources.iter().filter(|source| source.text.contains("[[token]]"));
        for file in files.filter_map(|source| toml::from_str::<TokenFile>(&source.text).ok()) {
            for entry in file.token {
                let TokenEntry::Plain(entry) = entry else { continue };
                let letters = "WUBRG".chars().filter(|letter| entry.colours.contains(*letter));
                let token = Token {
                    types: entry.r#type.replace('—', "-"),
                    colours: letters.collect(),
                    size: entry.pt,
                    keywords: entry.keywords,
                    abilities: entry.ability.iter().map(Value::from).collect(),
                    name: entry.name,
                };
                known.add(entry.key.unwrap_or_else(|| token.name.clone()), token);
            }
        }
        known
    }

    /// One more; the first of equal ones counts.
    pub fn add(&mut self, key: impl Into<String>, mut token: Token) {
        token.keywords.sort_unstable();
        self.0.push((key.into(), token));
    }

    /// What a token is called, if it is there.
    #[must_use]
    pub fn key_of(&self, token: &Token) -> Option<&str> {
        self.0.iter().find(|(_, known)| known == token).map(|(key, _)| key.as_str())
    }

    /// Whether some token is called so.
    #[must_use]
    pub fn has_key(&self, key: &str) -> bool {
        self.0.iter().any(|(known, _)| known == key)
    }
}

const LETTERS: [(&str, char); 5] = [("white", 'W'), ("blue", 'U'), ("black", 'B'), ("red", 'R'), ("green", 'G')];

impl Token {
    /// The key of a token that no catalog has: its description.
    #[must_use]
    pub fn own_key(&self, card: &str) -> String {
        let mut key = String::new();
        if let Some(size) = &self.size {
            key.push_str(size);
            key.push(' ');
        }
        let names: Vec<&str> =
            LETTERS.iter().filter(|(_, letter)| self.colours.contains(*letter)).map(|(name, _)| *name).collect();
        key.push_str(&if names.is_empty() { "colourless".to_owned() } else { names.join(" and ") });
        key.push(' ');
        key.push_str(&self.name);
        for kind in ["Artifact", "Enchantment"] {
            if self.types.contains(kind) {
                key.push(' ');
                key.push_str(&kind.to_lowercase());
            }
        }
        if self.types.contains("Legendary") {
            key = format!("legendary {key}");
        }
        if !self.keywords.is_empty() {
            key.push_str(" with ");
            key.push_str(&self.keywords.join(" and "));
        }
        if !self.abilities.is_empty() {
            key.push_str(" of ");
            key.push_str(card);
        }
        key
    }

    /// Its entry.
    #[must_use]
    pub fn entry(&self, key: &str) -> String {
        let mut out = String::from("[[token]]\n");
        Value::text(self.name.as_str()).line("name", &mut out);
        Value::text(key).line("key", &mut out);
        Value::text(self.types.as_str()).line("type", &mut out);
        Value::text(self.colours.as_str()).line("colours", &mut out);
        if let Some(size) = &self.size {
            Value::text(size.as_str()).line("pt", &mut out);
        }
        if !self.keywords.is_empty() {
            let keywords = self.keywords.iter().map(|k| Value::text(k.as_str())).collect();
            Value::List(keywords).line("keywords", &mut out);
        }
        super::emit::abilities(&self.abilities, "token", &mut out);
        out
    }
}

/// A token as it stands behind "create", and how it is created.
pub(super) struct Described {
    /// The token.
    pub(super) token: Token,
    /// It enters tapped.
    pub(super) tapped: bool,
    /// It is an X/X.
    pub(super) sized_by_x: bool,
}

/// A token as it stands behind "create"; the number is read already.
pub(super) fn token(i: &mut In<'_>) -> Parsed<Described> {
    let tapped = eat(i, "tapped");
    if let Some(token) = maybe(i, named) {
        return Ok(Described { token, tapped, sized_by_x: false });
    }
    let legendary = eat(i, "legendary");
    let sized_by_x = eat(i, "x/x");
    let size = if sized_by_x { Some("0/0".to_owned()) } else { maybe(i, size) };
    let mut colours = String::new();
    if !eat(i, "colorless") {
        let mut found = vec![table(COLOURS).parse_next(i)?];
        while let Some(more) = maybe(i, |i: &mut In<'_>| {
            if !eat(i, ", and") && !eat(i, ",") {
                lit("and").parse_next(i)?;
            }
            table(COLOURS).parse_next(i)
        }) {
            found.push(more);
        }
        colours.extend(LETTERS.iter().filter(|(name, _)| found.contains(name)).map(|(_, letter)| *letter));
    }
    let mut names = Vec::new();
    while let Some(word) = maybe(i, one(|t| t.is_capital() && subtype(&t.printed).is_some())) {
        names.push(word.printed.clone());
    }
    let mut types = Vec::new();
    const TYPES: &[(&str, &str)] =
        &[("artifact", "Artifact"), ("enchantment", "Enchantment"), ("creature", "Creature")];
    while let Some(kind) = maybe(i, table(TYPES)) {
        types.push(kind);
    }
    let creature = types.contains(&"Creature");
    if names.is_empty() || types.is_empty() || creature != size.is_some() {
        return stuck(i);
    }
    table(&[("tokens", ()), ("token", ())]).parse_next(i)?;
    let mut token = Token {
        name: names.join(" "),
        types: format!("{}{} - {}", if legendary { "Legendary " } else { "" }, types.join(" "), names.join(" ")),
        colours,
        size,
        ..Token::default()
    };
    if eat(i, "named") {
        token.name = name(i)?;
    }
    if eat(i, "with") {
        with(i, &mut token)?;
    }
    // Treasures and Clues have the abilities that everybody knows.
    if !creature && token.size.is_none() && matches!(token.name.as_str(), "Treasure" | "Clue" | "Food") {
        token = predefined(&token.name);
    }
    Ok(Described { token, tapped, sized_by_x })
}

fn size(i: &mut In<'_>) -> Parsed<String> {
    let token = one(|t| {
        t.text.split_once('/').is_some_and(|(p, q)| {
            let number = |s: &str| !s.is_empty() && s.len() < 3 && s.bytes().all(|b| b.is_ascii_digit());
            number(p) && number(q)
        })
    })
    .parse_next(i)?;
    Ok(token.text.clone())
}

/// A name of capital words.
fn name(i: &mut In<'_>) -> Parsed<String> {
    let mut words = Vec::new();
    while let Some(word) = maybe(i, one(|t| t.is_capital() || matches!(t.text.as_str(), "of" | "the"))) {
        words.push(word.printed.clone());
    }
    if words.is_empty() { stuck(i) } else { Ok(words.join(" ")) }
}

fn with(i: &mut In<'_>, token: &mut Token) -> Parsed<()> {
    if eat(i, "prowess") {
        token.abilities = vec![super::words::prowess()];
        return Ok(());
    }
    if let Some(keywords) = maybe(i, keywords::list) {
        token.keywords = keywords.into_iter().map(str::to_owned).collect();
        token.keywords.sort_unstable();
    }
    if token.keywords.is_empty() || eat(i, "and") {
        token.abilities = activated::quoted(i)?;
    }
    Ok(())
}

/// "A Treasure token".
fn named(i: &mut In<'_>) -> Parsed<Token> {
    const NAMES: &[(&str, &str)] = &[
        ("treasure token", "Treasure"),
        ("treasure tokens", "Treasure"),
        ("clue token", "Clue"),
        ("clue tokens", "Clue"),
        ("food token", "Food"),
        ("food tokens", "Food"),
    ];
    table(NAMES).parse_next(i).map(predefined)
}

/// A token that the rules describe (CR 111.10).
pub(super) fn predefined(name: &str) -> Token {
    Token { name: name.to_owned(), types: format!("Artifact - {name}"), ..Token::default() }
}
