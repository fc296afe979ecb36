//! Which cards a search may find together (CR 701.23): those that share a land type, or one of each of several kinds.

use crate::cards::effect::{Filter, FilterId, Op};

use crate::game::decision::Item;
use crate::game::engine::Reader;
use crate::game::filter::Viewpoint;

impl Reader<'_, '_> {
    /// Where an effect says so, all cards found share a land type, or each is one of as many different kinds.
    pub(in crate::game) fn search_fits(&self, options: &[Item], chosen: &[u16]) -> bool {
        let Some(frame) = self.s.frames.last() else { return true };
        let Op::Search { alike, each, filter, .. } = self.cat.op(frame.at) else { return true };
        let kinds = || self.kinds_of(options, chosen.iter().copied(), filter);
        (!alike || self.share_a_subtype(options, chosen)) && (!each || can_differ(&kinds(), 0))
    }

    fn share_a_subtype(&self, options: &[Item], chosen: &[u16]) -> bool {
        let subtypes = |at: &u16| match options.get(usize::from(*at)) {
            Some(Item::Object(id)) => self.cat.card(self.s.object(id.slot).card).subtypes.as_slice(),
            _ => &[],
        };
        let mut rest = chosen.iter();
        let first = rest.next().map(subtypes).unwrap_or_default();
        chosen.len() < 2 || first.iter().any(|s| rest.clone().all(|at| subtypes(at).contains(s)))
    }

    /// Of which of the filter's alternatives each of those cards is one, as bits.
    fn kinds_of(&self, options: &[Item], at: impl Iterator<Item = u16>, filter: FilterId) -> Vec<u32> {
        let Some(frame) = self.s.frames.last() else { return Vec::new() };
        let view = Viewpoint::frame(frame);
        let alternatives: Vec<Filter> = self.cat.alternatives(filter).take(32).map(Filter::alone).collect();
        let kinds = |at: u16| {
            let Some(Item::Object(id)) = options.get(usize::from(at)) else { return 0 };
            let is = |kind: &Filter| self.passes(kind, *id, self.s.object(id.slot), &view);
            alternatives.iter().enumerate().filter(|(_, kind)| is(kind)).fold(0, |bits, (n, _)| bits | 1 << n)
        };
        at.map(kinds).collect()
    }

    /// The first cards that may be found together, at most so many.
    pub(super) fn one_of_each(&self, options: &[Item], filter: FilterId, max: u16) -> Vec<u16> {
        let kinds = self.kinds_of(options, 0..options.len() as u16, filter);
        let (mut found, mut found_kinds) = (Vec::new(), Vec::new());
        for (at, kind) in (0u16..).zip(kinds) {
            if found.len() == usize::from(max) {
                break;
            }
            found_kinds.push(kind);
            if can_differ(&found_kinds, 0) {
                found.push(at);
            } else {
                found_kinds.pop();
            }
        }
        found
    }
}

/// Whether each card can stand for a kind of its own, those in `taken` apart; all as bits.
fn can_differ(cards: &[u32], taken: u32) -> bool {
    let Some((card, rest)) = cards.split_first() else { return true };
    let mut left = card & !taken;
    while left != 0 {
        let kind = left & left.wrapping_neg();
        if can_differ(rest, taken | kind) {
            return true;
        }
        left &= left - 1;
    }
    false
}
