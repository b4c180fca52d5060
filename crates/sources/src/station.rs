//! Types of the station networks: stations, readings, and requests. The trait is in [`crate::network`].
//!
//! ```text
//! directory_requests --(fetched by the caller)--> bytes --directory--> Station, a thousand of them
//! wanted stations, now --reading_requests--(fetched by the caller)--> bytes --readings--> Reading, by station and time
//! ```
//! Implements `contract-decisions` 1: a station is a separate kind of evidence. Its values are converted to the
//! contract's units on the line that reads them, and a value that the network itself distrusts is dropped and noted.

pub mod clock;

use conditions_core::evidence::Site;
use conditions_core::text::ShownName;
use conditions_core::time::Timestamp;

use crate::error::{FaultPosition, Kind, ParseError, note};
use crate::json_cut::{Number, Parts, Raw};

/// A station, as the network's directory describes it.
#[derive(Debug, Clone, PartialEq)]
pub struct Station {
    pub network: &'static str,
    /// Identifier within the network, exactly as in the readings.
    pub id: String,
    /// Name; the identifier if the network gives none.
    pub name: ShownName,
    /// Kind of place.
    pub site: Site,
    /// Degrees north.
    pub lat: f64,
    /// Degrees east.
    pub lon: f64,
    /// Metres above sea level.
    pub elevation_m: Option<f64>,
    /// Seconds that the network's times for this station are ahead of UTC, all year; `None` if they are UTC.
    pub utc_offset_s: Option<i32>,
    /// Whether it measures snow depth; `None` if the directory does not say.
    pub measures_snow: Option<bool>,
}

/// The measurements of one station at one time, in the contract's units. A missing value is `None`, never a stand-in.
#[derive(Debug, Clone, PartialEq)]
pub struct Reading {
    /// Identifier, see [`Station::id`].
    pub station_id: String,
    /// When it was measured.
    pub observed_at: Timestamp,
    /// Air temperature, degrees Celsius.
    pub temp_c: Option<f64>,
    /// Relative humidity, percent.
    pub humidity_pct: Option<f64>,
    /// Mean wind, metres per second.
    pub wind_mps: Option<f64>,
    /// Highest gust, metres per second.
    pub gust_mps: Option<f64>,
    /// Snow depth, centimetres.
    pub snow_depth_cm: Option<f64>,
    /// Water equivalent of the snow on the ground, millimetres.
    pub swe_mm: Option<f64>,
    /// Temperature of the snow's surface, degrees Celsius.
    pub surface_temp_c: Option<f64>,
    /// New snow of the past 24 hours as the network gives it, centimetres.
    pub new_snow24h_cm: Option<f64>,
    /// Values in the response that are not used, with the reasons.
    pub dropped: Vec<DroppedValue>,
}

/// A value that is not used.
#[derive(Debug, Clone, PartialEq)]
pub struct DroppedValue {
    /// The quantity of the value.
    pub quantity: Quantity,
    /// The value as the upstream wrote it, in its unit; `None` if it is not a number.
    pub value: Option<f64>,
    /// The reason for dropping the value.
    pub reason: Reason,
}

/// Reason for which a value is not used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Reason {
    /// The network's own quality code rejects it.
    #[error("quality code {0}")]
    Quality(String),
    /// The number for "missing" in this network.
    #[error("the number for a missing value")]
    Sentinel,
    /// Text, a list, a bare word: not a finite number.
    #[error("not a number")]
    NotANumber,
    /// A unit that this lane does not know.
    #[error("unit {0}")]
    Unit(String),
    /// Outside the range of any instrument of the kind, see [`Quantity::span`].
    #[error("outside the measurable range")]
    Range,
    /// The station has no instrument for it.
    #[error("the station has no such instrument")]
    NoSensor,
    /// A surface temperature that cannot be that of snow.
    #[error("the surface is not snow")]
    NotSnow,
    /// The response has another value for the same time, and it is unknown which one was measured.
    #[error("another record of the same time contradicts it")]
    Contradicted,
}

/// A measured quantity.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Quantity {
    /// [`Reading::temp_c`].
    Temp,
    /// [`Reading::humidity_pct`].
    Humidity,
    /// [`Reading::wind_mps`].
    Wind,
    /// [`Reading::gust_mps`].
    Gust,
    /// [`Reading::snow_depth_cm`].
    SnowDepth,
    /// [`Reading::swe_mm`].
    Swe,
    /// [`Reading::surface_temp_c`].
    SurfaceTemp,
    /// [`Reading::new_snow24h_cm`].
    NewSnow24h,
}

impl Quantity {
    /// Every quantity of a [`Reading`].
    pub const ALL: [Self; 8] = [
        Self::Temp,
        Self::Humidity,
        Self::Wind,
        Self::Gust,
        Self::SnowDepth,
        Self::Swe,
        Self::SurfaceTemp,
        Self::NewSnow24h,
    ];

    /// Returns the lowest and highest value that a working instrument can give, in the unit of the [`Reading`].
    ///
    /// Intentionally wider than the resolver's plausible range: a strange reading must reach the resolver to be flagged
    /// there, while a number outside these bounds is a code for a fault, or a wrong unit.
    #[must_use]
    pub const fn span(self) -> (f64, f64) {
        match self {
            Self::Temp => (-95.0, 65.0),
            Self::SurfaceTemp => (-100.0, 80.0),
            // A hygrometer in fog reads a few percent too much.
            Self::Humidity => (0.0, 110.0),
            Self::Wind | Self::Gust => (0.0, 150.0),
            Self::SnowDepth => (0.0, 3_000.0),
            Self::Swe => (0.0, 20_000.0),
            Self::NewSnow24h => (0.0, 500.0),
        }
    }
}

impl Reading {
    /// Makes a reading without values.
    #[must_use]
    pub fn new(station_id: &str, observed_at: Timestamp) -> Self {
        Self {
            station_id: station_id.to_owned(),
            observed_at,
            temp_c: None,
            humidity_pct: None,
            wind_mps: None,
            gust_mps: None,
            snow_depth_cm: None,
            swe_mm: None,
            surface_temp_c: None,
            new_snow24h_cm: None,
            dropped: Vec::new(),
        }
    }

    /// Records the upstream's `number`, converted by `to_unit` to the unit of the field. A null leaves the field
    /// unchanged; an impossible value is dropped with a note.
    pub fn record(&mut self, quantity: Quantity, number: Number, to_unit: impl FnOnce(f64) -> f64) {
        let value = match number {
            Number::Null => return,
            Number::Unreadable => return self.drop_value(quantity, None, Reason::NotANumber),
            Number::Is(value) => value,
        };
        let converted = to_unit(value) + 0.0;
        let (low, high) = quantity.span();
        if converted >= low && converted <= high {
            self.believe(quantity, converted);
        } else {
            self.drop_value(quantity, Some(value), Reason::Range);
        }
    }

    /// Records a value, unless the same poll has another one for it: then all of them are dropped. A value that is
    /// rounded in one table and not in the other is the same measurement.
    fn believe(&mut self, quantity: Quantity, value: f64) {
        let is_contradicted =
            |dropped: &DroppedValue| dropped.quantity == quantity && dropped.reason == Reason::Contradicted;
        match self.get(quantity) {
            Some(known) if known == value || is_rounded(value, known) => {}
            Some(known) if is_rounded(known, value) => *self.slot(quantity) = Some(value),
            Some(_) => self.drop_value(quantity, Some(value), Reason::Contradicted),
            None if self.dropped.iter().any(is_contradicted) => {}
            None => *self.slot(quantity) = Some(value),
        }
    }

    /// Merges another record of the same poll for the same time.
    pub fn join(&mut self, other: Self) {
        for quantity in Quantity::ALL {
            if let Some(value) = other.get(quantity) {
                self.believe(quantity, value);
            }
        }
        for dropped in other.dropped {
            self.drop_value(dropped.quantity, dropped.value, dropped.reason);
        }
    }

    /// Records that a value, as the upstream wrote it, is not used. Clears the field.
    pub fn drop_value(&mut self, quantity: Quantity, value: Option<f64>, reason: Reason) {
        *self.slot(quantity) = None;
        self.dropped.push(DroppedValue { quantity, value, reason });
    }

    /// Returns the value of a quantity.
    #[must_use]
    pub const fn get(&self, quantity: Quantity) -> Option<f64> {
        match quantity {
            Quantity::Temp => self.temp_c,
            Quantity::Humidity => self.humidity_pct,
            Quantity::Wind => self.wind_mps,
            Quantity::Gust => self.gust_mps,
            Quantity::SnowDepth => self.snow_depth_cm,
            Quantity::Swe => self.swe_mm,
            Quantity::SurfaceTemp => self.surface_temp_c,
            Quantity::NewSnow24h => self.new_snow24h_cm,
        }
    }

    /// Returns whether it has no value, used or dropped.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.dropped.is_empty() && Quantity::ALL.into_iter().all(|quantity| self.get(quantity).is_none())
    }

    /// Merges a later response for the same time, which completes and corrects this one: its values replace the known
    /// ones, and values that the network has come to distrust are withdrawn.
    pub fn merge(&mut self, newer: Self) {
        for quantity in Quantity::ALL {
            let slot = self.slot(quantity);
            *slot = newer.get(quantity).or(*slot);
        }
        for dropped in newer.dropped {
            if !self.dropped.contains(&dropped) {
                self.drop_value(dropped.quantity, dropped.value, dropped.reason);
            }
        }
    }

    const fn slot(&mut self, quantity: Quantity) -> &mut Option<f64> {
        match quantity {
            Quantity::Temp => &mut self.temp_c,
            Quantity::Humidity => &mut self.humidity_pct,
            Quantity::Wind => &mut self.wind_mps,
            Quantity::Gust => &mut self.gust_mps,
            Quantity::SnowDepth => &mut self.snow_depth_cm,
            Quantity::Swe => &mut self.swe_mm,
            Quantity::SurfaceTemp => &mut self.surface_temp_c,
            Quantity::NewSnow24h => &mut self.new_snow24h_cm,
        }
    }
}

/// The items read from a response, and the errors of unreadable records: a bad record never affects another one.
#[derive(Debug, Clone, PartialEq)]
pub struct ParsedItems<T> {
    /// The readable items, in the order of the response.
    pub items: Vec<T>,
    /// The errors, at most [`crate::error::MOST_FAULTS`]. [`FaultPosition::Location`] is the index of the record in the
    /// response.
    pub faults: Vec<ParseError>,
}

/// Returns whether `coarse` is `fine` rounded to a whole number, as in a network's table of days.
fn is_rounded(coarse: f64, fine: f64) -> bool {
    coarse.fract() == 0.0 && (coarse - fine).abs() <= 0.5
}

impl<T> Default for ParsedItems<T> {
    fn default() -> Self {
        Self { items: Vec::new(), faults: Vec::new() }
    }
}

impl<T> ParsedItems<T> {
    /// Reads each record with `read`: items, or errors. A truncated list is an error of the record at which it breaks
    /// off.
    pub(crate) fn from_records<'a, I: IntoIterator<Item = T>>(
        lane: &'static str,
        records: &Parts<Raw<'a>>,
        read: impl Fn(Raw<'a>) -> Result<I, Kind>,
    ) -> Self {
        let mut parsed = Self::default();
        for (index, record) in records.items.iter().enumerate() {
            match read(*record) {
                Ok(items) => parsed.items.extend(items),
                Err(kind) => parsed.fault(lane, index, kind),
            }
        }
        if let Some(kind) = &records.fault {
            parsed.fault(lane, records.items.len(), kind.clone());
        }
        parsed
    }

    /// Records that the record with this index is unreadable.
    pub fn fault(&mut self, lane: &'static str, record: usize, kind: Kind) {
        note(&mut self.faults, [ParseError { lane, at: FaultPosition::Location(record), kind }]);
    }

    /// Returns itself, or its first error if it contains only errors.
    ///
    /// # Errors
    /// Returns that first error.
    pub fn unless_all_faults(self) -> Result<Self, ParseError> {
        match (self.items.is_empty(), self.faults.first()) {
            (true, Some(fault)) => Err(fault.clone()),
            _ => Ok(self),
        }
    }
}

/// A header that a request must carry, without its value: contact and key are in the configuration.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Header {
    /// `User-Agent` with a contact.
    UserAgent,
    /// `Accept` with this media type.
    Accept(&'static str),
    /// The key of this network, in the header of this name.
    Key(&'static str),
}

/// One request, relative to the lane's base URL ([`crate::Meta::base_url`] or the configuration's). It may be shown,
/// since it contains no secret.
#[derive(Debug, Clone, PartialEq)]
pub struct Request {
    /// Path and query, percent-encoded, starting with `/`.
    pub path: String,
    /// Headers to send in addition to the client's own.
    pub headers: &'static [Header],
    /// Identifiers of the requested stations; empty if the response contains the whole network.
    pub stations: Vec<String>,
    /// The time of the values, if the response does not give it.
    pub valid_at: Option<Timestamp>,
}

impl Request {
    /// Makes a request for the whole network that needs only a path.
    #[must_use]
    pub const fn get(path: String, headers: &'static [Header]) -> Self {
        Self { path, headers, stations: Vec::new(), valid_at: None }
    }

    /// Returns the media type to request.
    #[must_use]
    pub fn accept(&self) -> Option<&'static str> {
        self.headers.iter().find_map(|header| match header {
            Header::Accept(media_type) => Some(*media_type),
            Header::UserAgent | Header::Key(_) => None,
        })
    }
}

/// Returns the station with this identifier.
#[must_use]
pub fn find<'a>(stations: &'a [Station], id: &str) -> Option<&'a Station> {
    stations.iter().find(|station| station.id == id)
}

/// Returns whether coordinates are valid: finite, on the globe, and not 0/0, which means "unknown".
#[must_use]
pub fn is_place(lat: f64, lon: f64) -> bool {
    lat.abs() <= 90.0 && lon.abs() <= 180.0 && !(lat == 0.0 && lon == 0.0)
}

#[cfg(test)]
mod tests;
