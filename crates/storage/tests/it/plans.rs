//! Query plans of frequent SQLite statements.

use diesel::sql_types::Text;
use diesel::{Connection as _, QueryableByName, RunQueryDsl as _, SqliteConnection, sql_query};

use crate::support::Fresh;

#[derive(QueryableByName)]
struct Step {
    #[diesel(sql_type = Text)]
    detail: String,
}

#[test]
fn frequent_pruning_uses_an_index() {
    let fresh = Fresh::sqlite();
    fresh.open().close();
    let mut connection = SqliteConnection::establish(&fresh.location).unwrap();
    // The conditions of `limits::prune` and `events::prune`.
    for (statement, index) in [
        ("DELETE FROM webhook_limits WHERE touched_at < 1", "webhook_limits_touched"),
        (
            "SELECT dedupe_key FROM webhook_events WHERE fanned_out_at < 1 LIMIT 9",
            "webhook_events_fanned_out",
        ),
    ] {
        let steps: Vec<Step> =
            sql_query(format!("EXPLAIN QUERY PLAN {statement}")).load(&mut connection).unwrap();
        assert!(
            steps.iter().all(|step| step.detail.starts_with("SEARCH") && step.detail.contains(index)),
            "{statement}: {}",
            steps.iter().map(|step| &*step.detail).collect::<Vec<_>>().join("; ")
        );
    }
}
