//! The choice of the headline band: base-preferred, or a fresh measured band over a modelled base. Without a base the
//! base-preferred order applies unchanged.
//!
//! Implements the specification's `displayDepthCm`, `displayDepthDetail`, `reportedSourceTier` and `baseDepthCm`, and
//! `contract-decisions` 4, "Headline".

use alloc::string::String;

use crate::depth::{BASE_FIRST, BandReading, Depths};
use crate::evidence::Profile;
use crate::field::Field;
use crate::record::{Band, DisplayDepthDetail, HeadlineRule};
use crate::source::{AcquisitionTier, Kind};
use crate::trace::Trace;
use crate::units::Tenths;

/// The headline depth and the depth that it may have displaced.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Headline<'a> {
    /// The depth that leads.
    pub(crate) leading: BandReading<'a>,
    /// Rule by which it leads.
    pub(crate) rule: HeadlineRule,
    /// The base-preferred depth: the deprecated `baseDepthCm`.
    preferred: BandReading<'a>,
}

/// Chooses the headline; `None` if no band has a value.
pub(crate) fn lead<'a, T: Trace>(depths: &Depths<'a>, trace: &mut T) -> Option<Headline<'a>> {
    let preferred = BASE_FIRST.into_iter().find_map(|band| depths.reading(band))?;
    let displaceable =
        preferred.band == Band::Base && matches!(preferred.kind(), Kind::Model | Kind::Derived);
    let measured = BASE_FIRST
        .into_iter()
        .filter_map(|band| depths.reading(band))
        .find(|reading| displaceable && reading.is_fresh_measured());
    let (leading, rule, word) = match measured {
        Some(measured) => (measured, HeadlineRule::MeasuredOverModel, "measured_over_model"),
        None => (preferred, HeadlineRule::BasePreferred, "base_preferred"),
    };
    trace.chose("displayDepthCm", word, leading.kind());
    Some(Headline { leading, rule, preferred })
}

impl Headline<'_> {
    /// Returns `displayDepthDetail`. For a station of unknown elevation the elevation is null: the band's was not
    /// measured.
    pub(crate) fn detail(&self, profile: &Profile) -> DisplayDepthDetail {
        let candidate = self.leading.chosen.candidate;
        let elevation_m = match candidate.kind {
            Kind::Station => candidate.elevation_m(),
            Kind::Operator
            | Kind::Scraped
            | Kind::Model
            | Kind::Profile
            | Kind::Derived
            | Kind::None
            | Kind::Other => profile.elevation_m.get(self.leading.band),
        };
        DisplayDepthDetail {
            source: candidate.kind,
            elevation_band: self.leading.band,
            elevation_m: elevation_m.and_then(Tenths::new),
            source_label: non_blank(candidate.label()),
            station_name: candidate.station_name().filter(|name| !name.is_empty()).cloned(),
            rule: self.rule,
        }
    }

    /// Returns `reportedSourceTier`: how a scraped headline was acquired.
    pub(crate) const fn acquired_by(&self) -> Option<AcquisitionTier> {
        match self.leading.kind() {
            Kind::Station => Some(AcquisitionTier::DirectApi),
            Kind::Scraped => self.leading.chosen.candidate.tier,
            Kind::Operator | Kind::Model | Kind::Profile | Kind::Derived | Kind::None | Kind::Other => None,
        }
    }

    /// Returns `baseDepthCm`.
    pub(crate) fn base_depth(&self) -> Field<Tenths> {
        self.preferred.field()
    }
}

fn non_blank(text: Option<&str>) -> Option<String> {
    text.map(str::trim).filter(|text| !text.is_empty()).map(String::from)
}
