use conditions_core::field::Field;
use conditions_core::source::Kind;

use conditions_core::record::Resolution;

use super::super::tests::{at, known, occurrence_of, resolution, watched};
use super::super::{Event as _, Occurrence};
use super::*;

const NOW: &str = "2026-01-10T12:00:00Z";

fn board(rows: &[(&str, Option<i32>)]) -> Leaderboard {
    let resolutions: Vec<(&str, Resolution)> = rows
        .iter()
        .map(|(slug, tenths)| {
            let seen = |tenths| known(tenths, Kind::Model, 60, NOW);
            (*slug, resolution(tenths.map_or_else(Field::not_reported, seen), None))
        })
        .collect();
    let resorts: Vec<(&str, &Resolution)> =
        resolutions.iter().map(|(slug, resolution)| (*slug, resolution)).collect();
    watched::<Event>(at(NOW), &resorts).remove(0).state
}

fn evaluate(before: Option<&Leaderboard>, after: &Leaderboard) -> Option<Occurrence<LeaderboardData>> {
    let before = before.map(|value| Baseline { version: 3, value: value.clone() });
    let slug = after.0.first().map_or("", |row| &row.slug).to_owned();
    let place = Place { name: slug.clone(), url: String::new(), slug };
    let after = WatchedSubject { subject: SUBJECT.to_owned(), place, state: after.clone() };
    occurrence_of(Event::decide(&EventPolicy::CONTRACT, at(NOW), before.as_ref(), &after))
}

fn slugs(board: &Leaderboard) -> Vec<&str> {
    board.0.iter().map(|row| row.slug.as_str()).collect()
}

#[test]
fn ranks_by_snowfall_then_slug() {
    let rows = [("c", Some(20)), ("b", Some(20)), ("silent", None), ("a", Some(10)), ("none", Some(0))];
    assert_eq!(slugs(&board(&rows)), ["b", "c", "a", "none"]);
    let many: Vec<String> = (0..15).map(|number| format!("r{number:02}")).collect();
    let many: Vec<(&str, Option<i32>)> = many.iter().map(|slug| (slug.as_str(), Some(5))).collect();
    assert_eq!(board(&many).0.len(), 10);
}

#[test]
fn equal_snowfalls_share_a_rank() {
    let rows = board(&[("a", Some(20)), ("b", Some(20)), ("c", Some(10))]);
    let told = rows.compared_with(Some(&rows)).leaderboard;
    let ranks: Vec<_> = told.iter().map(|row| (row.rank, row.previous_rank)).collect();
    assert_eq!(ranks, [(1, Some(1)), (1, Some(1)), (3, Some(3))]);
}

#[test]
fn order_or_snowfall_change_fires() {
    let before = board(&[("a", Some(20)), ("b", Some(10))]);
    assert_eq!(evaluate(None, &before), None);
    assert_eq!(evaluate(Some(&before), &before), None);
    assert!(evaluate(Some(&before), &board(&[("a", Some(20)), ("b", Some(11))])).is_some());
    assert!(evaluate(Some(&before), &board(&[("a", Some(20))])).is_some());
    let renamed =
        Leaderboard(before.0.iter().map(|row| RankedResort { name: "x".into(), ..row.clone() }).collect());
    assert_eq!(evaluate(Some(&before), &renamed), None);
}

#[test]
fn data_matches_contract() {
    let before = board(&[("a", Some(20)), ("b", Some(10))]);
    let found =
        evaluate(Some(&before), &board(&[("b", Some(35)), ("c", Some(30)), ("a", Some(20))])).unwrap();
    let expected = serde_json::json!({ "leaderboard": [
        { "rank": 1, "slug": "b", "name": "b", "snowfall24hCm": 3.5, "previousRank": 2 },
        { "rank": 2, "slug": "c", "name": "c", "snowfall24hCm": 3, "previousRank": null },
        { "rank": 3, "slug": "a", "name": "a", "snowfall24hCm": 2, "previousRank": 1 },
    ]});
    assert_eq!(serde_json::to_value(&found.data).unwrap(), expected);
    assert_eq!(found.resort_slug, "b");
    assert_eq!(found.dedupe_key, "snow-report.updated:@leaderboard:3");
    assert_eq!(found.audience, Audience::Global);
}

#[test]
fn empty_leaderboard_is_not_reported() {
    let before = board(&[("a", Some(20))]);
    assert_eq!(evaluate(Some(&before), &board(&[("a", None)])), None);
    assert!(evaluate(Some(&board(&[])), &before).is_some());
}
