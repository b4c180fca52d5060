//! Thresholds of the checks of reports. The contract's thresholds, for example of divergence, are in
//! `conditions_core::policy`.

use conditions_core::time::HOUR_MS;

/// Thresholds at which a value looks like a slip.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SlipPolicy {
    /// Maximum ratio of a band's depth to that of a higher band.
    pub over_band_above: f64,
    /// Minimum relevant difference between two bands, centimetres.
    pub bands_differ_cm: f64,
    /// Maximum ratio of a band without other data to the deepest station or model of the other bands …
    pub over_other_bands: f64,
    /// … and maximum difference, in centimetres.
    pub over_other_bands_cm: f64,
    /// Maximum ratio of a depth to the resort's record. The record is mostly modelled.
    pub over_own_record: f64,
    /// Maximum ratio of a depth to the record of the country, for a resort without a record.
    pub over_country_record: f64,
    /// Difference at which new snow is questioned, centimetres, if it also differs by the contract's fraction from
    /// other data.
    pub new_snow_differs_cm: f64,
    /// New snow from which on the depth should not fall, centimetres.
    pub claimed_cm: f64,
    /// Decrease of the depth that settling explains during snowfall, centimetres.
    pub settling_cm: f64,
    /// Tolerance of a ratio around the factor of a slip.
    pub near: f64,
    /// Minimum difference worth a question about a factor, centimetres.
    pub worth_cm: f64,
    /// Minimum age at which a repeated report counts as yesterday's, ms.
    pub yesterday_ms: i64,
}

impl SlipPolicy {
    /// The values of `contract-decisions` 15, and of thresholds that it leaves open.
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
