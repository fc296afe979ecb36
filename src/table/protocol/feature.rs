//! What a table offers beyond questions and answers, and what a player wants of it.

use serde::{Deserialize, Serialize};

use crate::cards::source::did_you_mean;
use crate::cards::wording::quoted;
use crate::game::stops::{Stops, Tops};
use crate::turn::{Step, StepSet, TurnNames};

/// Something that is offered in [`ToPlayer::Hello`](super::ToPlayer::Hello) and wanted in
/// [`FromPlayer::Hello`](super::FromPlayer::Hello).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Feature {
    /// The player may ask to be told what happens.
    Events,
    /// The player may ask to be told of every step.
    Phases,
    /// The player may say at which priorities it is asked.
    Stops,
    /// The player plays several games at once; without it each seat has a process of its own.
    Tables,
    /// The player may concede at any time, also while it is not asked.
    Concede,
}

impl Feature {
    /// Every feature.
    pub const ALL: [Feature; 5] = [Feature::Events, Feature::Phases, Feature::Stops, Feature::Tables, Feature::Concede];

    /// Its name in messages.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Feature::Events => "events",
            Feature::Phases => "phases",
            Feature::Stops => "stops",
            Feature::Tables => "tables",
            Feature::Concede => "concede",
        }
    }

    /// The features of those names.
    ///
    /// # Errors
    /// The first name that is none, and what there is.
    pub fn all_named(names: &[String]) -> Result<Vec<Feature>, String> {
        names.iter().map(|name| Feature::named(name)).collect()
    }

    fn named(name: &str) -> Result<Feature, String> {
        let names = || Feature::ALL.iter().map(|feature| feature.name());
        Feature::ALL.into_iter().find(|feature| feature.name() == name).ok_or_else(|| {
            let offered = names().collect::<Vec<_>>().join(", ");
            let near = did_you_mean(name, names());
            format!("it wants the feature {}, and there is {offered}{near}", quoted(name))
        })
    }
}

/// At which priorities a player wants to be asked; at all others it passes. What is left out is everything.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct StopsWanted {
    /// With nothing on the stack, in which steps of its own turns, by name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub own: Option<Vec<String>>,
    /// With nothing on the stack, in which steps of others' turns, by name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub others: Option<Vec<String>>,
    /// With something on the stack, by what is on top of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub top: Option<Vec<Top>>,
    /// Also where there is nothing to do but pass.
    #[serde(default)]
    pub forced: bool,
}

/// What may be on top of the stack.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Top {
    /// A spell of its own or of a teammate's.
    OwnSpell,
    /// An ability of theirs.
    OwnAbility,
    /// A spell of an opponent's.
    TheirSpell,
    /// An ability of an opponent's.
    TheirAbility,
}

impl StopsWanted {
    /// The stops that it asks for.
    ///
    /// # Errors
    /// The first step that there is not.
    pub fn read(&self, names: &TurnNames) -> Result<Stops, String> {
        let top = |all: &Vec<Top>| all.iter().map(|top| top.bit()).collect();
        Ok(Stops {
            own: steps(self.own.as_deref(), names)?,
            others: steps(self.others.as_deref(), names)?,
            top: self.top.as_ref().map_or(Tops::all(), top),
            forced: self.forced,
        })
    }
}

impl Top {
    const fn bit(self) -> Tops {
        match self {
            Top::OwnSpell => Tops::OWN_SPELL,
            Top::OwnAbility => Tops::OWN_ABILITY,
            Top::TheirSpell => Tops::THEIR_SPELL,
            Top::TheirAbility => Tops::THEIR_ABILITY,
        }
    }
}

fn steps(wanted: Option<&[String]>, names: &TurnNames) -> Result<StepSet, String> {
    let Some(wanted) = wanted else { return Ok(StepSet::ALL) };
    let mut set = StepSet::default();
    for name in wanted {
        let known = Step::ALL.iter().map(|step| step.name()).chain(names.steps());
        let Some(step) = names.step(name) else {
            return Err(format!("`stops`: there is no step {}{}", quoted(name), did_you_mean(name, known)));
        };
        set = set.or(StepSet::of(&[step]));
    }
    Ok(set)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_unknown_feature_is_named_with_the_nearest() {
        assert_eq!(Feature::all_named(&["tables".to_owned()]), Ok(vec![Feature::Tables]));
        let refused = Feature::all_named(&["events".to_owned(), "table".to_owned()]).unwrap_err();
        assert_eq!(
            refused,
            "it wants the feature `table`, and there is events, phases, stops, tables, concede; did you mean `tables`?"
        );
    }

    #[test]
    fn stops_are_read_by_name_and_everything_where_nothing_is_said() {
        let names = TurnNames::default();
        let read = |text: &str| serde_json::from_str::<StopsWanted>(text).unwrap().read(&names);
        assert_eq!(read("{}"), Ok(Stops::ALL));
        let own = StepSet::of(&[Step::PrecombatMain, Step::End]);
        let stops = read(r#"{"own":["precombat-main","end"],"others":[],"top":["their-spell"],"forced":true}"#);
        let expected = Stops { own, others: StepSet::default(), top: Tops::THEIR_SPELL, forced: true };
        assert_eq!(stops, Ok(expected));
        assert!(read(r#"{"own":["precombat"]}"#).unwrap_err().starts_with("`stops`: there is no step `precombat`"));
    }
}
