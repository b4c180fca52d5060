//! The family of Boyne's resorts: a list of lifts. It states no time, so its values are taken as of the request.

use conditions_core::source::AcquisitionTier;

use super::sheet::{Sheet, is_tubing, name};
use super::state::StateTerm;
use super::{Address, BOUNDS, JSON, LiftFeed, Meta, Report, ReportTime, Row};
use crate::error::ParseError;
use crate::json_cut::records;

pub const LANE: &str = "boyne";

static META: Meta = Meta {
    id: LANE,
    title: "Boyne",
    says: "lifts with states",
    tier: AcquisitionTier::StructuredFeed,
    address: Address::Id(
        "https://apim-marketing-001.azure-api.net/FeedService/v1/Feed/Facilities/Areas/Lifts/All?resortName={id}",
    ),
    accept: JSON,
};

#[derive(Debug, Clone, Copy)]
pub struct Boyne;

impl LiftFeed for Boyne {
    fn meta(&self) -> &'static Meta {
        &META
    }

    fn read(&self, body: &[u8]) -> Result<Report, ParseError> {
        let parts = records(LANE, body, BOUNDS.records)?;
        let lifts = Sheet::read(LANE, &parts, |lift| {
            let word =
                StateTerm::parse(lift.get("status")).or_else(|| StateTerm::parse(lift.get("statusIcon")));
            Ok(Some(Row::new(&name(lift, "name")?, word, !is_tubing(lift, &["name", "type"]))))
        });
        Report { lifts, stated: ReportTime::OfTheMoment, ..Report::default() }.checked(LANE)
    }
}
