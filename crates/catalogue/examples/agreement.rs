//! Compares the embedded rows with an OpenSkiMap file, `ski_areas.csv` or `ski_areas.geojson`, plain or gzip, and
//! applies the project's thresholds. `cargo xtask catalogue --check FILE` runs it.
#![expect(clippy::print_stdout, reason = "a command line tool prints")]

use std::fs;
use std::process::ExitCode;

use catalogue::agreement::{Gate, check};

fn main() -> ExitCode {
    match std::env::args().nth(1).ok_or_else(|| "agreement FILE".to_owned()).and_then(|file| run(&file)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(reason) => {
            eprintln!("{reason}");
            ExitCode::FAILURE
        }
    }
}

fn run(file: &str) -> Result<(), String> {
    let snapshot = fs::read(file).map_err(|error| format!("{file}: {error}"))?;
    let resorts = catalogue::embedded().map_err(|error| error.to_string())?;
    let agreement = check(&resorts, &snapshot).map_err(|error| format!("{file}: {error}"))?;
    println!("{agreement}");
    let failures = agreement.failures(&Gate::CATALOGUE);
    if failures.is_empty() {
        return Ok(());
    }
    Err(format!("the catalogue misses its bar:\n  {}", failures.join("\n  ")))
}
