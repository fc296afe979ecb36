//! (room `cards`)
