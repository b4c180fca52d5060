//! Rules for the operating status: never `OPEN` without evidence, and consistent with the lifts and the season.

use super::answer::Answer;
use super::json::{at, day, days_around};
use super::{Check, Report, Rule, Severity};

const STATUS: &str = "/data/status";
const VALUE: &str = "/data/status/value";

pub(super) const RULES: &[Rule] = &[
    Rule {
        id: "status/source",
        clause: "data: status \"Derived\"; D5: \"`source` is `operator` for rule 1 unchanged, else `derived`\"",
        severity: Severity::Error,
        checks: "a status comes from the operator or is derived",
        fix: "derive the status; do not copy it from a feed or a model",
        check: Check::Envelope(source),
    },
    Rule {
        id: "status/open-needs-lifts",
        clause: "What the service does, 2, and data: status \"never defaults to `OPEN`\"; D5 rule 2",
        severity: Severity::Error,
        checks: "a derived `OPEN` needs at least one reported open lift",
        fix: "publish UNKNOWN: being in season is not evidence of being open",
        check: Check::Envelope(open_needs_lifts),
    },
    Rule {
        id: "status/closed-needs-lifts",
        clause: "D5 rules 1 and 3: CLOSED_TODAY for 0 open",
        severity: Severity::Error,
        checks: "a derived `CLOSED_TODAY` needs a report of 0 open lifts",
        fix: "publish UNKNOWN if no lift count is reported",
        check: Check::Envelope(closed_needs_lifts),
    },
    Rule {
        id: "status/season",
        clause: "D5 rules 4 and 5: before seasonOpening, after seasonClosing",
        severity: Severity::Error,
        checks: "a derived `PRE_SEASON` or `OFF_SEASON` agrees with the season's dates",
        fix: "derive it from the published dates, in the resort's local calendar",
        check: Check::Envelope(season),
    },
    Rule {
        id: "status/conflict",
        clause: "D5 rule 1: \"`CLOSED_TODAY` for 0 open, else `UNKNOWN`, flag `status_lifts_conflict`\"",
        severity: Severity::Error,
        checks: "with the flag `status_lifts_conflict` the status is a derived CLOSED_TODAY or UNKNOWN",
        fix: "do not publish a status that newer lift counts contradict",
        check: Check::Envelope(conflict),
    },
    Rule {
        id: "status/off-season-lifts",
        clause: "D5 rule 2: \"Outside the season: not `OPEN`\", flag `lifts_open_off_season`",
        severity: Severity::Error,
        checks: "with the flag `lifts_open_off_season` the status is not OPEN",
        fix: "do not derive OPEN from summer lifts",
        check: Check::Envelope(off_season_lifts),
    },
    Rule {
        id: "season/iso-date",
        clause: "D5: \"Season dates are ISO dates\"",
        severity: Severity::Error,
        checks: "`seasonOpening` and `seasonClosing` are dates or null",
        fix: "write YYYY-MM-DD",
        check: Check::Envelope(iso_dates),
    },
];

/// Returns the status if it is derived.
fn derived<'a>(answer: &Answer<'a>) -> Option<&'a str> {
    let field = answer.field(STATUS).filter(|field| field.source() == "derived")?;
    field.value().as_str()
}

/// Returns the reported number of open lifts.
fn open_lifts(answer: &Answer<'_>) -> Option<f64> {
    let lifts =
        answer.field("/data/lifts").filter(|field| matches!(field.source(), "operator" | "scraped"))?;
    at(lifts.json(), &["value", "open"]).as_f64()
}

fn source(answer: &Answer<'_>, report: &mut Report<'_>) {
    let Some(field) = answer.field(STATUS).filter(|field| !field.is_null()) else { return };
    if !matches!(field.source(), "operator" | "derived") {
        report.broken("/data/status/source", field.source(), "operator or derived");
    }
}

fn open_needs_lifts(answer: &Answer<'_>, report: &mut Report<'_>) {
    if derived(answer) == Some("OPEN") && !open_lifts(answer).is_some_and(|open| open >= 1.0) {
        report.broken(VALUE, "OPEN without a reported open lift", "UNKNOWN, or an operator's status");
    }
}

fn closed_needs_lifts(answer: &Answer<'_>, report: &mut Report<'_>) {
    if derived(answer) == Some("CLOSED_TODAY") && open_lifts(answer) != Some(0.0) {
        report.broken(VALUE, "CLOSED_TODAY without a report of 0 open lifts", "UNKNOWN");
    }
}

fn season(answer: &Answer<'_>, report: &mut Report<'_>) {
    let (Some(status), Some(resolved)) = (derived(answer), answer.resolved_at()) else { return };
    let date = |path| answer.field(path).and_then(|field| day(field.value()));
    let (first, last) = days_around(resolved);
    let before = date("/data/seasonOpening").is_some_and(|opening| first < opening);
    let after = date("/data/seasonClosing").is_some_and(|closing| closing < last);
    let agrees = match status {
        "PRE_SEASON" => before,
        "OFF_SEASON" => before || after,
        _ => return,
    };
    if !agrees {
        report.broken(VALUE, status, "a day outside of the published season dates");
    }
}

fn conflict(answer: &Answer<'_>, report: &mut Report<'_>) {
    if answer.has_flag("status_lifts_conflict")
        && !matches!(derived(answer), Some("CLOSED_TODAY" | "UNKNOWN"))
        && let Some(field) = answer.field(STATUS)
    {
        report.broken(STATUS, field.json(), "a derived CLOSED_TODAY or UNKNOWN");
    }
}

fn off_season_lifts(answer: &Answer<'_>, report: &mut Report<'_>) {
    if answer.has_flag("lifts_open_off_season") && answer.at(&["data", "status", "value"]) == "OPEN" {
        report.broken(VALUE, "OPEN", "another status outside of the season");
    }
}

fn iso_dates(answer: &Answer<'_>, report: &mut Report<'_>) {
    for path in ["/data/seasonOpening", "/data/seasonClosing"] {
        let Some(value) = answer.field(path).map(super::answer::FieldAt::value) else { continue };
        if value.is_string() && day(value).is_none() {
            report.broken(format_args!("{path}/value"), value, "YYYY-MM-DD");
        }
    }
}
