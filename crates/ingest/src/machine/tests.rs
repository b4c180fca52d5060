//! Tests of the parts that every lane shares, with a lane of one call.

use sources::breaker;
use sources::open_meteo::RequestUrl;
use sources::retry::Backoff;
use sources::{FaultPosition, ParseError};

use super::*;

const PAUSES: Pauses = Pauses {
    backoff: Backoff { base_ms: 0, cap_ms: 0, retries: 2, longest_wait_ms: 1_000 },
    breaker: breaker::Config { failures: 2, ..breaker::Config::USUAL },
    ..Pauses::USUAL
};

/// A lane that repeats the same request.
struct Echo {
    meta: Meta,
    failed: u32,
    heard: u32,
    begun: u32,
}

impl Upstream for Echo {
    type Answer = Vec<u8>;

    fn meta(&self) -> &Meta {
        &self.meta
    }

    fn state_query(&self, _now: Timestamp) -> StateQuery {
        StateQuery::default()
    }

    fn begin(&mut self, _known: StoredState, _now: Timestamp) -> Summary {
        self.begun += 1;
        Summary::default()
    }

    fn next_batch(&mut self, _now: Timestamp) -> Option<StoreBatch> {
        None
    }

    fn stored(&mut self, _keep: StoreBatch, _now: Timestamp) {}

    fn not_stored(&mut self, _keep: StoreBatch, _now: Timestamp) {}

    fn next(&mut self, _now: Timestamp) -> Next {
        let url = RequestUrl::open("http://upstream.example/".to_owned());
        Next::Call(Box::new(Call { counted: 3.0, ..Call::new(url, "echo", "it") }))
    }

    fn read(&self, fetched: &UpstreamResponse) -> Result<Vec<u8>, ParseError> {
        let empty = ParseError { lane: "echo", at: FaultPosition::Body, kind: sources::Kind::Empty };
        if fetched.body.is_empty() { Err(empty) } else { Ok(fetched.body.clone()) }
    }

    fn apply(
        &mut self,
        _answer: Vec<u8>,
        _fetched: &UpstreamResponse,
        _now: Timestamp,
    ) -> Result<Summary, Failure> {
        self.heard += 1;
        Ok(Summary::default())
    }

    fn failed(&mut self, _failure: &Failure, _now: Timestamp) -> (Blame, Summary) {
        self.failed += 1;
        (Blame::Upstream, Summary::default())
    }
}

fn now() -> Timestamp {
    Timestamp::parse("2026-01-10T12:00:00Z").unwrap()
}

fn machine(repeats: bool) -> Machine<Echo> {
    let meta = Meta {
        lane: "echo",
        lease: "echo",
        health: "echo".to_owned(),
        repeats,
        obeys_robots: false,
        most_bytes: 1_000,
        pause_ms: 0,
        look_ms: 1_000,
        patience_ms: 90_000,
        ledgers: Vec::new(),
        progress: None,
    };
    let mut machine = Machine::new(Echo { meta, failed: 0, heard: 0, begun: 0 }, PAUSES);
    assert!(matches!(machine.next(now()), Step::Load(_)));
    machine.begin(StoredState::default(), now());
    machine
}

/// Returns the weight of the call; fails if there is none.
fn counted(machine: &mut Machine<Echo>, now: Timestamp) -> f64 {
    match machine.next(now) {
        Step::Call(_, counted) => counted,
        other => panic!("{other:?}"),
    }
}

fn answer(status: u16, body: &str) -> Result<UpstreamResponse, CallError> {
    Ok(UpstreamResponse { status, body: body.as_bytes().to_vec(), ..UpstreamResponse::default() })
}

#[test]
fn repeats_are_counted_and_limited() {
    let mut machine = machine(true);
    assert_eq!(counted(&mut machine, now()), 3.0);
    for attempt in 1..=3 {
        let outcome = machine.answered(Err(CallError::Broken("reset".to_owned())), now());
        assert_eq!(outcome.is_repeated, attempt < 3, "{attempt}");
        let again = counted(&mut machine, now());
        assert_eq!(again, if attempt < 3 { 1.0 } else { 3.0 }, "then another call begins");
    }
    assert_eq!(machine.upstream.failed, 1);
}

#[test]
fn lane_without_repeats_waits() {
    let mut machine = machine(false);
    counted(&mut machine, now());
    assert!(!machine.answered(answer(503, ""), now()).is_repeated);
    assert_eq!(machine.upstream.failed, 1);
}

#[test]
fn breaker_allows_one_probe_after_pause() {
    let mut machine = machine(true);
    for _ in 0..2 {
        counted(&mut machine, now());
        machine.answered(answer(404, "gone"), now());
    }
    let Step::Rest { until, is_idle: true } = machine.next(now()) else { panic!("it is not paused") };
    assert_eq!(until, now().plus_millis(PAUSES.breaker.pause_ms));
    counted(&mut machine, until);
    assert!(!machine.answered(answer(503, ""), until).is_repeated, "a probe asks once");
    let Step::Rest { until: later, .. } = machine.next(until) else { panic!("it is not paused") };
    counted(&mut machine, later);
    machine.answered(answer(200, "well"), later);
    assert_eq!((machine.upstream.heard, machine.breaker_state()), (1, State::Closed { failures: 0 }));
}

#[test]
fn repeats_wait_less_for_allowance() {
    let mut machine = machine(true);
    counted(&mut machine, now());
    machine.waits(now().plus_millis(3 * 3_600_000), now());
    let Step::Rest { until, is_idle: true } = machine.next(now()) else { panic!("it does not wait") };
    assert_eq!(until, now().plus_millis(LONGEST_WAIT_MS), "and reconsiders in between");
    counted(&mut machine, until);
    machine.answered(answer(503, ""), until);
    counted(&mut machine, until);
    machine.waits(until.plus_millis(60_000), until);
    assert!(matches!(machine.next(until), Step::Rest { is_idle: false, .. }));
    machine.waits(until.plus_millis(100_000), until);
    assert_eq!((machine.upstream.failed, counted(&mut machine, until)), (1, 3.0));
}

#[test]
fn lost_lease_restarts_the_lane() {
    let mut machine = machine(true);
    counted(&mut machine, now());
    machine.lease_lost();
    assert!(matches!(machine.next(now()), Step::Load(_)));
    machine.begin(StoredState::default(), now());
    assert_eq!((machine.upstream.begun, counted(&mut machine, now())), (2, 3.0));
}

#[test]
fn only_conditional_calls_accept_304() {
    let mut machine = machine(true);
    counted(&mut machine, now());
    assert_eq!(machine.answered(answer(304, "x"), now()).failed.as_deref(), Some("HTTP 304"));
}

fn unreached(machine: &mut Machine<Echo>, now: Timestamp) -> Attempt {
    machine.answered(Err(CallError::Unreached("no connection".to_owned())), now)
}

/// Returns when a resting lane continues.
fn rests_until(machine: &mut Machine<Echo>, now: Timestamp) -> Timestamp {
    match machine.next(now) {
        Step::Rest { until, .. } => until,
        other => panic!("{other:?}"),
    }
}

#[test]
fn unreached_call_is_refunded() {
    let mut machine = machine(true);
    assert_eq!(counted(&mut machine, now()), 3.0);
    let attempt = unreached(&mut machine, now());
    assert_eq!((attempt.given_back, attempt.weight, attempt.is_repeated), (3.0, 0.0, true));
    let later = rests_until(&mut machine, now());
    assert_eq!(counted(&mut machine, later), 3.0, "the refund is counted again");
    machine.answered(Err(CallError::Broken("reset".to_owned())), later);
    assert_eq!(counted(&mut machine, later), 1.0, "a received call is a repeat");
    assert_eq!(unreached(&mut machine, later).given_back, 1.0);
}

#[test]
fn unreachable_upstream_backs_off() {
    let mut machine = machine(true);
    let (mut now, mut rests) = (now(), Vec::new());
    for _ in 0..12 {
        counted(&mut machine, now);
        unreached(&mut machine, now);
        let until = rests_until(&mut machine, now);
        rests.push(until.since(now));
        now = until;
    }
    let (first, longest) = (PAUSES.unreached_ms, 5 * PAUSES.unreached_ms);
    assert!(rests.iter().all(|rest| *rest >= first), "never before a connection could succeed: {rests:?}");
    assert!(rests[0] < 2 * first && rests[2] >= 4 * first && rests[11] >= longest, "{rests:?}");
    assert!(rests.iter().all(|rest| *rest <= longest + longest / 4), "{rests:?}");
    assert_eq!(machine.breaker_state(), State::Closed { failures: 0 });
    assert_eq!(machine.upstream.failed, 4, "a call is given up after its repeats");
    counted(&mut machine, now);
    machine.answered(answer(200, "well"), now);
    assert_eq!(machine.upstream.heard, 1);
    counted(&mut machine, now);
    unreached(&mut machine, now);
    assert!(rests_until(&mut machine, now).since(now) < 2 * first, "the next outage starts over");
}

#[test]
fn too_large_responses_are_not_repeated() {
    let mut machine = machine(true);
    counted(&mut machine, now());
    assert!(!machine.answered(Err(CallError::TooLarge("9 MiB".to_owned())), now()).is_repeated);
    assert_eq!(machine.upstream.failed, 1);
}

#[test]
fn clock_set_back_delays_nothing() {
    let mut machine = machine(true);
    let ahead = now().plus_millis(2 * 86_400_000);
    for _ in 0..2 {
        counted(&mut machine, ahead);
        machine.answered(answer(404, "gone"), ahead);
    }
    rests_until(&mut machine, ahead);
    rests_until(&mut machine, ahead.plus_millis(-9 * 60_000));
    assert!(matches!(machine.next(now()), Step::Load(_)), "it starts over from storage");
    machine.begin(StoredState::default(), now());
    counted(&mut machine, now());
}
