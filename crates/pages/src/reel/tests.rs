//! The page of a reel, tested with an invented resort and camera.

use std::sync::Arc;

use catalogue::Resort;
use conditions_core::evidence::Evidence;
use conditions_core::policy::Policy;
use conditions_core::time::Timestamp;
use serde_json::json;
use world::credits::{AllCredits, Credit, DocumentCredits, FeedCredit, ServiceCredit};
use world::pictures::lane_of;
use world::{Caller, ResortEvidence, Service, View, World};

use super::html;
use crate::{Ask, Language};

/// 10 January 2026, noon UTC.
const NOW: Timestamp = Timestamp::from_millis(1_768_046_400_000);
const OWNER: &str = "Lifts & <Co>";

#[expect(clippy::disallowed_methods, reason = "the test uses the anonymous page")]
fn page(id: &str, language: Language) -> Option<String> {
    let resort: Resort = serde_json::from_value(json!({
        "slug": "invented", "name": "Tom & <Jerry>", "country": "CH", "tags": ["europe"], "lat": 46.1, "lon": 7.9,
        "timezone": "Europe/Zurich", "sources": ["invented"], "dated": "2026-01-01",
    }))
    .unwrap();
    let credit = Credit {
        name: OWNER.to_owned(),
        url: "https://cams.example/".to_owned(),
        licence: "own".to_owned(),
        licence_url: None,
        text: "Webcam".to_owned(),
    };
    let service = Service {
        name: "Test Snow".to_owned(),
        base_url: "https://snow.example.org".to_owned(),
        synthetic: true,
        has_previews: false,
        cameras: Vec::new(),
        lodging: Vec::new(),
        regions: world::avalanche::Regions::default(),
        credits: AllCredits {
            service: ServiceCredit { text: "Data by Test Snow".to_owned(), url: String::new() },
            terms_url: String::new(),
            catalogue: Vec::new(),
            forecast: Vec::new(),
            climate: Vec::new(),
            documents: vec![DocumentCredits { kind: "reels", lane: "cameras", credits: Vec::new() }],
            stations: Vec::new(),
            feeds: vec![FeedCredit { slug: "invented".to_owned(), lane: lane_of(OWNER), credit }],
        },
    };
    let held = vec![Arc::new(ResortEvidence::new(resort, Evidence::default()))];
    let world = World::new(Arc::new(service), Arc::new(Policy::contract()), held, NOW);
    let frame = |minute: u8, snow: Option<f64>| json!({ "at": format!("2026-01-10T10:{minute}:00.000Z"), "accumulated_cm": snow });
    let payload = json!({ "v": 1, "reel": {
        "id": "invented-base-1", "slug": "invented", "camera": "Base <b>", "owner": OWNER, "is_over": false,
        "width": 480, "height": 292, "bytes": 99, "frames": [frame(10, Some(4.5)), frame(20, None)],
    } });
    let payload = payload.to_string();
    let document =
        evidence::Document { kind: "reels", subject: "invented-base-1", captured_at: NOW, payload: &payload };
    let world = world.with_documents(&[document], &[]).0;
    let caller = Caller::anonymous();
    let ask = Ask::new(View::new(&world, &caller), NOW, language, format!("/reels/{id}"));
    html(&ask, id)
}

#[test]
fn escapes_names_and_marks_gaps() {
    let html = page("invented-base-1", Language::En).unwrap();
    assert!(
        html.contains("Base &lt;b&gt;") && html.contains("Lifts &amp; &lt;Co&gt;") && !html.contains("<Co>"),
        "{html}"
    );
    assert!(html.contains(r#"src="/reels/invented-base-1.png""#), "{html}");
    assert!(
        html.contains("4.5\u{a0}cm")
            && html.contains("not reported")
            && html.contains("still being recorded"),
        "{html}"
    );
    assert!(html.contains("class=\"synthetic\"") && html.contains("Data by Test Snow"), "{html}");
}

#[test]
fn page_is_localised() {
    for (language, first, words) in [
        (Language::En, "11:10", "Since the first frame"),
        (Language::De, "11:10", "Seit dem ersten Bild"),
        (Language::Ja, "11:10", "最初の画像から"),
    ] {
        let html = page("invented-base-1", language).unwrap();
        assert!(html.contains(first) && html.contains(words), "{language:?}: {html}");
        assert!(language == Language::En || !html.contains("frame"), "{language:?}: {html}");
    }
}

#[test]
fn unknown_reel_has_no_page() {
    assert_eq!(page("../../etc/passwd", Language::En), None);
    assert_eq!(page("nothing", Language::En), None);
}
