//! What activating abilities is worth, from wherever they are activated.

use smallvec::SmallVec;

use crate::cards::ability::{Ability, Activated, Cost};
use crate::cards::effect::{AbilityId, CounterKind, Destination, Op, What};
use crate::cards::keyword::Keywords;
use crate::cards::type_line::Types;
use crate::game::decision::{Choice, Item, Shape};
use crate::game::view::SeenObject;
use crate::game::{ObjectId, Zone};
use crate::turn::{Seat, Step};

use super::board::{Piece, worth};
use super::duel::{duel, is_blocker, may_block};
use super::effect::Effect;
use super::home::through_attack;
use super::judge::Judge;
use super::plan::{NEVER, PlannedAct, keeping};
use super::priority::{Moment, RESCUES, ability_fits};
use super::profile::Roles;
use super::ways::enough_counters;

/// Points for a suspended card that comes sooner.
const HASTENED: i32 = 6;
/// Turns that a suspended card is worth waiting for.
const SOON: i32 = 3;
/// Sources of mana beyond which a land can be spared.
const PLENTY: i32 = 7;
/// Points for a land that can be spared.
const SPARE_LAND: i32 = 2;
/// Activations of one ability in one turn, at most.
pub(super) const ACTIVATIONS: u8 = 4;

impl Judge<'_> {
    /// An ability with its needs filled, if it is anything for this moment.
    pub(super) fn activate(&self, item: Item, id: ObjectId, ability: AbilityId) -> Option<PlannedAct> {
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
        if read.ambushes {
            return self.ambush(item, &view.object(id)?);
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
        plan.mana = i32::from(cost.mana.mana_value(0)) + plan.x;
        let combat = self.moment == Moment::Combat && (read.grows > 0 || read.roles.contains(Roles::EXTRA_COMBAT));
        if let (Moment::Answer(top), true) = (self.moment, read.roles.contains(Roles::COUNTER)) {
            let plan = self.answer(item, plan, &top, &effect, &activated.targets)?;
            let score = plan.score - self.planner.cost_points(cost, id);
            return Some(PlannedAct { score, ..plan });
        }
        if self.saves_now() && !combat {
            return self.rescue(plan, &effect, piece, cost);
        }
        plan.score += effect.value + self.planner.board.swept(&effect, view, id) + self.special(&effect) + loyalty;
        plan.score += if self.moment == Moment::Combat { self.weights().card * effect.grows.signum() } else { 0 };
        plan.score += effect.animates.map_or(0, |(power, keywords)| self.animated(piece, power, keywords));
        plan.score -= self.planner.cost_points(cost, id);
        if self.moment == Moment::LastChance {
            // What is left over is lost.
            plan.score += i32::from(cost.mana.mana_value(0));
        }
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

    /// What it is worth that a permanent becomes such a creature: only an attack that somebody can't block, or a block where the
    /// other creatures are too few.
    fn animated(&self, piece: &Piece, power: Option<i32>, keywords: Keywords) -> i32 {
        if self.moment == Moment::Attacked {
            let saves = power.is_some_and(|power| self.saves_by_blocking(piece, power, keywords));
            return if saves { self.weights().lethal } else { NEVER };
        }
        let printed = power.is_none();
        let power = power.unwrap_or_else(|| piece.object.power.into());
        let (view, board) = (self.planner.view, self.planner.board);
        let is_ready = self.moment == (Moment::Main { first: true }) && !piece.object.tapped && !piece.object.sick;
        let attacker = Piece { object: SeenObject { keywords, ..piece.object }, worth: 0 };
        // A Vehicle is as large as it is printed, so that it is known what could block it and live.
        let stops = |p: &Piece| !printed || duel(&attacker, p).attacker;
        let blocks =
            |seat, p: &Piece| p.object.controller == seat && is_blocker(p) && may_block(p, &attacker) && stops(p);
        let is_open = |seat: Seat| view.attack_tax(seat) == 0 && !board.pieces.iter().any(|p| blocks(seat, p));
        if is_ready && !piece.is_creature() && view.opponents_of(board.me).any(is_open) {
            self.weights().bearer + 2 * power
        } else {
            NEVER
        }
    }

    /// Whether the attack kills unless that permanent blocks, too, as a creature of that size with those keywords.
    fn saves_by_blocking(&self, piece: &Piece, power: i32, keywords: Keywords) -> bool {
        let board = self.planner.board;
        if piece.object.tapped || piece.is_creature() {
            return false;
        }
        let toughness = power.clamp(1, i16::MAX.into()) as i16;
        let awake = Piece { object: SeenObject { keywords, toughness, ..piece.object }, worth: 0 };
        let mut walls: SmallVec<[&Piece; 16]> = board.mine().filter(|p| is_blocker(p)).collect();
        let life = self.planner.view.life(board.me);
        let kills = |walls: &[&Piece]| through_attack(board, walls) >= life;
        kills(&walls) && {
            walls.push(&awake);
            !kills(&walls)
        }
    }

    /// What an ability of a card in hand does, less what the card would be kept for.
    fn cycle(&self, item: Item, card: &SeenObject, activated: &Activated, read: &Effect) -> Option<PlannedAct> {
        let view = self.planner.view;
        let mut plan = self.planner.fill(item, &read.aims)?;
        let effect = self.planner.effect_now(read, activated.effect, card.id, plan.x);
        let kept = keeping(card, view, self.planner.profiles, self.planner.board);
        // Without lands to come the mana for it may never be there.
        let far = i32::from(view.card(card.card).mana_value)
            > self.planner.board.sides[self.planner.board.me.index()].sources + 1;
        let stuck = far && !view.hand(self.planner.board.me).any(|o| o.types.contains(Types::LAND));
        plan.score += effect.value + self.special(&effect) - if stuck { kept / 4 } else { kept };
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
        Some(PlannedAct { score: HASTENED + gain - price, fills, x: 0, kicked: 0, mana })
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
                let early = view.step() == Step::DeclareBlockers;
                let pumps = read.grows > 0 && early && unblocked;
                early && (read.ambushes || read.roles.intersects(RESCUES))
                    || pumps
                    || read.roles.contains(Roles::EXTRA_COMBAT) && view.step() == Step::CombatDamage
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
