use super::*;

const CHANCE_BYTES: [u8; CHANCE] = {
    let mut bytes = [0_u8; CHANCE];
    let mut at = 0;
    while at < CHANCE {
        bytes[at] = (at * 37 % 256) as u8;
        at += 1;
    }
    bytes
};

#[test]
fn key_is_valid_only_for_its_use() {
    for of in Use::ALL {
        let made = mint(of, &CHANCE_BYTES).unwrap();
        assert_eq!(made.text.len(), 46);
        assert_eq!(digest_of_key(of, &made.text).as_deref(), Some(made.digest.as_str()));
        for other in Use::ALL.into_iter().filter(|other| *other != of) {
            assert_eq!(digest_of_key(other, &made.text), None);
        }
        assert!(!format!("{made:?}").contains(made.text.as_str()));
    }
}

#[test]
fn malformed_keys_are_rejected() {
    let made = mint(Use::Bearer, &CHANCE_BYTES).unwrap();
    let text = made.text.as_str();
    let mut bent = vec![
        String::new(),
        "osc_key_".to_owned(),
        text.to_uppercase(),
        format!("{text}0"),
        format!(" {text}"),
    ];
    for at in 0..text.len() {
        let mut bytes = text.as_bytes().to_vec();
        bytes[at] = if bytes[at] == b'x' { b'y' } else { b'x' };
        bent.push(String::from_utf8(bytes).unwrap());
    }
    bent.push(text.replace("osc_key_", "osc_key_é"));
    bent.push("x".repeat(1 << 20));
    for wrong in bent {
        assert_eq!(digest_of_key(Use::Bearer, &wrong), None, "{wrong:.60}");
    }
}

#[test]
fn too_few_random_bytes_fail() {
    assert!(mint(Use::Bearer, &[255; CHANCE]).is_none());
}
