//! The `turnlab` command.

use std::process::ExitCode;

fn main() -> ExitCode {
    turnlab::cli::main()
}
