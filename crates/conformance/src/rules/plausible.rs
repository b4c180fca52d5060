//! Rules for the plausible ranges of published numbers.

use conditions_core::policy::Range;
use serde_json::Value;

use super::answer::Answer;
use super::json::at;
use super::{Check, Report, Rule, Severity};

pub(super) const RULES: &[Rule] = &[Rule {
    id: "plausible/ranges",
    clause: "D1 \"Plausibility\": depth 0–1500 cm, temperature −70–45 °C, wind 0–120 m/s, lifts 0–300, runs 0–1000, density 0.01–0.92",
    severity: Severity::Threshold,
    checks: "every published number is within its plausible range; forecasts are not negative",
    fix: "drop the value and raise `implausible_<field>`",
    check: Check::Envelope(ranges),
}];

/// Range of all non-negative numbers.
const NOT_NEGATIVE: Range = Range { low: 0.0, high: f64::MAX };

/// Half of the last decimal of densities and lengths: they are checked before rounding.
const HALF: f64 = 0.05 + 1e-9;

fn ranges(answer: &Answer<'_>, report: &mut Report<'_>) {
    let policy = &answer.definitions.policy;
    let mut judge = |path: &str, value: &Value, range: Range| {
        let Some(number) = value.as_f64() else { return };
        let wide = Range { low: range.low - HALF, high: range.high + HALF };
        if !wide.contains(number) || (number < 0.0 && range.low >= 0.0) {
            report.broken(path, value, format_args!("{} to {}", range.low, range.high));
        }
    };
    let numbers: [(&str, &[&str], Range); 16] = [
        ("/data/depth/base/value", &["data", "depth", "base", "value"], policy.plausible_depth_cm),
        ("/data/depth/mid/value", &["data", "depth", "mid", "value"], policy.plausible_depth_cm),
        ("/data/depth/summit/value", &["data", "depth", "summit", "value"], policy.plausible_depth_cm),
        ("/data/displayDepthCm/value", &["data", "displayDepthCm", "value"], policy.plausible_depth_cm),
        ("/data/baseDepthCm/value", &["data", "baseDepthCm", "value"], policy.plausible_depth_cm),
        ("/data/lifts/value/open", &["data", "lifts", "value", "open"], policy.plausible_lifts),
        ("/data/lifts/value/total", &["data", "lifts", "value", "total"], policy.plausible_lifts),
        ("/data/runs/value/open", &["data", "runs", "value", "open"], policy.plausible_runs),
        ("/data/runs/value/total", &["data", "runs", "value", "total"], policy.plausible_runs),
        (
            "/data/longestRun/value/km",
            &["data", "longestRun", "value", "km"],
            policy.plausible_longest_run_km,
        ),
        (
            "/data/snowQuality/value/densityRatio",
            &["data", "snowQuality", "value", "densityRatio"],
            policy.plausible_density,
        ),
        (
            "/data/snowSurfaceTemp/value/tempC",
            &["data", "snowSurfaceTemp", "value", "tempC"],
            policy.plausible_temp_c,
        ),
        ("/data/forecast/next7dCm/value", &["data", "forecast", "next7dCm", "value"], NOT_NEGATIVE),
        ("/data/forecast/next14dCm/value", &["data", "forecast", "next14dCm", "value"], NOT_NEGATIVE),
        ("/data/depthVsAvgPct/value", &["data", "depthVsAvgPct", "value"], NOT_NEGATIVE),
        (
            "/data/depthVsAvgBasis/averageCm",
            &["data", "depthVsAvgBasis", "averageCm"],
            policy.plausible_depth_cm,
        ),
    ];
    for (path, steps, range) in numbers {
        judge(path, answer.at(steps), range);
    }
    let stations = answer.at(&["measuredNow", "stations"]).as_array();
    for (nth, station) in stations.into_iter().flatten().enumerate() {
        for (name, range) in [
            ("tempC", policy.plausible_temp_c),
            ("windMps", policy.plausible_wind_mps),
            ("snowDepthCm", policy.plausible_depth_cm),
        ] {
            let value = at(station, &[name]);
            if value.is_number() {
                judge(&format!("/measuredNow/stations/{nth}/{name}"), value, range);
            }
        }
    }
}
