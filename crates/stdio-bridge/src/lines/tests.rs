use std::io::BufReader;

use super::{LONGEST, Line, next};

fn all(text: &[u8]) -> Vec<Line> {
    // A small buffer, so that lines come in parts.
    let mut input = BufReader::with_capacity(7, text);
    std::iter::from_fn(|| next(&mut input).expect("memory can be read")).collect()
}

fn whole(text: &str) -> Line {
    Line::Whole(text.as_bytes().to_vec())
}

#[test]
fn blank_lines_are_skipped() {
    assert_eq!(
        all(b"one long line\n\n  \r\ntwo\nthree"),
        [whole("one long line"), whole("two"), whole("three")]
    );
    assert_eq!(all(b""), []);
    assert_eq!(all(b"\n"), []);
}

#[test]
fn overlong_line_is_skipped() {
    let longest = vec![b'x'; LONGEST];
    let mut text = longest.clone();
    text.extend_from_slice(b"\n");
    text.extend_from_slice(&longest);
    text.extend_from_slice(b"x\nnext\n");
    assert_eq!(all(&text), [Line::Whole(longest), Line::TooLong, whole("next")]);
    assert_eq!(all(&vec![b'x'; LONGEST + 1]), [Line::TooLong]);
}
