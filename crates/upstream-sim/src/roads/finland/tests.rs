//! Tests of the simulated roads of Finland, with the lanes' own requests and readers.

use conditions_core::time::HOUR_MS;
use sources::DocumentLane as _;
use sources::digitraffic::Digitraffic;
use sources::digitraffic::cameras::DigitrafficCameras;

use super::*;
use crate::RoadFaults;

const NOON: Timestamp = Timestamp::from_millis(1_768_046_400_000);

#[test]
fn every_requested_response_is_readable() {
    let world = World::default();
    let (mut places, mut readings) = (0, 0);
    for subject in Digitraffic.subjects(NOON) {
        let body = handle(&world, &subject.request.path, NOON).unwrap().body;
        for station in Digitraffic.document(&subject, &body).unwrap().stations {
            places += usize::from(station.spot.is_some());
            let Some(reading) = station.reading else { continue };
            readings += 1;
            assert!(reading.air_temp_c.is_some() && reading.surface.is_some(), "{reading:?}");
            // Gusts of hours ago are not current.
            assert_eq!(reading.gust_mps, None);
        }
    }
    assert_eq!((places, readings), (STATIONS.len(), STATIONS.len()));
    let subject = DigitrafficCameras.subjects(NOON).remove(0);
    let body = handle(&world, &subject.request.path, NOON).unwrap().body;
    let sheet = DigitrafficCameras.document(&subject, &body).unwrap();
    assert_eq!(sheet.cameras.len(), 2 * STATIONS.len());
    assert_eq!(sheet.cameras.iter().filter(|camera| camera.still_url.is_some()).count(), STATIONS.len() - 1);
}

#[test]
fn frozen_answers_keep_their_time() {
    let frozen = NOON.plus_millis(-3 * HOUR_MS);
    let roads = RoadFaults { frozen_at: Some(frozen), ..RoadFaults::default() };
    let world = World { roads, ..World::default() };
    let subjects = Digitraffic.subjects(NOON);
    let weather = subjects.iter().find(|subject| subject.name == "fi-road-weather").unwrap();
    let body = handle(&world, &weather.request.path, NOON).unwrap().body;
    let sheet = Digitraffic.document(weather, &body).unwrap();
    let observed = sheet.stations[0].reading.as_ref().unwrap().observed_at.unwrap();
    assert_eq!(observed.since(frozen), -MINUTE_MS);
}
