//! Words for past winters (totals, months, odds, leaders, El Niño) and for the accuracy of forecasts.

use ask::{Feature, Reading, Season};
use serde_json::Value;

use super::mountains::name;
use crate::asking::evidence::TextPiece;
use crate::asking::speaker::AnswerWriter;
use crate::asking::units::Unit;

/// Maximum number of rows in a sentence.
const MOST_ROWS: usize = 5;

fn rows<'v>(speaker: &AnswerWriter<'v>, at: &str) -> &'v [Value] {
    speaker.answer().pointer(at).and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default()
}

fn number(value: &Value, pointer: &str) -> Option<f64> {
    value.pointer(pointer).and_then(Value::as_f64)
}

/// Writes the current season next to its normal, or the requested past season.
pub(super) fn history(speaker: &mut AnswerWriter<'_>, reading: &Reading) {
    let name = name(speaker);
    let seasons = rows(speaker, "/data/seasons");
    let wanted = match &reading.when.season {
        Some(Season::Last) => {
            let complete = seasons
                .iter()
                .enumerate()
                .filter(|(_, row)| row.get("complete").and_then(Value::as_bool) == Some(true));
            complete
                .max_by_key(|(_, row)| row.get("season").and_then(Value::as_str).unwrap_or_default())
                .map(|(nth, _)| nth)
        }
        Some(Season::Named(named)) => seasons
            .iter()
            .position(|row| row.get("season").and_then(Value::as_str).is_some_and(|s| s.starts_with(named))),
        Some(Season::Running) | None => None,
    };
    if let Some(nth) = wanted {
        let at = format!("/data/seasons/{nth}");
        let season = speaker.cite_or_unknown(&format!("{at}/season"), Unit::Text);
        let snow = speaker.cite_or_unknown(&format!("{at}/snowfallCm"), Unit::Cm);
        speaker.write("season past", &[("name", &name), ("season", &season), ("snow", &snow)]);
        if let Some(percent) = speaker.cite(&format!("{at}/percentOfNormal"), Unit::Percent) {
            speaker.write("of normal", &[("percent", &percent)]);
        }
        return;
    }
    if matches!(reading.when.season, Some(Season::Last | Season::Named(_))) {
        return speaker.write("past unknown", &[("name", &name)]);
    }
    let now = speaker.cite("/data/current/snowfallCm", Unit::Cm);
    let mean = speaker.cite("/data/thirtySeason/meanCm", Unit::Cm);
    if now.is_none() && mean.is_none() {
        return speaker.write("past unknown", &[("name", &name)]);
    }
    if let Some(snow) = now {
        let through = speaker.cite_or_unknown("/data/current/through", Unit::Date);
        speaker.write("season so far", &[("name", &name), ("snow", &snow), ("through", &through)]);
        if let Some(percent) = speaker.cite("/data/current/percentOfNormal", Unit::Percent) {
            speaker.write("of normal", &[("percent", &percent)]);
        }
    }
    if let Some(mean) = mean {
        let winters = speaker.cite_or_unknown("/data/thirtySeason/seasons", Unit::Count);
        speaker.write("season mean", &[("snow", &mean), ("winters", &winters)]);
    }
    if reading.topics.contains(&Feature::RecordSeason) {
        snowiest(speaker, seasons);
    }
}

/// Writes the complete season with the most snow.
fn snowiest(speaker: &mut AnswerWriter<'_>, seasons: &[Value]) {
    let is_complete = |row: &Value| row.get("complete").and_then(Value::as_bool) == Some(true);
    let rows = seasons.iter().enumerate().filter(|(_, row)| is_complete(row));
    let most = rows
        .filter_map(|(nth, row)| Some((nth, number(row, "/snowfallCm")?)))
        .max_by(|(_, one), (_, other)| one.total_cmp(other));
    if let Some((nth, _)) = most {
        let at = format!("/data/seasons/{nth}");
        let season = speaker.cite_or_unknown(&format!("{at}/season"), Unit::Text);
        let snow = speaker.cite_or_unknown(&format!("{at}/snowfallCm"), Unit::Cm);
        speaker.write("season most", &[("season", &season), ("snow", &snow)]);
    }
}

/// Writes the requested month, or else the snowiest.
pub(super) fn months(speaker: &mut AnswerWriter<'_>, reading: &Reading) {
    let name = name(speaker);
    let months = rows(speaker, "/data/months");
    let asked = reading.when.month.and_then(|month| {
        months.iter().position(|row| row.get("number").and_then(Value::as_u64) == Some(u64::from(month)))
    });
    let most = || {
        let snow = |row: &Value| number(row, "/snowfall/meanCm").unwrap_or(f64::NEG_INFINITY);
        let best = months.iter().enumerate().max_by(|(_, a), (_, b)| snow(a).total_cmp(&snow(b)))?;
        snow(best.1).is_finite().then_some(best.0)
    };
    let (key, nth) = match asked {
        Some(nth) => ("month", Some(nth)),
        None => ("month best", most()),
    };
    let Some(nth) = nth else { return speaker.write("past unknown", &[("name", &name)]) };
    let at = format!("/data/months/{nth}");
    let month = speaker.word("month", &format!("{at}/month")).unwrap_or_else(|| speaker.words("unknown"));
    let snow = speaker.cite_or_unknown(&format!("{at}/snowfall/meanCm"), Unit::Cm);
    let days = speaker.cite_or_unknown(&format!("{at}/snowDays"), Unit::Count);
    speaker.write(key, &[("name", &name), ("month", &month), ("snow", &snow), ("days", &days)]);
}

/// Writes the odds for dates, which no forecast reaches if they are far ahead.
pub(super) fn window(speaker: &mut AnswerWriter<'_>, reading: &Reading) {
    if reading.when.is_beyond_forecasts(reading.today) {
        speaker.write("beyond forecast", &[]);
    }
    let name = name(speaker);
    let start = speaker.cite_or_unknown("/data/start", Unit::Date);
    let end = speaker.cite_or_unknown("/data/end", Unit::Date);
    let Some(odds) = speaker.cite("/data/snowDayProbability", Unit::Share) else {
        return speaker.write("past unknown", &[("name", &name)]);
    };
    let winters = speaker.cite_or_unknown("/data/seasonsCounted", Unit::Count);
    let range = open_range(speaker, "/data/snowDayInterval");
    let slots = [
        ("name", &name),
        ("start", &start),
        ("end", &end),
        ("odds", &odds),
        ("range", &range),
        ("winters", &winters),
    ];
    speaker.write("odds", &slots);
    if let Some(snow) = speaker.cite("/data/snowfall/meanCm", Unit::Cm) {
        speaker.write("odds snow", &[("snow", &snow)]);
    }
    if let Some(powder) = speaker.cite("/data/anyPowderDayProbability", Unit::Share) {
        let range = open_range(speaker, "/data/anyPowderDayInterval");
        speaker.write("odds powder", &[("odds", &powder), ("range", &range)]);
    }
}

/// Writes the range that a small number of winters leaves open, next to a share.
fn open_range(speaker: &mut AnswerWriter<'_>, at: &str) -> TextPiece {
    let low = speaker.cite(&format!("{at}/low"), Unit::Share);
    let high = speaker.cite(&format!("{at}/high"), Unit::Share);
    let range =
        low.zip(high).and_then(|(low, high)| speaker.phrase("range", &[("low", &low), ("high", &high)]));
    range.unwrap_or_else(|| TextPiece::words(""))
}

/// Writes which resorts led a season.
pub(super) fn leaders(speaker: &mut AnswerWriter<'_>) {
    let unit = match speaker.answer().pointer("/data/unit").and_then(Value::as_str) {
        Some("cm") => Unit::Cm,
        Some("%") => Unit::Percent,
        _ => Unit::Count,
    };
    let mut leaders = Vec::new();
    for nth in 0..rows(speaker, "/data/rows").len().min(MOST_ROWS) {
        let at = format!("/data/rows/{nth}");
        let Some(name) = speaker.name_at(&at) else { continue };
        let amount = speaker.cite_or_unknown(&format!("{at}/value"), unit);
        leaders.extend(speaker.phrase("named amount", &[("name", &name), ("amount", &amount)]));
    }
    if leaders.is_empty() {
        return speaker.write("list empty", &[]);
    }
    let metric = speaker.word("metric", "/data/metric").unwrap_or_else(|| speaker.words("unknown"));
    let season = speaker.cite_or_unknown("/data/rows/0/season", Unit::Text);
    let leaders = speaker.list(&leaders);
    speaker.write("leaders", &[("metric", &metric), ("season", &season), ("rows", &leaders)]);
}

/// Writes the effect of El Niño on a resort, or of La Niña if the question asks for it.
pub(super) fn signal(speaker: &mut AnswerWriter<'_>, reading: &Reading) {
    let name = name(speaker);
    phase(speaker);
    let is_cold = reading.topics.contains(&Feature::LaNina);
    let group = if is_cold { "la_nina" } else { "el_nino" };
    let effects = rows(speaker, "/data/effects");
    let of_group = |group: &str| {
        effects
            .iter()
            .position(|row| row.get("group").and_then(Value::as_str).is_some_and(|own| own == group))
    };
    let Some((nth, change)) = of_group(group)
        .and_then(|nth| Some((nth, number(speaker.answer(), &format!("/data/effects/{nth}/changePct"))?)))
    else {
        let key = if is_cold { "nina unknown" } else { "enso unknown" };
        return speaker.write(key, &[("name", &name)]);
    };
    let at = format!("/data/effects/{nth}");
    let shown = speaker.cite_or_unknown(&format!("{at}/changePct"), Unit::Change);
    let winters = speaker.cite_or_unknown(&format!("{at}/winters"), Unit::Count);
    let key = match (is_cold, change < 0.0) {
        (false, true) => "enso less",
        (false, false) => "enso more",
        (true, true) => "nina less",
        (true, false) => "nina more",
    };
    speaker.write(key, &[("name", &name), ("change", &shown), ("winters", &winters)]);
    let low = speaker.cite(&format!("{at}/lowPct"), Unit::Signed);
    let high = speaker.cite(&format!("{at}/highPct"), Unit::Signed);
    match low.zip(high) {
        Some((low, high)) => speaker.write("enso range", &[("low", &low), ("high", &high)]),
        None => speaker.write("enso notice", &[]),
    }
}

/// Writes the present state of the tropical Pacific.
pub(in crate::asking) fn phase(speaker: &mut AnswerWriter<'_>) {
    if let Some(phase) = speaker.cite_word("phase", "/data/state/phase") {
        speaker.write("enso phase", &[("phase", &phase)]);
    }
}

/// Writes where El Niño has the largest effect.
pub(super) fn signals(speaker: &mut AnswerWriter<'_>) {
    let mut named = Vec::new();
    for nth in 0..rows(speaker, "/data/resorts").len().min(MOST_ROWS) {
        let at = format!("/data/resorts/{nth}");
        let Some(name) = speaker.name_at(&at) else { continue };
        let amount = speaker.cite_or_unknown(&format!("{at}/elNino/changePct"), Unit::Signed);
        named.extend(speaker.phrase("named amount", &[("name", &name), ("amount", &amount)]));
    }
    if named.is_empty() {
        return speaker.write("list empty", &[]);
    }
    let named = speaker.list(&named);
    speaker.write("enso list", &[("rows", &named)]);
    speaker.write("enso notice", &[]);
}

/// Writes how accurate the blend was.
pub(super) fn accuracy(speaker: &mut AnswerWriter<'_>) {
    let graded = rows(speaker, "/data/accuracy");
    let blend = graded
        .iter()
        .position(|row| row.get("forecaster").and_then(Value::as_str) == Some("blend"))
        .unwrap_or(0);
    let at = format!("/data/accuracy/{blend}");
    let Some(error) = speaker.cite(&format!("{at}/maeCm/value"), Unit::Cm) else {
        return speaker.write("accuracy unknown", &[]);
    };
    let from = speaker.cite_or_unknown(&format!("{at}/leadFrom"), Unit::Count);
    let to = speaker.cite_or_unknown(&format!("{at}/leadTo"), Unit::Count);
    let who = match speaker.word("forecaster", &format!("{at}/forecaster")) {
        Some(who) => who,
        None => speaker.cite_or_unknown(&format!("{at}/forecaster"), Unit::Text),
    };
    speaker.write("accuracy", &[("who", &who), ("error", &error), ("from", &from), ("to", &to)]);
}
