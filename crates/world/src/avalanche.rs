//! Avalanche bulletins and the resorts that they apply to: matched when a bulletin changes, and shared between worlds
//! until then.

use std::collections::{BTreeMap, HashMap};

use avalanche::{Bulletins, Choice, RegionMatch, Service, match_regions};
use conditions_core::time::Timestamp;
use evidence::AvalancheBulletins;

pub use avalanche::{FileError, Regions};

use crate::dataset::Dataset;
use crate::resort_evidence::ResortEvidence;

/// The bulletins of a world.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct BulletinData {
    /// Documents by subject.
    documents: BTreeMap<String, KeptBulletins>,
    /// Bulletins by position in the world.
    places: Vec<Vec<ResortBulletin>>,
}

/// The document of one issuer.
#[derive(Debug, Clone, PartialEq)]
struct KeptBulletins {
    captured_at: Timestamp,
    value: Bulletins,
}

/// A bulletin that applies to a resort.
#[derive(Debug, Clone, PartialEq)]
struct ResortBulletin {
    subject: String,
    bulletin: usize,
    /// Its region; `None` if the resort is inside the bulletin's area.
    region: Option<usize>,
    fit: RegionMatch,
}

impl Dataset for BulletinData {
    type Form = AvalancheBulletins;

    fn insert(&mut self, subject: &str, captured_at: Timestamp, value: Bulletins) {
        self.documents.insert(subject.to_owned(), KeptBulletins { captured_at, value });
    }

    fn remove(&mut self, subject: &str) {
        self.documents.remove(subject);
    }

    fn settle(&mut self, resorts: &[&ResortEvidence]) {
        // Resorts of one region share the result of matching by its identifier.
        let mut by_region: HashMap<&str, Vec<ResortBulletin>> = HashMap::new();
        let places = resorts.iter().map(|held| {
            let region = held.avalanche_region.as_deref();
            let of_region =
                region.map(|region| by_region.entry(region).or_insert_with(|| self.of_region(region)));
            let mut found = of_region.cloned().unwrap_or_default();
            let (lat, lon) = (held.resort.lat, held.resort.lon);
            found.extend(self.on_ground(lat, lon));
            found.extend(self.of_ground_apart(lat, lon));
            found
        });
        self.places = places.collect();
    }

    fn changes_after(&self, after: Timestamp) -> Option<Timestamp> {
        let stated = self.documents.values().flat_map(|document| &document.value.bulletins);
        let ends = stated.filter_map(|bulletin| bulletin.valid).flat_map(|valid| [valid.from, valid.to]);
        ends.filter(|end| *end > after).min()
    }
}

impl BulletinData {
    /// Returns the bulletins for a region by its identifier.
    fn of_region(&self, region: &str) -> Vec<ResortBulletin> {
        let mut found = Vec::new();
        for (subject, document) in &self.documents {
            for (bulletin, stated) in document.value.bulletins.iter().enumerate() {
                // A drawn area is more precise than a name.
                let regions = stated.regions.iter().enumerate().filter(|_| stated.area.is_none());
                let fits = regions.filter_map(|(at, stated)| Some((match_regions(region, &stated.id)?, at)));
                let best = fits.max_by(|(a, at), (b, other)| a.cmp(b).then(other.cmp(at)));
                found.extend(best.map(|(fit, at)| ResortBulletin {
                    subject: subject.clone(),
                    bulletin,
                    region: Some(at),
                    fit,
                }));
            }
        }
        found
    }

    /// Returns the bulletins whose area contains a place.
    fn on_ground(&self, lat: f64, lon: f64) -> impl Iterator<Item = ResortBulletin> {
        self.documents.iter().flat_map(move |(subject, document)| {
            let bulletins = document.value.bulletins.iter().enumerate();
            let holds = bulletins
                .filter(move |(_, stated)| stated.area.as_ref().is_some_and(|area| area.contains(lat, lon)));
            holds.map(|(bulletin, stated)| {
                // A single region is the one that is drawn; if there are several, it is unknown which.
                let region = (stated.regions.len() == 1).then_some(0);
                ResortBulletin { subject: subject.clone(), bulletin, region, fit: RegionMatch::Same }
            })
        })
    }

    /// Returns the bulletins for the regions whose area, drawn separately by the same lane, contains a place.
    fn of_ground_apart(&self, lat: f64, lon: f64) -> impl Iterator<Item = ResortBulletin> {
        let drawn = self.documents.values().flat_map(|document| {
            let lane = document.value.lane.as_str();
            document.value.grounds.iter().map(move |(region, area)| (lane, region, area))
        });
        let holding = drawn.filter(move |(_, _, area)| area.contains(lat, lon));
        holding.flat_map(move |(lane, region, _)| {
            let of_lane = self.documents.iter().filter(move |(_, document)| document.value.lane == lane);
            of_lane.flat_map(move |(subject, document)| {
                document.value.bulletins.iter().enumerate().filter_map(move |(bulletin, stated)| {
                    let at = stated.regions.iter().position(|known| known.id == *region)?;
                    Some(ResortBulletin {
                        subject: subject.clone(),
                        bulletin,
                        region: Some(at),
                        fit: RegionMatch::Same,
                    })
                })
            })
        })
    }

    /// Returns the candidate bulletins of the resort at a position, from the lanes that are shown.
    #[must_use]
    pub fn at(&self, position: usize, is_shown: impl Fn(&str) -> bool) -> Vec<Choice<'_>> {
        let found = self.places.get(position).into_iter().flatten();
        let choices = found.filter_map(|found| {
            let document = &self.documents.get(&found.subject)?.value;
            let bulletin = document.bulletins.get(found.bulletin)?;
            let region = found.region.and_then(|at| bulletin.regions.get(at));
            let (lane, is_fallback) = (document.lane.as_str(), document.is_fallback);
            is_shown(lane).then_some(Choice { lane, is_fallback, bulletin, region, fit: found.fit })
        });
        choices.collect()
    }

    /// Returns whether a shown bulletin of a warning service has arrived.
    #[must_use]
    pub fn has_reached(&self, service: &Service, is_shown: impl Fn(&str) -> bool) -> bool {
        let shown = self.documents.iter().filter(|(_, document)| is_shown(&document.value.lane));
        let mut stated = shown.filter(|(_, document)| document.value.grounds.is_empty());
        stated.any(|(subject, document)| {
            let mut regions = document.value.bulletins.iter().flat_map(|bulletin| &bulletin.regions);
            service.issues_for(subject) || regions.any(|region| service.issues_for(&region.id))
        })
    }

    /// Returns the time when the lane's last statement was first learned.
    #[must_use]
    pub fn learned_at(&self, choice: &Choice<'_>) -> Option<Timestamp> {
        let holds = |kept: &&KeptBulletins| {
            kept.value.bulletins.iter().any(|stated| std::ptr::eq(stated, choice.bulletin))
        };
        self.documents.values().find(holds).map(|kept| kept.captured_at)
    }
}

#[cfg(test)]
mod tests;
