//! The stored form of a forecast snapshot: columns of whole hundredths as text, an eighth of the size of rows of names.
//!
//! A snapshot of seven models and sixteen days is about 7 KB of JSON in this form, and its hours 10 KB more. Values are
//! stored to the hundredth, which is finer than any published value.

use chrono::{Days, NaiveDate};
use conditions_core::evidence::{
    Evidence, ForecastSnapshot, HourlyWeather, MeanWind, ModelDay, ModelRun, ModelWeather, PerBand,
};
use conditions_core::time::Timestamp;
use serde::{Deserialize, Serialize};

use crate::form::{DecodeError, Form, check_version, malformed};
use crate::kind::{Kind, Visibility};

mod column;
mod kept_hours;

use column::{Column, hundredth};
use kept_hours::KeptHours;

/// Forecast snapshots.
#[derive(Debug, Clone, Copy)]
pub struct Forecast;

#[derive(Serialize, Deserialize)]
struct StoredForm {
    v: u32,
    at: Timestamp,
    models: Vec<KeptRun>,
    weather: Option<ModelWeather>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    hourly: Option<KeptHours>,
    /// Until version 4: the hours in the form of the resolver.
    #[serde(default, skip_serializing)]
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
    /// The earliest date, and the number of days from it to each date.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    first: Option<NaiveDate>,
    #[serde(default, skip_serializing_if = "Column::is_empty")]
    days: Column,
    /// Until version 4: the dates themselves.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    dates: Vec<NaiveDate>,
    /// One column per entry of [`COLUMNS`] and then per part of [`WIND`], each as long as the list of dates.
    columns: Vec<Column>,
    /// In version 4: mean wind of each date as components from east and north, and speed.
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

/// The parts of the mean wind, in the stored order. Left out for a model without wind.
const WIND: [fn(&MeanWind) -> f64; 3] = [|w| w.from_east_mps, |w| w.from_north_mps, |w| w.speed_mps];

impl Form for Forecast {
    const NAME: &'static str = "forecast";
    const VERSION: u32 = 5;
    type Value = ForecastSnapshot;

    /// Encodes a snapshot, rounded to the stored precision.
    fn encode(snapshot: &ForecastSnapshot) -> String {
        let kept = StoredForm {
            v: Self::VERSION,
            at: snapshot.captured_at,
            models: snapshot.models.iter().map(KeptRun::new).collect(),
            weather: snapshot.weather.clone(),
            hourly: snapshot.hours.as_ref().map(KeptHours::new),
            hours: None,
        };
        // String keys and finite numbers: writing to memory cannot fail.
        serde_json::to_string(&kept).unwrap_or_default()
    }

    /// Decodes a payload. Version 1 had no hours, version 2 none further back than those, version 3 no directions of
    /// the wind, and up to version 4 columns were lists of numbers.
    fn decode(payload: &str) -> Result<ForecastSnapshot, DecodeError> {
        let kept: StoredForm = serde_json::from_str(payload).map_err(malformed::<Self>)?;
        check_version::<Self>(kept.v)?;
        let models = kept.models.into_iter().map(KeptRun::restored).collect();
        let hours = kept.hourly.map(KeptHours::restored).or(kept.hours);
        Ok(ForecastSnapshot { captured_at: kept.at, models, weather: kept.weather, hours })
    }
}

impl KeptRun {
    fn new(run: &ModelRun) -> Self {
        let days: Vec<ModelDay> = run.days.iter().collect();
        let first = days.iter().map(|day| day.date).min();
        let ahead =
            |day: &ModelDay| first.map(|first| day.date.signed_duration_since(first).num_days() as f64);
        let mut columns: Vec<Column> =
            COLUMNS.iter().map(|(get, _)| Column(days.iter().map(get).collect())).collect();
        if days.iter().any(|day| day.wind.is_some()) {
            let part =
                |get: fn(&MeanWind) -> f64| days.iter().map(move |day| day.wind.as_ref().map(get)).collect();
            columns.extend(WIND.map(|get| Column(part(get))));
        }
        Self {
            model: run.model.clone(),
            available: run.available_at,
            depth: run.depth_cm.map(hundredth),
            past24h: run.past24h_cm.map(hundredth),
            past48h: run.past48h_cm.map(hundredth),
            first,
            days: Column(days.iter().map(ahead).collect()),
            dates: Vec::new(),
            columns,
            wind: Vec::new(),
            gap_filled: days.iter().filter(|day| day.gap_filled).map(|day| day.date).collect(),
        }
    }

    fn restored(self) -> ModelRun {
        let ahead = |days: &Option<f64>| self.first?.checked_add_days(Days::new((*days)? as u64));
        let dates = self.dates.into_iter().chain(self.days.0.iter().filter_map(ahead));
        let day = |date| ModelDay { gap_filled: self.gap_filled.contains(&date), ..empty(date) };
        let mut days: Vec<ModelDay> = dates.map(day).collect();
        for ((_, slot), column) in COLUMNS.iter().zip(&self.columns) {
            for (day, value) in days.iter_mut().zip(&column.0) {
                *slot(day) = *value;
            }
        }
        let parts = self.columns.get(COLUMNS.len()..).unwrap_or_default();
        let stated = |at: usize| Some([0, 1, 2].map(|part| parts.get(part)?.0.get(at).copied().flatten()));
        for (at, day) in days.iter_mut().enumerate() {
            let wind = self.wind.get(at).copied().flatten().map(|wind| wind.map(Some)).or_else(|| stated(at));
            if let Some([Some(from_east_mps), Some(from_north_mps), Some(speed_mps)]) = wind {
                day.wind = Some(MeanWind { from_east_mps, from_north_mps, speed_mps });
            }
        }
        ModelRun {
            model: self.model,
            available_at: self.available,
            days: days.into(),
            depth_cm: self.depth,
            past24h_cm: self.past24h,
            past48h_cm: self.past48h,
        }
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

#[cfg(test)]
mod tests;
