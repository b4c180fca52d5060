//! Tests with synthetic texts in the real wire format.

use super::*;
use crate::error::FaultPosition;
use crate::json_cut::Raw;

fn location(text: &str) -> Location {
    Location::read(Raw::new(text.as_bytes()), FaultPosition::Body).unwrap()
}

fn asked(models: &[&str]) -> Vec<String> {
    models.iter().map(|model| (*model).to_owned()).collect()
}

const TIMES: &str = r#""time":["2026-01-10T00:00","2026-01-10T01:00","2026-01-10T02:00"]"#;

fn hourly(units: &str, columns: &str) -> Location {
    location(&format!(
        r#"{{"latitude":46.5,"longitude":9.75,"utc_offset_seconds":0,"timezone":"GMT",
        "hourly_units":{{"time":"iso8601",{units}}},"hourly":{{{TIMES},{columns}}}}}"#
    ))
}

fn one(units: &str, columns: &str, models: &[&str]) -> (HourlySeries, Vec<Remark>) {
    let (mut series, remarks) = read(&hourly(units, columns), &asked(models)).unwrap();
    assert_eq!(series.len(), 1, "{series:?}");
    (series.remove(0), remarks)
}

#[test]
fn suffixed_columns_go_to_their_models() {
    let (series, remarks) = read(
        &hourly(
            r#""temperature_2m_gfs_seamless":"°C","temperature_2m_icon_seamless":"°C","precipitation_gfs_seamless":"mm","precipitation_icon_seamless":"mm""#,
            r#""temperature_2m_gfs_seamless":[-1.5,-0.0,null],"temperature_2m_icon_seamless":[1,2,3],
            "precipitation_gfs_seamless":[0.10,0.00,0.30],"precipitation_icon_seamless":[null,null,0.7]"#,
        ),
        &asked(&["gfs_seamless", "icon_seamless"]),
    )
    .unwrap();
    assert_eq!(remarks, []);
    assert_eq!(series[0].model, "gfs_seamless");
    assert_eq!(series[0].temp_c, [Some(-1.5), Some(0.0), None]);
    assert_eq!(series[0].precipitation_mm, [Some(0.1), Some(0.0), Some(0.3)]);
    assert!(series[0].wind_mps.is_empty());
    assert_eq!(series[1].precipitation_mm, [None, None, Some(0.7)]);
    assert_eq!(series[1].start.to_string(), "2026-01-10T00:00:00.000Z");
}

#[test]
fn missing_suffix_needs_a_single_model() {
    let (alone, remarks) = one(r#""temperature_2m":"°C""#, r#""temperature_2m":[1,2,3]"#, &["gfs_seamless"]);
    assert_eq!((alone.model.as_str(), remarks), ("gfs_seamless", vec![]));
    let (one_of_two, remarks) =
        one(r#""temperature_2m":"°C""#, r#""temperature_2m":[1,2,3]"#, &["gfs_seamless", "icon_d2"]);
    assert_eq!((one_of_two.model.as_str(), remarks), (UNATTRIBUTED, vec![Remark::Unattributed]));
}

#[test]
fn foreign_columns_are_noted() {
    let units = r#""temperature_2m_gfs_seamless":"°C","temperature_2m_icon_d2":"°C","temperature_2m_moon":"°C","weather_code_gfs_seamless":"wmo code","surprise":"m""#;
    let columns = r#""temperature_2m_gfs_seamless":[1,2,3],"temperature_2m_icon_d2":[7,7,7],"temperature_2m_moon":[8,8,8],
        "weather_code_gfs_seamless":[1,2,3],"surprise":[1,1,1],"temperature_2m_gfs_seamless":[9,9,9]"#;
    let (series, remarks) = one(units, columns, &["gfs_seamless", "icon_seamless"]);
    assert_eq!(series.temp_c, [Some(1.0), Some(2.0), Some(3.0)]);
    assert_eq!(
        remarks,
        [
            Remark::UnaskedModel("temperature_2m_icon_d2".to_owned()),
            Remark::UnaskedModel("temperature_2m_moon".to_owned()),
            Remark::UnknownColumn("weather_code_gfs_seamless".to_owned()),
            Remark::UnknownColumn("surprise".to_owned()),
            Remark::RepeatedColumn("temperature_2m_gfs_seamless".to_owned()),
        ]
    );
}

#[test]
fn unknown_units_drop_the_column() {
    let units = r#""temperature_2m":"°F","wind_speed_10m":"mp/h","wind_gusts_10m":"furlong/h","snow_depth":"ft","precipitation":"inch""#;
    let columns = r#""temperature_2m":[14,32,null],"wind_speed_10m":[10,0,10],"wind_gusts_10m":[1,2,3],
        "snow_depth":[1,2,3],"precipitation":[1,0,0],"cloud_cover":[1,2,3]"#;
    let (series, remarks) = one(units, columns, &["gfs_seamless"]);
    assert_eq!(series.temp_c, [Some(-10.0), Some(0.0), None]);
    assert_eq!(series.wind_mps[0], Some(4.4704));
    assert_eq!(series.snow_depth_cm[0], Some(30.48));
    assert_eq!(series.precipitation_mm[0], Some(25.4));
    assert!(series.gust_mps.is_empty() && series.cloud_pct.is_empty());
    assert_eq!(
        remarks,
        [
            Remark::UnknownUnit { column: "wind_gusts_10m".to_owned(), unit: "furlong/h".to_owned() },
            Remark::UnknownUnit { column: "cloud_cover".to_owned(), unit: String::new() },
        ]
    );
}

#[test]
fn undefined_columns_are_silent() {
    let units = r#""temperature_2m_jma_seamless":"°C","snow_depth_jma_seamless":"undefined","temperature_2m_gfs_seamless":"undefined","snow_depth_gfs_seamless":"undefined""#;
    let columns = r#""temperature_2m_jma_seamless":[1,2,3],"snow_depth_jma_seamless":[null,null,null],
        "temperature_2m_gfs_seamless":[null,null,null],"snow_depth_gfs_seamless":[null,null,null]"#;
    let (series, remarks) = one(units, columns, &["jma_seamless", "gfs_seamless"]);
    assert_eq!(series.model, "jma_seamless");
    assert!(series.snow_depth_cm.is_empty());
    assert_eq!(remarks, [Remark::SilentModel("gfs_seamless".to_owned())]);
    let nothing = hourly(r#""temperature_2m":"°C""#, r#""temperature_2m":[null,null,null]"#);
    assert_eq!(read(&nothing, &asked(&["gfs_seamless"])), Err(Kind::NothingReported));
}

#[test]
fn unequal_columns_are_never_shifted() {
    let (series, remarks) = one(
        r#""temperature_2m":"°C","precipitation":"mm""#,
        r#""temperature_2m":[1,2],"precipitation":[1,2,3,4]"#,
        &["gfs_seamless"],
    );
    assert_eq!(series.temp_c, [Some(1.0), Some(2.0), None]);
    assert_eq!(series.precipitation_mm, [Some(1.0), Some(2.0), Some(3.0)]);
    let unequal = |column: &str, got| Remark::UnequalLength { column: column.to_owned(), got, want: 3 };
    assert_eq!(remarks, [unequal("temperature_2m", 2), unequal("precipitation", 4)]);
}

#[test]
fn impossible_values_are_null() {
    let (series, remarks) = one(
        r#""precipitation":"mm","temperature_2m":"°C""#,
        r#""precipitation":[-1,-0.3,"wet"],"temperature_2m":[1e300,-5,true]"#,
        &["gfs_seamless"],
    );
    assert_eq!(series.precipitation_mm, [None, Some(-0.3), None]);
    assert_eq!(series.temp_c, [None, Some(-5.0), None]);
    assert_eq!(remarks.len(), 2);
    assert!(matches!(remarks[0], Remark::ImpossibleValues { count: 2, .. }));
}

#[test]
fn zones_and_unixtime_agree() {
    for (offset, times) in [
        (34_200, r#"["2026-01-10T09:30","2026-01-10T10:30"]"#),
        (-32_400, r#"["2026-01-09T15:00","2026-01-09T16:00"]"#),
        (34_200, "[1768003200,1768006800]"),
    ] {
        let text = format!(
            r#"{{"utc_offset_seconds":{offset},"hourly_units":{{"temperature_2m":"°C"}},
            "hourly":{{"time":{times},"temperature_2m":[1,2]}}}}"#
        );
        let (series, _) = read(&location(&text), &asked(&["gfs_seamless"])).unwrap();
        assert_eq!(series[0].start.to_string(), "2026-01-10T00:00:00.000Z", "{times}");
    }
}

#[test]
fn broken_axes_are_named() {
    let read = |text: &str| read(&location(text), &asked(&["gfs_seamless"])).unwrap_err();
    assert!(matches!(read(r#"{"latitude":1}"#), Kind::Malformed(_)));
    assert!(matches!(read(r#"{"hourly":{"temperature_2m":[1]}}"#), Kind::Times(_)));
    assert!(matches!(read(r#"{"hourly":{"time":[],"temperature_2m":[1]}}"#), Kind::Times(_)));
    assert!(matches!(
        read(r#"{"timezone":"Asia/Tokyo","hourly":{"time":["2026-01-10T00:00"]}}"#),
        Kind::Times(_)
    ));
}

#[test]
fn a_gap_is_null_with_a_note() {
    let text = r#"{"hourly_units":{"temperature_2m":"°C"},"hourly":{"temperature_2m":[1,3,0],
        "time":["2026-01-10T00:00","2026-01-10T03:00","2026-01-10T01:00"]}}"#;
    let (series, remarks) = read(&location(text), &asked(&["gfs_seamless"])).unwrap();
    assert_eq!(series[0].temp_c, [Some(1.0), Some(0.0), None, Some(3.0)]);
    assert_eq!(remarks, [Remark::OddTimes("1 out of order, 1 missing".to_owned())]);
}

#[test]
fn unusable_columns_are_named() {
    let kind =
        read(&hourly("\"x\":\"m\"", r#""temperature_2m":[1,2,3]"#), &asked(&["gfs_seamless"])).unwrap_err();
    assert_eq!(
        kind,
        Kind::Malformed(r#"nothing to use: column temperature_2m is in "": left out"#.to_owned())
    );
}
