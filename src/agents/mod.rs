//! (room `agents`)
