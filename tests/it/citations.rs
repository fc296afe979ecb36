//! Citations that cannot be made up: every rule number cited exists, and every rule in scope is cited by a case or a test, or
//! said to have nothing to show here, and why.
//!
//! A case cites by its file's name and by `# CR ...` lines, a test by `CR ...` in a comment and by names such as
//! `cr_500_7_and_101_4_...`. Messages and documents cite in brackets too, `(500.7)`.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use serde::Deserialize;

/// Every number of the Comprehensive Rules effective 2026-09-25, sections included; `docs/rules-editions.md` has what changed.
const NUMBERS: &str = include_str!("../data/rule_numbers.txt");

/// Rules that no case and no test cites, and why.
const WITHOUT: &str = include_str!("../data/rules_without_behaviour.toml");

/// Sections and rules of which every rule must be cited or said to be without behaviour.
const SCOPE: [&str; 31] = [
    "103.8", "117", "500", "501", "502", "503", "504", "505", "506", "507", "508", "509", "510", "511", "512", "513",
    "514", "614.10", "616.1", "702.62", "702.63", "723", "724", "725", "800.4", "805", "810", "903.7", "903.8",
    "903.9", "903.10",
];

/// `[[without]]`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Without {
    why: String,
    rules: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Exemptions {
    without: Vec<Without>,
}

/// Where each number is cited.
type Citations = BTreeMap<String, BTreeSet<String>>;

// ---- reading numbers ----

/// The number a text begins with, `500`, `500.10`, `500.10a` or, after `704.5z`, `704.5aa`, and what follows it.
fn number(text: &str) -> Option<(&str, &str)> {
    let digits = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
    if digits(text) != 3 {
        return None;
    }
    let rule = text[3..].strip_prefix('.').map_or(0, digits);
    let mut end = if rule > 0 { 3 + 1 + rule } else { 3 };
    let after = |end: usize| text[end..].bytes().next();
    let ends_a_word = |end: usize| !after(end).is_some_and(|c| c.is_ascii_alphanumeric());
    if let Some(letter) = after(end).filter(|c| rule > 0 && c.is_ascii_lowercase()) {
        let letters = 1 + usize::from(after(end + 1) == Some(letter));
        end += if ends_a_word(end + letters) { letters } else { 0 };
    }
    Some(text.split_at(end))
}

/// The numbers after each `CR ` of a text: `CR 104.2a`, `CR 506 to 511, 802`.
fn cited_in(text: &str) -> Vec<&str> {
    let mut cited = Vec::new();
    for mut rest in text.split("CR ").skip(1) {
        while let Some((found, after)) = number(rest) {
            cited.push(found);
            let separators = [", ", " and ", " to ", " or "];
            match separators.iter().find_map(|separator| after.strip_prefix(separator)) {
                Some(next) => rest = next,
                None => break,
            }
        }
    }
    cited
}

/// The rules that stand alone in brackets, as messages and documents cite them: `skipped (614.10a)`, `(514.1, 514.2)`.
fn cited_in_brackets(text: &str) -> Vec<&str> {
    let mut cited = Vec::new();
    for mut rest in text.split(" (").skip(1) {
        while let Some((found, after)) = number(rest).filter(|(found, _)| found.contains('.')) {
            cited.push(found);
            match after.strip_prefix(", ") {
                Some(next) => rest = next,
                None => break,
            }
        }
    }
    cited
}

/// The numbers in the names of a source's tests: `fn cr_117_3d_and_117_4_a_pass_hands_on` cites two.
fn cited_in_names(source: &str) -> Vec<String> {
    let mut cited = Vec::new();
    for name in source.split("fn cr_").skip(1) {
        let name: String = name.chars().take_while(|c| c.is_ascii_alphanumeric() || *c == '_').collect();
        let mut words = name.split('_').peekable();
        while let Some(section) = words.next_if(|word| word.len() == 3 && word.bytes().all(|c| c.is_ascii_digit())) {
            let is_rule = |word: &&str| {
                let digits = word.trim_end_matches(|c: char| c.is_ascii_lowercase());
                !digits.is_empty() && digits.bytes().all(|c| c.is_ascii_digit()) && word.len() - digits.len() <= 1
            };
            cited.push(words.next_if(is_rule).map_or(section.to_owned(), |rule| format!("{section}.{rule}")));
            if words.next_if_eq(&"and").is_none() {
                break;
            }
        }
    }
    cited
}

// ---- collecting ----

fn files(folder: &str, extension: &str) -> Vec<(String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let (mut folders, mut found): (Vec<PathBuf>, Vec<_>) = (vec![root.join(folder)], Vec::new());
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).expect("a readable folder") {
            let path = entry.expect("a readable entry").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|e| e == extension) {
                let name = path.strip_prefix(root).unwrap_or(&path).to_string_lossy().replace('\\', "/");
                found.push((name, fs::read_to_string(&path).expect("a readable file")));
            }
        }
    }
    found.sort();
    found
}

/// The part of a source that is tests: all of it, what follows `#[cfg(test)]`, or nothing.
fn tests_of<'a>(path: &str, source: &'a str) -> &'a str {
    let is_test = path.starts_with("tests/") || path.ends_with("/tests.rs") || path.contains("/tests/");
    let start = if is_test { Some(0) } else { source.find("#[cfg(test)]") };
    start.map_or("", |at| &source[at..])
}

/// The documents of the repository.
fn documents() -> Vec<(String, String)> {
    let mut documents = files("docs", "md");
    documents.push(("README.md".to_owned(), include_str!("../../README.md").to_owned()));
    documents
}

fn note<'a>(citations: &mut Citations, file: &str, cited: impl IntoIterator<Item = &'a str>) {
    for number in cited {
        citations.entry(number.to_owned()).or_default().insert(file.to_owned());
    }
}

/// What cases cite.
fn cited_by_cases() -> Citations {
    let mut citations = Citations::new();
    for (path, _) in files("scenarios/rules", "toml") {
        let name = path.rsplit('/').next().unwrap_or(&path);
        let (of_name, rest) = number(name).unwrap_or_else(|| panic!("{path} begins with the number of a rule"));
        assert!(rest.starts_with('-'), "{path}: after the number comes what the case shows");
        note(&mut citations, &path, [of_name]);
    }
    for (path, text) in files("scenarios/rules", "toml").into_iter().chain(files("scenarios/cases", "toml")) {
        for line in text.lines().filter(|line| line.starts_with("# CR ")) {
            let cited = cited_in(line);
            let shown = cited.join(", ");
            assert_eq!(line, format!("# CR {shown}"), "{path}: a line of citations holds nothing else");
            note(&mut citations, &path, cited);
        }
    }
    citations
}

/// All sources but this one, whose examples prove nothing.
fn sources() -> impl Iterator<Item = (String, String)> {
    let all = files("tests/it", "rs").into_iter().chain(files("src", "rs"));
    all.filter(|(path, _)| path != "tests/it/citations.rs")
}

/// What tests cite.
fn cited_by_tests() -> Citations {
    let mut citations = Citations::new();
    for (path, source) in sources() {
        let tests = tests_of(&path, &source);
        note(&mut citations, &path, cited_in(tests));
        note(&mut citations, &path, cited_in_names(tests).iter().map(String::as_str));
    }
    citations
}

fn known() -> BTreeSet<&'static str> {
    NUMBERS.lines().collect()
}

fn in_scope(rule: &str) -> bool {
    let belongs = |scope: &str| {
        let rest = rule.strip_prefix(scope);
        rest.is_some_and(|rest| !rest.starts_with(|c: char| c.is_ascii_digit()))
    };
    rule.contains('.') && SCOPE.iter().any(|scope| belongs(scope))
}

fn exempt() -> BTreeMap<String, String> {
    let exemptions: Exemptions = toml::from_str(WITHOUT).expect("readable exemptions");
    let mut reasons = BTreeMap::new();
    for Without { why, rules } in exemptions.without {
        assert!(why.len() > 20, "`{why}` is a reason");
        for rule in rules {
            assert!(reasons.insert(rule.clone(), why.clone()).is_none(), "{rule} stands there once");
        }
    }
    reasons
}

// ---- the tests ----

#[test]
fn numbers_are_read_as_people_write_them() {
    assert_eq!(
        cited_in("see CR 500.10a, 506 to 511, 802. And (CR 724.1d) or CR 704.5a to c"),
        ["500.10a", "506", "511", "802", "724.1d", "704.5a"]
    );
    assert_eq!(cited_in("CR 500.7: so. CR 1000, CR text, CR 117.4and"), ["500.7", "117.4"]);
    assert_eq!(
        cited_in_brackets("draws (514.1, 514.2) or (2.5) f(250.5), \"lost (800.4k): a"),
        ["514.1", "514.2", "800.4k"]
    );
    assert_eq!(cited_in("CR 704.5aa, 704.5z, 704.5as"), ["704.5aa", "704.5z", "704.5"]);
    assert_eq!(
        cited_in_names("fn cr_117_3d_and_117_4_a_pass() {} fn cr_110_to_b() {} fn cr_500_7_2_of_them()"),
        ["117.3d", "117.4", "110", "500.7"]
    );
    assert!(in_scope("903.10a") && in_scope("103.8") && in_scope("500.10a"));
    assert!(!in_scope("500") && !in_scope("103.80") && !in_scope("800.40a") && !in_scope("903.1"));
}

#[test]
fn the_list_of_numbers_is_whole() {
    let numbers = known();
    assert_eq!(numbers.len(), NUMBERS.lines().count(), "each once");
    assert!(numbers.len() > 3_000 && numbers.iter().all(|n| number(n).is_some_and(|(_, rest)| rest.is_empty())));
    for scope in SCOPE {
        assert!(numbers.contains(scope), "{scope} exists");
    }
}

#[test]
fn every_number_cited_exists() {
    let known = known();
    let mut citations = cited_by_cases();
    for (path, source) in sources() {
        note(&mut citations, &path, cited_in(&source));
        note(&mut citations, &path, cited_in_names(&source).iter().map(String::as_str));
    }
    // In the statistics, brackets hold other numbers.
    for (path, text) in sources().filter(|(path, _)| !path.starts_with("src/batch/")).chain(documents()) {
        note(&mut citations, &path, cited_in_brackets(&text));
    }
    for (path, text) in documents() {
        note(&mut citations, &path, cited_in(&text));
        note(&mut citations, &path, text.split("scenarios/rules/").skip(1).filter_map(|name| Some(number(name)?.0)));
    }
    // No rule ends in .0: that is a number with a decimal.
    let is_rule = |number: &str| !number.ends_with(".0");
    let made_up: Vec<_> =
        citations.iter().filter(|(number, _)| is_rule(number) && !known.contains(number.as_str())).collect();
    assert!(made_up.is_empty(), "there are no such rules: {made_up:#?}");
}

#[test]
fn every_rule_in_scope_is_cited_or_says_why_not() {
    let (cases, tests, exempt) = (cited_by_cases(), cited_by_tests(), exempt());
    let cited = |rule: &str| cases.contains_key(rule) || tests.contains_key(rule);
    let rules = || NUMBERS.lines().filter(|rule| in_scope(rule));
    let missing: Vec<_> = rules().filter(|rule| !cited(rule) && !exempt.contains_key(*rule)).collect();
    assert!(missing.is_empty(), "no case and no test cites: {}", missing.join(", "));
    let stale: Vec<_> = exempt.keys().filter(|rule| cited(rule)).cloned().collect();
    assert!(stale.is_empty(), "cited, so not without behaviour: {}", stale.join(", "));
    let strange: Vec<_> = exempt.keys().filter(|rule| !in_scope(rule) || !known().contains(rule.as_str())).collect();
    assert!(strange.is_empty(), "no rules in scope: {strange:?}");
}

/// `docs/rules-editions.md`: in its tables stand old number, new number, what changed and what turnlab does.
#[test]
fn the_table_of_editions_names_rules_that_exist() {
    let known = known();
    let text = include_str!("../../docs/rules-editions.md");
    let rows: Vec<Vec<&str>> = text
        .lines()
        .filter(|line| line.starts_with("| "))
        .map(|line| line.trim_matches('|').split('|').collect())
        .collect();
    let new: Vec<&str> =
        rows.iter().flat_map(|row| row[1].split([',', ' '])).filter_map(|word| Some(number(word)?.0)).collect();
    assert!(rows.len() > 40 && new.len() > 40, "the table is there");
    let made_up: Vec<_> = new.iter().filter(|rule| !known.contains(**rule)).collect();
    assert!(made_up.is_empty(), "there are no such rules: {made_up:?}");
    assert!(rows.iter().all(|row| row.len() == 4), "each row has four columns");
}
