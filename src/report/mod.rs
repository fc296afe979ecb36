//! (room `report`)
