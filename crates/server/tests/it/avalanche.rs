//! Tests of avalanche bulletins from an issuer's file to REST and tools: in and out of coverage, in and off season,
//! expired, without snow, with scripts in their texts. Over a year of faults, no invalid level is shown.

use std::collections::BTreeMap;
use std::sync::Arc;

use conditions_core::evidence::Evidence;
use conditions_core::policy::Policy;
use conditions_core::time::{DAY_MS, HOUR_MS, Timestamp};
use evidence::{AvalancheBulletins, Document, Form as _};
use ingest::documents::{AnyDocuments, DOCUMENT_LANES};
use ingest_runner::options::LaneUpstream;
use operations::OPERATIONS;
use runtime::clock;
use serde_json::{Value, json};
use server::commands::demo;
use server::config::Settings;
use server::service;
use upstream_sim::{BulletinFault, BulletinTrap, World as Simulated, handle};
use world::{Caller, ResortEvidence, View, World};

use crate::harness::{Harness, Setup};

fn trap(issuer: &str, fault: BulletinFault) -> BulletinTrap {
    BulletinTrap { issuer: issuer.to_owned(), fault }
}

/// Returns the lanes of bulletins.
fn lanes() -> impl Iterator<Item = &'static dyn AnyDocuments> {
    DOCUMENT_LANES.into_iter().filter(|lane| lane.kind() == AvalancheBulletins::NAME)
}

#[test]
fn rest_and_tools_relay_the_bulletin() {
    let frozen_at = clock::now().plus_millis(-4 * DAY_MS);
    let bulletin_traps = vec![
        trap("CH", BulletinFault::Winter),
        trap("AT-07", BulletinFault::Frozen(frozen_at)),
        trap("IT-34", BulletinFault::Summer),
        trap("SK", BulletinFault::NoSnow),
        trap("ES-CT-L", BulletinFault::Script),
        trap("NO", BulletinFault::Winter),
    ];
    let upstream = demo::start_world(Simulated { seed: 1, bulletin_traps, ..Simulated::default() }).unwrap();
    let asked = lanes().map(|lane| lane.meta().id).filter(|lane| !["eaws", "avalanche-org"].contains(lane));
    let documents = asked.map(|lane| LaneUpstream { lane, base_url: format!("http://{upstream}") }).collect();
    let slugs = ["verbier", "st-anton", "cortina-dampezzo", "jasna", "baqueira-beret", "hemsedal", "thredbo"];
    let only = slugs.map(str::to_owned).into();
    let service = Harness::start(Setup { only, documents, ..Setup::new("avalanche") });
    let rest = |slug: &str| {
        let reply = service.get(&format!("/api/v1/resorts/{slug}/avalanche"));
        assert_eq!(reply.status, 200, "{slug}: {}", reply.text());
        reply.json()
    };
    for slug in ["verbier", "st-anton", "jasna", "baqueira-beret", "hemsedal"] {
        service.wait_until(|_| !rest(slug)["data"]["bulletin"].is_null());
    }
    for slug in ["cortina-dampezzo", "thredbo"] {
        service.wait_until(|_| rest(slug)["data"]["reason"] != "not_fetched");
    }
    for (slug, reason) in [
        ("verbier", None),
        ("baqueira-beret", None),
        ("hemsedal", None),
        ("st-anton", Some("expired")),
        ("jasna", Some("no_snow")),
        ("cortina-dampezzo", Some("no_bulletin")),
        ("thredbo", Some("no_bulletin")),
    ] {
        let answer = rest(slug);
        let (data, now) = (&answer["data"], &answer["data"]["now"]);
        assert_eq!(data["available"], reason.is_none(), "{slug}: {data}");
        assert_eq!((&data["reason"], &now["reason"]), (&json!(reason), &json!(reason)), "{slug}");
        assert_eq!(now["level"].as_u64().is_some_and(|level| (1..=5).contains(&level)), reason.is_none());
        assert_eq!(now["level"].is_null(), reason.is_some(), "{slug}: {now}");
        let result = service.tool("get_avalanche", &json!({ "slug": slug }));
        assert_eq!(&result["structuredContent"]["data"], data, "{slug}: both faces say the same");
        let text = result["content"][0]["text"].as_str().unwrap();
        assert_eq!(
            text.contains("no level"),
            reason.is_some() || data["tomorrow"]["level"].is_null(),
            "{text}"
        );
        assert!(!answer.to_string().contains("<script>"), "{slug}");
        let link = &data["bulletin"]["link"];
        assert!(link.is_null() || link.as_str().unwrap().starts_with("https://"), "{slug}: {link}");
    }
    let sources = |slug: &str| rest(slug)["meta"]["credits"]["sources"].as_array().unwrap().len();
    assert_eq!(sources("verbier"), sources("thredbo") + 1, "the catalogue's and its own lane's");
    let expired = rest("st-anton")["data"].clone();
    assert_eq!((&expired["now"]["ratings"], &expired["bulletin"]["problems"]), (&json!([]), &json!([])));
}

/// Queries REST and tools until a bulletin has expired; returns whether a level was seen before. No answer to a later
/// request may have a level, and none may be cached beyond the expiry.
fn watched(service: &Harness, end: Timestamp) -> bool {
    let mut seen = false;
    loop {
        let asked_at = clock::now();
        let reply = service.get("/api/v1/resorts/verbier/avalanche");
        let tool = service.tool("get_avalanche", &json!({ "slug": "verbier" }));
        let resort = service.get("/api/v1/resorts/verbier").json();
        let now = reply.json()["data"]["now"].clone();
        if asked_at >= end {
            assert_eq!(
                (&now["level"], &now["reason"]),
                (&Value::Null, &json!("expired")),
                "REST at {asked_at}"
            );
            let told = &tool["structuredContent"]["data"]["now"];
            assert_eq!(
                (&told["level"], &told["reason"]),
                (&Value::Null, &json!("expired")),
                "tool at {asked_at}"
            );
            assert_eq!(resort["data"]["avalanche"]["level"], Value::Null, "the card's answer at {asked_at}");
            return seen;
        }
        let kept_s: i64 = reply.header("cache-control").rsplit('=').next().unwrap().parse().unwrap();
        if now["level"].is_u64() {
            assert!(asked_at.plus_millis(1_000 * kept_s) <= end, "{kept_s} s at {asked_at}, until {end}");
            seen = true;
        }
    }
}

#[test]
fn expired_bulletin_shows_no_level() {
    // A busy machine may need longer to start than the bulletin lasts; then a longer one is tried.
    let seen = [5, 20, 60].into_iter().any(|seconds| {
        let end = clock::now().plus_millis(seconds * 1_000);
        let bulletin_traps = vec![trap("CH", BulletinFault::RunsOut(end))];
        let world = Simulated { seed: 1, bulletin_traps, ..Simulated::default() };
        let upstream = demo::start_world(world).unwrap();
        let documents = vec![LaneUpstream { lane: "slf-bulletin", base_url: format!("http://{upstream}") }];
        let only = vec!["verbier".to_owned()];
        // One rendering per minute, so that cached answers would stay for long.
        let service = Harness::start(Setup { only, documents, tick: 60, ..Setup::new("runs-out") });
        service.wait_until(|_| {
            let reply = service.get("/api/v1/resorts/verbier/avalanche");
            reply.status == 200 && !reply.json()["data"]["bulletin"].is_null()
        });
        watched(&service, end)
    });
    assert!(seen, "no level was ever seen");
}

/// Stored payloads of each subject, with their lane.
type Stored = BTreeMap<String, String>;

/// Runs one round of every lane: parses and stores what is not older than the stored edition, as the service does.
fn poll(upstream: &Simulated, stored: &mut Stored, now: Timestamp) {
    for lane in lanes() {
        for subject in lane.subjects(now) {
            let Some(answer) =
                Some(handle(upstream, &subject.request.path, "", now, 0)).filter(|one| one.status == 200)
            else {
                continue;
            };
            let Ok(newer) = lane.read(&subject, &answer.body) else { continue };
            let known = stored.get(&subject.name);
            if known.is_some_and(|known| lane.regression(&newer, known).is_some()) {
                continue;
            }
            let newer = known.map_or_else(|| newer.clone(), |known| lane.after(newer.clone(), known));
            stored.insert(subject.name, newer);
        }
    }
}

/// Issuers with faulty files, each in a different way.
fn faulty() -> Simulated {
    let frozen_at = Timestamp::parse("2026-01-20T12:00:00Z").unwrap();
    let bulletin_traps = vec![
        trap("AT-07", BulletinFault::Frozen(frozen_at)),
        trap("IT-34", BulletinFault::WrongWord),
        trap("SK", BulletinFault::GoesBack),
        trap("ES-CT-L", BulletinFault::NoRatings),
        trap("NO", BulletinFault::Frozen(frozen_at)),
    ];
    Simulated { seed: 3, bulletin_traps, ..Simulated::default() }
}

/// One resort for each lane and fault of the year.
const YEAR: [&str; 8] = [
    "verbier",
    "st-anton",
    "cortina-dampezzo",
    "jasna",
    "baqueira-beret",
    "chamonix-brevent-flegere",
    "hemsedal",
    "alta",
];

/// Returns evidence of a resort that consists only of its bulletins.
fn held(slug: &str) -> Arc<ResortEvidence> {
    let resort = catalogue::embedded().unwrap().into_iter().find(|resort| resort.slug == slug).unwrap();
    Arc::new(ResortEvidence::new(resort, Evidence::default()))
}

#[test]
fn no_invalid_level_in_a_faulty_year() {
    let begin = Timestamp::parse("2025-09-01T03:00:00Z").unwrap();
    let upstream = faulty();
    let held = YEAR.map(held);
    let service = Arc::new(service::service(&Settings::default().config().unwrap()));
    let operation = OPERATIONS.iter().find(|operation| operation.meta().name == "get_avalanche").unwrap();
    let mut world = World::new(service, Arc::new(Policy::contract()), held.to_vec(), begin);
    let (mut stored, mut levels, mut reasons) = (Stored::new(), 0, BTreeMap::<String, u32>::new());
    for day in 0..365 {
        // Once a day, at every hour in turn.
        let now = begin.plus_millis((day * 24 + day * 7 % 24) * HOUR_MS);
        // The service is down for five days of every thirty.
        if day % 30 < 25 {
            poll(&upstream, &mut stored, now);
        }
        let documents: Vec<Document<'_>> = stored
            .iter()
            .map(|(subject, payload)| Document {
                kind: AvalancheBulletins::NAME,
                subject,
                captured_at: now,
                payload,
            })
            .collect();
        world = world.with_documents(&documents, &[]).0;
        for slug in YEAR {
            let caller = Caller::anonymous();
            let answer = operation.answer(&View::new(&world, &caller), &[("slug", slug)], now).unwrap();
            let answer: Value = serde_json::from_slice(&answer).unwrap();
            let (danger, bulletin) = (&answer["data"]["now"], &answer["data"]["bulletin"]);
            let Some(level) = danger["level"].as_u64() else {
                assert!(
                    danger["level"].is_null()
                        && danger["ratings"].as_array().unwrap().iter().all(|row| row["level"].is_null()),
                    "{danger}"
                );
                *reasons.entry(danger["reason"].as_str().unwrap().to_owned()).or_default() += 1;
                continue;
            };
            let instant = |name: &str| Timestamp::parse(bulletin[name].as_str().unwrap()).unwrap();
            assert!((1..=5).contains(&level), "{slug}: {danger}");
            assert!(
                instant("validFrom") <= now && now < instant("validUntil"),
                "{slug} at {now}: {bulletin}"
            );
            levels += 1;
        }
    }
    assert!(levels > 500, "{levels}");
    for reason in ["expired", "no_bulletin", "no_rating"] {
        assert!(reasons.contains_key(reason), "{reason}: {reasons:?}");
    }
}
