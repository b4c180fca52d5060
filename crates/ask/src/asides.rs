//! Separates what a question mentions in passing: "we stayed in Ischgl last year, how is St. Anton?" asks only about
//! St. Anton.
//!
//! Listed names are one group: "Zermatt, Verbier and Saas-Fee". Several groups are compared if a word compares them.
//! Otherwise the groups in the asking clause count, and those in a clause that reports something ("we were in", "I live
//! near") do not. If neither distinguishes them, the user must choose.

use std::ops::Range;

use chrono::NaiveDate;

use crate::feature::Feature;
use crate::language::Language;
use crate::lexicon::Tag;
use crate::names::{self, Mention, NameMeaning};
use crate::tokens::{Kind, Run, Token};

mod places;
mod remarks;
mod standing;
mod times;

/// The parts of a question that do not belong to what it asks.
#[derive(Debug, Default)]
pub(crate) struct Asides {
    /// Tokens to skip: the first, and the one after the last.
    pub(crate) spans: Vec<(usize, usize)>,
    /// Whether several resorts are named and it is unclear which one is asked about.
    pub(crate) is_unclear: bool,
    /// Whether an unknown name is listed together with a known one.
    pub(crate) joins_stranger: bool,
}

/// Last day of the longest months: a greater number before a full stop ends a sentence.
const LAST_DAY: u32 = 31;

/// Maximum number of words between two listed names.
const MOST_BETWEEN: usize = 4;

/// Maximum number of distinguished places; with more the user must choose.
const MOST_PLACES: usize = 30;

/// Listed names, with their clause.
#[derive(Debug)]
struct Group {
    from: usize,
    to: usize,
    mountains: usize,
    clause: Range<usize>,
    /// Whether the clause reports something about them instead of asking.
    is_told: bool,
    /// Whether the user goes there.
    is_bound: bool,
    /// Whether its clause asks.
    asks: bool,
}

struct Sentence<'a, 'q> {
    tokens: &'a [Token<'q>],
    tags: &'a [Tag],
    mentions: &'a [Mention],
    /// Tokens that separate clauses.
    parts: Vec<bool>,
}

/// Returns what a question says in passing. `today` is the day on which it is asked.
pub(crate) fn passing(
    tokens: &[Token<'_>],
    tags: &[Tag],
    mentions: &[Mention],
    language: Language,
    today: NaiveDate,
) -> Asides {
    let sentence = Sentence { tokens, tags, mentions, parts: parts(tokens, tags, mentions) };
    let mut passing = sentence.passing();
    if !passing.is_unclear {
        passing.spans.extend(sentence.reported_times(language, today));
        passing.spans.extend(sentence.reported_nearby(language));
    }
    passing
}

fn is_mountain(mention: &Mention) -> bool {
    is_mountain_like(&mention.what)
}

/// Returns whether it is like a mountain. A stranger in lower case does not count next to others.
fn is_mountain_like(what: &NameMeaning) -> bool {
    match what {
        NameMeaning::Resort(_) | NameMeaning::Several(_) | NameMeaning::Hub(..) => true,
        NameMeaning::Stranger(name) => !name.starts_with(char::is_lowercase) || names::is_of_mountain(name),
        NameMeaning::State(..)
        | NameMeaning::Country(..)
        | NameMeaning::Region(_)
        | NameMeaning::Pass(_)
        | NameMeaning::Aside => false,
    }
}

fn is_place(mention: &Mention) -> bool {
    is_mountain(mention)
        || matches!(mention.what, NameMeaning::State(..) | NameMeaning::Country(..) | NameMeaning::Region(_))
}

/// Returns which tokens separate clauses: final signs, and words such as "but".
fn parts(tokens: &[Token<'_>], tags: &[Tag], mentions: &[Mention]) -> Vec<bool> {
    let mut parts: Vec<bool> = (0..tokens.len()).map(|at| is_end(tokens, at)).collect();
    for tag in tags.iter().filter(|tag| tag.is(Feature::But)) {
        parts.get_mut(tag.from).into_iter().for_each(|part| *part = true);
    }
    for mention in mentions {
        parts.get_mut(mention.from..mention.to).into_iter().flatten().for_each(|part| *part = false);
    }
    parts
}

/// Returns whether a clause ends at a sign.
fn is_end(tokens: &[Token<'_>], at: usize) -> bool {
    let is = |signs: &[char]| tokens.get(at).is_some_and(|token| token.is_sign(signs));
    // "5.30" and "6. bis" do not separate clauses; "since 1998." does.
    let number = at.checked_sub(1).and_then(|before| tokens.get(before)?.number());
    let goes_on = tokens.get(at + 1).is_some_and(|next| next.glued);
    let counted = number.is_some_and(|number| number <= LAST_DAY || goes_on) && is(&['.', ',', ':']);
    !counted
        && is(&[
            '.', '!', '?', ';', ':', ',', '\u{2014}', '\u{2013}', '\u{2026}', '(', ')', '\u{3002}',
            '\u{3001}', '\u{ff1f}', '\u{ff01}', '\u{bf}', '\u{a1}',
        ])
}

impl Sentence<'_, '_> {
    /// Returns what is mentioned in passing of one place among others.
    fn passing(&self) -> Asides {
        match self.mentions.iter().filter(|mention| is_place(mention)).count() {
            0 | 1 => return Asides::default(),
            MOST_PLACES.. => return Asides { is_unclear: true, ..Asides::default() },
            _ => {}
        }
        // One resort with two of its names: "in Andalo, on the Paganella".
        if self.is_one_place() {
            return Asides::default();
        }
        let groups = self.groups();
        let of_mountains = || groups.iter().filter(|group| group.mountains > 0);
        let joins_stranger = self.joins_stranger(&groups);
        if groups.len() < 2 || of_mountains().next().is_none() {
            return Asides { joins_stranger, ..Asides::default() };
        }
        if of_mountains().count() == 1 {
            // A reported group is skipped if another one is asked about: "We were in Ischgl last year. Where is the
            // best snow in France?" An unknown name is skipped even without a report: "My aunt from Selb wants powder.
            // Where in the Alps ...?"
            let told =
                groups.iter().find(|group| group.mountains > 0 && (group.is_told || !self.is_known(group)));
            let asked = |told: &&Group| {
                groups.iter().any(|group| group.mountains == 0 && group.clause != told.clause && group.asks)
            };
            let spans = told.filter(|told| asked(told) && !told.asks);
            let spans = spans.map(|told| (told.clause.start, told.clause.end)).into_iter().collect();
            return Asides { spans, is_unclear: false, joins_stranger };
        }
        let mountains: Vec<&Group> = of_mountains().collect();
        match self.requested_groups(&mountains) {
            Some(asked) => {
                Asides { spans: self.spans(&mountains, &asked), is_unclear: false, joins_stranger }
            }
            None => Asides { spans: Vec::new(), is_unclear: true, joins_stranger },
        }
    }

    /// Returns the positions of the groups of mountains that are asked about; `None` if it is unclear.
    fn requested_groups(&self, groups: &[&Group]) -> Option<Vec<usize>> {
        let every: Vec<usize> = (0..groups.len()).collect();
        let of = |holds: &dyn Fn(&Group) -> bool| -> Vec<usize> {
            groups.iter().enumerate().filter(|(_, group)| holds(group)).map(|(at, _)| at).collect()
        };
        let free = of(&|group| !group.is_told);
        if let Some(contrasted) = self.contrasted(groups) {
            return Some(contrasted);
        }
        let is_of_pass = self.tags.iter().any(|tag| tag.is(Feature::PassWord));
        let span =
            groups.first().zip(groups.last()).map(|(first, last)| Run { from: first.from, to: last.to });
        let is_parted =
            self.tags.iter().any(|tag| tag.is(Feature::But) && span.is_some_and(|span| tag.is_within(span)));
        if is_of_pass && !is_parted && free.len() == groups.len() {
            return Some(every);
        }
        if self.contrasts(groups) {
            let mountains: usize =
                free.iter().filter_map(|at| groups.get(*at)).map(|group| group.mountains).sum();
            return Some(if mountains > 1 { free } else { every });
        }
        if free.len() == 1 {
            return Some(free);
        }
        let bound = of(&|group| !group.is_told && group.is_bound);
        let elsewhere = of(&|group| !group.is_told && !group.is_bound && group.asks);
        if bound.len() == 1 && elsewhere.is_empty() {
            return Some(bound);
        }
        if self.ranks_elsewhere(groups) {
            return Some(every);
        }
        let asking = of(&|group| (!group.is_told || free.is_empty()) && group.asks);
        let same_clause = |asking: &[usize]| {
            let mut clauses = asking.iter().filter_map(|at| groups.get(*at)).map(|group| &group.clause);
            let first = clauses.next();
            clauses.all(|clause| Some(clause) == first)
        };
        match asking.len() {
            0 => None,
            1 => Some(asking),
            _ if asking.len() == free.len() && !same_clause(&asking) => Some(asking),
            _ => None,
        }
    }

    /// Returns the groups that a separate clause compares: "I have a house at Stratton, and compare Mount Snow with
    /// Killington".
    fn contrasted(&self, groups: &[&Group]) -> Option<Vec<usize>> {
        let mut clauses =
            self.tags.iter().filter(|tag| tag.is(Feature::Contrast)).map(|tag| self.clause(tag.from));
        clauses.find_map(|clause| {
            let inside =
                groups.iter().enumerate().filter(|(_, group)| group.clause == clause && !group.is_told);
            let inside: Vec<usize> = inside.map(|(at, _)| at).collect();
            let mountains: usize =
                inside.iter().filter_map(|at| groups.get(*at)).map(|group| group.mountains).sum();
            let others = groups.iter().any(|group| group.clause != clause && group.asks && !group.is_told);
            (mountains > 1 && !others).then_some(inside)
        })
    }

    /// Returns whether a word in the asking clause compares them.
    fn contrasts(&self, groups: &[&Group]) -> bool {
        let asks = groups.iter().any(|group| group.asks);
        self.tags.iter().filter(|tag| tag.is(Feature::Contrast)).any(|tag| {
            let clause = self.clause(tag.from);
            let named = groups.iter().filter(|group| group.clause == clause).count();
            !asks
                || named > 1
                || (named == 0 || groups.iter().all(|group| !group.is_told)) && self.asks(&clause)
        })
    }

    /// Returns the words of the groups that are not asked about, with what is reported of them.
    fn spans(&self, groups: &[&Group], asked: &[usize]) -> Vec<(usize, usize)> {
        let kept: Vec<&&Group> = asked.iter().filter_map(|at| groups.get(*at)).collect();
        let left_out = groups.iter().enumerate().filter(|(at, _)| !asked.contains(at));
        left_out
            .map(|(_, group)| {
                let beside = || kept.iter().filter(|kept| kept.clause == group.clause);
                let from = beside().filter(|kept| kept.to <= group.from).map(|kept| kept.to).max();
                let to = beside().filter(|kept| group.to <= kept.from).map(|kept| kept.from).min();
                let asking = to.and_then(|to| {
                    // A verb directly after the name does not ask: "Kitzbühel ist mir zu voll".
                    let asks =
                        |tag: &&Tag| tag.is(Feature::Asking) && (tag.value.is_empty() || group.to < tag.from);
                    let tags = self.tags.iter().filter(asks);
                    tags.map(|tag| tag.from).filter(|from| group.to <= *from && *from < to).min()
                });
                let to =
                    asking.or(to.map(|to| to.saturating_sub(usize::from(self.is_at(to.saturating_sub(1))))));
                (from.unwrap_or(group.clause.start), to.unwrap_or(group.clause.end).max(group.to))
            })
            .collect()
    }

    /// Returns the groups of listed names, in order.
    fn groups(&self) -> Vec<Group> {
        let mut groups: Vec<Group> = Vec::new();
        for mention in self.mentions.iter().filter(|mention| is_place(mention)) {
            let mountains = usize::from(is_mountain(mention));
            match groups.last_mut() {
                Some(group) if self.in_a_row(group.to, mention.from) => {
                    group.to = mention.to;
                    group.mountains += mountains;
                }
                _ => {
                    let clause = self.clause(mention.from);
                    let asks = self.asks(&clause) || self.asks_after_comma(&clause);
                    groups.push(Group {
                        from: mention.from,
                        to: mention.to,
                        mountains,
                        clause,
                        is_told: false,
                        is_bound: false,
                        asks,
                    });
                }
            }
        }
        // A stranger in the clause of a resort that it is not next to is a part of it: "The Sunnyside lift at Alta".
        let known: Vec<Range<usize>> =
            groups.iter().filter(|group| self.is_known(group)).map(|group| group.clause.clone()).collect();
        groups.retain(|group| group.mountains == 0 || self.is_known(group) || !known.contains(&group.clause));
        let names_known = groups.iter().any(|group| self.is_known(group));
        for at in 0..groups.len() {
            let after = at.checked_sub(1).and_then(|before| groups.get(before)).map_or(0, |group| group.to);
            let before = groups.get(at + 1).map_or(self.tokens.len(), |group| group.from);
            if let Some(group) = groups.get_mut(at) {
                // A town without skiing is not asked about: "Webcam Etna Nord, sono di Catania".
                group.is_told =
                    self.is_reported(group, after, before) || (names_known && self.tells_of_town(group));
                group.is_bound = self.is_bound(group, after);
            }
        }
        groups
    }

    /// Returns whether a name of a group is in the catalogue.
    fn is_known(&self, group: &Group) -> bool {
        let inside = |mention: &&Mention| group.from <= mention.from && mention.to <= group.to;
        self.mentions
            .iter()
            .filter(inside)
            .any(|mention| is_mountain(mention) && !matches!(mention.what, NameMeaning::Stranger(_)))
    }

    /// Returns whether only joining words and signs are between two names.
    fn in_a_row(&self, from: usize, to: usize) -> bool {
        let is = |at: usize, features: &[Feature]| {
            self.tags.iter().any(|tag| tag.covers(at) && features.contains(&tag.feature))
        };
        let between = from..to;
        let joining = |at: usize| {
            let sign = self.tokens.get(at).is_some_and(|token| {
                token.is_sign(&[',', '/', '&', '+', '-', '、']) || matches!(token.raw, "・" | "も")
            });
            sign || is(at, &[Feature::Joins])
        };
        let joined = between.clone().any(joining);
        let by_word = between.clone().any(|at| is(at, &[Feature::Joins]));
        let nothing_else = between.clone().all(|at| {
            let spoken =
                by_word && !matches!(self.tokens.get(at).map(|token| token.kind), Some(Kind::Sign(_)));
            joining(at) || is(at, &[Feature::At]) || (spoken && !is(at, &[Feature::Asking, Feature::Told]))
        });
        between.is_empty() || (joined && nothing_else && between.len() <= MOST_BETWEEN)
    }

    /// Returns the clause around a token.
    fn clause(&self, at: usize) -> Range<usize> {
        let start = (0..at).rev().find(|before| self.is_part(*before)).map_or(0, |before| {
            // A separating word begins the next clause.
            if self.tokens.get(before).is_some_and(|token| matches!(token.kind, Kind::Sign(_))) {
                before + 1
            } else {
                before
            }
        });
        let end = (at + 1..self.tokens.len()).find(|behind| self.is_part(*behind));
        start..end.unwrap_or(self.tokens.len())
    }

    /// Returns whether a clause asks: by its sign, by a question word, or by a verb at its start.
    fn asks(&self, clause: &Range<usize>) -> bool {
        let ends = self.tokens.get(clause.end).is_some_and(|token| token.is_sign(&['?', '\u{ff1f}']));
        let start = clause
            .clone()
            .find(|at| {
                let token = self.tokens.get(*at);
                token.is_some_and(|token| !matches!(token.kind, Kind::Sign(_)))
                    && !self.tags.iter().any(|tag| tag.is(Feature::But) && tag.from == *at)
            })
            .unwrap_or(clause.start);
        ends || self.tags.iter().any(|tag| {
            let inside = clause.start <= tag.from && tag.to <= clause.end;
            tag.is(Feature::Asking) && inside && (tag.value.is_empty() || tag.from == start)
        })
    }

    fn is_part(&self, at: usize) -> bool {
        self.parts.get(at).copied().unwrap_or(false)
    }

    fn is_at(&self, at: usize) -> bool {
        self.tags.iter().any(|tag| tag.is(Feature::At) && tag.covers(at))
    }
}

#[cfg(test)]
mod tests;
