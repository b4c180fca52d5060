use super::*;
use crate::winter::{Hemisphere, Winter};
use crate::winters::tests_support::{even, winters};

const POLICY: Policy = Policy::DEFAULT;

#[test]
fn averages_need_their_winters() {
    let nine = winters(Hemisphere::North, (2010..2019).map(|year| even(year, 1.0, 50.0)));
    assert_eq!(normal_total(&POLICY, &nine), None);
    let ten = winters(
        Hemisphere::North,
        (2010..2020).map(|year| even(year, if year < 2015 { 1.0 } else { 2.0 }, 50.0)),
    );
    let normal = normal_total(&POLICY, &ten).unwrap();
    assert_eq!(normal.winters, 10);
    // Five winters at 1 cm and five at 2 cm a day; two of each five have a leap day, one of the second.
    assert!((normal.spread.mean - 1.5 * 181.3).abs() < 1.0, "{normal:?}");
    assert!((recent_total(&POLICY, &ten).unwrap() - 2.0 * 181.3).abs() < 1.0);
    let four = winters(Hemisphere::North, (2010..2014).map(|year| even(year, 1.0, 50.0)));
    assert_eq!(recent_total(&POLICY, &four), None);
}

#[test]
fn incomplete_winters_are_unranked() {
    let mut all = winters(Hemisphere::South, (2000..2011).map(|year| even(year, 1.0, 50.0)));
    let before = normal_total(&POLICY, &all).unwrap();
    let half = Winter::new(Hemisphere::South, 2011).unwrap();
    let days = half.first_day().iter_days().take(200);
    let days = days.map(|date| crate::Day { date, snowfall_cm: Some(9.0), ..crate::Day::default() });
    let at = conditions_core::time::Timestamp::from_millis(0);
    all.insert(WinterDays::from_days(&POLICY, half, at, days).0);
    assert_eq!(normal_total(&POLICY, &all), Some(before));
    let standings = WinterTotals::from_winters(&all);
    assert_eq!(standings.rank(all.get(half).unwrap()), None);
    assert_eq!(standings.rank(all.iter().next().unwrap()).map(|rank| rank.of), Some(11));
}

#[test]
fn ranks_share_the_better_place() {
    let all = winters(
        Hemisphere::South,
        [(2000, 2.0), (2001, 1.0), (2002, 2.0), (2003, 0.5)].map(|(year, cm)| even(year, cm, 1.0)),
    );
    let standings = WinterTotals::from_winters(&all);
    let ranks: Vec<_> = all.iter().map(|days| standings.rank(days).unwrap().rank).collect();
    assert_eq!(ranks, [1, 3, 1, 4]);
}
