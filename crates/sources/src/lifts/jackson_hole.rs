//! Jackson Hole's own service: lifts and runs by key, counts, and snow in inches as text.
//!
//! It writes 0 for an unknown value: a measured depth may have an altitude of 0 feet, and a place without a stake has a
//! depth of 0 (`snow.rs`).

use conditions_core::record::Band;
use conditions_core::source::AcquisitionTier;

use super::sheet::{OwnCount, Sheet, is_tubing, name, whole};
use super::snow::{Amount, Place, SnowReport, Unit};
use super::state::StateTerm;
use super::{Address, JSON, LiftFeed, Meta, Report, ReportTime, Row, inner, object};
use crate::error::{FaultPosition, Kind, ParseError};
use crate::json_cut::{Object, Parts, Raw};

pub const LANE: &str = "jackson-hole";

static META: Meta = Meta {
    id: LANE,
    title: "Jackson Hole",
    says: "lifts and runs with states, counts; snow depth at the base, at mid mountain and at the summit, new snow and surface",
    tier: AcquisitionTier::StructuredFeed,
    address: Address::Url,
    accept: JSON,
};

/// Places with a depth, and the band of each.
const PLACES: [(&str, Band); 3] =
    [("base", Band::Base), ("midMountain", Band::Mid), ("tramSummit", Band::Summit)];

#[derive(Debug, Clone, Copy)]
pub struct JacksonHole;

impl LiftFeed for JacksonHole {
    fn meta(&self) -> &'static Meta {
        &META
    }

    fn read(&self, body: &[u8]) -> Result<Report, ParseError> {
        let object = object(LANE, body)?;
        let mut lifts = sheet(&object, "lifts", |lift| !is_tubing(lift, &["name", "liftType", "type"]))?;
        let mut runs = sheet(&object, "trails", is_run).unwrap_or_default();
        lifts.stated = own_count(&object, "liftStatus", "openLifts", "totalLifts");
        runs.stated = own_count(&object, "trailStatus", "openTrails", "totalTrails");
        let time =
            |member| object.text(member).map_or(ReportTime::Unreadable, |text| ReportTime::parse(&text));
        let snow = snow(&object, time("lastModified"));
        Report { lifts, runs, stated: time("respTimestamp"), snow }.checked(LANE)
    }
}

/// Reads the rows of an object whose members are rows, under keys without further meaning.
fn sheet(
    object: &Object<'_>,
    member: &str,
    counts: impl Fn(&Object<'_>) -> bool,
) -> Result<Sheet, ParseError> {
    let found = object.get(member).and_then(Raw::members);
    let parts = found.ok_or_else(|| ParseError {
        lane: LANE,
        at: FaultPosition::Body,
        kind: Kind::Malformed(format!("no object `{member}`")),
    })?;
    let parts = Parts {
        items: parts.items.into_iter().map(|(_, row)| row).collect(),
        fault: parts.fault,
        left: parts.left,
    };
    Ok(Sheet::read(LANE, &parts, |row| {
        Ok(Some(Row::new(&name(row, "name")?, StateTerm::parse(row.get("openingStatus")), counts(row))))
    }))
}

fn is_run(trail: &Object<'_>) -> bool {
    let is = |member: &str, what: &str| trail.text(member).is_some_and(|text| text.contains(what));
    !is("trailType", "PARK") && !is("trailLevel", "PARK")
}

fn own_count(object: &Object<'_>, member: &str, open: &str, total: &str) -> OwnCount {
    inner(object, member).map_or_else(OwnCount::default, |count| OwnCount {
        open: whole(count.number(open)),
        total: whole(count.number(total)),
    })
}

fn snow(object: &Object<'_>, stated: ReportTime) -> SnowReport {
    let Some(snow) = inner(object, "snow") else { return SnowReport::default() };
    let places = PLACES.into_iter().filter_map(|(place, band)| {
        let at = inner(&snow, place)?;
        let amount = |member| inner(&at, member).map_or(Amount::Unknown, |length| inches(&length));
        Some(Place {
            name: place,
            band: Some(band),
            depth: amount("totalSnowDepth"),
            day: amount("newSnowLast24H"),
            two_days: amount("newSnowLast48H"),
            week: amount("newSnowLast7D"),
        })
    });
    let surface = inner(&snow, "midMountain").and_then(|mid| mid.text("snowQuality"));
    SnowReport::new(places.collect(), surface, stated)
}

/// Parses a length, only in inches. An object without members is an unknown length.
fn inches(length: &Object<'_>) -> Amount {
    match length.text("unit").as_deref() {
        Some("INCH") => Amount::parse(length.get("value"), Unit::Inch),
        Some(_) => Amount::Unreadable,
        None if length.members().is_empty() => Amount::Unknown,
        None => Amount::Unreadable,
    }
}
