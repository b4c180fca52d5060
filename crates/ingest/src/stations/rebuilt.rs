//! A station's past out of the evidence that was kept of it: after a restart the verdicts and the sums of new snow go on
//! where they were, as far as the rows tell.
//!
//! Rows hold the freshest value of each instrument, to the tenth, under the time of the oldest value beside it, and the hours
//! before it that no row had when it was written: an answer after some hours of silence has them all. New snow is a sum of the
//! past and is summed again. What was doubted is not in them, and since when is not known any more.

use conditions_core::evidence::StationReading;
use evidence::{Form as _, Stations};
use sources::station::Reading;

/// The readings of stored payloads. A payload that does not read is passed over.
#[must_use]
pub(super) fn readings<'a>(payloads: impl IntoIterator<Item = &'a str>) -> Vec<Reading> {
    let mut out: Vec<Reading> = Vec::new();
    for payload in payloads {
        // One resort's row is another's as well when they share a station: the same readings, which merge.
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
