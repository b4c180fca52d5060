//! Compares tags and zones with those of the embedded resorts, which people wrote.
use super::tags;
use crate::country::country;

#[test]
fn range_tags_match_embedded_rows() {
    for resort in crate::embedded().expect("the embedded catalogue") {
        let country = country(&resort.country).expect("a known country");
        let made = tags(country, (resort.lat, resort.lon)).expect("a continent");
        for tag in made {
            assert!(resort.tags.contains(&tag), "{} gets `{tag}`, has {:?}", resort.slug, resort.tags);
        }
    }
}

#[test]
fn known_places_have_range_tags() {
    for (code, at, expected) in [
        ("CH", (46.02, 7.75), &["europe", "alps"][..]),
        ("CH", (46.83, 6.53), &["europe"]), // Jura
        ("DE", (47.87, 8.0), &["europe"]),  // Black Forest
        ("AT", (47.13, 10.26), &["europe", "alps"]),
        ("AT", (48.55, 14.1), &["europe"]), // Bohemian Massif
        ("FR", (45.06, 2.8), &["europe"]),  // Massif Central
        ("US", (39.6, -106.35), &["north-america", "rockies"]),
        ("US", (44.0, -121.68), &["north-america"]), // Cascades
        ("US", (40.6, -111.6), &["north-america", "rockies"]),
        ("CA", (51.08, -115.77), &["north-america", "rockies"]),
        ("CA", (50.1, -122.95), &["north-america"]),
        ("JP", (42.86, 140.7), &["asia", "japan"]),
        ("CL", (-33.35, -70.25), &["south-america", "andes"]),
        ("SE", (63.4, 13.08), &["europe", "scandinavia"]),
        ("FI", (67.8, 24.8), &["europe"]),
        ("RU", (43.68, 40.2), &["europe"]),
        ("RU", (52.9, 87.9), &["asia"]),
    ] {
        assert_eq!(tags(country(code).expect("known"), at).expect("tags"), expected, "{code} {at:?}");
    }
}
