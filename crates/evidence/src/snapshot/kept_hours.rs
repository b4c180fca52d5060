//! The stored form of hourly weather.

use std::fmt;

use conditions_core::evidence::{HourColumn, HourlyWeather, PastHours};
use conditions_core::time::Timestamp;
use serde::de::{Error, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::column::{Column, hundredths};

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

/// Stored as the lowest number of models of any hour, and a [`Column`]. Read without the column, straight into the two
/// bytes of an hour.
struct KeptColumn(HourColumn);

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

impl Serialize for KeptColumn {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        (self.0.models(), Column(self.0.values().collect())).serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for KeptColumn {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let (models, Hours(hours)) = Deserialize::deserialize(deserializer)?;
        Ok(Self(HourColumn::from_hundredths(models, hours)))
    }
}

/// The values of a column in hundredths. One that does not fit is missing, as in [`HourColumn`].
struct Hours(Vec<Option<i16>>);

impl<'de> Deserialize<'de> for Hours {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_str(Text)
    }
}

struct Text;

impl Visitor<'_> for Text {
    type Value = Hours;

    fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("hundredths with commas between them")
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Hours, E> {
        let mut hours = Vec::with_capacity(text.len() / 3 + 1);
        for units in hundredths(text) {
            hours.push(units.map_err(E::custom)?.and_then(|units| i16::try_from(units).ok()));
        }
        Ok(Hours(hours))
    }
}

impl KeptHours {
    pub(super) fn new(hours: &HourlyWeather) -> Self {
        let past = |past: &PastHours| KeptPast {
            start: past.start,
            columns: [&past.temp_c, &past.humidity_pct, &past.precipitation_mm]
                .map(|column| KeptColumn(column.clone())),
        };
        Self {
            start: hours.start,
            elevation: hours.elevation_m,
            columns: COLUMNS.iter().map(|(get, _)| KeptColumn(get(hours).clone())).collect(),
            members: hours.members_mm.iter().cloned().map(KeptColumn).collect(),
            past: hours.past.as_ref().map(past),
        }
    }

    pub(super) fn restored(self) -> HourlyWeather {
        let past = |KeptPast { start, columns }: KeptPast| {
            let [temp_c, humidity_pct, precipitation_mm] = columns.map(|column| column.0);
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
            members_mm: self.members.into_iter().map(|column| column.0).collect(),
            past: self.past.map(past),
        };
        for ((_, slot), column) in COLUMNS.iter().zip(self.columns) {
            *slot(&mut hours) = column.0;
        }
        hours
    }
}
