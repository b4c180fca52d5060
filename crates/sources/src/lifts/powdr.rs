//! The family of Powdr's resorts: a list of lifts for winter and one for summer. Each lift has the time of its last
//! change; the newest one is the time of the report.

use conditions_core::source::AcquisitionTier;

use super::sheet::{Sheet, is_tubing, name};
use super::state::StateTerm;
use super::{Address, BOUNDS, JSON, LiftFeed, Meta, Report, ReportTime, Row};
use crate::error::ParseError;
use crate::json_cut::{Object, records};

pub const LANE: &str = "powdr";

static META: Meta = Meta {
    id: LANE,
    title: "Powdr",
    says: "lifts with states, seasons and times of change",
    tier: AcquisitionTier::StructuredFeed,
    address: Address::Url,
    accept: JSON,
};

#[derive(Debug, Clone, Copy)]
pub struct Powdr;

impl LiftFeed for Powdr {
    fn meta(&self) -> &'static Meta {
        &META
    }

    fn read(&self, body: &[u8]) -> Result<Report, ParseError> {
        let parts = records(LANE, body, BOUNDS.records)?;
        let mut stated = ReportTime::Unreadable;
        let lifts = Sheet::read(LANE, &parts, |lift| {
            let counted = !of_summer(lift) && !is_tubing(lift, &["name", "type"]);
            let row = Row::new(&name(lift, "name")?, StateTerm::parse(lift.get("status")), counted);
            stated =
                stated.latest(lift.number("updated").get().map_or(ReportTime::Unreadable, ReportTime::unix));
            Ok(Some(row))
        });
        Report { lifts, stated, ..Report::default() }.checked(LANE)
    }
}

fn of_summer(lift: &Object<'_>) -> bool {
    lift.text("season").is_some_and(|season| season.eq_ignore_ascii_case("summer"))
}
