//! Checks an answer against every envelope rule and prints the report. `cargo run -p conformance --example check
//! [FILE]`. Without a file it checks the synthetic `docs/examples/full.json`, and then the same answer with two faults.
#![expect(clippy::print_stdout, reason = "an example prints its result")]

use std::error::Error;

use conformance::report::{Format, format};
use conformance::results;
use serde_json::{Value, json};

const FULL: &str = include_str!("../../../docs/examples/full.json");

fn print(about: &str, answer: &Value) {
    let verdict = results::envelope(about, answer);
    println!("{about}:\n{}", format(&verdict, Format::Human));
}

fn main() -> Result<(), Box<dyn Error>> {
    if let Some(file) = std::env::args().nth(1) {
        print(&file, &serde_json::from_str(&std::fs::read_to_string(&file)?)?);
        return Ok(());
    }
    let mut answer: Value = serde_json::from_str(FULL)?;
    print("full.json", &answer);
    // A number without its source, and a confidence above 1.
    answer["data"]["forecast"]["next14dCm"] = json!(0);
    answer["data"]["baseDepthCm"]["confidence"] = json!(1.5);
    print("full.json with two faults", &answer);
    Ok(())
}
