//! Evidence of forecast models only: five centimetres a day. The weather is synthetic.

use conditions_core::evidence::{Evidence, ForecastSnapshot, ModelDay, ModelRun, PerBand};
use conditions_core::time::{DAY_MS, Timestamp};

/// Returns these models' forecast at that time, from the day before to two weeks ahead.
pub(crate) fn evidence(models: &[&str], now: Timestamp) -> Evidence {
    let day = |ahead: i64| ModelDay {
        date: now.plus_millis(ahead * DAY_MS).utc().date_naive(),
        snow_cm: PerBand::all(Some(5.0)),
        rain_mm: PerBand::all(Some(0.0)),
        temp_min_c: PerBand::all(Some(-9.0)),
        temp_max_c: PerBand::all(Some(-3.0)),
        freezing_level_m: None,
        wind_max_mps: None,
        gust_max_mps: None,
        wind: None,
        cloud_pct: None,
        gap_filled: false,
    };
    let run = |model: &&str| ModelRun {
        model: (*model).to_owned(),
        available_at: None,
        days: (-1..16).map(day).collect(),
        depth_cm: Some(90.0),
        past24h_cm: Some(5.0),
        past48h_cm: Some(9.0),
    };
    let models = models.iter().map(run).collect();
    let forecast = ForecastSnapshot { captured_at: now, models, weather: None, hours: None };
    Evidence::default().with_forecast(forecast)
}
