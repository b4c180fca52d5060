//! Maps to stations on held-out winters of real records: odds compared with those of the unmapped archive.
//!
//! The archive of a place is this project's snow computed from the station's own water and temperature, so that a map
//! can correct only the error of the rule; or from the weather of a distant valley, whose distance and height are like
//! those of a grid cell. The records are never part of the repository.
use std::collections::BTreeMap;

use chrono::{Days, NaiveDate};
use climate::paired::{MeasuredDays, PairedDays, fit_map, fitted, paired};
use climate::{
    Day, DayWeather, Hemisphere, Policy, QuantileMap, RawWinter, Site, Winter, WinterDays, Winters,
};
use conditions_core::evidence::PerBand;
use conditions_core::time::Timestamp;
use conditions_core::units::Tenths;

use crate::records::rows;

/// Numbers of winters that a map is fitted on.
const FITTED_ON: [usize; 5] = [1, 2, 3, 5, 10];

/// Number of consecutive windows of eight days from 2 December on.
const WINDOWS: u64 = 15;

const POLICY: Policy = Policy::DEFAULT;

/// At Serre Chevalier new snow is read only from December to April: four complete months.
const FOUR_MONTHS: Policy = Policy { map_unknown_share: 0.45, ..POLICY };

/// Maximum errors as a share of the unmapped ones. By chance one of four is slightly larger: the snow a day of Col de Porte
/// is read so well from the weather alone that a map adds up to 14 %.
const NO_HARM: f64 = 1.15;
/// Maximum errors of the odds with a map, as a share of the unmapped ones.
const BETTER: f64 = 0.94;

/// An archive with the measurements of a station.
struct Place {
    name: &'static str,
    policy: Policy,
    winters: Winters,
    /// Measurements that maps are fitted to.
    fitted_to: MeasuredDays,
    /// Measurements that are treated as true.
    truth: MeasuredDays,
}

fn number(fields: &[String], at: usize) -> Option<f64> {
    fields.get(at)?.parse().ok()
}

/// Computes winters from a table's weather at an elevation.
fn winters(rows: &[Vec<String>], columns: [usize; 4], elevation_m: f64) -> Winters {
    let [date, water, min, max] = columns;
    let site =
        Site { asked_m: Some(elevation_m), bands: PerBand { mid: Some(elevation_m), ..PerBand::all(None) } };
    let mut by_winter: BTreeMap<Winter, Vec<Day>> = BTreeMap::new();
    for fields in rows {
        let date: NaiveDate = fields[date].parse().expect("a date");
        let number = |at| number(fields, at);
        let weather =
            DayWeather { temp_min_c: number(min), temp_max_c: number(max), water_mm: number(water) };
        let winter = Winter::containing(Hemisphere::North, date).expect("a winter");
        by_winter.entry(winter).or_default().push(Day { date, weather, ..Day::default() });
    }
    let mut winters = Winters::at(Hemisphere::North, site);
    for (winter, days) in by_winter {
        let mut raw = RawWinter::new(winter);
        raw.merge_days(&POLICY, days);
        winters.insert(raw.evaluate(&POLICY, &site, Timestamp::from_millis(0)));
    }
    winters
}

/// Returns a column by date.
fn measured<'a>(rows: impl IntoIterator<Item = &'a Vec<String>>, date: usize, cm: usize) -> MeasuredDays {
    let day = |fields: &Vec<String>| Some((fields[date].parse().ok()?, Tenths::new(number(fields, cm)?)?));
    rows.into_iter().filter_map(day).collect()
}

/// Returns the gauge of Col de Porte by the rule for stations, as written by `cargo xtask real newsnow --out FILE`.
fn gauge() -> Option<MeasuredDays> {
    let Some(file) = std::env::var_os("SNOW_REAL_NEWSNOW") else {
        eprintln!("SNOW_REAL_NEWSNOW names no predictions of `newsnow`: the gauge is not tried");
        return None;
    };
    let text = std::fs::read_to_string(file).expect("predictions of `newsnow`");
    let rows: Vec<Vec<String>> =
        text.lines().map(|line| line.split(',').map(str::to_owned).collect::<Vec<_>>()).collect();
    Some(measured(rows.iter().filter(|fields| fields[0] == "col_de_porte"), 1, 2))
}

fn places() -> Vec<Place> {
    let mut places = Vec::new();
    let mut put = |name: &'static str, winters: &Winters, fitted_to: MeasuredDays, truth: MeasuredDays| {
        let policy = if name.starts_with("Serre") { FOUR_MONTHS } else { POLICY };
        places.push(Place { name, policy, winters: winters.clone(), fitted_to, truth });
    };
    if let Some(mut rows) = rows("alta_daily.csv.gz") {
        rows.retain(|fields| fields[7] != "1");
        let board = measured(&rows, 0, 2);
        put("Alta, its own weather", &winters(&rows, [0, 1, 5, 4], 2_661.0), board.clone(), board);
    }
    if let Some(rows) = rows("cdp_daily.csv.gz") {
        let (own, board) = (winters(&rows, [1, 8, 6, 7], 1_325.0), measured(&rows, 1, 11));
        put("Col de Porte, its own weather", &own, board.clone(), board.clone());
        if let Some(gauge) = gauge() {
            put("Col de Porte, fitted to the gauge", &own, gauge, board);
        }
        for (station, name) in [
            ("Serre Chevalier", "Serre Chevalier, weather of Col de Porte"),
            ("Tignes", "Tignes, weather of Col de Porte"),
        ] {
            let Some(rows) = self::rows("depth_france_daily.csv.gz") else { continue };
            let board = measured(rows.iter().filter(|fields| fields[0] == station), 1, 3);
            put(name, &own, board.clone(), board);
        }
    }
    places
}

/// Odds of a window of eight days: shares of days of 1 and 15 cm, snowfall per day, share of winters with a day of 15
/// cm.
type Told = [f64; 4];

/// Returns the windows of these winters whose days are known to both, mapped by `day`.
fn told(place: &Place, of: &[&WinterDays], day: impl Fn(Tenths, Tenths) -> Tenths) -> Vec<Option<Told>> {
    let window = |at: u64| {
        let (mut days, mut snow, mut powder, mut cm, mut any, mut winters) = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0);
        for own in of {
            let winter = own.winter();
            let first = NaiveDate::from_ymd_opt(winter.year(), 12, 2).expect("a date") + Days::new(at * 8);
            let of_date = |date: NaiveDate| {
                let archived = own.snowfall_at(winter.index(date)?)?;
                Some(day(archived, *place.truth.get(&date)?).get())
            };
            let known: Vec<f64> = (0..8).filter_map(|ahead| of_date(first + Days::new(ahead))).collect();
            if known.len() < 7 {
                continue;
            }
            let count = |least: f64| known.iter().filter(|cm| **cm >= least).count() as f64;
            (days, winters) = (days + known.len() as f64, winters + 1.0);
            (snow, powder, cm) = (snow + count(1.0), powder + count(15.0), cm + known.iter().sum::<f64>());
            any += f64::from(u8::from(count(15.0) > 0.0));
        }
        (winters > 0.0).then(|| [snow / days, powder / days, cm / days, any / winters])
    };
    (0..WINDOWS).map(window).collect()
}

/// Returns mean absolute errors over windows of these winters, mapped by `day`.
fn errors(place: &Place, of: &[&WinterDays], day: impl Fn(Tenths) -> Tenths) -> Told {
    let truth = told(place, of, |_, measured| measured);
    let ours = told(place, of, |archived, _| day(archived));
    let both: Vec<(Told, Told)> = truth.into_iter().zip(ours).filter_map(|(a, b)| Some((a?, b?))).collect();
    std::array::from_fn(|at| {
        both.iter().map(|(truth, ours)| (ours[at] - truth[at]).abs()).sum::<f64>() / both.len() as f64
    })
}

/// Results of maps fitted on a number of winters.
#[derive(Default)]
struct Tried {
    maps: usize,
    /// Number of maps that passed their own trial, as the service requires.
    stood: usize,
    unmapped: Told,
    mapped: Told,
    as_served: Told,
}

/// Fits maps to `size` consecutive winters and tries each on all the others.
fn tried(place: &Place, size: usize) -> Tried {
    let all: Vec<PairedDays> = paired(&place.policy, &place.winters, &place.fitted_to);
    let mut sum = Tried::default();
    for start in 0..all.len() {
        let own: Vec<&PairedDays> = (0..size).map(|step| &all[(start + step) % all.len()]).collect();
        let is_own = |winter: Winter| own.iter().any(|paired| paired.winter == winter);
        let others: Vec<&WinterDays> = all
            .iter()
            .filter(|paired| !is_own(paired.winter))
            .filter_map(|paired| place.winters.get(paired.winter))
            .collect();
        let Some(map) = fit_map(&place.policy, &own) else { continue };
        let mut known = Winters::at(Hemisphere::North, *place.winters.site());
        let own_winters = place.winters.iter().filter(|days| is_own(days.winter()));
        own_winters.for_each(|days| known.insert(days.clone()));
        let served: Option<QuantileMap> =
            fitted(&place.policy, &known, &place.fitted_to).ok().map(|fitted| fitted.map);
        let unmapped = errors(place, &others, |cm| cm);
        let mapped = errors(place, &others, |cm| map.apply(cm));
        let as_served = if served.is_some() { mapped } else { unmapped };
        sum.maps += 1;
        sum.stood += usize::from(served.is_some());
        for (sum, of) in
            [(&mut sum.unmapped, unmapped), (&mut sum.mapped, mapped), (&mut sum.as_served, as_served)]
        {
            sum.iter_mut().zip(of).for_each(|(sum, of)| *sum += of);
        }
    }
    let maps = sum.maps as f64;
    for of in [&mut sum.unmapped, &mut sum.mapped, &mut sum.as_served] {
        of.iter_mut().for_each(|error| *error /= maps);
    }
    sum
}

#[test]
fn accepted_maps_do_no_harm() {
    for place in places() {
        println!("{}: days of 1 cm, days of 15 cm, cm a day, winters with a day of 15 cm", place.name);
        for size in FITTED_ON {
            let Tried { maps, stood, unmapped, mapped, as_served } = tried(&place, size);
            let figures = |of: Told| of.map(|error| format!("{error:.3}")).join(" ");
            println!(
                "{size:2} winters: unmapped {} | mapped {} | as served {} ({stood} of {maps} stood)",
                figures(unmapped),
                figures(mapped),
                figures(as_served)
            );
            assert!(
                maps >= 10 && (stood > 0 || size < POLICY.map_winters || place.name.starts_with("Serre"))
            );
            for (served, unmapped) in as_served.iter().zip(unmapped) {
                assert!(*served <= unmapped * NO_HARM, "{} {size}: {served} {unmapped}", place.name);
            }
        }
    }
}

#[test]
fn three_winters_improve_odds() {
    for place in places().into_iter().filter(|place| !place.name.starts_with("Serre")) {
        let [few, enough] = [POLICY.map_winters - 1, POLICY.map_winters].map(|size| tried(&place, size));
        assert_eq!((few.stood, few.as_served), (0, few.unmapped), "{}", place.name);
        for at in [1, 3] {
            let (served, unmapped) = (enough.as_served[at], enough.unmapped[at]);
            assert!(served < unmapped * BETTER, "{} {at}: {served} {unmapped}", place.name);
        }
    }
}
