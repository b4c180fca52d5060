//! The avalanche danger terms of CAAML, avalanche.org and Avalanche Canada. A text is one term of the scale or it is
//! not read: "moderate, rising to high" is not "moderate".

use ::avalanche::{Danger, Level, UnratedReason};

use super::{Meaning, PhraseReading, Vocabulary, read};
use crate::error::excerpt;

struct Words;

impl Vocabulary for Words {
    type Level = Danger;

    const STRICTEST: Danger = Danger::Level(Level::VeryHigh);

    fn meaning(&self, phrase: &str) -> Meaning<Danger> {
        let word: String = phrase.trim().to_ascii_lowercase().replace(['_', ' ', '-'], "");
        Meaning::Level(match word.as_str() {
            "low" => Danger::Level(Level::Low),
            "moderate" => Danger::Level(Level::Moderate),
            "considerable" => Danger::Level(Level::Considerable),
            "high" => Danger::Level(Level::High),
            "veryhigh" | "extreme" => Danger::Level(Level::VeryHigh),
            "norating" | "na" | "n/a" => Danger::Unrated(UnratedReason::NoRating),
            "nosnow" => Danger::Unrated(UnratedReason::NoSnow),
            "notassessed" => Danger::Unrated(UnratedReason::NotAssessed),
            "offseason" | "spring" | "summer" | "earlyseason" => Danger::Unrated(UnratedReason::OffSeason),
            _ => return Meaning::Unknown,
        })
    }
}

/// Returns the danger that a term states.
///
/// # Errors
/// Returns the part that was not understood.
pub(crate) fn danger(text: &str) -> Result<Danger, String> {
    match read(text, &Words) {
        PhraseReading::Level(danger) => Ok(danger),
        PhraseReading::Nothing => Err("`` is not a danger".to_owned()),
        PhraseReading::Unread { remainder, .. } => {
            Err(format!("`{}` is not a danger", excerpt(&remainder, 20)))
        }
    }
}

#[cfg(test)]
mod tests;
