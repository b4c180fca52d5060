//! Identification of clients: by the document that the publisher serves at the client's id (Client ID Metadata
//! Documents), or by registration. A client's statements about itself are shown to people but never trusted: only the
//! redirect's host counts.

use conditions_core::text::{ShownName, excerpt};
use serde::Deserialize;
use url::{Host, Url};

/// Maximum size of a document, in bytes.
pub const MOST_BYTES: usize = 5 * 1024;
/// Maximum number of redirects of a client.
pub const MOST_REDIRECTS: usize = 20;
/// Maximum length of a redirect, in bytes.
const LONGEST_REDIRECT: usize = 1_000;
/// Maximum length of a shown name, in characters.
const LONGEST_NAME: usize = 60;

/// A client that may request authorization.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Client {
    pub id: String,
    /// Name as stated by the client; `None` if it states none.
    pub name: Option<ShownName>,
    /// Addresses that answers may go to.
    pub redirects: Vec<String>,
}

/// Reason why a client is rejected.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ClientMetadataError {
    /// The id is not the address of a document.
    #[error(
        "the client's id must be an https:// address with a path, without a fragment, credentials or dots in its path"
    )]
    Id,
    /// The document is not a JSON object of the known form.
    #[error("the client's document is not JSON in the form of client metadata")]
    Form,
    /// The document states another id, or none.
    #[error("the client's document states another `client_id` than its own address, or none")]
    OtherId,
    /// The client requires authentication by a secret or a key.
    #[error("the client requires authentication by `{0}`; clients here are public and must state `none`")]
    Authentication(String),
    /// The client requires tokens bound to a key.
    #[error("the client requires tokens bound to a key (DPoP), which are not issued here")]
    Bound,
    /// The client does not support the only available grant.
    #[error("the client must support the grant type `authorization_code` and the response type `code`")]
    Grant,
    /// The client has no redirect, or too many.
    #[error("the client must name 1 to {MOST_REDIRECTS} redirects")]
    Redirects,
    /// A redirect is not allowed.
    #[error(
        "the redirect `{0}` must be https://, or http:// of this machine (127.0.0.1, [::1], localhost), in ASCII, without blanks, fragment and credentials"
    )]
    Redirect(String),
}

/// The recognised members of client metadata. Unknown members are ignored.
#[derive(Debug, Deserialize)]
struct Document {
    client_id: Option<String>,
    client_name: Option<String>,
    redirect_uris: Option<Vec<String>>,
    grant_types: Option<Vec<String>>,
    response_types: Option<Vec<String>>,
    token_endpoint_auth_method: Option<String>,
    #[serde(default)]
    dpop_bound_access_tokens: bool,
}

/// Returns whether a client's id is the address of a document.
#[must_use]
pub fn is_document(id: &str) -> bool {
    id.starts_with("https://")
}

/// Parses the address of a client's document.
///
/// # Errors
/// Returns [`ClientMetadataError::Id`] if the id is not such an address.
pub fn document_address(id: &str) -> Result<Url, ClientMetadataError> {
    let url = Url::parse(id).map_err(|_| ClientMetadataError::Id)?;
    let has_dots = id.split(['/', '?']).any(|part| part == "." || part == "..");
    let is_plain = url.scheme() == "https"
        && url.path() != "/"
        && url.fragment().is_none()
        && url.username().is_empty()
        && url.password().is_none()
        && !has_dots
        // Equal also when compared as text.
        && url.as_str() == id;
    if is_plain { Ok(url) } else { Err(ClientMetadataError::Id) }
}

/// Parses the client of a document that was served under `id`.
///
/// # Errors
/// Returns [`ClientMetadataError`] if the document is invalid.
pub fn of_document(id: &str, body: &[u8]) -> Result<Client, ClientMetadataError> {
    let document: Document = serde_json::from_slice(body).map_err(|_| ClientMetadataError::Form)?;
    if document.client_id.as_deref() != Some(id) {
        return Err(ClientMetadataError::OtherId);
    }
    client(id.to_owned(), document)
}

/// Parses the client of a registration (RFC 7591), with its new id.
///
/// # Errors
/// Returns [`ClientMetadataError`] if the registration is invalid.
pub fn of_registration(id: String, body: &[u8]) -> Result<Client, ClientMetadataError> {
    client(id, serde_json::from_slice(body).map_err(|_| ClientMetadataError::Form)?)
}

fn client(id: String, document: Document) -> Result<Client, ClientMetadataError> {
    // A document without an authentication method means a secret (RFC 7591), which could never have been agreed on.
    let method = document.token_endpoint_auth_method.as_deref().unwrap_or("none");
    if method != "none" {
        return Err(ClientMetadataError::Authentication(excerpt(method, LONGEST_NAME)));
    }
    if document.dpop_bound_access_tokens {
        return Err(ClientMetadataError::Bound);
    }
    let takes = |listed: &Option<Vec<String>>, word: &str| {
        listed.as_ref().is_none_or(|listed| listed.iter().any(|known| known == word))
    };
    if !takes(&document.grant_types, "authorization_code") || !takes(&document.response_types, "code") {
        return Err(ClientMetadataError::Grant);
    }
    let redirects = document.redirect_uris.unwrap_or_default();
    if redirects.is_empty() || redirects.len() > MOST_REDIRECTS {
        return Err(ClientMetadataError::Redirects);
    }
    if let Some(bad) = redirects.iter().find(|redirect| target(redirect).is_none()) {
        return Err(ClientMetadataError::Redirect(excerpt(bad, LONGEST_NAME)));
    }
    let name = document.client_name.as_deref().and_then(|name| ShownName::some(&excerpt(name, LONGEST_NAME)));
    Ok(Client { id, name, redirects })
}

/// Parses a redirect that answers may go to: https anywhere, http only on the person's own machine.
fn target(redirect: &str) -> Option<Url> {
    // The text is sent back unchanged in a header: blanks, line ends and non-ASCII letters are not valid there,
    // although parsers for people's input skip them.
    let is_sendable = |byte: u8| byte.is_ascii_graphic() && byte != b'\\';
    let is_written = redirect.len() <= LONGEST_REDIRECT && redirect.bytes().all(is_sendable);
    let url = Url::parse(redirect).ok().filter(|url| is_written && is_as_written(url, redirect))?;
    let is_allowed = match url.scheme() {
        "https" => url.host().is_some(),
        "http" => is_loopback(&url),
        _ => false,
    };
    let is_plain = url.fragment().is_none() && url.username().is_empty() && url.password().is_none();
    (is_allowed && is_plain).then_some(url)
}

/// Returns whether the host directly follows the scheme and is a name or a number. Parsers of "https:app.example",
/// "http://127.1" or "http://@127.0.0.1" may find another address in it, a browser even one of this service; and other
/// characters allowed in a host, such as `;`, would end a directive of the page's policy.
fn is_as_written(url: &Url, text: &str) -> bool {
    let rest = text.strip_prefix(url.scheme()).and_then(|rest| rest.strip_prefix("://"));
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b".-_[]:".contains(&byte);
    rest.zip(url.host_str()).is_some_and(|(rest, host)| {
        host.bytes().all(is_plain)
            && rest.get(..host.len()).is_some_and(|written| written.eq_ignore_ascii_case(host))
    })
}

fn is_loopback(url: &Url) -> bool {
    match url.host() {
        Some(Host::Ipv4(address)) => address.is_loopback(),
        Some(Host::Ipv6(address)) => address.is_loopback(),
        Some(Host::Domain(name)) => name == "localhost",
        None => false,
    }
}

impl Client {
    /// Returns whether answers may go to this redirect: it is one of the client's, compared as text. On the person's
    /// own machine the port may differ (RFC 8252, 7.3), because a program uses whichever port is free.
    #[must_use]
    pub fn takes(&self, redirect: &str) -> bool {
        if self.redirects.iter().any(|known| known == redirect) {
            return target(redirect).is_some();
        }
        let Some(asked) = target(redirect) else { return false };
        let without_port = |mut url: Url| url.set_port(None).ok().map(|()| url);
        let Some(asked) = without_port(asked) else { return false };
        self.redirects.iter().any(|known| {
            target(known).filter(is_loopback).and_then(without_port).is_some_and(|known| known == asked)
        })
    }

    /// Returns the host that answers go to, as shown to people, and whether it is their own machine.
    #[must_use]
    pub fn host_of(redirect: &str) -> Option<(String, bool)> {
        let url = target(redirect)?;
        Some((url.host_str()?.to_owned(), is_loopback(&url)))
    }

    /// Returns whether answers go only to the person's own machine: any program there may pretend to be this client.
    #[must_use]
    pub fn is_local_only(&self) -> bool {
        self.redirects.iter().all(|redirect| target(redirect).is_some_and(|url| is_loopback(&url)))
    }
}

#[cfg(test)]
mod tests;
