//! avalanche.org: the map of the avalanche centers of the United States, one feature with its area for each forecast
//! zone, and the forecasts of those zones.
//!
//! A zone of the map has one level, without elevations; times are local to the zone. Out of season a zone states that
//! instead of dates. Level and term state the same fact: a zone is rejected if they differ, because it is unknown which is
//! right. The forecast of a rated zone with resorts is requested once for each issue and adds levels by elevation,
//! problems and texts to the zone (`products.rs`). The numbers of zones change between winters, so only the map names
//! them.

use ::avalanche::{Area, Bulletin, Bulletins, Danger, Level, Rating, Region, Span, UnratedReason};
use chrono_tz::Tz;
use conditions_core::time::Timestamp;
use serde_json::Value;

use super::{ParsedBulletins, is_id, link, parse_time, plain};
use crate::credit::Credit;
use crate::document::{DocumentLane, Subject};
use crate::error::{FaultPosition, Kind, ParseError, excerpt};
use crate::json_cut::Raw;
use crate::lane::{Allowance, Bounds, Lane, Meta, PollSchedule};
use crate::parsed_value::Observations;
use crate::phrases;
use crate::station::{Header, Request};

mod products;

pub const LANE: &str = "avalanche-org";

const HEADERS: &[Header] = &[Header::UserAgent];
/// The subject under which the map is stored: one for all centers.
const SUBJECT: &str = "US";
/// Centers that publish elsewhere: their forecasts here are empty, although the map has their levels.
const EMPTY_CENTERS: [&str; 2] = ["CAIC", "UAC"];

static META: Meta = Meta {
    id: LANE,
    title: "avalanche.org",
    measures: "avalanche danger by forecast zone of the United States, by elevation where a center forecasts it",
    rhythm: PollSchedule {
        note: "forecasts come in the morning, Mountain Time",
        ..PollSchedule::minutes(30)
    },
    bounds: Bounds::new(32, 2_000),
    allowance: Allowance::unstated("requested conditionally"),
    credit: Credit {
        name: "avalanche.org",
        url: "https://avalanche.org/",
        licence: "the avalanche centers' terms: show until it expires, link to the center",
        licence_url: None,
        text: "Avalanche danger: avalanche.org and its avalanche centers",
    },
    providers: &[],
    terms: "https://avalanche.org/",
    base_url: "https://api.avalanche.org",
    docs: "https://github.com/NationalAvalancheCenter/Avalanche.org-Public-API-Docs",
};

#[derive(Debug, Clone, Copy)]
pub struct AvalancheOrg;

impl Lane for AvalancheOrg {
    fn meta(&self) -> &'static Meta {
        &META
    }

    fn observations(&self, body: &[u8]) -> Result<Observations, ParseError> {
        let is_map = Raw::document(LANE, body)?.object().is_ok_and(|object| object.get("features").is_some());
        let read = if is_map { read(body)? } else { products::read(body)? };
        Ok(read.observations(&META))
    }
}

impl DocumentLane for AvalancheOrg {
    type Value = Bulletins;

    fn subjects(&self, _now: Timestamp) -> Vec<Subject> {
        let request = Request::get("/v2/public/products/map-layer".to_owned(), HEADERS);
        vec![Subject::new(SUBJECT.to_owned(), request)]
    }

    fn document(&self, _subject: &Subject, body: &[u8]) -> Result<Bulletins, ParseError> {
        read(body)?.document(LANE)
    }

    fn regression(&self, newer: &Bulletins, known: &Bulletins) -> Option<String> {
        newer.goes_back(known)
    }

    fn after(&self, newer: Bulletins, known: &Bulletins) -> Bulletins {
        products::kept(newer, known)
    }

    fn details(&self, document: &Bulletins, places: &[(f64, f64)], now: Timestamp) -> Vec<Subject> {
        let lacks = |zone: &&Bulletin| zone.issued_at.is_none() && zone.highest().is_some();
        let is_valid = |zone: &&Bulletin| zone.valid.is_some_and(|valid| valid.contains(now));
        let zones = document.bulletins.iter().filter(lacks).filter(is_valid);
        let has_resort = |zone: &&Bulletin| {
            zone.area.as_ref().is_some_and(|area| places.iter().any(|(lat, lon)| area.contains(*lat, *lon)))
        };
        zones.filter(has_resort).filter_map(product_of).collect()
    }

    fn with_detail(
        &self,
        document: Bulletins,
        detail: &Subject,
        body: &[u8],
    ) -> Result<Bulletins, ParseError> {
        products::added(document, &detail.name, body)
    }
}

/// Returns the request for the forecast of a zone; `None` if its center does not publish forecasts here.
fn product_of(zone: &Bulletin) -> Option<Subject> {
    let (center, number) = zone.id.as_deref()?.strip_prefix(LANE)?.strip_prefix('-')?.rsplit_once('-')?;
    let path = format!("/v2/public/product?type=forecast&center_id={center}&zone_id={number}");
    let subject = Subject::new(format!("{SUBJECT}-{number}"), Request::get(path, HEADERS));
    (!EMPTY_CENTERS.contains(&center)).then_some(Subject { may_be_missing: true, ..subject })
}

/// Reads a response.
///
/// # Errors
/// Returns an error if it is not a complete list of features.
pub fn read(body: &[u8]) -> Result<ParsedBulletins, ParseError> {
    let whole = |kind| ParseError { lane: LANE, at: FaultPosition::Body, kind };
    let object = Raw::document(LANE, body)?.object().map_err(whole)?;
    let Some(features) = object.get("features") else { return Err(whole(object.refusal())) };
    let Some(parts) = features.elements_up_to(META.bounds.records) else {
        return Err(whole(Kind::Malformed("`features` is not a list".to_owned())));
    };
    if let Some(fault) = parts.fault {
        return Err(whole(fault));
    }
    let mut read = ParsedBulletins::default();
    for (index, item) in parts.items.into_iter().enumerate() {
        let value: Result<Value, _> = item.parse();
        match value.map_err(|error| error.to_string()).and_then(|value| zone(&value)) {
            Ok(bulletin) => read.bulletins.push(bulletin),
            Err(why) => read.reject(LANE, index, why),
        }
    }
    Ok(read)
}

/// Parses one zone, or returns why it is unreadable.
fn zone(feature: &Value) -> Result<Bulletin, String> {
    let properties = &feature["properties"];
    let area = Area::from_geojson(&feature["geometry"]).ok_or("no ground")?;
    let number = feature["id"].as_u64().or_else(|| feature["id"].as_str()?.parse().ok()).ok_or("no id")?;
    let text = |name: &str| properties[name].as_str().and_then(plain);
    let issuer = text("center").ok_or("no center")?;
    let is_off = properties["off_season"].as_bool() == Some(true);
    let danger = if is_off { Danger::Unrated(UnratedReason::OffSeason) } else { danger(properties)? };
    let valid = if is_off { None } else { span(properties, danger)? };
    let name = text("name").map(|name| excerpt(&name, 120));
    let center = properties["center_id"].as_str().filter(|center| is_id(center));
    let id = center.map_or_else(|| format!("{LANE}-{number}"), |center| format!("{LANE}-{center}-{number}"));
    Ok(Bulletin {
        id: Some(id.into()),
        issuer: excerpt(&issuer, 120).into(),
        link: ["link", "center_link"].iter().find_map(|name| properties[*name].as_str().and_then(link)),
        lang: Some("en".into()),
        valid,
        regions: vec![Region { id: format!("{SUBJECT}-{number}"), name: name.map(Into::into) }],
        area: Some(area),
        ratings: vec![Rating::everywhere(danger)],
        headline: properties["warning"]["product"].as_str().and_then(plain).map(Into::into),
        advice: text("travel_advice").map(Into::into),
        ..Bulletin::default()
    })
}

/// Returns the danger, which is stated as a term and as a number: -1 and 0 are not levels.
fn danger(properties: &Value) -> Result<Danger, String> {
    let word =
        properties["danger"].as_str().filter(|word| !word.trim().is_empty()).map(phrases::danger::danger);
    let number = match &properties["danger_level"] {
        Value::Null => None,
        value => {
            let number = value.as_i64().or_else(|| value.as_str()?.trim().parse().ok());
            let number =
                number.filter(|number| (-1..=5).contains(number)).ok_or("a danger outside the scale")?;
            Some(Level::new(number).map_or(Danger::Unrated(UnratedReason::NoRating), Danger::Level))
        }
    };
    match (word, number) {
        // A term that was not understood may state more than the number.
        (Some(Err(why)), Some(number)) if number.level().is_some() => Err(why),
        (Some(Ok(word)), Some(number)) if word.level() != number.level() => {
            Err("its danger in words contradicts its number".to_owned())
        }
        (Some(Ok(danger)), _) | (None | Some(Err(_)), Some(danger)) => Ok(danger),
        (None | Some(Err(_)), None) => Err("no readable danger".to_owned()),
    }
}

/// Returns the time for which a zone's danger is valid, by the zone's local time. A level needs both ends; without a
/// level both may be missing.
fn span(properties: &Value, danger: Danger) -> Result<Option<Span>, String> {
    let zone: Option<Tz> = properties["timezone"].as_str().and_then(|zone| zone.parse().ok());
    let time = |name: &str| parse_time(properties[name].as_str()?, zone?);
    let valid = time("start_date").zip(time("end_date")).and_then(|(from, to)| Span::new(from, to));
    match (valid, danger.level()) {
        (None, Some(_)) => Err("a level without readable dates and time zone".to_owned()),
        (valid, _) => Ok(valid),
    }
}

#[cfg(test)]
mod tests;
