//! Thresholds of the checks of reports. The contract's own, such as those of a divergence, are in `conditions_core::policy`.

use conditions_core::time::HOUR_MS;

/// When a value looks like a slip.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SlipPolicy {
    /// A band is not deeper than this many times a higher one.
    pub over_band_above: f64,
    /// Least difference between two bands that counts, centimetres.
    pub bands_differ_cm: f64,
    /// A band of which nothing else is known is not deeper than this many times the deepest station or model of the other bands …
    pub over_other_bands: f64,
    /// … and this many centimetres.
    pub over_other_bands_cm: f64,
    /// A depth is not above this many times the deepest day on record of the resort. Its record is modelled, mostly.
    pub over_own_record: f64,
    /// A depth of a resort without a record is not above this many times the deepest day on record in its country.
    pub over_country_record: f64,
    /// New snow that differs by this much, and by the contract's fraction, from what is known otherwise is questioned, centimetres.
    pub new_snow_differs_cm: f64,
    /// New snow from which on a depth does not fall, centimetres.
    pub claimed_cm: f64,
    /// What a depth may fall by settling while snow comes, centimetres.
    pub settling_cm: f64,
    /// How near to the factor of a slip a ratio is.
    pub near: f64,
    /// The least difference that is worth a question about its factor, centimetres.
    pub worth_cm: f64,
    /// A report that repeats one of at least this age is yesterday's, ms.
    pub yesterday_ms: i64,
}

impl SlipPolicy {
    /// `contract-decisions` 15, and what it leaves open.
    pub const DEFAULT: Self = Self {
        over_band_above: 1.5,
        bands_differ_cm: 10.0,
        over_other_bands: 3.0,
        over_other_bands_cm: 100.0,
        over_own_record: 2.0,
        over_country_record: 1.0,
        new_snow_differs_cm: 10.0,
        claimed_cm: 5.0,
        settling_cm: 2.0,
        near: 0.06,
        worth_cm: 10.0,
        yesterday_ms: 10 * HOUR_MS,
    };
}
