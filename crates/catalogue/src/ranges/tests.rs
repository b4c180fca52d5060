//! Tests of the ranges against the embedded rows.

use std::collections::BTreeSet;

use super::*;

#[test]
fn every_range_has_resorts_and_an_ascii_slug() {
    let resorts = crate::embedded().unwrap();
    let used: BTreeSet<&str> = resorts.iter().filter_map(mountain_range).map(|range| range.slug).collect();
    assert_eq!(used, RANGES.iter().map(|range| range.slug).collect());
    assert!(used.iter().all(|slug| slug.bytes().all(|b| b.is_ascii_lowercase() || b == b'-')), "{used:?}");
}

#[test]
fn well_known_resorts_are_in_their_range() {
    let resorts = crate::embedded().unwrap();
    let range = |slug: &str| {
        let resort = resorts.iter().find(|resort| resort.slug == slug).unwrap();
        mountain_range(resort).map(|range| range.name)
    };
    assert_eq!(range("zermatt"), Some("Alps"));
    assert_eq!(range("alta"), Some("Rocky Mountains"));
    assert_eq!(range("niseko-united"), Some("Hokkaido"));
    assert_eq!(range("akakura-kanko"), Some("Honshu"));
    assert_eq!(range("boyne-mountain"), None);
}
