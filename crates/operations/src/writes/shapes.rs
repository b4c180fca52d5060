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
    /// About the page.
    meta: PageMeta,
    /// Its rows.
    data: Vec<T>,
}

/// About a page.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "WebhookPage")]
struct PageMeta {
    /// What `before` takes for the next page; null on the last one.
    next: Option<i64>,
}

/// A subscription that was made. Its secret is shown this once.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "WebhookCreated")]
pub struct CreatedShape {
    /// The subscription.
    #[schemars(extend("format" = "uuid"))]
    id: String,
    /// Signs deliveries, and is the bearer of every request about the subscription.
    #[serde(serialize_with = "exposed")]
    #[schemars(with = "String")]
    secret: Secret,
    /// Where deliveries go.
    url: String,
    /// The events it lists.
    events: Vec<EventName>,
    /// Slug of its resort; absent for a global subscription.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "String")]
    resort_slug: Option<String>,
    /// When it was made.
    created_at: Timestamp,
}

/// The answer to a new subscription.
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

/// A secret as its owner sees it, once.
fn exposed<S: serde::Serializer>(secret: &Secret, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(secret.expose())
}

/// A subscription as its owner sees it, never with its secret.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "WebhookSubscription")]
pub struct SubscriptionShape {
    /// The subscription.
    #[schemars(extend("format" = "uuid"))]
    id: String,
    /// Where deliveries go.
    url: String,
    /// What is told.
    events: Vec<EventName>,
    /// Of which resort; absent of a global subscription.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "String")]
    resort_slug: Option<String>,
    /// When it was made.
    created_at: Timestamp,
    /// Whether deliveries are still sent.
    state: Standing,
    /// Failed deliveries in a row; the eighth drops the subscription.
    consecutive_failures: u32,
    /// When it is dropped unless its receiver answers with 2xx by then, be it to a test; null before the first attempt and
    /// after the first such answer.
    expires_at: Option<Timestamp>,
    /// The delivery of the newest attempt; null before the first.
    last_delivery: Option<LastShape>,
    /// When the new secret of a rotation replaces the present one by itself; null without a rotation.
    rotates_at: Option<Timestamp>,
}

/// Whether deliveries are still sent to a subscription.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "WebhookStanding")]
enum Standing {
    /// It is.
    Active,
    /// Too many deliveries failed in a row, or its receiver never answered with 2xx: nothing is.
    Dropped,
    /// Its owner ended it while this answer was made.
    Removed,
}

/// The delivery of the newest attempt.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "WebhookLastDelivery")]
struct LastShape {
    /// The delivery.
    #[schemars(extend("format" = "uuid"))]
    id: String,
    /// Its event.
    event: EventName,
    /// Its state.
    state: DeliveryState,
    /// The attempt.
    attempt: AttemptShape,
}

/// A subscription with its newest delivery that was tried.
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

/// Where a delivery is.
#[derive(Debug, Serialize, JsonSchema)]
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
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "WebhookDelivery")]
pub struct DeliveryShape {
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
    attempts: Vec<AttemptShape>,
}

/// An attempt to deliver.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "WebhookAttempt")]
struct AttemptShape {
    /// From 1.
    #[schemars(range(min = 1))]
    number: u32,
    /// When it began.
    started_at: Timestamp,
    /// How long it took; of one without an answer in whole seconds, rounded up.
    millis: i64,
    /// Status code of the answer; null without one.
    status: Option<u16>,
    /// Why there was no answer; null with one.
    #[schemars(schema_with = "failure")]
    error: Option<String>,
    /// The beginning of its body, where the status is no success: 512 bytes at most.
    snippet: Option<ShownText>,
}

/// The code of a failure, or null.
fn failure(_: &mut SchemaGenerator) -> Schema {
    let mut codes: Vec<&str> = Failure::ALL.into_iter().map(Failure::shown).collect();
    codes.dedup();
    let codes = codes.into_iter().map(Value::from);
    let mut schema = Schema::default();
    schema.insert("enum".to_owned(), codes.chain([Value::Null]).collect());
    schema
}

/// A page of deliveries; `more` when another one follows.
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

/// How long an attempt took, as its owner sees it: exactly where the receiver has answered. How soon a connection is refused
/// would tell what listens behind it.
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

/// A delivery that waits for its turn.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "WebhookQueued")]
pub struct QueuedShape {
    /// The delivery.
    #[schemars(extend("format" = "uuid"))]
    id: String,
    /// Of a test, what it tells of.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "EventName")]
    event: Option<EventName>,
}

/// The answer to what was queued; `event` of a test.
pub(super) fn queued(id: Uuid, event: Option<EventName>) -> Data<QueuedShape> {
    Data { data: QueuedShape { id: id.to_string(), event } }
}

/// The new secret of a rotation.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "WebhookRotation")]
pub struct RotationShape {
    /// The subscription.
    #[schemars(extend("format" = "uuid"))]
    id: String,
    /// The new secret, shown this once.
    #[serde(serialize_with = "exposed")]
    #[schemars(with = "String")]
    secret: Secret,
    /// When it replaces the present one by itself.
    rotates_at: Timestamp,
}

/// The answer to a rotation, whose new secret replaces the present one by itself at `until`.
pub(super) fn rotation(id: Uuid, secret: Secret, until: Timestamp) -> Data<RotationShape> {
    Data { data: RotationShape { id: id.to_string(), secret, rotates_at: until } }
}
