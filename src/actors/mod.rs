//! (room `actors`)
