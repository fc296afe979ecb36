//! Marks and rewind: a position kept, and gone back to.

/// A mark in a [`History`]. No two marks of a history are equal, forgotten ones included.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Mark(u64);

/// Positions kept in the order they were marked. Going back to one forgets those marked after it.
#[derive(Debug, Clone)]
pub struct History<S> {
    kept: Vec<(Mark, S)>,
    marks: u64,
}

impl<S> Default for History<S> {
    fn default() -> History<S> {
        History { kept: Vec::new(), marks: 0 }
    }
}

impl<S: Clone> History<S> {
    /// An empty history.
    #[must_use]
    pub const fn new() -> History<S> {
        History { kept: Vec::new(), marks: 0 }
    }

    /// Keeps a copy of the position.
    pub fn mark(&mut self, position: &S) -> Mark {
        let mark = Mark(self.marks);
        self.marks += 1;
        self.kept.push((mark, position.clone()));
        mark
    }

    /// The position at that mark, which stays marked; later marks are forgotten. `None` when it has been forgotten itself.
    pub fn rewind(&mut self, mark: Mark) -> Option<S> {
        let at = self.kept.binary_search_by_key(&mark, |(m, _)| *m).ok()?;
        self.kept.truncate(at + 1);
        self.kept.last().map(|(_, position)| position.clone())
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

    #[test]
    fn a_forgotten_mark_stays_forgotten_when_others_take_its_place() {
        let mut history = History::new();
        let a = history.mark(&1);
        let b = history.mark(&2);
        history.rewind(a);
        let c = history.mark(&3);
        assert_eq!(history.rewind(b), None);
        assert_eq!(history.rewind(c), Some(3));
    }
}
