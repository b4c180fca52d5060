//! The station to which a resort's winters are mapped, and the stored map.
//!
//! All days come from one station, the one nearest to mid mountain that has whole winters, as in the grading of
//! forecasts. If it moved, only the days at its newest place count. A day with two different amounts is ignored. If
//! another station near the resort reports very different winters, neither is used.

use std::collections::BTreeMap;

use chrono::NaiveDate;
use conditions_core::units::Tenths;
use serde::{Deserialize, Serialize};

use crate::basis::Basis;
use crate::mapped::QuantileMap;
use crate::paired::{FittedMap, MapError, MeasuredDays, fitted, paired};
use crate::policy::Policy;
use crate::winters::Winters;

/// New snow of a resort's local day at a station near it.
#[derive(Debug, Clone, PartialEq)]
pub struct StationDay {
    /// Network of the station.
    pub network: String,
    /// Identifier of the station within the network.
    pub station: String,
    /// Elevation of the station, metres.
    pub elevation_m: Option<f64>,
    pub date: NaiveDate,
    /// New snow, centimetres.
    pub cm: f64,
}

/// A stored map of a resort's winters to a station.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct StationMap {
    /// Network of the station.
    pub network: String,
    /// Identifier of the station within the network.
    pub station: String,
    /// Elevation of the station, metres.
    pub elevation_m: i32,
    /// Number of whole winters on which the map is based.
    pub winters: u16,
    /// Name of the first season.
    pub first_season: String,
    /// Name of the last season.
    pub last_season: String,
    /// Number of days of these seasons that both know.
    pub days: u32,
    /// Basis of the winters.
    basis: Basis,
    /// Elevation of the winters' snowfall, metres.
    mid_m: i32,
    map: QuantileMap,
}

impl StationMap {
    /// Returns the map if it was made for winters on this basis and at this elevation.
    #[must_use]
    pub fn map_for(&self, winters: &Winters) -> Option<&QuantileMap> {
        let is_theirs = winters.basis() == Some(self.basis) && mid_m(winters).map(whole) == Some(self.mid_m);
        is_theirs.then_some(&self.map)
    }
}

/// A station with its days.
struct Station<'a> {
    network: &'a str,
    name: &'a str,
    elevation_m: f64,
    measured: MeasuredDays,
}

/// Returns the map of a resort's winters to a station within `within_m` of its mid mountain. The order of days does not
/// matter.
///
/// # Errors
/// Returns [`MapError`] if the data does not support a map.
pub fn mapped(
    policy: &Policy,
    winters: &Winters,
    within_m: f64,
    days: &[StationDay],
) -> Result<StationMap, MapError> {
    let too_few = |winters| MapError::TooFew { winters, least: policy.map_winters };
    let (Some(basis), Some(mid_m)) = (winters.basis(), mid_m(winters)) else { return Err(too_few(0)) };
    let away = |station: &Station<'_>| (station.elevation_m - mid_m).abs();
    let mut near = stations(policy, days);
    near.retain(|station| away(station) <= within_m);
    near.sort_by(|a, b| {
        away(a).total_cmp(&away(b)).then_with(|| (a.network, a.name).cmp(&(b.network, b.name)))
    });
    let known = |station: &Station<'_>| paired(policy, winters, &station.measured).len();
    let most = near.iter().map(known).max().unwrap_or(0);
    near.retain(|station| known(station) >= policy.map_winters);
    let (chosen, others) = near.split_first().ok_or_else(|| too_few(most))?;
    if others.iter().any(|other| contradict(policy, &chosen.measured, &other.measured)) {
        return Err(MapError::Contradicted);
    }
    let FittedMap { map, winters: (count, first, last), days } = fitted(policy, winters, &chosen.measured)?;
    Ok(StationMap {
        network: chosen.network.to_owned(),
        station: chosen.name.to_owned(),
        elevation_m: whole(chosen.elevation_m),
        winters: u16::try_from(count).unwrap_or(u16::MAX),
        first_season: first.to_string(),
        last_season: last.to_string(),
        days: u32::try_from(days).unwrap_or(u32::MAX),
        basis,
        mid_m: whole(mid_m),
        map,
    })
}

/// Returns every station at its newest place.
fn stations<'a>(policy: &Policy, days: &'a [StationDay]) -> Vec<Station<'a>> {
    let mut by_station: BTreeMap<(&str, &str), Vec<(&StationDay, f64)>> = BTreeMap::new();
    for day in days {
        let Some(elevation_m) = day.elevation_m.filter(|metres| metres.is_finite()) else { continue };
        by_station.entry((&day.network, &day.station)).or_default().push((day, elevation_m));
    }
    let station = |((network, name), days): ((&'a str, &'a str), Vec<(&StationDay, f64)>)| {
        // The higher of two elevations on the newest day, so that the order of days does not matter.
        let newest = days.iter().max_by(|a, b| a.0.date.cmp(&b.0.date).then(a.1.total_cmp(&b.1)));
        let elevation_m = newest.map(|(_, metres)| *metres)?;
        let here = days.iter().filter(|(_, metres)| (metres - elevation_m).abs() <= policy.map_moved_m);
        Some(Station { network, name, elevation_m, measured: agreed(policy, here.map(|(day, _)| *day)) })
    };
    by_station.into_iter().filter_map(station).collect()
}

/// Returns the days without conflicting amounts.
fn agreed<'a>(policy: &Policy, days: impl Iterator<Item = &'a StationDay>) -> MeasuredDays {
    let mut all: BTreeMap<NaiveDate, Option<Tenths>> = BTreeMap::new();
    for day in days.filter(|day| (0.0..=policy.most_snowfall_cm).contains(&day.cm)) {
        let cm = Tenths::new(day.cm);
        all.entry(day.date)
            .and_modify(|known| *known = known.filter(|known| Some(*known) == cm))
            .or_insert(cm);
    }
    all.into_iter().filter_map(|(date, cm)| Some((date, cm?))).collect()
}

/// Returns whether one station measures far more than the other on days known to both.
fn contradict(policy: &Policy, one: &MeasuredDays, other: &MeasuredDays) -> bool {
    let both = one.iter().filter_map(|(date, cm)| Some((cm.get(), other.get(date)?.get())));
    let (one, other) = both.fold((0.0, 0.0), |(one, other), (a, b)| (one + a, other + b));
    one.max(other) > one.min(other) * policy.map_contradiction
}

/// Returns the elevation of the winters' snowfall.
fn mid_m(winters: &Winters) -> Option<f64> {
    winters.site().bands.mid.filter(|metres| metres.is_finite())
}

fn whole(metres: f64) -> i32 {
    metres.round() as i32
}

#[cfg(test)]
mod tests;
