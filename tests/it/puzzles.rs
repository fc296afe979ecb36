//! Every embedded puzzle, held against its own solution: a puzzle that is wrong would teach players what is wrong.

use std::collections::BTreeSet;

use turnlab::batch::puzzles::{Attempt, Score, attempt};
use turnlab::cards::source::Source;
use turnlab::scenario::{AgentSpec, Disk, Scenario, builtin_paths};

const FOLDER: &str = "builtin:/puzzles/";
/// Those that say how players do on boards that they have not met, and how many each folder has.
const UNSEEN: [(&str, usize); 24] = [
    ("builtin:/puzzles-unseen/", 157),
    ("builtin:/puzzles-unseen-2/", 71),
    ("builtin:/puzzles-unseen-3/", 43),
    ("builtin:/puzzles-unseen-4/", 67),
    ("builtin:/puzzles-unseen-5/", 24),
    ("builtin:/puzzles-unseen-6/", 24),
    ("builtin:/puzzles-unseen-7/", 40),
    ("builtin:/puzzles-unseen-8/", 31),
    ("builtin:/puzzles-unseen-9/", 44),
    ("builtin:/puzzles-unseen-10/", 44),
    ("builtin:/puzzles-unseen-11/", 44),
    ("builtin:/puzzles-unseen-12/", 40),
    ("builtin:/puzzles-unseen-13/", 52),
    ("builtin:/puzzles-unseen-14/", 44),
    ("builtin:/puzzles-unseen-15/", 40),
    ("builtin:/puzzles-unseen-16/", 40),
    ("builtin:/puzzles-unseen-17/", 44),
    ("builtin:/puzzles-unseen-18/", 61),
    ("builtin:/puzzles-unseen-19/", 48),
    ("builtin:/puzzles-unseen-20/", 64),
    ("builtin:/puzzles-unseen-21/", 56),
    ("builtin:/puzzles-unseen-22/", 56),
    ("builtin:/puzzles-unseen-23/", 60),
    ("builtin:/puzzles-unseen-24/", 26),
];

fn puzzles() -> Vec<(String, Scenario)> {
    puzzles_in(FOLDER)
}

fn puzzles_in(folder: &str) -> Vec<(String, Scenario)> {
    let paths = builtin_paths().into_iter().filter(|path| path.starts_with(folder));
    paths.map(|path| (path.clone(), Scenario::load(&path).unwrap_or_else(|faults| panic!("{faults}")))).collect()
}

fn attempts(agent: &str) -> Vec<Attempt> {
    attempts_in(FOLDER, agent)
}

fn attempts_in(folder: &str, agent: &str) -> Vec<Attempt> {
    let attempt_of = |(path, puzzle): &(String, Scenario)| {
        attempt(puzzle, &AgentSpec::named(agent)).unwrap_or_else(|| panic!("{path} is no puzzle"))
    };
    puzzles_in(folder).iter().map(attempt_of).collect()
}

#[test]
fn there_are_enough_of_many_kinds() {
    let puzzles = puzzles();
    let kinds: BTreeSet<&str> = puzzles.iter().filter_map(|(_, p)| Some(p.puzzle()?.kind.as_str())).collect();
    assert!(puzzles.len() >= 64 && kinds.len() >= 28, "{} puzzles of {} kinds", puzzles.len(), kinds.len());
    for (path, puzzle) in &puzzles {
        assert_eq!(*path, format!("{FOLDER}{}.toml", puzzle.name()), "a puzzle is called as its file");
        assert!(puzzle.description().ends_with('.'), "{path} says the right answer, and why");
    }
}

#[test]
fn every_puzzle_is_solved_by_its_own_solution() {
    for attempt in attempts("scripted") {
        assert_eq!(attempt.miss, None, "{}", attempt.name);
    }
}

#[test]
fn no_puzzle_is_solved_by_doing_nothing() {
    for attempt in attempts("pass") {
        assert!(!attempt.is_solved(), "{}", attempt.name);
    }
}

#[test]
fn unseen_puzzles_are_as_good_as_the_others() {
    let names = |found: Vec<&Attempt>| found.iter().map(|a| a.name.clone()).collect::<Vec<_>>();
    for (folder, many) in UNSEEN {
        let solved = attempts_in(folder, "scripted");
        assert_eq!(solved.len(), many, "{folder}");
        assert_eq!(names(solved.iter().filter(|a| !a.is_solved()).collect()), [""; 0], "by their own solutions");
        let passed = attempts_in(folder, "pass");
        assert_eq!(names(passed.iter().filter(|a| a.is_solved()).collect()), [""; 0], "by doing nothing");
    }
}

#[test]
fn few_puzzles_are_solved_by_chance() {
    let Score { solved, puzzles } = Score::of(&attempts("random"));
    assert!(solved * 4 < puzzles, "{solved} of {puzzles}");
}

/// Kills that need several answers in a row, which rules of thumb alone miss.
#[test]
fn the_heuristic_player_solves_nine_in_ten() {
    let attempts = attempts("heuristic");
    let missed: Vec<&str> = attempts.iter().filter(|a| a.miss.is_some()).map(|a| a.name.as_str()).collect();
    assert!(missed.len() * 10 <= attempts.len(), "{missed:?}");
}

/// What the heuristic player is to see in boards that it once did not solve, each for a reason of its own.
#[test]
fn the_heuristic_player_knows_better_now() {
    let known = [
        ("puzzles-unseen-4/controlled-turn-one-kills-the-other", "a turn that it controls is no turn to do nothing in"),
        ("puzzles-unseen-4/controlled-turn-their-hurricane", "it sees the hand of who it controls"),
        (
            "puzzles-unseen-4/counterspell-not-the-dragon-queen",
            "what is cast from graveyards is no secret: it may be what to counter",
        ),
        ("puzzles-unseen-4/counterspell-through-the-old-fog", "nor is what will keep an attack from killing"),
        ("puzzles-unseen-4/end-turn-stop-the-third-player", "nor what comes after the next player's turn"),
        ("puzzles-unseen-4/flash-blocker-after-the-sorcery", "nor what will take a blocker away"),
        ("puzzles-unseen-4/end-turn-the-pact-is-never-paid", "what ends the turn is wanted when the bill comes"),
        ("puzzles-unseen-4/finish-exsanguinate-three", "who takes three out takes more than who takes one"),
        ("puzzles-unseen-4/flash-blocker-pestermite-stops-two", "what taps an attacker comes before the attack"),
        ("puzzles-unseen-4/last-life-deluge-for-four", "what shrinks all creatures comes after one's own attack"),
        ("puzzles-unseen-4/race-bolt-for-the-face", "two attacks and a bolt are enough"),
        ("puzzles-unseen-4/self-lock-no-arbiter-between-two-fliers", "a limit on attackers binds who has more of them"),
        ("puzzles-unseen-4/self-lock-no-orb-with-two-merchants", "a lock that holds nothing of theirs is none"),
        ("puzzles-unseen-4/skip-every-combat-of-the-turn", "who will have no combat phase does not strike back"),
        ("puzzles-unseen-6/extra-combat-the-throne-first", "lands of three players make no large table"),
        ("puzzles-unseen-6/race-two-beasts-past-one-blocker", "two that attack are more than one that is blocked"),
        ("puzzles-unseen-6/removal-target-the-crawlspace", "what a Maze will take from the attack is in sight"),
        ("puzzles-unseen-7/attack-trigger-kaalia-brings-the-trampler", "what is chosen may join the attack"),
        ("puzzles-unseen-7/commander-damage-uril-in-two-auras", "21 by a commander may be two auras away"),
        ("puzzles-unseen-7/counterspell-for-the-flashback", "what pumps all attackers is a threat in a graveyard, too"),
        ("puzzles-unseen-7/extra-combat-moraug-waits-with-the-land", "each added combat counts"),
        ("puzzles-unseen-7/hand-loot-away-akroma", "what is discarded may be what is cast next"),
        ("puzzles-unseen-7/race-nighthawk-past-the-juggernaut", "who does not block has a creature more to win with"),
        ("puzzles-unseen-7/self-lock-arbiter-after-combat", "a limit on attackers comes after one's own attack"),
        ("puzzles-unseen-7/skip-blinding-angel-at-the-unblockable", "a sure kill may leave who kills"),
        ("puzzles-unseen-8/counterspell-scatter-the-lightning", "of two answers the one that answers less comes first"),
        ("puzzles-unseen-8/extra-combat-seize-it-for-the-wurm", "the attack that was seen before combat is made"),
        ("puzzles-unseen-8/flash-blocker-not-under-jaces-eyes", "a planeswalker takes a blocker away"),
        ("puzzles-unseen-8/fog-all-wings-out-and-fog", "who attacks with everything keeps the mana for the fog"),
        ("puzzles-unseen-8/own-target-swords-on-my-own-wurm", "who could kill need not block"),
        ("puzzles-unseen-8/removal-target-the-harrier-while-tapped", "what taps blockers will do so before the attack"),
        ("puzzles-unseen-8/removal-the-instant-for-the-land", "a land may become an attacker"),
        (
            "puzzles-unseen-11/extra-combat-the-mole-must-be-blocked",
            "who is blocked otherwise may not have another combat",
        ),
        ("puzzles-unseen-11/no-extra-turn-trouble-in-pairs", "the turn after somebody else's is another turn"),
        ("puzzles-unseen-12/attach-collar-to-the-blocked-dinosaur", "who is not blocked gains no life by blockers"),
        ("puzzles-unseen-12/blocks-the-specter-not-the-wurm", "a block may win the game in the next turn"),
        ("puzzles-unseen-12/poison-triumph-not-overrun", "the block that stops most damage need not stop most poison"),
        ("puzzles-unseen-12/removal-armageddon-the-manlands", "a land may become a blocker, too"),
        ("puzzles-unseen-13/last-chance-not-against-two", "who loses the game for a kill must win by it"),
        ("puzzles-unseen-14/attack-whom-nine-poison", "of two who can be killed the one dies who would kill"),
        ("puzzles-unseen-13/vault-and-key-at-a-table-of-three", "a kill after which another opponent kills is none"),
        ("puzzles-unseen-14/burn-face-fireblast-the-dangerous-one", "lands are given up once they are tapped"),
        ("puzzles-unseen-14/finish-steal-the-only-blocker", "what is taken over is helped for oneself"),
        ("puzzles-unseen-14/removal-target-the-firebreather", "an attacker may grow once nobody has blocked it"),
        ("puzzles-unseen-14/removal-bolt-waits-for-the-village", "a land may wake for the attack that kills"),
        (
            "puzzles-unseen-14/wipe-languish-after-the-attack",
            "what shrinks its own attackers waits until they have attacked",
        ),
        ("puzzles-unseen-9/commander-damage-rafiq-in-boots", "a commander may come, be armed and attack alone at once"),
        ("puzzles-unseen-11/commander-damage-rograkh-with-eight-mana", "of two ways to equip the cheaper will do"),
        ("puzzles-unseen-15/commander-damage-boots-last", "what keeps everything else from the bearer comes last"),
        (
            "puzzles-unseen-15/attack-trigger-melee-at-three",
            "an attack on others may make the one on the prey stronger",
        ),
        ("puzzles-unseen-15/split-battle-cry", "what attackers trigger counts for whom they are enough"),
        ("puzzles-unseen-15/mana-for-the-kill-both-comets", "each number of kicks has its X"),
        ("puzzles-unseen-15/counterspell-stifle-the-drain", "an ability may be what kills, and what is answered"),
        ("puzzles-unseen-13/time-stop-before-the-last-charge", "and the answer is kept for it"),
        ("puzzles-unseen-15/removal-before-the-immunity", "what will be out of reach is removed in answer"),
        ("puzzles-unseen-14/counterspell-one-left-for-the-hatchling", "one's own spell is worth what it is asked for"),
        ("puzzles-unseen-16/combat-trick-lifelink-outlasts-the-trampler", "a trampler past a block may kill"),
        ("puzzles-unseen-16/hold-back-the-pinger", "who waits for a land to wake does not attack"),
        (
            "puzzles-unseen-16/mana-keep-one-for-the-spiketail",
            "an ability on the table may counter the spell that kills",
        ),
        ("puzzles-unseen-16/politics-the-totem-holds", "who kills one of several keeps a blocker for the other"),
        ("puzzles-unseen-16/self-lock-arbiter-or-fog", "blocks may save what the race is won with no longer"),
        ("puzzles-unseen-17/controlled-turn-the-door-for-whom", "what is taken over may kill another than its owner"),
        ("puzzles-unseen-17/counterspell-not-the-beast", "an answer is kept with little life, and for what kills"),
        ("puzzles-unseen-17/mana-for-the-kill-god-of-the-forge", "creatures hurt where they are greeted so"),
        ("puzzles-unseen-17/removal-two-spells-two-flyers", "two that can block are two acts of one plan"),
        ("puzzles-unseen-17/skip-the-combat-of-who-kills", "a wall does not stop a trampler and another at once"),
        (
            "puzzles-unseen-17/skip-the-second-attack-not-the-first",
            "a step of this turn is taken from whose turn it is",
        ),
        ("puzzles-unseen-5/split-comet-storm-for-three", "where a turn decides every way to win is worth a look"),
        ("puzzles-unseen-6/wipe-reckoning-without-convoke", "and every way to kill one of several"),
        ("puzzles-unseen-18/attack-whom-the-poisoner", "before who poisons has the next turn"),
        ("puzzles-unseen-20/burn-face-ignition-of-the-wurm", "the strongest of one's own hits all opponents hardest"),
        ("puzzles-unseen-20/finish-coalition-of-five-colours", "what wins outright may need another act first"),
    ];
    solves("heuristic", &known);
}

#[test]
fn the_search_player_waits_for_the_attack() {
    solves(
        "search",
        &[
            ("puzzles-unseen-2/end-turn-time-stop-on-the-fallout", "it answers only where it is asked to stop"),
            ("puzzles-unseen-4/flash-blocker-after-the-sorcery", "what could be answered waits until they attack"),
            (
                "puzzles-unseen-12/flash-the-angel-waits-for-the-attack",
                "and so does what comes in one's own turn already",
            ),
            ("puzzles-unseen-12/fog-keep-the-frog", "or what is kept for the attack after this one"),
            (
                "puzzles-unseen-13/time-stop-before-the-last-charge",
                "or for what opponents put on the stack, through its own attack",
            ),
            ("puzzles-unseen-6/end-turn-the-upkeep-of-the-sovereign", "which may be a trigger that wins"),
        ],
    );
}

#[test]
fn the_search_player_imagines_players_who_know_their_trade() {
    solves(
        "search",
        &[
            ("puzzles-unseen-8/hold-back-the-smallest-drake", "it will block what would kill, not what pays best"),
            ("puzzles-unseen-10/removal-target-the-blighted-agent", "the tenth poison counter kills"),
            ("puzzles-unseen-6/skip-the-brine-comes-face-down", "opponents may attack with everything"),
            ("puzzles-unseen-3/counterspell-dissipate-the-geyser", "an answer is worth a card of its own"),
        ],
    );
}

#[test]
fn the_heuristic_player_searches_in_endgames() {
    solves(
        "heuristic",
        &[
            ("puzzles/poison-proliferate-twice", "the turn after the next is in sight"),
            ("puzzles-unseen-12/flash-the-angel-waits-for-the-attack", "what can be done later is"),
            ("puzzles-unseen-13/foretell-the-epiphany", "mana may be spent on a later turn"),
            ("puzzles-unseen-18/haste-discard-anger", "a card may be worth more in the graveyard"),
            ("puzzles-unseen-18/last-life-sacrifice-the-blossom", "what bleeds its player goes before it kills"),
            ("puzzles-unseen-4/controlled-turn-their-hurricane", "but what a hand will show it can't imagine"),
        ],
    );
}

#[test]
fn a_scenario_says_whether_endgames_are_searched() {
    let puzzle = Scenario::load("builtin:/puzzles-unseen-18/haste-discard-anger.toml").expect("a puzzle");
    for endgames in [false, true] {
        let options = [("endgames".to_owned(), endgames.into())].into_iter().collect();
        let attempt = attempt(&puzzle, &AgentSpec::Named { name: "heuristic".into(), options }).expect("a puzzle");
        assert_eq!(attempt.miss.is_none(), endgames);
    }
}

/// Each of the puzzles is solved by that player, for that reason.
fn solves(agent: &str, known: &[(&str, &str)]) {
    for (name, why) in known {
        let path = format!("builtin:/{name}.toml");
        let puzzle = Scenario::load(&path).unwrap_or_else(|faults| panic!("{faults}"));
        let attempt = attempt(&puzzle, &AgentSpec::named(agent)).unwrap_or_else(|| panic!("{path} is no puzzle"));
        assert_eq!(attempt.miss, None, "{name}: {why}");
    }
}

#[test]
fn the_search_player_finds_kills() {
    let kinds = ["attack-trigger", "finish", "extra-turn", "mana-for-the-kill"];
    let mut tried = 0;
    for (path, puzzle) in puzzles() {
        if puzzle.puzzle().is_some_and(|of| kinds.contains(&of.kind.as_str())) {
            let attempt =
                attempt(&puzzle, &AgentSpec::named("search")).unwrap_or_else(|| panic!("{path} is no puzzle"));
            assert_eq!(attempt.miss, None, "{path}");
            tried += 1;
        }
    }
    assert!(tried >= 16, "{tried}");
}

/// Whether a solution entry is done by the scripted agent of another seat even where its turn is not controlled.
fn is_anothers(entry: &toml::Value) -> bool {
    entry.get("seat").is_some_and(|seat| seat.as_str() != Some("A"))
}

/// What a solution can do without is no part of the answer, or the puzzle asks for less than it says.
#[test]
fn no_part_of_a_solution_can_be_left_out() {
    let mut parts = 0;
    for (path, puzzle) in puzzles() {
        let text = String::from_utf8(puzzle.inputs()[0].bytes.clone()).expect("text");
        let written: toml::Table = text.parse().expect("a table");
        let solution = written["solution"].as_array().expect("entries").clone();
        if solution.len() < 2 || solution.iter().any(is_anothers) {
            continue;
        }
        for left_out in 0..solution.len() {
            let mut rest = solution.clone();
            rest.remove(left_out);
            let mut without = written.clone();
            without.insert("solution".to_owned(), rest.into());
            let without = Scenario::from_source(&Source::new(&path, without.to_string()), &Disk);
            let without = without.unwrap_or_else(|faults| panic!("{faults}"));
            let attempt = attempt(&without, &AgentSpec::named("scripted")).expect("a puzzle");
            assert!(!attempt.is_solved(), "{path}: entry {} of the solution changes nothing", left_out + 1);
            parts += 1;
        }
    }
    assert!(parts > 100, "{parts} parts");
}

/// They measure players, and are no rules cases.
#[test]
fn the_suite_of_rules_has_no_puzzles() {
    let suite = ["builtin:/rules/", "builtin:/cases/"];
    let cases = builtin_paths().into_iter().filter(|path| suite.iter().any(|folder| path.starts_with(folder)));
    for path in cases.filter(|path| path.ends_with(".toml")) {
        assert!(Scenario::load(&path).is_ok_and(|case| case.puzzle().is_none()), "{path}");
    }
}
