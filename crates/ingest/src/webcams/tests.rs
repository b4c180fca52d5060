//! Tests of the link checker.

use super::*;
use crate::CallError;
use crate::machine::{Machine, Step};
use crate::pauses::Pauses;

const STILL: &str = "https://cams.example/base.jpg";
const PAGE: &str = "https://resort.example/webcams";
const JPEG: &[u8] = b"\xff\xd8\xff\xe0\x00\x10JFIF";

fn noon() -> Timestamp {
    Timestamp::parse("2026-01-10T12:00:00Z").unwrap()
}

fn machine(links: &[(&str, LinkTarget)]) -> Machine<Webcams> {
    let links: Vec<Link> = links
        .iter()
        .map(|(url, meant)| Link { url: (*url).to_owned(), meant: *meant, is_trusted: false })
        .collect();
    let mut machine =
        Machine::new(Webcams::new(None, Box::new(move || Some(links.clone())), 0), Pauses::USUAL);
    assert!(matches!(machine.next(noon()), Step::Load(_)));
    machine.begin(StoredState::default(), noon());
    machine
}

fn call(machine: &mut Machine<Webcams>, now: Timestamp) -> Call {
    match machine.next(now) {
        Step::Call(call, _) => *call,
        other => panic!("{other:?}"),
    }
}

fn stored(machine: &mut Machine<Webcams>, now: Timestamp) -> Vec<(String, LinkCheck)> {
    match machine.next(now) {
        Step::Keep(keep) => {
            let read =
                |(_, url, payload): &(&str, String, String)| (url.clone(), Stored::decode(payload).unwrap());
            let checks = keep.documents.iter().map(read).collect();
            assert_eq!(
                keep.healthy,
                [crate::store_batch::Success::timeless(LANE)],
                "a check is a success, whatever it found"
            );
            machine.stored(*keep, now);
            checks
        }
        other => panic!("{other:?}"),
    }
}

fn answer(status: u16, body: &[u8]) -> Result<UpstreamResponse, CallError> {
    let validators = Validators {
        etag: Some("\"1\"".to_owned()),
        last_modified: Some("Sat, 10 Jan 2026 11:50:00 GMT".to_owned()),
    };
    Ok(UpstreamResponse { status, body: body.to_vec(), validators, ..UpstreamResponse::default() })
}

fn redirect(to: &str) -> Result<UpstreamResponse, CallError> {
    Ok(UpstreamResponse {
        status: 302,
        location: Some(to.to_owned()),
        complete: true,
        ..UpstreamResponse::default()
    })
}

/// Returns the state of the still's link after one response.
fn state_after(answered: Result<UpstreamResponse, CallError>) -> LinkCheck {
    let mut machine = machine(&[(STILL, LinkTarget::Still)]);
    call(&mut machine, noon());
    machine.answered(answered, noon());
    let later = noon().plus_millis(2 * MINUTE_MS);
    stored(&mut machine, later).remove(0).1
}

#[test]
fn checks_are_short_and_conditional() {
    let mut machine = machine(&[(STILL, LinkTarget::Still)]);
    let first = call(&mut machine, noon());
    assert!(first.is_peek && first.is_guarded && !first.validators.is_some());
    machine.answered(answer(200, JPEG), noon());
    let (url, check) = stored(&mut machine, noon()).remove(0);
    assert_eq!((url.as_str(), check.state), (STILL, LinkState::Working));
    assert_eq!(check.changed_at, Timestamp::parse("2026-01-10T11:50:00Z"));
    let Step::Rest { until, .. } = machine.next(noon()) else { panic!("it was just checked") };
    assert!(until <= noon().plus_millis(PicturePolicy::DEFAULT.link_period_ms));
    let later = noon().plus_millis(PicturePolicy::DEFAULT.link_period_ms);
    assert_eq!(call(&mut machine, later).validators.etag.as_deref(), Some("\"1\""));
    machine.answered(answer(304, b""), later);
    let check = stored(&mut machine, later).remove(0).1;
    assert_eq!((check.state, check.since, check.checked_at), (LinkState::Working, noon(), later));
}

#[test]
fn every_fault_is_a_result() {
    let unreached = Err(CallError::Unreached("cannot connect: dns error".to_owned()));
    let insecure = Err(CallError::Unreached("cannot connect: invalid peer certificate: Expired".to_owned()));
    let cases = [
        (answer(404, b""), LinkState::Missing),
        (answer(403, b""), LinkState::Refused),
        (answer(429, b""), LinkState::Refused),
        (answer(503, b""), LinkState::Failing),
        (answer(200, b"<!doctype html><title>Offline</title>"), LinkState::NotAPicture),
        (answer(200, b"GIF89a NETSCAPE2.0"), LinkState::Moving),
        (answer(301, b""), LinkState::Redirects),
        (unreached, LinkState::Unreachable),
        (insecure, LinkState::Insecure),
        (Err(CallError::Broken("no answer within 60 s".to_owned())), LinkState::Unreachable),
        (Ok(UpstreamResponse { length: Some(300 << 20), ..answer(206, JPEG).unwrap() }), LinkState::TooLarge),
    ];
    for (answered, state) in cases {
        let what = format!("{answered:?}");
        let check = state_after(answered);
        assert_eq!(check.state, state, "{what}");
        assert!(check.reason.is_some() && check.etag.is_none(), "{what}");
    }
}

#[test]
fn dead_host_does_not_block_others() {
    let mut machine = machine(&[(PAGE, LinkTarget::Page), (STILL, LinkTarget::Still)]);
    let mut now = noon();
    for _ in 0..20 {
        let first = call(&mut machine, now);
        let answered = match first.what.as_str() {
            STILL => answer(403, b""),
            _ => answer(200, b"<html>"),
        };
        machine.answered(answered, now);
        let second = call(&mut machine, now);
        assert_ne!(first.what, second.what);
        machine.answered(answer(500, b""), now);
        assert_eq!(stored(&mut machine, now).len(), 2);
        now = now.plus_millis(PicturePolicy::DEFAULT.link_period_ms);
    }
}

#[test]
fn redirects_are_bounded() {
    let mut machine = machine(&[(PAGE, LinkTarget::Page)]);
    call(&mut machine, noon());
    machine.answered(redirect("/en/webcams"), noon());
    let second = call(&mut machine, noon());
    assert_eq!(second.url.reveal().to_string(), "https://resort.example/en/webcams");
    assert!(second.is_guarded);
    machine.answered(answer(200, b"<html>"), noon());
    let check = stored(&mut machine, noon()).remove(0).1;
    assert_eq!(
        (check.state, check.moved_to.as_deref()),
        (LinkState::Working, Some("https://resort.example/en/webcams"))
    );

    let later = noon().plus_millis(PicturePolicy::DEFAULT.link_period_ms);
    for _ in 0..=MOST_HOPS {
        call(&mut machine, later);
        machine.answered(redirect("https://resort.example/webcams"), later);
    }
    assert_eq!(stored(&mut machine, later).remove(0).1.state, LinkState::Redirects);
}

#[test]
fn private_redirects_are_not_followed() {
    let mut machine = machine(&[(PAGE, LinkTarget::Page)]);
    call(&mut machine, noon());
    machine.answered(redirect("https://10.0.0.1/admin"), noon());
    assert!(call(&mut machine, noon()).is_guarded);
    machine.forbidden(&CallDenial::ByGuard("`url` must lead to public addresses only".to_owned()), noon());
    let check = stored(&mut machine, noon()).remove(0).1;
    assert_eq!((check.state, check.status), (LinkState::Redirects, None));
}

#[test]
fn robots_rules_are_obeyed() {
    let mut machine = machine(&[(PAGE, LinkTarget::Page)]);
    call(&mut machine, noon());
    machine.forbidden(
        &CallDenial::ByRobots("robots.txt of resort.example does not allow /webcams".to_owned()),
        noon(),
    );
    assert_eq!(stored(&mut machine, noon()).remove(0).1.state, LinkState::NotAllowed);
}

#[test]
fn redirects_are_resolved() {
    let from = "https://a.example/x/y?z=1";
    let to = |to: &str| joined(from, to);
    assert_eq!(to("https://b.example/#top").as_deref(), Some("https://b.example/"));
    assert_eq!(to("//b.example/c").as_deref(), Some("https://b.example/c"));
    assert_eq!(to("/c?d").as_deref(), Some("https://a.example/c?d"));
    assert_eq!(to("c").as_deref(), Some("https://a.example/x/c"));
    for none in ["", "#top", "javascript:alert(1)", "data:text/html,x", "file:///etc/passwd"] {
        assert_eq!(to(none), None, "{none}");
    }
}
