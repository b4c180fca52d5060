//! Winters in storage: replaced whole, read by version; two ledgers spent on together; a killed writer.

use std::env;

use storage::budget::{self, Limits, Spend};
use storage::climate::{self, WinterRow};
use storage::{Options, Store, StoreError, changes};

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

#[test]
fn a_winter_is_replaced_and_read_by_version() {
    both(|fresh| {
        let store = fresh.open();
        let first = run(&store, |conn| climate::put(conn, &[row("alta", 2020, "a"), row("alta", 2021, "b")]));
        let other = WinterRow { dataset: "era5".to_owned(), ..row("alta", 2020, "other") };
        run(&store, move |conn| climate::put(conn, std::slice::from_ref(&other)));
        let second =
            run(&store, |conn| climate::put(conn, &[WinterRow { came_short: 2, ..row("alta", 2021, "c") }]));
        let all = read(&store, |conn| climate::changed_since(conn, SET, 0));
        let mut days: Vec<_> = all.rows.iter().map(|row| (row.winter, row.days.as_str())).collect();
        days.sort_unstable();
        assert_eq!((all.version, days), (second, vec![(2020, "a"), (2021, "c")]));
        let newer = read(&store, move |conn| climate::changed_since(conn, SET, first));
        assert_eq!(newer.rows, [WinterRow { came_short: 2, ..row("alta", 2021, "c") }]);
        assert!(read(&store, move |conn| climate::changed_since(conn, SET, second)).rows.is_empty());
        let asked = read(&store, |conn| climate::asked(conn, SET));
        assert_eq!(asked.iter().map(|row| row.came_short).sum::<u32>(), 3);
    });
}

#[test]
fn one_bad_row_keeps_all_out() {
    let fresh = Fresh::sqlite();
    let store = fresh.open();
    let outcome =
        store.run_blocking(|conn| climate::put(conn, &[row("alta", 2020, "a"), row("", 2021, "b")]));
    assert!(matches!(outcome, Err(StoreError::Invalid(_))), "{outcome:?}");
    assert!(read(&store, |conn| climate::asked(conn, SET)).is_empty());
}

#[test]
fn a_share_is_spent_on_with_the_whole_or_not_at_all() {
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
        // And the other way round.
        assert!(matches!(spend(1_000, 4), Spend::Wait { .. }));
        assert_eq!((used("share"), used("whole")), (80_000, 80_000));
        assert!(matches!(spend(30, 5), Spend::Never { .. }));
    });
}

/// Three winters of one answer.
fn answer(n: i32) -> Vec<WinterRow> {
    (0..3)
        .map(|winter| row(&format!("resort-{n}"), 2000 + winter, &format!("1;{}", "0 ".repeat(900))))
        .collect()
}

/// The child: keeps answers for ever and says which is committed. Does nothing in an ordinary run.
#[test]
fn child() {
    let Ok(location) = env::var(CHILD) else { return };
    let store = Store::open(&location, &Options::default(), now()).unwrap();
    for n in 1.. {
        run(&store, move |conn| climate::put(conn, &answer(n)));
        println!("committed {n}");
    }
}

#[test]
fn a_killed_backfill_leaves_whole_answers() {
    for committed in [1, 7, 40] {
        let fresh = Fresh::sqlite();
        let said = killed_after("climate::child", CHILD, &fresh.location, committed);
        let store = fresh.open();
        let version = read(&store, |conn| changes::version(conn, changes::CLIMATE));
        assert!(version == said || version == said + 1, "said {said}, found {version}");
        let asked = read(&store, |conn| climate::asked(conn, SET));
        assert_eq!(asked.len() as i64, 3 * version, "every answer whole, none twice");
    }
}
