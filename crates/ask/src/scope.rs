//! What lies within the service and what beyond it: bookings, opinions, safety, prices, other sports, how things come about.

use crate::feature::Feature;
use crate::heard::Heard;
use crate::intents::Distance;
use crate::language::Language;
use crate::reason::Reason;

/// What nobody here answers, whatever else the words say.
pub(crate) fn beyond(heard: &Heard<'_>) -> Option<Reason> {
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
            // Danger is relayed, never judged.
            "safe" if about_danger => continue,
            // "È sicuro trovare neve a Pasqua?": sure, and not safe.
            "safe" if heard.has(Feature::Odds) => continue,
            // "Is it all right without chains?"
            "safe" if heard.has(Feature::Chains) => continue,
            // A greeting before a question is no small talk.
            "talk" if is_of_snow(heard) && !is_only_talk(heard) => continue,
            "booking" if heard.has(Feature::PowderTrip) => continue,
            // "Camera in diretta": no room.
            "booking" if heard.has(Feature::Webcam) => continue,
            // Favourites that are added to a list are no matter of taste.
            "opinion" if of_account || heard.has(Feature::Photo) => continue,
            // Taste beside a question for data is no question of its own: "is it worth it, how much snow fell?".
            "taste" if asks_for_data(heard) => continue,
            "price" if is_of_pass_or_flight(heard) => continue,
            "price" => Reason::NoDataKind,
            // A camera beside the traffic is a road's.
            "traffic" if heard.has(Feature::Camera) => continue,
            _ => Reason::OutOfScope,
        };
        reason = reason.max(Some(found)).filter(|_| found != Reason::OutOfScope).or(Some(found));
    }
    reason
}

/// "Grazie mille, sei stato gentilissimo": behind an answer, and nothing more is asked.
fn is_only_talk(heard: &Heard<'_>) -> bool {
    heard.is_follow_up && heard.when.span.is_none() && !asks_for_data(heard)
}

/// Whether what lies beyond does so whatever else the words ask. What is told in passing ("after breakfast") does not, where the rest asks
/// clearly enough.
pub(crate) fn is_firm(heard: &Heard<'_>) -> bool {
    let explains = heard.has(Feature::Explain) && heard.names_nothing();
    explains || asks_for_safety(heard) || heard.off().any(|kind| !matches!(kind, "aside" | "slight"))
}

/// How far beyond the service the words are; `beyond` is why they are.
pub(crate) fn distance(heard: &Heard<'_>, beyond: Option<Reason>) -> Distance {
    match beyond {
        None => Distance::Within,
        Some(_) if heard.off().all(|kind| kind == "slight") => Distance::Slight,
        Some(_) => Distance::Beyond,
    }
}

/// Whether it is asked if something is safe, in words that say other things elsewhere: "sicher", "sûr".
fn asks_for_safety(heard: &Heard<'_>) -> bool {
    // "Est-on sûr d'avoir de la neige ?"
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

/// Whether the words ask for something that is on record, and not only how a place is liked.
fn asks_for_data(heard: &Heard<'_>) -> bool {
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
    // Whether a day is worth it is a question of its snow: "lohnt sich ein Ausflug am Wochenende?".
    let is_of_day = heard.when.span.is_some()
        && ((heard.has(Feature::HowIs) && heard.resorts.len() == 1)
            || heard.has(Feature::Trip)
            || heard.has(Feature::Quality)
            || heard.has(Feature::Conditions)
            || (heard.has(Feature::Ability) && heard.names_place()));
    is_of_day || !heard.passes.is_empty() || heard.has_any(&OF_DATA)
}

/// Whether a price is one of a pass or of a way there: others are on no record.
fn is_of_pass_or_flight(heard: &Heard<'_>) -> bool {
    let of_resorts = heard.resorts.len() > 1 || heard.has(Feature::OnPass);
    !heard.passes.is_empty() || heard.has(Feature::Flight) || (heard.has(Feature::PassWord) && of_resorts)
}

/// Whether snow, skiing or a name that is known is spoken of at all.
pub(crate) fn is_of_snow(heard: &Heard<'_>) -> bool {
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
        // "Wo in Österreich sollen wir vom 6. bis 13. Februar hinfahren?"
        || (heard.has(Feature::Recommend) && heard.when.is_dated && heard.names_place())
        || (heard.names_place() && (heard.has(Feature::Conditions) || heard.has(Feature::Overall)))
        // "Everything in British Columbia that scores 70 or better", "the lot of us are beginners, where in France?"
        || (heard.names_place() && is_of_a_list(heard))
        // "What is open in Andorra right now?"
        || (heard.names_place() && heard.has(Feature::Open) && heard.unknown_words == 0)
        // "Who got the most last night in Europe?"
        || (heard.names_place()
            && (heard.has(Feature::Fell) || heard.has(Feature::Falls))
            && heard.has(Feature::Rank))
        || (heard.names_place()
            && heard.has(Feature::HowIs)
            && heard.unknown_words == 0
            && !heard.has(Feature::Weather))
        || (heard.when.is_past(heard.today) && heard.has(Feature::AtLeast) && !heard.lengths.is_empty())
}

/// Whether words are of a list of mountains: a threshold, a height, whose terrain counts.
fn is_of_a_list(heard: &Heard<'_>) -> bool {
    const OF_LISTS: [Feature; 5] =
        [Feature::AtLeast, Feature::Score, Feature::Elevation, Feature::Ability, Feature::WhichResorts];
    !heard.lengths.is_empty() || heard.has_any(&OF_LISTS)
}

/// Whether a question says "ski" and then speaks of something that nobody here knows, such as wax.
pub(crate) fn is_of_other_things(heard: &Heard<'_>) -> bool {
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
