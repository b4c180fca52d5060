//! What is held of one resort: reference data, evidence and winters, and the normal of its day.

use std::sync::Arc;

use catalogue::Resort;
use catalogue::links::{self, Links};
use chrono::NaiveDate;
use climate::{Hemisphere, Site, StationMap, Winters, normals};
use conditions_core::evidence::{Climate, Evidence, Profile};
use conditions_core::policy::Policy;
use conditions_core::record::Band;
use conditions_core::time::Timestamp;

/// The thresholds of everything about past winters.
pub const CLIMATE: climate::Policy = climate::Policy::DEFAULT;

/// One resort and the evidence about it: what changes only when evidence arrives.
#[derive(Debug, Clone, PartialEq)]
pub struct ResortEvidence {
    /// Reference data.
    pub resort: Resort,
    /// The same as the resolver reads it.
    pub profile: Profile,
    /// The evidence that the record is resolved from.
    pub evidence: Evidence,
    /// Winters of the past.
    pub winters: Winters,
    /// The station that they are mapped to; `None` where they are not.
    pub mapped: Option<Arc<StationMap>>,
    /// The avalanche warning region that it lies in, by its identifier; `None` where none is known.
    pub avalanche_region: Option<String>,
    /// Links that are compiled by hand; `None` where none is known.
    pub links: Option<&'static Links>,
}

impl ResortEvidence {
    /// A resort with evidence about it, and no winters yet.
    #[must_use]
    pub fn new(resort: Resort, evidence: Evidence) -> Self {
        let profile = resort.profile();
        let winters = Winters::at(Hemisphere::of(resort.lat), Site::of(&profile));
        let avalanche_region = avalanche::zone_of(&resort.slug).map(str::to_owned);
        let links = links::of(&resort.slug);
        Self { profile, resort, evidence, winters, mapped: None, avalanche_region, links }
    }

    /// The same in the region that it lies in by a file of regions on a day; in none where the file has none there, and as it
    /// was without a file.
    #[must_use]
    pub fn in_region_of(self, regions: &avalanche::Regions, day: NaiveDate) -> Self {
        if regions.is_empty() {
            return self;
        }
        let region = regions.at(self.resort.lat, self.resort.lon, day);
        Self { avalanche_region: region.map(str::to_owned), ..self }
    }

    /// The same with winters of the past.
    #[must_use]
    pub fn with_winters(self, winters: Winters) -> Self {
        Self { winters, ..self }
    }

    /// The same with winters mapped to a station.
    #[must_use]
    pub fn with_map(self, mapped: StationMap) -> Self {
        Self { mapped: Some(Arc::new(mapped)), ..self }
    }

    /// The same with the snow that lies by the model: made when evidence or winters arrive, not when the record ages. Evidence
    /// that names a modelled depth of its own keeps it where there are no winters.
    pub(crate) fn modelled(self: Arc<Self>) -> Arc<Self> {
        if self.winters.is_empty() {
            return self;
        }
        let snapshot = self.evidence.forecast.as_ref();
        let snowpack =
            snapshot.and_then(|snapshot| climate::lying(&CLIMATE, &self.winters, &self.profile, snapshot));
        if self.evidence.snowpack == snowpack {
            return self;
        }
        let mut newer = Self::clone(&self);
        newer.evidence.snowpack = snowpack;
        Arc::new(newer)
    }

    /// What past winters had at the base on the resort's own day of `now`, by the snowpack model that the depth of today is
    /// modelled by. A grid cell's own depth is never an average: its ground is not the resort's.
    fn normal_of(&self, policy: &Policy, now: Timestamp) -> Option<Climate> {
        let today = now.local_date(self.profile.zone);
        let climate = climate::Policy { min_winters: policy.average_min_winters, ..CLIMATE };
        let normal = normals::modelled_depth_on(&climate, &self.winters, today, Band::Base)?;
        Some(Climate { band: Band::Base, winters: normal.winters, mean_depth_cm: normal.spread.mean })
    }

    /// The same with the normal of its day as evidence. Copied when the day or the winters have changed, which is once a
    /// day; evidence that names a normal of its own keeps it where there are no winters.
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
