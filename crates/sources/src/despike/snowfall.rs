//! Computes recent snowfall and its density from one station's despiked depths.
//!
//! Implements `contract-decisions` 10 (`snowfall24hCm`: the rises of the smoothed depth "that exceed the sensor's
//! noise, and only while SWE, precipitation or wet-bulb allow snow") and 7 ("where a station gives 24 h increments, the
//! description also says the new snow's density"). If too few readings are available the number is missing and the
//! coverage is reported.
//!
//! A gauge wavers by a centimetre or two all day, so the sum of its rises is several centimetres on days without
//! snowfall. The median of five hours and a minimum climb above the noise of the gauge remove that; so does the weather:
//! in dry air, or under a clear sky, a climb is not snow ([`OtherSeries`]). A climb between the extremes of a wavering
//! gauge is too large by about its mean deviation, which is taken off. In nearly saturated air under an overcast sky a
//! smaller climb counts, and whole. Snow settles while it falls, and so does the snow
//! below: the climb is less than the fall, and a share is added back.

use conditions_core::time::{HOUR_MS, Timestamp};
use serde::Serialize;

use super::{OtherSeries, Sample, Thresholds};

/// New snow of a window.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Snowfall {
    /// Length of the window, hours.
    pub hours: u32,
    /// New snow, centimetres; null if the window is not covered well enough.
    pub cm: Option<f64>,
    /// Share of the window between readings that are near enough to one another, 0–1.
    pub covered: f64,
    /// Share that would have been enough.
    pub needed: f64,
    /// Number of readings in the window.
    pub readings: usize,
}

/// The windows of new snow that the service gives, hours: 24 h, 48 h, 7 d.
pub const WINDOWS: [u32; 3] = [24, 48, 168];

/// Hours of the day to which [`Thresholds::coverage`] applies.
const DAY_HOURS: f64 = 24.0;

/// Returns the share of a window that must be covered. A longer window may miss as many hours as a day may: a week
/// without two of its days is not a week.
fn needed(hours: u32, thresholds: &Thresholds) -> f64 {
    let missing = (1.0 - thresholds.coverage) * DAY_HOURS;
    thresholds.coverage.max(1.0 - missing / f64::from(hours))
}

/// Computes the new snow in the `hours` before `now`.
///
/// Adds up the climbs of the smoothed depth that exceed the noise of the gauge, each with the snow that settled during
/// it. A climb in weather in which it does not snow does not count. If a pillow covers the window, the fall is limited
/// to what its gain of water can make. Over a gap the net climb counts, which is the least that can have fallen.
/// Readings after `now` smooth those before it and are not counted.
#[must_use]
pub fn recent(
    depths: &[Sample],
    beside: OtherSeries<'_>,
    now: Timestamp,
    hours: u32,
    thresholds: &Thresholds,
) -> Snowfall {
    let start = now.plus_millis(-i64::from(hours) * HOUR_MS);
    let window = Window::new(&smoothed(depths, start, now, thresholds), now, hours, thresholds);
    let noise = Noise::measure(depths, now, thresholds);
    let needed = needed(hours, thresholds);
    let cm = (window.covered >= needed).then(|| {
        let fallen = climbs(&window.samples, noise.cm)
            .filter_map(|climb| {
                let (from, to) = (climb.low.at, climb.high.at);
                let is_sure = climb.cm() >= thresholds.noise_cm && beside.shows_snow(from, to, thresholds);
                if is_sure {
                    return Some(climb.fallen_cm(Noise { deviation: 0.0, ..noise }, thresholds));
                }
                let is_snow = climb.cm() >= noise.cm && beside.allows_snow(from, to, thresholds);
                is_snow.then(|| climb.fallen_cm(noise, thresholds))
            })
            .sum::<f64>();
        let water = Window::new(beside.water, now, hours, thresholds);
        if water.covered >= needed { fallen.min(most_cm(&water.samples, thresholds)) } else { fallen }
    });
    Snowfall { hours, cm, covered: window.covered, needed, readings: window.samples.len() }
}

/// Density of a window's new snow, or the reason why it is unknown.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Density {
    /// Water over snow, 0–1.
    Ratio(f64),
    /// The depths or the water equivalents do not cover the window.
    Thin,
    /// Too little snow or water to divide.
    TooLittle,
    /// Not fresh snow: rain or melt has been added, or a gauge is wrong. Contains the ratio.
    NotFresh(f64),
}

/// Computes the density of the snow of the `hours` before `now`: gain of water equivalent over new snow.
///
/// `water` is in millimetres. Both are net over the window, newest less oldest, as settling and drift affect both
/// alike. Callers should avoid windows longer than a day.
#[must_use]
pub fn density(
    depths: &[Sample],
    water: &[Sample],
    now: Timestamp,
    hours: u32,
    thresholds: &Thresholds,
) -> Density {
    let depths = Window::new(depths, now, hours, thresholds);
    let water = Window::new(water, now, hours, thresholds);
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

struct Window {
    samples: Vec<Sample>,
    covered: f64,
}

impl Window {
    /// Selects the readings from the last one at or before the start, if it is near, up to `now`. The input is
    /// ascending.
    #[expect(clippy::cast_precision_loss, reason = "milliseconds of a window are far below 2^52")]
    fn new(samples: &[Sample], now: Timestamp, hours: u32, thresholds: &Thresholds) -> Self {
        let length = i64::from(hours) * HOUR_MS;
        let start = now.plus_millis(-length);
        let gap = thresholds.gap_hours * HOUR_MS as f64;
        let usable = |sample: &&Sample| sample.value.is_finite() && sample.at <= now;
        // An hourly series rarely has a reading at the very start; one from up to two hours before is used instead.
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
        // The newest reading covers the time until now, unless it is old.
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

/// Returns the most snow that can have fallen with the water that a pillow gained, centimetres.
fn most_cm(water: &[Sample], thresholds: &Thresholds) -> f64 {
    let gains = water.windows(2).map(|pair| match pair {
        [before, after] => (after.value - before.value).max(0.0),
        _ => 0.0,
    });
    (gains.sum::<f64>() + thresholds.water_missed_mm) / 10.0 / thresholds.lightest
}

/// Returns the readings around a window, each as the median of those near it.
fn smoothed(depths: &[Sample], start: Timestamp, now: Timestamp, thresholds: &Thresholds) -> Vec<Sample> {
    let reach = thresholds.smooth_hours * HOUR_MS;
    let margin = 2 * HOUR_MS + reach;
    let about: Vec<Sample> = depths
        .iter()
        .filter(|sample| sample.value.is_finite())
        .filter(|sample| start.since(sample.at) <= margin && sample.at.since(now) <= reach)
        .copied()
        .collect();
    let mut near: Vec<f64> = Vec::new();
    let mut median = |sample: &Sample| {
        let from = about.partition_point(|other| sample.at.since(other.at) > reach);
        let to = about.partition_point(|other| other.at.since(sample.at) <= reach);
        near.clear();
        near.extend(about.get(from..to).unwrap_or_default().iter().map(|other| other.value));
        near.sort_by(f64::total_cmp);
        let upper = near.get(near.len() / 2).copied().unwrap_or(sample.value);
        let lower = near.get(near.len().saturating_sub(1) / 2).copied().unwrap_or(upper);
        Sample { at: sample.at, value: f64::midpoint(lower, upper) }
    };
    about.iter().map(&mut median).collect()
}

/// The noise of a gauge.
#[derive(Debug, Clone, Copy)]
struct Noise {
    /// Smallest climb that is not noise, cm.
    cm: f64,
    /// Mean deviation of an hour from the mean of its neighbours, cm.
    deviation: f64,
}

impl Noise {
    /// Measures the noise in the stored readings up to `now`. A steady climb does not deviate.
    fn measure(depths: &[Sample], now: Timestamp, thresholds: &Thresholds) -> Self {
        let reach = thresholds.smooth_hours * HOUR_MS;
        let known = depths.get(..depths.partition_point(|sample| sample.at <= now)).unwrap_or_default();
        let deviations = known.windows(3).filter_map(|three| match three {
            [before, here, after] if after.at.since(before.at) <= reach => {
                Some((here.value - f64::midpoint(before.value, after.value)).abs())
                    .filter(|cm| cm.is_finite())
            }
            _ => None,
        });
        let (sum, count) = deviations.fold((0.0, 0.0), |(sum, count), cm| (sum + cm, count + 1.0));
        let deviation = if count > 0.0 { sum / count } else { 0.0 };
        let most = thresholds.noise_most_cm.max(thresholds.noise_cm);
        Self { cm: (thresholds.noise_deviations * deviation).clamp(thresholds.noise_cm, most), deviation }
    }
}

#[derive(Debug, Clone, Copy)]
struct Climb {
    low: Sample,
    high: Sample,
}

impl Climb {
    fn cm(&self) -> f64 {
        self.high.value - self.low.value
    }

    /// Returns the climb less the deviation of the gauge, plus the settling during it, of the new snow and of the snow
    /// below.
    fn fallen_cm(&self, noise: Noise, thresholds: &Thresholds) -> f64 {
        let hours = self.high.at.since(self.low.at) as f64 / HOUR_MS as f64;
        let below = thresholds.settles_below * self.low.value.max(0.0) * hours;
        let climb = self.cm();
        let settled = thresholds.settles_falling * (climb - noise.cm).max(0.0);
        (climb - noise.deviation).max(0.0) + settled + below.min(thresholds.settles_most * climb)
    }
}

/// Returns the climbs; each ends at a fall of at least the noise.
fn climbs(samples: &[Sample], noise: f64) -> impl Iterator<Item = Climb> {
    let mut found = Vec::new();
    let mut samples = samples.iter();
    if let Some(first) = samples.next() {
        let mut climb = Climb { low: *first, high: *first };
        for sample in samples {
            let value = sample.value;
            if value > climb.high.value {
                climb.high = *sample;
            } else if climb.high.value - value >= noise || (climb.cm() < noise && value <= climb.low.value) {
                // A real fall, or no climb yet: the next climb starts here.
                found.push(climb);
                climb = Climb { low: *sample, high: *sample };
            }
        }
        found.push(climb);
    }
    found.into_iter()
}
