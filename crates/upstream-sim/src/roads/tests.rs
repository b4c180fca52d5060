//! Tests of the simulated roads, with the lanes' own requests and readers.

use sources::DocumentLane as _;
use sources::caltrans::Caltrans;
use sources::caltrans::cameras::CaltransCameras;
use sources::cotrip::Cotrip;
use sources::error::{Kind, Refusal};
use sources::travel_iq::UTAH;
use sources::wsdot::Wsdot;

use super::*;

const NOON: Timestamp = Timestamp::from_millis(1_768_046_400_000);

fn body(world: &World, path: &str) -> Vec<u8> {
    let answer = handle(world, path, "", NOON).unwrap();
    assert_eq!(answer.status, 200);
    answer.body
}

#[test]
fn every_requested_file_is_readable() {
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

type Sheet = <Wsdot as sources::DocumentLane>::Value;

/// Returns the results of a lane that requires a key for the responses to its subjects.
fn keyed<L: sources::DocumentLane<Value = Sheet>>(
    lane: &L,
    key: &str,
) -> Vec<Result<Sheet, sources::ParseError>> {
    let name = sources::Lane::key(lane).unwrap();
    let world = World { roads: RoadFaults { level: Some(3), ..RoadFaults::default() }, ..World::default() };
    let read = |subject: sources::Subject| {
        let (path, query) = subject.request.path.split_once('?').unwrap_or((&subject.request.path, ""));
        let answer = handle(&world, path, &format!("{query}&{name}={key}"), NOON).unwrap();
        assert_eq!(answer.status, 200);
        lane.document(&subject, &answer.body)
    };
    lane.subjects(NOON).into_iter().map(read).collect()
}

#[test]
fn bad_key_is_rejected_with_200() {
    let of = |sheets: Vec<Result<Sheet, sources::ParseError>>| {
        let sheets: Vec<Sheet> = sheets.into_iter().map(Result::unwrap).collect();
        let count = |of: fn(&Sheet) -> usize| sheets.iter().map(of).sum::<usize>();
        (count(|one| one.controls.len()), count(|one| one.stations.len()), count(|one| one.cameras.len()))
    };
    assert_eq!(of(keyed(&Wsdot, "good")), (10, 2, 2));
    assert_eq!(of(keyed(&Cotrip, "good")), (1, 1, 0));
    assert_eq!(of(keyed(&UTAH, "good")), (2, 1, 2));
    for key in ["", "bad-key"] {
        let refused = [keyed(&Wsdot, key), keyed(&Cotrip, key), keyed(&UTAH, key)].into_iter().flatten();
        for answer in refused {
            let kind = answer.unwrap_err().kind;
            assert!(matches!(kind, Kind::Refused { refusal: Refusal::Key, .. }), "{kind}");
        }
    }
}
