//! Pats Peak's own service: lifts and runs whose state is true or false, and a report in numbers.
//!
//! The report writes 0 for unknown values, including depths in the closed season, and the year 1 for "never". Its
//! depths name no place on the mountain, so they are not used. New snow of 24 hours is a range: a range of two different
//! numbers is not used. The surface is a code without a published meaning and is not read.

use conditions_core::source::AcquisitionTier;

use super::sheet::{Sheet, is_tubing, name};
use super::snow::{Amount, Place, SnowReport, Unit};
use super::state::StateTerm;
use super::{Address, JSON, LiftFeed, Meta, Report, ReportTime, Row, inner, list, object};
use crate::error::{Kind, ParseError};
use crate::json_cut::{Object, Raw};

pub const LANE: &str = "pats-peak";

static META: Meta = Meta {
    id: LANE,
    title: "Pats Peak",
    says: "lifts and runs with states, new snow, one local time",
    tier: AcquisitionTier::StructuredFeed,
    address: Address::Url,
    accept: JSON,
};

#[derive(Debug, Clone, Copy)]
pub struct PatsPeak;

impl LiftFeed for PatsPeak {
    fn meta(&self) -> &'static Meta {
        &META
    }

    fn read(&self, body: &[u8]) -> Result<Report, ParseError> {
        let object = object(LANE, body)?;
        let lifts = Sheet::read(LANE, &list(LANE, &object, "Lifts")?, |lift| {
            row(lift, !is_tubing(lift, &["Name", "LiftType"])).map(Some)
        });
        let runs = match list(LANE, &object, "Trails") {
            Ok(trails) => Sheet::read(LANE, &trails, |trail| {
                row(trail, !trail.get("PercentIgnore").is_some_and(Raw::is_true)).map(Some)
            }),
            Err(_) => Sheet::default(),
        };
        let report = inner(&object, "Report");
        let updated = report.as_ref().and_then(|report| report.text("UpdatedOn"));
        let stated = updated.map_or(ReportTime::Unreadable, |text| ReportTime::parse(&text));
        let snow = report.map_or_else(SnowReport::default, |report| snow(&report, stated));
        Report { lifts, runs, stated, snow }.checked(LANE)
    }
}

fn snow(report: &Object<'_>, stated: ReportTime) -> SnowReport {
    let inches = |member| Amount::parse(report.get(member), Unit::Inch);
    let (least, most) = (inches("NewSnowPast24HoursMin"), inches("NewSnowPast24HoursMax"));
    let place = Place {
        name: "an unnamed place",
        band: None,
        depth: inches("DepthMax"),
        day: if least == most { most } else { Amount::Unknown },
        two_days: inches("SnowLast48Hours"),
        week: Amount::Unknown,
    };
    SnowReport::new(vec![place], None, stated)
}

/// Parses a row; lifts and runs that the resort has taken out of service permanently are not counted.
fn row(object: &Object<'_>, counts: bool) -> Result<Row, Kind> {
    let status = inner(object, "Status");
    let word = status.and_then(|status| StateTerm::parse(status.get("Open")));
    let retired = object.get("Active").is_some_and(Raw::is_false);
    Ok(Row::new(&name(object, "Name")?, word, counts && !retired))
}
