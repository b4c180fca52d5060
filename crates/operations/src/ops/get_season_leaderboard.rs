//! `get_season_leaderboard`: resorts ranked by a past season.

use std::cmp::Reverse;

use climate::season_table::Season;
use climate::winter::SeasonName;
use climate::{Hemisphere, Winter, seasons};
use conditions_core::time::Timestamp;
use conditions_core::units::Tenths;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use world::unknown::shortened;
use world::credits::SourceFamilies;
use crate::error::OpError;
use crate::operation::{Interfaces, Meta, Method, Operation, Page, Reply};
use world::Tier;
use crate::snow_record::{BiggestDay, NO_CLIMATE, SnowfallBasis};
use world::place::{Place, is_called};
use world::place::Region;
use crate::text::{Text, count_text, reported, tenths, word};
use world::{VisibleResort, View};

pub struct Op;

/// The arguments, from path and query or from a tool call.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Args {
    /// Default season_snowfall.
    pub metric: Option<Metric>,
    /// `last` (default), `2024-25` or `2024`.
    ///
    /// A single year is the one in which it begins.
    #[schemars(length(min = 4, max = 9))]
    pub season: Option<String>,
    /// ISO code or English name.
    #[schemars(length(min = 2, max = 60))]
    pub country: Option<String>,
    /// State, province or canton.
    #[schemars(length(min = 2, max = 60))]
    pub state: Option<String>,
    /// Part of the world.
    pub region: Option<Region>,
    /// Rows, default 10.
    #[schemars(range(min = 1, max = 100))]
    pub limit: Option<u32>,
    /// Rows to skip.
    #[schemars(range(min = 0, max = 100_000))]
    pub offset: Option<u32>,
}

/// Quantity that ranks the seasons.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Metric {
    /// Snowfall of the season, centimetres.
    SeasonSnowfall,
    /// Snowfall of the season in percent of the resort's own thirty-season mean.
    PercentOfNormal,
    /// Days with at least 1 cm.
    SnowDays,
    /// Days with at least 15 cm.
    PowderDays,
    /// Snowfall of the snowiest day, centimetres.
    BiggestDay,
    /// Most days in a row with less than 1 cm.
    LongestDrySpell,
}

/// A ranking of past seasons.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Leaderboard<'w> {
    /// Quantity of the ranking.
    pub metric: Metric,
    /// Unit of the values.
    pub unit: &'static str,
    /// Seasons that were compared: at most one per hemisphere.
    pub seasons: Vec<String>,
    /// Whether any requested resort has that season on record, complete.
    pub available: bool,
    /// Reason if there is none.
    pub reason: Option<String>,
    /// Number of requested resorts.
    pub resorts_asked: usize,
    /// Rows, best rank first.
    pub rows: Vec<LeaderRow<'w>>,
}

/// A resort's season.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct LeaderRow<'w> {
    /// Rank, from 1; equal values share the better rank.
    pub rank: usize,
    /// Slug of the resort.
    pub slug: &'w str,
    /// Name in international use.
    pub name: &'w str,
    /// ISO 3166-1 alpha-2.
    pub country: &'w str,
    /// State, province or canton.
    pub state: Option<&'w str>,
    /// The season, `2024-25` or in the south `2024`.
    pub season: String,
    /// Value of the metric.
    pub value: Tenths,
    /// Snowfall of the season, centimetres.
    pub snowfall_cm: Tenths,
    /// The snowiest day.
    pub biggest_day: Option<BiggestDay>,
    /// Basis of the resort's snowfall; centimetres of two bases cannot be compared.
    pub snowfall_basis: SnowfallBasis,
}

#[derive(Debug, Clone, Copy)]
enum SeasonChoice {
    Last,
    Named(SeasonName),
}

/// A resort's season in the ranking.
struct Entry<'w> {
    value: Tenths,
    winter: Winter,
    season: &'w Season,
    /// Position of the resort.
    at: usize,
}

impl Operation for Op {
    const META: Meta = Meta {
        name: "get_season_leaderboard",
        method: Method::Get,
        access: Tier::Anonymous,
        faces: Interfaces::Both,
        path: "/leaderboard",
        title: "Resorts by past season",
        description: "Ranks resorts by one quantity of a complete past season. Reanalysis, better in trend than in \
            centimetres. For today use get_snow_report, for one resort get_snow_history. `available` false: \
            no resort has that season.",
    };
    type Args = Args;
    type Data<'w> = Leaderboard<'w>;

    fn run<'w>(view: &View<'w>, args: Args, now: Timestamp) -> Result<Reply<Leaderboard<'w>>, OpError> {
        let place = Place::new(args.region, args.country.as_deref())?;
        let asked = season_asked(args.season.as_deref())?;
        let metric = args.metric.unwrap_or(Metric::SeasonSnowfall);
        let chosen = chosen(view, place, args.state.as_deref())?;
        let entries = ranked(view, &chosen, asked, climate_metric(metric), now);
        let mut winters: Vec<Winter> = entries.iter().map(|entry| entry.winter).collect();
        winters.sort_unstable();
        winters.dedup();
        let page = Page {
            total: entries.len(),
            limit: args.limit.unwrap_or(10),
            offset: args.offset.unwrap_or(0),
        };
        let available = !entries.is_empty();
        let data = Leaderboard {
            metric,
            unit: unit(metric),
            seasons: winters.iter().map(ToString::to_string).collect(),
            available,
            reason: (!available).then(|| none_on_record(view, &chosen)),
            resorts_asked: chosen.len(),
            rows: rows(view, &entries, page),
        };
        let carries = SourceFamilies::CATALOGUE.and_if(SourceFamilies::CLIMATE, available);
        Ok(Reply::ranked(data, carries, page, RULE))
    }

    fn text(data: &Leaderboard<'_>) -> String {
        let mut text = Text::new();
        text.line(format_args!(
            "{} of {}, season {}",
            word(&data.metric),
            count_text(data.resorts_asked, "resort"),
            if data.seasons.is_empty() { "not on record".to_owned() } else { data.seasons.join(" and ") }
        ));
        if let Some(reason) = &data.reason {
            text.item("Not available", reason);
        }
        for row in &data.rows {
            let state = row.state.map(|state| format!("{state}, ")).unwrap_or_default();
            text.line(format_args!(
                "{}. {} ({}), {state}{}: {}; {} in {}, snowiest {}",
                row.rank,
                row.name,
                row.slug,
                row.country,
                tenths(Some(row.value), data.unit),
                tenths(Some(row.snowfall_cm), "cm"),
                row.season,
                reported(row.biggest_day, "")
            ));
        }
        text.done()
    }
}

const HEMISPHERES: [Hemisphere; 2] = [Hemisphere::North, Hemisphere::South];

const RULE: &str = "value of the metric, highest first; ties by slug; only resorts whose whole season is known";

fn season_asked(text: Option<&str>) -> Result<SeasonChoice, OpError> {
    match text {
        None => Ok(SeasonChoice::Last),
        Some(text) if text.eq_ignore_ascii_case("last") => Ok(SeasonChoice::Last),
        Some(text) => SeasonName::parse(text).map(SeasonChoice::Named).ok_or_else(|| {
            let message = format!(
                "must be `last`, two consecutive years such as `2024-25`, or the year in which the season \
                 begins such as `2024`, not `{}`",
                shortened(text)
            );
            OpError::argument("season", message)
        }),
    }
}

/// Returns the positions of the requested resorts.
fn chosen(view: &View<'_>, place: Place, state: Option<&str>) -> Result<Vec<usize>, OpError> {
    let Some(asked) = state else { return Ok(view.atlas().within(place).collect()) };
    let in_state = |seen: &VisibleResort<'_>| seen.resort().state.as_deref().is_some_and(|own| is_called(own, asked));
    if !view.resorts().any(|seen| in_state(&seen)) {
        let message = format!("no resort on record is in `{}`", shortened(asked));
        return Err(OpError::argument("state", message));
    }
    Ok(view.atlas().within(place).filter(|at| view.at(*at).is_some_and(|seen| in_state(&seen))).collect())
}

/// Ranks those resorts that have the requested season, best first. A resort is on one hemisphere, so at most one of the
/// two winters is on record for it.
fn ranked<'w>(
    view: &View<'w>,
    chosen: &[usize],
    asked: SeasonChoice,
    metric: seasons::Metric,
    now: Timestamp,
) -> Vec<Entry<'w>> {
    let winter = |hemisphere| match asked {
        SeasonChoice::Last => last_over(hemisphere, now),
        SeasonChoice::Named(named) => named.on(hemisphere),
    };
    let winters = HEMISPHERES.into_iter().filter_map(winter);
    let columns: Vec<_> = winters.map(|winter| (winter, view.seasons().column(winter))).collect();
    let entry = |at: &usize| {
        let of = |(winter, column): &(Winter, &'w [Option<Season>])| Some((*winter, column.get(*at)?.as_ref()?));
        let (winter, season) = columns.iter().find_map(of)?;
        Some(Entry { value: season.value(metric)?, winter, season, at: *at })
    };
    let mut entries: Vec<Entry<'w>> = chosen.iter().filter_map(entry).collect();
    entries.sort_unstable_by_key(|entry| (Reverse(entry.value), view.atlas().slug_order(entry.at)));
    entries
}

/// Returns the newest winter whose season is over.
fn last_over(hemisphere: Hemisphere, now: Timestamp) -> Option<Winter> {
    let today = now.utc().date_naive();
    let running = Winter::containing(hemisphere, today)?;
    if running.season_last_day() < today { Some(running) } else { running.plus(-1) }
}

/// Returns the rows of a page; equal values share the better rank.
fn rows<'w>(view: &View<'w>, entries: &[Entry<'w>], page: Page) -> Vec<LeaderRow<'w>> {
    let shown = entries.iter().skip(page.offset as usize).take(page.limit as usize);
    let row = |entry: &Entry<'w>| {
        let seen = view.at(entry.at)?;
        let resort = seen.resort();
        Some(LeaderRow {
            rank: entries.partition_point(|other| other.value > entry.value) + 1,
            slug: &resort.slug,
            name: &resort.name,
            country: &resort.country,
            state: resort.state.as_deref(),
            season: entry.winter.to_string(),
            value: entry.value,
            snowfall_cm: entry.season.total,
            biggest_day: entry.season.biggest.map(|(cm, date)| BiggestDay::new(cm, date)),
            snowfall_basis: SnowfallBasis::from_winters(seen.winters()),
        })
    };
    shown.filter_map(row).collect()
}

/// Names the available seasons if the requested one is missing.
fn none_on_record(view: &View<'_>, chosen: &[usize]) -> String {
    let of = |hemisphere: Hemisphere| {
        let ends = chosen.iter().filter_map(|at| view.seasons().on_record(*at));
        let own = ends.filter(|(oldest, _)| oldest.hemisphere() == hemisphere);
        let (oldest, newest) = own.reduce(|(a, b), (oldest, newest)| (a.min(oldest), b.max(newest)))?;
        Some(format!("{oldest} to {newest}"))
    };
    let known: Vec<String> = HEMISPHERES.into_iter().filter_map(of).collect();
    if known.is_empty() {
        return NO_CLIMATE.replace("this resort", "the requested resorts");
    }
    format!("no requested resort has that season on record; on record: {}", known.join(", "))
}

const fn climate_metric(metric: Metric) -> seasons::Metric {
    match metric {
        Metric::SeasonSnowfall => seasons::Metric::Snowfall,
        Metric::PercentOfNormal => seasons::Metric::PercentOfNormal,
        Metric::SnowDays => seasons::Metric::SnowDays,
        Metric::PowderDays => seasons::Metric::PowderDays,
        Metric::BiggestDay => seasons::Metric::BiggestDay,
        Metric::LongestDrySpell => seasons::Metric::LongestDrySpell,
    }
}

const fn unit(metric: Metric) -> &'static str {
    match metric {
        Metric::SeasonSnowfall | Metric::BiggestDay => "cm",
        Metric::PercentOfNormal => "%",
        Metric::SnowDays | Metric::PowderDays | Metric::LongestDrySpell => "days",
    }
}
