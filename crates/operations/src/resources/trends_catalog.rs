//! `service://trends/catalog`: the index of trend datasets, of which there are none yet.

use super::{Audience, Kind, NotAvailable, REFERENCE_TTL_MS, Resource, answer};
use crate::credits::Carries;
use crate::operation::Reply;

pub(super) const RESOURCE: Resource = Resource {
    uri: "service://trends/catalog",
    name: "trends-catalog",
    title: "Trend datasets",
    description: "Endpoints of trend datasets. `available` is false and `entries` is empty while this service publishes \
        none; `reason` says so.",
    kind: Kind::Data(|view, now| {
        let none = NotAvailable::because("This service publishes no trend datasets, so there are no endpoints of them.");
        Ok(answer(view, Reply::one(none, Carries::NOTHING), now))
    }),
    audience: &[Audience::Assistant],
    priority: 0.2,
    ttl_ms: REFERENCE_TTL_MS,
};
