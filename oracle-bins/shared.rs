// Shared by the two bins: facts read, tokens known, entries compiled.
use cardroom::cards::CatalogBuilder;
use cardroom::cards::source::Source;
use oracle::oracle::{KnownTokens, Printed, Token, Value};
use serde::Deserialize;
use std::collections::HashMap;

#[derive(Deserialize, Clone)]
pub struct Fact {
    pub name: String,
    pub layout: String,
    #[serde(default)]
    pub mana_cost: Option<String>,
    pub type_line: Option<String>,
    #[serde(default)]
    pub oracle_text: Option<String>,
    pub power: Option<String>,
    pub toughness: Option<String>,
    pub loyalty: Option<String>,
    #[serde(default)]
    pub colors: Option<Vec<String>>,
    #[serde(default)]
    pub color_identity: Option<Vec<String>>,
    pub legalities: HashMap<String, String>,
    pub edhrec_rank: Option<u32>,
}

pub fn facts() -> Vec<Fact> {
    let path = std::env::var("TURNLAB_ORACLE").unwrap_or_else(|_| "oracle.json".to_owned());
    serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap()
}

pub fn letters(list: &Option<Vec<String>>) -> String {
    let all = list.clone().unwrap_or_default().concat();
    "WUBRG".chars().filter(|c| all.contains(*c)).collect()
}

pub fn with_printed<T>(fact: &Fact, f: impl FnOnce(&Printed<'_>) -> T) -> T {
    let (colours, identity) = (letters(&fact.colors), letters(&fact.color_identity));
    f(&Printed {
        name: &fact.name,
        cost: fact.mana_cost.as_deref().unwrap_or(""),
        types: fact.type_line.as_deref().unwrap_or(""),
        text: fact.oracle_text.as_deref().unwrap_or(""),
        power: fact.power.as_deref(),
        toughness: fact.toughness.as_deref(),
        loyalty: fact.loyalty.as_deref(),
        colours: Some(&colours),
        identity: Some(&identity),
        layout: Some(&fact.layout),
    })
}

pub fn hand() -> Vec<(String, String)> {
    let mut found = Vec::new();
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/cardroom/scenarios/cards");
    for e in std::fs::read_dir(folder).unwrap() {
        let p = e.unwrap().path();
        found.push((p.file_name().unwrap().to_string_lossy().into_owned(), std::fs::read_to_string(&p).unwrap()));
    }
    found.sort();
    found
}

fn value(v: &toml::Value) -> Value {
    match v {
        toml::Value::String(s) => Value::Text(s.clone()),
        toml::Value::Integer(n) => Value::Number(*n as i32),
        toml::Value::Boolean(b) => Value::Flag(*b),
        toml::Value::Array(a) => Value::List(a.iter().map(value).collect()),
        toml::Value::Table(t) => Value::Table(t.iter().map(|(k, v)| (k.clone(), value(v))).collect()),
        other => Value::Text(other.to_string()),
    }
}

pub fn known(files: &[(String, String)]) -> KnownTokens {
    let mut known = KnownTokens::default();
    for (_, text) in files {
        let t: toml::Table = text.parse().unwrap();
        for e in t.get("token").and_then(|v| v.as_array()).into_iter().flatten() {
            let s = |k: &str| e.get(k).and_then(|v| v.as_str()).unwrap_or("").to_owned();
            let plain = e
                .as_table()
                .unwrap()
                .keys()
                .all(|k| ["name", "key", "type", "colours", "pt", "keywords", "ability"].contains(&k.as_str()));
            if !plain {
                continue;
            }
            let keywords = e
                .get("keywords")
                .and_then(|v| v.as_array())
                .into_iter()
                .flatten()
                .map(|k| k.as_str().unwrap().to_owned())
                .collect();
            let token = Token {
                name: s("name"),
                types: s("type").replace('—', "-"),
                colours: "WUBRG".chars().filter(|c| s("colours").contains(*c)).collect(),
                size: e.get("pt").map(|v| v.as_str().unwrap().to_owned()),
                keywords,
                abilities: e.get("ability").and_then(|v| v.as_array()).into_iter().flatten().map(value).collect(),
            };
            let key = if s("key").is_empty() { s("name") } else { s("key") };
            known.add(key, token);
        }
    }
    known
}

pub fn builder(files: &[(String, String)]) -> CatalogBuilder {
    let mut builder = CatalogBuilder::new();
    let sources: Vec<_> = files.iter().map(|(n, t)| Source::new(n.clone(), t.clone())).collect();
    if let Err(e) = builder.add_files(&sources) {
        panic!("{e}")
    }
    builder
}
