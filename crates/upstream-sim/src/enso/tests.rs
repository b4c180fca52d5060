//! Tests of the form of the files, and of the planted index in them.

use super::*;

fn world() -> World {
    World { seed: 3, ..World::default() }
}

fn at(text: &str) -> Timestamp {
    Timestamp::parse(text).unwrap()
}

#[test]
fn file_ends_two_months_ago() {
    let now = at("2026-11-21T12:00:00Z");
    let text = index(&world(), false, now);
    let rows: Vec<&str> = text.lines().collect();
    assert_eq!(rows.len(), 1 + 76 * 12 + 9);
    assert!(rows[1].starts_with("  DJF 1950"), "{}", rows[1]);
    assert!(rows[rows.len() - 1].starts_with("  ASO 2026"), "{}", rows[rows.len() - 1]);
    assert!(!text.contains("-0.00"));
}

#[test]
fn revisions_are_small() {
    let now = at("2026-11-21T12:00:00Z");
    let mut restated = world();
    restated.restated_at = vec![at("2026-11-20T00:00:00Z")];
    let values = |world: &World| -> Vec<f64> {
        let text = index(world, true, now);
        text.lines().skip(1).map(|row| row.split_whitespace().last().unwrap().parse().unwrap()).collect()
    };
    let (before, after) = (values(&world()), values(&restated));
    let moved = before.iter().zip(&after).filter(|(a, b)| a != b).count();
    assert!(moved > before.len() * 8 / 10, "{moved} of {}", before.len());
    assert!(before.iter().zip(&after).all(|(a, b)| (a - b).abs() < 0.14));
}

#[test]
fn snow_follows_the_winter_index() {
    for year in 1990..2020 {
        let north = crate::climate::nino_of_winter(3, year, false);
        assert!((anomaly(3, i64::from(year + 1) * 12) - north).abs() < 1e-12);
        let south = crate::climate::nino_of_winter(3, year, true);
        assert!((anomaly(3, i64::from(year) * 12 + 6) - south).abs() < 1e-12);
    }
}
