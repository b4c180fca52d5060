//! Tests of stored forecasts.

use conditions_core::evidence::HourColumn;

use super::*;

fn snapshot() -> ForecastSnapshot {
    let mut day = empty(NaiveDate::from_ymd_opt(2026, 1, 10).unwrap());
    for (at, (_, slot)) in COLUMNS.iter().enumerate() {
        *slot(&mut day) = (at != 3).then_some(at as f64 + 0.25);
    }
    day.wind = Some(MeanWind { from_east_mps: -3.25, from_north_mps: 1.5, speed_mps: 3.75 });
    ForecastSnapshot {
        captured_at: Timestamp::from_millis(1_768_046_400_000),
        models: vec![ModelRun {
            model: "gfs_seamless".to_owned(),
            available_at: None,
            days: vec![day].into(),
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
        wind_from_east_mps: column(-3.0),
        wind_from_north_mps: column(2.5),
        gust_mps: column(9.0),
        cloud_pct: HourColumn::default(),
        members_mm: Vec::new(),
        past: None,
    }
}

#[test]
fn stored_snapshot_is_restored() {
    assert_eq!(Forecast::decode(&Forecast::encode(&snapshot())), Ok(snapshot()));
    let mut filled = snapshot();
    filled.models[0].days.change(|days| days[0].gap_filled = true);
    assert_eq!(Forecast::decode(&Forecast::encode(&filled)), Ok(filled));
}

#[test]
fn rejects_other_and_newer_forms() {
    for other in ["", "{}", "[]"] {
        assert!(Forecast::decode(other).is_err(), "{other}");
    }
    for other in ["\"v\":0", "\"v\":5"] {
        let text = Forecast::encode(&snapshot()).replace("\"v\":4", other);
        assert!(Forecast::decode(&text).is_err(), "{other}");
    }
}

#[test]
fn version_1_is_read() {
    let text = r#"{"v":1,"at":"2026-01-10T12:00:00.000Z","models":[],"weather":{"tempC":-3.5}}"#;
    let old = Forecast::decode(text).unwrap();
    assert_eq!((old.weather.unwrap().temp_c, old.hours), (Some(-3.5), None));
}

/// Synthetic: one model, two days, one of which has only new snow at the base.
const VERSION_2: &str = r#"{"v":2,"at":"2026-01-10T12:00:00.000Z","models":[{"model":"gfs_seamless","available":"2026-01-10T10:00:00.000Z","depth":120.5,"past48h":11.25,"dates":["2026-01-10","2026-01-11"],"columns":[[1.25,3.0],[2.25,null],[3.25,null],[null,null],[0.25,null],[0.5,null],[-9.25,null],[-10.25,null],[-11.25,null],[-1.25,null],[-2.25,null],[-3.25,null],[1200.0,null],[7.25,null],[15.25,null],[80.0,null]]}],"weather":{"tempC":-3.5,"wetBulbC":null,"rain6hMm":0.0,"thawHours24h":2,"thawFreeze24h":false,"maxTemp24hC":1.5,"comingMinWetBulbC":-9.0,"maxWind24hMps":12.5},"hours":{"start":"2026-01-09T12:00:00.000Z","elevationM":2000.0,"tempC":{"models":7,"values":[-3.5,null,-3.25]},"humidityPct":{"models":0,"values":[]},"precipitationMm":{"models":0,"values":[]},"windMps":{"models":2,"values":[4.0]},"gustMps":{"models":0,"values":[]},"cloudPct":{"models":0,"values":[]}}}"#;

#[test]
fn version_2_is_read() {
    let kept = Forecast::decode(VERSION_2).unwrap();
    let run = &kept.models[0];
    assert_eq!((run.depth_cm, run.past24h_cm, run.past48h_cm), (Some(120.5), None, Some(11.25)));
    assert_eq!(run.days[0].rain_mm, PerBand { base: None, mid: Some(0.25), summit: Some(0.5) });
    assert_eq!((run.days[0].cloud_pct, run.days[1].snow_cm.base), (Some(80.0), Some(3.0)));
    assert_eq!((run.days[1].snow_cm.mid, run.days[1].gust_max_mps), (None, None));
    let weather = kept.weather.as_ref().unwrap();
    assert_eq!((weather.thaw_hours24h, weather.max_wind24h_mps), (Some(2), Some(12.5)));
    let hours = kept.hours.as_ref().unwrap();
    assert_eq!(
        (hours.elevation_m, hours.temp_c.get(1), hours.temp_c.get(2)),
        (Some(2000.0), None, Some(-3.25))
    );
    assert_eq!(hours.past, None);
    assert_eq!(
        Forecast::encode(&kept),
        VERSION_2.replace("\"v\":2", "\"v\":4"),
        "nothing else is written otherwise"
    );
}

#[test]
fn version_3_is_read() {
    let past = r#","past":{"start":"2026-01-01T12:00:00.000Z","tempC":{"models":7,"values":[-3.5,null,-3.25]},"humidityPct":{"models":2,"values":[90.0]},"precipitationMm":{"models":7,"values":[0.25]}}}}"#;
    let text = VERSION_2.replace("\"v\":2", "\"v\":3").replace("}}}", &format!("}}{past}"));
    let kept = Forecast::decode(&text).unwrap();
    let hours = kept.hours.as_ref().unwrap();
    let past = hours.past.as_ref().unwrap();
    assert_eq!((past.temp_c.get(2), past.humidity_pct.get(1)), (Some(-3.25), None));
    assert_eq!((hours.wind_from_east_mps.get(0), kept.models[0].days[0].wind), (None, None));
    assert_eq!(Forecast::encode(&kept), text.replace("\"v\":3", "\"v\":4"));
}

#[test]
fn version_4_is_read() {
    let columns = r#""windFromEastMps":{"models":2,"values":[-3.5]},"windFromNorthMps":{"models":2,"values":[1.25]},"gustMps""#;
    let text = VERSION_2
        .replace("\"v\":2", "\"v\":4")
        .replace("[80.0,null]]", "[80.0,null]],\"wind\":[[-3.25,1.5,3.75],null]")
        .replace("\"gustMps\"", columns);
    let kept = Forecast::decode(&text).unwrap();
    let days = &kept.models[0].days;
    let wind = MeanWind { from_east_mps: -3.25, from_north_mps: 1.5, speed_mps: 3.75 };
    assert_eq!((days[0].wind, days[1].wind), (Some(wind), None));
    let hours = kept.hours.as_ref().unwrap();
    assert_eq!((hours.wind_from_east_mps.get(0), hours.wind_from_north_mps.get(0)), (Some(-3.5), Some(1.25)));
    assert_eq!(Forecast::encode(&kept), text);
}

#[test]
fn hours_are_small() {
    let full: Vec<HourColumn> = (0..6)
        .map(|_| HourColumn::new((0..121).map(|hour| (Some(-12.34 - f64::from(hour) / 7.0), 7))))
        .collect();
    let [temp_c, humidity_pct, precipitation_mm, wind_mps, gust_mps, cloud_pct] = full.try_into().unwrap();
    let hours =
        HourlyWeather { temp_c, humidity_pct, precipitation_mm, wind_mps, gust_mps, cloud_pct, ..hours() };
    let with = Forecast::encode(&ForecastSnapshot { hours: Some(hours), ..snapshot() }).len();
    let without = Forecast::encode(&ForecastSnapshot { hours: None, ..snapshot() }).len();
    assert!(with - without < 6 * 1024, "{} bytes", with - without);
}
