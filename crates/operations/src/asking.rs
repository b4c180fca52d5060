//! Answers a question in plain words with a text whose every number has evidence.
//!
//! The `ask` crate finds the operation; this module runs it on the caller's view and puts the result into words.

use std::collections::BTreeSet;

use ask::{KnownNames, Locale, Outcome, Question, Reading, Reason, Refusal, Request, RequestPart, Service};
use catalogue::Resort;
use chrono::NaiveDate;
use conditions_core::time::Timestamp;
use serde_json::Value;
use world::View;
use world::credits::SourceFamilies;

use crate::error::OpError;
use crate::operation::AnyOperation;
use crate::ops::OPERATIONS;

mod amount;
pub mod calendar;
mod chosen;
mod compose;
mod drives;
mod evidence;
mod pass_roads;
mod phrases;
mod sets;
mod speaker;
mod units;
mod wording;

pub(crate) use compose::Answered;
use compose::ComposedAnswer;
pub use evidence::{Evidence, EvidenceSource};
pub(crate) use phrases::phrases;
use speaker::AnswerWriter;

/// The outcome of a question.
#[derive(Debug)]
pub(crate) enum QuestionOutcome {
    Answered(Box<Answered>),
    Refused { refusal: Refusal, text: String },
}

/// Reads a question and answers it.
pub(crate) fn answer_question(
    view: &View<'_>,
    question: &str,
    about: Option<usize>,
    locale: Option<Locale>,
    now: Timestamp,
) -> QuestionOutcome {
    let mut request = understand(view, question, about, locale, now);
    if let Some(chosen) = about
        && let [RequestPart::One { understood: Outcome::Refused(refusal), .. }] = request.parts.as_slice()
        && refusal.reason == Reason::WhichOne
        && refusal.candidates.contains(&chosen)
    {
        let is_of_choice = |again: &Request| {
            matches!(again.parts.as_slice(), [RequestPart::One { understood: Outcome::Reading(reading), .. }]
                if reading.resorts == [chosen])
        };
        let locale = Some(request.locale);
        let mut again = chosen::without_name(view, question, chosen)
            .into_iter()
            .map(|rest| understand(view, &rest, about, locale, now));
        if let Some(again) = again.find(is_of_choice) {
            request = again;
        }
    }
    let Request { locale, parts, remarks } = request;
    let mut refusal = None;
    let mut written = Vec::new();
    for part in parts {
        match write(view, part, question, locale, now) {
            Ok(part) => written.push(part),
            Err(error) => refusal = refusal.or(Some(error)),
        }
    }
    // A part without an answer next to others is named.
    let is_partial = refusal.is_some() && !written.is_empty();
    match compose::joined(view, written, &remarks, locale) {
        Some(mut answered) => {
            if is_partial {
                answered.text.push(' ');
                answered.text.push_str(phrases().plain("part unanswered", locale.language));
            }
            QuestionOutcome::Answered(Box::new(answered))
        }
        None => refusal_outcome(refusal.unwrap_or_else(|| refusal_of(Reason::NoDataKind, locale)), &remarks),
    }
}

/// Writes a part of an answer.
fn write(
    view: &View<'_>,
    part: RequestPart,
    question: &str,
    locale: Locale,
    now: Timestamp,
) -> Result<ComposedAnswer, Refusal> {
    let unknown = |reason| move || refusal_of(reason, locale);
    match part {
        RequestPart::Road(road) => {
            pass_roads::write(view, &road, question, locale, now).ok_or_else(unknown(Reason::NoDataKind))
        }
        RequestPart::Drive(drive) => {
            drives::write(view, &drive, locale, now).ok_or_else(unknown(Reason::NoDataKind))
        }
        RequestPart::Sources => Ok(compose::sources(locale)),
        RequestPart::Set(set) => sets::write(view, &set, now).ok_or_else(unknown(Reason::UnknownResort)),
        RequestPart::One { understood: Outcome::Refused(refusal), .. } => Err(refusal),
        RequestPart::One { understood: Outcome::Reading(mut reading), instead } => {
            let answered = answer(view, &mut reading, now);
            let is_empty = answered.as_ref().map_or(true, |(value, _)| lists_nothing(value, &reading));
            if is_empty
                && let Some(set) = instead
                && let Some(mut written) = sets::write(view, &set, now)
            {
                // The limit that no resort meets is stated before the highest values.
                if reading.arguments.iter().any(|(name, _)| *name == "minDepth") {
                    written
                        .sentences
                        .insert(0, phrases().plain("set below limit", locale.language).to_owned());
                }
                return Ok(written);
            }
            let (answer, carries) = answered.map_err(|error| of_error(&error, &reading))?;
            let mut speaker = AnswerWriter::new(view, &reading, &answer, now);
            wording::word(&mut speaker, &reading, amount::least_cm(question));
            Ok(speaker.written(carries))
        }
    }
}

/// Returns whether a list is empty, without numbers, or sorted by a depth that is unknown.
fn lists_nothing(answer: &Value, reading: &Reading) -> bool {
    const VALUES: [&str; 4] = ["score", "displayDepthCm", "next7dCm", "points"];
    let rows = ["/data", "/data/recommendations", "/data/trips", "/data/resorts"]
        .into_iter()
        .find_map(|at| answer.pointer(at).and_then(Value::as_array));
    let is_by_depth = reading.arguments.iter().any(|(name, value)| *name == "sort" && value == "depth");
    let has_value = |row: &Value| match row.get("displayDepthCm") {
        Some(depth) if is_by_depth => depth.as_f64().is_some_and(|depth| depth > 0.0),
        _ => VALUES.iter().any(|name| row.get(*name).is_some_and(Value::is_number)),
    };
    let is_scored = |row: &Value| row.get("score").is_none_or(Value::is_number);
    rows.is_some_and(|rows| !rows.iter().any(|row| has_value(row) && is_scored(row)))
}

/// Interprets a question by the names and days of a view.
pub(crate) fn understand(
    view: &View<'_>,
    question: &str,
    about: Option<usize>,
    locale: Option<Locale>,
    now: Timestamp,
) -> Request {
    let resort = |at: usize| -> Option<&Resort> { view.at(at).map(|seen| seen.resort()) };
    let today = |at: Option<usize>| -> NaiveDate {
        match at.and_then(resort) {
            Some(resort) => now.local_date(resort.timezone),
            None => now.utc().date_naive(),
        }
    };
    let service = Service {
        known: KnownNames { index: view.names(), passes: view.passes(), resort: &resort },
        today: &today,
        has_operation: &|name| operation(name).is_some(),
    };
    ask::request(Question { text: question, about, locale }, &service)
}

/// Returns the operation of a name, except for the one that answers questions.
fn operation(name: &str) -> Option<&'static dyn AnyOperation> {
    OPERATIONS.iter().copied().find(|operation| operation.meta().name == name && operation.meta().has_tool())
}

/// The argument for the start of a journey, and the one for the explanation of a record.
const ORIGIN: &str = "origin";
const EXPLAIN: &str = "explain";

/// Runs the operation. If a place of departure is unknown, the answer leaves the journey out.
fn answer(
    view: &View<'_>,
    reading: &mut Reading,
    now: Timestamp,
) -> Result<(Value, SourceFamilies), OpError> {
    // The record is cited in its usual form, whatever the caller may want explained.
    reading.arguments.retain(|(name, _)| *name != EXPLAIN);
    match run(view, reading, now) {
        Err(OpError::InvalidArguments(problems))
            if problems.iter().all(|problem| problem.argument == ORIGIN) =>
        {
            reading.arguments.retain(|(name, _)| *name != ORIGIN);
            run(view, reading, now)
        }
        told => told,
    }
}

/// Calls the operation of a reading.
fn run(view: &View<'_>, reading: &Reading, now: Timestamp) -> Result<(Value, SourceFamilies), OpError> {
    let unknown = || OpError::argument("question", "names an unknown operation");
    let operation = operation(reading.operation).ok_or_else(unknown)?;
    let pairs: Vec<(&str, &str)> =
        reading.arguments.iter().map(|(name, text)| (*name, text.as_str())).collect();
    operation.value(view, &pairs, now)
}

fn refusal_outcome(refusal: Refusal, remarks: &BTreeSet<ask::Remark>) -> QuestionOutcome {
    let mut text = wording::refusal(&refusal);
    for remark in remarks {
        text.push(' ');
        text.push_str(phrases().plain(remark.key(), refusal.locale.language));
    }
    QuestionOutcome::Refused { refusal, text }
}

fn refusal_of(reason: Reason, locale: Locale) -> Refusal {
    Refusal { reason, candidates: Vec::new(), readings: Vec::new(), stranger: None, locale }
}

/// Maps an operation's error to the nearest reason of a refusal.
fn of_error(error: &OpError, reading: &Reading) -> Refusal {
    let about_dates =
        |argument: &str| matches!(argument, "start" | "end" | "date" | "depart" | "return" | "days");
    let reason = match error {
        OpError::ResortNotFound { .. } => Reason::UnknownResort,
        OpError::InvalidArguments(problems)
            if problems.iter().any(|problem| about_dates(&problem.argument)) =>
        {
            Reason::BadDate
        }
        OpError::Denied { .. } => Reason::Account,
        OpError::InvalidArguments(_)
        | OpError::NotFound { .. }
        | OpError::Full { .. }
        | OpError::Scope { .. }
        | OpError::Unread => Reason::NoDataKind,
    };
    refusal_of(reason, reading.locale)
}
