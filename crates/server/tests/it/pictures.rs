//! Tests of photos, webcam links and powder reels from the simulator to the answer, over REST and as tools, and of the
//! pages and pictures of reels over HTTP. The stills are generated.

use std::time::Duration;

use conditions_core::time::HOUR_MS;
use ingest_runner::options::{CameraUpstream, LaneUpstream};
use runtime::clock;
use serde_json::{Value, json};
use server::commands::demo;
use upstream_sim::{Storm, World};
use world::pictures::Camera;

use crate::harness::{Harness, Setup};

const OFTEN: Duration = Duration::from_millis(200);

fn camera(slug: &str, id: &str, url: &str, is_recorded: bool) -> CameraUpstream {
    let camera = Camera {
        slug: slug.to_owned(),
        id: id.to_owned(),
        name: format!("Synthetic {id}").into(),
        still_url: url.to_owned(),
        page_url: None,
        owner: "Nobody (synthetic)".into(),
        is_recorded,
    };
    CameraUpstream { camera, url: reqwest::Url::parse(url).unwrap(), every: OFTEN }
}

fn lanes(upstream: &str) -> Vec<LaneUpstream> {
    ["commons", "webcams"].map(|lane| LaneUpstream { lane, base_url: upstream.to_owned() }).to_vec()
}

/// Returns the answer after checking that REST and the tool agree.
fn ask(harness: &Harness, path: &str, tool: &str, arguments: &Value) -> Value {
    let rest = harness.get(&format!("/api/v1{path}"));
    assert_eq!(rest.status, 200, "{}", rest.text());
    let called = harness.tool(tool, arguments);
    assert_ne!(called["isError"], true, "{called}");
    assert!(called["structuredContent"].to_string().contains("credits"), "{called}");
    rest.json()
}

#[test]
fn only_permitted_photos_are_shown() {
    let upstream = demo::start(1).unwrap();
    let harness =
        Harness::start(Setup { documents: lanes(&format!("http://{upstream}")), ..Setup::few("photos") });
    let photos = |harness: &Harness| {
        ask(harness, "/resorts/alta/photos", "get_resort_photos", &json!({ "slug": "alta" }))
    };
    harness.wait_until(|_| photos(&harness)["data"]["available"] == true);
    let answer = photos(&harness);
    let list = answer["data"]["photos"].as_array().unwrap();
    assert_eq!(list.len(), 2, "{answer}");
    for photo in list {
        assert_eq!(photo["author"], "Nobody (synthetic)");
        assert!(photo["url"].as_str().unwrap().starts_with("https://upload.wikimedia.org/"));
        assert!(photo["title"].as_str().unwrap().contains("Synthetic"));
    }
    assert_eq!(list[0]["licenceUrl"], "https://creativecommons.org/licenses/by-sa/4.0/");
    harness.wait_until(|ready| ready["lanes"]["commons"]["lastSuccessAt"].is_string());
    let metrics = harness.get("/metrics").text();
    assert!(metrics.contains("snow_ingest_fetches_total{lane=\"commons\",outcome=\"ok\"}"), "{metrics}");
}

#[test]
fn links_report_their_state() {
    let upstream = format!("http://{}", demo::start(1).unwrap());
    let names = ["base", "missing", "gone", "page", "moving", "huge", "moved", "circle"];
    let cameras = names.map(|name| camera("alta", name, &format!("https://cams.example/{name}.png"), false));
    let only = ["alta", "vail", "zermatt"].map(str::to_owned).to_vec();
    let documents = lanes(&upstream);
    let harness =
        Harness::start(Setup { cameras: cameras.to_vec(), documents, only, ..Setup::new("webcams") });
    let webcams = |slug: &str| {
        ask(&harness, &format!("/resorts/{slug}/webcams"), "get_webcam_status", &json!({ "slug": slug }))["data"].clone()
    };
    let all = |data: &Value| {
        data["cameras"].as_array().unwrap().iter().all(|one| one["link"]["checkedAt"].is_string())
    };
    harness.wait_until(|_| all(&webcams("alta")));
    let data = webcams("alta");
    let states: Vec<&str> = data["cameras"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| one["link"]["state"].as_str().unwrap())
        .collect();
    let expected =
        ["working", "missing", "failing", "not_a_picture", "moving", "too_large", "working", "redirects"];
    assert_eq!(states, expected);
    assert_eq!(data["cameras"][6]["link"]["movedTo"], "https://cams.example/there.png");
    // The page of the catalogue.
    harness.wait_until(|_| webcams("vail")["page"]["link"]["state"] == "working");
    let none = webcams("zermatt");
    assert_eq!((&none["available"], &none["page"]), (&false.into(), &Value::Null));
    // Dead cameras are not a failure of the lane.
    harness.wait_until(|ready| ready["lanes"]["webcams"]["lastSuccessAt"].is_string());
}

/// Starts a service with a recorded camera while a planned storm passes over its resort, and one without a storm.
fn recording(name: &str, still: &str) -> Harness {
    let resorts = catalogue::embedded().unwrap();
    let alta = resorts.iter().find(|resort| resort.slug == "alta").unwrap();
    let storm = Storm {
        lat: alta.lat,
        lon: alta.lon,
        radius_km: 60.0,
        start: clock::now().plus_millis(-20 * HOUR_MS),
        hours: 48.0,
        water_mm: 160.0,
    };
    let upstream = demo::start_world(World { seed: 1, storms: vec![storm], ..World::default() }).unwrap();
    let cameras = vec![camera("alta", "base", &format!("http://{upstream}{still}"), true)];
    Harness::start(Setup { cameras, upstream: Some(upstream), ..Setup::few(name) })
}

#[test]
fn storm_becomes_a_reel() {
    let harness = recording("reels", "/cameras/alta.png");
    let reels = || ask(&harness, "/reels", "get_powder_reels", &json!({ "slug": "alta" }))["data"].clone();
    let frames = |data: &Value| data["reels"][0]["frames"].as_array().map_or(0, Vec::len);
    harness.wait_until(|_| frames(&reels()) >= 2);
    let reel = reels()["reels"][0].clone();
    assert_eq!((&reel["slug"], &reel["owner"]), (&"alta".into(), &"Nobody (synthetic)".into()));
    assert!(
        reel["frames"].as_array().unwrap().iter().all(|frame| frame["accumulatedCm"].is_null()),
        "no station is polled"
    );
    let id = reel["id"].as_str().unwrap();

    let page = harness.get(&format!("/reels/{id}"));
    assert_eq!((page.status, page.header("content-type")), (200, "text/html; charset=utf-8"));
    assert!(page.header("content-security-policy").contains("img-src 'self'"));
    assert!(
        page.text().contains("class=\"synthetic\"") && page.text().contains("frame by frame"),
        "{}",
        page.text()
    );

    let picture = harness.get(&format!("/reels/{id}.png"));
    assert_eq!((picture.status, picture.header("content-type")), (200, "image/apng"));
    assert_eq!(picture.header("content-security-policy"), "default-src 'none'; sandbox");
    assert_eq!(picture.header("x-content-type-options"), "nosniff");
    assert!(
        picture.body.starts_with(b"\x89PNG\r\n\x1a\n") && picture.body.windows(4).any(|name| name == b"acTL")
    );
    assert!(!picture.header("etag").is_empty());
    for nothing in ["/reels/nothing", "/reels/nothing.png", "/reels/..%2f..%2fserve.lock", "/reels/.png"] {
        assert_eq!(harness.get(nothing).status, 404, "{nothing}");
    }
    let none = ask(&harness, "/reels?slug=thredbo", "get_powder_reels", &json!({ "slug": "thredbo" }));
    assert!(none["data"]["reason"].as_str().unwrap().contains("no camera at thredbo may be recorded"));
    let ready = harness.get("/readyz").json();
    assert!(ready["lanes"]["cameras/alta/base"]["lastSuccessAt"].is_string(), "{ready}");
}

#[test]
fn camera_page_makes_no_reel() {
    let harness = recording("reels-page", "/cams.example/page.png");
    harness.wait_until(|ready| ready["lanes"]["cameras/alta/base"]["lastFailure"].is_string());
    let data = ask(&harness, "/reels", "get_powder_reels", &json!({}))["data"].clone();
    assert_eq!((&data["available"], &data["total"]), (&false.into(), &0.into()));
    assert_eq!(data["reason"], "no storm has been recorded yet");
}
