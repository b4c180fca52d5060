use super::*;
use crate::metrics::Metrics;

#[test]
fn requests_are_counted_by_interface_and_purpose() {
    for (position, interface) in Interface::ALL.into_iter().enumerate() {
        assert_eq!(interface as usize, position, "{}", interface.name());
    }
    let metrics = Metrics::default();
    metrics.request(Interface::Operators, Access::Write, "/a", 503, Duration::from_millis(300));
    metrics.request(Interface::Api, Access::Read, "/b", 200, Duration::from_millis(50));
    let text = metrics.text();
    let has = |line: &str| assert!(text.lines().any(|known| known == line), "{line}\n{text}");
    has("snow_http_failures_total{interface=\"operators\",access=\"write\"} 1");
    has("snow_http_failures_total{interface=\"operators\",access=\"read\"} 0");
    has("snow_http_slow_requests_total{interface=\"operators\"} 1");
    has("snow_http_slow_requests_total{interface=\"api\"} 0");
    has("snow_http_request_seconds_bucket{le=\"0.05\",interface=\"api\",access=\"read\"} 1");
    has("snow_http_request_seconds_bucket{le=\"0.025\",interface=\"api\",access=\"read\"} 0");
    has("snow_http_request_seconds_count{interface=\"pages\",access=\"read\"} 0");
}
