//! Tests of stored forecasts.

use conditions_core::evidence::{HourColumn, PastHours};

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
        members_mm: vec![column(0.25), HourColumn::default(), column(1.5)],
        past: Some(PastHours {
            start: Timestamp::from_millis(1_767_960_000_000),
            temp_c: column(-7.5),
            humidity_pct: HourColumn::default(),
            precipitation_mm: column(2.0),
        }),
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
fn days_in_any_order_are_restored() {
    let on = |text: &str| ModelDay { cloud_pct: Some(1.0), ..empty(text.parse().unwrap()) };
    for dates in [&["2026-01-12", "2026-01-10", "2026-01-10", "2027-03-01"][..], &[]] {
        let mut kept = snapshot();
        kept.models[0].days = dates.iter().map(|date| on(date)).collect();
        assert_eq!(Forecast::decode(&Forecast::encode(&kept)), Ok(kept));
    }
}

#[test]
fn every_number_of_a_column_is_restored() {
    let said =
        [None, Some(0.0), Some(-0.01), Some(12.34), None, Some(-70.5), Some(9_999_999.99), Some(1e12), None];
    let text = serde_json::to_string(&Column(said.to_vec())).unwrap();
    assert_eq!(text, r#"",0,-1,1234,,-7050,999999999,100000000000000,""#);
    assert_eq!(serde_json::from_str::<Column>(&text).unwrap().0, said);
    for odd in [f64::NAN, f64::INFINITY, 1e300, -1e300] {
        let text = serde_json::to_string(&Column(vec![Some(odd)])).unwrap();
        let read = serde_json::from_str::<Column>(&text).unwrap().0;
        assert!(read == [None] || read.iter().flatten().all(|value| value.abs() > 1e12), "{odd}: {text}");
    }
    for bad in ["1,x", "1.5", "--1", "1-", "-", "1,,-", " 1", "+1", "12345678901234567"] {
        assert!(serde_json::from_str::<Column>(&format!("\"{bad}\"")).is_err(), "{bad}");
    }
}

#[test]
fn rejects_other_and_newer_forms() {
    for other in ["", "{}", "[]"] {
        assert!(Forecast::decode(other).is_err(), "{other}");
    }
    for other in ["\"v\":0", "\"v\":6"] {
        let text = Forecast::encode(&snapshot()).replace("\"v\":5", other);
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

/// The days of [`VERSION_2`], there and in the newest version.
const LISTS: &str = r#""dates":["2026-01-10","2026-01-11"],"columns":[[1.25,3.0],[2.25,null],[3.25,null],[null,null],[0.25,null],[0.5,null],[-9.25,null],[-10.25,null],[-11.25,null],[-1.25,null],[-2.25,null],[-3.25,null],[1200.0,null],[7.25,null],[15.25,null],[80.0,null]]"#;
const TEXTS: &str = r#""first":"2026-01-10","days":"0,100","columns":["125,300","225,","325,",",","25,","50,","-925,","-1025,","-1125,","-125,","-225,","-325,","120000,","725,","1525,","8000,"]"#;

/// Its hours in both.
const HOURS: &str = r#""hours":{"start":"2026-01-09T12:00:00.000Z","elevationM":2000.0,"tempC":{"models":7,"values":[-3.5,null,-3.25]},"humidityPct":{"models":0,"values":[]},"precipitationMm":{"models":0,"values":[]},"windMps":{"models":2,"values":[4.0]},"gustMps":{"models":0,"values":[]},"cloudPct":{"models":0,"values":[]}}"#;
const HOURLY: &str = r#""hourly":{"start":"2026-01-09T12:00:00.000Z","elevation":2000.0,"columns":[[7,"-350,,-325"],[0,""],[0,""],[2,"400"],[0,""],[0,""],[0,""],[0,""]]}"#;

fn two_days(run: &ModelRun) -> [ModelDay; 2] {
    run.days.iter().collect::<Vec<_>>().try_into().expect("two days")
}

#[test]
fn version_2_is_read() {
    let kept = Forecast::decode(VERSION_2).unwrap();
    let run = &kept.models[0];
    assert_eq!((run.depth_cm, run.past24h_cm, run.past48h_cm), (Some(120.5), None, Some(11.25)));
    let [day, next] = two_days(run);
    assert_eq!(day.rain_mm, PerBand { base: None, mid: Some(0.25), summit: Some(0.5) });
    assert_eq!((day.cloud_pct, next.snow_cm.base), (Some(80.0), Some(3.0)));
    assert_eq!((next.snow_cm.mid, next.gust_max_mps), (None, None));
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
        VERSION_2.replace("\"v\":2", "\"v\":5").replace(LISTS, TEXTS).replace(HOURS, HOURLY),
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
    assert_eq!((hours.wind_from_east_mps.get(0), two_days(&kept.models[0])[0].wind), (None, None));
    assert_eq!(Forecast::decode(&Forecast::encode(&kept)), Ok(kept));
}

#[test]
fn version_4_is_read() {
    let columns = r#""windFromEastMps":{"models":2,"values":[-3.5]},"windFromNorthMps":{"models":2,"values":[1.25]},"gustMps""#;
    let text = VERSION_2
        .replace("\"v\":2", "\"v\":4")
        .replace("[80.0,null]]", "[80.0,null]],\"wind\":[[-3.25,1.5,3.75],null]")
        .replace("\"gustMps\"", columns);
    let kept = Forecast::decode(&text).unwrap();
    let [day, next] = two_days(&kept.models[0]);
    let wind = MeanWind { from_east_mps: -3.25, from_north_mps: 1.5, speed_mps: 3.75 };
    assert_eq!((day.wind, next.wind), (Some(wind), None));
    let hours = kept.hours.as_ref().unwrap();
    assert_eq!((hours.wind_from_east_mps.get(0), hours.wind_from_north_mps.get(0)), (Some(-3.5), Some(1.25)));
    let newest = Forecast::encode(&kept);
    assert!(newest.contains(r#""8000,","-325,","150,","375,"]"#), "{newest}");
    assert_eq!(Forecast::decode(&newest), Ok(kept));
}

#[test]
fn version_5_is_read() {
    let text = r#"{"v":5,"at":"2026-01-10T12:00:00.000Z","models":[{"model":"gfs_seamless","past24h":1.5,"first":"2026-01-10","days":"0,200","columns":["125,","","","","","","-925,-1000","","","","","","120000,","","","","-325,","150,","375,"],"gap_filled":["2026-01-12"]}],"weather":null,"hourly":{"start":"2026-01-09T12:00:00.000Z","columns":[[7,"-350,,-325"]],"members":[[1,"25"]],"past":{"start":"2026-01-01T12:00:00.000Z","columns":[[6,"0,-1"],[0,""],[6,"150"]]}}}"#;
    let kept = Forecast::decode(text).unwrap();
    let [day, later] = two_days(&kept.models[0]);
    assert_eq!((day.snow_cm.base, day.snow_cm.mid, day.freezing_level_m), (Some(1.25), None, Some(1200.0)));
    let wind = MeanWind { from_east_mps: -3.25, from_north_mps: 1.5, speed_mps: 3.75 };
    assert_eq!((day.wind, day.gap_filled), (Some(wind), false));
    assert_eq!((later.date.to_string().as_str(), later.temp_min_c.base), ("2026-01-12", Some(-10.0)));
    assert_eq!((later.wind, later.gap_filled), (None, true));
    let hours = kept.hours.unwrap();
    assert_eq!((hours.temp_c.models(), hours.temp_c.get(1), hours.temp_c.get(2)), (7, None, Some(-3.25)));
    assert_eq!((hours.members_mm[0].get(0), hours.gust_mps.is_empty()), (Some(0.25), true));
    let past = hours.past.unwrap();
    assert_eq!((past.temp_c.get(1), past.precipitation_mm.models()), (Some(-0.01), 6));
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
