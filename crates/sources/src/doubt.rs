//! Which values of one station cannot be true, told from the station's own past: an instrument that sticks, that jumps,
//! that changed its unit; a depth that despiking leaves out. Two verdicts are about more than one value and stand
//! beside: a station whose clock goes back (`backwards`), and one that is somewhere else now (`moved`).
//!
//! A doubted value is left out and counted; it is never repaired, and the other values of its reading stand. A value that
//! is constant where physics lets it be (a calm, melting snow, bare ground) is no doubt. Every number is in [`Limits`].

use std::collections::BTreeMap;

use conditions_core::time::{DAY_MS, HOUR_MS, Timestamp};

use crate::despike::{self, Sample, Thresholds};
use crate::station::{Quantity, Reading};

pub mod backwards;
mod jumped;
pub mod lost;
pub mod moved;
mod stuck;
mod unit;

/// Readings of one station by instant.
pub type Series = BTreeMap<Timestamp, Reading>;

/// Why a value is doubted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum DoubtReason {
    /// The same for longer than can be.
    Stuck,
    /// Away and back, or away and not yet confirmed.
    Jumped,
    /// The number of another unit, see [`Doubt::since`].
    OtherUnit,
    /// A depth that despiking leaves out: too deep, below zero, or more than can fall or settle.
    Depth,
}

impl DoubtReason {
    /// The word for it in metrics.
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
    /// The rule that doubts the value.
    pub why: DoubtReason,
    /// When the trouble began, as far as is known.
    pub since: Timestamp,
}

/// Doubts by instant and quantity.
pub type Doubts = BTreeMap<(Timestamp, Quantity), Doubt>;

/// What is left of a station's past.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct CheckedSeries {
    /// The values that are left out.
    pub doubts: Doubts,
    /// Depths that can be true, ascending, one an hour, centimetres.
    pub depths: Vec<Sample>,
}

/// The units that a network writes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Units {
    /// Centimetres, degrees Celsius.
    Metric,
    /// Inches, degrees Fahrenheit.
    American,
}

/// Every number that the verdicts of this room use. Where it says "our choice", the literature asks for a test of the
/// kind and leaves the number to the station.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Limits {
    /// The units that the network writes.
    pub units: Units,
    /// Despiking of depths.
    pub depth: Thresholds,
    /// The same value for this long is a stuck thermometer or anemometer, hours, where readings are finer than whole
    /// degrees or knots. Our choice: a day's course moves the air by far more than a tenth in twelve hours, and
    /// Zahumenský (*Guidelines on Quality Control Procedures for Data from Automatic Weather Stations*, WMO 2004) asks
    /// for 0.1 °C within one.
    pub stuck_hours: i64,
    /// The same in whole degrees or knots, hours. Our choice: fog holds a whole degree for a day and more.
    pub stuck_whole_hours: i64,
    /// Fewer readings than this are no proof of sticking.
    pub stuck_readings: usize,
    /// Within this of 0 °C the time is doubled: melting snow and freezing rain hold the air there.
    pub melting_band_c: f64,
    /// No wind for this long is a frozen anemometer, if it was never warmer than `ice_c`, hours. Calms of a night and a
    /// day are weather; streak tests leave calms out altogether (Dunn et al., *HadISD*, Clim. Past 8, 2012). Our choice.
    pub calm_hours: i64,
    /// Above this air temperature no ice holds an anemometer, °C.
    pub ice_c: f64,
    /// A gap of this length between two readings ends a streak, hours.
    pub streak_gap_hours: i64,
    /// Air away by more than this and back within `jump_reach_hours` is a spike, °C. Our choice.
    pub spike_temp_c: f64,
    /// The same of a snow surface, which a cloud warms quickly, °C. Our choice.
    pub spike_surface_c: f64,
    /// The same of wind, m/s. Our choice: gusty summits change by ten within the hour.
    pub spike_wind_mps: f64,
    /// The same of a water equivalent, mm. Our choice: a pillow settles and bridges by a few, no storm leaves again.
    pub spike_swe_mm: f64,
    /// A spike begins and ends within this, and the newest reading is held against one no older, hours.
    pub jump_reach_hours: i64,
    /// A newest air temperature further than this from the one before waits for the next to confirm it, °C: the
    /// tolerance of MADIS for a change in one hour, 35 °F (NOAA, *MADIS Meteorological Surface Quality Control*).
    pub unconfirmed_temp_c: f64,
    /// A temperature must jump by at least this to be taken for one of another unit, °C. Our choice: what a front does
    /// at most within the hour.
    pub unit_jump_c: f64,
    /// How near the converted number must be to the one before the jump, °C.
    pub unit_near_c: f64,
    /// The same of a depth: a share of it, and centimetres.
    pub unit_near_depth: (f64, f64),
    /// How long before the jump the last reading may be: temperature and depth, hours. A hollow warms by as much in a
    /// morning, a pack settles slowly.
    pub unit_gap_hours: (i64, i64),
    /// After this a number that still looks like another unit's is believed again, days: a jump that was weather must not
    /// silence a station for a season. Our choice.
    pub unit_hold_days: i64,
}

impl Limits {
    /// The defaults, with the units of a network and the despiking of its gauges.
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

    /// How long readings are worth keeping: as long as the slowest test looks back.
    #[must_use]
    pub const fn kept_ms(&self) -> i64 {
        (self.depth.stuck_hours + 2) * HOUR_MS
    }

    const fn unit_hold_ms(&self) -> i64 {
        self.unit_hold_days * DAY_MS
    }
}

/// Judges the readings of one station, given what was doubted when this was last done.
///
/// A function of its arguments: the order in which readings came never matters. `before` carries one thing only, since
/// when a station has been writing in another unit, which outlasts the readings that are kept.
#[must_use]
pub fn judge(series: &Series, before: &Doubts, limits: &Limits) -> CheckedSeries {
    let mut judged = CheckedSeries::default();
    for (quantity, tongue) in unit::TONGUES {
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
    let temps = judged.left(series, Quantity::Temp);
    let frozen = stuck::temperatures(&temps, limits);
    judged.add(Quantity::Temp, DoubtReason::Stuck, &frozen);
    let winds = judged.left(series, Quantity::Wind);
    judged.add(Quantity::Wind, DoubtReason::Stuck, &stuck::winds(&winds, &temps, &frozen, limits));
    let surfaces = judged.left(series, Quantity::SurfaceTemp);
    judged.add(Quantity::SurfaceTemp, DoubtReason::Stuck, &stuck::surfaces(&surfaces, limits));
    for quantity in jumped::QUANTITIES {
        let left = judged.left(series, quantity);
        judged.add(quantity, DoubtReason::Jumped, &jumped::jumped(&left, quantity, limits));
    }
    let despiked = despike::despike(&judged.left(series, Quantity::SnowDepth), &limits.depth);
    let dropped: Vec<Timestamp> = despiked.dropped.iter().map(|dropped| dropped.sample.at).collect();
    judged.add(Quantity::SnowDepth, DoubtReason::Depth, &dropped);
    judged.depths = despiked.kept;
    judged
}

impl CheckedSeries {
    /// Whether a value is left out.
    #[must_use]
    pub fn doubts(&self, at: Timestamp, quantity: Quantity) -> bool {
        self.doubts.contains_key(&(at, quantity))
    }

    /// The values of a quantity that are not left out, ascending.
    #[must_use]
    pub fn left(&self, series: &Series, quantity: Quantity) -> Vec<Sample> {
        let mut samples = samples(series, quantity);
        samples.retain(|sample| !self.doubts(sample.at, quantity));
        samples
    }

    /// Whether anything was left out of the readings from `from` on.
    #[must_use]
    pub fn any_since(&self, from: Timestamp) -> bool {
        self.doubts.keys().any(|(at, _)| *at >= from)
    }

    /// How many doubts there are that were not there before, by label.
    #[must_use]
    pub fn news(&self, before: &Self) -> BTreeMap<&'static str, u64> {
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

/// Hours between two instants.
fn hours_between(earlier: Timestamp, later: Timestamp) -> f64 {
    later.since(earlier) as f64 / HOUR_MS as f64
}

#[cfg(test)]
mod tests;
