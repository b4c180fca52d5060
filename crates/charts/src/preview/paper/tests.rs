use super::*;

#[test]
fn text_shrinks_before_truncation() {
    assert_eq!(fitted("Zermatt", Pen::bold(72), 50, 1072), ("Zermatt".to_owned(), Pen::bold(72)));
    let (text, pen) = fitted("Zermatt", Pen::bold(72), 20, 200);
    assert!(text == "Zermatt" && pen.size < 72 && wide(&text, pen) <= 200, "{pen:?}");
    let (text, pen) = fitted("Zermatt and its neighbours", Pen::bold(72), 40, 200);
    assert!(
        text.starts_with("Zer") && text.ends_with('…') && pen.size == 40 && wide(&text, pen) <= 200,
        "{text}"
    );
    assert_eq!(fitted("", Pen::plain(20), 10, 0).0, "");
}

#[test]
fn lines_break_at_spaces_or_anywhere() {
    let text = "measured by a station of the weather service, Mon 23 Nov, 14:00";
    let lines = wrapped(text, Pen::plain(21), 400, 3);
    assert!(lines.len() > 1 && lines.join(" ") == text, "{lines:?}");
    assert!(lines.iter().all(|line| wide(line, Pen::plain(21)) <= 400), "{lines:?}");
    let japanese = "観測所の測定".repeat(5);
    let lines = wrapped(&japanese, Pen::plain(20), 200, 9);
    assert!(lines.len() == 3 && lines.concat() == japanese, "{lines:?}");
    let cut = wrapped(text, Pen::plain(21), 200, 2);
    assert!(cut.len() == 2 && cut[1].ends_with('…') && wide(&cut[1], Pen::plain(21)) <= 200, "{cut:?}");
    assert_eq!(wrapped("  ", Pen::plain(21), 200, 2), [""; 0]);
    assert_eq!(wrapped("雪", Pen::plain(21), 1, 2).len(), 1, "it ends");
}

#[test]
fn east_asian_letters_are_full_width() {
    assert_eq!(wide("積雪", Pen::plain(20)), 40);
    assert!(wide("ab", Pen::plain(20)) < 40 && wide("ab", Pen::bold(20)) > wide("ab", Pen::plain(20)));
}
