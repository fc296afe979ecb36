//! `turnlab run`: many games, measured.
mod course;
mod earlier;
mod interrupt;
mod meter;
mod place;
