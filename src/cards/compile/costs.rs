//! Additional and alternative costs of a card (CR 118.8, 118.9), and the ways in which it is cast.

use crate::cards::ability::Cost;
use crate::cards::card::{Card, Extra, ExtraKind, Modes, Spell, Way, WayKind};
use crate::cards::effect::{CardId, CostId};
use crate::cards::mana::ManaCost;
use crate::cards::written::{Text, WrittenCard};

use super::Compiler;

impl Compiler<'_> {
    /// The optional additional cost; there may be one.
    pub(super) fn extra(&mut self, card: &Card, written: &WrittenCard) -> Option<Extra> {
        let kinds = [
            (ExtraKind::Kicker, &written.kicker),
            (ExtraKind::Multikicker, &written.multikicker),
            (ExtraKind::Buyback, &written.buyback),
            (ExtraKind::Entwine, &written.entwine),
        ];
        if let Some(n) = written.waterbend {
            let mana = ManaCost { generic: n.into(), ..ManaCost::default() };
            let cost = self.intern_cost(Cost { waterbend: n.into(), mana: mana.clone(), ..Cost::default() });
            if kinds.iter().any(|(_, cost)| cost.is_some()) {
                self.complain(&written.name, "a card has at most one optional additional cost here");
            }
            let mut total = card.cost.clone().unwrap_or_default();
            total.generic += u16::from(n);
            return Some(Extra { kind: ExtraKind::Waterbend, cost, added: mana, total });
        }
        let mut found = kinds.into_iter().filter_map(|(kind, cost)| cost.as_ref().map(|cost| (kind, cost)));
        let (kind, text) = found.next()?;
        if let Some((_, second)) = found.next() {
            self.complain(second, "a card has at most one optional additional cost here");
        }
        let cost = self.cost(text);
        let more = self.catalog.cost(cost).mana.clone();
        let mut total = card.cost.clone().unwrap_or_default();
        total.generic += more.generic;
        if total.pips.try_extend_from_slice(&more.pips).is_err() || more.x > 0 {
            self.complain(text, "cost and additional cost together have too many symbols, or a second X");
        }
        if kind == ExtraKind::Multikicker && !more.pips.is_empty() {
            self.complain(text, "a multikicker cost is generic mana here, as in {2}");
        }
        Some(Extra { kind, cost, added: more, total })
    }

    /// The additional cost that must be paid; it has no mana, and what may be paid as well is mana alone.
    pub(super) fn additional(&mut self, card: &Card, written: &WrittenCard) -> Option<CostId> {
        let text = written.additional_cost.as_ref()?;
        let id = self.cost(text);
        let cost = self.catalog.cost(id);
        let of_spells = Cost { tap: false, ..self.payable_apart(cost) };
        if *cost != of_spells || cost.mana != ManaCost::default() {
            self.complain(
                text,
                "an additional cost is life, energy, or something sacrificed, discarded, exiled or returned here",
            );
        }
        let only_mana = |extra: &Extra| {
            let cost = self.catalog.cost(extra.cost);
            *cost == Cost { mana: cost.mana.clone(), ..Cost::default() }
        };
        if card.extra.as_ref().is_some_and(|extra| !only_mana(extra)) {
            self.complain(text, "beside an additional cost the optional one is mana alone here");
        }
        Some(id)
    }

    /// What of a cost can be paid for a spell, which is on the stack by then.
    fn payable_apart(&self, cost: &Cost) -> Cost {
        Cost {
            sacrifice_source: false,
            exile_source: false,
            exile_grantor: false,
            return_source: false,
            bottom_source: false,
            mill: 0,
            discard_source: false,
            waterbend: 0,
            remove_counters: None,
            put_counters: None,
            exile_graveyard: false,
            untap: false,
            remove_x: None,
            crew: None,
            // What is tapped for it would make no mana, which is not looked at before it is chosen.
            tap_others: None,
            ..cost.clone()
        }
    }

    /// What another way costs, with what must be paid however the card is cast (CR 601.2f).
    fn way_cost(&mut self, card: &Card, text: &Text) -> CostId {
        let id = self.cost(text);
        let Some(additional) = card.additional else { return id };
        let (way, more) = (self.catalog.cost(id).clone(), self.catalog.cost(additional).clone());
        if crate::cards::ability::shares_parts(&way, &more) {
            self.complain(text, "what the way costs and the additional cost are paid with different things here");
        }
        let both = Cost {
            life: way.life.saturating_add(more.life),
            sacrifice_x: way.sacrifice_x.or(more.sacrifice_x),
            remove_x: way.remove_x.or(more.remove_x),
            life_x: way.life_x || more.life_x,
            life_amount: way.life_amount.or(more.life_amount),
            discard_hand: way.discard_hand || more.discard_hand,
            energy: way.energy.saturating_add(more.energy),
            sacrifice: way.sacrifice.or(more.sacrifice),
            sacrifice_also: way.sacrifice_also.or(more.sacrifice_also),
            discard: way.discard.saturating_add(more.discard),
            discard_only: way.discard_only.or(more.discard_only),
            exile_from_hand: way.exile_from_hand.or(more.exile_from_hand),
            exile_from_graveyard: way.exile_from_graveyard.or(more.exile_from_graveyard),
            return_others: way.return_others.or(more.return_others),
            tap_others: way.tap_others.or(more.tap_others),
            ..way
        };
        self.intern_cost(both)
    }

    /// The other ways to cast; a miracle is an ability that triggers as the card is drawn.
    pub(super) fn ways(&mut self, card: &Card, written: &WrittenCard) -> Vec<Way> {
        let mut ways = Vec::new();
        for way in &written.way {
            if card.extra.is_some() {
                self.complain(
                    &way.cost,
                    "a card with an optional additional cost can't have another way to be cast here",
                );
            }
            if way.kind == WayKind::Life {
                self.complain(&way.cost, "life is paid for Phyrexian mana by itself (expected another `kind`)");
            }
            if way.kind == WayKind::Fuse {
                self.complain(&way.cost, "`fuse = true` is all that is said of a split card (expected another `kind`)");
            }
            let cost = self.way_cost(card, &way.cost);
            let condition = way.r#if.as_ref().map(|text| self.condition(text));
            if let Some(text) = way.r#if.as_ref().filter(|_| matches!(way.kind, WayKind::Miracle | WayKind::Madness)) {
                self.complain(text, "what is cast as it is drawn or discarded has no condition");
            }
            let spell = way.spell.as_ref().map(|effects| {
                self.targets = self.targets_of(&way.targets);
                let (effect, targets) = (self.run(&effects.0), self.targets.clone());
                let printed = card.spell.clone().unwrap_or_else(Spell::blank);
                Spell { effect, targets, modes: None, ..printed }
            });
            ways.push(Way { kind: way.kind, cost, condition, spell });
        }
        ways
    }

    /// A way for each number of Phyrexian mana symbols that life is paid for (CR 107.4f), the most life last.
    pub(super) fn ways_by_life(&mut self, card: &Card, name: &Text) -> Vec<Way> {
        let printed = card.cost.clone().unwrap_or_default();
        let symbols = printed.pips.iter().filter(|pip| pip.or_life).count();
        if symbols > 0 && (card.extra.is_some() || card.additional.is_some()) {
            self.complain(name, "a card with Phyrexian mana has no additional cost here");
        }
        let cost = self.intern_cost(Cost { mana: printed, ..Cost::default() });
        let costs = self.costs_by_life(cost).into_iter();
        costs.map(|cost| Way { kind: WayKind::Life, cost, condition: None, spell: None }).collect()
    }

    /// The cost with 2 life paid for one, two and all of its Phyrexian mana symbols (CR 107.4f).
    pub(super) fn costs_by_life(&mut self, cost: CostId) -> Vec<CostId> {
        let printed = self.catalog.cost(cost).clone();
        let symbols = printed.mana.pips.iter().filter(|pip| pip.or_life).count();
        let with_life = |paid: usize| {
            let mut cost = printed.clone();
            let mut left = paid;
            cost.mana.pips.retain(|pip| {
                !(pip.or_life && left > 0 && {
                    left -= 1;
                    true
                })
            });
            cost.life += 2 * paid as u16;
            cost
        };
        (1..=symbols).map(|paid| self.intern_cost(with_life(paid))).collect()
    }

    /// Both halves cast at once: both mana costs are paid, and both do what they do, the left one first (CR 702.102).
    pub(super) fn fused(&mut self, left: CardId, right: &Card, name: &Text) -> Option<Way> {
        let left = self.catalog.card(left);
        let plain = |half: &Card| half.extra.is_none() && half.additional.is_none();
        let do_what = |half: &Card| {
            let spell = half.spell.as_ref().filter(|spell| spell.modes.is_none() && plain(half))?;
            Some((spell.effect, spell.targets.clone()))
        };
        let parts = do_what(left).zip(do_what(right));
        let cost = left.cost.clone().and_then(|cost| sum_of(cost, right.cost.iter()));
        let Some(((left, right), mana)) = parts.zip(cost) else {
            self.complain(name, "halves that are fused have mana costs, no modes and no additional costs here");
            return None;
        };
        let modes = Modes { choose: 2, at_least: 2, only_if: Vec::new(), of: vec![left, right], spree: None };
        let cost = self.intern_cost(Cost { mana, ..Cost::default() });
        Some(Way {
            kind: WayKind::Fuse,
            cost,
            condition: None,
            spell: Some(Spell { modes: Some(modes), ..Spell::blank() }),
        })
    }
}

/// Costs put together; `None` when they have too many symbols.
pub(super) fn sum_of<'c>(first: ManaCost, more: impl Iterator<Item = &'c ManaCost>) -> Option<ManaCost> {
    let mut sum = first;
    for cost in more {
        sum.generic = sum.generic.checked_add(cost.generic)?;
        sum.pips.try_extend_from_slice(&cost.pips).ok()?;
    }
    Some(sum)
}
