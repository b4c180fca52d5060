//! Flights and road trips: estimates are marked, missing data have a reason, and invalid requests are rejected with the
//! argument's name and candidates.

use operations::OpError;
use serde_json::{Value, json};
use world::Caller;

use crate::world::{answer, ask};

fn refusal(name: &str, pairs: &[(&str, &str)]) -> (String, String) {
    match ask(&Caller::anonymous(), name, pairs) {
        Err(OpError::InvalidArguments(problems)) => {
            (problems[0].argument.clone(), problems[0].message.clone())
        }
        other => panic!("{name} {pairs:?}: {other:?}"),
    }
}

fn flights(pairs: &[(&str, &str)]) -> Value {
    answer("find_flights_to_powder", pairs)["data"].clone()
}

#[test]
fn gateways_have_drive_and_links() {
    let data = flights(&[
        ("slug", "birch-bowl"),
        ("origin", "London"),
        ("depart", "2026-01-24"),
        ("return", "2026-01-31"),
    ]);
    assert_eq!(data["available"], true);
    assert_eq!((&data["origin"]["code"], &data["origin"]["airports"][0]), (&json!("LON"), &json!("LHR")));
    let nearest = &data["gateways"][0];
    assert!(nearest["distanceKm"].as_f64().unwrap() < 100.0, "{nearest}");
    assert_eq!(nearest["drive"]["isEstimate"], true);
    assert!(data["driveBasis"].as_str().unwrap().contains("Estimates"));
    for gateway in data["gateways"].as_array().unwrap() {
        for link in gateway["links"].as_array().unwrap() {
            let url = link["url"].as_str().unwrap();
            assert!(url.starts_with("https://"), "{url}");
            assert!(url.bytes().all(|b| b.is_ascii_graphic() && b != b'"' && b != b'<'), "{url}");
        }
        assert!(gateway["links"].as_array().unwrap().len() == 3, "{gateway}");
    }
    let text = data.to_string().to_lowercase();
    for money in ["€", "$", "usd", "eur"] {
        assert!(!text.contains(money), "never a fare: {text}");
    }
}

#[test]
fn links_need_an_origin() {
    let data = flights(&[("slug", "alpenau")]);
    assert_eq!((&data["available"], &data["origin"]), (&json!(true), &Value::Null));
    assert!(data["gateways"].as_array().unwrap().iter().all(|gateway| gateway["links"] == json!([])));
}

#[test]
fn origin_gateway_has_no_links() {
    let data = flights(&[("slug", "dom-dake"), ("origin", "sapporo"), ("depart", "2026-02-02")]);
    for gateway in data["gateways"].as_array().unwrap() {
        let own = ["CTS", "OKD"].contains(&gateway["iata"].as_str().unwrap());
        assert_eq!(gateway["isOrigin"], own);
        assert_eq!(gateway["links"] == json!([]), own, "{gateway}");
    }
}

#[test]
fn unknown_origin_lists_candidates() {
    let of = |origin: &str| refusal("find_flights_to_powder", &[("slug", "birch-bowl"), ("origin", origin)]);
    let (argument, message) = of("Genva");
    assert_eq!(argument, "origin");
    assert!(message.contains("GVA (Geneva, CH)"), "{message}");
    let (_, message) = of("Portland");
    assert!(message.contains("PDX (Portland, US)") && message.contains("PWM (Portland, US)"), "{message}");
    let (_, message) = of("<script>alert(1)</script>&q=");
    assert!(message.contains("IATA"), "{message}");
}

#[test]
fn rejects_impossible_flight_days() {
    let of = |more: &[(&str, &str)]| {
        let pairs: Vec<_> = [("slug", "birch-bowl"), ("origin", "GVA")].iter().chain(more).copied().collect();
        refusal("find_flights_to_powder", &pairs)
    };
    // It is noon on 10 January 2026, UTC: the 10th everywhere, just barely at the date line.
    assert_eq!(of(&[("depart", "2026-01-09")]).0, "depart");
    assert_eq!(of(&[("depart", "2027-02-01")]).0, "depart");
    assert_eq!(of(&[("return", "2026-02-01")]).0, "return");
    let (argument, message) = of(&[("depart", "2026-02-02"), ("return", "2026-02-01")]);
    assert_eq!(argument, "return");
    assert!(message.contains("2026-02-02"), "{message}");
    assert_eq!(of(&[("depart", "2026-02-30")]).0, "depart");
    flights(&[("slug", "birch-bowl"), ("origin", "GVA"), ("depart", "2026-01-10"), ("return", "2026-01-10")]);
}

fn trip(pairs: &[(&str, &str)]) -> Value {
    answer("plan_ski_road_trip", pairs)["data"].clone()
}

#[test]
fn each_day_has_one_stop() {
    for days in ["1", "2", "5", "14"] {
        let data = trip(&[("region", "north-america"), ("days", days)]);
        let stops = data["stops"].as_array().unwrap();
        let all: Vec<&str> = stops
            .iter()
            .flat_map(|stop| stop["schedule"].as_array().unwrap())
            .map(|day| day["date"].as_str().unwrap())
            .collect();
        assert_eq!(all.len().to_string(), days);
        assert!(all.is_sorted() && all.first() == data["start"].as_str().as_ref(), "{all:?}");
        assert_eq!(all.last(), data["end"].as_str().as_ref());
        assert_eq!(data["legs"].as_array().unwrap().len() + 1, stops.len());
    }
}

#[test]
fn short_trip_has_a_reason() {
    // No other resort is within reach of the only one with a score.
    let data = trip(&[("region", "europe"), ("days", "5")]);
    assert_eq!((&data["available"], data["stops"].as_array().unwrap().len()), (&json!(true), 1));
    assert!(data["reason"].as_str().unwrap().contains("1 stop instead of 3"), "{data}");
}

#[test]
fn trip_stops_are_on_the_pass() {
    let slugs = |pass: &str| {
        let data = trip(&[("region", "north-america"), ("pass", pass)]);
        let stops = data["stops"].as_array().unwrap();
        let slugs: Vec<String> = stops.iter().map(|stop| stop["slug"].as_str().unwrap().to_owned()).collect();
        (data["pass"].as_str().unwrap().to_owned(), slugs)
    };
    assert_eq!(slugs("alpine-days"), ("alpine-days".to_owned(), vec!["cedar-bowl".to_owned()]));
    let (argument, message) =
        refusal("plan_ski_road_trip", &[("region", "europe"), ("pass", "no such thing")]);
    assert_eq!(argument, "pass");
    assert!(message.contains("silver-pass"), "{message}");
}

#[test]
fn region_without_scores_has_no_trip() {
    let data = trip(&[("region", "japan")]);
    assert_eq!((&data["available"], &data["stops"], &data["legs"]), (&json!(false), &json!([]), &json!([])));
    assert!(data["reason"].as_str().unwrap().contains("no resort"), "{data}");
}

#[test]
fn withheld_days_are_marked() {
    let data = trip(&[("region", "europe"), ("days", "10")]);
    let days = data["stops"][0]["schedule"].as_array().unwrap();
    assert_eq!((&days[9]["snowfallCm"], &days[9]["proRequired"]), (&Value::Null, &json!(true)));
    assert_eq!((&days[0]["proRequired"], days[0]["snowfallCm"].is_number()), (&json!(false), true));
}

#[test]
fn rejects_impossible_trips() {
    let of = |pairs: &[(&str, &str)]| refusal("plan_ski_road_trip", pairs);
    let (argument, message) = of(&[("region", "atlantis")]);
    assert_eq!(argument, "region");
    assert!(message.contains("alps") && message.contains("atlantis"), "{message}");
    assert_eq!(of(&[("region", "alps"), ("start", "2026-01-09")]).0, "start");
    let (argument, message) = of(&[("region", "alps"), ("start", "2026-03-01")]);
    assert!(argument == "start" && message.contains("get_trip_window"), "{message}");
    assert_eq!(of(&[("region", "alps"), ("days", "15")]).0, "days");
    assert_eq!(of(&[("region", "alps"), ("pass", "any")]).0, "pass");
}
