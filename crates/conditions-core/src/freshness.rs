//! Freshness: how old a value may be, and its tier by age. Windows, tiers and ages as data.
//!
//! Implements `contract-decisions` 2. The text of the label belongs to the crate that writes the wire; [`Freshness`]
//! has all the data it needs. Boundaries belong to the fresher tier.

use crate::field::Field;
use crate::policy::{Policy, Window};
use crate::present::{Age, Present};
use crate::source::Kind;
use crate::time::{DAY_MS, HOUR_MS, Timestamp};
use crate::units::Tenths;

/// Freshness of a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "lowercase"))]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub enum FreshnessTier {
    /// Operator value within the live window; forecast within its own.
    Live,
    /// Measured or reported, within its time to live.
    Recent,
    /// Past its time to live.
    Stale,
    /// Modelled within its time to live, reference data, derived, or without a usable timestamp.
    Estimated,
    /// No value is reported.
    Unknown,
    /// A tier of a newer version of the contract, seen only by readers.
    #[cfg_attr(feature = "serde", serde(other))]
    #[cfg_attr(feature = "schemars", schemars(skip))]
    Other,
}

impl FreshnessTier {
    /// Every tier that the rules produce, freshest first.
    pub const ALL: [Self; 5] = [Self::Live, Self::Recent, Self::Stale, Self::Estimated, Self::Unknown];
}

/// Class of a field, which determines its windows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FieldClass {
    /// Depth in any band, and the headline depth.
    Depth,
    /// Lifts and runs.
    Terrain,
    /// The description of the snow surface.
    Surface,
    /// The operating status.
    Status,
    /// New snow of the past, and its density. The contract defines no window for it, so it uses the surface's: a total
    /// covers the hours before it.
    Snowfall,
    /// Season dates, ability and longest run. The contract defines no time to live: a value that an operator enters in
    /// autumn is valid for the whole winter, so a claim lasts for a good year, and is never `live`.
    Standing,
}

impl FieldClass {
    /// Returns whether evidence of `kind` can describe a field of this class: models do not count lifts, and reference
    /// data has neither snow nor a status.
    pub(crate) const fn accepts(self, kind: Kind) -> bool {
        match self {
            Self::Depth | Self::Surface | Self::Snowfall => {
                matches!(kind, Kind::Operator | Kind::Station | Kind::Scraped | Kind::Model)
            }
            Self::Terrain | Self::Standing => matches!(kind, Kind::Operator | Kind::Scraped | Kind::Profile),
            Self::Status => matches!(kind, Kind::Operator),
        }
    }
}

/// Windows of one class and kind, in milliseconds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Reach {
    /// Maximum age of a live value; `None`: never live.
    pub(crate) live_ms: Option<i64>,
    /// Maximum age of a fresh value.
    pub(crate) ttl_ms: i64,
    /// Maximum age of a value that is usable as stale.
    pub(crate) usable_ms: i64,
}

impl Reach {
    /// Returns the windows of evidence of `kind` for a field of `class`, or `None` if age does not apply to the kind.
    pub(crate) const fn for_kind(policy: &Policy, class: FieldClass, kind: Kind) -> Option<Self> {
        let operator = match class {
            FieldClass::Depth => policy.depth,
            FieldClass::Terrain => policy.terrain,
            FieldClass::Surface | FieldClass::Snowfall => policy.surface,
            FieldClass::Status => policy.status,
            FieldClass::Standing => return Self::standing_facts(policy, kind),
        };
        let Window { live_ms, ttl_ms } = operator;
        let usable_ms = policy.measured_usable_ms;
        match kind {
            Kind::Operator => Some(Self { live_ms: Some(live_ms), ttl_ms, usable_ms }),
            // A depth changes slowly, and stations report it less often than the weather.
            Kind::Station if matches!(class, FieldClass::Depth) => {
                Some(Self { live_ms: None, ttl_ms: policy.depth.ttl_ms, usable_ms })
            }
            Kind::Station => Some(Self { live_ms: None, ttl_ms: policy.station_ttl_ms, usable_ms }),
            Kind::Scraped => Some(Self { live_ms: None, ttl_ms: policy.scraped_ttl_ms, usable_ms }),
            Kind::Model => Some(Self::model(policy)),
            Kind::Profile | Kind::Derived | Kind::None | Kind::Other => None,
        }
    }

    const fn standing_facts(policy: &Policy, kind: Kind) -> Option<Self> {
        let usable_ms = policy.standing_usable_ms;
        match kind {
            Kind::Operator | Kind::Station | Kind::Scraped => {
                Some(Self { live_ms: None, ttl_ms: usable_ms, usable_ms })
            }
            Kind::Model => Some(Self::model(policy)),
            Kind::Profile | Kind::Derived | Kind::None | Kind::Other => None,
        }
    }

    const fn model(policy: &Policy) -> Self {
        Self { live_ms: None, ttl_ms: policy.model_ttl_ms, usable_ms: policy.model_usable_ms }
    }

    /// Returns whether a value of this age is live.
    pub(crate) fn is_live(self, age: Age<'_>) -> bool {
        self.live_ms.is_some_and(|live_ms| age.is_within(live_ms))
    }

    /// Returns whether a value of this age is within its time to live.
    pub(crate) fn is_fresh(self, age: Age<'_>) -> bool {
        age.is_within(self.ttl_ms)
    }

    /// Returns whether a value of this age may be used at all.
    pub(crate) fn is_usable(self, age: Age<'_>) -> bool {
        age.is_within(self.ttl_ms) || age.is_within(self.usable_ms)
    }
}

/// The freshness of one value at one time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Freshness {
    /// How fresh the value is, given its source.
    pub tier: FreshnessTier,
    /// Age in milliseconds, never negative; `None` if there is no value or no usable timestamp.
    pub age_ms: Option<i64>,
    /// Kind of the evidence: modelled values have different labels.
    pub kind: Kind,
}

impl Freshness {
    /// The freshness of a field without a value.
    pub const NOT_REPORTED: Self = Self { tier: FreshnessTier::Unknown, age_ms: None, kind: Kind::None };

    /// Returns `ageHours`: hours with one decimal.
    #[must_use]
    pub fn age_hours(self) -> Option<Tenths> {
        self.age_ms.and_then(|age| Tenths::new(age as f64 / HOUR_MS as f64))
    }

    /// Returns the `<n>` of `as of <n>h ago`: the age in hours rounded down, at least 1.
    #[must_use]
    pub fn whole_hours(self) -> Option<i64> {
        self.age_ms.map(|age| (age / HOUR_MS).max(1))
    }

    /// Returns the `<n>` of `stale (<n>d ago)`: the age in days rounded down, at least 1.
    #[must_use]
    pub fn whole_days(self) -> Option<i64> {
        self.age_ms.map(|age| (age / DAY_MS).max(1))
    }
}

/// Returns the freshness of a field at `now`, the time at which the answer is made.
#[must_use]
pub fn of_field<T>(now: Timestamp, policy: &Policy, class: FieldClass, field: &Field<T>) -> Freshness {
    assess(now, policy, field, |age| {
        let Some(reach) = Reach::for_kind(policy, class, field.source) else {
            return FreshnessTier::Estimated;
        };
        match (field.source, reach.is_fresh(age)) {
            (Kind::Model, true) => FreshnessTier::Estimated,
            _ if reach.is_live(age) => FreshnessTier::Live,
            (_, true) => FreshnessTier::Recent,
            (_, false) => FreshnessTier::Stale,
        }
    })
}

/// Returns the freshness of a field that may be absent, such as one depth band.
#[must_use]
pub fn of_optional<T>(
    now: Timestamp,
    policy: &Policy,
    class: FieldClass,
    field: Option<&Field<T>>,
) -> Freshness {
    field.map_or(Freshness::NOT_REPORTED, |field| of_field(now, policy, class, field))
}

/// Returns the freshness of the forecast outlook, which has its own tiers: live, recent, then stale.
#[must_use]
pub fn of_forecast<T>(now: Timestamp, policy: &Policy, field: &Field<T>) -> Freshness {
    assess(now, policy, field, |age| {
        if age.is_within(policy.forecast_live_ms) {
            FreshnessTier::Live
        } else if age.is_within(policy.forecast_recent_ms) {
            FreshnessTier::Recent
        } else {
            FreshnessTier::Stale
        }
    })
}

fn assess<T>(
    now: Timestamp,
    policy: &Policy,
    field: &Field<T>,
    tier: impl FnOnce(Age<'_>) -> FreshnessTier,
) -> Freshness {
    let kind = field.source;
    if field.value.is_none() || kind == Kind::None {
        return Freshness::NOT_REPORTED;
    }
    let present = Present::new(now);
    match present.usable_time(policy, field.observed_at) {
        Some(at) => {
            let age = present.age_of(at);
            Freshness { tier: tier(age), age_ms: Some(age.published_ms()), kind }
        }
        None => Freshness { tier: FreshnessTier::Estimated, age_ms: None, kind },
    }
}

#[cfg(test)]
mod tests;
