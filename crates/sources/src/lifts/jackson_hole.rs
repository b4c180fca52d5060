//! Jackson Hole's own service: lifts and runs by key, counts, and snow depths in inches as text.
//!
//! It writes 0 for an unknown value: a measured depth may have an altitude of 0 feet, and a place without a stake has a
//! depth of 0. A depth of 0 is therefore not a report.

use conditions_core::record::Band;
use conditions_core::source::AcquisitionTier;

use super::sheet::{OwnCount, Sheet, is_tubing, name, whole};
use super::state::StateTerm;
use super::{Address, JSON, LiftFeed, Meta, Report, ReportTime, Row, inner, object};
use crate::error::{FaultPosition, Kind, ParseError};
use crate::json_cut::{Object, Parts, Raw};

pub const LANE: &str = "jackson-hole";

static META: Meta = Meta {
    id: LANE,
    title: "Jackson Hole",
    says: "lifts and runs with states, counts, snow depth at the base, at mid mountain and at the summit",
    tier: AcquisitionTier::StructuredFeed,
    address: Address::Url,
    accept: JSON,
};

/// Places with a depth, and the band of each.
const PLACES: [(&str, Band); 3] =
    [("base", Band::Base), ("midMountain", Band::Mid), ("tramSummit", Band::Summit)];
const CM_PER_INCH: f64 = 2.54;

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
        lifts.stated = own(&object, "liftStatus", "openLifts", "totalLifts");
        runs.stated = own(&object, "trailStatus", "openTrails", "totalTrails");
        let time =
            |member| object.text(member).map_or(ReportTime::Unreadable, |text| ReportTime::parse(&text));
        let mut report = Report {
            lifts,
            runs,
            stated: time("respTimestamp"),
            depths_stated: time("lastModified"),
            ..Report::default()
        };
        depths(&object, &mut report);
        report.checked(LANE)
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

fn own(object: &Object<'_>, member: &str, open: &str, total: &str) -> OwnCount {
    inner(object, member).map_or_else(OwnCount::default, |count| OwnCount {
        open: whole(count.number(open)),
        total: whole(count.number(total)),
    })
}

fn depths(object: &Object<'_>, report: &mut Report) {
    let Some(snow) = inner(object, "snow") else { return };
    for (place, band) in PLACES {
        let Some(depth) = inner(&snow, place).and_then(|tier| inner(&tier, "totalSnowDepth")) else {
            continue;
        };
        match inches(&depth) {
            Some(0.0) => report.left_out.push(format!("depth at {place}: 0 means unknown")),
            Some(inches) => report.depths.push((band, inches * CM_PER_INCH)),
            None => report.left_out.push(format!("depth at {place}: not a number of inches")),
        }
    }
}

/// Parses a length as text with thousands separators, only in inches.
fn inches(length: &Object<'_>) -> Option<f64> {
    let unit = length.text("unit").filter(|unit| unit == "INCH");
    let text = unit.and_then(|_| length.text("value"))?.replace(',', "");
    text.parse::<f64>().ok().filter(|value| value.is_finite() && *value >= 0.0)
}
