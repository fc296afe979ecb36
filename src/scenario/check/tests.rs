//! Every complaint with its exact words, and what a right scenario becomes.

mod complaints;
mod expectations;
mod formats;
mod scripts;
mod whole;
