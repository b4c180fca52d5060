//! The forecast archive, measured days and results on both databases.

use storage::verification::{self, ArchivedForecast, MeasuredSnow, RetentionStart};
use storage::{StoreError, changes};

use crate::support::{both, later, now, read, run};

fn forecast(slug: &str, issued_on: i64, payload: &str) -> ArchivedForecast {
    ArchivedForecast { slug: slug.to_owned(), issued_on, captured_at: now(), payload: payload.to_owned() }
}

fn measured(slug: &str, day: i64, station: &str, new_snow_mm: i64) -> MeasuredSnow {
    MeasuredSnow {
        slug: slug.to_owned(),
        day,
        network: "example".to_owned(),
        station: station.to_owned(),
        elevation_m: Some(1_950),
        new_snow_mm,
        learned_at: now(),
    }
}

#[test]
fn first_forecast_of_a_day_stays() {
    both(|fresh| {
        let store = fresh.open();
        let rows = vec![forecast("b", 20_001, "first"), forecast("a", 20_001, "other")];
        assert_eq!(run(&store, move |conn| verification::archive(conn, &rows)), 2);
        let rows = vec![forecast("b", 20_001, "second"), forecast("b", 20_002, "next")];
        assert_eq!(run(&store, move |conn| verification::archive(conn, &rows)), 1);
        let kept = read(&store, |conn| verification::archived_since(conn, 20_001));
        let kept: Vec<_> =
            kept.iter().map(|row| (row.issued_on, row.slug.as_str(), row.payload.as_str())).collect();
        assert_eq!(kept, [(20_001, "a", "other"), (20_001, "b", "first"), (20_002, "b", "next")]);
        let refused = store.run_blocking(|conn| verification::archive(conn, &[forecast("", 1, "{}")]));
        assert!(matches!(refused, Err(StoreError::Invalid(_))), "{refused:?}");
    });
}

#[test]
fn corrected_measurement_is_replaced() {
    both(|fresh| {
        let store = fresh.open();
        let rows = vec![measured("a", 20_001, "1", 30), measured("a", 20_001, "2", 0)];
        run(&store, move |conn| verification::measure(conn, &rows));
        run(&store, |conn| verification::measure(conn, &[measured("a", 20_001, "1", 45)]));
        let kept = read(&store, |conn| verification::measured_since(conn, 20_000));
        assert_eq!(kept, [measured("a", 20_001, "1", 45), measured("a", 20_001, "2", 0)]);
        assert!(read(&store, |conn| verification::measured_since(conn, 20_002)).is_empty());
        run(&store, |conn| {
            verification::measure(conn, &[measured("b", 20_001, "1", 60), measured("a", 19_999, "2", 5)])
        });
        let of_one = read(&store, |conn| verification::measured_of(conn, "a", 20_000));
        assert_eq!(of_one, [measured("a", 20_001, "1", 45), measured("a", 20_001, "2", 0)]);
    });
}

#[test]
fn result_applies_until_the_next() {
    both(|fresh| {
        let store = fresh.open();
        let conclude = |from: i64, payload: &'static str, alone: bool| {
            run(&store, move |conn| verification::conclude(conn, "weights", later(from), payload, alone));
        };
        conclude(10, "first", false);
        conclude(20, "second", false);
        run(&store, |conn| verification::conclude(conn, "scores", later(5), "scores", true));
        let at = |at: i64| read(&store, move |conn| verification::in_force(conn, "weights", later(at)));
        assert_eq!(at(9), None);
        assert_eq!(at(19), Some((later(10), "first".to_owned())));
        assert_eq!(at(20), Some((later(20), "second".to_owned())));
        conclude(30, "third", true);
        assert_eq!((at(29), at(30).map(|(_, payload)| payload)), (None, Some("third".to_owned())));
        assert_eq!(read(&store, |conn| changes::version(conn, changes::VERIFICATION)), 4);
    });
}

#[test]
fn old_days_are_dropped_in_batches() {
    both(|fresh| {
        let store = fresh.open();
        let forecasts: Vec<_> = (0..5).map(|day| forecast("a", day, "{}")).collect();
        let days: Vec<_> = (0..5).map(|day| measured("a", day, "1", 1)).collect();
        run(&store, move |conn| verification::archive(conn, &forecasts));
        run(&store, move |conn| verification::measure(conn, &days));
        let before = RetentionStart { forecasts: 3, measured: 1 };
        let drop = || run(&store, move |conn| verification::prune(conn, before, 2));
        assert_eq!([drop(), drop(), drop()], [3, 1, 0]);
        assert_eq!(read(&store, |conn| verification::archived_since(conn, 0)).len(), 2);
        assert_eq!(read(&store, |conn| verification::measured_since(conn, 0)).len(), 4);
    });
}
