//! Records the source of each number in an answer.
//!
//! The text of an answer consists of templates without digits and of [`TextPiece`] values. A piece with a number can
//! only be made here, together with its evidence, so every number in an answer can be looked up.

use std::borrow::Cow;

use ask::Locale;
use conditions_core::field::Field;
use conditions_core::record::Resolution;
use conditions_core::source::{Kind, NamedKind};
use conditions_core::time::Timestamp;
use conditions_core::units::Confidence;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::Serialize;
use serde_json::Value;
use world::VisibleResort;

use super::units::Unit;

/// The source of a value in an answer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum EvidenceSource {
    /// A kind of evidence; stations are named as such.
    Kind(NamedKind),
    /// Another source that the operation names, such as a road agency.
    Other(String),
}

impl JsonSchema for EvidenceSource {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "EvidenceSource".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "string" })
    }
}

/// Source of a number, a date or a name in the answer.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "AnswerEvidence")]
pub struct Evidence {
    /// The operation that returned the value.
    pub operation: &'static str,
    /// The arguments of that operation.
    pub arguments: std::collections::BTreeMap<&'static str, String>,
    /// JSON pointer into that operation's answer.
    pub pointer: String,
    /// The value at that pointer.
    pub value: Value,
    /// Unit of the value; `text` and `date` for values that are not quantities.
    pub unit: &'static str,
    /// The value as the answer shows it, in the units of the locale.
    pub shown: String,
    /// Source of the value, such as `model`, `operator` or `station`; null if the answer does not name one.
    pub source: Option<EvidenceSource>,
    /// When it was observed, or when its forecast was fetched.
    pub observed_at: Option<String>,
    /// Trust in it, 0 to 1.
    pub confidence: Option<f64>,
}

/// A piece of a text: template words, or a value with its evidence.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct TextPiece(String);

impl TextPiece {
    /// Makes a piece of template words. Any digits are removed.
    pub(super) fn words(text: &str) -> Self {
        Self(text.chars().filter(|c| !c.is_numeric()).collect())
    }

    /// Makes a piece that shows the value of evidence.
    pub(super) fn from_evidence(evidence: &Evidence) -> Self {
        Self(evidence.shown.clone())
    }

    pub(super) fn joined(pieces: &[Self], with: &str) -> Self {
        let with = Self::words(with).0;
        Self(pieces.iter().map(|piece| piece.0.as_str()).collect::<Vec<_>>().join(&with))
    }

    /// Makes a piece of a filled template.
    pub(super) fn filled(pieces: impl Iterator<Item = Self>) -> Self {
        Self(pieces.map(|piece| piece.0).collect())
    }

    pub(super) fn text(&self) -> &str {
        &self.0
    }
}

/// Formats a value and records its evidence; returns `None` for null and for a value that does not fit the unit.
/// `resort` is the resort that the value describes.
pub(super) fn cited(
    locale: Locale,
    answer: &Value,
    pointer: &str,
    unit: Unit,
    resort: Option<VisibleResort<'_>>,
) -> Option<(TextPiece, Evidence)> {
    let value = answer.pointer(pointer).filter(|value| !value.is_null())?;
    let shown = unit.format(value, locale)?;
    let evidence = Evidence {
        operation: "",
        arguments: std::collections::BTreeMap::new(),
        pointer: pointer.to_owned(),
        value: value.clone(),
        unit: unit.as_str(),
        shown,
        source: nearest(answer, pointer, &["source"])
            .and_then(|(found, beside)| source(found, beside, resort)),
        observed_at: nearest(answer, pointer, &["observedAt", "capturedAt", "issuedAt", "asOf", "fetchedAt"])
            .and_then(|(found, _)| found.as_str().map(str::to_owned)),
        confidence: nearest(answer, pointer, &["confidence"]).and_then(|(found, _)| found.as_f64()),
    };
    Some((TextPiece::from_evidence(&evidence), evidence))
}

/// Returns the slug of the resort that a value describes, if the answer has it next to the value or in an enclosing
/// object.
pub(super) fn slug<'v>(answer: &'v Value, pointer: &str) -> Option<&'v str> {
    nearest(answer, pointer, &["slug"]).and_then(|(found, _)| found.as_str())
}

/// Returns the source that an answer states; `beside` is the object that states it.
fn source(stated: &Value, beside: &Value, resort: Option<VisibleResort<'_>>) -> Option<EvidenceSource> {
    let word = stated.as_str()?;
    // On the wire a station reading is `scraped`, like a value from the resort's own site. The record keeps them apart.
    if word == Kind::Scraped.wire() {
        return resort
            .and_then(|seen| kind_of_scraped(seen.resolution(), beside))
            .map(|kind| EvidenceSource::Kind(kind.into()));
    }
    let named = NamedKind::from_name(word).map(EvidenceSource::Kind);
    Some(named.unwrap_or_else(|| EvidenceSource::Other(word.to_owned())))
}

/// Finds the kind of a value that is `scraped` on the wire by its time and confidence; returns `None` if values of both
/// kinds match.
fn kind_of_scraped(resolution: &Resolution, stated: &Value) -> Option<Kind> {
    fn stated_by<T>(field: &Field<T>) -> (Kind, Option<Timestamp>, Confidence) {
        (field.source, field.observed_at, field.confidence)
    }
    let Resolution { record, .. } = resolution;
    let depth = &record.depth;
    let fields = [
        Some(stated_by(&record.status)),
        Some(stated_by(&record.season_opening)),
        Some(stated_by(&record.season_closing)),
        depth.base.as_ref().map(stated_by),
        depth.mid.as_ref().map(stated_by),
        depth.summit.as_ref().map(stated_by),
        Some(stated_by(&record.lifts)),
        Some(stated_by(&record.runs)),
        Some(stated_by(&record.surface)),
        Some(stated_by(&record.ability_pct)),
        Some(stated_by(&record.longest_run)),
        record.snow_quality.as_ref().map(stated_by),
        record.snow_surface_temp.as_ref().map(stated_by),
        Some(stated_by(&resolution.snowfall24h_cm)),
        Some(stated_by(&resolution.snowfall48h_cm)),
        Some(stated_by(&resolution.snowfall7d_cm)),
        Some(stated_by(&resolution.new_snow_density)),
    ];
    let at = stated.get("observedAt").and_then(Value::as_str).and_then(Timestamp::parse);
    let sure = stated.get("confidence").and_then(Value::as_f64).map(Confidence::new);
    let mut kinds = fields.into_iter().flatten().filter_map(|(kind, observed_at, confidence)| {
        let is_it = kind.wire() == Kind::Scraped.wire()
            && observed_at == at
            && sure.is_none_or(|sure| sure == confidence);
        is_it.then_some(kind)
    });
    let first = kinds.next()?;
    kinds.all(|kind| kind == first).then_some(first)
}

/// Finds the member with one of these names that is nearest to a value, next to it or in an enclosing object. Returns
/// it with its object.
fn nearest<'v>(answer: &'v Value, pointer: &str, names: &[&str]) -> Option<(&'v Value, &'v Value)> {
    let mut around = pointer;
    while let Some((outer, _)) = around.rsplit_once('/') {
        around = outer;
        let beside = answer.pointer(around)?;
        if let Some(found) = names.iter().find_map(|name| beside.get(name)).filter(|found| !found.is_null()) {
            return Some((found, beside));
        }
    }
    None
}
