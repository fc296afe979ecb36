//! The battlefield as one decision sees it: read from the view once, with a worth for everything on it.

use smallvec::SmallVec;

use crate::cards::ability::{TargetKind, TargetSpec};
use crate::cards::card::Card;
use crate::cards::effect::{Facts, Filter, Whose};
use crate::cards::keyword::Keywords;
use crate::cards::type_line::Types;
use crate::game::ObjectId;
use crate::game::view::{PlayerView, SeenObject};
use crate::turn::{MAX_SEATS, Seat, SeatSet};

use super::duel::{is_blocker, may_block};
use super::effect::{Aim, Effect};
use super::knock_out;
use super::peril::Perils;
use super::profile::{Profiles, Roles, Standing, creature};
use super::rare::added_toughness;
use super::threat::Politics;
use super::weights::Weights;
use crate::agents::Pilot;

/// What it counts, in percent, that a commander is gone until it is paid for again.
const COMMANDER: i32 = 70;
/// What is made turn after turn is worth this part of its points.
const MUSTERED: i32 = 2;
/// And so many points at most.
const MOST_MUSTERED: i32 = 60;
/// Points for each point of power of a creature that is goaded.
const GOADED: i32 = 2;

/// What one player has.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Side {
    /// Power of the creatures that could attack in the player's next turn.
    pub(super) power: i32,
    /// Lands and other permanents that make mana.
    pub(super) sources: i32,
    /// Everything together, in points.
    pub(super) worth: i32,
}

impl Side {
    #[inline]
    fn count(&mut self, piece: &Piece, roles: Roles) {
        self.worth += piece.worth;
        self.sources += i32::from(is_source(&piece.object, roles));
        if piece.is_creature() && !piece.has(Keywords::DEFENDER | Keywords::CANT_ATTACK) {
            self.power += piece.strike();
        }
    }
}

/// A permanent and what it is worth to its controller.
#[derive(Clone, Copy)]
pub(super) struct Piece {
    pub(super) object: SeenObject,
    pub(super) worth: i32,
}

impl Piece {
    pub(super) fn is_creature(&self) -> bool {
        self.object.types.contains(Types::CREATURE)
    }

    pub(super) fn has(&self, keywords: Keywords) -> bool {
        self.object.keywords.intersects(keywords)
    }

    /// Whether it could be declared as an attacker if its controller's combat came now.
    pub(super) fn may_attack(&self) -> bool {
        self.is_creature()
            && !self.object.tapped
            && (!self.object.sick || self.has(Keywords::HASTE))
            && !self.has(Keywords::DEFENDER | Keywords::CANT_ATTACK)
    }

    /// Combat damage it deals, both strikes together.
    pub(super) fn strike(&self) -> i32 {
        let power = i32::from(self.object.power).max(0);
        if self.has(Keywords::DOUBLE_STRIKE) { 2 * power } else { power }
    }

    /// What it still takes to kill it.
    pub(super) fn left(&self) -> i32 {
        i32::from(self.object.toughness - self.object.damage)
    }
}

/// The battlefield.
pub(super) struct BoardReading {
    pub(super) me: Seat,
    /// This player and their teammates.
    pub(super) team: SeatSet,
    pub(super) pieces: Vec<Piece>,
    pub(super) sides: [Side; MAX_SEATS],
    /// Attackers of the combat in progress that attack this player.
    pub(super) attacking_me: Vec<ObjectId>,
    /// Pumping makes sense: one's own attack is still to come.
    pub(super) before_attack: bool,
    /// This player's extra turns would be skipped.
    pub(super) no_extra_turns: bool,
    /// What permanents leave to their controllers as they die, in points.
    legacies: SmallVec<[(ObjectId, i32); 4]>,
    /// Opponents for each of whose creatures that dies this player gives one up.
    pacts: SeatSet,
    /// Something takes toughness from creatures as long as it is there.
    shrinks: bool,
    /// This player may cast only one spell each turn.
    pub(super) one_spell: bool,
    /// What is about to happen to this player's permanents, where that is the question.
    pub(super) perils: Perils,
    /// How much harm to each player counts.
    pub(super) politics: Politics,
    /// What harm to an opponent's permanent counts, in percent.
    harm: i32,
    /// How whoever reads plays.
    pub(super) pilot: Pilot,
    /// What counts how much.
    weights: Weights,
}

impl BoardReading {
    /// A board with nothing on it.
    fn empty(view: &PlayerView, profiles: &Profiles) -> BoardReading {
        let me = view.actor();
        BoardReading {
            me,
            team: Seat::first(view.seats()).filter(|s| !view.are_opponents(*s, me)).collect(),
            pieces: Vec::new(),
            sides: [Side::default(); MAX_SEATS],
            attacking_me: view.attackers().filter(|(_, d)| *d == me).map(|(id, _)| id).collect(),
            before_attack: false,
            no_extra_turns: false,
            legacies: SmallVec::new(),
            pacts: SeatSet::EMPTY,
            shrinks: false,
            one_spell: false,
            perils: Perils::default(),
            politics: Politics::NONE,
            harm: 100,
            pilot: Pilot::DEFAULT,
            weights: *profiles.weights(),
        }
    }

    /// Reads the table as a player of that kind does, who minds whom what harms.
    pub(super) fn read_as(view: &PlayerView, profiles: &Profiles, pilot: &Pilot) -> BoardReading {
        let mut board = BoardReading::read(view, profiles);
        board.pilot = *pilot;
        board.politics = Politics::read(view, &board, profiles.weights());
        if view.opponents_of(board.me).nth(1).is_some() {
            board.harm = profiles.weights().several;
        }
        board
    }

    /// Counts what this player makes mana with, and looks at nothing else.
    pub(super) fn glance(view: &PlayerView, profiles: &Profiles) -> BoardReading {
        let mut board = BoardReading::empty(view, profiles);
        let sources = mine(view).filter(|object| is_source(object, profiles.standing(object.card).roles));
        board.sides[board.me.index()].sources = sources.count() as i32;
        board
    }

    /// Reads the table.
    pub(super) fn read(view: &PlayerView, profiles: &Profiles) -> BoardReading {
        let mut board = BoardReading::empty(view, profiles);
        let mut rare: SmallVec<[usize; 8]> = SmallVec::new();
        let BoardReading { team, sides, no_extra_turns, .. } = &mut board;
        let read = |(place, object): (usize, SeenObject)| {
            let Standing { points, roles, is_rare, .. } = profiles.standing(object.card);
            if is_rare {
                rare.push(place);
            }
            // Who is held by somebody else's lock has nothing worth more than its end.
            let holds = roles.contains(Roles::LOCK) && !team.contains(object.controller);
            let worth = standing_there(&object, points) + if holds { profiles.weights().held } else { 0 };
            let piece = Piece { object, worth };
            sides[object.controller.index()].count(&piece, roles);
            if roles.intersects(Roles::NO_EXTRA_TURNS | Roles::NOBODYS_EXTRA_TURNS) {
                let theirs = !team.contains(object.controller);
                *no_extra_turns |= theirs || roles.contains(Roles::NOBODYS_EXTRA_TURNS);
            }
            piece
        };
        board.pieces = view.battlefield().enumerate().map(read).collect();
        for place in rare {
            board.mind(place, view, profiles);
        }
        board
    }

    /// Takes into account what is rare about a permanent.
    fn mind(&mut self, place: usize, view: &PlayerView, profiles: &Profiles) {
        let SeenObject { id, card, controller, .. } = self.pieces[place].object;
        let (rare, ours) = (profiles.rare(card), self.team.contains(controller));
        if rare.legacy > 0 {
            self.legacies.push((id, rare.legacy));
        }
        if rare.pact && !ours {
            self.pacts.insert(controller);
        }
        self.shrinks |= rare.shrinks;
        self.one_spell |= match rare.one_spell {
            Some(Whose::Any) => true,
            Some(Whose::Yours) => ours,
            Some(Whose::Opponents) => !ours,
            _ => false,
        };
        if let Some((each, points)) = rare.musters {
            self.count_for(place, view.catalog().filter(each), points, view);
        }
    }

    /// Adds to a permanent's worth what it makes each turn of what its controller has.
    fn count_for(&mut self, place: usize, each: &Filter, points: i32, view: &PlayerView) {
        let controller = self.pieces[place].object.controller;
        let counted = self.pieces.iter().filter(|p| self.passes_for(each, &p.object, view, controller)).count() as i32;
        self.pieces[place].worth += (points * counted / MUSTERED).min(MOST_MUSTERED);
    }

    /// Whether that opponent's creatures with infect could deal this player the last poison counters (CR 702.90b, 704.5c).
    pub(super) fn could_poison(&self, view: &PlayerView, seat: Seat) -> bool {
        let infects = |p: &&Piece| p.object.controller == seat && p.is_creature() && p.has(Keywords::INFECT);
        let poison: i32 = self.pieces.iter().filter(infects).map(Piece::strike).sum();
        poison >= view.deadly_poison() - view.poison(self.me)
    }

    pub(super) fn mine(&self) -> impl Iterator<Item = &Piece> {
        self.pieces.iter().filter(|p| p.object.controller == self.me)
    }

    pub(super) fn find(&self, id: ObjectId) -> Option<&Piece> {
        self.pieces.iter().find(|p| p.object.id == id)
    }

    // ---- what choosing is worth ----

    /// What it is worth to this player that the piece becomes the aim's target.
    pub(super) fn aim_at(&self, aim: &Aim, piece: &Piece) -> i32 {
        let mine = self.team.contains(piece.object.controller);
        let mut change = aim.points + if aim.lasts { lasting(aim, piece) } else { 0 } + self.boost(aim, piece);
        let removed = aim.share != 0 && !(aim.destroys && piece.has(Keywords::INDESTRUCTIBLE));
        if removed {
            let whole = aim.share < 0 && piece.object.token;
            change += piece.worth * if whole && aim.share < -20 { -100 } else { aim.share } / 100;
        }
        let kills = self.kills(aim, piece);
        if kills {
            change -= piece.worth;
        }
        let dies = kills || removed && aim.destroys;
        change += if dies { self.left_behind(piece) } else { 0 };
        let change = match mine {
            // What it is turned into must be worth the card besides.
            true if removed && aim.share <= -80 && aim.points > 0 => change - 2 * self.weights.card,
            true => change,
            false => {
                let returns = piece.object.commander && aim.gain == 0 && (kills || removed && aim.share <= -80);
                let change = if returns { change * COMMANDER / 100 } else { change };
                let given_up = if dies { self.given_up_for(piece) } else { 0 };
                -self.politics.harm(change, piece.object.controller) * self.harm / 100 - given_up
            }
        };
        let saved = if self.perils.is_empty() { 0 } else { self.saved(aim, piece) };
        change + piece.worth * aim.gain / 100 + self.defends(aim, piece) + self.goaded(aim, piece) + saved
    }

    /// Whether something on the table keeps what is tapped from untapping as it should.
    pub(super) fn is_locked(&self, profiles: &Profiles) -> bool {
        self.pieces.iter().any(|p| profiles.standing(p.object.card).roles.contains(Roles::LOCK))
    }

    /// Whether that player has a creature that could block the piece.
    pub(super) fn could_be_blocked(&self, piece: &Piece, seat: Seat) -> bool {
        let blocks = |p: &Piece| p.object.controller == seat && is_blocker(p) && may_block(p, piece);
        self.pieces.iter().any(blocks)
    }

    /// What a creature gains with what is attached to it.
    pub(super) fn lasting_on(&self, aim: &Aim, piece: &Piece) -> i32 {
        aim.points + if aim.lasts { lasting(aim, piece) } else { 0 }
    }

    /// What its controller gets as it dies.
    fn left_behind(&self, piece: &Piece) -> i32 {
        self.legacies.iter().find(|(id, _)| *id == piece.object.id).map_or(0, |(_, points)| *points)
    }

    /// What it costs this player that something of an opponent's dies.
    pub(super) fn price_of_death(&self, piece: &Piece) -> i32 {
        self.left_behind(piece) + self.given_up_for(piece)
    }

    /// What this player has to give up as a creature of that player's dies.
    fn given_up_for(&self, piece: &Piece) -> i32 {
        if !piece.is_creature() || !self.pacts.contains(piece.object.controller) {
            return 0;
        }
        self.mine().filter(|p| p.is_creature()).map(|p| p.worth).min().unwrap_or(0)
    }

    /// Whether a creature would have no toughness left as it enters, for what is there.
    pub(super) fn cannot_live(&self, object: &SeenObject, view: &PlayerView) -> bool {
        if !self.shrinks || !object.types.contains(Types::CREATURE) || object.toughness <= 0 {
            return false;
        }
        let given = |piece: &Piece| -> i32 {
            let added =
                view.card(piece.object.card).abilities.iter().filter_map(|a| added_toughness(view.catalog(), *a));
            let passes = |filter| self.passes_for(view.catalog().filter(filter), object, view, piece.object.controller);
            added.filter(|(_, filter)| passes(*filter)).map(|(n, _)| n).sum()
        };
        i32::from(object.toughness) + self.pieces.iter().map(given).sum::<i32>() <= 0
    }

    /// Whether it would not be there any more.
    pub(super) fn takes(&self, aim: &Aim, piece: &Piece) -> bool {
        aim.share <= -80 && !(aim.destroys && piece.has(Keywords::INDESTRUCTIBLE)) || self.kills(aim, piece)
    }

    fn kills(&self, aim: &Aim, piece: &Piece) -> bool {
        let burnt = aim.damage >= piece.left() && !piece.has(Keywords::INDESTRUCTIBLE);
        piece.is_creature() && (aim.damage > 0 && burnt || aim.shrinks > 0 && aim.shrinks >= piece.left())
    }

    /// What is goaded attacks somebody else, where there is anybody else (CR 701.15b).
    fn goaded(&self, aim: &Aim, piece: &Piece) -> i32 {
        let others =
            aim.goads && piece.is_creature() && !self.team.contains(piece.object.controller) && self.harm != 100;
        if others { GOADED * piece.strike() } else { 0 }
    }

    /// Removing what attacks this player saves life as well.
    fn defends(&self, aim: &Aim, piece: &Piece) -> i32 {
        let stops = aim.withdraws || aim.keywords.contains(Keywords::NO_COMBAT_DAMAGE);
        let removes = aim.share <= -45 || self.kills(aim, piece);
        match self.attacking_me.contains(&piece.object.id) {
            true if stops => 3 * piece.strike(),
            true if removes => 2 * piece.strike(),
            _ => 0,
        }
    }

    /// What power and keywords until end of turn are worth: something only to one's own attackers before they attack.
    fn boost(&self, aim: &Aim, piece: &Piece) -> i32 {
        let hasty = aim.keywords.contains(Keywords::HASTE) && piece.object.sick && !piece.object.tapped;
        let able = piece.may_attack() || hasty && piece.is_creature();
        if !self.before_attack || !able || piece.object.controller != self.me {
            return 0;
        }
        let power = piece.strike() + aim.power;
        let evades = aim.keywords.intersects(Keywords::UNBLOCKABLE) && !piece.has(Keywords::UNBLOCKABLE);
        let tramples = aim.keywords.intersects(Keywords::TRAMPLE) && !piece.has(Keywords::TRAMPLE);
        let doubles = aim.keywords.intersects(Keywords::DOUBLE_STRIKE) && !piece.has(Keywords::DOUBLE_STRIKE);
        2 * aim.power
            + if evades || hasty { 2 * power } else { 0 }
            + if tramples { power } else { 0 }
            + if doubles { 2 * power } else { 0 }
    }

    /// What it is worth to this player that a player becomes the aim's target.
    pub(super) fn aim_at_player(&self, aim: &Aim, seat: Seat, view: &PlayerView) -> i32 {
        let change = aim.points - self.weights.life_lost * aim.damage;
        if self.team.contains(seat) {
            return change;
        }
        if change >= 0 {
            return -change;
        }
        let lethal = match aim.damage >= view.life(seat) {
            true if knock_out::is_wanted(view, self.me, seat) => self.weights.lethal,
            true => -self.weights.lethal,
            false => 0,
        };
        // Whatever else counts, who is strongest breaks ties.
        let strongest = (self.sides[seat.index()].power + self.sides[seat.index()].worth / 16).min(30) / 3;
        -self.politics.harm(change, seat) + strongest + lethal
    }

    /// What everything that happens without a target is worth.
    pub(super) fn swept(&self, effect: &Effect, view: &PlayerView, source: ObjectId) -> i32 {
        let mut sum = 0;
        for (filter, aim) in &effect.sweeps {
            let filter = view.catalog().filter(*filter);
            let passing = self.pieces.iter().filter(|p| self.passes(filter, &p.object, view, Some(source)));
            sum += passing.map(|p| self.aim_at(aim, p)).sum::<i32>();
        }
        sum
    }

    /// What the best target on the table would be worth for a permanent that is about to enter, itself included.
    pub(super) fn best_target(&self, spec: &TargetSpec, aim: &Aim, entering: &Piece, view: &PlayerView) -> i32 {
        let filter = match spec.kind {
            TargetKind::Permanent(filter)
            | TargetKind::PermanentOrSuspended(filter)
            | TargetKind::SpellOrPermanent(filter) => view.catalog().filter(filter),
            TargetKind::Any
            | TargetKind::PlayerOrPlaneswalker { .. }
            | TargetKind::PermanentOrPlayer
            | TargetKind::Player { .. } => {
                return self.best_player(spec, aim, view);
            }
            TargetKind::GraveyardCard { .. } => {
                return if view.graveyard(self.me).next().is_some() { aim.gain / 5 } else { 0 };
            }
            TargetKind::Spell(_) | TargetKind::SpellOrAbility { .. } | TargetKind::Ability { .. } => return 0,
        };
        let on_table = self.pieces.iter().filter(|p| !p.has(self.barred(p)));
        let legal = on_table.chain(std::iter::once(entering)).filter(|p| {
            let source = if p.object.id == entering.object.id { Some(entering.object.id) } else { None };
            self.passes(filter, &p.object, view, source)
        });
        // What removes itself might as well not have been cast.
        let itself = |p: &Piece| p.object.id == entering.object.id && aim.share <= -40;
        let chosen = legal.max_by_key(|p| (self.aim_at(aim, p), !itself(p)));
        let best = chosen.map_or(0, |p| if itself(p) { -p.worth } else { self.aim_at(aim, p) });
        if spec.optional { best.max(0) } else { best }
    }

    fn best_player(&self, spec: &TargetSpec, aim: &Aim, view: &PlayerView) -> i32 {
        let living = view.living();
        let players = living.map(|s| self.aim_at_player(aim, s, view)).max().unwrap_or(0);
        let creatures = self.pieces.iter().filter(|p| spec.kind == TargetKind::Any && p.is_creature());
        players.max(creatures.map(|p| self.aim_at(aim, p)).max().unwrap_or(0))
    }

    /// Keywords that keep this player from targeting the piece.
    fn barred(&self, piece: &Piece) -> Keywords {
        if self.team.contains(piece.object.controller) {
            Keywords::SHROUD
        } else {
            Keywords::SHROUD | Keywords::HEXPROOF
        }
    }

    /// Whether an object on the battlefield passes a filter, as far as an agent minds.
    pub(super) fn passes(
        &self,
        filter: &Filter,
        object: &SeenObject,
        view: &PlayerView,
        source: Option<ObjectId>,
    ) -> bool {
        let whose = match filter.whose {
            Whose::Yours => object.controller == self.me,
            Whose::Opponents => !self.team.contains(object.controller),
            Whose::Active => !view.are_opponents(object.controller, view.turn().active),
            Whose::Any | Whose::Theirs | Whose::Enchanted | Whose::Chosen => true,
            Whose::Others => object.controller != self.me,
            Whose::Team => self.team.contains(object.controller),
        };
        self.fits(filter, object, view, source, whose)
    }

    /// The same from the point of view of another player, whose effect it is.
    pub(super) fn passes_for(&self, filter: &Filter, object: &SeenObject, view: &PlayerView, you: Seat) -> bool {
        let whose = match filter.whose {
            Whose::Yours => object.controller == you,
            Whose::Opponents => view.are_opponents(object.controller, you),
            Whose::Active => !view.are_opponents(object.controller, view.turn().active),
            Whose::Any | Whose::Theirs | Whose::Enchanted | Whose::Chosen => true,
            Whose::Others => object.controller != you,
            Whose::Team => !view.are_opponents(object.controller, you),
        };
        self.fits(filter, object, view, None, whose)
    }

    /// Whether it passes, given whether it is theirs who are meant.
    fn fits(
        &self,
        filter: &Filter,
        object: &SeenObject,
        view: &PlayerView,
        source: Option<ObjectId>,
        whose: bool,
    ) -> bool {
        let card = view.card(object.card);
        let or = filter.or.map(|or| view.catalog().filter(or));
        or.is_some_and(|or| self.passes(or, object, view, source))
            || whose
                && filter.fits_types(object.types)
                && (filter.subtypes.is_empty() || filter.subtypes.iter().any(|s| card.subtypes.contains(s)))
                && (filter.any_colour.is_empty() || card.colours.intersects(filter.any_colour))
                && !card.colours.intersects(filter.no_colour)
                && !(filter.other && Some(object.id) == source)
                && object.keywords.contains(filter.keywords)
                && !object.keywords.intersects(filter.no_keywords)
                && filter.power.is_none_or(|(c, n)| c.holds(object.power.into(), n.into()))
                && filter.toughness.is_none_or(|(c, n)| c.holds(object.toughness.into(), n.into()))
                && filter.mana_value.is_none_or(|(c, n)| c.holds(card.mana_value.into(), n.into()))
                && facts(filter.is, object, view)
                && !(filter.is_not.contains(Facts::TOKEN) && object.token)
    }
}

/// What a creature gains, or loses, with what is attached to it.
fn lasting(aim: &Aim, piece: &Piece) -> i32 {
    let SeenObject { power, toughness, keywords, .. } = piece.object;
    let (power, toughness) = (i32::from(power), i32::from(toughness));
    if !piece.is_creature() {
        return 0;
    }
    creature(power + aim.power, toughness + aim.toughness, keywords | aim.keywords)
        - creature(power, toughness, keywords)
}

/// What the deciding player controls, in order of arrival.
pub(super) fn mine(view: &PlayerView) -> impl Iterator<Item = SeenObject> + '_ {
    view.controlled_by(view.actor())
}

/// Whether a permanent counts as a source of mana.
fn is_source(object: &SeenObject, roles: Roles) -> bool {
    object.types.contains(Types::LAND) || roles.contains(Roles::MANA)
}

/// The facts that a visible object shows; to have attacked is taken to hold for what is tapped.
fn facts(is: Facts, object: &SeenObject, view: &PlayerView) -> bool {
    let attacks = || view.attackers().any(|(id, _)| id == object.id);
    (!is.contains(Facts::TAPPED) || object.tapped)
        && (!is.contains(Facts::TOKEN) || object.token)
        && (!is.contains(Facts::LEGENDARY) || object.types.contains(Types::LEGENDARY))
        && (!is.contains(Facts::ATTACKING) || attacks())
        && (!is.contains(Facts::ATTACKED_THIS_TURN) || object.tapped || object.keywords.contains(Keywords::VIGILANCE))
}

/// Points that a permanent is worth to its controller.
pub(in crate::agents) fn worth(object: &SeenObject, profiles: &Profiles) -> i32 {
    standing_there(object, profiles.card(object.card).standing)
}

/// The same for one whose card is of that standing.
#[inline]
fn standing_there(object: &SeenObject, standing: i32) -> i32 {
    let SeenObject { types, power, toughness, keywords, commander, .. } = *object;
    points(types, || creature(power.into(), toughness.into(), keywords), commander, standing)
}

#[inline]
fn points(types: Types, body: impl Fn() -> i32, commander: bool, standing: i32) -> i32 {
    if types.contains(Types::CREATURE) {
        (body() + standing + if commander { 6 } else { 0 }).max(1)
    } else if types.contains(Types::LAND) {
        12 + standing.min(10)
    } else if types.contains(Types::PLANESWALKER) {
        20 + standing
    } else {
        standing.max(2)
    }
}

/// Points that a permanent is worth as it is printed.
pub(super) fn printed(card: &Card, standing: i32) -> i32 {
    points(card.types, || creature(card.power.into(), card.toughness.into(), card.keywords), false, standing)
}
