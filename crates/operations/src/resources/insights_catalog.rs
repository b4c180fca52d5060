//! `service://insights/catalog`: the categories of insight cards, from `list_insight_categories`.

use super::{Audience, Kind, REFERENCE_TTL_MS, Resource, answer};
use crate::operation::Operation as _;
use crate::ops::list_insight_categories::{Args, Op};

pub(super) const RESOURCE: Resource = Resource {
    uri: "service://insights/catalog",
    name: "insights-catalog",
    title: "Insight categories",
    description: "Categories of insight cards: what they say, their method, what they speak of, and how many there are now. The \
        tool get_insights gives the cards.",
    kind: Kind::Data(|view, now| Ok(answer(view, Op::run(view, Args {}, now)?, now))),
    audience: &[Audience::Assistant],
    priority: 0.2,
    ttl_ms: REFERENCE_TTL_MS,
};
