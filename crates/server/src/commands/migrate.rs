//! `migrate`: brings the database's tables up to date without serving, for deployments with `--no-migrate`.

use std::io::Write as _;

use runtime::opening;
use storage::{Options, StoreError};

use crate::config::Config;
use crate::database;
use crate::error::one_line;

/// Runs the missing migrations and prints their number.
///
/// # Errors
/// Returns a one-line message if the command fails.
pub fn run(config: &Config) -> Result<(), String> {
    let location = database::location(config).map_err(one_line)?;
    let missing = match opening::open_with(&location, &Options { migrate: false, ..Options::default() }) {
        Ok(store) => {
            store.close();
            0
        }
        Err(StoreError::Outdated { pending, .. }) => pending,
        Err(error) => return Err(one_line(error)),
    };
    let store = opening::open(&location).map_err(one_line)?;
    let place = store.place().to_owned();
    store.close();
    let said = match missing {
        0 => format!("{place}: the tables are up to date"),
        count => format!("{place}: the tables are up to date, after {count} migrations"),
    };
    writeln!(std::io::stdout().lock(), "{said}").map_err(|error| format!("cannot write: {error}"))
}
