//! Rules for `depthDisagreement`: set if and only if measured and modelled depth contradict each other, with correct
//! numbers.

use super::answer::{Answer, FieldAt};
use super::json::at;
use super::{Check, Report, Rule, Severity};

const PATH: &str = "/data/depthDisagreement";

pub(super) const RULES: &[Rule] = &[
    Rule {
        id: "disagreement/kind",
        clause: "data: depthDisagreement \"a displayed model base is under 50% of a measured mid or summit, or a measured base exceeds the model summit\"",
        severity: Severity::Error,
        checks: "bands and numbers match the kind",
        fix: "set it only for these two contradictions",
        check: Check::Envelope(kind),
    },
    Rule {
        id: "disagreement/ratio",
        clause: "data: depthDisagreement.ratio \"model cm divided by measured cm, 2 decimals\"",
        severity: Severity::Error,
        checks: "the ratio is the quotient of the two numbers",
        fix: "divide the published numbers and round to hundredths",
        check: Check::Envelope(ratio),
    },
    Rule {
        id: "disagreement/as-published",
        clause: "data: depthDisagreement.measured, model; D4 \"tested on the bands as published\"",
        severity: Severity::Error,
        checks: "both sides are the depth tiers as published: value, and source model or measured",
        fix: "copy the tiers",
        check: Check::Envelope(as_published),
    },
    Rule {
        id: "disagreement/missing",
        clause: "data: depthDisagreement \"Set when …\"; D4: what is displayed takes part, whatever its age",
        severity: Severity::Error,
        checks: "it is set if a published modelled depth and a published measured depth contradict each other",
        fix: "set it, and withhold the percentage",
        check: Check::Envelope(missing),
    },
];

const BELOW: &str = "model_base_below_half_measured_upper";
const ABOVE: &str = "measured_base_above_model_summit";

struct StatedDisagreement<'a> {
    kind: &'a str,
    measured: (&'a str, f64, &'a str),
    model: (&'a str, f64),
}

fn stated_disagreement<'a>(answer: &Answer<'a>) -> Option<StatedDisagreement<'a>> {
    let found = answer.data("depthDisagreement");
    let text = |path: &[&str]| at(found, path).as_str();
    Some(StatedDisagreement {
        kind: text(&["kind"])?,
        measured: (
            text(&["measured", "band"])?,
            at(found, &["measured", "cm"]).as_f64()?,
            text(&["measured", "source"])?,
        ),
        model: (text(&["model", "band"])?, at(found, &["model", "cm"]).as_f64()?),
    })
}

fn kind(answer: &Answer<'_>, report: &mut Report<'_>) {
    let Some(StatedDisagreement { kind, measured: (upper, measured, _), model: (band, model) }) =
        stated_disagreement(answer)
    else {
        return;
    };
    let (holds, expected) = match kind {
        BELOW => (
            band == "base"
                && matches!(upper, "mid" | "summit")
                && model < answer.definitions.policy.disagreement_fraction * measured,
            "model base under half of a measured mid or summit",
        ),
        ABOVE => {
            (upper == "base" && band == "summit" && measured > model, "measured base above the model summit")
        }
        _ => return,
    };
    if !holds {
        let found = format!("{kind}: measured {upper} {measured} cm, model {band} {model} cm");
        report.broken(format_args!("{PATH}/kind"), found, expected);
    }
}

/// Half of the last decimal, with a tolerance for floats.
const HALF: f64 = 0.005 + 1e-9;

fn ratio(answer: &Answer<'_>, report: &mut Report<'_>) {
    let Some(StatedDisagreement { measured: (_, measured, _), model: (_, model), .. }) =
        stated_disagreement(answer)
    else {
        return;
    };
    let Some(found) = at(answer.data("depthDisagreement"), &["ratio"]).as_f64() else { return };
    if measured <= 0.0 {
        report.broken(format_args!("{PATH}/measured/cm"), measured, "above 0");
        return;
    }
    let expected = model / measured;
    let whole = ((found * 100.0).round() - found * 100.0).abs() < 1e-6;
    if !whole || (found - expected).abs() > HALF {
        report.broken(format_args!("{PATH}/ratio"), found, format_args!("{expected:.2}"));
    }
}

fn as_published(answer: &Answer<'_>, report: &mut Report<'_>) {
    let Some(StatedDisagreement { measured: (upper, measured, source), model: (band, model), .. }) =
        stated_disagreement(answer)
    else {
        return;
    };
    if !matches!(source, "operator" | "scraped") {
        report.broken(
            format_args!("{PATH}/measured/source"),
            source,
            "operator or scraped: what is measured",
        );
    }
    let is = |field: FieldAt<'_>, cm, source| field.number() == Some(cm) && field.source() == source;
    if !answer.depth(upper).is_some_and(|field| is(field, measured, source)) {
        let found = format!("{upper} {measured} cm, {source}");
        report.broken(format_args!("{PATH}/measured"), found, format_args!("depth.{upper}"));
    }
    if !answer.depth(band).is_some_and(|field| is(field, model, "model")) {
        let found = format!("{band} {model} cm, model");
        report.broken(format_args!("{PATH}/model"), found, format_args!("depth.{band}"));
    }
}

fn missing(answer: &Answer<'_>, report: &mut Report<'_>) {
    if !answer.data("depthDisagreement").is_null() {
        return;
    }
    // Among scraped values, only the headline shows whether a station measured it.
    let measured = |band| {
        let by_station = answer.headline_station().is_some() && answer.headline_band() == Some(band);
        let field = answer.depth(band)?;
        field.number().filter(|_| field.source() == "operator" || field.source() == "scraped" && by_station)
    };
    let model = |band| answer.depth(band).filter(|field| field.source() == "model")?.number();
    let upper = [measured("mid"), measured("summit")].into_iter().flatten();
    let fraction = answer.definitions.policy.disagreement_fraction;
    let below =
        model("base").is_some_and(|base| upper.into_iter().any(|measured| base < fraction * measured));
    let above = measured("base").zip(model("summit"));
    if below || above.is_some_and(|(base, summit)| base > summit) {
        report.broken(PATH, "null", if below { BELOW } else { ABOVE });
    }
}
