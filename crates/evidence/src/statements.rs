//! The public part of a resort's own statements, one document per resort: its content and the log of its reports.

use operators::statements::ResortStatements as Words;
use serde::{Deserialize, Serialize};

use crate::form::{DecodeError, Form, check_version, malformed};

/// The stored form of a resort's own statements. Version 1 had no lists of lifts and runs in its reports.
#[derive(Debug, Clone, Copy)]
pub struct ResortStatementsForm;

#[derive(Serialize, Deserialize)]
struct StoredForm {
    v: u32,
    #[serde(flatten)]
    words: Words,
}

impl Form for ResortStatementsForm {
    const NAME: &'static str = "voice";
    const VERSION: u32 = 2;
    type Value = Words;

    fn encode(value: &Words) -> String {
        let kept = StoredForm { v: Self::VERSION, words: value.clone() };
        // Text and finite numbers: writing to memory cannot fail.
        serde_json::to_string(&kept).unwrap_or_default()
    }

    fn decode(payload: &str) -> Result<Words, DecodeError> {
        let kept: StoredForm = serde_json::from_str(payload).map_err(malformed::<Self>)?;
        check_version::<Self>(kept.v)?;
        Ok(kept.words)
    }
}

#[cfg(test)]
mod tests;
