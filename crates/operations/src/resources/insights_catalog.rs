//! `service://insights/catalog`: the taxonomy of insight cards, of which there are none yet.

use super::{Audience, Kind, NotAvailable, REFERENCE_TTL_MS, Resource, answer};
use world::credits::Carries;
use crate::operation::Reply;

pub(super) const RESOURCE: Resource = Resource {
    uri: "service://insights/catalog",
    name: "insights-catalog",
    title: "Insight categories",
    description: "Categories of insight cards. `available` is false and `entries` is empty while this service makes no \
        insight cards; `reason` says so.",
    kind: Kind::Data(|view, now| {
        let none = NotAvailable::because("This service makes no insight cards, so there are no categories of them.");
        Ok(answer(view, Reply::one(none, Carries::NOTHING), now))
    }),
    audience: &[Audience::Assistant],
    priority: 0.2,
    ttl_ms: REFERENCE_TTL_MS,
};
