use std::collections::BTreeSet;

use super::*;

#[test]
fn resources_match_the_specification() {
    let uris: Vec<&str> = RESOURCES.iter().map(|resource| resource.uri).collect();
    let specified = [
        "ui://widget/powder-list.html",
        "ui://widget/snow-report-card.html",
        "ui://widget/resort-info-card.html",
        "ui://widget/resort-gallery-card.html",
        "service://snow-report",
        "service://resorts",
        "service://regions",
        "service://destinations",
        "service://insights/catalog",
        "service://trends/catalog",
        "service://faq/index",
        "service://api-docs",
    ];
    assert_eq!(uris, specified);
    for uri in uris {
        assert_eq!(resource(uri).map(|found| found.uri), Some(uri));
    }
    assert!(resource("service://snow-report/").is_none());
    assert!(resource("").is_none());
}

#[test]
fn names_and_titles_are_unique() {
    let (mut names, mut titles) = (BTreeSet::new(), BTreeSet::new());
    for one in RESOURCES {
        assert!(names.insert(one.name) && titles.insert(one.title), "{}", one.uri);
        assert!(one.description.ends_with('.') && one.description.len() > 60, "{}", one.uri);
        assert!(!one.audience.is_empty(), "{}", one.uri);
        assert!((0.0..=1.0).contains(&one.priority), "{}", one.uri);
        let is_card = matches!(one.kind, Kind::Card(_));
        assert_eq!(is_card, one.uri.starts_with("ui://"), "{}", one.uri);
        let ttl = if is_card { 3_600_000..=3_600_000 } else { 60_000..=300_000 };
        assert!(ttl.contains(&one.ttl_ms), "{}: {}", one.uri, one.ttl_ms);
    }
}
