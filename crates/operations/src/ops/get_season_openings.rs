//! `get_season_openings`: seasons that open on a day, with announced and usual openings distinguished.

use chrono::{Datelike, NaiveDate};
use conditions_core::evidence::MonthDay;
use conditions_core::source::Kind;
use conditions_core::time::Timestamp;
use conditions_core::units::Confidence;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use world::credits::SourceFamilies;
use crate::error::OpError;
use crate::insights::Hemisphere;
use crate::operation::{Interfaces, Meta, Method, Operation, Page, Reply};
use world::Tier;
use world::place::Place;
use crate::shapes::{ResortRow};
use world::place::Region;
use crate::text::{Text, reported, word};
use world::{VisibleResort, View, announced};

pub struct Op;

/// Maximum distance of a date from today, in days; no announced season is further away.
const REACH_DAYS: i64 = 366;

/// Maximum days between an announcement and the usual opening that it replaces: half a year.
const SAME_SEASON_DAYS: i64 = 183;

/// The arguments, from path and query or from a tool call.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Args {
    /// `YYYY-MM-DD`, default today (UTC).
    ///
    /// At most 366 days from today.
    pub date: Option<NaiveDate>,
    /// Part of the world.
    pub region: Option<Region>,
    /// ISO code or English name.
    #[schemars(length(min = 2, max = 60))]
    pub country: Option<String>,
    /// Side of the equator.
    pub hemisphere: Option<Hemisphere>,
    /// Rows, default 50.
    #[schemars(range(min = 1, max = 500))]
    pub limit: Option<u32>,
    /// Rows to skip.
    #[schemars(range(min = 0, max = 100_000))]
    pub offset: Option<u32>,
}

/// A resort whose season opens on the day.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct OpeningRow<'w> {
    /// The resort.
    #[serde(flatten)]
    pub row: ResortRow<'w>,
    /// The opening.
    pub opening: Opening,
}

/// One opening.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Opening {
    /// First day of the season, in the resort's calendar.
    pub date: NaiveDate,
    /// Whether it was announced for this season.
    pub basis: Basis,
    /// Source of the date.
    pub source: Kind,
    /// When it was stated; for a usual day the date of the reference data.
    pub observed_at: Option<Timestamp>,
    /// Trust in it, 0 to 1.
    pub confidence: Confidence,
}

/// Basis of an opening.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(rename = "OpeningBasis")]
pub enum Basis {
    /// The resort, or its own site, gives this date for this season.
    Announced,
    /// The season usually begins on this day of the year; no date is announced for this season.
    Usual,
}

impl Operation for Op {
    const META: Meta = Meta {
        name: "get_season_openings",
        method: Method::Get,
        access: Tier::Anonymous,
        faces: Interfaces::Both,
        path: "/openings",
        title: "Season openings on a day",
        description: "Resorts whose season opens on a day. `opening.basis`: `announced` is by the resort, \
            `usual` is not an announcement: say so wherever it is shown. For whether one is open use \
            get_conditions. Empty: no opening is known for that day.",
    };
    type Args = Args;
    type Data<'w> = Vec<OpeningRow<'w>>;

    fn run<'w>(view: &View<'w>, args: Args, now: Timestamp) -> Result<Reply<Vec<OpeningRow<'w>>>, OpError> {
        let place = Place::new(args.region, args.country.as_deref())?;
        let date = requested_day(args.date, now.utc().date_naive())?;
        let mut opening: Vec<(Opening, VisibleResort<'w>)> = view
            .within(place)
            .filter(|seen| args.hemisphere.is_none_or(|side| Hemisphere::of_resort(seen) == side))
            .filter_map(|seen| Some((opening_on(view, &seen, date)?, seen)))
            .collect();
        opening.sort_by_key(|(opening, seen)| (opening.basis, seen.resort().slug.as_str()));
        let page =
            Page { total: opening.len(), limit: args.limit.unwrap_or(50), offset: args.offset.unwrap_or(0) };
        let mut carries = SourceFamilies::CATALOGUE;
        let shown = opening.into_iter().skip(page.offset as usize).take(page.limit as usize);
        let rows = shown.map(|(opening, seen)| {
            carries = carries.and(seen.carries());
            OpeningRow { row: ResortRow::new(&seen, &view.service().base_url), opening }
        });
        let rows = rows.collect();
        let rule = "announced openings first, then usual first days of resorts that announce none; ties by slug";
        Ok(Reply::ranked(rows, carries, page, rule))
    }

    fn text(data: &Vec<OpeningRow<'_>>) -> String {
        let mut text = Text::new();
        if data.is_empty() {
            text.line("No season is known to open on that day.");
        }
        for OpeningRow { row, opening } in data {
            let ResortRow { name, slug, country, .. } = row;
            let says = match opening.basis {
                Basis::Announced => format!(
                    "announced for {} ({}, {})",
                    opening.date,
                    opening.source.name(),
                    reported(opening.observed_at, "")
                ),
                Basis::Usual => format!("season usually begins {}, not announced", opening.date.format("%m-%d")),
            };
            text.line(format_args!("{name} ({slug}), {country}: {says}; {}", word(&row.status)));
        }
        text.done()
    }
}

fn requested_day(asked: Option<NaiveDate>, today: NaiveDate) -> Result<NaiveDate, OpError> {
    let date = asked.unwrap_or(today);
    if (date - today).num_days().abs() > REACH_DAYS {
        let message = format!("must be within {REACH_DAYS} days of today, {today}, not {date}");
        return Err(OpError::argument("date", message));
    }
    Ok(date)
}

/// Returns the opening of a resort on `date`: the announced one, or the usual one if that season has no announcement.
fn opening_on(view: &View<'_>, seen: &VisibleResort<'_>, date: NaiveDate) -> Option<Opening> {
    let known = &seen.resolution().record.season_opening;
    if let Some(announced) = announced(known)
        && (announced - date).num_days().abs() <= SAME_SEASON_DAYS
    {
        return (announced == date).then_some(Opening {
            date,
            basis: Basis::Announced,
            source: known.source,
            observed_at: known.observed_at,
            confidence: known.confidence,
        });
    }
    let profile = seen.profile();
    profile.season.filter(|usual| falls_on(usual.opens, date)).map(|_| Opening {
        date,
        basis: Basis::Usual,
        source: Kind::Profile,
        observed_at: profile.checked_at,
        confidence: Confidence::new(view.policy().confidence_profile),
    })
}

/// Returns whether a day of the year falls on a date; 29 February falls on the 28th in common years.
fn falls_on(day: MonthDay, date: NaiveDate) -> bool {
    let (month, of_month) = (u32::from(day.month), u32::from(day.day));
    let leap_day_moved = (month, of_month) == (2, 29) && !date.leap_year();
    date.month() == month && date.day() == if leap_day_moved { 28 } else { of_month }
}
