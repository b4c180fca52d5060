use super::super::sentences::sentences;
use super::*;
use crate::workspace::File;

/// Returns the rules that the only sentence of a comment breaks.
fn broken(sentence: &str) -> Vec<&'static str> {
    let file = File { path: "a.rs".to_owned(), text: format!("/// {sentence}\nfn a() {{}}\n") };
    let found = sentences(&file);
    let [sentence] = found.as_slice() else { panic!("{found:?}") };
    RULES.iter().filter(|rule| rule.matches(sentence)).map(|rule| rule.name).collect()
}

#[test]
fn each_rule_finds_its_turn_of_phrase() {
    for (sentence, rule) in [
        ("What waits is tried again.", "relative opener"),
        ("The value is no number.", "is no"),
        ("The cache stands in front.", "behind, stands"),
        ("The row is read by nobody.", "nobody"),
        ("The caller is told.", "tell"),
        ("The lane has a thread of its own.", "of its own"),
        ("Waits so many seconds.", "so many"),
        ("The same for bands.", "the same"),
        ("Of these the first counts.", "of opener"),
        ("Reads the table anew.", "anew"),
        ("Returns rows, and no error.", "and no"),
        ("The client sends his token.", "he"),
        ("The delivery is on its way.", "on its way"),
    ] {
        assert_eq!(broken(sentence), [rule], "{sentence}");
    }
    assert_eq!(RULES.len(), 13);
}

#[test]
fn plain_sentences_pass() {
    for sentence in [
        "Pending deliveries are retried.",
        "Which of the two is newer?",
        "Of course the table is read first.",
        "Keeps rows so long as they are due.",
        "Returns the same value for equal keys.",
        "Returns the rows read so far.",
        "Number of rows so far, in order.",
        "Answers, and no longer waits, when the caller is gone.",
    ] {
        assert_eq!(broken(sentence), [""; 0], "{sentence}");
    }
}

#[test]
fn verbs_open_sentences() {
    let first = |text: &str| {
        let file = File { path: "a.rs".to_owned(), text: format!("/// {text}\nfn a() {{}}\n") };
        sentences(&file).iter().any(is_verb_first)
    };
    assert!(first("Returns the depth."));
    assert!(!first("The depth returns."));
    assert!(!first("Names of lanes."));
}
