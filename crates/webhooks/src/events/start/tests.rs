use super::*;

const POLICY: EventPolicy = EventPolicy::CONTRACT;

fn at(seconds: i64) -> Timestamp {
    Timestamp::from_millis(1_768_046_400_000 + seconds * 1_000)
}

#[test]
fn evaluation_waits_for_first_rounds() {
    let mut start = Start::at(at(0));
    assert!(!start.allows(&POLICY, false, at(60), at(59)));
    assert!(!start.allows(&POLICY, true, at(120), at(119)), "made before the last round ended");
    assert!(start.allows(&POLICY, true, at(180), at(179)));
    assert!(start.allows(&POLICY, true, at(240), at(239)));
}

#[test]
fn stuck_lane_delays_events_briefly() {
    let mut start = Start::at(at(0));
    let minutes = POLICY.first_rounds_ms / 60_000;
    assert!((1..minutes).all(|minute| !start.allows(&POLICY, false, at(minute * 60), at(minute * 60))));
    assert!(!start.allows(&POLICY, false, at(minutes * 60), at(minutes * 60 - 1)));
    assert!(start.allows(&POLICY, false, at(minutes * 60 + 60), at(minutes * 60 + 59)));
}

#[test]
fn clock_set_back_keeps_events() {
    let mut start = Start::at(at(0));
    assert!(!start.allows(&POLICY, false, at(-3_600), at(-3_601)));
    assert!(start.allows(&POLICY, false, at(-3_540), at(-3_541)));
    let mut ready = Start::at(at(0));
    assert!(!ready.allows(&POLICY, true, at(60), at(59)));
    assert!(ready.allows(&POLICY, true, at(-3_540), at(-3_541)));
}
