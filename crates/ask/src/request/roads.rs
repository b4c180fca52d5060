//! Finds a road or a pass that a question names: "Is the Arlberg pass open?", "Chains on I-80", "the SS38 to Bormio".

use super::Cues;
use super::groups::GroupName;
use crate::feature::Feature;
use crate::language::Language;
use crate::lexicon::Tag;
use crate::names::NameMeaning;
use crate::tokens::{Kind, Token, is_hiragana, text_of};

/// A question about a road.
#[derive(Debug, Clone, PartialEq)]
pub struct RoadQuestion {
    /// Degrees north and east of its mountain part, or of the resort, if one of them is known.
    pub at: Option<(f64, f64)>,
    /// The road, as the question writes it.
    pub written: String,
    /// Position of the resort that it leads to.
    pub resort: Option<usize>,
}

/// A road in a question.
pub(super) struct NamedRoad {
    pub(super) from: usize,
    pub(super) to: usize,
    /// Degrees north and east, if it is in the table.
    at: Option<(f64, f64)>,
    written: String,
}

impl Cues<'_, '_, '_> {
    /// Returns the road, if the question is about one and about nothing else.
    pub(super) fn road(&self) -> Option<RoadQuestion> {
        let roads = self.roads();
        let road = roads.first()?;
        let heard = self.heard;
        let asks = heard.has_any(&[
            Feature::Drive,
            Feature::Chains,
            Feature::Open,
            Feature::Closed,
            Feature::Conditions,
            Feature::Camera,
        ]) || self.has(Feature::RoadWord);
        // The words for the road may be the only ones that ask: "col du Lautaret", "I-80".
        let asks = asks || heard.other_words <= 4 || road.at.is_none();
        if !asks || roads.iter().any(|road| self.asks_of_snow(road)) {
            return None;
        }
        self.road_question(&roads)
    }

    /// Returns the question about named roads; the resort is that of the question, if it names one place.
    pub(super) fn road_question(&self, roads: &[NamedRoad]) -> Option<RoadQuestion> {
        let groups = self.places().unwrap_or_default();
        let resort = match groups.as_slice() {
            [only] if matches!(only.name, GroupName::Resort | GroupName::Hub(_) | GroupName::Written) => {
                only.members.first().copied()
            }
            [] => self.heard.told,
            _ => None,
        };
        let own = || resort.and_then(|at| (self.service.known.resort)(at)).map(|own| (own.lat, own.lon));
        let at = roads.iter().find_map(|road| road.at).or_else(own);
        let written: Vec<&str> = roads.iter().map(|road| road.written.as_str()).collect();
        (!roads.is_empty()).then(|| RoadQuestion { at, written: written.join(", "), resort })
    }

    /// Returns the roads that the question names outside the names of resorts.
    pub(super) fn roads(&self) -> Vec<NamedRoad> {
        let heard = self.heard;
        let is_of_resort = |at: usize| {
            let own = heard.mentions.iter().find(|name| name.from <= at && at < name.to);
            own.is_some_and(|name| !matches!(name.what, NameMeaning::Stranger(_)))
        };
        let roads = named_roads(&heard.tokens, &self.tags, heard.locale.language, &is_of_resort);
        let is_of_road = heard.has_any(&[Feature::Drive, Feature::Chains]) || self.has(Feature::RoadWord);
        if !roads.is_empty() || !is_of_road {
            return roads;
        }
        // A passage in passing has the name: "on monte par le col de la Schlucht, il est ouvert ?"
        let is_known = |at: usize| {
            let word = |own: usize| heard.tokens.get(own).map(|token| &token.folded);
            let own = self.whole.get(at).map(|token| &token.folded);
            let mut names =
                heard.mentions.iter().filter(|name| !matches!(name.what, NameMeaning::Stranger(_)));
            names.any(|name| (name.from..name.to).any(|at| word(at) == own))
        };
        let mut apart = named_roads(&self.whole, &self.whole_tags, heard.locale.language, &is_known);
        for road in &mut apart {
            (road.from, road.to) = (usize::MAX, usize::MAX);
        }
        apart
    }

    /// Returns whether words apart from the road's name ask for snow: then the name is that of a ski area.
    fn asks_of_snow(&self, road: &NamedRoad) -> bool {
        const OF_SNOW: [Feature; 6] = [
            Feature::Depth,
            Feature::NewSnow,
            Feature::Lifts,
            Feature::Avalanche,
            Feature::MostSnow,
            Feature::Wind,
        ];
        let is_apart = |tag: &&Tag| tag.to <= road.from || road.to <= tag.from;
        let tags = self.heard.tags.iter().chain(&self.tags);
        tags.filter(is_apart).any(|tag| OF_SNOW.contains(&tag.feature) || tag.is(Feature::FreezingLevel))
    }
}

/// Returns the roads of a text: those of the table, those with a number, and names with a word for a pass or a tunnel.
pub(super) fn named_roads(
    tokens: &[Token<'_>],
    tags: &[Tag],
    language: Language,
    is_of_resort: &dyn Fn(usize) -> bool,
) -> Vec<NamedRoad> {
    let mut spans: Vec<NamedRoad> = tags
        .iter()
        .filter(|tag| tag.is(Feature::RoadName))
        .map(|tag| NamedRoad { from: tag.from, to: tag.to, at: degrees(tag.value), written: String::new() })
        .collect();
    // "Col" is a preposition in Italian.
    let others = Language::ALL
        .into_iter()
        .filter(|other| *other != language && (language, *other) != (Language::Italian, Language::French));
    let called_in = |at: usize| {
        let is_name = |(_, to): &(usize, usize)| tokens.get(to - 1).is_some_and(Token::is_capital);
        let foreign = || others.clone().find_map(|other| called(tokens, at, other).filter(is_name));
        called(tokens, at, language).or_else(foreign)
    };
    let found = (0..tokens.len()).filter_map(|at| numbered(tokens, at).or_else(|| called_in(at)));
    spans.extend(found.map(|(from, to)| NamedRoad { from, to, at: None, written: String::new() }));
    spans.retain(|road| !(road.from..road.to).all(is_of_resort));
    spans.sort_by_key(|road| road.from);
    let mut roads: Vec<NamedRoad> = Vec::new();
    for road in spans {
        match roads.last_mut() {
            Some(last) if road.from < last.to => {
                last.to = last.to.max(road.to);
                last.at = last.at.or(road.at);
            }
            _ => roads.push(road),
        }
    }
    for road in &mut roads {
        road.written = text_of(tokens, road.from, road.to);
    }
    roads
}

fn degrees(value: &str) -> Option<(f64, f64)> {
    let (lat, lon) = value.split_once(' ')?;
    Some((lat.parse().ok()?, lon.parse().ok()?))
}

/// Returns the tokens of a road with a number: "A-139", "D1091", "SS 38", "statale 38", "国道17号".
fn numbered(tokens: &[Token<'_>], at: usize) -> Option<(usize, usize)> {
    const LETTERS: [&str; 18] =
        ["a", "b", "c", "d", "e", "i", "l", "m", "n", "rd", "rn", "sp", "ss", "sr", "us", "ap", "rv", "cv"];
    const WORDS: [&str; 14] = [
        "statale",
        "provinciale",
        "highway",
        "hwy",
        "interstate",
        "route",
        "bundesstrasse",
        "nationale",
        "departementale",
        "nacional",
        "comarcal",
        "sr",
        "ss",
        "道",
    ];
    let token = tokens.get(at)?;
    let hyphen = usize::from(tokens.get(at + 1).is_some_and(|sign| sign.is_sign(&['-'])));
    let number = tokens.get(at + 1 + hyphen)?;
    let Kind::Number(_, digits) = number.kind else { return None };
    let is_glued = number.glued && (hyphen == 0 || tokens.get(at + 1).is_some_and(|sign| sign.glued));
    // "15h30" is a time.
    let follows_number = token.glued && at > 0 && tokens.get(at - 1)?.number().is_some();
    let is_short = is_glued
        && !follows_number
        && LETTERS.contains(&token.folded.as_str())
        && (digits >= 2 || hyphen == 1);
    let is_word = WORDS.contains(&token.folded.as_str());
    let is_of_japan = token.folded == "道" && at > 0 && tokens.get(at - 1)?.folded == "国";
    let from = if is_of_japan { at - 1 } else { at };
    let is_road = is_short || (is_word && (is_of_japan || token.folded != "道"));
    let to = at + 2 + hyphen;
    let is_counted = is_of_japan && tokens.get(to).is_some_and(|next| next.folded == "号");
    is_road.then_some((from, to + usize::from(is_counted)))
}

/// Returns the tokens of a name with a word for a pass or a tunnel: "Flexenstraße", "col du Galibier", "三国峠".
fn called(tokens: &[Token<'_>], at: usize, language: Language) -> Option<(usize, usize)> {
    let word = |at: usize| tokens.get(at).map_or("", |token| token.folded.as_str());
    let named_after = |particles: &[&str]| {
        let first = (at + 1..at + 4).find(|next| !particles.contains(&word(*next)))?;
        let is_word = tokens.get(first).is_some_and(|token| token.kind == Kind::Word);
        (first > at + 1 || tokens.get(first)?.is_capital()).then_some((at, first + 1)).filter(|_| is_word)
    };
    match language {
        Language::German => {
            const ENDS: [&str; 5] = ["strasse", "passstrasse", "tunnel", "pass", "sattel"];
            const GENERIC: [&str; 11] = [
                "pass", "haupt", "zufahrts", "berg", "ski", "schi", "lift", "saison", "jahres", "tages",
                "reise",
            ];
            let own = word(at);
            let stem = ENDS.iter().find_map(|end| own.strip_suffix(end))?;
            // "Familienskipass" is a ticket.
            let is_generic = GENERIC.iter().any(|own| stem.ends_with(own));
            (stem.len() >= 4 && !is_generic).then_some((at, at + 1))
        }
        Language::French if matches!(word(at), "col" | "tunnel") => {
            named_after(&["du", "de", "la", "des", "d", "'", "l", ""])
        }
        Language::Italian if matches!(word(at), "passo" | "tunnel" | "traforo") => {
            named_after(&["del", "dello", "della", "di", "dei", "de"])
        }
        Language::Spanish if matches!(word(at), "puerto" | "tunel") => {
            named_after(&["de", "del", "la", "los"])
        }
        Language::Japanese => {
            let ends = ["峠", "トンネル", "自動車道"].map(|end| (end, at + end.chars().count()));
            let (_, end) = ends.into_iter().find(|(word, end)| text_of(tokens, at, *end) == *word)?;
            let is_name = |at: &usize| {
                let token = tokens.get(*at);
                token.is_some_and(|token| token.kind == Kind::Glyph && !token.raw.chars().any(is_hiragana))
            };
            let from = (at.saturating_sub(4)..at).rev().take_while(is_name).last()?;
            Some((from, end))
        }
        Language::English | Language::French | Language::Italian | Language::Spanish => None,
    }
}
