//! The `turnlab` command.

fn main() {}
