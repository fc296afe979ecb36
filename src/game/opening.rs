//! Laying out the table (CR 103): libraries, commanders, prepared boards, opening hands, mulligans, the house rule of a scry.

use crate::cards::card::Card;
use crate::cards::catalog::Catalog;
use crate::cards::effect::CardId;
use crate::turn::{BySeat, Seat, TurnManager, TurnSetup};

use super::battlefield::Battlefield;
use super::damage::DamageDealt;
use super::decision::{Choice, Decision, DecisionKind, Item, Shape};
use super::dice::DiceState;
use super::engine::{Engine, Fixed, chosen_items, chosen_one};
use super::event::GameEvent;
use super::log::Log;
use super::object::{Slot, Status, Zone};
use super::setup::{PreparedBoard, SeatSetup, Setup};
use super::state::{Combat, Commander, Deeds, GameState, Player, PlayerTurn, Resume, Stage, ThisTurn};

/// The state of a game before anybody has been asked anything.
pub(crate) fn lay_out(setup: &Setup, cat: &Catalog, fix: &Fixed, log: &mut Log) -> GameState {
    let mut state = empty_table(setup);
    let mut engine = Engine { cat, fix, s: &mut state, log };
    engine.emit(GameEvent::GameSetUp { seats: setup.seats.seats() as u8 });
    for (seat, of) in setup.seats.iter() {
        engine.seat_down(seat, of);
    }
    let prepared = setup.seats.values().iter().any(|s| s.board.is_some());
    if prepared {
        for (seat, of) in setup.seats.iter() {
            engine.prepare(seat, of.board.as_ref());
        }
        // What stands on a prepared board has been there for long: its arrival triggers nothing.
        engine.s.pending_triggers.clear();
        engine.begin_game();
    } else {
        for (seat, _) in setup.seats.iter() {
            engine.draw_opening_hand(seat);
        }
        let bare = |s: &SeatSetup| s.library.is_none();
        if setup.seats.values().iter().all(bare) { engine.begin_game() } else { engine.s.stage = Stage::Mulligans }
    }
    engine.s.this_turn = ThisTurn::default();
    state
}

fn empty_table(setup: &Setup) -> GameState {
    let rules = &setup.rules;
    let seats = setup.seats.seats();
    let mut turns = TurnManager::new(TurnSetup {
        sequence: rules.sequence.clone(),
        teams: rules.teams,
        passing: rules.passing,
        skip_first_draw: rules.skip_first_draw.unwrap_or(seats == 2 * rules.teams.size()),
        extra_turns: rules.extra_turns,
        denied: rules.denied_extra_turn,
        limits: setup.seats.iter().map(|(_, s)| s.limits).collect(),
        ..TurnSetup::new(seats)
    });
    if setup.seats.values().iter().any(|s| s.thinking.is_some()) {
        turns.keep_time();
    }
    GameState {
        turns,
        players: BySeat::new(seats, |seat| new_player(&setup.seats[seat], rules.starting_life)),
        objects: Vec::with_capacity(seats * 110),
        free: Vec::new(),
        battlefield: Battlefield::new(seats),
        exile: Vec::new(),
        command: Vec::new(),
        elsewhere: Vec::new(),
        stack: Vec::new(),
        next_serial: 0,
        next_timestamp: 0,
        takers: Vec::new(),
        counters: Vec::new(),
        pumped: Vec::new(),
        type_changes: Vec::new(),
        statics: Vec::new(),
        triggers: Vec::new(),
        static_kinds: Default::default(),
        trigger_mask: Default::default(),
        arranged: Vec::new(),
        exiled_by: Vec::new(),
        taken: Vec::new(),
        foretold: Vec::new(),
        delayed: Vec::new(),
        pending_triggers: Vec::new(),
        batched: Vec::new(),
        frames: Vec::new(),
        soon: Vec::new(),
        last_known: Vec::new(),
        combat: Combat::default(),
        dealt: DamageDealt::default(),
        deathtouched: Vec::new(),
        commander_damage: Vec::new(),
        face_down: Vec::new(),
        posing: Vec::new(),
        copies_this_turn: Vec::new(),
        undivided: Vec::new(),
        shaped: Vec::new(),
        reshaped: Vec::new(),
        ridden: Vec::new(),
        bound: Vec::new(),
        phased: Vec::new(),
        card_copies: Vec::new(),
        life_locked: Default::default(),
        unbounded_until_turn: Default::default(),
        unbounded_for_good: Default::default(),
        permits: Vec::new(),
        entries: Vec::new(),
        models: Vec::new(),
        enters_with: Vec::new(),
        features: Vec::new(),
        monarch: None,
        initiative: None,
        venturers: Default::default(),
        no_untap: Vec::new(),
        this_turn: ThisTurn::default(),
        stage: Stage::Transition,
        pending: None,
        commander_moves: Vec::new(),
        dice: DiceState::new(setup.master_seed, setup.deal, usize::from(most_entrant(setup)) + 1),
        outcome: None,
        stale: true,
        volatile: false,
        tags: 0,
        scripted: vec![false; setup.script.len()],
        mandatory: Default::default(),
        guarded: Vec::new(),
        protected: Vec::new(),
        barred: Vec::new(),
        provoked: Vec::new(),
        dearer: Vec::new(),
        newcomers: Vec::new(),
        pairs: Vec::new(),
        bound_for_exile: Vec::new(),
        goaded: Vec::new(),
        daytime: None,
        active_before: None,
        last_turn: None,
        flashing: Vec::new(),
        gagged: Vec::new(),
        powered_up: Vec::new(),
        deeds: Deeds::none(setup.seats.seats()),
        known: Vec::new(),
    }
}

fn most_entrant(setup: &Setup) -> u8 {
    setup.seats.values().iter().map(|s| s.entrant).max().unwrap_or(0)
}

fn new_player(of: &SeatSetup, life: i32) -> Player {
    Player {
        entrant: of.entrant,
        life,
        poison: 0,
        energy: 0,
        experience: 0,
        library: Vec::new(),
        hand: Vec::new(),
        graveyard: Vec::new(),
        pool: [0; 6],
        commanders: Default::default(),
        mulligans: 0,
        kept: false,
        endless: of.library.is_none(),
        drew_from_empty: false,
        blessed: false,
        cast_by_name: Vec::new(),
        venture: None,
        dungeons: 0,
        turn: PlayerTurn::default(),
        turns_begun: 0,
        left: None,
        last_hand: 0,
        last_graveyard: Vec::new(),
        slow: false,
    }
}

impl Engine<'_> {
    fn seat_down(&mut self, seat: Seat, of: &SeatSetup) {
        for card in of.commanders.iter().take(2) {
            let Some(slot) = self.place(*card, seat, Zone::Command) else { continue };
            self.s.object_mut(slot).status.insert(Status::COMMANDER);
            self.s.players[seat].commanders.push(Commander { slot, card: *card, casts: 0 });
        }
        if let Some(library) = &of.library {
            for card in library {
                self.place(*card, seat, Zone::Library);
            }
            self.shuffle(seat);
        }
    }

    fn place(&mut self, card: CardId, seat: Seat, zone: Zone) -> Option<Slot> {
        let slot = self.new_slot(card, seat)?;
        self.s.object_mut(slot).zone = zone;
        let players = &mut self.s.players[seat];
        match zone {
            Zone::Library => players.library.push(slot),
            Zone::Hand => players.hand.push(slot),
            Zone::Graveyard => players.graveyard.push(slot),
            Zone::Exile => self.s.exile.push(slot),
            Zone::Command => self.s.command.push(slot),
            Zone::Battlefield | Zone::Stack | Zone::Phased | Zone::Nowhere => {}
        }
        self.work_in(slot, zone, card);
        Some(slot)
    }

    // ---- prepared boards ----

    fn prepare(&mut self, seat: Seat, board: Option<&PreparedBoard>) {
        let Some(board) = board else { return };
        self.prepare_totals(seat, board);
        self.s.players[seat].pool = board.mana;
        for (cards, zone) in
            [(&board.hand, Zone::Hand), (&board.graveyard, Zone::Graveyard), (&board.command, Zone::Command)]
        {
            for card in cards {
                self.place(*card, seat, zone);
            }
        }
        for exiled in &board.exile {
            let Some(slot) = self.place(exiled.card, seat, Zone::Exile) else { continue };
            for (kind, n) in &exiled.counters {
                self.change_counters(slot, *kind, i32::from(*n));
            }
        }
        for card in board.library_top.iter().rev() {
            self.place(*card, seat, Zone::Library);
        }
        if !board.library_top.is_empty() {
            self.s.players[seat].endless = false;
        }
        for permanent in &board.battlefield {
            self.prepare_permanent(seat, permanent);
        }
    }

    /// A team shares its life total and its poison counters (CR 810.4, 810.10): one head's are the whole's.
    fn prepare_totals(&mut self, seat: Seat, board: &PreparedBoard) {
        for member in self.s.turns.teams().of(seat).iter() {
            let player = &mut self.s.players[member];
            player.life = board.life.unwrap_or(player.life);
            player.poison = board.poison.unwrap_or(player.poison);
        }
    }

    fn prepare_permanent(&mut self, seat: Seat, permanent: &super::setup::PreparedPermanent) {
        let Some(slot) = self.new_slot(permanent.card, seat) else { return };
        let token = self.cat.card(permanent.card).token;
        // A permanent can only be put there from somewhere; a prepared one comes from exile, without triggers.
        self.s.object_mut(slot).zone = Zone::Exile;
        self.s.exile.push(slot);
        if token {
            self.s.object_mut(slot).status.insert(Status::TOKEN);
        }
        let waits = self.cat.card(permanent.card).has & Card::AURA != 0;
        let entered = if waits { self.enter(slot, seat, false) } else { self.put_onto_battlefield(slot, seat, false) };
        let Some(entered) = entered else { return };
        if !waits {
            self.announce_entered(&[entered]);
        }
        let status = &mut self.s.object_mut(slot).status;
        status.set(Status::TAPPED, permanent.tapped);
        status.set(Status::SICK, permanent.summoning_sick);
        for (kind, n) in &permanent.counters {
            let had = i32::from(self.s.counters_on(slot, *kind));
            self.change_counters(slot, *kind, i32::from(*n) - had);
        }
    }

    // ---- mulligans (CR 103.5) ----

    /// Asks the next player who has not kept, in turn order.
    pub(super) fn mulligans(&mut self) {
        let undecided = Seat::first(self.s.players.seats()).filter(|s| self.s.turns.is_living(*s));
        let fewest =
            undecided.clone().filter(|s| !self.s.players[*s].kept).min_by_key(|s| self.s.players[*s].mulligans);
        let Some(seat) = fewest else { return self.hands_kept() };
        if self.s.players[seat].endless || self.cards_to_bottom(seat, 1) > self.fix.rules.opening_hand_of(seat).into() {
            return self.keep(seat);
        }
        let shape = Shape::One(vec![Item::Keep, Item::Mulligan]);
        self.ask(seat, DecisionKind::Mulligan, shape, Choice::option(0), Resume::Mulligan);
    }

    /// How many cards go to the bottom after so many mulligans more: the first is free in multiplayer (CR 103.5c).
    fn cards_to_bottom(&self, seat: Seat, more: u8) -> u16 {
        let free = self.fix.rules.free_mulligan.unwrap_or(self.s.players.seats() > 2);
        u16::from(self.s.players[seat].mulligans + more).saturating_sub(u16::from(free))
    }

    pub(super) fn mulligan_answered(&mut self, decision: &Decision, choice: &Choice) {
        let seat = decision.actor;
        if chosen_one(choice) == 0 {
            return self.keep(seat);
        }
        self.s.players[seat].mulligans += 1;
        let nth = self.s.players[seat].mulligans;
        self.emit(GameEvent::MulliganTaken { seat, nth });
        for slot in self.s.players[seat].hand.clone() {
            self.move_object(slot, Zone::Library);
        }
        self.shuffle(seat);
        self.draw_opening_hand(seat);
    }

    fn draw_opening_hand(&mut self, seat: Seat) {
        self.draw_hand(seat, self.fix.rules.opening_hand_of(seat).into());
    }

    /// London mulligan: of as many new cards as before as many go to the bottom as mulligans were taken.
    fn keep(&mut self, seat: Seat) {
        let n = self.cards_to_bottom(seat, 0);
        if n == 0 {
            return self.kept(seat);
        }
        let options: Vec<Item> = self.s.players[seat].hand.iter().map(|s| Item::Object(self.s.id(*s))).collect();
        let n = n.min(options.len() as u16);
        let default = Choice::Some((0..n).collect());
        let shape = Shape::Some { options, min: n, max: n };
        self.ask(seat, DecisionKind::MulliganBottom, shape, default, Resume::MulliganBottom);
    }

    pub(super) fn mulligan_bottom(&mut self, decision: &Decision, choice: &Choice) {
        for item in chosen_items(decision, choice) {
            if let Item::Object(id) = item {
                self.send(id.slot, crate::cards::effect::Destination::LibraryBottom, decision.actor);
            }
        }
        self.kept(decision.actor);
    }

    fn kept(&mut self, seat: Seat) {
        self.s.players[seat].kept = true;
        let cards = self.s.players[seat].hand.len() as u8;
        self.emit(GameEvent::Kept { seat, cards });
    }

    /// House rule: everybody scries in turn order. Then, likewise, cards that may begin the game on the battlefield do (CR 103.6),
    /// and it begins.
    fn hands_kept(&mut self) {
        self.s.stage = Stage::HandsKept;
        for seat in self.s.turns.living().iter() {
            let cards = self.fix.rules.opening_scry_of(seat);
            if cards > 0 && !self.s.players[seat].endless {
                self.perform_of(self.cat.scries, seat, cards.into());
            }
            let hand = self.s.players[seat].hand.iter();
            let openers = hand.filter(|slot| self.cat.card(self.s.object(**slot).card).is_opener(self.cat)).count();
            if openers > 0 {
                self.perform_of(self.cat.opens, seat, openers as i32);
            }
            let hand = self.s.players[seat].hand.iter().filter(|_| seat != Seat(0));
            let second = hand.filter(|slot| self.cat.card(self.s.object(**slot).card).opens_second(self.cat).is_some());
            let second = second.count();
            if second > 0 {
                self.perform_of(self.cat.opens_second, seat, second as i32);
            }
        }
    }

    pub(super) fn begin_game(&mut self) {
        for (_, player) in self.s.players.iter_mut() {
            player.turn = PlayerTurn::default();
            player.kept = true;
        }
        self.s.this_turn = ThisTurn::default();
        self.emit(GameEvent::GameBegan { starting: Seat(0) });
        self.s.stage = Stage::Transition;
    }
}
