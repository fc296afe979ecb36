//! Counting and planning agree on random mana sources and bills.

use proptest::prelude::*;

use super::*;

fn source(slot: Slot) -> impl Strategy<Value = Source> {
    let types = (1..64u8).prop_map(ManaSet::from_bits_truncate);
    let profile = prop_oneof![
        4 => types.clone().prop_map(|free| ManaProfile { units: 1, free, ..ManaProfile::default() }),
        1 => (types.clone(), types.clone()).prop_map(|(free, harmful)| {
            ManaProfile { units: 1, free, harmful: harmful - free, ..ManaProfile::default() }
        }),
        1 => (types, 2..4u8, any::<bool>()).prop_map(|(free, units, mixed)| {
            ManaProfile { units, free, mixed, ..ManaProfile::default() }
        }),
        1 => (0..6usize, 0..6usize).prop_map(|(a, b)| {
            let mut exactly = [0; 6];
            exactly[a] += 1;
            exactly[b] += 1;
            let free = Mana::ALL.into_iter().filter(|m| exactly[*m as usize] > 0).map(Mana::set).collect();
            ManaProfile { units: 2, free, exactly: Some(exactly), costs: 1, ..ManaProfile::default() }
        }),
    ];
    profile.prop_map(move |makes| Source { slot, makes, fights: false, only: None })
}

fn mana_sources() -> impl Strategy<Value = ManaSources> {
    let sources = (0..7u16).prop_flat_map(|n| (0..n).map(source).collect::<Vec<_>>());
    (sources, prop::array::uniform6(0..2u16)).prop_map(|(sources, pool)| {
        let mut mana_sources = ManaSources::new(pool, CostChanges::default());
        for source in &sources {
            mana_sources.add(*source);
        }
        mana_sources
    })
}

fn pips() -> impl Strategy<Value = Vec<Pip>> {
    let pip = (1..64u8, prop_oneof![9 => Just(0u8), 1 => Just(2u8)]);
    prop::collection::vec(
        pip.prop_map(|(types, or_generic)| Pip {
            any_of: ManaSet::from_bits_truncate(types),
            or_generic,
            or_life: false,
        }),
        0..5,
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4000))]

    #[test]
    fn what_is_counted_can_be_planned(mana_sources in mana_sources(), pips in pips(), generic in 0..5u32, except in 0..8u16) {
        let bill = Bill { generic, pips: &pips, narrow: None };
        let planned = mana_sources.plan(bill, &[except]).is_some();
        prop_assert_eq!(mana_sources.can_pay(bill, &[except]), planned);
        prop_assert!(mana_sources.counted(bill, &[except]).is_none_or(|counted| counted == planned));
    }
}
