//! Blocks played by a pool of threads, at most two a thread handed out and not yet kept.

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::Duration;

use rayon::prelude::*;
use rayon::{Scope, ThreadPool, ThreadPoolBuildError, ThreadPoolBuilder};

use crate::batch::runner::Kept;
use crate::batch::worker::{BlockResult, PlayGame, Workers};

/// Blocks handed out and not yet kept, for each thread.
const BLOCKS_PER_THREAD: usize = 2;

/// How often the caller hears of progress while no block is finished.
const TICK: Duration = Duration::from_millis(200);

/// Why the threads could not be started.
pub type ThreadsError = ThreadPoolBuildError;

/// Hands blocks to the workers and takes them back in order.
pub(in crate::batch) struct Feed<'a, 'scope, P: PlayGame> {
    workers: &'scope Workers<'scope, P>,
    scope: &'a Scope<'scope>,
    sender: Sender<(u64, BlockResult<P::Error>)>,
    receiver: Receiver<(u64, BlockResult<P::Error>)>,
    /// The most blocks out at a time.
    window: usize,
    /// Those that are.
    out: Vec<u64>,
    /// The next block to hand out.
    next: u64,
    /// One more than the last.
    end: u64,
    /// Blocks that came back before their turn.
    early: BTreeMap<u64, BlockResult<P::Error>>,
}

/// Does that with a feed of the blocks of that part; its threads end with it.
pub(in crate::batch) fn with_feed<'scope, P: PlayGame, T>(
    workers: &'scope Workers<'scope, P>,
    threads: Option<NonZeroUsize>,
    part: Range<u64>,
    work: impl FnOnce(Feed<'_, 'scope, P>) -> T,
) -> Result<T, ThreadsError> {
    let pool = pool(threads)?;
    let window = BLOCKS_PER_THREAD * pool.current_num_threads();
    Ok(pool.in_place_scope(|scope| {
        let (sender, receiver) = channel();
        work(Feed {
            workers,
            scope,
            sender,
            receiver,
            window,
            out: Vec::new(),
            next: part.start,
            end: part.end,
            early: BTreeMap::new(),
        })
    }))
}

fn pool(threads: Option<NonZeroUsize>) -> Result<ThreadPool, ThreadsError> {
    // rayon takes 0 for "as many as the machine has".
    let threads = threads.map_or(0, NonZeroUsize::get);
    ThreadPoolBuilder::new().num_threads(threads).thread_name(|i| format!("table-{i}")).build()
}

/// Does that with each number, begun in order; idle threads of the pool help.
pub(in crate::batch) fn each<T: Send>(numbers: Range<u64>, work: impl Fn(u64) -> T + Sync) -> Vec<T> {
    let next = AtomicU64::new(numbers.start);
    // rayon cuts the range in halves; whoever is free takes the next number, so that what is finished has few gaps.
    let turn = |_| {
        let number = next.fetch_add(1, Ordering::Relaxed);
        (number, work(number))
    };
    let mut done: Vec<(u64, T)> = numbers.into_par_iter().map(turn).collect();
    done.sort_unstable_by_key(|(number, _)| *number);
    done.into_iter().map(|(_, result)| result).collect()
}

impl<'scope, P: PlayGame> Feed<'_, 'scope, P> {
    /// Waits for the block of that index, the next to be kept; none when the run was cancelled before it was finished.
    pub(in crate::batch) fn block(
        &mut self,
        index: u64,
        kept: &dyn Kept,
        tick: &mut dyn FnMut(),
    ) -> BlockResult<P::Error> {
        self.out.retain(|out| *out >= index);
        self.hand_out(kept);
        if index >= self.next {
            return Ok(None);
        }
        loop {
            if let Some(block) = self.early.remove(&index) {
                return block;
            }
            match self.receiver.recv_timeout(TICK) {
                Ok((index, block)) => drop(self.early.insert(index, block)),
                // Never "disconnected": we hold a sender ourselves.
                Err(_) => tick(),
            }
        }
    }

    fn hand_out(&mut self, kept: &dyn Kept) {
        while self.next < self.end && self.out.len() < self.window && !self.workers.is_stopping() {
            if kept.has(self.next) {
                self.next += 1;
                continue;
            }
            self.out.push(self.next);
            let (workers, sender, index) = (self.workers, self.sender.clone(), self.next);
            let before = kept.begun(index);
            // A send fails only when the run is already over.
            self.scope.spawn(move |_| drop(sender.send((index, workers.play_block(index, before)))));
            self.next += 1;
        }
    }
}
