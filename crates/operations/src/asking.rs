//! Answers a question in plain words with a text whose every number has evidence.
//!
//! The `ask` crate finds the operation; this module runs it on the caller's view and puts the result into words.

use ask::{Known, Locale, Question, Reading, Reason, Refusal, Service, Understood};
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
mod evidence;
mod phrases;
mod speaker;
mod units;
mod wording;

pub use evidence::{Evidence, EvidenceSource};
pub(crate) use phrases::phrases;
use speaker::AnswerWriter;

/// The outcome of a question.
#[derive(Debug)]
pub(crate) enum QuestionOutcome {
    Answered { reading: Box<Reading>, text: String, evidence: Vec<Evidence>, carries: SourceFamilies },
    Refused { refusal: Refusal, text: String },
}

/// Reads a question and answers it.
pub(crate) fn tell(
    view: &View<'_>,
    question: &str,
    about: Option<usize>,
    locale: Option<Locale>,
    now: Timestamp,
) -> QuestionOutcome {
    let mut understood = understand(view, question, about, locale, now);
    if let Some(chosen) = about
        && let Understood::Refused(Refusal { reason: Reason::WhichOne, candidates, locale, .. }) = &understood
        && candidates.contains(&chosen)
    {
        let is_of_choice =
            |again: &Understood| matches!(again, Understood::Reading(reading) if reading.resorts == [chosen]);
        let mut again = chosen::without_name(view, question, chosen)
            .into_iter()
            .map(|rest| understand(view, &rest, about, Some(*locale), now));
        if let Some(again) = again.find(is_of_choice) {
            understood = again;
        }
    }
    let mut reading = match understood {
        Understood::Refused(refusal) => return refused(refusal),
        Understood::Reading(reading) => reading,
    };
    match answer(view, &mut reading, now) {
        Ok((answer, carries)) => {
            let mut speaker = AnswerWriter::new(view, &reading, &answer, now);
            wording::word(&mut speaker, &reading, amount::least_cm(question));
            let (text, evidence) = speaker.done(carries);
            QuestionOutcome::Answered { reading, text, evidence, carries }
        }
        Err(error) => refused(of_error(&error, &reading)),
    }
}

/// Interprets a question by the names and days of a view.
pub(crate) fn understand(
    view: &View<'_>,
    question: &str,
    about: Option<usize>,
    locale: Option<Locale>,
    now: Timestamp,
) -> Understood {
    let resort = |at: usize| -> Option<&Resort> { view.at(at).map(|seen| seen.resort()) };
    let today = |at: Option<usize>| -> NaiveDate {
        match at.and_then(resort) {
            Some(resort) => now.local_date(resort.timezone),
            None => now.utc().date_naive(),
        }
    };
    let service = Service {
        known: Known { index: view.names(), passes: view.passes(), resort: &resort },
        today: &today,
        has_operation: &|name| operation(name).is_some(),
    };
    ask::understand(Question { text: question, about, locale }, &service)
}

/// Returns the operation of a name, except for the one that answers questions.
fn operation(name: &str) -> Option<&'static dyn AnyOperation> {
    OPERATIONS.iter().copied().find(|operation| operation.meta().name == name && operation.meta().has_tool())
}

/// The argument for the start of a journey.
const ORIGIN: &str = "origin";

/// Runs the operation. If a place of departure is unknown, the answer leaves the journey out.
fn answer(
    view: &View<'_>,
    reading: &mut Reading,
    now: Timestamp,
) -> Result<(Value, SourceFamilies), OpError> {
    let unknown = || OpError::argument("question", "names an unknown operation");
    let operation = operation(reading.operation).ok_or_else(unknown)?;
    let told = |reading: &Reading| {
        let pairs: Vec<(&str, &str)> =
            reading.arguments.iter().map(|(name, text)| (*name, text.as_str())).collect();
        operation.value(view, &pairs, now)
    };
    match told(reading) {
        Err(OpError::InvalidArguments(problems))
            if problems.iter().all(|problem| problem.argument == ORIGIN) =>
        {
            reading.arguments.retain(|(name, _)| *name != ORIGIN);
            told(reading)
        }
        told => told,
    }
}

fn refused(refusal: Refusal) -> QuestionOutcome {
    let text = wording::refusal(&refusal);
    QuestionOutcome::Refused { refusal, text }
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
    Refusal { reason, candidates: Vec::new(), readings: Vec::new(), stranger: None, locale: reading.locale }
}
