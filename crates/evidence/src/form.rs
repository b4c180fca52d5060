//! The trait for stored forms, and the errors of unreadable payloads.

use conditions_core::time::Timestamp;

/// The stored form of a kind: a name, a version, and the conversion to and from payloads.
pub trait Form {
    /// The name in the column `kind`.
    const NAME: &'static str;
    /// The version that [`Form::encode`] writes. Versions 1 to this one are read.
    const VERSION: u32;
    /// Content of one payload.
    type Value;

    /// Encodes a payload in the newest version.
    fn encode(value: &Self::Value) -> String;

    /// Decodes a payload of any version.
    ///
    /// # Errors
    /// Returns an error if the payload is not in this form, or of a version newer than this code.
    fn decode(payload: &str) -> Result<Self::Value, DecodeError>;

    /// Returns the time of the newest statement in a value, ignoring times ahead of `now`; `None` if values of the form
    /// have no times.
    fn newest(value: &Self::Value, now: Timestamp) -> Option<Timestamp> {
        let _ = (value, now);
        None
    }
}

/// A [`Form`] without its value type, for tables.
pub trait AnyForm: Sync {
    /// Like [`Form::NAME`].
    fn name(&self) -> &'static str;

    /// Like [`Form::VERSION`].
    fn version(&self) -> u32;
}

impl<F: Form + Sync> AnyForm for F {
    fn name(&self) -> &'static str {
        F::NAME
    }

    fn version(&self) -> u32 {
        F::VERSION
    }
}

/// Error of an unreadable payload.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum DecodeError {
    /// The kind is in no table.
    #[error("there is no kind `{0}`")]
    Unknown(String),
    /// Written by newer code.
    #[error("version {version} of `{kind}` is newer than {newest}, the newest that this program reads")]
    Newer {
        /// The kind.
        kind: &'static str,
        /// The version of the payload.
        version: u32,
        /// The newest version that is read.
        newest: u32,
    },
    /// The payload does not match the kind's form.
    #[error("the payload does not match the form of `{kind}`: {why}")]
    Malformed {
        /// The kind.
        kind: &'static str,
        /// Description of the fault.
        why: String,
    },
}

/// Makes the error for a payload that does not match the form `F`.
pub(crate) fn malformed<F: Form>(why: impl ToString) -> DecodeError {
    DecodeError::Malformed { kind: F::NAME, why: why.to_string() }
}

/// Rejects a version that is not one of 1 to the newest of the form `F`.
pub(crate) fn check_version<F: Form>(version: u32) -> Result<(), DecodeError> {
    match version {
        0 => Err(malformed::<F>("version 0")),
        version if version > F::VERSION => {
            Err(DecodeError::Newer { kind: F::NAME, version, newest: F::VERSION })
        }
        _ => Ok(()),
    }
}
