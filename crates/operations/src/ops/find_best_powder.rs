//! `find_best_powder`: where at least a given amount of snow fell in the past 24 hours.

use std::cmp::Reverse;

use conditions_core::field::Field;
use conditions_core::time::Timestamp;
use conditions_core::units::{Tenths, ranks};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use world::credits::SourceFamilies;
use crate::error::OpError;
use crate::operation::{Interfaces, Meta, Method, Operation, Page, Reply};
use world::Tier;
use world::place::Place;
use crate::ranking::Measure;
use crate::shapes::ResortRow;
use world::place::Region;
use crate::text::{Text, sourced, tenths, word};
use world::{VisibleResort, View};

pub struct Op;

/// Default minimum, from the specification's example, centimetres.
const LEAST_SNOWFALL_CM: f64 = 5.0;

/// The arguments, from path and query or from a tool call.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Args {
    /// Least new snow, cm, default 5.
    #[schemars(range(min = 0, max = 300))]
    pub min_snowfall: Option<f64>,
    /// Part of the world.
    pub region: Option<Region>,
    /// Rows, default 10.
    #[schemars(range(min = 1, max = 100))]
    pub limit: Option<u32>,
    /// Rows to skip.
    #[schemars(range(min = 0, max = 100_000))]
    pub offset: Option<u32>,
}

/// A resort with new snow.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PowderRow<'w> {
    /// Rank, from 1.
    pub rank: usize,
    /// The resort.
    #[serde(flatten)]
    pub row: ResortRow<'w>,
    /// New snow of the past 24 hours, centimetres, with its source.
    pub snowfall24h: &'w Field<Tenths>,
    /// True if measured (entered by the operator or read by a station); false if modelled.
    pub measured: bool,
}

impl Operation for Op {
    const META: Meta = Meta {
        name: "find_best_powder",
        method: Method::Get,
        access: Tier::Anonymous,
        faces: Interfaces::Both,
        path: "/powder",
        title: "Most new snow",
        description: "Resorts where at least `minSnowfall` cm fell in the past 24 hours, most first, \
            measured or modelled. For coming snow use get_snow_report with `sort=forecast`. Unreported new \
            snow is left out.",
    };
    type Args = Args;
    type Data<'w> = Vec<PowderRow<'w>>;

    fn run<'w>(view: &View<'w>, args: Args, _: Timestamp) -> Result<Reply<Vec<PowderRow<'w>>>, OpError> {
        let least = args.min_snowfall.unwrap_or(LEAST_SNOWFALL_CM);
        let place = Place { region: args.region, country: None };
        let mut snowy: Vec<(Tenths, VisibleResort<'w>)> = view
            .within(place)
            .filter_map(|seen| Some((Measure::Snowfall.ranked(&seen)?, seen)))
            .filter(|(cm, _)| cm.get() >= least)
            .collect();
        snowy.sort_by_key(|(cm, seen)| {
            (Reverse(*cm), Reverse(seen.resolution().snowfall24h_cm.confidence), seen.resort().slug.as_str())
        });
        let page =
            Page { total: snowy.len(), limit: args.limit.unwrap_or(10), offset: args.offset.unwrap_or(0) };
        let mut carries = SourceFamilies::CATALOGUE;
        let ranks = ranks(snowy.iter().map(|(cm, _)| *cm).collect::<Vec<_>>());
        let shown = ranks.zip(snowy).skip(page.offset as usize).take(page.limit as usize);
        let rows = shown.map(|(rank, (_, seen))| {
            carries = carries.and(seen.carries());
            let snowfall24h = &seen.resolution().snowfall24h_cm;
            PowderRow {
                rank,
                row: ResortRow::new(&seen, &view.service().base_url),
                snowfall24h,
                measured: snowfall24h.source.is_measured(),
            }
        });
        let rows = rows.collect();
        let rule = "snowfall of the past 24 hours of at least minSnowfall, most first; equal falls by \
            certainty, then slug; resorts that do not report it are left out";
        Ok(Reply::ranked(rows, carries, page, rule))
    }

    fn text(data: &Vec<PowderRow<'_>>) -> String {
        let mut text = Text::new();
        if data.is_empty() {
            text.line("No resort there has that much new snow on record.");
        }
        for PowderRow { rank, row, snowfall24h, .. } in data {
            let ResortRow { name, slug, country, .. } = row;
            let place = row.state.map(|state| format!("{state}, ")).unwrap_or_default();
            text.line(format_args!(
                "{rank}. {name} ({slug}), {place}{country}: past 24 h {}; {}; depth {}",
                sourced(snowfall24h, "cm"),
                word(&row.status),
                tenths(row.display_depth_cm, "cm")
            ));
        }
        text.done()
    }
}
