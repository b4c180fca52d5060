//! How much has fallen in the past hours, and how dense it is, from one station's despiked depths.
//!
//! Carries `contract-decisions` 10 (`snowfall24hCm`) and 7 ("where a station gives 24 h increments, the description
//! also says the new snow's density"). Too few readings give no number, and say how few.

use conditions_core::time::{HOUR_MS, Timestamp};
use serde::Serialize;

use super::{Sample, Thresholds};

/// New snow of a window.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Snowfall {
    /// Length of the window, hours.
    pub hours: u32,
    /// New snow, centimetres; null when the window is not covered well enough.
    pub cm: Option<f64>,
    /// Share of the window between readings that are near enough to one another, 0–1.
    pub covered: f64,
    /// Share that would have been enough.
    pub needed: f64,
    /// Readings in the window.
    pub readings: usize,
}

/// The windows of new snow that the service gives, hours: 24 h, 48 h, 7 d.
pub const WINDOWS: [u32; 3] = [24, 48, 168];

/// Hours of the day to which [`Thresholds::coverage`] applies.
const DAY_HOURS: f64 = 24.0;

/// Share of a window that must be covered. What may be missing of a day may be missing of a longer window, and no
/// more: a week without two of its days is not a week.
fn needed(hours: u32, thresholds: &Thresholds) -> f64 {
    let missing = (1.0 - thresholds.coverage) * DAY_HOURS;
    thresholds.coverage.max(1.0 - missing / f64::from(hours))
}

/// New snow in the `hours` before `now`.
///
/// The sum of the rises of the depth, where a rise that only undoes a dip smaller than the noise counts once: a gauge
/// that flickers by a centimetre all day has measured no snow. Over a gap the net rise counts, which is the least that
/// can have fallen. Readings after `now` are not looked at.
#[must_use]
pub fn recent(depths: &[Sample], now: Timestamp, hours: u32, thresholds: &Thresholds) -> Snowfall {
    let window = Window::of(depths, now, hours, thresholds);
    let needed = needed(hours, thresholds);
    let cm = (window.covered >= needed).then(|| rises(&window.samples, thresholds.noise_cm));
    Snowfall { hours, cm, covered: window.covered, needed, readings: window.samples.len() }
}

/// Density of a window's new snow, or why there is none.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Density {
    /// Water over snow, 0–1.
    Ratio(f64),
    /// The depths or the water equivalents do not cover the window.
    Thin,
    /// Too little snow or water to divide.
    TooLittle,
    /// Not fresh snow: rain or melt has been added, or a gauge is wrong. The ratio is given.
    NotFresh(f64),
}

/// Density of the snow of the `hours` before `now`: gain of water equivalent over new snow.
///
/// `water` in millimetres. Both are net over the window, newest less oldest, as settling and drift touch both alike;
/// longer windows than a day are for the caller to avoid.
#[must_use]
pub fn density(
    depths: &[Sample],
    water: &[Sample],
    now: Timestamp,
    hours: u32,
    thresholds: &Thresholds,
) -> Density {
    let depths = Window::of(depths, now, hours, thresholds);
    let water = Window::of(water, now, hours, thresholds);
    if depths.covered < thresholds.coverage || water.covered < thresholds.coverage {
        return Density::Thin;
    }
    let (snow_cm, water_mm) = (net(&depths.samples), net(&water.samples));
    if snow_cm < thresholds.density_snow_cm || water_mm < thresholds.density_water_mm {
        return Density::TooLittle;
    }
    let ratio = water_mm / (snow_cm * 10.0);
    if (thresholds.density_low..=thresholds.density_high).contains(&ratio) {
        Density::Ratio(ratio)
    } else {
        Density::NotFresh(ratio)
    }
}

/// The readings of a window.
struct Window {
    samples: Vec<Sample>,
    covered: f64,
}

impl Window {
    /// Readings from the last one at or before the start, if it is near, up to `now`; ascending input.
    #[expect(clippy::cast_precision_loss, reason = "milliseconds of a window are far below 2^52")]
    fn of(samples: &[Sample], now: Timestamp, hours: u32, thresholds: &Thresholds) -> Self {
        let length = i64::from(hours) * HOUR_MS;
        let start = now.plus_millis(-length);
        let gap = thresholds.gap_hours * HOUR_MS as f64;
        let usable = |sample: &&Sample| sample.value.is_finite() && sample.at <= now;
        // An hourly series rarely has a reading at the very start; one from up to two hours before stands for it.
        let baseline = samples
            .iter()
            .filter(usable)
            .rfind(|sample| sample.at <= start && start.since(sample.at) <= 2 * HOUR_MS);
        let inside = samples.iter().filter(usable).filter(|sample| sample.at > start);
        let samples: Vec<Sample> = baseline.into_iter().chain(inside).copied().collect();
        let near = |from: Timestamp, to: Timestamp| {
            let span = to.since(from);
            if span >= 0 && span as f64 <= gap { to.since(from.max(start)).max(0) } else { 0 }
        };
        let between: i64 = samples
            .windows(2)
            .map(|pair| match pair {
                [before, after] => near(before.at, after.at),
                _ => 0,
            })
            .sum();
        // The newest reading stands until now, unless it is old.
        let tail = samples.last().filter(|_| samples.len() > 1).map_or(0, |last| near(last.at, now));
        let covered = if length > 0 { (between + tail) as f64 / length as f64 } else { 0.0 };
        Self { samples, covered: covered.min(1.0) }
    }
}

fn net(samples: &[Sample]) -> f64 {
    match (samples.first(), samples.last()) {
        (Some(first), Some(last)) => last.value - first.value,
        _ => 0.0,
    }
}

/// Sum of the rises between turning points that differ by at least `noise`; but at least the largest single rise.
fn rises(samples: &[Sample], noise: f64) -> f64 {
    let Some(first) = samples.first() else { return 0.0 };
    let (mut low, mut high) = (first.value, first.value);
    let (mut sum, mut lowest, mut largest) = (0.0_f64, first.value, 0.0_f64);
    for sample in samples {
        let value = sample.value;
        lowest = lowest.min(value);
        largest = largest.max(value - lowest);
        if value > high {
            high = value;
        } else if high - value >= noise || (high - low < noise && value < low) {
            // A real dip, or a rise too small to have been one: the climb ends, a new one starts here.
            if high - low >= noise {
                sum += high - low;
            }
            (low, high) = (value, value);
        }
    }
    if high - low >= noise {
        sum += high - low;
    }
    sum.max(largest)
}
