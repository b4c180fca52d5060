//! Rejections of requests about subscriptions, and the conversion of lower errors into them.

use operations::OpError;
use operations::write::WriteError;
use outbound::guard::GuardError;
use storage::StoreError;
use webhooks::callback::CallbackError;
use webhooks::subscriptions;

/// The reason why a request is not answered.
#[derive(Debug)]
pub enum WebhookError {
    /// The rules reject it.
    Rules(subscriptions::Rejection),
    /// It names no served resort.
    Resort(OpError),
    /// Nothing is published yet.
    Starting,
    /// The database or the keys fail.
    Broken(String),
    /// The database is busy.
    Busy,
}

impl From<subscriptions::Rejection> for WebhookError {
    fn from(refusal: subscriptions::Rejection) -> Self {
        Self::Rules(refusal)
    }
}

impl From<StoreError> for WebhookError {
    fn from(error: StoreError) -> Self {
        if error.is_transient() { Self::Busy } else { Self::Broken(error.to_string()) }
    }
}

impl From<getrandom::Error> for WebhookError {
    fn from(error: getrandom::Error) -> Self {
        Self::Broken(error.to_string())
    }
}

impl From<OpError> for WebhookError {
    fn from(error: OpError) -> Self {
        Self::Resort(error)
    }
}

impl From<WriteError> for WebhookError {
    fn from(error: WriteError) -> Self {
        match error {
            WriteError::Rules(refusal) => Self::Rules(refusal),
            WriteError::Operation(error) => Self::Resort(error),
            WriteError::Starting => Self::Starting,
            WriteError::Broken(error) => Self::Broken(error),
        }
    }
}

impl From<GuardError> for WebhookError {
    fn from(error: GuardError) -> Self {
        Self::Rules(match error {
            // One response for both, because the difference would reveal internal names.
            GuardError::Unresolved | GuardError::Refused(CallbackError::NotPublic) => {
                subscriptions::Rejection::NotPublic
            }
            GuardError::Refused(error) => subscriptions::Rejection::Callback(error),
        })
    }
}
