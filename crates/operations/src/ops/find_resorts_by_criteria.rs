//! `find_resorts_by_criteria`: resorts by place, snow and terrain.

use std::cmp::Ordering;

use conditions_core::record::OperatingStatus;
use conditions_core::time::Timestamp;
use schemars::JsonSchema;
use serde::Deserialize;

use crate::arguments::shortened;
use crate::credits::Carries;
use crate::error::OpError;
use crate::operation::{Meta, Operation, Page, Reply, Shape};
use crate::shapes::{Region, ResortRow};
use crate::text::Text;
use crate::world::{Seen, View};

/// See the module.
pub struct Op;

/// Arguments. All are optional; a resort that does not report a quantity never matches a filter on it.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Args {
    /// Only this part of the world.
    pub region: Option<Region>,
    /// Only this country: ISO code or English name.
    #[schemars(length(min = 2, max = 60))]
    pub country: Option<String>,
    /// Only this state, province, canton or prefecture.
    #[schemars(length(min = 2, max = 60))]
    pub state: Option<String>,
    /// Least headline snow depth, centimetres.
    #[schemars(range(min = 0, max = 1500))]
    pub min_depth: Option<f64>,
    /// Least summit elevation, metres above sea level.
    #[schemars(range(min = 0, max = 9000))]
    pub min_elevation: Option<f64>,
    /// Least number of marked runs, as the resort counts them.
    #[schemars(range(min = 0, max = 1000))]
    pub min_runs: Option<u32>,
    /// Least snow score, 0 to 100.
    #[schemars(range(min = 0, max = 100))]
    pub min_score: Option<f64>,
    /// Only this operating status.
    pub status: Option<OperatingStatus>,
    /// Order of the list. Default name.
    pub sort: Option<Sort>,
    /// Most rows to return. Default 20.
    #[schemars(range(min = 1, max = 500))]
    pub limit: Option<u32>,
    /// Rows to skip. Default 0.
    #[schemars(range(min = 0, max = 100_000))]
    pub offset: Option<u32>,
}

/// Order of a list; resorts that do not report the quantity come last, ties by slug.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Sort {
    /// By slug.
    #[default]
    Name,
    /// Deepest headline depth first.
    Depth,
    /// Most new snow in the past 24 hours first.
    Snowfall,
    /// Most forecast snow in the next 7 days first.
    Forecast,
    /// Highest summit first.
    Elevation,
    /// Best score first.
    Score,
}

impl Sort {
    const fn rule(self) -> &'static str {
        match self {
            Self::Name => "by slug",
            Self::Depth => "headline snow depth, deepest first; not reported last; ties by slug",
            Self::Snowfall => "snowfall of the past 24 hours, most first; not reported last; ties by slug",
            Self::Forecast => "forecast snowfall of the next 7 days, most first; not reported last; ties by slug",
            Self::Elevation => "summit elevation, highest first; not known last; ties by slug",
            Self::Score => "snow score, best first; without a score last; ties by slug",
        }
    }

    fn key(self, row: &ResortRow<'_>) -> Option<i32> {
        match self {
            Self::Name => None,
            Self::Depth => row.display_depth_cm.map(|cm| cm.units()),
            Self::Snowfall => row.snowfall24h_cm.map(|cm| cm.units()),
            Self::Forecast => row.next7d_cm.map(|cm| cm.units()),
            Self::Elevation => row.elevation.summit_m,
            Self::Score => row.score.map(|score| score.units()),
        }
    }

    fn compare(self, a: &ResortRow<'_>, b: &ResortRow<'_>) -> Ordering {
        // `None` is the least, so that descending order puts what is not reported last.
        self.key(b).cmp(&self.key(a)).then_with(|| a.slug.cmp(b.slug))
    }
}

impl Operation for Op {
    const META: Meta = Meta {
        name: "find_resorts_by_criteria",
        path: "/resorts",
        title: "Find resorts by criteria",
        description: "Resorts filtered by place, snow depth, elevation, runs, score or status, with current values. \
            A resort that does not report a quantity never matches a filter on it. To resolve a name use \
            search_resorts. An empty list means that no resort matches.",
        shape: Shape::Wrapped,
    };
    type Args = Args;
    type Data<'w> = Vec<ResortRow<'w>>;

    fn run<'w>(view: &View<'w>, args: Args, _: Timestamp) -> Result<Reply<Vec<ResortRow<'w>>>, OpError> {
        let country = args.country.as_deref().map(country_code).transpose()?;
        let sort = args.sort.unwrap_or_default();
        let (limit, offset) = (args.limit.unwrap_or(20), args.offset.unwrap_or(0));
        let base_url = &view.service().base_url;
        let mut carries = Carries::CATALOGUE;
        let mut rows: Vec<ResortRow<'w>> = Vec::new();
        for seen in view.resorts().filter(|seen| in_place(seen, &args, country)) {
            let row = ResortRow::new(&seen, base_url);
            if has_enough(&seen, &row, &args) {
                carries = carries.and(seen.carries());
                rows.push(row);
            }
        }
        rows.sort_by(|a, b| sort.compare(a, b));
        let page = Page { total: rows.len(), limit, offset };
        let rows = rows.into_iter().skip(offset as usize).take(limit as usize).collect();
        Ok(Reply::ranked(rows, carries, page, sort.rule()))
    }

    fn text(data: &Vec<ResortRow<'_>>) -> String {
        let mut text = Text::new();
        if data.is_empty() {
            text.line("No resort matches.");
        }
        for row in data {
            text.line(row);
        }
        text.done()
    }
}

/// ISO code of a country argument.
///
/// # Errors
/// The argument names no country with ski areas.
pub fn country_code(text: &str) -> Result<&'static str, OpError> {
    catalogue::country_by_name(text).map(|country| country.code).ok_or_else(|| {
        let message =
            format!("must be an ISO 3166-1 alpha-2 code or an English country name, not `{}`", shortened(text));
        OpError::argument("country", message)
    })
}

fn in_place(seen: &Seen<'_>, args: &Args, country: Option<&str>) -> bool {
    let resort = seen.resort();
    args.region.is_none_or(|region| resort.tags.iter().any(|tag| tag == region.tag()))
        && country.is_none_or(|code| resort.country == code)
        && args.state.as_deref().is_none_or(|wanted| {
            resort.state.as_deref().is_some_and(|state| state.to_lowercase() == wanted.trim().to_lowercase())
        })
}

fn has_enough(seen: &Seen<'_>, row: &ResortRow<'_>, args: &Args) -> bool {
    let at_least = |least: Option<f64>, value: Option<f64>| {
        least.is_none_or(|least| value.is_some_and(|value| value >= least))
    };
    at_least(args.min_depth, row.display_depth_cm.map(|cm| cm.get()))
        && at_least(args.min_elevation, row.elevation.summit_m.map(f64::from))
        && at_least(args.min_runs.map(f64::from), seen.resort().runs.map(f64::from))
        && at_least(args.min_score, row.score.map(|score| score.get()))
        && args.status.is_none_or(|status| row.status == Some(status))
}
