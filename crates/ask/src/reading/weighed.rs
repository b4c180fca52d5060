//! Which reading stands, where the rules and the classifier disagree.
//!
//! The rules say what is named and when, and refuse names and dates by themselves. Which operation is meant they say by words that
//! somebody wrote down; the classifier says it by all others. Each has its say in likelihood, and the likeliest stands.

use super::{Refusal, Service, meaning, refusal};
use crate::classifier::{self, REFUSED};
use crate::feature::Feature;
use crate::heard::Heard;
use crate::intents::{self, Needs};
use crate::plan::Argument;
use crate::reason::Reason;

/// How much likelier than what the rules say another reading has to be, as a natural logarithm: than an operation, than a refusal.
const OVER_OPERATION: f32 = 0.5;
const OVER_REFUSAL: f32 = 1.0;
/// The same for a refusal of what the rules answer.
const REFUSAL_OVER_OPERATION: f32 = 1.0;
/// The same between lists that answer one another's questions: the rules know best which takes the thresholds that are named.
const OVER_LIST: f32 = 2.0;
const LISTS: [&str; 3] = ["find_best_powder", "find_resorts_by_criteria", "get_snow_report"];

/// How likely a list has to be that needs no resort where the reading of the rules does, and one that ranks mountains.
const LIKELY: f32 = 0.5;
const PLAIN: f32 = 0.8;
/// How likely a list has to be that is of nothing that is named.
const CERTAIN: f32 = 0.9;

type Ruled = Result<(&'static str, Vec<Argument>), Refusal>;

/// A class with what it needs, which for a refusal is nothing, and the logarithm of its likelihood.
type Weighed = (&'static str, Option<Needs>, f32);

/// The reading of the rules, or the one that is likelier.
pub(super) fn weighed(heard: &Heard<'_>, service: &Service<'_>, ruled: Ruled) -> Ruled {
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

/// Operations that nobody asks of one mountain and its country: "Golm, Austria, open" is no list of Austria.
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

/// Whether such an operation is plainly meant, of a place or a pass that is named.
pub(super) fn is_list_of_place(heard: &Heard<'_>) -> bool {
    let is_of_place = heard.names_place() || !heard.passes.is_empty() || heard.has(Feature::Southern);
    let is_list =
        |(operation, _, likelihood): Weighed| OF_PLACES.contains(&operation) && likelihood > PLAIN.ln();
    heard.resorts.is_empty()
        && is_of_place
        && likeliest(heard, &classifier::likelihoods(heard), "").is_some_and(is_list)
}

/// Where the reading of the rules needs one resort and has none: the likeliest one, if it is a list.
fn taking(heard: &Heard<'_>, service: &Service<'_>, ruled: Ruled) -> Ruled {
    let lacks_resort = matches!(&ruled, Err(refusal) if refusal.reason == Reason::WhichResort);
    match likeliest(heard, &classifier::likelihoods(heard), "") {
        Some((
            operation,
            needs @ Some(Needs::Nothing | Needs::Place | Needs::Pass | Needs::Hub),
            likelihood,
        )) if may_be_list(heard, operation, likelihood.exp()) => {
            instead(heard, service, (operation, needs, likelihood)).or(ruled)
        }
        // "Which winter of the last thirty left most snow at Gourette?": a list was read, and one resort is named.
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

/// What anything short may be taken for: "Okemo or Magic?"
const OF_NOW: [&str; 3] = ["get_conditions", "get_resort", "get_resort_info"];

/// The likeliest class that a question can mean, other than `own`.
fn likeliest(heard: &Heard<'_>, likelihoods: &[(&'static str, f32)], own: &str) -> Option<Weighed> {
    let able = likelihoods.iter().filter_map(|(class, likelihood)| {
        let needs = if *class == REFUSED { None } else { Some(intents::takes(heard, class)?) };
        (*class != own).then_some((*class, needs, *likelihood))
    });
    able.max_by(|one, other| one.2.total_cmp(&other.2))
}

fn instead(heard: &Heard<'_>, service: &Service<'_>, class: Weighed) -> Ruled {
    let (operation, needs, likelihood) = class;
    let is_certain = likelihood > CERTAIN.ln();
    match needs {
        None => Err(refusal(heard, service, Reason::OutOfScope)),
        Some(_) if !(service.has_operation)(operation) => Err(refusal(heard, service, Reason::NoDataKind)),
        Some(needs) => meaning(heard, service, operation, needs, is_certain),
    }
}

/// Whether a list answers without one resort. Names are searched where a town is named that has some; mountains are ranked only where it
/// is plain, since a list is no answer about a mountain that nobody knows.
fn may_be_list(heard: &Heard<'_>, operation: &str, likelihood: f32) -> bool {
    let of_town = operation != "search_resorts" || heard.several.is_some();
    let has_to_be_plain = LISTS.contains(&operation) || operation == "get_destination";
    of_town && likelihood > if has_to_be_plain { PLAIN } else { LIKELY }
}

/// Whether a refusal asks back for one resort: a list needs none.
const fn asks_back(reason: Reason) -> bool {
    matches!(reason, Reason::WhichResort | Reason::WhichOne)
}

/// Whether a refusal is of what is asked, and not of a name, a day, an account or somebody's safety.
fn may_be_other(heard: &Heard<'_>, reason: Reason) -> bool {
    matches!(reason, Reason::OutOfScope | Reason::NoDataKind | Reason::NoQuestion | Reason::WhichReading)
        && !heard.is_wordless()
        && !heard.off().any(|kind| kind == "safe")
}

#[cfg(test)]
mod tests;
