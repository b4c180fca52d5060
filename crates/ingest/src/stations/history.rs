//! What stations said over the past days: what a single answer does not tell (a spike, an instrument that sticks, thaw
//! and frost, new snow) is read from the answers before it.

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, HashMap};

use conditions_core::time::{DAY_MS, HOUR_MS, Timestamp};
use sources::despike::snowfall;
use sources::doubt::{CheckedSeries, Limits, backwards, judge, lost};
use sources::station::{DroppedValue, Quantity, Reading, Reason};

pub use sources::doubt::Series;

/// Depths are kept for the longest window of new snow, in hours, and the reading that it begins with.
pub const DEPTHS_KEPT_MS: i64 = (snowfall::WINDOWS[2] as i64 + 2) * HOUR_MS;
/// Whole readings are kept for this long: the longest streak that a thermometer or anemometer is judged by, and more.
const WHOLE_KEPT_MS: i64 = 74 * HOUR_MS;
/// What a network gave within this is what it should give again.
const USUAL_MS: i64 = DAY_MS;

/// What one station said, and what of it is doubted.
#[derive(Debug, Default)]
pub struct Past {
    /// Its readings.
    pub series: Series,
    /// The verdicts on them.
    pub judged: CheckedSeries,
}

/// Readings of a network's stations.
#[derive(Debug)]
pub struct History {
    limits: Limits,
    stations: HashMap<String, Past>,
}

/// How many readings or values were left out, by reason.
pub type Counts = BTreeMap<&'static str, u64>;

/// What came of an answer.
#[derive(Debug, Default, PartialEq)]
pub struct ReadingLosses {
    /// What was left out, by reason, each value once however often the answer is repeated.
    pub dropped: Counts,
    /// Quantities that the network gave within a day and gives nowhere now.
    pub lost: Vec<Quantity>,
}

impl Past {
    /// A past that is judged.
    #[must_use]
    pub fn of(series: Series, limits: &Limits) -> Self {
        let judged = judge(&series, &CheckedSeries::default().doubts, limits);
        Self { series, judged }
    }

    /// Judges again; what is doubted now and was not before is counted.
    fn judge(&mut self, limits: &Limits, counts: &mut Counts) {
        let judged = judge(&self.series, &self.judged.doubts, limits);
        for (label, count) in judged.news(&self.judged) {
            *counts.entry(label).or_default() += count;
        }
        self.judged = judged;
    }

    /// Whether a value since an instant is left out: doubted by its past, contradicted by another record, or no measurement.
    #[must_use]
    pub fn leaves_out(&self, since: Timestamp) -> bool {
        let is_left = |dropped: &DroppedValue| matches!(dropped.reason, Reason::Contradicted | Reason::Range);
        self.judged.any_since(since)
            || self.series.range(since..).any(|(_, reading)| reading.dropped.iter().any(is_left))
    }

    fn newest(&self) -> Option<Timestamp> {
        self.series.keys().next_back().copied()
    }

    /// Takes a reading; whether it was news.
    fn take(&mut self, reading: Reading, counts: &mut Counts) -> bool {
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

    /// Forgets what is too old; of what grows older, one depth an hour stays.
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
    /// Knows nothing yet.
    #[must_use]
    pub fn new(limits: Limits) -> Self {
        Self { limits, stations: HashMap::new() }
    }

    /// Takes the readings of one round of a network: no older than they are kept, no further ahead of `now` than
    /// `ahead_ms`, and not of stations whose clocks went back.
    pub fn add(&mut self, readings: Vec<Reading>, now: Timestamp, ahead_ms: i64) -> ReadingLosses {
        let mut heard = ReadingLosses { lost: self.lost(&readings, now), ..ReadingLosses::default() };
        let counts = &mut heard.dropped;
        let kept_ms = self.limits.kept_ms().max(DEPTHS_KEPT_MS);
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
                // What is known already is an older answer come again; the rest is of an unknown time.
                readings.retain(|at, reading| past.series.get(at) != Some(reading));
                if !readings.is_empty() {
                    *counts.entry("backwards").or_default() += readings.len() as u64;
                }
                continue;
            }
            readings.retain(|at, _| now.since(*at) <= kept_ms);
            let mut is_news = false;
            for reading in readings.into_values() {
                is_news |= past.take(reading, counts);
            }
            if is_news {
                past.forget_old(now, kept_ms);
                past.judge(&self.limits, counts);
            }
        }
        for past in self.stations.values_mut() {
            past.forget_old(now, kept_ms);
        }
        self.stations.retain(|_, past| !past.series.is_empty());
        heard
    }

    /// What the stations that speak now gave within a day and none of them gives any more.
    fn lost(&self, readings: &[Reading], now: Timestamp) -> Vec<Quantity> {
        let since = now.plus_millis(-USUAL_MS);
        let recent = self.stations.values().flat_map(|past| past.series.range(since..).map(|(_, r)| r));
        lost::lost(&lost::given(recent), &lost::given(readings))
    }

    /// What a station said.
    #[must_use]
    pub fn of(&self, station_id: &str) -> Option<&Past> {
        self.stations.get(station_id)
    }

    /// Forgets a station, which has moved.
    pub fn forget(&mut self, station_id: &str) {
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
