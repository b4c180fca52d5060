//! Codes and tokens: opaque, found by their digests, each with a lifetime; and the requests of the token endpoint.

use crate::Digest;
use crate::secret::is_letters;
use conditions_core::time::Timestamp;

use super::form::{Form, RepeatedParameter};
use super::metadata::ServerAddresses;
use super::pkce;

/// Lifetime of a code: one minute, because a client fetches its token at once.
pub const CODE_MS: i64 = 60_000;
/// Lifetime of an access token: one hour.
pub const ACCESS_MS: i64 = 3_600_000;
/// Lifetime of a refresh token: 90 days from its issue.
pub const REFRESH_MS: i64 = 90 * 24 * 3_600_000;
/// Prefix of access tokens.
pub const ACCESS_PREFIX: &str = "osc_acc_";
/// Prefix of refresh tokens.
pub const REFRESH_PREFIX: &str = "osc_ref_";
/// Number of random letters and digits after each prefix: 256 bits.
pub const LETTERS: usize = 43;
/// Prefix of codes.
pub const CODE_PREFIX: &str = "osc_cod_";

/// Returns the digest of a text that may be an access token; `None` for malformed text, without a query.
#[must_use]
pub fn access_digest(text: &str) -> Option<Digest> {
    let body = text.strip_prefix(ACCESS_PREFIX)?;
    is_letters(body, LETTERS).then(|| Digest::from_text(text))
}

/// An error of the token endpoint (RFC 6749, 5.2).
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{code}: {text}")]
pub struct TokenError {
    pub code: &'static str,
    /// Explanation for the developer of the client.
    pub text: String,
}

impl TokenError {
    /// Creates an error.
    #[must_use]
    pub fn new(code: &'static str, text: impl Into<String>) -> Self {
        Self { code, text: text.into() }
    }

    /// Returns the only error for invalid codes and tokens. The exact reason would not help an honest client.
    #[must_use]
    pub fn grant() -> Self {
        Self::new("invalid_grant", "the code or token is unknown, used, expired, or another client's")
    }
}

impl From<RepeatedParameter> for TokenError {
    fn from(twice: RepeatedParameter) -> Self {
        Self::new("invalid_request", twice.to_string())
    }
}

/// A request to the token endpoint.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TokenRequest {
    /// Tokens for a code.
    Code {
        code: Digest,
        client: String,
        /// Redirect that the code was sent to.
        redirect: Option<String>,
        /// Verifier of the proof key.
        verifier: String,
    },
    /// New tokens for a refresh token.
    Refresh {
        /// Digest of the refresh token.
        token: Digest,
        client: String,
    },
}

/// Parses a request to the token endpoint.
///
/// # Errors
/// Returns [`TokenError`] if the request is invalid.
pub fn read(place: &ServerAddresses, form: &Form) -> Result<TokenRequest, TokenError> {
    let missing = |name: &str| TokenError::new("invalid_request", format!("`{name}` is missing"));
    if let Some(resource) = form.one("resource")?
        && !place.is_resource(resource)
    {
        return Err(TokenError::new("invalid_target", "tokens are issued only for the account's connector"));
    }
    let client = form.one("client_id")?.ok_or_else(|| missing("client_id"))?.to_owned();
    match form.one("grant_type")? {
        Some("authorization_code") => {
            let code = form.one("code")?.ok_or_else(|| missing("code"))?;
            let verifier = form.one("code_verifier")?.ok_or_else(|| missing("code_verifier"))?.to_owned();
            let redirect = form.one("redirect_uri")?.map(str::to_owned);
            Ok(TokenRequest::Code { code: Digest::from_text(code), client, redirect, verifier })
        }
        Some("refresh_token") => {
            let token = form.one("refresh_token")?.ok_or_else(|| missing("refresh_token"))?;
            Ok(TokenRequest::Refresh { token: Digest::from_text(token), client })
        }
        Some(_) => {
            let text = "`grant_type` must be `authorization_code` or `refresh_token`";
            Err(TokenError::new("unsupported_grant_type", text))
        }
        None => Err(missing("grant_type")),
    }
}

/// A stored code.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Code {
    /// Client that the code was made for.
    pub client: String,
    /// Redirect that the code was sent to.
    pub redirect: String,
    /// Challenge of the proof key.
    pub challenge: String,
    pub made_at: Timestamp,
    /// True once it was used.
    pub is_used: bool,
}

/// Decision about a presented code or refresh token.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// Tokens are issued, and the code or token is used up.
    Good,
    /// Nothing is issued.
    Bad,
    /// A used code or token is presented again. It may be stolen, so everything issued from it ends.
    Stolen,
}

impl Code {
    /// Decides about the presented code.
    #[must_use]
    pub fn verify(&self, client: &str, redirect: Option<&str>, verifier: &str, now: Timestamp) -> Verdict {
        if self.is_used {
            return Verdict::Stolen;
        }
        // An omitted redirect means the one that the code was sent to: OAuth 2.1 no longer requires it.
        let is_good = self.client == client
            && redirect.is_none_or(|redirect| redirect == self.redirect)
            && pkce::proves(verifier, &self.challenge)
            && (0..CODE_MS).contains(&now.since(self.made_at));
        if is_good { Verdict::Good } else { Verdict::Bad }
    }
}

/// A stored refresh token.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refresh {
    /// Client that the token was issued to.
    pub client: String,
    pub expires_at: Timestamp,
    pub used_at: Option<Timestamp>,
    /// True if its grant has ended.
    pub is_ended: bool,
}

impl Refresh {
    /// Decides about the presented token.
    #[must_use]
    pub fn verify(&self, client: &str, now: Timestamp) -> Verdict {
        if self.is_ended || self.client != client || now >= self.expires_at {
            return Verdict::Bad;
        }
        if self.used_at.is_some() { Verdict::Stolen } else { Verdict::Good }
    }
}

#[cfg(test)]
mod tests;
