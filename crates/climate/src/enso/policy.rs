//! Every threshold for El Niño, in one value. The numbers are defaults.
//!
//! The half degree and the five seasons are the rule of NOAA's Climate Prediction Center, which applies it to values
//! rounded to a tenth. On the hundredths of its file, listed events (1977/78, 1979/80, 2006/07) would be missing. The
//! other thresholds are choices of this crate, explained at each field.

/// Every threshold for El Niño.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct EnsoPolicy {
    /// Distance from normal at which a season is warm or cold, in tenths of a degree.
    pub threshold_tenths: i32,
    /// Number of consecutive overlapping seasons that make an event.
    pub event_seasons: usize,
    /// Distance from normal at which an event's winter is strong, in tenths of a degree.
    pub strong_tenths: i32,
    /// Maximum age of the newest season's central month, in months; an older index does not describe the present.
    pub stale_months: i64,
    /// Minimum number of complete winters of a resort: the ten of an average.
    pub min_winters: usize,
    /// Minimum number of winters of a phase, and of neutral ones; with fewer, the evidence is low whatever the
    /// interval.
    pub min_group: usize,
    /// Minimum mean season total for percentages, cm.
    pub least_normal_cm: f64,
    /// Confidence level of every interval.
    pub confidence: f64,
    /// Maximum expected share of false discoveries among the resorts with a clear effect.
    pub false_discovery_rate: f64,
    /// Minimum effect of tier A, percent.
    pub prime_pct: f64,
    /// Minimum effect of tier B, percent. Up to it, in either direction, the tier is C if the interval rules out an
    /// effect of size `prime_pct`.
    pub favored_pct: f64,
    /// Number of analogues to list.
    pub analogues: usize,
    /// Maximum distance of an analogue from the present state, in hundredths of a degree.
    pub analogue_within: i32,
}

impl EnsoPolicy {
    pub const DEFAULT: Self = Self {
        threshold_tenths: 5,
        event_seasons: 5,
        strong_tenths: 15,
        stale_months: 4,
        min_winters: 10,
        min_group: 5,
        least_normal_cm: 20.0,
        confidence: 0.95,
        false_discovery_rate: 0.1,
        prime_pct: 15.0,
        favored_pct: 5.0,
        analogues: 3,
        analogue_within: 75,
    };
}
