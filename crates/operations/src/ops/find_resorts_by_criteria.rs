//! `find_resorts_by_criteria`: resorts by place, snow and terrain.

use std::cmp::Reverse;

use conditions_core::record::{Band, OperatingStatus};
use conditions_core::time::Timestamp;
use conditions_core::units::Tenths;
use schemars::JsonSchema;
use serde::Deserialize;

use world::credits::SourceFamilies;
use crate::error::OpError;
use crate::resort_arguments::find_resorts;
use crate::ops::get_avalanche;
use crate::operation::{Interfaces, Meta, Method, Operation, Page, Reply};
use world::Tier;
use world::place::{Place, is_called};
use crate::passes::filter;
use crate::ranking::Measure;
use crate::shapes::{ResortRow, days_text};
use world::place::Region;
use crate::text::Text;
use world::{OPEN_DAYS, VisibleResort, View};

pub struct Op;

/// Default number of rows.
const ROWS: u32 = 20;

/// Maximum number of rows with an addition.
const MOST_WITH_MORE: u32 = 50;

/// Arguments. All are optional; a resort that does not report a quantity never matches a filter on it.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Args {
    /// Only these resorts.
    ///
    /// Up to 50 slugs or unambiguous names, separated by commas or by repeating the argument. Without `sort` they are
    /// listed in this order, and all of them are listed unless `limit` is given. A name that is not on record is an
    /// error that names it.
    #[schemars(length(min = 1, max = 50), inner(length(min = 1, max = 100)))]
    pub slugs: Option<Vec<String>>,
    /// `days`: seven forecast days. `danger`: avalanche danger now.
    ///
    /// Days are at mid mountain, in the form of the daily forecast. With at most 50 rows.
    #[schemars(length(min = 1, max = 4))]
    pub include: Option<Vec<Include>>,
    /// Part of the world.
    pub region: Option<Region>,
    /// ISO code or English name.
    #[schemars(length(min = 2, max = 60))]
    pub country: Option<String>,
    /// State, province or canton.
    #[schemars(length(min = 2, max = 60))]
    pub state: Option<String>,
    /// Least headline snow depth, cm.
    #[schemars(range(min = 0, max = 1500))]
    pub min_depth: Option<f64>,
    /// Least summit elevation, m.
    #[schemars(range(min = 0, max = 9000))]
    pub min_elevation: Option<f64>,
    /// Least marked runs.
    ///
    /// As the resort counts them.
    #[schemars(range(min = 0, max = 1000))]
    pub min_runs: Option<u32>,
    /// Least snow score.
    #[schemars(range(min = 0, max = 100))]
    pub min_score: Option<f64>,
    /// Ski pass that reaches it.
    ///
    /// Identifier or name, such as `ikon-pass`.
    #[schemars(length(min = 1, max = 60))]
    pub pass: Option<String>,
    /// Operating status.
    pub status: Option<OperatingStatus>,
    /// Order, default name.
    pub sort: Option<Sort>,
    /// Rows, default 20.
    #[schemars(range(min = 1, max = 500))]
    pub limit: Option<u32>,
    /// Rows to skip.
    #[schemars(range(min = 0, max = 100_000))]
    pub offset: Option<u32>,
}

/// An addition to the rows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Include {
    /// Daily forecast rows.
    Days,
    /// Official avalanche danger.
    Danger,
}

/// Order of a list; resorts that do not report the quantity come last, ties by slug.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Sort {
    /// By slug.
    #[default]
    Name,
    /// Deepest first, by the base-preferred depth.
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
            Self::Depth => {
                "base-preferred snow depth (baseDepthCm), deepest first; not reported last; ties by slug"
            }
            Self::Snowfall => "snowfall of the past 24 hours, most first; not reported last; ties by slug",
            Self::Forecast => "forecast snowfall of the next 7 days, most first; not reported last; ties by slug",
            Self::Elevation => "summit elevation, highest first; not known last; ties by slug",
            Self::Score => "snow score, best first; without a score last; ties by slug",
        }
    }

    /// Returns the sort quantity of a resort, in units specific to this order.
    fn key(self, seen: &VisibleResort<'_>) -> Option<i32> {
        let measured = |measure: Measure| measure.ranked(seen).map(Tenths::units);
        match self {
            Self::Name => None,
            Self::Depth => measured(Measure::Depth),
            Self::Snowfall => measured(Measure::Snowfall),
            Self::Forecast => measured(Measure::Next7d),
            Self::Elevation => seen.resort().summit_m,
            Self::Score => measured(Measure::Score),
        }
    }
}

impl Operation for Op {
    const META: Meta = Meta {
        name: "find_resorts_by_criteria",
        method: Method::Get,
        access: Tier::Anonymous,
        faces: Interfaces::Both,
        path: "/resorts",
        title: "Find resorts by criteria",
        description: "Resorts filtered by place, depth, elevation, runs, score, ski pass or status, with \
            current values. Unreported values never match. For a name use search_resorts.",
    };
    type Args = Args;
    type Data<'w> = Vec<ResortRow<'w>>;

    fn run<'w>(view: &View<'w>, args: Args, now: Timestamp) -> Result<Reply<Vec<ResortRow<'w>>>, OpError> {
        let place = Place::new(args.region, args.country.as_deref())?;
        let include = args.include.as_deref().unwrap_or_default();
        let (with_days, with_danger) = (include.contains(&Include::Days), include.contains(&Include::Danger));
        let asked = args.slugs.as_ref().map_or(ROWS, |slugs| u32::try_from(slugs.len()).unwrap_or(u32::MAX));
        let (limit, offset) = (args.limit.unwrap_or(asked), args.offset.unwrap_or(0));
        if !include.is_empty() && limit > MOST_WITH_MORE {
            return Err(OpError::argument("limit", format!("is at most {MOST_WITH_MORE} with `include`")));
        }
        let pass = filter(view.passes(), args.pass.as_deref())?;
        let mut found: Vec<VisibleResort<'w>> = match &args.slugs {
            Some(slugs) => {
                let named = find_resorts(view, slugs)?.into_iter();
                named.filter(|seen| view.atlas().is_within(seen.position(), place)).collect()
            }
            None => view.within(place).collect(),
        };
        found.retain(|seen| seen.is_on(pass) && in_state(seen, &args) && has_enough(seen, &args));
        let rule = match (args.sort, &args.slugs) {
            (None, Some(_)) => "in the order of `slugs`",
            (sort, _) => {
                let sort = sort.unwrap_or_default();
                // `None` is the least, so descending order puts resorts that do not report the quantity last.
                found.sort_by_key(|seen| (Reverse(sort.key(seen)), seen.resort().slug.as_str()));
                sort.rule()
            }
        };
        let page = Page { total: found.len(), limit, offset };
        let mut carries = SourceFamilies::CATALOGUE;
        let shown = found.iter().skip(offset as usize).take(limit as usize).map(|seen| {
            carries = carries.and(seen.carries());
            let danger = with_danger.then(|| {
                let (danger, sources) = get_avalanche::row(view, seen, now);
                carries = carries.and(sources);
                danger
            });
            ResortRow {
                danger,
                days: with_days.then(|| seen.days(Band::Mid).into_iter().take(OPEN_DAYS).collect()),
                ..ResortRow::new(seen, &view.service().base_url)
            }
        });
        let rows = shown.collect();
        Ok(Reply::ranked(rows, carries, page, rule))
    }

    fn text(data: &Vec<ResortRow<'_>>) -> String {
        let mut text = Text::new();
        if data.is_empty() {
            text.line("No resort matches.");
        }
        for row in data {
            text.line(row);
            days_text(&mut text, row.days.as_deref().unwrap_or_default());
        }
        text.done()
    }
}

fn in_state(seen: &VisibleResort<'_>, args: &Args) -> bool {
    args.state.as_deref().is_none_or(|wanted| {
        seen.resort().state.as_deref().is_some_and(|state| is_called(state, wanted.trim()))
    })
}

fn has_enough(seen: &VisibleResort<'_>, args: &Args) -> bool {
    let (resort, record) = (seen.resort(), &seen.resolution().record);
    let at_least = |least: Option<f64>, value: Option<f64>| {
        least.is_none_or(|least| value.is_some_and(|value| value >= least))
    };
    let depth = record.display_depth_cm.as_ref().and_then(|field| field.value);
    let [_, runs] = seen.evidence().totals(seen.profile());
    at_least(args.min_depth, depth.map(Tenths::get))
        && at_least(args.min_elevation, resort.summit_m.map(f64::from))
        && at_least(args.min_runs.map(f64::from), runs.map(f64::from))
        && at_least(args.min_score, seen.score().value.map(Tenths::get))
        && args.status.is_none_or(|status| record.status.value == Some(status))
}
