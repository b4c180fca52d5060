//! Stores the readings of stations over the past days. Facts that a single response does not show (a spike, an
//! instrument that sticks, thaw and frost, new snow) are derived from it.

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, HashMap};

use conditions_core::time::{DAY_MS, HOUR_MS, Timestamp};
use sources::despike::snowfall;
use sources::doubt::{CheckedSeries, Limits, backwards, check, lost_quantities};
use sources::station::{DroppedValue, Quantity, Reading, Reason};

pub use sources::doubt::Series;

/// Storage time of depths: the longest window of new snow, in hours, and the reading at its beginning.
pub const DEPTHS_KEPT_MS: i64 = (snowfall::WINDOWS[2] as i64 + 2) * HOUR_MS;
/// Storage time of complete readings: the longest streak of the checks for thermometers and anemometers, and more.
const WHOLE_KEPT_MS: i64 = 74 * HOUR_MS;
/// Time within which a reported quantity is expected to be reported again.
const USUAL_MS: i64 = DAY_MS;

/// The readings of one station, and the doubts about them.
#[derive(Debug, Default)]
pub struct Past {
    pub series: Series,
    /// The result of checking them.
    pub judged: CheckedSeries,
}

#[derive(Debug)]
pub struct History {
    limits: Limits,
    stations: HashMap<String, Past>,
}

/// Number of omitted readings or values, by reason.
pub type Counts = BTreeMap<&'static str, u64>;

/// Losses of a response.
#[derive(Debug, Default, PartialEq)]
pub struct ReadingLosses {
    /// Omitted values by reason, each counted once however often the response is repeated.
    pub dropped: Counts,
    /// Quantities that the network reported within a day and reports nowhere now.
    pub lost: Vec<Quantity>,
}

impl Past {
    /// Makes a checked past from readings.
    #[must_use]
    pub fn from_series(series: Series, limits: &Limits) -> Self {
        let judged = check(&series, &CheckedSeries::default().doubts, limits);
        Self { series, judged }
    }

    /// Checks the readings again; counts new doubts.
    fn check(&mut self, limits: &Limits, counts: &mut Counts) {
        let judged = check(&self.series, &self.judged.doubts, limits);
        for (label, count) in judged.new_doubts(&self.judged) {
            *counts.entry(label).or_default() += count;
        }
        self.judged = judged;
    }

    /// Returns whether a value since `since` is left out: doubted because of its past, contradicted by another record,
    /// or not a measurement.
    #[must_use]
    pub fn leaves_out(&self, since: Timestamp) -> bool {
        let is_left = |dropped: &DroppedValue| matches!(dropped.reason, Reason::Contradicted | Reason::Range);
        self.judged.any_since(since)
            || self.series.range(since..).any(|(_, reading)| reading.dropped.iter().any(is_left))
    }

    fn newest(&self) -> Option<Timestamp> {
        self.series.keys().next_back().copied()
    }

    /// Adds a reading. Returns whether it was new.
    fn insert(&mut self, reading: Reading, counts: &mut Counts) -> bool {
        let known = self
            .series
            .entry(reading.observed_at)
            .or_insert_with(|| Reading::new(&reading.station_id, reading.observed_at));
        for dropped in &reading.dropped {
            if !known.dropped.contains(dropped) {
                *counts.entry(label(dropped)).or_default() += 1;
            }
        }
        let before = known.clone();
        known.merge(reading);
        *known != before
    }

    /// Removes old readings; for those growing old, one depth an hour stays.
    fn forget_old(&mut self, now: Timestamp, depths_kept_ms: i64) {
        let mut thinned = i64::MIN;
        self.series.retain(|at, reading| {
            let age = now.since(*at);
            if age <= WHOLE_KEPT_MS {
                return true;
            }
            let hour = at.millis().div_euclid(HOUR_MS);
            let stays = age <= depths_kept_ms && reading.snow_depth_cm.is_some() && hour > thinned;
            if stays {
                thinned = hour;
            }
            stays
        });
    }
}

impl History {
    /// Makes an empty history.
    #[must_use]
    pub fn new(limits: Limits) -> Self {
        Self { limits, stations: HashMap::new() }
    }

    /// Adds the readings of one poll of a network, except those that are older than the storage time, further ahead of
    /// `now` than `ahead_ms`, or of stations whose clocks went back.
    pub fn add(&mut self, readings: Vec<Reading>, now: Timestamp, ahead_ms: i64) -> ReadingLosses {
        let mut heard =
            ReadingLosses { lost: self.lost_quantities(&readings, now), ..ReadingLosses::default() };
        let counts = &mut heard.dropped;
        let kept_ms = self.limits.storage_ms().max(DEPTHS_KEPT_MS);
        let mut by_station: BTreeMap<String, Series> = BTreeMap::new();
        for reading in readings {
            if now.since(reading.observed_at) < -ahead_ms {
                *counts.entry("future").or_default() += 1;
                continue;
            }
            match by_station.entry(reading.station_id.clone()).or_default().entry(reading.observed_at) {
                Entry::Vacant(place) => {
                    place.insert(reading);
                }
                Entry::Occupied(known) => known.into_mut().join(reading),
            }
        }
        for (station, mut readings) in by_station {
            let past = self.stations.entry(station).or_default();
            let newest = readings.keys().next_back().copied();
            if past.newest().zip(newest).is_some_and(|(known, newest)| backwards::goes_back(known, newest)) {
                // A known reading is a repeated older response; the true time of the others is unknown.
                readings.retain(|at, reading| past.series.get(at) != Some(reading));
                if !readings.is_empty() {
                    *counts.entry("backwards").or_default() += readings.len() as u64;
                }
                continue;
            }
            readings.retain(|at, _| now.since(*at) <= kept_ms);
            let mut is_news = false;
            for reading in readings.into_values() {
                is_news |= past.insert(reading, counts);
            }
            if is_news {
                past.forget_old(now, kept_ms);
                past.check(&self.limits, counts);
            }
        }
        for past in self.stations.values_mut() {
            past.forget_old(now, kept_ms);
        }
        self.stations.retain(|_, past| !past.series.is_empty());
        heard
    }

    /// Returns the quantities that the reporting stations gave within a day and that none of them gives now.
    fn lost_quantities(&self, readings: &[Reading], now: Timestamp) -> Vec<Quantity> {
        let since = now.plus_millis(-USUAL_MS);
        let recent = self.stations.values().flat_map(|past| past.series.range(since..).map(|(_, r)| r));
        lost_quantities::lost_quantities(&lost_quantities::given(recent), &lost_quantities::given(readings))
    }

    /// Returns the past of a station.
    #[must_use]
    pub fn get(&self, station_id: &str) -> Option<&Past> {
        self.stations.get(station_id)
    }

    /// Removes a station, which has moved.
    pub fn remove(&mut self, station_id: &str) {
        self.stations.remove(station_id);
    }
}

const fn label(dropped: &DroppedValue) -> &'static str {
    match dropped.reason {
        Reason::Quality(_) => "quality",
        Reason::Sentinel => "sentinel",
        Reason::NotANumber => "not_a_number",
        Reason::Unit(_) => "unit",
        Reason::Range => "range",
        Reason::NoSensor => "no_sensor",
        Reason::NotSnow => "not_snow",
        Reason::Contradicted => "contradicted",
    }
}

#[cfg(test)]
mod tests;
