//! The stored form of hourly weather.

use conditions_core::evidence::{HourColumn, HourlyWeather, PastHours};
use conditions_core::time::Timestamp;
use serde::{Deserialize, Serialize};

use super::column::Column;

#[derive(Serialize, Deserialize)]
pub(super) struct KeptHours {
    start: Timestamp,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    elevation: Option<f64>,
    /// One per entry of [`COLUMNS`].
    columns: Vec<KeptColumn>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    members: Vec<KeptColumn>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    past: Option<KeptPast>,
}

/// The lowest number of models of any hour, and the hours.
#[derive(Serialize, Deserialize)]
struct KeptColumn(u8, Column);

#[derive(Serialize, Deserialize)]
struct KeptPast {
    start: Timestamp,
    /// Temperature, humidity and precipitation.
    columns: [KeptColumn; 3],
}

type Slot = fn(&mut HourlyWeather) -> &mut HourColumn;
type Get = fn(&HourlyWeather) -> &HourColumn;

/// Every column, in the stored order. Append only.
const COLUMNS: [(Get, Slot); 8] = [
    (|h| &h.temp_c, |h| &mut h.temp_c),
    (|h| &h.humidity_pct, |h| &mut h.humidity_pct),
    (|h| &h.precipitation_mm, |h| &mut h.precipitation_mm),
    (|h| &h.wind_mps, |h| &mut h.wind_mps),
    (|h| &h.wind_from_east_mps, |h| &mut h.wind_from_east_mps),
    (|h| &h.wind_from_north_mps, |h| &mut h.wind_from_north_mps),
    (|h| &h.gust_mps, |h| &mut h.gust_mps),
    (|h| &h.cloud_pct, |h| &mut h.cloud_pct),
];

impl KeptColumn {
    fn new(column: &HourColumn) -> Self {
        Self(column.models(), Column(column.values().collect()))
    }

    fn restored(self) -> HourColumn {
        let Self(models, Column(values)) = self;
        HourColumn::new(values.into_iter().map(|value| (value, models)))
    }
}

impl KeptHours {
    pub(super) fn new(hours: &HourlyWeather) -> Self {
        let past = |past: &PastHours| KeptPast {
            start: past.start,
            columns: [&past.temp_c, &past.humidity_pct, &past.precipitation_mm].map(KeptColumn::new),
        };
        Self {
            start: hours.start,
            elevation: hours.elevation_m,
            columns: COLUMNS.iter().map(|(get, _)| KeptColumn::new(get(hours))).collect(),
            members: hours.members_mm.iter().map(KeptColumn::new).collect(),
            past: hours.past.as_ref().map(past),
        }
    }

    pub(super) fn restored(self) -> HourlyWeather {
        let past = |KeptPast { start, columns }: KeptPast| {
            let [temp_c, humidity_pct, precipitation_mm] = columns.map(KeptColumn::restored);
            PastHours { start, temp_c, humidity_pct, precipitation_mm }
        };
        let none = HourColumn::default;
        let mut hours = HourlyWeather {
            start: self.start,
            elevation_m: self.elevation,
            temp_c: none(),
            humidity_pct: none(),
            precipitation_mm: none(),
            wind_mps: none(),
            wind_from_east_mps: none(),
            wind_from_north_mps: none(),
            gust_mps: none(),
            cloud_pct: none(),
            members_mm: self.members.into_iter().map(KeptColumn::restored).collect(),
            past: self.past.map(past),
        };
        for ((_, slot), column) in COLUMNS.iter().zip(self.columns) {
            *slot(&mut hours) = column.restored();
        }
        hours
    }
}
