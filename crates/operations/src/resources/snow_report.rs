//! `service://snow-report`: the fifty best resorts by snow score, as `get_snow_report` ranks them.

use super::{Audience, CONDITIONS_TTL_MS, Kind, Resource, answer};
use crate::operation::Operation as _;
use crate::ops::get_snow_report::{Args, Op};

/// Rows of the report.
const ROWS: u32 = 50;

pub(super) const RESOURCE: Resource = Resource {
    uri: "service://snow-report",
    name: "snow-report",
    title: "Global snow report",
    description: "The fifty best resorts by snow score, with depth, new snow, forecast and status. `meta.rule` is the \
        ranking in words; resorts without a score are left out. Null means not reported. For other orders, places and \
        lengths use get_snow_report.",
    kind: Kind::Data(|view, now| {
        let args = Args { limit: Some(ROWS), ..Args::default() };
        Ok(answer(view, Op::run(view, args, now)?, now))
    }),
    audience: &[Audience::User, Audience::Assistant],
    priority: 0.9,
    ttl_ms: CONDITIONS_TTL_MS,
};
