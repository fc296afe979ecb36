//! A game is a value: it is copied at a decision, and every answer is played out from there.
//!
//! cargo run --release --example fork_a_game

use std::sync::Arc;

use turnlab::prelude::*;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let matchup = Matchup::new(Arc::new(Scenario::load("builtin:/studies/default.toml")?));
    let table = matchup.sit_down(matchup.address(0));
    let (mut game, mut players) = (table.game, Direct::new(table.agents, &table.places));
    // To the first real choice in turn 12.
    while players.advance(&mut game) == Pause::Decide && game.place().turn < 12 {
        players.answer(&mut game);
    }
    let Some(Shape::One(options)) = game.decision().map(|decision| decision.shape.clone()) else { return Ok(()) };
    println!("turn {}, {} ways to go on", game.place().turn, options.len());
    for option in 0..options.len() as u16 {
        let mut branch = game.clone();
        if branch.apply(&Choice::option(option)).is_err() {
            // An act that needs a target or a number besides.
            continue;
        }
        let agents =
            BySeat::new(4, |seat| Box::new(Random::new(Dice::new(1, 0, Lane::Agent(seat.0)))) as Box<dyn Agent>);
        let outcome = play(&mut branch, agents, &mut ());
        println!("{:?}: {outcome:?} in turn {}", options[usize::from(option)], branch.place().turn);
    }
    Ok(())
}
