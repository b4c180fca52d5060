//! Parses and writes headers that repeat the body: surrounding white space, and Base64 for values that a header cannot
//! contain.

use std::borrow::Cow;

/// Marks around a Base64 value; they are case-sensitive.
const OPENING: &[u8] = b"=?base64?";
const CLOSING: &[u8] = b"?=";

/// Returns a value without the surrounding white space that HTTP allows.
pub(crate) fn trimmed(value: &[u8]) -> &[u8] {
    let blank = |byte: &u8| matches!(byte, b' ' | b'\t');
    let start = value.iter().position(|byte| !blank(byte)).unwrap_or(value.len());
    let end = value.iter().rposition(|byte| !blank(byte)).map_or(start, |last| last + 1);
    value.get(start..end).unwrap_or_default()
}

/// Decodes a header; returns `None` if it contains invalid characters or broken Base64.
pub(crate) fn decoded(value: &[u8]) -> Option<Cow<'_, [u8]>> {
    let value = trimmed(value);
    if !value.iter().all(|byte| matches!(byte, b'\t' | b' '..=b'~')) {
        return None;
    }
    match value.strip_prefix(OPENING).and_then(|rest| rest.strip_suffix(CLOSING)) {
        Some(encoded) => base64(encoded).map(Cow::Owned),
        None => Some(Cow::Borrowed(value)),
    }
}

/// Encodes a value for a header: unchanged, or in Base64 if it has other characters, white space at an end, or the
/// marks of Base64.
pub(crate) fn encoded(value: &str) -> Cow<'_, str> {
    let bytes = value.as_bytes();
    let plain = bytes.iter().all(|byte| matches!(byte, b'\t' | b' '..=b'~')) && trimmed(bytes) == bytes;
    if plain && !(bytes.starts_with(OPENING) && bytes.ends_with(CLOSING)) {
        return Cow::Borrowed(value);
    }
    let mut text = String::from("=?base64?");
    for chunk in bytes.chunks(3) {
        let bits =
            chunk.iter().fold(0_u32, |bits, byte| bits << 8 | u32::from(*byte)) << (24 - 8 * chunk.len());
        for at in 0..4 {
            let sextet = bits >> (18 - 6 * at) & 0x3F;
            text.push(if at > chunk.len() { '=' } else { digit(sextet) });
        }
    }
    text.push_str("?=");
    Cow::Owned(text)
}

fn digit(sextet: u32) -> char {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    DIGITS.get(sextet as usize).map_or('=', |digit| char::from(*digit))
}

/// Decodes Base64 (RFC 4648, section 4) with its padding.
fn base64(text: &[u8]) -> Option<Vec<u8>> {
    if !text.len().is_multiple_of(4) {
        return None;
    }
    let padding = text.iter().rev().take(2).take_while(|byte| **byte == b'=').count();
    let digits = text.get(..text.len() - padding)?;
    let mut bytes = Vec::with_capacity(text.len() / 4 * 3);
    let (mut bits, mut count) = (0_u32, 0_u32);
    for digit in digits {
        bits = (bits << 6 | u32::from(sextet(*digit)?)) & 0xFF_FFFF;
        count += 6;
        if count >= 8 {
            count -= 8;
            bytes.extend((bits >> count).to_le_bytes().first());
        }
    }
    Some(bytes)
}

fn sextet(digit: u8) -> Option<u8> {
    match digit {
        b'A'..=b'Z' => Some(digit - b'A'),
        b'a'..=b'z' => Some(digit - b'a' + 26),
        b'0'..=b'9' => Some(digit - b'0' + 52),
        b'+' => Some(62),
        b'/' => Some(63),
        _ => None,
    }
}

#[cfg(test)]
mod tests;
