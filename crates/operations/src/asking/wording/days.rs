//! Words for model forecasts, storms and lift risks.

use ask::Feature;
use serde_json::Value;

use super::mountains::name;
use crate::asking::evidence::TextPiece;
use crate::asking::speaker::AnswerWriter;
use crate::asking::units::Unit;

/// Maximum number of storms and hazards that an answer names.
const MOST_STORMS: usize = 3;

fn rows(speaker: &AnswerWriter<'_>, at: &str) -> usize {
    speaker.answer().pointer(at).and_then(Value::as_array).map_or(0, Vec::len)
}

/// Writes the blend, and how far the models agree.
pub(super) fn models(speaker: &mut AnswerWriter<'_>) {
    let name = name(speaker);
    let Some(total) = speaker.cite("/data/totalCm", Unit::Cm) else {
        return speaker.write("forecast unknown", &[("name", &name)]);
    };
    let rating = speaker.word("agreement", "/data/rating").unwrap_or_else(|| speaker.words("unknown"));
    let last = rows(speaker, "/data/days").saturating_sub(1);
    let end = speaker.cite_or_unknown(&format!("/data/days/{last}/date"), Unit::Day);
    speaker.write("models", &[("name", &name), ("snow", &total), ("end", &end), ("rating", &rating)]);
    let mut models = Vec::new();
    for nth in 0..rows(speaker, "/data/models") {
        let Some(snow) = speaker.cite(&format!("/data/models/{nth}/totalCm"), Unit::Cm) else { continue };
        let at = format!("/data/models/{nth}/model");
        let model = match speaker.word("model", &at) {
            Some(model) => model,
            None => speaker.cite_or_unknown(&at, Unit::Text),
        };
        models.extend(speaker.phrase("named amount", &[("name", &model), ("amount", &snow)]));
    }
    if models.is_empty() {
        return speaker.write("models need pro", &[]);
    }
    let models = speaker.list(&models);
    speaker.write("models each", &[("models", &models)]);
}

/// Writes the biggest storms; those of one state, if the question names one.
pub(super) fn storms(speaker: &mut AnswerWriter<'_>, state: Option<&str>) {
    let mut storms = Vec::new();
    for nth in 0..rows(speaker, "/data/events") {
        if storms.len() == MOST_STORMS {
            break;
        }
        let at = format!("/data/events/{nth}");
        let own = speaker.answer().pointer(&format!("{at}/state")).and_then(Value::as_str);
        if state.is_some_and(|state| own != Some(state)) {
            continue;
        }
        let Some(name) = area(speaker, &at) else { continue };
        let start = speaker.cite_or_unknown(&format!("{at}/start"), Unit::Day);
        let end = speaker.cite_or_unknown(&format!("{at}/end"), Unit::Day);
        let snow = speaker.cite_or_unknown(&format!("{at}/maxTotalCm"), Unit::Cm);
        storms.extend(
            speaker.phrase("storm", &[("name", &name), ("start", &start), ("end", &end), ("snow", &snow)]),
        );
    }
    if storms.is_empty() {
        let known = speaker.answer().pointer("/data/available").and_then(Value::as_bool).unwrap_or(false);
        return speaker.write(if known { "storms none" } else { "storms unknown" }, &[]);
    }
    let storms = speaker.lines(&storms);
    speaker.write("storms", &[("storms", &storms)]);
}

/// Returns the state of a storm with its country's name, or else the storm's name.
fn area(speaker: &mut AnswerWriter<'_>, at: &str) -> Option<TextPiece> {
    let country = speaker.word("country", &format!("{at}/country"));
    match (speaker.cite(&format!("{at}/state"), Unit::Text), country) {
        (Some(state), Some(country)) => speaker.phrase("area", &[("state", &state), ("country", &country)]),
        (None, Some(country)) => Some(country),
        (_, None) => speaker.cite(&format!("{at}/name"), Unit::Text),
    }
}

/// Writes what may hold up lifts in the next two days: the hazards present, and those that the question names.
pub(super) fn risk(speaker: &mut AnswerWriter<'_>, asks: &dyn Fn(Feature) -> bool) {
    let name = name(speaker);
    let (mut risks, mut unknown, mut any) = (Vec::new(), false, false);
    for nth in 0..rows(speaker, "/data/hazards") {
        let at = format!("/data/hazards/{nth}");
        let text = |member: &str| speaker.answer().pointer(&format!("{at}/{member}")).and_then(Value::as_str);
        let (level, kind) = (text("level"), text("kind"));
        unknown |= level.is_none();
        let is_asked = match kind {
            Some("windHold") => asks(Feature::WindHold) || asks(Feature::Wind),
            Some("visibility") => asks(Feature::Visibility),
            _ => false,
        };
        any |= level.is_some_and(|level| level != "none");
        if level.is_none_or(|level| level == "none" && !is_asked) {
            continue;
        }
        let (kind, level) =
            (speaker.word("hazard", &format!("{at}/kind")), speaker.word("risk", &format!("{at}/level")));
        if let Some((kind, level)) = kind.zip(level) {
            risks.extend(speaker.phrase("risk one", &[("kind", &kind), ("level", &level)]));
        }
    }
    let available = speaker.answer().pointer("/data/available").and_then(Value::as_bool).unwrap_or(false);
    if !available {
        return speaker.write("risk unknown", &[("name", &name)]);
    }
    if risks.is_empty() || (!any && !unknown) {
        return speaker.write(if unknown { "risk unknown" } else { "risks none" }, &[("name", &name)]);
    }
    let risks = speaker.list(&risks);
    speaker.write("risks", &[("name", &name), ("risks", &risks)]);
}
