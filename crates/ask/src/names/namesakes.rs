//! Names that mountains bear which are not on record: "Crystal Mountain" is one in Washington and one in Michigan.

use catalogue::comparable;

use super::{Known, What};

/// Most namesakes that are looked for.
const MOST_NAMESAKES: usize = 6;

/// Names whose namesakes bear them as an alias or are not on record, by the comparable name: without a place beside them they are no
/// one resort.
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

/// Whether a comparable name is borne by mountains that are not on record.
pub(super) fn has_namesakes(name: &str) -> bool {
    NAMESAKES.contains(&name)
}

/// A name of one resort that a well-known namesake bears is a choice.
pub(super) fn without_namesakes(known: &Known<'_>, what: What, text: &str) -> What {
    let What::Resort(only) = what else { return what };
    let name = comparable(text);
    if !has_namesakes(&name) {
        return What::Resort(only);
    }
    // A namesake that bears the name as an alias is a choice too.
    let hits = known.index.search(text, MOST_NAMESAKES);
    let bears = hits.iter().filter(|hit| comparable(hit.matched_on) == name).map(|hit| hit.index);
    let mut bearers: Vec<usize> = std::iter::once(only).chain(bears).collect();
    bearers.sort_unstable();
    bearers.dedup();
    What::Several(bearers)
}
