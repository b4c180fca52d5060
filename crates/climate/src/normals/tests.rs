use super::*;
use crate::winter::Hemisphere;
use crate::winters::tests_support::{even, made, winters};

const POLICY: Policy = Policy::DEFAULT;

fn date(text: &str) -> NaiveDate {
    text.parse().unwrap()
}

#[test]
fn normal_needs_ten_winters() {
    let of = |count: i32| {
        winters(
            Hemisphere::North,
            (2000..2000 + count).map(|year| even(year, 1.0, f64::from(year - 1999) * 10.0)),
        )
    };
    assert_eq!(depth_on(&POLICY, &of(9), date("2026-01-15")), None);
    let normal = depth_on(&POLICY, &of(10), date("2026-01-15")).unwrap();
    assert_eq!((normal.winters, normal.spread.mean, normal.spread.p50), (10, 55.0, 55.0));
    // Thirty winters make a normal; of forty the newest thirty are used.
    let normal = depth_on(&POLICY, &of(40), date("2026-01-15")).unwrap();
    assert_eq!((normal.winters, normal.spread.mean), (30, 255.0));
}

#[test]
fn normal_averages_nearby_days() {
    // 10 cm more every day from the winter's first: the mean of fifteen days is the middle one.
    let rising = winters(
        Hemisphere::North,
        (2000..2010).map(|year| made(year, |index| (Some(0.0), Some(index as f64)))),
    );
    let normal = depth_on(&POLICY, &rising, date("2020-07-11")).unwrap();
    assert_eq!(normal.spread.mean, 10.0);
    assert!(depth_on(&POLICY, &rising, date("2020-02-29")).is_some());
}

#[test]
fn unknown_days_are_left_out() {
    let of = |known: usize| {
        let kept = move |index: usize| (100..100 + known).contains(&index) || !(100..115).contains(&index);
        let year = |year| made(year, move |index| (Some(0.0), Some(20.0).filter(|_| kept(index))));
        winters(Hemisphere::South, (2000..2010).map(year))
    };
    let middle = Winter::new(Hemisphere::South, 2001).unwrap().first_day() + chrono::Days::new(107);
    assert_eq!(depth_on(&POLICY, &of(8), middle).map(|normal| normal.spread.mean), Some(20.0));
    assert_eq!(depth_on(&POLICY, &of(7), middle), None);
}

#[test]
fn cumulative_snowfall_grows() {
    let all = winters(Hemisphere::North, (2000..2012).map(|year| even(year, 2.0, 10.0)));
    let to = |text: &str| snowfall_to(&POLICY, &all, date(text)).map(|normal| normal.spread.mean);
    assert_eq!(to("2026-10-31"), None);
    assert_eq!(to("2026-11-01"), Some(2.0));
    assert_eq!(to("2026-11-30"), Some(60.0));
    assert_eq!(to("2027-05-01"), None);
    let winter = Winter::new(Hemisphere::North, 2026).unwrap();
    let curve: Vec<_> = snowfall_curve(&POLICY, &all, winter).collect();
    assert_eq!(curve.len(), 181);
    let whole: Vec<_> = depth_curve(&POLICY, &all, winter, 0..winter.days()).collect();
    assert_eq!((whole.len(), whole[364].date), (365, date("2027-06-30")));
    assert!(whole.iter().all(|day| day.normal.is_some()));
    let part: Vec<_> = depth_curve(&POLICY, &all, winter, winter.season_range()).collect();
    assert_eq!((part.len(), part[0].date), (181, date("2026-11-01")));
}
