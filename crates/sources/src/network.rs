//! A network of stations: what to ask, how to read the answers, and by which limits its readings are judged.

use conditions_core::time::Timestamp;

use crate::despike::Thresholds;
use crate::doubt::{Limits, Units};
use crate::error::ParseError;
use crate::lane::Lane;
use crate::station::{ParsedItems, Reading, Request, Station};

/// How the instruments of a network write: it decides which repeated or jumping values can be true.
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

    /// The step for people.
    pub(crate) const fn words(self) -> &'static str {
        match self {
            Self::WholeInches => "whole inches",
            Self::WholeCentimetres => "whole centimetres",
            Self::Finer => "finer than a centimetre",
        }
    }
}

/// A network of stations.
pub trait StationNetwork: Lane {
    /// How its instruments write.
    fn instruments(&self) -> Instruments;

    /// Whether it has stations in a country (ISO 3166-1 alpha-2) or a state of it, by its name in English: by documentation alone,
    /// for whoever asks what is covered. Which stations count for a resort is measured ([`crate::matching`]).
    fn covers(&self, country: &str, state: Option<&str>) -> bool;

    /// What its readings are judged by.
    fn limits(&self) -> Limits {
        let Instruments { units, depths } = self.instruments();
        Limits::standard(units, depths.thresholds())
    }

    /// What to ask for the list of stations.
    fn directory_requests(&self) -> Vec<Request>;

    /// Reads an answer to one of [`StationNetwork::directory_requests`]. Stations without a usable place are left
    /// out with a fault.
    ///
    /// # Errors
    /// When nothing of the answer can be read.
    fn directory(&self, request: &Request, body: &[u8]) -> Result<ParsedItems<Station>, ParseError>;

    /// What to ask at `now` for the newest readings of the `wanted` stations, in bulk where the network offers it.
    /// Stations of other networks are passed over; none wanted is nothing asked.
    fn reading_requests(&self, wanted: &[Station], now: Timestamp) -> Vec<Request>;

    /// Reads an answer to one of [`StationNetwork::reading_requests`]. `stations` is the directory, where lanes find
    /// offsets and instruments; a reading of a station that is not in it is left out, with a fault only when that
    /// station was asked for. Several readings of one station may come, in any order.
    ///
    /// # Errors
    /// When nothing of the answer can be read.
    fn readings(
        &self,
        request: &Request,
        stations: &[Station],
        body: &[u8],
    ) -> Result<ParsedItems<Reading>, ParseError>;
}
