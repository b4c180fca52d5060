//! Tests of El Niño events on a recording, and of when the indices are requested.

use climate::enso::{EnsoPolicy, Phase, Season, events};

use super::*;
use crate::CallError;
use crate::machine::{Machine, Step};

/// The events of the recording of 2017, compared with the Climate Prediction Center's own table.
#[test]
fn recorded_events_match_publisher() {
    let root = std::env::var_os("SNOW_PAYLOADS").map_or_else(
        || std::path::PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/payloads")),
        std::path::PathBuf::from,
    );
    let Ok(body) = std::fs::read(root.join("cpc/oni.ascii_2017.txt")) else {
        println!("no recorded index at {}: nothing compared", root.display());
        return;
    };
    let series = sources::enso::read(&body).unwrap();
    let found = events(&series, &EnsoPolicy::DEFAULT);
    let djf = |phase: Phase| -> Vec<i64> {
        let of_phase =
            |year: &i64| found.iter().any(|event| event.phase == phase && event.contains(Season(year * 12)));
        (1950..=2017).filter(of_phase).collect()
    };
    // By the year of the January in the middle.
    let warm = [
        1952, 1953, 1954, 1958, 1959, 1964, 1966, 1969, 1970, 1973, 1977, 1978, 1980, 1983, 1987, 1988, 1992,
        1995, 1998, 2003, 2005, 2007, 2010, 2015, 2016,
    ];
    assert_eq!(djf(Phase::ElNino), warm);
    for cold in [1955, 1956, 1965, 1971, 1974, 1976, 1985, 1989, 1996, 1999, 2000, 2001, 2008, 2011, 2012] {
        assert!(djf(Phase::LaNina).contains(&cold), "{cold}");
    }
}

pub(super) const PAUSES: Pauses = Pauses { failed_rest_ms: 60_000, ..Pauses::USUAL };

fn el_nino() -> Documents {
    Documents::new(DOCUMENT_LANES[0], "http://upstream.example".to_owned(), PAUSES, noon())
}

fn noon() -> Timestamp {
    Timestamp::parse("2026-01-10T12:00:00Z").unwrap()
}

/// Returns a synthetic file in the real form, with `seasons` seasons from DJF 1950.
fn file(seasons: usize) -> Vec<u8> {
    let line = |nth: usize| format!("  {} {}  26.00   0.10\n", Season::NAMES[nth % 12], 1950 + nth / 12);
    let lines: String = (0..seasons).map(line).collect();
    format!(" SEAS  YR   TOTAL   ANOM\n{lines}").into_bytes()
}

pub(super) fn answer(status: u16, body: Vec<u8>) -> Result<UpstreamResponse, CallError> {
    let validators = Validators { etag: Some("\"1\"".to_owned()), last_modified: None };
    Ok(UpstreamResponse { status, body, validators, complete: true, ..UpstreamResponse::default() })
}

/// Runs until nothing is due. Returns the names of the requested indices, whether conditionally, and the stored
/// documents.
pub(super) fn round(
    machine: &mut Machine<Documents>,
    now: Timestamp,
    answers: impl Fn(&Call) -> Result<UpstreamResponse, CallError>,
) -> (Vec<(String, bool)>, Vec<StoreBatch>) {
    let (mut asked, mut kept) = (Vec::new(), Vec::new());
    for _ in 0..20 {
        match machine.next(now) {
            Step::Load(_) => drop(machine.begin(StoredState::default(), now)),
            Step::Keep(keep) => {
                kept.push((*keep).clone());
                machine.stored(*keep, now);
            }
            Step::Call(call, _) => {
                asked.push((call.what.clone(), call.validators.is_some()));
                machine.answered(answers(&call), now);
            }
            Step::Rest { until, .. } if until > now => return (asked, kept),
            Step::Rest { .. } => {}
            Step::End => panic!("a lane of documents never ends"),
        }
    }
    panic!("it never rests: {asked:?}");
}

#[test]
fn indices_are_requested_daily() {
    let mut machine = Machine::new(el_nino(), PAUSES);
    let (asked, kept) = round(&mut machine, noon(), |_| answer(200, file(400)));
    assert_eq!(asked.iter().map(|(_, conditional)| *conditional).collect::<Vec<_>>(), [false, false]);
    assert_eq!(kept.iter().map(|keep| keep.documents.len()).sum::<usize>(), 2);
    assert_eq!(kept.last().map(|keep| keep.asked.clone()), Some(vec![("enso".to_owned(), true)]));
    let later = noon().plus_millis(PAUSES.slow_ms - 1);
    assert_eq!(round(&mut machine, later, |_| answer(200, file(400))).0, []);
    let (asked, kept) = round(&mut machine, noon().plus_millis(PAUSES.slow_ms), |_| answer(304, Vec::new()));
    assert!(asked.iter().all(|(_, conditional)| *conditional) && asked.len() == 2);
    assert!(kept.iter().all(|keep| keep.documents.is_empty()), "nothing is written again");
}

#[test]
fn shrunken_series_is_a_failure() {
    let mut machine = Machine::new(el_nino(), PAUSES);
    round(&mut machine, noon(), |_| answer(200, file(400)));
    let tomorrow = noon().plus_millis(PAUSES.slow_ms);
    let broken = |call: &Call| match call.what == "RONI" {
        true => answer(200, file(399)),
        false => answer(200, file(400)).map(|fetched| UpstreamResponse { complete: false, ..fetched }),
    };
    let (asked, kept) = round(&mut machine, tomorrow, broken);
    assert_eq!((asked.len(), kept.len()), (2, 0));
    assert_eq!(round(&mut machine, tomorrow.plus_millis(PAUSES.failed_rest_ms), broken).0.len(), 2);
}

#[test]
fn future_attempt_does_not_delay_lane() {
    let mut machine = Machine::new(el_nino(), PAUSES);
    let later = noon().plus_millis(30 * PAUSES.slow_ms);
    let known = StoredState { asked: [("enso".to_owned(), (later, true))].into(), ..StoredState::default() };
    assert!(matches!(machine.next(noon()), Step::Load(_)));
    machine.begin(known, noon());
    assert_eq!(round(&mut machine, noon(), |_| answer(200, file(400))).0.len(), 2);
}

fn levels() -> Documents {
    let lane = DOCUMENT_LANES.into_iter().find(|lane| lane.meta().id == "eaws").unwrap();
    Documents::new(lane, "http://upstream.example".to_owned(), PAUSES, noon())
}

#[test]
fn missing_file_is_not_a_failure() {
    let mut machine = Machine::new(levels(), PAUSES);
    let body = b"{\"maxDangerRatings\":{\"FR-01\":2}}".to_vec();
    let today_alone = |call: &Call| match call.url.reveal().contains("2026-01-10") {
        true => answer(200, body.clone()),
        false => answer(404, b"<html>".to_vec()),
    };
    let (asked, kept) = round(&mut machine, noon(), today_alone);
    assert_eq!((asked.len(), kept.iter().map(|keep| keep.documents.len()).sum::<usize>()), (2, 1));
    assert_eq!(kept.last().map(|keep| keep.asked.clone()), Some(vec![("eaws".to_owned(), true)]), "heard");
    let soon = noon().plus_millis(30 * 60_000);
    let (asked, _) = round(&mut machine, soon, |_| answer(304, Vec::new()));
    assert_eq!(asked[0], ("EAWS-today".to_owned(), true));
    let (asked, _) = round(&mut machine, noon().plus_millis(24 * 3_600_000), |_| answer(404, Vec::new()));
    assert_eq!(asked[0], ("EAWS-today".to_owned(), false), "its validators are from the day before");
}

#[test]
fn required_file_missing_is_a_failure() {
    let mut machine = Machine::new(el_nino(), PAUSES);
    let (_, kept) = round(&mut machine, noon(), |_| answer(404, Vec::new()));
    assert_eq!(kept, []);
}

#[test]
fn key_appears_only_in_the_url() {
    let lane = DOCUMENT_LANES.into_iter().find(|lane| lane.meta().id == "wsdot").unwrap();
    let documents = Documents::new(lane, "http://upstream.example".to_owned(), PAUSES, noon())
        .with_key(Some(Secret::new("hunter2/&")));
    let mut machine = Machine::new(documents, PAUSES);
    let refused = |call: &Call| {
        assert!(call.url.reveal().ends_with("?AccessCode=hunter2%2F%26"), "{}", call.url.reveal());
        assert!(!format!("{} {:?}", call.url, call.url).contains("hunter2"), "{}", call.url);
        answer(200, br#"{"Message":"hunter2/& is no valid access code (hunter2%2F%26)"}"#.to_vec())
    };
    let mut failures = Vec::new();
    for _ in 0..4 {
        match machine.next(noon()) {
            Step::Load(_) => drop(machine.begin(StoredState::default(), noon())),
            Step::Call(call, _) => failures.extend(machine.answered(refused(&call), noon()).failed),
            Step::Keep(_) | Step::Rest { .. } | Step::End => {}
        }
    }
    assert!(!failures.is_empty());
    for failure in failures {
        assert!(failure.contains("rejected the request (key)") && !failure.contains("hunter2"), "{failure}");
    }
}

fn lane(id: &str) -> Documents {
    let lane = DOCUMENT_LANES.into_iter().find(|lane| lane.meta().id == id).unwrap();
    let documents = Documents::new(lane, "http://upstream.example".to_owned(), PAUSES, noon());
    documents.with_key(Some(Secret::new("synthetic")))
}

/// Returns a synthetic edition that is valid for a day from 16:00 of a day on.
fn edition(day: &str, next: &str) -> Vec<u8> {
    format!(
        r#"{{"bulletins":[{{"validTime":{{"startTime":"{day}T16:00:00Z","endTime":"{next}T16:00:00Z"}},
        "regions":[{{"regionID":"SK-01"}}],"dangerRatings":[{{"mainValue":"high"}}]}}]}}"#
    )
    .into_bytes()
}

#[test]
fn older_edition_is_a_failure() {
    let mut machine = Machine::new(lane("laviny"), PAUSES);
    let newest = edition("2026-01-09", "2026-01-10");
    let (_, kept) = round(&mut machine, noon(), |_| answer(200, newest.clone()));
    assert_eq!(kept.iter().map(|keep| keep.documents.len()).sum::<usize>(), 1);
    let begins = Timestamp::parse("2026-01-09T16:00:00Z");
    assert_eq!(kept[0].healthy[0].newest_value_at, begins, "the time of the newest bulletin is noted");
    let mut failure = None;
    let later = noon().plus_millis(30 * 60_000);
    for _ in 0..5 {
        match machine.next(later) {
            Step::Call(..) => {
                failure = machine.answered(answer(200, edition("2026-01-08", "2026-01-09")), later).failed;
            }
            Step::Keep(keep) => {
                assert_eq!(keep.documents, [], "the older edition is not stored");
                machine.stored(*keep, later);
            }
            Step::Load(_) | Step::Rest { .. } | Step::End => {}
        }
    }
    assert!(failure.is_some_and(|why| why.contains("has lost known data")));
}

#[test]
fn pictures_are_never_requested() {
    for lane in DOCUMENT_LANES {
        for subject in lane.subjects(noon()) {
            let path = subject.request.path.to_lowercase();
            assert!(![".jpg", ".jpeg", ".png", ".gif"].iter().any(|end| path.contains(end)), "{path}");
        }
    }
    let mut machine = Machine::new(lane("wsdot"), PAUSES);
    let camera = |image: &str| {
        format!(
            r#"[{{"CameraID":1,"Title":"Synthetic","IsActive":true,"ImageWidth":99999,"ImageHeight":99999,{image}
            "CameraLocation":{{"Latitude":47.4,"Longitude":-121.4}}}}]"#
        )
    };
    let large = camera(r#""ImageURL":"https://images.example.org/200-megabytes.jpg","#);
    let none = camera("");
    let (asked, kept) = round(&mut machine, noon(), |call| match call.what.ends_with("cameras") {
        true => answer(200, large.clone().into_bytes()),
        false => answer(200, none.clone().into_bytes()),
    });
    assert_eq!(asked.len(), 3, "its three lists and no picture: {asked:?}");
    let stored: String =
        kept.iter().flat_map(|keep| &keep.documents).map(|(.., payload)| payload.as_str()).collect();
    assert_eq!(stored.matches("200-megabytes.jpg").count(), 1);
    assert_eq!(stored.matches("still_url").count(), 1, "without a picture there is no link");
}
