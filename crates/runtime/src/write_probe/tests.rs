use super::*;

#[test]
fn detects_hanging_and_failed_writes() {
    let (probe, now) = (WriteProbe::default(), clock::monotonic());
    assert!(probe.gets_through(now), "no write has failed yet");
    probe.state().begun = Some(now);
    assert!(probe.gets_through(now + PATIENCE));
    assert!(!probe.gets_through(now + PATIENCE + Duration::from_millis(1)));
    *probe.state() = State { begun: None, has_failed: true };
    assert!(!probe.gets_through(now));
    *probe.state() = State::default();
    assert!(probe.gets_through(now));
}
