//! Tests that the longest tags of a feature are those not within another, whatever the order.
use proptest::prelude::*;

use super::Marks;
use crate::feature::Feature;
use crate::language::Language;
use crate::lexicon::Tag;

proptest! {
    #[test]
    fn the_longest_are_held_by_no_other(spans in proptest::collection::vec((0_usize..12, 1_usize..5, any::<bool>()), 0..30)) {
        let tag = |(from, length, is_day): (usize, usize, bool)| Tag {
            feature: if is_day { Feature::Day } else { Feature::Week },
            value: "",
            language: Language::English,
            from,
            to: from + length,
            beyond: 0,
        };
        let tags: Vec<Tag> = spans.into_iter().map(tag).collect();
        let marks = Marks::new(&tags);
        for feature in [Feature::Day, Feature::Week] {
            let own = || tags.iter().filter(|tag| tag.is(feature));
            let held = |tag: &Tag| own().any(|other| {
                other.from <= tag.from && tag.to <= other.to && other.to - other.from > tag.to - tag.from
            });
            let mut expected: Vec<(usize, usize)> = own().filter(|tag| !held(tag)).map(|tag| (tag.from, tag.to)).collect();
            expected.sort_unstable();
            let longest: Vec<(usize, usize)> = marks.tags(feature).map(|tag| (tag.from, tag.to)).collect();
            prop_assert_eq!(&longest, &expected);
            for at in 0..16 {
                prop_assert_eq!(marks.at(feature, at).count(), own().filter(|tag| tag.from == at).count());
                prop_assert_eq!(marks.longest_at(feature, at).count(), expected.iter().filter(|(from, _)| *from == at).count());
            }
        }
    }
}
