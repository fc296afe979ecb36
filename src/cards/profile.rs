//! What mana a permanent can be tapped or sacrificed for, worked out once for each card: automatic payment reads nothing else
//! for most cards.

use serde::{Deserialize, Serialize};

use super::ability::{Ability, Cost, FunctionsIn, Makes, ManaAbility, Subject, TriggerEvent};
use super::catalog::Catalog;
use super::effect::{AbilityId, Amount};
use super::mana::{Mana, ManaSet};

/// The mana abilities of a card that cost nothing but {T} and generic mana, or itself, taken together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct ManaProfile {
    /// How many mana one use makes; 0: the card makes none by itself.
    pub units: u8,
    /// Types it makes without any harm.
    pub free: ManaSet,
    /// Types it makes only at a price: a pain land's damage, or the permanent itself.
    pub harmful: ManaSet,
    /// What it makes costs the permanent itself: it is sacrificed.
    pub given_up: Option<GivenUp>,
    /// It makes exactly these amounts, of more than one type, rather than a choice.
    pub exactly: Option<[u8; 6]>,
    /// Each of several mana that it makes is of any of the types, rather than all of one of them.
    #[serde(default)]
    pub mixed: bool,
    /// Generic mana its activation costs (a Signet).
    pub costs: u8,
    /// Numbers, types or conditions depend on the game, so that the above must be worked out there.
    pub varies: bool,
    /// They change while the game goes on: they depend on more than who the commanders are.
    pub depends: bool,
    /// Types that any of its mana abilities makes, whatever the game is like.
    pub always: ManaSet,
    /// Some mana ability makes mana that may be spent on some things alone.
    pub restricted: bool,
    /// Some mana ability makes the commander's colours.
    pub by_commander: bool,
    /// Some mana ability has a consequence other than mana, or a cost that is not paid automatically.
    pub consequence: bool,
}

/// How a permanent is sacrificed for mana.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum GivenUp {
    /// It must be untapped: {T} and a sacrifice (a Treasure).
    Tapped,
    /// Whether it is tapped does not matter (an Eldrazi Spawn).
    Anyhow,
}

/// Whether that happens as the permanent itself is tapped, for mana or anything else.
const fn is_tapped(event: TriggerEvent) -> bool {
    matches!(event, TriggerEvent::BecomesTapped(Subject::Source) | TriggerEvent::TappedForMana(Subject::Source))
}

impl ManaProfile {
    /// The profile of a card with those abilities.
    #[must_use]
    pub fn of(catalog: &Catalog, abilities: &[AbilityId]) -> ManaProfile {
        let mut profile = ManaProfile::default();
        for ability in abilities {
            let mana = match catalog.ability(*ability) {
                Ability::Mana(mana) => mana,
                Ability::Triggered(trigger) => {
                    profile.consequence |= is_tapped(trigger.event);
                    continue;
                }
                _ => continue,
            };
            if mana.from != FunctionsIn::Battlefield {
                continue;
            }
            let automatic = is_automatic(catalog, mana);
            if mana.only.is_some() {
                profile.restricted = true;
                profile.consequence |= !automatic;
                continue;
            }
            // By hand it makes what is to float.
            profile.consequence |= matches!(mana.makes, Makes::Mixed(..));
            profile.consequence |= mana.then.is_some() || !automatic || given_up(catalog, mana).is_some();
            profile.always |= fixed_types(mana.makes).unwrap_or_default();
            profile.by_commander |= mana.makes == Makes::CommanderColour;
            if automatic {
                let makes = fixed_types(mana.makes).zip(fixed_units(catalog, mana.makes));
                match makes.filter(|_| mana.condition.is_none()) {
                    Some((types, units)) => profile.add(catalog, mana, types, units),
                    None => {
                        profile.varies = true;
                        profile.depends |= mana.makes != Makes::CommanderColour || mana.condition.is_some();
                    }
                }
            }
        }
        profile
    }

    /// All types it makes.
    #[must_use]
    pub fn types(&self) -> ManaSet {
        self.free | self.harmful
    }

    /// Adds what an ability makes that makes one mana of each of these types.
    pub fn add_each(&mut self, catalog: &Catalog, ability: &ManaAbility, types: ManaSet) {
        let units = types.bits().count_ones() as u8;
        let more = units > self.units;
        self.add(catalog, ability, types, units);
        if more && units > 1 {
            let one_of = |mana: Mana| u8::from(types.contains(mana.set()));
            self.exactly = Some(Mana::ALL.map(one_of));
        }
    }

    /// Adds what one ability makes; the ability that makes more mana at once stands for the card, and one that keeps the
    /// permanent before any for which it is sacrificed.
    pub fn add(&mut self, catalog: &Catalog, ability: &ManaAbility, types: ManaSet, units: u8) {
        let given_up = given_up(catalog, ability);
        let kept_instead = given_up.is_none() && self.given_up.is_some();
        let kept_already = given_up.is_some() && self.given_up.is_none() && self.units > 0;
        if types.is_empty() || units == 0 || kept_already || units < self.units && !kept_instead {
            return;
        }
        let mixed = matches!(ability.makes, Makes::Mixed(..)) && units > 1;
        // Of two that make as much the one that makes any combination stands for the card.
        if units == self.units && self.mixed && !mixed && !kept_instead {
            return;
        }
        if units > self.units || kept_instead || mixed {
            (self.free, self.harmful, self.exactly) = (ManaSet::empty(), ManaSet::empty(), None);
        }
        self.mixed = mixed;
        self.given_up = given_up;
        self.units = units;
        self.costs = catalog.cost(ability.cost).mana.generic.min(99) as u8;
        if let Makes::Exactly(n) = ability.makes
            && types.bits().count_ones() > 1
        {
            self.exactly = Some(n);
        }
        if ability.then.is_some() || given_up.is_some() {
            self.harmful |= types;
        } else {
            self.free |= types;
        }
        self.harmful &= !self.free;
    }
}

/// Whether automatic payment may use the ability: {T}, perhaps with one generic mana, or the sacrifice of the permanent with or
/// without {T}, and nothing else. What costs more could be paid with what it makes itself, which the planner does not look at.
#[must_use]
pub fn is_automatic(catalog: &Catalog, ability: &ManaAbility) -> bool {
    if ability.from != FunctionsIn::Battlefield {
        return false;
    }
    if given_up(catalog, ability).is_some() {
        return ability.then.is_none();
    }
    let cost = catalog.cost(ability.cost);
    *cost == Cost { tap: true, mana: cost.mana.clone(), ..Cost::default() }
        && cost.mana.pips.is_empty()
        && cost.mana.generic <= 1
        && cost.mana.x == 0
}

/// How the permanent is sacrificed for the mana, when it costs nothing else.
#[must_use]
pub fn given_up(catalog: &Catalog, ability: &ManaAbility) -> Option<GivenUp> {
    let cost = catalog.cost(ability.cost);
    let alone = *cost == Cost { tap: cost.tap, sacrifice_source: true, ..Cost::default() };
    alone.then_some(if cost.tap { GivenUp::Tapped } else { GivenUp::Anyhow })
}

fn fixed_types(makes: Makes) -> Option<ManaSet> {
    match makes {
        Makes::Exactly(n) => Some(Mana::ALL.into_iter().filter(|m| n[*m as usize] > 0).map(Mana::set).collect()),
        Makes::OneOf(set, _) | Makes::Many(set, _) | Makes::Mixed(set, ..) => Some(set),
        Makes::CommanderColour
        | Makes::OpponentsLandColour
        | Makes::OwnLandType
        | Makes::OwnLandColour
        | Makes::OwnBasicColour
        | Makes::ExiledColour
        | Makes::ChosenColour
        | Makes::EachColourAmong(_)
        | Makes::Devotion
        | Makes::ColourAmong(_) => None,
    }
}

/// How many mana an ability makes at once that a permanent has from another; `None` where that changes with the game.
#[must_use]
pub fn granted_units(catalog: &Catalog, makes: Makes) -> Option<u8> {
    match makes {
        Makes::EachColourAmong(_) | Makes::Devotion => None,
        Makes::CommanderColour
        | Makes::OpponentsLandColour
        | Makes::OwnLandType
        | Makes::OwnLandColour
        | Makes::ExiledColour
        | Makes::ChosenColour
        | Makes::ColourAmong(_) => Some(1),
        _ => fixed_units(catalog, makes),
    }
}

fn fixed_units(catalog: &Catalog, makes: Makes) -> Option<u8> {
    match makes {
        Makes::Exactly(n) => Some(n.iter().sum()),
        Makes::OneOf(_, amount) | Makes::Many(_, amount) | Makes::Mixed(_, amount, _) => match catalog.amount(amount) {
            Amount::Const(n) => Some(n.clamp(0, 99) as u8),
            _ => None,
        },
        Makes::CommanderColour
        | Makes::OpponentsLandColour
        | Makes::OwnLandType
        | Makes::OwnLandColour
        | Makes::OwnBasicColour
        | Makes::ExiledColour
        | Makes::ChosenColour
        | Makes::EachColourAmong(_)
        | Makes::Devotion
        | Makes::ColourAmong(_) => None,
    }
}
