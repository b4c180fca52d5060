use conditions_core::time::{HOUR_MS, Timestamp};
use sources::doubt::Series;

use super::*;
use crate::stations::history::{History, Past};
use crate::stations::readings as resolved;

#[test]
fn rebuilt_past_has_same_new_snow() {
    let now = Timestamp::parse("2026-01-10T12:00:00Z").unwrap();
    let policy = &conditions_core::policy::Policy::CONTRACT.readings;
    let limits = sources::StationNetwork::limits(&sources::tawes::Tawes);
    let station = sources::station::Station {
        network: "tawes",
        id: "90001".to_owned(),
        name: "Synthetic".into(),
        site: conditions_core::evidence::Site::Mountain,
        lat: 47.0,
        lon: 12.0,
        elevation_m: Some(1_900.0),
        utc_offset_s: None,
        measures_snow: None,
    };
    let mut series = Series::new();
    let mut rows = Vec::new();
    for hour in -50..=0 {
        let at = now.plus_millis(hour * HOUR_MS);
        let mut reading = Reading::new("90001", at);
        reading.snow_depth_cm = Some(150.0 + (hour / 2) as f64);
        reading.temp_c = Some(-5.0 + 0.1 * (hour % 7) as f64);
        series.insert(at, reading);
        let said =
            resolved::summarize(&station, 2.0, &Past::from_series(series.clone(), &limits), &limits, policy);
        rows.push(Stations::encode(&said));
    }
    let mut history = History::new(limits);
    rows.push("not a payload".to_owned());
    history.add(readings(rows.iter().map(String::as_str)), now, 0);
    let of = |past: &Past| resolved::summarize(&station, 2.0, past, &limits, policy);
    let rebuilt = of(history.get("90001").unwrap());
    assert_eq!(rebuilt, of(&Past::from_series(series, &limits)));
    assert!(rebuilt[0].new_snow24h_cm.is_some_and(|cm| (11.0..16.0).contains(&cm)), "{rebuilt:?}");
    assert!(rebuilt[0].new_snow48h_cm.is_some_and(|cm| (23.0..33.0).contains(&cm)), "{rebuilt:?}");
}
