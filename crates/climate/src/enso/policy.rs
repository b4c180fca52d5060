//! Every threshold of El Niño's part, in one value. A number here is a default.
//!
//! The half degree and the five seasons are the rule of NOAA's Climate Prediction Center, and so is that they count on
//! values rounded to a tenth: on the hundredths of its file, events of its own list (1977/78, 1979/80, 2006/07) are
//! missing. The rest is the choice of this crate and explained where it stands.

/// Every threshold.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct EnsoPolicy {
    /// A season this far from normal, up or down, is warm or cold; tenths of a degree.
    pub threshold_tenths: i32,
    /// So many overlapping seasons in a row make an event.
    pub event_seasons: usize,
    /// An event's winter this far from normal is a strong one; tenths of a degree.
    pub strong_tenths: i32,
    /// An index whose newest season is centred more than this many months back says nothing of the present.
    pub stale_months: i64,
    /// With fewer complete winters nothing is said of a resort: the ten of an average.
    pub min_winters: usize,
    /// With fewer winters of a phase, or fewer neutral ones, the evidence is low whatever the interval.
    pub min_group: usize,
    /// A mean season total below this is no ground for percentages, cm.
    pub least_normal_cm: f64,
    /// Confidence of every interval.
    pub confidence: f64,
    /// Of the resorts whose effect is called clear, at most this share may be expected to have none.
    pub false_discovery_rate: f64,
    /// From this effect on, percent, El Niño is a resort's prime time.
    pub prime_pct: f64,
    /// From this effect on, percent, El Niño favours a resort; up to it, in either direction, it leaves it alone where
    /// the interval rules out an effect of the prime size.
    pub favored_pct: f64,
    /// Winters listed as analogues.
    pub analogues: usize,
    /// A winter that began further from the present state than this is none; hundredths of a degree.
    pub analogue_within: i32,
}

impl EnsoPolicy {
    /// The defaults.
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
