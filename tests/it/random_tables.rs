//! Tables drawn at random: two to eight seats, legal decks from the whole catalog, players of every built-in kind that needs
//! no script, house rules, and now and then a board in the middle of a game. A number names a table for good.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::ops::Range;
use std::sync::{Arc, LazyLock};

use turnlab::cards::CatalogBuilder;
use turnlab::cards::card::Card;
use turnlab::cards::catalog::Catalog;
use turnlab::cards::mana::ManaSet;
use turnlab::cards::source::Source;
use turnlab::cards::type_line::Types;
use turnlab::game::{Dice, Lane};
use turnlab::scenario::{Disk, FileError, Files, InMemory, Scenario, builtin_paths};
use turnlab::table::Matchup;

/// The master seed of the drawing.
const SEED: u64 = 1_008;

/// A table drawn at random.
pub(crate) struct RandomTable {
    pub(crate) matchup: Matchup,
    /// The scenario as written.
    pub(crate) text: String,
}

/// The numbers of the tables to play at: so many, or what `TURNLAB_TABLES` asks for.
pub(crate) fn asked_for(usual: u64) -> Range<u64> {
    let number = |text: &str| text.parse().expect("a number of tables, or a range of their numbers");
    match std::env::var("TURNLAB_TABLES").as_deref().map(|asked| asked.split_once("..").ok_or(asked)) {
        Ok(Ok((from, to))) => number(from)..number(to),
        Ok(Err(tables)) => 0..number(tables),
        Err(_) => 0..usual,
    }
}

/// The catalog to draw from, with the cards of the file that `TURNLAB_CARDS` names.
pub(crate) static CATALOG: LazyLock<Catalog> = LazyLock::new(|| {
    let mut builder = CatalogBuilder::from(Catalog::builtin().clone());
    builder.add_file(&Source::new("own.toml", OWN.text.as_str())).unwrap_or_else(|faults| panic!("{faults}"));
    builder.build()
});

/// Cards beside the embedded ones. A table's file holds those of its decks alone: thousands take long to read.
static OWN: LazyLock<Own> = LazyLock::new(|| {
    let text = std::env::var("TURNLAB_CARDS").map_or_else(
        |_| String::new(),
        |file| std::fs::read_to_string(&file).unwrap_or_else(|error| panic!("{file}: {error}")),
    );
    Own { entries: entries(&text), text }
});

struct Own {
    text: String,
    /// The text of each card by its name, and of each token by its key.
    entries: BTreeMap<String, String>,
}

fn entries(text: &str) -> BTreeMap<String, String> {
    let heads = ["[[card]]", "[[token]]"];
    let mut found: Vec<String> = Vec::new();
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        match found.last_mut().filter(|_| !heads.contains(&line)) {
            Some(entry) => *entry += line,
            None if heads.contains(&line) => found.push(line.to_owned()),
            None => continue,
        }
        found.last_mut().expect("an entry has begun").push('\n');
    }
    let said = |entry: &str, key: &str| {
        let line = entry.lines().find_map(|line| line.strip_prefix(key).map(str::to_owned));
        line.map(|value| value.trim_matches('"').to_owned())
    };
    let named =
        |entry: String| (said(&entry, "key = ").or_else(|| said(&entry, "name = ")).expect("it has a name"), entry);
    found.into_iter().map(named).collect()
}

impl Own {
    /// The file with those cards, and the tokens that they name; none where they are all embedded.
    fn file(&self, decks: &str, scenario: &str) -> Option<String> {
        let listed = decks.lines().filter_map(|line| Some(line.split_once(' ')?.1));
        let cards: Vec<&String> = listed
            .chain(scenario.split('"'))
            .filter_map(|name| self.entries.get(name))
            .filter(|entry| entry.starts_with("[[card]]"))
            .collect();
        let named = |key: &str| cards.iter().any(|card| card.contains(&format!("\"{key}\"")));
        let tokens = self.entries.iter().filter(|(key, entry)| entry.starts_with("[[token]]") && named(key));
        let mut text: Vec<&String> = tokens.map(|(_, entry)| entry).collect();
        text.extend(&cards);
        text.sort();
        text.dedup();
        (!cards.is_empty()).then(|| text.into_iter().map(String::as_str).collect())
    }
}

/// The table of that number.
pub(crate) fn table(number: u64) -> RandomTable {
    table_played_by(number, None)
}

/// The table of that number, with that agent in all seats.
pub(crate) fn table_played_by(number: u64, agent: Option<&str>) -> RandomTable {
    let agent = agent.map(str::to_owned);
    let mut draw = Draw { dice: Dice::new(SEED, number, Lane::Table), decks: BTreeMap::new(), agent };
    let text = draw.scenario(number);
    let files = Both(InMemory(draw.decks));
    let scenario = Scenario::from_source(&Source::new("table.toml", text.as_str()), &files);
    let scenario = scenario.unwrap_or_else(|faults| panic!("table {number}: {faults}\n{text}"));
    RandomTable { matchup: Matchup::new(Arc::new(scenario)), text }
}

/// The decks that were drawn, and the embedded files.
struct Both(InMemory);

impl Files for Both {
    fn read(&self, path: &str) -> Result<Vec<u8>, FileError> {
        self.0.read(path).or_else(|_| Disk.read(path))
    }
}

struct Draw {
    dice: Dice,
    decks: BTreeMap<String, Vec<u8>>,
    /// Who plays all seats, as the file writes it.
    agent: Option<String>,
}

impl Draw {
    fn between(&mut self, low: u32, high: u32) -> u32 {
        low + self.dice.below(high - low + 1)
    }

    fn one_in(&mut self, n: u32) -> bool {
        self.dice.below(n) == 0
    }

    fn one_of<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.dice.below(from.len() as u32) as usize]
    }

    fn some_of<'c>(&mut self, from: &[&'c Card], n: u32) -> Vec<&'c Card> {
        let mut drawn = from.to_vec();
        self.dice.shuffle(&mut drawn);
        drawn.truncate(n as usize);
        drawn
    }

    /// The same, a fifth of them of three colours and more where there are any: few decks may hold those.
    fn mixed_of<'c>(&mut self, from: &[&'c Card], n: u32) -> Vec<&'c Card> {
        let many_coloured: Vec<&Card> = from.iter().copied().filter(|card| colours(card) >= 3).collect();
        let mut drawn = self.some_of(&many_coloured, n.div_ceil(5));
        let others: Vec<&Card> =
            from.iter().copied().filter(|card| drawn.iter().all(|d| d.name != card.name)).collect();
        drawn.extend(self.some_of(&others, n - drawn.len() as u32));
        drawn
    }

    fn scenario(&mut self, number: u64) -> String {
        let (seats, prepared) = (self.between(2, 8), self.one_in(3));
        let mut text = format!("schema = 1\nname = \"table-{number}\"\n[game]\n");
        let _ = writeln!(text, "max_turns = {}", self.between(3, 40));
        // Now and then so few that a game stalls, whatever the decks that the catalog of the day brings.
        let decisions = if number % 8 == 7 { 20 } else { self.between(60, 300) };
        let _ = writeln!(text, "max_decisions_per_turn = {decisions}");
        text.push_str(&self.house_rules());
        text.push_str(beginning_and_end(number, prepared));
        let rotate = self.one_in(2);
        let _ = writeln!(text, "[batch]\nseed = {number}\nrotate_seats = {rotate}");
        for seat in 0..seats {
            text.push_str(&self.seat(seat, prepared));
        }
        let decks: String = self.decks.values().map(|deck| String::from_utf8_lossy(deck).into_owned()).collect();
        if let Some(own) = OWN.file(&decks, &text) {
            self.decks.insert("own.toml".to_owned(), own.into_bytes());
            text.insert_str(0, "cards = [\"own.toml\"]\n");
        }
        text
    }

    fn house_rules(&mut self) -> String {
        let mut text = "[rules]\n".to_owned();
        if self.one_in(2) {
            text.push_str("extra_turn_order = \"creation-order\"\n");
        }
        if self.one_in(10) {
            text.push_str("extra_turns = \"skipped\"\n");
        }
        if self.one_in(5) {
            let _ = writeln!(text, "max_extra_turns_in_a_row = {}", self.between(0, 2));
        }
        let slow = self.one_of(&["end-turn", "pass", "concede"]);
        let _ = writeln!(text, "slow_play = \"{slow}\"");
        text
    }

    fn seat(&mut self, seat: u32, prepared: bool) -> String {
        let agent = self.one_of(&["random", "random", "random", "heuristic", "heuristic", "pass"]);
        let agent = self.agent.clone().unwrap_or_else(|| format!("{agent:?}"));
        let mut text = format!("[[seat]]\nname = \"P{seat}\"\nagent = {agent}\n");
        if self.one_in(6) {
            let _ = writeln!(text, "time_limit = \"{}ms\"", self.between(20, 400));
        }
        let commander = self.commander();
        if !prepared && self.one_in(4) {
            // A list that somebody thought about.
            let lists: Vec<String> = builtin_paths().into_iter().filter(|p| p.starts_with("builtin:/decks/")).collect();
            let deck = &lists[self.dice.below(lists.len() as u32) as usize];
            let _ = writeln!(text, "deck = {deck:?}");
        } else {
            let deck = self.deck(commander);
            self.decks.insert(format!("deck-{seat}.txt"), deck.into_bytes());
            let _ = writeln!(text, "deck = \"deck-{seat}.txt\"");
        }
        if prepared {
            text.push_str(&self.board(commander));
        }
        text
    }

    fn commander(&mut self) -> &'static Card {
        let leaders: Vec<&Card> = playable(|card| card.types.contains(Types::LEGENDARY | Types::CREATURE));
        self.one_of(&leaders)
    }

    /// A hundred cards within the commander's identity.
    fn deck(&mut self, commander: &Card) -> String {
        let n = self.between(45, 75);
        let mut text = format!("Commander\n1 {}\n\nDeck\n", commander.name);
        let cards = self.mixed_of(&within(commander), n);
        cards.iter().for_each(|card| text.push_str(&format!("1 {}\n", card.name)));
        let basics = basics(commander);
        let mut counts = vec![0; basics.len()];
        for _ in cards.len()..99 {
            counts[self.dice.below(basics.len() as u32) as usize] += 1;
        }
        for (basic, count) in basics.iter().zip(counts).filter(|(_, count)| *count > 0) {
            text.push_str(&format!("{count} {}\n", basic.name));
        }
        text
    }

    /// Some way into a game.
    fn board(&mut self, commander: &Card) -> String {
        let (cards, lands) = (within(commander), basics(commander));
        let permanents: Vec<&Card> = cards.iter().copied().filter(|card| card.is_permanent()).collect();
        let (hand, there) = (self.between(0, 7), self.between(0, 8));
        let mana = if self.one_in(6) { self.between(10, 14) } else { self.between(2, 9) };
        let hand = list(&self.mixed_of(&cards, hand));
        let mut there = self.some_of(&permanents, there);
        there.extend((0..mana).map(|n| lands[n as usize % lands.len()]));
        let (life, there) = (self.between(1, 25), list(&there));
        format!("life = {life}\nhand = [{hand}]\nbattlefield = [{there}]\n")
    }
}

fn list(cards: &[&Card]) -> String {
    cards.iter().map(|card| format!("{:?}", card.name)).collect::<Vec<_>>().join(", ")
}

/// The catalog's cards that may be in a deck.
fn playable(which: impl Fn(&Card) -> bool) -> Vec<&'static Card> {
    let cards = CATALOG.cards().map(|(_, card)| card);
    cards.filter(|card| card.is_whole() && card.commander_legal && which(card)).collect()
}

fn colours(card: &Card) -> u32 {
    (card.identity & ManaSet::COLOURS).bits().count_ones()
}

fn may_play(commander: &Card, card: &Card) -> bool {
    (commander.identity & ManaSet::COLOURS).contains(card.identity & ManaSet::COLOURS)
}

fn within(commander: &Card) -> Vec<&'static Card> {
    playable(|card| !card.types.contains(Types::BASIC) && card.name != commander.name && may_play(commander, card))
}

fn basics(commander: &Card) -> Vec<&'static Card> {
    playable(|card| card.types.contains(Types::BASIC | Types::LAND) && may_play(commander, card))
}

/// House rules on how the game begins and ends, at some tables by their number.
const fn beginning_and_end(number: u64, prepared: bool) -> &'static str {
    match number % 12 {
        3 if !prepared => "opening_hand = [5, 7]\nopening_scry = [0, 1]\n",
        5 if !prepared => "opening_hand = 9\nopening_scry = 3\nno_extra_turns_before_round = 2\n",
        7 => "no_extra_turns_before_round = 3\n",
        9 | 11 => "ends = \"first-knock-out\"\n",
        _ => "",
    }
}
