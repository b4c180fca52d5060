//! Rules for lifts, runs and the terrain split by ability.

use super::answer::Answer;
use super::json::at;
use super::{Check, Report, Rule, Severity};

pub(super) const RULES: &[Rule] = &[
    Rule {
        id: "terrain/open-within-total",
        clause: "data: lifts, runs \"`open` is null when it cannot be reconciled with the profile total\"; D6",
        severity: Severity::Error,
        checks: "the number of open lifts or runs is at most the total",
        fix: "publish open null and raise `open_exceeds_total`",
        check: Check::Envelope(open_within_total),
    },
    Rule {
        id: "terrain/open-is-reported",
        clause: "data: lifts, runs \"`open` and `total` resolve from the same source\"; fieldSource: profile \"Static reference data\"",
        severity: Severity::Error,
        checks: "a count of open lifts or runs does not come from reference data or a model",
        fix: "publish open null with a profile's total",
        check: Check::Envelope(open_is_reported),
    },
    Rule {
        id: "terrain/ability-about-100",
        clause: "data: abilityPct \"Present only when all four tiers exist and sum to about 100; else value is null\"",
        severity: Severity::Error,
        checks: "the four tiers sum to between 90 and 110, whatever tolerance is stated",
        fix: "publish percentages, or null for a split that does not add up",
        check: Check::Envelope(ability_about_100),
    },
    Rule {
        id: "terrain/ability-sum",
        clause: "data: abilityPct \"Present only when all four tiers exist and sum to about 100\"; D6: 98–102",
        severity: Severity::Threshold,
        checks: "the four tiers sum to 100 within the stated tolerance",
        fix: "publish null for a split that does not add up",
        check: Check::Envelope(ability_sum),
    },
];

fn open_within_total(answer: &Answer<'_>, report: &mut Report<'_>) {
    for path in ["/data/lifts", "/data/runs"] {
        let Some(field) = answer.field(path) else { continue };
        let count = |name| at(field.json(), &["value", name]).as_f64();
        if let (Some(open), Some(total)) = (count("open"), count("total"))
            && open > total
        {
            report.broken(format_args!("{path}/value/open"), open, format_args!("{total} or fewer, or null"));
        }
    }
}

fn open_is_reported(answer: &Answer<'_>, report: &mut Report<'_>) {
    for path in ["/data/lifts", "/data/runs"] {
        let Some(field) = answer.field(path) else { continue };
        let open = at(field.json(), &["value", "open"]);
        if open.is_number() && matches!(field.source(), "profile" | "model") {
            report.broken(format_args!("{path}/value/open"), open, "null: there is no count");
        }
    }
}

/// Sums that can be called "about 100".
const ABOUT: std::ops::RangeInclusive<f64> = 90.0..=110.0;

/// Returns the sum of the four tiers, or `None` unless all four are numbers.
fn ability_total(answer: &Answer<'_>) -> Option<f64> {
    let field = answer.field("/data/abilityPct")?;
    let tiers = ["beginner", "intermediate", "advanced", "expert"];
    tiers.iter().map(|tier| at(field.value(), &[tier]).as_f64()).sum()
}

fn ability_about_100(answer: &Answer<'_>, report: &mut Report<'_>) {
    if let Some(sum) = ability_total(answer).filter(|sum| !ABOUT.contains(sum)) {
        report.broken("/data/abilityPct/value", sum, "a sum of about 100, or null");
    }
}

fn ability_sum(answer: &Answer<'_>, report: &mut Report<'_>) {
    let tolerance = answer.definitions.policy.ability_tolerance_pct + 1e-6;
    // A sum outside this range is reported only by the rule above.
    if let Some(sum) = ability_total(answer).filter(|sum| ABOUT.contains(sum))
        && (sum - 100.0).abs() > tolerance
    {
        report.broken("/data/abilityPct/value", sum, format_args!("100 within {tolerance:.0}, or null"));
    }
}
