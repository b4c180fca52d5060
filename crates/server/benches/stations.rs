//! Measures one refresh of every station network for every resort of the catalogue: parsed, matched, stored, resolved,
//! published. `cargo bench -p server --bench stations`; a minute, mostly for generating the simulator's responses,
//! which is not counted.
//!
//! The goal is two seconds of one core, not counting the network. Processor time of all threads is counted instead of
//! elapsed time, so that a busy machine gives the same result. Linux only (`/proc`). Before the first measured round,
//! stations already have days of history as in service, because the checks use it.

use std::error::Error;
use std::sync::Arc;

use ::world::World;
use conditions_core::policy::Policy;
use conditions_core::time::{HOUR_MS, MINUTE_MS, Timestamp};
use ingest::stations::measured::{self, Zones};
use ingest::stations::network_state::NetworkState;
use ingest_runner::station_lanes::{places, zones};
use publication::published::Published;
use publication::publisher::renewed;
use publication::store;
use publication::versions::Versions;
use server::commands::demo;
use sources::StationNetwork;
use sources::matching::Place;
use sources::station::Request;
use storage::evidence::{self, NewEvidence};
use storage::{Options, Store};
use upstream_sim::handle;

#[path = "support/load.rs"]
#[expect(dead_code, reason = "only the processor time is used")]
mod load;
#[path = "../../http-api/benches/support/world.rs"]
mod world;

type Outcome<T> = Result<T, Box<dyn Error>>;

/// Goal in seconds of one core.
const GOAL: f64 = 2.0;
const ROUNDS: usize = 5;
/// Hours of history, and the number of polls in it.
const PAST_H: i64 = 72;
const STEP_H: i64 = 4;
const AHEAD_MS: i64 = 10 * MINUTE_MS;
const PARTS: [&str; 7] = [
    "list of stations, parsed",
    "matched with the resorts",
    "readings, parsed",
    "checked, written as rows",
    "stored",
    "resolved and published",
    "whole days measured",
];

/// Seconds of each part of one round.
type Spent = [f64; PARTS.len()];

/// A network with its responses of this round.
struct Network {
    network: &'static dyn StationNetwork,
    known: NetworkState,
    list: Vec<(Request, Vec<u8>)>,
    readings: Vec<(Request, Vec<u8>)>,
}

#[expect(clippy::print_stdout, reason = "a benchmark prints its result")]
fn main() -> Outcome<()> {
    let resorts = catalogue::embedded()?;
    let stations = demo::stations(1, &resorts);
    let upstream = upstream_sim::World { seed: 1, stations, ..upstream_sim::World::default() };
    let folder = std::env::temp_dir().join(format!("bench-stations-{}", std::process::id()));
    std::fs::create_dir_all(&folder)?;
    let file = folder.join("bench.sqlite");
    let store = Store::open(
        file.to_str().ok_or("the folder name is not valid")?,
        &Options::default(),
        world::full::NOW,
    )?;
    let world = world::world(resorts.len(), world::service())?;
    let (places, zones) = (places(&world), zones(&world));
    let mut networks: Vec<Network> = upstream_sim::Network::ALL
        .into_iter()
        .map(upstream_sim::Network::source)
        .map(|network| Network {
            network,
            known: NetworkState::new(network, None, Vec::new()),
            list: Vec::new(),
            readings: Vec::new(),
        })
        .collect();
    let mut service =
        Service { store, published: Published::new(world, world::full::NOW), versions: Versions::default() };
    let begin = world::full::NOW.plus_millis(-PAST_H * HOUR_MS);
    let mut hours: Vec<i64> = (0..PAST_H).step_by(usize::try_from(STEP_H)?).collect();
    hours.extend((0..=ROUNDS as i64).map(|round| PAST_H + round));
    let mut rounds: Vec<Spent> = Vec::new();
    for hour in hours {
        let now = begin.plus_millis(hour * HOUR_MS + 25 * MINUTE_MS);
        for network in &mut networks {
            network.ask(&upstream, &places, now);
        }
        rounds.push(refresh(&mut networks, &mut service, &places, &zones, now)?);
    }
    let bytes: usize = networks.iter().flat_map(|one| &one.readings).map(|(_, body)| body.len()).sum();
    let wanted: usize = networks.iter().map(|network| network.known.wanted().len()).sum();
    println!(
        "{} resorts, {wanted} stations of {} networks, {:.1} MB of readings",
        places.len(),
        networks.len(),
        bytes as f64 / 1e6
    );
    print(&rounds[rounds.len() - ROUNDS..]);
    std::fs::remove_dir_all(folder)?;
    Ok(())
}

#[expect(clippy::print_stdout, reason = "a benchmark prints its result")]
fn print(rounds: &[Spent]) {
    let median = |mut numbers: Vec<f64>| {
        numbers.sort_by(f64::total_cmp);
        (numbers[numbers.len() / 2], numbers[0])
    };
    for (part, name) in PARTS.iter().enumerate() {
        let (middle, fastest) = median(rounds.iter().map(|spent| spent[part]).collect());
        println!("{name:28} {:8.1} ms median, {:8.1} ms fastest", middle * 1e3, fastest * 1e3);
    }
    let (middle, fastest) = median(rounds.iter().map(|spent| spent.iter().sum()).collect());
    println!(
        "one refresh                  {:8.1} ms median, {:8.1} ms fastest; {:.2} of the goal of {GOAL} s",
        middle * 1e3,
        fastest * 1e3,
        middle / GOAL
    );
}

impl Network {
    /// Generates this round's responses with the simulator.
    fn ask(&mut self, upstream: &upstream_sim::World, places: &[Place], now: Timestamp) {
        let network = self.network;
        let get = |request: Request| {
            let (path, query) = request.path.split_once('?').unwrap_or((&request.path, ""));
            let body = handle(upstream, path, query, now, 0).body;
            (request, body)
        };
        self.list = network.directory_requests().into_iter().map(get).collect();
        if self.known.directory().is_none() {
            // The first round needs the list of stations.
            let stations =
                self.list.iter().filter_map(|(request, body)| network.directory(request, body).ok());
            let stations = stations.flat_map(|parsed| parsed.items).collect();
            self.known.relist(stations, places, &Policy::contract(), now);
        }
        let requests = network.reading_requests(self.known.wanted(), now);
        self.readings = requests.into_iter().map(get).collect();
    }
}

/// The stored and published state.
struct Service {
    store: Store,
    published: Published,
    versions: Versions,
}

/// Runs one refresh as `server` does and returns the time of each part.
fn refresh(
    networks: &mut [Network],
    service: &mut Service,
    places: &[Place],
    zones: &Zones,
    now: Timestamp,
) -> Outcome<Spent> {
    let policy = Arc::new(Policy::contract());
    let mut spent = Spent::default();
    let mut rows: Vec<NewEvidence> = Vec::new();
    for one in networks {
        let network = one.network;
        let stations = timed(&mut spent[0], || {
            let lists = one.list.iter().filter_map(|(request, body)| network.directory(request, body).ok());
            lists.flat_map(|parsed| parsed.items).collect()
        })?;
        timed(&mut spent[1], || one.known.relist(stations, places, &policy, now))?;
        let wanted = one.known.wanted().to_vec();
        let readings = timed(&mut spent[2], || {
            let answers = one.readings.iter();
            let read = answers.filter_map(|(request, body)| network.readings(request, &wanted, body).ok());
            read.flat_map(|parsed| parsed.items).collect()
        })?;
        let news = timed(&mut spent[3], || {
            one.known.add_readings(readings, now, AHEAD_MS);
            one.known.changed_rows(&policy)
        })?;
        let days = timed(&mut spent[6], || measured::changed_days(&one.known, zones, now))?;
        one.known.written_mut().stored(days);
        rows.extend(news.iter().cloned().map(|row| ingest_runner::store::row(row, now)));
        one.known.stored(news);
    }
    let store = &service.store;
    timed(&mut spent[4], || store.run_blocking(move |conn| evidence::append(conn, &rows, now)))??;
    let Service { published, versions, .. } = service;
    let renewed = timed(&mut spent[5], || -> Outcome<(Versions, Published)> {
        let since = *versions;
        let (at, news) = store.read_blocking(move |conn| store::changed_in(conn, since))?;
        let world: &World = &published.world;
        Ok((at, renewed(world, news, now)))
    })??;
    (*versions, *published) = renewed;
    Ok(spent)
}

/// Runs `work` and adds its processor time to `seconds`.
fn timed<T>(seconds: &mut f64, work: impl FnOnce() -> T) -> Outcome<T> {
    let begun = load::cpu_seconds(std::process::id())?;
    let done = work();
    *seconds += load::cpu_seconds(std::process::id())? - begun;
    Ok(done)
}
