//! Rules for the forecast outlook: from models only, never 0 for unknown, withheld from callers without access, and
//! with a matching peak.

use super::answer::{Answer, FieldAt};
use super::json::{at, day, days_around};
use super::{Check, Report, Rule, Severity, Viewer};

const WEEK: &str = "/data/forecast/next7dCm";
const FORTNIGHT: &str = "/data/forecast/next14dCm";
const PEAK: &str = "/data/forecast/peak";

pub(super) const RULES: &[Rule] = &[
    Rule {
        id: "forecast/model-only",
        clause: "Forecast outlook: \"Always source `model`\"",
        severity: Severity::Error,
        checks: "a forecast total with a value has source `model`",
        fix: "publish only model values as the forecast",
        check: Check::Envelope(model_only),
    },
    Rule {
        id: "forecast/null-not-zero",
        clause: "Forecast outlook: \"Value is null (never 0) when the blend has no data\"",
        severity: Severity::Error,
        checks: "a total of 0 comes from a model and has a confidence",
        fix: "publish null: 0 means that no snow will fall",
        check: Check::Envelope(null_not_zero),
    },
    Rule {
        id: "forecast/fortnight-withheld",
        clause: "next14dCm: \"For a caller without the Pro tier … value is null with source `none`\"",
        severity: Severity::Error,
        checks: "the 14-day total is withheld from an anonymous caller",
        fix: "withhold it in every answer that contains the record",
        check: Check::Envelope(withheld),
    },
    Rule {
        id: "forecast/fortnight-covers-week",
        clause: "D8: next14dCm \"Never below `next7dCm`\"",
        severity: Severity::Error,
        checks: "the 14-day total is at least the 7-day total",
        fix: "sum the fourteen rows",
        check: Check::Envelope(covers),
    },
    Rule {
        id: "forecast/peak-null",
        clause: "peak: \"Null when no snow is forecast\"",
        severity: Severity::Error,
        checks: "a peak and its total are above 0",
        fix: "publish null",
        check: Check::Envelope(peak_null),
    },
    Rule {
        id: "forecast/peak-missing",
        clause: "peak: \"Biggest single day inside the 7-day window\"",
        severity: Severity::Warning,
        checks: "a forecast with snow has a peak",
        fix: "publish the biggest of the first seven rows",
        check: Check::Envelope(peak_missing),
    },
    Rule {
        id: "forecast/peak-of-total",
        clause: "peak: \"Biggest single day inside the 7-day window\"; next7dCm: the sum of the seven",
        severity: Severity::Error,
        checks: "the peak is at most the total and at least a seventh of it",
        fix: "take peak and total from the same rows",
        check: Check::Envelope(peak_of_total),
    },
    Rule {
        id: "forecast/peak-date",
        clause: "peak.windowDays \"7 because the peak belongs to the next7dCm window\"; D8 \"day 1 = today\"",
        severity: Severity::Error,
        checks: "the peak's date is one of the seven local days from the resolution on",
        fix: "choose it from the first seven rows",
        check: Check::Envelope(peak_date),
    },
];

/// Tolerance for sums of published numbers.
const TINY: f64 = 1e-6;

fn totals<'a>(answer: &Answer<'a>) -> impl Iterator<Item = FieldAt<'a>> {
    let answer = *answer;
    [WEEK, FORTNIGHT].into_iter().filter_map(move |path| answer.field(path))
}

fn model_only(answer: &Answer<'_>, report: &mut Report<'_>) {
    for field in totals(answer).filter(|field| !field.is_null() && field.source() != "model") {
        report.broken(format_args!("{}/source", field.path), field.source(), "model");
    }
}

fn null_not_zero(answer: &Answer<'_>, report: &mut Report<'_>) {
    for field in totals(answer).filter(|field| field.number() == Some(0.0)) {
        // An undated snapshot is still a snapshot, and models that disagree completely are still models. Only a total
        // with neither a time nor a confidence has no basis.
        let bare =
            field.source() != "model" || field.confidence() == Some(0.0) && field.observed_at().is_none();
        if bare {
            report.broken(format_args!("{}/value", field.path), 0, "null: no model supports it");
        }
    }
}

fn withheld(answer: &Answer<'_>, report: &mut Report<'_>) {
    let Some(field) = answer.field(FORTNIGHT).filter(|_| answer.viewer == Viewer::Anonymous) else { return };
    if !field.is_null() || field.source() != "none" {
        let found = format!("{} with source {}", field.value(), field.source());
        report.broken(FORTNIGHT, found, "null with source none for an anonymous caller");
    }
}

fn covers(answer: &Answer<'_>, report: &mut Report<'_>) {
    let total = |path| answer.field(path).and_then(FieldAt::number);
    if let (Some(week), Some(fortnight)) = (total(WEEK), total(FORTNIGHT))
        && fortnight < week - TINY
    {
        report.broken(format_args!("{FORTNIGHT}/value"), fortnight, format_args!("{week} or more"));
    }
}

fn peak<'a>(answer: &Answer<'a>) -> Option<&'a serde_json::Value> {
    Some(answer.at(&["data", "forecast", "peak"])).filter(|peak| peak.is_object())
}

fn week(answer: &Answer<'_>) -> Option<f64> {
    answer.field(WEEK).and_then(FieldAt::number)
}

fn peak_null(answer: &Answer<'_>, report: &mut Report<'_>) {
    let Some(cm) = peak(answer).and_then(|peak| at(peak, &["snowfallCm"]).as_f64()) else { return };
    if cm <= 0.0 {
        report.broken(PEAK, cm, "null: a peak without snow");
    } else if week(answer).is_none_or(|week| week <= 0.0) {
        report.broken(PEAK, cm, "null: next7dCm says that no snow is forecast");
    }
}

fn peak_missing(answer: &Answer<'_>, report: &mut Report<'_>) {
    if let Some(week) = week(answer).filter(|week| *week > 0.0)
        && answer.at(&["data", "forecast", "peak"]).is_null()
    {
        report.broken(PEAK, "null", format_args!("a peak: {week} cm are forecast"));
    }
}

fn peak_of_total(answer: &Answer<'_>, report: &mut Report<'_>) {
    let Some(cm) = peak(answer).and_then(|peak| at(peak, &["snowfallCm"]).as_f64()) else { return };
    let Some(week) = week(answer).filter(|week| *week > 0.0 && cm > 0.0) else { return };
    if cm > week + TINY || cm < week / 7.0 - TINY {
        let path = format!("{PEAK}/snowfallCm");
        report.broken(path, cm, format_args!("from {:.1} to {week}, of a total of {week}", week / 7.0));
    }
}

fn peak_date(answer: &Answer<'_>, report: &mut Report<'_>) {
    let (Some(peak), Some(resolved)) = (peak(answer), answer.resolved_at()) else { return };
    let date = at(peak, &["date"]);
    let (first, last) = days_around(resolved);
    if let Some(found) = day(date)
        && !(first..=last + 6).contains(&found)
    {
        report.broken(
            format_args!("{PEAK}/date"),
            date,
            format_args!("one of seven days from {resolved} on"),
        );
    }
}
