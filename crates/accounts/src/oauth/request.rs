//! Requests for authorization: validation, and the questions to the person.

use crate::{Scope, Scopes};

use super::client::Client;
use super::form::{Form, encode};
use super::metadata::ServerAddresses;
use super::pkce;

/// Maximum length of a returned state, in bytes.
const LONGEST_STATE: usize = 2_000;

/// A valid request, to be shown to the person.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Authorization {
    /// Id of the client.
    pub client: String,
    /// Redirect of the answer.
    pub redirect: String,
    /// Challenge of the proof key.
    pub challenge: String,
    /// Requested scopes; all if the client names none.
    pub scopes: Scopes,
    /// State, returned unchanged.
    pub state: Option<String>,
}

/// Reason why a request is not shown to the person. It is never sent to the client: a client is untrusted until a
/// person has approved it, and a redirect without consent would make this service an open redirector (RFC 9700,
/// 4.11.2).
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{error}: {text}")]
pub struct AuthorizationError {
    /// Error code.
    pub error: &'static str,
    /// Explanation of the error.
    pub text: String,
}

impl AuthorizationError {
    fn new(error: &'static str, text: impl Into<String>) -> Self {
        Self { error, text: text.into() }
    }
}

const INVALID_REQUEST: &str = "invalid_request";

/// Scope that requests a refresh token in OpenID Connect. Every client gets one, so it grants nothing more.
const OFFLINE_ACCESS: &str = "offline_access";

/// Returns a parameter that must not be repeated.
fn one<'f>(form: &'f Form, name: &'static str) -> Result<Option<&'f str>, AuthorizationError> {
    form.one(name).map_err(|twice| AuthorizationError::new(INVALID_REQUEST, twice.to_string()))
}

fn required<'f>(form: &'f Form, name: &'static str) -> Result<&'f str, AuthorizationError> {
    one(form, name)?.ok_or_else(|| AuthorizationError::new(INVALID_REQUEST, format!("`{name}` is missing")))
}

/// Returns the id of the client.
///
/// # Errors
/// Returns [`AuthorizationError`] if it is missing or repeated.
pub fn client_id(form: &Form) -> Result<&str, AuthorizationError> {
    required(form, "client_id")
}

/// Parses and validates a client's request.
///
/// # Errors
/// Returns [`AuthorizationError`] if the request is invalid.
pub fn read(
    place: &ServerAddresses,
    client: &Client,
    form: &Form,
) -> Result<Authorization, AuthorizationError> {
    let wrong = |text: &str| AuthorizationError::new(INVALID_REQUEST, text);
    let redirect = required(form, "redirect_uri")?;
    if !client.takes(redirect) {
        return Err(wrong("`redirect_uri` is not a redirect of the client"));
    }
    let state = one(form, "state")?;
    if state.is_some_and(|state| state.len() > LONGEST_STATE) {
        return Err(AuthorizationError::new(
            INVALID_REQUEST,
            format!("`state` is longer than {LONGEST_STATE} bytes"),
        ));
    }
    if required(form, "response_type")? != "code" {
        return Err(AuthorizationError::new("unsupported_response_type", "`response_type` must be `code`"));
    }
    let challenge = one(form, "code_challenge")?;
    let challenge = challenge.ok_or_else(|| wrong("`code_challenge` is missing; PKCE is required"))?;
    // Without a method it would be the plain one.
    if one(form, "code_challenge_method")? != Some(pkce::METHOD) {
        return Err(wrong("`code_challenge_method` must be S256"));
    }
    if !pkce::is_challenge(challenge) {
        return Err(wrong("`code_challenge` must be a SHA-256 in base64url"));
    }
    if let Some(resource) = one(form, "resource")?
        && !place.is_resource(resource)
    {
        return Err(AuthorizationError::new(
            "invalid_target",
            "tokens are issued only for the account's connector",
        ));
    }
    Ok(Authorization {
        client: client.id.clone(),
        redirect: redirect.to_owned(),
        challenge: challenge.to_owned(),
        scopes: scopes(one(form, "scope")?.unwrap_or_default())?,
        state: state.map(str::to_owned),
    })
}

/// Parses scopes; all of them if none is named.
fn scopes(text: &str) -> Result<Scopes, AuthorizationError> {
    let names = || text.split_whitespace().filter(|name| *name != OFFLINE_ACCESS);
    if names().any(|name| Scope::from_name(name).is_none()) {
        let known = Scope::ALL.map(Scope::name).join(", ");
        return Err(AuthorizationError::new("invalid_scope", format!("`scope` may contain {known}")));
    }
    let named = Scopes::from_scopes(names().filter_map(Scope::from_name));
    Ok(if named == Scopes::NONE { Scopes::ALL } else { named })
}

impl Authorization {
    /// Returns the redirect with a code.
    #[must_use]
    pub fn granted(&self, place: &ServerAddresses, code: &str) -> String {
        address(place, &self.redirect, self.state.as_deref(), &[("code", code)])
    }

    /// Returns the redirect after the person's rejection.
    #[must_use]
    pub fn denied(&self, place: &ServerAddresses) -> String {
        let error = [("error", "access_denied"), ("error_description", "the person rejected the request")];
        address(place, &self.redirect, self.state.as_deref(), &error)
    }
}

/// Builds a redirect that names its issuer (RFC 9207), also for rejections: a client that knows two servers cannot be
/// given the answer of the other.
fn address(place: &ServerAddresses, redirect: &str, state: Option<&str>, pairs: &[(&str, &str)]) -> String {
    let issuer = place.issuer();
    let mut all = pairs.to_vec();
    all.extend(state.map(|state| ("state", state)));
    all.push(("iss", &issuer));
    let joint = if redirect.contains('?') { '&' } else { '?' };
    format!("{redirect}{joint}{}", encode(&all))
}

#[cfg(test)]
mod tests;
