//! Mountain ranges that are no region of the service: Pyrenees, Cascades, 東北. Which of their resorts is meant is asked back.

use super::{Known, Mention, What};
use crate::feature::Feature;
use crate::lexicon::Tag;

/// The resorts of a range, by its tag in the catalogue.
pub(super) fn members(known: &Known<'_>, tag: &str) -> Vec<usize> {
    let resorts = (0..).map_while(|at| Some((at, (known.resort)(at)?)));
    resorts.filter(|(_, resort)| resort.tags.iter().any(|own| own == tag)).map(|(at, _)| at).collect()
}

/// "Andorra, in the Pyrenees": beside a country or a state that lies in it a range says no more.
pub(super) fn leave_wider(tags: &[Tag], mentions: &mut [Mention]) {
    let inner: Vec<Vec<usize>> = mentions
        .iter()
        .filter_map(|mention| match &mention.what {
            What::Country(_, members) | What::State(_, members) if !members.is_empty() => {
                Some(members.clone())
            }
            _ => None,
        })
        .collect();
    for mention in mentions {
        let is_range =
            tags.iter().any(|tag| tag.is(Feature::Range) && (tag.from, tag.to) == (mention.from, mention.to));
        if let What::Several(wider) = &mention.what
            && is_range
            && inner.iter().any(|members| members.iter().all(|at| wider.contains(at)))
        {
            mention.what = What::Aside;
        }
    }
}
