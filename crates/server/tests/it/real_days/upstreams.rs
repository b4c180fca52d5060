//! Answers of Open-Meteo, AWDB and the SLF made from records: their wire formats with recorded values.
//!
//! The record of the forecasts has sums and extremes of UTC days. Their water is spread evenly over the hours, and the
//! temperature follows a cosine between the extremes with its maximum at 15 o'clock local time.

use std::collections::BTreeMap;
use std::f64::consts::TAU;

use chrono::{Days, NaiveDate, Timelike as _};
use conditions_core::time::{DAY_MS, HOUR_MS, MINUTE_MS, Timestamp};
use serde_json::{Map, Value, json};
use upstream_sim::query;

use super::records::Table;

/// The forecast of one UTC day.
#[derive(Clone, Copy)]
pub(crate) struct ForecastDay {
    pub(crate) snow_cm: f64,
    water_mm: f64,
    low_c: f64,
    high_c: f64,
}

/// Forecasts of one place, by time of issue and UTC day.
pub(crate) struct Place {
    lat: f64,
    lon: f64,
    pub(crate) issues: BTreeMap<Timestamp, BTreeMap<NaiveDate, ForecastDay>>,
}

impl Place {
    /// Reads the forecasts of a place of the record for a resort at these degrees.
    pub(crate) fn read(table: &Table, name: &str, (lat, lon): (f64, f64)) -> Self {
        let mut issues: BTreeMap<Timestamp, BTreeMap<NaiveDate, ForecastDay>> = BTreeMap::new();
        for row in table.rows().filter(|row| row.text("place") == name) {
            let at = Timestamp::parse(&row.text("issued_at").replace('Z', ":00Z")).unwrap();
            let day = || {
                Some(ForecastDay {
                    snow_cm: row.number("snowfall_cm")?,
                    water_mm: row.number("precipitation_mm")?,
                    low_c: row.number("tmin_c")?,
                    high_c: row.number("tmax_c")?,
                })
            };
            if let Some(day) = day() {
                issues.entry(at).or_default().insert(row.text("date").parse().unwrap(), day);
            }
        }
        Self { lat, lon, issues }
    }

    /// Returns the forecast of a day at `now`; days before the newest issue are those of the issue before.
    fn day(&self, now: Timestamp, date: NaiveDate) -> Option<ForecastDay> {
        self.issues.range(..=now).rev().take(2).find_map(|(_, days)| days.get(&date)).copied()
    }

    fn temp_c(&self, now: Timestamp, at: Timestamp) -> Option<f64> {
        let day = self.day(now, at.utc().date_naive())?;
        let local_h = f64::from(at.utc().hour()) + self.lon / 15.0;
        let position = 0.5 + 0.5 * (TAU * (local_h - 15.0) / 24.0).cos();
        Some(((day.low_c + (day.high_c - day.low_c) * position) * 10.0).round() / 10.0)
    }

    /// Returns the water of the hour that ends at `at`.
    fn water_mm(&self, now: Timestamp, at: Timestamp) -> Option<f64> {
        Some(self.day(now, at.plus_millis(-HOUR_MS).utc().date_naive())?.water_mm / 24.0)
    }
}

/// Answers a request for forecasts.
pub(crate) fn forecast(places: &[Place], raw: &str, now: Timestamp) -> Vec<u8> {
    let request = query::parse(raw, now).expect("a valid request");
    let start = (now.millis().div_euclid(DAY_MS) + request.first_day) * DAY_MS;
    let hours: Vec<Timestamp> =
        (0..request.days * 24).map(|hour| Timestamp::from_millis(start + hour * HOUR_MS)).collect();
    let locations = request.locations.iter().enumerate().map(|(index, location)| {
        let near =
            |place: &&Place| (place.lat - location.lat).abs() + (place.lon - location.lon).abs() < 0.01;
        let place = places.iter().find(near).expect("a recorded place");
        json!({
            "latitude": location.lat,
            "longitude": location.lon,
            "utc_offset_seconds": 0,
            "timezone": "GMT",
            "elevation": location.elevation_m,
            "location_id": index,
            "hourly_units": { "time": "unixtime", "temperature_2m": "°C", "precipitation": "mm" },
            "hourly": {
                "time": hours.iter().map(|at| at.millis() / 1_000).collect::<Vec<_>>(),
                "temperature_2m": hours.iter().map(|at| place.temp_c(now, *at)).collect::<Vec<_>>(),
                "precipitation": hours.iter().map(|at| place.water_mm(now, *at)).collect::<Vec<_>>(),
            },
        })
    });
    Value::Array(locations.collect()).to_string().into_bytes()
}

/// A pillow and its readings at the start of local days.
pub(crate) struct Pillow {
    pub(crate) triplet: String,
    lat: f64,
    lon: f64,
    elevation_m: f64,
    /// Hour after midnight UTC at which its day begins.
    pub(crate) day_starts_h: i64,
    pub(crate) days: BTreeMap<NaiveDate, PillowDay>,
}

/// Readings at the start of a day, and the water gained during it.
#[derive(Clone, Copy)]
pub(crate) struct PillowDay {
    pub(crate) depth_cm: Option<f64>,
    swe_mm: Option<f64>,
    temp_c: Option<f64>,
    pub(crate) gain_mm: Option<f64>,
}

impl Pillow {
    /// Reads the pillows that are paired with a place.
    pub(crate) fn of_place(pairs: &Table, readings: &Table, place: &str) -> Vec<Self> {
        let paired = pairs.rows().filter(|row| {
            row.text("place") == place && row.text("measures").contains("swe") && row.text("use") != "far"
        });
        let pillow = |row: super::records::Row<'_>| {
            let triplet = row.text("station").to_owned();
            let of_station = readings.rows().filter(|row| row.text("station") == triplet);
            let days = of_station.map(|row| {
                let day = PillowDay {
                    depth_cm: row.number("depth_cm"),
                    swe_mm: row.number("swe_mm"),
                    temp_c: row.number("temp_0h_c"),
                    // A pillow that loses water has measured that none fell.
                    gain_mm: row.number("dswe_mm").map(|mm| mm.max(0.0)),
                };
                (row.text("date").parse().unwrap(), day)
            });
            Self {
                days: days.collect(),
                lat: row.number("station_lat").unwrap(),
                lon: row.number("station_lon").unwrap(),
                elevation_m: row.number("station_elevation_m").unwrap(),
                day_starts_h: row.text("day_starts_utc_h").parse().unwrap(),
                triplet,
            }
        };
        paired.map(pillow).collect()
    }

    fn described(&self) -> Value {
        json!({
            "stationTriplet": self.triplet,
            "name": self.triplet,
            "networkCode": "SNTL",
            "elevation": (self.elevation_m / 0.3048).round(),
            "latitude": self.lat,
            "longitude": self.lon,
            "dataTimeZone": -self.day_starts_h,
        })
    }

    fn data(&self, now: Timestamp) -> Value {
        let today = now.plus_millis(-self.day_starts_h * HOUR_MS).utc().date_naive();
        let recent = || self.days.range(today - Days::new(2)..=today);
        let element = |code: &str, unit: &str, value: &dyn Fn(&PillowDay) -> Option<f64>| {
            let known = recent().filter_map(|(date, day)| {
                Some(json!({ "date": format!("{date} 00:00"), "value": value(day)?, "qcFlag": "V" }))
            });
            json!({
                "stationElement": { "elementCode": code, "ordinal": 1, "storedUnitCode": unit },
                "values": known.collect::<Vec<_>>(),
            })
        };
        let elements = [
            element("SNWD", "in", &|day| Some((day.depth_cm? / 2.54).round())),
            element("WTEQ", "in", &|day| Some((day.swe_mm? / 2.54).round() / 10.0)),
            element("TOBS", "degF", &|day| Some(day.temp_c? * 1.8 + 32.0)),
        ];
        json!({ "stationTriplet": self.triplet, "data": elements })
    }
}

/// Answers a request to the AWDB service.
pub(crate) fn awdb(pillows: &[Pillow], path: &str, query: &str, now: Timestamp) -> Vec<u8> {
    let list: Vec<Value> = if path.ends_with("/stations") {
        pillows.iter().map(Pillow::described).collect()
    } else {
        let wanted = pillows.iter().filter(|pillow| query.contains(&pillow.triplet));
        wanted.map(|pillow| pillow.data(now)).collect()
    };
    Value::Array(list).to_string().into_bytes()
}

/// A station of the SLF and its readings.
pub(crate) struct Gauge {
    pub(crate) code: &'static str,
    lat: f64,
    lon: f64,
    elevation_m: f64,
    pub(crate) readings: BTreeMap<Timestamp, GaugeReading>,
}

/// A reading: the values of the measurement service by their names, and the water of the heated gauge.
pub(crate) struct GaugeReading {
    values: Vec<(&'static str, f64)>,
    pub(crate) depth_cm: Option<f64>,
    pub(crate) water_mm: Option<f64>,
}

/// Columns of the record, and their names at the measurement service.
const VALUES: [(&str, &str); 5] = [
    ("depth_cm", "HS"),
    ("tair_c", "TA_30MIN_MEAN"),
    ("rh_pct", "RH_30MIN_MEAN"),
    ("wind_m_s", "VW_30MIN_MEAN"),
    ("surface_c", "TSS_30MIN_MEAN"),
];

impl Gauge {
    /// Reads a station of the record.
    pub(crate) fn read(stations: &Table, readings: &Table, name: &str, code: &'static str) -> Self {
        let place = stations.rows().find(|row| row.text("station") == name).expect(name);
        let of_station = readings.rows().filter(|row| row.text("station") == name).map(|row| {
            let at = Timestamp::parse(&row.text("time").replace('Z', ":00Z")).unwrap();
            let values = VALUES.iter().filter_map(|(column, name)| Some((*name, row.number(column)?)));
            let reading = GaugeReading {
                values: values.collect(),
                depth_cm: row.number("depth_cm"),
                water_mm: row.number("precip_mm"),
            };
            (at, reading)
        });
        Self {
            code,
            lat: place.number("lat").unwrap(),
            lon: place.number("lon").unwrap(),
            elevation_m: place.number("elevation_m").unwrap(),
            readings: of_station.collect(),
        }
    }

    fn rows(&self, now: Timestamp) -> impl Iterator<Item = Value> {
        let span = now.plus_millis(-DAY_MS)..=now.plus_millis(-10 * MINUTE_MS);
        self.readings.range(span).map(|(at, reading)| {
            let mut row = Map::new();
            row.insert("station_code".to_owned(), self.code.into());
            row.insert("measure_date".to_owned(), at.utc().format("%Y-%m-%dT%H:%M:%SZ").to_string().into());
            row.extend(reading.values.iter().map(|(name, value)| ((*name).to_owned(), (*value).into())));
            Value::Object(row)
        })
    }
}

/// Answers a request to the measurement service of the SLF.
pub(crate) fn slf(gauge: &Gauge, path: &str, now: Timestamp) -> Vec<u8> {
    let list: Vec<Value> = match path.rsplit('/').next() {
        Some("stations") => vec![json!({
            "code": gauge.code,
            "label": gauge.code,
            "lat": gauge.lat,
            "lon": gauge.lon,
            "elevation": gauge.elevation_m,
            "country_code": "CH",
            "type": "SNOW_FLAT",
        })],
        Some("measurements") => gauge.rows(now).collect(),
        _ => Vec::new(),
    };
    Value::Array(list).to_string().into_bytes()
}
