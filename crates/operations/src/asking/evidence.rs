//! Where each number of an answer comes from.
//!
//! A text that is shown is made of templates without digits and of [`Shown`] pieces, and a piece with a number in it is
//! made here alone, together with its evidence. So no number stands in an answer that cannot be looked up.

use ask::Locale;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

use super::units::Unit;

/// Where a number, a date or a name of the answer comes from.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Evidence {
    /// The operation that was asked.
    pub operation: &'static str,
    /// With these arguments.
    pub arguments: std::collections::BTreeMap<&'static str, String>,
    /// JSON pointer into that operation's answer.
    pub pointer: String,
    /// What stands there.
    pub value: Value,
    /// Its unit; `text` and `date` for what is no quantity.
    pub unit: &'static str,
    /// The same as the answer shows it, in the units of the locale.
    pub shown: String,
    /// Where it comes from, such as `model` or `operator`; null where the answer does not say.
    pub source: Option<String>,
    /// When it was observed, or when its forecast was fetched.
    pub observed_at: Option<String>,
    /// Trust in it, 0 to 1.
    pub confidence: Option<f64>,
}

/// A piece of a text: words of ours, or a value with its evidence.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Shown(String);

impl Shown {
    /// Words of ours. Digits are left out, whoever wrote them.
    pub(super) fn words(text: &str) -> Self {
        Self(text.chars().filter(|c| !c.is_numeric()).collect())
    }

    /// What evidence shows.
    pub(super) fn of_evidence(evidence: &Evidence) -> Self {
        Self(evidence.shown.clone())
    }

    /// Pieces in a row.
    pub(super) fn joined(pieces: &[Self], with: &str) -> Self {
        let with = Self::words(with).0;
        Self(pieces.iter().map(|piece| piece.0.as_str()).collect::<Vec<_>>().join(&with))
    }

    /// A template filled in.
    pub(super) fn filled(pieces: impl Iterator<Item = Self>) -> Self {
        Self(pieces.map(|piece| piece.0).collect())
    }

    pub(super) fn text(&self) -> &str {
        &self.0
    }
}

/// A value as it is shown, and the evidence of it; `None` for null and for what is no value of the unit.
pub(super) fn cited(locale: Locale, answer: &Value, pointer: &str, unit: Unit) -> Option<(Shown, Evidence)> {
    let value = answer.pointer(pointer).filter(|value| !value.is_null())?;
    let shown = unit.shown(value, locale)?;
    let evidence = Evidence {
        operation: "",
        arguments: std::collections::BTreeMap::new(),
        pointer: pointer.to_owned(),
        value: value.clone(),
        unit: unit.word(),
        shown,
        source: nearest(answer, pointer, &["source"]).and_then(|found| found.as_str().map(str::to_owned)),
        observed_at: nearest(answer, pointer, &["observedAt", "capturedAt", "issuedAt", "asOf", "fetchedAt"])
            .and_then(|found| found.as_str().map(str::to_owned)),
        confidence: nearest(answer, pointer, &["confidence"]).and_then(Value::as_f64),
    };
    Some((Shown::of_evidence(&evidence), evidence))
}

/// The member of one of these names that stands nearest to a value: beside it, else around it.
fn nearest<'v>(answer: &'v Value, pointer: &str, names: &[&str]) -> Option<&'v Value> {
    let mut around = pointer;
    while let Some((outer, _)) = around.rsplit_once('/') {
        around = outer;
        let beside = answer.pointer(around)?;
        if let Some(found) = names.iter().find_map(|name| beside.get(name)).filter(|found| !found.is_null()) {
            return Some(found);
        }
    }
    None
}
