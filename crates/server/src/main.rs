//! The `snow-conditions` program.

use std::process::ExitCode;

fn main() -> ExitCode {
    server::cli::run()
}
