//! What a write needs from outside before it can decide, and what it is given.

use std::net::IpAddr;

use uuid::Uuid;
use webhooks::Secret;
use webhooks::callback::Receiver;
use webhooks::delivery::view::LastDelivery;
use webhooks::policy::EventPolicy;

use super::WriteError;

/// What a decision needs from outside.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Needs {
    /// The limit that the request counts towards.
    pub limit: Option<Limit>,
    /// A URL to be judged as a target of deliveries.
    pub callback: Option<String>,
    /// A new secret, sealed for a subscription.
    pub secret: Option<SealedFor>,
    /// The newest delivery that was tried of this subscription.
    pub last_delivery: Option<Uuid>,
}

/// The subscription that a new secret is sealed for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SealedFor {
    /// The one that is made under [`WriteInputs::id`].
    New,
    /// One that exists.
    Known(Uuid),
}

/// A limit on how often something is asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Limit {
    /// Requests for a subscription, by client.
    Subscribing(IpAddr),
    /// Tests and redeliveries, by subscription, by client and by whom they reach.
    Sending {
        /// For which subscription.
        subscription: Uuid,
        /// Who asks.
        client: IpAddr,
        /// Whether a delivery that nobody asked for has succeeded.
        is_proven: bool,
    },
}

/// What came from outside.
#[derive(Debug)]
pub struct WriteInputs {
    /// A random id for what the write makes.
    pub id: Uuid,
    /// The thresholds of events.
    pub policy: EventPolicy,
    /// Whom the URL of [`Needs::callback`] was judged to reach.
    pub receiver: Option<Receiver>,
    /// The secret of [`Needs::secret`], and its sealed form.
    pub secret: Option<(Secret, String)>,
    /// What [`Needs::last_delivery`] asks for.
    pub last_delivery: Option<LastDelivery>,
}

impl WriteInputs {
    /// The receiver.
    ///
    /// # Errors
    /// [`WriteError::Broken`] when it was not asked for.
    pub fn take_receiver(&mut self) -> Result<Receiver, WriteError> {
        self.receiver.take().ok_or_else(|| WriteError::Broken("no URL was judged".to_owned()))
    }

    /// The secret and its sealed form.
    ///
    /// # Errors
    /// [`WriteError::Broken`] when it was not asked for.
    pub fn take_secret(&mut self) -> Result<(Secret, String), WriteError> {
        self.secret.take().ok_or_else(|| WriteError::Broken("no secret was made".to_owned()))
    }
}
