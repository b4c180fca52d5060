use chrono::{Days, NaiveDate};
use conditions_core::evidence::PerBand;
use conditions_core::record::Band;
use conditions_core::units::Tenths;

use super::*;
use crate::policy::Policy;
use crate::raw::{CleaningCounts, Day, DayWeather, RawWinter};

const POLICY: Policy = Policy::DEFAULT;

fn winter(year: i32) -> Winter {
    Winter::new(Hemisphere::North, year).unwrap()
}

fn at() -> Timestamp {
    Timestamp::parse("2026-01-01T00:00:00Z").unwrap()
}

/// Makes every day of a winter from its index.
fn made(winter: Winter, of: impl Fn(usize) -> (Option<f64>, Option<f64>)) -> (WinterDays, CleaningCounts) {
    let first = winter.first_day();
    let days = (0..winter.days()).map(|index| {
        let (snowfall_cm, depth_cm) = of(index);
        Day { date: first + Days::new(index as u64), snowfall_cm, depth_cm, ..Day::default() }
    });
    WinterDays::from_days(&POLICY, winter, at(), days.collect::<Vec<_>>())
}

#[test]
fn a_season_is_summed_up() {
    let season = winter(2023).season_range();
    let (days, cleaned) = made(winter(2023), |index| match index {
        index if index == season.start + 10 => (Some(20.0), Some(30.0)),
        index if index == season.start + 12 => (Some(1.0), Some(30.0)),
        index if index < season.start => (Some(50.0), Some(30.0)),
        _ => (Some(0.07), Some(30.0)),
    });
    let sum = days.summary();
    assert_eq!(cleaned, CleaningCounts::default());
    assert_eq!((sum.complete, sum.days_known), (true, 182));
    // 180 days of 0.07 cm are stored as 0.1 each; snow before the season is not included.
    assert_eq!(sum.total.get(), 21.0 + 18.0);
    assert_eq!((sum.snow_days, sum.powder_days, sum.longest_dry), (2, 1, 169));
    assert_eq!(sum.biggest, Some((Tenths::from_units(200), "2023-11-11".parse().unwrap())));
    assert_eq!(sum.last_known, Some("2024-06-30".parse().unwrap()));
}

#[test]
fn half_a_year_is_incomplete() {
    let (half, _) = made(winter(2023), |index| (Some(1.0).filter(|_| index < 215), None));
    assert!(!half.summary().complete);
    assert!(half.summary().days_known > 90);
    // Five missing days are allowed, six are not.
    let season = winter(2023).season_range();
    let missing = |count: usize| {
        let gap = season.start + 30..season.start + 30 + count;
        made(winter(2023), move |index| (Some(0.0).filter(|_| !gap.contains(&index)), None)).0
    };
    assert!(missing(5).summary().complete);
    assert!(!missing(6).summary().complete);
}

#[test]
fn running_season_is_incomplete() {
    let season = winter(2023).season_range();
    let until = |end: usize| made(winter(2023), move |index| (Some(1.0).filter(|_| index < end), None)).0;
    assert!(until(season.end).summary().complete);
    assert!(!until(season.end - 1).summary().complete, "the last day is to come");
}

#[test]
fn empty_winter_is_not_zero() {
    let (days, _) = made(winter(2023), |_| (None, None));
    assert!(!days.summary().complete);
    assert_eq!(days.summary().biggest, None);
    assert_eq!((days.snowfall_at(200), days.depth_at(200)), (None, None));
    assert_eq!(days.summary().last_known, None);
}

#[test]
fn nonsense_is_unknown_and_counted() {
    for wrong in [-0.1, 300.1, f64::NAN, f64::INFINITY] {
        let (days, cleaned) =
            made(winter(2022), |index| (Some(if index == 200 { wrong } else { 0.0 }), None));
        assert_eq!((cleaned.implausible, days.snowfall_at(200)), (1, None), "{wrong}");
    }
    let (days, cleaned) = made(winter(2022), |_| (Some(-0.0), Some(-0.0)));
    assert_eq!((cleaned.implausible, days.depth_at(3)), (0, Some(0)));
}

#[test]
fn glacier_ice_is_not_depth() {
    let (ice, cleaned) = made(winter(2022), |_| (Some(1.0), Some(3_333.0)));
    assert_eq!((cleaned.ice, ice.depth_at(200), ice.snowfall_at(200).is_some()), (365, None, true));
    // Thinner ice in some months is not a snow depth either.
    let (partly, _) = made(winter(2022), |index| (None, Some(if index < 100 { 1_050.0 } else { 980.0 })));
    assert_eq!(partly.depth_at(200), None);
    // A single spike removes only itself.
    let (spike, cleaned) =
        made(winter(2022), |index| (None, Some(if index == 200 { 3_333.0 } else { 90.0 })));
    assert_eq!((cleaned.ice, spike.depth_at(200), spike.depth_at(201)), (1, None, Some(90)));
}

#[test]
fn a_day_named_twice_counts_once() {
    let date = winter(2022).season_first_day();
    let day = |cm| Day { date, snowfall_cm: Some(cm), depth_cm: None, ..Day::default() };
    let astray =
        Day { date: "2020-01-01".parse().unwrap(), snowfall_cm: Some(9.0), depth_cm: None, ..Day::default() };
    let (days, cleaned) = WinterDays::from_days(&POLICY, winter(2022), at(), [day(10.0), day(12.0), astray]);
    assert_eq!(days.summary().total.get(), 12.0);
    assert_eq!(cleaned.astray, 1);
}

#[test]
fn put_replaces_the_same_winter() {
    let mut winters = Winters::new(Hemisphere::North);
    for (year, cm) in [(2022, 1.0), (2020, 2.0), (2022, 3.0)] {
        winters.insert(made(winter(year), |_| (Some(cm), None)).0);
    }
    winters.insert(made(Winter::new(Hemisphere::South, 2021).unwrap(), |_| (Some(1.0), None)).0);
    assert_eq!(winters.iter().map(|days| days.winter().year()).collect::<Vec<_>>(), [2020, 2022]);
    let day = |year| winters.get(winter(year)).and_then(|days| days.snowfall_at(176)).map(Tenths::get);
    assert_eq!((day(2022), day(2021)), (Some(3.0), None));
    assert!(winters.known_at(at().plus_millis(-1)).is_empty());
    assert_eq!(winters.known_at(at()), winters);
}

#[test]
fn all_winters_fit_in_memory() {
    let mut winters = Winters::new(Hemisphere::North);
    (1995..2025).for_each(|year| winters.insert(made(winter(year), |_| (Some(1.0), Some(2.0))).0));
    let all = 600 * winters.bytes();
    println!("30 winters x 600 resorts: {all} bytes, {:.1} MiB", all as f64 / f64::from(1 << 20));
    assert!(all < 64 << 20, "{all}");
}

fn site() -> Site {
    Site { asked_m: Some(1_500.0), bands: PerBand { base: Some(1_500.0), mid: Some(2_000.0), summit: None } }
}

/// Returns a winter with 7 mm of water in frost on every tenth day, which the archive reports as 4.9 cm; `weather` sets
/// whether its weather is known.
fn told(year: i32, weather: bool) -> WinterDays {
    let mut raw = RawWinter::new(winter(year));
    let day = |(index, date): (usize, NaiveDate)| {
        let water = if index % 10 == 0 { 7.0 } else { 0.0 };
        let frost = DayWeather { temp_min_c: Some(-6.0), temp_max_c: Some(-2.0), water_mm: Some(water) };
        let weather = if weather { frost } else { DayWeather::default() };
        Day { date, snowfall_cm: Some(0.7 * water), depth_cm: None, weather }
    };
    let days = winter(year).first_day().iter_days().take(winter(year).days()).enumerate();
    raw.merge_days(&POLICY, days.map(day));
    raw.evaluate(&POLICY, &site(), at())
}

#[test]
fn known_weather_gives_modelled_snow() {
    let own = told(2020, true);
    // -4 C at the archive's elevation, -7.25 C at mid mountain: 12.7:1, looser because the fall is light.
    assert_eq!((own.basis(), own.snowfall_at(150).map(Tenths::get)), (Basis::Modelled, Some(10.0)));
    assert_eq!((own.snowfall_at(151), own.summary().complete), (Some(Tenths::ZERO), true));
    let archived = told(2020, false);
    assert_eq!((archived.basis(), archived.snowfall_at(150).map(Tenths::get)), (Basis::Archive, Some(4.9)));
}

#[test]
fn majority_basis_is_compared() {
    let years = |winters: &Winters| winters.iter().map(|days| days.winter().year()).collect::<Vec<_>>();
    let mut orders = [Vec::from_iter(2000..2010), (2000..2010).rev().collect()];
    for order in &mut orders {
        let mut winters = Winters::at(Hemisphere::North, site());
        order.iter().for_each(|year| winters.insert(told(*year, *year >= 2006)));
        assert_eq!((winters.basis(), years(&winters)), (Some(Basis::Archive), (2000..2006).collect()));
        assert!(winters.get(winter(2008)).is_none() && winters.weather_extent(winter(2008)).is_some());
        // Their weather is requested one by one.
        winters.insert(told(2005, true));
        assert_eq!((winters.basis(), years(&winters)), (Some(Basis::Modelled), (2005..2010).collect()));
        order.iter().for_each(|year| winters.insert(told(*year, true)));
        assert_eq!((winters.basis(), years(&winters)), (Some(Basis::Modelled), (2000..2010).collect()));
        assert_eq!(winters.known_at(at()), winters);
    }
}

/// Returns a winter with long-lasting snow at every band, with as many different numbers as a real one.
fn long(winter: Winter, site: &Site) -> WinterDays {
    let mut raw = RawWinter::new(winter);
    let day = |(index, date): (usize, NaiveDate)| {
        let phase = index as f64 / 365.25 * std::f64::consts::TAU;
        let noise = ((index * 37 + winter.year() as usize * 17) % 113) as f64 / 113.0;
        let mean = 4.0 + 12.0 * phase.cos() + 8.0 * (noise - 0.5);
        let water = if noise > 0.55 { (noise - 0.55) * 120.0 } else { 0.0 };
        let depth = if mean < 4.0 { 140.0 + noise * 280.0 } else { 0.0 };
        let weather =
            DayWeather { temp_min_c: Some(mean - 4.0), temp_max_c: Some(mean + 4.0), water_mm: Some(water) };
        Day { date, snowfall_cm: Some(water), depth_cm: Some(depth), weather }
    };
    raw.merge_days(&POLICY, winter.first_day().iter_days().take(winter.days()).enumerate().map(day));
    raw.evaluate(&POLICY, site, at())
}

#[test]
fn modelled_winters_fit_in_memory() {
    let bands = PerBand { base: Some(1_400.0), mid: Some(1_900.0), summit: Some(2_400.0) };
    let site = Site { asked_m: Some(1_400.0), bands };
    let mut winters = Winters::at(Hemisphere::North, site);
    (1995..=2025).for_each(|year| winters.insert(long(winter(year), &site)));
    assert!(
        winters.get(winter(2020)).unwrap().modelled_depth_at(Band::Summit, 270).unwrap() > 254,
        "it is deep"
    );
    let all = 660 * winters.bytes();
    println!(
        "31 winters x 660 resorts, three bands: {all} bytes, {:.1} MiB",
        all as f64 / f64::from(1 << 20)
    );
    assert!(all < 64 << 20, "{all}");
}
