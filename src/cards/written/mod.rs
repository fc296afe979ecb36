//! Card files as written: what serde reads from TOML, with positions, before anything is checked.
//!
//! The shapes are checked here (unknown keys and effects are refused); the words inside the strings are left to the
//! compiler, which knows the catalog. A file holds `[[card]]`s and `[[token]]`s ([`WrittenCard`]) with
//! `[[card.ability]]`s ([`WrittenAbility`]) that do [`WrittenEffect`]s:
//!
//! ```toml
//! [[card]]
//! name = "Aurelia, the Warleader"
//! cost = "{2}{R}{R}{W}{W}"
//! type = "Legendary Creature - Angel"
//! pt = "3/4"
//! keywords = ["flying", "vigilance", "haste"]
//! [[card.ability]]
//! trigger = { attacks = "self" }
//! when = "first-attack-this-turn"
//! do = [{ untap = { what = "creature yours" } }, { add-phase = { phases = ["combat"] } }]
//! ```
//!
//! The words inside the strings:
//!
//! - *filters*, all of whose words must hold, or all behind an `or` (`artifact or creature with-flying`): `creature`, `nonland`, `artifact|enchantment`, `blue|black`, `Goblin`,
//!   `Samurai|Warrior`, `yours`, `opponents`, `theirs`, `enchanted`, `other`, `tapped`, `untapped`, `attacking`, `nontoken`,
//!   `in-combat`, `owned-by-them`, `among-them`, `others` (not yours), `power>=3`, `mv<=3`, `mv<=x`, `mv=x`, `strongest` (of its controller's creatures), `with-flying`,
//!   `without-reach`, `not-Spirit`, `with-charge-counter`, `crewed-by-self`, `attacking-you`, `attacking-yours` (a planeswalker too), `weaker-than-self`,
//!   `named-self`, `itself`, `commanders-type` (a creature type of your commander), `shares-type-with-them`, `permanent`,
//!   `owned-by-you`, `goaded`, `unblocked`, `shares-creature-type-with-that`, `that-one` (what the event is about), `attached-to-self`,
//!   `of-enchanted-player`, `team` (whose), `costliest` (of its controller's creatures and planeswalkers), `on-creature` (attached to one),
//!   `cast-from-graveyard` and `cast-from-library` (spells), `beyond-identity` (of a colour outside of your commander's identity), `with-counter` (of any kind), `entered-this-turn`, `drawn-this-turn`, `damaged-this-turn`, `damaged-by-self`, `monstrous`,
//!   `struck-a-player` (with combat damage this turn),
//!   `cast-from-hand`, `cast-from-exile`, `with-mana-ability`, `equipped`, `cheaper-than-that` (by mana value), `within-graveyard` (a mana
//!   value of at most the cards in its controller's graveyard), `shares-permanent-type-with-that`, `shares-card-type-with-that`, `stronger-than-target`, `of-targets` (controlled by a targeted player),
//!   `cast-without-mana` (a spell for which no mana was spent, or what it has become),
//!   `named-alike` (with its name, or else the target's), and of what was chosen as the source entered
//!   `chosen-type`, `chosen-colour`, `chosen-name` and `chosen` (whose, a player); `card`, `spell`, `any` and `all` only make them read better;
//! - *objects*: `self`, `this-card` (wherever it went), `card of that`, `target`, `target 2`, `targets`, `that`, `them`, `attached`, `exiled-with-self`, or a
//!   filter, of cards with `in your graveyard` or `in graveyard of` `target`, `that`, `each-opponent` or `each-player`;
//! - *players*: `you`, `target`, `targets`, `each-player`, `each-opponent`, `each-other-player`, `active`, `that`, `each`,
//!   `defending`, `chosen-player`, `controller of` and `owner of` an object; in scripts also the seats by name. An effect that doesn't say
//!   means the controller, or, within `each-player` and its kin, the player at hand;
//! - *amounts*: numbers, `x`, `count` a filter, `graveyard` a filter, `counters charge`, `power of target`, `toughness`,
//!   `mana-value`, `life`, `hand`, `library`, `devotion black`, `devotion red|green`, `highest-life`, `lowest-life-of-opponents`, `opponents`, `opponents-attacked`, `spells-cast`,
//!   `noncreature-spells-cast`, `opponents-damaged` (in combat this turn), `damage-to-opponents`, `attackers-this-turn`,
//!   `fullest-graveyard-of-opponents`, `greatest-power`, `total-power`, `greatest-mv` and `total-mv` of a filter, `total-mv of them`,
//!   `attacks`, `kicked`, `energy`, `votes 1`, `number-of-them`, `creatures-died`, `own-creatures-died`, `nontoken-creatures-died`, `marks`, `cards-drawn` (this turn), `turns-begun` (of a player, this game), `types-in-graveyard`,
//!   `commander-casts` (of an object, from the command zone), `namesakes-cast` (spells of its name that you have cast this game), `most-damage-to-opponent` and `most-life-lost-by-opponents` (of one opponent this turn),
//!   `most-of-opponents`, `least-of-opponents`, `names-among`, `colours-among` and `most-alike` (of one name) a filter, `colours-spent`, `commander-colours`, `experience`, `life-lost`, `most-life-lost` (by one player), `life-gained`, `tokens-created` (this turn),
//!   `that`, `result`, joined by ` + `, ` - `, ` * ` and ` / `;
//! - *conditions*: `your-turn`, `extra-turn`, `first-combat`, `your-main-phase`, `combat`, `was-cast`, `tapped`,
//!   `untapped`, `first-attack-this-turn`, `attacks-player`, `suspended`, `monarch`, `city-s-blessing`, `revolt`, `landfall`, `escaped`, `first-of-step`,
//!   `cast-from-hand`, `cast-from-graveyard`, `spent white`, `opponent-cast blue`, `that-opponent`, `alternative-cost`,
//!   `damaged-with Rogue` (a player, in combat this turn), `chosen 1` (of the words that it prints), `activated-loyalty`,
//!   `opponent-monarch`, `done`, `that is creature`, `life <= 5`, joined by `not`, `and`,
//!   `or`;
//! - *costs*, between commas: `{2}{U}`, `{T}`, `{Q}`, `sacrifice self`, `sacrifice 2 artifact`, `sacrifice x Treasure`, `exile self`, `exile grantor`, `return self`,
//!   `bottom self`, `discard self`, `mill 1`, `pay 1 life`, `pay x life`, `pay commander-colours life`, `pay 8 energy`, `remove 3 charge`, `remove x charge`, `remove all +1/+1`, `put 1 -1/-1`, `discard 1`, `discard land`, `discard hand`,
//!   `return 3 land`, `tap 2 creature`, `exile-from-hand nonland`, `exile-from-graveyard 8 card`,
//!   `exile-x-from-graveyard`, `waterbend 10`, `spend black on x` behind a cost with `{X}`;
//! - *moments* of `begins`: whose, and a step or `combat`: `your upkeep`, `enchanted upkeep`; `each end`, which triggers once
//!   a step; `each-player draw` and `each-opponent upkeep`, which in a turn that a team shares trigger once for each of its
//!   players where the ability speaks of `that` player (CR 805.4d), and once a step where it does not;
//! - *phases to come after*, for `add-phase`: `this` phase, whichever it is; `this-main` and `this-combat`, after which nothing
//!   is added outside of one; `first-postcombat-main`, the first that comes in the turn; a phase by name, the next that comes;
//! - *mana made*: `{C}{C}`, `{W} or {U}`, `any-colour`, `3 any-colour`, `{G} times count Elf yours`,
//!   `commander-colour`, `opponents-land-colour`, `own-land-type`, `own-land-colour`, `own-basic-colour`, `any-colour times counters charge`, `each-colour-among` a filter, `devotion-colour`, `exiled-colour` (of what it exiled), `chosen-colour`, `colour-among` a filter;
//! - *durations*, the `until` of `pump`: `end-of-turn`, `end-of-combat`, `your-next-turn`, `end-of-your-next-turn`,
//!   `end-of-combat-on-your-next-turn`, `permanent`;
//! - *targets*: `player`, `opponent`, `any`, a filter (a permanent), a filter with the word `spell`, a filter followed by
//!   `in graveyard`, `in your graveyard` or `or suspended`; `up to one` before any of them,
//!   `any number of`, `up to x` and `as many as kicked` before the last, and `if` with a condition after it; `unfailing` before what it is, where what it is the target of resolves though it is illegal; `player-or-planeswalker`, `permanent-or-player`, `spell-or-permanent` and which permanents; `spell-or-ability`, `spell-with-one-target`; `spell targeting you or creature yours`; `triggered yours ability`
//!   and the like, an ability on the stack.

/// Structs that are read from tables and refuse unknown keys.
macro_rules! written {
    ($($(#[$doc:meta])* $name:ident { $($(#[$field_doc:meta])* $field:ident: $type:ty,)* })*) => {
        $(
            $(#[$doc])*
            #[derive(Debug, Clone, PartialEq, Deserialize)]
            #[serde(rename_all = "kebab-case", deny_unknown_fields, expecting = "a table")]
            pub struct $name { $($(#[$field_doc])* pub $field: $type,)* }
        )*
    };
}

mod ability;
mod card;
mod effect;
mod value;

pub use ability::{
    GrantedKeyword, GraveyardFrom, WrittenAbility, WrittenAlsoTypes, WrittenAttackTax, WrittenCostChange,
    WrittenCounterRemoved, WrittenCountersThere, WrittenEnteringCounters, WrittenEntersAsCopy, WrittenGrant,
    WrittenInstead, WrittenIsAlso, WrittenLandPlays, WrittenLandTypes, WrittenMoreCounters, WrittenMoreMana,
    WrittenNth, WrittenPreventDamage, WrittenProtection, WrittenReplacement, WrittenSpellLimit, WrittenStatic,
    WrittenStaticPump, WrittenStaticSkip, WrittenToGraveyard, WrittenTokensInstead, WrittenTrigger,
    WrittenTriggersTwice, WrittenUntapLimit,
};
pub use card::{
    Afterwards, WrittenCard, WrittenEntersTapped, WrittenHints, WrittenLayout, WrittenMode, WrittenSuspend,
};
pub use effect::*;
pub use value::{Empty, MaybeLimit, Number, OneOrMany, Text, WrittenAmount, WrittenLoyalty};
