//! `get_my_snow_report`: the account's saved resorts, ranked best first. The same ranking as everybody's, over fewer resorts.

use accounts::Scope;
use conditions_core::time::Timestamp;
use schemars::JsonSchema;
use serde::Deserialize;
use world::{Seen, Tier, View};

use crate::error::OpError;
use crate::operation::{Faces, Meta, Method, Operation, Reply};
use crate::own::{MOST_SAVED, own};
use crate::ranking::{RankedRow, ReportSort, report, report_text};

/// The operation, as an entry of the table of operations.
pub struct Op;

/// The arguments, from path and query or from a tool call.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Args {
    /// Default score.
    pub sort: Option<ReportSort>,
}

impl Operation for Op {
    const META: Meta = Meta {
        name: "get_my_snow_report",
        method: Method::Get,
        access: Tier::Reader,
        faces: Faces::Both,
        path: "/me/snow-report",
        title: "My snow report",
        description: "Ranks the signed-in account's saved resorts, best first. Who does not report it is left out, never 0. For every resort \
            use get_snow_report. Empty: none is saved, or none reports it.",
    };
    const OWN: Option<Scope> = Some(Scope::Saved);
    type Args = Args;
    type Data<'w> = Vec<RankedRow<'w>>;

    fn run<'w>(view: &View<'w>, args: Args, _: Timestamp) -> Result<Reply<Vec<RankedRow<'w>>>, OpError> {
        let saved: Vec<Seen<'w>> =
            own(view)?.saved.iter().filter_map(|saved| view.of_slug(&saved.slug)).collect();
        let limit = u32::try_from(MOST_SAVED).unwrap_or(u32::MAX);
        Ok(report(view, saved, args.sort.unwrap_or_default(), limit, 0))
    }

    fn text(data: &Vec<RankedRow<'_>>) -> String {
        report_text(data, "No saved resort reports this quantity, or none is saved.")
    }
}
