use crate::scenario::testing::load;

const SEATS: &str = "[[seat]]\nname = \"A\"\n[[seat]]\nname = \"B\"\n";

/// The complaints about a scenario whose first three lines and last four are right; the text begins in line 4.
fn complaints(text: &str) -> String {
    load(&format!("schema = 1\nname = \"x\"\ncards = [\"cards.toml\"]\n{text}\n{SEATS}")).expect_err("a complaint")
}

/// The same about a third seat, whose keys begin in line 6.
fn seat(keys: &str) -> String {
    complaints(&format!("[[seat]]\nname = \"C\"\n{keys}"))
}

#[test]
fn keys_and_tables_that_are_unknown() {
    assert_eq!(
        complaints("gmae = 1\n[game]\nformt = 2\n[batch]\ngmaes = 3"),
        "s.toml:4:1: unknown key `gmae` in the scenario, expected `schema`, `format`, `name`, `description`, `cards`, `game`, `rules`, `seat`, `batch`, `report`, `table_time`, `script`, `puzzle`, `solution`, `expect`; did you mean `game`?\n\
         s.toml:6:1: unknown key `formt` in [game], expected `format`, `starting_seat`, `max_turns`, `max_decisions_per_turn`, `ask`, `step_budget`, `on_fault`, `thinking`; did you mean `format`?\n\
         s.toml:8:1: unknown key `gmaes` in [batch], expected `games`, `seed`, `rotate_seats`, `deals`, `target_error`, `until`; did you mean `games`?"
    );
    let card = seat("hand = [{ card = \"Opt\", cuont = 2 }]");
    assert_eq!(
        card,
        "s.toml:6:25: unknown key `cuont` in `card`, expected `card`, `count`, `counters`, `tapped`, `summoning_sick`; did you mean `count`?"
    );
}

#[test]
fn table_times_that_are_none() {
    let text = "[table_time]\nminutes_by_round = [1, 2000, \"x\"]\nper_spell = \"soon\"\nper_decison = \"1s\"\nturn_spread = -0.5\nerror = nan";
    assert_eq!(
        complaints(text),
        "s.toml:5:24: `minutes_by_round`: found 2000, expected 0 to 1440\n\
         s.toml:5:30: `minutes_by_round`: invalid type: string \"x\", expected f64\n\
         s.toml:6:13: `per_spell`: found `soon`, expected a time such as \"90s\", \"1500ms\" or \"2m\"\n\
         s.toml:7:1: unknown key `per_decison` in [table_time], expected `minutes_by_round`, `per_decision`, `per_spell`, `turn_spread`, `table_spread`, `error`; did you mean `per_decision`?\n\
         s.toml:8:15: `turn_spread`: found -0.5, expected 0 to 10\n\
         s.toml:9:9: `error`: found NaN, expected 0 to 1"
    );
    assert_eq!(
        complaints("table_time.minutes_by_round = []"),
        "s.toml:4:1: `minutes_by_round`: found no number, expected one for each round, the last for all later ones"
    );
    assert!(complaints("tabel_time = {}").ends_with("; did you mean `table_time`?"));
}

#[test]
fn what_is_no_toml() {
    assert_eq!(
        complaints("max = \n[batch]\ngames == 3"),
        "s.toml:4:7: string values must be quoted, expected literal string\n\
         s.toml:6:8: extra `=`, expected nothing\n\
         s.toml:6:10: unexpected key or value, expected newline, `#`"
    );
}

#[test]
fn keys_that_are_missing() {
    assert_eq!(
        load(
            "[[seat]]\n[[seat]]\nname = \"B\"\n[[script]]\nseat = \"Z\"\n[expect]\n[[expect.steps]]\n[[expect.state]]\n"
        )
        .unwrap_err(),
        "s.toml:1:1: missing key `schema` in the scenario\n\
         s.toml:1:1: missing key `name` in the scenario\n\
         s.toml:1:1: missing key `name` in [[seat]]\n\
         s.toml:4:1: missing key `do` in [[script]]\n\
         s.toml:4:1: missing key `turn` in [[script]]\n\
         s.toml:7:1: missing key `turn` in [[expect.steps]]\n\
         s.toml:7:1: missing key `visited` in [[expect.steps]]\n\
         s.toml:8:1: missing key `at` in [[expect.state]]"
    );
}

#[test]
fn values_of_another_type() {
    assert_eq!(
        complaints(
            "game = 3\n[batch]\nrotate_seats = \"yes\"\ngames = 1.5\n[rules]\nmax_extra_turns = -1\n[expect]\nturns = \"A\""
        ),
        "s.toml:4:8: `game`: found an integer, expected a table\n\
         s.toml:6:16: `rotate_seats`: invalid type: string \"yes\", expected a boolean\n\
         s.toml:7:9: `games`: invalid type: floating point `1.5`, expected a whole number\n\
         s.toml:9:19: `max_extra_turns`: invalid value: integer `-1`, expected a whole number from 0 to 4294967295\n\
         s.toml:11:9: `turns`: found a string, expected a list"
    );
}

#[test]
fn the_scenario_s_own_keys() {
    let text = load(&format!("schema = 2\nname = \"my study\"\n{SEATS}")).unwrap_err();
    assert_eq!(
        text,
        "s.toml:1:10: `schema`: found 2, expected 1\n\
         s.toml:2:8: `name`: found `my study`, expected letters, digits, `-`, `_` and `.`: runs are written to a folder of that name"
    );
}

#[test]
fn settings_of_the_game() {
    assert_eq!(
        complaints(
            "[game]\nformat = \"two-headed-giant\"\nstarting_seat = \"Z\"\nmax_turns = 0\nmax_decisions_per_turn = 0\nstep_budget = 0\non_fault = \"resign\""
        ),
        "s.toml:6:17: unknown seat `Z`, expected one of `A`, `B`\n\
         s.toml:7:13: `max_turns`: found 0, expected 1 to 10000\n\
         s.toml:8:26: `max_decisions_per_turn`: found 0, expected 1 to 100000\n\
         s.toml:9:15: `step_budget`: found 0, expected 1 to 4294967295\n\
         s.toml:10:12: `on_fault`: found `resign`, expected `default`, `random-legal`, `forfeit` or `abort`\n\
         s.toml: found 2 seats, expected 4 in teams of 2 in two-headed-giant"
    );
    assert_eq!(
        complaints(
            "game.format = \"comander\"\nrules.concede = \"hopless\"\nrules.slow_play = \"end-trun\"\nrules.extra_turns = \"no\"\nrules.extra_turn_order = \"fifo\""
        ),
        "s.toml:4:15: `format`: found `comander`, expected `commander`, `constructed` or `two-headed-giant`; did you mean `commander`?\n\
         s.toml:5:17: `concede`: found `hopless`, expected `never` or `hopeless`; did you mean `hopeless`?\n\
         s.toml:6:19: `slow_play`: found `end-trun`, expected `end-turn`, `pass` or `concede`; did you mean `end-turn`?\n\
         s.toml:7:21: `extra_turns`: found `no`, expected `allowed` or `skipped`\n\
         s.toml:8:26: `extra_turn_order`: found `fifo`, expected `most-recent-first` or `creation-order`"
    );
    assert_eq!(
        complaints(
            "[rules]\nopening_hand = [0, 21, 7]\nopening_scry = -1\nends = \"first-knockout\"\nno_extra_turns_before_round = 0"
        ),
        "s.toml:5:17: `opening_hand`: found 0, expected 1 to 20\n\
         s.toml:5:20: `opening_hand`: found 21, expected 1 to 20\n\
         s.toml:5:24: `opening_hand`: found 3 numbers, expected 2 at most: one for each position\n\
         s.toml:6:16: `opening_scry`: found -1, expected 0 to 20\n\
         s.toml:7:8: `ends`: found `first-knockout`, expected `last-standing` or `first-knock-out`; did you mean `first-knock-out`?\n\
         s.toml:8:31: `no_extra_turns_before_round`: found 0, expected a round, which count from 1"
    );
    assert_eq!(
        complaints("[rules]\nopening_hand = []\nopening_scry = [\"two\"]"),
        "s.toml:4:1: `opening_hand`: found no number, expected one for each position, the last for all after it\n\
         s.toml:6:17: `opening_scry`: invalid type: string \"two\", expected a whole number"
    );
    assert_eq!(
        complaints("[rules]\nopening_hand = 6\n[[seat]]\nname = \"C\"\nlife = 3"),
        "s.toml:5:16: `opening_hand`: the boards are prepared, and the game begins without opening hands"
    );
    assert_eq!(
        complaints("game.starting_seat = \"A\"\nbatch.rotate_seats = true"),
        "s.toml:4:22: `starting_seat`: with `rotate_seats` everybody starts in turn, expected `random`"
    );
}

#[test]
fn settings_of_the_batch() {
    let seeds = "expected a number from 0 to 2^53, or a string such as \"18446744073709551615\" or \"0xfeed\"";
    for (games, error, seed, found) in [
        ("0", "0.5", "9007199254740993", "9007199254740993"),
        ("-5", "0.0", "-1", "-1"),
        ("9007199254740993", "-0.1", "\"0xzz\"", "`0xzz`"),
    ] {
        assert_eq!(
            complaints(&format!("[batch]\ngames = {games}\nseed = {seed}\ntarget_error = {error}")),
            format!(
                "s.toml:5:9: `games`: found {games}, expected 1 to 9007199254740992\n\
                 s.toml:6:8: `seed`: found {found}, {seeds}\n\
                 s.toml:7:16: `target_error`: found {}, expected more than 0 and less than 0.5",
                error.trim_end_matches(".0")
            )
        );
    }
    assert_eq!(complaints("batch.seed = true"), format!("s.toml:4:14: `seed`: found a boolean, {seeds}"));
    let nan = complaints("batch.target_error = nan");
    assert_eq!(nan, "s.toml:4:22: `target_error`: found NaN, expected more than 0 and less than 0.5");
}

#[test]
fn the_number_of_seats() {
    let table = |n: usize| (0..n).map(|i| format!("[[seat]]\nname = \"S{i}\"\n")).collect::<String>();
    let with = |n, more: &str| load(&format!("schema = 1\nname = \"x\"\n{more}\n{}", table(n)));
    assert!(with(15, "").is_ok());
    assert_eq!(with(16, "").unwrap_err(), "s.toml:34:1: found 16 seats, expected 2 to 15 in commander");
    assert_eq!(with(1, "").unwrap_err(), "s.toml: found 1 seat, expected 2 to 15 in commander");
    assert_eq!(with(0, "").unwrap_err(), "s.toml: found 0 seats, expected 2 to 15 in commander");
    let three = with(3, "game.format = \"constructed\"").unwrap_err();
    assert_eq!(three, "s.toml:8:1: found 3 seats, expected 2 in constructed");
}

#[test]
fn names_of_seats() {
    let text = "[[seat]]\nname = \"A\"\n[[seat]]\nname = \"you\"\n[[seat]]\nname = \"X*\"\n[[seat]]\nname = \" Y\"\n[[seat]]\nname = \"\"";
    let found = |name: &str| {
        format!("`name`: found `{name}`, expected a name without `*`, `[`, `]`, `+` and without spaces at its ends")
    };
    assert_eq!(
        complaints(text),
        format!(
            "s.toml:7:8: `name`: `you` means something else, expected another name\n\
             s.toml:9:8: {}\n\
             s.toml:11:8: {}\n\
             s.toml:13:8: `name`: found nothing, expected a name\n\
             s.toml:15:8: `name`: a second seat is called `A`, expected a new name",
            found("X*"),
            found(" Y")
        )
    );
    assert_eq!(
        complaints("[[seat]]\nname = \"a\\u001bb\"\n[[seat]]\nname = \"=1+1\""),
        "s.toml:5:8: `name`: found `a\\u{1b}b`, expected a name without control characters\n\
         s.toml:7:8: `name`: found `=1+1`, expected a name that a spreadsheet does not run: it can't begin with =, +, - or @"
    );
    // What stands for a place at the table can't stand for a seat.
    assert_eq!(
        complaints("[[seat]]\nname = \"position 2\"\n[[seat]]\nname = \"position two\""),
        "s.toml:5:8: `name`: `position 2` means something else, expected another name"
    );
}

#[test]
fn agents_and_time_limits() {
    assert_eq!(
        seat("agent = \"heurstic\"\ntime_limit = \"90\""),
        "s.toml:6:9: `agent`: found `heurstic`, expected `heuristic`, `pass`, `random`, `scripted` or `search`; did you mean `heuristic`?\n\
         s.toml:7:14: `time_limit`: found `90`, expected a time such as \"90s\", \"1500ms\" or \"2m\""
    );
    assert_eq!(
        seat("agent = 3"),
        "s.toml:6:9: `agent`: found an integer, expected a name, a table of options or a `process`"
    );
    assert_eq!(
        seat("agent = { heuristic = {}, random = {} }"),
        "s.toml:6:9: `agent`: found a table of 2 keys, expected one: the agent's name"
    );
    assert_eq!(seat("agent = { heuristic = 2 }"), "s.toml:6:23: `options`: found an integer, expected a table");
    for nothing in ["[]", "\"\"", "[\"\"]"] {
        assert_eq!(
            seat(&format!("agent = {{ process = {nothing} }}")),
            "s.toml:6:9: `process`: expected a program and its arguments, such as [\"python3\", \"bot.py\"]"
        );
    }
    assert!(seat("agent = { process = [\"bot\"], deadline = \"0s\" }").contains("`deadline`: found `0s`"));
    let unit = seat("agent = { process = [\"bot\"], deadline = 5 }");
    assert!(
        unit.ends_with("`deadline`: found `5` without a unit, expected a time such as \"90s\", \"1500ms\" or \"2m\"")
    );
    assert!(seat("thinking = { mean = true }").contains("`mean`: found a boolean, expected a time such as"));
    assert!(seat("agent = { process = [\"bot\"], optoins = {} }").contains("did you mean `options`?"));
    assert!(seat("time_limit = \"0s\"").contains("`time_limit`: found `0s`"));
    assert!(seat("time_limit = \"99999999999999999999m\"").contains("`time_limit`: found `9999"));
    assert!(seat("game_time_limit = \"1h\"").contains("`game_time_limit`: found `1h`"));
    assert_eq!(seat("thinking = { spread = \"2s\" }"), "s.toml:6:12: missing key `mean` in `thinking`");
    assert!(seat("thinking = { mean = \"2s\", sd = \"1s\" }").contains("unknown key `sd` in `thinking`"));
    assert!(seat("thinking = { mean = \"never\" }").contains("`mean`: found `never`"));
}

#[test]
fn pilots() {
    assert_eq!(
        seat("agent = \"heuristic\"\npilot = { agression = 120 }"),
        "s.toml:7:11: unknown key `agression` in `pilot`, expected `aggression`, `caution`, `patience`, `threat`, `grudge`, `greed`; did you mean `aggression`?"
    );
    for (found, column) in [("-1", 20), ("1001", 20), ("99999999999", 20)] {
        assert_eq!(
            seat(&format!("agent = \"search\"\npilot = {{ grudge = {found} }}")),
            format!("s.toml:7:{column}: `grudge`: found {found}, expected 0 to 1000 percent")
        );
    }
    assert!(seat("agent = \"heuristic\"\npilot = { grudge = 1.5 }").starts_with("s.toml:7:20: `grudge`: "));
    assert!(seat("agent = \"heuristic\"\npilot = { grudge = \"much\" }").starts_with("s.toml:7:20: `grudge`: "));
    assert_eq!(seat("agent = \"heuristic\"\npilot = 3"), "s.toml:7:9: `pilot`: found an integer, expected a table");
    assert_eq!(
        seat("agent = \"random\"\npilot = { grudge = 0 }"),
        "s.toml:7:9: `pilot`: the seat is played by `random`, expected agent `heuristic` or `search`"
    );
    assert_eq!(
        seat("pilot = {}"),
        "s.toml:6:9: `pilot`: the seat is played by `scripted`, expected agent `heuristic` or `search`"
    );
    let hint = seat("agent = { heuristic = { grudge = 0 } }");
    assert!(
        hint.contains("`grudge`: unknown option, expected endgames; how it plays stands in the seat's `pilot`"),
        "{hint}"
    );
    let kind = seat("agent = { heuristic = { endgames = 1 } }");
    assert!(kind.contains("`endgames`: found 1, expected true or false"), "{kind}");
    let near = seat("agent = { heuristic = { endgame = true } }");
    assert!(near.contains("did you mean `endgames`?"), "{near}");
    let both = seat("agent = \"heurstic\"\npilot = { grudge = 0 }");
    assert!(!both.contains("pilot"), "one mistake is one complaint: {both}");
}

#[test]
fn decks() {
    assert_eq!(seat("deck = \"talrnd.txt\""), "s.toml:6:8: no file `talrnd.txt`; did you mean `talrand.txt`?");
    assert_eq!(
        seat("deck = \"short.txt\""),
        "short.txt:3:3: unknown card `Sol Rnig`; did you mean `Sol Ring`?\n\
         short.txt: found 99 cards, expected 100 with the commander\n\
         short.txt: 98 of 99 cards known"
    );
    assert_eq!(
        seat("deck = \"sixty.txt\"\ncommander = \"Tarland, Sky Summoner\""),
        "s.toml:7:13: unknown card `Tarland, Sky Summoner`; did you mean `Talrand, Sky Summoner`?\n\
         sixty.txt: found 60 cards, expected 100 with the commander\n\
         sixty.txt: found no commander, expected a `Commander` section, a line marked *CMDR*, or a commander named apart"
    );
    assert_eq!(
        seat("commander = \"Opt\""),
        "s.toml:6:13: `commander`: expected a `deck` too; without one, `command` puts a card into the command zone"
    );
    let constructed = load(&format!(
        "schema = 1\nname = \"x\"\ncards = [\"cards.toml\"]\ngame.format = \"constructed\"\n{SEATS}deck = \"sixty.txt\"\ncommander = \"Opt\""
    ));
    assert_eq!(constructed.unwrap_err(), "s.toml:10:13: `commander`: there is none in constructed");
}

#[test]
fn the_same_deck_twice_is_reported_once() {
    let text = "[[seat]]\nname = \"C\"\ndeck = \"short.txt\"\n[[seat]]\nname = \"D\"\ndeck = \"short.txt\"";
    assert_eq!(complaints(text).lines().count(), 3);
}

#[test]
fn prepared_boards() {
    assert_eq!(
        seat("deck = \"talrand.txt\"\nlibrary = []\ncommand = []"),
        "s.toml:6:8: found `deck` and `library`, expected only one of them\n\
         s.toml:6:8: found `deck` and `command`, expected only one of them"
    );
    assert_eq!(
        seat(
            "hand = [\"Optt\", \"Soldier\", { card = \"Opt\", tapped = true }, { card = \"Opt\", count = 0 }]\n\
             battlefield = [\"Opt\", { card = \"Runeclaw Bear\", counters = { \"+1/1\" = 1 } }, 3]\n\
             exile = [{ card = \"Opt\", tapped = true }]\n\
             mana = \"UX\"\n\
             library_top = [{ count = 1 }]"
        ),
        "s.toml:6:9: unknown card `Optt`; did you mean `Opt`?\n\
         s.toml:6:17: unknown card `Soldier`\n\
         s.toml:6:53: `hand`: cards there have no counters and can't be tapped\n\
         s.toml:6:85: `count`: found 0, expected 1 to 999\n\
         s.toml:7:16: `battlefield`: `Opt` is no permanent\n\
         s.toml:7:62: no card has counters called `+1/1`; did you mean `+1/+1`?\n\
         s.toml:7:78: `battlefield`: invalid type: integer `3`, expected a string\n\
         s.toml:8:35: `exile`: cards there can't be tapped\n\
         s.toml:9:8: `mana`: found `X`, expected letters among W, U, B, R, G and C\n\
         s.toml:10:16: missing key `card` in `card`"
    );
}

#[test]
fn card_files_of_one_s_own() {
    let text =
        load(&format!("schema = 1\nname = \"x\"\ncards = [\"bad-cards.toml\", \"card.toml\"]\n{SEATS}")).unwrap_err();
    let (own, theirs) = text.split_once('\n').expect("two complaints");
    assert_eq!(own, "s.toml:3:28: no file `card.toml`; did you mean `cards.toml`?");
    assert!(theirs.starts_with("bad-cards.toml:3:1: unknown field `typ`"), "{theirs}");
}

#[test]
fn moments_of_a_script() {
    let text = "[[script]]\nturn = 0\nstep = \"upkep\"\nnth = 0\nseat = \"AA\"\nwhen = \"prority\"\ndo = \"end-turn\"\n\
                [[script]]\nturn = 201\noptional = 1\ndo = \"end-turn\"";
    let steps = "`untap`, `upkeep`, `draw`, `precombat-main`, `beginning-of-combat`, `declare-attackers`, `declare-blockers`, `first-strike-damage`, `combat-damage`, `end-of-combat`, `postcombat-main`, `end` or `cleanup`";
    assert_eq!(
        complaints(text),
        format!(
            "s.toml:5:8: `turn`: found 0, expected at least 1: turns are counted from 1\n\
             s.toml:6:8: `step`: found `upkep`, expected {steps}; did you mean `upkeep`?\n\
             s.toml:7:7: `nth`: found 0, expected at least 1\n\
             s.toml:8:8: unknown seat `AA`, expected one of `A`, `B`\n\
             s.toml:9:8: `when`: found `prority`, expected `step`, `priority` or `before`; did you mean `priority`?\n\
             s.toml:12:8: `turn`: found 201, expected at most 200, the `max_turns` of [game]\n\
             s.toml:13:12: `optional`: invalid type: integer `1`, expected a boolean"
        )
    );
}

/// A script that does so; what is done stands in line 7.
fn script(what: &str) -> String {
    complaints(&format!("[[script]]\nturn = 1\nseat = \"A\"\ndo = {what}"))
}

#[test]
fn shared_deals_need_somebody_to_share_with() {
    let told =
        "s.toml:5:9: `deals`: found `shared` without `rotate_seats = true`, so that no game has another to share with";
    assert_eq!(complaints("[batch]\ndeals = \"shared\""), told);
    assert_eq!(complaints("[batch]\ndeals = \"shared\"\nrotate_seats = false"), told);
}

#[test]
fn a_list_that_is_not_closed_makes_no_key_stand_twice() {
    let open = complaints("[[seat]]\nname = \"C\"\nhand = [\"Opt\"\n");
    assert!(open.contains("missing comma between array elements") && !open.contains("duplicate key"), "{open}");
    assert!(complaints("name = \"y\"").contains("duplicate key `name`"));
}

#[test]
fn effects_of_a_script() {
    assert_eq!(script("[]"), "s.toml:7:6: `do`: found nothing, expected an effect or an act");
    let unknown = script("[{ extra-trun = {} }, { extra-turn = { player = \"D\" } }]");
    assert!(unknown.contains("s.toml:7:9: `do`: unknown variant `extra-trun`"), "{unknown}");
    assert!(unknown.contains("did you mean `extra-turn`?\ns.toml:7:55: `D` is not a player"), "{unknown}");
    let player = script("{ extra-turn = { player = \"D\" } }");
    assert!(player.starts_with("s.toml:7:33: `D` is not a player"), "{player}");
    assert!(player.contains("or a seat: A, B"), "{player}");
    assert!(script("3").starts_with("s.toml:7:6: `do`: invalid type: integer `3`"));
}

#[test]
fn acts_of_a_script() {
    let names = "expected `pass`, `play-land`, `cast`, `foretell`, `suspend-card`, `turn-up`, `cast-face-down`, \
                 `activate`, `attack`, `block`, `concede` or `choose`";
    let cases = [
        ("{ atack = [] }", format!("s.toml:7:6: `do`: found `atack`, {names}; did you mean `attack`?")),
        ("\"cast\"", "s.toml:7:6: `do`: `cast` needs more, expected { cast = ... }".to_owned()),
        (
            "{ cast = \"Opt\", pass = 1 }",
            "s.toml:7:22: `do`: `pass` is a second thing here, expected a list: [{ ... }, { ... }]".to_owned(),
        ),
        ("{ cast = \"Otp\" }", "s.toml:7:15: unknown card `Otp`; did you mean `Opt`?".to_owned()),
        (
            "{ cast = { card = \"Opt\", modes = [0], targets = [\"Z\"] } }",
            "s.toml:7:40: `modes`: found 0, expected at least 1\ns.toml:7:55: `Z` is neither a card nor one of the seats A, B"
                .to_owned(),
        ),
        (
            "{ cast = { card = \"Opt\", targets = [\"Otp\"] } }",
            "s.toml:7:42: `Otp` is neither a card nor one of the seats A, B; did you mean `Opt`?".to_owned(),
        ),
        ("{ cast = { x = 1 } }", "s.toml:7:15: missing key `card` in `cast`".to_owned()),
        ("{ play-land = \"Soldier\" }", "s.toml:7:20: unknown card `Soldier`".to_owned()),
        (
            "{ activate = { card = \"Slayers' Stronghold\", ability = 2 } }",
            "s.toml:7:61: `ability`: found 2, expected 1, for `Slayers' Stronghold` has 1 to activate besides mana abilities"
                .to_owned(),
        ),
        (
            "{ activate = { card = \"Slayers' Stronghold\", mana = 2 } }",
            "s.toml:7:58: `mana`: found 2, expected 1, for `Slayers' Stronghold` has 1 mana ability".to_owned(),
        ),
        (
            "{ activate = { card = \"Sol Ring\", ability = 1 } }",
            "s.toml:7:50: `ability`: `Sol Ring` has only mana abilities, expected `mana`".to_owned(),
        ),
        (
            "{ activate = { card = \"Prodigal Sorcerer\", mana = 1 } }",
            "s.toml:7:56: `mana`: `Prodigal Sorcerer` has no mana ability, expected `ability`".to_owned(),
        ),
        (
            "{ activate = { card = \"Sol Ring\", ability = 1, mana = 1 } }",
            "s.toml:7:60: `activate`: found `ability` and `mana`, expected only one of them"
                .to_owned(),
        ),
        (
            "{ pass = { count = 2, until = \"end\" } }",
            "s.toml:7:15: `pass`: found `count` and `until`, expected only one of them".to_owned(),
        ),
        ("{ pass = 0 }", "s.toml:7:15: `pass`: found 0, expected at least 1".to_owned()),
        (
            "{ pass = { utnil = 1 } }",
            "s.toml:7:17: unknown key `utnil` in `pass`, expected `count`, `until`; did you mean `until`?".to_owned(),
        ),
        (
            "{ activate = \"Opt\" }",
            "s.toml:7:19: `Opt` has no ability to activate; one that another card grants it is written with `granted-by`, the \
             card that grants it"
                .to_owned(),
        ),
        (
            "{ activate = { card = \"Prodigal Sorcerer\", ability = 2 } }",
            "s.toml:7:59: `ability`: found 2, expected 1, for `Prodigal Sorcerer` has 1 to activate".to_owned(),
        ),
        ("{ attack = [{ attacker = \"Soldier\" }] }", "s.toml:7:18: missing key `defender` in `attack`".to_owned()),
        (
            "{ attack = \"Soldier\" }",
            "s.toml:7:17: `attack`: expected a list of { attacker = ..., defender = ... }".to_owned(),
        ),
        (
            "{ block = [{ blocker = \"Soldier\", attacker = { card = \"Soldier\", of = \"Z\", nth = 0 } }] }",
            "s.toml:7:76: unknown seat `Z`, expected one of `A`, `B`\ns.toml:7:87: `nth`: found 0, expected at least 1"
                .to_owned(),
        ),
        ("{ concede = { now = 1 } }", "s.toml:7:20: unknown key `now` in `concede`, expected none".to_owned()),
        (
            "{ choose = 1.5 }",
            "s.toml:7:17: `choose`: found a float, expected true, false, a number or names".to_owned(),
        ),
        ("{ choose = { options = [0] } }", "s.toml:7:30: `options`: found 0, expected at least 1".to_owned()),
        (
            "{ choose = { options = [1], shares = [] } }",
            "s.toml:7:17: `choose`: expected `options` or `shares`, found both".to_owned(),
        ),
        ("{ choose = { shares = [{ to = \"Opt\" }] } }", "s.toml:7:29: missing key `amount` in `shares`".to_owned()),
        ("{ choose = [\"Otp\"] }", "s.toml:7:18: unknown card `Otp`; did you mean `Opt`?".to_owned()),
    ];
    for (what, expected) in cases {
        assert_eq!(script(what), expected, "{what}");
    }
}

#[test]
fn acts_are_for_scripted_agents_at_a_priority() {
    let text = "[[seat]]\nname = \"C\"\nagent = \"pass\"\n[[script]]\nturn = 1\nseat = \"C\"\nwhen = \"step\"\ndo = \"concede\"";
    assert_eq!(
        complaints(text),
        "s.toml:9:8: `C` is to act by the script, but its agent is `pass`, expected `scripted`\n\
         s.toml:10:8: `when`: a player can act only at a `priority`, or choose `before` a step; `step` is for effects"
    );
}

#[test]
fn before_a_step_or_turn_players_only_choose() {
    let text = "[[script]]\nturn = 1\nwhen = \"before\"\nnth = 2\ndo = [{ choose = true }, \"pass\", \"end-turn\"]\n\
                [[script]]\nturn = 2\nstep = \"untap\"\nwhen = \"before\"\ndo = { choose = 1 }";
    assert_eq!(
        complaints(text),
        "s.toml:4:1: missing key `seat` in [[script]]: before a turn nobody is active yet\n\
         s.toml:7:7: `nth`: expected a `step` too; without one, `before` is before the turn\n\
         s.toml:8:26: `do`: found something else than `choose`, expected only `choose`: `when` is `before`\n\
         s.toml:8:34: `do`: found something else than `choose`, expected only `choose`: `when` is `before`"
    );
}

#[test]
fn a_team_has_one_life_total() {
    let text = "schema = 1\nname = \"x\"\n[game]\nformat = \"two-headed-giant\"\n[[seat]]\nname = \"A\"\nlife = 20\npoison = 1\n\
                [[seat]]\nname = \"B\"\nlife = 21\npoison = 2\n[[seat]]\nname = \"C\"\n[[seat]]\nname = \"D\"\nlife = 3";
    assert_eq!(
        load(text).unwrap_err(),
        "s.toml:11:8: `life`: found 21, expected 20, as its teammate has: a team shares it\n\
         s.toml:12:10: `poison`: found 2, expected 1, as its teammate has: a team shares it"
    );
}

#[test]
fn fields_of_expected_events() {
    let event = |event: &str| complaints(&format!("[expect]\nnever = [{{ {event} }}]"));
    let cases = [
        (
            "type = \"spell-cast\", sead = \"A\"",
            "s.toml:5:33: `spell-cast`: found `sead`, expected `seat`, `object`, `card`, `from` or `turn`; did you mean `seat`?",
        ),
        ("type = \"spell-cast\", card = \"Otp\"", "s.toml:5:40: unknown card `Otp`; did you mean `Opt`?"),
        (
            "type = \"spell-cast\", object = 3",
            "s.toml:5:42: `object`: objects have no names in events, expected none, or `card` where there is one",
        ),
        ("type = \"life-changed\", to = \"B\"", "s.toml:5:40: `to`: found `B`, expected a number"),
        ("type = \"card-drawn\", seat = 3", "s.toml:5:40: `seat`: found 3, expected a seat"),
        ("type = \"passed\", forced = 1", "s.toml:5:38: `forced`: found 1, expected true or false"),
        (
            "type = \"turn-began\", kind = \"extar\"",
            "s.toml:5:40: `kind`: found `extar`, expected `normal` or `extra`; did you mean `extra`?",
        ),
        (
            "type = \"game-over\", outcome = \"won\"",
            "s.toml:5:42: `outcome`: found `won`, expected `win`, `draw`, `capped`, `stalled` or `fault`; did you mean `win`?",
        ),
        (
            "type = \"counters-changed\", kind = \"tiem\"",
            "s.toml:5:46: no card has counters called `tiem`; did you mean `time`?",
        ),
        ("type = \"card-drawn\", turn = 0", "s.toml:5:40: `turn`: found 0, expected a number from 1"),
        ("type = \"card-drawn\", nth = 2", "s.toml:5:33: `nth`: expected a `step` too"),
        (
            "type = \"turn-began\", step = \"untap\"",
            "s.toml:5:40: `step`: a turn begins before any step of it, expected none",
        ),
    ];
    for (written, expected) in cases {
        assert_eq!(event(written), expected, "{written}");
    }
    let step = event("type = \"card-drawn\", turn = 2, step = \"drwa\"");
    assert!(step.starts_with("s.toml:5:50: `step`: found `drwa`, expected `untap`, "), "{step}");
    assert!(step.ends_with("did you mean `draw`?"), "{step}");
}

#[test]
fn expectations_that_expect_nothing() {
    let state = |rest: &str| complaints(&format!("[expect]\n[[expect.state]]\nat = {{ turn = 1 }}\n{rest}"));
    assert_eq!(state("seat = \"A\""), "s.toml:7:8: `seat`: expected something of that seat too, such as `life`");
    assert_eq!(state("seat = \"A\"\nhand = {}"), "s.toml:8:8: `hand`: found nothing, expected `has` or `lacks`");
    assert_eq!(
        complaints("[expect]"),
        "s.toml:4:1: [expect] expects nothing, expected `turns`, `events`, `never` or the like"
    );
}

#[test]
fn expectations() {
    assert_eq!(
        complaints(
            "[expect]\nturns = [\"A\", \"C*\", \"A[by:]\", \"A[to:B]\"]\nwinner = \"AA\"\nend = \"won\"\ndigest = \"12\"\n\
             events = [\"turn-skiped\", { type = \"turn-began\", seat = \"Z\" }, { seat = \"A\" }, 4, { type = \"kept\", seat = 1.5 }]"
        ),
        "s.toml:5:15: unknown seat `C`, expected one of `A`, `B`\n\
         s.toml:5:21: unknown seat ``, expected one of `A`, `B`\n\
         s.toml:5:31: `A[to:B]` is no turn, expected a seat's name, with `*` for an extra turn and `[by:NAME]` for who controls it\n\
         s.toml:6:10: unknown seat `AA`, expected one of `A`, `B`\n\
         s.toml:7:7: `end`: found `won`, expected `win`, `draw`, `capped`, `stalled` or `fault`; did you mean `win`?\n\
         s.toml:8:10: `digest`: found `12`, expected 16 to 64 hexadecimal digits\n\
         s.toml:9:11: `events`: unknown event `turn-skiped`; did you mean `turn-skipped`?\n\
         s.toml:9:56: unknown seat `Z`, expected one of `A`, `B`\n\
         s.toml:9:63: missing key `type` in `events`\n\
         s.toml:9:79: `events`: found an integer, expected a table\n\
         s.toml:9:106: `events`: found a float, expected text, a number, true or false"
    );
    assert_eq!(complaints("expect.turns = []"), "s.toml: `turns`: found nothing, expected at least one turn");
}

#[test]
fn expected_states() {
    assert_eq!(
        complaints(
            "[[expect.steps]]\nturn = 0\nvisited = [\"utnap\"]\n[[expect.state]]\nat = { turn = 0, nth = 0 }\nlife = 3\n\
             hand = [\"Otp\"]\ncounters = { Xyz = { zzz = 1 } }\npending_skips = [{ what = \"trun\", scope = \"ever\" }]\npending_turns = [\"Z\"]"
        ),
        "s.toml:5:8: `turn`: found 0, expected at least 1: turns are counted from 1\n\
         s.toml:6:12: `visited`: found `utnap`, expected `untap`, `upkeep`, `draw`, `precombat-main`, `beginning-of-combat`, `declare-attackers`, `declare-blockers`, `first-strike-damage`, `combat-damage`, `end-of-combat`, `postcombat-main`, `end` or `cleanup`; did you mean `untap`?\n\
         s.toml:7:1: missing key `seat` in [[expect.state]]: whose life, cards and skips?\n\
         s.toml:8:15: `turn`: found 0, expected at least 1: turns are counted from 1\n\
         s.toml:8:24: `nth`: found 0, expected at least 1\n\
         s.toml:10:9: unknown card `Otp`; did you mean `Opt`?\n\
         s.toml:11:14: unknown card `Xyz`\n\
         s.toml:11:22: no card has counters called `zzz`\n\
         s.toml:12:27: `what`: found `trun`, expected turn, main, a phase or a step; did you mean `turn`?\n\
         s.toml:12:43: `scope`: found `ever`, expected `next`, `next-this-turn`, `this-turn` or `next-turn`\n\
         s.toml:13:18: unknown seat `Z`, expected one of `A`, `B`"
    );
}

#[test]
fn sizes_of_permanents() {
    let expected = "[expect]\n[[expect.state]]\nat = { turn = 1 }\nseat = \"A\"\n";
    let found = complaints(&format!("{expected}pt = {{ \"Opt\" = \"2\", \"Optt\" = \"1/1\" }}"));
    let size = "s.toml:8:16: `pt`: found `2`, expected power and toughness such as \"2/2\"";
    assert_eq!(found.lines().next(), Some(size));
    assert!(found.contains("unknown card `Optt`"), "{found}");
}

#[test]
fn only_acts_can_be_impossible() {
    let entry = "[[script]]\nturn = 1\nimpossible = true\ndo = ";
    let complaint = "s.toml:6:14: `impossible`: an effect just happens; only acts can be impossible";
    assert_eq!(complaints(&format!("{entry}\"end-turn\"")), complaint);
}

#[test]
fn puzzles_that_are_none() {
    let board = |puzzle: &str| complaints(&format!("{puzzle}\n[[seat]]\nname = \"C\"\nlife = 3"));
    let answer = "[[solution]]\nturn = 1\ndo = { play-land = \"Island\" }";
    assert_eq!(board(answer), "s.toml:4:1: [[solution]] without [puzzle]: whose, and of what kind?");
    assert_eq!(
        board("[puzzle]\nseat = \"X\"\nkind = \"a kind\""),
        "s.toml:4:1: [puzzle] without [expect]: what does the right answer lead to?\n\
         s.toml:4:1: [puzzle] without [[solution]]: expected an answer that is right\n\
         s.toml:5:8: unknown seat `X`, expected one of `C`, `A`, `B`\n\
         s.toml:6:8: `kind`: found `a kind`, expected letters, digits, `-`, `_` and `.`"
    );
    let whose = format!("[puzzle]\nseat = \"A\"\nkind = \"k\"\n[expect]\nwinner = \"A\"\n{answer}");
    let effect = "[[solution]]\nturn = 1\ndo = { draw = {} }";
    assert_eq!(
        board(&format!("{whose}\n{effect}")),
        "s.toml:14:6: `do`: found an effect, expected acts: a solution is played"
    );
    let scripts = "[[script]]\nturn = 1\ndo = \"pass\"\n[[script]]\nturn = 1\nseat = \"A\"\ndo = \"pass\"";
    assert_eq!(
        board(&format!("{whose}\n{scripts}")),
        "s.toml:12:1: missing key `seat` in [[script]]: who does it in a puzzle?\n\
         s.toml:17:8: `seat`: what the puzzle's own seat does belongs into [[solution]]"
    );
    assert_eq!(
        complaints(&format!("{}\n[[seat]]\nname = \"C\"\nagent = \"pass\"", whose.replace("\"A\"", "\"C\""))),
        "s.toml:12:1: `agent`: the puzzle's own seat is played by whoever is asked to solve it, expected none"
    );
}
