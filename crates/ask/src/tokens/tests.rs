use super::{FoldedText, Kind, tokens};

#[test]
fn words_numbers_and_signs_part() {
    let of = |text| tokens(text).into_iter().map(|token| token.kind).collect::<Vec<_>>();
    assert_eq!(of("20cm"), [Kind::Number(20, 2), Kind::Word]);
    assert_eq!(of("１０cm")[0], Kind::Number(10, 2));
    assert_eq!(of("雪2"), [Kind::Glyph, Kind::Number(2, 1)]);
    assert_eq!(of("\u{202e}a\u{0}"), [Kind::Sign('\u{202e}'), Kind::Word, Kind::Sign('\0')]);
    assert_eq!(of("Al\u{200b}ta"), [Kind::Word]);
    assert_eq!(of("999999999999"), [Kind::Number(u32::MAX, 12)]);
}

#[test]
fn pieces_of_the_text_find_their_tokens() {
    let tokens = tokens("Val d'Isère, 20 cm 雪の量");
    let folded = FoldedText::new(&tokens);
    let at = folded.text.find("isere").expect("folded");
    assert_eq!(folded.tokens(at, at + 5), Some((3 - 1 + 1, 4)));
    let at = folded.text.find("の").expect("glyph");
    assert_eq!(folded.tokens(at, at + "の".len()).map(|(from, to)| to - from), Some(1));
}
