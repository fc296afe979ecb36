//! What is given up or tapped for a cost, and which mana is made (CR 601.2h, 602.2b).

use crate::cards::ability::{Ability, Cost, Makes};
use crate::cards::card::Card;
use crate::cards::effect::AbilityId;
use crate::cards::mana::Mana;
use crate::game::convoke::Helped;
use crate::game::decision::{Item, Need, NeedKind, Shape};
use crate::game::engine::Reader;
use crate::game::object::{ObjectId, Slot};
use crate::game::price::{Part, parts_at};
use crate::turn::Seat;

use super::{Act, Filled};

impl Reader<'_, '_> {
    pub(super) fn need_cost(&self, seat: Seat, act: &Act<'_>, filled: &Filled) -> Option<Need> {
        let (mut done, cost) = (filled.costs.len(), self.cost_of(act, filled)?);
        for (part, n) in parts_at(cost, filled.x - 1) {
            if done < usize::from(n) {
                let mut payable = self.payable_with(seat, act.source, part);
                if let (Part::Sacrifice(_), Some(leaving)) = (part, self.leaves_another(seat, act.source, cost)) {
                    let first = filled.costs.is_empty();
                    payable.retain(|id| if first { leaving.contains(id) } else { !filled.costs.contains(id) });
                }
                let options = payable.into_iter().map(Item::Object).collect();
                let shape = Shape::Some { options, min: n.into(), max: n.into() };
                return Some(Need { kind: NeedKind::Cost, shape });
            }
            done -= usize::from(n);
        }
        None
    }

    /// Who crews (CR 702.122a): one after another until their power is enough, and then any others, so that whatever is
    /// chosen can be completed.
    pub(super) fn need_crew(&self, seat: Seat, act: &Act<'_>, filled: &Filled) -> Option<Need> {
        let enough = i32::from(act.cost?.crew.filter(|_| !filled.crewed)?);
        let (chosen, left): (Vec<_>, Vec<_>) =
            self.crew_for(seat, act.source).partition(|(id, _)| filled.costs.contains(id));
        let there: i32 = chosen.iter().map(|(_, power)| power).sum();
        let reach: i32 = there + left.iter().map(|(_, power)| power.max(&0)).sum::<i32>();
        let short = there < enough;
        let fits = |power: i32| if short { reach + power.min(0) >= enough } else { power >= 0 };
        let fitting = left.into_iter().filter(|(_, power)| fits(*power));
        let options: Vec<Item> = fitting.map(|(id, _)| Item::Object(id)).collect();
        if options.is_empty() {
            return None;
        }
        let max = options.len() as u16;
        let shape = if short { Shape::One(options) } else { Shape::Some { options, min: 0, max } };
        Some(Need { kind: NeedKind::Cost, shape })
    }

    /// Cards of the graveyard for generic mana (CR 702.66a): at least as many as mana is short.
    pub(super) fn need_delve(&self, seat: Seat, act: &Act<'_>, filled: &Filled) -> Option<Need> {
        if filled.delved.is_none() && act.cost.is_some_and(|cost| cost.exile_graveyard) {
            let options: Vec<Item> = self.delvable(seat, act.source).map(Item::Object).collect();
            let max = options.len() as u16;
            return Some(Need { kind: NeedKind::Cost, shape: Shape::Some { options, min: 0, max } });
        }
        if !act.delve || filled.delved.is_some() {
            return None;
        }
        let (mana_sources, bill) = (self.sources_for(seat, act), self.bill(act, filled));
        let options: Vec<Item> = self.delvable(seat, act.source).map(Item::Object).collect();
        let max = bill.generic.min(options.len() as u32);
        let least = (0..=max).find(|n| mana_sources.can_pay(bill.less(*n as usize), &[]))?;
        let shape = Shape::Some { options, min: least as u16, max: max as u16 };
        Some(Need { kind: NeedKind::Cost, shape })
    }

    /// Artifacts and creatures for generic mana (CR 701.67a): at least as many as mana is short, what is missed least first.
    pub(super) fn need_bend(&self, seat: Seat, act: &Act<'_>, filled: &Filled) -> Option<Need> {
        if let Some(by) = act.helped.filter(|_| filled.bent.is_none()) {
            return self.need_help(seat, act, filled, by);
        }
        let most = self.cost_of(act, filled).map_or(0, |cost| cost.waterbend);
        if most == 0 || filled.bent.is_some() {
            return None;
        }
        let (mana_sources, bill) = (self.sources_for(seat, act), self.bill(act, filled));
        let except = act.cost.map_or_else(Vec::new, |cost| tapped_for(cost, act.source, filled));
        let least = self.least_bent(seat, &mana_sources, bill, &except, most)?;
        let options: Vec<Item> = self.bendable(seat, &mana_sources, &except).into_iter().map(Item::Object).collect();
        let max = u32::from(most).min(bill.generic).min(options.len() as u32) as u16;
        let shape = Shape::Some { options, min: least, max };
        (max > 0).then_some(Need { kind: NeedKind::Waterbend, shape })
    }

    /// What is tapped for a spell with convoke or improvise: at least as many as mana is short, those that do first.
    fn need_help(&self, seat: Seat, act: &Act<'_>, filled: &Filled, by: Helped) -> Option<Need> {
        let (mana_sources, bill) = (self.sources_for(seat, act), self.bill(act, filled));
        let least = self.least_help(seat, &mana_sources, bill, by)?;
        let mut all = self.helpers(seat, &mana_sources, by);
        all.retain(|id| !least.contains(id));
        let min = least.len() as u16;
        let options: Vec<Item> = least.into_iter().chain(all).map(Item::Object).collect();
        let most = if by == Helped::Artifacts { bill.generic } else { bill.least() };
        let max = most.min(options.len() as u32) as u16;
        (max > 0).then_some(Need { kind: NeedKind::Waterbend, shape: Shape::Some { options, min, max } })
    }

    /// What can be exiled for a spell with delve.
    pub(crate) fn delvable(&self, seat: Seat, spell: ObjectId) -> impl Iterator<Item = ObjectId> + '_ {
        self.s.players[seat].graveyard.iter().map(|slot| self.s.id(*slot)).filter(move |id| *id != spell)
    }

    pub(super) fn need_mana(&self, seat: Seat, id: ObjectId, ability: AbilityId, filled: &Filled) -> Option<Need> {
        let Ability::Mana(mana) = self.cat.ability(ability) else { return None };
        let types = self.could_make(mana.makes, seat, id);
        let exactly = matches!(mana.makes, Makes::Exactly(_) | Makes::EachColourAmong(_) | Makes::Mixed(..));
        if exactly || filled.mana.is_some() || types.bits().count_ones() < 2 || self.s.get(id).is_none() {
            return None;
        }
        let all = Mana::ALL.into_iter().filter(|m| types.contains(m.set()));
        Some(Need { kind: NeedKind::Mana, shape: Shape::One(all.map(Item::Mana).collect()) })
    }
}

/// What may be tapped for the mana of a spell.
pub(crate) fn helped(card: &Card) -> Option<Helped> {
    if card.has & Card::CONVOKE != 0 {
        Some(Helped::Creatures)
    } else if card.has & Card::IMPROVISE != 0 {
        Some(Helped::Artifacts)
    } else {
        None
    }
}

/// Permanents that are tapped as a cost, and so make no mana for it.
pub(crate) fn tapped_for(cost: &Cost, source: ObjectId, filled: &Filled) -> Vec<Slot> {
    let others = cost.tap_others.map_or(0, |(_, n)| usize::from(n));
    let others = filled.costs.iter().rev().take(others).map(|id| id.slot);
    others.chain(cost.tap.then_some(source.slot)).collect()
}
