//! One game: seats filled, watched, recorded.

pub mod record;
