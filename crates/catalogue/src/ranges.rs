//! Mountain ranges of the catalogue: the tags of resorts that name one, with the name in English.

use crate::resort::Resort;

/// A mountain range, or another stretch of mountains that is known by one name.
#[derive(Debug, PartialEq, Eq)]
pub struct MountainRange {
    /// Identifier of lower-case ASCII letters and hyphens.
    pub slug: &'static str,
    /// Name in English.
    pub name: &'static str,
    /// Tags of its resorts.
    tags: &'static [&'static str],
}

const fn range(slug: &'static str, name: &'static str, tags: &'static [&'static str]) -> MountainRange {
    MountainRange { slug, name, tags }
}

/// The ranges. A resort with tags of several belongs to the first.
static RANGES: &[MountainRange] = &[
    range("alps", "Alps", &["alps", "dolomites", "bavarian-alps"]),
    range("rocky-mountains", "Rocky Mountains", &["rockies", "wasatch", "tetons"]),
    range("andes", "Andes", &["andes", "patagonia"]),
    range("southern-alps", "Southern Alps", &["southern-alps"]),
    range("australian-alps", "Australian Alps", &["snowy-mountains", "victorian-alps"]),
    range("pyrenees", "Pyrenees", &["pyrenees"]),
    range("appalachians", "Appalachians", &["appalachians"]),
    range("scandinavian-mountains", "Scandinavian Mountains", &["scandinavia"]),
    range("carpathians", "Carpathians", &["carpathians", "tatras"]),
    range("cascades", "Cascades", &["cascades"]),
    range("sierra-nevada", "Sierra Nevada", &["sierra-nevada"]),
    range("coast-mountains", "Coast Mountains", &["coast-mountains"]),
    range("interior-british-columbia", "Interior of British Columbia", &["interior-bc"]),
    range("laurentians", "Laurentians", &["laurentians"]),
    range("hokkaido", "Hokkaido", &["hokkaido"]),
    range("honshu", "Honshu", &["japan"]),
    range("caucasus", "Caucasus", &["caucasus"]),
    range("balkans", "Balkans", &["balkans"]),
    range("sudetes", "Sudetes", &["sudetes"]),
    range("apennines", "Apennines", &["apennines"]),
    range("tian-shan", "Tian Shan", &["tien-shan"]),
    range("alborz", "Alborz", &["alborz"]),
    range("himalaya", "Himalaya", &["himalaya"]),
    range("massif-central", "Massif Central", &["massif-central"]),
    range("vosges", "Vosges", &["vosges"]),
    range("jura", "Jura", &["jura"]),
    range("black-forest", "Black Forest", &["black-forest"]),
];

/// Returns the range of a resort; `None` if no tag names one.
#[must_use]
pub fn mountain_range(resort: &Resort) -> Option<&'static MountainRange> {
    RANGES.iter().find(|range| range.tags.iter().any(|tag| resort.tags.iter().any(|known| known == tag)))
}

#[cfg(test)]
mod tests;
