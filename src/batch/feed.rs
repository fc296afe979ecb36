//! Where the blocks of a run are played: on many threads with the feature `parallel`, on the calling one without it.
//!
//! Both ways have the same few names, and no block differs between them.

#[cfg(not(feature = "parallel"))]
mod alone;
#[cfg(feature = "parallel")]
mod pool;

#[cfg(not(feature = "parallel"))]
use alone as way;
#[cfg(feature = "parallel")]
use pool as way;

pub use way::ThreadsError;
pub(super) use way::{each, with_feed};
