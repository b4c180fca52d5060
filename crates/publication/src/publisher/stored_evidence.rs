//! Converts stored rows into the evidence of resorts; unreadable rows are logged and left out.

use std::collections::BTreeMap;

use conditions_core::evidence::{Evidence, ForecastSnapshot};
use conditions_core::policy::Policy;
use conditions_core::time::Timestamp;
use evidence::Visibility;
use storage::evidence::EvidenceRow;
use world::{ResortEvidence, Service, World, map_on_processors};

/// A resort of the world and its changed rows.
struct Changed<'w> {
    held: &'w ResortEvidence,
    rows: Vec<EvidenceRow>,
}

impl Changed<'_> {
    /// Returns a copy of the resort with the rows added.
    fn renewed(self, service: &Service, now: Timestamp) -> ResortEvidence {
        let mut held = self.held.clone();
        forget_ahead(&mut held.evidence, now);
        self.rows.iter().for_each(|row| add_row(&mut held.evidence, service, row));
        held
    }
}

/// Returns copies of the resorts that have rows, with these rows added, by their place in the world.
pub(super) fn renewed_resorts(
    world: &World,
    rows: Vec<EvidenceRow>,
    now: Timestamp,
) -> BTreeMap<usize, ResortEvidence> {
    let mut changed: BTreeMap<usize, Changed<'_>> = BTreeMap::new();
    for row in rows {
        if let Some((at, held)) = world.resort(&row.slug) {
            changed.entry(at).or_insert_with(|| Changed { held, rows: Vec::new() }).rows.push(row);
        }
    }
    let renew = |(at, changed): (usize, Changed<'_>)| (at, changed.renewed(&world.service, now));
    map_on_processors(changed.into_iter().collect(), renew).into_iter().collect()
}

/// Converts stored rows of one resort into evidence.
#[must_use]
pub fn evidence_of(rows: &[EvidenceRow], service: &Service) -> Evidence {
    let mut evidence = Evidence::default();
    rows.iter().for_each(|row| add_row(&mut evidence, service, row));
    evidence
}

/// Drops a forecast that was captured while the clock was fast, because it would block every later one.
fn forget_ahead(evidence: &mut Evidence, now: Timestamp) {
    let is_ahead = |known: &ForecastSnapshot| Policy::CONTRACT.is_in_future(known.captured_at, now);
    evidence.forecast = evidence.forecast.take().filter(|known| !is_ahead(known));
}

/// Adds a stored row to the evidence. A network or feed without a credit was switched off and is not shown.
pub(super) fn add_row(evidence: &mut Evidence, service: &Service, row: &EvidenceRow) {
    let credits = &service.credits;
    let taken = evidence::find(&row.kind).and_then(|kind| {
        let is_shown = match kind.visibility() {
            Visibility::Always => true,
            Visibility::WithNetwork => credits.network(&row.lane).is_some(),
            Visibility::WithFeed => credits.feed(&row.slug, &row.lane).is_some(),
        };
        if is_shown { kind.apply(evidence, &row.lane, &row.payload) } else { Ok(()) }
    });
    if let Err(error) = taken {
        tracing::warn!(
            slug = row.slug,
            lane = row.lane,
            kind = row.kind,
            %error,
            "skipping unreadable stored evidence"
        );
    }
}
