//! Precipitation at a point: hours of water as snow and rain at three elevations, summed to a span and settled.

use super::days::Span;
use super::{FREEZING_M, HUMIDITY_PCT, Point, SNOWFALL_CM, Steps, TEMP_C, WATER_MM, Water, at};
use crate::evidence::PerBand;
use crate::snow::{Fall, UPSTREAM_RATIO, fall, new_snow_cm, settled_cm, snow_share};
use crate::time::{DAY_MS, HOUR_MS};

/// Distance below the freezing level at which snow has melted, metres: the depth of the melting layer of moderate
/// precipitation.
const MELTED_M: f64 = 400.0;
/// Air temperature below which precipitation is hardly ever rain, °C.
const RAINS_C: f64 = -1.0;

impl Point<'_> {
    /// Returns new snow and rain of a span by band; `None` if any hour is missing.
    pub(super) fn falls(&self, span: Span) -> (PerBand<Option<f64>>, PerBand<Option<f64>>) {
        let mut snow = PerBand::all(Some(0.0));
        let mut frozen = PerBand::all(Some(0.0));
        let mut rain = PerBand::all(Some(0.0));
        let Steps { first, last } = self.hours(span);
        if first > last {
            return (PerBand::all(None), PerBand::all(None));
        }
        for step in first..=last {
            let share = self.share(span, step);
            let hour = self.hour(step);
            let add = |sum: &mut Option<f64>, part: Option<f64>| {
                *sum = sum.zip(part).map(|(sum, part)| sum + share * part);
            };
            add(&mut snow.base, hour.base.snow_cm);
            add(&mut snow.mid, hour.mid.snow_cm);
            add(&mut snow.summit, hour.summit.snow_cm);
            add(&mut frozen.base, hour.base.frozen_mm);
            add(&mut frozen.mid, hour.mid.frozen_mm);
            add(&mut frozen.summit, hour.summit.frozen_mm);
            add(&mut rain.base, hour.base.rain_mm);
            add(&mut rain.mid, hour.mid.rain_mm);
            add(&mut rain.summit, hour.summit.rain_mm);
            if snow.mid.is_none() {
                // If mid mountain is incomplete, every band is.
                return (PerBand::all(None), PerBand::all(None));
            }
        }
        // Settling uses the water of a day; for longer spans that of their mean day. A day of a clock change counts as
        // one.
        let days = ((span.to.since(span.from) + DAY_MS / 2) / DAY_MS).max(1) as f64;
        let settled = |snow: Option<f64>, frozen: Option<f64>| {
            snow.zip(frozen).map(|(snow, frozen)| settled_cm(snow, frozen / days))
        };
        let snow = PerBand {
            base: settled(snow.base, frozen.base),
            mid: settled(snow.mid, frozen.mid),
            summit: settled(snow.summit, frozen.summit),
        };
        (snow, rain)
    }

    /// Returns the precipitation of the hour that ends at `step`.
    fn hour(&self, step: i64) -> PerBand<HourFall> {
        let series = self.series;
        let temp = at(&series.temp_c, step, TEMP_C);
        let humidity = at(&series.humidity_pct, step, HUMIDITY_PCT).or_else(|| self.borrowed_humidity(step));
        let native = at(&series.snowfall_cm, step, SNOWFALL_CM);
        let one = |shift: f64, elevation: Option<f64>| match self.water {
            Water::Precipitation => {
                let water = at(&series.precipitation_mm, step, WATER_MM)?;
                let temp = temp? + shift;
                if water > 0.0 && self.states_rain(step, temp, shift, elevation) {
                    return Some(HourFall::from(Fall { rain_mm: water, ..Fall::default() }));
                }
                fall(water, temp, humidity, elevation).map(HourFall::from)
            }
            Water::FrozenOnly => {
                let temp = temp? + shift;
                let frozen_mm = native? * 10.0 / UPSTREAM_RATIO * snow_share(temp, humidity, elevation);
                Some(HourFall::snow(frozen_mm, Some(temp)))
            }
            Water::AsReported => None,
        };
        let mut bands = PerBand {
            base: one(self.shift_c.base, self.elevation_m.base).unwrap_or_default(),
            mid: one(self.shift_c.mid, self.elevation_m.mid).unwrap_or_default(),
            summit: one(self.shift_c.summit, self.elevation_m.summit).unwrap_or_default(),
        };
        if self.water == Water::AsReported {
            bands.mid = native.map(|cm| HourFall::snow(cm * 10.0 / UPSTREAM_RATIO, None)).unwrap_or_default();
        }
        bands
    }

    /// Returns whether the model itself states rain for the hour that ends at `step` at a band, so that a lapse rate
    /// cannot make snow of it: its freezing level is far above the band, or it has precipitation without snowfall at its
    /// own elevation and the band is not higher. Snowfall of zero in air that is too cold for rain is a missing column.
    fn states_rain(&self, step: i64, temp_c: f64, shift_c: f64, elevation_m: Option<f64>) -> bool {
        let freezing = at(&self.series.freezing_level_m, step, FREEZING_M);
        let is_below = freezing.zip(elevation_m).is_some_and(|(freezing, band)| freezing - band >= MELTED_M);
        let snowfall = at(&self.series.snowfall_cm, step, SNOWFALL_CM);
        let is_bare = snowfall.is_some_and(|cm| cm <= 0.0) && shift_c >= 0.0 && temp_c > RAINS_C;
        is_below || is_bare
    }

    /// Returns the mean humidity of the models that have one at the time of `step`.
    fn borrowed_humidity(&self, step: i64) -> Option<f64> {
        let mut sum = (0.0, 0.0);
        for other in self.company {
            let apart = self.series.start.since(other.start);
            if apart % HOUR_MS != 0 {
                continue;
            }
            if let Some(humidity) = at(&other.humidity_pct, step + apart / HOUR_MS, HUMIDITY_PCT) {
                sum = (sum.0 + humidity, sum.1 + 1.0);
            }
        }
        (sum.1 > 0.0).then(|| sum.0 / sum.1)
    }
}

/// Precipitation of one hour, as far as it is known.
#[derive(Debug, Clone, Copy, Default)]
struct HourFall {
    snow_cm: Option<f64>,
    frozen_mm: Option<f64>,
    rain_mm: Option<f64>,
}

impl HourFall {
    /// Makes an hour of snow whose rain is unknown.
    fn snow(frozen_mm: f64, temp_c: Option<f64>) -> Self {
        Self { snow_cm: Some(new_snow_cm(frozen_mm, temp_c)), frozen_mm: Some(frozen_mm), rain_mm: None }
    }
}

impl From<Fall> for HourFall {
    fn from(fall: Fall) -> Self {
        Self { snow_cm: Some(fall.snow_cm), frozen_mm: Some(fall.frozen_mm), rain_mm: Some(fall.rain_mm) }
    }
}
