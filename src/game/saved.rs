//! A game put away and taken up again: what changes in it, and the rules it is played by. The cards stay behind, and are
//! recognised by their fingerprint.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::cards::catalog::Catalog;
use crate::turn::BySeat;

use super::advance::Game;
use super::engine::Fixed;
use super::setup::{ScriptedEffect, TableRules};
use super::state::GameState;
use super::thinking::Thinking;

/// A game at rest, in any form that serde can write.
///
/// Made by [`Game::save`], and taken on trust by [`Game::restore`]: what was changed by hand in between may not be a
/// position at all.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SavedGame {
    cards: u64,
    rules: Arc<TableRules>,
    script: Arc<Vec<ScriptedEffect>>,
    thinking: BySeat<Option<Thinking>>,
    state: Arc<GameState>,
}

/// Why a saved game can't be taken up.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum RestoreError {
    /// The catalog is not the one that the game was played with, or was compiled by another version.
    #[error("the game was saved with other cards")]
    OtherCards,
}

impl Game {
    /// The game as it stands. Costs little: nothing is copied before the game goes on. Events that nobody has taken yet are
    /// not kept.
    #[must_use]
    pub fn save(&self) -> SavedGame {
        let (fixed, state) = self.parts();
        let Fixed { catalog, rules, script, thinking } = Fixed::clone(fixed);
        SavedGame { cards: fingerprint(&catalog), rules, script, thinking, state: Arc::clone(state) }
    }

    /// The saved game again, equal to the one that was saved; with the same answers it goes on the same.
    ///
    /// # Errors
    /// [`RestoreError::OtherCards`] when the catalog is another one.
    pub fn restore(saved: SavedGame, catalog: Arc<Catalog>) -> Result<Game, RestoreError> {
        if saved.cards != fingerprint(&catalog) {
            return Err(RestoreError::OtherCards);
        }
        let SavedGame { cards: _, rules, script, thinking, state } = saved;
        Ok(Game::from_parts(Arc::new(Fixed { catalog, rules, script, thinking }), state))
    }
}

/// Tells catalogs apart, within one version of the program.
fn fingerprint(catalog: &Catalog) -> u64 {
    let mut hasher = DefaultHasher::new();
    catalog.hash(&mut hasher);
    hasher.finish()
}
