//! Chooses a reading if the rules and the classifier disagree.
//!
//! The rules determine names and times, and reject names and dates on their own. For the operation, the rules use the
//! words in the tables, and the classifier uses all others. The reading with the highest likelihood wins.

use super::{Refusal, Service, meaning, refusal};
use crate::classifier::{self, REFUSED};
use crate::content::QuestionContent;
use crate::feature::Feature;
use crate::intents::{self, Needs};
use crate::plan::Argument;
use crate::reason::Reason;

/// Minimum advantage of another reading over an operation from the rules, as a natural logarithm.
const OVER_OPERATION: f32 = 0.5;
const OVER_REFUSAL: f32 = 1.0;
/// Minimum advantage of a rejection over an operation from the rules.
const REFUSAL_OVER_OPERATION: f32 = 1.0;
/// Minimum advantage between lists that answer one another's questions: the rules know best which takes the named
/// thresholds.
const OVER_LIST: f32 = 2.0;
const LISTS: [&str; 3] = ["find_best_powder", "find_resorts_by_criteria", "get_snow_report"];

/// Minimum likelihood of a list without a resort if the rules' reading needs one, and of one that ranks mountains.
const LIKELY: f32 = 0.5;
const PLAIN: f32 = 0.8;
/// Minimum likelihood of a list that covers nothing of what is named.
const CERTAIN: f32 = 0.9;

type Ruled = Result<(&'static str, Vec<Argument>), Refusal>;

/// A class, what it needs (`None` for a rejection), and the logarithm of its likelihood.
type Weighed = (&'static str, Option<Needs>, f32);

/// Returns the reading of the rules, or a more likely one.
pub(super) fn weighed(heard: &QuestionContent<'_>, service: &Service<'_>, ruled: Ruled) -> Ruled {
    let (own, lead) = match &ruled {
        Ok((operation, _)) => (*operation, OVER_OPERATION),
        Err(refusal) if may_be_other(heard, refusal.reason) => (REFUSED, OVER_REFUSAL),
        Err(refusal) if asks_back(refusal.reason) => return taking(heard, service, ruled),
        Err(_) => return ruled,
    };
    let likelihoods = classifier::likelihoods(heard);
    let of_own =
        likelihoods.iter().find(|(class, _)| *class == own).map_or(f32::NEG_INFINITY, |(_, own)| *own);
    match likeliest(heard, &likelihoods, own) {
        Some((operation, needs, likelihood)) => {
            let are_lists = [own, operation].iter().all(|one| LISTS.contains(one));
            let lead = match operation {
                _ if are_lists => OVER_LIST,
                REFUSED => REFUSAL_OVER_OPERATION,
                _ => lead,
            };
            if likelihood > of_own + lead {
                instead(heard, service, (operation, needs, likelihood))
            } else {
                ruled
            }
        }
        None => ruled,
    }
}

/// Operations that do not fit one mountain and its country: "Golm, Austria, open" is not a list of Austria.
const OF_PLACES: [&str; 9] = [
    "compare_passes",
    "find_powder_trips",
    "get_elnino_rankings",
    "get_insights",
    "get_season_leaderboard",
    "get_season_openings",
    "get_storm_watch",
    "plan_ski_road_trip",
    "plan_ski_trip",
];

/// Returns whether such an operation is clearly meant, for a named place or pass.
pub(super) fn is_list_of_place(heard: &QuestionContent<'_>) -> bool {
    let is_of_place = heard.names_place() || !heard.passes.is_empty() || heard.has(Feature::Southern);
    let is_list =
        |(operation, _, likelihood): Weighed| OF_PLACES.contains(&operation) && likelihood > PLAIN.ln();
    heard.resorts.is_empty()
        && is_of_place
        && likeliest(heard, &classifier::likelihoods(heard), "").is_some_and(is_list)
}

/// Returns the most likely reading, if it is a list, when the reading of the rules needs a resort and has none.
fn taking(heard: &QuestionContent<'_>, service: &Service<'_>, ruled: Ruled) -> Ruled {
    let lacks_resort = matches!(&ruled, Err(refusal) if refusal.reason == Reason::WhichResort);
    match likeliest(heard, &classifier::likelihoods(heard), "") {
        Some((
            operation,
            needs @ Some(Needs::Nothing | Needs::Place | Needs::Pass | Needs::Hub),
            likelihood,
        )) if may_be_list(heard, operation, likelihood.exp()) => {
            instead(heard, service, (operation, needs, likelihood)).or(ruled)
        }
        // The rules read a list, but one resort is named: "Which winter of the last thirty left most snow at
        // Gourette?".
        Some(one @ (_, Some(Needs::Resort), likelihood))
            if heard.resorts.len() == 1
                && lacks_resort
                && !OF_NOW.contains(&one.0)
                && likelihood > CERTAIN.ln() =>
        {
            instead(heard, service, one).or(ruled)
        }
        _ => ruled,
    }
}

/// Operations with which short questions may be confused: "Okemo or Magic?"
const OF_NOW: [&str; 3] = ["get_conditions", "get_resort", "get_resort_info"];

/// Returns the most likely class that a question can mean, other than `own`.
fn likeliest(heard: &QuestionContent<'_>, likelihoods: &[(&'static str, f32)], own: &str) -> Option<Weighed> {
    let able = likelihoods.iter().filter_map(|(class, likelihood)| {
        let needs = if *class == REFUSED { None } else { Some(intents::takes(heard, class)?) };
        (*class != own).then_some((*class, needs, *likelihood))
    });
    able.max_by(|one, other| one.2.total_cmp(&other.2))
}

fn instead(heard: &QuestionContent<'_>, service: &Service<'_>, class: Weighed) -> Ruled {
    let (operation, needs, likelihood) = class;
    let is_certain = likelihood > CERTAIN.ln();
    match needs {
        None => Err(refusal(heard, service, Reason::OutOfScope)),
        Some(_) if !(service.has_operation)(operation) => Err(refusal(heard, service, Reason::NoDataKind)),
        Some(needs) => meaning(heard, service, operation, needs, is_certain),
    }
}

/// Returns whether a list answers without a resort. Names are searched if a town is named that has some. Mountains are
/// ranked only if that is clear, since a list is not an answer about an unknown mountain.
fn may_be_list(heard: &QuestionContent<'_>, operation: &str, likelihood: f32) -> bool {
    let of_town = operation != "search_resorts" || heard.several.is_some();
    let has_to_be_plain = LISTS.contains(&operation) || operation == "get_destination";
    of_town && likelihood > if has_to_be_plain { PLAIN } else { LIKELY }
}

/// Returns whether a rejection asks for a resort, which a list does not need.
const fn asks_back(reason: Reason) -> bool {
    matches!(reason, Reason::WhichResort | Reason::WhichOne)
}

/// Returns whether a rejection is about the request, not about a name, a day, an account or safety.
fn may_be_other(heard: &QuestionContent<'_>, reason: Reason) -> bool {
    matches!(reason, Reason::OutOfScope | Reason::NoDataKind | Reason::NoQuestion | Reason::WhichReading)
        && !heard.is_wordless()
        && !heard.off().any(|kind| kind == "safe")
}

#[cfg(test)]
mod tests;
