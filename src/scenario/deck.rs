//! Decks as checked: a deck list held against a catalog and the rules of a format.

mod zones;

use std::collections::BTreeMap;
use std::ops::Range;

use crate::cards::card::Card;
use crate::cards::catalog::Catalog;
use crate::cards::effect::CardId;
use crate::cards::mana::{Mana, ManaSet};
use crate::cards::source::{Diagnostic, Diagnostics, Source};
use crate::cards::type_line::Types;

use super::decklist::{DeckList, Entry, Zone};
use super::format::DeckRules;
use super::names::NameIndex;

/// A legal deck.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Deck {
    name: String,
    commanders: Vec<CardId>,
    main: Vec<CardId>,
}

impl Deck {
    /// Its name: the list's file name without folder and extension.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The cards that start in the command zone.
    #[must_use]
    pub fn commanders(&self) -> &[CardId] {
        &self.commanders
    }

    /// All other cards, in the order of the list, one entry a card.
    #[must_use]
    pub fn main(&self) -> &[CardId] {
        &self.main
    }
}

/// What deck lists are held against.
#[derive(Debug, Clone, Copy)]
pub struct DeckCheck<'a> {
    /// The cards there are.
    pub catalog: &'a Catalog,
    /// Their names.
    pub names: &'a NameIndex,
    /// What is legal.
    pub rules: &'a DeckRules,
}

/// A line whose card is known.
#[derive(Debug, Clone)]
struct Pile {
    card: CardId,
    count: usize,
    span: Range<usize>,
}

/// A deck being checked.
struct Work<'a> {
    check: DeckCheck<'a>,
    source: &'a Source,
    commanders: Vec<Pile>,
    main: Vec<Pile>,
    faults: Vec<Diagnostic>,
    warnings: Vec<Diagnostic>,
    /// Cards in the deck, those with unknown names included.
    total: usize,
}

impl DeckCheck<'_> {
    /// The deck that a list stands for, with remarks on what was ignored; `commander` overrides the list's own.
    ///
    /// # Errors
    /// Everything that makes it no legal deck: unknown, banned and surplus cards, colour identity, size, commander.
    pub fn check(
        &self,
        source: &Source,
        list: &DeckList,
        commander: Option<CardId>,
    ) -> Result<(Deck, Vec<Diagnostic>), Diagnostics> {
        let (commanders, main) = (Vec::new(), Vec::new());
        let mut work = Work { check: *self, source, commanders, main, faults: vec![], warnings: vec![], total: 0 };
        for (entry, zone) in list.entries.iter().zip(zones::zones(self, list)) {
            work.take(entry, zone);
        }
        work.choose_commander(commander);
        work.judge();
        work.ignored(list);
        work.finish()
    }

    fn card(&self, pile: &Pile) -> &Card {
        self.catalog.card(pile.card)
    }

    /// Whether a card can be a commander (CR 903.3).
    fn can_lead(&self, card: CardId) -> bool {
        self.catalog.card(card).types.contains(Types::LEGENDARY | Types::CREATURE)
    }
}

impl Work<'_> {
    fn complain(&mut self, span: Range<usize>, message: String) {
        self.faults.push(self.source.complain(span, message));
    }

    /// Looks a line's name up; lines of unused zones are not looked at.
    fn take(&mut self, entry: &Entry, zone: Zone) {
        if !matches!(zone, Zone::Commander | Zone::Main) {
            return;
        }
        let count = usize::from(entry.count);
        self.total += count;
        match self.check.names.card(&entry.name) {
            None => self.complain(entry.span.clone(), self.check.names.unknown(&entry.name)),
            Some(card) => {
                let leads = zone == Zone::Commander && self.check.rules.commander;
                let piles = if leads { &mut self.commanders } else { &mut self.main };
                piles.push(Pile { card, count, span: entry.span.clone() });
            }
        }
    }

    /// An overriding commander leaves the main deck; the list's own joins it.
    fn choose_commander(&mut self, commander: Option<CardId>) {
        let Some(commander) = commander else { return };
        let mut piles = std::mem::take(&mut self.commanders);
        piles.append(&mut self.main);
        match piles.iter_mut().find(|p| p.card == commander) {
            Some(pile) => {
                pile.count -= 1;
                self.commanders.push(Pile { count: 1, ..pile.clone() });
            }
            None => {
                self.total += 1;
                self.commanders.push(Pile { card: commander, count: 1, span: 0..0 });
            }
        }
        piles.retain(|p| p.count > 0);
        self.main = piles;
    }

    fn judge(&mut self) {
        self.judge_size();
        if self.check.rules.commander {
            self.judge_commander();
            self.judge_identity();
        }
        self.judge_copies();
        if self.check.rules.ban_list {
            self.judge_bans();
        }
    }

    fn judge_size(&mut self) {
        let DeckRules { fewest, most, commander, .. } = *self.check.rules;
        if (fewest..=most).contains(&self.total) {
            return;
        }
        let expected = if fewest == most { fewest.to_string() } else { format!("{fewest} to {most}") };
        let with = if commander { " with the commander" } else { "" };
        let cards = if self.total == 1 { "card" } else { "cards" };
        self.faults
            .push(self.source.complain_whole(format!("found {} {cards}, expected {expected}{with}", self.total)));
    }

    fn judge_commander(&mut self) {
        let names: Vec<String> = self.commanders.iter().map(|p| format!("`{}`", self.check.card(p).name)).collect();
        let found: usize = self.commanders.iter().map(|p| p.count).sum();
        match (found, self.commanders.first().cloned()) {
            (1, Some(pile)) if !self.check.can_lead(pile.card) => {
                self.complain(pile.span, format!("{} can't be a commander, expected a legendary creature", names[0]));
            }
            (1, _) => {}
            (0, _) | (_, None) => self.no_commander(),
            (n, Some(_)) => {
                let last = self.commanders.last().map_or(0..0, |p| p.span.clone());
                let message =
                    format!("found {n} commanders ({}), expected 1; partners are not known here", names.join(", "));
                self.complain(last, message);
            }
        }
    }

    fn no_commander(&mut self) {
        let leads = self.main.iter().filter(|p| self.check.can_lead(p.card));
        let candidates: Vec<String> = leads.take(5).map(|p| format!("`{}`", self.check.card(p).name)).collect();
        let known =
            if candidates.is_empty() { String::new() } else { format!("; candidates: {}", candidates.join(", ")) };
        let message =
            "found no commander, expected a `Commander` section, a line marked *CMDR*, or a commander named apart";
        self.faults.push(self.source.complain_whole(format!("{message}{known}")));
    }

    /// CR 903.5c; without a single commander there is no identity to hold cards against.
    fn judge_identity(&mut self) {
        let [commander] = self.commanders.as_slice() else { return };
        let allowed = self.check.card(commander).identity & ManaSet::COLOURS;
        for pile in self.main.clone() {
            let card = self.check.card(&pile);
            let identity = card.identity & ManaSet::COLOURS;
            if !allowed.contains(identity) {
                let (has, may) = (letters(identity), letters(allowed));
                let message =
                    format!("`{}` has the colour identity {has}, expected one within the commander's {may}", card.name);
                self.complain(pile.span, message);
            }
        }
    }

    /// CR 100.2a, 903.5b: reported where a card goes over the limit.
    fn judge_copies(&mut self) {
        let mut counts: BTreeMap<CardId, usize> = BTreeMap::new();
        let piles: Vec<Pile> = self.commanders.iter().chain(&self.main).cloned().collect();
        for pile in piles {
            let card = self.check.card(&pile);
            let before = counts.entry(pile.card).or_default();
            *before += pile.count;
            let (copies, found) = (self.check.rules.copies, *before);
            if found > copies && !card.any_number {
                self.complain(pile.span, format!("found {found} of `{}`, expected at most {copies}", card.name));
            }
        }
    }

    fn judge_bans(&mut self) {
        let piles: Vec<Pile> = self.commanders.iter().chain(&self.main).cloned().collect();
        for pile in piles {
            let card = self.check.card(&pile);
            if !card.commander_legal {
                self.complain(pile.span, format!("`{}` is banned in Commander", card.name));
            }
        }
    }

    /// What the list has and the game has no use for.
    fn ignored(&mut self, list: &DeckList) {
        for zone in [Zone::Companion, Zone::Sideboard, Zone::Maybeboard] {
            let n: usize = list
                .entries
                .iter()
                .zip(zones::zones(&self.check, list))
                .filter(|(_, z)| *z == zone)
                .map(|(e, _)| usize::from(e.count))
                .sum();
            if n > 0 {
                let cards = if n == 1 { "card" } else { "cards" };
                let message = format!("ignored the {}: {n} {cards}", zone.header().to_lowercase());
                self.warnings.push(self.source.complain_whole(message));
            }
        }
    }

    fn finish(mut self) -> Result<(Deck, Vec<Diagnostic>), Diagnostics> {
        if !self.faults.is_empty() {
            self.faults.sort_by_key(|f| f.at.unwrap_or((usize::MAX, 0)));
            return Err(Diagnostics(self.faults));
        }
        let expand = |piles: &[Pile]| piles.iter().flat_map(|p| std::iter::repeat_n(p.card, p.count)).collect();
        let name = deck_name(&self.source.name).to_owned();
        Ok((Deck { name, commanders: expand(&self.commanders), main: expand(&self.main) }, self.warnings))
    }
}

/// `builtin:/decks/talrand.txt` is called `talrand`.
fn deck_name(path: &str) -> &str {
    let file = path.rsplit(['/', '\\']).next().unwrap_or(path);
    file.rsplit_once('.').map_or(file, |(stem, _)| stem)
}

/// Colours as letters; `colourless` for none.
fn letters(colours: ManaSet) -> String {
    let letters: String = Mana::ALL.into_iter().filter(|m| colours.contains(m.set())).map(Mana::letter).collect();
    if letters.is_empty() { "colourless".to_owned() } else { letters }
}

#[cfg(test)]
mod tests;
