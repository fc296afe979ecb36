//! What single instructions are worth: cards drawn and found, what is removed, moved, made larger or saved.

use crate::cards::ability::{Ability, Subject, TriggerEvent};
use crate::cards::effect::{
    AbilityId, Amount, AmountId, CounterKind, Destination, Duration, EffectId, FilterId, What, Who, Whose,
};
use crate::cards::keyword::Keywords;
use crate::cards::type_line::Types;
use crate::game::Zone;
use crate::turn::Restrictions;

use super::{EffectReader, GUESS, Live, MOST_CARDS, library, wins_by_an_empty_library};
use crate::agents::heuristic::board::mine;
use crate::agents::heuristic::effect::{Aim, Bond, Saves};
use crate::agents::heuristic::profile::{Roles, body};

/// Cards that nobody draws without need: so many turns.
const LAST_CARDS: i32 = 4;
/// Points that it costs to be decked.
const DECKED: i32 = 500;
/// Cards that the library should have for each card in a full hand.
const LIBRARY_TO_HAND: i32 = 3;

impl EffectReader<'_> {
    pub(super) fn extra_turn(&self, restrictions: Restrictions) -> i32 {
        if restrictions.contains(Restrictions::LOSE_AT_END_STEP) {
            -300
        } else if restrictions.contains(Restrictions::NO_UNTAP) {
            self.weights.extra_turn / 2
        } else {
            self.weights.extra_turn
        }
    }

    /// A trigger to come, whose targets are others: read alone, so that only its points and what it can do count here.
    pub(super) fn reflexive(&mut self, ability: AbilityId) {
        let Ability::Triggered(trigger) = self.cat.ability(ability) else { return };
        let read = EffectReader::new(self.cat, self.lands, self.weights, self.live).read(trigger.effect);
        self.effect.roles |= read.roles;
        self.effect.value += read.guess();
    }

    pub(super) fn times(&mut self, who: Who, n: AmountId, points: i32) {
        if let (Who::You, Amount::Hand(Who::Target(target))) = (who, self.cat.amount(n)) {
            if let Some(aim) = self.effect.aims.get_mut(usize::from(target)) {
                aim.for_cards += points;
            }
            return;
        }
        let n = self.number(n);
        self.give(who, n.saturating_mul(points));
    }

    pub(super) fn draw(&mut self, who: Who, n: AmountId) {
        let n = self.number(n);
        if self.each == Some(Who::EachPlayer) && n >= 5 {
            self.effect.roles |= Roles::WHEEL;
            return;
        }
        self.effect.roles |= Roles::DRAW;
        self.effect.varies = true;
        let points = match (self.live, who) {
            (Some(live), Who::You | Who::EachPlayer) => drawn(live, n, self.weights.card),
            // Who may choose anybody chooses nobody then.
            (Some(live), Who::Target(_)) => drawn(live, n, self.weights.card).max(0),
            _ => n * self.weights.card,
        };
        self.give(who, points);
    }

    /// A creature straight from the hand: something only when one is there that is worth it.
    pub(super) fn out_of_hand(&mut self, who: Who, filter: FilterId) {
        self.effect.varies = true;
        let types = self.cat.filter(filter).all_types;
        let best = self.live.map(|live| {
            let hand = live.view.hand(live.view.actor()).filter(|o| o.types.contains(types));
            hand.map(|o| i32::from(o.power)).max().unwrap_or(0)
        });
        self.give(who, 6 * (best.unwrap_or(GUESS) - 3));
    }

    pub(super) fn search(&mut self, who: Who, filter: FilterId, count: i32, to: Destination) {
        let onto = matches!(to, Destination::Battlefield | Destination::BattlefieldTapped);
        let land = self.finds_lands(filter);
        // What the controller of a target finds is no ramp.
        let paid = matches!(who, Who::ControllerOf(What::Target(_)) | Who::OwnerOf(What::Target(_)));
        if onto && land && !paid {
            self.effect.roles |= Roles::RAMP;
        }
        let points = match (onto, land) {
            (true, true) => 22,
            (true, false) => 30,
            (false, true) => 10,
            (false, false) => 20,
        };
        self.give(who, count * points);
    }

    pub(super) fn finds_lands(&self, filter: FilterId) -> bool {
        let filter = self.cat.filter(filter);
        let types = filter.any_type | filter.all_types;
        types.contains(Types::LAND)
            || filter.is.contains(crate::cards::effect::Facts::BASIC)
            || filter.subtypes.iter().any(|s| self.lands.contains(s))
    }

    /// The body of the other face instead of this one, and what that does as it is turned up.
    pub(super) fn transform(&mut self) {
        self.effect.varies = true;
        let faces = self.live.and_then(|live| {
            let card = live.view.card(live.view.object(live.source)?.card);
            Some((card, self.cat.card(card.other_face()?)))
        });
        let Some((is, will_be)) = faces else { return self.effect.value += GUESS };
        self.effect.value += body(will_be) - body(is);
        for ability in &will_be.abilities {
            if let Ability::Triggered(trigger) = self.cat.ability(*ability)
                && trigger.event == TriggerEvent::Transforms(Subject::Source)
            {
                self.run(trigger.effect, EffectId(u32::MAX));
            }
        }
    }

    pub(super) fn removal(&mut self, what: What, change: impl Fn(&mut Aim)) {
        self.effect.roles |= self.removes(what);
        self.hit(what, -20, change);
    }

    /// What an effect is for that removes that.
    fn removes(&self, what: What) -> Roles {
        match what {
            // What spares one's own need not wait for anything.
            What::All(filter) if matches!(self.cat.filter(filter).whose, Whose::Opponents | Whose::Others) => {
                Roles::REMOVAL
            }
            What::All(_) => Roles::SWEEPER,
            What::Target(_) | What::Targets => Roles::REMOVAL,
            _ => Roles::empty(),
        }
    }

    pub(super) fn moved(&mut self, what: What, to: Destination) {
        match to {
            Destination::Battlefield | Destination::BattlefieldTapped => self.hit(what, 10, |aim| aim.gain += 100),
            Destination::Hand => self.hit(what, 0, |aim| aim.gain += 50),
            // What goes to a library in time is as good as removed.
            Destination::LibraryBottom | Destination::LibraryTop => {
                self.effect.roles |= Roles::GUARD;
                self.hit(what, -20, |aim| aim.share -= 80);
            }
            _ => self.hit(what, -20, |aim| aim.share -= 80),
        }
    }

    pub(super) fn counters(&mut self, what: What, kind: CounterKind, n: AmountId) {
        let n = self.number(n);
        let each = match kind {
            CounterKind::PLUS_ONE => 7,
            CounterKind::MINUS_ONE => -7,
            CounterKind::TIME => return self.hit(what, 0, |aim| aim.time += n),
            _ => 9,
        };
        self.hit(what, n * each, |aim| aim.points += n * each);
    }

    pub(super) fn pump(&mut self, what: What, power: i32, toughness: i32, keywords: Keywords, duration: Duration) {
        if duration == Duration::Permanent {
            let points = 5 * power + 3 * toughness + 4 * keywords.bits().count_ones() as i32;
            return self.hit(what, points, |aim| aim.points += points);
        }
        let shrinks = toughness < 0 && matches!(what, What::All(_));
        self.effect.roles |= if shrinks { self.removes(what) } else { Roles::PUMP };
        if keywords.contains(Keywords::NO_COMBAT_DAMAGE) {
            self.effect.roles |= Roles::GUARD;
        }
        if what == What::Source {
            self.effect.grows += power;
            self.effect.hastens |= keywords.contains(Keywords::HASTE);
        }
        let mut saves = Saves::empty();
        saves.set(Saves::DESTRUCTION, keywords.contains(Keywords::INDESTRUCTIBLE));
        saves.set(Saves::TARGETING, keywords.intersects(Keywords::HEXPROOF | Keywords::SHROUD));
        // What wins fights saves who fights.
        let wins = matches!(what, What::All(_)) && keywords.intersects(Keywords::DEATHTOUCH | Keywords::FIRST_STRIKE);
        if wins || !saves.is_empty() {
            self.effect.roles |= Roles::SAVES;
            self.spare(what, saves);
        }
        self.hit(what, 0, |aim| {
            aim.power += power.max(0);
            aim.toughness += toughness.max(0);
            aim.shrinks += (-toughness).max(0);
            aim.keywords |= keywords;
            aim.saves |= saves;
        });
    }

    /// What the source is kept from.
    pub(super) fn spare(&mut self, what: What, saves: Saves) {
        if what == What::Source {
            self.effect.spares |= saves;
        }
    }

    /// Two targets of which neither is worth anything alone.
    pub(super) fn bind(&mut self, first: u8, second: u8, bond: Bond) {
        self.effect.roles |= Roles::REMOVAL;
        for target in [first, second] {
            self.hit(What::Target(target), 0, |aim| aim.bond = Some(bond));
        }
        self.hit(What::Target(second), 0, |aim| match bond {
            Bond::Swap => (aim.share, aim.gain) = (-100, 100),
            Bond::Fight | Bond::Bite => aim.damage += GUESS,
        });
    }

    pub(super) fn is_power_of(&self, amount: AmountId, target: u8) -> bool {
        self.cat.amount(amount) == Amount::Power(What::Target(target))
    }

    /// What triggers as the source exploits a creature (CR 702.110b).
    pub(super) fn exploited(&mut self) {
        let Some(live) = self.live else { return };
        let Some(object) = live.view.object(live.source) else { return };
        for ability in &live.view.card(object.card).abilities {
            if let Ability::Triggered(trigger) = self.cat.ability(*ability)
                && trigger.event == TriggerEvent::ExploitsThis
            {
                self.reflexive(*ability);
            }
        }
    }
}

/// Points for cards that the source's controller draws: nobody draws what would be lost with the game, nor empties a library into a
/// hand that is full of cards as it is.
fn drawn(live: Live<'_>, n: i32, card: i32) -> i32 {
    let Live { view, source, .. } = live;
    let object = view.object(source);
    let me = object.map_or(view.actor(), |object| object.controller);
    let (left, hand) = (library(view, me) - n, view.hand_size(me) as i32);
    // A card that replaces itself makes no hand larger.
    let grows = n > 2 || object.is_some_and(|object| object.zone == Zone::Battlefield);
    let wins = || mine(view).any(|object| wins_by_an_empty_library(view, object.card));
    if left <= LAST_CARDS {
        if wins() { DECKED } else { -DECKED }
    } else if grows && hand >= MOST_CARDS && left < LIBRARY_TO_HAND * hand {
        -n * card / 2
    } else {
        n * card
    }
}
