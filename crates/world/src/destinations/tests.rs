use serde_json::json;

use super::*;

fn resorts() -> Vec<Resort> {
    // Real slugs of hubs, invented resorts: the names come from the catalogue.
    [("a", Some("4-vallees")), ("b", None), ("c", Some("arlberg")), ("d", Some("4-vallees")), ("e", Some("no-such-hub"))]
        .into_iter()
        .map(|(name, hub)| {
            let row = json!({
                "slug": format!("invented-{name}"), "name": format!("Invented {name}"), "country": "CH", "hub": hub,
                "tags": ["europe"], "lat": 46.0, "lon": 7.0, "timezone": "Europe/Zurich", "sources": ["invented:x"],
                "dated": "2026-01-01",
            });
            serde_json::from_value(row).unwrap()
        })
        .collect()
}

fn destinations() -> (Destinations, SearchIndex) {
    let resorts = resorts();
    (Destinations::new(&resorts), SearchIndex::new(&resorts))
}

#[test]
fn hubs_come_from_resorts_and_catalogue() {
    let (hubs, _) = destinations();
    let all: Vec<(&str, &str, &[usize])> =
        hubs.iter().map(|hub| (hub.slug.as_str(), hub.name.as_str(), hub.members.as_slice())).collect();
    let expected: [(&str, &str, &[usize]); 3] = [
        ("4-vallees", "4 Vallées", &[0, 3]),
        ("arlberg", "Arlberg", &[2]),
        ("no-such-hub", "no-such-hub", &[4]),
    ];
    assert_eq!(all, expected);
}

#[test]
fn hub_is_found_by_slug_or_name() {
    let (hubs, _) = destinations();
    let found = |text| hubs.find(text).map(|hub| hub.slug.as_str());
    for text in ["4-vallees", "4 Vallées", "4 VALLEES", "4vallees"] {
        assert_eq!(found(text), Some("4-vallees"), "{text}");
    }
    // A hub of the catalogue without a resort in this world does not count.
    for text in ["aspen-snowmass", "arlber", "", "---", "invented-a"] {
        assert_eq!(found(text), None, "{text}");
    }
}

#[test]
fn unknown_hub_gets_suggestions() {
    let (hubs, index) = destinations();
    assert_eq!(hubs.suggest("arlburg", &index), ["arlberg"]);
    assert_eq!(hubs.suggest("4 valées", &index), ["4-vallees"]);
    assert_eq!(hubs.suggest("Invented C", &index)[0], "arlberg");
    assert_eq!(hubs.suggest("xyzzy", &index), Vec::<String>::new());
    assert!(hubs.suggest("invented", &index).len() <= SUGGESTIONS);
}
