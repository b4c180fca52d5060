//! Rebuilds a station's past from stored evidence, so that after a restart the checks and the sums of new snow continue
//! as far as the rows allow.
//!
//! Rows contain the freshest value of each instrument, to the tenth, under the time of the oldest value of its group,
//! and the earlier hours that no previous row had: a response after some hours of silence has all of them. New snow is
//! recomputed from the past. Doubted values are not in the rows, and the beginning of a fault is no longer known.

use conditions_core::evidence::StationReading;
use evidence::{Form as _, Stations};
use sources::station::Reading;

/// Returns the readings of stored payloads. Unreadable payloads are skipped.
#[must_use]
pub(super) fn readings<'a>(payloads: impl IntoIterator<Item = &'a str>) -> Vec<Reading> {
    let mut out: Vec<Reading> = Vec::new();
    for payload in payloads {
        // Resorts that share a station have the same readings in their rows, which merge.
        let kept = Stations::decode(payload).unwrap_or_default();
        out.extend(kept.iter().map(reading));
        for (station, hours) in Stations::earlier(payload) {
            out.extend(hours.iter().map(|hour| Reading {
                temp_c: hour.temp_c,
                snow_depth_cm: Some(hour.depth_cm),
                swe_mm: hour.swe_mm,
                ..Reading::new(&station, hour.at)
            }));
        }
    }
    out
}

fn reading(kept: &StationReading) -> Reading {
    Reading {
        temp_c: kept.temp_c,
        wind_mps: kept.wind_mps,
        snow_depth_cm: kept.snow_depth_cm,
        swe_mm: kept.swe_mm,
        surface_temp_c: kept.surface_temp_c,
        ..Reading::new(&kept.station_id, kept.observed_at)
    }
}

#[cfg(test)]
mod tests;
