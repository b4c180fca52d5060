//! Tests of `span`.

use super::*;

#[test]
fn durations() {
    assert_eq!(duration_ms("PT1H"), Some(HOUR_MS));
    assert_eq!(duration_ms("P1DT6H"), Some(30 * HOUR_MS));
    assert_eq!(duration_ms("P1D"), Some(DAY_MS));
    assert_eq!(duration_ms("PT90M"), Some(90 * MINUTE_MS));
    assert_eq!(duration_ms("P1W"), Some(7 * DAY_MS));
    assert_eq!(duration_ms("PT1H30M15S"), Some(HOUR_MS + 30 * MINUTE_MS + 15_000));
    for bad in [
        "",
        "P",
        "PT",
        "P1M",
        "P1Y",
        "1H",
        "PTH",
        "PT-1H",
        "PT1.5H",
        "PT1M1H",
        "P1H",
        "PT1D",
        "PT99999999999999999999H",
    ] {
        assert_eq!(duration_ms(bad), None, "{bad}");
    }
}

#[test]
fn spans() {
    let span = Span::parse("2026-01-10T12:00:00+00:00/PT6H").unwrap();
    assert_eq!(span.start().to_string(), "2026-01-10T12:00:00.000Z");
    assert_eq!(span.end().to_string(), "2026-01-10T18:00:00.000Z");
    assert!(span.holds(span.start()) && !span.holds(span.end()));
    assert!(!span.is_an_hour());
    assert!(Span::parse("2026-01-10T05:00:00-07:00/PT1H").unwrap().is_an_hour());
    assert!(!Span::parse("2026-01-10T05:30:00-07:00/PT1H").unwrap().is_an_hour());
    for bad in [
        "",
        "2026-01-10T12:00:00+00:00",
        "/PT1H",
        "2026-01-10/PT1H",
        "2026-01-10T12:00:00Z/PT0H",
        "2026-01-10T12:00:00Z/P9999D",
    ] {
        assert_eq!(Span::parse(bad), None, "{bad}");
    }
}
