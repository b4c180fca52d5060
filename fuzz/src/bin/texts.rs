//! Fuzzes external text: fragments of HTML, names, texts. Cleaned text is bounded, has no control, direction or
//! invisible characters, and is unchanged when it is cleaned again. Cleaning visits each byte a limited number of
//! times, which is counted, not timed.
#![no_main]

use conditions_core::text::{LONGEST_NAME, LONGEST_TEXT, MAX_INPUT, ShownName, ShownText, excerpt, is_formula};
use libfuzzer_sys::fuzz_target;
use sources::avalanche::plain_counted;

/// Maximum number of visits per byte.
const MOST_PER_BYTE: usize = 8;

fuzz_target!(|bytes: &[u8]| {
    let text = String::from_utf8_lossy(bytes);
    // The longer an input, the more a step repeated for each element costs, so short inputs reveal it as well.
    for times in [1, 16] {
        let input = text.repeat(times);
        let (plain, looked_at) = plain_counted(&input);
        let read = input.len().min(MAX_INPUT);
        assert!(looked_at <= MOST_PER_BYTE * read + 64, "{looked_at} bytes looked at for {read}");
        plain.iter().for_each(|plain| judge(plain));
    }
    let (name, long) = (ShownName::new(&text), ShownText::<false>::new(&text));
    assert!(name.chars().count() <= LONGEST_NAME && !name.contains(char::is_control), "{name:?}");
    assert_eq!(ShownName::new(&name), name);
    assert_eq!(excerpt(&text, LONGEST_NAME), *name);
    judge(&long);
    let quoted = long.quoted().to_string();
    assert_eq!(quoted.matches('"').count(), 2, "{quoted}");
    assert!(!quoted.contains('\n'), "{quoted}");
    let _ = is_formula(&text);
});

fn judge(text: &str) {
    let is_hidden = |c: char| matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{200b}' | '\u{e0000}'..='\u{e007f}');
    assert!(text.len() <= LONGEST_TEXT, "{} bytes", text.len());
    assert!(!text.contains(|c: char| is_hidden(c) || (c.is_control() && c != '\n')), "{text:?}");
    assert_eq!(&*ShownText::<false>::new(text), text);
}
