//! Insights: no card without evidence, every number with its method, the same cards in every interface, working
//! filters.

use std::collections::BTreeSet;

use operations::insights::{CATEGORIES, CardSet};
use serde_json::{Value, json};
use world::{Caller, View};

use crate::world::{NOW, answer, ask, changed, of_held, operation, reader, world};

fn cards(pairs: &[(&str, &str)]) -> Vec<Value> {
    let mut all = vec![("limit", "100")];
    all.extend_from_slice(pairs);
    answer("get_insights", &all)["data"].as_array().unwrap().clone()
}

fn card(id: &str) -> Value {
    cards(&[]).into_iter().find(|card| card["id"] == id).unwrap_or_else(|| panic!("no {id}"))
}

fn number(card: &Value, name: &str) -> f64 {
    let numbers = card["numbers"].as_array().unwrap();
    numbers.iter().find(|number| number["name"] == name).unwrap()["value"].as_f64().unwrap()
}

#[test]
fn every_card_has_evidence() {
    let all = cards(&[]);
    let ids: BTreeSet<&str> = all.iter().map(|card| card["id"].as_str().unwrap()).collect();
    assert_eq!(ids.len(), all.len(), "an identifier is one card's");
    for card in &all {
        assert!(card["n"].as_u64().unwrap() >= 1, "{card}");
        assert!(!card["numbers"].as_array().unwrap().is_empty(), "{card}");
        assert!(card["method"].as_str().unwrap().len() > 40 && card["asOf"].is_string(), "{card}");
        let headline = card["headline"].as_str().unwrap();
        assert!(
            headline.len() > 20 && !headline.contains("NaN") && !headline.contains("not reported"),
            "{card}"
        );
        assert_eq!(
            card["scope"] == "resort",
            card["slug"].is_string()
                && card["id"].as_str().unwrap().matches('/').count() == 1
                && !card["id"].as_str().unwrap().ends_with("/world"),
            "{card}"
        );
    }
    let seen: BTreeSet<&str> = all.iter().map(|card| card["category"].as_str().unwrap()).collect();
    // It snows every fifth day of the invented winters, and resorts with winters have no weather up to today.
    let none = ["dry_spell", "rare_depth", "openings", "opening_outlook"];
    for about in CATEGORIES {
        let category = serde_json::to_value(about.category).unwrap();
        let category = category.as_str().unwrap();
        assert_ne!(seen.contains(category), none.contains(&category), "{category} of {seen:?}");
    }
}

#[test]
fn season_norm_matches_snow_history() {
    let card = card("season_norm/birch-bowl");
    let history = answer("get_snow_history", &[("slug", "birch-bowl")])["data"]["current"].clone();
    assert_eq!(number(&card, "percentOfAverage"), history["percentOfNormal"].as_f64().unwrap());
    assert_eq!(number(&card, "seasonSnowfall"), history["snowfallCm"].as_f64().unwrap());
    assert_eq!((&card["asOf"], &card["n"]), (&history["through"], &json!(30)));
    // Three winters are too few for an average, and the southern season is over.
    for slug in ["cedar-bowl", "elder-cone", "alpenau"] {
        assert!(cards(&[("category", "season_norm")]).iter().all(|card| card["slug"] != slug), "{slug}");
    }
}

#[test]
fn dry_spell_and_biggest_day() {
    // It snows every fifth day of the invented winters, so no spell is seven days long.
    assert_eq!(cards(&[("category", "dry_spell")]), Vec::<Value>::new());
    let storm = card("storm_of_season/birch-bowl");
    let season = answer("get_snow_history", &[("slug", "birch-bowl")])["data"]["seasons"][0].clone();
    assert_eq!(number(&storm, "biggestDay"), season["biggestDay"]["cm"].as_f64().unwrap());
    let world = card("storm_of_season/world");
    assert_eq!((&world["scope"], &world["slug"]), (&json!("world"), &json!("birch-bowl")));
}

#[test]
fn operator_is_compared_with_stations() {
    let card = card("operator_vs_station/alpenau");
    assert_eq!(
        (number(&card, "operator"), number(&card, "stations"), number(&card, "difference")),
        (18.0, 16.0, 2.0)
    );
    assert_eq!(card["n"], 1);
}

#[test]
fn scope_hemisphere_and_category_filter() {
    for scope in ["resort", "region", "world"] {
        assert!(cards(&[("scope", scope)]).iter().all(|card| card["scope"] == scope), "{scope}");
    }
    let (north, south) = (cards(&[("hemisphere", "northern")]), cards(&[("hemisphere", "southern")]));
    assert!(north.iter().all(|card| card["hemisphere"] == "northern") && !north.is_empty());
    // The only resort there has no other to lead, and its season is unknown.
    assert_eq!(south, Vec::<Value>::new());
    for about in CATEGORIES {
        let name = serde_json::to_value(about.category).unwrap();
        let own = cards(&[("category", name.as_str().unwrap())]);
        assert!(own.iter().all(|card| card["category"] == name), "{name}");
        for card in own {
            let scope = about.scopes.iter().map(|scope| serde_json::to_value(scope).unwrap());
            assert!(scope.collect::<Vec<_>>().contains(&card["scope"]), "{card}");
        }
    }
    assert_eq!(cards(&[("category", "openings")]), Vec::<Value>::new(), "nobody announced one");
}

#[test]
fn categories_alternate_by_default() {
    let first: Vec<String> = answer("get_insights", &[("limit", "6")])["data"]
        .as_array()
        .unwrap()
        .iter()
        .map(|card| card["category"].as_str().unwrap().to_owned())
        .collect();
    assert_eq!(first.iter().collect::<BTreeSet<_>>().len(), 6, "{first:?}");
}

#[test]
fn counts_match_cards() {
    for category in answer("list_insight_categories", &[])["data"].as_array().unwrap() {
        let id = category["id"].as_str().unwrap();
        assert_eq!(category["count"], cards(&[("category", id)]).len(), "{id}");
        assert_eq!(category["count"] == 0, category["reason"].is_string(), "{id}");
    }
}

#[test]
fn cards_are_equal_for_all_callers() {
    let of = |caller: &Caller| ask(caller, "get_insights", &[("limit", "100")]).unwrap()["data"].clone();
    assert_eq!(of(&Caller::pro()), of(&Caller::anonymous()));
    assert_eq!(of(&reader(&["birch-bowl"])), of(&Caller::anonymous()));
}

#[test]
fn cards_are_cached_per_world() {
    let world = world();
    let deck = |caller: &Caller| CardSet::cached(&View::new(&world, caller));
    assert!(std::sync::Arc::ptr_eq(&deck(&Caller::pro()), &deck(&Caller::anonymous())));
    let next = world.with(Vec::new(), NOW);
    let fresh = CardSet::cached(&View::new(&next, &Caller::anonymous()));
    assert!(!std::sync::Arc::ptr_eq(&fresh, &deck(&Caller::anonymous())), "a new world has separate cards");
}

#[test]
fn empty_world_has_only_calendar() {
    let empty = of_held(changed("", |_| {}).resorts().map(|held| {
        world::ResortEvidence::new(held.resort.clone(), conditions_core::evidence::Evidence::default())
    }));
    let body =
        operation("get_insights").answer(&View::new(&empty, &Caller::anonymous()), &[("limit", "100")], NOW);
    let answer: Value = serde_json::from_slice(&body.unwrap()).unwrap();
    for card in answer["data"].as_array().unwrap() {
        // The world's report of the grading stays.
        let graded = ["season_calendar", "forecast_trust", "model_accuracy"];
        assert!(graded.contains(&card["category"].as_str().unwrap()), "{card}");
    }
}
