//! Tests with synthetic responses of the archive: complete, odd and malformed.

use super::super::request::{ArchiveConfig, ArchivePlace, call};
use super::*;

fn asked() -> ArchiveCall {
    let place = ArchivePlace {
        id: "x".to_owned(),
        lat: 46.02,
        lon: 7.75,
        elevation_m: None,
        zone: "Europe/Zurich".to_owned(),
    };
    let date = |text: &str| text.parse().unwrap();
    call(&ArchiveConfig::new(None, None).unwrap(), &place, date("2024-01-01"), date("2024-01-04")).unwrap()
}

/// Returns the form of a recorded daily response, with synthetic values. Without weather in `daily`, all weather values
/// are null.
fn body(units: &str, daily: &str) -> String {
    let (mut units, mut daily) = (units.to_owned(), daily.to_owned());
    if !daily.is_empty() && !daily.contains(TEMP_MIN) {
        units.push_str(WEATHER_UNITS);
        daily.push_str(r#","temperature_2m_min":[],"temperature_2m_max":[],"precipitation_sum":[]"#);
    }
    format!(
        "{{\"latitude\":46.0,\"longitude\":7.8,\"generationtime_ms\":0.4,\"utc_offset_seconds\":3600,\
         \"timezone\":\"Europe/Zurich\",\"timezone_abbreviation\":\"CET\",\"elevation\":1620.0,\
         \"daily_units\":{{\"time\":\"iso8601\",{units}}},\"daily\":{{{daily}}}}}"
    )
}

const WEATHER_UNITS: &str =
    r#","temperature_2m_min":"°C","temperature_2m_max":"°C","precipitation_sum":"mm""#;
const UNITS: &str = r#""snowfall_sum":"cm","snow_depth_mean":"m""#;
const TIMES: &str = r#""time":["2024-01-01","2024-01-02","2024-01-03","2024-01-04"]"#;

#[test]
fn nulls_stay_null() {
    let daily =
        format!("{TIMES},\"snowfall_sum\":[0.7,-0.0,12.6,null],\"snow_depth_mean\":[0.31,0.3,null,null]");
    let read = asked().read(body(UNITS, &daily).as_bytes()).unwrap();
    assert!(read.notes.is_empty(), "{:?}", read.notes);
    let snow: Vec<_> = read.days.iter().map(|day| day.snowfall_cm).collect();
    assert_eq!(snow, [Some(0.7), Some(0.0), Some(12.6), None]);
    let depth: Vec<_> = read.days.iter().map(|day| day.depth_cm).collect();
    assert_eq!(depth, [Some(31.0), Some(30.0), None, None]);
}

#[test]
fn known_units_are_converted() {
    let units = r#""snowfall_sum_era5_land":"inch","snow_depth_mean_era5_land":"ft""#;
    let daily =
        format!("{TIMES},\"snowfall_sum_era5_land\":[1,0,0,0],\"snow_depth_mean_era5_land\":[1,1,1,1]");
    let read = asked().read(body(units, &daily).as_bytes()).unwrap();
    assert_eq!((read.days[0].snowfall_cm, read.days[0].depth_cm), (Some(2.54), Some(30.48)));
    let daily = format!("{TIMES},\"snowfall_sum\":[1,0,0,0],\"snow_depth_mean\":[null,null,null,null]");
    let units = r#""snowfall_sum":"cm","snow_depth_mean":"undefined""#;
    let read = asked().read(body(units, &daily).as_bytes()).unwrap();
    assert_eq!(read.notes, [ArchiveNote::Unit(DEPTH, "undefined".to_owned())]);
    assert_eq!((read.days[0].snowfall_cm, read.days[0].depth_cm), (Some(1.0), None));
    let read = asked().read(body(r#""snow_depth_mean":"m""#, &daily).as_bytes()).unwrap();
    assert_eq!((read.days[0].snowfall_cm, read.notes.len()), (None, 1));
}

#[test]
fn snowfall_may_be_absent() {
    let daily = format!(
        "{TIMES},\"snow_depth_mean\":[0,0,0,0],\"temperature_2m_min\":[-7,-3,1,0],\
         \"temperature_2m_max\":[-1,2,1,1],\"precipitation_sum\":[0.0,12.4,null,1]"
    );
    let units = format!("\"snow_depth_mean\":\"m\"{WEATHER_UNITS}");
    let read = asked().read(body(&units, &daily).as_bytes()).unwrap();
    assert!(read.notes.is_empty(), "{:?}", read.notes);
    assert_eq!((read.days[1].snowfall_cm, read.days[1].weather.water_mm), (None, Some(12.4)));
}

#[test]
fn weather_needs_known_precipitation() {
    let daily = format!(
        "{TIMES},\"snowfall_sum\":[0,0,0,0],\"snow_depth_mean\":[0,0,0,0],\"temperature_2m_min\":[-7.5,-3,1.2,null],\
         \"temperature_2m_max\":[-1,2,1.2,null],\"precipitation_sum\":[0.0,12.4,null,null]"
    );
    let read = asked().read(body(&format!("{UNITS}{WEATHER_UNITS}"), &daily).as_bytes()).unwrap();
    assert!(read.notes.is_empty(), "{:?}", read.notes);
    let weather: Vec<_> = read.days.iter().map(|day| day.weather).collect();
    let known = |low, high, water| DayWeather {
        temp_min_c: Some(low),
        temp_max_c: Some(high),
        water_mm: Some(water),
    };
    // Only one hour of the third day is known, so its extremes are not used.
    let nothing = DayWeather::default();
    assert_eq!(weather, [known(-7.5, -1.0, 0.0), known(-3.0, 2.0, 12.4), nothing, nothing]);
    let units = r#","temperature_2m_min":"°F","temperature_2m_max":"K","precipitation_sum":"inch""#;
    let read = asked().read(body(&format!("{UNITS}{units}"), &daily).as_bytes()).unwrap();
    let DayWeather { temp_min_c, temp_max_c, water_mm } = read.days[1].weather;
    assert!((temp_min_c.unwrap() + 19.444).abs() < 0.001 && (water_mm.unwrap() - 314.96).abs() < 0.001);
    assert_eq!((temp_max_c, read.notes), (None, vec![ArchiveNote::Unit(TEMP_MAX, "K".to_owned())]));
}

#[test]
fn incomplete_response_is_noted() {
    let daily = r#""time":["2024-01-01","2024-01-02"],"snowfall_sum":[1.4],"snow_depth_mean":[0.2,0.2,0.2]"#;
    let read = asked().read(body(UNITS, daily).as_bytes()).unwrap();
    assert_eq!(read.days.len(), 2);
    assert_eq!(read.days[1].snowfall_cm, None);
    assert_eq!(read.notes, [ArchiveNote::Short(2)]);
}

#[test]
fn odd_days_are_dropped() {
    let daily = r#""time":["2023-12-31","2024-01-01","2024-01-02","2024-01-01","2024-01-02","nonsense"],
        "snowfall_sum":[9,1,2,3,2,4],"snow_depth_mean":[0,0,0,0,0,0]"#;
    let read = asked().read(body(UNITS, daily).as_bytes()).unwrap();
    assert_eq!(read.days.len(), 1, "both contradicting days are dropped");
    assert_eq!((read.days[0].date.to_string().as_str(), read.days[0].snowfall_cm), ("2024-01-02", Some(2.0)));
    assert_eq!(read.notes, [ArchiveNote::Strange(2), ArchiveNote::Repeated(1), ArchiveNote::Short(3)]);
}

#[test]
fn invalid_29_february_moves_no_day() {
    let place =
        ArchivePlace { id: "x".to_owned(), lat: 46.02, lon: 7.75, elevation_m: None, zone: "UTC".to_owned() };
    let date = |text: &str| text.parse().unwrap();
    let asked =
        call(&ArchiveConfig::new(None, None).unwrap(), &place, date("2023-02-27"), date("2023-03-02"));
    let daily = r#""time":["2023-02-27","2023-02-28","2023-02-29","2023-03-01","2023-03-02"],
        "snowfall_sum":[1,2,77,3,4],"snow_depth_mean":[0,0,0,0,0]"#;
    let read = asked.unwrap().read(body(UNITS, daily).as_bytes()).unwrap();
    let days: Vec<_> = read.days.iter().map(|day| (day.date.to_string(), day.snowfall_cm.unwrap())).collect();
    let of = |date: &str, cm| (date.to_owned(), cm);
    assert_eq!(
        days,
        [of("2023-02-27", 1.0), of("2023-02-28", 2.0), of("2023-03-01", 3.0), of("2023-03-02", 4.0)]
    );
    assert_eq!(read.notes, [ArchiveNote::Strange(1)]);
}

#[test]
fn rejects_invalid_responses() {
    let good = body(UNITS, &format!("{TIMES},\"snowfall_sum\":[1,1,1,1],\"snow_depth_mean\":[0,0,0,0]"));
    let kind = |body: &str| asked().read(body.as_bytes()).unwrap_err().kind;
    assert_eq!(kind(""), Kind::Empty);
    assert_eq!(kind("<html>"), Kind::Html);
    assert_eq!(kind(&good[..good.len() - 30]), Kind::Truncated);
    assert!(matches!(kind(&good.replace("[1,1,1,1]", "[nul,1,1,1]")), Kind::Malformed(_)));
    assert!(matches!(kind(&good.replace("46.0", "47.0")), Kind::TooFar(_)));
    assert!(matches!(kind(&good.replace("2024-01", "2022-01")), Kind::Times(_)));
    assert!(matches!(kind(&format!("[{good},{good}]")), Kind::Ambiguous));
    assert!(matches!(kind(&body("", "").replace(",}", "}")), Kind::Malformed(_)));
    let limit = r#"{"error":true,"reason":"Daily API request limit exceeded. Please try again tomorrow."}"#;
    let refused = asked().read(limit.as_bytes()).unwrap_err();
    assert!(matches!(refused.kind, Kind::Refused { refusal: crate::Refusal::Day, .. }), "{refused}");
    assert!(refused.to_string().starts_with("open-meteo-archive"), "{refused}");
    // Complete, then text: the received days are used, and the text is noted.
    let read = asked().read(format!("{good} Unexpected error while streaming data").as_bytes()).unwrap();
    assert_eq!(read.notes, [ArchiveNote::Trailing]);
}
