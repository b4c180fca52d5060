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
    let wsdot = LaneTimes { last_success_at: Some(at(2)), newest_value_at: Some(at(4)), silent: 0 };
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
