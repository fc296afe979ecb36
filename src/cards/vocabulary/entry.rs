//! The entries of card files: their text, and the words they are written with.

use std::collections::{BTreeMap, BTreeSet};

use toml::{Table, Value};

use crate::cards::catalog::fold;
use crate::cards::command::Pairing;
use crate::cards::source::Source;

use super::{ABILITIES, Kind, Word, card_keys};

/// A card's entry.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// The file it stands in.
    pub file: String,
    /// Its lines behind `[[card]]`.
    pub text: String,
    /// The words of the vocabulary in it.
    pub words: BTreeSet<Word>,
    /// What its skips skip, as in `turn` and `untap`.
    pub skips: BTreeSet<String>,
    /// What its effects are about: filters and targets, as they are written.
    pub about: BTreeSet<String>,
    /// In what it differs from the printed card, in the author's words.
    pub note: Option<String>,
}

/// The entries of some card files, by the card's name.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Entries(BTreeMap<String, Entry>);

impl Entries {
    /// Reads the entries of files that compile; of two with one name, the later one counts.
    #[must_use]
    pub fn of(sources: &[Source]) -> Entries {
        let all = sources.iter().flat_map(|source| chunks(&source.text).map(move |text| (source, text)));
        let entry = |(source, text): (&Source, &str)| {
            let table: Table = inner(text).parse().ok()?;
            let name = table.get("name")?.as_str()?;
            Some((fold(name), Entry::new(source, text, &table)))
        };
        Entries(all.filter_map(entry).collect())
    }

    /// The entry of the card of that name.
    #[must_use]
    pub fn of_card(&self, name: &str) -> Option<&Entry> {
        self.0.get(&fold(name))
    }

    /// All entries with the folded names of their cards.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &Entry)> {
        self.0.iter().map(|(name, entry)| (name.as_str(), entry))
    }
}

/// The entries of a file: the lines behind each `[[card]]`. Comments at its end belong to the file where an empty line is before
/// them.
fn chunks(text: &str) -> impl Iterator<Item = &str> {
    let starts = text.match_indices("[[card]]").filter(|(at, _)| *at == 0 || text[..*at].ends_with('\n'));
    starts.map(|(at, header)| {
        let rest = &text[at + header.len()..];
        let rest = rest.split_once('\n').map_or("", |(_, rest)| rest);
        let next = |line: &str| line.starts_with("[[card]]") || line.starts_with("[[token]]");
        let end = rest.split_inclusive('\n').take_while(|line| !next(line)).map(str::len).sum();
        without_comments_of_file(&rest[..end])
    })
}

fn without_comments_of_file(entry: &str) -> &str {
    let entry = entry.trim_end();
    let last = entry.rfind("\n\n").or_else(|| entry.rfind("\n\r\n"));
    match last.map(|at| entry.split_at(at)) {
        Some((before, behind)) if behind.lines().all(|line| line.trim().is_empty() || line.starts_with('#')) => {
            without_comments_of_file(before)
        }
        _ => entry,
    }
}

/// An entry as a file of its own, whose abilities need no card to belong to.
fn inner(text: &str) -> String {
    text.replace("[[card.", "[[").replace("[card.", "[")
}

impl Entry {
    fn new(source: &Source, text: &str, table: &Table) -> Entry {
        let text = text.to_owned();
        let note = table.get("note").and_then(Value::as_str).map(str::to_owned);
        let (words, skips, about) = Default::default();
        let mut entry = Entry { file: source.name.clone(), text, words, skips, about, note };
        entry.face(table);
        table.get("back").and_then(Value::as_table).into_iter().for_each(|back| entry.face(back));
        entry
    }

    /// A face of the card.
    fn face(&mut self, table: &Table) {
        self.keywords(table);
        let keys = table.keys().filter(|key| card_keys().any(|own| own == *key));
        keys.for_each(|key| self.add(Kind::Ability, key));
        self.about(table);
        table.get("spell").into_iter().for_each(|spell| self.effects(spell));
        // Abilities, modes, other ways to cast, and whatever else is a list of tables of its own.
        for (key, tables) in table.iter().filter(|(key, _)| *key != "spell") {
            for table in tables.as_array().into_iter().flatten().filter_map(Value::as_table) {
                if key == "ability" { self.ability(table) } else { self.part(table) }
            }
        }
    }

    fn add(&mut self, kind: Kind, name: &str) {
        let word = kind.words().into_iter().find(|word| *word == name);
        self.words.extend(word.map(|name| Word { kind, name }));
    }

    /// Whether it is written with that word.
    #[must_use]
    pub fn has(&self, kind: Kind, name: &str) -> bool {
        self.words.iter().any(|word| word.kind == kind && word.name == name)
    }

    fn keywords(&mut self, table: &Table) {
        for keyword in table.get("keywords").and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str) {
            let keyword = keyword.to_lowercase();
            let with = keyword.starts_with(Pairing::WITH);
            self.add(Kind::Keyword, if with { Pairing::WITH.trim_end() } else { &keyword });
        }
    }

    /// The kind of an ability; beside `mana` a cost belongs to that.
    fn add_kind(&mut self, ability: &Table) {
        for (key, name) in ABILITIES.iter().filter(|(key, _)| ability.contains_key(*key)) {
            if *key != "cost" || !ability.contains_key("mana") {
                self.add(Kind::Ability, name);
            }
        }
    }

    /// A mode, or another way to cast.
    fn part(&mut self, part: &Table) {
        self.about(part);
        part.get("kind").and_then(Value::as_str).into_iter().for_each(|kind| self.add(Kind::Ability, kind));
        ["do", "spell"].iter().filter_map(|key| part.get(*key)).for_each(|effects| self.effects(effects));
    }

    fn ability(&mut self, ability: &Table) {
        self.add_kind(ability);
        self.about(ability);
        for (key, kind) in [("trigger", Kind::Trigger), ("static", Kind::Static), ("replacement", Kind::Replacement)] {
            match ability.get(key) {
                Some(Value::String(word)) => self.add(kind, word),
                Some(Value::Table(table)) => table.iter().for_each(|(word, inside)| {
                    self.add(kind, word);
                    if let Some(inside) = inside.as_table() {
                        self.parameters(word, inside);
                    }
                }),
                _ => {}
            }
        }
        ability.get("do").into_iter().for_each(|effects| self.effects(effects));
        let modes = ability.get("mode").and_then(Value::as_array).into_iter().flatten();
        modes.filter_map(Value::as_table).for_each(|mode| self.part(mode));
    }

    /// Effects, one or a list of them.
    fn effects(&mut self, value: &Value) {
        match value {
            Value::String(word) => self.add(Kind::Effect, word),
            Value::Array(values) => values.iter().for_each(|value| self.effects(value)),
            Value::Table(effect) => {
                for (word, inside) in effect {
                    self.add(Kind::Effect, word);
                    match inside {
                        Value::Table(inside) => self.parameters(word, inside),
                        Value::Array(_) => self.effects(inside),
                        _ => {}
                    }
                }
            }
            _ => {}
        }
    }

    /// What stands behind a word; effects may stand within it.
    fn parameters(&mut self, word: &str, inside: &Table) {
        if word == "skip" {
            self.skips.extend(inside.get("what").and_then(Value::as_str).map(str::to_owned));
        }
        self.about(inside);
        // What other permanents have is written on the card that grants it.
        inside.get("ability").and_then(Value::as_table).into_iter().for_each(|granted| self.ability(granted));
        for (key, value) in inside.iter().filter(|(key, _)| *key != "ability") {
            let effects = matches!(key.as_str(), "do" | "then" | "else" | "modes");
            if effects || matches!(value, Value::Table(_) | Value::Array(_)) {
                self.effects(value);
            }
        }
        // `each-player = { draw = {} }`: the effect itself stands there.
        if word.starts_with("each-") {
            self.effects(&Value::Table(inside.clone()));
        }
    }

    fn about(&mut self, table: &Table) {
        for key in ["what", "to", "targets", "kind", "token"] {
            match table.get(key) {
                Some(Value::String(text)) => drop(self.about.insert(text.clone())),
                Some(Value::Array(texts)) => {
                    self.about.extend(texts.iter().filter_map(Value::as_str).map(str::to_owned))
                }
                _ => {}
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_entry_goes_on_behind_an_empty_line() {
        let file = "# A file.\n[[card]]\nname = \"Opt\"\n\n# What it does.\nspell = { scry = { count = 1 } }\n\n# The others.\n\n\
                    [[card]]\nname = \"Bolt\"\n# Its own.\n\n[[token]]\nname = \"Ox\"\n";
        let texts: Vec<&str> = chunks(file).collect();
        let opt = "name = \"Opt\"\n\n# What it does.\nspell = { scry = { count = 1 } }";
        assert_eq!(texts, [opt, "name = \"Bolt\"\n# Its own."]);
        let entries = Entries::of(&[Source::new("cards.toml", file)]);
        assert!(entries.of_card("opt").is_some_and(|entry| entry.has(Kind::Effect, "scry")));
    }
}
