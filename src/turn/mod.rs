//! (room `turn`)
