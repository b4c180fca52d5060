//! Expected values were made with Python's `base64` and `hashlib`.

use super::*;

const TEXT: &str = "whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=";

fn counting() -> [u8; KEY_BYTES] {
    std::array::from_fn(|at| at as u8)
}

#[test]
fn secret_uses_standard_spelling() {
    let secret = Secret::from_key(&counting());
    assert_eq!(secret.expose(), TEXT);
    assert_eq!(secret.expose().len(), TEXT_BYTES);
    assert_eq!(Secret::parse(TEXT).map(|read| *read.key()), Ok(counting()));
}

#[test]
fn rejects_other_forms() {
    let of = |text: &str| Secret::parse(text).map(|_| ()).unwrap_err();
    assert_eq!(of(""), SecretError::Prefix);
    assert_eq!(of(" whsec_AAAA"), SecretError::Prefix);
    assert_eq!(of(&TEXT.replace("whsec_", "WHSEC_")), SecretError::Prefix);
    assert_eq!(of("whsec_"), SecretError::Length);
    assert_eq!(of("whsec_AAAA"), SecretError::Length);
    assert_eq!(of(&format!("{TEXT}\n")), SecretError::Base64);
    assert_eq!(of(TEXT.trim_end_matches('=')), SecretError::Base64);
    // The same bytes with spare bits set: two spellings of one key would key the text's signature differently.
    assert_eq!(of(&TEXT.replace("h8=", "h9=")), SecretError::Base64);
}

#[test]
fn the_bearer_is_compared_by_its_digest() {
    let secret = Secret::from_key(&counting());
    let hex: String = secret.digest().iter().map(|byte| format!("{byte:02x}")).collect();
    assert_eq!(hex, "5036e1435aa9756cfa1bb5563e8723c91bb2273537d8b6e73f3d1f9dddd9d1e2");
    assert!(presented_matches(TEXT, &secret.digest()));
    assert!(!presented_matches("", &secret.digest()));
    assert!(!presented_matches(&TEXT.to_lowercase(), &secret.digest()));
}

#[test]
fn printing_shows_nothing() {
    assert_eq!(format!("{:?}", Secret::from_key(&counting())), "Secret(…)");
}
