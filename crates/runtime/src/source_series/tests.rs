use sources::failure::FailureClass;

use super::*;
use crate::metrics::Metrics;

#[test]
fn series_follow_rows() {
    let at = |minutes: i64| Timestamp::from_millis(1_768_046_400_000 + minutes * 60_000);
    let status = Arc::new(Status::default());
    for source in ["wsdot/wsdot-passes", "wsdot/wsdot-weather"] {
        status.begun("wsdot", source, at(0));
    }
    status.begun("commons", "commons", at(0));
    let _ = status.succeeded("wsdot/wsdot-passes", Some(at(1)), None, at(2));
    let _ = status.succeeded("wsdot/wsdot-weather", Some(at(4)), None, at(1));
    status.failed("commons", at(3), FailureClass::Dns, "cannot connect");
    let series = SourceSeries(Arc::clone(&status));
    let lanes = series.lanes(at(5));
    let wsdot =
        LaneTimes { last_success_at: Some(at(2)), newest_value_at: Some(at(4)), ..LaneTimes::default() };
    assert_eq!(lanes["wsdot"], wsdot);
    assert_eq!(lanes["commons"], LaneTimes { silent: 1, ..LaneTimes::default() }, "it has never succeeded");
    let text = Metrics::with(|registry| registry.register_collector(Box::new(series))).text();
    assert!(text.contains("# UNIT snow_ingest_last_success_timestamp_seconds seconds"), "{text}");
    let first =
        format!("snow_ingest_last_success_timestamp_seconds{{lane=\"wsdot\"}} {:.1}", 1_768_046_520.0);
    assert!(text.contains(&first), "{text}");
    assert!(!text.contains("last_success_timestamp_seconds{lane=\"commons\"}"), "{text}");
    assert!(text.contains("snow_ingest_silent_sources{lane=\"commons\"} 1.0"), "{text}");
}

#[test]
fn failing_and_stale_sources_are_counted() {
    let at = |minutes: i64| Timestamp::from_millis(1_768_046_400_000 + minutes * 60_000);
    let status = Arc::new(Status::default());
    status.begun("snotel", "snotel", at(0));
    let _ = status.succeeded("snotel", Some(at(-3 * 24 * 60)), None, at(0));
    status.failed("snotel", at(1), FailureClass::Tls, "no trusted certificate");
    status.due("snotel", at(30), at(2));
    let series = SourceSeries(Arc::clone(&status));
    let before = series.lanes(at(4));
    assert_eq!((before["snotel"].stale, &before["snotel"].failing), (1, &BTreeMap::new()), "one failure");
    assert_eq!(before["snotel"].next_due_at, Some(at(30)));
    status.failed("snotel", at(5), FailureClass::Tls, "no trusted certificate");
    assert_eq!(series.lanes(at(6))["snotel"].failing, BTreeMap::from([("tls", 1)]));
    let text = Metrics::with(|registry| registry.register_collector(Box::new(series))).text();
    assert!(text.contains("snow_ingest_failing_sources{lane=\"snotel\",class=\"tls\"} 1.0"), "{text}");
    status.not_asked("snotel", "robots.txt", at(7));
    assert_eq!(
        SourceSeries(status).lanes(at(8))["snotel"],
        LaneTimes {
            last_success_at: Some(at(0)),
            newest_value_at: Some(at(-3 * 24 * 60)),
            next_due_at: Some(at(30)),
            ..LaneTimes::default()
        }
    );
}
