//! The family of `mtnpowder.com`, which several resorts of one owner share: a list of lifts, each with its runs.
//!
//! A run is listed under every lift that serves it and counts once. Terrain parks and snowshoe trails are not counted
//! as runs. Each lift has the time of its last change; the newest one is the time of the report.

use conditions_core::source::AcquisitionTier;

use super::sheet::{Sheet, is_tubing, name};
use super::state::StateTerm;
use super::{Address, BOUNDS, JSON, LiftFeed, Meta, Report, ReportTime, Row};
use crate::error::{Kind, ParseError};
use crate::json_cut::{Object, Parts, Raw, records};

pub const LANE: &str = "mtnpowder";

static META: Meta = Meta {
    id: LANE,
    title: "mtnpowder",
    says: "lifts with states and times of change, runs under each lift",
    tier: AcquisitionTier::StructuredFeed,
    address: Address::Id("https://mtnpowder.com/feed/{id}/lifts"),
    accept: JSON,
};

#[derive(Debug, Clone, Copy)]
pub struct MtnPowder;

impl LiftFeed for MtnPowder {
    fn meta(&self) -> &'static Meta {
        &META
    }

    fn read(&self, body: &[u8]) -> Result<Report, ParseError> {
        let parts = records(LANE, body, BOUNDS.records)?;
        let mut runs: Vec<Raw<'_>> = Vec::new();
        let mut stated = ReportTime::Unreadable;
        let mut cut = None;
        let lifts = Sheet::read(LANE, &parts, |lift| {
            let row = row(lift, |lift| !is_tubing(lift, &["Name", "LiftType"]))?;
            let changed =
                lift.text("UpdateDate").map_or(ReportTime::Unreadable, |text| ReportTime::parse(&text));
            stated = stated.latest(changed);
            if let Some(of_lift) = lift.get("Trails").and_then(Raw::elements) {
                runs.extend(of_lift.items);
                cut = cut.take().or(of_lift.fault);
            }
            Ok(Some(row))
        });
        // Unreadable lifts may have had runs.
        let cut = cut.or_else(|| lifts.faults.first().map(|fault| fault.kind.clone()));
        let listed = !runs.is_empty();
        let parts = Parts { items: runs, fault: cut.filter(|_| listed), left: 0 };
        let mut runs = Sheet::read(LANE, &parts, |run| row(run, is_run).map(Some));
        runs.merge_names();
        Report { lifts, runs, stated, ..Report::default() }.checked(LANE)
    }
}

/// Parses a lift or a run: both have a name, a state and the same state in English.
fn row(object: &Object<'_>, counts: impl Fn(&Object<'_>) -> bool) -> Result<Row, Kind> {
    let word =
        StateTerm::parse(object.get("StatusEnglish")).or_else(|| StateTerm::parse(object.get("Status")));
    Ok(Row::new(&name(object, "Name")?, word, counts(object)))
}

fn is_run(run: &Object<'_>) -> bool {
    let difficulty = run.text("Difficulty").unwrap_or_default().to_lowercase();
    !(difficulty.contains("park") || difficulty.contains("snowshoe"))
}
