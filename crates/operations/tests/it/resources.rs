//! Resources: each can be read, has the shape of REST with its credits, and agrees with the operations.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use operations::resources::{Kind, Resource, resource};
use operations::{CHARTS, OPERATIONS, RESOURCES};
use serde_json::{Value, json};
use world::place::Region;
use world::{Caller, ResortEvidence, View, World};

use crate::world::{NOW, answer, forecast_only, world};

fn text(world: &World, resource: &Resource) -> String {
    resource.read(&View::new(world, &Caller::anonymous()), NOW).unwrap().into_owned()
}

fn read(world: &World, uri: &str) -> Value {
    serde_json::from_str(&text(world, resource(uri).unwrap())).unwrap()
}

/// Returns every resort that ships with the service, with an invented forecast.
fn whole_catalogue() -> World {
    let resorts = catalogue::embedded().unwrap().into_iter();
    let held =
        resorts.map(|resort| Arc::new(ResortEvidence::new(resort, forecast_only(5.0, 1_800.0)))).collect();
    let small = world();
    World::new(Arc::clone(&small.service), Arc::clone(&small.policy), held, NOW)
}

#[test]
fn data_has_rest_shape_and_credits() {
    let world = world();
    for one in RESOURCES.iter().filter(|one| matches!(one.kind, Kind::Data(_))) {
        let read = read(&world, one.uri);
        let members: Vec<&String> = read.as_object().unwrap().keys().collect();
        assert_eq!(members, ["meta", "data"], "{}", one.uri);
        assert_eq!(read["meta"]["credits"]["service"]["text"], "Data by Test Snow", "{}", one.uri);
        assert_eq!(read["meta"]["generatedAt"], "2026-01-10T12:00:00.000Z", "{}", one.uri);
        assert!(read["meta"]["credits"]["sources"].is_array(), "{}", one.uri);
    }
}

#[test]
fn cards_need_only_image_origins() {
    let world = world();
    for one in RESOURCES {
        let Kind::Card(card) = one.kind else {
            assert!(one.meta().is_empty(), "{}", one.uri);
            continue;
        };
        assert_eq!(one.mime_type(), "text/html;profile=mcp-app");
        assert_eq!(text(&world, one), card.html, "{}", one.uri);
        let shows_photos = ["resort-gallery-card", "resort-info-card"].contains(&one.name);
        let images = if shows_photos { json!(["https://upload.wikimedia.org"]) } else { json!([]) };
        let none = json!([]);
        let csp = json!({ "connectDomains": none, "resourceDomains": images, "frameDomains": none,
            "baseUriDomains": none });
        let ui = json!({ "csp": csp, "permissions": {}, "prefersBorder": true });
        assert_eq!(Value::Object(one.meta()), json!({ "ui": ui }), "{}", one.uri);
    }
}

#[test]
fn lists_match_operations() {
    let world = world();
    let all = answer("find_resorts_by_criteria", &[("limit", &world.len().to_string())]);
    assert_eq!(read(&world, "service://resorts"), all);
    let report = answer("get_snow_report", &[("limit", "50")]);
    assert_eq!(read(&world, "service://snow-report"), report);
}

#[test]
fn snow_report_has_fifty_rows() {
    let world = whole_catalogue();
    let report = read(&world, "service://snow-report");
    assert_eq!(report["data"].as_array().unwrap().len(), 50);
    let all = read(&world, "service://resorts");
    let all = all["data"].as_array().unwrap();
    assert_eq!(all.len(), world.len());
    let scored = all.iter().filter(|row| !row["score"].is_null()).count();
    assert_eq!(report["meta"]["total"], scored);
    assert!(scored > 50, "{scored}");
}

#[test]
fn sizes_are_bounded() {
    let world = whole_catalogue();
    for one in RESOURCES {
        let size = text(&world, one).len();
        println!("{} {size}", one.uri);
        let most = match one.uri {
            "service://resorts" => 1_000 * world.len(),
            "service://api-docs" => 2_000 * OPERATIONS.len(),
            // Six languages.
            "service://faq/index" => 80 * 1024,
            _ => 48 * 1024,
        };
        assert!((400..most).contains(&size), "{}: {size} bytes", one.uri);
    }
}

#[test]
fn regions_count_every_resort_once() {
    let world = whole_catalogue();
    let data = &read(&world, "service://regions")["data"];
    let count = |value: &Value| usize::try_from(value["resorts"].as_u64().unwrap()).unwrap();
    let regions = data["regions"].as_array().unwrap();
    assert_eq!(regions.iter().map(count).sum::<usize>(), world.len());
    assert_eq!(count(data), world.len());
    for region in regions {
        let countries = region["countries"].as_array().unwrap();
        assert_eq!(countries.iter().map(count).sum::<usize>(), count(region), "{region}");
        assert!(countries.is_sorted_by_key(|country| std::cmp::Reverse(count(country))), "{region}");
        assert!(countries.iter().all(|country| country["name"].is_string()), "{region}");
    }
    // The list contains exactly the values of a `region` argument, with the same number of resorts.
    let places: Vec<&Value> = regions.iter().chain(data["areas"].as_array().unwrap()).collect();
    let listed: BTreeSet<&str> = places.iter().map(|place| place["region"].as_str().unwrap()).collect();
    assert_eq!(listed, Region::ALL.iter().map(|region| region.tag()).collect());
    assert_eq!(listed.len(), places.len());
    for place in places {
        let region = place["region"].as_str().unwrap();
        let found = world_answer(&world, &[("region", region), ("limit", "1")]);
        assert_eq!(found["meta"]["total"], place["resorts"], "{region}");
    }
}

fn world_answer(world: &World, pairs: &[(&str, &str)]) -> Value {
    let operation = crate::world::operation("find_resorts_by_criteria");
    let body = operation.answer(&View::new(world, &Caller::anonymous()), pairs, NOW).unwrap();
    serde_json::from_slice(&body).unwrap()
}

#[test]
fn destinations_name_their_resorts() {
    let world = whole_catalogue();
    let read = read(&world, "service://destinations");
    let destinations = read["data"].as_array().unwrap();
    assert_eq!(read["meta"]["total"], destinations.len());
    let mut listed = BTreeMap::new();
    for destination in destinations {
        assert!(destination["name"].is_string(), "{destination}");
        for slug in destination["resorts"].as_array().unwrap() {
            let hub = destination["slug"].as_str().unwrap();
            assert_eq!(listed.insert(slug.as_str().unwrap(), hub), None, "{slug} is listed twice");
        }
    }
    let resorts = world.resorts().map(|held| &held.resort);
    let hubs: BTreeMap<&str, &str> =
        resorts.filter_map(|resort| Some((resort.slug.as_str(), resort.hub.as_deref()?))).collect();
    assert!(hubs.len() > 50);
    assert_eq!(listed, hubs);
}

#[test]
fn missing_data_are_stated() {
    let world = world();
    let catalogue = read(&world, "service://insights/catalog");
    assert_eq!(catalogue, answer("list_insight_categories", &[]));
    for category in catalogue["data"].as_array().unwrap() {
        assert_eq!(category["count"] == json!(0), category["reason"].is_string(), "{category}");
    }
    let data = &read(&world, "service://trends/catalog")["data"];
    let entries = data["entries"].as_array().unwrap();
    for entry in entries {
        assert_eq!(entry["available"] == json!(true), entry["reason"].is_null(), "{entry}");
    }
    let on_record: Vec<_> = entries.iter().filter(|entry| entry["available"] == json!(true)).collect();
    assert_eq!((on_record.len(), &data["available"]), (8, &json!(true)));
    for entry in entries {
        let known = [&entry["n"], &entry["nOf"], &entry["since"]].map(|member| !member.is_null());
        assert_eq!(known, [entry["available"] == json!(true); 3], "{entry}");
        assert!(!entry["fields"].as_array().unwrap().is_empty(), "{entry}");
    }
    assert_eq!(on_record[0]["path"], "/api/v1/trends/model_accuracy");
}

#[test]
fn faq_fills_every_placeholder() {
    let data = &read(&world(), "service://faq/index")["data"];
    assert_eq!(data["locales"], json!(["en", "de", "fr", "it", "es", "ja"]));
    let mut asked: Vec<Vec<String>> = Vec::new();
    for (locale, faq) in data["locales"].as_array().unwrap().iter().zip(data["faqs"].as_array().unwrap()) {
        assert_eq!(faq["locale"], *locale);
        let entries = faq["entries"].as_array().unwrap();
        // The world of the tests is synthetic, which comes first.
        assert_eq!(entries[0]["id"], "synthetic");
        let ids: Vec<String> = entries.iter().map(|entry| entry["id"].as_str().unwrap().to_owned()).collect();
        assert_eq!(ids.iter().collect::<BTreeSet<_>>().len(), entries.len());
        asked.push(ids);
        for entry in entries {
            let answer = entry["answer"].as_str().unwrap();
            assert!(answer.len() > 60 && !answer.contains(['{', '}']), "{entry}");
        }
        let all = faq.to_string();
        for fact in ["Data by Test Snow", "5 ", "https://snow.example.org/api/v1/definitions"] {
            assert!(all.contains(fact), "{fact} in {locale}");
        }
    }
    assert!(asked.windows(2).all(|pair| pair[0] == pair[1]), "every language has the same questions");
}

#[test]
fn faq_follows_the_service() {
    let mut changed = world();
    let counted =
        |world: &World| read(world, "service://faq/index")["data"]["faqs"][1]["entries"].to_string();
    assert!(
        counted(&changed).contains("5 Skigebiete in 5 Ländern")
            && counted(&changed).contains("nach 48 als veraltet")
    );
    let mut policy = (*changed.policy).clone();
    policy.depth.ttl_ms /= 2;
    changed.policy = Arc::new(policy);
    assert!(counted(&changed).contains("nach 24 als veraltet"), "{}", counted(&changed));
    let whole = whole_catalogue();
    assert!(counted(&whole).contains(&format!("{} Skigebiete", whole.len())));
}

#[test]
fn api_docs_list_all_endpoints() {
    let data = &read(&world(), "service://api-docs")["data"];
    assert_eq!(data["openapi"], "https://snow.example.org/api/v1/openapi.json");
    let listed = data["endpoints"].as_array().unwrap().iter();
    let paths = listed.clone().map(|one| one["path"].as_str().unwrap().to_owned());
    assert!(paths.eq(operations::endpoints().map(|one| format!("/api/v1{}", one.meta().path))));
    let tools = listed.filter_map(|one| one["tool"].as_str());
    assert!(tools.eq(operations::tools().map(|operation| operation.meta().name)));
    let forecast = data["endpoints"].as_array().unwrap();
    let forecast = forecast.iter().find(|one| one["tool"] == "get_weather_forecast").unwrap();
    assert_eq!(forecast["path"], "/api/v1/resorts/{slug}/forecast");
    let slug = &forecast["arguments"][0];
    assert_eq!(
        (&slug["name"], &slug["in"], &slug["required"]),
        (&json!("slug"), &json!("path"), &json!(true))
    );
    let days = &forecast["arguments"][1];
    assert_eq!(
        (&days["name"], &days["in"], &days["required"]),
        (&json!("days"), &json!("query"), &json!(false))
    );
    let charts = data["charts"].as_array().unwrap();
    let paths = charts.iter().map(|one| one["path"].as_str().unwrap().to_owned());
    assert!(paths.eq(CHARTS.iter().map(|chart| format!("/api/v1{}", chart.meta().path))));
    assert!(charts.iter().all(|one| one.get("tool").is_none()), "no tool draws");
    let listed = data["resources"].as_array().unwrap().iter().map(|one| one["uri"].as_str().unwrap());
    assert!(listed.eq(RESOURCES.iter().map(|one| one.uri)));
}
