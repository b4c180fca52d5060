//! `get_southern_hemisphere_report`: the resorts south of the equator that are not out of season, ranked.

use conditions_core::time::Timestamp;
use schemars::JsonSchema;
use serde::Deserialize;

use crate::error::OpError;
use crate::operation::{Faces, Meta, Method, Operation, Reply};
use world::Tier;
use world::place::Place;
use crate::ranking::{RankedRow, ReportSort, is_in_season, report, report_text};
use world::{Seen, View};

/// The operation, as an entry of the table of operations.
pub struct Op;

/// The arguments, from path and query or from a tool call.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Args {
    /// Default score.
    pub sort: Option<ReportSort>,
    /// ISO code or English name.
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
        faces: Faces::Both,
        path: "/southern-hemisphere",
        title: "Southern-hemisphere report",
        description: "Ranks resorts south of the equator by snow score, new snow, depth or forecast total, without \
            OFF_SEASON, PRE_SEASON and who does not report it. For the world, or out of season, use \
            get_snow_report. Empty is normal outside the southern winter.",
    };
    type Args = Args;
    type Data<'w> = Vec<RankedRow<'w>>;

    fn run<'w>(view: &View<'w>, args: Args, _: Timestamp) -> Result<Reply<Vec<RankedRow<'w>>>, OpError> {
        let place = Place::new(None, args.country.as_deref())?;
        let listed = |seen: &Seen<'_>| seen.resort().lat < 0.0 && is_in_season(seen);
        let resorts = view.within(place).filter(listed).collect();
        let (limit, offset) = (args.limit.unwrap_or(10), args.offset.unwrap_or(0));
        Ok(report(view, resorts, args.sort.unwrap_or_default(), limit, offset))
    }

    fn text(data: &Vec<RankedRow<'_>>) -> String {
        report_text(data, "No resort south of the equator is in season and reports this quantity.")
    }
}
