use super::*;
use crate::seasons;
use crate::winter::Hemisphere;
use crate::winters::tests_support::{even, made, winters};

const POLICY: Policy = Policy::DEFAULT;

fn south(year: i32) -> Winter {
    Winter::new(Hemisphere::South, year).unwrap()
}

#[test]
fn percentage_uses_own_normal() {
    let all = winters(
        Hemisphere::South,
        (2000..2010).map(|year| even(year, if year == 2009 { 2.0 } else { 1.0 }, 1.0)),
    );
    let dry = winters(Hemisphere::South, (2000..2010).map(|year| even(year, 0.0, 0.0)));
    let table = SeasonTable::new(&POLICY, [&all, &dry]);
    let value = |at: usize, metric| table.season(south(2009), at).unwrap().value(metric).map(Tenths::get);
    assert_eq!(value(0, Metric::PercentOfNormal), Some(181.8));
    assert_eq!(seasons::percent(&POLICY, 5.0, 9.9), None);
    assert_eq!(value(1, Metric::PercentOfNormal), None);
    assert_eq!(value(1, Metric::Snowfall), Some(0.0));
    assert_eq!(value(1, Metric::BiggestDay), Some(0.0));
    assert_eq!(value(1, Metric::LongestDrySpell), Some(184.0));
    let nine = winters(Hemisphere::South, (2001..2010).map(|year| even(year, 1.0, 1.0)));
    let table = SeasonTable::new(&POLICY, [&nine]);
    assert_eq!(table.season(south(2009), 0).unwrap().percent_of_normal, None);
}

#[test]
fn incomplete_season_is_absent() {
    let days = made(2020, |index| (Some(if index == 200 { 30.0 } else { 2.0 }), Some(50.0)));
    let half = made(2021, |index| (Some(9.0).filter(|_| index < 200), None));
    let all = winters(Hemisphere::South, [days, half]);
    let table = SeasonTable::new(&POLICY, [&Winters::new(Hemisphere::North), &all]);
    let season = table.season(south(2020), 1).unwrap();
    let sum = *all.get(south(2020)).unwrap().summary();
    assert_eq!((season.total, season.biggest), (sum.total, sum.biggest));
    assert_eq!(
        (season.snow_days, season.powder_days, season.longest_dry),
        (sum.snow_days, sum.powder_days, sum.longest_dry)
    );
    assert_eq!((sum.snow_days, sum.powder_days, sum.longest_dry), (184, 1, 0));
    assert_eq!(table.season(south(2021), 1), None);
    assert_eq!((table.season(south(2020), 0), table.season(south(2020), 2)), (None, None));
    assert_eq!((table.on_record(0), table.on_record(1)), (None, Some((south(2020), south(2020)))));
}

#[test]
fn put_replaces_winters() {
    let of = |years: std::ops::Range<i32>, cm: f64| {
        winters(Hemisphere::South, years.map(move |year| even(year, cm, 1.0)))
    };
    let (first, second, other) = (of(2000..2012, 1.0), of(2005..2014, 2.0), of(2003..2008, 3.0));
    let mut table = SeasonTable::new(&POLICY, [&first, &other]);
    table.replace(&POLICY, 0, &second);
    let fresh = SeasonTable::new(&POLICY, [&second, &other]);
    for year in 1999..2015 {
        for at in 0..2 {
            assert_eq!(table.season(south(year), at), fresh.season(south(year), at), "{year} {at}");
        }
    }
    assert_eq!(table.on_record(0), Some((south(2005), south(2013))));
    assert!(table.bytes() > 0);
}
