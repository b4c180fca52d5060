//! The answers of the webhook endpoints, member by member.

use conditions_core::time::Timestamp;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::Serialize;
use serde_json::Value;
use storage::webhooks::outbox::{AttemptView, DeliveryView, LastDelivery};
use uuid::Uuid;
use webhooks::delivery::attempt::Failure;
use webhooks::delivery::subscription::State;
use webhooks::events::EventName;
use webhooks::subscriptions::Subscription;

use crate::webhooks::subscriptions::{Created, Rotation};

/// The wrapper of every answer.
#[derive(Serialize, JsonSchema)]
#[schemars(inline)]
pub(super) struct Data<T> {
    /// The answer.
    data: T,
}

/// A page of a list.
#[derive(Serialize, JsonSchema)]
#[schemars(inline)]
pub(super) struct Page<T> {
    /// About the page.
    meta: PageMeta,
    /// Its rows.
    data: Vec<T>,
}

/// About a page.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "WebhookPage")]
struct PageMeta {
    /// What `before` takes for the next page; null on the last one.
    next: Option<i64>,
}

/// A subscription that was made. Its secret is shown this once.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "WebhookCreated")]
pub(super) struct CreatedShape<'a> {
    /// The subscription.
    #[schemars(extend("format" = "uuid"))]
    id: String,
    /// Signs deliveries, and is the bearer of every request about the subscription.
    secret: &'a str,
    /// Where deliveries go.
    url: &'a str,
    /// The events it lists.
    events: &'a [EventName],
    /// Slug of its resort; absent for a global subscription.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "String")]
    resort_slug: Option<&'a str>,
    /// When it was made.
    created_at: Timestamp,
}

pub(super) fn created(created: &Created) -> Data<CreatedShape<'_>> {
    let Created { subscription, secret } = created;
    Data {
        data: CreatedShape {
            id: subscription.id.to_string(),
            secret: secret.expose(),
            url: &subscription.url,
            events: &subscription.events,
            resort_slug: subscription.resort_slug.as_deref(),
            created_at: subscription.created_at,
        },
    }
}

/// A subscription as its owner sees it, never with its secret.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "WebhookSubscription")]
pub(super) struct SubscriptionShape<'a> {
    /// The subscription.
    #[schemars(extend("format" = "uuid"))]
    id: String,
    /// Where deliveries go.
    url: &'a str,
    /// What is told.
    events: &'a [EventName],
    /// Of which resort; absent of a global subscription.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "String")]
    resort_slug: Option<&'a str>,
    /// When it was made.
    created_at: Timestamp,
    /// Whether deliveries are still sent.
    state: Standing,
    /// Failed deliveries in a row; the eighth drops the subscription.
    consecutive_failures: u32,
    /// The delivery of the newest attempt; null before the first.
    last_delivery: Option<LastShape<'a>>,
    /// When the new secret of a rotation replaces the present one by itself; null without a rotation.
    rotates_at: Option<Timestamp>,
}

/// Whether deliveries are still sent to a subscription.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "WebhookStanding")]
enum Standing {
    /// It is.
    Active,
    /// Too many deliveries failed in a row: nothing is.
    Dropped,
    /// Its owner ended it while this answer was made.
    Removed,
}

/// The delivery of the newest attempt.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "WebhookLastDelivery")]
struct LastShape<'a> {
    /// The delivery.
    #[schemars(extend("format" = "uuid"))]
    id: String,
    /// Its event.
    event: EventName,
    /// Its state.
    state: DeliveryState,
    /// The attempt.
    attempt: AttemptShape<'a>,
}

pub(super) fn subscription<'a>(
    subscription: &'a Subscription,
    last_delivery: Option<&'a LastDelivery>,
) -> Data<SubscriptionShape<'a>> {
    Data {
        data: SubscriptionShape {
            id: subscription.id.to_string(),
            url: &subscription.url,
            events: &subscription.events,
            resort_slug: subscription.resort_slug.as_deref(),
            created_at: subscription.created_at,
            state: match subscription.standing.state {
                State::Active => Standing::Active,
                State::Dropped => Standing::Dropped,
                State::Removed => Standing::Removed,
            },
            consecutive_failures: subscription.standing.consecutive_failures,
            last_delivery: last_delivery.map(last),
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

/// Where a delivery is.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "WebhookDeliveryState")]
enum DeliveryState {
    /// For its turn, or for the instant of its retry.
    Waiting,
    /// Being sent.
    UnderWay,
    /// The receiver has it.
    Delivered,
    /// Every attempt failed.
    Failed,
    /// The subscription ended before it.
    Discarded,
}

/// The state that owners read of a stage of storage.
fn state(stage: &str) -> DeliveryState {
    match stage {
        "waiting" => DeliveryState::Waiting,
        "claimed" => DeliveryState::UnderWay,
        "delivered" => DeliveryState::Delivered,
        "failed" => DeliveryState::Failed,
        // Storage takes whatever it does not know for that.
        _ => DeliveryState::Discarded,
    }
}

/// A delivery with its attempts.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "WebhookDelivery")]
pub(super) struct DeliveryShape<'a> {
    /// The delivery.
    #[schemars(extend("format" = "uuid"))]
    id: String,
    /// What it tells of.
    event: EventName,
    /// Whether its owner asked for it as a test.
    test: bool,
    /// Where it is.
    state: DeliveryState,
    /// When it was made.
    created_at: Timestamp,
    /// When it is sent at the earliest; null unless it waits.
    due_at: Option<Timestamp>,
    /// When it ended; null until then.
    ended_at: Option<Timestamp>,
    /// Attempts, the first first.
    attempts: Vec<AttemptShape<'a>>,
}

/// An attempt to deliver.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "WebhookAttempt")]
struct AttemptShape<'a> {
    /// From 1.
    #[schemars(range(min = 1))]
    number: u32,
    /// When it began.
    started_at: Timestamp,
    /// How long it took.
    millis: i64,
    /// Status code of the answer; null without one.
    status: Option<u16>,
    /// Why there was no answer; null with one.
    #[schemars(schema_with = "failure")]
    error: Option<&'a str>,
    /// The beginning of its body.
    snippet: Option<&'a str>,
}

/// The code of a failure, or null.
fn failure(_: &mut SchemaGenerator) -> Schema {
    let codes = Failure::ALL.into_iter().map(|failure| Value::from(failure.code()));
    let mut schema = Schema::default();
    schema.insert("enum".to_owned(), codes.chain([Value::Null]).collect());
    schema
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

/// A delivery that waits for its turn.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "WebhookQueued")]
pub(super) struct QueuedShape {
    /// The delivery.
    #[schemars(extend("format" = "uuid"))]
    id: String,
    /// Of a test, what it tells of.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "EventName")]
    event: Option<EventName>,
}

pub(super) fn queued(id: Uuid, event: Option<EventName>) -> Data<QueuedShape> {
    Data { data: QueuedShape { id: id.to_string(), event } }
}

/// The new secret of a rotation.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "WebhookRotation")]
pub(super) struct RotationShape<'a> {
    /// The subscription.
    #[schemars(extend("format" = "uuid"))]
    id: String,
    /// The new secret, shown this once.
    secret: &'a str,
    /// When it replaces the present one by itself.
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
