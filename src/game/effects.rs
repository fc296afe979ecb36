//! What each instruction does: to the turn structure, to players, to objects.

use crate::cards::effect::{AbilityId, DelayedEvent, Destination, EffectId, Op, What, Who};
use crate::cards::keyword::Keywords;
use crate::turn::{AfterTurn, PendingTurnSpec, PhaseModification, Riders, Seat, SeatSet, TurnRestrictions};

use super::altered::Altered;
use super::derived::small;
use super::engine::Engine;
use super::event::{DrawWhy, GameEvent, Outcome};
use super::object::{ObjectId, Slot, Status, Target, Zone};
use super::state::{AddedCombat, Arranged, Chosen, Delayed, Pumped, StackKind, Taken, Waiting, When};

/// How often one instruction does something, at most.
const MOST_TIMES: i32 = 10_000;

impl Engine<'_> {
    // ---- turn structure ----

    /// Performs an instruction about turns. False when it is about something else.
    pub(super) fn turn_op(&mut self, op: Op) -> bool {
        let (_, you, card) = self.frame_source();
        let card = card.known();
        match op {
            Op::ExtraTurn { who, count, riders, max_spells } => {
                let riders = Riders {
                    restrictions: riders,
                    max_spells: (max_spells != u8::MAX).then_some(u16::from(max_spells)),
                };
                let (seats, n, source) = (self.seats_of(who), self.times(count), self.tag(card));
                // CR 500.7: one at a time, several players' in APNAP order.
                for seat in self.one_of_each_team(seats) {
                    for _ in 0..self.for_the_team(seat, n) {
                        let spec = PendingTurnSpec { seat, riders, source, after: AfterTurn::This };
                        self.s.turns.grant_extra_turn(spec, self.log);
                    }
                }
            }
            Op::Skip { who, what, scope, count, then } => {
                let (seats, n, source) = (self.seats_of(who), self.times(count), self.tag(card));
                let (from, _, card) = self.frame_source();
                for seat in self.one_of_each_team(seats) {
                    let then = then.map(|effect| self.arrange(Arranged { effect, by: seat, source: from, card }));
                    for _ in 0..self.for_the_team(seat, n) {
                        self.s.turns.add_skip(seat, what, scope, source, then, self.log);
                    }
                }
            }
            Op::AddPhases { phases, after, only_yours, attackers } => {
                if !only_yours || self.s.turns.is_active(you) {
                    self.add_phases(phases, after, attackers, you);
                }
            }
            Op::AddStep { step, count, after_phase, only_yours } => {
                if !only_yours || self.s.turns.is_active(you) {
                    let (n, source) = (self.times(count), self.tag(card));
                    for _ in 0..n {
                        self.s.turns.add_step(step, after_phase, source, self.log);
                    }
                }
            }
            Op::EndTurn => self.end_turn_now(),
            Op::EndCombat => self.end_combat_now(),
            Op::ControlTurn { player, controller, then_extra_turn } => {
                self.control_turn(player, controller, then_extra_turn);
            }
            Op::ControlPhase { player, controller, phase } => {
                let by = self.seats_of(controller).first().copied();
                for (seat, by) in self.seats_of(player).into_iter().zip(by.into_iter().cycle()) {
                    self.s.turns.control_next_phase(seat, by, phase, self.log);
                }
            }
            Op::ReverseTurnOrder => self.s.turns.reverse(self.log),
            Op::RestrictTurn { restrictions, max_spells } => self.restrict_turn(restrictions, max_spells),
            Op::ModifyPhase { what, who, skip_priority, skip_actions, rounds, entry, lasts } => {
                let seats = who.map_or(SeatSet::EMPTY, |who| self.seats_of(who).into_iter().collect());
                let source = self.tag(card);
                let entry_actions = entry.map(super::resolve::later).into_iter().collect();
                let modification = PhaseModification {
                    applies_to: what,
                    seats,
                    source,
                    skip_priority,
                    skip_actions,
                    entry_actions,
                    rounds,
                    lasts,
                };
                self.s.turns.modify(modification);
            }
            Op::LoseGame(who) => {
                let losers = self.seats_of(who);
                self.lose_by_effect(&losers);
            }
            Op::WinGame(who) => {
                if let Some(winner) = self.seats_of(who).first().copied() {
                    self.finish(Outcome::Win { winner });
                }
            }
            Op::DrawGame => self.finish(Outcome::Draw { why: DrawWhy::Effect }),
            _ => return false,
        }
        true
    }

    /// What restricts the rest of this turn; a loss at its end step is bound to it (CR 603.7).
    fn restrict_turn(&mut self, restrictions: TurnRestrictions, max_spells: u8) {
        self.s.turns.restrict(restrictions, (max_spells != u8::MAX).then_some(u16::from(max_spells)));
        if restrictions.contains(TurnRestrictions::LOSE_AT_END_STEP) {
            let turn = *self.s.turns.turn();
            self.ride_loss(turn.active, turn.number);
        }
        self.log.unsettle();
    }

    fn add_phases(
        &mut self,
        phases: crate::cards::effect::PhasesId,
        after: crate::turn::AfterPhase,
        attackers: Option<crate::cards::effect::FilterId>,
        you: Seat,
    ) {
        let (_, _, card) = self.frame_source();
        let tag = self.tag(card.known());
        let from = self.log.events.len();
        let cat = self.cat;
        let added = self.s.turns.add_phases(cat.phases(phases), after, tag, self.log);
        if added == 0 {
            return;
        }
        self.watch_turn_events(from);
        let frame = self.frame();
        frame.added = tag;
        let mut them = frame.them.clone();
        them.extend(frame.targets.iter().flatten().filter_map(|t| match t {
            Target::Object(id) => Some(*id),
            Target::Player(_) => None,
        }));
        if let Some(filter) = attackers {
            self.s.this_turn.added_combats.push(AddedCombat { tag, filter, you, them });
        }
    }

    /// CR 723.1; the extra turn that follows the controlled one waits for it.
    fn control_turn(&mut self, player: Who, controller: Who, then_extra_turn: bool) {
        let (_, _, card) = self.frame_source();
        let by = self.seats_of(controller).first().copied();
        for seat in self.one_of_each_team(self.seats_of(player)) {
            let (first, team) = (self.for_the_team(seat, 1) > 0, self.s.turns.teams().primary(seat));
            if let Some(by) = by
                && (first || !self.s.turns.pending_controls().any(|control| control == (team, by)))
            {
                self.s.turns.control_next_turn(seat, by, self.log);
            }
            if then_extra_turn && first {
                let source = self.tag(card.known());
                let spec = PendingTurnSpec { after: AfterTurn::NextOf(seat), ..PendingTurnSpec::plain(seat, source) };
                self.s.turns.grant_extra_turn(spec, self.log);
            }
        }
    }

    /// How often to do something: past any use it is enough.
    pub(super) fn times(&self, n: crate::cards::effect::AmountId) -> i32 {
        self.num(n).clamp(0, MOST_TIMES)
    }

    // ---- players ----

    /// Performs an instruction about players. False when it is about something else.
    pub(super) fn player_op(&mut self, op: Op) -> bool {
        match op {
            Op::Draw(who, n) => {
                let n = self.num(n).max(0) as u32;
                for seat in self.seats_of(who) {
                    self.draw(seat, n);
                }
            }
            Op::GainLife(who, n) => {
                let n = self.num(n);
                for seat in self.seats_of(who) {
                    self.gain_life(seat, n);
                }
            }
            Op::LoseLife(who, n) => self.lose_life(who, n),
            Op::SetLife(who, n) => {
                let n = self.num(n);
                for seat in self.seats_of(who) {
                    self.set_life(seat, n);
                }
            }
            Op::Poison(who, n) => {
                let n = self.num(n).max(0);
                for seat in self.seats_of(who) {
                    self.poison(seat, n);
                }
            }
            Op::Discard(who, n, _) => self.discard_at_random(who, n),
            Op::DiscardHand(who) => {
                let mut discarded = 0;
                for seat in self.seats_of(who) {
                    let hand = self.s.players[seat].hand.clone();
                    discarded += hand.len() as i32;
                    hand.into_iter().for_each(|slot| self.discard(slot));
                }
                self.set_result(discarded);
            }
            Op::Mill(who, n) => self.mill(who, n),
            Op::Energy(who, n) => {
                let n = self.num(n);
                for seat in self.seats_of(who) {
                    self.change_energy(seat, n);
                }
            }
            Op::NoMoreSpells(who) => {
                for seat in self.seats_of(who) {
                    self.s.this_turn.silenced.insert(seat);
                }
            }
            Op::RevealTop(who, filter, to) => self.reveal_top(who, filter, to),
            Op::AddMana(who, set, n) | Op::AddLastingMana(who, set, n) => {
                self.log.unsettle();
                let n = self.num(n);
                for seat in self.seats_of(who) {
                    for mana in crate::cards::mana::Mana::ALL.into_iter().filter(|m| set.contains(m.set())) {
                        let player = &mut self.s.players[seat];
                        player.add_mana(mana, n);
                        if matches!(op, Op::AddLastingMana(..)) {
                            let lasting = &mut player.turn.lasting[mana as usize];
                            *lasting = lasting.saturating_add(n.clamp(0, i32::from(u16::MAX)) as u16);
                        }
                    }
                }
            }
            Op::FlipCoins(n) => self.flip_coins(n),
            Op::ShuffleHandAndGraveyard(who) => {
                for seat in self.seats_of(who) {
                    self.shuffle_away(seat, true);
                }
            }
            Op::ShuffleGraveyard(who) => {
                for seat in self.seats_of(who) {
                    self.shuffle_away(seat, false);
                }
            }
            Op::DamagePlayer(who, n) => {
                let (source, you, _) = self.frame_source();
                let n = self.num(n);
                for seat in self.seats_of(who) {
                    self.deal_damage(source, you, Target::Player(seat), n, false);
                }
            }
            Op::ExileTopHighest => self.exile_top_highest(),
            Op::ExileUntil(who, filter) => self.exile_until(who, filter),
            Op::ExileTop(who, n, face_down) => self.exile_top(who, n, face_down),
            Op::Permit(who, until) => self.permit(who, until),
            Op::Shuffle(who) => self.seats_of(who).into_iter().for_each(|seat| self.shuffle(seat)),
            Op::BecomeMonarch(who) => {
                let (_, _, card) = self.frame_source();
                self.seats_of(who).into_iter().for_each(|seat| self.become_monarch(seat, card));
            }
            Op::MustAttackThisTurn(who, filter) => {
                let (source, ..) = self.frame_source();
                let seats = self.seats_of(who);
                self.s.this_turn.must_attack.extend(seats.into_iter().map(|seat| (seat, filter, source)));
            }
            Op::PreventCombatDamage => self.s.this_turn.no_combat_damage = true,
            Op::ClashReveal => self.clash_reveal(),
            Op::NoUntapNext(who, filter) => {
                let seats = self.seats_of(who);
                self.s.no_untap.extend(seats.into_iter().map(|seat| (seat, filter)));
                self.log.unsettle();
            }
            _ => return false,
        }
        true
    }

    fn reveal_top(&mut self, who: Who, filter: crate::cards::effect::FilterId, to: Destination) {
        for seat in self.seats_of(who) {
            let Some(slot) = self.s.players[seat].library.last().copied() else { continue };
            let (id, object) = (self.s.id(slot), *self.s.object(slot));
            self.emit(GameEvent::Revealed { seat, card: object.card });
            let at = super::filter::Viewpoint::of(seat, id);
            let passes = self.passes(self.cat.filter(filter), id, &object, &at);
            let moved = if passes { self.send(slot, to, seat) } else { None };
            self.set_them(vec![moved.unwrap_or(id)]);
        }
    }

    /// CR 701.30c, 701.30d: the top cards are revealed at the same time; who reveals the higher mana value wins.
    fn clash_reveal(&mut self) {
        let (_, you, _) = self.frame_source();
        let opponent = self.frame().about.player;
        let mut revealed = |seat: Option<Seat>| {
            let slot = self.s.players[seat?].library.last().copied()?;
            let (seat, card) = (self.s.object(slot).owner, self.s.object(slot).card);
            self.emit(GameEvent::Revealed { seat, card });
            Some(self.cat.card(card).mana_value)
        };
        let (mine, theirs) = (revealed(Some(you)), revealed(opponent));
        let won = mine.is_some_and(|mine| theirs.is_none_or(|theirs| mine > theirs));
        self.set_result(won.into());
    }

    fn lose_life(&mut self, who: Who, n: crate::cards::effect::AmountId) {
        let n = self.num(n);
        let mut lost = 0;
        if n > 0 {
            for seat in self.seats_of(who) {
                self.change_life(seat, -n);
                lost = n.saturating_add(lost);
            }
        }
        self.set_result(lost);
    }

    fn discard_at_random(&mut self, who: Who, n: crate::cards::effect::AmountId) {
        let n = self.num(n).max(0);
        let mut discarded = 0;
        for seat in self.seats_of(who) {
            for _ in 0..n {
                let hand = self.s.players[seat].hand.len() as u32;
                if hand > 0 {
                    let at = self.s.dice.chance_below(hand) as usize;
                    let slot = self.s.players[seat].hand[at];
                    self.discard(slot);
                    discarded += 1;
                }
            }
        }
        self.set_result(discarded);
    }

    fn mill(&mut self, who: Who, n: crate::cards::effect::AmountId) {
        let n = self.num(n).max(0) as usize;
        for seat in self.seats_of(who) {
            let milled: Vec<u16> = self.s.players[seat].library.iter().rev().take(n).copied().collect();
            for slot in milled {
                self.move_object(slot, Zone::Graveyard);
            }
        }
    }

    fn flip_coins(&mut self, n: crate::cards::effect::AmountId) {
        let (_, seat, _) = self.frame_source();
        let mut won = 0;
        for _ in 0..self.times(n) {
            let heads = self.s.dice.flip();
            won += i32::from(heads);
            self.emit(GameEvent::CoinFlipped { seat, heads });
        }
        self.set_result(won);
    }

    fn shuffle_away(&mut self, seat: Seat, hand: bool) {
        let mut slots = self.s.players[seat].graveyard.clone();
        if hand {
            slots.extend(&self.s.players[seat].hand);
        }
        for slot in slots {
            self.shuffle_in(slot);
        }
        self.shuffle(seat);
    }

    /// Timesifter: each player exiles the top card; who has the highest mana value is "that player" of what follows, after ties
    /// have been broken by doing it again among those tied.
    fn exile_top_highest(&mut self) {
        let mut seats = self.seats_of(Who::EachPlayer);
        loop {
            let mut best = -1;
            let mut leaders = super::filter::Seats::new();
            for seat in &seats {
                let Some(slot) = self.s.players[*seat].library.last().copied() else { continue };
                let value = i32::from(self.cat.card(self.s.object(slot).card).mana_value);
                self.move_object(slot, Zone::Exile);
                if value > best {
                    best = value;
                    leaders.clear();
                }
                if value == best {
                    leaders.push(*seat);
                }
            }
            if leaders.len() <= 1 {
                self.frame().about.player = leaders.first().copied();
                return;
            }
            seats = leaders;
        }
    }

    /// Exiles from the top of a library until a card passes; that card is "it" of what follows.
    fn exile_until(&mut self, who: Who, filter: crate::cards::effect::FilterId) {
        let mut found = Vec::new();
        for seat in self.seats_of(who) {
            while let Some(slot) = self.s.players[seat].library.last().copied() {
                let Some(id) = self.move_object(slot, Zone::Exile) else { continue };
                let at = super::filter::Viewpoint::of(seat, id);
                if self.passes(self.cat.filter(filter), id, self.s.object(slot), &at) {
                    found.push(id);
                    break;
                }
            }
        }
        self.set_them(found);
    }

    // ---- objects ----

    /// Performs an instruction about objects.
    pub(super) fn object_op(&mut self, op: Op) {
        let (source, you, _) = self.frame_source();
        match op {
            Op::DamageObject(what, n) => {
                let n = self.num(n);
                for id in self.objects_of(what) {
                    self.deal_damage(source, you, Target::Object(id), n, false);
                }
            }
            Op::DamageTarget(n, amount) => {
                let amount = self.num(amount);
                if let Some(target) = self.target(n) {
                    self.deal_damage(source, you, target, amount, false);
                }
            }
            Op::DamageFrom(what, n, amount) => {
                let amount = self.num(amount);
                // CR 608.2h: it may have left; it deals damage as it last existed.
                let from = self.object_of(what);
                let by = from.and_then(|id| self.s.recall(id)).map(|o| o.controller);
                if let (Some(from), Some(by), Some(target)) = (from, by, self.target(n)) {
                    self.deal_damage(from, by, target, amount, false);
                }
            }
            Op::DamageDivided(amount) => self.divide_among_targets(amount),
            Op::Destroy(what) => self.destroy_all(what),
            Op::Exile(what) => self.exile(what, source, false),
            // CR 610.3: nothing is exiled when the source has left already.
            Op::ExileUntilSourceLeaves(_) if self.s.permanent(source).is_none() => {}
            Op::ExileUntilSourceLeaves(what) => self.exile(what, source, true),
            Op::ReturnExiled => self.return_exiled(source),
            Op::Transform(what) => self.transform_all(what),
            Op::Bounce(what) => {
                let slots: Vec<Slot> = self.objects_of(what).iter().map(|id| id.slot).collect();
                let moved = self.move_together(&slots, Zone::Hand);
                self.set_them(moved);
            }
            Op::Move(what, to) => self.move_all(what, to, you),
            Op::Sacrifice(who, what) => {
                let (seats, mut objects) = (self.seats_of(who), self.objects_of(what));
                objects.retain(|id| self.s.permanent(*id).is_some_and(|o| seats.contains(&o.controller)));
                let n = self.sacrifice_together(&objects);
                self.set_result(n as i32);
            }
            Op::Tap(what) => self.objects_of(what).iter().for_each(|id| self.tap(id.slot)),
            Op::Untap(what) => self.objects_of(what).iter().for_each(|id| self.untap(id.slot)),
            Op::Freeze(what) => {
                for id in self.objects_of(what) {
                    self.s.object_mut(id.slot).status.insert(Status::FROZEN);
                }
            }
            Op::PutCounters(what, kind, n) => {
                let n = self.num(n).max(0);
                for id in self.objects_of(what) {
                    self.change_counters(id.slot, kind, n);
                }
            }
            Op::RemoveCounters(what, kind, n) => {
                let n = self.num(n).max(0);
                let removed: i32 = self.objects_of(what).iter().map(|id| self.change_counters(id.slot, kind, -n)).sum();
                self.set_result(-removed);
            }
            Op::Pump { what, power, toughness, keywords, duration } => {
                let (power, toughness) = (small(self.num(power)), small(self.num(toughness)));
                let since = self.s.turns.turn().number;
                for object in self.objects_of(what) {
                    self.s.pumped.push(Pumped { object, power, toughness, keywords, duration, by: you, since });
                }
                self.s.stale = true;
                self.log.unsettle();
                self.refresh();
            }
            Op::Counter { target, to } => self.counter(target, to),
            Op::Reveal(what) => {
                for id in self.objects_of(what) {
                    let object = *self.s.object(id.slot);
                    self.emit(GameEvent::Revealed { seat: object.owner, card: object.card });
                }
            }
            Op::Attach(what, to) => {
                let pair = self.object_of(what).zip(self.objects_of(to).first().copied());
                let done = pair.is_some_and(|(id, host)| self.attach(id, host));
                self.set_result(i32::from(done));
            }
            Op::CounterThis => {
                if let Some(spell) = self.s.get(source).filter(|o| o.zone == Zone::Stack) {
                    let controller = spell.controller;
                    self.counter_spell(source, Destination::Graveyard, controller);
                }
            }
            Op::DamageAttacked(n) => self.damage_attacked(n),
            Op::DamageAsDivided => {
                for (target, n) in self.shares() {
                    self.deal_damage(source, you, target, n, false);
                }
            }
            Op::Guard(filter, from) => self.guard(filter, from),
            Op::BarAttackers(filter) => self.bar_attackers(filter),
            Op::CantBlockThisTurn(filter) => self.s.this_turn.no_block.push((filter, source, you)),
            Op::Animate { what, size, types, subtype, keywords, colours, this_turn } => {
                let ids = self.objects_of(what);
                let object = source;
                self.animate(&ids, Altered { object, size, types, subtype, keywords, colours, this_turn });
            }
            Op::CountersAsDivided(kind) => {
                for (target, n) in self.shares() {
                    if let Target::Object(id) = target {
                        self.change_counters(id.slot, kind, n);
                    }
                }
            }
            Op::Delay(event, effect) => self.delay(event, effect),
            Op::Reflexive(ability) => self.reflexive(ability),
            Op::GainControl(who, what) => self.gain_control(who, what, None),
            // CR 611.2b: nothing happens when it is over before it begins.
            Op::GainControlWhile(who, what) if self.s.permanent(source).is_some_and(|o| o.controller == you) => {
                self.gain_control(who, what, Some(source));
            }
            Op::Suspend(what, time) => self.suspend_exiled(what, time),
            Op::AllTime(n) => self.all_time(n),
            Op::SwapTapped(who, filter) => self.swap_tapped(who, filter),
            Op::CounterTargeting => {
                let serial = self.frame().about.number;
                self.counter_numbered(serial);
            }
            _ => {}
        }
    }

    /// The targets that are still legal, with what was divided to each (CR 608.2b).
    fn shares(&mut self) -> Vec<(Target, i32)> {
        let frame = self.frame();
        let shares = frame.targets.iter().zip(&frame.divided);
        shares.filter_map(|(target, n)| Some(((*target)?, *n))).collect()
    }

    /// The player or planeswalker that the attacker attacks, or last attacked once it has left combat (CR 608.2h).
    fn damage_attacked(&mut self, n: crate::cards::effect::AmountId) {
        let (source, you, _) = self.frame_source();
        let (n, about) = (self.num(n), self.frame().about);
        let attacker = self.s.combat.aims.iter().rev().find(|a| Some(a.id) == about.object).copied();
        if let Some(aim) = attacker.and_then(|attacker| self.attacked_by(&attacker)) {
            self.deal_damage(source, you, aim, n, false);
        }
    }

    fn divide_among_targets(&mut self, amount: crate::cards::effect::AmountId) {
        let (source, you, _) = self.frame_source();
        let targets: Vec<Target> = self.frame().targets.iter().flatten().copied().collect();
        let (total, n) = (self.num(amount), targets.len() as i32);
        for target in targets {
            self.deal_damage(source, you, target, total / n, false);
        }
    }

    fn destroy_all(&mut self, what: What) {
        let slots: Vec<u16> = self
            .objects_of(what)
            .into_iter()
            .filter(|id| self.s.permanent(*id).is_some_and(|o| !o.has(Keywords::INDESTRUCTIBLE)))
            .map(|id| id.slot)
            .collect();
        self.set_result(slots.len() as i32);
        self.die_together(&slots);
    }

    /// Exiles; a permanent remembers what it exiled, for the ability that returns it (CR 607.2a).
    fn exile(&mut self, what: What, source: ObjectId, until_it_leaves: bool) {
        let remembers = self.s.recall(source).is_some_and(|o| o.zone == Zone::Battlefield);
        let slots: Vec<Slot> = self.objects_of(what).iter().map(|id| id.slot).collect();
        let moved = self.move_together(&slots, Zone::Exile);
        if remembers {
            self.s.exiled_by.extend(moved.iter().map(|exiled| (source, *exiled, until_it_leaves)));
        }
        self.set_them(moved);
    }

    /// Returns what the permanent exiled, to the battlefield under its owners' control.
    pub(super) fn return_exiled(&mut self, source: ObjectId) {
        let mine: Vec<ObjectId> =
            self.s.exiled_by.iter().filter(|(by, ..)| *by == source).map(|(_, id, _)| *id).collect();
        self.s.exiled_by.retain(|(by, ..)| *by != source);
        for id in mine {
            if let Some(object) = self.s.get(id).filter(|o| o.zone == Zone::Exile) {
                let owner = object.owner;
                self.enter(id.slot, owner, false);
            }
        }
    }

    fn move_all(&mut self, what: What, to: Destination, you: Seat) {
        let objects = self.objects_of(what);
        let zone = match to {
            Destination::Hand => Some(Zone::Hand),
            Destination::Graveyard => Some(Zone::Graveyard),
            Destination::Exile => Some(Zone::Exile),
            Destination::Battlefield
            | Destination::BattlefieldTapped
            | Destination::BattlefieldTransformed
            | Destination::BattlefieldOfOwner
            | Destination::LibraryShuffled
            | Destination::LibraryTop
            | Destination::LibraryBottom => None,
        };
        let moved = match zone {
            Some(zone) => self.move_together(&objects.iter().map(|id| id.slot).collect::<Vec<Slot>>(), zone),
            None => objects.into_iter().filter_map(|id| self.send(id.slot, to, you)).collect(),
        };
        self.set_them(moved);
    }

    /// CR 701.6.
    fn counter(&mut self, target: u8, to: Destination) {
        if let Some(Target::Object(id)) = self.target(target) {
            self.counter_on_stack(id, to);
        }
    }

    pub(super) fn counter_on_stack(&mut self, id: ObjectId, to: Destination) {
        let Some(object) = self.s.get(id).filter(|o| o.zone == Zone::Stack) else { return };
        let controller = object.controller;
        self.counter_spell(id, to, controller);
    }

    fn counter_spell(&mut self, id: ObjectId, to: Destination, controller: Seat) {
        let object = *self.s.object(id.slot);
        if object.has(Keywords::UNCOUNTERABLE) {
            return;
        }
        // CR 702.34a: cast from a graveyard, it is exiled instead of going anywhere else.
        let to = if self.is_cast_from_graveyard(id) { Destination::Exile } else { to };
        let card = object.card;
        self.emit(GameEvent::Countered { object: id, card });
        let moved = self.send(id.slot, to, controller);
        self.s.stack.retain(|item| item.kind != StackKind::Spell(id));
        self.set_them(moved.into_iter().collect());
    }

    fn delay(&mut self, event: DelayedEvent, effect: crate::cards::effect::EffectId) {
        let made_in_turn = self.s.turns.turn().number;
        let frame = self.frame();
        let when = match event {
            DelayedEvent::ThatCombat => When::Combat(frame.added),
            other => When::Event(other),
        };
        let trigger = Waiting::delayed(frame.source, effect, frame);
        if event == DelayedEvent::Now {
            self.log.unsettle();
            return self.s.waiting.push(trigger);
        }
        self.s.delayed.push(Delayed { when, made_in_turn, trigger });
    }

    /// CR 603.12: it has just happened, so the ability triggers at once.
    fn reflexive(&mut self, ability: AbilityId) {
        let frame = self.frame();
        let kind = StackKind::Triggered { source: frame.source, ability };
        let trigger = Waiting { kind, targets: Chosen::new(), ..Waiting::delayed(frame.source, frame.at, frame) };
        self.log.unsettle();
        self.s.waiting.push(trigger);
    }

    /// CR 805.8: what one effect gives to several players of a team, it gives to the team once.
    fn one_of_each_team(&self, seats: super::filter::Seats) -> super::filter::Seats {
        let teams = self.s.turns.teams();
        let first = |(at, seat): &(usize, &Seat)| !seats[..*at].iter().any(|s| teams.same(*s, **seat));
        seats.iter().enumerate().filter(first).map(|(_, seat)| *seat).collect()
    }

    /// CR 805.8: within a loop over players, what one instruction gives to several players of a team, the team gets once: as
    /// often as whoever of them gets it most. Returns how often to give it to this player.
    fn for_the_team(&mut self, seat: Seat, n: i32) -> i32 {
        let teams = self.s.turns.teams();
        let frame = self.frame();
        let at = frame.at;
        let Some(each) = frame.each.as_mut().filter(|_| teams.size() > 1) else { return n };
        let most = |given: &[(EffectId, Seat, i32)]| {
            given.iter().filter(|(a, s, _)| *a == at && teams.same(*s, seat)).map(|(_, _, n)| *n).max().unwrap_or(0)
        };
        let before = most(&each.given);
        match each.given.iter_mut().find(|(a, s, _)| *a == at && *s == seat) {
            Some((_, _, given)) => *given = given.saturating_add(n),
            None => each.given.push((at, seat, n)),
        }
        most(&each.given) - before
    }

    fn gain_control(&mut self, who: Who, what: What, while_controlling: Option<ObjectId>) {
        let Some(seat) = self.seats_of(who).first().copied() else { return };
        for id in self.objects_of(what) {
            let Some(from) = self.s.permanent(id).map(|o| o.controller).filter(|from| *from != seat) else { continue };
            self.s.taken.retain(|t| self.s.objects[usize::from(t.object.slot)].incarnation == t.object.incarnation);
            self.s.taken.push(Taken { object: id, from, by: seat, while_controlling });
            self.change_control(id, seat);
        }
    }

    /// CR 302.6, 506.4: under its new controller it is summoning sick, and it is removed from combat.
    pub(super) fn change_control(&mut self, id: ObjectId, to: Seat) {
        let object = self.s.object_mut(id.slot);
        let (card, from) = (object.card, std::mem::replace(&mut object.controller, to));
        object.status.insert(Status::SICK);
        object.status.remove(Status::STRUCK_FIRST | Status::HASTY);
        self.s.battlefield.hand_over(id.slot, self.cat.card(card), from, to);
        self.s.combat.attackers.retain(|a| a.id != id);
        self.s.combat.blockers.retain(|b| b.id != id);
        self.s.stale = true;
        self.log.unsettle();
    }
}
