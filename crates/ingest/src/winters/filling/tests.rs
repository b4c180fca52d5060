//! Tests of the counts and of the estimated end.

use super::super::spans::USUAL_WEIGHT;
use super::*;

fn resort(slug: &str, lat: f64) -> Resort {
    let mut resort = catalogue::embedded().unwrap().swap_remove(0);
    slug.clone_into(&mut resort.slug);
    resort.lat = lat;
    resort
}

fn at(text: &str) -> Timestamp {
    text.parse().unwrap()
}

const NOW: &str = "2026-01-20T12:00:00Z";

/// Returns the rows of a northern resort: its current winter and `finished` winters before it.
fn stored(slug: &str, finished: i32) -> Vec<Coverage> {
    let row = |winter: i32| {
        let through = chrono::NaiveDate::from_ymd_opt(winter + 1, 6, 30).unwrap();
        let through = through.min("2026-01-15".parse().unwrap()).to_epoch_days();
        Coverage { slug: slug.to_owned(), winter, asked_through: through, came_short: 0, has_weather: true }
    };
    (2025 - finished..=2025).map(row).collect()
}

fn filling(rows: &[Coverage], fetched: &[FetchedWinter]) -> Filling {
    let resorts = ["a", "b", "c"].map(|slug| resort(slug, 46.0));
    Filling::new(&resorts, rows, fetched, at(NOW), USUAL_WEIGHT)
}

fn fetched(slug: &str, winter: i32, fetched_at: &str) -> FetchedWinter {
    FetchedWinter { slug: slug.to_owned(), winter, fetched_at: at(fetched_at) }
}

#[test]
fn resorts_are_counted_by_complete_winters() {
    let rows = [stored("a", 30), stored("b", 10), stored("c", 0)].concat();
    let all = filling(&rows, &[]);
    assert_eq!((all.resorts, all.current, all.ten, all.thirty), (3, 3, 2, 1));
    assert_eq!(all.missing, 20 + 30);
    assert!(
        all.lacks_first
            && !filling(&[stored("a", 10), stored("b", 10), stored("c", 10)].concat(), &[]).lacks_first
    );
    let mut short = rows;
    short[1].came_short = 1;
    short
        .iter_mut()
        .filter(|row| row.slug == "b" && row.winter == 2025)
        .for_each(|row| row.has_weather = false);
    let fewer = filling(&short, &[]);
    assert_eq!((fewer.current, fewer.ten, fewer.thirty), (2, 2, 0), "incomplete winters do not count");
    assert_eq!(fewer.missing, 20 + 30 + 2);
    let nothing = filling(&[], &[]);
    assert_eq!((nothing.current, nothing.ten, nothing.thirty, nothing.missing), (0, 0, 0, 93));
}

#[test]
fn end_follows_the_slower_of_rate_and_allowance() {
    let rows = [stored("a", 30), stored("b", 30), stored("c", 10)].concat();
    assert_eq!(filling(&rows, &[]).done_at(at(NOW), None), None, "a rate needs arrivals");
    let lately = [
        fetched("c", 2024, "2026-01-20T02:00:00Z"),
        fetched("c", 2023, "2026-01-20T06:00:00Z"),
        fetched("a", 2025, "2026-01-20T11:00:00Z"),
    ];
    let rate = filling(&rows, &lately);
    assert_eq!(
        (rate.missing, rate.lately),
        (20, 2),
        "the current winter, refreshed every day, is not progress"
    );
    // Two winters in ten hours.
    assert_eq!(rate.done_at(at(NOW), None), Some(at("2026-01-24T16:00:00Z")));
    let days = rate.missing_weight / 10.0;
    let bound = rate.done_at(at(NOW), Some(10.0)).unwrap();
    assert!(days > 10.0 && (bound.since(at(NOW)) as f64 / DAY_MS as f64 - days).abs() < 1e-6, "{bound}");
    let burst = filling(&rows, &[fetched("c", 2024, "2026-01-20T11:59:59Z")]);
    assert_eq!(burst.done_at(at(NOW), None), Some(at("2026-01-21T08:00:00Z")));
    let whole = [stored("a", 30), stored("b", 30), stored("c", 30)].concat();
    assert_eq!(filling(&whole, &lately).done_at(at(NOW), None), None);
}
