//! Tests of `request`.

use accounts::Scope;

use super::*;

const CHALLENGE: &str = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";

fn place() -> Place {
    Place::new("https://snow.example.org".to_owned(), false)
}

fn client() -> Client {
    Client { id: "c".to_owned(), name: None, redirects: vec!["https://app.example.org/cb?k=1".to_owned()] }
}

/// A good request, with parameters in the place of its own.
fn asked(changed: &[(&str, &str)]) -> Result<Authorization, Refused> {
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
    read(&place(), &client(), &Form::parse(written(&pairs).as_bytes()))
}

#[test]
fn a_good_request_is_asked_with_all_scopes_unless_it_names_some() {
    assert_eq!(asked(&[]).unwrap().scopes, Scopes::ALL);
    assert_eq!(asked(&[("scope", "saved offline_access")]).unwrap().scopes, Scopes::of([Scope::Saved]));
    assert_eq!(
        asked(&[("prompt", "consent")]).unwrap().scopes,
        Scopes::ALL,
        "what is unknown is passed over"
    );
    assert!(asked(&[("resource", "https://snow.example.org/mcp/account/")]).is_ok());
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
fn a_redirect_that_is_not_the_clients_gets_no_answer() {
    for redirect in ["https://app.example.org/cb", "https://evil.example/cb", ""] {
        assert!(matches!(asked(&[("redirect_uri", redirect)]), Err(Refused::Shown(_))), "{redirect}");
    }
    let twice =
        [("redirect_uri", "https://app.example.org/cb?k=1"), ("redirect_uri", "https://evil.example/")];
    assert!(matches!(asked(&twice), Err(Refused::Shown(_))));
}

#[test]
fn every_other_fault_is_answered_to_the_client() {
    for (changed, code) in [
        (vec![("response_type", "token")], "unsupported_response_type"),
        (vec![("response_type", "")], "invalid_request"),
        (vec![("code_challenge", "")], "invalid_request"),
        (vec![("code_challenge_method", "plain")], "invalid_request"),
        (vec![("code_challenge_method", "")], "invalid_request"),
        (vec![("code_challenge", "short")], "invalid_request"),
        (vec![("resource", "https://snow.example.org/mcp")], "invalid_target"),
        (vec![("resource", "https://evil.example/mcp/account")], "invalid_target"),
        (vec![("scope", "saved"), ("scope", "alerts")], "invalid_request"),
    ] {
        let Err(Refused::Answered { to, error }) = asked(&changed) else { panic!("{changed:?}") };
        assert_eq!(error, code, "{changed:?}");
        assert!(
            to.starts_with("https://app.example.org/cb?k=1&error=") && to.contains("&state=xyz&iss="),
            "{to}"
        );
    }
}
