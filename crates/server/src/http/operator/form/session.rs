//! A browser's session at the pages of staff: its cookie, and whether a form comes from a page of this service.

use actix_web::http::header::{COOKIE, HeaderName, HeaderValue, ORIGIN, SET_COOKIE};
use actix_web::{HttpRequest, HttpResponse};
use zeroize::Zeroizing;

/// The cookie of a session.
const COOKIE_NAME: &str = "snow_operator";
static FETCH_SITE: HeaderName = HeaderName::from_static("sec-fetch-site");

/// Whether a form comes from a page of this service: the browser says so, or its origin is the service's own. A browser that
/// says nothing of either is not let in.
pub(super) fn is_own(request: &HttpRequest, base_url: &str) -> bool {
    let headers = request.headers();
    match headers.get(&FETCH_SITE) {
        Some(site) => site == "same-origin" || site == "none",
        None => headers
            .get(ORIGIN)
            .is_some_and(|origin| origin.as_bytes() == base_url.trim_end_matches('/').as_bytes()),
    }
}

/// The session that a browser shows.
pub(super) fn cookie(request: &HttpRequest) -> Option<Zeroizing<String>> {
    let cookies = request.headers().get_all(COOKIE).filter_map(|value| value.to_str().ok());
    let mut pairs = cookies.flat_map(|value| value.split(';')).filter_map(|pair| pair.trim().split_once('='));
    pairs.find(|(name, _)| *name == COOKIE_NAME).map(|(_, value)| Zeroizing::new(value.to_owned()))
}

/// The cookie of a session; `Secure` where the service is reached by https.
pub(super) fn set_cookie(response: &mut HttpResponse, value: &str, seconds: u32, base_url: &str) {
    let secure = if base_url.starts_with("https://") { "; Secure" } else { "" };
    let text = format!("{COOKIE_NAME}={value}; Path=/; Max-Age={seconds}; HttpOnly; SameSite=Strict{secure}");
    if let Ok(text) = HeaderValue::from_str(&text) {
        response.headers_mut().insert(SET_COOKIE, text);
    }
}
