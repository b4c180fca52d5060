//! The one ordered list of writes. Routes, `Allow`, OpenAPI and the documentation are folds over it.

pub mod openapi;
pub mod shapes;
pub mod snapshot;

use crate::write::AnyWrite;

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

#[cfg(test)]
mod tests;
