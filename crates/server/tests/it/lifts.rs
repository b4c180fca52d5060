//! Tests of lift feeds from the resort's site to the answer: polled only if allowed, counted only if every status is
//! known, published with source, tier and age; and one failing feed does not affect others.

use std::io::{Read as _, Write as _};
use std::net::TcpListener;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use ingest_runner::options::LiftUpstream;
use serde_json::Value;
use server::commands::demo;
use server::serve;
use upstream_sim::{Family, LiftArea, LiftTrap, Robots, World};

use crate::harness::{Harness, Setup, fetch};

const OFTEN: Duration = Duration::from_millis(200);

fn area(slug: &str, family: Family, trap: Option<LiftTrap>) -> LiftArea {
    let resorts = catalogue::embedded().unwrap();
    let resort = resorts.iter().find(|resort| resort.slug == slug).unwrap();
    LiftArea { trap, ..demo::lift_area(resort, family) }
}

/// Starts a simulator with these feeds; returns its address and the configuration.
fn simulator(areas: Vec<LiftArea>, robots: Robots, every: Duration) -> (String, Vec<LiftUpstream>) {
    let world = World { seed: 1, lift_areas: areas.clone(), robots, ..World::default() };
    let base = format!("http://{}", demo::start_world(world).unwrap());
    let lifts = demo::lift_feeds(&base, &areas, every).unwrap();
    (base, lifts)
}

fn start(name: &str, lifts: Vec<LiftUpstream>) -> Harness {
    Harness::start(Setup { lifts, ..Setup::few(name) })
}

#[track_caller]
fn conditions(harness: &Harness, slug: &str) -> Value {
    let reply = harness.get(&format!("/api/v1/resorts/{slug}/conditions"));
    assert_eq!(reply.status, 200, "{}", reply.text());
    reply.json()
}

#[track_caller]
fn scraped(harness: &Harness, slug: &str) -> Value {
    harness.wait_until(|_| conditions(harness, slug)["data"]["lifts"]["source"] == "scraped");
    conditions(harness, slug)
}

fn has_flag(envelope: &Value, flag: &str) -> bool {
    envelope["data"]["flags"].as_array().unwrap().iter().any(|raised| raised == flag)
}

#[test]
fn feeds_are_published_completely_or_not() {
    let (base, lifts) = simulator(
        vec![
            area("alta", Family::JacksonHole, None),
            area("zermatt", Family::Vail, None),
            area("thredbo", Family::MtnPowder, Some(LiftTrap::UnknownWord)),
            area("les-rousses", Family::Boyne, Some(LiftTrap::Page)),
        ],
        Robots::Text(
            "User-agent: *\nDisallow: /\nUser-agent: snow-conditions\nAllow: /lift-feeds/\n".to_owned(),
        ),
        OFTEN,
    );
    let harness = start("lifts", lifts);
    harness.wait_for(4);

    let alta = scraped(&harness, "alta");
    let schema: Value = serde_json::from_str(&contract::schema::committed()).unwrap();
    let validator = jsonschema::validator_for(&schema).unwrap();
    let errors: Vec<String> = validator.iter_errors(&alta).map(|error| error.to_string()).collect();
    assert_eq!(errors, [""; 0]);
    assert_eq!(alta["meta"]["freshness"]["lifts"]["tier"], "recent", "{alta}");
    assert_eq!(alta["data"]["lifts"]["confidence"], 0.75);
    assert_eq!(alta["data"]["runs"]["source"], "scraped");
    let said = |body: &[u8]| sources::lifts::find("jackson-hole").unwrap().read(body).unwrap().lifts.count();
    harness.wait_until(|_| {
        let count = said(&fetch(&format!("{base}/lift-feeds/alta")).body);
        let lifts = &conditions(&harness, "alta")["data"]["lifts"]["value"];
        count.open.is_some()
            && lifts["open"] == Value::from(count.open)
            && lifts["total"] == Value::from(count.total)
    });
    // The depth at mid mountain comes from the feed. It outranks the models' and is the headline while the base is
    // unknown.
    assert_eq!(alta["data"]["depth"]["mid"]["source"], "scraped");
    assert_eq!(alta["data"]["reportedSourceTier"], "structured_feed", "{}", alta["data"]);

    let page = scraped(&harness, "zermatt");
    assert_eq!(page["data"]["lifts"]["confidence"], 0.65, "a page is trusted less than a feed");
    assert!(page["data"]["reportedSourceTier"].is_null(), "the feed has no depth");

    let strange = scraped(&harness, "thredbo");
    assert!(strange["data"]["lifts"]["value"]["open"].is_null());
    assert_eq!(strange["data"]["lifts"]["value"]["total"], 15);
    assert!(has_flag(&strange, "lifts_open_unknown"), "{strange}");
    assert_ne!(strange["data"]["status"]["value"], "OPEN");

    let ready = harness
        .wait_until(|ready| ready["lanes"]["lifts/les-rousses"]["consecutiveFailures"].as_u64() >= Some(3));
    assert!(ready["lanes"]["lifts/les-rousses"]["lastSuccessAt"].is_null());
    assert!(ready["reasons"].to_string().contains("lifts/les-rousses"), "{ready}");
    assert!(!ready["lanes"]["lifts/alta"]["lastSuccessAt"].is_null());
    assert_ne!(conditions(&harness, "les-rousses")["data"]["lifts"]["source"], "scraped");
}

#[test]
fn robots_txt_is_respected() {
    let forbidden = "User-agent: snow-conditions\nDisallow: /lift-feeds/alta\n";
    let areas = || vec![area("alta", Family::Boyne, None)];
    let (_, mut lifts) = simulator(areas(), Robots::Text(forbidden.to_owned()), OFTEN);
    let broken = simulator(vec![area("zermatt", Family::Boyne, None)], Robots::Status(503), OFTEN);
    let missing = simulator(vec![area("thredbo", Family::Boyne, None)], Robots::Missing, OFTEN);
    lifts.extend(broken.1);
    lifts.extend(missing.1);
    let harness = start("robots", lifts);
    let ready = harness.wait_until(|ready| {
        ["alta", "zermatt"].iter().all(|slug| ready["lanes"][format!("lifts/{slug}")]["notAsked"].is_string())
    });
    let why = |slug: &str| ready["lanes"][format!("lifts/{slug}")]["notAsked"].as_str().unwrap().to_owned();
    assert!(why("alta").contains("does not allow /lift-feeds/alta"), "{}", why("alta"));
    assert!(why("zermatt").contains("HTTP 503"), "{}", why("zermatt"));
    assert!(ready["reasons"].to_string().contains("lifts/alta: not polled"), "{ready}");
    scraped(&harness, "thredbo");
    for slug in ["alta", "zermatt"] {
        assert_ne!(conditions(&harness, slug)["data"]["lifts"]["source"], "scraped");
    }
    let metrics = harness.get("/metrics").text();
    assert!(metrics.contains(r#"snow_ingest_fetches_total{lane="boyne",outcome="forbidden"}"#), "{metrics}");
}

#[test]
fn restart_keeps_the_polling_schedule() {
    let hour = Duration::from_secs(3_600);
    let areas = || vec![area("alta", Family::Powdr, None), area("zermatt", Family::Powdr, None)];
    let (_, lifts) = simulator(areas(), Robots::Missing, hour);
    let setup = Setup { lifts, ..Setup::few("lifts-again") };
    let folder = setup.folder.clone();
    let harness = Harness::start(setup);
    drop([scraped(&harness, "alta"), scraped(&harness, "zermatt")]);
    harness.wait_for_next_tick();
    let before = [scraped(&harness, "alta"), scraped(&harness, "zermatt")];
    let as_of = before[0]["data"]["resolvedAt"].as_str().unwrap();
    let replayed = harness.get(&format!("/api/v1/resorts/alta/conditions?asOf={as_of}")).json();
    assert_eq!(replayed["data"]["lifts"], before[0]["data"]["lifts"]);
    let asked_at = harness.get("/readyz").json()["lanes"]["lifts/alta"]["lastSuccessAt"].clone();
    harness.stop();

    // The upstream now sends pages, but no feed is polled within the hour. One feed is no longer configured.
    let pages = vec![area("alta", Family::Powdr, Some(LiftTrap::Page))];
    let (_, lifts) = simulator(pages, Robots::Missing, hour);
    let harness = Harness::start(Setup { folder, lifts, ..Setup::few("lifts-again") });
    harness.wait_for(4);
    let after = conditions(&harness, "alta");
    assert_eq!(after["data"]["lifts"]["value"], before[0]["data"]["lifts"]["value"]);
    assert_eq!(after["data"]["lifts"]["observedAt"], before[0]["data"]["lifts"]["observedAt"]);
    let lane = &harness.get("/readyz").json()["lanes"]["lifts/alta"];
    assert!(!asked_at.is_null());
    assert_eq!((&lane["lastSuccessAt"], &lane["lastFailureAt"]), (&asked_at, &Value::Null));
    assert_eq!(before[1]["data"]["lifts"]["source"], "scraped");
    assert_ne!(conditions(&harness, "zermatt")["data"]["lifts"]["source"], "scraped");
}

#[test]
fn feed_of_unknown_resort_stops_start() {
    let (_, mut lifts) = simulator(vec![area("alta", Family::Boyne, None)], Robots::Missing, OFTEN);
    lifts[0].slug = "altta".to_owned();
    let config = Setup { lifts, ..Setup::few("nobodys") }.config();
    let listener = edge::server::listen(([127, 0, 0, 1], 0).into()).unwrap();
    let error = serve::run_until(listener, config, drop).unwrap_err().to_string();
    assert!(error.contains("no resort `altta`") && error.contains("alta"), "{error}");
}

/// Starts a site that answers each request head with `answer`; returns its address and the heads that it received.
fn site(answer: fn(&str) -> &'static str) -> (String, Arc<Mutex<Vec<String>>>) {
    let listener = TcpListener::bind(("127.0.0.1", 0)).unwrap();
    let base = format!("http://{}", listener.local_addr().unwrap());
    let seen = Arc::new(Mutex::new(Vec::new()));
    let heads = Arc::clone(&seen);
    std::thread::spawn(move || {
        for stream in listener.incoming() {
            let Ok(mut stream) = stream else { return };
            let mut buffer = [0; 4_096];
            let length = stream.read(&mut buffer).unwrap_or(0);
            let head = String::from_utf8_lossy(&buffer[..length]).into_owned();
            let reply = answer(&head);
            heads.lock().unwrap().push(head);
            let _ = stream.write_all(reply.as_bytes());
        }
    });
    (base, seen)
}

#[test]
fn known_version_is_not_sent_again() {
    let (base, seen) = site(|head| match head {
        head if head.starts_with("GET /robots.txt") => {
            "HTTP/1.1 301 Moved\r\nLocation: /rules.txt\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
        }
        head if head.starts_with("GET /rules.txt") => {
            "HTTP/1.1 200 OK\r\nContent-Length: 39\r\nConnection: close\r\n\r\nUser-agent: *\nDisallow: /\nAllow: /alta\n"
        }
        head if head.to_lowercase().contains("if-none-match: \"one\"") => {
            "HTTP/1.1 304 Not Modified\r\nConnection: close\r\n\r\n"
        }
        _ => {
            "HTTP/1.1 200 OK\r\nETag: \"one\"\r\nContent-Length: 34\r\nConnection: close\r\n\r\n[{\"name\":\"Alpha\",\"status\":\"open\"}]"
        }
    });
    let alta = area("alta", Family::Boyne, None);
    let mut lifts = demo::lift_feeds(&base, &[alta], OFTEN).unwrap();
    lifts[0].url.set_path("/alta");
    let harness = start("versions", lifts);
    let first = scraped(&harness, "alta");
    // Nothing was sent again, but the time is that of the newest call: the family states no time.
    let later = |envelope: &Value| envelope["data"]["lifts"]["observedAt"].as_str().map(str::to_owned);
    harness.wait_until(|_| later(&conditions(&harness, "alta")) > later(&first));
    assert_eq!(conditions(&harness, "alta")["data"]["lifts"]["value"]["total"], 1);
    let heads = seen.lock().unwrap();
    let asked = |start: &str| heads.iter().filter(|head| head.starts_with(start)).count();
    assert_eq!((asked("GET /robots.txt"), asked("GET /rules.txt")), (1, 1), "kept for a day");
    assert!(heads.iter().all(|head| head.to_lowercase().contains("user-agent: snow-conditions/")));
    assert_eq!(heads.iter().filter(|head| head.starts_with("GET /alta") && !head.contains("one")).count(), 1);
}

#[test]
fn failed_feed_waits_its_turn() {
    let (base, seen) = site(|head| match head {
        head if head.starts_with("GET /robots.txt") => {
            "HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
        }
        _ => "HTTP/1.1 503 Busy\r\nContent-Length: 0\r\nConnection: close\r\n\r\n",
    });
    let lifts =
        demo::lift_feeds(&base, &[area("alta", Family::Boyne, None)], Duration::from_secs(900)).unwrap();
    let setup = Setup { lifts: lifts.clone(), ..Setup::few("turns") };
    let folder = setup.folder.clone();
    let harness = Harness::start(setup);
    harness.wait_until(|ready| ready["lanes"]["lifts/alta"]["consecutiveFailures"] == 1);
    harness.stop();
    let harness = Harness::start(Setup { folder, lifts, ..Setup::few("turns") });
    harness.wait_for(4);
    harness.stop();
    let asked = seen.lock().unwrap().iter().filter(|head| !head.starts_with("GET /robots.txt")).count();
    assert_eq!(asked, 1, "not repeated, and not by the next process");
}
