//! What a seat could pay with at one moment, and what it is to pay.

use arrayvec::ArrayVec;
use smallvec::SmallVec;

use crate::cards::ability::SpentOnly;
use crate::cards::effect::AbilityId;
use crate::cards::mana::{MAX_PIPS, Mana, ManaCost, ManaSet, Pip, SpentAs};
use crate::cards::profile::ManaProfile;

use crate::game::cost_changes::CostChanges;
use crate::game::object::{ObjectId, Slot};

/// Units of mana that one payment looks at, at most; nothing costs so much.
pub(super) const MAX_UNITS: usize = 128;

/// What is to be paid in mana: symbols, and generic mana with X in it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Bill<'c> {
    pub(crate) generic: u32,
    pub(crate) pips: &'c [Pip],
    /// So much of the generic mana is paid with mana of those types alone.
    pub(crate) narrow: Option<(u32, ManaSet)>,
}

/// Symbols that mana of any type pays, and behind them as many {C}.
static ANY_MANA: [Pip; 2 * MAX_PIPS] = {
    let mut pips = [Pip::of(ManaSet::ANY); 2 * MAX_PIPS];
    let mut at = MAX_PIPS;
    while at < pips.len() {
        pips[at].any_of = ManaSet::C;
        at += 1;
    }
    pips
};

impl<'c> Bill<'c> {
    /// The cost with that X.
    pub(crate) fn of(cost: &'c ManaCost, x: u16) -> Bill<'c> {
        let x = u32::from(cost.x) * u32::from(x);
        Bill { generic: u32::from(cost.generic) + x, pips: &cost.pips, narrow: cost.x_of.map(|types| (x, types)) }
    }

    /// The same with so much of the generic mana paid for otherwise.
    pub(crate) fn less(self, paid: usize) -> Bill<'c> {
        let generic = self.generic.saturating_sub(paid as u32);
        Bill { generic, narrow: self.narrow.map(|(n, types)| (n.min(generic), types)), ..self }
    }

    /// Generic mana alone.
    pub(crate) fn generic(n: u16) -> Bill<'static> {
        Bill { generic: n.into(), pips: &[], narrow: None }
    }

    pub(crate) fn is_zero(&self) -> bool {
        self.generic == 0 && self.pips.is_empty()
    }

    /// How many mana pay it at the very least: a symbol such as {2/W} may take one.
    pub(crate) fn least(&self) -> u32 {
        self.generic + self.pips.len() as u32
    }

    /// The same where mana may be spent on it as though it were of any colour, or of any type.
    pub(crate) fn spent_as(self, any: Option<SpentAs>) -> Bill<'c> {
        let Some(any) = any else { return self };
        let colourless = self.pips.iter().filter(|pip| any == SpentAs::AnyColour && pip.any_of == ManaSet::C).count();
        let coloured = self.pips.len() - colourless;
        let range = MAX_PIPS.saturating_sub(coloured)..(MAX_PIPS + colourless).min(2 * MAX_PIPS);
        Bill { pips: &ANY_MANA[range], narrow: None, ..self }
    }

    /// How many mana it is worth (CR 202.3).
    pub(crate) fn mana_value(&self) -> u32 {
        self.generic + self.pips.iter().map(|p| u32::from(p.or_generic.max(1))).sum::<u32>()
    }
}

/// A permanent that can be tapped, or sacrificed, for mana.
#[derive(Debug, Clone, Copy)]
pub(super) struct Source {
    pub(super) slot: Slot,
    pub(super) makes: ManaProfile,
    /// It is a creature, which attacks or blocks untapped, or could become one.
    pub(super) fights: bool,
    /// The ability whose mana may be spent on some things alone, where all of it is of that.
    pub(super) only: Option<AbilityId>,
}

/// Where mana that floats, and may be spent on some things alone, is listed as though permanents made it.
pub(super) const BOUND: Slot = 0xff00;
/// So many such at most.
pub(super) const MOST_BOUND: Slot = 128;

/// What can be tapped for mana, or floats, that may be spent on some things alone.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Restricted {
    pub(super) slot: Slot,
    pub(super) source: ObjectId,
    pub(super) ability: AbilityId,
    pub(super) only: SpentOnly,
    pub(super) makes: ManaProfile,
    pub(super) fights: bool,
}

impl Source {
    pub(super) fn types(&self) -> ManaSet {
        self.makes.types()
    }

    /// In which order sources are used: the least flexible first, then creatures, then what is sacrificed, converters last.
    pub(super) fn order(&self) -> Usefulness {
        (
            self.makes.costs,
            self.makes.given_up.is_some(),
            self.fights && self.makes.given_up.is_none(),
            self.types().bits().count_ones(),
            !self.makes.harmful.is_empty(),
            self.slot,
        )
    }

    /// How many mana it makes of these types, and how many it surely makes of them whatever else it is needed for.
    pub(super) fn reach(&self, types: ManaSet) -> (u32, u32) {
        if let Some(exactly) = self.makes.exactly {
            let n =
                Mana::ALL.into_iter().filter(|m| types.contains(m.set())).map(|m| u32::from(exactly[m as usize])).sum();
            return (n, n);
        }
        let units = u32::from(self.makes.units);
        let own = self.types();
        match (own.intersects(types), units == 1 || self.makes.mixed || types.contains(own)) {
            (true, true) => (units, units),
            (true, false) => (units, 0),
            (false, _) => (0, 0),
        }
    }
}

/// How much a permanent is worth for mana, compared with others of the same seat.
pub(crate) type Usefulness = (u8, bool, bool, u32, bool, Slot);

/// In the list of what is used: floating mana.
pub(super) const POOL: u8 = u8::MAX;

/// Different symbols of one cost for which it is counted whether they can be paid; the planner takes the rest.
pub(super) const MAX_KINDS: usize = 4;

/// What a seat could pay with now: floating mana and what it can tap.
#[derive(Debug, Clone)]
pub(crate) struct ManaSources {
    pub(super) pool: [u16; 6],
    pub(super) sources: Sources,
    /// All mana at most, floating mana included.
    pub(crate) total: u16,
    /// What makes spells of the seat cost more or less.
    pub(crate) changes: CostChanges,
    /// How much less a spell could cost at most for that.
    pub(super) discount: u32,
    /// Whether some of it costs a permanent.
    pub(super) gives_up: bool,
    /// What could be used for some things alone, besides.
    pub(super) restricted: SmallVec<[Restricted; 2]>,
    /// What the sources make together, by the types of which one is chosen; `None` when that does not tell all.
    pub(super) groups: Option<Groups>,
}

/// How many mana there are of each set of types of which one is chosen.
#[derive(Debug, Clone, Copy)]
pub(super) struct Groups {
    /// The sets that there are, as bits.
    pub(super) there: u64,
    pub(super) mana: [u8; 1 << Mana::ALL.len()],
}

impl Groups {
    const EMPTY: Groups = Groups { there: 0, mana: [0; 1 << Mana::ALL.len()] };

    /// Counts a source; false when it makes mana that no group can tell of.
    pub(super) fn add(&mut self, makes: &ManaProfile) -> bool {
        let types = makes.types();
        let one_by_one = makes.mixed || makes.units == 1 || types.bits() & types.bits().wrapping_sub(1) == 0;
        if makes.costs > 0 || makes.exactly.is_some() || !one_by_one {
            return false;
        }
        let set = usize::from(types.bits());
        self.there |= 1 << set;
        // No mana_sources of so much is counted.
        self.mana[set] = self.mana[set].saturating_add(makes.units);
        true
    }

    /// Takes out a source that has been counted.
    pub(super) fn take(&mut self, makes: &ManaProfile) {
        let of_them = &mut self.mana[usize::from(makes.types().bits())];
        *of_them = of_them.saturating_sub(makes.units);
    }

    /// How many mana there are that may be of one of those types.
    pub(super) fn made(&self, types: ManaSet) -> u32 {
        let (mut rest, mut made) = (self.there, 0);
        while rest != 0 {
            let set = rest.trailing_zeros() as usize;
            rest &= rest - 1;
            if set & usize::from(types.bits()) != 0 {
                made += u32::from(self.mana[set]);
            }
        }
        made
    }
}

/// How to pay: which source's mana is used as which type.
#[derive(Debug, Clone, Default)]
pub(crate) struct Payment {
    pub(super) sources: Sources,
    pub(super) used: Used,
}

pub(super) type Sources = SmallVec<[Source; 16]>;

/// Mana of which source, as which type.
pub(super) type Used = SmallVec<[(u8, Mana); 16]>;

impl Payment {
    /// The types of mana it spends.
    pub(crate) fn types(&self) -> ManaSet {
        self.used.iter().map(|(_, mana)| mana.set()).collect()
    }
}

/// How many mana a source adds, less what it takes.
pub(super) fn net(makes: &ManaProfile) -> u16 {
    makes.units.saturating_sub(makes.costs).into()
}

/// All floating mana.
pub(super) fn floating(pool: &[u16; 6]) -> u16 {
    pool.iter().copied().fold(0, u16::saturating_add)
}

impl ManaSources {
    /// With nothing but floating mana in it.
    pub(super) fn new(pool: [u16; 6], changes: CostChanges) -> ManaSources {
        let discount = changes.greatest_discount();
        ManaSources {
            pool,
            sources: SmallVec::new(),
            total: floating(&pool),
            changes,
            discount,
            gives_up: false,
            restricted: SmallVec::new(),
            groups: Some(Groups::EMPTY),
        }
    }

    pub(super) fn add(&mut self, source: Source) {
        let makes = &source.makes;
        self.total = self.total.saturating_add(net(makes));
        self.gives_up |= makes.given_up.is_some();
        if !self.groups.as_mut().is_some_and(|groups| groups.add(makes)) {
            self.groups = None;
        }
        self.sources.push(source);
    }

    /// Whether that permanent is one of them.
    pub(super) fn has(&self, slot: Slot) -> bool {
        self.sources.iter().any(|source| source.slot == slot)
    }

    pub(super) fn add_restricted(&mut self, restricted: Restricted) {
        if restricted.makes.units > 0 {
            self.gives_up |= restricted.makes.given_up.is_some();
            self.restricted.push(restricted);
        }
    }

    /// The same with those of the restricted that fit.
    pub(super) fn with_restricted(&self, fits: impl Fn(&Restricted) -> bool) -> ManaSources {
        let mut sources = self.sources.clone();
        for restricted in self.restricted.iter().filter(|r| fits(r)) {
            let Restricted { slot, makes, fights, .. } = *restricted;
            let joined = Source { slot, makes, fights, only: (makes.units > 1).then_some(restricted.ability) };
            match sources.iter_mut().find(|source| source.slot == slot) {
                // What can be kept is not sacrificed for more.
                Some(own) if makes.given_up.is_some() && own.makes.given_up.is_none() => {}
                // A permanent that makes one mana either way makes it of any of the types.
                Some(own) if own.makes.units == 1 && makes.units == 1 && own.makes.costs == makes.costs => {
                    own.makes.free |= makes.free;
                    own.makes.harmful = (own.makes.harmful | makes.harmful) & !own.makes.free;
                }
                Some(own) if makes.units > own.makes.units => *own = joined,
                Some(_) => {}
                None => sources.push(joined),
            }
        }
        let mut all = ManaSources::new(self.pool, self.changes.clone());
        sources.into_iter().for_each(|source| all.add(source));
        all
    }

    /// The same without what costs a permanent.
    pub(super) fn keeping_permanents(&self) -> ManaSources {
        let mut all = ManaSources::new(self.pool, self.changes.clone());
        for source in self.sources.iter().filter(|source| source.makes.given_up.is_none()) {
            all.add(Source { only: None, ..*source });
        }
        all.restricted = self.restricted.iter().filter(|r| r.makes.given_up.is_none()).copied().collect();
        all
    }

    /// All mana at most that could be spent on some thing.
    fn most(&self) -> u32 {
        let more: u32 = self.restricted.iter().map(|restricted| u32::from(restricted.makes.units)).sum();
        u32::from(self.total) + more
    }

    /// How much a permanent is worth for mana; nothing when it makes none.
    pub(crate) fn usefulness(&self, slot: Slot) -> Option<Usefulness> {
        self.sources.iter().find(|s| s.slot == slot).map(Source::order)
    }

    /// Whether a spell with that mana cost could not be paid for, whatever makes it cost less but itself.
    pub(crate) fn is_beyond(&self, cost: &ManaCost) -> bool {
        Bill::of(cost, 0).least() > self.most() + self.discount
    }

    /// Whether the bill can be paid. `except` are permanents that must not be tapped for it.
    pub(crate) fn can_pay(&self, bill: Bill<'_>, except: &[Slot]) -> bool {
        let bill = bill.spent_as(self.changes.spent_as);
        if bill.is_zero() {
            return true;
        }
        let counted = || match bill.narrow {
            Some(_) => None,
            None => self.counted_by_groups(bill, except).or_else(|| self.counted(bill, except)),
        };
        bill.least() <= u32::from(self.total) && counted().unwrap_or_else(|| self.plan(bill, except).is_some())
    }

    /// The same as [`ManaSources::counted`] for all sources at once, by groups: what is counted is sure then.
    pub(super) fn counted_by_groups(&self, bill: Bill<'_>, except: &[Slot]) -> Option<bool> {
        let groups = self.groups.as_ref()?;
        let mut kept = self.sources.iter().filter(|source| except.contains(&source.slot)).peekable();
        if except.is_empty() || kept.peek().is_none() {
            return self.counted_in(groups, bill);
        }
        let (mut left, mut total) = (*groups, self.total);
        for source in kept {
            left.take(&source.makes);
            total = total.saturating_sub(net(&source.makes));
        }
        if bill.least() > u32::from(total) { Some(false) } else { self.counted_in(&left, bill) }
    }

    pub(super) fn counted_in(&self, groups: &Groups, bill: Bill<'_>) -> Option<bool> {
        let kinds = kinds(bill.pips).filter(|_| usize::from(self.total) <= MAX_UNITS)?;
        let made = |types: ManaSet| groups.made(types) + self.floating(types);
        if let [types] = kinds[..] {
            return Some(made(types) >= bill.pips.len() as u32);
        }
        let wanted = |types: ManaSet| bill.pips.iter().filter(|p| types.contains(p.any_of)).count() as u32;
        Some(subsets(&kinds).all(|types| made(types) >= wanted(types)))
    }

    pub(super) fn floating(&self, types: ManaSet) -> u32 {
        if self.pool == [0; 6] {
            return 0;
        }
        let mana = Mana::ALL.into_iter().filter(|m| types.contains(m.set()));
        mana.map(|m| u32::from(self.pool[m as usize])).sum()
    }

    /// Whether the bill can be paid, where counting tells: every set of symbols needs as much mana of their types
    /// (Hall's theorem, 1935). `None` when it depends on converters or on mana that is all of one type.
    pub(super) fn counted(&self, bill: Bill<'_>, except: &[Slot]) -> Option<bool> {
        let kinds = kinds(bill.pips).filter(|_| usize::from(self.total) <= MAX_UNITS)?;
        let usable = || self.sources.iter().filter(|s| !except.contains(&s.slot));
        let plain: u32 = usable().filter(|s| s.makes.costs == 0).map(|s| u32::from(s.makes.units)).sum();
        let mut surely = bill.least() <= plain + self.pool.iter().map(|n| u32::from(*n)).sum::<u32>();
        if !surely && usable().all(|s| s.makes.costs == 0) {
            return Some(false);
        }
        for types in subsets(&kinds) {
            let wanted = bill.pips.iter().filter(|p| types.contains(p.any_of)).count() as u32;
            let (most, least) = self.reach(types, usable());
            if most < wanted {
                return Some(false);
            }
            surely &= least >= wanted;
        }
        surely.then_some(true)
    }

    /// How many mana of these types there are at most, and surely: without converters and what is all of one type.
    pub(super) fn reach<'a>(&self, types: ManaSet, sources: impl Iterator<Item = &'a Source>) -> (u32, u32) {
        let floating = self.floating(types);
        sources.fold((floating, floating), |(most, least), source| {
            let (upper, lower) = source.reach(types);
            (most + upper, if source.makes.costs == 0 { least + lower } else { least })
        })
    }
}

/// The different symbols of a cost; `None` when they are too many, or generic mana can stand for one.
pub(super) fn kinds(pips: &[Pip]) -> Option<ArrayVec<ManaSet, MAX_KINDS>> {
    let mut kinds = ArrayVec::new();
    for pip in pips {
        if pip.or_generic > 0 {
            return None;
        }
        if !kinds.contains(&pip.any_of) {
            kinds.try_push(pip.any_of).ok()?;
        }
    }
    Some(kinds)
}

/// Every set of symbols, as the types that pay any of them.
pub(super) fn subsets(kinds: &[ManaSet]) -> impl Iterator<Item = ManaSet> + '_ {
    (1..1u32 << kinds.len()).map(|chosen| {
        let of = kinds.iter().enumerate().filter(|(at, _)| chosen >> at & 1 == 1);
        of.fold(ManaSet::empty(), |all, (_, types)| all | *types)
    })
}

pub(super) fn first_type(set: ManaSet) -> Mana {
    Mana::ALL.into_iter().find(|m| set.contains(m.set())).unwrap_or(Mana::C)
}

#[cfg(test)]
mod tests;
