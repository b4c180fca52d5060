//! The rules of subscriptions without HTTP, storage or a clock: which may be created, who owns them and what an owner
//! may do. Implements `contract-decisions` 12.
//!
//! Each rule returns what to store and what to answer; the caller stores it and maps a [`Rejection`] to its interface. A
//! wrong secret and an unknown subscription look alike and take the same path: one lookup, two comparisons of digests.

use conditions_core::time::{HOUR_MS, Timestamp};
use uuid::Uuid;

use crate::Secret;
use crate::callback::{CallbackError, Receiver};
use crate::delivery::subscription::{Proof, State, SubscriptionState};
use crate::events::EventName;
use crate::secret::presented_matches;

pub mod quotas;
pub mod request;

pub use quotas::{Caps, Creation, created};
pub use request::{ArgumentProblem, Request, TestRequest};

/// Length of a secret's digest, in bytes.
pub const DIGEST: usize = 32;

/// Allowed wrong secrets per client and minute.
pub const WRONG_SECRETS_PER_MINUTE: u32 = 60;
/// Time for which both secrets are valid during a rotation, in milliseconds.
const ROTATION_MS: i64 = 24 * HOUR_MS;
/// Digest compared if there is no secret, so that both cases take the same time. Texts with this digest are not known.
const NO_SECRET: [u8; DIGEST] = [0; DIGEST];

/// Message for a request to send to a dropped subscription.
const DROPPED: &str = "this subscription was dropped: eight deliveries in a row failed, or its receiver was called and never \
                       answered with success; create a new one";
/// Wait if tests are already pending, in milliseconds.
const QUEUE_WAIT_MS: u64 = 30_000;

/// A subscription to store.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewSubscription {
    /// Id, made by the application.
    pub id: Uuid,
    /// Destination of deliveries, as the owner gave it.
    pub url: String,
    /// Receiver that the limits count.
    pub receiver: Receiver,
    /// Events, without duplicates.
    pub events: Vec<EventName>,
    /// Slug of its resort; `None` for a global subscription.
    pub resort_slug: Option<String>,
    /// SHA-256 of the secret.
    pub secret_digest: [u8; DIGEST],
    /// The secret, sealed for this id.
    pub sealed_secret: String,
    /// Client that made the request, as the limit per client counts it: an IPv4 address or an IPv6 network.
    pub origin: String,
    /// Time of creation.
    pub created_at: Timestamp,
}

/// A stored subscription.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Subscription {
    /// Id of the subscription.
    pub id: Uuid,
    /// Destination of deliveries.
    pub url: String,
    /// Events that it lists.
    pub events: Vec<EventName>,
    /// Slug of its resort; `None` for a global subscription.
    pub resort_slug: Option<String>,
    /// SHA-256 of the secret.
    pub secret_digest: [u8; DIGEST],
    /// Sealed secret.
    pub sealed_secret: String,
    /// New secret during a rotation.
    pub next: Option<NextSecret>,
    /// Time of creation.
    pub created_at: Timestamp,
    /// Whether deliveries are sent, and how many failed in a row.
    pub standing: SubscriptionState,
    /// History of its receiver's successful responses.
    pub proof: Proof,
    /// Time at which it was dropped or removed.
    pub ended_at: Option<Timestamp>,
}

/// The outcome of storing a test delivery.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TestOutcome {
    /// The test is queued.
    Queued,
    /// The subscription is unknown or has ended.
    Ended,
    /// The maximum number of tests is pending.
    TooMany,
}

/// The new secret of a rotation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NextSecret {
    /// SHA-256 of the secret.
    pub digest: [u8; DIGEST],
    /// The secret, sealed for the subscription's id.
    pub sealed: String,
    /// Time at which it replaces the current secret automatically.
    pub until: Timestamp,
}

/// The data that a bearer text is compared with. It excludes the rest of the subscription, so that an existing one
/// takes no longer than a missing one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Credentials {
    /// SHA-256 of the secret.
    pub digest: [u8; DIGEST],
    /// SHA-256 of the new secret during a rotation, and the time at which it replaces the current one automatically.
    pub next: Option<([u8; DIGEST], Timestamp)>,
    /// Whether deliveries are sent.
    pub state: State,
}

/// The secret that a caller presented.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ShownSecret {
    /// The current secret.
    Current,
    /// The new secret of a rotation.
    Next,
}

/// An owner who presented a valid secret.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Owner {
    /// Subscription of the owner.
    pub subscription: Subscription,
    /// Secret that was presented.
    pub shown: ShownSecret,
}

/// The outcome of a request for a redelivery.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Redelivery {
    /// It is queued at the end of its lane.
    Queued,
    /// The subscription has no such delivery.
    Unknown,
    /// It is still in progress.
    UnderWay,
    /// The subscription has ended.
    Ended,
}

/// The reason for rejecting a request about a subscription. Cases that would reveal something to a stranger share one
/// text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Rejection {
    /// Some arguments are invalid.
    Arguments(Vec<ArgumentProblem>),
    /// The text of the URL shows that it must not be called.
    Callback(CallbackError),
    /// The URL's name does not resolve, or not only to public addresses.
    NotPublic,
    /// The subscription does not exist, or the secret is wrong.
    Unauthorized,
    /// A rate limit is exceeded.
    TooMany {
        /// Name of the limited things, in the plural.
        what: &'static str,
        /// Time to wait, in milliseconds.
        wait_ms: u64,
    },
    /// The service has reached its total number of subscriptions.
    Full {
        /// Time to wait, in milliseconds.
        wait_ms: u64,
    },
    /// The current state does not allow the request.
    Conflict(&'static str),
    /// The subscription has no such delivery.
    NoDelivery,
}

impl Rejection {
    /// Returns the rejection for an exceeded rate limit.
    #[must_use]
    pub fn too_many(what: &'static str, wait: std::time::Duration) -> Self {
        Self::TooMany { what, wait_ms: u64::try_from(wait.as_millis()).unwrap_or(u64::MAX) }
    }
}

/// The new data of a subscription in addition to the request. All of it comes from outside this crate.
#[derive(Debug)]
pub struct Material<'a> {
    /// A random id.
    pub id: Uuid,
    /// A new secret.
    pub secret: &'a Secret,
    /// Secret, sealed for the id.
    pub sealed: String,
    /// Client that made the request: an IPv4 address or an IPv6 network.
    pub origin: String,
}

/// Returns the subscription to store for a request with a URL that leads to `receiver`. `resort_slug` is the slug of
/// the resort that the request names by any of its names.
#[must_use]
pub fn create(
    request: Request,
    resort_slug: Option<String>,
    receiver: Receiver,
    material: Material<'_>,
    now: Timestamp,
) -> NewSubscription {
    let Material { id, secret, sealed, origin } = material;
    NewSubscription {
        id,
        url: request.url,
        receiver,
        events: request.events,
        resort_slug,
        secret_digest: secret.digest(),
        sealed_secret: sealed,
        origin,
        created_at: now,
    }
}

/// Returns which secret was presented at `now`; `None` if neither matches. Always makes two comparisons.
#[must_use]
pub fn presented_secret(known: Option<&Credentials>, presented: &str, now: Timestamp) -> Option<ShownSecret> {
    let known = known.filter(|known| known.state != State::Removed);
    let (mut current, mut next) = (NO_SECRET, NO_SECRET);
    if let Some(known) = known {
        (current, next) = (known.digest, known.next.map_or(NO_SECRET, |(digest, _)| digest));
        if known.next.is_some_and(|(_, until)| until <= now) {
            current = NO_SECRET;
        }
    }
    let (is_current, is_next) = (presented_matches(presented, &current), presented_matches(presented, &next));
    match (known, is_current, is_next) {
        (Some(_), _, true) => Some(ShownSecret::Next),
        (Some(_), true, false) => Some(ShownSecret::Current),
        (Some(_) | None, _, _) => None,
    }
}

/// Returns the owner if the presented secret matches the stored subscription.
#[must_use]
pub fn owner(subscription: Subscription, presented: &str, now: Timestamp) -> Option<Owner> {
    let credentials = Credentials {
        digest: subscription.secret_digest,
        next: subscription.next.as_ref().map(|next| (next.digest, next.until)),
        state: subscription.standing.state,
    };
    presented_secret(Some(&credentials), presented, now).map(|shown| Owner { subscription, shown })
}

/// Checks whether the owner may request a delivery.
///
/// # Errors
/// Returns [`Rejection::Conflict`] if the subscription has ended.
pub const fn may_send(subscription: &Subscription) -> Result<(), Rejection> {
    if subscription.standing.is_active() { Ok(()) } else { Err(Rejection::Conflict(DROPPED)) }
}

/// Returns the event of a test: the requested one, or the first that the subscription lists.
///
/// # Errors
/// Returns [`Rejection::Arguments`] for an event that the subscription does not list.
pub fn tested(subscription: &Subscription, request: TestRequest) -> Result<EventName, Rejection> {
    match request.event.or_else(|| subscription.events.first().copied()) {
        Some(event) if subscription.events.contains(&event) => Ok(event),
        Some(_) | None => {
            let listed: Vec<&str> = subscription.events.iter().map(|event| event.wire()).collect();
            let message = format!("this subscription does not list it; allowed: {}", listed.join(", "));
            Err(Rejection::Arguments(vec![ArgumentProblem { argument: "event".to_owned(), message }]))
        }
    }
}

/// Converts the outcome of storing a test into the answer.
///
/// # Errors
/// Returns [`Rejection::Conflict`] if the subscription has ended and [`Rejection::TooMany`] if other tests are pending.
pub const fn test_queued(testing: TestOutcome) -> Result<(), Rejection> {
    match testing {
        TestOutcome::Queued => Ok(()),
        TestOutcome::Ended => Err(Rejection::Conflict(DROPPED)),
        TestOutcome::TooMany => Err(Rejection::TooMany { what: "tests that wait", wait_ms: QUEUE_WAIT_MS }),
    }
}

/// Converts the outcome of a redelivery into the answer.
///
/// # Errors
/// Returns the reason if the delivery is not sent again.
pub const fn redelivered(redelivery: Redelivery) -> Result<(), Rejection> {
    match redelivery {
        Redelivery::Queued => Ok(()),
        Redelivery::Unknown => Err(Rejection::NoDelivery),
        Redelivery::UnderWay => Err(Rejection::Conflict("this delivery is still in progress")),
        Redelivery::Ended => Err(Rejection::Conflict(DROPPED)),
    }
}

/// Returns the new secret to store for a rotation. Both secrets are valid until it is committed, or for a day.
#[must_use]
pub fn rotate(secret: &Secret, sealed: String, now: Timestamp) -> NextSecret {
    NextSecret { digest: secret.digest(), sealed, until: now.plus_millis(ROTATION_MS) }
}

/// Converts the outcome of storing a rotation into the answer.
///
/// # Errors
/// Returns [`Rejection::Conflict`] if the subscription has ended.
pub const fn rotating(stored: bool) -> Result<(), Rejection> {
    if stored { Ok(()) } else { Err(Rejection::Conflict(DROPPED)) }
}

/// Returns the digest of the new secret that may replace the current one. By presenting it the owner proves that it has
/// arrived.
///
/// # Errors
/// Returns [`Rejection::Conflict`] without a rotation, and if the current secret was presented.
pub fn commit(owner: &Owner) -> Result<[u8; DIGEST], Rejection> {
    match (&owner.subscription.next, owner.shown) {
        (None, _) => Err(Rejection::Conflict("no new secret was requested; POST …/rotate returns one")),
        (Some(_), ShownSecret::Current) => Err(Rejection::Conflict(
            "commit with the new secret as the bearer, so that it is known to have arrived",
        )),
        (Some(next), ShownSecret::Next) => Ok(next.digest),
    }
}

/// Converts the outcome of ending a rotation into the answer.
///
/// # Errors
/// Returns [`Rejection::Conflict`] if a newer secret has replaced the presented one.
pub const fn committed(stored: bool) -> Result<(), Rejection> {
    if stored {
        Ok(())
    } else {
        Err(Rejection::Conflict(
            "another new secret has been requested since; commit that one, or request a new one",
        ))
    }
}

#[cfg(test)]
mod tests;
