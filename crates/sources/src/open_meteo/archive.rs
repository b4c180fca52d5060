//! The archive of Open-Meteo: daily snowfall, snow depth and weather of past winters from one reanalysis, ERA5-Land.
//!
//! The model is named in every request. By default the upstream mixes two datasets with a step in 2017, and a
//! comparison of a winter with such an average would be meaningless.

use crate::credit::Credit;
use crate::error::{FaultPosition, Kind, ParseError};
use crate::lane::{Allowance, Bounds, Lane, Meta, PollSchedule};
use crate::parsed_value::Observations;

pub mod request;
pub mod response;

pub use request::{ArchiveCall, ArchiveConfig, ArchivePlace};
pub use response::{ArchiveNote, ArchiveReply};

pub const LANE: &str = "open-meteo-archive";

/// Days until the reanalysis includes a day: the values of later days in a response are null.
pub const LAG_DAYS: u64 = 5;

static META: Meta = Meta {
    id: LANE,
    title: "Open-Meteo archive",
    measures: "the reanalysis ERA5-Land, daily: mean snow depth, extremes of temperature and precipitation of past winters",
    rhythm: PollSchedule::daily(
        "the current winter, of resorts with past winters; those are fetched once, by the operator \
         (`backfill`)",
    ),
    bounds: Bounds::new(8, 2),
    allowance: Allowance {
        calls: super::FREE_TIER,
        note: "shared with the forecasts, which come first; a paid key needs a plan with the archive",
    },
    credit: Credit {
        name: "Open-Meteo",
        url: "https://open-meteo.com/",
        licence: "CC BY 4.0",
        licence_url: Some(super::CC_BY),
        text: "Weather data by Open-Meteo.com",
    },
    providers: &PROVIDERS,
    terms: "https://open-meteo.com/en/terms",
    base_url: request::FREE_BASE,
    docs: "https://open-meteo.com/en/docs/historical-weather-api",
};

/// The producer of the reanalysis.
static PROVIDERS: [Credit; 1] = [Credit {
    name: "Copernicus Climate Change Service",
    url: "https://doi.org/10.24381/cds.e2161bac",
    licence: "see the data set's terms of use",
    licence_url: None,
    text: "Generated using Copernicus Climate Change Service information; ERA5-Land, doi:10.24381/cds.e2161bac",
}];

#[derive(Debug, Clone, Copy)]
pub struct Archive;

impl Lane for Archive {
    fn meta(&self) -> &'static Meta {
        &META
    }

    fn observations(&self, body: &[u8]) -> Result<Observations, ParseError> {
        super::observations::read(LANE, body)
    }
}

fn error(at: FaultPosition, kind: Kind) -> ParseError {
    ParseError { lane: LANE, at, kind }
}
