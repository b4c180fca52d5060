//! CAAML 6 as JSON, the format of most European warning services: a list of bulletins, or `GeoJSON` whose features are
//! bulletins with their area.
//!
//! Elevation bounds are text, metres or `treeline`, or numbers; `tendency` is an object or a list; most members may be
//! missing or null. A bulletin with a rating outside the scale is rejected: without that rating it could state less
//! danger than its issuer does.

use ::avalanche::{Area, Aspects, Bound, Bulletin, Bulletins, Elevation, Part, Problem, Rating, Region};
use chrono_tz::Tz;
use conditions_core::text::ShownText;
use conditions_core::time::Timestamp;
use serde_json::Value;

use super::{ParsedBulletins, dated, is_id, link, parse_time, plain};
use crate::document::{DocumentLane, Subject};
use crate::error::{FaultPosition, Kind, ParseError, excerpt};
use crate::json_cut::Raw;
use crate::lane::{Lane, Meta};
use crate::parsed_value::Observations;
use crate::phrases::danger::danger;
use crate::station::{Header, Request};

const HEADERS: &[Header] = &[Header::UserAgent];
/// Range of the elevations of a bulletin, in metres.
const ELEVATIONS: std::ops::RangeInclusive<i32> = 0..=9_000;
/// Maximum number of ratings, problems or regions of one bulletin.
const MOST: usize = 500;
/// Avalanche problems of CAAML.
const PROBLEMS: [&str; 8] = [
    "new_snow",
    "wind_slab",
    "persistent_weak_layers",
    "wet_snow",
    "gliding_snow",
    "cornices",
    "no_distinct_avalanche_problem",
    "favourable_situation",
];

/// A lane of bulletins in this format.
#[derive(Debug, Clone, Copy)]
pub struct Caaml {
    pub meta: &'static Meta,
    /// The feeds that are requested.
    pub feeds: &'static [Feed],
    /// The issuers' time zone, for times without a zone.
    pub zone: Tz,
}

/// One issuer's newest edition.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Feed {
    /// The issuer's region, unique among all bulletin lanes.
    pub region: &'static str,
    pub path: &'static str,
    /// The issuer, unless the bulletin names one.
    pub issuer: &'static str,
    /// The issuer's page for readers, unless the bulletin names one.
    pub page: &'static str,
}

impl Lane for Caaml {
    fn meta(&self) -> &'static Meta {
        self.meta
    }

    fn observations(&self, body: &[u8]) -> Result<Observations, ParseError> {
        let feed = Feed { region: "", path: "", issuer: self.meta.credit.name, page: self.meta.credit.url };
        Ok(self.read(&feed, body)?.observations(self.meta))
    }
}

impl DocumentLane for Caaml {
    type Value = Bulletins;

    fn subjects(&self, _now: Timestamp) -> Vec<Subject> {
        let subject =
            |feed: &Feed| Subject::new(feed.region.to_owned(), Request::get(feed.path.to_owned(), HEADERS));
        self.feeds.iter().map(subject).collect()
    }

    fn document(&self, subject: &Subject, body: &[u8]) -> Result<Bulletins, ParseError> {
        let Some(feed) = self.feeds.iter().find(|feed| feed.region == subject.name) else {
            let what = format!("`{}` is not a region of this lane", excerpt(&subject.name, 20));
            return Err(ParseError {
                lane: self.meta.id,
                at: FaultPosition::Body,
                kind: Kind::Malformed(what),
            });
        };
        self.read(feed, body)?.document(self.meta.id)
    }

    fn regression(&self, newer: &Bulletins, known: &Bulletins) -> Option<String> {
        newer.goes_back(known)
    }

    fn after(&self, newer: Bulletins, known: &Bulletins) -> Bulletins {
        newer.after(known)
    }
}

impl Caaml {
    /// Reads a response.
    ///
    /// # Errors
    /// Returns an error if it is not a list of bulletins, or is truncated.
    pub fn read(&self, feed: &Feed, body: &[u8]) -> Result<ParsedBulletins, ParseError> {
        let lane = self.meta.id;
        let whole = |kind| ParseError { lane, at: FaultPosition::Body, kind };
        let root = Raw::document(lane, body)?;
        // A single feature is one bulletin, as the format's tools save them.
        let object = root.object().map_err(whole)?;
        let list = object.get("bulletins").or_else(|| object.get("features"));
        let items = match list.map(|list| list.elements_up_to(self.meta.bounds.records)) {
            Some(Some(parts)) => parts.fault.map_or(Ok(parts.items), |fault| Err(whole(fault)))?,
            Some(None) => return Err(whole(Kind::Malformed("`bulletins` is not a list".to_owned()))),
            None if object.get("properties").is_some() => vec![root],
            None => return Err(whole(object.refusal())),
        };
        let mut read = ParsedBulletins::default();
        for (index, item) in items.into_iter().enumerate() {
            let value: Result<Value, _> = item.parse();
            let bulletin =
                value.map_err(|error| error.to_string()).and_then(|value| self.bulletin(feed, &value));
            match bulletin {
                Ok(bulletin) => read.bulletins.push(bulletin),
                Err(why) => read.reject(lane, index, why),
            }
        }
        Ok(read)
    }

    /// Parses one bulletin, or returns why it is unreadable.
    fn bulletin(&self, feed: &Feed, item: &Value) -> Result<Bulletin, String> {
        let (value, geometry) = match &item["properties"] {
            Value::Null => (item, &Value::Null),
            properties => (properties, &item["geometry"]),
        };
        let time = |value: &Value| value.as_str().and_then(|text| parse_time(text, self.zone));
        let regions = regions(&value["regions"])?;
        let ratings = list(&value["dangerRatings"])?.iter().map(rating).collect::<Result<Vec<_>, _>>()?;
        let span = &value["validTime"];
        let local = |text: &str| parse_time(text, self.zone);
        let (valid, ratings) = dated(time(&span["startTime"]), &span["endTime"], local, ratings)?;
        // An unreadable problem does not affect the stated danger.
        let problems = list(&value["avalancheProblems"])?.iter().filter_map(problem).collect();
        let provider = &value["source"]["provider"];
        let text = |value: &Value| value.as_str().and_then(plain);
        let activity = &value["avalancheActivity"];
        Ok(Bulletin {
            id: text(&value["bulletinID"]).map(|id| excerpt(&id, 100)).map(Into::into),
            issuer: text(&provider["name"])
                .map_or_else(|| feed.issuer.to_owned(), |name| excerpt(&name, 120))
                .into(),
            link: provider["website"].as_str().and_then(link).or_else(|| link(feed.page)),
            lang: text(&value["lang"]).map(|lang| excerpt(&lang, 10)).map(Into::into),
            issued_at: time(&value["publicationTime"]),
            next_at: time(&value["nextUpdate"]),
            valid,
            regions,
            area: Area::from_geojson(geometry),
            ratings,
            problems,
            headline: text(&value["highlights"]).or_else(|| text(&activity["highlights"])).map(Into::into),
            comment: text(&activity["comment"]).map(Into::into),
            advice: text(&value["travelAdvisory"]["comment"]).map(Into::into),
            outlook: outlook(&value["tendency"]),
        })
    }
}

/// Returns a list; an absent or null one is empty.
fn list(value: &Value) -> Result<&[Value], String> {
    match value {
        Value::Null => Ok(&[]),
        Value::Array(items) if items.len() <= MOST => Ok(items),
        other => Err(format!("not a list of at most {MOST}: {}", excerpt(&other.to_string(), 40))),
    }
}

fn regions(value: &Value) -> Result<Vec<Region>, String> {
    let region = |value: &Value| {
        let id = value["regionID"].as_str().map(str::trim).filter(|id| is_id(id))?;
        let name = value["name"].as_str().and_then(plain).map(|name| excerpt(&name, 120));
        Some(Region { id: id.to_owned(), name: name.map(Into::into) })
    };
    let regions: Vec<Region> = list(value)?.iter().filter_map(region).collect();
    if regions.is_empty() { Err("no region".to_owned()) } else { Ok(regions) }
}

fn rating(value: &Value) -> Result<Rating, String> {
    Ok(Rating {
        danger: danger(value["mainValue"].as_str().unwrap_or_default())?,
        elevation: elevation(&value["elevation"])?,
        aspects: aspects(&value["aspects"]),
        part: part(&value["validTimePeriod"])?,
    })
}

fn problem(value: &Value) -> Option<Problem> {
    let word =
        |value: &Value, known: &[&str]| value.as_str().filter(|word| known.contains(word)).map(str::to_owned);
    let kind = value["problemType"].as_str()?;
    let kind = if PROBLEMS.contains(&kind) { kind.to_owned() } else { excerpt(&plain(kind)?, 60) };
    let size = value["avalancheSize"].as_i64().and_then(|size| u8::try_from(size).ok());
    Some(Problem {
        kind: kind.into(),
        elevation: elevation(&value["elevation"]).ok()?,
        aspects: aspects(&value["aspects"]),
        part: part(&value["validTimePeriod"]).ok()?,
        size: size.filter(|size| (1..=5).contains(size)),
        stability: word(&value["snowpackStability"], &["good", "fair", "poor", "very_poor"]),
        frequency: word(&value["frequency"], &["none", "few", "some", "many"]),
    })
}

fn elevation(value: &Value) -> Result<Elevation, String> {
    Ok(Elevation { from: bound(&value["lowerBound"])?, to: bound(&value["upperBound"])? })
}

fn bound(value: &Value) -> Result<Option<Bound>, String> {
    let metres = match value {
        Value::Null => return Ok(None),
        Value::String(text) if text.trim().is_empty() => return Ok(None),
        Value::String(text) if text.trim().eq_ignore_ascii_case("treeline") => {
            return Ok(Some(Bound::Treeline));
        }
        Value::String(text) => text.trim().trim_end_matches('m').trim_end().parse().ok(),
        number => number.as_f64().map(|metres| metres.round() as i32),
    };
    let bound = metres.filter(|metres| ELEVATIONS.contains(metres)).map(Bound::Metres);
    bound.map(Some).ok_or_else(|| format!("`{}` is not an elevation", excerpt(&value.to_string(), 20)))
}

fn aspects(value: &Value) -> Aspects {
    Aspects::from_names(value.as_array().into_iter().flatten().filter_map(Value::as_str))
}

fn part(value: &Value) -> Result<Part, String> {
    match value.as_str() {
        None | Some("all_day") => Ok(Part::AllDay),
        Some("earlier") => Ok(Part::Earlier),
        Some("later") => Ok(Part::Later),
        Some(other) => Err(format!("`{}` is not a part of a day", excerpt(other, 20))),
    }
}

/// Returns the issuers' outlook for the following days: an object in older files, a list in newer ones.
fn outlook(value: &Value) -> Option<ShownText> {
    let items = value.as_array().map_or_else(|| std::slice::from_ref(value), Vec::as_slice);
    let texts = items.iter().flat_map(|item| [&item["highlights"], &item["comment"]]);
    let texts: Vec<String> = texts.filter_map(Value::as_str).filter_map(plain).collect();
    ShownText::some(&texts.join("\n"))
}

#[cfg(test)]
mod tests;
