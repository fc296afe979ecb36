//! What single acts are worth: casting and activating, each at its moment.

use crate::cards::ability::{Ability, Activated, Cost, TriggerEvent};
use crate::cards::effect::{AbilityId, CounterKind, Destination, How, Op, What};
use crate::cards::keyword::Keywords;
use crate::cards::type_line::Types;
use crate::game::decision::{Choice, Item, Shape};
use crate::game::view::{SeenObject, SeenStackItem};
use crate::game::{ObjectId, Target, Zone};
use crate::turn::{Seat, Step};

use super::board::{Piece, worth};
use super::duel::{duel, is_blocker, may_block};
use super::effect::Effect;
use super::plan::{NEVER, PlannedAct, Planner, keeping};
use super::priority::{Moment, ability_fits, permanent_fits, spell_fits};
use super::profile::{Roles, body};
use super::weights::Weights;
use crate::agents::Pilot;

use super::ways::{enough_counters, gift, is_evoked};

/// Creatures that are enough: nobody makes more tokens then.
const CROWD: usize = 60;
/// Points for a face-down creature.
const FACE_DOWN: i32 = 16;
/// Points for a suspended card that comes sooner.
const HASTENED: i32 = 6;
/// Turns that a suspended card is worth waiting for.
const SOON: i32 = 3;
/// Sources of mana beyond which a land can be spared.
const PLENTY: i32 = 7;
/// Points for a land that can be spared.
const SPARE_LAND: i32 = 2;
/// Points for the commander in the command zone: the deck is built around it.
const COMMANDER: i32 = 16;
/// Activations of one ability in one turn, at most.
const ACTIVATIONS: u8 = 4;

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
            Item::Cast(id) | Item::CastWith(id, _) | Item::CastFree(id) if !self.planner.is_time_for(id) => None,
            Item::Cast(id) => self.cast(item, id, How::Printed),
            Item::CastFree(id) => self.cast(item, id, How::Free),
            Item::CastWith(id, How::FaceDown) => self.face_down(item, id),
            Item::CastWith(id, how) => self.cast(item, id, how),
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
        // More combat is wanted once there has been one.
        let in_time = self.moment != Moment::Combat || view.step() == Step::CombatDamage;
        if !in_time || !spell_fits(view, self.moment, read.roles, profile.instant) {
            return None;
        }
        let mut plan = self.planner.fill(item, &read.aims)?;
        let effect = self.planner.effect_now(read, spell.effect, id, plan.x);
        plan.mana = view.casting_cost(id, how, plan.x as u16)?.into();
        if let Moment::Answer(top) = self.moment {
            return self.answer(item, plan, &top, &effect);
        }
        plan.score += effect.value + self.planner.board.swept(&effect, view, id) + self.special(&effect);
        plan.score = self.weigh(plan.score, effect.roles | (read.roles & (Roles::DRAW | Roles::MANA | Roles::RAMP)));
        Some(plan)
    }

    /// Creatures, rocks, enchantments: what they are worth standing there and what happens as they enter.
    fn permanent(&self, item: Item, object: &SeenObject, how: How) -> Option<PlannedAct> {
        let profiles = self.planner.profiles;
        if !permanent_fits(self.moment, profiles.card(object.card).instant) {
            return None;
        }
        let card = self.planner.view.card(object.card);
        let aims = if card.enchant.is_empty() {
            Vec::new()
        } else {
            vec![gift(self.planner.view.catalog(), card, self.weights())]
        };
        let mut plan = self.planner.fill(item, &aims)?;
        let gone = is_evoked(card, how);
        let worth = if gone { 0 } else { worth(object, profiles) };
        let piece = Piece { object: *object, worth };
        let profile = profiles.card(object.card);
        let back = if profile.slow || piece.is_creature() { 0 } else { profile.units };
        plan.mana = i32::from(self.planner.view.casting_cost(object.id, how, 0)?) - back;
        plan.score += piece.worth + profile.enters.iter().map(|a| self.planner.entering(*a, &piece)).sum::<i32>();
        plan.score += i32::from(object.zone == Zone::Command) * COMMANDER;
        let binding = Roles::LOCK | Roles::FEEDS | Roles::NO_UPKEEP | Roles::ATTRITION | Roles::FREEZES;
        if profile.roles.intersects(binding) && !self.is_bearable(profile.roles, object) {
            return None;
        }
        plan.score = self.weigh(plan.score, profile.roles & (Roles::MANA | Roles::RAMP));
        Some(plan)
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
        let object = self.planner.view.object(id)?;
        let mut plan = self.planner.fill(item, &[])?;
        plan.mana = self.planner.view.casting_cost(id, How::FaceDown, 0)?.into();
        plan.score += FACE_DOWN + self.planner.profiles.card(object.card).threat / 8;
        Some(plan)
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
        for ability in &card.abilities {
            if let Ability::Triggered(trigger) = view.ability(*ability)
                && matches!(trigger.event, TriggerEvent::TurnedFaceUp(_))
            {
                plan.score += self.planner.profiles.ability(*ability).value;
            }
        }
        plan.score += body(card) - FACE_DOWN;
        Some(plan)
    }

    /// Counters what matters, and nothing but the top of the stack.
    fn answer(&self, item: Item, mut plan: PlannedAct, top: &SeenStackItem, effect: &Effect) -> Option<PlannedAct> {
        let threat = self.planner.profiles.card(top.card).threat;
        if self.is_for_others(top) || effect.redirects && !self.targets_mine(top) {
            return None;
        }
        let matters = self.weights().matters;
        let needed = if effect.roles.contains(Roles::COUNTER) { matters } else { 2 * matters };
        if threat < needed {
            return None;
        }
        if !effect.roles.contains(Roles::COUNTER) {
            return Some(PlannedAct { score: threat / 2, ..plan });
        }
        let need = self.planner.view.next_need(item, &[])?;
        let Shape::One(options) = &need.shape else { return None };
        let at = options.iter().position(|o| *o == Item::Object(top.source))?;
        let mut fills = std::mem::take(&mut plan.fills);
        *fills.first_mut()? = Choice::option(at as u16);
        // The cheapest answer will do.
        Some(PlannedAct { score: threat + effect.value.min(10), fills, ..plan })
    }

    /// Whether a spell targets this player or something of theirs.
    fn targets_mine(&self, spell: &SeenStackItem) -> bool {
        let (view, me) = (self.planner.view, self.planner.board.me);
        view.targets_of(spell.source).any(|target| match target {
            Target::Player(seat) => seat == me,
            Target::Object(id) => view.object(id).is_some_and(|object| object.controller == me),
        })
    }

    /// Whether a spell only removes what is not this player's.
    fn is_for_others(&self, spell: &SeenStackItem) -> bool {
        let (view, board) = (self.planner.view, self.planner.board);
        let roles = self.planner.profiles.card(spell.card).spell.as_ref().map_or(Roles::empty(), |s| s.roles);
        let mine = |target: Target| match target {
            Target::Player(seat) => seat == board.me,
            Target::Object(id) => {
                view.object(id).is_some_and(|object| !view.are_opponents(object.controller, board.me))
            }
        };
        let mut targets = view.targets_of(spell.source).peekable();
        roles.difference(Roles::DRAW) == Roles::REMOVAL && targets.peek().is_some() && !targets.any(mine)
    }

    /// What the table alone can tell about an effect: extra combats, new hands, a skip that comes in time.
    fn special(&self, effect: &Effect) -> i32 {
        let (view, board) = (self.planner.view, self.planner.board);
        // Nobody spends the last of their life, whatever for; what wins with it is found by looking ahead.
        let mut points = if effect.bleeds >= view.life(board.me) { NEVER } else { 0 };
        // Nor what can't be paid for when the bill comes.
        if effect.bill > board.sides[board.me.index()].sources {
            points += NEVER;
        }
        if effect.roles.contains(Roles::EXTRA_TURN) {
            points += self.next_turn(effect.roles);
        }
        if effect.roles.contains(Roles::FOG)
            || self.moment == Moment::Attacked && effect.roles.contains(Roles::END_TURN)
        {
            points += self.saved_life();
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
            let danger = board.sides[view.turn().active.index()].power;
            points += if 3 * danger >= view.life(board.me) { 0 } else { NEVER };
        }
        if effect.roles.contains(Roles::LOSES) && self.can_end_turn() {
            points += 350;
        }
        if self.moment == Moment::Doom {
            points += 100;
        }
        points
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

    // ---- activating ----

    fn activate(&self, item: Item, id: ObjectId, ability: AbilityId) -> Option<PlannedAct> {
        let view = self.planner.view;
        let Ability::Activated(activated) = view.ability(ability) else { return None };
        let read = self.planner.profiles.ability(ability);
        let most = if read.grows > 0 { 2 * ACTIVATIONS } else { ACTIVATIONS };
        let is_spent = view.activations(id, ability) >= most;
        if let Some(suspended) = view.object(id).filter(|o| o.zone == Zone::Exile && !is_spent) {
            return self.hasten(item, &suspended, activated);
        }
        if is_spent || !self.activation_fits(activated, read, id) {
            return None;
        }
        if let Some(card) = view.object(id).filter(|o| o.zone == Zone::Hand) {
            return self.cycle(item, &card, activated, read);
        }
        if let Some(card) = view.object(id).filter(|o| o.zone == Zone::Graveyard) {
            return self.rise(item, &card, activated);
        }
        let piece = self.planner.board.find(id)?;
        if let Some(plan) = self.equip(item, ability, piece) {
            return plan;
        }
        if self.is_enough(activated, piece) {
            return None;
        }
        let loyalty = self.loyalty(activated, piece)?;
        let mut plan = self.planner.fill(item, &read.aims)?;
        let cost = view.catalog().cost(activated.cost);
        let x = match cost.remove_counters {
            Some((kind, n)) => n.unwrap_or_else(|| view.counters(id, kind)).into(),
            None => plan.x,
        };
        let effect = self.planner.effect_now(read, activated.effect, id, x);
        plan.score += effect.value + self.planner.board.swept(&effect, view, id) + self.special(&effect) + loyalty;
        plan.score += if self.moment == Moment::Combat { self.weights().card * effect.grows.signum() } else { 0 };
        plan.score += effect.animates.map_or(0, |(power, keywords)| self.animated(piece, power, keywords));
        plan.score -= self.planner.cost_points(cost, id);
        let less = activated.less.map_or(0, |n| view.amount(n, id, 0)).min(cost.mana.generic.into());
        plan.score += less;
        plan.mana = i32::from(cost.mana.mana_value(0)) - less + plan.x;
        (plan.score > self.forgone(cost, piece)).then_some(plan)
    }

    /// What the attack of who is tapped for an ability before combat would be worth.
    fn forgone(&self, cost: &Cost, piece: &Piece) -> i32 {
        let before = self.moment == (Moment::Main { first: true });
        if !(before && cost.tap && piece.may_attack() && piece.strike() > 0) {
            return NEVER;
        }
        let extra = self.planner.profiles.card(piece.object.card).attack;
        // Who is not tapped by attacking does both.
        let both = if piece.has(Keywords::VIGILANCE) { self.weights().lethal } else { 0 };
        self.weights().life_lost * piece.strike() + extra + both
    }

    /// What it is worth that a permanent becomes such a creature: only an attack that somebody can't block.
    fn animated(&self, piece: &Piece, power: i32, keywords: Keywords) -> i32 {
        let (view, board) = (self.planner.view, self.planner.board);
        let is_ready = self.moment == (Moment::Main { first: true }) && !piece.object.tapped && !piece.object.sick;
        let attacker = Piece { object: SeenObject { keywords, ..piece.object }, worth: 0 };
        let blocks = |seat, p: &Piece| p.object.controller == seat && is_blocker(p) && may_block(p, &attacker);
        let is_open = |seat: Seat| view.attack_tax(seat) == 0 && !board.pieces.iter().any(|p| blocks(seat, p));
        if is_ready && !piece.is_creature() && board.opponents(view).any(is_open) {
            self.weights().bearer + 2 * power
        } else {
            NEVER
        }
    }

    /// What an ability of a card in hand does, less what the card would be kept for.
    fn cycle(&self, item: Item, card: &SeenObject, activated: &Activated, read: &Effect) -> Option<PlannedAct> {
        let view = self.planner.view;
        let mut plan = self.planner.fill(item, &read.aims)?;
        let effect = self.planner.effect_now(read, activated.effect, card.id, plan.x);
        plan.score +=
            effect.value + self.special(&effect) - keeping(card, view, self.planner.profiles, self.planner.board);
        plan.mana = i32::from(view.catalog().cost(activated.cost).mana.mana_value(0)) + plan.x;
        Some(plan)
    }

    /// Brings a card back from the graveyard, or a copy of it: for a turn it is worth no more than an attack.
    fn rise(&self, item: Item, card: &SeenObject, activated: &Activated) -> Option<PlannedAct> {
        let Moment::Main { first } = self.moment else { return None };
        let (view, worth) = (self.planner.view, worth(card, self.planner.profiles));
        let op = view.catalog().op(activated.effect);
        let gain = if matches!(op, Op::CreateCopies { of: What::Card, .. }) {
            worth
        } else if first && op == Op::Move(What::Source, Destination::Battlefield) {
            worth / 3
        } else {
            return None;
        };
        let cost = view.catalog().cost(activated.cost);
        let mut plan = self.planner.fill(item, &[])?;
        plan.score += gain - self.planner.cost_points(cost, card.id);
        plan.mana = i32::from(cost.mana.mana_value(0)) + plan.x;
        Some(plan)
    }

    /// Takes a time counter from a suspended card, for what can be spared: the sooner the card would come, the more.
    fn hasten(&self, item: Item, suspended: &SeenObject, activated: &Activated) -> Option<PlannedAct> {
        let view = self.planner.view;
        let Op::RemoveCounters(What::Source, CounterKind::TIME, _) = view.catalog().op(activated.effect) else {
            return None;
        };
        let need = view.next_need(item, &[])?;
        let Shape::Some { options, min: 1, .. } = &need.shape else { return None };
        let priced = options.iter().enumerate().filter_map(|(at, option)| Some((self.spare(*option)?, at as u16)));
        let (price, at) = priced.min()?;
        let waits = i32::from(view.counters(suspended.id, CounterKind::TIME));
        let gain = self.planner.profiles.card(suspended.card).threat / (waits + SOON);
        let fills = vec![Choice::Some(vec![at])];
        if price >= gain || view.next_need(item, &fills).is_some() {
            return None;
        }
        let mana = view.catalog().cost(activated.cost).mana.mana_value(0).into();
        Some(PlannedAct { score: HASTENED + gain - price, fills, x: 0, mana })
    }

    /// What it costs to be without a permanent now: nothing when it dies anyway, little when it is one land of many. In combat
    /// nothing else is given up.
    fn spare(&self, option: Item) -> Option<i32> {
        let Item::Object(id) = option else { return None };
        let board = self.planner.board;
        let piece = board.find(id)?;
        match self.moment {
            Moment::Combat => self.is_doomed(piece).then_some(0),
            Moment::Main { first: false } | Moment::LastChance => {
                let many = board.sides[board.me.index()].sources > PLENTY;
                let is_spare = many && piece.object.types.contains(Types::LAND) && !piece.is_creature();
                Some(if is_spare { SPARE_LAND } else { piece.worth })
            }
            _ => None,
        }
    }

    /// Whether a creature that attacks is about to die for nothing.
    fn is_doomed(&self, piece: &Piece) -> bool {
        let (view, board) = (self.planner.view, self.planner.board);
        let against = |(blocker, attacker)| if attacker == piece.object.id { board.find(blocker) } else { None };
        let mut duels = view.blockers().filter_map(against).map(|blocker| duel(piece, blocker)).peekable();
        view.step() == Step::DeclareBlockers
            && duels.peek().is_some()
            && duels.fold((false, false), |(dies, kills), d| (dies || d.attacker, kills || d.blocker)) == (true, false)
    }

    /// A level that adds nothing any more.
    fn is_enough(&self, activated: &Activated, piece: &Piece) -> bool {
        let view = self.planner.view;
        let Op::PutCounters(What::Source, kind, _) = view.catalog().op(activated.effect) else { return false };
        let enough = enough_counters(view.catalog(), view.card(piece.object.card), kind);
        enough.is_some_and(|n| i32::from(view.counters(piece.object.id, kind)) >= n)
    }

    /// Creatures that an ability of another taps are tapped after combat only; what grows a creature waits until nothing blocks it.
    fn activation_fits(&self, activated: &Activated, read: &Effect, id: ObjectId) -> bool {
        let view = self.planner.view;
        let cost = view.catalog().cost(activated.cost);
        let taps = cost.tap_others.is_some();
        let in_time = match self.moment {
            Moment::Main { first } => !(first && taps),
            Moment::Combat => {
                let unblocked = view.attackers().any(|(a, _)| a == id) && !view.blockers().any(|(_, a)| a == id);
                let pumps = read.grows > 0 && view.step() == Step::DeclareBlockers && unblocked;
                pumps || read.roles.contains(Roles::EXTRA_COMBAT) && view.step() == Step::CombatDamage
            }
            _ => true,
        };
        in_time && ability_fits(self.moment, read)
    }

    /// CR 606.3, 606.6: one loyalty ability a turn, and only what the loyalty can pay. Points for the change of loyalty.
    fn loyalty(&self, activated: &Activated, piece: &Piece) -> Option<i32> {
        let Some(change) = activated.loyalty else { return Some(0) };
        let view = self.planner.view;
        let id = piece.object.id;
        let used = view.loyalty_used(id);
        let left = i32::from(view.counters(id, CounterKind::LOYALTY)) + i32::from(change);
        (!used && left >= 0).then_some(i32::from(change) * 2 + 4)
    }
}
