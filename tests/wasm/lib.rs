//! The default study as WebAssembly: `play` plays a game of it, `word` reads the digest of its events.

use std::cell::RefCell;
use std::sync::Arc;

use turnlab::prelude::*;

thread_local! {
    static STUDY: Matchup = Matchup::new(Arc::new(
        Scenario::load("builtin:/studies/default.toml").expect("the embedded study is right"),
    ));
    static DIGEST: RefCell<[u8; 16]> = const { RefCell::new([0; 16]) };
}

/// Plays that game; its number of turns.
#[unsafe(no_mangle)]
pub extern "C" fn play(game: u32) -> u32 {
    let record = STUDY.with(|study| play_direct(study, study.address(game.into())));
    DIGEST.set(record.game.digest.0);
    record.game.turns
}

/// One of the four words of the last game's digest.
#[unsafe(no_mangle)]
pub extern "C" fn word(index: usize) -> u32 {
    let digest = DIGEST.with_borrow(|digest| *digest);
    digest.chunks_exact(4).nth(index).map_or(0, |word| u32::from_be_bytes([word[0], word[1], word[2], word[3]]))
}
