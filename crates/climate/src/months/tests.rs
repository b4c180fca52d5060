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
