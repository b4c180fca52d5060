//! Tests of the requested days, over the turn of winters and after an absence.

use std::collections::BTreeMap;

use super::*;
use crate::winters::spans::USUAL_WEIGHT;

fn resort(slug: &str, lat: f64) -> Resort {
    let mut resort = catalogue::embedded().unwrap().swap_remove(0);
    slug.clone_into(&mut resort.slug);
    resort.lat = lat;
    resort
}

fn day(text: &str) -> NaiveDate {
    text.parse().unwrap()
}

fn on_record(winter: i32, through: &str, came_short: u32) -> Coverage {
    Coverage {
        slug: "north".to_owned(),
        winter,
        asked_through: day(through).to_epoch_days(),
        came_short,
        has_weather: true,
    }
}

/// Returns the days that are requested on a day, first requested first.
fn asked(lat: f64, rows: &[Coverage], today: &str) -> Vec<String> {
    let spans = current(&[resort("north", lat)], rows.to_vec(), day(today), USUAL_WEIGHT);
    assert!(spans.iter().all(|span| span.known_to == day(today) - Days::new(5)));
    spans.iter().map(|span| format!("{}..{}", span.first, span.last)).collect()
}

#[test]
fn newest_days_are_requested_again() {
    let rows = [on_record(2024, "2025-12-01", 0), on_record(2025, "2026-01-12", 0)];
    assert_eq!(asked(46.0, &rows, "2026-01-20"), ["2025-12-19..2026-01-15"]);
    assert_eq!(asked(46.0, &rows, "2026-01-19"), [""; 0], "every third day");
    let spans = current(&[resort("north", 46.0)], rows.to_vec(), day("2026-01-20"), USUAL_WEIGHT);
    assert!((spans[0].weight() - 1.0).abs() < 1e-9, "{}", spans[0].weight());
    // Nothing more on the same day.
    let rows = [on_record(2024, "2025-12-01", 0), on_record(2025, "2026-01-15", 0)];
    assert_eq!(asked(46.0, &rows, "2026-01-20"), [""; 0]);
}

#[test]
fn resorts_of_one_day_spread_over_three() {
    let slugs = ["a", "b", "c", "d", "e", "f"];
    let resorts = slugs.map(|slug| resort(slug, 46.0));
    let row =
        |slug: &str, (winter, through)| Coverage { slug: slug.to_owned(), ..on_record(winter, through, 0) };
    let rows: Vec<_> = slugs
        .iter()
        .flat_map(|slug| [row(slug, (2024, "2025-12-01")), row(slug, (2025, "2026-01-12"))])
        .collect();
    let mut due = BTreeMap::new();
    for today in ["2026-01-18", "2026-01-19", "2026-01-20"] {
        for span in current(&resorts, rows.clone(), day(today), USUAL_WEIGHT) {
            due.entry(span.place.id).or_insert(today);
        }
    }
    let on = |today| due.values().filter(|day| **day == today).count();
    assert_eq!(["2026-01-18", "2026-01-19", "2026-01-20"].map(on), [2, 2, 2], "{due:?}");
}

#[test]
fn winter_without_weather_is_refetched() {
    let old = |row: Coverage| Coverage { has_weather: false, ..row };
    let rows = [on_record(2024, "2025-12-01", 0), old(on_record(2025, "2026-01-15", 0))];
    assert_eq!(asked(46.0, &rows, "2026-01-20"), ["2025-07-01..2026-01-15"]);
    // Also the winter before; older ones are left to the backfill.
    let rows =
        [old(on_record(2023, "2025-06-01", 0)), old(on_record(2024, "2025-12-01", 0)), rows[1].clone()];
    assert_eq!(asked(46.0, &rows, "2026-01-20"), ["2024-07-01..2026-01-15"]);
}

#[test]
fn unrecorded_resorts_are_skipped() {
    assert_eq!(asked(46.0, &[], "2026-01-20"), [""; 0]);
    let other = Coverage { slug: "other".to_owned(), ..on_record(2025, "2026-01-01", 0) };
    assert_eq!(asked(46.0, &[other], "2026-01-20"), [""; 0]);
}

#[test]
fn absence_is_caught_up() {
    let rows = [on_record(2024, "2025-12-01", 0), on_record(2025, "2025-09-30", 0)];
    assert_eq!(asked(46.0, &rows, "2026-01-20"), ["2025-10-01..2026-01-15"]);
    // Never from before the winter.
    let rows = [on_record(2024, "2025-12-01", 0), on_record(2025, "2025-07-03", 0)];
    assert_eq!(asked(46.0, &rows, "2025-07-20"), ["2025-07-01..2025-07-15"]);
    // After years: every winter since, the oldest first in one call as far as calls reach.
    let rows = [on_record(2022, "2023-02-01", 0)];
    assert_eq!(asked(46.0, &rows, "2026-01-20"), ["2022-07-01..2026-01-15"]);
}

#[test]
fn finished_winter_is_completed() {
    let whole = on_record(2023, "2025-06-01", 0);
    // The last days of June are known on 5 July, with the first of the next winter the day after.
    let june = [whole.clone(), on_record(2024, "2025-06-29", 0)];
    assert_eq!(asked(46.0, &june, "2025-07-05"), ["2025-06-03..2025-06-30"]);
    assert_eq!(asked(46.0, &june, "2025-07-06"), ["2025-06-03..2025-07-01"]);
    let spans = current(&[resort("north", 46.0)], june.to_vec(), day("2025-07-06"), USUAL_WEIGHT);
    assert_eq!(spans[0].winters.iter().map(|wanted| wanted.winter.year()).collect::<Vec<_>>(), [2024, 2025]);
    // Then the finished one rests, until every day of it has been checked; then it is requested as a whole, once.
    let rest = [whole.clone(), on_record(2024, "2025-07-01", 0), on_record(2025, "2025-07-01", 0)];
    assert_eq!(asked(46.0, &rest, "2025-07-08"), [""; 0]);
    assert_eq!(asked(46.0, &rest, "2025-07-09"), ["2025-07-01..2025-07-04"]);
    let autumn =
        |through: &str| [whole.clone(), on_record(2024, through, 0), on_record(2025, "2025-10-08", 0)];
    assert_eq!(asked(46.0, &autumn("2025-07-01"), "2025-10-12"), [""; 0]);
    assert_eq!(asked(46.0, &autumn("2025-07-01"), "2025-10-13"), ["2024-07-01..2025-06-30"]);
    assert_eq!(asked(46.0, &autumn("2025-10-08"), "2025-10-13"), [""; 0]);
    // In the south on the first of January.
    let south = [on_record(2024, "2025-06-01", 0), on_record(2025, "2025-12-30", 0)];
    assert_eq!(asked(-45.0, &south, "2026-01-06"), ["2025-12-04..2026-01-01"]);
}

#[test]
fn short_winters_are_retried_later() {
    let rows =
        |through: &str, came_short| [on_record(2024, "2025-12-01", 0), on_record(2025, through, came_short)];
    assert_eq!(asked(46.0, &rows("2026-01-15", 1), "2026-01-20"), [""; 0], "not on the same day");
    assert_eq!(asked(46.0, &rows("2026-01-14", 2), "2026-01-20"), ["2025-07-01..2026-01-15"]);
    assert_eq!(asked(46.0, &rows("2026-01-12", 3), "2026-01-20"), ["2025-12-19..2026-01-15"]);
    // Also for a finished one.
    let over =
        |through: &str, came_short| [on_record(2024, through, came_short), on_record(2025, "2026-01-15", 0)];
    assert_eq!(asked(46.0, &over("2026-01-15", 1), "2026-01-20"), [""; 0]);
    assert_eq!(asked(46.0, &over("2026-01-14", 1), "2026-01-20"), ["2024-07-01..2025-06-30"]);
    assert_eq!(asked(46.0, &over("2026-01-14", 3), "2026-01-20"), [""; 0]);
}

#[test]
fn most_outdated_resort_comes_first() {
    let of = |slug: &str, winter, through: &str| Coverage {
        slug: slug.to_owned(),
        ..on_record(winter, through, 0)
    };
    let rows = vec![
        of("a", 2025, "2026-01-12"),
        of("b", 2025, "2025-09-01"),
        // 2024 is missing between the two.
        of("b", 2023, "2025-09-01"),
    ];
    let spans = current(&[resort("a", 46.0), resort("b", 46.0)], rows, day("2026-01-20"), USUAL_WEIGHT);
    let order: Vec<_> = spans.iter().map(|span| (span.place.id.as_str(), span.first)).collect();
    assert_eq!(order, [("b", day("2025-09-02")), ("a", day("2025-12-19"))]);
}
