//! The family of Micado's web interface (SkiWelt, Hochzeiger): facilities under `items`, with the feed's own count and
//! a local time without a zone. Facilities that do not run in winter are not counted.

use conditions_core::source::AcquisitionTier;

use super::sheet::{OwnCount, Sheet, is_tubing, name, whole};
use super::state::StateTerm;
use super::{Address, JSON, LiftFeed, Meta, Report, ReportTime, Row, inner, list, object};
use crate::error::ParseError;
use crate::json_cut::{Object, Raw};

pub const LANE: &str = "micado";

static META: Meta = Meta {
    id: LANE,
    title: "Micado",
    says: "lifts with states, their count, one local time",
    tier: AcquisitionTier::StructuredFeed,
    address: Address::Url,
    accept: JSON,
};

#[derive(Debug, Clone, Copy)]
pub struct Micado;

impl LiftFeed for Micado {
    fn meta(&self) -> &'static Meta {
        &META
    }

    fn read(&self, body: &[u8]) -> Result<Report, ParseError> {
        let object = object(LANE, body)?;
        let mut lifts = Sheet::read(LANE, &list(LANE, &object, "items")?, |item| {
            let counted = !of_summer(item) && !is_tubing(item, &["title", "facilityTypeIdentifier"]);
            Ok(Some(Row::new(&name(item, "title")?, StateTerm::parse(item.get("state")), counted)))
        });
        // The feed counts everything that it lists, so its count is not comparable if some rows are not counted here.
        if lifts.rows.iter().all(|row| row.counted) {
            lifts.stated = inner(&object, "count").map_or_else(OwnCount::default, |count| OwnCount {
                open: whole(count.number("open")),
                total: whole(count.number("total")),
            });
        }
        let updated = inner(&object, "meta").and_then(|meta| meta.text("lastUpdate"));
        let stated = updated.map_or(ReportTime::Unreadable, |text| ReportTime::parse(&text));
        Report { lifts, stated, ..Report::default() }.checked(LANE)
    }
}

fn of_summer(item: &Object<'_>) -> bool {
    item.get("operatesInWinter").is_some_and(Raw::is_false)
}
