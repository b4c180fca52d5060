use super::*;

const LINE: Bounds = Bounds { most: 280, lines: false };

#[test]
fn text_of_six_languages_is_unchanged() {
    for text in [
        "12 cm of new snow < 24 h",
        "Neuschnee über Nacht",
        "Neige fraîche",
        "Neve fresca",
        "Nieve nueva ¡hoy!",
        "新雪１２センチ",
    ] {
        assert_eq!(plain(text, LINE), Ok(Some(text.to_owned())));
    }
    assert_eq!(plain("  ", LINE), Ok(None));
}

#[test]
fn unsafe_text_is_rejected() {
    assert_eq!(plain("<script>alert(1)</script>", LINE), Err(TextProblem::Markup));
    assert_eq!(plain("a <b>b", LINE), Err(TextProblem::Markup));
    assert_eq!(plain("<!--", LINE), Err(TextProblem::Markup));
    for mark in ["\u{202e}", "\u{200b}", "\u{2066}", "\u{feff}", "\u{e0041}", "\u{ad}"] {
        assert_eq!(plain(&format!("deep{mark}snow"), LINE), Err(TextProblem::Invisible), "{mark:?}");
    }
    assert_eq!(plain("a\0b", LINE), Err(TextProblem::Control));
    assert_eq!(plain("a\nb", LINE), Err(TextProblem::Control));
    assert_eq!(plain("a\r\nb", Bounds { lines: true, ..LINE }), Ok(Some("a\nb".to_owned())));
    assert_eq!(plain(&"a".repeat(1 << 20), LINE), Err(TextProblem::TooLong(280)));
    assert_eq!(plain(&"雪".repeat(281), LINE), Err(TextProblem::TooLong(280)));
}
