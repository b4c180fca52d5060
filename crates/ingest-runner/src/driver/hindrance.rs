//! What keeps a lane from going on, for whoever waits for its end.

use storage::StoreError;

/// What keeps a lane from going on.
#[derive(Debug, thiserror::Error)]
pub enum Hindrance {
    /// Another process holds the lease.
    #[error("another process is at it")]
    Taken,
    /// It was told to stop.
    #[error("told to stop")]
    Stopped,
    /// A call counts more than the whole allowance.
    #[error("one call counts more than the whole allowance")]
    TooHeavy,
    /// The database cannot be read or written.
    #[error(transparent)]
    Storage(#[from] StoreError),
}
