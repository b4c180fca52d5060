//! The hours before a resort's newest snapshot, carried over from one to the next, so that they reach back to the
//! newest day in the archive of winters. One response reaches back a day. If the earlier hours are unknown, after a
//! first start or a long pause, a response that reaches back a week is requested once.

use std::collections::HashMap;

use conditions_core::evidence::{ForecastSnapshot, PastHours};
use conditions_core::time::{DAY_MS, HOUR_MS, Timestamp};
use evidence::{Forecast, Form as _};
use sources::open_meteo::Place;
use sources::open_meteo::request::{FAR_PAST_DAYS, PAST_DAYS};

/// Time that a response certainly reaches back: it begins with yesterday, UTC.
const REACH_MS: i64 = 24 * HOUR_MS;
/// Time that the known hours have to reach back.
const NEEDED_MS: i64 = 6 * DAY_MS;
/// Minimum interval between requests for a week, for an upstream that does not reach back that far.
const PATIENCE_MS: i64 = DAY_MS;

/// The known hours before each resort's newest snapshot.
#[derive(Debug, Default)]
pub(super) struct RecentHours {
    known: HashMap<String, PastHours>,
    /// Time until which a resort is not requested far back again.
    asked_until: HashMap<String, Timestamp>,
}

impl RecentHours {
    /// Records a stored snapshot. An unreadable one has no hours to carry over.
    pub(super) fn learn(&mut self, slug: String, payload: &str) {
        let past = Forecast::decode(payload).ok().and_then(|snapshot| snapshot.hours?.past);
        match past {
            Some(past) => self.known.insert(slug, past),
            None => self.known.remove(&slug),
        };
    }

    /// Returns the number of past days to request for places that are requested together.
    pub(super) fn days_to_ask(&mut self, places: &[Place], now: Timestamp) -> usize {
        let is_short = |place: &Place| {
            let reaches =
                |past: &PastHours| now.since(past.end()) < REACH_MS && now.since(past.start) >= NEEDED_MS;
            !self.known.get(&place.id).is_some_and(reaches)
                && self.asked_until.get(&place.id).is_none_or(|until| *until <= now)
        };
        if !places.iter().any(is_short) {
            return PAST_DAYS;
        }
        let until = now.plus_millis(PATIENCE_MS);
        self.asked_until.extend(places.iter().map(|place| (place.id.clone(), until)));
        FAR_PAST_DAYS
    }

    /// Carries the known hours over into a newer snapshot.
    pub(super) fn carry_over(&mut self, slug: &str, snapshot: &mut ForecastSnapshot) {
        let Some(past) = snapshot.hours.as_mut().and_then(|hours| hours.past.as_mut()) else { return };
        if let Some(known) = self.known.get(slug) {
            *past = past.clone().after(known);
        }
        self.known.insert(slug.to_owned(), past.clone());
    }
}

#[cfg(test)]
mod tests;
