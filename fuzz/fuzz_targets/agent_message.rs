//! Lines of a program that plays a seat, as answers to questions of every kind: read, judged, and settled.
#![no_main]

use std::collections::BTreeMap;
use std::sync::{Arc, LazyLock};

use libfuzzer_sys::fuzz_target;
use turnlab::agents::Direct;
use turnlab::game::settle::{Fault, settle};
use turnlab::game::{Game, Pause, check};
use turnlab::scenario::Scenario;
use turnlab::table::Matchup;
use turnlab::table::protocol::{Feature, FromPlayer, Wire};

/// A game at a question, and the line to the seat that is asked.
struct Asked {
    game: Game,
    wire: Wire,
    cards: Vec<usize>,
}

/// Questions of every kind that comes up in some games of players who play at random, two of each.
static ASKED: LazyLock<Vec<Asked>> = LazyLock::new(|| {
    let text = include_str!("../../scenarios/studies/default.toml").replace("\"heuristic\"", "\"random\"");
    let scenario = Scenario::load_from(turnlab_fuzz::HERE, &turnlab_fuzz::Fuzzed(text.as_bytes()));
    let matchup = Matchup::new(Arc::new(scenario.unwrap_or_else(|faults| panic!("{faults}"))));
    let mut asked: BTreeMap<_, Vec<Asked>> = BTreeMap::new();
    for number in 0..6 {
        let table = matchup.sit_down(matchup.address(number));
        let cards = matchup.setup(matchup.address(number)).cards();
        let mut wires: Vec<Wire> =
            table.places.values().iter().map(|seated| Wire::new("1".to_owned(), seated)).collect();
        let (mut game, mut direct) = (table.game, Direct::new(table.agents, &table.places));
        while direct.advance(&mut game) == Pause::Decide {
            game.clear_events();
            if let Some(decision) = game.decision() {
                let kind = asked.entry(decision.kind).or_default();
                let wire = &mut wires[decision.decider.index()];
                let _ = wire.ask(&game.view(decision.decider), decision, 1000);
                if kind.len() < 2 {
                    kind.push(Asked { game: game.clone(), wire: wire.clone(), cards: cards.clone() });
                }
            }
            direct.answer(&mut game);
        }
    }
    asked.into_values().flatten().collect()
});

fuzz_target!(|bytes: &[u8]| {
    let Some((which, line)) = bytes.split_first() else { return };
    let asked = &ASKED[usize::from(*which) % ASKED.len()];
    let names = asked.game.catalog().turn_names();
    match FromPlayer::read(&String::from_utf8_lossy(line)) {
        Ok(Some(FromPlayer::Hello { features, .. })) => drop(Feature::all_named(&features)),
        Ok(Some(FromPlayer::Wants { stops: Some(stops), .. })) => drop(stops.read(names)),
        Ok(Some(FromPlayer::Answer { choice, spent, .. })) => {
            let (mut game, mut wire) = (asked.game.clone(), asked.wire.clone());
            let Some(decision) = game.decision().cloned() else { return };
            let reply = wire.answer(&game.view(decision.decider), &decision, &choice, spent);
            settle(&mut game, reply.map_err(Fault::Unreadable));
            game.advance();
            check(&game, &asked.cards).unwrap_or_else(|violation| panic!("{violation}"));
        }
        _ => {}
    }
});
