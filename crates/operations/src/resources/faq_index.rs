//! `service://faq/index`: questions that people and models ask about the service, in six languages.
//!
//! The texts contain no literal numbers or names: thresholds, counts and names are filled in from the running service
//! at each request, so that an answer cannot become outdated. Every language answers the same questions with the same
//! facts.

use std::collections::BTreeSet;

use conditions_core::forecast::DAYS;
use conditions_core::time::HOUR_MS;
use serde::Serialize;

use super::{Audience, Kind, REFERENCE_TTL_MS, Resource, answer};
use crate::operation::Reply;
use crate::snow_record::POLICY;
use world::credits::SourceFamilies;
use world::{OPEN_DAYS, View};

mod de;
mod en;
mod es;
mod fr;
mod it;
mod ja;

pub(super) const RESOURCE: Resource = Resource {
    uri: "service://faq/index",
    name: "faq-index",
    title: "Questions and answers",
    description: "Questions about the service and its data, with answers in English, German, French, Italian, Spanish and Japanese. \
        About the service, not about a resort: for that use the tools.",
    kind: Kind::Data(|view, now| Ok(answer(view, Reply::one(index(view), SourceFamilies::NOTHING), now))),
    audience: &[Audience::User, Audience::Assistant],
    priority: 0.4,
    ttl_ms: REFERENCE_TTL_MS,
};

/// A question and its answer, with placeholders in braces.
type Text = (&'static str, &'static str);

/// Identifiers of the questions, in the order of the texts of every language; stable.
const IDS: [&str; 17] = [
    SYNTHETIC,
    "what",
    "not-reported",
    "sources",
    "freshness",
    "confidence",
    "status",
    "depth",
    "forecast",
    "powder",
    "score",
    "days-8-to-14",
    "resort-names",
    "avalanche",
    "credit",
    "access",
    "thresholds",
];

/// Comes first, and only where it applies.
const SYNTHETIC: &str = "synthetic";

/// Every language with its texts.
const LOCALES: [(&str, &[Text; IDS.len()]); 6] =
    [("en", &en::TEXTS), ("de", &de::TEXTS), ("fr", &fr::TEXTS), ("it", &it::TEXTS), ("es", &es::TEXTS), ("ja", &ja::TEXTS)];

#[derive(Debug, Serialize)]
struct Index {
    /// Available languages.
    locales: [&'static str; LOCALES.len()],
    faqs: Vec<Locale>,
}

#[derive(Debug, Serialize)]
struct Locale {
    locale: &'static str,
    entries: Vec<Entry>,
}

#[derive(Debug, Serialize)]
struct Entry {
    /// Identifier of the question; stable.
    id: &'static str,
    question: String,
    answer: String,
}

fn index(view: &View<'_>) -> Index {
    let facts = facts(view);
    let is_synthetic = view.service().synthetic;
    let filled = |text: &str| {
        facts.iter().fold(text.to_owned(), |text, (name, value)| text.replace(&format!("{{{name}}}"), value))
    };
    let entry = |(id, (question, answer)): (&'static str, &Text)| Entry {
        id,
        question: filled(question),
        answer: filled(answer),
    };
    let locale = |(locale, texts): (&'static str, &[Text; IDS.len()])| {
        let asked = IDS.into_iter().zip(texts).filter(|(id, _)| is_synthetic || *id != SYNTHETIC);
        Locale { locale, entries: asked.map(entry).collect() }
    };
    Index { locales: LOCALES.map(|(locale, _)| locale), faqs: LOCALES.into_iter().map(locale).collect() }
}

/// Returns the values of the placeholders.
fn facts(view: &View<'_>) -> [(&'static str, String); 15] {
    let (service, policy) = (view.service(), view.policy());
    let countries: BTreeSet<&str> = view.resorts().map(|seen| seen.resort().country.as_str()).collect();
    let hours = |ms: i64| (ms / HOUR_MS).to_string();
    let credits = &service.credits;
    let documents = credits.documents.iter().map(|lane| lane.credits.len()).sum::<usize>();
    let networks = credits.stations.iter().map(|network| network.credits.len()).sum::<usize>();
    let modelled = credits.catalogue.len() + credits.forecast.len() + credits.climate.len();
    [
        ("name", service.name.clone()),
        ("base", service.base_url.clone()),
        ("credit", credits.service.text.clone()),
        ("resorts", view.resorts().len().to_string()),
        ("countries", countries.len().to_string()),
        ("sources", (modelled + documents + networks + credits.feeds.len()).to_string()),
        ("models", policy.weights.len().to_string()),
        ("open_days", OPEN_DAYS.to_string()),
        ("all_days", DAYS.to_string()),
        ("live_hours", hours(policy.depth.live_ms)),
        ("stale_hours", hours(policy.depth.ttl_ms)),
        ("model_hours", hours(policy.model_ttl_ms)),
        ("station_km", policy.station_radius_km.to_string()),
        ("powder_cm", POLICY.powder_day_cm.to_string()),
        ("winters", policy.average_min_winters.to_string()),
    ]
}

#[cfg(test)]
mod tests;
