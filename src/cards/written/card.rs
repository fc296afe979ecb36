//! Cards and tokens as written.

use serde::Deserialize;

use crate::cards::ability::Timing;
use crate::cards::card::StandIn;

use super::ability::WrittenAbility;
use super::effect::WrittenEffect;
use super::value::{OneOrMany, Text};

/// A `[[card]]` or a `[[token]]`.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct WrittenCard {
    /// Its name.
    pub name: Text,
    /// For tokens: what effects call it; its name when absent.
    pub key: Option<Text>,
    /// Its mana cost.
    pub cost: Option<Text>,
    /// Its type line, as in `Legendary Creature - Angel`.
    pub r#type: Text,
    /// Its colours as letters, when the cost doesn't say.
    pub colours: Option<Text>,
    /// Its colour identity as letters, when cost and symbols don't say.
    pub identity: Option<Text>,
    /// Power and toughness as in `3/4`, or one amount for both.
    pub pt: Option<Text>,
    /// Starting loyalty.
    pub loyalty: Option<u16>,
    /// Keywords.
    #[serde(default)]
    pub keywords: Vec<Text>,
    /// Shorthand for the replacement effect.
    #[serde(default)]
    pub enters_tapped: bool,
    /// Vanishing (CR 702.63): so many time counters.
    pub vanishing: Option<u8>,
    /// An instant's or sorcery's targets.
    #[serde(default)]
    pub targets: Vec<Text>,
    /// What an instant or sorcery does.
    pub spell: Option<OneOrMany<WrittenEffect>>,
    /// When it may be cast.
    pub timing: Option<toml::Spanned<Timing>>,
    /// It may be cast only when this holds.
    pub r#if: Option<Text>,
    /// Where an instant or sorcery goes as it has resolved.
    pub afterwards: Option<toml::Spanned<Afterwards>>,
    /// Its other abilities, in printed order.
    #[serde(default)]
    pub ability: Vec<WrittenAbility>,
    /// Any number may be in a deck.
    #[serde(default)]
    pub any_number: bool,
    /// Banned in Commander.
    #[serde(default)]
    pub banned: bool,
    /// In what it differs from the printed card, if it does: for readers.
    pub note: Option<String>,
    /// It stands in for a card that is not known well enough to be played.
    pub stand_in: Option<StandIn>,
    /// Takes the place of the card of the same name.
    #[serde(default)]
    pub replace: bool,
}

/// Where an instant or sorcery goes as it has resolved.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Afterwards {
    /// Exile.
    Exile,
    /// Into its owner's library, shuffled.
    Shuffle,
}
