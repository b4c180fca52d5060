//! Browsers at addresses for programs: recognised by `Accept`, and redirected to the page with the same content.

use actix_web::http::StatusCode;
use actix_web::http::header::{ACCEPT, HeaderValue, LOCATION};
use actix_web::{HttpRequest, HttpResponse};

/// Returns whether a request is from a browser: it accepts HTML and does not name JSON.
#[must_use]
pub fn is_one(request: &HttpRequest) -> bool {
    let accept = request.headers().get(ACCEPT).and_then(|value| value.to_str().ok());
    accept.is_some_and(|accept| accept.contains("text/html") && !accept.contains("json"))
}

/// Redirects a browser to another address.
#[must_use]
pub fn sent_to(address: &str, status: StatusCode) -> HttpResponse {
    let mut response = HttpResponse::build(status).finish();
    if let Ok(address) = HeaderValue::from_str(address) {
        response.headers_mut().insert(LOCATION, address);
    }
    response
}

/// Redirects a browser from the address of a resort's data to the resort's page.
#[must_use]
pub fn of_resort(slug: &str) -> HttpResponse {
    let encoded: String = slug.bytes().fold(String::new(), |mut out, byte| {
        use std::fmt::Write as _;
        // Writing to a string cannot fail.
        let _ = match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'_' => write!(out, "{}", char::from(byte)),
            _ => write!(out, "%{byte:02X}"),
        };
        out
    });
    sent_to(&format!("/resorts/{encoded}"), StatusCode::SEE_OTHER)
}
