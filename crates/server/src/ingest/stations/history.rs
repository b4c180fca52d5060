//! What stations said over the past days: what a single answer does not tell (a spike, thaw and frost, new snow) is
//! read from the answers before it.

use std::collections::{BTreeMap, HashMap};

use conditions_core::time::{HOUR_MS, Timestamp};
use sources::station::{Dropped, Reading, Reason};

use super::readings::DEPTHS_KEPT_MS;

/// Readings of one station by instant.
pub type Series = BTreeMap<Timestamp, Reading>;

/// Readings of a network's stations.
#[derive(Debug, Default)]
pub struct History(HashMap<String, Series>);

/// How many readings or values were left out, by reason.
pub type Counts = BTreeMap<&'static str, u64>;

impl History {
    /// Takes readings that are no older than `kept_ms` and no further ahead of `now` than `ahead_ms`; of what grows
    /// older, one depth an hour stays for [`DEPTHS_KEPT_MS`]. What the lane dropped of a reading is counted once, however
    /// often the answer is repeated.
    pub fn add(&mut self, readings: Vec<Reading>, now: Timestamp, kept_ms: i64, ahead_ms: i64) -> Counts {
        let mut counts = Counts::new();
        for reading in readings {
            let age = now.since(reading.observed_at);
            if age < -ahead_ms {
                *counts.entry("future").or_default() += 1;
            }
            if age < -ahead_ms || age > kept_ms {
                continue;
            }
            let series = self.0.entry(reading.station_id.clone()).or_default();
            let known = series
                .entry(reading.observed_at)
                .or_insert_with(|| Reading::new(&reading.station_id, reading.observed_at));
            for dropped in &reading.dropped {
                if !known.dropped.contains(dropped) {
                    *counts.entry(label(dropped)).or_default() += 1;
                }
            }
            merge(known, reading);
        }
        self.0.retain(|_, series| {
            let mut thinned = i64::MIN;
            series.retain(|at, reading| {
                let age = now.since(*at);
                if age <= kept_ms {
                    return true;
                }
                let hour = at.millis().div_euclid(HOUR_MS);
                let stays = age <= DEPTHS_KEPT_MS && reading.snow_depth_cm.is_some() && hour > thinned;
                if stays {
                    thinned = hour;
                }
                stays
            });
            !series.is_empty()
        });
        counts
    }

    /// What a station said.
    #[must_use]
    pub fn of(&self, station_id: &str) -> Option<&Series> {
        self.0.get(station_id)
    }

    /// Forgets a station, which may have moved.
    pub fn forget(&mut self, station_id: &str) {
        self.0.remove(station_id);
    }
}

/// A later answer about the same instant completes and corrects the earlier one.
fn merge(known: &mut Reading, newer: Reading) {
    let Reading {
        station_id: _,
        observed_at: _,
        temp_c,
        wind_mps,
        gust_mps,
        snow_depth_cm,
        swe_mm,
        surface_temp_c,
        new_snow24h_cm,
        dropped,
    } = newer;
    known.temp_c = temp_c.or(known.temp_c);
    known.wind_mps = wind_mps.or(known.wind_mps);
    known.gust_mps = gust_mps.or(known.gust_mps);
    known.snow_depth_cm = snow_depth_cm.or(known.snow_depth_cm);
    known.swe_mm = swe_mm.or(known.swe_mm);
    known.surface_temp_c = surface_temp_c.or(known.surface_temp_c);
    known.new_snow24h_cm = new_snow24h_cm.or(known.new_snow24h_cm);
    for dropped in dropped {
        if known.dropped.contains(&dropped) {
            continue;
        }
        // What the network has come to distrust is withdrawn.
        known.drop_value(dropped.quantity, dropped.value, dropped.reason);
    }
}

const fn label(dropped: &Dropped) -> &'static str {
    match dropped.reason {
        Reason::Quality(_) => "quality",
        Reason::Sentinel => "sentinel",
        Reason::NotANumber => "not_a_number",
        Reason::Unit(_) => "unit",
        Reason::Range => "range",
        Reason::NoSensor => "no_sensor",
        Reason::NotSnow => "not_snow",
    }
}

#[cfg(test)]
mod tests;
