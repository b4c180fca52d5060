//! Every phase has an end, and together they keep the bound.

use super::*;

#[test]
fn every_phase_ends() {
    for phase in Phase::ALL {
        let (bound, why) = phase.bound();
        assert_eq!(phase.overdue(bound - 1), None, "{phase:?}");
        assert_eq!(phase.overdue(bound), Some(why), "{phase:?}");
    }
}

#[test]
fn what_holds_a_connection_without_an_exchange_is_over_within_twenty_seconds() {
    // Silent until the last moment, then a head that never becomes whole.
    let longest = [Phase::Idle, Phase::Head].map(|phase| phase.bound().0);
    assert!(longest.iter().sum::<u64>() <= 20_000);
    assert_eq!(Phase::Unread.overdue(20_000), Some(CloseReason::Unread));
}

#[test]
fn a_phase_and_its_beginning_are_found_again() {
    for phase in Phase::ALL {
        for since in [0, 1, 250, 1_u64 << 60] {
            assert_eq!(Phase::unpacked(phase.packed(since)), (phase, since));
        }
    }
}
