//! Tests of the texts of the staff pages.

use std::collections::BTreeSet;

use operators::content::ContentField;
use operators::entry::Units;
use operators::plain_text::TextProblem;
use operators::problem::ProblemKind;

use super::{Language, RULES};

/// Returns every problem that a form can have.
fn all() -> Vec<ProblemKind> {
    vec![
        ProblemKind::Number,
        ProblemKind::Range { said: "41".to_owned(), low: 42, high: 43, units: Units::Cm },
        ProblemKind::Count { low: 42, high: 43 },
        ProblemKind::LocalTime,
        ProblemKind::Future,
        ProblemKind::LongAgo,
        ProblemKind::Status,
        ProblemKind::NoText,
        ProblemKind::Text(TextProblem::TooLong(41)),
        ProblemKind::Text(TextProblem::Invisible),
        ProblemKind::Text(TextProblem::Control),
        ProblemKind::Text(TextProblem::Markup),
        ProblemKind::SameAndOther,
        ProblemKind::NumberAndNone,
        ProblemKind::Silent,
        ProblemKind::EmptyList,
        ProblemKind::LongList(41),
        ProblemKind::Name { line: 41, why: TextProblem::TooLong(42) },
        ProblemKind::NoName(41),
        ProblemKind::Sign(41),
        ProblemKind::ListStatus(41),
        ProblemKind::Twice("{low}".to_owned()),
        ProblemKind::OpenOtherwise { said: 41, least: 42, most: 42 },
        ProblemKind::OpenOtherwise { said: 41, least: 42, most: 43 },
        ProblemKind::TotalBelowList { said: 41, listed: 42 },
    ]
}

/// Returns the numbers in a problem's English text.
fn numbers(text: &str) -> BTreeSet<&'static str> {
    ["41", "42", "43"].into_iter().filter(|number| text.contains(number)).collect()
}

#[test]
fn every_problem_is_translated() {
    for wrong in all() {
        let words = Language::ALL.map(|language| language.operator().problem_text(&wrong));
        assert_eq!(BTreeSet::from(words.clone()).len(), words.len(), "{words:?}");
        for text in &words {
            assert_eq!(numbers(text), numbers(&wrong.to_string()), "{text}");
            let is_filled = !text.contains('{') || matches!(wrong, ProblemKind::Twice(_));
            assert!(is_filled && !text.contains("  "), "{text}");
        }
    }
}

#[test]
fn names_cannot_add_placeholders() {
    let wrong = ProblemKind::Twice("{low}".to_owned());
    assert!(Language::ALL.iter().all(|language| language.operator().problem_text(&wrong).contains("{low}")));
}

#[test]
fn every_rule_has_a_text() {
    for language in Language::ALL {
        let words: BTreeSet<String> = RULES.iter().map(|rule| language.operator().rule(rule)).collect();
        assert_eq!(words.len(), RULES.len(), "{language:?}");
        assert!(words.iter().all(|words| !words.is_empty() && !words.contains('_')));
        assert_eq!(language.operator().rule("some_newer_rule"), "some newer rule");
    }
}

#[test]
fn every_content_field_has_a_name() {
    for language in Language::ALL {
        let names = ContentField::ALL.iter().map(|field| language.operator().content(*field));
        let names: BTreeSet<&str> = names.collect();
        assert_eq!(names.len(), ContentField::ALL.len(), "{names:?}");
        assert!(!ContentField::ALL.iter().any(|field| names.contains(field.name())), "{names:?}");
    }
}
