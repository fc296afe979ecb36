//! Static abilities (CR 604).

use crate::cards::ability::{
    Ability, Aimed, Also, Cost, DrawsBecome, FunctionsIn, InsteadTokens, ManaAbility, MoreMana, PlayPlace, Prevents,
    Static, StaticEffect, Subject,
};
use crate::cards::effect::{AbilityId, Amount, CounterKind, Facts, Filter, FilterId, Op, Shape, Who, Whose};
use crate::cards::mana::ManaSet;
use crate::cards::parse;
use crate::cards::profile;
use crate::cards::type_line::Types;
use crate::cards::written::{
    GrantedKeyword, Text, WrittenAbility, WrittenAlsoTypes, WrittenAttackTax, WrittenGrant, WrittenIsAlso,
    WrittenLandTypes, WrittenMoreMana, WrittenPreventDamage, WrittenStatic, WrittenStaticPump, WrittenTokensInstead,
};

use super::Compiler;

impl Compiler<'_> {
    /// The ability, and where it works; `None` when none is written.
    pub(super) fn static_ability(&mut self, written: &WrittenAbility) -> Option<Ability> {
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
                if e.by == 0 && e.life == 0 || e.life > 0 && (e.targeting.is_none() || e.each.is_some()) {
                    let message =
                        "spells cost more or less mana (expected `by`), or `life` for what they are `targeting`";
                    self.complain(&e.what, message);
                }
                StaticEffect::CostChange {
                    whose,
                    filter,
                    by: e.by,
                    life: e.life,
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
                self.refuse_keywords(&e.what, filter);
                StaticEffect::NoKeywords(filter, self.keywords(&e.keywords))
            }
            WrittenStatic::LoseKeywords(e) => {
                let what = self.subject(&e.what);
                if let Subject::Any(filter) = what {
                    self.refuse_keywords(&e.what, filter);
                }
                StaticEffect::LoseKeywords(what, self.keywords(&e.keywords))
            }
            WrittenStatic::CantAttack(e) => {
                StaticEffect::CantAttack(self.filter(&e.what), e.r#if.as_ref().map(|text| self.condition(text)))
            }
            WrittenStatic::LifeLocked(whose) => StaticEffect::LifeLocked(self.whose(whose)),
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
                StaticEffect::CantCast {
                    whose,
                    filter,
                    above: e.mv_above.as_ref().map(|n| self.amount(n)),
                    unless: e.unless,
                }
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
                if e.by_you == e.count.is_some() {
                    self.complain(&e.whose, "`draws-instead` says either a `count` or `by-you = true`");
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

    /// What loses keywords does not depend on keywords, which it might have lost (CR 613.8).
    fn refuse_keywords(&mut self, written: &Text, filter: FilterId) {
        let asked = self.catalog.filter(filter);
        if !asked.keywords.is_empty() || !asked.no_keywords.is_empty() {
            self.complain(written, "what loses keywords is told by something else than keywords here");
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
}
