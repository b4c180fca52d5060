use super::lengths;
use crate::language::Language;
use crate::lexicon::lexicon;
use crate::tokens::{FoldedText, tokens};

fn cm(text: &str) -> Vec<f64> {
    let tokens = tokens(text);
    let tags = lexicon().tags(&FoldedText::new(&tokens));
    let tags: Vec<_> = tags.into_iter().filter(|tag| tag.language == Language::English).collect();
    lengths(&tokens, &tags).into_iter().map(|length| length.cm.round()).collect()
}

#[test]
fn lengths_have_units() {
    assert_eq!(cm("at least 20 cm"), [20.0]);
    assert_eq!(cm("a foot of snow"), [30.0]);
    assert_eq!(cm("10 inches"), [25.0]);
    assert_eq!(cm("10in of snow"), [25.0]);
    assert_eq!(cm("8\" of snow"), [20.0]);
    assert_eq!(cm("1.5 m base"), [150.0]);
    assert_eq!(cm("over 3,000 m"), [300_000.0]);
    assert_eq!(cm("12,000 ft"), [365_760.0]);
    assert_eq!(cm("on 20 in the Alps"), [0.0; 0]);
}

#[test]
fn a_good_foot_is_a_foot() {
    assert_eq!(cm("a good foot of powder"), [30.0]);
    assert_eq!(cm("two full metres"), [200.0]);
}

#[test]
fn kanji_count_to_thousands() {
    let cm = |text: &str| {
        let tokens = tokens(text);
        let tags = lexicon().tags(&FoldedText::new(&tokens));
        let tags: Vec<_> = tags.into_iter().filter(|tag| tag.language == Language::Japanese).collect();
        lengths(&tokens, &tags).into_iter().map(|length| length.cm.round()).collect::<Vec<_>>()
    };
    assert_eq!(cm("三千メートル以上"), [300_000.0]);
    assert_eq!(cm("百五十センチ"), [150.0]);
    assert_eq!(cm("二千四百メートル"), [240_000.0]);
}
