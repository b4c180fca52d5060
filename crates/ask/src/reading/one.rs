//! Detects questions about the conditions at one mountain instead of a list.

use crate::content::QuestionContent;
use crate::feature::Feature;
use crate::reason::Reason;
use crate::scope::{beyond, is_of_snow};
use crate::word_lists::List;

/// Features of requests for several resorts.
const OF_LISTS: [Feature; 6] = [
    Feature::WhichResorts,
    Feature::Rank,
    Feature::MostSnow,
    Feature::Overall,
    Feature::AtLeast,
    Feature::Recommend,
];

/// Returns whether, despite unknown words, the question asks for no list and names no place: "Dis moi ce qu'il y a
/// comme neige à ...".
pub(super) fn is_of_no_list(heard: &QuestionContent<'_>) -> bool {
    const OF_SKIING: [Feature; 8] = [
        Feature::WhereNext,
        Feature::WhereSki,
        Feature::Southern,
        Feature::Northern,
        Feature::PowderTrip,
        Feature::Ski,
        Feature::Report,
        Feature::Runs,
    ];
    const OF_SEVERAL: [Feature; 4] =
        [Feature::WhichResorts, Feature::Rank, Feature::MostSnow, Feature::Recommend];
    let is_of_one = heard.has(Feature::OnePlace) && !heard.has_any(&OF_SEVERAL);
    heard.names_nothing()
        && (is_of_one || (heard.unknown_words > 0 && !heard.has_any(&OF_LISTS) && !heard.has_any(&OF_SKIING)))
}

/// Returns whether it asks if one resort is open, not when several open their season: "¿Está abierta hoy la estación?".
pub(super) fn is_open_of_one(heard: &QuestionContent<'_>) -> bool {
    const OF_OPENINGS: [Feature; 3] = [Feature::Opens, Feature::WhenWord, Feature::SeasonWord];
    asks_of_one(heard) && !heard.has_any(&OF_OPENINGS)
}

/// Returns whether nothing is named and no list is requested, so that one resort must be meant.
pub(super) fn asks_of_one(heard: &QuestionContent<'_>) -> bool {
    heard.names_nothing()
        && heard.stranger.is_none()
        && heard.unknown_words == 0
        && heard.when.season.is_none()
        && !heard.has_any(&OF_LISTS)
}

/// Returns whether it asks how it is somewhere, not where.
pub(super) fn is_of_one(heard: &QuestionContent<'_>) -> bool {
    asks_of_one(heard) && asks_how_it_is(heard) && beyond(heard).is_none()
}

/// Returns whether it asks for an amount without a place: "How much snow fell last night?".
pub(super) fn tells_amount_of_one(heard: &QuestionContent<'_>) -> bool {
    let is_amount = heard.has(Feature::Depth) || heard.has(Feature::NewSnow) || heard.has(Feature::Fell);
    is_amount && !heard.has(Feature::Report) && asks_of_one(heard)
}

/// Returns whether it asks for the conditions somewhere.
pub(super) fn asks_how_it_is(heard: &QuestionContent<'_>) -> bool {
    const OF_A_RESORT: [Feature; 5] =
        [Feature::HowIs, Feature::Conditions, Feature::Open, Feature::Opens, Feature::Closed];
    is_of_snow(heard) || heard.has_any(&OF_A_RESORT)
}

/// Returns whether it is a statement about a past day: "Hier à Méribel on a mangé une raclette incroyable."
pub(super) fn is_statement(heard: &QuestionContent<'_>) -> bool {
    const DATA: [Feature; 18] = [
        Feature::Snow,
        Feature::Depth,
        Feature::NewSnow,
        Feature::Fell,
        Feature::Falls,
        Feature::Open,
        Feature::Closed,
        Feature::Weather,
        Feature::Lifts,
        Feature::Runs,
        Feature::Conditions,
        Feature::Temperature,
        Feature::Webcam,
        Feature::Drive,
        Feature::Avalanche,
        Feature::History,
        Feature::Recommend,
        Feature::WhichResorts,
    ];
    let asks =
        heard.has(Feature::Asking) || heard.tokens.iter().any(|token| token.is_sign(&['?', '\u{ff1f}']));
    let tells = heard.tokens.iter().any(|token| List::Tellers.contains(&token.folded));
    let is_over = heard.when.span.is_some_and(|span| span.last <= heard.today);
    tells && is_over && !asks && !heard.has_any(&DATA)
}

/// Returns the reason for a question about a resort that names none, if it is about one.
pub(super) fn without_name(heard: &QuestionContent<'_>) -> Reason {
    const OF_MOUNTAINS: [Feature; 6] = [
        Feature::Band,
        Feature::Webcam,
        Feature::WindHold,
        Feature::Chains,
        Feature::Visibility,
        Feature::Weather,
    ];
    let of_mountains = is_of_snow(heard) || heard.has_any(&OF_MOUNTAINS);
    if of_mountains || is_of_one(heard) { Reason::WhichResort } else { Reason::OutOfScope }
}
