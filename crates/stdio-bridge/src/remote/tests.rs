use super::{ExpectedReply, Remote, RetryPolicy, SetupError, find};

fn remote(url: &str, token: Option<&str>) -> Result<Remote, SetupError> {
    Remote::new(url, token, RetryPolicy::USUAL, false)
}

#[test]
fn rejects_invalid_addresses() {
    for url in ["", "snow.example.org/mcp", "ftp://snow.example.org/mcp", "/mcp"] {
        assert!(matches!(remote(url, None), Err(SetupError::Url(_))), "{url}");
    }
}

#[test]
fn no_secret_is_shown() {
    let remote = remote("https://user:pass@snow.example.org/mcp?key=1#f", Some("s3cret")).expect("fits");
    assert_eq!(remote.redacted_url(), "https://snow.example.org/mcp");
    assert!(!format!("{:?}", remote.constant).contains("s3cret"));
    let error = super::Remote::new("https://a/mcp", Some("s3cret\n"), RetryPolicy::USUAL, false)
        .expect_err("refused");
    assert!(!error.to_string().contains("s3cret"), "{error}");
}

#[test]
fn a_body_is_an_answer_or_not() {
    assert!(find(b" [{}] ", ExpectedReply::Any).is_some());
    assert!(find(b"<html>", ExpectedReply::Any).is_none() && find(b"[", ExpectedReply::Any).is_none());
    assert!(find(br#"{"jsonrpc":"2.0","id":1,"result":{}}"#, ExpectedReply::To("2")).is_none());
}
