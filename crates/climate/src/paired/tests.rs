use super::*;
use crate::winter::Hemisphere;
use crate::winters::tests_support::{made, winters};

const POLICY: Policy = Policy::DEFAULT;

/// Returns an irregular but reproducible snowfall.
fn archived_cm(year: i32, index: usize) -> f64 {
    let mut seed = (year as u64) << 32 | index as u64;
    seed ^= seed >> 33;
    seed = seed.wrapping_mul(0xff51_afd7_ed55_8ccd);
    seed ^= seed >> 29;
    let draw = (seed % 1_000) as f64 / 1_000.0;
    if draw < 0.6 { 0.0 } else { (draw - 0.6) * 50.0 }
}

fn archive(years: std::ops::Range<i32>) -> Winters {
    let all = years.map(|year| made(year, move |at| (Some(archived_cm(year, at)), Some(50.0))));
    winters(Hemisphere::North, all)
}

/// Returns the amounts that a station measures: `of` applied to the snowfall of each day that the archive knows.
fn station(winters: &Winters, of: impl Fn(NaiveDate, f64) -> Option<f64>) -> MeasuredDays {
    let days = |own: &WinterDays| {
        let winter = own.winter();
        let day = |at: usize| Some((winter.date_at(at), own.snowfall_at(at)?.get()));
        (0..winter.days()).filter_map(day).collect::<Vec<_>>()
    };
    let day = |(date, cm): (NaiveDate, f64)| Some((date, Tenths::new(of(date, cm)?)?));
    winters.iter().flat_map(days).filter_map(day).collect()
}

fn moved(measured: &MeasuredDays, days: i64) -> MeasuredDays {
    measured.iter().map(|(date, cm)| (*date + TimeDelta::days(days), *cm)).collect()
}

#[test]
fn whole_winters_make_a_map() {
    let archive = archive(2020..2024);
    let fitted = fitted(&POLICY, &archive, &station(&archive, |_, cm| Some(cm * 1.5))).unwrap();
    let (winters, first, last) = fitted.winters;
    assert_eq!(
        (winters, first.to_string(), last.to_string()),
        (4, "2020-21".to_owned(), "2023-24".to_owned())
    );
    assert_eq!(fitted.days, 725);
    let ten = fitted.map.apply(Tenths::from_units(100)).get();
    assert!(ten > 13.0 && ten < 15.0, "{ten}");
}

#[test]
fn map_needs_whole_winters() {
    let three = archive(2020..2023);
    let too_few = |winters| Err(MapError::TooFew { winters, least: 3 });
    let two = archive(2020..2022);
    assert_eq!(fitted(&POLICY, &two, &station(&two, |_, cm| Some(cm * 2.0))), too_few(2));
    let begins = "2021-01-20".parse().unwrap();
    let late = station(&three, |date, cm| (date >= begins).then_some(cm * 2.0));
    assert_eq!(fitted(&POLICY, &three, &late), too_few(2));
    assert_eq!(fitted(&POLICY, &three, &MeasuredDays::new()), too_few(0));
}

#[test]
fn running_winter_does_not_count() {
    let running = (2023, Box::new(|at: usize| ((at < 260).then(|| archived_cm(2023, at)), None)) as Box<_>);
    let years = (2020..2023).map(|year| made(year, move |at| (Some(archived_cm(year, at)), None)));
    let archive = winters(Hemisphere::North, years.chain([running]));
    // 19 March: at least three quarters of the season are known.
    let paired = paired(&POLICY, &archive, &station(&archive, |_, cm| Some(cm)));
    assert_eq!(paired.len(), 3);
}

#[test]
fn rejects_shifted_days() {
    let archive = archive(2020..2024);
    let measured = station(&archive, |_, cm| Some(cm * 1.5));
    for days in [-2, -1, 1, 2] {
        assert_eq!(fitted(&POLICY, &archive, &moved(&measured, days)), Err(MapError::OtherDays), "{days}");
    }
}

#[test]
fn rejects_stuck_stations() {
    let archive = archive(2020..2024);
    let refused = |of: fn(f64) -> f64| fitted(&POLICY, &archive, &station(&archive, |_, cm| Some(of(cm))));
    assert_eq!(refused(|_| 0.0), Err(MapError::TooFew { winters: 0, least: 3 }));
    assert_eq!(refused(|_| 5.0), Err(MapError::OtherDays));
    assert_eq!(refused(|cm| if cm > 19.5 { 1.0 } else { 0.0 }), Err(MapError::TooLittleSnow));
}

#[test]
fn unrelated_winters_make_no_map() {
    let archive = archive(2020..2024);
    // Twice the snow in one winter, half of it in the next.
    let erratic = station(&archive, |date, cm| {
        let winter = Winter::containing(Hemisphere::North, date)?;
        Some(if winter.year() % 2 == 0 { cm * 1.6 } else { cm * 0.6 })
    });
    assert_eq!(fitted(&POLICY, &archive, &erratic), Err(MapError::NoBetter));
    // If the archive equals the station, there is nothing to correct.
    assert_eq!(fitted(&POLICY, &archive, &station(&archive, |_, cm| Some(cm))), Err(MapError::NoBetter));
}

#[test]
fn measured_summer_is_ignored() {
    let archive = archive(2020..2024);
    let whole = station(&archive, |_, cm| Some(cm * 1.5));
    let season = |date: NaiveDate| {
        let winter = Winter::containing(Hemisphere::North, date).unwrap();
        winter.season_range().contains(&winter.index(date).unwrap())
    };
    let of_season: MeasuredDays = whole.clone().into_iter().filter(|(date, _)| season(*date)).collect();
    let summer_is_odd = station(&archive, |date, cm| Some(if season(date) { cm * 1.5 } else { 99.0 }));
    let map = |measured: &MeasuredDays| fitted(&POLICY, &archive, measured).unwrap().map;
    assert_eq!(map(&whole), map(&of_season));
    assert_eq!(map(&whole), map(&summer_is_odd));
}
