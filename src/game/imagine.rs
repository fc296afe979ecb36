//! From what a seat may see to a game that could be the one it plays: how an agent looks ahead.

use std::sync::Arc;

use super::advance::Game;
use super::dice::{Dice, DiceState};
use super::state::Resume;
use super::view::PlayerView;

/// A game that could be the one that is played, as far as the view's seat can tell, and that stands at the same question.
///
/// Everything that the seat may see is as it is, and so is what it knows to lie in a library or a hand: what it looked at
/// there, and what it saw go there. The other cards of each player's hidden places (hands of opponents, libraries, what lies
/// face down) are dealt anew among these places, as those who know the deck lists would. Chance is drawn from dice of their
/// own ([`Lane::Imagined`](super::Lane::Imagined)), which begin where `dice` say: an imagined game knows neither the seed
/// nor the lanes of the real one, so that nobody can look ahead with the real shuffles and coins. The same view and dice
/// give the same game.
///
/// When somebody else has priority, they are asked anew with the cards that they are imagined to have; another question to
/// somebody else stands as it is. Effects that a scenario's script still has to perform are performed.
///
/// ```
/// use turnlab::game::{Dice, Game, imagine, view::PlayerView};
///
/// /// How the game could go on.
/// fn one_of_many(view: &PlayerView, dice: &mut Dice) -> Game {
///     imagine(view, dice)
/// }
/// ```
///
/// A view gives nothing else away: it can't be kept, and what it is made of can't be reached.
///
/// ```compile_fail,E0599
/// # use turnlab::game::view::PlayerView;
/// fn keep(view: &PlayerView) -> PlayerView {
///     view.clone()
/// }
/// ```
/// ```compile_fail,E0616
/// # use turnlab::game::view::PlayerView;
/// fn peek(view: &PlayerView) -> usize {
///     std::sync::Arc::strong_count(&view.state)
/// }
/// ```
#[must_use]
pub fn imagine(view: &PlayerView, dice: &mut Dice) -> Game {
    let (fixed, state) = view.parts();
    let mut state = Arc::clone(state);
    let imagined = Arc::make_mut(&mut state);
    imagined.dice = DiceState::imagined(dice);
    imagined.forget_moved();
    imagined.turns.forget_denied();
    imagined.deal_hidden(&fixed.catalog, view.seat(), dice);
    let asked = imagined.pending.as_ref().filter(|p| p.decision.decider != view.seat());
    if asked.is_some_and(|pending| pending.resume == Resume::Priority) {
        imagined.pending = None;
    }
    Game::from_parts(Arc::clone(fixed), state)
}

impl Game {
    /// Whether it was imagined: its dice are not those of a game that is really played.
    #[must_use]
    pub fn is_imagined(&self) -> bool {
        self.parts().1.dice.are_imagined()
    }
}
