//! Obstacles to a lane's progress, for callers that wait for its end.

use storage::StoreError;

/// An obstacle to a lane's progress.
#[derive(Debug, thiserror::Error)]
pub enum LaneError {
    /// Another process holds the lease.
    #[error("another process is doing this")]
    Taken,
    /// The lane was stopped.
    #[error("stopped")]
    Stopped,
    /// A call exceeds the whole allowance.
    #[error("one call exceeds the whole allowance")]
    TooHeavy,
    /// The database cannot be read or written.
    #[error(transparent)]
    Storage(#[from] StoreError),
}
