//! Other spellings of an address: doubled and trailing slashes, and browser language tags (`/DE/`, `/de-AT/`). They
//! redirect to the existing address.

use std::borrow::Cow;

use actix_web::http::{Method, StatusCode};
use actix_web::{HttpRequest, HttpResponse};
use pages::Language;

use super::browser;

/// Paths whose clients must not take another spelling for an endpoint or a document.
const EXACT: [&str; 2] = ["/mcp", "/.well-known"];
/// Maximum length of a language tag with a region, in bytes.
const LONGEST_TAG: usize = 11;

/// Redirects to the address that a request spells differently; `None` if there is no resource at it, and for methods
/// that send a body.
#[must_use]
pub fn redirect(request: &HttpRequest) -> Option<HttpResponse> {
    let path = request.path();
    let to = canonical(path);
    let is_exact =
        |prefix: &&str| to.strip_prefix(*prefix).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'));
    let is_other = to != path
        && matches!(*request.method(), Method::GET | Method::HEAD)
        // Browsers read a backslash as a slash.
        && !to.contains('\\')
        && !EXACT.iter().any(is_exact)
        && request.resource_map().has_resource(&to);
    is_other.then(|| moved(request, &to))
}

/// Redirects permanently to a path of this service, with the query of the request.
#[must_use]
pub fn moved(request: &HttpRequest, path: &str) -> HttpResponse {
    let query = request.query_string();
    let to = if query.is_empty() { Cow::Borrowed(path) } else { Cow::Owned(format!("{path}?{query}")) };
    browser::sent_to(&to, StatusCode::PERMANENT_REDIRECT)
}

/// Returns the usual spelling of a path. It begins with one slash, so it never names another host.
#[must_use]
pub fn canonical(path: &str) -> Cow<'_, str> {
    let mut segments = path.split('/').filter(|segment| !segment.is_empty()).peekable();
    let language = segments.next_if(|segment| language(segment).is_some()).and_then(language);
    let mut usual = String::with_capacity(path.len());
    if let Some(language) = language.filter(|language| *language != Language::En) {
        usual.extend(["/", language.code()]);
        if segments.peek().is_none() {
            usual.push('/');
        }
    }
    for segment in segments {
        usual.extend(["/", segment]);
    }
    if usual.is_empty() {
        usual.push('/');
    }
    if usual == path { Cow::Borrowed(path) } else { Cow::Owned(usual) }
}

/// Parses the language of a tag such as `de`, `DE` or `de-AT`.
pub(super) fn language(tag: &str) -> Option<Language> {
    let (code, region) = tag.split_once(['-', '_']).unwrap_or((tag, "AA"));
    let is_tag = tag.len() <= LONGEST_TAG
        && region.len() >= 2
        && region.bytes().all(|byte| byte.is_ascii_alphanumeric());
    Language::ALL.into_iter().find(|language| is_tag && language.code().eq_ignore_ascii_case(code))
}

#[cfg(test)]
mod tests;
