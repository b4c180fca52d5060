//! Several resorts: rankings, comparisons, summaries.

use ask::{Feature, Reading};
use serde_json::Value;

use super::mountains::name;
use crate::asking::evidence::Shown;
use crate::asking::speaker::Speaker;
use crate::asking::units::Unit;

/// Rows that a sentence holds.
const MOST_ROWS: usize = 5;

fn rows(speaker: &Speaker<'_>, at: &str) -> usize {
    speaker.answer().pointer(at).and_then(Value::as_array).map_or(0, Vec::len)
}

/// Names with an amount each.
fn named(speaker: &mut Speaker<'_>, at: &str, member: &str, unit: Unit) -> Vec<Shown> {
    let mut named = Vec::new();
    for nth in 0..rows(speaker, at).min(MOST_ROWS) {
        let Some(name) = speaker.cite(&format!("{at}/{nth}/name"), Unit::Text) else { continue };
        let amount = speaker.cite_or_unknown(&format!("{at}/{nth}/{member}"), unit);
        named.extend(speaker.phrase("named amount", &[("name", &name), ("amount", &amount)]));
    }
    named
}

/// A ranking by what it is ordered by.
pub(super) fn ranked(speaker: &mut Speaker<'_>, reading: &Reading) {
    let sort = reading.arguments.iter().find(|(name, _)| *name == "sort").map(|(_, sort)| sort.as_str());
    let (key, member, unit) = match (reading.operation, sort) {
        ("find_best_powder", _) | (_, Some("snowfall")) => ("ranked snowfall", "snowfall24hCm", Unit::Cm),
        (_, Some("forecast")) => ("ranked forecast", "next7dCm", Unit::Cm),
        (_, Some("elevation")) => ("ranked elevation", "elevation/summitM", Unit::Metres),
        (_, Some("score")) => ("ranked score", "score", Unit::Points),
        _ => ("ranked depth", "displayDepthCm", Unit::Cm),
    };
    let named = named(speaker, "/data", member, unit);
    if named.is_empty() {
        return speaker.say("list empty", &[]);
    }
    let named = speaker.list(&named);
    speaker.say(key, &[("rows", &named)]);
    if reading.operation == "find_resorts_by_criteria"
        && let Some(total) = speaker.cite("/meta/total", Unit::Count)
    {
        speaker.say("matching", &[("total", &total)]);
    }
}

/// Resorts of a name.
pub(super) fn found(speaker: &mut Speaker<'_>) {
    let mut found = Vec::new();
    for nth in 0..rows(speaker, "/data").min(MOST_ROWS) {
        let Some(name) = speaker.cite(&format!("/data/{nth}/name"), Unit::Text) else { continue };
        let slug = speaker.cite_or_unknown(&format!("/data/{nth}/slug"), Unit::Text);
        found.extend(speaker.phrase("named amount", &[("name", &name), ("amount", &slug)]));
    }
    if found.is_empty() {
        return speaker.say("found none", &[]);
    }
    let found = speaker.list(&found);
    speaker.say("found", &[("rows", &found)]);
}

/// Resorts side by side, in what was asked about.
pub(super) fn compared(speaker: &mut Speaker<'_>, asks: &dyn Fn(Feature) -> bool) {
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
        let mut named = Vec::new();
        for nth in 0..rows(speaker, "/data/resorts") {
            let Some(name) = speaker.cite(&format!("/data/resorts/{nth}/name"), Unit::Text) else { continue };
            let amount =
                speaker.cite_or_unknown(&format!("/data/dimensions/{place}/values/{nth}/value"), unit);
            named.extend(speaker.phrase("named amount", &[("name", &name), ("amount", &amount)]));
        }
        let named = speaker.list(&named);
        speaker.say(key, &[("rows", &named)]);
    }
}

/// A region as a whole.
pub(super) fn summary(speaker: &mut Speaker<'_>) {
    let count = speaker.cite_or_unknown("/data/resortCount", Unit::Count);
    let open = speaker.cite_or_unknown("/data/status/open", Unit::Count);
    speaker.say("summary", &[("count", &count), ("open", &open)]);
    match speaker.cite("/data/displayDepthCm/median", Unit::Cm) {
        Some(median) => {
            let highest = speaker.cite_or_unknown("/data/displayDepthCm/highest", Unit::Cm);
            speaker.say("summary depth", &[("median", &median), ("highest", &highest)]);
        }
        None => speaker.say("summary depth unknown", &[]),
    }
    if let Some(week) = speaker.cite("/data/next7dCm/median", Unit::Cm) {
        speaker.say("summary week", &[("snow", &week)]);
    }
    let best = named(speaker, "/data/top/depth", "displayDepthCm", Unit::Cm);
    if !best.is_empty() {
        let best = speaker.list(&best);
        speaker.say("ranked depth", &[("rows", &best)]);
    }
}

/// Whose season opens on a day.
pub(super) fn openings(speaker: &mut Speaker<'_>) {
    let mut opening = Vec::new();
    for nth in 0..rows(speaker, "/data").min(MOST_ROWS) {
        opening.extend(speaker.cite(&format!("/data/{nth}/name"), Unit::Text));
    }
    if opening.is_empty() {
        return speaker.say("openings none", &[]);
    }
    let day = speaker.cite_or_unknown("/data/0/opening/date", Unit::Date);
    let total = speaker.cite_or_unknown("/meta/total", Unit::Count);
    let opening = speaker.list(&opening);
    speaker.say("openings", &[("day", &day), ("total", &total), ("rows", &opening)]);
    speaker.say("openings notice", &[]);
}

/// The mountains of a destination.
pub(super) fn destination(speaker: &mut Speaker<'_>) {
    let hub = name(speaker);
    let count = speaker.cite_or_unknown("/data/resortCount", Unit::Count);
    speaker.say("hub", &[("name", &hub), ("count", &count)]);
    let named = named(speaker, "/data/resorts", "displayDepthCm", Unit::Cm);
    if !named.is_empty() {
        let named = speaker.list(&named);
        speaker.say("hub depth", &[("rows", &named)]);
    }
}
