//! Turns the content of a question into one reading, or into a rejection with its reason.
//!
//! A rejection is an answer: the resorts that may be meant, the two equally likely readings, or what the service offers
//! instead.

use std::collections::BTreeSet;

use chrono::NaiveDate;

use crate::content::{Question, QuestionContent};
use crate::feature::Feature;
use crate::intents::{self, Intent, Needs};
use crate::language::Locale;
use crate::names::KnownNames;
use crate::plan::{self, Argument};
use crate::reason::Reason;
use crate::scope::{beyond, distance, is_firm, is_of_other_things, is_of_snow};
use crate::tokens::MOST_CHARACTERS;
use crate::when::TimeFrame;

mod alternatives;
mod arbitration;
mod bare_names;
mod hubs;
mod one;
mod statements;
mod years;

use alternatives::{drops_place, taken_with_its_country, taking_what_is_named};
use arbitration::{is_list_of_place, weighed};
use bare_names::{asks_of_today, asks_there, is_bare_name, is_bare_stranger, operation, says_nothing};
use hubs::is_of_one_mountain;
use one::{
    asks_how_it_is, asks_of_one, is_of_no_list, is_of_one, is_open_of_one, is_statement, tells_amount_of_one,
    without_name,
};
use statements::{is_here, rejection_reason};
use years::is_of_another_year;

/// The data and operations of the service.
#[derive(Clone, Copy)]
pub struct Service<'a> {
    /// Names that are known.
    pub known: KnownNames<'a>,
    /// Returns today's date at a resort, or of the world without one.
    pub today: &'a dyn Fn(Option<usize>) -> NaiveDate,
    /// Returns whether an operation with this name exists.
    pub has_operation: &'a dyn Fn(&str) -> bool,
}

impl std::fmt::Debug for Service<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Service")
    }
}

/// A question that was understood.
#[derive(Debug, Clone, PartialEq)]
pub struct Reading {
    pub operation: &'static str,
    pub arguments: Vec<Argument>,
    /// Topics of the words, which the answer must cover.
    pub topics: BTreeSet<Feature>,
    /// Requested time.
    pub when: TimeFrame,
    /// Day from which it is counted.
    pub today: NaiveDate,
    /// Language and units of the answer.
    pub locale: Locale,
    /// Positions of the requested resorts.
    pub resorts: Vec<usize>,
    /// Requested state, if the operation takes only its country.
    pub state: Option<String>,
    /// Requested elevation of the mountain.
    pub band: Option<&'static str>,
}

/// A question without an answer.
#[derive(Debug, Clone, PartialEq)]
pub struct Refusal {
    pub reason: Reason,
    /// Positions of resorts that may be meant, closest first.
    pub candidates: Vec<usize>,
    /// Operations that may be meant.
    pub readings: Vec<&'static str>,
    /// Unknown name, as written.
    pub stranger: Option<String>,
    /// Language and units of the answer.
    pub locale: Locale,
}

/// The outcome of reading a question.
#[derive(Debug, Clone, PartialEq)]
pub enum Outcome {
    Reading(Box<Reading>),
    /// It was not understood, or the service cannot answer it.
    Refused(Refusal),
}

/// Maximum number of named candidates.
const MOST_CANDIDATES: usize = 8;

/// Minimum length of a name recognised only by its position, and maximum number of words of such a question.
const SHORTEST_NAME: usize = 5;
const MOST_BESIDE_STRANGER: usize = 8;

/// Maximum distance of a requested day from today, in days.
const MOST_DAYS_AHEAD: i64 = 3 * 365;

/// Reads a question as one operation.
#[must_use]
pub fn understand(question: Question<'_>, service: &Service<'_>) -> Outcome {
    match interpret(question, service) {
        Ok((_, understood)) => understood,
        Err(refusal) => Outcome::Refused(refusal),
    }
}

/// Reads a question as one operation, and returns what it says.
///
/// # Errors
/// Rejects an overlong question: half of it may mean something else, so it is not read at all.
pub(crate) fn interpret<'q>(
    question: Question<'q>,
    service: &Service<'_>,
) -> Result<(QuestionContent<'q>, Outcome), Refusal> {
    if question.text.chars().nth(MOST_CHARACTERS).is_some() {
        return Err(Refusal {
            reason: Reason::NoQuestion,
            candidates: Vec::new(),
            readings: Vec::new(),
            stranger: None,
            locale: question.locale.unwrap_or_default(),
        });
    }
    let mut heard = QuestionContent::new(question, &service.known, service.today);
    let ruled = by_rules(&heard, service);
    let mut read = weighed(&heard, service, ruled).map_err(|refusal| of_name(&heard, refusal));
    // In a list of a place, an unknown word is not the name of a mountain: "Powder up to the belly button, where in
    // Europe?".
    if read.as_ref().is_err_and(|refusal| refusal.reason == Reason::UnknownResort) && is_list_of_place(&heard)
    {
        let stranger = heard.stranger.take();
        match weighed(&heard, service, by_rules(&heard, service)) {
            Ok(list) => read = Ok(list),
            Err(_) => heard.stranger = stranger,
        }
    }
    // The destination counts if no other resort is named: "We are off to Hemavan in April. Do we stand a chance of
    // snow?".
    if let (Err(refusal), Some(told), None) = (&read, heard.told, question.about)
        && refusal.reason == Reason::WhichResort
    {
        return interpret(Question { about: Some(told), ..question }, service);
    }
    let understood = match read {
        Ok((operation, arguments)) => Outcome::Reading(Box::new(Reading {
            operation,
            arguments,
            state: taken_with_its_country(&heard, operation),
            topics: heard.features.clone(),
            when: heard.when.clone(),
            today: heard.today,
            locale: heard.locale,
            resorts: heard.resorts.clone(),
            band: heard.value(Feature::Band),
        })),
        Err(refusal) => Outcome::Refused(refusal),
    };
    Ok((heard, understood))
}

/// Returns the reading by the rules, without the classifier.
pub(crate) fn by_rules(
    heard: &QuestionContent<'_>,
    service: &Service<'_>,
) -> Result<(&'static str, Vec<Argument>), Refusal> {
    let refuse = |reason| refusal(heard, service, reason);
    if heard.is_wordless() {
        return Err(refuse(Reason::NoQuestion));
    }
    if is_statement(heard) {
        return Err(refuse(Reason::NoQuestion));
    }
    let beyond = beyond(heard);
    let meant = intents::classify(heard, distance(heard, beyond), service.has_operation);
    // Words beyond the service count against every reading, so only one that is far more likely remains.
    if let Some(reason) = beyond
        && (is_firm(heard) || !matches!(meant, Intent::One(..)))
    {
        return Err(refuse(reason));
    }
    if heard.when.is_impossible && matches!(meant, Intent::Either(..)) {
        return Err(refuse(Reason::BadDate));
    }
    let (operation, needs) = match meant {
        Intent::One(..) if heard.stranger.is_none() && is_bare_name(heard) && says_nothing(heard) => {
            operation(heard).ok_or_else(|| refuse(Reason::WhichOne))?
        }
        Intent::One(operation, needs) => (operation, needs),
        // Whichever operation is meant, the resort is ambiguous.
        Intent::Either(..) if heard.resorts.is_empty() && heard.several.is_some() => {
            return Err(refuse(Reason::WhichOne));
        }
        Intent::Either(..)
            if heard.resorts.is_empty() && heard.stranger.is_some() && asks_how_it_is(heard) =>
        {
            return Err(refuse(Reason::UnknownResort));
        }
        // Without a resort, both readings need one: "Is it open today?".
        Intent::Either(one, other)
            if (one == "get_conditions" && asks_of_one(heard))
                || ([one, other].contains(&"get_weather_forecast") && is_of_one(heard)) =>
        {
            return Err(refuse(Reason::WhichResort));
        }
        Intent::Either(one, other) => {
            return Err(Refusal { readings: vec![one, other], ..refuse(Reason::WhichReading) });
        }
        Intent::Missing => return Err(refuse(Reason::NoDataKind)),
        Intent::Nothing if heard.is_follow_up && heard.has(Feature::Band) && heard.unknown_words == 0 => {
            ("get_weather_forecast", Needs::Resort)
        }
        // A bare name asks for the conditions there.
        Intent::Nothing if heard.stranger.is_none() && is_bare_name(heard) => {
            operation(heard).ok_or_else(|| refuse(Reason::WhichOne))?
        }
        Intent::Nothing if asks_there(heard) || asks_of_today(heard) => ("get_resort", Needs::Resort),
        Intent::Nothing => return Err(refuse(why_nothing(heard))),
    };
    if heard.when.is_impossible {
        return Err(refuse(Reason::BadDate));
    }
    let (operation, needs) = taking_what_is_named(heard, operation, needs);
    why_not(heard, operation, needs).map_or(Ok(()), |reason| Err(refuse(reason)))?;
    Ok((operation, plan::arguments(operation, heard, &service.known)))
}

/// Returns the reading as an operation that the rules did not find. Names and days may still reject it.
fn meaning(
    heard: &QuestionContent<'_>,
    service: &Service<'_>,
    operation: &'static str,
    needs: Needs,
    is_certain: bool,
) -> Result<(&'static str, Vec<Argument>), Refusal> {
    if heard.when.is_impossible {
        return Err(refusal(heard, service, Reason::BadDate));
    }
    let (operation, needs) = taking_what_is_named(heard, operation, needs);
    let is_list = is_certain && needs == Needs::Nothing;
    let stands = |reason: &Reason| *reason != Reason::OutOfScope || (heard.names_nothing() && !is_list);
    match why_not(heard, operation, needs).filter(stands) {
        Some(reason) => Err(refusal(heard, service, reason)),
        None => Ok((operation, plan::arguments(operation, heard, &service.known))),
    }
}

/// Returns why the intended operation cannot answer.
fn why_not(heard: &QuestionContent<'_>, operation: &'static str, needs: Needs) -> Option<Reason> {
    let is_list = matches!(operation, "find_best_powder" | "get_snow_report");
    let is_opening = operation == "get_season_openings";
    match () {
        () if (is_list && tells_amount_of_one(heard)) || (is_opening && is_open_of_one(heard)) => {
            Some(Reason::WhichResort)
        }
        // Weather belongs to one mountain, and a hub has several.
        () if operation == "get_destination" && is_of_one_mountain(heard) => Some(Reason::WhichOne),
        () if is_of_another_year(heard, operation) => Some(Reason::BadDate),
        () => rejection_reason(heard, operation)
            .or_else(|| lacks(heard, operation, needs))
            .or_else(|| ((is_list || is_opening) && is_of_no_list(heard)).then_some(Reason::WhichResort)),
    }
}

/// Turns the only unknown word of a question about one resort into its name: "Feuerkogel lifte offen?".
fn of_name(heard: &QuestionContent<'_>, refusal: Refusal) -> Refusal {
    let is_other = !matches!(refusal.reason, Reason::WhichResort | Reason::OutOfScope | Reason::WhichReading);
    if is_other || is_here(heard) || heard.stranger.is_some() || beyond(heard).is_some() {
        return refusal;
    }
    let asks = asks_how_it_is(heard) || heard.has(Feature::Webcam);
    // In bytes: a character of a script without spaces counts as three letters.
    let is_long = |name: &&String| name.len() >= SHORTEST_NAME;
    match heard.unknown.as_ref().filter(is_long) {
        Some(name) if asks && heard.names_nothing() && heard.other_words <= MOST_BESIDE_STRANGER => Refusal {
            reason: Reason::UnknownResort,
            stranger: Some(name.clone()),
            readings: Vec::new(),
            ..refusal
        },
        _ => refusal,
    }
}

/// Returns the reason for a question without a meaning that is not beyond the service.
fn why_nothing(heard: &QuestionContent<'_>) -> Reason {
    let asks = asks_how_it_is(heard);
    match () {
        () if heard.when.is_impossible && !heard.resorts.is_empty() => Reason::BadDate,
        () if heard.is_unclear => Reason::WhichOne,
        // The name is ambiguous, whether or not the request is clear: "Blue Mountain, how about snow?".
        () if heard.resorts.is_empty() && heard.several.is_some() && asks => Reason::WhichOne,
        () if heard.stranger.is_some() && (asks || is_bare_stranger(heard)) => Reason::UnknownResort,
        // The request is clear, the resort is missing: "C'est ouvert demain ?".
        () if is_of_one(heard) => Reason::WhichResort,
        () => Reason::OutOfScope,
    }
}

/// Returns what an operation needs and the question does not name.
fn lacks(heard: &QuestionContent<'_>, operation: &str, needs: Needs) -> Option<Reason> {
    let names_some = heard.several.is_some() || heard.hub.is_some();
    let stranger = heard.stranger.is_some() && operation != "search_resorts";
    // Both of two compared names must be known, and a single one as well.
    if stranger
        && (heard.resorts.is_empty()
            || heard.joins_stranger
            || needs == Needs::Resorts
            || heard.has(Feature::Contrast))
    {
        let of_resort = asks_how_it_is(heard) || needs == Needs::Resort || heard.has(Feature::Forecast);
        return Some(if of_resort { Reason::UnknownResort } else { Reason::OutOfScope });
    }
    if heard.is_unclear {
        return Some(Reason::WhichOne);
    }
    if operation == "search_resorts" && heard.written.is_none() && heard.stranger.is_none() {
        return Some(Reason::WhichResort);
    }
    match needs {
        // An unknown namesake: "Brighton, the one in England".
        Needs::Resort if heard.is_elsewhere => return Some(Reason::UnknownResort),
        Needs::Resort if heard.resorts.len() == 1 => {}
        Needs::Resort if heard.resorts.len() > 1 || names_some || heard.names_place() => {
            return Some(Reason::WhichOne);
        }
        Needs::Resort => return Some(without_name(heard)),
        Needs::Resorts if heard.several.is_some() || names_some => return Some(Reason::WhichOne),
        Needs::Resorts if heard.resorts.len() < 2 => return Some(without_name(heard)),
        Needs::Hub | Needs::Resorts | Needs::Pass => {}
        Needs::Place
            if heard.region.or(heard.country).is_none()
                && (operation != "plan_ski_road_trip" || heard.first_of_state().is_none()) =>
        {
            return Some(if heard.state.is_some() || names_some {
                Reason::WhichOne
            } else {
                without_name(heard)
            });
        }
        Needs::Place | Needs::Nothing => {
            if let Some(reason) = leaves_out(heard, operation) {
                return Some(reason);
            }
        }
    }
    let too_far = heard.when.span.is_some_and(|span| (span.last - heard.today).num_days() > MOST_DAYS_AHEAD);
    let too_long = operation == "get_trip_window"
        && heard.when.span.is_some_and(|span| (span.last - span.first).num_days() > 30);
    (too_far || too_long).then_some(Reason::BadDate)
}

/// Returns why a list does not cover what is named, or is not about snow.
fn leaves_out(heard: &QuestionContent<'_>, operation: &str) -> Option<Reason> {
    const OF_SNOW: [&str; 5] =
        ["get_ml_trends", "search_resorts", "get_season_openings", "get_insights", "list_insight_categories"];
    if drops_place(heard, operation) {
        let is_empty = heard.state.as_ref().is_some_and(|(_, resorts)| resorts.is_empty());
        return Some(if is_empty { Reason::UnknownResort } else { Reason::WhichOne });
    }
    let is_known_trip = operation == "plan_ski_road_trip" && heard.unknown_words == 0;
    let is_other = is_of_other_things(heard) && operation != "search_resorts";
    let says_snow = is_of_snow(heard) || is_known_trip || OF_SNOW.contains(&operation);
    (is_other || !says_snow).then_some(Reason::OutOfScope)
}

fn refusal(heard: &QuestionContent<'_>, service: &Service<'_>, reason: Reason) -> Refusal {
    let mut candidates: Vec<usize> = match reason {
        Reason::WhichOne => {
            let named = (heard.resorts.len() > 1).then_some(&heard.resorts);
            let hub = heard.hub.as_ref().map(|(_, members)| members);
            let state = heard.state.as_ref().map(|(_, resorts)| resorts);
            named.or(heard.several.as_ref()).or(hub).or(state).cloned().unwrap_or_default()
        }
        Reason::UnknownResort => {
            let near =
                heard.stranger.as_ref().map(|name| service.known.index.search(name, 3)).unwrap_or_default();
            near.iter().map(|hit| hit.index).collect()
        }
        _ => Vec::new(),
    };
    candidates.truncate(MOST_CANDIDATES);
    let stranger = heard.stranger.clone().filter(|_| reason == Reason::UnknownResort);
    Refusal { reason, candidates, readings: Vec::new(), stranger, locale: heard.locale }
}

#[cfg(test)]
pub(crate) mod tests;
