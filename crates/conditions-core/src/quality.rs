//! Snow quality and snow-surface temperature.
//!
//! Implements `contract-decisions` 7 and the specification's `snowQuality` and `snowSurfaceTemp`.
//!
//! Decided here: both use only current evidence (a station within its time to live, a snapshot within its own), because
//! neither has a freshness label that could mark older values. Only mountain and snow stations near the resort count.
//! The freshest station decides, of equally fresh ones the nearest; a station whose density has no label counts as
//! having none. Labels are decided from the reading before it is rounded for the wire.

use alloc::string::String;
use core::cmp::Ordering;

use crate::confidence;
use crate::evidence::{ForecastSnapshot, Profile, StationReading};
use crate::field::Field;
use crate::flags::FlagSet;
use crate::policy::{Policy, Range};
use crate::present::Present;
use crate::record::{
    DepthProfile, Flag, QualityBasis, QualityLabel, SnowQuality, SnowSurfaceTemp, SurfaceState,
};
use crate::short_list::ShortList;
use crate::source::Kind;
use crate::stations::{Ground, is_near, is_on_the_mountain, stable};
use crate::time::Timestamp;
use crate::trace::{ConsideredEvidence, Trace, Usability};
use crate::units::{Confidence, Hundredths, Tenths};

mod bands;
mod sentence;
mod surface;
mod vote;

pub use bands::{BandQuality, QualityRule, by_band};
use sentence::Text;
pub use surface::SurfaceType;
use surface::{label as surface_label, modelled_surface, refreeze_risk};

/// Returns the snow quality: from a station's density, else from the modelled surface of mid mountain with the
/// published depths; `None` if neither is known.
///
/// Raises `implausible_density` and `implausible_depth` for station values that were dropped, `future_timestamp` for
/// readings from the future.
#[expect(clippy::too_many_arguments, reason = "the resolver's arguments and earlier results")]
pub(crate) fn snow_quality<T: Trace>(
    present: &Present,
    policy: &Policy,
    profile: &Profile,
    readings: &[StationReading],
    snapshot: Option<&ForecastSnapshot>,
    depth: &DepthProfile,
    flags: &mut FlagSet,
    trace: &mut T,
) -> Option<Field<SnowQuality>> {
    const NAME: &str = "snowQuality";
    let snapshot = snapshot.filter(|s| is_current(present, policy, s));
    let air_c = snapshot.and_then(|s| s.weather.as_ref()).and_then(|w| w.temp_c);
    let found = current(present, policy, profile, readings, NAME, flags, trace, |reading, flags| {
        measure(policy, reading, air_c, flags)
    });
    if let Some(first) = found.iter().next() {
        trace.chose(NAME, "station_density", Kind::Station);
        let other = found.iter().find(|other| other.value.label != first.value.label);
        let Density { ratio, label, .. } = first.value;
        let quality = SnowQuality {
            density_ratio: Some(ratio),
            label: if other.is_some() { QualityLabel::Variable } else { label },
            description: describe(policy, first, other),
            refreeze_risk: None,
            basis: Some(QualityBasis::Measured),
        };
        let trust = confidence::nominal(policy, Kind::Station, None, None, false);
        return Some(Field::known(quality, Kind::Station, Some(first.at), Confidence::new(trust)));
    }
    let mid = bands::modelled_mid(present, policy, profile, snapshot?, depth);
    let quality = SnowQuality {
        density_ratio: None,
        label: mid.label?,
        description: mid.description?,
        refreeze_risk: mid.refreeze_risk,
        basis: mid.basis,
    };
    trace.chose(NAME, "modelled_surface", Kind::Model);
    Some(Field::known(quality, Kind::Model, mid.observed_at, mid.confidence))
}

/// Returns the measured snow-surface temperature, or `None` if no station has one. Models never fill it.
///
/// Raises `implausible_surface_temp` for values that cannot be of a snow surface, `future_timestamp` for readings from
/// the future.
pub(crate) fn surface_temp<T: Trace>(
    present: &Present,
    policy: &Policy,
    profile: &Profile,
    readings: &[StationReading],
    flags: &mut FlagSet,
    trace: &mut T,
) -> Option<Field<SnowSurfaceTemp>> {
    const NAME: &str = "snowSurfaceTemp";
    let found = current(present, policy, profile, readings, NAME, flags, trace, |reading, flags| {
        let Some(temp) = reading.surface_temp_c else { return Finding::Nothing };
        if !(Range { high: policy.surface_cap_c, ..policy.plausible_temp_c }).contains(temp) {
            flags.raise(&Flag::ImplausibleSurfaceTemp);
            return Finding::Implausible;
        }
        // Without snow the sensor measures the ground.
        if reading.snow_depth_cm.is_some_and(|depth| depth <= 0.0) {
            return Finding::Nothing;
        }
        Finding::Value(temp.min(0.0))
    });
    let first = found.iter().next()?;
    trace.chose(NAME, "freshest_station", Kind::Station);
    let (state, words) = state(policy, first.value);
    let temp_c = Tenths::new(first.value)?;
    let description = Text::with_capacity_for([first.reading])
        .push("Snow surface ")
        .tenths(temp_c)
        .push(" °C, ")
        .push(words)
        .push(", measured at ")
        .place(first.reading)
        .push(".")
        .done();
    let trust = confidence::nominal(policy, Kind::Station, None, None, false);
    let value = SnowSurfaceTemp { temp_c, state, description };
    Some(Field::known(value, Kind::Station, Some(first.at), Confidence::new(trust)))
}

/// The value of a quantity in a reading.
enum Finding<T> {
    Value(T),
    Nothing,
    Implausible,
}

/// A current reading and its value.
#[derive(Clone, Copy)]
struct CurrentReading<'a, T> {
    reading: &'a StationReading,
    at: Timestamp,
    value: T,
}

/// Returns the current readings that have a value, one per instrument: freshest first, then nearest.
#[expect(clippy::too_many_arguments, reason = "private; the caller's arguments plus the quantity")]
fn current<'a, V: Copy, T: Trace>(
    present: &Present,
    policy: &Policy,
    profile: &Profile,
    readings: &'a [StationReading],
    name: &'static str,
    flags: &mut FlagSet,
    trace: &mut T,
    value: impl Fn(&StationReading, &mut FlagSet) -> Finding<V>,
) -> ShortList<CurrentReading<'a, V>> {
    let ground = Ground::from_profile(profile);
    let near = readings.iter().filter(|r| is_on_the_mountain(r) && is_near(policy, &ground, r));
    let mut found = ShortList::from_entries(near.filter_map(|reading| {
        let mut report = |verdict| trace.considered(name, ConsideredEvidence::reading(reading), verdict);
        let Some(at) = present.usable_time(policy, Some(reading.observed_at)) else {
            flags.raise(&Flag::FutureTimestamp);
            report(Usability::Undated);
            return None;
        };
        if !present.age_of(at).is_within(policy.station_ttl_ms) {
            report(Usability::TooOld);
            return None;
        }
        match value(reading, flags) {
            Finding::Value(value) => {
                report(Usability::Fresh);
                Some(CurrentReading { reading, at, value })
            }
            Finding::Implausible => {
                report(Usability::Implausible);
                None
            }
            Finding::Nothing => None,
        }
    }));
    let fresher = |a: &CurrentReading<'_, V>, b: &CurrentReading<'_, V>| -> Ordering {
        b.at.cmp(&a.at).then_with(|| stable(a.reading, b.reading))
    };
    found.sort_by(fresher);
    found.keep_first(|fresher, other| other.reading.is_same_instrument(fresher.reading));
    found
}

/// A density and its label.
#[derive(Clone, Copy)]
struct Density {
    /// g/cm³, as published.
    ratio: Hundredths,
    /// Label of the field: of the new snow if much fell, else of the pack.
    label: QualityLabel,
    /// Label of the pack, regardless of new snow.
    pack: QualityLabel,
}

fn measure(
    policy: &Policy,
    reading: &StationReading,
    model_air_c: Option<f64>,
    flags: &mut FlagSet,
) -> Finding<Density> {
    let (Some(swe_mm), Some(depth_cm)) = (reading.swe_mm, reading.snow_depth_cm) else {
        return Finding::Nothing;
    };
    if !policy.plausible_depth_cm.contains(depth_cm) {
        flags.raise(&Flag::ImplausibleDepth);
        return Finding::Implausible;
    }
    if depth_cm < policy.density_min_depth_cm {
        return Finding::Nothing;
    }
    let ratio = swe_mm / 10.0 / depth_cm;
    if !policy.plausible_density.contains(ratio) {
        flags.raise(&Flag::ImplausibleDensity);
        return Finding::Implausible;
    }
    let air_c = reading.temp_c.or(model_air_c).filter(|t| policy.plausible_temp_c.contains(*t));
    match label(policy, ratio, depth_cm, air_c, reading.thaw_freeze48h) {
        Some(pack) => {
            let label = new_snow_label(policy, reading, air_c).unwrap_or(pack);
            Hundredths::new(ratio)
                .map_or(Finding::Nothing, |ratio| Finding::Value(Density { ratio, label, pack }))
        }
        None => Finding::Nothing,
    }
}

/// Returns the label of the past 24 hours' new snow if it is deep enough to determine skiing: by its own density if the
/// station reports it, else powder as long as the air is not above freezing.
fn new_snow_label(policy: &Policy, reading: &StationReading, air_c: Option<f64>) -> Option<QualityLabel> {
    let fallen = reading.new_snow24h_cm.filter(|snow| policy.plausible_snowfall24h_cm.contains(*snow))?;
    if fallen < policy.new_label_cm {
        return None;
    }
    match new_snow_density(policy, reading) {
        Some(density) => label(policy, density, reading.snow_depth_cm.unwrap_or(fallen), air_c, None),
        None => air_c.is_some_and(|air| air <= 0.0).then_some(QualityLabel::Powder),
    }
}

/// Returns the label of a bulk density in g/cm³; `None` if the density, or the depth for `powder`, does not allow one.
fn label(
    policy: &Policy,
    ratio: f64,
    depth_cm: f64,
    air_c: Option<f64>,
    thaw_freeze: Option<bool>,
) -> Option<QualityLabel> {
    let thawing = air_c.is_some_and(|air| air > 0.0);
    if !policy.labelled_density.contains(ratio) {
        None
    } else if ratio < policy.density_powder {
        (depth_cm >= policy.powder_min_depth_cm).then_some(QualityLabel::Powder)
    } else if ratio < policy.density_packed {
        Some(QualityLabel::Packed)
    } else if ratio < policy.density_dense {
        Some(QualityLabel::Dense)
    } else if thawing {
        Some(QualityLabel::Wet)
    } else if ratio >= policy.density_firn {
        Some(QualityLabel::Icy)
    } else if thaw_freeze == Some(true) {
        Some(QualityLabel::Spring)
    } else {
        Some(QualityLabel::Dense)
    }
}

fn state(policy: &Policy, temp_c: f64) -> (SurfaceState, &'static str) {
    if temp_c >= policy.surface_melting_c {
        (SurfaceState::Melting, "melting")
    } else if temp_c >= policy.surface_near_freezing_c {
        (SurfaceState::NearFreezing, "near freezing")
    } else if temp_c >= policy.surface_firm_c {
        (SurfaceState::Firm, "firm")
    } else {
        (SurfaceState::Cold, "cold")
    }
}

/// Returns whether the snapshot's weather is current.
fn is_current(present: &Present, policy: &Policy, snapshot: &ForecastSnapshot) -> bool {
    let captured_at = present.usable_time(policy, Some(snapshot.captured_at));
    captured_at.is_some_and(|at| present.age_of(at).is_within(policy.model_ttl_ms))
}

fn describe(
    policy: &Policy,
    first: &CurrentReading<'_, Density>,
    other: Option<&CurrentReading<'_, Density>>,
) -> String {
    let stations = [Some(first), other].into_iter().flatten();
    let text = Text::with_capacity_for(stations.map(|found| found.reading));
    let text = match other {
        Some(other) => measured(measured(text.push("Stations differ: "), first).push(", "), other),
        None => measured(text.push("Measured "), first),
    };
    match new_snow_density(policy, first.reading).and_then(Hundredths::new) {
        Some(density) => {
            text.push(". New snow of the past 24 hours has density ").hundredths(density).push(" g/cm³.")
        }
        None => text.push("."),
    }
    .done()
}

fn measured(text: Text, found: &CurrentReading<'_, Density>) -> Text {
    let Density { ratio, pack, .. } = found.value;
    text.push(words(pack)).push(" snow of density ").hundredths(ratio).push(" g/cm³ at ").place(found.reading)
}

/// Returns the density of the past 24 hours' new snow, g/cm³, if the station reports both increments.
fn new_snow_density(policy: &Policy, reading: &StationReading) -> Option<f64> {
    let snow_cm = reading.new_snow24h_cm.filter(|snow| policy.plausible_snowfall24h_cm.contains(*snow))?;
    if snow_cm < policy.new_density_min_cm {
        return None;
    }
    Some(reading.new_swe24h_mm? / 10.0 / snow_cm)
        .filter(|density| policy.plausible_density.contains(*density))
}

const fn words(label: QualityLabel) -> &'static str {
    match label {
        QualityLabel::Powder => "powder",
        QualityLabel::Packed => "packed",
        QualityLabel::Dense => "dense",
        QualityLabel::Icy => "icy",
        QualityLabel::Wet => "wet",
        QualityLabel::Spring => "spring",
        QualityLabel::Variable => "variable",
        QualityLabel::Other => "other",
    }
}

#[cfg(test)]
mod tests;
