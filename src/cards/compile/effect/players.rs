//! What effects do to players.

use crate::cards::effect::{Arrival, Duration, Leaves, Op, Who};
use crate::cards::mana::ManaSet;
use crate::cards::parse::{first, nothing_more};
use crate::cards::written::{self, EffectKind, Text};

use crate::cards::compile::Compiler;

impl Compiler<'_> {
    pub(super) fn player_op(&mut self, effect: &EffectKind) -> Option<Op> {
        Some(match effect {
            EffectKind::Draw(e) => self.counted(e, Op::Draw),
            EffectKind::Poison(e) => self.counted(e, Op::Poison),
            EffectKind::Manifest(e) => self.counted(e, Op::Manifest),
            EffectKind::Mill(e) => self.counted(e, Op::Mill),
            EffectKind::Scry(e) => self.counted(e, Op::Scry),
            EffectKind::PutBack(e) => {
                let what = e.what.as_ref().map(|text| self.filter(text));
                Op::PutBack(self.who_or_default(e.player.as_ref()), self.amount_or(e.count.as_ref(), 1), what)
            }
            EffectKind::GainLife(e) => self.much(e, Op::GainLife),
            EffectKind::LoseLife(e) => self.much(e, Op::LoseLife),
            EffectKind::Energy(e) => self.counted(e, Op::Energy),
            EffectKind::Vote(e) => Op::Vote(e.options),
            EffectKind::MoreLands(e) => self.counted(e, Op::MoreLands),
            EffectKind::NoMoreSpells(e) => {
                let duration = e.until.unwrap_or(Duration::EndOfTurn);
                let lasts = [Duration::EndOfTurn, Duration::YourNextTurn, Duration::EndOfYourNextTurn];
                if let Some(what) = e.what.as_ref().or(e.player.as_ref()).filter(|_| !lasts.contains(&duration)) {
                    let message = "players are kept from casting until `end-of-turn`, `your-next-turn` or `end-of-your-next-turn`";
                    self.complain(what, message);
                }
                Op::NoMoreSpells {
                    who: self.who_or_default(e.player.as_ref()),
                    filter: e.what.as_ref().map(|what| self.filter(what)),
                    named: e.named_as.as_ref().map(|object| self.what(object)),
                    duration,
                }
            }
            EffectKind::RevealTop(e) => {
                Op::RevealTop(self.who_or_default(e.player.as_ref()), self.filter(&e.what), e.to)
            }
            EffectKind::LookAtTop(e) => Op::LookAtTop {
                who: self.who_or_default(e.player.as_ref()),
                of: e.of.as_ref().map(|text| self.who(text)),
                count: self.amount(&e.count),
                filter: match &e.what {
                    Some(text) => self.filter(text),
                    None => self.intern_filter(crate::cards::effect::Filter::default()),
                },
                take: self.amount_or(e.take.as_ref(), 1),
                up_to: e.up_to,
                random: e.random,
                to: e.to,
                rest: e.rest,
            },
            EffectKind::Proliferate(e) => Op::Proliferate(self.who_or_default(e.player.as_ref())),
            EffectKind::SetLife(e) => self.much(e, Op::SetLife),
            EffectKind::Discard(e) => {
                Op::Discard(self.who_or_default(e.player.as_ref()), self.amount_or(e.count.as_ref(), 1), e.random)
            }
            EffectKind::DiscardHand(e) => Op::DiscardHand(self.who_or_default(e.player.as_ref()), e.greatest),
            EffectKind::ShuffleHandAndGraveyard(e) => {
                Op::ShuffleHandAndGraveyard(self.who_or_default(e.player.as_ref()))
            }
            EffectKind::ShuffleGraveyard(e) => Op::ShuffleGraveyard(self.who_or_default(e.player.as_ref())),
            EffectKind::AddMana(e) => self.add_mana(e, Op::AddMana),
            EffectKind::AddManaChoice(e) => self.add_mana(e, Op::AddManaChoice),
            EffectKind::Search(e) => {
                let filter = self.filter(&e.what);
                Op::Search {
                    who: self.who_or_default(e.player.as_ref()),
                    filter,
                    count: self.found_at_most(e, filter),
                    to: e.to,
                    rest: e.rest.unwrap_or(e.to),
                    alike: e.alike,
                    each: e.each,
                    differ: e.differ,
                    of: e.of.as_ref().map(|text| self.who(text)),
                    graveyard: e.graveyard,
                    others: e.others,
                    counters: self.with_counters(e.counters.as_ref(), e.to),
                }
            }
            EffectKind::FlipUntilLost(_) => Op::FlipUntilLost,
            EffectKind::Mark(_) => Op::Mark,
            EffectKind::ChooseName(e) => Op::ChooseName(self.filter(&e.what)),
            EffectKind::ChooseInExile(e) => {
                if e.also || e.random || e.differ.is_some() {
                    self.complain(
                        &e.what,
                        "what is chosen in exile becomes \"them\" alone (expected no `also`, no `random`, no `differ`)",
                    );
                }
                Op::ChooseInExile {
                    who: self.who_or_default(e.player.as_ref()),
                    filter: self.filter(&e.what),
                    count: self.amount_or(e.count.as_ref(), 1),
                    up_to: e.up_to,
                }
            }
            EffectKind::FlipCoins(e) => Op::FlipCoins(self.amount_or(e.count.as_ref(), 1)),
            EffectKind::ExileTopHighest(_) => Op::ExileTopHighest,
            EffectKind::ExileUntil(e) => Op::ExileUntil(self.who_or_default(e.player.as_ref()), self.filter(&e.what)),
            EffectKind::RevealUntil(e) => Op::RevealUntil {
                who: self.who_or_default(e.player.as_ref()),
                filter: self.filter(&e.what),
                count: self.amount_or(e.count.as_ref(), 1),
                to: e.to.unwrap_or(e.rest),
                rest: e.rest,
            },
            EffectKind::OrderTop(e) => self.counted(e, Op::OrderTop),
            EffectKind::Surveil(e) => self.counted(e, Op::Surveil),
            EffectKind::ShuffleLibrary(e) => Op::Shuffle(self.who_or_default(e.player.as_ref())),
            EffectKind::AddLastingMana(e) => self.add_mana(e, Op::AddLastingMana),
            EffectKind::TakeInitiative(e) => Op::TakeInitiative(self.who_or_default(e.player.as_ref())),
            EffectKind::Venture(e) => Op::Venture(self.who_or_default(e.player.as_ref())),
            EffectKind::BecomeMonarch(e) => Op::BecomeMonarch(self.who_or_default(e.player.as_ref())),
            EffectKind::PayAnyLife(e) => Op::PayAnyLife(self.who_or_default(e.player.as_ref())),
            EffectKind::ExileTop(e) => {
                let count = self.amount_or(e.count.as_ref(), 1);
                Op::ExileTop(self.who_or_default(e.player.as_ref()), count, e.face_down)
            }
            EffectKind::Permit(e) => Op::Permit {
                who: self.who_or_default(e.player.as_ref()),
                until: e.until,
                filter: e.what.as_ref().map(|text| self.filter(text)),
                spells: e.spells.as_ref().map(|text| self.filter(text)),
                free: e.free,
                of: e.of.as_ref().map(|text| self.what(text)),
                mana: e.mana,
                leaves: match (e.flashback, e.exile) {
                    (true, _) => Leaves::ByFlashback,
                    (false, true) => Leaves::ToExileForGraveyard,
                    (false, false) => Leaves::AsEver,
                },
            },
            EffectKind::CastFree(e) => Op::MayCastFree {
                who: self.who_or_default(e.player.as_ref()),
                among: e.among.as_ref().map(|text| self.what(text)),
                filter: self.filter_or_any(e.what.as_ref()),
                once: e.once,
                lands: e.lands,
                exile: e.exile,
            },
            EffectKind::PickFromHand(e) => Op::PickFromHand {
                who: self.who(&e.player),
                filter: self.filter_or_any(e.what.as_ref()),
                count: self.amount_or(e.count.as_ref(), 1),
                to: e.to,
            },
            EffectKind::TopOfGraveyard(e) => {
                Op::TopOfGraveyard(self.who_or_default(e.player.as_ref()), self.filter(&e.what))
            }
            EffectKind::ExileUntilKept(e) => Op::ExileUntilKept(self.who_or_default(e.player.as_ref())),
            EffectKind::SetX(e) => Op::SetX(self.amount(&e.amount)),
            EffectKind::ChooseOpponent(_) => Op::ChooseOpponent,
            EffectKind::ChooseCreatureType(_) => Op::ChooseCreatureType,
            EffectKind::ExileBoundForGraveyard(e) => Op::ExileBoundForGraveyard(self.who_or_default(e.player.as_ref())),
            EffectKind::SeparateTop(e) => self.counted(e, Op::SeparateTop),
            EffectKind::TakePile(e) => Op::TakePile {
                who: self.who_or_default(e.player.as_ref()),
                count: self.amount(&e.count),
                to: e.to,
                rest: e.rest,
            },
            EffectKind::LookAtHand(e) => Op::LookAtHand(self.who_or_default(e.player.as_ref())),
            EffectKind::ChooseInGraveyard(e) => {
                if e.also {
                    self.complain(&e.what, "what is chosen in a graveyard becomes \"them\" alone (expected no `also`)");
                }
                let (who, filter) = (self.who_or_default(e.player.as_ref()), self.filter(&e.what));
                let count = self.amount_or(e.count.as_ref(), 1);
                if e.random && e.differ.is_some() {
                    self.complain(&e.what, "cards chosen at random are not asked to `differ`");
                }
                match e.random {
                    true => Op::RandomInGraveyard(who, filter, count),
                    false => Op::ChooseInGraveyard { who, filter, count, up_to: e.up_to, differ: e.differ },
                }
            }
            EffectKind::BottomFromHand(e) => Op::BottomFromHand(self.who_or_default(e.player.as_ref())),
            EffectKind::SwapHandWithTop(e) => Op::SwapHandWithTop(self.who_or_default(e.player.as_ref())),
            EffectKind::ShuffleHand(e) => Op::ShuffleHand(self.who_or_default(e.player.as_ref())),
            EffectKind::MayBottomTop(e) => Op::MayBottomTop(self.who_or_default(e.player.as_ref())),
            EffectKind::NoMaxHandSize(e) => {
                Op::NoMaxHandSize(self.who_or_default(e.player.as_ref()), e.until_your_next_turn)
            }
            EffectKind::LockLife(e) => Op::LockLife(self.who_or_default(e.player.as_ref())),
            EffectKind::Hideaway(e) => Op::Hideaway(self.amount_or(e.count.as_ref(), 1)),
            EffectKind::AddManaMixed(e) => self.add_mana(e, Op::AddManaMixed),
            EffectKind::MayPutFromHand(e) => {
                let count = self.amount_or(e.count.as_ref(), 1);
                let arrival = match (e.attacking, e.tapped) {
                    (true, _) => Arrival::Attacking,
                    (false, true) => Arrival::Tapped,
                    (false, false) => Arrival::Untapped,
                };
                Op::MayPutFromHand(self.who_or_default(e.player.as_ref()), self.filter(&e.what), count, arrival)
            }
            EffectKind::Roll(e) => {
                if e.sides < 2 {
                    self.complain_here("a die has at least 2 sides (expected `sides`, as in { sides = 20 })");
                }
                Op::RollDie(e.sides)
            }
            EffectKind::Experience(e) => self.counted(e, Op::Experience),
            EffectKind::MoreLoyalty(_) => Op::MoreLoyalty,
            EffectKind::MayExileFromHand(e) => {
                Op::MayExileFromHand(self.who_or_default(e.player.as_ref()), self.filter(&e.what))
            }
            _ => return None,
        })
    }

    /// A filter, or one that everything passes.
    fn filter_or_any(&mut self, text: Option<&Text>) -> crate::cards::effect::FilterId {
        match text {
            Some(text) => self.filter(text),
            None => self.intern_filter(crate::cards::effect::Filter::default()),
        }
    }

    pub(super) fn counted(
        &mut self,
        e: &written::PlayerCount,
        op: fn(Who, crate::cards::effect::AmountId) -> Op,
    ) -> Op {
        op(self.who_or_default(e.player.as_ref()), self.amount_or(e.count.as_ref(), 1))
    }

    fn much(&mut self, e: &written::PlayerAmount, op: fn(Who, crate::cards::effect::AmountId) -> Op) -> Op {
        op(self.who_or_default(e.player.as_ref()), self.amount(&e.amount))
    }

    fn add_mana(&mut self, e: &written::AddMana, op: fn(Who, ManaSet, crate::cards::effect::AmountId) -> Op) -> Op {
        let found = self.read(&e.mana, Vec::new(), |this, words| {
            let (word, rest) = first(words, "mana symbols such as `{R}{G}`")?;
            nothing_more(rest)?;
            let symbols = this.mana_symbols(word)?;
            let twice = symbols.iter().enumerate().any(|(at, symbol)| symbols[..at].contains(symbol));
            if twice {
                return Err(word.fault(format!("`{}` has a symbol twice (expected it once, and `count`)", word.text)));
            }
            Ok(symbols)
        });
        let set = found.into_iter().fold(ManaSet::empty(), |set, mana| set | mana.set());
        op(self.who_or_default(e.player.as_ref()), set, self.amount_or(e.count.as_ref(), 1))
    }
}
