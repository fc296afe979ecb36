//! What single acts are worth, each at its moment.

use crate::cards::ability::{Ability, TriggerEvent};
use crate::cards::card::Card;
use crate::cards::effect::{AbilityId, FilterId, How};
use crate::cards::type_line::Types;
use crate::game::decision::{Choice, Item, Shape};
use crate::game::view::SeenObject;
use crate::game::{ObjectId, Zone};
use crate::turn::{Seat, Step};

use super::board::{Piece, worth};
use super::effect::Effect;
use super::plan::{NEVER, PlannedAct, Planner};
use super::priority::{Moment, permanent_fits, spell_fits};
use super::profile::{Roles, body};
use super::weights::Weights;
use crate::agents::Pilot;

use super::ways::{gift, is_evoked};

/// Creatures that are enough: nobody makes more tokens then.
const CROWD: usize = 60;
/// Points for a face-down creature.
const FACE_DOWN: i32 = 16;
/// Points for the commander in the command zone: the deck is built around it.
const COMMANDER: i32 = 16;

/// What is for later, and harms nobody.
const OWN_GOOD: Roles = Roles::MANA.union(Roles::RAMP).union(Roles::DRAW);

/// Judges single acts at one moment.
pub(super) struct Judge<'a> {
    pub(super) planner: Planner<'a>,
    pub(super) moment: Moment,
}

impl Judge<'_> {
    pub(super) fn weights(&self) -> &Weights {
        self.planner.profiles.weights()
    }

    /// The act with its needs filled, if it is anything for this moment.
    pub(super) fn act(&self, item: Item) -> Option<PlannedAct> {
        match item {
            Item::Cast(id, _) if !self.planner.is_time_for(id) => None,
            Item::Cast(id, How::FaceDown) => self.face_down(item, id),
            Item::Cast(id, how) => self.cast(item, id, how),
            Item::TurnUp(id) => self.turn_up(item, id),
            Item::Suspend(id) => self.suspend(item, id),
            Item::Foretell(id) => self.foretell(&self.planner.view.object(id)?),
            Item::Activate(id, ability) => self.activate(item, id, ability),
            _ => None,
        }
    }

    // ---- casting ----

    fn cast(&self, item: Item, id: ObjectId, how: How) -> Option<PlannedAct> {
        let view = self.planner.view;
        let object = view.as_cast(id, how)?;
        let profile = self.planner.profiles.card(object.card);
        let card = view.card(object.card);
        let Some((spell, printed)) = card.spell_cast(how).zip(profile.spell.as_ref()) else {
            return self.permanent(item, &object, how);
        };
        // Cast another way it may do something else than what the card's profile says.
        let other = card.spell.as_ref().is_none_or(|s| s.effect != spell.effect);
        let otherwise = other.then(|| self.planner.profiles.reader(view.catalog(), None).read(spell.effect));
        let read = otherwise.as_ref().unwrap_or(printed);
        // More combat is wanted once there has been one; what saves something or wins a fight, before it is decided.
        let in_time = self.moment != Moment::Combat
            || (view.step() == Step::CombatDamage) == read.roles.contains(Roles::EXTRA_COMBAT);
        if !in_time || !spell_fits(view, self.moment, read.roles, profile.instant) {
            return None;
        }
        let mut plan = self.planner.fill(item, &read.aims)?;
        if self.moment == Moment::Theirs && read.roles.contains(Roles::THIS_TURN | Roles::SKIP) {
            self.aim_at_active(item, &mut plan)?;
        }
        let effect = self.planner.effect_paid(read, spell.effect, id, &plan);
        plan.mana = i32::from(view.casting_cost(id, how, plan.x as u16)?) + self.kicking(card, plan.kicked);
        if self.saves_now() && !read.roles.intersects(Roles::COUNTER | Roles::END_TURN | Roles::EXTRA_COMBAT) {
            return self.saving(plan, &effect, id);
        }
        if let Moment::Answer(top) = self.moment {
            return self.answer(item, plan, &top, &effect, &spell.targets);
        }
        plan.score += effect.value + self.planner.board.swept(&effect, view, id) + self.special(&effect);
        plan.score = self.weigh(plan.score, effect.roles | (read.roles & (Roles::DRAW | Roles::MANA | Roles::RAMP)));
        Some(plan)
    }

    /// Mana that is paid for so many kicks.
    fn kicking(&self, card: &Card, kicked: u8) -> i32 {
        let cost = card.extra.as_ref().filter(|_| kicked > 0).map(|extra| self.planner.view.catalog().cost(extra.cost));
        cost.map_or(0, |cost| i32::from(kicked) * i32::from(cost.mana.mana_value(0)))
    }

    /// Creatures, rocks, enchantments: what they are worth standing there and what happens as they enter.
    fn permanent(&self, item: Item, object: &SeenObject, how: How) -> Option<PlannedAct> {
        let profiles = self.planner.profiles;
        let profile = profiles.card(object.card);
        if !permanent_fits(self.moment, profile.instant) || self.lies_in_wait(profile.ambushes) {
            return None;
        }
        let card = self.planner.view.card(object.card);
        let aims = if card.enchant.is_empty() {
            Vec::new()
        } else {
            vec![gift(self.planner.view.catalog(), card, self.weights())]
        };
        let mut plan = self.planner.fill(item, &aims)?;
        let gone = is_evoked(card, how) || self.planner.board.cannot_live(object, self.planner.view);
        let worth = if gone { 0 } else { worth(object, profiles).max(self.copied(profile.copies)) };
        let piece = Piece { object: *object, worth };
        let back = if profile.slow || piece.is_creature() { 0 } else { profile.units };
        plan.mana = i32::from(self.planner.view.casting_cost(object.id, how, 0)?) - back;
        plan.score += piece.worth + profile.enters.iter().map(|a| self.planner.entering(*a, &piece)).sum::<i32>();
        plan.score += i32::from(object.zone == Zone::Command) * COMMANDER;
        let binding = Roles::PRISON | Roles::LOCK | Roles::FEEDS | Roles::NO_UPKEEP | Roles::ATTRITION | Roles::FREEZES;
        if profile.roles.intersects(binding) && !self.is_bearable(profile.roles, object) {
            return None;
        }
        plan.score = self.weigh(plan.score, profile.roles & (Roles::MANA | Roles::RAMP));
        Some(plan)
    }

    /// What the best of what it may enter as a copy of is worth.
    fn copied(&self, what: Option<FilterId>) -> i32 {
        let (view, board) = (self.planner.view, self.planner.board);
        let Some(filter) = what.map(|filter| view.catalog().filter(filter)) else { return 0 };
        let one_too_many = |p: &Piece| p.object.types.contains(Types::LEGENDARY) && p.object.controller == board.me;
        let fits = |p: &&Piece| board.passes(filter, &p.object, view, None) && !one_too_many(p);
        board.pieces.iter().filter(fits).map(|p| p.worth).max().unwrap_or(0)
    }

    /// What comes for little mana, but later: worth what it will do, less the longer it takes.
    fn suspend(&self, item: Item, id: ObjectId) -> Option<PlannedAct> {
        let Moment::Main { .. } = self.moment else { return None };
        let view = self.planner.view;
        let object = view.object(id)?;
        let card = view.card(object.card);
        let suspend = card.suspend.as_ref()?;
        let mut plan = self.planner.fill(item, &[])?;
        let mana = suspend.cost.mana_value(plan.x as u16);
        let wait = view.amount(suspend.time, id, plan.x);
        let drawn = if suspend.cost.x > 0 { self.weights().card / 2 * plan.x } else { 0 };
        plan.mana = mana.into();
        let later = self.weights().later;
        plan.score += (self.planner.profiles.card(object.card).threat - later * wait).max(later) + drawn;
        Some(plan)
    }

    /// A 2/2 creature for three mana, and what it may become.
    fn face_down(&self, item: Item, id: ObjectId) -> Option<PlannedAct> {
        let Moment::Main { .. } = self.moment else { return None };
        let view = self.planner.view;
        let object = view.object(id)?;
        let mut plan = self.planner.fill(item, &[])?;
        plan.mana = view.casting_cost(id, How::FaceDown, 0)?.into();
        let piece = Piece { object, worth: FACE_DOWN };
        let turned = self.turned_up(view.card(object.card), &piece).max(0);
        plan.score += FACE_DOWN + self.planner.profiles.card(object.card).threat / 8 + turned / 2;
        Some(plan)
    }

    /// What triggers as a card is turned face up.
    fn turned_up(&self, card: &Card, piece: &Piece) -> i32 {
        let view = self.planner.view;
        let turned = |ability: &&AbilityId| matches!(view.ability(**ability), Ability::Triggered(t) if matches!(t.event, TriggerEvent::TurnedFaceUp(_)));
        card.abilities.iter().filter(turned).map(|ability| self.planner.entering(*ability, piece)).sum()
    }

    /// What the card is worth more than face down, and what it does as it is turned up.
    fn turn_up(&self, item: Item, id: ObjectId) -> Option<PlannedAct> {
        if !matches!(self.moment, Moment::Main { .. } | Moment::LastChance) {
            return None;
        }
        let view = self.planner.view;
        let card = view.card(view.beneath(id)?);
        let mut plan = self.planner.fill(item, &[])?;
        plan.mana = view.turn_up_value(id).map_or(0, Into::into);
        let piece = self.planner.board.find(id)?;
        plan.score += self.turned_up(card, piece);
        plan.score += body(card) - FACE_DOWN;
        Some(plan)
    }

    /// What the table alone can tell about an effect: extra combats, new hands, a skip that comes in time.
    pub(super) fn special(&self, effect: &Effect) -> i32 {
        let (view, board) = (self.planner.view, self.planner.board);
        // Nobody spends the last of their life, whatever for; what wins with it is found by looking ahead.
        let mut points = if effect.bleeds >= view.life(board.me) { NEVER } else { 0 };
        // Nor what can't be paid for when the bill comes.
        let bill = effect.bill.map_or(0, |cost| i32::from(view.catalog().cost(cost).mana.mana_value(0)));
        if bill > board.sides[board.me.index()].sources {
            points += NEVER;
        }
        points += self.planner.felled(effect);
        if effect.roles.contains(Roles::EXTRA_TURN) {
            points += self.next_turn(effect.roles);
        }
        if effect.roles.contains(Roles::FOG)
            || self.moment == Moment::Attacked && effect.roles.contains(Roles::END_TURN)
        {
            points += self.saved_life();
        }
        if effect.blunts {
            points += self.blunted();
        }
        if effect.roles.contains(Roles::EXTRA_COMBAT) {
            points += self.another_attack();
        }
        if effect.roles.contains(Roles::TOKENS) && board.mine().filter(|p| p.is_creature()).count() > CROWD {
            points += NEVER;
        }
        if effect.roles.contains(Roles::WHEEL) {
            points += self.new_hands(effect.roles);
        }
        if effect.roles.contains(Roles::THIS_TURN) && self.moment == Moment::Theirs {
            points += if self.is_the_turn_to_lose() { 0 } else { NEVER };
        }
        if effect.roles.contains(Roles::LOSES) && self.can_end_turn() {
            points += 350;
        }
        if self.moment == Moment::Doom {
            points += 100;
        }
        points
    }

    /// Whether what takes something from this turn is best spent on it: on the strongest of those who come before this player,
    /// or on who would kill.
    fn is_the_turn_to_lose(&self) -> bool {
        let (view, board) = (self.planner.view, self.planner.board);
        let (life, active) = (view.life(board.me), view.turn().active);
        let power = |seat: Seat| board.sides[seat.index()].power;
        let to_come = view.seats_to_come().take_while(|seat| *seat != board.me);
        let worse = to_come.filter(|seat| view.are_opponents(*seat, board.me)).map(power).max().unwrap_or(0);
        3 * power(active) >= life && (power(active) >= life || power(active) >= worse)
    }

    /// Aims what takes something from this turn at the player whose turn it is.
    fn aim_at_active(&self, item: Item, plan: &mut PlannedAct) -> Option<()> {
        let need = self.planner.view.next_need(item, &[])?;
        let Shape::One(options) = &need.shape else { return None };
        let at = options.iter().position(|option| *option == Item::Player(self.planner.view.turn().active))?;
        *plan.fills.first_mut()? = Choice::option(at as u16);
        Some(())
    }

    /// What ending the combat saves, once that is a good part of one's life.
    fn saved_life(&self) -> i32 {
        let board = self.planner.board;
        if self.planner.view.is_combat_damage_prevented() {
            return NEVER;
        }
        let pieces = board.attacking_me.iter().filter_map(|id| board.find(*id));
        let damage: i32 = pieces.map(Piece::strike).sum();
        if 3 * damage >= self.planner.view.life(board.me) { 3 * damage } else { NEVER }
    }

    /// What is saved by preventing what the strongest attacker would deal.
    fn blunted(&self) -> i32 {
        let board = self.planner.board;
        let pieces = board.attacking_me.iter().filter_map(|id| board.find(*id));
        let damage = pieces.map(Piece::strike).max().unwrap_or(0);
        if self.moment == Moment::Attacked && 3 * damage >= self.planner.view.life(board.me) {
            3 * damage
        } else {
            NEVER
        }
    }

    /// What attacked already attacks once more.
    fn another_attack(&self) -> i32 {
        let attacked = self.planner.board.mine().filter(|p| p.is_creature() && p.object.tapped && !p.object.sick);
        let power: i32 = attacked.map(Piece::strike).sum();
        if power >= 4 { 3 * power } else { NEVER }
    }

    /// Whether a permanent of one's own can end the turn before its price comes due.
    fn can_end_turn(&self) -> bool {
        let ends = |p: &Piece| self.planner.profiles.card(p.object.card).roles.contains(Roles::END_TURN);
        self.planner.board.mine().any(ends)
    }

    /// Mana is worth most early, cards least when the hand is full.
    fn weigh(&self, score: i32, roles: Roles) -> i32 {
        let board = self.planner.board;
        let score = if roles.intersects(OWN_GOOD) { Pilot::part(board.pilot.greed, score) } else { score };
        let sources = board.sides[board.me.index()].sources;
        if roles.intersects(Roles::MANA | Roles::RAMP) {
            return match sources {
                // New mana is untapped.
                _ if self.is_locked() => score + 10,
                0..=3 => score + 20,
                4..=5 => score + 6,
                6..=8 => score * 3 / 4,
                // Late it is worth little, but costs nothing where there is nothing else to do.
                _ => (score / 2).max(score.min(self.weights().worthwhile)),
            };
        }
        let crowded = self.planner.view.hand_size(board.me) >= 6 && self.moment != Moment::LastChance;
        if roles.contains(Roles::DRAW) && crowded && score < 60 { score / 2 } else { score }
    }
}
