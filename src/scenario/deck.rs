//! Decks as checked: a deck list held against a catalog and the rules of a format.

mod place;

use std::collections::BTreeMap;
use std::fmt;
use std::ops::Range;

use crate::cards::card::{Card, StandIn};
use crate::cards::catalog::{Catalog, fold};
use crate::cards::effect::CardId;
use crate::cards::legality::BanList;
use crate::cards::limits;
use crate::cards::mana::{Mana, ManaSet};
use crate::cards::source::{Diagnostic, Diagnostics, Level, Source};
use crate::cards::wording::{cell, counted, percent, quoted, shown};

use super::decklist::{self, DeckList, Entry, Hints, Printing, Zone};
use super::format::DeckRules;

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

    /// How many of its cards are stand-ins or translated.
    #[must_use]
    pub fn stand_ins(&self, catalog: &Catalog) -> StandInCount {
        let cards: Vec<_> = self.commanders.iter().chain(&self.main).map(|card| catalog.card(*card)).collect();
        let count = |kind| cards.iter().filter(|card| card.stand_in == Some(kind)).count();
        StandInCount {
            cards: cards.len(),
            facts: count(StandIn::Facts),
            blank: count(StandIn::Blank),
            translated: cards.iter().filter(|card| card.translated).count(),
        }
    }

    /// All other cards, in the order of the list, one entry a card.
    #[must_use]
    pub fn main(&self) -> &[CardId] {
        &self.main
    }
}

/// How many cards of a deck are not the catalog's or the user's own: those that stand in for others that are not known well
/// enough to be played, and those that are translated from their printed text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct StandInCount {
    /// All cards of the deck.
    pub cards: usize,
    /// Those that are played as their printed bodies.
    pub facts: usize,
    /// Those that do nothing.
    pub blank: usize,
    /// Those that are translated, which are played as printed and no stand-ins.
    pub translated: usize,
}

impl StandInCount {
    /// The share from which on a deck's results say little about it.
    pub const MUCH: f64 = 0.2;

    /// Whether there are any stand-ins.
    #[must_use]
    pub fn any(self) -> bool {
        self.facts + self.blank > 0
    }

    /// Whether there is anything to tell: stand-ins or translated cards.
    #[must_use]
    pub fn is_told(self) -> bool {
        self.any() || self.translated > 0
    }

    /// The share of stand-ins in the deck.
    #[must_use]
    pub fn share(self) -> f64 {
        (self.facts + self.blank) as f64 / self.cards.max(1) as f64
    }

    /// Whether they are so many that the deck's results say little about it.
    #[must_use]
    pub fn much(self) -> bool {
        self.share() > StandInCount::MUCH
    }
}

impl fmt::Display for StandInCount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (share, all) = (percent(self.share()), self.facts + self.blank);
        write!(f, "{all} of {} cards ({share}), {} by facts, {} blank", self.cards, self.facts, self.blank)
    }
}

/// A deck list that is a legal deck.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReadDeck {
    /// The deck.
    pub deck: Deck,
    /// Its list, every line in the zone the deck has it in, under the card's own name.
    pub list: DeckList,
    /// Which lines its commanders were taken from by their place alone.
    pub guessed: Option<&'static str>,
    /// What was ignored.
    pub warnings: Vec<Diagnostic>,
}

/// What deck lists are held against.
#[derive(Debug, Clone, Copy)]
pub struct DeckCheck<'a> {
    /// The cards there are.
    pub catalog: &'a Catalog,
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

/// The known lines of a deck.
#[derive(Debug, Default)]
struct Piles {
    commanders: Vec<Pile>,
    main: Vec<Pile>,
}

impl Piles {
    fn all(&self) -> impl Iterator<Item = &Pile> {
        self.commanders.iter().chain(&self.main)
    }
}

/// A deck being checked.
struct Work<'a> {
    check: DeckCheck<'a>,
    source: &'a Source,
    piles: Piles,
    faults: Vec<Diagnostic>,
    warnings: Vec<Diagnostic>,
    /// Cards in the deck, those with unknown names included.
    total: usize,
    unknown: Unknown,
}

/// The lines of a deck whose cards are not known.
#[derive(Debug, Default)]
struct Unknown {
    /// How many cards they are.
    cards: usize,
    commanders: Vec<Diagnostic>,
    others: Vec<Diagnostic>,
}

/// Whether the cards of a zone are in the game.
pub(super) const fn is_used(zone: Zone) -> bool {
    matches!(zone, Zone::Commander | Zone::Main)
}

impl DeckCheck<'_> {
    /// Reads a file and checks the list in it; every fault of either is reported.
    ///
    /// # Errors
    /// See [`DeckList::parse`] and [`DeckCheck::check`].
    pub fn read(&self, source: &Source, commanders: &[CardId]) -> Result<ReadDeck, Diagnostics> {
        let (list, mut faults) = DeckList::read(source);
        if list.entries.is_empty() {
            return Err(Diagnostics(faults));
        }
        match self.check(source, &list, commanders) {
            Ok((deck, warnings)) if faults.is_empty() => {
                let guessed = if commanders.is_empty() { place::guess(self, &list) } else { None };
                Ok(ReadDeck { list: self.sorted(&list, &deck), deck, guessed, warnings })
            }
            Ok(_) => Err(Diagnostics(faults)),
            Err(Diagnostics(found)) => {
                // What can't be read may be the very cards that a fault of the whole deck is about.
                let unread = !faults.is_empty();
                let told = |fault: &Diagnostic| fault.at.is_some() || fault.level == Level::Coverage || !unread;
                faults.extend(found.into_iter().filter(told));
                faults.sort_by_key(order);
                Err(Diagnostics(faults))
            }
        }
    }

    /// The deck that a list stands for, with remarks on what was ignored; `commanders`, if any, override the list's own.
    ///
    /// # Errors
    /// Everything that makes it no legal deck: unknown, banned and surplus cards, colour identity, size, commander.
    pub fn check(
        &self,
        source: &Source,
        list: &DeckList,
        commanders: &[CardId],
    ) -> Result<(Deck, Vec<Diagnostic>), Diagnostics> {
        let list = self.placed(list);
        let mut work = Work {
            check: *self,
            source,
            piles: Piles::default(),
            faults: vec![],
            warnings: vec![],
            total: 0,
            unknown: Unknown::default(),
        };
        for entry in &list.entries {
            work.take(entry);
        }
        work.choose_commanders(commanders);
        work.judge(&list);
        work.ignored(&list);
        work.finish()
    }

    /// The list as it is understood: every line in the zone it is meant for, and no line that is only a heading.
    #[must_use]
    pub fn placed(&self, list: &DeckList) -> DeckList {
        place::placed(self, list)
    }

    /// Whether nothing is known of a card but its name.
    fn is_unknown(&self, name: &str) -> bool {
        self.catalog.find(name).is_none_or(|card| self.catalog.card(card).stand_in == Some(StandIn::Blank))
    }

    /// The list of a deck that was found in it: every line in the zone the deck has it in, under the card's own name.
    fn sorted(&self, list: &DeckList, deck: &Deck) -> DeckList {
        let mut leaders = deck.commanders.clone();
        let mut entries = Vec::new();
        for entry in &self.placed(list).entries {
            let card = self.catalog.find(&entry.name).filter(|_| is_used(entry.zone));
            let Some(card) = card else {
                entries.push(entry.clone());
                continue;
            };
            let name = self.catalog.card(card).name.clone();
            let mut main = Entry { zone: Zone::Main, name, ..entry.clone() };
            if let Some(at) = leaders.iter().position(|leader| *leader == card) {
                leaders.remove(at);
                entries.push(Entry { zone: Zone::Commander, count: 1, ..main.clone() });
                main.count -= 1;
            }
            entries.extend(Some(main).filter(|main| main.count > 0));
        }
        for leader in leaders {
            let name = self.catalog.card(leader).name.clone();
            let printing = Printing::default();
            entries.push(Entry {
                zone: Zone::Commander,
                count: 1,
                name,
                printing,
                group: 0,
                span: 0..0,
                hints: Hints::default(),
            });
        }
        DeckList { entries, ..list.clone() }
    }

    /// The first card by name that can lead a deck and whose name begins with that word: `Talrand`.
    fn leader_begun(&self, word: &str) -> Option<&str> {
        let word = fold(word);
        let begins = |name: &str| fold(name).strip_prefix(&word).is_some_and(|rest| rest.starts_with([',', ' ']));
        let leaders = self.catalog.cards().filter(|(id, card)| begins(&card.name) && self.can_lead(&[*id]));
        leaders.map(|(_, card)| card.name.as_str()).min()
    }

    fn card(&self, pile: &Pile) -> &Card {
        self.catalog.card(pile.card)
    }

    /// Whether those cards, one or two, can lead a deck (CR 903.3, 702.124).
    fn can_lead(&self, cards: &[CardId]) -> bool {
        match *cards {
            [card] => self.catalog.can_lead(card),
            [one, two] => self.catalog.can_lead_together([one, two]),
            _ => false,
        }
    }
}

impl Work<'_> {
    fn complain(&mut self, span: Range<usize>, message: String) {
        self.faults.push(self.source.complain(span, message));
    }

    /// Looks a line's name up; lines of unused zones are not looked at.
    fn take(&mut self, entry: &Entry) {
        if !is_used(entry.zone) {
            return;
        }
        let count = usize::from(entry.count);
        self.total += count;
        let leads = entry.zone == Zone::Commander && self.check.rules.commander;
        match self.check.catalog.find(&entry.name) {
            None => self.unknown(entry, leads),
            Some(card) => {
                let piles = if leads { &mut self.piles.commanders } else { &mut self.piles.main };
                piles.push(Pile { card, count, span: entry.span.clone() });
            }
        }
    }

    fn unknown(&mut self, entry: &Entry, leads: bool) {
        self.unknown.cards += usize::from(entry.count);
        let check = self.check;
        let Unknown { commanders, others, .. } = &mut self.unknown;
        let faults = if leads { commanders } else { others };
        // Nearest names take their time.
        if faults.len() >= limits::FAULTS {
            return;
        }
        let banned = self.check.rules.ban_list && BanList::commander().bans(&entry.name);
        let banned = if banned { ", and it is banned in Commander" } else { "" };
        let role = if leads { ", the commander" } else { "" };
        let heading = Zone::meant(&entry.name).filter(|_| entry.hints.uncounted).map(Zone::header);
        let near = heading.or_else(|| check.catalog.suggest(&entry.name));
        let near = near.or_else(|| if leads { check.leader_begun(&entry.name) } else { None });
        let near = near.map_or_else(String::new, |near| format!("; did you mean `{near}`?"));
        let message = match entry.name.split_once(' ') {
            // What begins with four digits is read as a name, as there are names that do.
            Some((count, name)) if count.parse::<u64>().is_ok() && self.check.catalog.find(name).is_some() => {
                format!("found a count of {count}, expected 1 to {}", decklist::MOST)
            }
            _ => format!("unknown card {}{role}{banned}{near}", quoted(&entry.name)),
        };
        faults.push(self.source.complain(entry.span.clone(), message));
    }

    /// Overriding commanders leave the main deck; the list's own join it.
    fn choose_commanders(&mut self, commanders: &[CardId]) {
        if commanders.is_empty() {
            return;
        }
        let Piles { commanders: mut piles, mut main } = std::mem::take(&mut self.piles);
        piles.append(&mut main);
        for commander in commanders {
            match piles.iter_mut().find(|p| p.card == *commander && p.count > 0) {
                Some(pile) => {
                    pile.count -= 1;
                    self.piles.commanders.push(Pile { count: 1, ..pile.clone() });
                }
                None => {
                    self.total += 1;
                    self.piles.commanders.push(Pile { card: *commander, count: 1, span: 0..0 });
                }
            }
        }
        piles.retain(|p| p.count > 0);
        self.piles.main = piles;
    }

    fn judge(&mut self, list: &DeckList) {
        self.judge_size();
        if self.check.rules.commander && self.judge_commanders(list) {
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
        let cards = counted(self.total, "card", "cards");
        self.faults.push(self.source.complain_whole(format!("found {cards}, expected {expected}{with}")));
    }

    /// CR 903.3, 702.124; a commander whose name is unknown has been complained about. Whether they lead, so that the others can
    /// be held against them.
    fn judge_commanders(&mut self, list: &DeckList) -> bool {
        let leaders = &self.piles.commanders;
        let cards: Vec<CardId> = leaders.iter().flat_map(|p| std::iter::repeat_n(p.card, p.count)).collect();
        let names: Vec<String> = leaders.iter().map(|p| format!("`{}`", self.check.card(p).name)).collect();
        let last = leaders.last().map_or(0..0, |p| p.span.clone());
        let unknown = list.count(Zone::Commander) > cards.len();
        if let Some(blank) = leaders.iter().find(|p| self.check.card(p).stand_in == Some(StandIn::Blank)) {
            let message =
                format!("{} leads the deck, and nothing is known of it", quoted(&self.check.card(blank).name));
            let expected = "expected it among the card facts, or in a card file";
            self.complain(blank.span.clone(), format!("{message}, {expected}"));
            return false;
        }
        match cards.as_slice() {
            _ if unknown => {}
            [] => self.no_commander(),
            cards if self.check.can_lead(cards) => return true,
            [_] => {
                let message = format!("{} can't be a commander on its own, expected a legendary creature", names[0]);
                self.complain(last, message);
            }
            [_, _] => {
                let message = format!(
                    "found 2 commanders ({}), expected 1, or 2 whose partner abilities allow it together",
                    names.join(", ")
                );
                self.complain(last, message);
            }
            more => {
                let message = format!("found {} commanders ({}), expected 1 or 2", more.len(), names.join(", "));
                self.complain(last, message);
            }
        }
        false
    }

    fn no_commander(&mut self) {
        let leads = self.piles.main.iter().filter(|p| self.check.can_lead(&[p.card]));
        let candidates: Vec<String> = leads.take(5).map(|p| format!("`{}`", self.check.card(p).name)).collect();
        let known =
            if candidates.is_empty() { String::new() } else { format!("; candidates: {}", candidates.join(", ")) };
        let message =
            "found no commander, expected a `Commander` section, a line marked *CMDR*, or a commander named apart";
        self.faults.push(self.source.complain_whole(format!("{message}{known}")));
    }

    /// CR 903.5c, 702.124c: the colours of all commanders together.
    fn judge_identity(&mut self) {
        let identity = |pile: &Pile| self.check.card(pile).identity & ManaSet::COLOURS;
        let allowed = self.piles.commanders.iter().map(identity).fold(ManaSet::empty(), |all, one| all | one);
        let whose = if self.piles.commanders.len() > 1 { "commanders'" } else { "commander's" };
        let mut faults = Vec::new();
        for pile in self.piles.main.iter().filter(|pile| !allowed.contains(identity(pile))) {
            let (has, may) = (letters(identity(pile)), letters(allowed));
            let name = &self.check.card(pile).name;
            let message = format!("`{name}` has the colour identity {has}, expected one within the {whose} {may}");
            faults.push(self.source.complain(pile.span.clone(), message));
        }
        self.faults.append(&mut faults);
    }

    /// CR 100.2a, 903.5b: reported where a card goes over the limit.
    fn judge_copies(&mut self) {
        let mut counts: BTreeMap<CardId, usize> = BTreeMap::new();
        let mut faults = Vec::new();
        for pile in self.piles.all() {
            let card = self.check.card(pile);
            let before = counts.entry(pile.card).or_default();
            *before += pile.count;
            let (copies, found) = (self.check.rules.copies, *before);
            if found > copies && !card.any_number {
                let message = format!("found {found} of `{}`, expected at most {copies}", card.name);
                faults.push(self.source.complain(pile.span.clone(), message));
            }
        }
        self.faults.append(&mut faults);
    }

    fn judge_bans(&mut self) {
        let banned = self.piles.all().filter(|pile| !self.check.card(pile).commander_legal);
        let complain = |pile: &Pile| {
            let message = format!("`{}` is banned in Commander", self.check.card(pile).name);
            self.source.complain(pile.span.clone(), message)
        };
        let mut faults = banned.map(complain).collect();
        self.faults.append(&mut faults);
    }

    /// What the list has and the game has no use for.
    fn ignored(&mut self, list: &DeckList) {
        for zone in Zone::ALL.into_iter().filter(|zone| !is_used(*zone)) {
            let cards = list.count(zone);
            if cards > 0 {
                let message =
                    format!("ignored the {}: {}", zone.header().to_lowercase(), counted(cards, "card", "cards"));
                self.warnings.push(self.source.complain_whole(message));
            }
        }
    }

    /// Complaints about unknown cards, and how much of the deck is known. While its commander is not, the rest of a deck can't be
    /// judged, and only the commander is told of.
    fn note_unknown(&mut self) {
        let Unknown { cards, mut commanders, mut others } = std::mem::take(&mut self.unknown);
        if commanders.is_empty() {
            self.faults.append(&mut others)
        } else {
            self.faults.append(&mut commanders)
        }
        if cards == 0 {
            return;
        }
        let known = self.total - cards;
        let coverage = format!("{known} of {} known", counted(self.total, "card", "cards"));
        self.faults.push(Diagnostic { level: Level::Coverage, ..self.source.complain_whole(coverage) });
    }

    fn finish(mut self) -> Result<(Deck, Vec<Diagnostic>), Diagnostics> {
        self.note_unknown();
        if !self.faults.is_empty() {
            self.faults.sort_by_key(order);
            return Err(Diagnostics(self.faults));
        }
        let expand = |piles: &[Pile]| piles.iter().flat_map(|p| std::iter::repeat_n(p.card, p.count)).collect();
        let name = deck_name(&self.source.name);
        Ok((Deck { name, commanders: expand(&self.piles.commanders), main: expand(&self.piles.main) }, self.warnings))
    }
}

/// Complaints by their lines, those about the whole list last, and what they come to behind them.
fn order(fault: &Diagnostic) -> (Level, (usize, usize)) {
    (fault.level, fault.at.unwrap_or((usize::MAX, 0)))
}

/// `builtin:/decks/talrand.txt` is called `talrand`. The name comes to stand in tables.
fn deck_name(path: &str) -> String {
    let file = path.rsplit(['/', '\\']).next().unwrap_or(path);
    let name = shown(file.rsplit_once('.').map_or(file, |(stem, _)| stem));
    cell(&name).into_owned()
}

/// Colours as letters; `colourless` for none.
fn letters(colours: ManaSet) -> String {
    let letters: String = Mana::ALL.into_iter().filter(|m| colours.contains(m.set())).map(Mana::letter).collect();
    if letters.is_empty() { "colourless".to_owned() } else { letters }
}

#[cfg(test)]
mod tests;
