//! `search_resorts`: finds the canonical slugs of a name.

use conditions_core::time::Timestamp;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use world::credits::SourceFamilies;
use crate::error::OpError;
use crate::operation::{Interfaces, Meta, Method, Operation, Page, Reply};
use world::Tier;
use world::place::Place;
use crate::shapes::Coordinates;
use world::place::Region;
use crate::text::Text;
use world::View;

pub struct Op;

/// The arguments, from path and query or from a tool call.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Args {
    /// Name, alias or place.
    ///
    /// Typing mistakes are tolerated.
    #[schemars(length(min = 1, max = 100))]
    pub query: String,
    /// ISO code or English name.
    #[schemars(length(min = 2, max = 60))]
    pub country: Option<String>,
    /// Part of the world.
    pub region: Option<Region>,
    /// Rows, default 10.
    #[schemars(range(min = 1, max = 50))]
    pub limit: Option<u32>,
    /// Rows to skip.
    #[schemars(range(min = 0, max = 100_000))]
    pub offset: Option<u32>,
}

/// A resort that the query may mean.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "Found")]
pub struct ResortMatch<'w> {
    /// Slug of the resort.
    pub slug: &'w str,
    /// Name in international use.
    pub name: &'w str,
    /// Local, former and short names.
    pub aliases: &'w [String],
    /// ISO 3166-1 alpha-2.
    pub country: &'w str,
    /// State, province or canton.
    pub state: Option<&'w str>,
    /// Continent, such as `europe`.
    pub region: &'w str,
    /// Latitude and longitude, degrees.
    pub coordinates: Coordinates,
    /// The name that matched.
    pub matched_on: &'w str,
    /// How well it matched, 0 to 1; 1 is the whole name.
    pub score: f64,
}

impl Operation for Op {
    const META: Meta = Meta {
        name: "search_resorts",
        method: Method::Get,
        access: Tier::Anonymous,
        faces: Interfaces::Both,
        path: "/resorts/search",
        title: "Find a resort by name",
        description: "Resolves a name, alias or misspelling to slugs, best match first. For resorts by \
            their snow use find_resorts_by_criteria. Empty: no name is similar; never substitute a namesake \
            elsewhere.",
    };
    type Args = Args;
    type Data<'w> = Vec<ResortMatch<'w>>;

    fn run<'w>(view: &View<'w>, args: Args, _: Timestamp) -> Result<Reply<Vec<ResortMatch<'w>>>, OpError> {
        let place = Place::new(args.region, args.country.as_deref())?;
        let (limit, offset) = (args.limit.unwrap_or(10), args.offset.unwrap_or(0));
        let matching: Vec<ResortMatch<'w>> = view
            .names()
            .search(&args.query, usize::MAX)
            .into_iter()
            .filter(|hit| view.atlas().is_within(hit.index, place))
            .filter_map(|hit| {
                let resort = view.at(hit.index)?.resort();
                Some(ResortMatch {
                    slug: &resort.slug,
                    name: &resort.name,
                    aliases: &resort.aliases,
                    country: &resort.country,
                    state: resort.state.as_deref(),
                    region: resort.continent(),
                    coordinates: Coordinates { lat: resort.lat, lon: resort.lon },
                    matched_on: hit.matched_on,
                    score: hit.score,
                })
            })
            .collect();
        let page = Page { total: matching.len(), limit, offset };
        let rows = matching.into_iter().skip(offset as usize).take(limit as usize).collect();
        Ok(Reply::list(rows, SourceFamilies::CATALOGUE, page))
    }

    fn text(data: &Vec<ResortMatch<'_>>) -> String {
        let mut text = Text::new();
        if data.is_empty() {
            text.line("No resort name is similar to that.");
        }
        for found in data {
            let place = found.state.map(|state| format!("{state}, ")).unwrap_or_default();
            let ResortMatch { slug, name, country, matched_on, score, .. } = found;
            text.line(format_args!("{slug}: {name}, {place}{country} (matched `{matched_on}`, {score:.2})"));
        }
        text.done()
    }
}
