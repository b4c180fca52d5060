//! Tests the file of winters: round trip, merging, and every kind of damage.

use super::*;
use crate::{Day, DayWeather, Policy, RawWinter};

fn winter() -> Winter {
    Winter::new(Hemisphere::North, 2023).unwrap()
}

/// Returns packed days of which the first `known` have this snowfall.
fn days(known: usize, snowfall_cm: f64) -> String {
    let mut raw = RawWinter::new(winter());
    let day = |at: usize| Day {
        date: winter().first_day() + chrono::Days::new(at as u64),
        snowfall_cm: Some(snowfall_cm),
        depth_cm: Some(10.0),
        weather: DayWeather::default(),
    };
    raw.merge_days(&Policy::DEFAULT, (0..known).map(day));
    pack::write(&raw)
}

fn shared(known: usize, snowfall_cm: f64, asked_through: i32) -> SharedWinter {
    SharedWinter {
        slug: "zermatt".to_owned(),
        lat: 46.02,
        lon: 7.74,
        asked_m: Some(1620.0),
        winter: winter(),
        asked_through,
        came_short: 0,
        days: days(known, snowfall_cm),
    }
}

fn header() -> Header {
    Header {
        dataset: crate::DATASET.to_owned(),
        licence: "CC BY 4.0".to_owned(),
        period: "2023-2023".to_owned(),
        ..Header::default()
    }
}

const ASKED: i32 = 19_900;

fn file(winters: &[SharedWinter]) -> Vec<u8> {
    let mut writer = Writer::new(Vec::new(), &header()).unwrap();
    for winter in winters {
        writer.winter(winter).unwrap();
    }
    writer.finish().unwrap().0
}

fn read(bytes: &[u8]) -> Result<Vec<SharedWinter>, ExchangeError> {
    let today = NaiveDate::from_ymd_opt(2026, 11, 28).unwrap();
    let mut reader = Reader::new(bytes, crate::DATASET, today)?;
    let mut winters = Vec::new();
    while let Some(winter) = reader.winter()? {
        winters.push(winter);
    }
    Ok(winters)
}

#[test]
fn file_survives_round_trip() {
    let winters = [shared(200, 1.5, ASKED), SharedWinter { asked_m: None, ..shared(3, 0.0, ASKED) }];
    assert_eq!(read(&file(&winters)).unwrap(), winters);
    assert_eq!(read(&file(&[])).unwrap(), []);
}

#[test]
fn every_damaged_byte_is_noticed() {
    let whole = file(&[shared(200, 1.5, ASKED)]);
    for at in 0..whole.len() {
        let mut damaged = whole.clone();
        damaged[at] ^= 1;
        assert!(read(&damaged).is_err(), "byte {at}");
        assert!(read(&whole[..at]).is_err(), "cut at {at}");
    }
    assert!(matches!(read(&[whole.as_slice(), b"x\n"].concat()), Err(ExchangeError::Trailing)));
}

#[test]
fn foreign_files_are_rejected_with_reason() {
    assert!(matches!(read(b""), Err(ExchangeError::Foreign)));
    assert!(matches!(read(b"<html>\n</html>\n"), Err(ExchangeError::Foreign)));
    assert!(matches!(read(&vec![b'x'; 200_000]), Err(ExchangeError::Foreign)));
    assert!(
        matches!(read(b"snow-conditions winters 2\n\n"), Err(ExchangeError::Version(found)) if found == "2")
    );
    let other = Writer::new(Vec::new(), &Header { dataset: "era5".to_owned(), ..header() });
    let other = other.unwrap().finish().unwrap().0;
    assert!(matches!(read(&other), Err(ExchangeError::Dataset { found, .. }) if found == "era5"));
}

#[test]
fn impossible_winters_are_rejected() {
    let refuses = |winter: SharedWinter, word: &str| {
        let error = read(&file(&[winter])).unwrap_err().to_string();
        assert!(error.contains("line 9") && error.contains(word), "{error}");
    };
    refuses(shared(9, 1.0, 40_000), "in the future");
    refuses(shared(9, 1.0, 10), "before the winter");
    refuses(SharedWinter { days: "2;1".to_owned(), ..shared(9, 1.0, ASKED) }, "days");
    refuses(SharedWinter { lat: 146.0, ..shared(9, 1.0, ASKED) }, "latitude");
    refuses(SharedWinter { slug: String::new(), ..shared(9, 1.0, ASKED) }, "slug");
}

fn merge(known: &SharedWinter, new: &SharedWinter) -> (String, i32, u32) {
    let SharedWinter { days, asked_through, came_short, .. } = known;
    merged(StoredState { days, asked_through: *asked_through, came_short: *came_short }, new)
}

#[test]
fn better_data_stays() {
    let known = shared(200, 2.0, ASKED);
    // An older or equally old query fills only unknown days.
    assert_eq!(merge(&known, &shared(100, 1.0, ASKED)), (known.days.clone(), ASKED, 0));
    let (filled, asked, _) = merge(&known, &shared(300, 1.0, ASKED - 30));
    let raw = pack::read(winter(), &filled).unwrap();
    assert_eq!((raw.known_of(366), asked), (300, ASKED));
    let own = pack::read(winter(), &known.days).unwrap();
    let mut again = raw.clone();
    again.merge(&own);
    assert_eq!(again, raw, "stored values are unchanged");
    // A later query has checked values, but removes no known day.
    let (newer, asked, _) = merge(&known, &shared(100, 1.0, ASKED + 90));
    let raw = pack::read(winter(), &newer).unwrap();
    assert_eq!((raw.known_of(366), asked), (200, ASKED + 90));
    assert_ne!(raw, own);
}

#[test]
fn weather_is_never_lost() {
    let known = shared(200, 2.0, ASKED);
    let without = SharedWinter { days: "1;20x366;10x366".to_owned(), ..shared(0, 0.0, ASKED + 300) };
    assert_eq!(merge(&known, &without).0, known.days);
    assert_eq!(merge(&without, &known), (known.days.clone(), ASKED, 0));
    let unreadable = SharedWinter { days: "?".to_owned(), ..known.clone() };
    assert_eq!(merge(&unreadable, &known).0, known.days);
}
