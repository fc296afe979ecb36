//! (room `arena`)
