//! smoke
use std::sync::Arc;
use turnlab::agents::*;
use turnlab::cards::catalog::Catalog;
use turnlab::game::setup::*;
use turnlab::game::*;
use turnlab::turn::*;

fn deck(name: &str, cat: &Catalog) -> SeatSetup {
    let text = std::fs::read_to_string(format!("scenarios/decks/{name}.txt")).unwrap();
    let (mut cmd, mut lib, mut main) = (vec![], vec![], false);
    for l in text.lines() {
        match l.trim() {
            "" | "Commander" => {}
            "Deck" => main = true,
            l => {
                let (n, c) = l.split_once(' ').unwrap();
                let id = cat.find(c).unwrap();
                for _ in 0..n.parse::<u32>().unwrap() {
                    if main { lib.push(id) } else { cmd.push(id) }
                }
            }
        }
    }
    SeatSetup { commanders: cmd, library: Some(lib), ..SeatSetup::bare(0) }
}
fn main() {
    let cat = Arc::new(Catalog::builtin().clone());
    let names = ["talrand-extra-turns", "aurelia-extra-combats", "augustin-stasis", "goreclaw-creatures"];
    let n: u64 = std::env::args().nth(1).and_then(|s| s.parse().ok()).unwrap_or(100);
    let check_on = std::env::args().nth(2).is_some();
    let decks: Vec<_> = names.iter().map(|n| deck(n, &cat)).collect();
    let rules = Arc::new(TableRules::commander());
    let (mut turns, mut ends) = (0u64, std::collections::BTreeMap::<String, u32>::new());
    let t = std::time::Instant::now();
    for g in 0..n {
        let seats: BySeat<SeatSetup> = (0..4).map(|i| SeatSetup { entrant: i as u8, ..decks[i].clone() }).collect();
        let mut game = Game::new(Setup {
            catalog: cat.clone(),
            rules: rules.clone(),
            seats,
            master_seed: 7,
            deal: g,
            script: Arc::new(vec![]),
        });
        let mut agents: Seating =
            (0..4).map(|i| Box::new(Random::new(Dice::new(7, g, Lane::Agent(i)))) as Box<dyn Agent>).collect();
        if std::env::var("V").is_ok() {
            eprintln!("game {g}");
        }
        if check_on {
            loop {
                let p = game.advance();
                if let Err(v) = check(&game, &[100; 4]) {
                    panic!("game {g}: {v} at turn {:?} {:?}", game.state(), game.decision());
                }
                if let Pause::Over(_) = p {
                    break;
                }
                game.clear_events();
                let d = game.decision().unwrap().decider;
                let v = game.view(d);
                let r = agents[d].decide(&v, v.decision().unwrap());
                drop(v);
                settle::settle(&mut game, Ok(r));
            }
            let o = game.outcome().unwrap();
            *ends.entry(format!("{o:?}")).or_default() += 1;
            continue;
        }
        let mut ev = Vec::new();
        let o = play(&mut game, &mut agents, &mut ev);
        turns += ev.iter().filter(|e| matches!(e, GameEvent::Turn(TurnEvent::TurnBegan { .. }))).count() as u64;
        *ends.entry(format!("{o:?}")).or_default() += 1;
    }
    let s = t.elapsed().as_secs_f64();
    println!("{n} games, {turns} turns, {:.1} games/s {:.0} turns/s {ends:?}", n as f64 / s, turns as f64 / s);
}
