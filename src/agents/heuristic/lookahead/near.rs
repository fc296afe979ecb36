//! Whether a kill or one's own end is near: arithmetic that errs on the side of looking.

use smallvec::SmallVec;

use crate::agents::heuristic::board::{BoardReading, Piece};
use crate::agents::heuristic::duel::{is_blocker, may_block};
use crate::agents::heuristic::effect::{Aim, Effect};
use crate::agents::heuristic::home::Home;
use crate::agents::heuristic::priority::{Moment, acts, moment};
use crate::agents::heuristic::profile::{Profiles, Roles};
use crate::cards::keyword::Keywords;
use crate::cards::type_line::Types;
use crate::game::decision::{Decision, DecisionKind, Item, Shape};
use crate::game::view::PlayerView;
use crate::turn::Seat;

/// Cards in the library below which an act might empty it.
const FEW_CARDS: usize = 7;
/// Life below which an act might take the last of it.
const LITTLE_LIFE: i32 = 5;
/// Damage that an attachment might add.
const ATTACHED: i32 = 6;
/// Acts that count together.
const TOGETHER: usize = 3;

/// What is near.
#[derive(Debug, Default)]
pub(super) struct Near {
    /// Who might be killed this turn, who is worth most first.
    pub(super) prey: SmallVec<[Seat; 4]>,
    /// Who is about to be killed may still be.
    pub(super) hunts: bool,
    /// This player might be out before their next turn.
    pub(super) danger: bool,
}

/// What one's acts could add to an attack.
#[derive(Debug, Default, Clone, Copy)]
struct Reach {
    /// Damage, or life lost, of one player.
    face: i32,
    /// Blockers that could be removed, or attackers that could get past them.
    clears: usize,
    /// Times that the attack could be made again.
    again: i32,
    /// For each creature that attacks.
    each: i32,
}

pub(super) fn read(profiles: &Profiles, view: &PlayerView, decision: &Decision, acts_usually: bool) -> Near {
    let me = view.actor();
    let own = !view.are_opponents(view.turn().active, me);
    let mut near = Near::default();
    match decision.kind {
        DecisionKind::Priority => {
            let Shape::One(options) = &decision.shape else { return near };
            let moment = moment(view, profiles);
            if moment == Moment::Idle || acts(options).next().is_none() {
                return near;
            }
            let board = BoardReading::read(view, profiles);
            if own {
                near.hunts = true;
                near.prey = prey(view, &board, profiles, reach(view, options, profiles));
                let risky = view.library_size(me) < FEW_CARDS || view.life(me) <= LITTLE_LIFE;
                let main = matches!(moment, Moment::Main { .. });
                near.danger = acts_usually && risky || main && besieged(view, &board);
            } else {
                near.danger = match moment {
                    Moment::Answer(top) => {
                        let face = top.card.known().and_then(|c| profiles.card(c).spell.as_ref()).map_or(0, face);
                        face >= view.life(me) || attacked(view, &board)
                    }
                    _ => attacked(view, &board),
                };
            }
        }
        DecisionKind::Attackers if own => {
            let board = BoardReading::read(view, profiles);
            near.hunts = true;
            near.prey = prey(view, &board, profiles, Reach::default());
            near.danger = besieged(view, &board);
        }
        DecisionKind::Blockers => near.danger = attacked(view, &BoardReading::read(view, profiles)),
        _ => {}
    }
    near
}

/// Whether the table could kill this player with what it has, if all their creatures stayed at home.
fn besieged(view: &PlayerView, board: &BoardReading) -> bool {
    let total: i32 = Seat::first(view.seats())
        .filter(|s| view.are_opponents(*s, board.me))
        .map(|s| board.sides[s.index()].power)
        .max()
        .unwrap_or(0);
    total >= view.life(board.me) && Home::read(view, board, |_| true).incoming_at_all() >= view.life(board.me)
}

/// Whether what attacks this player now is enough, unless it is blocked.
fn attacked(view: &PlayerView, board: &BoardReading) -> bool {
    let blocked: SmallVec<[_; 16]> = view.blockers().map(|(_, attacker)| attacker).collect();
    let pieces = board.attacking_me.iter().filter(|id| !blocked.contains(id)).filter_map(|id| board.find(*id));
    let (mut damage, mut commander) = (0, 0);
    for piece in pieces {
        damage += piece.strike();
        if piece.object.commander {
            commander = commander.max(view.commander_damage_by(piece.object.id, board.me) + piece.strike());
        }
    }
    damage >= view.life(board.me) || commander >= 21
}

fn face(effect: &Effect) -> i32 {
    let aimed = |aim: &Aim| aim.damage + (-aim.points).max(0) / 2;
    effect.aims.iter().map(aimed).sum::<i32>().max(0)
}

fn reach(view: &PlayerView, options: &[Item], profiles: &Profiles) -> Reach {
    let mana = i32::from(view.mana_available(view.actor()));
    let mut all = Reach::default();
    let mut faces: SmallVec<[i32; 16]> = SmallVec::new();
    for (_, item) in acts(options) {
        let mut add = |effect: &Effect| {
            let mut damage = face(effect).max(effect.value / 5) + effect.grows * mana;
            if effect.varies {
                damage += mana;
            }
            let swept: i32 = effect.sweeps.iter().map(|(_, aim)| aim.power).sum();
            all.each += swept;
            damage += effect.aims.iter().map(|aim| aim.power).sum::<i32>();
            let evasive = Keywords::FLYING | Keywords::UNBLOCKABLE | Keywords::TRAMPLE | Keywords::MENACE;
            let clears =
                |aim: &Aim| aim.share < 0 || aim.damage > 0 || aim.shrinks > 0 || aim.keywords.intersects(evasive);
            all.clears += effect.aims.iter().filter(|aim| clears(aim)).count();
            if effect.sweeps.iter().any(|(_, aim)| clears(aim)) {
                all.clears += 100;
            }
            if effect.roles.intersects(Roles::EXTRA_COMBAT | Roles::EXTRA_TURN) {
                all.again += 1;
            }
            faces.push(damage);
        };
        match item {
            Item::Cast(id) | Item::CastWith(id, _) => {
                let Some(object) = view.object(id) else { continue };
                let card = profiles.card(object.card);
                if let Some(spell) = &card.spell {
                    add(spell);
                }
                for ability in &card.enters {
                    add(profiles.ability(*ability));
                }
                all.each += card.attack / 10;
                let printed = view.card(object.card);
                if printed.types.contains(Types::CREATURE) && printed.keywords.contains(Keywords::HASTE) {
                    faces.push(i32::from(printed.power) * 2);
                } else if printed.types.intersects(Types::ARTIFACT | Types::ENCHANTMENT) {
                    // Auras and equipment: what they give is not read here.
                    all.clears += 1;
                    faces.push(ATTACHED);
                }
            }
            Item::Activate(_, ability) => add(profiles.ability(ability)),
            _ => {}
        }
    }
    faces.sort_unstable_by_key(|n| std::cmp::Reverse(*n));
    all.face = faces.iter().take(TOGETHER).sum();
    all
}

/// Who might be killed with that much besides the attack.
fn prey(view: &PlayerView, board: &BoardReading, profiles: &Profiles, reach: Reach) -> SmallVec<[Seat; 4]> {
    let me = board.me;
    let may_attack = |p: &&Piece| p.may_attack();
    let mut attackers: SmallVec<[&Piece; 16]> = if view.step() < crate::turn::Step::DeclareBlockers {
        board.mine().filter(may_attack).collect()
    } else if reach.again > 0 {
        board.mine().filter(|p| p.is_creature() && !p.has(Keywords::DEFENDER)).collect()
    } else {
        let fighting = |p: &&Piece| view.attackers().any(|(id, _)| id == p.object.id);
        board.mine().filter(fighting).collect()
    };
    attackers.sort_by_key(|p| std::cmp::Reverse(p.strike()));
    let extra: i32 = attackers.iter().map(|p| profiles.card(p.object.card).attack / 8).sum();
    let opponents = Seat::first(view.seats()).filter(|s| view.is_living(*s) && view.are_opponents(*s, me));
    let mut prey: SmallVec<[Seat; 4]> = opponents
        .filter(|seat| {
            let walls: SmallVec<[&Piece; 16]> =
                board.pieces.iter().filter(|p| p.object.controller == *seat && is_blocker(p)).collect();
            let mut stop = walls.len().saturating_sub(reach.clears);
            let mut through = 0;
            let mut commander = false;
            for attacker in &attackers {
                let able = !attacker.has(Keywords::TRAMPLE) && walls.iter().any(|wall| may_block(wall, attacker));
                if able && stop > 0 {
                    stop -= 1;
                } else {
                    through += attacker.strike() + reach.each;
                    let dealt = attacker.object.commander.then(|| view.commander_damage_by(attacker.object.id, *seat));
                    commander |= dealt.is_some_and(|n| n + attacker.strike() * (1 + reach.again) + reach.face >= 21);
                }
            }
            let most = (through + extra + reach.each * i32::from(extra > 0)) * (1 + reach.again) + reach.face;
            most >= view.life(*seat) || commander || view.poison(*seat) >= 7
        })
        .collect();
    prey.sort_by_key(|seat| std::cmp::Reverse(board.sides[seat.index()].worth));
    prey
}
