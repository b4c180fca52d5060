//! Removes implausible snow depths of one station: makes an hourly series from raw readings, with the dropped readings
//! and the reasons.
//!
//! Implements `contract-decisions` 10, "sum of positive hourly depth changes after despiking". Ultrasonic gauges are
//! right within a centimetre, but lose their echo in heavy snow and wind: Anderson & Wirt (Western Snow Conference
//! 2008) counted 14 % full-scale readings in a winter of hourly SNOTEL data. A wrong rise becomes snow that never fell,
//! so a doubtful reading is dropped and never repaired.
//!
//! The steps, in order: range; one value per hour; sticking; hours that jump to and fro; readings that go away in one
//! step and come back in one (a spike, a lost echo, a shifted level); the longest chain of readings that can follow one
//! another; climbs that cannot be snow by the weather next to the gauge. The rate limits let a real storm pass. Fallen
//! snow does not disappear in one step, which distinguishes a storm from a fault. A spike is therefore recognized within
//! 3 h, a lost echo within 12 h and a shifted level within 72 h of its beginning, when the depth is back. Until then a
//! leap is held back: it is believed only once it has lasted for [`Thresholds::confirm_hours`].

use std::collections::BTreeMap;

use conditions_core::time::{HOUR_MS, Timestamp};
use serde::Serialize;

mod chain;
mod erratic;
mod excursion;
mod leap;
mod other_series;
pub mod snowfall;

pub use other_series::OtherSeries;

/// One depth, or one water equivalent.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Sample {
    /// Time of the reading; the end of the period if the network averages.
    pub at: Timestamp,
    /// Centimetres of snow; millimetres if a function takes water equivalents.
    pub value: f64,
}

/// Thresholds of the rules of this module.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Thresholds {
    /// Highest believable depth, cm. The policy's plausible range; deepest ever measured 1,182 cm (Mount Ibuki, 1927).
    pub highest_cm: f64,
    /// Depths between this and 0 count as 0, cm. IMIS gauges jitter down to −4 cm over bare ground.
    pub bare_ground_cm: f64,
    /// Fastest believable rise, cm in an hour. 20 is the limit that MeteoIO uses for snow height (5.55e-5 m/s); the
    /// highest hourly snowfall on record is 30 cm, measured by hand.
    pub rise_cm_per_hour: f64,
    /// Fastest believable fall, cm in an hour. Settling stays below 3; wind can take more, hence the same 20.
    pub fall_cm_per_hour: f64,
    /// Largest believable change in 24 h, cm, across gaps of any length. Silver Lake, Colorado, 1921: 193 cm in 24 h
    /// (Paulhus, *Monthly Weather Review* 81, 1953).
    pub change_cm_per_day: f64,
    /// Smallest difference of a spike from both its neighbours, to the same side, cm; also the largest climb that is
    /// believed in weather in which it does not snow. Our choice: five times the ± 1 cm
    /// of Ryan, Doesken & Fassnacht (*J. Atmos. Oceanic Technol.* 25, 2008).
    pub spike_cm: f64,
    /// Longest time from the beginning to the end of a spike, hours.
    pub spike_reach_hours: i64,
    /// Smallest distance of a lost echo, to one side, cm: away in one step and back in another, to about the depth
    /// before. Chosen with the next five on four winters of Col de Porte with inserted faults (`docs/verification.md`).
    pub lost_cm: f64,
    /// Longest duration of a lost echo, hours.
    pub lost_reach_hours: i64,
    /// Smallest distance of a level that shifts as a whole, cm; its two steps are alike within `shift_match_cm`.
    pub shift_cm: f64,
    /// Largest difference between the two steps of a shift, cm.
    pub shift_match_cm: f64,
    /// Longest duration of a shifted level, hours.
    pub shift_reach_hours: i64,
    /// Smallest step of an erratic gauge, cm in an hour, for steps that change their direction.
    pub erratic_cm: f64,
    /// Number of such steps, each within `erratic_gap_hours` of the next, that make hours erratic.
    pub erratic_steps: usize,
    /// Longest time between two erratic steps, hours.
    pub erratic_gap_hours: i64,
    /// Time of constant depth after which a gauge counts as stuck, hours. A pack settles by more than a centimetre in
    /// three days (our choice; Zahumenský, *Guidelines on Quality Control Procedures for Data from Automatic Weather
    /// Stations*, WMO 2004, asks for a persistence test and leaves the time to the element).
    pub stuck_hours: i64,
    /// Depth above which a gauge can count as stuck, cm: bare or thin ground often stays the same for weeks.
    pub stuck_above_cm: f64,
    /// Number of consecutive readings at the series' highest value, cut off as impossible, that make a gauge frozen at
    /// full scale. Affects the reason only.
    pub frozen_readings: usize,
    /// Climbs of the smoothed depth below this are noise and not snow at any gauge, cm: the smallest new snow of a snow
    /// day, or the step of a coarser gauge.
    pub noise_cm: f64,
    /// Largest noise of a gauge, cm. Twice the ± 1 cm above; a gauge that wavers more is faulty, and a larger number
    /// would hide real falls.
    pub noise_most_cm: f64,
    /// Noise of a gauge as a multiple of the mean deviation of its hours from the mean of their neighbours. The mean is
    /// used because the median is 0 at a gauge of whole centimetres.
    pub noise_deviations: f64,
    /// Depths within this time of a reading are smoothed with it, hours: a median of five.
    pub smooth_hours: i64,
    /// Share of the fallen snow beyond the noise by which it settles while it falls. Fitted with the next on the board
    /// of Col de Porte (`docs/verification.md`).
    pub settles_falling: f64,
    /// Share of the snow below a fall by which it settles per hour of the fall.
    pub settles_below: f64,
    /// Most that the snow below may add to a fall, as a share of the climb: old snow under a deep pack hardly settles.
    pub settles_most: f64,
    /// Longest time for which a leap is held back, hours: a level that has lasted this long is believed. Our choice: a
    /// day, because wind can lay down drifts under a clear sky.
    pub confirm_hours: i64,
    /// Nothing fell as snow if the air was never this cold while the depth climbed, °C.
    pub snow_air_c: f64,
    /// Lowest mean relative humidity of a climb that is snow, percent. This and the next: Lehning et al., *Cold Reg. Sci.
    /// Technol.* 35 (2002), as in SNOWPACK.
    pub snow_humidity_pct: f64,
    /// Mean difference between air and snow surface during a climb at or above which it is not snow, °C: under a sky
    /// that snows the surface is nearly as warm as the air.
    pub snow_surface_c: f64,
    /// Mean relative humidity of a climb at or above which the air is nearly saturated, percent. Chosen on four stations
    /// near Davos in 2014 (`docs/verification.md`).
    pub saturated_pct: f64,
    /// Amount of a fall that a snow pillow next to the gauge may miss, mm. Its step of a tenth of an inch.
    pub water_missed_mm: f64,
    /// Lowest density of a day's new snow as a whole, as a share of water: snow of a lower density cannot have fallen
    /// with the water that a pillow gained.
    pub lightest: f64,
    /// Readings further apart than this leave the time between them uncovered, hours. SNOLite reports every 4–6 h.
    pub gap_hours: f64,
    /// Share of a day that must be covered. Our choice: six hours may be missing, of a day as of any longer time.
    pub coverage: f64,
    /// Smallest new snow whose density is given, cm.
    pub density_snow_cm: f64,
    /// Smallest gain of water whose density is given, mm: a pillow resolves a tenth of an inch.
    pub density_water_mm: f64,
    /// Lowest density of fresh snow. Judson & Doesken (*Bull. Amer. Meteor. Soc.* 81, 2000): 0.010–0.257.
    pub density_low: f64,
    /// Highest density of fresh snow; above it rain or melt has been added.
    pub density_high: f64,
}

impl Thresholds {
    /// Returns the defaults, for gauges that report parts of a centimetre.
    #[must_use]
    pub const fn standard() -> Self {
        Self {
            highest_cm: 1500.0,
            bare_ground_cm: -5.0,
            rise_cm_per_hour: 20.0,
            fall_cm_per_hour: 20.0,
            change_cm_per_day: 200.0,
            spike_cm: 5.0,
            spike_reach_hours: 3,
            lost_cm: 8.0,
            lost_reach_hours: 12,
            shift_cm: 10.0,
            shift_match_cm: 3.0,
            shift_reach_hours: 72,
            erratic_cm: 4.0,
            erratic_steps: 4,
            erratic_gap_hours: 2,
            stuck_hours: 72,
            stuck_above_cm: 20.0,
            frozen_readings: 3,
            noise_cm: 1.0,
            noise_most_cm: 2.0,
            noise_deviations: 3.0,
            smooth_hours: 2,
            settles_falling: 0.12,
            settles_below: 0.001,
            settles_most: 0.2,
            confirm_hours: 24,
            snow_air_c: 2.0,
            snow_humidity_pct: 50.0,
            snow_surface_c: 3.0,
            saturated_pct: 95.0,
            water_missed_mm: 2.54,
            lightest: 0.03,
            gap_hours: 6.0,
            coverage: 0.75,
            density_snow_cm: 5.0,
            density_water_mm: 2.5,
            density_low: 0.01,
            density_high: 0.30,
        }
    }

    /// Returns thresholds for gauges that report whole centimetres over an old pack in the cold: it settles by less
    /// than one in days (a third of a percent a day is usual after three weeks; our choice of seven days leaves room
    /// for that).
    #[must_use]
    pub const fn whole_centimetres() -> Self {
        Self { stuck_hours: 168, ..Self::standard() }
    }

    /// Returns thresholds for gauges that report whole inches, as SNOTEL does: one step is neither a spike nor snow,
    /// and a constant depth for days is ordinary.
    #[must_use]
    pub const fn whole_inches() -> Self {
        Self {
            spike_cm: 7.7,
            lost_cm: 10.2,
            erratic_cm: 7.7,
            noise_cm: 2.6,
            stuck_hours: 240,
            ..Self::standard()
        }
    }
}

/// Reason for which a reading was dropped.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum SpikeReason {
    NotANumber,
    /// Lower than bare ground explains.
    Negative,
    /// Deeper than snow gets.
    TooDeep,
    /// Constant for days.
    Stuck,
    /// Inconsistent with the readings before or after it.
    Jump,
    /// Like [`SpikeReason::Jump`], but at the gauge's highest value, several times in a row.
    FrozenAtMax,
    /// Differs from both neighbours, for at most a few hours.
    Spike,
    /// One of many readings that jump to and fro.
    Erratic,
    /// On a level that came in one step and left in one.
    Shift,
    /// Far above the depth before, in weather in which it does not snow.
    Unexplained,
}

#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct DroppedSample {
    pub sample: Sample,
    /// The rule that the value fails.
    pub why: SpikeReason,
}

#[derive(Debug, Clone, PartialEq, Default, Serialize)]
pub struct DespikedSeries {
    /// The remaining readings, at most one an hour, ascending.
    pub kept: Vec<Sample>,
    /// The dropped readings, ascending. If an hour has several believable readings, the middle one represents it; the
    /// others are not listed.
    pub dropped: Vec<DroppedSample>,
}

/// Cleans the depths of one station, in any order, at any interval up to a few hours. `beside` is the weather next to the
/// gauge, where measured.
#[must_use]
pub fn despike(raw: &[Sample], beside: OtherSeries<'_>, thresholds: &Thresholds) -> DespikedSeries {
    let mut out = DespikedSeries::default();
    let in_range = range(raw, thresholds, &mut out.dropped);
    let hourly = hourly(&in_range);
    let moving = unstick(hourly, thresholds, &mut out.dropped);
    let steady = erratic::without(moving, thresholds, &mut out.dropped);
    let returned = excursion::without(steady, thresholds, &mut out.dropped);
    let linked = chain::longest(&returned, thresholds, &mut out.dropped);
    out.kept = leap::without(linked, beside, thresholds, &mut out.dropped);
    out.dropped.sort_by(|a, b| {
        (a.sample.at, a.why).cmp(&(b.sample.at, b.why)).then(a.sample.value.total_cmp(&b.sample.value))
    });
    out
}

fn range(raw: &[Sample], thresholds: &Thresholds, dropped: &mut Vec<DroppedSample>) -> Vec<Sample> {
    let mut kept = Vec::with_capacity(raw.len());
    for &sample in raw {
        let why = if !sample.value.is_finite() {
            SpikeReason::NotANumber
        } else if sample.value < thresholds.bare_ground_cm {
            SpikeReason::Negative
        } else if sample.value > thresholds.highest_cm {
            SpikeReason::TooDeep
        } else {
            kept.push(Sample { value: sample.value.max(0.0), ..sample });
            continue;
        };
        dropped.push(DroppedSample { sample, why });
    }
    kept
}

/// Returns the middle reading of every hour that ends on the hour (the lower of two), ascending.
fn hourly(samples: &[Sample]) -> Vec<Sample> {
    let mut hours: BTreeMap<i64, Vec<Sample>> = BTreeMap::new();
    for &sample in samples {
        // 11:00:00.001 to 12:00:00.000 is the hour that ends at 12:00.
        hours.entry((sample.at.millis() - 1).div_euclid(HOUR_MS)).or_default().push(sample);
    }
    hours
        .into_values()
        .filter_map(|mut hour| {
            hour.sort_by(|a, b| a.value.total_cmp(&b.value).then(a.at.cmp(&b.at)));
            hour.get((hour.len() - 1) / 2).copied()
        })
        .collect()
}

fn unstick(samples: Vec<Sample>, thresholds: &Thresholds, dropped: &mut Vec<DroppedSample>) -> Vec<Sample> {
    let mut kept = Vec::with_capacity(samples.len());
    #[expect(clippy::float_cmp, reason = "a stuck gauge repeats its value to the last bit")]
    for run in samples.chunk_by(|a, b| a.value == b.value) {
        let (Some(first), Some(last)) = (run.first(), run.last()) else { continue };
        let long = last.at.since(first.at) >= thresholds.stuck_hours * HOUR_MS;
        if long && first.value > thresholds.stuck_above_cm {
            dropped.extend(run.iter().map(|&sample| DroppedSample { sample, why: SpikeReason::Stuck }));
        } else {
            kept.extend_from_slice(run);
        }
    }
    kept
}

#[cfg(test)]
mod tests;
