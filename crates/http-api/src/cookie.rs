//! Cookies that contain personal data: the only place that writes their attributes.
//!
//! Over https their names have the prefix `__Host-`, so that no other host, no other path and no plain connection can
//! set them. Browsers reject that prefix over plain http, so on this machine and in a local network the names are
//! plain.

use actix_web::HttpRequest;
use actix_web::http::header::COOKIE;
use zeroize::Zeroizing;

const HOST: &str = "__Host-";

/// The requests of other sites that include a cookie.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum SameSite {
    /// Only navigation by links.
    Lax,
    /// No request from another site.
    Strict,
}

/// Returns the name of a cookie for https or plain http.
pub(super) fn prefixed_name(name: &str, is_https: bool) -> String {
    if is_https { format!("{HOST}{name}") } else { name.to_owned() }
}

/// Returns the header that sets a cookie for this many seconds; 0 removes it.
pub(super) fn set(name: &str, value: &str, seconds: i64, site: SameSite) -> String {
    let secure = if name.starts_with(HOST) { "; Secure" } else { "" };
    format!("{name}={value}; Path=/; Max-Age={seconds}; HttpOnly; SameSite={site:?}{secure}")
}

/// Like [`set`], but for a cookie that the scripts of pages read. It must not identify anyone.
pub(super) fn readable(name: &str, value: &str, seconds: i64) -> String {
    format!("{name}={value}; Path=/; Max-Age={seconds}; SameSite={:?}", SameSite::Lax)
}

/// Returns the value of the first cookie of this name.
pub(super) fn value_of(request: &HttpRequest, name: &str) -> Option<Zeroizing<String>> {
    let cookies = request.headers().get_all(COOKIE).filter_map(|value| value.to_str().ok());
    let mut pairs = cookies.flat_map(|value| value.split(';')).filter_map(|pair| pair.trim().split_once('='));
    pairs.find(|(known, _)| *known == name).map(|(_, value)| Zeroizing::new(value.to_owned()))
}
