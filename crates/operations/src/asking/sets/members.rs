//! Chooses the resorts of a set that an answer names.

use std::cmp::Reverse;

use ask::{Group, GroupName, Near, SetQuestion, Topic};
use chrono::NaiveDate;
use conditions_core::geo::Point;
use conditions_core::record::Band;
use conditions_core::units::Tenths;
use roads::towns::TOWNS;
use serde_json::Value;
use world::{View, VisibleResort};

use super::rank;
use crate::drive::DriveEstimate;

/// Maximum number of resorts that an answer names for one topic and one set.
pub(super) const MOST_NAMED: usize = 8;
/// Resorts of a set that is ranked, and of each set that is compared.
const RANKED: usize = 3;
const COMPARED: usize = 3;
/// Resorts whose bulletins are read.
const MOST_BULLETINS: usize = 12;
/// Hours of a drive without a request, the longest, and the fewest resorts within the former.
const USUAL_HOURS: usize = 2;
const MOST_HOURS: usize = 4;
const FEWEST: usize = 3;
/// Minutes of an hour.
pub(super) const HOUR: usize = 60;

/// The named resorts of a group.
pub(super) struct ChosenMembers {
    pub(super) members: Vec<usize>,
    /// Most minutes of the drive, for the surroundings of a town.
    pub(super) minutes: Option<usize>,
}

/// Returns the resorts of a group that an answer names in a topic, the highest value first.
pub(super) fn chosen(view: &View<'_>, set: &SetQuestion, group: &Group, topic: Topic) -> ChosenMembers {
    let (members, minutes) = match group.name {
        GroupName::Near(near) => resorts_near(view, near),
        _ => (group.members.clone(), None),
    };
    let mut ranked: Vec<(Option<i32>, usize)> =
        members.into_iter().filter_map(|at| view.at(at).map(|seen| (rank(&seen, set, topic), at))).collect();
    let at_band = depths_at_band(view, set, topic, &ranked);
    if at_band.iter().any(|(depth, _)| depth.is_some()) {
        ranked = at_band;
    }
    // The order is stable: equal values stay in the catalogue's order.
    ranked.sort_by_key(|(rank, _)| Reverse(*rank));
    // Resorts without past winters are left out next to those with them.
    if matches!(topic, Topic::Operation(operation) if is_of_winters(operation))
        && ranked.iter().filter(|(rank, _)| rank.is_some()).count() > 1
    {
        ranked.retain(|(rank, _)| rank.is_some());
    }
    let is_bulletin = topic == Topic::Operation("get_avalanche");
    let requested =
        set.most.map(|most| most.min(MOST_NAMED)).filter(|_| !matches!(topic, Topic::Operation(_)));
    let most = match (&group.name, requested, topic) {
        (GroupName::Resort, ..) => 1,
        _ if is_bulletin => MOST_BULLETINS,
        (_, Some(most), _) => most,
        _ if set.is_comparison => COMPARED,
        (_, None, Topic::Operation(_)) => RANKED,
        (_, None, _) if ranked.len() <= MOST_NAMED => MOST_NAMED,
        (_, None, _) => RANKED,
    };
    ranked.truncate(most);
    ChosenMembers { members: ranked.into_iter().map(|(_, at)| at).collect(), minutes }
}

/// Returns resorts with their depth in the requested band.
fn depths_at_band(
    view: &View<'_>,
    set: &SetQuestion,
    topic: Topic,
    members: &[(Option<i32>, usize)],
) -> Vec<(Option<i32>, usize)> {
    let Some(band) = set.band.filter(|_| topic == Topic::Depth) else { return Vec::new() };
    let depth = |at: usize| {
        let depths = &view.at(at)?.resolution().record.depth;
        let field = match band {
            "base" => depths.base.as_ref(),
            "summit" => depths.summit.as_ref(),
            _ => depths.mid.as_ref(),
        };
        field?.value.map(Tenths::units)
    };
    members.iter().map(|(_, at)| (depth(*at), *at)).collect()
}

/// Returns the resorts within the requested drive of a town, or within the shortest one with enough resorts.
fn resorts_near(view: &View<'_>, near: Near) -> (Vec<usize>, Option<usize>) {
    let Some(town) = position(near.town) else { return (Vec::new(), None) };
    let minutes: Vec<(usize, usize)> = view
        .resorts()
        .filter_map(|seen| Some((seen.position(), minutes(town, &seen, near.minutes.is_some())?)))
        .filter(|(_, minutes)| *minutes <= MOST_HOURS * HOUR)
        .collect();
    if let Some(km) = near.km.filter(|_| near.minutes.is_none()) {
        return (within_km(view, town, km), None);
    }
    let within = |most: usize| -> Vec<usize> {
        minutes.iter().filter(|(_, minutes)| *minutes <= most).map(|(at, _)| *at).collect()
    };
    let requested = near.minutes.and_then(|minutes| usize::try_from(minutes).ok());
    if let Some(requested) = requested.filter(|minutes| *minutes < MOST_HOURS * HOUR) {
        let members = within(requested);
        if !members.is_empty() {
            return (members, Some(requested));
        }
    }
    let (first, fewest) =
        requested.map_or((USUAL_HOURS, FEWEST), |minutes| (minutes.div_ceil(HOUR).clamp(1, MOST_HOURS), 1));
    let hours = (first..=MOST_HOURS).find(|hours| within(hours * HOUR).len() >= fewest).unwrap_or(MOST_HOURS);
    (within(hours * HOUR), Some(hours * HOUR))
}

/// Returns the resorts to which the road from a town may be at most `km` long.
fn within_km(view: &View<'_>, town: Point, km: u32) -> Vec<usize> {
    let is_within = |seen: &VisibleResort<'_>| {
        let resort = seen.resort();
        DriveEstimate::between(town, (resort.lat, resort.lon)).is_some_and(|drive| drive.road_km.low <= km)
    };
    view.resorts().filter(is_within).map(|seen| seen.position()).collect()
}

/// Returns the position of a town: of the table of towns, or written after its name, "Bilbao 43.26 -2.93".
fn position(town: &str) -> Option<Point> {
    if let Some(known) = TOWNS.iter().find(|known| known.name == town) {
        return Some(known.at);
    }
    let (rest, lon) = town.rsplit_once(' ')?;
    let (_, lat) = rest.rsplit_once(' ')?;
    Some((lat.parse().ok()?, lon.parse().ok()?))
}

/// Returns the middle of the estimated drive from a town of the tables in minutes.
pub(in crate::asking) fn drive_minutes(town: &str, seen: &VisibleResort<'_>) -> Option<usize> {
    minutes(position(town)?, seen, false)
}

/// Returns the estimated drive from a town in minutes: the middle, or for a requested drive a third of the range.
fn minutes(town: Point, seen: &VisibleResort<'_>, is_requested: bool) -> Option<usize> {
    let resort = seen.resort();
    let minutes = DriveEstimate::between(town, (resort.lat, resort.lon))?.minutes;
    let part = if is_requested { 3 } else { 2 };
    usize::try_from(minutes.low + minutes.high.saturating_sub(minutes.low) / part).ok()
}

/// Returns the snow of the requested days in tenths of a centimetre; `None` if a day is unknown or beyond the forecast.
pub(super) fn snow_ahead(seen: &VisibleResort<'_>, set: &SetQuestion, band: Band) -> Option<i32> {
    let days = seen.days(band);
    let visible = days.get(..seen.visible_days().min(days.len()))?;
    let asked: Vec<_> = visible.iter().filter(|day| is_asked(set, day.date)).collect();
    if asked.is_empty() {
        return None;
    }
    asked.iter().map(|day| day.snowfall_cm.map(Tenths::units)).sum()
}

/// Returns the snow of the requested days of a forecast, in centimetres.
pub(super) fn snow_of_days(forecast: &Value, set: &SetQuestion) -> Option<f64> {
    let days = forecast.pointer("/data/days")?.as_array()?;
    let date = |day: &Value| day.get("date")?.as_str()?.parse::<NaiveDate>().ok();
    let asked: Vec<&Value> =
        days.iter().filter(|day| date(day).is_some_and(|date| is_asked(set, date))).collect();
    let snow = |day: &&Value| day.get("snowfallCm")?.as_f64();
    if asked.is_empty() { None } else { asked.iter().map(snow).sum() }
}

fn is_asked(set: &SetQuestion, date: NaiveDate) -> bool {
    set.when.span.is_none_or(|span| span.first <= date && date <= span.last)
}

/// Returns whether an operation answers from past winters, which few resorts have.
pub(super) fn is_of_winters(operation: &str) -> bool {
    matches!(operation, "get_trip_window" | "get_monthly_snow" | "get_snow_history" | "get_elnino_signal")
}
