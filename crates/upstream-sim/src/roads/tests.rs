//! Tests of the simulated roads: through the lanes' own requests and readers.

use sources::DocumentLane as _;
use sources::caltrans::Caltrans;
use sources::caltrans::cameras::CaltransCameras;

use super::*;

const NOON: Timestamp = Timestamp::from_millis(1_768_046_400_000);

fn body(world: &World, path: &str) -> Vec<u8> {
    let answer = handle(world, path, NOON).unwrap();
    assert_eq!(answer.status, 200);
    answer.body
}

#[test]
fn every_file_that_is_asked_for_reads() {
    let world = World::default();
    let (mut controls, mut stations, mut cameras) = (0, 0, 0);
    for subject in Caltrans.subjects(NOON) {
        let sheet = Caltrans.document(&subject, &body(&world, &subject.request.path)).unwrap();
        controls += sheet.controls.len();
        stations += sheet.stations.iter().filter(|station| station.reading.is_some()).count();
    }
    for subject in CaltransCameras.subjects(NOON) {
        cameras +=
            CaltransCameras.document(&subject, &body(&world, &subject.request.path)).unwrap().cameras.len();
    }
    assert_eq!((controls, stations, cameras), (CHECKPOINTS.len() + 2, 11, CHECKPOINTS.len()));
}

#[test]
fn frozen_files_keep_their_time() {
    let frozen = NOON.plus_millis(-2 * HOUR_MS);
    let roads = RoadFaults { frozen_at: Some(frozen), level: Some(0) };
    let world = World { roads, ..World::default() };
    let subjects = Caltrans.subjects(NOON);
    let chains = subjects.iter().find(|subject| subject.name == "chains-d3").unwrap();
    let sheet = Caltrans.document(chains, &body(&world, &chains.request.path)).unwrap();
    assert_eq!(sheet.written, [frozen]);
}
