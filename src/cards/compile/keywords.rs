//! Keyword abilities that stand for other abilities, each a short run of instructions: echo, unearth, embalm, devour and the like.

use crate::cards::ability::{
    Ability, Activated, Cost, FunctionsIn, Removal, Replacement, Static, StaticEffect, Subject, TargetKind, TargetSpec,
    Targets, Timing, TriggerEvent, Triggered,
};
use crate::cards::card::{Card, Strive, WayKind};
use crate::cards::effect::{
    AbilityId, Amount, Comparison, Condition, CounterKind, DelayedEvent, Destination, Duration, EffectId, Except,
    Facts, Filter, FilterId, How, Op, What, Who, Whose,
};
use crate::cards::keyword::Keywords;
use crate::cards::mana::{MAX_PIPS, ManaCost, ManaSet};
use crate::cards::parse::words;
use crate::cards::type_line::Types;
use crate::cards::written::{self, Number, Text, WrittenAmount, WrittenCard};
use crate::turn::Step;

use super::Compiler;
use super::ability::bare_activated;
use super::costs::sum_of;
use super::effect::Run;

/// Targets beyond the first, at most, that strive is worked out for.
const MAX_STRIVE: usize = 20;

/// Age counters, at most, for which a cumulative upkeep that is no generic mana is paid.
const MOST_AGES: u8 = 12;

/// The cost that many times; `None` when a part of it can't be paid several times.
fn multiplied(cost: &Cost, n: u8) -> Option<Cost> {
    let counted = |part: Option<(FilterId, u8)>| match part {
        Some((filter, k)) => k.checked_mul(n).map(|k| Some((filter, k))),
        None => Some(None),
    };
    let mana = sum_of(ManaCost::default(), std::iter::repeat_n(&cost.mana, n.into()))?;
    let all = Cost {
        mana,
        life: cost.life.checked_mul(n.into())?,
        discard: cost.discard.checked_mul(n)?,
        discard_only: cost.discard_only,
        energy: cost.energy.checked_mul(n)?,
        sacrifice: counted(cost.sacrifice)?,
        exile_from_graveyard: counted(cost.exile_from_graveyard)?,
        exile_from_hand: counted(cost.exile_from_hand)?,
        return_others: counted(cost.return_others)?,
        tap_others: counted(cost.tap_others)?,
        ..Cost::default()
    };
    let single = Cost { mana: cost.mana.clone(), ..all.clone() };
    let same = Cost {
        life: cost.life,
        discard: cost.discard,
        energy: cost.energy,
        sacrifice: cost.sacrifice,
        exile_from_graveyard: cost.exile_from_graveyard,
        exile_from_hand: cost.exile_from_hand,
        return_others: cost.return_others,
        tap_others: cost.tap_others,
        ..single
    };
    (same == *cost && cost.mana.x == 0).then_some(all)
}

impl Compiler<'_> {
    /// The abilities that keys of the card stand for.
    pub(super) fn keyword_abilities(&mut self, card: &Card, written: &WrittenCard, all: &mut Vec<AbilityId>) {
        if let Some(n) = written.vanishing {
            all.extend(self.vanishing(n));
        }
        if let Some(n) = written.fading {
            all.extend(self.fading(n));
        }
        if let Some(cost) = &written.cumulative_upkeep {
            all.push(self.any_cumulative_upkeep(cost));
        }
        if let Some(cost) = &written.equip {
            all.push(self.equip(cost));
        }
        if let Some(cost) = &written.cycling {
            all.push(self.cycling(cost));
        }
        if let Some(cost) = &written.level_up {
            all.push(self.level_up(cost));
        }
        if let Some(power) = written.crew {
            if !self.is_of(card, "Vehicle") {
                self.complain(&written.name, "only a Vehicle is crewed");
            }
            all.push(self.crew(power));
        }
        all.extend(written.battle_cry.then(|| self.battle_cry()));
        all.extend(written.undying.then(|| self.returning(CounterKind::PLUS_ONE)));
        all.extend(written.persist.then(|| self.returning(CounterKind::MINUS_ONE)));
        for (cost, from) in
            [(&written.ninjutsu, FunctionsIn::Hand), (&written.commander_ninjutsu, FunctionsIn::HandOrCommand)]
        {
            all.extend(cost.as_ref().map(|cost| self.ninjutsu(cost, from)));
        }
        all.extend(written.afflict.map(|n| self.afflict(n)));
        all.extend(written.annihilator.map(|n| self.annihilator(n)));
        all.extend(written.storm.then(|| self.storm()));
        if let Some(n) = written.cascade {
            all.extend((0..n).map(|_| self.cascade()));
        }
        all.extend(card.ways.iter().any(|w| w.kind == WayKind::Evoke).then(|| self.evoke()));
        for kind in [WayKind::Dash, WayKind::Blitz] {
            if card.ways.iter().any(|way| way.kind == kind) {
                all.extend(self.hasty_way(card, kind, &written.name));
            }
        }
        if let Some(n) = card.ways.iter().position(|w| w.kind == WayKind::Miracle) {
            all.push(self.miracle(n as u8));
        }
        if let Some(n) = card.ways.iter().position(|w| w.kind == WayKind::Madness) {
            all.push(self.madness(n as u8));
        }
        for (key, text) in [
            ("echo", &written.echo),
            ("unearth", &written.unearth),
            ("embalm", &written.embalm),
            ("eternalize", &written.eternalize),
        ] {
            if let Some(text) = text.as_ref().filter(|_| !card.is_permanent()) {
                self.complain(text, format!("`{key}` belongs to a permanent card, which this is not"));
            }
        }
        all.extend(written.echo.as_ref().map(|cost| self.echo(cost)));
        all.extend(written.unearth.as_ref().map(|cost| self.unearth(cost)));
        all.extend(written.embalm.as_ref().map(|cost| self.embalm(cost, ManaSet::W, None)));
        all.extend(written.eternalize.as_ref().map(|cost| self.embalm(cost, ManaSet::B, Some((4, 4)))));
        for (key, on) in [("exploit", written.exploit), ("soulbond", written.soulbond)] {
            if on && !card.types.contains(Types::CREATURE) {
                self.complain(&written.name, format!("only a creature has `{key}`"));
            }
        }
        all.extend(written.exploit.then(|| self.exploit()));
        if written.soulbond {
            all.extend(self.soulbond());
        }
        if written.dredge == Some(0) {
            self.complain(&written.name, "`dredge` mills at least 1 card");
        }
        if let Some(n) = written.devour {
            if n == 0 || !card.types.contains(Types::CREATURE) {
                self.complain(&written.name, "only a creature has `devour`, of at least 1");
            }
            let effect = self.ops(&[Op::Devour(n), Op::EnterSource]);
            all.push(self.add_ability(Ability::Replacement(Replacement::BeforeEntering(effect))));
        }
    }

    /// CR 702.30a.
    fn echo(&mut self, text: &Text) -> AbilityId {
        let cost = self.cost(text);
        let new = self.intern_condition(Condition::NewSinceUpkeep);
        let start = self.catalog.ops.len() as u32;
        let effect = self.ops(&[
            Op::Unless { who: Who::You, cost, paid: EffectId(start + 2) },
            Op::Sacrifice(Who::You, What::Source),
        ]);
        self.add_ability(Ability::Triggered(Triggered {
            event: TriggerEvent::StepBegins(Step::Upkeep, Whose::Yours),
            when: None,
            condition: Some(new),
            effect,
            targets: Targets::new(),
            once_each_turn: false,
            from: FunctionsIn::Battlefield,
            modes: None,
            divides: None,
        }))
    }

    /// CR 702.110a.
    fn exploit(&mut self) -> AbilityId {
        let creature = self.filter_of("creature");
        let one = self.intern_amount(Amount::Const(1));
        let start = self.catalog.ops.len() as u32;
        let effect = self.ops(&[
            Op::May { who: Who::You, otherwise: EffectId(start + 3) },
            Op::SacrificeChosen(Who::You, creature, one),
            Op::Exploited,
        ]);
        self.triggered_by(TriggerEvent::Enters(Subject::Source), None, effect)
    }

    /// CR 702.95a: as it enters, or another creature of the same player, the two may be paired while both are not.
    fn soulbond(&mut self) -> [AbilityId; 2] {
        let (alone, others) =
            (self.filter_of("creature yours not-paired"), self.filter_of("creature other yours not-paired"));
        let entering = self.filter_of("creature other yours");
        let one = self.intern_amount(Amount::Const(1));
        let there = self.intern_amount(Amount::Count(others));
        let some = self.intern_condition(Condition::Compare(there, Comparison::AtLeast, one));
        let unpaired = self.intern_condition(Condition::Is(What::Source, alone));
        let able = self.intern_condition(Condition::And(unpaired, some));
        let start = self.catalog.ops.len() as u32;
        let own = self.ops(&[
            Op::May { who: Who::You, otherwise: EffectId(start + 3) },
            Op::ChooseObjects { who: Who::You, filter: others, count: one, up_to: false, also: false },
            Op::Pair(What::Them),
        ]);
        let own = self.triggered_by(TriggerEvent::Enters(Subject::Source), Some(able), own);
        let other_unpaired = self.intern_condition(Condition::Is(What::That, others));
        let both = self.intern_condition(Condition::And(unpaired, other_unpaired));
        let start = self.catalog.ops.len() as u32;
        let with_it = self.ops(&[Op::May { who: Who::You, otherwise: EffectId(start + 2) }, Op::Pair(What::That)]);
        [own, self.triggered_by(TriggerEvent::Enters(Subject::Any(entering)), Some(both), with_it)]
    }

    /// CR 702.24a: generic mana as a number, or another cost, which is paid for each age counter or not at all.
    pub(super) fn any_cumulative_upkeep(&mut self, written: &WrittenAmount) -> AbilityId {
        let text = match written.get_ref() {
            Number::Integer(n) => {
                let fits = u8::try_from(*n).ok().filter(|n| *n > 0);
                if fits.is_none() {
                    self.complain(written, "`cumulative-upkeep` is generic mana from 1 to 255, or a cost in words");
                }
                return self.cumulative_upkeep(fits.unwrap_or(1));
            }
            Number::Words(text) => Text::new(written.span(), text.clone()),
        };
        let cost = self.cost(&text);
        let each = self.catalog.cost(cost).clone();
        let kind = self.counter_kind("age");
        let one = self.intern_amount(Amount::Const(1));
        let age = self.intern_amount(Amount::Counters(What::Source, kind));
        let times: Option<Vec<Cost>> = (1..=MOST_AGES).map(|n| multiplied(&each, n)).collect();
        let Some(times) = times else {
            self.complain(&text, "only mana without X, life, cards and permanents are paid for each age counter");
            return self.cumulative_upkeep(1);
        };
        // For each number of counters its own cost; with more of them than that nothing pays.
        let start = self.catalog.ops.len() as u32;
        let gone = start + 1 + 3 * times.len() as u32;
        let mut ops = vec![Op::PutCounters(What::Source, kind, one)];
        for (n, cost) in (1..).zip(times) {
            let number = self.intern_amount(Amount::Const(n));
            let is_so = self.intern_condition(Condition::Compare(age, Comparison::Equal, number));
            let next = EffectId(start + ops.len() as u32 + 3);
            let paid = EffectId(gone + 1);
            let cost = self.intern_cost(cost);
            ops.extend([
                Op::JumpUnless(is_so, next),
                Op::Unless { who: Who::You, cost, paid },
                Op::Jump(EffectId(gone)),
            ]);
        }
        ops.push(Op::Sacrifice(Who::You, What::Source));
        let effect = self.ops(&ops);
        self.own_upkeep(effect)
    }

    /// CR 702.84a.
    fn unearth(&mut self, text: &Text) -> AbilityId {
        let cost = self.cost(text);
        let none = self.intern_amount(Amount::Const(0));
        let gone = self.ops(&[Op::Exile(What::Them)]);
        let haste = Op::Pump {
            what: What::Them,
            power: none,
            toughness: none,
            keywords: Keywords::HASTE,
            duration: Duration::Permanent,
        };
        let effect = self.ops(&[
            Op::Move(What::Source, Destination::Battlefield),
            haste,
            Op::ExileAsItLeaves(What::Them),
            Op::Delay(DelayedEvent::NextStep(Step::End), gone),
        ]);
        self.own_activated(cost, effect, Targets::new(), Timing::Sorcery, FunctionsIn::Graveyard)
    }

    /// CR 702.128a, 702.129a: exiled from the graveyard for a token that is a copy of it.
    fn embalm(&mut self, text: &Text, colours: ManaSet, size: Option<(i8, i8)>) -> AbilityId {
        let cost = self.cost(text);
        let cost = Cost { exile_source: true, ..self.catalog.cost(cost).clone() };
        let (cost, count) = (self.intern_cost(cost), self.intern_amount(Amount::Const(1)));
        let zombie = Some(self.subtype("Zombie"));
        let except = Except { colours, size, subtype: zombie, no_mana_cost: true, ..Except::default() };
        let copy = Op::CreateCopies { who: Who::You, of: What::Card, count, tapped: false, attacking: None, except };
        let effect = self.ops(&[copy]);
        self.own_activated(cost, effect, Targets::new(), Timing::Sorcery, FunctionsIn::Graveyard)
    }

    /// CR 702.35a: discarded, it is exiled, and this triggers: its owner may cast it for that cost, or puts it into the graveyard.
    pub(super) fn madness(&mut self, way: u8) -> AbilityId {
        let cast =
            self.ops(&[Op::MayCast(What::Source, How::Way(way)), Op::Move(What::Source, Destination::Graveyard)]);
        let effect = self.ops(&[Op::Delay(DelayedEvent::Now, cast)]);
        self.triggered_by(TriggerEvent::MadlyDiscarded, None, effect)
    }

    /// CR 702.109a, 702.152a: as long as it was cast so the permanent has haste and, for blitz, draws a card as it dies. When it
    /// goes is no ability of its own.
    pub(super) fn hasty_way(&mut self, card: &Card, kind: WayKind, name: &Text) -> Vec<AbilityId> {
        if !card.types.contains(Types::CREATURE) {
            self.complain(name, "only a creature is cast by `dash` or `blitz`");
        }
        let cast = Some(self.intern_condition(Condition::CastBy(kind)));
        let none = self.intern_amount(Amount::Const(0));
        let effect = StaticEffect::Pump { what: None, power: none, toughness: none, keywords: Keywords::HASTE };
        let haste = Static { effect, condition: cast, from: FunctionsIn::Battlefield };
        let mut all = vec![self.add_ability(Ability::Static(haste))];
        if kind == WayKind::Blitz {
            let one = self.intern_amount(Amount::Const(1));
            let draw = self.ops(&[Op::Draw(Who::You, one)]);
            all.push(self.triggered_by(TriggerEvent::Dies(Subject::Source), cast, draw));
        }
        all
    }

    /// What each number of targets beyond the first costs.
    pub(super) fn strive(&mut self, card: &Card, written: &WrittenCard) -> Option<Strive> {
        let text = written.strive.as_ref()?;
        let cost = self.cost(text);
        let cost = self.catalog.cost(cost);
        let each = cost.mana.clone();
        if !cost.is_mana() || each.x > 0 {
            self.complain(text, "what strive costs is mana without X here");
        }
        if !card.spell.as_ref().is_some_and(|spell| spell.modes.is_none() && !spell.targets.is_empty()) {
            self.complain(text, "`strive` belongs to an instant or sorcery with targets and without modes");
        }
        if !card.ways.is_empty() || card.extra.is_some() {
            self.complain(text, "a card with strive has no other cost here");
        }
        let printed = card.cost.clone().unwrap_or_default();
        let room = MAX_PIPS.saturating_sub(printed.pips.len()).checked_div(each.pips.len()).unwrap_or(MAX_STRIVE);
        let most = room.min(MAX_STRIVE);
        let times = |first: ManaCost, n: usize| sum_of(first, std::iter::repeat_n(&each, n)).unwrap_or_default();
        Some(Strive {
            added: (0..=most).map(|n| times(ManaCost::default(), n)).collect(),
            total: (0..=most).map(|n| times(printed.clone(), n)).collect(),
        })
    }

    /// CR 701.46a.
    pub(super) fn adapt(&mut self, run: &mut Run, n: &WrittenAmount) {
        let n = self.amount(n);
        let none = self.intern_amount(Amount::Const(0));
        let there = self.intern_amount(Amount::Counters(What::Source, CounterKind::PLUS_ONE));
        let is_none = self.intern_condition(Condition::Compare(there, Comparison::AtMost, none));
        let past = EffectId(run.here().0 + 2);
        run.extend([Op::JumpUnless(is_none, past), Op::PutCounters(What::Source, CounterKind::PLUS_ONE, n)]);
    }

    /// CR 701.37a, 701.37b.
    pub(super) fn monstrosity(&mut self, run: &mut Run, n: &WrittenAmount) {
        let n = self.amount(n);
        let monstrous = self.filter_of("monstrous");
        let is = self.intern_condition(Condition::Is(What::Source, monstrous));
        let is_not = self.intern_condition(Condition::Not(is));
        let past = EffectId(run.here().0 + 3);
        run.extend([
            Op::JumpUnless(is_not, past),
            Op::PutCounters(What::Source, CounterKind::PLUS_ONE, n),
            Op::BecomeMonstrous(n),
        ]);
    }

    /// CR 701.47a.
    pub(super) fn amass(&mut self, run: &mut Run, e: &written::Amassed) {
        let kind = e.r#type.as_ref().map_or("Zombie", |text| text.get_ref().as_str());
        let key = format!("0/0 black {kind} Army");
        let Some(token) = self.catalog.find_token(&key) else {
            let message = format!("`amass` makes the token `{key}`, which is not there");
            return match &e.r#type {
                Some(text) => self.complain(text, message),
                None => self.complain_here(message),
            };
        };
        let army = self.filter_of("creature Army yours");
        let not_so = format!("creature Army not-{kind} among-them");
        let other = self.filter_of(&not_so);
        let (armies, one) = (self.intern_amount(Amount::Count(army)), self.intern_amount(Amount::Const(1)));
        let none = self.intern_amount(Amount::Const(0));
        let is_none = self.intern_condition(Condition::Compare(armies, Comparison::AtMost, none));
        let counters = self.amount(&e.count);
        let subtype = Some(self.subtype(kind));
        let past = EffectId(run.here().0 + 2);
        run.extend([
            Op::JumpUnless(is_none, past),
            Op::CreateToken {
                who: Who::You,
                token,
                count: one,
                tapped: false,
                attacking: None,
                blocking: false,
                size: None,
            },
            Op::ChooseObjects { who: Who::You, filter: army, count: one, up_to: false, also: false },
            Op::PutCounters(What::Them, CounterKind::PLUS_ONE, counters),
            Op::Animate {
                what: What::All(other),
                size: None,
                types: Types::empty(),
                subtype,
                keywords: Keywords::empty(),
                colours: ManaSet::empty(),
                adds_colours: false,
                every_creature_type: false,
                this_turn: false,
                until_your_next_turn: false,
            },
        ]);
    }

    /// A filter of these words, which are right.
    fn filter_of(&mut self, text: &str) -> FilterId {
        let filter = self.parse_filter(&words(text)).unwrap_or_default();
        self.intern_filter(filter)
    }

    /// Vanishing n (CR 702.63a): enters with counters, loses one each upkeep, is sacrificed as the last one goes.
    fn vanishing(&mut self, n: u8) -> [AbilityId; 3] {
        let (counters, one) = (self.intern_amount(Amount::Const(n.into())), self.intern_amount(Amount::Const(1)));
        let left = self.intern_amount(Amount::Counters(What::Source, CounterKind::TIME));
        let any_left = self.intern_condition(Condition::Compare(left, Comparison::AtLeast, one));
        let enters = Ability::Replacement(Replacement::EntersWithCounters(CounterKind::TIME, counters, None));
        let remove = self.ops(&[Op::RemoveCounters(What::Source, CounterKind::TIME, one)]);
        let sacrifice = self.ops(&[Op::Sacrifice(Who::You, What::Source)]);
        let upkeep = TriggerEvent::StepBegins(Step::Upkeep, Whose::Yours);
        let last = TriggerEvent::CounterRemoved(CounterKind::TIME, Removal::Last);
        [
            self.add_ability(enters),
            self.triggered_by(upkeep, Some(any_left), remove),
            self.triggered_by(last, None, sacrifice),
        ]
    }

    /// CR 702.29a: discarded from hand for a card.
    fn cycling(&mut self, text: &Text) -> AbilityId {
        let cost = self.cost(text);
        let cost = Cost { discard_source: true, ..self.catalog.cost(cost).clone() };
        let (cost, one) = (self.intern_cost(cost), self.intern_amount(Amount::Const(1)));
        let effect = self.ops(&[Op::Draw(Who::You, one)]);
        self.add_ability(Ability::Activated(Activated {
            cycling: true,
            ..bare_activated(cost, effect, Targets::new(), Timing::Instant, FunctionsIn::Hand)
        }))
    }

    /// CR 702.87a: a level counter, at sorcery speed.
    fn level_up(&mut self, cost: &Text) -> AbilityId {
        let level = self.counter_kind("level");
        let one = self.intern_amount(Amount::Const(1));
        let effect = self.ops(&[Op::PutCounters(What::Source, level, one)]);
        self.at_sorcery_speed(cost, effect, Targets::new())
    }

    /// CR 702.91a: the other attacking creatures get +1/+0.
    fn battle_cry(&mut self) -> AbilityId {
        let others = Filter { all_types: Types::CREATURE, other: true, is: Facts::ATTACKING, ..Filter::default() };
        let what = What::All(self.intern_filter(others));
        let (power, toughness) = (self.intern_amount(Amount::Const(1)), self.intern_amount(Amount::Const(0)));
        let (keywords, duration) = (Keywords::empty(), Duration::EndOfTurn);
        let effect = self.ops(&[Op::Pump { what, power, toughness, keywords, duration }]);
        self.triggered_by(TriggerEvent::Attacks(Subject::Source), None, effect)
    }

    /// CR 702.93a, 702.79a: dead without such a counter on it, it returns with one.
    pub(super) fn returning(&mut self, kind: CounterKind) -> AbilityId {
        let (counters, one) =
            (self.intern_amount(Amount::Counters(What::Source, kind)), self.intern_amount(Amount::Const(1)));
        let there = self.intern_condition(Condition::Compare(counters, Comparison::AtLeast, one));
        let none = self.intern_condition(Condition::Not(there));
        let effect =
            self.ops(&[Op::EntersWith(What::Card, kind, one), Op::Move(What::Card, Destination::BattlefieldOfOwner)]);
        self.triggered_by(TriggerEvent::Dies(Subject::Source), Some(none), effect)
    }

    /// CR 702.49a: an unblocked attacker returns for it, and it attacks instead.
    fn ninjutsu(&mut self, text: &Text, from: FunctionsIn) -> AbilityId {
        let attacker =
            Filter { all_types: Types::CREATURE, whose: Whose::Yours, is: Facts::UNBLOCKED, ..Filter::default() };
        let attacker = self.intern_filter(attacker);
        let cost = self.cost(text);
        let cost = Cost { return_others: Some((attacker, 1)), ..self.catalog.cost(cost).clone() };
        let cost = self.intern_cost(cost);
        let effect = self.ops(&[Op::EnterByNinjutsu]);
        self.own_activated(cost, effect, Targets::new(), Timing::Instant, from)
    }

    /// CR 702.86a: the defending player sacrifices permanents.
    fn annihilator(&mut self, n: u8) -> AbilityId {
        let (any, n) = (self.intern_filter(Filter::default()), self.intern_amount(Amount::Const(n.into())));
        let effect = self.ops(&[Op::SacrificeChosen(Who::Defending, any, n)]);
        self.triggered_by(TriggerEvent::Attacks(Subject::Source), None, effect)
    }

    /// CR 702.130a: who blocks it loses life.
    fn afflict(&mut self, n: u8) -> AbilityId {
        let n = self.intern_amount(Amount::Const(n.into()));
        let effect = self.ops(&[Op::LoseLife(Who::Defending, n)]);
        self.triggered_by(TriggerEvent::BecomesBlocked(Subject::Source), None, effect)
    }

    /// CR 702.6a: attaches to a creature of its controller, at sorcery speed.
    fn equip(&mut self, cost: &Text) -> AbilityId {
        let creature = Filter { all_types: Types::CREATURE, whose: Whose::Yours, ..Filter::default() };
        let kind = TargetKind::Permanent(self.intern_filter(creature));
        let mut targets = Targets::new();
        targets.push(TargetSpec::one(kind));
        let effect = self.ops(&[Op::Attach(What::Source, What::Target(0))]);
        self.at_sorcery_speed(cost, effect, targets)
    }

    /// CR 702.122a: it becomes an artifact creature until end of turn.
    fn crew(&mut self, power: u8) -> AbilityId {
        let cost = self.intern_cost(Cost { crew: Some(power), ..Cost::default() });
        let effect = self.ops(&[Op::Animate {
            what: What::Source,
            size: None,
            types: Types::ARTIFACT | Types::CREATURE,
            subtype: None,
            keywords: Keywords::empty(),
            colours: ManaSet::empty(),
            adds_colours: false,
            every_creature_type: false,
            this_turn: true,
            until_your_next_turn: false,
        }]);
        self.own_activated(cost, effect, Targets::new(), Timing::Instant, FunctionsIn::Battlefield)
    }

    /// CR 702.74a: sacrificed as it enters, if it was evoked.
    fn evoke(&mut self) -> AbilityId {
        let condition = Some(self.intern_condition(Condition::CastBy(WayKind::Evoke)));
        let effect = self.ops(&[Op::Sacrifice(Who::ControllerOf(What::Source), What::Source)]);
        self.triggered_by(TriggerEvent::Enters(Subject::Source), condition, effect)
    }

    /// CR 702.94a: it may be revealed as the first card drawn in a turn; then it may be cast for that cost.
    fn miracle(&mut self, way: u8) -> AbilityId {
        let cast = self.ops(&[Op::MayCast(What::Source, How::Way(way))]);
        let start = self.catalog.ops.len() as u32;
        let reveal = Op::May { who: Who::You, otherwise: EffectId(start + 3) };
        let effect = self.ops(&[reveal, Op::Reveal(What::Source), Op::Delay(DelayedEvent::Now, cast)]);
        self.triggered_by(TriggerEvent::MiracleDrawn, None, effect)
    }

    /// Fading n (CR 702.32a): enters with counters, loses one each upkeep, is sacrificed when it can't.
    fn fading(&mut self, n: u8) -> [AbilityId; 2] {
        let kind = self.counter_kind("fade");
        let (counters, one) = (self.intern_amount(Amount::Const(n.into())), self.intern_amount(Amount::Const(1)));
        let left = self.intern_amount(Amount::Counters(What::Source, kind));
        let any_left = self.intern_condition(Condition::Compare(left, Comparison::AtLeast, one));
        let enters = Ability::Replacement(Replacement::EntersWithCounters(kind, counters, None));
        let start = self.catalog.ops.len() as u32;
        let effect = self.ops(&[
            Op::JumpUnless(any_left, EffectId(start + 3)),
            Op::RemoveCounters(What::Source, kind, one),
            Op::End,
            Op::Sacrifice(Who::You, What::Source),
        ]);
        let upkeep = self.own_upkeep(effect);
        [self.add_ability(enters), upkeep]
    }

    /// Cumulative upkeep {n} (CR 702.24a): an age counter, and then mana for each of them, or it is sacrificed.
    pub(super) fn cumulative_upkeep(&mut self, n: u8) -> AbilityId {
        let kind = self.counter_kind("age");
        let one = self.intern_amount(Amount::Const(1));
        let age = self.intern_amount(Amount::Counters(What::Source, kind));
        let amount = self.intern_amount(Amount::Times(age, n as i8));
        let start = self.catalog.ops.len() as u32;
        let effect = self.ops(&[
            Op::PutCounters(What::Source, kind, one),
            Op::UnlessGeneric { who: Who::You, amount, paid: EffectId(start + 3) },
            Op::Sacrifice(Who::You, What::Source),
        ]);
        self.own_upkeep(effect)
    }

    pub(super) fn own_upkeep(&mut self, effect: EffectId) -> AbilityId {
        self.triggered_by(TriggerEvent::StepBegins(Step::Upkeep, Whose::Yours), None, effect)
    }
}
