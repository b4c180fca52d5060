//! Safe display of external text: bounded, without control, bidirectional and invisible characters.
//!
//! Implements `contract-decisions` 14. Upstreams, operators and clients write names and texts. [`ShownText`] is the
//! only type in which such text reaches a record, a page, JSON or a tool, and it can only be made by cleaning. Reading
//! a stored row cleans as well, so older rows are shown like new ones.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

mod class;

use class::{is_invisible, is_mark, takes_joiners};

/// Maximum number of bytes of an external text that are processed; the rest is cut off first.
pub const MAX_INPUT: usize = 64 * 1024;
/// Maximum length of a name, in characters.
pub const LONGEST_NAME: usize = 100;
/// Maximum length of a text, in bytes.
pub const LONGEST_TEXT: usize = 4 * 1024;
/// Maximum number of marks on one letter. No orthography needs more, and hundreds of marks would cover the lines above
/// and below.
const MOST_MARKS: usize = 4;
/// Marker at the end of a shortened text.
const CUT: char = '…';
/// Prefix of every quotation by [`ShownText::quoted`].
pub const QUOTED_AS_DATA: &str = "[data]";

/// An external text that is safe to show: at most [`LONGEST_TEXT`] bytes in any number of lines. With `ONE_LINE` it is
/// a [`ShownName`].
///
/// It does not implement `Display`, so that it is never inserted into a sentence by accident: pages escape
/// [`as_str`](Self::as_str), tools quote it with [`quoted`](Self::quoted).
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct ShownText<const ONE_LINE: bool = false>(String);

/// An external name: one line of at most [`LONGEST_NAME`] characters.
pub type ShownName = ShownText<true>;

impl<const ONE_LINE: bool> ShownText<ONE_LINE> {
    /// Cleans and bounds a text.
    #[must_use]
    pub fn new(text: &str) -> Self {
        Self(if ONE_LINE { excerpt(text, LONGEST_NAME) } else { cleaned(text, Bound::Bytes(LONGEST_TEXT)) })
    }

    /// Cleans a text; `None` if nothing visible is left.
    #[must_use]
    pub fn some(text: &str) -> Option<Self> {
        Some(Self::new(text)).filter(|shown| !shown.is_empty())
    }

    /// Returns the text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Returns the text in quotation marks after [`QUOTED_AS_DATA`], on one line, for readers (such as language models)
    /// that might take it for text of this service. Quotation marks inside it become single ones, so the text cannot
    /// end its own quotation.
    #[must_use]
    pub const fn quoted(&self) -> QuotedText<'_> {
        QuotedText(self.0.as_str())
    }

    /// Returns several names in one quotation, separated by spaces.
    #[must_use]
    pub fn quoted_together<'t>(names: impl IntoIterator<Item = &'t Self>) -> String
    where
        Self: 't,
    {
        let joined = names.into_iter().map(Self::as_str).collect::<Vec<_>>().join(" ");
        alloc::format!("{}", QuotedText(&joined))
    }
}

/// A text that displays as a quotation, see [`ShownText::quoted`].
#[derive(Debug, Clone, Copy)]
pub struct QuotedText<'t>(&'t str);

impl<'t> QuotedText<'t> {
    /// Quotes a text that another type of this crate has cleaned.
    pub(crate) const fn from_clean(clean: &'t str) -> Self {
        Self(clean)
    }
}

impl fmt::Display for QuotedText<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use fmt::Write as _;

        write!(f, "{QUOTED_AS_DATA} \"")?;
        for c in self.0.chars() {
            f.write_char(match c {
                '"' | '“' | '”' | '„' | '‟' | '«' | '»' | '＂' => '\'',
                '\n' => ' ',
                other => other,
            })?;
        }
        f.write_char('"')
    }
}

impl<const ONE_LINE: bool> From<&str> for ShownText<ONE_LINE> {
    fn from(text: &str) -> Self {
        Self::new(text)
    }
}

impl<const ONE_LINE: bool> From<String> for ShownText<ONE_LINE> {
    fn from(text: String) -> Self {
        Self::new(&text)
    }
}

impl<const ONE_LINE: bool> From<ShownText<ONE_LINE>> for String {
    fn from(text: ShownText<ONE_LINE>) -> Self {
        text.0
    }
}

impl<const ONE_LINE: bool> core::ops::Deref for ShownText<ONE_LINE> {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

impl<const ONE_LINE: bool> AsRef<str> for ShownText<ONE_LINE> {
    fn as_ref(&self) -> &str {
        &self.0
    }
}

impl<const ONE_LINE: bool> PartialEq<str> for ShownText<ONE_LINE> {
    fn eq(&self, other: &str) -> bool {
        self.0 == other
    }
}

impl<const ONE_LINE: bool> PartialEq<&str> for ShownText<ONE_LINE> {
    fn eq(&self, other: &&str) -> bool {
        self.0 == *other
    }
}

#[cfg(feature = "serde")]
impl<const ONE_LINE: bool> serde::Serialize for ShownText<ONE_LINE> {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.0)
    }
}

#[cfg(feature = "serde")]
impl<'de, const ONE_LINE: bool> serde::Deserialize<'de> for ShownText<ONE_LINE> {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer).map(|text| Self::new(&text))
    }
}

#[cfg(feature = "schemars")]
impl<const ONE_LINE: bool> schemars::JsonSchema for ShownText<ONE_LINE> {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> alloc::borrow::Cow<'static, str> {
        "ShownText".into()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        String::json_schema(generator)
    }
}

/// Cleans a text like a [`ShownName`], with at most `most` characters: for messages that quote input.
#[must_use]
pub fn excerpt(text: &str, most: usize) -> String {
    cleaned(text, Bound::Chars(most))
}

/// Returns whether a character is removed from every text, because it is invisible or changes the direction of its
/// neighbours. Use it to reject such characters instead of cleaning.
#[must_use]
pub const fn is_hidden(c: char) -> bool {
    is_joiner(c) || is_invisible(c)
}

/// Returns whether a spreadsheet may run a cell as a formula: it begins with one of `=`, `+`, `-`, `@`, in ASCII or
/// full width, or with a tab or carriage return. A negative number, with or without a unit, is not a formula, nor is a
/// single dash.
#[must_use]
pub fn is_formula(cell: &str) -> bool {
    let begin = cell.trim_start_matches(|c: char| matches!(c, ' ' | '\u{a0}' | '\u{3000}') || is_hidden(c));
    let mut chars = begin.chars();
    match chars.next() {
        Some('=' | '+' | '@' | '＝' | '＋' | '＠' | '\t' | '\r' | '\n') => true,
        Some('-' | '－') => {
            let is_plain = |c: char| c.is_alphanumeric() || matches!(c, '.' | ',' | ' ' | '°' | '%');
            let next = chars.clone().next();
            next.is_some_and(|next| !next.is_numeric()) || !chars.all(is_plain)
        }
        _ => false,
    }
}

/// Returns the longest prefix of a text that has at most `most` bytes and only complete characters.
#[must_use]
pub fn cut(text: &str, most: usize) -> &str {
    let end = (0..=most.min(text.len())).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0);
    text.get(..end).unwrap_or_default()
}

/// The limit and form of a cleaned text.
#[derive(Clone, Copy)]
enum Bound {
    /// One line of at most this many characters.
    Chars(usize),
    /// Lines of at most this many bytes in total.
    Bytes(usize),
}

/// Builds a cleaned text in one pass over its characters.
struct Cleaner {
    out: String,
    bound: Bound,
    /// Pending spaces and line ends, written only if a visible character follows.
    gap: Gap,
    /// A pending joiner, written only between two letters of a script that uses joiners.
    joiner: Option<char>,
    last: Option<char>,
    marks: usize,
    /// Number of characters of `out`.
    chars: usize,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Gap {
    None,
    Space,
    Line,
    Paragraph,
}

fn cleaned(text: &str, bound: Bound) -> String {
    let text = cut(text, MAX_INPUT);
    if is_clean_ascii(text, bound) {
        return String::from(text);
    }
    let mut cleaner = Cleaner {
        out: String::with_capacity(text.len().min(LONGEST_TEXT)),
        bound,
        gap: Gap::None,
        joiner: None,
        last: None,
        marks: 0,
        chars: 0,
    };
    let mut previous = None;
    for c in text.chars() {
        // A line end of two characters counts once.
        if !(c == '\n' && previous == Some('\r')) {
            cleaner.push(c);
        }
        previous = Some(c);
        if cleaner.is_too_long() {
            return shortened(&cleaner.out, bound);
        }
    }
    cleaner.out
}

/// Returns whether cleaning would not change a name. It recognises only common names.
pub(crate) fn is_clean_name(name: &str) -> bool {
    is_clean_ascii(name, Bound::Chars(LONGEST_NAME))
}

/// Returns whether a text is short, printable ASCII with single spaces inside, like most names: it needs no cleaning.
fn is_clean_ascii(text: &str, bound: Bound) -> bool {
    let (Bound::Chars(most) | Bound::Bytes(most)) = bound;
    let mut after_space = true;
    let is_clean = text.bytes().all(|byte| {
        let is_space = byte == b' ';
        let is_kept = matches!(byte, b' '..=b'~') && !(is_space && after_space);
        after_space = is_space;
        is_kept
    });
    text.is_empty() || text.len() <= most && is_clean && !after_space
}

/// Returns the beginning of a cleaned text, followed by [`CUT`].
fn shortened(text: &str, bound: Bound) -> String {
    let begin = match bound {
        Bound::Chars(most) => {
            let end = text.char_indices().nth(most.saturating_sub(1)).map_or(text.len(), |(end, _)| end);
            text.get(..end).unwrap_or_default()
        }
        Bound::Bytes(most) => cut(text, most.saturating_sub(CUT.len_utf8())),
    };
    let mut short = String::from(begin.trim_end_matches(|c: char| c.is_whitespace() || is_joiner(c)));
    short.push(CUT);
    short
}

const fn is_joiner(c: char) -> bool {
    matches!(c, '\u{200c}' | '\u{200d}')
}

impl Cleaner {
    const fn is_too_long(&self) -> bool {
        match self.bound {
            Bound::Chars(most) => self.chars > most,
            Bound::Bytes(most) => self.out.len() > most,
        }
    }

    fn push(&mut self, c: char) {
        match c {
            '\n' | '\r' | '\u{85}' | '\u{2028}' | '\u{2029}' if matches!(self.bound, Bound::Bytes(_)) => {
                self.gap = if self.gap >= Gap::Line { Gap::Paragraph } else { Gap::Line };
                self.joiner = None;
            }
            c if is_joiner(c) => {
                if self.gap == Gap::None && self.last.is_some_and(takes_joiners) {
                    self.joiner = self.joiner.or(Some(c));
                }
            }
            c if c.is_whitespace() || c.is_control() => {
                self.gap = self.gap.max(Gap::Space);
                self.joiner = None;
            }
            c if is_invisible(c) => {}
            c => self.visible(c),
        }
    }

    fn visible(&mut self, c: char) {
        if is_mark(c) {
            // A mark needs a letter and attaches to it across spaces.
            if self.last.is_none() || self.gap != Gap::None || self.marks >= MOST_MARKS {
                return;
            }
            self.marks += 1;
        } else {
            self.marks = 0;
        }
        if !self.out.is_empty() {
            match self.gap {
                Gap::None => {}
                Gap::Space => self.write(' '),
                Gap::Line => self.write('\n'),
                Gap::Paragraph => ['\n', '\n'].into_iter().for_each(|end| self.write(end)),
            }
        }
        self.gap = Gap::None;
        if let Some(joiner) = self.joiner.take()
            && takes_joiners(c)
        {
            self.write(joiner);
        }
        self.write(c);
        self.last = Some(c);
    }

    fn write(&mut self, c: char) {
        self.out.push(c);
        self.chars += 1;
    }
}

#[cfg(test)]
mod tests;
