//! What a player may not see changes nothing that the player does: in another world that looks the same from a seat, the
//! seat's agent answers every question the same.

use std::collections::BTreeMap;
use std::sync::Arc;

use rayon::prelude::*;

use turnlab::agents::heuristic::Profiles;
use turnlab::agents::{Agent, Heuristic, Random};
use turnlab::game::settle::{Fault, Reply, settle};
use turnlab::game::{Dice, Game, GameEvent, Lane, Outcome, Pause};
use turnlab::turn::{Seat, TurnEvent};

use crate::random_tables::table;

/// Tables drawn at random, with a game at each.
const TABLES: u64 = if cfg!(debug_assertions) { 25 } else { 1_000 };

/// A player whose memory can be copied, so that the same player can be asked in two worlds.
#[derive(Clone)]
enum Player {
    Random(Box<Random>),
    Heuristic(Arc<Profiles>),
}

impl Player {
    /// Every other seat plays at random.
    fn at(seat: Seat, number: u64, profiles: &Arc<Profiles>) -> Player {
        if (u64::from(seat.0) + number).is_multiple_of(2) {
            Player::Heuristic(Arc::clone(profiles))
        } else {
            Player::Random(Box::new(Random::new(Dice::new(79, number, Lane::Agent(seat.0)))))
        }
    }

    fn answer(&mut self, game: &Game, decider: Seat) -> Option<Result<Reply, Fault>> {
        let view = game.view(decider);
        let decision = view.decision()?;
        Some(match self {
            Player::Random(random) => random.choose(&view, decision),
            Player::Heuristic(profiles) => Heuristic::new(Arc::clone(profiles)).choose(&view, decision),
        })
    }
}

/// Questions of each kind, and how many of their other worlds were really different.
type Asked = BTreeMap<String, (u32, u32)>;

/// Plays a game, asking everything in two worlds.
fn play_in_two_worlds(number: u64) -> Asked {
    let matchup = table(number).matchup;
    let profiles = Arc::new(Profiles::new(matchup.scenario().catalog()));
    let mut game = matchup.sit_down(matchup.address(0)).game;
    let mut players: Vec<Player> =
        Seat::first(matchup.scenario().seats().seats()).map(|seat| Player::at(seat, number, &profiles)).collect();
    let mut dice = Dice::new(80, number, Lane::Chance);
    let mut asked = Asked::new();
    while game.advance() == Pause::Decide {
        game.clear_events();
        let Some((kind, decider)) = game.decision().map(|d| (d.kind, d.decider)) else { break };
        let mut other = game.clone();
        other.permute_hidden(decider, &mut dice);
        let player = &mut players[decider.index()];
        let elsewhere = player.clone().answer(&other, decider);
        let here = player.answer(&game, decider);
        assert_eq!(here, elsewhere, "table {number}, {:?}", game.decision());
        let (all, different) = asked.entry(format!("{kind:?}")).or_default();
        *all += 1;
        *different += u32::from(other != game);
        settle(&mut game, here.unwrap_or(Err(Fault::Late)));
    }
    asked
}

#[test]
fn what_is_hidden_changes_no_choice() {
    let mut asked = Asked::new();
    let games: Vec<Asked> = (0..TABLES).into_par_iter().map(play_in_two_worlds).collect();
    for (kind, (all, different)) in games.into_iter().flatten() {
        let sum = asked.entry(kind).or_default();
        *sum = (sum.0 + all, sum.1 + different);
    }
    let (all, different) = asked.values().fold((0, 0), |sum, one| (sum.0 + one.0, sum.1 + one.1));
    assert!(different * 10 > all * 9, "only {different} of {all} other worlds were different");
    for kind in ["Priority", "Attackers", "Blockers", "Mulligan", "Target", "Search", "Discard", "Scry"] {
        assert!(asked.get(kind).is_some_and(|(_, different)| *different > 0), "{kind}: {asked:?}");
    }
}

/// What a seat sees until it is asked next, everybody answering with the default; and whether something was uncovered.
fn seen_until_asked(game: &mut Game, seat: Seat) -> (Vec<GameEvent>, bool) {
    let (mut seen, mut uncovered) = (Vec::new(), false);
    loop {
        let choice = game.decision().map(|decision| decision.default.clone());
        settle(game, choice.map(Reply::from).ok_or(Fault::Late));
        let over = game.advance() != Pause::Decide;
        for event in game.new_events().to_vec() {
            uncovered |= game.uncovers(seat, &event);
            // How often others were asked is nobody's to see, but for a turn of too many questions.
            uncovered |= matches!(event, GameEvent::GameOver { outcome: Outcome::Stalled { .. } });
            // The clock tells that somebody had something to think about.
            let clock = matches!(event, GameEvent::Turn(TurnEvent::TimeSpent { .. }));
            seen.extend(game.seen_by(seat, &event).filter(|_| !clock));
        }
        game.clear_events();
        if over || game.decision().is_some_and(|decision| decision.decider == seat) {
            uncovered |= game.view(seat).shows_hidden();
            return (seen, uncovered);
        }
    }
}

/// What is not uncovered can't be told apart: until then every world that looks the same goes on to look the same.
#[test]
fn what_shows_nothing_hidden_looks_the_same_in_every_world() {
    let (mut covered, mut uncovered) = (0, 0);
    for number in 0..12 {
        let matchup = table(number).matchup;
        let mut game = matchup.sit_down(matchup.address(0)).game;
        let mut dice = Dice::new(81, number, Lane::Chance);
        let mut asked = 0;
        while game.advance() == Pause::Decide && asked < 150 {
            game.clear_events();
            asked += 1;
            let Some(seat) = game.decision().map(|decision| decision.decider) else { break };
            let mut other = game.clone();
            other.permute_hidden(seat, &mut dice);
            let (here, there) = (seen_until_asked(&mut game, seat), seen_until_asked(&mut other, seat));
            if here.1 || there.1 {
                uncovered += 1;
                continue;
            }
            covered += 1;
            assert_eq!(here.0, there.0, "table {number}, question {asked} to {seat}");
        }
    }
    assert!(covered > 100 && uncovered > 20, "{covered} {uncovered}");
}
