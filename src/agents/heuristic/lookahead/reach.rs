//! What one's acts of this turn could add to an attack, as far as the mana goes.

use smallvec::SmallVec;

use crate::agents::heuristic::board::{Piece, mine};
use crate::agents::heuristic::effect::{Aim, Effect, takes};
use crate::agents::heuristic::effect_reader::{library, wins_by_an_empty_library};
use crate::agents::heuristic::priority::acts;
use crate::agents::heuristic::profile::{Profiles, Roles};
use crate::cards::ability::{Ability, FunctionsIn, Static, StaticEffect, Subject, TriggerEvent, Triggered};
use crate::cards::effect::{AbilityId, Amount, CardId, How, Whose};
use crate::cards::keyword::Keywords;
use crate::cards::type_line::Types;
use crate::game::decision::Item;
use crate::game::view::{PlayerView, SeenObject};
use crate::turn::Step;

use super::prey::FEW_CARDS;

/// Damage that an attachment might add.
const ATTACHED: i32 = 6;
/// Mana, at least, that a number is taken to grow with.
const SOME_MANA: i32 = 3;
/// What gets attackers past blockers.
const EVASIVE: Keywords =
    Keywords::FLYING.union(Keywords::UNBLOCKABLE).union(Keywords::TRAMPLE).union(Keywords::MENACE);
/// More blockers than there are.
const EVERYTHING: usize = 100;
/// Acts that count together.
const TOGETHER: usize = 3;
/// Acts that are looked at.
const MOST: usize = 16;

/// What an act could add to an attack, or several acts.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub(super) struct Means {
    /// Mana that it takes.
    cost: i32,
    /// Damage, or life lost, of one player.
    pub(super) face: i32,
    /// Power for one of the attackers, which is in `face` as well.
    pub(super) grows: i32,
    /// Power for each creature that attacks.
    pub(super) each: i32,
    /// Blockers that could be removed.
    pub(super) clears: usize,
    /// Attackers that could get past all blockers.
    pub(super) evades: usize,
    /// Times that the attack could be made again.
    pub(super) again: i32,
    /// Power of new creatures, which join the attack when it is made again.
    pub(super) joins: i32,
    /// Somebody could draw cards.
    pub(super) draws: bool,
    /// Attackers could get infect.
    pub(super) infects: bool,
    /// The game could be won outright, or by drawing from an empty library.
    pub(super) wins: bool,
}

impl Means {
    /// Both.
    fn and(self, other: &Means) -> Means {
        Means {
            cost: self.cost + other.cost,
            face: self.face + other.face,
            grows: self.grows + other.grows,
            each: self.each + other.each,
            clears: self.clears.saturating_add(other.clears),
            evades: self.evades + other.evades,
            again: self.again + other.again,
            joins: self.joins + other.joins,
            draws: self.draws || other.draws,
            infects: self.infects || other.infects,
            wins: self.wins || other.wins,
        }
    }

    /// The same for so much mana.
    const fn for_mana(self, cost: i32) -> Means {
        Means { cost, ..self }
    }

    /// Whether it adds nothing.
    fn is_nothing(&self) -> bool {
        *self == Means { cost: self.cost, ..Means::default() }
    }
}

/// One of the acts, by its item where it is among the options.
#[derive(Debug, Clone, Copy)]
struct Act {
    item: Option<Item>,
    means: Means,
}

/// What one's acts could add to an attack.
pub(super) struct Reach {
    /// All acts together, whatever they cost: what is out of reach for them is out of reach.
    pub(super) most: Means,
    /// What is there without an act.
    pub(super) standing: Means,
    mana: i32,
    acts: SmallVec<[Act; MOST]>,
}

impl Reach {
    /// From the acts among the options, or those of what this player controls if there are none, and the cards in hand.
    pub(super) fn read(view: &PlayerView, options: &[Item], profiles: &Profiles) -> Reach {
        let land = options.iter().any(|item| matches!(item, Item::PlayLand(_) | Item::PlayLandBack(_)));
        let mana = i32::from(view.mana_available(view.actor())) + i32::from(land);
        let mut reach = Reach { most: Means::default(), standing: Means::default(), mana, acts: SmallVec::new() };
        let reader = Reader { view, profiles, mana, hastens: hastens(view, profiles) };
        for (_, item) in acts(options) {
            match item {
                Item::Cast(id, how) if how != How::Printed => {
                    let means = view.object(id).map(|object| reader.card(object.card)).unwrap_or_default();
                    let cost = view.casting_cost(id, how, 0).map_or(0, i32::from);
                    reach.add(Some(item), Means { cost, clears: EVERYTHING, ..means }, 1);
                }
                Item::Activate(id, ability) => {
                    let means = reader.ability(ability, view.object(id).map(|object| object.card));
                    reach.add(Some(item), means, reader.times(ability));
                }
                _ => {}
            }
        }
        let castable = |id| Some(Item::Cast(id, How::Printed)).filter(|item| options.contains(item));
        for object in view.hand(view.actor()).chain(view.commanders(view.actor())) {
            let means = reader.card(object.card);
            let cost = view.casting_cost(object.id, How::Printed, 0).map_or(means.cost, i32::from);
            reach.add(castable(object.id), Means { cost, ..means }, 1);
        }
        reach.standing = reader.standing();
        if options.is_empty() {
            for object in mine(view) {
                for ability in &view.card(object.card).abilities {
                    if matches!(view.ability(*ability), Ability::Activated(_)) {
                        reach.add(None, reader.ability(*ability, Some(object.card)), reader.times(*ability));
                    }
                }
            }
        }
        reach.most = reach.acts.iter().fold(reach.standing, |sum, act| sum.and(&act.means));
        reach
    }

    fn add(&mut self, item: Option<Item>, means: Means, times: usize) {
        if means.cost <= self.mana && !means.is_nothing() {
            let room = MOST.saturating_sub(self.acts.len());
            self.acts.extend(std::iter::repeat_n(Act { item, means }, times.min(room)));
        }
    }

    /// Whether that holds for what the mana allows, a few acts together.
    pub(super) fn any(&self, holds: impl Fn(&Means) -> bool) -> bool {
        self.some(&self.standing, 0, TOGETHER, &|_| true, &holds)
    }

    /// Whether it holds for that act, or without one for any that can't be begun now, with what others the mana allows besides.
    pub(super) fn with(&self, item: Option<Item>, holds: impl Fn(&Means) -> bool) -> bool {
        (0..self.acts.len()).filter(|act| self.acts[*act].item == item).any(|act| {
            let sum = self.standing.and(&self.acts[act].means);
            self.some(&sum, 0, TOGETHER - 1, &|at| at != act, &holds)
        })
    }

    fn some(
        &self,
        sum: &Means,
        from: usize,
        more: usize,
        counts: &impl Fn(usize) -> bool,
        holds: &impl Fn(&Means) -> bool,
    ) -> bool {
        if more == 0 || from == self.acts.len() {
            return holds(sum);
        }
        let with = |at: usize| {
            let both = sum.and(&self.acts[at].means);
            counts(at) && both.cost <= self.mana && self.some(&both, at + 1, more - 1, counts, holds)
        };
        (from..self.acts.len()).any(with) || holds(sum)
    }
}

/// Whether something of this player's could make a creature attack in the turn in which it comes.
fn hastens(view: &PlayerView, profiles: &Profiles) -> bool {
    let gives = |aim: &Aim| aim.keywords.contains(Keywords::HASTE);
    let by_effect = |effect: &Effect| effect.aims.iter().chain(effect.sweeps.iter().map(|(_, aim)| aim)).any(gives);
    let by_ability = |ability: &AbilityId| match view.ability(*ability) {
        Ability::Static(printed) => match printed.effect {
            StaticEffect::Pump { keywords, .. } | StaticEffect::PumpAttached { keywords, .. } => {
                keywords.contains(Keywords::HASTE)
            }
            _ => false,
        },
        _ => by_effect(profiles.ability(*ability)),
    };
    let by_card = |card: CardId| {
        let spell = profiles.card(card).spell.as_ref();
        spell.is_some_and(by_effect) || view.card(card).abilities.iter().any(by_ability)
    };
    mine(view).map(|object| object.card).chain(view.hand_cards(view.actor())).any(by_card)
}

/// Whether only the source itself, attacking, brings that about.
const fn by_its_own_attack(event: TriggerEvent) -> bool {
    matches!(
        event,
        TriggerEvent::Attacks(Subject::Source)
            | TriggerEvent::CombatDamageToPlayer(Subject::Source)
            | TriggerEvent::DamageToPlayer(Subject::Source, _)
            | TriggerEvent::BecomesBlocked(Subject::Source)
    )
}

/// Whether it comes before anything can be done in a turn.
const fn is_over(event: TriggerEvent) -> bool {
    matches!(event.step(), Some(Step::Untap | Step::Upkeep | Step::Draw))
}

/// What Auras and Equipment might give of which it can't be read.
const ATTACHMENT: Means = Means {
    cost: 0,
    face: ATTACHED,
    grows: ATTACHED,
    each: 0,
    clears: 0,
    evades: 1,
    again: 0,
    joins: 0,
    draws: false,
    infects: false,
    wins: false,
};

/// Reads what acts could add.
struct Reader<'a> {
    view: &'a PlayerView,
    profiles: &'a Profiles,
    mana: i32,
    /// What comes now could attack at once.
    hastens: bool,
}

impl Reader<'_> {
    fn card(&self, card: CardId) -> Means {
        let (profile, printed) = (self.profiles.card(card), self.view.card(card));
        let cost = i32::from(printed.mana_value);
        let spare = (self.mana - cost).max(SOME_MANA);
        let hastens = |ability: &AbilityId| match self.view.ability(*ability) {
            Ability::Activated(_) => {
                let price = self.price(*ability);
                self.profiles.ability(*ability).hastens && cost + price <= self.mana
            }
            _ => false,
        };
        let fights = !printed.types.contains(Types::CREATURE)
            || self.hastens
            || printed.keywords.contains(Keywords::HASTE)
            || printed.abilities.iter().any(hastens);
        let mut means = Means { each: if fights { profile.attack / 10 } else { 0 }, ..Means::default() };
        if let Some(spell) = &profile.spell {
            means = means.and(&self.effect(spell, spare));
            means.again += i32::from(spell.roles.contains(Roles::EXTRA_COMBAT) && !printed.ways.is_empty());
        }
        for ability in &printed.abilities {
            match self.view.ability(*ability) {
                Ability::Triggered(trigger)
                    if !is_over(trigger.event) && (fights || !by_its_own_attack(trigger.event)) =>
                {
                    means = means.and(&self.effect(self.profiles.ability(*ability), spare));
                }
                Ability::Activated(activated) if activated.from != FunctionsIn::Hand => {
                    means = means.and(&self.effect(self.profiles.ability(*ability), spare));
                }
                Ability::Static(Static { effect: StaticEffect::Pump { what: Some(filter), power, .. }, .. }) => {
                    let (filter, power) = (self.view.catalog().filter(*filter), self.view.catalog().amount(*power));
                    if filter.whose == Whose::Yours {
                        means.each += if let Amount::Const(n) = power { n.max(0) } else { SOME_MANA };
                    }
                }
                _ => {}
            }
        }
        if printed.types.contains(Types::CREATURE) {
            let power = i32::from(printed.power);
            let twice = if printed.keywords.contains(Keywords::DOUBLE_STRIKE) { 2 } else { 1 };
            means.face += self.arrival(power) + if fights { twice * power } else { 0 };
            means.joins += power;
            means.infects |= fights && printed.keywords.contains(Keywords::INFECT);
        }
        if !printed.enchant.is_empty() {
            means = means.and(&self.attached(card));
        }
        Means { cost, wins: means.wins || self.wins_by_drawing(card), ..means }
    }

    /// Whether that card lets this player win by drawing, with hardly any cards left.
    fn wins_by_drawing(&self, card: CardId) -> bool {
        let left = library(self.view, self.view.actor());
        left < FEW_CARDS as i32 && wins_by_an_empty_library(self.view, card)
    }

    /// What an Aura or Equipment could add to who bears it.
    fn attached(&self, card: CardId) -> Means {
        let catalog = self.view.catalog();
        let printed = |ability: &AbilityId| match self.view.ability(*ability) {
            Ability::Static(Static { effect: StaticEffect::PumpAttached { power, keywords, .. }, .. }) => {
                match catalog.amount(*power) {
                    Amount::Const(n) => Some((n, *keywords)),
                    _ => None,
                }
            }
            _ => None,
        };
        let abilities = &self.view.card(card).abilities;
        let mut pumps = abilities.iter().filter_map(printed).peekable();
        if pumps.peek().is_none() {
            return ATTACHMENT;
        }
        let protects = |ability: &&AbilityId| match self.view.ability(**ability) {
            Ability::Static(printed) => matches!(printed.effect, StaticEffect::Protection(Subject::Attached, _)),
            _ => false,
        };
        let strikes = |ability: &AbilityId| match self.view.ability(*ability) {
            Ability::Triggered(Triggered { event: TriggerEvent::CombatDamageToPlayer(Subject::Attached), .. }) => {
                takes(self.profiles.ability(*ability))
            }
            _ => 0,
        };
        let (face, evades) = (abilities.iter().map(strikes).sum(), abilities.iter().filter(protects).count());
        pumps.fold(Means { face, evades, ..Means::default() }, |sum, (power, keywords)| {
            let doubled = if keywords.contains(Keywords::DOUBLE_STRIKE) { ATTACHED } else { 0 };
            let grows = power.max(0) + doubled;
            let evades = usize::from(keywords.intersects(EVASIVE));
            let infects = keywords.contains(Keywords::INFECT);
            sum.and(&Means { face: grows, grows, evades, infects, ..Means::default() })
        })
    }

    /// What is there without an act: more attacks by what attacks.
    fn standing(&self) -> Means {
        let view = self.view;
        let fought = view.step() >= Step::DeclareBlockers;
        let fights = |object: &SeenObject| match fought {
            true => view.attackers().any(|(id, _)| id == object.id),
            false => Piece { object: *object, worth: 0 }.may_attack(),
        };
        let adds = |object: SeenObject| {
            view.card(object.card).abilities.iter().any(|ability| match view.ability(*ability) {
                Ability::Triggered(trigger) => {
                    self.profiles.ability(*ability).roles.contains(Roles::EXTRA_COMBAT)
                        && !is_over(trigger.event)
                        && (!by_its_own_attack(trigger.event) || fights(&object))
                }
                _ => false,
            })
        };
        let wins = mine(view).any(|object| self.wins_by_drawing(object.card));
        let each = mine(view).map(|object| self.to_come(object.card)).sum();
        Means { again: i32::from(mine(view).any(adds)), each, wins, ..Means::default() }
    }

    /// Power that all one's creatures may get once an attack has brought about what that depends on.
    fn to_come(&self, card: CardId) -> i32 {
        let abilities = &self.view.card(card).abilities;
        let grows = abilities.iter().map(|ability| match self.view.ability(*ability) {
            Ability::Static(Static {
                effect: StaticEffect::Pump { what: Some(filter), power, .. }, condition, ..
            }) if condition.is_some() && self.view.catalog().filter(*filter).whose == Whose::Yours => {
                if let Amount::Const(n) = self.view.catalog().amount(*power) {
                    n.max(0)
                } else {
                    0
                }
            }
            _ => 0,
        });
        let grows: i32 = grows.sum();
        let by_attacks = |ability: &AbilityId| match self.view.ability(*ability) {
            Ability::Triggered(trigger) => {
                matches!(trigger.event, TriggerEvent::Attacks(Subject::Any(_)) | TriggerEvent::YouAttack)
            }
            _ => false,
        };
        if grows > 0 && abilities.iter().any(by_attacks) { grows } else { 0 }
    }

    /// What this player's permanents do to others as a creature of that power enters.
    fn arrival(&self, power: i32) -> i32 {
        let abilities = mine(self.view).flat_map(|object| self.view.card(object.card).abilities.iter().copied());
        let each = abilities.map(|ability| match self.view.ability(ability) {
            Ability::Triggered(trigger) if matches!(trigger.event, TriggerEvent::Enters(Subject::Any(_))) => {
                let effect = self.profiles.ability(ability);
                let does = takes(effect);
                does + if does > 0 && effect.varies { power } else { 0 }
            }
            _ => 0,
        });
        each.sum()
    }

    /// An activated ability of that card.
    fn ability(&self, ability: AbilityId, of: Option<CardId>) -> Means {
        let cost = self.price(ability);
        let effect = self.profiles.ability(ability);
        let means = self.effect(effect, (self.mana - cost).max(SOME_MANA));
        let given = if effect.attaches { of.map_or(ATTACHMENT, |card| self.attached(card)) } else { Means::default() };
        means.and(&given).for_mana(cost)
    }

    fn price(&self, ability: AbilityId) -> i32 {
        let Ability::Activated(activated) = self.view.ability(ability) else { return 0 };
        i32::from(self.view.catalog().cost(activated.cost).mana.mana_value(0))
    }

    /// How often an ability could be activated for the mana there is.
    fn times(&self, ability: AbilityId) -> usize {
        let Ability::Activated(activated) = self.view.ability(ability) else { return 0 };
        if self.view.catalog().cost(activated.cost).tap || activated.loyalty.is_some() { 1 } else { TOGETHER }
    }

    /// What an effect could add, with that much mana left for its numbers.
    fn effect(&self, effect: &Effect, mana: i32) -> Means {
        let evades = |aim: &Aim| aim.keywords.intersects(EVASIVE);
        let infects = |aim: &Aim| aim.keywords.contains(Keywords::INFECT);
        let number = |of: &dyn Fn(&Aim) -> bool| match effect.sweeps.iter().any(|(_, aim)| of(aim)) {
            true => EVERYTHING,
            false => effect.aims.iter().filter(|aim| of(aim)).count(),
        };
        let pumps = effect.aims.iter().map(|aim| aim.power).sum::<i32>() + effect.grows * mana;
        let deals = takes(effect) + pumps + effect.animates.map_or(0, |(power, _)| power.unwrap_or(0));
        let strong = || mine(self.view).map(|object| i32::from(object.power)).max().unwrap_or(0);
        let varies = match deals > 0 {
            true if effect.by_power => strong(),
            true if effect.varies => mana,
            _ => 0,
        };
        Means {
            cost: 0,
            face: deals + varies,
            grows: if pumps > 0 { pumps + varies } else { 0 },
            each: effect.sweeps.iter().map(|(_, aim)| aim.power).sum(),
            clears: number(&Aim::harms).saturating_add(effect.opens),
            evades: number(&evades),
            again: i32::from(effect.roles.intersects(Roles::EXTRA_COMBAT | Roles::EXTRA_TURN)),
            joins: 0,
            draws: effect.roles.contains(Roles::DRAW),
            infects: effect.aims.iter().chain(effect.sweeps.iter().map(|(_, aim)| aim)).any(infects),
            wins: effect.roles.contains(Roles::WINS),
        }
    }
}
