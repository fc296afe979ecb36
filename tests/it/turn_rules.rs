//! The rules of turns one by one, each test named after the rule it proves or the mistake it forbids.

mod ending;
mod extra_turns;
mod house_rules;
mod leaving;
mod modifications;
mod outlook;
mod phases;
mod priority;
mod skips;
mod teams;
mod values;
