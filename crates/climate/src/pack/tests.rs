use chrono::Days;
use proptest::prelude::*;

use super::*;
use crate::policy::Policy;
use crate::raw::{Day, DayWeather};
use crate::winter::Hemisphere;

fn winter() -> Winter {
    Winter::new(Hemisphere::North, 2022).unwrap()
}

fn raw(days: impl IntoIterator<Item = Day>) -> RawWinter {
    let mut raw = RawWinter::new(winter());
    raw.merge_days(&Policy::DEFAULT, days);
    raw
}

#[test]
fn form_is_stable() {
    let days = raw([
        Day { date: winter().first_day(), snowfall_cm: Some(1.2), depth_cm: None, ..Day::default() },
        Day {
            date: winter().first_day() + Days::new(1),
            snowfall_cm: Some(0.0),
            depth_cm: Some(7.0),
            ..Day::default()
        },
        Day {
            date: winter().first_day() + Days::new(2),
            snowfall_cm: None,
            depth_cm: Some(3_333.0),
            ..Day::default()
        },
    ]);
    assert_eq!(write(&days), "2;12 0 -x363;- 7 3333 -x362;-x365;-x365;-x365");
    let weather = DayWeather { temp_min_c: Some(-12.3), temp_max_c: Some(4.0), water_mm: Some(7.25) };
    let days = raw([Day { date: winter().first_day(), weather, ..Day::default() }]);
    assert_eq!(write(&days), "2;-x365;-x365;877 -x364;1040 -x364;73 -x364");
}

#[test]
fn old_form_has_no_weather() {
    let old = read(winter(), "1;12 0 -x363;- 7 3333 -x362").unwrap();
    let days = [
        Day { date: winter().first_day(), snowfall_cm: Some(1.2), ..Day::default() },
        Day {
            date: winter().first_day() + Days::new(1),
            snowfall_cm: Some(0.0),
            depth_cm: Some(7.0),
            ..Day::default()
        },
        Day { date: winter().first_day() + Days::new(2), depth_cm: Some(3_333.0), ..Day::default() },
    ];
    assert_eq!(old, raw(days));
    assert!(write(&old).starts_with(WITH_WEATHER), "what is written is the newest form");
}

#[test]
fn rejects_malformed_winters() {
    let read = |text: &str| read(winter(), text).map(|_| ());
    assert_eq!(read("1;0x365;-x365"), Ok(()));
    for (text, error) in [
        ("", PackError::Form),
        ("3;0x365;-x365", PackError::Form),
        ("2;0x365;-x365", PackError::Days),
        ("1;0x365;-x365;-", PackError::Form),
        ("1;0x364;-x365", PackError::Days),
        ("1;0x366;-x365", PackError::Days),
        ("1;0x99999999999;-x365", PackError::Days),
        ("1;0x365", PackError::Days),
        ("1;0x364 a;-x365", PackError::Number),
        ("1;0x364 65535;-x365", PackError::Number),
        ("1;0x364 -1;-x365", PackError::Number),
    ] {
        assert_eq!(read(text), Err(error), "{text}");
    }
}

proptest! {
    #[test]
    fn there_and_back(values in prop::collection::vec((prop::option::of(0_u32..3_000), prop::option::of(0_u32..5_000)), 365)) {
        let first = winter().first_day();
        let days = values.iter().enumerate().map(|(index, (snow, depth))| Day {
            date: first + Days::new(index as u64),
            snowfall_cm: snow.map(|units| f64::from(units) / 10.0),
            depth_cm: depth.map(f64::from),
            // Weather of every kind, unknown on days without depth.
            weather: DayWeather {
                temp_min_c: depth.map(|units| f64::from(units) / 50.0 - 90.0),
                temp_max_c: depth.map(|units| f64::from(units / 40) - 80.0),
                water_mm: depth.map(|units| f64::from(units) / 10.0),
            },
        });
        let days = raw(days);
        prop_assert_eq!(read(winter(), &write(&days)), Ok(days));
    }
}
