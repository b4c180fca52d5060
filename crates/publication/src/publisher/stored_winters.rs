//! Adds stored winters to the world, with the snow modelled from their weather. Snow that had to be modelled again is
//! stored for the next start, some winters at a time, while publishing continues.

use std::sync::Arc;

use climate::stored::{self, StoredTexts};
use climate::{StationMap, Winter, Winters};
use conditions_core::time::Timestamp;
use storage::Store;
use storage::climate::{self as rows, ModelledDays, StoredWinter, WinterRow};
use world::World;

use crate::grading::InForce;

/// Maximum number of winters whose modelled snow is stored at once, which bounds the wait of other writers.
const BATCH: usize = 1_000;

/// Inserts a stored winter in place of the one of the same year; returns newly modelled snow, to be stored.
pub(super) fn insert_stored(winters: &mut Winters, kept: StoredWinter) -> Option<ModelledDays> {
    let StoredWinter { row, version, modelled } = kept;
    let WinterRow { slug, dataset, winter, days, fetched_at, .. } = row;
    let texts = StoredTexts { days: &days, modelled: modelled.as_deref() };
    let text = insert_winter(winters, &slug, winter, texts, fetched_at)?;
    Some(ModelledDays { slug, dataset, winter, version, text })
}

/// Inserts a winter of which only the days are stored, known since `known_since`, in place of the one of the same year.
pub fn take_winter(winters: &mut Winters, slug: &str, year: i32, days: &str, known_since: Timestamp) {
    // Newly modelled snow is not stored: this winter is only used for a replay.
    let _ = insert_winter(winters, slug, year, StoredTexts { days, modelled: None }, known_since);
}

/// Inserts a winter; returns its modelled snow as text if it was modelled again.
fn insert_winter(
    winters: &mut Winters,
    slug: &str,
    year: i32,
    texts: StoredTexts<'_>,
    known_since: Timestamp,
) -> Option<String> {
    let Some(winter) = Winter::new(winters.hemisphere(), year) else {
        tracing::warn!(slug, winter = year, "stored winter has an invalid year");
        return None;
    };
    match stored::read(&climate::Policy::DEFAULT, winters.site(), winter, known_since, texts) {
        Ok(stored::StoredWinter { days, made }) => {
            winters.insert(days);
            made
        }
        Err(error) => {
            tracing::warn!(slug, winter = year, %error, "skipping an unreadable stored winter");
            None
        }
    }
}

/// Returns the resorts whose station map differs in the results now in force.
pub(super) fn remapped(world: &World, grades: Option<&InForce>) -> Vec<(String, Option<Arc<StationMap>>)> {
    let Some(InForce { maps, .. }) = grades else { return Vec::new() };
    let slugs = world.resorts().map(|held| (&held.resort.slug, &held.mapped));
    let newer = slugs.filter(|(slug, known)| maps.get(*slug) != known.as_ref());
    newer.map(|(slug, _)| (slug.clone(), maps.get(slug).cloned())).collect()
}

/// Stores modelled snow outside of the publisher: a hanging database delays no publication. If it cannot be stored it
/// is dropped, and the next start models it again.
pub(super) fn store_modelled(store: &Store, mut made: Vec<ModelledDays>) {
    if made.is_empty() {
        return;
    }
    let store = store.clone();
    drop(tokio::spawn(async move {
        while !made.is_empty() {
            let batch = made.split_off(made.len().saturating_sub(BATCH));
            if let Err(error) = store.run(move |conn| rows::keep_modelled(conn, &batch)).await {
                tracing::warn!(%error, "cannot store the modelled snow of past winters; the next start models it again");
                return;
            }
        }
    }));
}
