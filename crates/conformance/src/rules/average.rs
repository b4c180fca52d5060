//! Rules for `depthVsAvgPct` and its basis: published only if allowed, computed correctly, and withheld with the right
//! reason.

use super::answer::Answer;
use super::{Check, Report, Rule, Severity};

const PCT: &str = "/data/depthVsAvgPct";
const BASIS: &str = "/data/depthVsAvgBasis";

pub(super) const RULES: &[Rule] = &[
    Rule {
        id: "average/withheld-with-reason",
        clause: "data: depthVsAvgPct \"otherwise value is null and depthVsAvgBasis.suppressedReason gives the reason\"",
        severity: Severity::Error,
        checks: "a null percentage has a reason, a published one does not",
        fix: "set suppressedReason exactly when the value is null",
        check: Check::Envelope(withheld_with_reason),
    },
    Rule {
        id: "average/base-band-only",
        clause: "data: depthVsAvgPct \"Published only for a base-band headline\"",
        severity: Severity::Error,
        checks: "a published percentage is based on a base-band headline and a base-band average",
        fix: "withhold it with `band_mismatch`",
        check: Check::Envelope(base_band_only),
    },
    Rule {
        id: "average/not-when-disagreeing",
        clause: "data: depthVsAvgPct \"with no depthDisagreement\"",
        severity: Severity::Error,
        checks: "the percentage is null if there is a disagreement",
        fix: "withhold it with `depth_disagreement`",
        check: Check::Envelope(not_when_disagreeing),
    },
    Rule {
        id: "average/not-when-stale",
        clause: "What the service does, 2: \"never substitutes a stale or guessed number\"; D4: a depth past its TTL gives no percentage",
        severity: Severity::Error,
        checks: "an answer made at its resolution withholds the percentage of a depth that it labels `stale`",
        fix: "withhold it with `no_depth`",
        check: Check::Envelope(not_when_stale),
    },
    Rule {
        id: "average/fresh-depth",
        clause: "D4: a depth past its TTL gives no percentage (`no_depth`), and this reason comes first; D2: the TTL of each source",
        severity: Severity::Threshold,
        checks: "the reason is `no_depth` if the headline was past its time to live when it was resolved, and not if it was within it",
        fix: "test the age of the headline before every other reason",
        check: Check::Envelope(fresh_depth),
    },
    Rule {
        id: "average/reason",
        clause: "data: depthVsAvgBasis.suppressedReason; D4: the first that matches",
        severity: Severity::Error,
        checks: "the reason is the first that is true: no_depth, no_average, band_mismatch, depth_disagreement",
        fix: "test the reasons in that order",
        check: Check::Envelope(reason),
    },
    Rule {
        id: "average/reason-bounds",
        clause: "D4: `average_too_small` (< 10 cm), `ratio_unbounded` (> 1000 %)",
        severity: Severity::Threshold,
        checks: "those two reasons, and a published percentage, agree with the bounds",
        fix: "compare with the published average and headline",
        check: Check::Envelope(reason_bounds),
    },
    Rule {
        id: "average/arithmetic",
        clause: "data: depthVsAvgPct \"Headline depth as a percentage of the historical average\"; D4 \"a whole number\"",
        severity: Severity::Error,
        checks: "the percentage is 100 × headline ÷ averageCm, as a whole number",
        fix: "divide the published numbers and round",
        check: Check::Envelope(arithmetic),
    },
    Rule {
        id: "average/basis-reading",
        clause: "data: depthVsAvgBasis.readingBand, readingSource",
        severity: Severity::Error,
        checks: "the basis names the band and the source of the headline",
        fix: "derive the basis from the headline",
        check: Check::Envelope(basis_reading),
    },
    Rule {
        id: "average/derived",
        clause: "fieldSource: derived \"Computed by the resolver\"; data: depthVsAvgPct",
        severity: Severity::Error,
        checks: "a published percentage has source `derived`",
        fix: "publish `derived`, whatever the reading's source is",
        check: Check::Envelope(derived),
    },
];

fn pct(answer: &Answer<'_>) -> Option<f64> {
    answer.field(PCT)?.number()
}

/// Returns a member of the basis, if one is published.
fn basis<'a>(answer: &Answer<'a>, member: &str) -> Option<&'a serde_json::Value> {
    answer.data("depthVsAvgBasis").get(member)
}

fn withheld_with_reason(answer: &Answer<'_>, report: &mut Report<'_>) {
    let (Some(field), Some(reason)) = (answer.field(PCT), basis(answer, "suppressedReason")) else { return };
    if field.is_null() && reason.is_null() {
        report.broken(format_args!("{BASIS}/suppressedReason"), "null", "why the percentage is withheld");
    } else if !field.is_null() && !reason.is_null() {
        report.broken(format_args!("{PCT}/value"), field.value(), format_args!("null: withheld by {reason}"));
    }
}

fn base_band_only(answer: &Answer<'_>, report: &mut Report<'_>) {
    let Some(pct) = pct(answer) else { return };
    let mut bands = [answer.headline_band(), basis(answer, "readingBand").and_then(|band| band.as_str())]
        .into_iter()
        .chain([basis(answer, "averageBand").and_then(|band| band.as_str())])
        .flatten();
    if let Some(band) = bands.find(|band| *band != "base") {
        report.broken(format_args!("{PCT}/value"), pct, format_args!("null: the band is {band}"));
    }
}

fn not_when_disagreeing(answer: &Answer<'_>, report: &mut Report<'_>) {
    if let Some(pct) = pct(answer).filter(|_| answer.data("depthDisagreement").is_object()) {
        report.broken(format_args!("{PCT}/value"), pct, "null: the depths disagree");
    }
}

/// Returns whether the headline was within its time to live at resolution. Returns `None` if the answer does not show
/// that: the depth has no time, or it may be a station's or a website's, which have different times to live.
fn is_fresh(answer: &Answer<'_>) -> Option<bool> {
    let headline = answer.headline()?;
    let age_ms = answer.resolved_at()?.since(headline.observed_at()?);
    let policy = &answer.definitions.policy;
    let (measured, scraped) = (policy.depth.ttl_ms, policy.scraped_ttl_ms);
    let (shortest, longest) = match headline.source() {
        "operator" => (measured, measured),
        "scraped" if answer.headline_station().is_some() => (measured, measured),
        "scraped" if answer.data("reportedSourceTier") != "direct_api" => (scraped, scraped),
        "scraped" => (measured.min(scraped), measured.max(scraped)),
        "model" => (policy.model_ttl_ms, policy.model_ttl_ms),
        _ => return None,
    };
    (age_ms <= shortest || age_ms > longest).then_some(age_ms <= shortest)
}

fn fresh_depth(answer: &Answer<'_>, report: &mut Report<'_>) {
    let Some(fresh) = is_fresh(answer) else { return };
    let reason = basis(answer, "suppressedReason").and_then(|reason| reason.as_str());
    match (pct(answer), reason) {
        (Some(pct), _) if !fresh => {
            report.broken(format_args!("{PCT}/value"), pct, "null: the depth is past its time to live");
        }
        (None, Some(found)) if (found == "no_depth") == fresh => {
            let expected = if fresh { "another reason, or the percentage" } else { "no_depth" };
            report.broken(format_args!("{BASIS}/suppressedReason"), found, expected);
        }
        _ => {}
    }
}

fn not_when_stale(answer: &Answer<'_>, report: &mut Report<'_>) {
    // If the answer was made later than the resolution, the label does not show the age at which the percentage was
    // decided.
    let at_once = answer.generated_at().is_some() && answer.generated_at() == answer.resolved_at();
    let stale = answer.headline_band() == Some("base") && answer.tier("depthBase") == "stale";
    if let Some(pct) = pct(answer).filter(|_| at_once && stale) {
        report.broken(format_args!("{PCT}/value"), pct, "null: the depth is labelled stale");
    }
}

fn reason(answer: &Answer<'_>, report: &mut Report<'_>) {
    let Some(found) = basis(answer, "suppressedReason").and_then(|reason| reason.as_str()) else { return };
    let band = |member| basis(answer, member).and_then(|band| band.as_str());
    let other_band = [band("readingBand"), band("averageBand"), answer.headline_band()]
        .into_iter()
        .flatten()
        .any(|b| b != "base");
    if found == "no_depth" && answer.headline().is_some() {
        return; // `average/fresh-depth` knows the age.
    }
    let expected = if answer.headline().is_none() {
        "no_depth"
    } else if basis(answer, "averageCm").is_some_and(serde_json::Value::is_null) {
        "no_average"
    } else if other_band {
        "band_mismatch"
    } else if answer.data("depthDisagreement").is_object() {
        "depth_disagreement"
    } else if matches!(found, "average_too_small" | "ratio_unbounded") {
        return;
    } else {
        "another reason, or the percentage"
    };
    if found != expected {
        report.broken(format_args!("{BASIS}/suppressedReason"), found, expected);
    }
}

/// Tolerance for sums and quotients of published numbers.
const TINY: f64 = 1e-6;

fn reason_bounds(answer: &Answer<'_>, report: &mut Report<'_>) {
    let policy = &answer.definitions.policy;
    let (Some(headline), Some(average)) = (
        answer.headline().and_then(super::answer::FieldAt::number),
        basis(answer, "averageCm").and_then(|cm| cm.as_f64()),
    ) else {
        return;
    };
    let small = average < policy.average_min_cm || average <= 0.0;
    let unbounded = !small && 100.0 * headline / average > policy.average_max_pct + TINY;
    let reason = basis(answer, "suppressedReason").and_then(|reason| reason.as_str());
    let expected = match (pct(answer), reason) {
        (Some(_), _) if small => "average_too_small",
        (Some(_), _) if unbounded => "ratio_unbounded",
        (None, Some("average_too_small")) if !small => "the percentage: the average is large enough",
        (None, Some("ratio_unbounded")) if !unbounded => "the percentage: the ratio is within bounds",
        _ => return,
    };
    report.broken(format_args!("{BASIS}/suppressedReason"), reason.unwrap_or("null"), expected);
}

fn arithmetic(answer: &Answer<'_>, report: &mut Report<'_>) {
    let Some(pct) = pct(answer) else { return };
    let whole = pct.fract() == 0.0;
    let headline = answer.headline().and_then(super::answer::FieldAt::number);
    let average = basis(answer, "averageCm").and_then(|cm| cm.as_f64()).filter(|cm| *cm > 0.0);
    let expected = headline.zip(average).map(|(headline, average)| 100.0 * headline / average);
    if !whole || expected.is_some_and(|expected| (expected - pct).abs() > 0.5 + TINY) {
        let expected =
            expected.map_or_else(|| "a whole number".to_owned(), |pct| format!("{:.0}", pct.round()));
        report.broken(format_args!("{PCT}/value"), pct, expected);
    } else if basis(answer, "averageCm").is_some() && average.is_none() {
        report.broken(format_args!("{PCT}/value"), pct, "null: the average is missing");
    }
}

fn basis_reading(answer: &Answer<'_>, report: &mut Report<'_>) {
    let (Some(band), Some(source)) = (basis(answer, "readingBand"), basis(answer, "readingSource")) else {
        return;
    };
    let headline = answer.headline().map(|headline| headline.source());
    if source.as_str() != headline {
        let expected = headline.unwrap_or("null");
        report.broken(format_args!("{BASIS}/readingSource"), source, expected);
    }
    let wrong = match answer.headline_band() {
        Some(expected) => band != expected,
        None => headline.is_none() && !band.is_null(),
    };
    if wrong {
        report.broken(format_args!("{BASIS}/readingBand"), band, answer.headline_band().unwrap_or("null"));
    }
}

fn derived(answer: &Answer<'_>, report: &mut Report<'_>) {
    if let Some(field) = answer.field(PCT).filter(|field| !field.is_null() && field.source() != "derived") {
        report.broken(format_args!("{PCT}/source"), field.source(), "derived");
    }
}
