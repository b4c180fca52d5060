//! `backup`: saves the database and the webhook keys while the service runs. They are separate files, because the keys
//! open what the database seals.

use std::path::PathBuf;

use clap::Args;
use deliveries::keys::Keys;
use storage::backup;

use super::print_text;
use crate::config::Config;
use crate::database;
use crate::error::one_line;

/// Files to write.
#[derive(Debug, Args)]
pub struct Arguments {
    /// New file for the database: a SQLite file, or an archive for pg_restore.
    pub file: PathBuf,
    /// New file for the webhook keys; store it in a different place. Default: the keys are not saved.
    #[arg(long, value_name = "FILE")]
    pub keys: Option<PathBuf>,
}

/// Runs the command.
///
/// # Errors
/// Returns a one-line message if a file exists or cannot be written, or the database cannot be read.
pub fn run(arguments: &Arguments, config: &Config) -> Result<(), String> {
    let place = database::announced(config).map_err(one_line)?;
    let keys = Keys::load(&config.webhooks.key_source(&config.data_dir)).map_err(one_line)?;
    // The keys first: a database without its keys is the worse half.
    let keys_said = match (&arguments.keys, keys) {
        (Some(file), Some(keys)) => {
            backup::write_new(file, keys.ring().expose().as_bytes()).map_err(one_line)?;
            format!("keys saved in {}", file.display())
        }
        (Some(_), None) => "keys do not exist yet".to_owned(),
        (None, Some(_)) => {
            "the webhook keys are not in it: save them with --keys, in a different place".to_owned()
        }
        (None, None) => String::new(),
    };
    backup::database(&place, &arguments.file).map_err(one_line)?;
    let said = format!("database saved in {}\n{keys_said}", arguments.file.display());
    print_text(said.trim_end())
}
