use chrono::Days;
use conditions_core::evidence::PerBand;
use conditions_core::time::Timestamp;

use super::*;
use crate::raw::Day;
use crate::site::Site;
use crate::winter::{Hemisphere, Winter};
use crate::winter_days::WinterDays;

const POLICY: Policy = Policy::DEFAULT;
const WITHIN_M: f64 = 500.0;
const WINTERS: std::ops::Range<i32> = 2020..2024;

/// Returns an irregular but reproducible snowfall.
fn archived_cm(date: NaiveDate) -> f64 {
    let mut seed = date.to_epoch_days() as u64 ^ 0x9e37_79b9_7f4a_7c15;
    seed = (seed ^ (seed >> 33)).wrapping_mul(0xff51_afd7_ed55_8ccd);
    seed ^= seed >> 29;
    let draw = (seed % 1_000) as f64 / 1_000.0;
    if draw < 0.6 { 0.0 } else { ((draw - 0.6) * 500.0).round() / 10.0 }
}

fn dates(years: std::ops::Range<i32>) -> impl Iterator<Item = NaiveDate> {
    let winters = years.filter_map(|year| Winter::new(Hemisphere::North, year));
    winters.flat_map(|winter| (0..winter.days()).map(move |at| winter.date_at(at)))
}

/// Returns winters whose mid mountain is at 2,000 m.
fn archive() -> Winters {
    let mut all = Winters::at(Hemisphere::North, site(2_000.0));
    for year in WINTERS {
        let winter = Winter::new(Hemisphere::North, year).unwrap();
        let day = |date| Day { date, snowfall_cm: Some(archived_cm(date)), ..Day::default() };
        let days = dates(year..year + 1).map(day);
        all.insert(WinterDays::from_days(&POLICY, winter, Timestamp::from_millis(0), days).0);
    }
    all
}

fn site(mid_m: f64) -> Site {
    Site { asked_m: Some(mid_m), bands: PerBand { mid: Some(mid_m), ..PerBand::all(None) } }
}

/// Returns a station at an elevation that measures `factor` times the archive's snowfall.
fn station(name: &str, elevation_m: f64, factor: f64) -> Vec<StationDay> {
    let day = |date| StationDay {
        network: "example".to_owned(),
        station: name.to_owned(),
        elevation_m: Some(elevation_m),
        date,
        cm: (archived_cm(date) * factor * 10.0).round() / 10.0,
    };
    dates(WINTERS).map(day).collect()
}

fn of(days: &[StationDay]) -> Result<StationMap, MapError> {
    mapped(&POLICY, &archive(), WITHIN_M, days)
}

fn ten(mapped: &StationMap) -> f64 {
    mapped.map_for(&archive()).unwrap().apply(Tenths::from_units(100)).get()
}

#[test]
fn nearest_station_is_chosen() {
    let days =
        [station("low", 1_700.0, 1.2), station("near", 2_100.0, 1.5), station("far", 2_600.0, 2.0)].concat();
    let mapped = of(&days).unwrap();
    let StationMap { network, station: name, elevation_m, winters, days: count, .. } = &mapped;
    assert_eq!((network.as_str(), name.as_str(), *elevation_m), ("example", "near", 2_100));
    assert_eq!((*winters, *count), (4, 725));
    assert_eq!((mapped.first_season.as_str(), mapped.last_season.as_str()), ("2020-21", "2023-24"));
    assert!(ten(&mapped) > 13.0, "{}", ten(&mapped));
    let backwards: Vec<StationDay> = days.iter().rev().cloned().collect();
    assert_eq!(of(&backwards), Ok(mapped));
    assert_eq!(of(&station("far", 2_501.0, 1.5)), Err(MapError::TooFew { winters: 0, least: 3 }));
}

#[test]
fn sparse_station_is_skipped() {
    let mut new = station("new", 2_000.0, 3.0);
    new.retain(|day| day.date >= "2022-07-01".parse().unwrap());
    assert_eq!(of(&new), Err(MapError::TooFew { winters: 2, least: 3 }));
    let dead = station("dead", 2_010.0, 0.0);
    let days = [new, dead, station("old", 2_200.0, 1.5)].concat();
    assert_eq!(of(&days).unwrap().station, "old");
}

#[test]
fn moved_station_uses_newest_place() {
    let moves = |to: f64, on: &str| {
        let on: NaiveDate = on.parse().unwrap();
        let mut days = station("moved", 2_000.0, 1.5);
        days.iter_mut().filter(|day| day.date >= on).for_each(|day| day.elevation_m = Some(to));
        of(&days)
    };
    assert_eq!(moves(2_200.0, "2022-08-01"), Err(MapError::TooFew { winters: 2, least: 3 }));
    assert_eq!(
        moves(2_200.0, "2021-08-01").map(|mapped| (mapped.winters, mapped.elevation_m)),
        Ok((3, 2_200))
    );
    // A corrected list does not count as a move.
    assert_eq!(moves(2_020.0, "2022-08-01").map(|mapped| mapped.winters), Ok(4));
}

#[test]
fn contradictory_stations_are_ignored() {
    let near = || station("near", 2_050.0, 1.5);
    assert_eq!(of(&[near(), station("other", 2_300.0, 0.5)].concat()), Err(MapError::Contradicted));
    assert!(of(&[near(), station("other", 2_300.0, 0.7)].concat()).is_ok());
    assert!(of(&[near(), station("other", 2_501.0, 0.1)].concat()).is_ok(), "too far up to have a say");
}

#[test]
fn contradictory_days_are_ignored() {
    let days = station("near", 2_100.0, 1.5);
    let once = of(&days).unwrap();
    assert_eq!(of(&[days.clone(), days.clone()].concat()).unwrap(), once);
    let mut others = station("near", 2_100.0, 2.5);
    others.retain(|day| day.date.to_string().ends_with("-10") && archived_cm(day.date) > 0.0);
    let seasons = once.days - of(&[days.clone(), others.clone()].concat()).unwrap().days;
    assert!(seasons > 4, "{seasons}");
    assert_eq!(of(&[days.clone(), others.clone()].concat()), of(&[others, days].concat()));
}

#[test]
fn invalid_stations_are_left_out() {
    let days = station("near", 2_100.0, 1.5);
    let odd = |cm: f64, elevation_m: Option<f64>| StationDay {
        cm,
        elevation_m,
        date: "2023-12-24".parse().unwrap(),
        ..days[0].clone()
    };
    let more =
        [odd(f64::NAN, Some(2_100.0)), odd(-5.0, Some(2_100.0)), odd(5_000.0, Some(2_100.0)), odd(5.0, None)];
    assert_eq!(of(&[days.clone(), more.to_vec()].concat()), of(&days));
    let mut nowhere = days;
    nowhere.iter_mut().for_each(|day| day.elevation_m = None);
    assert_eq!(of(&nowhere), Err(MapError::TooFew { winters: 0, least: 3 }));
    assert_eq!(of(&[]), Err(MapError::TooFew { winters: 0, least: 3 }));
}

#[test]
fn map_applies_to_one_basis_and_height() {
    let mapped = of(&station("near", 2_100.0, 1.5)).unwrap();
    let text = serde_json::to_string(&mapped).unwrap();
    assert_eq!(serde_json::from_str::<StationMap>(&text).unwrap(), mapped);
    assert!(text.len() < 600, "{} bytes: {text}", text.len());
    assert!(mapped.map_for(&archive()).is_some());
    assert_eq!(mapped.map_for(&Winters::at(Hemisphere::North, site(2_000.0))), None);
    let mut higher = Winters::at(Hemisphere::North, site(2_300.0));
    archive().iter().for_each(|days| higher.insert(days.clone()));
    assert_eq!(mapped.map_for(&higher), None);
    let other_basis: StationMap = serde_json::from_str(&text.replace("\"archive\"", "\"modelled\"")).unwrap();
    assert_eq!(other_basis.map_for(&archive()), None);
}

#[test]
fn a_year_of_366_days_is_a_year() {
    let leap = Winter::new(Hemisphere::North, 2023).unwrap();
    assert_eq!(leap.days(), 366);
    let days = station("near", 2_100.0, 1.5);
    assert_eq!(days.iter().filter(|day| leap.index(day.date).is_some()).count(), 366);
    let without = |days: &[StationDay]| {
        let is_leap_day = |day: &StationDay| day.date == leap.first_day() + Days::new(243);
        days.iter().filter(|day| !is_leap_day(day)).cloned().collect::<Vec<_>>()
    };
    assert_eq!(of(&days).unwrap().days, of(&without(&days)).unwrap().days + 1);
}
