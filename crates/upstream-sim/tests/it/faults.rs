//! Tests that each fault leads to the expected error and verdict.

use std::collections::BTreeMap;

use sources::open_meteo::{Answer, Remark};
use sources::retry::{Verdict, classify};
use sources::{Kind, ParseError, Refusal};
use upstream_sim::{Dataless, Fault, Faults, RefusalMode, SimResponse, Window, World, handle};

use crate::forecast::{PLACES, batch, now, query};

fn strike(fault: Fault) -> (SimResponse, Result<Answer, ParseError>, Verdict) {
    let faults = Faults { script: BTreeMap::from([(7, fault)]), chances: Vec::new() };
    let world = World { seed: 1, faults, ..World::default() };
    let call = batch().core;
    let response = handle(&world, "/v1/forecast", &query(&call), now(), 7);
    let answer = call.read(response.sent());
    let kind = match &answer {
        Ok(answer) => answer.fault.as_ref().map(|fault| fault.kind.clone()),
        Err(fault) => Some(fault.kind.clone()),
    };
    let retry_after =
        response.headers.iter().find(|(name, _)| *name == "Retry-After").map(|(_, value)| value.as_str());
    let verdict = classify(response.status, retry_after, kind.as_ref(), now());
    (response, answer, verdict)
}

fn usable(answer: &Result<Answer, ParseError>) -> usize {
    answer.as_ref().map_or(0, |answer| answer.locations.iter().filter(|location| location.is_ok()).count())
}

#[test]
fn limits_wait_for_their_window() {
    let until = |text| Some(conditions_core::time::Timestamp::parse(text).unwrap());
    for (window, refusal, verdict) in [
        (Window::Minute, Refusal::Minute, Verdict::Retry { not_before: until("2026-01-10T13:08:01Z") }),
        (Window::Hour, Refusal::Hour, Verdict::Breaker { until: until("2026-01-10T14:00:01Z") }),
        (Window::Day, Refusal::Day, Verdict::Breaker { until: until("2026-01-11T00:00:01Z") }),
    ] {
        let (response, answer, found) = strike(Fault::Limit(window));
        assert_eq!(response.status, 429);
        assert!(matches!(answer.unwrap_err().kind, Kind::Refused { refusal: found, .. } if found == refusal));
        assert_eq!(found, verdict, "{window:?}");
    }
}

#[test]
fn passing_faults_are_tried_again() {
    for (fault, status, kind) in [
        (Fault::Concurrent, 429, None),
        (Fault::Overloaded, 503, None),
        (Fault::Status(502), 502, Some(Kind::Html)),
        (Fault::Html, 200, Some(Kind::Html)),
        (Fault::Empty, 200, Some(Kind::Empty)),
        (Fault::StreamText, 200, Some(Kind::BrokeOff("timeoutReached".to_owned()))),
    ] {
        let (response, answer, verdict) = strike(fault.clone());
        assert_eq!(response.status, status, "{fault:?}");
        let found = answer.unwrap_err().kind;
        if let Some(kind) = kind {
            assert_eq!(found, kind, "{fault:?}");
        }
        assert_eq!(verdict, Verdict::Retry { not_before: None }, "{fault:?}");
    }
}

#[test]
fn broken_responses_keep_their_start() {
    for (fault, kind) in [
        (Fault::Truncated, Kind::Truncated),
        (Fault::StreamTextAfterData, Kind::BrokeOff("timeoutReached".to_owned())),
    ] {
        let (_, answer, verdict) = strike(fault.clone());
        let usable = usable(&answer);
        assert!((2..PLACES.len()).contains(&usable), "{fault:?} {usable}");
        assert_eq!(answer.unwrap().fault.map(|fault| fault.kind), Some(kind));
        assert_eq!(verdict, Verdict::Retry { not_before: None }, "{fault:?}");
    }
    let (_, answer, verdict) = strike(Fault::BareNan);
    assert_eq!((usable(&answer), verdict), (PLACES.len(), Verdict::Accept));
}

#[test]
fn odd_answers_are_used_with_a_note() {
    let (_, answer, verdict) = strike(Fault::DroppedModels { keep: 1 });
    let answer = answer.unwrap();
    assert_eq!(verdict, Verdict::Accept);
    assert!(answer.locations.iter().flatten().all(|location| location.series[0].model == "unattributed"));
    assert_eq!(answer.notes.len(), PLACES.len());

    let (_, answer, _) = strike(Fault::WrongSuffix);
    let answer = answer.unwrap();
    assert!(answer.locations.iter().flatten().all(|location| location.series.len() == 6));
    assert!(answer.notes.iter().all(|note| matches!(note.remark, Remark::UnaskedModel(_))));
    assert_eq!(answer.notes.len(), 2 * PLACES.len());

    let (_, answer, _) = strike(Fault::ShortColumn);
    assert!(
        answer
            .unwrap()
            .notes
            .iter()
            .any(|note| matches!(note.remark, Remark::UnequalLength { got: 379, want: 384, .. }))
    );

    let (_, answer, _) = strike(Fault::MissingLocation);
    let answer = answer.unwrap();
    assert_eq!(answer.locations.iter().filter(|location| location.is_ok()).count(), PLACES.len() - 1);
    assert_eq!(answer.locations.last().unwrap().as_ref().unwrap_err().kind, Kind::Missing);
}

#[test]
fn hours_keep_their_time() {
    let whole = {
        let (_, answer, _) = strike(Fault::Slow { ms: 1 });
        answer.unwrap().locations.remove(0).unwrap().series.remove(2)
    };
    let (_, answer, _) = strike(Fault::ShiftedHours { hours: 5 });
    let shifted = answer.unwrap().locations.remove(0).unwrap().series.remove(2);
    assert_eq!(shifted.start, whole.start.plus_millis(5 * 3_600_000));
    assert_eq!(shifted.temp_c, whole.temp_c[5..]);

    let (_, answer, _) = strike(Fault::MissingHours);
    let answer = answer.unwrap();
    assert!(answer.notes.iter().all(|note| matches!(note.remark, Remark::OddTimes(_))));
    let gaps = &answer.locations[0].as_ref().unwrap().series[2];
    assert_eq!(gaps.start, whole.start);
    let missing = gaps.temp_c.iter().filter(|temp| temp.is_none()).count();
    assert!((3..40).contains(&missing), "{missing}");
    for (gap, whole) in gaps.temp_c.iter().zip(&whole.temp_c) {
        assert!(gap.is_none() || gap == whole);
    }
}

#[test]
fn slow_answers_are_whole() {
    let (response, answer, verdict) = strike(Fault::Slow { ms: 2_500 });
    assert_eq!((response.delay_ms, usable(&answer), verdict), (2_500, PLACES.len(), Verdict::Accept));
}

fn without_data(index: usize, refusing: RefusalMode) -> (u16, Result<Answer, ParseError>, Verdict) {
    let (_, lat, lon, _) = PLACES[index];
    let world = World { seed: 1, dataless: vec![Dataless { lat, lon, refusing }], ..World::default() };
    let call = batch().core;
    let response = handle(&world, "/v1/forecast", &query(&call), now(), 0);
    let answer = call.read(response.sent());
    let kind = answer
        .as_ref()
        .map_or_else(|fault| Some(&fault.kind), |answer| answer.fault.as_ref().map(|f| &f.kind));
    let verdict = classify(response.status, None, kind, now());
    (response.status, answer, verdict)
}

#[test]
fn dataless_place_truncates_response() {
    let (status, answer, _) = without_data(1, RefusalMode::BreaksOff);
    let answer = answer.unwrap();
    let no_data = |fault: &ParseError| matches!(fault.kind, Kind::Refused { refusal: Refusal::NoData, .. });
    assert!(status == 200 && answer.fault.as_ref().is_some_and(no_data));
    assert_eq!(answer.unanswered().next(), Some(1));
    let (status, answer, verdict) = without_data(0, RefusalMode::BreaksOff);
    assert!(status == 200 && no_data(&answer.unwrap_err()));
    assert_eq!(verdict, Verdict::GiveUp);
}

#[test]
fn whole_rejection_names_no_place() {
    for (refusing, refusal) in
        [(RefusalMode::WholeCall, Refusal::NoData), (RefusalMode::Unexplained, Refusal::BadRequest)]
    {
        let (status, answer, verdict) = without_data(2, refusing);
        assert_eq!(status, 400);
        assert!(matches!(answer.unwrap_err().kind, Kind::Refused { refusal: found, .. } if found == refusal));
        assert_eq!(verdict, Verdict::GiveUp);
    }
}
