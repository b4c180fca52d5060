//! Builds the body of a test delivery: an event with this name that the subscription can get, in its real form, with
//! current values or those that the event would have. A header of the delivery marks it as a test.

use conditions_core::time::Timestamp;
use serde::ser::Error as _;
use uuid::Uuid;

use crate::body::{FreezeError, FrozenBody};
use crate::events::{EVENTS, EventName, Occurrence, Snapshot};
use crate::policy::EventPolicy;
use crate::subscriptions::Subscription;

/// Returns the body of a test of `event`.
///
/// # Errors
/// Returns an error as [`FrozenBody::new`] does.
pub fn body(
    policy: &EventPolicy,
    snapshot: &Snapshot<'_>,
    subscription: &Subscription,
    event: EventName,
    delivery: Uuid,
    now: Timestamp,
) -> Result<FrozenBody, FreezeError> {
    let scope = subscription.resort_slug.as_deref();
    let first = snapshot.resorts.first().map(|resort| resort.slug).unwrap_or_default();
    let slug = scope.unwrap_or(first);
    let of_name = || EVENTS.iter().filter(|of| of.name() == event);
    let reaching = of_name().find(|of| of.audience().includes(slug, scope));
    // Every name has an event for either scope; otherwise another event with the name would do.
    let of = reaching.or_else(|| of_name().next());
    let Some(of) = of else { return Err(serde_json::Error::custom("no event has this name").into()) };
    let sample = of.sample(policy, snapshot, snapshot.place(slug))?;
    let occurrence = Occurrence {
        event,
        audience: of.audience(),
        resort_slug: sample.resort_slug,
        // A test belongs to one subscription and happens as often as it is requested.
        dedupe_key: delivery.to_string(),
        data: sample.data,
        created_at: now,
    };
    FrozenBody::new(delivery, subscription.id, &occurrence)
}

#[cfg(test)]
mod tests;
