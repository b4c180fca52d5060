use chrono::{Datelike, Days};

use super::*;
use crate::winter::Hemisphere;
use crate::winters::tests_support::{made, winters};

const POLICY: Policy = Policy::DEFAULT;

fn january(all: &[Month]) -> &Month {
    all.iter().find(|month| month.month == 1).unwrap()
}

#[test]
fn usual_month_needs_ten_winters() {
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

/// Returns ten winters whose values depend only on the date. Snow falls on the 3rd and the 10th of `month`, 12 cm and
/// 20 cm in the first winter, the latter a centimetre more each winter; and 1 cm on each 29 February. The ground has 50
/// cm, on the 10th 60 cm, and a centimetre more each winter. In every second winter, from the first on, the 20th has no
/// snowfall, in the others the 11th no depth.
fn planted(hemisphere: Hemisphere, month: u32) -> Winters {
    let begins = if hemisphere == Hemisphere::North { 7 } else { 1 };
    let day = move |year: i32, index: usize| {
        let date = NaiveDate::from_ymd_opt(year, begins, 1).unwrap() + Days::new(index as u64);
        let more = f64::from(year - 2000);
        let is_even = year % 2 == 0;
        if (date.month(), date.day()) == (2, 29) {
            return (Some(1.0), Some(50.0));
        }
        match (date.month() == month, date.day()) {
            (true, 3) => (Some(12.0), Some(50.0)),
            (true, 10) => (Some(20.0 + more), Some(60.0 + more)),
            (true, 20) if is_even => (None, Some(50.0)),
            (true, 11) if !is_even => (Some(0.0), None),
            _ => (Some(0.0), Some(50.0)),
        }
    };
    winters(hemisphere, (2000..2010).map(|year| made(year, move |index| day(year, index))))
}

#[test]
fn month_sums_match_its_days() {
    // Computed by hand from these values; January and July have 31 days.
    let depth = (7_820.0 / 31.0 + 7_575.0 / 30.0) / 10.0;
    for (hemisphere, month, last) in
        [(Hemisphere::North, 1, "2010-01-10"), (Hemisphere::South, 7, "2009-07-10")]
    {
        let all = months(&POLICY, &planted(hemisphere, month));
        let of = |wanted: u32| all.iter().find(|found| found.month == wanted).unwrap();
        assert_eq!(of(month).winters, 10);
        let usual = of(month).usual.unwrap();
        assert!((usual.snowfall.mean - 36.5).abs() < 1e-9, "{}", usual.snowfall.mean);
        assert_eq!((usual.snow_days, usual.powder_days), (2.0, 1.0));
        assert!((usual.depth_cm.unwrap() - depth).abs() < 1e-9, "{:?} {depth}", usual.depth_cm);
        assert_eq!(usual.peak_depth_cm, Some(64.5));
        assert_eq!(usual.biggest, Some((Tenths::from_units(290), last.parse().unwrap())));
        // Two leap days in the north (2004, 2008), three in the south (2000 as well).
        let leap_days = if hemisphere == Hemisphere::North { 0.2 } else { 0.3 };
        assert_eq!(of(2).usual.unwrap().snow_days, leap_days);
        let quiet = of(if month == 1 { 12 } else { 6 }).usual.unwrap();
        assert_eq!((quiet.snowfall.mean, quiet.biggest, quiet.peak_depth_cm), (0.0, None, Some(50.0)));
    }
}

#[test]
fn incomplete_month_does_not_count() {
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
