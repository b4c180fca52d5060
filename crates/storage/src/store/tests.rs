//! Tests of the database threads.

use conditions_core::time::Timestamp;
use uuid::Uuid;

use super::*;
use crate::settings;

fn opened() -> (std::path::PathBuf, Store) {
    let folder = std::env::temp_dir().join(format!("snow-threads-{}", Uuid::new_v4()));
    std::fs::create_dir(&folder).unwrap();
    let file = folder.join("snow.db");
    let options = Options { readers: 1, ..Options::default() };
    let store = Store::open(file.to_str().unwrap(), &options, Timestamp::from_millis(1_795_176_000_000));
    (folder, store.unwrap())
}

#[expect(clippy::panic, reason = "the job breaks on purpose")]
fn breaks(_: &mut Worker) {
    panic!("on purpose");
}

#[test]
fn thread_restarts_after_panic() {
    let (folder, store) = opened();
    assert!(!store.has_no_threads());
    for queue in [&store.writes, &store.reads] {
        queue.push(Box::new(breaks)).unwrap();
        while !store.has_no_threads() {
            thread::yield_now();
        }
        store.run_blocking(|conn| settings::set(conn, "a", "1")).unwrap();
        assert_eq!(store.read_blocking(|conn| settings::get(conn, "a")).unwrap().as_deref(), Some("1"));
        assert!(!store.has_no_threads());
    }
    store.close();
    std::fs::remove_dir_all(folder).unwrap();
}
