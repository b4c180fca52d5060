//! Passkeys without I/O: the addresses that may have them, adding one, and signing in with one.
//!
//! A ceremony has two halves. The first returns options for the browser and a state that the store keeps for a few
//! minutes. The second takes that state, which is used up by it, and the browser's answer. All stored values are text.
//! The library checks the rules of the ceremony (type, challenge, origin, hash of the site's name, presence,
//! verification, signature); this module chooses the requested options, and how its results are used.

pub mod add;
pub mod authenticate;
pub mod site;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde_json::Value;

pub use site::{Site, SiteError};

/// A begun ceremony.
#[derive(Debug)]
pub struct CeremonyStart {
    /// JSON options for the browser: the member `publicKey`.
    pub options: Value,
    /// State for the second half.
    pub state: String,
}

/// Reason why a ceremony fails; one line without secrets, for the log.
#[derive(Debug, thiserror::Error)]
pub enum PasskeyError {
    /// The browser's answer is malformed.
    #[error("unreadable answer: {0}")]
    Unreadable(String),
    /// The answer is not valid.
    #[error("refused: {0}")]
    Refused(String),
    /// The stored state cannot be read.
    #[error("unreadable {0}")]
    Stored(&'static str),
    /// The options cannot be written.
    #[error("cannot write {0}")]
    Unwritable(&'static str),
}

/// Encodes bytes as text for the store.
fn text(bytes: impl AsRef<[u8]>) -> String {
    URL_SAFE_NO_PAD.encode(bytes)
}

/// Decodes bytes of a stored text.
fn bytes(text: &str, what: &'static str) -> Result<Vec<u8>, PasskeyError> {
    URL_SAFE_NO_PAD.decode(text).map_err(|_| PasskeyError::Stored(what))
}
