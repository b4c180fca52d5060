//! The page to return to after a sign-in. The browser stores its address until then. Only pages of this service are
//! returned to, and a GET of any of them changes nothing.

use accounts::code::HOLDS_MS;
use actix_web::HttpRequest;
use actix_web::http::Method;
use actix_web::http::header::HeaderValue;
use base64::Engine as _;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;

use super::cookies::{cookie_name, set, value_of};

const BACK: &str = "osc_back";

/// Maximum length of a stored address: in base64, with name and attributes, it stays below the 4,096 bytes that
/// browsers accept.
const LONGEST: usize = 2_800;

/// Stores the requested page in a cookie for the lifetime of a sign-in code. A posted form is not repeated.
pub(crate) fn to(request: &HttpRequest, session: &str) -> Option<HeaderValue> {
    let address = request.uri().path_and_query().filter(|_| request.method() == Method::GET)?;
    set_cookie(address.as_str(), session)?.parse().ok()
}

fn set_cookie(address: &str, session: &str) -> Option<String> {
    let is_kept = address.len() <= LONGEST && is_own(address);
    is_kept
        .then(|| set(&cookie_name(BACK, session), &BASE64_URL_SAFE_NO_PAD.encode(address), HOLDS_MS / 1_000))
}

/// Returns the address that the browser stores.
pub(super) fn from_request(request: &HttpRequest, session: &str) -> Option<String> {
    let bytes = BASE64_URL_SAFE_NO_PAD.decode(value_of(request, &cookie_name(BACK, session))?).ok()?;
    String::from_utf8(bytes).ok().filter(|address| is_own(address))
}

/// Removes the stored address.
pub(super) fn remove(session: &str) -> String {
    set(&cookie_name(BACK, session), "", 0)
}

/// Returns whether an address cannot lead to another host: browsers read two slashes, and a slash with a backslash, as
/// the start of a host.
fn is_own(address: &str) -> bool {
    let mut bytes = address.bytes();
    bytes.next() == Some(b'/')
        && !matches!(bytes.next(), Some(b'/' | b'\\'))
        && address.bytes().all(|byte| byte.is_ascii_graphic())
}

#[cfg(test)]
mod tests {
    use actix_web::test::TestRequest;

    use super::*;
    use services::identity::PLAIN_SESSION;

    #[test]
    fn only_own_pages_are_stored() {
        let kept_of = |address: &str| set_cookie(address, PLAIN_SESSION);
        for address in ["/account/alerts", "/account/authorize?client_id=a&scope=b%20c;d,e", "/"] {
            let cookie = kept_of(address).expect(address);
            let sent = cookie.split(';').next().unwrap_or_default().to_owned();
            let request = TestRequest::default().insert_header(("cookie", sent)).to_http_request();
            assert_eq!(from_request(&request, PLAIN_SESSION).as_deref(), Some(address));
        }
        let long = format!("/{}", "a".repeat(LONGEST));
        for elsewhere in
            ["", "https://example.org/", "//example.org", "/\\example.org", "/a b", "/a\r\nb", &long]
        {
            assert_eq!(kept_of(elsewhere), None, "{elsewhere}");
        }
        for value in ["Ly9leGFtcGxlLm9yZw", "L1xleGFtcGxlLm9yZw", "!", ""] {
            let sent = format!("{BACK}={value}");
            let request = TestRequest::default().insert_header(("cookie", sent)).to_http_request();
            assert_eq!(from_request(&request, PLAIN_SESSION), None, "{value}");
        }
    }
}
