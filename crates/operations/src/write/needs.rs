//! External inputs of a write: what it needs before it can decide, and what it receives.

use std::net::IpAddr;

use uuid::Uuid;
use webhooks::Secret;
use webhooks::callback::Receiver;
use webhooks::delivery::view::LastDelivery;
use webhooks::policy::EventPolicy;

use super::WriteError;

/// The external inputs of a decision.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Needs {
    /// The limit that counts the request.
    pub limit: Option<Limit>,
    /// A URL to validate as a target of deliveries.
    pub callback: Option<String>,
    /// A new secret, sealed for a subscription.
    pub secret: Option<SealedFor>,
    /// The subscription whose newest attempted delivery is needed.
    pub last_delivery: Option<Uuid>,
}

/// The subscription that a new secret is sealed for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SealedFor {
    /// The one that is created under [`WriteInputs::id`].
    New,
    Known(Uuid),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Limit {
    /// Requests for a subscription, by client.
    Subscribing(IpAddr),
    /// Tests and redeliveries, by subscription, by client and by receiver.
    Sending {
        subscription: Uuid,
        client: IpAddr,
        /// Whether a regular delivery, not a test, has succeeded.
        is_proven: bool,
    },
}

#[derive(Debug)]
pub struct WriteInputs {
    /// A random id for the created object.
    pub id: Uuid,
    /// The thresholds of events.
    pub policy: EventPolicy,
    /// The validated receiver of [`Needs::callback`].
    pub receiver: Option<Receiver>,
    /// The secret of [`Needs::secret`], and its sealed form.
    pub secret: Option<(Secret, String)>,
    /// The delivery of [`Needs::last_delivery`].
    pub last_delivery: Option<LastDelivery>,
}

impl WriteInputs {
    /// Takes the receiver.
    ///
    /// # Errors
    /// Returns [`WriteError::Broken`] if it was not requested.
    pub fn take_receiver(&mut self) -> Result<Receiver, WriteError> {
        self.receiver.take().ok_or_else(|| WriteError::Broken("no URL was validated".to_owned()))
    }

    /// Takes the secret and its sealed form.
    ///
    /// # Errors
    /// Returns [`WriteError::Broken`] if it was not requested.
    pub fn take_secret(&mut self) -> Result<(Secret, String), WriteError> {
        self.secret.take().ok_or_else(|| WriteError::Broken("no secret was made".to_owned()))
    }
}
