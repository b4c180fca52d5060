//! Open-Meteo: seven weather models through one upstream, and the reanalysis archive in the same wire format.

pub mod archive;
pub mod columns;
pub mod config;
pub mod grid;
pub mod merge;
pub mod models;
pub mod observations;
pub mod rejection;
pub mod request;
pub mod response;
pub mod series;
pub mod split;
pub mod times;
pub mod wire;

pub use config::{Config, ConfigError, RequestUrl, Secret};
pub use merge::{PlaceForecast, merge};
pub use request::{Batch, Call, Part, Place, RequestPlan, plan, plan_back, weights};
pub use response::{Answer, LocationAnswer};
pub use series::{Note, Remark};

use conditions_core::time::{DAY_MS, HOUR_MS, MINUTE_MS};

use crate::budget::Limits;
use crate::credit::Credit;
use crate::error::{FaultPosition, Kind, ParseError};
use crate::lane::{Allowance, Bounds, Lane, Meta, PollSchedule};
use crate::parsed_value::Observations;

pub const LANE: &str = "open-meteo";

/// The model name of a column if several models were requested and the upstream does not say which one remained.
pub const UNATTRIBUTED: &str = "unattributed";

pub(crate) const CC_BY: &str = "https://creativecommons.org/licenses/by/4.0/";

/// Allowance of the public servers without a key, in weighted calls.
const FREE_TIER: &[(u32, i64)] = &[(600, MINUTE_MS), (5_000, HOUR_MS), (10_000, DAY_MS)];

/// Minimum allowance per minute and per hour, even if the allowance of a day is small.
const LEAST_PACE: f64 = 200.0;

/// Returns the limits for an allowance of `daily_calls` weighted calls a day: minute and hour in the free tier's
/// proportion to the day. `None` is unlimited.
#[must_use]
pub fn limits(daily_calls: Option<u32>) -> Limits {
    let Some(day) = daily_calls.map(f64::from) else { return Limits::NONE };
    Limits {
        minute: Some((day * 0.06).max(LEAST_PACE)),
        hour: Some((day * 0.5).max(LEAST_PACE)),
        day: Some(day),
    }
}

static META: Meta = Meta {
    id: LANE,
    title: "Open-Meteo",
    measures: "seven weather models, hourly, 15 days ahead: temperature and precipitation; humidity, wind, gusts, \
               cloud, freezing level and snow depth from two of them",
    rhythm: PollSchedule {
        period_ms: crate::budget::USUAL_PERIOD_MS,
        silent_ms: PollSchedule::SILENT_MS,
        note: "or as often as the allowance permits",
    },
    bounds: Bounds::new(8, 2 * request::BATCH),
    allowance: Allowance {
        calls: FREE_TIER,
        note: "on the free tier, non-commercial; a paid key or a self-hosted server lifts them",
    },
    credit: Credit {
        name: "Open-Meteo",
        url: "https://open-meteo.com/",
        licence: "CC BY 4.0",
        licence_url: Some(CC_BY),
        text: "Weather data by Open-Meteo.com",
    },
    providers: &PROVIDERS,
    terms: "https://open-meteo.com/en/terms",
    base_url: "https://api.open-meteo.com",
    docs: "https://open-meteo.com/en/docs",
};

/// The national services that run the seven models.
static PROVIDERS: [Credit; 6] = [
    Credit {
        name: "ECMWF",
        url: "https://www.ecmwf.int/en/forecasts/datasets/open-data",
        licence: "CC BY 4.0",
        licence_url: Some(CC_BY),
        text: "IFS and AIFS forecasts: European Centre for Medium-Range Weather Forecasts (ECMWF)",
    },
    Credit {
        name: "NOAA",
        url: "https://www.weather.gov/disclaimer",
        licence: "public domain",
        licence_url: Some("https://www.weather.gov/disclaimer"),
        text: "GFS and HRRR forecasts: NOAA / National Weather Service",
    },
    Credit {
        name: "DWD",
        url: "https://www.dwd.de/EN/service/legal_notice/legal_notice.html",
        licence: "CC BY 4.0",
        licence_url: Some(CC_BY),
        text: "ICON forecasts: Deutscher Wetterdienst (DWD)",
    },
    Credit {
        name: "Environment and Climate Change Canada",
        url: "https://eccc-msc.github.io/open-data/licence/readme_en/",
        licence: "ECCC Data Servers End-use Licence",
        licence_url: Some("https://eccc-msc.github.io/open-data/licence/readme_en/"),
        text: "GEM forecasts: Environment and Climate Change Canada",
    },
    Credit {
        name: "JMA",
        url: "https://www.jma.go.jp/jma/en/copyright.html",
        licence: "see the agency's terms of use",
        licence_url: None,
        text: "GSM and MSM forecasts: Japan Meteorological Agency (JMA)",
    },
    Credit {
        name: "Météo-France",
        url: "https://meteo.data.gouv.fr/",
        licence: "see the service's terms of use",
        licence_url: None,
        text: "ARPEGE and AROME forecasts: Météo-France",
    },
];

#[derive(Debug, Clone, Copy)]
pub struct OpenMeteo;

impl Lane for OpenMeteo {
    fn meta(&self) -> &'static Meta {
        &META
    }

    fn observations(&self, body: &[u8]) -> Result<Observations, ParseError> {
        observations::read(LANE, body)
    }
}

/// Returns an error of this lane.
fn error(at: FaultPosition, kind: Kind) -> ParseError {
    ParseError { lane: LANE, at, kind }
}
