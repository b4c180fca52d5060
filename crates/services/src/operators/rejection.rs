//! Rejections of requests on behalf of a resort.

use std::time::Duration;

use ::operators::access::Act;
use ::operators::checks::Warning;
use ::operators::problem::Problem;
use storage::StoreError;

/// Reason of a rejection.
#[derive(Debug)]
pub enum Rejection {
    /// The key is missing or not valid.
    Unauthorized,
    /// The caller may not do this here.
    Forbidden(Act),
    /// Too many requests; the time to wait.
    TooMany(Duration),
    /// Nothing is published yet.
    Starting,
    /// The input is invalid; every problem is listed.
    Problems(Vec<Problem>),
    /// The resort is no longer served here.
    NoResort,
    /// The named item does not exist.
    NotFound,
    /// The request conflicts with the current state; the text says how to resolve it.
    Conflict(&'static str),
    /// Values look like slips, and are published only if they are confirmed.
    Unconfirmed(Vec<Warning>),
    /// The database failed.
    Storage(StoreError),
    /// A failure that should be impossible.
    Broken(String),
}

impl From<StoreError> for Rejection {
    fn from(error: StoreError) -> Self {
        Self::Storage(error)
    }
}

impl From<Vec<Problem>> for Rejection {
    fn from(problems: Vec<Problem>) -> Self {
        Self::Problems(problems)
    }
}
