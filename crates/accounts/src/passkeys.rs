//! Passkeys without I/O: which addresses may have them, how one is added, how one signs in.
//!
//! A ceremony has two halves. The first gives options for the browser and a state that the store keeps for a few minutes; the
//! second takes that state, which is used up by it, and what the browser answered. Everything that is kept is text. Of the
//! ceremony's rules (type, challenge, origin, the hash of the site's name, presence, verification, signature) the library decides
//! each; here is chosen what is asked for, and what of its verdict counts.

pub mod add;
pub mod enter;
pub mod site;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde_json::Value;

pub use site::{Site, Unusable};

/// A ceremony that was begun.
#[derive(Debug)]
pub struct Begun {
    /// JSON for the browser: the member `publicKey` of what it is asked for.
    pub options: Value,
    /// What the second half needs.
    pub state: String,
}

/// Why a ceremony comes to nothing; one line without secrets, for the log.
#[derive(Debug, thiserror::Error)]
pub enum Wrong {
    /// The browser's answer is none.
    #[error("unreadable answer: {0}")]
    Unreadable(String),
    /// The answer is one, and does not hold.
    #[error("refused: {0}")]
    Refused(String),
    /// What the store kept cannot be read.
    #[error("unreadable {0}")]
    Stored(&'static str),
    /// The options cannot be written.
    #[error("cannot write {0}")]
    Unwritable(&'static str),
}

/// Bytes as text for the store.
fn text(bytes: impl AsRef<[u8]>) -> String {
    URL_SAFE_NO_PAD.encode(bytes)
}

/// The bytes of a text from the store.
fn bytes(text: &str, what: &'static str) -> Result<Vec<u8>, Wrong> {
    URL_SAFE_NO_PAD.decode(text).map_err(|_| Wrong::Stored(what))
}
