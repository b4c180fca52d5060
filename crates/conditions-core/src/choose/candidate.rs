//! One piece of evidence for one field, as the choice moves it about.

use crate::evidence::{Observation, Origin, StationReading};
use crate::source::{AcquisitionTier, Kind};
use crate::text::ShownName;
use crate::time::Timestamp;
use crate::trace::ConsideredEvidence;

/// One piece of evidence for one field.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Candidate<'a, T> {
    /// What is claimed.
    pub(crate) value: T,
    /// By what kind of evidence.
    pub(crate) kind: Kind,
    /// Observed when.
    pub(crate) observed_at: Option<Timestamp>,
    /// How acquired, for a scraped value.
    pub(crate) tier: Option<AcquisitionTier>,
    /// How well it stands for what it is taken for, 0–1: below 1 for a station that stands apart from its band.
    pub(crate) fit: f64,
    /// Whose it is. Candidates are moved about a good deal, and what is asked of the winner alone is looked up there.
    voice: Voice<'a>,
}

/// Who claims a value.
#[derive(Debug, Clone, Copy)]
pub(super) enum Voice<'a> {
    /// Whoever made an observation.
    Said(&'a Origin),
    /// A station.
    Read(&'a StationReading),
    /// The models of a snapshot, and how far they agree; `None` for a single one.
    Models(Option<f64>),
    /// Reference data.
    Profile,
}

impl<'a, T> Candidate<'a, T> {
    pub(super) const fn of(voice: Voice<'a>, value: T, kind: Kind, observed_at: Option<Timestamp>) -> Self {
        Self { value, kind, observed_at, tier: None, fit: 1.0, voice }
    }

    /// A value that an observation claims.
    pub(crate) fn observed(observation: &'a Observation, value: T) -> Self {
        let origin = &observation.origin;
        let tier = match origin {
            Origin::Station { .. } => Some(AcquisitionTier::DirectApi),
            Origin::Scraped { tier, .. } => Some(*tier),
            Origin::Operator | Origin::Profile | Origin::Model { .. } => None,
        };
        Self { tier, ..Self::of(Voice::Said(origin), value, origin.kind(), observation.observed_at) }
    }

    /// A value out of a station's reading.
    pub(crate) const fn station(reading: &'a StationReading, value: T) -> Self {
        let mut own = Self::of(Voice::Read(reading), value, Kind::Station, Some(reading.observed_at));
        own.tier = Some(AcquisitionTier::DirectApi);
        own
    }

    /// A value out of a forecast snapshot; `agreement` is `None` for a single model.
    pub(crate) const fn model(value: T, captured_at: Timestamp, agreement: Option<f64>) -> Self {
        Self::of(Voice::Models(agreement), value, Kind::Model, Some(captured_at))
    }

    /// A value that the resort's own staff states once: no observation of a day, and so without a time.
    pub(crate) const fn stated(value: T) -> Self {
        Self::of(Voice::Profile, value, Kind::Operator, None)
    }

    /// A value out of the profile.
    pub(crate) const fn profile(value: T, checked_at: Option<Timestamp>) -> Self {
        Self::of(Voice::Profile, value, Kind::Profile, checked_at)
    }

    /// The same, standing so well for what it is taken for.
    pub(crate) const fn fitting(mut self, fit: f64) -> Self
    where
        T: Copy,
    {
        self.fit = fit;
        self
    }

    /// Network or lane name.
    pub(crate) fn label(&self) -> Option<&'a str> {
        match self.voice {
            Voice::Said(Origin::Station { network, .. }) => Some(network),
            Voice::Said(Origin::Scraped { label, .. } | Origin::Model { label, .. }) => label.as_deref(),
            Voice::Read(reading) => Some(&reading.network),
            Voice::Said(Origin::Operator | Origin::Profile) | Voice::Models(_) | Voice::Profile => None,
        }
    }

    /// Station name.
    pub(crate) const fn station_name(&self) -> Option<&'a ShownName> {
        match self.voice {
            Voice::Said(Origin::Station { name, .. }) => name.as_ref(),
            Voice::Read(reading) => reading.name.as_ref(),
            Voice::Said(_) | Voice::Models(_) | Voice::Profile => None,
        }
    }

    /// Elevation of the station, metres above sea level.
    pub(crate) const fn elevation_m(&self) -> Option<f64> {
        match self.voice {
            Voice::Said(Origin::Station { elevation_m, .. }) => *elevation_m,
            Voice::Read(reading) => reading.elevation_m,
            Voice::Said(_) | Voice::Models(_) | Voice::Profile => None,
        }
    }

    /// Kilometres from the resort, for a station's reading.
    pub(super) const fn distance_km(&self) -> Option<f64> {
        match self.voice {
            Voice::Read(reading) => Some(reading.distance_km),
            Voice::Said(_) | Voice::Models(_) | Voice::Profile => None,
        }
    }

    /// Agreement of the models, for a modelled value.
    pub(super) const fn agreement(&self) -> Option<f64> {
        match self.voice {
            Voice::Said(Origin::Model { agreement, .. }) => *agreement,
            Voice::Models(agreement) => agreement,
            Voice::Said(_) | Voice::Read(_) | Voice::Profile => None,
        }
    }

    /// As a listener hears of it.
    pub(crate) fn looked(&self) -> ConsideredEvidence<'a> {
        let Self { kind, observed_at, .. } = *self;
        ConsideredEvidence { source: kind, label: self.label(), station: self.station_name(), observed_at }
    }
}
