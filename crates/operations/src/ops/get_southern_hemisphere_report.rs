//! `get_southern_hemisphere_report`: the resorts of Australia, New Zealand, Argentina and Chile that are in season, ranked.

use climate::{Hemisphere, Winter};
use conditions_core::record::OperatingStatus;
use conditions_core::time::Timestamp;
use schemars::JsonSchema;
use serde::Deserialize;

use crate::error::OpError;
use crate::operation::{Interfaces, Meta, Method, Operation, Reply};
use world::Tier;
use world::place::Place;
use crate::ranking::{RankedRow, ReportSort, is_in_season, report, report_text};
use world::{VisibleResort, View};

pub struct Op;

/// Countries of the southern ski winter, as in the specification.
const COUNTRIES: [&str; 4] = ["AU", "NZ", "AR", "CL"];

/// The arguments, from path and query or from a tool call.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Args {
    /// Default score.
    pub sort: Option<ReportSort>,
    /// AU, NZ, AR, CL or the English name.
    #[schemars(length(min = 2, max = 60))]
    pub country: Option<String>,
    /// Rows, default 10.
    #[schemars(range(min = 1, max = 100))]
    pub limit: Option<u32>,
    /// Rows to skip.
    #[schemars(range(min = 0, max = 100_000))]
    pub offset: Option<u32>,
}

impl Operation for Op {
    const META: Meta = Meta {
        name: "get_southern_hemisphere_report",
        method: Method::Get,
        access: Tier::Anonymous,
        faces: Interfaces::Both,
        path: "/southern-hemisphere",
        title: "Southern-hemisphere report",
        description: "Ranks resorts of Australia, New Zealand, Argentina and Chile in season by snow score, new snow, depth or \
            forecast total, if reported. For the world, or out of season, use get_snow_report. Empty outside the southern winter.",
    };
    type Args = Args;
    type Data<'w> = Vec<RankedRow<'w>>;

    fn run<'w>(view: &View<'w>, args: Args, _: Timestamp) -> Result<Reply<Vec<RankedRow<'w>>>, OpError> {
        let place = Place::new(None, args.country.as_deref())?;
        if place.country.is_some_and(|country| !COUNTRIES.contains(&country)) {
            let message = format!(
                "must be one of {}, Australia, New Zealand, Argentina or Chile; for other countries call get_snow_report",
                COUNTRIES.join(", ")
            );
            return Err(OpError::argument("country", message));
        }
        let listed = |seen: &VisibleResort<'_>| {
            COUNTRIES.contains(&seen.resort().country.as_str()) && is_in_season(seen) && is_winter(view, seen)
        };
        let resorts = view.within(place).filter(listed).collect();
        let (limit, offset) = (args.limit.unwrap_or(10), args.offset.unwrap_or(0));
        Ok(report(view, resorts, args.sort.unwrap_or_default(), limit, offset))
    }

    fn text(data: &Vec<RankedRow<'_>>) -> String {
        report_text(data, "No resort south of the equator is in season and reports this quantity.")
    }
}

/// Returns whether it is winter (May to October), for resorts that do not report whether they are open.
fn is_winter(view: &View<'_>, seen: &VisibleResort<'_>) -> bool {
    let status = seen.resolution().record.status.value;
    let is_known = matches!(status, Some(OperatingStatus::Open | OperatingStatus::ClosedToday));
    let today = view.as_of().local_date(seen.profile().zone);
    let season = Winter::containing(Hemisphere::South, today).map(|winter| winter.season_first_day()..=winter.season_last_day());
    is_known || season.is_some_and(|season| season.contains(&today))
}
