//! `plan_ski_road_trip`: a few good resorts of a region that are close to one another, in the shortest order, with days
//! when snow is forecast. Estimates are marked as such; unknown values are not invented.

use chrono::{Days, NaiveDate};
use conditions_core::record::{Band, DailyRow, OperatingStatus};
use conditions_core::time::{HOUR_MS, Timestamp};
use conditions_core::units::Tenths;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::drive;
use crate::error::OpError;
use crate::operation::{Interfaces, Meta, Method, Operation, Reply};
use crate::passes::filter;
use crate::place::region_or_country;
use crate::roads::roads;
use crate::shapes::{Coordinates, resort_page};
use crate::text::{Text, count_text, tenths, word};
use world::credits::SourceFamilies;
use world::place::Region;
use world::{VisibleResort, Tier, View};

mod allot;
mod choose;
mod leg;
mod order;

use choose::{Candidate, candidates};
use leg::Leg;

pub struct Op;

/// Default days of a trip.
const DAYS: u8 = 5;
/// Days per stop: a trip has half as many stops as days.
const DAYS_PER_STOP: u8 = 2;
/// Maximum days ahead; forecasts end there.
const AHEAD_DAYS: u64 = 14;
/// Until this time it is still the previous day somewhere.
const LAST_ZONE_MS: i64 = 12 * HOUR_MS;
/// Value of a day at a stop without snow: a tenth of the score, so that a centimetre of snow equals ten points of it.
const SCORE_SHARE: f64 = 0.1;

/// Factor on the length of a leg between two stops that a sea separates. Each of them has a land route to another stop,
/// and the order prefers those legs.
const PARTED: f64 = 10.0;

const RULE: &str = "stops: most snow score plus forecast snowfall of 7 days (at most 50 points), minus 0.1 \
    per kilometre between stops, legs up to 250 km in straight lines around ranges whose passes close in \
    winter, one mountain per destination; order: the shortest route; days: most forecast snow, every stop \
    at least one; ties by slug";

/// The arguments, from path and query or from a tool call.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Args {
    /// Region such as alps, rockies, japan, or a country.
    #[schemars(length(min = 2, max = 60))]
    pub region: String,
    /// Days, default 5.
    #[schemars(range(min = 1, max = 14))]
    pub days: Option<u8>,
    /// Ski pass valid at every stop.
    ///
    /// Identifier or name, such as `ikon-pass`.
    #[schemars(length(min = 1, max = 60))]
    pub pass: Option<String>,
    /// First day, `YYYY-MM-DD`, default today.
    ///
    /// At most 14 days ahead.
    pub start: Option<NaiveDate>,
}

/// A road trip.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct RoadTrip<'w> {
    /// The region; null if a country was requested.
    pub region: Option<Region>,
    /// The country, ISO 3166-1 alpha-2; null if a region was requested.
    pub country: Option<&'static str>,
    /// Identifier of the requested ski pass; its terms are in `get_pass`.
    pub pass: Option<&'w str>,
    /// First day.
    pub start: NaiveDate,
    /// Last day.
    pub end: NaiveDate,
    /// Total number of days.
    pub day_count: u8,
    /// Whether there is a trip.
    pub available: bool,
    /// Reason if there is none, or if it has fewer stops than the days allow.
    pub reason: Option<String>,
    /// Stops, in the order of travel.
    pub stops: Vec<Stop<'w>>,
    /// Legs between the stops.
    pub legs: Vec<Leg<'w>>,
    /// Sum of the legs' straight lines, kilometres.
    pub distance_km: Option<Tenths>,
    /// Explains how drives were estimated.
    pub drive_basis: &'static str,
    /// Explains how it was planned.
    pub rule: &'static str,
}

/// A resort of the trip.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Stop<'w> {
    /// Position in the order, from 1.
    pub order: usize,
    /// Slug of the resort.
    pub slug: &'w str,
    /// Name in international use.
    pub name: &'w str,
    /// ISO 3166-1 alpha-2.
    pub country: &'w str,
    /// State, province, canton or prefecture.
    pub state: Option<&'w str>,
    /// Latitude and longitude, degrees.
    pub coordinates: Coordinates,
    /// Operating status; UNKNOWN is a distinct status.
    pub status: Option<OperatingStatus>,
    /// Snow score, 0-100.
    pub score: Option<Tenths>,
    /// Headline snow depth, centimetres.
    pub display_depth_cm: Option<Tenths>,
    /// Forecast snowfall of its days as far as they are known, centimetres; null if none is.
    pub snowfall_cm: Option<Tenths>,
    /// Days at the stop.
    pub schedule: Vec<StopDay>,
    /// Page of the resort, for people.
    pub url: String,
}

/// One day at a stop.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct StopDay {
    /// Local date.
    pub date: NaiveDate,
    /// Forecast snowfall at mid mountain, centimetres; null if not known or withheld.
    pub snowfall_cm: Option<Tenths>,
    /// Whether it is withheld: days 8 to 14 need the Pro tier.
    pub pro_required: bool,
}

impl Operation for Op {
    const META: Meta = Meta {
        name: "plan_ski_road_trip",
        method: Method::Get,
        access: Tier::Anonymous,
        faces: Interfaces::Both,
        path: "/road-trips",
        title: "Road trip over several resorts",
        description: "A drive over several resorts of a region: stops by snow score and forecast, days at each, \
            estimated legs. No route or lodging. For flights use find_flights_to_powder. `available` \
            false: no resort there has a score.",
    };
    type Args = Args;
    type Data<'w> = RoadTrip<'w>;

    fn run<'w>(view: &View<'w>, args: Args, now: Timestamp) -> Result<Reply<RoadTrip<'w>>, OpError> {
        let place = region_or_country("region", &args.region)?;
        let pass = filter(view.passes(), args.pass.as_deref())?;
        let pool = candidates(view, place, pass);
        // Zone of the best resort, where the trip most likely is; without one nothing depends on it.
        let zone = pool.first().map(|best| best.seen.profile().zone);
        let today = zone.map_or_else(|| now.utc().date_naive(), |zone| now.local_date(zone));
        let start = start(args.start, today, now)?;
        let days = args.days.unwrap_or(DAYS);
        let wanted = usize::from(days.div_ceil(DAYS_PER_STOP)).min(order::MOST);
        let route = route(&pool, wanted, start, days);
        let carries = route.iter().map(|(seen, _)| seen.carries()).fold(SourceFamilies::CATALOGUE, SourceFamilies::and);
        let (roads, ways) = (roads(view), route.iter().zip(route.iter().skip(1)));
        let legs: Vec<(Leg<'w>, SourceFamilies)> = ways
            .map(|((from, days), (to, next))| {
                // Every stop has a day.
                let after = days.last().or(next.first()).map(|day| day.date).unwrap_or_default();
                Leg::new(&roads, from, to, after, now)
            })
            .collect();
        let carries = legs.iter().fold(carries, |all, (_, controls)| all.and(*controls));
        let legs: Vec<Leg<'w>> = legs.into_iter().map(|(leg, _)| leg).collect();
        let base_url = &view.service().base_url;
        let stop = |(order, (seen, days))| Stop::new(order, &seen, days, base_url);
        let trip = RoadTrip {
            region: place.region,
            country: place.country,
            pass: pass.map(|pass| pass.id.as_str()),
            start,
            end: start + Days::new(u64::from(days.saturating_sub(1))),
            day_count: days,
            available: !route.is_empty(),
            reason: reason(route.len(), wanted, pass.is_some()),
            distance_km: Tenths::new(legs.iter().filter_map(|leg| leg.distance_km).map(Tenths::get).sum()),
            stops: (1..).zip(route).map(stop).collect(),
            legs,
            drive_basis: drive::BASIS,
            rule: RULE,
        };
        Ok(Reply::one(trip, carries))
    }

    fn text(data: &RoadTrip<'_>) -> String {
        let mut text = Text::new();
        let named = data.region.map(Region::tag).or(data.country).unwrap_or_default();
        text.line(format_args!("Road trip in {named}, {} to {} ({})", data.start, data.end, count_text(data.day_count, "day")));
        if let Some(reason) = &data.reason {
            text.item(if data.available { "Note" } else { "Not available" }, reason);
        }
        for stop in &data.stops {
            stop_text(&mut text, stop);
            for leg in data.legs.iter().filter(|leg| leg.from == stop.slug) {
                leg::line(&mut text, leg);
            }
        }
        if data.available {
            text.line(data.drive_basis);
            text.item("Rule", data.rule);
        }
        text.done()
    }
}

fn stop_text(text: &mut Text, stop: &Stop<'_>) {
    let Stop { order, name, slug, country, .. } = stop;
    let state = stop.state.map(|state| format!("{state}, ")).unwrap_or_default();
    text.line(format_args!(
        "{order}. {name} ({slug}), {state}{country}: {}; {}; score {}; depth {}; forecast {}",
        count_text(stop.schedule.len(), "day"),
        word(&stop.status),
        tenths(stop.score, "of 100"),
        tenths(stop.display_depth_cm, "cm"),
        tenths(stop.snowfall_cm, "cm")
    ));
    for day in &stop.schedule {
        let snow = if day.pro_required {
            "withheld; needs the Pro tier".to_owned()
        } else {
            format!("snow {}", tenths(day.snowfall_cm, "cm"))
        };
        text.line(format_args!("  {}: {snow}", day.date));
    }
}

/// Returns the first day: the requested one, or today in the resorts' zone. Rejects days in the past and beyond every
/// forecast.
fn start(asked: Option<NaiveDate>, today: NaiveDate, now: Timestamp) -> Result<NaiveDate, OpError> {
    let Some(asked) = asked else { return Ok(today) };
    let earliest = now.plus_millis(-LAST_ZONE_MS).utc().date_naive();
    let latest = today.checked_add_days(Days::new(AHEAD_DAYS)).unwrap_or(NaiveDate::MAX);
    if asked < earliest {
        return Err(OpError::argument("start", format!("{asked} is past; must be {earliest} or later")));
    }
    if asked > latest {
        let message = format!(
            "no forecast reaches {asked}; must be {latest} or earlier; for the odds of later dates use \
             get_trip_window"
        );
        return Err(OpError::argument("start", message));
    }
    Ok(asked)
}

/// Returns why there is no trip, or a shorter one than the days allow.
fn reason(found: usize, wanted: usize, has_pass: bool) -> Option<String> {
    let on_pass = if has_pass { " on the pass" } else { "" };
    match found {
        0 => Some(format!("no resort of this region{on_pass} is in season with a snow score")),
        _ if found < wanted => Some(format!(
            "{} instead of {wanted}: no other resort{on_pass} with a snow score is within 250 km by land of these",
            count_text(found, "stop")
        )),
        _ => None,
    }
}

/// A stop with all days of the trip, or only with its allotted days.
type StopDays<'w> = (VisibleResort<'w>, Vec<StopDay>);

/// Returns the stops in the order of travel, each with its days.
fn route<'w>(pool: &[Candidate<'w>], wanted: usize, start: NaiveDate, days: u8) -> Vec<StopDays<'w>> {
    let chosen = choose::stops(pool, wanted);
    let chosen: Vec<VisibleResort<'w>> = chosen.into_iter().filter_map(|at| Some(pool.get(at)?.seen)).collect();
    let apart =
        |a: &VisibleResort<'w>, b: &VisibleResort<'w>| a.by_land_km(b).unwrap_or_else(|| a.straight_km(b) * PARTED);
    let km: Vec<Vec<f64>> = chosen.iter().map(|a| chosen.iter().map(|b| apart(a, b)).collect()).collect();
    let there: Vec<StopDays<'w>> = order::shortest(&km)
        .into_iter()
        .filter_map(|at| chosen.get(at))
        .map(|seen| (*seen, all_days(seen, start, days)))
        .collect();
    let back: Vec<StopDays<'w>> = there.iter().rev().cloned().collect();
    let first_slug = |way: &[StopDays<'w>]| way.first().map(|(seen, _)| seen.resort().slug.as_str());
    let ((there, more), (back, less)) = (allotted(there), allotted(back));
    let goes_back = less.total_cmp(&more).then_with(|| first_slug(&there).cmp(&first_slug(&back))).is_gt();
    if goes_back { back } else { there }
}

/// Allots the days to the stops, and returns the total value of the trip.
fn allotted<'w>(way: Vec<StopDays<'w>>) -> (Vec<StopDays<'w>>, f64) {
    let worth = |(seen, days): &StopDays<'_>| -> Vec<f64> {
        let score = seen.score().value.map_or(0.0, Tenths::get) * SCORE_SHARE;
        days.iter().map(|day| score + day.snowfall_cm.map_or(0.0, Tenths::get)).collect()
    };
    let worths: Vec<Vec<f64>> = way.iter().map(worth).collect();
    let days = way.first().map_or(0, |(_, days)| days.len());
    let Some((counts, worth)) = allot::days(&worths, days) else { return (Vec::new(), 0.0) };
    let mut begun = 0;
    let own = |((seen, days), count): (StopDays<'w>, usize)| {
        let own = days.into_iter().skip(begun).take(count).collect();
        begun += count;
        (seen, own)
    };
    (way.into_iter().zip(counts).map(own).collect(), worth)
}

/// Returns every day of the trip at one resort.
fn all_days(seen: &VisibleResort<'_>, start: NaiveDate, days: u8) -> Vec<StopDay> {
    let rows = seen.days(Band::Mid);
    let of = |date: NaiveDate| {
        let row: Option<&DailyRow> = rows.iter().find(|row| row.date == date);
        StopDay {
            date,
            snowfall_cm: row.and_then(|row| row.snowfall_cm),
            pro_required: row.is_some_and(|row| row.pro_required),
        }
    };
    start.iter_days().take(usize::from(days)).map(of).collect()
}

impl<'w> Stop<'w> {
    fn new(order: usize, seen: &VisibleResort<'w>, days: Vec<StopDay>, base_url: &str) -> Self {
        let resort = seen.resort();
        let record = &seen.resolution().record;
        let mut known = days.iter().filter_map(|day| day.snowfall_cm).map(Tenths::get).peekable();
        let snowfall_cm = known.peek().is_some().then(|| known.sum()).and_then(Tenths::new);
        Self {
            order,
            slug: &resort.slug,
            name: &resort.name,
            country: &resort.country,
            state: resort.state.as_deref(),
            coordinates: Coordinates { lat: resort.lat, lon: resort.lon },
            status: record.status.value,
            score: seen.score().value,
            display_depth_cm: record.display_depth_cm.as_ref().and_then(|field| field.value),
            snowfall_cm,
            schedule: days,
            url: resort_page(base_url, &resort.slug),
        }
    }
}
