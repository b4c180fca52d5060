//! The content of a report, one line for each fact, as `snow-conditions parse` prints it.

use conditions_core::record::Band;
use serde::Serialize;

use super::{Report, ReportTime, Row};

/// A fact of a report. Amounts are centimetres.
#[derive(Debug, Serialize)]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum Line<'a> {
    Lift(&'a Row),
    Run(&'a Row),
    Lifts { open: Option<u32>, total: Option<u32>, observed_at: ReportTime },
    Runs { open: Option<u32>, total: Option<u32>, observed_at: ReportTime },
    Depth { band: Band, cm: f64, observed_at: ReportTime },
    NewSnow { hours: u32, cm: f64, observed_at: ReportTime },
    Surface { text: &'a str, observed_at: ReportTime },
}

/// Periods of new snow, hours.
const HOURS: [u32; 3] = [24, 48, 168];

/// Returns the facts of a report.
#[must_use]
pub fn lines(report: &Report) -> Vec<Line<'_>> {
    let (lifts, runs, observed_at) = (report.lifts.count(), report.runs.count(), report.stated);
    let mut lines: Vec<Line<'_>> = report.lifts.rows.iter().map(Line::Lift).collect();
    lines.extend(report.runs.rows.iter().map(Line::Run));
    if !report.lifts.rows.is_empty() {
        lines.push(Line::Lifts { open: lifts.open, total: lifts.total, observed_at });
    }
    if !report.runs.rows.is_empty() {
        lines.push(Line::Runs { open: runs.open, total: runs.total, observed_at });
    }
    let (snow, observed_at) = (&report.snow, report.snow.stated);
    lines.extend(snow.depths.iter().map(|(band, cm)| Line::Depth { band: *band, cm: *cm, observed_at }));
    let new = HOURS.into_iter().zip(snow.new_snow);
    lines.extend(new.filter_map(|(hours, cm)| Some(Line::NewSnow { hours, cm: cm?, observed_at })));
    lines.extend(snow.surface.as_deref().map(|text| Line::Surface { text, observed_at }));
    lines
}
