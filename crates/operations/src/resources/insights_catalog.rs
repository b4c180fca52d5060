//! `service://insights/catalog`: the categories of insight cards, from `list_insight_categories`.

use super::{Audience, Kind, REFERENCE_TTL_MS, Resource, answer};
use crate::operation::Operation as _;
use crate::ops::list_insight_categories::{Args, Op};

pub(super) const RESOURCE: Resource = Resource {
    uri: "service://insights/catalog",
    name: "insights-catalog",
    title: "Insight categories",
    description: "Categories of insight cards: content, method, scopes, and present number. The tool \
        get_insights returns the cards.",
    kind: Kind::Data(|view, now| Ok(answer(view, Op::run(view, Args {}, now)?, now))),
    audience: &[Audience::Assistant],
    priority: 0.2,
    ttl_ms: REFERENCE_TTL_MS,
};
