//! `demo`: runs server and simulator in one process, to try the service without a network. Every answer is marked as
//! synthetic.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use actix_web::http::StatusCode;
use actix_web::{App, HttpRequest, HttpResponse, HttpServer, web};
use catalogue::Resort;
use futures_util::stream;
use ingest_runner::options::{CameraUpstream, LiftUpstream};
use runtime::clock;
use upstream_sim::{Family, LiftArea, Network, SimResponse, Station, World};
use world::pictures::Camera;

use crate::config::{Backfill, Settings};
use crate::error::one_line;
use crate::serve;

/// Serves a simulated winter.
///
/// # Errors
/// Returns a one-line message if the demo cannot start or keep running.
pub fn run(settings: Settings, seed: u64) -> Result<(), String> {
    if settings.open_meteo_url.is_some() || settings.database_url.is_some() {
        return Err(
            "demo uses its own upstream and database; remove --open-meteo-url and --database-url".to_owned()
        );
    }
    let own_folder = settings.data_dir.is_none();
    let mut config = settings.config().map_err(one_line)?;
    let listener = edge::server::listen(config.bind)
        .map_err(|source| one_line(serve::ServeError::Listen { address: config.bind, source }))?;
    let resorts = catalogue::embedded().map_err(one_line)?;
    let lift_areas = lift_areas(&resorts);
    let world = World {
        seed,
        stations: stations(seed, &resorts),
        lift_areas: lift_areas.clone(),
        ..World::default()
    };
    let upstream = start_world(world)?;
    config.lifts = lift_feeds(&format!("http://{upstream}"), &lift_areas, LIFTS_EVERY)?;
    config.open_meteo.base_url = Some(format!("http://{upstream}"));
    // Lanes that the simulator does not cover are switched off: a demonstration calls no real upstream.
    config.stations.retain(|station| Network::simulates(station.lane));
    config.documents.retain(|documents| upstream_sim::DOCUMENTS.contains(&documents.lane));
    config.cameras = cameras(&format!("http://{upstream}"))?;
    for lane in config.stations.iter_mut().chain(&mut config.documents) {
        lane.base_url = format!("http://{upstream}");
    }
    config.open_meteo.api_key = None;
    config.open_meteo.daily_calls = None;
    config.open_meteo.archive_url = None;
    config.synthetic = true;
    // Runs in the background, so that the demonstration can be used at once.
    config.backfill = Some(Backfill { resorts: WINTERS_OF.map(str::to_owned).to_vec(), winters: WINTERS });
    if own_folder {
        // Simulated weather is never stored in the folder of real evidence.
        config.data_dir = std::env::temp_dir().join(format!("snow-conditions-demo-{}", std::process::id()));
    }
    let folder = config.data_dir.clone();
    let served = serve::run_on(listener, config).map_err(one_line);
    if own_folder {
        let _ = std::fs::remove_dir_all(folder);
    }
    served
}

/// Resorts with a history: some in each part of the world, and places for which the simulator generates an El Niño.
const WINTERS_OF: [&str; 14] = [
    "alta",
    "aspen-mountain",
    "jackson-hole",
    "kitzbuehel",
    "mammoth-mountain",
    "niseko-united",
    "st-anton",
    "taos",
    "thredbo",
    "val-disere",
    "vail",
    "verbier",
    "whistler-blackcomb",
    "zermatt",
];
/// Number of past winters: enough for a normal, and a few more.
const WINTERS: u16 = 15;

/// One resort of each feed family. The state of their lifts is invented.
const LIFTS: [(&str, Family); 7] = [
    ("aspen-mountain", Family::Aspen),
    ("big-sky", Family::Boyne),
    ("jackson-hole", Family::JacksonHole),
    ("skiwelt-wilder-kaiser-brixental", Family::Micado),
    ("snowbird", Family::Powdr),
    ("vail", Family::Vail),
    ("winter-park", Family::MtnPowder),
];
/// Shortest interval allowed for a lift feed.
const LIFTS_EVERY: Duration = Duration::from_secs(15 * 60);
/// Shortest interval allowed for a recorded camera.
const CAMERAS_EVERY: Duration = Duration::from_secs(5 * 60);

/// Resorts with a recorded camera. The pictures are invented.
const CAMERAS: [&str; 3] = ["alta", "niseko-united", "zermatt"];

/// Returns the synthetic cameras of the demonstration, in the form of the configuration.
///
/// # Errors
/// Returns an error if an address is invalid.
pub fn cameras(base_url: &str) -> Result<Vec<CameraUpstream>, String> {
    let of = |slug: &str| {
        let url = format!("{base_url}{}{slug}.png", upstream_sim::pictures::CAMERAS);
        let url = reqwest::Url::parse(&url).map_err(one_line)?;
        let camera = Camera {
            slug: slug.to_owned(),
            id: "synthetic".to_owned(),
            name: "Synthetic camera".into(),
            still_url: url.to_string(),
            page_url: None,
            owner: "Nobody (synthetic)".into(),
            is_recorded: true,
        };
        Ok(CameraUpstream { camera, url, every: CAMERAS_EVERY })
    };
    CAMERAS.into_iter().map(of).collect()
}

/// Returns the synthetic lift feeds of the demonstration.
#[must_use]
pub fn lift_areas(resorts: &[Resort]) -> Vec<LiftArea> {
    let found = LIFTS.iter().filter_map(|(slug, family)| {
        let resort = resorts.iter().find(|resort| resort.slug == *slug)?;
        Some(lift_area(resort, *family))
    });
    found.collect()
}

/// Returns the synthetic lift feed of a resort, with the resort's number of lifts and runs.
#[must_use]
pub fn lift_area(resort: &Resort, family: Family) -> LiftArea {
    LiftArea {
        key: resort.slug.clone(),
        family,
        lat: resort.lat,
        lon: resort.lon,
        elevation_m: resort.mid_m.or(resort.summit_m).map_or(2_000.0, f64::from),
        zone: resort.timezone,
        lifts: resort.lifts.unwrap_or(10),
        runs: resort.runs.unwrap_or(40),
        trap: None,
    }
}

/// Returns the lift feeds in the form of the configuration.
///
/// # Errors
/// Returns an error if an address is invalid.
pub fn lift_feeds(base_url: &str, areas: &[LiftArea], every: Duration) -> Result<Vec<LiftUpstream>, String> {
    let of = |area: &LiftArea| {
        let url = format!("{base_url}{}{}", upstream_sim::lifts::FOLDER, area.key);
        let url = reqwest::Url::parse(&url).map_err(one_line)?;
        Ok(LiftUpstream { slug: area.key.clone(), family: area.family.id(), url, every })
    };
    areas.iter().map(of).collect()
}

struct SimulatedUpstreams {
    world: World,
    requests: AtomicU64,
}

/// Places two mountain stations at every resort that a network of its country covers, and an airport near every resort.
/// The upper station has no snow gauge if the network has such stations.
#[must_use]
pub fn stations(seed: u64, resorts: &[Resort]) -> Vec<Station> {
    let mut out = Vec::new();
    for (nth, resort) in resorts.iter().enumerate() {
        let (Some(base), Some(summit)) = (resort.base_m, resort.summit_m) else { continue };
        let (base, summit) = (f64::from(base), f64::from(summit));
        let place = (resort.lat, resort.lon);
        let near = |network, number, away_km, elevation_m| {
            Station::near(seed, network, number, place, away_km, elevation_m)
        };
        if let Some(network) = mountain_network(resort) {
            out.push(near(network, 2 * nth, 2.5, f64::midpoint(base, summit)));
            let upper = near(network, 2 * nth + 1, 1.5, summit - 0.1 * (summit - base));
            out.push(if network == Network::Snotel { upper } else { upper.without_gauge() });
        }
        out.push(near(Network::Metar, nth, 14.0, base));
    }
    out
}

fn mountain_network(resort: &Resort) -> Option<Network> {
    match resort.country.as_str() {
        "US" if resort.lon < WEST_OF => Some(Network::Snotel),
        "CH" => Some(Network::Slf),
        "AT" => Some(Network::Tawes),
        "CA" => Some(Network::Swob),
        "JP" => Some(Network::Amedas),
        _ => None,
    }
}

/// Eastern limit of the mountain network of the United States, in degrees east: the eastern edge of the Rocky
/// Mountains.
const WEST_OF: f64 = -104.0;

/// Starts the simulator on a free loopback port, on its own thread, and returns the address.
///
/// # Errors
/// Returns an error if the system refuses a socket or a thread.
pub fn start(seed: u64) -> Result<std::net::SocketAddr, String> {
    start_world(World { seed, ..World::default() })
}

/// Like [`start`], but for a given world, which may inject faults.
///
/// # Errors
/// Returns the same errors as [`start`].
pub fn start_world(world: World) -> Result<std::net::SocketAddr, String> {
    let listener = edge::server::listen(([127, 0, 0, 1], 0).into()).map_err(one_line)?;
    let address = listener.local_addr().map_err(one_line)?;
    let simulated = Arc::new(SimulatedUpstreams { world, requests: AtomicU64::new(0) });
    let server = move || {
        let simulated = web::Data::from(Arc::clone(&simulated));
        App::new().app_data(simulated).default_service(web::to(answer))
    };
    std::thread::Builder::new()
        .name("simulator".to_owned())
        .spawn(move || {
            let running =
                HttpServer::new(server).workers(1).disable_signals().tcp_nodelay(true).listen(listener);
            let outcome = running.and_then(|server| actix_web::rt::System::new().block_on(server.run()));
            if let Err(error) = outcome {
                tracing::error!(%error, "the simulator stopped");
            }
        })
        .map_err(one_line)?;
    Ok(address)
}

async fn answer(request: HttpRequest, simulated: web::Data<SimulatedUpstreams>) -> HttpResponse {
    let number = simulated.requests.fetch_add(1, Ordering::Relaxed);
    let (path, query) = (request.path().to_owned(), request.query_string().to_owned());
    let shared = simulated.into_inner();
    let now = clock::now();
    // Weather for fifty places takes too long for the socket's thread.
    let made = web::block(move || upstream_sim::handle(&shared.world, &path, &query, now, number)).await;
    match made {
        Ok(made) => send(made).await,
        Err(_) => HttpResponse::InternalServerError().finish(),
    }
}

async fn send(made: SimResponse) -> HttpResponse {
    if made.delay_ms > 0 {
        actix_web::rt::time::sleep(Duration::from_millis(made.delay_ms)).await;
    }
    let mut response = HttpResponse::build(StatusCode::from_u16(made.status).unwrap_or(StatusCode::OK));
    for (name, value) in &made.headers {
        response.insert_header((*name, value.as_str()));
    }
    match made.truncate_at {
        None => response.body(made.body),
        Some(_) => {
            let sent = web::Bytes::copy_from_slice(made.sent());
            let broken = std::io::Error::from(std::io::ErrorKind::ConnectionReset);
            // The full length is announced, but the connection ends early.
            response
                .no_chunking(made.body.len() as u64)
                .streaming(stream::iter([Ok::<_, std::io::Error>(sent), Err(broken)]))
        }
    }
}
