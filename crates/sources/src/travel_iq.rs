//! 511 services of states on the Travel-IQ platform: roadside stations, cameras and, if available, mountain passes. One
//! lane per state, because each state issues its own keys.
//!
//! Temperatures are Fahrenheit, as text. The units of winds and visibility are left out, because no documentation of
//! them was available. A pass gives its seasonal closure and nothing about chains: "open" does not state that no
//! restriction is in effect. A closure without a time is reported only in the agency's words.

use conditions_core::time::{MINUTE_MS, Timestamp};
use roads::weather::{RoadReading, RoadStation, SurfaceTemp, TEMPERATURES_C, within};
use roads::{Camera, CameraState, Control, Level, RoadPolicy, Sheet, Spot, UnknownReason, camera};
use serde_json::Value;

use crate::credit::Credit;
use crate::document::{DocumentLane, Subject};
use crate::error::{FaultPosition, Kind, ParseError, excerpt, note};
use crate::keyed::{celsius, identifier, list, number, place, text};
use crate::lane::{Allowance, Bounds, Lane, Meta, PollSchedule, SECOND_MS};
use crate::parsed_value::Observations;
use crate::phrases::road;
use crate::station::{Header, Request};
use crate::wsdot::{of_sheet, whole};

const HEADERS: &[Header] = &[Header::UserAgent, Header::Accept("application/json")];
/// Maximum length of names and texts; longer ones are cut.
const LONGEST_NAME: usize = 120;
const LONGEST_WORDS: usize = 200;
/// Maximum number of views of one camera.
const MOST_VIEWS: usize = 50;
/// As often as their terms like: each poll is two or three of the ten calls a minute.
const RHYTHM: PollSchedule = PollSchedule::minutes(15);
const BOUNDS: Bounds = Bounds::new(24, 10_000);
const ALLOWANCE: Allowance = Allowance { calls: &[(10, MINUTE_MS)], note: "a free developer key" };

/// A state's service.
#[derive(Debug, Clone, Copy)]
pub struct TravelIq {
    pub meta: &'static Meta,
    /// The state, as named in the catalogue.
    pub state: &'static str,
    /// Whether it has a list of mountain passes.
    pub has_passes: bool,
}

/// Expands to a state's lane; the arguments are the texts that differ between states.
macro_rules! state {
    ($id:literal, $state:literal, $credit:literal, $url:literal, $has_passes:literal) => {
        TravelIq {
            meta: &Meta {
                id: $id,
                title: concat!($state, " 511"),
                measures: concat!("road weather and cameras of ", $state, "; only with a key"),
                rhythm: RHYTHM,
                bounds: BOUNDS,
                allowance: ALLOWANCE,
                credit: Credit {
                    name: $credit,
                    url: concat!($url, "/"),
                    licence: "the agency's developer terms",
                    licence_url: None,
                    text: concat!("Road conditions: ", $credit),
                },
                providers: &[],
                terms: concat!($url, "/developers/doc"),
                base_url: $url,
                docs: concat!($url, "/developers/doc"),
            },
            state: $state,
            has_passes: $has_passes,
        }
    };
}

/// Every state whose base URL is known.
pub const STATES: [TravelIq; 6] = [UTAH, NEVADA, IDAHO, ALASKA, WISCONSIN, NEW_YORK];

/// The roads of Utah, from its department of transportation.
pub const UTAH: TravelIq = state!(
    "utah-511",
    "Utah",
    "Utah Department of Transportation (UDOT)",
    "https://www.udottraffic.utah.gov",
    true
);
/// The roads of Nevada, from its department of transportation.
pub const NEVADA: TravelIq = state!(
    "nevada-511",
    "Nevada",
    "Nevada Department of Transportation (NDOT)",
    "https://www.nvroads.com",
    false
);
/// The roads of Idaho, from its department of transportation.
pub const IDAHO: TravelIq = state!(
    "idaho-511",
    "Idaho",
    "Idaho Transportation Department (511 Idaho)",
    "https://511.idaho.gov",
    true
);
/// The roads of Alaska, from its department of transportation.
pub const ALASKA: TravelIq = state!(
    "alaska-511",
    "Alaska",
    "Alaska Department of Transportation (511 Alaska)",
    "https://511.alaska.gov",
    false
);
/// The roads of Wisconsin, from its department of transportation.
pub const WISCONSIN: TravelIq = state!(
    "wisconsin-511",
    "Wisconsin",
    "Wisconsin Department of Transportation (511 Wisconsin)",
    "https://511wi.gov",
    false
);
/// The roads of New York, from its department of transportation.
pub const NEW_YORK: TravelIq = state!(
    "new-york-511",
    "New York",
    "New York State Department of Transportation (511NY)",
    "https://511ny.org",
    false
);

impl Lane for TravelIq {
    fn meta(&self) -> &'static Meta {
        self.meta
    }

    fn key(&self) -> Option<&'static str> {
        Some("key")
    }

    fn observations(&self, body: &[u8]) -> Result<Observations, ParseError> {
        let (sheet, faults) = self.read(body)?;
        Ok(of_sheet(self.meta.id, sheet, faults))
    }
}

impl DocumentLane for TravelIq {
    type Value = Sheet;

    fn subjects(&self, _now: Timestamp) -> Vec<Subject> {
        let resources = ["weatherstations", "cameras", "mountainpasses"];
        let asked = resources.into_iter().filter(|name| self.has_passes || *name != "mountainpasses");
        let subject = |name| {
            let path = format!("/api/v2/get/{name}?format=json");
            Subject::new(format!("{}-{name}", self.meta.id), Request::get(path, HEADERS))
        };
        asked.map(subject).collect()
    }

    fn document(&self, _subject: &Subject, body: &[u8]) -> Result<Sheet, ParseError> {
        let (sheet, faults) = self.read(body)?;
        whole(sheet, faults)
    }
}

impl TravelIq {
    /// Returns whether this lane covers a country or state.
    #[must_use]
    pub fn covers(&self, country: &str, state: Option<&str>) -> bool {
        country == "US" && state == Some(self.state)
    }

    /// Reads any of the three lists: its records state what they are.
    fn read(&self, body: &[u8]) -> Result<(Sheet, Vec<ParseError>), ParseError> {
        let lane = self.meta.id;
        let mut sheet = Sheet { lane: lane.to_owned(), ..Sheet::default() };
        let mut faults = Vec::new();
        for (index, item) in list(lane, body, BOUNDS.records)?.into_iter().enumerate() {
            let read = item
                .parse::<Value>()
                .map_err(|error| Kind::Malformed(error.to_string()))
                .and_then(|value| record(&value, &mut sheet));
            if let Err(kind) = read {
                note(&mut faults, [ParseError { lane, at: FaultPosition::Row(index), kind }]);
            }
        }
        Ok((sheet, faults))
    }
}

fn record(value: &Value, sheet: &mut Sheet) -> Result<(), Kind> {
    if value["Views"].is_array() {
        sheet.cameras.extend(views(value)?);
    } else if value.get("SeasonalInfo").is_some() || value.get("MaxElevation").is_some() {
        sheet.controls.push(pass(value)?);
    } else {
        sheet.stations.push(station(value)?);
    }
    Ok(())
}

/// Returns the identifier, and the location under the first of these names that is not empty.
fn spot(value: &Value, names: &[&str]) -> Result<(String, Spot), Kind> {
    let missing = |what: &str| Kind::Malformed(format!("no {what}"));
    let named = |name: &str| text(&value[name]).map(|text| excerpt(text, LONGEST_NAME));
    let (lat, lon) = place(&value["Latitude"], &value["Longitude"])?;
    let spot = Spot {
        lat,
        lon,
        elevation_m: None,
        road: named("Roadway").map(Into::into),
        direction: named("Direction").filter(|way| way != "None" && way != "Unknown").map(Into::into),
        name: names.iter().find_map(|name| named(name)).ok_or_else(|| missing("name"))?.into(),
        near: None,
    };
    Ok((identifier(&value["Id"]).ok_or_else(|| missing("identifier"))?, spot))
}

fn station(value: &Value) -> Result<RoadStation, Kind> {
    let (id, spot) = spot(value, &["StationName", "Name"])?;
    let temperature = |name: &str| number(&value[name]).map(celsius);
    let air_temp_c = temperature("AirTemperature").and_then(|degrees| within(degrees, TEMPERATURES_C));
    let words = |name: &str| text(&value[name]).map(|words| excerpt(words, LONGEST_NAME));
    let seconds =
        value["LastUpdated"].as_i64().filter(|seconds| (1_000_000_000..10_000_000_000).contains(seconds));
    let reading = RoadReading {
        observed_at: seconds.map(|seconds| Timestamp::from_millis(seconds * SECOND_MS)),
        surface_temp_c: SurfaceTemp::new(&RoadPolicy::DEFAULT, temperature("SurfaceTemp"), air_temp_c),
        air_temp_c,
        precipitation: words("Precipitation").map(Into::into),
        surface: words("SurfaceStatus").map(Into::into),
        ..RoadReading::default()
    };
    let tells = reading.observed_at.is_some() && !reading.is_empty();
    Ok(RoadStation { id, spot: Some(spot), reading: tells.then_some(reading) })
}

fn views(value: &Value) -> Result<Vec<Camera>, Kind> {
    let (id, spot) = spot(value, &["Location", "Roadway"])?;
    let views = value["Views"].as_array().map(Vec::as_slice).unwrap_or_default();
    let view = |(nth, view): (usize, &Value)| {
        let state = match text(&view["Status"]) {
            Some("Enabled") => CameraState::InService,
            Some("Disabled") => CameraState::OutOfService,
            _ => CameraState::Unknown,
        };
        let still = text(&view["Url"]).and_then(camera::link);
        Camera {
            id: format!("{id}-{}", nth + 1),
            spot: spot.clone(),
            state,
            still_url: still.filter(|_| state != CameraState::OutOfService),
            every_minutes: None,
            changed_at: None,
        }
    };
    Ok(views.iter().take(MOST_VIEWS).enumerate().map(view).collect())
}

fn pass(value: &Value) -> Result<Control, Kind> {
    let (id, spot) = spot(value, &["Name"])?;
    let seasons = value["SeasonalInfo"].as_array().map(Vec::as_slice).unwrap_or_default();
    let closes = |season: &Value| {
        text(&season["SeasonalClosureStatus"])
            .is_some_and(|words| road::stated_level(words, "") == Ok(Level::Closed))
    };
    let is_closed = seasons.iter().any(closes);
    let said = seasons.iter().find_map(|season| text(&season["SeasonalClosureDescription"]));
    let status = seasons.iter().find_map(|season| text(&season["SeasonalClosureStatus"]));
    let said: Vec<&str> = [status, said].into_iter().flatten().collect();
    Ok(Control {
        id,
        spot,
        stated: if is_closed { Ok(Level::Closed) } else { Err(UnknownReason::NotReported) },
        said: (!said.is_empty()).then(|| excerpt(&said.join(": "), LONGEST_WORDS)).map(Into::into),
        since: None,
        as_of: None,
        holds_ms: None,
    })
}

#[cfg(test)]
mod tests;
