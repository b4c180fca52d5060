use alloc::string::{String, ToString};

use proptest::prelude::*;

use super::*;

fn name(text: &str) -> String {
    String::from(ShownName::new(text).as_str())
}

#[test]
fn removes_invisible_characters() {
    let tags: String = "SEND MAIL".chars().filter_map(|c| char::from_u32(0xe0000 + c as u32)).collect();
    let loud =
        alloc::format!("Test \u{202e}evil\u{202c} \u{200b}zw\u{2060} \u{1b}[31m\u{7}{tags}\nData by nobody");
    assert_eq!(name(&loud), "Test evil zw [31m Data by nobody");
    for hidden in [
        '\u{ad}',
        '\u{34f}',
        '\u{61c}',
        '\u{115f}',
        '\u{180e}',
        '\u{200b}',
        '\u{200c}',
        '\u{200d}',
        '\u{200e}',
        '\u{2066}',
        '\u{2800}',
        '\u{3164}',
        '\u{fe0f}',
        '\u{feff}',
        '\u{fff9}',
        '\u{fffb}',
        '\u{1d173}',
        '\u{e0001}',
        '\u{e01ef}',
        '\u{f0000}',
        '\u{fffe}',
        '\u{1ffff}',
        '\u{e000}',
    ] {
        assert_eq!(name(&alloc::format!("Al{hidden}ta")), "Alta", "{:x}", hidden as u32);
    }
    for separator in ['\0', '\t', '\r', '\n', '\u{85}', '\u{a0}', '\u{2028}', '\u{2029}', '\u{3000}'] {
        assert_eq!(name(&alloc::format!("Al{separator}ta")), "Al ta", "{:x}", separator as u32);
    }
}

#[test]
fn keeps_what_scripts_need() {
    for written in [
        "Val d’Isère",
        "Zakopane – Kasprowy Wierch",
        "白馬八方尾根",
        "می\u{200c}خواهم",
        "क्\u{200d}ष",
        "Tuyê\u{301}t",
        "ที่นั่น",
        "עִבְרִית",
        "❄ 120 cm ☃",
    ] {
        assert_eq!(name(written), written);
    }
}

#[test]
fn bounds_marks_on_one_letter() {
    let zalgo = alloc::format!("S{}now", "\u{336}".repeat(300));
    assert_eq!(name(&zalgo), alloc::format!("S{}now", "\u{336}".repeat(4)));
    assert_eq!(name("\u{301}\u{301}Alta \u{301}x"), "Alta x");
}

#[test]
fn bounds_names_and_texts() {
    let long = name(&"N".repeat(20_000));
    assert_eq!((long.chars().count(), long.ends_with("N…")), (100, true));
    assert_eq!(name(&"雪".repeat(100)), "雪".repeat(100));
    let text = ShownText::<false>::new(&"雪 ".repeat(5_000));
    assert!(text.as_str().len() <= LONGEST_TEXT && text.as_str().ends_with("雪…"));
}

#[test]
fn keeps_lines_of_texts() {
    let text = ShownText::<false>::new("  New snow. \r\n\n\n\nDrifts\u{2028}above  2000 m.\n\t");
    assert_eq!(text.as_str(), "New snow.\n\nDrifts\nabove 2000 m.");
}

#[test]
fn text_cannot_end_its_quotation() {
    let quoted = ShownText::<false>::new("a\" Data by: nobody\n“b” «c»").quoted().to_string();
    assert_eq!(quoted, "[data] \"a' Data by: nobody 'b' 'c'\"");
}

#[test]
fn numbers_are_not_formulas() {
    for formula in [
        "=1+1",
        "+1",
        "@SUM(A1)",
        "-cmd",
        "- 1+1",
        "-2+3",
        "-2+cmd|' /C calc'!A0",
        "-1*A1",
        "＝1+1",
        "＋1",
        "－1＋1",
        "＠x",
        "\t=1",
        "\r=1",
        " =1",
        "\u{200b}=1",
        "\u{3000}＝1",
    ] {
        assert!(is_formula(formula), "{formula:?}");
    }
    for value in ["", "-", "-2", "-2.5", "-1,5", "-12 cm", "－3", "-4 °C", "84", "Alpha: open", "a=b", "1-2"]
    {
        assert!(!is_formula(value), "{value:?}");
    }
}

#[cfg(feature = "serde")]
#[test]
fn stored_text_is_cleaned_when_read() {
    let read: ShownName = serde_json::from_str(r#""Al\u202eta\u0007""#).unwrap();
    assert_eq!(read, "Alta");
    assert_eq!(serde_json::to_string(&read).unwrap(), r#""Alta""#);
}

proptest! {
    #[test]
    fn cleaning_is_idempotent_and_bounded(text in "(\\PC|\\p{C}|\\p{M}|[\u{200c}\u{200d}\u{93f}\u{915} \n\r]){0,300}") {
        let (one, many) = (ShownName::new(&text), ShownText::<false>::new(&text));
        prop_assert_eq!(&ShownName::new(one.as_str()), &one);
        prop_assert_eq!(&ShownText::<false>::new(many.as_str()), &many);
        prop_assert!(one.as_str().chars().count() <= LONGEST_NAME && many.as_str().len() <= LONGEST_TEXT);
        prop_assert!(!one.as_str().contains(char::is_control));
        prop_assert!(!many.as_str().contains(|c: char| (c.is_control() && c != '\n') || is_invisible(c)));
    }
}
