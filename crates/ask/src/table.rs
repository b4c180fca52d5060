//! Parses tables of words, the format of the lexicon and the lists: `[section]`, followed by a line of words for each
//! language, `de: a | b`. `#` begins a comment.

use crate::language::Language;

/// A line of a table.
pub(crate) enum Line {
    /// The head of a section, without its brackets.
    Section(&'static str),
    /// Words of a language, separated by `|`.
    Words(Language, &'static str),
}

/// Error for words before the first section.
pub(crate) const NO_SECTION: &str = "words of a language precede the first section";

/// Returns the non-empty lines of a table; errors name the invalid ones.
pub(crate) fn lines(text: &'static str) -> impl Iterator<Item = Result<Line, String>> {
    text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#')).map(line)
}

fn line(line: &'static str) -> Result<Line, String> {
    if let Some(head) = line.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
        return Ok(Line::Section(head));
    }
    let (code, words) = line
        .split_once(':')
        .ok_or_else(|| format!("`{line}` is neither a section nor words of a language"))?;
    let language = Language::from_code(code).ok_or_else(|| format!("no language is called `{code}`"))?;
    Ok(Line::Words(language, words))
}

/// Returns the words of a line.
pub(crate) fn words(line: &'static str) -> impl Iterator<Item = &'static str> {
    line.split('|').map(str::trim).filter(|word| !word.is_empty())
}
