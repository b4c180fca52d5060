use conditions_core::evidence::Site;

use super::*;

fn station(id: &str) -> Station {
    Station {
        network: "snotel",
        id: id.to_owned(),
        name: "Synthetic".into(),
        site: Site::Snow,
        lat: 39.6,
        lon: -106.4,
        elevation_m: Some(3_000.5),
        utc_offset_s: Some(-28_800),
        measures_snow: Some(true),
    }
}

fn directory(count: usize) -> Directory {
    Directory {
        fetched_at: Timestamp::parse("2026-01-10T12:00:00Z").unwrap(),
        moved: BTreeMap::from([("moved".to_owned(), Timestamp::from_millis(1))]),
        stations: (0..count).map(|n| station(&n.to_string())).collect(),
    }
}

#[test]
fn stored_list_is_restored() {
    let mut kept = directory(2);
    kept.stations[1].elevation_m = None;
    kept.stations[1].utc_offset_s = None;
    assert_eq!(Directory::decode("snotel", &kept.encode()), Some(kept));
}

#[test]
fn rejects_unknown_forms() {
    let text = directory(1).encode();
    assert_eq!(Directory::decode("snotel", &text.replace("\"v\":1", "\"v\":2")), None);
    assert_eq!(Directory::decode("snotel", "<html>"), None);
    assert_eq!(Directory::decode("snotel", ""), None);
}

#[test]
fn list_is_valid_for_a_day() {
    let kept = directory(1);
    assert!(!kept.is_old(kept.fetched_at.plus_millis(DAY_MS - 1)));
    assert!(kept.is_old(kept.fetched_at.plus_millis(DAY_MS)));
    assert!(kept.is_old(kept.fetched_at.plus_millis(-DAY_MS)), "a list from tomorrow counts as old");
}

#[test]
fn rejects_list_that_lost_stations() {
    assert!(directory(10).believes(&directory(5).stations));
    assert!(!directory(10).believes(&directory(4).stations));
    assert!(directory(0).believes(&[]));
}
