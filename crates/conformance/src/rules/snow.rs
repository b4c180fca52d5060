//! Rules for snow quality and the temperature of the snow surface: measured or modelled, and never mixed.

use super::answer::{Answer, FieldAt};
use super::json::at;
use super::{Check, Report, Rule, Severity};

pub(super) const RULES: &[Rule] = &[
    Rule {
        id: "snow/modeled-has-no-density",
        clause: "data: snowQuality.densityRatio \"null for the modeled tier\"",
        severity: Severity::Error,
        checks: "a modelled quality has no density",
        fix: "publish null",
        check: Check::Envelope(no_density),
    },
    Rule {
        id: "snow/refreeze-modeled",
        clause: "data: snowQuality.refreezeRisk \"modeled tier\"",
        severity: Severity::Error,
        checks: "a measured quality has no refreeze risk",
        fix: "leave the member out",
        check: Check::Envelope(refreeze),
    },
    Rule {
        id: "snow/basis-of-source",
        clause: "data: snowQuality \"Measured from a station's density, or modeled from current weather\"; D1",
        severity: Severity::Error,
        checks: "`measured` has source `scraped` (a station), `modeled` has `model` or `derived`",
        fix: "publish the basis of the label",
        check: Check::Envelope(basis),
    },
    Rule {
        id: "snow/density-label",
        clause: "D7: density bounds of the labels",
        severity: Severity::Threshold,
        checks: "`icy` agrees with the published density; softer labels may describe new snow, whose density is not published",
        fix: "use the stated bounds",
        check: Check::Envelope(density_label),
    },
    Rule {
        id: "snow/surface-measured",
        clause: "data: snowSurfaceTemp \"From a station's measured surface temperature\"; D7 \"a model never fills it\"",
        severity: Severity::Error,
        checks: "a surface temperature comes from a station",
        fix: "publish null if no station measures it",
        check: Check::Envelope(surface_measured),
    },
    Rule {
        id: "snow/surface-frozen",
        clause: "D7: \"0–0.5 °C counts as 0; above 0.5 °C is no snow surface\"",
        severity: Severity::Error,
        checks: "snow is never warmer than 0 °C",
        fix: "drop the reading",
        check: Check::Envelope(surface_frozen),
    },
    Rule {
        id: "snow/surface-state",
        clause: "D7: bounds of `melting`, `near-freezing`, `firm`, `cold`",
        severity: Severity::Threshold,
        checks: "the state agrees with the temperature",
        fix: "use the stated bounds of the states",
        check: Check::Envelope(surface_state),
    },
];

const QUALITY: &str = "/data/snowQuality";
const SURFACE: &str = "/data/snowSurfaceTemp";

fn quality<'a>(answer: &Answer<'a>) -> Option<(FieldAt<'a>, Option<&'a str>)> {
    let field = answer.field(QUALITY)?;
    Some((field, at(field.value(), &["basis"]).as_str()))
}

fn no_density(answer: &Answer<'_>, report: &mut Report<'_>) {
    let Some((field, Some("modeled"))) = quality(answer) else { return };
    let density = at(field.value(), &["densityRatio"]);
    if !density.is_null() {
        report.broken(format_args!("{QUALITY}/value/densityRatio"), density, "null for the modeled tier");
    }
}

fn refreeze(answer: &Answer<'_>, report: &mut Report<'_>) {
    let Some((field, Some("measured"))) = quality(answer) else { return };
    if let Some(risk) = field.value().get("refreezeRisk") {
        report.broken(
            format_args!("{QUALITY}/value/refreezeRisk"),
            risk,
            "nothing: it belongs to the modeled tier",
        );
    }
}

fn basis(answer: &Answer<'_>, report: &mut Report<'_>) {
    let Some((field, Some(basis))) = quality(answer) else { return };
    let agrees = match basis {
        "measured" => field.source() == "scraped",
        "modeled" => matches!(field.source(), "model" | "derived"),
        _ => true,
    };
    if !agrees {
        report.broken(
            format_args!("{QUALITY}/value/basis"),
            format_args!("{basis} with source {}", field.source()),
            "measured with scraped, modeled with model or derived",
        );
    }
}

/// Half of the last decimal of a density: the label is decided before rounding.
const HALF: f64 = 0.005 + 1e-9;

fn density_label(answer: &Answer<'_>, report: &mut Report<'_>) {
    let Some((field, _)) = quality(answer) else { return };
    let Some(density) = at(field.value(), &["densityRatio"]).as_f64() else { return };
    let least = answer.definitions.policy.density_dense;
    if at(field.value(), &["label"]) == "icy" && density < least - HALF {
        report.broken(
            format_args!("{QUALITY}/value/label"),
            format_args!("icy at {density} g/cm³"),
            format_args!("icy from {least} g/cm³"),
        );
    }
}

fn surface<'a>(answer: &Answer<'a>) -> Option<(FieldAt<'a>, f64)> {
    let field = answer.field(SURFACE)?;
    Some((field, at(field.value(), &["tempC"]).as_f64()?))
}

fn surface_measured(answer: &Answer<'_>, report: &mut Report<'_>) {
    let Some(field) = answer.field(SURFACE).filter(|field| !field.is_null()) else { return };
    if field.source() != "scraped" {
        report.broken(format_args!("{SURFACE}/source"), field.source(), "scraped: a station's");
    }
}

fn surface_frozen(answer: &Answer<'_>, report: &mut Report<'_>) {
    if let Some((_, temp)) = surface(answer).filter(|(_, temp)| *temp > 0.0) {
        report.broken(format_args!("{SURFACE}/value/tempC"), temp, "0 or below");
    }
}

/// Half of the last decimal of a temperature.
const HALF_TENTH: f64 = 0.05 + 1e-9;

fn surface_state(answer: &Answer<'_>, report: &mut Report<'_>) {
    let Some((field, temp)) = surface(answer) else { return };
    let policy = &answer.definitions.policy;
    let (state, low, high) = match at(field.value(), &["state"]).as_str() {
        Some("melting") => ("melting", policy.surface_melting_c, f64::INFINITY),
        Some("near-freezing") => ("near-freezing", policy.surface_near_freezing_c, policy.surface_melting_c),
        Some("firm") => ("firm", policy.surface_firm_c, policy.surface_near_freezing_c),
        Some("cold") => ("cold", f64::NEG_INFINITY, policy.surface_firm_c),
        _ => return,
    };
    if temp < low - HALF_TENTH || temp > high + HALF_TENTH {
        report.broken(
            format_args!("{SURFACE}/value/state"),
            format_args!("{state} at {temp} °C"),
            format_args!("{state} from {low} to {high} °C"),
        );
    }
}
