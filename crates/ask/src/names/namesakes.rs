//! Names that are shared with mountains outside the catalogue: "Crystal Mountain" is one in Washington and one in
//! Michigan.

use catalogue::comparable;

use super::{KnownNames, NameMeaning};

/// Maximum number of searched namesakes.
const MOST_NAMESAKES: usize = 6;

/// Comparable names whose namesakes have them as an alias or are not in the catalogue: without a place next to them
/// they do not mean one resort.
const NAMESAKES: &[&str] = &[
    "blackmountain",
    "bluemountain",
    "crystal",
    "crystalmountain",
    "kandahar",
    "mountwashington",
    "silverlake",
    "villeneuve",
];

/// Returns whether mountains outside the catalogue share a comparable name.
pub(super) fn has_namesakes(name: &str) -> bool {
    NAMESAKES.contains(&name)
}

/// Turns a name of one resort into a choice if a well-known namesake exists.
pub(super) fn without_namesakes(known: &KnownNames<'_>, what: NameMeaning, text: &str) -> NameMeaning {
    let NameMeaning::Resort(only) = what else { return what };
    let name = comparable(text);
    if !has_namesakes(&name) {
        return NameMeaning::Resort(only);
    }
    // A namesake with the name as an alias is a choice too.
    let hits = known.index.search(text, MOST_NAMESAKES);
    let bears = hits.iter().filter(|hit| comparable(hit.matched_on) == name).map(|hit| hit.index);
    let mut bearers: Vec<usize> = std::iter::once(only).chain(bears).collect();
    bearers.sort_unstable();
    bearers.dedup();
    NameMeaning::Several(bearers)
}
