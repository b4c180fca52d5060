//! `service://snow-report`: the fifty resorts with the most new snow, as `find_resorts_by_criteria` ranks them.

use super::{Audience, CONDITIONS_TTL_MS, Kind, Resource, answer};
use crate::operation::Operation as _;
use crate::ops::find_resorts_by_criteria::{Args, Op, Sort};

/// Rows of the report.
const ROWS: u32 = 50;

pub(super) const RESOURCE: Resource = Resource {
    uri: "service://snow-report",
    name: "snow-report",
    title: "Global snow report",
    description: "The fifty resorts with the most snow in the past 24 hours, with depth, forecast and status. `meta.rule` \
        is the ranking in words. Null means not reported. For other orders and filters use find_resorts_by_criteria.",
    kind: Kind::Data(|view, now| {
        let args = Args { sort: Some(Sort::Snowfall), limit: Some(ROWS), ..Args::default() };
        Ok(answer(view, Op::run(view, args, now)?, now))
    }),
    audience: &[Audience::User, Audience::Assistant],
    priority: 0.9,
    ttl_ms: CONDITIONS_TTL_MS,
};
