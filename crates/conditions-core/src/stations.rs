//! Stations near the resort: selection, current readings, the band that each represents, and the freezing line.
//!
//! Implements `contract-decisions` 9 and the specification's `measuredNow`: context for `data`, never an input to it.
//!
//! Decided here: a station whose air, wind and depth are all unknown or implausible is not listed. A station of unknown
//! elevation, or in unknown terrain, has role `mid`. A reading slightly in the future is published as read now. The
//! freezing line is computed from the published values.

use alloc::string::String;
use alloc::vec::Vec;
use core::cmp::Ordering;

use crate::evidence::{PerBand, Profile, Site, StationReading};
use crate::flags::FlagSet;
use crate::policy::{Policy, Range};
use crate::present::Present;
use crate::record::{Band, Flag, MeasuredNow, Name, StationNow, StationRole};
use crate::short_list::ShortList;
use crate::source::Kind;
use crate::time::{MINUTE_MS, Timestamp};
use crate::trace::{ConsideredEvidence, Trace, Usability};
use crate::units::{Tenths, round_to_i32};

/// Returns the freshest reading of each instrument near the resort, highest first, or `None` if no station has one.
///
/// Raises `future_timestamp` for a reading from the future (dropped); `implausible_temperature`, `implausible_wind` and
/// `implausible_depth` for single values (set to null, while the rest of the reading is kept); and
/// `station_value_dropped` if a value was dropped before resolution.
pub(crate) fn measured_now<T: Trace>(
    present: &Present,
    policy: &Policy,
    profile: &Profile,
    readings: &[StationReading],
    flags: &mut FlagSet,
    trace: &mut T,
) -> Option<MeasuredNow> {
    const NAME: &str = "measuredNow";
    let ground = Ground::from_profile(profile);
    let near = readings.iter().filter(|reading| is_near(policy, &ground, reading));
    let mut seen = ShortList::from_entries(near.filter_map(|reading| {
        let (verdict, seen) = evaluate(present, policy, reading, flags);
        trace.considered(NAME, ConsideredEvidence::reading(reading), verdict);
        seen
    }));
    if seen.len() == 0 {
        return None;
    }
    seen.sort_by(CountedReading::fresher);
    seen.keep_first(|fresher, other| other.reading.is_same_instrument(fresher.reading));
    seen.sort_by(CountedReading::by_height);
    trace.chose(NAME, "freshest_per_instrument", Kind::Station);

    let mut stations = Vec::with_capacity(seen.len());
    stations.extend(seen.iter().map(|s| s.publish(present, policy, &ground)));
    Some(MeasuredNow {
        station_count: u32::try_from(seen.len()).unwrap_or(u32::MAX),
        sources: sources(&seen),
        freezing_line_m: freezing_line(policy, &seen),
        observed_at: seen.iter().map(|s| s.observed_at).max(),
        stations,
    })
}

/// Returns the networks of the readings, sorted, without duplicates.
fn sources(seen: &ShortList<CountedReading<'_>>) -> Vec<Name> {
    let mut networks = ShortList::from_entries(seen.iter().map(|seen| seen.reading.network.as_str()));
    networks.keep_first(|first, other| first == other);
    networks.sort_by(Ord::cmp);
    let mut sources = Vec::with_capacity(networks.len());
    sources.extend(networks.iter().map(|network| Name::from(*network)));
    sources
}

/// A station's depth and the band that it represents.
#[derive(Clone, Copy)]
pub(crate) struct BandStation<'a> {
    pub(crate) band: Band,
    pub(crate) reading: &'a StationReading,
    /// Depth, centimetres.
    pub(crate) cm: f64,
    /// How well it represents the band, 0–1: less with distance and difference in height.
    pub(crate) fit: f64,
}

impl BandStation<'_> {
    /// Orders the better fit first, then by network and identifier. Stations do not move, so the first one of a band
    /// stays the same.
    pub(crate) fn better_first(&self, other: &Self) -> Ordering {
        let id = |own: &Self| (&own.reading.network, &own.reading.station_id);
        other.fit.total_cmp(&self.fit).then_with(|| id(self).cmp(&id(other)))
    }
}

/// Returns the band that each station represents, and the depth in centimetres that it reports there.
///
/// A station represents the band whose elevation is nearest to its own, the lower one on ties. Only mountain and snow
/// stations inside the resort's elevation range and distance limits qualify; airports and roads never do.
pub(crate) fn band_depths<'a>(
    policy: &'a Policy,
    profile: &'a Profile,
    readings: &'a [StationReading],
) -> impl Iterator<Item = BandStation<'a>> {
    let ground = Ground::from_profile(profile);
    readings.iter().filter_map(move |reading| {
        let depth = reading.snow_depth_cm.filter(|depth| policy.plausible_depth_cm.contains(*depth))?;
        let stands = is_on_the_mountain(reading) && is_near(policy, &ground, reading);
        let elevation = reading.known_elevation().filter(|_| stands)?;
        let (low, high) = ground.span?;
        let slack = policy.band_elevation_slack_m;
        // A single elevation is not a range.
        let inside = high <= low || Range { low: low - slack, high: high + slack }.contains(elevation);
        let (band, apart_m) = ground.nearest_band_and_height(elevation).filter(|_| inside)?;
        let share = |part: f64, whole: f64| if whole > 0.0 { (part / whole).clamp(0.0, 1.0) } else { 0.0 };
        let near = 1.0 - policy.station_distance_loss * share(reading.distance_km, policy.station_radius_km);
        let level = 1.0 - policy.station_height_loss * share(apart_m, policy.station_height_m);
        Some(BandStation { band, reading, cm: depth, fit: near * level })
    })
}

/// Returns whether the station is on the mountain rather than at an airport or a road.
pub(crate) const fn is_on_the_mountain(reading: &StationReading) -> bool {
    match reading.site {
        Site::Mountain | Site::Snow => true,
        Site::Airport | Site::Road => false,
    }
}

/// Returns whether the station is within the distance and elevation limits. Unknown values pass.
pub(crate) fn is_near(policy: &Policy, ground: &Ground, reading: &StationReading) -> bool {
    let radius_km = match reading.site {
        Site::Airport => policy.airport_radius_km,
        Site::Mountain | Site::Snow | Site::Road => policy.station_radius_km,
    };
    if !(Range { low: 0.0, high: radius_km }).contains(reading.distance_km) {
        return false;
    }
    let slack = policy.station_elevation_slack_m;
    match (reading.known_elevation(), ground.span) {
        (Some(elevation), Some((low, high))) => {
            Range { low: low - slack, high: high + slack }.contains(elevation)
        }
        _ => true,
    }
}

/// A total order that separates readings of equal rank, so that input order does not matter.
pub(crate) fn stable(a: &StationReading, b: &StationReading) -> Ordering {
    let numbers = |r: &StationReading| {
        [
            Some(r.distance_km),
            r.elevation_m,
            r.temp_c,
            r.wind_mps,
            r.snow_depth_cm,
            r.swe_mm,
            r.surface_temp_c,
            r.new_snow24h_cm,
            r.new_swe24h_mm,
            r.new_snow48h_cm,
            r.new_snow7d_cm,
        ]
    };
    a.distance_km
        .total_cmp(&b.distance_km)
        .then_with(|| a.network.cmp(&b.network))
        .then_with(|| a.station_id.cmp(&b.station_id))
        .then_with(|| {
            let pairs = numbers(a).into_iter().zip(numbers(b));
            let orders = pairs.map(|(x, y)| match (x, y) {
                (Some(x), Some(y)) => x.total_cmp(&y),
                // A known number precedes an unknown one.
                (x, y) => y.is_some().cmp(&x.is_some()),
            });
            orders.fold(Ordering::Equal, Ordering::then)
        })
        .then_with(|| a.thaw_freeze48h.cmp(&b.thaw_freeze48h))
        .then_with(|| a.doubted.cmp(&b.doubted))
        .then_with(|| a.name.cmp(&b.name))
        .then_with(|| (a.site as u8).cmp(&(b.site as u8)))
}

impl StationReading {
    /// Makes a reading that has only a network, an identifier and a time; set the other fields from there.
    #[must_use]
    pub fn blank(network: impl Into<String>, station_id: impl Into<String>, observed_at: Timestamp) -> Self {
        Self {
            network: network.into(),
            station_id: station_id.into(),
            name: None,
            site: Site::default(),
            elevation_m: None,
            distance_km: 0.0,
            observed_at,
            temp_c: None,
            wind_mps: None,
            snow_depth_cm: None,
            swe_mm: None,
            surface_temp_c: None,
            new_snow24h_cm: None,
            new_snow48h_cm: None,
            new_snow7d_cm: None,
            new_swe24h_mm: None,
            thaw_freeze48h: None,
            doubted: false,
        }
    }

    pub(crate) fn known_elevation(&self) -> Option<f64> {
        self.elevation_m.filter(|z| z.is_finite())
    }

    pub(crate) fn is_same_instrument(&self, other: &Self) -> bool {
        self.station_id == other.station_id && self.network == other.network
    }
}

/// The resort's elevations, computed once for all of its stations.
pub(crate) struct Ground {
    /// Elevation of each band if known; mid mountain defaults to the middle between base and summit.
    bands: PerBand<Option<f64>>,
    /// Lowest and highest known elevation.
    span: Option<(f64, f64)>,
}

impl Ground {
    /// Reads the elevations of the profile.
    pub(crate) fn from_profile(profile: &Profile) -> Self {
        let PerBand { base, mid, summit } = profile.elevation_m.map(|z| z.filter(|z| z.is_finite()));
        let middle = || Some(f64::midpoint(base?, summit?));
        let mid = mid.or_else(middle);
        let known = [base, mid, summit].into_iter().flatten();
        let span = known.fold(None, |span, z| {
            let (low, high) = span.unwrap_or((z, z));
            Some((z.min(low), z.max(high)))
        });
        Self { bands: PerBand { base, mid, summit }, span }
    }

    pub(crate) fn nearest_band(&self, elevation: f64) -> Option<Band> {
        self.nearest_band_and_height(elevation).map(|(band, _)| band)
    }

    /// Returns the band nearest in height, and the difference in height, m.
    fn nearest_band_and_height(&self, elevation: f64) -> Option<(Band, f64)> {
        let PerBand { base, mid, summit } = self.bands;
        [(Band::Base, base), (Band::Mid, mid), (Band::Summit, summit)]
            .into_iter()
            .filter_map(|(band, z)| Some((band, (z? - elevation).abs())))
            .min_by(|a, b| a.1.total_cmp(&b.1))
    }
}

/// A reading that qualifies, with its values as published.
#[derive(Clone, Copy)]
struct CountedReading<'a> {
    reading: &'a StationReading,
    observed_at: Timestamp,
    temp_c: Option<Tenths>,
    wind_mps: Option<Tenths>,
    snow_depth_cm: Option<Tenths>,
}

/// Returns the usable part of a reading.
fn evaluate<'a>(
    present: &Present,
    policy: &Policy,
    reading: &'a StationReading,
    flags: &mut FlagSet,
) -> (Usability, Option<CountedReading<'a>>) {
    let Some(observed_at) = present.usable_time(policy, Some(reading.observed_at)) else {
        flags.raise(&Flag::FutureTimestamp);
        return (Usability::Undated, None);
    };
    let window_ms = match reading.site {
        Site::Snow => policy.snow_reading_window_ms,
        Site::Mountain | Site::Airport | Site::Road => policy.reading_window_ms,
    };
    if !present.age_of(observed_at).is_within(window_ms) {
        return (Usability::TooOld, None);
    }
    if reading.doubted {
        flags.raise(&Flag::StationValueDropped);
    }
    let mut keep = |value: Option<f64>, range: Range, flag| {
        let value = value?;
        if range.contains(value) {
            return Tenths::new(value);
        }
        flags.raise(&flag);
        None
    };
    let temp_c = keep(reading.temp_c, policy.plausible_temp_c, Flag::ImplausibleTemperature);
    let wind_mps = keep(reading.wind_mps, policy.plausible_wind_mps, Flag::ImplausibleWind);
    let snow_depth_cm = keep(reading.snow_depth_cm, policy.plausible_depth_cm, Flag::ImplausibleDepth);
    if temp_c.is_none() && wind_mps.is_none() && snow_depth_cm.is_none() {
        return (Usability::Implausible, None);
    }
    (Usability::Fresh, Some(CountedReading { reading, observed_at, temp_c, wind_mps, snow_depth_cm }))
}

impl CountedReading<'_> {
    fn fresher(&self, other: &Self) -> Ordering {
        let (a, b) = (self.reading, other.reading);
        b.observed_at.cmp(&a.observed_at).then_with(|| stable(a, b))
    }

    /// Orders readings highest first, unknown last, then by source and identifier.
    fn by_height(&self, other: &Self) -> Ordering {
        let (a, b) = (self.reading, other.reading);
        let height = match (a.known_elevation(), b.known_elevation()) {
            (Some(a), Some(b)) => b.total_cmp(&a),
            (a, b) => b.is_some().cmp(&a.is_some()),
        };
        height.then_with(|| (&a.network, &a.station_id).cmp(&(&b.network, &b.station_id)))
    }

    fn publish(&self, present: &Present, policy: &Policy, ground: &Ground) -> StationNow {
        StationNow {
            source: Name::from(self.reading.network.as_str()),
            station_id: Name::from(self.reading.station_id.as_str()),
            name: self.reading.name.as_ref().map(Name::from),
            elevation_m: self.reading.known_elevation().and_then(Tenths::new),
            role: role(policy, ground, self.reading),
            temp_c: self.temp_c,
            wind_mps: self.wind_mps,
            snow_depth_cm: self.snow_depth_cm,
            observed_at: self.observed_at,
            age_minutes: u32::try_from(present.age_of(self.observed_at).published_ms() / MINUTE_MS)
                .unwrap_or(0),
        }
    }
}

/// Returns the position relative to the terrain: by network for roads and airports, else by height.
fn role(policy: &Policy, ground: &Ground, reading: &StationReading) -> StationRole {
    match reading.site {
        Site::Airport => return StationRole::Airport,
        Site::Road => return StationRole::Road,
        Site::Mountain | Site::Snow => {}
    }
    let (Some(elevation), Some((low, high))) = (reading.known_elevation(), ground.span) else {
        return StationRole::Mid;
    };
    let fifth = (high - low) * policy.role_fraction;
    if fifth <= 0.0 {
        StationRole::Mid
    } else if elevation >= high - fifth {
        StationRole::Summit
    } else if elevation <= low + fifth {
        StationRole::Village
    } else {
        StationRole::Mid
    }
}

/// Returns the elevation where the measured temperature crosses 0 °C, in whole metres.
///
/// It is interpolated between the highest station above 0 °C and the lowest station above that one at or below 0 °C, if
/// the stations span enough height. A station that breaks this order by little is ignored as noise; if one breaks it by
/// more, the profile has no single freezing line. Returns `None` too if the two readings are too far apart in time.
fn freezing_line(policy: &Policy, seen: &ShortList<CountedReading<'_>>) -> Option<i32> {
    // Highest first, as published.
    let profile = || {
        seen.iter().filter_map(|station| Some((station.reading.known_elevation()?, station.temp_c?, station)))
    };
    let (top_m, ..) = profile().next()?;
    let (bottom_m, ..) = profile().last()?;
    if top_m - bottom_m < policy.freezing_min_vertical_m {
        return None;
    }
    let noise = Tenths::new(policy.freezing_noise_c)?;
    let clearly_cold = |temp: Tenths| temp.units() < -noise.units();
    for (place, (warm_m, warm_c, warm)) in
        profile().enumerate().filter(|(_, (_, temp, _))| *temp > Tenths::ZERO)
    {
        if profile().skip(place).any(|(elevation, temp, _)| elevation <= warm_m && clearly_cold(temp)) {
            if warm_c > noise {
                return None;
            }
            continue;
        }
        let above = |(elevation, temp, _): &(f64, Tenths, &CountedReading<'_>)| {
            *elevation > warm_m && *temp <= Tenths::ZERO
        };
        let (cold_m, cold_c, cold) = profile().filter(above).last()?;
        let apart_ms = warm.observed_at.since(cold.observed_at).abs();
        if apart_ms > policy.freezing_max_apart_ms {
            return None;
        }
        let (above_c, below_c) = (warm_c.get(), cold_c.get());
        return round_to_i32(warm_m + (cold_m - warm_m) * above_c / (above_c - below_c));
    }
    None
}

#[cfg(test)]
mod tests;
