//! Compares the search with a separate search for each pattern.
use proptest::prelude::*;

use super::Patterns;

/// Returns every position of every pattern, searched one by one.
fn one_by_one(patterns: &Patterns, of: &[String], text: &str) -> Vec<(usize, usize, String)> {
    let mut found: Vec<(usize, usize, String)> = Vec::new();
    let mut once = of.to_vec();
    once.sort();
    once.dedup();
    for pattern in once {
        for (start, _) in text.char_indices().filter(|(start, _)| text[*start..].starts_with(&pattern)) {
            assert!(patterns.place(&pattern).is_some(), "{pattern}");
            found.push((start, start + pattern.len(), pattern.clone()));
        }
    }
    found.sort_by_key(|(start, end, _)| (*end, *start));
    found
}

proptest! {
    #[test]
    fn finds_every_pattern(
        of in proptest::collection::vec("[ab 雪ス]{1,4}", 1..40), text in "[ab 雪ス]{0,60}"
    ) {
        let patterns = Patterns::new(of.iter().map(String::as_str)).expect("few enough");
        let found: Vec<_> = patterns.found(&text).into_iter()
            .map(|(start, end, place)| (start, end, patterns.text(place).to_owned())).collect();
        prop_assert_eq!(found, one_by_one(&patterns, &of, &text));
    }
}

#[test]
fn a_table_beyond_its_places_is_refused() {
    let many: Vec<String> = (0..u32::from(u16::MAX)).map(|at| format!("{at:06}")).collect();
    assert!(Patterns::new(many.iter().map(String::as_str)).is_ok());
    assert!(Patterns::new(many.iter().map(String::as_str).chain(["more"])).is_err());
}
