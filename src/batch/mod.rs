//! (room `batch`)
