//! The sentences of the workspace: of comments, string literals, test names and Markdown.

use crate::tidy::scan::{Piece, pieces};
use crate::workspace::File;

/// Where a sentence is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Kind {
    Comment,
    Test,
    Text,
    Markdown,
}

impl Kind {
    pub(super) const ALL: [Self; 4] = [Self::Comment, Self::Test, Self::Text, Self::Markdown];

    /// The name of the column in the baseline.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Comment => "comments",
            Self::Test => "tests",
            Self::Text => "strings",
            Self::Markdown => "markdown",
        }
    }
}

/// A sentence as lower-case words and punctuation marks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Sentence {
    pub(super) kind: Kind,
    pub(super) line: usize,
    /// Whether it is the first sentence of an item's documentation.
    pub(super) opens_documentation: bool,
    pub(super) words: Vec<String>,
    pub(super) text: String,
}

/// Shorter string literals are identifiers and parts of formats.
const SHORTEST_TEXT: usize = 4;

/// Returns the sentences of a Rust or Markdown file.
pub(super) fn sentences(file: &File) -> Vec<Sentence> {
    let mut found = Vec::new();
    if file.path.ends_with(".md") {
        for (line, paragraph) in paragraphs(file.text.lines().zip(1..).map(|(text, line)| (line, text))) {
            push(&mut found, Kind::Markdown, line, false, &paragraph);
        }
        return found;
    }
    let pieces = pieces(&file.text);
    for block in blocks(&pieces) {
        let documents = block.first().is_some_and(|(_, marker, _)| *marker == "///");
        let lines = block.iter().map(|(line, _, text)| (*line, *text));
        for (at, (line, paragraph)) in paragraphs(lines).into_iter().enumerate() {
            push(&mut found, Kind::Comment, line, documents && at == 0, &paragraph);
        }
    }
    for piece in pieces.iter().filter(|piece| !piece.is_comment()) {
        let text = literal(&piece.text);
        if text.split_whitespace().count() >= SHORTEST_TEXT {
            push(&mut found, Kind::Text, piece.line, false, &text);
        }
    }
    for (line, name) in test_names(&file.text) {
        push(&mut found, Kind::Test, line, false, &name.replace('_', " "));
    }
    found
}

/// Returns the names of test functions and their lines.
pub(super) fn test_names(text: &str) -> Vec<(usize, &str)> {
    let mut names = Vec::new();
    let mut is_test = false;
    for (line, number) in text.lines().map(str::trim).zip(1..) {
        if line.starts_with("#[") {
            let attribute = line.trim_start_matches("#[");
            let path = attribute.split(['(', ']']).next().unwrap_or_default();
            is_test |= path.rsplit("::").next() == Some("test");
        } else if is_test && let Some((_, after)) = line.split_once("fn ") {
            names.push((number, after.split(['(', '<']).next().unwrap_or_default()));
            is_test = false;
        } else if !line.starts_with("//") {
            is_test = false;
        }
    }
    names
}

/// A line of a comment: its number, its marker, its text.
type Line<'a> = (usize, &'a str, &'a str);

/// Groups line comments that follow each other with the same marker.
fn blocks(pieces: &[Piece]) -> Vec<Vec<Line<'_>>> {
    let mut blocks: Vec<Vec<Line<'_>>> = Vec::new();
    let mut follows = false;
    for piece in pieces.iter().filter(|piece| piece.is_comment()) {
        let marker = ["//!", "///", "//"].into_iter().find(|marker| piece.text.starts_with(marker));
        let Some(marker) = marker else { continue };
        let line = (piece.line, marker, piece.text.get(marker.len()..).unwrap_or_default());
        match blocks.last_mut().filter(|_| follows && piece.opens_line) {
            Some(block) if block.last().is_some_and(|last| last.0 + 1 == line.0 && last.1 == marker) => {
                block.push(line);
            }
            _ => blocks.push(vec![line]),
        }
        follows = piece.opens_line;
    }
    blocks
}

/// Joins lines to paragraphs, list items and table cells; leaves out headings and fenced code.
fn paragraphs<'a>(lines: impl Iterator<Item = (usize, &'a str)>) -> Vec<(usize, String)> {
    let mut found: Vec<(usize, String)> = Vec::new();
    let (mut open, mut fenced) = (false, false);
    for (number, line) in lines {
        let line = line.trim();
        if line.starts_with("```") {
            (fenced, open) = (!fenced, false);
        } else if fenced || line.is_empty() || line.starts_with('#') {
            open = false;
        } else if line.starts_with('|') {
            open = false;
            if line.chars().any(char::is_alphabetic) {
                found.extend(line.trim_matches('|').split('|').map(|cell| (number, cell.trim().to_owned())));
            }
        } else if let (true, None, Some((_, paragraph))) = (open, list_item(line), found.last_mut()) {
            paragraph.push(' ');
            paragraph.push_str(line);
        } else {
            found.push((number, list_item(line).unwrap_or(line).to_owned()));
            open = true;
        }
    }
    found
}

/// Returns the text of a list item.
fn list_item(line: &str) -> Option<&str> {
    let text = line.trim_start_matches(|c: char| c.is_ascii_digit());
    let text = if text.len() < line.len() {
        text.strip_prefix(". ")
    } else {
        ["- ", "* ", "+ "].into_iter().find_map(|mark| line.strip_prefix(mark))
    };
    text.map(str::trim_start)
}

/// Returns the text of a string literal without delimiters, escapes and line continuations.
fn literal(piece: &str) -> String {
    let inner = piece.trim_start_matches(['r', 'b', 'c', '#']).trim_end_matches('#');
    let inner = inner.trim_matches('"').replace("\\n", " ").replace("\\\"", "\"");
    inner.lines().map(|line| line.trim().trim_end_matches('\\').trim_end()).collect::<Vec<_>>().join(" ")
}

/// Splits a paragraph at the marks that end sentences.
fn push(found: &mut Vec<Sentence>, kind: Kind, line: usize, opens_documentation: bool, paragraph: &str) {
    let paragraph = without_code(paragraph);
    let mut first = true;
    let mut start = 0;
    let letters: Vec<(usize, char)> = paragraph.char_indices().collect();
    for (index, (at, letter)) in letters.iter().enumerate() {
        let next = letters.get(index + 1).map(|(_, next)| *next);
        let after = letters.get(index + 2).map(|(_, after)| *after);
        let ends = matches!(letter, '.' | '?' | '!')
            && next.is_none_or(|next| next == ' ')
            && after.is_none_or(|after| after.is_uppercase() || matches!(after, '"' | '“' | '('));
        if !ends && index + 1 < letters.len() {
            continue;
        }
        let end = at + letter.len_utf8();
        let text = paragraph.get(start..end).unwrap_or_default().trim();
        start = end;
        if text.chars().filter(|letter| letter.is_alphabetic()).count() >= 2 {
            let opens_documentation = opens_documentation && first;
            found.push(Sentence {
                kind,
                line,
                opens_documentation,
                words: words(text),
                text: text.to_owned(),
            });
            first = false;
        }
    }
}

/// Replaces code by one word and links by their texts.
fn without_code(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    for (at, part) in text.split('`').enumerate() {
        plain.push_str(if at % 2 == 0 { part } else { "CODE" });
    }
    let mut out = String::with_capacity(plain.len());
    let mut rest = plain.as_str();
    while let Some((before, after)) = rest.split_once("](") {
        out.push_str(before);
        rest = after.split_once(')').map_or("", |(_, rest)| rest);
    }
    out.push_str(rest);
    out.retain(|letter| !matches!(letter, '[' | ']' | '*'));
    out
}

/// Splits text into lower-case words and punctuation marks.
fn words(text: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word = String::new();
    for letter in text.chars() {
        if letter.is_alphanumeric() || matches!(letter, '_' | '-') {
            word.extend(letter.to_lowercase());
            continue;
        }
        if !word.is_empty() {
            words.push(std::mem::take(&mut word));
        }
        if !letter.is_whitespace() {
            words.push(letter.to_string());
        }
    }
    if !word.is_empty() {
        words.push(word);
    }
    words
}

#[cfg(test)]
mod tests;
