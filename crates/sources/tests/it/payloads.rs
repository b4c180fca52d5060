//! Recorded answers, when they are there: `SNOW_PAYLOADS`, or beside the repository.

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;

use sources::{LANES, Lane, enso};

pub(crate) fn payloads(folder: &str) -> Option<PathBuf> {
    let root = std::env::var_os("SNOW_PAYLOADS").map_or_else(
        || PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/payloads")),
        PathBuf::from,
    );
    let folder = root.join(folder);
    if folder.is_dir() {
        return Some(folder);
    }
    println!("no recorded payloads at {}: nothing compared", folder.display());
    None
}

#[test]
fn every_recorded_open_meteo_answer_reads() {
    let Some(folder) = payloads("open-meteo") else { return };
    let lane: &dyn Lane = LANES[0];
    let mut files = 0;
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let values = lane.observations(&fs::read(&path).unwrap()).unwrap();
        assert!(values.faults().is_empty(), "{}: {:?}", path.display(), values.faults());
        let values: Vec<_> = values.collect();
        assert!(values.len() > 20, "{}: {}", path.display(), values.len());
        assert!(values.iter().any(|value| value.value.is_some()));
        assert!(values.iter().all(|value| value.unit.is_some()), "{}", path.display());
        files += 1;
    }
    assert!(files > 0);
}

#[test]
fn two_models_are_told_apart_and_the_unsuffixed_current_is_nobodys() {
    let Some(folder) = payloads("open-meteo") else { return };
    let Ok(body) = fs::read(folder.join("two_models_2023-11-13.json")) else { return };
    let values: Vec<_> = LANES[0].observations(&body).unwrap().collect();
    let of = |interval: &str| -> BTreeSet<(Option<String>, String)> {
        let of_interval = values.iter().filter(|value| value.interval == interval);
        of_interval.map(|value| (value.model.clone(), value.variable.clone())).collect()
    };
    let pair = |model: &str| (Some(model.to_owned()), "weather_code".to_owned());
    assert_eq!(of("hourly"), BTreeSet::from([pair("best_match"), pair("gfs_seamless")]));
    assert_eq!(of("minutely_15"), BTreeSet::from([pair("best_match"), pair("gfs_seamless")]));
    assert_eq!(of("current"), BTreeSet::from([(None, "weather_code".to_owned())]));
}

#[test]
fn half_hour_zones_become_instants() {
    let Some(folder) = payloads("open-meteo") else { return };
    let Ok(body) = fs::read(folder.join("archive_half_hour_zone.json")) else { return };
    let first = LANES[0].observations(&body).unwrap().next().unwrap();
    let line = serde_json::to_string(&first).unwrap();
    assert!(line.contains(r#""time":"2025-01-09T14:30:00.000Z""#), "{line}");
}

#[test]
fn every_recorded_index_is_a_whole_series() {
    let Some(folder) = payloads("cpc") else { return };
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let series = enso::read(&fs::read(&path).unwrap()).unwrap();
        assert_eq!(series.first.to_string(), "DJF 1950", "{}", path.display());
        // Known since 2017 and restated since by hundredths: the great events of 1982/83, 1997/98 and 2015/16.
        for year in [1983, 1998, 2016] {
            let djf = usize::try_from(year * 12 - series.first.0).unwrap();
            assert!(series.anomalies[djf] > 180, "{year}: {}", series.anomalies[djf]);
        }
    }
}
