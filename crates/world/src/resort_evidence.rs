//! The data of one resort: reference data, evidence and winters, and the normal of its day.

use std::sync::Arc;

use catalogue::Resort;
use catalogue::links::{self, Links};
use chrono::NaiveDate;
use climate::{Hemisphere, Site, StationMap, Winters, normals};
use conditions_core::evidence::{Climate, Evidence, Profile};
use conditions_core::policy::Policy;
use conditions_core::record::Band;
use conditions_core::time::Timestamp;

/// Thresholds of everything about past winters.
pub const CLIMATE: climate::Policy = climate::Policy::DEFAULT;

/// One resort and the evidence about it: the part that changes only when evidence arrives.
#[derive(Debug, Clone, PartialEq)]
pub struct ResortEvidence {
    /// Reference data.
    pub resort: Resort,
    /// Reference data in the form that the resolver needs.
    pub profile: Profile,
    /// Evidence from which the record is resolved.
    pub evidence: Evidence,
    /// Past winters.
    pub winters: Winters,
    /// Station that the winters are mapped to; `None` if they are not.
    pub mapped: Option<Arc<StationMap>>,
    /// Identifier of the avalanche warning region of the resort; `None` if unknown.
    pub avalanche_region: Option<String>,
    /// Links collected by hand; `None` if there are none.
    pub links: Option<&'static Links>,
}

impl ResortEvidence {
    /// Creates a resort with evidence about it, without winters.
    #[must_use]
    pub fn new(resort: Resort, evidence: Evidence) -> Self {
        let profile = resort.profile();
        let winters = Winters::at(Hemisphere::from_latitude(resort.lat), Site::from_profile(&profile));
        let avalanche_region = avalanche::region_of_resort(&resort.slug).map(str::to_owned);
        let links = links::for_slug(&resort.slug);
        Self { profile, resort, evidence, winters, mapped: None, avalanche_region, links }
    }

    /// Sets the avalanche region from a file of regions on a day; to none if the file has none for the resort. Without
    /// a file nothing changes.
    #[must_use]
    pub fn in_region_of(self, regions: &avalanche::Regions, day: NaiveDate) -> Self {
        if regions.is_empty() {
            return self;
        }
        let region = regions.at(self.resort.lat, self.resort.lon, day);
        Self { avalanche_region: region.map(str::to_owned), ..self }
    }

    /// Sets the past winters.
    #[must_use]
    pub fn with_winters(self, winters: Winters) -> Self {
        Self { winters, ..self }
    }

    /// Sets the station that the winters are mapped to.
    #[must_use]
    pub fn with_map(self, mapped: StationMap) -> Self {
        Self { mapped: Some(Arc::new(mapped)), ..self }
    }

    /// Adds the modelled snow depth: computed when evidence or winters arrive, not when the record ages. Evidence with
    /// a modelled depth retains it if there are no winters.
    pub(crate) fn modelled(self: Arc<Self>) -> Arc<Self> {
        if self.winters.is_empty() {
            return self;
        }
        let snapshot = self.evidence.forecast.as_ref();
        let snowpack = snapshot
            .and_then(|snapshot| climate::modelled_snow(&CLIMATE, &self.winters, &self.profile, snapshot));
        if self.evidence.snowpack == snowpack {
            return self;
        }
        let mut newer = Self::clone(&self);
        newer.evidence.snowpack = snowpack;
        Arc::new(newer)
    }

    /// Returns the normal of the base in past winters on the resort's own day of `now`, by the snowpack model that also
    /// models today's depth. The depth of a grid cell is never averaged: its terrain differs from the resort's.
    fn normal_of(&self, policy: &Policy, now: Timestamp) -> Option<Climate> {
        let today = now.local_date(self.profile.zone);
        let climate = climate::Policy { min_winters: policy.average_min_winters, ..CLIMATE };
        let normal = normals::modelled_depth_on(&climate, &self.winters, today, Band::Base)?;
        Some(Climate { band: Band::Base, winters: normal.winters, mean_depth_cm: normal.spread.mean })
    }

    /// Adds the normal of its day as evidence. Copied when the day or the winters have changed, which is once a day;
    /// evidence with a normal retains it if there are no winters.
    pub(crate) fn of_day(self: Arc<Self>, policy: &Policy, now: Timestamp) -> Arc<Self> {
        if self.winters.is_empty() {
            return self;
        }
        let climate = self.normal_of(policy, now);
        if self.evidence.climate == climate {
            return self;
        }
        let mut newer = Self::clone(&self);
        newer.evidence.climate = climate;
        Arc::new(newer)
    }
}
