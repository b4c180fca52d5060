use super::*;
use crate::winter::Hemisphere;
use crate::winters::tests_support::{even, made, winters};

const POLICY: Policy = Policy::DEFAULT;

fn date(text: &str) -> NaiveDate {
    text.parse().unwrap()
}

#[test]
fn rejects_invalid_windows() {
    let all = winters(Hemisphere::North, (2000..2020).map(|year| even(year, 1.0, 50.0)));
    let odds =
        |start: &str, end: &str| odds(&POLICY, &all, None, date(start), date(end)).map(|odds| odds.days);
    assert_eq!(odds("2027-01-10", "2027-01-09"), Err(OddsError::Backwards));
    assert_eq!(odds("2027-01-01", "2027-02-01"), Err(OddsError::TooLong { days: 32, most: 31 }));
    assert_eq!(odds("2027-01-01", "2027-01-31"), Ok(31));
    assert_eq!(odds("2028-02-29", "2028-02-29"), Ok(1));
}

#[test]
fn odds_count_days_and_winters() {
    // In every second winter each day of the window has 20 cm, in the others 0.
    let all = winters(
        Hemisphere::North,
        (2000..2010).map(|year| even(year, if year % 2 == 0 { 20.0 } else { 0.0 }, 60.0)),
    );
    let odds = odds(&POLICY, &all, None, date("2027-01-10"), date("2027-01-16")).unwrap();
    assert_eq!((odds.days, odds.winters.len()), (7, 10));
    let chances = [odds.snow_day, odds.powder_day, odds.any_snow, odds.any_powder];
    assert_eq!(chances.map(|chance| chance.share), [0.5; 4]);
    assert_eq!(chances.map(|chance| chance.of), [70, 70, 10, 10]);
    // Seventy days, but only ten winters, each all or nothing: the days have the same uncertainty as the winters.
    for chance in chances {
        assert!((chance.low - 0.224).abs() < 0.01 && (chance.high - 0.776).abs() < 0.01, "{chance:?}");
    }
    assert_eq!((odds.snowfall.mean, odds.snowfall.p90), (70.0, 140.0));
    assert_eq!(odds.depth.map(|(spread, winters)| (spread.mean, winters)), Some((60.0, 10)));
    assert_eq!(odds.winters[0].winter.to_string(), "2009-10");
    assert_eq!(odds.winters[0].start, date("2010-01-10"));
}

#[test]
fn map_applies_to_every_day() {
    let all = winters(Hemisphere::North, (2000..2010).map(|year| even(year, 10.0, 60.0)));
    let map = serde_json::from_str::<QuantileMap>("[[0.0,0.0],[1.0,0.5],[10.0,16.0]]").unwrap();
    let (start, end) = (date("2027-01-10"), date("2027-01-16"));
    let shares = |map| {
        let odds = odds(&POLICY, &all, map, start, end).unwrap();
        (odds.powder_day.share, odds.any_powder.share, odds.snowfall.mean, odds.winters[0].snowfall_cm)
    };
    assert_eq!(shares(None), (0.0, 0.0, 70.0, 70.0));
    assert_eq!(shares(Some(&map)), (1.0, 1.0, 112.0, 112.0));
}

#[test]
fn window_spans_two_winters() {
    let all = winters(Hemisphere::North, (2000..2010).map(|year| even(year, 1.0, 0.0)));
    let odds = odds(&POLICY, &all, None, date("2027-06-28"), date("2027-07-03")).unwrap();
    // The last winter's July is not on record, so its window is not counted.
    assert_eq!((odds.winters.len(), odds.winters[0].days_known), (9, 6));
    let all = winters(Hemisphere::South, (2000..2010).map(|year| even(year, 1.0, 0.0)));
    let odds = super::odds(&POLICY, &all, None, date("2027-12-30"), date("2028-01-02")).unwrap();
    assert_eq!(odds.winters.len(), 9);
}

#[test]
fn odds_need_enough_winters() {
    let four = winters(Hemisphere::North, (2000..2004).map(|year| even(year, 1.0, 0.0)));
    assert_eq!(
        odds(&POLICY, &four, None, date("2027-01-10"), date("2027-01-16")),
        Err(OddsError::TooFew { winters: 4, least: 5 })
    );
    // Six winters, two of which lack the window.
    let gap = |year: i32| made(year, move |index| (Some(1.0).filter(|_| year > 2001 || index < 150), None));
    let six = winters(Hemisphere::North, (2000..2006).map(gap));
    assert_eq!(
        odds(&POLICY, &six, None, date("2027-01-10"), date("2027-01-16")),
        Err(OddsError::TooFew { winters: 4, least: 5 })
    );
}
