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
        let temps = during(self.temps, from, to);
        let coldest = temps.iter().map(|temp| temp.value).reduce(f64::min);
        let humidity = mean(during(self.humidities, from, to).iter().map(|sample| sample.value));
        let above_snow = temps.iter().filter_map(|temp| {
            let at = self.surfaces.binary_search_by_key(&temp.at, |surface| surface.at).ok()?;
            // Snow is never above 0 °C; a thermometer in the sun may be.
            Some(temp.value - self.surfaces.get(at)?.value.min(0.0))
        });
        coldest.is_none_or(|celsius| celsius <= thresholds.snow_air_c)
            && humidity.is_none_or(|percent| percent >= thresholds.snow_humidity_pct)
            && mean(above_snow).is_none_or(|celsius| celsius < thresholds.snow_surface_c)
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
