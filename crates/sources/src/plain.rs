//! Prepares texts and links of upstreams for display: text without markup, links with https.
//!
//! Every byte of the input is read at most a fixed number of times; [`plain_counted`] counts them, so that a test can
//! bound the work per byte without a clock.

use conditions_core::text::{MAX_INPUT, ShownText, cut};

/// Elements whose content is not text.
const SILENT: [&str; 3] = ["script", "style", "template"];
/// Elements that end a line.
const BREAKS: [&str; 12] = ["br", "p", "/p", "div", "/div", "li", "/li", "/h1", "/h2", "/h3", "/ul", "tr"];
/// Maximum length of a relevant element's name.
const LONGEST_TAG: usize = 16;
/// Maximum length of a known character reference.
const LONGEST_REFERENCE: usize = 12;

/// Returns the text of an HTML fragment, with its line breaks; `None` if nothing is left. Scripts and styles are
/// removed with their content, other tags without it, and a `<` that begins no tag stays. At most [`MAX_INPUT`] bytes
/// are read.
#[must_use]
pub fn plain(html: &str) -> Option<String> {
    plain_counted(html).0
}

/// Like [`plain`], but also returns the number of bytes that were read.
#[must_use]
pub fn plain_counted(html: &str) -> (Option<String>, usize) {
    let mut input = Input { rest: cut(html, MAX_INPUT), looked_at: 0 };
    let mut out = String::with_capacity(input.rest.len());
    while let Some(text) = input.up_to("<") {
        push(&mut out, text);
        let Some(name) = input.tag() else {
            out.push('<');
            continue;
        };
        if is_one_of(&BREAKS, name) {
            out.push('\n');
        }
        if is_one_of(&SILENT, name) {
            input.skip_element(name);
        }
    }
    push(&mut out, input.rest);
    // The output is never longer than the input; each of these steps reads it once.
    let looked_at = input.looked_at + 4 * out.len();
    let lines = out.lines().map(str::trim).filter(|line| !line.is_empty());
    let text = lines.collect::<Vec<_>>().join("\n");
    (ShownText::<false>::some(&text).map(String::from), looked_at)
}

fn is_one_of(names: &[&str], name: &str) -> bool {
    names.iter().any(|known| known.eq_ignore_ascii_case(name))
}

/// The unread part of the text, and the number of bytes read so far.
struct Input<'t> {
    rest: &'t str,
    looked_at: usize,
}

impl<'t> Input<'t> {
    /// Consumes everything up to and including a mark; returns `None` and consumes nothing if there is no mark.
    fn up_to(&mut self, mark: &str) -> Option<&'t str> {
        let Some((before, after)) = self.rest.split_once(mark) else {
            self.looked_at += self.rest.len();
            return None;
        };
        self.looked_at += self.rest.len() - after.len();
        self.rest = after;
        Some(before)
    }

    /// Consumes everything up to and including a mark, or the whole rest if there is no mark.
    fn through(&mut self, mark: &str) -> &'t str {
        self.up_to(mark).unwrap_or_else(|| core::mem::take(&mut self.rest))
    }

    /// Consumes the rest of a tag after its `<` and returns its name, empty for a comment; `None` if it is not a tag. A
    /// tag that does not end extends to the end of the text, so that half a tag is never shown.
    fn tag(&mut self) -> Option<&'t str> {
        if let Some(comment) = self.rest.strip_prefix("!--") {
            self.rest = comment;
            self.through("-->");
            return Some("");
        }
        let begins = |c: char| c.is_ascii_alphabetic() || matches!(c, '/' | '!' | '?');
        if !self.rest.starts_with(begins) {
            return None;
        }
        let tag = self.through(">");
        let is_name = |(at, byte): &(usize, u8)| byte.is_ascii_alphanumeric() || (*at == 0 && *byte == b'/');
        let end = tag.bytes().enumerate().take(LONGEST_TAG).take_while(is_name).count();
        Some(tag.get(..end).unwrap_or_default())
    }

    /// Consumes the content of an element and its closing tag, or the whole rest if it is not closed.
    fn skip_element(&mut self, name: &str) {
        while self.up_to("</").is_some() {
            let begin = self.rest.as_bytes().get(..name.len());
            if begin.is_some_and(|begin| begin.eq_ignore_ascii_case(name.as_bytes())) {
                self.through(">");
                return;
            }
        }
        self.rest = "";
    }
}

/// Appends text with its character references resolved. The results are text, even if they look like markup.
fn push(out: &mut String, text: &str) {
    let mut rest = text;
    while let Some((before, reference)) = rest.split_once('&') {
        out.push_str(before);
        let end = reference.bytes().take(LONGEST_REFERENCE).position(|byte| byte == b';');
        let known = end.and_then(|end| Some((referred(reference.get(..end)?)?, reference.get(end + 1..)?)));
        let (c, after) = known.unwrap_or(('&', reference));
        out.push(c);
        rest = after;
    }
    out.push_str(rest);
}

fn referred(name: &str) -> Option<char> {
    if let Some(number) = name.strip_prefix('#') {
        let code = match number.strip_prefix(['x', 'X']) {
            Some(hex) => u32::from_str_radix(hex, 16).ok()?,
            None => number.parse().ok()?,
        };
        return char::from_u32(code);
    }
    Some(match name {
        "amp" => '&',
        "lt" => '<',
        "gt" => '>',
        "quot" => '"',
        "apos" => '\'',
        "nbsp" => ' ',
        "deg" => '°',
        "ndash" => '–',
        "mdash" => '—',
        "rsquo" => '’',
        "lsquo" => '‘',
        "ldquo" => '“',
        "rdquo" => '”',
        "auml" => 'ä',
        "ouml" => 'ö',
        "uuml" => 'ü',
        "szlig" => 'ß',
        "eacute" => 'é',
        "egrave" => 'è',
        _ => return None,
    })
}

/// Returns a link that may be shown: https, with a host, of printable ASCII without characters that end an attribute.
#[must_use]
pub fn link(url: &str) -> Option<String> {
    let url = url.trim();
    let host = url.get(..8).filter(|scheme| scheme.eq_ignore_ascii_case("https://")).and(url.get(8..))?;
    let is_host = host.starts_with(|c: char| c.is_ascii_alphanumeric());
    let is_plain = url
        .bytes()
        .all(|byte| byte.is_ascii_graphic() && !matches!(byte, b'"' | b'\'' | b'<' | b'>' | b'\\' | b'@'));
    (is_host && is_plain && url.len() <= 500).then(|| url.to_owned())
}

#[cfg(test)]
mod tests;
