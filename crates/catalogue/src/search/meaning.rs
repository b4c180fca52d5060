//! Resolves a text as a whole name: one resort, several, a place, or nothing.
//!
//! A town, a state and a country are places and never mean a resort. Search, the arguments of operations and questions
//! in words all use this rule.

use std::collections::BTreeSet;

use super::{Part, SearchIndex};

/// The meaning of a name.
#[derive(Debug, Clone, PartialEq)]
pub enum Meaning<'a> {
    /// An unknown name.
    Nothing,
    /// One resort, by its position.
    Resort(usize),
    /// Several resorts with the name, by their positions.
    Several(Vec<usize>),
    /// Places with that name, the largest first.
    Places(Vec<Area<'a>>),
}

/// A place with its resorts.
#[derive(Debug, Clone, PartialEq)]
pub struct Area<'a> {
    /// Town, hub, state or country.
    pub part: Part,
    /// Name as written.
    pub text: &'a str,
    /// Positions of its resorts, ascending; empty for a place without any.
    pub resorts: Vec<usize>,
}

impl SearchIndex {
    /// Returns the meaning of a comparable name; see [`crate::comparable`].
    #[must_use]
    pub fn meaning(&self, comparable: &str) -> Meaning<'_> {
        let keys = || self.index.exactly(comparable).filter_map(|id| self.index.key(id));
        let bearers = |parts: &dyn Fn(Part) -> bool| {
            let named = keys().filter(|key| parts(key.part)).flat_map(|key| positions(&key.resorts));
            let mut bearers: Vec<usize> = named.collect();
            bearers.sort_unstable();
            bearers.dedup();
            bearers
        };
        let named = bearers(&|part| matches!(part, Part::Name | Part::Slug));
        if let [only] = named[..] {
            return Meaning::Resort(only);
        }
        if !named.is_empty() {
            return Meaning::Several(named);
        }
        let aliased = bearers(&|part| part == Part::Alias);
        let mut areas: Vec<Area<'_>> = Vec::new();
        for key in keys().filter(|key| !key.part.names_a_resort()) {
            let resorts: Vec<usize> = positions(&key.resorts).collect();
            // A hub of one mountain means that mountain.
            if key.part == Part::Hub && resorts == aliased {
                continue;
            }
            areas.push(Area { part: key.part, text: &key.text, resorts });
        }
        areas.sort_by_key(|area| (area.resorts.is_empty(), std::cmp::Reverse(area.part)));
        match aliased[..] {
            _ if !areas.is_empty() => Meaning::Places(areas),
            [] => Meaning::Nothing,
            [only] => Meaning::Resort(only),
            _ => Meaning::Several(aliased),
        }
    }

    /// Returns the positions of the resorts with a name, including as an alias.
    #[must_use]
    pub fn bearers(&self, comparable: &str) -> Vec<usize> {
        let keys = self.index.exactly(comparable).filter_map(|id| self.index.key(id));
        let mut bearers: Vec<usize> =
            keys.filter(|key| key.part.names_a_resort()).flat_map(|key| positions(&key.resorts)).collect();
        bearers.sort_unstable();
        bearers.dedup();
        bearers
    }

    /// Returns whether a name, or a name without its first words, begins with a comparable text.
    #[must_use]
    pub fn begins(&self, comparable: &str) -> bool {
        self.index.starting(comparable).next().is_some()
    }

    /// Returns the positions of the resorts of the places with a name, of any kind.
    #[must_use]
    pub fn lying_in(&self, comparable: &str) -> Vec<usize> {
        let keys = self.index.exactly(comparable).filter_map(|id| self.index.key(id));
        // A state and the hub with its name have the same resorts.
        let lying = keys.filter(|key| !key.part.names_a_resort()).flat_map(|key| positions(&key.resorts));
        lying.collect::<BTreeSet<usize>>().into_iter().collect()
    }
}

fn positions(resorts: &[u32]) -> impl Iterator<Item = usize> {
    resorts.iter().filter_map(|at| usize::try_from(*at).ok())
}
