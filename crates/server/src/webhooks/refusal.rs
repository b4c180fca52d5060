//! Why the desk says no, and how failures below it become that.

use std::time::Duration;

use operations::OpError;
use storage::StoreError;
use webhooks::callback::CallbackError;

use super::guard::GuardError;

/// Why the desk says no. What would tell a stranger something is said in one way for all of it.
#[derive(Debug)]
pub enum Refusal {
    /// An argument is wrong, or names no resort.
    Wrong(OpError),
    /// The URL may not be called, by its text.
    Callback(CallbackError),
    /// Its name does not lead to public addresses alone, or to none at all.
    NotPublic,
    /// No such subscription, or another secret.
    Unauthorized,
    /// Too many of something lately.
    TooMany(&'static str, Duration),
    /// It does not go with the present state.
    Conflict(&'static str),
    /// No such delivery of this subscription.
    NoDelivery,
    /// The database or the keys fail.
    Broken(String),
    /// The database is busy.
    Busy,
}

impl From<StoreError> for Refusal {
    fn from(error: StoreError) -> Self {
        if error.is_transient() { Self::Busy } else { Self::Broken(error.to_string()) }
    }
}

impl From<getrandom::Error> for Refusal {
    fn from(error: getrandom::Error) -> Self {
        Self::Broken(error.to_string())
    }
}

impl From<OpError> for Refusal {
    fn from(error: OpError) -> Self {
        Self::Wrong(error)
    }
}

impl From<GuardError> for Refusal {
    fn from(error: GuardError) -> Self {
        match error {
            // Whether a name leads to an inner address or to none is nobody's business outside.
            GuardError::Unresolved | GuardError::Refused(CallbackError::NotPublic) => Self::NotPublic,
            GuardError::Refused(error) => Self::Callback(error),
        }
    }
}
