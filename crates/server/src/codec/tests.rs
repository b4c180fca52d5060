//! Tests of `codec`.

use conditions_core::evidence::HourColumn;

use super::*;

fn snapshot() -> ForecastSnapshot {
    let mut day = empty(NaiveDate::from_ymd_opt(2026, 1, 10).unwrap());
    for (at, (_, slot)) in COLUMNS.iter().enumerate() {
        *slot(&mut day) = (at != 3).then_some(at as f64 + 0.25);
    }
    ForecastSnapshot {
        captured_at: Timestamp::from_millis(1_768_046_400_000),
        models: vec![ModelRun {
            model: "gfs_seamless".to_owned(),
            available_at: None,
            days: vec![day],
            depth_cm: Some(120.5),
            past24h_cm: None,
            past48h_cm: Some(11.25),
        }],
        weather: Some(ModelWeather { temp_c: Some(-3.5), ..ModelWeather::default() }),
        hours: Some(hours()),
    }
}

fn hours() -> HourlyWeather {
    let column = |first: f64| HourColumn::new([(Some(first), 7), (None, 0), (Some(first + 0.25), 5)]);
    HourlyWeather {
        start: Timestamp::from_millis(1_768_046_400_000),
        elevation_m: Some(2_000.0),
        temp_c: column(-3.5),
        humidity_pct: column(90.0),
        precipitation_mm: column(0.0),
        wind_mps: column(4.0),
        gust_mps: column(9.0),
        cloud_pct: HourColumn::default(),
    }
}

#[test]
fn what_was_kept_comes_back() {
    assert_eq!(decode(&encode(&snapshot())), Some(snapshot()));
}

#[test]
fn what_is_not_of_the_form_is_refused() {
    assert_eq!(decode(""), None);
    assert_eq!(decode("{}"), None);
    for other in ["\"v\":0", "\"v\":3"] {
        assert_eq!(decode(&encode(&snapshot()).replace("\"v\":2", other)), None, "{other}");
    }
}

#[test]
fn what_was_kept_before_hours_were_is_read() {
    let text = r#"{"v":1,"at":"2026-01-10T12:00:00.000Z","models":[],"weather":{"tempC":-3.5}}"#;
    let old = decode(text).unwrap();
    assert_eq!((old.weather.unwrap().temp_c, old.hours), (Some(-3.5), None));
}

#[test]
fn hours_are_small() {
    let full: Vec<HourColumn> = (0..6)
        .map(|_| HourColumn::new((0..121).map(|hour| (Some(-12.34 - f64::from(hour) / 7.0), 7))))
        .collect();
    let [temp_c, humidity_pct, precipitation_mm, wind_mps, gust_mps, cloud_pct] = full.try_into().unwrap();
    let hours =
        HourlyWeather { temp_c, humidity_pct, precipitation_mm, wind_mps, gust_mps, cloud_pct, ..hours() };
    let with = encode(&ForecastSnapshot { hours: Some(hours), ..snapshot() }).len();
    let without = encode(&ForecastSnapshot { hours: None, ..snapshot() }).len();
    assert!(with - without < 6 * 1024, "{} bytes", with - without);
}
