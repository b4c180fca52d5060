use conditions_core::policy::Policy;
use operations::ops::get_definitions::definitions;

use super::{AREAS, is_in};
use crate::words::Language;

#[test]
fn every_definition_has_an_area_and_a_meaning_in_each_language() {
    for one in definitions(&Policy::contract()) {
        assert_eq!(AREAS.iter().filter(|starts| is_in(starts, &one.id)).count(), 1, "{}", one.id);
        for language in Language::ALL {
            let meaning = language.words().meaning(&one.id);
            assert_eq!(meaning.is_some(), language != Language::En, "{} {language:?}", one.id);
        }
    }
}
