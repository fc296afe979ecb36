//! Abilities: which kind, and that nothing is written that belongs to another kind.

use toml::Spanned;

use crate::cards::ability::{
    Ability, Activated, Batch, Choosing, Cost, FunctionsIn, Makes, ManaAbility, Removal, Replacement, Rider, SpentOnly,
    Subject, Targets, Timing, TriggerEvent, Triggered, UNDERCITY_ROOMS,
};
use crate::cards::effect::{
    AbilityId, ConditionId, CostId, CounterKind, Destination, EffectId, Filter, FilterId, Op, What, Who, Whose,
};
use crate::cards::parse;
use crate::cards::written::{
    GraveyardFrom, OneOrMany, Text, WrittenAbility, WrittenEffect, WrittenReplacement, WrittenToGraveyard,
    WrittenTrigger,
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
            by_life_of: None,
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

    pub(super) fn whose(&mut self, text: &Text) -> Whose {
        self.read(text, Whose::Any, |_, words| parse::whose(words))
    }

    pub(super) fn whose_or_any(&mut self, text: Option<&Text>) -> Whose {
        text.map_or(Whose::Any, |text| self.whose(text))
    }

    /// A filter whose word for whose stands apart: whose spells, and which.
    pub(super) fn whose_and_filter(&mut self, text: &Text) -> (Whose, FilterId) {
        let mut filter = self.read(text, Filter::default(), Compiler::parse_filter);
        let whose = std::mem::take(&mut filter.whose);
        (whose, self.intern_filter(filter))
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
                Replacement::BeforeEntering(EffectId(at))
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
            WrittenReplacement::EntersAsCopy(e) => Replacement::BeforeEntering(self.enters_as_copy(e)),
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

    pub(super) fn run_unless_empty(
        &mut self,
        effects: &OneOrMany<WrittenEffect>,
    ) -> Option<crate::cards::effect::EffectId> {
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

    pub(super) fn at_sorcery_speed(&mut self, cost: &Text, effect: EffectId, targets: Targets) -> AbilityId {
        let cost = self.cost(cost);
        self.own_activated(cost, effect, targets, Timing::Sorcery, FunctionsIn::Battlefield)
    }

    pub(super) fn own_activated(
        &mut self,
        cost: CostId,
        effect: EffectId,
        targets: Targets,
        timing: Timing,
        from: FunctionsIn,
    ) -> AbilityId {
        self.add_ability(Ability::Activated(bare_activated(cost, effect, targets, timing, from)))
    }

    pub(super) fn triggered_by(
        &mut self,
        event: TriggerEvent,
        condition: Option<ConditionId>,
        effect: EffectId,
    ) -> AbilityId {
        self.add_ability(Ability::Triggered(Triggered {
            event,
            when: None,
            condition,
            effect,
            targets: Targets::new(),
            from: FunctionsIn::Battlefield,
            once_each_turn: false,
            modes: None,
            divides: None,
        }))
    }
}

const fn batch(one_or_more: bool) -> Batch {
    if one_or_more { Batch::OneOrMore } else { Batch::Each }
}

/// An activated ability of which nothing more is said.
pub(super) fn bare_activated(
    cost: CostId,
    effect: EffectId,
    targets: Targets,
    timing: Timing,
    from: FunctionsIn,
) -> Activated {
    Activated {
        cost,
        power_up: None,
        effect,
        targets,
        timing,
        per_turn: None,
        anyone: false,
        from,
        condition: None,
        loyalty: None,
        less: None,
        exhaust: false,
        cycling: false,
        boast: false,
        by_life_of: None,
    }
}
