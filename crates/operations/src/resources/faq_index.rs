//! `service://faq/index`: questions that people and models ask about the service, in every locale there is.
//!
//! Answers say how the service behaves and name no threshold: those are served as data, and an operator may change
//! them.

use serde::Serialize;

use super::{Audience, Kind, REFERENCE_TTL_MS, Resource, answer};
use world::credits::Carries;
use crate::operation::Reply;
use world::Service;

pub(super) const RESOURCE: Resource = Resource {
    uri: "service://faq/index",
    name: "faq-index",
    title: "Questions and answers",
    description: "Questions about the service and its data, with answers, by locale. `locales` lists the languages there \
        are. About the service, not about a resort: for that use the tools.",
    kind: Kind::Data(|view, now| Ok(answer(view, Reply::one(index(view.service()), Carries::NOTHING), now))),
    audience: &[Audience::User, Audience::Assistant],
    priority: 0.4,
    ttl_ms: REFERENCE_TTL_MS,
};

#[derive(Debug, Serialize)]
struct Index {
    /// Languages there are.
    locales: [&'static str; 1],
    faqs: [Locale; 1],
}

#[derive(Debug, Serialize)]
struct Locale {
    locale: &'static str,
    entries: Vec<Entry>,
}

#[derive(Debug, Serialize)]
struct Entry {
    /// Identifier of the question; it never changes.
    id: &'static str,
    question: &'static str,
    answer: String,
}

fn index(service: &Service) -> Index {
    let mut entries: Vec<Entry> = Vec::with_capacity(ENGLISH.len() + 1);
    if service.synthetic {
        entries.push(entry(SYNTHETIC, service));
    }
    entries.extend(ENGLISH.iter().map(|one| entry(*one, service)));
    Index { locales: ["en"], faqs: [Locale { locale: "en", entries }] }
}

fn entry((id, question, answer): Question, service: &Service) -> Entry {
    let answer = answer
        .replace("{name}", &service.name)
        .replace("{base}", &service.base_url)
        .replace("{credit}", &service.credits.service.text);
    Entry { id, question, answer }
}

/// Id, question, answer. In an answer `{name}`, `{base}` and `{credit}` stand for the service's own.
type Question = (&'static str, &'static str, &'static str);

/// Comes first where it applies.
const SYNTHETIC: Question = (
    "synthetic",
    "Is this real weather?",
    "No. This server runs on a simulated winter, for trying it out. Its conditions and forecasts say nothing about the \
     real world; only the reference data of the resorts is real. Its name and every credit say so.",
);

const ENGLISH: [Question; 15] = [
    (
        "what",
        "What does this service offer?",
        "{name} offers snow conditions and forecasts of ski resorts: one record per resort, in which every value has its source, its \
         time of observation and a confidence between 0 and 1. Search, lists, forecasts and reference data of the resorts \
         are built on the same records.",
    ),
    (
        "not-reported",
        "What does null, or \"not reported\", mean?",
        "That nobody reports the value. It never means zero, and no stale or guessed number stands in for it. No open \
         lifts reported is not the same as no lifts open.",
    ),
    (
        "sources",
        "Where do the numbers come from?",
        "Most trusted first: the resort itself (operator), its site or feed and public weather stations (scraped), \
         weather models (model), reference data (profile), and what is computed from these (derived). Every field of \
         get_conditions says which. {base}/api/v1/credits lists every source with its licence.",
    ),
    (
        "freshness",
        "How old is a value?",
        "observedAt says when it was so, and meta.freshness of get_conditions has a label that can be shown as it stands, \
         such as `as of 3h ago` or `modelled 2h ago`. A value that has outlived its time is labelled stale, and later it \
         turns null.",
    ),
    (
        "confidence",
        "What is the confidence of a value?",
        "A number from 0 to 1: how much the value is to be trusted, by its source, its age and, for forecasts, by how far \
         the weather models agree. Label a low one as estimated.",
    ),
    (
        "status",
        "Why is a resort UNKNOWN in the middle of winter?",
        "Because nobody says that it is open and no lift is reported to turn. Being in season is no evidence. The status \
         is derived and never defaults to OPEN; UNKNOWN is an answer of its own.",
    ),
    (
        "depth",
        "Which snow depth is the headline?",
        "The one at the base, else at mid mountain, else at the summit; but a fresh measured depth leads over a modelled \
         one. displayDepthDetail says which band it was and why. The three bands are decided each by itself, and nothing \
         is interpolated between them.",
    ),
    (
        "forecast",
        "How is the forecast made?",
        "As a blend of seven weather models, day by day, at three elevations. Each day says how many models report it and \
         how far apart they are. A day that no model reports is null. next7dCm is the coming week, not the past one.",
    ),
    (
        "score",
        "How does the snow score come about?",
        "As points for new snow, depth against the average of the day, forecast, surface, operations and history, \
         weighted down where the evidence is uncertain. get_resort shows each part with its points, its most points \
         and what it was computed from. With too little evidence there is no score.",
    ),
    (
        "days-8-to-14",
        "Why are days 8 to 14 empty?",
        "They belong to the Pro tier. For everybody else the rows are there without quantities and say proRequired, and \
         next14dCm is null.",
    ),
    (
        "resort-names",
        "How do I name a resort?",
        "By its slug, or by a name or alias that only one resort has. search_resorts finds the slug, also of a misspelt \
         name. A name that several resorts share is not guessed: the candidates are listed.",
    ),
    (
        "avalanche",
        "Can I judge avalanche danger by this?",
        "No. Nothing here is an avalanche assessment, neither depth nor snow quality nor forecast. Read the official \
         bulletin of the region.",
    ),
    (
        "credit",
        "What must I show with the data?",
        "The credit \"{credit}\" with a visible link to {base}, and the credits of the upstream sources beside it. \
         Every answer carries both in its credits. Terms: {base}/api/v1/credits.",
    ),
    (
        "access",
        "Do I need a key?",
        "No. Reading needs neither key nor sign-in, over the tool connector and over REST at {base}/api/v1. The data \
         cannot be changed through either.",
    ),
    (
        "thresholds",
        "By which thresholds are values chosen and labelled?",
        "{base}/api/v1/definitions serves every one that this server uses.",
    ),
];
