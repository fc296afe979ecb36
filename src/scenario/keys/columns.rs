//! The columns of the tables that a run writes, and the keys of the lines of `choices.jsonl`.

/// A column of a CSV file, or a key of a JSON line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Column {
    /// The file.
    pub file: &'static str,
    /// The column's name in its header, or the key.
    pub column: &'static str,
    /// What it holds; empty where it doesn't apply.
    pub meaning: &'static str,
}

const fn column(file: &'static str, column: &'static str, meaning: &'static str) -> Column {
    Column { file, column, meaning }
}

const GAMES: &str = "games.csv";
const SEATS: &str = "seats.csv";
const HIST: &str = "hist.csv";
const SUMMARY: &str = "summary.csv";
const CHOICES: &str = "choices.jsonl";

/// Every column, in the order of its file.
pub const COLUMNS: &[Column] = &[
    column(GAMES, "game", "index of the game, from 0"),
    column(GAMES, "seed", "the master seed"),
    column(GAMES, "players", "how many started"),
    column(GAMES, "end", "win, draw, capped, stalled or fault"),
    column(GAMES, "winner", "name of the seat that won"),
    column(GAMES, "winner_deck", "the deck that won"),
    column(GAMES, "turns", "turns begun"),
    column(GAMES, "rounds", "rounds: every seat still in the game has had or skipped its normal turn"),
    column(GAMES, "extra_turns_granted", "extra turns granted: taken + skipped + lost"),
    column(GAMES, "extra_turns_taken", "extra turns begun"),
    column(GAMES, "extra_turns_skipped", "extra turns skipped"),
    column(GAMES, "extra_turns_lost", "extra turns that could never begin"),
    column(GAMES, "turns_skipped", "all turns skipped, extra ones among them"),
    column(GAMES, "steps_skipped", "uses of effects that skip a step"),
    column(GAMES, "phases_skipped", "uses of effects that skip a phase"),
    column(GAMES, "extra_phases", "phases added"),
    column(GAMES, "extra_steps", "steps added"),
    column(GAMES, "turns_ended_early", "turns ended by an effect"),
    column(GAMES, "longest_streak", "most consecutive turns begun by one seat"),
    column(GAMES, "longest_wait", "most turns begun by others between two turns of a seat still in the game"),
    column(GAMES, "first_elimination_turn", "turn in which the first player left"),
    column(GAMES, "decisions", "decisions asked"),
    column(GAMES, "forced_passes", "passes without a choice, applied without asking"),
    column(GAMES, "priority_passes", "passes chosen"),
    column(GAMES, "spells_cast", "spells cast"),
    column(GAMES, "refused", "late, dead or illegal answers"),
    column(GAMES, "digest", "hash of the rules events"),
    column(GAMES, "stalled_by", "of what there was too much where it was stopped as stalled: docs/limits.md"),
    column(SEATS, "game", "index of the game, from 0"),
    column(SEATS, "seat", "name of the seat"),
    column(SEATS, "team", "its team"),
    column(SEATS, "position", "place at the table; 1 goes first"),
    column(SEATS, "deck", "its deck"),
    column(SEATS, "agent", "who answered for it"),
    column(SEATS, "won", "whether it won"),
    column(SEATS, "turns_taken", "turns begun"),
    column(SEATS, "normal_turns", "normal turns begun"),
    column(SEATS, "extra_turns", "extra turns begun"),
    column(SEATS, "turns_skipped", "turns skipped"),
    column(SEATS, "share_of_turns", "turns begun as a share of the game's, 0 to 1"),
    column(SEATS, "longest_streak", "most consecutive turns begun"),
    column(SEATS, "longest_wait", "most turns begun by others between two of its own"),
    column(SEATS, "mulligans", "mulligans taken"),
    column(SEATS, "cards_drawn", "cards drawn"),
    column(SEATS, "lands_played", "lands played"),
    column(SEATS, "spells_cast", "spells cast"),
    column(SEATS, "damage_dealt", "damage dealt by its sources"),
    column(SEATS, "life", "life at the end, or as it left"),
    column(SEATS, "left_turn", "turn in which it left the game"),
    column(
        SEATS,
        "left_cause",
        "why it left: life, poison, commander-damage, effect, concession, time, fault or team; with an empty library \
         decked-by-itself, or decked-by-others where opponents' effects took at least as many of its cards",
    ),
    column(SEATS, "time_spent_ms", "time it thought on the virtual clock, in milliseconds; none where no time is kept"),
    column(SEATS, "time_limits_exceeded", "how often it went over a time limit"),
    column(SEATS, "refused", "answers refused: the sum of the five columns after it"),
    column(SEATS, "refused_illegal", "those that were not legal"),
    column(SEATS, "refused_unreadable", "those that were no answers to the question"),
    column(SEATS, "refused_late", "those that came too late or never"),
    column(SEATS, "refused_gone", "those that could not come, as its program had ended"),
    column(SEATS, "refused_panicked", "those in the place of which its agent panicked, then or before"),
    column(SEATS, "exit", "why its agent was not asked any more: late, gone or panicked"),
    column(
        SEATS,
        "mana_unspent",
        "mana it could still have had as its own turns ended (the first cleanup step), colours left aside; the sum over them",
    ),
    column(SEATS, "cards_in_hand", "cards in hand at the end, or as it left"),
    column(SEATS, "commander_casts", "spells cast from the command zone"),
    column(SEATS, "attackers_able", "creatures it could have declared as attackers, the sum over its declarations"),
    column(SEATS, "attackers_declared", "creatures it declared as attackers"),
    column(
        SEATS,
        "sure_kills",
        "declarations of attackers at which some attack would have killed a player whatever is blocked",
    ),
    column(SEATS, "sure_kills_missed", "those of them in which the attack it declared surely kills nobody"),
    column(
        SEATS,
        "dead_extra_turns",
        "extra turns in which it cast, played, suspended and activated nothing (but for mana) and attacked with nothing",
    ),
    column(SEATS, "dead_turns", "own turns of any kind in which it did nothing of that"),
    column(
        SEATS,
        "dead_turns_castable",
        "those of them in which it could have cast a permanent, asked in a main phase with an empty stack: no Aura, nothing with flash, \
         no legendary permanent that it already controlled",
    ),
    column(HIST, "metric", "what is counted"),
    column(HIST, "scope", "all, seat, position or seat_position"),
    column(HIST, "key", "all, a seat's name, a position from 1, or name@position"),
    column(HIST, "value", "a value of the metric"),
    column(HIST, "count", "how often it occurred"),
    column(SUMMARY, "scope", "all, seat, position or seat_position"),
    column(SUMMARY, "key", "all, a seat's name, a position from 1, or name@position"),
    column(
        SUMMARY,
        "metric",
        "what is summarised: a column of games.csv or seats.csv, end_win and the other ends, turns_if_censored, won_or_censored; \
         for a seat also stand_ins, stand_ins_by_facts and stand_ins_blank, the shares of its deck's cards that stand in for \
         others: above 0.2 its results say little about the deck; exited, whether its agent was not asked any more; \
         decked_by_itself, whether it left so; share_of_sure_kills_missed, share_of_extra_turns_dead and \
         share_of_turns_dead_castable, ratios of sums",
    ),
    column(SUMMARY, "n", "how many values; of stand_ins and the like, cards of the deck"),
    column(SUMMARY, "mean", "arithmetic mean"),
    column(SUMMARY, "sd", "standard deviation"),
    column(SUMMARY, "min", "least value"),
    column(SUMMARY, "p5", "5th percentile"),
    column(SUMMARY, "p25", "25th percentile"),
    column(SUMMARY, "median", "median"),
    column(SUMMARY, "p75", "75th percentile"),
    column(SUMMARY, "p95", "95th percentile"),
    column(SUMMARY, "p99", "99th percentile"),
    column(SUMMARY, "max", "greatest value"),
    column(SUMMARY, "ci_low", "lower end of the 95% interval of the mean"),
    column(SUMMARY, "ci_high", "upper end of the 95% interval of the mean"),
    column(CHOICES, "game", "index of the game, from 0; lines are in the order of games, and of what happened"),
    column(CHOICES, "seat", "name of the seat, one whose player is no part of turnlab"),
    column(CHOICES, "at", "seated, ask or hearing: as it sat down, at a question, or asked whether it concedes"),
    column(CHOICES, "number", "which of the seat's questions or hearings in the game, from 0"),
    column(CHOICES, "kind", "what the question was about; only of questions"),
    column(CHOICES, "wants", "what it wanted to be asked and told; as it sat down"),
    column(CHOICES, "reply", "its answer: choice, spent and perhaps a standing pass, then"),
    column(CHOICES, "concedes", "true: it conceded without being asked anything"),
    column(CHOICES, "fault", "why there was no answer: reason and text"),
];
