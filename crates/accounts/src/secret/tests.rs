use super::*;

#[test]
fn letters_are_uniform() {
    let all: Vec<u8> = (0..=255).collect();
    let text = alphanumeric(248, &all).unwrap();
    for letter in LETTERS {
        assert_eq!(text.bytes().filter(|byte| byte == letter).count(), 4, "{letter}");
    }
    assert_eq!(alphanumeric(249, &all), None, "bytes that would favour letters are not used");
}

#[test]
fn pairs_differ_and_digests_are_hidden() {
    assert_ne!(Digest::of_pair("ab", "c"), Digest::of_pair("a", "bc"));
    assert_eq!(Digest::from_text("a").hex().len(), 64);
    assert_eq!(format!("{:?}", Digest::from_text("a")).len(), 8);
    assert_eq!(base62(0, 6), "000000");
    assert_eq!(base62(u32::MAX, 6), "4gfFC3");
}
