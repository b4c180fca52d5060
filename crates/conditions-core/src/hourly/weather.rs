//! Weather around the capture at mid mountain, as the median over the models: the input of modelled snow quality.
//!
//! Implements `contract-decisions` 7, the modelled tier. A model contributes to a quantity only if it has all hours of
//! it; each median is taken over the models that contribute.

use alloc::vec::Vec;

use super::{HUMIDITY_PCT, Point, Span, TEMP_C, WIND_MPS, at, is_sunlit, thaws};
use crate::evidence::ModelWeather;
use crate::snow::wet_bulb_c;
use crate::time::{HOUR_MS, Timestamp};
use crate::units::median;

/// Number of hours for which wind must last to move snow (Li and Pomeroy 1997).
const LASTING_HOURS: usize = 3;

/// The values of one model.
#[derive(Default)]
struct View {
    temp_c: Option<f64>,
    wet_bulb_c: Option<f64>,
    rain6h_mm: Option<f64>,
    thaw_hours24h: Option<f64>,
    thaw_freeze24h: Option<bool>,
    max_temp24h_c: Option<f64>,
    coming_min_wet_bulb_c: Option<f64>,
    max_wind24h_mps: Option<f64>,
    lasting_wind24h_mps: Option<f64>,
}

/// Returns the weather around `captured_at`, or `None` if no model has a temperature near it.
pub(super) fn weather_around(captured_at: Timestamp, points: &[Point<'_>]) -> Option<ModelWeather> {
    let views: Vec<View> = points.iter().map(|point| view(captured_at, point)).collect();
    let middle =
        |pick: fn(&View) -> Option<f64>| median(&mut views.iter().filter_map(pick).collect::<Vec<_>>());
    let weather = ModelWeather {
        temp_c: middle(|v| v.temp_c),
        wet_bulb_c: middle(|v| v.wet_bulb_c),
        rain6h_mm: middle(|v| v.rain6h_mm),
        thaw_hours24h: middle(|v| v.thaw_hours24h).map(|hours| libm::round(hours) as u8),
        thaw_freeze24h: majority(&views),
        max_temp24h_c: middle(|v| v.max_temp24h_c),
        coming_min_wet_bulb_c: middle(|v| v.coming_min_wet_bulb_c),
        max_wind24h_mps: middle(|v| v.max_wind24h_mps),
        lasting_wind24h_mps: middle(|v| v.lasting_wind24h_mps),
    };
    (weather != ModelWeather::default()).then_some(weather)
}

fn view(captured_at: Timestamp, point: &Point<'_>) -> View {
    let series = point.series;
    let moved = |hours| captured_at.plus_millis(hours * HOUR_MS);
    // One millisecond later: the step at the capture belongs to the past, not to the coming day.
    let past = Span { from: moved(-24).plus_millis(1), to: captured_at.plus_millis(1) };
    let coming = Span { from: captured_at.plus_millis(1), to: moved(24).plus_millis(1) };
    let temps = |span| point.each(span, |step| at(&series.temp_c, step, TEMP_C));
    let step = point.latest_step(captured_at, &series.temp_c, TEMP_C);
    let extremes = temps(past);
    let thawed = point.each(past, |step| {
        let instant = point.series.start.plus_millis(step * HOUR_MS);
        let wet = wet_bulb(point, step)?;
        Some(thaws(at(&series.temp_c, step, TEMP_C)?, wet, is_sunlit(instant, point.zone)))
    });
    let thaw_hours = thawed.map(|thawed| thawed.into_iter().filter(|thawed| *thawed).count());
    let froze = extremes.as_ref().map(|temps| temps.iter().any(|temp| *temp < 0.0));
    View {
        temp_c: step.and_then(|step| at(&series.temp_c, step, TEMP_C)),
        wet_bulb_c: step.and_then(|step| wet_bulb(point, step)),
        rain6h_mm: point.falls(Span { from: moved(-6), to: captured_at }).1.mid,
        thaw_hours24h: thaw_hours.map(|hours| hours as f64),
        thaw_freeze24h: thaw_hours.zip(froze).map(|(hours, froze)| hours > 0 && froze),
        max_temp24h_c: extremes.and_then(|t| t.into_iter().reduce(f64::max)),
        coming_min_wet_bulb_c: point
            .each(coming, |step| wet_bulb(point, step))
            .and_then(|wet| wet.into_iter().reduce(f64::min)),
        max_wind24h_mps: point.reduce(point.instants(past), &series.wind_mps, WIND_MPS, f64::max),
        lasting_wind24h_mps: point
            .each(past, |step| at(&series.wind_mps, step, WIND_MPS))
            .and_then(|mut winds| lasting(&mut winds)),
    }
}

/// Returns the wind that was reached in three of the hours, m/s; `None` for fewer hours. Sorts in place.
pub(crate) fn lasting(winds: &mut [f64]) -> Option<f64> {
    winds.sort_unstable_by(|a, b| b.total_cmp(a));
    winds.get(LASTING_HOURS - 1).copied()
}

/// Returns the wet-bulb temperature at a step; without humidity the air temperature.
fn wet_bulb(point: &Point<'_>, step: i64) -> Option<f64> {
    let temp = at(&point.series.temp_c, step, TEMP_C)?;
    let humidity = at(&point.series.humidity_pct, step, HUMIDITY_PCT);
    Some(humidity.and_then(|rh| wet_bulb_c(temp, rh, point.elevation_m.mid)).unwrap_or(temp))
}

/// Returns whether more than half of the models with enough data saw both thaw and frost.
fn majority(views: &[View]) -> Option<bool> {
    let told = views.iter().filter(|v| v.thaw_freeze24h.is_some()).count();
    let saw = views.iter().filter(|v| v.thaw_freeze24h == Some(true)).count();
    (told > 0).then_some(2 * saw > told)
}
