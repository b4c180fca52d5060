use std::collections::HashSet;

use sources::lanes::credits;
use sources::lifts::{self, FAMILIES};
use sources::{LANES, NETWORKS, lanes};

#[test]
fn lanes_are_unique_and_complete() {
    let mut ids = HashSet::new();
    for lane in LANES {
        let meta = lane.meta();
        assert!(ids.insert(meta.id), "{} twice", meta.id);
        assert!(
            meta.id.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-'),
            "{}",
            meta.id
        );
        for url in [meta.terms, meta.base_url, meta.docs, meta.credit.url] {
            assert!(url.starts_with("https://"), "{}: {url}", meta.id);
        }
        for text in [meta.title, meta.measures, meta.credit.text] {
            assert!(!text.is_empty(), "{}", meta.id);
        }
        let rhythm = meta.rhythm;
        assert!(rhythm.period_ms >= 60_000 && rhythm.silent_ms > rhythm.period_ms, "{}", meta.id);
        assert!(meta.allowance.calls.iter().all(|(count, ms)| *count > 0 && *ms > 0), "{}", meta.id);
        assert_eq!(lanes::silent_ms(meta.id), rhythm.silent_ms);
        assert_eq!(lanes::find(meta.id).map(|found| found.meta().id), Some(meta.id));
    }
    for family in FAMILIES {
        let id = family.meta().id;
        assert!(ids.insert(id), "{id} twice");
        assert_eq!(lifts::find(id).map(|found| found.meta().id), Some(id));
        assert!(lanes::find(id).is_none());
    }
    assert!(lanes::find("nonsense").is_none());
}

#[test]
fn parts_of_lanes_share_their_silence() {
    assert_eq!(lanes::silent_ms("enso/roni"), 72 * 3_600_000);
    assert_eq!(lanes::silent_ms("vail/park-city"), 6 * 3_600_000);
}

#[test]
fn limits_follow_the_gauge_step() {
    let stuck = NETWORKS.map(|network| (network.meta().id, network.limits().depth.stuck_hours));
    let metric = 168;
    assert_eq!(
        stuck,
        [
            ("snotel", 240),
            ("slf", 72),
            ("metar", metric),
            ("swob", metric),
            ("tawes", metric),
            ("amedas", metric)
        ]
    );
}

#[test]
fn credits_name_service_and_providers() {
    let credits = credits();
    let names: Vec<&str> = credits.iter().map(|credit| credit.name).collect();
    assert_eq!(names[0], "Open-Meteo");
    for name in ["ECMWF", "NOAA", "DWD", "JMA", "Météo-France"] {
        assert!(names.contains(&name), "{name}");
    }
    assert_eq!(credits[0].text, "Weather data by Open-Meteo.com");
    let distinct: HashSet<&str> = names.iter().copied().collect();
    assert_eq!(distinct.len(), names.len());
}
