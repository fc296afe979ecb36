//! Cards and tokens as written.

use std::fmt;

use serde::Deserialize;
use serde::de::value::MapAccessDeserializer;
use serde::de::{Deserializer, Error, MapAccess, Visitor};

use crate::cards::ability::Timing;
use crate::cards::card::{StandIn, WayKind};

use super::ability::WrittenAbility;
use super::effect::WrittenEffect;
use super::value::{OneOrMany, Text, WrittenAmount};

written! {
    /// `suspend = { time = 4, cost = "{U}" }`.
    WrittenSuspend {
        /// How many time counters: a number, or `x`.
        time: WrittenAmount,
        /// What it costs, in mana.
        cost: Text,
    }
}

/// `pilot = { worth = 40, when = "count Island yours >= 3" }`.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, expecting = "a table of hints such as { worth = 40 }")]
pub struct WrittenHints {
    /// What its abilities are worth on the battlefield.
    pub worth: Option<toml::Spanned<i32>>,
    /// What having it resolve is worth.
    pub threat: Option<toml::Spanned<i32>>,
    /// What attacking with it is worth beyond its damage.
    pub attack: Option<toml::Spanned<i32>>,
    /// It is cast only when this holds.
    pub when: Option<Text>,
}

/// How the two parts of a card belong together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum WrittenLayout {
    /// The front is cast, and transforms (CR 712.2).
    Transforming,
    /// Either face is cast (CR 712.3).
    Modal,
    /// The back is an Adventure (CR 715).
    Adventure,
    /// The halves of a split card (CR 709).
    Split,
}

/// A `[[card]]` or a `[[token]]`.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, expecting = "a table")]
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
    /// Power and toughness as in `3/4` or `*/1+*`, or one amount for both.
    pub pt: Option<Text>,
    /// The amount that a `*` in `pt` stands for (CR 604.3).
    pub star: Option<Text>,
    /// Starting loyalty.
    pub loyalty: Option<u16>,
    /// Keywords.
    #[serde(default)]
    pub keywords: Vec<Text>,
    /// `true`, or what it takes to enter untapped: `{ unless }` a condition, `{ unless-life }` so much that its player may pay,
    /// `{ unless-revealed }` a card from hand that passes.
    #[serde(default)]
    pub enters_tapped: WrittenEntersTapped,
    /// Vanishing (CR 702.63): so many time counters.
    pub vanishing: Option<u8>,
    /// Fading (CR 702.32): so many fade counters.
    pub fading: Option<u8>,
    /// Cumulative upkeep (CR 702.24), of so much generic mana.
    pub cumulative_upkeep: Option<super::value::WrittenAmount>,
    /// Morph (CR 702.37): what turning it face up costs.
    pub morph: Option<Text>,
    /// Its morph is megamorph (CR 702.37b): turned face up for that it gets a +1/+1 counter.
    #[serde(default)]
    pub megamorph: bool,
    /// Suspend (CR 702.62).
    pub suspend: Option<WrittenSuspend>,
    /// Mana of which types alone may be spent on its X, as letters (CR 107.3).
    pub x_mana: Option<Text>,
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
    /// Cast from hand, it is cast once more next upkeep (CR 702.88).
    #[serde(default)]
    pub rebound: bool,
    /// How much an instant or sorcery divides among its targets as it is cast (CR 601.2d).
    pub divide: Option<WrittenAmount>,
    /// Graveyard cards may be exiled for its generic mana (CR 702.66).
    #[serde(default)]
    pub delve: bool,
    /// Creatures may be tapped for its mana (CR 702.51).
    #[serde(default)]
    pub convoke: bool,
    /// Artifacts may be tapped for its generic mana (CR 702.126).
    #[serde(default)]
    pub improvise: bool,
    /// The modes of an instant or sorcery, chosen as it is cast.
    #[serde(default)]
    pub mode: Vec<WrittenMode>,
    /// Spree (CR 702.172): one or more modes are chosen, each of which has a `cost`.
    #[serde(default)]
    pub spree: bool,
    /// How many modes are chosen; 1.
    pub choose: Option<toml::Spanned<u8>>,
    /// One mode may be chosen more than once (CR 700.2d).
    #[serde(default)]
    pub repeat_modes: bool,
    /// How many modes are chosen at the least; as many as `choose` says.
    pub choose_at_least: Option<u8>,
    /// What it has protection from, as a filter.
    pub protection: Option<Text>,
    /// Which creatures can't block it.
    pub not_blocked_by: Option<Text>,
    /// Which creatures it can't block.
    pub cant_block: Option<Text>,
    /// It may be exerted as it attacks (CR 701.43d).
    #[serde(default)]
    pub exert: bool,
    /// The same, if it hasn't been exerted this turn.
    #[serde(default)]
    pub exert_once_each_turn: bool,
    /// It can't attack a player it has already attacked this turn.
    #[serde(default)]
    pub attacks_anew: bool,
    /// Discarded because of an opponent, it goes onto the battlefield instead.
    #[serde(default)]
    pub balks: bool,
    /// Cycling (CR 702.29): what it costs besides discarding the card.
    pub cycling: Option<Text>,
    /// Level up (CR 702.87): the cost of a level.
    pub level_up: Option<Text>,
    /// Crew (CR 702.122), of so much power.
    pub crew: Option<u8>,
    /// Changeling (CR 702.73).
    #[serde(default)]
    pub changeling: bool,
    /// Daybound (CR 702.145), of a front that has a back with `nightbound`.
    #[serde(default)]
    pub daybound: bool,
    /// Nightbound (CR 702.145), of a back.
    #[serde(default)]
    pub nightbound: bool,
    /// Battle cry (CR 702.91).
    #[serde(default)]
    pub battle_cry: bool,
    /// Undying (CR 702.93).
    #[serde(default)]
    pub undying: bool,
    /// Persist (CR 702.79).
    #[serde(default)]
    pub persist: bool,
    /// Ninjutsu (CR 702.49): its cost besides the returned attacker.
    pub ninjutsu: Option<Text>,
    /// Commander ninjutsu (CR 702.49d).
    pub commander_ninjutsu: Option<Text>,
    /// Annihilator (CR 702.86), of so many permanents.
    pub annihilator: Option<u8>,
    /// Umbra armor (CR 702.89).
    #[serde(default)]
    pub umbra_armor: bool,
    /// Afflict (CR 702.130), of so much life.
    pub afflict: Option<u8>,
    /// Echo (CR 702.30): what is paid at the next upkeep of whoever has come to control it, or it is sacrificed.
    pub echo: Option<Text>,
    /// Exploit (CR 702.110).
    #[serde(default)]
    pub exploit: bool,
    /// Soulbond (CR 702.95): it and its partner are `in-pair-of-self`.
    #[serde(default)]
    pub soulbond: bool,
    /// Dredge (CR 702.52): instead of a draw so many cards may be milled, and this card returns from the graveyard to hand.
    pub dredge: Option<u8>,
    /// Unearth (CR 702.84): what it costs to return it from the graveyard for a turn.
    pub unearth: Option<Text>,
    /// Embalm (CR 702.128): what it costs, besides exiling it from the graveyard, to create a white Zombie that is a copy of it.
    pub embalm: Option<Text>,
    /// Eternalize (CR 702.129): the same for a black 4/4.
    pub eternalize: Option<Text>,
    /// Devour (CR 702.82): so many +1/+1 counters for each creature sacrificed as it enters.
    pub devour: Option<u8>,
    /// Strive (CR 207.2c): what an instant or sorcery costs more, in mana, for each target beyond the first.
    pub strive: Option<Text>,
    /// Storm (CR 702.40).
    #[serde(default)]
    pub storm: bool,
    /// Cascade (CR 702.85), so many times.
    pub cascade: Option<u8>,
    /// What an Aura enchants, as a target.
    pub enchant: Option<Text>,
    /// An Equipment's cost to equip (CR 702.6).
    pub equip: Option<Text>,
    /// Kicker (CR 702.33), once.
    pub kicker: Option<Text>,
    /// Multikicker (CR 702.33c).
    pub multikicker: Option<Text>,
    /// Buyback (CR 702.27).
    pub buyback: Option<Text>,
    /// Entwine (CR 702.42).
    pub entwine: Option<Text>,
    /// What is paid beyond its mana cost, however it is cast (CR 118.8), as in `sacrifice creature`; no mana.
    pub additional_cost: Option<Text>,
    /// Other ways to cast it.
    #[serde(default)]
    pub way: Vec<WrittenWay>,
    /// Generic mana that may be paid as well, artifacts and creatures helping (CR 701.67).
    pub waterbend: Option<u8>,
    /// The back of a double-faced card (CR 712).
    pub back: Option<Box<WrittenCard>>,
    /// What its back is: `transforming` (CR 712.2), which goes without saying, `modal` (CR 712.3), an `adventure` (CR 715), or the
    /// right half of a `split` card, whose name is that of both halves as in `Wax // Wane` (CR 709).
    pub layout: Option<toml::Spanned<WrittenLayout>>,
    /// Both halves of the split card may be cast at once (CR 702.102).
    #[serde(default)]
    pub fuse: bool,
    /// This right half of a split card is cast only from a graveyard (CR 702.127).
    #[serde(default)]
    pub aftermath: bool,
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
    /// It was translated from its printed text.
    #[serde(default)]
    pub translated: bool,
    /// Hints for players by rules of thumb, where these don't see what it is for: `worth`, `threat`, `attack`, `when`.
    pub pilot: Option<WrittenHints>,
    /// Takes the place of the card of the same name.
    #[serde(default)]
    pub replace: bool,
}

/// How a card enters tapped.
#[derive(Debug, Clone, PartialEq, Default)]
pub enum WrittenEntersTapped {
    /// It doesn't.
    #[default]
    Never,
    /// It does.
    Always,
    /// Unless something is so, or done.
    Unless(WrittenUnlessTapped),
}

/// `{ unless = "opponents >= 2" }`: one of these.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, expecting = "a table")]
pub struct WrittenUnlessTapped {
    /// A condition.
    pub unless: Option<Text>,
    /// So much life may be paid.
    pub unless_life: Option<toml::Spanned<u16>>,
    /// A card of the hand that passes may be revealed.
    pub unless_revealed: Option<Text>,
}

impl<'de> Deserialize<'de> for WrittenEntersTapped {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<WrittenEntersTapped, D::Error> {
        struct TappedVisitor;

        impl<'de> Visitor<'de> for TappedVisitor {
            type Value = WrittenEntersTapped;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("true, false, or a table such as { unless = \"opponents >= 2\" }")
            }

            fn visit_bool<E: Error>(self, tapped: bool) -> Result<WrittenEntersTapped, E> {
                Ok(if tapped { WrittenEntersTapped::Always } else { WrittenEntersTapped::Never })
            }

            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<WrittenEntersTapped, A::Error> {
                WrittenUnlessTapped::deserialize(MapAccessDeserializer::new(map)).map(WrittenEntersTapped::Unless)
            }
        }

        deserializer.deserialize_any(TappedVisitor)
    }
}

/// A `[[card.way]]`: an alternative way to cast.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, expecting = "a table")]
pub struct WrittenWay {
    /// Which.
    pub kind: WayKind,
    /// The whole cost.
    pub cost: Text,
    /// It may be cast so only when this holds.
    pub r#if: Option<Text>,
    /// Its targets, when it does something else.
    #[serde(default)]
    pub targets: Vec<Text>,
    /// What it does instead.
    pub spell: Option<OneOrMany<WrittenEffect>>,
}

/// A `[[card.mode]]`.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, expecting = "a table")]
pub struct WrittenMode {
    /// What choosing it costs, for spree.
    pub cost: Option<Text>,
    /// It can be chosen only while this holds.
    pub r#if: Option<Text>,
    /// Its targets.
    #[serde(default)]
    pub targets: Vec<Text>,
    /// What it does.
    pub r#do: OneOrMany<WrittenEffect>,
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
