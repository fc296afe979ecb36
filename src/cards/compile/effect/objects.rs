//! What effects do to objects: permanents, cards, spells, tokens.

use crate::cards::ability::TargetKind;
use crate::cards::effect::{
    AmountId, CardId, CounterKind, Destination, Duration, FilterId, How, Lasting, Op, Shape, Sheltered, What, Who,
    Whose,
};
use crate::cards::keyword::Keywords;
use crate::cards::mana::ManaSet;
use crate::cards::parse::{first, words};
use crate::cards::source::did_you_mean;
use crate::cards::type_line::Types;
use crate::cards::written::{self, EffectKind, Text};

use super::Run;
use crate::cards::compile::Compiler;

impl Compiler<'_> {
    pub(super) fn object_op(&mut self, effect: &EffectKind) -> Option<Op> {
        Some(match effect {
            EffectKind::Destroy(e) => Op::Destroy { what: self.what(&e.what), regenerable: e.regenerate },
            EffectKind::ExileAsItLeaves(e) => Op::ExileAsItLeaves(self.what(&e.what)),
            EffectKind::Regenerate(e) => Op::Regenerate(self.what(&e.what)),
            EffectKind::Exile(e) => Op::Exile(self.what(&e.what)),
            EffectKind::CopyCards(e) => Op::CopyCards(self.what(&e.what), self.amount_or(e.count.as_ref(), 1)),
            EffectKind::MayCast(e) => Op::MayCast(self.what(&e.what), How::Printed),
            EffectKind::PhaseOut(e) => Op::PhaseOut(self.what(&e.what)),
            EffectKind::RemoveFromCombat(e) => Op::RemoveFromCombat(self.what(&e.what)),
            EffectKind::LoseKeywords(e) => Op::LoseKeywords {
                what: self.what(&e.what),
                keywords: self.keywords(&e.keywords),
                barred: e.for_the_turn,
            },
            EffectKind::EnterAttacking(e) => Op::EnterAttacking(self.what(&e.what)),
            EffectKind::ExileUntilSourceLeaves(e) => Op::ExileUntilSourceLeaves(self.what(&e.what)),
            EffectKind::ReturnExiled(_) => Op::ReturnExiled,
            EffectKind::Transform(e) => Op::Transform(self.what(&e.what)),
            EffectKind::Bounce(e) => Op::Bounce(self.what(&e.what)),
            EffectKind::Sacrifice(e) => Op::Sacrifice(self.who_or_default(e.player.as_ref()), self.what(&e.what)),
            EffectKind::Tap(e) => Op::Tap(self.what(&e.what)),
            EffectKind::Untap(e) => Op::Untap(self.what(&e.what)),
            EffectKind::Suspend(e) => Op::Suspend(self.what(&e.what), self.amount(&e.time)),
            EffectKind::AllTime(e) => Op::AllTime(self.amount(&e.amount)),
            EffectKind::SwapTapped(e) => Op::SwapTapped(self.who_or_default(e.player.as_ref()), self.filter(&e.what)),
            EffectKind::ChangeCounter(e) => Op::ChangeCounter { what: self.what(&e.what), or_remove: true },
            EffectKind::OneMoreCounter(e) => Op::ChangeCounter { what: self.what(&e.what), or_remove: false },
            EffectKind::MoveCounters(e) => Op::MoveCounters(self.what(&e.from), self.what(&e.to)),
            EffectKind::OneMoreOfEach(e) => Op::OneMoreOfEach(self.counted_target(e.target)),
            EffectKind::CantAttackYou(e) => Op::BarAttackers(self.filter(&e.what)),
            EffectKind::Freeze(e) => Op::Freeze(self.what(&e.what)),
            EffectKind::MakeSacrifice(e) => self.chosen(e, Op::SacrificeChosen),
            EffectKind::UntapUpTo(e) => self.chosen(e, Op::UntapUpTo),
            EffectKind::UntapChosen(e) => self.chosen(e, Op::UntapChosen),
            EffectKind::TapChosen(e) => self.chosen(e, Op::TapChosen),
            EffectKind::MustAttack(e) => {
                Op::MustAttackThisTurn(self.who_or_default(e.player.as_ref()), self.filter(&e.what))
            }
            EffectKind::PreventCombatDamage(_) => Op::PreventCombatDamage,
            EffectKind::NoUntapNext(e) => Op::NoUntapNext(self.who_or_default(e.player.as_ref()), self.filter(&e.what)),
            EffectKind::ChooseObjects(e) => {
                if e.random || e.differ.is_some() {
                    self.complain(&e.what, "only cards of a graveyard are chosen at random, or asked to `differ`");
                }
                Op::ChooseObjects {
                    who: self.who_or_default(e.player.as_ref()),
                    filter: self.filter(&e.what),
                    count: self.amount_or(e.count.as_ref(), 1),
                    up_to: e.up_to,
                    also: e.also,
                }
            }
            EffectKind::ExileFromHand(e) => self.counted(e, Op::ExileFromHand),
            EffectKind::CostsUntilYourNextTurn(e) => {
                let (whose, filter) = self.whose_and_filter(&e.what);
                let known = matches!(whose, Whose::Any | Whose::Yours | Whose::Opponents | Whose::Others);
                if !known || !self.catalog.filter(filter).is_simple() {
                    self.complain(&e.what, "only types and whose they are decide here which spells cost more");
                }
                Op::CostsUntilYourNextTurn(whose, filter, e.by)
            }
            EffectKind::Provoke(e) => Op::Provoke(self.filter(&e.what)),
            EffectKind::EnterAttached(e) => {
                let what = e.what.as_ref().map_or(What::Card, |text| self.what(text));
                Op::EnterAttached(what, self.what(&e.to))
            }
            EffectKind::ReturnEnchanted(_) => Op::ReturnEnchanted,
            EffectKind::SetThem(e) => Op::SetThem(self.what(&e.of), self.filter(&e.what)),
            EffectKind::CantBeCountered(e) => match self.what(&e.what) {
                What::All(filter) => Op::UncounterableThisTurn(filter),
                what => Op::CantBeCountered(what),
            },
            EffectKind::CantBeBlocked(e) => {
                Op::CantBeBlocked(self.what(&e.what), e.by.as_ref().map(|text| self.filter(text)))
            }
            EffectKind::Attach(e) => {
                let what = e.what.as_ref().map_or(What::Source, |text| self.what(text));
                Op::Attach(what, self.what(&e.to))
            }
            EffectKind::CounterThis(_) => Op::CounterThis,
            EffectKind::CounterThat(_) => Op::CounterThat,
            EffectKind::DamageAttacked(e) => Op::DamageAttacked(self.amount(&e.amount)),
            EffectKind::DamageThat(e) => Op::DamageThat(self.amount(&e.amount)),
            EffectKind::DamageAsDivided(_) => {
                self.speaks_of_shares = true;
                Op::DamageAsDivided
            }
            EffectKind::CountersAsDivided(e) => {
                self.speaks_of_shares = true;
                Op::CountersAsDivided(self.kind_of_counter(&e.kind))
            }
            EffectKind::Protect(e) => Op::Guard(self.filter(&e.what), self.who(&e.from)),
            EffectKind::CantBlock(e) => Op::CantBlockThisTurn(self.filter(&e.what)),
            EffectKind::Fight(e) => {
                Op::Fight(e.what.as_ref().map_or(What::Source, |what| self.what(what)), self.what(&e.with))
            }
            EffectKind::ExchangeControl(e) => Op::ExchangeControl(self.what(&e.what), self.what(&e.with)),
            EffectKind::Become(e) => {
                let shape = self.shape(&e.shape, e.keeps_colours, e.keeps_types);
                Op::Become { what: self.what(&e.what), shape, this_turn: e.this_turn }
            }
            EffectKind::GainControlWhile(e) => Op::GainControlWhile {
                who: self.who_or_default(e.player.as_ref()),
                what: self.what(&e.what),
                controlled: !e.anybody,
                tapped: e.tapped,
            },
            EffectKind::DamageDivided(e) => Op::DamageDivided(self.amount(&e.amount)),
            EffectKind::CreateToken(e) => self.create_token(e),
            EffectKind::Emblem(e) => self.emblem(e),
            EffectKind::GainProtection(e) => self.gain_protection(e),
            EffectKind::GainHexproof(e) => self.gain_hexproof(e),
            EffectKind::BecomeCopy(e) => {
                let what = e.what.as_ref().map_or(What::Source, |text| self.what(text));
                if e.except.as_ref().is_some_and(|except| !except.counters.is_empty()) {
                    self.complain(&e.of, "`counters` belong to what enters as a copy");
                }
                let lasting = if e.this_turn { Lasting::ThisTurn } else { Lasting::ForGood };
                Op::BecomeCopy(what, self.what(&e.of), self.except(e.except.as_ref()), lasting)
            }
            EffectKind::GainControl(e) => {
                let lasting = match (e.this_turn, e.until_end_of_your_next_turn) {
                    (true, _) => Lasting::ThisTurn,
                    (false, true) => Lasting::YourNextTurn,
                    (false, false) => Lasting::ForGood,
                };
                Op::GainControl(self.who_or_default(e.player.as_ref()), self.what(&e.what), lasting)
            }
            EffectKind::Goad(e) => Op::Goad(self.what(&e.what)),
            EffectKind::DoubleCounters(e) => {
                let kind = e.kind.as_ref().map(|kind| self.kind_of_counter(kind));
                Op::DoubleCounters(self.what(&e.what), kind)
            }
            EffectKind::Double(e) => {
                if !e.power && !e.toughness {
                    self.complain(
                        &e.what,
                        "`double` doubles nothing (expected `power = true`, `toughness = true` or both)",
                    );
                }
                let duration = e.until.unwrap_or(Duration::EndOfTurn);
                self.refuse_while_tapped(duration);
                Op::Double { what: self.what(&e.what), power: e.power, toughness: e.toughness, duration }
            }
            EffectKind::FlashUntilYourNextTurn(e) => {
                Op::FlashUntilYourNextTurn(self.who_or_default(e.player.as_ref()), self.filter(&e.what))
            }
            EffectKind::CopyAbility(e) => self.copy_ability(e),
            EffectKind::Counter(e) => {
                Op::Counter { target: self.spell_target(e.target), to: e.to.unwrap_or(Destination::Graveyard) }
            }
            EffectKind::CounterEach(e) => Op::CounterAll(self.filter(&e.what)),
            EffectKind::ChangeTargets(e) => Op::ChangeTargets(self.spell_target(e.target), e.must),
            EffectKind::FlashThisTurn(e) => Op::FlashThisTurn(self.filter(&e.what)),
            EffectKind::PreventDamageBy(e) => Op::PreventDamageBy(self.what(&e.what), e.combat),
            EffectKind::CantLose(e) => Op::CantLose(self.who_or_default(e.player.as_ref())),
            EffectKind::DamageLeavesOne(e) => Op::DamageLeavesOne(self.who_or_default(e.player.as_ref())),
            EffectKind::CantGainLife(e) => Op::CantGainLife(self.who_or_default(e.player.as_ref())),
            EffectKind::CantBeTargeted(e) => Op::CantBeTargeted(self.what(&e.what)),
            EffectKind::CommanderToHand(e) => Op::CommanderToHand(self.who_or_default(e.player.as_ref())),
            EffectKind::PreventDamageTo(e) => {
                Op::PreventDamageTo(self.sheltered(&e.to), e.count.as_ref().map(|n| self.amount(n)), e.combat)
            }
            EffectKind::Shield(e) => Op::Shield(self.run(&e.r#do.0)),
            EffectKind::CopySpell(e) => self.copy_spell(e),
            other => return self.counters_op(other),
        })
    }

    pub(super) fn animate(&mut self, run: &mut Run, e: &written::Animate) {
        let (types, subtypes) = match &e.r#type {
            Some(text) => self.read(text, Default::default(), Compiler::parse_type_line),
            None => Default::default(),
        };
        let what = self.what(&e.what);
        run.push(Op::Animate {
            what,
            size: self.base_size(e.size.as_ref()),
            types,
            subtype: subtypes.first().copied(),
            keywords: self.keywords(&e.keywords),
            colours: e.colours.as_ref().map_or(ManaSet::empty(), |text| self.colour_letters(text)),
            adds_colours: e.adds_colours,
            every_creature_type: e.every_creature_type,
            this_turn: e.this_turn,
            until_your_next_turn: e.until_your_next_turn,
        });
        // A change adds one subtype.
        for subtype in subtypes.into_iter().skip(1) {
            run.push(Op::Animate {
                what,
                size: None,
                types: Types::empty(),
                subtype: Some(subtype),
                keywords: Keywords::empty(),
                colours: ManaSet::empty(),
                adds_colours: false,
                every_creature_type: false,
                this_turn: e.this_turn,
                until_your_next_turn: e.until_your_next_turn,
            });
        }
    }

    /// How many cards a search finds: one, or one of each of its kinds.
    pub(super) fn found_at_most(&mut self, e: &written::Search, filter: FilterId) -> AmountId {
        let kinds = self.catalog.alternatives(filter).count() as i32;
        if e.each && kinds < 2 {
            self.complain(&e.what, "`each` finds one card for each of several kinds (expected `or` between them)");
        }
        self.amount_or(e.count.as_ref(), if e.each { kinds } else { 1 })
    }

    /// Counters with which something enters that is moved there.
    pub(super) fn with_counters(
        &mut self,
        counters: Option<&written::WithCounters>,
        to: Destination,
    ) -> Option<(CounterKind, AmountId)> {
        let counters = counters?;
        if !to.is_battlefield() {
            self.complain(&counters.kind, "only what enters the battlefield does so with counters");
        }
        Some((self.kind_of_counter(&counters.kind), self.amount_or(counters.count.as_ref(), 1)))
    }

    /// Power and toughness as amounts.
    pub(in crate::cards::compile) fn base_size(
        &mut self,
        size: Option<&[written::WrittenAmount; 2]>,
    ) -> Option<(AmountId, AmountId)> {
        size.map(|[power, toughness]| (self.amount(power), self.amount(toughness)))
    }

    /// Only what `pump` does is looked after for as long as its source remains tapped.
    pub(in crate::cards::compile) fn refuse_while_tapped(&mut self, duration: Duration) {
        if duration == Duration::WhileSourceTapped {
            self.complain_here("only `pump`, without protection, lasts `while-source-tapped`");
        }
    }

    /// What something becomes that loses its abilities.
    pub(in crate::cards::compile) fn shape(&mut self, token: &Text, keeps_colours: bool, keeps_types: bool) -> Shape {
        Shape { card: self.token(token), keeps_colours, keeps_types, sets_land_types: false }
    }

    fn chosen(
        &mut self,
        e: &written::ChosenObjects,
        op: fn(Who, crate::cards::effect::FilterId, crate::cards::effect::AmountId) -> Op,
    ) -> Op {
        op(self.who_or_default(e.player.as_ref()), self.filter(&e.what), self.amount_or(e.count.as_ref(), 1))
    }

    fn counters_op(&mut self, effect: &EffectKind) -> Option<Op> {
        Some(match effect {
            EffectKind::PutCounters(e) => {
                let (what, kind) = self.counters_on(e);
                Op::PutCounters(what, kind, self.amount_or(e.count.as_ref(), 1))
            }
            EffectKind::RemoveCounters(e) => {
                let (what, kind) = self.counters_on(e);
                Op::RemoveCounters(what, kind, self.amount_or(e.count.as_ref(), 1))
            }
            EffectKind::DistributeCounters(e) => {
                let kind = self.kind_of_counter(&e.kind);
                let filter = e.what.as_ref().map(|text| self.filter(text));
                let filter = filter.unwrap_or_else(|| self.intern_filter(crate::cards::effect::Filter::default()));
                Op::DistributeCounters(kind, filter, self.amount_or(e.count.as_ref(), 1))
            }
            _ => return None,
        })
    }

    fn counters_on(&mut self, e: &written::Counters) -> (What, CounterKind) {
        let what = e.what.as_ref().map_or(What::Source, |text| self.what(text));
        (what, self.kind_of_counter(&e.kind))
    }

    /// The target of that number, from 1, which must be a spell.
    fn spell_target(&mut self, number: u8) -> u8 {
        let n = number.saturating_sub(1);
        let spec = self.targets.get(usize::from(n)).filter(|_| number > 0);
        if !spec.is_some_and(|spec| {
            matches!(spec.kind, TargetKind::Spell(_) | TargetKind::SpellOrAbility { .. } | TargetKind::Ability { .. })
        }) {
            self.complain_here(format!(
                "`counter` needs a spell or an ability as target {number}, as in targets = [\"spell\"]"
            ));
        }
        n
    }

    /// The target of that number, from 1, which must be a permanent or a player.
    fn counted_target(&mut self, number: u8) -> u8 {
        let n = number.saturating_sub(1);
        let spec = self.targets.get(usize::from(n)).filter(|_| number > 0);
        if !spec.is_some_and(|spec| {
            matches!(spec.kind, TargetKind::Permanent(_) | TargetKind::Player { .. } | TargetKind::PermanentOrPlayer)
        }) {
            self.complain_here(format!(
                "`one-more-of-each` needs a permanent or a player as target {number}, as in targets = \
                 [\"permanent-or-player\"]"
            ));
        }
        n
    }

    /// A token by its key.
    pub(in crate::cards::compile) fn token(&mut self, text: &Text) -> CardId {
        self.catalog.find_token(text.get_ref()).unwrap_or_else(|| {
            let near = did_you_mean(text.get_ref(), self.catalog.names.tokens.keys().map(String::as_str));
            self.complain(text, format!("there is no token `{}`{near}", text.get_ref()));
            CardId(0)
        })
    }

    /// Who or what is protected from damage: a target of any kind, players, or objects.
    fn sheltered(&mut self, to: &Text) -> Sheltered {
        let found = words(to.get_ref());
        if found.first().is_some_and(|word| word.text == "target") {
            let n = self.read(to, None, |this, words| this.target_number(words[0], &words[1..]).map(Some));
            return n.map_or(Sheltered::Players(Who::You), Sheltered::Target);
        }
        match self.parse_who(&found) {
            Ok(who) => Sheltered::Players(who),
            Err(_) => Sheltered::Objects(self.what(to)),
        }
    }

    /// Damage, by what `to` names: a target of any kind, players, or objects.
    pub(super) fn damage(&mut self, e: &written::Damage) -> Op {
        let amount = self.amount(&e.amount);
        let found = words(e.to.get_ref());
        let target = found.first().filter(|w| w.text == "target");
        if let Some(from) = &e.from {
            let from = self.what(from);
            if target.is_none() {
                if let Ok(who) = self.parse_who(&found) {
                    return Op::DamagePlayersFrom(from, who, amount);
                }
                return Op::DamageEachFrom(from, self.filter(&e.to), amount);
            }
            let n = self.read(&e.to, 0, |this, words| {
                let (head, rest) = first(words, "`target`")?;
                if head.text != "target" {
                    return Err(head.is_not(
                        "a target",
                        "`target` or `target 2`, when `from` says what deals the damage",
                        [],
                    ));
                }
                this.target_number(head, rest)
            });
            return Op::DamageFrom(from, n, amount);
        }
        if let Some(head) = target {
            let n = self.read(&e.to, None, |this, words| this.target_number(*head, &words[1..]).map(Some));
            return match n.map(|n| (n, self.targets[usize::from(n)].kind)) {
                Some((n, TargetKind::Player { .. })) => Op::DamagePlayer(Who::Target(n), amount),
                Some((n, TargetKind::Any | TargetKind::PlayerOrPlaneswalker { .. })) => Op::DamageTarget(n, amount),
                Some((n, _)) => Op::DamageObject(What::Target(n), amount),
                None => Op::DamagePlayer(Who::You, amount),
            };
        }
        let player = |spec: &crate::cards::ability::TargetSpec| matches!(spec.kind, TargetKind::Player { .. });
        if e.to.get_ref() == "targets" && !self.targets.iter().all(player) {
            return Op::DamageTargets(amount);
        }
        if let Ok(who) = self.parse_who(&found) {
            return Op::DamagePlayer(who, amount);
        }
        let what = self.read(&e.to, What::Source, |this, words| {
            let neither = first(words, "whom or what is damaged")?.0.is_not(
                "a player or an object",
                "target, you, each-opponent, self, `creature opponents`, ...",
                [
                    "target",
                    "you",
                    "each-player",
                    "each-opponent",
                    "each-other-player",
                    "active",
                    "defending",
                    "creature",
                ],
            );
            this.parse_what(words).map_err(|fault| if words.len() == 1 { neither } else { fault })
        });
        Op::DamageObject(what, amount)
    }
}
