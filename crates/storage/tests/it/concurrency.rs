//! Many threads on several stores of one database, like several processes.

use storage::budget::{self, Limits, Spend};
use storage::evidence::{self, NewEvidence};
use storage::{Options, Store, changes, leases, settings};

use crate::support::{Fresh, both, later, now, read, run, threads};

#[test]
fn first_opens_at_once_succeed() {
    for round in 0..5 {
        let fresh = Fresh::sqlite();
        let location = fresh.location.clone();
        let opened = threads(8, move |_| Store::open(&location, &Options::default(), now()).map(drop));
        assert!(opened.iter().all(Result::is_ok), "round {round}: {opened:?}");
    }
}

#[test]
fn one_of_eight_gets_the_lease() {
    both(|fresh| {
        let stores = [fresh.open(), fresh.open(), fresh.open()];
        for round in 0..10_i64 {
            let stores = stores.clone();
            let won = threads(8, move |index| {
                let owner = format!("owner-{index}");
                let at = later(round * 1_000);
                let store = &stores[index % stores.len()];
                run(store, move |conn| leases::acquire(conn, "ingest", &owner, at, 1_000)).is_granted()
            });
            assert_eq!(won.iter().filter(|won| **won).count(), 1, "round {round}");
        }
    });
}

#[test]
fn budget_is_never_exceeded() {
    both(|fresh| {
        let stores = [fresh.open(), fresh.open(), fresh.open()];
        let limits = Limits { minute: Some(50), hour: Some(1_000), day: Some(10_000) };
        let granted: usize = threads(8, move |index| {
            let store = &stores[index % stores.len()];
            let spend = |n: i64| {
                run(store, move |conn| budget::spend(conn, "meteo", later(n), 1_000, limits))
                    == Spend::Granted
            };
            (0..20).filter(|n| spend(*n)).count()
        })
        .into_iter()
        .sum();
        assert_eq!(granted, 50);
    });
}

#[test]
fn concurrent_appends_appear_in_order() {
    both(|fresh| {
        let stores = [fresh.open(), fresh.open()];
        let seen = threads(8, move |index| {
            let store = &stores[index % stores.len()];
            let mut last = 0;
            for n in 0..15 {
                if index < 4 {
                    let rows: Vec<_> = ["x", "y", "z"].map(|lane| row(index, lane, n)).into();
                    run(store, move |conn| evidence::append(conn, &rows, now()));
                } else {
                    let changed = read(store, move |conn| evidence::changed_since(conn, last));
                    // One append has three lanes of a resort at one time, so a snapshot contains all or none.
                    assert_eq!(changed.rows.len() % 3, 0);
                    for rows in changed.rows.chunks(3) {
                        assert!(rows.iter().all(|row| row.captured_at == rows[0].captured_at));
                    }
                    assert!(changed.version >= last);
                    last = changed.version;
                }
            }
            last
        });
        assert!(seen.into_iter().all(|version| version <= 60));
        let store = fresh.open();
        assert_eq!(read(&store, |conn| changes::version(conn, changes::EVIDENCE)), 60);
        assert_eq!(read(&store, evidence::latest).rows.len(), 12);
    });
}

fn row(index: usize, lane: &str, n: i64) -> NewEvidence {
    NewEvidence {
        id: evidence::new_id(later(n)),
        slug: format!("resort-{index}"),
        lane: lane.to_owned(),
        kind: "model".to_owned(),
        observed_at: None,
        captured_at: later(n),
        payload: "{}".to_owned(),
    }
}

#[test]
fn crossing_writers_all_succeed() {
    both(|fresh| {
        let stores = [fresh.open(), fresh.open()];
        threads(3, move |index| {
            // Two rows in opposite orders: PostgreSQL detects deadlocks here, and the retry resolves them.
            let keys = if index % 2 == 0 { ["a", "b"] } else { ["b", "a"] };
            for _ in 0..4 {
                run(&stores[index % stores.len()], move |conn| {
                    for key in keys {
                        leases::acquire(conn, key, &format!("owner-{index}"), now(), 1_000)?;
                        storage::lanes::failed(conn, key, now(), "x")?;
                    }
                    Ok(())
                });
            }
        });
        let store = fresh.open();
        let states = read(&store, storage::lanes::list);
        assert_eq!(states.iter().map(|state| state.consecutive_failures).collect::<Vec<_>>(), [12, 12]);
    });
}

#[test]
fn concurrent_opens_migrate_once() {
    both(|fresh| {
        let location = fresh.location.clone();
        let stores = threads(8, move |_| Store::open(&location, &Options::default(), now()).map(drop));
        for outcome in stores {
            outcome.unwrap();
        }
        run(&fresh.open(), |conn| settings::set(conn, "a", "1"));
    });
}

#[test]
fn a_full_queue_refuses() {
    both(|fresh| {
        let options = Options { queue: 2, connections: 1, ..Options::default() };
        let store = Store::open(&fresh.location, &options, now()).unwrap();
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        let refused = runtime.block_on(async {
            let (go, gate) = std::sync::mpsc::channel::<()>();
            let (begun, started) = std::sync::mpsc::channel::<()>();
            let (held, first, second) = (store.clone(), store.clone(), store.clone());
            let hold = std::thread::spawn(move || {
                held.run_blocking(move |conn| {
                    let _ = begun.send(());
                    let _ = gate.recv();
                    settings::set(conn, "a", "1")
                })
            });
            started.recv().unwrap();
            let mut first = Box::pin(first.run(|conn| settings::set(conn, "b", "1")));
            let mut second = Box::pin(second.run(|conn| settings::set(conn, "c", "1")));
            let zero = std::time::Duration::ZERO;
            assert!(tokio::time::timeout(zero, &mut first).await.is_err());
            assert!(tokio::time::timeout(zero, &mut second).await.is_err());
            let third = store.run(|conn| settings::set(conn, "d", "1")).await;
            go.send(()).unwrap();
            hold.join().unwrap().unwrap();
            first.await.unwrap();
            second.await.unwrap();
            third
        });
        assert!(matches!(refused, Err(storage::StoreError::Overloaded { waiting: 2 })), "{refused:?}");
    });
}
