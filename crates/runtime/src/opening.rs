//! How the database is opened, and how long a request waits for it.

use std::time::Duration;

use storage::{Options, Store, StoreError};

use crate::clock;

/// How long a request waits for the database before it is answered with 503.
pub const ANSWER: Duration = Duration::from_millis(4_500);

/// Opens a database by file path or `postgres://` URL and brings its tables up to date.
///
/// # Errors
/// One line that says what to do; nothing is written to a database that fails a check.
pub fn open(location: &str) -> Result<Store, StoreError> {
    open_with(location, &Options::default())
}

/// Like [`open`], with other options.
///
/// # Errors
/// Like [`open`].
pub fn open_with(location: &str, options: &Options) -> Result<Store, StoreError> {
    Store::open(location, options, clock::now())
}
