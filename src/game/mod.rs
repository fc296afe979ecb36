//! (room `game`)
