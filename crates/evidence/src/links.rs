//! Checks of links: one document per link, identified by its URL; the newest check replaces the one before.

use pictures::LinkCheck;
use serde::{Deserialize, Serialize};

use crate::form::{DecodeError, Form, check_version, malformed};

/// Stored checks of links.
#[derive(Debug, Clone, Copy)]
pub struct Links;

#[derive(Deserialize)]
struct StoredForm {
    v: u32,
    check: LinkCheck,
}

#[derive(Serialize)]
struct WrittenForm<'a> {
    v: u32,
    check: &'a LinkCheck,
}

impl Form for Links {
    const NAME: &'static str = "links";
    const VERSION: u32 = 1;
    type Value = LinkCheck;

    fn encode(check: &LinkCheck) -> String {
        // Texts and finite numbers: writing to memory cannot fail.
        serde_json::to_string(&WrittenForm { v: Self::VERSION, check }).unwrap_or_default()
    }

    fn decode(payload: &str) -> Result<LinkCheck, DecodeError> {
        let kept: StoredForm = serde_json::from_str(payload).map_err(malformed::<Self>)?;
        check_version::<Self>(kept.v)?;
        Ok(kept.check)
    }
}

#[cfg(test)]
mod tests;
