//! Opens the database and limits the wait of requests for it.

use std::time::Duration;

use storage::{Options, Store, StoreError};

use crate::clock;

/// Maximum wait of a request for the database before the answer is 503.
pub const ANSWER: Duration = Duration::from_millis(4_500);

/// Opens a database by file path or `postgres://` URL and brings its tables up to date.
///
/// # Errors
/// Returns an error of one line that says what to do; nothing is written to a database that fails a check.
pub fn open(location: &str) -> Result<Store, StoreError> {
    open_with(location, &Options::default())
}

/// Opens a database like [`open`], with other options.
///
/// # Errors
/// Returns the errors of [`open`].
pub fn open_with(location: &str, options: &Options) -> Result<Store, StoreError> {
    Store::open(location, options, clock::now())
}
