use conditions_core::time::HOUR_MS;

use super::*;
use crate::versions::Versions;

const KNOWN: Coverage = Coverage {
    timeline: Some(1),
    resorts: 0,
    versions: Versions { evidence: 812, winters: 40, documents: 7, grades: 3 },
};

fn noon() -> Timestamp {
    Timestamp::parse("2026-01-10T12:00:00Z").unwrap()
}

fn reported(read: Coverage, began: Option<Versions>) -> (Option<String>, String) {
    let (status, metrics) = (Status::default(), Metrics::default());
    report(KNOWN, read, began, &status, &metrics, noon());
    assert_eq!(status.lost_changes(noon().plus_millis(HOUR_MS)), None, "for an hour");
    (status.lost_changes(noon().plus_millis(HOUR_MS - 1)), metrics.text())
}

#[test]
fn lower_counters_are_reported_by_topic() {
    let versions = Versions { evidence: 806, documents: 6, grades: 4, ..KNOWN.versions };
    let (message, metrics) = reported(Coverage { timeline: Some(2), versions, ..KNOWN }, None);
    assert_eq!(message.unwrap(), "the database lost changes: documents 7 → 6, evidence 812 → 806");
    assert!(metrics.contains("snow_database_lost_changes_total{topic=\"evidence\"} 6\n"), "{metrics}");
    assert!(metrics.contains("snow_database_lost_changes_total{topic=\"documents\"} 1\n"), "{metrics}");
    assert!(!metrics.contains("topic=\"grades\""), "{metrics}");
}

#[test]
fn higher_counters_are_not_reported_as_loss() {
    let versions = Versions { evidence: 813, ..KNOWN.versions };
    for timeline in [Some(1), Some(2)] {
        let (message, metrics) = reported(Coverage { timeline, versions, ..KNOWN }, None);
        assert_eq!(message, None);
        assert!(!metrics.contains("snow_database_lost_changes_total{"), "{metrics}");
    }
}

#[test]
fn later_changes_do_not_hide_lost_ones() {
    let began = Versions { evidence: 806, ..KNOWN.versions };
    let versions = Versions { evidence: 815, ..KNOWN.versions };
    let read = Coverage { timeline: Some(2), versions, ..KNOWN };
    let (message, metrics) = reported(read, Some(began));
    assert_eq!(message.unwrap(), "the database lost changes: evidence 812 → 806");
    assert!(metrics.contains("snow_database_lost_changes_total{topic=\"evidence\"} 6\n"), "{metrics}");
    assert_eq!(reported(read, Some(KNOWN.versions)).0, None);
}
