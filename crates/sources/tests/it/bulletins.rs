//! Tests with recorded avalanche bulletins, if present, and the levels that another program reads from them.

use std::collections::BTreeMap;
use std::fs;

use avalanche::{Bulletin, Elevation, Level, Part};
use chrono::NaiveDate;
use sources::avalanche::caaml::Caaml;
use sources::avalanche::eaws;
use sources::avalanche::issuers::{EUREGIO, ISSUERS, SLF};

use crate::payloads::payloads;

/// Services that rate without elevations, by the aggregate's convention.
const WITHOUT_ELEVATION: [&str; 7] = ["CH-", "IT-21-", "IT-23-", "IT-25-", "IT-34-", "IT-36-", "IT-57-"];

/// Returns the highest level of each region, and of its upper and lower part and its halves of the day; 0 if there is
/// none. `is_flat` tells from the identifier whether a region is rated without elevations.
fn levels(bulletins: &[Bulletin], is_flat: impl Fn(&str) -> bool) -> BTreeMap<String, u8> {
    let mut levels = BTreeMap::new();
    for bulletin in bulletins {
        for region in &bulletin.regions {
            let is_flat = is_flat(&region.id);
            for rating in &bulletin.ratings {
                let Elevation { from, to } = rating.elevation;
                let high = (is_flat || from.is_some() || to.is_none()).then_some(":high");
                let low = (is_flat || to.is_some() || from.is_none()).then_some(":low");
                let am = (rating.part != Part::Later).then_some(":am");
                let pm = (rating.part != Part::Earlier).then_some(":pm");
                let level = rating.danger.level().map_or(0, Level::number);
                for zone in [Some(""), high, low].into_iter().flatten() {
                    for part in [Some(""), am, pm].into_iter().flatten() {
                        let known = levels.entry(format!("{}{zone}{part}", region.id)).or_insert(0);
                        *known = level.max(*known);
                    }
                }
            }
        }
    }
    levels
}

#[test]
fn expected_levels_agree() {
    let Some(folder) = payloads("eaws") else { return };
    let cases: [(&str, &Caaml, &str); 4] = [
        ("test_CH_2023_11_27.json", &SLF, "test_CH_2023_11_27.ratings.json"),
        ("test_SI.json", &EUREGIO, "test_SI.ratings.json"),
        ("test_albina_2023_03_14.json", &EUREGIO, "test_albina_2023_03_14.ratings.json"),
        ("test_NO.caaml.json", &EUREGIO, "test_NO.ratings.json"),
    ];
    for (file, lane, expected) in cases {
        let read = lane.read(&lane.feeds[0], &fs::read(folder.join(file)).unwrap()).unwrap();
        assert_eq!(read.faults, [], "{file}");
        let expected: serde_json::Value =
            serde_json::from_slice(&fs::read(folder.join(expected)).unwrap()).unwrap();
        let expected: BTreeMap<String, u8> =
            serde_json::from_value(expected["maxDangerRatings"].clone()).unwrap();
        let is_flat = |id: &str| WITHOUT_ELEVATION.iter().any(|prefix| id.starts_with(prefix));
        let levels = levels(&read.bulletins, is_flat);
        let differing: Vec<_> =
            expected.iter().filter(|(key, level)| levels.get(*key) != Some(level)).collect();
        assert!(differing.is_empty() && !expected.is_empty(), "{file}: {differing:?}");
    }
}

#[test]
fn aggregate_keeps_all_levels() {
    let Some(folder) = payloads("eaws") else { return };
    let day = NaiveDate::from_ymd_opt(2026, 1, 10).unwrap();
    let mut compared = 0;
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if !path.to_string_lossy().ends_with(".ratings.json") {
            continue;
        }
        let body = fs::read(&path).unwrap();
        let read = eaws::read(&body, Some(day)).unwrap();
        assert_eq!(read.faults, [], "{}", path.display());
        let levels = levels(&read.bulletins, |_| false);
        let expected: serde_json::Value = serde_json::from_slice(&body).unwrap();
        let expected: BTreeMap<String, u8> =
            serde_json::from_value(expected["maxDangerRatings"].clone()).unwrap();
        let differing: Vec<_> =
            expected.iter().filter(|(key, level)| levels.get(*key) != Some(level)).collect();
        assert!(differing.is_empty(), "{}: {differing:?}", path.display());
        compared += expected.len();
    }
    assert!(compared > 2_000, "{compared}");
}

#[test]
fn every_recorded_bulletin_reads() {
    let Some(folder) = payloads("caaml") else { return };
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let read = EUREGIO.read(&EUREGIO.feeds[0], &fs::read(&path).unwrap()).unwrap();
        assert_eq!(read.faults, [], "{}", path.display());
        assert!(!read.bulletins.is_empty(), "{}", path.display());
        for bulletin in &read.bulletins {
            let texts = [&bulletin.headline, &bulletin.comment, &bulletin.outlook]
                .map(|text| text.clone().unwrap_or_default());
            assert!(texts.iter().all(|text| !text.contains("<br") && !text.contains("<p>")), "{texts:?}");
        }
    }
}

#[test]
fn lanes_differ_only_in_the_table() {
    let body = br#"{"bulletins":[]}"#;
    for lane in ISSUERS {
        assert!(lane.read(&lane.feeds[0], body).unwrap().bulletins.is_empty());
    }
}

#[test]
fn french_levels_agree() {
    use sources::avalanche::meteo_france::read;
    let Some(folder) = payloads("meteofrance-bra") else { return };
    let bulletins = |file: &str| {
        let read = read(&fs::read(folder.join(file)).unwrap()).unwrap();
        assert_eq!(read.faults, [], "{file}");
        read.bulletins
    };
    let expected = fs::read(folder.join("bra_2021-03-19_massif_22.ratings.json")).unwrap();
    let expected: serde_json::Value = serde_json::from_slice(&expected).unwrap();
    let expected: BTreeMap<String, u8> =
        serde_json::from_value(expected["maxDangerRatings"].clone()).unwrap();
    assert_eq!(levels(&bulletins("bra_2021-03-19_massif_22.xml"), |_| false), expected);
    for (number, region, highest, ratings) in
        [("003", "FR-03", 2, 2), ("008", "FR-08", 2, 1), ("064", "FR-64", 1, 1)]
    {
        let read = bulletins(&format!("bra_2026-05-18_massif_{number}.xml"));
        let [bulletin] = read.as_slice() else { panic!("one bulletin: {read:?}") };
        assert_eq!(bulletin.regions[0].id, region);
        assert_eq!(bulletin.highest().map(Level::number), Some(highest));
        assert_eq!(bulletin.ratings.len(), ratings);
        assert!(bulletin.headline.is_some() && bulletin.comment.is_some() && !bulletin.problems.is_empty());
    }
    assert_eq!(bulletins("bra_2026-05-18_massif_071.xml"), [], "a message in place of a bulletin");
}
