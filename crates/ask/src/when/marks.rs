//! Indexes the tags of a question by feature and position, so that a lookup does not depend on their number.

use crate::feature::Feature;
use crate::lexicon::Tag;

/// Tags by feature and by their first token.
#[derive(Debug)]
pub(super) struct Marks {
    every: Vec<Tag>,
    /// Tags that are not within a longer tag of the same feature.
    longest: Vec<Tag>,
}

impl Marks {
    pub(super) fn new(tags: &[Tag]) -> Self {
        let mut every = tags.to_vec();
        every.sort_by_key(|tag| (tag.feature, tag.from, std::cmp::Reverse(tag.to)));
        let mut longest: Vec<Tag> = Vec::with_capacity(every.len());
        let mut widest: Option<Tag> = None;
        for tag in &every {
            let holds = |wide: &Tag| wide.feature == tag.feature && tag.to <= wide.to;
            let is_same = |wide: &Tag| (wide.from, wide.to) == (tag.from, tag.to);
            if widest.as_ref().is_some_and(|wide| holds(wide) && !is_same(wide)) {
                continue;
            }
            widest = Some(*tag);
            longest.push(*tag);
        }
        Self { every, longest }
    }

    /// Returns the longest tags of a feature, in order.
    pub(super) fn tags(&self, feature: Feature) -> impl Iterator<Item = &Tag> {
        let from = self.longest.partition_point(|tag| tag.feature < feature);
        self.longest.iter().skip(from).take_while(move |tag| tag.feature == feature)
    }

    /// Returns the longest tags of a feature that begin at a token.
    pub(super) fn longest_at(&self, feature: Feature, at: usize) -> impl Iterator<Item = &Tag> {
        begin_at(&self.longest, feature, at)
    }

    /// Returns the tags of a feature that begin at a token.
    pub(super) fn at(&self, feature: Feature, at: usize) -> impl Iterator<Item = &Tag> {
        begin_at(&self.every, feature, at)
    }
}

fn begin_at(tags: &[Tag], feature: Feature, at: usize) -> impl Iterator<Item = &Tag> {
    let from = tags.partition_point(|tag| (tag.feature, tag.from) < (feature, at));
    tags.iter().skip(from).take_while(move |tag| tag.feature == feature && tag.from == at)
}

#[cfg(test)]
mod tests;
