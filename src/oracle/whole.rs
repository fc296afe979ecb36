//! The entry as a whole: what its lines come to, with the printed facts.

use super::ast::{Arg, Effect, Obj, TargetOf};
use super::emit::Entry;
use super::lines::Card;
use super::lower::{Scope, Why};
use super::value::Value;
use super::{Printed, Refusal};

impl Card<'_> {
    /// The spell with "each" in the place of its only target.
    fn overloaded(&mut self, cost: String) -> Result<Value, Refusal> {
        let refused = Refusal::Card("its overload says more than each instead of target");
        let [only] = &self.spell[..] else { return Err(refused) };
        let mut effect = only.clone();
        let mut found = false;
        for (_, arg) in &mut effect.args {
            if let Arg::Obj(Obj::Target(target)) = arg
                && let TargetOf::Objects(filter) = &target.of
                && filter.noun != "spell"
                && target.count == 1
                && !target.up_to
            {
                *arg = Arg::Obj(Obj::Each(filter.clone()));
                found = true;
            }
        }
        let mut scope = Scope::new(self.name, self.known);
        scope.on_source = false;
        let done = scope.effects(&[effect], &mut self.made);
        match done {
            Ok(done) if found && scope.targets.is_empty() => Ok(Value::table([
                ("kind", Value::text("overload")),
                ("cost", Value::Text(cost)),
                ("spell", Value::one_or_many(done)),
            ])),
            _ => Err(refused),
        }
    }

    /// The entry, once all lines are read.
    pub(super) fn finish(mut self, printed: &Printed<'_>) -> Result<Entry, Refusal> {
        let line = self.said.join(" ");
        let whole = |why: Why| Refusal::NotSure { line: line.clone(), why: why.0 };
        let mut fields: Vec<(&'static str, Value)> = vec![("name", Value::text(printed.name))];
        if !printed.cost.is_empty() {
            fields.push(("cost", Value::text(printed.cost)));
        }
        fields.push(("type", Value::text(type_line(printed.types)?)));
        if let Some(colours) = printed.colours
            && letters(colours) != letters(printed.cost)
            && !self.fields.iter().any(|(key, _)| *key == "colours")
        {
            fields.push(("colours", Value::text(colours)));
        }
        match (printed.power, printed.toughness) {
            (Some("*"), Some("*")) if self.fields.iter().any(|(k, _)| *k == "pt") => {}
            (Some(p), Some(t)) if is_number(p) && is_number(t) && !self.fields.iter().any(|(k, _)| *k == "pt") => {
                fields.push(("pt", Value::text(format!("{p}/{t}"))))
            }
            (None, None) if !self.fields.iter().any(|(k, _)| *k == "pt") => {}
            _ => return Err(Refusal::Card("its power or toughness is no number")),
        }
        if let Some(loyalty) = printed.loyalty {
            let n = loyalty.parse().map_err(|_| Refusal::Card("its loyalty is no number"))?;
            fields.push(("loyalty", Value::Number(n)));
        }
        if !self.keywords.is_empty() {
            fields.push(("keywords", Value::List(self.keywords.iter().map(|k| Value::text(k.as_str())).collect())));
        }
        fields.append(&mut self.fields);
        if let Some(condition) = self.condition.take() {
            if !self.is_spell {
                return Err(Refusal::Card("only an instant or sorcery is cast under a condition here"));
            }
            fields.push(("if", Value::text(condition)));
        }
        if self.is_spell {
            if self.modes.is_empty() == self.spell.is_empty() {
                return Err(Refusal::Card(
                    "it is an instant or sorcery that does nothing, or both has modes and has none",
                ));
            }
            if fields.iter().any(|(k, _)| *k == "additional-cost")
                && self.cost_x
                && printed.text.contains("X ")
                && !printed.cost.contains("{X}")
            {
                return Err(Refusal::Card("its additional cost has an X"));
            }
            // "Exile ~" at the end says where the spell goes.
            if self.spell.last() == Some(&Effect::new("exile").what(super::ast::Obj::Me)) {
                self.spell.pop();
                if self.spell.is_empty() || fields.iter().any(|(k, _)| *k == "afterwards") {
                    return Err(Refusal::Card("it only exiles itself"));
                }
                fields.push(("afterwards", Value::text("exile")));
            }
            if self.spell.last() == Some(&Effect::new("shuffle-this")) {
                self.spell.pop();
                if self.spell.is_empty() || fields.iter().any(|(k, _)| *k == "afterwards") {
                    return Err(Refusal::Card("it only shuffles itself away"));
                }
                fields.push(("afterwards", Value::text("shuffle")));
            }
            if printed.types.contains("Legendary") {
                // CR 205.4e.
                if fields.iter().any(|(k, _)| *k == "if") {
                    return Err(Refusal::Card("it is a legendary spell with a condition of its own"));
                }
                fields.push(("if", Value::text("count legendary creature|planeswalker yours >= 1")));
            }
            if !self.spell.is_empty() {
                let mut scope = Scope::new(self.name, self.known);
                (scope.x, scope.on_source) = (self.cost_x, false);
                let done = scope.effects(&self.spell, &mut self.made).map_err(whole)?;
                if scope.divide.is_some() {
                    return Err(whole(Why("a spell that divides has no words here")));
                }
                if !scope.targets.is_empty() {
                    let list = scope.targets.iter().map(|t| Value::text(t.as_str())).collect();
                    fields.push(("targets", Value::List(list)));
                }
                fields.push(("spell", Value::one_or_many(done)));
                if let Some(cost) = self.overload.take() {
                    let way = self.overloaded(cost)?;
                    self.ways.push(way);
                }
            }
        } else if self.types.iter().any(|t| t == "Aura") != fields.iter().any(|(k, _)| *k == "enchant") {
            return Err(Refusal::Card("it is an Aura that enchants nothing, or no Aura that does"));
        }
        if self.overload.is_some() {
            return Err(Refusal::Card("its overload says more than each instead of target"));
        }
        let mut entry = Entry {
            name: printed.name.to_owned(),
            fields,
            modes: self.modes,
            ways: self.ways,
            abilities: self.abilities,
            back: None,
            tokens: self.made.tokens,
        };
        identity(printed, &mut entry);
        Ok(entry)
    }
}

fn is_number(text: &str) -> bool {
    let digits = text.strip_prefix('-').unwrap_or(text);
    !digits.is_empty() && digits.len() < 3 && digits.bytes().all(|b| b.is_ascii_digit())
}

/// The type line with a plain dash.
fn type_line(printed: &str) -> Result<String, Refusal> {
    const TYPES: [&str; 11] = [
        "Artifact",
        "Creature",
        "Enchantment",
        "Instant",
        "Land",
        "Planeswalker",
        "Sorcery",
        "Kindred",
        "Basic",
        "Legendary",
        "Snow",
    ];
    let line = super::subtypes::renamed(&printed.replace('—', "-").replace('’', "'"));
    let types = line.split(" - ").next().unwrap_or_default();
    if !types.split_whitespace().all(|word| TYPES.contains(&word)) {
        return Err(Refusal::Card("its type line has a type that is not played"));
    }
    Ok(line)
}

/// The colours among mana symbols or letters, in the order WUBRG.
fn letters(text: &str) -> String {
    "WUBRG".chars().filter(|letter| text.contains(*letter)).collect()
}

/// The letters of the mana symbols of an entry, in which a choice of colours is written with symbols, too.
fn symbols(entry: &Entry) -> String {
    let mut found = String::new();
    let mut inside = false;
    for c in entry.card().chars() {
        match c {
            '{' => inside = true,
            '}' | ' ' => inside = false,
            c if inside => found.push(c),
            _ => {}
        }
    }
    found
}

/// Says of a back which colours it adds to the card's identity, where symbols would say more than that has.
pub(super) fn keep_within(identity: &str, back: &mut Entry) {
    let found = letters(&symbols(back));
    if found.chars().any(|letter| !identity.contains(letter)) {
        let kept: String = found.chars().filter(|letter| identity.contains(*letter)).collect();
        say_identity(&kept, back);
    }
}

fn say_identity(identity: &str, entry: &mut Entry) {
    let at = entry.fields.iter().position(|(k, _)| *k == "type").map_or(0, |n| n + 1);
    entry.fields.insert(at, ("identity", Value::text(letters(identity))));
}

/// Says the colour identity where cost and abilities do not.
fn identity(printed: &Printed<'_>, entry: &mut Entry) {
    let Some(identity) = printed.identity else { return };
    let mut found: String = printed.colours.unwrap_or_default().to_owned();
    found.push_str(&symbols(entry));
    for (land, letter) in [("Plains", 'W'), ("Island", 'U'), ("Swamp", 'B'), ("Mountain", 'R'), ("Forest", 'G')] {
        if printed.types.contains("Land") && printed.types.contains(land) {
            found.push(letter);
        }
    }
    if letters(&found) != letters(identity) {
        say_identity(identity, entry);
    }
}
