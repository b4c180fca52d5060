//! Words for the facts of one resort: the requested ones, or else the main ones.

use ask::Feature;

use super::mountains::name;
use crate::asking::evidence::TextPiece;
use crate::asking::speaker::AnswerWriter;
use crate::asking::units::Unit;

/// Returns whether a question mentions a feature.
type FeatureTest<'a> = &'a dyn Fn(Feature) -> bool;

/// Writes one fact of the named resort.
type Fact = fn(&mut AnswerWriter<'_>, &TextPiece);

/// Writes the requested facts, or else the main ones.
pub(super) fn info(speaker: &mut AnswerWriter<'_>, asks: FeatureTest<'_>) {
    let name = name(speaker);
    let any = |features: &[Feature]| features.iter().copied().any(asks);
    let longest = asks(Feature::LongestRun);
    let wanted: [(bool, Fact); 7] = [
        (any(&[Feature::SeasonDates, Feature::Opens, Feature::WhenWord]), season),
        (asks(Feature::Website), website),
        (any(&[Feature::PassWord, Feature::OnPass]), passes),
        (longest, longest_run),
        // "The longest run" mentions runs, but does not ask for their number.
        (
            any(&[Feature::HowMany, Feature::Size]) || (any(&[Feature::Lifts, Feature::Runs]) && !longest),
            size,
        ),
        (asks(Feature::Elevation), elevation),
        (asks(Feature::Located), located),
    ];
    let mut said = false;
    for (_, fact) in wanted.into_iter().filter(|(is_asked, _)| *is_asked) {
        fact(speaker, &name);
        said = true;
    }
    if !said {
        located(speaker, &name);
        elevation(speaker, &name);
        size(speaker, &name);
    }
}

/// Writes the season; an announced opening precedes the usual one.
fn season(speaker: &mut AnswerWriter<'_>, name: &TextPiece) {
    if let Some(opens) = speaker.cite("/data/announcedSeason/opens", Unit::Date) {
        return match speaker.cite("/data/announcedSeason/closes", Unit::Date) {
            Some(closes) => {
                speaker.write("season announced", &[("name", name), ("opens", &opens), ("closes", &closes)]);
            }
            None => speaker.write("season opens", &[("name", name), ("opens", &opens)]),
        };
    }
    let opens = speaker.cite("/data/usualSeason/opens", Unit::Date);
    let closes = speaker.cite("/data/usualSeason/closes", Unit::Date);
    match opens.zip(closes) {
        Some((opens, closes)) => {
            speaker.write("season", &[("name", name), ("opens", &opens), ("closes", &closes)]);
        }
        None => speaker.write("season unknown", &[("name", name)]),
    }
}

fn website(speaker: &mut AnswerWriter<'_>, name: &TextPiece) {
    match speaker.cite("/data/website", Unit::Text) {
        Some(site) => speaker.write("website", &[("name", name), ("site", &site)]),
        None => speaker.write("website unknown", &[("name", name)]),
    }
}

fn passes(speaker: &mut AnswerWriter<'_>, name: &TextPiece) {
    let passes = speaker.answer().pointer("/data/passes").and_then(|passes| Some(passes.as_array()?.len()));
    let passes: Vec<TextPiece> = (0..passes.unwrap_or(0))
        .filter_map(|nth| speaker.cite(&format!("/data/passes/{nth}/name"), Unit::Text))
        .collect();
    if passes.is_empty() {
        return speaker.write("on passes none", &[("name", name)]);
    }
    let passes = speaker.list(&passes);
    speaker.write("on passes", &[("name", name), ("passes", &passes)]);
}

fn longest_run(speaker: &mut AnswerWriter<'_>, name: &TextPiece) {
    match speaker.cite("/data/longestRun/km", Unit::Km) {
        Some(run) => speaker.write("longest run", &[("name", name), ("run", &run)]),
        None => speaker.write("longest run unknown", &[("name", name)]),
    }
}

/// Writes the recorded sizes, and says which ones are not on record.
fn size(speaker: &mut AnswerWriter<'_>, name: &TextPiece) {
    let (mut known, mut unknown) = (Vec::new(), Vec::new());
    for (pointer, unit, key) in [
        ("/data/lifts", Unit::Count, "lifts"),
        ("/data/runs", Unit::Count, "runs"),
        ("/data/runKm", Unit::Km, "km"),
    ] {
        match speaker.cite(pointer, unit) {
            Some(amount) => known.extend(speaker.phrase(&format!("size {key}"), &[("amount", &amount)])),
            None => unknown.push(speaker.words(&format!("size {key} word"))),
        }
    }
    let (sizes, lacking) = (speaker.list(&known), speaker.list(&unknown));
    if !known.is_empty() {
        speaker.write("size", &[("name", name), ("sizes", &sizes)]);
    }
    if !unknown.is_empty() {
        speaker.write("size unknown", &[("name", name), ("sizes", &lacking)]);
    }
}

fn elevation(speaker: &mut AnswerWriter<'_>, name: &TextPiece) {
    let base = speaker.cite_or_unknown("/data/elevation/baseM", Unit::Metres);
    let summit = speaker.cite_or_unknown("/data/elevation/summitM", Unit::Metres);
    let vertical = speaker.cite_or_unknown("/data/verticalM", Unit::Metres);
    let slots = [("name", name), ("base", &base), ("summit", &summit), ("vertical", &vertical)];
    speaker.write("elevation", &slots);
}

fn located(speaker: &mut AnswerWriter<'_>, name: &TextPiece) {
    let country = match speaker.word("country", "/data/country") {
        Some(country) => country,
        None => speaker.cite_or_unknown("/data/countryName", Unit::Text),
    };
    match speaker.cite("/data/state", Unit::Text) {
        Some(state) => {
            let place = speaker.phrase("area", &[("state", &state), ("country", &country)]);
            let place = place.unwrap_or(country);
            speaker.write("located", &[("name", name), ("place", &place)]);
        }
        None => speaker.write("located", &[("name", name), ("place", &country)]),
    }
}
