//! Separates remarks next to a question: "we are stuck in the car park, is the hill shut?", "my brother in law drove up
//! yesterday".
//!
//! Unsupported or unknown words do not reject a question if they are in a sentence about the writer and another
//! sentence asks for data.

use std::ops::Range;

use super::Sentence;
use crate::feature::Feature;
use crate::language::Language;
use crate::lexicon::Tag;
use crate::names::NameMeaning;
use crate::tokens::{Kind, Token};
use crate::word_lists::List;

/// Minimum number of words before a question word that make them a separate part.
const FEWEST_BEFORE: usize = 4;

/// Maximum number of words after a question that only explain it.
const MOST_TRAILING: usize = 8;

/// Kinds that are beyond the service in any position.
const KEPT: [&str; 6] = ["body", "account", "safe", "daring", "opinion", "price"];

/// Features of requests for data.
const DATA: &[Feature] = &[
    Feature::Snow,
    Feature::Depth,
    Feature::NewSnow,
    Feature::Fell,
    Feature::Falls,
    Feature::Forecast,
    Feature::Weather,
    Feature::Temperature,
    Feature::Wind,
    Feature::Rain,
    Feature::Cloud,
    Feature::Open,
    Feature::Closed,
    Feature::Lifts,
    Feature::Runs,
    Feature::Conditions,
    Feature::Avalanche,
    Feature::Drive,
    Feature::Chains,
    Feature::Camera,
    Feature::Webcam,
    Feature::Visibility,
    Feature::WindHold,
    Feature::Elevation,
    Feature::Quality,
    Feature::Storm,
    Feature::Flight,
    Feature::HowIs,
    Feature::Ski,
    Feature::Report,
    Feature::Odds,
    Feature::History,
    Feature::Reaches,
    Feature::WhichResorts,
    Feature::Recommend,
];

impl Sentence<'_, '_> {
    /// Returns words next to the question that are unsupported or unknown.
    pub(super) fn reported_nearby(&self, language: Language) -> Vec<(usize, usize)> {
        let pieces = self.pieces(language);
        if pieces.len() < 2 {
            return Vec::new();
        }
        let asking: Vec<bool> = pieces.iter().map(|piece| self.asks_for_data(piece)).collect();
        let told = pieces.iter().enumerate().filter(|(at, piece)| {
            let others = asking.iter().enumerate().any(|(other, asks)| other != *at && *asks);
            let is_before = asking.iter().skip(at + 1).any(|asks| *asks);
            let tells = match language {
                Language::Japanese => is_before && self.is_told_before(piece),
                _ => self.tells_of_writer(piece) || self.is_trailing(&pieces, &asking, *at),
            };
            others && tells
        });
        let mut spans: Vec<(usize, usize)> = told.flat_map(|(_, piece)| self.of_no_matter(piece)).collect();
        spans.extend(self.routes_nearby(&pieces, &asking));
        spans.extend(self.minor_nearby(&pieces, &asking));
        spans
    }

    /// Returns unimportant words in a clause that does not ask, next to one that asks for data of a mountain: "My wife
    /// and I think of taking the bus to Oberwiesenthal. Are the lifts running?".
    fn minor_nearby(&self, pieces: &[Range<usize>], asking: &[bool]) -> Vec<(usize, usize)> {
        let names_mountain =
            self.mentions.iter().any(|mention| matches!(mention.what, NameMeaning::Resort(_)));
        if !asking.contains(&true) || !names_mountain {
            return Vec::new();
        }
        let is_told = |piece: &&Range<usize>| {
            let ends = self.tokens.get(piece.end).is_some_and(|sign| sign.is_sign(&['?', '\u{ff1f}']));
            !ends && !self.asks(piece)
        };
        let told = pieces.iter().zip(asking).filter(|(_, asks)| !**asks).map(|(piece, _)| piece);
        let is_slight = |tag: &&Tag| tag.is(Feature::Off) && matches!(tag.value, "aside" | "slight");
        told.filter(is_told)
            .flat_map(|piece| {
                let inside = |tag: &&Tag| piece.start <= tag.from && tag.to <= piece.end;
                self.tags
                    .iter()
                    .filter(is_slight)
                    .filter(inside)
                    .map(|tag| (tag.from, tag.to))
                    .collect::<Vec<_>>()
            })
            .collect()
    }

    /// Returns mentions of a route in a clause that does not ask, if the asking clause is not about a route: "All I can
    /// see from the freeway is brown".
    fn routes_nearby(&self, pieces: &[Range<usize>], asking: &[bool]) -> Vec<(usize, usize)> {
        let of_way = |tag: &&Tag| matches!(tag.feature, Feature::Drive | Feature::Chains);
        let ways = || self.tags.iter().filter(of_way);
        let is_asked = |tag: &Tag| {
            let own =
                pieces.iter().zip(asking).find(|(piece, _)| piece.start <= tag.from && tag.to <= piece.end);
            // The asking clause is about the same route: "Et la route pour y monter, elle est dégagée ?", "Route des
            // Orres : c'est dégagé ?".
            let goes_on = |piece: &Range<usize>| {
                self.tokens.get(piece.end).is_some_and(|sign| sign.is_sign(&[',', '、', ':']))
            };
            own.is_none_or(|(piece, asks)| *asks || goes_on(piece))
        };
        if !asking.contains(&true) || ways().any(is_asked) {
            return Vec::new();
        }
        let is_free =
            |tag: &&Tag| self.mentions.iter().all(|mention| mention.to <= tag.from || tag.to <= mention.from);
        ways().filter(is_free).map(|tag| (tag.from, tag.to)).collect()
    }

    /// Returns the clauses, split before a question word: "we wondered whether the glacier is open".
    fn pieces(&self, language: Language) -> Vec<Range<usize>> {
        let mut pieces: Vec<Range<usize>> = Vec::new();
        for clause in self.clauses() {
            let mut from = clause.start;
            let is_new = |at: usize, from: usize| at >= from + FEWEST_BEFORE;
            let asks = |tag: &&Tag| {
                tag.is(Feature::Asking)
                    && tag.value.is_empty()
                    && tag.from >= clause.start
                    && tag.to <= clause.end
            };
            let mut starts: Vec<usize> = self.tags.iter().filter(asks).map(|tag| tag.from).collect();
            starts.sort_unstable();
            for at in starts {
                if language != Language::Japanese && is_new(at, from) && self.tells_of_writer(&(from..at)) {
                    pieces.push(from..at);
                    from = at;
                }
            }
            pieces.push(from..clause.end);
        }
        pieces
    }

    fn asks_for_data(&self, piece: &Range<usize>) -> bool {
        let ends = self.tokens.get(piece.end).is_some_and(|sign| sign.is_sign(&['?', '\u{ff1f}']));
        let inside = |tag: &&Tag| piece.start <= tag.from && tag.to <= piece.end;
        let asks = ends
            || self.asks(piece)
            || self.tags.iter().filter(inside).any(|tag| tag.is(Feature::Asking) && tag.value.is_empty());
        asks && self.tags.iter().filter(inside).any(|tag| DATA.contains(&tag.feature))
            && !self.tags.iter().filter(inside).any(|tag| tag.is(Feature::Off))
    }

    /// Returns whether a piece is a statement about the writer, without a question or a wish: "We are stuck in the car
    /// park".
    pub(super) fn tells_of_writer(&self, piece: &Range<usize>) -> bool {
        let mut words =
            piece.clone().filter_map(|at| self.tokens.get(at)).filter(|token| token.kind == Kind::Word);
        let tells = words
            .clone()
            .find(|word| !List::Openings.contains(&word.folded) || List::Tellers.contains(&word.folded));
        let tells = tells.is_some_and(|word| List::Tellers.contains(&word.folded));
        let asked = self.tokens.get(piece.end).is_some_and(|sign| sign.is_sign(&['?']));
        tells && !asked && !words.any(|word| List::Wishes.contains(&word.folded))
    }

    /// Returns whether a piece is a few words after a question, without a wish: "Which has the bigger vertical?
    /// Settling a bar bet.".
    fn is_trailing(&self, pieces: &[Range<usize>], asking: &[bool], at: usize) -> bool {
        let Some(piece) = pieces.get(at) else { return false };
        let follows = at.checked_sub(1).is_some_and(|before| {
            asking.get(before) == Some(&true)
                && pieces.get(before).is_some_and(|before| {
                    self.tokens.get(before.end).is_some_and(|sign| sign.is_sign(&['?']))
                })
        });
        let is_wish = piece
            .clone()
            .filter_map(|at| self.tokens.get(at))
            .any(|word| List::Wishes.contains(&word.folded));
        let refuses = self.tags.iter().any(|tag| {
            tag.is(Feature::Off)
                && piece.start <= tag.from
                && tag.to <= piece.end
                && (KEPT.contains(&tag.value) || tag.value == "talk")
        });
        let asked = self.tokens.get(piece.end).is_some_and(|sign| sign.is_sign(&['?']));
        follows && piece.len() <= MOST_TRAILING && !is_wish && !refuses && !asked && !self.asks(piece)
    }

    /// Returns whether a Japanese clause leads to the next one: "駐車場にいるんですけど".
    fn is_told_before(&self, piece: &Range<usize>) -> bool {
        let text: String =
            self.tokens.get(piece.clone()).unwrap_or_default().iter().map(|token| token.raw).collect();
        List::ToldBefore.iter().any(|end| text.ends_with(end))
            && !List::WishesInJapanese.iter().any(|wish| text.contains(wish))
    }

    /// Returns the irrelevant parts of a remark: unsupported words, unknown words, and names of such things.
    fn of_no_matter(&self, piece: &Range<usize>) -> Vec<(usize, usize)> {
        let inside = |from: usize, to: usize| piece.start <= from && to <= piece.end;
        let of_way = |tag: &Tag| matches!(tag.feature, Feature::Drive | Feature::Chains | Feature::Flight);
        let asks_of_way = self.tags.iter().any(|tag| of_way(tag) && !inside(tag.from, tag.to));
        let names_mountain =
            self.mentions.iter().any(|mention| matches!(mention.what, NameMeaning::Resort(_)));
        let tells_time = |trip: &Tag| {
            let of_time = |tag: &Tag| {
                matches!(tag.feature, Feature::Week | Feature::Next | Feature::Days | Feature::Number)
            };
            self.tags.iter().any(|tag| of_time(tag) && trip.from <= tag.from && tag.to <= trip.to)
        };
        let asks_where =
            self.tags.iter().any(|tag| matches!(tag.feature, Feature::Recommend | Feature::WhichResorts));
        let of_ticket = |tag: &Tag| {
            matches!(tag.feature, Feature::PassWord | Feature::SeasonWord)
                || (tag.is(Feature::Trip) && !asks_where && names_mountain && !tells_time(tag))
        };
        let asks_of_ticket = self.tags.iter().any(|tag| of_ticket(tag) && !inside(tag.from, tag.to));
        let names_pass = self.mentions.iter().any(|mention| matches!(mention.what, NameMeaning::Pass(_)));
        let off = self.tags.iter().filter(|tag| {
            (tag.is(Feature::Off) && !KEPT.contains(&tag.value))
                || (of_way(tag) && !asks_of_way)
                || (of_ticket(tag) && !asks_of_ticket && !names_pass)
        });
        let mut spans: Vec<(usize, usize)> =
            off.filter(|tag| inside(tag.from, tag.to)).map(|tag| (tag.from, tag.to)).collect();
        let strangers = self
            .mentions
            .iter()
            .filter(|mention| matches!(mention.what, NameMeaning::Stranger(_)) && names_mountain);
        spans.extend(
            strangers.map(|mention| (mention.from, mention.to)).filter(|(from, to)| inside(*from, *to)),
        );
        let is_known = |at: usize| {
            self.tags.iter().any(|tag| tag.covers(at))
                || self.mentions.iter().any(|mention| mention.from <= at && at < mention.to)
        };
        let is_word =
            |at: &usize| self.tokens.get(*at).is_some_and(|token: &Token<'_>| token.kind == Kind::Word);
        spans.extend(piece.clone().filter(is_word).filter(|at| !is_known(*at)).map(|at| (at, at + 1)));
        spans
    }
}
