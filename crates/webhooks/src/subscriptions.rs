//! What may become a subscription, who its owner is and what the owner may do, without HTTP, storage or a clock.
//! Carries `contract-decisions` 12.
//!
//! Each rule says what to store and what to answer; the caller stores it and maps a [`Refusal`] to its interface. What
//! is wrong and what is unknown look alike and take the same way: one lookup, two comparisons of digests.

use conditions_core::time::{HOUR_MS, Timestamp};
use uuid::Uuid;

use crate::Secret;
use crate::callback::{CallbackError, Receiver};
use crate::delivery::subscription::{Proof, State, SubscriptionState};
use crate::events::EventName;
use crate::secret::presented_matches;

pub mod places;
pub mod request;

pub use places::{Caps, Creation, created};
pub use request::{ArgumentProblem, Request, TestRequest};

/// Bytes of a digest of a secret.
pub const DIGEST: usize = 32;

/// Wrong secrets per client and minute.
pub const WRONG_SECRETS_PER_MINUTE: u32 = 60;
/// How long both secrets hold during a rotation, ms.
const ROTATION_MS: i64 = 24 * HOUR_MS;
/// Digest compared against where there is no secret, so that both cases take the same time. No text is known to have it.
const NO_SECRET: [u8; DIGEST] = [0; DIGEST];

/// Why nothing is sent to a subscription that was dropped.
const DROPPED: &str = "this subscription was dropped: eight deliveries in a row failed, or its receiver was called and never \
                       answered with success; make a new one";
/// How long to wait where tests wait already, ms.
const QUEUE_WAIT_MS: u64 = 30_000;

/// A subscription to store.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewSubscription {
    /// Made by the application, once.
    pub id: Uuid,
    /// Where deliveries go, as the owner gave it.
    pub url: String,
    /// Whom it goes to: what the limits per receiver count.
    pub receiver: Receiver,
    /// The events it lists, each once.
    pub events: Vec<EventName>,
    /// Slug of its resort; `None` for a global subscription.
    pub resort_slug: Option<String>,
    /// SHA-256 of the secret.
    pub secret_digest: [u8; DIGEST],
    /// The secret, sealed for this id.
    pub sealed_secret: String,
    /// The client that asks, as the limit per client counts: an IPv4 address or an IPv6 network.
    pub origin: String,
    /// When it was made.
    pub created_at: Timestamp,
}

/// A subscription as stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Subscription {
    /// Its id.
    pub id: Uuid,
    /// Where deliveries go.
    pub url: String,
    /// The events it lists.
    pub events: Vec<EventName>,
    /// Slug of its resort; `None` for a global subscription.
    pub resort_slug: Option<String>,
    /// SHA-256 of the secret.
    pub secret_digest: [u8; DIGEST],
    /// The secret, sealed.
    pub sealed_secret: String,
    /// The new secret while a rotation is under way.
    pub next: Option<NextSecret>,
    /// When it was made.
    pub created_at: Timestamp,
    /// Whether it gets deliveries, and how many failed in a row.
    pub standing: SubscriptionState,
    /// Whether its receiver has ever answered as it should.
    pub proof: Proof,
    /// When it was dropped or removed.
    pub ended_at: Option<Timestamp>,
}

/// How a new test ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TestOutcome {
    /// It waits.
    Queued,
    /// The subscription is unknown or has ended.
    Ended,
    /// As many wait as may.
    TooMany,
}

/// The new secret of a rotation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NextSecret {
    /// SHA-256 of it.
    pub digest: [u8; DIGEST],
    /// The secret, sealed for the subscription's id.
    pub sealed: String,
    /// When it replaces the present one by itself.
    pub until: Timestamp,
}

/// What a bearer is compared with: nothing else of a subscription, so that one that exists takes no longer than one that
/// does not.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Credentials {
    /// SHA-256 of the secret.
    pub digest: [u8; DIGEST],
    /// SHA-256 of the new secret while a rotation is under way, and when it replaces the present one by itself.
    pub next: Option<([u8; DIGEST], Timestamp)>,
    /// Whether the subscription gets deliveries.
    pub state: State,
}

/// Which secret a caller has shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ShownSecret {
    /// The present one.
    Current,
    /// The new one of a rotation.
    Next,
}

/// An owner who has shown a secret.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Owner {
    /// The subscription.
    pub subscription: Subscription,
    /// Which of its secrets was shown.
    pub shown: ShownSecret,
}

/// How a request for a redelivery ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Redelivery {
    /// It waits at the end of its lane.
    Queued,
    /// The subscription has no such delivery.
    Unknown,
    /// It has not ended yet.
    UnderWay,
    /// The subscription has ended.
    Ended,
}

/// Why a request about a subscription is refused. What would tell a stranger something has one text for all cases.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Refusal {
    /// Arguments are wrong.
    Arguments(Vec<ArgumentProblem>),
    /// The URL may not be called, by its text.
    Callback(CallbackError),
    /// The URL's name does not lead to public addresses alone, or to none at all.
    NotPublic,
    /// There is no such subscription, or the secret is another.
    Unauthorized,
    /// Too many of something lately.
    TooMany {
        /// Of what, in the plural.
        what: &'static str,
        /// How long to wait, ms.
        wait_ms: u64,
    },
    /// The service as a whole has no place for another one.
    Full {
        /// How long to wait, ms.
        wait_ms: u64,
    },
    /// The present state does not allow it.
    Conflict(&'static str),
    /// The subscription has no such delivery.
    NoDelivery,
}

impl Refusal {
    /// Too many of something lately.
    #[must_use]
    pub fn too_many(what: &'static str, wait: std::time::Duration) -> Self {
        Self::TooMany { what, wait_ms: u64::try_from(wait.as_millis()).unwrap_or(u64::MAX) }
    }
}

/// What is new about a subscription beside the request: all of it comes from outside this crate.
#[derive(Debug)]
pub struct Material<'a> {
    /// A random id.
    pub id: Uuid,
    /// A new secret.
    pub secret: &'a Secret,
    /// The secret, sealed for the id.
    pub sealed: String,
    /// The client that asks: an IPv4 address or an IPv6 network.
    pub origin: String,
}

/// The subscription to store for a request whose URL was judged to lead to `receiver`. `resort_slug` is the slug of the resort
/// that the request names, by whichever of its names.
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

/// Which secret was presented at `now`; `None` when neither matches. Two comparisons, whatever is known.
#[must_use]
pub fn shown(known: Option<&Credentials>, presented: &str, now: Timestamp) -> Option<ShownSecret> {
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

/// The owner that a secret shows, by what is stored of the subscription itself.
#[must_use]
pub fn owner(subscription: Subscription, presented: &str, now: Timestamp) -> Option<Owner> {
    let credentials = Credentials {
        digest: subscription.secret_digest,
        next: subscription.next.as_ref().map(|next| (next.digest, next.until)),
        state: subscription.standing.state,
    };
    shown(Some(&credentials), presented, now).map(|shown| Owner { subscription, shown })
}

/// Whether anything may be sent because the owner asks for it.
///
/// # Errors
/// [`Refusal::Conflict`] for a subscription that has ended.
pub const fn may_send(subscription: &Subscription) -> Result<(), Refusal> {
    if subscription.standing.is_active() { Ok(()) } else { Err(Refusal::Conflict(DROPPED)) }
}

/// Which event a test is of: the one that is asked for, or the first that the subscription lists.
///
/// # Errors
/// [`Refusal::Arguments`] for an event that the subscription does not list.
pub fn tested(subscription: &Subscription, request: TestRequest) -> Result<EventName, Refusal> {
    match request.event.or_else(|| subscription.events.first().copied()) {
        Some(event) if subscription.events.contains(&event) => Ok(event),
        Some(_) | None => {
            let listed: Vec<&str> = subscription.events.iter().map(|event| event.wire()).collect();
            let message = format!("this subscription does not list it; allowed: {}", listed.join(", "));
            Err(Refusal::Arguments(vec![ArgumentProblem { argument: "event".to_owned(), message }]))
        }
    }
}

/// What storing a test means for who asked for it.
///
/// # Errors
/// [`Refusal::Conflict`] when the subscription has ended meanwhile; [`Refusal::TooMany`] where others wait.
pub const fn test_queued(testing: TestOutcome) -> Result<(), Refusal> {
    match testing {
        TestOutcome::Queued => Ok(()),
        TestOutcome::Ended => Err(Refusal::Conflict(DROPPED)),
        TestOutcome::TooMany => Err(Refusal::TooMany { what: "tests that wait", wait_ms: QUEUE_WAIT_MS }),
    }
}

/// What a redelivery means for who asked for it.
///
/// # Errors
/// Why it is not sent once more.
pub const fn redelivered(redelivery: Redelivery) -> Result<(), Refusal> {
    match redelivery {
        Redelivery::Queued => Ok(()),
        Redelivery::Unknown => Err(Refusal::NoDelivery),
        Redelivery::UnderWay => Err(Refusal::Conflict("this delivery is still under way")),
        Redelivery::Ended => Err(Refusal::Conflict(DROPPED)),
    }
}

/// The new secret to store for a rotation. Both hold until it is committed, or for a day.
#[must_use]
pub fn rotate(secret: &Secret, sealed: String, now: Timestamp) -> NextSecret {
    NextSecret { digest: secret.digest(), sealed, until: now.plus_millis(ROTATION_MS) }
}

/// What storing a rotation means for who asked for it.
///
/// # Errors
/// [`Refusal::Conflict`] when the subscription has ended.
pub const fn rotating(stored: bool) -> Result<(), Refusal> {
    if stored { Ok(()) } else { Err(Refusal::Conflict(DROPPED)) }
}

/// The digest of the new secret that may replace the present one: its owner shows that it has arrived.
///
/// # Errors
/// [`Refusal::Conflict`] without a rotation, and when the present secret was shown.
pub fn commit(owner: &Owner) -> Result<[u8; DIGEST], Refusal> {
    match (&owner.subscription.next, owner.shown) {
        (None, _) => Err(Refusal::Conflict("no new secret was asked for; POST …/rotate gives one")),
        (Some(_), ShownSecret::Current) => Err(Refusal::Conflict(
            "commit with the new secret as the bearer, so that it is known to have arrived",
        )),
        (Some(next), ShownSecret::Next) => Ok(next.digest),
    }
}

/// What the end of a rotation means for who asked for it.
///
/// # Errors
/// [`Refusal::Conflict`] when another new secret has taken the place of the one that was shown.
pub const fn committed(stored: bool) -> Result<(), Refusal> {
    if stored {
        Ok(())
    } else {
        Err(Refusal::Conflict("another new secret was asked for meanwhile; commit that one, or ask again"))
    }
}

#[cfg(test)]
mod tests;
