//! Tests of `codec`.

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
    assert_eq!(decode(&encode(&snapshot()).replace("\"v\":1", "\"v\":2")), None);
}
