//! Which resorts are due for their next forecast, the one that waited longest first.

use std::collections::{HashMap, VecDeque};

use conditions_core::evidence::Profile;
use conditions_core::hourly;
use conditions_core::time::Timestamp;
use sources::open_meteo::Place;
use world::World;

/// Refreshes drift apart by up to this share of the period, so that they do not stay in one burst.
const DRIFT: f64 = 0.04;

/// A resort to fetch for.
#[derive(Debug, Clone)]
pub struct Target {
    /// As the resolver reads it.
    pub profile: Profile,
    /// Where.
    pub lat: f64,
    /// Where.
    pub lon: f64,
    /// When its newest snapshot was captured.
    pub captured_at: Option<Timestamp>,
}

/// Resorts waiting for their next fetch.
#[derive(Debug)]
pub(super) struct Queue {
    pub(super) targets: HashMap<String, Target>,
    pub(super) not_before: HashMap<String, Timestamp>,
    pub(super) period_ms: i64,
}

impl Queue {
    fn due_at(&self, target: &Target) -> Timestamp {
        let next = target.captured_at.map_or(Timestamp::from_millis(i64::MIN), |at| {
            // Resorts of one batch share a capture time and so stay together.
            let drift = fraction(at.millis().unsigned_abs()) * DRIFT * self.period_ms as f64;
            at.plus_millis(self.period_ms - drift as i64)
        });
        self.not_before.get(&target.profile.slug).map_or(next, |wait| next.max(*wait))
    }

    /// Takes over what is published: another replica may have fetched.
    pub(super) fn learn(&mut self, world: &World) {
        for held in world.held() {
            let stored = held.evidence.forecast.as_ref().map(|snapshot| snapshot.captured_at);
            if let Some(target) = self.targets.get_mut(&held.resort.slug) {
                target.captured_at = target.captured_at.max(stored);
            }
        }
    }

    /// Slugs that are due, the one with the oldest snapshot first.
    pub(super) fn due(&self, now: Timestamp) -> VecDeque<String> {
        let mut due: Vec<&Target> =
            self.targets.values().filter(|target| self.due_at(target) <= now).collect();
        due.sort_by(|a, b| (a.captured_at, &a.profile.slug).cmp(&(b.captured_at, &b.profile.slug)));
        due.into_iter().map(|target| target.profile.slug.clone()).collect()
    }

    pub(super) fn places(&self, slugs: &[String]) -> Vec<Place> {
        slugs
            .iter()
            .filter_map(|slug| self.targets.get(slug))
            .map(|target| Place {
                id: target.profile.slug.clone(),
                lat: target.lat,
                lon: target.lon,
                elevation_m: hourly::request_elevation(&target.profile),
            })
            .collect()
    }
}

/// A number in 0..1 that is always the same for the same input.
pub(super) fn fraction(seed: u64) -> f64 {
    let mut x = seed.wrapping_add(0x9e37_79b9_7f4a_7c15);
    x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    (x >> 11) as f64 / (1_u64 << 53) as f64
}
