//! Splits a question into words, numbers and signs, and builds the folded text in which patterns are matched.
//!
//! Scripts without spaces are split into characters, everything else into words. Direction marks and control characters
//! are signs: they separate words and have no meaning.

use catalogue::folded;

mod kanji;
mod spelled;

/// Maximum length of a question, in characters.
pub const MOST_CHARACTERS: usize = 1_000;

/// Minimum number of words in capitals that make a text one in capitals.
const FEWEST_SHOUTED: usize = 3;

/// Maximum length of an examined word, in characters.
const LONGEST_WORD: usize = 40;

/// The kind of a token.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Adjacent letters of a script with spaces.
    Word,
    /// One letter of a script without spaces.
    Glyph,
    /// A whole number, capped, and its number of digits.
    Number(u32, usize),
    /// Any other character that is not a space.
    Sign(char),
}

/// A part of a question.
#[derive(Debug, Clone)]
pub(crate) struct Token<'q> {
    pub(crate) raw: &'q str,
    pub(crate) kind: Kind,
    /// Comparable form; empty for signs.
    pub(crate) folded: String,
    /// Whether it directly follows the previous token.
    pub(crate) glued: bool,
    /// Whether it begins with a capital, in a text that has small letters too.
    pub(crate) capital: bool,
    /// Whether words before it were removed.
    pub(crate) parted: bool,
}

impl Token<'_> {
    /// Returns whether it begins with a capital.
    pub(crate) const fn is_capital(&self) -> bool {
        self.capital
    }

    pub(crate) fn is_sign(&self, signs: &[char]) -> bool {
        matches!(self.kind, Kind::Sign(sign) if signs.contains(&sign))
    }

    pub(crate) const fn number(&self) -> Option<u32> {
        match self.kind {
            Kind::Number(number, _) => Some(number),
            Kind::Word | Kind::Glyph | Kind::Sign(_) => None,
        }
    }
}

/// Returns whether a character belongs to a script without spaces.
pub(crate) fn is_glyph(c: char) -> bool {
    matches!(c, '\u{3041}'..='\u{30ff}' | '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{9fff}' | '\u{3005}'..='\u{3007}')
}

/// Returns whether a character is katakana, in which foreign names are written.
pub(crate) fn is_katakana(c: char) -> bool {
    matches!(c, '\u{30a1}'..='\u{30ff}')
}

/// Returns whether a character is hiragana, in which grammar is written, but not names.
pub(crate) fn is_hiragana(c: char) -> bool {
    matches!(c, '\u{3041}'..='\u{309f}')
}

/// Returns whether a character is invisible inside words: a soft hyphen, a joiner, a space without width.
const fn is_unseen(c: char) -> bool {
    matches!(c, '\u{ad}' | '\u{200b}'..='\u{200d}' | '\u{2060}' | '\u{feff}')
}

/// Returns the value of a digit of either width.
fn digit(c: char) -> Option<u32> {
    match c {
        '\u{ff10}'..='\u{ff19}' => Some(u32::from(c) - 0xff10),
        _ => c.to_digit(10),
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Class {
    Letter,
    Glyph,
    Digit,
    Sign,
    Space,
}

fn class(c: char) -> Class {
    if digit(c).is_some() {
        Class::Digit
    } else if is_glyph(c) {
        Class::Glyph
    } else if c.is_alphabetic() || matches!(c, '\u{300}'..='\u{36f}') {
        Class::Letter
    } else if c.is_whitespace() {
        Class::Space
    } else {
        Class::Sign
    }
}

/// Splits a question into tokens.
pub(crate) fn tokens(question: &str) -> Vec<Token<'_>> {
    let mut tokens: Vec<Token<'_>> = Vec::new();
    let mut glued = false;
    let mut letters = question.char_indices().take(MOST_CHARACTERS).peekable();
    while let Some((start, first)) = letters.next() {
        let of = class(first);
        if of == Class::Space {
            glued = false;
            continue;
        }
        let mut end = start + first.len_utf8();
        if matches!(of, Class::Letter | Class::Digit) {
            let goes_on = |next: char| class(next) == of || (of == Class::Letter && is_unseen(next));
            while let Some((at, next)) = letters.next_if(|(_, next)| goes_on(*next)) {
                end = at + next.len_utf8();
            }
        }
        let raw = question.get(start..end).unwrap_or_default();
        tokens.push(token(raw, of, first, glued));
        glued = true;
    }
    // In a text written in capitals, capitals carry no information.
    let is_shouted = |token: &Token<'_>| !token.raw.chars().any(char::is_lowercase);
    if tokens.iter().filter(|token| token.kind == Kind::Word).count() >= FEWEST_SHOUTED
        && tokens.iter().all(is_shouted)
    {
        tokens.iter_mut().for_each(|token| token.capital = false);
    }
    kanji::in_digits(spelled::in_digits(tokens))
}

fn token(raw: &str, of: Class, first: char, glued: bool) -> Token<'_> {
    let (kind, folded) = match of {
        Class::Digit => {
            let digits = raw.chars().count();
            let value =
                raw.chars().filter_map(digit).fold(0_u32, |sum, d| sum.saturating_mul(10).saturating_add(d));
            (Kind::Number(value, digits), value.to_string())
        }
        Class::Glyph => (Kind::Glyph, folded(raw)),
        Class::Letter => {
            let short: String = raw.chars().filter(|c| !is_unseen(*c)).take(LONGEST_WORD).collect();
            (Kind::Word, folded(&short).replace(' ', ""))
        }
        Class::Sign | Class::Space => (Kind::Sign(first), String::new()),
    };
    Token { raw, kind, folded, glued, capital: first.is_uppercase(), parted: false }
}

/// The folded text of tokens: with a space before and after every word, but not between characters of a script without
/// spaces.
#[derive(Debug, Default)]
pub(crate) struct FoldedText {
    pub(crate) text: String,
    /// Start of the folded form of each token with letters, and the token's position.
    starts: Vec<(usize, usize)>,
}

impl FoldedText {
    pub(crate) fn new(tokens: &[Token<'_>]) -> Self {
        let mut folded = Self { text: " ".to_owned(), starts: Vec::with_capacity(tokens.len()) };
        let mut after_glyph = false;
        for (at, token) in tokens.iter().enumerate().filter(|(_, token)| !token.folded.is_empty()) {
            let glyph = token.kind == Kind::Glyph;
            if after_glyph && !(glyph && token.glued) {
                folded.text.push(' ');
            }
            folded.starts.push((folded.text.len(), at));
            folded.text.push_str(&token.folded);
            if !glyph {
                folded.text.push(' ');
            }
            after_glyph = glyph;
        }
        if after_glyph {
            folded.text.push(' ');
        }
        folded
    }

    /// Returns the number of letters of the outer words that a piece does not contain.
    pub(crate) fn beyond(&self, from: usize, to: usize) -> usize {
        let is_latin = |c: &char| c.is_ascii_alphabetic();
        let piece = self.text.get(from..to).unwrap_or_default();
        let before = self.text.get(..from).unwrap_or_default().chars().rev().take_while(is_latin).count();
        let behind = self.text.get(to..).unwrap_or_default().chars().take_while(is_latin).count();
        let begins_inside = piece.starts_with(|c: char| is_latin(&c));
        let ends_inside = piece.ends_with(|c: char| is_latin(&c));
        before * usize::from(begins_inside) + behind * usize::from(ends_inside)
    }

    /// Returns the tokens that a piece of the text touches: the first, and the one after the last.
    pub(crate) fn tokens(&self, from: usize, to: usize) -> Option<(usize, usize)> {
        let piece = self.text.get(from..to)?;
        let from = from + (piece.len() - piece.trim_start().len());
        let to = to - (piece.len() - piece.trim_end().len());
        let at = |byte: usize| self.starts.partition_point(|(start, _)| *start <= byte).checked_sub(1);
        let first = self.starts.get(at(from)?)?.1;
        let last = self.starts.get(at(to.checked_sub(1)?)?)?.1;
        Some((first, last + 1))
    }
}

/// Adjacent tokens: the first, and the one after the last.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Run {
    pub(crate) from: usize,
    pub(crate) to: usize,
}

/// Returns the tokens around one, up to the tokens that end them.
pub(crate) fn run_around(tokens: &[Token<'_>], at: usize, ends: impl Fn(&usize) -> bool) -> Run {
    let from = (0..at).rev().find(&ends).map_or(0, |end| end + 1);
    Run { from, to: (at..tokens.len()).find(&ends).unwrap_or(tokens.len()) }
}

/// Returns tokens as written, with spaces as in the original.
pub(crate) fn text_of(tokens: &[Token<'_>], from: usize, to: usize) -> String {
    let mut text = String::new();
    for (nth, token) in tokens.get(from..to).unwrap_or_default().iter().enumerate() {
        if nth > 0 && !token.glued {
            text.push(' ');
        }
        text.push_str(token.raw);
    }
    text
}

#[cfg(test)]
mod tests;
