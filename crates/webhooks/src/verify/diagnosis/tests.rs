use super::*;

const BODY: &[u8] = br#"{"id":"a b","depthCm":77,"note":"\" x"}"#;
const NOW: i64 = 1_790_000_000;

fn secret(byte: u8) -> Secret {
    Secret::from_key(&[byte; 32])
}

/// Diagnoses both signatures of `signed` against the bytes that a receiver saw.
fn both(signed: &[u8], seen: &[u8]) -> Vec<Diagnosis> {
    let secret = secret(7);
    let (own, other) =
        (signature::service(&secret, signed), signature::standard(&[&secret], "id", NOW, signed));
    let timestamp = NOW.to_string();
    let headers = ReceivedHeaders {
        service: Some(&own),
        id: Some("id"),
        timestamp: Some(&timestamp),
        signature: Some(&other),
    };
    diagnose(&secret, headers, seen, NOW).into_iter().map(|(_, diagnosis)| diagnosis).collect()
}

#[test]
fn changed_bytes_are_named() {
    let changed = |text: &str, diagnosis| assert_eq!(both(BODY, text.as_bytes()), [diagnosis; 2], "{text}");
    let text = std::str::from_utf8(BODY).unwrap();
    changed(text, Diagnosis::Valid);
    changed(&format!("{text}\n"), Diagnosis::LineBreakAdded);
    changed(&format!("{text}\r\n"), Diagnosis::LineBreakAdded);
    changed(&format!("\u{feff}{text}"), Diagnosis::MarkAdded);
    changed("{ \"id\": \"a b\",\n  \"depthCm\": 77, \"note\": \"\\\" x\" }", Diagnosis::Rewritten);
    changed(&text.replace("77", "78"), Diagnosis::Other);
    assert_eq!(both(b"a\n", b"a"), [Diagnosis::LineBreakRemoved; 2]);
    assert_eq!(both(b"a\nb", b"a\r\nb"), [Diagnosis::LineBreaksChanged; 2]);
}

#[test]
fn wrong_keys_and_spellings_are_named() {
    let secret = secret(7);
    let own = |header: &str| {
        let headers = ReceivedHeaders { service: Some(header), ..ReceivedHeaders::default() };
        diagnose(&secret, headers, BODY, NOW)[0].1
    };
    assert_eq!(own(&format!("sha256={}", hex(&mac(secret.key().as_slice(), BODY)))), Diagnosis::DecodedKey);
    let right = signature::service(&secret, BODY);
    assert_eq!(own(&right.to_ascii_uppercase()), Diagnosis::Spelling);
    assert_eq!(own(right.trim_start_matches("sha256=")), Diagnosis::Spelling);
    assert_eq!(own(&signature::service(&self::secret(8), BODY)), Diagnosis::Other);

    let standard = |mac, timestamp: &str| {
        let signature = signature::standard_text(mac);
        let headers = ReceivedHeaders {
            id: Some("id"),
            timestamp: Some(timestamp),
            signature: Some(&signature),
            ..ReceivedHeaders::default()
        };
        diagnose(&secret, headers, BODY, NOW)[0].1
    };
    let at = NOW.to_string();
    let signed = |at: &str| [format!("id.{at}.").as_bytes(), BODY].concat();
    assert_eq!(standard(mac(secret.expose().as_bytes(), &signed(&at)), &at), Diagnosis::TextKey);
    assert_eq!(standard(mac(secret.key().as_slice(), BODY), &at), Diagnosis::BodyAlone);
    let hour_ago = (NOW - 3_600).to_string();
    let late = standard(mac(secret.key().as_slice(), &signed(&hour_ago)), &hour_ago);
    assert_eq!(late, Diagnosis::Late(VerifyError::TooOld));
    assert_eq!(standard([0; 32], "soon"), Diagnosis::Timestamp(VerifyError::Timestamp));
}
