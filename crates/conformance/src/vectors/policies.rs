//! Vectors with other thresholds than the contract's, named and in units as in `/api/v1/definitions`. For each
//! threshold there is a case with a different result under the contract's number.

use conditions_core::policy::Policy;
use conditions_core::time::{HOUR_MS, MINUTE_MS};
use serde_json::Value;

/// The location of a threshold in the policy, with its unit.
enum Place<'a> {
    Number(&'a mut f64),
    Millis(&'a mut i64, i64),
    Days(&'a mut i64),
    Winters(&'a mut u16),
}

/// Parses a vector's `policy`: `contract`, or the thresholds that differ from it.
///
/// # Errors
/// Returns an error for a threshold that vectors may not change, or for an invalid value.
pub fn read(policy: &Value) -> Result<Policy, String> {
    let mut read = Policy::contract();
    match policy {
        Value::Null => {}
        Value::String(name) if name == "contract" => {}
        Value::Object(thresholds) => {
            for (id, value) in thresholds {
                let value = value.as_f64().ok_or_else(|| format!("policy: {id} is not a number"))?;
                set(&mut read, id, value)?;
            }
        }
        other => return Err(format!("policy: {other} is neither `contract` nor an object of thresholds")),
    }
    Ok(read)
}

fn set(policy: &mut Policy, id: &str, value: f64) -> Result<(), String> {
    let wrong = || format!("policy: {value} is not a valid value of {id}");
    let whole = |value: f64| {
        let fits = value.fract() == 0.0 && value.abs() < 1e12;
        // Exact below 2^53.
        #[expect(clippy::cast_possible_truncation, reason = "whole and small, as was just seen")]
        fits.then_some(value as i64)
    };
    match place(policy, id).ok_or_else(|| format!("policy: no threshold `{id}` that a vector may change"))? {
        Place::Number(place) => *place = value,
        Place::Millis(place, unit) => *place = whole(value * unit as f64).ok_or_else(wrong)?,
        Place::Days(place) => *place = whole(value).ok_or_else(wrong)?,
        Place::Winters(place) => {
            *place = whole(value).and_then(|count| u16::try_from(count).ok()).ok_or_else(wrong)?;
        }
    }
    Ok(())
}

fn place<'a>(policy: &'a mut Policy, id: &str) -> Option<Place<'a>> {
    use Place::{Days, Millis, Number, Winters};
    if let Some((model, days)) = id.strip_prefix("weight.").and_then(|rest| rest.rsplit_once('.')) {
        let weight = policy.weights.to_mut().iter_mut().find(|weight| weight.model == model)?;
        return match days {
            "days1To3" => Some(Number(&mut weight.early)),
            "days4To14" => Some(Number(&mut weight.late)),
            _ => None,
        };
    }
    Some(match id {
        "live.depth" => Millis(&mut policy.depth.live_ms, HOUR_MS),
        "ttl.depth" => Millis(&mut policy.depth.ttl_ms, HOUR_MS),
        "live.liftsAndRuns" => Millis(&mut policy.terrain.live_ms, HOUR_MS),
        "ttl.liftsAndRuns" => Millis(&mut policy.terrain.ttl_ms, HOUR_MS),
        "live.surface" => Millis(&mut policy.surface.live_ms, HOUR_MS),
        "ttl.surface" => Millis(&mut policy.surface.ttl_ms, HOUR_MS),
        "live.status" => Millis(&mut policy.status.live_ms, HOUR_MS),
        "ttl.status" => Millis(&mut policy.status.ttl_ms, HOUR_MS),
        "ttl.station" => Millis(&mut policy.station_ttl_ms, HOUR_MS),
        "ttl.scraped" => Millis(&mut policy.scraped_ttl_ms, HOUR_MS),
        "ttl.model" => Millis(&mut policy.model_ttl_ms, HOUR_MS),
        "usable.measured" => Millis(&mut policy.measured_usable_ms, HOUR_MS),
        "usable.model" => Millis(&mut policy.model_usable_ms, HOUR_MS),
        "forecast.live" => Millis(&mut policy.forecast_live_ms, HOUR_MS),
        "forecast.recent" => Millis(&mut policy.forecast_recent_ms, HOUR_MS),
        "future.tolerance" => Millis(&mut policy.future_tolerance_ms, MINUTE_MS),
        "confidence.operator" => Number(&mut policy.confidence_operator),
        "confidence.station" => Number(&mut policy.confidence_station),
        "confidence.modelAlone" => Number(&mut policy.confidence_model_alone),
        "confidence.floorFraction" => Number(&mut policy.confidence_floor_fraction),
        "plausible.depth.high" => Number(&mut policy.plausible_depth_cm.high),
        "plausible.lifts.high" => Number(&mut policy.plausible_lifts.high),
        "average.minWinters" => Winters(&mut policy.average_min_winters),
        "average.min" => Number(&mut policy.average_min_cm),
        "average.maxPct" => Number(&mut policy.average_max_pct),
        "disagreement.fraction" => Number(&mut policy.disagreement_fraction),
        "divergence.fraction" => Number(&mut policy.divergence_fraction),
        "divergence.min" => Number(&mut policy.divergence_cm),
        "season.slack" => Days(&mut policy.season_slack_days),
        "season.pre" => Days(&mut policy.pre_season_days),
        "totals.mismatch" => Number(&mut policy.total_mismatch_fraction),
        "station.radius" => Number(&mut policy.station_radius_km),
        "station.window" => Millis(&mut policy.reading_window_ms, HOUR_MS),
        _ => return None,
    })
}

/// Threshold, its other value, and a scenario that depends on it.
pub(super) const CASES: [(&str, f64, &str); 17] = [
    (
        "live.depth",
        1.0,
        "# An operator's value of two hours ago is not live any more.\nnow 2026-01-10T12:00Z\noperator base 120cm 2h-ago\n",
    ),
    (
        "ttl.depth",
        24.0,
        "# It grows stale after a day instead of two.\nnow 2026-01-10T12:00Z\noperator base 120cm 30h-ago\n",
    ),
    (
        "usable.measured",
        50.0,
        "# An expired value of sixty hours ago is not shown at all.\nnow 2026-01-10T12:00Z\noperator base 120cm 60h-ago\n",
    ),
    (
        "ttl.station",
        1.0,
        "# A station's surface of two hours ago is stale.\nnow 2026-01-10T12:00Z\nresort base 1300 mid 2000 summit 2800\nstation SNOTEL \"Vail Mtn\" 2800m surface \"packed powder\" 2h-ago\n",
    ),
    (
        "live.liftsAndRuns",
        1.0,
        "# Lifts counted two hours ago are not live any more.\nnow 2026-01-10T12:00Z\nresort lifts 40\noperator lifts 12/40 2h-ago\n",
    ),
    (
        "plausible.depth.high",
        300.0,
        "# Four metres are not believed here.\nnow 2026-01-10T12:00Z\noperator base 400cm 1h-ago\n",
    ),
    (
        "divergence.min",
        20.0,
        "# Operator and model differ by 25 cm, which is enough.\nnow 2026-01-10T12:00Z\noperator base 30cm 1h-ago\nmodel base 5cm 1h-ago\n",
    ),
    (
        "divergence.fraction",
        0.9,
        "# A model of a quarter is no divergence.\nnow 2026-01-10T12:00Z\noperator base 160cm 1h-ago\nmodel base 40cm 1h-ago\n",
    ),
    (
        "disagreement.fraction",
        0.2,
        "# A model base of a third of the measured summit still agrees.\nnow 2026-01-10T12:00Z\nmodel base 50cm 1h-ago\noperator summit 150cm 1h-ago\n",
    ),
    (
        "average.minWinters",
        5.0,
        "# Eight winters make an average.\nnow 2026-01-10T12:00Z\noperator base 120cm 1h-ago\nclimate base 80cm 8 winters\n",
    ),
    (
        "average.maxPct",
        120.0,
        "# Half as much again is withheld.\nnow 2026-01-10T12:00Z\noperator base 120cm 1h-ago\nclimate base 80cm 30 winters\n",
    ),
    (
        "season.pre",
        30.0,
        "# Sixty days before the opening is no pre-season.\nnow 2025-10-02T12:00Z\nresort zone Europe/Vienna season 12-01..04-15\n",
    ),
    (
        "totals.mismatch",
        0.5,
        "# A total that is a quarter off is no mismatch.\nnow 2026-01-10T12:00Z\nresort lifts 40\noperator lifts 12/50 1h-ago\n",
    ),
    (
        "confidence.operator",
        0.7,
        "# A deployment that trusts its operator less.\nnow 2026-01-10T12:00Z\noperator base 120cm 12h-ago\n",
    ),
    (
        "forecast.live",
        1.0,
        "# A forecast of two hours ago is recent.\nnow 2026-01-10T12:00Z\nresort zone UTC base 1300 mid 2000 summit 2800\nsnapshot 2h-ago\nrun gfs_seamless snow 1,2,3,4,5,6,7\n",
    ),
    (
        "weight.gfs_seamless.days1To3",
        0.0,
        "# One model counts for nothing on the first three days.\nnow 2026-01-10T12:00Z\nresort zone UTC base 1300 mid 2000 summit 2800\nsnapshot 2h-ago\nrun gfs_seamless snow 10,10,10,0,0,0,0\nrun icon_seamless snow 0,0,0,0,0,0,0\n",
    ),
    (
        "station.radius",
        1.0,
        "# A station two kilometres away is too far.\nnow 2026-01-10T12:00Z\nresort zone UTC base 1300 mid 2000 summit 2800\nreading SNOTEL 1040 \"Vail Mtn\" 2000m 2km 1h-ago temp -5 depth 95cm\n",
    ),
];
