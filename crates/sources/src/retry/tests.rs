use super::*;

fn at(text: &str) -> Timestamp {
    Timestamp::parse(text).unwrap()
}

const NOW: &str = "2026-01-10T12:34:56Z";

fn refusal(refusal: Refusal) -> Kind {
    Kind::Refused { refusal, reason: String::new() }
}

#[test]
fn delays_double_under_a_cap_and_end() {
    let backoff = Backoff { base_ms: 100, cap_ms: 350, retries: 4, longest_wait_ms: 1_000 };
    let most: Vec<_> = (0..6).map(|attempt| backoff.delay_ms(attempt, 1.0)).collect();
    assert_eq!(most, [Some(100), Some(200), Some(350), Some(350), None, None]);
    assert_eq!(backoff.delay_ms(2, 0.0), Some(0));
    assert_eq!(backoff.delay_ms(1, 0.5), Some(100));
    assert_eq!(backoff.delay_ms(0, f64::NAN), Some(100));
    assert_eq!(Backoff { retries: u32::MAX, ..backoff }.delay_ms(4_000_000, 1.0), Some(350));
}

#[test]
fn next_attempt_respects_retry_after() {
    let backoff = Backoff { base_ms: 1_000, cap_ms: 8_000, retries: 2, longest_wait_ms: 60_000 };
    let now = at(NOW);
    assert_eq!(backoff.next(0, 0.5, None, now), Some(now.plus_millis(500)));
    let later = now.plus_millis(30_000);
    assert_eq!(backoff.next(0, 0.5, Some(later), now), Some(later.plus_millis(500)));
    assert_eq!(backoff.next(0, 0.5, Some(now.plus_millis(-5_000)), now), Some(now.plus_millis(500)));
    assert_eq!(backoff.next(0, 0.5, Some(now.plus_millis(60_001)), now), None);
    assert_eq!(backoff.next(2, 0.5, None, now), None);
}

#[test]
fn parses_seconds_and_http_dates() {
    let now = at("1994-11-06T08:00:00Z");
    for (value, expected) in [
        ("120", Some("1994-11-06T08:02:00Z")),
        (" 0 ", Some("1994-11-06T08:00:00Z")),
        ("Sun, 06 Nov 1994 08:49:37 GMT", Some("1994-11-06T08:49:37Z")),
        ("Sunday, 06-Nov-94 08:49:37 GMT", Some("1994-11-06T08:49:37Z")),
        ("Sun Nov  6 08:49:37 1994", Some("1994-11-06T08:49:37Z")),
        ("Sun, 06 Nov 1994 07:00:00 GMT", Some("1994-11-06T08:00:00Z")),
        ("-5", None),
        ("1.5", None),
        ("", None),
        ("soon", None),
        ("Mon, 06 Nov 1994 08:49:37 GMT", None),
        ("Sunday, 06-Nov-xx 08:49:37 GMT", None),
    ] {
        assert_eq!(parse_retry_after(value, now), expected.map(at), "{value:?}");
    }
    let far = parse_retry_after("99999999999999999999999", now).unwrap();
    assert!(far > at("9000-01-01T00:00:00Z"));
}

#[test]
fn two_digit_years_are_near() {
    let read = |text, now| parse_retry_after(text, at(now)).unwrap();
    assert_eq!(read("Friday, 06-Nov-43 08:49:37 GMT", "2026-01-01T00:00:00Z"), at("2043-11-06T08:49:37Z"));
    // 1999 is past, and a past date means now.
    let past = "Saturday, 06-Nov-99 08:49:37 GMT";
    assert_eq!(read(past, "2026-01-01T00:00:00Z"), at("2026-01-01T00:00:00Z"));
}

#[test]
fn limits_end_at_their_boundary() {
    let now = at(NOW);
    for (kind, verdict) in [
        (Refusal::Minute, Verdict::Retry { not_before: Some(at("2026-01-10T12:35:05Z")) }),
        (Refusal::Hour, Verdict::Breaker { until: Some(at("2026-01-10T13:00:05Z")) }),
        (Refusal::Day, Verdict::Breaker { until: Some(at("2026-01-11T00:00:05Z")) }),
        (Refusal::Concurrent, Verdict::Retry { not_before: None }),
        (Refusal::Overloaded, Verdict::Retry { not_before: None }),
        (Refusal::Key, Verdict::Breaker { until: None }),
    ] {
        // With a 200 as with the proper status.
        for status in [200, 429, 400, 503] {
            assert_eq!(classify(status, None, Some(&refusal(kind)), now), verdict, "{kind} {status}");
        }
    }
    let asked = classify(429, Some("7"), Some(&refusal(Refusal::Hour)), now);
    assert_eq!(asked, Verdict::Breaker { until: Some(now.plus_millis(7_000)) });
}

#[test]
fn unnamed_rejection_follows_status() {
    let now = at(NOW);
    for kind in [Refusal::BadRequest, Refusal::NoData] {
        assert_eq!(classify(200, None, Some(&refusal(kind)), now), Verdict::GiveUp);
        assert_eq!(classify(400, None, Some(&refusal(kind)), now), Verdict::GiveUp);
        assert_eq!(classify(500, None, Some(&refusal(kind)), now), Verdict::Retry { not_before: None });
    }
}

#[test]
fn classifies_statuses_without_body() {
    let now = at(NOW);
    let retry = Verdict::Retry { not_before: None };
    for (status, verdict) in [
        (200, Verdict::Accept),
        (204, Verdict::Accept),
        (301, Verdict::GiveUp),
        (400, Verdict::GiveUp),
        (401, Verdict::Breaker { until: None }),
        (403, Verdict::Breaker { until: None }),
        (404, Verdict::GiveUp),
        (408, retry),
        (414, Verdict::GiveUp),
        (429, retry),
        (500, retry),
        (501, Verdict::GiveUp),
        (502, retry),
        (503, retry),
        (504, retry),
        (522, retry),
    ] {
        assert_eq!(classify(status, None, None, now), verdict, "{status}");
    }
    // A proxy's page with status 502 still counts as a 502, with status 404 as a 404.
    assert_eq!(classify(502, None, Some(&Kind::Html), now), retry);
    assert_eq!(classify(404, None, Some(&Kind::Html), now), Verdict::GiveUp);
    let after = classify(503, Some("Sat, 10 Jan 2026 12:40:00 GMT"), None, now);
    assert_eq!(after, Verdict::Retry { not_before: Some(at("2026-01-10T12:40:00Z")) });
}

#[test]
fn classifies_broken_bodies() {
    let now = at(NOW);
    let retry = Verdict::Retry { not_before: None };
    for kind in [Kind::Empty, Kind::Html, Kind::Truncated, Kind::BrokeOff("timeoutReached".to_owned())] {
        assert_eq!(classify(200, None, Some(&kind), now), retry, "{kind}");
    }
    assert_eq!(classify(200, None, Some(&Kind::Malformed(String::new())), now), Verdict::GiveUp);
}
