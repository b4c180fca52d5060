//! Thresholds for the rules: the contract's defaults, replaced by those that a server states at `/definitions`.

use conditions_core::policy::Policy;
use conditions_core::time::{HOUR_MS, MINUTE_MS};
use serde_json::Value;

use super::json::at;

/// Thresholds of one server.
#[derive(Debug, Clone, PartialEq)]
pub struct Definitions {
    /// Values of the thresholds.
    pub policy: Policy,
    /// Whether the server stated them.
    pub stated: bool,
}

impl Default for Definitions {
    fn default() -> Self {
        Self { policy: Policy::contract(), stated: false }
    }
}

impl Definitions {
    /// Reads the answer of `/api/v1/definitions`. Thresholds that are not named keep their defaults; `stated` is true
    /// if at least one is named.
    #[must_use]
    pub fn read(answer: &Value) -> Self {
        let mut read = Self::default();
        for row in at(answer, &["data"]).as_array().into_iter().flatten() {
            if let (Some(id), Some(value)) = (at(row, &["id"]).as_str(), at(row, &["value"]).as_f64()) {
                read.stated |=
                    set_time(&mut read.policy, id, value) || set_number(&mut read.policy, id, value);
            }
        }
        read
    }
}

fn set_time(policy: &mut Policy, id: &str, value: f64) -> bool {
    let (slot, unit) = match id {
        "live.depth" => (&mut policy.depth.live_ms, HOUR_MS),
        "ttl.depth" => (&mut policy.depth.ttl_ms, HOUR_MS),
        "live.liftsAndRuns" => (&mut policy.terrain.live_ms, HOUR_MS),
        "ttl.liftsAndRuns" => (&mut policy.terrain.ttl_ms, HOUR_MS),
        "live.surface" => (&mut policy.surface.live_ms, HOUR_MS),
        "ttl.surface" => (&mut policy.surface.ttl_ms, HOUR_MS),
        "ttl.station" => (&mut policy.station_ttl_ms, HOUR_MS),
        "ttl.scraped" => (&mut policy.scraped_ttl_ms, HOUR_MS),
        "ttl.model" => (&mut policy.model_ttl_ms, HOUR_MS),
        "forecast.live" => (&mut policy.forecast_live_ms, HOUR_MS),
        "forecast.recent" => (&mut policy.forecast_recent_ms, HOUR_MS),
        "station.window" => (&mut policy.reading_window_ms, HOUR_MS),
        "station.snowWindow" => (&mut policy.snow_reading_window_ms, HOUR_MS),
        "future.tolerance" => (&mut policy.future_tolerance_ms, MINUTE_MS),
        _ => return false,
    };
    // A float that is too large saturates, which is as good as "forever".
    *slot = (value * unit as f64).round() as i64;
    true
}

fn set_number(policy: &mut Policy, id: &str, value: f64) -> bool {
    if let Some(rest) = id.strip_prefix("plausible.") {
        return set_range(policy, rest, value);
    }
    let slot = match id {
        "average.min" => &mut policy.average_min_cm,
        "average.maxPct" => &mut policy.average_max_pct,
        "disagreement.fraction" => &mut policy.disagreement_fraction,
        "ability.tolerance" => &mut policy.ability_tolerance_pct,
        "confidence.operatorLive" => &mut policy.confidence_operator_live,
        "confidence.station" => &mut policy.confidence_station,
        "confidence.scraped.directApi" => &mut policy.confidence_scraped[0],
        "confidence.model" => &mut policy.confidence_model,
        "confidence.profile" => &mut policy.confidence_profile,
        "density.powder" => &mut policy.density_powder,
        "density.packed" => &mut policy.density_packed,
        "density.dense" => &mut policy.density_dense,
        "surface.melting" => &mut policy.surface_melting_c,
        "surface.nearFreezing" => &mut policy.surface_near_freezing_c,
        "surface.firm" => &mut policy.surface_firm_c,
        _ => return false,
    };
    *slot = value;
    true
}

fn set_range(policy: &mut Policy, id: &str, value: f64) -> bool {
    let Some((quantity, end)) = id.split_once('.') else { return false };
    let range = match quantity {
        "depth" => &mut policy.plausible_depth_cm,
        "temperature" => &mut policy.plausible_temp_c,
        "wind" => &mut policy.plausible_wind_mps,
        "lifts" => &mut policy.plausible_lifts,
        "runs" => &mut policy.plausible_runs,
        "density" => &mut policy.plausible_density,
        "longestRun" => &mut policy.plausible_longest_run_km,
        _ => return false,
    };
    *(if end == "low" { &mut range.low } else { &mut range.high }) = value;
    true
}
