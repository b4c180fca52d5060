use conditions_core::evidence::Site;
use conditions_core::time::{DAY_MS, HOUR_MS};

use super::*;

fn now() -> Timestamp {
    Timestamp::parse("2026-01-10T12:00:00Z").unwrap()
}

fn station(id: &str, lat: f64) -> Station {
    Station {
        network: "slf",
        id: id.to_owned(),
        name: id.into(),
        site: Site::Mountain,
        lat,
        lon: 9.8,
        elevation_m: Some(2_300.0),
        utc_offset_s: None,
        measures_snow: Some(true),
    }
}

fn places() -> [Place; 1] {
    [Place {
        slug: "davos".to_owned(),
        lat: 46.83,
        lon: 9.81,
        base_m: Some(1_500.0),
        summit_m: Some(2_800.0),
    }]
}

fn list(first: f64) -> Vec<Station> {
    vec![station("AAA1", first), station("AAA2", 46.84), station("AAA3", 46.82)]
}

fn relist(known: &mut NetworkState, stations: Vec<Station>, days: i64) -> Option<DirectoryChange> {
    known.relist(stations, &places(), &Policy::contract(), now().plus_millis(days * DAY_MS))
}

fn wanted(known: &NetworkState) -> Vec<&str> {
    known.wanted().iter().map(|station| station.id.as_str()).collect()
}

#[test]
fn moved_station_waits_for_next_list() {
    let mut known = NetworkState::new(&sources::slf::Slf, None, Vec::new());
    relist(&mut known, list(46.83), 0);
    assert_eq!(wanted(&known), ["AAA1", "AAA2", "AAA3"]);
    let mut reading = Reading::new("AAA1", now());
    reading.snow_depth_cm = Some(120.0);
    known.add_readings(vec![reading], now(), 0);
    let moved = relist(&mut known, list(46.86), 1).unwrap();
    assert_eq!((moved.moved, wanted(&known)), (vec!["AAA1".to_owned()], vec!["AAA2", "AAA3"]));
    assert!(known.history.get("AAA1").is_none(), "its past was of another place");
    // After storing and loading, it still waits; the next list confirms it.
    let kept = known.directory().unwrap().encode();
    let mut known = NetworkState::new(&sources::slf::Slf, Directory::decode("slf", &kept), Vec::new());
    known.rematch(&places(), &Policy::contract());
    assert_eq!(wanted(&known), ["AAA2", "AAA3"]);
    assert_eq!(relist(&mut known, list(46.86), 2), Some(DirectoryChange::default()));
    assert_eq!(wanted(&known), ["AAA1", "AAA2", "AAA3"]);
}

#[test]
fn rejects_list_of_moved_stations() {
    let mut known = NetworkState::new(&sources::slf::Slf, None, Vec::new());
    relist(&mut known, list(46.83), 0);
    let swapped = list(46.83).into_iter().map(|one| Station { lat: one.lon, lon: one.lat, ..one }).collect();
    assert_eq!(relist(&mut known, swapped, 1), None);
    assert_eq!(relist(&mut known, Vec::new(), 1), None);
    assert_eq!(wanted(&known), ["AAA1", "AAA2", "AAA3"]);
}

/// Returns hourly depths of a station that grow by half a centimetre an hour, in freezing air.
fn hourly(hours: std::ops::RangeInclusive<i64>) -> Vec<Reading> {
    hours
        .map(|hour| {
            let mut reading = Reading::new("AAA1", now().plus_millis(hour * HOUR_MS));
            reading.snow_depth_cm = Some(150.0 + (hour / 2) as f64);
            reading.temp_c = Some(-5.0 + 0.1 * (hour % 7) as f64);
            reading
        })
        .collect()
}

#[test]
fn weekly_snow_survives_restarts() {
    let week = |rows: &[Row]| {
        let row = rows.iter().find(|row| row.slug == "davos").unwrap();
        Stations::decode(&row.payload).unwrap().iter().find_map(|reading| reading.new_snow7d_cm)
    };
    let mut never_stopped = NetworkState::new(&sources::slf::Slf, None, Vec::new());
    relist(&mut never_stopped, list(46.83), 0);
    never_stopped.add_readings(hourly(-170..=0), now(), 0);
    let expected = week(&never_stopped.changed_rows(&Policy::CONTRACT));
    assert!(expected.is_some_and(|cm| cm > 80.0), "{expected:?}");
    let mut rows: Vec<Row> = Vec::new();
    // One start a day; every response has the two days before it.
    for day in -7..=0_i64 {
        let at = now().plus_millis(day * DAY_MS);
        let mut known = NetworkState::new(&sources::slf::Slf, None, Vec::new());
        relist(&mut known, list(46.83), 0);
        let past = super::super::rebuilt::readings(rows.iter().map(|row| row.payload.as_str()));
        known.add_stored_readings(past, at, 0);
        known.add_readings(hourly(day * 24 - 48..=day * 24), at, 0);
        let news = known.changed_rows(&Policy::CONTRACT);
        known.stored(news.clone());
        assert!(known.changed_rows(&Policy::CONTRACT).is_empty(), "told once");
        rows.extend(news.clone());
        if day == 0 {
            assert_eq!(week(&news), expected);
        }
    }
    // A row has only the hours that no earlier row had.
    let earlier = |row: &Row| Stations::earlier(&row.payload).values().map(Vec::len).sum::<usize>();
    assert_eq!(rows.iter().map(earlier).collect::<Vec<_>>(), [48, 23, 23, 23, 23, 23, 23, 23]);
}

#[test]
fn only_changes_are_written() {
    let mut known = NetworkState::new(&sources::slf::Slf, None, Vec::new());
    relist(&mut known, list(46.83), 0);
    let hear = |known: &mut NetworkState, hours: i64, cm: f64| {
        let mut reading = Reading::new("AAA1", now().plus_millis(hours * HOUR_MS));
        reading.snow_depth_cm = Some(cm);
        let at = reading.observed_at;
        known.add_readings(vec![reading], at, 0);
        let rows = known.changed_rows(&Policy::CONTRACT);
        known.stored(rows.clone());
        rows.into_iter().map(|row| row.slug).collect::<Vec<_>>()
    };
    assert_eq!(hear(&mut known, 0, 120.0), ["davos"]);
    assert_eq!(hear(&mut known, 0, 120.0), [""; 0]);
    assert_eq!(hear(&mut known, 1, 120.2), ["davos"]);
}
