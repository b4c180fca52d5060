//! Rules across endpoints for one resort: the inline record, the daily rows, and the peak of each answer.

use serde_json::Value;

use super::answer::{Answer, FieldAt};
use super::json::{at, day, same, timestamp};
use super::{Check, Report, Rule, Severity, Viewer};

pub(super) const RULES: &[Rule] = &[
    Rule {
        id: "detail/inline-record",
        clause: "REST endpoints: \"Resort detail with inline conditions\"",
        severity: Severity::Error,
        checks: "for one resolution, the inline conditions equal the record of the conditions endpoint",
        fix: "serve the same record at both",
        check: Check::Detail(inline_record),
    },
    Rule {
        id: "detail/inline-withheld",
        clause: "next14dCm: \"this holds on the conditions endpoint, inline on the resort endpoint\"",
        severity: Severity::Error,
        checks: "the inline conditions withhold the 14-day total from an anonymous caller",
        fix: "withhold it in the inline conditions too",
        check: Check::Detail(inline_withheld),
    },
    Rule {
        id: "detail/fourteen-rows",
        clause: "Other records: \"fourteen per resort on the resort endpoint\"; D8",
        severity: Severity::Error,
        checks: "there are fourteen daily rows of successive days",
        fix: "list unknown days with null",
        check: Check::Detail(fourteen_rows),
    },
    Rule {
        id: "detail/rows-withheld",
        clause: "Limits: \"7 days; 14 days with Pro\"; D8: \"rows 8–14 have null quantities and `proRequired: true`\"",
        severity: Severity::Error,
        checks: "days 8 to 14 are withheld from an anonymous caller",
        fix: "withhold their quantities and mark the row",
        check: Check::Detail(rows_withheld),
    },
    Rule {
        id: "detail/own-peak",
        clause: "REST endpoints: the resort endpoint's \"own `peak` and `windowDays`\"; D8: \"covers the rows the caller may see\"",
        severity: Severity::Error,
        checks: "`forecast.peak` is the biggest row visible to the caller, `windowDays` the number of these rows",
        fix: "compute it over the rows of the answer",
        check: Check::Detail(own_peak),
    },
    Rule {
        id: "rows/sum-is-next7d",
        clause: "next7dCm: \"Equals the sum of the first 7 daily rows of the forecast endpoint\"; D8: null when a null day lies between reported days",
        severity: Severity::Error,
        checks: "`next7dCm` is the sum of the first seven rows; null, not 0, if all seven are null or if one between reported rows is",
        fix: "sum the published rows, in integers of tenths",
        check: Check::Rows(sum),
    },
    Rule {
        id: "rows/peak",
        clause: "peak: \"Biggest single day inside the 7-day window\"; D8 \"earliest on ties\"",
        severity: Severity::Error,
        checks: "`peak` is the largest of the first seven rows, the earliest if several are equal",
        fix: "take it from the published rows",
        check: Check::Rows(peak),
    },
    Rule {
        id: "rows/partial-flag",
        clause: "D8: \"the sum of the reported days otherwise, with flag `forecast_partial_horizon`\"",
        severity: Severity::Error,
        checks: "the flag is set exactly if a total spans unknown days; for the fortnight, if its rows are shown",
        fix: "raise `forecast_partial_horizon`",
        check: Check::Rows(partial),
    },
];

/// Returns the rows of an answer of the daily forecast or of the resort's detail.
pub(super) fn rows_of(answer: &Value) -> &[Value] {
    let data = at(answer, &["data"]);
    let rows = [at(data, &["days"]), at(data, &["forecast", "days"])].into_iter().find_map(Value::as_array);
    rows.map(Vec::as_slice).unwrap_or_default()
}

fn inline(detail: &Value) -> &Value {
    at(detail, &["data", "conditions"])
}

fn inline_record(answer: &Answer<'_>, detail: &Value, report: &mut Report<'_>) {
    let inline = inline(detail);
    if !inline.is_object() {
        return report.broken("/data/conditions", inline, "the record");
    }
    let resolved = timestamp(at(inline, &["resolvedAt"]));
    if resolved.is_none() || resolved != answer.resolved_at() {
        return;
    }
    for (name, value) in answer.at(&["data"]).as_object().into_iter().flatten() {
        let there = at(inline, &[name]);
        if !same(value, there) {
            report.broken(format_args!("/data/conditions/{name}"), there, value);
        }
    }
}

fn inline_withheld(answer: &Answer<'_>, detail: &Value, report: &mut Report<'_>) {
    let field = at(inline(detail), &["forecast", "next14dCm"]);
    if answer.viewer == Viewer::Anonymous && !at(field, &["value"]).is_null() {
        report.broken("/data/conditions/forecast/next14dCm", field, "null with source none");
    }
}

/// Number of rows in the resort's detail.
const ROWS: usize = 14;
/// Number of rows that every caller sees.
const WEEK: usize = 7;
/// Tolerance for sums of published tenths.
const TINY: f64 = 1e-6;

fn fourteen_rows(_: &Answer<'_>, detail: &Value, report: &mut Report<'_>) {
    let rows = rows_of(detail);
    if rows.len() != ROWS {
        report.broken("/data/forecast/days", format_args!("{} rows", rows.len()), ROWS);
    }
    for (nth, pair) in (1..).zip(rows.windows(2)) {
        if let [before, after] = pair
            && let (Some(first), Some(second)) = (day(at(before, &["date"])), day(at(after, &["date"])))
            && second != first + 1
        {
            let path = format!("/data/forecast/days/{nth}/date");
            report.broken(
                path,
                at(after, &["date"]),
                format_args!("the day after {}", at(before, &["date"])),
            );
        }
    }
}

fn rows_withheld(answer: &Answer<'_>, detail: &Value, report: &mut Report<'_>) {
    if answer.viewer != Viewer::Anonymous {
        return;
    }
    for (nth, row) in rows_of(detail).iter().enumerate().skip(WEEK) {
        let known = row.as_object().into_iter().flatten().find(|(name, value)| {
            let counted = matches!(name.as_str(), "confidence" | "modelsReporting");
            value.is_number() && !(counted && value.as_f64() == Some(0.0))
        });
        if let Some((name, value)) = known {
            report.broken(
                format_args!("/data/forecast/days/{nth}/{name}"),
                value,
                "null for an anonymous caller",
            );
        } else if at(row, &["proRequired"]) != true {
            let path = format!("/data/forecast/days/{nth}/proRequired");
            report.broken(path, at(row, &["proRequired"]), "true");
        }
    }
}

fn snow(row: &Value) -> Option<f64> {
    at(row, &["snowfallCm"]).as_f64()
}

/// Returns the biggest row, the earliest of equals, or `None` if no snow is forecast.
fn biggest(rows: &[Value]) -> Option<(&Value, f64)> {
    let mut best: Option<(&Value, f64)> = None;
    for row in rows {
        if let Some(cm) = snow(row).filter(|cm| *cm > best.map_or(0.0, |(_, most)| most)) {
            best = Some((at(row, &["date"]), cm));
        }
    }
    best
}

fn check_peak(path: &str, found: &Value, rows: &[Value], report: &mut Report<'_>) {
    match biggest(rows) {
        None if !found.is_null() => report.broken(path, found, "null: no snow in the rows"),
        Some((date, cm)) => {
            let cm_agrees =
                at(found, &["snowfallCm"]).as_f64().is_some_and(|found| (found - cm).abs() < TINY);
            if !cm_agrees || at(found, &["date"]) != date {
                report.broken(path, found, format_args!("{cm} cm on {date}"));
            }
        }
        None => {}
    }
}

fn own_peak(_: &Answer<'_>, detail: &Value, report: &mut Report<'_>) {
    let rows = rows_of(detail);
    let seen = rows.iter().take_while(|row| at(row, &["proRequired"]) != true).count();
    let found = at(detail, &["data", "forecast", "peak"]);
    let shown = rows.get(..seen).unwrap_or_default();
    if found.is_null() && MissingDays::from_rows(shown) == MissingDays::Hole {
        return; // An unknown day could be bigger.
    }
    check_peak("/data/forecast/peak", found, shown, report);
    let window = at(found, &["windowDays"]);
    if found.is_object() && window.as_f64() != Some(seen as f64) {
        report.broken("/data/forecast/peak/windowDays", window, seen);
    }
}

/// The position of unknown days in the week. `Hole`: between known days. `End`: after the last known day, as far as
/// rows are shown.
#[derive(PartialEq, Eq)]
enum MissingDays {
    Nothing,
    End,
    Hole,
}

impl MissingDays {
    fn from_rows(rows: &[Value]) -> Self {
        let unknown = |row: &Value| snow(row).is_none();
        let first = rows.iter().position(|row| !unknown(row)).unwrap_or(0);
        let after = rows.iter().rposition(|row| !unknown(row)).map_or(0, |last| last + 1);
        if rows.get(first..after.min(WEEK)).unwrap_or_default().iter().any(unknown) {
            Self::Hole
        } else if after < WEEK {
            Self::End
        } else {
            Self::Nothing
        }
    }
}

fn sum(answer: &Answer<'_>, rows: &[Value], report: &mut Report<'_>) {
    let Some(week) = rows.get(..WEEK) else {
        return report.broken("/data/days", format_args!("{} rows", rows.len()), "seven at least");
    };
    let lacks = MissingDays::from_rows(rows);
    let known: Vec<f64> = week.iter().filter_map(snow).collect();
    let total = (!known.is_empty() && lacks != MissingDays::Hole).then(|| known.iter().sum::<f64>());
    let found = answer.field("/data/forecast/next7dCm").and_then(FieldAt::number);
    let withheld =
        rows.get(WEEK..ROWS).is_none_or(|rest| rest.iter().any(|row| at(row, &["proRequired"]) == true));
    let agrees = match (found, total) {
        (Some(found), Some(total)) => (found - total).abs() < TINY,
        // Hidden rows may be known: then the unknown days at the end of the week are a hole.
        (None, Some(_)) => lacks == MissingDays::End && withheld,
        (found, total) => found == total,
    };
    if !agrees {
        let shown = |cm: Option<f64>| cm.map_or_else(|| "null".to_owned(), |cm| format!("{cm:.1}"));
        report.broken(
            "/data/forecast/next7dCm/value",
            shown(found),
            format_args!("{}, the sum of the rows", shown(total)),
        );
    }
}

fn peak(answer: &Answer<'_>, rows: &[Value], report: &mut Report<'_>) {
    let Some(week) = rows.get(..WEEK) else { return };
    if answer.field("/data/forecast/next7dCm").and_then(FieldAt::number).is_some() {
        check_peak("/data/forecast/peak", answer.at(&["data", "forecast", "peak"]), week, report);
    }
}

fn partial(answer: &Answer<'_>, rows: &[Value], report: &mut Report<'_>) {
    let Some(week) = rows.get(..WEEK) else { return };
    let known = |rows: &[Value]| rows.iter().filter_map(snow).count();
    let withheld = |row: &Value| at(row, &["proRequired"]) == true;
    let fortnight = rows.get(..ROWS).filter(|rows| !rows.iter().any(withheld));
    let shown = fortnight.unwrap_or(week);
    let partial = (1..shown.len()).contains(&known(shown));
    // The flag also covers hidden days.
    if partial != answer.has_flag("forecast_partial_horizon") && (partial || fortnight.is_some()) {
        let expected =
            if partial { "the flag forecast_partial_horizon" } else { "no flag forecast_partial_horizon" };
        let found = format_args!("{} of {} days known", known(shown), shown.len());
        report.broken("/data/flags", found, expected);
    }
}
