use crate::Scope;

use super::*;

const CHALLENGE: &str = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";

fn place() -> ServerAddresses {
    ServerAddresses::new("https://snow.example.org".to_owned(), false)
}

fn client() -> Client {
    Client { id: "c".to_owned(), name: None, redirects: vec!["https://app.example.org/cb?k=1".to_owned()] }
}

/// Parses a valid request with some parameters replaced.
fn asked(changed: &[(&str, &str)]) -> Result<Authorization, AuthorizationError> {
    let mut pairs = vec![
        ("client_id", "c"),
        ("redirect_uri", "https://app.example.org/cb?k=1"),
        ("response_type", "code"),
        ("code_challenge", CHALLENGE),
        ("code_challenge_method", "S256"),
        ("state", "xyz"),
        ("resource", "https://snow.example.org/mcp/account"),
    ];
    pairs.retain(|(name, _)| !changed.iter().any(|(other, _)| other == name));
    pairs.extend_from_slice(changed);
    read(&place(), &client(), &Form::parse(encode(&pairs).as_bytes()))
}

#[test]
fn request_defaults_to_all_scopes() {
    assert_eq!(asked(&[]).unwrap().scopes, Scopes::ALL);
    assert_eq!(
        asked(&[("scope", "saved offline_access")]).unwrap().scopes,
        Scopes::from_scopes([Scope::Saved])
    );
    let unknown = asked(&[("prompt", "consent")]).unwrap();
    assert_eq!(unknown.scopes, Scopes::ALL, "unknown parameters are ignored");
    assert!(asked(&[("resource", "https://snow.example.org/mcp/account/")]).is_ok());
    assert!(asked(&[("state", &"s".repeat(LONGEST_STATE))]).is_ok());
}

#[test]
fn an_answer_carries_state_and_issuer() {
    let to = asked(&[]).unwrap().granted(&place(), "c0de");
    assert_eq!(
        to,
        "https://app.example.org/cb?k=1&code=c0de&state=xyz&iss=https%3A%2F%2Fsnow.example.org%2Faccount"
    );
    assert!(asked(&[]).unwrap().denied(&place()).contains("error=access_denied"));
}

#[test]
fn faults_have_their_codes() {
    let long = "s".repeat(LONGEST_STATE + 1);
    for (changed, code) in [
        (vec![("redirect_uri", "https://app.example.org/cb")], "invalid_request"),
        (vec![("redirect_uri", "https://evil.example/cb")], "invalid_request"),
        (vec![("redirect_uri", "")], "invalid_request"),
        (
            vec![
                ("redirect_uri", "https://app.example.org/cb?k=1"),
                ("redirect_uri", "https://evil.example/"),
            ],
            "invalid_request",
        ),
        (vec![("response_type", "token")], "unsupported_response_type"),
        (vec![("response_type", "")], "invalid_request"),
        (vec![("code_challenge", "")], "invalid_request"),
        (vec![("code_challenge_method", "plain")], "invalid_request"),
        (vec![("code_challenge_method", "")], "invalid_request"),
        (vec![("code_challenge", "short")], "invalid_request"),
        (vec![("resource", "https://snow.example.org/mcp")], "invalid_target"),
        (vec![("resource", "https://evil.example/mcp/account")], "invalid_target"),
        (vec![("scope", "saved"), ("scope", "alerts")], "invalid_request"),
        (vec![("scope", "everything")], "invalid_scope"),
        (vec![("scope", "saved everything")], "invalid_scope"),
        (vec![("state", &long)], "invalid_request"),
        (vec![("state", "a"), ("state", "b")], "invalid_request"),
    ] {
        assert_eq!(asked(&changed).unwrap_err().error, code, "{changed:?}");
    }
}
