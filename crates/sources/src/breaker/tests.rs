use super::*;

fn at(seconds: i64) -> Timestamp {
    Timestamp::from_millis(1_768_000_000_000 + seconds * 1_000)
}

fn breaker() -> Breaker {
    Breaker::new(Config { failures: 3, pause_ms: 10_000, longest_pause_ms: 35_000, probe_ms: 5_000 })
}

fn tripped() -> Breaker {
    let mut breaker = breaker();
    for _ in 0..3 {
        breaker.failure(at(0));
    }
    breaker
}

#[test]
fn opens_after_consecutive_failures() {
    let mut breaker = breaker();
    breaker.failure(at(0));
    breaker.failure(at(1));
    breaker.success();
    breaker.failure(at(2));
    breaker.failure(at(3));
    assert_eq!(breaker.permit(at(3)), Permit::Pass);
    breaker.failure(at(4));
    assert_eq!(breaker.permit(at(4)), Permit::NotBefore(at(14)));
}

#[test]
fn requested_pause_is_at_most_a_day() {
    let day = DAY_MS / 1_000;
    let mut breaker = breaker();
    breaker.trip(Some(at(99_999_999_999)), at(0));
    assert_eq!(breaker.state(), State::Open { until: at(day) });
    breaker.trip(Some(at(99_999_999_999)), at(7));
    assert_eq!(breaker.state(), State::Open { until: at(day + 7) }, "nor when it is requested again");
}

#[test]
fn successful_probe_closes() {
    let mut breaker = tripped();
    assert_eq!(breaker.permit(at(9)), Permit::NotBefore(at(10)));
    assert_eq!(breaker.permit(at(10)), Permit::Probe);
    assert_eq!(breaker.permit(at(11)), Permit::NotBefore(at(15)));
    breaker.success();
    assert_eq!(breaker.permit(at(11)), Permit::Pass);
}

#[test]
fn pauses_double_until_success() {
    let mut breaker = tripped();
    let mut now = 10;
    for pause in [20, 35, 35] {
        assert_eq!(breaker.permit(at(now)), Permit::Probe);
        breaker.failure(at(now));
        assert_eq!(breaker.state(), State::Open { until: at(now + pause) });
        now += pause;
    }
    assert_eq!(breaker.permit(at(now)), Permit::Probe);
    breaker.success();
    for _ in 0..3 {
        breaker.failure(at(now));
    }
    assert_eq!(breaker.state(), State::Open { until: at(now + 10) });
}

#[test]
fn lost_probe_does_not_block_forever() {
    let mut breaker = tripped();
    assert_eq!(breaker.permit(at(10)), Permit::Probe);
    assert_eq!(breaker.permit(at(15)), Permit::Probe);
}

#[test]
fn requested_pause_is_not_shortened() {
    let mut breaker = breaker();
    breaker.trip(Some(at(600)), at(0));
    breaker.success();
    breaker.failure(at(1));
    breaker.trip(None, at(2));
    breaker.trip(Some(at(300)), at(3));
    assert_eq!(breaker.state(), State::Open { until: at(600) });
    breaker.trip(Some(at(900)), at(4));
    assert_eq!(breaker.permit(at(899)), Permit::NotBefore(at(900)));
    assert_eq!(breaker.permit(at(900)), Permit::Probe);
}

#[test]
fn past_times_do_not_open_backwards() {
    let mut breaker = breaker();
    breaker.trip(Some(at(-50)), at(0));
    assert_eq!(breaker.state(), State::Open { until: at(0) });
    assert_eq!(breaker.permit(at(0)), Permit::Probe);
}
