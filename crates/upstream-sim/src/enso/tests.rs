//! The index has events to find, and a planted link moves the snow in its direction.

use super::*;

fn world(links: Vec<Link>) -> World {
    World { seed: 3, enso: Enso { links, restated_at: Vec::new() }, ..World::default() }
}

fn at(text: &str) -> Timestamp {
    Timestamp::parse(text).unwrap()
}

fn day(year: i32, month: u32) -> NaiveDate {
    NaiveDate::from_ymd_opt(year, month, 15).unwrap()
}

#[test]
fn the_file_has_a_row_per_season_up_to_two_months_ago() {
    let now = at("2026-11-21T12:00:00Z");
    let text = index(&world(Vec::new()), false, now);
    let rows: Vec<&str> = text.lines().collect();
    assert_eq!(rows.len(), 1 + 76 * 12 + 9);
    assert!(rows[1].starts_with("  DJF 1950"), "{}", rows[1]);
    assert!(rows[rows.len() - 1].starts_with("  ASO 2026"), "{}", rows[rows.len() - 1]);
    assert!(!text.contains("-0.00"));
}

#[test]
fn a_restatement_moves_nearly_every_value_and_none_far() {
    let now = at("2026-11-21T12:00:00Z");
    let mut restated = world(Vec::new());
    restated.enso.restated_at = vec![at("2026-11-20T00:00:00Z")];
    let values = |world: &World| -> Vec<f64> {
        let text = index(world, true, now);
        text.lines().skip(1).map(|row| row.split_whitespace().last().unwrap().parse().unwrap()).collect()
    };
    let (before, after) = (values(&world(Vec::new())), values(&restated));
    let moved = before.iter().zip(&after).filter(|(a, b)| a != b).count();
    assert!(moved > before.len() * 8 / 10, "{moved} of {}", before.len());
    assert!(before.iter().zip(&after).all(|(a, b)| (a - b).abs() < 0.14));
}

#[test]
fn the_winters_of_the_north_and_the_south_have_one_factor_each() {
    let world = world(Vec::new());
    let north = |date| winter_factor(&world, 46.0, 7.7, date);
    assert_eq!(north(day(2025, 7)), north(day(2026, 6)));
    assert_ne!(north(day(2025, 7)), north(day(2025, 6)));
    let south = |date| winter_factor(&world, -36.0, 148.0, date);
    assert_eq!(south(day(2025, 1)), south(day(2025, 12)));
    assert_ne!(south(day(2025, 12)), south(day(2026, 1)));
}

#[test]
fn a_link_shows_in_warm_winters_and_not_beyond_its_radius() {
    let link = Link { lat: 46.0, lon: 7.7, radius_km: 100.0, per_degree: 0.3 };
    let (plain, linked) = (world(Vec::new()), world(vec![link]));
    let ratio = |lon: f64, year: i32| {
        winter_factor(&linked, 46.0, lon, day(year, 1)) / winter_factor(&plain, 46.0, lon, day(year, 1))
    };
    let mut warm = 0;
    for year in 1997..2026 {
        let expected = (0.3 * anomaly(3, i64::from(year) * 12)).exp();
        assert!((ratio(7.7, year) - expected).abs() < 1e-9);
        assert_eq!(ratio(12.0, year), 1.0);
        warm += usize::from(expected > 1.15);
    }
    assert!((5..20).contains(&warm), "{warm}");
}
