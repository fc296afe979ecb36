//! Filters: which objects an effect means, from whose point of view (CR 109.5).

use std::ops::Deref;

use arrayvec::ArrayVec;

use crate::cards::ability::{Ability, Also, StaticEffect, Subject};
use crate::cards::card::{Card, Face};
use crate::cards::effect::{AbilityId, CardId, Facts, Filter, FilterId, Whose};
use crate::cards::mana::ManaSet;
use crate::cards::type_line::{Subtype, Types};
use crate::turn::{MAX_SEATS, Seat, Step};

use super::ability_index::{IndexedStatic, StaticKinds};
use super::engine::Core;
use super::object::{Object, ObjectId, Slot, Status, Target, Zone};
use super::state::{About, Feature, Frame, GameState, Those};

/// From whose point of view an ability or effect looks at the game.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Viewpoint<'f> {
    pub(crate) you: Seat,
    pub(crate) source: ObjectId,
    pub(crate) about: About,
    pub(crate) targets: &'f [Option<Target>],
    pub(crate) them: &'f [ObjectId],
    pub(crate) each: Option<Seat>,
    pub(crate) votes: &'f [(Seat, u8)],
    pub(crate) x: i32,
    pub(crate) result: i32,
    pub(crate) done: bool,
    /// How often a spell is kicked that is being cast; afterwards that is known of the spell.
    pub(crate) kicked: Option<u8>,
    /// The source is a card that is being cast, and so is no more where it was (CR 601.2a).
    pub(crate) casting: bool,
}

impl Those {
    /// How the effect sees what passes.
    pub(crate) fn view(&self) -> Viewpoint<'static> {
        Viewpoint { each: self.theirs, x: self.x, ..Viewpoint::of(self.you, self.source) }
    }
}

impl<'f> Viewpoint<'f> {
    /// A permanent's own point of view.
    pub(crate) fn of(you: Seat, source: ObjectId) -> Viewpoint<'static> {
        Viewpoint {
            you,
            source,
            about: About::default(),
            targets: &[],
            them: &[],
            each: None,
            votes: &[],
            x: 0,
            result: 0,
            done: false,
            kicked: None,
            casting: false,
        }
    }

    pub(crate) fn frame(frame: &'f Frame) -> Viewpoint<'f> {
        Viewpoint {
            you: frame.controller,
            source: frame.source,
            about: frame.about,
            targets: &frame.targets,
            them: &frame.them,
            each: frame.each.as_ref().map(|e| e.current),
            votes: &frame.votes,
            x: frame.x,
            result: frame.result,
            done: frame.done,
            kicked: None,
            casting: false,
        }
    }

    /// The player whom the effect is about: the one it stands at, the one it targets, the one its trigger event was about.
    pub(super) fn theirs(&self) -> Option<Seat> {
        let targeted = || {
            self.targets.iter().flatten().find_map(|t| match t {
                Target::Player(seat) => Some(*seat),
                Target::Object(_) => None,
            })
        };
        self.each.or_else(targeted).or(self.about.player)
    }
}

/// Whether that is the source, or its card in the public zone it went to (CR 400.7d).
#[inline]
const fn is_same(source: ObjectId, id: ObjectId, object: &Object) -> bool {
    id.slot == source.slot
        && (id.incarnation == source.incarnation
            || id.incarnation == source.incarnation + 1 && matches!(object.zone, Zone::Graveyard | Zone::Exile))
}

/// Whether a spell, or the permanent that it has become, was cast from there, or the card that is being cast lies there.
fn is_from(object: &Object, zone: Zone) -> bool {
    match object.zone {
        Zone::Stack | Zone::Battlefield => object.paid.from == Some(zone),
        lies => lies == zone,
    }
}

/// Seats in the order they act.
pub(crate) type Seats = ArrayVec<Seat, MAX_SEATS>;

impl<S: Deref<Target = GameState>, L> Core<'_, S, L> {
    // ---- filters ----

    #[inline]
    pub(crate) fn passes(&self, filter: &Filter, id: ObjectId, object: &Object, at: &Viewpoint<'_>) -> bool {
        let fits = filter.fits_types(object.types)
            && self.whose(filter.whose, object.controller, at)
            && !(filter.other && is_same(at.source, id, object));
        if filter.simple {
            return fits;
        }
        fits && self.passes_the_rest(filter, id, object, at)
            || filter.or.is_some_and(|or| self.passes_otherwise(or, id, object, at))
    }

    /// By itself, so that what filters mostly are is told where they stand.
    #[inline(never)]
    fn passes_otherwise(&self, or: FilterId, id: ObjectId, object: &Object, at: &Viewpoint<'_>) -> bool {
        self.passes(self.cat.filter(or), id, object, at)
    }

    /// What a filter asks for beyond types and whose it is.
    fn passes_the_rest(&self, filter: &Filter, id: ObjectId, object: &Object, at: &Viewpoint<'_>) -> bool {
        let card = self.cat.card(object.card);
        let colours = self.colours(id, object);
        (filter.subtypes.is_empty()
            || filter.subtypes.iter().any(|s| self.prints_subtype(id, card, *s))
            || filter.subtypes.iter().any(|s| self.has_subtype_beyond(id, object, *s)))
            && !filter.no_subtypes.iter().any(|s| self.has_subtype(id, object, *s))
            && (filter.any_colour.is_empty() || colours.intersects(filter.any_colour))
            && !colours.intersects(filter.no_colour)
            && object.keywords.contains(filter.keywords)
            && !object.keywords.intersects(filter.no_keywords)
            && filter.power.is_none_or(|(c, n)| c.holds(self.size(id, object).0.into(), n.into()))
            && filter.toughness.is_none_or(|(c, n)| c.holds(self.size(id, object).1.into(), n.into()))
            && filter.mana_value.is_none_or(|(c, n)| c.holds(self.value_now(id, object), n.into()))
            && (!filter.power_at_most_x || i32::from(self.size(id, object).0) <= at.x)
            && (!filter.toughness_at_most_x || i32::from(self.size(id, object).1) <= at.x)
            && (!filter.at_most_x || self.value_now(id, object) <= at.x)
            && (!filter.equals_x || self.value_now(id, object) == at.x)
            && filter.counter.is_none_or(|kind| self.s.counters_on(id.slot, kind) > 0)
            && filter.named.is_none_or(|card| card == self.called(id, object))
            && (filter.is.is_empty() && filter.is_not.is_empty() || self.facts_hold(filter, id, object, at))
    }

    /// CR 202.3: of a spell on the stack with what was chosen for X (CR 202.3e).
    fn value_now(&self, id: ObjectId, object: &Object) -> i32 {
        match object.zone {
            Zone::Stack => self.mana_value(id),
            Zone::Battlefield if self.is_without_mana_cost(id) => 0,
            _ => {
                let card = self.cat.card(self.name_of(id, object));
                if self.copies_a_back(id, card) { 0 } else { card.mana_value.into() }
            }
        }
    }

    pub(crate) fn has_subtype(&self, id: ObjectId, object: &Object, subtype: Subtype) -> bool {
        self.prints_subtype(id, self.cat.card(object.card), subtype) || self.has_subtype_beyond(id, object, subtype)
    }

    /// Whether its card has the subtype, and it has that of its card.
    #[inline]
    fn prints_subtype(&self, id: ObjectId, card: &Card, subtype: Subtype) -> bool {
        card.subtypes.contains(&subtype) && (self.s.type_changes.is_empty() || !self.lacks_copied_type(id, subtype))
    }

    /// Whether it has the subtype though that is not printed on its type line.
    fn has_subtype_beyond(&self, id: ObjectId, object: &Object, subtype: Subtype) -> bool {
        let changeling = self.cat.card(object.card).has & Card::CHANGELING != 0;
        changeling && self.is_creature_type(subtype) && !self.lacks_copied_type(id, subtype)
            || !self.s.type_changes.is_empty() && self.became(id, &[subtype])
            || !self.s.reshaped.is_empty() && self.keeps_subtype(id, subtype)
            || self.s.static_kinds.contains(StaticKinds::SUBTYPES) && self.is_by_statics(id, object, subtype)
    }

    /// Whether a static ability gives it that creature type (CR 613.1d).
    fn is_by_statics(&self, id: ObjectId, object: &Object, subtype: Subtype) -> bool {
        let also = self.statics(StaticKinds::SUBTYPES, |effect| match effect {
            StaticEffect::IsAlso(what, also) => Some((what, also)),
            _ => None,
        });
        also.into_iter().any(|(source, (what, also))| {
            let at = Viewpoint::of(self.s.object(source).controller, self.s.id(source));
            let given = match also {
                Also::EveryCreatureType => self.is_creature_type(subtype),
                Also::ChosenType => self.s.feature(at.source) == Some(Feature::Type(subtype)),
                // A type of lands is given to permanents alone.
                Also::Subtype(given) => {
                    given == subtype && (object.zone == Zone::Battlefield || self.is_creature_type(given))
                }
            };
            // Cards elsewhere and spells are their owner's.
            let meant = |filter| {
                let filter = self.cat.filter(filter);
                let theirs = if object.zone == Zone::Battlefield { object.controller } else { object.owner };
                filter.fits_types(object.types)
                    && self.whose(filter.whose, theirs, &at)
                    && !(filter.is_not.contains(Facts::TOKEN) && object.is(Status::TOKEN))
            };
            given && what.map_or(id == at.source, meant) && !self.has_lost_subtype(id, source, what, subtype)
        })
    }

    /// Whether both have a creature type in common.
    fn share_creature_type(&self, id: ObjectId, other: ObjectId) -> bool {
        let (Some(object), Some(with)) = (self.s.recall(id), self.s.recall(other)) else { return false };
        let (one, two) = (self.cat.card(object.card), self.cat.card(with.card));
        let is_shared = |subtype: &Subtype| {
            self.is_creature_type(*subtype)
                && self.has_subtype(id, object, *subtype)
                && self.has_subtype(other, with, *subtype)
        };
        // Only what is printed somewhere can be shared, unless both have all types.
        if one.has & two.has & Card::CHANGELING != 0 {
            return true;
        }
        if self.s.type_changes.is_empty() && !self.s.static_kinds.contains(StaticKinds::SUBTYPES) {
            return one.subtypes.iter().chain(&two.subtypes).any(is_shared);
        }
        (0..self.cat.subtype_count()).map(Subtype).any(|subtype| is_shared(&subtype))
    }

    /// CR 205.3m: what is no type of lands, artifacts, enchantments, spells or planeswalkers.
    pub(crate) fn is_creature_type(&self, subtype: Subtype) -> bool {
        self.cat.is_creature_type(subtype)
    }

    /// Whether it shares a creature type with a commander of the player.
    fn has_type_of_commander(&self, object: &Object, seat: Seat) -> bool {
        let own = self.cat.card(object.card);
        self.s.players[seat].commanders.iter().map(|c| self.cat.card(c.card)).any(|commander| {
            let mut types = commander.subtypes.iter().filter(|s| self.is_creature_type(**s));
            let changeling = |card: &Card| card.has & Card::CHANGELING != 0;
            types.any(|s| changeling(own) || own.subtypes.contains(s))
                || changeling(commander) && own.subtypes.iter().any(|s| self.is_creature_type(*s))
                || changeling(commander) && changeling(own)
        })
    }

    fn facts_hold(&self, filter: &Filter, id: ObjectId, object: &Object, at: &Viewpoint<'_>) -> bool {
        let mut left = (filter.is | filter.is_not).bits();
        while left != 0 {
            let fact = Facts::from_bits_retain(left & left.wrapping_neg());
            let wanted = filter.is.contains(fact);
            if self.fact(fact, id, object, at) != wanted || wanted && filter.is_not.contains(fact) {
                return false;
            }
            left &= left - 1;
        }
        true
    }

    fn fact(&self, fact: Facts, id: ObjectId, object: &Object, at: &Viewpoint<'_>) -> bool {
        let combat = &self.s.combat;
        match fact {
            Facts::TAPPED => object.is(Status::TAPPED),
            Facts::ATTACKING => combat.attackers.iter().any(|a| a.id == id),
            Facts::BLOCKING => combat.blockers.iter().any(|b| b.id == id),
            Facts::ATTACKED_THIS_TURN => object.is(Status::ATTACKED_THIS_TURN),
            Facts::TOKEN => object.is(Status::TOKEN),
            Facts::COMMANDER => object.is(Status::COMMANDER),
            Facts::MODIFIED => self.is_modified(id, object),
            Facts::BASIC => object.types.contains(Types::BASIC),
            Facts::LEGENDARY => object.types.contains(Types::LEGENDARY),
            Facts::STRUCK_PLAYER => self.s.this_turn.dealt_damage.contains(&id),
            Facts::MONSTROUS => object.is(Status::MONSTROUS),
            Facts::DAMAGED => self.s.this_turn.wounds.iter().any(|(_, wounded)| *wounded == id),
            Facts::DAMAGED_BY_SOURCE => self.s.this_turn.wounds.contains(&(at.source, id)),
            Facts::IN_COMBAT => {
                combat.attackers.iter().any(|a| a.id == id) || combat.blockers.iter().any(|b| b.id == id)
            }
            Facts::OWNED => object.owner == at.you,
            Facts::GOADED => !self.goaded_by(id).is_empty(),
            Facts::UNBLOCKED => {
                let blocks_declared = matches!(
                    self.s.turns.step(),
                    Step::DeclareBlockers | Step::FirstStrikeDamage | Step::CombatDamage | Step::EndOfCombat
                );
                blocks_declared && combat.attackers.iter().any(|a| a.id == id && !a.blocked)
            }
            Facts::SECOND_OPENER => self.cat.card(object.card).opens_second(self.cat).is_some(),
            Facts::OPENER => self.cat.card(object.card).is_opener(self.cat),
            Facts::COUNTERED => object.is(Status::COUNTERS),
            Facts::ENTERED => self.s.this_turn.entered.contains(&id),
            Facts::DRAWN => self.s.this_turn.drawn.contains(&id),
            Facts::FELL => self.s.this_turn.fell.contains(&id),
            Facts::CREWED_BY_SOURCE => self.s.this_turn.crewed.contains(&(id, at.source)),
            Facts::THEIRS => at.theirs() == Some(object.owner),
            Facts::THEM => at.them.contains(&id),
            Facts::ATTACKING_YOURS => combat.attackers.iter().any(|a| a.id == id && a.defender == at.you),
            Facts::ATTACKING_YOU => {
                combat.attackers.iter().any(|a| a.id == id && a.defender == at.you && a.planeswalker.is_none())
            }
            Facts::WEAKER => self.s.recall(at.source).is_some_and(|source| object.power < source.power),
            Facts::NAMESAKE => {
                let name = |source: &Object| self.called(id, object) == self.called(at.source, source);
                self.s.recall(at.source).is_some_and(name)
            }
            Facts::SHARES_TYPE => {
                let types = at.them.iter().filter_map(|id| self.s.recall(*id)).map(|o| o.types & Types::CARD_TYPES);
                types.fold(Types::empty(), |all, types| all | types).intersects(object.types)
            }
            Facts::ITSELF => id == at.source,
            Facts::STRONGEST => self.s.battlefield.iter().map(|slot| self.s.object(*slot)).all(|other| {
                !other.is_creature() || other.controller != object.controller || other.power <= object.power
            }),
            Facts::CHOSEN_TYPE => match self.s.feature(at.source) {
                Some(Feature::Type(subtype)) => self.has_subtype(id, object, subtype),
                _ => false,
            },
            Facts::CHOSEN_COLOUR => match self.s.feature(at.source) {
                Some(Feature::Colour(mana)) => self.colours(id, object).contains(mana.set()),
                _ => false,
            },
            Facts::CHOSEN_NAME => match self.s.feature(at.source) {
                Some(Feature::Name(name)) => self.has_name_of(name, id, object),
                _ => false,
            },
            Facts::SHARES_CREATURE_TYPE => at.about.object.is_some_and(|other| self.share_creature_type(id, other)),
            Facts::NAMED_ALIKE => self.is_named_alike(id, object, at),
            Facts::PAIRED => self.is_paired(id),
            Facts::IN_PAIR => self.is_in_pair_of(id, at.source),
            Facts::THAT => at.about.object == Some(id),
            Facts::ATTACHED_TO_SOURCE => object.attached_to == Some(at.source),
            Facts::BEARS_SOURCE => self.s.recall(at.source).is_some_and(|source| source.attached_to == Some(id)),
            Facts::BEYOND_IDENTITY => {
                let seat = self.s.recall(at.source).map_or(at.you, |source| source.controller);
                let commanders = &self.s.players[seat].commanders;
                let identity = commanders.iter().fold(ManaSet::empty(), |all, c| all | self.cat.card(c.card).identity);
                !commanders.is_empty() && !(self.colours(id, object) - identity).is_empty()
            }
            Facts::COSTLIEST => self.is_costliest(id, object),
            Facts::ON_CREATURE => {
                object.attached_to.and_then(|bearer| self.s.permanent(bearer)).is_some_and(Object::is_creature)
            }
            Facts::FROM_GRAVEYARD => is_from(object, Zone::Graveyard),
            Facts::FROM_LIBRARY => is_from(object, Zone::Library),
            Facts::COMMANDERS_TYPE => self.has_type_of_commander(object, at.you),
            Facts::ENCHANTED => self.attachments(id).any(|slot| self.is_aura(self.s.object(slot))),
            Facts::FROM_HAND => is_from(object, Zone::Hand),
            Facts::FROM_EXILE => is_from(object, Zone::Exile),
            Facts::MANA_ABILITY => self.has_mana_ability(object),
            Facts::EQUIPPED => {
                let is_equipment = |slot: Slot| self.cat.card(self.s.object(slot).card).has & Card::EQUIPMENT != 0;
                self.attachments(id).any(is_equipment)
            }
            Facts::CHEAPER => at.about.object.is_some_and(|other| self.value_now(id, object) < self.mana_value(other)),
            Facts::WITHIN_GRAVEYARD => {
                let cards = self.s.players[object.controller].known_graveyard().len();
                usize::try_from(self.value_now(id, object)).is_ok_and(|value| value <= cards)
            }
            Facts::SHARES_PERMANENT_TYPE => {
                let other = at.about.object.and_then(|other| self.s.recall(other));
                other.is_some_and(|other| (other.types & Types::PERMANENT).intersects(object.types))
            }
            Facts::SHARES_CARD_TYPE => {
                let other = at.about.object.and_then(|other| self.s.recall(other));
                other.is_some_and(|other| (other.types & Types::CARD_TYPES).intersects(object.types))
            }
            Facts::STRONGER_THAN_TARGET => {
                let target = at.targets.iter().flatten().find_map(|target| match target {
                    Target::Object(id) => self.s.recall(*id).map(|object| self.size(*id, object).0),
                    Target::Player(_) => None,
                });
                target.is_some_and(|power| self.size(id, object).0 > power)
            }
            Facts::OF_TARGETS => at.targets.iter().flatten().any(|t| *t == Target::Player(object.controller)),
            Facts::FREE_OF_MANA => object.paid.from.is_some() && object.paid.spent.is_empty(),
            Facts::MULTICOLOURED => self.colours(id, object).bits().count_ones() > 1,
            _ => false,
        }
    }

    /// Whether no creature or planeswalker of its controller has a greater mana value (CR 202.3).
    fn is_costliest(&self, id: ObjectId, object: &Object) -> bool {
        let counts = Types::CREATURE | Types::PLANESWALKER;
        let value = self.value_now(id, object);
        object.types.intersects(counts)
            && self.s.battlefield.iter().all(|slot| {
                let other = self.s.object(*slot);
                !other.types.intersects(counts)
                    || other.controller != object.controller
                    || self.value_now(self.s.id(*slot), other) <= value
            })
    }

    /// CR 201.2: whether it has the name of the object the event is about, or else of the first target. What is face down has
    /// no name.
    fn is_named_alike(&self, id: ObjectId, object: &Object, at: &Viewpoint<'_>) -> bool {
        let target = at.targets.iter().flatten().find_map(|target| match target {
            Target::Object(id) => Some(*id),
            Target::Player(_) => None,
        });
        // "When this enters, exile target permanent and all others with its name" is about the target, not about the source.
        let about = at.about.object.filter(|id| target.is_none() || *id != at.source);
        let Some(other) = about.or(target) else { return false };
        let named = |other| self.named(other).is_some_and(|card| self.has_name_of(card, id, object));
        other == id || named(other)
    }

    /// The card whose name the object has, or last had; what is face down has no name (CR 708.2a).
    pub(super) fn named(&self, id: ObjectId) -> Option<CardId> {
        let card = self.called(id, self.s.recall(id)?);
        (card != self.cat.face_down_creature && card != self.cat.face_down).then_some(card)
    }

    /// CR 201.2: whether the object has the name of that card, of which a token may have another entry, or of that part of one; a
    /// split card has those of both halves (CR 709.4a).
    pub(super) fn has_name_of(&self, card: CardId, id: ObjectId, object: &Object) -> bool {
        let called = self.called(id, object);
        let face_down = called == self.cat.face_down_creature || called == self.cat.face_down;
        let is_name = |of: CardId| self.cat.card(of).name == self.cat.card(card).name;
        let half = |face| matches!(face, Face::Split { left, right } if is_name(left) || is_name(right));
        !face_down && (is_name(called) || half(self.cat.card(called).face))
    }

    /// Whether what passes may change without anything entering, leaving or changing counters.
    pub(crate) fn filter_varies(&self, filter: FilterId) -> bool {
        let filter = self.cat.filter(filter);
        let lasting = Facts::TOKEN
            | Facts::COMMANDER
            | Facts::BASIC
            | Facts::LEGENDARY
            | Facts::CHOSEN_TYPE
            | Facts::CHOSEN_COLOUR
            | Facts::CHOSEN_NAME;
        !(filter.is | filter.is_not).difference(lasting).is_empty()
            || filter.whose == Whose::Active
            || filter.or.is_some_and(|or| self.filter_varies(or))
    }

    /// CR 605.1: an activated one, or a triggered one that adds mana as something is tapped for it.
    fn has_mana_ability(&self, object: &Object) -> bool {
        self.cat.card(object.card).abilities.iter().any(|ability| match self.cat.ability(*ability) {
            Ability::Mana(_) => true,
            Ability::Static(s) => matches!(s.effect, StaticEffect::MoreMana { .. }),
            _ => false,
        })
    }

    /// CR 700.9: a counter, any Equipment, or an Aura of its controller's.
    fn is_modified(&self, id: ObjectId, object: &Object) -> bool {
        let counts = |slot| {
            let attached = self.s.object(slot);
            attached.types.contains(Types::ARTIFACT) || attached.controller == object.controller
        };
        object.is(Status::COUNTERS) || self.attachments(id).any(counts)
    }

    #[inline]
    fn whose(&self, whose: Whose, controller: Seat, at: &Viewpoint<'_>) -> bool {
        match whose {
            Whose::Any => true,
            Whose::Yours => controller == at.you,
            rarer => self.whose_else(rarer, controller, at),
        }
    }

    fn whose_else(&self, whose: Whose, controller: Seat, at: &Viewpoint<'_>) -> bool {
        match whose {
            Whose::Any => true,
            Whose::Yours => controller == at.you,
            Whose::Opponents => self.s.turns.are_opponents(controller, at.you),
            Whose::Others => controller != at.you,
            Whose::Active => self.s.turns.is_active(controller),
            Whose::Enchanted => self.s.recall(at.source).and_then(|o| o.enchants) == Some(controller),
            Whose::Theirs => at.theirs() == Some(controller),
            Whose::Chosen => self.s.feature(at.source) == Some(Feature::Player(controller)),
            Whose::Team => !self.s.turns.are_opponents(controller, at.you),
        }
    }

    /// Whether a static ability of the permanent in `source` concerns that player.
    pub(crate) fn concerns(&self, whose: Whose, source: Slot, seat: Seat) -> bool {
        let you = self.s.object(source).controller;
        match whose {
            Whose::Any => true,
            Whose::Yours => seat == you,
            Whose::Others => seat != you,
            Whose::Opponents => self.s.turns.are_opponents(seat, you),
            rarer => self.whose_else(rarer, seat, &Viewpoint::of(you, self.s.id(source))),
        }
    }

    /// Whether the permanent passes, as the permanent in `source` sees it.
    pub(crate) fn passes_for(&self, filter: FilterId, slot: Slot, source: Slot) -> bool {
        let at = Viewpoint::of(self.s.object(source).controller, self.s.id(source));
        self.passes(self.cat.filter(filter), self.s.id(slot), self.s.object(slot), &at)
    }

    /// Whether a static ability of the permanent in `source` means that permanent.
    pub(crate) fn means(&self, what: Subject, slot: Slot, source: Slot) -> bool {
        match what {
            Subject::Source => source == slot,
            Subject::Attached => self.s.object(source).attached_to == Some(self.s.id(slot)),
            Subject::Any(filter) => self.passes_for(filter, slot, source),
        }
    }

    /// Whether it passes, as an effect of this turn sees it.
    pub(super) fn is_one_of(&self, those: &Those, id: ObjectId, object: &Object) -> bool {
        self.passes(self.cat.filter(those.filter), id, object, &those.view())
    }

    /// The same for what is perhaps not there any more, as it last existed.
    pub(super) fn passes_as_it_was(&self, filter: FilterId, id: ObjectId, source: Slot) -> bool {
        let at = Viewpoint::of(self.s.object(source).controller, self.s.id(source));
        self.s.recall(id).is_some_and(|object| self.passes(self.cat.filter(filter), id, object, &at))
    }

    /// What a static ability does now; nothing while its condition does not hold.
    pub(crate) fn static_effect(&self, source: Slot, ability: AbilityId) -> Option<StaticEffect> {
        let Ability::Static(ability) = self.cat.ability(ability) else { return None };
        let holds = ability
            .condition
            .is_none_or(|c| self.holds(c, &Viewpoint::of(self.s.object(source).controller, self.s.id(source))));
        holds.then_some(ability.effect)
    }

    /// The statics of one kind that work now, and whose; `among` are the kinds it is one of.
    pub(crate) fn statics<'a, T: 'a>(
        &'a self,
        among: StaticKinds,
        kind: impl Fn(StaticEffect) -> Option<T> + 'a,
    ) -> impl Iterator<Item = (Slot, T)> + 'a {
        let all: &[IndexedStatic] = if self.s.static_kinds.intersects(among) { &self.s.statics } else { &[] };
        all.iter().filter(move |works| works.kinds.intersects(among)).filter_map(move |works| {
            let Ability::Static(ability) = self.cat.ability(works.ability) else { return None };
            let found = kind(ability.effect)?;
            let holds = ability.condition.is_none() || self.static_effect(works.source, works.ability).is_some();
            holds.then_some((works.source, found))
        })
    }

    /// Whether a static ability of that kind, which is a rare one, concerns the player.
    pub(super) fn cant(&self, seat: Seat, kind: fn(StaticEffect) -> Option<Whose>) -> bool {
        self.statics(StaticKinds::RARE, kind).any(|(source, whose)| self.concerns(whose, source, seat))
    }
}
