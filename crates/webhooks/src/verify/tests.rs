//! Expected signatures were made with Python's `hmac`.

use super::*;

const ID: &str = "0197d5a4-6f0e-7c3a-9b7a-1c2d3e4f5a6b";
const AT: i64 = 1_768_046_400;
const BODY: &[u8] = "{\"event\":\"powder-alert\",\"name\":\"Zürs\"}".as_bytes();
const SERVICE: &str = "sha256=5045679c6d154565b6e02c17f1fc603001e10ef5e454a2ddf2cf6494b258c6b3";
const STANDARD: &str = "v1,qK91kQ7hMWD2fW8I5S6bm5mnEAqtd6rS6n24iI8olTE=";

fn ours() -> Secret {
    Secret::parse("whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=").unwrap()
}

fn check(id: &str, timestamp: &str, signature: &str, body: &[u8], now: i64) -> Result<(), VerifyError> {
    let other = Secret::from_key(&[0xff; 32]);
    let headers = StandardHeaders { id, timestamp, signature };
    standard(&[&other, &ours()], headers, body, now, TOLERANCE_SECONDS)
}

#[test]
fn contract_header_is_compared_whole() {
    let secret = ours();
    assert_eq!(service(&[&secret], SERVICE, BODY), Ok(()));
    assert_eq!(service(&[&Secret::from_key(&[1; 32]), &secret], SERVICE, BODY), Ok(()));
    let cut = SERVICE.strip_suffix('3').unwrap();
    let longer = format!("{SERVICE}0");
    for header in ["", "sha256=", cut, &longer, &SERVICE.to_uppercase(), &SERVICE["sha256=".len()..]] {
        assert_eq!(service(&[&secret], header, BODY), Err(VerifyError::Mismatch), "{header}");
    }
    assert_eq!(service(&[], SERVICE, BODY), Err(VerifyError::Mismatch));
    // The same JSON with another byte is a different body.
    assert_eq!(service(&[&secret], SERVICE, &[BODY, b"\n"].concat()), Err(VerifyError::Mismatch));
}

#[test]
fn one_of_several_signatures_is_enough() {
    assert_eq!(check(ID, "1768046400", STANDARD, BODY, AT), Ok(()));
    let listed = format!("v1a,abcd  v1,AAAA {STANDARD} v2,x");
    assert_eq!(check(ID, "1768046400", &listed, BODY, AT), Ok(()));
    let of_another_scheme = STANDARD.replace("v1,", "v1a,");
    assert_eq!(check(ID, "1768046400", &of_another_scheme, BODY, AT), Err(VerifyError::Mismatch));
}

#[test]
fn every_part_is_signed() {
    assert_eq!(check("another", "1768046400", STANDARD, BODY, AT), Err(VerifyError::Mismatch));
    assert_eq!(check(ID, "1768046401", STANDARD, BODY, AT), Err(VerifyError::Mismatch));
    assert_eq!(check(ID, "1768046400", STANDARD, b"{}", AT), Err(VerifyError::Mismatch));
    assert_eq!(check(ID, "1768046400", "", BODY, AT), Err(VerifyError::Mismatch));
}

#[test]
fn tolerance_is_exact_in_both_directions() {
    let at = |now| check(ID, "1768046400", STANDARD, BODY, now);
    assert_eq!(at(AT + 300), Ok(()));
    assert_eq!(at(AT + 301), Err(VerifyError::TooOld));
    assert_eq!(at(AT - 300), Ok(()));
    assert_eq!(at(AT - 301), Err(VerifyError::TooNew));
}

#[test]
fn a_timestamp_is_digits() {
    for timestamp in ["", "+1768046400", "-1", "1768046400.0", " 1768046400", "99999999999999999999", "now"] {
        assert_eq!(check(ID, timestamp, STANDARD, BODY, AT), Err(VerifyError::Timestamp), "{timestamp}");
    }
    assert_eq!(check(ID, "9223372036854775807", STANDARD, BODY, AT), Err(VerifyError::TooNew));
    assert_eq!(check(ID, "1", STANDARD, BODY, i64::MAX), Err(VerifyError::TooOld));
}
