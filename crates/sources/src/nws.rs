//! The grid forecast of the US National Weather Service: a cross-check for American resorts, with a snow level. It is
//! a forecast, not a station.
//!
//! A place has a grid cell (`/points`), the cell has a forecast (`/gridpoints`): layers of values, each valid for a
//! span of time of its own length. Snowfall is the depth in millimetres that falls within the span.

mod grid;
mod layer;
mod span;

use crate::credit::Credit;
use crate::error::{At, Kind, ParseError, Refusal};
use crate::lane::{Lane, Meta};
use crate::observed::Observations;
use crate::station::raw::{Number, Object, Raw};
use crate::station::{Header, Request, is_place};

pub use grid::Grid;
pub use layer::{Amounts, Hour, States};
pub use span::Span;

/// The lane's identifier.
pub const LANE: &str = "nws";

const HEADERS: &[Header] = &[Header::UserAgent, Header::Accept("application/geo+json")];

static META: Meta = Meta {
    id: LANE,
    title: "National Weather Service",
    measures: "grid forecast for the United States, 7 days ahead: snowfall, snow level, precipitation, temperature, wind",
    every: "6 h",
    limits: "none stated; fair use; a User-Agent is required",
    credit: Credit {
        name: "National Weather Service",
        url: "https://www.weather.gov/",
        licence: "public domain",
        licence_url: Some("https://www.weather.gov/disclaimer"),
        text: "US grid forecast: NOAA / National Weather Service",
    },
    providers: &[],
    terms: "https://www.weather.gov/disclaimer",
    base_url: "https://api.weather.gov",
    docs: "https://www.weather.gov/documentation/services-web-api",
};

/// The lane.
#[derive(Debug, Clone, Copy)]
pub struct Nws;

impl Lane for Nws {
    fn meta(&self) -> &'static Meta {
        &META
    }

    fn observations(&self, body: &[u8]) -> Result<Observations, ParseError> {
        if let Ok(cell) = Cell::read(body) {
            let text = format!("the address of grid cell {cell}, which holds no values");
            return Ok(Observations::new(Box::new(std::iter::empty()), vec![error(Kind::Malformed(text))]));
        }
        grid::observations(body)
    }
}

/// A grid cell's address.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Cell {
    office: String,
    x: u32,
    y: u32,
}

impl std::fmt::Display for Cell {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}/{},{}", self.office, self.x, self.y)
    }
}

/// What to ask for the cell of a place, degrees north and east; `None` when it is no place.
#[must_use]
pub fn cell_request(lat: f64, lon: f64) -> Option<Request> {
    // Four decimals at most, and none to spare: the service answers anything else with a redirect.
    is_place(lat, lon).then(|| Request::get(format!("/points/{},{}", degrees(lat), degrees(lon)), HEADERS))
}

impl Cell {
    /// An address; `None` when it cannot be one.
    #[must_use]
    pub fn new(office: &str, x: u32, y: u32) -> Option<Self> {
        let plain =
            (3..=4).contains(&office.len()) && office.bytes().all(|byte| byte.is_ascii_alphanumeric());
        plain.then(|| Self { office: office.to_ascii_uppercase(), x, y })
    }

    /// Reads an answer to [`cell_request`].
    ///
    /// # Errors
    /// When it holds no address: the service has no forecast there, or the answer does not read.
    pub fn read(body: &[u8]) -> Result<Self, ParseError> {
        let properties = properties(body)?;
        // Only an answer about a place has this member; a forecast carries the same address without it.
        if properties.get("forecastGridData").is_none() {
            return Err(error(Kind::Malformed("not the address of a grid cell".to_owned())));
        }
        let named = || {
            let whole = |name| whole(properties.get(name)?);
            Self::new(&properties.text("gridId")?, whole("gridX")?, whole("gridY")?)
        };
        let linked = || {
            let link = properties.text("forecastGridData")?;
            let (office, cell) = link.split_once("/gridpoints/")?.1.split_once('/')?;
            let (x, y) = cell.split_once(',')?;
            Self::new(office, x.parse().ok()?, y.parse().ok()?)
        };
        let refusal = || Kind::Refused { refusal: Refusal::NoData, reason: "no grid cell here".to_owned() };
        linked().or_else(named).ok_or_else(|| error(refusal()))
    }

    /// What to ask for its forecast.
    #[must_use]
    pub fn forecast_request(&self) -> Request {
        Request::get(format!("/gridpoints/{self}"), HEADERS)
    }
}

/// The properties of a GeoJSON answer.
fn properties(body: &[u8]) -> Result<Object<'_>, ParseError> {
    let object = Raw::document(LANE, body)?.object().map_err(error)?;
    let Some(properties) = object.get("properties") else { return Err(error(object.refusal())) };
    properties.object().map_err(error)
}

/// A whole number, which the service writes as a number here and as text there.
fn whole(raw: Raw<'_>) -> Option<u32> {
    if let Some(text) = raw.text() {
        return text.trim().parse().ok();
    }
    match raw.number() {
        Number::Is(value) if value.fract() == 0.0 && (0.0..=1e6).contains(&value) => Some(value as u32),
        Number::Is(_) | Number::Null | Number::Unreadable => None,
    }
}

fn degrees(value: f64) -> String {
    let text = format!("{value:.4}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}

fn error(kind: Kind) -> ParseError {
    ParseError { lane: LANE, at: At::Body, kind }
}

#[cfg(test)]
mod tests;
