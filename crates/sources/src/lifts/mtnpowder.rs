//! The family of `mtnpowder.com`, which several resorts of one owner share. It has two forms: an object with areas of
//! lifts and runs and a snow report, and an older list of lifts, each with its runs. Both are read.
//!
//! A run that is listed under several lifts or areas counts once. Terrain parks and snowshoe trails are not counted as
//! runs. Each lift has the time of its last change; the newest one is the time of the lifts. The snow report has its own
//! time. It states amounts in centimetres and inches, and `--` if they are unknown.

use conditions_core::record::Band;
use conditions_core::source::AcquisitionTier;

use super::sheet::{Sheet, is_tubing, name};
use super::snow::{Amount, Place, SnowReport, Unit};
use super::state::StateTerm;
use super::{Address, BOUNDS, JSON, LiftFeed, Meta, Report, ReportTime, Row, inner, list, object};
use crate::error::{Kind, ParseError};
use crate::json_cut::{Object, Parts, Raw, records};

pub const LANE: &str = "mtnpowder";

static META: Meta = Meta {
    id: LANE,
    title: "mtnpowder",
    says: "lifts and runs with states and times of change; snow depth at the base, at mid mountain and at the summit, new snow and surface, with their time",
    tier: AcquisitionTier::StructuredFeed,
    address: Address::Id("https://mtnpowder.com/feed?resortId={id}"),
    accept: JSON,
};

#[derive(Debug, Clone, Copy)]
pub struct MtnPowder;

impl LiftFeed for MtnPowder {
    fn meta(&self) -> &'static Meta {
        &META
    }

    fn read(&self, body: &[u8]) -> Result<Report, ParseError> {
        if Raw::document(LANE, body)?.bytes().starts_with(b"{") {
            return whole(&object(LANE, body)?)?.checked(LANE);
        }
        let parts = records(LANE, body, BOUNDS.records)?;
        let mut runs = Parts { items: Vec::new(), fault: None, left: 0 };
        let (lifts, stated) = lifts(&parts, |lift| {
            if let Some(of_lift) = lift.get("Trails").and_then(Raw::elements) {
                append(&mut runs, of_lift);
            }
        });
        // Unreadable lifts may have had runs.
        runs.fault = runs.fault.or_else(|| lifts.faults.first().map(|fault| fault.kind.clone()));
        Report { lifts, runs: read_runs(runs), stated, ..Report::default() }.checked(LANE)
    }
}

/// Names of the places of the snow report, and the band of each.
const PLACES: [(&str, Band); 3] =
    [("BaseArea", Band::Base), ("MidMountainArea", Band::Mid), ("SummitArea", Band::Summit)];

/// Parses the form with areas and a snow report.
fn whole(feed: &Object<'_>) -> Result<Report, ParseError> {
    let areas = list(LANE, feed, "MountainAreas")?;
    let mut found = [(); 2].map(|()| Parts { items: Vec::new(), fault: areas.fault.clone(), left: 0 });
    let [lift_parts, run_parts] = &mut found;
    for area in &areas.items {
        match area.object() {
            Ok(area) => {
                for (member, parts) in [("Lifts", &mut *lift_parts), ("Trails", &mut *run_parts)] {
                    if let Some(listed) = area.get(member).and_then(Raw::elements) {
                        append(parts, listed);
                    }
                }
            }
            Err(kind) => {
                lift_parts.fault = lift_parts.fault.take().or(Some(kind.clone()));
                run_parts.fault = run_parts.fault.take().or(Some(kind));
            }
        }
    }
    let [lift_parts, run_parts] = found;
    let (lifts, stated) = lifts(&lift_parts, |_| {});
    let snow = inner(feed, "SnowReport").map_or_else(SnowReport::default, |report| snow(&report));
    Ok(Report { lifts, runs: read_runs(run_parts), stated, snow })
}

fn snow(report: &Object<'_>) -> SnowReport {
    let places = PLACES.into_iter().filter_map(|(name, band)| {
        let at = inner(report, name)?;
        let amount = |member: &str| {
            let cm = Amount::parse(at.get(&format!("{member}Cm")), Unit::Centimetre);
            cm.or(Amount::parse(at.get(&format!("{member}In")), Unit::Inch))
        };
        Some(Place {
            name,
            band: Some(band),
            depth: amount("Base"),
            day: amount("Last24Hours"),
            two_days: amount("Last48Hours"),
            week: amount("Last7Days"),
        })
    });
    let stated = report.text("LastUpdate").map_or(ReportTime::Unreadable, |text| ReportTime::parse(&text));
    SnowReport::new(places.collect(), report.text("BaseConditions"), stated)
}

/// Appends a list of rows to others.
fn append<'a>(all: &mut Parts<Raw<'a>>, listed: Parts<Raw<'a>>) {
    all.items.extend(listed.items);
    all.fault = all.fault.take().or(listed.fault);
}

/// Reads the lifts, each also with `also`, and the time of the newest change.
fn lifts<'a>(parts: &Parts<Raw<'a>>, mut also: impl FnMut(&Object<'a>)) -> (Sheet, ReportTime) {
    let mut stated = ReportTime::Unreadable;
    let lifts = Sheet::read(LANE, parts, |lift| {
        let row = row(lift, |lift| !is_tubing(lift, &["Name", "LiftType"]))?;
        let changed = lift.text("UpdateDate").map_or(ReportTime::Unreadable, |text| ReportTime::parse(&text));
        stated = stated.latest(changed);
        also(lift);
        Ok(Some(row))
    });
    (lifts, stated)
}

fn read_runs(parts: Parts<Raw<'_>>) -> Sheet {
    let listed = !parts.items.is_empty();
    let parts = Parts { fault: parts.fault.filter(|_| listed), ..parts };
    let mut runs = Sheet::read(LANE, &parts, |run| row(run, is_run).map(Some));
    runs.merge_names();
    runs
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
