//! `kill -9` during appends: the counter, the history and the start-up copies agree afterwards.

use std::env;

use storage::evidence::{self, NewEvidence};
use storage::{Options, Store, changes};

use crate::support::{Fresh, killed_after, later, now, read, run};

const CHILD: &str = "SNOW_STORAGE_TEST_APPENDS_TO";
const LANES: [&str; 3] = ["x", "y", "z"];

fn rows(n: i64) -> Vec<NewEvidence> {
    LANES
        .iter()
        .map(|lane| NewEvidence {
            id: evidence::new_id(later(n)),
            slug: "zermatt".to_owned(),
            lane: (*lane).to_owned(),
            kind: "station".to_owned(),
            observed_at: None,
            captured_at: later(n),
            payload: format!("{{\"n\":{n},\"padding\":\"{}\"}}", "x".repeat(3_000)),
        })
        .collect()
}

/// The child process: appends forever and reports each commit. Does nothing in an ordinary run.
#[test]
fn child() {
    let Ok(location) = env::var(CHILD) else { return };
    let store = Store::open(&location, &Options::default(), now()).unwrap();
    for n in 1.. {
        run(&store, move |conn| evidence::append(conn, &rows(n), now()));
        println!("committed {n}");
    }
}

#[test]
fn killed_writer_leaves_no_partial_write() {
    for committed in [1, 7, 40] {
        let fresh = Fresh::sqlite();
        let said = killed_after("kill::child", CHILD, &fresh.location, committed);
        let store = fresh.open();
        let version = read(&store, |conn| changes::version(conn, changes::EVIDENCE));
        assert!(version == said || version == said + 1, "said {said}, found {version}");
        let latest = read(&store, evidence::latest);
        assert_eq!(latest.rows.iter().map(|row| row.lane.as_str()).collect::<Vec<_>>(), LANES);
        assert!(latest.rows.iter().all(|row| row.captured_at == later(version)));
        for n in 1..=version {
            let known = read(&store, move |conn| evidence::as_of(conn, "zermatt", later(n)));
            assert_eq!(known.len(), 3);
            assert!(known.iter().all(|row| row.captured_at == later(n)));
        }
        run(&store, |conn| evidence::append(conn, &rows(10_000), now()));
    }
}
