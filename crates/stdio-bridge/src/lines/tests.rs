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
fn lines_are_taken_apart_and_blank_ones_left_out() {
    assert_eq!(
        all(b"one long line\n\n  \r\ntwo\nthree"),
        [whole("one long line"), whole("two"), whole("three")]
    );
    assert_eq!(all(b""), []);
    assert_eq!(all(b"\n"), []);
}

#[test]
fn a_line_that_is_too_long_spoils_nothing_after_it() {
    let longest = vec![b'x'; LONGEST];
    let mut text = longest.clone();
    text.extend_from_slice(b"\n");
    text.extend_from_slice(&longest);
    text.extend_from_slice(b"x\nnext\n");
    assert_eq!(all(&text), [Line::Whole(longest), Line::TooLong, whole("next")]);
    assert_eq!(all(&vec![b'x'; LONGEST + 1]), [Line::TooLong]);
}
