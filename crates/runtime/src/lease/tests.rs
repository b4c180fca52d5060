use super::*;

#[test]
fn late_answer_does_not_extend_trust() {
    let asked = Instant::now();
    // The answer arrives 15 seconds later.
    let confirmed = ConfirmedLease::of_request(asked);
    assert!(confirmed.is_trusted(asked + Duration::from_secs(15)));
    assert!(confirmed.is_trusted(asked + TRUSTED - Duration::from_millis(1)));
    assert!(!confirmed.is_trusted(asked + TRUSTED));
    assert!(TRUSTED < LANE_TTL / 2);
}
