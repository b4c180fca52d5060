use super::*;

#[test]
fn checksum_detects_a_wrong_letter() {
    let random: Vec<u8> = (0..64).collect();
    let made = make(&random.try_into().unwrap()).unwrap();
    assert!(made.text.starts_with("osc_pat_") && made.text.len() == 46);
    assert_eq!(digest(&made.text), Some(made.digest));
    for at in PREFIX.len()..made.text.len() {
        let mut wrong = made.text.as_bytes().to_vec();
        wrong[at] = if wrong[at] == b'x' { b'y' } else { b'x' };
        assert_eq!(digest(std::str::from_utf8(&wrong).unwrap()), None, "letter {at}");
    }
    for other in [
        "",
        "osc_pat_",
        "pro",
        "whsec_abc",
        &made.text[1..],
        &format!("{}0", made.text.as_str()),
        "osc_pat_ü",
    ] {
        assert_eq!(digest(other), None, "{other}");
    }
}

#[test]
fn names_are_readable() {
    assert_eq!(name("  laptop\u{7}\n "), Some("laptop".to_owned()));
    assert_eq!(name(" \u{0} "), None);
    assert_eq!(name(&"é".repeat(99)).unwrap().chars().count(), LONGEST_NAME);
}
