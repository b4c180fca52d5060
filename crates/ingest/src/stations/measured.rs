//! New snow of a resort's whole local days, computed from a station's depths, for grading forecasts.
//!
//! Covers the previous two days: a day gets its row once it is over and well enough covered, and a new one if
//! late readings change it. A day without coverage has no row, which differs from a day without snow.

use std::collections::BTreeMap;

use chrono::Days;
use chrono_tz::Tz;
use conditions_core::hourly::first_time;
use conditions_core::time::{HOUR_MS, Timestamp};
use sources::despike::{OtherSeries, Sample, Thresholds, snowfall};

use super::network_state::NetworkState;
use crate::forecast::epoch_day;
use crate::store_batch::MeasuredDay;

/// Number of past days that may still be measured.
const DAYS_BACK: u64 = 2;
/// Number of days for which written rows are remembered, so that none is written twice.
const REMEMBERED_DAYS: i64 = 4;

/// The time zone of every resort, by slug.
pub type Zones = BTreeMap<String, Tz>;

/// Stored days: resort, day and station, with the millimetres.
#[derive(Debug, Default)]
pub struct StoredDays(BTreeMap<(String, i64, String), i64>);

impl StoredDays {
    fn is_news(&self, row: &MeasuredDay) -> bool {
        self.0.get(&(row.slug.clone(), row.day, row.station.clone())) != Some(&row.new_snow_mm)
    }

    /// Records that rows were stored.
    pub fn stored(&mut self, rows: Vec<MeasuredDay>) {
        let Some(newest) = rows.iter().map(|row| row.day).max() else { return };
        self.0.extend(rows.into_iter().map(|row| ((row.slug, row.day, row.station), row.new_snow_mm)));
        self.0.retain(|(_, day, _), _| *day > newest - REMEMBERED_DAYS);
    }
}

/// Returns the days of every resort of a network that differ from the stored ones.
#[must_use]
pub fn changed_days(known: &NetworkState, zones: &Zones, now: Timestamp) -> Vec<MeasuredDay> {
    let mut out = Vec::new();
    for (slug, station, past) in known.pasts() {
        let Some(zone) = zones.get(slug) else { continue };
        let depths = &past.judged.depths;
        if depths.is_empty() {
            continue;
        }
        let weather = past.judged.weather(&past.series);
        for back in 1..=DAYS_BACK {
            let limits = &known.limits().depth;
            let Some((day, new_snow_mm)) = of_day(depths, weather.other_series(), *zone, now, back, limits)
            else {
                continue;
            };
            let row = MeasuredDay {
                slug: slug.to_owned(),
                day,
                network: known.lane().to_owned(),
                station: station.id.clone(),
                elevation_m: station.elevation_m.map(|metres| metres.round() as i64),
                new_snow_mm,
            };
            if known.written().is_news(&row) {
                out.push(row);
            }
        }
    }
    out
}

/// Returns the number and new snow in millimetres of the local day `back` days ago.
fn of_day(
    depths: &[Sample],
    beside: OtherSeries<'_>,
    zone: Tz,
    now: Timestamp,
    back: u64,
    thresholds: &Thresholds,
) -> Option<(i64, i64)> {
    let today = now.local_date(zone);
    let date = today.checked_sub_days(Days::new(back))?;
    let (from, to) = (first_time(zone, date)?, first_time(zone, date.succ_opt()?)?);
    // 23 or 25 hours at a clock change; the half hour of some zones is rounded to the longer day.
    let hours = u32::try_from((to.since(from) + HOUR_MS / 2) / HOUR_MS).ok()?;
    let cm = snowfall::recent(depths, beside, to, hours, thresholds).cm?;
    Some((epoch_day(date), (cm * 10.0).round() as i64))
}

#[cfg(test)]
mod tests;
