//! The stored form of a forecast snapshot: columns of numbers instead of rows of names, a fifth of the size.
//!
//! A snapshot of seven models and sixteen days is about 12 KB of JSON in this form, and its hours 4 KB more. Values are
//! stored to the hundredth, which is finer than any published value.

use chrono::NaiveDate;
use conditions_core::evidence::{
    Evidence, ForecastSnapshot, HourlyWeather, MeanWind, ModelDay, ModelRun, ModelWeather, PerBand,
};
use conditions_core::time::Timestamp;
use serde::{Deserialize, Serialize};

use crate::form::{DecodeError, Form, check_version, malformed};
use crate::kind::{Kind, Visibility};

/// Forecast snapshots.
#[derive(Debug, Clone, Copy)]
pub struct Forecast;

#[derive(Serialize, Deserialize)]
struct StoredForm {
    v: u32,
    at: Timestamp,
    models: Vec<KeptRun>,
    weather: Option<ModelWeather>,
    #[serde(default)]
    hours: Option<HourlyWeather>,
}

#[derive(Serialize, Deserialize)]
struct KeptRun {
    model: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    available: Option<Timestamp>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    depth: Option<f64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    past24h: Option<f64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    past48h: Option<f64>,
    dates: Vec<NaiveDate>,
    /// One column per entry of [`COLUMNS`], each as long as `dates`.
    columns: Vec<Vec<Option<f64>>>,
    /// Mean wind of each date: components from east and north, and speed. Empty for a model without wind.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    wind: Vec<Option<[f64; 3]>>,
    /// The dates on which small gaps were repaired.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    gap_filled: Vec<NaiveDate>,
}

type Get = fn(&ModelDay) -> Option<f64>;
type Slot = fn(&mut ModelDay) -> &mut Option<f64>;

/// Every number of a day, in the stored order of columns. Append only.
const COLUMNS: [(Get, Slot); 16] = [
    (|d| d.snow_cm.base, |d| &mut d.snow_cm.base),
    (|d| d.snow_cm.mid, |d| &mut d.snow_cm.mid),
    (|d| d.snow_cm.summit, |d| &mut d.snow_cm.summit),
    (|d| d.rain_mm.base, |d| &mut d.rain_mm.base),
    (|d| d.rain_mm.mid, |d| &mut d.rain_mm.mid),
    (|d| d.rain_mm.summit, |d| &mut d.rain_mm.summit),
    (|d| d.temp_min_c.base, |d| &mut d.temp_min_c.base),
    (|d| d.temp_min_c.mid, |d| &mut d.temp_min_c.mid),
    (|d| d.temp_min_c.summit, |d| &mut d.temp_min_c.summit),
    (|d| d.temp_max_c.base, |d| &mut d.temp_max_c.base),
    (|d| d.temp_max_c.mid, |d| &mut d.temp_max_c.mid),
    (|d| d.temp_max_c.summit, |d| &mut d.temp_max_c.summit),
    (|d| d.freezing_level_m, |d| &mut d.freezing_level_m),
    (|d| d.wind_max_mps, |d| &mut d.wind_max_mps),
    (|d| d.gust_max_mps, |d| &mut d.gust_max_mps),
    (|d| d.cloud_pct, |d| &mut d.cloud_pct),
];

impl Form for Forecast {
    const NAME: &'static str = "forecast";
    const VERSION: u32 = 4;
    type Value = ForecastSnapshot;

    /// Encodes a snapshot, rounded to the stored precision.
    fn encode(snapshot: &ForecastSnapshot) -> String {
        let models = snapshot
            .models
            .iter()
            .map(|run| KeptRun {
                model: run.model.clone(),
                available: run.available_at,
                depth: run.depth_cm.map(hundredth),
                past24h: run.past24h_cm.map(hundredth),
                past48h: run.past48h_cm.map(hundredth),
                dates: run.days.iter().map(|day| day.date).collect(),
                columns: COLUMNS
                    .iter()
                    .map(|(get, _)| run.days.iter().map(|day| get(day).map(hundredth)).collect())
                    .collect(),
                wind: kept_wind(&run.days),
                gap_filled: run.days.iter().filter(|day| day.gap_filled).map(|day| day.date).collect(),
            })
            .collect();
        let kept = StoredForm {
            v: Self::VERSION,
            at: snapshot.captured_at,
            models,
            weather: snapshot.weather.clone(),
            hours: snapshot.hours.clone(),
        };
        // String keys and finite numbers: writing to memory cannot fail.
        serde_json::to_string(&kept).unwrap_or_default()
    }

    /// Decodes a payload. Version 1 had no hours, version 2 none further back than those,
    /// version 3 no directions of the wind.
    fn decode(payload: &str) -> Result<ForecastSnapshot, DecodeError> {
        let kept: StoredForm = serde_json::from_str(payload).map_err(malformed::<Self>)?;
        check_version::<Self>(kept.v)?;
        let models = kept
            .models
            .into_iter()
            .map(|run| {
                let day = |date| ModelDay { gap_filled: run.gap_filled.contains(date), ..empty(*date) };
                let mut days: Vec<ModelDay> = run.dates.iter().map(day).collect();
                for ((_, slot), column) in COLUMNS.iter().zip(&run.columns) {
                    for (day, value) in days.iter_mut().zip(column) {
                        *slot(day) = *value;
                    }
                }
                for (day, wind) in days.iter_mut().zip(run.wind) {
                    day.wind = wind.map(|[from_east_mps, from_north_mps, speed_mps]| MeanWind {
                        from_east_mps,
                        from_north_mps,
                        speed_mps,
                    });
                }
                ModelRun {
                    model: run.model,
                    available_at: run.available,
                    days: days.into(),
                    depth_cm: run.depth,
                    past24h_cm: run.past24h,
                    past48h_cm: run.past48h,
                }
            })
            .collect();
        Ok(ForecastSnapshot { captured_at: kept.at, models, weather: kept.weather, hours: kept.hours })
    }
}

impl Kind for Forecast {
    const SHOWN: Visibility = Visibility::Always;

    /// Applies a forecast; an older one never replaces a newer one.
    fn apply(evidence: &mut Evidence, _lane: &str, snapshot: ForecastSnapshot) {
        if evidence.forecast.as_ref().is_none_or(|known| known.captured_at <= snapshot.captured_at) {
            evidence.forecast = Some(snapshot);
        }
    }
}

/// Returns the wind of each day, rounded to the stored precision; empty if no day has any.
fn kept_wind(days: &[ModelDay]) -> Vec<Option<[f64; 3]>> {
    if days.iter().all(|day| day.wind.is_none()) {
        return Vec::new();
    }
    let parts = |wind: MeanWind| [wind.from_east_mps, wind.from_north_mps, wind.speed_mps].map(hundredth);
    days.iter().map(|day| day.wind.map(parts)).collect()
}

fn empty(date: NaiveDate) -> ModelDay {
    ModelDay {
        date,
        snow_cm: PerBand::all(None),
        rain_mm: PerBand::all(None),
        temp_min_c: PerBand::all(None),
        temp_max_c: PerBand::all(None),
        freezing_level_m: None,
        wind_max_mps: None,
        gust_max_mps: None,
        wind: None,
        cloud_pct: None,
        gap_filled: false,
    }
}

fn hundredth(value: f64) -> f64 {
    (value * 100.0).round() / 100.0
}

#[cfg(test)]
mod tests;
