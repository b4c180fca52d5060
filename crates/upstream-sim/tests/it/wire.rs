//! Tests of the exact wire format.

use conditions_core::time::Timestamp;
use proptest::prelude::*;
use upstream_sim::{SimResponse, World, handle};

fn ask(query: &str) -> SimResponse {
    let now = Timestamp::parse("2026-01-10T12:00:00Z").unwrap();
    handle(&World { seed: 1, ..World::default() }, "/v1/forecast", query, now, 0)
}

fn text(query: &str) -> String {
    String::from_utf8(ask(query).body).unwrap()
}

/// Returns the text with every run of digits replaced by `0`.
fn shape(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        if !c.is_ascii_digit() {
            out.push(c);
        } else if !out.ends_with('0') {
            out.push('0');
        }
    }
    out.replace("-0.0", "0.0")
}

#[test]
fn one_location_is_an_object() {
    let body = text(
        "latitude=46.83&longitude=9.81&elevation=2300&hourly=temperature_2m&models=gfs_seamless&forecast_days=1",
    );
    let expected = r#"{"latitude":46.875,"longitude":9.75,"generationtime_ms":0.0,"utc_offset_seconds":0,"timezone":"GMT","timezone_abbreviation":"GMT","elevation":2300.0,"hourly_units":{"time":"iso8601","temperature_2m":"°C"},"hourly":{"time":["2026-01-10T00:00","2026-01-10T01:00""#;
    assert!(shape(&body).starts_with(&shape(expected)), "{body}");
    assert!(body.starts_with(r#"{"latitude":46.875,"longitude":9.75,"#), "{body}");
    assert!(body.contains(r#","elevation":2300.0,"#));
    assert!(body.ends_with("]}}"));
}

#[test]
fn later_locations_have_an_id() {
    let body = text("latitude=46.8,39.6,-45&longitude=9.8,-106.5,170&hourly=precipitation&forecast_days=1");
    assert!(body.starts_with('[') && body.ends_with(']'));
    assert_eq!(body.matches("\"location_id\":").count(), 2);
    assert!(
        body.contains(",\"location_id\":1,\"hourly_units\"")
            && body.contains(",\"location_id\":2,\"hourly_units\"")
    );
}

#[test]
fn suffixes_need_several_models() {
    let alps = text(
        "latitude=46.8&longitude=9.8&hourly=snowfall,snow_depth&models=icon_d2,gfs_seamless&forecast_days=1",
    );
    let order =
        ["snowfall_icon_d2", "snowfall_gfs_seamless", "snow_depth_icon_d2", "snow_depth_gfs_seamless"];
    let at: Vec<usize> = order.iter().map(|key| alps.find(&format!("\"{key}\":")).unwrap()).collect();
    assert!(at.is_sorted(), "{at:?}");
    let rockies =
        text("latitude=39.6&longitude=-106.5&hourly=snowfall&models=icon_d2,gfs_seamless&forecast_days=1");
    assert!(rockies.contains("\"snowfall\":[") && !rockies.contains("gfs"));
    let nowhere = text("latitude=39.6&longitude=-106.5&hourly=snowfall&models=icon_d2");
    assert_eq!(nowhere, "Unexpected error while streaming data: noDataAvailableForThisLocation");
}

#[test]
fn missing_variables_are_undefined() {
    let body = text(
        "latitude=46.8&longitude=9.8&hourly=snow_depth&models=jma_seamless,gfs_seamless&forecast_days=1",
    );
    assert!(
        body.contains(r#""snow_depth_jma_seamless":"undefined","snow_depth_gfs_seamless":"m""#),
        "{body}"
    );
    assert!(body.contains(r#""snow_depth_jma_seamless":[null,null"#));
}

#[test]
fn nan_elevation_is_omitted() {
    assert!(
        !text("latitude=46.8&longitude=9.8&elevation=nan&hourly=precipitation").contains("\"elevation\"")
    );
    assert!(text("latitude=46.8&longitude=9.8&hourly=precipitation").contains("\"elevation\""));
}

#[test]
fn units_follow_the_request() {
    let body = text(
        "latitude=-35&longitude=138.6&hourly=wind_speed_10m,temperature_2m,snow_depth&wind_speed_unit=mph&temperature_unit=fahrenheit\
         &precipitation_unit=inch&timezone=Australia%2FAdelaide&forecast_days=1",
    );
    for part in [
        r#""utc_offset_seconds":37800,"timezone":"Australia/Adelaide","timezone_abbreviation":"ACDT""#,
        r#""wind_speed_10m":"mp/h","temperature_2m":"°F","snow_depth":"ft""#,
        r#""time":["2026-01-10T00:00","#,
    ] {
        assert!(body.contains(part), "{part} in {body}");
    }
}

#[test]
fn responses_are_marked_synthetic() {
    let now = Timestamp::parse("2026-01-10T12:00:00Z").unwrap();
    for (path, query) in [("/v1/forecast", ""), ("/v1/forecast", "latitude=1&longitude=1"), ("/else", "")] {
        let answer = handle(&World::default(), path, query, now, 0);
        assert!(answer.headers.contains(&("X-Synthetic", "true".to_owned())), "{path} {query}");
    }
    assert_eq!(handle(&World::default(), "/else", "", now, 0).status, 404);
    let refused = ask("latitude=1");
    assert_eq!(refused.status, 400);
    assert_eq!(
        refused.body,
        br#"{"error":true,"reason":"Parameter 'latitude' and 'longitude' must have the same number of elements"}"#
    );
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_query_panics(
        free in "[ -~]{0,60}",
        lat in -95.0f64..95.0,
        lon in -190.0f64..190.0,
        elevation in prop::sample::select(vec!["nan", "-5000", "0", "8848", "1e300", "inf", ""]),
        days in -1i64..18,
    ) {
        let query = format!(
            "latitude={lat}&longitude={lon}&elevation={elevation}&hourly=temperature_2m,snow_depth,freezing_level_height\
             &forecast_days={days}&{free}"
        );
        let answer = ask(&query);
        prop_assert!(answer.status == 200 || answer.status == 400);
        prop_assert!(serde_json::from_slice::<serde_json::Value>(&answer.body).is_ok(), "{:?}", answer.body);
    }
}
