//! The weather next to a gauge, and whether it can snow in it.

use conditions_core::time::Timestamp;

use super::{Sample, Thresholds};

/// The other measurements of a station, ascending; empty without measurements.
#[derive(Debug, Clone, Copy, Default)]
pub struct OtherSeries<'a> {
    /// Water equivalents, millimetres.
    pub water: &'a [Sample],
    /// Air temperatures, °C.
    pub temps: &'a [Sample],
    /// Relative humidities, percent.
    pub humidities: &'a [Sample],
    /// Temperatures of the snow surface, °C.
    pub surfaces: &'a [Sample],
}

impl OtherSeries<'_> {
    /// Returns whether a climb from one time to another can be snow, as far as is known: the air was cold enough at some
    /// time, and it was humid, and hardly warmer than the snow, on the mean.
    pub(super) fn allows_snow(&self, from: Timestamp, to: Timestamp, thresholds: &Thresholds) -> bool {
        self.is_cold(from, to, thresholds)
            && self.humidity(from, to).is_none_or(|percent| percent >= thresholds.snow_humidity_pct)
            && self.above_snow(from, to).is_none_or(|celsius| celsius < thresholds.snow_surface_c)
    }

    /// Returns whether two signs agree that a climb from one time to another is snow: the air was measured to be nearly
    /// saturated, and hardly warmer than the snow, on the mean.
    pub(super) fn shows_snow(&self, from: Timestamp, to: Timestamp, thresholds: &Thresholds) -> bool {
        self.is_cold(from, to, thresholds)
            && self.humidity(from, to).is_some_and(|percent| percent >= thresholds.saturated_pct)
            && self.above_snow(from, to).is_some_and(|celsius| celsius < thresholds.snow_surface_c)
    }

    /// Returns whether the air was cold enough for snow at some time, as far as is known.
    fn is_cold(&self, from: Timestamp, to: Timestamp, thresholds: &Thresholds) -> bool {
        let coldest = during(self.temps, from, to).iter().map(|temp| temp.value).reduce(f64::min);
        coldest.is_none_or(|celsius| celsius <= thresholds.snow_air_c)
    }

    /// Returns the mean relative humidity, percent.
    fn humidity(&self, from: Timestamp, to: Timestamp) -> Option<f64> {
        mean(during(self.humidities, from, to).iter().map(|sample| sample.value))
    }

    /// Returns the mean difference between air and snow surface, °C.
    fn above_snow(&self, from: Timestamp, to: Timestamp) -> Option<f64> {
        mean(during(self.temps, from, to).iter().filter_map(|temp| {
            let at = self.surfaces.binary_search_by_key(&temp.at, |surface| surface.at).ok()?;
            // Snow is never above 0 °C; a thermometer in the sun may be.
            Some(temp.value - self.surfaces.get(at)?.value.min(0.0))
        }))
    }
}

/// Returns the samples of a period, both ends included.
fn during(samples: &[Sample], from: Timestamp, to: Timestamp) -> &[Sample] {
    let first = samples.partition_point(|sample| sample.at < from);
    let end = samples.partition_point(|sample| sample.at <= to);
    samples.get(first..end).unwrap_or_default()
}

fn mean(values: impl Iterator<Item = f64>) -> Option<f64> {
    let (sum, count) = values.fold((0.0, 0.0), |(sum, count), value| (sum + value, count + 1.0));
    (count > 0.0).then(|| sum / count)
}
