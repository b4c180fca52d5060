//! Avalanche bulletins: one document per issuer, with its newest edition and the bulletins that are valid until that
//! begins.

use avalanche::Bulletins;
use conditions_core::time::Timestamp;
use serde::{Deserialize, Serialize};

use crate::form::{DecodeError, Form, check_version, malformed};

/// Bulletins of one issuer.
#[derive(Debug, Clone, Copy)]
pub struct AvalancheBulletins;

#[derive(Serialize, Deserialize)]
struct StoredForm<B> {
    v: u32,
    #[serde(flatten)]
    bulletins: B,
}

impl Form for AvalancheBulletins {
    const NAME: &'static str = "avalanche";
    const VERSION: u32 = 1;
    type Value = Bulletins;

    fn encode(bulletins: &Bulletins) -> String {
        // Texts and whole numbers: writing to memory cannot fail.
        serde_json::to_string(&StoredForm { v: Self::VERSION, bulletins }).unwrap_or_default()
    }

    fn decode(payload: &str) -> Result<Bulletins, DecodeError> {
        let kept: StoredForm<Bulletins> = serde_json::from_str(payload).map_err(malformed::<Self>)?;
        check_version::<Self>(kept.v)?;
        Ok(kept.bulletins)
    }

    fn newest(bulletins: &Bulletins, now: Timestamp) -> Option<Timestamp> {
        bulletins.newest(now)
    }
}

#[cfg(test)]
mod tests;
