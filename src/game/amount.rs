//! Numbers and conditions (CR 107, 608.2i): what effects count, and what they depend on.

use std::ops::Deref;

use crate::cards::card::{Card, Face, Layout};
use crate::cards::effect::{Amount, AmountId, Condition, ConditionId, What, Who};
use crate::cards::limits;
use crate::cards::mana::ManaSet;
use crate::cards::type_line::{Subtype, Types};
use crate::turn::{MAX_SEATS, Phase, Seat};

use super::engine::Core;
use super::filter::Viewpoint;
use super::object::{ObjectId, Status, Zone};
use super::state::{Feature, GameState, Player, StackKind};

impl<S: Deref<Target = GameState>, L> Core<'_, S, L> {
    // ---- numbers ----

    /// The amount, or any number from `most` on when it is at least that: counting stops there.
    fn amount_up_to(&self, id: AmountId, most: i32, at: &Viewpoint<'_>) -> i32 {
        match self.cat.amount(id) {
            Amount::Count(filter) => self.permanents_passing(filter, at).take(most.max(0) as usize).count() as i32,
            _ => self.amount(id, at),
        }
    }

    /// What the amount comes to, as far as numbers go here.
    pub(crate) fn amount(&self, id: AmountId, at: &Viewpoint<'_>) -> i32 {
        self.whole_amount(id, at).clamp(-limits::AMOUNT, limits::AMOUNT)
    }

    fn whole_amount(&self, id: AmountId, at: &Viewpoint<'_>) -> i32 {
        let object = |what| self.recalled(what, at);
        let player = |who| self.one(who, at).map(|seat| &self.s.players[seat]);
        match self.cat.amount(id) {
            Amount::Const(n) => n,
            Amount::X => at.x,
            Amount::Kicked => {
                let paid = || self.s.recall(at.source).map_or(0, |o| o.paid.extra);
                at.kicked.unwrap_or_else(paid).into()
            }
            Amount::Count(filter) => self.permanents_passing(filter, at).count() as i32,
            Amount::CountInGraveyard(who, filter) => {
                let filter = self.cat.filter(filter);
                let passing = |p: &Player| {
                    let cards = p.known_graveyard().iter().filter(|s| !(at.casting && **s == at.source.slot));
                    cards.filter(|s| self.passes(filter, self.s.id(**s), self.s.object(**s), at)).count() as i32
                };
                match player(who) {
                    Some(one) => passing(one),
                    None => self.who(who, at).iter().map(|seat| passing(&self.s.players[*seat])).sum(),
                }
            }
            Amount::Counters(what, kind) => {
                self.one_object(what, at).map_or(0, |id| self.s.recall_counters(id, kind).into())
            }
            Amount::Power(what) => self.one_size(what, at).map_or(0, |(power, _)| i32::from(power).max(0)),
            Amount::Toughness(what) => self.one_size(what, at).map_or(0, |(_, toughness)| i32::from(toughness).max(0)),
            Amount::ManaValue(what) => self.one_object(what, at).map_or(0, |id| self.mana_value(id)),
            Amount::Life(who) => self.of_players(who, at, |p| p.life),
            Amount::StartingLife => self.fix.rules.starting_life,
            Amount::HighestLife => {
                self.s.turns.living().iter().map(|s| self.s.players[s].life).max().unwrap_or_default()
            }
            Amount::Hand(who) => {
                let cast = |p: &Player| i32::from(at.casting && p.hand.contains(&at.source.slot));
                self.of_players(who, at, |p| p.known_hand() - cast(p))
            }
            Amount::Devotion(who, colours) => self.one(who, at).map_or(0, |seat| self.devotion(seat, colours)),
            Amount::GreatestPower(filter) => {
                self.permanents_passing(filter, at).map(|id| i32::from(self.s.object(id.slot).power)).fold(0, i32::max)
            }
            Amount::TotalPower(filter) => {
                let power = |id: ObjectId| i32::from(self.s.object(id.slot).power);
                self.permanents_passing(filter, at).map(power).sum::<i32>().max(0)
            }
            Amount::GreatestValue(filter) => {
                self.permanents_passing(filter, at).map(|id| self.mana_value(id)).fold(0, i32::max)
            }
            Amount::Library(who) => self.of_players(who, at, |p| p.library.len() as i32),
            Amount::FullestGraveyard => {
                let opponents = self.s.turns.living().iter().filter(|s| self.s.turns.are_opponents(*s, at.you));
                opponents.map(|s| self.s.players[s].graveyard.len() as i32).max().unwrap_or(0)
            }
            Amount::OpponentsDamaged => {
                let hits = self.s.this_turn.hits.iter().filter(|h| h.combat);
                let hit: crate::turn::SeatSet = hits.map(|h| h.to).collect();
                hit.iter().filter(|s| self.s.turns.are_opponents(*s, at.you)).count() as i32
            }
            Amount::DamageToOpponents => {
                let hits = self.s.this_turn.hits.iter().filter(|h| self.s.turns.are_opponents(h.to, at.you));
                hits.fold(0, |sum, h| sum.saturating_add(h.amount))
            }
            Amount::Attackers => {
                let own = self.s.this_turn.attackers.iter().filter(|(by, _)| *by == at.you);
                own.map(|(_, n)| i32::from(*n)).sum()
            }
            Amount::Opponents => {
                self.s.turns.living().iter().filter(|s| self.s.turns.are_opponents(*s, at.you)).count() as i32
            }
            Amount::MostOfOpponents(filter) => {
                let counts = self.of_each_opponent(filter, at);
                counts.into_iter().max().unwrap_or(0)
            }
            // With nobody there, nobody controls fewer.
            Amount::LeastOfOpponents(filter) => {
                let counts = self.of_each_opponent(filter, at);
                counts.into_iter().min().unwrap_or(i32::MAX)
            }
            Amount::TypesInGraveyard(who) => {
                let of = |p: &Player| {
                    p.known_graveyard().iter().fold(Types::empty(), |all, s| all | self.s.object(*s).types)
                };
                let types = match player(who) {
                    Some(one) => of(one),
                    None => {
                        let seats = self.who(who, at);
                        seats.iter().fold(Types::empty(), |all, seat| all | of(&self.s.players[*seat]))
                    }
                };
                (types & Types::CARD_TYPES).bits().count_ones() as i32
            }
            Amount::TotalValue(filter) => self.permanents_passing(filter, at).map(|id| self.mana_value(id)).sum(),
            Amount::ValueOfAll(what) => self.what(what, at).into_iter().map(|id| self.mana_value(id)).sum(),
            Amount::NontokensDied => self.s.this_turn.nontokens_died.into(),
            Amount::Marks => self.s.this_turn.marks.iter().filter(|of| **of == at.source).count() as i32,
            // Those who have left meanwhile were opponents as they lost it.
            Amount::LifeLost(Who::EachOpponent) => {
                let lost = self.s.this_turn.life_lost.iter().filter(|(s, _)| self.s.turns.are_opponents(*s, at.you));
                lost.fold(0, |sum, (_, n)| sum.saturating_add(*n))
            }
            Amount::LifeLost(who) => sum_of(&self.s.this_turn.life_lost, &self.who(who, at)),
            Amount::LifeGained(who) => sum_of(&self.s.this_turn.life_gained, &self.who(who, at)),
            Amount::ColoursSpent => {
                let spent = self.s.recall(at.source).map_or(ManaSet::empty(), |o| o.paid.spent & ManaSet::COLOURS);
                spent.bits().count_ones() as i32
            }
            Amount::Names(filter) => {
                // A token of a name has another entry than a card of that name.
                let name = |id: ObjectId| self.cat.card(self.called(id, self.s.object(id.slot))).name.as_str();
                let names: std::collections::BTreeSet<&str> = self.permanents_passing(filter, at).map(name).collect();
                names.len() as i32
            }
            Amount::Powers(filter) => {
                let power = |id: ObjectId| self.s.object(id.slot).power;
                let powers: std::collections::BTreeSet<i16> = self.permanents_passing(filter, at).map(power).collect();
                powers.len() as i32
            }
            Amount::Party => self.party(at.you),
            Amount::Colours(filter) => self.colours_among(filter, at).bits().count_ones() as i32,
            Amount::CommanderColours => {
                let types = self.could_make(crate::cards::ability::Makes::CommanderColour, at.you, at.source);
                types.bits().count_ones() as i32
            }
            Amount::TokensCreated(who) => {
                let seats = self.who(who, at);
                self.s.this_turn.tokens_created.iter().filter(|by| seats.contains(by)).count() as i32
            }
            Amount::LowestLifeOfOpponents => {
                let opponents = self.who(Who::EachOpponent, at);
                opponents.iter().map(|seat| self.s.players[*seat].life).min().unwrap_or(i32::MAX)
            }
            Amount::MostLifeLost => self.most_life_lost(|_| true),
            Amount::MostLifeLostByOpponents => self.most_life_lost(|seat| self.s.turns.are_opponents(seat, at.you)),
            Amount::CreaturesDied => self.s.this_turn.creatures_died.into(),
            Amount::CreaturesDiedOf(who) => {
                let seats = self.who(who, at);
                self.s.this_turn.died_of.iter().filter(|of| seats.contains(of)).count() as i32
            }
            Amount::CommanderCasts(what) => {
                let commander = self.one_object(what, at).map(|id| id.slot);
                let mut all = self.s.players.iter().flat_map(|(_, player)| &player.commanders);
                all.find(|c| Some(c.slot) == commander).map_or(0, |c| c.casts.into())
            }
            Amount::MostDamageToOpponent => {
                let mut dealt = [0i32; MAX_SEATS];
                for hit in self.s.this_turn.hits.iter().filter(|h| self.s.turns.are_opponents(h.to, at.you)) {
                    dealt[hit.to.index()] = dealt[hit.to.index()].saturating_add(hit.amount);
                }
                dealt.into_iter().max().unwrap_or(0)
            }
            Amount::NamesakesCast => self.s.recall(at.source).map_or(0, |source| {
                let cast = &self.s.players[at.you].cast_by_name;
                cast.iter().find(|(card, _)| *card == source.card).map_or(0, |(_, n)| (*n).into())
            }),
            Amount::TurnsBegun(who) => self.of_players(who, at, |p| p.turns_begun.into()),
            Amount::CardsDrawn(who) => self.of_players(who, at, |p| p.turn.cards_drawn.into()),
            Amount::Energy(who) => player(who).map_or(0, |p| p.energy),
            Amount::MostAlike(filter) => {
                let mut cards: Vec<_> =
                    self.permanents_passing(filter, at).map(|id| self.s.object(id.slot).card).collect();
                cards.sort_unstable();
                cards.chunk_by(|a, b| a == b).map(|alike| alike.len() as i32).max().unwrap_or(0)
            }
            Amount::Experience(who) => player(who).map_or(0, |p| p.experience),
            // CR 717.2a: a Class without another level has level 1.
            Amount::Level => match self.s.feature(at.source) {
                Some(Feature::Level(n)) => n.into(),
                _ => 1,
            },
            Amount::Votes(n) => at.votes.iter().filter(|(_, option)| *option == n).count() as i32,
            Amount::Them => at.them.len() as i32,
            Amount::That => at.about.number,
            Amount::Result => at.result,
            Amount::OpponentsAttacked => self.opponents_attacked(at.you),
            Amount::SpellsCastThisTurn(who) => player(who).map_or(0, |p| p.turn.spells_cast.into()),
            Amount::NoncreatureSpellsCast(who) => player(who).map_or(0, |p| p.turn.noncreatures_cast.into()),
            Amount::AttacksThisTurn(what) => object(what).map_or(0, |o| o.attacks_this_turn.into()),
            Amount::Sum(a, b) => self.amount(a, at).saturating_add(self.amount(b, at)),
            Amount::Less(a, b) => self.amount(a, at).saturating_sub(self.amount(b, at)).max(0),
            Amount::Divided(a, n) => self.amount(a, at).div_euclid(i32::from(n.max(1))),
            Amount::Times(a, n) => self.amount(a, at).saturating_mul(n.into()),
        }
    }

    /// The most life that one of those players has lost this turn.
    fn most_life_lost(&self, counts: impl Fn(Seat) -> bool) -> i32 {
        let mut lost = [0i32; MAX_SEATS];
        for (seat, n) in self.s.this_turn.life_lost.iter().filter(|(seat, _)| counts(*seat)) {
            lost[seat.index()] = lost[seat.index()].saturating_add(*n);
        }
        lost.into_iter().max().unwrap_or(0)
    }

    /// How many of those each living opponent controls.
    fn of_each_opponent(&self, filter: crate::cards::effect::FilterId, at: &Viewpoint<'_>) -> Vec<i32> {
        let mut counts = [0i32; MAX_SEATS];
        for id in self.permanents_passing(filter, at) {
            counts[self.s.object(id.slot).controller.index()] += 1;
        }
        let opponents = self.s.turns.living().iter().filter(|s| self.s.turns.are_opponents(*s, at.you));
        opponents.map(|s| counts[s.index()]).collect()
    }

    /// A number of a player, or of several in total.
    fn of_players(&self, who: Who, at: &Viewpoint<'_>, number: impl Fn(&Player) -> i32) -> i32 {
        match self.one(who, at) {
            Some(seat) => number(&self.s.players[seat]),
            None => self.who(who, at).iter().map(|seat| number(&self.s.players[*seat])).fold(0, i32::saturating_add),
        }
    }

    /// CR 202.3, with what was chosen for X while it is, or was last, on the stack (CR 608.2h).
    pub(super) fn mana_value(&self, id: ObjectId) -> i32 {
        let Some(object) = self.s.recall(id).filter(|_| !self.is_without_mana_cost(id)) else { return 0 };
        let card = self.cat.card(self.name_of(id, object));
        if self.copies_a_back(id, card) {
            return 0;
        }
        let spell = self.s.stack.iter().find(|item| item.kind == StackKind::Spell(id)).map(|item| item.x);
        let last = || self.s.last_known.iter().rev().find(|l| l.id == id).map(|l| l.x);
        let x = spell.or_else(last).unwrap_or(0);
        let times = card.cost.as_ref().map_or(0, |cost| i32::from(cost.x));
        i32::from(card.mana_value).saturating_add(x.saturating_mul(times))
    }

    /// CR 202.3b: whether the permanent is no double-faced card with that back up, but a copy of it.
    pub(super) fn copies_a_back(&self, id: ObjectId, card: &Card) -> bool {
        let Face::Back { front, layout: Layout::Transforming } = card.face else { return false };
        let real = self.s.posing.iter().find(|posing| posing.slot == id.slot).map(|posing| posing.card);
        real.is_some_and(|real| real != front && self.cat.card(real).whole() != Some(front))
    }

    /// CR 700.5.
    pub(crate) fn devotion(&self, seat: Seat, colours: ManaSet) -> i32 {
        let mine = self.s.battlefield.iter().filter(|slot| !self.is_without_mana_cost(self.s.id(**slot)));
        let mine = mine.map(|s| self.s.object(*s)).filter(|o| o.controller == seat);
        let symbols = mine.filter_map(|o| self.cat.card(o.card).cost.as_ref()).flat_map(|c| c.pips.iter());
        symbols.filter(|p| p.any_of.intersects(colours)).count() as i32
    }

    /// CR 700.8: up to one Cleric, Rogue, Warrior and Wizard each, every creature for one of them; as many as can be.
    fn party(&self, you: Seat) -> i32 {
        const CLASSES: [&str; 4] = ["Cleric", "Rogue", "Warrior", "Wizard"];
        let classes = CLASSES.map(|name| self.cat.find_subtype(name));
        let mut best = [false; 1 << CLASSES.len()];
        best[0] = true;
        for slot in self.s.battlefield.iter().copied() {
            let object = self.s.object(slot);
            if object.controller != you || !object.is_creature() {
                continue;
            }
            let is = |class: &Option<Subtype>| class.is_some_and(|c| self.has_subtype(self.s.id(slot), object, c));
            let own: Vec<usize> = (0..CLASSES.len()).filter(|at| is(&classes[*at])).collect();
            // From what is more to what is less, so that no creature is counted twice.
            for filled in (0..best.len()).rev().filter(|_| !own.is_empty()) {
                let formed = best[filled];
                for at in own.iter().filter(|_| formed) {
                    best[filled | 1 << at] = true;
                }
            }
        }
        (0..best.len()).filter(|filled| best[*filled]).map(|filled| filled.count_ones() as i32).max().unwrap_or(0)
    }

    fn opponents_attacked(&self, you: Seat) -> i32 {
        let attacked = self.s.combat.attacked.iter().filter(|(by, _)| *by == you).map(|(_, defender)| *defender);
        attacked.collect::<crate::turn::SeatSet>().len() as i32
    }

    // ---- conditions ----

    /// Whether it is or was a spell that was cast from there, or the permanent that such a spell became (CR 400.7d).
    fn is_cast_from(&self, id: ObjectId, zone: Zone) -> bool {
        self.s.recall(id).is_some_and(|object| object.paid.from == Some(zone))
    }

    pub(crate) fn holds(&self, id: ConditionId, at: &Viewpoint<'_>) -> bool {
        let turn = self.s.turns.turn();
        match self.cat.condition(id) {
            Condition::Compare(a, how, b) => {
                let b = self.amount(b, at);
                how.holds(self.amount_up_to(a, b.saturating_add(1), at), b)
            }
            Condition::YourTurn => self.s.turns.is_active(at.you),
            Condition::ExtraTurn => turn.kind.is_extra(),
            Condition::FirstCombat => self.s.turns.phase() == Phase::Combat && turn.combats == 1,
            Condition::YourMainPhase => self.s.turns.is_active(at.you) && self.s.turns.phase().is_main(),
            Condition::Combat => self.s.turns.phase() == Phase::Combat,
            Condition::WasCast => self.s.recall(at.source).is_some_and(|o| o.paid.from.is_some()),
            Condition::SourceUntapped => self.s.recall(at.source).is_some_and(|o| !o.is(Status::TAPPED)),
            Condition::SourceTapped => self.s.recall(at.source).is_some_and(|o| o.is(Status::TAPPED)),
            // Of several one will do.
            Condition::Is(What::ExiledWithSource, filter) => self
                .what(What::ExiledWithSource, at)
                .iter()
                .any(|id| self.s.recall(*id).is_some_and(|o| self.passes(self.cat.filter(filter), *id, o, at))),
            Condition::Is(what, filter) => self
                .one_object(what, at)
                .is_some_and(|id| self.s.recall(id).is_some_and(|o| self.passes(self.cat.filter(filter), id, o, at))),
            Condition::FirstAttackThisTurn => self.s.recall(at.source).is_some_and(|o| o.attacks_this_turn == 1),
            Condition::AttacksPlayer => self.attacks_player_or_did(at.source),
            Condition::Spent(set) => self.s.recall(at.source).is_some_and(|o| o.paid.spent.intersects(set)),
            Condition::OpponentCast(set) => {
                self.s.turns.living().iter().any(|s| {
                    self.s.turns.are_opponents(s, at.you) && self.s.players[s].turn.colours_cast.intersects(set)
                })
            }
            Condition::Blessing => self.s.players[at.you].blessed,
            Condition::Revolt => self.s.this_turn.bereft.contains(at.you),
            Condition::Landfall => self.s.this_turn.landed.contains(at.you),
            Condition::ChosenIs(n) => self.s.feature(at.source) == Some(Feature::Word(n)),
            Condition::OpponentMonarch => {
                self.s.monarch.is_some_and(|(seat, _)| self.s.turns.are_opponents(seat, at.you))
            }
            Condition::Loyal => self.s.this_turn.loyal.contains(at.you),
            Condition::ThatOpponent => at.about.player.is_some_and(|seat| self.s.turns.are_opponents(seat, at.you)),
            Condition::DamagedWith(subtype) => self.s.this_turn.hits.iter().any(|hit| {
                let printed = |card| self.cat.card(card).subtypes.contains(&subtype);
                let is = || self.s.recall(hit.source).is_some_and(|o| self.has_subtype(hit.source, o, subtype));
                hit.combat && hit.by == at.you && (hit.card.known().is_some_and(printed) || is())
            }),
            Condition::CastBy(kind) => self
                .s
                .recall(at.source)
                .is_some_and(|o| self.cat.card(o.card).way_cast(o.paid.how).is_some_and(|way| way.kind == kind)),
            Condition::Initiative => self.s.initiative.is_some_and(|(seat, _)| seat == at.you),
            Condition::CompletedDungeon => self.s.players[at.you].dungeons > 0,
            Condition::Monarch => self.s.monarch.is_some_and(|(seat, _)| seat == at.you),
            Condition::FirstOfStep => {
                let step = self.s.turns.step();
                self.s.this_turn.steps_begun.iter().any(|(s, n)| *s == step && *n == 1)
            }
            Condition::NewSinceUpkeep => self.is_new_since_upkeep(at.source),
            Condition::CastFromHand => self.is_cast_from(at.source, Zone::Hand),
            Condition::CastFromGraveyard => self.is_cast_from(at.source, Zone::Graveyard),
            Condition::Suspended => self.reader().is_suspended(at.source),
            Condition::Daytime(daytime) => self.s.daytime == Some(daytime),
            Condition::NoSpellsLastTurn => self.s.last_turn.is_some_and(|last| last.by_all == 0),
            Condition::TwoSpellsLastTurn => self.s.last_turn.is_some_and(|last| last.most >= 2),
            Condition::Done => at.done,
            Condition::Not(a) => !self.holds(a, at),
            Condition::And(a, b) => self.holds(a, at) && self.holds(b, at),
            Condition::Or(a, b) => self.holds(a, at) || self.holds(b, at),
        }
    }
}

/// What those players have of a list of amounts.
fn sum_of(amounts: &[(Seat, i32)], seats: &[Seat]) -> i32 {
    let theirs = amounts.iter().filter(|(of, _)| seats.contains(of));
    theirs.fold(0, |all, (_, n)| all.saturating_add(*n))
}
