//! The days ahead: forecasts, what the models say, storms, and what may hold up lifts.

use ask::{Feature, Reading};
use serde_json::Value;

use super::mountains::name;
use crate::asking::evidence::Shown;
use crate::asking::speaker::Speaker;
use crate::asking::units::Unit;

/// Days that one sentence holds.
const MOST_DAYS: usize = 7;

/// Storms and hazards that an answer names.
const MOST_STORMS: usize = 3;

fn rows(speaker: &Speaker<'_>, at: &str) -> usize {
    speaker.answer().pointer(at).and_then(Value::as_array).map_or(0, Vec::len)
}

/// The days that were asked about.
pub(super) fn forecast(speaker: &mut Speaker<'_>, reading: &Reading) {
    let name = name(speaker);
    let asks = |feature: Feature| reading.topics.contains(&feature);
    let count = rows(speaker, "/data/days");
    let dates: Vec<String> = (0..count)
        .filter_map(|nth| {
            speaker.answer().pointer(&format!("/data/days/{nth}/date"))?.as_str().map(str::to_owned)
        })
        .collect();
    let asked = reading.when.span;
    let within = |date: &String| {
        let Ok(date) = date.parse::<chrono::NaiveDate>() else { return false };
        asked.is_none_or(|span| span.first <= date && date <= span.last)
    };
    let wanted: Vec<usize> =
        dates.iter().enumerate().filter(|(_, date)| within(date)).map(|(nth, _)| nth).collect();
    if wanted.len() == 1 {
        wanted.first().into_iter().for_each(|nth| day(speaker, &name, *nth, &asks));
        return;
    }
    let weather = [Feature::Temperature, Feature::Wind, Feature::Rain, Feature::Cloud].into_iter().any(asks);
    let mut lines = Vec::new();
    for nth in wanted.iter().copied().take(MOST_DAYS) {
        let at = format!("/data/days/{nth}");
        let Some(date) = speaker.cite(&format!("{at}/date"), Unit::Date) else { continue };
        let snow = speaker.cite_or_unknown(&format!("{at}/snowfallCm"), Unit::Cm);
        let line = if weather {
            let low = speaker.cite_or_unknown(&format!("{at}/tempMinC"), Unit::Celsius);
            let high = speaker.cite_or_unknown(&format!("{at}/tempMaxC"), Unit::Celsius);
            let wind = speaker.cite_or_unknown(&format!("{at}/windMaxMps"), Unit::Speed);
            speaker.phrase(
                "day weather",
                &[("date", &date), ("snow", &snow), ("low", &low), ("high", &high), ("wind", &wind)],
            )
        } else {
            speaker.phrase("day snow", &[("date", &date), ("snow", &snow)])
        };
        lines.extend(line);
    }
    if lines.is_empty() {
        return speaker.say("forecast unknown", &[("name", &name)]);
    }
    let lines = if weather { speaker.lines(&lines) } else { speaker.list(&lines) };
    speaker.say("forecast", &[("name", &name), ("days", &lines)]);
    if wanted.iter().any(|nth| needs_pro(speaker, *nth)) {
        speaker.say("needs pro", &[]);
    }
}

fn needs_pro(speaker: &Speaker<'_>, nth: usize) -> bool {
    speaker
        .answer()
        .pointer(&format!("/data/days/{nth}/proRequired"))
        .and_then(Value::as_bool)
        .unwrap_or(false)
}

fn day(speaker: &mut Speaker<'_>, name: &Shown, nth: usize, asks: &dyn Fn(Feature) -> bool) {
    let at = format!("/data/days/{nth}");
    let date = speaker.cite_or_unknown(&format!("{at}/date"), Unit::Date);
    if needs_pro(speaker, nth) {
        return speaker.say("needs pro", &[]);
    }
    let snow = speaker.cite_or_unknown(&format!("{at}/snowfallCm"), Unit::Cm);
    let low = speaker.cite_or_unknown(&format!("{at}/tempMinC"), Unit::Celsius);
    let high = speaker.cite_or_unknown(&format!("{at}/tempMaxC"), Unit::Celsius);
    speaker.say("day", &[("name", name), ("date", &date), ("snow", &snow), ("low", &low), ("high", &high)]);
    if asks(Feature::Wind) {
        let wind = speaker.cite_or_unknown(&format!("{at}/windMaxMps"), Unit::Speed);
        let gust = speaker.cite_or_unknown(&format!("{at}/gustMaxMps"), Unit::Speed);
        speaker.say("day wind", &[("wind", &wind), ("gust", &gust)]);
    }
    if asks(Feature::Rain) {
        let rain = speaker.cite_or_unknown(&format!("{at}/rainMm"), Unit::Millimetres);
        speaker.say("day rain", &[("rain", &rain)]);
    }
    if asks(Feature::Cloud) {
        let cloud = speaker.cite_or_unknown(&format!("{at}/cloudPct"), Unit::Percent);
        speaker.say("day cloud", &[("cloud", &cloud)]);
    }
    if asks(Feature::Odds)
        && let Some(odds) = speaker.cite(&format!("/data/chances/{nth}/atLeast1Cm"), Unit::Share)
    {
        speaker.say("day odds", &[("odds", &odds)]);
    }
}

/// The blend, and how far the models agree.
pub(super) fn models(speaker: &mut Speaker<'_>) {
    let name = name(speaker);
    let Some(total) = speaker.cite("/data/totalCm", Unit::Cm) else {
        return speaker.say("forecast unknown", &[("name", &name)]);
    };
    let rating = speaker.word("agreement", "/data/rating").unwrap_or_else(|| speaker.words("unknown"));
    speaker.say("models", &[("name", &name), ("snow", &total), ("rating", &rating)]);
    let mut models = Vec::new();
    for nth in 0..rows(speaker, "/data/models") {
        let Some(snow) = speaker.cite(&format!("/data/models/{nth}/totalCm"), Unit::Cm) else { continue };
        let model = speaker.cite_or_unknown(&format!("/data/models/{nth}/model"), Unit::Text);
        models.extend(speaker.phrase("named amount", &[("name", &model), ("amount", &snow)]));
    }
    if models.is_empty() {
        return speaker.say("models need pro", &[]);
    }
    let models = speaker.list(&models);
    speaker.say("models each", &[("models", &models)]);
}

/// The biggest storms.
pub(super) fn storms(speaker: &mut Speaker<'_>) {
    let mut storms = Vec::new();
    for nth in 0..rows(speaker, "/data/events").min(MOST_STORMS) {
        let at = format!("/data/events/{nth}");
        let Some(name) = speaker.cite(&format!("{at}/name"), Unit::Text) else { continue };
        let start = speaker.cite_or_unknown(&format!("{at}/start"), Unit::Date);
        let end = speaker.cite_or_unknown(&format!("{at}/end"), Unit::Date);
        let snow = speaker.cite_or_unknown(&format!("{at}/maxTotalCm"), Unit::Cm);
        storms.extend(
            speaker.phrase("storm", &[("name", &name), ("start", &start), ("end", &end), ("snow", &snow)]),
        );
    }
    if storms.is_empty() {
        let known = speaker.answer().pointer("/data/available").and_then(Value::as_bool).unwrap_or(false);
        return speaker.say(if known { "storms none" } else { "storms unknown" }, &[]);
    }
    let storms = speaker.lines(&storms);
    speaker.say("storms", &[("storms", &storms)]);
}

/// What may hold up lifts in the coming two days.
pub(super) fn risk(speaker: &mut Speaker<'_>) {
    let name = name(speaker);
    let (mut risks, mut unknown) = (Vec::new(), false);
    for nth in 0..rows(speaker, "/data/hazards") {
        let at = format!("/data/hazards/{nth}");
        let level = speaker.answer().pointer(&format!("{at}/level")).and_then(Value::as_str);
        unknown |= level.is_none();
        if level.is_none_or(|level| level == "none") {
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
        return speaker.say("risk unknown", &[("name", &name)]);
    }
    if risks.is_empty() {
        return speaker.say(if unknown { "risk unknown" } else { "risk none" }, &[("name", &name)]);
    }
    let risks = speaker.list(&risks);
    speaker.say("risks", &[("name", &name), ("risks", &risks)]);
}
