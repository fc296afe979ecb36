//! A table to try rules on: prepared boards, acts by name, and what came of them.
//!
//! Seats are called A, B, C and D. Every priority is asked for; what a test does not decide is passed or answered by the
//! decision's default. The invariants of the game are checked at every pause.

use std::sync::Arc;

use turnlab::cards::CatalogBuilder;
use turnlab::cards::ability::Ability;
use turnlab::cards::catalog::Catalog;
use turnlab::cards::effect::{AbilityId, CardId, CounterKind};
use turnlab::cards::source::Source;
use turnlab::game::decision::{Choice, Constraint, Decision, DecisionKind, Item, NeedKind, Shape};
use turnlab::game::setup::{PreparedBoard, PreparedPermanent, SeatSetup, Setup, TableRules};
use turnlab::game::stops::Stops;
use turnlab::game::view::SeenObject;
use turnlab::game::{self, Game, GameEvent, LossCause, ObjectId, Outcome, Zone, turn_events};
use turnlab::turn::{BySeat, Phase, Seat, Step, TurnEvent, TurnKind};

/// A seat by its letter.
pub(crate) fn seat(name: &str) -> Seat {
    Seat(name.as_bytes()[0] - b'A')
}

/// A seat's letter.
pub(crate) fn letter(seat: Seat) -> String {
    char::from(b'A' + seat.0).to_string()
}

/// A kind of counter by its name; there must be one.
fn kind_of_counter(catalog: &Catalog, name: &str) -> CounterKind {
    (0..).map(CounterKind).find(|k| catalog.counter(*k) == name).expect("a kind of counter")
}

/// A table before its first turn.
pub(crate) struct Builder {
    catalog: Catalog,
    rules: TableRules,
    seats: Vec<SeatSetup>,
    stops: BySeat<Stops>,
    seed: u64,
}

/// So many players with empty boards, 20 life and a library that never runs out.
pub(crate) fn table(seats: u8) -> Builder {
    let rules = TableRules { ask_all: true, max_turns: 60, ..TableRules::constructed() };
    let stops = BySeat::new(seats.into(), |_| Stops::ALL);
    let seats = (0..seats).map(|n| SeatSetup { board: Some(PreparedBoard::default()), ..SeatSetup::bare(n) }).collect();
    Builder { catalog: Catalog::builtin().clone(), rules, seats, stops, seed: 7 }
}

impl Builder {
    /// Adds cards written as a card file.
    pub(crate) fn cards(mut self, toml: &str) -> Builder {
        let mut builder = CatalogBuilder::from(self.catalog);
        if let Err(faults) = builder.add_file(&Source::new("test.toml", toml)) {
            panic!("{faults}");
        }
        self.catalog = builder.build();
        self
    }

    pub(crate) fn rules(mut self, change: impl Fn(&mut TableRules)) -> Builder {
        change(&mut self.rules);
        self
    }

    pub(crate) fn stops(mut self, who: &str, stops: Stops) -> Builder {
        self.stops[seat(who)] = stops;
        self
    }

    pub(crate) fn seed(mut self, seed: u64) -> Builder {
        self.seed = seed;
        self
    }

    fn id(&self, name: &str) -> CardId {
        self.catalog.find(name).or_else(|| self.catalog.find_token(name)).unwrap_or_else(|| panic!("no card {name}"))
    }

    fn board(&mut self, of: &str, fill: impl FnOnce(&mut PreparedBoard)) {
        fill(self.seats[usize::from(seat(of).0)].board.get_or_insert_default());
    }

    pub(crate) fn life(mut self, of: &str, life: i32) -> Builder {
        self.board(of, |b| b.life = Some(life));
        self
    }

    pub(crate) fn poison(mut self, of: &str, poison: i32) -> Builder {
        self.board(of, |b| b.poison = Some(poison));
        self
    }

    /// Floating mana in WUBRGC order.
    pub(crate) fn mana(mut self, of: &str, mana: [u16; 6]) -> Builder {
        self.board(of, |b| b.mana = mana);
        self
    }

    pub(crate) fn hand(mut self, of: &str, names: &[&str]) -> Builder {
        let cards: Vec<CardId> = names.iter().map(|n| self.id(n)).collect();
        self.board(of, |b| b.hand.extend(cards));
        self
    }

    pub(crate) fn graveyard(mut self, of: &str, names: &[&str]) -> Builder {
        let cards: Vec<CardId> = names.iter().map(|n| self.id(n)).collect();
        self.board(of, |b| b.graveyard.extend(cards));
        self
    }

    /// The whole library, the top card first.
    pub(crate) fn library(mut self, of: &str, names: &[&str]) -> Builder {
        let cards: Vec<CardId> = names.iter().map(|n| self.id(n)).collect();
        self.board(of, |b| b.library_top.extend(cards));
        self.seats[usize::from(seat(of).0)].library = Some(Vec::new());
        self
    }

    /// Permanents; "!" before a name: summoning sick, "~": tapped; " *3 charge" behind it: three counters.
    pub(crate) fn field(mut self, of: &str, names: &[&str]) -> Builder {
        for name in names {
            let (name, counters) = name.split_once(" *").map_or((*name, None), |(n, c)| (n, Some(c)));
            let bare = name.trim_start_matches(['!', '~']);
            let counters = counters.map(|c| {
                let (n, kind) = c.split_once(' ').expect("a number and a kind");
                (kind_of_counter(&self.catalog, kind), n.parse().expect("a number"))
            });
            let card = self.id(bare);
            let permanent = PreparedPermanent {
                card,
                tapped: name.contains('~'),
                summoning_sick: name.contains('!'),
                counters: counters.into_iter().collect(),
            };
            self.board(of, |b| b.battlefield.push(permanent));
        }
        self
    }

    /// So many of that land.
    pub(crate) fn lands(self, of: &str, n: usize, name: &str) -> Builder {
        let names = vec![name; n];
        self.field(of, &names)
    }

    /// A time limit for each turn, in microseconds.
    pub(crate) fn limit(mut self, of: &str, micros: u64) -> Builder {
        self.seats[usize::from(seat(of).0)].limits.per_turn = Some(micros);
        self
    }

    /// A time limit for the whole game, in microseconds.
    pub(crate) fn game_limit(mut self, of: &str, micros: u64) -> Builder {
        self.seats[usize::from(seat(of).0)].limits.per_game = Some(micros);
        self
    }

    /// Commanders, in the command zone.
    pub(crate) fn commander(mut self, of: &str, name: &str) -> Builder {
        let id = self.id(name);
        self.seats[usize::from(seat(of).0)].commanders.push(id);
        self
    }

    /// A deck for a game with mulligans: nobody has a prepared board then.
    pub(crate) fn deck(mut self, of: &str, names: &[&str]) -> Builder {
        let cards = names.iter().map(|n| self.id(n)).collect();
        self.seats[usize::from(seat(of).0)].library = Some(cards);
        self
    }

    pub(crate) fn unprepared(mut self) -> Builder {
        self.seats.iter_mut().for_each(|s| s.board = None);
        self
    }

    /// Sits down; the game stands at its first question.
    pub(crate) fn start(self) -> Table {
        let counts = self.seats.iter().map(|s| self.count(s)).collect();
        let seats = self.seats.len();
        let (list, stops) = (self.seats, self.stops);
        let setup = Setup {
            catalog: Arc::new(self.catalog),
            rules: Arc::new(self.rules),
            seats: BySeat::new(seats, |s| list[s.index()].clone()),
            master_seed: self.seed,
            deal: 0,
            script: Arc::default(),
        };
        let mut table = Table { game: Game::new(setup), log: Vec::new(), counts, stops };
        table.go();
        table
    }

    fn count(&self, of: &SeatSetup) -> usize {
        let board = of.board.clone().unwrap_or_default();
        let cards = board.battlefield.iter().filter(|p| !self.catalog.card(p.card).token).count();
        let lists = [&board.hand, &board.graveyard, &board.command, &board.library_top];
        let library = of.library.as_ref().map_or(0, Vec::len);
        cards + board.exile.len() + lists.iter().map(|l| l.len()).sum::<usize>() + library + of.commanders.len()
    }
}

/// A table at play.
#[derive(Clone)]
pub(crate) struct Table {
    pub(crate) game: Game,
    pub(crate) log: Vec<GameEvent>,
    counts: Vec<usize>,
    stops: BySeat<Stops>,
}

/// An act being put together.
#[must_use]
pub(crate) struct Act<'t> {
    table: &'t mut Table,
    by: Seat,
    item: Item,
    at: Vec<String>,
    paying: Vec<String>,
    x: i32,
}

impl Table {
    // ---- going on ----

    fn go(&mut self) {
        self.game.advance_to(&self.stops);
        self.log.extend_from_slice(self.game.new_events());
        self.game.clear_events();
        if let Err(violation) = game::check(&self.game, &self.counts) {
            panic!("{violation}\n{}", self.describe());
        }
    }

    /// Answers what is asked.
    pub(crate) fn answer(&mut self, choice: Choice) {
        if let Err(why) = self.game.apply(&choice) {
            panic!("{choice:?} is refused: {why}\n{}", self.describe());
        }
        self.go();
    }

    /// Whether that would be a legal answer.
    pub(crate) fn allows(&self, choice: &Choice) -> bool {
        self.game.is_legal(choice).is_ok()
    }

    pub(crate) fn asked(&self) -> &Decision {
        self.game.decision().unwrap_or_else(|| panic!("nothing is asked\n{}", self.describe()))
    }

    pub(crate) fn kind(&self) -> DecisionKind {
        self.asked().kind
    }

    /// Whose decision is pending, and what it is about.
    pub(crate) fn is_asked(&self, who: &str, kind: DecisionKind) -> bool {
        self.game.decision().is_some_and(|d| d.actor == seat(who) && d.kind == kind)
    }

    /// Answers by the default: passes at a priority.
    pub(crate) fn default(&mut self) {
        let default = self.asked().default.clone();
        self.answer(default);
    }

    pub(crate) fn over(&self) -> Option<Outcome> {
        self.game.outcome()
    }

    /// Goes on by defaults until the step of that turn has begun and something is asked in it.
    pub(crate) fn until(&mut self, turn: u32, step: Step) {
        self.by_default_until(|t| t.game.place().turn == turn && t.game.place().step == step);
    }

    /// Goes on by defaults until the n-th turn has begun.
    pub(crate) fn until_turn(&mut self, turn: u32) {
        self.by_default_until(|t| t.game.place().turn == turn);
    }

    /// Goes on by defaults until that is asked.
    pub(crate) fn until_asked(&mut self, who: &str, kind: DecisionKind) {
        self.by_default_until(|t| t.is_asked(who, kind));
    }

    pub(crate) fn by_default_until(&mut self, done: impl Fn(&Table) -> bool) {
        for _ in 0..5000 {
            if done(self) {
                return;
            }
            assert!(self.over().is_none(), "the game is over: {:?}\n{}", self.over(), self.describe());
            self.default();
        }
        panic!("it never came\n{}", self.describe());
    }

    /// Goes on by defaults to the end of the game.
    pub(crate) fn play_out(&mut self) -> Outcome {
        loop {
            if let Some(outcome) = self.over() {
                return outcome;
            }
            self.default();
        }
    }

    /// Passes priorities until the top of the stack has resolved, or something else is asked.
    pub(crate) fn resolve(&mut self) {
        let from = self.log.len();
        while self.game.outcome().is_none() && self.kind() == DecisionKind::Priority {
            self.default();
            let new = &self.log[from..];
            if new.iter().any(|e| matches!(e, GameEvent::Resolved { .. } | GameEvent::Fizzled { .. })) {
                return;
            }
        }
    }

    /// Resolves until the stack is empty, answering by defaults.
    pub(crate) fn resolve_all(&mut self) {
        while self.over().is_none() && (self.kind() != DecisionKind::Priority || self.stack_size() > 0) {
            self.default();
        }
    }

    /// Passes until that seat has priority, in this step.
    pub(crate) fn priority_of(&mut self, who: &str) {
        let place = self.game.place();
        while !self.is_asked(who, DecisionKind::Priority) {
            assert_eq!(self.kind(), DecisionKind::Priority, "{}", self.describe());
            self.default();
            assert_eq!(self.game.place(), place, "{who} has no priority any more");
        }
    }

    // ---- acts ----

    fn act(&mut self, who: &str, find: impl Fn(&Table, Item) -> bool, what: &str) -> Act<'_> {
        self.priority_of(who);
        let item = self.offered(&find).unwrap_or_else(|| panic!("{who} can't {what}\n{}", self.describe()));
        Act { by: seat(who), item, at: Vec::new(), paying: Vec::new(), x: 0, table: self }
    }

    fn offered(&self, find: &impl Fn(&Table, Item) -> bool) -> Option<Item> {
        let Shape::One(items) = &self.asked().shape else { return None };
        items.iter().copied().find(|i| find(self, *i))
    }

    pub(crate) fn cast(&mut self, who: &str, name: &str) -> Act<'_> {
        self.act(who, |t, i| matches!(i, Item::Cast(id, _) if t.name(id) == name), &format!("cast {name}"))
    }

    pub(crate) fn can_cast(&mut self, who: &str, name: &str) -> bool {
        self.priority_of(who);
        self.offered(&|t: &Table, i| matches!(i, Item::Cast(id, _) if t.name(id) == name)).is_some()
    }

    /// Activates the n-th ability, from 0, that the named permanent offers now.
    pub(crate) fn activate(&mut self, who: &str, name: &str) -> Act<'_> {
        self.act(who, |t, i| matches!(i, Item::Activate(id, _) if t.name(id) == name), &format!("activate {name}"))
    }

    /// The activated ability of that place among those of the card, in printed order.
    pub(crate) fn activate_nth(&mut self, who: &str, name: &str, nth: usize) -> Act<'_> {
        let ability = {
            let catalog = self.game.catalog();
            let card = catalog.find(name).unwrap_or_else(|| panic!("no card {name}"));
            let activated = |a: &&AbilityId| matches!(catalog.ability(**a), Ability::Activated(_));
            *catalog.card(card).abilities.iter().filter(activated).nth(nth).expect("an activated ability")
        };
        let find = move |t: &Table, i| matches!(i, Item::Activate(id, a) if t.name(id) == name && a == ability);
        self.act(who, find, &format!("activate {name}"))
    }

    pub(crate) fn can_activate(&mut self, who: &str, name: &str) -> bool {
        self.priority_of(who);
        self.offered(&|t: &Table, i| matches!(i, Item::Activate(id, _) if t.name(id) == name)).is_some()
    }

    pub(crate) fn tap_for_mana(&mut self, who: &str, name: &str) -> Act<'_> {
        self.act(who, |t, i| matches!(i, Item::MakeMana(id, _) if t.name(id) == name), &format!("tap {name}"))
    }

    pub(crate) fn play(&mut self, who: &str, name: &str) {
        self.act(who, |t, i| matches!(i, Item::PlayLand(id) if t.name(id) == name), &format!("play {name}")).now();
    }

    pub(crate) fn can_play(&mut self, who: &str, name: &str) -> bool {
        self.priority_of(who);
        self.offered(&|t: &Table, i| matches!(i, Item::PlayLand(id) if t.name(id) == name)).is_some()
    }

    pub(crate) fn pass(&mut self, who: &str) {
        assert!(self.is_asked(who, DecisionKind::Priority), "{who} has no priority\n{}", self.describe());
        self.answer(Choice::option(0));
    }

    /// Time passes on a seat's clock.
    pub(crate) fn spend(&mut self, who: &str, micros: u64) {
        self.game.charge(seat(who), micros);
        self.go();
    }

    /// A seat is removed from the game from outside.
    pub(crate) fn remove(&mut self, who: &str, cause: LossCause) {
        self.game.remove(seat(who), cause);
        self.go();
    }

    /// Keeps the opening hand.
    pub(crate) fn pass_mulligan(&mut self, who: &str) {
        assert!(self.is_asked(who, DecisionKind::Mulligan), "{}", self.describe());
        self.yes();
    }

    pub(crate) fn concede(&mut self) {
        self.answer(Choice::Concede);
    }

    /// Yes; what must be paid with is the first that will do.
    pub(crate) fn yes(&mut self) {
        let mut fills = Vec::new();
        while let Some(need) = self.game.view(self.asked().decider).next_need(Item::Yes, &fills) {
            let Shape::Some { min, .. } = need.shape else { panic!("{need:?}") };
            fills.push(Choice::Some((0..min).collect()));
        }
        self.answer(Choice::One(0, fills));
    }

    /// Yes, and these are sacrificed, discarded or tapped for it.
    pub(crate) fn yes_with(&mut self, names: &[&str]) {
        let mut fills = Vec::new();
        let mut names = names.iter();
        while let Some(need) = self.game.view(self.asked().decider).next_need(Item::Yes, &fills) {
            let Shape::Some { options, min, .. } = need.shape else { panic!("{need:?}") };
            let mut used = Vec::new();
            for name in names.by_ref().take(min.into()) {
                used.push(self.index(&options, name, &used));
            }
            fills.push(Choice::Some(used));
        }
        self.answer(Choice::One(0, fills));
    }

    pub(crate) fn no(&mut self) {
        self.answer(Choice::option(1));
    }

    /// Goes on to the declaration of attackers and declares these; "D:name" picks by controller.
    pub(crate) fn attack(&mut self, pairs: &[(&str, &str)]) {
        self.by_default_until(|t| t.kind() == DecisionKind::Attackers);
        let choice = self.assignment(pairs);
        self.answer(choice);
    }

    /// Goes on to that seat's declaration of blockers and declares these.
    pub(crate) fn block(&mut self, who: &str, pairs: &[(&str, &str)]) {
        self.until_asked(who, DecisionKind::Blockers);
        let choice = self.assignment(pairs);
        self.answer(choice);
    }

    /// Pairs of names as an answer to what is asked.
    pub(crate) fn assignment(&self, pairs: &[(&str, &str)]) -> Choice {
        let Shape::Assign { items, options, .. } = &self.asked().shape else { panic!("{}", self.describe()) };
        let mut used: Vec<u16> = Vec::new();
        let mut answer = Vec::new();
        for (item, option) in pairs {
            let at = self.index(items, item, &used);
            used.push(at);
            answer.push((at, i32::from(self.index(options, option, &[]))));
        }
        Choice::Assign(answer)
    }

    /// Numbers for named items, as an answer to what is asked.
    pub(crate) fn numbers(&self, pairs: &[(&str, i32)]) -> Choice {
        let Shape::Assign { items, constraint, .. } = &self.asked().shape else { panic!("{}", self.describe()) };
        assert!(matches!(constraint, Constraint::Damage { .. } | Constraint::Sum(_)));
        let mut used: Vec<u16> = Vec::new();
        let mut answer = Vec::new();
        for (item, n) in pairs {
            let at = self.index(items, item, &used);
            used.push(at);
            answer.push((at, *n));
        }
        Choice::Assign(answer)
    }

    fn index(&self, items: &[Item], name: &str, used: &[u16]) -> u16 {
        let is = |(at, item): &(usize, &Item)| !used.contains(&(*at as u16)) && self.is_named(**item, name);
        let found = items.iter().enumerate().find(is);
        found.unwrap_or_else(|| panic!("no {name} among {items:?}\n{}", self.describe())).0 as u16
    }

    fn is_named(&self, item: Item, name: &str) -> bool {
        match item {
            Item::Player(s) => letter(s) == name,
            Item::Object(id) => match name.split_once(':') {
                Some((of, name)) => self.name(id) == name && self.object(id).is_some_and(|o| o.controller == seat(of)),
                None => self.name(id) == name,
            },
            Item::Mode(n) => n.to_string() == name,
            Item::Mana(m) => m.letter().to_string() == name,
            _ => false,
        }
    }

    /// The names of the objects to choose from, or to assign.
    pub(crate) fn options(&self) -> Vec<String> {
        let items: &[Item] = match &self.asked().shape {
            Shape::One(items) | Shape::Some { options: items, .. } | Shape::Order(items) => items,
            Shape::Assign { items, .. } => items,
            Shape::Number { .. } => &[],
        };
        let names =
            items.iter().filter_map(|item| if let Item::Object(id) = item { Some(self.name(*id)) } else { None });
        names.collect()
    }

    /// Answers a choice among options by names, in that order.
    pub(crate) fn choose(&mut self, names: &[&str]) {
        let choice = self.choice(names);
        self.answer(choice);
    }

    fn choice(&self, names: &[&str]) -> Choice {
        let pick = |items: &[Item]| {
            let mut used = Vec::new();
            for name in names {
                used.push(self.index(items, name, &used));
            }
            used
        };
        match &self.asked().shape {
            Shape::One(items) => Choice::option(pick(items)[0]),
            Shape::Some { options, .. } => Choice::Some(pick(options)),
            Shape::Order(items) => Choice::Order(pick(items)),
            other => panic!("{other:?}"),
        }
    }

    // ---- what can be seen ----

    fn everything(&self) -> Vec<SeenObject> {
        let mut seen: Vec<SeenObject> = Vec::new();
        for n in 0..self.counts.len() {
            let view = self.game.view(Seat(n as u8));
            seen.extend(view.hand(Seat(n as u8)));
            seen.extend(view.graveyard(Seat(n as u8)));
        }
        let view = self.game.view(Seat(0));
        seen.extend(view.battlefield());
        seen.extend(view.exile());
        seen.extend(view.command_zone());
        seen
    }

    fn object(&self, id: ObjectId) -> Option<SeenObject> {
        (0..self.counts.len()).find_map(|n| self.game.view(Seat(n as u8)).object(id))
    }

    fn name(&self, id: ObjectId) -> String {
        self.object(id).map_or_else(String::new, |o| self.card_name(o.card))
    }

    pub(crate) fn card_name(&self, card: CardId) -> String {
        self.game.catalog().card(card).name.clone()
    }

    /// What lies in a zone of that seat, by name in order; the battlefield by controller.
    pub(crate) fn zone(&self, of: &str, zone: Zone) -> Vec<String> {
        let owner = |o: &SeenObject| if zone == Zone::Battlefield { o.controller } else { o.owner };
        let all = self.everything().into_iter().filter(|o| o.zone == zone && owner(o) == seat(of));
        all.map(|o| self.card_name(o.card)).collect()
    }

    pub(crate) fn hand(&self, of: &str) -> Vec<String> {
        self.zone(of, Zone::Hand)
    }

    pub(crate) fn graveyard(&self, of: &str) -> Vec<String> {
        self.zone(of, Zone::Graveyard)
    }

    pub(crate) fn exile(&self, of: &str) -> Vec<String> {
        self.zone(of, Zone::Exile)
    }

    pub(crate) fn field(&self, of: &str) -> Vec<String> {
        self.zone(of, Zone::Battlefield)
    }

    /// How many permanents of that name the seat controls.
    pub(crate) fn count(&self, of: &str, name: &str) -> usize {
        self.field(of).iter().filter(|n| *n == name).count()
    }

    pub(crate) fn has(&self, of: &str, name: &str) -> bool {
        self.count(of, name) > 0
    }

    /// The first permanent of that name under the seat's control.
    pub(crate) fn permanent(&self, of: &str, name: &str) -> SeenObject {
        let view = self.game.view(seat(of));
        let found = view.battlefield().find(|o| o.controller == seat(of) && self.card_name(o.card) == name);
        found.unwrap_or_else(|| panic!("{of} has no {name}\n{}", self.describe()))
    }

    /// Power and toughness.
    pub(crate) fn size(&self, of: &str, name: &str) -> (i16, i16) {
        let o = self.permanent(of, name);
        (o.power, o.toughness)
    }

    pub(crate) fn is_tapped(&self, of: &str, name: &str) -> bool {
        self.permanent(of, name).tapped
    }

    /// How many of the seat's permanents are tapped.
    pub(crate) fn tapped(&self, of: &str) -> usize {
        self.game.view(seat(of)).battlefield().filter(|o| o.controller == seat(of) && o.tapped).count()
    }

    pub(crate) fn counters(&self, of: &str, name: &str, kind: &str) -> u16 {
        let catalog = self.game.catalog();
        let kind = kind_of_counter(catalog, kind);
        self.game.view(seat(of)).counters(self.permanent(of, name).id, kind)
    }

    pub(crate) fn tapped_names(&self, of: &str) -> Vec<String> {
        let view = self.game.view(seat(of));
        let tapped = view.battlefield().filter(|o| o.controller == seat(of) && o.tapped);
        tapped.map(|o| self.card_name(o.card)).collect()
    }

    pub(crate) fn life(&self, of: &str) -> i32 {
        self.game.view(seat(of)).life(seat(of))
    }

    pub(crate) fn lives(&self) -> Vec<i32> {
        (0..self.counts.len()).map(|n| self.life(&letter(Seat(n as u8)))).collect()
    }

    pub(crate) fn library_size(&self, of: &str) -> usize {
        self.game.view(seat(of)).library_size(seat(of))
    }

    pub(crate) fn floating(&self, of: &str) -> [u16; 6] {
        self.game.view(seat(of)).floating_mana(seat(of))
    }

    pub(crate) fn stack_size(&self) -> usize {
        self.game.view(Seat(0)).stack().count()
    }

    pub(crate) fn is_living(&self, who: &str) -> bool {
        self.game.view(Seat(0)).is_living(seat(who))
    }

    pub(crate) fn step(&self) -> Step {
        self.game.place().step
    }

    pub(crate) fn turn(&self) -> u32 {
        self.game.place().turn
    }

    pub(crate) fn turn_events(&self) -> Vec<TurnEvent> {
        turn_events(&self.log).copied().collect()
    }

    /// Whose turns began: "A", or "A*" for an extra one.
    pub(crate) fn turns(&self) -> Vec<String> {
        let began = |e: &TurnEvent| match e {
            TurnEvent::TurnBegan { seat, kind: TurnKind::Normal, .. } => Some(letter(*seat)),
            TurnEvent::TurnBegan { seat, .. } => Some(letter(*seat) + "*"),
            _ => None,
        };
        self.turn_events().iter().filter_map(began).collect()
    }

    /// The steps that began in a turn.
    pub(crate) fn steps(&self, turn: u32) -> Vec<Step> {
        let began = |e: &TurnEvent| match e {
            TurnEvent::StepBegan { turn: t, step, .. } if *t == turn => Some(*step),
            _ => None,
        };
        self.turn_events().iter().filter_map(began).collect()
    }

    /// How often a phase began in a turn.
    pub(crate) fn phases(&self, turn: u32, phase: Phase) -> usize {
        let is =
            |e: &&TurnEvent| matches!(e, TurnEvent::PhaseBegan { turn: t, phase: p, .. } if *t == turn && *p == phase);
        self.turn_events().iter().filter(is).count()
    }

    /// How many events are so.
    pub(crate) fn events(&self, is: impl Fn(&GameEvent) -> bool) -> usize {
        self.log.iter().filter(|e| is(e)).count()
    }

    /// Everything a reader of a failed test wants to see.
    pub(crate) fn describe(&self) -> String {
        let place = self.game.place();
        let mut text = format!("turn {} of {}, {:?}\n", place.turn, letter(place.active), place.step);
        for n in 0..self.counts.len() {
            let name = letter(Seat(n as u8));
            text += &format!(
                "{name}: {} life, field {:?}, hand {:?}, graveyard {:?}, exile {:?}\n",
                self.life(&name),
                self.field(&name),
                self.hand(&name),
                self.graveyard(&name),
                self.exile(&name)
            );
        }
        let stack: Vec<String> = self.game.view(Seat(0)).stack().map(|s| self.card_name(s.card)).collect();
        let last: Vec<String> = self.log.iter().rev().take(12).rev().map(|e| format!("  {e:?}")).collect();
        text += &format!("stack {stack:?}\nasked {:?}\nlast\n{}\n", self.game.decision(), last.join("\n"));
        text
    }
}

impl Act<'_> {
    /// Targets by name, in order: a seat's letter, a permanent's name, or "B:name".
    pub(crate) fn at(mut self, targets: &[&str]) -> Self {
        self.at = targets.iter().map(|t| (*t).to_owned()).collect();
        self
    }

    pub(crate) fn x(mut self, x: i32) -> Self {
        self.x = x;
        self
    }

    /// What is sacrificed, discarded or tapped as a cost; the type of mana chosen.
    pub(crate) fn paying(mut self, names: &[&str]) -> Self {
        self.paying = names.iter().map(|t| (*t).to_owned()).collect();
        self
    }

    /// Does it.
    pub(crate) fn now(self) {
        let choice = self.choice();
        self.table.answer(choice);
    }

    /// Whether it may be done so.
    pub(crate) fn allowed(self) -> bool {
        let choice = self.choice();
        self.table.allows(&choice)
    }

    fn choice(&self) -> Choice {
        let t = &*self.table;
        let Shape::One(items) = &t.asked().shape else { panic!("{}", t.describe()) };
        let index = items.iter().position(|i| *i == self.item).expect("it was offered") as u16;
        let view = t.game.view(self.by);
        let (mut fills, mut at, mut paying) = (Vec::new(), self.at.iter(), self.paying.iter());
        while let Some(need) = view.next_need(self.item, &fills) {
            let take = |items: &[Item], n: u16, names: &mut std::slice::Iter<'_, String>| {
                let mut used = Vec::new();
                for _ in 0..n {
                    match names.next() {
                        Some(name) => used.push(t.index(items, name, &used)),
                        None => break,
                    }
                }
                used
            };
            let names = if need.kind == NeedKind::Target { &mut at } else { &mut paying };
            fills.push(match &need.shape {
                Shape::Number { .. } => Choice::Number(self.x),
                Shape::One(items) => {
                    let taken = take(items, 1, names);
                    Choice::option(*taken.first().unwrap_or_else(|| panic!("choose one of {items:?}")))
                }
                Shape::Some { options, max, .. } => Choice::Some(take(options, *max, names)),
                other => panic!("{other:?}"),
            });
        }
        Choice::One(index, fills)
    }
}
