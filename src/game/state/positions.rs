//! Positions that have been before: what finds loops (CR 104.4b, 732).

use serde::{Deserialize, Serialize};

use crate::game::decision::Choice;

/// Positions remembered at most: a longer loop is not noticed.
const MAX_POSITIONS: usize = 256;

/// What has resolved since anybody did anything but pass (CR 104.4b).
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub(crate) struct Mandatory {
    pub(crate) resolutions: u32,
    /// Key of an earlier position, and how many resolutions ago it was taken: see [`Mandatory::repeats`].
    pub(crate) earlier: Option<(u64, u32)>,
}

impl Mandatory {
    pub(crate) fn clear(&mut self) {
        *self = Mandatory::default();
    }

    /// Whether the position was here before. One earlier position is kept, for twice as long each time (Brent's cycle
    /// detection, BIT 20, 1980), so that a cycle of any length is found and nothing grows.
    pub(crate) fn repeats(&mut self, key: u64) -> bool {
        match &mut self.earlier {
            Some((earlier, _)) if *earlier == key => return true,
            Some((_, age)) if *age < self.resolutions / 2 => *age += 1,
            _ => self.earlier = Some((key, 0)),
        }
        false
    }
}

/// What was decided in which position of a turn.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub(crate) struct Positions {
    /// By the key of a position with its question, in the order in which they first came.
    seen: Vec<(u64, Vec<Choice>)>,
    /// The place of the position that is asked about.
    here: Option<usize>,
}

impl Positions {
    /// What has been chosen in this very position before.
    pub(crate) fn tried(&self) -> &[Choice] {
        self.here.and_then(|at| self.seen.get(at)).map_or(&[], |(_, tried)| tried)
    }

    /// A turn begins: no position of it has been seen.
    pub(crate) fn clear(&mut self) {
        self.seen.clear();
        self.here = None;
    }

    /// Some position is asked about, none that is known.
    pub(crate) fn leave(&mut self) {
        self.here = None;
    }

    pub(crate) fn enter(&mut self, key: u64) {
        let known = self.seen.iter().position(|(seen, _)| *seen == key);
        if known.is_none() && self.seen.len() < MAX_POSITIONS {
            self.seen.push((key, Vec::new()));
        }
        self.here = known.or_else(|| self.seen.len().checked_sub(1).filter(|at| self.seen[*at].0 == key));
    }

    pub(crate) fn chosen(&mut self, choice: &Choice) {
        if let Some((_, tried)) = self.here.take().and_then(|at| self.seen.get_mut(at))
            && !tried.contains(choice)
        {
            tried.push(choice.clone());
        }
    }
}
