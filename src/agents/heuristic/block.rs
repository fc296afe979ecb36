//! Which creatures block what: good fights first, then whatever keeps the player alive.

use crate::cards::keyword::Keywords;
use crate::game::decision::{Choice, Item};
use crate::game::view::PlayerView;
use crate::game::{COMMANDER_DAMAGE, ObjectId};

use super::board::{BoardReading, Piece};
use super::duel::{duel, may_block};
use super::profile::Profiles;
use super::weights::Weights;

/// An attacker and who blocks it.
#[derive(Clone, Copy)]
struct Threat<'b> {
    option: usize,
    piece: &'b Piece,
    blocked: bool,
}

/// Blocks that are being decided on.
#[derive(Clone)]
struct Blocks<'b> {
    /// The attackers, the most dangerous first.
    threats: Vec<Threat<'b>>,
    /// The creatures that do not block yet, by their places, the cheapest first.
    free: Vec<(u16, &'b Piece)>,
    pairs: Vec<(u16, i32)>,
}

/// The blocks to declare.
pub(super) fn declare(
    view: &PlayerView,
    items: &[Item],
    options: &[Item],
    profiles: &Profiles,
    required: &Choice,
) -> Choice {
    let board = &BoardReading::read(view, profiles);
    let piece = |item: &Item| if let Item::Object(id) = item { board.find(*id) } else { None };
    let mut threats: Vec<Threat<'_>> = options
        .iter()
        .enumerate()
        .filter_map(|(option, item)| Some(Threat { option, piece: piece(item)?, blocked: false }))
        .collect();
    threats.sort_by_key(|t| (std::cmp::Reverse(danger(view, t.piece)), t.option));
    let mut free: Vec<(u16, &Piece)> =
        items.iter().enumerate().filter_map(|(at, item)| Some((at as u16, piece(item)?))).collect();
    free.sort_by_key(|(at, p)| (p.worth, *at));
    let pairs = required_blocks(view, required, options, &mut threats, &mut free);
    let start = Blocks { threats, free, pairs };
    let weights = profiles.weights();
    let mut blocks = start.clone();
    blocks.add_good(view, weights);
    blocks.add_desperate(view, items, weights);
    // Who gains something from one attacker may be missed in front of another.
    if blocks.through(view) >= view.life(view.actor()) {
        let mut safe = start;
        safe.add_desperate(view, items, weights);
        safe.add_good(view, weights);
        if safe.through(view) < blocks.through(view) {
            blocks = safe;
        }
    }
    let mut pairs = blocks.pairs;
    pairs.sort_unstable();
    let choice = Choice::Assign(pairs);
    // Protection and the like are left to the rules to see.
    if view.is_legal(&choice) {
        return choice;
    }
    let some = Choice::Assign(legal_blocks(view, items, options, choice));
    if view.is_legal(&some) { some } else { required.clone() }
}

/// What must be blocked is blocked by the cheapest creature that may.
fn required_blocks<'b>(
    view: &PlayerView,
    required: &Choice,
    options: &[Item],
    threats: &mut [Threat<'b>],
    free: &mut Vec<(u16, &'b Piece)>,
) -> Vec<(u16, i32)> {
    let Choice::Assign(required) = required else { return Vec::new() };
    let mut pairs = Vec::new();
    for (_, option) in required {
        let Some(Item::Object(attacker)) = options.get(*option as usize) else { continue };
        if let Some(at) = free.iter().position(|(_, piece)| view.may_block(piece.object.id, *attacker)) {
            pairs.push((free.remove(at).0, *option));
        }
        for threat in threats.iter_mut().filter(|threat| threat.option as i32 == *option) {
            threat.blocked = true;
        }
    }
    pairs
}

/// The blocks that may be made at all, if they may be made together; otherwise none.
fn legal_blocks(view: &PlayerView, items: &[Item], options: &[Item], choice: Choice) -> Vec<(u16, i32)> {
    let Choice::Assign(mut pairs) = choice else { return Vec::new() };
    pairs.retain(|(item, option)| match (items.get(usize::from(*item)), options.get(*option as usize)) {
        (Some(Item::Object(blocker)), Some(Item::Object(attacker))) => view.may_block(*blocker, *attacker),
        _ => false,
    });
    pairs.truncate(view.block_room().unwrap_or(usize::MAX));
    if view.is_legal(&Choice::Assign(pairs.clone())) { pairs } else { Vec::new() }
}

/// How much an attacker's damage matters: a commander's may kill by itself (CR 903.10a).
fn danger(view: &PlayerView, attacker: &Piece) -> i32 {
    let strike = attacker.strike();
    let fatal = attacker.object.commander && view.commander_damage(view.actor()) + strike >= COMMANDER_DAMAGE;
    strike + if fatal { 1000 } else { 0 }
}

impl Blocks<'_> {
    /// Blocks that gain something: the cheapest creature that does. Creatures with menace are left to desperation.
    fn add_good(&mut self, view: &PlayerView, weights: &Weights) {
        let Blocks { threats, free, pairs } = self;
        let low = view.life(view.actor()) <= weights.block_low;
        // What blocks several is dealt damage by all of them.
        let mut dealt: Vec<(ObjectId, i32)> = Vec::new();
        for threat in threats.iter_mut().filter(|t| !t.piece.has(Keywords::MENACE)) {
            let gains = |(at, (_, blocker)): (usize, &(u16, &Piece))| {
                let before: i32 =
                    dealt.iter().filter(|(id, _)| *id == blocker.object.id).map(|(_, strike)| strike).sum();
                if before > 0 && before + threat.piece.strike() >= blocker.left() {
                    return None;
                }
                let end = duel(threat.piece, blocker);
                let lost = if end.attacker { threat.piece.worth } else { 0 };
                let paid = if end.blocker { blocker.worth - if low { 6 } else { 0 } } else { 0 };
                // A creature thrown away for its damage is a matter of desperation.
                let stopped = if end.blocker && !end.attacker { 0 } else { threat.piece.strike().min(10) };
                let gain = lost - paid + stopped;
                (may_block(blocker, threat.piece) && gain > 0).then_some((gain, std::cmp::Reverse(at)))
            };
            if let Some((_, std::cmp::Reverse(at))) = free.iter().enumerate().filter_map(gains).max() {
                let (item, blocker) = free.remove(at);
                dealt.push((blocker.object.id, threat.piece.strike()));
                pairs.push((item, threat.option as i32));
                threat.blocked = true;
            }
        }
    }

    /// While too much damage comes through, the cheapest creature left blocks the hardest attacker left.
    fn add_desperate(&mut self, view: &PlayerView, items: &[Item], weights: &Weights) {
        let life = view.life(view.actor());
        for at in 0..self.threats.len() {
            let through = self.through(view);
            let Blocks { threats, free, pairs } = &mut *self;
            if life - through >= weights.block_margin {
                return;
            }
            if threats[at].blocked {
                continue;
            }
            // What blocks already dies of more only where nothing else keeps the player alive.
            let spared = |piece: &Piece, pairs: &[(u16, i32)]| {
                let blocks = |item: u16| items.get(usize::from(item)) == Some(&Item::Object(piece.object.id));
                life > through && pairs.iter().any(|(item, _)| blocks(*item))
            };
            let needed = if threats[at].piece.has(Keywords::MENACE) { 2 } else { 1 };
            let able: Vec<usize> = (0..free.len())
                .filter(|i| may_block(free[*i].1, threats[at].piece) && !spared(free[*i].1, pairs))
                .take(needed)
                .collect();
            if able.len() == needed {
                for index in able.into_iter().rev() {
                    let (item, _) = free.remove(index);
                    pairs.push((item, threats[at].option as i32));
                }
                threats[at].blocked = true;
            }
        }
    }

    /// What comes through, a deadly commander's damage for more than any life.
    fn through(&self, view: &PlayerView) -> i32 {
        self.threats.iter().filter(|t| !t.blocked).map(|t| danger(view, t.piece)).sum()
    }
}
