//! Detects questions beyond the service: bookings, opinions, safety, prices, other sports, explanations.

use crate::content::QuestionContent;
use crate::feature::Feature;
use crate::intents::Distance;
use crate::language::Language;
use crate::reason::Reason;

/// Returns the reason if the question is beyond the service, whatever the other words say.
pub(crate) fn beyond(heard: &QuestionContent<'_>) -> Option<Reason> {
    let about_danger = heard.has(Feature::Avalanche);
    if heard.has(Feature::Explain) && heard.names_nothing() {
        return Some(Reason::OutOfScope);
    }
    if asks_for_safety(heard) && !about_danger {
        return Some(Reason::OutOfScope);
    }
    let of_account = heard.off().any(|kind| kind == "account");
    let mut reason = None;
    for kind in heard.off() {
        let found = match kind {
            "account" => Reason::Account,
            "nokind" => Reason::NoDataKind,
            // Danger levels are relayed, never assessed.
            "safe" if about_danger => continue,
            // "È sicuro trovare neve a Pasqua?" means certain, not safe.
            "safe" if heard.has(Feature::Odds) => continue,
            "safe" if heard.has(Feature::Chains) => continue,
            // A greeting before a question is not small talk.
            "talk" if is_of_snow(heard) && !is_only_talk(heard) => continue,
            "booking" if heard.has(Feature::PowderTrip) => continue,
            // "Camera in diretta" is not a room.
            "booking" if heard.has(Feature::Webcam) => continue,
            // Favourites that are added to a list are not a matter of taste.
            "opinion" if of_account || heard.has(Feature::Photo) => continue,
            // Taste next to a question for data is not a separate question: "is it worth it, how much snow fell?".
            "taste" if asks_for_data(heard) => continue,
            "price" if is_of_pass_or_flight(heard) => continue,
            "price" => Reason::NoDataKind,
            // A camera next to traffic is a road camera.
            "traffic" if heard.has(Feature::Camera) => continue,
            _ => Reason::OutOfScope,
        };
        reason = reason.max(Some(found)).filter(|_| found != Reason::OutOfScope).or(Some(found));
    }
    reason
}

/// Returns whether the question only thanks for an answer: "Grazie mille, sei stato gentilissimo".
fn is_only_talk(heard: &QuestionContent<'_>) -> bool {
    heard.is_follow_up && heard.when.span.is_none() && !asks_for_data(heard)
}

/// Returns whether it is beyond the service whatever else the words ask. Something mentioned in passing ("after
/// breakfast") is not, if the rest asks clearly enough.
pub(crate) fn is_firm(heard: &QuestionContent<'_>) -> bool {
    let explains = heard.has(Feature::Explain) && heard.names_nothing();
    explains || asks_for_safety(heard) || heard.off().any(|kind| !matches!(kind, "aside" | "slight"))
}

/// Returns the distance of the words from the service; `beyond` is the reason for it.
pub(crate) fn distance(heard: &QuestionContent<'_>, beyond: Option<Reason>) -> Distance {
    match beyond {
        None => Distance::Within,
        Some(_) if heard.off().all(|kind| kind == "slight") => Distance::Slight,
        Some(_) => Distance::Beyond,
    }
}

/// Returns whether it asks if something is safe, in words with other meanings elsewhere: "sicher", "sûr".
fn asks_for_safety(heard: &QuestionContent<'_>) -> bool {
    if heard.has(Feature::Odds) {
        return false;
    }
    let word = |at: usize| heard.tokens.get(at).map_or("", |token| token.folded.as_str());
    let is_last = |at: usize| heard.tokens.get(at + 1).is_none_or(|next| next.is_sign(&['?', '.', '!', ',']));
    let of_itself = |at: usize| {
        matches!(
            word(at.saturating_sub(1)),
            "suis" | "es" | "bien" | "pas" | "nicht" | "bin" | "mir" | "ganz"
        )
    };
    (0..heard.tokens.len()).filter(|at| !of_itself(*at)).any(|at| match heard.locale.language {
        Language::German => {
            word(at) == "sicher" && is_last(at) && (0..at).any(|at| matches!(word(at), "ist" | "sind"))
        }
        Language::French => {
            let has_accent =
                heard.tokens.get(at).is_some_and(|token| token.raw.contains(['\u{fb}', '\u{db}']));
            matches!(word(at), "sur" | "surs" | "sure" | "sures") && (has_accent || (is_last(at) && at > 0))
        }
        _ => false,
    })
}

/// Returns whether the words ask for recorded data, not only for opinions of a place.
fn asks_for_data(heard: &QuestionContent<'_>) -> bool {
    const OF_DATA: [Feature; 32] = [
        Feature::WindHold,
        Feature::Visibility,
        Feature::Report,
        Feature::Snow,
        Feature::Depth,
        Feature::NewSnow,
        Feature::MostSnow,
        Feature::Storm,
        Feature::Forecast,
        Feature::Weather,
        Feature::Temperature,
        Feature::Wind,
        Feature::Rain,
        Feature::Cloud,
        Feature::Open,
        Feature::Opens,
        Feature::Lifts,
        Feature::Runs,
        Feature::Avalanche,
        Feature::Elevation,
        Feature::Recommend,
        Feature::PowderTrip,
        Feature::RoadTrip,
        Feature::Enso,
        Feature::Odds,
        Feature::PassWord,
        Feature::Camera,
        Feature::Webcam,
        Feature::Photo,
        Feature::Drive,
        Feature::Flight,
        Feature::History,
    ];
    // Whether a day is worth it is a question about its snow: "lohnt sich ein Ausflug am Wochenende?".
    let is_of_day = heard.when.span.is_some()
        && ((heard.has(Feature::HowIs) && heard.resorts.len() == 1)
            || heard.has(Feature::Trip)
            || heard.has(Feature::Quality)
            || heard.has(Feature::Conditions)
            || (heard.has(Feature::Ability) && heard.names_place()));
    is_of_day || !heard.passes.is_empty() || heard.has_any(&OF_DATA)
}

/// Returns whether a price is that of a pass or a journey; other prices are not recorded.
fn is_of_pass_or_flight(heard: &QuestionContent<'_>) -> bool {
    let of_resorts = heard.resorts.len() > 1 || heard.has(Feature::OnPass);
    !heard.passes.is_empty() || heard.has(Feature::Flight) || (heard.has(Feature::PassWord) && of_resorts)
}

/// Returns whether snow, skiing or a known name is mentioned.
pub(crate) fn is_of_snow(heard: &QuestionContent<'_>) -> bool {
    const OF_SNOW: [Feature; 17] = [
        Feature::Snow,
        Feature::Runs,
        Feature::Ski,
        Feature::NewSnow,
        Feature::Avalanche,
        Feature::Enso,
        Feature::Storm,
        Feature::Lifts,
        Feature::Depth,
        Feature::PowderTrip,
        Feature::Southern,
        Feature::RoadTrip,
        Feature::PowderDays,
        Feature::SnowDays,
        Feature::BiggestDay,
        Feature::SeasonWord,
        Feature::MostSnow,
    ];
    heard.has_any(&OF_SNOW)
        || !heard.resorts.is_empty()
        || heard.several.is_some()
        || heard.hub.is_some()
        || !heard.passes.is_empty()
        || (heard.has(Feature::Recommend) && heard.has(Feature::Ability))
        || (heard.has(Feature::Recommend) && heard.has(Feature::Terrain) && heard.names_place())
        || (heard.has(Feature::Recommend) && heard.when.is_dated && heard.names_place())
        || (heard.names_place() && (heard.has(Feature::Conditions) || heard.has(Feature::Overall)))
        || (heard.names_place() && is_of_a_list(heard))
        || (heard.names_place() && heard.has(Feature::Open) && heard.unknown_words == 0)
        || (heard.names_place()
            && (heard.has(Feature::Fell) || heard.has(Feature::Falls))
            && heard.has(Feature::Rank))
        || (heard.names_place()
            && heard.has(Feature::HowIs)
            && heard.unknown_words == 0
            && !heard.has(Feature::Weather))
        || (heard.when.is_past(heard.today) && heard.has(Feature::AtLeast) && !heard.lengths.is_empty())
}

/// Returns whether words describe a list of mountains: a threshold, a height, terrain for a level.
fn is_of_a_list(heard: &QuestionContent<'_>) -> bool {
    const OF_LISTS: [Feature; 5] =
        [Feature::AtLeast, Feature::Score, Feature::Elevation, Feature::Ability, Feature::WhichResorts];
    !heard.lengths.is_empty() || heard.has_any(&OF_LISTS)
}

/// Returns whether a question says "ski" and then is about something unsupported, such as wax.
pub(crate) fn is_of_other_things(heard: &QuestionContent<'_>) -> bool {
    const OF_SNOW: [Feature; 15] = [
        Feature::InsightOf,
        Feature::DrySpell,
        Feature::Fell,
        Feature::Falls,
        Feature::Forecast,
        Feature::Model,
        Feature::Depth,
        Feature::MostSnow,
        Feature::Enso,
        Feature::Storm,
        Feature::PowderTrip,
        Feature::Southern,
        Feature::WhichResorts,
        Feature::Insight,
        Feature::RoadTrip,
    ];
    heard.unknown_words > 0 && heard.resorts.is_empty() && !heard.names_place() && !heard.has_any(&OF_SNOW)
}

#[cfg(test)]
mod tests;
