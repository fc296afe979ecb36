//! Life and damage (CR 119, 120).

use crate::cards::effect::{AmountId, EffectId, FilterId, Sheltered, What, Who};
use crate::turn::Seat;

use crate::game::decision::{Choice, DecisionKind, Item, Shape};
use crate::game::engine::{Engine, chosen_items};
use crate::game::filter::Viewpoint;
use crate::game::object::{ObjectId, Target};
use crate::game::state::{About, Frame, Prevented, Resume, Shelter, Shield, StackItem};

use super::asking::{Answer, Asks, Call, Question};

pub(super) fn gain(engine: &mut Engine<'_>, who: Who, n: AmountId) {
    let n = engine.num(n);
    for seat in engine.seats_of(who) {
        engine.gain_life(seat, n);
    }
}

pub(super) fn lose(engine: &mut Engine<'_>, who: Who, n: AmountId) {
    let n = engine.num(n);
    let mut lost = 0;
    if n > 0 {
        for seat in engine.seats_of(who) {
            lost = engine.change_life(seat, -n).saturating_neg().saturating_add(lost);
        }
    }
    engine.set_result(lost);
}

pub(super) fn set(engine: &mut Engine<'_>, who: Who, n: AmountId) {
    let n = engine.num(n);
    for seat in engine.seats_of(who) {
        engine.set_life(seat, n);
    }
}

/// Those that pass then, or those that are meant now.
pub(super) fn prevent_damage_by(engine: &mut Engine<'_>, what: What, combat: bool) {
    let prevented = match what {
        What::All(filter) => Prevented { by: Some(engine.those(filter)), these: Vec::new(), combat },
        what => Prevented { by: None, these: engine.objects_of(what), combat },
    };
    engine.s.this_turn.effects.prevented.push(prevented);
}

pub(super) fn damage_leaves_one(engine: &mut Engine<'_>, who: Who) {
    for seat in engine.seats_of(who) {
        engine.s.this_turn.effects.left_one.insert(seat);
    }
}

pub(super) fn cant_gain(engine: &mut Engine<'_>, who: Who) {
    for seat in engine.seats_of(who) {
        engine.s.this_turn.effects.no_life_gain.insert(seat);
    }
}

/// To those that pass as damage would be dealt, or to those that are meant now.
pub(super) fn prevent_damage_to(engine: &mut Engine<'_>, to: Sheltered, n: Option<AmountId>, combat: bool) {
    let left = n.map(|n| engine.num(n));
    if left.is_some_and(|n| n <= 0) {
        return;
    }
    let objects = |ids: Vec<ObjectId>| ids.into_iter().map(Target::Object).collect();
    let (these, those): (Vec<Target>, _) = match to {
        Sheltered::Players(who) => (engine.seats_of(who).into_iter().map(Target::Player).collect(), None),
        Sheltered::Objects(What::All(filter)) => (Vec::new(), Some(engine.those(filter))),
        Sheltered::Objects(what) => (objects(engine.objects_of(what)), None),
        Sheltered::Target(n) => (engine.target(n).into_iter().collect(), None),
    };
    engine.s.this_turn.effects.shelters.push(Shelter { these, those, left, combat });
    engine.log.forget_known();
}

/// CR 609.7a: a permanent or a spell, or the source of an ability on the stack.
pub(super) fn shield(engine: &mut Engine<'_>, call: Call<'_>, then: EffectId) {
    let (source, seat, card) = engine.frame_source();
    match call {
        Call::Perform => {
            let mut sources: Vec<ObjectId> = engine.s.stack.iter().map(StackItem::source).collect();
            sources.extend(engine.s.battlefield.iter().map(|slot| engine.s.id(*slot)));
            sources.retain(|id| engine.s.get(*id).is_some());
            let mut options: Vec<Item> = Vec::new();
            for id in sources {
                if !options.contains(&Item::Object(id)) {
                    options.push(Item::Object(id));
                }
            }
            if options.is_empty() || !engine.s.turns.is_living(seat) {
                return engine.next();
            }
            // By default the strongest creature that attacks the player.
            let attackers = engine.s.combat.attackers.iter().filter(|attacker| attacker.defender == seat);
            let strongest = attackers.max_by_key(|attacker| engine.s.recall(attacker.id).map_or(0, |o| o.power));
            let at = strongest.and_then(|attacker| options.iter().position(|o| *o == Item::Object(attacker.id)));
            let (shape, default) = (Shape::One(options), Choice::option(at.unwrap_or(0) as u16));
            engine.ask_about(seat, DecisionKind::Choose, Some(source), shape, default, Resume::Frame);
        }
        Call::Answer(decision, choice) => {
            if let Some(Item::Object(from)) = chosen_items(decision, choice).first().copied() {
                engine.s.this_turn.effects.shields.push(Shield { from, seat, source, card, then });
            }
            engine.next();
        }
    }
}

/// A player pays any amount of life, which is the result.
pub(super) struct PayAny {
    pub(super) who: Who,
}

impl Asks for PayAny {
    fn who(&self) -> Who {
        self.who
    }

    fn begin(&self, frame: &mut Frame) {
        frame.result = 0;
    }

    fn question(&self, engine: &Engine<'_>, seat: Seat) -> Option<Question> {
        let max = engine.s.players[seat].life.max(0);
        Some((DecisionKind::Pay, Shape::Number { min: 0, max }, Choice::Number(0)))
    }

    fn answer(&self, engine: &mut Engine<'_>, answer: &Answer<'_>) {
        if let Choice::Number(n) = answer.choice {
            if *n > 0 {
                engine.change_life(answer.seat, -n);
            }
            engine.set_result(*n);
        }
    }
}

/// Damage of one source to several; how much is dealt in all is returned.
fn deal(engine: &mut Engine<'_>, (from, by): (ObjectId, Seat), to: impl IntoIterator<Item = (Target, i32)>) -> i32 {
    let dealt = to.into_iter().map(|(to, amount)| engine.deal_damage(from, by, to, amount, false));
    dealt.fold(0, i32::saturating_add)
}

/// Damage of the source; how much is dealt in all is the result.
fn deal_from_source(engine: &mut Engine<'_>, to: impl IntoIterator<Item = (Target, i32)>) {
    let (source, you, _) = engine.frame_source();
    let dealt = deal(engine, (source, you), to);
    engine.set_result(dealt);
}

pub(super) fn damage_players(engine: &mut Engine<'_>, who: Who, n: AmountId) {
    let (n, seats) = (engine.num(n), engine.seats_of(who));
    deal_from_source(engine, seats.into_iter().map(|seat| (Target::Player(seat), n)));
}

pub(super) fn damage_objects(engine: &mut Engine<'_>, what: What, n: AmountId) {
    let (n, ids) = (engine.num(n), engine.objects_of(what));
    deal_from_source(engine, ids.into_iter().map(|id| (Target::Object(id), n)));
}

pub(super) fn damage_target(engine: &mut Engine<'_>, n: u8, amount: AmountId) {
    let (amount, target) = (engine.num(amount), engine.target(n));
    deal_from_source(engine, target.map(|target| (target, amount)));
}

pub(super) fn damage_targets(engine: &mut Engine<'_>, n: AmountId) {
    let targets: Vec<Target> = engine.frame().targets.iter().flatten().copied().collect();
    let n = engine.num(n);
    deal_from_source(engine, targets.into_iter().map(|target| (target, n)));
}

/// CR 608.2h: what deals the damage may have left; it deals it as it last existed. Of several each deals it.
pub(super) fn damage_from(engine: &mut Engine<'_>, what: What, n: u8, amount: AmountId) {
    let target = engine.target(n);
    deal_from_each(engine, what, amount, |_, _| target.into_iter().collect());
}

/// Each other permanent that passes, by what may have left (CR 608.2h).
pub(super) fn damage_each_from(engine: &mut Engine<'_>, what: What, filter: FilterId, amount: AmountId) {
    let damaged = engine.objects_of(What::All(filter));
    deal_from_each(engine, what, amount, |_, from| {
        damaged.iter().copied().filter(|id| *id != from.id).map(Target::Object).collect()
    });
}

/// Players, by what may have left (CR 608.2h).
pub(super) fn damage_players_from(engine: &mut Engine<'_>, what: What, who: Who, amount: AmountId) {
    deal_from_each(engine, what, amount, |engine, from| {
        engine.who(who, &from.view(engine)).into_iter().map(Target::Player).collect()
    });
}

/// Each of those deals as much as is so of it; how much is dealt in all is the result.
fn deal_from_each(
    engine: &mut Engine<'_>,
    what: What,
    amount: AmountId,
    to: impl Fn(&Engine<'_>, &Dealer) -> Vec<Target>,
) {
    let mut dealt = 0i32;
    for from in dealers(engine, what) {
        let (targets, amount) = (to(engine, &from), engine.amount(amount, &from.view(engine)));
        let by_it = deal(engine, (from.id, from.by), targets.into_iter().map(|target| (target, amount)));
        dealt = dealt.saturating_add(by_it);
    }
    engine.set_result(dealt);
}

/// What deals damage.
#[derive(Clone, Copy)]
struct Dealer {
    id: ObjectId,
    by: Seat,
    /// One of several, each of which "that" is as it deals its damage.
    of_several: bool,
}

impl Dealer {
    fn view<'e>(&self, engine: &'e Engine<'_>) -> Viewpoint<'e> {
        let at = engine.view();
        let object = if self.of_several { Some(self.id) } else { at.about.object };
        Viewpoint { about: About { object, ..at.about }, ..at }
    }
}

fn dealers(engine: &Engine<'_>, what: What) -> Vec<Dealer> {
    let of_several = matches!(what, What::All(_));
    let ids = if of_several { engine.objects_of(what) } else { engine.object_of(what).into_iter().collect() };
    let dealer = |id: ObjectId| Some(Dealer { id, by: engine.s.recall(id)?.controller, of_several });
    ids.into_iter().filter_map(dealer).collect()
}

/// The player or planeswalker that the attacker attacks, or last attacked once it has left combat (CR 608.2h).
pub(super) fn damage_attacked(engine: &mut Engine<'_>, n: AmountId) {
    let (n, about) = (engine.num(n), engine.frame().about);
    let attacker = engine.s.combat.aims.iter().rev().find(|a| Some(a.id) == about.object).copied();
    let aim = attacker.and_then(|attacker| engine.attacked_by(&attacker));
    deal_from_source(engine, aim.map(|aim| (aim, n)));
}

/// What the effect is about: a permanent, or else a player.
pub(super) fn damage_that(engine: &mut Engine<'_>, n: AmountId) {
    let (n, about) = (engine.num(n), engine.frame().about);
    let to = about.object.map(Target::Object).or(about.player.map(Target::Player));
    deal_from_source(engine, to.map(|to| (to, n)));
}

/// Evenly, rounded down.
pub(super) fn damage_divided(engine: &mut Engine<'_>, amount: AmountId) {
    let targets: Vec<Target> = engine.frame().targets.iter().flatten().copied().collect();
    let (total, n) = (engine.num(amount), targets.len() as i32);
    deal_from_source(engine, targets.into_iter().map(|target| (target, total / n)));
}

pub(super) fn damage_as_divided(engine: &mut Engine<'_>) {
    let shares = engine.shares();
    deal_from_source(engine, shares);
}
