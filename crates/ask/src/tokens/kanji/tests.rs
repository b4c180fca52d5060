use crate::tokens::tokens;

fn numbers(text: &str) -> Vec<u32> {
    tokens(text).iter().filter_map(crate::tokens::Token::number).collect()
}

#[test]
fn kanji_before_counters_are_numbers() {
    assert_eq!(numbers("二月二十七日の天気"), [2, 27]);
    assert_eq!(numbers("十五日に行きます"), [15]);
    assert_eq!(numbers("三日間の予報"), [3]);
}

#[test]
fn kanji_in_names_are_not_numbers() {
    assert!(numbers("八方の積雪").is_empty());
    assert!(numbers("十勝の雪").is_empty());
    assert!(numbers("一日本").is_empty());
}
