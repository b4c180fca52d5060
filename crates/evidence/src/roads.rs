//! Statements of road agencies: one document per file of an agency, replaced as a whole, because a checkpoint that is
//! missing from the newest file is no longer stated.

use conditions_core::time::Timestamp;
use roads::{RoadPolicy, Sheet};
use serde::{Deserialize, Serialize};

use crate::form::{DecodeError, Form, check_version, malformed};

/// Files of road agencies.
#[derive(Debug, Clone, Copy)]
pub struct Roads;

#[derive(Deserialize)]
struct StoredForm {
    v: u32,
    sheet: Sheet,
}

#[derive(Serialize)]
struct WrittenForm<'a> {
    v: u32,
    sheet: &'a Sheet,
}

impl Form for Roads {
    const NAME: &'static str = "roads";
    const VERSION: u32 = 1;
    type Value = Sheet;

    fn encode(sheet: &Sheet) -> String {
        // Texts and finite numbers: writing to memory cannot fail.
        serde_json::to_string(&WrittenForm { v: Self::VERSION, sheet }).unwrap_or_default()
    }

    fn decode(payload: &str) -> Result<Sheet, DecodeError> {
        let kept: StoredForm = serde_json::from_str(payload).map_err(malformed::<Self>)?;
        check_version::<Self>(kept.v)?;
        Ok(kept.sheet)
    }

    fn newest(sheet: &Sheet, now: Timestamp) -> Option<Timestamp> {
        sheet.newest(&RoadPolicy::DEFAULT, now)
    }
}

#[cfg(test)]
mod tests;
