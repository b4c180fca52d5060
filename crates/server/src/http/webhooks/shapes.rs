//! The answers of the webhook endpoints, member by member.

use conditions_core::time::Timestamp;
use serde::Serialize;
use storage::webhooks::outbox::{AttemptView, DeliveryView, LastDelivery};
use storage::webhooks::subscriptions::Subscription;
use uuid::Uuid;
use webhooks::delivery::subscription::State;
use webhooks::events::EventName;

use crate::webhooks::desk::{Created, Rotation};

/// What every answer is wrapped in.
#[derive(Serialize)]
pub(super) struct Data<T> {
    data: T,
}

/// A page of a list.
#[derive(Serialize)]
pub(super) struct Page<T> {
    meta: PageMeta,
    data: Vec<T>,
}

#[derive(Serialize)]
struct PageMeta {
    /// What `before` takes for the next page; null on the last one.
    next: Option<i64>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct CreatedShape<'a> {
    id: String,
    secret: &'a str,
    url: &'a str,
    events: &'a [EventName],
    #[serde(skip_serializing_if = "Option::is_none")]
    resort_slug: Option<&'a str>,
    created_at: Timestamp,
}

pub(super) fn created(created: &Created) -> Data<CreatedShape<'_>> {
    Data {
        data: CreatedShape {
            id: created.id.to_string(),
            secret: created.secret.expose(),
            url: &created.url,
            events: &created.events,
            resort_slug: created.resort_slug.as_deref(),
            created_at: created.created_at,
        },
    }
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct SubscriptionShape<'a> {
    id: String,
    url: &'a str,
    events: &'a [EventName],
    #[serde(skip_serializing_if = "Option::is_none")]
    resort_slug: Option<&'a str>,
    created_at: Timestamp,
    state: &'static str,
    consecutive_failures: u32,
    last_delivery: Option<LastShape<'a>>,
    /// When a new secret takes the present one's place by itself; null when none is to.
    rotates_at: Option<Timestamp>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct LastShape<'a> {
    id: String,
    event: EventName,
    state: &'static str,
    attempt: AttemptShape<'a>,
}

pub(super) fn subscription(subscription: &Subscription) -> Data<SubscriptionShape<'_>> {
    Data {
        data: SubscriptionShape {
            id: subscription.id.to_string(),
            url: &subscription.url,
            events: &subscription.events,
            resort_slug: subscription.resort_slug.as_deref(),
            created_at: subscription.created_at,
            state: match subscription.standing.state {
                State::Active => "active",
                State::Dropped => "dropped",
                State::Removed => "removed",
            },
            consecutive_failures: subscription.standing.consecutive_failures,
            last_delivery: subscription.last_delivery.as_ref().map(last),
            rotates_at: subscription.next.as_ref().map(|next| next.until),
        },
    }
}

fn last(last: &LastDelivery) -> LastShape<'_> {
    LastShape {
        id: last.id.to_string(),
        event: last.event,
        state: state(last.stage),
        attempt: attempt(&last.attempt),
    }
}

/// The word for a stage that owners read.
fn state(stage: &'static str) -> &'static str {
    if stage == "claimed" { "underWay" } else { stage }
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct DeliveryShape<'a> {
    id: String,
    event: EventName,
    test: bool,
    state: &'static str,
    created_at: Timestamp,
    due_at: Option<Timestamp>,
    ended_at: Option<Timestamp>,
    attempts: Vec<AttemptShape<'a>>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct AttemptShape<'a> {
    number: u32,
    started_at: Timestamp,
    /// How long it took.
    millis: i64,
    /// Status code of the answer.
    status: Option<u16>,
    /// Why there was none.
    error: Option<&'a str>,
    /// The beginning of its body.
    snippet: Option<&'a str>,
}

pub(super) fn deliveries(rows: &[DeliveryView], more: bool) -> Page<DeliveryShape<'_>> {
    let next = rows.last().filter(|_| more).map(|row| row.sequence);
    let data = rows.iter().map(|row| DeliveryShape {
        id: row.id.to_string(),
        event: row.event,
        test: row.is_test,
        state: state(row.stage),
        created_at: row.created_at,
        due_at: row.due_at,
        ended_at: row.ended_at,
        attempts: row.attempts.iter().map(attempt).collect(),
    });
    Page { meta: PageMeta { next }, data: data.collect() }
}

fn attempt(attempt: &AttemptView) -> AttemptShape<'_> {
    AttemptShape {
        number: attempt.number,
        started_at: attempt.started_at,
        millis: attempt.ended_at.since(attempt.started_at),
        status: attempt.status,
        error: attempt.error_code.as_deref(),
        snippet: attempt.snippet.as_deref(),
    }
}

#[derive(Serialize)]
pub(super) struct QueuedShape {
    id: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    event: Option<EventName>,
}

pub(super) fn queued(id: Uuid, event: Option<EventName>) -> Data<QueuedShape> {
    Data { data: QueuedShape { id: id.to_string(), event } }
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct RotationShape<'a> {
    id: String,
    secret: &'a str,
    rotates_at: Timestamp,
}

pub(super) fn rotation(id: Uuid, rotation: &Rotation) -> Data<RotationShape<'_>> {
    Data {
        data: RotationShape {
            id: id.to_string(),
            secret: rotation.secret.expose(),
            rotates_at: rotation.until,
        },
    }
}
