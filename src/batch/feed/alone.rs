//! Blocks played on the calling thread, each when it is asked for.

use std::convert::Infallible;
use std::num::NonZeroUsize;
use std::ops::Range;

use crate::batch::runner::Kept;
use crate::batch::worker::{BlockResult, PlayGame, Workers};

/// Why the threads could not be started: there are none to start.
pub type ThreadsError = Infallible;

/// Plays blocks.
pub(in crate::batch) struct Feed<'a, P> {
    workers: &'a Workers<'a, P>,
    part: Range<u64>,
}

/// Does that with a feed; the number of threads means nothing here.
pub(in crate::batch) fn with_feed<'a, P: PlayGame, T>(
    workers: &'a Workers<'a, P>,
    _threads: Option<NonZeroUsize>,
    part: Range<u64>,
    work: impl FnOnce(Feed<'a, P>) -> T,
) -> Result<T, ThreadsError> {
    Ok(work(Feed { workers, part }))
}

/// Does that with each number, in order.
pub(in crate::batch) fn each<T>(numbers: Range<u64>, work: impl Fn(u64) -> T) -> Vec<T> {
    numbers.map(work).collect()
}

impl<P: PlayGame> Feed<'_, P> {
    /// The block of that index; none when the run was cancelled or is over.
    pub(in crate::batch) fn block(
        &mut self,
        index: u64,
        kept: &dyn Kept,
        _tick: &mut dyn FnMut(),
    ) -> BlockResult<P::Error> {
        if index >= self.part.end || self.workers.is_stopping() {
            return Ok(None);
        }
        self.workers.play_block(index, kept.begun(index))
    }
}
