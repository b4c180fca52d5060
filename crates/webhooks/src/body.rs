//! The body of a delivery: the specification's members in its order, made into bytes once. What is signed, stored and
//! sent, at every attempt, are these bytes.

use conditions_core::time::Timestamp;
use serde::{Serialize, Serializer};
use sha2::{Digest, Sha256};
use uuid::{Builder, Uuid};

use crate::events::{EventName, Occurrence};

/// A body that can no longer change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Frozen {
    delivery: Uuid,
    bytes: Box<[u8]>,
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
    /// The resort; of the leaderboard, its first row's.
    resort_slug: &'a str,
    /// What is told of it.
    data: &'a D,
    /// When it happened.
    created_at: Timestamp,
    /// The subscription.
    #[serde(serialize_with = "hyphenated")]
    #[cfg_attr(feature = "schemars", schemars(with = "String", extend("format" = "uuid")))]
    subscription_id: Uuid,
}

/// Schema of a body whose `data` is a `D`.
#[cfg(feature = "schemars")]
pub fn schema<D: schemars::JsonSchema + 'static>(
    generator: &mut schemars::SchemaGenerator,
) -> schemars::Schema {
    generator.subschema_for::<Body<'static, D>>()
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

impl Frozen {
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
        Ok(Self { delivery, bytes: serde_json::to_vec(&body)?.into_boxed_slice() })
    }

    /// The delivery.
    #[must_use]
    pub const fn delivery(&self) -> Uuid {
        self.delivery
    }

    /// The bytes: JSON in UTF-8.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }
}

#[cfg(test)]
mod tests;
