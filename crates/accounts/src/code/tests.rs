use super::*;

fn challenge(code: u64) -> Challenge {
    let bytes: Vec<u8> = (0..64).collect();
    let name: [u8; 64] = bytes.try_into().unwrap();
    let mut link = name;
    link.reverse();
    Challenge::new(&Random { name, link, code }).unwrap()
}

#[test]
fn code_is_bound_to_its_challenge() {
    let one = challenge(7);
    assert_eq!(one.code.as_str(), "000007");
    assert_eq!(code_digest(&one.name, "000007"), one.code_digest());
    assert_ne!(code_digest(&one.name, "000008"), one.code_digest());
    assert_ne!(code_digest("another", "000007"), one.code_digest());
    assert_eq!(digest(&one.link), Some(one.link_digest()));
    assert_ne!(one.name.as_str(), one.link.as_str());
    assert_eq!(digest("short"), None);
}

#[test]
fn typed_codes_are_read_leniently() {
    assert_eq!(digits(" 123 456 ").unwrap().as_str(), "123456");
    assert_eq!(digits("123-456").unwrap().as_str(), "123456");
    for wrong in ["", "12345", "1234567", "12a456", "１２３４５６"] {
        assert!(digits(wrong).is_none(), "{wrong}");
    }
}
