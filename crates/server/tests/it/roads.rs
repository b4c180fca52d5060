//! Tests of roads from the agency's file to the answer: the simulator's statements appear over REST and as tools with
//! their credit, an outdated file states nothing, and resorts without a feed are reported as such.

use std::net::SocketAddr;

use conditions_core::time::HOUR_MS;
use ingest_runner::options::LaneUpstream;
use reqwest::Method;
use runtime::clock;
use serde_json::{Value, json};
use server::commands::demo;
use sources::open_meteo::Secret;
use upstream_sim::{RoadFaults, World};

use crate::edge::nobody;
use crate::harness::{Harness, Setup, send};

const TOOLS: [(&str, &str); 3] =
    [("get_road_access", "road"), ("get_road_cameras", "road/cameras"), ("get_road_weather", "road/weather")];

/// Starts a service that polls the roads of a world, for one resort near its roads and one far from all of them.
fn start(name: &str, roads: RoadFaults) -> Harness {
    let upstream = demo::start_world(World { seed: 1, roads, ..World::default() }).unwrap();
    let lane = |lane: &'static str| LaneUpstream { lane, base_url: format!("http://{upstream}") };
    let lanes = ["caltrans", "caltrans-cameras", "digitraffic", "digitraffic-cameras"];
    let documents = lanes.map(lane).to_vec();
    let only = ["kirkwood", "levi", "zermatt"].map(str::to_owned).to_vec();
    let harness = Harness::start(Setup { documents, only, ..Setup::new(name) });
    let heard = |ready: &Value, lane: &str| ready["lanes"][lane]["lastSuccessAt"].is_string();
    let files = [
        "caltrans/chains-d10",
        "caltrans/road-weather-d10",
        "caltrans-cameras/cameras-d10",
        "digitraffic/fi-road-stations",
        "digitraffic/fi-road-weather",
        "digitraffic-cameras/fi-road-cameras",
    ];
    harness.wait_until(|ready| files.iter().all(|file| heard(ready, file)));
    harness
}

/// Returns the REST answer once the published world satisfies the condition.
#[track_caller]
fn ask(harness: &Harness, slug: &str, path: &str, enough: impl Fn(&Value) -> bool) -> Value {
    let ask = || harness.get(&format!("/api/v1/resorts/{slug}/{path}"));
    harness.wait_until(|_| enough(&ask().json()["data"]));
    let reply = ask();
    assert_eq!(reply.status, 200, "{}", reply.text());
    reply.json()
}

#[test]
fn statements_reach_rest_and_tools() {
    let harness = start("roads-stated", RoadFaults { level: Some(2), ..RoadFaults::default() });
    for (name, path) in TOOLS {
        let answer = ask(&harness, "kirkwood", path, |data| data["available"] == true);
        assert_eq!(answer["data"]["reason"], Value::Null, "{name}");
        let tool = harness.tool(name, &json!({ "slug": "kirkwood" }));
        assert_eq!(tool["structuredContent"]["data"]["slug"], "kirkwood", "{name}: {tool}");
        assert_eq!(tool["structuredContent"]["data"]["available"], true, "{name}");
        assert!(tool["structuredContent"].to_string().contains("credits"), "{name}");
        let elsewhere = ask(&harness, "zermatt", path, |data| !data.is_null());
        assert_eq!(elsewhere["data"]["available"], false, "{name}");
        let reason = elsewhere["data"]["reason"].as_str().unwrap();
        assert!(reason.starts_with("no road feed for this area"), "{name}: {reason}");
        let tool = harness.tool(name, &json!({ "slug": "zermatt" }));
        assert_eq!(tool["structuredContent"]["data"], elsewhere["data"], "{name}");
    }
    let access = ask(&harness, "kirkwood", "road", |data| data["call"]["unknown"].as_u64() >= Some(1));
    let call = &access["data"]["call"];
    assert_eq!(call["level"], "chains_unless_awd");
    let rows = access["data"]["controls"].as_array().unwrap();
    assert!(rows.iter().all(|row| row["level"].is_null() == row["reason"].is_string()), "{rows:?}");
    // The twin at Kirkwood is out of service, together with `R-0`.
    assert!(rows.iter().any(|row| row["reason"] == "out_of_service" && row["level"].is_null()), "{rows:?}");
    let weather = ask(&harness, "kirkwood", "road/weather", |data| data["available"] == true);
    for station in weather["data"]["stations"].as_array().unwrap() {
        // The simulator's gusts and, in fair weather, its visibility are codes for "missing".
        assert_eq!(station["gustMps"], Value::Null, "{station}");
        let visibility = station["visibilityM"].as_u64();
        assert!(visibility.is_none_or(|metres| metres == 800), "{station}");
        assert!(station["airTempC"].as_f64().is_none_or(|temp| temp < 30.0), "{station}");
    }
    let cameras = ask(&harness, "kirkwood", "road/cameras", |data| data["available"] == true);
    for camera in cameras["data"]["cameras"].as_array().unwrap() {
        assert_eq!(camera["state"] == "out_of_service", camera["stillUrl"].is_null(), "{camera}");
    }
    let metrics = harness.get("/metrics").text();
    assert!(metrics.contains("snow_ingest_fetches_total{lane=\"caltrans\",outcome=\"ok\"}"));
}

#[test]
fn outdated_file_means_unknown() {
    let frozen_at = Some(clock::now().plus_millis(-3 * HOUR_MS));
    let harness = start("roads-frozen", RoadFaults { frozen_at, level: Some(0) });
    let access = ask(&harness, "kirkwood", "road", |data| data["available"] == true);
    let data = &access["data"];
    assert_eq!((&data["call"]["level"], &data["call"]["stated"]), (&Value::Null, &0.into()), "{data}");
    let reasons = data["controls"].as_array().unwrap().iter().map(|row| &row["reason"]);
    assert!(reasons.clone().all(|reason| reason == "stale" || reason == "out_of_service"), "{data}");
    assert!(data["towns"].as_array().unwrap().iter().all(|town| town["call"]["level"].is_null()), "{data}");
    let weather = ask(&harness, "kirkwood", "road/weather", |data| data["stations"] != json!([]));
    assert_eq!(weather["data"]["available"], false);
    assert_eq!(weather["data"]["reason"], "no station near this resort has a current measurement");
    assert_eq!(weather["data"]["stations"][0]["airTempC"], Value::Null);
    let tool = harness.tool("get_road_access", &json!({ "slug": "kirkwood" }));
    assert_eq!(tool["structuredContent"]["data"]["call"]["level"], Value::Null, "{tool}");
    let text = tool["content"][0]["text"].as_str().unwrap();
    assert!(text.contains("not known") && !text.contains("no restriction"), "{text}");
}

#[test]
fn finland_lacks_chain_control() {
    let harness = start("roads-finland", RoadFaults::default());
    let weather = ask(&harness, "levi", "road/weather", |data| data["available"] == true);
    let station = &weather["data"]["stations"][0];
    assert_eq!((&station["place"]["source"], &station["surface"]), (&"digitraffic".into(), &"Snow".into()));
    // Gusts of hours ago are not current.
    assert!(station["airTempC"].is_number() && station["gustMps"].is_null(), "{station}");
    let credits = weather["meta"]["credits"]["sources"].to_string();
    assert!(!credits.contains("Caltrans"), "{credits}");
    let cameras = ask(&harness, "levi", "road/cameras", |data| data["available"] == true);
    for camera in cameras["data"]["cameras"].as_array().unwrap() {
        assert_eq!(camera["state"] == "out_of_service", camera["stillUrl"].is_null(), "{camera}");
    }
    let access = ask(&harness, "levi", "road", |data| !data.is_null());
    assert_eq!(
        (&access["data"]["available"], &access["data"]["call"]["level"]),
        (&false.into(), &Value::Null)
    );
    let tool = harness.tool("get_road_weather", &json!({ "slug": "levi" }));
    assert_eq!(tool["structuredContent"]["data"]["stations"][0]["place"]["source"], "digitraffic");
}

/// Starts a service that polls Washington's roads with a key.
fn with_key(name: &str, key: &str, admin: Option<SocketAddr>) -> Harness {
    let roads = RoadFaults { level: Some(2), ..RoadFaults::default() };
    let upstream = demo::start_world(World { seed: 1, roads, ..World::default() }).unwrap();
    let documents = vec![LaneUpstream { lane: "wsdot", base_url: format!("http://{upstream}") }];
    let only = vec!["summit-at-snoqualmie".to_owned()];
    let keys = [("wsdot", Secret::new(key))].into();
    Harness::start(Setup { documents, only, keys, admin, ..Setup::new(name) })
}

#[test]
fn keyed_agency_reports_or_is_unknown() {
    let harness = with_key("roads-key", "good-key", None);
    let heard = |ready: &Value| ready["lanes"]["wsdot/wsdot-passes"]["lastSuccessAt"].is_string();
    harness.wait_until(heard);
    let access = ask(&harness, "summit-at-snoqualmie", "road", |data| {
        data["controls"].as_array().is_some_and(|all| all.len() > 1)
    });
    assert_eq!(access["data"]["call"]["level"], "chains_unless_awd");
    for row in access["data"]["controls"].as_array().unwrap() {
        let said = row["said"].as_str().unwrap();
        let is_silent = said.contains("No current information") || row["place"]["name"] == "White Pass US 12";
        assert!(!is_silent || row["level"].is_null(), "{row}");
    }
    let credits = access["meta"]["credits"]["sources"].to_string();
    assert!(credits.contains("Simulated"), "{credits}");
    let shown = [harness.get("/readyz").text(), harness.get("/metrics").text(), access.to_string()].concat();
    assert!(!shown.contains("good-key"));
}

#[test]
fn bad_key_is_explained_and_hidden() {
    let admin = nobody();
    let harness = with_key("roads-bad-key", "bad-hunter2", Some(admin));
    let failure = |ready: &Value| ready["lanes"]["wsdot/wsdot-passes"]["lastFailure"].clone();
    let ready = harness.wait_until(|ready| failure(ready).is_string());
    assert_eq!(failure(&ready), "the upstream rejected the request (key)");
    let of_operator = |path: &str| send(Method::GET, &format!("http://{admin}{path}"), &[], &[]);
    let whole = failure(&of_operator("/readyz").json());
    assert!(whole.as_str().is_some_and(|told| told.contains("`[redacted]` is not valid")), "{whole}");
    let access = harness.get("/api/v1/resorts/summit-at-snoqualmie/road");
    assert_eq!(access.json()["data"]["call"]["level"], Value::Null);
    let shown = [of_operator("/readyz").text(), of_operator("/metrics").text(), access.text()].concat();
    assert!(!shown.contains("hunter2"), "{shown}");
}
