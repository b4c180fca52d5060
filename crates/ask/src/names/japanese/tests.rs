use super::{is_misspelt, telling};

#[test]
fn one_character_of_three_may_be_wrong() {
    for (name, text) in [
        ("猪苗代", "猪苗城"),
        ("石打丸山", "石内丸山"),
        ("野沢温泉", "野沢温線"),
        ("栂池高原", "栂地高原"),
        ("安比高原", "安否高原"),
        ("斑尾高原", "班尾高原"),
    ] {
        assert!(is_misspelt(name, text), "{text}");
    }
}

#[test]
fn other_mountain_is_not_misspelt() {
    for (name, text) in
        [("横手山", "横倉山"), ("湯沢高原", "米沢高原"), ("天神平", "天狗平"), ("苗場", "川場")]
    {
        assert!(!is_misspelt(name, text), "{text}");
    }
    assert_eq!(telling("横手山"), 2);
    assert_eq!(telling("妙高杉ノ原スキー場"), 5);
}
