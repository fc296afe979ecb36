//! What the README and `docs/questions.md` answer is what the committed pages say, and the commands are those that made them.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// Where the pages are.
const PAGES: &str = "reports/sample/answers/";
const RENEW: &str = "TURNLAB_BLESS=1 cargo test --test it answers";
/// A page is looked at on a phone too: it has no more bytes.
const MOST: usize = 170_000;

/// A question with its answer, in which `{KEY}` is the number of that name on the page and `{KEY..}` the interval of it.
struct Answer {
    page: &'static str,
    question: &'static str,
    /// The heading in `docs/questions.md`.
    heading: &'static str,
    answer: &'static str,
}

const ANSWERS: [Answer; 5] = [
    Answer {
        page: "fair-pod",
        question: "Is a fair pod like a real table?",
        heading: "Is a fair pod like a real table?",
        answer: "A game takes {all/all/turns/mean} turns ({all/all/turns/ci_low} to {all/all/turns/ci_high}), {all/all/table_minutes/mean} minutes \
                 ({all/all/table_minutes/ci_low} to {all/all/table_minutes/ci_high}); position 1 wins {position/1/won/mean} \
                 ({position/1/won/ci_low} to {position/1/won/ci_high}), position 4 {position/4/won/mean} ({position/4/won/ci_low} to \
                 {position/4/won/ci_high}). Recorded: 9.13 rounds, 31.5% and 20.2%",
    },
    Answer {
        page: "brackets-deck-rule",
        question: "What do a few extra-turn cards in a deck change?",
        heading: "Brackets as a deck rule",
        answer: "Its wins, from {Talrand with talrand-1-extra-turn/seat/Talrand/won/base_mean} without: one card \
                 {Talrand with talrand-1-extra-turn/seat/Talrand/won..}, two {Talrand with talrand-2-extra-turns/seat/Talrand/won..}, \
                 four {Talrand with talrand-4-extra-turns/seat/Talrand/won..}, eight \
                 {Talrand with talrand-8-extra-turns/seat/Talrand/won..}. Eight cards: rounds \
                 {Talrand with talrand-8-extra-turns/all/all/rounds..}, turn of the first out \
                 {Talrand with talrand-8-extra-turns/all/all/first_elimination_turn..}, longest wait \
                 {Talrand with talrand-8-extra-turns/all/all/longest_wait..} turns, minutes \
                 {Talrand with talrand-8-extra-turns/all/all/table_minutes..}",
    },
    Answer {
        page: "brackets-table-rule",
        question: "What does \"not chained\" change as a rule of the table?",
        heading: "Brackets as a table rule",
        answer: "Wins of a deck full of extra turns, from {rules.max_extra_turns_in_a_row = 1/seat/Talrand/won/base_mean} with as many as come: \
                 two in a row {rules.max_extra_turns_in_a_row = 2/seat/Talrand/won..}, one (not chained) \
                 {rules.max_extra_turns_in_a_row = 1/seat/Talrand/won..}, none {rules.max_extra_turns_in_a_row = 0/seat/Talrand/won..}. \
                 Not chained: rounds {rules.max_extra_turns_in_a_row = 1/all/all/rounds..}, turn of the first out \
                 {rules.max_extra_turns_in_a_row = 1/all/all/first_elimination_turn..}, longest wait \
                 {rules.max_extra_turns_in_a_row = 1/all/all/longest_wait..} turns, minutes \
                 {rules.max_extra_turns_in_a_row = 1/all/all/table_minutes..}",
    },
    Answer {
        page: "house-rules",
        question: "What do house rules change, each by itself?",
        heading: "House rules",
        answer: "Wins of positions 1 and 4, {rules.ends = first-knock-out/position/1/won/base_mean} and \
                 {rules.ends = first-knock-out/position/4/won/base_mean} by the book: creation order \
                 {rules.extra_turn_order = creation-order/position/1/won..} and {rules.extra_turn_order = creation-order/position/4/won..}; no \
                 extra turns before round 8 {rules.no_extra_turns_before_round = 8/position/1/won..} and \
                 {rules.no_extra_turns_before_round = 8/position/4/won..}; scry 0, 1, 1, 2 \
                 {rules.opening_scry = [0, 1, 1, 2]/position/1/won..} and {rules.opening_scry = [0, 1, 1, 2]/position/4/won..}; six cards for the \
                 first {rules.opening_hand = [6, 7]/position/1/won..} and {rules.opening_hand = [6, 7]/position/4/won..}; first knock-out ends it \
                 {rules.ends = first-knock-out/position/1/won..} and {rules.ends = first-knock-out/position/4/won..}, \
                 {rules.ends = first-knock-out/all/all/rounds..} rounds",
    },
    Answer {
        page: "worth-of-extra-turns",
        question: "What is an extra-turn card worth, in which deck?",
        heading: "What is an extra turn worth?",
        answer: "Wins by card, of eight: control {Talrand with talrand-8-extra-turns/seat/Talrand/won/per_card} \
                 ({Talrand with talrand-8-extra-turns/seat/Talrand/won/per_card_low} to \
                 {Talrand with talrand-8-extra-turns/seat/Talrand/won/per_card_high}), flyers \
                 {Ojutai with ojutai-8-extra-turns/seat/Ojutai/won/per_card} \
                 ({Ojutai with ojutai-8-extra-turns/seat/Ojutai/won/per_card_low} to \
                 {Ojutai with ojutai-8-extra-turns/seat/Ojutai/won/per_card_high}), counter-burn \
                 {Obeka with obeka-8-extra-turns/seat/Obeka/won/per_card} ({Obeka with obeka-8-extra-turns/seat/Obeka/won/per_card_low} to \
                 {Obeka with obeka-8-extra-turns/seat/Obeka/won/per_card_high})",
    },
];

fn place(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(name)
}

fn read(name: &str) -> String {
    fs::read_to_string(place(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

fn page(name: &str) -> String {
    read(&format!("{PAGES}{name}.html"))
}

/// The numbers of a page as it shows them, by what they are.
fn numbers(page: &str) -> BTreeMap<&str, &str> {
    let mut found = BTreeMap::new();
    for part in page.split("<data data-of=\"").skip(1) {
        let number = part.split_once('"').zip(part.split_once("</data>"));
        let (of, shown) = number.map(|((of, _), (before, _))| (of, before)).expect("a number with its name");
        found.entry(of).or_insert(shown.rsplit('>').next().unwrap_or_default());
    }
    found
}

impl Answer {
    /// The answer with the page's numbers.
    fn text(&self) -> String {
        let page = page(self.page);
        let numbers = numbers(&page);
        let number = |key: &str| *numbers.get(key).unwrap_or_else(|| panic!("{}: no {key}", self.page));
        let mut parts = self.answer.split('{');
        let mut text = parts.next().unwrap_or_default().to_owned();
        for part in parts {
            let (key, rest) = part.split_once('}').expect("a key");
            text += &match key.strip_suffix("..") {
                None => number(key).to_owned(),
                Some(row) => {
                    let [difference, low, high] =
                        ["difference", "ci_low", "ci_high"].map(|c| number(&format!("{row}/{c}")));
                    format!("{difference} ({low} to {high})")
                }
            };
            text += rest;
        }
        text
    }

    fn row(&self) -> String {
        let Answer { page, question, heading, .. } = self;
        let anchor: String = heading.to_lowercase().replace(' ', "-").replace('?', "");
        format!("| {question} | {} | [how](docs/questions.md#{anchor}) | [{page}]({PAGES}{page}.html) |\n", self.text())
    }
}

/// The part of a text between two others, and what is around it.
fn between<'t>(text: &'t str, from: &str, to: &str) -> (&'t str, &'t str, &'t str) {
    let start = text.find(from).unwrap_or_else(|| panic!("no {from:?}")) + from.len();
    let end = start + text[start..].find(to).unwrap_or_else(|| panic!("no {to:?} after {from:?}"));
    (&text[..start], &text[start..end], &text[end..])
}

/// Holds the part of a file between two texts against what it should be, or writes it so.
fn hold(file: &str, from: &str, to: &str, made: &str) {
    let text = read(file);
    let (before, kept, after) = between(&text, from, to);
    if kept != made && std::env::var_os("TURNLAB_BLESS").is_some() {
        fs::write(place(file), format!("{before}{made}{after}")).expect("the file can be written");
        return;
    }
    assert!(kept == made, "{file} is out of date: {RENEW}\nkept: {kept}\nmade: {made}");
}

/// A command as one line: without line ends and quotes, and with what the shell writes for short.
fn plain(command: &str) -> String {
    let text =
        command.replace("\\\n", " ").replace("&quot;", "").replace("&#39;", "").replace("$decks", "builtin:/decks");
    text.replace(['"', '\''], "").split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn every_answer_has_the_numbers_of_its_page() {
    let rows: String = ANSWERS.iter().map(Answer::row).collect();
    hold("README.md", "\n| question | answer (95%) | how | page |\n|---|---|---|---|\n", "\n\n", rows.trim_end());
    let validation = read("docs/validation.md");
    for answer in &ANSWERS {
        let section = format!("\n## {}\n", answer.heading);
        let questions = read("docs/questions.md");
        let (before, rest) = questions.split_once(&section).unwrap_or_else(|| panic!("no section {}", answer.heading));
        let (start, ..) = between(rest, "*Answer.* ", "\n\n");
        hold("docs/questions.md", &format!("{before}{section}{start}"), "\n\n", &(answer.text() + "."));
    }
    // What was recorded is nothing of ours.
    for recorded in ["9.13", "31.5%", "20.2%"] {
        assert!(validation.contains(&format!("| {recorded} |")), "docs/validation.md: {recorded}");
    }
}

#[test]
fn every_command_is_that_of_its_page_and_of_the_documents() {
    let (script, questions) = (plain(&read(".ci/answers")), plain(&read("docs/questions.md")));
    for Answer { page: name, .. } in &ANSWERS {
        let (_, call) = script.split_once(&format!(" answer {name} ")).unwrap_or_else(|| panic!(".ci/answers: {name}"));
        let command = call.split(" answer ").next().unwrap_or(call);
        assert!(questions.contains(&format!("turnlab {command}")), "docs/questions.md: {command}");
        let page = page(name);
        assert!(page.len() <= MOST, "{name}: {} bytes", page.len());
        // The page says how many games too, and the seed.
        let again = plain(&page);
        let mut pieces = command.split(" --metric ");
        let whole = pieces.next().unwrap_or_default();
        assert!(again.contains(&format!("turnlab {whole} ")), "{name}: {whole}");
        assert!(pieces.all(|metric| again.contains(&format!("--metric {metric}"))), "{name}: {command}");
    }
}
