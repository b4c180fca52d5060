//! `climate export FILE` and `import winters FILE`: past winters as a file, so that one operator's backfill serves others.

use std::io::Write as _;
use std::path::{Path, PathBuf};

use clap::Subcommand;
use ingest_runner::winter_file;
use runtime::clock;

use crate::config::Config;
use crate::database;
use crate::error::one_line;
use publication::resorts;

/// Action to take.
#[derive(Debug, Clone, Subcommand)]
pub enum ClimateCommand {
    /// Write the stored winters to a compressed file, for `import winters`.
    Export {
        /// File to write; an existing one is replaced.
        file: PathBuf,
    },
}

/// Exports the stored winters.
///
/// # Errors
/// Returns an error if the storage cannot be read or the file cannot be written.
pub fn run(what: &ClimateCommand, config: &Config) -> Result<(), String> {
    let ClimateCommand::Export { file } = what;
    let store = database::existing(config).map_err(one_line)?;
    let resorts = resorts::all_blocking(&store).map_err(one_line)?;
    let exported = winter_file::export(&store, &resorts, file, clock::now()).map_err(one_line)?;
    print_line(&format!(
        "{} winters of {} resorts exported to {}",
        exported.winters,
        exported.resorts,
        file.display()
    ))
}

/// Imports winters from a file that `climate export` wrote.
///
/// # Errors
/// Returns an error if the file is damaged or foreign, or the storage cannot be written; nothing is imported then.
pub fn import(config: &Config, file: &Path) -> Result<(), String> {
    let store = database::open(config).map_err(one_line)?;
    let resorts = resorts::all_blocking(&store).map_err(one_line)?;
    let (header, imported) = winter_file::import(&store, &resorts, file, clock::now()).map_err(one_line)?;
    print_line(&format!(
        "{} winters added, {} completed, {} on record already; left out: {} of unknown resorts, {} of resorts at another \
         place\n{} {}, made {}; licence {}: {}",
        imported.added,
        imported.completed,
        imported.kept,
        imported.unknown,
        imported.elsewhere,
        header.dataset,
        header.period,
        header.made,
        header.licence,
        header.credit,
    ))
}

fn print_line(text: &str) -> Result<(), String> {
    writeln!(std::io::stdout().lock(), "{text}").map_err(|error| format!("cannot write: {error}"))
}
