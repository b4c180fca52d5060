//! Words for one resort: its snow, its open lifts, its profile, and the avalanche bulletin.

use ask::{Feature, Reading};

use crate::asking::evidence::TextPiece;
use crate::asking::speaker::AnswerWriter;
use crate::asking::units::Unit;

/// Returns whether a question mentions a feature.
type FeatureTest<'a> = &'a dyn Fn(Feature) -> bool;

/// Returns the name of the answer's resort.
pub(super) fn name(speaker: &mut AnswerWriter<'_>) -> TextPiece {
    speaker.name_at("/data").unwrap_or_else(|| speaker.words("unknown"))
}

/// Writes the record. Its envelope names the resort only by its slug.
pub(super) fn conditions(speaker: &mut AnswerWriter<'_>, asks: FeatureTest<'_>) {
    let name = speaker.resort_name();
    if asks(Feature::SourceOf) || asks(Feature::Explain) {
        return source(speaker, &name);
    }
    record(speaker, &name, "/data", asks);
    if asks(Feature::BothBands) {
        band_depth(speaker, "/data", "base");
        band_depth(speaker, "/data", "summit");
    } else if asks(Feature::Depth)
        && let Some(band) = speaker.requested_band()
    {
        band_depth(speaker, "/data", band);
    }
    if asks(Feature::Temperature) || asks(Feature::Wind) {
        station(speaker, "/measuredNow/stations/0");
    }
}

/// Writes the depth and its source.
fn source(speaker: &mut AnswerWriter<'_>, name: &TextPiece) {
    depth(speaker, Some(name), "/data");
    let key = match speaker.kind_of("/data/displayDepthCm/value") {
        Some("model") => "source model",
        Some("station") => "source station",
        Some("operator") => "source operator",
        Some("scraped") => "source site",
        _ => return speaker.write("source unknown", &[]),
    };
    let station = speaker.cite("/data/displayDepthDetail/stationName", Unit::Text);
    let station = station.unwrap_or_else(|| speaker.words("unknown"));
    speaker.write(key, &[("station", &station)]);
}

fn record(speaker: &mut AnswerWriter<'_>, name: &TextPiece, at: &str, asks: FeatureTest<'_>) {
    let turns = [Feature::Open, Feature::Closed, Feature::Lifts, Feature::Runs].into_iter().any(asks);
    let lies = asks(Feature::Depth) || !turns;
    let says_status = turns || !asks(Feature::Depth);
    if says_status {
        status(speaker, name, at);
    }
    if lies {
        depth(speaker, (!says_status).then_some(name), at);
    }
    if turns {
        count(speaker, "lifts", &format!("{at}/lifts/value"), asks(Feature::Lifts));
        count(speaker, "runs", &format!("{at}/runs/value"), asks(Feature::Runs));
    }
    if lies && let Some(week) = speaker.cite(&format!("{at}/forecast/next7dCm/value"), Unit::Cm) {
        speaker.write("week", &[("snow", &week)]);
    }
}

fn status(speaker: &mut AnswerWriter<'_>, name: &TextPiece, at: &str) {
    match speaker.cite_word("status", &format!("{at}/status/value")) {
        Some(status) => speaker.write("status", &[("name", name), ("status", &status)]),
        None => speaker.write("open unknown", &[("name", name)]),
    }
}

/// Writes the depth, with the resort's name unless an earlier sentence has it.
fn depth(speaker: &mut AnswerWriter<'_>, name: Option<&TextPiece>, at: &str) {
    let Some(depth) = speaker.cite(&format!("{at}/displayDepthCm/value"), Unit::Cm) else {
        return match name {
            Some(name) => speaker.write("depth unknown", &[("name", name)]),
            None => speaker.write("depth unknown here", &[]),
        };
    };
    let band = speaker.word("band", &format!("{at}/displayDepthDetail/elevationBand"));
    let band = band.unwrap_or_else(|| speaker.words("band unknown"));
    let basis = speaker.basis(&format!("{at}/displayDepthCm/source"));
    let slots = [("depth", &depth), ("band", &band), ("basis", &basis)];
    match name {
        Some(name) => speaker.write("depth", &[slots.as_slice(), &[("name", name)]].concat()),
        None => speaker.write("depth here", &slots),
    }
    if speaker.is_old(&format!("{at}/displayDepthCm/observedAt")) {
        speaker.write("old", &[]);
    }
}

/// Writes the depth at the requested elevation, if the depth of the record is that of another.
fn band_depth(speaker: &mut AnswerWriter<'_>, at: &str, band: &str) {
    let shown = speaker.answer().pointer(&format!("{at}/displayDepthDetail/elevationBand"));
    if shown.and_then(serde_json::Value::as_str).is_none_or(|shown| shown == band) {
        return;
    }
    let place = speaker.words(&format!("band {band}"));
    match speaker.cite(&format!("{at}/depth/{band}/value"), Unit::Cm) {
        Some(depth) => {
            let basis = speaker.basis(&format!("{at}/depth/{band}/source"));
            speaker.write("depth here", &[("depth", &depth), ("band", &place), ("basis", &basis)]);
        }
        None => speaker.write("depth unknown there", &[("band", &place)]),
    }
}

/// Writes how many lifts or runs are open. A missing count is mentioned only if the question asks for it.
fn count(speaker: &mut AnswerWriter<'_>, key: &str, at: &str, is_asked: bool) {
    let open = speaker.cite(&format!("{at}/open"), Unit::Count);
    let total = speaker.cite(&format!("{at}/total"), Unit::Count);
    match (open, total) {
        (Some(open), Some(total)) => speaker.write(key, &[("open", &open), ("total", &total)]),
        (Some(open), None) => speaker.write(&format!("{key} open"), &[("open", &open)]),
        (None, _) if is_asked => speaker.write(&format!("{key} unknown"), &[]),
        (None, _) => {}
    }
}

fn station(speaker: &mut AnswerWriter<'_>, at: &str) {
    let station = speaker
        .cite(&format!("{at}/name"), Unit::Text)
        .or_else(|| speaker.cite(&format!("{at}/stationId"), Unit::Text));
    let Some(station) = station else { return speaker.write("station unknown", &[]) };
    let air = speaker.cite_or_unknown(&format!("{at}/tempC"), Unit::Celsius);
    let wind = speaker.cite_or_unknown(&format!("{at}/windMps"), Unit::Speed);
    speaker.write("station", &[("station", &station), ("air", &air), ("wind", &wind)]);
}

/// Writes a summary of one resort in a few sentences.
pub(super) fn resort(speaker: &mut AnswerWriter<'_>, reading: &Reading) {
    let asks = |feature: Feature| reading.topics.contains(&feature);
    let name = name(speaker);
    let new_snow = asks(Feature::NewSnow) || asks(Feature::Fell);
    // For more than two days the weekly total is mentioned even if it is unknown.
    let days_back = reading.when.span.map_or(0, |span| (reading.today - span.first).num_days());
    let is_of_days =
        reading.when.span.is_some_and(|span| (span.last - span.first).num_days() > 1) || days_back > 2;
    if new_snow && days_back == 2 {
        two_days(speaker, &name);
    } else if new_snow {
        recent(speaker, Some(&name), is_of_days);
    }
    if asks(Feature::Score) {
        match speaker.cite("/data/score", Unit::Points) {
            Some(score) => speaker.write("score", &[("name", &name), ("score", &score)]),
            None => speaker.write("score unknown", &[("name", &name)]),
        }
    }
    if !new_snow && !asks(Feature::Score) {
        record(speaker, &name, "/data/conditions", &|_| false);
        recent(speaker, None, is_of_days);
    }
}

fn two_days(speaker: &mut AnswerWriter<'_>, name: &TextPiece) {
    let snow = speaker.cite("/data/recentSnow/past48h/value", Unit::Cm);
    let Some(snow) = snow else { return speaker.write("new snow two days unknown", &[("name", name)]) };
    let basis = speaker.basis("/data/recentSnow/past48h/source");
    speaker.write("new snow two days", &[("name", name), ("snow", &snow), ("basis", &basis)]);
}

/// Writes the recent snowfall, with the resort's name unless an earlier sentence has it.
fn recent(speaker: &mut AnswerWriter<'_>, name: Option<&TextPiece>, is_of_days: bool) {
    let day = speaker.cite("/data/recentSnow/past24h/value", Unit::Cm);
    let basis = speaker.basis("/data/recentSnow/past24h/source");
    match (day, name) {
        (Some(day), Some(name)) => {
            speaker.write("new snow", &[("name", name), ("snow", &day), ("basis", &basis)]);
        }
        (Some(day), None) => speaker.write("new snow here", &[("snow", &day), ("basis", &basis)]),
        (None, Some(name)) => speaker.write("new snow unknown", &[("name", name)]),
        (None, None) => speaker.write("new snow unknown here", &[]),
    }
    match speaker.cite("/data/recentSnow/past7d/value", Unit::Cm) {
        Some(week) => {
            let basis = speaker.basis("/data/recentSnow/past7d/source");
            speaker.write("new snow week", &[("snow", &week), ("basis", &basis)]);
        }
        None if is_of_days => speaker.write("new snow week unknown", &[]),
        None => {}
    }
}

/// Writes the surface at each band.
pub(super) fn quality(speaker: &mut AnswerWriter<'_>) {
    let name = name(speaker);
    let count =
        speaker.answer().pointer("/data/bands").and_then(|bands| Some(bands.as_array()?.len())).unwrap_or(0);
    let mut bands = Vec::new();
    for nth in 0..count {
        let at = format!("/data/bands/{nth}");
        let Some(band) = speaker.word("band", &format!("{at}/band")) else { continue };
        let surface = speaker
            .word("surface", &format!("{at}/surface"))
            .unwrap_or_else(|| speaker.words("surface unknown"));
        bands.extend(speaker.phrase("quality band", &[("band", &band), ("surface", &surface)]));
    }
    let known =
        speaker.answer().pointer("/data/available").and_then(serde_json::Value::as_bool).unwrap_or(false);
    if bands.is_empty() || !known {
        return speaker.write("quality unknown", &[("name", &name)]);
    }
    let bands = speaker.list(&bands);
    speaker.write("quality", &[("name", &name), ("bands", &bands)]);
}

/// Writes the bulletin of the warning service with its link, without advice.
pub(super) fn avalanche(speaker: &mut AnswerWriter<'_>, reading: &Reading) {
    let name = name(speaker);
    let tomorrow = reading.when.span.is_some_and(|span| span.first > reading.today);
    let is_later = reading.when.span.is_some_and(|span| (span.first - reading.today).num_days() > 1);
    if is_later {
        speaker.write("bulletin of tomorrow", &[]);
    }
    let at = if tomorrow { "/data/tomorrow" } else { "/data/now" };
    let level = speaker.cite(&format!("{at}/level"), Unit::Count);
    let issuer = speaker.cite_or_unknown("/data/bulletin/issuer", Unit::Text);
    match level {
        Some(level) => {
            let day = speaker.words(if tomorrow { "tomorrow" } else { "today" });
            speaker
                .write("danger", &[("name", &name), ("level", &level), ("issuer", &issuer), ("day", &day)]);
        }
        None => speaker.write("danger unknown", &[("name", &name)]),
    }
    // The link ends its sentence: text that follows an address without a space would become part of it.
    match speaker.cite("/data/bulletin/link", Unit::Text) {
        Some(link) => speaker.write("danger link", &[("link", &link)]),
        None => service(speaker),
    }
}

/// Without a bulletin: writes the warning service of the area with its page, and whether fetching its bulletin failed.
fn service(speaker: &mut AnswerWriter<'_>) {
    let name = speaker.cite("/data/service/name", Unit::Text);
    let Some((name, link)) = name.zip(speaker.cite("/data/service/link", Unit::Text)) else {
        return speaker.write("danger no link", &[]);
    };
    let reason = speaker.answer().pointer("/data/reason").and_then(serde_json::Value::as_str);
    let is_missing = reason == Some("not_fetched");
    let key = if is_missing { "danger not fetched" } else { "danger service" };
    speaker.write(key, &[("issuer", &name), ("link", &link)]);
}
