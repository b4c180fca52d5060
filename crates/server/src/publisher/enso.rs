//! The indices of El Niño in the world: read when they change, and what they say of resorts made anew when they or the
//! winters do.

use std::sync::Arc;

use climate::enso::{EnsoPolicy, Phases};
use evidence::{ElNinoIndex, Form as _};
use storage::enso::EnsoSeries;
use world::World;
use world::enso::{EnsoBook, KeptIndex};

/// The indices that stored rows hold.
fn kept(rows: Vec<EnsoSeries>) -> Vec<KeptIndex> {
    let index = |row: EnsoSeries| {
        let series = ElNinoIndex::decode(&row.payload).inspect_err(|error| {
            tracing::warn!(index = row.name, %error, "stored index cannot be read; it is left out");
        });
        let phases = Phases::new(series.ok()?, EnsoPolicy::DEFAULT);
        Some(KeptIndex { name: row.name, fetched_at: row.fetched_at, phases })
    };
    rows.into_iter().filter_map(index).collect()
}

/// The world with what these indices say of its resorts; with those that it has when none are given.
pub(super) fn with_indices(world: World, rows: Option<Vec<EnsoSeries>>) -> World {
    // Nothing is shown of an index whose credit is not: it was switched off.
    let indices = match rows {
        _ if world.service.credits.enso.is_empty() => Vec::new(),
        Some(rows) => kept(rows),
        None => world.enso().indices().to_vec(),
    };
    let book = EnsoBook::new(indices, world.held().map(AsRef::as_ref));
    world.with_enso(Arc::new(book))
}
