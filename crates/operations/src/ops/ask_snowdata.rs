//! `ask_snowdata`: a question in plain words.

use std::collections::BTreeMap;

use ask::{Language, Locale, Reason};
use chrono::NaiveDate;
use conditions_core::time::Timestamp;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use world::credits::SourceFamilies;
use world::{Tier, View};

use crate::asking::{Answered, Evidence, QuestionOutcome, phrases, answer_question};
use crate::error::OpError;
use crate::operation::{Interfaces, Meta, Method, Operation, Reply};
use crate::text::Text;

pub struct Op;

/// The arguments, from path and query or from a tool call.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Args {
    /// The question, as a person asks it.
    ///
    /// English, German, French, Italian, Spanish or Japanese.
    #[schemars(length(min = 1, max = 1000))]
    pub question: String,
    /// Resort of the conversation: slug or unambiguous name.
    ///
    /// For questions that name none, such as "and tomorrow?".
    #[schemars(length(min = 1, max = 100))]
    pub slug: Option<String>,
    /// en, en-US, de, fr, it, es or ja; default the question's.
    ///
    /// Language of the answer and, with a country, its units.
    #[schemars(length(min = 2, max = 20))]
    pub locale: Option<String>,
}

/// An answer in words, or the reason why there is none.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "Asked")]
pub struct QuestionAnswer<'w> {
    /// One to four sentences in the requested language. Every number in them is in `evidence`.
    pub answer: String,
    /// Whether the question has an answer here.
    pub answerable: bool,
    /// Reason if not answerable: `out_of_scope`, `unknown_resort`, `which_resort`, `which_one`, `which_reading`,
    /// `no_question`, `bad_date`, `account` or `no_data_kind`.
    pub reason: Option<&'static str>,
    /// The operation that the question means.
    pub intent: Option<&'static str>,
    /// Subject of the answer.
    pub scope: Scope<'w>,
    /// Language of the answer.
    pub language: &'static str,
    /// Source of each number, date and name in the answer.
    pub evidence: Vec<Evidence>,
    /// Resorts that may be meant.
    pub candidates: Vec<Candidate<'w>>,
    /// Operations that may be meant.
    pub readings: Vec<&'static str>,
    /// Questions that have an answer here.
    pub suggestions: Vec<&'static str>,
}

/// Subject of an answer.
#[derive(Debug, Default, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "AnswerScope")]
pub struct Scope<'w> {
    /// Slugs of the resorts.
    pub resorts: Vec<&'w str>,
    /// Arguments that the operation was called with.
    pub arguments: BTreeMap<&'static str, String>,
    /// First local day of the question.
    pub from: Option<NaiveDate>,
    /// Last local day of the question.
    pub to: Option<NaiveDate>,
}

/// A resort that may be meant.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Candidate<'w> {
    /// Slug of the resort.
    pub slug: &'w str,
    /// Name in international use.
    pub name: &'w str,
    /// ISO 3166-1 alpha-2.
    pub country: &'w str,
    /// State, province or canton.
    pub state: Option<&'w str>,
}

/// Questions that are suggested when there is no answer.
const SUGGESTIONS: [&str; 3] = ["suggest depth", "suggest forecast", "suggest powder"];

impl Operation for Op {
    const META: Meta = Meta {
        name: "ask_snowdata",
        method: Method::Get,
        access: Tier::Anonymous,
        faces: Interfaces::Both,
        path: "/ask",
        title: "Ask in plain words",
        description: "Answers a question about snow, resorts, roads, flights or passes in words, each number with its \
            evidence. No language model: for exact figures call the operation it names. `answerable` false: see \
            `reason` and `candidates`; never another resort instead.",
    };
    const BY_BODY: bool = true;
    type Args = Args;
    type Data<'w> = QuestionAnswer<'w>;

    fn run<'w>(view: &View<'w>, args: Args, now: Timestamp) -> Result<Reply<QuestionAnswer<'w>>, OpError> {
        let locale = args.locale.as_deref().map(locale).transpose()?;
        let about = args.slug.as_deref().map(|slug| view.resort(slug)).transpose()?;
        let slug = |at: &usize| view.at(*at).map(|seen| seen.resort().slug.as_str());
        let told = answer_question(view, &args.question, about.map(|seen| seen.position()), locale, now);
        Ok(match told {
            QuestionOutcome::Answered(answered) => {
                let Answered { text, evidence, carries, locale, operation, arguments, resorts, days } = *answered;
                let scope = Scope {
                    resorts: resorts.iter().filter_map(slug).collect(),
                    arguments: arguments.into_iter().collect(),
                    from: days.map(|(first, _)| first),
                    to: days.map(|(_, last)| last),
                };
                let data = QuestionAnswer {
                    answer: text,
                    answerable: true,
                    reason: None,
                    intent: Some(operation),
                    scope,
                    language: locale.language.code(),
                    evidence,
                    candidates: Vec::new(),
                    readings: Vec::new(),
                    suggestions: Vec::new(),
                };
                Reply::one(data, carries)
            }
            QuestionOutcome::Refused { refusal, text } => {
                let language = refusal.locale.language;
                let candidates: Vec<Candidate<'w>> =
                    refusal.candidates.iter().filter_map(|at| candidate(view, *at)).collect();
                let data = QuestionAnswer {
                    answer: text,
                    answerable: false,
                    reason: Some(refusal.reason.as_str()),
                    intent: None,
                    scope: Scope::default(),
                    language: language.code(),
                    evidence: Vec::new(),
                    candidates,
                    readings: refusal.readings,
                    suggestions: suggestions(refusal.reason, language),
                };
                Reply::one(data, SourceFamilies::CATALOGUE)
            }
        })
    }

    fn text(data: &QuestionAnswer<'_>) -> String {
        let mut text = Text::new();
        text.line(&data.answer);
        if let Some(intent) = data.intent {
            let arguments: Vec<String> =
                data.scope.arguments.iter().map(|(name, value)| format!("{name}={value}")).collect();
            text.item("From", format_args!("{intent}({})", arguments.join(", ")));
        }
        for Candidate { slug, name, country, state } in &data.candidates {
            let place = state.map(|state| format!("{state}, ")).unwrap_or_default();
            text.line(format_args!("Candidate: {name} ({slug}), {place}{country}"));
        }
        if !data.readings.is_empty() {
            text.item("Readings", data.readings.join(", "));
        }
        for suggestion in &data.suggestions {
            text.item("Ask for instance", suggestion);
        }
        text.done()
    }
}

fn candidate<'w>(view: &View<'w>, at: usize) -> Option<Candidate<'w>> {
    let resort = view.at(at)?.resort();
    Some(Candidate {
        slug: &resort.slug,
        name: &resort.name,
        country: &resort.country,
        state: resort.state.as_deref(),
    })
}

/// Parses a locale's tag.
fn locale(tag: &str) -> Result<Locale, OpError> {
    Locale::from_tag(tag).ok_or_else(|| {
        let codes = Language::ALL.map(Language::code).join(", ");
        OpError::argument("locale", format!("must be one of {codes}, or one of them with a country such as en-US"))
    })
}

/// Returns questions to suggest instead; empty if the caller has to choose.
fn suggestions(reason: Reason, language: Language) -> Vec<&'static str> {
    match reason {
        Reason::WhichOne | Reason::WhichReading => Vec::new(),
        _ => SUGGESTIONS.map(|key| phrases().plain(key, language)).into(),
    }
}
