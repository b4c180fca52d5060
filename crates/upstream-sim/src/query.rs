//! Reads a forecast request, and rejects invalid ones with the upstream's own messages.

use chrono::{NaiveDate, Offset, TimeZone};
use chrono_tz::Tz;
use conditions_core::time::{DAY_MS, Timestamp};

use crate::models::Model;

/// Maximum number of locations in one request.
const MOST_LOCATIONS: usize = 1_000;
/// Maximum numbers of days back and ahead.
const MOST_PAST: i64 = 92;
const MOST_AHEAD: i64 = 16;

/// An hourly variable.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(missing_docs, reason = "each is its wire name")]
pub enum Variable {
    Temperature,
    Humidity,
    Precipitation,
    Snowfall,
    Wind,
    WindDirection,
    Gust,
    Cloud,
    FreezingLevel,
    SnowDepth,
}

impl Variable {
    const ALL: [(Self, &'static str); 10] = [
        (Self::Temperature, "temperature_2m"),
        (Self::Humidity, "relative_humidity_2m"),
        (Self::Precipitation, "precipitation"),
        (Self::Snowfall, "snowfall"),
        (Self::Wind, "wind_speed_10m"),
        (Self::WindDirection, "wind_direction_10m"),
        (Self::Gust, "wind_gusts_10m"),
        (Self::Cloud, "cloud_cover"),
        (Self::FreezingLevel, "freezing_level_height"),
        (Self::SnowDepth, "snow_depth"),
    ];

    #[must_use]
    pub fn name(self) -> &'static str {
        Self::ALL.iter().find(|(variable, _)| *variable == self).map_or("", |(_, name)| name)
    }

    fn find(name: &str) -> Option<Self> {
        Self::ALL.iter().find(|(_, known)| *known == name).map(|(variable, _)| *variable)
    }
}

/// A requested place.
#[derive(Debug, Clone, PartialEq)]
pub struct Location {
    /// Degrees north.
    pub lat: f64,
    /// Degrees east.
    pub lon: f64,
    /// Elevation, metres; `None` for the upstream's own terrain, NaN for no correction.
    pub elevation_m: Option<f64>,
    /// Time zone in which days are counted.
    pub zone: Zone,
}

/// A time zone with one offset for the whole response.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Zone {
    /// IANA identifier.
    pub name: String,
    /// Value of `timezone_abbreviation` in the response.
    pub short: String,
    /// Seconds ahead of UTC now.
    pub offset_s: i64,
}

/// Units that differ from the usual ones.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Units {
    /// Whether temperatures are in °F.
    pub fahrenheit: bool,
    /// Whether lengths are in inches and feet.
    pub inch: bool,
    /// Unit of wind as written.
    pub wind: &'static str,
}

/// A valid request.
#[derive(Debug, Clone, PartialEq)]
pub struct Request {
    /// Places in order.
    pub locations: Vec<Location>,
    /// Variables in order.
    pub hourly: Vec<Variable>,
    /// Models in order; empty if none was named.
    pub models: Vec<&'static Model>,
    /// Units of the response.
    pub units: Units,
    /// Whether times are seconds.
    pub unixtime: bool,
    /// First local day, counted from today.
    pub first_day: i64,
    /// Number of days.
    pub days: i64,
}

/// Reads a raw query string.
///
/// # Errors
/// Returns the `reason` of the upstream's response.
pub fn parse(query: &str, now: Timestamp) -> Result<Request, String> {
    let fields = Fields(pairs(query));
    let locations = locations(&fields, now)?;
    let (first_day, days) = fields.days(now)?;
    Ok(Request {
        locations,
        hourly: fields.variables()?,
        models: fields.models()?,
        units: fields.units()?,
        unixtime: fields.choice("timeformat", &["iso8601", "unixtime"], "Timeformat")? == "unixtime",
        first_day,
        days,
    })
}

/// Returns the places of a request.
pub(crate) fn locations(fields: &Fields, now: Timestamp) -> Result<Vec<Location>, String> {
    let lat = fields.numbers("latitude")?;
    let lon = fields.numbers("longitude")?;
    if lat.len() != lon.len() {
        return Err("Parameter 'latitude' and 'longitude' must have the same number of elements".to_owned());
    }
    if lat.is_empty() {
        return Err("Parameter 'latitude' and 'longitude' must not be empty".to_owned());
    }
    if lat.len() > MOST_LOCATIONS {
        return Err(format!(
            "Parameter 'latitude' and 'longitude' must not exceed {MOST_LOCATIONS} coordinates."
        ));
    }
    let elevation = fields.numbers("elevation")?;
    if !elevation.is_empty() && elevation.len() != lat.len() {
        return Err("Parameter 'elevation' must have the same number of elements as coordinates".to_owned());
    }
    let zones = fields.list("timezone");
    let mut locations = Vec::with_capacity(lat.len());
    for (index, (lat, lon)) in lat.iter().copied().zip(lon).enumerate() {
        in_range("Latitude", lat, 90.0)?;
        in_range("Longitude", lon, 180.0)?;
        let named = zones.get(index).or(zones.first());
        let zone = zone(named.map(String::as_str), lon, now)?;
        // The upstream computes in single precision: values outside its range are not elevations.
        let elevation_m =
            elevation.get(index).map(|metres| if (*metres as f32).is_finite() { *metres } else { f64::NAN });
        locations.push(Location { lat, lon, elevation_m, zone });
    }
    Ok(locations)
}

fn in_range(what: &str, degrees: f64, most: f64) -> Result<(), String> {
    if degrees.abs() <= most {
        return Ok(());
    }
    Err(format!("{what} must be in range of -{most:.0} to {most:.0}°. Given: {:?}.", degrees as f32))
}

pub(crate) fn zone(name: Option<&str>, lon: f64, now: Timestamp) -> Result<Zone, String> {
    let utc = || Zone { name: "GMT".to_owned(), short: "GMT".to_owned(), offset_s: 0 };
    let name = match name {
        None | Some("UTC" | "GMT" | "Etc/UTC" | "Etc/GMT") => return Ok(utc()),
        // The upstream knows the borders of time zones; here the longitude decides.
        Some("auto") => match libm::round(lon / 15.0) as i64 {
            0 => return Ok(utc()),
            east => format!("Etc/GMT{}{}", if east > 0 { '-' } else { '+' }, east.abs()),
        },
        Some(name) => name.to_owned(),
    };
    let tz: Tz = name.parse().map_err(|_| "Invalid timezone".to_owned())?;
    let offset = tz.offset_from_utc_datetime(&now.utc().naive_utc());
    Ok(Zone { short: offset.to_string(), offset_s: i64::from(offset.fix().local_minus_utc()), name })
}

/// Returns names and values of a query string, decoded, in order.
pub(crate) fn pairs(query: &str) -> Vec<(String, String)> {
    let pair = |pair: &str| {
        let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
        (decode(name), decode(value))
    };
    query.trim_start_matches('?').split('&').filter(|part| !part.is_empty()).map(pair).collect()
}

fn decode(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((first, tail)) = rest.split_first() {
        let hex = || u8::from_str_radix(std::str::from_utf8(tail.get(..2)?).ok()?, 16).ok();
        match (first, (*first == b'%').then(hex).flatten()) {
            (_, Some(byte)) => {
                bytes.push(byte);
                rest = tail.get(2..).unwrap_or_default();
            }
            (b'+', None) => {
                bytes.push(b' ');
                rest = tail;
            }
            (byte, None) => {
                bytes.push(*byte);
                rest = tail;
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// The parameters of a request.
pub(crate) struct Fields(pub(crate) Vec<(String, String)>);

impl Fields {
    /// Returns the values of a parameter that may repeat and may contain commas.
    pub(crate) fn list(&self, name: &str) -> Vec<String> {
        let of_name = self.0.iter().filter(|(known, _)| known.trim_end_matches("[]") == name);
        of_name
            .flat_map(|(_, value)| value.split(','))
            .map(|value| value.trim().to_owned())
            .filter(|value| !value.is_empty())
            .collect()
    }

    pub(crate) fn one(&self, name: &str) -> Option<String> {
        self.list(name).into_iter().next()
    }

    pub(crate) fn numbers(&self, name: &str) -> Result<Vec<f64>, String> {
        let read = |text: &String| {
            text.parse::<f64>().map_err(|_| {
                format!("Data corrupted at path '{name}'. Cannot initialize Float from invalid String value {text}.")
            })
        };
        self.list(name).iter().map(read).collect()
    }

    fn whole(&self, name: &str, usual: i64) -> Result<i64, String> {
        self.one(name).map_or(Ok(usual), |text| {
            text.parse().map_err(|_| {
                format!(
                    "Data corrupted at path '{name}'. Cannot initialize Int from invalid String value {text}."
                )
            })
        })
    }

    fn choice(&self, name: &str, known: &[&'static str], kind: &str) -> Result<&'static str, String> {
        let first = known.first().copied().unwrap_or_default();
        let Some(text) = self.one(name) else { return Ok(first) };
        known.iter().find(|known| **known == text).copied().ok_or_else(|| {
            format!(
                "Data corrupted at path '{name}'. Cannot initialize {kind} from invalid String value {text}."
            )
        })
    }

    fn variables(&self) -> Result<Vec<Variable>, String> {
        for other in ["daily", "current", "minutely_15", "current_weather"] {
            if self.one(other).is_some() {
                return Err(format!("This synthetic upstream serves 'hourly' only, not '{other}'"));
            }
        }
        let read = |name: &String| {
            Variable::find(name).ok_or_else(|| {
                format!(
                    "Data corrupted at path ''. Cannot initialize SurfacePressureAndHeightVariable<VariableAndPreviousDay, \
                     ForecastPressureVariable, ForecastHeightVariable> from invalid String value {name}."
                )
            })
        };
        self.list("hourly").iter().map(read).collect()
    }

    fn models(&self) -> Result<Vec<&'static Model>, String> {
        let read = |name: &String| {
            Model::find(name).ok_or_else(|| {
                format!("Data corrupted at path ''. Cannot initialize MultiDomains from invalid String value {name}.")
            })
        };
        self.list("models").iter().map(read).collect()
    }

    fn units(&self) -> Result<Units, String> {
        let wind = match self.choice("wind_speed_unit", &["kmh", "ms", "mph", "kn"], "WindspeedUnit")? {
            "ms" => "m/s",
            "mph" => "mp/h",
            "kn" => "kn",
            _ => "km/h",
        };
        Ok(Units {
            fahrenheit: self.choice("temperature_unit", &["celsius", "fahrenheit"], "TemperatureUnit")?
                == "fahrenheit",
            inch: self.choice("precipitation_unit", &["mm", "inch"], "PrecipitationUnit")? == "inch",
            wind,
        })
    }

    /// Returns the first day, counted from today, and the number of days.
    fn days(&self, now: Timestamp) -> Result<(i64, i64), String> {
        let (start, end) = (self.one("start_date"), self.one("end_date"));
        if start.is_none() && end.is_none() {
            let ahead = self.whole("forecast_days", 7)?;
            let past = self.whole("past_days", 0)?;
            for (what, given, most) in [("Forecast", ahead, MOST_AHEAD), ("Past", past, MOST_PAST)] {
                if !(0..=most).contains(&given) {
                    return Err(format!("{what} days is invalid. Allowed range 0 to {most}. Given {given}."));
                }
            }
            return Ok((-past, past + ahead));
        }
        let (Some(start), Some(end)) = (start, end) else {
            return Err("Both 'start_date' and 'end_date' must be set in the url".to_owned());
        };
        for parameter in ["forecast_days", "past_days"] {
            if self.one(parameter).is_some() {
                return Err(format!(
                    "Parameter '{parameter}' is mutually exclusive with 'start_date' and 'end_date'"
                ));
            }
        }
        let today = now.utc().date_naive();
        let from_today = |parameter: &str, text: &str| -> Result<i64, String> {
            let date: NaiveDate =
                text.parse().map_err(|_| "Invalid date format. Make sure to use 'YYYY-MM-DD'".to_owned())?;
            let day = date.signed_duration_since(today).num_days();
            let at = |days: i64| now.plus_millis(days * DAY_MS).utc().format("%Y-%m-%d").to_string();
            if (-MOST_PAST..MOST_AHEAD).contains(&day) {
                return Ok(day);
            }
            let (from, to) = (at(-MOST_PAST), at(MOST_AHEAD - 1));
            Err(format!("Parameter '{parameter}' is out of allowed range from {from} to {to}"))
        };
        let (first, last) = (from_today("start_date", &start)?, from_today("end_date", &end)?);
        if last < first {
            return Err("End-date must be larger or equals than start-date".to_owned());
        }
        Ok((first, last - first + 1))
    }
}

#[cfg(test)]
mod tests;
