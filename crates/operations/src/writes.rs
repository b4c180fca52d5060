//! The one ordered list of writes. Routes, `Allow`, OpenAPI and the documentation are generated from it.

pub mod openapi;
pub mod shapes;
pub mod snapshot;

use std::net::IpAddr;

use webhooks::subscriptions::{self as rules, Subscription};

use crate::write::{AnyWrite, Limit, Needs, Request, WriteError};

macro_rules! writes {
    ($($name:ident),* $(,)?) => {
        $(pub mod $name;)*

        /// Every write, in the documented order.
        pub static WRITES: &[&dyn AnyWrite] = &[$(&$name::Op),*];
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

/// Returns the owner's subscription after a change.
fn owned(request: &Request<'_>) -> Result<Subscription, WriteError> {
    Ok(request.owned()?.subscription.clone())
}

/// Returns the needs of a write that sends something to the owner. Requires an active subscription, a rate limit, and a
/// URL that deliveries may use.
fn sent(subscription: &Subscription, client: IpAddr) -> Result<Needs, WriteError> {
    rules::may_send(subscription)?;
    Ok(Needs {
        limit: Some(Limit::Sending {
            subscription: subscription.id,
            client,
            is_proven: subscription.proof.delivered_at.is_some(),
        }),
        callback: Some(subscription.url.clone()),
        ..Needs::default()
    })
}

#[cfg(test)]
mod tests;
