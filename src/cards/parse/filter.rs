//! Filters: words that must all hold, such as `creature yours other power>=3`.

use crate::cards::compile::Compiler;
use crate::cards::effect::{Comparison, CounterKind, Facts, Filter, Whose};
use crate::cards::keyword::Keywords;
use crate::cards::mana::ManaSet;
use crate::cards::type_line::Types;

use super::{Parsed, Word, named, names};

/// The words for types.
pub(in crate::cards) const TYPES: &[(&str, Types)] = &[
    ("artifact", Types::ARTIFACT),
    ("creature", Types::CREATURE),
    ("enchantment", Types::ENCHANTMENT),
    ("instant", Types::INSTANT),
    ("land", Types::LAND),
    ("planeswalker", Types::PLANESWALKER),
    ("sorcery", Types::SORCERY),
    ("kindred", Types::KINDRED),
    ("basic", Types::BASIC),
    ("legendary", Types::LEGENDARY),
    ("snow", Types::SNOW),
    ("dungeon", Types::DUNGEON),
];

pub(in crate::cards) const COLOURS: &[(&str, ManaSet)] =
    &[("white", ManaSet::W), ("blue", ManaSet::U), ("black", ManaSet::B), ("red", ManaSet::R), ("green", ManaSet::G)];

const FACTS: &[(&str, Facts)] = &[
    ("tapped", Facts::TAPPED),
    ("attacking", Facts::ATTACKING),
    ("blocking", Facts::BLOCKING),
    ("attacked-this-turn", Facts::ATTACKED_THIS_TURN),
    ("token", Facts::TOKEN),
    ("commander", Facts::COMMANDER),
    ("modified", Facts::MODIFIED),
    ("struck-a-player", Facts::STRUCK_PLAYER),
    ("damaged-this-turn", Facts::DAMAGED),
    ("damaged-by-self", Facts::DAMAGED_BY_SOURCE),
    ("monstrous", Facts::MONSTROUS),
    ("multicoloured", Facts::MULTICOLOURED),
    ("owned-by-them", Facts::THEIRS),
    ("among-them", Facts::THEM),
    ("enchanted", Facts::ENCHANTED),
    ("in-combat", Facts::IN_COMBAT),
    ("fell-this-turn", Facts::FELL),
    ("crewed-by-self", Facts::CREWED_BY_SOURCE),
    ("attacking-you", Facts::ATTACKING_YOU),
    ("attacking-yours", Facts::ATTACKING_YOURS),
    ("weaker-than-self", Facts::WEAKER),
    ("named-self", Facts::NAMESAKE),
    ("commanders-type", Facts::COMMANDERS_TYPE),
    ("shares-type-with-them", Facts::SHARES_TYPE),
    ("itself", Facts::ITSELF),
    ("strongest", Facts::STRONGEST),
    ("unblocked", Facts::UNBLOCKED),
    ("owned-by-you", Facts::OWNED),
    ("goaded", Facts::GOADED),
    ("chosen-type", Facts::CHOSEN_TYPE),
    ("chosen-colour", Facts::CHOSEN_COLOUR),
    ("chosen-name", Facts::CHOSEN_NAME),
    ("shares-creature-type-with-that", Facts::SHARES_CREATURE_TYPE),
    ("named-alike", Facts::NAMED_ALIKE),
    ("that-one", Facts::THAT),
    ("paired", Facts::PAIRED),
    ("in-pair-of-self", Facts::IN_PAIR),
    ("attached-to-self", Facts::ATTACHED_TO_SOURCE),
    ("bears-self", Facts::BEARS_SOURCE),
    ("costliest", Facts::COSTLIEST),
    ("on-creature", Facts::ON_CREATURE),
    ("beyond-identity", Facts::BEYOND_IDENTITY),
    ("cast-from-graveyard", Facts::FROM_GRAVEYARD),
    ("cast-from-library", Facts::FROM_LIBRARY),
    ("drawn-this-turn", Facts::DRAWN),
    ("with-counter", Facts::COUNTERED),
    ("entered-this-turn", Facts::ENTERED),
    ("cast-from-hand", Facts::FROM_HAND),
    ("cast-from-exile", Facts::FROM_EXILE),
    ("with-mana-ability", Facts::MANA_ABILITY),
    ("equipped", Facts::EQUIPPED),
    ("cheaper-than-that", Facts::CHEAPER),
    ("within-graveyard", Facts::WITHIN_GRAVEYARD),
    ("shares-permanent-type-with-that", Facts::SHARES_PERMANENT_TYPE),
    ("shares-card-type-with-that", Facts::SHARES_CARD_TYPE),
    ("stronger-than-target", Facts::STRONGER_THAN_TARGET),
    ("of-targets", Facts::OF_TARGETS),
    ("cast-without-mana", Facts::FREE_OF_MANA),
];

/// The words for whose.
pub(in crate::cards) const WHOSE: &[(&str, Whose)] = &[
    ("any", Whose::Any),
    ("each", Whose::Any),
    ("yours", Whose::Yours),
    ("your", Whose::Yours),
    ("opponents", Whose::Opponents),
    ("active", Whose::Active),
    ("enchanted", Whose::Enchanted),
    ("of-enchanted-player", Whose::Enchanted),
    ("others", Whose::Others),
    ("theirs", Whose::Theirs),
    ("chosen", Whose::Chosen),
    ("team", Whose::Team),
];

/// Words that only make a filter read better.
const FILLERS: &[&str] = &["card", "spell", "any", "all"];

const OPERATORS: &[(&str, Operator)] = &[
    ("<=", Operator::AtMost),
    (">=", Operator::AtLeast),
    ("<", Operator::Below),
    (">", Operator::Above),
    ("=", Operator::Equal),
];

#[derive(Clone, Copy)]
enum Operator {
    AtMost,
    AtLeast,
    Below,
    Above,
    Equal,
}

impl Operator {
    fn with(self, n: i16) -> (Comparison, i16) {
        match self {
            Operator::AtMost => (Comparison::AtMost, n),
            Operator::AtLeast => (Comparison::AtLeast, n),
            Operator::Below => (Comparison::AtMost, n.saturating_sub(1)),
            Operator::Above => (Comparison::AtLeast, n.saturating_add(1)),
            Operator::Equal => (Comparison::Equal, n),
        }
    }
}

impl Compiler<'_> {
    /// A filter of all those words.
    pub(in crate::cards) fn parse_filter(&mut self, words: &[Word<'_>]) -> Parsed<Filter> {
        super::first(words, "a filter such as `creature yours`")?;
        let (words, others) = match words.iter().position(|word| word.text == "or") {
            Some(at) => (&words[..at], Some(&words[at + 1..])),
            None => (words, None),
        };
        super::first(words, "a filter such as `creature yours`")?;
        let mut filter = Filter::default();
        for word in words {
            self.filter_word(&mut filter, *word)?;
        }
        if let Some(others) = others {
            let others = self.parse_filter(others)?;
            filter.or = Some(self.intern_filter(others));
        }
        Ok(filter)
    }

    fn filter_word(&mut self, filter: &mut Filter, word: Word<'_>) -> Parsed<()> {
        self.speaks_of_that_player |= matches!(word.text, "theirs" | "owned-by-them");
        let is_whose = |text: &str| named(WHOSE, text).is_some_and(|whose| whose != Whose::Any);
        if is_whose(word.text) && filter.whose != Whose::Any {
            return Err(word.fault(format!("`{}` says whose a second time", word.text)));
        }
        // One after the other they would mean either of them, where all words must hold.
        if word.text.starts_with(|c: char| c.is_ascii_uppercase()) && !filter.subtypes.is_empty() {
            let text = word.text;
            return Err(
                word.fault(format!("`{text}` is a second subtype (expected one, or alternatives as in `Elf|Druid`)"))
            );
        }
        let done = word.text.contains('|') && self.alternatives(filter, word)?
            || plain_word(filter, word.text)
            || comparison(filter, word)?
            || self.with_or_without(filter, word)?
            || self.negated_subtype(filter, word)?
            || self.subtype_word(filter, word)?;
        if done { Ok(()) } else { Err(unknown(word)) }
    }

    /// `artifact|enchantment`, `blue|black`, `Samurai|Warrior`.
    fn alternatives(&mut self, filter: &mut Filter, word: Word<'_>) -> Parsed<bool> {
        let mut parsed = Filter::default();
        for part in word.text.split('|') {
            if let Some(types) = named(TYPES, part) {
                parsed.any_type |= types;
            } else if let Some(colour) = named(COLOURS, part) {
                parsed.any_colour |= colour;
            } else if !self.subtype_word(&mut parsed, Word { text: part, at: word.at })? {
                return Err(unknown(Word { text: part, at: word.at }));
            }
        }
        let kinds = [!parsed.any_type.is_empty(), !parsed.any_colour.is_empty(), !parsed.subtypes.is_empty()];
        let taken = [!filter.any_type.is_empty(), !filter.any_colour.is_empty(), !filter.subtypes.is_empty()];
        if kinds.into_iter().filter(|k| *k).count() != 1 {
            return Err(
                word.fault(format!("`{}` mixes types, colours and subtypes; alternatives must be alike", word.text))
            );
        }
        if kinds.into_iter().zip(taken).any(|(new, old)| new && old) {
            return Err(
                word.fault(format!("`{}` is a second list of alternatives; a filter has one of each kind", word.text))
            );
        }
        filter.any_type |= parsed.any_type;
        filter.any_colour |= parsed.any_colour;
        filter.subtypes.extend(parsed.subtypes);
        Ok(true)
    }

    fn with_or_without(&mut self, filter: &mut Filter, word: Word<'_>) -> Parsed<bool> {
        if let Some(kind) = word.text.strip_prefix("with-").and_then(|rest| rest.strip_suffix("-counter")) {
            filter.counter = Some(self.counter_kind(kind));
            return Ok(true);
        }
        if let Some(name) = word.text.strip_prefix("with-") {
            filter.keywords |= keyword(word, name)?;
            return Ok(true);
        }
        if let Some(name) = word.text.strip_prefix("without-") {
            filter.no_keywords |= keyword(word, name)?;
            return Ok(true);
        }
        Ok(false)
    }

    /// `not-Spirit`.
    fn negated_subtype(&mut self, filter: &mut Filter, word: Word<'_>) -> Parsed<bool> {
        let name = word.text.strip_prefix("not-").filter(|name| name.starts_with(|c: char| c.is_ascii_uppercase()));
        let Some(name) = name else { return Ok(false) };
        let subtype = self.subtype(name);
        if filter.no_subtypes.try_push(subtype).is_err() {
            return Err(word.fault(format!("`{}` is one subtype too many: a filter rules out at most two", word.text)));
        }
        Ok(true)
    }

    fn subtype_word(&mut self, filter: &mut Filter, word: Word<'_>) -> Parsed<bool> {
        if !word.text.starts_with(|c: char| c.is_ascii_uppercase()) {
            return Ok(false);
        }
        let subtype = self.subtype(word.text);
        if filter.subtypes.try_push(subtype).is_err() {
            return Err(word.fault(format!("`{}` is one subtype too many: a filter has at most six", word.text)));
        }
        Ok(true)
    }

    /// A kind of counter by name.
    pub(in crate::cards) fn counter_kind(&mut self, name: &str) -> CounterKind {
        CounterKind(super::super::compile::intern_shared(&mut self.catalog.counters, name.to_owned()))
    }
}

/// Types, colours, facts, whose, and fillers; false when the word is none of them.
fn plain_word(filter: &mut Filter, word: &str) -> bool {
    let (positive, negated) = match word {
        "untapped" => ("tapped", true),
        _ => match word.strip_prefix("non").or_else(|| word.strip_prefix("not-")) {
            Some(rest) => (rest, true),
            None => (word, false),
        },
    };
    if let Some(types) = named(TYPES, positive) {
        *if negated { &mut filter.no_type } else { &mut filter.all_types } |= types;
    } else if let Some(colour) = named(COLOURS, positive) {
        *if negated { &mut filter.no_colour } else { &mut filter.any_colour } |= colour;
    } else if let Some(fact) = named(FACTS, positive) {
        *if negated { &mut filter.is_not } else { &mut filter.is } |= fact;
    } else if negated {
        return false;
    } else if let Some(whose) = named(WHOSE, word) {
        filter.whose = whose;
    } else {
        match word {
            "other" => filter.other = true,
            "permanent" => filter.any_type = Types::PERMANENT,
            "colourless" => filter.no_colour = ManaSet::COLOURS,
            _ => return FILLERS.contains(&word),
        }
    }
    true
}

/// `power>=3`, `toughness<2`, `mv<=3`, `power<=x`.
fn comparison(filter: &mut Filter, word: Word<'_>) -> Parsed<bool> {
    let Some(at) = word.text.find(['<', '>', '=']) else {
        return Ok(false);
    };
    let by_x = match word.text {
        "mv<=x" => Some(&mut filter.at_most_x),
        "mv=x" => Some(&mut filter.equals_x),
        "power<=x" => Some(&mut filter.power_at_most_x),
        "toughness<=x" => Some(&mut filter.toughness_at_most_x),
        _ => None,
    };
    if let Some(by_x) = by_x {
        *by_x = true;
        return Ok(true);
    }
    let (subject, rest) = word.text.split_at(at);
    let slot = match subject {
        "power" => &mut filter.power,
        "toughness" => &mut filter.toughness,
        "mv" => &mut filter.mana_value,
        _ => return Ok(false),
    };
    if slot.is_some() {
        return Err(word.fault(format!("`{}` is a second bound on {subject}; a filter has one", word.text)));
    }
    let Some((sign, operator)) = OPERATORS.iter().find(|(sign, _)| rest.starts_with(sign)) else {
        return Ok(false);
    };
    let number = Word { text: &rest[sign.len()..], at: word.at + at + sign.len() };
    *slot = Some(operator.with(number.number()?));
    Ok(true)
}

/// `double-strike` as in `with-double-strike`.
fn keyword(word: Word<'_>, hyphenated: &str) -> Parsed<Keywords> {
    let name = hyphenated.replace('-', " ");
    named(crate::cards::keyword::NAMES, &name).ok_or_else(|| {
        Word { text: hyphenated, ..word }.is_not(
            "a keyword",
            "a name such as flying",
            names(crate::cards::keyword::NAMES),
        )
    })
}

fn unknown(word: Word<'_>) -> crate::cards::parse::Fault {
    let all = names(TYPES).chain(names(COLOURS)).chain(names(FACTS)).chain(names(WHOSE));
    let more = ["untapped", "nonland", "noncreature", "nontoken", "other", "permanent", "colourless"];
    word.is_not(
        "a word of a filter",
        "a type, a colour, a Subtype, yours, opponents, tapped, power>=3, with-flying, ...",
        all.chain(more).chain(FILLERS.iter().copied()),
    )
}
