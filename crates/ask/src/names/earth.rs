//! Words of mountains and of the earth, which tell no place from another.

/// Words of a mountain's name: with one behind it an unknown word is part of a longer name.
pub(super) const OF_MOUNTAINS: &[&str] = &[
    "mountain", "valley", "peak", "hill", "hills", "basin", "bowl", "ridge", "creek", "springs", "lake",
    "park", "pass", "canyon", "glacier", "heights",
];

/// Whether a text has the word of a mountain: "mount fuji" is a name, however it is written.
pub(crate) fn is_of_mountain(text: &str) -> bool {
    let text = text.to_lowercase();
    text.split(' ')
        .any(|word| matches!(word, "mount" | "mt" | "mont" | "monte") || OF_MOUNTAINS.contains(&word))
}

/// Words of the earth: alone they are no misspelt name.
pub(super) const OF_THE_EARTH: &[&str] = &[
    "springs", "creek", "lake", "ridge", "canyon", "heights", "falls", "river", "city", "hills", "island",
    "beach",
];
