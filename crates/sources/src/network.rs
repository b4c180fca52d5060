//! A station network: its requests, its readers, and the limits for checking its readings.

use conditions_core::time::Timestamp;

use crate::despike::Thresholds;
use crate::doubt::{Limits, Units};
use crate::error::ParseError;
use crate::lane::Lane;
use crate::station::{ParsedItems, Reading, Request, Station};

/// Number format of a network's instruments: it determines which repeated or jumping values are plausible.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Instruments {
    /// The units of its numbers, which a station may mix up.
    pub units: Units,
    /// The smallest step of its snow depths.
    pub depths: DepthStep,
}

/// The smallest step between two snow depths of a network.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DepthStep {
    /// Inches without a fraction.
    WholeInches,
    /// Centimetres without a fraction.
    WholeCentimetres,
    /// Finer than a centimetre.
    Finer,
}

impl DepthStep {
    const fn thresholds(self) -> Thresholds {
        match self {
            Self::WholeInches => Thresholds::whole_inches(),
            Self::WholeCentimetres => Thresholds::whole_centimetres(),
            Self::Finer => Thresholds::standard(),
        }
    }

    /// Describes the step for display.
    pub(crate) const fn words(self) -> &'static str {
        match self {
            Self::WholeInches => "whole inches",
            Self::WholeCentimetres => "whole centimetres",
            Self::Finer => "finer than a centimetre",
        }
    }
}

pub trait StationNetwork: Lane {
    /// Returns the number format of its instruments.
    fn instruments(&self) -> Instruments;

    /// Returns whether it has stations in a country (ISO 3166-1 alpha-2) or one of its states, by its English name. The
    /// answer comes from documentation and serves to describe the coverage; the stations of a resort are determined by
    /// [`crate::matching`].
    fn covers(&self, country: &str, state: Option<&str>) -> bool;

    /// Returns the limits for checking its readings.
    fn limits(&self) -> Limits {
        let Instruments { units, depths } = self.instruments();
        Limits::standard(units, depths.thresholds())
    }

    /// Returns the requests for the list of stations.
    fn directory_requests(&self) -> Vec<Request>;

    /// Reads a response to one of [`StationNetwork::directory_requests`]. Stations without usable coordinates are left
    /// out with an error.
    ///
    /// # Errors
    /// Returns an error if nothing in the response is readable.
    fn directory(&self, request: &Request, body: &[u8]) -> Result<ParsedItems<Station>, ParseError>;

    /// Returns the requests at `now` for the newest readings of the `wanted` stations, in bulk if the network offers
    /// it. Stations of other networks are ignored. If no station is wanted, there are no requests.
    fn reading_requests(&self, wanted: &[Station], now: Timestamp) -> Vec<Request>;

    /// Reads a response to one of [`StationNetwork::reading_requests`]. `stations` is the directory, which gives
    /// offsets and instruments. A reading of a station that is not in it is left out, and is an error only if that
    /// station was requested. A station may have several readings, in any order.
    ///
    /// # Errors
    /// Returns an error if nothing in the response is readable.
    fn readings(
        &self,
        request: &Request,
        stations: &[Station],
        body: &[u8],
    ) -> Result<ParsedItems<Reading>, ParseError>;
}
