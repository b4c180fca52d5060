//! The answers about subscriptions, member by member.

use conditions_core::text::ShownText;
use conditions_core::time::Timestamp;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::Serialize;
use serde_json::Value;
use uuid::Uuid;
use webhooks::Secret;
use webhooks::delivery::attempt::Failure;
use webhooks::delivery::subscription::State;
use webhooks::delivery::view::{AttemptView, DeliveryView, LastDelivery};
use webhooks::events::EventName;
use webhooks::subscriptions::{NewSubscription, Subscription};

/// The wrapper of every answer.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(inline)]
pub struct Data<T> {
    /// The answer.
    data: T,
}

/// A page of a list.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(inline)]
pub struct Page<T> {
    /// Position of the page.
    meta: PageMeta,
    /// Rows of the page.
    data: Vec<T>,
}

/// Position of a page.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "WebhookPage")]
struct PageMeta {
    /// Value of `before` for the next page; null on the last one.
    next: Option<i64>,
}

/// A new subscription. Its secret is shown only once.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "WebhookCreated")]
pub struct CreatedShape {
    /// Id of the subscription.
    #[schemars(extend("format" = "uuid"))]
    id: String,
    /// Signs deliveries, and is the bearer token of every request about the subscription.
    #[serde(serialize_with = "exposed")]
    #[schemars(with = "String")]
    secret: Secret,
    /// Target of deliveries.
    url: String,
    /// Subscribed events.
    events: Vec<EventName>,
    /// Slug of its resort; absent for a global subscription.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "String")]
    resort_slug: Option<String>,
    /// When it was created.
    created_at: Timestamp,
}

/// Makes the answer to a new subscription.
pub(super) fn created(subscription: &NewSubscription, secret: Secret) -> Data<CreatedShape> {
    Data {
        data: CreatedShape {
            id: subscription.id.to_string(),
            secret,
            url: subscription.url.clone(),
            events: subscription.events.clone(),
            resort_slug: subscription.resort_slug.clone(),
            created_at: subscription.created_at,
        },
    }
}

/// Serializes a secret for its owner, once.
fn exposed<S: serde::Serializer>(secret: &Secret, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(secret.expose())
}

/// A subscription in the form for its owner, without its secret.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "WebhookSubscription")]
pub struct SubscriptionShape {
    /// Id of the subscription.
    #[schemars(extend("format" = "uuid"))]
    id: String,
    /// Target of deliveries.
    url: String,
    /// Subscribed events.
    events: Vec<EventName>,
    /// Slug of its resort; absent for a global subscription.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "String")]
    resort_slug: Option<String>,
    /// When it was created.
    created_at: Timestamp,
    /// Whether deliveries are still sent.
    state: Standing,
    /// Failed deliveries in a row; the eighth drops the subscription.
    consecutive_failures: u32,
    /// When it is dropped unless its receiver answers with 2xx by then, even to a test; null before the first attempt
    /// and after the first such answer.
    expires_at: Option<Timestamp>,
    /// The delivery of the newest attempt; null before the first.
    last_delivery: Option<LastShape>,
    /// When the new secret of a rotation automatically replaces the present one; null without a rotation.
    rotates_at: Option<Timestamp>,
}

/// Whether deliveries are still sent to a subscription.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "WebhookStanding")]
enum Standing {
    /// Deliveries are sent.
    Active,
    /// Too many deliveries failed in a row, or its receiver never answered with 2xx: deliveries have ended.
    Dropped,
    /// Its owner removed it while this answer was made.
    Removed,
}

/// The delivery of the newest attempt.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "WebhookLastDelivery")]
struct LastShape {
    /// Id of the delivery.
    #[schemars(extend("format" = "uuid"))]
    id: String,
    /// Event of the delivery.
    event: EventName,
    /// State of the delivery.
    state: DeliveryState,
    /// The newest attempt.
    attempt: AttemptShape,
}

/// Makes the answer for a subscription with its newest attempted delivery.
#[must_use]
pub fn subscription(
    subscription: &Subscription,
    last_delivery: Option<&LastDelivery>,
) -> Data<SubscriptionShape> {
    Data {
        data: SubscriptionShape {
            id: subscription.id.to_string(),
            url: subscription.url.clone(),
            events: subscription.events.clone(),
            resort_slug: subscription.resort_slug.clone(),
            created_at: subscription.created_at,
            state: match subscription.standing.state {
                State::Active => Standing::Active,
                State::Dropped => Standing::Dropped,
                State::Removed => Standing::Removed,
            },
            consecutive_failures: subscription.standing.consecutive_failures,
            expires_at: subscription.proof.unanswered_until.filter(|_| subscription.standing.is_active()),
            last_delivery: last_delivery.map(last),
            rotates_at: subscription.next.as_ref().map(|next| next.until),
        },
    }
}

fn last(last: &LastDelivery) -> LastShape {
    LastShape {
        id: last.id.to_string(),
        event: last.event,
        state: state(last.stage),
        attempt: attempt(&last.attempt),
    }
}

/// State of a delivery.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "WebhookDeliveryState")]
enum DeliveryState {
    /// Pending its turn or its retry.
    Waiting,
    /// In flight.
    UnderWay,
    /// Accepted by the receiver.
    Delivered,
    /// Every attempt failed.
    Failed,
    /// The subscription ended first.
    Discarded,
}

/// Maps a stage of storage to the state for owners.
fn state(stage: &str) -> DeliveryState {
    match stage {
        "waiting" => DeliveryState::Waiting,
        "claimed" => DeliveryState::UnderWay,
        "delivered" => DeliveryState::Delivered,
        "failed" => DeliveryState::Failed,
        // Storage also maps unknown stages to this.
        _ => DeliveryState::Discarded,
    }
}

/// A delivery with its attempts.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "WebhookDelivery")]
pub struct DeliveryShape {
    /// Id of the delivery.
    #[schemars(extend("format" = "uuid"))]
    id: String,
    /// Event of the delivery.
    event: EventName,
    /// Whether it is a test that its owner requested.
    test: bool,
    /// State of the delivery.
    state: DeliveryState,
    /// When it was created.
    created_at: Timestamp,
    /// Earliest time of the next attempt; null unless pending.
    due_at: Option<Timestamp>,
    /// When it ended; null before that.
    ended_at: Option<Timestamp>,
    /// Attempts, oldest first.
    attempts: Vec<AttemptShape>,
}

/// An attempt to deliver.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "WebhookAttempt")]
struct AttemptShape {
    /// Number of the attempt, from 1.
    #[schemars(range(min = 1))]
    number: u32,
    /// When it began.
    started_at: Timestamp,
    /// Duration, milliseconds; without a response rounded up to whole seconds.
    millis: i64,
    /// Status code of the response; null without one.
    status: Option<u16>,
    /// Reason if there was no response; null with one.
    #[schemars(schema_with = "failure")]
    error: Option<String>,
    /// Beginning of the response body if the status is not a success; at most 512 bytes.
    snippet: Option<ShownText>,
}

/// Returns the schema of a failure code or null.
fn failure(_: &mut SchemaGenerator) -> Schema {
    let mut codes: Vec<&str> = Failure::ALL.into_iter().map(Failure::public_code).collect();
    codes.dedup();
    let codes = codes.into_iter().map(Value::from);
    let mut schema = Schema::default();
    schema.insert("enum".to_owned(), codes.chain([Value::Null]).collect());
    schema
}

/// Makes a page of deliveries; `more` if another one follows.
#[must_use]
pub fn deliveries(rows: &[DeliveryView], more: bool) -> Page<DeliveryShape> {
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

/// Returns the duration of an attempt for its owner: exact only if the receiver has responded. An exact time until a
/// refused connection would reveal what listens there.
fn millis(attempt: &AttemptView) -> i64 {
    let took = attempt.ended_at.since(attempt.started_at).max(0);
    if attempt.status.is_some() { took } else { (took + 999) / 1_000 * 1_000 }
}

fn attempt(attempt: &AttemptView) -> AttemptShape {
    AttemptShape {
        number: attempt.number,
        started_at: attempt.started_at,
        millis: millis(attempt),
        status: attempt.status,
        error: attempt.error_code.clone(),
        snippet: attempt.snippet.clone(),
    }
}

/// A pending delivery.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "WebhookQueued")]
pub struct QueuedShape {
    /// Id of the delivery.
    #[schemars(extend("format" = "uuid"))]
    id: String,
    /// Event of a test.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "EventName")]
    event: Option<EventName>,
}

/// Makes the answer for a queued delivery; `event` is set for a test.
pub(super) fn queued(id: Uuid, event: Option<EventName>) -> Data<QueuedShape> {
    Data { data: QueuedShape { id: id.to_string(), event } }
}

/// The new secret of a rotation.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "WebhookRotation")]
pub struct RotationShape {
    /// Id of the subscription.
    #[schemars(extend("format" = "uuid"))]
    id: String,
    /// The new secret, shown only once.
    #[serde(serialize_with = "exposed")]
    #[schemars(with = "String")]
    secret: Secret,
    /// When it automatically replaces the present one.
    rotates_at: Timestamp,
}

/// Makes the answer to a rotation, whose new secret automatically replaces the present one at `until`.
pub(super) fn rotation(id: Uuid, secret: Secret, until: Timestamp) -> Data<RotationShape> {
    Data { data: RotationShape { id: id.to_string(), secret, rotates_at: until } }
}
