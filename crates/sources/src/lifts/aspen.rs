//! The family of Aspen's four mountains: a list of lifts under one local time, which has no zone.

use conditions_core::source::AcquisitionTier;

use super::sheet::{Sheet, is_tubing, name};
use super::state::StateTerm;
use super::{Address, JSON, LiftFeed, Meta, Report, ReportTime, Row, list, object};
use crate::error::ParseError;

pub const LANE: &str = "aspen";

static META: Meta = Meta {
    id: LANE,
    title: "Aspen",
    says: "lifts with states, one local time",
    tier: AcquisitionTier::StructuredFeed,
    address: Address::Url,
    accept: JSON,
};

#[derive(Debug, Clone, Copy)]
pub struct Aspen;

impl LiftFeed for Aspen {
    fn meta(&self) -> &'static Meta {
        &META
    }

    fn read(&self, body: &[u8]) -> Result<Report, ParseError> {
        let object = object(LANE, body)?;
        let lifts = Sheet::read(LANE, &list(LANE, &object, "liftStatuses")?, |lift| {
            let counted = !is_tubing(lift, &["liftName", "type"]);
            Ok(Some(Row::new(&name(lift, "liftName")?, StateTerm::parse(lift.get("status")), counted)))
        });
        let stated =
            object.text("lastUpdated").map_or(ReportTime::Unreadable, |text| ReportTime::parse(&text));
        Report { lifts, stated, ..Report::default() }.checked(LANE)
    }
}
