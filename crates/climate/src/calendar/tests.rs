use super::*;
use crate::trip;
use crate::winter::Hemisphere;
use crate::winters::tests_support::{made, winters};

const POLICY: Policy = Policy::DEFAULT;

fn date(text: &str) -> NaiveDate {
    text.parse().unwrap()
}

/// Returns ten winters without two equal days.
fn restless(hemisphere: Hemisphere) -> Winters {
    let of = |year: i32| {
        made(year, move |index| {
            let cm = (index * 7 + usize::try_from(year).unwrap() * 13) % 31;
            (Some(cm as f64 * 0.9), Some(50.0))
        })
    };
    winters(hemisphere, (2000..2010).map(of))
}

#[test]
fn window_matches_odds() {
    for hemisphere in [Hemisphere::North, Hemisphere::South] {
        let all = restless(hemisphere);
        let calendar = Calendar::new(&POLICY, [&Winters::new(hemisphere), &all]);
        for (start, end) in [
            ("2027-01-10", "2027-01-16"),
            ("2026-12-28", "2027-01-03"),
            ("2027-03-01", "2027-03-01"),
            ("2027-08-05", "2027-09-04"),
        ] {
            let (start, end) = (date(start), date(end));
            let expected = calendar.expected(1, start, end).unwrap();
            let odds = trip::odds(&POLICY, &all, None, start, end).unwrap();
            // A window over the end of the winter is incomplete in the newest winter.
            if odds.winters.len() < 10 {
                continue;
            }
            assert_eq!(expected.winters, 10);
            assert!((expected.snowfall_cm - odds.snowfall.mean).abs() < 1e-9, "{start}: {expected:?}");
            assert!((expected.snow_day - odds.snow_day.share).abs() < 1e-9, "{start}: {expected:?}");
            assert!((expected.powder_day - odds.powder_day.share).abs() < 1e-9, "{start}: {expected:?}");
            assert_eq!(expected.depth_cm, None, "no weather, no modelled snow");
        }
    }
}

#[test]
fn leap_years_are_handled() {
    let all = restless(Hemisphere::North);
    let calendar = Calendar::new(&POLICY, [&all]);
    let whole = calendar.expected(0, date("2027-02-20"), date("2027-03-05")).unwrap();
    let parts = [("2027-02-20", "2027-02-28"), ("2028-02-29", "2028-02-29"), ("2027-03-01", "2027-03-05")];
    let parts = parts.map(|(start, end)| calendar.expected(0, date(start), date(end)).unwrap().snowfall_cm);
    assert!((whole.snowfall_cm - parts.iter().sum::<f64>()).abs() < 1e-9, "{whole:?} {parts:?}");
}

#[test]
fn invalid_windows_give_none() {
    let four = winters(
        Hemisphere::North,
        (2000..2004).map(|year| crate::winters::tests_support::even(year, 1.0, 0.0)),
    );
    let mut calendar = Calendar::new(&POLICY, [&four]);
    let window = (date("2027-01-10"), date("2027-01-16"));
    assert_eq!(calendar.expected(0, window.0, window.1), None);
    calendar.insert(&POLICY, 0, &restless(Hemisphere::North));
    assert!(calendar.expected(0, window.0, window.1).is_some());
    assert_eq!(calendar.expected(0, window.1, window.0), None, "backwards");
    assert_eq!(calendar.expected(0, date("2027-01-10"), date("2029-01-10")), None, "longer than a year");
    assert_eq!(calendar.expected(7, window.0, window.1), None, "no such resort");
}
