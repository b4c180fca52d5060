//! `get_snow_report`: resorts ranked by score, new snow, depth or forecast.

use conditions_core::time::Timestamp;
use schemars::JsonSchema;
use serde::Deserialize;

use crate::error::OpError;
use crate::operation::{Interfaces, Meta, Method, Operation, Reply};
use world::Tier;
use world::place::Place;
use crate::ranking::{RankedRow, ReportSort, report, report_text};
use world::place::Region;
use world::View;

pub struct Op;

/// The arguments, from path and query or from a tool call.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Args {
    /// Default score.
    pub sort: Option<ReportSort>,
    /// Part of the world.
    pub region: Option<Region>,
    /// ISO code or English name.
    #[schemars(length(min = 2, max = 60))]
    pub country: Option<String>,
    /// Rows, default 50.
    #[schemars(range(min = 1, max = 100))]
    pub limit: Option<u32>,
    /// Rows to skip.
    #[schemars(range(min = 0, max = 100_000))]
    pub offset: Option<u32>,
}

impl Operation for Op {
    const META: Meta = Meta {
        name: "get_snow_report",
        method: Method::Get,
        access: Tier::Anonymous,
        faces: Interfaces::Both,
        path: "/snow-report",
        title: "Snow report",
        description: "Ranks resorts by snow score, new snow of 24 hours, depth or forecast (7 days, 14 with \
            Pro). Resorts that do not report it are left out, never 0. For filters use \
            find_resorts_by_criteria, for new snow above a threshold find_best_powder. Empty: none there \
            reports it.",
    };
    type Args = Args;
    type Data<'w> = Vec<RankedRow<'w>>;

    fn run<'w>(view: &View<'w>, args: Args, _: Timestamp) -> Result<Reply<Vec<RankedRow<'w>>>, OpError> {
        let place = Place::new(args.region, args.country.as_deref())?;
        let resorts = view.within(place).collect();
        let (limit, offset) = (args.limit.unwrap_or(50), args.offset.unwrap_or(0));
        Ok(report(view, resorts, args.sort.unwrap_or_default(), limit, offset))
    }

    fn text(data: &Vec<RankedRow<'_>>) -> String {
        report_text(data, "No resort there reports this quantity.")
    }
}
