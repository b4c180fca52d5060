//! Photos of a resort: one document per resort, replaced as a whole, so that a photo disappears if its licence changes.

use pictures::Gallery;
use serde::{Deserialize, Serialize};

use crate::form::{DecodeError, Form, check_version, malformed};

/// Galleries of photos.
#[derive(Debug, Clone, Copy)]
pub struct Photos;

#[derive(Deserialize)]
struct StoredForm {
    v: u32,
    gallery: Gallery,
}

#[derive(Serialize)]
struct WrittenForm<'a> {
    v: u32,
    gallery: &'a Gallery,
}

impl Form for Photos {
    const NAME: &'static str = "photos";
    const VERSION: u32 = 1;
    type Value = Gallery;

    fn encode(gallery: &Gallery) -> String {
        // Texts and finite numbers: writing to memory cannot fail.
        serde_json::to_string(&WrittenForm { v: Self::VERSION, gallery }).unwrap_or_default()
    }

    fn decode(payload: &str) -> Result<Gallery, DecodeError> {
        let kept: StoredForm = serde_json::from_str(payload).map_err(malformed::<Self>)?;
        check_version::<Self>(kept.v)?;
        Ok(kept.gallery)
    }
}

#[cfg(test)]
mod tests;
