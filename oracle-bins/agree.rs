//! Holds translations against the entries written by hand: compiled, with ids resolved, they must be equal.
#![allow(missing_docs, clippy::all)]
mod shared;
use cardroom::cards::catalog::Catalog;
use cardroom::cards::effect::*;
use cardroom::cards::source::Source;
use cardroom::cards::type_line::{Subtype, Types};
use oracle::oracle::translate;
use shared::*;
use std::collections::HashMap;

/// A debug text with every id replaced by what it stands for.
fn resolve(c: &Catalog, text: &str, depth: u32) -> String {
    if depth > 12 {
        return "...".into();
    }
    let mut out = String::new();
    let mut rest = text;
    const IDS: [&str; 9] = [
        "FilterId(",
        "AmountId(",
        "ConditionId(",
        "CostId(",
        "AbilityId(",
        "EffectId(",
        "CounterKind(",
        "Subtype(",
        "CardId(",
    ];
    loop {
        let next = IDS.iter().filter_map(|id| rest.find(id).map(|at| (at, *id))).min();
        let Some((at, id)) = next else {
            out.push_str(rest);
            return out;
        };
        out.push_str(&rest[..at]);
        let from = at + id.len();
        let end = from + rest[from..].find(')').unwrap();
        let n: u16 = rest[from..end].trim().parse().unwrap_or(u16::MAX);
        let inner = match id {
            "FilterId(" => {
                let mut f = c.filter(FilterId(n)).clone();
                if !f.subtypes.is_empty() {
                    f.all_types.remove(Types::CREATURE);
                }
                f.subtypes.sort_by_key(|s| c.subtype(*s).to_owned());
                f.simple = false;
                resolve(c, &format!("{f:?}"), depth + 1)
            }
            "AmountId(" => resolve(c, &format!("{:?}", c.amount(AmountId(n))), depth + 1),
            "ConditionId(" => resolve(c, &format!("{:?}", c.condition(ConditionId(n))), depth + 1),
            "CostId(" => resolve(c, &format!("{:?}", c.cost(CostId(n))), depth + 1),
            "AbilityId(" => resolve(c, &format!("{:?}", c.ability(AbilityId(n))), depth + 1),
            "CounterKind(" => c.counter(CounterKind(n)).to_owned(),
            "Subtype(" => c.subtype(Subtype(n)).to_owned(),
            "CardId(" => CardId(n).known().map_or("none".into(), |id| {
                let t = c.card(id);
                if t.token {
                    format!(
                        "token {} {:?} {:?} {}/{} {:?} {}",
                        t.name,
                        t.types,
                        t.colours,
                        t.power,
                        t.toughness,
                        t.keywords,
                        resolve(c, &format!("{:?}", t.abilities), depth + 1)
                    )
                } else {
                    t.name.clone()
                }
            }),
            _ => {
                // An effect: its run, jumps counted from its start.
                let mut s = String::from("[");
                let mut k = n;
                let mut far = n;
                loop {
                    let op = c.op(EffectId(k));
                    let d = format!("{op:?}");
                    let mut jumpless = String::new();
                    let mut r = d.as_str();
                    while let Some(p) = r.find("EffectId(") {
                        let e = p + 9 + r[p + 9..].find(')').unwrap();
                        let to: u16 = r[p + 9..e].parse().unwrap_or(0);
                        jumpless.push_str(&r[..p]);
                        if to >= n && to < n + 300 && !d.starts_with("Delay") && !d.starts_with("Reflexive") {
                            far = far.max(to);
                            jumpless.push_str(&format!("@{}", to - n));
                        } else {
                            jumpless.push_str(&resolve(c, &format!("EffectId({to})"), depth + 1));
                        }
                        r = &r[e + 1..];
                    }
                    jumpless.push_str(r);
                    s.push_str(&resolve(c, &jumpless, depth + 1));
                    s.push_str("; ");
                    if d == "End" && k >= far {
                        break;
                    }
                    k += 1;
                    if k > n + 200 {
                        break;
                    }
                }
                s.push(']');
                s
            }
        };
        out.push_str(&inner);
        rest = &rest[end + 1..];
    }
}

fn form(c: &Catalog, id: CardId) -> Vec<String> {
    let mut card = c.card(id).clone();
    card.hints = Default::default();
    card.has = 0;
    card.subtypes.clear();
    card.name = String::new();
    card.taps.clear();
    let abilities = std::mem::take(&mut card.abilities);
    card.mana = Default::default();
    card.pairings.clear();
    let mut parts: Vec<String> = abilities.iter().map(|a| resolve(c, &format!("{:?}", c.ability(*a)), 0)).collect();
    // Nothing is below nothing; what returns from the graveyard to a hand is moved or bounced.
    for part in &mut parts {
        *part = part.replace("AtMost, Const(0)", "Equal, Const(0)").replace("Bounce(Card)", "Move(Card, Hand)");
    }
    parts.sort();
    parts.push(resolve(c, &format!("{card:?}"), 0).replace("AtMost, Const(0)", "Equal, Const(0)"));
    parts
}

fn main() {
    let files = hand();
    let known = known(&files);
    let mine = builder(&files).build();
    let facts = facts();
    let by_name: HashMap<&str, &Fact> = facts.iter().map(|f| (f.name.as_str(), f)).collect();
    let mut text = String::new();
    let mut n = 0;
    let mut refused = 0;
    let mut no_text = 0;
    let mut refusals = String::new();
    let mut entries = Vec::new();
    let mut seen = std::collections::HashSet::new();
    for (_, card) in mine.cards() {
        if card.token {
            continue;
        }
        let Some(f) = by_name.get(card.name.as_str()) else {
            no_text += 1;
            continue;
        };
        match with_printed(f, |p| translate(p, &known)) {
            Ok(e) => {
                text.push_str(&e.card());
                text.push('\n');
                for (k, t) in &e.tokens {
                    if seen.insert(k.clone()) && !known.has_key(k) {
                        text.push_str(&t.entry(k));
                        text.push('\n');
                    }
                }
                entries.push(e);
                n += 1;
            }
            Err(_) => {
                refused += 1;
                for r in with_printed(f, |p| oracle::oracle::stops(p, &known)) {
                    refusals.push_str(&format!("{r} | {}\n", card.name));
                }
            }
        }
    }
    let tokens: String = files
        .iter()
        .map(|(_, t)| {
            // only the tokens of the files by hand
            let mut out = String::new();
            let mut on = false;
            for l in t.lines() {
                if l.starts_with("[[card]]") {
                    on = false
                }
                if l.starts_with("[[token]]") {
                    on = true
                }
                if on {
                    out.push_str(l);
                    out.push('\n');
                }
            }
            out
        })
        .collect();
    let mut b = cardroom::cards::CatalogBuilder::new();
    let sources = vec![Source::new("tokens", tokens), Source::new("translated", text)];
    if let Err(e) = b.add_files(&sources) {
        println!("{e}");
    }
    let theirs = b.build();
    let mut same = 0;
    let mut out = String::new();
    let ents: HashMap<String, String> = files
        .iter()
        .flat_map(|(_, t)| {
            t.split("[[card]]\n")
                .skip(1)
                .map(|s| {
                    let s = s.split("[[token]]").next().unwrap();
                    let name = s
                        .lines()
                        .find_map(|l| l.strip_prefix("name = \""))
                        .unwrap_or("")
                        .trim_end_matches('"')
                        .replace("\\\"", "\"");
                    (name, s.to_owned())
                })
                .collect::<Vec<_>>()
        })
        .collect();
    let mut differ = Vec::new();
    for e in &entries {
        let (Some(a), Some(b)) = (mine.find(&e.name), theirs.find(&e.name)) else { continue };
        let (x, y) = (form(&mine, a), form(&theirs, b));
        if x == y {
            same += 1;
            continue;
        }
        differ.push(e.name.clone());
        let f = by_name[e.name.as_str()];
        out.push_str(&format!(
            "## {}\n{}\n-- hand\n{}-- mine\n{}",
            e.name,
            f.oracle_text.as_deref().unwrap_or(""),
            ents.get(&e.name).map_or("", |s| s),
            e.text()
        ));
        for (p, q) in x.iter().zip(&y) {
            if p != q && std::env::var("LONG").is_ok() {
                out.push_str(&format!("H {p}\nM {q}\n"));
            }
        }
        out.push('\n');
    }
    println!(
        "by hand with text {}, without {no_text}; translated {n}, refused {refused}; equal {same} ({:.1}% of translated), differ {}",
        n + refused,
        100.0 * same as f64 / n as f64,
        differ.len()
    );
    std::fs::write("/tmp/hand_refused.txt", &refusals).unwrap();
    std::fs::write("/tmp/differ.txt", out).unwrap();
}
