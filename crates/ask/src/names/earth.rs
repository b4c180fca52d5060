//! Words of mountains, which tell no place from another.

use crate::words::List;

/// Whether a text has the word of a mountain: "mount fuji" is a name, however it is written.
pub(crate) fn is_of_mountain(text: &str) -> bool {
    let text = text.to_lowercase();
    text.split(' ')
        .any(|word| matches!(word, "mount" | "mt" | "mont" | "monte") || List::OfMountains.contains(word))
}
