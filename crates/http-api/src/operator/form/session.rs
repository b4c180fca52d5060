//! The session cookie of the staff pages.

use actix_web::http::header::{HeaderValue, SET_COOKIE};
use actix_web::{HttpRequest, HttpResponse};
use zeroize::Zeroizing;

use crate::cookie::{self, SameSite};

/// Returns the name of the session cookie.
fn name(base_url: &str) -> String {
    cookie::prefixed_name("snow_operator", base_url.starts_with("https://"))
}

/// Returns the session that a browser presents.
pub(super) fn cookie(request: &HttpRequest, base_url: &str) -> Option<Zeroizing<String>> {
    cookie::value_of(request, &name(base_url))
}

/// Sets the session cookie.
pub(super) fn set_cookie(response: &mut HttpResponse, value: &str, seconds: u32, base_url: &str) {
    let text = cookie::set(&name(base_url), value, i64::from(seconds), SameSite::Strict);
    if let Ok(text) = HeaderValue::from_str(&text) {
        response.headers_mut().insert(SET_COOKIE, text);
    }
}

#[cfg(test)]
mod tests {
    use actix_web::test::TestRequest;

    use super::*;

    #[test]
    fn only_this_host_sets_the_cookie() {
        let mut response = HttpResponse::Ok().finish();
        set_cookie(&mut response, "x", 60, "https://snow.example");
        let sent = response.headers().get(SET_COOKIE).unwrap().to_str().unwrap();
        assert_eq!(sent, "__Host-snow_operator=x; Path=/; Max-Age=60; HttpOnly; SameSite=Strict; Secure");
        let request = TestRequest::default().insert_header(("cookie", "snow_operator=a")).to_http_request();
        assert_eq!(cookie(&request, "https://snow.example"), None);
        assert_eq!(cookie(&request, "http://127.0.0.1:8080").unwrap().as_str(), "a");
    }
}
