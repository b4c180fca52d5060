//! Chart of a season against its normal: snow depth, or snowfall since the season's first day, day by day over the
//! values of past winters on the same day.
//!
//! Winter and normal come from one reanalysis (`contract-decisions` 4). Its depth is biased in steep mountains, so it
//! is compared with its own past and never drawn next to a depth that a station or a resort reports.

use std::ops::Range;

use ::charts::{Heading, Norm, Season, SeasonDay};
use climate::winter::SeasonName;
use climate::{Hemisphere, Winter, WinterDays, Winters};
use conditions_core::record::Band;
use conditions_core::units::Tenths;
use schemars::JsonSchema;
use serde::Deserialize;

use super::{Drawing, credit};
use crate::error::OpError;
use crate::operation::{Interfaces, Meta, Method};
use crate::snow_record::NO_CLIMATE;
use world::Tier;
use world::View;
use world::credits::SourceFamilies;
use world::unknown::shortened;

mod captions;
mod day;

use day::Day;

/// The chart's entry in the table of charts.
pub struct Chart;

/// The arguments, from path and query or from a tool call.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Args {
    /// Resort slug, or a name or alias that only one resort has.
    #[schemars(length(min = 1, max = 100))]
    pub slug: String,
    /// Quantity to draw. Default depth.
    pub measure: Option<Measure>,
    /// Season: `2024-25`, or the year in which it begins, `2024`. Default: the newest with data.
    #[schemars(length(min = 4, max = 9))]
    pub season: Option<String>,
}

/// Quantity of a season to draw.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Measure {
    /// Mean snow depth of each day, centimetres; nine months from 1 October on, in the south from 1 April on.
    Depth,
    /// Snowfall since the season's first day, centimetres; 1 November to 30 April, in the south 1 May to 31 October.
    Snowfall,
    /// Snow depth at the base, computed by a snowpack model from each winter's weather, centimetres; the months of
    /// `depth`.
    DepthBase,
    /// Snow depth at mid mountain, computed like `depth_base`.
    DepthMid,
    /// Snow depth at the summit, computed like `depth_base`.
    DepthSummit,
}

/// Quantity of a season, as the drawing code distinguishes it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Quantity {
    Depth,
    Snowfall,
    /// Depth at a band, computed from the weather.
    Modelled(Band),
}

impl From<Measure> for Quantity {
    fn from(measure: Measure) -> Self {
        match measure {
            Measure::Depth => Self::Depth,
            Measure::Snowfall => Self::Snowfall,
            Measure::DepthBase => Self::Modelled(Band::Base),
            Measure::DepthMid => Self::Modelled(Band::Mid),
            Measure::DepthSummit => Self::Modelled(Band::Summit),
        }
    }
}

impl Quantity {
    /// Returns the value of a winter on a day, counted from its first, in centimetres; for snowfall only that of the
    /// day itself.
    fn at(self, days: &WinterDays, index: usize) -> Option<f64> {
        match self {
            Self::Depth => days.depth_at(index).map(f64::from),
            Self::Snowfall => days.snowfall_at(index).map(Tenths::get),
            Self::Modelled(band) => days.modelled_depth_at(band, index).map(f64::from),
        }
    }
}

impl Drawing for Chart {
    const META: Meta = Meta {
        name: "season_chart",
        method: Method::Get,
        access: Tier::Anonymous,
        faces: Interfaces::Rest,
        path: "/resorts/{slug}/charts/season.svg",
        title: "A season against its norm, drawn",
        description: "One winter of a resort day by day against past winters on the same day, as a picture \
            (SVG): snow depth, or snowfall since the season's first day, with the median and the bands of \
            half and eight in ten of the newest thirty complete winters; or the depth at base, mid or \
            summit from a snowpack model of their weather. Winter and norm come from the same reanalysis, \
            not from measurements at the resort. Unknown days have no line; with fewer than ten complete \
            winters the norm is left out; without any winter on record the picture says so. Snowfall and \
            modelled depths are also in get_snow_history.",
    };
    type Args = Args;

    fn svg(view: &View<'_>, args: Args) -> Result<String, OpError> {
        let seen = view.resort(&args.slug)?;
        let (resort, winters, service) = (seen.resort(), seen.winters(), view.service());
        let measure = Quantity::from(args.measure.unwrap_or(Measure::Depth));
        let shown = match args.season.as_deref() {
            Some(asked) => Some(on_record(winters, asked)?),
            None => newest(winters, measure),
        };
        let days = shown.map(|shown| day::winter_days(winters, shown, measure)).unwrap_or_default();
        let name = shown.map(|shown| shown.winter().to_string());
        let heading = Heading {
            title: captions::title(measure, name.as_deref(), &resort.name),
            subtitle: captions::subtitle(resort, winters, shown, measure, &days),
            description: captions::description(measure, winters, &days),
            synthetic: service.synthetic,
            credit: credit(
                service,
                SourceFamilies::CATALOGUE.and_if(SourceFamilies::CLIMATE, !winters.is_empty()),
            ),
        };
        let chart = Season {
            heading,
            quantity: captions::quantity(measure, winters.hemisphere()).to_owned(),
            winter: name.unwrap_or_default(),
            days: days.iter().map(drawn).collect(),
            marked: day::described_day(measure, &days).map(|(day, _)| day.date),
            nothing: captions::empty_reason(winters, measure),
        };
        Ok(chart.svg())
    }
}

/// Returns the winter whose snow depth is drawn by default, by name, with its days; `None` if there is nothing to draw.
/// For charts that are part of a page.
#[must_use]
pub fn newest_depth(winters: &Winters) -> Option<(String, Vec<SeasonDay>)> {
    let shown = newest(winters, Quantity::Depth)?;
    let days = day::winter_days(winters, shown, Quantity::Depth);
    Some((shown.winter().to_string(), days.iter().map(drawn).collect()))
}

/// Returns the winter whose modelled depth is drawn by default, by name, with each day's depth at base, mid and summit
/// in centimetres; `None` if there is nothing to draw. For charts that are part of a page.
#[must_use]
pub fn newest_depth_by_band(winters: &Winters) -> Option<(String, Vec<BandDay>)> {
    let quantity = Quantity::Modelled(Band::Mid);
    let shown = newest(winters, quantity)?;
    let winter = shown.winter();
    let day = |index: usize| {
        let cm = |band| shown.modelled_depth_at(band, index).map(f64::from);
        BandDay { date: winter.date_at(index), cm: [cm(Band::Base), cm(Band::Mid), cm(Band::Summit)] }
    };
    Some((winter.to_string(), range(winter, quantity).map(day).collect()))
}

/// One day of a winter at three elevations.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct BandDay {
    pub date: chrono::NaiveDate,
    /// Depth at base, mid and summit, centimetres.
    pub cm: [Option<f64>; 3],
}

fn drawn(day: &Day) -> SeasonDay {
    let norm = day.normal.map(|normal| Norm {
        p10: normal.spread.p10,
        p25: normal.spread.p25,
        median: normal.spread.p50,
        p75: normal.spread.p75,
        p90: normal.spread.p90,
    });
    SeasonDay { date: day.date, cm: day.cm, norm }
}

/// Returns the winter of this name.
fn on_record<'w>(winters: &'w Winters, asked: &str) -> Result<&'w WinterDays, OpError> {
    let refused = |message: String| OpError::argument("season", message);
    let example = match winters.hemisphere() {
        Hemisphere::North => "`2024-25`, or the year in which it begins, `2024`",
        Hemisphere::South => "a year such as `2024`: southern seasons are within one year",
    };
    let winter = SeasonName::parse(asked)
        .and_then(|named| named.on(winters.hemisphere()))
        .ok_or_else(|| refused(format!("must be {example}; not `{}`", shortened(asked))))?;
    let name = |days: &WinterDays| days.winter().to_string();
    let ends = || winters.iter().next().map(name).zip(winters.iter().next_back().map(name));
    winters.get(winter).ok_or_else(|| match ends() {
        Some((first, last)) => refused(format!("{winter} is not on record; on record: {first} to {last}")),
        None => refused(format!("{winter} is not on record: {NO_CLIMATE}")),
    })
}

/// Returns the newest winter with data for the quantity.
fn newest(winters: &Winters, measure: Quantity) -> Option<&WinterDays> {
    winters.iter().rev().find(|days| range(days.winter(), measure).any(|at| measure.at(days, at).is_some()))
}

/// Returns the days of a winter that are drawn, counted from its first. Snow stays on the ground for longer than the
/// season in which it falls.
fn range(winter: Winter, measure: Quantity) -> Range<usize> {
    const SNOWLESS_MONTHS: usize = 3;
    match measure {
        Quantity::Depth | Quantity::Modelled(_) => {
            let first = winter.months().nth(SNOWLESS_MONTHS).map_or(0, |(_, days)| days.start);
            first..winter.days()
        }
        Quantity::Snowfall => winter.season_range(),
    }
}
