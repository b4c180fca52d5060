//! Splits bilingual names: OpenSkiMap joins languages with commas, mappers with brackets, slashes and dashes
//! ("ニセコユナイテッド, Niseko United").

use crate::name_text::{compact, count_letters, mainly_latin};

/// A name with the other names of the area.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Names {
    /// The first part in Latin script, else the first part.
    pub(crate) name: String,
    /// Other parts, without duplicates.
    pub(crate) aliases: Vec<String>,
}

/// Splits a name; returns `None` if no letter or digit remains.
pub(crate) fn split(full: &str) -> Option<Names> {
    let mut parts: Vec<String> = Vec::new();
    for joined in full.split([',', '\u{3001}', '\u{ff0c}', ';']) {
        for part in by_script(joined) {
            let part = part.split_whitespace().collect::<Vec<_>>().join(" ");
            let key = compact(&part);
            if !key.is_empty() && !parts.iter().any(|known| compact(known) == key) {
                parts.push(part);
            }
        }
    }
    let best = parts.iter().position(|part| mainly_latin(part)).unwrap_or(0);
    (best < parts.len()).then(|| Names { name: parts.remove(best), aliases: parts })
}

/// Splits at brackets, slashes and dashes, but only if the scripts of the two sides differ: "Lantsch/Lenz" and "Hörnle
/// (Bad Kohlgrub)" are one name each.
fn by_script(joined: &str) -> Vec<String> {
    let joined = joined.trim().replace('\u{ff08}', "(").replace('\u{ff09}', ")");
    if let Some((outer, inner)) = bracketed(&joined)
        && differ(outer, inner)
    {
        return vec![outer.trim().to_owned(), inner.trim().to_owned()];
    }
    for separator in ["/", "\u{ff0f}", "|", " - ", " \u{2013} "] {
        if let Some((left, right)) = joined.split_once(separator)
            && differ(left, right)
        {
            return vec![left.trim().to_owned(), right.trim().to_owned()];
        }
    }
    vec![joined]
}

/// Splits `outer (inner)`; brackets inside `inner` are left unchanged.
fn bracketed(text: &str) -> Option<(&str, &str)> {
    let (outer, rest) = text.split_once('(')?;
    Some((outer, rest.trim_end().strip_suffix(')')?))
}

fn differ(a: &str, b: &str) -> bool {
    let has_letters = |text: &str| count_letters(text) != (0, 0);
    has_letters(a) && has_letters(b) && mainly_latin(a) != mainly_latin(b)
}

#[cfg(test)]
mod tests;
