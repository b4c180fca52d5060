//! `get_trip_window`: the snowfall of given dates in past winters, to plan a trip by odds.

use std::borrow::Cow;

use chrono::{Days, NaiveDate};
use climate::{Chance, QuantileMap, Winters};
use climate::trip::{self, OddsError, Odds, WindowOutcome};
use conditions_core::time::Timestamp;
use conditions_core::units::{Hundredths, Tenths};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use world::credits::SourceFamilies;
use crate::error::OpError;
use crate::operation::{Interfaces, Meta, Method, Operation, Reply};
use world::Tier;
use crate::snow_record::{
    Interval, MappedTo, NO_CLIMATE, POLICY, PastRecord, SnowfallBasis, SpreadCm, interval, likely, probability,
    spread,
};
use crate::text::{Text, count_text, tenths};
use world::{VisibleResort, View};

pub struct Op;

/// Maximum days ahead that a window may begin: longer plans are unlikely, and a mistyped year is noticed.
const AHEAD_DAYS: u64 = 3 * 366;

/// The arguments, from path and query or from a tool call.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Args {
    /// Slug or unambiguous name.
    #[schemars(length(min = 1, max = 100))]
    pub slug: String,
    /// First day, `YYYY-MM-DD`.
    ///
    /// From the first day on record to three years ahead.
    pub start: NaiveDate,
    /// Last day, default the first; at most 31 days.
    pub end: Option<NaiveDate>,
}

/// The odds of a window of dates.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct TripWindow<'w> {
    /// Slug of the resort.
    pub slug: &'w str,
    /// Name in international use.
    pub name: &'w str,
    /// First requested day.
    pub start: NaiveDate,
    /// Last requested day.
    pub end: NaiveDate,
    /// Days of the window.
    pub window_days: u16,
    /// Whether enough winters have data for these days.
    pub available: bool,
    /// Reason if there are no odds.
    pub reason: Option<String>,
    /// How to read the probabilities.
    pub reading: Cow<'static, str>,
    /// Basis of the answer.
    pub record: Option<PastRecord>,
    /// The station to which each day's snowfall is mapped; null if there is none and the snowfall is the reanalysis'.
    pub mapped_to: Option<MappedTo<'w>>,
    /// Winters with data for these days, at most the newest thirty; basis of all odds.
    pub seasons_counted: usize,
    /// Probability that one day of the window brings at least 1 cm, 0 to 1.
    pub snow_day_probability: Option<Hundredths>,
    /// Interval of that probability, given the number of days counted.
    pub snow_day_interval: Option<Interval>,
    /// Probability that one day brings at least 15 cm.
    pub powder_day_probability: Option<Hundredths>,
    /// Interval of that probability, given the number of days counted.
    pub powder_day_interval: Option<Interval>,
    /// Share of winters with at least one such snow day in the window.
    pub any_snow_day_probability: Option<Hundredths>,
    /// Interval of that share, given the number of winters counted.
    pub any_snow_day_interval: Option<Interval>,
    /// Share of winters with at least one powder day in the window.
    pub any_powder_day_probability: Option<Hundredths>,
    /// Interval of that share, given the number of winters counted.
    pub any_powder_day_interval: Option<Interval>,
    /// Snowfall of the window.
    pub snowfall: Option<SpreadCm>,
    /// Depth at the base on the first day in past winters, from a snowpack model: the usual depth that plan_ski_trip
    /// gives too. Null with fewer than five winters of weather.
    pub base_depth: Option<SpreadCm>,
    /// Mean depth of the reanalysis' grid cell in the window. Its ground elevation is not the resort's; for the base
    /// see `baseDepth`.
    pub depth: Option<SpreadCm>,
    /// The newest five of the winters counted, newest first.
    pub last_seasons: Vec<WindowSeason>,
    /// The same window a month earlier and later, sorted by snowfall, most first.
    pub nearby: Vec<Nearby>,
}

/// Snow of the window in one winter.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct WindowSeason {
    /// The winter in which it begins.
    pub season: String,
    /// First day of the window in that winter.
    pub start: NaiveDate,
    /// Snowfall, centimetres.
    pub snowfall_cm: Option<Tenths>,
    /// Days with at least 1 cm.
    pub snow_days: u16,
    /// Days with at least 15 cm.
    pub powder_days: u16,
    /// Number of known days.
    pub days_known: u16,
}

/// The window at another time of the winter.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Nearby {
    /// First day.
    pub start: NaiveDate,
    /// Last day.
    pub end: NaiveDate,
    /// Mean snowfall, centimetres.
    pub snowfall_cm: Option<Tenths>,
    /// Probability that one day brings at least 1 cm.
    pub snow_day_probability: Option<Hundredths>,
    /// Interval of that probability, given the number of days counted.
    pub snow_day_interval: Option<Interval>,
    /// Whether it is the requested window.
    pub asked: bool,
}

/// Explains the probabilities, so that they are not mistaken for manual measurements.
fn reading(basis: SnowfallBasis, mapped_to: Option<&MappedTo<'_>>) -> Cow<'static, str> {
    if let Some(station) = mapped_to {
        return Cow::Owned(format!(
            "Counted over the same days of past winters: a reanalysis' daily snow, mapped to gauge \
             measurements ({station}). It misses falls below 2 cm: days of 1 cm may be more common. \
             Intervals at 95 % cover the small number of winters, not the error of the map."
        ));
    }
    Cow::Borrowed(match basis {
        SnowfallBasis::Modelled => {
            "Counted over the same days of past winters, with snow at mid mountain computed from a \
             reanalysis' precipitation and temperature. Its grid of about 10 km smooths storms: days of 15 \
             cm may be more common. Intervals at 95 % cover the small number of winters, not the error of \
             the reanalysis."
        }
        SnowfallBasis::Archive => {
            "Counted over the same days of past winters in a reanalysis that counts 7 cm of snow per 10 mm \
             of water: cold snow is lighter, so days of 15 cm are more common. Intervals at 95 % cover the \
             small number of winters, not the error of the reanalysis."
        }
    })
}

impl Operation for Op {
    const META: Meta = Meta {
        name: "get_trip_window",
        method: Method::Get,
        access: Tier::Anonymous,
        faces: Interfaces::Both,
        path: "/resorts/{slug}/trip-window",
        title: "Odds of snow for dates",
        description: "The days from `start` to `end` in up to thirty past winters at one resort: odds of \
            snow and powder days with intervals, snowfall, depth, the windows a month around. Not a \
            forecast: within two weeks use get_weather_forecast. `available` false: under five winters on \
            record.",
    };
    type Args = Args;
    type Data<'w> = TripWindow<'w>;

    fn run<'w>(view: &View<'w>, args: Args, now: Timestamp) -> Result<Reply<TripWindow<'w>>, OpError> {
        let seen = view.resort(&args.slug)?;
        let (start, end) = (args.start, args.end.unwrap_or(args.start));
        let days = trip::window_days(&POLICY, start, end).map_err(|fault| window_error(fault, start, end))?;
        in_reach(seen.winters(), start, now)?;
        let data = answer(&seen, start, end, days);
        let station = seen.mapped().map_or(SourceFamilies::NOTHING, |(_, _, carries)| carries);
        let carries = SourceFamilies::CATALOGUE
            .and_if(SourceFamilies::CLIMATE, data.record.is_some())
            .and_if(station, data.mapped_to.is_some());
        Ok(Reply::one(data, carries))
    }

    fn text(data: &TripWindow<'_>) -> String {
        let mut text = Text::new();
        text.line(format_args!(
            "Odds for {} to {} ({}) at {} ({})",
            data.start,
            data.end,
            count_text(data.window_days, "day"),
            data.name,
            data.slug
        ));
        if let Some(record) = &data.record {
            record.write(&mut text);
        }
        if let Some(reason) = &data.reason {
            text.item("Not available", reason);
            return text.done();
        }
        text.item("Winters counted", data.seasons_counted);
        text.line(&data.reading);
        for (what, probability, interval, unit) in [
            ("Probability that a day brings 1 cm", data.snow_day_probability, data.snow_day_interval, "day"),
            ("Probability that a day brings 15 cm", data.powder_day_probability, data.powder_day_interval, "day"),
            ("Winters with a day of 1 cm", data.any_snow_day_probability, data.any_snow_day_interval, "winter"),
            ("Winters with a day of 15 cm", data.any_powder_day_probability, data.any_powder_day_interval, "winter"),
        ] {
            text.item(what, likely(probability, interval, unit));
        }
        text.item("Snowfall", spread(data.snowfall));
        text.item("Depth at the base on the first day (snowpack model)", spread(data.base_depth));
        text.item("Depth of the reanalysis' grid cell, not the base's", spread(data.depth));
        for once in &data.last_seasons {
            text.line(format_args!(
                "- {} from {}: {}, {}, {}, {} known",
                once.season,
                once.start,
                tenths(once.snowfall_cm, "cm"),
                count_text(once.snow_days, "snow day"),
                count_text(once.powder_days, "powder day"),
                count_text(once.days_known, "day")
            ));
        }
        for nearby in &data.nearby {
            let asked = if nearby.asked { " (requested)" } else { "" };
            text.line(format_args!(
                "- {} to {}{asked}: {} on average, probability of a snow day {}",
                nearby.start,
                nearby.end,
                tenths(nearby.snowfall_cm, "cm"),
                likely(nearby.snow_day_probability, nearby.snow_day_interval, "day")
            ));
        }
        text.done()
    }
}

fn window_error(fault: OddsError, start: NaiveDate, end: NaiveDate) -> OpError {
    let message = match fault {
        OddsError::Backwards => format!("must not be before `start`, {start}, but is {end}"),
        OddsError::TooLong { days, most } => {
            format!("must be at most {} days after `start`, {start}: {days} days are more than {most}", most - 1)
        }
        OddsError::TooFew { .. } => fault.to_string(),
    };
    OpError::argument("end", message)
}

/// Rejects a date outside the known winters and the planning horizon, which is probably a mistake.
fn in_reach(winters: &Winters, start: NaiveDate, now: Timestamp) -> Result<(), OpError> {
    let today = now.utc().date_naive();
    let latest = today.checked_add_days(Days::new(AHEAD_DAYS)).unwrap_or(today);
    let Some(earliest) = winters.iter().next().map(|days| days.winter().first_day()) else {
        return Ok(());
    };
    if (earliest..=latest).contains(&start) {
        return Ok(());
    }
    let message = format!("must be between {earliest}, the beginning of the archive, and {latest}, not {start}");
    Err(OpError::argument("start", message))
}

fn answer<'w>(seen: &VisibleResort<'w>, start: NaiveDate, end: NaiveDate, days: u16) -> TripWindow<'w> {
    let (resort, winters) = (seen.resort(), seen.winters());
    let record = PastRecord::from_winters(winters);
    let mapped = seen.mapped();
    let map = mapped.map(|(_, map, _)| map);
    let mapped_to = mapped.map(|(station, ..)| MappedTo::for_resort(seen, station));
    let odds = trip::odds(&POLICY, winters, map, start, end);
    let reason = match (&record, &odds) {
        (None, _) => Some(NO_CLIMATE.to_owned()),
        (Some(_), Err(none)) => Some(none.to_string()),
        (Some(_), Ok(_)) => None,
    };
    let counted = match &odds {
        Ok(odds) => odds.winters.len(),
        Err(OddsError::TooFew { winters, .. }) => usize::from(*winters),
        Err(OddsError::Backwards | OddsError::TooLong { .. }) => 0,
    };
    let odds = odds.ok();
    let chance = |of: fn(&Odds) -> &Chance| odds.as_ref().map(of);
    let (snow_day, powder_day) = (chance(|odds| &odds.snow_day), chance(|odds| &odds.powder_day));
    let (any_snow, any_powder) = (chance(|odds| &odds.any_snow), chance(|odds| &odds.any_powder));
    let over = |odds: &Odds| u16::try_from(odds.winters.len()).unwrap_or(u16::MAX);
    TripWindow {
        slug: &resort.slug,
        name: &resort.name,
        start,
        end,
        window_days: days,
        available: odds.is_some(),
        reason,
        reading: reading(SnowfallBasis::from_winters(winters), mapped_to.as_ref()),
        record,
        mapped_to,
        seasons_counted: counted,
        snow_day_probability: snow_day.and_then(probability),
        snow_day_interval: snow_day.and_then(interval),
        powder_day_probability: powder_day.and_then(probability),
        powder_day_interval: powder_day.and_then(interval),
        any_snow_day_probability: any_snow.and_then(probability),
        any_snow_day_interval: any_snow.and_then(interval),
        any_powder_day_probability: any_powder.and_then(probability),
        any_powder_day_interval: any_powder.and_then(interval),
        snowfall: odds.as_ref().map(|odds| SpreadCm::new(odds.snowfall, over(odds))),
        base_depth: odds
            .as_ref()
            .and_then(|_| trip::base_depth_on(&POLICY, winters, start))
            .map(|(spread, seasons)| SpreadCm::new(spread, seasons)),
        depth: odds.as_ref().and_then(|odds| odds.depth).map(|(spread, seasons)| SpreadCm::new(spread, seasons)),
        last_seasons: odds
            .iter()
            .flat_map(|odds| odds.winters.iter().take(POLICY.listed_winters).map(season))
            .collect(),
        nearby: odds.as_ref().map(|odds| nearby(winters, map, start, odds)).unwrap_or_default(),
    }
}

fn season(once: &WindowOutcome) -> WindowSeason {
    WindowSeason {
        season: once.winter.to_string(),
        start: once.start,
        snowfall_cm: Tenths::new(once.snowfall_cm),
        snow_days: once.snow_days,
        powder_days: once.powder_days,
        days_known: once.days_known,
    }
}

/// Returns the window and those around it; the odds of the requested window are already known.
fn nearby(winters: &Winters, map: Option<&QuantileMap>, asked: NaiveDate, known: &Odds) -> Vec<Nearby> {
    let of = |start: NaiveDate| {
        let end = start.checked_add_days(Days::new(u64::from(known.days.saturating_sub(1))))?;
        let of_window = |odds: &Odds| Nearby {
            start,
            end,
            snowfall_cm: Tenths::new(odds.snowfall.mean),
            snow_day_probability: probability(&odds.snow_day),
            snow_day_interval: interval(&odds.snow_day),
            asked: start == asked,
        };
        if start == asked {
            return Some(of_window(known));
        }
        trip::odds(&POLICY, winters, map, start, end).ok().as_ref().map(of_window)
    };
    let mut all: Vec<Nearby> = trip::nearby(asked).into_iter().flatten().filter_map(of).collect();
    all.sort_by_key(|nearby| (std::cmp::Reverse(nearby.snowfall_cm), nearby.start));
    all
}
