//! An agent of one's own, named in a scenario like a built-in one, in a hundred games against it.
//!
//! cargo run --release --example write_an_agent

use std::sync::Arc;

use turnlab::prelude::*;

/// Attacks the next player with everything, and does the default otherwise.
struct Bold;

impl Agent for Bold {
    fn choose(&mut self, _view: &PlayerView, decision: &Decision) -> Result<Reply, Fault> {
        let everything = match (&decision.shape, decision.kind) {
            (Shape::Assign { items, options, .. }, DecisionKind::Attackers) if !options.is_empty() => {
                Choice::Assign((0..items.len() as u16).map(|item| (item, 0)).collect())
            }
            _ => decision.default.clone(),
        };
        Ok(everything.into())
    }
}

const TABLE: &str = r#"
schema = 1
name = "bold"
[game]
max_turns = 60
[[seat]]
name = "Bold"
deck = "builtin:/decks/goreclaw-creatures.txt"
agent = "bold"
[[seat]]
name = "Random"
deck = "builtin:/decks/goreclaw-creatures.txt"
agent = "random"
[batch]
rotate_seats = true
"#;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let agents = (*AgentRegistry::builtin()).clone().with("bold", |_: Recruit<'_>| Box::new(Bold) as Box<dyn Agent>);
    let files = WithAgents { files: Disk, agents: Arc::new(agents) };
    let matchup = Matchup::new(Arc::new(Scenario::from_source(&Source::new("bold.toml", TABLE), &files)?));
    let ends = (0..100).map(|game| play_direct(&matchup, matchup.address(game)).game);
    let attacked_well = ends.filter(|game| game.winner.as_deref() == Some("Bold")).count();
    println!("Bold won {attacked_well} of 100 games");
    Ok(())
}
