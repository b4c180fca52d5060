//! The terrain page of Vail's resorts: an HTML page whose scripts contain the state of lifts and runs as an object.
//!
//! The page assigns the object twice, once with codes and once with terms; the first one with lifts is read. The page
//! is fetched without a browser, so its tier is the one of pages. A waiting room may replace the page and is not waited
//! in. If every lift has the code 0 and the time is invalid, the object was never filled in.

use conditions_core::source::AcquisitionTier;

use super::sheet::{Sheet, is_tubing, name};
use super::state::{State, StateTerm};
use super::{Address, LiftFeed, Meta, Report, ReportTime, Row};
use crate::error::{FaultPosition, Kind, ParseError};
use crate::json_cut::{Number, Object, Parts, Raw};

pub const LANE: &str = "vail";

static META: Meta = Meta {
    id: LANE,
    title: "Vail terrain page",
    says: "lifts and runs with states, one time",
    tier: AcquisitionTier::HeadlessDom,
    address: Address::Url,
    accept: "text/html",
};

/// Maximum number of objects of that name that are examined; a page has two.
const MOST_OBJECTS: usize = 8;
/// Name of the object in the page.
const OBJECT: &str = "TerrainStatusFeed";
/// Text of a page that asks to wait.
const WAITING_ROOM: [&str; 2] = ["waitingroom", "/?c=vailresorts"];
/// Areas that are not for skiing.
const SUMMER: &str = "summer terrain";
/// Difficulty code of a terrain park.
const PARK_CODE: f64 = 5.0;

#[derive(Debug, Clone, Copy)]
pub struct Vail;

impl LiftFeed for Vail {
    fn meta(&self) -> &'static Meta {
        &META
    }

    fn read(&self, body: &[u8]) -> Result<Report, ParseError> {
        let error = |kind| ParseError { lane: LANE, at: FaultPosition::Body, kind };
        if body.trim_ascii().is_empty() {
            return Err(error(Kind::Empty));
        }
        let page = String::from_utf8_lossy(body);
        let mut first_fault = None;
        for object in objects(&page) {
            match object.and_then(|object| report(&object)) {
                Ok(report) => return Ok(report),
                Err(kind) => first_fault = first_fault.or(Some(kind)),
            }
        }
        Err(error(first_fault.unwrap_or_else(|| Kind::Malformed(without(&page).to_owned()))))
    }
}

/// Describes a page without the object.
fn without(page: &str) -> &'static str {
    if WAITING_ROOM.into_iter().any(|word| page.contains(word)) {
        "the page is a waiting room"
    } else {
        "the page has no TerrainStatusFeed"
    }
}

/// Returns the first objects that the page assigns to the name, in its order.
fn objects(page: &str) -> impl Iterator<Item = Result<Object<'_>, Kind>> {
    let found = page.match_indices(OBJECT).filter_map(|(at, _)| {
        let rest = page.get(at + OBJECT.len()..)?.trim_start().strip_prefix('=')?.trim_start();
        rest.starts_with('{').then(|| Raw::leading(rest.as_bytes()).ok_or(Kind::Truncated)?.object())
    });
    // The end of an unterminated object is searched for through the whole page.
    found.take(MOST_OBJECTS)
}

fn report(object: &Object<'_>) -> Result<Report, Kind> {
    let listed = object.get("Lifts").and_then(Raw::elements);
    let listed = listed.ok_or_else(|| Kind::Malformed("no list `Lifts`".to_owned()))?;
    let lifts = Sheet::read(LANE, &listed, |lift| {
        let counted = !is_tubing(lift, &["Name", "Type"]);
        Ok(Some(Row::new(&name(lift, "Name")?, lift.get("Status").and_then(word), counted)))
    });
    let stated = object.text("Date").map_or(ReportTime::Unreadable, |text| ReportTime::parse(&text));
    let is_zero = |row: &Row| row.word.as_deref() == Some("0");
    if stated == ReportTime::Unreadable && !lifts.rows.is_empty() && lifts.rows.iter().all(is_zero) {
        return Err(Kind::Malformed(
            "every lift has the code 0 and nothing has a time: never filled in".to_owned(),
        ));
    }
    let report = Report { lifts, runs: runs(object), stated, ..Report::default() };
    report.checked(LANE).map_err(|error| error.kind)
}

/// Parses a state by code or by name.
fn word(value: Raw<'_>) -> Option<StateTerm> {
    let Number::Is(code) = value.number() else { return StateTerm::parse(Some(value)) };
    let state = match code {
        0.0 => Some(State::Closed),
        1.0 => Some(State::Open),
        2.0 => Some(State::Hold),
        3.0 => Some(State::Scheduled),
        _ => None,
    };
    Some(StateTerm::coded(&code.to_string(), state))
}

fn runs(object: &Object<'_>) -> Sheet {
    let mut trails = Parts { items: Vec::new(), fault: None, left: 0 };
    let areas = object.get("GroomingAreas").and_then(Raw::elements);
    for area in areas.iter().flat_map(|areas| &areas.items) {
        let Ok(area) = area.object() else { continue };
        let is_summer = area.text("Name").is_some_and(|name| name.to_lowercase().contains(SUMMER));
        if let Some(of_area) = area.get("Trails").and_then(Raw::elements).filter(|_| !is_summer) {
            trails.items.extend(of_area.items);
            trails.fault = trails.fault.or(of_area.fault);
        }
    }
    let mut runs = Sheet::read(LANE, &trails, |trail| {
        Ok(Some(Row::new(&name(trail, "Name")?, StateTerm::parse(trail.get("IsOpen")), !is_park(trail))))
    });
    runs.merge_names();
    runs
}

fn is_park(trail: &Object<'_>) -> bool {
    let word = trail.text("Difficulty").unwrap_or_default().to_lowercase();
    trail.number("Difficulty").get() == Some(PARK_CODE) || word.contains("park")
}
