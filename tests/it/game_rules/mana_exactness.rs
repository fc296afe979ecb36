//! What can be paid, against a search that tries everything (CR 601.2g, 601.2h).

use proptest::prelude::*;
use turnlab::cards::mana::{Mana, ManaCost};
use turnlab::turn::Step;

use super::table::table;

/// What a source makes: alternatives, each so much mana in WUBRGC order; and what it must be fed.
struct Source {
    name: &'static str,
    fed: u16,
    makes: &'static [[u16; 6]],
}

const SOURCES: &[Source] = &[
    Source { name: "Plains", fed: 0, makes: &[[1, 0, 0, 0, 0, 0]] },
    Source { name: "Island", fed: 0, makes: &[[0, 1, 0, 0, 0, 0]] },
    Source { name: "Swamp", fed: 0, makes: &[[0, 0, 1, 0, 0, 0]] },
    Source { name: "Wastes", fed: 0, makes: &[[0, 0, 0, 0, 0, 1]] },
    Source { name: "Azorius Guildgate", fed: 0, makes: &[[1, 0, 0, 0, 0, 0], [0, 1, 0, 0, 0, 0]] },
    Source { name: "Dimir Guildgate", fed: 0, makes: &[[0, 1, 0, 0, 0, 0], [0, 0, 1, 0, 0, 0]] },
    Source {
        name: "Crumbling Necropolis",
        fed: 0,
        makes: &[[0, 1, 0, 0, 0, 0], [0, 0, 1, 0, 0, 0], [0, 0, 0, 1, 0, 0]],
    },
    Source { name: "Adarkar Wastes", fed: 0, makes: &[[1, 0, 0, 0, 0, 0], [0, 1, 0, 0, 0, 0], [0, 0, 0, 0, 0, 1]] },
    Source { name: "Sol Ring", fed: 0, makes: &[[0, 0, 0, 0, 0, 2]] },
    Source {
        name: "Gilded Lotus",
        fed: 0,
        makes: &[[3, 0, 0, 0, 0, 0], [0, 3, 0, 0, 0, 0], [0, 0, 3, 0, 0, 0], [0, 0, 0, 3, 0, 0], [0, 0, 0, 0, 3, 0]],
    },
    Source { name: "Azorius Signet", fed: 1, makes: &[[1, 1, 0, 0, 0, 0]] },
    Source { name: "Dimir Signet", fed: 1, makes: &[[0, 1, 1, 0, 0, 0]] },
    Source { name: "Rakdos Signet", fed: 1, makes: &[[0, 0, 1, 1, 0, 0]] },
];

const COSTS: &[&str] = &[
    "{1}",
    "{W}",
    "{U}{U}",
    "{W}{U}",
    "{2}{U}",
    "{W}{W}{B}",
    "{1}{U}{B}",
    "{B}{R}",
    "{W}{U}{B}",
    "{3}{U}{U}",
    "{4}",
    "{2}{W}{U}",
    "{W/U}{W/U}",
    "{2/W}{2/W}",
    "{2/U}{U}",
    "{1}{B/R}{U}",
    "{5}{W}",
    "{C}{U}",
    "{U}{B}{R}",
    "{3}{W}{B}",
];

fn cards() -> String {
    let card = |(n, cost): (usize, &&str)| {
        format!("[[card]]\nname = \"Cost {n}\"\ncost = \"{cost}\"\ntype = \"Sorcery\"\nspell = {{ draw = {{}} }}\n")
    };
    COSTS.iter().enumerate().map(card).collect()
}

/// Whether so much mana pays the cost.
fn pays(pool: [u16; 6], cost: &ManaCost, from: usize) -> bool {
    let Some(pip) = cost.pips.get(from) else { return pool.iter().sum::<u16>() >= cost.generic };
    let by_colour = Mana::ALL.into_iter().filter(|m| pip.any_of.contains(m.set())).any(|m| {
        let mut left = pool;
        pool[m as usize] > 0 && {
            left[m as usize] -= 1;
            pays(left, cost, from + 1)
        }
    });
    let dearer = ManaCost { generic: cost.generic + u16::from(pip.or_generic), ..cost.clone() };
    by_colour || pip.or_generic > 0 && pays(pool, &dearer, from + 1)
}

/// Whether some way to tap these sources pays the cost.
fn payable(sources: &mut Vec<usize>, pool: [u16; 6], cost: &ManaCost) -> bool {
    if pays(pool, cost, 0) {
        return true;
    }
    for at in 0..sources.len() {
        let taken = sources.remove(at);
        let source = &SOURCES[taken];
        let feeds: Vec<[u16; 6]> = if source.fed == 0 {
            vec![pool]
        } else {
            let spent = |m: usize| (pool[m] > 0).then(|| std::array::from_fn(|i| pool[i] - u16::from(i == m)));
            (0..6).filter_map(spent).collect()
        };
        let found = feeds.iter().any(|fed| {
            source.makes.iter().any(|made| payable(sources, std::array::from_fn(|i| fed[i] + made[i]), cost))
        });
        sources.insert(at, taken);
        if found {
            return true;
        }
        if source.fed == 0 {
            // Plain sources may be tapped in any order, so each must have been tapped first or never.
            let mut without = sources.clone();
            without.remove(at);
            return payable(&mut without, pool, cost);
        }
    }
    false
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 100, ..ProptestConfig::default() })]

    #[test]
    fn what_is_offered_is_exactly_what_can_be_paid(mut field in prop::collection::vec(0..SOURCES.len(), 0..6)) {
        let names: Vec<&str> = field.iter().map(|at| SOURCES[*at].name).collect();
        let hand: Vec<String> = (0..COSTS.len()).map(|n| format!("Cost {n}")).collect();
        let hand: Vec<&str> = hand.iter().map(String::as_str).collect();
        let mut t = table(2).cards(&cards()).field("A", &names).hand("A", &hand).start();
        t.until(1, Step::PrecombatMain);
        field.sort_unstable();
        for (name, written) in hand.iter().zip(COSTS) {
            let cost: ManaCost = written.parse().expect("a cost");
            prop_assert_eq!(t.can_cast("A", name), payable(&mut field, [0; 6], &cost), "{} with {:?}", written, names);
            if t.can_cast("A", name) {
                check_payment(t.clone(), name, &cost)?;
            }
        }
    }
}

/// What was made is what was paid and what floats.
fn check_payment(mut t: super::table::Table, name: &str, cost: &ManaCost) -> Result<(), TestCaseError> {
    if cost.pips.iter().any(|p| p.or_generic > 0) {
        return Ok(());
    }
    t.cast("A", name).now();
    let of = |name: &String| SOURCES.iter().find(|s| s.name == name).expect("a source");
    let tapped: Vec<String> = t.tapped_names("A");
    let made: u16 = tapped.iter().map(|n| of(n).makes[0].iter().sum::<u16>() - of(n).fed).sum();
    prop_assert_eq!(made, cost.mana_value(0) + t.floating("A").iter().sum::<u16>(), "{} by {:?}", name, tapped);
    Ok(())
}
