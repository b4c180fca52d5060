//! `service://resorts`: every resort with its current values, as `find_resorts_by_criteria` lists them.

use super::{Audience, CONDITIONS_TTL_MS, Kind, Resource, answer};
use crate::operation::Operation as _;
use crate::ops::find_resorts_by_criteria::{Args, Op};

pub(super) const RESOURCE: Resource = Resource {
    uri: "service://resorts",
    name: "resorts",
    title: "All resorts",
    description: "Every resort with status, depth, new snow, forecast and lifts, by slug. Large: about a kilobyte \
        a resort. For some of them use find_resorts_by_criteria, to resolve a name search_resorts.",
    kind: Kind::Data(|view, now| {
        let all = u32::try_from(view.resorts().len()).unwrap_or(u32::MAX);
        let args = Args { limit: Some(all), ..Args::default() };
        Ok(answer(view, Op::run(view, args, now)?, now))
    }),
    audience: &[Audience::Assistant],
    priority: 0.5,
    ttl_ms: CONDITIONS_TTL_MS,
};
