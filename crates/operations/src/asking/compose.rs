//! Joins the parts of an answer: their sentences, evidence and sources, and the remarks on wishes.

use std::collections::BTreeSet;

use ask::{Language, Locale, Remark};
use chrono::NaiveDate;
use world::View;
use world::credits::SourceFamilies;

use super::evidence::Evidence;
use super::phrases::phrases;

/// The sentences of one part.
#[derive(Debug)]
pub(super) struct ComposedAnswer {
    pub(super) sentences: Vec<String>,
    pub(super) evidence: Vec<Evidence>,
    pub(super) carries: SourceFamilies,
    /// Whether every value is a record of the catalogue, which is real in a synthetic service too.
    pub(super) is_of_record: bool,
    pub(super) operation: &'static str,
    pub(super) arguments: Vec<(&'static str, String)>,
    pub(super) resorts: Vec<usize>,
    pub(super) days: Option<(NaiveDate, NaiveDate)>,
}

/// An answer of one or several parts.
#[derive(Debug)]
pub(crate) struct Answered {
    pub(crate) text: String,
    pub(crate) evidence: Vec<Evidence>,
    pub(crate) carries: SourceFamilies,
    pub(crate) locale: Locale,
    /// Operation and arguments of the first part.
    pub(crate) operation: &'static str,
    pub(crate) arguments: Vec<(&'static str, String)>,
    /// Resorts of all parts.
    pub(crate) resorts: Vec<usize>,
    pub(crate) days: Option<(NaiveDate, NaiveDate)>,
}

/// Writes where the data come from.
pub(super) fn sources(locale: Locale) -> ComposedAnswer {
    ComposedAnswer {
        sentences: vec![phrases().plain("sources", locale.language).to_owned()],
        evidence: Vec::new(),
        carries: SourceFamilies::CATALOGUE,
        is_of_record: true,
        operation: "get_credits",
        arguments: Vec::new(),
        resorts: Vec::new(),
        days: None,
    }
}

/// Joins the parts; `None` without any.
pub(super) fn joined(
    view: &View<'_>,
    parts: Vec<ComposedAnswer>,
    remarks: &BTreeSet<Remark>,
    locale: Locale,
) -> Option<Answered> {
    let first = parts.first()?;
    let (operation, arguments) = (first.operation, first.arguments.clone());
    let is_synthetic = view.service().synthetic && parts.iter().any(|part| !part.is_of_record);
    let mut answered = Answered {
        text: String::new(),
        evidence: Vec::new(),
        carries: SourceFamilies::CATALOGUE,
        locale,
        operation,
        arguments,
        resorts: Vec::new(),
        days: parts.iter().find_map(|part| part.days),
    };
    let mut sentences: Vec<String> = Vec::new();
    for part in parts {
        answered.carries = answered.carries.and(part.carries);
        add(&mut sentences, part.sentences);
        add(&mut answered.evidence, part.evidence);
        add(&mut answered.resorts, part.resorts);
    }
    let plain = |key: &str| phrases().plain(key, locale.language).to_owned();
    add(&mut sentences, remarks.iter().map(|remark| plain(remark.key())).collect());
    if is_synthetic {
        sentences.push(plain("synthetic"));
    }
    answered.text = text(&sentences, locale.language);
    // Drops evidence of values that the text does not show.
    let text = &answered.text;
    answered.evidence.retain(|evidence| text.contains(&evidence.shown));
    Some(answered)
}

/// Adds what is not there yet: parts that share a resort repeat sentences.
fn add<T: PartialEq>(all: &mut Vec<T>, more: Vec<T>) {
    for one in more {
        if !all.contains(&one) {
            all.push(one);
        }
    }
}

fn text(sentences: &[String], language: Language) -> String {
    let mut text = String::new();
    for sentence in sentences {
        // Japanese omits spaces between sentences, but an address at the end of one would swallow the next.
        let is_apart = language != Language::Japanese || text.ends_with(|c: char| c.is_ascii());
        if !text.is_empty() && is_apart {
            text.push(' ');
        }
        text.push_str(sentence);
    }
    text
}
