//! Translates every card of a facts file, compiles what was translated, and tells how much that is and what stops the rest.
#![allow(missing_docs, clippy::all)]
mod shared;
use cardroom::cards::source::Source;
use oracle::oracle::{stops, translate};
use shared::*;
use std::collections::{BTreeMap, HashMap, HashSet};

fn shape(line: &str) -> String {
    let mut out: Vec<String> = Vec::new();
    for w in line.split_whitespace() {
        let core = w.trim_matches(|c: char| !c.is_alphanumeric() && !"{}+-/~".contains(c));
        let tail: String = w.chars().rev().take_while(|c| ".,:;".contains(*c)).collect();
        let x = if core.contains('{') {
            "{M}".to_owned()
        } else if core.chars().any(|c| c.is_ascii_digit()) {
            "N".to_owned()
        } else if ["two", "three", "four", "five", "six", "seven"].contains(&core) {
            "N".to_owned()
        } else if !out.is_empty()
            && core.starts_with(|c: char| c.is_ascii_uppercase())
            && core.len() > 1
            && !out.last().is_some_and(|l: &String| l.ends_with(['.', ':', '"', '—', '•']))
        {
            "Name".to_owned()
        } else {
            core.to_owned()
        };
        out.push(format!("{x}{tail}"));
    }
    out.join(" ")
}

fn main() {
    let files = hand();
    let known = known(&files);
    let by_hand: HashSet<String> = files
        .iter()
        .flat_map(|(_, t)| {
            let t: toml::Table = t.parse().unwrap();
            t.get("card")
                .and_then(|v| v.as_array())
                .into_iter()
                .flatten()
                .map(|e| e["name"].as_str().unwrap().to_owned())
                .collect::<Vec<_>>()
        })
        .collect();
    let facts = facts();
    let mut legal: Vec<&Fact> =
        facts.iter().filter(|f| f.legalities.get("commander").is_some_and(|l| l == "legal")).collect();
    legal.sort_by_key(|f| f.edhrec_rank.unwrap_or(u32::MAX));
    let mut done = BTreeMap::new();
    let mut shapes: HashMap<String, (u32, u32, String)> = HashMap::new();
    let mut grams: HashMap<(usize, String), (u32, u32, String)> = HashMap::new();
    let mut ats: HashMap<String, u32> = HashMap::new();
    let mut seen = HashSet::new();
    let mut entries = Vec::new();
    let mut files2: Vec<(String, String)> = files.iter().map(|(n, t)| (n.clone(), t.clone())).collect();
    for (rank, f) in legal.iter().enumerate() {
        match with_printed(f, |p| translate(p, &known)) {
            Ok(e) => {
                done.insert(f.name.clone(), rank);
                entries.push(e);
            }
            Err(_) => {
                let list = with_printed(f, |p| stops(p, &known));
                if by_hand.contains(&f.name) {
                    continue;
                }
                let only = list.len() == 1;
                for r in list {
                    let key = r.line().map_or_else(|| r.to_string(), shape);
                    let slot = shapes.entry(key).or_insert((0, 0, r.to_string()));
                    slot.0 += 1;
                    if only {
                        slot.1 += 1;
                    }
                    if only {
                        if let oracle::oracle::Refusal::NotUnderstood { line, at: Some(at) } = &r {
                            let words: Vec<&str> = line.split_whitespace().collect();
                            let bare = |w: &str| w.trim_matches(|c: char| ".,:;".contains(c)).to_owned();
                            if let Some(p) = words.iter().position(|w| bare(w) == *at) {
                                for (from, to) in [(p.saturating_sub(2), p + 2), (p, p + 3), (p, p + 5)] {
                                    let key = words[from..to.min(words.len())].join(" ");
                                    let slot = grams.entry((to - from, key)).or_insert((0, 0, line.clone()));
                                    slot.0 += 1;
                                    if rank < 2000 && only {
                                        slot.1 += 1;
                                    }
                                }
                            }
                        } else {
                            let slot = grams
                                .entry((0, r.to_string().rsplit("`: ").next().unwrap_or("").to_owned()))
                                .or_insert((0, 0, r.to_string()));
                            slot.0 += 1;
                            if rank < 2000 && only {
                                slot.1 += 1;
                            }
                        }
                    }
                    if rank < 2000 && only {
                        *ats.entry(r.to_string()).or_default() += 1;
                    }
                }
            }
        }
    }
    // compile
    let base = builder(&files);
    drop(base);
    let mut bad: HashMap<String, String> = HashMap::new();
    let mut text = String::new();
    let mut starts = Vec::new();
    for e in &entries {
        starts.push((text.lines().count() + 1, e.name.clone()));
        let card = e.card();
        text.push_str(&if by_hand.contains(&e.name) {
            card.replacen("type =", "replace = true\ntype =", 1)
        } else {
            card
        });
        text.push('\n');
        for (k, t) in &e.tokens {
            if seen.insert(k.clone()) && !known.has_key(k) {
                text.push_str(&t.entry(k));
                text.push('\n');
            }
        }
    }
    std::fs::write("/tmp/translated.toml", &text).unwrap();
    files2.push(("translated".into(), text));
    // In parts: a file holds so many cards at most.
    let _ = (&mut files2, &mut starts);
    for part in entries.chunks(500) {
        let mut text = String::new();
        let mut starts = Vec::new();
        let mut seen = HashSet::new();
        for e in part {
            starts.push((text.lines().count() + 1, e.name.clone()));
            let card = e.card();
            text.push_str(&if by_hand.contains(&e.name) {
                card.replacen("type =", "replace = true\ntype =", 1)
            } else {
                card
            });
            text.push('\n');
            for (k, t) in &e.tokens {
                if seen.insert(k.clone()) && !known.has_key(k) {
                    text.push_str(&t.entry(k));
                    text.push('\n');
                }
            }
        }
        let mut b = cardroom::cards::CatalogBuilder::new();
        let mut sources: Vec<_> = files.iter().map(|(n, t)| Source::new(n.clone(), t.clone())).collect();
        if let Err(e) = b.add_files(&sources) {
            panic!("{e}")
        }
        sources = vec![Source::new("translated", text)];
        if let Err(e) = b.add_files(&sources) {
            for d in &e.0 {
                let line = d.at.map_or(0, |a| a.0);
                let name = starts.iter().rev().find(|(l, _)| *l <= line).map_or("?".to_owned(), |(_, n)| n.clone());
                bad.entry(name).or_insert(d.to_string());
            }
        }
    }
    println!("compile: {} cards with faults", bad.len());
    for (n, m) in bad.iter().take(40) {
        println!("  {n}: {m}");
    }
    let total = legal.len();
    println!("legal {total}, translated {} ({:.1}%)", done.len(), 100.0 * done.len() as f64 / total as f64);
    let known_too = legal.iter().filter(|f| done.contains_key(&f.name) || by_hand.contains(&f.name)).count();
    println!("  with those by hand {known_too} ({:.1}%)", 100.0 * known_too as f64 / total as f64);
    let top = &legal[..2000];
    let t = top.iter().filter(|f| done.contains_key(&f.name)).count();
    let k = top.iter().filter(|f| done.contains_key(&f.name) || by_hand.contains(&f.name)).count();
    println!("top 2000: translated {t} ({:.1}%), with those by hand {k} ({:.1}%)", t as f64 / 20.0, k as f64 / 20.0);
    let mut list: Vec<_> = shapes.into_iter().collect();
    list.sort_by(|a, b| b.1.0.cmp(&a.1.0).then(a.0.cmp(&b.0)));
    let mut md = String::from(
        "# Sentence shapes that stop a translation\n\nCards (of those not by hand) that the shape stops; in brackets, those it stops alone.\n\n",
    );
    for (s, (n, only, _)) in list.iter().take(100) {
        md.push_str(&format!("- {n} ({only}): {}\n", s.chars().take(110).collect::<String>()));
    }
    std::fs::write(concat!(env!("CARGO_MANIFEST_DIR"), "/stops.md"), md).unwrap();
    let mut out = String::new();
    for (s, (n, only, ex)) in list.iter().take(600) {
        out.push_str(&format!(
            "{n} ({only}) {s}\n      {}\n",
            ex.chars().rev().take(70).collect::<String>().chars().rev().collect::<String>()
        ));
    }
    std::fs::write("/tmp/shapes.txt", out).unwrap();
    let mut g: Vec<_> = grams.into_iter().filter(|(_, v)| v.0 > 3).collect();
    g.sort_by_key(|(_, v)| std::cmp::Reverse(v.0 + 5 * v.1));
    std::fs::write(
        "/tmp/grams.txt",
        g.iter()
            .map(|((_, k), (n, t, ex))| format!("{n} {t} | {k} | {}\n", ex.chars().take(150).collect::<String>()))
            .collect::<String>(),
    )
    .unwrap();
    let names: String = done.keys().map(|n| format!("{n}\n")).collect();
    std::fs::write("/tmp/done.txt", names).unwrap();
    let mut tops: Vec<_> = ats.into_iter().collect();
    tops.sort();
    std::fs::write("/tmp/top_stops.txt", tops.iter().map(|(a, n)| format!("{n} {a}\n")).collect::<String>()).unwrap();
}
