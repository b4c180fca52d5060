//! The hours behind a resort's newest snapshot: carried on from one to the next, so that they reach back to the newest day that
//! the archive of winters knows. One answer reaches back a day; where the hours behind it are not known, after a first start or
//! a long pause, one that reaches back a week is asked for once.

use std::collections::HashMap;

use conditions_core::evidence::{ForecastSnapshot, PastHours};
use conditions_core::time::{DAY_MS, HOUR_MS, Timestamp};
use evidence::{Forecast, Form as _};
use sources::open_meteo::Place;
use sources::open_meteo::request::{FAR_PAST_DAYS, PAST_DAYS};

/// Hours that an answer surely reaches back: it begins with yesterday, UTC.
const REACH_MS: i64 = 24 * HOUR_MS;
/// How far back hours are to be known.
const NEEDED_MS: i64 = 6 * DAY_MS;
/// An upstream that does not reach back so far is not asked to more often than this.
const PATIENCE_MS: i64 = DAY_MS;

/// What is known of the hours behind each resort's newest snapshot.
#[derive(Debug, Default)]
pub(super) struct RecentHours {
    known: HashMap<String, PastHours>,
    /// Until when resorts are not asked far back again.
    asked_until: HashMap<String, Timestamp>,
}

impl RecentHours {
    /// Learns of a stored snapshot. One that does not read has no hours to carry on.
    pub(super) fn learn(&mut self, slug: String, payload: &str) {
        let past = Forecast::decode(payload).ok().and_then(|snapshot| snapshot.hours?.past);
        match past {
            Some(past) => self.known.insert(slug, past),
            None => self.known.remove(&slug),
        };
    }

    /// How many days back places that are asked for together are to be asked.
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

    /// Carries the known hours on into a newer snapshot.
    pub(super) fn carry_on(&mut self, slug: &str, snapshot: &mut ForecastSnapshot) {
        let Some(past) = snapshot.hours.as_mut().and_then(|hours| hours.past.as_mut()) else { return };
        if let Some(known) = self.known.get(slug) {
            *past = past.clone().after(known);
        }
        self.known.insert(slug.to_owned(), past.clone());
    }
}

#[cfg(test)]
mod tests;
