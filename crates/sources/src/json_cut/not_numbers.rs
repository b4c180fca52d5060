//! Words that programs write for a missing number and that are not valid JSON.

use std::borrow::Cow;

use super::string_length;

/// The words in lower case, as C, C++, Python, R and .NET write them.
const WORDS: [&[u8]; 5] = [b"nan", b"inf", b"infinity", b"nan(ind)", b"nan(snan)"];
/// Length of the longest word with its sign, bytes.
const LONGEST: usize = 10;
/// Bytes that end a word.
const ENDS: &[u8] = b",:]} \t\r\n";

/// Returns whether a bare value is one of the words, in any case and with any sign.
pub(super) fn is_one(value: &[u8]) -> bool {
    let word = value.strip_prefix(b"-").or_else(|| value.strip_prefix(b"+")).unwrap_or(value);
    WORDS.iter().any(|known| known.eq_ignore_ascii_case(word))
}

/// Returns the text with each of the words replaced by null. Strings are unchanged, and a text without such a word is
/// not copied.
pub(super) fn as_null(text: &[u8]) -> Cow<'_, [u8]> {
    let mut changed: Vec<u8> = Vec::new();
    // The text before `kept` is already in `changed`.
    let (mut kept, mut at) = (0, 0);
    while let Some(byte) = text.get(at) {
        let rest = text.get(at..).unwrap_or_default();
        match byte {
            b'"' => at += string_length(rest).unwrap_or(rest.len()),
            b'-' | b'+' | b'n' | b'N' | b'i' | b'I' => {
                let word = rest.iter().take(LONGEST + 1).take_while(|byte| !ENDS.contains(byte)).count();
                if rest.get(..word).is_some_and(is_one) {
                    changed.extend_from_slice(text.get(kept..at).unwrap_or_default());
                    changed.extend_from_slice(b"null");
                    kept = at + word;
                }
                at += word.max(1);
            }
            _ => at += 1,
        }
    }
    if kept == 0 {
        return Cow::Borrowed(text);
    }
    changed.extend_from_slice(text.get(kept..).unwrap_or_default());
    Cow::Owned(changed)
}

#[cfg(test)]
mod tests;
