//! Simple rules for new snow, as baselines: the net change and the largest climb of the 5 h median, the sum of the
//! rises, and rises beyond 2 cm after a spike test.

use std::collections::BTreeMap;

use chrono::NaiveDate;
use conditions_core::time::{HOUR_MS, Timestamp};

use super::records::{Station, hour};
use crate::days;
use crate::measure::median;

/// The rules, in the order of [`Day::cm`].
pub(super) const NAMES: [&str; 4] = [
    "net of the 5 h median",
    "largest climb of the 5 h median",
    "rises beyond 2 cm, spikes out",
    "sum of hourly rises",
];
/// Minimum depth of a scored day, centimetres.
const LEAST_DEPTH_CM: f64 = 20.0;
/// Minimum number of known hours among the 25 from one day's start to the next.
const LEAST_HOURS: usize = 22;
const SPIKE_CM: f64 = 5.0;
const SPIKE_HOURS: i64 = 3;
const NOISE_CM: f64 = 2.0;

/// Depths by the number of their hour, centimetres.
type Hours = BTreeMap<i64, f64>;

/// A day with enough readings.
pub(crate) struct Day {
    pub(crate) date: NaiveDate,
    /// New snow by each rule of [`NAMES`].
    pub(crate) cm: [f64; 4],
}

impl Day {
    /// Returns the largest climb of the smoothed depth, centimetres; below 1 the day was dry.
    pub(crate) const fn climb(&self) -> f64 {
        self.cm[1]
    }
}

/// Returns the days of a station with enough readings.
pub(crate) fn days(station: &Station) -> Vec<Day> {
    let hours = hourly(station);
    let (Some(first), Some(last)) = (hours.keys().next(), hours.keys().next_back()) else {
        return Vec::new();
    };
    let (smooth, calm) = (smoothed(&hours), without_spikes(&hours));
    let first = first + (station.day_starts_h - first).rem_euclid(24);
    let mut out = Vec::new();
    for begin in (first..last - 23).step_by(24) {
        let day = |of: &Hours| -> Vec<f64> { of.range(begin - 1..begin + 24).map(|(_, cm)| *cm).collect() };
        let (raw, median) = (day(&hours), day(&smooth));
        let lowest = raw.iter().copied().fold(f64::INFINITY, f64::min);
        if raw.len() < LEAST_HOURS || median.len() < LEAST_HOURS || lowest < LEAST_DEPTH_CM {
            continue;
        }
        let net = median.last().zip(median.first()).map_or(0.0, |(last, first)| (last - first).max(0.0));
        let sum =
            raw.windows(2).map(|pair| pair.last().zip(pair.first()).map_or(0.0, |(b, a)| (b - a).max(0.0)));
        let cm = [net, climb(&median), rises(&day(&calm)), sum.sum()];
        let start = Timestamp::from_millis(begin * HOUR_MS);
        out.push(Day { date: days::date(start), cm });
    }
    out
}

/// Returns the median depth of every hour, the lower of two.
fn hourly(station: &Station) -> Hours {
    let mut all: BTreeMap<i64, Vec<f64>> = BTreeMap::new();
    for sample in &station.depths {
        all.entry(hour(sample)).or_default().push(sample.value);
    }
    let middle = all.into_iter().filter_map(|(hour, mut values)| {
        values.sort_by(f64::total_cmp);
        Some((hour, values.get((values.len() - 1) / 2)?.max(0.0)))
    });
    middle.collect()
}

fn smoothed(hours: &Hours) -> Hours {
    let near = |hour: i64| -> Vec<f64> { hours.range(hour - 2..=hour + 2).map(|(_, cm)| *cm).collect() };
    let median = |hour: &i64| {
        let near = near(*hour);
        (near.len() >= 3).then(|| median(near)).flatten().map(|cm| (*hour, cm))
    };
    hours.keys().filter_map(median).collect()
}

fn without_spikes(hours: &Hours) -> Hours {
    let mut kept = Hours::new();
    let all: Vec<(i64, f64)> = hours.iter().map(|(hour, cm)| (*hour, *cm)).collect();
    let mut rest = all.as_slice();
    while let Some(((hour, cm), tail)) = rest.split_first() {
        let length = kept.last_key_value().map_or(0, |(at, before)| spike(*at, *before, rest));
        if length == 0 {
            kept.insert(*hour, *cm);
            rest = tail;
        } else {
            rest = rest.split_at(length).1;
        }
    }
    kept
}

/// Returns the number of readings that deviate from both the one before and the one after them.
fn spike(at: i64, before: f64, rest: &[(i64, f64)]) -> usize {
    let Some((first, cm)) = rest.first().filter(|(hour, _)| hour - at <= SPIKE_HOURS) else { return 0 };
    let side = (cm - before).signum();
    let mut nearest = f64::INFINITY;
    for (length, (hour, cm)) in rest.iter().enumerate() {
        if hour - first > SPIKE_HOURS {
            return 0;
        }
        if length > 0 && nearest - side * cm > SPIKE_CM {
            return length;
        }
        if side * (cm - before) <= SPIKE_CM {
            return 0;
        }
        nearest = nearest.min(side * cm);
    }
    0
}

fn climb(depths: &[f64]) -> f64 {
    let mut low = f64::INFINITY;
    depths.iter().fold(0.0_f64, |most, cm| {
        low = low.min(*cm);
        most.max(cm - low)
    })
}

/// Returns the sum of rises between turning points that differ by at least the noise; at least the largest climb.
fn rises(depths: &[f64]) -> f64 {
    let Some(&first) = depths.first() else { return 0.0 };
    let (mut low, mut high, mut total) = (first, first, 0.0);
    for &cm in depths {
        if cm > high {
            high = cm;
        } else if high - cm >= NOISE_CM || (high - low < NOISE_CM && cm < low) {
            if high - low >= NOISE_CM {
                total += high - low;
            }
            (low, high) = (cm, cm);
        }
    }
    if high - low >= NOISE_CM {
        total += high - low;
    }
    f64::max(total, climb(depths))
}
