//! Tests of station evidence from the network to the answer: fetched, matched, stored, published and credited; and one
//! failing network does not affect others.

use ingest_runner::options::LaneUpstream;
use serde_json::Value;
use server::commands::demo;
use upstream_sim::{Chance, Fault, Faults, World};

use crate::harness::{Harness, Setup};

/// Starts a simulator with stations at every resort, with every answer spoilt by `fault`.
pub(crate) fn simulator(fault: Option<Fault>) -> String {
    let chances = fault.into_iter().map(|fault| Chance { fault, probability: 1.0 }).collect();
    spoilt_by(Faults { chances, ..Faults::default() })
}

fn spoilt_by(faults: Faults) -> String {
    let resorts = catalogue::embedded().unwrap();
    let world = World { seed: 1, faults, stations: demo::stations(1, &resorts), ..World::default() };
    format!("http://{}", demo::start_world(world).unwrap())
}

fn asked(lane: &'static str, base_url: &str) -> LaneUpstream {
    LaneUpstream { lane, base_url: base_url.to_owned() }
}

fn start(name: &str, stations: Vec<LaneUpstream>) -> Harness {
    Harness::start(Setup { stations, ..Setup::few(name) })
}

#[track_caller]
fn envelope(harness: &Harness, slug: &str) -> Value {
    let reply = harness.get(&format!("/api/v1/resorts/{slug}/conditions"));
    assert_eq!(reply.status, 200, "{}", reply.text());
    reply.json()
}

/// Waits until the published record of a resort has measurements from all of `sources`.
#[track_caller]
pub(crate) fn wait_for(harness: &Harness, slug: &str, sources: &[&str]) -> Value {
    for lane in sources {
        harness.wait_until(|ready| !ready["lanes"][lane]["lastSuccessAt"].is_null());
    }
    harness
        .wait_until(|_| envelope(harness, slug)["measuredNow"]["sources"] == Value::from(sources.to_vec()));
    envelope(harness, slug)
}

#[test]
fn stations_appear_next_to_models() {
    let upstream = simulator(None);
    let harness = start("measured", vec![asked("snotel", &upstream), asked("metar", &upstream)]);
    harness.wait_for(4);
    let envelope = wait_for(&harness, "alta", &["metar", "snotel"]);

    let schema: Value = serde_json::from_str(&contract::schema::committed()).unwrap();
    let validator = jsonschema::validator_for(&schema).unwrap();
    let errors: Vec<String> = validator.iter_errors(&envelope).map(|error| error.to_string()).collect();
    assert_eq!(errors, [""; 0]);

    let stations = envelope["measuredNow"]["stations"].as_array().unwrap();
    let of = |source: &str| stations.iter().filter(|station| station["source"] == source).collect::<Vec<_>>();
    for station in of("snotel") {
        assert!(station["snowDepthCm"].is_number() && station["tempC"].is_number(), "{station}");
        assert!((0..=90).contains(&station["ageMinutes"].as_i64().unwrap()), "{station}");
    }
    for station in of("metar") {
        assert_eq!((&station["role"], &station["snowDepthCm"]), (&"airport".into(), &Value::Null));
    }
    let depths = envelope["data"]["depth"].as_object().unwrap();
    let measured = depths.values().find(|band| band["source"] == "scraped").unwrap();
    assert!(measured["value"].is_number() && measured["confidence"].as_f64() > Some(0.5), "{measured}");
    assert_eq!(envelope["data"]["reportedSourceTier"], "direct_api", "{}", envelope["data"]);
    let detail = &envelope["data"]["displayDepthDetail"];
    assert_eq!(
        (&detail["source"], &detail["sourceLabel"]),
        (&"scraped".into(), &"snotel".into()),
        "{detail}"
    );
    let name = detail["stationName"].as_str().unwrap();
    assert!(stations.iter().any(|station| station["name"] == name), "{detail}");
}

#[test]
fn failed_network_affects_no_other() {
    let (fine, broken) = (simulator(None), simulator(Some(Fault::Html)));
    let harness = start("pages", vec![asked("snotel", &fine), asked("metar", &broken)]);
    let envelope = wait_for(&harness, "alta", &["snotel"]);
    assert!(envelope["measuredNow"]["stationCount"].as_u64() >= Some(2));
    let ready = harness.wait_until(|ready| {
        ready["lanes"]["metar"]["consecutiveFailures"].as_u64().is_some_and(|failures| failures > 0)
    });
    assert!(ready["lanes"]["metar"]["lastSuccessAt"].is_null());
    assert_eq!(ready["lanes"]["snotel"]["consecutiveFailures"], 0);
    harness.wait_for(4);
}

#[test]
fn resort_without_stations_lacks_measurements() {
    let upstream = simulator(None);
    let harness = start("nowhere", vec![asked("snotel", &upstream)]);
    wait_for(&harness, "alta", &["snotel"]);
    assert!(envelope(&harness, "zermatt")["measuredNow"].is_null());
}

#[test]
fn restart_shows_stored_readings() {
    let upstream = simulator(None);
    let setup = Setup::few("again");
    let folder = setup.folder.clone();
    let stations = vec![asked("snotel", &upstream)];
    let harness = Harness::start(Setup { stations, ..setup });
    let before = wait_for(&harness, "alta", &["snotel"]);
    let asked_at = harness.get("/readyz").json()["lanes"]["snotel"]["lastSuccessAt"].clone();
    harness.stop();
    // The upstream now sends pages, but nothing is polled within the hour.
    let stations = vec![asked("snotel", &simulator(Some(Fault::Html)))];
    let harness = Harness::start(Setup { stations, folder, ..Setup::few("again") });
    let after = envelope(&harness, "alta");
    let ids = |envelope: &Value| -> Vec<Value> {
        let stations = envelope["measuredNow"]["stations"].as_array().unwrap();
        stations.iter().map(|station| station["stationId"].clone()).collect()
    };
    assert_eq!(ids(&after), ids(&before));
    harness.wait_for(4);
    let lane = &harness.get("/readyz").json()["lanes"]["snotel"];
    assert_eq!((&lane["lastSuccessAt"], &lane["lastFailureAt"]), (&asked_at, &Value::Null));
}

#[test]
fn paused_network_is_polled_again() {
    // The list of stations comes with the fourth answer, the first readings with the seventh: probes fail and succeed.
    let pages = [0, 1, 2, 4, 5].map(|number| (number, Fault::Html));
    let upstream = spoilt_by(Faults { script: pages.into(), ..Faults::default() });
    let setup = Setup::few("probe");
    let breaker = sources::breaker::Config { failures: 1, ..setup.pauses.breaker };
    let backoff = sources::retry::Backoff { retries: 0, ..setup.pauses.backoff };
    let pauses = ingest::Pauses { breaker, backoff, ..setup.pauses };
    let harness = Harness::start(Setup { pauses, stations: vec![asked("snotel", &upstream)], ..setup });
    let envelope = wait_for(&harness, "alta", &["snotel"]);
    assert!(envelope["measuredNow"]["stationCount"].as_u64() >= Some(2));
}
