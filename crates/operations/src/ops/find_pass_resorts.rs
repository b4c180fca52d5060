//! `find_pass_resorts`: the resorts of a ski pass, with the terms at each.

use catalogue::passes::Pass;
use conditions_core::time::Timestamp;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::error::OpError;
use crate::operation::{Interfaces, Meta, Method, Operation, Page, Reply};
use crate::passes::{Terms, find_pass};
use crate::shapes::resort_page;
use crate::text::Text;
use world::credits::SourceFamilies;
use world::place::{Place, Region};
use world::{VisibleResort, Tier, View};

pub struct Op;

/// The arguments, from path and query or from a tool call.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Args {
    /// Identifier or name.
    ///
    /// Such as `ikon-pass`.
    #[schemars(length(min = 1, max = 60))]
    pub pass: String,
    /// Part of the world.
    pub region: Option<Region>,
}

/// A resort on a pass.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PassResort<'w> {
    /// Slug of the resort.
    pub slug: &'w str,
    /// Name in international use.
    pub name: &'w str,
    /// ISO 3166-1 alpha-2.
    pub country: &'w str,
    /// State, province, canton or prefecture.
    pub state: Option<&'w str>,
    /// Continent, such as `europe`.
    pub region: &'w str,
    /// Terms of each product that covers it.
    pub access: Vec<PassAccess<'w>>,
    /// Page of the resort, for people.
    pub url: String,
}

/// A product that covers a resort.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Reached")]
pub struct PassAccess<'w> {
    /// Identifier of the product.
    pub product: &'w str,
    /// The terms.
    #[serde(flatten)]
    pub terms: Terms,
}

impl Operation for Op {
    const META: Meta = Meta {
        name: "find_pass_resorts",
        method: Method::Get,
        access: Tier::Anonymous,
        faces: Interfaces::Both,
        path: "/passes/{pass}/resorts",
        title: "Resorts on a ski pass",
        description: "Resorts on a ski pass, by slug, with the terms of each product. For the pass itself \
            use get_pass. Empty: none of its resorts is there. Compiled knowledge of a named season, not \
            the operator's list.",
    };
    type Args = Args;
    type Data<'w> = Vec<PassResort<'w>>;

    fn run<'w>(view: &View<'w>, args: Args, _: Timestamp) -> Result<Reply<Vec<PassResort<'w>>>, OpError> {
        let pass = find_pass(view.passes(), &args.pass)?;
        let place = Place { region: args.region, country: None };
        let members = pass.members();
        let base_url = &view.service().base_url;
        let inside = view.within(place).filter(|seen| members.contains(seen.resort().slug.as_str()));
        let rows: Vec<PassResort<'w>> = inside.map(|seen| row(&seen, pass, base_url)).collect();
        let page = Page { total: rows.len(), limit: u32::try_from(rows.len()).unwrap_or(u32::MAX), offset: 0 };
        Ok(Reply::list(rows, SourceFamilies::CATALOGUE, page))
    }

    fn text(data: &Vec<PassResort<'_>>) -> String {
        let mut text = Text::new();
        if data.is_empty() {
            text.line("No resort of this pass on this service is there.");
        }
        for row in data {
            let terms: Vec<String> =
                row.access.iter().map(|reached| format!("{}: {}", reached.product, reached.terms)).collect();
            text.line(format_args!("{} ({}), {}: {}", row.name, row.slug, row.country, terms.join("; ")));
        }
        text.done()
    }
}

fn row<'w>(seen: &VisibleResort<'w>, pass: &'w Pass, base_url: &str) -> PassResort<'w> {
    let resort = seen.resort();
    let reached = pass.products.iter().filter_map(|product| {
        let access = product.access_at(&resort.slug)?;
        Some(PassAccess { product: &product.id, terms: Terms::from_access(access) })
    });
    PassResort {
        slug: &resort.slug,
        name: &resort.name,
        country: &resort.country,
        state: resort.state.as_deref(),
        region: resort.continent(),
        access: reached.collect(),
        url: resort_page(base_url, &resort.slug),
    }
}
