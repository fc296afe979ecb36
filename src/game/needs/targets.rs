//! Targets: what may be chosen next, and whether there is anything to choose (CR 601.2c).

use crate::cards::ability::{TargetSpec, Targets};
use crate::cards::card::{Modes, Spell};
use crate::cards::effect::Amount;
use crate::game::decision::{Item, Need, NeedKind, Shape};
use crate::game::engine::Reader;
use crate::game::filter::Viewpoint;
use crate::game::object::Target;
use crate::game::pending_triggers::{same_kind, target_item};
use crate::turn::Seat;

use super::{Act, Filled};

impl Reader<'_, '_> {
    pub(super) fn need_target(&self, seat: Seat, act: &Act<'_>, filled: &Filled) -> Option<Need> {
        let (specs, next) = match act.modes {
            Some(modes) => chosen_mode(modes, filled)?,
            None => (act.targets, filled.aimed),
        };
        let (spec, of) = self.next_target(specs, next, seat)?;
        let at = Viewpoint {
            x: filled.x - 1,
            targets: &filled.targets,
            kicked: act.extra.map(|_| filled.extra.unwrap_or(0)),
            ..Viewpoint::of(seat, act.source)
        };
        let missing = spec.only_if.is_some_and(|c| !self.holds(c, &at));
        let mut found = Vec::with_capacity(16);
        if !missing {
            let same = same_kind(specs, next.min(specs.len().saturating_sub(1)));
            let earlier = filled.targets.len().saturating_sub(next);
            self.candidates(spec, &at, &filled.targets[earlier..], &same, &mut found);
            found.retain(|target| of.is_none_or(|of| self.belongs_to(*target, of)));
            if act.aims.is_some() {
                let mut targets = filled.targets.clone();
                found.retain(|target| {
                    targets.push(Some(*target));
                    let affords = self.affords_targets(seat, act, filled.x, &targets);
                    targets.pop();
                    affords
                });
            }
        }
        let options: Vec<Item> = found.into_iter().map(target_item).collect();
        if spec.each_opponent {
            let min = u16::from(spec.exactly && !options.is_empty());
            return Some(Need { kind: NeedKind::Target, shape: Shape::Some { options, min, max: 1 } });
        }
        let mut max = if spec.many { self.most_targets(seat, act, filled, options.len()) } else { 1 };
        if let Some(at_most) = spec.at_most {
            let most = match self.cat.amount(at_most) {
                Amount::Kicked => filled.extra.unwrap_or(0).into(),
                _ => self.amount(at_most, &at).max(0),
            };
            max = max.min(most.min(u16::MAX.into()) as u16);
        }
        let min = if spec.exactly { max.min(options.len().min(u16::MAX.into()) as u16) } else { 0 };
        let shape = if spec.optional { Shape::Some { options, min, max } } else { Shape::One(options) };
        Some(Need { kind: NeedKind::Target, shape })
    }

    /// What the next target must be after so many, and whose where there is one for each opponent, in turn order.
    pub(crate) fn next_target<'t>(
        &self,
        specs: &'t Targets,
        next: usize,
        you: Seat,
    ) -> Option<(&'t TargetSpec, Option<Seat>)> {
        if let Some(spec) = specs.get(next).filter(|spec| !spec.each_opponent) {
            return Some((spec, None));
        }
        let spec = specs.last().filter(|spec| spec.each_opponent)?;
        let nth = (next + 1).checked_sub(specs.len())?;
        let mut opponents = self.s.turns.apnap().filter(|seat| self.s.turns.are_opponents(*seat, you));
        opponents.nth(nth).map(|of| (spec, Some(of)))
    }

    /// Whether the player controls that permanent, or has that card in their graveyard.
    pub(crate) fn belongs_to(&self, target: Target, of: Seat) -> bool {
        match target {
            Target::Object(id) => self.s.get(id).is_some_and(|object| object.controller == of),
            Target::Player(_) => false,
        }
    }

    /// "Any number of targets", as far as their cost can be paid (CR 601.2f).
    fn most_targets(&self, seat: Seat, act: &Act<'_>, filled: &Filled, options: usize) -> u16 {
        let options = options.min(u16::MAX.into()) as u16;
        if !act.minds_targets() {
            return options;
        }
        let (mana_sources, price) = (self.sources_for(seat, act), self.price_of(act, filled));
        let x = (filled.x - 1).max(0) as u16;
        let most = act.strive.map_or(options, |strive| strive.total.len() as u16);
        let payable = |n: &u16| *n < most && mana_sources.can_pay(act.aimed(price, usize::from(*n)).at(x), &[]);
        let beyond = (1..options).take_while(payable).last().unwrap_or(0);
        options.min(beyond + 1)
    }

    /// CR 601.2c: every target that is not optional must have a legal choice.
    pub(crate) fn has_targets(&self, targets: &Targets, at: &Viewpoint<'_>) -> bool {
        let mut chosen = arrayvec::ArrayVec::<_, 6>::new();
        targets.iter().enumerate().all(|(n, spec)| {
            if spec.optional {
                chosen.push(None);
                return self.has_conditional(targets, spec, at);
            }
            let taken =
                |t| chosen.iter().zip(targets).any(|(other, of)| of.kind == targets[n].kind && *other == Some(t));
            let first = self.find_candidate(spec, at, |t| !taken(t));
            chosen.push(first);
            first.is_some()
        })
    }

    /// What must be targeted if something holds is there, or something that is targeted otherwise: by kicking, perhaps.
    fn has_conditional(&self, targets: &Targets, spec: &TargetSpec, at: &Viewpoint<'_>) -> bool {
        let there = |spec: &TargetSpec| self.find_candidate(spec, at, |_| true).is_some();
        let Some(condition) = spec.only_if.filter(|_| spec.exactly) else { return true };
        let otherwise = |other: &&TargetSpec| other.only_if.is_some_and(|c| !self.holds(c, at));
        !self.holds(condition, at) || there(spec) || targets.iter().filter(otherwise).any(there)
    }

    /// Whether a spell has something legal to be aimed at, in as many modes as it needs (CR 601.2c, 700.2a).
    pub(crate) fn spell_has_targets(&self, spell: &Spell, at: &Viewpoint<'_>) -> bool {
        match &spell.modes {
            Some(modes) => {
                let possible = modes.of.iter().filter(|(_, targets)| self.has_targets(targets, at)).count();
                possible >= usize::from(modes.at_least)
            }
            None => self.has_targets(&spell.targets, at),
        }
    }
}

/// The mode whose targets come next, and which of them is the next; `None` once all have been chosen.
fn chosen_mode<'c>(modes: &'c Modes, filled: &Filled) -> Option<(&'c Targets, usize)> {
    let mut before = filled.aimed;
    for (_, targets) in modes.chosen(filled.modes) {
        if before < targets.len() {
            return Some((targets, before));
        }
        before -= targets.len();
    }
    None
}

/// How many of the targets belong to each spec: the last takes all that are left over when there may be any number.
pub(crate) fn spec_for(specs: &Targets, at: usize) -> Option<&TargetSpec> {
    specs.get(at).or_else(|| specs.last().filter(|spec| spec.many))
}
