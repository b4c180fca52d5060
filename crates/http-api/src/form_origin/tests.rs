use actix_web::http::header::HeaderValue;

use super::*;

fn headers(pairs: &[(&'static str, &'static str)]) -> HeaderMap {
    let mut headers = HeaderMap::new();
    for (name, value) in pairs {
        headers.append(HeaderName::from_static(name), HeaderValue::from_static(value));
    }
    headers
}

#[test]
fn foreign_forms_are_rejected() {
    let own = |pairs: &[(&'static str, &'static str)]| is_own(&headers(pairs), "https://snow.example/base");
    assert!(own(&[("sec-fetch-site", "same-origin")]));
    assert!(own(&[("sec-fetch-site", "none")]));
    assert!(own(&[("origin", "https://Snow.example")]), "older browsers, and plain http");
    for foreign in [
        &[("sec-fetch-site", "cross-site"), ("origin", "https://snow.example")][..],
        &[("sec-fetch-site", "same-site")],
        &[("sec-fetch-site", "same-origin"), ("sec-fetch-site", "cross-site")],
        &[("origin", "https://snow.example.evil.example")],
        &[("origin", "http://snow.example")],
        &[("origin", "null")],
        &[("origin", "https://snow.example"), ("origin", "https://evil.example")],
        &[],
    ] {
        assert!(!own(foreign), "{foreign:?}");
    }
}
