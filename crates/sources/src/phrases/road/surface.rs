//! Words that describe a road without a requirement.

use super::lexicon::words;

/// Words for a road's surface, for the weather above it, and for the amount of either.
const WORDS: [&str; 66] = [
    "dry",
    "wet",
    "damp",
    "moist",
    "bare",
    "clear",
    "icy",
    "ice",
    "black",
    "frost",
    "snow",
    "snowy",
    "snowing",
    "packed",
    "compact",
    "compacted",
    "covered",
    "spot",
    "patch",
    "patche",
    "area",
    "place",
    "slush",
    "slushy",
    "slick",
    "slippery",
    "blowing",
    "drifting",
    "drift",
    "drifted",
    "blown",
    "scattered",
    "isolated",
    "occasional",
    "light",
    "moderate",
    "heavy",
    "strong",
    "gusty",
    "high",
    "wind",
    "windy",
    "rain",
    "raining",
    "freezing",
    "drizzle",
    "fog",
    "foggy",
    "dense",
    "haze",
    "smoke",
    "dust",
    "poor",
    "reduced",
    "limited",
    "low",
    "good",
    "fair",
    "visibility",
    "shaded",
    "bridge",
    "forecast",
    "text",
    "included",
    "standing",
    "water",
];
/// Connecting words.
const BETWEEN: [&str; 10] = ["in", "on", "of", "with", "the", "at", "to", "or", "some", "normal"];

/// Returns whether a phrase only describes the road; a single number is the code of such a description.
pub(super) fn describes(phrase: &str) -> bool {
    let words = words(phrase);
    let is_number = |word: &str| word.bytes().all(|byte| byte.is_ascii_digit());
    !words.is_empty()
        && words
            .iter()
            .all(|word| WORDS.contains(&word.as_str()) || BETWEEN.contains(&word.as_str()) || is_number(word))
}
