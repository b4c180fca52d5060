//! Rules for two answers of one resort at different times: ages grow, times never go back, one resolution is one
//! record.

use conditions_core::time::HOUR_MS;

use super::answer::{Answer, LAG_MS};
use super::json::{at, same, timestamp};
use super::{Check, Report, Rule, Severity};

pub(super) const RULES: &[Rule] = &[
    Rule {
        id: "samples/resolved-never-back",
        clause: "meta: resolvedAt \"When the resolver produced the truth; drives staleness\"",
        severity: Severity::Error,
        checks: "a later answer does not have an older resolution",
        fix: "do not let replicas or caches serve older records after newer ones",
        check: Check::Samples(resolved),
    },
    Rule {
        id: "samples/generated-never-back",
        clause: "meta: generatedAt \"When this response was serialized\"",
        severity: Severity::Error,
        checks: "a later answer was not serialised earlier",
        fix: "do not serve older answers after newer ones",
        check: Check::Samples(generated),
    },
    Rule {
        id: "samples/ages-grow",
        clause: "fieldFreshness: ageHours \"Hours since the observation\"; D2 \"Ages are measured at `generatedAt`\"",
        severity: Severity::Error,
        checks: "the age of an unchanged observation grows with the time between the answers",
        fix: "compute ages when the answer is made; do not cache them longer than a minute",
        check: Check::Samples(ages_grow),
    },
    Rule {
        id: "samples/never-fresher",
        clause: "Tier meanings: \"labels derived from age and source\"",
        severity: Severity::Error,
        checks: "an unchanged observation does not become fresher",
        fix: "derive the tier from the age",
        check: Check::Samples(never_fresher),
    },
    Rule {
        id: "samples/one-resolution-one-record",
        clause: "What the service does, 1: \"A single resolver produces one conditions record per resort\"",
        severity: Severity::Error,
        checks: "two answers with the same `resolvedAt` have the same `data`",
        fix: "resolve once, serve the result everywhere",
        check: Check::Samples(one_record),
    },
    Rule {
        id: "samples/constants",
        clause: "Conditions response envelope: schema; meta: source \"Constant: the service's name\"",
        severity: Severity::Error,
        checks: "slug, service name, version and schema address do not change",
        fix: "take them from the configuration",
        check: Check::Samples(constants),
    },
    Rule {
        id: "tiers/same-but-the-fortnight",
        clause: "next14dCm: \"For a caller without the Pro tier … null\"; Limits: \"7 days; 14 days with Pro\"",
        severity: Severity::Error,
        checks: "for one resolution, an anonymous and a Pro caller see the same except for the 14-day total",
        fix: "withhold only the 14-day fields",
        check: Check::Tiers(same_but),
    },
    Rule {
        id: "tiers/pro-sees-the-fortnight",
        clause: "What the service does, 3: \"7 days for everyone, 14 days with the Pro tier\"",
        severity: Severity::Warning,
        checks: "a Pro caller receives a 14-day total if there is a 7-day total and every day is reported",
        fix: "check the parsing of the token",
        check: Check::Tiers(pro_sees),
    },
];

fn never_back(earlier: &Answer<'_>, later: &Answer<'_>, member: &str, report: &mut Report<'_>) {
    let time = |answer: &Answer<'_>| timestamp(answer.at(&["meta", member]));
    if let (Some(before), Some(after)) = (time(earlier), time(later))
        && after < before
    {
        report.broken(
            format_args!("/meta/{member}"),
            after,
            format_args!("{before} or later, as in an earlier answer"),
        );
    }
}

fn resolved(earlier: &Answer<'_>, later: &Answer<'_>, report: &mut Report<'_>) {
    never_back(earlier, later, "resolvedAt", report);
}

fn generated(earlier: &Answer<'_>, later: &Answer<'_>, report: &mut Report<'_>) {
    never_back(earlier, later, "generatedAt", report);
}

/// Members of `meta.freshness` and the pointers of their fields.
const MEMBERS: [(&str, &str); 8] = [
    ("baseDepthCm", "/data/baseDepthCm"),
    ("depthBase", "/data/depth/base"),
    ("depthMid", "/data/depth/mid"),
    ("depthSummit", "/data/depth/summit"),
    ("lifts", "/data/lifts"),
    ("runs", "/data/runs"),
    ("surface", "/data/surface"),
    ("forecast", "/data/forecast/next7dCm"),
];

/// Returns the members whose observation is equal in both answers.
fn unchanged<'a>(earlier: &'a Answer<'_>, later: &'a Answer<'_>) -> impl Iterator<Item = &'static str> + 'a {
    MEMBERS.into_iter().filter_map(|(name, path)| {
        let (before, after) = (earlier.field(path)?, later.field(path)?);
        let as_before = before.observed_at() == after.observed_at()
            && before.source() == after.source()
            && same(before.value(), after.value());
        as_before.then_some(name)
    })
}

/// Tolerance: two roundings of half a tenth of an hour each.
const ROUNDING: f64 = 0.1 + 1e-6;

fn ages_grow(earlier: &Answer<'_>, later: &Answer<'_>, report: &mut Report<'_>) {
    let (Some(before), Some(after)) = (earlier.generated_at(), later.generated_at()) else { return };
    let between = after.since(before) as f64 / HOUR_MS as f64;
    let slack = ROUNDING + LAG_MS as f64 / HOUR_MS as f64;
    for name in unchanged(earlier, later) {
        let age = |answer: &Answer<'_>| answer.at(&["meta", "freshness", name, "ageHours"]).as_f64();
        if let (Some(old), Some(new)) = (age(earlier), age(later))
            && (new - old - between).abs() > slack
        {
            let path = format!("/meta/freshness/{name}/ageHours");
            report.broken(path, format_args!("{old}, then {new}"), format_args!("{between:.1} h more"));
        }
    }
}

/// Returns the position of a tier in the order of ageing; `estimated` can only become `stale`.
fn place(tier: &str) -> Option<u8> {
    match tier {
        "live" => Some(0),
        "recent" | "estimated" => Some(1),
        "stale" => Some(2),
        _ => None,
    }
}

fn never_fresher(earlier: &Answer<'_>, later: &Answer<'_>, report: &mut Report<'_>) {
    for name in unchanged(earlier, later) {
        let (before, after) = (earlier.tier(name), later.tier(name));
        if let (Some(old), Some(new)) = (place(before), place(after))
            && new < old
        {
            report.broken(
                format_args!("/meta/freshness/{name}/tier"),
                after,
                format_args!("{before} or older"),
            );
        }
    }
}

/// Returns whether both answers have the same resolution.
fn one_resolution(a: &Answer<'_>, b: &Answer<'_>) -> bool {
    a.resolved_at().is_some() && a.resolved_at() == b.resolved_at()
}

fn one_record(earlier: &Answer<'_>, later: &Answer<'_>, report: &mut Report<'_>) {
    if one_resolution(earlier, later) {
        differences(earlier, later, &[], report);
    }
}

/// Reports the members of `data` in which two answers differ.
fn differences(a: &Answer<'_>, b: &Answer<'_>, but: &[&str], report: &mut Report<'_>) {
    let (Some(one), Some(other)) = (a.at(&["data"]).as_object(), b.at(&["data"]).as_object()) else { return };
    for (name, value) in one.iter().filter(|(name, _)| !but.contains(&name.as_str())) {
        let there = other.get(name).unwrap_or(&serde_json::Value::Null);
        if !same(value, there) {
            report.broken(format_args!("/data/{name}"), there, value);
        }
    }
}

fn constants(earlier: &Answer<'_>, later: &Answer<'_>, report: &mut Report<'_>) {
    for path in [&["schemaVersion"][..], &["schema"], &["meta", "source"], &["meta", "slug"]] {
        let (before, after) = (earlier.at(path), later.at(path));
        if before != after {
            report.broken(format_args!("/{}", path.join("/")), after, before);
        }
    }
}

fn same_but(anonymous: &Answer<'_>, pro: &Answer<'_>, report: &mut Report<'_>) {
    if !one_resolution(anonymous, pro) {
        return;
    }
    // The range-guard flag concerns the 14-day total, and may be withheld with it.
    differences(anonymous, pro, &["forecast", "flags"], report);
    for name in ["next7dCm", "peak"] {
        let member = |answer: &Answer<'_>| answer.at(&["data", "forecast", name]).clone();
        if !same(&member(anonymous), &member(pro)) {
            report.broken(format_args!("/data/forecast/{name}"), member(pro), member(anonymous));
        }
    }
}

fn pro_sees(_: &Answer<'_>, pro: &Answer<'_>, report: &mut Report<'_>) {
    let forecast = pro.at(&["data", "forecast"]);
    // If a day of the second week is unknown, the week still has its total.
    let partial = pro.has_flag("forecast_partial_horizon");
    let week = at(forecast, &["next7dCm", "value"]).is_number();
    if week && !partial && at(forecast, &["next14dCm", "value"]).is_null() {
        report.broken("/data/forecast/next14dCm/value", "null", "the 14-day total");
    }
}
