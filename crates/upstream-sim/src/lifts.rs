//! The synthetic lift feeds of a world: the resorts that have one, the states of their lifts, and the `robots.txt` for
//! them.
//!
//! Lifts stop for the wind of the same weather as the forecasts'. Besides healthy feeds there are the traps of recorded
//! ones: a term that no table has, zeros for unknown values, a renamed member, an HTML page.

mod wire;

use chrono_tz::Tz;
use conditions_core::time::{MINUTE_MS, Timestamp};
use serde::{Deserialize, Serialize};

use crate::noise::{hash, unit};
use crate::weather::{Site, Weather, hour, hours};
use crate::{SimResponse, World};

/// Path of the feeds below the simulator's address; the rest of the path is the feed's key.
pub const FOLDER: &str = "/lift-feeds/";

/// A family with a known wire format.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Family {
    /// A list of lifts with runs.
    MtnPowder,
    /// A list of lifts.
    Boyne,
    /// A list of lifts of winter and summer.
    Powdr,
    /// Lifts under a local time.
    Aspen,
    /// Facilities, counted.
    Micado,
    /// A page with an object in a script.
    Vail,
    /// Lifts and runs by key, depths in inches.
    JacksonHole,
    /// Lifts and runs that are open or not.
    PatsPeak,
}

impl Family {
    /// Every family.
    pub const ALL: [Self; 8] = [
        Self::MtnPowder,
        Self::Boyne,
        Self::Powdr,
        Self::Aspen,
        Self::Micado,
        Self::Vail,
        Self::JacksonHole,
        Self::PatsPeak,
    ];

    /// Returns the family's identifier.
    #[must_use]
    pub const fn id(self) -> &'static str {
        match self {
            Self::MtnPowder => sources::lifts::mtnpowder::LANE,
            Self::Boyne => sources::lifts::boyne::LANE,
            Self::Powdr => sources::lifts::powdr::LANE,
            Self::Aspen => sources::lifts::aspen::LANE,
            Self::Micado => sources::lifts::micado::LANE,
            Self::Vail => sources::lifts::vail::LANE,
            Self::JacksonHole => sources::lifts::jackson_hole::LANE,
            Self::PatsPeak => sources::lifts::pats_peak::LANE,
        }
    }
}

/// Fault of a feed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LiftTrap {
    /// The first lift's state is a term that no table has.
    UnknownWord,
    /// Counts and depths are 0, and lists are empty, as before a season.
    Zeros,
    /// The state's member has another name.
    RenamedField,
    /// An HTML page.
    Page,
    /// A page that asks to wait.
    WaitingRoom,
}

/// A resort's synthetic feed.
#[derive(Debug, Clone, PartialEq)]
pub struct LiftArea {
    /// The end of its path, see [`FOLDER`].
    pub key: String,
    pub family: Family,
    /// Degrees north.
    pub lat: f64,
    /// Degrees east.
    pub lon: f64,
    /// Elevation of its depths, metres above sea level.
    pub elevation_m: f64,
    /// Time zone of its local times.
    pub zone: Tz,
    pub lifts: u32,
    pub runs: u32,
    pub trap: Option<LiftTrap>,
}

/// Response to a request for `robots.txt`.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum Robots {
    /// The file does not exist.
    #[default]
    Missing,
    /// The file has this text.
    Text(String),
    /// The response has this status instead.
    Status(u16),
}

/// State of a lift or a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum State {
    Open,
    Closed,
    Hold,
    Scheduled,
}

/// The lifts or the runs of a feed.
struct Scene {
    lifts: Vec<State>,
    runs: Vec<State>,
    /// Time of the last change.
    changed: Timestamp,
    depth_cm: f64,
}

/// A gust that stops a lift, metres per second.
const STOPPING_GUST: f64 = 18.0;
/// Interval at which changes are recorded.
const EVERY_MS: i64 = 10 * MINUTE_MS;

/// Answers a request for a feed or for `robots.txt`; `None` for any other path.
pub(crate) fn handle(world: &World, path: &str, now: Timestamp) -> Option<SimResponse> {
    if path == "/robots.txt" {
        return Some(match &world.robots {
            Robots::Missing => SimResponse::new(404, "text/plain", b"Not Found".to_vec()),
            Robots::Text(text) => SimResponse::new(200, "text/plain", text.clone().into_bytes()),
            Robots::Status(status) => SimResponse::new(*status, "text/plain", Vec::new()),
        });
    }
    let key = path.strip_prefix(FOLDER)?;
    let area = world.lift_areas.iter().find(|area| area.key == key)?;
    Some(wire::answer(area, &scene(world, area, now)))
}

fn scene(world: &World, area: &LiftArea, now: Timestamp) -> Scene {
    let changed = Timestamp::from_millis(now.millis() - now.millis().rem_euclid(EVERY_MS));
    let weather = Weather::from_world(world);
    let site = Site::new(world.seed, area.lat, area.lon, Some(area.elevation_m));
    let at = hours(changed);
    let gust = hour(&site, weather.drivers(&site, at), at).gust_mps;
    let depth = crate::snowpack::depths_cm(&weather, &site, changed, 1);
    let of = |what: u64, count: u32| {
        let one = |nth: u32| {
            let lot = unit(hash(
                hash(hash(world.seed, what), crate::noise::place_key(area.lat, area.lon)),
                u64::from(nth),
            ));
            if lot < 0.75 {
                // The higher a lift, the sooner the wind stops it.
                if gust > STOPPING_GUST * (1.5 - lot) { State::Hold } else { State::Open }
            } else if lot < 0.9 {
                State::Closed
            } else {
                State::Scheduled
            }
        };
        (0..count).map(one).collect::<Vec<State>>()
    };
    // Runs do not wait for the wind, and are never scheduled.
    let runs = of(42, area.runs).into_iter();
    let runs =
        runs.map(|state| if state == State::Scheduled { State::Closed } else { State::Open }).collect();
    Scene { lifts: of(41, area.lifts), runs, changed, depth_cm: depth.first().copied().unwrap_or(0.0) }
}
