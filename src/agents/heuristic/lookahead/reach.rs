//! What one's acts of this turn could add to an attack, as far as the mana goes.

use smallvec::SmallVec;

use crate::agents::heuristic::board::mine;
use crate::agents::heuristic::effect::{Aim, Effect};
use crate::agents::heuristic::priority::acts;
use crate::agents::heuristic::profile::{Profiles, Roles};
use crate::cards::ability::{Ability, FunctionsIn, Subject, TriggerEvent};
use crate::cards::effect::{AbilityId, CardId};
use crate::cards::keyword::Keywords;
use crate::cards::type_line::Types;
use crate::game::decision::Item;
use crate::game::view::{PlayerView, SeenObject};

/// Damage that an attachment might add.
const ATTACHED: i32 = 6;
/// Mana, at least, that a number is taken to grow with.
const SOME_MANA: i32 = 3;
/// Mana that all acts together may cost less than they say.
const CHEAPER: i32 = 2;
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
}

impl Means {
    /// Both.
    fn and(self, other: &Means) -> Means {
        Means {
            cost: self.cost + other.cost,
            face: self.face + other.face,
            grows: self.grows + other.grows,
            each: self.each + other.each,
            clears: self.clears + other.clears,
            evades: self.evades + other.evades,
            again: self.again + other.again,
            joins: self.joins + other.joins,
            draws: self.draws || other.draws,
        }
    }

    /// Whether it adds nothing.
    fn is_nothing(&self) -> bool {
        *self == Means { cost: self.cost, ..Means::default() }
    }
}

/// What one's acts could add to an attack.
pub(super) struct Reach {
    /// All acts together, whatever they cost: what is out of reach for them is out of reach.
    pub(super) most: Means,
    /// What is there without an act.
    standing: Means,
    mana: i32,
    acts: SmallVec<[Means; MOST]>,
}

impl Reach {
    /// From the acts among the options, or those of what this player controls if there are none, and the cards in hand.
    pub(super) fn read(view: &PlayerView, options: &[Item], profiles: &Profiles) -> Reach {
        let mana = i32::from(view.mana_available(view.actor()));
        let mut reach = Reach { most: Means::default(), standing: Means::default(), mana, acts: SmallVec::new() };
        let reader = Reader { view, profiles, mana };
        for (_, item) in acts(options) {
            match item {
                Item::CastWith(id, _) => {
                    let means = view.object(id).map(|object| reader.card(object.card)).unwrap_or_default();
                    reach.add(Means { cost: 0, clears: EVERYTHING, ..means }, 1);
                }
                Item::Activate(_, ability) => reach.add(reader.ability(ability), reader.times(ability)),
                _ => {}
            }
        }
        let commanders = view.commanders(view.actor()).map(|object| object.card);
        for card in view.hand_cards(view.actor()).chain(commanders) {
            reach.add(reader.card(card), 1);
        }
        let adds = |object: &SeenObject| profiles.standing(object.card).roles.contains(Roles::EXTRA_COMBAT);
        reach.standing.again = i32::from(mine(view).any(|object| adds(&object)));
        if options.is_empty() {
            let cards = mine(view).map(|object| view.card(object.card));
            for ability in cards.flat_map(|card| card.abilities.iter().copied()) {
                if matches!(view.ability(ability), Ability::Activated(_)) {
                    reach.add(reader.ability(ability), reader.times(ability));
                }
            }
        }
        reach.most = reach.acts.iter().fold(reach.standing, |sum, act| sum.and(act));
        reach
    }

    fn add(&mut self, means: Means, times: usize) {
        if means.cost <= self.mana + CHEAPER && !means.is_nothing() {
            let room = MOST.saturating_sub(self.acts.len());
            self.acts.extend(std::iter::repeat_n(means, times.min(room)));
        }
    }

    /// Whether that holds for what the mana allows, a few acts together.
    pub(super) fn any(&self, holds: impl Fn(&Means) -> bool) -> bool {
        self.some(&self.standing, 0, TOGETHER, &holds)
    }

    fn some(&self, sum: &Means, from: usize, more: usize, holds: &impl Fn(&Means) -> bool) -> bool {
        if more == 0 || from == self.acts.len() {
            return holds(sum);
        }
        let with = |at: usize| {
            let both = sum.and(&self.acts[at]);
            both.cost <= self.mana + CHEAPER && self.some(&both, at + 1, more - 1, holds)
        };
        (from..self.acts.len()).any(with) || holds(sum)
    }
}

/// What Auras and Equipment give is not read.
const ATTACHMENT: Means =
    Means { cost: 0, face: ATTACHED, grows: ATTACHED, each: 0, clears: 0, evades: 1, again: 0, joins: 0, draws: false };

/// Reads what acts could add.
struct Reader<'a> {
    view: &'a PlayerView,
    profiles: &'a Profiles,
    mana: i32,
}

impl Reader<'_> {
    fn card(&self, card: CardId) -> Means {
        let (profile, printed) = (self.profiles.card(card), self.view.card(card));
        let cost = i32::from(printed.mana_value);
        let spare = (self.mana - cost).max(SOME_MANA);
        let mut means = Means { each: profile.attack / 10, ..Means::default() };
        if let Some(spell) = &profile.spell {
            means = means.and(&self.effect(spell, spare));
            means.again += i32::from(spell.roles.contains(Roles::EXTRA_COMBAT) && !printed.ways.is_empty());
        }
        for ability in &printed.abilities {
            match self.view.ability(*ability) {
                Ability::Triggered(_) => means = means.and(&self.effect(self.profiles.ability(*ability), spare)),
                Ability::Activated(activated) if activated.from != FunctionsIn::Hand => {
                    means = means.and(&self.effect(self.profiles.ability(*ability), spare));
                }
                _ => {}
            }
        }
        if printed.types.contains(Types::CREATURE) {
            let power = i32::from(printed.power);
            means.face += self.arrival(power) + if printed.keywords.contains(Keywords::HASTE) { 2 * power } else { 0 };
            means.joins += power;
        }
        if !printed.enchant.is_empty() {
            means = means.and(&ATTACHMENT);
        }
        Means { cost, ..means }
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

    fn ability(&self, ability: AbilityId) -> Means {
        let cost = self.price(ability);
        Means { cost, ..self.effect(self.profiles.ability(ability), (self.mana - cost).max(SOME_MANA)) }
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
        let evasive = Keywords::FLYING | Keywords::UNBLOCKABLE | Keywords::TRAMPLE | Keywords::MENACE;
        let evades = |aim: &Aim| aim.keywords.intersects(evasive);
        let clears = |aim: &Aim| aim.share < 0 || aim.damage > 0 || aim.shrinks > 0;
        let number = |of: &dyn Fn(&Aim) -> bool| match effect.sweeps.iter().any(|(_, aim)| of(aim)) {
            true => EVERYTHING,
            false => effect.aims.iter().filter(|aim| of(aim)).count(),
        };
        let pumps = effect.aims.iter().map(|aim| aim.power).sum::<i32>() + effect.grows * mana;
        let deals = takes(effect) + pumps;
        let varies = if effect.varies && deals > 0 { mana } else { 0 };
        let means = Means {
            cost: 0,
            face: deals + varies,
            grows: if pumps > 0 { pumps + varies } else { 0 },
            each: effect.sweeps.iter().map(|(_, aim)| aim.power).sum(),
            clears: number(&clears),
            evades: number(&evades),
            again: i32::from(effect.roles.intersects(Roles::EXTRA_COMBAT | Roles::EXTRA_TURN)),
            joins: 0,
            draws: effect.roles.contains(Roles::DRAW),
        };
        if effect.attaches { means.and(&ATTACHMENT) } else { means }
    }
}

/// Damage to the targets together, and life that others lose.
pub(super) fn takes(effect: &Effect) -> i32 {
    effect.aims.iter().map(|aim| aim.damage).sum::<i32>().max(0) + effect.drains
}
