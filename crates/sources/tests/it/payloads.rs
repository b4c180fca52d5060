//! Tests with recorded responses, if present: in `SNOW_PAYLOADS`, or next to the repository.

use std::collections::BTreeSet;
use std::fs;
use std::io::Read as _;
use std::path::PathBuf;

use flate2::read::GzDecoder;
use roads::{Level, UnknownReason};
use sources::caltrans::{Caltrans, cameras::CaltransCameras};
use sources::digitraffic::{Digitraffic, cameras::DigitrafficCameras};
use sources::station::Request;
use sources::{DocumentLane as _, LANES, Lane, Subject, enso};

fn named(name: &str) -> Subject {
    Subject::new(name.to_owned(), Request::get(String::new(), &[]))
}

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
fn recorded_open_meteo_is_read() {
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
fn unsuffixed_current_has_no_model() {
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
fn recorded_indices_are_complete() {
    let Some(folder) = payloads("cpc") else { return };
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let series = enso::read(&fs::read(&path).unwrap()).unwrap();
        assert_eq!(series.first.to_string(), "DJF 1950", "{}", path.display());
        // Known since 2017 and revised since by hundredths: the great events of 1982/83, 1997/98 and 2015/16.
        for year in [1983, 1998, 2016] {
            let djf = usize::try_from(year * 12 - series.first.0).unwrap();
            assert!(series.anomalies[djf] > 180, "{year}: {}", series.anomalies[djf]);
        }
    }
}

#[test]
fn recorded_districts_are_read() {
    let Some(folder) = payloads("caltrans") else { return };
    let whole = |name: &str| {
        let mut bytes = Vec::new();
        GzDecoder::new(fs::File::open(folder.join(name)).unwrap()).read_to_end(&mut bytes).unwrap();
        bytes
    };
    for (district, records) in [("01", 97), ("03", 230), ("09", 127), ("10", 149)] {
        let body = whole(&format!("cc_d{district}.xml.gz"));
        let sheet = Caltrans.document(&named("chains"), &body).unwrap();
        // The stations without coordinates are dropped; the others are all present.
        assert!(
            sheet.controls.len() <= records && sheet.controls.len() * 10 > records * 9,
            "{district}: {}",
            sheet.controls.len()
        );
        assert!(Caltrans.observations(&body).unwrap().count() > records, "{district}");
    }
    let seventh = Caltrans.document(&named("chains"), &whole("cc_d07.xml.gz")).unwrap();
    let odd = seventh
        .controls
        .iter()
        .filter(|control| control.said.as_deref().is_some_and(|said| said.starts_with("-11")));
    assert!(
        odd.clone().all(|control| control.stated == Err(UnknownReason::NotReported)),
        "a longitude is not a level"
    );
    assert!(seventh.controls.iter().any(|control| control.stated == Ok(Level::NoRestriction)));
    // An error page of a district without a feed.
    assert!(Caltrans.document(&named("chains"), &whole("cc_d12.xml.gz")).is_err());
    let cameras = fs::read(folder.join("cctv_d3_20261001_2rows.json")).unwrap();
    assert_eq!(CaltransCameras.document(&named("cameras-d3"), &cameras).unwrap().cameras.len(), 2);
}

#[test]
fn recorded_digitraffic_is_read() {
    let Some(folder) = payloads("digitraffic") else { return };
    let read = |name: &str| fs::read(folder.join(name)).unwrap();
    let places =
        Digitraffic.document(&named("fi-road-stations"), &read("weather_stations_2026-09-15.json")).unwrap();
    assert_eq!(places.stations.len(), 3);
    // Both `parse` and the lane read a single station.
    let one =
        Digitraffic.document(&named("fi-road-weather"), &read("weather_station_3036_data.json")).unwrap();
    let reading = one.stations[0].reading.as_ref().unwrap();
    assert_eq!(reading.surface.as_deref(), Some("Dry"));
    assert_eq!((reading.visibility_m, reading.wind_from_deg), (Some(20_000), Some(180)));
    let camera =
        DigitrafficCameras.document(&named("fi-road-cameras"), &read("weathercam_C03558.json")).unwrap();
    assert_eq!(camera.cameras.len(), 3);
    assert!(camera.cameras.iter().all(|camera| camera.still_url.is_some()));
    assert!(Digitraffic.observations(&read("weather_station_3036_data.json")).unwrap().count() >= 15);
}
