//! Words for passes, flights, road trips and roads.

use serde_json::Value;

use super::mountains::name;
use crate::asking::evidence::TextPiece;
use crate::asking::speaker::AnswerWriter;
use crate::asking::units::Unit;

/// Maximum number of rows in a sentence.
const MOST_ROWS: usize = 6;

fn rows(speaker: &AnswerWriter<'_>, at: &str) -> usize {
    speaker.answer().pointer(at).and_then(Value::as_array).map_or(0, Vec::len)
}

fn texts(speaker: &mut AnswerWriter<'_>, at: &str, member: &str) -> Vec<TextPiece> {
    let count = rows(speaker, at).min(MOST_ROWS);
    (0..count).filter_map(|nth| speaker.cite(&format!("{at}/{nth}/{member}"), Unit::Text)).collect()
}

fn names(speaker: &mut AnswerWriter<'_>, at: &str) -> Vec<TextPiece> {
    let count = rows(speaker, at).min(MOST_ROWS);
    (0..count).filter_map(|nth| speaker.name_at(&format!("{at}/{nth}"))).collect()
}

/// Writes the terms and the price of a pass, as far as they are on record.
pub(super) fn pass(speaker: &mut AnswerWriter<'_>) {
    let name = name(speaker);
    let season = speaker.cite_or_unknown("/data/season", Unit::Text);
    let count = speaker.cite_or_unknown("/data/resortCount", Unit::Count);
    speaker.write("pass", &[("name", &name), ("season", &season), ("count", &count)]);
    match speaker.cite("/data/products/0/price/amount", Unit::Amount) {
        Some(amount) => {
            let currency = speaker.cite_or_unknown("/data/products/0/price/currency", Unit::Text);
            let product = speaker.cite_or_unknown("/data/products/0/name", Unit::Text);
            let day = speaker.cite_or_unknown("/data/products/0/price/asOf", Unit::Date);
            let slots = [("product", &product), ("amount", &amount), ("currency", &currency), ("day", &day)];
            speaker.write("pass price", &slots);
        }
        None => speaker.write("pass price unknown", &[]),
    }
}

/// Writes passes side by side.
pub(super) fn passes(speaker: &mut AnswerWriter<'_>) {
    let mut named = Vec::new();
    for nth in 0..rows(speaker, "/data/products").min(MOST_ROWS) {
        let Some(name) = speaker.cite(&format!("/data/products/{nth}/name"), Unit::Text) else { continue };
        let count = speaker.cite_or_unknown(&format!("/data/products/{nth}/resortCount"), Unit::Count);
        named.extend(speaker.phrase("named amount", &[("name", &name), ("amount", &count)]));
    }
    if named.is_empty() {
        return speaker.write("list empty", &[]);
    }
    let named = speaker.list(&named);
    speaker.write("passes", &[("rows", &named)]);
}

/// Writes where a pass is valid.
pub(super) fn pass_resorts(speaker: &mut AnswerWriter<'_>) {
    let named = names(speaker, "/data");
    if named.is_empty() {
        return speaker.write("list empty", &[]);
    }
    let total = speaker.cite("/meta/total", Unit::Count);
    let named = speaker.list(&named);
    match total {
        Some(total) => speaker.write("pass resorts", &[("total", &total), ("rows", &named)]),
        None => speaker.write("pass resorts some", &[("rows", &named)]),
    }
}

/// Writes the nearest airports.
pub(super) fn flights(speaker: &mut AnswerWriter<'_>) {
    let resort = name(speaker);
    let mut named = Vec::new();
    for nth in 0..rows(speaker, "/data/gateways").min(3) {
        let Some(name) = speaker.cite(&format!("/data/gateways/{nth}/name"), Unit::Text) else { continue };
        let iata = speaker.cite_or_unknown(&format!("/data/gateways/{nth}/iata"), Unit::Text);
        let way = speaker.cite_or_unknown(&format!("/data/gateways/{nth}/distanceKm"), Unit::Km);
        named.extend(speaker.phrase("airport", &[("name", &name), ("iata", &iata), ("way", &way)]));
    }
    if named.is_empty() {
        return speaker.write("airports none", &[("name", &resort)]);
    }
    let named = speaker.lines(&named);
    speaker.write("airports", &[("name", &resort), ("rows", &named)]);
    speaker.write("airports notice", &[]);
}

/// Writes the stops of a road trip.
pub(super) fn road_trip(speaker: &mut AnswerWriter<'_>) {
    let stops = names(speaker, "/data/stops");
    if stops.is_empty() {
        return speaker.write("road trip none", &[]);
    }
    let days = speaker.cite_or_unknown("/data/dayCount", Unit::Count);
    let way = speaker.cite_or_unknown("/data/distanceKm", Unit::Km);
    let stops = speaker.list(&stops);
    speaker.write("road trip", &[("days", &days), ("way", &way), ("stops", &stops)]);
}

/// Writes chain requirements and closures, as the agencies state them.
pub(in crate::asking) fn road(speaker: &mut AnswerWriter<'_>) {
    let resort = name(speaker);
    match speaker.word("road", "/data/call/level") {
        Some(level) => speaker.write("road", &[("name", &resort), ("level", &level)]),
        None => speaker.write("road unknown", &[("name", &resort)]),
    }
    if let Some(url) = speaker.cite("/data/agency/url", Unit::Text) {
        speaker.write("road link", &[("link", &url)]);
    }
}

/// Writes the cameras along the roads.
pub(super) fn cameras(speaker: &mut AnswerWriter<'_>) {
    let resort = name(speaker);
    let places = texts(speaker, "/data/cameras", "place/name");
    if places.is_empty() {
        return speaker.write("cameras none", &[("name", &resort)]);
    }
    let places = speaker.list(&places);
    speaker.write("cameras", &[("name", &resort), ("rows", &places)]);
}

/// Writes the nearest station on a road.
pub(super) fn road_weather(speaker: &mut AnswerWriter<'_>) {
    let resort = name(speaker);
    let Some(place) = speaker.cite("/data/stations/0/place/name", Unit::Text) else {
        return speaker.write("road weather none", &[("name", &resort)]);
    };
    let air = speaker.cite_or_unknown("/data/stations/0/airTempC", Unit::Celsius);
    let surface = speaker.cite_or_unknown("/data/stations/0/surfaceTempC", Unit::Celsius);
    let wind = speaker.cite_or_unknown("/data/stations/0/windMps", Unit::Speed);
    speaker
        .write("road weather", &[("place", &place), ("air", &air), ("surface", &surface), ("wind", &wind)]);
}

/// Writes the trips with the most snow in the forecast.
pub(super) fn powder_trips(speaker: &mut AnswerWriter<'_>) {
    let named = recommended(speaker, "/data/trips", "snowfallCm", Unit::Cm);
    match named {
        Some(named) => speaker.write("powder trips", &[("rows", &named)]),
        None => speaker.write("trips none", &[]),
    }
}

/// Writes where to ski on the dates.
pub(super) fn trip(speaker: &mut AnswerWriter<'_>) {
    let start = speaker.cite_or_unknown("/data/start", Unit::Date);
    let end = speaker.cite_or_unknown("/data/end", Unit::Date);
    match recommended(speaker, "/data/recommendations", "points", Unit::Points) {
        Some(named) => speaker.write("trip", &[("start", &start), ("end", &end), ("rows", &named)]),
        None => speaker.write("trips none", &[]),
    }
}

fn recommended(speaker: &mut AnswerWriter<'_>, at: &str, member: &str, unit: Unit) -> Option<TextPiece> {
    let mut named = Vec::new();
    for nth in 0..rows(speaker, at).min(3) {
        let Some(name) = speaker.name_at(&format!("{at}/{nth}")) else { continue };
        let amount = speaker.cite_or_unknown(&format!("{at}/{nth}/{member}"), unit);
        named.extend(speaker.phrase("named amount", &[("name", &name), ("amount", &amount)]));
    }
    (!named.is_empty()).then(|| speaker.list(&named))
}

/// Writes the headlines of the first cards and the names of their categories, both in the service's own wording.
pub(super) fn insights(speaker: &mut AnswerWriter<'_>, member: &str) {
    let lines = texts(speaker, "/data", member);
    if lines.is_empty() {
        return speaker.write("list empty", &[]);
    }
    let lines: Vec<TextPiece> =
        lines.into_iter().take(3).filter_map(|line| speaker.phrase("quoted", &[("line", &line)])).collect();
    let lines = speaker.list(&lines);
    speaker.write("insights", &[("rows", &lines)]);
}
