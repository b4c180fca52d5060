//! Who stands on the leaderboard, and when it changed.

use conditions_core::field::Field;
use conditions_core::source::Kind;

use super::super::Baseline;
use super::super::tests::{at, known, resolution};
use super::*;

const POLICY: EventPolicy = EventPolicy::CONTRACT;

fn board(rows: &[(&str, Option<i32>)]) -> Leaderboard {
    let resolutions: Vec<(Place<'_>, Resolution)> = rows
        .iter()
        .map(|(slug, tenths)| {
            let seen = |tenths| known(tenths, Kind::Model, 60, "2026-01-10T06:00:00Z");
            let snowfall = tenths.map_or_else(Field::not_reported, seen);
            (Place { slug, name: slug, url: "" }, resolution(snowfall, None))
        })
        .collect();
    Leaderboard::of(&POLICY, resolutions.iter().map(|(place, resolution)| (*place, resolution)))
}

fn evaluate(before: Option<&Leaderboard>, after: &Leaderboard) -> Option<Occurrence<LeaderboardData>> {
    let before = before.map(|value| Baseline { version: 3, value: value.clone() });
    let change = Change { before: before.as_ref(), after };
    LeaderboardUpdated::evaluate(&POLICY, at("2026-01-10T12:00:00Z"), change)
}

fn slugs(board: &Leaderboard) -> Vec<&str> {
    board.rows().iter().map(|row| row.slug.as_str()).collect()
}

#[test]
fn most_first_ties_by_slug_and_the_silent_left_out() {
    let rows = [("c", Some(20)), ("b", Some(20)), ("silent", None), ("a", Some(10)), ("none", Some(0))];
    assert_eq!(slugs(&board(&rows)), ["b", "c", "a", "none"]);
    let many: Vec<String> = (0..15).map(|number| format!("r{number:02}")).collect();
    let many: Vec<(&str, Option<i32>)> = many.iter().map(|slug| (slug.as_str(), Some(5))).collect();
    assert_eq!(board(&many).rows().len(), 10);
}

#[test]
fn order_or_centimetres_are_a_change() {
    let before = board(&[("a", Some(20)), ("b", Some(10))]);
    assert_eq!(evaluate(None, &before), None);
    assert_eq!(evaluate(Some(&before), &before), None);
    assert!(evaluate(Some(&before), &board(&[("a", Some(20)), ("b", Some(11))])).is_some());
    assert!(evaluate(Some(&before), &board(&[("a", Some(20))])).is_some());
    let renamed =
        Leaderboard(before.0.iter().map(|row| Ranked { name: "x".into(), ..row.clone() }).collect());
    assert_eq!(evaluate(Some(&before), &renamed), None);
}

#[test]
fn its_data_are_those_of_the_contract() {
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
fn an_empty_leaderboard_is_not_told() {
    let before = board(&[("a", Some(20))]);
    assert_eq!(evaluate(Some(&before), &board(&[("a", None)])), None);
    assert!(evaluate(Some(&board(&[])), &before).is_some());
}
