//! (room `scenario`)
