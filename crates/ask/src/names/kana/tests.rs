use super::sound;

#[test]
fn sounds_have_one_spelling() {
    assert_eq!(sound("ヴェルビエ"), sound("ベルビエ"));
    assert_eq!(sound("シャモニー"), sound("シャモニ"));
    assert_ne!(sound("アルタ"), sound("アローザ"));
}
