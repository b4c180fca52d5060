use actix_web::http::header::{ACCEPT_ENCODING, HeaderValue};

use super::*;

fn headers(lines: &[&str]) -> HeaderMap {
    let mut headers = HeaderMap::new();
    for line in lines {
        headers.append(ACCEPT_ENCODING, HeaderValue::from_str(line).unwrap());
    }
    headers
}

#[test]
fn several_lines_are_one_list() {
    let headers = headers(&["a, b", "", " ,c ,"]);
    assert_eq!(members(&headers, &ACCEPT_ENCODING).collect::<Vec<_>>(), ["a", "b", "c"]);
}

#[test]
fn weights_are_parsed_in_any_form() {
    let headers = headers(&["a;q=0.25, b ; Q = 0.5", "c;level=1;q=1.000, d, e;q=0, f;q=none, g;q=0.001"]);
    let read: Vec<_> = weighted(&headers, &ACCEPT_ENCODING).collect();
    let expected = [("a", 250), ("b", 500), ("c", 1_000), ("d", 1_000), ("e", 0), ("f", 0), ("g", 1)];
    assert_eq!(read, expected);
}
