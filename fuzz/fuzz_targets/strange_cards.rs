//! Games with the cards of a stranger: the bytes take the embedded cards apart and put them together anew, then choose the boards
//! and who thinks. After each answer every invariant is held against the game.
#![no_main]

use libfuzzer_sys::fuzz_target;

#[path = "../../tests/it/strange_cards.rs"]
mod strange_cards;

fuzz_target!(|bytes: &[u8]| {
    let mut rest = bytes.iter().copied();
    // Bytes, then zeros.
    let mut below = |most: usize| {
        let [high, low] = [(); 2].map(|()| usize::from(rest.next().unwrap_or_default()));
        (high << 8 | low) % most.max(1)
    };
    let deal = below(1 << 16) as u64;
    strange_cards::play(deal, &mut below);
});
