//! One piece of evidence for one field, as it is compared and chosen.

use super::StableOrder;
use crate::evidence::{Observation, Origin, StationReading};
use crate::source::{AcquisitionTier, Kind};
use crate::text::ShownName;
use crate::time::Timestamp;
use crate::trace::ConsideredEvidence;

/// One piece of evidence for one field.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Candidate<'a, T> {
    pub(crate) value: T,
    pub(crate) kind: Kind,
    /// Time of the observation.
    pub(crate) observed_at: Option<Timestamp>,
    /// Acquisition tier of a scraped value.
    pub(crate) tier: Option<AcquisitionTier>,
    /// How well the evidence represents the band, 0–1: below 1 for a station at some distance or height from it.
    pub(crate) fit: f64,
    /// Origin of the value. Candidates are moved often, so properties needed only for the winner are looked up here.
    voice: CandidateOrigin<'a>,
}

/// The origin of a candidate's value.
#[derive(Debug, Clone, Copy)]
pub(super) enum CandidateOrigin<'a> {
    /// An observation.
    Said(&'a Origin),
    /// A station.
    Read(&'a StationReading),
    /// A snapshot of models, with their agreement; `None` for a single model.
    Models(Option<f64>),
    /// Reference data.
    Profile,
}

impl<'a, T> Candidate<'a, T> {
    pub(super) const fn new(
        voice: CandidateOrigin<'a>,
        value: T,
        kind: Kind,
        observed_at: Option<Timestamp>,
    ) -> Self {
        Self { value, kind, observed_at, tier: None, fit: 1.0, voice }
    }

    /// Makes a candidate from the value of an observation.
    pub(crate) fn observed(observation: &'a Observation, value: T) -> Self {
        let origin = &observation.origin;
        let tier = match origin {
            Origin::Station { .. } => Some(AcquisitionTier::DirectApi),
            Origin::Scraped { tier, .. } => Some(*tier),
            Origin::Operator | Origin::Profile | Origin::Model { .. } => None,
        };
        Self {
            tier,
            ..Self::new(CandidateOrigin::Said(origin), value, origin.kind(), observation.observed_at)
        }
    }

    /// Makes a candidate from a station reading.
    pub(crate) const fn station(reading: &'a StationReading, value: T) -> Self {
        let mut own =
            Self::new(CandidateOrigin::Read(reading), value, Kind::Station, Some(reading.observed_at));
        own.tier = Some(AcquisitionTier::DirectApi);
        own
    }

    /// Makes a candidate from a forecast snapshot; `agreement` is `None` for a single model.
    pub(crate) const fn model(value: T, captured_at: Timestamp, agreement: Option<f64>) -> Self {
        Self::new(CandidateOrigin::Models(agreement), value, Kind::Model, Some(captured_at))
    }

    /// Makes a candidate from a value that the resort's staff states once. It does not describe a day, so it has no
    /// time.
    pub(crate) const fn from_staff(value: T) -> Self {
        Self::new(CandidateOrigin::Profile, value, Kind::Operator, None)
    }

    /// Makes a candidate from the profile.
    pub(crate) const fn profile(value: T, checked_at: Option<Timestamp>) -> Self {
        Self::new(CandidateOrigin::Profile, value, Kind::Profile, checked_at)
    }

    /// Sets how well the evidence represents the band, 0–1.
    pub(crate) const fn fitting(mut self, fit: f64) -> Self
    where
        T: Copy,
    {
        self.fit = fit;
        self
    }

    /// Returns the network or lane name.
    pub(crate) fn label(&self) -> Option<&'a str> {
        match self.voice {
            CandidateOrigin::Said(Origin::Station { network, .. }) => Some(network),
            CandidateOrigin::Said(Origin::Scraped { label, .. } | Origin::Model { label, .. }) => {
                label.as_deref()
            }
            CandidateOrigin::Read(reading) => Some(&reading.network),
            CandidateOrigin::Said(Origin::Operator | Origin::Profile)
            | CandidateOrigin::Models(_)
            | CandidateOrigin::Profile => None,
        }
    }

    pub(crate) const fn station_name(&self) -> Option<&'a ShownName> {
        match self.voice {
            CandidateOrigin::Said(Origin::Station { name, .. }) => name.as_ref(),
            CandidateOrigin::Read(reading) => reading.name.as_ref(),
            CandidateOrigin::Said(_) | CandidateOrigin::Models(_) | CandidateOrigin::Profile => None,
        }
    }

    /// Returns the elevation of the station, in metres above sea level.
    pub(crate) const fn elevation_m(&self) -> Option<f64> {
        match self.voice {
            CandidateOrigin::Said(Origin::Station { elevation_m, .. }) => *elevation_m,
            CandidateOrigin::Read(reading) => reading.elevation_m,
            CandidateOrigin::Said(_) | CandidateOrigin::Models(_) | CandidateOrigin::Profile => None,
        }
    }

    /// Returns the distance of a station from the resort, in kilometres.
    pub(super) const fn distance_km(&self) -> Option<f64> {
        match self.voice {
            CandidateOrigin::Read(reading) => Some(reading.distance_km),
            CandidateOrigin::Said(_) | CandidateOrigin::Models(_) | CandidateOrigin::Profile => None,
        }
    }

    /// Returns the agreement of the models, for a modelled value.
    pub(super) const fn agreement(&self) -> Option<f64> {
        match self.voice {
            CandidateOrigin::Said(Origin::Model { agreement, .. }) => *agreement,
            CandidateOrigin::Models(agreement) => agreement,
            CandidateOrigin::Said(_) | CandidateOrigin::Read(_) | CandidateOrigin::Profile => None,
        }
    }

    /// Returns the candidate as reported to a trace.
    pub(crate) fn considered(&self) -> ConsideredEvidence<'a>
    where
        T: StableOrder,
    {
        let Self { kind, observed_at, .. } = *self;
        let (label, station, number) = (self.label(), self.station_name(), self.value.number());
        ConsideredEvidence { source: kind, label, station, observed_at, number }
    }
}
