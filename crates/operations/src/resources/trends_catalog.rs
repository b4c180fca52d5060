//! `service://trends/catalog`: the index of trend datasets, and which of them are on record.

use super::{Audience, Kind, REFERENCE_TTL_MS, Resource, answer};
use world::credits::SourceFamilies;
use crate::operation::Reply;
use crate::ops::get_ml_trends::{Entry, entries};

pub(super) const RESOURCE: Resource = Resource {
    uri: "service://trends/catalog",
    name: "trends-catalog",
    title: "Trend datasets",
    description: "Endpoints of trend datasets: name, path, fields, how many cases each rests on and since when; `reason` says why one \
        is not on record. The tool get_ml_trends gives their rows.",
    kind: Kind::Data(|view, now| {
        let entries = entries(view);
        let catalog = Catalog { available: entries.iter().any(|entry| entry.available), entries };
        Ok(answer(view, Reply::one(catalog, SourceFamilies::NOTHING), now))
    }),
    audience: &[Audience::Assistant],
    priority: 0.2,
    ttl_ms: REFERENCE_TTL_MS,
};

#[derive(Debug, serde::Serialize)]
struct Catalog {
    /// Whether any of them is on record.
    available: bool,
    entries: Vec<Entry>,
}
