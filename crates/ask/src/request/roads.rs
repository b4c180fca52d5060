//! Finds a road or a pass that a question names: "Is the Arlberg pass open?", "Chains on I-80".

use super::Cues;
use crate::feature::Feature;
use crate::lexicon::Tag;
use crate::reading::Outcome;
use crate::tokens::text_of;

/// A question about a road.
#[derive(Debug, Clone, PartialEq)]
pub struct RoadQuestion {
    /// Degrees north and east of its mountain part.
    pub at: (f64, f64),
    /// The road, as the question writes it.
    pub written: String,
}

impl Cues<'_, '_, '_> {
    /// Returns the road, if the question is about one and names no resort whose roads answer it.
    pub(super) fn road(&self, understood: &Outcome) -> Option<RoadQuestion> {
        let roads = self.tags.iter().filter(|tag| tag.is(Feature::RoadName));
        let tag = roads.max_by_key(|tag| tag.to - tag.from)?;
        if matches!(understood, Outcome::Reading(_)) && !self.heard.resorts.is_empty() {
            return None;
        }
        let asks = self.heard.has_any(&[
            Feature::Drive,
            Feature::Chains,
            Feature::Open,
            Feature::Closed,
            Feature::Conditions,
            Feature::Camera,
        ]);
        // The words for the road may be the only ones that ask: "col du Lautaret", "I-80".
        let (of_snow, asks) = (self.asks_of_snow(tag), asks || self.heard.other_words <= 4);
        let (lat, lon) = tag.value.split_once(' ')?;
        let at = (lat.parse().ok()?, lon.parse().ok()?);
        let written = text_of(&self.heard.tokens, tag.from, tag.to);
        (asks && !of_snow).then_some(RoadQuestion { at, written })
    }

    /// Returns whether words apart from the road's name ask for snow: then the name is that of a ski area.
    fn asks_of_snow(&self, road: &Tag) -> bool {
        const OF_SNOW: [Feature; 5] =
            [Feature::Depth, Feature::NewSnow, Feature::Lifts, Feature::Avalanche, Feature::MostSnow];
        let is_apart = |tag: &&Tag| tag.to <= road.from || road.to <= tag.from;
        self.heard.tags.iter().filter(is_apart).any(|tag| OF_SNOW.contains(&tag.feature))
    }
}
