//! Rebuilds the embedded table of airports from the register of OurAirports (`airports.csv`, plain) as of the given
//! day: `airports FILE YYYY-MM-DD`. `cargo xtask airports FILE --dated YYYY-MM-DD` runs it.
#![expect(clippy::print_stdout, reason = "a command line tool prints")]

use std::fs;
use std::path::Path;
use std::process::ExitCode;

use catalogue::airports::{airports, ourairports};
use chrono::NaiveDate;

fn main() -> ExitCode {
    let mut words = std::env::args().skip(1);
    let outcome = match (words.next(), words.next().map(|day| day.parse())) {
        (Some(file), Some(Ok(dated))) => run(&file, dated),
        _ => Err("airports FILE YYYY-MM-DD".to_owned()),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(reason) => {
            eprintln!("{reason}");
            ExitCode::FAILURE
        }
    }
}

fn run(file: &str, dated: NaiveDate) -> Result<(), String> {
    let text = fs::read(file).map_err(|error| format!("{file}: {error}"))?;
    let resorts = catalogue::embedded().map_err(|error| error.to_string())?;
    let read = ourairports::read(&text, &resorts, dated).map_err(|error| format!("{file}: {error}"))?;
    for (reason, rows) in &read.left_out {
        println!("{rows:6} left out: {reason}");
    }
    let gone = airports().rows().iter().filter(|row| read.airports.find(&row.iata).is_none());
    let gone: Vec<&str> = gone.map(|row| row.iata.as_str()).collect();
    println!("{} airports; no longer among them: {}", read.airports.rows().len(), gone.join(" "));
    let table = Path::new(env!("CARGO_MANIFEST_DIR")).join("data/airports.csv");
    fs::write(&table, read.airports.table()).map_err(|error| format!("{}: {error}", table.display()))
}
