//! The budget ledger.

use storage::budget::{self, Limits, Spend, Window};

use crate::support::{both, later, now, read, run};

const MINUTE: i64 = 60_000;
const TEN_A_MINUTE: Limits = Limits { minute: Some(10), hour: None, day: None };

#[test]
fn full_window_reports_its_opening() {
    both(|fresh| {
        let store = fresh.open();
        for _ in 0..10 {
            assert_eq!(
                run(&store, |conn| budget::spend(conn, "meteo", now(), 1_000, TEN_A_MINUTE)),
                Spend::Granted
            );
        }
        let refused = run(&store, |conn| budget::spend(conn, "meteo", later(30_000), 1, TEN_A_MINUTE));
        let Spend::Wait { until } = refused else { panic!("{refused:?}") };
        assert!(until >= later(MINUTE) && until <= later(MINUTE + 1_000), "{until}");
        let before = until.plus_millis(-1);
        assert!(matches!(
            run(&store, move |conn| budget::spend(conn, "meteo", before, 1, TEN_A_MINUTE)),
            Spend::Wait { .. }
        ));
        assert_eq!(read(&store, move |conn| budget::used(conn, "meteo", before)).minute, 10_000);
        assert_eq!(
            run(&store, move |conn| budget::spend(conn, "meteo", until, 10_000, TEN_A_MINUTE)),
            Spend::Granted
        );
        assert_eq!(run(&store, |conn| budget::spend(conn, "other", now(), 1, TEN_A_MINUTE)), Spend::Granted);
    });
}

#[test]
fn unsent_calls_are_refunded() {
    both(|fresh| {
        let store = fresh.open();
        let spend = |at: i64, millis: u32| {
            run(&store, move |conn| budget::spend(conn, "meteo", later(at), millis, TEN_A_MINUTE))
        };
        let give_back = |at: i64, millis: u32| {
            run(&store, move |conn| budget::give_back(conn, &["meteo", "other"], later(at), millis));
        };
        assert_eq!((spend(0, 6_000), spend(20_000, 4_000)), (Spend::Granted, Spend::Granted));
        assert!(matches!(spend(20_000, 1), Spend::Wait { .. }));
        give_back(20_000, 1_500);
        let used = read(&store, |conn| budget::used(conn, "meteo", later(20_000)));
        assert_eq!((used.minute, used.hour, used.day), (8_500, 8_500, 8_500));
        give_back(0, 60_000);
        assert_eq!(read(&store, |conn| budget::used(conn, "meteo", later(20_000))).minute, 2_500);
        assert_eq!(spend(20_000, 7_500), Spend::Granted);
    });
}

#[test]
fn rejected_spend_counts_nothing() {
    both(|fresh| {
        let store = fresh.open();
        let limits = Limits { minute: Some(5), hour: Some(8), day: Some(9) };
        let spend = move |at: i64, calls: u32| {
            run(&store.clone(), move |conn| budget::spend(conn, "meteo", later(at), calls * 1_000, limits))
        };
        assert_eq!(spend(0, 5), Spend::Granted);
        assert_eq!(spend(2 * MINUTE, 3), Spend::Granted);
        let Spend::Wait { until } = spend(4 * MINUTE, 1) else { panic!("the hour is full") };
        assert!(until > later(60 * MINUTE) && until <= later(61 * MINUTE), "{until}");
        assert_eq!(spend(61 * MINUTE, 1), Spend::Granted);
        let Spend::Wait { until } = spend(130 * MINUTE, 1) else { panic!("the day is full") };
        assert!(until > later(24 * 60 * MINUTE) && until <= later(24 * 60 * MINUTE + 24 * MINUTE), "{until}");
    });
}

#[test]
fn no_window_exceeds_its_limit() {
    both(|fresh| {
        let store = fresh.open();
        let limits = Limits { minute: Some(20), hour: Some(300), day: None };
        let granted = run(&store, move |conn| {
            let mut granted = Vec::new();
            // An uneven but fixed rhythm over half an hour.
            let mut at = 0;
            for step in 0..1_500_i64 {
                at += 37 + (step * step * 131) % 2_311;
                if budget::spend(conn, "meteo", later(at), 1_000, limits)? == Spend::Granted {
                    granted.push(at);
                }
            }
            Ok(granted)
        });
        for (index, start) in granted.iter().enumerate() {
            let within = |length: i64| granted[index..].iter().take_while(|at| **at - start < length).count();
            assert!(within(MINUTE) <= 20 && within(60 * MINUTE) <= 300);
        }
        assert_eq!(granted.len(), 300, "nor is the allowance wasted");
    });
}

#[test]
fn excessive_weight_is_never_granted() {
    both(|fresh| {
        let store = fresh.open();
        let limits = Limits { minute: Some(2), hour: Some(1), day: None };
        let spend = |weight| {
            let store = store.clone();
            run(&store, move |conn| budget::spend(conn, "meteo", now(), weight, limits))
        };
        assert_eq!(spend(1_500), Spend::Never { window: Window::Hour });
        assert_eq!(spend(2_500), Spend::Never { window: Window::Minute });
        assert_eq!(spend(1_000), Spend::Granted);
        let nameless = store.run_blocking(|conn| budget::spend(conn, "", now(), 1, Limits::default()));
        assert!(matches!(nameless, Err(storage::StoreError::Invalid(_))), "{nameless:?}");
    });
}

#[test]
fn ledger_survives_restart_and_bad_clock() {
    both(|fresh| {
        let store = fresh.open();
        run(&store, |conn| budget::spend(conn, "meteo", now(), 10_000, TEN_A_MINUTE));
        drop(store);
        let store = fresh.open();
        let again = run(&store, |conn| budget::spend(conn, "meteo", later(1), 1, TEN_A_MINUTE));
        assert!(matches!(again, Spend::Wait { .. }));
        let year = 365 * 86_400_000;
        run(&store, move |conn| budget::spend(conn, "meteo", later(year), 10_000, TEN_A_MINUTE));
        let back = run(&store, |conn| budget::spend(conn, "meteo", later(2 * MINUTE), 1_000, TEN_A_MINUTE));
        assert_eq!(back, Spend::Granted);
    });
}
