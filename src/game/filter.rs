//! Which objects an effect means, how many, and whether a condition holds.

use std::ops::Deref;

use arrayvec::ArrayVec;

use crate::cards::ability::{Ability, StaticEffect, TargetKind, TargetSpec};
use crate::cards::card::Card;
use crate::cards::effect::{
    AbilityId, Amount, AmountId, Condition, ConditionId, Facts, Filter, FilterId, How, What, Who, Whose,
};
use crate::cards::mana::Mana;
use crate::cards::type_line::Types;
use crate::turn::{MAX_SEATS, Phase, Seat};

use super::ability_index::{Static, StaticKinds};
use super::engine::Core;
use super::object::{Object, ObjectId, Slot, Status, Target, Zone};
use super::state::{About, Frame, GameState, StackKind};

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
        }
    }

    /// The player whom the effect is about: the one it stands at, the one it targets, the one its trigger event was about.
    fn theirs(&self) -> Option<Seat> {
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

/// Seats in the order they act.
pub(crate) type Seats = ArrayVec<Seat, MAX_SEATS>;

impl<S: Deref<Target = GameState>, L> Core<'_, S, L> {
    // ---- filters ----

    #[inline]
    pub(crate) fn passes(&self, filter: &Filter, id: ObjectId, object: &Object, at: &Viewpoint<'_>) -> bool {
        filter.fits_types(object.types)
            && self.whose(filter.whose, object.controller, at)
            && !(filter.other && is_same(at.source, id, object))
            && (filter.simple || self.passes_the_rest(filter, id, object, at))
    }

    /// What a filter asks for beyond types and whose it is.
    fn passes_the_rest(&self, filter: &Filter, id: ObjectId, object: &Object, at: &Viewpoint<'_>) -> bool {
        let card = self.cat.card(object.card);
        let colours = if self.s.altered.is_empty() { card.colours } else { self.colours(id, card.colours) };
        (filter.subtypes.is_empty()
            || filter.subtypes.iter().any(|s| card.subtypes.contains(s))
            || !self.s.altered.is_empty() && self.became(id, &filter.subtypes))
            && !filter.no_subtypes.iter().any(|s| card.subtypes.contains(s) || self.became(id, &[*s]))
            && (filter.any_colour.is_empty() || colours.intersects(filter.any_colour))
            && !colours.intersects(filter.no_colour)
            && object.keywords.contains(filter.keywords)
            && !object.keywords.intersects(filter.no_keywords)
            && filter.power.is_none_or(|(c, n)| c.holds(object.power.into(), n.into()))
            && filter.toughness.is_none_or(|(c, n)| c.holds(object.toughness.into(), n.into()))
            && filter.mana_value.is_none_or(|(c, n)| c.holds(card.mana_value.into(), n.into()))
            && filter.counter.is_none_or(|kind| self.s.counters_on(id.slot, kind) > 0)
            && filter.named.is_none_or(|card| card == object.card)
            && (filter.is.is_empty() && filter.is_not.is_empty() || self.facts_hold(filter, id, object, at))
    }

    fn facts_hold(&self, filter: &Filter, id: ObjectId, object: &Object, at: &Viewpoint<'_>) -> bool {
        let asked = filter.is | filter.is_not;
        let facts = asked.iter().filter(|fact| self.fact(*fact, id, object, at)).fold(Facts::empty(), |a, b| a | b);
        facts.contains(filter.is) && !facts.intersects(filter.is_not)
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
            Facts::DEALT_DAMAGE_BY_SOURCE => self.s.this_turn.dealt_damage.contains(&id) && id != at.source,
            Facts::IN_COMBAT => {
                combat.attackers.iter().any(|a| a.id == id) || combat.blockers.iter().any(|b| b.id == id)
            }
            Facts::FELL => self.s.this_turn.fell.contains(&id),
            Facts::CREWED_BY_SOURCE => self.s.this_turn.crewed.contains(&(id, at.source)),
            Facts::THEIRS => at.theirs() == Some(object.owner),
            Facts::THEM => at.them.contains(&id),
            Facts::ENCHANTED => self.s.battlefield.iter().any(|slot| {
                let other = self.s.object(*slot);
                other.attached_to == Some(id) && self.is_aura(other)
            }),
            Facts::MULTICOLOURED => self.colours(id, self.cat.card(object.card).colours).bits().count_ones() > 1,
            _ => false,
        }
    }

    /// Whether what passes may change without anything entering, leaving or changing counters.
    pub(crate) fn filter_varies(&self, filter: FilterId) -> bool {
        let filter = self.cat.filter(filter);
        let lasting = Facts::TOKEN | Facts::COMMANDER | Facts::BASIC | Facts::LEGENDARY;
        !(filter.is | filter.is_not).difference(lasting).is_empty() || filter.whose == Whose::Active
    }

    fn is_modified(&self, id: ObjectId, object: &Object) -> bool {
        object.is(Status::COUNTERS)
            || self.s.battlefield.iter().any(|slot| {
                let other = self.s.object(*slot);
                other.attached_to == Some(id) && other.controller == object.controller
            })
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
        let all: &[Static] = if self.s.static_kinds.intersects(among) { &self.s.statics } else { &[] };
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

    // ---- players ----

    /// The living players meant, in APNAP order (CR 101.4).
    pub(crate) fn who(&self, who: Who, at: &Viewpoint<'_>) -> Seats {
        let mut seats = Seats::new();
        match who {
            Who::EachPlayer => seats.extend(self.s.turns.apnap()),
            Who::EachOpponent => seats.extend(self.s.turns.apnap().filter(|s| self.s.turns.are_opponents(*s, at.you))),
            Who::EachOther => seats.extend(self.s.turns.apnap().filter(|s| *s != at.you)),
            Who::Voters(n) => {
                let voters = at.votes.iter().filter(|(_, option)| *option == n).map(|(seat, _)| *seat);
                seats.extend(voters.filter(|s| self.s.turns.is_living(*s)));
            }
            Who::Targets => {
                let targeted = |s: &Seat| at.targets.contains(&Some(Target::Player(*s)));
                seats.extend(self.s.turns.apnap().filter(targeted));
            }
            one => seats.extend(self.one(one, at).filter(|s| self.s.turns.is_living(*s))),
        }
        seats
    }

    /// The one player meant, when they have left the game.
    pub(crate) fn left_player(&self, who: Who, at: &Viewpoint<'_>) -> Option<Seat> {
        self.one(who, at).filter(|seat| !self.s.turns.is_living(*seat))
    }

    fn one(&self, who: Who, at: &Viewpoint<'_>) -> Option<Seat> {
        match who {
            Who::You => Some(at.you),
            Who::Entrant(entrant) => self.s.players.iter().find(|(_, p)| p.entrant == entrant).map(|(seat, _)| seat),
            Who::Target(n) => match at.targets.get(usize::from(n)).copied().flatten() {
                Some(Target::Player(seat)) => Some(seat),
                _ => None,
            },
            Who::Active => Some(self.active()),
            Who::That => at.about.player,
            Who::Each => at.each,
            // A target may be a player or what one controls.
            Who::ControllerOf(What::Target(n)) => match at.targets.get(usize::from(n)).copied().flatten()? {
                Target::Player(seat) => Some(seat),
                Target::Object(id) => self.s.recall(id).map(|o| o.controller),
            },
            Who::ControllerOf(what) => self.recalled(what, at).map(|o| o.controller),
            Who::OwnerOf(what) => self.recalled(what, at).map(|o| o.owner),
            Who::Defending => {
                let attacker = self.s.combat.attackers.iter().find(|a| a.id == at.source);
                attacker.map(|a| a.defender).or(at.about.player)
            }
            Who::EachPlayer | Who::EachOpponent | Who::EachOther | Who::Targets | Who::Voters(_) => None,
        }
    }

    fn recalled(&self, what: What, at: &Viewpoint<'_>) -> Option<&Object> {
        self.one_object(what, at).and_then(|id| self.s.recall(id))
    }

    // ---- objects ----

    pub(crate) fn one_object(&self, what: What, at: &Viewpoint<'_>) -> Option<ObjectId> {
        match what {
            What::Source => Some(at.source),
            What::Target(n) => match at.targets.get(usize::from(n)).copied().flatten() {
                Some(Target::Object(id)) => Some(id),
                _ => None,
            },
            What::That => at.about.object,
            What::Them => at.them.first().copied(),
            What::Attached => self.s.recall(at.source).and_then(|o| o.attached_to),
            What::Card => self.followed(at.source),
            What::CardOfTarget(n) => match at.targets.get(usize::from(n)).copied().flatten() {
                Some(Target::Object(id)) => self.followed(id),
                _ => None,
            },
            What::All(_) | What::Targets | What::InGraveyard(_) => None,
        }
    }

    /// The card of a permanent or spell that has gone to a public zone, and nowhere since (CR 400.7d to 400.7i).
    fn followed(&self, was: ObjectId) -> Option<ObjectId> {
        let now = ObjectId { incarnation: was.incarnation + 1, ..was };
        self.s.get(now).filter(|o| matches!(o.zone, Zone::Graveyard | Zone::Exile)).map(|_| now)
    }

    /// The objects meant that still exist.
    pub(crate) fn what(&self, what: What, at: &Viewpoint<'_>) -> Vec<ObjectId> {
        match what {
            What::All(filter) => self.permanents_passing(filter, at).collect(),
            What::InGraveyard(filter) => {
                let filter = self.cat.filter(filter);
                let cards = self.s.players[at.you].graveyard.iter().map(|slot| self.s.id(*slot));
                cards.filter(|id| self.passes(filter, *id, self.s.object(id.slot), at)).collect()
            }
            What::Targets => at
                .targets
                .iter()
                .flatten()
                .filter_map(|t| if let Target::Object(id) = t { Some(*id) } else { None })
                .filter(|id| self.s.get(*id).is_some())
                .collect(),
            What::Them => at.them.iter().copied().filter(|id| self.s.get(*id).is_some()).collect(),
            one => self.one_object(one, at).into_iter().filter(|id| self.s.get(*id).is_some()).collect(),
        }
    }

    /// Everything on the battlefield that passes.
    pub(crate) fn permanents_passing<'a>(
        &'a self,
        filter: FilterId,
        at: &'a Viewpoint<'a>,
    ) -> impl Iterator<Item = ObjectId> + 'a {
        let filter = self.cat.filter(filter);
        let ids = self.s.battlefield.iter().map(|s| self.s.id(*s));
        ids.filter(move |id| self.passes(filter, *id, self.s.object(id.slot), at))
    }

    // ---- numbers ----

    /// The amount, or any number from `most` on when it is at least that: counting stops there.
    fn amount_up_to(&self, id: AmountId, most: i32, at: &Viewpoint<'_>) -> i32 {
        match self.cat.amount(id) {
            Amount::Count(filter) => self.permanents_passing(filter, at).take(most.max(0) as usize).count() as i32,
            _ => self.amount(id, at),
        }
    }

    pub(crate) fn amount(&self, id: AmountId, at: &Viewpoint<'_>) -> i32 {
        let object = |what| self.recalled(what, at);
        let player = |who| self.one(who, at).map(|seat| &self.s.players[seat]);
        match self.cat.amount(id) {
            Amount::Const(n) => n,
            Amount::X => at.x,
            Amount::Kicked => self.s.recall(at.source).map_or(0, |o| o.paid.extra.into()),
            Amount::Count(filter) => self.permanents_passing(filter, at).count() as i32,
            Amount::CountInGraveyard(who, filter) => {
                let filter = self.cat.filter(filter);
                player(who).map_or(0, |p| {
                    let passing = p
                        .known_graveyard()
                        .iter()
                        .filter(|s| self.passes(filter, self.s.id(**s), self.s.object(**s), at));
                    passing.count() as i32
                })
            }
            Amount::Counters(what, kind) => {
                self.one_object(what, at).map_or(0, |id| self.s.recall_counters(id, kind).into())
            }
            Amount::Power(what) => object(what).map_or(0, |o| i32::from(o.power).max(0)),
            Amount::Toughness(what) => object(what).map_or(0, |o| i32::from(o.toughness).max(0)),
            Amount::ManaValue(what) => self.one_object(what, at).map_or(0, |id| self.mana_value(id)),
            Amount::Life(who) => player(who).map_or(0, |p| p.life),
            Amount::HighestLife => {
                self.s.turns.living().iter().map(|s| self.s.players[s].life).max().unwrap_or_default()
            }
            Amount::Hand(who) => player(who).map_or(0, |p| p.known_hand()),
            Amount::Devotion(who, colours) => self.one(who, at).map_or(0, |seat| self.devotion(seat, colours)),
            Amount::Opponents => {
                self.s.turns.living().iter().filter(|s| self.s.turns.are_opponents(*s, at.you)).count() as i32
            }
            Amount::MostOfOpponents(filter) => {
                let mut counts = [0i32; MAX_SEATS];
                for id in self.permanents_passing(filter, at) {
                    counts[self.s.object(id.slot).controller.index()] += 1;
                }
                let opponents = self.s.turns.living().iter().filter(|s| self.s.turns.are_opponents(*s, at.you));
                opponents.map(|s| counts[s.index()]).max().unwrap_or(0)
            }
            Amount::TypesInGraveyard(who) => player(who).map_or(0, |p| {
                let types = p.known_graveyard().iter().fold(Types::empty(), |all, s| all | self.s.object(*s).types);
                (types & Types::CARD_TYPES).bits().count_ones() as i32
            }),
            Amount::CreaturesDied => self.s.this_turn.creatures_died.into(),
            Amount::Energy(who) => player(who).map_or(0, |p| p.energy),
            Amount::Votes(n) => at.votes.iter().filter(|(_, option)| *option == n).count() as i32,
            Amount::Them => at.them.len() as i32,
            Amount::That => at.about.number,
            Amount::Result => at.result,
            Amount::OpponentsAttacked => self.opponents_attacked(at.you),
            Amount::SpellsCastThisTurn(who) => player(who).map_or(0, |p| p.turn.spells_cast.into()),
            Amount::AttacksThisTurn(what) => object(what).map_or(0, |o| o.attacks_this_turn.into()),
            Amount::Sum(a, b) => self.amount(a, at).saturating_add(self.amount(b, at)),
            Amount::Less(a, b) => self.amount(a, at).saturating_sub(self.amount(b, at)).max(0),
            Amount::Divided(a, n) => self.amount(a, at).div_euclid(i32::from(n.max(1))),
            Amount::Times(a, n) => self.amount(a, at).saturating_mul(n.into()),
        }
    }

    /// CR 202.3, with what was chosen for X while it is, or was last, on the stack (CR 608.2h).
    fn mana_value(&self, id: ObjectId) -> i32 {
        let Some(object) = self.s.recall(id) else { return 0 };
        let card = self.cat.card(object.card);
        let spell = self.s.stack.iter().find(|item| item.kind == StackKind::Spell(id)).map(|item| item.x);
        let last = || self.s.last_known.iter().rev().find(|l| l.id == id).map(|l| l.x);
        let x = spell.or_else(last).unwrap_or(0);
        let times = card.cost.as_ref().map_or(0, |cost| i32::from(cost.x));
        i32::from(card.mana_value).saturating_add(x.saturating_mul(times))
    }

    /// CR 700.5.
    fn devotion(&self, seat: Seat, colours: crate::cards::mana::ManaSet) -> i32 {
        let mine = self.s.battlefield.iter().map(|s| self.s.object(*s)).filter(|o| o.controller == seat);
        let symbols = mine.filter_map(|o| self.cat.card(o.card).cost.as_ref()).flat_map(|c| c.pips.iter());
        symbols.filter(|p| p.any_of.intersects(colours)).count() as i32
    }

    fn opponents_attacked(&self, you: Seat) -> i32 {
        let attacked = self.s.combat.attacked.iter().filter(|(by, _)| *by == you).map(|(_, defender)| *defender);
        attacked.collect::<crate::turn::SeatSet>().len() as i32
    }

    // ---- conditions ----

    pub(crate) fn holds(&self, id: ConditionId, at: &Viewpoint<'_>) -> bool {
        let turn = self.s.turns.turn();
        match self.cat.condition(id) {
            Condition::Compare(a, how, b) => {
                let b = self.amount(b, at);
                how.holds(self.amount_up_to(a, b.saturating_add(1), at), b)
            }
            Condition::YourTurn => self.s.turns.is_active(at.you),
            Condition::ExtraTurn => turn.kind.is_extra(),
            Condition::FirstCombat => self.s.turns.phase() == Phase::Combat && turn.combats == 1,
            Condition::YourMainPhase => self.s.turns.is_active(at.you) && self.s.turns.phase().is_main(),
            Condition::Combat => self.s.turns.phase() == Phase::Combat,
            Condition::WasCast => self.s.recall(at.source).is_some_and(|o| o.is(Status::WAS_CAST)),
            Condition::SourceUntapped => self.s.recall(at.source).is_some_and(|o| !o.is(Status::TAPPED)),
            Condition::SourceTapped => self.s.recall(at.source).is_some_and(|o| o.is(Status::TAPPED)),
            Condition::Is(what, filter) => self
                .one_object(what, at)
                .is_some_and(|id| self.s.recall(id).is_some_and(|o| self.passes(self.cat.filter(filter), id, o, at))),
            Condition::FirstAttackThisTurn => self.s.recall(at.source).is_some_and(|o| o.attacks_this_turn == 1),
            Condition::AttacksPlayer => self.attacks_player_or_did(at.source),
            Condition::Spent(set) => self.s.recall(at.source).is_some_and(|o| o.paid.spent.intersects(set)),
            Condition::OpponentCast(set) => {
                self.s.turns.living().iter().any(|s| {
                    self.s.turns.are_opponents(s, at.you) && self.s.players[s].turn.colours_cast.intersects(set)
                })
            }
            Condition::Blessing => self.s.players[at.you].blessed,
            Condition::CastBy(kind) => self.s.recall(at.source).is_some_and(|o| {
                let How::Way(n) = o.paid.how else { return false };
                self.cat.card(o.card).ways.get(usize::from(n)).is_some_and(|way| way.kind == kind)
            }),
            Condition::Monarch => self.s.monarch.is_some_and(|(seat, _)| seat == at.you),
            Condition::FirstOfStep => {
                let step = self.s.turns.step();
                self.s.this_turn.steps_begun.iter().any(|(s, n)| *s == step && *n == 1)
            }
            Condition::CastFromHand => {
                self.s.recall(at.source).is_some_and(|o| o.is(Status::WAS_CAST) && o.paid.from_hand)
            }
            Condition::Suspended => self.reader().is_suspended(at.source),
            Condition::Done => at.done,
            Condition::Not(a) => !self.holds(a, at),
            Condition::And(a, b) => self.holds(a, at) && self.holds(b, at),
            Condition::Or(a, b) => self.holds(a, at) || self.holds(b, at),
        }
    }

    // ---- targets (CR 115) ----

    /// Everything that may be chosen for a target, in a fixed order: players in seat order, then objects by zone order.
    pub(crate) fn candidates(
        &self,
        spec: &TargetSpec,
        at: &Viewpoint<'_>,
        already: &[Option<Target>],
        same_kind: &[bool],
        found: &mut Vec<Target>,
    ) {
        found.clear();
        self.find_candidate(spec, at, |target| {
            let taken = already.iter().zip(same_kind).any(|(a, same)| *same && *a == Some(target));
            if !taken {
                found.push(target);
            }
            false
        });
    }

    /// The first legal target that is accepted.
    pub(crate) fn find_candidate(
        &self,
        spec: &TargetSpec,
        at: &Viewpoint<'_>,
        mut accept: impl FnMut(Target) -> bool,
    ) -> Option<Target> {
        let mut legal = |target: Target| self.is_legal_target(spec, target, at) && accept(target);
        let object = |slot: &Slot| Target::Object(self.s.id(*slot));
        let players = || self.s.turns.living().iter().map(Target::Player);
        let permanents = || self.s.battlefield.iter().map(object);
        match spec.kind {
            TargetKind::Player { .. } => players().find(|t| legal(*t)),
            TargetKind::Any | TargetKind::PlayerOrPlaneswalker => players().chain(permanents()).find(|t| legal(*t)),
            TargetKind::Permanent(filter) => {
                let filter = self.cat.filter(filter);
                let there = self.s.battlefield.iter().map(|slot| (self.s.id(*slot), self.s.object(*slot)));
                let aimable = there.filter(|(id, object)| self.is_aimable(filter, *id, object, at));
                aimable.map(|(id, _)| Target::Object(id)).find(|t| accept(*t))
            }
            TargetKind::PermanentOrSuspended(_) => {
                permanents().chain(self.reader().suspended().map(Target::Object)).find(|t| legal(*t))
            }
            TargetKind::Spell(_) => {
                let spells = self.s.stack.iter().filter_map(|item| match item.kind {
                    StackKind::Spell(id) => Some(Target::Object(id)),
                    _ => None,
                });
                spells.into_iter().find(|t| legal(*t))
            }
            TargetKind::GraveyardCard { yours, .. } => {
                let owners = self.s.turns.living().iter().filter(|s| !yours || *s == at.you);
                owners.flat_map(|s| self.s.players[s].graveyard.iter().map(object)).find(|t| legal(*t))
            }
        }
    }

    /// CR 702.18a.
    fn has_shroud(&self, seat: Seat) -> bool {
        self.statics(StaticKinds::RARE, |effect| (effect == StaticEffect::PlayerShroud).then_some(()))
            .any(|(source, ())| self.s.object(source).controller == seat)
    }

    /// CR 115.4, 608.2b: whether it may be, or still is, that target.
    pub(crate) fn is_legal_target(&self, spec: &TargetSpec, target: Target, at: &Viewpoint<'_>) -> bool {
        match target {
            Target::Player(seat) => {
                let opponent = match spec.kind {
                    TargetKind::Player { opponent } => opponent,
                    TargetKind::Any | TargetKind::PlayerOrPlaneswalker => false,
                    _ => return false,
                };
                self.s.turns.is_living(seat)
                    && !self.has_shroud(seat)
                    && !self.is_guarded(target, at.you)
                    && !self.is_guarded_from(target, at.source)
                    && (!opponent || self.s.turns.are_opponents(seat, at.you))
            }
            Target::Object(id) => {
                let Some(object) = self.s.get(id) else { return false };
                let filter = match spec.kind {
                    TargetKind::Player { .. } => return false,
                    TargetKind::Any | TargetKind::PlayerOrPlaneswalker => {
                        let any = spec.kind == TargetKind::Any;
                        let types = if any { Types::CREATURE | Types::PLANESWALKER } else { Types::PLANESWALKER };
                        return object.zone == Zone::Battlefield
                            && object.types.intersects(types)
                            && self.may_be_targeted(id, object, at);
                    }
                    TargetKind::Permanent(filter) if object.zone == Zone::Battlefield => filter,
                    TargetKind::PermanentOrSuspended(filter)
                        if object.zone == Zone::Battlefield || self.reader().is_suspended(id) =>
                    {
                        filter
                    }
                    TargetKind::Spell(filter) if object.zone == Zone::Stack && id != at.source => filter,
                    TargetKind::GraveyardCard { filter, .. } if object.zone == Zone::Graveyard => filter,
                    _ => return false,
                };
                self.is_aimable(self.cat.filter(filter), id, object, at)
            }
        }
    }

    /// Whether it passes, and nothing that a permanent has keeps it from being targeted.
    #[inline]
    fn is_aimable(&self, filter: &Filter, id: ObjectId, object: &Object, at: &Viewpoint<'_>) -> bool {
        self.passes(filter, id, object, at)
            && (object.zone != Zone::Battlefield || self.may_be_targeted(id, object, at))
    }

    /// CR 702.11b, 702.16b, 702.18a.
    #[inline]
    fn may_be_targeted(&self, id: ObjectId, object: &Object, at: &Viewpoint<'_>) -> bool {
        use crate::cards::keyword::Keywords;
        let plain = !object.keywords.intersects(Keywords::SHROUD | Keywords::HEXPROOF) && self.s.guarded.is_empty();
        if plain && self.cat.card(object.card).has & Card::EVASIVE == 0 {
            return true;
        }
        !(object.has(Keywords::SHROUD)
            || object.has(Keywords::HEXPROOF) && self.s.turns.are_opponents(object.controller, at.you)
            || self.is_guarded(Target::Object(id), at.you)
            || self.is_protected(id, object, at.source))
    }

    /// The mana types a mana ability could make, for its controller.
    pub(crate) fn could_make(&self, makes: crate::cards::ability::Makes, seat: Seat) -> crate::cards::mana::ManaSet {
        use crate::cards::ability::Makes;
        use crate::cards::mana::ManaSet;
        match makes {
            Makes::Exactly(n) => Mana::ALL.into_iter().filter(|m| n[*m as usize] > 0).map(Mana::set).collect(),
            Makes::OneOf(set, _) | Makes::Many(set, _) => set,
            Makes::CommanderColour => {
                let commanders = self.s.players[seat].commanders.iter();
                commanders.fold(ManaSet::empty(), |set, c| set | self.cat.card(c.card).identity) & ManaSet::COLOURS
            }
            Makes::OpponentsLandColour => self.opponents_land_colours(seat),
        }
    }

    /// The colours that lands of a player's opponents could make. What another such land could make is left out
    /// (CR 106.7: two that look at each other add nothing).
    fn opponents_land_colours(&self, seat: Seat) -> crate::cards::mana::ManaSet {
        use crate::cards::ability::Makes;
        use crate::cards::mana::ManaSet;
        let opponents = Seat::first(self.s.turns.seats()).filter(|s| self.s.turns.are_opponents(*s, seat));
        let makers = opponents.flat_map(|s| self.s.battlefield.mana(s)).map(|s| self.s.object(*s));
        let mut set = ManaSet::empty();
        for object in makers.filter(|o| o.types.contains(Types::LAND)) {
            let profile = &self.cat.card(object.card).mana;
            set |= profile.always;
            if profile.by_commander {
                set |= self.could_make(Makes::CommanderColour, object.controller);
            }
        }
        set & ManaSet::COLOURS
    }
}
