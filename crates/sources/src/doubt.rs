//! Finds implausible values of one station from its own past: an instrument that sticks, that jumps, that changed its
//! unit; a depth that despiking drops. Two checks concern more than one value and are separate: a station whose clock
//! goes back (`backwards`), and one that has moved (`moved`).
//!
//! A doubted value is left out and counted. It is never repaired, and the other values of its reading remain. A value
//! that is constant for physical reasons (a calm, melting snow, bare ground) is not doubted. Every threshold is in
//! [`Limits`].

use std::collections::BTreeMap;

use conditions_core::time::{DAY_MS, HOUR_MS, Timestamp};

use crate::despike::{self, Sample, Thresholds};
use crate::station::{Quantity, Reading};

pub mod backwards;
mod jumped;
pub mod lost_quantities;
pub mod moved;
mod stuck;
mod unit;

/// Readings of one station by time.
pub type Series = BTreeMap<Timestamp, Reading>;

/// Reason for which a value is doubted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum DoubtReason {
    /// Constant for longer than is possible.
    Stuck,
    /// Away and back, or away and not yet confirmed.
    Jumped,
    /// The number is in another unit, see [`Doubt::since`].
    OtherUnit,
    /// A depth that despiking drops: too deep, below zero, or more than can fall or settle.
    Depth,
}

impl DoubtReason {
    /// Returns the label used in metrics.
    #[must_use]
    pub const fn label(self) -> &'static str {
        match self {
            Self::Stuck => "stuck",
            Self::Jumped => "jumped",
            Self::OtherUnit => "other_unit",
            Self::Depth => "depth",
        }
    }
}

/// A doubt about one value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Doubt {
    /// The rule that the value fails.
    pub why: DoubtReason,
    /// Start of the fault, as far as is known.
    pub since: Timestamp,
}

/// Doubts by time and quantity.
pub type Doubts = BTreeMap<(Timestamp, Quantity), Doubt>;

/// Result of checking a station's past.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct CheckedSeries {
    /// The values that are left out.
    pub doubts: Doubts,
    /// Plausible depths, ascending, one an hour, centimetres.
    pub depths: Vec<Sample>,
}

/// The units that a network uses.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Units {
    /// Centimetres, degrees Celsius.
    Metric,
    /// Inches, degrees Fahrenheit.
    American,
}

/// Thresholds of the checks of this module. "Our choice" means that the literature asks for a test of the kind and
/// leaves the number to the station.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Limits {
    /// The units that the network uses.
    pub units: Units,
    /// Thresholds for despiking depths.
    pub depth: Thresholds,
    /// Time of a constant value after which a thermometer or anemometer counts as stuck, hours, for readings finer than
    /// whole degrees or knots. Our choice: a day's course moves the air by far more than a tenth in twelve hours, and
    /// Zahumenský (*Guidelines on Quality Control Procedures for Data from Automatic Weather Stations*, WMO 2004) asks
    /// for 0.1 °C within one.
    pub stuck_hours: i64,
    /// Like `stuck_hours`, but for whole degrees or knots, hours. Our choice: in fog a whole degree can last for a day
    /// and more.
    pub stuck_whole_hours: i64,
    /// Minimum number of readings that prove sticking.
    pub stuck_readings: usize,
    /// Distance from 0 °C within which the time is doubled: melting snow and freezing rain keep the air there.
    pub melting_band_c: f64,
    /// Time without wind after which an anemometer counts as frozen, if it was never warmer than `ice_c`, hours. Calms
    /// of a night and a day are weather; streak tests leave calms out altogether (Dunn et al., *HadISD*, Clim. Past 8,
    /// 2012). Our choice.
    pub calm_hours: i64,
    /// Air temperature above which ice cannot block an anemometer, °C.
    pub ice_c: f64,
    /// Gap between two readings that ends a streak, hours.
    pub streak_gap_hours: i64,
    /// Smallest distance of a spike of the air temperature, back within `jump_reach_hours`, °C. Our choice.
    pub spike_temp_c: f64,
    /// Like `spike_temp_c`, but for a snow surface, which a cloud warms quickly, °C. Our choice.
    pub spike_surface_c: f64,
    /// Like `spike_temp_c`, but for wind, m/s. Our choice: gusty summits change by ten within the hour.
    pub spike_wind_mps: f64,
    /// Like `spike_temp_c`, but for a water equivalent, mm. Our choice: a pillow settles and bridges by a few, and the
    /// water of a storm does not disappear again.
    pub spike_swe_mm: f64,
    /// Longest duration of a spike, and the greatest age of a reading with which the newest one is compared, hours.
    pub jump_reach_hours: i64,
    /// Largest change to a newest air temperature that needs no confirmation by the next one, °C: the tolerance of
    /// MADIS for a change in one hour, 35 °F (NOAA, *MADIS Meteorological Surface Quality Control*).
    pub unconfirmed_temp_c: f64,
    /// Smallest jump of a temperature that can be a change of unit, °C. Our choice: the most that a front does within
    /// the hour.
    pub unit_jump_c: f64,
    /// Largest distance of the converted number from the one before the jump, °C.
    pub unit_near_c: f64,
    /// Like `unit_near_c`, but for a depth: a share of it, and centimetres.
    pub unit_near_depth: (f64, f64),
    /// Longest time between the last reading and the jump: temperature and depth, hours. A hollow warms by as much in a
    /// morning, a pack settles slowly.
    pub unit_gap_hours: (i64, i64),
    /// Time after which a number that still looks like another unit's is believed again, days: a jump that was weather
    /// must not silence a station for a season. Our choice.
    pub unit_hold_days: i64,
}

impl Limits {
    /// Returns the defaults, with the units of a network and the despiking thresholds of its gauges.
    #[must_use]
    pub const fn standard(units: Units, depth: Thresholds) -> Self {
        Self {
            units,
            depth,
            stuck_hours: 12,
            stuck_whole_hours: 48,
            stuck_readings: 8,
            melting_band_c: 0.2,
            calm_hours: 48,
            ice_c: 2.0,
            streak_gap_hours: 6,
            spike_temp_c: 10.0,
            spike_surface_c: 15.0,
            spike_wind_mps: 20.0,
            spike_swe_mm: 60.0,
            jump_reach_hours: 3,
            unconfirmed_temp_c: 19.4,
            unit_jump_c: 15.0,
            unit_near_c: 4.0,
            unit_near_depth: (0.05, 1.5),
            unit_gap_hours: (2, 24),
            unit_hold_days: 14,
        }
    }

    /// Returns how long readings must be stored, ms: as long as the slowest test looks back.
    #[must_use]
    pub const fn storage_ms(&self) -> i64 {
        (self.depth.stuck_hours + 2) * HOUR_MS
    }

    const fn unit_hold_ms(&self) -> i64 {
        self.unit_hold_days * DAY_MS
    }
}

/// Checks the readings of one station, given the doubts of the previous run.
///
/// The result depends only on the arguments, never on the order in which readings arrived. `before` contributes only
/// the time since which a station has been using another unit, which can precede the stored readings.
#[must_use]
pub fn check(series: &Series, before: &Doubts, limits: &Limits) -> CheckedSeries {
    let mut judged = CheckedSeries::default();
    for (quantity, tongue) in unit::QUANTITIES {
        let samples = samples(series, quantity);
        let known = |at: Timestamp| {
            before
                .get(&(at, quantity))
                .filter(|doubt| doubt.why == DoubtReason::OtherUnit)
                .map(|doubt| doubt.since)
        };
        for (at, since) in unit::foreign(&samples, &tongue, known, limits) {
            judged.doubts.insert((at, quantity), Doubt { why: DoubtReason::OtherUnit, since });
        }
    }
    let temps = judged.remaining(series, Quantity::Temp);
    let frozen = stuck::temperatures(&temps, limits);
    judged.add(Quantity::Temp, DoubtReason::Stuck, &frozen);
    let winds = judged.remaining(series, Quantity::Wind);
    judged.add(Quantity::Wind, DoubtReason::Stuck, &stuck::winds(&winds, &temps, &frozen, limits));
    let surfaces = judged.remaining(series, Quantity::SurfaceTemp);
    judged.add(Quantity::SurfaceTemp, DoubtReason::Stuck, &stuck::surfaces(&surfaces, limits));
    for quantity in jumped::QUANTITIES {
        let left = judged.remaining(series, quantity);
        judged.add(quantity, DoubtReason::Jumped, &jumped::jumped(&left, quantity, limits));
    }
    let weather = judged.weather(series);
    let depths = judged.remaining(series, Quantity::SnowDepth);
    let despiked = despike::despike(&depths, weather.other_series(), &limits.depth);
    let dropped: Vec<Timestamp> = despiked.dropped.iter().map(|dropped| dropped.sample.at).collect();
    judged.add(Quantity::SnowDepth, DoubtReason::Depth, &dropped);
    judged.depths = despiked.kept;
    judged
}

/// The values of a station next to its depths, ascending.
#[derive(Debug, Clone, Default)]
pub struct StationWeather {
    water: Vec<Sample>,
    temps: Vec<Sample>,
    humidities: Vec<Sample>,
    surfaces: Vec<Sample>,
}

impl StationWeather {
    /// Returns the values for the rules of `despike`.
    #[must_use]
    pub fn other_series(&self) -> despike::OtherSeries<'_> {
        let Self { water, temps, humidities, surfaces } = self;
        despike::OtherSeries { water, temps, humidities, surfaces }
    }
}

impl CheckedSeries {
    /// Returns whether a value is left out.
    #[must_use]
    pub fn doubts(&self, at: Timestamp, quantity: Quantity) -> bool {
        self.doubts.contains_key(&(at, quantity))
    }

    /// Returns the values of a quantity that are not left out, ascending.
    #[must_use]
    pub fn remaining(&self, series: &Series, quantity: Quantity) -> Vec<Sample> {
        let mut samples = samples(series, quantity);
        samples.retain(|sample| !self.doubts(sample.at, quantity));
        samples
    }

    /// Returns the values next to the depths that are not left out.
    #[must_use]
    pub fn weather(&self, series: &Series) -> StationWeather {
        let of = |quantity| self.remaining(series, quantity);
        StationWeather {
            water: of(Quantity::Swe),
            temps: of(Quantity::Temp),
            humidities: of(Quantity::Humidity),
            surfaces: of(Quantity::SurfaceTemp),
        }
    }

    /// Returns whether any value of the readings from `from` on was left out.
    #[must_use]
    pub fn any_since(&self, from: Timestamp) -> bool {
        self.doubts.keys().any(|(at, _)| *at >= from)
    }

    /// Counts the doubts that are not in `before`, by label.
    #[must_use]
    pub fn new_doubts(&self, before: &Self) -> BTreeMap<&'static str, u64> {
        let mut counts = BTreeMap::new();
        for (_, doubt) in self.doubts.iter().filter(|(key, _)| !before.doubts.contains_key(key)) {
            *counts.entry(doubt.why.label()).or_default() += 1;
        }
        counts
    }

    fn add(&mut self, quantity: Quantity, why: DoubtReason, instants: &[Timestamp]) {
        let Some(since) = instants.first().copied() else { return };
        self.doubts.extend(instants.iter().map(|at| ((*at, quantity), Doubt { why, since })));
    }
}

fn samples(series: &Series, quantity: Quantity) -> Vec<Sample> {
    series
        .iter()
        .filter_map(|(at, reading)| Some(Sample { at: *at, value: reading.get(quantity)? }))
        .collect()
}

/// Returns the hours between two times.
fn hours_between(earlier: Timestamp, later: Timestamp) -> f64 {
    later.since(earlier) as f64 / HOUR_MS as f64
}

#[cfg(test)]
mod tests;
