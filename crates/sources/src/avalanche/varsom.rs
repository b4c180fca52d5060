//! Varsom, the Norwegian Avalanche Warning Service (NVE): every region of Norway in one response, a warning for each
//! day.
//!
//! A level is text; 0 means that the danger is not assessed. Times are Norwegian local times without a zone; a day ends
//! at its last second, which still belongs to it. For days without a written warning the service generates one without
//! a number. For a future day it only means that the warning has not been published yet.

use ::avalanche::{
    Aspects, Bound, Bulletin, Bulletins, Danger, Elevation, Level, Part, Problem, Rating, Region,
    UnratedReason,
};
use chrono::{Days, NaiveTime, TimeZone};
use chrono_tz::{Europe, Tz};
use conditions_core::time::Timestamp;
use serde_json::Value;

use super::{ParsedBulletins, dated, link, parse_time, plain};
use crate::credit::Credit;
use crate::document::{DocumentLane, Subject};
use crate::error::{FaultPosition, ParseError, excerpt};
use crate::json_cut::records;
use crate::lane::{Allowance, Bounds, Lane, Meta, PollSchedule, SECOND_MS};
use crate::parsed_value::Observations;
use crate::station::{Header, Request};

pub const LANE: &str = "varsom";

/// The service answers in XML unless JSON is requested.
const HEADERS: &[Header] = &[Header::UserAgent, Header::Accept("application/json")];
/// The subject under which the country is stored, and the prefix of its regions' identifiers.
const SUBJECT: &str = "NO";
const ZONE: Tz = Europe::Oslo;
/// The language code for English texts, as far as they exist.
const LANGUAGE: u8 = 2;
/// Maximum number of warnings of one region.
const MOST: usize = 100;
/// The texts for "no emergency warning", in both languages.
const NO_EMERGENCY: [&str; 2] = ["not given", "ikke gitt"];
/// Avalanche problems of CAAML by the beginning of their English names.
const PROBLEMS: [(&str, &str); 6] = [
    ("new snow", "new_snow"),
    ("wind", "wind_slab"),
    ("persistent weak layer", "persistent_weak_layers"),
    ("wet snow", "wet_snow"),
    ("glid", "gliding_snow"),
    ("cornice", "cornices"),
];

static META: Meta = Meta {
    id: LANE,
    title: "Varsom",
    measures: "avalanche warnings of Norway",
    rhythm: PollSchedule {
        note: "warnings at 16:00 local time, updates in the morning",
        ..PollSchedule::minutes(30)
    },
    bounds: Bounds::new(16, 500),
    allowance: Allowance::unstated("one response for the whole country"),
    credit: Credit {
        name: "Varsom (NVE)",
        url: "https://www.varsom.no/en/",
        licence: "free with credit: show all of a warning or link to it",
        licence_url: None,
        text: "Varsler fra Snøskredvarslingen i Norge og www.varsom.no",
    },
    providers: &[],
    terms: "https://www.varsom.no/en/",
    // The version is part of the URL, because an old version ends half a year after a new one began.
    base_url: "https://api01.nve.no/hydrology/forecast/avalanche/v6.3.0",
    docs: "https://api.nve.no/doc/snoeskredvarsel/",
};

/// Returns whether a region of the EAWS scheme belongs to this service.
#[must_use]
pub fn covers(region: &str) -> bool {
    region.strip_prefix(SUBJECT).is_some_and(|rest| rest.starts_with('-'))
}

#[derive(Debug, Clone, Copy)]
pub struct Varsom;

impl Lane for Varsom {
    fn meta(&self) -> &'static Meta {
        &META
    }

    fn observations(&self, body: &[u8]) -> Result<Observations, ParseError> {
        Ok(read(body)?.observations(&META))
    }
}

impl DocumentLane for Varsom {
    type Value = Bulletins;

    fn subjects(&self, now: Timestamp) -> Vec<Subject> {
        let today = now.local_date(ZONE);
        let tomorrow = today.checked_add_days(Days::new(1)).unwrap_or(today);
        let request =
            Request::get(format!("/api/RegionSummary/Detail/{LANGUAGE}/{today}/{tomorrow}"), HEADERS);
        let begins = ZONE.from_local_datetime(&today.and_time(NaiveTime::MIN)).earliest();
        let begins = begins.map(|at| Timestamp::from_millis(at.timestamp_millis()));
        vec![Subject::new(SUBJECT.to_owned(), Request { valid_at: begins, ..request })]
    }

    fn document(&self, subject: &Subject, body: &[u8]) -> Result<Bulletins, ParseError> {
        let mut read = read(body)?;
        let is_of_later = |stated: &Bulletin| {
            subject.request.valid_at.zip(stated.valid).is_some_and(|(today, valid)| valid.from > today)
        };
        // A generated warning for a future day, which is not published yet, is dropped.
        read.bulletins.retain(|stated| stated.id.is_some() || !is_of_later(stated));
        read.document(LANE)
    }

    fn regression(&self, newer: &Bulletins, known: &Bulletins) -> Option<String> {
        newer.goes_back(known)
    }
}

/// Reads a response: a list of regions with their warnings, or a list of warnings.
///
/// # Errors
/// Returns an error if it is not a complete list.
pub fn read(body: &[u8]) -> Result<ParsedBulletins, ParseError> {
    let parts = records(LANE, body, META.bounds.records)?;
    if let Some(kind) = parts.fault {
        return Err(ParseError { lane: LANE, at: FaultPosition::Body, kind });
    }
    let mut read = ParsedBulletins::default();
    for (index, item) in parts.items.into_iter().enumerate() {
        let warnings = match item.parse::<Value>() {
            Err(error) => vec![Err(error.to_string())],
            Ok(value) => match &value["AvalancheWarningList"] {
                Value::Null => vec![warning(&value, &value)],
                Value::Array(warnings) if warnings.len() <= MOST => {
                    warnings.iter().map(|stated| warning(stated, &value)).collect()
                }
                other => vec![Err(format!("not a list of warnings: {}", excerpt(&other.to_string(), 40)))],
            },
        };
        for stated in warnings {
            match stated {
                Ok(bulletin) => read.bulletins.push(bulletin),
                Err(why) => read.reject(LANE, index, why),
            }
        }
    }
    Ok(read)
}

/// Parses one warning, or returns why it is unreadable. Facts about the region that the warning omits are taken from
/// the region.
fn warning(value: &Value, region: &Value) -> Result<Bulletin, String> {
    let text = |name: &str| value[name].as_str().and_then(plain);
    let time = |name: &str| value[name].as_str().and_then(|text| parse_time(text, ZONE));
    let number = value["RegionId"].as_u64().or_else(|| region["Id"].as_u64());
    let number = number.filter(|number| (1..=99_999).contains(number)).ok_or("no region")?;
    let name = text("RegionName").or_else(|| region["Name"].as_str().and_then(plain));
    let ratings = vec![Rating::everywhere(danger(&value["DangerLevel"])?)];
    let last = |text: &str| parse_time(text, ZONE).map(end);
    let (valid, ratings) = dated(time("ValidFrom"), &value["ValidTo"], last, ratings)?;
    let written = value["RegId"].as_u64().filter(|id| *id > 0);
    let problems = match &value["AvalancheProblems"] {
        Value::Array(problems) => problems.iter().take(MOST).filter_map(problem).collect(),
        _ => Vec::new(),
    };
    Ok(Bulletin {
        id: written.map(|id| format!("{LANE}-{id}")).map(Into::into),
        issuer: "Norwegian Avalanche Warning Service (NVE)".into(),
        link: link("https://www.varsom.no/en/avalanches/avalanche-warnings/"),
        lang: language(&value["LangKey"]).map(str::to_owned).map(Into::into),
        issued_at: written.and(time("PublishTime")),
        next_at: time("NextWarningTime"),
        valid,
        regions: vec![Region {
            id: format!("{SUBJECT}-{number}"),
            name: name.map(|name| excerpt(&name, 120)).map(Into::into),
        }],
        area: None,
        ratings,
        problems,
        headline: headline(text("EmergencyWarning"), text("MainText")).map(Into::into),
        comment: text("AvalancheDanger").map(Into::into),
        advice: advice(&value["AvalancheAdvices"]).map(Into::into),
        outlook: None,
    })
}

/// Returns the time after a day's last second.
const fn end(last: Timestamp) -> Timestamp {
    let is_last_second = last.millis().rem_euclid(60 * SECOND_MS) >= 59 * SECOND_MS;
    let second = last.millis().div_euclid(SECOND_MS) * SECOND_MS;
    if is_last_second { Timestamp::from_millis(second + SECOND_MS) } else { last }
}

fn language(key: &Value) -> Option<&'static str> {
    match key.as_u64() {
        Some(1) => Some("no"),
        Some(2) => Some("en"),
        _ => None,
    }
}

/// Parses a level as text or number; 0 means that the danger is not assessed.
fn danger(value: &Value) -> Result<Danger, String> {
    let number = value.as_i64().or_else(|| value.as_str()?.trim().parse().ok());
    match number {
        Some(0) => Ok(Danger::Unrated(UnratedReason::NotAssessed)),
        number => number
            .and_then(Level::new)
            .map(Danger::Level)
            .ok_or_else(|| format!("`{}` is not a level", excerpt(&value.to_string(), 20))),
    }
}

/// Returns the emergency warning if there is one, else the main text.
fn headline(emergency: Option<String>, main: Option<String>) -> Option<String> {
    let is_given = |text: &String| !NO_EMERGENCY.contains(&text.to_lowercase().as_str());
    match (emergency.filter(is_given), main) {
        (Some(emergency), Some(main)) => Some(format!("{emergency}\n{main}")),
        (emergency, main) => emergency.or(main),
    }
}

fn advice(value: &Value) -> Option<String> {
    let texts = value.as_array().into_iter().flatten().take(MOST).filter_map(|one| one["Text"].as_str());
    let texts: Vec<String> = texts.filter_map(plain).collect();
    (!texts.is_empty()).then(|| texts.join("\n"))
}

fn problem(value: &Value) -> Option<Problem> {
    let name = plain(value["AvalancheProblemTypeName"].as_str()?)?;
    let lower = name.to_lowercase();
    let known = PROBLEMS.iter().find(|(begins, _)| lower.starts_with(begins));
    let size = value["DestructiveSizeExtId"].as_u64().and_then(|size| u8::try_from(size).ok());
    Some(Problem {
        kind: known.map_or_else(|| excerpt(&name, 60), |(_, kind)| (*kind).to_owned()).into(),
        elevation: elevation(value),
        aspects: aspects(&value["ValidExpositions"]),
        part: Part::AllDay,
        size: size.filter(|size| (1..=5).contains(size)),
        stability: None,
        frequency: None,
    })
}

/// Parses eight signs, clockwise from north: `10000011` is north, west and north-west.
fn aspects(value: &Value) -> Aspects {
    let signs = value.as_str().filter(|signs| signs.len() == Aspects::NAMES.len()).unwrap_or_default();
    Aspects::from_names(
        signs.bytes().zip(Aspects::NAMES).filter(|(sign, _)| *sign == b'1').map(|(_, name)| name),
    )
}

/// Returns the elevation: above the first height, below it, or between the two. "Above one and below the other" counts
/// as everywhere, so that no part of the mountain is left out.
fn elevation(value: &Value) -> Elevation {
    let metres = |name: &str| value[name].as_i64().and_then(|metres| i32::try_from(metres).ok());
    let height = |name: &str| metres(name).filter(|metres| (1..=3_000).contains(metres));
    let (first, second) = (height("ExposedHeight1"), height("ExposedHeight2"));
    match (value["ExposedHeightFill"].as_u64(), first, second) {
        (Some(1), Some(first), _) => Elevation::above(Bound::Metres(first)),
        (Some(2), Some(first), _) => Elevation::below(Bound::Metres(first)),
        (Some(4), Some(first), Some(second)) => Elevation {
            from: Some(Bound::Metres(first.min(second))),
            to: Some(Bound::Metres(first.max(second))),
        },
        _ => Elevation::ALL,
    }
}

#[cfg(test)]
mod tests;
