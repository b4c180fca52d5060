//! Plans the calls of a refresh: batches of places, two calls per batch, because of how the free tier counts.
//!
//! One call for everything would count 7.2 per resort. Seven models for two variables (1.6) and two models for seven
//! (1.4) count 3.0, and contain the data for the blend and the daily rows. Implements `contract-decisions` 8, "one
//! call per resort at mid elevation, hourly, UTC".

use super::config::{Config, RequestUrl};
use crate::budget::weight;

/// Maximum number of places in one call: keeps URLs and failures small.
pub const BATCH: usize = 50;
/// Maximum number of bytes of a URL; servers and proxies commonly stop at 8,192.
pub const LONGEST_URL: usize = 7_000;
/// Number of days ahead, today included.
pub const FORECAST_DAYS: usize = 15;
/// Number of days ahead of the second call, today included: five refreshes fit into the allowance of 24 hours.
const CONTEXT_DAYS: usize = 13;
/// Usual number of past days.
pub const PAST_DAYS: usize = 1;
/// Number of past days if the hours since the archive's newest day are unknown: the archive lags by five to six days.
pub const FAR_PAST_DAYS: usize = 7;

const CORE: [&str; 2] = ["temperature_2m", "precipitation"];
const CONTEXT: [&str; 7] = [
    "relative_humidity_2m",
    "wind_speed_10m",
    "wind_direction_10m",
    "wind_gusts_10m",
    "cloud_cover",
    "freezing_level_height",
    "snow_depth",
];

/// A place to request.
#[derive(Debug, Clone, PartialEq)]
pub struct Place {
    /// The caller's name for it.
    pub id: String,
    /// Degrees north.
    pub lat: f64,
    /// Degrees east.
    pub lon: f64,
    /// Elevation to request, metres above sea level: mid mountain. `None` requests the grid cell's own.
    pub elevation_m: Option<f64>,
}

/// One half of a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Part {
    /// Temperature and precipitation of every model.
    Core,
    /// Humidity, wind and its direction, gusts, cloud, freezing level and snow depth of a few models.
    Context,
}

impl Part {
    /// Returns its name in logs.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Core => "core",
            Self::Context => "context",
        }
    }

    /// Returns the variables that it requests.
    #[must_use]
    pub const fn variables(self) -> &'static [&'static str] {
        match self {
            Self::Core => &CORE,
            Self::Context => &CONTEXT,
        }
    }

    /// Returns the models that it requests.
    #[must_use]
    pub fn models(self, config: &Config) -> &[String] {
        match self {
            Self::Core => config.models(),
            Self::Context => config.context_models(),
        }
    }

    /// Returns the number of days ahead that it requests, today included.
    #[must_use]
    pub const fn days_ahead(self) -> usize {
        match self {
            Self::Core => FORECAST_DAYS,
            Self::Context => CONTEXT_DAYS,
        }
    }

    /// Returns the weight of the part for one place.
    #[must_use]
    pub fn weight(self, config: &Config) -> f64 {
        weight(1, self.variables().len() * self.models(config).len(), self.days_ahead() + PAST_DAYS)
    }
}

#[derive(Debug, Clone, PartialEq)]
pub struct Call {
    pub part: Part,
    pub url: RequestUrl,
    /// The requested models.
    pub models: Vec<String>,
    /// The requested places as (latitude, longitude), in the order of the request.
    pub places: Vec<(f64, f64)>,
    /// Its weight against the allowance.
    pub weight: f64,
}

/// Places that are requested together.
#[derive(Debug, Clone, PartialEq)]
pub struct Batch {
    /// The places, in the order of both requests.
    pub places: Vec<Place>,
    /// The first half.
    pub core: Call,
    /// The second half; `None` if the configuration has no models for it.
    pub context: Option<Call>,
}

/// Result of [`plan`].
#[derive(Debug, Clone, PartialEq, Default)]
pub struct RequestPlan {
    pub batches: Vec<Batch>,
    /// Places that cannot be requested: coordinates outside the globe, or not numbers. The upstream would reject the
    /// whole batch because of one.
    pub refused: Vec<Place>,
}

/// Returns the weight of each call of a refresh for one place, by name: for [`crate::budget::Plan::new`].
#[must_use]
pub fn weights(config: &Config) -> Vec<(&'static str, f64)> {
    let parts = [Part::Core, Part::Context].into_iter().filter(|part| !part.models(config).is_empty());
    parts.map(|part| (part.name(), part.weight(config))).collect()
}

/// Plans one refresh of `places`, in their order.
#[must_use]
pub fn plan(config: &Config, places: &[Place]) -> RequestPlan {
    plan_back(config, places, PAST_DAYS)
}

/// Like [`plan`], but with temperature and precipitation of `past_days` days back.
#[must_use]
pub fn plan_back(config: &Config, places: &[Place], past_days: usize) -> RequestPlan {
    let mut planned = RequestPlan::default();
    let mut waiting: Vec<Place> = Vec::with_capacity(BATCH);
    for place in places {
        if !(place.lat.abs() <= 90.0 && place.lon.abs() <= 180.0) {
            planned.refused.push(place.clone());
            continue;
        }
        waiting.push(place.clone());
        if waiting.len() == BATCH {
            pack(config, std::mem::take(&mut waiting), past_days, &mut planned.batches);
        }
    }
    if !waiting.is_empty() {
        pack(config, waiting, past_days, &mut planned.batches);
    }
    planned
}

/// Makes one batch, or two halves if the URL would be too long. A single place is requested however long its URL is.
fn pack(config: &Config, places: Vec<Place>, past_days: usize, out: &mut Vec<Batch>) {
    let core = call(config, Part::Core, &places, past_days);
    let context =
        (!config.context_models().is_empty()).then(|| call(config, Part::Context, &places, PAST_DAYS));
    let longest =
        core.url.reveal().len().max(context.as_ref().map_or(0, |context| context.url.reveal().len()));
    if longest > LONGEST_URL && places.len() > 1 {
        let mut first = places;
        let second = first.split_off(first.len() / 2);
        pack(config, first, past_days, out);
        pack(config, second, past_days, out);
    } else {
        out.push(Batch { places, core, context });
    }
}

fn call(config: &Config, part: Part, places: &[Place], past_days: usize) -> Call {
    let list = |one: &dyn Fn(&Place) -> String| places.iter().map(one).collect::<Vec<_>>().join(",");
    let models = part.models(config).to_vec();
    let url = config.url(&[
        ("latitude", &list(&|place| degrees(place.lat))),
        ("longitude", &list(&|place| degrees(place.lon))),
        ("elevation", &list(&|place| elevation(place.elevation_m))),
        ("hourly", &part.variables().join(",")),
        ("models", &models.join(",")),
        ("wind_speed_unit", "ms"),
        ("timezone", "UTC"),
        // Timestamps, not local time: nothing has to be shifted, and they take half the bytes.
        ("timeformat", "unixtime"),
        ("forecast_days", &part.days_ahead().to_string()),
        ("past_days", &past_days.to_string()),
    ]);
    Call {
        part,
        url,
        weight: weight(places.len(), part.variables().len() * models.len(), part.days_ahead() + past_days),
        models,
        places: places.iter().map(|place| (place.lat, place.lon)).collect(),
    }
}

/// Formats degrees with four decimals, which is eleven metres.
pub(super) fn degrees(value: f64) -> String {
    let text = format!("{value:.4}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}

/// Formats an elevation. `nan` makes the upstream leave the temperature at its grid cell's elevation.
pub(super) fn elevation(metres: Option<f64>) -> String {
    match metres {
        Some(metres) if metres.is_finite() => format!("{:.0}", metres.round() + 0.0),
        Some(_) | None => "nan".to_owned(),
    }
}

#[cfg(test)]
mod tests;
