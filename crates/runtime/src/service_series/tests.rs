use conditions_core::time::Timestamp;
use storage::deployment::ProcessState;

use super::*;
use crate::metrics::Metrics;

#[test]
fn lag_is_the_distance_to_the_newest_replica() {
    let now = Timestamp::from_millis(1_768_046_400_000);
    let status = Arc::new(Status::default());
    let process = |id: &str, counters: &str| ProcessState {
        id: id.to_owned(),
        version: "1".to_owned(),
        started_at: now,
        last_seen_at: now,
        timeline: None,
        counters: counters.to_owned(),
        published_at: None,
        sources: "[]".to_owned(),
    };
    let rows = vec![process("a", "{\"evidence\": 7, \"winters\": 2}"), process("b", "{\"evidence\": 12}")];
    let mark = status.healths().mark();
    status.healths().adopt(mark, Vec::new(), rows, 60_000, now);
    status.publication_covers(BTreeMap::from([("evidence", 7), ("winters", 3)]));
    let series = ServiceSeries(Arc::clone(&status));
    assert_eq!(series.lag(), BTreeMap::from([("evidence", 5), ("winters", 0)]));
    let _ = status.database(Err("it does not answer".to_owned()));
    let text = Metrics::with(|registry| registry.register_collector(Box::new(series))).text();
    for line in ["snow_database_up 0", "snow_replicas 2", "snow_replica_lag_changes{topic=\"evidence\"} 5"] {
        assert!(text.lines().any(|known| known == line), "{line}\n{text}");
    }
}
