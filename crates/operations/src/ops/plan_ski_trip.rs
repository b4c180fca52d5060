//! `plan_ski_trip`: the best resorts of a region on given dates. Forecasts cover the days within their range, past
//! winters the days beyond; every recommendation states its reasons, their points and their numbers.

use catalogue::passes::Pass;
use chrono::{Days, NaiveDate};
use climate::trip::{OddsError, window_days};
use conditions_core::time::{HOUR_MS, Timestamp};
use conditions_core::units::Tenths;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use world::credits::SourceFamilies;
use world::lodging::{Stay, USUAL_GUESTS};
use world::place::{Place, Region};
use world::{VisibleResort, Tier, View};

use crate::error::OpError;
use crate::operation::{Interfaces, Meta, Method, Operation, Reply};
use crate::passes::filter;
use crate::snow_record::POLICY;
use crate::place::region_or_country;
use crate::text::{Text, count_text, word};
use crate::trips::{LodgingNote, NoTrip, Reason, Recommendation, is_open, rank};

mod points;
mod weigh;

mod unconsidered;

use points::{Estimate, Priority};
pub use unconsidered::NotConsidered;
use unconsidered::Counts;
use weigh::weighed;

pub struct Op;

/// Maximum days ahead that a trip may begin: longer plans are unlikely, and a mistyped year is noticed.
const AHEAD_DAYS: u64 = 3 * 366;
/// Until this time it is still the previous day somewhere.
const LAST_ZONE_MS: i64 = 12 * HOUR_MS;
/// Default days of a trip.
const DAYS: u64 = 7;
/// Default number of recommendations.
const LIMIT: u32 = 5;
/// Additional resorts that are evaluated in full beyond the number recommended.
const SPARE: usize = 5;

const RULE: &str = "100 x points / maximum over the known reasons, minus 0.3 of it times the unknown share; \
    snow 40 points (full at 8 cm a day), powder 20 (at one day in four), depth 20 (at 120 cm), terrain 20 \
    (at 60 km for the ability, 150 km in all), the priority's twice; without snow values for the dates unknown \
    reasons count nothing; resorts whose season does not include \
    the dates are left out; equal points are tied, ordered by slug";

/// The arguments, from path and query or from a tool call.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Args {
    /// First day, `YYYY-MM-DD`.
    ///
    /// From today to three years ahead.
    pub start: NaiveDate,
    /// Last day, default six days after the first; at most 31 days.
    pub end: Option<NaiveDate>,
    /// Region such as alps, rockies, japan, or a country.
    ///
    /// Default the world.
    #[schemars(length(min = 2, max = 60))]
    pub region: Option<String>,
    /// Selects the terrain that counts.
    pub ability: Option<Ability>,
    /// What counts twice, default snow.
    pub priority: Option<Priority>,
    /// Ski pass valid there.
    ///
    /// Identifier or name, such as `ikon-pass`.
    #[schemars(length(min = 1, max = 60))]
    pub pass: Option<String>,
    /// Rows, default 5.
    #[schemars(range(min = 1, max = 10))]
    pub limit: Option<u32>,
}

/// Skiing ability.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Ability {
    /// Easy terrain.
    Beginner,
    /// Intermediate terrain.
    Intermediate,
    /// Difficult terrain.
    Advanced,
    /// The most difficult terrain.
    Expert,
}

/// A planned trip.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct TripPlan<'w> {
    /// The region; null if a country or the world was requested.
    pub region: Option<Region>,
    /// The country, ISO 3166-1 alpha-2; null if a region or the world was requested.
    pub country: Option<&'static str>,
    /// Requested ability.
    pub ability: Option<Ability>,
    /// Reason that counts twice.
    pub priority: Priority,
    /// Identifier of the requested ski pass; its terms are in `get_pass`.
    pub pass: Option<&'w str>,
    /// First day.
    pub start: NaiveDate,
    /// Last day.
    pub end: NaiveDate,
    /// Total number of days.
    pub day_count: u16,
    /// Whether there is a recommendation.
    pub available: bool,
    /// Reason if there is none.
    pub reason: Option<String>,
    /// The reason as data.
    #[serde(skip)]
    pub missing: Option<NoTrip>,
    /// Resorts of the place, limited to the pass if one was requested.
    pub resorts: usize,
    /// Number of those whose season does not include the dates.
    pub out_of_season: usize,
    /// Number of those with neither a forecast nor past winters for the dates; they are ranked by depth and terrain.
    pub unknown: usize,
    /// Data that some resorts in season lack, so that it is not considered there.
    pub not_considered: Vec<NotConsidered>,
    /// Recommendations, best first.
    pub recommendations: Vec<TripChoice<'w>>,
    /// Explains the lodging links, or why there are none.
    pub lodging_note: &'static str,
    /// The note as data.
    #[serde(skip)]
    pub lodging: LodgingNote,
    /// Explains how the points are computed.
    pub rule: &'static str,
}

/// One recommendation.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct TripChoice<'w> {
    /// The resort.
    #[serde(flatten)]
    pub place: Recommendation<'w>,
    /// Points, 0 to 100.
    pub points: Tenths,
    /// Parts of the points.
    pub reasons: Vec<Reason>,
}

/// The request of a trip.
pub(super) struct Plan<'w> {
    pub(super) start: NaiveDate,
    pub(super) end: NaiveDate,
    pub(super) days: u16,
    pub(super) ability: Option<Ability>,
    pub(super) priority: Priority,
    pub(super) pass: Option<&'w Pass>,
    /// Forecast days that the caller may see at every resort of the place.
    pub(super) reach: usize,
}

impl Operation for Op {
    const META: Meta = Meta {
        name: "plan_ski_trip",
        method: Method::Get,
        access: Tier::Anonymous,
        faces: Interfaces::Both,
        path: "/trips/plan",
        title: "Where to ski on given dates",
        description: "Recommends resorts for dates by forecast, past winters after its end, and terrain, \
            each with reasons, numbers, airport and lodging searches. Books nothing. For a storm soon use \
            find_powder_trips. `available` false: `reason`.",
    };
    type Args = Args;
    type Data<'w> = TripPlan<'w>;

    fn run<'w>(view: &View<'w>, args: Args, now: Timestamp) -> Result<Reply<TripPlan<'w>>, OpError> {
        let place = args.region.as_deref().map(|text| region_or_country("region", text)).transpose()?;
        let place = place.unwrap_or_default();
        let (end, days) = dates(&args, now)?;
        let pass = filter(view.passes(), args.pass.as_deref())?;
        let all: Vec<VisibleResort<'w>> = view.within(place).filter(|seen| seen.is_on(pass)).collect();
        let sees_all = !all.is_empty() && all.iter().all(VisibleResort::sees_14_days);
        let plan = Plan {
            start: args.start,
            end,
            days,
            ability: args.ability,
            priority: args.priority.unwrap_or_default(),
            pass,
            reach: if sees_all { conditions_core::forecast::DAYS } else { world::OPEN_DAYS },
        };
        let limit = args.limit.unwrap_or(LIMIT) as usize;
        let mut counts = Counts::new(all.len());
        let pool = pool(view, all, &plan, limit + SPARE, &mut counts);
        let (recommendations, carries) = recommended(view, pool, &plan, limit, now);
        let found = !recommendations.is_empty();
        let missing = (!found).then(|| counts.missing());
        let lodging = LodgingNote::new(view, None);
        let data = TripPlan {
            region: place.region,
            country: place.country,
            ability: plan.ability,
            priority: plan.priority,
            pass: pass.map(|pass| pass.id.as_str()),
            start: plan.start,
            end,
            day_count: days,
            available: found,
            reason: missing.map(|missing| reason(missing, &plan, place)),
            missing,
            resorts: counts.resorts,
            out_of_season: counts.out_of_season,
            unknown: counts.unknown,
            not_considered: counts.not_considered(),
            recommendations,
            lodging_note: lodging.words(),
            lodging,
            rule: RULE,
        };
        Ok(Reply::one(data, carries))
    }

    fn text(data: &TripPlan<'_>) -> String {
        let mut text = Text::new();
        let named = data.region.map(Region::tag).or(data.country).unwrap_or("the world");
        text.line(format_args!(
            "Ski trip in {named}, {} to {} ({}), priority {}: {} looked at, {} out of season then, {} unknown",
            data.start,
            data.end,
            count_text(data.day_count, "day"),
            word(&data.priority),
            count_text(data.resorts, "resort"),
            data.out_of_season,
            data.unknown
        ));
        if !data.not_considered.is_empty() {
            let parts: Vec<String> =
                data.not_considered.iter().map(|part| format!("{} of {}", part.about, count_text(part.resorts, "resort"))).collect();
            text.item("Not known, so not considered", parts.join(", "));
        }
        if let Some(reason) = &data.reason {
            text.item("Not available", reason);
            return text.done();
        }
        for choice in &data.recommendations {
            text.line(format_args!("{}: {} of 100 points", choice.place.title(), choice.points.get()));
            choice.reasons.iter().for_each(|reason| reason.write(&mut text));
            choice.place.write(&mut text);
        }
        text.line(data.lodging_note);
        text.item("Rule", data.rule);
        text.done()
    }
}

/// Returns the last day and the number of days; rejects dates that cannot be a trip.
fn dates(args: &Args, now: Timestamp) -> Result<(NaiveDate, u16), OpError> {
    let start = args.start;
    let earliest = now.plus_millis(-LAST_ZONE_MS).utc().date_naive();
    let latest = now.utc().date_naive().checked_add_days(Days::new(AHEAD_DAYS)).unwrap_or(NaiveDate::MAX);
    if start < earliest {
        return Err(OpError::argument("start", format!("{start} is past; must be {earliest} or later")));
    }
    if start > latest {
        let message = format!("{start} is more than three years ahead; must be {latest} or earlier");
        return Err(OpError::argument("start", message));
    }
    let end = args.end.or_else(|| start.checked_add_days(Days::new(DAYS - 1))).unwrap_or(start);
    let days = window_days(&POLICY, start, end).map_err(|fault| {
        let message = match fault {
            OddsError::Backwards => format!("must not be before `start`, {start}, but is {end}"),
            OddsError::TooLong { most, .. } => format!("must be at most {} days after `start`, {start}, but is {end}", most - 1),
            OddsError::TooFew { .. } => fault.to_string(),
        };
        OpError::argument("end", message)
    })?;
    Ok((end, days))
}

/// Words the cause of a missing recommendation.
fn reason(missing: NoTrip, plan: &Plan<'_>, place: Place) -> String {
    let there = if place == Place::default() { "in the world" } else { "of this region" };
    let on_pass = if plan.pass.is_some() { " on the pass" } else { "" };
    match missing {
        NoTrip::NoResort => format!("no resort {there} is on record{on_pass}"),
        NoTrip::OutOfSeason => format!("no season of a resort {there}{on_pass} includes these dates"),
        NoTrip::NoData | NoTrip::NoForecast | NoTrip::TooLittleSnow => format!(
            "neither forecasts nor past winters cover these dates at a resort {there}{on_pass} in season then, and \
             neither its depth nor its season is known"
        ),
    }
}

/// Returns at most `most` resorts that may be recommended, by a quick estimate.
fn pool<'w>(
    view: &View<'w>,
    all: Vec<VisibleResort<'w>>,
    plan: &Plan<'w>,
    most: usize,
    counts: &mut Counts,
) -> Vec<(VisibleResort<'w>, Option<bool>)> {
    let mut pool: Vec<(f64, u32, (VisibleResort<'w>, Option<bool>))> = Vec::with_capacity(all.len());
    for seen in all {
        let is_open = is_open(&seen, plan.start, plan.end);
        if is_open == Some(false) {
            counts.out_of_season += 1;
            continue;
        }
        let estimate = Estimate::quick(view, &seen, plan);
        if counts.may_be_ranked(&estimate, is_open) {
            let points = estimate.total(plan);
            pool.push((points, view.atlas().slug_order(seen.position()), (seen, is_open)));
        }
    }
    let best_first = |a: &(f64, u32, _), b: &(f64, u32, _)| b.0.total_cmp(&a.0).then_with(|| a.1.cmp(&b.1));
    if pool.len() > most {
        pool.select_nth_unstable_by(most, best_first);
        pool.truncate(most);
    }
    pool.into_iter().map(|(_, _, one)| one).collect()
}

/// Returns the best of the pool, evaluated in full.
fn recommended<'w>(
    view: &View<'w>,
    pool: Vec<(VisibleResort<'w>, Option<bool>)>,
    plan: &Plan<'w>,
    limit: usize,
    now: Timestamp,
) -> (Vec<TripChoice<'w>>, SourceFamilies) {
    let mut choices: Vec<_> = pool
        .into_iter()
        .filter_map(|(seen, is_open)| {
            let (points, reasons) = weighed(view, &seen, plan, is_open, now)?;
            Some((points, reasons, seen))
        })
        .collect();
    choices.sort_by(|(a, _, seen), (b, _, other)| {
        b.cmp(a).then_with(|| seen.resort().slug.cmp(&other.resort().slug))
    });
    choices.truncate(limit);
    let mut carries = SourceFamilies::CATALOGUE;
    let check_out = plan.end.succ_opt().unwrap_or(plan.end);
    let stay = Stay { check_in: plan.start, check_out, guests: USUAL_GUESTS };
    let mut rows: Vec<TripChoice<'w>> = choices
        .into_iter()
        .map(|(points, reasons, seen)| {
            carries = carries.and(seen.carries()).and_if(SourceFamilies::CLIMATE, !seen.winters().is_empty());
            TripChoice { place: Recommendation::new(view, &seen, stay, None), points, reasons }
        })
        .collect();
    rank(rows.iter_mut().map(|row| (row.points, &mut row.place)));
    (rows, carries)
}
