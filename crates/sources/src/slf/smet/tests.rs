//! Tests with synthetic files in the real format.

use super::*;
use crate::station::Reason;

const FILE: &str = "SMET 1.1 ASCII
[HEADER]
units_offset = 0 273.15 0 0 273.15
tz           = 1
fields       = timestamp TSS HS VW TA
nodata       = -777
altitude     = 2390.0
longitude    = 9.95  # degrees
latitude     = 46.75
units_multiplier = 1 0.1 0.01 1 1
station_id   = SYN2
[DATA]
2014-12-01T00:00  -70  36.0  6.0  -8.0

2014-12-01T00:30  -777  -777  -777  -777
2014-12-01T01:00  3  135 -777 1.5   # melting
2014-12-01T01:30  3  135
soon 3 135 1 1
2014-12-01T02:00  x  135 400 -8
";

fn read(text: &str) -> ParsedItems<Reading> {
    Smet::read(text.as_bytes()).unwrap().readings()
}

fn near(value: Option<f64>, wanted: f64) -> bool {
    value.is_some_and(|value| (value - wanted).abs() < 1e-9)
}

#[test]
fn columns_follow_the_header() {
    let smet = Smet::read(FILE.as_bytes()).unwrap();
    assert_eq!(smet.station.id, "SYN2");
    assert_eq!((smet.station.elevation_m, smet.station.utc_offset_s), (Some(2_390.0), Some(3_600)));
    let parsed = smet.readings();
    assert_eq!(parsed.items.len(), 3);
    let first = &parsed.items[0];
    assert_eq!(first.observed_at.to_string(), "2014-11-30T23:00:00.000Z");
    assert!(near(first.snow_depth_cm, 36.0), "{first:?}");
    assert!(near(first.temp_c, -8.0), "{first:?}");
    assert!(near(first.surface_temp_c, -7.0), "{first:?}");
    assert_eq!(first.wind_mps, Some(6.0));
}

#[test]
fn nodata_is_compared_before_scaling() {
    let parsed = read(FILE);
    let melting = &parsed.items[1];
    assert_eq!(melting.observed_at.to_string(), "2014-12-01T00:00:00.000Z");
    assert_eq!((melting.surface_temp_c, melting.wind_mps), (Some(0.0), None));
    let last = &parsed.items[2];
    let reasons: Vec<_> = last.dropped.iter().map(|note| note.reason.clone()).collect();
    assert_eq!(reasons, [Reason::Range, Reason::NotANumber]);
    assert_eq!(parsed.faults.len(), 2, "{:?}", parsed.faults);
}

#[test]
fn truncated_file_keeps_complete_lines() {
    let cut = &FILE[..FILE.find("6.0  -8.0").unwrap() + 1];
    assert_eq!(Smet::read(cut.as_bytes()).unwrap_err().kind, Kind::Truncated);
    let cut = &FILE[..FILE.len() - 2];
    let parsed = read(cut);
    assert_eq!(parsed.items.len(), 2);
    assert_eq!(parsed.faults.last().unwrap().kind, Kind::Truncated);
    for cut in 0..FILE.len() {
        let _ = Smet::read(&FILE.as_bytes()[..cut]);
    }
    assert_eq!(Smet::read(&FILE.as_bytes()[..60]).unwrap_err().kind, Kind::Truncated);
}

#[test]
fn rejects_incomplete_headers() {
    let refused = |from: &str, to: &str| {
        let text = FILE.replace(from, to);
        assert_ne!(text, FILE);
        Smet::read(text.as_bytes()).unwrap_err().kind.to_string()
    };
    assert!(refused("ASCII", "BINARY").contains("BINARY"));
    assert!(refused("station_id", "station").contains("station_id"));
    assert!(refused("latitude     = 46.75", "").contains("latitude"));
    assert!(refused("fields ", "columns ").contains("fields"));
    assert!(refused("timestamp", "time").contains("timestamp"));
    assert!(refused("1 0.1 0.01 1 1", "1 0.1 0.01 1").contains("4 entries for 5"));
    assert!(refused("nodata       = -777", "nodata = none").contains("nodata"));
    assert!(refused("tz           = 1", "tz = 90").contains("time zone"));
}

#[test]
fn reads_day_numbers() {
    let text = "SMET 1.1 ASCII\r\n[HEADER]\r\nstation_id = A\r\nlatitude = 46\r\nlongitude = 9\r\nfields = julian HS\r\n\
                [DATA]\r\n2457023.5 1.25\r\n2457023.520833 -999\r\n2457023.541667 nan\r\n";
    let parsed = read(text);
    assert_eq!(parsed.items.len(), 2);
    assert_eq!(parsed.items[0].observed_at.to_string(), "2015-01-01T00:00:00.000Z");
    assert_eq!(parsed.items[0].snow_depth_cm, Some(125.0));
    assert_eq!(parsed.items[1].observed_at.to_string(), "2015-01-01T01:00:00.000Z");
    assert_eq!(parsed.items[1].dropped.len(), 1);
}
