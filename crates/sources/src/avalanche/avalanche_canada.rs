//! Avalanche Canada: the forecasts for its own regions and those of its partners in one response, and the area of each
//! region in another.
//!
//! A forecast gives a danger for each of several days and for the alpine, the tree line and below. It is valid from its
//! issue to `validUntil`, and the danger of its first day applies for that time. Later days are given in words, because
//! they are after that end. A forecast is rejected if the time given for a day and its weekday agree in no time zone.
//! An off-season product has no end, or an end in the year 9999. Written after public clients of the interface; no
//! recorded response was available.

use std::collections::BTreeMap;

use ::avalanche::{
    Area, Aspects, Bound, Bulletin, Bulletins, Danger, Elevation, Part, Problem, Rating, Region,
};
use chrono::{Datelike, NaiveDate, Weekday};
use chrono_tz::Tz;
use conditions_core::time::Timestamp;
use serde_json::Value;

use super::{ParsedBulletins, dated, is_id, link, parse_time, plain};
use crate::credit::Credit;
use crate::document::{DocumentLane, Subject};
use crate::error::{FaultPosition, Kind, ParseError, excerpt};
use crate::json_cut::{Parts, Raw, records};
use crate::lane::{Allowance, Bounds, Lane, Meta, PollSchedule};
use crate::parsed_value::Observations;
use crate::phrases::danger::danger;
use crate::station::{Header, Request};

pub const LANE: &str = "avalanche-canada";

const HEADERS: &[Header] = &[Header::UserAgent, Header::Accept("application/json")];
/// The subject under which the areas of the regions are stored.
const GROUNDS: &str = "CA-areas";
/// Maximum number of days, problems or texts of one forecast.
const MOST: usize = 50;
/// The elevation bands of a forecast, from the top down.
const BANDS: [&str; 3] = ["alp", "tln", "btl"];
/// Avalanche problems of CAAML by this service's terms; other problems keep their own name.
const PROBLEMS: [(&str, &str); 7] = [
    ("windslab", "wind_slab"),
    ("persistentslab", "persistent_weak_layers"),
    ("deeppersistentslab", "persistent_weak_layers"),
    ("wetslab", "wet_snow"),
    ("wetloose", "wet_snow"),
    ("glide", "gliding_snow"),
    ("cornices", "cornices"),
];

static META: Meta = Meta {
    id: LANE,
    title: "Avalanche Canada",
    measures: "avalanche forecasts of western Canada, of Avalanche Canada and Parks Canada",
    rhythm: PollSchedule {
        note: "forecasts at 16:00 local time, updates in the morning",
        ..PollSchedule::minutes(30)
    },
    bounds: Bounds::new(24, 1_000),
    allowance: Allowance::unstated("two responses for all regions, requested conditionally"),
    credit: Credit {
        name: "Avalanche Canada",
        url: "https://www.avalanche.ca/",
        licence: "the issuers' terms",
        licence_url: None,
        text: "Avalanche forecasts: Avalanche Canada and Parks Canada",
    },
    providers: &[],
    terms: "https://www.avalanche.ca/",
    base_url: "https://api.avalanche.ca",
    docs: "https://www.avalanche.ca/",
};

/// Returns whether the lane covers regions of a province.
#[must_use]
pub fn covers(country: &str, state: Option<&str>) -> bool {
    country == "CA" && matches!(state, Some("British Columbia" | "Alberta"))
}

#[derive(Debug, Clone, Copy)]
pub struct AvalancheCanada;

impl Lane for AvalancheCanada {
    fn meta(&self) -> &'static Meta {
        &META
    }

    fn observations(&self, body: &[u8]) -> Result<Observations, ParseError> {
        Ok(read(body)?.observations(&META))
    }
}

impl DocumentLane for AvalancheCanada {
    type Value = Bulletins;

    fn subjects(&self, _now: Timestamp) -> Vec<Subject> {
        let of =
            |name: &str, path: &str| Subject::new(name.to_owned(), Request::get(path.to_owned(), HEADERS));
        vec![of(GROUNDS, "/forecasts/en/areas"), of("CA-products", "/forecasts/en/products")]
    }

    fn document(&self, subject: &Subject, body: &[u8]) -> Result<Bulletins, ParseError> {
        if subject.name != GROUNDS {
            return read(body)?.document(LANE);
        }
        Ok(Bulletins { lane: LANE.to_owned(), grounds: grounds(body)?, ..Bulletins::default() })
    }

    fn regression(&self, newer: &Bulletins, known: &Bulletins) -> Option<String> {
        newer.goes_back(known)
    }
}

/// Returns the area of every readable region.
fn grounds(body: &[u8]) -> Result<BTreeMap<String, Area>, ParseError> {
    let whole = |kind| ParseError { lane: LANE, at: FaultPosition::Body, kind };
    let object = Raw::document(LANE, body)?.object().map_err(whole)?;
    let Some(features) = object.get("features") else { return Err(whole(object.refusal())) };
    let parts = features.elements_up_to(META.bounds.records);
    let parts = parts.ok_or_else(|| whole(Kind::Malformed("`features` is not a list".to_owned())))?;
    let items = all(parts)?;
    let ground = |item: &Raw<'_>| {
        let feature: Value = item.parse().ok()?;
        let id = feature["id"].as_str().or_else(|| feature["properties"]["id"].as_str())?;
        Some((id.to_owned(), Area::from_geojson(&feature["geometry"])?)).filter(|(id, _)| is_key(id))
    };
    let grounds: BTreeMap<String, Area> = items.iter().filter_map(ground).collect();
    if grounds.is_empty() && !items.is_empty() {
        return Err(whole(Kind::Malformed("no feature with an identifier and a polygon".to_owned())));
    }
    Ok(grounds)
}

/// Returns whether a text can be a region identifier of this service: it may be as long as a digest.
fn is_key(id: &str) -> bool {
    is_id(id) || id.len() <= 80 && id.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
}

/// Returns all parts of a list, or an error if the list is truncated.
fn all<T>(parts: Parts<T>) -> Result<Vec<T>, ParseError> {
    match parts.fault {
        Some(kind) => Err(ParseError { lane: LANE, at: FaultPosition::Body, kind }),
        None => Ok(parts.items),
    }
}

/// Reads a response with forecasts.
///
/// # Errors
/// Returns an error if it is not a complete list.
pub fn read(body: &[u8]) -> Result<ParsedBulletins, ParseError> {
    let mut read = ParsedBulletins::default();
    for (index, item) in all(records(LANE, body, META.bounds.records)?)?.into_iter().enumerate() {
        let value: Result<Value, _> = item.parse();
        match value.map_err(|error| error.to_string()).and_then(|value| forecast(&value)) {
            Ok(bulletin) => read.bulletins.push(bulletin),
            Err(why) => read.reject(LANE, index, why),
        }
    }
    Ok(read)
}

/// Parses one forecast, or returns why it is unreadable.
fn forecast(product: &Value) -> Result<Bulletin, String> {
    let report = &product["report"];
    let text = |value: &Value| value.as_str().and_then(plain);
    let zone: Tz = report["timezone"].as_str().and_then(|zone| zone.parse().ok()).ok_or("no time zone")?;
    let time = |name: &str| report[name].as_str().and_then(|text| parse_time(text, zone));
    let issued = time("dateIssued").ok_or("no time of issue")?;
    let region = product["area"]["id"].as_str().filter(|id| is_key(id)).ok_or("no area")?;
    let days = list(&report["dangerRatings"])?.iter().map(|day| Day::from_json(day, zone));
    let mut days: Vec<Day> = days.collect::<Result<_, _>>()?;
    days.sort_by_key(|day| day.date);
    // The first day is the one that the forecast is for: it is in effect, or begins, while the forecast is valid.
    let first = days.first();
    let ratings = first.map(|day| day.ratings.clone()).unwrap_or_default();
    let (valid, ratings) =
        dated(Some(issued), &report["validUntil"], |text| parse_time(text, zone), ratings)?;
    if first.zip(valid).is_some_and(|(day, valid)| day.date > valid.to.local_date(zone)) {
        return Err("its first day is after its end".to_owned());
    }
    let later = days.get(1..).filter(|_| valid.is_some()).unwrap_or_default();
    let problems = list(&report["problems"])?.iter().filter_map(problem).collect();
    let advice: Vec<String> =
        list(&report["terrainAndTravelAdvice"])?.iter().filter_map(Value::as_str).filter_map(plain).collect();
    let owner = text(&product["owner"]["display"]).unwrap_or_else(|| META.credit.name.to_owned());
    let name = text(&report["title"]).or_else(|| text(&product["area"]["name"]));
    Ok(Bulletin {
        id: text(&report["id"]).or_else(|| text(&product["id"])).map(|id| excerpt(&id, 100)).map(Into::into),
        issuer: excerpt(&owner, 120).into(),
        link: product["url"].as_str().and_then(link).or_else(|| link("https://www.avalanche.ca/map")),
        lang: Some("en".into()),
        issued_at: Some(issued),
        next_at: None,
        valid,
        regions: vec![Region {
            id: region.to_owned(),
            name: name.map(|name| excerpt(&name, 120)).map(Into::into),
        }],
        area: None,
        ratings,
        problems,
        headline: text(&report["highlights"]).map(Into::into),
        comment: list(&report["summaries"])?.iter().find_map(avalanche_summary).map(Into::into),
        advice: (!advice.is_empty()).then(|| advice.join("\n")).map(Into::into),
        outlook: outlook(later).map(Into::into),
    })
}

/// Returns a list; an absent or null one is empty.
fn list(value: &Value) -> Result<&[Value], String> {
    match value {
        Value::Null => Ok(&[]),
        Value::Array(items) if items.len() <= MOST => Ok(items),
        other => Err(format!("not a list of at most {MOST}: {}", excerpt(&other.to_string(), 40))),
    }
}

/// The danger of a day.
struct Day {
    date: NaiveDate,
    ratings: Vec<Rating>,
}

impl Day {
    fn from_json(value: &Value, zone: Tz) -> Result<Self, String> {
        let stated = value["date"]["value"]
            .as_str()
            .and_then(|text| parse_time(text, zone))
            .ok_or("a day without a date")?;
        // Midnight UTC can mean a date as well as an afternoon in the west; the weekday decides.
        let dates = [stated.local_date(zone), stated.utc().date_naive()];
        let weekday = value["date"]["display"].as_str().and_then(|word| word.trim().parse::<Weekday>().ok());
        let date = dates.into_iter().find(|date| weekday.is_none_or(|weekday| weekday == date.weekday()));
        let date = date.ok_or("the weekday of a day contradicts its date")?;
        let rating = |band: &str| {
            let word = value["ratings"][band]["rating"]["value"].as_str().unwrap_or_default();
            let (danger, elevation) = (danger(word)?, elevation(&[band]));
            Ok::<_, String>(Rating { danger, elevation, aspects: Aspects::default(), part: Part::AllDay })
        };
        Ok(Self { date, ratings: BANDS.iter().map(|band| rating(band)).collect::<Result<_, _>>()? })
    }
}

/// Returns the elevation of a danger or a problem from its bands: everywhere if the bands are not adjacent.
fn elevation(bands: &[&str]) -> Elevation {
    let line = Some(Bound::Treeline);
    match BANDS.map(|band| bands.contains(&band)) {
        [true, false, false] => Elevation::above(Bound::Treeline),
        [true, true, false] => Elevation { from: line, to: None },
        [false, true, false] => Elevation { from: line, to: line },
        [false, true, true] => Elevation { from: None, to: line },
        [false, false, true] => Elevation::below(Bound::Treeline),
        [true, false, true] | [true, true, true] | [false, false, false] => Elevation::ALL,
    }
}

fn avalanche_summary(summary: &Value) -> Option<String> {
    let is_it = summary["type"]["value"].as_str() == Some("avalanche-summary");
    summary["content"].as_str().filter(|_| is_it).and_then(plain)
}

/// Describes the days after the first in words: they are after the forecast's end, and the next forecast may see them
/// differently.
fn outlook(days: &[Day]) -> Option<String> {
    let word = |rating: &Rating| match rating.danger {
        Danger::Level(level) => level.name().replace('_', " "),
        Danger::Unrated(_) => "no rating".to_owned(),
    };
    let line = |day: &Day| {
        let bands = ["alpine", "tree line", "below"].iter().zip(&day.ratings);
        let bands: Vec<String> = bands.map(|(band, rating)| format!("{band} {}", word(rating))).collect();
        format!("{}: {}", day.date, bands.join(", "))
    };
    let lines: Vec<String> = days.iter().map(line).collect();
    (!lines.is_empty()).then(|| lines.join("\n"))
}

fn problem(value: &Value) -> Option<Problem> {
    let word = value["type"]["value"].as_str()?.to_ascii_lowercase().replace(['-', '_', ' '], "");
    let known = PROBLEMS.iter().find(|(name, _)| *name == word).map(|(_, kind)| (*kind).to_owned());
    let own = || value["type"]["display"].as_str().and_then(plain).map(|name| excerpt(&name, 60));
    let values = |name: &str| {
        value["data"][name].as_array().into_iter().flatten().filter_map(|one| one["value"].as_str())
    };
    let bands: Vec<&str> = values("elevations").collect();
    let largest = value["data"]["expectedSize"]["max"].as_str().and_then(|size| size.parse::<f64>().ok());
    // The scale has no half sizes.
    let size =
        largest.filter(|size| (1.0..=5.0).contains(size) && size.fract() == 0.0).map(|size| size as u8);
    Some(Problem {
        kind: known.or_else(own)?.into(),
        elevation: elevation(&bands),
        aspects: Aspects::from_names(values("aspects")),
        part: Part::AllDay,
        size,
        stability: None,
        frequency: None,
    })
}

#[cfg(test)]
mod tests;
