//! A person's browser where a program is expected: it is told by what it accepts, and sent to the page that says the same.

use actix_web::http::StatusCode;
use actix_web::http::header::{ACCEPT, HeaderValue, LOCATION};
use actix_web::{HttpRequest, HttpResponse};

/// Whether a request is a person's browser: it names HTML, and JSON not at all.
#[must_use]
pub fn is_one(request: &HttpRequest) -> bool {
    let accept = request.headers().get(ACCEPT).and_then(|value| value.to_str().ok());
    accept.is_some_and(|accept| accept.contains("text/html") && !accept.contains("json"))
}

/// Sends it to another address.
#[must_use]
pub fn sent_to(address: &str, status: StatusCode) -> HttpResponse {
    let mut response = HttpResponse::build(status).finish();
    if let Ok(address) = HeaderValue::from_str(address) {
        response.headers_mut().insert(LOCATION, address);
    }
    response
}

/// Where a browser that follows the address of a resort's data is led.
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
