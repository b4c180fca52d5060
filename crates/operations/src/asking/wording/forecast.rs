//! Words for the forecast of the requested days and quantities.

use ask::{Feature, Reading};
use chrono::NaiveDate;
use serde_json::Value;

use super::mountains::name;
use crate::asking::evidence::TextPiece;
use crate::asking::speaker::AnswerWriter;
use crate::asking::units::Unit;

/// Maximum number of days in one sentence.
const MOST_DAYS: usize = 7;

type FeatureTest<'a> = &'a dyn Fn(Feature) -> bool;

/// A quantity of a day.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Part {
    Snow,
    Temperature,
    Rain,
    Wind,
    /// Wind without gusts, as part of the weather as a whole.
    Breeze,
    Cloud,
    /// The elevation of the freezing level.
    Level,
    Odds,
}

/// Returns the requested quantities: snow by default, all of the weather if the question asks for weather.
fn parts(asks: FeatureTest<'_>, is_one_day: bool) -> Vec<Part> {
    // "Will it be" counts as snowfall, whatever it refers to.
    let snow = [Feature::NewSnow, Feature::Fell, Feature::Depth, Feature::Snow];
    let mut parts: Vec<Part> = [
        (Part::Rain, asks(Feature::Rain)),
        (Part::Temperature, asks(Feature::Temperature)),
        (Part::Wind, asks(Feature::Wind)),
        (Part::Cloud, asks(Feature::Cloud) || asks(Feature::Visibility)),
        (Part::Level, asks(Feature::FreezingLevel)),
    ]
    .into_iter()
    .filter_map(|(part, is_asked)| is_asked.then_some(part))
    .collect();
    if asks(Feature::Weather) {
        if !parts.contains(&Part::Temperature) {
            parts.push(Part::Temperature);
        }
        if !parts.contains(&Part::Wind) {
            parts.push(Part::Breeze);
        }
        parts.insert(0, Part::Snow);
    } else if parts.is_empty() || snow.into_iter().any(asks) {
        if is_one_day && parts.is_empty() {
            parts.push(Part::Temperature);
        }
        parts.insert(0, Part::Snow);
    }
    if asks(Feature::Odds) {
        parts.push(Part::Odds);
    }
    parts
}

/// Returns the requested days. A question in the present tense without a day is about today.
fn days(speaker: &AnswerWriter<'_>, reading: &Reading, asks: FeatureTest<'_>) -> Vec<usize> {
    let rows = speaker
        .answer()
        .pointer("/data/days")
        .and_then(Value::as_array)
        .map(Vec::as_slice)
        .unwrap_or_default();
    let dates = rows.iter().enumerate().filter_map(|(nth, day)| {
        let date: NaiveDate = day.get("date")?.as_str()?.parse().ok()?;
        Some((nth, date))
    });
    let asked = reading.when.span;
    let within = |date: NaiveDate| asked.is_none_or(|span| span.first <= date && date <= span.last);
    let is_now = asked.is_none()
        && reading.when.day_count.is_none()
        && [Feature::Temperature, Feature::Wind, Feature::Cloud, Feature::Rain].into_iter().any(asks)
        && ![Feature::Forecast, Feature::Weather, Feature::Falls].into_iter().any(asks);
    let most = if is_now { 1 } else { MOST_DAYS };
    dates.filter(|(_, date)| within(*date)).map(|(nth, _)| nth).take(most).collect()
}

/// Writes the requested days, and whether they bring the requested amount.
pub(super) fn forecast(speaker: &mut AnswerWriter<'_>, reading: &Reading, least_cm: Option<f64>) {
    let name = name(speaker);
    let asks = |feature: Feature| reading.topics.contains(&feature);
    let days = days(speaker, reading, &asks);
    // Seven days without data take one sentence; this also covers an empty list of days.
    if days.iter().all(|nth| is_unknown(speaker, *nth)) {
        return speaker.write("forecast unknown", &[("name", &name)]);
    }
    let parts = parts(&asks, days.len() == 1);
    let place = place(speaker, reading);
    let mut lines = Vec::new();
    for nth in &days {
        let at = format!("/data/days/{nth}");
        let Some(date) = speaker.cite(&format!("{at}/date"), Unit::Day) else { continue };
        if needs_pro(speaker, *nth) {
            continue;
        }
        let told: Vec<TextPiece> = parts.iter().filter_map(|part| part_of(speaker, *part, *nth)).collect();
        let told = speaker.list(&told);
        lines.push((date, told));
    }
    match lines.as_slice() {
        [] => {}
        [(date, told)] => {
            let slots = [("name", &name), ("place", &place), ("date", date), ("parts", told)];
            speaker.write("day", &slots);
        }
        several => {
            let several: Vec<TextPiece> = several
                .iter()
                .filter_map(|(date, told)| speaker.phrase("day of", &[("date", date), ("parts", told)]))
                .collect();
            let several = speaker.lines(&several);
            speaker.write("forecast", &[("name", &name), ("place", &place), ("days", &several)]);
        }
    }
    if ends_early(speaker, reading, &days) {
        speaker.write("forecast ends", &[]);
    }
    if days.iter().any(|nth| needs_pro(speaker, *nth)) {
        return speaker.write("needs pro", &[]);
    }
    if let Some(is_enough) = least_cm.and_then(|least| is_enough(speaker, &days, least)) {
        speaker.write(if is_enough { "enough" } else { "not enough" }, &[]);
    }
}

/// Returns whether the last requested day is beyond the rows of the forecast.
fn ends_early(speaker: &AnswerWriter<'_>, reading: &Reading, days: &[usize]) -> bool {
    let date = |nth: &usize| -> Option<NaiveDate> {
        speaker.answer().pointer(&format!("/data/days/{nth}/date"))?.as_str()?.parse().ok()
    };
    let last = days.last().and_then(date);
    reading.when.span.zip(last).is_some_and(|(span, last)| last < span.last)
}

/// Returns the requested elevation.
fn place(speaker: &AnswerWriter<'_>, reading: &Reading) -> TextPiece {
    let is_asked = reading.arguments.iter().any(|(name, _)| *name == "band");
    let band = is_asked.then(|| speaker.word("band", "/data/band")).flatten();
    let place = band.and_then(|band| speaker.phrase("forecast place", &[("band", &band)]));
    place.unwrap_or_else(|| TextPiece::words(""))
}

/// Returns whether no model reports a day.
fn is_unknown(speaker: &AnswerWriter<'_>, nth: usize) -> bool {
    let models = speaker.answer().pointer(&format!("/data/days/{nth}/modelsReporting"));
    models.and_then(Value::as_u64) == Some(0) && !needs_pro(speaker, nth)
}

fn needs_pro(speaker: &AnswerWriter<'_>, nth: usize) -> bool {
    let flag = speaker.answer().pointer(&format!("/data/days/{nth}/proRequired"));
    flag.and_then(Value::as_bool).unwrap_or(false)
}

/// Returns whether the days together bring `least_cm` of snow; `None` if one of them is unknown.
fn is_enough(speaker: &AnswerWriter<'_>, days: &[usize], least_cm: f64) -> Option<bool> {
    if days.is_empty() {
        return None;
    }
    let snow = |nth: &usize| speaker.answer().pointer(&format!("/data/days/{nth}/snowfallCm"))?.as_f64();
    let total: f64 = days.iter().map(snow).sum::<Option<f64>>()?;
    Some(total >= least_cm)
}

fn part_of(speaker: &mut AnswerWriter<'_>, part: Part, nth: usize) -> Option<TextPiece> {
    let at = format!("/data/days/{nth}");
    match part {
        Part::Snow => {
            let snow = speaker.cite_or_unknown(&format!("{at}/snowfallCm"), Unit::Cm);
            speaker.phrase("part snow", &[("snow", &snow)])
        }
        Part::Temperature => {
            let low = speaker.cite_or_unknown(&format!("{at}/tempMinC"), Unit::Celsius);
            let high = speaker.cite_or_unknown(&format!("{at}/tempMaxC"), Unit::Celsius);
            speaker.phrase("part temperature", &[("low", &low), ("high", &high)])
        }
        Part::Rain => {
            let rain = speaker.cite_or_unknown(&format!("{at}/rainMm"), Unit::Millimetres);
            speaker.phrase("part rain", &[("rain", &rain)])
        }
        Part::Wind => {
            let wind = speaker.cite_or_unknown(&format!("{at}/windMaxMps"), Unit::Speed);
            let gust = speaker.cite_or_unknown(&format!("{at}/gustMaxMps"), Unit::Speed);
            speaker.phrase("part wind", &[("wind", &wind), ("gust", &gust)])
        }
        Part::Breeze => {
            let wind = speaker.cite_or_unknown(&format!("{at}/windMaxMps"), Unit::Speed);
            speaker.phrase("part wind alone", &[("wind", &wind)])
        }
        Part::Cloud => {
            let cloud = speaker.cite_or_unknown(&format!("{at}/cloudPct"), Unit::Percent);
            speaker.phrase("part cloud", &[("cloud", &cloud)])
        }
        Part::Level => {
            let level = speaker.cite_or_unknown(&format!("{at}/freezingLevelM"), Unit::Metres);
            speaker.phrase("part level", &[("level", &level)])
        }
        Part::Odds => {
            let at = format!("/data/chances/{nth}");
            let odds = speaker.cite(&format!("{at}/atLeast1Cm"), Unit::Share)?;
            let low = speaker.cite(&format!("{at}/p10Cm"), Unit::Cm);
            let high = speaker.cite(&format!("{at}/p90Cm"), Unit::Cm);
            match low.zip(high).filter(|(low, high)| low != high) {
                Some((low, high)) => {
                    speaker.phrase("part odds", &[("odds", &odds), ("low", &low), ("high", &high)])
                }
                None => speaker.phrase("part odds alone", &[("odds", &odds)]),
            }
        }
    }
}
