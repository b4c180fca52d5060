//! What station networks take and give: stations, readings, and what to ask; the trait is [`crate::network`]'s.
//!
//! ```text
//! directory_requests --(somebody fetches)--> bytes --directory--> Station, a thousand of them
//! wanted stations, now --reading_requests--(somebody fetches)--> bytes --readings--> Reading, by station and time
//! ```
//! Carries `contract-decisions` 1: a station is evidence of its own kind; its values are converted to the contract's
//! units on the line that reads them, and a value that the network itself distrusts is dropped and noted.

pub mod clock;

use conditions_core::evidence::Site;
use conditions_core::text::ShownName;
use conditions_core::time::Timestamp;

use crate::error::{FaultPosition, Kind, ParseError, note};
use crate::json_cut::{Number, Parts, Raw};

/// A station, as the network's directory describes it.
#[derive(Debug, Clone, PartialEq)]
pub struct Station {
    /// The lane's identifier.
    pub network: &'static str,
    /// Identifier within the network, exactly as readings repeat it.
    pub id: String,
    /// Name; the identifier where the network gives none.
    pub name: ShownName,
    /// What kind of place it stands at.
    pub site: Site,
    /// Degrees north.
    pub lat: f64,
    /// Degrees east.
    pub lon: f64,
    /// Metres above sea level.
    pub elevation_m: Option<f64>,
    /// Seconds that the network's times for this station are ahead of UTC, all year; `None` where they are UTC.
    pub utc_offset_s: Option<i32>,
    /// Whether it measures snow depth; `None` when the directory does not say.
    pub measures_snow: Option<bool>,
}

/// What one station measured at one instant, in the contract's units. Absent is `None`; never a stand-in.
#[derive(Debug, Clone, PartialEq)]
pub struct Reading {
    /// [`Station::id`].
    pub station_id: String,
    /// When it was measured.
    pub observed_at: Timestamp,
    /// Air temperature, degrees Celsius.
    pub temp_c: Option<f64>,
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
    /// Values that the answer holds and that are not among the above, and why.
    pub dropped: Vec<DroppedValue>,
}

/// A value that was there and is not used.
#[derive(Debug, Clone, PartialEq)]
pub struct DroppedValue {
    /// Of what.
    pub quantity: Quantity,
    /// The value as the upstream wrote it, in its unit; `None` when it is no number.
    pub value: Option<f64>,
    /// The reason for dropping the value.
    pub reason: Reason,
}

/// Why a value is not used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Reason {
    /// The network's own quality code says so.
    #[error("quality code {0}")]
    Quality(String),
    /// The number that stands for "missing" in this network.
    #[error("the number for a missing value")]
    Sentinel,
    /// Text, a list, a bare word: no finite number.
    #[error("not a number")]
    NotANumber,
    /// A unit that this lane does not know.
    #[error("unit {0}")]
    Unit(String),
    /// More or less than any instrument of the kind can mean, see [`Quantity::span`].
    #[error("outside what can be measured")]
    Range,
    /// The station has no instrument for it.
    #[error("the station has no such instrument")]
    NoSensor,
    /// A surface temperature that is not that of snow.
    #[error("the surface is not snow")]
    NotSnow,
    /// The same answer has another value for the same instant; nobody knows which one was measured.
    #[error("another record of the same time contradicts it")]
    Contradicted,
}

/// What is measured.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Quantity {
    /// [`Reading::temp_c`].
    Temp,
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
    pub const ALL: [Self; 7] =
        [Self::Temp, Self::Wind, Self::Gust, Self::SnowDepth, Self::Swe, Self::SurfaceTemp, Self::NewSnow24h];

    /// Lowest and highest value that a working instrument can give, in the unit of the [`Reading`].
    ///
    /// Wider than what the resolver finds plausible, and on purpose: a strange reading must reach the resolver to be
    /// flagged there, while a number outside these bounds is a code for a fault, or a wrong unit.
    #[must_use]
    pub const fn span(self) -> (f64, f64) {
        match self {
            Self::Temp => (-95.0, 65.0),
            Self::SurfaceTemp => (-100.0, 80.0),
            Self::Wind | Self::Gust => (0.0, 150.0),
            Self::SnowDepth => (0.0, 3_000.0),
            Self::Swe => (0.0, 20_000.0),
            Self::NewSnow24h => (0.0, 500.0),
        }
    }
}

impl Reading {
    /// A reading without values.
    #[must_use]
    pub fn new(station_id: &str, observed_at: Timestamp) -> Self {
        Self {
            station_id: station_id.to_owned(),
            observed_at,
            temp_c: None,
            wind_mps: None,
            gust_mps: None,
            snow_depth_cm: None,
            swe_mm: None,
            surface_temp_c: None,
            new_snow24h_cm: None,
            dropped: Vec::new(),
        }
    }

    /// Takes the upstream's `number`, converted by `to_unit` to the unit of the field; a null leaves the field as it
    /// is, anything that cannot have been measured is dropped with a note.
    pub fn take(&mut self, quantity: Quantity, number: Number, to_unit: impl FnOnce(f64) -> f64) {
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

    /// Takes a value, unless the same round has another one for it: then none is believed, however many there are. What is
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

    /// Takes another record of the same round about the same instant.
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

    /// Notes a value, as the upstream wrote it, that is not used. Forgets what the field held.
    pub fn drop_value(&mut self, quantity: Quantity, value: Option<f64>, reason: Reason) {
        *self.slot(quantity) = None;
        self.dropped.push(DroppedValue { quantity, value, reason });
    }

    /// The value of a quantity.
    #[must_use]
    pub const fn get(&self, quantity: Quantity) -> Option<f64> {
        match quantity {
            Quantity::Temp => self.temp_c,
            Quantity::Wind => self.wind_mps,
            Quantity::Gust => self.gust_mps,
            Quantity::SnowDepth => self.snow_depth_cm,
            Quantity::Swe => self.swe_mm,
            Quantity::SurfaceTemp => self.surface_temp_c,
            Quantity::NewSnow24h => self.new_snow24h_cm,
        }
    }

    /// Whether it says nothing: no value, and nothing dropped either.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.dropped.is_empty() && Quantity::ALL.into_iter().all(|quantity| self.get(quantity).is_none())
    }

    /// Takes a later answer about the same instant, which completes and corrects this one: a value that it has
    /// replaces what is known, and one that the network has come to distrust is withdrawn.
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
            Quantity::Wind => &mut self.wind_mps,
            Quantity::Gust => &mut self.gust_mps,
            Quantity::SnowDepth => &mut self.snow_depth_cm,
            Quantity::Swe => &mut self.swe_mm,
            Quantity::SurfaceTemp => &mut self.surface_temp_c,
            Quantity::NewSnow24h => &mut self.new_snow24h_cm,
        }
    }
}

/// What was read of an answer, and the records of it that did not read: one bad record never spoils another.
#[derive(Debug, Clone, PartialEq)]
pub struct ParsedItems<T> {
    /// What was read, in the answer's order.
    pub items: Vec<T>,
    /// What was not, [`crate::error::MOST_FAULTS`] of it. [`FaultPosition::Location`] is the index of the record in the answer.
    pub faults: Vec<ParseError>,
}

/// Whether `coarse` is `fine` as a whole number. A network's table of days has the same measurement so.
fn is_rounded(coarse: f64, fine: f64) -> bool {
    coarse.fract() == 0.0 && (coarse - fine).abs() <= 0.5
}

impl<T> Default for ParsedItems<T> {
    fn default() -> Self {
        Self { items: Vec::new(), faults: Vec::new() }
    }
}

impl<T> ParsedItems<T> {
    /// What `read` makes of each record: items, or why it does not read. A list that breaks off is a fault of the
    /// record at which it does.
    pub(crate) fn of_records<'a, I: IntoIterator<Item = T>>(
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

    /// Notes that the record with this index does not read.
    pub fn fault(&mut self, lane: &'static str, record: usize, kind: Kind) {
        note(&mut self.faults, [ParseError { lane, at: FaultPosition::Location(record), kind }]);
    }

    /// Itself; or its first fault when there is nothing beside faults.
    ///
    /// # Errors
    /// That fault.
    pub fn unless_all_faults(self) -> Result<Self, ParseError> {
        match (self.items.is_empty(), self.faults.first()) {
            (true, Some(fault)) => Err(fault.clone()),
            _ => Ok(self),
        }
    }
}

/// A header that a request must carry. Named, never valued: the configuration holds who we are and which key we have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Header {
    /// `User-Agent` with a way to reach us.
    UserAgent,
    /// `Accept` with this media type.
    Accept(&'static str),
    /// The key of this network, in the header of this name.
    Key(&'static str),
}

/// One request, relative to the lane's base URL ([`crate::Meta::base_url`] or the configuration's). It can be shown:
/// it holds no secret.
#[derive(Debug, Clone, PartialEq)]
pub struct Request {
    /// Path and query, percent-encoded, starting with `/`.
    pub path: String,
    /// Headers to send beside the client's own.
    pub headers: &'static [Header],
    /// Identifiers of the stations asked for; empty when the answer holds the whole network.
    pub stations: Vec<String>,
    /// The instant that the values of the answer are for, when the answer itself does not say.
    pub valid_at: Option<Timestamp>,
}

impl Request {
    /// A request for the whole network that needs no more than a path.
    #[must_use]
    pub const fn get(path: String, headers: &'static [Header]) -> Self {
        Self { path, headers, stations: Vec::new(), valid_at: None }
    }

    /// The media type to ask for.
    #[must_use]
    pub fn accept(&self) -> Option<&'static str> {
        self.headers.iter().find_map(|header| match header {
            Header::Accept(media_type) => Some(*media_type),
            Header::UserAgent | Header::Key(_) => None,
        })
    }
}

/// The station with this identifier.
#[must_use]
pub fn find<'a>(stations: &'a [Station], id: &str) -> Option<&'a Station> {
    stations.iter().find(|station| station.id == id)
}

/// Whether a place can be one: finite, on the globe, and not the null island that stands for "unknown".
#[must_use]
pub fn is_place(lat: f64, lon: f64) -> bool {
    lat.abs() <= 90.0 && lon.abs() <= 180.0 && !(lat == 0.0 && lon == 0.0)
}

#[cfg(test)]
mod tests;
