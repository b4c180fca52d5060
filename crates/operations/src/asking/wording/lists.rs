//! Words for several resorts: rankings, comparisons, summaries.

use ask::{Feature, Reading};
use serde_json::Value;

use super::mountains::name;
use crate::asking::evidence::TextPiece;
use crate::asking::speaker::AnswerWriter;
use crate::asking::units::Unit;

/// Maximum number of rows in a sentence.
const MOST_ROWS: usize = 5;

fn rows(speaker: &AnswerWriter<'_>, at: &str) -> usize {
    speaker.answer().pointer(at).and_then(Value::as_array).map_or(0, Vec::len)
}

/// Lists names with an amount each; with `has_some` only those whose amount is more than 0.
fn list_names(
    speaker: &mut AnswerWriter<'_>,
    at: &str,
    member: &str,
    unit: Unit,
    has_some: bool,
) -> Vec<TextPiece> {
    let mut named = Vec::new();
    for nth in 0..rows(speaker, at).min(MOST_ROWS) {
        let at = format!("{at}/{nth}");
        let amount = speaker.answer().pointer(&format!("{at}/{member}")).and_then(Value::as_f64);
        if has_some && amount.is_none_or(|amount| amount <= 0.0) {
            continue;
        }
        let Some(name) = speaker.name_at(&at) else { continue };
        let amount = speaker.cite_or_unknown(&format!("{at}/{member}"), unit);
        let basis = match member.strip_suffix("/value") {
            Some(reading) => speaker.listed_basis(&format!("{at}/{reading}/source")),
            None => TextPiece::words(""),
        };
        let slots = [("name", &name), ("amount", &amount), ("basis", &basis)];
        named.extend(speaker.phrase("named amount basis", &slots));
    }
    named
}

/// Writes a ranking by the quantity that orders it.
pub(super) fn ranked(speaker: &mut AnswerWriter<'_>, reading: &Reading) {
    let sort = reading.arguments.iter().find(|(name, _)| *name == "sort").map(|(_, sort)| sort.as_str());
    let is_least = |name: &str| reading.arguments.iter().any(|(known, _)| *known == name);
    let (key, member, unit) = match (reading.operation, sort) {
        // The quantity with a required minimum is shown, whatever the order.
        ("find_resorts_by_criteria", Some("score")) if is_least("minDepth") => {
            ("matching depth", "displayDepthCm", Unit::Cm)
        }
        ("find_resorts_by_criteria", Some("score")) if is_least("minElevation") => {
            ("ranked elevation", "elevation/summitM", Unit::Metres)
        }
        ("find_best_powder", _) => ("ranked snowfall", "snowfall24h/value", Unit::Cm),
        (_, Some("snowfall")) => ("ranked snowfall", "snowfall24hCm", Unit::Cm),
        (_, Some("forecast")) => ("ranked forecast", "next7dCm", Unit::Cm),
        (_, Some("elevation")) => ("ranked elevation", "elevation/summitM", Unit::Metres),
        (_, Some("score")) => ("ranked score", "score", Unit::Points),
        _ => ("ranked depth", "displayDepthCm", Unit::Cm),
    };
    let is_of_new_snow = key == "ranked snowfall";
    let named = list_names(speaker, "/data", member, unit, is_of_new_snow);
    if named.is_empty() {
        return speaker.write(if is_of_new_snow { "no new snow" } else { "list empty" }, &[]);
    }
    let named = speaker.list(&named);
    speaker.write(key, &[("rows", &named)]);
    if reading.operation == "find_resorts_by_criteria"
        && let Some(total) = speaker.cite("/meta/total", Unit::Count)
    {
        speaker.write("matching", &[("total", &total)]);
    }
}

/// Writes the resorts that a name matches.
pub(super) fn write_matches(speaker: &mut AnswerWriter<'_>) {
    let mut found = Vec::new();
    for nth in 0..rows(speaker, "/data").min(MOST_ROWS) {
        let at = format!("/data/{nth}");
        let Some(name) = speaker.name_at(&at) else { continue };
        let country = speaker.word("country", &format!("{at}/country"));
        let country =
            country.unwrap_or_else(|| speaker.cite_or_unknown(&format!("{at}/country"), Unit::Text));
        found.extend(speaker.phrase("named amount", &[("name", &name), ("amount", &country)]));
    }
    if found.is_empty() {
        return speaker.write("found none", &[]);
    }
    let found = speaker.list(&found);
    speaker.write("found", &[("rows", &found)]);
}

/// Writes resorts side by side, in the requested dimensions.
pub(super) fn compared(speaker: &mut AnswerWriter<'_>, asks: &dyn Fn(Feature) -> bool) {
    let mut wanted: Vec<(&str, &str, Unit)> = Vec::new();
    for (feature, name, key, unit) in [
        (Feature::Depth, "depth", "compared depth", Unit::Cm),
        (Feature::NewSnow, "snowfall24h", "compared snowfall", Unit::Cm),
        (Feature::Forecast, "forecast7d", "compared forecast", Unit::Cm),
        (Feature::Falls, "forecast7d", "compared forecast", Unit::Cm),
        (Feature::Elevation, "summit", "compared summit", Unit::Metres),
        (Feature::Score, "score", "compared score", Unit::Points),
    ] {
        if asks(feature) && wanted.iter().all(|(known, ..)| *known != name) {
            wanted.push((name, key, unit));
        }
    }
    if wanted.is_empty() {
        wanted = vec![
            ("depth", "compared depth", Unit::Cm),
            ("snowfall24h", "compared snowfall", Unit::Cm),
            ("forecast7d", "compared forecast", Unit::Cm),
        ];
    }
    for (dimension, key, unit) in wanted {
        let dimensions = speaker.answer().pointer("/data/dimensions").and_then(Value::as_array);
        let place = dimensions.and_then(|dimensions| {
            dimensions.iter().position(|one| one.get("dimension").and_then(Value::as_str) == Some(dimension))
        });
        let Some(place) = place else { continue };
        side_by_side(speaker, place, key, unit);
    }
}

/// Writes one dimension of each resort, and which resort has most of it.
fn side_by_side(speaker: &mut AnswerWriter<'_>, place: usize, key: &str, unit: Unit) {
    let dimension = format!("/data/dimensions/{place}");
    let winner = speaker.answer().pointer(&format!("{dimension}/winner")).and_then(Value::as_str);
    let (mut named, mut most) = (Vec::new(), TextPiece::words(""));
    for nth in 0..rows(speaker, "/data/resorts") {
        let at = format!("/data/resorts/{nth}");
        let Some(name) = speaker.name_at(&at) else { continue };
        let amount = speaker.cite_or_unknown(&format!("{dimension}/values/{nth}/value"), unit);
        // The sentence about a forecast already names it as one.
        let basis = match key {
            "compared forecast" => TextPiece::words(""),
            _ => speaker.listed_basis(&format!("{dimension}/values/{nth}/source")),
        };
        let slots = [("name", &name), ("amount", &amount), ("basis", &basis)];
        named.extend(speaker.phrase("named amount basis", &slots));
        let slug = speaker.answer().pointer(&format!("{at}/slug")).and_then(Value::as_str);
        if slug.is_some() && slug == winner {
            most = speaker.phrase("compared most", &[("name", &name)]).unwrap_or(most);
        }
    }
    let named = speaker.list(&named);
    speaker.write(key, &[("rows", &named), ("most", &most)]);
}

/// Writes the summary of a region.
pub(super) fn summary(speaker: &mut AnswerWriter<'_>) {
    let count = speaker.cite_or_unknown("/data/resortCount", Unit::Count);
    let open = speaker.cite_or_unknown("/data/status/OPEN", Unit::Count);
    let unknown = speaker.cite_or_unknown("/data/status/UNKNOWN", Unit::Count);
    speaker.write("summary", &[("count", &count), ("open", &open), ("unknown", &unknown)]);
    match speaker.cite("/data/displayDepthCm/median", Unit::Cm) {
        Some(median) => {
            let highest = speaker.cite_or_unknown("/data/displayDepthCm/highest", Unit::Cm);
            speaker.write("summary depth", &[("median", &median), ("highest", &highest)]);
        }
        None => speaker.write("summary depth unknown", &[]),
    }
    if let Some(week) = speaker.cite("/data/next7dCm/median", Unit::Cm) {
        speaker.write("summary week", &[("snow", &week)]);
    }
    let highest = speaker.answer().pointer("/data/displayDepthCm/highest").and_then(Value::as_f64);
    // Out of season every depth is 0, and 0 is not the deepest.
    if highest.is_none_or(|highest| highest <= 0.0) {
        return;
    }
    let best = list_names(speaker, "/data/top/depth", "displayDepthCm", Unit::Cm, true);
    if !best.is_empty() {
        let best = speaker.list(&best);
        speaker.write("ranked depth", &[("rows", &best)]);
    }
}

/// Writes which seasons open on a day.
pub(super) fn openings(speaker: &mut AnswerWriter<'_>) {
    let mut opening = Vec::new();
    for nth in 0..rows(speaker, "/data").min(MOST_ROWS) {
        opening.extend(speaker.name_at(&format!("/data/{nth}")));
    }
    if opening.is_empty() {
        return speaker.write("openings none", &[]);
    }
    let day = speaker.cite_or_unknown("/data/0/opening/date", Unit::Day);
    let all = speaker.answer().pointer("/meta/total").and_then(Value::as_u64);
    let names = speaker.list(&opening);
    if all.is_some_and(|all| all > opening.len() as u64) {
        let total = speaker.cite_or_unknown("/meta/total", Unit::Count);
        speaker.write("openings", &[("day", &day), ("total", &total), ("rows", &names)]);
    } else {
        speaker.write("openings all", &[("day", &day), ("rows", &names)]);
    }
    speaker.write("openings notice", &[]);
}

/// Writes the mountains of a destination.
pub(super) fn destination(speaker: &mut AnswerWriter<'_>) {
    let hub = name(speaker);
    let count = speaker.cite_or_unknown("/data/resortCount", Unit::Count);
    speaker.write("hub", &[("name", &hub), ("count", &count)]);
    let named = list_names(speaker, "/data/resorts", "displayDepthCm", Unit::Cm, false);
    if !named.is_empty() {
        let named = speaker.list(&named);
        speaker.write("hub depth", &[("rows", &named)]);
    }
}
