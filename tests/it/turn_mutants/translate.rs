//! Scenarios as scripts of the oracle, and back: whatever needs no cards.

use std::fmt::Write;

use toml::{Table, Value};
use turnlab::turn::{
    AfterPhase, AfterTurn, ExtraTurnOrder, ExtraTurnRules, Phase, Restrictions, Seat, SkipScope, Skippable, Step,
    TurnRestrictions,
};

use crate::turn_oracle::script::{Act, Choosing, Entry, Script};
use crate::turn_table::letter;

/// A case without cards: its script, and what it expects of the turns.
pub(crate) struct Case {
    pub(crate) name: String,
    pub(crate) script: Script,
    /// The first turns.
    pub(crate) turns: Vec<String>,
    /// Steps of turns, by number.
    pub(crate) steps: Vec<(u32, Vec<String>)>,
}

/// The case of that text; nothing when it needs more than turns.
pub(crate) fn case(name: &str, text: &str) -> Option<Case> {
    let table: Table = text.parse().expect("a scenario");
    let seats = seats(&table)?;
    let expect = table.get("expect")?.as_table()?;
    Some(Case {
        name: name.to_owned(),
        script: Script {
            seats: seats.len(),
            rules: rules(&table)?,
            choosing: Choosing::Default,
            entries: entries(&table, &seats)?,
        },
        turns: strings(expect.get("turns")).iter().map(|turn| lettered(turn, &seats)).collect::<Option<_>>()?,
        steps: steps(expect)?,
    })
}

/// The seats' names, if nobody has anything but a name, and everything is as usual.
fn seats(table: &Table) -> Option<Vec<String>> {
    let usual = ["schema", "name", "description", "game", "seat", "rules", "script", "expect"];
    let known = table.keys().all(|key| usual.contains(&key.as_str()));
    let game = table.get("game").and_then(Value::as_table);
    let plain = game.is_none_or(|game| {
        game.iter().all(|(key, value)| key == "max_turns" || key == "format" && value.as_str() == Some("commander"))
    });
    let name = |seat: &Value| {
        let seat = seat.as_table()?;
        (seat.len() == 1).then(|| seat.get("name")?.as_str().map(str::to_owned)).flatten()
    };
    (known && plain).then(|| table.get("seat")?.as_array()?.iter().map(name).collect()).flatten()
}

fn rules(table: &Table) -> Option<ExtraTurnRules> {
    let mut rules = ExtraTurnRules::default();
    for (key, value) in table.get("rules").and_then(Value::as_table).into_iter().flatten() {
        match key.as_str() {
            "extra_turn_order" if value.as_str() == Some("creation-order") => {
                rules.order = ExtraTurnOrder::CreationOrder
            }
            "extra_turn_order" => {}
            "extra_turns" => rules.skipped = value.as_str() == Some("skipped"),
            "max_extra_turns_in_a_row" => rules.max_in_a_row = Some(number(value)?),
            "max_extra_turns" => rules.max_in_a_game = Some(number(value)?),
            "no_extra_turns_before_round" => rules.from_round = Some(number(value)?),
            _ => return None,
        }
    }
    Some(rules)
}

fn number(value: &Value) -> Option<u32> {
    value.as_integer()?.try_into().ok()
}

fn strings(value: Option<&Value>) -> Vec<&str> {
    value.and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str).collect()
}

/// A turn with letters for names: `Ann*[by:Bob]` is `A*[by:B]`.
fn lettered(turn: &str, seats: &[String]) -> Option<String> {
    let (name, rest) = turn.split_at(turn.find(['*', '[']).unwrap_or(turn.len()));
    let letter_of = |name: &str| Some(letter(seat(seats, name)?));
    let rest = match rest.split_once("[by:") {
        Some((star, by)) => format!("{star}[by:{}]", letter_of(by.trim_end_matches(']'))?),
        None => rest.to_owned(),
    };
    Some(format!("{}{rest}", letter_of(name)?))
}

fn seat(seats: &[String], name: &str) -> Option<Seat> {
    seats.iter().position(|seat| seat == name).map(|at| Seat(at as u8))
}

fn steps(expect: &Table) -> Option<Vec<(u32, Vec<String>)>> {
    let Some(steps) = expect.get("steps") else { return Some(Vec::new()) };
    let of_turn = |value: &Value| {
        let visited = strings(value.get("visited")).into_iter().map(str::to_owned).collect();
        Some((number(value.get("turn")?)?, visited))
    };
    steps.as_array()?.iter().map(of_turn).collect()
}

// ---- scripts ----

fn entries(table: &Table, seats: &[String]) -> Option<Vec<Entry>> {
    let mut entries = Vec::new();
    for entry in table.get("script").and_then(Value::as_array).into_iter().flatten() {
        let entry = entry.as_table()?;
        let usual = ["turn", "step", "seat", "do", "optional"];
        if !entry.keys().all(|key| usual.contains(&key.as_str())) {
            return None;
        }
        let turn = entry.get("turn").map_or(Some(1), number)?;
        let step = entry.get("step").map_or(Some(Step::PrecombatMain), |step| Step::named(step.as_str()?))?;
        let you = match entry.get("seat") {
            Some(name) => Some(seat(seats, name.as_str()?)?),
            None => active(table, turn, seats),
        };
        let acts = match entry.get("do")? {
            Value::Array(acts) => acts.iter().collect(),
            act => vec![act],
        };
        for act in acts {
            let reader = Reader { seats, you };
            entries.extend(reader.act(act)?.into_iter().map(|act| Entry { turn, step, act }));
        }
    }
    Some(entries)
}

/// Whose turn that one will be, if the case says it.
fn active(table: &Table, turn: u32, seats: &[String]) -> Option<Seat> {
    let turns = strings(table.get("expect")?.get("turns"));
    let name = turns.get(turn as usize - 1)?;
    seat(seats, &name[..name.find(['*', '[']).unwrap_or(name.len())])
}

struct Reader<'a> {
    seats: &'a [String],
    /// Whose effect it is, if that is known.
    you: Option<Seat>,
}

impl Reader<'_> {
    fn act(&self, act: &Value) -> Option<Vec<Act>> {
        let empty = Value::Table(Table::new());
        let (name, of) = match act {
            Value::String(name) => (name.as_str(), &empty),
            Value::Table(act) => act.iter().next().map(|(name, of)| (name.as_str(), of))?,
            _ => return None,
        };
        let count = of.get("count").map_or(Some(1), number)? as usize;
        let one = match name {
            "extra-turn" => {
                let restrictions = TurnRestrictions { kinds: restrictions(of.get("riders"))?, max_spells: None };
                let grant = |seat| Act::ExtraTurn { seat, after: AfterTurn::This, restrictions };
                return Some(self.players(of)?.into_iter().flat_map(|seat| vec![grant(seat); count]).collect());
            }
            "skip" if of.get("then").is_none() => {
                let (what, scope) = (skippable(of.get("what")?.as_str()?)?, scope(of.get("scope"))?);
                let skip = |seat| Act::Skip { seat, what, scope };
                return Some(self.players(of)?.into_iter().flat_map(|seat| vec![skip(seat); count]).collect());
            }
            "lose-game" => return Some(self.players(of)?.into_iter().map(Act::Leave).collect()),
            "add-phase" if of.get("only-yours").is_none() && of.get("attackers").is_none() => {
                let phases = strings(of.get("phases")).into_iter().map(phase).collect::<Option<_>>()?;
                Act::AddPhases(phases, after(of.get("after"))?)
            }
            "add-step" if of.get("only-yours").is_none() => {
                let after_phase = of.get("after").and_then(Value::as_str) == Some("phase");
                let step = Step::named(of.get("step")?.as_str()?)?;
                return Some(vec![Act::AddStep { step, after_phase }; count]);
            }
            "control-turn" => return self.control(of),
            "end-turn" => Act::EndTurn,
            "end-combat" => Act::EndCombat,
            "reverse-turn-order" => Act::Reverse,
            _ => return None,
        };
        Some(vec![one])
    }

    /// Who is meant. Several act in APNAP order, which only a script that says whose turn it is tells.
    fn players(&self, of: &Value) -> Option<Vec<Seat>> {
        match of.get("player").and_then(Value::as_str) {
            None | Some("you") => Some(vec![self.you?]),
            Some(name) => Some(vec![seat(self.seats, name)?]),
        }
    }

    fn control(&self, of: &Value) -> Option<Vec<Act>> {
        let player = seat(self.seats, of.get("player")?.as_str()?)?;
        let by = seat(self.seats, of.get("controller")?.as_str()?)?;
        let mut acts = vec![Act::Control { player, by }];
        if of.get("then-extra-turn").and_then(Value::as_bool) == Some(true) {
            acts.push(Act::ExtraTurn {
                seat: player,
                after: AfterTurn::NextOf(player),
                restrictions: TurnRestrictions::default(),
            });
        }
        Some(acts)
    }
}

const RESTRICTIONS: [(&str, Restrictions); 6] = [
    ("no-untap", Restrictions::NO_UNTAP),
    ("no-upkeep", Restrictions::NO_UPKEEP),
    ("no-draw", Restrictions::NO_DRAW),
    ("no-main-phase", Restrictions::NO_MAIN_PHASE),
    ("no-combat", Restrictions::NO_COMBAT),
    ("combat-only", Restrictions::COMBAT_ONLY),
];

fn restrictions(restrictions: Option<&Value>) -> Option<Restrictions> {
    let named = |name: &str| RESTRICTIONS.iter().find(|(n, _)| *n == name).map(|(_, r)| *r);
    strings(restrictions).into_iter().map(named).collect::<Option<Vec<_>>>().map(|all| all.into_iter().collect())
}

fn skippable(name: &str) -> Option<Skippable> {
    match name {
        "turn" => Some(Skippable::Turn),
        "main" => Some(Skippable::MainPhase),
        name => match Phase::ALL.into_iter().find(|phase| phase.name() == name) {
            Some(phase) => Some(Skippable::Phase(phase)),
            None => Step::named(name).map(Skippable::Step),
        },
    }
}

const SCOPES: [(&str, SkipScope); 4] = [
    ("next", SkipScope::Next),
    ("next-this-turn", SkipScope::NextThisTurn),
    ("this-turn", SkipScope::ThisTurn),
    ("next-turn", SkipScope::NextTurn),
];

fn scope(name: Option<&Value>) -> Option<SkipScope> {
    let name = name.map_or(Some("next"), Value::as_str)?;
    SCOPES.iter().find(|(n, _)| *n == name).map(|(_, scope)| *scope)
}

fn phase(name: &str) -> Option<Phase> {
    match name {
        "main" => Some(Phase::PostcombatMain),
        name => Phase::ALL.into_iter().find(|phase| phase.name() == name),
    }
}

fn after(name: Option<&Value>) -> Option<AfterPhase> {
    match name.map_or(Some("this"), Value::as_str)? {
        "this" => Some(AfterPhase::This),
        "this-main" => Some(AfterPhase::ThisMain),
        "this-combat" => Some(AfterPhase::ThisCombat),
        "first-postcombat-main" => Some(AfterPhase::FirstPostcombatMain),
        name => phase(name).map(AfterPhase::Next),
    }
}

// ---- and back ----

/// The script as a scenario to read, to run and to keep. What no script of a scenario can say is said in a comment.
pub(crate) fn scenario(script: &Script, turns: &[String]) -> String {
    let mut out = "schema = 1\nname = \"found\"\n\n[game]\nformat = \"commander\"\n\n".to_owned();
    for seat in Seat::first(script.seats) {
        let _ = writeln!(out, "[[seat]]\nname = \"{}\"", letter(seat));
    }
    if script.rules != ExtraTurnRules::default() {
        out += &house_rules(&script.rules);
    }
    let _ = writeln!(out, "# several skips at once: {:?}", script.choosing);
    for Entry { turn, step, act } in &script.entries {
        match written(act) {
            Some(act) => {
                let _ = writeln!(out, "\n[[script]]\nturn = {turn}\nstep = \"{step}\"\noptional = true\ndo = {act}");
            }
            None => {
                let _ = writeln!(out, "\n# turn {turn}, {step}: {act:?}");
            }
        }
    }
    let turns: Vec<String> = turns.iter().map(|turn| format!("\"{turn}\"")).collect();
    let _ = writeln!(out, "\n[expect]\nturns = [{}]", turns.join(", "));
    out
}

fn house_rules(rules: &ExtraTurnRules) -> String {
    let order = match rules.order {
        ExtraTurnOrder::MostRecentFirst => "most-recent-first",
        ExtraTurnOrder::CreationOrder => "creation-order",
    };
    let mut out = format!("\n[rules]\nextra_turn_order = \"{order}\"\n");
    if rules.skipped {
        out += "extra_turns = \"skipped\"\n";
    }
    for (key, number) in [
        ("max_extra_turns_in_a_row", rules.max_in_a_row),
        ("max_extra_turns", rules.max_in_a_game),
        ("no_extra_turns_before_round", rules.from_round),
    ] {
        let _ = number.map(|number| writeln!(out, "{key} = {number}"));
    }
    out
}

fn written(act: &Act) -> Option<String> {
    Some(match act {
        Act::ExtraTurn { seat, after: AfterTurn::This, restrictions } => {
            let rides = |(_, r): &&(&str, Restrictions)| restrictions.kinds.contains(*r);
            let restrictions: Vec<String> =
                RESTRICTIONS.iter().filter(rides).map(|(name, _)| format!("\"{name}\"")).collect();
            format!("{{ extra-turn = {{ player = \"{}\", riders = [{}] }} }}", letter(*seat), restrictions.join(", "))
        }
        Act::Skip { seat, what, scope } => {
            let scope = SCOPES.iter().find(|(_, s)| s == scope)?.0;
            let what = match what {
                Skippable::Turn => "turn".to_owned(),
                Skippable::MainPhase => "main".to_owned(),
                Skippable::Phase(phase) => phase.to_string(),
                Skippable::Step(step) => step.to_string(),
            };
            format!("{{ skip = {{ what = \"{what}\", player = \"{}\", scope = \"{scope}\" }} }}", letter(*seat))
        }
        Act::AddPhases(phases, after) => {
            let phases: Vec<String> = phases.iter().map(|phase| format!("\"{phase}\"")).collect();
            let after = match after {
                AfterPhase::This => "this".to_owned(),
                AfterPhase::ThisMain => "this-main".to_owned(),
                AfterPhase::ThisCombat => "this-combat".to_owned(),
                AfterPhase::FirstPostcombatMain => "first-postcombat-main".to_owned(),
                AfterPhase::Next(phase) => phase.to_string(),
            };
            format!("{{ add-phase = {{ phases = [{}], after = \"{after}\" }} }}", phases.join(", "))
        }
        Act::AddStep { step, after_phase } => {
            let after = if *after_phase { "phase" } else { "step" };
            format!("{{ add-step = {{ step = \"{step}\", after = \"{after}\" }} }}")
        }
        Act::EndTurn => "\"end-turn\"".to_owned(),
        Act::EndCombat => "\"end-combat\"".to_owned(),
        Act::Reverse => "\"reverse-turn-order\"".to_owned(),
        Act::Control { player, by } => {
            format!("{{ control-turn = {{ player = \"{}\", controller = \"{}\" }} }}", letter(*player), letter(*by))
        }
        Act::Leave(seat) => format!("{{ lose-game = {{ player = \"{}\" }} }}", letter(*seat)),
        Act::ExtraTurn { .. } | Act::Statics(_) | Act::Restrict(_) | Act::RepeatCleanup | Act::Attack { .. } => {
            return None;
        }
    })
}
