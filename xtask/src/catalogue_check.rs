//! `catalogue --check FILE`: the embedded rows against an OpenSkiMap file, with the project's bar.

use std::fs;
use std::path::Path;

use catalogue::agreement::{Gate, check};

pub(crate) fn run(path: &Path) -> Result<(), String> {
    let snapshot = fs::read(path).map_err(|error| format!("{}: {error}", path.display()))?;
    let resorts = catalogue::embedded().map_err(|error| error.to_string())?;
    let agreement = check(&resorts, &snapshot).map_err(|error| format!("{}: {error}", path.display()))?;
    println!("{agreement}");
    let failures = agreement.failures(&Gate::CATALOGUE);
    if failures.is_empty() {
        return Ok(());
    }
    Err(format!("the catalogue misses its bar:\n  {}", failures.join("\n  ")))
}
