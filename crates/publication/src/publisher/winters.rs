//! Stored winters into the world. The snow that their weather makes is read beside them; what had to be modelled anew is kept for
//! the next start, some winters at a time, while publishing goes on.

use std::sync::Arc;

use climate::stored::{self, StoredTexts};
use climate::{StationMap, Winter, Winters};
use conditions_core::time::Timestamp;
use storage::Store;
use storage::climate::{self as rows, ModelledDays, StoredWinter, WinterRow};
use world::World;

use crate::grading::InForce;

/// Winters whose modelled snow is kept at once: other writers wait for no more.
const BATCH: usize = 1_000;

/// Puts a stored winter in the place of the one of the same year; what was modelled for it, to be kept.
pub(super) fn take(winters: &mut Winters, kept: StoredWinter) -> Option<ModelledDays> {
    let StoredWinter { row, version, modelled } = kept;
    let WinterRow { slug, dataset, winter, days, fetched_at, .. } = row;
    let texts = StoredTexts { days: &days, modelled: modelled.as_deref() };
    let text = put(winters, &slug, winter, texts, fetched_at)?;
    Some(ModelledDays { slug, dataset, winter, version, text })
}

/// Puts a winter of which nothing but its days is stored, known since an instant, in the place of the one of the same year.
pub fn take_winter(winters: &mut Winters, slug: &str, year: i32, days: &str, known_since: Timestamp) {
    // Nobody asks for it again: it is of the past.
    let _ = put(winters, slug, year, StoredTexts { days, modelled: None }, known_since);
}

/// Puts a winter in its place; its modelled snow as text where it was made anew.
fn put(
    winters: &mut Winters,
    slug: &str,
    year: i32,
    texts: StoredTexts<'_>,
    known_since: Timestamp,
) -> Option<String> {
    let Some(winter) = Winter::new(winters.hemisphere(), year) else {
        tracing::warn!(slug, winter = year, "stored winter is of no year");
        return None;
    };
    match stored::read(&climate::Policy::DEFAULT, winters.site(), winter, known_since, texts) {
        Ok(stored::StoredWinter { days, made }) => {
            winters.put(days);
            made
        }
        Err(error) => {
            tracing::warn!(slug, winter = year, %error, "stored winter cannot be read; it is left out");
            None
        }
    }
}

/// The resorts whose map to a station is another one by what is in force now.
pub(super) fn remapped(world: &World, grades: Option<&InForce>) -> Vec<(String, Option<Arc<StationMap>>)> {
    let Some(InForce { maps, .. }) = grades else { return Vec::new() };
    let slugs = world.held().map(|held| (&held.resort.slug, &held.mapped));
    let newer = slugs.filter(|(slug, known)| maps.get(*slug) != known.as_ref());
    newer.map(|(slug, _)| (slug.clone(), maps.get(slug).cloned())).collect()
}

/// Keeps what was modelled, beside the publisher: a database that hangs holds up no publication. What cannot be kept is
/// forgotten, and the next start models it anew.
pub(super) fn keep(store: &Store, mut made: Vec<ModelledDays>) {
    if made.is_empty() {
        return;
    }
    let store = store.clone();
    drop(tokio::spawn(async move {
        while !made.is_empty() {
            let batch = made.split_off(made.len().saturating_sub(BATCH));
            if let Err(error) = store.run(move |conn| rows::keep_modelled(conn, &batch)).await {
                tracing::warn!(%error, "the modelled snow of past winters cannot be kept; the next start makes it anew");
                return;
            }
        }
    }));
}
