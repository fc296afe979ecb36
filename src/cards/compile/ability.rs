//! Abilities: which kind, and that nothing is written that belongs to another kind.

use toml::Spanned;

use crate::cards::ability::{
    Ability, Activated, Aimed, Also, Batch, Choosing, Cost, DrawsBecome, FunctionsIn, InsteadTokens, Makes,
    ManaAbility, MoreMana, PlayPlace, Prevents, Removal, Replacement, Rider, SpentOnly, Static, StaticEffect, Subject,
    Timing, TriggerEvent, Triggered, UNDERCITY_ROOMS,
};
use crate::cards::effect::{
    AbilityId, Amount, CostId, CounterKind, Destination, EffectId, Facts, Filter, FilterId, Op, Shape, What, Who, Whose,
};
use crate::cards::mana::ManaSet;
use crate::cards::parse;
use crate::cards::profile;
use crate::cards::type_line::Types;
use crate::cards::written::{
    GrantedKeyword, GraveyardFrom, OneOrMany, Text, WrittenAbility, WrittenAlsoTypes, WrittenAttackTax, WrittenEffect,
    WrittenGrant, WrittenIsAlso, WrittenLandTypes, WrittenMoreMana, WrittenPreventDamage, WrittenReplacement,
    WrittenStatic, WrittenStaticPump, WrittenToGraveyard, WrittenTokensInstead, WrittenTrigger,
};

use super::{Compiler, intern_shared};

/// What an ability is by the key it has.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Triggered,
    Activated,
    Mana,
    Static,
    Replacement,
    Loyalty,
}

impl Kind {
    const NAMES: &str = "`trigger`, `cost`, `mana`, `static`, `replacement` or `loyalty`";

    fn article(self) -> &'static str {
        match self {
            Kind::Triggered => "a triggered ability",
            Kind::Activated => "an activated ability",
            Kind::Mana => "a mana ability",
            Kind::Static => "a static ability",
            Kind::Replacement => "a replacement effect",
            Kind::Loyalty => "a loyalty ability",
        }
    }

    /// The keys, besides the head, that the kind may have.
    fn allows(self, key: &str) -> bool {
        match self {
            Kind::Triggered => {
                ["if", "when", "targets", "do", "once-each-turn", "from", "mode", "divide"].contains(&key)
            }
            Kind::Activated => [
                "if", "targets", "do", "timing", "per-turn", "power-up", "exhaust", "cycling", "boast", "less",
                "anyone", "from",
            ]
            .contains(&key),
            Kind::Mana => ["cost", "if", "do", "rider", "only", "from"].contains(&key),
            Kind::Static => ["if", "from"].contains(&key),
            Kind::Replacement => false,
            Kind::Loyalty => ["targets", "do", "timing"].contains(&key),
        }
    }
}

impl Compiler<'_> {
    /// An ability of the card at hand.
    pub(super) fn ability(&mut self, written: &WrittenAbility) -> Option<AbilityId> {
        let kind = self.kind(written)?;
        self.refuse_strangers(kind, written);
        self.speaks_of_that_player = false;
        self.targets = self.targets_of(&written.targets);
        let ability = match kind {
            Kind::Triggered => self.triggered(written),
            Kind::Activated | Kind::Loyalty => self.activated(written, kind),
            Kind::Mana => self.mana_ability(written),
            Kind::Static => self.static_ability(written),
            Kind::Replacement => written.replacement.as_ref().map(|r| Ability::Replacement(self.replacement(r))),
        };
        ability.map(|ability| self.add_ability(ability))
    }

    pub(super) fn add_ability(&mut self, ability: Ability) -> AbilityId {
        AbilityId(intern_shared(&mut self.catalog.abilities, ability))
    }

    fn kind(&mut self, written: &WrittenAbility) -> Option<Kind> {
        let heads = [
            (written.trigger.is_some(), Kind::Triggered),
            (written.mana.is_some(), Kind::Mana),
            (written.r#static.is_some(), Kind::Static),
            (written.replacement.is_some(), Kind::Replacement),
            (written.loyalty.is_some(), Kind::Loyalty),
            (written.cost.is_some() && written.mana.is_none(), Kind::Activated),
        ];
        let found: Vec<Kind> = heads.into_iter().filter(|(there, _)| *there).map(|(_, kind)| kind).collect();
        match found.as_slice() {
            [kind] => Some(*kind),
            [] => {
                self.complain_here(format!(
                    "an ability of this card says not what it is (expected one of {})",
                    Kind::NAMES
                ));
                None
            }
            [first, second, ..] => {
                let both = format!("an ability of this card is both {} and {}", first.article(), second.article());
                self.complain_here(format!("{both} (expected only one of {})", Kind::NAMES));
                None
            }
        }
    }

    /// Keys that belong to another kind of ability.
    fn refuse_strangers(&mut self, kind: Kind, written: &WrittenAbility) {
        let keys = [
            ("if", written.r#if.as_ref().map(Spanned::span)),
            ("when", written.when.as_ref().map(Spanned::span)),
            ("targets", written.targets.first().map(Spanned::span)),
            ("do", written.r#do.as_ref().map(Spanned::span)),
            ("timing", written.timing.as_ref().map(Spanned::span)),
            ("per-turn", written.per_turn.as_ref().map(Spanned::span)),
            ("power-up", written.power_up.as_ref().map(Spanned::span)),
            ("exhaust", written.exhaust.as_ref().map(Spanned::span)),
            ("cycling", written.cycling.as_ref().map(Spanned::span)),
            ("boast", written.boast.as_ref().map(Spanned::span)),
            ("less", written.less.as_ref().map(Spanned::span)),
            ("anyone", written.anyone.as_ref().map(Spanned::span)),
            ("from", written.from.as_ref().map(Spanned::span)),
            ("divide", written.divide.as_ref().map(Spanned::span)),
            ("rider", written.rider.as_ref().map(Spanned::span)),
            ("only", written.only.as_ref().map(Spanned::span)),
            ("once-each-turn", written.once_each_turn.as_ref().map(Spanned::span)),
        ];
        for (key, span) in keys {
            if let Some(span) = span.filter(|_| !kind.allows(key)) {
                self.faults.push(self.source.complain(span, format!("`{key}` does not belong to {}", kind.article())));
            }
        }
    }

    /// The effect of an ability that must have one.
    fn effect_of(&mut self, written: &WrittenAbility, kind: Kind) -> Option<crate::cards::effect::EffectId> {
        match &written.r#do {
            Some(effects) => Some(self.run(&effects.get_ref().0)),
            None => {
                self.complain_here(format!("{} of this card does nothing (expected `do`)", kind.article()));
                None
            }
        }
    }

    fn triggered(&mut self, written: &WrittenAbility) -> Option<Ability> {
        let event = self.event(written.trigger.as_ref()?.get_ref())?;
        let modes = self.modes_of(&written.mode, 1);
        let effect = match &modes {
            Some(modes) => modes.of[0].0,
            None => self.effect_of(written, Kind::Triggered)?,
        };
        let condition = written.r#if.as_ref().map(|text| self.condition(text));
        let divides = written.divide.as_ref().map(|n| self.amount(n));
        // CR 805.4d: once for each player only where it speaks of that player.
        let event = match event {
            TriggerEvent::StepBeginsForEach(step, whose) if !self.speaks_of_that_player => {
                TriggerEvent::StepBegins(step, whose)
            }
            TriggerEvent::CombatBeginsForEach(whose) if !self.speaks_of_that_player => {
                TriggerEvent::CombatBegins(whose)
            }
            event => event,
        };
        let from = written.from.as_ref().map_or_else(FunctionsIn::default, |s| *s.get_ref());
        if event == TriggerEvent::ToGraveyard(Subject::Source) && from != FunctionsIn::Graveyard {
            self.complain_here(
                "it triggers in the graveyard: expected `from = \"graveyard\"` beside `to-graveyard = \"self\"`",
            );
        }
        if let (FunctionsIn::Hand | FunctionsIn::HandOrCommand | FunctionsIn::Command, Some(written)) =
            (from, written.from.as_ref())
        {
            const MESSAGE: &str =
                "a triggered ability works from the battlefield, `graveyard`, `exile` or `battlefield-or-command`";
            self.complain(written, MESSAGE);
        }
        Some(Ability::Triggered(Triggered {
            event,
            when: written.when.as_ref().map(|text| self.condition(text)),
            modes,
            condition,
            effect,
            targets: self.targets.clone(),
            divides,
            once_each_turn: written.once_each_turn.as_ref().is_some_and(|s| *s.get_ref()),
            from,
        }))
    }

    fn activated(&mut self, written: &WrittenAbility, kind: Kind) -> Option<Ability> {
        // CR 606.4: what is removed for X is a cost like any other, and the loyalty itself does not change besides.
        let loyalty = written.loyalty.as_ref().map(|s| s.get_ref().0.unwrap_or(0));
        let x_of_loyalty = written.loyalty.as_ref().is_some_and(|s| s.get_ref().0.is_none());
        let default = if loyalty.is_some() { Timing::Sorcery } else { Timing::Instant };
        let cost = match &written.cost {
            Some(cost) => self.cost(cost),
            None if x_of_loyalty => self.intern_cost(Cost { remove_x: Some(CounterKind::LOYALTY), ..Cost::default() }),
            None => self.intern_cost(Cost::default()),
        };
        if self.catalog.cost(cost).exile_grantor && !self.granting {
            self.complain_here("`exile grantor` is a cost of abilities that are granted (expected it within `grant`)");
        }
        let power_up = written.power_up.as_ref().is_some_and(|s| *s.get_ref()).then(|| {
            let full = self.catalog.cost(cost);
            let reduced = Cost { mana: full.mana.reduced_by(&self.mana_cost), ..full.clone() };
            self.intern_cost(reduced)
        });
        Some(Ability::Activated(Activated {
            cost,
            power_up,
            effect: self.effect_of(written, kind)?,
            targets: self.targets.clone(),
            timing: written.timing.as_ref().map_or(default, |s| *s.get_ref()),
            per_turn: written.per_turn.as_ref().map(|s| *s.get_ref()),
            anyone: written.anyone.as_ref().is_some_and(|s| *s.get_ref()),
            condition: written.r#if.as_ref().map(|text| self.condition(text)),
            loyalty,
            exhaust: written.exhaust.as_ref().is_some_and(|s| *s.get_ref()),
            cycling: self.is_cycling(written, cost),
            boast: written.boast.as_ref().is_some_and(|s| *s.get_ref()),
            less: written.less.as_ref().map(|n| self.amount(n)),
            from: written.from.as_ref().map_or_else(FunctionsIn::default, |s| *s.get_ref()),
        }))
    }

    /// CR 702.29a: cycling discards the card that has it, from hand.
    fn is_cycling(&mut self, written: &WrittenAbility, cost: CostId) -> bool {
        let Some(cycling) = written.cycling.as_ref().filter(|s| *s.get_ref()) else { return false };
        let from_hand = written.from.as_ref().is_some_and(|s| *s.get_ref() == FunctionsIn::Hand);
        if !from_hand || !self.catalog.cost(cost).discard_source {
            self.complain(cycling, "a cycling ability has `from = \"hand\"` and `discard self` in its cost");
        }
        true
    }

    fn mana_ability(&mut self, written: &WrittenAbility) -> Option<Ability> {
        let makes = self.read(written.mana.as_ref()?, Makes::CommanderColour, Compiler::parse_makes);
        let cost = match &written.cost {
            Some(cost) => self.cost(cost),
            None => self.tap_cost(),
        };
        let asked = self.catalog.cost(cost).clone();
        if let Some(text) = written.cost.as_ref().filter(|_| asked.sacrifice_x.is_some() || asked.remove_x.is_some()) {
            self.complain(text, "a mana ability has no X here (expected a number in its cost)");
        }
        let then = written.r#do.as_ref().map(|effects| self.run(&effects.get_ref().0));
        self.refuse_library_cards(written, cost, then);
        let condition = written.r#if.as_ref().map(|text| self.condition(text));
        let fixed = matches!(makes, Makes::Exactly(n) if n != [0; 6])
            || matches!(makes, Makes::OneOf(set, _) if !set.is_empty())
            || makes == Makes::CommanderColour;
        let tap_alone = *self.catalog.cost(cost) == Cost { tap: true, ..Cost::default() };
        let only = written.only.as_ref().map(|only| {
            let only = only.get_ref();
            SpentOnly {
                spells: only.spells.as_ref().map(|text| self.filter(text)),
                abilities: only.abilities.as_ref().map(|text| self.filter(text)),
            }
        });
        let from = written.from.as_ref().map_or_else(FunctionsIn::default, |s| *s.get_ref());
        if let Some(written) = written.from.as_ref().filter(|_| from != FunctionsIn::Hand) {
            self.complain(written, "a mana ability works on the battlefield, or from the `hand`");
        }
        let gone = asked.exile_source || asked.discard_source;
        if let Some(written) = written.from.as_ref().filter(|_| from == FunctionsIn::Hand && !gone) {
            self.complain(
                written,
                "a mana ability of a card in hand costs the card (expected `exile self` or `discard self`)",
            );
        }
        let plain = fixed && tap_alone && condition.is_none() && only.is_none() && from == FunctionsIn::Battlefield;
        let rider = written.rider.as_ref().map(|rider| {
            let rider = rider.get_ref();
            Rider {
                on: self.filter(&rider.on),
                then: rider.r#do.as_ref().map(|effects| self.run(&effects.0)),
                keywords: self.keywords(&rider.gives),
                this_turn: rider.this_turn,
                counters: rider
                    .counters
                    .as_ref()
                    .map(|counters| (self.kind_of_counter(&counters.kind), self.amount_or(counters.count.as_ref(), 1))),
            }
        });
        Some(Ability::Mana(ManaAbility { cost, makes, then, rider, only, condition, from, plain }))
    }

    /// CR 605.1a: what moves a card to or from a library, as a cost or as an effect, is no mana ability.
    fn refuse_library_cards(&mut self, written: &WrittenAbility, cost: CostId, then: Option<EffectId>) {
        const MESSAGE: &str = "a mana ability moves no card to or from a library (CR 605.1a; expected `cost` and an \
                               `add-mana` in `do`, without `mana`)";
        if let Some(text) = written.cost.as_ref().filter(|_| self.catalog.cost(cost).moves_library_cards()) {
            self.complain(text, MESSAGE);
        }
        let moves = then.is_some_and(|at| self.catalog.ops[at.index()..].iter().any(Op::moves_library_cards));
        if let Some(effects) = written.r#do.as_ref().filter(|_| moves) {
            self.complain(effects, MESSAGE);
        }
    }

    pub(super) fn tap_cost(&mut self) -> CostId {
        self.intern_cost(Cost { tap: true, ..Cost::default() })
    }

    fn static_ability(&mut self, written: &WrittenAbility) -> Option<Ability> {
        let effect = self.static_effect(written.r#static.as_ref()?.get_ref());
        let condition = written.r#if.as_ref().map(|text| self.condition(text));
        let from = written.from.as_ref().map_or_else(FunctionsIn::default, |s| *s.get_ref());
        let works = from.on_battlefield() || matches!(from, FunctionsIn::Graveyard | FunctionsIn::Exile);
        if let Some(written) = written.from.as_ref().filter(|_| !works) {
            const MESSAGE: &str =
                "a static ability works on the battlefield (expected `graveyard`, `exile` or `battlefield-or-command`)";
            self.complain(written, MESSAGE);
        }
        Some(Ability::Static(Static { condition, from, effect }))
    }

    fn whose(&mut self, text: &Text) -> Whose {
        self.read(text, Whose::Any, |_, words| parse::whose(words))
    }

    fn whose_or_any(&mut self, text: Option<&Text>) -> Whose {
        text.map_or(Whose::Any, |text| self.whose(text))
    }

    /// A filter whose word for whose stands apart: whose spells, and which.
    pub(super) fn whose_and_filter(&mut self, text: &Text) -> (Whose, FilterId) {
        let mut filter = self.read(text, Filter::default(), Compiler::parse_filter);
        let whose = std::mem::take(&mut filter.whose);
        (whose, self.intern_filter(filter))
    }

    fn static_effect(&mut self, written: &WrittenStatic) -> StaticEffect {
        match written {
            WrittenStatic::Pump(e) => self.static_pump(e),
            WrittenStatic::Skip(e) => StaticEffect::Skip {
                whose: self.whose(&e.whose),
                what: self.read(&e.what, crate::turn::Skippable::Turn, |c, words| {
                    parse::skippable(&c.catalog.turn_names, words)
                }),
            },
            WrittenStatic::SkipExtraTurns(whose) => StaticEffect::SkipExtraTurns(self.whose(whose)),
            WrittenStatic::UntapLimit(e) => StaticEffect::UntapLimit {
                whose: self.whose_or_any(e.whose.as_ref()),
                filter: self.filter(&e.what),
                at_most: e.at_most,
            },
            WrittenStatic::NoUntap(what) => StaticEffect::NoUntap(self.filter(what)),
            WrittenStatic::UntapsInOthers(what) => StaticEffect::UntapsInOthers(self.filter(what)),
            WrittenStatic::EntersTapped(what) => StaticEffect::EntersTapped(self.filter(what)),
            WrittenStatic::CostChange(e) => {
                let (whose, filter) = self.whose_and_filter(&e.what);
                StaticEffect::CostChange {
                    whose,
                    filter,
                    by: e.by,
                    each: e.each.as_ref().map(|n| self.amount(n)),
                    targeting: e.targeting.as_ref().map(|text| self.aimed(text)),
                }
            }
            WrittenStatic::SpellsCostAtLeast(n) => StaticEffect::SpellsCostAtLeast(*n),
            WrittenStatic::CostsLess(amount) => StaticEffect::CostsLess(self.amount(amount)),
            WrittenStatic::CostsLessTargeting(e) => StaticEffect::CostsLessTargeting(self.aimed(&e.what), e.by),
            WrittenStatic::CostsMorePerTarget(n) => StaticEffect::CostsMorePerTarget(*n),
            WrittenStatic::MaxHandSize(limit) => StaticEffect::MaxHandSize(Whose::Yours, limit.0),
            WrittenStatic::HandSizeLess(e) => StaticEffect::HandSizeLess(self.whose(&e.whose), e.by),
            WrittenStatic::FadingMana(whose) => StaticEffect::FadingMana(self.whose(whose)),
            WrittenStatic::SharedDraws(whose) => StaticEffect::SharedDraws(self.whose(whose)),
            WrittenStatic::NoMaxHandSize(whose) => StaticEffect::MaxHandSize(self.whose(whose), None),
            WrittenStatic::SpellLimit(e) => {
                StaticEffect::SpellLimit { whose: self.whose_or_any(e.whose.as_ref()), of: e.of, at_most: e.at_most }
            }
            WrittenStatic::BlockedByAtLeast(e) => {
                if e.count < 2 {
                    self.complain_here("`blocked-by-at-least` says so many creatures (expected a `count` from 2)");
                }
                let what = e.what.as_ref().filter(|text| text.get_ref() != "self");
                StaticEffect::BlockedByAtLeast(what.map(|text| self.filter(text)), e.count)
            }
            WrittenStatic::AttacksOnlyWhere(text) => StaticEffect::AttacksOnlyWhere(self.filter(text)),
            WrittenStatic::NoKeywords(e) => {
                let filter = self.filter(&e.what);
                let asked = self.catalog.filter(filter);
                if !asked.keywords.is_empty() || !asked.no_keywords.is_empty() {
                    self.complain(&e.what, "what loses keywords is told by something else than keywords here");
                }
                StaticEffect::NoKeywords(filter, self.keywords(&e.keywords))
            }
            WrittenStatic::CantLose(whose) => StaticEffect::CantLose(self.whose(whose)),
            WrittenStatic::CantWin(whose) => StaticEffect::CantWin(self.whose(whose)),
            WrittenStatic::DamageLeavesOne(whose) => StaticEffect::DamageLeavesOne(self.whose(whose)),
            WrittenStatic::AbilitiesAsHasty(text) => StaticEffect::AbilitiesAsHasty(self.filter(text)),
            WrittenStatic::KeepsMana(e) => {
                let whose = e.whose.as_ref().map_or(Whose::Yours, |text| self.whose(text));
                let types = e.mana.as_ref().map_or(ManaSet::all(), |text| self.mana_letters(text));
                StaticEffect::KeepsMana(whose, types)
            }
            WrittenStatic::AttackTax(WrittenAttackTax::Plain(n)) => {
                let pay = self.intern_amount(Amount::Const((*n).into()));
                StaticEffect::AttackTax { pay, planeswalkers: false }
            }
            WrittenStatic::AttackTax(WrittenAttackTax::Of(e)) => {
                StaticEffect::AttackTax { pay: self.amount(&e.pay), planeswalkers: e.planeswalkers }
            }
            WrittenStatic::AbilitiesCostLess(e) => StaticEffect::AbilitiesCostLess {
                filter: self.filter(&e.what),
                by: e.by,
                least: e.at_least_one,
                no_mana: e.no_mana_abilities,
            },
            WrittenStatic::NoTriggers(e) => StaticEffect::NoTriggers {
                of: self.filter(&e.of),
                event: e.event,
                whose: self.whose_or_any(e.whose.as_ref()),
            },
            WrittenStatic::Goads(text) => StaticEffect::Goads(self.subject(text)),
            WrittenStatic::BoastTwice(what) => StaticEffect::BoastTwice(self.filter(what)),
            WrittenStatic::LoyaltyAnyTime(_) => StaticEffect::LoyaltyAnyTime,
            WrittenStatic::LoyaltyTwice(_) => StaticEffect::LoyaltyTwice,
            WrittenStatic::WinsByEmptyDraw(_) => StaticEffect::WinsByEmptyDraw,
            WrittenStatic::PreventDamage(e) => self.prevent_damage(e),
            WrittenStatic::NotCreature(_) => StaticEffect::NotCreature,
            WrittenStatic::Uncounterable(text) => StaticEffect::Uncounterable(self.filter(text)),
            WrittenStatic::Becomes(w) => StaticEffect::Reshape(self.shape(&w.shape, w.keeps_colours, w.keeps_types)),
            WrittenStatic::LandTypes(e) => self.land_types(e),
            WrittenStatic::AlsoTypes(e) => self.also_types(e),
            WrittenStatic::NoBlock(e) => StaticEffect::NoBlock { by: self.filter(&e.by), of: self.filter(&e.of) },
            WrittenStatic::AttackLimit(e) => {
                let whom = e.whom.as_ref().map(|whom| self.whose(whom));
                StaticEffect::AttackLimit { whom, at_most: e.at_most }
            }
            WrittenStatic::BlocksMore(e) => {
                if e.count == 0 {
                    self.complain_here(
                        "`blocks-more` says how many more creatures are blocked (expected a `count` from 1)",
                    );
                }
                StaticEffect::BlocksMore(e.what.as_ref().map(|text| self.filter(text)), e.count)
            }
            WrittenStatic::BlockLimit(n) => StaticEffect::BlockLimit(*n),
            WrittenStatic::ControlAttached(_) => StaticEffect::ControlAttached,
            WrittenStatic::Size([power, toughness]) => StaticEffect::BaseSize(Subject::Source, *power, *toughness),
            WrittenStatic::BaseSize(e) => StaticEffect::BaseSize(self.subject(&e.what), e.size[0], e.size[1]),
            WrittenStatic::Ascend(_) => StaticEffect::Ascend,
            WrittenStatic::LandsMakeMore(_) => {
                let lands = Filter { all_types: Types::LAND, whose: Whose::Yours, ..Filter::default() };
                StaticEffect::MoreMana { what: Some(self.intern_filter(lands)), more: MoreMana::Same(1) }
            }
            WrittenStatic::MoreMana(e) => self.more_mana(e),
            WrittenStatic::TokensTwice(whose) => StaticEffect::TokensTwice(self.whose(whose)),
            WrittenStatic::Protection(e) => self.static_protection(e),
            WrittenStatic::MoreCounters(e) => self.more_counters(e),
            WrittenStatic::TriggersTwice(e) => StaticEffect::TriggersTwice {
                of: e.of.as_ref().map(|text| self.filter(text)),
                source: e.source.as_ref().map(|text| self.filter(text)),
                event: e.event,
            },
            WrittenStatic::SearchTop(e) => StaticEffect::SearchTop(self.whose(&e.whose), e.count),
            WrittenStatic::CantEnter(what) => StaticEffect::CantEnter(self.filter(what), false),
            WrittenStatic::CantEnterFromGraveyards(what) => StaticEffect::CantEnter(self.filter(what), true),
            WrittenStatic::ExiledUnlessCast(what) => StaticEffect::ExiledUnlessCast(self.filter(what)),
            WrittenStatic::TokensInstead(e) => self.tokens_instead(e),
            WrittenStatic::NoSearch(whose) => StaticEffect::NoSearch(self.whose(whose)),
            WrittenStatic::NoDraw(whose) => StaticEffect::NoDraw(self.whose(whose)),
            WrittenStatic::PlayerShroud(_) => StaticEffect::PlayerShroud,
            WrittenStatic::PlayerHexproof(_) => StaticEffect::PlayerHexproof,
            WrittenStatic::PlayerShield(_) => StaticEffect::PlayerShield,
            WrittenStatic::NoLifeGain(whose) => StaticEffect::NoLifeGain(self.whose(whose)),
            WrittenStatic::UntapOneType(_) => StaticEffect::UntapOneType,
            WrittenStatic::CostsLessMana(text) => {
                let less = self.cost(text);
                let less = &self.catalog.cost(less).mana;
                let mana = self.mana_cost.reduced_by(less);
                // What is left over of a reduction would have to be taken off what else makes the spell cost more.
                if mana.mana_value(0) + less.mana_value(0) != self.mana_cost.mana_value(0) {
                    self.complain(text, "a spell costs less by a part of its mana cost here");
                }
                StaticEffect::CostsInstead(self.intern_cost(Cost { mana, ..Cost::default() }))
            }
            WrittenStatic::GraveyardToExile(whose) => StaticEffect::GraveyardToExile(self.whose(whose)),
            WrittenStatic::Ward(e) => StaticEffect::Ward(self.filter(&e.what), e.pay),
            WrittenStatic::Grant(e) => self.grant(e),
            WrittenStatic::MaySkipDrawStep(e) => StaticEffect::MaySkipDrawStep(self.run(&e.r#do.0)),
            WrittenStatic::MaySkipDraw(e) => StaticEffect::MaySkipDraw(self.run(&e.r#do.0)),
            WrittenStatic::LandPlays(e) => {
                let whose = e.whose.as_ref().map_or(Whose::Yours, |text| self.whose(text));
                StaticEffect::LandPlays(whose, e.count.unwrap_or(1))
            }
            WrittenStatic::Flash(what) => StaticEffect::Flash(self.filter(what)),
            WrittenStatic::CastFree(e) => StaticEffect::CastFree {
                filter: match &e.what {
                    Some(text) => self.filter(text),
                    None => self.intern_filter(Filter::default()),
                },
                at_most: e.at_most.as_ref().map(|n| self.amount(n)),
                once: e.once_each_turn,
                from_hand: e.from_hand,
            },
            WrittenStatic::CantCast(e) => {
                let (whose, filter) = self.whose_and_filter(&e.what);
                StaticEffect::CantCast { whose, filter, unless: e.unless }
            }
            WrittenStatic::CantActivate(e) => StaticEffect::CantActivate {
                whose: self.whose_or_any(e.whose.as_ref()),
                filter: self.filter(&e.what),
                mana: e.mana,
                loyalty: e.loyalty,
            },
            WrittenStatic::ExiledInstead(e) => StaticEffect::ExiledInstead {
                filter: self.filter(&e.what),
                whose: self.whose_or_any(e.of.as_ref()),
                dies: e.dies,
                counter: e.counter.as_ref().map(|kind| self.kind_of_counter(kind)),
            },
            WrittenStatic::NoOwnSearch(whose) => StaticEffect::NoOwnSearch(self.whose(whose)),
            WrittenStatic::Spared(e) => {
                if !e.discard && !e.sacrifice {
                    self.complain_here(
                        "`spared` spares nothing (expected `discard = true`, `sacrifice = true` or both)",
                    );
                }
                StaticEffect::Spared { discard: e.discard, sacrifice: e.sacrifice }
            }
            WrittenStatic::MoreCopies(_) => StaticEffect::MoreCopies,
            WrittenStatic::CantAttackYou(what) => StaticEffect::CantAttackYou(self.filter(what)),
            WrittenStatic::BlockedByAtMost(e) => {
                let what = e.what.as_ref().filter(|text| text.get_ref() != "self");
                StaticEffect::BlockedByAtMost(what.map(|text| self.filter(text)), e.count)
            }
            WrittenStatic::Unpreventable(what) => StaticEffect::Unpreventable(self.filter(what)),
            WrittenStatic::MorePlayerCounters(e) => StaticEffect::MorePlayerCounters(self.whose(&e.whose), e.plus),
            WrittenStatic::Riot(text) => {
                let what = (text.get_ref() != "self").then_some(text);
                StaticEffect::Riot(what.map(|text| self.filter(text)))
            }
            WrittenStatic::FlashForAll(what) => StaticEffect::FlashForAll(self.filter(what)),
            WrittenStatic::DrawLimit(e) => StaticEffect::DrawLimit(self.whose_or_any(e.whose.as_ref()), e.at_most),
            WrittenStatic::DrawsInstead(e) => {
                if e.by_you == e.count.is_some() || e.count == Some(0) {
                    self.complain(&e.whose, "`draws-instead` says either a `count` from 1 or `by-you = true`");
                }
                let by = e.count.map_or(DrawsBecome::DrawOfController, DrawsBecome::Draws);
                StaticEffect::DrawsInstead { whose: self.whose(&e.whose), but_first: e.but_first, by }
            }
            WrittenStatic::MoreLife(e) => {
                let (times, plus) = (e.times.unwrap_or(1), e.plus.unwrap_or(0));
                if times == 0 || times == 1 && plus == 0 {
                    self.complain(&e.whose, "`more-life` says so many `times` from 2, or so much `plus` from 1");
                }
                StaticEffect::MoreLife { whose: self.whose(&e.whose), times, plus }
            }
            WrittenStatic::LifeGainLost(whose) => StaticEffect::LifeGainIsLost(self.whose(whose)),
            WrittenStatic::MoreLifeLost(e) => {
                if e.times < 2 {
                    self.complain(&e.whose, "`more-life-lost` says so many `times` from 2");
                }
                StaticEffect::MoreLifeLost(self.whose(&e.whose), e.times)
            }
            WrittenStatic::OpeningHand(_) => StaticEffect::OpeningHand,
            WrittenStatic::OpeningHandSecond(kind) => StaticEffect::OpeningHandSecond(self.kind_of_counter(kind)),
            WrittenStatic::LandsFromGraveyard(_) => {
                let lands = Filter { all_types: Types::LAND, ..Filter::default() };
                let (from, filter) = (PlayPlace::Graveyard, self.intern_filter(lands));
                StaticEffect::PlayFrom { from, filter, once: false, exile: false, for_life: false, flashback: false }
            }
            WrittenStatic::PlayFrom(e) => StaticEffect::PlayFrom {
                from: e.from,
                filter: self.filter(&e.what),
                once: e.once_each_turn,
                exile: e.exile || e.flashback,
                for_life: e.for_life,
                flashback: e.flashback,
            },
            WrittenStatic::TopCard(e) => StaticEffect::TopCard(e.revealed),
            WrittenStatic::IsAlso(e) => self.is_also(e),
            WrittenStatic::EntersWith(e) => StaticEffect::EntersWith {
                filter: self.filter(&e.what),
                kind: self.kind_of_counter(&e.kind),
                count: self.amount_or(e.count.as_ref(), 1),
                subtype: e.r#type.as_ref().map(|text| self.subtype(text.get_ref().trim())),
            },
            WrittenStatic::SpendAs(e) => StaticEffect::SpendAs {
                whose: e.whose.as_ref().map_or(Whose::Yours, |text| self.whose(text)),
                what: e.what.as_ref().map(|text| self.filter(text)),
                mana: e.mana,
            },
            WrittenStatic::MoreDamage(e) => StaticEffect::MoreDamage {
                from: self.filter(&e.from),
                to: self.whose_or_any(e.to.as_ref()),
                noncombat: e.noncombat,
                times: e.times,
                plus: e.plus,
            },
        }
    }

    /// What prevents damage, to something or of something (CR 615.1a).
    fn prevent_damage(&mut self, e: &WrittenPreventDamage) -> StaticEffect {
        if e.what.is_none() && e.player.is_none() && e.from.is_none() {
            self.complain_here(
                "`prevent-damage` says neither to what nor of what (expected `what`, `player`, `from` or several)",
            );
        }
        let part = match (e.half, e.most) {
            (false, None) => Prevents::All,
            (true, None) => Prevents::Half,
            (false, Some(n)) if n > 0 => Prevents::Some(n),
            _ => {
                self.complain_here("`prevent-damage` prevents `half` of it, or a `most` from 1, or all without either");
                Prevents::All
            }
        };
        StaticEffect::PreventDamage {
            what: e.what.as_ref().map(|text| self.filter(text)),
            player: e.player.as_ref().map(|text| self.whose(text)),
            from: match &e.from {
                Some(text) => self.filter(text),
                None => self.intern_filter(Filter::default()),
            },
            part,
            kind: e.kind,
            then: self.run_unless_empty(&e.r#do),
        }
    }

    /// Creature types in addition, of what passes a filter that asks for none.
    fn is_also(&mut self, e: &WrittenIsAlso) -> StaticEffect {
        let what = e.what.as_ref().map(|text| {
            let filter = self.filter(text);
            let asked = self.catalog.filter(filter);
            let apart = Filter { is_not: asked.is_not.difference(Facts::TOKEN), simple: false, ..asked.clone() };
            if !apart.is_simple() || asked.other {
                self.complain(
                    text,
                    "only types, whose they are and `nontoken` decide here what is of other creature types",
                );
            }
            filter
        });
        let also = self.read(&e.of, Also::EveryCreatureType, |this, words| {
            let (word, rest) = parse::first(words, "`chosen-type`, `every-creature-type` or a creature type")?;
            parse::nothing_more(rest)?;
            Ok(match word.text {
                "chosen-type" => Also::ChosenType,
                "every-creature-type" => Also::EveryCreatureType,
                other => Also::Subtype(this.subtype(other)),
            })
        });
        StaticEffect::IsAlso(what, also)
    }

    /// CR 305.7: what says which lands looks at nothing that this could change.
    fn land_types(&mut self, e: &WrittenLandTypes) -> StaticEffect {
        let filter = self.filter(&e.what);
        let asked = self.catalog.filter(filter);
        if !asked.is_simple() || asked.other || !asked.all_types.contains(Types::LAND) {
            self.complain(
                &e.what,
                "only types, `land` among them, and whose they are decide here of which types lands are",
            );
        }
        let shape = self.shape(&e.shape, true, true);
        StaticEffect::LandTypes(filter, Shape { sets_land_types: true, ..shape })
    }

    /// Card types in addition, but none that state-based actions look at: those tell permanents by their cards.
    fn also_types(&mut self, e: &WrittenAlsoTypes) -> StaticEffect {
        let (types, subtypes) = self.read(&e.types, Default::default(), Compiler::parse_type_line);
        let allowed = Types::ARTIFACT | Types::LAND;
        if !allowed.contains(types) || types.is_empty() || !subtypes.is_empty() {
            self.complain(
                &e.types,
                "permanents are `artifact`, `land` or both in addition here, and no more than that",
            );
        }
        StaticEffect::AlsoTypes(self.filter(&e.what), types)
    }

    /// More mana of what is tapped for mana.
    pub(super) fn more_mana(&mut self, e: &WrittenMoreMana) -> StaticEffect {
        let what = match self.subject(&e.what) {
            Subject::Any(filter) => Some(filter),
            Subject::Attached => None,
            Subject::Source => {
                self.complain(&e.what, "`self` makes what it says itself (expected `attached` or a filter)");
                None
            }
        };
        let more = match (e.same, e.times, &e.mana) {
            (Some(n), None, None) => MoreMana::Same(n),
            (None, Some(n), None) => MoreMana::Times(n),
            (None, None, Some(text)) => {
                let count = self.amount_or(e.count.as_ref(), 1);
                if text.get_ref() == "chosen-colour" {
                    MoreMana::OfChosen(count)
                } else if text.get_ref() == "any-colour" {
                    MoreMana::AnyColour(count, self.ops(&[Op::AddManaChoice(Who::You, ManaSet::COLOURS, count)]))
                } else {
                    let mana = self.read(text, ManaSet::C, |this, words| {
                        let (word, rest) = parse::first(words, "a mana symbol such as `{G}`")?;
                        parse::nothing_more(rest)?;
                        this.one_mana(word)
                    });
                    MoreMana::Of(mana, count)
                }
            }
            _ => {
                self.complain(&e.what, "`more-mana` has one of `same`, `times` and `mana`");
                MoreMana::Same(0)
            }
        };
        StaticEffect::MoreMana { what, more }
    }

    /// An ability that other permanents have: an activated one, of the battlefield.
    fn grant(&mut self, e: &WrittenGrant) -> StaticEffect {
        let to = match self.subject(&e.to) {
            Subject::Any(filter) => Some(filter),
            Subject::Attached => None,
            Subject::Source => {
                self.complain(&e.to, "`self` has its own abilities (expected `attached` or a filter)");
                None
            }
        };
        let written = match (&e.ability, e.keyword) {
            (Some(ability), None) => ability,
            (None, Some(GrantedKeyword::Persist)) => {
                return StaticEffect::GrantTrigger(to, self.returning(CounterKind::MINUS_ONE));
            }
            (None, Some(GrantedKeyword::Undying)) => {
                return StaticEffect::GrantTrigger(to, self.returning(CounterKind::PLUS_ONE));
            }
            _ => {
                self.complain(&e.to, "`grant` needs one of `ability` and `keyword`");
                return StaticEffect::LoyaltyAnyTime;
            }
        };
        let outer = (std::mem::take(&mut self.targets), std::mem::replace(&mut self.granting, true));
        let ability = self.ability(written);
        (self.targets, self.granting) = outer;
        let fits = |id: &AbilityId| {
            matches!(self.catalog.ability(*id), Ability::Activated(a)
                if a.from == FunctionsIn::Battlefield && a.power_up.is_none() && !a.exhaust)
        };
        if let Some(id) = ability
            && let Ability::Triggered(trigger) = self.catalog.ability(id)
        {
            if trigger.from != FunctionsIn::Battlefield || trigger.event.is_state() {
                self.complain(
                    &e.to,
                    "only a triggered ability of the battlefield that is no state trigger is granted here",
                );
            }
            return StaticEffect::GrantTrigger(to, id);
        }
        let makes_mana =
            |id: &AbilityId| matches!(self.catalog.ability(*id), Ability::Mana(m) if self.is_granted_mana(m));
        if let Some(id) = ability.filter(makes_mana) {
            return StaticEffect::GrantMana(to, id);
        }
        if ability.is_some_and(|id| !fits(&id)) {
            let message = "only an activated, a loyalty, a triggered or a mana ability of the battlefield is granted here, and of mana \
                           abilities those that cost {T}, or that and a sacrifice of their source, and make a fixed number of mana";
            self.complain(&e.to, message);
        }
        StaticEffect::Grant(to, ability.unwrap_or_default())
    }

    /// "Blue spell" means spells, and everything else permanents.
    fn aimed(&mut self, written: &Text) -> Aimed {
        Aimed { filter: self.filter(written), spell: written.get_ref().split(' ').any(|word| word == "spell") }
    }

    /// Tokens are meant by what is printed on them, so that nothing else can be asked of them before they are there.
    fn tokens_instead(&mut self, e: &WrittenTokensInstead) -> StaticEffect {
        let of = e.of.as_ref().map(|written| {
            let of = self.filter(written);
            let filter = self.catalog.filter(of);
            let plain = Filter {
                any_type: filter.any_type,
                all_types: filter.all_types,
                no_type: filter.no_type,
                subtypes: filter.subtypes.clone(),
                simple: filter.simple,
                ..Filter::default()
            };
            if *filter != plain {
                self.complain(written, "tokens that would be created are meant by types and subtypes alone");
            }
            of
        });
        let mut tokens = InsteadTokens::default();
        if e.tokens.is_empty() || e.tokens.len() > tokens.0.len() {
            self.complain_here("one to three tokens are created rather than one (expected `tokens`)");
        }
        for (place, token) in tokens.0.iter_mut().zip(&e.tokens) {
            *place = Some(self.token(token));
        }
        StaticEffect::TokensInstead { of, tokens, besides: e.besides }
    }

    /// Whether what has the ability can be asked for its mana by the ability alone.
    fn is_granted_mana(&self, mana: &ManaAbility) -> bool {
        let given_up = profile::given_up(self.catalog, mana) == Some(profile::GivenUp::Tapped)
            && mana.condition.is_none()
            && mana.only.is_none()
            && mana.then.is_none();
        (mana.plain || given_up) && profile::granted_units(self.catalog, mana.makes).is_some()
    }

    fn static_pump(&mut self, e: &WrittenStaticPump) -> StaticEffect {
        let power = self.amount_or(e.power.as_ref(), 0);
        let toughness = self.amount_or(e.toughness.as_ref(), 0);
        let keywords = self.keywords(&e.keywords);
        match e.what.as_ref().map(|text| (text.get_ref().as_str(), text)) {
            Some(("attached", _)) => StaticEffect::PumpAttached { power, toughness, keywords },
            None | Some(("self", _)) => StaticEffect::Pump { what: None, power, toughness, keywords },
            Some((_, text)) => StaticEffect::Pump { what: Some(self.filter(text)), power, toughness, keywords },
        }
    }

    fn replacement(&mut self, written: &Spanned<WrittenReplacement>) -> Replacement {
        match written.get_ref() {
            WrittenReplacement::EntersIfPaid(text) => {
                let cost = self.cost(text);
                let at = self.catalog.ops.len() as u32;
                self.catalog.ops.extend([
                    Op::MayPay { who: Who::You, cost, otherwise: EffectId(at + 3), most: None },
                    Op::EnterSource,
                    Op::End,
                    Op::Move(What::Source, Destination::Graveyard),
                    Op::End,
                ]);
                Replacement::EntersAsCopy(EffectId(at))
            }
            WrittenReplacement::EntersTapped(_) => Replacement::EntersTapped,
            WrittenReplacement::EntersWithCounters(e) => {
                let kind = self.kind_of_counter(&e.kind);
                let condition = e.r#if.as_ref().map(|text| self.condition(text));
                Replacement::EntersWithCounters(kind, self.amount_or(e.count.as_ref(), 1), condition)
            }
            WrittenReplacement::TurnsUpWithCounters(e) => {
                let kind = self.kind_of_counter(&e.kind);
                Replacement::TurnsUpWithCounters(kind, self.amount_or(e.count.as_ref(), 1))
            }
            WrittenReplacement::ToGraveyard(e) => self.graveyard_replaced(e),
            WrittenReplacement::SkipTurnToUntap(_) => Replacement::SkipTurnToUntap,
            WrittenReplacement::EntersAsCopy(e) => Replacement::EntersAsCopy(self.enters_as_copy(e)),
            WrittenReplacement::EntersChoosing(text) => {
                Replacement::EntersChoosing(self.read(text, Choosing::CreatureType, Compiler::parse_choosing))
            }
        }
    }

    /// Instead of to the graveyard it goes somewhere else: to the graveyard would be replaced again, for ever.
    fn graveyard_replaced(&mut self, e: &WrittenToGraveyard) -> Replacement {
        if e.to == Destination::Graveyard {
            self.complain_here("`to-graveyard` says where it goes instead: `to` can't be `graveyard`");
        }
        Replacement::ToGraveyard {
            from_battlefield: e.from == GraveyardFrom::Battlefield,
            to: e.to,
            then: self.run_unless_empty(&e.r#do),
        }
    }

    fn run_unless_empty(&mut self, effects: &OneOrMany<WrittenEffect>) -> Option<crate::cards::effect::EffectId> {
        if effects.0.is_empty() { None } else { Some(self.run(&effects.0)) }
    }

    /// `self`, `attached` or a filter.
    pub(super) fn subject(&mut self, text: &Text) -> Subject {
        let what = self.read(text, What::Source, |this, words| {
            let what = this.parse_what(words)?;
            match what {
                What::Source | What::Attached | What::All(_) => Ok(what),
                _ => Err(words[0].is_not("something a trigger can be about", "self, attached, or a filter", [])),
            }
        });
        match what {
            What::All(filter) => Subject::Any(filter),
            What::Attached => Subject::Attached,
            _ => Subject::Source,
        }
    }

    /// The trigger event; `None` when it can't be read.
    fn event(&mut self, written: &WrittenTrigger) -> Option<TriggerEvent> {
        Some(match written {
            WrittenTrigger::Enters(t) => TriggerEvent::Enters(self.subject(t)),
            WrittenTrigger::Dies(t) => TriggerEvent::Dies(self.subject(t)),
            WrittenTrigger::Exiled(t) => TriggerEvent::Exiled(self.subject(t)),
            WrittenTrigger::DiesOrExiled(t) => TriggerEvent::DiesOrExiled(self.subject(t)),
            WrittenTrigger::Leaves(t) => TriggerEvent::Leaves(self.subject(t)),
            WrittenTrigger::ToGraveyard(t) => TriggerEvent::ToGraveyard(self.subject(t)),
            WrittenTrigger::Attacks(t) => TriggerEvent::Attacks(self.subject(t)),
            WrittenTrigger::BecomesBlocked(t) => TriggerEvent::BecomesBlocked(self.subject(t)),
            WrittenTrigger::BlockedBy(e) => {
                let by = match &e.by {
                    Some(text) => self.filter(text),
                    None => self.intern_filter(Filter::default()),
                };
                TriggerEvent::BlockedBy(self.subject(&e.what), by)
            }
            WrittenTrigger::Unblocked(t) => TriggerEvent::Unblocked(self.subject(t)),
            WrittenTrigger::UntapsInUntapStep(t) => TriggerEvent::UntapsInUntapStep(self.subject(t)),
            WrittenTrigger::TurnedFaceUp(t) => TriggerEvent::TurnedFaceUp(self.subject(t)),
            WrittenTrigger::Plays(t) => TriggerEvent::Plays(self.whose(t)),
            WrittenTrigger::PlaysFromExile(t) => TriggerEvent::PlaysFromExile(self.whose(t)),
            WrittenTrigger::Sacrifices(t) => {
                let (whose, filter) = self.whose_and_filter(t);
                TriggerEvent::Sacrifices(whose, filter)
            }
            WrittenTrigger::Discards(t) => TriggerEvent::Discards(self.whose(t)),
            WrittenTrigger::Blocks(t) => TriggerEvent::Blocks(self.subject(t)),
            WrittenTrigger::BlocksCreature(e) => {
                let blocked = self.filter(&e.blocked);
                TriggerEvent::BlocksCreature(self.subject(&e.what), blocked)
            }
            WrittenTrigger::BecomesTapped(t) => TriggerEvent::BecomesTapped(self.subject(t)),
            WrittenTrigger::CountersReach(e) => {
                TriggerEvent::CountersReach(self.counter_kind(e.kind.get_ref()), e.count)
            }
            WrittenTrigger::Exerted(t) => TriggerEvent::Exerted(self.subject(t)),
            WrittenTrigger::BecomesMonstrous(t) => TriggerEvent::BecomesMonstrous(self.subject(t)),
            WrittenTrigger::DealsDamage(t) => TriggerEvent::DealsDamage {
                what: self.subject(&t.what),
                to: t.to.as_ref().map(|text| self.filter(text)),
                combat: t.combat,
                exactly: t.exactly,
            },
            WrittenTrigger::DealsDamageOnce(t) => TriggerEvent::DealsDamageOnce(self.subject(&t.what), t.combat),
            WrittenTrigger::DamageToYou(t) => TriggerEvent::DamageToPlayer(self.subject(t), Whose::Yours),
            WrittenTrigger::DamageToOpponent(t) => TriggerEvent::DamageToPlayer(self.subject(t), Whose::Opponents),
            WrittenTrigger::WoundedDies => TriggerEvent::WoundedDies,
            WrittenTrigger::TappedForMana(t) => TriggerEvent::TappedForMana(self.subject(t)),
            WrittenTrigger::LandTappedForMana(t) => TriggerEvent::LandTappedForMana(self.whose(t)),
            WrittenTrigger::CombatDamageToPlayer(t) => TriggerEvent::CombatDamageToPlayer(self.subject(t)),
            WrittenTrigger::AttacksAlone(t) => TriggerEvent::AttacksAlone(self.filter(t)),
            WrittenTrigger::CombatDamageOnce(t) => TriggerEvent::CombatDamageOnce(self.filter(t)),
            WrittenTrigger::Begins(t) => {
                return self.read(t, None, |c, words| parse::begins(&c.catalog.turn_names, words).map(Some));
            }
            WrittenTrigger::Cast(t) => {
                let (whose, filter) = self.whose_and_filter(t);
                TriggerEvent::Cast(whose, filter)
            }
            WrittenTrigger::CastTargeting(e) => {
                let (whose, filter) = self.whose_and_filter(&e.what);
                TriggerEvent::CastAt(whose, filter, self.filter(&e.targeting))
            }
            WrittenTrigger::NthSpell(e) => TriggerEvent::NthSpell(self.whose(&e.whose), e.nth, e.instant_or_sorcery),
            WrittenTrigger::NthDraw(e) => TriggerEvent::Draws(self.whose(&e.whose), e.nth),
            WrittenTrigger::Draws(t) => TriggerEvent::Draws(self.whose(t), 0),
            WrittenTrigger::Room(n) => {
                if !(1..=UNDERCITY_ROOMS).contains(n) {
                    self.complain_here(format!("rooms are numbers from 1 to {UNDERCITY_ROOMS}, as in room = 1"));
                }
                TriggerEvent::Room(*n)
            }
            WrittenTrigger::DrawsMore(t) => TriggerEvent::DrawsMore(self.whose(t)),
            WrittenTrigger::TargetedBySpell(t) => TriggerEvent::TargetedBySpell(self.whose(t)),
            WrittenTrigger::GainsLife(t) => TriggerEvent::GainsLife(self.whose(t)),
            WrittenTrigger::LosesLife(t) => TriggerEvent::LosesLife(self.whose(t)),
            WrittenTrigger::Scries(t) => TriggerEvent::Scries(self.whose(t)),
            WrittenTrigger::Searches(t) => TriggerEvent::Searches(self.whose(t)),
            WrittenTrigger::Cycles(t) => TriggerEvent::Cycles(self.whose(t)),
            WrittenTrigger::CycledThis => TriggerEvent::CycledThis,
            WrittenTrigger::Exploits => TriggerEvent::ExploitsThis,
            WrittenTrigger::BecomesLevel(n) => TriggerEvent::BecomesLevel(*n),
            WrittenTrigger::DayChanges => TriggerEvent::DayChanges,
            WrittenTrigger::ExtraTurnBegins(t) => TriggerEvent::ExtraTurnBegins(self.whose(t)),
            WrittenTrigger::TurnSkipped(t) => TriggerEvent::TurnSkipped(self.whose(t)),
            WrittenTrigger::PhaseAdded(t) => TriggerEvent::PhaseAdded(self.whose(t)),
            WrittenTrigger::Activates(e) => {
                let of = match &e.of {
                    Some(text) => self.subject(text),
                    None => Subject::Any(self.intern_filter(Filter::default())),
                };
                TriggerEvent::Activates(e.whose.as_ref().map_or(Whose::Yours, |text| self.whose(text)), of)
            }
            WrittenTrigger::AttackWith(e) => {
                let filter = match &e.what {
                    Some(text) => self.filter(text),
                    None => self.intern_filter(Filter::default()),
                };
                let whose = e.whose.as_ref().map_or(Whose::Yours, |text| self.whose(text));
                TriggerEvent::AttackWith(whose, filter, e.at_least)
            }
            WrittenTrigger::BecomesTarget(e) => {
                TriggerEvent::BecomesTarget(self.subject(&e.what), self.whose_or_any(e.of.as_ref()), e.spell)
            }
            WrittenTrigger::BecomesUntapped(t) => TriggerEvent::BecomesUntapped(self.subject(t)),
            WrittenTrigger::PlayerAttacked(t) => TriggerEvent::PlayerAttacked(self.whose(t)),
            WrittenTrigger::CardToGraveyard(e) => {
                TriggerEvent::CardToGraveyard(self.filter(&e.what), e.from, batch(e.one_or_more))
            }
            WrittenTrigger::LeavesGraveyard(e) => {
                TriggerEvent::LeavesGraveyard(self.filter(&e.what), batch(e.one_or_more))
            }
            WrittenTrigger::CountersPut(e) => {
                TriggerEvent::CountersPut(self.subject(&e.what), self.kind_of_counter(&e.kind), e.each)
            }
            WrittenTrigger::Copies(t) => {
                let (whose, filter) = self.whose_and_filter(t);
                TriggerEvent::Copies(whose, filter)
            }
            WrittenTrigger::CountersSpell(t) => TriggerEvent::CountersSpell(self.whose(t)),
            WrittenTrigger::YouAttack => TriggerEvent::YouAttack,
            WrittenTrigger::Chapter(numbers) => {
                let saga = numbers.iter().all(|n| (1..=8).contains(n)) && !numbers.is_empty();
                if !saga {
                    self.complain_here("chapters are numbers from 1 to 8, as in chapter = [1, 2]");
                }
                let bits = numbers.iter().filter(|n| (1..=8).contains(*n)).fold(0, |bits, n| bits | 1 << (n - 1));
                TriggerEvent::Chapter(bits)
            }
            WrittenTrigger::Transforms(t) => TriggerEvent::Transforms(self.subject(t)),
            WrittenTrigger::IsDealtDamage(t) => TriggerEvent::IsDealtDamage(self.subject(t)),
            WrittenTrigger::AttackWithPower(n) => TriggerEvent::AttackWithPower(*n),
            WrittenTrigger::CastThis => TriggerEvent::CastThis,
            WrittenTrigger::AttackedBy(n) => TriggerEvent::AttackedBy(*n),
            WrittenTrigger::CounterRemoved(e) => {
                let removal = match (e.last, e.one_or_more) {
                    (true, _) => Removal::Last,
                    (false, true) => Removal::OneOrMore,
                    (false, false) => Removal::Each,
                };
                TriggerEvent::CounterRemoved(self.kind_of_counter(&e.kind), removal)
            }
            WrittenTrigger::YouUntap => TriggerEvent::YouUntap,
            WrittenTrigger::Holds(t) => TriggerEvent::Holds(self.condition(t)),
            WrittenTrigger::CountersThere(e) => TriggerEvent::CountersThere(self.kind_of_counter(&e.kind), e.count),
        })
    }
}

const fn batch(one_or_more: bool) -> Batch {
    if one_or_more { Batch::OneOrMore } else { Batch::Each }
}
