//! Strict parsing of words: evidence rejects a word that a reader of records would treat as "unknown".

use alloc::borrow::Cow;

use serde::de::{Error as _, IntoDeserializer as _};
use serde::{Deserialize, Deserializer};

use crate::record::OperatingStatus;
use crate::source::AcquisitionTier;

pub(super) fn status<'de, D: Deserializer<'de>>(from: D) -> Result<OperatingStatus, D::Error> {
    word(from, OperatingStatus::Unknown, "UNKNOWN")
}

pub(super) fn tier<'de, D: Deserializer<'de>>(from: D) -> Result<AcquisitionTier, D::Error> {
    word(from, AcquisitionTier::Unknown, "unknown")
}

/// Rejects a word that parses as `unknown` but is not the word for it.
fn word<'de, D, T>(from: D, unknown: T, its_word: &str) -> Result<T, D::Error>
where
    D: Deserializer<'de>,
    T: Deserialize<'de> + PartialEq,
{
    let text = <Cow<'de, str>>::deserialize(from)?;
    let read = T::deserialize((*text).into_deserializer())?;
    if read == unknown && text != its_word {
        return Err(D::Error::custom(format_args!("`{text}` is not a word of evidence")));
    }
    Ok(read)
}
