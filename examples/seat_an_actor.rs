//! An actor of one's own at the table, among agents: it takes the messages of a seat.
//!
//! cargo run --release --example seat_an_actor

use std::sync::Arc;

use actix::prelude::*;

use turnlab::prelude::*;
use turnlab::table::{ActorSeat, Ask, Play, Sitter, TurnCoordinator};

/// Answers with the default, a moment later, as one that asks a server would.
struct Patient;

impl Actor for Patient {
    type Context = Context<Patient>;
}

impl Handler<Seated> for Patient {
    type Result = Result<Wants, Fault>;

    fn handle(&mut self, seated: Seated, _context: &mut Context<Patient>) -> Self::Result {
        println!("sitting down as {}", seated.names[seated.seat]);
        Ok(Wants::only_asked(Stops::ALL))
    }
}

impl Handler<Ask> for Patient {
    type Result = ResponseFuture<Result<Reply, Fault>>;

    fn handle(&mut self, ask: Ask, _context: &mut Context<Patient>) -> Self::Result {
        let choice = ask.view.decision().map(|decision| decision.default.clone());
        Box::pin(async move { choice.map(Reply::from).ok_or(Fault::Late) })
    }
}

impl Handler<News> for Patient {
    type Result = ();

    fn handle(&mut self, news: News, context: &mut Context<Patient>) {
        if let News::Over(over) = news {
            println!("{:?}", over.outcome);
            context.stop();
        }
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let matchup = Matchup::new(Arc::new(Scenario::load("builtin:/studies/default.toml")?));
    let table = matchup.sit_down(matchup.address(0));
    System::new().block_on(async move {
        let seat = ActorSeat::new(&Patient.start());
        let mut sitters: BySeat<Sitter> = table.agents.into_iter().map(Sitter::Agent).collect();
        sitters[Seat(0)] = Sitter::Actor(seat);
        let coordinator = TurnCoordinator::new(table.game, sitters, table.places).supervised();
        coordinator.send(Play { historian: () }).await??;
        Ok(())
    })
}
