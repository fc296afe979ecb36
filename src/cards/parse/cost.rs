//! Costs (`{2}{U}, {T}, sacrifice self`) and what mana abilities make (`{W} or {U}`).

use crate::cards::ability::{Cost, Makes};
use crate::cards::compile::Compiler;
use crate::cards::effect::{Amount, FilterId, Op, Who};
use crate::cards::mana::{Mana, ManaCost, ManaSet, mana_letter};

use super::{Fault, Parsed, Word, first, nothing_more, words};

const ATOMS: [&str; 15] = [
    "put",
    "spend",
    "sacrifice",
    "exile",
    "return",
    "bottom",
    "mill",
    "pay",
    "remove",
    "discard",
    "tap",
    "exile-from-hand",
    "exile-x-from-graveyard",
    "exile-from-graveyard",
    "waterbend",
];

impl Compiler<'_> {
    /// A cost: parts between commas.
    pub(in crate::cards) fn parse_cost(&mut self, text: &str) -> Parsed<Cost> {
        let mut cost = Cost::default();
        let (mut at, mut seen) = (0, Vec::new());
        for part in text.split(',') {
            let mut found = words(part);
            for word in &mut found {
                word.at += at;
            }
            once(&mut seen, &found)?;
            self.cost_part(&mut cost, &found)?;
            at += part.len() + 1;
        }
        Ok(cost)
    }

    fn cost_part(&mut self, cost: &mut Cost, part: &[Word<'_>]) -> Parsed<()> {
        let (head, rest) = first(part, "a cost such as `{2}, {T}, sacrifice self`")?;
        match head.text {
            "pay" => {
                if let [amount @ .., life] = rest
                    && life.text == "life"
                    && amount.first().is_some_and(|word| word.text != "x" && word.number::<u16>().is_err())
                {
                    cost.life_amount = Some(self.parse_amount(amount)?);
                    return Ok(());
                }
                return pay(cost, rest);
            }
            "discard" if matches!(rest, [hand] if hand.text == "hand") => {
                cost.discard_hand = true;
                return Ok(());
            }
            "remove" => return self.remove(cost, rest),
            "spend" => {
                let (colour, rest) = first(rest, "a colour of mana")?;
                cost.mana.x_of = Some(super::number::one_colour(colour)?);
                return match rest {
                    [on, x] if on.text == "on" && x.text == "x" && cost.mana.x > 0 => Ok(()),
                    _ => Err(head.fault("only X is paid with some mana alone (expected `{X}, spend black on x`)")),
                };
            }
            "put" => {
                let (number, rest) = first(rest, "how many counters")?;
                let n = number.number()?;
                let (kind, rest) = first(rest, "a kind of counter")?;
                cost.put_counters = Some((self.counter_kind(kind.text), n));
                return nothing_more(rest);
            }
            "sacrifice" if rest.len() > 1 && rest[0].text == "x" => {
                let filter = self.parse_filter(&rest[1..])?;
                cost.sacrifice_x = Some(self.intern_filter(filter));
                return Ok(());
            }
            "sacrifice" if !is_self(rest) => {
                let (filter, n) = self.counted_filter(rest)?;
                match cost.sacrifice {
                    None => cost.sacrifice = Some((filter, n)),
                    Some((_, 1)) if n == 1 && cost.sacrifice_also.is_none() => cost.sacrifice_also = Some(filter),
                    Some(_) => return Err(head.fault("two sacrifices are of one permanent each, and no more than two")),
                }
                return Ok(());
            }
            "exile-x-from-graveyard" => {
                cost.exile_graveyard = true;
                return nothing_more(rest);
            }
            "exile-from-graveyard" => {
                cost.exile_from_graveyard = Some(self.counted_filter(rest)?);
                return Ok(());
            }
            "waterbend" => {
                let (number, rest) = first(rest, "how much generic mana")?;
                let n: u8 = number.number()?;
                (cost.waterbend, cost.mana.generic) = (n.into(), cost.mana.generic + u16::from(n));
                return nothing_more(rest);
            }
            "mill" => {
                let (number, rest) = first(rest, "how many cards")?;
                cost.mill = number.number()?;
                return nothing_more(rest);
            }
            "exile-from-hand" => {
                cost.exile_from_hand = Some(self.counted_filter(rest)?);
                return Ok(());
            }
            "tap" => {
                cost.tap_others = Some(self.counted_filter(rest)?);
                return Ok(());
            }
            "discard" if !is_self(rest) => {
                let (n, rest) = counted(rest)?;
                cost.discard = n;
                if !rest.is_empty() {
                    let filter = self.parse_filter(rest)?;
                    cost.discard_only = Some(self.intern_filter(filter));
                }
                return Ok(());
            }
            "return" if !is_self(rest) => {
                cost.return_others = Some(self.counted_filter(rest)?);
                return Ok(());
            }
            _ => {}
        }
        match (head.text, is_self(rest)) {
            ("{T}", false) => cost.tap = true,
            ("{Q}", false) => cost.untap = true,
            ("exile", false) if matches!(rest, [word] if word.text == "grantor") => {
                cost.exile_grantor = true;
                return Ok(());
            }
            (symbols, false) if symbols.starts_with('{') => {
                let mana = self.parse_mana_cost(head)?;
                cost.mana = ManaCost { generic: mana.generic + cost.waterbend, ..mana };
            }
            ("sacrifice", true) => cost.sacrifice_source = true,
            ("exile", true) => cost.exile_source = true,
            ("return", true) => cost.return_source = true,
            ("bottom", true) => cost.bottom_source = true,
            ("discard", true) => cost.discard_source = true,
            _ => return Err(unknown_cost(head)),
        }
        nothing_more(if is_self(rest) { &[] } else { rest })
    }

    /// `2 creature`: how many, and which.
    fn counted_filter(&mut self, words: &[Word<'_>]) -> Parsed<(FilterId, u8)> {
        let (n, rest) = counted(words)?;
        let filter = self.parse_filter(rest)?;
        Ok((self.intern_filter(filter), n))
    }

    /// `remove 3 charge`, `remove x charge`, `remove all +1/+1`.
    fn remove(&mut self, cost: &mut Cost, words: &[Word<'_>]) -> Parsed<()> {
        let (number, rest) = first(words, "how many counters")?;
        if number.text == "x" {
            let (kind, rest) = first(rest, "a kind of counter")?;
            cost.remove_x = Some(self.counter_kind(kind.text));
            return nothing_more(rest);
        }
        let n = if number.text == "all" { None } else { Some(number.number()?) };
        let (kind, rest) = first(rest, "a kind of counter")?;
        cost.remove_counters = Some((self.counter_kind(kind.text), n));
        nothing_more(rest)
    }

    /// Mana symbols; their colours count for the colour identity.
    pub(in crate::cards) fn parse_mana_cost(&mut self, word: Word<'_>) -> Parsed<ManaCost> {
        let cost: ManaCost =
            word.text.parse().map_err(|e: crate::cards::mana::BadManaCost| word.fault(e.to_string()))?;
        self.symbols |= cost.colours();
        Ok(cost)
    }

    /// What a mana ability makes.
    pub(in crate::cards) fn parse_makes(&mut self, words: &[Word<'_>]) -> Parsed<Makes> {
        let (head, rest) = first(words, "mana such as `{C}{C}`, `{W} or {U}` or `any-colour`")?;
        match (head.text, rest) {
            ("commander-colour", []) => Ok(Makes::CommanderColour),
            ("opponents-land-colour", []) => Ok(Makes::OpponentsLandColour),
            ("own-land-type", []) => Ok(Makes::OwnLandType),
            ("own-land-colour", []) => Ok(Makes::OwnLandColour),
            ("own-basic-colour", []) => Ok(Makes::OwnBasicColour),
            ("exiled-colour", []) => Ok(Makes::ExiledColour),
            ("chosen-colour", []) => Ok(Makes::ChosenColour),
            ("colour-among", among) => {
                let filter = self.parse_filter(among)?;
                Ok(Makes::ColourAmong(self.intern_filter(filter)))
            }
            ("each-colour-among", among) => {
                let filter = self.parse_filter(among)?;
                Ok(Makes::EachColourAmong(self.intern_filter(filter)))
            }
            ("devotion-colour", []) => Ok(Makes::Devotion),
            ("combination", [types, times, amount @ ..]) if times.text == "times" => {
                let set = self.mana_symbols(*types)?.into_iter().fold(ManaSet::empty(), |set, mana| set | mana.set());
                let n = self.parse_amount(amount)?;
                let adds = self.ops(&[Op::AddManaMixed(Who::You, set, n)]);
                Ok(Makes::Mixed(set, n, adds))
            }
            ("any-colour", [times, amount @ ..]) if times.text == "times" => {
                Ok(Makes::OneOf(ManaSet::COLOURS, self.parse_amount(amount)?))
            }
            ("any-colour", []) => Ok(Makes::OneOf(ManaSet::COLOURS, self.intern_amount(Amount::Const(1)))),
            (_, [any]) if any.text == "any-colour" => {
                let n = head.number()?;
                Ok(Makes::OneOf(ManaSet::COLOURS, self.intern_amount(Amount::Const(n))))
            }
            (_, [times, amount @ ..]) if times.text == "times" => {
                let mana = self.one_mana(head)?;
                Ok(Makes::Many(mana, self.parse_amount(amount)?))
            }
            (_, [or, ..]) if or.text == "or" => self.one_of(words),
            (_, []) if head.text.starts_with('{') => self.exactly(head),
            _ => Err(unknown_mana(head)),
        }
    }

    /// `{U} or {B} or {R}`.
    fn one_of(&mut self, words: &[Word<'_>]) -> Parsed<Makes> {
        let mut set = ManaSet::empty();
        for (i, word) in words.iter().enumerate() {
            if i % 2 == 0 {
                set |= self.one_mana(*word)?;
            } else if word.text != "or" {
                return Err(word.fault(format!("`{}` is not expected here (expected `or`)", word.text)));
            }
        }
        Ok(Makes::OneOf(set, self.intern_amount(Amount::Const(1))))
    }

    pub(in crate::cards) fn one_mana(&mut self, word: Word<'_>) -> Parsed<ManaSet> {
        match self.mana_symbols(word)?.as_slice() {
            [mana] => Ok(mana.set()),
            _ => Err(word.fault(format!("`{}` is not one mana symbol", word.text))),
        }
    }

    fn exactly(&mut self, word: Word<'_>) -> Parsed<Makes> {
        let mut amounts = [0u8; 6];
        for mana in self.mana_symbols(word)? {
            amounts[mana as usize] = amounts[mana as usize].saturating_add(1);
        }
        Ok(Makes::Exactly(amounts))
    }

    /// Symbols of produced mana, as in `{R}{G}`.
    pub(in crate::cards) fn mana_symbols(&mut self, word: Word<'_>) -> Parsed<Vec<Mana>> {
        let mut found = Vec::new();
        let inner = word.text.strip_prefix('{').and_then(|t| t.strip_suffix('}')).ok_or_else(|| unknown_mana(word))?;
        for letter in inner.split("}{") {
            let mana = mana_letter(letter)
                .ok_or_else(|| word.fault(format!("`{letter}` is not a type of mana (expected W, U, B, R, G or C)")))?;
            self.symbols |= mana.set() & ManaSet::COLOURS;
            found.push(mana);
        }
        Ok(found)
    }
}

/// Refuses a part of a kind that the cost already has.
fn once<'t>(seen: &mut Vec<(&'t str, bool)>, part: &[Word<'t>]) -> Parsed<()> {
    let Some((head, rest)) = part.split_first() else { return Ok(()) };
    let kind = if head.text.starts_with('{') && !matches!(head.text, "{T}" | "{Q}") { "{}" } else { head.text };
    // Two things may have to be sacrificed.
    if kind != "sacrifice" && seen.contains(&(kind, is_self(rest)))
        || kind == "sacrifice" && is_self(rest) && seen.contains(&(kind, true))
    {
        return Err(head.fault(format!(
            "`{}` comes a second time (expected each kind of cost once, as in `{{2}}{{U}}, {{T}}`)",
            head.text
        )));
    }
    seen.push((kind, is_self(rest)));
    Ok(())
}

fn is_self(words: &[Word<'_>]) -> bool {
    matches!(words, [word] if word.text == "self")
}

/// A number, 1 when it isn't written, and what follows it.
fn counted<'w, 't>(words: &'w [Word<'t>]) -> Parsed<(u8, &'w [Word<'t>])> {
    match words {
        [number, rest @ ..] if number.text.starts_with(|c: char| c.is_ascii_digit()) => Ok((number.number()?, rest)),
        _ => Ok((1, words)),
    }
}

/// `pay 3 life`, `pay x life`, `pay 8 energy`.
fn pay(cost: &mut Cost, words: &[Word<'_>]) -> Parsed<()> {
    let (number, rest) = first(words, "how much life or energy")?;
    let (what, rest) = first(rest, "`life` or `energy`")?;
    match what.text {
        "life" if number.text == "x" => cost.life_x = true,
        "life" => cost.life = number.number()?,
        "energy" => cost.energy = number.number()?,
        _ => return Err(what.fault(format!("`{}` can't be paid (expected `life` or `energy`)", what.text))),
    }
    nothing_more(rest)
}

fn unknown_cost(word: Word<'_>) -> Fault {
    let expected = "mana, {T}, sacrifice ..., exile self, return self, bottom self, pay n life, remove n ..., discard n, tap n ..., exile-from-hand n ...";
    word.is_not("a cost", expected, ATOMS)
}

fn unknown_mana(word: Word<'_>) -> Fault {
    let kinds = ["any-colour", "commander-colour", "opponents-land-colour", "each-colour-among", "devotion-colour"];
    word.is_not(
        "mana",
        "`{C}{C}`, `{W} or {U}`, `3 any-colour`, `{G} times count Elf yours`, commander-colour, ...",
        kinds,
    )
}
