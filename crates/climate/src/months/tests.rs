//! Usual months.

use super::*;
use crate::winter::Hemisphere;
use crate::winters::tests_support::{made, winters};

const POLICY: Policy = Policy::DEFAULT;

fn january(all: &[Month]) -> &Month {
    all.iter().find(|month| month.month == 1).unwrap()
}

#[test]
fn a_usual_month_is_told_from_ten_winters_on() {
    let of = |count: i32| {
        let all = winters(
            Hemisphere::North,
            (2000..2000 + count).map(|year| made(year, |_| (Some(2.0), Some(80.0)))),
        );
        months(&POLICY, &all)
    };
    let nine = of(9);
    assert_eq!((january(&nine).winters, january(&nine).usual), (9, None));
    let ten = of(10);
    assert_eq!(
        ten.iter().map(|month| month.month).collect::<Vec<_>>(),
        [7, 8, 9, 10, 11, 12, 1, 2, 3, 4, 5, 6]
    );
    let usual = january(&ten).usual.unwrap();
    assert_eq!((usual.snowfall.mean, usual.snow_days, usual.powder_days), (62.0, 31.0, 0.0));
    assert_eq!((usual.depth_cm, usual.peak_depth_cm), (Some(80.0), Some(80.0)));
    assert_eq!(usual.biggest, Some((Tenths::from_units(20), "2001-01-01".parse().unwrap())));
    let winter = Winter::new(Hemisphere::North, 2020).unwrap();
    assert_eq!(snowiest(&ten, winter).len(), 6);
    assert!(months(&POLICY, &Winters::new(Hemisphere::North)).is_empty());
}

#[test]
fn a_month_is_summed_up_as_its_days_say() {
    // Snowfall and depth that differ from day to day and winter to winter, with gaps; the sums are made here once more.
    let snow = |year: i32, index: usize| {
        let units = (index * 7 + year as usize * 13) % 190;
        (!(index + year as usize).is_multiple_of(17)).then_some(units as f64 / 10.0)
    };
    let deep = |year: i32, index: usize| (index % 41 != year as usize % 41).then_some((index % 90) as f64);
    let years = 2000..2014;
    for hemisphere in [Hemisphere::North, Hemisphere::South] {
        let all = winters(
            hemisphere,
            years.clone().map(|year| made(year, move |index| (snow(year, index), deep(year, index)))),
        );
        for (at, month) in months(&POLICY, &all).iter().enumerate() {
            let of = |year: i32| {
                let winter = Winter::new(hemisphere, year).unwrap();
                (winter, winter.months().nth(at).unwrap().1)
            };
            let usual = month.usual.unwrap();
            let totals = years.clone().map(|year| of(year).1.filter_map(|day| snow(year, day)).sum::<f64>());
            let mean = totals.sum::<f64>() / 14.0;
            assert!((usual.snowfall.mean - mean).abs() < 1e-9, "{} {mean}", usual.snowfall.mean);
            let count = |least: f64| {
                let days =
                    |year| of(year).1.filter(|day| snow(year, *day).is_some_and(|cm| cm >= least)).count();
                years.clone().map(days).sum::<usize>() as f64 / 14.0
            };
            assert_eq!((usual.snow_days, usual.powder_days), (count(1.0), count(15.0)));
            let depths = |year| of(year).1.filter_map(move |day| deep(year, day)).collect::<Vec<f64>>();
            let mean_depth = |year| depths(year).iter().sum::<f64>() / depths(year).len() as f64;
            let peak = |year| depths(year).into_iter().fold(0.0, f64::max);
            let over_years = |of: &dyn Fn(i32) -> f64| years.clone().rev().map(of).sum::<f64>() / 14.0;
            assert_eq!(usual.depth_cm, Some(over_years(&mean_depth)));
            assert_eq!(usual.peak_depth_cm, Some(over_years(&peak)));
            let days = years.clone().flat_map(|year| of(year).1.map(move |day| (year, day)));
            let known = days.filter_map(|(year, day)| Some((snow(year, day)?, year, day)));
            let (cm, year, day) = known.reduce(|a, b| if b.0 > a.0 { b } else { a }).unwrap();
            let date = of(year).0.first_day() + chrono::Days::new(day as u64);
            assert_eq!(usual.biggest.map(|(most, on)| (most.get(), on)), Some((cm, date)));
        }
    }
}

#[test]
fn a_month_with_missing_days_does_not_count() {
    let january_gap = |year: i32| {
        move |index: usize| {
            let known = year != 2003 || !(190..200).contains(&index);
            (Some(1.0).filter(|_| known), None)
        }
    };
    let all = winters(Hemisphere::North, (2000..2011).map(|year| made(year, january_gap(year))));
    let all = months(&POLICY, &all);
    assert_eq!(january(&all).winters, 10);
    assert_eq!(all.iter().find(|month| month.month == 12).unwrap().winters, 11);
    assert_eq!(january(&all).usual.unwrap().depth_cm, None);
}
