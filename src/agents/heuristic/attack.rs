//! Which creatures attack whom: the defender against whom the attack gains most, without losing the race at home.

use crate::cards::keyword::Keywords;
use crate::game::decision::{Choice, Item};
use crate::game::view::PlayerView;
use crate::turn::{Seat, TurnRestrictions};

use super::board::{Board, Piece};
use super::duel::{duel, is_blocker, may_block};
use super::profile::Profiles;

/// Points for an attack that kills its defender.
const KILL: i32 = 1_000;
/// Life below which nobody attacks with what they need at home.
const MARGIN: i32 = 3;

/// A creature that could attack.
#[derive(Debug, Clone, Copy)]
struct Attacker<'b> {
    item: u16,
    piece: &'b Piece,
    /// Points that attacking is worth beyond its damage.
    extra: i32,
}

/// An attack on one defender: who attacks, and how good it is.
#[derive(Debug, Default)]
struct Attack {
    option: usize,
    score: i32,
    kills: bool,
    items: Vec<u16>,
}

/// One declaration in the making.
struct Declaration<'a> {
    view: &'a PlayerView,
    board: &'a Board,
    defenders: &'a [Item],
    attackers: Vec<Attacker<'a>>,
}

/// The attack to declare; the decision's default when what is thought of may not be declared.
pub(super) fn declare(
    view: &PlayerView,
    items: &[Item],
    options: &[Item],
    default: &Choice,
    profiles: &Profiles,
    board: &mut Board,
) -> Choice {
    board.read(view, profiles);
    let mut attackers: Vec<Attacker<'_>> = items
        .iter()
        .enumerate()
        .filter_map(|(at, item)| {
            let Item::Object(id) = item else { return None };
            let piece = board.find(*id)?;
            Some(Attacker { item: at as u16, piece, extra: profiles.card(piece.object.card).attack })
        })
        .collect();
    attackers.sort_by_key(|a| (std::cmp::Reverse(a.piece.strike()), a.item));
    let declaration = Declaration { view, board, defenders: options, attackers };
    let choice = Choice::Assign(declaration.pairs());
    let forced = declaration.must() || options.iter().any(|o| declaration.tax(o) > 0);
    if forced && !view.is_legal(&choice) { default.clone() } else { choice }
}

impl Declaration<'_> {
    fn pairs(&self) -> Vec<(u16, i32)> {
        let attacks = (0..self.defenders.len()).map(|option| self.against(option));
        let best = attacks.max_by_key(|a| (a.score, std::cmp::Reverse(a.option))).unwrap_or_default();
        let mut pairs: Vec<(u16, i32)> = best.items.iter().map(|item| (*item, best.option as i32)).collect();
        self.spread(&mut pairs);
        if !(best.kills && self.defenders.len() == 1) {
            let killed = if best.kills { self.seat(best.option) } else { None };
            self.stay_home(&mut pairs, killed);
        }
        self.compel(&mut pairs);
        pairs.sort_unstable();
        pairs
    }

    fn seat(&self, option: usize) -> Option<Seat> {
        match self.defenders.get(option) {
            Some(Item::Player(seat)) => Some(*seat),
            _ => None,
        }
    }

    fn tax(&self, option: &Item) -> i32 {
        match option {
            Item::Player(seat) => self.view.attack_tax(*seat).into(),
            _ => 0,
        }
    }

    fn blockers(&self, seat: Seat) -> impl Iterator<Item = &Piece> {
        self.board.pieces.iter().filter(move |p| p.object.controller == seat && is_blocker(p))
    }

    /// The most that one block could take, in points; `None` when nothing can block it. Below zero: blocking gains nothing.
    fn risk(&self, attacker: &Attacker<'_>, seat: Seat) -> Option<i32> {
        let piece = attacker.piece;
        let able = || self.blockers(seat).filter(|b| may_block(b, piece));
        if piece.has(Keywords::MENACE) && able().count() < 2 {
            return None;
        }
        let loss = |b: &Piece| {
            let end = duel(piece, b);
            i32::from(end.attacker) * piece.worth - i32::from(end.blocker) * b.worth - i32::from(!end.attacker)
        };
        able().map(loss).max()
    }

    /// The best attack on one defender.
    fn against(&self, option: usize) -> Attack {
        let Some(seat) = self.seat(option) else { return Attack::default() };
        let tax = self.tax(&self.defenders[option]);
        let affordable = match tax {
            0 => usize::MAX,
            tax => usize::from(self.view.mana_available(self.board.me)) / tax as usize,
        };
        let life = self.view.life(seat).max(1);
        let all: Vec<(Attacker<'_>, Option<i32>)> =
            self.attackers.iter().take(affordable).map(|a| (*a, self.risk(a, seat))).collect();
        if self.breaks_through(&all, seat) >= life {
            let items = all.iter().filter(|(a, _)| a.piece.strike() > 0).map(|(a, _)| a.item).collect();
            let score = KILL + self.board.sides[seat.index()].worth;
            return Attack { option, score, kills: true, items };
        }
        self.measured(option, &all, life, tax)
    }

    /// Damage that gets through when every able blocker stops the hardest attacker left.
    fn breaks_through(&self, all: &[(Attacker<'_>, Option<i32>)], seat: Seat) -> i32 {
        let mut stops = self.blockers(seat).count();
        let mut through = 0;
        for (attacker, risk) in all {
            if risk.is_some() && stops > 0 {
                stops -= 1;
                if attacker.piece.has(Keywords::TRAMPLE) {
                    through += (attacker.piece.strike() - 4).max(0);
                }
            } else {
                through += attacker.piece.strike();
            }
        }
        through
    }

    /// Those that lose nothing by it, and then the others together if there are more of them than blockers.
    fn measured(&self, option: usize, all: &[(Attacker<'_>, Option<i32>)], life: i32, tax: i32) -> Attack {
        // A point of damage is worth more the less life is left.
        let worth = |damage: i32| damage * (2 * life + 60) / (life + 5);
        let mut attack = Attack { option, ..Attack::default() };
        let mut risky: Vec<(i32, i32, u16)> = Vec::new();
        for (attacker, risk) in all {
            let damage = worth(attacker.piece.strike()) + attacker.extra - tax;
            match risk {
                _ if attacker.piece.strike() + attacker.extra == 0 => {}
                None => attack.add(attacker.item, damage),
                Some(risk) if *risk <= 0 => attack.add(attacker.item, damage * 3 / 4),
                Some(risk) => risky.push((*risk, damage, attacker.item)),
            }
        }
        let stops = self.seat(option).map_or(0, |s| self.blockers(s).count());
        // They block where it hurts most; what they can't block deals its damage.
        risky.sort_unstable_by_key(|(risk, damage, item)| (std::cmp::Reverse(*risk), *damage, *item));
        let lost: i32 = risky.iter().take(stops).map(|(risk, ..)| *risk).sum();
        let dealt: i32 = risky.iter().skip(stops).map(|(_, damage, _)| *damage).sum();
        if dealt > lost {
            attack.score += dealt - lost;
            attack.items.extend(risky.iter().map(|(.., item)| *item));
        }
        attack
    }

    /// What does not attack yet attacks whoever can't block it.
    fn spread(&self, pairs: &mut Vec<(u16, i32)>) {
        for attacker in &self.attackers {
            if attacker.piece.strike() == 0 || pairs.iter().any(|(item, _)| *item == attacker.item) {
                continue;
            }
            let open = |option: &usize| {
                self.tax(&self.defenders[*option]) == 0
                    && self.seat(*option).is_some_and(|s| self.risk(attacker, s).is_none_or(|r| r <= 0))
            };
            let weakest = (0..self.defenders.len())
                .filter(open)
                .min_by_key(|o| self.seat(*o).map_or(i32::MAX, |s| self.view.life(s)));
            if let Some(option) = weakest {
                pairs.push((attacker.item, option as i32));
            }
        }
    }

    // ---- at home ----

    /// Takes the weakest attackers back while the table could kill this player in return.
    fn stay_home(&self, pairs: &mut Vec<(u16, i32)>, killed: Option<Seat>) {
        let life = self.view.life(self.board.me) - MARGIN;
        while !pairs.is_empty() && self.incoming(pairs, killed) >= life {
            let weakest = pairs.iter().enumerate().filter_map(|(at, (item, _))| {
                let attacker = self.attackers.iter().find(|a| a.item == *item)?;
                let guards = !attacker.piece.has(Keywords::VIGILANCE | Keywords::CANT_BLOCK);
                guards.then_some((attacker.piece.strike() + attacker.extra, at))
            });
            let Some((_, at)) = weakest.min() else { return };
            pairs.remove(at);
        }
    }

    /// Damage to expect before one's next turn: the worst opponent with all they have, and a quarter of the others.
    fn incoming(&self, pairs: &[(u16, i32)], killed: Option<Seat>) -> i32 {
        let home = self.board.mine().filter(|p| self.stays(p, pairs)).count();
        let mut worst = 0;
        let mut sum = 0;
        for option in 0..self.defenders.len() {
            let Some(seat) = self.seat(option).filter(|s| Some(*s) != killed) else { continue };
            let power = self.after_blocks(seat, home);
            worst = worst.max(power);
            sum += power;
        }
        worst + (sum - worst) / 4
    }

    /// Whether the creature could block in the opponents' turns.
    fn stays(&self, piece: &Piece, pairs: &[(u16, i32)]) -> bool {
        let attacks = self
            .attackers
            .iter()
            .any(|a| a.piece.object.id == piece.object.id && pairs.iter().any(|(item, _)| *item == a.item));
        is_blocker(piece) && (!attacks || piece.has(Keywords::VIGILANCE))
    }

    /// Power of a seat's creatures without the hardest ones, which are blocked.
    fn after_blocks(&self, seat: Seat, home: usize) -> i32 {
        let theirs = self.board.pieces.iter().filter(|p| p.object.controller == seat && p.is_creature());
        let mut strikes: Vec<i32> =
            theirs.filter(|p| !p.has(Keywords::DEFENDER | Keywords::CANT_ATTACK)).map(Piece::strike).collect();
        strikes.sort_unstable_by_key(|s| std::cmp::Reverse(*s));
        strikes.into_iter().skip(home).sum()
    }

    // ---- requirements (CR 508.1d) ----

    fn must(&self) -> bool {
        self.compelled().next().is_some()
    }

    fn compelled(&self) -> impl Iterator<Item = &Attacker<'_>> {
        let all = self.view.turn().riders.restrictions.contains(TurnRestrictions::MUST_ATTACK);
        self.attackers.iter().filter(move |a| all || a.piece.has(Keywords::MUST_ATTACK))
    }

    /// What must attack attacks the weakest player it may attack for nothing.
    fn compel(&self, pairs: &mut Vec<(u16, i32)>) {
        let free = (0..self.defenders.len()).filter(|o| self.tax(&self.defenders[*o]) == 0);
        let weakest = free.min_by_key(|o| self.seat(*o).map_or(i32::MAX, |s| self.view.life(s)));
        let Some(option) = weakest else { return };
        for attacker in self.compelled() {
            if !pairs.iter().any(|(item, _)| *item == attacker.item) {
                pairs.push((attacker.item, option as i32));
            }
        }
    }
}

impl Attack {
    fn add(&mut self, item: u16, points: i32) {
        if points > 0 {
            self.items.push(item);
            self.score += points;
        }
    }
}
