//! Tests with synthetic texts in the real wire format.

use super::super::LANE;
use super::*;

fn lines(body: &str) -> Vec<String> {
    read(LANE, body.as_bytes()).unwrap().map(|value| serde_json::to_string(&value).unwrap()).collect()
}

const TWO: &str = r#"[{"latitude":46.5,"longitude":9.75,"utc_offset_seconds":3600,"timezone":"Europe/Zurich",
"current_units":{"time":"iso8601","interval":"seconds","weather_code":"wmo code"},
"current":{"time":"2026-01-10T10:45","interval":900,"weather_code":3},
"daily_units":{"time":"iso8601","sunrise_gfs_seamless":"iso8601","snowfall_sum_gfs_seamless":"cm"},
"daily":{"time":["2026-01-10"],"sunrise_gfs_seamless":["2026-01-10T08:05"],"snowfall_sum_gfs_seamless":[null]}},
{"latitude":1,"longitude":2,"utc_offset_seconds":0,"location_id":1,
"hourly_units":{"time":"iso8601","x":"m"},"hourly":{"time":["2026-01-10T00:00","bad"],"x":[-0.0,5]}}]"#;

#[test]
fn every_section_gives_its_values() {
    assert_eq!(
        lines(TWO),
        [
            r#"{"lane":"open-meteo","location":0,"lat":46.5,"lon":9.75,"model":null,"interval":"current","time":"2026-01-10T09:45:00.000Z","variable":"weather_code","value":3.0,"unit":"wmo code"}"#,
            r#"{"lane":"open-meteo","location":0,"lat":46.5,"lon":9.75,"model":"gfs_seamless","interval":"daily","time":"2026-01-10","variable":"sunrise","value":1768028700.0,"unit":"unixtime"}"#,
            r#"{"lane":"open-meteo","location":0,"lat":46.5,"lon":9.75,"model":"gfs_seamless","interval":"daily","time":"2026-01-10","variable":"snowfall_sum","value":null,"unit":"cm"}"#,
            r#"{"lane":"open-meteo","location":1,"lat":1.0,"lon":2.0,"model":null,"interval":"hourly","time":"2026-01-10T00:00:00.000Z","variable":"x","value":0.0,"unit":"m"}"#,
        ]
    );
}

#[test]
fn reports_unreadable_values() {
    let cut = &TWO[..TWO.rfind("location_id").unwrap()];
    let values = read(LANE, cut.as_bytes()).unwrap();
    assert_eq!(values.faults().len(), 1);
    assert_eq!(values.count(), 3);
    assert!(read(LANE, br#"{"error":true,"reason":"no"}"#).is_err());
    assert!(read(LANE, b"").is_err());
    let zone =
        read(LANE, br#"{"timezone":"Asia/Tokyo","hourly":{"time":["2026-01-10T00:00"],"x":[1]}}"#).unwrap();
    assert_eq!(zone.faults().len(), 1);
    assert_eq!(zone.count(), 0);
}
