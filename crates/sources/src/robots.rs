//! Evaluates a site's `robots.txt` for this service (RFC 9309).
//!
//! All groups that name our product token apply together; without one, those for `*` apply; without those, everything
//! is allowed. Among the rules that match a path the longest one applies, and among equally long ones the one that
//! allows. See [`Verdict`] for a missing or failing file.

use std::borrow::Cow;

/// The product token of this service.
pub const TOKEN: &str = "snow-conditions";
/// Maximum number of bytes of a file that are read; the RFC asks for at least this.
pub const MOST_BYTES: usize = 500 * 1024;

/// Meaning of the response to a request for the file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// The file exists: its rules apply.
    Rules,
    /// The file does not exist: everything is allowed.
    Everything,
    /// The rules are unknown: nothing may be fetched.
    Nothing,
}

/// Returns the meaning of an HTTP status. "Too many requests" leaves the rules unknown, although it is a 4xx.
#[must_use]
pub const fn verdict(status: u16) -> Verdict {
    match status {
        200..=299 => Verdict::Rules,
        429 => Verdict::Nothing,
        400..=499 => Verdict::Everything,
        _ => Verdict::Nothing,
    }
}

/// The rules for one product token.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Rules(Vec<Rule>);

#[derive(Debug, Clone, PartialEq, Eq)]
struct Rule {
    allows: bool,
    pattern: String,
}

enum Line<'a> {
    Agent(&'a str),
    Rule(Rule),
}

impl Rules {
    /// Rules that allow everything.
    pub const NONE: Self = Self(Vec::new());

    /// Parses the rules of a file for `token`.
    #[must_use]
    pub fn parse(body: &[u8], token: &str) -> Self {
        let body = body.strip_prefix(b"\xef\xbb\xbf").unwrap_or(body);
        let text = String::from_utf8_lossy(body.get(..MOST_BYTES).unwrap_or(body));
        let (mut own, mut general) = (Vec::new(), Vec::new());
        let (mut names_us, mut is_general, mut in_head, mut found_us) = (false, false, false, false);
        for line in text.split(['\r', '\n']).filter_map(line) {
            match line {
                Line::Agent(agent) => {
                    if !in_head {
                        (names_us, is_general, in_head) = (false, false, true);
                    }
                    names_us |= is_token(agent, token);
                    is_general |= agent == "*" || agent.starts_with("* ");
                    found_us |= names_us;
                }
                Line::Rule(rule) => {
                    in_head = false;
                    if names_us {
                        own.push(rule.clone());
                    }
                    if is_general {
                        general.push(rule);
                    }
                }
            }
        }
        Self(if found_us { own } else { general })
    }

    /// Returns whether `path`, with its query and beginning with `/`, may be fetched.
    #[must_use]
    pub fn allow(&self, path: &str) -> bool {
        if path == "/robots.txt" {
            return true;
        }
        let path = normalize(path);
        let matching = self.0.iter().filter(|rule| matches(rule.pattern.as_bytes(), path.as_bytes()));
        // Among equally long rules the one that allows is the greater.
        let strongest = matching.max_by_key(|rule| (rule.pattern.len(), rule.allows));
        strongest.is_none_or(|rule| rule.allows)
    }
}

/// Parses a line; `None` for comments, blank lines and anything else.
fn line(line: &str) -> Option<Line<'_>> {
    let (key, value) = line.split('#').next()?.split_once(':')?;
    let (key, value) = (key.trim(), value.trim());
    if key.eq_ignore_ascii_case("user-agent") {
        return Some(Line::Agent(value));
    }
    let allows = key.eq_ignore_ascii_case("allow");
    if !allows && !key.eq_ignore_ascii_case("disallow") {
        return None;
    }
    // An empty "Disallow:" forbids nothing, but still ends the names of its group.
    Some(Line::Rule(Rule { allows: allows || value.is_empty(), pattern: normalize(value).into_owned() }))
}

/// Returns whether a `User-agent` value names `token`: its leading letters, hyphens and underscores, ignoring case.
fn is_token(agent: &str, token: &str) -> bool {
    let end = agent.find(|c: char| !(c.is_ascii_alphabetic() || c == '-' || c == '_')).unwrap_or(agent.len());
    agent.get(..end).is_some_and(|name| name.eq_ignore_ascii_case(token))
}

/// Normalizes a path to one spelling for each octet: unnecessary escapes are removed, the others are in capitals.
fn normalize(path: &str) -> Cow<'_, str> {
    if path.is_ascii() && !path.contains('%') {
        return Cow::Borrowed(path);
    }
    let bytes = path.as_bytes();
    let mut out = String::with_capacity(path.len());
    let mut at = 0;
    while let Some(byte) = bytes.get(at) {
        at += 1;
        let escaped = (*byte == b'%').then(|| bytes.get(at..at + 2)).flatten().and_then(octet);
        let (octet, was_escaped) = escaped.map_or((*byte, false), |octet| (octet, true));
        at += if was_escaped { 2 } else { 0 };
        let unreserved = octet.is_ascii_alphanumeric() || b"-._~".contains(&octet);
        if unreserved || (octet.is_ascii() && !was_escaped) {
            out.push(char::from(octet));
        } else {
            out.push_str(&format!("%{octet:02X}"));
        }
    }
    Cow::Owned(out)
}

fn octet(digits: &[u8]) -> Option<u8> {
    let text = std::str::from_utf8(digits).ok().filter(|text| text.bytes().all(|b| b.is_ascii_hexdigit()))?;
    u8::from_str_radix(text, 16).ok()
}

/// Returns whether `pattern` matches the beginning of `path`: `*` matches anything, and a `$` at its end matches the
/// end.
fn matches(pattern: &[u8], path: &[u8]) -> bool {
    let (pattern, anchored) = pattern.strip_suffix(b"$").map_or((pattern, false), |rest| (rest, true));
    let mut parts = pattern.split(|byte| *byte == b'*');
    let first = parts.next().unwrap_or_default();
    let Some(mut rest) = path.strip_prefix(first) else { return false };
    let mut parts = parts.peekable();
    while let Some(part) = parts.next() {
        if anchored && parts.peek().is_none() {
            return rest.ends_with(part);
        }
        let found = (0..=rest.len()).find_map(|from| rest.get(from..)?.strip_prefix(part));
        let Some(after) = found else { return false };
        rest = after;
    }
    !anchored || rest.is_empty()
}

#[cfg(test)]
mod tests;
