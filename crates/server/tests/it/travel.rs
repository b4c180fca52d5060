//! Tests of travel to a resort over REST and over the tool connector: both give the same answer, with and without data.

use serde_json::json;

use crate::harness::{Harness, Setup};

#[test]
fn travel_agrees_over_rest_and_tools() {
    let service = Harness::start(Setup {
        only: vec!["alta".to_owned(), "jackson-hole".to_owned(), "zermatt".to_owned()],
        ..Setup::new("travel")
    });
    service.wait_for(3);
    for (name, path, arguments, available) in [
        (
            "find_flights_to_powder",
            "/api/v1/resorts/alta/flights?origin=LHR",
            json!({ "slug": "alta", "origin": "LHR" }),
            true,
        ),
        ("plan_ski_road_trip", "/api/v1/road-trips?region=japan", json!({ "region": "japan" }), false),
    ] {
        let rest = service.get(path);
        assert_eq!(rest.status, 200, "{path}: {}", rest.text());
        let data = rest.json()["data"].clone();
        assert_eq!(data["available"], available, "{path}: {data}");
        assert_eq!(data["reason"].is_string(), !available, "{path}: {data}");
        let answer = service.tool(name, &arguments);
        assert_eq!(answer["structuredContent"]["data"], data, "{name}");
    }
    let trip = service.get("/api/v1/road-trips?region=rockies&days=4").json()["data"].clone();
    let stops = trip["stops"].as_array().unwrap();
    // The simulated resorts may be out of season; then the trip is unavailable, and the answer says so.
    assert_eq!(trip["available"], !stops.is_empty());
    assert!(trip["reason"].is_string() || stops.len() == 2, "{trip}");
    let wrong = service.get("/api/v1/resorts/alta/flights?origin=Genva");
    assert_eq!(wrong.status, 400);
    assert!(wrong.text().contains("GVA (Geneva, CH)"), "{}", wrong.text());
    let wrong = service.tool("find_flights_to_powder", &json!({ "slug": "alta", "origin": "Genva" }));
    assert_eq!(wrong["isError"], true);
    assert!(wrong.to_string().contains("GVA (Geneva, CH)"), "{wrong}");
}
