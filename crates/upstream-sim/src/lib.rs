//! Development only: answers as Open-Meteo and the station networks would, from a seeded synthetic weather world, with
//! faults and planned storms on demand.
//!
//! Pure: the response is a function of the world, the request, the time and the request's number. None of the values is
//! a measurement or a forecast; every response has the header `X-Synthetic: true`. The body has exactly the real wire
//! format, so that the readers of the real upstreams read it.
//!
//! ```text
//! (seed, place, hour) --weather--> truth --models--> seven opinions that agree early and part late --body--> bytes
//!                                  truth --stations--> readings of instruments near the resorts --> bytes
//! ```

pub mod archive;
pub mod avalanche;
pub mod body;
pub mod climate;
pub mod dataless;
pub mod enso;
pub mod fault;
pub mod lifts;
pub mod models;
pub mod noise;
pub mod pictures;
pub mod query;
pub mod roads;
pub mod sensor;
pub mod snowpack;
pub mod station;
pub mod stations;
pub mod storm;
pub mod truth;
pub mod weather;

use conditions_core::time::Timestamp;
use sources::avalanche::issuers;

pub use archive::{ArchiveTrap, PlacedTrap};
pub use avalanche::{BulletinFault, BulletinTrap};
pub use dataless::{Dataless, RefusalMode};
pub use fault::{Chance, Fault, Faults, Window};
pub use lifts::{Family, LiftArea, LiftTrap, Robots};
pub use pictures::PictureFaults;
pub use roads::RoadFaults;
pub use sensor::{Sensor, SensorQuantity, Trap};
pub use station::{Network, Station};
pub use storm::Storm;

/// The simulated document lanes.
pub const DOCUMENTS: [&str; 18] = [
    sources::enso::LANE,
    sources::caltrans::LANE,
    sources::caltrans::cameras::LANE,
    sources::digitraffic::LANE,
    sources::digitraffic::cameras::LANE,
    issuers::EUREGIO.meta.id,
    issuers::LAWINEN_WARNUNG.meta.id,
    issuers::AINEVA.meta.id,
    issuers::SLF.meta.id,
    issuers::ARAGON.meta.id,
    issuers::LAUEGI.meta.id,
    issuers::LAVINY.meta.id,
    sources::avalanche::varsom::LANE,
    sources::avalanche::avalanche_org::LANE,
    sources::avalanche::avalanche_canada::LANE,
    sources::avalanche::eaws::LANE,
    sources::commons::LANE,
    pictures::LINKS,
];

/// A synthetic world and its faults.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct World {
    /// Seed of the weather: the same seed gives the same weather.
    pub seed: u64,
    /// Faults of the forecast responses.
    pub faults: Faults,
    /// Stations that measure it.
    pub stations: Vec<Station>,
    /// Resorts with lift feeds.
    pub lift_areas: Vec<LiftArea>,
    /// The response to `robots.txt`.
    pub robots: Robots,
    /// Faults of the stations.
    pub sensors: Vec<Sensor>,
    /// Storms in addition to those of the seed.
    pub storms: Vec<Storm>,
    /// Times from which on the El Niño indices are revised slightly.
    pub restated_at: Vec<Timestamp>,
    /// Faults of the roads' files.
    pub roads: RoadFaults,
    /// Faults of pictures.
    pub pictures: PictureFaults,
    /// Warning services with a faulty file of bulletins.
    pub bulletin_traps: Vec<BulletinTrap>,
    /// Places where the archive has peculiarities.
    pub archive: Vec<PlacedTrap>,
    /// Places for which the forecast has no data.
    pub dataless: Vec<Dataless>,
    /// Name of a model that has gone bad.
    pub bad_model: Option<&'static str>,
}

/// A response for the HTTP shell to send.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SimResponse {
    pub status: u16,
    /// Names and values, in order.
    pub headers: Vec<(&'static str, String)>,
    /// The whole body.
    pub body: Vec<u8>,
    /// Delay before the first byte, milliseconds.
    pub delay_ms: u64,
    /// Number of bytes of the body after which the connection closes.
    pub truncate_at: Option<usize>,
}

impl SimResponse {
    /// Returns the bytes of the body that reach the client.
    #[must_use]
    pub fn sent(&self) -> &[u8] {
        self.truncate_at.and_then(|end| self.body.get(..end)).unwrap_or(&self.body)
    }

    fn new(status: u16, content_type: &str, body: Vec<u8>) -> Self {
        let headers = vec![("Content-Type", content_type.to_owned()), ("X-Synthetic", "true".to_owned())];
        Self { status, headers, body, delay_ms: 0, truncate_at: None }
    }

    fn json(status: u16, body: Vec<u8>) -> Self {
        Self::new(status, "application/json; charset=utf-8", body)
    }

    /// Returns an error body as Open-Meteo writes it.
    fn rejection(status: u16, reason: &str) -> Self {
        let mut body = String::from("{\"error\":true,\"reason\":");
        body::push_text(&mut body, reason);
        body.push('}');
        Self::json(status, body.into_bytes())
    }
}

/// Answers a GET request. `query` is the raw query string, `nth_request` counts the requests of this world from 0 and
/// decides, with the seed, which fault strikes.
#[must_use]
pub fn handle(world: &World, path: &str, query: &str, now: Timestamp, nth_request: u64) -> SimResponse {
    let fault = world.faults.pick(world.seed, nth_request);
    if let Some(answer) = fault.as_ref().and_then(|fault| fault.instead(now)) {
        return answer;
    }
    if path.trim_end_matches('/') != "/v1/forecast" {
        let mut answer = archive::handle(world, path, query, now)
            .or_else(|| lifts::handle(world, path, now))
            .or_else(|| enso::handle(world, path, now))
            .or_else(|| roads::handle(world, path, query, now))
            .or_else(|| avalanche::handle(world, path, query, now))
            .or_else(|| pictures::handle(world, path, query, now))
            .or_else(|| stations::handle(world, path, query, now))
            .unwrap_or_else(|| SimResponse::rejection(404, "Not Found"));
        if let Some(fault) = &fault {
            fault.damage(&mut answer, world.seed, nth_request);
        }
        return answer;
    }
    let request = match query::parse(query, now) {
        Ok(request) => request,
        Err(reason) => return SimResponse::rejection(400, &reason),
    };
    if let Some(refusal) = dataless::refusal(world, &request) {
        return refusal;
    }
    let body = body::forecast(world, &request, now, fault.as_ref());
    let mut answer = SimResponse::json(200, body);
    if let Some(fault) = &fault {
        fault.damage(&mut answer, world.seed, nth_request);
    }
    answer
}
