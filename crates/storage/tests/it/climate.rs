//! Winters in storage: replaced, remembered, and read by version; two ledgers spent together; a killed writer.

use std::env;

use storage::budget::{self, Limits, Spend};
use storage::climate::{self, ModelledDays, WinterRow};
use storage::{Conn, Options, Store, StoreError, changes};

use crate::support::{Fresh, both, killed_after, later, now, read, run};

const CHILD: &str = "SNOW_STORAGE_TEST_WINTERS_TO";
const SET: &str = "era5_land";

fn row(slug: &str, winter: i32, days: &str) -> WinterRow {
    WinterRow {
        slug: slug.to_owned(),
        dataset: SET.to_owned(),
        winter,
        days: days.to_owned(),
        asked_through: 20_000,
        came_short: 1,
        fetched_at: now(),
    }
}

/// Stores rows in place of the previous ones and returns the version of the counter.
fn put(conn: &mut Conn, rows: &[WinterRow]) -> Result<i64, StoreError> {
    climate::merge(conn, rows, |_, new| new.clone())?;
    changes::version(conn, changes::CLIMATE)
}

/// Returns the winters that changed since a version.
fn since(store: &Store, version: i64) -> Vec<WinterRow> {
    let changed = read(store, move |conn| climate::changed_since(conn, SET, version));
    changed.rows.into_iter().map(|kept| kept.row).collect()
}

#[test]
fn winters_are_read_by_version() {
    both(|fresh| {
        let store = fresh.open();
        let first = run(&store, |conn| put(conn, &[row("alta", 2020, "a"), row("alta", 2021, "b")]));
        let other = WinterRow { dataset: "era5".to_owned(), ..row("alta", 2020, "other") };
        run(&store, move |conn| put(conn, std::slice::from_ref(&other)));
        let second = run(&store, |conn| put(conn, &[WinterRow { came_short: 2, ..row("alta", 2021, "c") }]));
        let all = read(&store, |conn| climate::changed_since(conn, SET, 0));
        let mut days: Vec<_> =
            all.rows.iter().map(|kept| (kept.row.winter, kept.row.days.as_str())).collect();
        days.sort_unstable();
        assert_eq!((all.version, days), (second, vec![(2020, "a"), (2021, "c")]));
        assert_eq!(since(&store, first), [WinterRow { came_short: 2, ..row("alta", 2021, "c") }]);
        assert!(since(&store, second).is_empty());
        let fetched = |since| read(&store, move |conn| climate::fetched_since(conn, SET, since));
        let named: Vec<_> = fetched(now()).iter().map(|row| (row.slug.clone(), row.winter)).collect();
        assert_eq!(named, [("alta".to_owned(), 2020), ("alta".to_owned(), 2021)], "only this dataset");
        assert!(fetched(later(1)).is_empty());
        let asked = read(&store, |conn| climate::coverage(conn, SET, ""));
        assert_eq!(asked.iter().map(|row| row.came_short).sum::<u32>(), 3);
    });
}

#[test]
fn unchanged_days_keep_their_time() {
    both(|fresh| {
        let store = fresh.open();
        let first = run(&store, |conn| put(conn, &[row("alta", 2020, "a")]));
        let again =
            || WinterRow { asked_through: 20_001, fetched_at: later(60_000), ..row("alta", 2020, "a") };
        run(&store, move |conn| put(conn, &[again()]));
        let changed = read(&store, move |conn| climate::changed_since(conn, SET, first));
        assert!(changed.version > first && changed.rows.is_empty(), "{changed:?}");
        let all = since(&store, 0);
        assert_eq!((all[0].asked_through, all[0].fetched_at), (20_001, now()));
        assert!(read(&store, |conn| climate::former_at(conn, SET, "alta", later(1))).is_empty());
    });
}

#[test]
fn model_results_stay_with_their_days() {
    both(|fresh| {
        let store = fresh.open();
        let first = run(&store, |conn| put(conn, &[row("alta", 2020, "a"), row("vail", 2020, "a")]));
        let keep = |version, text: &'static str| {
            run(&store, move |conn| {
                let (slug, dataset, text) = ("alta".to_owned(), SET.to_owned(), text.to_owned());
                climate::keep_modelled(conn, &[ModelledDays { slug, dataset, winter: 2020, version, text }])?;
                changes::version(conn, changes::CLIMATE)
            })
        };
        let kept = || {
            let mut all = read(&store, |conn| climate::changed_since(conn, SET, 0)).rows;
            all.sort_by(|a, b| a.row.slug.cmp(&b.row.slug));
            all.into_iter().map(|kept| kept.modelled).collect::<Vec<_>>()
        };
        assert_eq!(keep(first, "of a"), first, "it is no news");
        assert_eq!(kept(), [Some("of a".to_owned()), None]);
        // After another query the days stay, and so do their model results.
        run(&store, |conn| put(conn, &[WinterRow { came_short: 0, ..row("alta", 2020, "a") }]));
        assert_eq!(kept(), [Some("of a".to_owned()), None]);
        run(&store, |conn| put(conn, &[row("alta", 2020, "b")]));
        assert_eq!(kept(), [None, None]);
        keep(first, "of a, late");
        assert_eq!(kept(), [None, None], "made of days that are gone");
    });
}

#[test]
fn former_winters_last_until_pruned() {
    both(|fresh| {
        let store = fresh.open();
        for (minute, days) in [(0, "a"), (1, "b"), (2, "c")] {
            let told = WinterRow { fetched_at: later(minute * 60_000), ..row("alta", 2020, days) };
            run(&store, move |conn| put(conn, std::slice::from_ref(&told)));
        }
        run(&store, |conn| put(conn, &[row("vail", 2020, "x")]));
        let at = |minute: i64| {
            let former =
                read(&store, move |conn| climate::former_at(conn, SET, "alta", later(minute * 60_000)));
            former.into_iter().map(|was| (was.winter, was.days, was.fetched_at)).collect::<Vec<_>>()
        };
        let was = |days: &str, minute: i64| vec![(2020, days.to_owned(), later(minute * 60_000))];
        assert_eq!((at(-1), at(0), at(1), at(2)), (vec![], was("a", 0), was("b", 1), vec![]));
        assert_eq!(run(&store, |conn| climate::forget_former(conn, later(90_000))), 1);
        assert_eq!((at(0), at(1)), (vec![], was("b", 1)));
    });
}

#[test]
fn stored_and_new_winters_are_merged() {
    both(|fresh| {
        let store = fresh.open();
        run(&store, |conn| put(conn, &[row("alta", 2020, "a")]));
        let both = |known: &WinterRow, new: &WinterRow| WinterRow {
            days: format!("{}{}", known.days, new.days),
            came_short: known.came_short + new.came_short,
            ..new.clone()
        };
        let kept = run(&store, move |conn| {
            climate::merge(conn, &[row("alta", 2020, "b"), row("alta", 2021, "c")], both)
        });
        let told = |row: &WinterRow| (row.winter, row.days.clone(), row.came_short);
        assert_eq!(
            kept.iter().map(told).collect::<Vec<_>>(),
            [(2020, "ab".to_owned(), 2), (2021, "c".to_owned(), 1)]
        );
        let mut all = since(&store, 0);
        all.sort_by_key(|row| row.winter);
        assert_eq!(all, kept);
    });
}

#[test]
fn bad_row_rejects_all_winters() {
    let fresh = Fresh::sqlite();
    let store = fresh.open();
    let outcome = store.run_blocking(|conn| put(conn, &[row("alta", 2020, "a"), row("", 2021, "b")]));
    assert!(matches!(outcome, Err(StoreError::Invalid(_))), "{outcome:?}");
    assert!(read(&store, |conn| climate::coverage(conn, SET, "")).is_empty());
}

#[test]
fn share_and_whole_are_spent_together() {
    both(|fresh| {
        let store = fresh.open();
        let day = |day: u32| Limits { day: Some(day), ..Limits::default() };
        let spend = |share: u32, at: i64| {
            run(&store, move |conn| {
                budget::spend_all(conn, &[("share", day(share)), ("whole", day(100))], later(at), 40_000)
            })
        };
        assert_eq!(spend(80, 0), Spend::Granted);
        assert_eq!(spend(80, 1), Spend::Granted);
        // The share is used up although the whole is not: neither is charged.
        assert!(matches!(spend(80, 2), Spend::Wait { .. }));
        let used =
            |upstream: &'static str| read(&store, move |conn| budget::used(conn, upstream, later(3))).day;
        assert_eq!((used("share"), used("whole")), (80_000, 80_000));
        // The other way round.
        assert!(matches!(spend(1_000, 4), Spend::Wait { .. }));
        assert_eq!((used("share"), used("whole")), (80_000, 80_000));
        assert!(matches!(spend(30, 5), Spend::Never { .. }));
    });
}

/// Returns the three winters of one response.
fn answer(n: i32) -> Vec<WinterRow> {
    (0..3)
        .map(|winter| row(&format!("resort-{n}"), 2000 + winter, &format!("1;{}", "0 ".repeat(900))))
        .collect()
}

/// The child process: stores responses forever and reports each commit. Does nothing in an ordinary run.
#[test]
fn child() {
    let Ok(location) = env::var(CHILD) else { return };
    let store = Store::open(&location, &Options::default(), now()).unwrap();
    for n in 1.. {
        run(&store, move |conn| put(conn, &answer(n)));
        println!("committed {n}");
    }
}

#[test]
fn killed_backfill_is_atomic() {
    for committed in [1, 7, 40] {
        let fresh = Fresh::sqlite();
        let said = killed_after("climate::child", CHILD, &fresh.location, committed);
        let store = fresh.open();
        let version = read(&store, |conn| changes::version(conn, changes::CLIMATE));
        assert!(version == said || version == said + 1, "said {said}, found {version}");
        let asked = read(&store, |conn| climate::coverage(conn, SET, ""));
        assert_eq!(asked.len() as i64, 3 * version, "every answer whole, none twice");
    }
}
