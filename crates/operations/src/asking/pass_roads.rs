//! Answers questions about a road or a pass by its name: the controls on record of that name, or the agency.

use ask::{Locale, Reading, RoadQuestion, TimeFrame};
use chrono::NaiveDate;
use conditions_core::geo::distance_km;
use conditions_core::time::Timestamp;
use roads::agency::agency;
use serde_json::Value;
use world::View;

use super::compose::ComposedAnswer;
use super::evidence::TextPiece;
use super::run;
use super::speaker::AnswerWriter;
use super::units::Unit;

/// Farthest resort whose roads may include the named one, in kilometres.
const FARTHEST_KM: f64 = 120.0;

/// Farthest resort that the answer names, in kilometres.
const NEAR_KM: f64 = 60.0;

/// Maximum number of controls in an answer.
const MOST_CONTROLS: usize = 3;

/// Shortest word of a name that is compared, in letters.
const SHORTEST: usize = 4;

/// Words for roads, which do not distinguish them.
const GENERIC: [&str; 10] =
    ["pass", "passo", "puerto", "highway", "interstate", "route", "summit", "tunnel", "canyon", "road"];

/// Writes the answer; `None` if no resort is near the road.
pub(super) fn write(
    view: &View<'_>,
    road: &RoadQuestion,
    locale: Locale,
    now: Timestamp,
) -> Option<ComposedAnswer> {
    let away = |at: usize| {
        let seen = view.at(at)?;
        let resort = seen.resort();
        Some((distance_km(road.at, (resort.lat, resort.lon)), at, resort.slug.clone()))
    };
    let nearest = view
        .resorts()
        .filter_map(|seen| away(seen.position()))
        .min_by(|one, other| one.0.total_cmp(&other.0));
    let (km, at, slug) = nearest.filter(|(km, ..)| *km <= FARTHEST_KM)?;
    let is_near = km <= NEAR_KM;
    let reading = Reading {
        operation: "get_road_access",
        arguments: vec![("slug", slug)],
        topics: std::iter::once(ask::Feature::Drive).collect(),
        when: TimeFrame::default(),
        today: NaiveDate::default(),
        locale,
        resorts: if is_near { vec![at] } else { Vec::new() },
        state: None,
    };
    let (value, carries) = run(view, &reading, now).ok()?;
    let mut speaker = AnswerWriter::new(view, &reading, &value, now);
    let controls = controls_on_road(&value, &road.written);
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
    if controls.is_empty() {
        let written = TextPiece::words(&road.written);
        speaker.write("road not on record", &[("road", &written)]);
    }
    if is_near && let Some(name) = speaker.name_at("/data") {
        speaker.write("road nearest", &[("name", &name)]);
    }
    // The agency of a distant resort's country does not describe the resort, so it has no evidence.
    let resort = view.at(at).map(|seen| seen.resort());
    let link = if is_near {
        speaker.cite("/data/agency/url", Unit::Text)
    } else {
        let agency = resort.and_then(|resort| agency(&resort.country, resort.state.as_deref()));
        agency
            .filter(|agency| !agency.url.contains(char::is_numeric))
            .map(|agency| TextPiece::words(agency.url))
    };
    if let Some(link) = link {
        speaker.write("road link", &[("link", &link)]);
    }
    let mut written = speaker.written(carries);
    if !is_near {
        written.arguments.clear();
    }
    Some(written)
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
