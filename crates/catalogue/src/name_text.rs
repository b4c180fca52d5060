//! Handles names as people type them: folds them to comparable words, distinguishes scripts, and makes slugs.
//!
//! Every text is normalised to Unicode NFKC first, which unifies half-width and full-width letters, ligatures and
//! separately typed accents. Latin letters lose case and diacritics; hiragana is read as katakana; other scripts keep
//! their letters, since folding them would need the language. A text is romanised only if the letters by themselves
//! decide it: Cyrillic, Greek, Georgian, Armenian, Hangul and kana anywhere, Han characters in China (Mandarin). Han in
//! Japan, Arabic and Hebrew have no reading without the language, so they yield no slug.

use std::borrow::Cow;

use deunicode::deunicode_char;
use unicode_normalization::UnicodeNormalization as _;

/// Maximum length of a slug in bytes; longer names are cut at a word.
const LONGEST_SLUG: usize = 60;

/// Returns the words of a name in comparable form: `Mt. Bachelor` and `mount bachelor` are equal.
pub(crate) fn words(text: &str) -> Vec<String> {
    let folded = fold(text);
    let katakana = in_katakana(&folded);
    katakana.split(' ').filter(|word| !word.is_empty()).map(|word| canonical(word).to_owned()).collect()
}

/// Returns a name without spaces in comparable form; the key of an exact match.
#[must_use]
pub fn compact(text: &str) -> String {
    words(text).concat()
}

/// Returns lower-case letters and digits in NFKC; everything else becomes a single space. Latin diacritics are removed.
#[must_use]
pub fn fold(text: &str) -> String {
    let mut folded = String::with_capacity(text.len());
    for c in text.nfkc() {
        match c {
            '\u{300}'..='\u{36f}' => {}
            _ => push_folded(&mut folded, c),
        }
    }
    folded
}

/// Returns a text with its hiragana as katakana: people type a name in either.
pub(crate) fn in_katakana(text: &str) -> Cow<'_, str> {
    /// Offset from hiragana to katakana.
    const TO_KATAKANA: u32 = 0x60;
    let is_hiragana = |c: char| matches!(c, '\u{3041}'..='\u{3096}' | '\u{309d}' | '\u{309e}');
    if !text.contains(is_hiragana) {
        return Cow::Borrowed(text);
    }
    let katakana = |c: char| char::from_u32(u32::from(c) + TO_KATAKANA).unwrap_or(c);
    Cow::Owned(text.chars().map(|c| if is_hiragana(c) { katakana(c) } else { c }).collect())
}

fn push_folded(folded: &mut String, c: char) {
    if c.is_ascii_alphanumeric() {
        folded.push(c.to_ascii_lowercase());
    } else if c == '&' {
        folded.push_str(" and ");
    } else if !c.is_alphanumeric() {
        folded.push(' ');
    } else if is_latin(c) {
        folded.extend(
            deunicode_char(c)
                .unwrap_or(" ")
                .chars()
                .filter(char::is_ascii_alphanumeric)
                .map(|c| c.to_ascii_lowercase()),
        );
    } else {
        folded.extend(c.to_lowercase());
    }
}

/// Returns one spelling for the short forms that maps and people use side by side.
pub(crate) fn canonical(word: &str) -> &str {
    match word {
        "mt" => "mount",
        "mtn" | "mtns" | "mountains" => "mountain",
        "st" | "sankt" | "skt" | "sint" => "saint",
        "ste" => "sainte",
        "ft" => "fort",
        "und" | "et" | "og" | "och" => "and",
        other => other,
    }
}

/// Returns whether a letter is of the Latin script.
pub(crate) fn is_latin(c: char) -> bool {
    c.is_ascii_alphabetic()
        || (c.is_alphabetic()
            && matches!(c, '\u{aa}'..='\u{24f}' | '\u{1e00}'..='\u{1eff}' | '\u{2c60}'..='\u{2c7f}' | '\u{a720}'..='\u{a7ff}'))
}

/// Returns how many letters of a text are Latin, and how many are not.
pub(crate) fn count_letters(text: &str) -> (usize, usize) {
    let letters = text.chars().filter(|c| c.is_alphabetic());
    letters
        .fold((0, 0), |(latin, other), c| if is_latin(c) { (latin + 1, other) } else { (latin, other + 1) })
}

/// Returns whether a text is written mainly in Latin letters.
pub(crate) fn mainly_latin(text: &str) -> bool {
    let (latin, other) = count_letters(text);
    latin > other
}

/// Returns a slug from the Latin part of a name, or from its romanised form if the script allows one; `None` if nothing
/// usable remains.
pub(crate) fn slug(name: &str, country: &str) -> Option<String> {
    let kept: String = if mainly_latin(name) {
        name.chars().map(|c| if c.is_alphabetic() && !is_latin(c) { ' ' } else { c }).collect()
    } else if name.chars().filter(|c| c.is_alphabetic()).all(|c| has_a_reading(c, country)) {
        name.to_owned()
    } else {
        return None;
    };
    let slug = joined(&kept);
    slug.bytes().any(|b| b.is_ascii_alphabetic()).then_some(slug)
}

fn joined(text: &str) -> String {
    let mut ascii = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            // An apostrophe joins: Val d'Isère is `val-disere`.
            '\''
            | '\u{2019}'
            | '\u{2018}'
            | '\u{2bb}'
            | '\u{2bc}'
            | '`'
            | '\u{b4}'
            | '\u{300}'..='\u{36f}' => {}
            '&' => ascii.push_str(" and "),
            c if c.is_ascii_alphanumeric() => ascii.push(c.to_ascii_lowercase()),
            c if c.is_alphanumeric() => {
                ascii.push_str(&deunicode_char(c).unwrap_or(" ").to_ascii_lowercase())
            }
            _ => ascii.push(' '),
        }
    }
    let mut slug = String::new();
    for word in ascii.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty()) {
        if !slug.is_empty() && slug.len() + 1 + word.len() > LONGEST_SLUG {
            break;
        }
        if !slug.is_empty() {
            slug.push('-');
        }
        slug.extend(word.chars().take(LONGEST_SLUG));
    }
    slug
}

/// Returns whether a letter's sound follows from the letter and the country.
fn has_a_reading(c: char, country: &str) -> bool {
    is_latin(c)
        || matches!(c,
            '\u{370}'..='\u{3ff}' | '\u{1f00}'..='\u{1fff}' // Greek
            | '\u{400}'..='\u{52f}' // Cyrillic
            | '\u{531}'..='\u{587}' // Armenian
            | '\u{10a0}'..='\u{10ff}' | '\u{1c90}'..='\u{1cbf}' // Georgian
            | '\u{3041}'..='\u{30ff}' // kana
            | '\u{ac00}'..='\u{d7a3}') // Hangul
        || (country == "CN" && matches!(c, '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{9fff}'))
}

#[cfg(test)]
mod tests;
