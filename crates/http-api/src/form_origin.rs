//! The one check that a form was sent by a page of this service.

use actix_web::http::header::{HeaderMap, HeaderName, ORIGIN};

const SEC_FETCH_SITE: HeaderName = HeaderName::from_static("sec-fetch-site");

/// Returns whether a form comes from a page of this service: decided by every `Sec-Fetch-Site` line, else by the
/// origin; otherwise false.
pub(super) fn is_own(headers: &HeaderMap, base_url: &str) -> bool {
    let mut sites = headers.get_all(SEC_FETCH_SITE).peekable();
    if sites.peek().is_some() {
        return sites.all(|site| site == "same-origin" || site == "none");
    }
    let mut origins = headers.get_all(ORIGIN).peekable();
    let own = origin(base_url);
    origins.peek().is_some()
        && origins.all(|origin| origin.to_str().is_ok_and(|origin| origin.eq_ignore_ascii_case(own)))
}

/// Returns an address up to its path.
fn origin(base_url: &str) -> &str {
    let authority = base_url.find("://").map_or(0, |at| at + 3);
    let end = base_url.get(authority..).and_then(|rest| rest.find('/')).map(|at| authority + at);
    base_url.get(..end.unwrap_or(base_url.len())).unwrap_or(base_url)
}

#[cfg(test)]
mod tests;
