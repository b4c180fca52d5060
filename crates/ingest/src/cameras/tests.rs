//! Tests of when stills are fetched, and of when a storm is over.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use conditions_core::time::HOUR_MS;
use pictures::Frame;

use super::*;
use crate::CallError;
use crate::machine::{Machine, Step};
use crate::pauses::Pauses;

fn noon() -> Timestamp {
    Timestamp::parse("2026-01-10T12:00:00Z").unwrap()
}

/// Counts stills.
#[derive(Default)]
struct Counting(Option<Reel>);

impl Recorder for Counting {
    fn begin(&mut self, _reels: Vec<Reel>, _now: Timestamp) -> Vec<Reel> {
        Vec::new()
    }

    fn record(&mut self, still: &[u8], now: Timestamp) -> Result<Reel, String> {
        if still.is_empty() {
            return Err("no picture".to_owned());
        }
        let reel = self.0.get_or_insert_with(|| Reel {
            id: "alta-base-1".to_owned(),
            slug: "alta".to_owned(),
            camera: "Base".into(),
            owner: "A resort".into(),
            page_url: None,
            measured_by: None,
            is_over: false,
            width: 4,
            height: 3,
            bytes: 1,
            frames: Vec::new(),
        });
        reel.frames.push(Frame { at: now, depth_cm: None, accumulated_cm: None });
        Ok(reel.clone())
    }

    fn finish(&mut self) -> Option<Reel> {
        self.0.take().map(|reel| Reel { is_over: true, ..reel })
    }
}

fn machine() -> (Machine<Recording>, Arc<AtomicBool>) {
    let snows = Arc::new(AtomicBool::new(false));
    let falls = Arc::clone(&snows);
    let place = Place {
        slug: "alta".to_owned(),
        id: "base".to_owned(),
        url: "https://cams.example/base.jpg".to_owned(),
        period_ms: 10 * MINUTE_MS,
    };
    let falls: SnowfallCheck = Box::new(move |_| Some(falls.load(Ordering::Relaxed)));
    let mut machine = Machine::new(Recording::new(place, falls, Box::<Counting>::default()), Pauses::USUAL);
    assert!(matches!(machine.next(noon()), Step::Load(_)));
    machine.begin(StoredState::default(), noon());
    (machine, snows)
}

fn still() -> Result<UpstreamResponse, CallError> {
    Ok(UpstreamResponse { status: 200, body: vec![1], complete: true, ..UpstreamResponse::default() })
}

fn reels(step: Step) -> Vec<Reel> {
    match step {
        Step::Keep(keep) => {
            keep.documents.iter().map(|(_, _, payload)| Stored::decode(payload).unwrap()).collect()
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn fetches_only_during_snowfall() {
    let (mut machine, snows) = machine();
    assert!(matches!(machine.next(noon()), Step::Rest { .. }));
    snows.store(true, Ordering::Relaxed);
    assert!(matches!(machine.next(noon().plus_millis(2 * MINUTE_MS)), Step::Call(..)));
}

#[test]
fn reel_ends_after_the_storm() {
    let (mut machine, snows) = machine();
    snows.store(true, Ordering::Relaxed);
    let mut now = noon();
    for frames in 1..=3 {
        let Step::Call(call, _) = machine.next(now) else { panic!("a still is due") };
        assert!(!call.is_peek);
        machine.answered(still(), now);
        let told = reels(machine.next(now));
        assert_eq!((told[0].frames.len(), told[0].is_over), (frames, false));
        assert!(matches!(machine.next(now), Step::Rest { .. }), "not oftener than its interval");
        now = now.plus_millis(10 * MINUTE_MS);
    }
    snows.store(false, Ordering::Relaxed);
    assert!(
        matches!(machine.next(now.plus_millis(HOUR_MS / 2)), Step::Rest { .. }),
        "a pause is not the end"
    );
    let told = reels(machine.next(now.plus_millis(7 * HOUR_MS)));
    assert_eq!((told[0].frames.len(), told[0].is_over), (3, true));
}

#[test]
fn invalid_picture_affects_one_camera() {
    let (mut machine, snows) = machine();
    snows.store(true, Ordering::Relaxed);
    assert!(matches!(machine.next(noon()), Step::Call(..)));
    let attempt = machine.answered(Ok(UpstreamResponse { body: Vec::new(), ..still().unwrap() }), noon());
    assert_eq!(
        (attempt.health.as_str(), attempt.failed.as_deref()),
        ("cameras/alta/base", Some("no picture"))
    );
    let attempt = {
        let now = noon().plus_millis(10 * MINUTE_MS);
        assert!(matches!(machine.next(now), Step::Call(..)));
        machine.answered(Ok(UpstreamResponse { complete: false, ..still().unwrap() }), now)
    };
    assert!(attempt.failed.is_some());
}
