//! Public progress of filling past winters, as read from the database.

use conditions_core::time::Timestamp;
use serde::Serialize;

/// Number of resorts with enough winters, the calls that they count, and the estimated end.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct WinterProgress {
    pub resorts: usize,
    /// Resorts whose current winter is stored and complete so far.
    pub current_winter: usize,
    /// Resorts with at least ten complete finished winters.
    pub ten_winters: usize,
    /// Resorts with at least thirty complete finished winters.
    pub thirty_winters: usize,
    /// Winters that a full backfill would request.
    pub winters_missing: usize,
    /// Finished winters fetched in the last 24 hours.
    pub winters_last_day: usize,
    /// Calls that counted for past winters in the last 24 hours.
    pub calls_last_day: f64,
    /// Limit of these; null without a limit.
    pub calls_per_day: Option<f64>,
    /// Whether forecasts have one model for wind, cloud and depth for now, so that the first winters arrive sooner.
    pub has_smaller_forecasts: bool,
    /// When nothing will be missing at the rate of the last 24 hours; null if nothing is missing or nothing arrived.
    pub done_at: Option<Timestamp>,
}
