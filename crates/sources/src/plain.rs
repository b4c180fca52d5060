//! Texts and links of upstreams as they may be shown: text without markup, links that are https.

/// Characters of a text at most: a page of print.
const MOST: usize = 3_000;
/// Elements whose content is no text.
const SILENT: [&str; 3] = ["script", "style", "template"];
/// Elements that end a line.
const BREAKS: [&str; 12] = ["br", "p", "/p", "div", "/div", "li", "/li", "/h1", "/h2", "/h3", "/ul", "tr"];

/// The text of a fragment of HTML, on as many lines as it has; `None` when nothing is left. Scripts and styles go with
/// their content, other tags go alone, and a `<` that begins no tag stays one.
#[must_use]
pub fn plain(html: &str) -> Option<String> {
    let mut out = String::with_capacity(html.len().min(MOST));
    let mut rest = html;
    while let Some(at) = rest.find('<') {
        let (text, tag) = rest.split_at(at);
        push(&mut out, text);
        let Some((name, after)) = tag_at(tag) else {
            out.push('<');
            rest = tag.get(1..).unwrap_or_default();
            continue;
        };
        rest = after;
        if BREAKS.contains(&name.as_str()) {
            out.push('\n');
        }
        if SILENT.contains(&name.as_str()) {
            rest = behind(rest, &name);
        }
    }
    push(&mut out, rest);
    let lines = out.lines().map(|line| line.split_whitespace().collect::<Vec<_>>().join(" "));
    let text = lines.filter(|line| !line.is_empty()).collect::<Vec<_>>().join("\n");
    let short: String = text.chars().take(MOST).collect();
    match short.len() {
        0 => None,
        length if length < text.len() => Some(format!("{short}…")),
        _ => Some(short),
    }
}

/// The name of the tag that a text begins with, in lower case, and what follows the tag. A tag that does not end goes to the
/// end of the text, so that half a tag is never shown.
fn tag_at(text: &str) -> Option<(String, &str)> {
    let inner = text.strip_prefix('<')?;
    if let Some(comment) = inner.strip_prefix("!--") {
        return Some((String::new(), comment.split_once("-->").map_or("", |(_, after)| after)));
    }
    let begins = |c: char| c.is_ascii_alphabetic() || matches!(c, '/' | '!' | '?');
    if !inner.starts_with(begins) {
        return None;
    }
    let (tag, after) = inner.split_once('>').unwrap_or((inner, ""));
    let name: String = tag
        .chars()
        .enumerate()
        .take_while(|(at, c)| c.is_ascii_alphanumeric() || (*at == 0 && *c == '/'))
        .map(|(_, c)| c)
        .collect();
    Some((name.to_ascii_lowercase(), after))
}

/// What follows the end of an element.
fn behind<'t>(text: &'t str, name: &str) -> &'t str {
    let lower = text.to_ascii_lowercase();
    let end = lower.find(&format!("</{name}")).and_then(|at| text.get(at..));
    end.and_then(|tag| tag.split_once('>')).map_or("", |(_, after)| after)
}

/// Adds text with its character references resolved. What they make is text, whatever it looks like.
fn push(out: &mut String, text: &str) {
    let mut rest = text;
    while let Some(at) = rest.find('&') {
        let (before, reference) = rest.split_at(at);
        before.chars().for_each(|c| out.push(visible(c)));
        let end = reference.char_indices().take(12).find(|(_, c)| *c == ';').map(|(end, _)| end);
        let known = end.and_then(|end| Some((referred(reference.get(1..end)?)?, reference.get(end + 1..)?)));
        match known {
            Some((c, after)) => {
                out.push(visible(c));
                rest = after;
            }
            None => {
                out.push('&');
                rest = reference.get(1..).unwrap_or_default();
            }
        }
    }
    rest.chars().for_each(|c| out.push(visible(c)));
}

/// Line ends and spaces stay; other control characters, and those that turn the direction of writing, do not.
fn visible(c: char) -> char {
    match c {
        '\n' => '\n',
        '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}' => ' ',
        c if c.is_control() => ' ',
        c => c,
    }
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

/// A link that may be shown: https, with a host, of printable ASCII without what ends an attribute.
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
