//! Every phase has an end, and together they stay within the limit.

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
fn idle_connection_ends_in_20_seconds() {
    // Silent until the last moment, then a head that never becomes complete.
    let longest = [Phase::Idle, Phase::Head].map(|phase| phase.bound().0);
    assert!(longest.iter().sum::<u64>() <= 20_000);
    assert_eq!(Phase::Unread.overdue(20_000), Some(CloseReason::Unread));
}

#[test]
fn packed_phase_round_trips() {
    for phase in Phase::ALL {
        for since in [0, 1, 250, 1_u64 << 60] {
            assert_eq!(Phase::unpacked(phase.packed(since)), (phase, since));
        }
    }
}
