//! Webcams, photos and reels: the state of a link, the licence of a photo, and the text for missing pictures.
//! Everything here is synthetic.

use std::sync::Arc;

use conditions_core::time::{DAY_MS, HOUR_MS, MINUTE_MS};
use conditions_core::units::Tenths;
use evidence::{Document, Form, Links, Photos, Reels};
use pictures::{Frame, Gallery, Licence, LinkCheck, LinkState, Photo, Reel, Search, Verdict};
use serde_json::Value;
use world::pictures::Camera;
use world::{Caller, Service, View, World};

use crate::world::{NOW, operation, world};

/// Returns the camera of the common world.
pub(crate) fn camera() -> Camera {
    Camera {
        slug: "alpenau".to_owned(),
        id: "ridge".to_owned(),
        name: "Ridge".into(),
        still_url: "https://cams.example/ridge.jpg".to_owned(),
        page_url: Some("https://cams.example/".to_owned()),
        owner: "Synthetic Lifts".into(),
        is_recorded: true,
    }
}

fn photo(title: &str, licence: &str, author: Option<&str>) -> Photo {
    Photo {
        title: title.into(),
        page_url: "https://commons.wikimedia.org/wiki/File:Synthetic.jpg".to_owned(),
        thumb_url: "https://upload.wikimedia.org/synthetic/960px-Synthetic.jpg".to_owned(),
        thumb_width: 960,
        thumb_height: 640,
        width: 4_000,
        height: 2_667,
        author: author.map(str::to_owned).map(Into::into),
        licence: Licence::parse(licence).unwrap(),
        description: None,
        taken: Some("2019-02".to_owned()),
        at: Some((46.11, 7.91)),
    }
}

fn gallery(photos: Vec<Photo>, hours_ago: i64) -> Gallery {
    let checked_at = NOW.plus_millis(-hours_ago * HOUR_MS);
    Gallery { checked_at, search: Search::Around(4_000), photos, refused: 2, others: 1 }
}

/// Returns a storm with `frames` frames, ten minutes apart, that began `hours_ago` hours ago.
fn reel(id: &str, hours_ago: i64, frames: i64) -> Reel {
    let Camera { slug, name, owner, page_url, .. } = camera();
    let begin = NOW.plus_millis(-hours_ago * HOUR_MS);
    let frame = |nth: i64| Frame {
        at: begin.plus_millis(nth * 10 * MINUTE_MS),
        // The last one was not measured.
        depth_cm: Tenths::new(100.0 + nth as f64).filter(|_| nth + 1 < frames),
        accumulated_cm: Tenths::new(nth as f64).filter(|_| nth + 1 < frames),
    };
    Reel {
        id: id.to_owned(),
        slug,
        camera: name,
        owner,
        page_url,
        measured_by: Some("synthetic/1".to_owned()),
        is_over: true,
        width: 480,
        height: 292,
        bytes: 1_234_567,
        frames: (0..frames).map(frame).collect(),
    }
}

fn put(world: World, documents: &[(&str, &str, String)]) -> World {
    let documents: Vec<Document<'_>> = documents
        .iter()
        .map(|(kind, subject, payload)| Document { kind, subject, captured_at: NOW, payload })
        .collect();
    let (world, refused) = world.with_documents(&documents, &[]);
    assert_eq!(refused, []);
    world
}

fn of_reels(reels: &[Reel]) -> Vec<(&'static str, &str, String)> {
    reels.iter().map(|reel| (Reels::NAME, reel.id.as_str(), Reels::encode(reel))).collect()
}

/// Adds the pictures of the common world: two photos, a working camera, and two storms on different days.
pub(crate) fn with_shown(world: World) -> World {
    let photos =
        vec![photo("Synthetic ridge", "cc-by-sa-4.0", Some("Some One")), photo("Synthetic lift", "pd", None)];
    let check = LinkCheck::new(Verdict::WORKING, None, NOW.plus_millis(-HOUR_MS));
    let world = put(
        world,
        &[
            (Photos::NAME, "alpenau", Photos::encode(&gallery(photos, 20))),
            (Links::NAME, "https://cams.example/ridge.jpg", Links::encode(&check)),
        ],
    );
    put(world, &of_reels(&[reel("alpenau-ridge-1", 30, 3), reel("alpenau-ridge-2", 6, 4)]))
}

fn ask(world: &World, name: &str, pairs: &[(&str, &str)]) -> Value {
    let caller = Caller::anonymous();
    let body = operation(name).answer(&View::new(world, &caller), pairs, NOW).unwrap();
    serde_json::from_slice(&body).unwrap()
}

fn sources(answer: &Value) -> Vec<&str> {
    answer["meta"]["credits"]["sources"]
        .as_array()
        .unwrap()
        .iter()
        .filter_map(|one| one["name"].as_str())
        .collect()
}

/// Returns the common world with a changed service.
fn served(change: impl Fn(&mut Service)) -> World {
    let mut world = world();
    let mut service = (*world.service).clone();
    change(&mut service);
    world.service = Arc::new(service);
    world
}

#[test]
fn guide_and_detail_have_pictures() {
    let world = with_shown(world());
    let guide = ask(&world, "get_resort_info", &[("slug", "alpenau")]);
    let gallery = ask(&world, "get_resort_photos", &[("slug", "alpenau")]);
    assert_eq!(guide["data"]["image"], gallery["data"]["photos"][0]);
    assert!(guide["data"]["image"]["pageUrl"].is_string());
    assert!(sources(&guide).contains(&"A commons"), "{:?}", sources(&guide));

    let detail = ask(&world, "get_resort", &[("slug", "alpenau")]);
    let webcams = ask(&world, "get_webcam_status", &[("slug", "alpenau")]);
    for member in ["page", "cameras"] {
        assert_eq!(detail["data"]["webcams"][member], webcams["data"][member], "{member}");
    }
    assert_eq!(detail["data"]["webcams"]["cameras"][0]["link"]["state"], "working");

    let bare = ask(&world, "get_resort_info", &[("slug", "birch-bowl")]);
    assert_eq!(bare["data"]["image"], Value::Null);
    assert!(!sources(&bare).contains(&"A commons"));
}

#[test]
fn photo_has_author_licence_and_page() {
    let answer = ask(&world(), "get_resort_photos", &[("slug", "alpenau")]);
    let photos = answer["data"]["photos"].as_array().unwrap();
    assert_eq!(photos[0]["author"], "Some One");
    assert_eq!(photos[0]["licence"], "CC BY-SA 4.0");
    assert_eq!(photos[0]["licenceUrl"], "https://creativecommons.org/licenses/by-sa/4.0/");
    assert!(photos[0]["pageUrl"].as_str().unwrap().starts_with("https://commons.wikimedia.org/"));
    assert_eq!((&photos[1]["licence"], &photos[1]["author"]), (&"Public domain".into(), &Value::Null));
    assert!(photos.iter().all(|photo| !photo["alt"].as_str().unwrap().is_empty()));
    assert!(sources(&answer).contains(&"A commons"));
}

#[test]
fn missing_photo_has_a_reason() {
    let reason = |world: &World, slug: &str| {
        let answer = ask(world, "get_resort_photos", &[("slug", slug)]);
        assert_eq!(answer["data"]["available"], false);
        assert_eq!(answer["data"]["photos"], Value::Array(Vec::new()));
        answer["data"]["reason"].as_str().unwrap().to_owned()
    };
    assert!(reason(&world(), "birch-bowl").contains("not been searched yet"));
    let none = put(world(), &[(Photos::NAME, "birch-bowl", Photos::encode(&gallery(Vec::new(), 1)))]);
    assert!(reason(&none, "birch-bowl").contains("2 because of their licence"));
    let old = gallery(vec![photo("x", "cc0", None)], 31 * 24);
    let old = put(world(), &[(Photos::NAME, "alpenau", Photos::encode(&old))]);
    assert!(reason(&old, "alpenau").contains("too long ago"));
    let off = served(|service| service.credits.documents.retain(|lane| lane.lane != "commons"));
    assert!(reason(&off, "alpenau").contains("disabled"));
}

#[test]
fn camera_has_state_and_credit() {
    let answer = ask(&world(), "get_webcam_status", &[("slug", "alpenau")]);
    let camera = &answer["data"]["cameras"][0];
    assert_eq!((&camera["link"]["state"], &camera["recorded"]), (&"working".into(), &true.into()));
    assert!(camera["link"]["checkedAt"].is_string() && camera["link"]["reason"].is_null());
    let road = &answer["data"]["roadCameras"][0];
    assert_eq!((&road["link"]["state"], &road["link"]["checkedAt"]), (&"unchecked".into(), &Value::Null));
    assert!(sources(&answer).contains(&"Synthetic Lifts") && sources(&answer).contains(&"An agency"));
    let off = served(|service| service.credits.feeds.clear());
    assert_eq!(
        ask(&off, "get_webcam_status", &[("slug", "alpenau")])["data"]["cameras"],
        Value::Array(Vec::new())
    );
    let none = ask(&world(), "get_webcam_status", &[("slug", "dom-dake")]);
    assert_eq!(none["data"]["available"], false);
    assert!(none["data"]["reason"].as_str().unwrap().contains("no webcam of this resort"));
}

#[test]
fn dead_link_is_reported() {
    let dead = Verdict::new(LinkState::NotAPicture, "a page where a picture is meant");
    let state = |check: &LinkCheck| {
        let world = put(world(), &[(Links::NAME, "https://cams.example/ridge.jpg", Links::encode(check))]);
        ask(&world, "get_webcam_status", &[("slug", "alpenau")])["data"]["cameras"][0]["link"].clone()
    };
    let told = state(&LinkCheck::new(dead.clone(), None, NOW.plus_millis(-HOUR_MS)));
    assert_eq!(
        (&told["state"], &told["reason"]),
        (&"not_a_picture".into(), &"a page where a picture is meant".into())
    );
    let old = state(&LinkCheck::new(dead, None, NOW.plus_millis(-9 * DAY_MS)));
    assert_eq!((&old["state"], &old["checkedAt"]), (&"unchecked".into(), &Value::Null));
}

#[test]
fn reels_are_sorted_newest_first() {
    let ids = |pairs: &[(&str, &str)]| {
        let answer = ask(&world(), "get_powder_reels", pairs);
        let reels = answer["data"]["reels"].as_array().unwrap().clone();
        (
            reels.iter().map(|reel| reel["id"].as_str().unwrap().to_owned()).collect::<Vec<_>>(),
            answer["data"]["total"].clone(),
        )
    };
    assert_eq!(ids(&[]).0, ["alpenau-ridge-2", "alpenau-ridge-1"]);
    assert_eq!(ids(&[("limit", "1")]), (vec!["alpenau-ridge-2".to_owned()], 2.into()));
    assert_eq!(ids(&[("date", "2026-01-09")]).0, ["alpenau-ridge-1"]);
    assert_eq!(ids(&[("slug", "birch-bowl")]).0, [""; 0]);
    let answer = ask(&world(), "get_powder_reels", &[("slug", "alpenau"), ("limit", "1")]);
    let reel = &answer["data"]["reels"][0];
    assert_eq!((&reel["accumulatedCm"], &reel["minutes"]), (&2.into(), &30.into()));
    assert_eq!(reel["frames"][3]["accumulatedCm"], Value::Null, "null if not measured, never zero");
    assert_eq!(reel["pictureUrl"], "https://snow.example.org/reels/alpenau-ridge-2.png");
    assert!(sources(&answer).contains(&"Synthetic Lifts"));
}

#[test]
fn missing_reel_has_a_reason() {
    let reason = |world: &World, pairs: &[(&str, &str)]| {
        let answer = ask(world, "get_powder_reels", pairs);
        assert_eq!((&answer["data"]["available"], &answer["data"]["total"]), (&false.into(), &0.into()));
        answer["data"]["reason"].as_str().unwrap().to_owned()
    };
    assert!(reason(&world(), &[("slug", "birch-bowl")]).contains("no camera at birch-bowl may be recorded"));
    assert!(reason(&world(), &[("date", "2036-01-10")]).contains("no storm was recorded on 2036-01-10"));
    let without = served(|service| service.cameras.clear());
    assert!(reason(&without, &[("slug", "birch-bowl")]).contains("permission"));
    // Pictures of an owner who is no longer credited are not shown.
    let off = served(|service| service.credits.feeds.clear());
    assert!(reason(&off, &[]).contains("recorded yet"));
}
