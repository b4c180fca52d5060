//! Tests of places and orders of resorts.

use super::*;
use crate::place::Region;

fn resorts() -> Vec<Resort> {
    let any = catalogue::embedded().unwrap().swap_remove(0);
    let of = |(slug, country, state, tags): (&str, &str, Option<&str>, &[&str])| Resort {
        slug: slug.to_owned(),
        country: country.to_owned(),
        state: state.map(str::to_owned),
        tags: tags.iter().map(|tag| (*tag).to_owned()).collect(),
        ..any.clone()
    };
    let japan: &[&str] = &["asia", "japan"];
    [
        ("d", "US", Some("Utah"), &["north-america", "rockies"][..]),
        ("b", "JP", None, japan),
        ("c", "US", Some("Utah"), &["north-america", "rockies"]),
        ("a", "US", Some("Maine"), &["north-america"]),
        ("e", "JP", None, japan),
    ]
    .map(of)
    .into()
}

#[test]
fn place_matches_resort_data() {
    let resorts = resorts();
    let atlas = Atlas::new(&resorts);
    let places = Region::ALL.map(Some).into_iter().chain([None]).flat_map(|region| {
        [None, Some("US"), Some("JP"), Some("AT")].map(|country| Place { region, country })
    });
    for place in places {
        let of_tags = |resort: &Resort| {
            place.region.is_none_or(|region| resort.tags.iter().any(|tag| tag == region.tag()))
                && place.country.is_none_or(|code| resort.country == code)
        };
        let expected: Vec<usize> = (0..resorts.len()).filter(|at| of_tags(&resorts[*at])).collect();
        assert_eq!(atlas.within(place).collect::<Vec<_>>(), expected, "{place:?}");
        assert!((0..9).all(|at| atlas.is_within(at, place) == expected.contains(&at)), "{place:?}");
    }
}

#[test]
fn sorts_by_slug_and_state() {
    let atlas = Atlas::new(&resorts());
    assert_eq!([0, 1, 2, 3, 4].map(|at| atlas.slug_order(at)), [3, 1, 2, 0, 4]);
    assert_eq!(atlas.slug_order(5), u32::MAX);
    assert_eq!(atlas.by_state().collect::<Vec<_>>(), [(1, 0), (4, 0), (3, 1), (2, 2), (0, 2)]);
    assert_eq!(Atlas::new([]).by_state().count(), 0);
}
