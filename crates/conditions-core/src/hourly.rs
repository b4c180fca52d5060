//! Converts the hourly output of models to a forecast snapshot: resort-local days, phase and depth of new snow at three
//! elevations.
//!
//! Implements `contract-decisions` 8: one call per resort at mid elevation, hourly and in UTC; "days are the resort's
//! local days; a model's day with any missing hour is null for that model"; base and summit by lapse rate; phase and
//! snow:liquid ratio hour by hour.
//!
//! - A local day runs from its first instant in the IANA zone to the next day's: 23 or 25 hours at a clock change, and
//!   on the half hour if the offset is. An hour that straddles midnight is divided between the two days in proportion,
//!   so that water is neither lost nor counted twice. The day is complete only if both such hours are known.
//! - The lapse rate never makes snow of what the model itself states as rain, by its freezing level or by its own
//!   snowfall (`falls.rs`).
//! - The settling of a day's snow under its own water (`snow::settled_cm`) is applied after the day is summed.
//! - The upstream's own snowfall (water at a fixed 7:1) is used only if a model has no precipitation column, or no
//!   temperature column, at all; it never patches single hours. It has no rain. Without temperatures its phase cannot
//!   be moved to another elevation, so it describes only mid mountain.
//! - A model without humidity at some hour uses the mean of the models that have it: humidity only decides between snow
//!   and rain, models differ little in it, and requesting it from every model would cost a third more.
//! - A value outside the range of values that occur on earth, NaN or infinite is a missing value. Small gaps are
//!   repaired first (`gaps.rs`), and the day is marked.

use alloc::string::String;
use alloc::vec::Vec;
use core::ops::RangeInclusive;

use chrono::NaiveDate;

use crate::evidence::{ForecastSnapshot, MeanWind, ModelDay, ModelRun, PerBand, Profile};
use crate::snow::LAPSE_C_PER_M;
use crate::time::{HOUR_MS, Timestamp};

mod band;
mod consensus;
mod days;
mod falls;
mod gaps;
mod phase;
mod thaw;
mod weather;

pub(crate) use band::BandHours;
pub use days::first_time;
use days::{Span, local_days};
pub use gaps::LEAST_WATER_MM;
use gaps::RepairedSeries;
pub use phase::{HourFall, Phase, hour_fall};
pub(crate) use thaw::{is_sunlit, thaws};
pub(crate) use weather::lasting;

/// Maximum age, before the capture, of an instantaneous value that counts as "now", in hours.
const LOOK_BACK_H: i64 = 3;

// Ranges of values that can occur; a value outside is missing. Wider than the policy's plausible ranges, which apply
// to published values.
const TEMP_C: RangeInclusive<f64> = -90.0..=60.0;
const HUMIDITY_PCT: RangeInclusive<f64> = 0.0..=120.0;
const WATER_MM: RangeInclusive<f64> = 0.0..=400.0;
const SNOWFALL_CM: RangeInclusive<f64> = 0.0..=280.0;
const WIND_MPS: RangeInclusive<f64> = 0.0..=150.0;
const DIRECTION_DEG: RangeInclusive<f64> = 0.0..=360.0;
const CLOUD_PCT: RangeInclusive<f64> = 0.0..=100.0;
const FREEZING_M: RangeInclusive<f64> = -1000.0..=10_000.0;
const DEPTH_CM: RangeInclusive<f64> = 0.0..=10_000.0;
const ELEVATION_M: RangeInclusive<f64> = -450.0..=9000.0;

/// One model's hourly output for one point, at [`request_elevation`].
///
/// Step `i` is at `start` + `i` hours. A column that is shorter than the others is missing at its end; an empty one is
/// missing altogether.
#[derive(Debug, Clone, PartialEq)]
pub struct HourlySeries {
    /// Name of the model at the upstream.
    pub model: String,
    /// Time at which this run became available upstream.
    pub available_at: Option<Timestamp>,
    /// Time of the first step.
    pub start: Timestamp,
    /// Air temperature at 2 m at the step, °C.
    pub temp_c: Vec<Option<f32>>,
    /// Relative humidity at 2 m at the step, percent.
    pub humidity_pct: Vec<Option<f32>>,
    /// Precipitation of the hour that ends at the step, millimetres.
    pub precipitation_mm: Vec<Option<f32>>,
    /// The upstream's own snowfall of the hour that ends at the step, centimetres; a fallback.
    pub snowfall_cm: Vec<Option<f32>>,
    /// Mean wind at 10 m at the step, metres per second.
    pub wind_mps: Vec<Option<f32>>,
    /// Direction that the mean wind blows from at the step, degrees clockwise from north.
    pub wind_from_deg: Vec<Option<f32>>,
    /// Highest gust at 10 m of the hour that ends at the step, metres per second.
    pub gust_mps: Vec<Option<f32>>,
    /// Cloud cover at the step, percent.
    pub cloud_pct: Vec<Option<f32>>,
    /// Elevation of the 0 °C level at the step, metres above sea level.
    pub freezing_level_m: Vec<Option<f32>>,
    /// Snow depth at the step, centimetres.
    pub snow_depth_cm: Vec<Option<f32>>,
}

impl HourlySeries {
    /// Makes a series without any columns.
    #[must_use]
    pub const fn new(model: String, start: Timestamp) -> Self {
        Self {
            model,
            available_at: None,
            start,
            temp_c: Vec::new(),
            humidity_pct: Vec::new(),
            precipitation_mm: Vec::new(),
            snowfall_cm: Vec::new(),
            wind_mps: Vec::new(),
            wind_from_deg: Vec::new(),
            gust_mps: Vec::new(),
            cloud_pct: Vec::new(),
            freezing_level_m: Vec::new(),
            snow_depth_cm: Vec::new(),
        }
    }

    /// Returns the number of steps of the longest column.
    fn steps(&self) -> usize {
        let columns = [
            &self.temp_c,
            &self.humidity_pct,
            &self.precipitation_mm,
            &self.snowfall_cm,
            &self.wind_mps,
            &self.wind_from_deg,
            &self.gust_mps,
            &self.cloud_pct,
            &self.freezing_level_m,
            &self.snow_depth_cm,
        ];
        columns.into_iter().map(Vec::len).max().unwrap_or(0)
    }
}

/// Returns the elevation for which weather is requested and from which lapse rates start, metres above sea level: mid
/// mountain; if unknown, the middle between base and summit; if only one of them is known, that one.
#[must_use]
pub fn request_elevation(profile: &Profile) -> Option<f64> {
    let PerBand { base, mid, summit } = profile.elevation_m.map(|z| z.filter(|z| ELEVATION_M.contains(z)));
    mid.or_else(|| match (base, summit) {
        (Some(base), Some(summit)) => Some(f64::midpoint(base, summit)),
        (base, summit) => base.or(summit),
    })
}

/// Sums hourly output to the resort's local days.
///
/// Returns one [`ModelRun`] per series, in the given order. Days run from two before the capture to seventeen after it,
/// as far as the series reaches. A band without a known elevation has the temperatures of the request's elevation.
#[must_use]
pub fn snapshot(captured_at: Timestamp, profile: &Profile, series: &[HourlySeries]) -> ForecastSnapshot {
    let days = local_days(captured_at, profile.zone);
    let (series, repaired): (Vec<_>, Vec<_>) =
        series.iter().map(gaps::repair).map(|RepairedSeries { series, steps }| (series, steps)).unzip();
    let series = series.as_slice();
    let points: Vec<Point<'_>> = series
        .iter()
        .zip(&repaired)
        .map(|(own, repaired)| Point::new(own, repaired, series, profile))
        .collect();
    let past = |hours: i64| Span { from: captured_at.plus_millis(-hours * HOUR_MS), to: captured_at };
    let models = points
        .iter()
        .map(|point| ModelRun {
            model: point.series.model.clone(),
            available_at: point.series.available_at,
            days: days
                .iter()
                .filter(|(_, span)| point.touches(*span))
                .map(|&(date, span)| point.day(date, span))
                .collect(),
            depth_cm: point.depth(captured_at),
            past24h_cm: point.falls(past(24)).0.mid,
            past48h_cm: point.falls(past(48)).0.mid,
        })
        .collect();
    ForecastSnapshot {
        captured_at,
        models,
        weather: weather::weather_around(captured_at, &points),
        hours: consensus::hours_around(captured_at, request_elevation(profile), series),
    }
}

/// One series for one resort: its columns, and the temperature shift of each band from the request's elevation.
struct Point<'a> {
    series: &'a HourlySeries,
    /// Steps at which a small gap was repaired.
    repaired: &'a [i64],
    zone: chrono_tz::Tz,
    /// The series of all models at this point, including this one.
    company: &'a [HourlySeries],
    elevation_m: PerBand<Option<f64>>,
    /// Temperature added to the series' value for each band, °C.
    shift_c: PerBand<f64>,
    water: Water,
}

/// The column from which the amount of water is read.
#[derive(Clone, Copy, PartialEq)]
enum Water {
    Precipitation,
    /// Upstream snowfall as frozen water, with its depth computed here.
    FrozenOnly,
    /// Upstream snowfall as frozen water at an unknown temperature.
    AsReported,
}

/// A range of steps, both included; empty if the last is before the first.
#[derive(Clone, Copy)]
struct Steps {
    first: i64,
    last: i64,
}

impl<'a> Point<'a> {
    fn new(
        series: &'a HourlySeries,
        repaired: &'a [i64],
        company: &'a [HourlySeries],
        profile: &Profile,
    ) -> Self {
        let reference = request_elevation(profile);
        let elevation_m = profile.elevation_m.map(|z| z.filter(|z| ELEVATION_M.contains(z)).or(reference));
        let shift_c = elevation_m
            .map(|z| z.zip(reference).map_or(0.0, |(z, reference)| LAPSE_C_PER_M * (reference - z)));
        let has = |column: &[Option<f32>]| column.iter().any(Option::is_some);
        let water = match (has(&series.temp_c), has(&series.precipitation_mm), has(&series.snowfall_cm)) {
            (true, false, true) => Water::FrozenOnly,
            (false, _, true) => Water::AsReported,
            _ => Water::Precipitation,
        };
        // Mid mountain is the elevation of the request, even if that is a midpoint.
        let elevation_m = PerBand { mid: reference, ..elevation_m };
        Self {
            series,
            repaired,
            zone: profile.zone,
            company,
            elevation_m,
            shift_c: PerBand { mid: 0.0, ..shift_c },
            water,
        }
    }

    /// Returns whether the series reaches into the span.
    fn touches(&self, span: Span) -> bool {
        let Steps { first, last } = self.instants(span);
        first < i64::try_from(self.series.steps()).unwrap_or(i64::MAX) && last >= 0
    }

    fn day(&self, date: NaiveDate, span: Span) -> ModelDay {
        let (snow_cm, rain_mm) = self.falls(span);
        let series = self.series;
        let extreme = |pick: fn(f64, f64) -> f64| {
            let reference = self.reduce(self.instants(span), &series.temp_c, TEMP_C, pick);
            self.shift_c.map(|shift| reference.map(|temp| temp + shift))
        };
        ModelDay {
            date,
            snow_cm,
            rain_mm,
            temp_min_c: extreme(f64::min),
            temp_max_c: extreme(f64::max),
            freezing_level_m: self.mean(span, &series.freezing_level_m, FREEZING_M),
            wind_max_mps: self.reduce(self.instants(span), &series.wind_mps, WIND_MPS, f64::max),
            gust_max_mps: self.reduce(self.hours(span), &series.gust_mps, WIND_MPS, f64::max),
            wind: self
                .each(span, |step| wind_at(series, step))
                .and_then(|winds| MeanWind::mean(winds.into_iter().map(|wind| (wind, 1.0)))),
            cloud_pct: self.mean(span, &series.cloud_pct, CLOUD_PCT),
            gap_filled: self.is_repaired(span),
        }
    }

    /// Returns whether a small gap was repaired in an hour or at a time within the span.
    fn is_repaired(&self, span: Span) -> bool {
        let (first, last) = (self.instants(span).first, self.hours(span).last);
        self.repaired.iter().any(|step| (first..=last).contains(step))
    }

    /// Returns the part of the hour ending at `step` that is inside the span, 0–1.
    fn share(&self, span: Span, step: i64) -> f64 {
        let end = self.series.start.millis() + step * HOUR_MS;
        let inside = end.min(span.to.millis()) - (end - HOUR_MS).max(span.from.millis());
        inside.max(0) as f64 / HOUR_MS as f64
    }

    /// Returns the first and last step whose preceding hour overlaps the span.
    fn hours(&self, span: Span) -> Steps {
        Steps {
            first: floor_hours(span.from.since(self.series.start)) + 1,
            last: -floor_hours(-span.to.since(self.series.start)),
        }
    }

    /// Returns the first and last step inside the span.
    fn instants(&self, span: Span) -> Steps {
        Steps {
            first: -floor_hours(-span.from.since(self.series.start)),
            last: -floor_hours(-span.to.since(self.series.start)) - 1,
        }
    }

    /// Reduces a column's values over steps with `pick`; `None` if any is missing or there is no step.
    fn reduce(
        &self,
        steps: Steps,
        column: &[Option<f32>],
        range: RangeInclusive<f64>,
        pick: fn(f64, f64) -> f64,
    ) -> Option<f64> {
        let mut values = (steps.first..=steps.last).map(|step| at(column, step, range.clone()));
        let start = values.next()??;
        values.try_fold(start, |held, value| Some(pick(held, value?)))
    }

    fn mean(&self, span: Span, column: &[Option<f32>], range: RangeInclusive<f64>) -> Option<f64> {
        let steps = self.instants(span);
        let sum = self.reduce(steps, column, range, |sum, value| sum + value)?;
        Some(sum / (steps.last - steps.first + 1) as f64)
    }

    /// Returns the snow depth at a time.
    fn depth(&self, instant: Timestamp) -> Option<f64> {
        let column = &self.series.snow_depth_cm;
        at(column, self.latest_step(instant, column, DEPTH_CM)?, DEPTH_CM)
    }

    /// Returns a value for each step of a span; `None` if any is missing or there is no step.
    fn each<T>(&self, span: Span, value: impl Fn(i64) -> Option<T>) -> Option<Vec<T>> {
        let Steps { first, last } = self.instants(span);
        (first..=last).map(value).collect::<Option<Vec<_>>>().filter(|values| !values.is_empty())
    }

    /// Returns the newest step, at or shortly before a time, at which a column has a value.
    fn latest_step(
        &self,
        instant: Timestamp,
        column: &[Option<f32>],
        range: RangeInclusive<f64>,
    ) -> Option<i64> {
        let step = floor_hours(instant.since(self.series.start));
        (step - LOOK_BACK_H..=step).rev().find(|step| at(column, *step, range.clone()).is_some())
    }
}

/// Returns a column's value at a step, if it is present and can occur.
fn at(column: &[Option<f32>], step: i64, range: RangeInclusive<f64>) -> Option<f64> {
    let value = f64::from((*column.get(usize::try_from(step).ok()?)?)?);
    range.contains(&value).then_some(value)
}

/// Returns the wind of a series at a step, if both its speed and its direction are known.
fn wind_at(series: &HourlySeries, step: i64) -> Option<MeanWind> {
    let speed = at(&series.wind_mps, step, WIND_MPS)?;
    Some(MeanWind::new(speed, at(&series.wind_from_deg, step, DIRECTION_DEG)?))
}

const fn floor_hours(millis: i64) -> i64 {
    millis.div_euclid(HOUR_MS)
}

#[cfg(test)]
mod tests;
