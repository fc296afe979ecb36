//! Every plain source of mana, by its row of `tests/data/mana_sources.tsv`: how it comes, what it pays for, what it costs.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::Arc;

use turnlab::scenario::{InMemory, Scenario};
use turnlab::table::{Matchup, run_case};

/// Card, cost, enters, needs, taps_for, hurts, life, scry. Mana that comes together stands together, choices between `|`;
/// `hurts` is the damage that coloured mana costs, `needs` what the ability costs besides the tap.
const SOURCES: &str = include_str!("../data/mana_sources.tsv");

struct ManaSource<'a> {
    card: &'a str,
    cost: u32,
    tapped: bool,
    needs: u32,
    taps_for: Vec<&'a str>,
    hurts: i32,
    life: i32,
    scry: bool,
}

fn sources() -> Vec<ManaSource<'static>> {
    let source = |line: &'static str| {
        let [card, cost, enters, needs, taps_for, hurts, life, scry] =
            line.split('\t').collect::<Vec<_>>().try_into().unwrap_or_else(|row| panic!("{row:?}"));
        ManaSource {
            card,
            cost: cost.parse().unwrap(),
            tapped: enters == "tapped",
            needs: needs.parse().unwrap(),
            taps_for: taps_for.split('|').collect(),
            hurts: hurts.parse().unwrap(),
            life: life.parse().unwrap(),
            scry: scry == "1",
        }
    };
    SOURCES.lines().skip(1).map(source).collect()
}

/// The case of that text, in which A has the first turn; it must show what it expects.
fn judge(about: &str, a: &str, script: &str, expect: &str) {
    let mut text = String::from("schema = 1\nname = \"mana\"\ncards = [\"sparks.toml\"]\n[game]\nmax_turns = 5\n");
    let _ = write!(text, "[[seat]]\nname = \"A\"\n{a}\n[[seat]]\nname = \"B\"\n[[seat]]\nname = \"C\"\n");
    let _ = write!(text, "[[script]]\nturn = 1\n{script}\n[expect]\n{expect}\n");
    let files = BTreeMap::from([
        ("mana.toml".to_owned(), text.clone().into_bytes()),
        ("sparks.toml".to_owned(), sparks().into_bytes()),
    ]);
    let scenario =
        Scenario::load_from("mana.toml", &InMemory(files)).unwrap_or_else(|faults| panic!("{faults}\n{text}"));
    let report = run_case(&Matchup::new(Arc::new(scenario)));
    assert!(report.passed(), "{about}: {:?}\n{text}", report.differences);
}

/// The costs tried: each letter once and twice, every pair, and three and four of a kind.
fn costs() -> Vec<String> {
    let letters = ["W", "U", "B", "R", "G", "C"];
    let pairs = letters.iter().enumerate().flat_map(|(at, a)| letters[at..].iter().map(move |b| format!("{a}{b}")));
    let many = letters.iter().flat_map(|l| [1, 3, 4].map(|n| l.repeat(n)));
    pairs.chain(many).collect()
}

/// Instants that do nothing much, one for each cost.
fn sparks() -> String {
    costs().iter().fold(String::new(), |mut text, cost| {
        let braced: String = cost.chars().map(|letter| format!("{{{letter}}}")).collect();
        let _ = write!(text, "[[card]]\nname = \"Spark {cost}\"\ncost = \"{braced}\"\ntype = \"Instant\"\n");
        text += "spell = { gain-life = { amount = 10 } }\n";
        text
    })
}

/// Whether the mana pays the cost.
fn pays(mana: &str, cost: &str) -> bool {
    cost.chars().all(|letter| cost.matches(letter).count() <= mana.matches(letter).count())
}

#[test]
fn a_source_pays_for_what_it_makes_and_for_nothing_else() {
    for source in sources() {
        let helpers = format!("{{ card = \"Wastes\", count = {} }}", source.needs.max(1));
        let table = match source.needs {
            0 => format!("battlefield = [\"{}\"]", source.card),
            _ => format!("battlefield = [\"{}\", {helpers}]", source.card),
        };
        for cost in costs() {
            let about = format!("{} and {cost}", source.card);
            let helped = source.needs == 1 && cost == "C";
            let seat = format!("{table}\nhand = [\"Spark {cost}\"]");
            let script = format!("do = {{ cast = \"Spark {cost}\" }}");
            if helped || source.taps_for.iter().any(|mana| pays(mana, &cost)) {
                let hurt = if cost.contains('C') { 0 } else { source.hurts };
                let at = "[[expect.state]]\nat = { turn = 1, step = \"beginning-of-combat\" }\nseat = \"A\"";
                judge(&about, &seat, &script, &format!("{at}\nlife = {}", 50 - hurt));
            } else {
                judge(&about, &seat, &format!("impossible = true\n{script}"), "never = [\"spell-cast\"]");
            }
        }
    }
}

#[test]
fn a_source_comes_as_it_should() {
    for source in sources() {
        let library = "library = [\"Opt\", \"Stasis\", \"Time Warp\", \"Divination\"]";
        let table = match source.cost {
            0 => String::new(),
            n => format!("battlefield = [{{ card = \"Wastes\", count = {n} }}]\n"),
        };
        let seat = format!("{table}hand = [\"{}\"]\n{library}", source.card);
        let act = if source.cost == 0 { "play-land" } else { "cast" };
        let down = if source.scry { ", { choose = [\"Stasis\"] }" } else { "" };
        let script = format!("do = [{{ {act} = \"{}\" }}{down}]", source.card);
        let mut tapped = vec!["\"Wastes\"".to_owned(); source.cost as usize];
        tapped.extend(source.tapped.then(|| format!("\"{}\"", source.card)));
        let next = if source.scry { "Time Warp" } else { "Stasis" };
        let expect = format!(
            "[[expect.state]]\nat = {{ turn = 1, step = \"beginning-of-combat\" }}\nseat = \"A\"\nlife = {}\ntapped = [{}]\n\
             [[expect.state]]\nat = {{ turn = 4 }}\nseat = \"A\"\nhand = [\"Opt\", \"{next}\"]",
            40 + source.life,
            tapped.join(", "),
        );
        judge(source.card, &seat, &script, &expect);
    }
}
