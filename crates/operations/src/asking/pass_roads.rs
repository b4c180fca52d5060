//! Answers questions about a road or a pass by its name: the controls on record of that name, or the agency.

use ask::{Locale, Reading, RoadQuestion, TimeFrame};
use chrono::NaiveDate;
use conditions_core::geo::distance_km;
use conditions_core::time::Timestamp;
use roads::agency::agency;
use serde_json::Value;
use world::View;
use world::credits::SourceFamilies;

use super::compose::ComposedAnswer;
use super::evidence::TextPiece;
use super::run;
use super::speaker::AnswerWriter;
use super::units::Unit;
use super::wording::travel;

/// Farthest resort whose roads may include the named one, in kilometres.
const FARTHEST_KM: f64 = 120.0;

/// Resorts whose roads are searched for the named one.
const MOST_RESORTS: usize = 6;

/// Maximum number of controls in an answer.
const MOST_CONTROLS: usize = 3;

/// Shortest word of a name that is compared, in letters.
const SHORTEST: usize = 4;

/// Words for roads, which do not distinguish them.
const GENERIC: [&str; 10] =
    ["pass", "passo", "puerto", "highway", "interstate", "route", "summit", "tunnel", "canyon", "road"];

/// Writes the answer.
pub(super) fn write(
    view: &View<'_>,
    road: &RoadQuestion,
    question: &str,
    locale: Locale,
    now: Timestamp,
) -> Option<ComposedAnswer> {
    let mut near = road.at.map(|at| nearest(view, at)).unwrap_or_default();
    // The roads to the named resort come first.
    if let Some(own) = road.resort {
        near.retain(|at| *at != own);
        near.insert(0, own);
    }
    let own_reading = road.resort.and_then(|at| reading(view, at, locale));
    let own = own_reading.as_ref().and_then(|reading| run(view, reading, now).ok());
    let on_road = near.iter().find_map(|at| {
        let reading = reading(view, *at, locale)?;
        let (value, carries) = run(view, &reading, now).ok()?;
        let controls = controls_on_road(&value, &road.written);
        (!controls.is_empty()).then_some((reading, value, carries, controls))
    });
    if let Some((reading, value, carries, controls)) = on_road {
        let mut speaker = AnswerWriter::new(view, &reading, &value, now);
        write_controls(&mut speaker, &controls);
        return Some(with_resort(speaker.written(carries), road));
    }
    // Without a control the answer names only the page of the agency, which is not evidence of a resort.
    let at = near.first().copied();
    let reading = at.and_then(|at| reading(view, at, locale)).unwrap_or_else(|| of_no_resort(locale));
    let mut speaker = AnswerWriter::new(view, &reading, &Value::Null, now);
    let written = speaker.quoted(question, "road", &road.written);
    speaker.write("road not on record", &[("road", &written)]);
    if let Some((reading, (value, carries))) = own_reading.as_ref().zip(own.as_ref()) {
        speaker.turn(reading, value);
        travel::road(&mut speaker);
        return Some(with_resort(speaker.written(*carries), road));
    }
    let resort = at.and_then(|at| view.at(at)).map(|seen| seen.resort());
    if let Some(agency) = resort.and_then(|own| agency(&own.country, own.state.as_deref())) {
        let shown = [agency.url, agency.name].into_iter().find(|text| !text.contains(char::is_numeric));
        if let Some(shown) = shown {
            speaker.write("road link", &[("link", &TextPiece::words(shown))]);
        }
    }
    let mut answer = speaker.written(SourceFamilies::CATALOGUE);
    answer.arguments = vec![("road", road.written.clone())];
    Some(answer)
}

/// Adds the resort to which the road leads.
fn with_resort(mut answer: ComposedAnswer, road: &RoadQuestion) -> ComposedAnswer {
    answer.resorts.extend(road.resort);
    answer
}

/// Returns the resorts next to a road, the nearest first.
fn nearest(view: &View<'_>, road: (f64, f64)) -> Vec<usize> {
    let mut near: Vec<(f64, usize)> = view
        .resorts()
        .map(|seen| (distance_km(road, (seen.resort().lat, seen.resort().lon)), seen.position()))
        .filter(|(km, _)| *km <= FARTHEST_KM)
        .collect();
    near.sort_by(|(one, _), (other, _)| one.total_cmp(other));
    near.into_iter().take(MOST_RESORTS).map(|(_, at)| at).collect()
}

/// Returns the question about the roads to a resort, which is not itself a subject of the answer.
pub(super) fn reading(view: &View<'_>, at: usize, locale: Locale) -> Option<Reading> {
    let slug = view.at(at)?.resort().slug.clone();
    Some(Reading { arguments: vec![("slug", slug)], ..of_no_resort(locale) })
}

/// Returns the question about a road whose place is not known.
fn of_no_resort(locale: Locale) -> Reading {
    Reading {
        operation: "get_road_access",
        arguments: Vec::new(),
        topics: std::iter::once(ask::Feature::Drive).collect(),
        when: TimeFrame::default(),
        today: NaiveDate::default(),
        locale,
        resorts: Vec::new(),
        state: None,
        band: None,
    }
}

fn write_controls(speaker: &mut AnswerWriter<'_>, controls: &[usize]) {
    for nth in controls.iter().take(MOST_CONTROLS) {
        let at = format!("/data/controls/{nth}");
        let Some(place) = speaker.cite(&format!("{at}/place/name"), Unit::Text) else { continue };
        let own = speaker.cite(&format!("{at}/place/road"), Unit::Text);
        let place = own
            .and_then(|own| speaker.phrase("road place", &[("road", &own), ("place", &place)]))
            .unwrap_or(place);
        let level = speaker.word("road", &format!("{at}/level")).unwrap_or_else(|| speaker.words("unknown"));
        speaker.write("road control", &[("place", &place), ("level", &level)]);
    }
    if let Some(link) = speaker.cite("/data/agency/url", Unit::Text) {
        speaker.write("road link", &[("link", &link)]);
    }
}

/// Returns the controls on the road: with its number, or with a word of its name.
fn controls_on_road(access: &Value, written: &str) -> Vec<usize> {
    let plain =
        |text: &str| -> String { text.to_lowercase().chars().filter(|c| c.is_alphanumeric()).collect() };
    let number: String = written.chars().filter(char::is_ascii_digit).collect();
    let lower = written.to_lowercase();
    let words: Vec<&str> = lower
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| word.len() >= SHORTEST && !GENERIC.contains(word))
        .collect();
    let controls =
        access.pointer("/data/controls").and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
    let is_it = |control: &Value| {
        let text = |pointer: &str| control.pointer(pointer).and_then(Value::as_str).unwrap_or_default();
        let road: String = text("/place/road").chars().filter(char::is_ascii_digit).collect();
        let name = plain(text("/place/name"));
        (!number.is_empty() && road == number) || words.iter().any(|word| name.contains(word))
    };
    controls.iter().enumerate().filter(|(_, control)| is_it(control)).map(|(nth, _)| nth).collect()
}

#[cfg(test)]
mod tests;
