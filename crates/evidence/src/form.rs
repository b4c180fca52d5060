//! What a stored form is, and why a payload may not read.

use conditions_core::time::Timestamp;

/// The stored form of a kind: a name, a version, and the way there and back.
pub trait Form {
    /// The name in the column `kind`.
    const NAME: &'static str;
    /// The version that [`Form::encode`] writes. Versions 1 to this one are read.
    const VERSION: u32;
    /// What one payload says.
    type Value;

    /// The payload, in the newest version.
    fn encode(value: &Self::Value) -> String;

    /// What a payload of any version says.
    ///
    /// # Errors
    /// A payload that is not of the form, or of a version newer than this code.
    fn decode(payload: &str) -> Result<Self::Value, Unreadable>;

    /// Returns the time of the newest statement in a value, of those that do not lie ahead of `now`; `None` where values of the
    /// form have no times.
    fn newest(value: &Self::Value, now: Timestamp) -> Option<Timestamp> {
        let _ = (value, now);
        None
    }
}

/// A [`Form`] whose value is not named: what a table holds.
pub trait AnyForm: Sync {
    /// As [`Form::NAME`].
    fn name(&self) -> &'static str;

    /// As [`Form::VERSION`].
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

/// Why a stored payload does not read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Unreadable {
    /// The kind is in no table.
    #[error("no kind is called `{0}`")]
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
    /// Not of the kind's form.
    #[error("not of the form of `{kind}`: {why}")]
    Malformed {
        /// The kind.
        kind: &'static str,
        /// What is wrong with it.
        why: String,
    },
}

/// A payload that does not fit the form `F`.
pub(crate) fn malformed<F: Form>(why: impl ToString) -> Unreadable {
    Unreadable::Malformed { kind: F::NAME, why: why.to_string() }
}

/// Refuses a version that is none of 1 to the newest of the form `F`.
pub(crate) fn known<F: Form>(version: u32) -> Result<(), Unreadable> {
    match version {
        0 => Err(malformed::<F>("version 0")),
        version if version > F::VERSION => {
            Err(Unreadable::Newer { kind: F::NAME, version, newest: F::VERSION })
        }
        _ => Ok(()),
    }
}
