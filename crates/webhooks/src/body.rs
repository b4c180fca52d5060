//! The body of a delivery: the specification's members in its order, made into bytes once. What is signed, stored and
//! sent, at every attempt, are these bytes.

use conditions_core::time::Timestamp;
use serde::{Serialize, Serializer};
use sha2::{Digest, Sha256};
use uuid::{Builder, Uuid};

use crate::events::{EventName, Occurrence};

/// A body that can no longer change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FrozenBody {
    delivery: Uuid,
    text: String,
}

/// The data of an event could not be written as JSON.
#[derive(Debug, thiserror::Error)]
#[error("an event's data cannot be written as JSON: {0}")]
pub struct FreezeError(#[from] serde_json::Error);

#[derive(Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema), schemars(inline))]
#[serde(rename_all = "camelCase")]
struct Body<'a, D> {
    /// The delivery: the same at a retry.
    #[serde(serialize_with = "hyphenated")]
    #[cfg_attr(feature = "schemars", schemars(with = "String", extend("format" = "uuid")))]
    id: Uuid,
    /// What happened.
    event: EventName,
    /// The resort; of a leaderboard, its first row's.
    resort_slug: &'a str,
    /// What the event tells.
    data: &'a D,
    /// When it happened.
    created_at: Timestamp,
    /// The subscription.
    #[serde(serialize_with = "hyphenated")]
    #[cfg_attr(feature = "schemars", schemars(with = "String", extend("format" = "uuid")))]
    subscription_id: Uuid,
}

/// Schema of the bodies of an event's name: `data` is that of any event that has it.
#[cfg(feature = "schemars")]
#[must_use]
pub fn schema(generator: &mut schemars::SchemaGenerator, name: EventName) -> schemars::Schema {
    use serde_json::Value;

    let events = crate::events::EVENTS.iter().filter(|event| event.name() == name);
    let mut data: Vec<Value> = events.map(|event| event.data_schema(generator).to_value()).collect();
    let mut schema = generator.subschema_for::<Body<'static, Value>>();
    let Some(member) = schema.pointer_mut("/properties/data") else { return schema };
    let one_of = if data.len() > 1 { None } else { data.pop() };
    let shape = one_of.unwrap_or_else(|| serde_json::json!({ "anyOf": data }));
    match (member.as_object_mut(), shape) {
        (Some(member), Value::Object(shape)) => member.extend(shape),
        (_, shape) => *member = shape,
    }
    schema
}

fn hyphenated<S: Serializer>(id: &Uuid, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(id)
}

/// The id of the delivery of an event to a subscription, made of the two: whoever makes it again makes the same bytes.
#[must_use]
pub fn delivery_id(event: Uuid, subscription: Uuid) -> Uuid {
    let hash = Sha256::new().chain_update(event.as_bytes()).chain_update(subscription.as_bytes()).finalize();
    let mut bytes = [0; 16];
    bytes.iter_mut().zip(hash.iter()).for_each(|(byte, hashed)| *byte = *hashed);
    Builder::from_custom_bytes(bytes).into_uuid()
}

impl FrozenBody {
    /// Makes the body of one delivery of an occurrence to one subscription. `delivery` is the body's `id`, the header
    /// `X-Service-Delivery` and `webhook-id` in one.
    ///
    /// # Errors
    /// When the event's data cannot be written; that of this crate's events always can.
    pub fn new<D: Serialize>(
        delivery: Uuid,
        subscription: Uuid,
        occurrence: &Occurrence<D>,
    ) -> Result<Self, FreezeError> {
        let body = Body {
            id: delivery,
            event: occurrence.event,
            resort_slug: &occurrence.resort_slug,
            data: &occurrence.data,
            created_at: occurrence.created_at,
            subscription_id: subscription,
        };
        Ok(Self { delivery, text: serde_json::to_string(&body)? })
    }

    /// The delivery.
    #[must_use]
    pub const fn delivery(&self) -> Uuid {
        self.delivery
    }

    /// The body: JSON.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The bytes of the body, which are signed and sent.
    #[must_use]
    pub const fn bytes(&self) -> &[u8] {
        self.text.as_bytes()
    }

    /// The body as it is stored.
    #[must_use]
    pub fn into_text(self) -> String {
        self.text
    }
}

#[cfg(test)]
mod tests;
