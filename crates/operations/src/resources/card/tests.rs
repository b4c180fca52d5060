use std::collections::BTreeSet;

use serde_json::json;

use super::super::RESOURCES;
use super::*;
use crate::OPERATIONS;

#[test]
fn operations_name_their_cards() {
    for (operation, card) in [
        ("find_best_powder", Some("ui://widget/powder-list.html")),
        ("get_snow_report", Some("ui://widget/powder-list.html")),
        ("find_resorts_by_criteria", Some("ui://widget/powder-list.html")),
        ("get_conditions", Some("ui://widget/snow-report-card.html")),
        ("get_resort", Some("ui://widget/snow-report-card.html")),
        ("get_resort_info", Some("ui://widget/resort-info-card.html")),
        ("get_resort_photos", Some("ui://widget/resort-gallery-card.html")),
        ("search_resorts", None),
        ("get_credits", None),
        ("", None),
    ] {
        assert_eq!(card_of(operation), card, "{operation}");
        assert_eq!(!tool_meta(operation).is_empty(), card.is_some(), "{operation}");
    }
    let shown: BTreeSet<&str> = OPERATIONS.iter().filter_map(|one| card_of(one.meta().name)).collect();
    assert!(shown.len() >= 3, "{shown:?}");
}

#[test]
fn every_card_has_an_operation() {
    let cards = RESOURCES.iter().filter(|one| matches!(one.kind, Kind::Card(_))).map(|one| one.uri);
    let shown: BTreeSet<&str> = CARDS.iter().map(|(_, resource)| resource.uri).collect();
    assert_eq!(cards.collect::<BTreeSet<_>>(), shown);
    let names: BTreeSet<&str> = CARDS.iter().map(|(name, _)| *name).collect();
    assert_eq!(names.len(), CARDS.len());
}

#[test]
fn meta_has_standard_key_and_aliases() {
    for (operation, resource) in CARDS {
        let meta = tool_meta(operation);
        assert_eq!(meta["ui"], json!({ "resourceUri": resource.uri }));
        assert_eq!(meta["ui/resourceUri"], resource.uri);
        assert_eq!(meta["openai/outputTemplate"], resource.uri);
        for key in ["openai/toolInvocation/invoking", "openai/toolInvocation/invoked"] {
            let words = meta[key].as_str().unwrap();
            assert!((1..=64).contains(&words.chars().count()), "{operation}: {words}");
        }
        assert_eq!(meta.len(), 5);
    }
}
