//! Rules for the headline depth: which band leads, by which rule, and its details.

use super::answer::{Answer, BANDS, FieldAt};
use super::json::same;
use super::{Check, Report, Rule, Severity};

const HEADLINE: &str = "/data/displayDepthCm";
const DETAIL: &str = "/data/displayDepthDetail";

pub(super) const RULES: &[Rule] = &[
    Rule {
        id: "depth/headline-null",
        clause: "data: displayDepthCm \"Null when no tier has a value\"",
        severity: Severity::Error,
        checks: "the headline is null exactly when no depth tier has a value",
        fix: "publish the headline of the tiers; null, not 0, if no tier has a value",
        check: Check::Envelope(headline_null),
    },
    Rule {
        id: "depth/headline-band",
        clause: "data: displayDepthCm; displayDepthDetail.elevationBand",
        severity: Severity::Error,
        checks: "the headline equals the tier that the detail names: value, source, time and confidence",
        fix: "copy the leading tier whole",
        check: Check::Envelope(headline_band),
    },
    Rule {
        id: "depth/headline-rule",
        clause: "data: displayDepthCm \"Base-preferred (base, else mid, else summit), except that a fresh measured tier (station or operator) leads over a model or derived base\"; D4: a null base leaves the order unchanged",
        severity: Severity::Error,
        checks: "the leading tier follows the rule that `rule` names",
        fix: "prefer the base; displace only a model or derived base, only by a fresh operator or station value, the nearest to the base; without a base displace nothing",
        check: Check::Envelope(headline_rule),
    },
    Rule {
        id: "depth/headline-fresh",
        clause: "data: displayDepthCm \"a fresh measured tier\"; D2 time to live of operator and station depths",
        severity: Severity::Threshold,
        checks: "a tier that displaced the base was within its time to live when it was resolved",
        fix: "do not lead with an old or undated reading",
        check: Check::Envelope(headline_fresh),
    },
    Rule {
        id: "depth/base-depth",
        clause: "data: baseDepthCm \"The base-preferred headline; equals displayDepthCm except where a measured mid or summit leads over a model base\"",
        severity: Severity::Error,
        checks: "`baseDepthCm` is the first tier of base, mid, summit that has a value",
        fix: "copy that tier whole; source `none` without one",
        check: Check::Envelope(base_depth),
    },
    Rule {
        id: "depth/detail-null",
        clause: "data: displayDepthDetail \"null when displayDepthCm is null\"",
        severity: Severity::Error,
        checks: "the detail is null if the headline is",
        fix: "publish null",
        check: Check::Envelope(detail_null),
    },
    Rule {
        id: "depth/detail-present",
        clause: "data: displayDepthDetail \"Present-only detail for displayDepthCm\"",
        severity: Severity::Warning,
        checks: "a headline has its detail, if the server publishes details",
        fix: "publish the detail, or leave the member out everywhere",
        check: Check::Envelope(detail_present),
    },
    Rule {
        id: "depth/detail-source",
        clause: "data: displayDepthDetail.source (fieldSource)",
        severity: Severity::Error,
        checks: "the detail has the source of the headline",
        fix: "derive both from the same reading",
        check: Check::Envelope(detail_source),
    },
    Rule {
        id: "depth/detail-station",
        clause: "data: displayDepthDetail.stationName; D1: a station is `scraped`, acquired by `direct_api`",
        severity: Severity::Error,
        checks: "if a station is named, the source is `scraped` and `reportedSourceTier` is `direct_api`",
        fix: "name a station only when its reading leads",
        check: Check::Envelope(detail_station),
    },
    Rule {
        id: "depth/reported-tier",
        clause: "data: reportedSourceTier \"of the headline depth when it resolved to a scraped value … Null when the headline depth is operator, model or absent\"",
        severity: Severity::Error,
        checks: "`reportedSourceTier` has a value exactly when the headline is scraped",
        fix: "publish null for any other source, `unknown` for a scraped value of unknown acquisition",
        check: Check::Envelope(reported_tier),
    },
    Rule {
        id: "depth/interpolated",
        clause: "data: depth \"Tiers are reconciled independently … Never interpolated\"",
        severity: Severity::Warning,
        checks: "a derived mid is not the mean of base and summit",
        fix: "publish null for a tier without a report",
        check: Check::Envelope(interpolated),
    },
];

/// Returns the bands that have a value, base first.
fn known_bands<'a>(answer: &Answer<'a>) -> impl Iterator<Item = (&'static str, FieldAt<'a>)> {
    let answer = *answer;
    BANDS.into_iter().filter_map(move |band| Some((band, answer.depth(band)?)))
}

fn is_displaceable(field: FieldAt<'_>) -> bool {
    matches!(field.source(), "model" | "derived")
}

/// Returns whether a value was certainly measured and fresh. An operator's value that is fresh when the answer is made
/// was fresh at resolution. A scraped one may be a station's or a website's, and only a station's is measured.
fn surely_fresh_measured(answer: &Answer<'_>, band: &str, field: FieldAt<'_>) -> bool {
    let member = match band {
        "base" => "depthBase",
        "mid" => "depthMid",
        _ => "depthSummit",
    };
    field.source() == "operator" && matches!(answer.tier(member), "live" | "recent")
}

fn headline_null(answer: &Answer<'_>, report: &mut Report<'_>) {
    let headline = answer.data("displayDepthCm");
    match (known_bands(answer).next(), answer.headline()) {
        (None, _) if !headline.is_null() => report.broken(HEADLINE, headline, "null: no tier has a value"),
        (Some((band, _)), None) => report.broken(HEADLINE, headline, format_args!("a value: {band} has one")),
        _ => {}
    }
}

fn headline_band(answer: &Answer<'_>, report: &mut Report<'_>) {
    let Some(headline) = answer.headline() else { return };
    let agrees = match answer.headline_band() {
        Some(band) => answer.depth(band).is_some_and(|tier| same(tier.json(), headline.json())),
        None => known_bands(answer).any(|(_, tier)| same(tier.json(), headline.json())),
    };
    if !agrees {
        let expected = match answer.headline_band() {
            Some(band) => format!("depth.{band}, whole"),
            None => "one of the depth tiers, whole".to_owned(),
        };
        report.broken(HEADLINE, headline.json(), expected);
    }
}

fn headline_rule(answer: &Answer<'_>, report: &mut Report<'_>) {
    let (Some((preferred, tier)), Some(headline)) = (known_bands(answer).next(), answer.headline()) else {
        return;
    };
    let displaceable = preferred == "base" && is_displaceable(tier);
    let must_lead = known_bands(answer).find(|(band, field)| {
        displaceable && *band != preferred && surely_fresh_measured(answer, band, *field)
    });
    let rule = answer.at(&["data", "displayDepthDetail", "rule"]).as_str();
    let Some(band) = answer.headline_band() else {
        // Without a detail only the value identifies the band.
        if !displaceable && !same(tier.json(), headline.json()) {
            report.broken(
                HEADLINE,
                headline.value(),
                format_args!("depth.{preferred}: it is not a model or derived base"),
            );
        }
        return;
    };
    let expected = match rule {
        Some("base_preferred") if band != preferred => Some(format!("base_preferred gives {preferred}")),
        Some("base_preferred") => {
            must_lead.map(|(band, _)| format!("measured_over_model: {band} is fresh and the operator's"))
        }
        Some("measured_over_model") if !displaceable => {
            Some(format!("base_preferred: {preferred} is not a model or derived base"))
        }
        Some("measured_over_model") if band == preferred => {
            Some("another tier than the preferred one".to_owned())
        }
        Some("measured_over_model") if !matches!(headline.source(), "operator" | "scraped") => {
            Some("a measured tier".to_owned())
        }
        Some("measured_over_model") => must_lead.and_then(|(first, _)| {
            let place = |band: &str| BANDS.iter().position(|known| *known == band);
            (place(first) < place(band)).then(|| format!("{first}: it is nearer to the base"))
        }),
        _ => None,
    };
    if let Some(expected) = expected {
        report.broken(DETAIL, format_args!("{band} by {}", rule.unwrap_or("no rule")), expected);
    }
}

fn headline_fresh(answer: &Answer<'_>, report: &mut Report<'_>) {
    let (Some(headline), Some(resolved)) = (answer.headline(), answer.resolved_at()) else { return };
    if answer.at(&["data", "displayDepthDetail", "rule"]) != "measured_over_model" {
        return;
    }
    let policy = &answer.definitions.policy;
    if !matches!(headline.source(), "operator" | "scraped") {
        return;
    }
    let ttl = policy.depth.ttl_ms;
    let Some(at) = headline.observed_at() else {
        report.broken("/data/displayDepthCm/observedAt", "no time", "the time of a fresh reading");
        return;
    };
    if resolved.since(at) > ttl {
        let oldest = resolved.plus_millis(-ttl);
        report.broken("/data/displayDepthCm/observedAt", at, format_args!("{oldest} or later"));
    }
}

fn base_depth(answer: &Answer<'_>, report: &mut Report<'_>) {
    let Some(base) = answer.field("/data/baseDepthCm") else { return };
    match known_bands(answer).next() {
        Some((band, tier)) if !same(tier.json(), base.json()) => {
            report.broken("/data/baseDepthCm", base.json(), format_args!("depth.{band}, whole"));
        }
        None if !base.is_null() => report.broken("/data/baseDepthCm/value", base.value(), "null"),
        _ => {}
    }
}

fn detail_null(answer: &Answer<'_>, report: &mut Report<'_>) {
    let detail = answer.data("displayDepthDetail");
    if answer.data("displayDepthCm").is_null() && !detail.is_null() {
        report.broken(DETAIL, detail, "null");
    }
}

fn detail_present(answer: &Answer<'_>, report: &mut Report<'_>) {
    let present = answer.at(&["data"]).get("displayDepthDetail").is_some();
    if present && answer.headline().is_some() && answer.data("displayDepthDetail").is_null() {
        report.broken(DETAIL, "null", "the detail of the headline");
    }
}

fn detail_source(answer: &Answer<'_>, report: &mut Report<'_>) {
    let detail = answer.at(&["data", "displayDepthDetail", "source"]);
    let (Some(found), Some(headline)) = (detail.as_str(), answer.headline()) else { return };
    if found != headline.source() {
        report.broken("/data/displayDepthDetail/source", found, headline.source());
    }
}

fn detail_station(answer: &Answer<'_>, report: &mut Report<'_>) {
    let name = answer.at(&["data", "displayDepthDetail", "stationName"]);
    let Some(headline) = answer.headline().filter(|_| name.is_string()) else { return };
    let tier = answer.data("reportedSourceTier");
    if headline.source() != "scraped" || tier != "direct_api" {
        let found = format!("{name} with source {} and tier {tier}", headline.source());
        report.broken("/data/displayDepthDetail/stationName", found, "source scraped and tier direct_api");
    }
}

fn reported_tier(answer: &Answer<'_>, report: &mut Report<'_>) {
    let tier = answer.data("reportedSourceTier");
    let scraped = answer.headline().is_some_and(|headline| headline.source() == "scraped");
    if scraped && tier.is_null() {
        report.broken("/data/reportedSourceTier", "null", "how the scraped headline was acquired");
    } else if !scraped && tier.is_string() {
        report.broken("/data/reportedSourceTier", tier, "null: the headline is not scraped");
    }
}

/// Difference below which two depths look equal to a reader, in centimetres.
const NEAR_CM: f64 = 0.1;

fn interpolated(answer: &Answer<'_>, report: &mut Report<'_>) {
    let cm = |band| answer.depth(band).and_then(FieldAt::number);
    let (Some(base), Some(mid), Some(summit)) = (cm("base"), cm("mid"), cm("summit")) else { return };
    let derived = answer.depth("mid").is_some_and(|mid| mid.source() == "derived");
    if derived && (mid - f64::midpoint(base, summit)).abs() <= NEAR_CM {
        report.broken("/data/depth/mid", mid, "null, or a separate value");
    }
}
