//! Codes and tokens: opaque, found by their digests, each with its span; and what is asked for at the token endpoint.

use crate::Digest;
use crate::secret::is_letters;
use conditions_core::time::Timestamp;

use super::form::{Form, Twice};
use super::metadata::Place;
use super::pkce;

/// A code holds for a minute: a client fetches its token at once.
pub const CODE_MS: i64 = 60_000;
/// An access token holds for an hour.
pub const ACCESS_MS: i64 = 3_600_000;
/// A refresh token holds for 90 days since it was issued.
pub const REFRESH_MS: i64 = 90 * 24 * 3_600_000;
/// What access tokens begin with.
pub const ACCESS_PREFIX: &str = "osc_acc_";
/// What refresh tokens begin with.
pub const REFRESH_PREFIX: &str = "osc_ref_";
/// Random letters and digits behind each prefix: 256 bits.
pub const LETTERS: usize = 43;
/// What codes begin with.
pub const CODE_PREFIX: &str = "osc_cod_";

/// The digest of a text that may be an access token; `None` for one that is none, whatever the store holds.
#[must_use]
pub fn access_digest(text: &str) -> Option<Digest> {
    let body = text.strip_prefix(ACCESS_PREFIX)?;
    is_letters(body, LETTERS).then(|| Digest::of(text))
}

/// An error of the token endpoint (RFC 6749, 5.2).
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{code}: {text}")]
pub struct TokenError {
    /// The code.
    pub code: &'static str,
    /// For whoever writes the client.
    pub text: String,
}

impl TokenError {
    /// An error.
    #[must_use]
    pub fn new(code: &'static str, text: impl Into<String>) -> Self {
        Self { code, text: text.into() }
    }

    /// One text for every code and token that is not good: which way it is not good helps nobody honest.
    #[must_use]
    pub fn grant() -> Self {
        Self::new("invalid_grant", "the code or token is unknown, used, expired, or another client's")
    }
}

impl From<Twice> for TokenError {
    fn from(twice: Twice) -> Self {
        Self::new("invalid_request", twice.to_string())
    }
}

/// What is asked for at the token endpoint.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Asked {
    /// Tokens for a code.
    Code {
        /// Digest of the code.
        code: Digest,
        /// The client.
        client: String,
        /// Where the code was sent.
        redirect: Option<String>,
        /// The proof key.
        verifier: String,
    },
    /// New tokens for a refresh token.
    Refresh {
        /// Its digest.
        token: Digest,
        /// The client.
        client: String,
    },
}

/// Reads a request of the token endpoint.
///
/// # Errors
/// [`TokenError`].
pub fn read(place: &Place, form: &Form) -> Result<Asked, TokenError> {
    let missing = |name: &str| TokenError::new("invalid_request", format!("`{name}` is missing"));
    if let Some(resource) = form.one("resource")?
        && !place.is_resource(resource)
    {
        return Err(TokenError::new("invalid_target", "tokens are issued for the account's connector alone"));
    }
    let client = form.one("client_id")?.ok_or_else(|| missing("client_id"))?.to_owned();
    match form.one("grant_type")? {
        Some("authorization_code") => {
            let code = form.one("code")?.ok_or_else(|| missing("code"))?;
            let verifier = form.one("code_verifier")?.ok_or_else(|| missing("code_verifier"))?.to_owned();
            let redirect = form.one("redirect_uri")?.map(str::to_owned);
            Ok(Asked::Code { code: Digest::of(code), client, redirect, verifier })
        }
        Some("refresh_token") => {
            let token = form.one("refresh_token")?.ok_or_else(|| missing("refresh_token"))?;
            Ok(Asked::Refresh { token: Digest::of(token), client })
        }
        Some(_) => {
            let text = "there are `authorization_code` and `refresh_token`";
            Err(TokenError::new("unsupported_grant_type", text))
        }
        None => Err(missing("grant_type")),
    }
}

/// A code as it was stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Code {
    /// The client that it was made for.
    pub client: String,
    /// Where it was sent.
    pub redirect: String,
    /// The proof key's challenge.
    pub challenge: String,
    /// When it was made.
    pub made_at: Timestamp,
    /// Whether it was used.
    pub is_used: bool,
}

/// What becomes of a code or a refresh token that is presented.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// Tokens are issued, and it is used.
    Good,
    /// Nothing is issued.
    Bad,
    /// Somebody presents what was used before: whoever has which, everything that came of it ends.
    Stolen,
}

impl Code {
    /// What becomes of the code.
    #[must_use]
    pub fn judge(&self, client: &str, redirect: Option<&str>, verifier: &str, now: Timestamp) -> Verdict {
        if self.is_used {
            return Verdict::Stolen;
        }
        // A redirect that is left out is the one that the code was sent to: OAuth 2.1 no longer asks for it.
        let is_good = self.client == client
            && redirect.is_none_or(|redirect| redirect == self.redirect)
            && pkce::proves(verifier, &self.challenge)
            && (0..CODE_MS).contains(&now.since(self.made_at));
        if is_good { Verdict::Good } else { Verdict::Bad }
    }
}

/// A refresh token as it was stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refresh {
    /// The client that it was issued to.
    pub client: String,
    /// From when on it is void.
    pub expires_at: Timestamp,
    /// When it was used.
    pub used_at: Option<Timestamp>,
    /// Whether its grant has ended.
    pub is_ended: bool,
}

impl Refresh {
    /// What becomes of the token.
    #[must_use]
    pub fn judge(&self, client: &str, now: Timestamp) -> Verdict {
        if self.is_ended || self.client != client || now >= self.expires_at {
            return Verdict::Bad;
        }
        if self.used_at.is_some() { Verdict::Stolen } else { Verdict::Good }
    }
}

#[cfg(test)]
mod tests;
