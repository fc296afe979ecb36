//! Which creatures attack whom: the defender against whom the attack gains most, without losing the race at home.
//!
//! Boards of hundreds of tokens are common, so creatures that fight alike are looked at once.

mod alone;
mod finish;
mod home;

use smallvec::SmallVec;

use crate::cards::effect::CounterKind;
use crate::cards::keyword::Keywords;
use crate::cards::type_line::Types;
use crate::game::decision::{Choice, Item};
use crate::game::view::PlayerView;
use crate::turn::{Restrictions, Seat};

use super::board::{BoardReading, Piece};
use super::doomed;
use super::duel::{duel, is_blocker, may_block};
use super::knock_out;
use super::profile::{Profiles, Roles};
use super::weights::{MOST_POINTS, Weights};
use crate::agents::Pilot;

/// Damage by which players are compared.
const FINELY: i32 = 10_000;
/// Damage stopped by a block that counts, at most.
const MOST_STOPPED: i32 = 10;

/// A creature that could attack.
struct Attacker<'b> {
    item: u16,
    piece: &'b Piece,
    /// Points that attacking is worth beyond its damage.
    extra: i32,
    /// Whom it attacks, by the defender's place.
    at: Option<usize>,
}

/// A player who could be attacked, or a planeswalker of theirs.
struct Defender<'b> {
    /// Which of the options.
    option: u16,
    /// The player, or who controls it.
    seat: Seat,
    /// Their life, or its counters.
    life: i32,
    /// What it is worth, where it is no player.
    worth: Option<i32>,
    tax: i32,
    /// Damage of this player's creatures to them is prevented, or would make another player win.
    shielded: bool,
    /// What an attack on them counts, in percent.
    regard: i32,
    /// This player has other opponents, and nobody is out yet.
    level: bool,
    /// One blocker of each kind.
    kinds: SmallVec<[(&'b Piece, usize); 8]>,
}

/// Attackers that fight alike and that a block could take, by the places from which and up to which they stand.
struct Risky<'b> {
    piece: &'b Piece,
    /// What each deals unless it is blocked.
    points: i32,
    from: usize,
    to: usize,
}

/// A block that its controller may want: of which attackers by which kind of blocker.
struct Block {
    group: usize,
    kind: usize,
    /// What it gains who blocks, which its controller looks at.
    gain: i32,
    /// What it takes from who attacks.
    loss: i32,
}

impl Block {
    /// What who blocks gains by it and who attacks loses; `None` where nobody would. No creature is thrown away.
    fn worth_it(attacker: &Piece, blocker: &Piece, caution: i32) -> Option<(i32, i32)> {
        let end = duel(attacker, blocker);
        let loss = i32::from(end.attacker) * attacker.worth - i32::from(end.blocker) * blocker.worth;
        let stopped = if end.blocker && !end.attacker { 0 } else { attacker.strike().min(MOST_STOPPED) };
        let gain = loss + stopped;
        (gain > 0).then_some((gain, if loss > 0 { loss * caution / 100 } else { loss }))
    }
}

/// An attack on one defender: which attackers, by place, and how good it is.
#[derive(Default)]
struct Attack {
    at: usize,
    score: i32,
    chosen: Vec<usize>,
}

/// One declaration in the making.
struct Declaration<'b> {
    attackers: Vec<Attacker<'b>>,
    defenders: Vec<Defender<'b>>,
    life: i32,
    mana: i32,
    /// How much losing creatures counts, in percent.
    caution: i32,
    /// Points that a mana of a tax counts: more where what is tapped stays tapped.
    toll: i32,
    weights: Weights,
}

/// The attack to declare; the decision's default when what is thought of may not be declared.
pub(super) fn declare(
    view: &PlayerView,
    items: &[Item],
    options: &[Item],
    default: &Choice,
    profiles: &Profiles,
    pilot: &Pilot,
) -> Choice {
    let board = &BoardReading::read_as(view, profiles, pilot);
    let caution = caution(view, profiles.weights(), pilot);
    let mut declaration = Declaration {
        attackers: attackers(view, items, profiles, board),
        defenders: (0..).zip(options).filter_map(|(at, o)| defender(view, (at, o), profiles, board)).collect(),
        life: view.life(board.me),
        mana: 0,
        caution,
        // The longer it lasts, the less is saved by saving mana.
        toll: if board.is_locked(profiles) { profiles.weights().locked_mana * caution / 100 } else { 1 },
        weights: *profiles.weights(),
    };
    let taxed = declaration.defenders.iter().any(|d| d.tax > 0);
    if taxed {
        declaration.mana = view.mana_available(board.me).into();
    }
    let all = view.turn().restrictions.kinds.contains(Restrictions::MUST_ATTACK);
    // Who must attack is in the default: for a keyword, an effect, or being goaded.
    let must = all || matches!(default, Choice::Assign(pairs) if !pairs.is_empty());
    declaration.decide(view, board, profiles);
    declaration.compel(all);
    let barred = declaration.unbar(view);
    let limited = declaration.limit(view);
    let choice = declaration.choice();
    let plain = !declaration.attackers.iter().any(|a| a.at.is_some_and(|at| declaration.defenders[at].worth.is_some()));
    if plain && !(taxed || must || barred || limited) || view.is_legal(&choice) {
        return choice;
    }
    let compelled = compelled(&choice, default);
    if view.is_legal(&compelled) { compelled } else { default.clone() }
}

impl Declaration<'_> {
    /// Where only so many creatures can attack, the hardest hitters attack the defender whom they hurt most; false where
    /// nothing limits that.
    fn limit(&mut self, view: &PlayerView) -> bool {
        let rooms: Vec<Option<usize>> = self.defenders.iter().map(|d| view.attack_room(d.seat)).collect();
        if rooms.iter().all(Option::is_none) {
            return false;
        }
        let force = |attacker: &Attacker<'_>| attacker.piece.strike() + attacker.extra;
        let hardest = |at: usize| {
            let all = self.attackers.iter().enumerate().filter(|(_, attacker)| attacker.at == Some(at));
            let mut all: Vec<(i32, usize)> = all.map(|(place, attacker)| (-force(attacker), place)).collect();
            all.sort_unstable();
            all.truncate(rooms[at].unwrap_or(usize::MAX));
            all
        };
        let groups = (0..rooms.len()).map(hardest);
        let best = groups.min_by_key(|group| group.iter().map(|(force, _)| force).sum::<i32>()).unwrap_or_default();
        for (place, attacker) in self.attackers.iter_mut().enumerate() {
            if !best.iter().any(|(_, chosen)| *chosen == place) {
                attacker.at = None;
            }
        }
        true
    }
}

/// The declaration with those who must attack as the default has them.
fn compelled(choice: &Choice, default: &Choice) -> Choice {
    let (Choice::Assign(own), Choice::Assign(must)) = (choice, default) else { return default.clone() };
    let others = own.iter().filter(|(item, _)| !must.iter().any(|(other, _)| other == item));
    let mut pairs: Vec<(u16, i32)> = must.iter().chain(others).copied().collect();
    pairs.sort_unstable();
    Choice::Assign(pairs)
}

/// Creatures count less the longer a game lasts: nobody wins by keeping them at home until the libraries are empty. With hardly
/// any cards left they count nothing.
fn caution(view: &PlayerView, weights: &Weights, pilot: &Pilot) -> i32 {
    let living = view.living().count().max(1);
    let rounds = view.turn().number as i32 / living as i32;
    if view.library_size(view.actor()) < weights.last_cards as usize && !view.has_endless_library(view.actor()) {
        return 0;
    }
    let patient = Pilot::part(pilot.patience, weights.patient);
    let least = weights.bravest;
    Pilot::part(pilot.caution, (100 - weights.impatience * (rounds - patient).max(0)).max(least))
}

/// What a creature that enters attacking attacks (CR 508.4): a player who could not block it before one who could, of those
/// the one with the least life, and the decision's default before its equals.
pub(super) fn aim(view: &PlayerView, options: &[Item], default: &Choice) -> Choice {
    let blocks =
        |seat| view.battlefield().any(|p| p.controller == seat && p.types.contains(Types::CREATURE) && !p.tapped);
    let ranks = options.iter().enumerate().filter_map(|(at, option)| match option {
        Item::Player(seat) => Some((blocks(*seat), view.life(*seat), Choice::option(at as u16) != *default, at as u16)),
        _ => None,
    });
    ranks.min().map_or_else(|| default.clone(), |(.., at)| Choice::option(at))
}

fn attackers<'b>(view: &PlayerView, items: &[Item], profiles: &Profiles, board: &'b BoardReading) -> Vec<Attacker<'b>> {
    let mut attackers: Vec<Attacker<'b>> = items
        .iter()
        .enumerate()
        .filter_map(|(at, item)| {
            let Item::Object(id) = item else { return None };
            let piece = board.find(*id).filter(|piece| !doomed::is_needed(&piece.object, view, profiles))?;
            Some(Attacker { item: at as u16, piece, extra: profiles.card(piece.object.card).attack, at: None })
        })
        .collect();
    attackers.sort_by_key(|a| (std::cmp::Reverse(a.piece.strike()), a.piece.object.card, a.item));
    attackers
}

fn defender<'b>(
    view: &PlayerView,
    (at, option): (u16, &Item),
    profiles: &Profiles,
    board: &'b BoardReading,
) -> Option<Defender<'b>> {
    let (seat, life, worth) = match option {
        Item::Player(seat) => (*seat, view.life(*seat), None),
        Item::Object(id) => {
            let piece = board.find(*id)?;
            (piece.object.controller, view.counters(*id, CounterKind::LOYALTY).into(), Some(piece.worth))
        }
        _ => return None,
    };
    let shielded = || worth.is_none() && (is_shielded(view, seat, profiles, board) || is_spared(view, seat, board));
    let at_a_table = if view.seats() > 2 { profiles.weights().table } else { 100 };
    let mut defender = Defender {
        option: at,
        seat,
        life,
        worth,
        tax: i32::from(view.attack_tax(seat)),
        shielded: shielded(),
        regard: Pilot::part(board.pilot.aggression, board.politics.regard(seat)) * at_a_table / 100,
        level: view.opponents_of(board.me).nth(1).is_some() && Seat::first(view.seats()).all(|s| view.is_living(s)),
        kinds: SmallVec::new(),
    };
    for piece in board.pieces.iter().filter(|p| p.object.controller == seat && p.is_creature()) {
        if is_blocker(piece) {
            match defender.kinds.iter_mut().find(|(kind, _)| fight_alike(kind, piece)) {
                Some((_, n)) => *n += 1,
                None => defender.kinds.push((piece, 1)),
            }
        }
    }
    Some(defender)
}

/// Whether damage of this player's creatures to that player is prevented (CR 615.1a, 702.16e).
fn is_shielded(view: &PlayerView, seat: Seat, profiles: &Profiles, board: &BoardReading) -> bool {
    let shields = |p: &Piece| p.object.controller == seat && profiles.card(p.object.card).roles.contains(Roles::SHIELD);
    !view.turn().restrictions.kinds.contains(Restrictions::NO_PREVENTION)
        && (view.is_guarded(seat, board.me) || board.pieces.iter().any(shields))
}

/// Whether this player's creatures could kill that player, and it would be somebody else's win.
fn is_spared(view: &PlayerView, seat: Seat, board: &BoardReading) -> bool {
    !knock_out::is_wanted(view, board.me, seat) && board.sides[board.me.index()].power >= view.life(seat)
}

fn fight_alike(one: &Piece, other: &Piece) -> bool {
    let (a, b) = (&one.object, &other.object);
    a.card == b.card
        && (a.power, a.toughness, a.damage, a.keywords) == (b.power, b.toughness, b.damage, b.keywords)
        && one.worth == other.worth
}

impl Defender<'_> {
    /// The most that one block could take, in points; `None` when nothing can block it. Zero or below: blocking gains
    /// nothing.
    fn risk(&self, piece: &Piece) -> Option<i32> {
        let able = || self.kinds.iter().filter(|(b, _)| may_block(b, piece));
        if piece.has(Keywords::MENACE) && able().map(|(_, n)| n).sum::<usize>() < 2 {
            return None;
        }
        let loss = |(b, _): &(&Piece, usize)| {
            let end = duel(piece, b);
            i32::from(end.attacker) * piece.worth - i32::from(end.blocker) * b.worth - i32::from(!end.attacker)
        };
        able().map(loss).max()
    }

    /// Which of those groups attack, and what they gain: all, without those that the others are better off without.
    fn best_of(&self, risky: &[Risky<'_>], caution: i32) -> (i32, SmallVec<[bool; 8]>) {
        let mut blocks: SmallVec<[Block; 32]> = SmallVec::new();
        for (group, risk) in risky.iter().enumerate() {
            for (kind, (blocker, _)) in self.kinds.iter().enumerate().filter(|(_, (b, _))| may_block(b, risk.piece)) {
                blocks.extend(Block::worth_it(risk.piece, blocker, caution).map(|(gain, loss)| Block {
                    group,
                    kind,
                    gain,
                    loss,
                }));
            }
        }
        blocks.sort_by_key(|block| std::cmp::Reverse(block.gain));
        let mut sent: SmallVec<[bool; 8]> = smallvec::smallvec![true; risky.len()];
        let mut best = self.gained(risky, &sent, &blocks);
        loop {
            let mut without = None;
            for group in 0..risky.len() {
                if !sent[group] {
                    continue;
                }
                sent[group] = false;
                let score = self.gained(risky, &sent, &blocks);
                sent[group] = true;
                if score > best {
                    (best, without) = (score, Some(group));
                }
            }
            match without {
                Some(group) => sent[group] = false,
                None => return (best, sent),
            }
        }
    }

    /// What those who are sent gain when each blocker blocks where that gains its controller most.
    fn gained(&self, risky: &[Risky<'_>], sent: &[bool], blocks: &[Block]) -> i32 {
        let count = |(group, sent): (&Risky<'_>, &bool)| if *sent { group.to - group.from } else { 0 };
        let mut unblocked: SmallVec<[usize; 8]> = risky.iter().zip(sent).map(count).collect();
        let mut free: SmallVec<[usize; 8]> = self.kinds.iter().map(|(_, n)| *n).collect();
        let mut score = 0;
        for block in blocks {
            let n = unblocked[block.group].min(free[block.kind]);
            unblocked[block.group] -= n;
            free[block.kind] -= n;
            score -= block.loss * n as i32;
        }
        score + risky.iter().zip(&unblocked).map(|(group, n)| group.points * *n as i32).sum::<i32>()
    }

    /// Whether attacking them costs nothing and is not in vain; what is no player is attacked with as much as it takes.
    const fn is_open(&self) -> bool {
        self.tax == 0 && !self.shielded && self.worth.is_none()
    }

    /// What damage to them is worth, by the life that is left and by how dangerous they are.
    fn of_damage(&self, damage: i32, weights: &Weights) -> i32 {
        let points = match self.worth {
            Some(worth) => worth * damage.min(self.life) / self.life.max(1),
            None => weights.of_damage(damage, self.life, self.level),
        };
        (i64::from(points) * i64::from(self.regard) / 100).clamp(-MOST_POINTS, MOST_POINTS) as i32
    }
}

impl Declaration<'_> {
    /// Kills what can surely be killed; the others attack where it gains most, as far as they are not needed at home.
    fn decide(&mut self, view: &PlayerView, board: &BoardReading, profiles: &Profiles) {
        let kills = self.sure_kills(view, board);
        let killed: Vec<usize> = kills.iter().map(|kill| kill.at).collect();
        let locked: Vec<usize> = kills.iter().flat_map(|kill| kill.attackers.iter().copied()).collect();
        for kill in &kills {
            self.mana -= self.defenders[kill.at].tax * kill.attackers.len() as i32;
            for place in &kill.attackers {
                self.attackers[*place].at = Some(kill.at);
            }
        }
        if let Some(last) = kills.last().filter(|_| kills.len() == view.opponents_of(board.me).count()) {
            // Whatever stops one of them, the others are there; nobody is left to strike back.
            let open = self.defenders[last.at].is_open();
            for attacker in self.attackers.iter_mut().filter(|a| open && a.piece.strike() > 0) {
                attacker.at = attacker.at.or(Some(last.at));
            }
            return;
        }
        let left = (0..self.defenders.len()).filter(|at| !killed.contains(at));
        let best = left
            .map(|at| self.against(at))
            .max_by_key(|a| (a.score, self.defenders[a.at].regard, std::cmp::Reverse(a.at)));
        let Some(best) = best else { return };
        for place in &best.chosen {
            self.attackers[*place].at = Some(best.at);
        }
        self.spread(&killed);
        if kills.is_empty() {
            self.go_alone(view, board, profiles);
        }
        self.stay_home(view, board, &killed, &locked);
    }

    /// The risk of each attacker against one defender; those that fight alike are looked at once.
    fn risks(&self, defender: &Defender<'_>, affordable: usize) -> SmallVec<[Option<i32>; 16]> {
        let mut risks = SmallVec::<[Option<i32>; 16]>::new();
        for (place, attacker) in self.attackers.iter().enumerate().take(affordable) {
            let same = place > 0 && fight_alike(self.attackers[place - 1].piece, attacker.piece);
            let risk =
                || defender.risk(attacker.piece).map(|risk| if risk > 0 { risk * self.caution / 100 } else { risk });
            risks.push(if same { risks[place - 1] } else { risk() });
        }
        risks
    }

    /// The best attack on one defender with those that attack nobody yet.
    fn against(&self, at: usize) -> Attack {
        let defender = &self.defenders[at];
        let affordable = if defender.tax > 0 { (self.mana / defender.tax).max(0) as usize } else { usize::MAX };
        let risks = self.risks(defender, affordable);
        self.measured(at, &risks)
    }

    /// Those that lose nothing by it, and of the others as many as gain most together.
    fn measured(&self, at: usize, risks: &[Option<i32>]) -> Attack {
        let defender = &self.defenders[at];
        let mut attack = Attack { at, ..Attack::default() };
        let mut risky: Vec<Risky<'_>> = Vec::new();
        for (place, (attacker, risk)) in self.attackers.iter().zip(risks).enumerate() {
            let strike = if defender.shielded { 0 } else { attacker.piece.strike() };
            let points = defender.of_damage(strike, &self.weights) + attacker.extra - defender.tax * self.toll;
            match risk {
                _ if attacker.at.is_some() || strike + attacker.extra == 0 => {}
                None => attack.add(place, points),
                Some(risk) if *risk <= 0 => attack.add(place, points * self.weights.safe_attack / 100),
                Some(_) => match risky.last_mut() {
                    Some(last) if last.to == place && fight_alike(last.piece, attacker.piece) => last.to += 1,
                    _ => risky.push(Risky { piece: attacker.piece, points, from: place, to: place + 1 }),
                },
            }
        }
        let (score, sent) = defender.best_of(&risky, self.caution);
        attack.score += score;
        for (group, _) in risky.iter().zip(&sent).filter(|(_, sent)| **sent) {
            attack.chosen.extend(group.from..group.to);
        }
        if defender.worth.is_some() {
            self.as_needed(&mut attack);
        }
        attack
    }

    /// What is no player is attacked with as much as takes its last counter, and is worth half where it survives.
    fn as_needed(&self, attack: &mut Attack) {
        let life = self.defenders[attack.at].life;
        let (mut dealt, mut needed) = (0, 0);
        attack.chosen.sort_unstable();
        for place in &attack.chosen {
            if dealt >= life {
                break;
            }
            (dealt, needed) = (dealt + self.attackers[*place].piece.strike(), needed + 1);
        }
        attack.score = attack.score * needed as i32 / attack.chosen.len().max(1) as i32;
        attack.score = if dealt >= life { attack.score } else { attack.score / 2 };
        attack.chosen.truncate(needed);
    }

    /// What does not attack yet attacks who can't block it well, those first to whom damage counts most.
    fn spread(&mut self, killed: &[usize]) {
        let open = |d: &usize| self.defenders[*d].is_open() && !killed.contains(d);
        let mut order: Vec<usize> = (0..self.defenders.len()).filter(open).collect();
        order.sort_by_key(|d| (std::cmp::Reverse(self.defenders[*d].of_damage(FINELY, &self.weights)), *d));
        for at in order {
            let risks = self.risks(&self.defenders[at], usize::MAX);
            for (attacker, risk) in self.attackers.iter_mut().zip(risks) {
                if attacker.at.is_none() && attacker.piece.strike() > 0 && risk.is_none_or(|r| r <= 0) {
                    attacker.at = Some(at);
                }
            }
        }
    }

    /// CR 508.1d: what must attack attacks a player it may attack for nothing, who can do least to it; of those the weakest.
    fn compel(&mut self, all: bool) {
        let defenders = &self.defenders;
        for attacker in self.attackers.iter_mut().filter(|a| all || a.piece.has(Keywords::MUST_ATTACK)) {
            let free = defenders.iter().enumerate().filter(|(_, d)| d.tax == 0 && d.worth.is_none());
            let order = |d: &Defender<'_>| (d.shielded, d.risk(attacker.piece).unwrap_or(i32::MIN), d.life);
            attacker.at = attacker.at.or_else(|| free.min_by_key(|(_, d)| order(d)).map(|(at, _)| at));
        }
    }

    /// What can't attack its player once more this turn attacks another who can't block it well, or nobody.
    fn unbar(&mut self, view: &PlayerView) -> bool {
        let mut any = false;
        for place in 0..self.attackers.len() {
            let id = self.attackers[place].piece.object.id;
            let Some(at) = self.attackers[place].at else { continue };
            if !view.is_barred(id, self.defenders[at].seat) {
                continue;
            }
            any = true;
            let open = |d: &Defender<'_>| {
                d.is_open()
                    && !view.is_barred(id, d.seat)
                    && d.risk(self.attackers[place].piece).is_none_or(|risk| risk <= 0)
            };
            let others = (0..self.defenders.len()).filter(|d| open(&self.defenders[*d]));
            self.attackers[place].at =
                others.max_by_key(|d| (self.defenders[*d].of_damage(FINELY, &self.weights), std::cmp::Reverse(*d)));
        }
        any
    }

    fn choice(&self) -> Choice {
        let attacking = self.attackers.iter().filter_map(|a| Some((a.item, self.defenders[a.at?].option.into())));
        let mut pairs: Vec<(u16, i32)> = attacking.collect();
        pairs.sort_unstable();
        Choice::Assign(pairs)
    }
}

impl Attack {
    fn add(&mut self, place: usize, points: i32) {
        if points > 0 {
            self.chosen.push(place);
            self.score += points;
        }
    }
}
