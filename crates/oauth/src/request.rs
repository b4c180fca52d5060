//! A request for authorization: what is shown to a person as wrong because nobody knows where an answer may go, what is answered
//! to the client as wrong, and what a person is asked.

use accounts::Scopes;

use crate::client::Client;
use crate::form::{Form, written};
use crate::metadata::Place;
use crate::pkce;

/// Longest state that is given back, bytes.
const LONGEST_STATE: usize = 2_000;

/// What a person is asked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Authorization {
    /// The client's id.
    pub client: String,
    /// Where the answer goes.
    pub redirect: String,
    /// The proof key's challenge.
    pub challenge: String,
    /// What the client asks for, as far as there is such a thing; everything when it names nothing that there is.
    pub scopes: Scopes,
    /// Given back as it is.
    pub state: Option<String>,
}

/// Why a person is asked nothing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Refused {
    /// Told to the person alone: an answer could go to anybody.
    Shown(String),
    /// Told to the client.
    Answered {
        /// Where the answer goes, complete.
        to: String,
        /// The code of the error.
        error: &'static str,
    },
}

/// The id of the client that asks.
///
/// # Errors
/// [`Refused::Shown`].
pub fn client_id(form: &Form) -> Result<&str, Refused> {
    let one = form.one("client_id").map_err(|twice| Refused::Shown(twice.to_string()))?;
    one.ok_or_else(|| Refused::Shown("`client_id` is missing".to_owned()))
}

/// Reads a request of a client.
///
/// # Errors
/// [`Refused`].
pub fn read(place: &Place, client: &Client, form: &Form) -> Result<Authorization, Refused> {
    let redirect = form.one("redirect_uri").map_err(|twice| Refused::Shown(twice.to_string()))?;
    let redirect = redirect.ok_or_else(|| Refused::Shown("`redirect_uri` is missing".to_owned()))?;
    if !client.takes(redirect) {
        return Err(Refused::Shown("`redirect_uri` is none of those that the client has named".to_owned()));
    }
    let state = match form.one("state") {
        Ok(state) => state.filter(|state| state.len() <= LONGEST_STATE),
        Err(twice) => return Err(answered(place, redirect, None, "invalid_request", &twice.to_string())),
    };
    let wrong = |error, text: &str| answered(place, redirect, state, error, text);
    let one = |name| form.one(name).map_err(|twice| wrong("invalid_request", &twice.to_string()));
    match one("response_type")? {
        Some("code") => {}
        Some(_) => return Err(wrong("unsupported_response_type", "the answer is a code, and nothing else")),
        None => return Err(wrong("invalid_request", "response_type is missing")),
    }
    let challenge = one("code_challenge")?;
    let challenge =
        challenge.ok_or_else(|| wrong("invalid_request", "code_challenge is missing: PKCE is needed"))?;
    // Without a method it would be the plain one.
    if one("code_challenge_method")? != Some(pkce::METHOD) {
        return Err(wrong("invalid_request", "code_challenge_method must be S256"));
    }
    if !pkce::is_challenge(challenge) {
        return Err(wrong("invalid_request", "code_challenge is no SHA-256 in base64url"));
    }
    if let Some(resource) = one("resource")?
        && !place.is_resource(resource)
    {
        return Err(wrong("invalid_target", "tokens are issued for the account's connector alone"));
    }
    let asked = Scopes::parse(one("scope")?.unwrap_or_default());
    let scopes = if asked == Scopes::NONE { Scopes::ALL } else { asked };
    Ok(Authorization {
        client: client.id.clone(),
        redirect: redirect.to_owned(),
        challenge: challenge.to_owned(),
        scopes,
        state: state.map(str::to_owned),
    })
}

impl Authorization {
    /// The answer with a code.
    #[must_use]
    pub fn granted(&self, place: &Place, code: &str) -> String {
        address(place, &self.redirect, self.state.as_deref(), &[("code", code)])
    }

    /// The answer of a person who refuses.
    #[must_use]
    pub fn denied(&self, place: &Place) -> String {
        let error = [("error", "access_denied"), ("error_description", "the person refused")];
        address(place, &self.redirect, self.state.as_deref(), &error)
    }
}

fn answered(place: &Place, redirect: &str, state: Option<&str>, error: &'static str, text: &str) -> Refused {
    let pairs = [("error", error), ("error_description", text)];
    Refused::Answered { to: address(place, redirect, state, &pairs), error }
}

/// An answer names who gives it (RFC 9207), refusals too: a client that knows two servers cannot be given the answer of the other.
fn address(place: &Place, redirect: &str, state: Option<&str>, pairs: &[(&str, &str)]) -> String {
    let issuer = place.issuer();
    let mut all = pairs.to_vec();
    all.extend(state.map(|state| ("state", state)));
    all.push(("iss", &issuer));
    let joint = if redirect.contains('?') { '&' } else { '?' };
    format!("{redirect}{joint}{}", written(&all))
}

#[cfg(test)]
mod tests;
