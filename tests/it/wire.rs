//! What a seat may not see is in nothing that it is sent: in two games that differ in that alone it gets the same bytes.

use std::sync::Arc;

use rayon::prelude::*;
use serde_json::Value;

use turnlab::agents::heuristic::Profiles;
use turnlab::agents::{Agent, Heuristic, PhaseBegan, Random, phases};
use turnlab::cards::effect::CardId;
use turnlab::cards::source::Source;
use turnlab::game::decision::{Choice, Decision, Item, Shape};
use turnlab::game::settle::settle;
use turnlab::game::view::PlayerView;
use turnlab::game::{Dice, Game, GameEvent, Lane, Pause, Zone};
use turnlab::scenario::{Disk, Scenario};
use turnlab::table::matchup::Matchup;
use turnlab::table::protocol::{ToPlayer, Wire};
use turnlab::turn::{BySeat, Seat, TurnEvent};

use crate::random_tables::table;

/// Tables drawn at random, with a game at each.
const TABLES: u64 = if cfg!(debug_assertions) { 10 } else { 120 };

/// Questions of the other world that are followed after the first, at the most.
const FOLLOWED: u32 = 12;

/// One question in so many is asked in another world, too.
const SAMPLE: u32 = 4;

fn json(message: &ToPlayer) -> String {
    serde_json::to_string(message).expect("a message is JSON")
}

/// What a seat is sent of some events, as [`turnlab::agents::Seats`] passes them on: steps at once, the rest before a question.
#[derive(Clone)]
struct Line {
    seat: Seat,
    wire: Wire,
    news: Vec<GameEvent>,
    sent: Vec<String>,
}

impl Line {
    fn note(&mut self, game: &Game) {
        let began: Vec<PhaseBegan> = phases(game.new_events()).collect();
        self.sent.extend(began.into_iter().map(|began| json(&self.wire.phase(began))));
        self.news.extend(game.new_events().iter().filter_map(|event| game.seen_by(self.seat, event)));
    }

    fn tell(&mut self) {
        let news = std::mem::take(&mut self.news);
        let message = self.wire.events(&news);
        self.sent.push(json(&message));
    }

    fn ask(&mut self, game: &Game) {
        self.tell();
        let view = game.view(self.seat);
        if let Some(decision) = view.decision() {
            let message = self.wire.ask(&view, decision, 5000);
            self.sent.push(json(&message));
        }
    }

    /// What was sent since the last time.
    fn take(&mut self) -> Vec<String> {
        std::mem::take(&mut self.sent)
    }
}

/// A world: a game, what one seat is sent of it, and what has happened in it where everybody can see it.
struct World {
    game: Game,
    line: Line,
    public: Vec<Value>,
}

impl World {
    /// Goes on to the next question to the seat, which is asked it; all others do what they have to. `None` at the end.
    fn go_on(&mut self) -> Option<()> {
        loop {
            let pause = self.game.advance();
            let seat = self.line.seat;
            self.public.extend(self.game.new_events().iter().filter_map(|event| public(seat, event)));
            self.line.note(&self.game);
            self.game.clear_events();
            let decider = self.game.decision().map(|decision| decision.decider);
            match (pause, decider) {
                (Pause::Decide, Some(decider)) if decider == seat => {
                    self.line.ask(&self.game);
                    return Some(());
                }
                (Pause::Decide, Some(_)) => {
                    let default = self.game.decision().map(|decision| decision.default.clone())?;
                    settle(&mut self.game, Ok(default.into()));
                }
                (Pause::Decide, None) | (Pause::Over(_), _) => return None,
            }
        }
    }
}

impl World {
    /// The cards in the hands that the seat may look at: its own, its team's (CR 810.5), and that of a player whom it
    /// controls (CR 723.4).
    fn hands(&self) -> Vec<CardId> {
        let view = self.game.view(self.line.seat);
        let may_look = |other: &Seat| !view.are_opponents(*other, view.seat()) || *other == view.actor();
        Seat::first(view.seats())
            .filter(may_look)
            .flat_map(|other| view.hand_cards(other).collect::<Vec<_>>())
            // What went face down to exile may be looked at by who put it there.
            .chain(view.exile().map(|object| object.card))
            .collect()
    }
}

/// What somebody at the table can see of an event, written down without [`Game::seen_by`]: no hidden move's card, nothing of
/// what others think about, and no object's number.
fn public(seat: Seat, event: &GameEvent) -> Option<Value> {
    let hidden = |zone: Zone, owner: Seat| zone == Zone::Library || zone == Zone::Hand && owner != seat;
    let mut value = serde_json::to_value(event).expect("an event is JSON");
    match event {
        GameEvent::DecisionMade { .. }
        | GameEvent::Refused { .. }
        | GameEvent::Turn(TurnEvent::PriorityGiven { .. } | TurnEvent::Passed { .. } | TurnEvent::TimeSpent { .. }) => {
            return None;
        }
        GameEvent::ZoneChanged { owner, from, to, .. } if hidden(*from, *owner) && hidden(*to, *owner) => {
            value["card"] = Value::Null;
        }
        _ => {}
    }
    forget_numbers(&mut value);
    Some(value)
}

fn forget_numbers(value: &mut Value) {
    match value {
        Value::Object(fields) if fields.contains_key("incarnation") => *value = Value::Null,
        Value::Object(fields) => fields.values_mut().for_each(forget_numbers),
        Value::Array(items) => items.iter_mut().for_each(forget_numbers),
        _ => {}
    }
}

/// Whether the question shows the seat cards that only the question lets it see.
fn shows_hidden_cards(game: &Game, seat: Seat) -> bool {
    let view = game.view(seat);
    view.decision().is_some() && view.shows_hidden()
}

/// What was compared: questions in two worlds, those of them that were really two, and questions further on.
#[derive(Debug, Clone, Copy, Default)]
struct Compared {
    asked: u32,
    different: u32,
    followed: u32,
    /// Objects that changed their zone, and were seen to.
    moved: u32,
    /// Options that were chosen by their number alone.
    numbers: u32,
}

/// Chooses each option by its number alone: what an act needs besides is filled in, and legal. Returns how many there are.
fn numbers_alone(wire: &Wire, view: &PlayerView, decision: &Decision) -> u32 {
    let Shape::One(options) = &decision.shape else { return 0 };
    for (at, item) in options.iter().enumerate() {
        let reply = wire.clone().answer(view, decision, &Value::from(at), 0);
        let reply = reply.unwrap_or_else(|why| panic!("{item:?}: {why}"));
        let judged = view.judge(&reply.choice);
        assert_eq!(judged, Ok(()), "{item:?}: {:?}", reply.choice);
    }
    options.len() as u32
}

/// An object that changes its zone is another object (CR 400.7): no number that a seat was told before the move stands for
/// it. Numbers are given in the order of the messages, so that a new one is higher than all of earlier messages; what
/// enters with counters has them before it is told to have moved.
fn check_numbers(number: u64, messages: &[String], highest: &mut u64) -> u32 {
    let mut moved = 0;
    for message in messages {
        let message: Value = serde_json::from_str(message).expect("a message is JSON");
        for event in message["events"].as_array().into_iter().flatten() {
            if let (Some("zone-changed"), Some(object)) = (event["type"].as_str(), event["object"].as_u64()) {
                assert!(object > *highest, "table {number}: {event} has a number that was given before");
                moved += 1;
            }
        }
        *highest = highest_in(&message).max(*highest);
    }
    moved
}

/// The highest number of an object in there.
fn highest_in(value: &Value) -> u64 {
    match value {
        Value::Object(fields) => {
            let number = |key: &str| fields.get(key).and_then(Value::as_u64).unwrap_or(0);
            let here = ["id", "object", "attacker", "attached_to"].map(number).into_iter().max();
            fields.values().map(highest_in).chain(here).max().unwrap_or(0)
        }
        Value::Array(items) => items.iter().map(highest_in).max().unwrap_or(0),
        _ => 0,
    }
}

/// Asks the pending question in another world too, and follows both as long as nobody can tell them apart.
fn compare(number: u64, game: &Game, line: &Line, dice: &mut Dice, compared: &mut Compared) {
    let seat = line.seat;
    let world = |game: Game| World { game, line: line.clone(), public: Vec::new() };
    let (mut here, mut there) = (world(game.clone()), world(game.clone()));
    there.game.permute_hidden(seat, dice);
    compared.asked += 1;
    compared.different += u32::from(here.game != there.game);
    here.line.ask(&here.game);
    there.line.ask(&there.game);
    assert_eq!(here.line.take(), there.line.take(), "table {number}: a question to {seat:?}");
    let mut player = Random::new(Dice::new(83, number, Lane::Agent(seat.0)));
    for _ in 0..FOLLOWED {
        if shows_hidden_cards(&here.game, seat) {
            return;
        }
        let view = here.game.view(seat);
        let Some(answer) = view.decision().map(|decision| player.choose(&view, decision)) else { return };
        drop(view);
        settle(&mut here.game, answer.clone());
        settle(&mut there.game, answer);
        let going_on = (here.go_on(), there.go_on());
        let drawn = here.hands() != there.hands();
        if drawn || here.public != there.public || going_on.0.is_none() || going_on.1.is_none() {
            return;
        }
        if shows_hidden_cards(&here.game, seat) || shows_hidden_cards(&there.game, seat) {
            return;
        }
        for (here, there) in here.line.take().iter().zip(there.line.take()) {
            assert_eq!(*here, there, "table {number}: what {seat:?} is sent later");
        }
        compared.followed += 1;
    }
}

/// Plays a game and compares now and then.
fn play(number: u64) -> Compared {
    let matchup = table(number).matchup;
    let profiles = Arc::new(Profiles::new(matchup.scenario().catalog()));
    let table = matchup.sit_down(matchup.address(0));
    let mut game = table.game;
    let line = |seat: Seat| {
        let wire = Wire::new("0.0-1".to_owned(), &table.places[seat]);
        Line { seat, wire, news: Vec::new(), sent: Vec::new() }
    };
    let seats = table.places.seats();
    let mut lines: BySeat<Line> = BySeat::new(seats, line);
    let mut players: BySeat<Random> =
        BySeat::new(seats, |seat| Random::new(Dice::new(81, number, Lane::Agent(seat.0))));
    let mut highest = BySeat::new(seats, |_| 0);
    let (mut dice, mut compared) = (Dice::new(82, number, Lane::Chance), Compared::default());
    while game.advance() == Pause::Decide {
        lines.iter_mut().for_each(|(_, line)| line.note(&game));
        game.clear_events();
        let Some(decider) = game.decision().map(|decision| decision.decider) else { break };
        if dice.below(SAMPLE) == 0 {
            compare(number, &game, &lines[decider], &mut dice, &mut compared);
        }
        lines[decider].ask(&game);
        let sent = lines[decider].take();
        compared.moved += check_numbers(number, &sent, &mut highest[decider]);
        let view = game.view(decider);
        let Some(decision) = view.decision() else { break };
        if dice.below(SAMPLE) == 0 {
            compared.numbers += numbers_alone(&lines[decider].wire, &view, decision);
        }
        let answer = if (u64::from(decider.0) + number).is_multiple_of(2) {
            Heuristic::new(Arc::clone(&profiles)).choose(&view, decision)
        } else {
            players[decider].choose(&view, decision)
        };
        // As a program's answer is read, so that what was shown for the question alone ends.
        drop(lines[decider].wire.answer(&view, decision, &Value::from("default"), 1));
        drop(view);
        settle(&mut game, answer);
    }
    compared
}

#[test]
fn what_is_hidden_changes_no_message() {
    let all: Vec<Compared> = (0..TABLES).into_par_iter().map(play).collect();
    let sum = |of: fn(&Compared) -> u32| all.iter().map(of).sum::<u32>();
    let (asked, different, followed) = (sum(|c| c.asked), sum(|c| c.different), sum(|c| c.followed));
    assert!(different * 10 > asked * 9, "only {different} of {asked} other worlds were different");
    assert!(followed > asked, "{followed} messages were followed from {asked} questions");
    assert!(sum(|c| c.moved) > asked, "objects moved");
    assert!(sum(|c| c.numbers) > asked, "options were chosen");
}

/// Of three creatures two are tapped for the ability, but the first has to pay for it.
#[test]
fn what_an_answer_leaves_out_is_filled_so_that_it_can_be_paid() {
    let text = r#"
        schema = 1
        name = "board"
        [game]
        starting_seat = "A"
        [[seat]]
        name = "A"
        battlefield = ["Llanowar Elves", "Runeclaw Bear", "Grizzly Bears", "Symbiotic Deployment"]
        library = [{ card = "Forest", count = 10 }]
        [[seat]]
        name = "B"
        library = [{ card = "Forest", count = 10 }]"#;
    let scenario = Scenario::from_source(&Source::new("board.toml", text.to_owned()), &Disk)
        .unwrap_or_else(|faults| panic!("{faults}"));
    let matchup = Matchup::new(Arc::new(scenario));
    let table = matchup.sit_down(matchup.address(0));
    let mut game = table.game;
    let wire = Wire::new("0.0-1".to_owned(), &table.places[Seat(0)]);
    while game.advance() == Pause::Decide {
        let view = game.view(Seat(0));
        let Some(decision) = view.decision() else { continue };
        let Shape::One(options) = &decision.shape else { panic!("a priority") };
        if let Some(at) = options.iter().position(|item| matches!(item, Item::Activate(..))) {
            let answer = wire.clone().answer(&view, decision, &Value::from(at), 0).map(|reply| reply.choice);
            assert_eq!(answer, Ok(Choice::One(at as u16, vec![Choice::Some(vec![1, 2])])));
            numbers_alone(&wire, &view, decision);
            return;
        }
        let default = decision.default.clone();
        drop(view);
        settle(&mut game, Ok(default.into()));
    }
    panic!("the ability could not be activated");
}
