//! Tests of when photos are searched for, and of the results of a search.

use conditions_core::time::MINUTE_MS;

use super::*;
use crate::CallError;
use crate::machine::{Machine, Step};
use crate::pauses::Pauses;

fn noon() -> Timestamp {
    Timestamp::parse("2026-01-10T12:00:00Z").unwrap()
}

fn lane() -> Photos {
    let place = |slug: &str, category: Option<&str>| Place {
        slug: slug.to_owned(),
        lat: 46.0,
        lon: 7.7,
        category: category.map(str::to_owned),
    };
    Photos::new(
        "http://commons.example".to_owned(),
        vec![place("alta", None), place("vail", Some("Vail"))],
        0,
    )
}

/// Returns a synthetic response in the API's form: a file under a licence.
fn found(licence: &str) -> String {
    format!(
        r#"{{"batchcomplete":true,"query":{{"pages":[{{"pageid":1,"index":1,"title":"File:Synthetic.jpg","imageinfo":[{{"width":4000,"height":3000,"mime":"image/jpeg","thumburl":"https://upload.wikimedia.org/s.jpg","thumbwidth":960,"thumbheight":720,"descriptionurl":"https://commons.wikimedia.org/wiki/File:Synthetic.jpg","extmetadata":{{"Artist":{{"value":"Some One"}},"License":{{"value":"{licence}"}}}}}}]}}]}}}}"#
    )
}

fn answer(body: &str) -> Result<UpstreamResponse, CallError> {
    Ok(UpstreamResponse {
        status: 200,
        body: body.as_bytes().to_vec(),
        complete: true,
        ..UpstreamResponse::default()
    })
}

fn call(machine: &mut Machine<Photos>, now: Timestamp) -> String {
    match machine.next(now) {
        Step::Call(call, _) => call.url.reveal().to_string(),
        other => panic!("{other:?}"),
    }
}

fn begun(documents: Vec<(String, String)>, now: Timestamp) -> Machine<Photos> {
    let mut machine = Machine::new(lane(), Pauses::USUAL);
    assert!(matches!(machine.next(now), Step::Load(_)));
    machine.begin(StoredState { documents, ..StoredState::default() }, now);
    machine
}

/// Returns the documents that are stored next, by slug.
fn stored(machine: &mut Machine<Photos>, now: Timestamp) -> Vec<(String, String)> {
    match machine.next(now) {
        Step::Keep(keep) => {
            let documents =
                keep.documents.iter().map(|(_, slug, payload)| (slug.clone(), payload.clone())).collect();
            machine.stored(*keep, now);
            documents
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn resorts_are_searched_once_a_period() {
    let now = noon();
    let mut machine = begun(Vec::new(), now);
    assert!(call(&mut machine, now).contains("ggscoord=46.00000%7C7.70000"));
    machine.answered(answer(&found("cc-by-4.0")), now);
    assert!(call(&mut machine, now).contains("gcmtitle=Category%3AVail"));
    machine.answered(answer(r#"{"batchcomplete":true}"#), now);
    let documents = stored(&mut machine, now);
    assert_eq!(documents.iter().map(|(slug, _)| slug.as_str()).collect::<Vec<_>>(), ["alta", "vail"]);
    let gallery = Stored::decode(&documents[0].1).unwrap();
    assert_eq!((gallery.photos.len(), gallery.checked_at), (1, now));
    let Step::Rest { until, .. } = machine.next(now) else { panic!("nothing is due") };
    assert_eq!(until, now.plus_millis(PicturePolicy::DEFAULT.photos_period_ms));
    // A restart uses the stored state.
    let mut again = begun(documents, now.plus_millis(MINUTE_MS));
    assert!(matches!(again.next(now.plus_millis(MINUTE_MS)), Step::Rest { .. }));
}

#[test]
fn changed_licence_removes_the_photo() {
    let (first, later) = (noon(), noon().plus_millis(8 * DAY_MS));
    let mut machine = begun(Vec::new(), first);
    for _ in 0..2 {
        call(&mut machine, first);
        machine.answered(answer(&found("cc-by-4.0")), first);
    }
    let before = stored(&mut machine, first);
    assert_eq!(Stored::decode(&before[0].1).unwrap().photos.len(), 1);
    for _ in 0..2 {
        call(&mut machine, later);
        machine.answered(answer(&found("cc-by-nc-4.0")), later);
    }
    let after = Stored::decode(&stored(&mut machine, later)[0].1).unwrap();
    assert_eq!((after.photos.len(), after.refused), (0, 1));
}

#[test]
fn search_continues_with_same_resort() {
    let now = noon();
    let mut machine = begun(Vec::new(), now);
    call(&mut machine, now);
    let part = r#"{"continue":{"iistart":"x","continue":"||"},"query":{"pages":[{"pageid":1,"index":1,"title":"File:Synthetic.jpg"}]}}"#;
    machine.answered(answer(part), now);
    let next = call(&mut machine, now);
    assert!(next.contains("ggscoord") && next.contains("iistart=x"), "{next}");
    machine.answered(answer(&found("cc0")), now);
    call(&mut machine, now);
    machine.answered(answer(r#"{"batchcomplete":true}"#), now);
    assert_eq!(Stored::decode(&stored(&mut machine, now)[0].1).unwrap().photos.len(), 1);
}

#[test]
fn failed_search_keeps_known_photos() {
    let now = noon();
    let mut machine = begun(Vec::new(), now);
    call(&mut machine, now);
    let attempt = machine.answered(answer("<html>busy</html>"), now);
    assert!(attempt.failed.is_some());
    // The other resort has its turn first.
    assert!(call(&mut machine, now.plus_millis(30 * MINUTE_MS)).contains("Vail"));
    machine.answered(answer(r#"{"batchcomplete":true}"#), now.plus_millis(30 * MINUTE_MS));
    let documents = stored(&mut machine, now.plus_millis(30 * MINUTE_MS));
    assert_eq!(documents.len(), 1);
    assert!(call(&mut machine, now.plus_millis(2 * HOUR_MS)).contains("ggscoord"));
}

#[test]
fn stored_photos_do_not_hide_later_failures() {
    let now = noon();
    let mut machine = begun(Vec::new(), now);
    call(&mut machine, now);
    machine.answered(answer(&found("cc0")), now);
    call(&mut machine, now);
    machine.answered(answer("<html>busy</html>"), now);
    let later = now.plus_millis(MINUTE_MS);
    let Step::Keep(keep) = machine.next(later) else { panic!("a document waits") };
    assert_eq!((keep.documents.len(), keep.healthy.len()), (1, 0));
    machine.stored(*keep, later);
    let again = now.plus_millis(2 * HOUR_MS);
    assert!(call(&mut machine, again).contains("Vail"));
    machine.answered(answer(r#"{"batchcomplete":true}"#), again);
    let Step::Keep(keep) = machine.next(again) else { panic!("a document waits") };
    assert_eq!((keep.documents.len(), keep.healthy.len()), (1, 1));
}
