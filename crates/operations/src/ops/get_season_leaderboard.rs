//! `get_season_leaderboard`: resorts by what a past season brought them.

use std::cmp::Reverse;

use climate::winter::Named;
use climate::{Hemisphere, Winter, WinterDays, seasons};
use conditions_core::time::Timestamp;
use conditions_core::units::Tenths;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::arguments::shortened;
use crate::credits::Carries;
use crate::error::OpError;
use crate::operation::{Meta, Operation, Page, Reply, Shape};
use crate::past::{BiggestDay, NO_CLIMATE, POLICY};
use crate::place::Place;
use crate::shapes::Region;
use crate::text::{Text, reported, tenths, word};
use crate::world::{Seen, View};

/// See the module.
pub struct Op;

/// Arguments.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Args {
    /// What to rank by. Default season_snowfall.
    pub metric: Option<Metric>,
    /// Which season: `last` (default), `2024-25`, or the year in which it begins, `2024`.
    #[schemars(length(min = 4, max = 9))]
    pub season: Option<String>,
    /// Only this country: ISO code or English name.
    #[schemars(length(min = 2, max = 60))]
    pub country: Option<String>,
    /// Only this state, province, canton or prefecture.
    #[schemars(length(min = 2, max = 60))]
    pub state: Option<String>,
    /// Only this part of the world.
    pub region: Option<Region>,
    /// Most rows to return. Default 10.
    #[schemars(range(min = 1, max = 100))]
    pub limit: Option<u32>,
    /// Rows to skip. Default 0.
    #[schemars(range(min = 0, max = 100_000))]
    pub offset: Option<u32>,
}

/// What seasons are ranked by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Metric {
    /// Snowfall of the season, centimetres.
    SeasonSnowfall,
    /// The same in percent of the resort's own thirty-season mean.
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
    /// What it is ranked by.
    pub metric: Metric,
    /// Unit of the values.
    pub unit: &'static str,
    /// Seasons that were compared: one of each hemisphere at most.
    pub seasons: Vec<String>,
    /// Whether any resort asked about has that season on record, complete.
    pub available: bool,
    /// Why there is none.
    pub reason: Option<String>,
    /// Resorts asked about.
    pub resorts_asked: usize,
    /// Rows, first in rank first.
    pub rows: Vec<LeaderRow<'w>>,
}

/// A resort's season.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct LeaderRow<'w> {
    /// Place in the ranking, from 1; equals share the better place.
    pub rank: usize,
    /// Slug.
    pub slug: &'w str,
    /// Name.
    pub name: &'w str,
    /// ISO 3166-1 alpha-2.
    pub country: &'w str,
    /// State, province, canton or prefecture.
    pub state: Option<&'w str>,
    /// Season.
    pub season: String,
    /// Value of the metric.
    pub value: Tenths,
    /// Snowfall of the season, centimetres.
    pub snowfall_cm: Tenths,
    /// The snowiest day.
    pub biggest_day: Option<BiggestDay>,
}

/// The season that was asked for.
#[derive(Debug, Clone, Copy)]
enum Asked {
    Last,
    Named(Named),
}

struct Entry<'w> {
    value: Tenths,
    days: &'w WinterDays,
    seen: Seen<'w>,
}

impl Operation for Op {
    const META: Meta = Meta {
        name: "get_season_leaderboard",
        path: "/leaderboard",
        title: "Resorts by past season",
        description: "Resorts ranked by one past season: snowfall, percent of their own normal, snow days, powder days, \
            snowiest day, longest dry spell. A season is 1 November to 30 April, in the south 1 May to 31 October; \
            only complete ones take part. Reanalysis, comparable between resorts in trend more than in centimetres: \
            for today's snow use get_snow_report, for all seasons of one resort get_snow_history. `available` false \
            says that nobody asked about has that season on record.",
        shape: Shape::Wrapped,
    };
    type Args = Args;
    type Data<'w> = Leaderboard<'w>;

    fn run<'w>(view: &View<'w>, args: Args, now: Timestamp) -> Result<Reply<Leaderboard<'w>>, OpError> {
        let place = Place::new(args.region, args.country.as_deref())?;
        let asked = season_asked(args.season.as_deref())?;
        let metric = args.metric.unwrap_or(Metric::SeasonSnowfall);
        let in_state = |seen: &Seen<'_>| {
            args.state.as_deref().is_none_or(|state| {
                seen.resort().state.as_deref().is_some_and(|own| own.to_lowercase() == state.to_lowercase())
            })
        };
        if let Some(state) = args.state.as_deref().filter(|_| !view.resorts().any(|seen| in_state(&seen))) {
            let message = format!("no resort on record lies in `{}`", shortened(state));
            return Err(OpError::argument("state", message));
        }
        let chosen: Vec<Seen<'w>> =
            view.resorts().filter(|seen| place.holds(seen.resort()) && in_state(seen)).collect();
        let mut entries: Vec<Entry<'w>> =
            chosen.iter().filter_map(|seen| entry(*seen, asked, metric, now)).collect();
        entries.sort_by_key(|entry| (Reverse(entry.value), entry.seen.resort().slug.as_str()));
        let mut winters: Vec<Winter> = entries.iter().map(|entry| entry.days.winter()).collect();
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
            reason: (!available).then(|| none_on_record(&chosen)),
            resorts_asked: chosen.len(),
            rows: rows(&entries, page),
        };
        let carries = Carries::CATALOGUE.and_if(Carries::CLIMATE, available);
        Ok(Reply::ranked(data, carries, page, RULE))
    }

    fn text(data: &Leaderboard<'_>) -> String {
        let mut text = Text::new();
        text.line(format_args!(
            "{} of {} resorts, season {}",
            word(&data.metric),
            data.resorts_asked,
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

const RULE: &str = "value of the metric, highest first; ties by slug; only resorts whose whole season is known";

fn season_asked(text: Option<&str>) -> Result<Asked, OpError> {
    match text {
        None => Ok(Asked::Last),
        Some(text) if text.eq_ignore_ascii_case("last") => Ok(Asked::Last),
        Some(text) => Named::parse(text).map(Asked::Named).ok_or_else(|| {
            let message = format!(
                "must be `last`, two years that follow each other such as `2024-25`, or the year in which the season \
                 begins such as `2024`, not `{}`",
                shortened(text)
            );
            OpError::argument("season", message)
        }),
    }
}

fn entry(seen: Seen<'_>, asked: Asked, metric: Metric, now: Timestamp) -> Option<Entry<'_>> {
    let winters = seen.winters();
    let winter = match asked {
        Asked::Last => last_over(winters.hemisphere(), now)?,
        Asked::Named(named) => named.on(winters.hemisphere())?,
    };
    let days = winters.get(winter)?;
    let value = seasons::value(&POLICY, winters, days, of(metric))?;
    Some(Entry { value, days, seen })
}

/// The newest winter whose season is over.
fn last_over(hemisphere: Hemisphere, now: Timestamp) -> Option<Winter> {
    let today = now.utc().date_naive();
    let running = Winter::of(hemisphere, today)?;
    if running.season_last_day() < today { Some(running) } else { running.plus(-1) }
}

/// Rows of a page; equal values share the better rank.
fn rows<'w>(entries: &[Entry<'w>], page: Page) -> Vec<LeaderRow<'w>> {
    let shown = entries.iter().enumerate().skip(page.offset as usize).take(page.limit as usize);
    let row = |(at, entry): (usize, &Entry<'w>)| {
        let before = entries.get(..at).unwrap_or_default().iter();
        let equals = before.rev().take_while(|other| other.value == entry.value).count();
        let (resort, sum) = (entry.seen.resort(), entry.days.summary());
        LeaderRow {
            rank: at + 1 - equals,
            slug: &resort.slug,
            name: &resort.name,
            country: &resort.country,
            state: resort.state.as_deref(),
            season: entry.days.winter().to_string(),
            value: entry.value,
            snowfall_cm: sum.total,
            biggest_day: sum.biggest.map(BiggestDay::new),
        }
    };
    shown.map(row).collect()
}

/// Which seasons there are, where the one asked for is not.
fn none_on_record(chosen: &[Seen<'_>]) -> String {
    let complete = chosen.iter().flat_map(|seen| seen.winters().iter()).filter(|days| days.summary().complete);
    let mut winters: Vec<Winter> = complete.map(WinterDays::winter).collect();
    winters.sort_unstable();
    let of = |hemisphere: Hemisphere| {
        let own = || winters.iter().filter(|winter| winter.hemisphere() == hemisphere);
        Some(format!("{} to {}", own().next()?, own().next_back()?))
    };
    let known: Vec<String> = [Hemisphere::North, Hemisphere::South].into_iter().filter_map(of).collect();
    if known.is_empty() {
        return NO_CLIMATE.replace("this resort", "the resorts asked about");
    }
    format!("no resort asked about has that season on record; on record: {}", known.join(", "))
}

const fn of(metric: Metric) -> seasons::Metric {
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
