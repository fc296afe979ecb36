//! Every key a scenario can have.
//!
//! One table, held against what the reader really asks for by a test.

use std::fmt::{self, Display, Formatter, Write as _};

use crate::agents::{Pilot, PilotOption};

/// A key of a scenario.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Key {
    /// The table it stands in: nothing for the top, `game`, `expect.state`, or the name of a small table within one.
    pub table: &'static str,
    /// The key.
    pub key: &'static str,
    /// What can be written there.
    pub kind: &'static str,
    /// What it means, and what its absence means.
    pub meaning: &'static str,
}

impl Key {
    /// Whether it is called so: by itself, with its table, or with all others of its table.
    #[must_use]
    pub fn is_called(&self, name: &str) -> bool {
        let of_table = !self.table.is_empty() && self.table == name;
        of_table || self.key == name || name.rsplit_once('.') == Some((self.table, self.key))
    }

    /// It with its table.
    #[must_use]
    pub fn path(&self) -> String {
        let dot = if self.table.is_empty() { "" } else { "." };
        format!("{}{dot}{}", self.table, self.key)
    }
}

impl Display for Key {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}; {}", self.path(), self.kind, self.meaning)
    }
}

/// What is said of `costs`.
const COSTS: &str = "what is sacrificed, discarded, exiled, returned or tapped for it, in order, where more than one thing would do; what is not named is the first that will do";

const fn key(table: &'static str, key: &'static str, kind: &'static str, meaning: &'static str) -> Key {
    Key { table, key, kind, meaning }
}

/// A key of `pilot`.
const fn percent(option: usize) -> Key {
    let PilotOption { name, meaning, .. } = Pilot::OPTIONS[option];
    key("pilot", name, "0 to 1000", meaning)
}

/// Every key.
pub const KEYS: &[Key] = &[
    key("", "schema", "1", "the version of this schema; required"),
    key("", "name", "text", "letters, digits, -, _ and .; required"),
    key("", "description", "text", "what the scenario is about"),
    key(
        "",
        "cards",
        "list of paths",
        "card files of one's own; theirs replace cards of the catalog with `replace = true`",
    ),
    key("", "game", "table", "how every game is played"),
    key("", "format", "table", "a format of one's own, instead of `game.format`"),
    key("", "rules", "table", "house rules"),
    key("", "seat", "tables", "the seats, 2 to 15"),
    key("", "batch", "table", "how many games, and which; makes the scenario a study"),
    key("", "report", "table", "what its summary shows"),
    key("", "table_time", "table", "how long turns take at a real table: a run is told in minutes by it"),
    key("", "script", "tables", "what happens, and when"),
    key("", "puzzle", "table", "whose board it is; makes the case a puzzle, with its [[solution]] and [expect]"),
    key("", "solution", "tables", "an answer to the puzzle that is right, written like a script without effects"),
    key("", "expect", "table", "what must be shown; makes the scenario a regression case"),
    key("game", "format", "commander | constructed | two-headed-giant", "default commander"),
    key(
        "game",
        "starting_seat",
        "random | a seat",
        "default random; in a case with a script, expectations or boards the first seat",
    ),
    key("game", "max_turns", "number from 1", "a game that begins so many turns is capped; default 200"),
    key(
        "game",
        "max_decisions_per_turn",
        "number from 1",
        "a turn with so many decisions stalls the game; default 5000",
    ),
    key("game", "ask", "real | all", "which priorities are asked about; default real"),
    key("game", "step_budget", "number from 1", "steps an agent may think about one decision; default 1000000"),
    key(
        "game",
        "on_fault",
        "default | random-legal | forfeit | abort",
        "after a late, missing, unreadable or illegal answer: the decision's default, any legal answer, the seat loses, or the game and the run end; default default",
    ),
    key(
        "game",
        "thinking",
        "table",
        "how long answers take, for seats that don't say; default as many steps as they took",
    ),
    key("format", "name", "text", "what messages call it"),
    key(
        "format",
        "based_on",
        "commander | constructed | two-headed-giant",
        "where the rest comes from; default commander",
    ),
    key("format", "life", "number from 1", "starting life, of a team where it is shared"),
    key("format", "seats", "number, or [least, most]", "how many play"),
    key(
        "format",
        "team_size",
        "number from 1",
        "seats next to each other that share turns, life and fate (CR 805, 810)",
    ),
    key("format", "first_draw", "true | false", "whether the first player or team draws in turn 1"),
    key("format", "free_mulligan", "true | false", "whether the first mulligan is free (CR 103.5c)"),
    key("format", "priority", "turn-order | active-player", "who gets priority; default turn-order (CR 117.3d)"),
    key("format", "deck", "table", "what a legal deck is"),
    key("format", "phase", "tables", "the phases of a turn in order; default those of the rules (CR 500.1)"),
    key("format.deck", "cards", "number, or [least, most]", "cards in a deck, the commander included"),
    key("format.deck", "copies", "number from 1", "copies of a card that is no basic land"),
    key("format.deck", "commander", "true | false", "whether decks have commanders (CR 903)"),
    key("format.deck", "ban_list", "true | false", "whether the Commander ban list applies"),
    key("format.phase", "name", "text", "a phase of the rules, or a name of one's own; required"),
    key("format.phase", "steps", "list of steps", "default those of the rules; needed by a phase of one's own"),
    key("format.step", "step", "step", "a step of the rules; its name alone will do"),
    key("format.step", "custom", "lower-case letters, digits and -", "a step of one's own"),
    key(
        "format.step",
        "priority",
        "true | false",
        "whether players get priority in it; default as in the rules, true in one's own",
    ),
    key("rules", "extra_turn_order", "most-recent-first | creation-order", "default most-recent-first (CR 500.7)"),
    key("rules", "extra_turns", "allowed | skipped", "default allowed"),
    key(
        "rules",
        "max_extra_turns_in_a_row",
        "number",
        "further extra turns of a seat in a row are skipped; default no limit",
    ),
    key("rules", "max_extra_turns", "number", "further extra turns of a seat in a game are skipped; default no limit"),
    key(
        "rules",
        "no_extra_turns_before_round",
        "number from 1",
        "extra turns that would begin in an earlier round are skipped; they belong to the round of the normal turn before them; default none",
    ),
    key(
        "rules",
        "deny_extra_turn",
        "number",
        "which extra turn of a game, counted from 1 as they are granted, is skipped; nobody knows before; default none",
    ),
    key(
        "rules",
        "slow_play",
        "end-turn | pass | concede",
        "what befalls who is out of time: their turn ends, they are asked nothing more, they lose; default end-turn",
    ),
    key(
        "rules",
        "concede",
        "never | hopeless",
        "when players of rules of thumb give a game up: never, or when they can't win any more; default never",
    ),
    key(
        "rules",
        "draw_on_first_turn",
        "true | false",
        "whether the first player draws in turn 1; default by the number of players (CR 103.8)",
    ),
    key(
        "rules",
        "opening_hand",
        "number, or list of numbers, 1 to 20",
        "cards in the opening hand by position, from the starting player on; the last one holds for all positions after it; mulligans count from it (CR 103.5); default 7",
    ),
    key(
        "rules",
        "opening_scry",
        "number, or list of numbers, 0 to 20",
        "how much each player scries by position, in turn order, when all have kept their hands and before turn 1; the last one holds for all positions after it; default 0",
    ),
    key(
        "rules",
        "ends",
        "last-standing | first-knock-out",
        "when the game is over: when one player or team is left (CR 104.2a), or as soon as anybody has left it, for whatever reason; then whoever of those left has the most life wins, and with equal life it is a draw; default last-standing",
    ),
    key("seat", "name", "text", "unique; without *, [, ] and +; required"),
    key("seat", "team", "text", "its team's name, where turns are shared; default the team's number"),
    key("seat", "deck", "path", "a deck list; default an endless library of nothing"),
    key("seat", "commander", "card, or list of two", "overrides the list's own commander"),
    key(
        "seat",
        "agent",
        "pass | random | scripted | heuristic | search",
        "who answers; default heuristic with a deck, else scripted; with options { search = { candidates = 6, worlds = 32, horizon = \"2 rounds\" } }",
    ),
    key(
        "seat",
        "time_limit",
        "time such as \"90s\", \"1500ms\", \"2m\"",
        "for thinking in each turn, on the virtual clock; default no limit",
    ),
    key("seat", "game_time_limit", "time", "for thinking in the whole game; default no limit"),
    key("seat", "thinking", "table", "how long its answers take on the virtual clock; default the game's"),
    key("seat", "pilot", "table", "how a heuristic or search player plays, in percent of what is usual"),
    percent(0),
    percent(1),
    percent(2),
    percent(3),
    percent(4),
    percent(5),
    key("thinking", "mean", "time", "on average; required"),
    key("thinking", "spread", "time", "the standard deviation; times are log-normal; default none, always the mean"),
    key("seat", "life", "number", "prepared: life, of the whole team where it is shared; default the format's"),
    key("seat", "poison", "number", "prepared: poison counters, of the whole team where they are shared; default 0"),
    key("seat", "hand", "list of cards", "prepared: the hand; default none"),
    key("seat", "battlefield", "list of cards", "prepared: permanents, tokens among them"),
    key("seat", "graveyard", "list of cards", "prepared: the graveyard, top card last"),
    key("seat", "exile", "list of cards", "prepared: cards in exile; suspended with time counters"),
    key("seat", "command", "list of cards", "prepared: commanders, for seats without a deck"),
    key("seat", "library_top", "list of cards", "prepared: on top of the library, top card first"),
    key("seat", "library", "list of cards", "prepared: the whole library, top card first, for seats without a deck"),
    key(
        "seat",
        "mana",
        "letters such as \"UUC\"",
        "prepared: mana in the pool at the start, which empties as the first untap step ends (CR 500.5)",
    ),
    key("card", "card", "card", "a card in a list of cards; its name alone will do; required"),
    key("card", "count", "1 to 999", "so many of it; default 1"),
    key("card", "counters", "table, kind = number", "its counters, on the battlefield and in exile"),
    key("card", "tapped", "true | false", "tapped, on the battlefield; default false"),
    key(
        "card",
        "summoning_sick",
        "true | false",
        "came under control since its controller's last turn began (CR 302.6), so that it tells nothing of whose turn is first; default false",
    ),
    key("batch", "games", "1 to 2^53", "rounded up to whole groups; default 1"),
    key("batch", "seed", "number to 2^53, or text with a u64, decimal or 0x...", "the master seed; default 0"),
    key(
        "batch",
        "rotate_seats",
        "true | false",
        "the games of a group are played in every rotation of a random table order; default false",
    ),
    key(
        "batch",
        "deals",
        "\"fresh\" | \"shared\"",
        "with rotate_seats: each game of a group has a deal of its own, or all of them the same; default \"fresh\"",
    ),
    key(
        "batch",
        "target_error",
        "more than 0, less than 0.5",
        "stops when every seat's win-share interval is so narrow (half-width)",
    ),
    key(
        "batch",
        "until",
        "rule",
        "stops when this is met: \"ci(won,Ann) <= 0.01\", \"ci(turns) <= 0.5\", \"sequence(won,position 1) <= 0.02\", \"sprt(won,Ann, 0.25, 0.3)\"",
    ),
    key(
        "report",
        "metrics",
        "list of METRIC, or METRIC,SEAT, or METRIC,position N",
        "what the summary shows; a metric of seats alone is shown of each; default those of turns, and whatever varies",
    ),
    key(
        "table_time",
        "minutes_by_round",
        "list of numbers, 0 to 1440",
        "minutes a turn takes on average by the round it begins in; the last one holds for later rounds; default those of 69 recorded games, [0.4, 0.5, 0.9, 1.4, 2.4, 3.0, 3.3, 3.7, 4.2]",
    ),
    key("table_time", "per_decision", "time", "what each decision in a turn adds, whoever makes it; default nothing"),
    key("table_time", "per_spell", "time", "what each spell in a turn adds, whoever casts it; default nothing"),
    key(
        "table_time",
        "turn_spread",
        "0 to 10",
        "the standard deviation of a turn as a share of its mean; times are log-normal; default 0.8, as recorded",
    ),
    key(
        "table_time",
        "table_spread",
        "0 to 10",
        "the standard deviation of a table's pace as a share of its mean, log-normal; default 0.15, as recorded",
    ),
    key(
        "table_time",
        "error",
        "0 to 1",
        "the standard error of all these times as a share of them: how well they are known; default 0.028, and with times of one's own 0, not known",
    ),
    key("script", "turn", "number from 1", "counts turns begun; required"),
    key(
        "script",
        "step",
        "step",
        "default precombat-main; for an attack declare-attackers, for a block declare-blockers; with `when = \"before\"` none: before the turn",
    ),
    key("script", "nth", "number from 1", "the n-th such step of the turn; default 1"),
    key(
        "script",
        "seat",
        "seat",
        "who does it; default the active player, and for a block who controls its first blocker; needed before a turn",
    ),
    key(
        "script",
        "when",
        "step | priority | before",
        "as the step has begun, at a priority, or before the step or turn begins, where players only choose: mulligans before turn 1, skips; default step for effects, priority for acts",
    ),
    key("script", "optional", "true | false", "its moment may never come; default false"),
    key(
        "script",
        "impossible",
        "true | false",
        "its acts must not be possible at that moment, and are tried at every priority at which their player is asked then; default false",
    ),
    key(
        "script",
        "do",
        "an effect or act, or a list of them",
        "effects as on cards, such as { extra-turn = { player = \"A\" } }; acts: pass, play-land, cast, foretell, suspend-card, cast-face-down, turn-up, activate, attack, block, concede, choose; those of a list follow each other while their player keeps priority, so that the second is cast in response to the first: `pass` between them lets the first resolve; required",
    ),
    key("pass", "count", "number from 1", "so many priorities; default 1; pass = 3 will do"),
    key("pass", "until", "step | end-of-turn | my-next-turn", "every priority until then"),
    key("cast", "card", "card", "which card; cast = \"Opt\" will do; required"),
    key("cast", "targets", "list of seats and objects", "in printed order"),
    key("cast", "costs", "list of objects", COSTS),
    key("cast", "x", "number", "the value of X"),
    key(
        "cast",
        "modes",
        "list of numbers from 1",
        "in printed order; of modes that may be chosen more than once each has a number for each time: where three are chosen, 1 to 3 are the first mode, 4 to 6 the second",
    ),
    key(
        "cast",
        "way",
        "kind of way",
        "another way to cast it, such as \"flashback\", \"overload\" or \"alternative\"; \"life\" pays Phyrexian mana with life (CR 107.4f)",
    ),
    key("cast", "extra", "number", "how often its optional additional cost is paid; default 0"),
    key("suspend-card", "card", "card", "which card; suspend-card = \"Rift Bolt\" will do; required"),
    key("suspend-card", "x", "number from 1", "the value of X"),
    key("activate", "card", "card", "whose ability; required"),
    key("activate", "of", "seat", "under whose control; default one's own"),
    key("activate", "nth", "number from 1", "the n-th of that name; default 1"),
    key(
        "activate",
        "ability",
        "number from 1",
        "among all its activated abilities, whether or not they can be activated now, in the order of the card's entry, those of keywords such as equip included, mana abilities apart; default 1",
    ),
    key("activate", "mana", "number from 1", "among its mana abilities; default 1 where it has no others"),
    key(
        "activate",
        "granted-by",
        "card",
        "what grants the ability, one for mana too, which then counts among those it grants",
    ),
    key("activate", "targets", "list of seats and objects", "in printed order"),
    key("activate", "costs", "list of objects", COSTS),
    key("activate", "x", "number", "the value of X"),
    key(
        "activate",
        "makes",
        "one of W, U, B, R, G, C, or a colour's name",
        "which mana, of an ability that makes any of several types; default the first that it can",
    ),
    key("attack", "attacker", "object", "attack = [{ attacker, defender }, ...]; required"),
    key("attack", "defender", "seat or object", "whom it attacks; required"),
    key("block", "blocker", "object", "block = [{ blocker, attacker }, ...]; required"),
    key("block", "attacker", "object", "which attacker it blocks; required"),
    key(
        "choose",
        "options",
        "list of numbers from 1",
        "answers a decision by place; choose = \"default\", a number (also of a mode or pile), a name or names (of cards, seats, colours; none: []) will do, and true or false for a yes or no, a mulligan, a card to play or not; false also for none of several; a spell that may be cast as something resolves (cascade, suspend, rebound) and needs targets, modes or X is cast by `cast` instead; nobody is asked where there is one candidate or none, nor in which order replacement effects apply: in the one that who chooses it would want (CR 616.1)",
    ),
    key("choose", "shares", "list of { to, amount }", "divides damage or counters"),
    key("shares", "to", "seat or object", "who or what gets it; required"),
    key("shares", "amount", "number", "how much; required"),
    key(
        "object",
        "card",
        "card",
        "an object by name; its name alone will do; what lies face down is called \"Face-down creature\", and by its own name in turn-up alone; required",
    ),
    key("object", "of", "seat", "under whose control, or in whose zones"),
    key("object", "nth", "number from 1", "the n-th of that name; default 1"),
    key("puzzle", "seat", "seat", "who has to find the answer; has no agent of its own; required"),
    key("puzzle", "kind", "letters, digits, -, _ and .", "what has to be seen: results are counted by it; required"),
    key("puzzle", "seeds", "list of numbers", "master seeds that must all be solved; default [0]"),
    key(
        "expect",
        "turns",
        "list of turns such as \"A\", \"C*\", \"B[by:A]\"",
        "the first turns begun; * an extra turn, [by:A] controlled by A",
    ),
    key("expect", "winner", "seat | none", "who wins"),
    key("expect", "end", "win | draw | capped | stalled | fault", "how the game ends"),
    key("expect", "events", "list of events", "a subsequence of the event log"),
    key(
        "expect",
        "never",
        "list of events",
        "none of these happens: with a `turn` in it, with a list of `turns` up to the last of them, otherwise up to the end of the turn in which all else has come, with nothing else to the end of the game",
    ),
    key("expect", "digest", "16 to 64 hexadecimal digits", "the hash of the rules events"),
    key("expect", "outline", "text", "the readable outline"),
    key("expect", "steps", "tables", "steps of a turn"),
    key("expect", "state", "tables", "what is so at a moment"),
    key(
        "events",
        "type",
        "event",
        "the event's type; its name alone will do; other keys are its fields, and when it happens: turn, step, nth; required",
    ),
    key("expect.steps", "turn", "number from 1", "which turn; required"),
    key("expect.steps", "visited", "list of steps", "the steps that begin, all and in order; required"),
    key("expect.state", "at", "{ turn, step, nth }", "the moment; required"),
    key("expect.state", "seat", "seat", "whose facts"),
    key("expect.state", "life", "number", "life"),
    key("expect.state", "poison", "number", "poison counters"),
    key("expect.state", "mana", "letters", "mana in the pool, no more and no less"),
    key("expect.state", "left", "true | false", "has left the game"),
    key("expect.state", "library", "number", "cards in the library"),
    key("expect.state", "hand", "number, list of cards, or { has, lacks }", "the hand"),
    key("expect.state", "battlefield", "number, list of cards, or { has, lacks }", "permanents the seat controls"),
    key("expect.state", "graveyard", "number, list of cards, or { has, lacks }", "the graveyard"),
    key("expect.state", "exile", "number, list of cards, or { has, lacks }", "its cards in exile"),
    key("expect.state", "command", "number, list of cards, or { has, lacks }", "its cards in the command zone"),
    key("expect.state", "tapped", "list of cards", "all tapped permanents the seat controls"),
    key("expect.state", "counters", "{ card = { kind = number } }", "on the first permanent of that name"),
    key("expect.state", "pt", "{ card = \"2/2\" }", "power and toughness of the first permanent of that name"),
    key("expect.state", "stack", "number", "spells and abilities on the stack"),
    key("expect.state", "priority", "true | false", "whether anybody gets priority before that step is over"),
    key("expect.state", "pending_turns", "list of turns", "the extra turns that wait, the next one first"),
    key("expect.state", "pending_skips", "list of { what, count, scope }", "all skips that wait for the seat"),
    key("expect.state", "active", "seat", "whose turn it is"),
    key("expect.state", "controller", "seat", "who decides for the active player"),
    key("at", "turn", "number from 1", "which turn; required"),
    key("at", "step", "step", "default precombat-main"),
    key("at", "nth", "number from 1", "the n-th such step of the turn; default 1"),
    key("zone", "has", "list of cards", "at least these"),
    key("zone", "lacks", "list of cards", "none of these"),
    key("pending_skips", "what", "turn, main, a phase or a step", "what is skipped; required"),
    key("pending_skips", "count", "number", "how many; default 1"),
    key("pending_skips", "scope", "next | next-this-turn | this-turn | next-turn", "how long it waits; default next"),
];

/// The keys as text.
#[must_use]
pub fn schema() -> String {
    let mut text =
        format!("Scenario files, schema {}. table.key: what can be written there; what it means\n", super::SCHEMA);
    for (i, key) in KEYS.iter().enumerate() {
        if i == 0 || KEYS[i - 1].table != key.table {
            text.push('\n');
        }
        let _ = writeln!(text, "{key}");
    }
    text
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::cards::source::Source;
    use crate::scenario::file;

    /// Has every kind of table at least once.
    const EVERY_TABLE: &str = r#"
        seat = [{ hand = [{}], thinking = {}, pilot = {} }]
        script = [{ do = [{ pass = {} }, { cast = {} }, { activate = {} }, { attack = [{}] }, { block = [{}] },
                          { choose = {} }, { choose = { shares = [{}] } }, { suspend-card = {} }, { choose = { card = "x" } }] }]
        game = {}
        rules = {}
        batch = {}
        report = {}
        table_time = {}
        puzzle = {}
        format = { deck = {}, phase = [{ name = "ending", steps = [{}] }] }
        [expect]
        events = [{}]
        steps = [{}]
        state = [{ at = {}, hand = {}, pending_skips = [{}] }]
    "#;

    #[test]
    fn the_table_of_keys_is_what_the_reader_asks_for() {
        let (_, _, known) = file::read(&Source::new("s.toml", EVERY_TABLE)).unwrap();
        let mut told: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
        for Key { table, key, .. } in KEYS {
            told.entry(table).or_default().push(key);
        }
        let sorted = |mut keys: Vec<&'static str>| {
            keys.sort_unstable();
            keys
        };
        let known: BTreeMap<_, _> = known.into_iter().map(|(table, keys)| (table, sorted(keys))).collect();
        let told: BTreeMap<_, _> = told.into_iter().map(|(table, keys)| (table, sorted(keys))).collect();
        assert_eq!(known, told);
    }

    #[test]
    fn the_schema_says_every_key() {
        let text = schema();
        assert!(text.contains("\nbatch.games: 1 to 2^53; rounded up to whole groups; default 1\n"));
        let lines = text.lines().filter(|line| line.contains(": ")).count();
        assert_eq!(lines, KEYS.len() + 1);
    }
}
