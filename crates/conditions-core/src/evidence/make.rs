//! Constructors of evidence: types that may gain fields, kinds of origins, and values by band.

use alloc::string::String;

use chrono_tz::Tz;

use super::{
    Claim, Climate, Evidence, ForecastSnapshot, MappedFacts, ModelledSnow, Observation, Origin, PerBand,
    Profile, StationReading,
};
use crate::record::Band;
use crate::source::Kind;
use crate::time::Timestamp;

impl Origin {
    /// Returns the kind of evidence.
    #[must_use]
    pub const fn kind(&self) -> Kind {
        match self {
            Self::Operator => Kind::Operator,
            Self::Station { .. } => Kind::Station,
            Self::Scraped { .. } => Kind::Scraped,
            Self::Model { .. } => Kind::Model,
            Self::Profile => Kind::Profile,
        }
    }
}

impl Evidence {
    /// Adds observations.
    #[must_use]
    pub fn with_observations(mut self, observations: impl IntoIterator<Item = Observation>) -> Self {
        self.observations.extend(observations);
        self
    }

    /// Adds station readings.
    #[must_use]
    pub fn with_stations(mut self, readings: impl IntoIterator<Item = StationReading>) -> Self {
        self.stations.extend(readings);
        self
    }

    /// Sets the forecast.
    #[must_use]
    pub fn with_forecast(mut self, snapshot: impl Into<Option<ForecastSnapshot>>) -> Self {
        self.forecast = snapshot.into();
        self
    }

    /// Sets the climate.
    #[must_use]
    pub fn with_climate(mut self, climate: impl Into<Option<Climate>>) -> Self {
        self.climate = climate.into();
        self
    }

    /// Sets the modelled snow.
    #[must_use]
    pub fn with_snowpack(mut self, snowpack: impl Into<Option<ModelledSnow>>) -> Self {
        self.snowpack = snowpack.into();
        self
    }
}

impl Observation {
    /// Makes an observation; without a time it is never fresh.
    #[must_use]
    pub const fn new(origin: Origin, observed_at: Option<Timestamp>, claim: Claim) -> Self {
        Self { origin, observed_at, claim }
    }
}

impl Profile {
    /// Makes a profile that has only a slug and a time zone: elevations, totals and season are unknown.
    #[must_use]
    pub fn new(slug: impl Into<String>, zone: Tz) -> Self {
        Self {
            slug: slug.into(),
            zone,
            elevation_m: PerBand::all(None),
            lifts_total: None,
            runs_total: None,
            ability_pct: None,
            longest_run: None,
            season: None,
            checked_at: None,
            mapped: MappedFacts::default(),
        }
    }
}

impl<T: Copy> PerBand<T> {
    /// Makes a value that is equal in every band.
    #[must_use]
    pub const fn all(value: T) -> Self {
        Self { base: value, mid: value, summit: value }
    }

    /// Returns the value of one band.
    #[must_use]
    pub const fn get(&self, band: Band) -> T {
        match band {
            Band::Base => self.base,
            Band::Mid => self.mid,
            Band::Summit => self.summit,
        }
    }

    /// Applies `f` to the value of each band.
    #[must_use]
    pub fn map<U>(self, mut f: impl FnMut(T) -> U) -> PerBand<U> {
        PerBand { base: f(self.base), mid: f(self.mid), summit: f(self.summit) }
    }
}
