//! The body of a delivery, serialised once, with the specification's members in its order. The same bytes are signed,
//! stored and sent at every attempt.

use conditions_core::time::Timestamp;
use serde::{Serialize, Serializer};
use sha2::{Digest, Sha256};
use uuid::{Builder, Uuid};

use crate::events::{EventName, Occurrence};

/// A serialised body, which never changes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FrozenBody {
    delivery: Uuid,
    text: String,
}

/// The data of an event could not be serialised as JSON.
#[derive(Debug, thiserror::Error)]
#[error("an event's data cannot be written as JSON: {0}")]
pub struct FreezeError(#[from] serde_json::Error);

#[derive(Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema), schemars(inline))]
#[serde(rename_all = "camelCase")]
struct Body<'a, D> {
    /// Id of the delivery, unchanged at a retry.
    #[serde(serialize_with = "hyphenated")]
    #[cfg_attr(feature = "schemars", schemars(with = "String", extend("format" = "uuid")))]
    id: Uuid,
    /// Name of the event.
    event: EventName,
    /// Slug of the resort; for a leaderboard, the resort in its first row.
    resort_slug: &'a str,
    /// Data of the event.
    data: &'a D,
    /// Time of the event.
    created_at: Timestamp,
    /// Id of the subscription.
    #[serde(serialize_with = "hyphenated")]
    #[cfg_attr(feature = "schemars", schemars(with = "String", extend("format" = "uuid")))]
    subscription_id: Uuid,
}

/// Returns the schema of the bodies of events with this name: `data` is any of the data types with this name.
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

/// Derives the id of the delivery of an event to a subscription from both ids, so that repeating it gives the same
/// bytes.
#[must_use]
pub fn delivery_id(event: Uuid, subscription: Uuid) -> Uuid {
    let hash = Sha256::new().chain_update(event.as_bytes()).chain_update(subscription.as_bytes()).finalize();
    let mut bytes = [0; 16];
    bytes.iter_mut().zip(hash.iter()).for_each(|(byte, hashed)| *byte = *hashed);
    Builder::from_custom_bytes(bytes).into_uuid()
}

impl FrozenBody {
    /// Makes the body of one delivery of an occurrence to one subscription. `delivery` becomes the body's `id`, the
    /// header `X-Service-Delivery` and the header `webhook-id`.
    ///
    /// # Errors
    /// Returns an error if the event's data cannot be serialised, which never happens for the events of this crate.
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

    /// Returns the id of the delivery.
    #[must_use]
    pub const fn delivery(&self) -> Uuid {
        self.delivery
    }

    /// Returns the body as JSON text.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Returns the bytes of the body, which are signed and sent.
    #[must_use]
    pub const fn bytes(&self) -> &[u8] {
        self.text.as_bytes()
    }

    /// Returns the body as stored.
    #[must_use]
    pub fn into_text(self) -> String {
        self.text
    }
}

#[cfg(test)]
mod tests;
