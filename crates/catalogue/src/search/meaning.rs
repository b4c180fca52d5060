//! What a text means when it is taken for a name, whole: one resort, several, a place, or nothing.
//!
//! Carries the rule that a town, a state and a country are places and never stand for a resort: search, the arguments of
//! operations and questions in words all ask here.

use super::{Part, SearchIndex};

/// What a name means.
#[derive(Debug, Clone, PartialEq)]
pub enum Meaning<'a> {
    /// Nothing is called so.
    Nothing,
    /// One resort, by its position.
    Resort(usize),
    /// Several resorts that bear the name, by their positions.
    Several(Vec<usize>),
    /// Places of that name, the largest first.
    Places(Vec<Area<'a>>),
}

/// A place and what lies there.
#[derive(Debug, Clone, PartialEq)]
pub struct Area<'a> {
    /// Town, hub, state or country.
    pub part: Part,
    /// Its name as it is written.
    pub text: &'a str,
    /// Positions of its resorts, ascending; none for a place without any.
    pub resorts: Vec<usize>,
}

impl SearchIndex {
    /// What a comparable name means; see [`crate::comparable`].
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
            // A hub of this one mountain says no more than its name does.
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

    /// Positions of the resorts that bear a name in any way, as an alias too.
    #[must_use]
    pub fn bearers(&self, comparable: &str) -> Vec<usize> {
        let keys = self.index.exactly(comparable).filter_map(|id| self.index.key(id));
        let mut bearers: Vec<usize> =
            keys.filter(|key| key.part.names_a_resort()).flat_map(|key| positions(&key.resorts)).collect();
        bearers.sort_unstable();
        bearers.dedup();
        bearers
    }

    /// Whether a name, or a name without its first words, begins with a comparable text.
    #[must_use]
    pub fn begins(&self, comparable: &str) -> bool {
        self.index.starting(comparable).next().is_some()
    }

    /// Positions of the resorts of the places that a text names, of any kind.
    #[must_use]
    pub fn lying_in(&self, comparable: &str) -> Vec<usize> {
        let keys = self.index.exactly(comparable).filter_map(|id| self.index.key(id));
        keys.filter(|key| !key.part.names_a_resort()).flat_map(|key| positions(&key.resorts)).collect()
    }
}

fn positions(resorts: &[u32]) -> impl Iterator<Item = usize> {
    resorts.iter().filter_map(|at| usize::try_from(*at).ok())
}
