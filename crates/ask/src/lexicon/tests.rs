use super::Lexicon;
use crate::feature::Feature;
use crate::language::Language;
use crate::tokens::{FoldedText, tokens};

fn said(text: &str, language: Language) -> Vec<Feature> {
    let lexicon = Lexicon::parse(super::TABLE).expect("the embedded table");
    let tokens = tokens(text);
    let tags = lexicon.tags(&FoldedText::new(&tokens));
    tags.into_iter().filter(|tag| tag.language == language).map(|tag| tag.feature).collect()
}

#[test]
fn every_feature_has_words() {
    let heads: Vec<&str> = super::TABLE
        .lines()
        .chain(super::REQUEST_TABLE.lines())
        .filter_map(|line| line.strip_prefix('[')?.strip_suffix(']')?.split(' ').next())
        .collect();
    for feature in Feature::ALL {
        assert!(heads.contains(&feature.as_str()), "{feature:?}");
    }
}

#[test]
fn requests_table_is_valid() {
    assert!(Lexicon::parse(super::REQUEST_TABLE).is_ok());
}

#[test]
fn word_boundaries_are_respected() {
    assert!(said("Avalanches?", Language::English).contains(&Feature::Avalanche));
    assert!(said("Tageslawinenlage", Language::German).contains(&Feature::Avalanche));
    assert!(!said("unopened", Language::English).contains(&Feature::Open));
    assert!(said("明日の積雪は", Language::Japanese).contains(&Feature::Depth));
    assert!(said("l'avalanche d'hier", Language::French).contains(&Feature::Avalanche));
}

#[test]
fn a_table_with_faults_is_refused() {
    for fault in ["[nothing]\nen: a", "en: a", "[snow]\nxx: a", "[snow]\nen: *"] {
        assert!(Lexicon::parse(fault).is_err(), "{fault}");
    }
}
