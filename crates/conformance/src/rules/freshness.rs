//! Rules for `meta.freshness`, which is recomputed: age from the times of the observation and the answer, tier from age
//! and source, label from both. Boundaries belong to the fresher tier; published ages may lag by a minute.

use conditions_core::policy::Window;
use conditions_core::time::{DAY_MS, HOUR_MS};
use serde_json::Value;

use super::answer::{Answer, FieldAt, LAG_MS};
use super::json::at;
use super::{Check, Report, Rule, Severity};

pub(super) const RULES: &[Rule] = &[
    Rule {
        id: "freshness/unknown",
        clause: "Tier meanings: unknown \"Not reported\"",
        severity: Severity::Error,
        checks: "the tier is `unknown` exactly if the field has no value",
        fix: "determine the tier of a value by its age",
        check: Check::Envelope(unknown),
    },
    Rule {
        id: "freshness/live",
        clause: "Tier meanings: live \"Operator-entered value within the live window\"; forecast: \"live up to 6 hours\"",
        severity: Severity::Error,
        checks: "only operator values and the forecast are `live`",
        fix: "do not use `live` for feeds, stations and models",
        check: Check::Envelope(live),
    },
    Rule {
        id: "freshness/tier-operator",
        clause: "Tier meanings: live, recent, stale; D2: windows per field",
        severity: Severity::Threshold,
        checks: "an operator's value has the tier of its age",
        fix: "compare its age at generatedAt with the live window and the time to live",
        check: Check::Envelope(tier_operator),
    },
    Rule {
        id: "freshness/tier-scraped",
        clause: "Tier meanings: recent, stale; D2: station 6 h, its depth 48 h, scraped 24 h",
        severity: Severity::Threshold,
        checks: "a scraped value has the tier of its age",
        fix: "compare its age at generatedAt with the time to live",
        check: Check::Envelope(tier_scraped),
    },
    Rule {
        id: "freshness/tier-model",
        clause: "Tier meanings: \"a model snapshot older than 6 hours\" is stale, \"Model value within 6 hours\" estimated",
        severity: Severity::Error,
        checks: "a model's value has the tier of its snapshot's age",
        fix: "count from the capture of the weather snapshot",
        check: Check::Envelope(tier_model),
    },
    Rule {
        id: "freshness/tier-forecast",
        clause: "\"The `forecast` freshness is age-assessed: live up to 6 hours, recent up to 12 hours, then stale\"",
        severity: Severity::Error,
        checks: "the forecast has the tier of its snapshot's age",
        fix: "use only its age",
        check: Check::Envelope(tier_forecast),
    },
    Rule {
        id: "freshness/tier-estimated",
        clause: "Tier meanings: estimated \"profile or derived values, or operator/model values without a timestamp\"",
        severity: Severity::Error,
        checks: "reference data, derived and undated values are `estimated`",
        fix: "use `estimated`: a value without an age is never live, recent or stale",
        check: Check::Envelope(tier_estimated),
    },
    Rule {
        id: "freshness/age",
        clause: "fieldFreshness: ageHours \"Hours since the observation … null when there is no usable timestamp\"",
        severity: Severity::Error,
        checks: "`ageHours` is the time from `observedAt` to `generatedAt`; null if `observedAt` or the value is null",
        fix: "compute it when the answer is made",
        check: Check::Envelope(age),
    },
    Rule {
        id: "freshness/age-decimals",
        clause: "D2: \"rounded to one decimal and never negative\"",
        severity: Severity::Warning,
        checks: "`ageHours` has one decimal and is not negative",
        fix: "round to tenths of an hour",
        check: Check::Envelope(age_decimals),
    },
    Rule {
        id: "freshness/label-form",
        clause: "fieldFreshness: label \"Forms: …\"",
        severity: Severity::Error,
        checks: "the label is one of the seven forms",
        fix: "use one of the seven forms",
        check: Check::Envelope(label_form),
    },
    Rule {
        id: "freshness/label",
        clause: "fieldFreshness: label; D2: table of tiers and labels",
        severity: Severity::Error,
        checks: "the form of the label matches the tier and the source",
        fix: "derive the label from the tier",
        check: Check::Envelope(label),
    },
    Rule {
        id: "freshness/label-number",
        clause: "fieldFreshness: label `<n>`; D2: \"the age rounded down, at least 1\"",
        severity: Severity::Error,
        checks: "the number in the label is the age in whole hours or days",
        fix: "round the age down, at least 1",
        check: Check::Envelope(label_number),
    },
];

/// Class of a member, which determines its windows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Class {
    Depth,
    Terrain,
    Surface,
    Forecast,
}

/// Members of `meta.freshness`, with the fields that they describe.
const MEMBERS: [(&str, &str, Class); 8] = [
    ("baseDepthCm", "/data/baseDepthCm", Class::Depth),
    ("depthBase", "/data/depth/base", Class::Depth),
    ("depthMid", "/data/depth/mid", Class::Depth),
    ("depthSummit", "/data/depth/summit", Class::Depth),
    ("lifts", "/data/lifts", Class::Terrain),
    ("runs", "/data/runs", Class::Terrain),
    ("surface", "/data/surface", Class::Surface),
    ("forecast", "/data/forecast/next7dCm", Class::Forecast),
];

/// A member of `meta.freshness` with its field.
struct FreshnessMember<'a> {
    name: &'static str,
    class: Class,
    json: &'a Value,
    /// The field, if it has a value.
    field: Option<FieldAt<'a>>,
    /// Age at `generatedAt`, in milliseconds; `None` without a usable timestamp.
    age: Option<i64>,
}

impl FreshnessMember<'_> {
    fn tier(&self) -> &str {
        at(self.json, &["tier"]).as_str().unwrap_or("")
    }

    fn label(&self) -> Option<&str> {
        at(self.json, &["label"]).as_str()
    }

    fn source(&self) -> &str {
        self.field.map_or("none", FieldAt::source)
    }

    fn path(&self, member: &str) -> String {
        format!("/meta/freshness/{}/{member}", self.name)
    }
}

fn each(answer: &Answer<'_>, mut judge: impl FnMut(&FreshnessMember<'_>)) {
    let Some(generated) = answer.generated_at() else { return };
    let tolerance = answer.definitions.policy.future_tolerance_ms;
    for (name, path, class) in MEMBERS {
        let json = answer.at(&["meta", "freshness", name]);
        if !json.is_object() {
            continue;
        }
        let field = answer.field(path).filter(|field| !field.is_null());
        let age = field.and_then(FieldAt::observed_at).map(|at| generated.since(at));
        let age = age.filter(|age| *age >= -tolerance).map(|age| age.max(0));
        judge(&FreshnessMember { name, class, json, field, age });
    }
}

fn unknown(answer: &Answer<'_>, report: &mut Report<'_>) {
    each(answer, |shown| match (shown.tier(), shown.field) {
        ("unknown", Some(field)) => report.broken(
            shown.path("tier"),
            "unknown",
            format_args!("a tier: the value is {}", field.value()),
        ),
        ("live" | "recent" | "stale" | "estimated", None) => {
            report.broken(shown.path("tier"), shown.tier(), "unknown: the value is null");
        }
        _ => {}
    });
}

fn live(answer: &Answer<'_>, report: &mut Report<'_>) {
    each(answer, |shown| {
        if shown.tier() == "live"
            && shown.class != Class::Forecast
            && !matches!(shown.source(), "operator" | "none")
        {
            report.broken(
                shown.path("tier"),
                format_args!("live with source {}", shown.source()),
                "live for an operator's value",
            );
        }
    });
}

/// Checks the tier of dated values of one source; `expected` returns the tier of an age.
fn tier_by_age(
    answer: &Answer<'_>,
    report: &mut Report<'_>,
    concerns: impl Fn(&FreshnessMember<'_>) -> bool,
    expected: impl Fn(&FreshnessMember<'_>, i64) -> &'static [&'static str],
) {
    each(answer, |shown| {
        let Some(age) = shown.age.filter(|_| concerns(shown) && shown.tier() != "unknown") else { return };
        let allowed = expected(shown, age);
        let lagging = expected(shown, (age - LAG_MS).max(0));
        if !allowed.contains(&shown.tier()) && !lagging.contains(&shown.tier()) {
            let hours = age as f64 / HOUR_MS as f64;
            let found = format!("{} at {hours:.2} h", shown.tier());
            report.broken(shown.path("tier"), found, allowed.join(" or "));
        }
    });
}

fn tier_operator(answer: &Answer<'_>, report: &mut Report<'_>) {
    let policy = &answer.definitions.policy;
    let concerns =
        |shown: &FreshnessMember<'_>| shown.source() == "operator" && shown.class != Class::Forecast;
    tier_by_age(answer, report, concerns, |shown, age| {
        let Window { live_ms, ttl_ms } = match shown.class {
            Class::Depth | Class::Forecast => policy.depth,
            Class::Terrain => policy.terrain,
            Class::Surface => policy.surface,
        };
        match age {
            age if age <= live_ms => &["live"],
            age if age <= ttl_ms => &["recent"],
            _ => &["stale"],
        }
    });
}

fn tier_scraped(answer: &Answer<'_>, report: &mut Report<'_>) {
    let policy = &answer.definitions.policy;
    let concerns =
        |shown: &FreshnessMember<'_>| shown.source() == "scraped" && shown.class != Class::Forecast;
    tier_by_age(answer, report, concerns, |shown, age| {
        // Station values and website values have the same source and different times to live; stations do not count
        // lifts.
        let site = policy.scraped_ttl_ms;
        let station = match shown.class {
            Class::Depth => policy.depth.ttl_ms,
            Class::Terrain => site,
            _ => policy.station_ttl_ms,
        };
        match age {
            age if age <= site.min(station) => &["recent"],
            age if age <= site.max(station) => &["recent", "stale"],
            _ => &["stale"],
        }
    });
}

fn tier_model(answer: &Answer<'_>, report: &mut Report<'_>) {
    let ttl = answer.definitions.policy.model_ttl_ms;
    let concerns = |shown: &FreshnessMember<'_>| shown.source() == "model" && shown.class != Class::Forecast;
    tier_by_age(answer, report, concerns, |_, age| if age <= ttl { &["estimated"] } else { &["stale"] });
}

fn tier_forecast(answer: &Answer<'_>, report: &mut Report<'_>) {
    let policy = &answer.definitions.policy;
    tier_by_age(
        answer,
        report,
        |shown| shown.class == Class::Forecast,
        |_, age| match age {
            age if age <= policy.forecast_live_ms => &["live"],
            age if age <= policy.forecast_recent_ms => &["recent"],
            _ => &["stale"],
        },
    );
}

fn tier_estimated(answer: &Answer<'_>, report: &mut Report<'_>) {
    each(answer, |shown| {
        let reference = matches!(shown.source(), "profile" | "derived") && shown.class != Class::Forecast;
        let undated = shown.field.is_some() && shown.age.is_none();
        if (reference || undated) && matches!(shown.tier(), "live" | "recent" | "stale") {
            let found = format!("{} with source {}", shown.tier(), shown.source());
            report.broken(shown.path("tier"), found, "estimated");
        }
    });
}

/// Half of the last decimal with a tolerance for floats, in hours.
const HALF: f64 = 0.05 + 1e-6;

fn age(answer: &Answer<'_>, report: &mut Report<'_>) {
    let lag = LAG_MS as f64 / HOUR_MS as f64;
    each(answer, |shown| {
        let Some(found) = shown.json.get("ageHours") else { return };
        let expected = shown.age.map(|age| age as f64 / HOUR_MS as f64);
        let agrees = match (found.as_f64(), expected) {
            (Some(found), Some(expected)) => found >= expected - lag - HALF && found <= expected + HALF,
            (None, None) => true,
            _ => !(found.is_null() || found.is_number()),
        };
        if !agrees {
            let expected = expected.map_or_else(|| "null".to_owned(), |hours| format!("{hours:.1}"));
            report.broken(shown.path("ageHours"), found, expected);
        }
    });
}

fn age_decimals(answer: &Answer<'_>, report: &mut Report<'_>) {
    each(answer, |shown| {
        let Some(hours) = at(shown.json, &["ageHours"]).as_f64() else { return };
        let tenths = hours * 10.0;
        // Above a million years a float has no precision for tenths.
        if hours < 0.0 || ((tenths.round() - tenths).abs() > 1e-6 && tenths < 1e9) {
            report.broken(shown.path("ageHours"), hours, "0 or more, one decimal");
        }
    });
}

/// The forms of the label; `#` is the number.
const FORMS: [&str; 7] = [
    "live",
    "as of #h ago",
    "stale (#d ago)",
    "modelled #h ago",
    "stale (modelled #h ago)",
    "estimated",
    "not reported",
];

/// Returns the form of a label and its number.
fn read(label: &str) -> Option<(&'static str, Option<i64>)> {
    FORMS.into_iter().find_map(|form| {
        let Some((before, after)) = form.split_once('#') else {
            return (form == label).then_some((form, None));
        };
        let digits = label.strip_prefix(before)?.strip_suffix(after)?;
        let plain = digits.bytes().all(|byte| byte.is_ascii_digit()) && !digits.starts_with('0');
        Some((form, Some(digits.parse().ok().filter(|_| plain)?)))
    })
}

fn label_form(answer: &Answer<'_>, report: &mut Report<'_>) {
    each(answer, |shown| {
        if let Some(label) = shown.label().filter(|label| read(label).is_none()) {
            report.broken(shown.path("label"), label, FORMS.join(", ").replace('#', "<n>"));
        }
    });
}

fn label(answer: &Answer<'_>, report: &mut Report<'_>) {
    each(answer, |shown| {
        let Some((form, _)) = shown.label().and_then(read) else { return };
        let modelled = shown.source() == "model" || shown.class == Class::Forecast;
        let expected = match shown.tier() {
            "unknown" => "not reported",
            "live" => "live",
            "recent" => "as of #h ago",
            "stale" if modelled => "stale (modelled #h ago)",
            "stale" => "stale (#d ago)",
            "estimated"
                if shown.source() == "model" && shown.class != Class::Forecast && shown.age.is_some() =>
            {
                "modelled #h ago"
            }
            "estimated" => "estimated",
            _ => return,
        };
        if form != expected {
            report.broken(shown.path("label"), shown.label().unwrap_or(""), expected.replace('#', "<n>"));
        }
    });
}

fn label_number(answer: &Answer<'_>, report: &mut Report<'_>) {
    each(answer, |shown| {
        let (Some((form, Some(found))), Some(age)) = (shown.label().and_then(read), shown.age) else {
            return;
        };
        let unit = if form.contains("#d") { DAY_MS } else { HOUR_MS };
        let whole = |age: i64| (age / unit).max(1);
        if !(whole(age - LAG_MS)..=whole(age)).contains(&found) {
            report.broken(
                shown.path("label"),
                shown.label().unwrap_or(""),
                form.replace('#', &whole(age).to_string()),
            );
        }
    });
}
