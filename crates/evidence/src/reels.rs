//! Powder reels: one document per reel, replaced while frames are added; its picture is a file of the service that
//! recorded it.

use pictures::Reel;
use serde::{Deserialize, Serialize};

use crate::form::{DecodeError, Form, check_version, malformed};

/// Powder reels.
#[derive(Debug, Clone, Copy)]
pub struct Reels;

#[derive(Deserialize)]
struct StoredForm {
    v: u32,
    reel: Reel,
}

#[derive(Serialize)]
struct WrittenForm<'a> {
    v: u32,
    reel: &'a Reel,
}

impl Form for Reels {
    const NAME: &'static str = "reels";
    const VERSION: u32 = 1;
    type Value = Reel;

    fn encode(reel: &Reel) -> String {
        // Texts and finite numbers: writing to memory cannot fail.
        serde_json::to_string(&WrittenForm { v: Self::VERSION, reel }).unwrap_or_default()
    }

    fn decode(payload: &str) -> Result<Reel, DecodeError> {
        let kept: StoredForm = serde_json::from_str(payload).map_err(malformed::<Self>)?;
        check_version::<Self>(kept.v)?;
        Ok(kept.reel)
    }
}

#[cfg(test)]
mod tests;
