//! Tests that the table is complete and in comparable form, and that words and phrases are found in it.
use std::collections::BTreeSet;

use catalogue::folded;

use super::{List, TABLE, parse};

/// Returns the lines of words: the language and the words.
fn lines() -> impl Iterator<Item = (&'static str, Vec<&'static str>)> {
    let lines = TABLE.lines().filter(|line| !line.starts_with(['#', '[']));
    lines
        .filter_map(|line| line.split_once(':'))
        .map(|(code, words)| (code, words.split('|').map(str::trim).collect()))
}

#[test]
fn lists_and_sections_match() {
    assert!(parse(TABLE).is_ok());
    let heads: Vec<&str> =
        TABLE.lines().filter_map(|line| line.strip_prefix('[')?.strip_suffix(']')).collect();
    let named: Vec<&str> = List::ALL.iter().map(|list| list.as_str()).collect();
    assert_eq!(heads, named);
    for list in List::ALL {
        assert!(list.iter().next().is_some(), "{list:?}");
    }
}

#[test]
fn every_section_has_a_description() {
    let lines: Vec<&str> = TABLE.lines().collect();
    for pair in lines.windows(2).filter(|pair| pair[1].starts_with('[')) {
        assert!(pair[0].starts_with("# ") && pair[0].ends_with('.'), "{}", pair[1]);
    }
}

#[test]
fn section_has_one_line_per_language() {
    for section in TABLE.split("\n\n").skip(1) {
        let codes: Vec<&str> = section.lines().skip(2).filter_map(|line| line.split(':').next()).collect();
        assert_eq!(codes.len(), codes.iter().collect::<BTreeSet<_>>().len(), "{section}");
    }
    for (code, words) in lines() {
        assert_eq!(words.len(), words.iter().collect::<BTreeSet<_>>().len(), "{code}: {words:?}");
    }
}

#[test]
fn words_are_in_comparable_form() {
    for (_, words) in lines() {
        for word in words {
            assert_eq!(folded(word), word);
        }
    }
}

#[test]
fn list_contains_words_of_all_languages() {
    for word in ["of", "von", "sous", "della"] {
        assert!(List::Ties.contains(word), "{word}");
    }
    for word in ["in", "dell", "o", ""] {
        assert!(!List::Ties.contains(word), "{word}");
    }
}

#[test]
fn finds_phrase_at_text_start() {
    let begins = |text: &str| List::Here.begins(text.split(' '));
    assert_eq!(begins("qui"), Some(1));
    assert_eq!(begins("in der nahe von"), Some(3));
    for text in ["in der", "quito", "so near me", "", " here"] {
        assert_eq!(begins(text), None, "{text}");
    }
}

#[test]
fn a_table_with_faults_is_refused() {
    for fault in ["[nothing]\nen: a", "en: a", "[ties]\nxx: a", "[ties]\na"] {
        assert!(parse(fault).is_err(), "{fault}");
    }
}
