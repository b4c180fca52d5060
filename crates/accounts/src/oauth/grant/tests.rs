//! Tests of `grant` and of the proof key.

use super::*;
use crate::oauth::form::encode;

/// Verifier from RFC 7636, appendix B.
const VERIFIER: &str = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";
const CHALLENGE: &str = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";
const NOW: Timestamp = Timestamp::from_millis(1_768_046_400_000);

fn code() -> Code {
    Code {
        client: "c".to_owned(),
        redirect: "https://app.example.org/cb".to_owned(),
        challenge: CHALLENGE.to_owned(),
        made_at: NOW,
        is_used: false,
    }
}

fn asked(pairs: &[(&str, &str)]) -> Result<TokenRequest, TokenError> {
    read(
        &ServerAddresses::new("https://snow.example.org".to_owned(), false),
        &Form::parse(encode(pairs).as_bytes()),
    )
}

#[test]
fn only_the_matching_verifier_proves() {
    assert!(pkce::is_challenge(CHALLENGE) && pkce::proves(VERIFIER, CHALLENGE));
    for other in ["", "short", CHALLENGE, &VERIFIER[1..], &format!("{VERIFIER}="), &"a".repeat(129)] {
        assert!(!pkce::proves(other, CHALLENGE), "{other}");
    }
}

#[test]
fn code_is_valid_once_for_a_minute() {
    let at = |ms| NOW.plus_millis(ms);
    let good = |code: &Code, client: &str, redirect, now| code.verify(client, redirect, VERIFIER, now);
    assert_eq!(good(&code(), "c", Some("https://app.example.org/cb"), at(0)), Verdict::Good);
    assert_eq!(good(&code(), "c", None, at(59_999)), Verdict::Good);
    assert_eq!(good(&code(), "c", None, at(60_000)), Verdict::Bad);
    assert_eq!(good(&code(), "c", None, at(-1)), Verdict::Bad, "a clock that went back");
    assert_eq!(good(&code(), "other", None, at(0)), Verdict::Bad);
    assert_eq!(good(&code(), "c", Some("https://app.example.org/"), at(0)), Verdict::Bad);
    assert_eq!(code().verify("c", None, "x", at(0)), Verdict::Bad);
    assert_eq!(good(&Code { is_used: true, ..code() }, "c", None, at(0)), Verdict::Stolen);
}

#[test]
fn reused_refresh_token_was_stolen() {
    let fresh = Refresh {
        client: "c".to_owned(),
        expires_at: NOW.plus_millis(REFRESH_MS),
        used_at: None,
        is_ended: false,
    };
    assert_eq!(fresh.verify("c", NOW), Verdict::Good);
    assert_eq!(Refresh { used_at: Some(NOW), ..fresh.clone() }.verify("c", NOW), Verdict::Stolen);
    assert_eq!(fresh.verify("other", NOW), Verdict::Bad);
    assert_eq!(fresh.verify("c", NOW.plus_millis(REFRESH_MS)), Verdict::Bad);
    assert_eq!(Refresh { is_ended: true, ..fresh }.verify("c", NOW), Verdict::Bad);
}

#[test]
fn incomplete_token_requests_are_named() {
    let good = [
        ("grant_type", "authorization_code"),
        ("client_id", "c"),
        ("code", "x"),
        ("code_verifier", VERIFIER),
    ];
    assert!(matches!(asked(&good), Ok(TokenRequest::Code { .. })));
    assert!(matches!(
        asked(&[("grant_type", "refresh_token"), ("client_id", "c"), ("refresh_token", "r")]),
        Ok(TokenRequest::Refresh { .. })
    ));
    for (pairs, code) in [
        (vec![("grant_type", "password"), ("client_id", "c")], "unsupported_grant_type"),
        (vec![("client_id", "c")], "invalid_request"),
        (vec![("grant_type", "authorization_code"), ("client_id", "c"), ("code", "x")], "invalid_request"),
        (vec![("grant_type", "refresh_token"), ("refresh_token", "r")], "invalid_request"),
        ([good.to_vec(), vec![("resource", "https://evil.example/")]].concat(), "invalid_target"),
        ([good.to_vec(), vec![("code", "y")]].concat(), "invalid_request"),
    ] {
        assert_eq!(asked(&pairs).unwrap_err().code, code, "{pairs:?}");
    }
}
