//! Queue of resorts that are due for their next forecast, the one that waited longest first.

use std::collections::HashMap;

use conditions_core::evidence::Profile;
use conditions_core::hourly;
use conditions_core::time::{DAY_MS, Timestamp};
use sources::open_meteo::Place;

use super::cadence::{OpenDays, closed_period_ms};
use crate::rest::fraction;

/// Share of the period by which refreshes drift apart, so that they do not stay in one burst.
const DRIFT: f64 = 0.04;

/// A resort for which forecasts are fetched.
#[derive(Debug, Clone)]
pub struct Target {
    /// Profile, as the resolver reads it.
    pub profile: Profile,
    /// Degrees north.
    pub lat: f64,
    /// Degrees east.
    pub lon: f64,
}

#[derive(Debug)]
pub struct Queue {
    targets: HashMap<String, QueueEntry>,
    period_ms: i64,
}

#[derive(Debug)]
struct QueueEntry {
    target: Target,
    /// The days on which it is refreshed at the usual period; `None` for every day.
    open: Option<OpenDays>,
    /// Capture time of its newest snapshot.
    captured_at: Option<Timestamp>,
    not_before: Option<Timestamp>,
}

impl Queue {
    /// Makes a queue in which every target is due now.
    #[must_use]
    pub fn new(targets: Vec<Target>, period_ms: i64) -> Self {
        let waiting = |target: Target| QueueEntry {
            open: target.profile.season.and_then(OpenDays::new),
            target,
            captured_at: None,
            not_before: None,
        };
        let targets = targets.into_iter().map(|target| (target.profile.slug.clone(), waiting(target)));
        Self { targets: targets.collect(), period_ms }
    }

    /// Returns the target of a slug.
    #[must_use]
    pub fn target(&self, slug: &str) -> Option<&Target> {
        self.targets.get(slug).map(|waiting| &waiting.target)
    }

    /// Resets the queue before the stored state is applied: nothing is captured, and rests are limited to the longest
    /// one.
    pub fn reset(&mut self, now: Timestamp) {
        let longest = now.plus_millis(DAY_MS);
        for waiting in self.targets.values_mut() {
            waiting.captured_at = None;
            waiting.not_before = waiting.not_before.filter(|until| *until <= longest);
        }
    }

    /// Records the capture time of a resort's newest snapshot; `None` makes it due.
    pub fn captured(&mut self, slug: &str, at: Option<Timestamp>) {
        if let Some(waiting) = self.targets.get_mut(slug) {
            waiting.captured_at = at;
        }
    }

    /// Pauses a resort until the given time.
    pub fn rest(&mut self, slug: &str, until: Timestamp) {
        if let Some(waiting) = self.targets.get_mut(slug) {
            waiting.not_before = Some(until);
        }
    }

    /// Returns the refresh period of a resort on the day of `now`.
    fn period_at(&self, waiting: &QueueEntry, now: Timestamp) -> i64 {
        let is_closed = waiting.open.is_some_and(|open| !open.contains(now.utc().date_naive()));
        if is_closed { closed_period_ms(self.period_ms) } else { self.period_ms }
    }

    fn due_at(&self, waiting: &QueueEntry, now: Timestamp) -> Timestamp {
        let period_ms = self.period_at(waiting, now);
        let next = waiting.captured_at.map_or(Timestamp::from_millis(i64::MIN), |at| {
            // Resorts of one batch share a capture time and so stay together.
            let drift = fraction(at.millis().unsigned_abs()) * DRIFT * period_ms as f64;
            at.plus_millis(period_ms - drift as i64)
        });
        waiting.not_before.map_or(next, |wait| next.max(wait))
    }

    /// Returns the due places, the one that is late by most first.
    #[must_use]
    pub fn due(&self, now: Timestamp) -> Vec<Place> {
        let end =
            |waiting: &QueueEntry| waiting.captured_at.map(|at| at.plus_millis(self.period_at(waiting, now)));
        let due = self.targets.values().filter(|waiting| self.due_at(waiting, now) <= now);
        let mut due: Vec<(Option<Timestamp>, &QueueEntry)> =
            due.map(|waiting| (end(waiting), waiting)).collect();
        due.sort_by(|(a, first), (b, second)| {
            (a, &first.target.profile.slug).cmp(&(b, &second.target.profile.slug))
        });
        due.into_iter().map(|(_, waiting)| place(&waiting.target)).collect()
    }
}

fn place(target: &Target) -> Place {
    Place {
        id: target.profile.slug.clone(),
        lat: target.lat,
        lon: target.lon,
        elevation_m: hourly::request_elevation(&target.profile),
    }
}

#[cfg(test)]
mod tests;
