//! The forecasts are synthetic, in the service's format.

use super::*;
use crate::error::Refusal;

fn entry(time: &str, value: &str) -> String {
    format!(r#"{{"validTime":"2026-01-10T{time}","value":{value}}}"#)
}

fn layer(name: &str, uom: &str, entries: &[String]) -> String {
    format!(r#""{name}":{{"uom":"wmoUnit:{uom}","values":[{}]}}"#, entries.join(","))
}

fn body(layers: &[String]) -> String {
    format!(
        r#"{{"type":"Feature","properties":{{"updateTime":"2026-01-10T03:15:41+00:00","elevation":{{"unitCode":"wmoUnit:m","value":2987.04}},"gridId":"BOU","gridX":"24","gridY":"71",{}}}}}"#,
        layers.join(",")
    )
}

fn read(layers: &[String]) -> Result<Grid, ParseError> {
    Grid::read(body(layers).as_bytes())
}

#[test]
fn a_forecast_reads_in_the_contracts_units() {
    let grid = read(&[
        layer(
            "snowfallAmount",
            "mm",
            &[entry("00:00:00+00:00/PT6H", "76.2"), entry("06:00:00+00:00/PT6H", "0")],
        ),
        layer("quantitativePrecipitation", "mm", &[entry("00:00:00+00:00/PT6H", "5")]),
        r#""snowLevel":{"values":[]}"#.to_owned(),
        layer(
            "temperature",
            "degC",
            &[entry("00:00:00+00:00/PT2H", "-7.5"), entry("02:00:00+00:00/PT1H", "null")],
        ),
        layer("windSpeed", "km_h-1", &[entry("00:00:00+00:00/PT1H", "36")]),
        layer("windGust", "km_h-1", &[entry("00:00:00+00:00/PT1H", "72")]),
    ])
    .unwrap();
    assert_eq!(grid.faults, []);
    assert_eq!(grid.cell.as_ref().map(ToString::to_string).as_deref(), Some("BOU/24,71"));
    assert_eq!(grid.elevation_m, Some(2_987.04));
    let start = Timestamp::parse("2026-01-10T00:00:00Z").unwrap();
    assert_eq!(grid.snowfall_mm.total(start, start.plus_millis(12 * 3_600_000)), Some(76.2));
    let hours: Vec<_> = grid.snowfall_mm.hours().iter().map(|hour| hour.value).collect();
    assert_eq!(hours[..6], [None; 6]);
    assert_eq!(hours[6..], [Some(0.0); 6]);
    let temps: Vec<_> = grid.temp_c.hours().iter().map(|hour| hour.value).collect();
    assert_eq!(temps, [Some(-7.5), Some(-7.5), None]);
    assert_eq!(grid.wind_mps.at(start), Some(10.0));
    assert_eq!(grid.gust_mps.at(start), Some(20.0));
    assert_eq!(grid.snow_level_m.hours(), []);
}

#[test]
fn one_bad_value_leaves_a_gap_and_one_bad_layer_leaves_the_rest() {
    let grid = read(&[
        layer(
            "temperature",
            "degC",
            &[
                entry("03:00:00+00:00/PT1H", "-3"),
                entry("00:00:00+00:00/PT1H", "0"),
                entry("01:00:00+00:00/PT1H", "NaN"),
                entry("02:00:00+00:00/PT1H", "999"),
                entry("03:00:00+00:00/PT2H", "-4"),
                entry("soon", "-4"),
                "7".to_owned(),
                r#"{"validTime":"2026-01-10T09:00:00+00:00/PT1H","val":1}"#.to_owned(),
            ],
        ),
        layer("windSpeed", "parsec", &[entry("00:00:00+00:00/PT1H", "36")]),
        layer("snowfallAmount", "mm", &[entry("00:00:00+00:00/PT1H", "-1")]),
        r#""snowLevel":[],"windGust":{"values":[{"validTime":"2026-01-10T00:00:00+00:00/PT1H","value":3}]}"#
            .to_owned(),
    ])
    .unwrap();
    let temps: Vec<_> = grid.temp_c.hours().iter().map(|hour| hour.value).collect();
    assert_eq!(temps, [Some(0.0), None, None, Some(-3.0)]);
    assert_eq!(
        (grid.wind_mps.spans(), grid.gust_mps.spans(), grid.snowfall_mm.spans()),
        (&[][..], &[][..], &[][..])
    );
    let faults: Vec<String> = grid.faults.iter().map(ToString::to_string).collect();
    for wanted in [
        "6 of 8 values of temperature",
        "windSpeed comes in a unit",
        "1 of 1 values of snowfallAmount",
        "snowLevel holds no list",
        "not given",
        "no layer quantitativePrecipitation",
    ] {
        assert!(faults.iter().any(|fault| fault.contains(wanted)), "{wanted}: {faults:?}");
    }
}

#[test]
fn other_units_of_the_same_kind_are_converted() {
    let grid = read(&[
        layer("temperature", "degF", &[entry("00:00:00+00:00/PT1H", "14")]),
        layer("snowfallAmount", "cm", &[entry("00:00:00+00:00/PT1H", "3")]),
        layer("windSpeed", "m_s-1", &[entry("00:00:00+00:00/PT1H", "3")]),
        layer("snowLevel", "ft", &[entry("00:00:00+00:00/PT1H", "10000")]),
    ])
    .unwrap();
    let first = |states: &States| states.spans()[0].1;
    assert_eq!((first(&grid.temp_c), first(&grid.wind_mps)), (Some(-10.0), Some(3.0)));
    assert_eq!(first(&grid.snow_level_m), Some(3_048.0));
    assert_eq!(grid.snowfall_mm.spans()[0].1, Some(30.0));
}

#[test]
fn answers_that_are_no_forecast() {
    let kind = |text: &str| Grid::read(text.as_bytes()).unwrap_err().kind;
    assert_eq!(kind(""), Kind::Empty);
    assert_eq!(kind("<html>"), Kind::Html);
    let whole = body(&[layer("temperature", "degC", &[entry("00:00:00+00:00/PT1H", "1")])]);
    assert_eq!(kind(&whole[..whole.len() - 1]), Kind::Truncated);
    let problem = r#"{"title":"Not Found","status":404,"detail":"Grid point not found"}"#;
    assert!(matches!(kind(problem), Kind::Refused { refusal: Refusal::NoData, .. }));
    assert!(
        matches!(kind(&body(&[layer("temp", "degC", &[])])), Kind::Malformed(text) if text.contains("without any layer"))
    );
    assert_eq!(
        kind(&body(&LAYER_NAMES.map(|name| format!(r#""{name}":{{"values":[]}}"#)))),
        Kind::NothingReported
    );
}

const LAYER_NAMES: [&str; LAYERS] =
    ["snowfallAmount", "quantitativePrecipitation", "snowLevel", "temperature", "windSpeed", "windGust"];

#[test]
fn observations_keep_every_layer_of_numbers() {
    let text = body(&[
        layer(
            "temperature",
            "degC",
            &[entry("00:00:00+00:00/PT2H", "-7.5"), entry("soon", "1"), entry("02:00:00+00:00/PT1H", "null")],
        ),
        r#""weather":{"values":[{"validTime":"2026-01-10T00:00:00+00:00/PT2H","value":[{"weather":null}]}]}"#
            .to_owned(),
    ]);
    let read = observations(text.as_bytes()).unwrap();
    assert_eq!(read.faults().len(), 1);
    let values: Vec<_> = read.collect();
    assert_eq!(values.len(), 2);
    assert_eq!(
        (values[0].interval.as_str(), values[0].value, values[0].unit.as_deref()),
        ("PT2H", Some(-7.5), Some("wmoUnit:degC"))
    );
    assert_eq!(values[1].value, None);
}
