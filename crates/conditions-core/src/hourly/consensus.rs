//! The hours around the capture at the request's elevation, each the median over the models that have that hour.
//!
//! The median is taken by quantity and hour, so that a single model never decides, and a model that lacks an hour lacks
//! nothing else. Two models rarely place a shower in the same hour, so sums of these hours are not totals. For that
//! reason the precipitation of each model is stored too, and sums are computed per model.

use alloc::vec::Vec;
use core::ops::RangeInclusive;

use super::{CLOUD_PCT, HUMIDITY_PCT, HourlySeries, TEMP_C, WATER_MM, WIND_MPS, at, wind_at};
use crate::evidence::{HourColumn, HourlyWeather, MeanWind, PAST_HOURS, PastHours};
use crate::time::{HOUR_MS, Timestamp};
use crate::units::median;

/// Hours stored before and after the capture: the past in which the surface formed, and enough of the future that the
/// coming four days are complete for a day after the capture.
const HOURS_BEFORE: i64 = 48;
const HOURS_AFTER: i64 = 120;

/// Returns the hours around `captured_at`, or `None` if no model has any of them.
pub(super) fn hours_around(
    captured_at: Timestamp,
    elevation_m: Option<f64>,
    series: &[HourlySeries],
) -> Option<HourlyWeather> {
    let hour = captured_at.millis().div_euclid(HOUR_MS) * HOUR_MS;
    let start = Timestamp::from_millis(hour - HOURS_BEFORE * HOUR_MS);
    let middle = |pick: Pick, range| middle(start, HOURS_BEFORE + HOURS_AFTER, series, pick, range);
    let [wind_from_east_mps, wind_from_north_mps] = wind(start, series);
    let weather = HourlyWeather {
        start,
        elevation_m,
        temp_c: middle(|own| &own.temp_c, TEMP_C),
        humidity_pct: middle(|own| &own.humidity_pct, HUMIDITY_PCT),
        precipitation_mm: middle(|own| &own.precipitation_mm, WATER_MM),
        wind_mps: middle(|own| &own.wind_mps, WIND_MPS),
        wind_from_east_mps,
        wind_from_north_mps,
        gust_mps: middle(|own| &own.gust_mps, WIND_MPS),
        cloud_pct: middle(|own| &own.cloud_pct, CLOUD_PCT),
        members_mm: members(start, series),
        past: past(Timestamp::from_millis(hour), series),
    };
    let columns = [
        &weather.temp_c,
        &weather.humidity_pct,
        &weather.precipitation_mm,
        &weather.wind_mps,
        &weather.gust_mps,
        &weather.cloud_pct,
    ];
    let known = columns.into_iter().any(|column| !column.is_empty());
    known.then_some(weather)
}

type Pick = fn(&HourlySeries) -> &[Option<f32>];

/// Returns the median of a quantity over the models, for `hours` hours from `start` on.
fn middle(
    start: Timestamp,
    hours: i64,
    series: &[HourlySeries],
    pick: Pick,
    range: RangeInclusive<f64>,
) -> HourColumn {
    let mut said = Vec::with_capacity(series.len());
    HourColumn::new((0..=hours).map(|step| {
        said.clear();
        said.extend(series.iter().filter_map(|own| {
            let apart = start.since(own.start);
            // A model on the half hour has no value at a whole hour.
            let whole = apart % HOUR_MS == 0;
            whole.then(|| at(pick(own), apart / HOUR_MS + step, range.clone())).flatten()
        }));
        (median(&mut said), u8::try_from(said.len()).unwrap_or(u8::MAX))
    }))
}

/// Returns the components of the wind from the east and from the north, each the mean over the models.
fn wind(start: Timestamp, series: &[HourlySeries]) -> [HourColumn; 2] {
    let hours: Vec<(Option<MeanWind>, u8)> = (0..=HOURS_BEFORE + HOURS_AFTER)
        .map(|step| {
            let said = series.iter().filter_map(|own| {
                let apart = start.since(own.start);
                (apart % HOUR_MS == 0).then(|| wind_at(own, apart / HOUR_MS + step)).flatten()
            });
            let mut models = 0;
            let mean = MeanWind::mean(said.map(|wind| (wind, 1.0)).inspect(|_| models += 1));
            (mean, models)
        })
        .collect();
    let components: [fn(MeanWind) -> f64; 2] = [|wind| wind.from_east_mps, |wind| wind.from_north_mps];
    components.map(|pick| HourColumn::new(hours.iter().map(|(wind, models)| (wind.map(pick), *models))))
}

/// Returns the hours up to `hour`, as far back as the models' responses reach, or `None` without a temperature.
fn past(hour: Timestamp, series: &[HourlySeries]) -> Option<PastHours> {
    let longest = hour.plus_millis(-PAST_HOURS * HOUR_MS);
    let first =
        series.iter().filter(|own| hour.since(own.start) % HOUR_MS == 0).map(|own| own.start).min()?;
    let start = first.max(longest);
    let middle = |pick: Pick, range| middle(start, hour.since(start) / HOUR_MS, series, pick, range);
    let past = PastHours {
        start,
        temp_c: middle(|own| &own.temp_c, TEMP_C),
        humidity_pct: middle(|own| &own.humidity_pct, HUMIDITY_PCT),
        precipitation_mm: middle(|own| &own.precipitation_mm, WATER_MM),
    };
    (!past.temp_c.is_empty()).then_some(past)
}

/// Returns the precipitation of each model; models without any are left out.
fn members(start: Timestamp, series: &[HourlySeries]) -> Vec<HourColumn> {
    let own = series.iter().filter(|own| start.since(own.start) % HOUR_MS == 0).map(|own| {
        let apart = start.since(own.start) / HOUR_MS;
        let steps = 0..=HOURS_BEFORE + HOURS_AFTER;
        HourColumn::new(steps.map(|step| (at(&own.precipitation_mm, apart + step, WATER_MM), 1)))
    });
    own.filter(|column| !column.is_empty()).collect()
}
