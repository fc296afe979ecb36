//! Copies of spells, storm and cascade; tokens, those that are copies of permanents among them; and more counters.

use crate::cards::ability::{Ability, FunctionsIn, StaticEffect, TargetKind, TriggerEvent};
use crate::cards::effect::{AbilityId, Amount, Attacking, EffectId, EnteringCopy, Except, Lasting, Op, What, Who};
use crate::cards::mana::ManaSet;
use crate::cards::parse;
use crate::cards::type_line::Types;
use crate::cards::written::{self, WrittenEntersAsCopy, WrittenExcept, WrittenMoreCounters};

use super::Compiler;

impl Compiler<'_> {
    /// CR 707.10: what is copied is a spell, so that a target must be one.
    pub(super) fn copy_spell(&mut self, e: &written::CopySpell) -> Op {
        let what = self.what(&e.what);
        let is_spell =
            |n: u8| self.targets.get(usize::from(n)).is_some_and(|spec| matches!(spec.kind, TargetKind::Spell(_)));
        if let What::Target(n) = what
            && !is_spell(n)
        {
            let found = e.what.get_ref();
            self.complain(
                &e.what,
                format!("`{found}` is no spell (expected one, as in targets = [\"instant|sorcery spell\"])"),
            );
        } else if !matches!(what, What::Target(_) | What::Targets | What::That | What::Source) {
            self.complain(
                &e.what,
                "a spell on the stack is copied here (expected `target`, `targets`, `that` or `self`)",
            );
        }
        let who = e.player.as_ref().map_or(Who::You, |text| self.who(text));
        Op::CopySpell { what, count: self.amount_or(e.count.as_ref(), 1), new_targets: e.new_targets, who }
    }

    /// Tokens that are described, or copies of what is there.
    pub(super) fn create_token(&mut self, e: &written::CreateToken) -> Op {
        let who = self.who_or_default(e.player.as_ref());
        let (count, tapped) = (self.amount_or(e.count.as_ref(), 1), e.tapped);
        let attacking = match &e.attacked {
            Some(who) => Some(Attacking::Player(self.who(who))),
            None => e.attacking.then_some(Attacking::Chosen),
        };
        match (&e.token, &e.copy) {
            (Some(token), None) => {
                if e.except.is_some() {
                    self.complain(token, "`except` says in what a copy differs (expected it with `copy`)");
                }
                let (token, size) = (self.token(token), self.base_size(e.size.as_ref()));
                Op::CreateToken { who, token, count, tapped, attacking, blocking: e.blocking, size }
            }
            (None, Some(of)) => {
                if e.blocking {
                    self.complain(of, "copies don't enter blocking here");
                }
                if e.size.is_some() {
                    self.complain(of, "a copy has the size of what it copies (expected `except = { size = ... }`)");
                }
                if e.except.as_ref().is_some_and(|e| e.own_name || e.this_ability || !e.counters.is_empty()) {
                    self.complain(of, "`own-name`, `counters` and `this-ability` belong to permanents that are copies");
                }
                let (of, except) = (self.what(of), self.except(e.except.as_ref()));
                Op::CreateCopies { who, of, count, tapped, attacking, except }
            }
            (Some(token), Some(_)) => {
                self.complain(token, "`create-token` has both `token` and `copy` (expected one of them)");
                Op::End
            }
            (None, None) => {
                self.complain_here("`create-token` says not which (expected `token`, its key, or `copy`, of what)");
                Op::End
            }
        }
    }

    /// In what a copy differs.
    pub(super) fn except(&mut self, written: Option<&WrittenExcept>) -> Except {
        let Some(e) = written else { return Except::default() };
        let (types, subtypes) = match &e.r#type {
            Some(text) => self.read(text, Default::default(), Compiler::parse_type_line),
            None => Default::default(),
        };
        let only = e.creature_type.as_ref().map(|text| self.subtype(text.get_ref().trim()));
        if let (Some(text), Some(_)) = (&e.creature_type, subtypes.first()) {
            self.complain(text, "`creature-type` is the only one, besides which `type` gives none");
        }
        if let Some(over) = e.counters.get(2) {
            self.complain(&over.kind, "a copy enters with additional counters of two kinds at the most");
        }
        let mut counters = [None; 2];
        for (place, counter) in counters.iter_mut().zip(&e.counters) {
            let types = self.read(&counter.what, Types::empty(), |_, words| {
                let (word, rest) = parse::first(words, "a card type such as `creature`")?;
                parse::nothing_more(rest)?;
                parse::named(parse::TYPES, word.text)
                    .ok_or_else(|| word.is_not("a card type", "one such as creature", parse::names(parse::TYPES)))
            });
            *place = Some((self.kind_of_counter(&counter.kind), types));
        }
        Except {
            this_ability: e.this_ability,
            colours: e.colours.as_ref().map_or(ManaSet::empty(), |text| self.colour_letters(text)),
            only_subtype: only.is_some(),
            own_name: e.own_name,
            no_mana_cost: e.no_mana_cost,
            counters,
            not_legendary: e.not_legendary,
            size: e.size.map(|[power, toughness]| (power, toughness)),
            types,
            subtype: only.or(subtypes.first().copied()),
            keywords: self.keywords(&e.keywords),
            ability: e.ability.as_ref().and_then(|ability| self.ability_of_copy(ability)),
        }
    }

    /// An ability that a copy has besides those of what it copies.
    fn ability_of_copy(&mut self, written: &written::WrittenAbility) -> Option<AbilityId> {
        let outer = (
            std::mem::take(&mut self.targets),
            std::mem::replace(&mut self.default_who, Who::You),
            self.speaks_of_that_player,
        );
        let ability = self.ability(written);
        (self.targets, self.default_who, self.speaks_of_that_player) = outer;
        let works = |id: &AbilityId| match self.catalog.ability(*id) {
            Ability::Triggered(t) => t.from == FunctionsIn::Battlefield,
            Ability::Static(_) => true,
            Ability::Activated(a) => {
                a.from == FunctionsIn::Battlefield && a.power_up.is_none() && !a.exhaust && a.loyalty.is_none()
            }
            Ability::Mana(_) | Ability::Replacement(_) => false,
        };
        if ability.is_some_and(|id| !works(&id)) {
            self.complain_here(
                "a copy has a triggered, a static or an activated ability in addition here (expected `trigger`, `static` or `cost`)",
            );
        }
        ability
    }

    /// CR 707.10: what is copied is an ability on the stack.
    pub(super) fn copy_ability(&mut self, e: &written::CopySpell) -> Op {
        let what = self.what(&e.what);
        let is_ability = |n: u8| {
            self.targets.get(usize::from(n)).is_some_and(|spec| matches!(spec.kind, TargetKind::Ability { .. }))
        };
        if !matches!(what, What::Target(n) if is_ability(n)) && what != What::That {
            self.complain(
                &e.what,
                "an ability on the stack is copied here (expected `that`, or `target` of an ability)",
            );
        }
        if let Some(player) = &e.player {
            self.complain(player, "abilities are copied by who controls the effect (expected no `player`)");
        }
        Op::CopyAbility { what, count: self.amount_or(e.count.as_ref(), 1), new_targets: e.new_targets }
    }

    /// CR 614.1: more counters, by a number or a factor.
    pub(super) fn more_counters(&mut self, e: &WrittenMoreCounters) -> StaticEffect {
        if e.times == 0 || e.times == 1 && e.plus == 0 {
            self.complain(&e.what, "`more-counters` changes nothing (expected `plus = 1` or `times = 2`)");
        }
        StaticEffect::MoreCounters {
            what: self.filter(&e.what),
            kind: e.kind.as_ref().map(|kind| self.kind_of_counter(kind)),
            plus: e.plus,
            times: e.times,
            of_effects: e.of_effects,
        }
    }

    /// What asks what the source enters as a copy of.
    pub(super) fn enters_as_copy(&mut self, e: &WrittenEntersAsCopy) -> EffectId {
        if e.except.as_ref().is_some_and(|except| except.this_ability) {
            self.complain(&e.what, "what enters as a copy has no ability that makes it one (expected `ability`)");
        }
        let (what, except) = (self.filter(&e.what), self.except(e.except.as_ref()));
        let lasting = if e.this_turn { Lasting::ThisTurn } else { Lasting::ForGood };
        self.ops(&[Op::EnterAsCopy(EnteringCopy { what, except, tapped: e.tapped, lasting })])
    }

    /// CR 702.40a: as it is cast, a copy for each spell cast before it this turn, which is the number of the event.
    pub(super) fn storm(&mut self) -> AbilityId {
        let count = self.intern_amount(Amount::That);
        let effect = self.ops(&[Op::CopySpell { what: What::That, count, new_targets: true, who: Who::You }]);
        self.triggered_by(TriggerEvent::CastThis, None, effect)
    }

    /// CR 702.85a.
    pub(super) fn cascade(&mut self) -> AbilityId {
        let effect = self.ops(&[Op::Cascade]);
        self.triggered_by(TriggerEvent::CastThis, None, effect)
    }
}
