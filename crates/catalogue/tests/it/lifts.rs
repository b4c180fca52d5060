//! Compares lift totals with recorded feeds of the resorts, if they are available: a wrong total would make the service
//! withhold the number of open lifts.
use std::collections::BTreeMap;
use std::path::PathBuf;

use catalogue::embedded;

/// Maximum relative difference of a total; beyond it the service withholds the number of open lifts.
const MOST_OFF: f64 = 0.2;

/// Recordings by the slug of the resort. Recordings of other resorts are ignored.
const SLUGS: &[(&str, &str)] = &[("skiwelt", "skiwelt-wilder-kaiser-brixental")];

#[test]
fn lift_totals_match_recorded_feeds() {
    let folder = std::env::var_os("SNOW_PAYLOADS").map_or_else(
        || PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/payloads"),
        PathBuf::from,
    );
    let Ok(bytes) = std::fs::read(folder.join("lifts/expected_lift_status.json")) else {
        return eprintln!("no recorded lift feeds in {}: not tried", folder.display());
    };
    let feeds: BTreeMap<String, Vec<serde_json::Value>> =
        serde_json::from_slice(&bytes).expect("recorded feeds");
    let resorts = embedded().expect("the embedded catalogue");
    let mut compared = 0;
    for (name, recordings) in &feeds {
        let slug = SLUGS.iter().find(|(feed, _)| feed == name).map_or(name.as_str(), |(_, slug)| *slug);
        let Some(lifts) = resorts.iter().find(|resort| resort.slug == slug).and_then(|resort| resort.lifts)
        else {
            continue;
        };
        for recording in recordings {
            let Some(listed) = recording["expected"].as_object().map(serde_json::Map::len) else { continue };
            let off = (f64::from(lifts) - listed as f64).abs() / listed as f64;
            assert!(off <= MOST_OFF, "{slug}: {lifts} lifts, its feed lists {listed}");
            compared += 1;
        }
    }
    assert!(compared >= 8, "only {compared} feeds were compared");
}
