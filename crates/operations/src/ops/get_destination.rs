//! `get_destination`: a hub of several mountains, with live values of each.

use conditions_core::time::Timestamp;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use world::unknown::shortened;
use world::credits::SourceFamilies;
use crate::error::OpError;
use crate::operation::{Interfaces, Meta, Method, Operation, Page, Reply};
use world::Tier;
use crate::shapes::ResortRow;
use crate::text::{Text, count_text};
use world::{VisibleResort, View};

pub struct Op;

/// The arguments, from path and query or from a tool call.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Args {
    /// Slug or name of the hub.
    ///
    /// Such as `arlberg`.
    #[schemars(length(min = 1, max = 100))]
    pub slug: String,
    /// Resorts, default 12.
    #[schemars(range(min = 1, max = 100))]
    pub limit: Option<u32>,
}

/// A hub and its resorts.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct HubDetail<'w> {
    /// Slug of the resort.
    pub slug: &'w str,
    /// Name in international use.
    pub name: &'w str,
    /// ISO codes of the countries of its resorts.
    pub countries: Vec<&'w str>,
    /// Number of its resorts, including those not listed.
    pub resort_count: usize,
    /// The listed resorts.
    pub resorts: Vec<ResortRow<'w>>,
}

impl Operation for Op {
    const META: Meta = Meta {
        name: "get_destination",
        method: Method::Get,
        access: Tier::Anonymous,
        faces: Interfaces::Both,
        path: "/destinations/{slug}",
        title: "Destination hub",
        description: "A destination of several mountains, such as a valley: current values of its resorts, \
            best snow score first. For one resort use get_resort, for its slug search_resorts. An unknown \
            hub is an error that lists the nearest.",
    };
    type Args = Args;
    type Data<'w> = HubDetail<'w>;

    fn run<'w>(view: &View<'w>, args: Args, _: Timestamp) -> Result<Reply<HubDetail<'w>>, OpError> {
        let hubs = view.destinations();
        let hub = hubs.find(&args.slug).ok_or_else(|| OpError::NotFound {
            what: "destination",
            next: Some("For a single resort call search_resorts with the name."),
            asked: shortened(&args.slug),
            suggestions: hubs.suggest(&args.slug, view.names()),
        })?;
        let mut members: Vec<VisibleResort<'w>> = hub.members.iter().filter_map(|at| view.at(*at)).collect();
        let mut countries: Vec<&str> = members.iter().map(|seen| seen.resort().country.as_str()).collect();
        countries.sort_unstable();
        countries.dedup();
        // `None` is the least, so descending order puts resorts without a score last.
        members.sort_by(|a, b| {
            let by_score = b.score().value.cmp(&a.score().value);
            by_score.then_with(|| a.resort().slug.cmp(&b.resort().slug))
        });
        let page = Page { total: members.len(), limit: args.limit.unwrap_or(12), offset: 0 };
        members.truncate(page.limit as usize);
        let carries = members.iter().map(VisibleResort::carries).fold(SourceFamilies::CATALOGUE, SourceFamilies::and);
        let base_url = &view.service().base_url;
        let detail = HubDetail {
            slug: &hub.slug,
            name: &hub.name,
            countries,
            resort_count: page.total,
            resorts: members.iter().map(|seen| ResortRow::new(seen, base_url)).collect(),
        };
        Ok(Reply::ranked(detail, carries, page, "snow score, best first; without a score last; ties by slug"))
    }

    fn text(data: &HubDetail<'_>) -> String {
        let mut text = Text::new();
        let HubDetail { name, slug, countries, .. } = data;
        let resorts = count_text(data.resort_count, "resort");
        text.line(format_args!("{name} ({slug}), {}: {resorts}", countries.join(", ")));
        for row in &data.resorts {
            text.line(row);
        }
        text.done()
    }
}
