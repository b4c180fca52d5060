//! Why something asked in a resort's name is not done.

use std::time::Duration;

use ::operators::access::Act;
use ::operators::checks::Warning;
use ::operators::problem::Problem;
use storage::StoreError;

/// The reasons.
#[derive(Debug)]
pub enum Refusal {
    /// No key that holds was shown.
    Unauthorized,
    /// Whoever asks may not do this here.
    Forbidden(Act),
    /// Too often; how long to wait.
    TooMany(Duration),
    /// Nothing is published yet.
    Starting,
    /// What was sent cannot be taken: every problem.
    Problems(Vec<Problem>),
    /// The resort is not served here any more.
    NoResort,
    /// What is named does not exist.
    NotFound,
    /// It does not go with what stands; how it can.
    Conflict(&'static str),
    /// Values that look like slips, and are published only when they are confirmed.
    Unconfirmed(Vec<Warning>),
    /// The database.
    Storage(StoreError),
    /// A failure that should be impossible.
    Broken(String),
}

impl From<StoreError> for Refusal {
    fn from(error: StoreError) -> Self {
        Self::Storage(error)
    }
}

impl From<Vec<Problem>> for Refusal {
    fn from(problems: Vec<Problem>) -> Self {
        Self::Problems(problems)
    }
}
