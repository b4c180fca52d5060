//! Tests of the past: the record of then, byte for byte, whatever became known later, and the explanation of its
//! values.

use std::path::Path;
use std::sync::{Arc, LazyLock, mpsc};
use std::time::Duration;

use ::evidence::{Forecast, Form as _, Stations};
use catalogue::Resort;
use conditions_core::evidence::{Evidence, ForecastSnapshot, ModelDays, ModelRun, Site, StationReading};
use conditions_core::policy::Policy;
use conditions_core::time::{DAY_MS, HOUR_MS, MINUTE_MS, Timestamp};
use ingest_runner::options::LaneUpstream;
use operations::OpError;
use operations::operation::Replay;
use operations::ops::get_conditions;
use publication::published::Published;
use publication::publisher::evidence_of;
use publication::replay::{ReplayError, Replays};
use runtime::clock;
use serde_json::Value;
use server::config::Settings;
use server::service;
use storage::evidence::{self, NewEvidence};
use storage::{Options, Store};
use tokio::runtime::Runtime;
use world::credits::NetworkCredits;
use world::{Caller, ResortEvidence, Service, Tier, World};

use crate::harness::{Harness, Setup, problem};

const RETENTION: Duration = Duration::from_secs(14 * 86_400);
/// Noon UTC in January.
const START: Timestamp = Timestamp::from_millis(1_768_046_400_000);

fn at(hours: i64) -> Timestamp {
    START.plus_millis(hours * HOUR_MS)
}

fn store(name: &str) -> Store {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    Store::open(&folder.join("kept.sqlite").to_string_lossy(), &Options::default(), START).unwrap()
}

fn keep(store: &Store, captured_at: Timestamp, lane: &str, kind: &str, payload: String) {
    let row = NewEvidence {
        id: evidence::new_id(captured_at),
        slug: "zermatt".to_owned(),
        lane: lane.to_owned(),
        kind: kind.to_owned(),
        observed_at: Some(captured_at),
        captured_at,
        payload,
    };
    store.run_blocking(move |conn| evidence::append(conn, std::slice::from_ref(&row), captured_at)).unwrap();
}

/// Stores a synthetic snapshot with `cm` on the ground.
fn forecast(store: &Store, captured_at: Timestamp, cm: f64) {
    let run = |model: &str| ModelRun {
        model: model.to_owned(),
        available_at: None,
        days: ModelDays::default(),
        depth_cm: Some(cm),
        past24h_cm: Some(5.0),
        past48h_cm: Some(9.0),
    };
    let models = ["gfs_seamless", "icon_seamless"].map(run).into();
    let snapshot = ForecastSnapshot { captured_at, models, weather: None, hours: None };
    keep(store, captured_at, "open-meteo", Forecast::NAME, Forecast::encode(&snapshot));
}

/// Stores a synthetic station with its new snow as derived from its history at that time.
fn station(store: &Store, captured_at: Timestamp, depth_cm: f64, new_snow: f64) {
    let reading = {
        let mut reading = StationReading::blank("slf", "SYN1", captured_at.plus_millis(-10 * MINUTE_MS));
        reading.name = Some("Synthetic Grat".into());
        reading.site = Site::Snow;
        reading.elevation_m = Some(2_900.0);
        reading.distance_km = 3.0;
        reading.temp_c = Some(-7.0);
        reading.snow_depth_cm = Some(depth_cm);
        reading.new_snow24h_cm = Some(new_snow);
        reading.new_snow48h_cm = Some(new_snow * 1.5);
        reading
    };
    keep(store, captured_at, "slf", Stations::NAME, serde_json::to_string(&[reading]).unwrap());
}

fn service() -> Arc<Service> {
    let mut service = service::service(&Settings::default().config().unwrap());
    service.credits.stations = vec![NetworkCredits { network: "slf".to_owned(), credits: Vec::new() }];
    Arc::new(service)
}

static RUNTIME: LazyLock<Runtime> = LazyLock::new(|| Runtime::new().unwrap());
static ZERMATT: LazyLock<Resort> = LazyLock::new(|| {
    catalogue::embedded().unwrap().into_iter().find(|resort| resort.slug == "zermatt").unwrap()
});

fn published(evidence: Evidence, now: Timestamp) -> Published {
    let held = vec![Arc::new(ResortEvidence::new(ZERMATT.clone(), evidence))];
    Published::new(World::new(service(), Arc::new(Policy::contract()), held, now), now)
}

/// Returns the live endpoint's answer at `now` from the evidence stored by then.
fn live(store: &Store, now: Timestamp) -> Vec<u8> {
    let rows = store.read_blocking(evidence::latest).unwrap().rows;
    published(evidence_of(&rows, &service()), now)
        .conditions(Tier::Anonymous, "zermatt")
        .unwrap()
        .plain()
        .to_vec()
}

fn ask(replays: &Replays, at: Timestamp, now: Timestamp) -> Result<Vec<u8>, ReplayError> {
    let asked = Replay { slug: "zermatt".to_owned(), at };
    let pairs = vec![("slug".to_owned(), "Zermatt".to_owned()), ("asOf".to_owned(), at.to_string())];
    let world = published(Evidence::default(), now);
    let answer = move |past: &publication::replay::Past| {
        past.answer(&Caller::anonymous(), &get_conditions::Op, &pairs)
    };
    tokio::runtime::Runtime::new()
        .unwrap()
        .block_on(replays.run(&world, &asked, now, answer))
        .map(Result::unwrap)
}

#[test]
fn past_times_replay_unchanged() {
    let store = store("replay-stood");
    let replays = || Replays::new(store.clone(), RETENTION);
    let mut served = vec![(at(0), live(&store, at(0)))];
    for hour in 1..40 {
        match hour % 5 {
            0 => forecast(&store, at(hour), 90.0 + hour as f64),
            1 => station(&store, at(hour), 120.0 + hour as f64, hour as f64),
            _ => {}
        }
        served.push((at(hour).plus_millis(MINUTE_MS), live(&store, at(hour).plus_millis(MINUTE_MS))));
    }
    // The winter continues, and data past its retention is removed, many times.
    let end = 40 * 24;
    for hour in (50..end).step_by(97) {
        station(&store, at(hour), 200.0, 1.0);
        let before = at(hour).plus_millis(-14 * DAY_MS);
        store.run_blocking(move |conn| evidence::prune(conn, before, true, 10_000)).unwrap();
        for (instant, body) in &served {
            match ask(&replays(), *instant, at(hour)) {
                Ok(again) => assert!(again == *body, "{instant} at {}", at(hour)),
                Err(error) => {
                    assert!(at(hour).since(*instant) > 14 * DAY_MS, "{instant} at {}: {error}", at(hour));
                    assert!(matches!(error, ReplayError::Refused(OpError::InvalidArguments(_))), "{error}");
                }
            }
        }
    }
    let bodies: std::collections::BTreeSet<&Vec<u8>> = served.iter().map(|(_, body)| body).collect();
    assert_eq!(bodies.len(), served.len(), "a test that compares equal answers proves nothing");
    assert!(ask(&replays(), at(1), at(end)).is_err(), "past its retention");
}

#[test]
fn station_history_is_replayed() {
    let store = store("replay-derived");
    station(&store, at(1), 120.0, 18.0);
    station(&store, at(5), 121.0, 3.0);
    let asked = Replay { slug: "zermatt".to_owned(), at: at(2) };
    let world = published(Evidence::default(), at(9));
    let snow = RUNTIME.block_on(Replays::new(store, RETENTION).run(&world, &asked, at(9), |past| {
        let caller = world::Caller::anonymous();
        let view = world::View::new(&past.world, &caller);
        let resolution = view.at(0).unwrap().resolution().clone();
        [resolution.snowfall24h_cm, resolution.snowfall48h_cm].map(|field| field.value.unwrap().get())
    }));
    assert!(matches!(snow, Ok(snow) if snow == [18.0, 27.0]), "{snow:?}");
}

#[test]
fn nothing_is_known_before_evidence() {
    let store = store("replay-before");
    forecast(&store, at(10), 80.0);
    let body = ask(&Replays::new(store, RETENTION), at(2), at(12)).unwrap();
    let envelope: Value = serde_json::from_slice(&body).unwrap();
    assert_eq!(envelope["meta"]["resolvedAt"], at(2).to_string());
    assert_eq!(envelope["data"]["displayDepthCm"], Value::Null);
    assert_eq!(envelope["data"]["forecast"]["next7dCm"]["source"], "none");
}

#[test]
fn concurrent_replays_are_limited() {
    let replays = Replays::new(store("replay-busy"), RETENTION);
    let world = published(Evidence::default(), at(9));
    let asked = Replay { slug: "zermatt".to_owned(), at: at(2) };
    RUNTIME.block_on(async {
        let (let_go, held): (Vec<_>, Vec<_>) = (0..2).map(|_| mpsc::channel::<()>()).unzip();
        let mut held = held.into_iter();
        let mut slow = || {
            let held = held.next().unwrap();
            replays.run(&world, &asked, at(9), move |_| held.recv().is_err())
        };
        let third = async {
            tokio::time::sleep(Duration::from_millis(300)).await;
            let third = replays.run(&world, &asked, at(9), |_| ()).await;
            drop(let_go);
            third
        };
        let (one, two, third) = futures_util::future::join3(slow(), slow(), third).await;
        assert!(matches!(third, Err(ReplayError::Busy)), "{third:?}");
        assert!(matches!((one, two), (Ok(true), Ok(true))));
        assert!(replays.run(&world, &asked, at(9), |_| ()).await.is_ok(), "a turn comes back");
    });
}

fn conditions(query: &str) -> String {
    format!("/api/v1/resorts/alta/conditions{query}")
}

#[test]
fn past_survives_restart_and_new_evidence() {
    let upstream = crate::stations::simulator(None);
    let stations = vec![LaneUpstream { lane: "snotel", base_url: upstream }];
    let setup = Setup { stations, ..Setup::few("replay") };
    let folder = setup.folder.clone();
    let harness = Harness::start(setup);
    harness.wait_for(4);
    crate::stations::wait_for(&harness, "alta", &["snotel"]);
    harness.wait_for_next_tick();

    let shown = harness.get(&conditions(""));
    let instant = shown.json()["data"]["resolvedAt"].as_str().unwrap().to_owned();
    let asked = conditions(&format!("?asOf={instant}"));
    let first = harness.get(&asked);
    assert_eq!(first.status, 200, "{}", first.text());
    assert!(first.body == shown.body, "what was served then:\n{}\n{}", shown.text(), first.text());
    assert_eq!(first.header("memento-datetime"), first.header("last-modified"));
    assert!(shown.header("memento-datetime").is_empty());
    assert_eq!(first.header("cache-control"), "no-cache", "evidence of this minute may not be stored yet");
    let tag = first.header("etag").to_owned();
    assert_eq!(harness.get_with(&asked, &[("if-none-match", &tag)]).status, 304);
    let named = harness.get(&format!("/api/v1/resorts/ALTA/conditions?asOf={instant}"));
    assert!(named.body == shown.body, "{}", named.text());
    harness.stop();

    // The station falls silent: the present changes, the past does not.
    let now = clock::now();
    let kept = runtime::opening::open(&folder.join("snow-conditions.sqlite").to_string_lossy()).unwrap();
    let row = NewEvidence {
        id: evidence::new_id(now),
        slug: "alta".to_owned(),
        lane: "snotel".to_owned(),
        kind: Stations::NAME.to_owned(),
        observed_at: None,
        captured_at: now,
        payload: "[]".to_owned(),
    };
    kept.run_blocking(move |conn| evidence::append(conn, std::slice::from_ref(&row), now)).unwrap();
    kept.close();
    let nobody = std::net::TcpListener::bind(("127.0.0.1", 0)).unwrap().local_addr().unwrap();
    let stations = vec![LaneUpstream { lane: "snotel", base_url: format!("http://{nobody}") }];
    let harness = Harness::start(Setup { folder, stations, upstream: Some(nobody), ..Setup::few("unused") });
    assert_eq!(harness.get(&conditions("")).json()["measuredNow"], Value::Null);
    let again = harness.get(&asked).json();
    // Another port, another address: nothing else differs.
    let first = first.json();
    assert_eq!((&again["data"], &again["measuredNow"]), (&first["data"], &first["measuredNow"]));
    assert_eq!(again["meta"], first["meta"]);
    let data = |text: &str| text.split_once("\"data\":").unwrap().1.to_owned();
    assert_eq!(data(&harness.get(&asked).text()), data(&shown.text()), "byte for byte");
}

#[test]
fn past_answers_are_cacheable() {
    let harness = &*crate::harness::SHARED;
    let earlier = clock::now().plus_millis(-2 * HOUR_MS);
    let asked = conditions(&format!("?asOf={earlier}"));
    let reply = harness.get(&asked);
    assert_eq!((reply.status, reply.header("cache-control")), (200, "public, max-age=3600"));
    let envelope = reply.json();
    assert_eq!(envelope["data"]["forecast"]["next7dCm"]["value"], Value::Null, "nothing was known then");
    assert_eq!(envelope["meta"]["generatedAt"], earlier.to_string());
    let head = harness.send(reqwest::Method::HEAD, &asked, &[]);
    assert_eq!((head.header("etag"), head.body.len()), (reply.header("etag"), 0));
    let nearly = clock::now().plus_millis(-14 * DAY_MS + 10 * MINUTE_MS);
    let reply = harness.get(&conditions(&format!("?asOf={nearly}")));
    let caching =
        reply.header("cache-control").trim_start_matches("public, max-age=").parse::<i64>().unwrap();
    assert!((500..=600).contains(&caching), "not longer than the evidence: {caching}");
}

#[test]
fn unreachable_times_are_rejected() {
    let harness = &*crate::harness::SHARED;
    let now = clock::now();
    let refused = [
        (now.plus_millis(HOUR_MS).to_string(), "future"),
        ("9999-12-31T23:59:59Z".to_owned(), "future"),
        (now.plus_millis(-15 * DAY_MS).to_string(), "not retained"),
        ("0001-01-01T00:00:00Z".to_owned(), "not retained"),
        ("yesterday".to_owned(), "RFC 3339"),
        ("2026-01-10".to_owned(), "RFC 3339"),
        (String::new(), "RFC 3339"),
        ("1768046400000".to_owned(), "RFC 3339"),
        ("2026-01-10T12:00:00+01:00".to_owned(), "%2B"),
    ];
    for (instant, words) in refused {
        let problem =
            problem(&harness.get(&conditions(&format!("?asOf={instant}"))), 400, "invalid_argument");
        assert_eq!(problem["errors"][0]["argument"], "asOf", "{problem}");
        assert!(problem["detail"].as_str().unwrap().contains(words), "{problem}");
    }
    let good = now.plus_millis(-HOUR_MS);
    let twice = harness.get(&conditions(&format!("?asOf={good}&asOf={good}")));
    assert!(problem(&twice, 400, "invalid_argument")["detail"].as_str().unwrap().contains("more than once"));
    problem(&harness.get(&conditions(&format!("?asOf={good}&colour=red"))), 400, "invalid_argument");
    problem(&harness.get(&conditions(&format!("?asOf={good}&explain=perhaps"))), 400, "invalid_argument");
    problem(&harness.get(&format!("/api/v1/resorts/alta/forecast?asOf={good}")), 400, "invalid_argument");
    let nowhere = harness.get(&format!("/api/v1/resorts/altta/conditions?asOf={good}"));
    assert_eq!(problem(&nowhere, 404, "resort_not_found")["suggestions"][0], "alta");
}

#[test]
fn explanation_wraps_the_envelope() {
    let harness = &*crate::harness::SHARED;
    let explained = harness.get(&conditions("?explain=true")).json();
    let data = &explained["data"];
    let schema: Value = serde_json::from_str(&contract::schema::committed()).unwrap();
    let validator = jsonschema::validator_for(&schema).unwrap();
    assert!(validator.is_valid(&data["conditions"]), "{data}");
    assert_eq!(explained["meta"]["asOf"], data["conditions"]["data"]["resolvedAt"]);
    assert!(explained["meta"]["credits"]["service"]["text"].as_str().is_some());
    let fields = data["explanation"].as_array().unwrap();
    let of = |name: &str| fields.iter().find(|field| field["field"] == name).unwrap();
    assert_eq!(of("depth.mid")["decisions"][0]["rule"], "fresh_model");
    assert_eq!(of("depth.mid")["considered"][0]["source"], "model");
    assert_eq!(of("depth.mid")["considered"][0]["verdict"], "fresh");
    assert_eq!(
        (&of("surface")["considered"], &of("surface")["decisions"]),
        (&Value::Array(vec![]), &Value::Array(vec![]))
    );
    assert!(fields.iter().all(|field| field.as_object().unwrap().len() == 3));

    let same = (0..3).any(|_| {
        // Of one publication, unless the tick came in between.
        let plain = harness.get(&conditions("?explain=false")).json();
        let explained = harness.get(&conditions("?explain=true")).json();
        plain["data"] == explained["data"]["conditions"]["data"]
    });
    assert!(same, "the same publication, the same record");
    let past = clock::now().plus_millis(-HOUR_MS);
    let both = conditions(&format!("?explain=true&asOf={past}"));
    let (one, other) = (harness.get(&both), harness.get(&both));
    assert!(one.status == 200 && one.body == other.body, "{}", one.text());
    assert_eq!(one.json()["data"]["conditions"]["meta"]["generatedAt"], past.to_string());
}
