use proptest::prelude::*;

use super::*;

const ROW: Uuid = Uuid::from_u128(7);
const OTHER_ROW: Uuid = Uuid::from_u128(8);
const NONCE: [u8; NONCE_BYTES] = [3; NONCE_BYTES];

fn ring() -> KeyRing {
    KeyRing::from_key([1; 32])
}

fn sealed(ring: &KeyRing, secret: &Secret) -> String {
    ring.seal(ROW, secret, NONCE).unwrap()
}

#[test]
fn sealed_secret_opens_only_in_its_row() {
    let (ring, secret) = (ring(), Secret::from_key(&[9; 32]));
    let sealed = sealed(&ring, &secret);
    assert_eq!(ring.open(ROW, &sealed).unwrap().expose(), secret.expose());
    assert_eq!(ring.open(OTHER_ROW, &sealed).unwrap_err(), SealError::Rejected);
}

#[test]
fn sealed_form_is_key_id_and_base64() {
    let (ring, secret) = (ring(), Secret::from_key(&[9; 32]));
    let sealed = sealed(&ring, &secret);
    let (id, text) = sealed.split_once('.').unwrap();
    assert_eq!(id, ring.current().to_string());
    // Nonce, secret, tag.
    let bytes = STANDARD.decode(text).unwrap();
    assert_eq!(bytes.len(), NONCE_BYTES + 32 + 16);
    assert!(!bytes.windows(4).any(|window| window == [9; 4]), "the secret's bytes show");
    let again = ring.seal(ROW, &secret, [4; NONCE_BYTES]).unwrap();
    assert_ne!(sealed, again, "another nonce, another text");
}

#[test]
fn older_keys_still_open() {
    let (before, secret) = (ring(), Secret::from_key(&[9; 32]));
    let old = sealed(&before, &secret);
    let after = before.with_new([2; 32]).unwrap();
    assert_eq!(after.open(ROW, &old).unwrap().expose(), secret.expose());
    assert!(before.is_current(&old) && !after.is_current(&old));
    let new = sealed(&after, &secret);
    assert!(after.is_current(&new));
    assert_eq!(before.open(ROW, &new).unwrap_err(), SealError::UnknownKey);
    let dropped = after.without_older();
    assert_eq!(dropped.open(ROW, &old).unwrap_err(), SealError::UnknownKey);
    assert!(dropped.open(ROW, &new).is_ok());
}

#[test]
fn a_ring_reads_what_it_writes() {
    let ring = ring().with_new([2; 32]).unwrap().with_new([5; 32]).unwrap();
    let read = KeyRing::parse(&format!("# comment, with a comma\n\n{}", *ring.expose())).unwrap();
    assert_eq!(read.ids().collect::<Vec<_>>(), ring.ids().collect::<Vec<_>>());
    assert_eq!(*read.expose(), *ring.expose());
    let on_one_line = ring.expose().trim().replace('\n', ", ");
    assert_eq!(KeyRing::parse(&on_one_line).unwrap().current(), ring.current());
}

#[test]
fn key_ring_errors_do_not_echo_input() {
    let key = STANDARD.encode([1; 32]);
    let many: String = (0..=MOST_KEYS).map(|at| STANDARD.encode([at as u8; 32]) + "\n").collect();
    for (text, error) in [
        ("", KeyRingError::Empty),
        ("# alone\n , \n", KeyRingError::Empty),
        ("hush", KeyRingError::Key(1)),
        (&format!("{key}\n{}", STANDARD.encode([1; 31])), KeyRingError::Key(2)),
        (&format!("{key}\n\n{key}"), KeyRingError::Twice(3)),
        (&format!("{key}\n{key}x"), KeyRingError::Key(2)),
        (&many, KeyRingError::TooMany),
    ] {
        assert_eq!(KeyRing::parse(text).unwrap_err(), error, "{text}");
    }
    assert!(!KeyRing::parse("hush").unwrap_err().to_string().contains("hush"));
}

#[test]
fn full_ring_rejects_more_keys() {
    let mut full = ring();
    for at in 2..=MOST_KEYS {
        full = full.with_new([at as u8; 32]).unwrap();
    }
    assert_eq!(full.with_new([200; 32]).unwrap_err(), KeyRingError::TooMany);
}

#[test]
fn nothing_of_a_key_shows() {
    let ring = ring();
    let shown = format!("{ring:?}");
    assert_eq!(shown, format!("[\"{}\"]", ring.current()));
    assert!(!shown.contains(STANDARD.encode([1; 32]).as_str()) && !shown.contains("0101"), "{shown}");
}

proptest! {
    #[test]
    fn sealed_secret_round_trips(
        key: [u8; 32], secret: [u8; 32], nonce: [u8; NONCE_BYTES], row: u128,
    ) {
        let (ring, secret, row) = (KeyRing::from_key(key), Secret::from_key(&secret), Uuid::from_u128(row));
        let sealed = ring.seal(row, &secret, nonce).unwrap();
        let opened = ring.open(row, &sealed).unwrap();
        prop_assert_eq!(opened.expose(), secret.expose());
    }

    #[test]
    fn no_altered_character_opens(at in 0_usize..113, to in 33_u8..127) {
        let (ring, secret) = (ring(), Secret::from_key(&[9; 32]));
        let mut bytes = sealed(&ring, &secret).into_bytes();
        let Some(byte) = bytes.get_mut(at) else { return Ok(()) };
        prop_assume!(*byte != to);
        *byte = to;
        prop_assert!(ring.open(ROW, &String::from_utf8(bytes).unwrap()).is_err());
    }

    #[test]
    fn no_text_is_a_panic(text in ".{0,200}") {
        let _ = KeyRing::parse(&text);
        prop_assert!(ring().open(ROW, &text).is_err());
    }
}
