//! One resort: what lies there, what turns there, what it is, and what the warning service says.

use ask::{Feature, Reading};

use crate::asking::evidence::Shown;
use crate::asking::speaker::Speaker;
use crate::asking::units::Unit;

/// Whether a question speaks of something.
type Asks<'a> = &'a dyn Fn(Feature) -> bool;

/// The name of the answer's resort.
pub(super) fn name(speaker: &mut Speaker<'_>) -> Shown {
    speaker.cite_or_unknown("/data/name", Unit::Text)
}

/// The record. Its envelope names the resort by its slug alone.
pub(super) fn conditions(speaker: &mut Speaker<'_>, asks: Asks<'_>) {
    let name = speaker.resort_name();
    record(speaker, &name, "/data", asks);
    if asks(Feature::Temperature) || asks(Feature::Wind) {
        station(speaker, "/measuredNow/stations/0");
    }
}

fn record(speaker: &mut Speaker<'_>, name: &Shown, at: &str, asks: Asks<'_>) {
    let turns = [Feature::Open, Feature::Closed, Feature::Lifts, Feature::Runs].into_iter().any(asks);
    let lies = asks(Feature::Depth) || !turns;
    if turns || !asks(Feature::Depth) {
        let status = speaker
            .word("status", &format!("{at}/status/value"))
            .unwrap_or_else(|| speaker.words("status unknown"));
        speaker.say("status", &[("name", name), ("status", &status)]);
    }
    if lies {
        match speaker.cite(&format!("{at}/displayDepthCm/value"), Unit::Cm) {
            Some(depth) => {
                let band = speaker.word("band", &format!("{at}/displayDepthDetail/elevationBand"));
                let band = band.unwrap_or_else(|| speaker.words("band unknown"));
                speaker.say("depth", &[("name", name), ("depth", &depth), ("band", &band)]);
            }
            None => speaker.say("depth unknown", &[("name", name)]),
        }
    }
    if turns {
        count(speaker, "lifts", &format!("{at}/lifts/value"));
        count(speaker, "runs", &format!("{at}/runs/value"));
    }
    if lies && let Some(week) = speaker.cite(&format!("{at}/forecast/next7dCm/value"), Unit::Cm) {
        speaker.say("week", &[("snow", &week)]);
    }
}

fn count(speaker: &mut Speaker<'_>, key: &str, at: &str) {
    let open = speaker.cite(&format!("{at}/open"), Unit::Count);
    let total = speaker.cite(&format!("{at}/total"), Unit::Count);
    match (open, total) {
        (Some(open), Some(total)) => speaker.say(key, &[("open", &open), ("total", &total)]),
        (Some(open), None) => speaker.say(&format!("{key} open"), &[("open", &open)]),
        (None, _) => speaker.say(&format!("{key} unknown"), &[]),
    }
}

fn station(speaker: &mut Speaker<'_>, at: &str) {
    let station = speaker
        .cite(&format!("{at}/name"), Unit::Text)
        .or_else(|| speaker.cite(&format!("{at}/stationId"), Unit::Text));
    let Some(station) = station else { return speaker.say("station unknown", &[]) };
    let air = speaker.cite_or_unknown(&format!("{at}/tempC"), Unit::Celsius);
    let wind = speaker.cite_or_unknown(&format!("{at}/windMps"), Unit::Speed);
    speaker.say("station", &[("station", &station), ("air", &air), ("wind", &wind)]);
}

/// Everything of one resort, as far as a few sentences hold it.
pub(super) fn resort(speaker: &mut Speaker<'_>, asks: Asks<'_>) {
    let name = name(speaker);
    let new_snow = asks(Feature::NewSnow) || asks(Feature::Fell);
    if new_snow {
        recent(speaker, &name);
    }
    if asks(Feature::Score) {
        match speaker.cite("/data/score", Unit::Points) {
            Some(score) => speaker.say("score", &[("name", &name), ("score", &score)]),
            None => speaker.say("score unknown", &[("name", &name)]),
        }
    }
    if !new_snow && !asks(Feature::Score) {
        record(speaker, &name, "/data/conditions", &|_| false);
        recent(speaker, &name);
    }
}

fn recent(speaker: &mut Speaker<'_>, name: &Shown) {
    match speaker.cite("/data/recentSnow/past24h/value", Unit::Cm) {
        Some(day) => speaker.say("new snow", &[("name", name), ("snow", &day)]),
        None => speaker.say("new snow unknown", &[("name", name)]),
    }
    if let Some(week) = speaker.cite("/data/recentSnow/past7d/value", Unit::Cm) {
        speaker.say("new snow week", &[("snow", &week)]);
    }
}

/// Facts: those that were asked for, else the main ones.
pub(super) fn info(speaker: &mut Speaker<'_>, asks: Asks<'_>) {
    let name = name(speaker);
    let mut said = false;
    if asks(Feature::SeasonDates) {
        let (opens, closes) = (
            speaker.cite("/data/usualSeason/opens", Unit::Date),
            speaker.cite("/data/usualSeason/closes", Unit::Date),
        );
        match opens.zip(closes) {
            Some((opens, closes)) => {
                speaker.say("season", &[("name", &name), ("opens", &opens), ("closes", &closes)])
            }
            None => speaker.say("season unknown", &[("name", &name)]),
        }
        said = true;
    }
    if asks(Feature::Website) {
        let site = speaker.cite_or_unknown("/data/website", Unit::Text);
        speaker.say("website", &[("name", &name), ("site", &site)]);
        said = true;
    }
    if asks(Feature::PassWord) || asks(Feature::OnPass) {
        let count = speaker
            .answer()
            .pointer("/data/passes")
            .and_then(|passes| Some(passes.as_array()?.len()))
            .unwrap_or(0);
        let passes: Vec<Shown> = (0..count)
            .filter_map(|nth| speaker.cite(&format!("/data/passes/{nth}/name"), Unit::Text))
            .collect();
        if passes.is_empty() {
            speaker.say("on passes none", &[("name", &name)]);
        } else {
            let passes = speaker.list(&passes);
            speaker.say("on passes", &[("name", &name), ("passes", &passes)]);
        }
        said = true;
    }
    if asks(Feature::LongestRun) {
        let run = speaker.cite_or_unknown("/data/longestRun/km", Unit::Km);
        speaker.say("longest run", &[("name", &name), ("run", &run)]);
        said = true;
    }
    let counts = [Feature::HowMany, Feature::Lifts, Feature::Runs, Feature::Size].into_iter().any(asks);
    if counts || (!said && !asks(Feature::Elevation)) {
        let lifts = speaker.cite_or_unknown("/data/lifts", Unit::Count);
        let runs = speaker.cite_or_unknown("/data/runs", Unit::Count);
        let km = speaker.cite_or_unknown("/data/runKm", Unit::Km);
        speaker.say("size", &[("name", &name), ("lifts", &lifts), ("runs", &runs), ("km", &km)]);
    }
    if asks(Feature::Elevation) || (!said && !counts) {
        let base = speaker.cite_or_unknown("/data/elevation/baseM", Unit::Metres);
        let summit = speaker.cite_or_unknown("/data/elevation/summitM", Unit::Metres);
        speaker.say("elevation", &[("name", &name), ("base", &base), ("summit", &summit)]);
    }
    if asks(Feature::Located) || (!said && !counts) {
        let country = speaker.cite_or_unknown("/data/countryName", Unit::Text);
        let state = speaker.cite_or_unknown("/data/state", Unit::Text);
        speaker.say("located", &[("name", &name), ("state", &state), ("country", &country)]);
    }
}

/// The surface at each band.
pub(super) fn quality(speaker: &mut Speaker<'_>) {
    let name = name(speaker);
    let count =
        speaker.answer().pointer("/data/bands").and_then(|bands| Some(bands.as_array()?.len())).unwrap_or(0);
    let mut bands = Vec::new();
    for nth in 0..count {
        let at = format!("/data/bands/{nth}");
        let Some(band) = speaker.word("band", &format!("{at}/band")) else { continue };
        let surface =
            speaker.word("surface", &format!("{at}/surface")).unwrap_or_else(|| speaker.words("unknown"));
        bands.extend(speaker.phrase("quality band", &[("band", &band), ("surface", &surface)]));
    }
    let known =
        speaker.answer().pointer("/data/available").and_then(serde_json::Value::as_bool).unwrap_or(false);
    if bands.is_empty() || !known {
        return speaker.say("quality unknown", &[("name", &name)]);
    }
    let bands = speaker.list(&bands);
    speaker.say("quality", &[("name", &name), ("bands", &bands)]);
}

/// What the warning service states, with its link, and no advice.
pub(super) fn avalanche(speaker: &mut Speaker<'_>, reading: &Reading) {
    let name = name(speaker);
    let tomorrow = reading.when.span.is_some_and(|span| span.first > reading.today);
    let at = if tomorrow { "/data/tomorrow" } else { "/data/now" };
    let level = speaker.cite(&format!("{at}/level"), Unit::Count);
    let issuer = speaker.cite_or_unknown("/data/bulletin/issuer", Unit::Text);
    match level {
        Some(level) => {
            let day = speaker.words(if tomorrow { "tomorrow" } else { "today" });
            speaker.say("danger", &[("name", &name), ("level", &level), ("issuer", &issuer), ("day", &day)]);
        }
        None => speaker.say("danger unknown", &[("name", &name)]),
    }
    if let Some(link) = speaker.cite("/data/bulletin/link", Unit::Text) {
        speaker.say("danger link", &[("link", &link)]);
    }
    speaker.say("danger notice", &[]);
}
