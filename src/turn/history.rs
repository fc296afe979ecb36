//! Marks and rewind: a position kept, and gone back to.

/// A mark in a [`History`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Mark(usize);

/// Positions kept in the order they were marked. Going back to one forgets those marked after it.
#[derive(Debug, Clone, Default)]
pub struct History<S> {
    kept: Vec<S>,
}

impl<S: Clone> History<S> {
    /// An empty history.
    #[must_use]
    pub const fn new() -> History<S> {
        History { kept: Vec::new() }
    }

    /// Keeps a copy of the position.
    pub fn mark(&mut self, position: &S) -> Mark {
        self.kept.push(position.clone());
        Mark(self.kept.len() - 1)
    }

    /// The position at that mark, which stays marked; later marks are forgotten. `None` when it has been forgotten itself.
    pub fn rewind(&mut self, mark: Mark) -> Option<S> {
        let position = self.kept.get(mark.0)?.clone();
        self.kept.truncate(mark.0 + 1);
        Some(position)
    }

    /// How many positions are kept.
    #[must_use]
    pub fn len(&self) -> usize {
        self.kept.len()
    }

    /// Whether none is kept.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.kept.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rewinding_forgets_later_marks() {
        let mut history = History::new();
        let a = history.mark(&1);
        let b = history.mark(&2);
        assert_eq!(history.rewind(a), Some(1));
        assert_eq!(history.rewind(b), None);
        assert_eq!(history.len(), 1);
    }
}
