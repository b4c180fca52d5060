//! Measures one refresh of every document lane of the simulator: bulletins, aggregates, roads, cameras and indices are
//! read, stored, and published with every resort of the catalogue. Then measures the operations that report them, and
//! the lookup of a place's region. `cargo bench -p server --bench documents`; half a minute.
//!
//! The goal of a refresh is two seconds of one core, not counting the network. Processor time of all threads is
//! counted; generating the simulator's responses is not. Linux only (`/proc`).

use std::error::Error;
use std::hint::black_box;

use ::world::avalanche::Regions;
use ::world::{Caller, View, World};
use chrono::NaiveDate;
use conditions_core::time::{HOUR_MS, Timestamp};
use ingest::documents::{AnyDocuments, DOCUMENT_LANES};
use ingest_runner::options::LaneUpstream;
use operations::{AnyOperation, OPERATIONS};
use publication::published::Published;
use publication::publisher::renewed;
use publication::store;
use publication::versions::Versions;
use runtime::clock;
use serde_json::json;
use server::config::Settings;
use server::service;
use sources::Subject;
use storage::documents::{self, Document};
use storage::{Options, Store};
use upstream_sim::handle;

#[path = "support/load.rs"]
#[expect(dead_code, reason = "only the processor time is used")]
mod load;
#[path = "../../http-api/benches/support/world.rs"]
#[expect(dead_code, reason = "the world has a separate service")]
mod world;

type Outcome<T> = Result<T, Box<dyn Error>>;

/// Limits: seconds of one core for a refresh, microseconds for an operation and for a place.
const GOAL_S: f64 = 2.0;
const OPERATION_US: f64 = 100.0;
const PLACE_US: f64 = 20.0;
const ROUNDS: usize = 5;
const CALLS: usize = 201;
const RESORTS: usize = 660;
const PARTS: [&str; 3] = ["read, compared with what is known", "stored", "published"];
/// The measured operations and their arguments.
const ASKED: [(&str, &[(&str, &str)]); 9] = [
    ("get_avalanche", &[("slug", "verbier")]),
    ("get_avalanche", &[("slug", "ischgl")]),
    ("get_road_access", &[("slug", "kirkwood")]),
    ("get_road_cameras", &[("slug", "kirkwood")]),
    ("get_road_weather", &[("slug", "kirkwood")]),
    ("find_flights_to_powder", &[("slug", "verbier"), ("origin", "London")]),
    ("find_flights_to_powder", &[("slug", "la-molina")]),
    ("plan_ski_road_trip", &[("region", "rockies")]),
    ("plan_ski_road_trip", &[("region", "europe"), ("days", "10")]),
];

#[expect(clippy::print_stdout, reason = "a benchmark prints its result")]
fn main() -> Outcome<()> {
    let upstream = upstream_sim::World { seed: 1, ..upstream_sim::World::default() };
    let folder = std::env::temp_dir().join(format!("bench-documents-{}", std::process::id()));
    std::fs::create_dir_all(&folder)?;
    let file = folder.join("bench.sqlite");
    let store = Store::open(
        file.to_str().ok_or("the folder name is not valid")?,
        &Options::default(),
        world::full::NOW,
    )?;
    let mut config = Settings::default().config()?;
    config.documents = DOCUMENT_LANES
        .iter()
        .map(|lane| LaneUpstream { lane: lane.meta().id, base_url: lane.meta().base_url.to_owned() })
        .collect();
    let world = world::world(RESORTS, service::service(&config).into())?;
    let mut service = Service {
        store,
        published: Published::new(world, world::full::NOW),
        versions: Versions::default(),
        known: Vec::new(),
    };
    let mut rounds = Vec::new();
    let (mut bytes, mut asked) = (0, 0);
    for round in 0..=ROUNDS {
        let now = world::full::NOW.plus_millis(i64::try_from(round)? * 24 * HOUR_MS);
        let answers = answers(&upstream, now);
        (bytes, asked) = (answers.iter().map(|answer| answer.body.len()).sum(), answers.len());
        rounds.push(service.refresh(&answers, now)?);
    }
    println!(
        "{RESORTS} resorts, {asked} answers of {} lanes, {:.1} MB",
        DOCUMENT_LANES.len(),
        bytes as f64 / 1e6
    );
    print_rounds(&rounds[1..]);
    let now = world::full::NOW.plus_millis(i64::try_from(ROUNDS)? * 24 * HOUR_MS);
    for (name, pairs) in ASKED {
        let operation = OPERATIONS.iter().find(|one| one.meta().name == name).ok_or("unknown operation")?;
        measured(*operation, &service.published.world, pairs, now)?;
    }
    place()?;
    std::fs::remove_dir_all(folder)?;
    Ok(())
}

/// A response about a subject of a lane.
struct Answer {
    lane: &'static dyn AnyDocuments,
    subject: Subject,
    body: Vec<u8>,
}

/// Generates the simulator's response for every subject of every lane, with a key if the lane needs one.
fn answers(upstream: &upstream_sim::World, now: Timestamp) -> Vec<Answer> {
    let mut answers = Vec::new();
    for lane in DOCUMENT_LANES {
        for subject in lane.subjects(now) {
            let (path, query) = subject.request.path.split_once('?').unwrap_or((&subject.request.path, ""));
            let key = lane.key().map(|name| format!("&{name}=synthetic")).unwrap_or_default();
            let answer = handle(upstream, path, &format!("{query}{key}"), now, 0);
            if answer.status == 200 {
                answers.push(Answer { lane, subject, body: answer.body });
            }
        }
    }
    answers
}

/// The stored and published state.
struct Service {
    store: Store,
    published: Published,
    versions: Versions,
    /// Payloads by kind and subject.
    known: Vec<(&'static str, String, String)>,
}

impl Service {
    /// Runs one refresh as the service does and returns the seconds of each part.
    fn refresh(&mut self, answers: &[Answer], now: Timestamp) -> Outcome<[f64; PARTS.len()]> {
        let mut spent = [0.0; PARTS.len()];
        let known = &self.known;
        let news = timed(&mut spent[0], || {
            let read = |answer: &Answer| {
                let (kind, name) = (answer.lane.kind(), answer.subject.name.clone());
                let newer = answer.lane.read(&answer.subject, &answer.body).ok()?;
                let kept = known.iter().find(|(of, subject, _)| *of == kind && *subject == name);
                let newer = match kept {
                    Some((_, _, kept)) if answer.lane.regression(&newer, kept).is_some() => return None,
                    Some((_, _, kept)) => answer.lane.after(newer, kept),
                    None => newer,
                };
                Some((kind, name, newer))
            };
            answers.iter().filter_map(read).collect::<Vec<_>>()
        })?;
        let row = |(kind, subject, payload): &(&'static str, String, String)| Document {
            kind: (*kind).to_owned(),
            subject: subject.clone(),
            captured_at: now,
            payload: payload.clone(),
        };
        let rows: Vec<Document> = news.iter().map(row).collect();
        timed(&mut spent[1], || self.store.run_blocking(move |conn| documents::store(conn, &rows)))??;
        self.known = news;
        let (store, since) = (&self.store, self.versions);
        let published = &self.published;
        (self.versions, self.published) = timed(&mut spent[2], || -> Outcome<(Versions, Published)> {
            let (at, news) = store.read_blocking(move |conn| store::changed_in(conn, since))?;
            Ok((at, renewed(&published.world, news, now)))
        })??;
        Ok(spent)
    }
}

/// Runs `work` and adds its processor time to `seconds`.
fn timed<T>(seconds: &mut f64, work: impl FnOnce() -> T) -> Outcome<T> {
    let begun = load::cpu_seconds(std::process::id())?;
    let done = work();
    *seconds += load::cpu_seconds(std::process::id())? - begun;
    Ok(done)
}

fn middle(mut numbers: Vec<f64>) -> (f64, f64) {
    numbers.sort_by(f64::total_cmp);
    (numbers[numbers.len() / 2], numbers[0])
}

#[expect(clippy::print_stdout, reason = "a benchmark prints its result")]
fn print_rounds(rounds: &[[f64; PARTS.len()]]) {
    for (part, name) in PARTS.iter().enumerate() {
        let (median, fastest) = middle(rounds.iter().map(|spent| spent[part]).collect());
        println!("{name:34} {:8.1} ms median, {:8.1} ms fastest", median * 1e3, fastest * 1e3);
    }
    let (median, fastest) = middle(rounds.iter().map(|spent| spent.iter().sum()).collect());
    println!(
        "one refresh                        {:8.1} ms median, {:8.1} ms fastest; {:.2} of the goal of {GOAL_S} s",
        median * 1e3,
        fastest * 1e3,
        median / GOAL_S
    );
}

#[expect(clippy::print_stdout, reason = "a benchmark prints its result")]
fn measured(
    operation: &dyn AnyOperation,
    world: &World,
    pairs: &[(&str, &str)],
    now: Timestamp,
) -> Outcome<()> {
    let (caller, name) = (Caller::pro(), operation.meta().name);
    let view = View::new(world, &caller);
    let mut spent = Vec::with_capacity(CALLS);
    for _ in 0..CALLS {
        let begun = clock::monotonic();
        let answer = operation.answer(&view, pairs, now).map_err(|error| format!("{name}: {error}"))?;
        black_box(answer);
        spent.push(begun.elapsed().as_secs_f64() * 1e6);
    }
    let (median, fastest) = middle(spent);
    println!(
        "{median:7.1} us {fastest:7.1} us {:5.2} of {OPERATION_US}  {name} {pairs:?}",
        median / OPERATION_US
    );
    Ok(())
}

/// Finds the region of every resort in a synthetic file of realistic size: 800 regions of 300 points.
#[expect(clippy::print_stdout, reason = "a benchmark prints its result")]
fn place() -> Outcome<()> {
    let feature = |nth: u32| {
        let (west, south) = (5.0 + f64::from(nth % 40) * 0.3, 43.0 + f64::from(nth / 40) * 0.25);
        let point = |step: u32| {
            let turn = f64::from(step % 300) / 300.0 * std::f64::consts::TAU;
            [west + 0.16 * turn.cos(), south + 0.14 * turn.sin()]
        };
        let ring: Vec<[f64; 2]> = (0..=300).map(point).collect();
        json!({
            "type": "Feature", "properties": { "id": format!("XX-{nth}") },
            "geometry": { "type": "Polygon", "coordinates": [ring] },
        })
    };
    let features: Vec<_> = (0..800).map(feature).collect();
    let file = json!({ "type": "FeatureCollection", "features": features }).to_string();
    let regions = Regions::from_geojson(file.as_bytes())?;
    let (resorts, day) = (catalogue::embedded()?, NaiveDate::from_ymd_opt(2026, 1, 10).ok_or("no day")?);
    let mut spent = Vec::new();
    for _ in 0..ROUNDS {
        let begun = clock::monotonic();
        for resort in &resorts {
            black_box(regions.at(resort.lat, resort.lon, day));
        }
        spent.push(begun.elapsed().as_secs_f64() * 1e6 / resorts.len() as f64);
    }
    let (median, fastest) = middle(spent);
    println!(
        "{median:7.2} us {fastest:7.2} us {:5.2} of {PLACE_US}  region of a place among {}",
        median / PLACE_US,
        regions.len()
    );
    Ok(())
}
