//! The one ordered list of writes. Routes, `Allow`, OpenAPI and the documentation are folds over it.

pub mod openapi;
pub mod shapes;
pub mod snapshot;

use webhooks::subscriptions::Subscription;

use crate::write::{AnyWrite, Request, WriteError};

macro_rules! writes {
    ($($name:ident),* $(,)?) => {
        $(pub mod $name;)*

        /// Every write, in the documented order.
        pub const WRITES: &[&dyn AnyWrite] = &[$(&$name::Op),*];
    };
}

writes! {
    create_webhook,
    delete_webhook,
    redeliver_webhook,
    test_webhook,
    rotate_webhook_secret,
    commit_webhook_secret,
}

/// Path argument of the subscription.
const ID: (&str, &str) = ("id", "The subscription.");

/// What an owner reads of a subscription after a change.
fn owned(request: &Request<'_>) -> Result<Subscription, WriteError> {
    Ok(request.owned()?.subscription.clone())
}

#[cfg(test)]
mod tests;
