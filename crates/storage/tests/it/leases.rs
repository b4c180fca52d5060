//! Leases.

use conditions_core::time::HOUR_MS;
use storage::Backend;
use storage::leases::{self, LONGEST_MILLIS, Lease};

use crate::support::{both, later, now, read, run};

#[test]
fn lease_is_exclusive_until_its_end() {
    both(|fresh| {
        let store = fresh.open();
        let granted = run(&store, |conn| leases::acquire(conn, "ingest", "a", now(), 1_000));
        assert_eq!(granted, Lease::Granted { until: later(1_000) });
        let held = run(&store, |conn| leases::acquire(conn, "ingest", "b", later(999), 1_000));
        assert_eq!(held, Lease::Held { owner: "a".to_owned(), until: later(1_000) });
        assert!(run(&store, |conn| leases::acquire(conn, "other", "b", now(), 1_000)).is_granted());
        assert!(run(&store, |conn| leases::renew(conn, "ingest", "a", later(500), 1_000)));
        assert!(!run(&store, |conn| leases::acquire(conn, "ingest", "b", later(1_499), 1_000)).is_granted());
        assert!(!run(&store, |conn| leases::renew(conn, "ingest", "a", later(1_500), 1_000)));
        let taken = run(&store, |conn| leases::acquire(conn, "ingest", "b", later(1_500), 1_000));
        assert_eq!(taken, Lease::Granted { until: later(2_500) });
        assert!(!run(&store, |conn| leases::renew(conn, "ingest", "a", later(1_600), 1_000)));
        assert!(!run(&store, |conn| leases::release(conn, "ingest", "a")));
        assert_eq!(read(&store, |conn| leases::holder(conn, "ingest", later(2_499))).as_deref(), Some("b"));
        assert_eq!(read(&store, |conn| leases::holder(conn, "ingest", later(2_500))), None);
    });
}

#[test]
fn released_lease_is_free() {
    both(|fresh| {
        let store = fresh.open();
        run(&store, |conn| leases::acquire(conn, "ingest", "a", now(), 1_000));
        let again = run(&store, |conn| leases::acquire(conn, "ingest", "a", later(10), 2_000));
        assert_eq!(again, Lease::Granted { until: later(2_010) });
        assert!(run(&store, |conn| leases::release(conn, "ingest", "a")));
        assert!(run(&store, |conn| leases::acquire(conn, "ingest", "b", later(11), 1_000)).is_granted());
    });
}

#[test]
fn leases_last_by_the_clock_of_postgres() {
    both(|fresh| {
        let store = fresh.open();
        let wrong = later(-HOUR_MS);
        let time = read(&store, move |conn| leases::time(conn, wrong));
        let own: bool = read(&store, |conn| Ok(conn.backend() == Backend::Sqlite));
        assert_eq!(time == wrong, own, "{time:?}");
    });
}

#[test]
fn wrong_clock_lease_is_free() {
    both(|fresh| {
        let store = fresh.open();
        let future = later(400 * 86_400_000);
        run(&store, move |conn| leases::acquire(conn, "ingest", "a", future, 1_000));
        assert!(run(&store, |conn| leases::acquire(conn, "ingest", "b", now(), 1_000)).is_granted());
        for (owner, millis) in [("b", 0), ("b", LONGEST_MILLIS + 1), ("", 1)] {
            let outcome =
                store.run_blocking(move |conn| leases::acquire(conn, "ingest", owner, now(), millis));
            assert!(outcome.is_err());
        }
    });
}
