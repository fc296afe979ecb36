//! Every complaint with its exact words, and what a right scenario becomes.

mod complaints;
mod expectations;
mod scripts;
mod whole;
