//! Detects areas that are already in the catalogue: by their permanent identifier, else by a similar name nearby.

use std::collections::HashMap;

use super::area::{Area, SourceId};
use super::enrich::Match;
use super::name::Names;
use crate::geo::{Point, within};
use crate::name_text::{mainly_latin, words};
use crate::resort::Resort;

/// Maximum distance of two resorts with similar names that count as one, in kilometres.
const SAME_PLACE_KM: f64 = 5.0;

/// Minimum Jaro-Winkler similarity of two spellings of one name.
const SAME_NAME: f64 = 0.92;

/// Generic words, which do not identify a resort.
const GENERIC: &[&str] = &[
    "ski",
    "skiing",
    "area",
    "resort",
    "resorts",
    "station",
    "de",
    "le",
    "la",
    "les",
    "du",
    "des",
    "the",
    "center",
    "centre",
    "park",
    "snow",
    "snowpark",
    "skigebiet",
    "skilift",
    "skilifte",
    "lifts",
    "lift",
    "skiarena",
    "arena",
    "skizentrum",
    "skicentrum",
    "skisenter",
    "alpin",
    "alpine",
    "alpinsenter",
    "alpincenter",
    "skicenter",
    "mountain",
    "mount",
    "hill",
    "winter",
    "sports",
    "club",
    "domaine",
    "skiable",
    "comprensorio",
    "sciistico",
    "areal",
    "lyzarsky",
    "skiareal",
    "osrodek",
    "narciarski",
    "stacja",
    "slidinukyte",
    "kogen",
    "highland",
    "and",
];

/// The catalogue, indexed for lookups.
pub(super) struct KnownResorts<'a> {
    by_source: HashMap<SourceId, &'a Resort>,
    named: Vec<(&'a Resort, Vec<Vec<String>>)>,
}

impl<'a> KnownResorts<'a> {
    pub(super) fn new(catalogue: &'a [Resort]) -> Self {
        let mut by_source = HashMap::new();
        for resort in catalogue {
            for source in resort.sources.iter().filter_map(|source| SourceId::parse(source)) {
                by_source.entry(source).or_insert(resort);
            }
        }
        let named = catalogue
            .iter()
            .map(|resort| {
                let names = std::iter::once(&resort.name).chain(&resort.aliases).chain(&resort.places);
                (resort, names.map(|name| telling_words(name)).filter(|words| !words.is_empty()).collect())
            })
            .collect();
        Self { by_source, named }
    }

    /// Returns the resort that corresponds to the area.
    pub(super) fn find(&self, area: &'a Area, names: &Names, at: Point) -> Option<Match<'a>> {
        if let Some(resort) = area.sources.iter().find_map(|source| self.by_source.get(source)) {
            return Some(Match { resort, area, by_identifier: true });
        }
        let wanted: Vec<Vec<String>> =
            std::iter::once(&names.name).chain(&names.aliases).map(|name| telling_words(name)).collect();
        self.named
            .iter()
            .filter(|(resort, _)| within(SAME_PLACE_KM, at, (resort.lat, resort.lon)))
            .find(|(_, known)| known.iter().any(|known| wanted.iter().any(|wanted| similar(known, wanted))))
            .map(|(resort, _)| Match { resort, area, by_identifier: false })
    }
}

/// Returns the distinctive words of a name; all words if none remain.
fn telling_words(name: &str) -> Vec<String> {
    let all = words(name);
    let telling: Vec<String> = all.iter().filter(|word| !GENERIC.contains(&word.as_str())).cloned().collect();
    if telling.is_empty() { all } else { telling }
}

/// Returns whether the words are equal, one name contains the other, or one is a spelling of the other.
fn similar(a: &[String], b: &[String]) -> bool {
    let (short, long) = if a.len() <= b.len() { (a, b) } else { (b, a) };
    if short.is_empty() {
        return false;
    }
    let contained = long.windows(short.len()).any(|window| window == short);
    let (a, b) = (a.concat(), b.concat());
    // One or two letters are contained in too many names; in other scripts a character is a word.
    let long_enough = short.concat().chars().count() >= if mainly_latin(&a) { 4 } else { 2 };
    a == b || (contained && long_enough) || (long_enough && strsim::jaro_winkler(&a, &b) >= SAME_NAME)
}
